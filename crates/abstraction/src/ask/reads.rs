//! Questions about memory as questions about bit-vectors, for which Z3 has a much better solver.
//!
//! What is read from an array is a variable of its own, and equal places hold equal values (Ackermann's
//! reduction); writes are seen through by cases, and arrays that differ do so at some place.

use std::collections::BTreeMap;

use logic::{ArrayValue, Model, Op, Sort, Term, Value, Var};

use super::add_defaults;

/// The most places of one array that are compared with each other.
const MOST_READS: usize = 48;
/// The most products that are compared with each other.
const MOST_PRODUCTS: usize = 12;
/// The largest question, as a graph, that is written in this way.
const LARGEST: usize = 20_000;

/// A question without arrays. It has a model wherever the question about arrays has one; the converse
/// holds but for equations of arrays that are assumed, so that models are to be tried.
pub(super) struct Flat {
    pub(super) formula: Term,
    reads: BTreeMap<Var, BTreeMap<Term, Var>>,
}

impl Flat {
    /// The question without arrays; `None` where it is none about memory, or too large.
    pub(super) fn of(question: &Term) -> Option<Flat> {
        if question.dag_size() > LARGEST {
            return None;
        }
        let mut flattener = Flattener::default();
        let formula = flattener.formula(question, Polarity::Positive)?;
        let mut parts = vec![formula];
        for reads in flattener.reads.values() {
            if reads.len() > MOST_READS {
                return None;
            }
            for (position, (index, value)) in reads.iter().enumerate() {
                for (other, same) in reads.iter().take(position) {
                    parts.push(Term::implies(
                        Term::eq(index.clone(), other.clone()),
                        Term::eq(value.term(), same.term()),
                    ));
                }
            }
        }
        Some(Flat {
            formula: Term::and(parts),
            reads: flattener.reads,
        })
    }

    /// The model with the arrays that were read.
    pub(super) fn with_arrays(&self, mut model: Model) -> Option<Model> {
        for (array, reads) in &self.reads {
            let Sort::Array(sort) = &array.sort else {
                return None;
            };
            let default = Value::default_of(&sort.element);
            let mut value = ArrayValue::constant(sort.index.clone(), default);
            for (index, read) in reads {
                add_defaults(&mut model, index.free_vars());
                add_defaults(&mut model, [read.clone()]);
                value = value.with(model.eval(index).ok()?, model.get(read)?.clone());
            }
            model.set(array.clone(), Value::Array(std::sync::Arc::new(value)));
        }
        Some(model)
    }
}

/// Whether a part of a question is asserted or denied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Polarity {
    Positive,
    Negative,
}

impl Polarity {
    fn opposite(self) -> Self {
        match self {
            Polarity::Positive => Polarity::Negative,
            Polarity::Negative => Polarity::Positive,
        }
    }
}

#[derive(Default)]
struct Flattener {
    formulas: BTreeMap<(Term, Polarity), Term>,
    terms: BTreeMap<Term, Term>,
    reads: BTreeMap<Var, BTreeMap<Term, Var>>,
    /// How many variables were made.
    made: usize,
}

impl Flattener {
    fn fresh(&mut self, what: &str, sort: &Sort) -> Var {
        self.made += 1;
        Var::new(format!("{what}!{}", self.made).as_str(), sort.clone())
    }

    /// A formula without arrays, by its connectives.
    fn formula(&mut self, formula: &Term, polarity: Polarity) -> Option<Term> {
        let key = (formula.clone(), polarity);
        if let Some(done) = self.formulas.get(&key) {
            return Some(done.clone());
        }
        let parts = formula.children();
        let flat = logic::recursion::guard(|| match formula.op() {
            Some(op @ (Op::And | Op::Or)) => {
                let parts = parts.iter().map(|part| self.formula(part, polarity));
                Some(Term::app(op.clone(), parts.collect::<Option<Vec<Term>>>()?))
            }
            Some(Op::Not) => Some(Term::not(self.formula(&parts[0], polarity.opposite())?)),
            Some(Op::Implies) => {
                let premise = self.formula(&parts[0], polarity.opposite())?;
                Some(Term::implies(premise, self.formula(&parts[1], polarity)?))
            }
            Some(Op::Eq) if matches!(parts[0].sort(), Sort::Array(_)) => {
                let Sort::Array(sort) = parts[0].sort() else {
                    return None;
                };
                match polarity {
                    // What is assumed of whole arrays is forgotten.
                    Polarity::Positive => Some(self.fresh("alike", &Sort::Bool).term()),
                    // Arrays that are not equal differ somewhere.
                    Polarity::Negative => {
                        let place = self.fresh("place", &sort.index).term();
                        let left = self.read(&parts[0], &place)?;
                        Some(Term::eq(left, self.read(&parts[1], &place)?))
                    }
                }
            }
            _ => self.term(formula),
        })?;
        self.formulas.insert(key, flat.clone());
        Some(flat)
    }

