//! What points have in common: equations, bounds and residues.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use logic::{Integer, Rational, Sort, Term, Value, Var};

use crate::affine::Hull;
use crate::form::Form;
use crate::problem::Problem;

/// The candidates that hold at all points.
pub(crate) fn satisfied(
    parameters: &[Var],
    points: &[&[Value]],
    mut candidates: Vec<Term>,
) -> Vec<Term> {
    for point in points {
        let values = parameters.iter().cloned().zip(point.iter().cloned());
        let model: logic::Model = values.collect();
        candidates.retain(|candidate| model.holds(candidate) == Ok(true));
    }
    candidates
}

/// The affine hull, for each sort of numbers.
pub(crate) fn equations(parameters: &[Var], points: &[&[Value]]) -> Vec<Term> {
    let mut found = Vec::new();
    for sort in [Sort::Int, Sort::Real] {
        let places: Vec<usize> = (0..parameters.len())
            .filter(|i| parameters[*i].sort == sort)
            .collect();
        let mut hull = Hull::new(places.len());
        for point in points {
            hull.add(places.iter().map(|place| match &point[*place] {
                Value::Int(value) => Rational::from(value.clone()),
                Value::Real(value) => value.clone(),
                _ => Rational::ZERO,
            }));
        }
        for equation in hull.equations() {
            let mut sum = vec![(places[equation.position], Rational::from(-1))];
            sum.extend(
                equation
                    .factors
                    .into_iter()
                    .map(|(i, factor)| (places[i], factor)),
            );
            if let Some(scaled) = Form::of_sum(&sort, sum, equation.constant)
                && let Some(value) = (-&scaled.constant).checked_div(&scaled.scale)
            {
                found.push(scaled.form.equals(&value, parameters));
            }
        }
    }
    found
}

/// So few points say nothing about what is still moving.
const FEW: usize = 8;

/// The least and the greatest value of a form.
fn range(form: &Form, points: &[&[Value]]) -> Option<(Rational, Rational)> {
    let mut values = points.iter().map(|point| form.at(point));
    let first = values.next()?;
    Some(values.fold((first.clone(), first), |(low, high), value| {
        if value < low {
            (value, high)
        } else if value > high {
            (low, value)
        } else {
            (low, high)
        }
    }))
}

/// Whether some values are less than a number, some greater, and none equal.
pub(crate) fn passes(values: &[Rational], number: &Rational) -> bool {
    let is = |order| values.iter().any(|value| value.cmp(number) == order);
    is(Ordering::Less) && is(Ordering::Greater) && !is(Ordering::Equal)
}

/// Bounds of a form: those that the facts reach, and those near what it is compared to. Between the
/// bounds, numbers that it is compared to and never has.
pub(crate) fn bounds(
    form: &Form,
    numbers: &BTreeSet<Rational>,
    parameters: &[Var],
    points: &[&[Value]],
    others: Option<&[&[Value]]>,
    found: &mut Vec<Term>,
) {
    let Some((low, high)) = range(form, points) else {
        return;
    };
    // A bound that only the later facts reach is still moving, and no bound at all.
    let early = range(form, &points[..points.len().div_ceil(2)]);
    let is_reached_early = |end: fn(&(Rational, Rational)) -> &Rational, bound: &Rational| {
        points.len() < FEW || early.as_ref().is_some_and(|early| end(early) == bound)
    };
    let beyond = others.and_then(|others| range(form, others));
    let is_upper_news = |bound: &Rational| beyond.as_ref().is_none_or(|(_, high)| high > bound);
    let is_lower_news = |bound: &Rational| beyond.as_ref().is_none_or(|(low, _)| low < bound);
    let is_equal = low == high;
    if is_equal && (is_upper_news(&high) || is_lower_news(&low)) {
        found.push(form.equals(&low, parameters));
    }
    let near = |number: &Rational| [-1, 0, 1].map(|near| number + &Rational::from(near));
    let upper = numbers.iter().flat_map(near).filter(|bound| *bound >= high);
    let lower = numbers.iter().flat_map(near).filter(|bound| *bound <= low);
    let reached = is_reached_early(|(_, high)| high, &high).then(|| high.clone());
    for bound in reached.into_iter().chain(upper) {
        if is_upper_news(&bound) {
            found.push(form.at_most(&bound, parameters));
        }
    }
    let reached = is_reached_early(|(low, _)| low, &low).then(|| low.clone());
    for bound in reached.into_iter().chain(lower) {
        if is_lower_news(&bound) {
            found.push(form.at_least(&bound, parameters));
        }
    }
    let values = |points: &[&[Value]]| points.iter().map(|point| form.at(point)).collect();
    let own: Vec<Rational> = values(points);
    let theirs: Option<Vec<Rational>> = others.map(values);
    let is_news = |number: &Rational| theirs.as_ref().is_none_or(|they| they.contains(number));
    for number in numbers.iter().filter(|number| passes(&own, number)) {
        if is_news(number) {
            found.push(Term::not(form.equals(number, parameters)));
        }
    }
}

/// Residues of a form modulo what divides all differences of its values, and modulo numbers of the
/// clauses.
pub(crate) fn residues(
    form: &Form,
    problem: &Problem<'_>,
    parameters: &[Var],
    points: &[&[Value]],
    others: Option<&[&[Value]]>,
    found: &mut Vec<Term>,
) {
    const GREATEST: i64 = 64;
    let values: Vec<Integer> = points.iter().map(|point| form.at(point).floor()).collect();
    let first = &values[0];
    let step = values
        .iter()
        .fold(Integer::ZERO, |step, value| step.gcd(&(value - first)));
    if step.is_zero() || step.is_one() {
        return;
    }
    let two = Integer::from(2);
    let mut moduli: Vec<Integer> = (problem.numbers.iter())
        .map(Integer::abs)
        .filter(|number| *number >= two && *number != step && number.divides(&step))
        .collect();
    if step <= Integer::from(GREATEST) {
        moduli.push(step);
    }
    moduli.sort();
    moduli.dedup();
    for modulus in moduli {
        let rest_of = |value: &Integer| value.div_mod(&modulus).map(|(_, rest)| rest);
        let Some(rest) = rest_of(first) else { continue };
        let shared = |others: &[&[Value]]| {
            let mut rests = others.iter().map(|point| rest_of(&form.at(point).floor()));
            rests.all(|other| other.as_ref() == Some(&rest))
        };
        if others.is_some_and(shared) {
            continue;
        }
        let sum = form.term(parameters);
        found.push(if rest.is_zero() {
            Term::divisible(modulus.clone(), sum)
        } else {
            Term::eq(
                Term::modulo(sum, Term::int(modulus.clone())),
                Term::int(rest),
            )
        });
    }
}
