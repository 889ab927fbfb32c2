//! Commands: what labels the edges of a graph.

use std::collections::BTreeSet;

use logic::{Term, Var};

use crate::{Graph, Mark};

/// One step of a program (papers/000, section 2.1, extended by `assert` and `parfor`).
///
/// A variable of a finite range takes only values of its range: an assignment that would leave the
/// range is not enabled, and a receive or havoc gives only values within it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Command {
    /// `[b]`: goes on only where the formula holds. `skip` is the guard `true`.
    Guard(Term),
    /// `x := e`.
    Assign(Var, Term),
    /// `havoc x. b`: gives the variable any value for which the formula holds afterwards.
    Havoc(Var, Term),
    /// Sends the value on the channel: observable, never blocked.
    Send {
        /// The message, an integer.
        value: Term,
        /// The channel, an integer.
        channel: Term,
    },
    /// Receives any value from the channel: observable, never blocked.
    Receive {
        /// Where the message is put.
        var: Var,
        /// The channel, an integer that does not depend on `var`.
        channel: Term,
    },
    /// Goes on where the formula holds; where it does not, the program fails, observably, and
    /// stops.
    Assert(Term),
    /// Runs a copy of a body for each number of a range, all in parallel, and goes on when all
    /// have ended.
    Parfor(Box<Parfor>),
    /// An event in a graph whose parallel loops have been taken apart; no front end makes one.
    Mark(Box<Mark>),
}

/// `parfor id in low..=high { body }`.
///
/// Each copy has its own `id` and its own version of the `locals`, which start with the values
/// they have when the loop begins and are gone when it ends.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Parfor {
    /// The variable that holds the number of a copy; never written by the body.
    pub id: Var,
    /// The first number.
    pub low: Term,
    /// The last number.
    pub high: Term,
    /// What each copy runs.
    pub body: Graph,
    /// The variables that the body writes, `shared` ones excepted.
    pub locals: BTreeSet<Var>,
}

impl Command {
    /// The guard that always holds.
    #[must_use]
    pub fn skip() -> Command {
        Command::Guard(Term::top())
    }

    /// Whether the environment sees the command. A `parfor` counts as observable where its body
    /// communicates (papers/000, appendix B.1); a failing assertion is observable too.
    #[must_use]
    pub fn is_observable(&self) -> bool {
        match self {
            Command::Guard(_) | Command::Assign(..) | Command::Havoc(..) => false,
            Command::Send { .. } | Command::Receive { .. } | Command::Assert(_) => true,
            Command::Parfor(parfor) => parfor.body.is_observable(),
            Command::Mark(_) => true,
        }
    }

    /// The terms of the command itself, not those of the body of a `parfor`.
    #[must_use]
    pub fn terms(&self) -> Vec<&Term> {
        match self {
            Command::Guard(term)
            | Command::Assert(term)
            | Command::Assign(_, term)
            | Command::Havoc(_, term) => vec![term],
            Command::Send { value, channel } => vec![value, channel],
            Command::Receive { channel, .. } => vec![channel],
            Command::Parfor(parfor) => vec![&parfor.low, &parfor.high],
            Command::Mark(mark) => mark.terms(),
        }
    }

    /// The variables that the command reads.
    #[must_use]
    pub fn reads(&self) -> BTreeSet<Var> {
        let of = |terms: &[&Term]| -> BTreeSet<Var> {
            terms.iter().flat_map(|term| term.free_vars()).collect()
        };
        match self {
            Command::Guard(formula) | Command::Assert(formula) => of(&[formula]),
            Command::Assign(_, value) => of(&[value]),
            Command::Havoc(var, formula) => {
                let mut vars = of(&[formula]);
                vars.remove(var);
                vars
            }
            Command::Send { value, channel } => of(&[value, channel]),
            Command::Receive { channel, .. } => of(&[channel]),
            Command::Parfor(parfor) => {
                let mut vars = parfor.body.reads();
                vars.remove(&parfor.id);
                vars.extend(of(&[&parfor.low, &parfor.high]));
                vars
            }
            Command::Mark(mark) => mark.reads(),
        }
    }

    /// The variables that the command writes. The locals of a `parfor` are not among them: the
    /// program's own versions stay as they are.
    #[must_use]
    pub fn writes(&self) -> BTreeSet<Var> {
        match self {
            Command::Guard(_) | Command::Send { .. } | Command::Assert(_) => BTreeSet::new(),
            Command::Assign(var, _) | Command::Havoc(var, _) | Command::Receive { var, .. } => {
                BTreeSet::from([var.clone()])
            }
            Command::Parfor(parfor) => &parfor.body.writes() - &parfor.locals,
            Command::Mark(mark) => mark.writes(),
        }
    }
}
