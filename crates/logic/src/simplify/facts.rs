//! What the linear atoms of a conjunction or disjunction say together.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::linear::{Coefficient, Linear, LinearAtom, Normalised, Relation};
use crate::{Integer, Op, Rational, Sort, Term};

/// The linear atoms of a conjunction, by the sum that they bound. A disjunction is read as the
/// negation of the conjunction of its negated parts.
pub(super) struct Facts<'a, C> {
    op: &'a Op,
    groups: Vec<Group<C>>,
    by_sum: FxHashMap<Linear<C>, usize>,
}

/// All that is said of one sum. The sum has no constant and does not begin with a minus sign.
struct Group<C> {
    sum: Linear<C>,
    lower: Option<Bound<C>>,
    upper: Option<Bound<C>>,
    excluded: BTreeSet<C>,
    /// The parts that say it.
    positions: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq)]
struct Bound<C> {
    value: C,
    strict: bool,
}

enum Fact<C> {
    Upper(Bound<C>),
    Lower(Bound<C>),
    Equal(C),
    Unequal(C),
}

impl Facts<'_, Integer> {
    /// The parts with the linear atoms among them gathered: of several bounds only the tightest
    /// remain, at the place of the first. `None` where they contradict each other (in a
    /// disjunction: where they cover everything).
    pub(super) fn gather(op: &Op, parts: &[Term]) -> Option<Vec<Term>> {
        let mut result: Vec<Vec<Term>> = parts.iter().map(|part| vec![part.clone()]).collect();
        Facts::<Integer>::of(op, parts).combine(&mut result)?;
        Facts::<Rational>::of(op, parts).combine(&mut result)?;
        Some(result.into_iter().flatten().collect())
    }
}

impl<'a, C: Coefficient> Facts<'a, C> {
    fn of(op: &'a Op, parts: &[Term]) -> Self {
        let mut facts = Facts {
            op,
            groups: Vec::new(),
            by_sum: FxHashMap::default(),
        };
        for (position, part) in parts.iter().enumerate() {
            if let Some((sum, fact)) = fact_of(part, *op == Op::Or) {
                facts.add(sum, fact, position);
            }
        }
        facts
    }

    fn add(&mut self, sum: Linear<C>, fact: Fact<C>, position: usize) {
        let number = *self.by_sum.entry(sum.clone()).or_insert_with(|| {
            self.groups.push(Group {
                sum,
                lower: None,
                upper: None,
                excluded: BTreeSet::new(),
                positions: Vec::new(),
            });
            self.groups.len() - 1
        });
        let group = &mut self.groups[number];
        group.positions.push(position);
        let exact = |value: &C| Bound {
            value: value.clone(),
            strict: false,
        };
        match fact {
            Fact::Upper(bound) => group.limit_above(bound),
            Fact::Lower(bound) => group.limit_below(bound),
            Fact::Equal(value) => {
                group.limit_below(exact(&value));
                group.limit_above(exact(&value));
            }
            Fact::Unequal(value) => {
                group.excluded.insert(value);
            }
        }
    }

    /// Replaces each group of several parts by what it comes to; `None` for a contradiction.
    fn combine(mut self, parts: &mut [Vec<Term>]) -> Option<()> {
        for group in &mut self.groups {
            if group.positions.len() < 2 {
                continue;
            }
            let mut atoms = group.atoms()?;
            if *self.op == Op::Or {
                atoms = atoms.into_iter().map(opposite::<C>).collect();
            }
            for position in &group.positions {
                parts[*position].clear();
            }
            parts[group.positions[0]] = atoms;
        }
        Some(())
    }
}

impl<C: Coefficient> Group<C> {
    fn limit_above(&mut self, bound: Bound<C>) {
        let is_tighter =
            |old: &Bound<C>| bound.value < old.value || (bound.value == old.value && bound.strict);
        if self.upper.as_ref().is_none_or(is_tighter) {
            self.upper = Some(bound);
        }
    }

    fn limit_below(&mut self, bound: Bound<C>) {
        let is_tighter =
            |old: &Bound<C>| bound.value > old.value || (bound.value == old.value && bound.strict);
        if self.lower.as_ref().is_none_or(is_tighter) {
            self.lower = Some(bound);
        }
    }

