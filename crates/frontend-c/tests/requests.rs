//! Nonblocking communication.

mod common;

use common::{Behaves, parallel, parallel_with};
use frontend_c::{Buffering, Input, Options, read};

#[test]
fn an_exchange_may_be_nonblocking() {
    parallel(
        "MPI_Request r[2]; MPI_Status t[2]; x = rank;\n\
         MPI_Irecv(&y, 1, MPI_INT, 1 - rank, 0, W, &r[0]);\n\
         MPI_Isend(&x, 1, MPI_INT, 1 - rank, 0, W, &r[1]);\n\
         MPI_Waitall(2, r, t); assert(y == 1 - rank && t[0].MPI_SOURCE == 1 - rank);",
        2,
        Behaves::Well,
    );
    parallel(
        "MPI_Request in, out; int left = (rank + size - 1) % size;\n\
         for (int i = 0; i < 2; i++) {\n\
           x = rank + i; MPI_Isend(&x, 1, MPI_INT, (rank + 1) % size, i, W, &out);\n\
           MPI_Irecv(&y, 1, MPI_INT, left, i, W, &in);\n\
           MPI_Wait(&in, MPI_STATUS_IGNORE); MPI_Wait(&out, &s); assert(y == left + i); }",
        3,
        Behaves::Well,
    );
}

#[test]
fn buffers_are_not_touched_while_they_are_in_use() {
    let early = |statement: &str| {
        format!(
            "MPI_Request r; x = rank; MPI_Irecv(&y, 1, MPI_INT, 1 - rank, 0, W, &r);\n\
             MPI_Send(&x, 1, MPI_INT, 1 - rank, 0, W); {statement}\n\
             MPI_Wait(&r, MPI_STATUS_IGNORE);"
        )
    };
    parallel(&early("x = 3;"), 2, Behaves::Well);
    parallel(&early("x = y;"), 2, Behaves::Badly);
    parallel(&early("y = 3;"), 2, Behaves::Badly);
    let sent = |index: usize| {
        format!(
            "MPI_Request r; int a[2] = {{1, 2}};\n\
             if (rank == 0) {{ MPI_Isend(&a[1], 1, MPI_INT, 1, 0, W, &r); a[{index}] = 5;\n\
             MPI_Wait(&r, &s); }} else MPI_Recv(&x, 1, MPI_INT, 0, 0, W, &s);"
        )
    };
    parallel(&sent(0), 2, Behaves::Well);
    parallel(&sent(1), 2, Behaves::Badly);
}

#[test]
fn a_receive_that_nobody_waits_for_is_a_failure() {
    parallel(
        "MPI_Request r; if (rank == 0) MPI_Irecv(&y, 1, MPI_INT, 1, 0, W, &r);\n\
         else MPI_Send(&x, 1, MPI_INT, 0, 0, W);",
        2,
        Behaves::Badly,
    );
}

#[test]
fn waiting_for_a_message_that_never_comes_is_a_deadlock() {
    parallel(
        "MPI_Request r; MPI_Irecv(&y, 1, MPI_INT, 1 - rank, 0, W, &r); MPI_Wait(&r, &s);",
        2,
        Behaves::Badly,
    );
    parallel_with(
        "MPI_Request r; if (rank == 0) { MPI_Isend(&x, 1, MPI_INT, 1, 0, W, &r); MPI_Wait(&r, &s); }",
        2,
        Buffering::None,
        Behaves::Badly,
    );
}

#[test]
fn counts_are_asked_for() {
    parallel(
        "int a[4] = {0}; if (rank == 0) MPI_Send(a, 2, MPI_INT, 1, 0, W); else {\n\
         MPI_Recv(a, 4, MPI_INT, 0, 0, W, &s); MPI_Get_count(&s, MPI_INT, &x); assert(x == 2); }",
        2,
        Behaves::Well,
    );
}

#[test]
fn all_processes_give_parts() {
    parallel(
        "int a[3], b[3]; for (int i = 0; i < 3; i++) a[i] = rank * 10 + i;\n\
         MPI_Alltoall(a, 1, MPI_INT, b, 1, MPI_INT, W);\n\
         assert(b[0] == rank && b[1] == 10 + rank && b[2] == 20 + rank);",
        3,
        Behaves::Well,
    );
    parallel(
        "MPI_Scan(&rank, &x, 1, MPI_INT, MPI_SUM, W); assert(x == rank * (rank + 1) / 2);",
        3,
        Behaves::Well,
    );
}

#[test]
fn processes_before_give_together() {
    parallel(
        "y = rank + 1; MPI_Exscan(&y, &x, 1, MPI_INT, MPI_SUM, W);\n\
         if (rank > 0) assert(x == rank * (rank + 1) / 2);",
        3,
        Behaves::Well,
    );
    parallel(
        "int a[4] = {rank, 1, 2, 3}, b[2]; MPI_Reduce_scatter_block(a, b, 2, MPI_INT, MPI_SUM, W);\n\
         assert(rank == 0 ? b[0] == 1 && b[1] == 2 : b[0] == 4 && b[1] == 6);",
        2,
        Behaves::Well,
    );
}

