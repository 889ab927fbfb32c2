//! Whose variables annotations speak of.

mod common;

use common::{Behaves, reading, run};
use frontend_c::Buffering;
use program::system::concrete::Search;

/// A program whose function `f` and `main` both have a variable `x`, with an assertion in `f`.
fn asserting(formula: &str) -> Behaves {
    let text = format!(
        "#include <mpi.h>\nint rank;\n\
         void f(void) {{ int x = 10 + rank;\n#pragma TASS collective assert C {formula};\n x = 0; }}\n\
         int main(void) {{ int x = 20 + rank; MPI_Init(NULL, NULL);\n\
         MPI_Comm_rank(MPI_COMM_WORLD, &rank); x = 20 + rank; f(); MPI_Finalize(); return 0; }}"
    );
    let reading = reading(&text, 2, Buffering::Standard);
    run(&reading.module.systems[0], &[], Search::Exhaustive)
}

#[test]
fn a_function_names_whose_variable_is_meant() {
    assert_eq!(asserting("PROC[1]@f.x == 11"), Behaves::Well);
    assert_eq!(asserting("PROC[1]@main.x == 21"), Behaves::Well);
    assert_eq!(asserting("PROC[1]@x == 11"), Behaves::Well);
    assert_eq!(asserting("PROC[1]@f.x == 21"), Behaves::Badly);
    assert_eq!(asserting("PROC[1]@main.x == 11"), Behaves::Badly);
    assert_eq!(asserting("PROC[1 - rank]@f.x + x == 21"), Behaves::Well);
}
