//! A run once more, step by step: where its events are, where it ends, and what memory it looks at.

use std::collections::BTreeSet;

use evidence::Datum;
use frontend_llvm::meaning::StepPlace;
use logic::{EvalError, Model, Op, Symbol, Term, Value, Var};
use program::Function;
use program::function::{BlockId, End, Run, RunEnd, Step};
use rustc_hash::FxHashSet;

use evidence::abstraction::Difference;

/// How many parts of terms are looked into for reads; a long run has read what matters by then.
const MOST_LOOKS: usize = 200_000;

/// What a run did on its way.
pub(super) struct Trace {
    /// Its events.
    pub(super) events: Vec<EventTrace>,
    /// Where it ended: behind the last step where that was at the end of a block.
    pub(super) end: StepPlace,
    /// The line of that.
    pub(super) line: u32,
    /// The values there.
    pub(super) values: Model,
    /// The places of memory that it read, by the variable that holds the memory.
    pub(super) reads: BTreeSet<(Symbol, Value)>,
    /// The variables that are part of something that is compared.
    pub(super) compared: BTreeSet<Symbol>,
    looks: usize,
}

/// An event of a run.
pub(super) struct EventTrace {
    /// Which step it is.
    pub(super) place: StepPlace,
    /// Its line.
    pub(super) line: u32,
    /// What was answered.
    pub(super) answers: Vec<Value>,
    /// The memory that the answer changed: before and after.
    pub(super) changed: Vec<(Symbol, Value, Value)>,
}

/// The answers of the evidence; where it says nothing, the default of the sort.
fn answer(datum: Option<&Datum>, var: &Var) -> Value {
    let value = datum.and_then(|datum| datum.decode(&var.sort));
    value.unwrap_or_else(|| Value::default_of(&var.sort))
}

impl Trace {
    /// Follows a run that has been made. `None` where it cannot be followed.
    pub(super) fn of(function: &Function, difference: &Difference, run: &Run) -> Option<Trace> {
        let mut values = Model::new();
        for (var, datum) in function.inputs.iter().zip(&difference.inputs) {
            values.set(var.clone(), datum.decode(&var.sort)?);
        }
        let mut trace = Trace {
            events: Vec::new(),
            end: StepPlace { block: 0, step: 0 },
            line: 0,
            values,
            reads: BTreeSet::new(),
            compared: BTreeSet::new(),
            looks: 0,
        };
        trace.follow(function, difference, run).ok()?;
        (trace.events.len() == run.events.len()).then_some(trace)
    }

