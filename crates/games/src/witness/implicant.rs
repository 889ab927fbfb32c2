//! The part of a formula that a model makes true.

use logic::{Model, Node, Op, Sort, Term, recursion};
use rustc_hash::FxHashSet;

/// Literals that hold in a model and together imply a formula. Conditionals inside of terms have
/// been replaced by the branch that the model takes, under the literals of its condition.
pub(super) struct Implicant<'a> {
    model: &'a Model,
    literals: Vec<Term>,
    seen: FxHashSet<(Term, bool)>,
}

impl<'a> Implicant<'a> {
    /// The literals; `None` where the model says nothing about some part.
    pub(super) fn of(formula: &Term, model: &'a Model) -> Option<Vec<Term>> {
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