#[test]
fn parts_may_already_be_in_their_place() {
    parallel(
        "int a[3] = {0}; a[rank] = rank + 1;\n\
         MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, a, 1, MPI_INT, W);\n\
         assert(a[0] == 1 && a[1] == 2 && a[2] == 3);",
        3,
        Behaves::Well,
    );
    parallel(
        "int a[2] = {0}; a[rank] = rank + 1;\n\
         MPI_Gather(rank == 0 ? a : &a[1], 1, MPI_INT, a, 1, MPI_INT, 0, W);\n\
         if (rank == 0) { assert(a[0] == 1 && a[1] == 2); a[0] = 5;\n\
         MPI_Scatter(a, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, 0, W); assert(a[0] == 5); }\n\
         else { MPI_Scatter(a, 1, MPI_INT, &x, 1, MPI_INT, 0, W); assert(x == 2); }",
        2,
        Behaves::Well,
    );
}

/// What is unsupported in the body of a program of two processes.
fn unsupported(body: &str, buffering: Buffering, what: &str) {
    let text = format!(
        "#define W MPI_COMM_WORLD\nint main(void) {{ int rank, x = 0, y = 0;\n\
         MPI_Comm_rank(W, &rank); MPI_Request r, q; {body} }}"
    );
    let options = Options {
        processes: Some(2),
        buffering,
        ..Options::default()
    };
    let input = Input {
        name: "test",
        text: &text,
    };
    let problem = read(input, options).expect_err("this is outside of the subset");
    assert!(problem.message.contains(what), "{}", problem.message);
}

#[test]
fn what_depends_on_the_order_of_requests_is_unsupported() {
    let both = "MPI_Irecv(&x, 1, MPI_INT, 1 - rank, 0, W, &r);\n\
                MPI_Irecv(&y, 1, MPI_INT, 1 - rank, 0, W, &q);";
    let reversed = format!("{both} MPI_Wait(&q, MPI_STATUS_IGNORE);");
    unsupported(&reversed, Buffering::Unbounded, "begun before");
    let blocking = "MPI_Irecv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, W, &r);\n\
                    MPI_Recv(&y, 1, MPI_INT, 1 - rank, 0, W, MPI_STATUS_IGNORE);";
    unsupported(blocking, Buffering::Unbounded, "begun before");
    let synchronous = "MPI_Irecv(&x, 1, MPI_INT, 1 - rank, 0, W, &r);\n\
                       MPI_Send(&y, 1, MPI_INT, 1 - rank, 0, W);";
    unsupported(synchronous, Buffering::None, "whose sends wait");
    let rows = "int m[2][3] = {{0}}, n = rand() % 7;\n\
                MPI_Send(&m[0][0], n, MPI_INT, 1 - rank, 0, W);";
    unsupported(rows, Buffering::Unbounded, "a count that is not known here");
    let open = "if (rand()) MPI_Irecv(&x, 1, MPI_INT, 1 - rank, 0, W, &r);\n\
                MPI_Wait(&r, MPI_STATUS_IGNORE);";
    unsupported(
        open,
        Buffering::Unbounded,
        "a request that is not known here",
    );
}

#[test]
fn counts_may_depend_on_values() {
    let body = |count: &str| {
        format!(
            "int a[3] = {{7, 8, 9}}, n = rand() % 2; n += {count};\n\
             if (rank == 0) {{ MPI_Send(&n, 1, MPI_INT, 1, 1, W); MPI_Send(a, n, MPI_INT, 1, 0, W); }}\n\
             else {{ int b[3] = {{1, 1, 1}}; MPI_Recv(&n, 1, MPI_INT, 0, 1, W, &s);\n\
             MPI_Recv(b, n, MPI_INT, 0, 0, W, &s); MPI_Get_count(&s, MPI_INT, &x);\n\
             assert(x == n && b[0] == 7 && b[1] == (n > 1 ? 8 : 1) && b[2] == (n > 2 ? 9 : 1)); }}"
        )
    };
    parallel(&body("1"), 2, Behaves::Well);
    parallel(&body("3"), 2, Behaves::Well);
    parallel(&body("0"), 2, Behaves::Badly);
    parallel(&body("4"), 2, Behaves::Badly);
    // Counts and addresses are evaluated once.
    parallel(
        "int a[3] = {7, 8, 9}, n = 1; if (rank == 0) { MPI_Send(a, n++, MPI_INT, 1, 0, W); assert(n == 2); }\n\
         else { int b[3], *p = b; MPI_Recv(p++, 1, MPI_INT, 0, 0, W, &s); assert(p - b == 1 && b[0] == 7); }",
        2,
        Behaves::Well,
    );
    parallel(
        "int a[2] = {rank, rank}, n = 1; if (rand()) n = 2; MPI_Bcast(a, n, MPI_INT, 0, W);\n\
         assert(a[0] == 0 && (n == 1 ? a[1] == rank : a[1] == 0));",
        2,
        Behaves::Well,
    );
}
