//! Quantified formulas: who wins, how, and that the checker agrees.

use budget::Budget;
use checker::Rejected;
use checker::formula::{check_forall_exists, check_strategy};
use evidence::Reason;
use evidence::strategy::{ForallExists, Strategy};
use games::{Unsupported, check_fragment};
use logic::{Prenex, Quantifier, Term, Var};

/// Why there is no answer to a question about a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoAnswer {
    /// It could not be told.
    Unknown(Reason),
    /// The answer was rejected by the checker: a bug in Tandem.
    Rejected(Rejected),
}

impl From<Unsupported> for NoAnswer {
    fn from(unsupported: Unsupported) -> Self {
        let construct = unsupported.to_string();
        NoAnswer::Unknown(Reason::Unsupported {
            construct,
            origin: None,
        })
    }
}

impl From<smt::Reason> for NoAnswer {
    fn from(reason: smt::Reason) -> Self {
        NoAnswer::Unknown(reason_of(reason))
    }
}

/// Why the solver has no answer, in the words of a verdict.
pub(crate) fn reason_of(reason: smt::Reason) -> Reason {
    match reason {
        smt::Reason::Timeout => Reason::Timeout,
        smt::Reason::Cancelled => Reason::Interrupted,
        smt::Reason::Memory => Reason::Memory,
        smt::Reason::Incomplete(what) => Reason::Incomplete(what),
    }
}

impl From<Rejected> for NoAnswer {
    fn from(rejected: Rejected) -> Self {
        match rejected {
            // The answer may be right; there was no time to see it.
            Rejected::Unanswered(reason) => reason.into(),
            rejected => NoAnswer::Rejected(rejected),
        }
    }
}

/// A quantified formula as a game, with the winner's checked strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The formula in prenex form, free variables chosen first by the existential player.
    pub prenex: Prenex,
    /// How the winner wins.
    pub strategy: Strategy,
}

impl Solved {
    /// Whether the formula is satisfiable.
    #[must_use]
    pub fn is_sat(&self) -> bool {
        self.strategy.winner == Quantifier::Exists
    }
}

/// Decides whether a formula, quantified or not, is satisfiable.
///
/// # Errors
/// Where there is no checked answer.
pub fn satisfiable(formula: &Term, budget: &Budget) -> Result<Solved, NoAnswer> {
    check_fragment(formula)?;
    let Some(prenex) = Prenex::of(formula, Quantifier::Exists) else {
        let construct = "a quantifier inside of a term".to_owned();
        return Err(NoAnswer::Unknown(Reason::Unsupported {
            construct,
            origin: None,
        }));
    };
    let strategy = games::decide(&prenex, budget)?;
    check_strategy(&prenex, &strategy, budget)?;
    Ok(Solved { prenex, strategy })
}

/// Decides `forall x. premise(x) => exists vars. conclusion(x, vars)`.
///
/// # Errors
/// Where there is no checked answer.
pub fn forall_exists(
    premise: &Term,
    vars: &[Var],
    conclusion: &Term,
    budget: &Budget,
) -> Result<ForallExists, NoAnswer> {
    for formula in [premise, conclusion] {
        check_fragment(formula)?;
        if formula.has_quantifier() {
            let construct = "a quantifier inside of a forall-exists question".to_owned();
            return Err(NoAnswer::Unknown(Reason::Unsupported {
                construct,
                origin: None,
            }));
        }
    }
    let answer = games::aeval::decide(premise, vars, conclusion, budget)?;
    check_forall_exists(premise, vars, conclusion, &answer, budget)?;
    Ok(answer)
}
