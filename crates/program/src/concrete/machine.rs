//! The interpreter.

use logic::{EvalError, Integer, Term, Value, Var};

use super::compiled::{CompiledGraph, Instruction, MOST_COPIES, Outcome};
use super::{Control, Label, Layout, State, Unbounded, candidates};
use crate::{Command, Constant, Origin, Program};

/// A program made ready to run.
#[derive(Debug)]
pub struct Machine {
    layout: Layout,
    body: CompiledGraph,
}

/// A step that may be possible: who takes it, and which edge.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move {
    /// From the outermost graph inwards, the branch or copy in which the step happens.
    pub path: Vec<u32>,
    /// The edge that is taken; `None` where parallel parts that have all ended are joined.
    pub edge: Option<u32>,
    /// The statement that the edge comes from.
    pub origin: Origin,
}

/// A step that was taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What the environment sees of it.
    pub label: Label,
    /// Where it leads.
    pub state: State,
}

/// What came of trying a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Performed {
    /// The step was taken.
    Step(Step),
    /// A guard or condition does not hold.
    Disabled,
    /// An assignment would leave the finite range of its variable, so it is not enabled.
    OutOfRange(Var),
}

/// Why steps cannot be computed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StepError {
    /// An expression has no value.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// An input cannot be enumerated.
    #[error(transparent)]
    Unbounded(#[from] Unbounded),
    /// A `parfor` would start more copies than can be represented.
    #[error("a parfor would start {0} copies, more than {MOST_COPIES}")]
    TooManyCopies(Integer),
}

impl Machine {
    /// Prepares a program. The constants live in its store as variables do, and are never written.
    #[must_use]
    pub fn new(program: &Program, constants: &[Constant]) -> Self {
        let mut layout: Layout = program.variables.iter().map(|v| v.var.clone()).collect();
        for constant in constants {
            layout.add(&constant.var);
        }
        // The number of a copy lives in a slot too, so that code finds it; outside of the loop the
        // slot keeps a value that nothing reads.
        program.body.visit_commands(&mut |command, _| {
            if let Command::Parfor(parfor) = command {
                layout.add(&parfor.id);
            }
        });
        let body = CompiledGraph::compile(&program.body, &layout);
        Machine { layout, body }
    }

    /// Which variable lives in which slot.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The state at the entry with values for the variables, found by their names.
    ///
    /// A slot that `values` says nothing of (the number of a copy) gets the default of its sort.
    #[must_use]
    pub fn initial(&self, values: &dyn Fn(&Var) -> Option<Value>) -> State {
        let value = |var: &Var| values(var).unwrap_or_else(|| Value::default_of(&var.sort));
        State {
            control: Control::At(self.body.entry),
            store: self.layout.vars().iter().map(value).collect(),
        }
    }

    /// Whether the program is at its entry.
    #[must_use]
    pub fn is_initial(&self, state: &State) -> bool {
        state.control == Control::At(self.body.entry)
    }

    /// Whether the program has ended.
    #[must_use]
    pub fn is_final(&self, state: &State) -> bool {
        state.control == Control::At(self.body.exit)
    }

    /// Whether the program is inside an atomic block, where nobody else takes a step.
    #[must_use]
    pub fn is_in_atomic(&self, state: &State) -> bool {
        self.body.holds_atomic(&state.control)
    }

    /// Whether the state is one of this machine's: slots hold values of their sorts, and control
    /// is somewhere in the graph.
    #[must_use]
    pub fn owns(&self, state: &State) -> bool {
        let vars = self.layout.vars();
        vars.len() == state.store.len()
            && vars
                .iter()
                .zip(&state.store)
                .all(|(var, value)| value.is_of(&var.sort))
            && self.body.owns(&state.control, &self.layout)
    }

    /// The steps that may be possible, in order: the edges that leave the places of control.
    #[must_use]
    pub fn moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        self.body.moves(&state.control, &mut Vec::new(), &mut moves);
        moves
    }

    /// The variable that a move wants a value for from outside, with the condition on it.
    #[must_use]
    pub fn input(&self, state: &State, chosen: &Move) -> Option<(Var, Term)> {
        let edge = self.body.find(&state.control, &chosen.path, chosen.edge?);
        match &edge.instruction {
            Instruction::Havoc { slot, formula, .. } => {
                Some((self.layout.vars()[*slot].clone(), formula.clone()))
            }
            Instruction::Receive { slot, .. } => {
                Some((self.layout.vars()[*slot].clone(), Term::top()))
            }
            _ => None,
        }
    }

    /// The store as the part of the program sees it in which the move happens: in a copy of a
    /// `parfor`, with the copy's own number and locals.
    #[must_use]
    pub fn view(&self, state: &State, chosen: &Move) -> Vec<Value> {
        self.body.view(&state.control, &chosen.path, &state.store)
    }

    /// The values that include every one which a move accepts from outside; one `None` where it
    /// wants no value.
    ///
    /// # Errors
    /// Where they are infinitely or too many.
    pub fn inputs(&self, state: &State, chosen: &Move) -> Result<Vec<Option<Value>>, StepError> {
        let Some((var, formula)) = self.input(state, chosen) else {
            return Ok(vec![None]);
        };
        let store = self.view(state, chosen);
        let known = |other: &Var| {
            if *other == var {
                return None;
            }
            self.layout.slot(other).map(|slot| store[slot].clone())
        };
        Ok(candidates(&var, &formula, &known)?
            .into_iter()
            .map(Some)
            .collect())
    }

    /// Tries a move with a value from outside where it wants one.
    ///
    /// # Errors
    /// Where an expression has no value or a `parfor` starts too many copies.
    pub fn perform(
        &self,
        state: &State,
        chosen: &Move,
        input: Option<&Value>,
    ) -> Result<Performed, StepError> {
        let mut control = state.control.clone();
        let mut store = state.store.to_vec();
        let vars = self.layout.vars();
        let outcome = self.body.perform(
            &mut control,
            &mut store,
            vars,
            &chosen.path,
            chosen.edge,
            input,
        )?;
        Ok(match outcome {
            Outcome::Disabled => Performed::Disabled,
            Outcome::OutOfRange(slot) => Performed::OutOfRange(vars[slot].clone()),
            Outcome::Label(Label::Fail) => Performed::Step(Step {
                label: Label::Fail,
                state: State {
                    control: Control::Failed,
                    store: store.into(),
                },
            }),
            Outcome::Label(label) => Performed::Step(Step {
                label,
                state: State {
                    control,
                    store: store.into(),
                },
            }),
        })
    }

    /// All steps from a state, in a fixed order. `blocked` hears of assignments that are not
    /// enabled because they would leave a finite range.
    ///
    /// # Errors
    /// Where an input cannot be enumerated or an expression has no value.
    pub fn successors(
        &self,
        state: &State,
        blocked: &mut dyn FnMut(&Var, Origin),
    ) -> Result<Vec<Step>, StepError> {
        let mut steps = Vec::new();
        for chosen in self.moves(state) {
            for input in self.inputs(state, &chosen)? {
                match self.perform(state, &chosen, input.as_ref())? {
                    Performed::Step(step) => steps.push(step),
                    Performed::Disabled => {}
                    Performed::OutOfRange(var) => blocked(&var, chosen.origin),
                }
            }
        }
        Ok(steps)
    }
}
