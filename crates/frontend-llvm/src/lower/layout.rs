//! Sizes and places in memory, as the ABI of 64-bit targets lays them out.

use std::collections::BTreeMap;

use super::{Lowering, Result_};
use crate::syntax::Type;

/// What a data layout says, as far as it matters.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The alignments of integers in bytes, by their widths in bits.
    integers: BTreeMap<u32, u64>,
}

impl Layout {
    /// Reads the string of a module. Where it says nothing, LLVM's defaults hold.
    ///
    /// # Errors
    /// Where addresses or the order of bytes are not what the rest of this crate takes for granted.
    pub(super) fn of(text: Option<&str>) -> Result<Self, &'static str> {
        let mut integers = BTreeMap::from([(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)]);
        for part in text.unwrap_or_default().split('-') {
            let (kind, rest) = part.split_once(':').unwrap_or((part, ""));
            let first: Option<u64> = rest.split(':').next().and_then(|bits| bits.parse().ok());
            match kind {
                "E" => return Err("targets with the highest byte first are not supported"),
                "p" | "p0" if first != Some(64) => {
                    return Err("targets with pointers of other than 64 bits are not supported");
                }
                _ => {}
            }
            let width = kind.strip_prefix('i').and_then(|bits| bits.parse().ok());
            if let (Some(width), Some(align)) = (width, first) {
                integers.insert(width, (align / 8).max(1));
            }
        }
        Ok(Layout { integers })
    }

    /// The alignment of an integer: that of the next larger one of which something is said, or of
    /// the largest.
    fn integer(&self, width: u32) -> u64 {
        let larger = self.integers.range(width..).next();
        larger
            .or(self.integers.last_key_value())
            .map_or(8, |(_, align)| *align)
    }
}

/// The size of a type and its alignment, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Extent {
    pub(super) size: u64,
    pub(super) align: u64,
}

impl<'t> Lowering<'_, 't> {
    /// The type that a name stands for.
    pub(super) fn resolve(&self, ty: &Type<'t>) -> Result_<Type<'t>> {
        let mut ty = ty.clone();
        // A name that stands for itself would never end.
        for _ in 0..64 {
            match &ty {
                Type::Named(name) => match self.module.types.get(name) {
                    Some(found) => ty = found.clone(),
                    None => return self.wrong(format!("the type `%{name}` is not defined")),
                },
                _ => return Ok(ty),
            }
        }
        self.wrong("this type is defined by itself")
    }

    /// How much memory a value of a type takes.
    pub(super) fn extent(&self, ty: &Type<'t>) -> Result_<Extent> {
        self.extent_within(ty, 0)
    }

    fn extent_within(&self, ty: &Type<'t>, depth: u32) -> Result_<Extent> {
        if depth > 64 {
            return self.wrong("this type is nested too deeply");
        }
        if let Type::Named(name) = ty {
            if let Some(extent) = self.extents.borrow().get(name) {
                return Ok(*extent);
            }
            let extent = self.extent_within(&self.resolve(ty)?, depth + 1)?;
            self.extents.borrow_mut().insert(*name, extent);
            return Ok(extent);
        }
        let both = |size| Ok(Extent { size, align: size });
        match ty {
            Type::Integer(width) => {
                let align = self.layout.integer(*width);
                let size = u64::from(width.div_ceil(8)).next_multiple_of(align);
                Ok(Extent { size, align })
            }
            Type::Pointer => both(8),
            Type::Float("half" | "bfloat") => both(2),
            Type::Float("float") => both(4),
            Type::Float("double") => both(8),
            Type::Array(count, element) => {
                let element = self.extent_within(element, depth + 1)?;
                match element.size.checked_mul(*count) {
                    Some(size) => Ok(Extent { size, ..element }),
                    None => self.wrong("this array is too large"),
                }
            }
            Type::Vector(count, element) => {
                let bits = match self.resolve(element)? {
                    Type::Integer(width) => u64::from(width),
                    Type::Pointer => 64,
                    _ => return self.unsupported("the size of this type"),
                };
                let bytes = count.checked_mul(bits).map(|bits| bits.div_ceil(8));
                match bytes.and_then(u64::checked_next_power_of_two) {
                    Some(size) => both(size),
                    None => self.wrong("this vector is too large"),
                }
            }
            Type::Struct { fields, packed } => {
                let mut whole = Extent { size: 0, align: 1 };
                for field in fields.iter() {
                    whole = self.with_field(whole, field, *packed, depth)?.0;
                }
                match whole.size.checked_next_multiple_of(whole.align) {
                    Some(size) => Ok(Extent { size, ..whole }),
                    None => self.wrong("this structure is too large"),
                }
            }
            _ => self.unsupported("the size of this type"),
        }
    }

    /// The extent with one more field, and where the field starts.
    fn with_field(
        &self,
        whole: Extent,
        field: &Type<'t>,
        packed: bool,
        depth: u32,
    ) -> Result_<(Extent, u64)> {
        let field = self.extent_within(field, depth + 1)?;
        let align = if packed { 1 } else { field.align };
        let start = whole.size.checked_next_multiple_of(align);
        let place = start.and_then(|start| Some((start, start.checked_add(field.size)?)));
        match place {
            Some((start, size)) => Ok((
                Extent {
                    size,
                    align: whole.align.max(align),
                },
                start,
            )),
            None => self.wrong("this structure is too large"),
        }
    }

    /// Where a field of a structure starts, and its type.
    pub(super) fn field(
        &self,
        fields: &[Type<'t>],
        packed: bool,
        position: usize,
    ) -> Result_<(u64, Type<'t>)> {
        let mut whole = Extent { size: 0, align: 1 };
        for (index, field) in fields.iter().enumerate() {
            let (next, start) = self.with_field(whole, field, packed, 0)?;
            if index == position {
                return Ok((start, field.clone()));
            }
            whole = next;
        }
        self.wrong("the structure has no such field")
    }
}
