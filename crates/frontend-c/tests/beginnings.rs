//! What variables begin with, and what is assigned to several at once.

mod common;

use common::{fails, holds};
use frontend_c::{Input, Options, read};

/// What is said of statements that are not read, and where.
fn refused(statements: &str) -> (String, String) {
    let text = format!("int main(void) {{ {statements} return 0; }}");
    let text = text.as_str();
    let input = Input { name: "test", text };
    let problem = read(input, Options::default()).expect_err("the text is refused");
    (problem.message, text[problem.span].to_owned())
}

#[test]
fn variables_are_declared_in_what_they_begin_with() {
    fails("int x = x + 1;");
    fails("int x = 3; { int x = x; }");
    holds("int x = 3; { int y = x; assert(y == 3); int x = 4; assert(x == 4); }");
    holds("int x = sizeof x; assert(x == 4);");
    holds("int x = 3; { char x = sizeof x; assert(x == 1); }");
    let (message, place) = refused("int a[2] = {1, a[0]};");
    assert_eq!(
        message,
        "unsupported: a variable whose first value speaks of itself"
    );
    assert_eq!(place, "a");
}

#[test]
fn different_elements_may_be_assigned_at_once() {
    holds("int a[3]; a[0] = a[1] = a[2] = 3; assert(a[0] == 3 && a[1] == 3 && a[2] == 3);");
    fails("int a[3]; a[0] = a[1] = 3; assert(a[0] == 4);");
    let unordered =
        "unsupported: an expression whose meaning depends on which of its parts comes first";
    for statements in [
        "int a[2]; a[0] = a[0] = 3;",
        "int a[2], i = 0; a[i] = i = 1;",
        "int a[2], i = 0; a[i] = a[1] = 3;",
    ] {
        assert_eq!(refused(statements).0, unordered, "{statements}");
    }
}

#[test]
fn what_is_c_and_not_known_is_said_to_be() {
    let (message, place) = refused("char s[] = \"abc\";");
    assert_eq!(message, "unsupported: an array that begins with a string");
    assert_eq!(place, "\"abc\"");
    assert_eq!(refused("int n = __LINE__;").0, "unsupported: `__LINE__`");
    holds("int c = '\\xff'; assert(c == -1 && '\\101' == 65);");
}
