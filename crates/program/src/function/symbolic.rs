//! What a function does, symbolically: the effect of a path of blocks as terms over the values at its
//! beginning.

mod every;

use std::collections::BTreeSet;

use logic::{Substitution, Symbol, Term, Var};

use super::{BlockId, End, Event, Function, Observed, Step};

pub use every::{Answerer, Onward};

/// A path through blocks. It begins at the entry of a block.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Path {
    /// The branches that are taken, by their positions, from block to block.
    pub branches: Vec<u32>,
    /// How it ends.
    pub end: PathEnd,
}

/// How a path ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PathEnd {
    /// At the entry of the block that the last branch leads to.
    Arrived,
    /// By returning, behind the last block.
    Returned,
    /// With undefined behaviour: at this step of the last block, or, where it has no such step, at
    /// its end.
    Undefined(u32),
}

/// What a path does.
#[derive(Clone, Debug)]
pub struct Effect {
    /// Where the path is taken: formulas over the values at its beginning, the values that were
    /// chosen, and the results of events.
    pub condition: Vec<Term>,
    /// The values at the end of the variables that may have changed, over the same.
    pub values: Substitution,
    /// The events.
    pub events: Vec<(Symbol, Vec<Observed>)>,
    /// How many of them there were when the last one was that may not be answered.
    pub committed: usize,
    /// The variables that stand for the results of each event.
    pub results: Vec<Vec<Var>>,
    /// The variables for which values were chosen, in order.
    pub chosen: Vec<Var>,
    /// What is returned.
    pub returned: Option<Vec<Observed>>,
    /// Whether an assumption stands behind an event: where it drops the run, the event has been seen
    /// all the same.
    pub assumes_late: bool,
    /// The block at the end: the one that is arrived at, or the one that ends the function.
    pub block: BlockId,
    /// Whether all blocks that the path leaves must make progress.
    pub must_progress: bool,
}

/// Whoever says what a chosen value is: the position among the choices of the path, and the variable
/// that gets it.
pub type Chooser<'a> = &'a mut dyn FnMut(usize, &Var) -> Term;

/// The variable that stands for the choice with this number on a path.
#[must_use]
pub fn choice_var(number: usize, var: &Var) -> Var {
    Var::new(format!("choice!{number}").as_str(), var.sort.clone())
}

/// The variable that stands for a result of the event with this number on a path. It is the same for
/// both functions: the environment answers the same to the same events.
#[must_use]
pub fn result_var(event: usize, position: usize, var: &Var) -> Var {
    Var::new(
        format!("result!{event}!{position}").as_str(),
        var.sort.clone(),
    )
}

/// There are too many paths, or one of them goes round without a stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PathsError {
    /// A cycle has no stop on it.
    #[error("a cycle has no cut point on it")]
    Cycle,
    /// There are more than were allowed.
    #[error("there are too many paths between cut points")]
    TooMany,
}

impl Effect {
    /// Nothing has been done yet.
    fn at(block: BlockId) -> Effect {
        Effect {
            condition: Vec::new(),
            values: Substitution::new(),
            events: Vec::new(),
            committed: 0,
            results: Vec::new(),
            chosen: Vec::new(),
            returned: None,
            assumes_late: false,
            block,
            must_progress: true,
        }
    }

    /// Whether the path is never taken, as can be seen, and nothing is seen of it.
    fn is_impossible(&self) -> bool {
        !self.assumes_late && self.condition.iter().any(Term::is_false)
    }

    fn assume(&mut self, formula: Term) {
        if !formula.is_true() {
            self.condition.push(formula);
        }
    }

    fn observe(&self, values: &[Observed]) -> Vec<Observed> {
        let one = |observed: &Observed| Observed {
            value: self.values.apply(&observed.value),
            poison: self.values.apply(&observed.poison),
        };
        values.iter().map(one).collect()
    }

    fn happen(&mut self, event: &Event) {
        let number = self.events.len();
        self.events
            .push((event.name, self.observe(&event.arguments)));
        let results = event.results.iter().enumerate();
        let results: Vec<Var> = results
            .map(|(position, var)| result_var(number, position, var))
            .collect();
        for (var, result) in event.results.iter().zip(&results) {
            self.values.insert(var.clone(), result.term());
        }
        self.results.push(results);
        if !event.returns {
            self.committed = self.events.len();
        }
    }

    /// Takes a step that does not end the path.
    fn step(&mut self, step: &Step, choose: Chooser<'_>) {
        match step {
            Step::Assign(var, term) => {
                let value = self.values.apply(term);
                self.values.insert(var.clone(), value);
            }
            Step::Choose(var) => {
                let value = choose(self.chosen.len(), var);
                self.chosen.push(var.clone());
                self.values.insert(var.clone(), value);
            }
            Step::Assume(formula) => {
                self.assumes_late |= !self.events.is_empty();
                self.assume(self.values.apply(formula));
            }
            Step::UndefinedIf(formula) => self.assume(Term::not(self.values.apply(formula))),
            Step::Event(event) => self.happen(event),
        }
    }

