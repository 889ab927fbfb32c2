//! Conjunctions of linear atoms from models.
//!
//! Where a formula holds in a model, an implicant is a conjunction of linear atoms that holds there
//! too and implies the formula. Conditionals are resolved as the model resolves them, disequations
//! become the strict inequality that the model satisfies. Strict inequalities are tightened between
//! integers and closed between reals, so that a conjunction may cover a little more than its
//! formula; for ranking functions nothing is lost by that.
//!
//! A term that is not linear stands for itself in the sums, together with the linear facts that
//! define it: a quotient and a remainder, the floor of a real, a truth value as 0 or 1.

use std::collections::BTreeSet;

use evidence::ranking::{Affine, Atom, Comparison};
use logic::{EvalError, Integer, Model, Node, Op, Rational, Sort, Term, Value, Var, recursion};

/// A truth value as a number.
pub(crate) fn indicator(var: &Var) -> Term {
    Term::ite(var.term(), Term::int(1), Term::int(0))
}

/// What the sort of a variable says of it.
pub(crate) fn sort_facts(var: &Var) -> Vec<Atom> {
    let (term, low, high) = match &var.sort {
        Sort::Range(range) => (var.term(), range.low(), range.high()),
        Sort::Bool => (indicator(var), 0, 1),
        _ => return Vec::new(),
    };
    let term = Affine::term(term);
    vec![
        at_most(&Affine::number(low.into()), &term),
        at_most(&term, &Affine::number(high.into())),
    ]
}

/// The atoms of an implicant of a formula without quantifiers that holds in the model.
pub(crate) fn implicant(formula: &Term, model: &Model) -> Result<BTreeSet<Atom>, EvalError> {
    let mut reader = Reader {
        model,
        atoms: BTreeSet::new(),
        defined: BTreeSet::new(),
    };
    reader.literal(formula, true)?;
    Ok(reader.atoms)
}

fn difference(a: &Affine, b: &Affine) -> Affine {
    let mut sum = a.clone();
    sum.add_multiple(&-Rational::ONE, b);
    sum
}

fn at_most(a: &Affine, b: &Affine) -> Atom {
    Atom {
        sum: tightened(difference(a, b)),
        comparison: Comparison::AtMost,
    }
}

fn equal(a: &Affine, b: &Affine) -> Atom {
    Atom {
        sum: difference(a, b),
        comparison: Comparison::Equal,
    }
}

fn are_integers(sum: &Affine) -> bool {
    sum.coefficients.keys().all(|term| term.sort().is_integer())
}

/// `sum <= 0` with integer coefficients without a common divisor and the constant rounded up, where
/// all terms are integers.
pub(crate) fn tightened(sum: Affine) -> Affine {
    if !are_integers(&sum) {
        return sum;
    }
    let coefficients = || sum.coefficients.values();
    let scale = coefficients().fold(Integer::ONE, |scale, c| scale.lcm(c.denominator()));
    let content = coefficients().fold(Integer::ZERO, |content, c| {
        let scaled = c * &Rational::from(scale.clone());
        content.gcd(scaled.numerator())
    });
    let Some(factor) = Rational::new(scale, content) else {
        return sum;
    };
    let mut result = Affine::number(Rational::ZERO);
    result.add_multiple(&factor, &sum);
    result.constant = result.constant.ceil().into();
    result
}

struct Reader<'m> {
    model: &'m Model,
    atoms: BTreeSet<Atom>,
    /// The terms whose defining facts are among the atoms.
    defined: BTreeSet<Term>,
}

