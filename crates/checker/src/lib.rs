//! Checks evidence against the programs that it speaks of.
//!
//! Nothing here is taken on trust but the interpreter in `program`, evaluation and normal forms in
//! `logic`, and a solver's `unsat` on formulas without quantifiers: the
//! checker re-establishes the definition of the claim from the programs alone. It is small and
//! plain on purpose, and it does not search: what had to be found stands in the evidence.
//!
//! # What this crate does not know
//! The engines. It depends on none of them, and shares no code with them.
//!
//! # Where to start
//! [`check`]; then one module for each kind of evidence, one function for each rule. [`ranking`] is for
//! termination, which is no claim of its own.

#![forbid(unsafe_code)]

pub mod abstraction;
pub mod collective;
mod commutation;
mod fair;
mod fair_run;
mod finite;
pub mod formula;
pub mod horn;
pub mod inclusion;
mod network;
mod parts;
mod paths;
pub mod ranking;
mod reduction;
mod safety;
mod satisfaction;
mod simulation;
mod steps;
mod stops;
mod symbolic;
mod threads;
mod unwinding;
mod violation;

use budget::{Budget, Exhausted};
use evidence::formula::Misfit;
use evidence::{Evidence, VerdictKind};
use program::concrete::{StepError, Unbounded};
use question::{
    Abstracted, AllSizes, Clauses, ForallExists, Formula, Included, Question, Refines, Safe,
    SafeFor, Satisfies, Simulated, Words,
};

/// Evidence that was accepted. Only [`check`] makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    verdict: Established,
    obligations: usize,
    vacuous: Option<Vacuity>,
}

impl Accepted {
    /// Evidence of which every condition holds establishes what it is evidence for.
    fn of(evidence: &Evidence, obligations: usize) -> Self {
        Accepted {
            verdict: match evidence.supports() {
                VerdictKind::Refuted => Established::Refuted,
                _ => Established::Proved,
            },
            obligations,
            vacuous: None,
        }
    }

    /// The verdict that is now established.
    #[must_use]
    pub fn verdict(&self) -> Established {
        self.verdict
    }

    /// How many single conditions were checked.
    #[must_use]
    pub fn obligations(&self) -> usize {
        self.obligations
    }

    /// Why the claim says less than its author may think, if it does.
    #[must_use]
    pub fn vacuous(&self) -> Option<Vacuity> {
        self.vacuous
    }
}

/// What evidence can establish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Established {
    /// The claim holds.
    Proved,
    /// The claim does not hold.
    Refuted,
}

/// Ways in which a proof can be empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vacuity {
    /// No state satisfies the precondition.
    NoStart,
    /// There is a postcondition, but no run reaches the end.
    NoEnd,
    /// No run is fair.
    NoFairRun,
    /// The precondition leaves out starts of the first program, for which nothing is claimed.
    FewerStarts,
}

/// Why evidence was not accepted: the rule that is broken, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Rejected {
    /// The evidence is not of a kind that supports this claim.
    #[error("the evidence does not speak of a claim of this kind")]
    WrongKind,
    /// A position in the evidence refers to nothing.
    #[error("{what} {position} does not exist")]
    Dangling {
        /// What it should refer to.
        what: &'static str,
        /// The position.
        position: u32,
    },
    /// A state is not one of the program's.
    #[error("state {position} of {program} is not a state of the program")]
    NotAState {
        /// The program.
        program: String,
        /// The position of the state in the evidence.
        position: usize,
    },
    /// A rule is broken.
    #[error("rule {rule}: {what}")]
    Rule {
        /// The rule.
        rule: &'static str,
        /// What is wrong.
        what: String,
    },
    /// The budget was used up, or the solver has no answer to a question that a rule asks. That is
    /// not the evidence's fault: with a larger budget it may be accepted.
    #[error("the check did not come to an end: {0}")]
    Unanswered(smt::Reason),
    /// The interpreter cannot compute what the rule speaks of.
    #[error("the check cannot be made: {0}")]
    Step(#[from] StepError),
}

