//! Small programs, run by the interpreter of systems in every order of their steps.

#![allow(dead_code, reason = "each test file uses some of it")]

use frontend_c::{Buffering, Input, Options, Reading, read};
use logic::{Model, Sort, Value, Var};
use program::system::System;
use program::system::concrete::{Exploration, Interpreter, Search, explore};

/// How a small instance behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Behaves {
    Well,
    Badly,
}

pub(crate) fn reading(text: &str, processes: usize, buffering: Buffering) -> Reading {
    let options = Options {
        processes: Some(processes),
        buffering: Some(buffering),
        ..Options::default()
    };
    read(Input { name: "test", text }, options).unwrap_or_else(|problem| {
        panic!("{} at {:?}", problem.message, &text[problem.span.clone()])
    })
}

pub(crate) fn run(system: &System, inputs: &[(&str, i64)], search: Search) -> Behaves {
    let mut model = Model::default();
    for (name, value) in inputs {
        model.set(Var::new(*name, Sort::Int), Value::Int((*value).into()));
    }
    let interpreter = Interpreter::new(system, model).expect("the assumption has a value");
    let interpreter = interpreter.expect("the inputs satisfy the assumption");
    let start = interpreter
        .start(&|var| Value::default_of(&var.sort))
        .expect("all variables have values");
    let values = |var: &Var| match var.sort {
        Sort::Bool => vec![Value::from(false), Value::from(true)],
        _ => vec![Value::default_of(&var.sort)],
    };
    match explore(&interpreter, start, search, &values, 200_000) {
        Exploration::Failure(..) => Behaves::Badly,
        Exploration::Safe | Exploration::Incomplete => Behaves::Well,
    }
}

/// Runs statements of a single process; assertions in them say what is right.
pub(crate) fn holds(statements: &str) {
    let text = format!("#include <assert.h>\nint main(void) {{ {statements} return 0; }}");
    let reading = reading(&text, 1, Buffering::Unbounded);
    let result = run(&reading.module.systems[0], &[], Search::Exhaustive);
    assert_eq!(result, Behaves::Well, "{statements}");
}

/// Runs statements that fail.
pub(crate) fn fails(statements: &str) {
    let text = format!("#include <assert.h>\nint main(void) {{ {statements} return 0; }}");
    let reading = reading(&text, 1, Buffering::Unbounded);
    let result = run(&reading.module.systems[0], &[], Search::Exhaustive);
    assert_eq!(result, Behaves::Badly, "{statements}");
}

/// Runs a program with several processes in all orders.
pub(crate) fn parallel(body: &str, processes: usize, expected: Behaves) {
    parallel_with(body, processes, Buffering::Unbounded, expected);
}

pub(crate) fn parallel_with(body: &str, processes: usize, buffering: Buffering, expected: Behaves) {
    let text = format!(
        "#include <mpi.h>\n#include <assert.h>\n#define W MPI_COMM_WORLD\n\
         int main(int argc, char **argv) {{ int rank, size, x = 0, y = 0; MPI_Status s;\n\
         MPI_Init(&argc, &argv); MPI_Comm_rank(W, &rank); MPI_Comm_size(W, &size);\n\
         {body}\nMPI_Finalize(); return 0; }}"
    );
    let reading = reading(&text, processes, buffering);
    let result = run(&reading.module.systems[0], &[], Search::Exhaustive);
    assert_eq!(result, expected, "{body}");
}

/// Runs a file with functions besides `main`.
pub(crate) fn with_functions(functions: &str, statements: &str, expected: Behaves) {
    let text =
        format!("#include <assert.h>\n{functions}\nint main(void) {{ {statements} return 0; }}");
    let reading = reading(&text, 1, Buffering::Unbounded);
    let result = run(&reading.module.systems[0], &[], Search::Exhaustive);
    assert_eq!(result, expected, "{functions} {statements}");
}