impl Reader<'_> {
    fn holds(&self, formula: &Term) -> Result<bool, EvalError> {
        self.model.holds(formula)
    }

    /// Adds atoms that make the formula have this truth value, which it has in the model.
    fn literal(&mut self, formula: &Term, truth: bool) -> Result<(), EvalError> {
        recursion::guard(|| self.literal_here(formula, truth))
    }

    fn literal_here(&mut self, formula: &Term, truth: bool) -> Result<(), EvalError> {
        let (op, arguments) = match formula.node() {
            Node::Const(_) => return Ok(()),
            Node::Var(var) => {
                let value = Affine::number(i64::from(truth).into());
                let atom = equal(&Affine::term(indicator(var)), &value);
                self.atoms.insert(atom);
                return Ok(());
            }
            Node::Quantified(..) => return Err(EvalError::Quantifier),
            Node::App(op, arguments) => (op, &**arguments),
        };
        match (op, arguments) {
            (Op::Not, [argument]) => self.literal(argument, !truth),
            (Op::And, _) => self.lattice(arguments, truth, true),
            (Op::Or, _) => self.lattice(arguments, truth, false),
            (Op::Implies, [premise, conclusion]) => {
                let negated = Term::not(premise.clone());
                self.lattice(&[negated, conclusion.clone()], truth, false)
            }
            (Op::Ite, [condition, then, otherwise]) => {
                let chosen = self.choose(condition, then, otherwise)?;
                self.literal(&chosen, truth)
            }
            (Op::Eq | Op::Xor, [a, b]) if *a.sort() == Sort::Bool => {
                for side in [a, b] {
                    let value = self.holds(side)?;
                    self.literal(side, value)?;
                }
                Ok(())
            }
            (Op::Eq, [a, b]) => self.equation(a, b, truth),
            (Op::Distinct, _) => self.distinct(arguments, truth),
            (Op::Le, [a, b]) if truth => self.inequality(a, b, false),
            (Op::Le, [a, b]) => self.inequality(b, a, true),
            (Op::Lt, [a, b]) if truth => self.inequality(a, b, true),
            (Op::Lt, [a, b]) => self.inequality(b, a, false),
            (Op::Divisible(modulus), [term]) => {
                let remainder = Term::modulo(term.clone(), Term::int(modulus.clone()));
                self.equation(&remainder, &Term::int(0), truth)
            }
            (Op::IsInt, [term]) => {
                let floor = Term::app(Op::ToInt, vec![term.clone()]);
                self.equation(&Term::to_real(floor), term, truth)
            }
            _ => unreachable!("the fragment has no other formulas: {formula}"),
        }
    }

    /// A conjunction (`unit` is true) or a disjunction: all arguments have the unit as their value,
    /// or one that has the other is enough.
    fn lattice(&mut self, arguments: &[Term], truth: bool, unit: bool) -> Result<(), EvalError> {
        for argument in arguments {
            if truth == unit {
                self.literal(argument, truth)?;
            } else if self.holds(argument)? == truth {
                return self.literal(argument, truth);
            }
        }
        Ok(())
    }

    fn choose(&mut self, condition: &Term, a: &Term, b: &Term) -> Result<Term, EvalError> {
        let value = self.holds(condition)?;
        self.literal(condition, value)?;
        Ok(if value { a.clone() } else { b.clone() })
    }

    fn equation(&mut self, a: &Term, b: &Term, truth: bool) -> Result<(), EvalError> {
        if truth {
            let atom = equal(&self.affine(a)?, &self.affine(b)?);
            self.atoms.insert(atom);
            Ok(())
        } else if self.holds(&Term::lt(a.clone(), b.clone()))? {
            self.inequality(a, b, true)
        } else {
            self.inequality(b, a, true)
        }
    }

    fn distinct(&mut self, terms: &[Term], truth: bool) -> Result<(), EvalError> {
        for (position, a) in terms.iter().enumerate() {
            for b in &terms[position + 1..] {
                let equation = Term::eq(a.clone(), b.clone());
                if truth {
                    self.literal(&equation, false)?;
                } else if self.holds(&equation)? {
                    return self.literal(&equation, true);
                }
            }
        }
        Ok(())
    }

    fn inequality(&mut self, a: &Term, b: &Term, strict: bool) -> Result<(), EvalError> {
        let mut sum = difference(&self.affine(a)?, &self.affine(b)?);
        if strict && are_integers(&sum) {
            // Scaled to integers first: one is the least difference only then.
            let coefficients = sum.coefficients.values().chain([&sum.constant]);
            let scale = coefficients.fold(Integer::ONE, |scale, c| scale.lcm(c.denominator()));
            let mut scaled = Affine::number(Rational::ONE);
            scaled.add_multiple(&scale.into(), &sum);
            sum = scaled;
        }
        let atom = Atom {
            sum: tightened(sum),
            comparison: Comparison::AtMost,
        };
        self.atoms.insert(atom);
        Ok(())
    }

    /// The sum that a term is, where the atoms hold.
    fn affine(&mut self, term: &Term) -> Result<Affine, EvalError> {
        recursion::guard(|| self.affine_here(term))
    }

    fn affine_here(&mut self, term: &Term) -> Result<Affine, EvalError> {
        let (op, arguments) = match term.node() {
            Node::Const(value) => return Ok(Affine::number(number(value))),
            Node::Var(_) => return Ok(Affine::term(term.clone())),
            Node::Quantified(..) => return Err(EvalError::Quantifier),
            Node::App(op, arguments) => (op, &**arguments),
        };
        match (op, arguments) {
            (Op::Add, _) => {
                let mut sum = Affine::number(Rational::ZERO);
                for argument in arguments {
                    sum.add_multiple(&Rational::ONE, &self.affine(argument)?);
                }
                Ok(sum)
            }
            (Op::Mul, _) => {
                let mut factor = Rational::ONE;
                let mut rest = Affine::number(Rational::ONE);
                for argument in arguments {
                    match argument.as_value() {
                        Some(value) => factor = &factor * &number(value),
                        None => rest = self.affine(argument)?,
                    }
                }
                Ok(multiple(&factor, &rest))
            }
            (Op::RealDiv, [dividend, divisor]) => {
                let divisor = divisor.as_value().map_or(Rational::ZERO, number);
                let factor = Rational::ONE.checked_div(&divisor);
                let factor = factor.ok_or(EvalError::DivisionByZero)?;
                Ok(multiple(&factor, &self.affine(dividend)?))
            }
            (Op::ToReal, [argument]) => self.affine(argument),
            (Op::Ite, [condition, then, otherwise]) => {
                let chosen = self.choose(condition, then, otherwise)?;
                self.affine(&chosen)
            }
            (Op::Div | Op::Mod, [dividend, divisor]) => {
                self.division(dividend, divisor)?;
                Ok(Affine::term(term.clone()))
            }
            (Op::ToInt, [argument]) => {
                if self.defined.insert(term.clone()) {
                    let (floor, value) = (Affine::term(term.clone()), self.affine(argument)?);
                    let mut above = floor.clone();
                    above.constant = Rational::ONE;
                    self.atoms.insert(at_most(&floor, &value));
                    self.atoms.insert(at_most(&value, &above));
                }
                Ok(Affine::term(term.clone()))
            }
            _ => unreachable!("the fragment has no other numbers: {term}"),
        }
    }

    /// `a = b * (a div b) + a mod b`, and the remainder is between zero and the divisor.
    fn division(&mut self, dividend: &Term, divisor: &Term) -> Result<(), EvalError> {
        let quotient = Term::div(dividend.clone(), divisor.clone());
        if !self.defined.insert(quotient.clone()) {
            return Ok(());
        }
        let Some(Value::Int(size)) = divisor.as_value() else {
            return Err(EvalError::DivisionByZero);
        };
        let remainder = Affine::term(Term::modulo(dividend.clone(), divisor.clone()));
        let mut sum = multiple(&size.clone().into(), &Affine::term(quotient));
        sum.add_multiple(&Rational::ONE, &remainder);
        let dividend = self.affine(dividend)?;
        let largest = Affine::number((size.abs() - Integer::ONE).into());
        self.atoms.insert(equal(&dividend, &sum));
        let zero = Affine::number(Rational::ZERO);
        self.atoms.insert(at_most(&zero, &remainder));
        self.atoms.insert(at_most(&remainder, &largest));
        Ok(())
    }
}

