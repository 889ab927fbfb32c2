//! Postconditions that are proved part by part.
//!
//! One interleaving need not suit all parts of a postcondition: where a loop is compared with two
//! loops that share its work, one part needs the first of them beside it and another the second. And
//! that two arrays are equal is often shown more easily of their elements at any one index. So the
//! claim as a whole and its parts take turns, each time with more work allowed.

use budget::Budget;
use evidence::reduction::{Parts, Reduction};
use evidence::{Evidence, Reason, Verdict};
use logic::{Op, Sort, Term, Var};
use program::Constant;
use question::SafeFor;

use crate::Effort;
use crate::options::Options;
use crate::search::search;
use crate::threads::Threads;
use crate::turns::Behind;

/// How much more work is allowed each time.
const FACTOR: usize = 4;

/// Decides a question as a whole or by its parts.
pub(crate) fn decide(
    question: &SafeFor,
    options: &Options,
    budget: &Budget,
    effort: &mut Effort,
) -> Result<Verdict, Reason> {
    let nobody = || Reason::Incomplete("nothing was tried".to_owned());
    let parts = parts(question);
    let is_whole = |part: &Part| part.question.ensures == question.ensures;
    if parts.iter().all(is_whole) || *options != Options::default() {
        return search(question, options, None, budget, effort)?.ok_or_else(nobody);
    }
    let mut whole = Attempt::Open;
    let mut attempts: Vec<Attempt> = parts.iter().map(|_| Attempt::Open).collect();
    let mut limit = patience(question, &parts);
    loop {
        if whole.is_open() {
            whole.go_on(search(question, options, Some(limit), budget, effort))?;
            if let Attempt::Decided(verdict) = whole {
                return Ok(verdict);
            }
        }
        for (part, attempt) in parts.iter().zip(&mut attempts) {
            if attempt.is_open() {
                attempt.go_on(search(&part.question, options, Some(limit), budget, effort))?;
            }
            if let Attempt::Decided(Verdict::Refuted(evidence)) = attempt {
                return Ok(Verdict::Refuted(part.without_constants(evidence.clone())));
            }
        }
        if let Some(proofs) = attempts.iter().map(Attempt::proof).collect() {
            return Ok(Verdict::Proved(Evidence::Parts(Parts { proofs })));
        }
        let failed = attempts.iter().find_map(Attempt::failure);
        if let (Some(failure), Some(_)) = (whole.failure(), failed) {
            return Err(failure);
        }
        limit *= FACTOR;
    }
}

/// How much work is allowed at first, counted as teams count theirs. Where the loops of the programs
/// match each other, one order is likely to suit all parts.
fn patience(question: &SafeFor, parts: &[Part]) -> usize {
    let threads = Threads::of(question);
    if Behind::ways(&threads).len() > 1 {
        400
    } else if parts.iter().any(|part| part.constants > 0) {
        1600
    } else {
        20_000
    }
}

/// How far a question has come.
enum Attempt {
    Open,
    Decided(Verdict),
    Failed(Reason),
}

impl Attempt {
    fn is_open(&self) -> bool {
        matches!(self, Attempt::Open)
    }

    /// Takes in what came of more work.
    fn go_on(&mut self, answer: Result<Option<Verdict>, Reason>) -> Result<(), Reason> {
        match answer {
            Ok(Some(verdict)) => *self = Attempt::Decided(verdict),
            Ok(None) => {}
            Err(reason @ Reason::Incomplete(_)) => *self = Attempt::Failed(reason),
            Err(reason) => return Err(reason),
        }
        Ok(())
    }

    fn proof(&self) -> Option<Reduction> {
        match self {
            Attempt::Decided(Verdict::Proved(Evidence::Reduction(proof))) => Some(proof.clone()),
            _ => None,
        }
    }

    fn failure(&self) -> Option<Reason> {
        match self {
            Attempt::Failed(reason) => Some(reason.clone()),
            _ => None,
        }
    }
}

/// A part of the postcondition as a question of its own.
struct Part {
    question: SafeFor,
    /// How many constants stand for indices.
    constants: usize,
}

impl Part {
    /// The runs that violate the part, as runs that violate the whole: which index shows it does not
    /// matter.
    fn without_constants(&self, evidence: Evidence) -> Evidence {
        match evidence {
            Evidence::Violation(mut violation) => {
                let kept = violation.start.len() - self.constants;
                violation.start.truncate(kept);
                Evidence::Violation(violation)
            }
            other => other,
        }
    }
}

/// The conjuncts of the postcondition, with equations between arrays as equations between elements.
fn parts(question: &SafeFor) -> Vec<Part> {
    let conjuncts = question.ensures.conjuncts();
    let parts = conjuncts.iter().map(|conjunct| {
        let mut constants = Vec::new();
        let mut part = question.clone();
        part.ensures = by_elements(conjunct, &mut constants);
        let count = constants.len();
        let constants = constants.into_iter().map(|var| Constant {
            var,
            constraint: Term::top(),
        });
        part.setting.constants.extend(constants);
        Part {
            question: part,
            constants: count,
        }
    });
    parts.collect()
}

/// Replaces equations between arrays that must hold by such between their elements.
fn by_elements(formula: &Term, constants: &mut Vec<Var>) -> Term {
    logic::recursion::guard(|| {
        let parts = formula.children();
        match formula.op() {
            Some(Op::Or) => Term::or(parts.iter().map(|part| by_elements(part, constants))),
            Some(Op::Implies) => Term::implies(parts[0].clone(), by_elements(&parts[1], constants)),
            Some(Op::Eq) => {
                let Sort::Array(sort) = parts[0].sort().carrier() else {
                    return formula.clone();
                };
                let name = format!("element!{}", constants.len());
                let index = Var::new(name.as_str(), sort.index.carrier());
                constants.push(index.clone());
                let [a, b] = [0, 1].map(|side| Term::select(parts[side].clone(), index.term()));
                by_elements(&Term::eq(a, b), constants)
            }
            _ => formula.clone(),
        }
    })
}