    fn follow(
        &mut self,
        function: &Function,
        difference: &Difference,
        run: &Run,
    ) -> Result<(), EvalError> {
        let mut here = BlockId::ENTRY;
        let mut chosen = difference.choices.iter();
        for time in 0..=run.taken.len() {
            let block = function.block(here);
            let is_last = time == run.taken.len();
            if is_last && matches!(run.end, RunEnd::Stopped | RunEnd::Diverges | RunEnd::Stalls) {
                // The run came to this block, and no further.
                self.end = StepPlace {
                    block: here.0,
                    step: 0,
                };
                let first = block.steps.first().map(|(_, origin)| origin.0);
                self.line = first.unwrap_or(block.origin.0);
                return Ok(());
            }
            for (number, (step, origin)) in block.steps.iter().enumerate() {
                self.end = StepPlace {
                    block: here.0,
                    step: u32::try_from(number).unwrap_or(u32::MAX),
                };
                self.line = origin.0;
                match step {
                    Step::Assign(var, term) => {
                        self.look(term);
                        self.compare(term);
                        let value = self.values.eval(term)?;
                        self.values.set(var.clone(), value);
                    }
                    Step::Choose(var) => {
                        self.values.set(var.clone(), answer(chosen.next(), var));
                    }
                    Step::Assume(formula) => {
                        if !self.values.holds(formula)? {
                            return Ok(());
                        }
                    }
                    Step::UndefinedIf(formula) => {
                        self.look(formula);
                        if self.values.holds(formula)? {
                            return Ok(());
                        }
                    }
                    Step::Event(event) => {
                        for observed in &event.arguments {
                            self.look(&observed.value);
                        }
                        let number = self.events.len();
                        let answers = difference.results.get(number);
                        let mut given = Vec::new();
                        let mut changed = Vec::new();
                        for (position, var) in event.results.iter().enumerate() {
                            let datum = answers.and_then(|answers| answers.get(position));
                            let value = answer(datum, var);
                            if let (Value::Array(_), Some(before)) = (&value, self.values.get(var))
                            {
                                changed.push((var.name, before.clone(), value.clone()));
                            }
                            given.push(value.clone());
                            self.values.set(var.clone(), value);
                        }
                        self.events.push(EventTrace {
                            place: self.end,
                            line: origin.0,
                            answers: given,
                            changed,
                        });
                    }
                }
            }
            self.end = StepPlace {
                block: here.0,
                step: u32::try_from(block.steps.len()).unwrap_or(u32::MAX),
            };
            self.line = block.origin.0;
            if let End::Return(values) = &block.end {
                for observed in values {
                    self.look(&observed.value);
                    self.compare(&observed.value);
                }
            }
            let Some(number) = run.taken.get(time) else {
                return Ok(());
            };
            let branches = block.end.branches();
            let Some(branch) = branches.get(*number as usize) else {
                return Ok(());
            };
            for branch in branches {
                self.look(&branch.condition);
                self.compare(&branch.condition);
            }
            let mut next = Vec::new();
            for (var, term) in &branch.assigns {
                self.look(term);
                next.push((var.clone(), self.values.eval(term)?));
            }
            for (var, value) in next {
                self.values.set(var, value);
            }
            here = branch.to;
        }
        Ok(())
    }

    /// Notes what a term compares.
    fn compare(&mut self, term: &Term) {
        let mut seen = FxHashSet::default();
        let mut open = vec![(term.clone(), false)];
        while let Some((term, is_compared)) = open.pop() {
            if let (Some(var), true) = (term.as_var(), is_compared) {
                self.compared.insert(var.name);
            }
            if term.children().is_empty() || self.looks > MOST_LOOKS || !seen.insert(term.clone()) {
                continue;
            }
            self.looks += 1;
            let compares = match term.op() {
                Some(Op::Eq | Op::Distinct | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle) => true,
                // What memory holds, and where that is, is another thing.
                Some(Op::Select | Op::Store) => false,
                _ => is_compared,
            };
            open.extend(
                term.children()
                    .iter()
                    .map(|child| (child.clone(), compares)),
            );
        }
    }

    /// Notes what a term reads from memory.
    fn look(&mut self, term: &Term) {
        let mut seen = FxHashSet::default();
        self.look_within(term, &mut seen);
    }

    fn look_within(&mut self, term: &Term, seen: &mut FxHashSet<Term>) {
        let mut open = vec![term.clone()];
        while let Some(term) = open.pop() {
            if term.children().is_empty() || self.looks > MOST_LOOKS || !seen.insert(term.clone()) {
                continue;
            }
            self.looks += 1;
            match (term.op(), term.children()) {
                (Some(Op::Ite), [condition, then, otherwise]) => {
                    open.push(condition.clone());
                    match self.values.holds(condition) {
                        Ok(true) => open.push(then.clone()),
                        Ok(false) => open.push(otherwise.clone()),
                        Err(_) => {}
                    }
                    continue;
                }
                (Some(Op::Select), [array, index]) => {
                    if let (Some(var), Ok(place)) = (root(array), self.values.eval(index)) {
                        self.reads.insert((var.name, place));
                    }
                }
                _ => {}
            }
            open.extend(term.children().iter().cloned());
        }
    }
}

/// The variable that an array was made from.
fn root(array: &Term) -> Option<Var> {
    let mut array = array.clone();
    while let Some(Op::Store) = array.op() {
        array = array.children()[0].clone();
    }
    array.as_var().cloned()
}
