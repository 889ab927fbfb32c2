//! Linear forms over the parameters of a predicate.

use logic::linear::{Coefficient, Linear, LinearAtom};
use logic::{Integer, Op, Rational, Sort, Term, Value, Var};

/// A sum of parameters of one sort with integer factors that have no common divisor, the first of
/// which is positive.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Form {
    pub(crate) sort: Sort,
    /// The positions of parameters with their factors, in order.
    pub(crate) factors: Vec<(usize, Integer)>,
}

/// `scale * form + constant`.
#[derive(Clone, Debug)]
pub(crate) struct Scaled {
    pub(crate) form: Form,
    pub(crate) scale: Rational,
    pub(crate) constant: Rational,
}

impl Form {
    /// The form of a sum, if something is left of it.
    pub(crate) fn of_sum(
        sort: &Sort,
        sum: Vec<(usize, Rational)>,
        constant: Rational,
    ) -> Option<Scaled> {
        let mut factors: Vec<(usize, Rational)> = Vec::new();
        for (position, factor) in sum {
            match factors.iter_mut().find(|(other, _)| *other == position) {
                Some((_, total)) => *total = &*total + &factor,
                None => factors.push((position, factor)),
            }
        }
        factors.retain(|(_, factor)| !factor.is_zero());
        factors.sort_by_key(|(position, _)| *position);
        let (_, first) = factors.first()?;
        let mut denominator = Integer::ONE;
        let mut numerator = Integer::ZERO;
        for (_, factor) in &factors {
            denominator = denominator.lcm(factor.denominator());
            numerator = numerator.gcd(factor.numerator());
        }
        let scale = Rational::new(numerator, denominator)?;
        let scale = if first.is_negative() { -scale } else { scale };
        let factors = factors.iter().map(|(position, factor)| {
            let factor = factor.checked_div(&scale)?;
            Some((*position, factor.to_integer()?.clone()))
        });
        Some(Scaled {
            form: Form {
                sort: sort.clone(),
                factors: factors.collect::<Option<_>>()?,
            },
            scale,
            constant,
        })
    }

    /// The form of a term in which the variables stand for parameters.
    pub(crate) fn of_term(term: &Term, position: impl Fn(&Var) -> Option<usize>) -> Option<Scaled> {
        match term.sort().carrier() {
            Sort::Int => {
                let sum = Linear::<Integer>::of(term)?;
                let constant = Rational::from(sum.constant().clone());
                let factors = sum.monomials().map(|(term, factor)| {
                    Some((position(term.as_var()?)?, Rational::from(factor.clone())))
                });
                Form::of_sum(&Sort::Int, factors.collect::<Option<_>>()?, constant)
            }
            Sort::Real => {
                let sum = Linear::<Rational>::of(term)?;
                let factors = sum
                    .monomials()
                    .map(|(term, factor)| Some((position(term.as_var()?)?, factor.clone())));
                let factors = factors.collect::<Option<_>>()?;
                Form::of_sum(&Sort::Real, factors, sum.constant().clone())
            }
            _ => None,
        }
    }

    /// The form that a comparison is about: the difference of its sides.
    pub(crate) fn of_literal(
        literal: &Term,
        position: impl Fn(&Var) -> Option<usize>,
    ) -> Option<Scaled> {
        let atom = match literal.op()? {
            Op::Not => &literal.children()[0],
            _ => literal,
        };
        match (atom.op()?, atom.children()) {
            (Op::Le | Op::Lt | Op::Eq, [a, b]) if *a.sort() != Sort::Bool => {
                Form::of_term(&Term::sub(a.clone(), b.clone()), position)
            }
            _ => None,
        }
    }

    /// The value at a point.
    pub(crate) fn at(&self, point: &[Value]) -> Rational {
        let mut total = Rational::ZERO;
        for (position, factor) in &self.factors {
            let factor = Rational::from(factor.clone());
            let value = match &point[*position] {
                Value::Int(value) => Rational::from(value.clone()),
                Value::Real(value) => value.clone(),
                _ => Rational::ZERO,
            };
            total = &total + &(&factor * &value);
        }
        total
    }

    /// The form as a term over the parameters.
    pub(crate) fn term(&self, parameters: &[Var]) -> Term {
        Term::add(self.factors.iter().map(|(position, factor)| {
            let factor = number(&self.sort, &Rational::from(factor.clone()));
            Term::mul([factor, parameters[*position].term()])
        }))
    }

    /// `form <= bound`, written for people.
    pub(crate) fn at_most(&self, bound: &Rational, parameters: &[Var]) -> Term {
        self.normal(Term::le(
            self.term(parameters),
            self.number(&bound.floor(), bound),
        ))
    }

    /// `form >= bound`, written for people.
    pub(crate) fn at_least(&self, bound: &Rational, parameters: &[Var]) -> Term {
        self.normal(Term::le(
            self.number(&bound.ceil(), bound),
            self.term(parameters),
        ))
    }

    /// `form = value`, written for people.
    pub(crate) fn equals(&self, value: &Rational, parameters: &[Var]) -> Term {
        match (&self.sort, value.to_integer()) {
            (Sort::Int, None) => Term::bottom(),
            _ => self.normal(Term::eq(self.term(parameters), number(&self.sort, value))),
        }
    }

    fn number(&self, rounded: &Integer, exact: &Rational) -> Term {
        match self.sort {
            Sort::Int => Term::int(rounded.clone()),
            _ => Term::real(exact.clone()),
        }
    }

    fn normal(&self, atom: Term) -> Term {
        match self.sort {
            Sort::Int => normal::<Integer>(atom),
            _ => normal::<Rational>(atom),
        }
    }
}

fn normal<C: Coefficient>(atom: Term) -> Term {
    LinearAtom::<C>::of(&atom).map_or(atom, |normal| normal.to_term())
}

fn number(sort: &Sort, value: &Rational) -> Term {
    match (sort, value.to_integer()) {
        (Sort::Int, Some(value)) => Term::int(value.clone()),
        _ => Term::real(value.clone()),
    }
}