    /// The atoms that say what the group says; `None` where nothing can satisfy them.
    fn atoms(&mut self) -> Option<Vec<Term>> {
        self.move_bounds_off_excluded_values();
        if let (Some(lower), Some(upper)) = (&self.lower, &self.upper) {
            if lower.value > upper.value {
                return None;
            }
            if lower.value == upper.value {
                if lower.strict || upper.strict || self.excluded.contains(&lower.value) {
                    return None;
                }
                return Some(vec![self.atom(Relation::Eq, &lower.value)]);
            }
        }
        let mut atoms = Vec::new();
        if let Some(lower) = &self.lower {
            let relation = if lower.strict {
                Relation::Lt
            } else {
                Relation::Le
            };
            let below = -&self.sum.plus_constant(&lower.value.negated());
            atoms.push(LinearAtom::normalise(relation, below).to_term());
        }
        if let Some(upper) = &self.upper {
            let relation = if upper.strict {
                Relation::Lt
            } else {
                Relation::Le
            };
            atoms.push(self.atom(relation, &upper.value));
        }
        for value in &self.excluded {
            let inside = self.lower.as_ref().is_none_or(|b| b.value < *value)
                && self.upper.as_ref().is_none_or(|b| *value < b.value);
            if inside {
                atoms.push(Term::not(self.atom(Relation::Eq, value)));
            }
        }
        Some(atoms)
    }

    /// A bound that is excluded becomes strict, which for integers is the next value. After that an
    /// integer bound may be excluded again; each excluded value is met at most once.
    fn move_bounds_off_excluded_values(&mut self) {
        let one = C::one();
        while let Some(upper) = &mut self.upper
            && !upper.strict
            && self.excluded.contains(&upper.value)
        {
            if C::SORT == Sort::Int {
                upper.value = upper.value.plus(&one.negated());
            } else {
                upper.strict = true;
            }
        }
        while let Some(lower) = &mut self.lower
            && !lower.strict
            && self.excluded.contains(&lower.value)
        {
            if C::SORT == Sort::Int {
                lower.value = lower.value.plus(&one);
            } else {
                lower.strict = true;
            }
        }
    }

    fn atom(&self, relation: Relation<C::Modulus>, value: &C) -> Term {
        let expression = self.sum.plus_constant(&value.negated());
        LinearAtom::normalise(relation, expression).to_term()
    }
}

/// The sum that a part bounds and what it says of it; with `negate`, what its negation says.
fn fact_of<C: Coefficient>(part: &Term, negate: bool) -> Option<(Linear<C>, Fact<C>)> {
    let (atom, negated) = match (part.op()?, part.children()) {
        (Op::Not, [atom]) if atom.op() == Some(&Op::Eq) => (atom, !negate),
        (Op::Le | Op::Lt | Op::Eq, _) => (part, negate),
        _ => return None,
    };
    let Normalised::Atom(atom) = LinearAtom::<C>::of(atom)? else {
        return None;
    };
    let is_equation = match atom.relation() {
        Relation::Eq => true,
        Relation::Le | Relation::Lt => false,
        Relation::Divides(_) => return None,
    };
    if is_equation {
        let (sum, value) = sum_and_value(atom.expression());
        let fact = if negated {
            Fact::Unequal(value)
        } else {
            Fact::Equal(value)
        };
        return Some((sum, fact));
    }
    let atom = match (negated, atom) {
        (false, atom) => atom,
        (true, atom) => match atom.negated()? {
            Normalised::Atom(atom) => atom,
            Normalised::Literal(_) => return None,
        },
    };
    let strict = *atom.relation() == Relation::Lt;
    if atom.expression().leads_negative() {
        let (sum, value) = sum_and_value(&-atom.expression());
        Some((sum, Fact::Lower(Bound { value, strict })))
    } else {
        let (sum, value) = sum_and_value(atom.expression());
        Some((sum, Fact::Upper(Bound { value, strict })))
    }
}

/// `e + c` compared with zero is `e` compared with `-c`.
fn sum_and_value<C: Coefficient>(expression: &Linear<C>) -> (Linear<C>, C) {
    let value = expression.constant().negated();
    (expression.plus_constant(&value), value)
}

/// The negation of an atom that a group has given.
fn opposite<C: Coefficient>(atom: Term) -> Term {
    match LinearAtom::<C>::of(&Term::not(atom.clone())) {
        Some(normal) => normal.to_term(),
        None => Term::not(atom),
    }
}
