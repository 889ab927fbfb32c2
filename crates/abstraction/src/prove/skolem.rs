//! Skolem terms for what the specification chooses, by AE-VAL (papers/003, section 5).

use evidence::strategy::ForallExists;
use logic::{Term, Var};

use super::matching::{joined, seen_alike};
use super::{Failure, Prover};

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
        let Some(seen) = seen_alike(&ours.path, &ours.effect, &symbolic, self.context) else {
            return Ok(false);
        };
        let mut conclusion = vec![symbolic.condition(), seen];
        if let Some(to) = reply.to {
            let values = joined([Some(&ours.effect), symbolic.effect.as_ref()]);
            conclusion.extend(values.apply_all(&self.points[to].relation.atoms()));
        }
        let conclusion = Term::and(conclusion);
        let premise = Term::and(self.premise(number, step));
        let fits = [&premise, &conclusion].map(games::check_fragment);
        if fits.iter().any(Result::is_err) {
            return Ok(false);
        }
        let budget = self.asker.budget().clone().with_work(WORK);
        let found = games::aeval::decide(&premise, &vars, &conclusion, &budget);
        let Ok(ForallExists::Valid(choice)) = found else {
            return Ok(false);
        };
        let terms: Vec<Term> = choice.terms().into_iter().map(|(_, term)| term).collect();
        if terms == reply.terms {
            return Ok(false);
        }
        let mut choose = |number: usize, _: &Var| terms[number].clone();
        let effect = function.effect(point.theirs, path, &mut choose);
        let reply = &mut self.points[number].steps[step].replies[position];
        reply.effect = effect;
        reply.terms = terms;
        Ok(true)
    }
}
