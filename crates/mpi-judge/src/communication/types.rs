//! The types of what is communicated, and the operators that reduce it.

use random_programs::Rng;

/// A type of C with the datatype of MPI for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Type {
    pub(super) c: &'static str,
    pub(super) mpi: &'static str,
    pub(super) kind: Kind,
}

/// What may be done with values of a type (MPI 4.0, 6.9.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Integer,
    Unsigned,
    Floating,
    Logical,
    Text,
}

const fn of(c: &'static str, mpi: &'static str, kind: Kind) -> Type {
    Type { c, mpi, kind }
}

pub(super) const INT: Type = of("int", "MPI_INT", Kind::Integer);

const TYPES: &[Type] = &[
    INT,
    INT,
    INT,
    of("double", "MPI_DOUBLE", Kind::Floating),
    of("double", "MPI_DOUBLE", Kind::Floating),
    of("float", "MPI_FLOAT", Kind::Floating),
    of("char", "MPI_CHAR", Kind::Text),
    of("signed char", "MPI_SIGNED_CHAR", Kind::Integer),
    of("unsigned char", "MPI_UNSIGNED_CHAR", Kind::Unsigned),
    of("short", "MPI_SHORT", Kind::Integer),
    of("unsigned short", "MPI_UNSIGNED_SHORT", Kind::Unsigned),
    of("unsigned", "MPI_UNSIGNED", Kind::Unsigned),
    of("long", "MPI_LONG", Kind::Integer),
    of("unsigned long", "MPI_UNSIGNED_LONG", Kind::Unsigned),
    of("long long", "MPI_LONG_LONG", Kind::Integer),
    of(
        "unsigned long long",
        "MPI_UNSIGNED_LONG_LONG",
        Kind::Unsigned,
    ),
    of("int8_t", "MPI_INT8_T", Kind::Integer),
    of("uint16_t", "MPI_UINT16_T", Kind::Unsigned),
    of("int32_t", "MPI_INT32_T", Kind::Integer),
    of("uint64_t", "MPI_UINT64_T", Kind::Unsigned),
    of("bool", "MPI_C_BOOL", Kind::Logical),
];

impl Type {
    pub(super) fn random(rng: &mut Rng) -> Type {
        TYPES[rng.below(TYPES.len() as u32) as usize]
    }

    /// One that can be reduced, with an operator for it.
    pub(super) fn reduced(rng: &mut Rng) -> (Type, &'static str) {
        loop {
            let ty = Type::random(rng);
            let operators: &[&str] = match ty.kind {
                Kind::Integer | Kind::Unsigned if rng.chance(20) => {
                    &["MPI_BAND", "MPI_BOR", "MPI_BXOR"]
                }
                Kind::Integer | Kind::Unsigned => &[
                    "MPI_SUM", "MPI_PROD", "MPI_MIN", "MPI_MAX", "MPI_LAND", "MPI_LOR", "MPI_LXOR",
                ],
                Kind::Floating => &["MPI_SUM", "MPI_PROD", "MPI_MIN", "MPI_MAX"],
                Kind::Logical => &["MPI_LAND", "MPI_LOR", "MPI_LXOR"],
                Kind::Text => continue,
            };
            return (ty, operators[rng.below(operators.len() as u32) as usize]);
        }
    }

    /// An expression of the type, small enough for sums and products over all processes to fit.
    pub(super) fn value(self, rng: &mut Rng) -> String {
        let choices: &[&str] = match self.kind {
            Kind::Integer | Kind::Text => {
                &["0", "1", "2", "3", "-1", "rank", "rank + 1", "acc % 4"]
            }
            Kind::Unsigned => &[
                "0", "1", "2", "3", "rank", "rank + 1", "acc % 4", "3 - rank",
            ],
            Kind::Floating => &["0.5", "1", "-2", "rank + 0.25", "0.5 * rank", "acc % 4"],
            Kind::Logical => &["true", "false", "rank > 0", "rank == 1", "acc > 3"],
        };
        choices[rng.below(choices.len() as u32) as usize].to_owned()
    }

    /// What is shown of a value of the type.
    pub(super) fn shown(self, place: &str) -> String {
        match self.kind {
            Kind::Floating => format!("(long) (16 * {place})"),
            _ => format!("(long) {place}"),
        }
    }
}
