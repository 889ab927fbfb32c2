//! Terms for integer variables.

use logic::linear::{Linear, LinearAtom, Normalised, Relation};
use logic::{Integer, Model, Op, Term, Var, recursion};

use super::{Bound, split};

/// What the literals say about an integer variable.
struct Integers<'a> {
    var: &'a Var,
    x: Term,
    model: &'a Model,
    here: Integer,
    lower: Option<Bound<Integer>>,
    upper: Option<Bound<Integer>>,
    equal: Option<Term>,
    /// The least common multiple of what has to divide a multiple of the variable.
    period: Integer,
}

pub(super) fn integer_term(var: &Var, literals: &[Term], model: &Model) -> Option<Term> {
    let here = model.get(var)?.as_int()?.clone();
    let mut facts = Integers {
        var,
        x: var.term(),
        model,
        here,
        lower: None,
        upper: None,
        equal: None,
        period: Integer::ONE,
    };
    for literal in literals
        .iter()
        .filter(|literal| literal.free_vars().contains(var))
    {
        facts.add_literal(literal)?;
    }
    let Integers {
        lower,
        upper,
        equal,
        period,
        here,
        ..
    } = facts;
    let remainder = |value: Integer| value.div_mod(&period).map(|(_, remainder)| remainder);
    if let Some(term) = equal {
        return Some(term);
    }
    Some(match (lower, upper) {
        (Some(low), _) => {
            let offset = remainder(here - low.value)?;
            Term::add([low.term, Term::int(offset)])
        }
        (None, Some(high)) => {
            let offset = remainder(high.value - here)?;
            Term::sub(high.term, Term::int(offset))
        }
        (None, None) => Term::int(remainder(here)?),
    })
}

