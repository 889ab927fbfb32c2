//! Abstract states as formulas over the parameters of predicates.

use std::collections::BTreeSet;

use logic::linear::LinearAtom;
use logic::{Integer, Rational, Sort, Term, Var};
use polyhedra::congruence::Congruence;
use polyhedra::{Constraint, Relation};

use super::case::{Atoms, Place, numbers};
use super::element::Element;
use crate::houdini::Formulas;
use crate::problem::Problem;

/// The states of all places of a system.
#[derive(Clone, Copy)]
pub(super) struct States<'a> {
    pub(super) places: &'a [Place],
    pub(super) states: &'a [Element],
}

impl<'a> States<'a> {
    /// The states of a predicate that have points, with the atoms that hold there.
    fn of(self, predicate: usize) -> Vec<(u32, &'a Element)> {
        let pairs = self.places.iter().zip(self.states);
        let own = pairs.filter(|(place, state)| place.predicate == predicate && !state.is_empty());
        own.map(|(place, state)| (place.holds, state)).collect()
    }
}

/// One conjunct of the description of an element.
enum Fact {
    Constraint(Constraint),
    Congruence(Congruence),
}

impl Fact {
    /// The conjuncts of an element, apart from the integrality of its dimensions.
    fn of(element: &Element) -> Vec<Fact> {
        let congruences = element.grid().congruences().into_iter();
        let proper = congruences.filter(|congruence| *congruence.modulus() > Integer::ONE);
        (element.polyhedron().constraints().into_iter())
            .map(Fact::Constraint)
            .chain(proper.map(Fact::Congruence))
            .collect()
    }

    fn holds_in(&self, element: &Element) -> bool {
        match self {
            Fact::Constraint(constraint) => element.polyhedron().entails(constraint),
            Fact::Congruence(congruence) => element.grid().entails(congruence),
        }
    }

    /// The formula; `None` for a congruence of reals, which terms cannot say.
    fn formula(&self, parameters: &[Var]) -> Option<Term> {
        match self {
            Fact::Constraint(constraint) => {
                let (sum, sort) = sum(parameters, constraint.coefficients(), constraint.constant());
                let zero = Term::number(&sort, 0);
                let atom = match constraint.relation() {
                    Relation::Eq => Term::eq(sum, zero),
                    Relation::Le => Term::le(sum, zero),
                };
                Some(match sort {
                    Sort::Int => LinearAtom::<Integer>::of(&atom).map_or(atom, |n| n.to_term()),
                    _ => LinearAtom::<Rational>::of(&atom).map_or(atom, |n| n.to_term()),
                })
            }
            Fact::Congruence(congruence) => {
                let (sum, sort) = sum(parameters, congruence.coefficients(), congruence.constant());
                let atom = (sort == Sort::Int)
                    .then(|| Term::divisible(congruence.modulus().clone(), sum))?;
                Some(LinearAtom::<Integer>::of(&atom).map_or(atom, |normal| normal.to_term()))
            }
        }
    }
}

/// The value of an affine expression over the parameters that are numbers, and its sort.
fn sum<'a>(
    parameters: &[Var],
    coefficients: impl Iterator<Item = (usize, &'a Integer)>,
    constant: &Integer,
) -> (Term, Sort) {
    let numbers: Vec<&Var> = numbers(parameters).collect();
    let coefficients: Vec<(usize, &Integer)> = coefficients.collect();
    let is_int = |place: &usize| numbers[*place].sort == Sort::Int;
    if coefficients.iter().all(|(place, _)| is_int(place)) {
        let terms = coefficients
            .iter()
            .map(|(place, factor)| {
                Term::mul([Term::int((*factor).clone()), numbers[*place].term()])
            })
            .chain([Term::int(constant.clone())]);
        return (Term::add(terms), Sort::Int);
    }
    let real = |number: &Integer| Term::real(Rational::from(number.clone()));
    let terms = coefficients
        .iter()
        .map(|(place, factor)| {
            let var = numbers[*place].term();
            let var = if is_int(place) {
                Term::to_real(var)
            } else {
                var
            };
            Term::mul([real(factor), var])
        })
        .chain([real(constant)]);
    (Term::add(terms), Sort::Real)
}

