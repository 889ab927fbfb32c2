//! Connectives.

use rustc_hash::FxHashSet;

use super::Simplifier;
use super::facts::Facts;
use crate::nnf::negated_comparison;
use crate::{Node, Op, Substitution, Term, recursion};

/// The largest conjunction, as a graph, through which the value of a variable is propagated.
const LARGEST_PROPAGATED: usize = 400;

impl Simplifier {
    /// The negation of a simplified formula. It ends at the atoms, at equivalences and conditionals.
    pub(super) fn negate(&mut self, formula: &Term) -> Term {
        if let Some(done) = self.negations.get(formula) {
            return done.clone();
        }
        let result = recursion::guard(|| match formula.node() {
            Node::App(op @ (Op::And | Op::Or), parts) => {
                let parts = parts.iter().map(|part| self.negate(part)).collect();
                self.lattice(&dual(op), parts)
            }
            Node::App(Op::Implies, sides) => {
                let opposite = self.negate(&sides[1]);
                self.lattice(&Op::And, vec![sides[0].clone(), opposite])
            }
            Node::App(Op::Le | Op::Lt, _) => self.linear_atom(&Term::not(formula.clone())),
            Node::Quantified(quantifier, vars, body) => {
                let body = self.negate(body);
                Term::quantified(quantifier.dual(), vars.iter().cloned(), body)
            }
            _ => negated_comparison(formula).unwrap_or_else(|| Term::not(formula.clone())),
        });
        self.negations.insert(formula.clone(), result.clone());
        result
    }

    /// Whether one formula is the negation of the other on its face.
    pub(super) fn are_opposite(&mut self, a: &Term, b: &Term) -> bool {
        let is_literal = |term: &Term| !matches!(term.op(), Some(Op::And | Op::Or | Op::Implies));
        is_literal(a) && is_literal(b) && (self.negate(a) == *b || self.negate(b) == *a)
    }

    pub(super) fn equivalence(&mut self, a: &Term, b: &Term) -> Term {
        if a == b {
            return Term::top();
        }
        if self.are_opposite(a, b) {
            return Term::bottom();
        }
        let strip = |term: &Term| match (term.op(), term.children()) {
            (Some(Op::Not), [inner]) => (inner.clone(), true),
            _ => (term.clone(), false),
        };
        let ((a, a_negated), (b, b_negated)) = (strip(a), strip(b));
        let (a, b) = if b < a { (b, a) } else { (a, b) };
        let equivalence = Term::eq(a, b);
        if a_negated == b_negated {
            equivalence
        } else {
            Term::not(equivalence)
        }
    }

    /// An implication stays one, because it reads better than a disjunction, unless the disjunction
    /// is shorter.
    pub(super) fn implication(&mut self, premise: &Term, conclusion: &Term) -> Term {
        let refuted = self.negate(premise);
        if refuted == *conclusion {
            return refuted;
        }
        let disjunction = self.lattice(&Op::Or, vec![refuted, conclusion.clone()]);
        let expected = premise.conjuncts().len() + conclusion.disjuncts().len();
        if disjunction.as_value().is_some() || disjunction.disjuncts().len() < expected {
            return disjunction;
        }
        Term::implies(premise.clone(), conclusion.clone())
    }

    /// A conjunction or disjunction of simplified formulas.
    pub(super) fn lattice(&mut self, op: &Op, parts: Vec<Term>) -> Term {
        // Each round makes some part smaller. What one has found out may be used by the next, so that
        // a conjunction of implications can take as many rounds as it has parts.
        const MOST_ROUNDS: usize = 10_000;
        let mut parts = parts;
        for _ in 0..MOST_ROUNDS {
            let whole = Term::app(op.clone(), parts);
            if whole.op() != Some(op) {
                return whole;
            }
            parts = whole.children().to_vec();
            let Some(gathered) = Facts::gather(op, &parts) else {
                return absorbing(op);
            };
            let Some(absorbed) = self.absorb(op, gathered) else {
                return absorbing(op);
            };
            let propagated = self.propagate(op, absorbed);
            if propagated == parts {
                return whole;
            }
            parts = propagated;
        }
        Term::app(op.clone(), parts)
    }

