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
    // Without saying so, a buffer must not be both.
    parallel(
        "int a[2] = {0}; MPI_Gather(rank == 0 ? a : &a[1], 1, MPI_INT, a, 1, MPI_INT, 0, W);",
        2,
        Behaves::Badly,
    );
    parallel(
        "int a[2] = {0}; a[rank] = rank + 1;\n\
         if (rank == 0) MPI_Gather(MPI_IN_PLACE, 1, MPI_INT, a, 1, MPI_INT, 0, W);\n\
         else MPI_Gather(&a[1], 1, MPI_INT, a, 1, MPI_INT, 0, W);\n\
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
        buffering: Some(buffering),
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
fn messages_go_to_the_receive_that_was_begun_first() {
    let both = "MPI_Request r, q; if (rank == 0) { x = 1; MPI_Send(&x, 1, MPI_INT, 1, 0, W);\n\
                x = 2; MPI_Send(&x, 1, MPI_INT, 1, 0, W); } else {\n\
                MPI_Irecv(&x, 1, MPI_INT, 0, 0, W, &r); MPI_Irecv(&y, 1, MPI_INT, 0, 0, W, &q);";
    let waits = "MPI_Wait(&q, MPI_STATUS_IGNORE); MPI_Wait(&r, MPI_STATUS_IGNORE);";
    for buffering in [Buffering::Unbounded, Buffering::None, Buffering::Standard] {
        let right = format!("{both} {waits} assert(x == 1 && y == 2); }}");
        parallel_with(&right, 2, buffering, Behaves::Well);
        let wrong = format!("{both} {waits} assert(x == 2); }}");
        parallel_with(&wrong, 2, buffering, Behaves::Badly);
        let left = format!("{both} MPI_Wait(&q, MPI_STATUS_IGNORE); }}");
        parallel_with(&left, 2, buffering, Behaves::Badly);
    }
    let blocking = "MPI_Request r; if (rank == 0) { x = 1; MPI_Send(&x, 1, MPI_INT, 1, 0, W);\n\
                    x = 2; MPI_Send(&x, 1, MPI_INT, 1, 0, W); } else {\n\
                    MPI_Irecv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, W, &r);\n\
                    MPI_Recv(&y, 1, MPI_INT, 0, 0, W, MPI_STATUS_IGNORE);\n\
                    MPI_Wait(&r, MPI_STATUS_IGNORE); assert(x == 1 && y == 2); }";
    parallel(blocking, 2, Behaves::Well);
}

#[test]
fn a_receive_that_has_begun_lets_a_send_go_on() {
    let exchange = "MPI_Request r; y = rank; MPI_Irecv(&x, 1, MPI_INT, 1 - rank, 0, W, &r);\n\
                    MPI_Send(&y, 1, MPI_INT, 1 - rank, 0, W); MPI_Wait(&r, MPI_STATUS_IGNORE);\n\
                    assert(x == 1 - rank);";
    parallel_with(exchange, 2, Buffering::None, Behaves::Well);
    parallel_with(exchange, 2, Buffering::Standard, Behaves::Well);
    let early = exchange.replace("MPI_Send", "x = 3; MPI_Send");
    parallel_with(&early, 2, Buffering::Standard, Behaves::Badly);
}

#[test]
fn a_buffer_outlives_its_communication() {
    let local = |left: &str| {
        format!(
            "MPI_Request r; if (rank == 0) {{ y = 5; MPI_Send(&y, 1, MPI_INT, 1, 0, W); }} else {{\n\
             for (int n = 0; n < 1; n++) {{ int a; MPI_Irecv(&a, 1, MPI_INT, 0, 0, W, &r); {left} }}\n\
             MPI_Wait(&r, MPI_STATUS_IGNORE); }}"
        )
    };
    for left in [
        "",
        "break;",
        "continue;",
        "{ break; }",
        "switch (x) { default: continue; }",
    ] {
        parallel(&local(left), 2, Behaves::Badly);
    }
    let waits = "MPI_Wait(&r, MPI_STATUS_IGNORE); break;";
    parallel(&local(waits), 2, Behaves::Well);
}

#[test]
fn requests_may_depend_on_values() {
    let open = "MPI_Request r = MPI_REQUEST_NULL; y = 7;\n\
                if (rank == 1 && rand() % 2) MPI_Irecv(&x, 1, MPI_INT, 0, 0, W, &r);\n\
                else if (rank == 1) MPI_Recv(&x, 1, MPI_INT, 0, 0, W, MPI_STATUS_IGNORE);\n\
                else MPI_Send(&y, 1, MPI_INT, 1, 0, W);\n\
                MPI_Wait(&r, MPI_STATUS_IGNORE); assert(rank == 0 || x == 7);";
    parallel(open, 2, Behaves::Well);
    parallel(
        "MPI_Request r = MPI_REQUEST_NULL; MPI_Wait(&r, &s);\n\
         assert(s.MPI_SOURCE == MPI_ANY_SOURCE && s.MPI_TAG == MPI_ANY_TAG);",
        1,
        Behaves::Well,
    );
    let wrong = "MPI_Request r; r = (MPI_Request) 17; MPI_Wait(&r, MPI_STATUS_IGNORE);";
    parallel(wrong, 2, Behaves::Badly);
}

#[test]
fn requests_are_tested_and_waited_for_in_any_order() {
    let tested = "MPI_Request r; int done = 0; if (rank == 0) { y = 5; MPI_Send(&y, 1, MPI_INT, 1, 0, W); }\n\
                  else { MPI_Irecv(&x, 1, MPI_INT, 0, 0, W, &r);\n\
                  MPI_Test(&r, &done, MPI_STATUS_IGNORE); if (!done) MPI_Wait(&r, MPI_STATUS_IGNORE);\n\
                  assert(x == 5 && r == MPI_REQUEST_NULL); }";
    parallel(tested, 2, Behaves::Well);
    let sure = tested.replace("if (!done) MPI_Wait", "assert(done); if (!done) MPI_Wait");
    parallel(&sure, 2, Behaves::Badly);
    let any = "MPI_Request r[2]; int a[2] = {0, 0}, i, j; if (rank > 0) MPI_Send(&rank, 1, MPI_INT, 0, 0, W);\n\
               else { MPI_Irecv(&a[0], 1, MPI_INT, 1, 0, W, &r[0]); MPI_Irecv(&a[1], 1, MPI_INT, 2, 0, W, &r[1]);\n\
               MPI_Waitany(2, r, &i, MPI_STATUS_IGNORE); assert(a[i] == i + 1);\n\
               MPI_Waitany(2, r, &j, MPI_STATUS_IGNORE); assert(i + j == 1);\n\
               MPI_Waitany(2, r, &j, MPI_STATUS_IGNORE); assert(j == MPI_UNDEFINED); }";
    parallel(any, 3, Behaves::Well);
    let first = any.replace("assert(i + j == 1);", "assert(i == 0);");
    parallel(&first, 3, Behaves::Badly);
    let some = "MPI_Request r[2]; int a[2] = {0, 0}, k[2], n, m = 0; if (rank > 0) MPI_Send(&rank, 1, MPI_INT, 0, 0, W);\n\
                else { MPI_Irecv(&a[0], 1, MPI_INT, 1, 0, W, &r[0]); MPI_Irecv(&a[1], 1, MPI_INT, 2, 0, W, &r[1]);\n\
                MPI_Waitsome(2, r, &n, k, MPI_STATUSES_IGNORE); assert(1 <= n && n <= 2); m = n;\n\
                MPI_Waitsome(2, r, &n, k, MPI_STATUSES_IGNORE); assert(m == 1 ? n == 1 : n == MPI_UNDEFINED); }";
    parallel(some, 3, Behaves::Well);
}

#[test]
fn operations_of_a_group_begin_and_are_completed() {
    let begun = "MPI_Request r; x = rank == 1 ? 7 : 0; MPI_Ibcast(&x, 1, MPI_INT, 1, W, &r);\n\
                 MPI_Allreduce(&rank, &y, 1, MPI_INT, MPI_SUM, W); MPI_Wait(&r, MPI_STATUS_IGNORE);\n\
                 assert(x == 7 && y == 3);";
    parallel(begun, 3, Behaves::Well);
    parallel(
        &begun.replace("MPI_Allreduce", "y = x; MPI_Allreduce"),
        3,
        Behaves::Badly,
    );
    parallel(
        "MPI_Request r; if (rank == 0) MPI_Ibarrier(W, &r); else MPI_Barrier(W);\n\
         if (rank == 0) MPI_Wait(&r, MPI_STATUS_IGNORE);",
        2,
        Behaves::Badly,
    );
}

#[test]
fn persistent_requests_start_again() {
    let again = "MPI_Request r; if (rank == 0) MPI_Send_init(&x, 1, MPI_INT, 1, 0, W, &r);\n\
                 else MPI_Recv_init(&x, 1, MPI_INT, 0, 0, W, &r);\n\
                 for (int i = 0; i < 3; i++) { if (rank == 0) x = i; MPI_Start(&r); MPI_Wait(&r, MPI_STATUS_IGNORE);\n\
                 assert(x == i && r != MPI_REQUEST_NULL); } MPI_Request_free(&r);";
    parallel(again, 2, Behaves::Well);
    parallel(
        &again.replace("MPI_Request_free(&r);", "MPI_Start(&r);"),
        2,
        Behaves::Badly,
    );
    parallel(
        &again.replace("MPI_Request_free(&r);", ""),
        2,
        Behaves::Well,
    );
}

#[test]
fn messages_are_looked_at_before_they_are_received() {
    let probed = "int a[4], n; if (rank == 0) { int b[3] = {1, 2, 3}; MPI_Send(b, 3, MPI_INT, 1, 4, W); }\n\
                  else { MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, W, &s); MPI_Get_count(&s, MPI_INT, &n);\n\
                  assert(n == 3 && s.MPI_SOURCE == 0 && s.MPI_TAG == 4);\n\
                  MPI_Recv(a, 4, MPI_INT, s.MPI_SOURCE, s.MPI_TAG, W, &s); assert(a[2] == 3); }";
    parallel(probed, 2, Behaves::Well);
}

#[test]
fn what_is_not_known_is_unsupported() {
    let rows = "int m[2][3] = {{0}}, n = rand() % 7;\n\
                MPI_Send(&m[0][0], n, MPI_INT, 1 - rank, 0, W);";
    unsupported(rows, Buffering::Unbounded, "a count that is not known here");
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

#[test]
fn marks_of_mpi_are_no_null_however_they_are_given() {
    parallel(
        "int a[2] = {rank, 1}; MPI_Status *p = MPI_STATUS_IGNORE;\n\
         MPI_Reduce(rank == 0 ? MPI_IN_PLACE : a, a, 2, MPI_INT, MPI_SUM, 0, W);\n\
         if (rank == 0) { assert(a[0] == 1 && a[1] == 2); MPI_Send(&x, 1, MPI_INT, 1, 0, W); }\n\
         else MPI_Recv(&y, 1, MPI_INT, 0, 0, W, p);\n\
         if (rank == 0) MPI_Send(&x, 1, MPI_INT, 1, 0, W);\n\
         else MPI_Recv(&y, 1, MPI_INT, 0, 0, W, rank ? MPI_STATUS_IGNORE : &s);",
        2,
        Behaves::Well,
    );
    parallel(
        "MPI_Bcast(rank == 0 ? MPI_IN_PLACE : &x, 1, MPI_INT, 0, W);",
        2,
        Behaves::Badly,
    );
}

#[test]
fn buffered_sends_need_memory_until_their_messages_are_under_way() {
    let bounce = |before: &str, after: &str| {
        format!(
            "char room[200]; if (rank == 0) {{ {before} MPI_Bsend(&x, 1, MPI_INT, 1, 0, W); {after} }}\n\
             else MPI_Recv(&y, 1, MPI_INT, 0, 0, W, &s);"
        )
    };
    let attach = "MPI_Buffer_attach(room, 200);";
    parallel(&bounce(attach, ""), 2, Behaves::Well);
    parallel(&bounce("", ""), 2, Behaves::Badly);
    parallel(
        &bounce("MPI_Buffer_attach(room, 201);", ""),
        2,
        Behaves::Badly,
    );
    parallel(
        &bounce("MPI_Buffer_attach(room + 8, 196);", ""),
        2,
        Behaves::Badly,
    );
    parallel(&bounce(&[attach, attach].concat(), ""), 2, Behaves::Badly);
    parallel(
        &bounce(attach, "char *p = room; int n; MPI_Buffer_detach(&p, &n);"),
        2,
        Behaves::Well,
    );
    // Taking the memory back waits for the receiver, which waits for the next message.
    parallel(
        "char room[200], *p = room; int n; if (rank == 0) { MPI_Buffer_attach(room, 200);\n\
         MPI_Bsend(&x, 1, MPI_INT, 1, 0, W); MPI_Buffer_detach(&p, &n);\n\
         MPI_Send(&x, 1, MPI_INT, 1, 1, W); } else {\n\
         MPI_Recv(&y, 1, MPI_INT, 0, 1, W, &s); MPI_Recv(&y, 1, MPI_INT, 0, 0, W, &s); }",
        2,
        Behaves::Badly,
    );
}
