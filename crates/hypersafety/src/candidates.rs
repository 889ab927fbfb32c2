//! Literals that may explain why a trace is infeasible.
//!
//! Whatever is proposed here is tried and never trusted, so the only question is whether the right
//! literals are among the first.

use std::collections::BTreeSet;

use logic::linear::{Linear, LinearAtom, Normalised, Relation};
use logic::{Integer, Op, Sort, Term, Var};

type Atom = LinearAtom<Integer>;

fn atom(literal: &Term) -> Option<Atom> {
    match Atom::of(literal)? {
        Normalised::Atom(atom) => Some(atom),
        Normalised::Literal(_) => None,
    }
}

fn equation(expression: Linear<Integer>) -> Term {
    Atom::normalise(Relation::Eq, expression).to_term()
}

/// Stronger forms of a literal that are more likely to be invariant, the best first.
pub(crate) fn strengthened(literal: &Term) -> Vec<Term> {
    let mut found = Vec::new();
    if let (Some(Op::Eq), [a, b]) = (literal.op(), literal.children())
        && let (Some(Op::Apply(f)), Some(Op::Apply(g))) = (a.op(), b.op())
        && f == g
    {
        let pairs = a.children().iter().zip(b.children());
        let equal = pairs.map(|(x, y)| Term::eq(x.clone(), y.clone()).simplify());
        let equal: Vec<Term> = equal.filter(|equal| !equal.is_true()).collect();
        if equal.len() == 1 && !equal[0].is_false() {
            found.extend(strengthened(&equal[0]));
            found.extend(equal);
        }
    }
    if let Some(atom) = atom(literal)
        && *atom.relation() == Relation::Le
        && atom.expression().monomials().len() > 1
    {
        found.push(equation(atom.expression().clone()));
    }
    if let (Some(Op::Not), [inner]) = (literal.op(), literal.children())
        && let (Some(Op::Eq), [a, b]) = (inner.op(), inner.children())
        && a.sort().is_arithmetic()
    {
        found.push(Term::lt(a.clone(), b.clone()).simplify());
        found.push(Term::lt(b.clone(), a.clone()).simplify());
    }
    found
}

/// Terms that must be at most zero, so that together with a guard a literal follows by adding
/// multiples (Farkas' lemma): a monomial of the literal cancels, or, for the literal `false`, two
/// guards are added up.
pub(crate) fn combinations(literal: &Term, guards: &[Term]) -> Vec<Linear<Integer>> {
    let mut found = BTreeSet::new();
    let mut layer: Vec<Linear<Integer>> = goals(literal);
    if layer.len() > 1 {
        // Of an equation, a guard may imply one half.
        found.extend(layer.iter().cloned());
    }
    if literal.is_false() {
        // Each guard says that something is at most zero; it must be at least one.
        let one = Integer::from(1);
        let known: Vec<Linear<Integer>> = guards.iter().flat_map(goals).collect();
        for (position, a) in known.iter().enumerate() {
            layer.push((-a).plus_constant(&one));
            for b in &known[position + 1..] {
                found.insert((-&(a + b)).plus_constant(&one));
            }
        }
    }
    for _ in 0..2 {
        let mut next = Vec::new();
        for goal in &layer {
            for guard in guards {
                for rest in cancelled(goal, guard) {
                    found.insert(rest.clone());
                    next.push(rest);
                }
            }
        }
        layer = next;
    }
    found.retain(|rest| !rest.is_literal());
    found.into_iter().collect()
}

/// That a linear term is at most zero.
pub(crate) fn at_most_zero(expression: &Linear<Integer>) -> Term {
    Atom::normalise(Relation::Le, expression.clone()).to_term()
}

/// That a linear term has a value.
pub(crate) fn equals(expression: &Linear<Integer>, value: &Integer) -> Term {
    equation(expression.plus_constant(&-value.clone()))
}

/// Literals that imply a linear literal together, because applications of one function cancel where
/// their arguments are equal.
pub(crate) fn decomposed(literal: &Term) -> Vec<Vec<Term>> {
    let Some(atom) = atom(literal) else {
        return Vec::new();
    };
    let expression = atom.expression();
    let monomials: Vec<(&Term, &Integer)> = expression.monomials().collect();
    let mut found = Vec::new();
    for (position, (a, own)) in monomials.iter().enumerate() {
        for (b, other) in &monomials[position + 1..] {
            let is_pair = matches!(a.op(), Some(Op::Apply(_) | Op::Select))
                && a.op() == b.op()
                && **own == -(*other).clone();
            if !is_pair {
                continue;
            }
            let pairs = a.children().iter().zip(b.children());
            let equal = pairs.map(|(x, y)| Term::eq(x.clone(), y.clone()).simplify());
            let mut parts: Vec<Term> = equal.filter(|equal| !equal.is_true()).collect();
            let by = Linear::of(b).unwrap_or_else(|| Linear::literal(Integer::from(0)));
            let rest = expression.replaced(a, &by);
            parts.push(Atom::normalise(atom.relation().clone(), rest).to_term());
            parts.retain(|part| !part.is_true());
            if !parts.iter().any(Term::is_false) {
                found.push(parts);
            }
        }
    }
    found
}