/// A multiple of a sum.
pub(crate) fn multiple(factor: &Rational, sum: &Affine) -> Affine {
    let mut result = Affine::number(Rational::ZERO);
    result.add_multiple(factor, sum);
    result
}

/// The number that an arithmetic literal is.
fn number(value: &Value) -> Rational {
    match value {
        Value::Int(value) => value.clone().into(),
        Value::Real(value) => value.clone(),
        other => unreachable!("the fragment has no other numbers: {other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduce::reduced;

    fn int(name: &str) -> Term {
        Term::constant(name, Sort::Int)
    }

    /// Implicants of the formula, from every model with small numbers, hold in the model and imply
    /// the formula at all other small numbers; and solving them changes nothing.
    fn check(formula: &Term) {
        let b = Var::new("b", Sort::Bool);
        let mut models = Vec::new();
        for (x, y) in (-4..=4).flat_map(|x: i64| (-4..=4).map(move |y: i64| (x, y))) {
            for truth in [false, true] {
                let mut model = Model::new();
                model.set(Var::new("x", Sort::Int), x.into());
                model.set(Var::new("y", Sort::Int), y.into());
                model.set(b.clone(), truth.into());
                models.push(model);
            }
        }
        let holds = |model: &Model, atoms: &[Atom]| {
            let mut atoms = atoms.iter().map(Atom::to_term);
            atoms.all(|atom| model.holds(&atom) == Ok(true))
        };
        let mut found = false;
        for model in models.iter().filter(|m| m.holds(formula) == Ok(true)) {
            found = true;
            let atoms = implicant(formula, model).expect("the formula has a value");
            let solved = reduced(atoms.clone(), |term| usize::from(term.as_var().is_none()));
            let atoms: Vec<Atom> = atoms.into_iter().collect();
            assert!(holds(model, &atoms), "{formula} in {model:?}: {atoms:?}");
            for other in &models {
                let inside = holds(other, &atoms);
                assert_eq!(
                    inside,
                    holds(other, &solved),
                    "{atoms:?}\nis not\n{solved:?}"
                );
                assert!(
                    !inside || other.holds(formula) == Ok(true),
                    "{formula}: {atoms:?}"
                );
            }
        }
        assert!(found, "{formula} holds somewhere");
    }

    #[test]
    fn implicants_hold_in_their_models_and_imply_their_formulas() {
        let (x, y, b) = (int("x"), int("y"), Term::constant("b", Sort::Bool));
        let twice = |term: &Term| Term::mul([Term::int(2), term.clone()]);
        let positive = Term::lt(Term::int(0), x.clone());
        let below = Term::lt(twice(&x), Term::add([y.clone(), Term::int(1)]));
        check(&below);
        check(&Term::ne(x.clone(), y.clone()));
        check(&Term::eq(twice(&x), y.clone()));
        check(&Term::not(Term::le(x.clone(), y.clone())));
        check(&Term::or([below.clone(), positive.clone(), b.clone()]));
        check(&Term::not(Term::and([
            below.clone(),
            positive.clone(),
            b.clone(),
        ])));
        check(&Term::implies(b.clone(), positive.clone()));
        check(&Term::not(Term::implies(b.clone(), positive.clone())));
        check(&Term::xor(b.clone(), positive.clone()));
        check(&Term::eq(b.clone(), positive.clone()));
        check(&Term::ite(b.clone(), positive.clone(), below.clone()));
        let chosen = Term::ite(positive, twice(&x), y.clone());
        check(&Term::eq(chosen, Term::int(2)));
        let three = || Term::int(3);
        check(&Term::eq(Term::modulo(x.clone(), three()), Term::int(1)));
        check(&Term::lt(y.clone(), Term::div(x.clone(), three())));
        check(&Term::lt(y.clone(), Term::div(x.clone(), Term::int(-2))));
        let sum = Term::add([x.clone(), twice(&y)]);
        check(&Term::divisible(Integer::from(4), sum.clone()));
        check(&Term::not(Term::divisible(Integer::from(4), sum)));
        let distinct = |third: &Term| {
            let terms = vec![x.clone(), y.clone(), third.clone()];
            Term::app(Op::Distinct, terms)
        };
        check(&distinct(&Term::int(2)));
        check(&Term::not(distinct(&Term::int(2))));
        let real = |term: &Term| Term::to_real(term.clone());
        let half = Term::real_div(real(&x), Term::real(2));
        check(&Term::le(half.clone(), real(&y)));
        check(&Term::lt(half.clone(), real(&y)));
        check(&Term::eq(Term::app(Op::ToInt, vec![half.clone()]), y));
        check(&Term::app(Op::IsInt, vec![half]));
    }
}
