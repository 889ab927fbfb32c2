//! Graphs compiled for the interpreter, and what their edges do to a state.

use logic::{EvalError, Integer, Sort, Term, Value, Var};

use super::{Code, Control, CopyState, Label, Layout, Move, StepError};
use crate::{Action, Command, Graph, Location, Origin};

/// A graph with its terms compiled.
#[derive(Debug)]
pub(super) struct CompiledGraph {
    outgoing: Vec<Vec<u32>>,
    atomic: Vec<bool>,
    edges: Vec<CompiledEdge>,
    pub(super) entry: Location,
    pub(super) exit: Location,
}

/// An edge with its terms compiled.
#[derive(Debug)]
pub(super) struct CompiledEdge {
    pub(super) instruction: Instruction,
    to: Location,
    origin: Origin,
}

/// A command with its terms compiled and its variables resolved to slots.
#[derive(Debug)]
pub(super) enum Instruction {
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

/// The most copies that a `parfor` may start.
pub(super) const MOST_COPIES: i64 = 1 << 12;

/// What came of an instruction.
pub(super) enum Outcome {
    Label(Label),
    Disabled,
    OutOfRange(usize),
}

impl CompiledGraph {
    pub(super) fn compile(graph: &Graph, layout: &Layout) -> Self {
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

    pub(super) fn owns(&self, control: &Control, layout: &Layout) -> bool {
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
    pub(super) fn holds_atomic(&self, control: &Control) -> bool {
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

    pub(super) fn moves(&self, control: &Control, path: &mut Vec<u32>, moves: &mut Vec<Move>) {
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

    pub(super) fn find(&self, control: &Control, path: &[u32], edge: u32) -> &CompiledEdge {
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
    pub(super) fn view(&self, control: &Control, path: &[u32], store: &[Value]) -> Vec<Value> {
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

    pub(super) fn perform(
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
            // No program that is run has marks: they are no steps.
            Command::Mark(_) => Instruction::Guard(code(&Term::bottom())),
        }
    }
}
