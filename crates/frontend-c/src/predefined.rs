//! Macros that the text does not define: those of compilers and of the headers of libraries, as far as
//! a condition of the preprocessor asks for them.
//!
//! Nothing is guessed: a name that only a compiler or a header could define, and of which neither the
//! standard of C nor that of MPI says whether it does, is not answered. Names that programs invent
//! are undefined; those are the names that no header of a library defines or declares, since C allows
//! each function to be a macro as well.

use std::collections::BTreeSet;

use logic::{Integer, Symbol};

use crate::library;
use crate::syntax::Scalar;
use crate::token::{IntegerType, Signedness};

/// What is known of a name that the text does not define.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Predefined {
    /// A macro with a value.
    Value(Integer, IntegerType),
    /// A macro whose value is open, or is no integer.
    Defined,
    /// No macro.
    Undefined,
    /// Compilers and libraries differ.
    Open,
}

/// The headers of libraries that a text included so far, and the macros that it removed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Included {
    headers: BTreeSet<String>,
    removed: BTreeSet<Symbol>,
}

impl Included {
    pub(crate) fn add(&mut self, header: &str) {
        self.headers.insert(header.to_owned());
    }

    pub(crate) fn remove(&mut self, name: Symbol) {
        self.removed.insert(name);
    }

    /// What a name is that the text does not define.
    pub(crate) fn about(&self, name: Symbol) -> Predefined {
        let found = self.before_removal(name.as_str());
        // A header that comes later may define it again.
        if self.removed.contains(&name) && found != Predefined::Undefined {
            return Predefined::Open;
        }
        found
    }

    fn before_removal(&self, name: &str) -> Predefined {
        let int = |value: i64, bits| {
            let sign = Signedness::Signed;
            Predefined::Value(Integer::from(value), IntegerType { sign, bits })
        };
        match name {
            "__STDC__" | "__STDC_HOSTED__" => return int(1, 32),
            "__STDC_VERSION__" => return int(201_112, 64),
            "__FILE__" | "__LINE__" | "__DATE__" | "__TIME__" => return Predefined::Defined,
            _ if is_elsewhere(name) => return Predefined::Undefined,
            _ => {}
        }
        if is_guard(name) {
            return Predefined::Undefined;
        }
        if is_reserved(name) || matches!(name, "linux" | "unix") {
            return Predefined::Open;
        }
        if self.headers.is_empty() {
            return Predefined::Undefined;
        }
        let has = |header: &&str| self.headers.contains(*header);
        if has(&"mpi.h") {
            match name {
                "MPI_VERSION" => return int(4, 32),
                "MPI_SUBVERSION" => return int(0, 32),
                _ => {}
            }
        }
        if is_of_mpi(name) {
            return Predefined::Open;
        }
        if let Some((_, headers)) = MACROS.iter().find(|(own, _)| own.contains(&name)) {
            return match headers.iter().any(has) {
                // Headers may include each other.
                false => Predefined::Open,
                true => value(name),
            };
        }
        let is_of = |(start, headers): &(&str, &[&str])| {
            let rest = name.strip_prefix(start);
            rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
                && headers.iter().any(has)
        };
        match FAMILIES.iter().any(is_of) || is_fixed_width(name) || is_of_a_library(name) {
            true => Predefined::Open,
            false => Predefined::Undefined,
        }
    }
}

/// The value of a macro that is defined.
fn value(name: &str) -> Predefined {
    match library::constant(name) {
        // A pointer is no number for the preprocessor.
        _ if name == "NULL" => Predefined::Defined,
        Some((value, Scalar::Integer { sign, bits })) => {
            Predefined::Value(value, IntegerType { sign, bits })
        }
        _ => Predefined::Defined,
    }
}

/// Whether a name belongs to compilers and libraries.
fn is_reserved(name: &str) -> bool {
    let rest = name.strip_prefix('_');
    rest.is_some_and(|rest| rest.starts_with(|c: char| c == '_' || c.is_ascii_uppercase()))
}

/// Names that are defined only where this reader is not: in another language, with other sizes of
/// the types, and in another verifier.
fn is_elsewhere(name: &str) -> bool {
    matches!(
        name,
        "__cplusplus" | "__OBJC__" | "_WIN32" | "_WIN64" | "_MSC_VER" | "_CIVL"
    )
}

/// The names that the headers of libraries define as macros or declare as functions, sorted: those of
/// glibc and MPICH, reserved ones left out except the guards of headers. Any header may include others.
const LIBRARY: &str = include_str!("predefined/library.names");

/// Whether a header of a library may define a name.
pub(crate) fn is_of_a_library(name: &str) -> bool {
    let is_format = ["PRI", "SCN"].iter().any(|start| {
        let rest = name.strip_prefix(start).unwrap_or_default();
        rest.starts_with(['d', 'i', 'o', 'u', 'x', 'X', 'b', 'B'])
    });
    is_format || LIBRARY.lines().any(|own| own == name)
}

/// Whether a name is one that programs guard their own headers with.
fn is_guard(name: &str) -> bool {
    if is_of_a_library(name) {
        return false;
    }
    let stem = name.trim_matches('_').to_ascii_lowercase();
    let Some(stem) = stem.strip_suffix("_h") else {
        return false;
    };
    let is_known = |header: &&str| header.trim_end_matches(".h").replace('/', "_") == stem;
    !stem.contains("mpi") && !crate::headers::KNOWN.iter().any(is_known)
}

/// Whether a name is one that MPI or an implementation of it may define.
fn is_of_mpi(name: &str) -> bool {
    [
        "MPI",
        "PMPI_",
        "QMPI_",
        "OMPI_",
        "OPEN_MPI",
        "I_MPI_",
        "LAM_",
        "MVAPICH",
        "ROMIO_",
        "HAVE_MPI_",
        "OPAL_",
    ]
    .iter()
    .any(|start| name.starts_with(start))
}

