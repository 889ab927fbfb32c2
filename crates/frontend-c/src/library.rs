//! What is known of the functions of MPI and of C's library.

/// What a call does to the variables of its caller.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// The positions of the arguments behind whose addresses it writes.
    pub(crate) written: &'static [usize],
    /// Whether it touches something else: messages, the terminal, the end of the process.
    pub(crate) is_external: bool,
}

/// The effect of a function that the file does not define. Of one that is not known nothing is
/// said: whoever calls it is told that it is unsupported.
pub(crate) fn effect(name: &str) -> Known {
    let external = |written| Known {
        written,
        is_external: true,
    };
    match name {
        "abs" | "labs" | "llabs" | "fabs" | "fabsf" | "fmin" | "fmax" | "fminf" | "fmaxf"
        | "floor" | "ceil" => Known {
            written: &[],
            is_external: false,
        },
        "MPI_Comm_rank" | "MPI_Comm_size" => external(&[1]),
        "MPI_Recv" => external(&[0, 6]),
        "MPI_Sendrecv" => external(&[5, 11]),
        "MPI_Sendrecv_replace" => external(&[0, 8]),
        "MPI_Bcast" => external(&[0]),
        "MPI_Reduce" | "MPI_Allreduce" => external(&[1]),
        "MPI_Gather" | "MPI_Allgather" | "MPI_Scatter" => external(&[3]),
        _ => external(&[]),
    }
}

/// The constants of headers, as integers. The special ranks and tags of MPI have values that no
/// computation with ranks comes upon by accident, since MPI does not say which values they have.
pub(crate) fn constant(name: &str) -> Option<i64> {
    Some(match name {
        "MPI_ANY_SOURCE" => ANY_SOURCE,
        "MPI_ANY_TAG" => ANY_TAG,
        "MPI_PROC_NULL" => PROC_NULL,
        "MPI_SUCCESS" | "EXIT_SUCCESS" => 0,
        "EXIT_FAILURE" => 1,
        "INT_MAX" => i64::from(i32::MAX),
        "INT_MIN" => i64::from(i32::MIN),
        "LONG_MAX" | "LLONG_MAX" => i64::MAX,
        "LONG_MIN" | "LLONG_MIN" => i64::MIN,
        _ => return None,
    })
}

pub(crate) const ANY_SOURCE: i64 = -1_000_001;
pub(crate) const PROC_NULL: i64 = -1_000_002;
pub(crate) const ANY_TAG: i64 = -1_000_003;
