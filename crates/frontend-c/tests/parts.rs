//! Programs of which something is not known at once: headers, cases that are kept apart, and parts that
//! are not read.

mod common;

use common::{Behaves, parallel, run};
use frontend_c::{Input, Options, Partial, Problem, Surroundings, read_in, read_part};
use program::system::concrete::Search;

fn options() -> Options {
    Options {
        processes: Some(2),
        ..Options::default()
    }
}

/// A program with some statements between the beginning and the end of MPI.
fn program(body: &str) -> String {
    format!(
        "#include <mpi.h>\n#include <assert.h>\n#define W MPI_COMM_WORLD\n\
         int main(int argc, char **argv) {{ int rank, x = 0, y = 0, a[4] = {{0}}; MPI_Status s;\n\
         MPI_Init(&argc, &argv); MPI_Comm_rank(W, &rank);\n\
         {body}\nMPI_Finalize(); return 0; }}"
    )
}

fn part(body: &str) -> Result<Partial, Problem> {
    let text = program(body);
    let input = Input {
        name: "test",
        text: &text,
    };
    read_part(input, Surroundings::NONE, options())
}

/// How what is read of a program behaves with a number of arguments, and what is not read of it.
fn behaves(body: &str, arguments: i64) -> (Behaves, Vec<String>) {
    let part = part(body).expect("nothing is wrong with it");
    let system = &part.reading.module.systems[0];
    let inputs = match system.inputs.is_empty() {
        true => Vec::new(),
        false => vec![("argc", arguments)],
    };
    let unread = part.unread.into_iter().map(|it| it.message).collect();
    (run(system, &inputs, Search::Exhaustive), unread)
}

#[test]
fn what_is_read_of_a_program_can_fail() {
    let unread = vec!["unsupported: `MPI_Win` is not supported yet".to_owned()];
    let behind = "if (rank == 0) { x = 1; assert(x == 2); MPI_Win w; }";
    assert_eq!(behaves(behind, 1), (Behaves::Badly, unread.clone()));
    // Nothing is known of what comes behind it, and whoever waits for it waits for no reason.
    let before = "if (rank == 0) { MPI_Win w; MPI_Send(&x, 1, MPI_INT, 1, 0, W); assert(x == 2); }\n\
                  else { MPI_Recv(&y, 1, MPI_INT, 0, 0, W, &s); assert(0); }";
    assert_eq!(behaves(before, 1), (Behaves::Well, unread));
}

#[test]
fn everything_that_is_not_read_is_told() {
    let body = "union u { int a; } z;\n\
                if (rank == 0) goto end; else { MPI_Win_fence(0, 0); }\n\
                for (int i = 0; i < 3; i++) { MPI_File f; x++; }\n\
                end: x = strcmp(0, 0);";
    let (_, unread) = behaves(body, 1);
    let expected = [
        "a `union`",
        "`goto`",
        "`MPI_File` is not supported yet",
        "a label for `goto`",
    ];
    let expected = expected.map(|what| format!("unsupported: {what}"));
    assert_eq!(unread, expected);
    let body = "if (rank == 0) x = strcmp(0, 0); else MPI_Cancel(0);";
    let (_, unread) = behaves(body, 1);
    let expected = ["the function `strcmp`", "`MPI_Cancel` is not supported yet"];
    let expected = expected.map(|what| format!("unsupported: {what}"));
    assert_eq!(unread, expected);
}

