//! Which values a variable can have: finite domains, and bounds read off a formula.

use logic::{EvalError, Integer, Node, Op, Sort, Symbol, Term, Value, Var, values_of};

use super::{Code, Layout};

/// A variable that cannot be enumerated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unbounded {
    /// Nothing bounds its values.
    #[error("the variable {0} can have infinitely many values")]
    Infinite(Symbol),
    /// There are more values than can be gone through.
    #[error("the variable {0} can have more than {MOST} values")]
    TooMany(Symbol),
    /// A formula that decides about its values has no value itself.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

/// The most values of one variable that are gone through.
const MOST: usize = 1 << 16;

/// Values that include every one for which the formula can hold, given the values of the other
/// variables as far as they are known. The formula still has to be tested on each.
///
/// # Errors
/// Where the values are not finitely many, or too many.
pub fn candidates(
    var: &Var,
    formula: &Term,
    known: &dyn Fn(&Var) -> Option<Value>,
) -> Result<Vec<Value>, Unbounded> {
    for conjunct in formula.conjuncts() {
        if let Some(value) = defined_value(var, &conjunct, known) {
            return Ok(if value.is_of(&var.sort) {
                vec![value]
            } else {
                Vec::new()
            });
        }
    }
    if !var.sort.is_integer() {
        let error = match var.sort.size() {
            Some(_) => Unbounded::TooMany(var.name),
            None => Unbounded::Infinite(var.name),
        };
        return values_of(&var.sort).ok_or(error);
    }
    let mut interval = Interval::of(formula, true, var, known);
    if let Sort::Range(range) = var.sort {
        let (low, high) = (Integer::from(range.low()), Integer::from(range.high()));
        interval = interval.meet(Interval {
            low: Some(low),
            high: Some(high),
        });
    }
    let (Some(low), Some(high)) = (interval.low, interval.high) else {
        return Err(Unbounded::Infinite(var.name));
    };
    let mut values = Vec::new();
    let mut next = low;
    while next <= high {
        if values.len() == MOST {
            return Err(Unbounded::TooMany(var.name));
        }
        values.push(Value::Int(next.clone()));
        next += &Integer::ONE;
    }
    Ok(values)
}

/// The bounds that a formula gives an integer variable, as far as it gives any.
#[must_use]
pub fn bounds(
    var: &Var,
    formula: &Term,
    known: &dyn Fn(&Var) -> Option<Value>,
) -> (Option<Integer>, Option<Integer>) {
    let interval = Interval::of(formula, true, var, known);
    (interval.low, interval.high)
}

/// The value that an equation gives the variable, where the other side is known.
fn defined_value(
    var: &Var,
    conjunct: &Term,
    known: &dyn Fn(&Var) -> Option<Value>,
) -> Option<Value> {
    let (Some(Op::Eq), [a, b]) = (conjunct.op(), conjunct.children()) else {
        return None;
    };
    let other = match (a.as_var() == Some(var), b.as_var() == Some(var)) {
        (true, false) => b,
        (false, true) => a,
        _ => return None,
    };
    eval_known(other, known)
}

fn eval_known(term: &Term, known: &dyn Fn(&Var) -> Option<Value>) -> Option<Value> {
    let mut model = logic::Model::new();
    for var in term.free_vars() {
        let value = known(&var)?;
        model.set(var, value);
    }
    model.eval(term).ok()
}

/// The integers from `low` to `high`; a missing bound does not bound.
#[derive(Clone, Debug)]
struct Interval {
    low: Option<Integer>,
    high: Option<Integer>,
}

impl Interval {
    const ALL: Interval = Interval {
        low: None,
        high: None,
    };

    fn empty() -> Self {
        Interval {
            low: Some(Integer::ONE),
            high: Some(Integer::ZERO),
        }
    }

    fn is_empty(&self) -> bool {
        matches!((&self.low, &self.high), (Some(low), Some(high)) if low > high)
    }

