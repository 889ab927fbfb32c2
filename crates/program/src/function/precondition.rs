//! What a function asks of its inputs.

use std::collections::BTreeSet;

use logic::{Substitution, Term, Var};

use super::{BlockId, End, Function, Step};

impl Function {
    /// What the function assumes of its inputs before it branches, chooses or shows anything: a formula
    /// over the inputs. Where it does not hold, all runs are dropped and nothing has been seen of
    /// them; where the behaviour is undefined before an assumption is come to, the assumption does not
    /// matter. Assumptions that speak of anything but inputs are left out.
    #[must_use]
    pub fn precondition(&self) -> Term {
        let inputs: BTreeSet<Var> = self.inputs.iter().cloned().collect();
        let mut values = Substitution::new();
        let mut undefined = Vec::new();
        let mut assumed = Vec::new();
        let mut here = BlockId::ENTRY;
        // A path without branches that is longer than this goes round.
        for _ in 0..self.blocks.len() {
            let block = self.block(here);
            for (step, _) in &block.steps {
                match step {
                    Step::Assign(var, term) => {
                        let value = values.apply(term);
                        values.insert(var.clone(), value);
                    }
                    Step::Assume(formula) => {
                        let holds = [values.apply(formula)].into_iter();
                        assumed.push(Term::or(holds.chain(undefined.iter().cloned())));
                    }
                    Step::UndefinedIf(formula) => undefined.push(values.apply(formula)),
                    Step::Choose(_) | Step::Event(_) => return about(&inputs, assumed),
                }
            }
            let End::Branch(branches) = &block.end else {
                break;
            };
            let [only] = &branches[..] else { break };
            let terms = only.assigns.iter().map(|(_, term)| term);
            let after = values.apply_all(terms);
            for ((var, _), value) in only.assigns.iter().zip(after) {
                values.insert(var.clone(), value);
            }
            here = only.to;
        }
        about(&inputs, assumed)
    }
}

/// Those of the formulas that speak of these variables only, together.
fn about(vars: &BTreeSet<Var>, formulas: Vec<Term>) -> Term {
    let formulas = formulas.into_iter();
    Term::and(formulas.filter(|formula| formula.free_vars().is_subset(vars)))
}

#[cfg(test)]
mod tests {
    use logic::{Op, Sort};

    use super::super::{Block, Branch, Event};
    use super::*;
    use crate::Origin;

    fn byte(name: &str) -> Var {
        Var::new(name, Sort::BitVec(8))
    }

    fn below(var: &Var, bound: i64) -> Term {
        Term::app(Op::BvUlt, vec![var.term(), Term::bit_vec(8, bound)])
    }

    fn block(steps: Vec<Step>, end: End) -> Block {
        let steps = steps.into_iter();
        Block {
            name: "b".into(),
            steps: steps.map(|step| (step, Origin::default())).collect(),
            end,
            origin: Origin::default(),
            lines: None,
            must_progress: false,
            depth: 0,
        }
    }

    fn precondition(blocks: Vec<Block>) -> Term {
        let function = Function {
            name: "f".into(),
            inputs: vec![byte("a"), byte("b")],
            blocks,
            origin: Origin::default(),
        };
        function.validate().unwrap();
        function.precondition()
    }

    #[test]
    fn assumptions_are_read_over_the_inputs_up_to_the_first_branch() {
        let (a, b, n) = (byte("a"), byte("b"), byte("n"));
        let twice = Term::app(Op::BvAdd, vec![a.term(), a.term()]);
        let first = vec![
            Step::Assign(n.clone(), twice.clone()),
            Step::Assume(below(&n, 9)),
        ];
        let to_second = End::Branch(vec![Branch {
            condition: Term::top(),
            assigns: vec![(a.clone(), b.term())],
            to: BlockId(1),
        }]);
        let branch = |condition: Term| Branch {
            condition,
            assigns: Vec::new(),
            to: BlockId(2),
        };
        let second = vec![Step::Assume(below(&a, 5))];
        let splits = End::Branch(vec![branch(below(&a, 3)), branch(Term::top())]);
        let last = vec![Step::Assume(below(&b, 1))];
        let found = precondition(vec![
            block(first, to_second),
            block(second, splits),
            block(last, End::Return(Vec::new())),
        ]);
        let doubled = Term::app(Op::BvUlt, vec![twice, Term::bit_vec(8, 9)]);
        assert_eq!(found, Term::and([doubled, below(&b, 5)]));
    }

    #[test]
    fn undefined_behaviour_comes_first() {
        let (a, b) = (byte("a"), byte("b"));
        let steps = vec![
            Step::Assume(below(&a, 1)),
            Step::UndefinedIf(below(&a, 2)),
            Step::Assume(below(&b, 3)),
        ];
        let found = precondition(vec![block(steps, End::Return(Vec::new()))]);
        let second = Term::or([below(&b, 3), below(&a, 2)]);
        assert_eq!(found, Term::and([below(&a, 1), second]));
    }

    #[test]
    fn nothing_is_assumed_of_choices_answers_and_unknowns() {
        let (a, u) = (byte("a"), byte("u"));
        let event = Event {
            name: "e".into(),
            arguments: Vec::new(),
            results: vec![u.clone()],
            returns: false,
        };
        let assume = || Step::Assume(below(&a, 1));
        let return_ = || End::Return(Vec::new());
        let choice = vec![Step::Choose(u.clone()), assume()];
        assert!(precondition(vec![block(choice, return_())]).is_true());
        let answer = vec![Step::Event(event), assume()];
        assert!(precondition(vec![block(answer, return_())]).is_true());
        let unknown = vec![Step::Assume(below(&u, 1))];
        assert!(precondition(vec![block(unknown, return_())]).is_true());
    }

    #[test]
    fn an_endless_way_without_branches_is_left() {
        let (a, steps) = (byte("a"), vec![Step::Assume(below(&byte("a"), 4))]);
        let found = precondition(vec![block(steps, End::goto(BlockId::ENTRY))]);
        assert_eq!(found, below(&a, 4));
    }
}
