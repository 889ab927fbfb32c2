//! All runs of a function on given inputs, with whatever it chooses left open.

use logic::{Term, Value, Var};

use super::super::{BlockId, End, Function, Step};
use super::{Effect, PathEnd, choice_var};

/// What is to be done about runs that have come as far as this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Onward {
    /// They are followed; where they have ended, there is nothing to follow.
    Follow,
    /// They do not matter.
    Leave,
    /// Nothing matters any more.
    Stop,
}

/// Whoever answers to events: the result with this position of the event with this number.
pub type Answerer<'a> = &'a dyn Fn(usize, usize, &Var) -> Value;

impl Function {
    /// Follows all runs from the entry on these inputs, path by path: what is chosen on the way are
    /// the variables [`choice_var`], and `answer` says what the environment does. `judge` is shown
    /// each path when it comes to the entry of a block and when it ends, in the order of its steps;
    /// its condition says for which choices it is taken, and may be `false`. Whether nobody
    /// said to stop; `None` where there are not as many inputs as the function has, or of other sorts.
    pub fn follow_all(
        &self,
        inputs: &[Value],
        answer: Answerer<'_>,
        judge: &mut dyn FnMut(&Effect, PathEnd) -> Onward,
    ) -> Option<bool> {
        let mut start = Effect::at(BlockId::ENTRY);
        let mut pairs = inputs.iter().zip(&self.inputs);
        if inputs.len() != self.inputs.len() || !pairs.all(|(value, var)| value.is_of(&var.sort)) {
            return None;
        }
        for (var, value) in self.inputs.iter().zip(inputs) {
            start.values.insert(var.clone(), Term::value(value.clone()));
        }
        let mut open = vec![start];
        while let Some(mut effect) = open.pop() {
            match judge(&effect, PathEnd::Arrived) {
                Onward::Follow => {}
                Onward::Leave => continue,
                Onward::Stop => return Some(false),
            }
            let block = self.block(effect.block);
            for (position, (step, _)) in block.steps.iter().enumerate() {
                if let Step::UndefinedIf(formula) = step {
                    let wrong = effect.values.apply(formula);
                    if !wrong.is_false() {
                        let mut undefined = effect.clone();
                        undefined.assume(wrong);
                        let end = PathEnd::Undefined(position as u32);
                        if judge(&undefined, end) == Onward::Stop {
                            return Some(false);
                        }
                    }
                }
                effect.step(step, &mut |number, var| choice_var(number, var).term());
                if let Step::Event(event) = step {
                    let number = effect.events.len() - 1;
                    for (position, var) in event.results.iter().enumerate() {
                        let value = answer(number, position, var);
                        effect.values.insert(var.clone(), Term::value(value));
                    }
                }
            }
            let ended = match &block.end {
                End::Undefined => Some(PathEnd::Undefined(block.steps.len() as u32)),
                End::Return(values) => {
                    effect.returned = Some(effect.observe(values));
                    Some(PathEnd::Returned)
                }
                End::Branch(_) => None,
            };
            if let Some(end) = ended {
                if judge(&effect, end) == Onward::Stop {
                    return Some(false);
                }
                continue;
            }
            for number in (0..block.end.branches().len() as u32).rev() {
                let mut next = effect.clone();
                next.branch(self, number);
                if !next.condition.iter().any(Term::is_false) {
                    open.push(next);
                }
            }
        }
        Some(true)
    }
}
