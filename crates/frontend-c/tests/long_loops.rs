//! Defects of programs behind loops of so many rounds that no run is followed to their end.

mod common;

use std::time::Duration;

use budget::Budget;
use evidence::{Evidence, Verdict};
use frontend_c::Buffering;
use question::Question;

/// What is found of a program for two processes, which the checker accepts.
fn verdict(body: &str) -> Verdict {
    let text = format!(
        "#include <mpi.h>\n#include <assert.h>\n#define W MPI_COMM_WORLD\n\
         #define OFF MPI_STATUS_IGNORE\n\
         int main(int argc, char **argv) {{ int rank, i, n, s = 0; MPI_Request r;\n\
         static int a[100000], b[100000];\n\
         MPI_Init(&argc, &argv); MPI_Comm_rank(W, &rank);\n\
         {body}\nMPI_Finalize(); return 0; }}"
    );
    let reading = common::reading(&text, 2, Buffering::Standard);
    let question = reading.module.question(&reading.module.claims[0]);
    let question = question.ok().and_then(Question::safe);
    let question = question.expect("the claim is about a system");
    let budget = Budget::unlimited().within(Duration::from_secs(120));
    let verdict = collective::decide(&question, &budget).verdict;
    if let Verdict::Proved(evidence) | Verdict::Refuted(evidence) = &verdict {
        let checked = checker::check_safe(&question, evidence, &budget);
        assert!(checked.is_ok(), "{:?}\n{body}", checked.err());
    }
    verdict
}

fn fails(body: &str) {
    let verdict = verdict(body);
    assert!(
        matches!(verdict, Verdict::Refuted(Evidence::LongRun(_))),
        "{verdict:?}\n{body}"
    );
}

fn does_not_fail(body: &str) {
    let verdict = verdict(body);
    assert!(
        !matches!(verdict, Verdict::Refuted(_)),
        "{verdict:?}\n{body}"
    );
}

#[test]
fn a_buffer_that_a_loop_has_filled_is_touched_while_it_is_sent() {
    let program = |touched: &str| {
        format!(
            "if (rank == 0) {{ for (i = 0; i < 100000; i++) a[i] = i + 1;\n\
               MPI_Isend(a, 100000, MPI_INT, 1, 0, W, &r); {touched} MPI_Wait(&r, OFF);\n\
             }} else if (rank == 1) MPI_Recv(b, 100000, MPI_INT, 0, 0, W, OFF);"
        )
    };
    fails(&program("a[5] = 3;"));
    does_not_fail(&program("b[5] = 3;"));
}

#[test]
fn processes_wait_for_each_other_behind_loops_of_their_own() {
    fails(
        "for (i = 0; i < 100000; i++) a[i] = rank; MPI_Recv(b, 9, MPI_INT, 1 - rank, 0, W, OFF);",
    );
}

#[test]
fn a_loop_counts_what_an_assertion_is_about() {
    let program = |asserted: &str| {
        format!("n = 77777; while (n > 1) {{ n = n - 2; s = s + 1; }} assert({asserted});")
    };
    fails(&program("s < 38888"));
    does_not_fail(&program("s <= 38888"));
}

#[test]
fn an_element_that_a_loop_has_written_is_looked_at() {
    fails("for (i = 0; i < 100000; i++) a[i] = i + 1; assert(a[500] != 501);");
}

#[test]
fn processes_communicate_in_each_round() {
    fails(
        "for (i = 0; i < 5000; i++) { s = i; if (rank == 0) MPI_Send(&s, 1, MPI_INT, 1, 0, W);\n\
         else MPI_Recv(&s, 1, MPI_INT, 0, 0, W, OFF); } assert(i < 5000);",
    );
}