impl Integers<'_> {
    /// Takes in a literal that holds in the model.
    fn add_literal(&mut self, literal: &Term) -> Option<()> {
        let (atom, positive) = split(literal);
        let (relation, expression) = match (atom.op()?, atom.children()) {
            (Op::Divisible(divisor), [inner]) => {
                let (numerator, denominator) = self.affine(inner)?;
                (Relation::Divides(divisor * &denominator), numerator)
            }
            (op @ (Op::Eq | Op::Le | Op::Lt), [a, b]) => {
                let (a, a_denominator) = self.affine(a)?;
                let (b, b_denominator) = self.affine(b)?;
                let relation = match op {
                    Op::Eq => Relation::Eq,
                    Op::Le => Relation::Le,
                    _ => Relation::Lt,
                };
                (
                    relation,
                    &a.scaled(&b_denominator) - &b.scaled(&a_denominator),
                )
            }
            _ => return None,
        };
        let mut atom = match LinearAtom::<Integer>::normalise(relation, expression) {
            Normalised::Literal(_) => return Some(()),
            Normalised::Atom(atom) => atom,
        };
        if !positive {
            match atom.negated() {
                Some(Normalised::Literal(_)) => return Some(()),
                Some(Normalised::Atom(negated)) => atom = negated,
                // Not equal, or not divisible: the model says in which way.
                None => return self.add_negated(&atom),
            }
        }
        self.add_atom(atom.relation(), atom.expression())
    }

    fn add_negated(&mut self, atom: &LinearAtom<Integer>) -> Option<()> {
        let value = self.value(&atom.expression().to_term())?;
        match atom.relation() {
            Relation::Eq if value.is_negative() => self.add_atom(
                &Relation::Le,
                &atom.expression().plus_constant(&Integer::ONE),
            ),
            Relation::Eq => {
                let negated = -atom.expression();
                self.add_atom(&Relation::Le, &negated.plus_constant(&Integer::ONE))
            }
            Relation::Divides(modulus) => {
                let (_, remainder) = value.div_mod(modulus)?;
                let shifted = atom.expression().plus_constant(&-remainder);
                self.add_atom(&Relation::Divides(modulus.clone()), &shifted)
            }
            Relation::Le | Relation::Lt => None,
        }
    }

    /// Takes in `expression (relation) 0`, which holds in the model.
    fn add_atom(
        &mut self,
        relation: &Relation<Integer>,
        expression: &Linear<Integer>,
    ) -> Option<()> {
        let factor = expression.coefficient(&self.x);
        let rest = expression.replaced(&self.x, &Linear::literal(Integer::ZERO));
        if rest.to_term().free_vars().contains(self.var) {
            return None;
        }
        if factor.is_zero() {
            return Some(());
        }
        match relation {
            Relation::Divides(modulus) => {
                self.period = self.period.lcm(modulus);
            }
            Relation::Eq => {
                // factor * var = -rest, and the division is exact in the model.
                let (numerator, divisor) = if factor.is_positive() {
                    (-&rest, factor)
                } else {
                    (rest, -factor)
                };
                self.equal.get_or_insert(quotient(&numerator, &divisor));
            }
            Relation::Le | Relation::Lt => {
                let rest = match relation {
                    Relation::Lt => rest.plus_constant(&Integer::ONE),
                    _ => rest,
                };
                if factor.is_positive() {
                    // var <= floor(-rest / factor)
                    self.bound(quotient(&-&rest, &factor), true)?;
                } else {
                    // var >= ceil(rest / -factor)
                    let divisor = -factor;
                    let raised = rest.plus_constant(&(&divisor - &Integer::ONE));
                    self.bound(quotient(&raised, &divisor), false)?;
                }
            }
        }
        Some(())
    }

    fn bound(&mut self, term: Term, is_upper: bool) -> Option<()> {
        let value = self.value(&term)?;
        let side = if is_upper {
            &mut self.upper
        } else {
            &mut self.lower
        };
        let tighter = match side {
            None => true,
            Some(old) if is_upper => value < old.value,
            Some(old) => value > old.value,
        };
        if tighter {
            *side = Some(Bound {
                term,
                value,
                strict: false,
            });
        }
        Some(())
    }

    fn value(&self, term: &Term) -> Option<Integer> {
        self.model.eval(term).ok()?.as_int().cloned()
    }

    /// The integer term as a fraction with a positive denominator, whose numerator is linear in the
    /// variable. A quotient `t div k` becomes `(t - r) / k` and a remainder `t mod k` becomes `r`,
    /// where `r` is the remainder in the model; that `k` divides `t - r` is noted.
    fn affine(&mut self, term: &Term) -> Option<(Linear<Integer>, Integer)> {
        if !term.free_vars().contains(self.var) {
            return Some((Linear::of(term)?, Integer::ONE));
        }
        if term.as_var() == Some(self.var) {
            return Some((Linear::of(term)?, Integer::ONE));
        }
        recursion::guard(|| match (term.op()?, term.children()) {
            (Op::Add, parts) => {
                let mut sum = (Linear::literal(Integer::ZERO), Integer::ONE);
                for part in parts {
                    let (numerator, denominator) = self.affine(part)?;
                    let both = &sum.0.scaled(&denominator) + &numerator.scaled(&sum.1);
                    sum = (both, &sum.1 * &denominator);
                }
                Some(sum)
            }
            (Op::Mul, [factor, rest @ ..]) => {
                let factor = factor.as_value()?.as_int()?.clone();
                let (numerator, denominator) = self.affine(&Term::mul(rest.iter().cloned()))?;
                Some((numerator.scaled(&factor), denominator))
            }
            (op @ (Op::Div | Op::Mod), [inner, divisor]) => {
                let divisor = divisor.as_value()?.as_int()?.clone();
                let remainder =
                    self.value(&Term::modulo(inner.clone(), Term::int(divisor.clone())))?;
                let (numerator, denominator) = self.affine(inner)?;
                let difference = numerator.plus_constant(&-(&remainder * &denominator));
                let modulus = &denominator * &divisor.abs();
                if let Normalised::Atom(atom) =
                    LinearAtom::normalise(Relation::Divides(modulus.clone()), difference.clone())
                {
                    self.add_atom(atom.relation(), atom.expression())?;
                }
                if *op == Op::Mod {
                    return Some((Linear::literal(remainder), Integer::ONE));
                }
                let sign = if divisor.is_negative() {
                    Integer::MINUS_ONE
                } else {
                    Integer::ONE
                };
                Some((difference.scaled(&sign), modulus))
            }
            _ => None,
        })
    }
}

/// `numerator div divisor`, simplified where the division is exact on its face.
fn quotient(numerator: &Linear<Integer>, divisor: &Integer) -> Term {
    let term = numerator.to_term();
    if divisor.is_one() {
        term
    } else {
        Term::div(term, Term::int(divisor.clone())).simplify()
    }
}
