//! Runs: where control is, what registers hold, and what one stretch of a run does.

use std::cell::RefCell;
use std::collections::BTreeMap;

use frontend_llvm::Module;
use frontend_llvm::syntax::{Block, Function, Kind, Name, Type, Value as Operand};

use crate::behaviour::{Behaviour, End, Event};
use crate::constants::constant;
use crate::instructions::{compute, decided};
use crate::lift::Done;
use crate::memory::Object;
use crate::memory::layout::Layout;
use crate::problem::{Answer, Refusal, malformed, unsupported};
use crate::types::fits;
use crate::value::Value;

/// What may be assumed of the world that a function runs in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct World {
    /// Whether parameters and the answers of unknown functions may be `undef`. They may always be
    /// poison.
    pub gives_undef: bool,
    /// Whether every unknown function returns, unless it is `noreturn`.
    pub calls_return: bool,
    /// What memory holds that was allocated and not written.
    pub fresh: Fresh,
}

/// What memory holds that was allocated and not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fresh {
    /// What the reference says: "loading from uninitialized memory produces an undefined value".
    Undef,
    /// Poison, as some take it.
    Poison,
}

/// A function and its body.
pub(crate) struct Code<'t> {
    pub(crate) function: Function<'t>,
    pub(crate) blocks: Vec<Block<'t>>,
}

/// A module whose functions can be run.
pub struct Program<'m, 't> {
    pub(crate) module: &'m Module<'t>,
    pub(crate) codes: Vec<Code<'t>>,
    pub(crate) world: World,
    /// Which object a constant of the module is.
    pub(crate) numbers: RefCell<BTreeMap<String, usize>>,
}

/// A function that has been called and has not returned.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Frame<'t> {
    pub(crate) code: usize,
    pub(crate) block: usize,
    pub(crate) next: usize,
    pub(crate) locals: BTreeMap<Name<'t>, Value>,
    /// How many objects there were before it was called.
    pub(crate) objects: usize,
}

/// A state of a run.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State<'t> {
    pub(crate) frames: Vec<Frame<'t>>,
    pub(crate) events: Vec<Event>,
    pub(crate) objects: Vec<Object>,
}

/// What follows a state.
pub(crate) enum Next<'t> {
    Go(State<'t>),
    Ends(Behaviour),
}

impl<'t> State<'t> {
    pub(crate) fn ends(self, end: End) -> Next<'t> {
        // Only a run that returns leaves its memory to somebody.
        let memory = match end {
            End::Returns(_) => {
                let visible = self.objects.into_iter().filter(|it| it.is_visible);
                visible.map(|it| it.bytes).collect()
            }
            _ => Vec::new(),
        };
        Next::Ends(Behaviour {
            events: self.events,
            end,
            memory,
        })
    }

    /// The function that runs.
    pub(crate) fn top(&mut self) -> Answer<&mut Frame<'t>> {
        match self.frames.last_mut() {
            Some(frame) => Ok(frame),
            None => malformed("a run without a function"),
        }
    }

    /// Gives a register its value.
    pub(crate) fn define(&mut self, name: Option<Name<'t>>, value: Value) -> Answer<()> {
        let Some(name) = name else {
            return Ok(());
        };
        self.top()?.locals.insert(name, value);
        Ok(())
    }
}

/// What came of an instruction.
pub(crate) enum Stepped<'t> {
    /// The state has been changed and goes on.
    On,
    /// The run branches out or ends.
    Splits(Vec<Next<'t>>),
}

/// How many functions may have been called and not have returned.
const DEEPEST: usize = 8;

impl<'m, 't> Program<'m, 't> {
    /// Reads all bodies of a module.
    ///
    /// # Errors
    /// Where a body is malformed.
    pub fn new(module: &'m Module<'t>, world: World) -> Answer<Self> {
        let mut codes = Vec::new();
        for function in module.functions.iter().filter(|it| it.is_defined()) {
            let blocks = module.body(function);
            codes.push(Code {
                blocks: blocks.map_err(|it| Refusal::Malformed(it.to_string()))?,
                function: function.clone(),
            });
        }
        Ok(Program {
            module,
            codes,
            world,
            numbers: RefCell::default(),
        })
    }

    /// The place of a function that is defined.
    pub(crate) fn code(&self, name: &str) -> Option<usize> {
        let is_it = |code: &Code<'_>| code.function.name.text() == Some(name);
        self.codes.iter().position(is_it)
    }

    /// The value of an operand.
    pub(crate) fn operand(
        &self,
        frame: &Frame<'t>,
        ty: &Type<'t>,
        operand: &Operand<'t>,
    ) -> Answer<Value> {
        match operand {
            Operand::Local(name) => match frame.locals.get(name) {
                Some(value) if fits(ty, value) => Ok(value.clone()),
                Some(_) => malformed(format!("%{name} is of another type")),
                None => malformed(format!("%{name} is used before it is defined")),
            },
            Operand::Global(name) => self.global(&name.to_string()),
            other => constant(ty, other),
        }
    }

    /// The data layout.
    pub(crate) fn layout(&self) -> Answer<Layout> {
        Layout::of(self.module)
    }