impl From<Unbounded> for Rejected {
    fn from(error: Unbounded) -> Self {
        Rejected::Step(error.into())
    }
}

impl From<logic::EvalError> for Rejected {
    fn from(error: logic::EvalError) -> Self {
        Rejected::Step(error.into())
    }
}

impl From<Misfit> for Rejected {
    fn from(misfit: Misfit) -> Self {
        broken("Text", misfit.0)
    }
}

impl From<Exhausted> for Rejected {
    fn from(exhausted: Exhausted) -> Self {
        Rejected::Unanswered(exhausted.into())
    }
}

fn broken(rule: &'static str, what: impl Into<String>) -> Rejected {
    Rejected::Rule {
        rule,
        what: what.into(),
    }
}

/// Checks that the evidence establishes its verdict on the question.
///
/// # Errors
/// The first rule that is broken.
pub fn check(
    question: &Question,
    evidence: &Evidence,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    match question {
        Question::Simulated(question) => check_simulated(question, evidence, budget),
        Question::Abstracted(question) => check_abstracted(question, evidence, budget),
        Question::Refines(question) => check_refines(question, evidence, budget),
        Question::SafeFor(question) => check_safe_for(question, evidence, budget),
        Question::Safe(question) => check_safe(question, evidence, budget),
        Question::Included(question) => check_included(question, evidence, budget),
        Question::Satisfies(question) => check_satisfies(question, evidence, budget),
        Question::AllSizes(question) => check_all_sizes(question, evidence, budget),
        Question::Words(question) => check_words(question, evidence, budget),
        Question::Formula(question) => check_formula(question, evidence, budget),
        Question::ForallExists(question) => check_forall_exists(question, evidence, budget),
        Question::Clauses(question) => check_clauses(question, evidence, budget),
    }
}

/// The rules for `A simulated by B`.
///
/// # Errors
/// The first rule that is broken.
pub fn check_simulated(
    question: &Simulated,
    evidence: &Evidence,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    match evidence {
        Evidence::FiniteSimulation(proof) => simulation::check_proof(question, proof, budget),
        Evidence::FiniteRefutation(refutation) => {
            simulation::check_refutation(question, refutation, budget)
        }
        Evidence::Unwinding(strategy) => unwinding::check(question, strategy, budget),
        _ => Err(Rejected::WrongKind),
    }
}

/// The rules for `A abstracted by B`.
///
/// # Errors
/// The first rule that is broken.
pub fn check_abstracted(
    question: &Abstracted,
    evidence: &Evidence,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    match evidence {
        Evidence::Abstraction(proof) => abstraction::check_claim(question, proof, budget),
        Evidence::FiniteSimulation(_) | Evidence::Unwinding(_) => {
            abstraction::check_simulation(question, evidence, budget)
        }
        _ => Err(Rejected::WrongKind),
    }
}

/// The rules for `t.f abstracted by s.f`.
///
/// # Errors
/// The first rule that is broken.
pub fn check_refines(
    question: &Refines,
    evidence: &Evidence,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    match evidence {
        Evidence::Refinement(evidence) => abstraction::check_functions(question, evidence, budget),
        _ => Err(Rejected::WrongKind),
    }
}

/// The rules for `safe for a = P, b = Q`.
///
/// # Errors
/// The first rule that is broken.
pub fn check_safe_for(
    question: &SafeFor,
    evidence: &Evidence,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    match evidence {
        Evidence::FiniteSafety(proof) => safety::check_proof(question, proof, budget),
        Evidence::FiniteViolation(violation) => {
            safety::check_violation(question, violation, budget)
        }
        Evidence::Reduction(proof) => reduction::check(question, proof, budget),
        Evidence::Parts(parts) => parts::check(question, &parts.proofs, budget),
        Evidence::Violation(found) => violation::check(question, found, budget),
        _ => Err(Rejected::WrongKind),
    }
}

