//! The interpreter.

use logic::{EvalError, Integer, Sort, Term, Value, Var};

use super::{Code, Control, CopyState, Label, Layout, State, Unbounded, candidates};
use crate::{Action, Command, Constant, Graph, Location, Origin, Program};

/// A program made ready to run.
#[derive(Debug)]
pub struct Machine {
    layout: Layout,
    body: CompiledGraph,
}

#[derive(Debug)]
struct CompiledGraph {
    outgoing: Vec<Vec<u32>>,
    atomic: Vec<bool>,
    edges: Vec<CompiledEdge>,
    entry: Location,
    exit: Location,
}

#[derive(Debug)]
struct CompiledEdge {
    instruction: Instruction,
    to: Location,
    origin: Origin,
}

#[derive(Debug)]
enum Instruction {
    Guard(Code),
    Assign {
        slot: usize,
        value: Code,
    },
    Havoc {
        slot: usize,
        test: Code,
        formula: Term,
    },
    Send {
        value: Code,
        channel: Code,
    },
    Receive {
        slot: usize,
        channel: Code,
    },
    Assert(Code),
    Par(Vec<CompiledGraph>),
    Parfor {
        id: usize,
        low: Code,
        high: Code,
        locals: Vec<usize>,
        body: CompiledGraph,
    },
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

/// The most copies that a `parfor` may start.
const MOST_COPIES: i64 = 1 << 12;

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

enum Outcome {
    Label(Label),
    Disabled,
    OutOfRange(usize),
}

impl CompiledGraph {
    fn compile(graph: &Graph, layout: &Layout) -> Self {
        let mut outgoing = vec![Vec::new(); graph.location_count()];
        let mut edges = Vec::new();
        for (position, edge) in graph.edges().iter().enumerate() {
            outgoing[edge.from.index()].push(position as u32);
            let instruction = match &edge.action {
                Action::Command(command) => Instruction::compile(command, layout),
                Action::Par(branches) => Instruction::Par(
                    branches
                        .iter()
                        .map(|branch| CompiledGraph::compile(branch, layout))
                        .collect(),
                ),
            };
            edges.push(CompiledEdge {
                instruction,
                to: edge.to,
                origin: edge.origin,
            });
        }
        let atomic = graph
            .locations()
            .map(|location| graph.is_atomic(location))
            .collect();
        CompiledGraph {
            outgoing,
            atomic,
            edges,
            entry: graph.entry(),
            exit: graph.exit(),
        }
    }

    /// The graph inside an edge in which a branch or copy runs.
    fn inner(&self, edge: u32, branch: usize) -> &CompiledGraph {
        match &self.edges[edge as usize].instruction {
            Instruction::Par(branches) => &branches[branch],
            Instruction::Parfor { body, .. } => body,
            _ => unreachable!("control is inside an edge only where parallel parts run"),
        }
    }

    fn owns(&self, control: &Control, layout: &Layout) -> bool {
        match control {
            Control::Failed => true,
            Control::At(location) => location.index() < self.outgoing.len(),
            Control::Par { edge, branches } => {
                match self.edges.get(*edge as usize).map(|edge| &edge.instruction) {
                    Some(Instruction::Par(graphs)) => {
                        graphs.len() == branches.len()
                            && graphs.iter().zip(branches).all(|(g, c)| g.owns(c, layout))
                    }
                    _ => false,
                }
            }
            Control::Parfor { edge, copies } => {
                match self.edges.get(*edge as usize).map(|edge| &edge.instruction) {
                    Some(Instruction::Parfor { locals, body, .. }) => copies.iter().all(|copy| {
                        copy.locals.len() == locals.len()
                            && locals.iter().zip(&copy.locals).all(|(slot, (own, value))| {
                                *slot == *own as usize && value.is_of(&layout.vars()[*slot].sort)
                            })
                            && body.owns(&copy.control, layout)
                    }),
                    _ => false,
                }
            }
        }
    }

    /// Whether some part of the control is inside an atomic block.
    fn holds_atomic(&self, control: &Control) -> bool {
        match control {
            Control::Failed => false,
            Control::At(location) => self.atomic[location.index()],
            Control::Par { edge, branches } => branches
                .iter()
                .enumerate()
                .any(|(position, branch)| self.inner(*edge, position).holds_atomic(branch)),
            Control::Parfor { edge, copies } => copies
                .iter()
                .any(|copy| self.inner(*edge, 0).holds_atomic(&copy.control)),
        }
    }