    /// A term without arrays.
    fn term(&mut self, term: &Term) -> Option<Term> {
        if let Some(done) = self.terms.get(term) {
            return Some(done.clone());
        }
        if matches!(term.sort(), Sort::Array(_)) || term.has_quantifier() {
            return None;
        }
        let flat = logic::recursion::guard(|| match (term.op(), term.children()) {
            (None, _) => Some(term.clone()),
            (Some(Op::Apply(_)), _) => None,
            (Some(Op::Select), [array, index]) => {
                let index = self.term(index)?;
                self.read(array, &index)
            }
            (Some(Op::Eq), [a, _]) if matches!(a.sort(), Sort::Array(_)) => {
                Some(self.fresh("alike", &Sort::Bool).term())
            }
            (Some(op), parts) => {
                let parts = parts.iter().map(|part| self.term(part));
                Some(Term::app(op.clone(), parts.collect::<Option<Vec<Term>>>()?))
            }
        })?;
        self.terms.insert(term.clone(), flat.clone());
        Some(flat)
    }

    /// What an array holds at a place that is written without arrays.
    fn read(&mut self, array: &Term, index: &Term) -> Option<Term> {
        if let Some(var) = array.as_var() {
            let Sort::Array(sort) = &var.sort else {
                return None;
            };
            let known = self.reads.get(var).and_then(|reads| reads.get(index));
            if let Some(read) = known {
                return Some(read.term());
            }
            let read = self.fresh("read", &sort.element);
            let reads = self.reads.entry(var.clone()).or_default();
            reads.insert(index.clone(), read.clone());
            return Some(read.term());
        }
        logic::recursion::guard(|| match (array.op()?, array.children()) {
            (Op::Store, [rest, place, element]) => {
                let here = Term::eq(index.clone(), self.term(place)?);
                if here.is_true() {
                    return self.term(element);
                }
                let below = self.read(rest, index)?;
                if here.is_false() {
                    return Some(below);
                }
                Some(Term::ite(here, self.term(element)?, below))
            }
            (Op::Ite, [condition, then, otherwise]) => {
                let condition = self.term(condition)?;
                let then = self.read(then, index)?;
                Some(Term::ite(condition, then, self.read(otherwise, index)?))
            }
            (Op::ConstArray(_), [element]) => self.term(element),
            _ => None,
        })
    }
}

/// The question with products and quotients as variables: most that both functions compute are the
/// same ones, and a solver that multiplies bit by bit never ends. What is known of the size of
/// remainders and quotients by constants is added, that equal factors have equal products, and what
/// the lowest bits of products are.
pub(super) fn without_products(question: &Term) -> Term {
    let mut seen: BTreeMap<Term, Term> = BTreeMap::new();
    let mut facts: Vec<Term> = Vec::new();
    let opaque = question.rewrite(|part| {
        let is_hard = match (part.op(), part.children()) {
            (Some(Op::BvMul), [a, b]) => a.as_value().is_none() && b.as_value().is_none(),
            (
                Some(Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvSmod),
                [_, divisor],
            ) => !is_power_of_two(divisor),
            _ => false,
        };
        if !is_hard {
            return part;
        }
        let name = format!("product!{}", seen.len());
        let sort = part.sort().clone();
        let known = seen.entry(part.clone()).or_insert_with(|| {
            let var = Term::constant(&name, sort);
            facts.extend(size_fact(&part, &var));
            var
        });
        known.clone()
    });
    let is_product = |(part, _): &(&Term, &Term)| part.op() == Some(&Op::BvMul);
    let products: Vec<(&Term, &Term)> = seen.iter().filter(is_product).collect();
    for (position, (product, var)) in products.iter().take(MOST_PRODUCTS).enumerate() {
        facts.extend(low_bits_fact(product, var));
        let others = products[..position].iter();
        facts.extend(others.filter_map(|(other, known)| same_fact((product, var), (other, known))));
    }
    match facts.is_empty() {
        true => opaque,
        false => Term::and(facts.into_iter().chain([opaque])),
    }
}

/// Equal factors have equal products, in either order.
fn same_fact((product, var): (&Term, &Term), (other, known): (&Term, &Term)) -> Option<Term> {
    let ([a, b], [c, d]) = (product.children(), other.children()) else {
        return None;
    };
    let equal = |a: &Term, b: &Term| Term::eq(a.clone(), b.clone());
    let factors = (a.sort() == c.sort()).then(|| {
        let straight = Term::and([equal(a, c), equal(b, d)]);
        Term::or([straight, Term::and([equal(a, d), equal(b, c)])])
    })?;
    Some(Term::implies(factors, equal(var, known)))
}

