//! Instructions that make, read and write memory, and that compute with pointers.

use frontend_llvm::syntax::{Access, Instruction, Kind, Type, Typed, Value as Operand};

use super::access::{from_bytes, place, start, to_bytes};
use super::{Byte, Object, Pointer, address};
use crate::behaviour::End;
use crate::constants::constant;
use crate::instructions::decided;
use crate::lift::{Done, on_atoms};
use crate::machine::{Fresh, Program, State, Stepped};
use crate::problem::{Answer, malformed, unsupported};
use crate::value::{Atom, Value};

/// Objects larger than this are refused: their bytes are all listed.
const LARGEST: u64 = 256;

fn undefined<'t>(state: &State<'t>) -> Answer<Option<Stepped<'t>>> {
    Ok(Some(Stepped::Splits(vec![
        state.clone().ends(End::Undefined),
    ])))
}

impl<'t> Program<'_, 't> {
    /// Does what an instruction says; `None` if it has nothing to do with memory.
    pub(crate) fn remembered(
        &self,
        state: &mut State<'t>,
        instruction: &Instruction<'t>,
    ) -> Answer<Option<Stepped<'t>>> {
        let value = match &instruction.kind {
            Kind::Alloca { ty, count, align } => {
                self.allocated(state, ty, count.as_ref(), *align)?
            }
            Kind::Load {
                ty,
                pointer,
                access,
            } => match self.load(state, ty, pointer, access)? {
                Done::Gives(value) => value,
                Done::Undefined => return undefined(state),
            },
            Kind::Store {
                value,
                pointer,
                access,
            } => {
                return match self.store(state, value, pointer, access)? {
                    Done::Gives(()) => Ok(Some(Stepped::On)),
                    Done::Undefined => undefined(state),
                };
            }
            Kind::Pointer {
                flags,
                source,
                base,
                indices,
            } => {
                let mut operands = vec![self.operand(state.top()?, &base.ty, &base.value)?];
                let mut widths = Vec::new();
                for index in indices {
                    let Type::Integer(width) = index.ty else {
                        return unsupported("an index that is no integer");
                    };
                    widths.push(width);
                    operands.push(self.operand(state.top()?, &index.ty, &index.value)?);
                }
                let objects = &state.objects;
                let done = on_atoms(&operands.iter().collect::<Vec<_>>(), &|atoms| {
                    let (base, indices) = match atoms {
                        [Atom::Pointer(base), indices @ ..] => (*base, indices),
                        _ => return Ok(Done::Gives(Atom::Poison)),
                    };
                    let Some(numbers) = crate::lift::all_numbers(indices)? else {
                        return Ok(Done::Gives(Atom::Poison));
                    };
                    let indices: Vec<(u32, u64)> = widths.iter().copied().zip(numbers).collect();
                    let steps = address::steps(&self.layout()?, source, &indices)?;
                    let moved = address::moved(objects, *flags, base, &steps)?;
                    Ok(Done::Gives(moved.map_or(Atom::Poison, Atom::Pointer)))
                })?;
                match done {
                    Done::Gives(value) => value,
                    Done::Undefined => return undefined(state),
                }
            }
            Kind::Compare {
                predicate,
                flags,
                ty: ty @ Type::Pointer,
                left,
                right,
            } => {
                if flags.samesign {
                    return unsupported("`samesign` of pointers");
                }
                let frame = state.top()?;
                let operands = [
                    self.operand(frame, ty, left)?,
                    self.operand(frame, ty, right)?,
                ];
                let objects = &state.objects;
                let done = on_atoms(&[&operands[0], &operands[1]], &|atoms| match atoms {
                    [Atom::Pointer(left), Atom::Pointer(right)] => {
                        let truth = address::compared(objects, predicate, *left, *right)?;
                        Ok(Done::Gives(Atom::Integer(u64::from(truth))))
                    }
                    _ => Ok(Done::Gives(Atom::Poison)),
                })?;
                match done {
                    Done::Gives(value) => value,
                    Done::Undefined => return undefined(state),
                }
            }
            _ => return Ok(None),
        };
        state.define(instruction.result, value)?;
        Ok(Some(Stepped::On))
    }

    /// > "The 'alloca' instruction allocates memory on the stack frame of the currently executing
    /// > function, to be automatically released when this function returns to its caller. […] the
    /// > allocated memory is uninitialized, and loading from uninitialized memory produces an
    /// > undefined value." (`alloca`)
    fn allocated(
        &self,
        state: &mut State<'t>,
        ty: &Type<'t>,
        count: Option<&Typed<'t>>,
        align: u64,
    ) -> Answer<Value> {
        let layout = self.layout()?;
        let count = match count {
            Some(typed) => {
                let value = self.operand(state.top()?, &typed.ty, &typed.value)?;
                match decided(&value)? {
                    Done::Gives(count) => count,
                    Done::Undefined => return unsupported("an undefined number of elements"),
                }
            }
            None => 1,
        };
        let size = layout.size(ty)?.saturating_mul(count);
        if size > LARGEST {
            return unsupported("a large object");
        }
        let fresh = match self.world.fresh {
            Fresh::Undef => Byte::Undef,
            Fresh::Poison => Byte::poison(),
        };
        // "If the alignment is not specified, […] the target can choose to align the allocation on
        // any convenient boundary compatible with the type."
        let align = if align == 0 { layout.align(ty)? } else { align };
        state.objects.push(Object {
            bytes: (0..size).map(|_| fresh.clone()).collect(),
            align,
            is_constant: false,
            is_live: true,
            is_visible: false,
        });
        start(state.objects.len() - 1)
    }

    fn load(
        &self,
        state: &mut State<'t>,
        ty: &Type<'t>,
        pointer: &Operand<'t>,
        access: &Access<'t>,
    ) -> Answer<Done<Value>> {
        if access.special || access.range.is_some() || access.is_restricted() {
            return unsupported("a load that is volatile, atomic or has metadata");
        }
        let layout = self.layout()?;
        let size = layout.store_size(ty)?;
        let align = if access.align == 0 {
            layout.align(ty)?
        } else {
            access.align
        };
        let pointer = self.operand(state.top()?, &Type::Pointer, pointer)?;
        let Done::Gives((object, at)) = place(&state.objects, &pointer, size, align)? else {
            return Ok(Done::Undefined);
        };
        let bytes = &state.objects[object].bytes[at..][..usize::try_from(size).unwrap_or(0)];
        let value = from_bytes(&layout, ty, bytes)?;
        // "If the value isn't well defined, the behavior is undefined." (`!noundef`)
        match access.noundef && !value.is_well_defined() {
            true => Ok(Done::Undefined),
            false => Ok(Done::Gives(value)),
        }
    }

    /// > "The contents of memory are updated to contain <value> at the location specified by the
    /// > <pointer> operand." (`store`) A write to a `constant` is undefined behaviour, since "the
    /// > contents of the variable will **never** be modified" (Global Variables).
    fn store(
        &self,
        state: &mut State<'t>,
        value: &Typed<'t>,
        pointer: &Operand<'t>,
        access: &Access<'t>,
    ) -> Answer<Done<()>> {
        if access.special {
            return unsupported("a store that is volatile or atomic");
        }
        let layout = self.layout()?;
        let size = layout.store_size(&value.ty)?;
        let align = if access.align == 0 {
            layout.align(&value.ty)?
        } else {
            access.align
        };
        let frame = state.top()?;
        let stored = self.operand(frame, &value.ty, &value.value)?;
        let pointer = self.operand(frame, &Type::Pointer, pointer)?;
        let Done::Gives((object, at)) = place(&state.objects, &pointer, size, align)? else {
            return Ok(Done::Undefined);
        };
        if state.objects[object].is_constant {
            return Ok(Done::Undefined);
        }
        let bytes = to_bytes(&layout, &value.ty, &stored)?;
        state.objects[object].bytes[at..][..bytes.len()].clone_from_slice(&bytes);
        Ok(Done::Gives(()))
    }

    /// The constants of the module, as objects behind those that are there already.
    pub(crate) fn constants(&self, objects: &mut Vec<Object>) -> Answer<()> {
        for global in &self.module.globals {
            let is_decided = global.starts_as_said && !global.linkage.is_interposable();
            let is_known = global.constant && is_decided;
            let (Some(ty), Some(initial), true) = (&global.ty, &global.initial, is_known) else {
                continue;
            };
            let layout = self.layout()?;
            let Ok(value) = constant(ty, initial) else {
                continue;
            };
            let bytes = to_bytes(&layout, ty, &value)?;
            let align = match global.align {
                0 => layout.align(ty)?,
                align => align,
            };
            self.numbers
                .borrow_mut()
                .insert(global.name.to_string(), objects.len());
            objects.push(Object {
                bytes,
                align,
                is_constant: true,
                is_live: true,
                is_visible: false,
            });
        }
        Ok(())
    }

    /// The address of a constant of the module.
    pub(crate) fn global(&self, name: &str) -> Answer<Value> {
        match self.numbers.borrow().get(name) {
            Some(number) => start(*number),
            None => unsupported(format!("@{name}")),
        }
    }

    /// Refuses to show somebody a pointer that means nothing to him.
    pub(crate) fn is_shown(&self, objects: &[Object], value: &Value) -> Answer<()> {
        match value {
            Value::Scalar(scalar) => {
                for atom in scalar.atoms() {
                    let Atom::Pointer(Pointer {
                        object: Some(number),
                        ..
                    }) = atom
                    else {
                        continue;
                    };
                    match objects.get(*number as usize) {
                        Some(object) if object.is_visible => {}
                        Some(_) => return unsupported("a pointer that leaves its function"),
                        None => return malformed("a pointer into no object"),
                    }
                }
                Ok(())
            }
            Value::Undef => Ok(()),
            Value::Parts(parts) => parts.iter().try_for_each(|it| self.is_shown(objects, it)),
        }
    }
}