    /// Takes a branch; whether there is one with this number.
    fn branch(&mut self, function: &Function, number: u32) -> bool {
        let branches = function.block(self.block).end.branches();
        let Some(branch) = branches.get(number as usize) else {
            return false;
        };
        for other in &branches[..number as usize] {
            self.assume(Term::not(self.values.apply(&other.condition)));
        }
        self.assume(self.values.apply(&branch.condition));
        let terms = branch.assigns.iter().map(|(_, term)| term);
        let values = self.values.apply_all(terms);
        for ((var, _), value) in branch.assigns.iter().zip(values) {
            self.values.insert(var.clone(), value);
        }
        self.must_progress &= function.block(self.block).must_progress;
        self.block = branch.to;
        true
    }
}

impl Function {
    /// What a path from the entry of a block does; `None` where the function has no such path.
    #[must_use]
    pub fn effect(&self, from: BlockId, path: &Path, choose: Chooser<'_>) -> Option<Effect> {
        if from.index() >= self.blocks.len() {
            return None;
        }
        let mut effect = Effect::at(from);
        for number in &path.branches {
            for (step, _) in &self.block(effect.block).steps {
                effect.step(step, choose);
            }
            if !effect.branch(self, *number) {
                return None;
            }
        }
        let block = self.block(effect.block);
        match path.end {
            PathEnd::Arrived => {}
            PathEnd::Returned => {
                for (step, _) in &block.steps {
                    effect.step(step, choose);
                }
                let End::Return(values) = &block.end else {
                    return None;
                };
                effect.returned = Some(effect.observe(values));
            }
            PathEnd::Undefined(at) => {
                let at = at as usize;
                for (step, _) in block.steps.iter().take(at) {
                    effect.step(step, choose);
                }
                match block.steps.get(at) {
                    Some((Step::UndefinedIf(formula), _)) => {
                        effect.assume(effect.values.apply(formula));
                    }
                    Some(_) => return None,
                    None if at == block.steps.len() && block.end == End::Undefined => {}
                    None => return None,
                }
            }
        }
        Some(effect)
    }

    /// All paths from the entry of a block to the next stop, with at least one block each, and to
    /// the ends of the function. Their conditions exclude each other, and together leave out only
    /// runs that an assumption drops. Paths whose condition is `false` on its face are left out,
    /// unless an event was seen before an assumption dropped them.
    ///
    /// # Errors
    /// Where a cycle has no stop, or there are more than `most` paths.
    pub fn paths(
        &self,
        from: BlockId,
        stops: &BTreeSet<BlockId>,
        most: usize,
        choose: Chooser<'_>,
    ) -> Result<Vec<(Path, Effect)>, PathsError> {
        let mut found = Vec::new();
        // The effect so far, the branches taken, and how many blocks the path has.
        let mut open = vec![(Effect::at(from), Vec::new())];
        while let Some((mut effect, branches)) = open.pop() {
            if found.len() + open.len() > most {
                return Err(PathsError::TooMany);
            }
            if branches.len() > self.blocks.len() {
                return Err(PathsError::Cycle);
            }
            let block = self.block(effect.block);
            let ended = |effect: Effect, end: PathEnd| {
                let branches = branches.clone();
                (Path { branches, end }, effect)
            };
            for (position, (step, _)) in block.steps.iter().enumerate() {
                if let Step::UndefinedIf(formula) = step {
                    let wrong = effect.values.apply(formula);
                    if !wrong.is_false() {
                        let mut undefined = effect.clone();
                        undefined.assume(wrong);
                        found.push(ended(undefined, PathEnd::Undefined(position as u32)));
                    }
                }
                effect.step(step, choose);
            }
            match &block.end {
                End::Undefined => {
                    let at = block.steps.len() as u32;
                    found.push(ended(effect, PathEnd::Undefined(at)));
                }
                End::Return(values) => {
                    effect.returned = Some(effect.observe(values));
                    found.push(ended(effect, PathEnd::Returned));
                }
                End::Branch(all) => {
                    for number in (0..all.len() as u32).rev() {
                        let mut next = effect.clone();
                        next.branch(self, number);
                        if next.is_impossible() {
                            continue;
                        }
                        let mut branches = branches.clone();
                        branches.push(number);
                        if stops.contains(&next.block) {
                            let end = PathEnd::Arrived;
                            found.push((Path { branches, end }, next));
                        } else {
                            open.push((next, branches));
                        }
                    }
                }
            }
        }
        found.retain(|(_, effect)| !effect.is_impossible());
        found.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(found)
    }
}
