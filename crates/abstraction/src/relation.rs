//! Candidate relations: what holds on all samples of a pair of cut points.
//!
//! A relation is a function of the samples. Where the solver finds a step that leaves it, the state
//! after the step becomes one more sample, so that relations only get weaker, and an end is reached
//! when no step leaves them: Houdini, with equalities instead of a list of candidates.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Integer, Op, Sort, Term, Value, Var};

use crate::affine;

/// How much a relation may say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Level {
    /// Constants and equalities.
    Equalities,
    /// Which bit-vectors are not negative, and which truth values imply others.
    Signs,
    /// Affine equations as well, where a variable has no equal on the other side.
    Affine,
    /// Comparisons as well.
    Order,
}

impl Level {
    /// All levels, the cheapest first.
    pub(crate) const ALL: [Level; 4] =
        [Level::Equalities, Level::Signs, Level::Affine, Level::Order];
}

/// The samples of a pair of cut points.
pub(crate) struct Space {
    /// The variables, those of the implementation first.
    vars: Vec<Var>,
    /// How many of them are the implementation's.
    ours: usize,
    samples: Vec<Vec<Value>>,
    level: Level,
    /// Constants to compare with.
    bounds: BTreeSet<Value>,
    /// What the solver could not decide.
    banned: BTreeSet<Term>,
}

/// The most variables of one width that are looked at for affine relations and for comparisons.
const MOST_AFFINE: usize = 24;
const MOST_ORDERED: usize = 12;

impl Space {
    pub(crate) fn new(
        ours: Vec<Var>,
        theirs: Vec<Var>,
        level: Level,
        bounds: BTreeSet<Value>,
    ) -> Self {
        Space {
            ours: ours.len(),
            vars: [ours, theirs].concat(),
            samples: Vec::new(),
            level,
            bounds,
            banned: BTreeSet::new(),
        }
    }

    pub(crate) fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// Adds a sample: a value for each variable.
    pub(crate) fn add(&mut self, sample: Vec<Value>) {
        debug_assert_eq!(sample.len(), self.vars.len());
        if !self.samples.contains(&sample) {
            self.samples.push(sample);
        }
    }

    /// Gives up an atom.
    pub(crate) fn ban(&mut self, atom: Term) {
        self.banned.insert(atom);
    }

    /// What holds on all samples; `false` where there is none.
    pub(crate) fn relation(&self) -> Vec<Term> {
        if self.samples.is_empty() {
            return vec![Term::bottom()];
        }
        let mut atoms = Vec::new();
        let mut classes: BTreeMap<(&Sort, Vec<&Value>), usize> = BTreeMap::new();
        let mut varying: Vec<Column<'_>> = Vec::new();
        for (position, var) in self.vars.iter().enumerate() {
            let values: Vec<&Value> = self
                .samples
                .iter()
                .map(|sample| &sample[position])
                .collect();
            let is_constant = values.iter().all(|value| *value == values[0]);
            if is_constant && !matches!(var.sort, Sort::Array(_)) {
                atoms.push(Term::eq(var.term(), Term::value(values[0].clone())));
                continue;
            }
            match classes.get(&(&var.sort, values.clone())) {
                Some(class) => {
                    let class: &mut Column<'_> = &mut varying[*class];
                    class.shared |= (position < self.ours) != (class.position < self.ours);
                    atoms.push(Term::eq(var.term(), class.var.term()));
                }
                None => {
                    classes.insert((&var.sort, values.clone()), varying.len());
                    varying.push(Column {
                        var,
                        values,
                        position,
                        shared: false,
                    });
                }
            }
        }
        atoms.extend(negations(&varying));
        if self.level >= Level::Affine {
            atoms.extend(affine_atoms(&varying));
            atoms.extend(integer_atoms(&varying));
        }
        if self.level >= Level::Signs {
            atoms.extend(implications(&varying));
            atoms.extend(self.signs(&varying));
        }
        if self.level >= Level::Order {
            atoms.extend(self.comparisons(&varying));
        }
        atoms.retain(|atom| !self.banned.contains(atom));
        atoms
    }