/// Clauses that say of each predicate that it is in one of its states.
pub(super) fn formulas(problem: &Problem<'_>, atoms: &Atoms, states: States<'_>) -> Formulas {
    (problem.parameters.iter().enumerate())
        .map(|(predicate, parameters)| {
            let own = states.of(predicate);
            if own.is_empty() {
                return vec![Term::bottom()];
            }
            let atoms = &atoms[predicate];
            let mut found = exclusions(atoms, &own);
            for (holds, state) in &own {
                for fact in Fact::of(state) {
                    let condition = condition(atoms.len(), *holds, &own, &fact);
                    let denied = denied(atoms, condition, *holds);
                    let formula = fact.formula(parameters);
                    found.extend(formula.map(|formula| Term::or(denied.chain([formula]))));
                }
            }
            distinct(found)
        })
        .collect()
}

/// The formulas without those that say nothing or have been said.
fn distinct(mut formulas: Vec<Term>) -> Vec<Term> {
    let mut said = BTreeSet::new();
    formulas.retain(|formula| !formula.is_true() && said.insert(formula.clone()));
    formulas
}

/// The fewest atoms that decide that a fact holds: wherever they are as here, it does.
fn condition(count: usize, holds: u32, own: &[(u32, &Element)], fact: &Fact) -> u32 {
    let is_enough = |mask: &u32| {
        let mut alike = own.iter().filter(|(other, _)| other & mask == holds & mask);
        alike.all(|(_, state)| fact.holds_in(state))
    };
    let all = (1 << count) - 1;
    by_size(count).find(is_enough).unwrap_or(all)
}

/// The sets of so many atoms, small ones first.
fn by_size(count: usize) -> impl Iterator<Item = u32> {
    let mut masks: Vec<u32> = (0..1 << count).collect();
    masks.sort_by_key(|mask: &u32| mask.count_ones());
    masks.into_iter()
}

/// That some atom of the mask is not as here.
fn denied(atoms: &[Term], mask: u32, holds: u32) -> impl Iterator<Item = Term> + '_ {
    let chosen = atoms.iter().enumerate();
    let chosen = chosen.filter(move |(position, _)| mask & (1 << position) != 0);
    chosen.map(move |(position, atom)| {
        if holds & (1 << position) == 0 {
            atom.clone()
        } else {
            atom.negated_nnf()
        }
    })
}

/// Clauses over the atoms that say which combinations do not occur.
fn exclusions(atoms: &[Term], own: &[(u32, &Element)]) -> Vec<Term> {
    let present: BTreeSet<u32> = own.iter().map(|(holds, _)| *holds).collect();
    let mut absent: BTreeSet<u32> = (0..1 << atoms.len())
        .filter(|holds| !present.contains(holds))
        .collect();
    let mut found = Vec::new();
    for mask in by_size(atoms.len()) {
        let all: Vec<u32> = absent.iter().copied().collect();
        for holds in all {
            let alike = |other: &u32| other & mask == holds & mask;
            if absent.contains(&holds) && !present.iter().any(alike) {
                absent.retain(|other| !alike(other));
                found.push(Term::or(denied(atoms, mask, holds)));
            }
        }
    }
    found
}

/// Clauses that say: what may lead to a query is in one of its states. The states that are derivable
/// at all are given, because only what sets those that may lead to a query apart has to be said.
pub(super) fn directed_formulas(
    problem: &Problem<'_>,
    atoms: &Atoms,
    derivable: States<'_>,
    leading: &[Element],
    states: &[Element],
) -> Formulas {
    let mut found: Formulas = vec![Vec::new(); problem.parameters.len()];
    for (number, place) in derivable.places.iter().enumerate() {
        let all = &derivable.states[number];
        if all.is_empty() || leading[number].is_empty() {
            continue;
        }
        let parameters = &problem.parameters[place.predicate];
        let atoms = &atoms[place.predicate];
        let news = |element: &Element| {
            let facts = Fact::of(element).into_iter();
            facts.filter(|fact| !fact.holds_in(all)).collect::<Vec<_>>()
        };
        let premise = news(&leading[number]);
        let premise: Option<Vec<Term>> = premise
            .iter()
            .map(|fact| fact.formula(parameters))
            .collect();
        let Some(premise) = premise else { continue };
        let mask = (1 << atoms.len()) - 1;
        let denied: Vec<Term> = denied(atoms, mask, place.holds)
            .chain(premise.iter().map(Term::negated_nnf))
            .collect();
        let clauses = &mut found[place.predicate];
        if states[number].is_empty() {
            clauses.push(Term::or(denied));
            continue;
        }
        for fact in news(&states[number]) {
            let formula = fact.formula(parameters);
            clauses
                .extend(formula.map(|formula| Term::or(denied.iter().cloned().chain([formula]))));
        }
    }
    found.into_iter().map(distinct).collect()
}
