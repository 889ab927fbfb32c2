//! Communication with `MPI_PROC_NULL`, which begins and ends like any other.

mod common;

use common::{Behaves, parallel};

fn well(body: &str) {
    parallel(body, 1, Behaves::Well);
}

fn badly(body: &str) {
    parallel(body, 1, Behaves::Badly);
}

#[test]
fn requests_with_nobody_are_completed_at_once() {
    let receive = "MPI_Request r; MPI_Irecv(&x, 1, MPI_INT, MPI_PROC_NULL, 3, W, &r);";
    let send = "MPI_Request r; MPI_Isend(&x, 1, MPI_INT, MPI_PROC_NULL, 3, W, &r);";
    for begin in [receive, send] {
        well(&format!(
            "{begin} MPI_Wait(&r, &s); assert(r == MPI_REQUEST_NULL);"
        ));
        badly(&format!("{begin} MPI_Wait(&r, &s); MPI_Start(&r);"));
        // It must be completed, by somebody who knows that it is not.
        badly(begin);
        badly(&format!(
            "{begin} assert(r == MPI_REQUEST_NULL); MPI_Wait(&r, &s);"
        ));
        well(&format!(
            "{begin} MPI_Waitany(1, &r, &y, &s); assert(y == 0);"
        ));
        // The buffer is in use until then.
        badly(&format!("{begin} x = 1; MPI_Wait(&r, &s);"));
        well(&format!("{begin} MPI_Wait(&r, &s); x = 1;"));
    }
    badly(&format!("{receive} y = x; MPI_Wait(&r, &s);"));
    well(&format!("{send} y = x; MPI_Wait(&r, &s);"));
}

#[test]
fn receives_from_nobody_say_so() {
    let begin = "MPI_Request r; MPI_Irecv(&x, 1, MPI_INT, MPI_PROC_NULL, 3, W, &r);";
    let right = "assert(s.MPI_SOURCE == MPI_PROC_NULL && s.MPI_TAG == MPI_ANY_TAG);";
    well(&format!(
        "x = 7; {begin} MPI_Wait(&r, &s); {right} assert(x == 7);"
    ));
    well(&format!("{begin} MPI_Waitall(1, &r, &s); {right}"));
    badly(&format!(
        "{begin} MPI_Wait(&r, &s); assert(s.MPI_SOURCE == MPI_ANY_SOURCE);"
    ));
    well(&format!(
        "{begin} MPI_Wait(&r, &s); MPI_Get_count(&s, MPI_INT, &y); assert(y == 0);"
    ));
    // A request that stands for nothing says something else.
    well(
        "MPI_Request r = MPI_REQUEST_NULL; MPI_Wait(&r, &s); assert(s.MPI_SOURCE == MPI_ANY_SOURCE);",
    );
    let blocking = "MPI_Recv(&x, 1, MPI_INT, MPI_PROC_NULL, 3, W, &s);";
    well(&format!(
        "{blocking} {right} MPI_Get_count(&s, MPI_INT, &y); assert(y == 0);"
    ));
}

#[test]
fn persistent_requests_may_be_with_nobody() {
    for call in ["MPI_Recv_init", "MPI_Send_init", "MPI_Ssend_init"] {
        let make = format!("MPI_Request r; {call}(&x, 1, MPI_INT, MPI_PROC_NULL, 0, W, &r);");
        let twice = "for (int i = 0; i < 2; i++) { MPI_Start(&r); MPI_Wait(&r, &s); }";
        well(&format!("{make} {twice} x = 1; MPI_Request_free(&r);"));
        // What is not under way may be left.
        well(&format!("{make} {twice}"));
        badly(&format!("{make} MPI_Start(&r);"));
        badly(&format!(
            "{make} MPI_Start(&r); x = 1; MPI_Wait(&r, &s); MPI_Request_free(&r);"
        ));
    }
    // Who is nobody may depend on the rank.
    let ring = "MPI_Request r; int next = rank + 1 < size ? rank + 1 : MPI_PROC_NULL; \
        int last = rank > 0 ? rank - 1 : MPI_PROC_NULL; x = -1; \
        MPI_Irecv(&x, 1, MPI_INT, last, 0, W, &r); MPI_Send(&rank, 1, MPI_INT, next, 0, W); \
        MPI_Wait(&r, &s); assert(x == rank - 1);";
    parallel(ring, 3, Behaves::Well);
}
