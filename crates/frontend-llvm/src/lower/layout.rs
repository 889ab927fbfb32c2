//! Sizes and places in memory, as the ABI of 64-bit targets lays them out.

use std::collections::BTreeMap;

use super::{Lowering, Result_};
use crate::syntax::Type;

/// What a data layout says, as far as it matters. Two that are equal lay everything out the same way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    /// The alignments of integers in bytes, by their widths in bits.
    integers: BTreeMap<u32, u64>,
    /// Those of floating-point numbers.
    floats: BTreeMap<u32, u64>,
    /// Those of vectors.
    vectors: BTreeMap<u64, u64>,
    /// That of pointers.
    pointer: u64,
    /// The least one of structures and arrays.
    aggregate: u64,
    /// That of pointers to functions, where something is said of it.
    functions: Option<FunctionAlign>,
    /// How symbols are called in object files (`m:`).
    mangling: Option<char>,
}

/// How pointers to functions are aligned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FunctionAlign {
    /// To this, whatever a function says (`Fi`).
    Alone(u64),
    /// To this and to what the function says (`Fn`).
    WithFunction(u64),
}

impl Layout {
    /// Reads the string of a module. Where it says nothing, LLVM's defaults hold.
    ///
    /// # Errors
    /// Where it says something that the rest of this crate does not keep to, or that is not understood.
    pub(super) fn of(text: Option<&str>) -> Result<Self, String> {
        let mut layout = Layout {
            integers: BTreeMap::from([(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)]),
            floats: BTreeMap::from([(16, 2), (32, 4), (64, 8), (128, 16)]),
            vectors: BTreeMap::from([(64, 8), (128, 16)]),
            pointer: 8,
            aggregate: 1,
            functions: None,
            mangling: None,
        };
        for part in text.unwrap_or_default().split('-') {
            layout.read(part)?;
        }
        Ok(layout)
    }

    /// One part of the string.
    fn read(&mut self, part: &str) -> Result<(), String> {
        let mut fields = part.split(':');
        let kind = fields.next().unwrap_or_default();
        let numbers: Vec<Option<u64>> = fields.map(|field| field.parse().ok()).collect();
        let not_understood = || format!("the data layout `{part}` is not supported");
        let aligned = |bits: Option<u64>| match bits {
            Some(bits) if bits.is_multiple_of(8) && (bits == 0 || (bits / 8).is_power_of_two()) => {
                Ok((bits / 8).max(1))
            }
            _ => Err(not_understood()),
        };
        let first = numbers.first().copied().flatten();
        let (letter, rest) = match kind.char_indices().nth(1) {
            Some((place, _)) => kind.split_at(place),
            None => (kind, ""),
        };
        match letter {
            "m" => self.mangling = part.chars().last(),
            "" | "e" | "n" | "s" | "S" => {}
            "E" => {
                return Err("targets with the highest byte first are not supported".to_owned());
            }
            // Address spaces of programs, globals and locals other than the first.
            "P" | "G" | "A" if rest.is_empty() || rest == "0" => {}
            "P" | "G" | "A" => return Err(not_understood()),
            "p" if rest.is_empty() || rest == "0" => {
                if first != Some(64) {
                    let message = "targets with pointers of other than 64 bits are not supported";
                    return Err(message.to_owned());
                }
                self.pointer = match numbers.get(1) {
                    Some(bits) => aligned(*bits)?,
                    None => 8,
                };
                // The width of indices is that of pointers where nothing else is said.
                if numbers.get(3).is_some_and(|index| *index != Some(64)) {
                    let message = "targets with indices of other than 64 bits are not supported";
                    return Err(message.to_owned());
                }
            }
            // Pointers of other address spaces are not supported where they are used.
            "p" => {}
            "i" => {
                let width = rest.parse().map_err(|_| not_understood())?;
                self.integers.insert(width, aligned(first)?);
            }
            "f" => {
                let width = rest.parse().map_err(|_| not_understood())?;
                self.floats.insert(width, aligned(first)?);
            }
            "v" => {
                let width = rest.parse().map_err(|_| not_understood())?;
                self.vectors.insert(width, aligned(first)?);
            }
            "a" => self.aggregate = aligned(first)?,
            "F" => {
                let bits = rest.get(1..).and_then(|bits| bits.parse().ok());
                self.functions = Some(match rest.get(..1) {
                    Some("i") => FunctionAlign::Alone(aligned(bits)?),
                    Some("n") => FunctionAlign::WithFunction(aligned(bits)?),
                    _ => return Err(not_understood()),
                });
            }
            _ => return Err(not_understood()),
        }
        Ok(())
    }

