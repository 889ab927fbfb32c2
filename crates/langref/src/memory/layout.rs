//! Where the parts of types lie in memory.

use frontend_llvm::Module;
use frontend_llvm::syntax::Type;

use crate::problem::{Answer, unsupported};

/// The data layout of a module, as far as it is interpreted: pointers of 64 bits, the lowest byte
/// first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    /// The alignment of integers in bytes, by their width, in ascending order.
    integers: Vec<(u32, u64)>,
}

impl Layout {
    /// > "LLVM starts with a default set of specifications which are then (possibly) overridden by
    /// > the specifications in the datalayout keyword." (Data Layout) Integers of 1, 8, 16 and 32
    /// > bits are aligned to their size by default, those of 64 bits to four bytes.
    pub(crate) fn of(module: &Module<'_>) -> Answer<Self> {
        let mut integers = vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)];
        for part in module.layout.unwrap_or("").split('-') {
            let mut fields = part.split(':');
            let head = fields.next().unwrap_or("");
            let Some(digits) = head.strip_prefix('i') else {
                match head {
                    // What is mangled, which integers are native and how the stack is aligned says
                    // nothing of the layout of integers.
                    "" | "e" | "m" => continue,
                    _ if head.starts_with(['n', 'S', 'f']) => continue,
                    _ => return unsupported(format!("the data layout `{part}`")),
                }
            };
            let abi = fields.next().and_then(|it| it.parse::<u64>().ok());
            let (Ok(width), Some(abi)) = (digits.parse::<u32>(), abi) else {
                return unsupported(format!("the data layout `{part}`"));
            };
            integers.retain(|(known, _)| *known != width);
            integers.push((width, abi / 8));
        }
        integers.sort_unstable();
        Ok(Layout { integers })
    }

    /// The alignment of a type.
    ///
    /// > "If no match is found, and the type sought is an integer type, then the smallest integer
    /// > type that is larger than the bitwidth of the sought type is used. If none of the
    /// > specifications are larger than the bitwidth then the largest integer type is used." (Data
    /// > Layout)
    pub(crate) fn align(&self, ty: &Type<'_>) -> Answer<u64> {
        match ty {
            Type::Integer(width) => {
                let fitting = self.integers.iter().find(|(known, _)| known >= width);
                let chosen = fitting.or(self.integers.last());
                Ok(chosen.map_or(1, |(_, align)| *align))
            }
            Type::Pointer => Ok(8),
            Type::Array(_, element) => self.align(element),
            Type::Struct { packed: true, .. } => Ok(1),
            Type::Struct { fields, .. } => {
                let mut each = fields.iter().map(|field| self.align(field));
                each.try_fold(1, |all, one| Ok(one?.max(all)))
            }
            other => unsupported(format!("{other:?} in memory")),
        }
    }

    /// How many bytes a store of a type writes.
    pub(crate) fn store_size(&self, ty: &Type<'_>) -> Answer<u64> {
        match ty {
            Type::Integer(width) => Ok(u64::from(width.div_ceil(8))),
            Type::Pointer => Ok(8),
            Type::Array(count, element) => match self.size(element)?.checked_mul(*count) {
                Some(size) => Ok(size),
                None => unsupported("an array larger than memory"),
            },
            Type::Struct { fields, .. } => {
                let places = self.fields(ty)?;
                let end = match (places.last(), fields.last()) {
                    (Some(place), Some(field)) => place + self.size(field)?,
                    _ => 0,
                };
                Ok(end.next_multiple_of(self.align(ty)?))
            }
            other => unsupported(format!("{other:?} in memory")),
        }
    }

    /// How far apart neighbours of a type lie: "the size rounded up to the ABI alignment"
    /// (`getelementptr`).
    pub(crate) fn size(&self, ty: &Type<'_>) -> Answer<u64> {
        Ok(self.store_size(ty)?.next_multiple_of(self.align(ty)?))
    }

    /// Where the fields of a structure begin.
    ///
    /// > "In non-packed structs, padding between field types is inserted as defined by the
    /// > DataLayout string in the module" (Structure Type)
    pub(crate) fn fields(&self, ty: &Type<'_>) -> Answer<Vec<u64>> {
        let Type::Struct { fields, packed } = ty else {
            return unsupported("fields of something that is no structure");
        };
        let mut places = Vec::new();
        let mut end = 0_u64;
        for field in fields.iter() {
            let align = if *packed { 1 } else { self.align(field)? };
            let place = end.next_multiple_of(align);
            places.push(place);
            end = place + self.size(field)?;
        }
        Ok(places)
    }
}
