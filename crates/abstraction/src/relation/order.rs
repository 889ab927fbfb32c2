//! What is less than what.

use std::collections::BTreeSet;

use logic::{Op, Sort, Term, Value, Var};

use super::{Column, MOST_ORDERED, Space, by_width};

impl Space {
    /// Bit-vectors that are not negative, or not unless they are poison.
    pub(super) fn signs(&self, varying: &[Column<'_>]) -> Vec<Term> {
        let mut atoms = Vec::new();
        for column in varying.iter().filter(|it| self.bounds.has_sign(it.var)) {
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
                let is_poison = |sample: &[Value]| sample[position] == Value::Bool(true);
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

    /// Variables that stay below a constant that the functions compare with or take remainders by: the
    /// smallest such constant for each.
    pub(super) fn limits(&self, varying: &[Column<'_>]) -> Vec<Term> {
        let mut atoms = Vec::new();
        for (width, columns) in by_width(varying) {
            let key = |value: &&Value| match value {
                Value::BitVec(bits) => bits.unsigned().clone(),
                _ => logic::Integer::from(0),
            };
            for column in columns {
                let bounds = self.bounds.constants(column.var);
                let mut bounds: Vec<&Value> = bounds.filter(|it| is_bound(it, width)).collect();
                bounds.sort_by_key(key);
                let below = |op: &Op, bound: &Value| {
                    let mut values = column.values.iter();
                    values.all(|value| {
                        let sides = [(*value).clone(), bound.clone()];
                        logic::apply(op, &sides) == Ok(Value::Bool(true))
                    })
                };
                let found = bounds.iter().find_map(|bound| {
                    let ops = [Op::BvUlt, Op::BvUle];
                    let op = ops.into_iter().find(|op| below(op, bound))?;
                    let bound = Term::value((*bound).clone());
                    Some(Term::app(op, vec![column.var.term(), bound]))
                });
                atoms.extend(found);
            }
        }
        atoms
    }

    /// Comparisons of variables of one width with each other and with constants.
    pub(super) fn comparisons(&self, varying: &[Column<'_>]) -> Vec<Term> {
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
                let constants = self.bounds.all();
                for bound in constants.filter(|bound| is_bound(bound, width)) {
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

/// The comparisons without those that another one implies: `a <= b` beside `a < b`.
pub(super) fn strongest(tests: impl Iterator<Item = Term>) -> Vec<Term> {
    let tests: BTreeSet<Term> = tests.collect();
    let strict = |test: &Term| {
        let op = match test.op() {
            Some(Op::BvSle) => Op::BvSlt,
            Some(Op::BvUle) => Op::BvUlt,
            _ => return None,
        };
        Some(Term::app(op, test.children().to_vec()))
    };
    let is_implied = |test: &Term| strict(test).is_some_and(|strict| tests.contains(&strict));
    tests
        .iter()
        .filter(|test| !is_implied(test))
        .cloned()
        .collect()
}
