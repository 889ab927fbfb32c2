//! What is known of the functions of MPI and of C's library.

use logic::{Integer, Rational};
use program::system::NoMessage;

use crate::mpi;
use crate::syntax::Scalar;
use crate::token::Signedness;

/// What a call does to the variables of its caller.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// The positions of the arguments behind whose addresses it writes.
    pub(crate) written: Written,
    /// Whether it touches something else: messages, the terminal, the end of the process.
    pub(crate) is_external: bool,
}

/// Behind which arguments a function writes.
#[derive(Clone, Debug)]
pub(crate) enum Written {
    /// Those at these positions.
    At(Vec<usize>),
    /// All from a position on.
    From(usize),
}

impl Known {
    /// Whether it writes behind the argument at a position.
    pub(crate) fn writes(&self, position: usize) -> bool {
        match &self.written {
            Written::At(positions) => positions.contains(&position),
            Written::From(first) => position >= *first,
        }
    }
}

/// The effect of a function that the file does not define. Of one that is not known nothing is
/// said: whoever calls it is told that it is unsupported.
pub(crate) fn effect(name: &str) -> Known {
    let external = |written| Known {
        written: Written::At(written),
        is_external: true,
    };
    let harmless = Known {
        written: Written::At(Vec::new()),
        is_external: false,
    };
    match name {
        "abs" | "labs" | "llabs" | "fabs" | "fabsf" | "fmin" | "fmax" | "fminf" | "fmaxf"
        | "floor" | "ceil" | "round" | "pow" | "atoi" | "atol" | "atof" | "strtol" | "strtod"
        | "strlen" => harmless,
        "scanf" => Known {
            written: Written::From(1),
            is_external: true,
        },
        "time" => external(vec![0]),
        "memset" | "memcpy" | "sprintf" | "snprintf" | "strcpy" => external(vec![0]),
        "free" => external(vec![0]),
        name if name.starts_with("MPI_") => external(mpi::written(name)),
        _ => external(Vec::new()),
    }
}

/// The constants of headers, with their types. The special ranks and tags of MPI have values that no
/// computation with ranks comes upon by accident, since MPI does not say which values they have.
pub(crate) fn constant(name: &str) -> Option<(Integer, Scalar)> {
    let of = |value: i64| (Integer::from(value), Scalar::INT);
    let long = |value: i64| {
        let (sign, bits) = (Signedness::Signed, 64);
        (Integer::from(value), Scalar::Integer { sign, bits })
    };
    let unsigned = |value: u64, bits| {
        let sign = Signedness::Unsigned;
        (Integer::from(value), Scalar::Integer { sign, bits })
    };
    Some(match name {
        "MPI_ANY_SOURCE" => of(ANY_SOURCE),
        "MPI_ANY_TAG" => of(ANY_TAG),
        "MPI_PROC_NULL" => of(PROC_NULL),
        // Where a number is wanted, as for a handle of some implementations.
        "NULL" | "MPI_SUCCESS" | "EXIT_SUCCESS" | "MPI_THREAD_SINGLE" => of(0),
        "EXIT_FAILURE" | "MPI_THREAD_FUNNELED" => of(1),
        "MPI_THREAD_SERIALIZED" => of(2),
        "MPI_THREAD_MULTIPLE" => of(3),
        "MPI_MAX_PROCESSOR_NAME" => of(MOST_NAME),
        "CHAR_BIT" => of(8),
        "CHAR_MAX" | "SCHAR_MAX" => of(i64::from(i8::MAX)),
        "CHAR_MIN" | "SCHAR_MIN" => of(i64::from(i8::MIN)),
        "UCHAR_MAX" => of(i64::from(u8::MAX)),
        "SHRT_MAX" => of(i64::from(i16::MAX)),
        "SHRT_MIN" => of(i64::from(i16::MIN)),
        "USHRT_MAX" => of(i64::from(u16::MAX)),
        "INT_MAX" | "INT32_MAX" | "RAND_MAX" => of(i64::from(i32::MAX)),
        "INT_MIN" | "INT32_MIN" => of(i64::from(i32::MIN)),
        "UINT_MAX" | "UINT32_MAX" => unsigned(u64::from(u32::MAX), 32),
        "LONG_MAX" | "LLONG_MAX" | "INT64_MAX" => long(i64::MAX),
        "LONG_MIN" | "LLONG_MIN" | "INT64_MIN" => long(i64::MIN),
        "ULONG_MAX" | "ULLONG_MAX" | "UINT64_MAX" | "SIZE_MAX" => unsigned(u64::MAX, 64),
        _ => of(mpi::constant(name)?),
    })
}

/// The constants of headers that are no integers.
pub(crate) fn real_constant(name: &str) -> Option<Rational> {
    match name {
        "M_PI" => Rational::new(
            "314159265358979323846".parse().ok()?,
            "100000000000000000000".parse().ok()?,
        ),
        _ => None,
    }
}

/// The size of a buffer for the name of a processor.
pub(crate) const MOST_NAME: i64 = 256;

/// The least size that an implementation has for it. Which one a program is made for is not known where
/// it says a number.
pub(crate) const LEAST_NAME: i64 = 128;

/// What the status of nothing says is what a receive from anybody is given.
pub(crate) const ANY_SOURCE: i64 = NoMessage::SOURCE;
pub(crate) const PROC_NULL: i64 = -1_000_002;
pub(crate) const ANY_TAG: i64 = NoMessage::TAG;

/// The type of the result of a function that the file does not define, as far as it is known.
pub(crate) fn result(name: &str) -> Option<Scalar> {
    Some(match name {
        "fabs" | "fabsf" | "fmin" | "fmax" | "fminf" | "fmaxf" | "floor" | "ceil" | "sqrt"
        | "sqrtf" | "round" | "pow" | "atof" | "strtod" | "drand48" | "MPI_Wtime" | "MPI_Wtick" => {
            Scalar::Real
        }
        "strlen" => Scalar::Integer {
            sign: Signedness::Unsigned,
            bits: 64,
        },
        "time" | "clock" | "atol" | "strtol" | "random" | "labs" | "llabs" => Scalar::Integer {
            sign: Signedness::Signed,
            bits: 64,
        },
        "abs" | "atoi" | "rand" | "scanf" | "sprintf" | "snprintf" | "sleep" | "usleep" => {
            Scalar::INT
        }
        name if is_printing(name) || name.starts_with("MPI_") => Scalar::INT,
        _ => return None,
    })
}

/// Whether a function prints its arguments.
pub(crate) fn is_printing(name: &str) -> bool {
    matches!(
        name,
        "printf" | "puts" | "putchar" | "fflush" | "fprintf" | "perror"
    )
}

/// Whether a name is that of a pointer to nothing.
pub(crate) fn is_null(name: &str) -> bool {
    matches!(name, "NULL" | "MPI_BOTTOM")
}
