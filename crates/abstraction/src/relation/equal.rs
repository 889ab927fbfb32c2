//! Which variables are equal, opposite, or what the other function computes next.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Sort, Term, Value};

use super::{Column, MOST_ORDERED, Space};
use crate::bounds::Bounds;
use crate::flow::base_name;

impl Space {
    /// Equalities between variables of both functions, one for each variable, and constants.
    pub(super) fn partners(&self) -> Vec<Term> {
        let mut classes: BTreeMap<(&Sort, Vec<&Value>), Vec<usize>> = BTreeMap::new();
        for (position, var) in self.vars.iter().enumerate() {
            let values = self.samples.iter().map(|sample| &sample[position]);
            let key = (&var.sort, values.collect());
            classes.entry(key).or_default().push(position);
        }
        let mut atoms = Vec::new();
        for ((sort, values), class) in classes {
            let (ours, theirs) = class.split_at(class.partition_point(|p| *p < self.ours));
            let constant = values.iter().all(|value| *value == values[0]);
            let given = |position: &usize| self.bounds.is_given(&self.vars[*position]);
            let constant = constant && !matches!(sort, Sort::Array(_)) && !class.iter().any(given);
            if ours.is_empty() || theirs.is_empty() {
                let var = |position: &usize| self.vars[*position].term();
                let (first, others) = match constant {
                    true => (Term::value(values[0].clone()), &class[..]),
                    false => (var(&class[0]), &class[1..]),
                };
                atoms.extend(others.iter().map(|it| Term::eq(var(it), first.clone())));
                continue;
            }
            let name = |position: usize| base_name(&self.vars[position]);
            let named = |position: usize, others: &[usize]| {
                let same = others.iter().find(|other| name(**other) == name(position));
                *same.unwrap_or(&others[0])
            };
            let mut pairs: BTreeSet<(usize, usize)> = BTreeSet::new();
            pairs.extend(ours.iter().map(|own| (*own, named(*own, theirs))));
            let with_partner: BTreeSet<usize> = pairs.iter().map(|(_, their)| *their).collect();
            let alone = theirs.iter().filter(|their| !with_partner.contains(their));
            let alone: Vec<usize> = alone.copied().collect();
            pairs.extend(alone.into_iter().map(|their| (named(their, ours), their)));
            let equal =
                |(a, b): &(usize, usize)| Term::eq(self.vars[*a].term(), self.vars[*b].term());
            atoms.extend(pairs.iter().map(equal));
        }
        atoms
    }

    /// Variables without an equal that have the values of what the other function computes next.
    pub(super) fn computed_early(&self, varying: &[Column<'_>]) -> Vec<Term> {
        let mut atoms = Vec::new();
        for column in varying.iter().filter(|column| !column.shared) {
            let next = match column.position < self.ours {
                true => &self.theirs_next,
                false => &self.ours_next,
            };
            let mut candidates = next
                .iter()
                .filter(|watched| *watched.term.sort() == column.var.sort);
            let same = candidates
                .clone()
                .find(|watched| watched.values.iter().eq(column.values.iter().copied()));
            if let Some(same) = same {
                atoms.push(Term::eq(column.var.term(), same.term.clone()));
                continue;
            }
            // A flag may be kept while the other function tests for its opposite.
            let opposite = candidates.find(|watched| {
                let mut pairs = watched.values.iter().zip(&column.values);
                column.var.sort == Sort::Bool && pairs.all(|(a, b)| a != *b)
            });
            let negated = opposite.map(|opposite| Term::not(opposite.term.clone()));
            atoms.extend(negated.map(|negated| Term::eq(column.var.term(), negated)));
        }
        atoms
    }
}

/// Truth values that are always opposite.
pub(super) fn negations(varying: &[Column<'_>]) -> Vec<Term> {
    let bools: Vec<&Column<'_>> = varying
        .iter()
        .filter(|c| c.var.sort == Sort::Bool)
        .collect();
    let mut atoms = Vec::new();
    for (position, a) in bools.iter().enumerate() {
        let opposite = |b: &&&Column<'_>| a.values.iter().zip(&b.values).all(|(a, b)| a != b);
        if let Some(b) = bools[..position].iter().find(opposite) {
            atoms.push(Term::eq(a.var.term(), Term::not(b.var.term())));
        }
    }
    atoms
}

/// Truth values one of which implies the other.
pub(super) fn implications(varying: &[Column<'_>]) -> Vec<Term> {
    let bools: Vec<&Column<'_>> = varying
        .iter()
        .filter(|c| c.var.sort == Sort::Bool)
        .collect();
    let mut atoms = Vec::new();
    for a in bools.iter().take(MOST_ORDERED) {
        for b in bools.iter().take(MOST_ORDERED).filter(|b| a.var != b.var) {
            if a.values.iter().zip(&b.values).all(|(a, b)| a <= b) {
                atoms.push(Term::or([Term::not(a.var.term()), b.var.term()]));
            }
        }
    }
    atoms
}

/// How many values a variable may have for a relation to list them, and how many samples must have
/// been seen.
const MOST_VALUES: usize = 4;
const ENOUGH_SAMPLES: usize = 12;

/// Variables with few values, such as flags and the states of a machine.
pub(super) fn few_values(varying: &[Column<'_>], bounds: &Bounds) -> Vec<Term> {
    let mut atoms = Vec::new();
    for column in varying {
        let fits = matches!(column.var.sort, Sort::BitVec(2..)) && !bounds.is_given(column.var);
        if !fits || column.values.len() < ENOUGH_SAMPLES {
            continue;
        }
        let mut values: BTreeSet<&Value> = BTreeSet::new();
        for value in &column.values {
            values.insert(value);
            if values.len() > MOST_VALUES {
                break;
            }
        }
        if values.len() <= MOST_VALUES {
            let equal = |value: &Value| Term::eq(column.var.term(), Term::value(value.clone()));
            atoms.push(Term::or(values.into_iter().map(equal)));
        }
    }
    atoms
}
