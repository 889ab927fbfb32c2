//! What a text is before it runs: conditions of the preprocessor, labels of `switch`, and variables
//! that other files define.

mod common;

use common::{Behaves, fails, holds, with_functions};
use frontend_c::{Input, Options, read};

/// A condition of the preprocessor behind some headers, and whether it holds.
fn condition(before: &str, condition: &str, expected: bool) {
    let text = format!("{before}\n#if {condition}\nint y = 1;\n#else\nint y = 0;\n#endif\n");
    let right = format!("assert(y == {});", i32::from(expected));
    with_functions(&text, &right, Behaves::Well);
    let wrong = format!("assert(y != {});", i32::from(expected));
    with_functions(&text, &wrong, Behaves::Badly);
}

/// What is said of a file that is not read, and where.
fn refused(text: &str) -> (String, String) {
    let input = Input { name: "test", text };
    let problem = read(input, Options::default()).expect_err("the text is refused");
    (problem.message, text[problem.span].to_owned())
}

/// A condition that is not answered, for the name in it.
fn open(before: &str, condition: &str, name: &str) {
    let text = format!("{before}\n#if {condition}\n#endif\nint main(void) {{ return 0; }}");
    let (message, place) = refused(&text);
    assert!(
        message.starts_with("unsupported: a condition on"),
        "{message}"
    );
    assert_eq!(place, name, "{condition}");
}

#[test]
fn macros_of_compilers_and_headers_are_known_or_refused() {
    condition(
        "",
        "__STDC__ && __STDC_VERSION__ == 201112L && __STDC_HOSTED__",
        true,
    );
    condition("", "defined(__STDC__) && !defined(__cplusplus)", true);
    condition(
        "#include <mpi.h>",
        "MPI_VERSION >= 3 && defined MPI_SUBVERSION",
        true,
    );
    condition(
        "#include <limits.h>",
        "INT_MAX > 32767 && INT_MIN < 0",
        true,
    );
    condition(
        "#include <stdint.h>",
        "INT64_MAX == 0x7fffffffffffffff",
        true,
    );
    condition(
        "#include <stdlib.h>\n#include <stdio.h>",
        "defined NULL && defined EOF",
        true,
    );
    condition("#include <stdlib.h>", "RAND_MAX == 2147483647", true);
    condition("", "defined assert", true);
    // What programs invent is undefined.
    condition(
        "#include <mpi.h>\n#include <limits.h>",
        "DEBUG || defined TAG",
        false,
    );
    condition("", "defined(_CIVL) || defined MY_LIST_H", false);
    condition("#define INT_MAX 5", "INT_MAX == 5", true);
    open("#include <mpi.h>", "defined(__GNUC__)", "__GNUC__");
    open(
        "#include <mpi.h>",
        "_POSIX_C_SOURCE >= 200112L",
        "_POSIX_C_SOURCE",
    );
    open(
        "#include <mpi.h>",
        "defined(MPI_ANY_SOURCE)",
        "MPI_ANY_SOURCE",
    );
    open("#include <mpi.h>", "defined(OPEN_MPI)", "OPEN_MPI");
    open("#include <mpi.h>", "INT_MAX > 0", "INT_MAX");
    open("#include <math.h>", "defined M_PI", "M_PI");
    open("#include <stdio.h>", "EOF == -1", "EOF");
    open("#include <limits.h>\n#undef INT_MAX", "INT_MAX", "INT_MAX");
    open("", "__LINE__ > 3", "__LINE__");
    open("", "linux", "linux");
}

#[test]
fn conditions_are_computed_in_the_largest_types() {
    condition("", "-1 > 0u", true);
    condition("", "(1 ? -1 : 0u) > 0", true);
    condition("", "0xFFFFFFFFFFFFFFFF == -1", true);
    condition("", "0xFFFFFFFF + 1 == 0", false);
    condition("", "-1 >= 0 || 0u - 1 != 18446744073709551615u", false);
    condition("", "0 && 1 / 0", false);
    condition("", "-7 / 2 == -3 && -7 % 2 == -1", true);
    let main = "int main(void) { return 0; }";
    for (wrong, message) in [
        ("1 / 0", "this condition divides by zero"),
        ("1 % 0", "this condition divides by zero"),
        (
            "9223372036854775807 + 1",
            "unsupported: a condition whose numbers overflow",
        ),
        ("1 << 64", "unsupported: a condition whose numbers overflow"),
    ] {
        let found = refused(&format!("#if {wrong}\n#endif\n{main}"));
        assert_eq!(found.0, message, "{wrong}");
    }
}

#[test]
fn enumerators_are_computed_in_their_own_types() {
    with_functions(
        "enum { A = -1 > 0u, B = 0xFFFFFFFF + 1 };",
        "assert(A == 1 && B == 0);",
        Behaves::Well,
    );
    let (message, place) = refused("enum { A = 2147483647 + 1 };\nint main(void) { return 0; }");
    assert_eq!(
        (message.as_str(), place.as_str()),
        ("unsupported: this constant", "2147483647 + 1")
    );
}

#[test]
fn labels_have_the_type_of_what_is_switched_on() {
    let body = "int y = 0; switch (x) { case -1: y = 1; break; default: y = 2; }";
    holds(&format!("unsigned x = 4294967295u; {body} assert(y == 1);"));
    fails(&format!("unsigned x = 4294967295u; {body} assert(y == 2);"));
    holds(&format!("long x = 4294967295; {body} assert(y == 2);"));
    // What is narrow is an `int`.
    holds(&format!("unsigned char x = 255; {body} assert(y == 2);"));
    holds("int x = 1, y = 0; switch (x) { case 4294967297: y = 1; } assert(y == 1);");
}

#[test]
fn variables_of_other_files_are_refused() {
    with_functions(
        "extern int g; int f(void) { return g; } int g = 3;",
        "assert(f() == 3);",
        Behaves::Well,
    );
    with_functions("extern int g = 2;", "assert(g == 2);", Behaves::Well);
    let main = "int main(void) { return g; }";
    let (message, place) = refused(&format!("extern int g;\n{main}"));
    assert_eq!(
        (message.as_str(), place.as_str()),
        ("unsupported: `g`, which another file defines", "g")
    );
    let (message, _) = refused("int g; int main(void) { int g = 1; { extern int g; return g; } }");
    assert_eq!(message, "unsupported: `extern` in this place");
}

#[test]
fn calls_are_inlined_only_so_often() {
    let mut text = "int f0(int x) { return x + 1; }\n".to_owned();
    for level in 1..=24 {
        let below = level - 1;
        text += &format!("int f{level}(int x) {{ return f{below}(f{below}(x)); }}\n");
    }
    text += "int main(void) { return f24(0); }";
    let (message, place) = refused(&text);
    let expected = "unsupported: a program with this many calls when its functions are inlined";
    assert_eq!(message, expected);
    assert!(place.starts_with('f'), "{place}");
}