#[test]
fn calls_on_new_communicators_may_be_wrong() {
    let split = |call: &str| format!("MPI_Comm c; MPI_Comm_split(W, 0, rank, &c);\n{call}");
    let send = |tag: i32, rank: i32, communicator: &str| {
        let call =
            format!("if (rank == 0) MPI_Ssend(&x, 1, MPI_INT, {rank}, {tag}, {communicator});");
        behaves(&split(&call), 1).0
    };
    // Nothing is known of what is sent there, or of who gets it.
    assert_eq!(send(0, 1, "c"), Behaves::Well);
    assert_eq!(send(-1, 1, "c"), Behaves::Badly);
    assert_eq!(send(0, 2, "c"), Behaves::Badly);
    assert_eq!(send(0, 1, "MPI_COMM_NULL"), Behaves::Badly);
    assert_eq!(
        behaves("MPI_Comm c; MPI_Comm_split(W, -1, 0, &c);", 1).0,
        Behaves::Badly
    );
    let alone = "MPI_Comm c; MPI_Comm_split(W, rank, 0, &c);\n\
                 if (rank == 0) MPI_Ssend(&x, 1, MPI_INT, 1, 0, c);";
    assert_eq!(behaves(alone, 1).0, Behaves::Badly);
    let asked = |size: i32, rank: &str| {
        format!(
            "MPI_Comm c; MPI_Comm_split(W, 3, -rank, &c); MPI_Comm_size(c, &x);\n\
             MPI_Comm_rank(c, &y); assert(x == {size} && y == {rank});"
        )
    };
    assert_eq!(behaves(&asked(2, "1 - rank"), 1).0, Behaves::Well);
    assert_eq!(behaves(&asked(1, "1 - rank"), 1).0, Behaves::Badly);
    assert_eq!(behaves(&asked(2, "rank"), 1).0, Behaves::Badly);
    let freed = |call: &str| {
        format!(
            "MPI_Comm c; MPI_Datatype t; MPI_Comm_dup(W, &c); MPI_Type_contiguous(2, MPI_INT, &t);\n\
             MPI_Type_commit(&t); {call}"
        )
    };
    let barrier = "MPI_Comm_free(&c); MPI_Barrier(c);";
    assert_eq!(behaves(&freed(barrier), 1).0, Behaves::Badly);
    let broadcast = "MPI_Type_free(&t); MPI_Bcast(a, 1, t, 0, W);";
    assert_eq!(behaves(&freed(broadcast), 1).0, Behaves::Badly);
    let unknown = "MPI_Bcast(a, 1, t, 0, W); MPI_Type_free(&t); MPI_Barrier(c); assert(0);";
    assert_eq!(behaves(&freed(unknown), 1).0, Behaves::Well);
    let negative = "MPI_Datatype t; MPI_Type_contiguous(-1, MPI_INT, &t);";
    assert_eq!(behaves(negative, 1).0, Behaves::Badly);
    let some = "MPI_Comm c; if (rank == 0) MPI_Comm_dup(W, &c);";
    assert_eq!(behaves(some, 1).0, Behaves::Badly);
    let none = "MPI_Comm c; MPI_Comm_split(W, MPI_UNDEFINED, 0, &c); assert(c == MPI_COMM_NULL);";
    assert_eq!(behaves(none, 1).0, Behaves::Well);
}

#[test]
fn what_is_no_c_is_wrong_in_any_case() {
    let message = |body: &str| part(body).expect_err("it is wrong").message;
    assert_eq!(
        message("MPI_Win w; x = ;"),
        "an expression was expected here, not `;`"
    );
    assert_eq!(message("MPI_Sendd(0);"), "MPI has no function `MPI_Sendd`");
    assert_eq!(
        message("MPI_Win_free();"),
        "`MPI_Win_free` takes 1 arguments, not 0"
    );
}

#[test]
fn what_must_be_known_may_be_so_in_each_case() {
    let both = |body: &str, first: Behaves, second: Behaves| {
        assert_eq!(behaves(body, 1), (first, Vec::new()), "{body}");
        assert_eq!(behaves(body, 2), (second, Vec::new()), "{body}");
    };
    let exchange = |count: &str, datatype: &str| {
        format!(
            "if (rank == 0) MPI_Ssend(a, {count}, {datatype}, 1, 0, W);\n\
             else MPI_Recv(a, 4, MPI_INT, 0, 0, W, &s);"
        )
    };
    let datatype = "MPI_Datatype t; if (argc == 1) t = MPI_FLOAT; else t = MPI_INT;\n";
    let datatype = format!("{datatype}{}", exchange("1", "t"));
    both(&datatype, Behaves::Badly, Behaves::Well);
    let count = "int n = 4; if (argc == 1) { n = -1; }\n";
    let count = format!("{count}{}", exchange("n", "MPI_INT"));
    both(&count, Behaves::Badly, Behaves::Well);
    let pointer = "int *p = a; if (argc == 2) { p = &x; } *p = 3; assert(a[0] == 3);";
    both(pointer, Behaves::Well, Behaves::Badly);
    let anything = "void *p = NULL; if (argc == 1) p = NULL; else p = a;\n\
                    MPI_Bcast(p, 4, MPI_INT, 0, W);";
    both(anything, Behaves::Badly, Behaves::Well);
}

