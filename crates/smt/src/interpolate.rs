//! Sequence interpolants.
//!
//! Z3 has no interpolation of its own any more. Interpolants are solutions of a chain of Horn
//! clauses, which Spacer finds: `f1 => I1`, `I1 & f2 => I2`, …, `I(n-1) & fn => false`, where each
//! predicate may speak only of the variables that both sides of it share.

use std::collections::BTreeSet;

use budget::Budget;
use logic::{Op, Term, Var};

use crate::ffi::{Answer, Ast, Decl, Error, Fixedpoint, Sort, operator};
use crate::{Context, Outcome, Reason, Solver, Strategy, Validity};

impl Context {
    /// Interpolants `I1 … I(n-1)` of a sequence of `n` formulas that contradict each other:
    /// `I(i-1) & fi` implies `Ii`, where the first premise is `true` and the last conclusion is
    /// `false`, and `Ii` has only variables that occur both in `f1 … fi` and in `f(i+1) … fn`.
    ///
    /// For truth values and linear arithmetic; elsewhere often unknown. Each interpolant is checked
    /// before it is returned, because Spacer's answers have been wrong before.
    pub fn sequence_interpolants(
        &self,
        formulas: &[Term],
        budget: &Budget,
    ) -> Outcome<(), Vec<Term>> {
        self.in_workshop(|workshop| workshop.interpolants(formulas, budget))
    }

    fn interpolants(&self, formulas: &[Term], budget: &Budget) -> Outcome<(), Vec<Term>> {
        let mut solver = Solver::in_context(self, Strategy::Incremental);
        let needed = match solver.check_assuming(formulas, budget) {
            Outcome::Sat(_) => return Outcome::Sat(()),
            Outcome::Unknown(reason) => return Outcome::Unknown(reason),
            Outcome::Unsat(unsat) => match unsat.core() {
                Ok(core) => core,
                Err(reason) => return Outcome::Unknown(reason),
            },
        };
        match self.interpolate(&mut solver, formulas, &needed, budget) {
            // A formula that contradicts itself, which a smallest core would have alone, leads
            // Spacer astray.
            Ok(None) => match smallest_core(&mut solver, needed, budget)
                .and_then(|needed| self.interpolate(&mut solver, formulas, &needed, budget))
            {
                Ok(Some(interpolants)) => Outcome::Unsat(interpolants),
                Ok(None) => {
                    let what = "Spacer's interpolants are wrong";
                    Outcome::Unknown(Reason::Incomplete(what.to_owned()))
                }
                Err(reason) => Outcome::Unknown(reason),
            },
            Ok(Some(interpolants)) => Outcome::Unsat(interpolants),
            Err(reason) => Outcome::Unknown(reason),
        }
    }

    /// The interpolants of formulas of which the needed ones contradict each other; `None` where
    /// what Spacer finds is wrong.
    fn interpolate(
        &self,
        solver: &mut Solver,
        formulas: &[Term],
        needed: &[Term],
        budget: &Budget,
    ) -> Result<Option<Vec<Term>>, Reason> {
        let is_needed = |formula: &&Term| needed.contains(formula);
        let chain: Vec<Term> = formulas.iter().filter(is_needed).cloned().collect();
        let found = self.solve_chain(&chain, &shared_vars(&chain), budget)?;
        let mut found = found.into_iter();
        // What is not needed for the contradiction changes nothing from one place to the next.
        let mut interpolants = Vec::new();
        let mut current = Term::top();
        for formula in formulas {
            if needed.contains(formula) {
                current = found.next().unwrap_or_else(Term::bottom);
            }
            interpolants.push(current.clone());
        }
        // The last is `false`, which is no interpolant but the end.
        interpolants.pop();
        match check_chain(solver, formulas, &interpolants, budget) {
            Validity::Valid => Ok(Some(interpolants)),
            Validity::Invalid => Ok(None),
            Validity::Unknown(reason) => Err(reason),
        }
    }