    /// Bit-vectors that are not negative, or not unless they are poison.
    fn signs(&self, varying: &[Column<'_>]) -> Vec<Term> {
        let mut atoms = Vec::new();
        for column in varying {
            let Sort::BitVec(width @ 2..) = column.var.sort else {
                continue;
            };
            let natural = |value: &Value| match value {
                Value::BitVec(bits) => !bits.signed().is_negative(),
                _ => false,
            };
            let zero = Term::bit_vec(width, 0);
            let atom = Term::app(Op::BvSle, vec![zero, column.var.term()]);
            if column.values.iter().all(|value| natural(value)) {
                atoms.push(atom);
            } else if let Some(position) = self.poison_of(column.var) {
                let is_poison = |sample: &Vec<Value>| sample[position] == Value::Bool(true);
                let mut samples = self.samples.iter().zip(&column.values);
                if samples.all(|(sample, value)| is_poison(sample) || natural(value)) {
                    atoms.push(Term::or([self.vars[position].term(), atom]));
                }
            }
        }
        atoms
    }

    /// The position of the truth value that says whether a variable is poison, by its name.
    fn poison_of(&self, var: &Var) -> Option<usize> {
        let name = format!("{}~poison", var.name);
        self.vars.iter().position(|var| var.name.as_str() == name)
    }

    /// Comparisons of variables of one width with each other and with constants.
    fn comparisons(&self, varying: &[Column<'_>]) -> Vec<Term> {
        let mut atoms = Vec::new();
        for (width, columns) in by_width(varying) {
            let columns: Vec<&Column<'_>> = columns.into_iter().take(MOST_ORDERED).collect();
            let mut pairs: Vec<Pair> = Vec::new();
            for a in &columns {
                for b in columns.iter().filter(|b| a.var != b.var) {
                    let values = a.values.iter().zip(&b.values);
                    let values = values.map(|(a, b)| ((*a).clone(), (*b).clone())).collect();
                    pairs.push((a.var.term(), b.var.term(), values));
                }
                for bound in self.bounds.iter().filter(|bound| is_bound(bound, width)) {
                    let constant = Term::value(bound.clone());
                    let values: Vec<(Value, Value)> = a
                        .values
                        .iter()
                        .map(|v| ((*v).clone(), bound.clone()))
                        .collect();
                    let flipped = values.iter().map(|(a, b)| (b.clone(), a.clone())).collect();
                    pairs.push((a.var.term(), constant.clone(), values));
                    pairs.push((constant, a.var.term(), flipped));
                }
            }
            for (a, b, values) in pairs {
                for (strict, weak) in [(Op::BvSlt, Op::BvSle), (Op::BvUlt, Op::BvUle)] {
                    let holds = |op: &Op| {
                        let mut values = values.iter();
                        values.all(|(a, b)| {
                            logic::apply(op, &[a.clone(), b.clone()]) == Ok(Value::Bool(true))
                        })
                    };
                    let op = [strict, weak].into_iter().find(|op| holds(op));
                    atoms.extend(op.map(|op| Term::app(op, vec![a.clone(), b.clone()])));
                }
            }
        }
        atoms
    }
}

/// Whether a constant is worth comparing with: those near the limits of a type come from checks for
/// overflow.
fn is_bound(value: &Value, width: u32) -> bool {
    const LARGEST: i64 = 1 << 16;
    match value {
        Value::BitVec(bits) if bits.width() == width => {
            let signed = bits.signed().to_i64();
            signed.is_some_and(|value| value != 0 && value.abs() < LARGEST)
        }
        _ => false,
    }
}

/// Two terms with their values.
type Pair = (Term, Term, Vec<(Value, Value)>);

/// A variable that is not constant, and its values.
struct Column<'s> {
    var: &'s Var,
    values: Vec<&'s Value>,
    position: usize,
    /// Whether variables of both functions have these values.
    shared: bool,
}

impl Column<'_> {
    fn bits(&self) -> Option<Vec<u64>> {
        self.values.iter().map(|value| bits(value)).collect()
    }
}

fn bits(value: &Value) -> Option<u64> {
    match value {
        Value::BitVec(bits) if bits.width() <= 64 => {
            let mask = u64::MAX >> (64 - bits.width());
            Some(bits.signed().to_i64()? as u64 & mask)
        }
        _ => None,
    }
}

fn by_width<'c, 's>(varying: &'c [Column<'s>]) -> BTreeMap<u32, Vec<&'c Column<'s>>> {
    let mut groups: BTreeMap<u32, Vec<&Column<'s>>> = BTreeMap::new();
    for column in varying {
        if let Sort::BitVec(width) = column.var.sort {
            groups.entry(width).or_default().push(column);
        }
    }
    groups
}

