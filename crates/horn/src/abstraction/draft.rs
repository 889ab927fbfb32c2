//! A conjunction on its way from terms to constraints of a space.
//!
//! What is not linear is left out, so that a draft has at least the points of its conjunction.

use std::collections::BTreeMap;

use logic::{Integer, Node, Op, Rational, Sort, Term, Value, Var, recursion};
use polyhedra::congruence::Congruence;
use polyhedra::{Affine, Constraint, Relation};
use rustc_hash::FxHashSet;

use super::element::Element;

/// Which alternative of a disjunction holds is still open.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) alternatives: Vec<Term>,
    /// Where this decides an atom of a partition: the application, and the position of the atom. The
    /// first alternative says that the atom holds.
    pub(super) decides: Option<(usize, usize)>,
}

/// The constraints so far, and what is still open.
#[derive(Clone)]
pub(super) struct Draft {
    dimensions: usize,
    /// The dimensions of variables, and of terms that are no sums.
    places: BTreeMap<Term, usize>,
    truths: BTreeMap<Var, bool>,
    element: Element,
    constraints: Vec<Constraint>,
    congruences: Vec<Congruence>,
    pub(super) open: Vec<Choice>,
    is_dead: bool,
}

impl Draft {
    pub(super) fn new() -> Self {
        Draft {
            dimensions: 0,
            places: BTreeMap::new(),
            truths: BTreeMap::new(),
            element: Element::top(0),
            constraints: Vec::new(),
            congruences: Vec::new(),
            open: Vec::new(),
            is_dead: false,
        }
    }

    pub(super) fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// A new dimension for numbers of a sort.
    pub(super) fn add_dimension(&mut self, sort: &Sort) -> usize {
        let dimension = self.dimensions;
        self.dimensions += 1;
        let place = Affine::dimension(dimension);
        if sort.carrier() == Sort::Int {
            self.congruences
                .push(Congruence::new(&place, &Integer::ONE));
        }
        if let Sort::Range(range) = sort {
            self.require(Relation::Le, &(&number(range.low()) - &place));
            self.require(Relation::Le, &(&place - &number(range.high())));
        }
        dimension
    }

    /// Gives a variable a dimension that is there, unless it has one.
    pub(super) fn identify(&mut self, var: &Var, dimension: usize) -> bool {
        let is_plain = var.sort == var.sort.carrier() && !self.places.contains_key(&var.term());
        if is_plain {
            self.places.insert(var.term(), dimension);
        }
        is_plain
    }

    /// The points that satisfy everything so far; `None` where there are none.
    pub(super) fn settled(&mut self) -> Option<&Element> {
        if self.is_dead {
            return None;
        }
        let missing = self.dimensions - self.element.dimensions();
        if missing > 0 {
            self.element = self.element.rename(self.dimensions, Some);
        }
        let constraints = std::mem::take(&mut self.constraints);
        let congruences = std::mem::take(&mut self.congruences);
        if !constraints.is_empty() || !congruences.is_empty() {
            self.element = self.element.confined(&constraints, &congruences);
        }
        self.is_dead = self.element.is_empty();
        (!self.is_dead).then_some(&self.element)
    }

    fn require(&mut self, relation: Relation, expression: &Affine) {
        self.constraints.push(Constraint::new(relation, expression));
    }

    /// Adds a formula in negation normal form.
    pub(super) fn assert(&mut self, formula: &Term) {
        if formula.is_false() {
            self.is_dead = true;
        }
        if self.is_dead || formula.is_true() {
            return;
        }
        match formula.op() {
            Some(Op::And) => {
                for part in formula.children() {
                    self.assert(part);
                }
            }
            Some(Op::Or) => self.choose(formula.children().to_vec()),
            _ => match conditional_in(formula) {
                Some(conditional) => self.split(formula, &conditional),
                None => self.assert_literal(formula),
            },
        }
    }