    /// The alignment of an integer: that of the next larger one of which something is said, or of
    /// the largest.
    fn integer(&self, width: u32) -> u64 {
        let larger = self.integers.range(width..).next();
        larger
            .or(self.integers.last_key_value())
            .map_or(8, |(_, align)| *align)
    }

    /// How a pointer to a function is aligned that says this of itself.
    pub(super) fn function(&self, said: u64) -> u64 {
        let align = match self.functions {
            None => said,
            Some(FunctionAlign::Alone(align)) => align,
            Some(FunctionAlign::WithFunction(align)) => align.max(said),
        };
        align.max(1)
    }

    /// The alignment of a vector of so many bits that takes so many bytes.
    fn vector(&self, bits: u64, bytes: u64) -> u64 {
        let said = self.vectors.get(&bits).copied();
        said.unwrap_or_else(|| bytes.checked_next_power_of_two().unwrap_or(1))
    }

    fn float(&self, bits: u32, bytes: u64) -> u64 {
        self.floats.get(&bits).copied().unwrap_or(bytes)
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
        let float = |bits: u32| {
            let size = u64::from(bits / 8);
            let align = self.layout.float(bits, size);
            Ok(Extent { size, align })
        };
        match ty {
            Type::Integer(width) => {
                let align = self.layout.integer(*width);
                let size = u64::from(width.div_ceil(8)).next_multiple_of(align);
                Ok(Extent { size, align })
            }
            Type::Pointer => Ok(Extent {
                size: 8_u64.next_multiple_of(self.layout.pointer),
                align: self.layout.pointer,
            }),
            Type::Float("half" | "bfloat") => float(16),
            Type::Float("float") => float(32),
            Type::Float("double") => float(64),
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
                    other => {
                        let what = self.describe(&other);
                        return self.unsupported(format!("a vector of `{what}` in memory"));
                    }
                };
                let Some(bits) = count.checked_mul(bits) else {
                    return self.wrong("this vector is too large");
                };
                let bytes = bits.div_ceil(8);
                let align = self.layout.vector(bits, bytes);
                match bytes.checked_next_multiple_of(align) {
                    Some(size) => Ok(Extent { size, align }),
                    None => self.wrong("this vector is too large"),
                }
            }
            Type::Struct { fields, packed } => {
                let mut whole = Extent { size: 0, align: 1 };
                for field in fields.iter() {
                    whole = self.with_field(whole, field, *packed, depth)?.0;
                }
                if !packed {
                    whole.align = whole.align.max(self.layout.aggregate);
                }
                match whole.size.checked_next_multiple_of(whole.align) {
                    Some(size) => Ok(Extent { size, ..whole }),
                    None => self.wrong("this structure is too large"),
                }
            }
            other => {
                let what = self.describe(other);
                self.unsupported(format!("the size of `{what}`"))
            }
        }
    }

    /// The bytes between two lanes of a vector in memory; `None` where lanes are no whole bytes.
    pub(super) fn lane_bytes(&self, element: &Type<'t>) -> Result_<Option<u64>> {
        Ok(match self.resolve(element)? {
            Type::Integer(width) if width % 8 == 0 => Some(u64::from(width / 8)),
            Type::Pointer => Some(8),
            _ => None,
        })
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
