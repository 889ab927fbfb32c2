//! One simple term for each variable, right everywhere: guessed, then shown.
//!
//! Most choices in practice are of this kind, and one term for a whole premise is worth more to a
//! reader, and to whoever has to find invariants later, than a good case split. Guesses are tried in
//! the order equations, plain terms that the caller offers, bounds, constants. A guess that fails is
//! remembered as a sample, and later guesses are evaluated on all samples before the solver is
//! asked.

use budget::Budget;
use logic::{FreeVars, Model, Op, Sort, Substitution, Term, Value, Var, values_of};
use rustc_hash::FxHashSet;
use smt::{Outcome, Reason, Solver};

use crate::bounds::bound;

/// The most guesses that are evaluated on the samples.
const MOST_GUESSES: usize = 512;
/// The most guesses that the solver is asked about.
const MOST_QUESTIONS: usize = 24;
/// The most candidates for one variable.
const MOST_CANDIDATES: usize = 24;

/// Values of the other variables, collected from guesses that failed.
#[derive(Default, Debug)]
pub(crate) struct Samples(Vec<Model>);

impl Samples {
    pub(crate) fn add(&mut self, model: Model) {
        self.0.push(model);
    }
}

/// Terms for the variables, each over the other variables alone, such that the goal holds in every
/// model of the solver's assertions; `None` where no guess does.
///
/// A candidate may mention variables that come earlier in `vars`.
pub(crate) fn guess(
    vars: &[Var],
    goal: &Term,
    offered: &[Term],
    solver: &mut Solver,
    samples: &mut Samples,
    budget: &Budget,
) -> Result<Option<Vec<Term>>, Reason> {
    let mut questions = 0;
    for terms in Tuples::of(vars, goal, offered).take(MOST_GUESSES) {
        budget.check().map_err(Reason::from)?;
        let known = |sample: &Model| fits(vars, &terms, goal, sample);
        if !samples.0.iter().all(known) {
            continue;
        }
        let terms: Vec<Term> = terms.iter().map(Term::simplify).collect();
        let put: Substitution = vars.iter().cloned().zip(terms.iter().cloned()).collect();
        match solver.counterexample(&goal.substitute(&put).simplify(), budget) {
            Outcome::Unsat(()) => return Ok(Some(terms)),
            Outcome::Unknown(reason) => return Err(reason),
            Outcome::Sat(model) => samples.add(model),
        }
        questions += 1;
        if questions == MOST_QUESTIONS {
            break;
        }
    }
    Ok(None)
}

/// Simple terms for the variables that are right in the model; `None` where no guess is.
pub(crate) fn guess_in(
    vars: &[Var],
    goal: &Term,
    offered: &[Term],
    model: &Model,
) -> Option<Vec<Term>> {
    let right = |terms: &Vec<Term>| fits(vars, terms, goal, model);
    Tuples::of(vars, goal, offered)
        .take(MOST_GUESSES)
        .find(right)
}

/// All guesses, a term for each variable, the simplest first.
struct Tuples<'v> {
    vars: &'v [Var],
    candidates: Vec<Vec<Term>>,
    /// The next guess: for each variable the place of its candidate. `None` after the last one.
    places: Option<Vec<usize>>,
}

impl<'v> Tuples<'v> {
    fn of(vars: &'v [Var], goal: &Term, offered: &[Term]) -> Self {
        Tuples {
            vars,
            candidates: candidates(vars, goal, offered),
            places: Some(vec![0; vars.len()]),
        }
    }
}

impl Iterator for Tuples<'_> {
    type Item = Vec<Term>;

    fn next(&mut self) -> Option<Vec<Term>> {
        let mut places = self.places.take()?;
        let chosen = places.iter().zip(&self.candidates);
        let terms = put_in(self.vars, chosen.map(|(at, all)| &all[*at]));
        let movable = |place: &usize| places[*place] + 1 < self.candidates[*place].len();
        if let Some(place) = (0..places.len()).rev().find(movable) {
            places[place] += 1;
            places[place + 1..].fill(0);
            self.places = Some(places);
        }
        Some(terms)
    }
}

/// Whether the goal holds in the model with these terms for the variables. What has no value in the
/// model does not matter there.
fn fits(vars: &[Var], terms: &[Term], goal: &Term, model: &Model) -> bool {
    let mut model = model.clone();
    for term in terms.iter().chain([goal]) {
        for var in term.free_vars() {
            if model.get(&var).is_none() {
                model.set(var.clone(), Value::default_of(&var.sort));
            }
        }
    }
    for (var, term) in vars.iter().zip(terms) {
        let Ok(value) = model.eval(term) else {
            return false;
        };
        model.set(var.clone(), value);
    }
    model.holds(goal) == Ok(true)
}

/// The terms with those of earlier variables put in.
fn put_in<'t>(vars: &[Var], chosen: impl Iterator<Item = &'t Term>) -> Vec<Term> {
    let mut known = Substitution::new();
    let mut terms = Vec::new();
    for (var, term) in vars.iter().zip(chosen) {
        let term = term.substitute(&known);
        known.insert(var.clone(), term.clone());
        terms.push(term);
    }
    terms
}

