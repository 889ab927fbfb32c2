//! Terms for existential variables from a model: the right-hand side of projection.
//!
//! Given a formula that holds in a model, a variable is replaced by a term over the other variables
//! so that the formula still holds in the model. The term is an equation's solution, or the tightest
//! bound in the model, or a midpoint between two strict bounds of reals (the bound itself, as in
//! papers/003, formulas (24) and (25), is wrong there). For integers, a bound is rounded, and moved
//! by a constant offset that keeps every divisibility; that is Cooper's method for one model.
//! Finitely many terms can come up for one formula, so that collecting them ends.

use logic::linear::{Linear, LinearAtom, Normalised, Relation};
use logic::{
    FreshNames, Integer, Model, Node, Op, Rational, Sort, Substitution, Term, Value, Var, recursion,
};
use rustc_hash::FxHashSet;

use crate::equations::{Solution, solve};

/// Terms for the variables, over the others alone, with which the formula holds in the model.
/// `None` where the formula is outside of linear arithmetic.
///
/// The formula holds in the model, which has a value for everything in it.
pub(crate) fn witnesses(vars: &[Var], formula: &Term, model: &Model) -> Option<Substitution> {
    let mut rest = formula.clone();
    let mut solved: Vec<(Var, Term)> = Vec::new();
    let mut left: Vec<Var> = vars.to_vec();
    let mut model = model.clone();
    let mut names: Option<FreshNames> = None;
    while !left.is_empty() {
        let literals = Implicant::of(&rest, &model)?;
        let wanted: FxHashSet<Var> = left.iter().cloned().collect();
        let solution = literals.iter().find_map(|literal| {
            let names = names.get_or_insert_with(|| {
                let mut names = FreshNames::new();
                names.avoid_term(formula);
                names
            });
            solve(literal, &wanted, names)
        });
        let terms = match solution {
            Some(Solution { terms, fresh, .. }) => {
                for (var, value) in fresh {
                    model.set(var.clone(), model.eval(&value).ok()?);
                    left.push(var);
                }
                terms
            }
            None => {
                let var = left[easiest(&left, &literals)].clone();
                let term = match var.sort {
                    Sort::Bool => Term::value(model.get(&var)?.clone()),
                    Sort::Real => real_term(&var, &literals, &model)?,
                    _ => integer_term(&var, &literals, &model)?,
                };
                vec![(var, term)]
            }
        };
        let substitution: Substitution = terms.iter().cloned().collect();
        left.retain(|var| substitution.get(var).is_none());
        rest = rest.substitute(&substitution);
        solved.extend(terms);
    }
    // A term may mention variables that were solved later.
    let mut terms = Substitution::new();
    for (var, term) in solved.into_iter().rev() {
        let term = term.substitute(&terms);
        terms.insert(var, term);
    }
    Some(terms)
}

/// The position of the variable whose term will be simplest: one with no factor but 1 and -1, where
/// there is one, needs no division.
fn easiest(vars: &[Var], literals: &[Term]) -> usize {
    let hardness = |var: &Var| {
        let x = var.term();
        let factors = literals
            .iter()
            .filter(|literal| literal.free_vars().contains(var));
        let factors = factors.map(
            |literal| match LinearAtom::<Integer>::of(&split(literal).0) {
                Some(Normalised::Atom(atom)) => atom.expression().coefficient(&x).abs(),
                _ => Integer::ONE,
            },
        );
        factors.max().unwrap_or(Integer::ZERO)
    };
    let positions = 0..vars.len();
    positions
        .min_by_key(|position| hardness(&vars[*position]))
        .unwrap_or(0)
}

/// Literals that hold in a model and together imply a formula. Conditionals inside of terms have
/// been replaced by the branch that the model takes, under the literals of its condition.
struct Implicant<'a> {
    model: &'a Model,
    literals: Vec<Term>,
    seen: FxHashSet<(Term, bool)>,
}

impl<'a> Implicant<'a> {
    fn of(formula: &Term, model: &'a Model) -> Option<Vec<Term>> {
        let mut implicant = Implicant {
            model,
            literals: Vec::new(),
            seen: FxHashSet::default(),
        };
        implicant.add(formula, true)?;
        Some(implicant.literals)
    }

    fn holds(&self, formula: &Term) -> Option<bool> {
        self.model.holds(formula).ok()
    }

    /// Adds literals that make the formula true, or false.
    fn add(&mut self, formula: &Term, wanted: bool) -> Option<()> {
        if !self.seen.insert((formula.clone(), wanted)) {
            return Some(());
        }
        recursion::guard(|| self.add_unseen(formula, wanted))
    }

