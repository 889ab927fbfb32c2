//! Skolem terms for what the specification chooses, by AE-VAL (papers/003, section 5).

use evidence::strategy::ForallExists;
use logic::{Op, Substitution, Term, Var};

use super::matching::{joined, seen_alike};
use super::{Failure, Prover};
use crate::harvest::parts;

/// What AE-VAL may spend on a question.
const WORK: u64 = 5_000_000;

impl Prover<'_, '_> {
    /// Looks for terms with which an answer is right under the present relations; whether there are
    /// any, and others than before.
    pub(super) fn skolemise(
        &mut self,
        number: usize,
        step: usize,
        position: usize,
    ) -> Result<bool, Failure> {
        let point = &self.points[number];
        let ours = &point.steps[step];
        let reply = ours.replies[position].clone();
        let (Some(path), false) = (&reply.path, reply.terms.is_empty()) else {
            return Ok(false);
        };
        let chosen = reply.effect.iter().flat_map(|effect| &effect.chosen);
        let vars: Vec<Var> = chosen
            .enumerate()
            .map(|(number, var)| Var::new(format!("skolem!{number}").as_str(), var.sort.clone()))
            .collect();
        let function = &self.specification.function;
        let mut choose = |number: usize, _: &Var| vars[number].term();
        let Some(open) = function.effect(point.theirs, path, &mut choose) else {
            return Ok(false);
        };
        let mut symbolic = reply.clone();
        symbolic.effect = Some(open);
        let Some(seen) = seen_alike(ours.path.as_ref(), &ours.effect, &symbolic, self.context)
        else {
            return Ok(false);
        };
        let mut conclusion = vec![symbolic.condition(), seen];
        if let Some(to) = reply.to {
            let values = joined([Some(&ours.effect), symbolic.effect.as_ref()]);
            let atoms = self.points[self.number[&to]].relation.atoms();
            conclusion.extend(values.apply_all(atoms.iter()));
        }
        let conclusion = Term::and(conclusion);
        let premise = Term::and(self.premise(number, step));
        let fits = [&premise, &conclusion].map(games::check_fragment);
        let terms: Vec<Term> = if fits.iter().any(Result::is_err) {
            solved(&conclusion, &vars, &reply.terms)
        } else {
            let budget = self.asker.budget().clone().with_work(WORK);
            let found = games::aeval::decide(&premise, &vars, &conclusion, &budget);
            let Ok(ForallExists::Valid(choice)) = found else {
                return Ok(false);
            };
            choice.terms().into_iter().map(|(_, term)| term).collect()
        };
        if terms == reply.terms {
            return Ok(false);
        }
        let mut choose = |number: usize, _: &Var| terms[number].clone();
        let effect = function.effect(point.theirs, path, &mut choose);
        let step = &mut self.points[number].steps[step];
        let reply = &mut step.replies[position];
        reply.effect = effect;
        reply.terms = terms;
        reply.given = None;
        // With other choices it may be possible elsewhere.
        if let Some(taken) = &mut step.taken {
            taken.is_covered = false;
        }
        Ok(true)
    }
}

/// Terms for these variables by solving equations of a formula, each for a variable that occurs once in
/// it; where none can be solved, what was there before. They are a guess: that they are right is
/// found out by asking.
fn solved(formula: &Term, vars: &[Var], before: &[Term]) -> Vec<Term> {
    let mut found = Substitution::new();
    let equations = parts(formula);
    let equations = || equations.iter().filter(|part| part.op() == Some(&Op::Eq));
    for var in vars {
        let solution = equations().find_map(|equation| {
            let [a, b] = equation.children() else {
                return None;
            };
            let [a, b] = [a, b].map(|side| found.apply(side));
            isolated(&a, b.clone(), var).or_else(|| isolated(&b, a, var))
        });
        let is_closed = |term: &Term| {
            let free = term.free_vars();
            vars.iter().all(|var| !free.contains(var))
        };
        if let Some(solution) = solution.filter(is_closed) {
            found.insert(var.clone(), solution);
        }
    }
    let terms = vars.iter().zip(before);
    terms
        .map(|(var, before)| found.get(var).unwrap_or(before).clone())
        .collect()
}

/// The value of a variable with which a term that mentions it once has a value.
fn isolated(term: &Term, value: Term, var: &Var) -> Option<Term> {
    if term.as_var() == Some(var) {
        return Some(value);
    }
    let mentions = |part: &Term| part.free_vars().contains(var);
    if mentions(&value) {
        return None;
    }
    let op = term.op()?;
    match (op, term.children()) {
        (Op::BvNot | Op::BvNeg, [inner]) => {
            isolated(inner, Term::app(op.clone(), vec![value]), var)
        }
        (Op::Not, [inner]) => isolated(inner, Term::not(value), var),
        (Op::BvAdd | Op::BvXor, [a, b]) => {
            let (inner, other) = match (mentions(a), mentions(b)) {
                (true, false) => (a, b),
                (false, true) => (b, a),
                _ => return None,
            };
            let inverse = match op {
                Op::BvAdd => Op::BvSub,
                _ => Op::BvXor,
            };
            isolated(inner, Term::app(inverse, vec![value, other.clone()]), var)
        }
        (Op::BvSub, [a, b]) if mentions(a) && !mentions(b) => {
            isolated(a, Term::app(Op::BvAdd, vec![value, b.clone()]), var)
        }
        (Op::BvSub, [a, b]) if mentions(b) && !mentions(a) => {
            isolated(b, Term::app(Op::BvSub, vec![a.clone(), value]), var)
        }
        // Wherever the other branch is taken, the variable does not matter.
        (Op::Ite, [condition, a, b]) if !mentions(condition) => match (mentions(a), mentions(b)) {
            (true, false) => isolated(a, value, var),
            (false, true) => isolated(b, value, var),
            _ => None,
        },
        _ => None,
    }
}