/// What the lowest two bits of a product are.
fn low_bits_fact(product: &Term, var: &Term) -> Option<Term> {
    let (Sort::BitVec(2..), [a, b]) = (product.sort(), product.children()) else {
        return None;
    };
    let low = |term: &Term| Term::app(Op::Extract(1, 0), vec![term.clone()]);
    let narrow = Term::app(Op::BvMul, vec![low(a), low(b)]);
    Some(Term::eq(low(var), narrow))
}

/// What is known of the size of a remainder, or of a quotient by a constant.
fn size_fact(part: &Term, var: &Term) -> Option<Term> {
    let (Sort::BitVec(width), [dividend, divisor]) = (part.sort(), part.children()) else {
        return None;
    };
    let apply = |op: Op, a: &Term, b: &Term| Term::app(op, vec![a.clone(), b.clone()]);
    let is_zero = Term::eq(divisor.clone(), Term::bit_vec(*width, 0));
    let fact = match part.op()? {
        Op::BvUrem => {
            // By a power of two it is a mask.
            let below = apply(Op::BvSub, divisor, &Term::bit_vec(*width, 1));
            let shared = apply(Op::BvAnd, divisor, &below);
            let is_power = Term::eq(shared, Term::bit_vec(*width, 0));
            let masked = Term::eq(var.clone(), apply(Op::BvAnd, dividend, &below));
            let small = apply(Op::BvUlt, var, divisor);
            Term::and([small, Term::implies(is_power, masked)])
        }
        Op::BvUdiv if divisor.as_value().is_some() => {
            let all = Term::bit_vec(*width, -1);
            apply(Op::BvUle, var, &apply(Op::BvUdiv, &all, divisor))
        }
        _ => return None,
    };
    Some(Term::or([is_zero, fact]))
}

fn is_power_of_two(term: &Term) -> bool {
    match term.as_value() {
        Some(Value::BitVec(bits)) => {
            let is_it = |exponent| logic::Integer::power_of_two(exponent) == *bits.unsigned();
            (0..bits.width()).any(is_it)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use budget::Budget;
    use smt::{Outcome, Solver, Strategy};

    fn memory(name: &str) -> Term {
        Term::constant(name, Sort::array(Sort::BitVec(8), Sort::BitVec(8)))
    }

    fn byte(name: &str) -> Term {
        Term::constant(name, Sort::BitVec(8))
    }

    fn is_sat(formula: &Term) -> Option<Model> {
        let mut solver = Solver::new(Strategy::Logic("QF_BV"));
        match solver.satisfy(formula, &Budget::unlimited()) {
            Outcome::Sat(model) => Some(model),
            Outcome::Unsat(()) => None,
            Outcome::Unknown(reason) => panic!("{reason:?}"),
        }
    }

    #[test]
    fn writes_at_different_places_commute() {
        let (m, i, j) = (memory("m"), byte("i"), byte("j"));
        let put =
            |m: &Term, i: &Term, v: i64| Term::store(m.clone(), i.clone(), Term::bit_vec(8, v));
        let same = Term::eq(put(&put(&m, &i, 1), &j, 2), put(&put(&m, &j, 2), &i, 1));
        let differ = Term::not(Term::eq(i, j));
        let question = Term::and([differ, Term::not(same.clone())]);
        assert!(is_sat(&Flat::of(&question).unwrap().formula).is_none());
        let flat = Flat::of(&Term::not(same.clone())).unwrap();
        let model = flat.with_arrays(is_sat(&flat.formula).unwrap()).unwrap();
        assert_eq!(model.holds(&same), Ok(false));
    }

    #[test]
    fn equal_places_hold_equal_values() {
        let (m, i, j) = (memory("m"), byte("i"), byte("j"));
        let read = |index: &Term| Term::select(m.clone(), index.clone());
        let equal = Term::eq(read(&i), read(&j));
        let question = Term::and([Term::eq(i, j), Term::not(equal)]);
        assert!(is_sat(&Flat::of(&question).unwrap().formula).is_none());
    }

    #[test]
    fn the_same_product_is_the_same_variable() {
        let product = Term::app(Op::BvMul, vec![byte("i"), byte("j")]);
        let formula = Term::eq(product.clone(), byte("k"));
        let opaque = without_products(&Term::and([formula.clone(), Term::not(formula)]));
        assert!(is_sat(&opaque).is_none());
    }

    #[test]
    fn remainders_are_less_than_what_they_are_by() {
        let ten = Term::bit_vec(8, 10);
        let remainder = Term::app(Op::BvUrem, vec![byte("i"), ten.clone()]);
        let too_large = Term::app(Op::BvUle, vec![ten, remainder]);
        assert!(is_sat(&without_products(&too_large)).is_none());
        let nine = Term::bit_vec(8, 9);
        let remainder = Term::app(Op::BvUrem, vec![byte("i"), Term::bit_vec(8, 10)]);
        assert!(is_sat(&without_products(&Term::eq(remainder, nine))).is_some());
    }
}