/// Candidates for each variable, at least one, over the other variables and earlier ones.
fn candidates(vars: &[Var], goal: &Term, offered: &[Term]) -> Vec<Vec<Term>> {
    let atoms = atoms(goal);
    let numbers = numbers(goal);
    let mut free = FreeVars::new();
    let mut later: FxHashSet<Var> = vars.iter().cloned().collect();
    let mut all = Vec::new();
    for var in vars {
        let mut found: Vec<Term> = Vec::new();
        let (equations, others): (Vec<&Term>, Vec<&Term>) =
            atoms.iter().partition(|atom| atom.op() == Some(&Op::Eq));
        found.extend(
            equations
                .iter()
                .filter_map(|atom| bound(var, atom, &mut free)?),
        );
        let offered = offered
            .iter()
            .filter(|t| t.sort().carrier() == var.sort.carrier());
        found.extend(offered.cloned());
        for atom in others {
            for literal in [atom.clone(), Term::not(atom.clone())] {
                found.extend(bound(var, &literal, &mut free).flatten());
            }
        }
        found.extend(constants(&var.sort, &numbers));
        let mut seen = FxHashSet::default();
        found.retain(|term| {
            free.of(term).iter().all(|free| !later.contains(free)) && seen.insert(term.clone())
        });
        found.truncate(MOST_CANDIDATES);
        later.remove(var);
        all.push(found);
    }
    all
}

fn constants(sort: &Sort, numbers: &[Term]) -> Vec<Term> {
    if matches!(sort, Sort::Bool | Sort::Enum(_)) {
        return values_of(sort)
            .unwrap_or_default()
            .into_iter()
            .map(Term::value)
            .collect();
    }
    let carrier = sort.carrier();
    let small = [0, 1, -1].map(|value| Term::number(&carrier, value));
    let own = numbers.iter().filter(|number| *number.sort() == carrier);
    small.into_iter().chain(own.cloned()).collect()
}

/// The atoms of a formula that compare numbers, in the order of their occurrence.
fn atoms(formula: &Term) -> Vec<Term> {
    let mut atoms = formula.atoms();
    atoms.retain(|atom| matches!(atom.op(), Some(Op::Eq | Op::Le | Op::Lt)));
    atoms
}

/// The numbers in a formula.
fn numbers(formula: &Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut seen: FxHashSet<&Term> = FxHashSet::default();
    let mut open = vec![formula];
    while let Some(term) = open.pop() {
        if seen.insert(term) {
            if matches!(term.as_value(), Some(Value::Int(_) | Value::Real(_))) {
                found.push(term.clone());
            }
            open.extend(term.children().iter().rev());
        }
    }
    found
}

/// What a name says without the marks of a version at its end: `x'`, `x!2`, `x_1` and `x$0` all go
/// by `x`.
pub(crate) fn stem(name: &str) -> &str {
    let is_mark = |c: char| matches!(c, '\'' | '!' | '$' | '~' | '_' | '.' | '@' | '#');
    let without_number = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let stem = without_number.trim_end_matches(is_mark);
    if stem.is_empty() || stem.len() == without_number.len() {
        // There is no mark, so that a number at the end belongs to the name.
        name
    } else {
        stem
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt::Strategy;

    #[test]
    fn marks_of_versions_are_no_part_of_a_name() {
        for name in ["x'", "x!2", "x_1", "x$0", "x$~1", "x'2", "x"] {
            assert_eq!(stem(name), "x");
        }
        assert_eq!(stem("x1"), "x1");
        assert_eq!(stem("$etat1$0"), "$etat1");
        assert_eq!(stem("_1"), "_1");
    }

    #[test]
    fn the_simplest_term_that_fits_is_found() {
        let [x, y, z] = ["x", "y", "z"].map(|name| Var::new(name, Sort::Int));
        let two_more = Term::add([x.term(), Term::int(2)]);
        let goals = [
            // An equation, even one that is a disjunct.
            (
                Term::or([
                    Term::eq(y.term(), two_more.clone()),
                    Term::eq(y.term(), Term::int(7)),
                ]),
                "x + 2",
            ),
            // An offered term before a bound.
            (Term::le(y.term(), two_more.clone()), "x"),
            (Term::lt(two_more.clone(), y.term()), "x + 3"),
        ];
        for (goal, expected) in goals {
            let mut solver = Solver::new(Strategy::Incremental);
            let found = guess(
                std::slice::from_ref(&y),
                &goal,
                &[x.term()],
                &mut solver,
                &mut Samples::default(),
                &Budget::unlimited(),
            );
            let terms = found.expect("an answer").expect("a term");
            assert_eq!(terms[0].to_string(), expected, "{goal}");
        }
        // A later variable may follow an earlier one.
        let goal = Term::and([
            Term::lt(x.term(), y.term()),
            Term::lt(y.term(), z.term()),
            Term::le(z.term(), two_more),
        ]);
        let found = guess(
            &[y, z],
            &goal,
            &[],
            &mut Solver::new(Strategy::Incremental),
            &mut Samples::default(),
            &Budget::unlimited(),
        );
        assert!(found.expect("an answer").is_some());
    }
}
