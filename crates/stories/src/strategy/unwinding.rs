//! Unwindings as strategies to look at.

use evidence::unwinding::{self, Pending, Player, Unwinding};
use logic::Term;
use logic::smtlib::{Declarations, parse_term};
use program::{Cfg, Command};
use question::Simulated;

use super::{Action, Bound, Measure, Move, Node, Strategy, conjuncts};

/// What the texts of an unwinding speak of.
struct Reader<'a> {
    question: &'a Simulated,
    unwinding: &'a Unwinding,
    declarations: Declarations,
    programs: [Cfg; 2],
}

/// The graph of an unwinding; `None` where it does not fit the programs.
pub(super) fn read(question: &Simulated, unwinding: &Unwinding) -> Option<Strategy> {
    let question = &unwinding.subject(question).ok()?;
    let [source, target] = &question.setting.programs;
    let vars = question.setting.initial_vars();
    let mut declarations = Declarations::new();
    for var in &vars {
        declarations.add_var(var);
    }
    let reader = Reader {
        question,
        unwinding,
        declarations,
        programs: [Cfg::of(&source.body).ok()?, Cfg::of(&target.body).ok()?],
    };
    let nodes = 0..unwinding.nodes.len();
    let values = vars.iter().zip(&unwinding.start).map(|(var, datum)| {
        let value = datum.decode(&var.sort)?;
        Some((var.name, value.to_string()))
    });
    Some(Strategy {
        winner: unwinding.winner,
        programs: question.setting.aliases,
        starts: nodes.clone().take(1).collect(),
        values: values.collect::<Option<_>>()?,
        nodes: nodes
            .map(|number| reader.node(number))
            .collect::<Option<_>>()?,
    })
}

impl Reader<'_> {
    fn term(&self, text: &str) -> Option<Term> {
        parse_term(text, &self.declarations).ok()
    }

    fn node(&self, number: usize) -> Option<Node> {
        let node = &self.unwinding.nodes[number];
        let letter = match node.turn {
            Player::Falsifier => 'F',
            Player::Verifier => 'V',
        };
        let pending = match node.pending {
            None => None,
            Some(Pending::Failure) => Some(Action {
                text: "a failing assertion".to_owned(),
                origin: None,
            }),
            Some(Pending::Message(edge)) => {
                let edge = self.programs[0].edges().get(edge as usize)?;
                Some(Action::command(&edge.command, edge.origin))
            }
        };
        let moves = node.moves.iter().map(|step| self.step(node, step));
        Some(Node {
            name: format!("{letter}{number}"),
            turn: node.turn,
            places: [node.source, node.target].map(|location| format!("L{location}")),
            pending,
            label: conjuncts(&self.term(&node.label)?),
            measures: self.measures(node)?,
            ending: self.ending(node),
            moves: moves.collect::<Option<_>>()?,
        })
    }

    /// The measures, but for those that are plain numbers: a node with such a one is on no cycle.
    fn measures(&self, node: &unwinding::Node) -> Option<Vec<Measure>> {
        let mut measures = Vec::new();
        for (of, texts) in [(Bound::Idle, &node.idle), (Bound::Busy, &node.busy)] {
            let terms = texts.iter().map(|text| self.term(text));
            let terms = terms.collect::<Option<Vec<Term>>>()?;
            if terms.iter().any(|term| term.as_value().is_none()) {
                let terms = terms.iter().map(Term::to_string).collect();
                measures.push(Measure { of, terms });
            }
        }
        Some(measures)
    }

    /// Why the game ends at a node, where it does.
    fn ending(&self, node: &unwinding::Node) -> Option<String> {
        let [source, target] = [
            self.question.setting.aliases[0],
            self.question.setting.aliases[1],
        ];
        let has_ended = |program: usize, location: u32| {
            location as usize == self.programs[program].exit().index()
        };
        let is_won = self.unwinding.winner == Player::Verifier;
        if node.turn == Player::Falsifier && has_ended(0, node.source) {
            return Some(match (is_won, has_ended(1, node.target)) {
                (true, _) if self.question.ensures.is_true() => {
                    "both programs have ended".to_owned()
                }
                (true, _) => format!(
                    "both programs have ended, and {} holds",
                    self.question.ensures
                ),
                (false, true) => {
                    let ensures = &self.question.ensures;
                    format!("both programs have ended, and {ensures} does not hold")
                }
                (false, false) => format!("{source} has ended, and {target} has not"),
            });
        }
        match (node.moves.is_empty(), node.turn) {
            (true, Player::Falsifier) => Some(format!("{source} cannot move")),
            (true, Player::Verifier) => Some(format!("{target} has no answer")),
            (false, _) => None,
        }
    }

    fn step(&self, node: &unwinding::Node, step: &unwinding::Step) -> Option<Move> {
        let to = match step.to {
            Some(to) => Some(usize::try_from(to).ok()?),
            None => None,
        };
        if to.is_some_and(|to| to >= self.unwinding.nodes.len()) {
            return None;
        }
        let guard = match &step.guard {
            Some(text) => Some(self.term(text)?.to_string()),
            None => None,
        };
        let cfg = &self.programs[usize::from(node.turn == Player::Verifier)];
        let mut terms = step.terms.iter();
        let mut actions = Vec::new();
        for (position, edge) in step.path.iter().enumerate() {
            let edge = cfg.edges().get(*edge as usize)?;
            let mut action = Action::command(&edge.command, edge.origin);
            let chosen = match &edge.command {
                Command::Havoc(var, _) => Some(var),
                // What Verifier receives is what Falsifier has received.
                Command::Receive { var, .. } if node.turn == Player::Falsifier => Some(var),
                _ => None,
            };
            if let (Some(var), Some(text)) = (chosen, terms.clone().next()) {
                terms.next();
                let with = format!(" with {} = {}", var.name, self.term(text)?);
                action.text.push_str(&with);
            }
            if step.fails && position + 1 == step.path.len() {
                action.text.push_str(" fails");
            }
            actions.push(action);
        }
        Some(Move {
            guard,
            actions,
            to,
            covers: false,
        })
    }
}