    fn choose(&mut self, alternatives: Vec<Term>) {
        self.open.push(Choice {
            alternatives,
            decides: None,
        });
    }

    /// Puts either branch of a conditional in its place.
    fn split(&mut self, formula: &Term, conditional: &Term) {
        let [condition, then, otherwise] = conditional.children() else {
            return;
        };
        let with = |condition: Term, branch: &Term| {
            let put = |part: Term| {
                if part == *conditional {
                    branch.clone()
                } else {
                    part
                }
            };
            Term::and([condition, formula.rewrite(put).nnf()])
        };
        self.choose(vec![
            with(condition.nnf(), then),
            with(condition.negated_nnf(), otherwise),
        ]);
    }

    fn assert_literal(&mut self, literal: &Term) {
        let (holds, atom) = match (literal.op(), literal.children()) {
            (Some(Op::Not), [atom]) => (false, atom),
            _ => (true, literal),
        };
        if let Some(var) = atom.as_var() {
            let known = *self.truths.entry(var.clone()).or_insert(holds);
            self.is_dead |= known != holds;
            return;
        }
        let Some(op) = atom.op().cloned() else { return };
        match (op, atom.children(), holds) {
            (Op::Le, [a, b], true) => self.assert_order(a, b, false),
            (Op::Lt, [a, b], true) => self.assert_order(a, b, true),
            (Op::Le, [a, b], false) => self.assert_order(b, a, true),
            (Op::Lt, [a, b], false) => self.assert_order(b, a, false),
            (Op::Eq, [a, b], true) => {
                let difference = &self.affine(a) - &self.affine(b);
                self.require(Relation::Eq, &difference);
            }
            (Op::Eq, [a, b], false) => self.choose(vec![
                Term::lt(a.clone(), b.clone()),
                Term::lt(b.clone(), a.clone()),
            ]),
            (Op::Distinct, terms, holds) => self.assert_distinct(terms, holds),
            (Op::Divisible(divisor), [term], true) => {
                let expression = self.affine(term);
                self.congruences
                    .push(Congruence::new(&expression, &divisor));
            }
            (Op::Divisible(divisor), [term], false) => {
                let rest = self.remainder(term, &divisor);
                self.require(Relation::Le, &(&number(1) - &rest));
            }
            (Op::IsInt, [term], true) => {
                let expression = self.affine(term);
                self.congruences
                    .push(Congruence::new(&expression, &Integer::ONE));
            }
            _ => {}
        }
    }

    /// `a < b` or `a <= b`. Strictness of reals is left out, because polyhedra are closed.
    fn assert_order(&mut self, a: &Term, b: &Term, is_strict: bool) {
        let mut difference = &self.affine(a) - &self.affine(b);
        if is_strict && a.sort().carrier() == Sort::Int {
            difference = &difference + &number(1);
        }
        self.require(Relation::Le, &difference);
    }

    fn assert_distinct(&mut self, terms: &[Term], holds: bool) {
        let mut equal = Vec::new();
        for (i, a) in terms.iter().enumerate() {
            let others = terms[i + 1..].iter();
            equal.extend(others.map(|b| Term::eq(a.clone(), b.clone()).nnf()));
        }
        if holds {
            for equation in equal {
                self.assert(&equation.negated_nnf());
            }
        } else {
            self.choose(equal);
        }
    }

    /// The value of a term as an expression over the dimensions.
    fn affine(&mut self, term: &Term) -> Affine {
        if let Some(dimension) = self.places.get(term) {
            return Affine::dimension(*dimension);
        }
        let (op, children) = match term.node() {
            Node::Const(Value::Int(value)) => {
                return Affine::constant_of(Rational::from(value.clone()));
            }
            Node::Const(Value::Real(value)) => return Affine::constant_of(value.clone()),
            Node::App(op, children) => (op, &children[..]),
            _ => return self.place(term),
        };
        recursion::guard(|| self.affine_of(term, op, children))
    }

