//! The kinds of defects that deadlocks are.

mod common;

use common::reading;
use frontend_c::Buffering;
use logic::{Model, Value};
use program::system::concrete::{Exploration, Interpreter, Search, explore};

/// The kind of the deadlock of two processes that begin something and wait for it.
fn class(begin: &str) -> Option<&'static str> {
    let text = format!(
        "#include <mpi.h>\nint main(int argc, char **argv) {{ int rank, x = 0, y; MPI_Request r;\n\
         MPI_Init(&argc, &argv); MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n\
         {begin}(&x, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &r);\n\
         MPI_Wait(&r, MPI_STATUS_IGNORE);\n\
         MPI_Recv(&y, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n\
         MPI_Finalize(); return 0; }}"
    );
    let reading = reading(&text, 2, Buffering::Standard);
    let system = &reading.module.systems[0];
    let interpreter = Interpreter::new(system, Model::default()).expect("there are no inputs");
    let interpreter = interpreter.expect("nothing is assumed");
    let start = interpreter
        .start(&|var| Value::default_of(&var.sort))
        .expect("all variables have values");
    let values = |_: &logic::Var| vec![Value::from(true)];
    match explore(&interpreter, start, Search::Exhaustive, &values, 10_000) {
        Exploration::Failure(_, failure) => frontend_c::class(system, &failure, None),
        _ => None,
    }
}

#[test]
fn waiting_to_send_is_told_from_other_deadlocks() {
    assert_eq!(class("MPI_Isend"), Some("BufferingHazard"));
    assert_eq!(class("MPI_Issend"), Some("BufferingHazard"));
    assert_eq!(class("MPI_Irecv"), Some("CallMatching"));
}