/// Truth values that are always opposite.
fn negations(varying: &[Column<'_>]) -> Vec<Term> {
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
fn implications(varying: &[Column<'_>]) -> Vec<Term> {
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

/// Affine relations between bit-vectors of one width, and narrower ones after extension.
fn affine_atoms(varying: &[Column<'_>]) -> Vec<Term> {
    let mut atoms = Vec::new();
    let groups = by_width(varying);
    for (width, columns) in &groups {
        if *width > 64 {
            continue;
        }
        // An equation says something new only of a variable without an equal.
        let mut terms: Vec<(Term, Vec<u64>)> = Vec::new();
        let mut lonely: Vec<Term> = Vec::new();
        let narrower = groups.iter().filter(|(other, _)| *other < width);
        for (other, narrow) in narrower.filter(|(other, _)| **other >= 8) {
            for column in narrow {
                let Some(values) = column.bits() else {
                    continue;
                };
                let more = width - other;
                let shift = 64 - other;
                let mask = u64::MAX >> (64 - width);
                let signed = values
                    .iter()
                    .map(|v| ((v << shift) as i64 >> shift) as u64 & mask);
                let signed: Vec<u64> = signed.collect();
                let extend = |op| Term::app(op, vec![column.var.term()]);
                if !column.shared {
                    lonely.push(extend(Op::SignExtend(more)));
                    lonely.push(extend(Op::ZeroExtend(more)));
                }
                terms.push((extend(Op::SignExtend(more)), signed.clone()));
                if signed != values {
                    terms.push((extend(Op::ZeroExtend(more)), values));
                }
            }
        }
        for column in columns {
            terms.extend(column.bits().map(|bits| (column.var.term(), bits)));
            lonely.extend((!column.shared).then(|| column.var.term()));
        }
        // Of too many, those of this width matter most.
        let excess = terms.len().saturating_sub(MOST_AFFINE);
        terms.drain(..excess);
        // Definitions are solved for the first term with an odd coefficient: a variable.
        terms.reverse();
        let count = terms.first().map_or(0, |(_, values)| values.len());
        let samples: Vec<Vec<u64>> = (0..count)
            .map(|sample| terms.iter().map(|(_, values)| values[sample]).collect())
            .collect();
        let terms: Vec<Term> = terms.into_iter().map(|(term, _)| term).collect();
        for equation in affine::equations(&samples, *width) {
            let mentioned = equation.coefficients.iter().zip(&terms);
            let mut mentioned = mentioned.filter(|(coefficient, _)| **coefficient != 0);
            if !mentioned.any(|(_, term)| lonely.contains(term)) {
                continue;
            }
            atoms.push(equation_atom(&equation, &terms, *width));
        }
    }
    atoms
}

/// An equation as a formula, solved for a term with coefficient one where there is one.
fn equation_atom(equation: &affine::Equation, terms: &[Term], width: u32) -> Term {
    let mask = u64::MAX >> (64 - width);
    let constant = |value: u64| Term::bit_vec(width, signed(value, width));
    let solved = equation
        .coefficients
        .iter()
        .position(|coefficient| *coefficient == 1);
    let mut sum: Vec<Term> = Vec::new();
    for (position, coefficient) in equation.coefficients.iter().enumerate() {
        if *coefficient == 0 || Some(position) == solved {
            continue;
        }
        // On the other side of the equation if it is solved for a term.
        let coefficient = match solved {
            Some(_) => coefficient.wrapping_neg() & mask,
            None => *coefficient,
        };
        let term = terms[position].clone();
        sum.push(match coefficient {
            1 => term,
            c if c == mask => Term::app(Op::BvNeg, vec![term]),
            c => Term::app(Op::BvMul, vec![constant(c), term]),
        });
    }
    let add = |sum: Vec<Term>| {
        let mut sum = sum.into_iter();
        let first = sum.next().unwrap_or_else(|| constant(0));
        sum.fold(first, |a, b| Term::app(Op::BvAdd, vec![a, b]))
    };
    match solved {
        Some(position) => {
            if equation.constant != 0 || sum.is_empty() {
                sum.push(constant(equation.constant));
            }
            Term::eq(terms[position].clone(), add(sum))
        }
        None => Term::eq(add(sum), constant(equation.constant)),
    }
}

fn signed(value: u64, width: u32) -> Integer {
    let shift = 64 - width;
    Integer::from((value << shift) as i64 >> shift)
}

/// Integers that differ by a constant, or whose sum is one.
fn integer_atoms(varying: &[Column<'_>]) -> Vec<Term> {
    let integers: Vec<(&Var, Vec<Integer>)> = varying
        .iter()
        .filter_map(|column| {
            let values = column.values.iter().map(|value| value.as_int().cloned());
            Some((column.var, values.collect::<Option<Vec<Integer>>>()?))
        })
        .collect();
    let mut atoms = Vec::new();
    for (position, (a, values)) in integers.iter().enumerate() {
        for (b, others) in &integers[..position] {
            let differences = values
                .iter()
                .zip(others)
                .map(|(a, b)| a.clone() - b.clone());
            let sums = values
                .iter()
                .zip(others)
                .map(|(a, b)| a.clone() + b.clone());
            if let Some(offset) = single(differences) {
                atoms.push(Term::eq(a.term(), Term::add([b.term(), Term::int(offset)])));
            } else if let Some(sum) = single(sums) {
                atoms.push(Term::eq(a.term(), Term::sub(Term::int(sum), b.term())));
            }
        }
    }
    atoms
}

/// The value that all have.
fn single(mut values: impl Iterator<Item = Integer>) -> Option<Integer> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}