    /// The solutions of the predicates in the chain for formulas that contradict each other.
    fn solve_chain(
        &self,
        formulas: &[Term],
        cuts: &[Vec<Var>],
        budget: &Budget,
    ) -> Result<Vec<Term>, Reason> {
        let clauses = Fixedpoint::new(self.z3(), None, &|| ())?;
        let bool = Sort::bool(self.z3())?;
        let goal = Decl::function(self.z3(), "contradiction", &[], &bool)?;
        clauses.register(&goal)?;
        let goal = goal.apply(&[])?;
        let mut predicates = Vec::new();
        for (position, cut) in cuts.iter().enumerate() {
            let arguments = cut
                .iter()
                .map(|var| self.constant(var))
                .collect::<Result<Vec<Ast>, Error>>()?;
            let sorts = cut
                .iter()
                .map(|var| self.sort(&var.sort))
                .collect::<Result<Vec<Sort>, Error>>()?;
            let name = format!("interpolant{position}");
            let predicate = Decl::function(self.z3(), &name, &sorts, &bool)?;
            clauses.register(&predicate)?;
            predicates.push((predicate, arguments));
        }
        for (position, formula) in formulas.iter().enumerate() {
            let mut body = vec![self.translate(formula)?.ast];
            let mut vars = formula.free_vars();
            if let Some(previous) = position.checked_sub(1) {
                let (predicate, arguments) = &predicates[previous];
                body.push(predicate.apply(arguments)?);
                vars.extend(cuts[previous].iter().cloned());
            }
            let head = match predicates.get(position) {
                Some((predicate, arguments)) => {
                    vars.extend(cuts[position].iter().cloned());
                    predicate.apply(arguments)?
                }
                None => goal.clone(),
            };
            clauses.add(&self.clause(&vars, body, head)?)?;
        }
        match clauses.query(&goal, formulas.len() as u32, budget) {
            Answer::Sat => {
                let what = "Spacer derives what is contradictory";
                Err(Reason::Incomplete(what.to_owned()))
            }
            Answer::Unknown(reason) => Err(reason),
            Answer::Unsat => predicates
                .iter()
                .map(|(predicate, arguments)| {
                    let solution = clauses.solution(predicate)?.instantiate(arguments)?;
                    Ok(self.read(&solution)?)
                })
                .collect(),
        }
    }

    /// `forall vars. body => head`, with the variables confined to their sorts.
    pub(crate) fn clause(
        &self,
        vars: &BTreeSet<Var>,
        mut body: Vec<Ast>,
        head: Ast,
    ) -> Result<Ast, Error> {
        let mut bound = Vec::new();
        for var in vars {
            body.extend(self.confinement(var)?);
            bound.push(self.constant(var)?);
        }
        let body = operator(self.z3(), &Op::And, &body)?;
        let clause = operator(self.z3(), &Op::Implies, &[body, head])?;
        if bound.is_empty() {
            Ok(clause)
        } else {
            Ast::quantified(true, &bound, &clause)
        }
    }
}

/// Formulas that contradict each other, but no longer without any one of them.
fn smallest_core(
    solver: &mut Solver,
    mut core: Vec<Term>,
    budget: &Budget,
) -> Result<Vec<Term>, Reason> {
    let mut position = 0;
    while position < core.len() {
        let mut fewer = core.clone();
        fewer.remove(position);
        match solver.check_assuming(&fewer, budget) {
            Outcome::Sat(_) => position += 1,
            Outcome::Unsat(_) => core = fewer,
            Outcome::Unknown(reason) => return Err(reason),
        }
    }
    Ok(core)
}

/// Whether each interpolant follows from the one before it and the formula between them.
fn check_chain(
    solver: &mut Solver,
    formulas: &[Term],
    interpolants: &[Term],
    budget: &Budget,
) -> Validity {
    let mut premise = Term::top();
    let conclusions = interpolants.iter().cloned().chain([Term::bottom()]);
    for (formula, conclusion) in formulas.iter().zip(conclusions) {
        let step = Term::and([premise, formula.clone()]);
        match solver.entails(&step, &conclusion, budget) {
            Validity::Valid => premise = conclusion,
            other => return other,
        }
    }
    Validity::Valid
}

/// For each place between two formulas the variables that occur on both sides of it.
fn shared_vars(formulas: &[Term]) -> Vec<Vec<Var>> {
    let occurring: Vec<BTreeSet<Var>> = formulas.iter().map(Term::free_vars).collect();
    let mut later = vec![BTreeSet::new(); formulas.len() + 1];
    for position in (0..formulas.len()).rev() {
        later[position] = &later[position + 1] | &occurring[position];
    }
    let mut before = BTreeSet::new();
    let mut cuts = Vec::new();
    for position in 1..formulas.len() {
        before.extend(occurring[position - 1].iter().cloned());
        cuts.push(before.intersection(&later[position]).cloned().collect());
    }
    cuts
}