    fn moves(&self, control: &Control, path: &mut Vec<u32>, moves: &mut Vec<Move>) {
        let parts: Vec<(&CompiledGraph, &Control)> = match control {
            Control::Failed => return,
            Control::At(location) => {
                moves.extend(self.outgoing[location.index()].iter().map(|edge| Move {
                    path: path.clone(),
                    edge: Some(*edge),
                    origin: self.edges[*edge as usize].origin,
                }));
                return;
            }
            Control::Par { edge, branches } => branches
                .iter()
                .enumerate()
                .map(|(i, b)| (self.inner(*edge, i), b))
                .collect(),
            Control::Parfor { edge, copies } => copies
                .iter()
                .map(|copy| (self.inner(*edge, 0), &copy.control))
                .collect(),
        };
        let (Control::Par { edge, .. } | Control::Parfor { edge, .. }) = control else {
            unreachable!("the other cases have returned")
        };
        if parts
            .iter()
            .all(|(graph, part)| **part == Control::At(graph.exit))
        {
            let origin = self.edges[*edge as usize].origin;
            moves.push(Move {
                path: path.clone(),
                edge: None,
                origin,
            });
            return;
        }
        let holder = parts
            .iter()
            .position(|(graph, part)| graph.holds_atomic(part));
        for (position, (graph, part)) in parts.into_iter().enumerate() {
            if holder.is_none_or(|holder| holder == position) {
                path.push(position as u32);
                graph.moves(part, path, moves);
                path.pop();
            }
        }
    }

    fn find(&self, control: &Control, path: &[u32], edge: u32) -> &CompiledEdge {
        match (control, path) {
            (
                Control::Par {
                    edge: outer,
                    branches,
                },
                [branch, rest @ ..],
            ) => {
                let branch = *branch as usize;
                self.inner(*outer, branch)
                    .find(&branches[branch], rest, edge)
            }
            (
                Control::Parfor {
                    edge: outer,
                    copies,
                },
                [copy, rest @ ..],
            ) => self
                .inner(*outer, 0)
                .find(&copies[*copy as usize].control, rest, edge),
            _ => &self.edges[edge as usize],
        }
    }

    /// The store as the part at the end of the path sees it.
    fn view(&self, control: &Control, path: &[u32], store: &[Value]) -> Vec<Value> {
        match (control, path) {
            (Control::Par { edge, branches }, [branch, rest @ ..]) => {
                let branch = *branch as usize;
                self.inner(*edge, branch)
                    .view(&branches[branch], rest, store)
            }
            (Control::Parfor { edge, copies }, [copy, rest @ ..]) => {
                let copy = &copies[*copy as usize];
                let store = self.enter(*edge, copy, store);
                self.inner(*edge, 0).view(&copy.control, rest, &store)
            }
            _ => store.to_vec(),
        }
    }

    /// The store with the number and the locals of a copy in their slots.
    fn enter(&self, edge: u32, copy: &CopyState, store: &[Value]) -> Vec<Value> {
        let mut inner = store.to_vec();
        inner[self.id_slot(edge)] = Value::Int(copy.id.clone());
        for (slot, value) in &copy.locals {
            inner[*slot as usize] = value.clone();
        }
        inner
    }

    /// Takes the locals of a copy out of the store it has worked on, and gives back to them the
    /// values that they have outside.
    fn leave(&self, edge: u32, copy: &mut CopyState, outside: &[Value], store: &mut [Value]) {
        for (slot, value) in &mut copy.locals {
            let slot = *slot as usize;
            *value = std::mem::replace(&mut store[slot], outside[slot].clone());
        }
        let id = self.id_slot(edge);
        store[id] = outside[id].clone();
    }

    /// The slot in which the copies of a `parfor` find their number.
    fn id_slot(&self, edge: u32) -> usize {
        match &self.edges[edge as usize].instruction {
            Instruction::Parfor { id, .. } => *id,
            _ => unreachable!("copies run only inside a parfor"),
        }
    }

    fn perform(
        &self,
        control: &mut Control,
        store: &mut Vec<Value>,
        vars: &[Var],
        path: &[u32],
        edge: Option<u32>,
        input: Option<&Value>,
    ) -> Result<Outcome, StepError> {
        match (&mut *control, path) {
            (
                Control::Par {
                    edge: outer,
                    branches,
                },
                [branch, rest @ ..],
            ) => {
                let branch = *branch as usize;
                let graph = self.inner(*outer, branch);
                return graph.perform(&mut branches[branch], store, vars, rest, edge, input);
            }
            (
                Control::Parfor {
                    edge: outer,
                    copies,
                },
                [copy, rest @ ..],
            ) => {
                let outer = *outer;
                let copy = &mut copies[*copy as usize];
                let outside = std::mem::take(store);
                *store = self.enter(outer, copy, &outside);
                let graph = self.inner(outer, 0);
                let outcome = graph.perform(&mut copy.control, store, vars, rest, edge, input);
                self.leave(outer, copy, &outside, store);
                return outcome;
            }
            _ => {}
        }
        let Some(edge) = edge else {
            let (Control::Par { edge, .. } | Control::Parfor { edge, .. }) = control else {
                unreachable!("only parallel parts are joined")
            };
            *control = Control::At(self.edges[*edge as usize].to);
            return Ok(Outcome::Label(Label::Silent));
        };
        self.execute(edge, control, store, vars, input)
    }

