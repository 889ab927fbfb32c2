//! What every function must satisfy before anybody looks at it.

use logic::{Sort, Symbol, Term, Var};

use super::{End, Event, Function, Observed, Step};

/// Why a function is none.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Malformed {
    /// There is no block to start at.
    #[error("the function {0} has no blocks")]
    Empty(Symbol),
    /// A branch leads nowhere.
    #[error("block {0} has a branch to a block that does not exist")]
    Dangling(Symbol),
    /// A block can be left without a way out.
    #[error("the last branch of block {0} is conditional")]
    Partial(Symbol),
    /// A term has the wrong sort, or a quantifier.
    #[error("block {0} has a term of the wrong sort, or with a quantifier")]
    Sort(Symbol),
    /// Several values are assigned to one variable at once.
    #[error("block {0} assigns a variable twice at once")]
    Twice(Symbol),
}

impl Function {
    /// Checks that branches lead to blocks, that the last one of each block is unconditional, and
    /// that terms have the sorts of what they stand for and no quantifiers.
    ///
    /// # Errors
    /// The first block, in order, that is wrong.
    pub fn validate(&self) -> Result<(), Malformed> {
        if self.blocks.is_empty() {
            return Err(Malformed::Empty(self.name));
        }
        if has_repetition(self.inputs.iter()) {
            return Err(Malformed::Twice(self.blocks[0].name));
        }
        for block in &self.blocks {
            let fits = block.steps.iter().all(|(step, _)| step_fits(step));
            let end_fits = match &block.end {
                End::Branch(branches) => {
                    if !branches.last().is_some_and(|last| last.condition.is_true()) {
                        return Err(Malformed::Partial(block.name));
                    }
                    if branches.iter().any(|b| b.to.index() >= self.blocks.len()) {
                        return Err(Malformed::Dangling(block.name));
                    }
                    let assigned =
                        |b: &super::Branch| has_repetition(b.assigns.iter().map(|(var, _)| var));
                    if branches.iter().any(assigned) {
                        return Err(Malformed::Twice(block.name));
                    }
                    branches.iter().all(|branch| {
                        is_formula(&branch.condition)
                            && branch.assigns.iter().all(|(var, term)| assigns(var, term))
                    })
                }
                End::Return(values) => values.iter().all(observed_fits),
                End::Undefined => true,
            };
            if !fits || !end_fits {
                return Err(Malformed::Sort(block.name));
            }
            let twice = |event: &Event| has_repetition(event.results.iter());
            if block
                .steps
                .iter()
                .any(|(step, _)| matches!(step, Step::Event(event) if twice(event)))
            {
                return Err(Malformed::Twice(block.name));
            }
        }
        Ok(())
    }
}

fn has_repetition<'v>(vars: impl Iterator<Item = &'v Var>) -> bool {
    let mut seen = std::collections::BTreeSet::new();
    let mut vars = vars;
    vars.any(|var| !seen.insert(var))
}

fn is_formula(term: &Term) -> bool {
    *term.sort() == Sort::Bool && !term.has_quantifier()
}

fn assigns(var: &Var, term: &Term) -> bool {
    var.sort == *term.sort() && !term.has_quantifier()
}

fn observed_fits(observed: &Observed) -> bool {
    is_formula(&observed.poison) && !observed.value.has_quantifier()
}

fn step_fits(step: &Step) -> bool {
    match step {
        Step::Assign(var, term) => assigns(var, term),
        Step::Choose(_) => true,
        Step::Assume(formula) | Step::UndefinedIf(formula) => is_formula(formula),
        Step::Event(event) => event.arguments.iter().all(observed_fits),
    }
}
