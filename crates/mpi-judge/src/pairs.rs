//! All pairs of calls that two processes make, with what the standard says of them.
//!
//! Whether two calls belong together is written here from the text of the standard (MPI 4.0, chapters
//! 3 and 6), and shares nothing with the front end.

mod groups;
mod messages;

pub use groups::groups;
pub use messages::messages;

/// Two processes that make one call each.
#[derive(Clone, Debug)]
pub struct Pair {
    /// What each of them does.
    pub codes: [String; 2],
    /// Whether the standard allows it.
    pub is_allowed: bool,
}

/// An elementary datatype with the names of two arrays of its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Type {
    mpi: &'static str,
    from: &'static str,
    into: &'static str,
}

const TYPES: [Type; 3] = [
    Type {
        mpi: "MPI_INT",
        from: "ai",
        into: "bi",
    },
    Type {
        mpi: "MPI_DOUBLE",
        from: "ad",
        into: "bd",
    },
    Type {
        mpi: "MPI_UNSIGNED",
        from: "au",
        into: "bu",
    },
];

impl Pair {
    /// Its C text.
    #[must_use]
    pub fn text(&self) -> String {
        let [first, second] = &self.codes;
        format!(
            "#include <mpi.h>\n#define W MPI_COMM_WORLD\nint main(int argc, char **argv) {{\n    \
             int rank, ai[8] = {{0}}, bi[8] = {{0}};\n    double ad[8] = {{0}}, bd[8] = {{0}};\n    \
             unsigned au[8] = {{0}}, bu[8] = {{0}};\n    int at[2] = {{0, 4}}, ones[2] = {{1, 1}}, \
             twos[2] = {{2, 2}};\n    MPI_Request q;\n    MPI_Status s;\n    MPI_Init(&argc, &argv);\n    \
             MPI_Comm_rank(W, &rank);\n    if (rank == 0) {{\n        {first}\n    }} else {{\n        \
             {second}\n    }}\n    MPI_Finalize();\n    return 0;\n}}\n"
        )
    }
}
