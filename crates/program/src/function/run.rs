//! What a function does, concretely.

use std::collections::{BTreeMap, BTreeSet};

use logic::{EvalError, Model, Symbol, Value, Var};

use super::symbolic::{Path, PathEnd};
use super::{Block, BlockId, Branch, End as BlockEnd, Function, Observed, Step};

/// A value that the environment sees; `None` is poison.
pub type Seen = Option<Value>;

/// An event as it happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventRecord {
    /// Which event.
    pub name: Symbol,
    /// What the environment was told.
    pub arguments: Vec<Seen>,
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// It returned these values.
    Returned(Vec<Seen>),
    /// Its behaviour is undefined.
    Undefined,
    /// It was dropped by an assumption.
    Dropped,
    /// It came back to a block with the same values of all variables that its way depends on, with no
    /// event and no choice between: it never ends.
    Diverges,
    /// The same, in blocks that must make progress: its behaviour is undefined.
    Stalls,
    /// It was stopped after as many blocks as were allowed.
    Stopped,
}

impl End {
    /// Whether the behaviour is undefined.
    #[must_use]
    pub fn is_undefined(&self) -> bool {
        matches!(self, End::Undefined | End::Stalls)
    }
}

/// A run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Its events, in order.
    pub events: Vec<EventRecord>,
    /// How many of them there were when the last one was that may not be answered.
    pub committed: usize,
    /// How it ended.
    pub end: End,
    /// How many values were chosen on the way; where there are any, there may be other runs on the
    /// same inputs.
    pub choices: usize,
    /// The branches that were taken, by their positions, from block to block.
    pub taken: Vec<u32>,
    /// The step of the last block that had been come to.
    reached: u32,
    /// The blocks that were entered, of those that the caller asked for.
    pub visits: Vec<Visit>,
}

impl Run {
    /// The events that count. Where the behaviour is undefined in the end, or may be, those do not that
    /// are answered for certain.
    #[must_use]
    pub fn shown(&self) -> &[EventRecord] {
        match self.end {
            End::Returned(_) | End::Diverges | End::Dropped => &self.events,
            End::Undefined | End::Stalls | End::Stopped => &self.events[..self.committed],
        }
    }

    /// The path that the run took; none where it was dropped or never ends.
    #[must_use]
    pub fn path(&self) -> Option<Path> {
        let end = match self.end {
            End::Returned(_) => PathEnd::Returned,
            End::Undefined => PathEnd::Undefined(self.reached),
            End::Stopped => PathEnd::Arrived,
            End::Dropped | End::Diverges | End::Stalls => return None,
        };
        Some(Path {
            branches: self.taken.clone(),
            end,
        })
    }
}

/// That a run came to a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Visit {
    /// The block.
    pub block: BlockId,
    /// How many branches had been taken.
    pub time: usize,
    /// The values on entry, of the variables that the caller asked for.
    pub values: Model,
}

/// Whoever answers a run's questions.
pub trait Environment {
    /// The value that is chosen for a variable.
    fn choose(&mut self, var: &Var) -> Value;

    /// The result for one of the variables of the event with this number.
    fn result(&mut self, event: usize, position: usize, var: &Var) -> Value;
}

/// Why a run cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RunError {
    /// A term cannot be evaluated, for instance because of an uninterpreted function.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// There are not as many inputs as the function has, or they have other sorts.
    #[error("the inputs do not fit")]
    Inputs,
}

/// Blocks that were passed.
#[derive(Clone, Copy)]
struct Passed {
    /// The least depth among them.
    depth: u32,
    /// Whether those of that depth must make progress.
    must_progress: bool,
}

impl Default for Passed {
    fn default() -> Self {
        Passed {
            depth: u32::MAX,
            must_progress: true,
        }
    }
}

impl Passed {
    fn pass(&mut self, block: &Block) {
        if block.depth < self.depth {
            (self.depth, self.must_progress) = (block.depth, true);
        }
        if block.depth == self.depth {
            self.must_progress &= block.must_progress;
        }
    }
}

/// Which blocks are kept with the values on entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep<'k> {
    /// These, each with the variables that matter there.
    Visits(&'k BTreeMap<BlockId, BTreeSet<Var>>),
    /// None; only the end and the events.
    Outcome,
}

impl Function {
    /// Runs the function on inputs, through at most `most` blocks.
    ///
    /// # Errors
    /// Where the inputs do not fit or a term has no value.
    pub fn run(
        &self,
        inputs: &[Value],
        environment: &mut dyn Environment,
        most: usize,
        keep: Keep<'_>,
    ) -> Result<Run, RunError> {
        let fits = inputs.len() == self.inputs.len()
            && inputs
                .iter()
                .zip(&self.inputs)
                .all(|(v, var)| v.is_of(&var.sort));
        if !fits {
            return Err(RunError::Inputs);
        }
        let mut model = Model::new();
        for (var, value) in self.inputs.iter().zip(inputs) {
            model.set(var.clone(), value.clone());
        }
        let here = BlockId::ENTRY;
        self.run_from(here, model, environment, keep, &mut |_, time| time >= most)
    }