    fn add_unseen(&mut self, formula: &Term, wanted: bool) -> Option<()> {
        let (op, arguments) = match formula.node() {
            Node::App(op, arguments) => (op, &arguments[..]),
            Node::Quantified(..) => return None,
            Node::Const(_) | Node::Var(_) => {
                self.push(formula, wanted);
                return Some(());
            }
        };
        match (op, arguments) {
            (Op::Not, [inner]) => self.add(inner, !wanted),
            (Op::And, _) | (Op::Or, _) if (*op == Op::And) == wanted => arguments
                .iter()
                .try_for_each(|argument| self.add(argument, wanted)),
            (Op::And | Op::Or, _) => {
                // One argument decides; the smallest one gives the fewest literals.
                let mut deciding: Vec<&Term> = Vec::new();
                for argument in arguments {
                    if self.holds(argument)? == wanted {
                        deciding.push(argument);
                    }
                }
                self.add(
                    deciding.into_iter().min_by_key(|term| term.depth())?,
                    wanted,
                )
            }
            (Op::Implies, [premise, conclusion]) => {
                let disjunction = Term::or([Term::not(premise.clone()), conclusion.clone()]);
                self.add(&disjunction, wanted)
            }
            (Op::Ite, [condition, then, otherwise]) => {
                let taken = self.holds(condition)?;
                self.add(condition, taken)?;
                self.add(if taken { then } else { otherwise }, wanted)
            }
            (Op::Eq | Op::Xor, [a, b]) if *a.sort() == Sort::Bool => {
                let (a_holds, b_holds) = (self.holds(a)?, self.holds(b)?);
                self.add(a, a_holds)?;
                self.add(b, b_holds)
            }
            (Op::Distinct, _) if wanted => {
                for (position, a) in arguments.iter().enumerate() {
                    for b in &arguments[position + 1..] {
                        self.add(&Term::ne(a.clone(), b.clone()), true)?;
                    }
                }
                Some(())
            }
            (Op::Distinct, _) => {
                for (position, a) in arguments.iter().enumerate() {
                    for b in &arguments[position + 1..] {
                        let equal = Term::eq(a.clone(), b.clone());
                        if self.holds(&equal)? {
                            return self.add(&equal, true);
                        }
                    }
                }
                None
            }
            _ => {
                let atom = self.without_conditionals(formula)?;
                self.push(&atom, wanted);
                Some(())
            }
        }
    }

    fn push(&mut self, atom: &Term, wanted: bool) {
        let literal = if wanted {
            atom.clone()
        } else {
            Term::not(atom.clone())
        };
        if literal.as_value().is_none() {
            self.literals.push(literal);
        }
    }

    /// The term with the branches that the model takes instead of conditionals.
    fn without_conditionals(&mut self, term: &Term) -> Option<Term> {
        if let (Some(Op::Ite), [condition, then, otherwise]) = (term.op(), term.children()) {
            let taken = self.holds(condition)?;
            self.add(condition, taken)?;
            let branch = if taken { then } else { otherwise };
            return recursion::guard(|| self.without_conditionals(branch));
        }
        if term.children().is_empty() {
            return Some(term.clone());
        }
        let mut failed = false;
        let result = recursion::guard(|| {
            term.map_children(|child| match self.without_conditionals(child) {
                Some(child) => child,
                None => {
                    failed = true;
                    child.clone()
                }
            })
        });
        (!failed).then_some(result)
    }
}

/// A bound on a variable: a term and its value in the model.
struct Bound<N> {
    term: Term,
    value: N,
    strict: bool,
}

fn real_term(var: &Var, literals: &[Term], model: &Model) -> Option<Term> {
    let (mut lower, mut upper): (Option<Bound<Rational>>, Option<Bound<Rational>>) = (None, None);
    let x = var.term();
    let here = match model.get(var)? {
        Value::Real(value) => value.clone(),
        _ => return None,
    };
    for literal in literals
        .iter()
        .filter(|literal| literal.free_vars().contains(var))
    {
        let (atom, positive) = split(literal);
        let (Some(op), [a, b]) = (atom.op(), atom.children()) else {
            return None;
        };
        let difference = &Linear::<Rational>::of(a)? - &Linear::of(b)?;
        let factor = difference.coefficient(&x);
        if factor.is_zero() {
            // The variable cancels out, or is inside of something that is not linear.
            if difference.to_term().free_vars().contains(var) {
                return None;
            }
            continue;
        }
        // factor * var + rest (op) 0, so var (op, turned for a negative factor) -rest / factor.
        let minus_inverse = Rational::from(-1).checked_div(&factor)?;
        let bound = difference
            .replaced(&x, &Linear::literal(Rational::ZERO))
            .scaled(&minus_inverse);
        let term = bound.to_term();
        if term.free_vars().contains(var) {
            return None;
        }
        let Value::Real(value) = model.eval(&term).ok()? else {
            return None;
        };
        let (is_upper, strict) = match (op, positive) {
            (Op::Eq, true) => return Some(term),
            (Op::Eq, false) => (here < value, true),
            (Op::Le, true) | (Op::Lt, false) => (factor.is_positive() == positive, false),
            (Op::Lt, true) | (Op::Le, false) => (factor.is_positive() == positive, true),
            _ => return None,
        };
        let tighter = |old: &Option<Bound<Rational>>| match old {
            None => true,
            Some(old) if old.value == value => strict && !old.strict,
            Some(old) => (value < old.value) == is_upper,
        };
        let side = if is_upper { &mut upper } else { &mut lower };
        if tighter(side) {
            *side = Some(Bound {
                term,
                value,
                strict,
            });
        }
    }
    let one = Term::real(1);
    Some(match (lower, upper) {
        (None, None) => Term::real(0),
        (Some(low), None) if low.strict => Term::add([low.term, one]),
        (None, Some(high)) if high.strict => Term::sub(high.term, one),
        (Some(low), _) if !low.strict => low.term,
        (_, Some(high)) if !high.strict => high.term,
        (Some(low), Some(high)) => {
            let half = Rational::new(Integer::ONE, Integer::from(2))?;
            let sum = &Linear::<Rational>::of(&low.term)? + &Linear::of(&high.term)?;
            sum.scaled(&half).to_term()
        }
        (Some(bound), None) | (None, Some(bound)) => bound.term,
    })
}

/// The atom of a literal, and whether it is asserted.
fn split(literal: &Term) -> (Term, bool) {
    match (literal.op(), literal.children()) {
        (Some(Op::Not), [atom]) => (atom.clone(), false),
        _ => (literal.clone(), true),
    }
}

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

fn integer_term(var: &Var, literals: &[Term], model: &Model) -> Option<Term> {
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