    fn meet(self, other: Interval) -> Interval {
        let pick = |a: Option<Integer>, b: Option<Integer>, greater: bool| match (a, b) {
            (Some(a), Some(b)) => Some(if (a > b) == greater { a } else { b }),
            (a, b) => a.or(b),
        };
        Interval {
            low: pick(self.low, other.low, true),
            high: pick(self.high, other.high, false),
        }
    }

    fn hull(self, other: Interval) -> Interval {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        Interval {
            low: self.low.zip(other.low).map(|(a, b)| a.min(b)),
            high: self.high.zip(other.high).map(|(a, b)| a.max(b)),
        }
    }

    /// An interval that holds every value of `var` for which the formula is `wanted`.
    fn of(
        formula: &Term,
        wanted: bool,
        var: &Var,
        known: &dyn Fn(&Var) -> Option<Value>,
    ) -> Interval {
        let of = |term: &Term, wanted| Interval::of(term, wanted, var, known);
        let Node::App(op, arguments) = formula.node() else {
            return if formula.as_value() == Some(&Value::Bool(!wanted)) {
                Interval::empty()
            } else {
                Interval::ALL
            };
        };
        logic::recursion::guard(|| match (op, &arguments[..]) {
            (Op::Not, [a]) => of(a, !wanted),
            (Op::And, parts) | (Op::Or, parts) => {
                let intervals = parts.iter().map(|part| of(part, wanted));
                if (*op == Op::And) == wanted {
                    intervals.fold(Interval::ALL, Interval::meet)
                } else {
                    intervals.fold(Interval::empty(), Interval::hull)
                }
            }
            (Op::Implies, [a, b]) if wanted => of(a, false).hull(of(b, true)),
            (Op::Implies, [a, b]) => of(a, true).meet(of(b, false)),
            (Op::Le, [a, b]) if wanted => Interval::of_difference(a, b, 0, var, known),
            (Op::Le, [a, b]) => Interval::of_difference(b, a, 1, var, known),
            (Op::Lt, [a, b]) if wanted => Interval::of_difference(a, b, 1, var, known),
            (Op::Lt, [a, b]) => Interval::of_difference(b, a, 0, var, known),
            (Op::Eq, [a, b]) if wanted && a.sort().is_integer() => {
                let below = Interval::of_difference(a, b, 0, var, known);
                below.meet(Interval::of_difference(b, a, 0, var, known))
            }
            _ => Interval::ALL,
        })
    }

    /// The values of `var` with `a + slack <= b`, over integers.
    fn of_difference(
        a: &Term,
        b: &Term,
        slack: i64,
        var: &Var,
        known: &dyn Fn(&Var) -> Option<Value>,
    ) -> Interval {
        if !a.sort().is_integer() {
            return Interval::ALL;
        }
        let (Some((factor_a, rest_a)), Some((factor_b, rest_b))) =
            (affine(a, var, known), affine(b, var, known))
        else {
            return Interval::ALL;
        };
        // factor * var <= bound
        let factor = factor_a - factor_b;
        let bound = rest_b - rest_a - Integer::from(slack);
        if factor.is_zero() {
            return if bound.is_negative() {
                Interval::empty()
            } else {
                Interval::ALL
            };
        }
        if factor.is_positive() {
            Interval {
                low: None,
                high: bound.div_floor(&factor),
            }
        } else {
            // var >= bound / factor, rounded up: -floor(bound / -factor).
            let low = bound.div_floor(&-&factor).map(|value| -value);
            Interval { low, high: None }
        }
    }
}

/// The integer term as `factor * var + rest`, where everything else in it is known.
fn affine(
    term: &Term,
    var: &Var,
    known: &dyn Fn(&Var) -> Option<Value>,
) -> Option<(Integer, Integer)> {
    if term.as_var() == Some(var) {
        return Some((Integer::ONE, Integer::ZERO));
    }
    logic::recursion::guard(|| match term.node() {
        Node::App(Op::Add, parts) => {
            let mut sum = (Integer::ZERO, Integer::ZERO);
            for part in parts {
                let (factor, rest) = affine(part, var, known)?;
                sum.0 += &factor;
                sum.1 += &rest;
            }
            Some(sum)
        }
        Node::App(Op::Mul, parts) => {
            let mut product = (Integer::ZERO, Integer::ONE);
            for part in parts {
                let (factor, rest) = affine(part, var, known)?;
                product = match (product.0.is_zero(), factor.is_zero()) {
                    (true, _) => (&product.1 * &factor, product.1 * rest),
                    (_, true) => (&product.0 * &rest, product.1 * rest),
                    (false, false) => return None,
                };
            }
            Some(product)
        }
        _ if term.free_vars().contains(var) => None,
        _ => match eval_known(term, known)? {
            Value::Int(value) => Some((Integer::ZERO, value)),
            _ => None,
        },
    })
}