    fn execute(
        &self,
        edge: u32,
        control: &mut Control,
        store: &mut [Value],
        vars: &[Var],
        input: Option<&Value>,
    ) -> Result<Outcome, StepError> {
        let CompiledEdge {
            instruction, to, ..
        } = &self.edges[edge as usize];
        let mut next = Control::At(*to);
        let label = match instruction {
            Instruction::Guard(formula) => {
                if !formula.holds(store)? {
                    return Ok(Outcome::Disabled);
                }
                Label::Silent
            }
            Instruction::Assign { slot, value } => {
                let value = value.eval(store)?;
                if !fits(&value, &vars[*slot].sort) {
                    return Ok(Outcome::OutOfRange(*slot));
                }
                store[*slot] = value;
                Label::Silent
            }
            Instruction::Havoc { slot, test, .. } => {
                let Some(value) = input.filter(|value| value.is_of(&vars[*slot].sort)) else {
                    return Ok(Outcome::Disabled);
                };
                store[*slot] = value.clone();
                if !test.holds(store)? {
                    return Ok(Outcome::Disabled);
                }
                Label::Silent
            }
            Instruction::Send { value, channel } => Label::Send {
                value: value.eval(store)?,
                channel: integer(channel, store)?,
            },
            Instruction::Receive { slot, channel } => {
                let Some(value) = input.filter(|value| value.is_of(&vars[*slot].sort)) else {
                    return Ok(Outcome::Disabled);
                };
                let channel = integer(channel, store)?;
                store[*slot] = value.clone();
                Label::Receive {
                    value: value.clone(),
                    channel,
                }
            }
            Instruction::Assert(formula) => {
                if formula.holds(store)? {
                    Label::Silent
                } else {
                    Label::Fail
                }
            }
            Instruction::Par(branches) => {
                let branches = branches
                    .iter()
                    .map(|branch| Control::At(branch.entry))
                    .collect();
                next = Control::Par { edge, branches };
                Label::Silent
            }
            Instruction::Parfor {
                low,
                high,
                locals,
                body,
                ..
            } => {
                let (low, high) = (integer(low, store)?, integer(high, store)?);
                let count = &high - &low + Integer::ONE;
                if count > Integer::from(MOST_COPIES) {
                    return Err(StepError::TooManyCopies(count));
                }
                let values: Vec<(u32, Value)> = locals
                    .iter()
                    .map(|slot| (*slot as u32, store[*slot].clone()))
                    .collect();
                let copies = (0..count.to_i64().unwrap_or(0)).map(|offset| CopyState {
                    id: &low + &Integer::from(offset),
                    control: Control::At(body.entry),
                    locals: values.clone(),
                });
                next = Control::Parfor {
                    edge,
                    copies: copies.collect(),
                };
                Label::Silent
            }
        };
        *control = next;
        Ok(Outcome::Label(label))
    }
}

/// Whether a computed value may be put into a variable of this sort. Only integers and arrays can
/// miss their sort; for the others the sorts of terms have been checked.
fn fits(value: &Value, sort: &Sort) -> bool {
    matches!(sort, Sort::Int) || value.is_of(sort)
}

fn integer(code: &Code, store: &[Value]) -> Result<Integer, EvalError> {
    Ok(code
        .eval(store)?
        .as_int()
        .expect("channels and bounds are integers")
        .clone())
}

impl Instruction {
    fn compile(command: &Command, layout: &Layout) -> Self {
        let code = |term: &Term| Code::compile(term, layout);
        let slot = |var: &Var| {
            layout
                .slot(var)
                .expect("a program writes only its variables")
        };
        match command {
            Command::Guard(formula) => Instruction::Guard(code(formula)),
            Command::Assign(var, value) => Instruction::Assign {
                slot: slot(var),
                value: code(value),
            },
            Command::Havoc(var, formula) => Instruction::Havoc {
                slot: slot(var),
                test: code(formula),
                formula: formula.clone(),
            },
            Command::Send { value, channel } => Instruction::Send {
                value: code(value),
                channel: code(channel),
            },
            Command::Receive { var, channel } => Instruction::Receive {
                slot: slot(var),
                channel: code(channel),
            },
            Command::Assert(formula) => Instruction::Assert(code(formula)),
            Command::Parfor(parfor) => Instruction::Parfor {
                id: slot(&parfor.id),
                low: code(&parfor.low),
                high: code(&parfor.high),
                locals: parfor.locals.iter().map(slot).collect(),
                body: CompiledGraph::compile(&parfor.body, layout),
            },
        }
    }
}
