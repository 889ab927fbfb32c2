//! The types of values that random functions compute with.

use std::fmt;

/// A type of LLVM.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Type {
    /// `iN`.
    Int(u32),
    /// `ptr`.
    Pointer,
    /// `<N x T>`.
    Vector(u32, Box<Type>),
    /// `[N x T]`.
    Array(u32, Box<Type>),
    /// `{ … }`, or `<{ … }>` where it is packed.
    Struct {
        /// The types of the fields.
        fields: Vec<Type>,
        /// Whether there is no padding.
        packed: bool,
    },
}

impl Type {
    /// A vector of integers.
    #[must_use]
    pub fn lanes(count: u32, width: u32) -> Type {
        Type::Vector(count, Box::new(Type::Int(width)))
    }

    /// The scalars that a value of this type is made of, each with the way to it.
    #[must_use]
    pub fn leaves(&self) -> Vec<(Vec<u32>, Type)> {
        let below = |position: u32, part: &Type| {
            part.leaves().into_iter().map(move |(mut path, leaf)| {
                path.insert(0, position);
                (path, leaf)
            })
        };
        match self {
            Type::Int(_) | Type::Pointer => vec![(Vec::new(), self.clone())],
            Type::Vector(count, part) | Type::Array(count, part) => {
                (0..*count).flat_map(|at| below(at, part)).collect()
            }
            Type::Struct { fields, .. } => {
                let fields = fields.iter().enumerate();
                fields
                    .flat_map(|(at, field)| below(at as u32, field))
                    .collect()
            }
        }
    }

    /// How many bytes a value has in memory if its scalars are powers of two of bytes; what is not
    /// like that is not accessed as a whole where its extent matters.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match self {
            Type::Int(width) => u64::from(width.div_ceil(8)),
            Type::Pointer => 8,
            Type::Vector(count, part) => {
                let bits = match **part {
                    Type::Int(width) => width,
                    _ => 64,
                };
                u64::from((count * bits).div_ceil(8))
            }
            Type::Array(count, part) => u64::from(*count) * part.allocated(),
            Type::Struct { fields, packed } => {
                let mut at = 0u64;
                for field in fields {
                    if !packed {
                        at = at.next_multiple_of(field.align());
                    }
                    at += field.allocated();
                }
                if *packed {
                    at
                } else {
                    at.next_multiple_of(self.align())
                }
            }
        }
    }

    /// How far two neighbours in an array are apart.
    #[must_use]
    pub fn allocated(&self) -> u64 {
        self.bytes().next_multiple_of(self.align())
    }

    /// The alignment that the ABI of x86-64 gives the type in both versions of LLVM: integers of
    /// more than 64 bits differ there and are not put into memory by old syntax.
    #[must_use]
    pub fn align(&self) -> u64 {
        match self {
            Type::Int(width) => u64::from(width.div_ceil(8)).next_power_of_two().min(16),
            Type::Pointer => 8,
            Type::Vector(..) => self.bytes().next_power_of_two(),
            Type::Array(_, part) => part.align(),
            Type::Struct { packed: true, .. } => 1,
            Type::Struct { fields, .. } => fields.iter().map(Type::align).max().unwrap_or(1),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int(width) => write!(out, "i{width}"),
            Type::Pointer => out.write_str("ptr"),
            Type::Vector(count, part) => write!(out, "<{count} x {part}>"),
            Type::Array(count, part) => write!(out, "[{count} x {part}]"),
            Type::Struct { fields, packed } => {
                let fields: Vec<String> = fields.iter().map(Type::to_string).collect();
                let fields = fields.join(", ");
                match packed {
                    true => write!(out, "<{{ {fields} }}>"),
                    false => write!(out, "{{ {fields} }}"),
                }
            }
        }
    }
}