#[test]
fn null_is_no_handle() {
    let send = |datatype: &str, communicator: &str| {
        format!("MPI_Bcast(&x, 1, {datatype}, 0, {communicator});")
    };
    parallel(&send("MPI_INT", "W"), 2, Behaves::Well);
    parallel(&send("NULL", "W"), 2, Behaves::Badly);
    parallel(&send("MPI_INT", "NULL"), 2, Behaves::Badly);
    parallel(&send("MPI_DATATYPE_NULL", "W"), 2, Behaves::Badly);
    parallel(&send("MPI_INT", "MPI_COMM_NULL"), 2, Behaves::Badly);
    let reduce = |operator: &str| format!("MPI_Reduce(&x, &y, 1, MPI_INT, {operator}, 0, W);");
    parallel(&reduce("MPI_MAX"), 2, Behaves::Well);
    for operator in ["NULL", "MPI_OP_NULL", "MPI_REPLACE", "MPI_NO_OP"] {
        parallel(&reduce(operator), 2, Behaves::Badly);
    }
    let pointer = "MPI_Comm *c = NULL; MPI_Barrier(c);";
    parallel(pointer, 2, Behaves::Badly);
    // A request that nobody has set is not MPI_REQUEST_NULL.
    let request = |value: &str| format!("MPI_Request r = {value}; MPI_Wait(&r, &s);");
    parallel(&request("MPI_REQUEST_NULL"), 1, Behaves::Well);
    parallel(&request("NULL"), 1, Behaves::Badly);
}

#[test]
fn headers_and_definitions_come_from_outside() {
    let headers = |name: &str| {
        (name == "limits.h" || name == "own.h")
            .then(|| "#define LIMIT 3\nstruct pair { int a, b; };".to_owned())
    };
    let definitions = [("FIRST".to_owned(), "2".to_owned())];
    let surroundings = Surroundings {
        definitions: &definitions,
        headers: &headers,
    };
    let read = |include: &str, assertion: &str| {
        let text = format!(
            "#include <assert.h>\n#include {include}\nint main(void) {{\n\
             struct pair p = {{FIRST, 1}}; assert({assertion}); return 0; }}"
        );
        let input = Input {
            name: "test",
            text: &text,
        };
        let reading = read_in(input, surroundings, Options::default());
        let reading = reading.map_err(|problem| (problem.message, problem.hint))?;
        Ok(run(&reading.module.systems[0], &[], Search::Exhaustive))
    };
    assert_eq!(read("\"own.h\"", "p.a + p.b == LIMIT"), Ok(Behaves::Well));
    assert_eq!(read("\"limits.h\"", "p.a == LIMIT"), Ok(Behaves::Badly));
    let (message, hint) = read("\"gone.h\"", "1").expect_err("something is missing");
    assert_eq!(message, "the members of this struct are not known");
    let expected = "`gone.h` was not found beside the file: put what it declares into this one";
    assert_eq!(hint.as_deref(), Some(expected));
}

#[test]
fn mains_of_all_kinds_are_read() {
    for main in [
        "int main(argc, argv) int argc; char *argv[]; { MPI_Init(&argc, &argv);",
        "void start(int *c, char ***v) { MPI_Init(c, v); }\n\
         int main(int argc, char *argv[]) { start(&argc, &argv);",
        "void main() { int argc; char **argv; int *unused; MPI_Init(&argc, &argv);",
    ] {
        let text = format!("#include \"mpi.h\"\n{main} MPI_Finalize(); }}");
        let input = Input {
            name: "test",
            text: &text,
        };
        let reading = read_in(input, Surroundings::NONE, options()).expect("it can be read");
        let system = &reading.module.systems[0];
        assert_eq!(
            run(system, &[], Search::Exhaustive),
            Behaves::Well,
            "{text}"
        );
    }
}
