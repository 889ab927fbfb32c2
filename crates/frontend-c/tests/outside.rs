//! What comes from outside: the arguments of `main`, and what is typed in.

mod common;

use common::{Behaves, holds, reading, run, with_functions};
use frontend_c::{Buffering, Input, Options, compare};
use program::system::concrete::Search;

fn main_with(statements: &str, inputs: &[(&str, i64)], expected: Behaves) {
    let text = format!("int main(int argc, char **argv) {{ {statements} return 0; }}");
    let reading = reading(&text, 1, Buffering::Unbounded);
    let result = run(&reading.module.systems[0], inputs, Search::Exhaustive);
    assert_eq!(result, expected, "{statements}");
}

#[test]
fn arguments_are_inputs() {
    let usual = "if (argc != 2) return 1; int n = atoi(argv[1]); assert(n == atoi(argv[1])); assert(n != 7);";
    main_with(usual, &[("argc", 1), ("argv[1]", 7)], Behaves::Well);
    main_with(usual, &[("argc", 2), ("argv[1]", 3)], Behaves::Well);
    main_with(usual, &[("argc", 2), ("argv[1]", 7)], Behaves::Badly);
    let careless = "int n = strtol(argv[1], NULL, 10);";
    main_with(
        careless,
        &[("argc", 1), ("argv[1].long", 0)],
        Behaves::Badly,
    );
    main_with(careless, &[("argc", 2), ("argv[1].long", 0)], Behaves::Well);
    // An argument that nobody looks at is no input.
    let quiet = reading(
        "int main(int argc, char **argv) { MPI_Init(&argc, &argv); }",
        2,
        Buffering::Unbounded,
    );
    assert!(quiet.module.systems[0].inputs.is_empty());
}

#[test]
fn what_is_typed_in_may_be_anything() {
    // The runs take the default value, which is zero, for whatever is open.
    with_functions(
        "",
        "int n = 3; scanf(\"%d\", &n); assert(n == 3);",
        Behaves::Badly,
    );
    with_functions(
        "",
        "int n = 3; if (scanf(\"%d\", &n) != 1) assert(n == 3);",
        Behaves::Well,
    );
    let text = "#pragma TASS output\nint n;\nint main(void) { scanf(\"%d\", &n); }";
    let input = Input { name: "a", text };
    let problem = compare(input, Input { name: "b", text }, Options::default());
    let problem = problem.expect_err("two programs do not read the same");
    assert!(problem.message.contains("in a comparison"), "{problem}");
}

#[test]
fn bytes_are_set_and_copied() {
    holds(
        "int a[3] = {1, 2, 3}, b[3]; memcpy(b, a, sizeof(a)); memset(a, 0, 2 * sizeof(int)); \
         assert(a[0] == 0 && a[1] == 0 && a[2] == 3 && b[1] == 2);",
    );
    holds("double x = 3; memset(&x, 0, sizeof x); assert(x == 0);");
    common::fails("int a[3]; memset(a, 0, 4 * sizeof(int));");
}

#[test]
fn numbers_are_rounded_and_raised() {
    holds("assert(round(2.5) == 3 && round(-2.5) == -3 && round(1.2) == 1);");
    holds("assert(pow(3, 2) == 9 && pow(2.0, 0) == 1); assert(M_PI > 3.14 && M_PI < 3.15);");
    holds("int a[2] = {1, 2}, b[2] = {3, 4}; int *p = 1 ? a : b; assert(*p == 1);");
    holds("int a[2] = {1, 2}, *p, *q; p = q = a; assert(p[1] == 2 && q[0] == 1);");
}

#[test]
fn strings_have_lengths() {
    holds("char s[10]; sprintf(s, \"%d\", 3); assert(strlen(s) < 10 && strlen(s) == strlen(s));");
    holds(
        "char s[10]; snprintf(s, 0, \"%d\", 3); strcpy(s, \"abc\"); assert(strlen(s) == 3 && s[2] == 99);",
    );
    common::fails("char s[3]; strcpy(s, \"abc\");");
}