/// The rules for `S safe` and `S equivalent to T`.
///
/// # Errors
/// The first rule that is broken.
pub fn check_safe(
    question: &Safe,
    evidence: &Evidence,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    match evidence {
        Evidence::Covering(proof) => collective::check(question, proof, budget),
        Evidence::FailingRun(run) => collective::check_run(question, run, budget),
        Evidence::LongRun(run) => collective::check_long_run(question, run, budget),
        _ => Err(Rejected::WrongKind),
    }
}

/// The rules for `A included in B`.
///
/// # Errors
/// The first rule that is broken.
pub fn check_included(
    question: &Included,
    evidence: &Evidence,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    match evidence {
        Evidence::FairInclusion(evidence) => fair::check(question, evidence, budget),
        Evidence::SymbolicInclusion(evidence) => symbolic::check(question, evidence, budget),
        Evidence::FairRun(run) => fair_run::check(question, run, budget),
        _ => Err(Rejected::WrongKind),
    }
}

/// The rules for `P satisfies φ`.
///
/// # Errors
/// The first rule that is broken.
pub fn check_satisfies(
    question: &Satisfies,
    evidence: &Evidence,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    match evidence {
        Evidence::Satisfaction(evidence) => satisfaction::check(question, evidence, budget),
        _ => Err(Rejected::WrongKind),
    }
}

/// The rules for claims about networks of any size.
///
/// # Errors
/// The first rule that is broken.
pub fn check_all_sizes(
    question: &AllSizes,
    evidence: &Evidence,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    match evidence {
        Evidence::Network(evidence) => network::check(question, evidence, budget),
        _ => Err(Rejected::WrongKind),
    }
}

/// The rules for the inclusion of words of automata.
///
/// # Errors
/// The first rule that is broken.
pub fn check_words(
    question: &Words,
    evidence: &Evidence,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let [first, second] = &question.automata;
    match evidence {
        Evidence::Words(evidence) => inclusion::check_inclusion(first, second, evidence, budget),
        _ => Err(Rejected::WrongKind),
    }
}

/// The rules for the satisfiability of a formula.
///
/// # Errors
/// The first rule that is broken.
pub fn check_formula(
    question: &Formula,
    evidence: &Evidence,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let Evidence::Formula(winning) = evidence else {
        return Err(Rejected::WrongKind);
    };
    let strategy = winning.read(question)?;
    formula::check_strategy(&question.prenex, &strategy, budget)?;
    // Each case has its form, and all of them together leave one question.
    let cases: usize = strategy.choices.iter().map(|it| it.cases.len()).sum();
    Ok(Accepted::of(evidence, cases + 1))
}

/// The rules for forall-exists formulas.
///
/// # Errors
/// The first rule that is broken.
pub fn check_forall_exists(
    question: &ForallExists,
    evidence: &Evidence,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let Evidence::ForallExists(skolem) = evidence else {
        return Err(Rejected::WrongKind);
    };
    let ForallExists {
        premise,
        existential,
        conclusion,
    } = question;
    let answer = skolem.read(question)?;
    formula::check_forall_exists(premise, existential, conclusion, &answer, budget)?;
    let cases = match &answer {
        evidence::strategy::ForallExists::Valid(choice) => choice.cases.len(),
        // The premise holds for the values.
        evidence::strategy::ForallExists::Invalid(_) => 1,
    };
    Ok(Accepted::of(evidence, cases + 1))
}

/// The rules for Horn clauses.
///
/// # Errors
/// The first rule that is broken.
pub fn check_clauses(
    question: &Clauses,
    evidence: &Evidence,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let Evidence::Clauses(solved) = evidence else {
        return Err(Rejected::WrongKind);
    };
    let answer = solved.read(question)?;
    horn::check_answer(&question.system, &answer, budget)?;
    let obligations = match &answer {
        evidence::horn::Answer::Sat(_) => question.system.clauses().len(),
        evidence::horn::Answer::Unsat(derivation) => derivation.steps.len(),
    };
    Ok(Accepted::of(evidence, obligations))
}
