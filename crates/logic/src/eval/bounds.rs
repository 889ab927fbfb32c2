//! The integers that a quantifier has to go through.
//!
//! A quantifier over all integers can be evaluated where its body is decided outside of a finite
//! range: `forall r :: 0 <= r && r < n ==> f(r)` is false only because of an `r` from 0 to `n - 1`.
//! The ends of such a range are comparisons that the body cannot do without.

use super::{EvalError, Evaluator};
use crate::{Integer, Node, Op, Sort, Term, Value, Var, recursion};

/// The integers between two ends, each of them included where it is known.
#[derive(Default)]
struct Bounds {
    low: Option<Integer>,
    high: Option<Integer>,
}

impl Bounds {
    fn at_least(&mut self, low: Integer) {
        if self.low.as_ref().is_none_or(|known| *known < low) {
            self.low = Some(low);
        }
    }

    fn at_most(&mut self, high: Integer) {
        if self.high.as_ref().is_none_or(|known| high < *known) {
            self.high = Some(high);
        }
    }
}

/// A term as a multiple of a variable and a number.
struct Line {
    slope: Integer,
    offset: Integer,
}

impl Evaluator<'_> {
    /// All integers for which the body can be `wanted`, where they are finitely many and few. The
    /// variables of `open` have no values yet.
    pub(super) fn integers_for(
        &mut self,
        var: &Var,
        open: &[Var],
        body: &Term,
        wanted: bool,
    ) -> Result<Vec<Value>, EvalError> {
        // What is evaluated here depends on the variables that are bound so far.
        let memo = std::mem::take(&mut self.memo);
        let mut bounds = Bounds::default();
        self.confine(var, open, body, wanted, &mut bounds);
        self.memo = memo;
        let (Some(low), Some(high)) = (bounds.low, bounds.high) else {
            return Err(EvalError::Quantifier);
        };
        let ends = low.to_i64().zip(high.to_i64());
        let (low, high) = ends.ok_or(EvalError::Quantifier)?;
        let count = (i128::from(high) - i128::from(low) + 1).max(0);
        match u128::try_from(count) {
            Ok(count) if count <= super::MOST_VALUES => Ok((low..=high).map(Value::from).collect()),
            _ => Err(EvalError::Quantifier),
        }
    }

    /// Gathers what holds of the variable wherever the formula is `wanted`.
    fn confine(&mut self, var: &Var, open: &[Var], formula: &Term, wanted: bool, to: &mut Bounds) {
        recursion::guard(|| match formula.node() {
            Node::App(Op::Not, arguments) => self.confine(var, open, &arguments[0], !wanted, to),
            Node::App(Op::And, arguments) if wanted => {
                for argument in arguments {
                    self.confine(var, open, argument, true, to);
                }
            }
            Node::App(Op::Or, arguments) if !wanted => {
                for argument in arguments {
                    self.confine(var, open, argument, false, to);
                }
            }
            Node::App(Op::Implies, arguments) if !wanted => {
                self.confine(var, open, &arguments[0], true, to);
                self.confine(var, open, &arguments[1], false, to);
            }
            Node::App(Op::Eq, sides) if wanted && sides[0].sort().carrier() == Sort::Int => {
                self.compare(var, open, [&sides[0], &sides[1]], 0, to);
                self.compare(var, open, [&sides[1], &sides[0]], 0, to);
            }
            Node::App(op @ (Op::Lt | Op::Le), sides) if sides[0].sort().carrier() == Sort::Int => {
                let is_strict = (*op == Op::Lt) == wanted;
                let ordered = match wanted {
                    true => [&sides[0], &sides[1]],
                    false => [&sides[1], &sides[0]],
                };
                self.compare(var, open, ordered, i64::from(is_strict), to);
            }
            _ => {}
        });
    }

    /// Takes over that the first term is less than the second one by at least a number.
    fn compare(&mut self, var: &Var, open: &[Var], sides: [&Term; 2], by: i64, to: &mut Bounds) {
        let [Some(less), Some(more)] = sides.map(|side| self.line(var, open, side)) else {
            return;
        };
        // slope * var <= room
        let slope = &less.slope - &more.slope;
        let room = &(&more.offset - &less.offset) - &Integer::from(by);
        if slope.is_positive() {
            if let Some(high) = room.div_floor(&slope) {
                to.at_most(high);
            }
        } else if slope.is_negative() {
            // var >= room / slope, rounded up.
            let size = slope.abs();
            if let Some(low) = room.div_floor(&size) {
                to.at_least(&Integer::ZERO - &low);
            }
        }
    }

    /// A term as a line in the variable; `None` where it is none, or has no value.
    fn line(&mut self, var: &Var, open: &[Var], term: &Term) -> Option<Line> {
        let free = term.free_vars();
        if open.iter().any(|other| free.contains(other)) {
            return None;
        }
        if !free.contains(var) {
            let Ok(Value::Int(offset)) = self.eval(term) else {
                return None;
            };
            let slope = Integer::ZERO;
            return Some(Line { slope, offset });
        }
        match term.node() {
            Node::Var(_) => Some(Line {
                slope: Integer::ONE,
                offset: Integer::ZERO,
            }),
            Node::App(Op::Add, terms) => {
                let mut sum = Line {
                    slope: Integer::ZERO,
                    offset: Integer::ZERO,
                };
                for term in terms {
                    let line = self.line(var, open, term)?;
                    sum.slope = &sum.slope + &line.slope;
                    sum.offset = &sum.offset + &line.offset;
                }
                Some(sum)
            }
            Node::App(Op::Mul, factors) => {
                let mut product = Line {
                    slope: Integer::ZERO,
                    offset: Integer::ONE,
                };
                for factor in factors {
                    let line = self.line(var, open, factor)?;
                    if !line.slope.is_zero() && !product.slope.is_zero() {
                        return None;
                    }
                    let slope = &(&product.slope * &line.offset) + &(&line.slope * &product.offset);
                    product.offset = &product.offset * &line.offset;
                    product.slope = slope;
                }
                Some(product)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{EvalError, Model, Sort, Term, Value, Var};

    fn int(name: &str) -> Term {
        Term::constant(name, Sort::Int)
    }

    fn var(name: &str) -> Var {
        Var::new(name, Sort::Int)
    }

    fn model(n: i64) -> Model {
        Model::from_iter([(var("n"), Value::from(n))])
    }

    #[test]
    fn a_quantifier_goes_through_the_range_of_its_guard() {
        let guard = Term::and([
            Term::le(Term::int(0), int("r")),
            Term::lt(int("r"), int("n")),
        ]);
        let small = Term::lt(Term::mul([int("r"), int("r")]), Term::int(10));
        let all = Term::forall([var("r")], Term::implies(guard.clone(), small));
        let square = Term::eq(Term::mul([int("r"), int("r")]), Term::int(9));
        let some = Term::exists([var("r")], Term::and([guard, square]));
        for (n, all_small, some_nine) in [(-5, true, false), (4, true, true), (5, false, true)] {
            assert_eq!(model(n).holds(&all), Ok(all_small), "{n}");
            assert_eq!(model(n).holds(&some), Ok(some_nine), "{n}");
        }
    }

    #[test]
    fn ends_may_be_multiples_and_negated() {
        // -3 < 2 * r + 1 and not r > n / 2: from -1 to n / 2.
        let guard = Term::and([
            Term::lt(
                Term::int(-3),
                Term::add([Term::mul([Term::int(2), int("r")]), Term::int(1)]),
            ),
            Term::not(Term::gt(int("r"), Term::div(int("n"), Term::int(2)))),
        ]);
        for (value, within) in [(-2, false), (-1, true), (3, true), (4, false)] {
            let here = Term::eq(int("r"), Term::int(value));
            let some = Term::exists([var("r")], Term::and([guard.clone(), here]));
            assert_eq!(model(7).holds(&some), Ok(within), "{value}");
        }
        let none_is_ten = Term::ne(Term::mul([int("r"), int("r")]), Term::int(9));
        let all = Term::forall([var("r")], Term::implies(guard, none_is_ten));
        assert_eq!(model(7).holds(&all), Ok(false));
        assert_eq!(model(5).holds(&all), Ok(true));
    }

    #[test]
    fn an_inner_range_may_depend_on_an_outer_index() {
        // forall r, s :: 0 <= r < n && 0 <= s <= r ==> s < 3
        let guard = Term::and([
            Term::le(Term::int(0), int("r")),
            Term::lt(int("r"), int("n")),
            Term::le(Term::int(0), int("s")),
            Term::le(int("s"), int("r")),
        ]);
        let claim = Term::implies(guard, Term::lt(int("s"), Term::int(3)));
        let all = Term::forall([var("r"), var("s")], claim);
        // A value that the model has for a bound name means nothing.
        let with = |n: i64| {
            let mut model = model(n);
            model.set(var("s"), Value::from(-100));
            model
        };
        assert_eq!(with(3).holds(&all), Ok(true));
        assert_eq!(with(4).holds(&all), Ok(false));
    }

    #[test]
    fn without_both_ends_there_is_no_value() {
        let open = Term::forall([var("r")], Term::le(int("r"), int("n")));
        assert_eq!(model(3).holds(&open), Err(EvalError::Quantifier));
        let either = Term::or([
            Term::lt(int("r"), Term::int(0)),
            Term::lt(int("n"), int("r")),
        ]);
        let half = Term::exists([var("r")], either);
        assert_eq!(model(3).holds(&half), Err(EvalError::Quantifier));
        let huge = Term::implies(
            Term::and([
                Term::le(Term::int(0), int("r")),
                Term::lt(int("r"), int("n")),
            ]),
            Term::le(int("n"), Term::add([int("r"), int("n")])),
        );
        let all = Term::forall([var("r")], huge);
        assert_eq!(model(1 << 40).holds(&all), Err(EvalError::Quantifier));
    }
}