    fn affine_of(&mut self, term: &Term, op: &Op, children: &[Term]) -> Affine {
        match (op, children) {
            (Op::Add, terms) => terms.iter().fold(number(0), |sum, term| {
                let term = self.affine(term);
                &sum + &term
            }),
            (Op::Mul, factors) => self.product(term, factors),
            (Op::ToReal, [inner]) => self.affine(inner),
            (Op::RealDiv, [a, b]) => {
                match value_of(b).and_then(|b| Rational::ONE.checked_div(&b)) {
                    Some(factor) => self.affine(a).scaled(&factor),
                    None => self.place(term),
                }
            }
            (Op::Mod, [a, b]) => match value_of(b).and_then(|b| b.to_integer().cloned()) {
                Some(divisor) if !divisor.is_zero() => self.remainder(a, &divisor),
                _ => self.place(term),
            },
            (Op::Div, [a, b]) => match value_of(b).and_then(|b| b.to_integer().cloned()) {
                Some(divisor) if !divisor.is_zero() => {
                    let multiple = &self.affine(a) - &self.remainder(a, &divisor);
                    let factor = Rational::new(Integer::ONE, divisor);
                    multiple.scaled(&factor.unwrap_or(Rational::ONE))
                }
                _ => self.place(term),
            },
            (Op::ToInt, [inner]) => {
                let floor = self.place(term);
                let rest = &self.affine(inner) - &floor;
                self.require(Relation::Le, &-&rest);
                self.require(Relation::Le, &(&rest - &number(1)));
                floor
            }
            _ => self.place(term),
        }
    }

    fn product(&mut self, term: &Term, factors: &[Term]) -> Affine {
        let mut scale = Rational::ONE;
        let mut rest = None;
        for factor in factors {
            match value_of(factor) {
                Some(value) => scale = &scale * &value,
                None if rest.is_none() => rest = Some(factor),
                None => return self.place(term),
            }
        }
        match rest {
            Some(rest) => self.affine(rest).scaled(&scale),
            None => Affine::constant_of(scale),
        }
    }

    /// A dimension of its own for a term whose value is not a sum.
    fn place(&mut self, term: &Term) -> Affine {
        let dimension = match self.places.get(term) {
            Some(dimension) => *dimension,
            None => {
                let dimension = self.add_dimension(term.sort());
                self.places.insert(term.clone(), dimension);
                dimension
            }
        };
        Affine::dimension(dimension)
    }

    /// The remainder of a term, which is never negative.
    fn remainder(&mut self, term: &Term, divisor: &Integer) -> Affine {
        let divisor = divisor.abs();
        let key = Term::app(Op::Mod, vec![term.clone(), Term::int(divisor.clone())]);
        if let Some(value) = value_of(&key) {
            return Affine::constant_of(value);
        }
        let is_new = !self.places.contains_key(&key);
        let rest = self.place(&key);
        if is_new {
            let multiple = &self.affine(term) - &rest;
            self.congruences.push(Congruence::new(&multiple, &divisor));
            self.require(Relation::Le, &-&rest);
            let greatest = Affine::constant_of(Rational::from(&divisor - &Integer::ONE));
            self.require(Relation::Le, &(&rest - &greatest));
        }
        rest
    }
}

fn number(value: i64) -> Affine {
    Affine::constant_of(value)
}

fn value_of(term: &Term) -> Option<Rational> {
    match term.as_value()? {
        Value::Int(value) => Some(Rational::from(value.clone())),
        Value::Real(value) => Some(value.clone()),
        _ => None,
    }
}

/// A conditional between numbers.
fn conditional_in(term: &Term) -> Option<Term> {
    let mut seen = FxHashSet::default();
    let mut open = vec![term];
    while let Some(part) = open.pop() {
        if part.op() == Some(&Op::Ite) && *part.sort() != Sort::Bool {
            return Some(part.clone());
        }
        let unseen = part.children().iter();
        open.extend(unseen.filter(|child| seen.insert(*child)));
    }
    None
}