/// The terms that must be at most zero for a literal to hold.
fn goals(literal: &Term) -> Vec<Linear<Integer>> {
    match atom(literal) {
        Some(atom) => match atom.relation() {
            Relation::Eq => vec![atom.expression().clone(), -atom.expression()],
            Relation::Le => vec![atom.expression().clone()],
            _ => Vec::new(),
        },
        None => Vec::new(),
    }
}

/// What is left of a goal when a multiple of a guard is taken away so that a monomial cancels.
fn cancelled(goal: &Linear<Integer>, guard: &Term) -> Vec<Linear<Integer>> {
    let mut found = Vec::new();
    for known in goals(guard) {
        for (monomial, own) in goal.monomials() {
            let other = known.coefficient(monomial);
            let zero = Integer::from(0);
            if other == zero || (*own < zero) != (other < zero) {
                continue;
            }
            let (own, other) = (absolute(own), absolute(&other));
            found.push(&goal.scaled(&other) - &known.scaled(&own));
        }
    }
    found
}

fn absolute(number: &Integer) -> Integer {
    if *number < Integer::from(0) {
        -number.clone()
    } else {
        number.clone()
    }
}

/// Equations between the arguments of applications of one function, and between the indices and the
/// arrays of elements.
pub(crate) fn argument_equations(terms: &[Term]) -> Vec<Term> {
    let mut applications: BTreeSet<Term> = BTreeSet::new();
    for term in terms {
        collect(term, &mut applications);
    }
    let applications: Vec<Term> = applications.into_iter().collect();
    let mut found = Vec::new();
    for (position, a) in applications.iter().enumerate() {
        for b in &applications[position + 1..] {
            if a.op() != b.op() {
                continue;
            }
            for (x, y) in a.children().iter().zip(b.children()) {
                if x != y && x.sort() == y.sort() {
                    found.push(Term::eq(x.clone(), y.clone()).simplify());
                }
            }
        }
    }
    found.retain(|literal| literal.as_value().is_none());
    found
}

fn collect(term: &Term, applications: &mut BTreeSet<Term>) {
    logic::recursion::guard(|| {
        if matches!(term.op(), Some(Op::Apply(_) | Op::Select)) {
            applications.insert(term.clone());
        }
        term.children()
            .iter()
            .for_each(|part| collect(part, applications));
    });
}

/// Equations between variables of one sort.
pub(crate) fn equations(vars: &[Var]) -> Vec<Term> {
    let mut found = Vec::new();
    for (position, a) in vars.iter().enumerate() {
        for b in &vars[position + 1..] {
            if a.sort.carrier() == b.sort.carrier() && !matches!(a.sort, Sort::Array(_)) {
                found.push(Term::eq(a.term(), b.term()).simplify());
            }
        }
    }
    found
}

/// That the variables and their differences are multiples of numbers that occur as coefficients.
pub(crate) fn divisibilities(vars: &BTreeSet<Var>, moduli: &BTreeSet<Integer>) -> Vec<Term> {
    let mut found = Vec::new();
    let integers: Vec<&Var> = vars
        .iter()
        .filter(|v| v.sort.carrier() == Sort::Int)
        .collect();
    for modulus in moduli {
        for (position, var) in integers.iter().enumerate() {
            found.push(Term::divisible(modulus.clone(), var.term()).simplify());
            for other in &integers[position + 1..] {
                let difference = Term::sub(var.term(), other.term());
                found.push(Term::divisible(modulus.clone(), difference).simplify());
            }
        }
    }
    found
}

/// The numbers greater than one that occur as coefficients or moduli in linear literals.
pub(crate) fn coefficients(literals: &[Term]) -> BTreeSet<Integer> {
    let mut found = BTreeSet::new();
    for literal in literals {
        if let Some(atom) = atom(literal) {
            for (_, coefficient) in atom.expression().monomials() {
                let size = absolute(coefficient);
                if size > Integer::from(1) && size < Integer::from(1000) {
                    found.insert(size);
                }
            }
        }
    }
    found
}
