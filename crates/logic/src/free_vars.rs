//! What occurs in a term.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Function, Node, Op, Sort, Term, Var, recursion};

/// Free variables, with a memory for the bodies of quantifiers.
#[derive(Default)]
pub struct FreeVars {
    quantified: FxHashMap<Term, Rc<BTreeSet<Var>>>,
}

impl FreeVars {
    /// An analysis that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        FreeVars::default()
    }

    /// The free variables of a term.
    pub fn of(&mut self, term: &Term) -> BTreeSet<Var> {
        self.of_all([term])
    }

    /// The free variables of several terms together; parts that they share are looked at once.
    pub fn of_all<'t>(&mut self, terms: impl IntoIterator<Item = &'t Term>) -> BTreeSet<Var> {
        let mut found = BTreeSet::new();
        let mut seen = FxHashSet::default();
        let mut open: Vec<Term> = terms.into_iter().cloned().collect();
        while let Some(term) = open.pop() {
            match term.node() {
                Node::Const(_) => {}
                Node::Var(var) => {
                    if !found.contains(var) {
                        found.insert(var.clone());
                    }
                }
                _ if !seen.insert(term.clone()) => {}
                Node::App(_, arguments) => open.extend(arguments.iter().cloned()),
                Node::Quantified(..) => found.extend(self.of_quantified(&term).iter().cloned()),
            }
        }
        found
    }

    /// The free variables of a quantified formula, kept for the next time.
    pub(crate) fn of_quantified(&mut self, term: &Term) -> Rc<BTreeSet<Var>> {
        if let Some(known) = self.quantified.get(term) {
            return known.clone();
        }
        let Node::Quantified(_, vars, body) = term.node() else {
            unreachable!("the term is a quantified formula")
        };
        let mut found = recursion::guard(|| self.of(body));
        for var in vars {
            found.remove(var);
        }
        let found = Rc::new(found);
        self.quantified.insert(term.clone(), found.clone());
        found
    }
}

/// Calls `visit` once for every part of the term, the term itself included; each part after the
/// terms that it is a part of were met for the first time.
fn for_each_part(term: &Term, mut visit: impl FnMut(&Term)) {
    let mut seen = FxHashSet::default();
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        if seen.insert(term.clone()) {
            visit(term);
            open.extend(term.children().iter().rev());
        }
    }
}

impl Term {
    /// The free variables, in order.
    #[must_use]
    pub fn free_vars(&self) -> BTreeSet<Var> {
        FreeVars::new().of(self)
    }

    /// The uninterpreted functions that occur, in order.
    #[must_use]
    pub fn functions(&self) -> BTreeSet<Function> {
        let mut found = BTreeSet::new();
        for_each_part(self, |part| {
            if let Some(Op::Apply(function)) = part.op() {
                found.insert(function.clone());
            }
        });
        found
    }

    /// The atoms of a formula in the order in which they are read: the formulas without
    /// connectives that its connectives and quantifiers join. Conditions inside an atom are a part
    /// of it; literals are no atoms.
    #[must_use]
    pub fn atoms(&self) -> Vec<Term> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open = vec![self];
        while let Some(term) = open.pop() {
            if term.as_value().is_some() || !seen.insert(term) {
                continue;
            }
            if term.is_connective() {
                open.extend(term.children().iter().rev());
            } else {
                found.push(term.clone());
            }
        }
        found
    }

    /// Whether the term joins formulas to a formula: a connective, an equation or a conditional
    /// of truth values, or a quantifier.
    #[must_use]
    pub fn is_connective(&self) -> bool {
        match self.node() {
            Node::Const(_) | Node::Var(_) => false,
            Node::Quantified(..) => true,
            Node::App(op, arguments) => match op {
                Op::Not | Op::And | Op::Or | Op::Implies | Op::Xor => true,
                Op::Eq | Op::Distinct => *arguments[0].sort() == Sort::Bool,
                Op::Ite => *self.sort() == Sort::Bool,
                _ => false,
            },
        }
    }

    /// How many different parts the term has, itself included: its size as a graph.
    #[must_use]
    pub fn dag_size(&self) -> usize {
        let mut size = 0;
        for_each_part(self, |_| size += 1);
        size
    }

    /// The formulas whose conjunction this is; none for `true`, itself if it is no conjunction.
    #[must_use]
    pub fn conjuncts(&self) -> Vec<Term> {
        self.juncts(&Op::And, true)
    }

    /// The formulas whose disjunction this is; none for `false`, itself if it is no disjunction.
    #[must_use]
    pub fn disjuncts(&self) -> Vec<Term> {
        self.juncts(&Op::Or, false)
    }

    /// Very long conjunctions are nested (see the constructors), hence the loop.
    fn juncts(&self, op: &Op, unit: bool) -> Vec<Term> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open = vec![self];
        while let Some(term) = open.pop() {
            if term.op() == Some(op) {
                if seen.insert(term) {
                    open.extend(term.children().iter().rev());
                }
            } else if *term != Term::bool(unit) {
                found.push(term.clone());
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bound_variables_are_not_free() {
        let [x, y] = ["x", "y"].map(|name| Var::new(name, Sort::Int));
        let inner = Term::exists([x.clone()], Term::lt(x.term(), y.term()));
        assert_eq!(inner.free_vars(), BTreeSet::from([y.clone()]));
        let both = Term::and([Term::le(x.term(), Term::int(0)), inner.clone()]);
        assert_eq!(both.free_vars(), BTreeSet::from([x, y.clone()]));
        assert!(Term::forall([y], inner).free_vars().is_empty());
    }

    #[test]
    fn atoms_come_in_the_order_of_reading() {
        let [p, q] = ["p", "q"].map(|name| Term::constant(name, Sort::Bool));
        let x = Term::constant("x", Sort::Int);
        let positive = Term::lt(Term::int(0), x.clone());
        let choice = Term::eq(Term::ite(q.clone(), x, Term::int(3)), Term::int(1));
        let formula = Term::or([
            Term::and([p.clone(), positive.clone()]),
            Term::implies(choice.clone(), p.clone()),
        ]);
        assert_eq!(formula.atoms(), [p, positive, choice]);
        assert_eq!(formula.dag_size(), 12);
    }

    #[test]
    fn juncts_reach_through_nesting() {
        let parts: Vec<Term> = (0..2000)
            .map(|i| Term::constant(&format!("p{i}"), Sort::Bool))
            .collect();
        let one_by_one = parts
            .iter()
            .fold(Term::top(), |all, part| Term::and([all, part.clone()]));
        assert_eq!(one_by_one.conjuncts(), parts);
        assert_eq!(Term::top().conjuncts(), []);
        assert_eq!(Term::top().disjuncts(), [Term::top()]);
    }
}