    /// Runs the function from the entry of a block with these values, until a block is entered, after
    /// this number of branches, at which it is told to stop.
    ///
    /// # Errors
    /// Where a term has no value.
    pub fn run_from(
        &self,
        from: BlockId,
        values: Model,
        environment: &mut dyn Environment,
        keep: Keep<'_>,
        stop: &mut dyn FnMut(BlockId, usize) -> bool,
    ) -> Result<Run, RunError> {
        let (mut here, mut model) = (from, values);
        let mut run = Run {
            events: Vec::new(),
            committed: 0,
            end: End::Stopped,
            choices: 0,
            taken: Vec::new(),
            reached: 0,
            visits: Vec::new(),
        };
        // What has been passed since the last event or choice, at powers of two only: a run that
        // comes round again will meet the last of them.
        let mut landmark: Option<(BlockId, Model)> = None;
        let mut since = 0usize;
        let mut since_then = Passed::default();
        let mut steering: Option<Vec<Var>> = None;
        while !stop(here, run.taken.len()) {
            if let Keep::Visits(blocks) = keep
                && let Some(vars) = blocks.get(&here)
            {
                let value = |var: &Var| Some((var.clone(), model.get(var)?.clone()));
                run.visits.push(Visit {
                    block: here,
                    time: run.taken.len(),
                    values: vars.iter().filter_map(value).collect(),
                });
            }
            if let Some((_, at)) = landmark.as_ref().filter(|(block, _)| *block == here) {
                let steering = steering.get_or_insert_with(|| self.steering());
                if steering.iter().all(|var| at.get(var) == model.get(var)) {
                    run.end = match since_then.must_progress {
                        true => End::Stalls,
                        false => End::Diverges,
                    };
                    return Ok(run);
                }
            }
            if since.is_power_of_two() {
                landmark = Some((here, model.clone()));
                since_then = Passed::default();
            }
            since += 1;
            since_then.pass(self.block(here));
            let before = (run.events.len(), run.choices);
            match self.step(here, &mut model, &mut run, environment)? {
                Some(next) => here = next,
                None => return Ok(run),
            }
            if before != (run.events.len(), run.choices) {
                (landmark, since) = (None, 0);
            }
        }
        Ok(run)
    }

    /// Runs one block; the next one, unless the run has ended.
    fn step(
        &self,
        here: BlockId,
        model: &mut Model,
        run: &mut Run,
        environment: &mut dyn Environment,
    ) -> Result<Option<BlockId>, RunError> {
        let block = self.block(here);
        let ended = |run: &mut Run, end: End| {
            run.end = end;
            Ok(None)
        };
        for (position, (step, _)) in block.steps.iter().enumerate() {
            run.reached = position as u32;
            match step {
                Step::Assign(var, term) => {
                    let value = model.eval(term)?;
                    model.set(var.clone(), value);
                }
                Step::Choose(var) => {
                    run.choices += 1;
                    model.set(var.clone(), environment.choose(var));
                }
                Step::Assume(formula) if !model.holds(formula)? => {
                    return ended(run, End::Dropped);
                }
                Step::UndefinedIf(formula) if model.holds(formula)? => {
                    return ended(run, End::Undefined);
                }
                Step::Assume(_) | Step::UndefinedIf(_) => {}
                Step::Event(event) => {
                    let number = run.events.len();
                    run.events.push(EventRecord {
                        name: event.name,
                        arguments: seen(model, &event.arguments)?,
                    });
                    if !event.returns {
                        run.committed = run.events.len();
                    }
                    for (position, var) in event.results.iter().enumerate() {
                        let value = environment.result(number, position, var);
                        model.set(var.clone(), value);
                    }
                }
            }
        }
        run.reached = block.steps.len() as u32;
        match &block.end {
            BlockEnd::Undefined => ended(run, End::Undefined),
            BlockEnd::Return(values) => {
                let values = seen(model, values)?;
                ended(run, End::Returned(values))
            }
            BlockEnd::Branch(branches) => {
                let number = taken(model, branches)?;
                let branch = &branches[number];
                run.taken.push(number as u32);
                let values: Result<Vec<Value>, EvalError> = branch
                    .assigns
                    .iter()
                    .map(|(_, term)| model.eval(term))
                    .collect();
                for ((var, _), value) in branch.assigns.iter().zip(values?) {
                    model.set(var.clone(), value);
                }
                Ok(Some(branch.to))
            }
        }
    }
}

/// The position of the first branch whose condition holds.
fn taken(model: &Model, branches: &[Branch]) -> Result<usize, EvalError> {
    let last = branches.len() - 1;
    for (number, branch) in branches[..last].iter().enumerate() {
        if model.holds(&branch.condition)? {
            return Ok(number);
        }
    }
    Ok(last)
}

fn seen(model: &Model, values: &[Observed]) -> Result<Vec<Seen>, EvalError> {
    let one = |observed: &Observed| {
        Ok(match model.holds(&observed.poison)? {
            true => None,
            false => Some(model.eval(&observed.value)?),
        })
    };
    values.iter().map(one).collect()
}