    /// Calls a function that is defined: its parameters get their values.
    pub(crate) fn enter(
        &self,
        state: &mut State<'t>,
        code: usize,
        given: &[Value],
    ) -> Answer<Done<()>> {
        let function = &self.codes[code].function;
        if function.variadic || function.parameters.len() != given.len() {
            return unsupported("a call with another number of arguments than parameters");
        }
        if state.frames.len() >= DEEPEST {
            return Err(Refusal::TooMany("calls within calls"));
        }
        let mut locals = BTreeMap::new();
        for (parameter, value) in function.parameters.iter().zip(given) {
            let (attributes, ty) = (&parameter.attributes, &parameter.ty);
            match crate::attributes::received(self.module, attributes, ty, value.clone())? {
                Done::Gives(value) => drop(locals.insert(parameter.name, value)),
                Done::Undefined => return Ok(Done::Undefined),
            }
        }
        state.frames.push(Frame {
            code,
            block: 0,
            next: 0,
            locals,
            objects: state.objects.len(),
        });
        Ok(Done::Gives(()))
    }

    /// Goes on until control leaves the block, the run branches out, or it ends.
    pub(crate) fn advance(&self, mut state: State<'t>) -> Answer<Vec<Next<'t>>> {
        loop {
            let frame = state.top()?;
            let block = &self.codes[frame.code].blocks[frame.block];
            let Some(instruction) = block.instructions.get(frame.next) else {
                return malformed("a block without a terminator");
            };
            frame.next += 1;
            match self.remembered(&mut state, instruction)? {
                Some(Stepped::On) => continue,
                Some(Stepped::Splits(all)) => return Ok(all),
                None => {}
            }
            let frame = state.top()?;
            let frame: &Frame<'t> = frame;
            let lookup = |ty: &Type<'t>, it: &Operand<'t>| self.operand(frame, ty, it);
            if let Some(done) = compute(&instruction.kind, &lookup)? {
                match done {
                    Done::Gives(value) => state.define(instruction.result, value)?,
                    Done::Undefined => return Ok(vec![state.ends(End::Undefined)]),
                }
                continue;
            }
            match &instruction.kind {
                // Phis have got their values when the block was entered.
                Kind::Phi { .. } => {}
                Kind::Freeze(typed) => {
                    let value = self.operand(frame, &typed.ty, &typed.value)?;
                    return self.frozen(state, instruction.result, &typed.ty, &value);
                }
                Kind::Call(call) => match self.call(&mut state, instruction.result, call)? {
                    Stepped::On => {}
                    Stepped::Splits(all) => return Ok(all),
                },
                Kind::Return(result) => return self.returned(state, result.as_ref()),
                Kind::Goto(to) => return self.jump(state, *to),
                Kind::Branch {
                    condition,
                    then,
                    otherwise,
                } => {
                    let condition = self.operand(frame, &Type::Integer(1), condition)?;
                    return match decided(&condition)? {
                        Done::Gives(0) => self.jump(state, *otherwise),
                        Done::Gives(_) => self.jump(state, *then),
                        Done::Undefined => Ok(vec![state.ends(End::Undefined)]),
                    };
                }
                Kind::Switch {
                    value,
                    default,
                    cases,
                } => {
                    let found = self.operand(frame, &value.ty, &value.value)?;
                    let Done::Gives(found) = decided(&found)? else {
                        return Ok(vec![state.ends(End::Undefined)]);
                    };
                    let mut target = *default;
                    for (case, to) in cases {
                        if decided(&constant(&value.ty, case)?)? == Done::Gives(found) {
                            target = *to;
                        }
                    }
                    return self.jump(state, target);
                }
                // "The 'unreachable' instruction has no defined semantics." What is reached there is
                // undefined behaviour.
                Kind::Unreachable => return Ok(vec![state.ends(End::Undefined)]),
                other => return unsupported(format!("{other:?}")),
            }
        }
    }

    /// Enters a block.
    ///
    /// > "At runtime, the 'phi' instruction logically takes on the value specified by the pair
    /// > corresponding to the predecessor basic block that executed just prior to the current
    /// > block." (`phi`)
    ///
    /// All phis look at the registers as they were before. A phi passes on what it gets without
    /// looking at it, so that what is undefined stays so.
    fn jump(&self, mut state: State<'t>, to: Name<'t>) -> Answer<Vec<Next<'t>>> {
        let frame = state.top()?;
        let blocks = &self.codes[frame.code].blocks;
        let Some(target) = blocks.iter().position(|block| block.name == to) else {
            return malformed(format!("there is no block %{to}"));
        };
        let from = blocks[frame.block].name;
        let mut values = Vec::new();
        for instruction in &blocks[target].instructions {
            let Kind::Phi { ty, incoming } = &instruction.kind else {
                break;
            };
            let Some((value, _)) = incoming.iter().find(|(_, block)| *block == from) else {
                return malformed(format!("a phi without a value for %{from}"));
            };
            values.push((instruction.result, self.operand(frame, ty, value)?));
        }
        (frame.block, frame.next) = (target, 0);
        for (name, value) in values {
            state.define(name, value)?;
        }
        Ok(vec![Next::Go(state)])
    }

    /// > "If the argument is undef or poison, 'freeze' returns an arbitrary, but fixed, value of
    /// > type 'ty'. Otherwise, this instruction is a no-op and returns the input argument. All uses
    /// > of a value returned by the same 'freeze' instruction are guaranteed to always observe the
    /// > same value, while different 'freeze' instructions may yield different values." (`freeze`)
    fn frozen(
        &self,
        state: State<'t>,
        name: Option<Name<'t>>,
        ty: &Type<'t>,
        value: &Value,
    ) -> Answer<Vec<Next<'t>>> {
        let choices = crate::choices::frozen(ty, value)?;
        let each = choices.into_iter().map(|chosen| {
            let mut state = state.clone();
            state.define(name, chosen)?;
            Ok(Next::Go(state))
        });
        each.collect()
    }
}