/// Goes through all assignments to some variables for which a formula holds.
#[derive(Debug)]
pub struct Enumerator {
    layout: Layout,
    formula: Term,
    order: Vec<usize>,
    /// The conjuncts to be tested when the variable at this position of the order is known.
    tests: Vec<Vec<Code>>,
}

impl Enumerator {
    /// Prepares the enumeration of the variables under the formula, which may speak of no others.
    #[must_use]
    pub fn new(vars: &[Var], formula: &Term) -> Self {
        let layout: Layout = vars.iter().cloned().collect();
        let conjuncts = formula.conjuncts();
        let order = order(&layout, &conjuncts);
        let mut tests = vec![Vec::new(); order.len() + 1];
        for conjunct in &conjuncts {
            let slots: Vec<usize> = conjunct
                .free_vars()
                .iter()
                .filter_map(|var| layout.slot(var))
                .collect();
            let last = (0..order.len())
                .rev()
                .find(|level| slots.contains(&order[*level]));
            tests[last.map_or(0, |level| level + 1)].push(Code::compile(conjunct, &layout));
        }
        Enumerator {
            layout,
            formula: formula.clone(),
            order,
            tests,
        }
    }

    /// Calls `visit` with each assignment, in the order of the given variables, until it returns
    /// false. `go_on` is asked for every value that is tried, and ends the enumeration by saying
    /// no: there may be very many values and no assignment.
    ///
    /// # Errors
    /// Where some variable has infinitely or too many values.
    pub fn for_each(
        &self,
        go_on: &mut dyn FnMut() -> bool,
        visit: &mut dyn FnMut(&[Value]) -> bool,
    ) -> Result<(), Unbounded> {
        let mut store: Vec<Option<Value>> = vec![None; self.layout.vars().len()];
        let mut scratch: Vec<Value> = self
            .layout
            .vars()
            .iter()
            .map(|var| Value::default_of(&var.sort))
            .collect();
        if self.passes(0, &scratch)? {
            self.descend(0, &mut store, &mut scratch, go_on, visit)?;
        }
        Ok(())
    }

