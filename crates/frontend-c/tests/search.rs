//! How much of a program the search looks at: the sizes of proofs, and that there are any.

mod common;

use budget::Budget;
use evidence::{Evidence, Verdict};
use frontend_c::Buffering;
use question::Question;

/// The number of nodes of the proof that a program is safe, which the checker accepts.
fn nodes(body: &str, processes: usize) -> usize {
    let text = format!(
        "#include <mpi.h>\n#include <assert.h>\n#include <stdio.h>\n#define W MPI_COMM_WORLD\n\
         int main(int argc, char **argv) {{ int rank, size, x = 0, y = 0; MPI_Status s;\n\
         MPI_Init(&argc, &argv); MPI_Comm_rank(W, &rank); MPI_Comm_size(W, &size);\n\
         {body}\nMPI_Finalize(); return 0; }}"
    );
    let reading = common::reading(&text, processes, Buffering::Standard);
    let question = reading
        .module
        .question(&reading.module.claims[0])
        .ok()
        .and_then(Question::safe)
        .expect("the claim is about a system");
    let decision = collective::decide(&question, &Budget::unlimited());
    let Verdict::Proved(evidence) = &decision.verdict else {
        panic!("{:?}\n{body}", decision.verdict);
    };
    let checked = checker::check_safe(&question, evidence, &Budget::unlimited());
    assert!(checked.is_ok(), "{:?}\n{body}", checked.err());
    match evidence {
        Evidence::Covering(covering) => covering.nodes.len(),
        other => panic!("{other:?} is no graph of states"),
    }
}

#[test]
fn messages_in_any_order_lead_to_sets_of_messages() {
    let sum = "if (rank == 0) {\n\
           for (int i = 1; i < size; i++) { MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, 0, W, &s);\n\
             x += y; }\n\
           assert(x == size * (size - 1) / 2);\n\
         } else MPI_Send(&rank, 1, MPI_INT, 0, 0, W);";
    let few = nodes(sum, 5);
    let many = nodes(sum, 8);
    // Each process more doubles the sets; the orders grow more than sevenfold with the last one.
    assert!(many < 8 * few * 2, "{few} and {many}");
}

#[test]
fn a_bound_that_a_loop_of_sends_tells_is_the_same_for_all() {
    nodes(
        "int n = 0; if (rank == 0) { scanf(\"%d\", &n);\n\
           for (int d = 1; d < size; d++) MPI_Send(&n, 1, MPI_INT, d, 0, W);\n\
         } else MPI_Recv(&n, 1, MPI_INT, 0, 0, W, MPI_STATUS_IGNORE);\n\
         for (int i = 0; i < n; i++) x = i;",
        3,
    );
}

#[test]
fn a_large_constant_bound_is_no_harder_than_an_unknown_one() {
    let rounds = |bound: &str| {
        let body = format!(
            "for (int i = 0; i < {bound}; i++) {{\n\
               if (rank == 0) MPI_Send(&i, 1, MPI_INT, 1, 0, W);\n\
               else {{ MPI_Recv(&y, 1, MPI_INT, 0, 0, W, &s); x += y - i; }}\n\
             }}\n\
             assert(x == 0);"
        );
        nodes(&body, 2)
    };
    let (some, many) = (rounds("5000"), rounds("500000"));
    assert_eq!(some, many, "the bound does not matter");
}

#[test]
fn requests_in_arrays_are_known_by_their_numbers() {
    let size = nodes(
        "MPI_Request r[6]; int in[6];\n\
         for (int i = 0; i < 6; i++) r[i] = MPI_REQUEST_NULL;\n\
         if (rank == 0) for (int i = 0; i < 3; i++)\n\
           MPI_Irecv(&in[i], 1, MPI_INT, 1, i, W, &r[i]);\n\
         else for (int i = 0; i < 3; i++) MPI_Send(&rank, 1, MPI_INT, 0, i, W);\n\
         MPI_Waitall(6, r, MPI_STATUSES_IGNORE);",
        2,
    );
    // There is one way to go.
    assert!(size < 200, "{size}");
}
