//! Where lives of variables and of memory end, and sizes that memory can have.

mod common;

use common::{Behaves, fails, holds, parallel, with_functions};
use frontend_c::{Input, Options, ProblemKind, read};

/// Something is unsupported about statements of two processes, behind some functions.
fn unsupported(functions: &str, statements: &str) {
    let text = format!(
        "#include <mpi.h>\n#include <stdlib.h>\n{functions}\nint main(void) {{ int rank;\n\
         MPI_Init(NULL, NULL); MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n{statements}\n\
         MPI_Finalize(); return 0; }}"
    );
    let options = Options {
        processes: Some(2),
        ..Options::default()
    };
    let input = Input {
        name: "test",
        text: &text,
    };
    match read(input, options) {
        Err(problem) => {
            let message = problem.message;
            assert_eq!(problem.kind, ProblemKind::Unsupported, "{message}");
        }
        Ok(_) => panic!("it is read: {statements}"),
    }
}

#[test]
fn a_pointer_to_a_dead_variable_leads_nowhere() {
    unsupported("", "int *p; { int x = 1; p = &x; } int y = *p;");
    unsupported("", "int *p; { int a[3] = {1, 2, 3}; p = a; } p[0] = 5;");
    unsupported(
        "int *f(void) { int x = 3; return &x; }",
        "int *p = f(); int y = *p;",
    );
    unsupported(
        "int *f(void) { int a[2] = {1, 2}; return a; }",
        "int *p = f(); MPI_Send(p, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);",
    );
    unsupported(
        "",
        "int *p; for (int i = 0; i < 2; i++) { int x = i; if (i == 0) p = &x; else rank = *p; }",
    );
    let kept = "int *f(void) { static int x = 3; return &x; }";
    with_functions(kept, "int *p = f(); assert(*p == 3);", Behaves::Well);
    with_functions(
        "int f(int *p) { return *p; }",
        "int x = 3; assert(f(&x) == 3);",
        Behaves::Well,
    );
}

#[test]
fn buffers_live_until_what_uses_them_is_completed() {
    let exchange = |send: &str| {
        format!(
            "MPI_Request r; int k = 0; {send}\n\
             MPI_Recv(&y, 1, MPI_INT, 1 - rank, 0, W, &s); MPI_Wait(&r, &s);"
        )
    };
    let inside = "for (int z = 1; k < 1; k++) MPI_Isend(&z, 1, MPI_INT, 1 - rank, 0, W, &r);";
    parallel(&exchange(inside), 2, Behaves::Badly);
    let outside = "int z = 1; for (; k < 1; k++) MPI_Isend(&z, 1, MPI_INT, 1 - rank, 0, W, &r);";
    parallel(&exchange(outside), 2, Behaves::Well);
    unsupported(
        "",
        "MPI_Request r; int *x = malloc(sizeof(int)); *x = 1;\n\
         MPI_Send_init(x, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &r); free(x); MPI_Start(&r);",
    );
}

#[test]
fn what_becomes_unwritten_in_a_round_is_so_in_the_next() {
    fails(
        "int a[2] = {0, 0}, b[2], s = 0;\n\
         for (int i = 0; i < 2; i++) { if (i == 1) s = a[0]; memcpy(a, b, 2 * sizeof *a); }",
    );
    fails(
        "int *p = calloc(2, sizeof *p); int i = 0;\n\
         while (i < 2) { free(p); p = malloc(2 * sizeof *p); i++; } i = p[0];",
    );
    holds("int x; for (int i = 0; i < 3; i++) { int y; y = i; if (i == 0) continue; x = y; }");
}

#[test]
fn a_label_does_not_lead_past_a_declaration() {
    unsupported(
        "",
        "int s = 0; switch (rank) { case 0: ; int y = 5; case 1: s = y; break; }",
    );
    holds(
        "int s = 0, n = 1; switch (n) { case 1: { int y = 5; s = y; } case 2: s++; } assert(s == 6);",
    );
}

#[test]
fn sizes_are_numbers_of_elements() {
    fails("int n = 65536, m = 65536; int *p = malloc(n * m * sizeof *p); p[0] = 1; free(p);");
    holds("int n = 3, m = 5; int *p = malloc(n * m * sizeof *p); p[14] = 1; free(p);");
    holds("int n = 3, m = 5; int *p = malloc(sizeof *p * n * m); p[14] = 1; free(p);");
    fails("int n = 3; n = n - 4; int a[n];");
}

#[test]
fn statuses_say_something_once_something_is_found() {
    let tested = |use_it: &str| {
        format!(
            "MPI_Status t; int f = 0; if (rank == 0) {{ MPI_Iprobe(1, 0, W, &f, &t); {use_it}\n\
             MPI_Recv(&y, 1, MPI_INT, 1, 0, W, &t); x = t.MPI_SOURCE; assert(x == 1); }}\n\
             else MPI_Send(&x, 1, MPI_INT, 0, 0, W);"
        )
    };
    parallel(&tested("if (f) x = t.MPI_TAG;"), 2, Behaves::Well);
    parallel(&tested("if (!f) x = t.MPI_TAG;"), 2, Behaves::Badly);
    parallel("MPI_Status t; x = t.MPI_SOURCE;", 2, Behaves::Badly);
}
