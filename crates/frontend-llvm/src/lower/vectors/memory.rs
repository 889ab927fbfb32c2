//! Values with parts in memory.

use logic::{Integer, Term};

use super::super::arithmetic::literal;
use super::super::memory::{Bytes, ObjectId};
use super::super::scalar::{Place, Pointer, Single};
use super::super::{Frame, Lowering, Result_};
use super::MOST;
use crate::Side;
use crate::syntax::{Access, ModRef, Type, Typed};

impl<'t> Lowering<'_, 't> {
    /// The access to a value with parts: where each of them is, its type, its bytes and how it is
    /// aligned. Where the access as a whole is not allowed, the behaviour is undefined; `None` where it
    /// never is.
    fn access_parts(
        &mut self,
        ty: &Type<'t>,
        pointer: &Pointer,
        align: u64,
        touch: ModRef,
    ) -> Result_<Option<(ObjectId, Vec<Part<'t>>)>> {
        let extent = self.extent(ty)?;
        let align = if align == 0 { extent.align } else { align };
        let mut parts = Vec::new();
        let mut end = 0;
        for (place, ty) in self.leaves(ty)? {
            let bytes = match ty {
                Type::Integer(width) if width % 8 == 0 => u64::from(width / 8),
                Type::Pointer => 8,
                other => {
                    let what = self.describe(&other);
                    return self.unsupported(format!("an access to memory of {what} in parts"));
                }
            };
            end = place + bytes;
            parts.push((place, Some(ty), bytes));
        }
        // The gaps of a structure are accessed with it, those behind a vector are not.
        let all = match self.vector(ty)? {
            Some(_) => end,
            None => extent.size,
        };
        let mut next = 0;
        let mut gaps = Vec::new();
        for (place, _, bytes) in &parts {
            gaps.extend((next..*place).map(|byte| (byte, None, 1)));
            next = place + bytes;
        }
        gaps.extend((next..all).map(|byte| (byte, None, 1)));
        if gaps.len() as u64 > MOST {
            return self.unsupported("a value with this much space between its parts");
        }
        if all == 0 {
            // No memory is accessed, wherever the pointer points.
            return Ok(Some((ObjectId::NULL, Vec::new())));
        }
        let Some((id, start)) = self.access(pointer, all, align, touch)? else {
            return Ok(None);
        };
        if touch.writes {
            parts.extend(gaps);
        }
        let mut found = Vec::new();
        for (place, ty, bytes) in parts {
            let align = match place {
                0 => align,
                place => align.min(1 << place.trailing_zeros().min(32)),
            };
            self.record(id, bytes, align);
            let place = start.plus(&literal(start.term(), Integer::from(place)));
            found.push(Part { place, ty, bytes });
        }
        Ok(Some((id, found)))
    }

    pub(super) fn load_parts(
        &mut self,
        ty: &Type<'t>,
        pointer: &Pointer,
        access: &Access<'t>,
    ) -> Result_<Vec<Single>> {
        if access.special {
            return self.unsupported("an atomic or volatile load");
        }
        if access.elsewhere {
            return self.unsupported("an access to another address space");
        }
        let Some((id, parts)) = self.access_parts(ty, pointer, access.align, ModRef::READ)? else {
            return self.unsupported("an access through a null pointer");
        };
        let mut loaded = Vec::new();
        for part in parts {
            let scalar = self.read(id, &part.place, part.bytes)?;
            self.facts.vague |= !scalar.undef.is_false();
            let single = match part.ty == Some(Type::Pointer) {
                true => Single::Pointer(self.found(&self.settled_number(&scalar))?),
                false => Single::Integer(scalar),
            };
            loaded.push(self.restrict_loaded(single, access)?);
        }
        Ok(loaded)
    }

    /// `store` of a value with parts. What is between them is `undef` afterwards.
    pub(in super::super) fn store_parts(
        &mut self,
        frame: &Frame<'t>,
        value: &Typed<'t>,
        pointer: &Pointer,
        align: u64,
    ) -> Result_<()> {
        let lanes = self.typed_lanes(frame, value)?;
        let access = self.access_parts(&value.ty, pointer, align, ModRef::WRITE)?;
        let Some((id, parts)) = access else {
            return Ok(());
        };
        let mut lanes = lanes.into_iter();
        for part in parts {
            let bytes = match part.ty {
                Some(_) => match lanes.next() {
                    Some(lane) => Bytes::from(self.stored(&lane)?),
                    None => return self.wrong("this value has too few parts"),
                },
                None => self.unwritten(),
            };
            self.write(id, &part.place, part.bytes, &bytes)?;
        }
        Ok(())
    }

    /// A byte between the parts of a value: a proof takes it as `undef`; to refute, the specification
    /// holds poison there, and the implementation a zero.
    fn unwritten(&self) -> Bytes {
        let is_poison = self.role.refutes() && self.role.side == Side::Specification;
        Bytes {
            value: Term::bit_vec(8, 0),
            poison: Term::bool(is_poison),
            undef: Term::bool(!self.role.refutes()),
            all_undef: Term::bool(!self.role.refutes()),
        }
    }
}

/// A part of a value in memory.
struct Part<'t> {
    place: Place,
    /// Its type; `None` for a byte that is between parts.
    ty: Option<Type<'t>>,
    bytes: u64,
}