    /// Drops what a neighbour implies, and inside a neighbour what another one excludes. `None`
    /// where two neighbours are opposite.
    fn absorb(&mut self, op: &Op, parts: Vec<Term>) -> Option<Vec<Term>> {
        let mut present: FxHashSet<Term> = parts.iter().cloned().collect();
        let inner = dual(op);
        let mut kept = Vec::with_capacity(parts.len());
        for part in parts {
            match part.node() {
                Node::App(other, children) if *other == inner => {
                    if children.iter().any(|child| present.contains(child)) {
                        continue;
                    }
                    let possible: Vec<Term> = children
                        .iter()
                        .filter(|child| !present.contains(&self.negate(child)))
                        .cloned()
                        .collect();
                    if possible.len() == children.len() {
                        kept.push(part);
                    } else {
                        kept.push(self.lattice(&inner, possible));
                    }
                }
                Node::App(Op::Implies, sides) if *op == Op::And => {
                    if present.contains(&sides[1]) || present.contains(&self.negate(&sides[0])) {
                        continue;
                    }
                    // What follows is kept, so that it may be used at once.
                    if present.contains(&sides[0]) {
                        present.insert(sides[1].clone());
                        kept.push(sides[1].clone());
                    } else if present.contains(&self.negate(&sides[1])) {
                        let refuted = self.negate(&sides[0]);
                        present.insert(refuted.clone());
                        kept.push(refuted);
                    } else {
                        kept.push(part);
                    }
                }
                _ if present.contains(&self.negate(&part)) => return None,
                _ => kept.push(part),
            }
        }
        Some(kept)
    }

    /// Uses what the parts say of single variables, `p`, `!p` and `x == 3`, in the other parts. In
    /// a disjunction a part may be assumed false while the others are looked at.
    fn propagate(&mut self, op: &Op, parts: Vec<Term>) -> Vec<Term> {
        let mut known = Substitution::new();
        let mut sources = vec![false; parts.len()];
        for (position, part) in parts.iter().enumerate() {
            let fact = if *op == Op::And {
                part.clone()
            } else {
                self.negate(part)
            };
            if let Some((var, value)) = assignment(&fact)
                && known.get(var).is_none()
            {
                known.insert(var.clone(), value);
                sources[position] = true;
            }
        }
        if known.is_empty() || sources.iter().all(|source| *source) || is_large(&parts) {
            return parts;
        }
        parts
            .into_iter()
            .zip(sources)
            .map(|(part, is_source)| {
                if is_source {
                    return part;
                }
                let replaced = part.substitute(&known);
                if replaced == part {
                    part
                } else {
                    self.pass(&replaced)
                }
            })
            .collect()
    }
}

/// The variable and the literal that it has where the formula holds, if that is all it says.
fn assignment(formula: &Term) -> Option<(&crate::Var, Term)> {
    if let Some(var) = formula.as_var() {
        return Some((var, Term::top()));
    }
    match (formula.op()?, formula.children()) {
        (Op::Not, [inner]) => Some((inner.as_var()?, Term::bottom())),
        (Op::Eq, [a, b]) => {
            b.as_value()?;
            Some((a.as_var()?, b.clone()))
        }
        _ => None,
    }
}

fn is_large(parts: &[Term]) -> bool {
    let mut seen = FxHashSet::default();
    let mut open: Vec<&Term> = parts.iter().collect();
    while let Some(term) = open.pop() {
        if seen.insert(term) {
            open.extend(term.children());
        }
        if seen.len() > LARGEST_PROPAGATED {
            return true;
        }
    }
    false
}

fn dual(op: &Op) -> Op {
    match op {
        Op::And => Op::Or,
        _ => Op::And,
    }
}

/// The literal that decides a conjunction or disjunction.
fn absorbing(op: &Op) -> Term {
    Term::bool(*op == Op::Or)
}