    fn passes(&self, level: usize, scratch: &[Value]) -> Result<bool, Unbounded> {
        for test in &self.tests[level] {
            if !test.holds(scratch)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn descend(
        &self,
        level: usize,
        store: &mut Vec<Option<Value>>,
        scratch: &mut Vec<Value>,
        go_on: &mut dyn FnMut() -> bool,
        visit: &mut dyn FnMut(&[Value]) -> bool,
    ) -> Result<bool, Unbounded> {
        let Some(slot) = self.order.get(level).copied() else {
            return Ok(visit(scratch));
        };
        let var = &self.layout.vars()[slot];
        let values = {
            let known = |var: &Var| self.layout.slot(var).and_then(|slot| store[slot].clone());
            candidates(var, &self.formula, &known)?
        };
        for value in values {
            if !go_on() {
                return Ok(false);
            }
            scratch[slot] = value.clone();
            store[slot] = Some(value);
            if self.passes(level + 1, scratch)?
                && !self.descend(level + 1, store, scratch, go_on, visit)?
            {
                return Ok(false);
            }
        }
        store[slot] = None;
        Ok(true)
    }
}

/// The order in which variables are given values: a variable that an equation defines comes as
/// soon as what defines it is there; among the others, small finite domains first, so that the
/// bounds of the unbounded ones are known when their turn comes.
fn order(layout: &Layout, conjuncts: &[Term]) -> Vec<usize> {
    let mut rest: Vec<usize> = (0..layout.vars().len()).collect();
    let mut order: Vec<usize> = Vec::new();
    let definitions: Vec<(usize, Vec<usize>)> = conjuncts
        .iter()
        .filter(|conjunct| conjunct.op() == Some(&Op::Eq))
        .flat_map(|conjunct| {
            let sides = conjunct.children();
            [(0, 1), (1, 0)].map(|(left, right)| {
                let slot = layout.slot(sides[left].as_var()?)?;
                let needs: Vec<usize> = sides[right]
                    .free_vars()
                    .iter()
                    .filter_map(|v| layout.slot(v))
                    .collect();
                (!needs.contains(&slot)).then_some((slot, needs))
            })
        })
        .flatten()
        .collect();
    while !rest.is_empty() {
        let defined = |slot: &usize| {
            definitions
                .iter()
                .any(|(s, needs)| s == slot && needs.iter().all(|n| order.contains(n)))
        };
        let next = rest.iter().position(defined).unwrap_or_else(|| {
            let size = |slot: usize| layout.vars()[slot].sort.size().unwrap_or(u128::MAX);
            let (position, _) = rest
                .iter()
                .enumerate()
                .min_by_key(|(_, slot)| size(**slot))
                .expect("some variable is left");
            position
        });
        order.push(rest.remove(next));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(name: &str) -> Var {
        Var::new(name, Sort::Int)
    }

    fn all(vars: &[Var], formula: &Term) -> Result<Vec<Vec<Value>>, Unbounded> {
        let mut found = Vec::new();
        Enumerator::new(vars, formula).for_each(&mut || true, &mut |values| {
            found.push(values.to_vec());
            true
        })?;
        Ok(found)
    }

    #[test]
    fn bounds_are_read_off_the_formula() {
        let x = int("x");
        let within = |low: i64, high: i64| {
            Term::and([
                Term::le(Term::int(low), x.term()),
                Term::le(x.term(), Term::int(high)),
            ])
        };
        assert_eq!(
            all(std::slice::from_ref(&x), &within(-1, 2)).unwrap().len(),
            4
        );
        let either = Term::or([within(0, 1), within(5, 6)]);
        assert_eq!(all(std::slice::from_ref(&x), &either).unwrap().len(), 4);
        let doubled = Term::and([
            Term::lt(Term::mul([Term::int(-2), x.term()]), Term::int(3)),
            Term::not(Term::le(Term::int(3), Term::mul([Term::int(2), x.term()]))),
        ]);
        assert_eq!(
            all(std::slice::from_ref(&x), &doubled).unwrap().len(),
            3,
            "-1, 0 and 1"
        );
        assert_eq!(
            all(std::slice::from_ref(&x), &Term::le(Term::int(0), x.term())),
            Err(Unbounded::Infinite("x".into()))
        );
        let many = within(0, 1 << 40);
        assert_eq!(
            all(std::slice::from_ref(&x), &many),
            Err(Unbounded::TooMany("x".into()))
        );
    }

    #[test]
    fn equations_define_variables_in_terms_of_others() {
        let (x, y) = (int("x"), int("y"));
        let b = Var::new("b", Sort::range(0, 3).unwrap());
        let formula = Term::and([
            Term::eq(x.term(), Term::add([y.term(), Term::int(1)])),
            Term::eq(Term::mul([Term::int(2), b.term()]), y.term()),
        ]);
        let found = all(&[x, y, b], &formula).unwrap();
        let expected: Vec<Vec<Value>> = (0..=3)
            .map(|b| vec![(2 * b + 1).into(), (2 * b).into(), b.into()])
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_definition_outside_the_range_has_no_value() {
        let b = Var::new("b", Sort::range(0, 3).unwrap());
        assert_eq!(
            all(std::slice::from_ref(&b), &Term::eq(b.term(), Term::int(4)))
                .unwrap()
                .len(),
            0
        );
        assert_eq!(
            all(std::slice::from_ref(&b), &Term::eq(b.term(), Term::int(3)))
                .unwrap()
                .len(),
            1
        );
    }
}
