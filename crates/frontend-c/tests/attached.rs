//! When MPI is there, and the memory that a process gives it for buffered sends.

mod common;

use common::{Behaves, parallel, reading, run};
use frontend_c::Buffering;
use program::system::concrete::Search;

fn whole(text: &str, expected: Behaves) {
    let text = format!(
        "#include <mpi.h>\n#include <assert.h>\n#include <stdlib.h>\n\
         int main(int argc, char **argv) {{ int p; {text} return 0; }}"
    );
    let reading = reading(&text, 1, Buffering::Unbounded);
    let result = run(&reading.module.systems[0], &[], Search::Exhaustive);
    assert_eq!(result, expected, "{text}");
}

#[test]
fn mpi_is_initialised_once() {
    let init = "MPI_Init(&argc, &argv);";
    let thread = "MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &p);";
    let end = "MPI_Finalize();";
    whole(&format!("{init} {end}"), Behaves::Well);
    whole(&format!("{thread} {end}"), Behaves::Well);
    whole(
        &format!("MPI_Initialized(&p); if (!p) {init} MPI_Initialized(&p); if (!p) {init} {end}"),
        Behaves::Well,
    );
    for twice in [
        [init, init],
        [init, thread],
        [thread, init],
        [thread, thread],
    ] {
        whole(&format!("{} {end}", twice.concat()), Behaves::Badly);
    }
    whole(&format!("{init} {end} {init} {end}"), Behaves::Badly);
    whole(&format!("if (!rand()) {init} {init} {end}"), Behaves::Badly);
}

#[test]
fn attached_memory_is_in_use() {
    let attach = "char room[200], *p = room; int n; MPI_Buffer_attach(room, 200);";
    let detach = "MPI_Buffer_detach(&p, &n);";
    let one = |body: &str, expected| parallel(body, 1, expected);
    one(
        &format!("{attach} {detach} room[0] = 1; assert(room[0] == 1 && n == 200);"),
        Behaves::Well,
    );
    one(
        &format!("{attach} {detach} assert(n == 199);"),
        Behaves::Badly,
    );
    // MPI gives it back at its end.
    one(attach, Behaves::Well);
    one(&format!("{attach} room[0] = 1; {detach}"), Behaves::Badly);
    one(&format!("{attach} x = room[7]; {detach}"), Behaves::Badly);
    one(&format!("{{ {attach} }} x = 1;"), Behaves::Badly);
    one(&format!("{{ {attach} {detach} }} x = 1;"), Behaves::Well);
    one(
        "char *p = malloc(200); int n; MPI_Buffer_attach(p, 200); free(p); ",
        Behaves::Badly,
    );
    one(
        "char *p = malloc(200); int n; MPI_Buffer_attach(p, 200); MPI_Buffer_detach(&p, &n); free(p);",
        Behaves::Well,
    );
    // Two are one too many, with and without sends.
    one(
        &format!("{attach} MPI_Buffer_attach(room, 200);"),
        Behaves::Badly,
    );
    one(
        &format!("{attach} {detach} MPI_Buffer_attach(room, 200);"),
        Behaves::Well,
    );
    let other = "char more[100]; MPI_Buffer_attach(more, 100);";
    one(&format!("{attach} {other}"), Behaves::Badly);
    let round = "for (int i = 0; i < 2; i++) { MPI_Buffer_attach(room, 200); \
        MPI_Buffer_detach(&p, &n); room[i] = 3; }";
    one(
        &format!("char room[200], *p = room; int n; {round}"),
        Behaves::Well,
    );
    one(
        "char room[200]; for (int i = 0; i < 2; i++) MPI_Buffer_attach(room, 200);",
        Behaves::Badly,
    );
}

#[test]
fn buffered_sends_leave_the_memory_in_use() {
    let exchange = |after: &str| {
        format!(
            "char room[200], *p = room; int n; MPI_Buffer_attach(room, 200);\n\
             MPI_Bsend(&x, 1, MPI_INT, 1 - rank, 0, W); {after}\n\
             MPI_Recv(&y, 1, MPI_INT, 1 - rank, 0, W, &s);"
        )
    };
    parallel(&exchange(""), 2, Behaves::Well);
    parallel(&exchange("x = 3;"), 2, Behaves::Well);
    parallel(&exchange("room[4] = 3;"), 2, Behaves::Badly);
}
