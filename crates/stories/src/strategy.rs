//! Evidence for or against `simulated by` as people look at it: a graph of the simulation game.
//!
//! Every kind of evidence becomes the same graph, so that whoever draws it need not know how it was
//! found. Falsifier moves the source, Verifier the target. A node stands for a set of positions of
//! the game, or for a single one where all states were enumerated.

mod finite;
mod unwinding;

use std::collections::VecDeque;

use evidence::Evidence;
use logic::{Symbol, Term};
use program::{Command, Origin};
use question::Question;

pub use evidence::unwinding::Player;

/// A winning strategy as a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// Whose strategy it is.
    pub winner: Player,
    /// The names of the source and of the target.
    pub programs: [Symbol; 2],
    /// The nodes at which a play can start.
    pub starts: Vec<usize>,
    /// The values with which Falsifier starts, where it is the one that wins.
    pub values: Vec<(Symbol, String)>,
    /// The nodes.
    pub nodes: Vec<Node>,
}

/// A set of positions of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// A short name that no other node has; it begins with the letter of whoever moves.
    pub name: String,
    /// Whose turn it is.
    pub turn: Player,
    /// Where the source and the target are.
    pub places: [String; 2],
    /// What the source has done and the target has yet to match.
    pub pending: Option<Action>,
    /// What holds of the variables: the parts of a conjunction.
    pub label: Vec<String>,
    /// What bounds the rest of the play.
    pub measures: Vec<Measure>,
    /// Why the game ends here, where it does.
    pub ending: Option<String>,
    /// What can be done here: in a turn of the winner, the moves to make, of which the first whose
    /// guard holds counts; in a turn of the loser, everything that is possible.
    pub moves: Vec<Move>,
}

/// A bound on the rest of a play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measure {
    /// What it bounds.
    pub of: Bound,
    /// Terms that fall in lexicographic order.
    pub terms: Vec<String>,
}

/// What a measure bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// How often the source can move while the target stands still.
    Idle,
    /// How often the target can move within one turn.
    Busy,
    /// How long the play lasts, divergence aside.
    Stage,
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// Where the move is made, if no earlier one is.
    pub guard: Option<String>,
    /// What is done; nothing for passing.
    pub actions: Vec<Action>,
    /// The node that follows; none where the game is over.
    pub to: Option<usize>,
    /// Whether the node that follows is one that was met before: the paper draws a new node there,
    /// covered by the other one.
    pub covers: bool,
}

/// Something that a program does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// What it does, as the language writes it.
    pub text: String,
    /// The statement that says so.
    pub origin: Option<Origin>,
}

/// The strategy in the evidence; `None` where the evidence speaks of another kind of claim, or does
/// not fit the programs.
#[must_use]
pub fn read(question: &Question, evidence: &Evidence) -> Option<Strategy> {
    let simulated = match question {
        Question::Simulated(question) => question,
        Question::Abstracted(question) => &question.simulated,
        _ => return None,
    };
    let mut strategy = match evidence {
        Evidence::Unwinding(unwinding) => unwinding::read(simulated, unwinding)?,
        Evidence::FiniteSimulation(proof) => finite::proof(simulated, proof)?,
        Evidence::FiniteRefutation(refutation) => finite::refutation(simulated, refutation)?,
        _ => return None,
    };
    strategy.mark_covers();
    Some(strategy)
}

impl Strategy {
    /// Marks the moves to nodes that were met before, in a walk breadth first from the start: the
    /// other moves make up the paper's tree.
    fn mark_covers(&mut self) {
        let mut seen = vec![false; self.nodes.len()];
        let starts = self.starts.clone().into_iter();
        for root in starts.chain(0..self.nodes.len()) {
            if std::mem::replace(&mut seen[root], true) {
                continue;
            }
            let mut open = VecDeque::from([root]);
            while let Some(number) = open.pop_front() {
                for step in &mut self.nodes[number].moves {
                    let Some(to) = step.to else { continue };
                    step.covers = std::mem::replace(&mut seen[to], true);
                    if !step.covers {
                        open.push_back(to);
                    }
                }
            }
        }
    }
}

impl Action {
    /// A command of the source or the target.
    fn command(command: &Command, origin: Origin) -> Self {
        Action {
            text: command_text(command),
            origin: Some(origin),
        }
    }
}

/// A command in a line, as the language writes it. The body of a `parfor` is left out.
#[must_use]
pub fn command_text(command: &Command) -> String {
    match command {
        Command::Guard(formula) if formula.is_true() => "skip".to_owned(),
        Command::Guard(formula) => format!("assume {formula}"),
        Command::Assign(var, value) => format!("{} = {value}", var.name),
        Command::Havoc(var, formula) if formula.is_true() => format!("havoc {}", var.name),
        Command::Havoc(var, formula) => format!("havoc {} where {formula}", var.name),
        Command::Send { value, channel } => format!("send {value} on {channel}"),
        Command::Receive { var, channel } => format!("receive {} on {channel}", var.name),
        Command::Assert(formula) => format!("assert {formula}"),
        Command::Parfor(parfor) => {
            let (id, low, high) = (parfor.id.name, &parfor.low, &parfor.high);
            format!("parfor {id} in {low}..={high} {{ … }}")
        }
        Command::Mark(mark) => mark.to_string(),
    }
}

/// The parts of a conjunction as text; none for `true`.
fn conjuncts(formula: &Term) -> Vec<String> {
    match formula.op() {
        Some(logic::Op::And) => formula.children().iter().map(Term::to_string).collect(),
        _ if formula.is_true() => Vec::new(),
        _ => vec![formula.to_string()],
    }
}