/// `INT_LEAST8_MAX`, `UINTPTR_MAX`, `INT16_C` and their like.
fn is_fixed_width(name: &str) -> bool {
    let rest = name.strip_prefix('U').unwrap_or(name);
    let is_integer = rest.strip_prefix("INT").is_some_and(|rest| {
        let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        ["_MAX", "_MIN", "_C", "_LEAST", "_FAST", "PTR_", "MAX_"]
            .iter()
            .any(|part| rest.starts_with(part))
    });
    is_integer || matches!(name, "WCHAR_MAX" | "WCHAR_MIN" | "WINT_MAX" | "WINT_MIN")
}

/// Macros that the standards of C and POSIX define, with the headers that do.
const MACROS: &[(&[&str], &[&str])] = &[
    (
        &["NULL"],
        &[
            "locale.h", "stddef.h", "stdio.h", "stdlib.h", "string.h", "time.h", "unistd.h",
        ],
    ),
    (
        &[
            "CHAR_BIT",
            "CHAR_MAX",
            "CHAR_MIN",
            "SCHAR_MAX",
            "SCHAR_MIN",
            "UCHAR_MAX",
            "SHRT_MAX",
            "SHRT_MIN",
            "USHRT_MAX",
            "INT_MAX",
            "INT_MIN",
            "UINT_MAX",
            "LONG_MAX",
            "LONG_MIN",
            "ULONG_MAX",
            "LLONG_MAX",
            "LLONG_MIN",
            "ULLONG_MAX",
            "MB_LEN_MAX",
        ],
        &["limits.h"],
    ),
    (
        &[
            "INT8_MAX",
            "INT8_MIN",
            "UINT8_MAX",
            "INT16_MAX",
            "INT16_MIN",
            "UINT16_MAX",
            "INT32_MAX",
            "INT32_MIN",
            "UINT32_MAX",
            "INT64_MAX",
            "INT64_MIN",
            "UINT64_MAX",
            "SIZE_MAX",
            "INTMAX_MAX",
            "INTMAX_MIN",
            "UINTMAX_MAX",
            "PTRDIFF_MAX",
            "PTRDIFF_MIN",
        ],
        &["stdint.h", "inttypes.h"],
    ),
    (
        &["EXIT_SUCCESS", "EXIT_FAILURE", "RAND_MAX", "MB_CUR_MAX"],
        &["stdlib.h"],
    ),
    (
        &[
            "EOF",
            "BUFSIZ",
            "FILENAME_MAX",
            "FOPEN_MAX",
            "TMP_MAX",
            "L_tmpnam",
            "stdin",
            "stdout",
            "stderr",
        ],
        &["stdio.h"],
    ),
    (
        &["SEEK_SET", "SEEK_CUR", "SEEK_END"],
        &["stdio.h", "unistd.h", "fcntl.h"],
    ),
    (&["assert"], &["assert.h"]),
    (&["errno", "EDOM", "ERANGE", "EILSEQ"], &["errno.h"]),
    (&["offsetof"], &["stddef.h"]),
    (&["CLOCKS_PER_SEC"], &["time.h"]),
    (
        &[
            "HUGE_VAL",
            "HUGE_VALF",
            "INFINITY",
            "NAN",
            "isnan",
            "isinf",
            "isfinite",
            "isnormal",
            "signbit",
            "fpclassify",
            "isgreater",
            "isless",
        ],
        &["math.h"],
    ),
    (&["va_start", "va_arg", "va_end", "va_copy"], &["stdarg.h"]),
    (&["I", "complex"], &["complex.h"]),
];

/// The beginnings of names that headers may define, with the headers.
const FAMILIES: &[(&str, &[&str])] = &[
    ("E", &["errno.h"]),
    ("FE_", &["fenv.h"]),
    ("FLT_", &["float.h"]),
    ("DBL_", &["float.h"]),
    ("LDBL_", &["float.h"]),
    ("DECIMAL_", &["float.h"]),
    ("LC_", &["locale.h"]),
    ("M_", &["math.h"]),
    ("FP_", &["math.h"]),
    ("MATH_", &["math.h"]),
    ("O_", &["fcntl.h"]),
    ("F_", &["fcntl.h", "unistd.h"]),
    ("S_", &["sys/stat.h", "fcntl.h"]),
    ("SIG", &["signal.h"]),
    ("SA_", &["signal.h"]),
    ("PTHREAD_", &["pthread.h"]),
    ("CLOCK_", &["time.h", "sys/time.h"]),
    ("TIME_", &["time.h"]),
    ("ITIMER_", &["sys/time.h"]),
    ("RLIM", &["sys/resource.h"]),
    ("RUSAGE_", &["sys/resource.h"]),
    ("PRIO_", &["sys/resource.h"]),
    ("STDIN_", &["unistd.h"]),
    ("STDOUT_", &["unistd.h"]),
    ("STDERR_", &["unistd.h"]),
    ("PATH_", &["limits.h"]),
    ("NAME_", &["limits.h"]),
    ("PAGE", &["limits.h"]),
    ("ARG_", &["limits.h"]),
    ("IOV_", &["limits.h"]),
    ("OPEN_", &["limits.h"]),
    ("HOST_", &["limits.h"]),
    ("LINE_", &["limits.h"]),
    ("PIPE_", &["limits.h"]),
    ("SSIZE_", &["limits.h"]),
    ("WORD_", &["limits.h"]),
    ("LONG_", &["limits.h"]),
];
