//! What C leaves undefined: signed overflow, and reading what was never written.

mod common;

use question::Question;
use std::time::Duration;

use budget::Budget;
use common::{Behaves, fails, holds, parallel, with_functions};
use evidence::collective::Presumption;
use evidence::{Evidence, Verdict};
use frontend_c::{Input, Options, Undefined, read};

#[test]
fn results_fit_their_types() {
    holds("int x = 2147483646; x = x + 1; x = -2147483647 - 1; x = ~x; assert(x == 2147483647);");
    holds(
        "unsigned x = 4294967295u; x = x + 1; assert(x == 0); short s = 32767; s++; assert(s < 0);",
    );
    holds("long x = 2147483647; x = x + 1; int y = x; assert(y < 0);");
    holds("int x = 1 << 30; unsigned y = 1u << 31; assert(x > 0 && y > 0);");
    fails("int x = 2147483647; x = x + 1;");
    fails("int x = 2147483647; x++;");
    fails("int x = -2147483647 - 1; x--;");
    fails("int x = -2147483647 - 1; x = -x;");
    fails("int x = -2147483647 - 1; x = abs(x);");
    fails("int x = -2147483647 - 1, y = -1; x = x / y;");
    fails("int x = -2147483647 - 1, y = -1; x = x % y;");
    fails("int x = 65536; x *= 32768;");
    fails("int x = 1 << 31;");
    fails("int x = 1, y = x << 32;");
    fails("unsigned x = 1, y = x << 32;");
    fails("double d = 3e9; int x = d;");
    fails("double d = 3e9; int x = (int) d;");
    // What is not evaluated does not overflow.
    holds(
        "int x = 2147483647, y = 0; assert(x < 0 || y == 0 || x + 1 > 0); y = x < 0 ? x - 1 : x;",
    );
    holds("int n = sizeof(2147483647 + 1); assert(n == 4);");
}

#[test]
fn variables_are_written_before_they_are_read() {
    holds(
        "int x; x = 1; assert(x == 1); int y, n = rand(); if (n > 3) y = 1; else y = 2; assert(y);",
    );
    holds("int x; for (int i = 0; i < 3; i++) { int y; if (i == 0) x = 0; y = x; x = y + 1; }");
    holds("int x; (void) x; int n = sizeof x; assert(n == 4);");
    holds("unsigned char c; unsigned char d = c;");
    fails("int x; int y = x;");
    fails("int x; x++;");
    fails("int x, n = rand(); if (n > 3) x = 1; assert(n <= 3 || x == 1); n = x;");
    fails("for (int i = 0; i < 3; i++) { int y; if (i > 0) i = y; y = 1; }");
    fails("int x; int *p = &x; int y = *p;");
    holds("int x, n = rand(); if (n == 3) x = 1; assert(n != 3 || x == 1);");
    with_functions(
        "int f(int n) { if (n) return 1; }",
        "f(0); int x = f(1);",
        Behaves::Well,
    );
    with_functions(
        "int f(int n) { if (n) return 1; }",
        "int x = f(0);",
        Behaves::Badly,
    );
}

#[test]
fn elements_and_members_are_written_before_they_are_read() {
    holds("int a[3]; for (int i = 0; i < 3; i++) a[i] = i; assert(a[2] == 2);");
    holds("int a[2][2]; a[1][0] = 4; assert(a[1][0] == 4);");
    fails("int a[3]; for (int i = 1; i < 3; i++) a[i] = i; int x = a[0];");
    fails("int a[2][2]; a[1][0] = 4; int x = a[0][1];");
    // The index is the one of before.
    holds("int a[3]; a[0] = 2; a[a[0]] = 0; a[a[2]] = 1; assert(a[0] == 1);");
    fails("int a[3]; a[0] = 2; a[a[0]] = 0; int x = a[1];");
    holds("int *a = malloc(3 * sizeof *a); a[1] = 1; assert(a[1] == 1); free(a);");
    fails("int *a = malloc(3 * sizeof *a); a[1] = 1; int x = a[2]; free(a);");
    holds("int *a = calloc(3, sizeof *a); assert(a[1] == 0); free(a);");
    let pair = "struct pair { int a; int b; };";
    with_functions(
        pair,
        "struct pair p, q; p.a = 1; q = p; int x = q.a;",
        Behaves::Well,
    );
    with_functions(
        pair,
        "struct pair p, q; p.a = 1; q = p; int x = q.b;",
        Behaves::Badly,
    );
    let overwritten = "struct pair p, q = {1, 2}; p.a = 1; q = p; int x = q.b;";
    with_functions(pair, overwritten, Behaves::Badly);
    holds("int a[2], b[2] = {1, 2}; a[0] = 3; memcpy(b, a, 2 * sizeof *a); assert(b[0] == 3);");
    fails("int a[2], b[2] = {1, 2}; a[0] = 3; memcpy(b, a, 2 * sizeof *a); int x = b[1];");
}

#[test]
fn messages_write_what_they_bring() {
    let sent = |count: usize, read: usize| {
        format!(
            "int a[3]; if (rank == 0) {{ a[0] = 7; a[1] = 7; a[2] = 7; MPI_Send(a, {count}, MPI_INT, 1, 0, W); }}\n\
             else {{ MPI_Recv(a, 3, MPI_INT, 0, 0, W, &s); x = a[{read}]; assert(x == 7); }}"
        )
    };
    parallel(&sent(3, 2), 2, Behaves::Well);
    parallel(&sent(2, 1), 2, Behaves::Well);
    parallel(&sent(2, 2), 2, Behaves::Badly);
    let begun = |read: &str| {
        format!(
            "MPI_Request r; int z; if (rank == 0) {{ z = 7; MPI_Send(&z, 1, MPI_INT, 1, 0, W); }}\n\
             else {{ MPI_Irecv(&z, 1, MPI_INT, 0, 0, W, &r); MPI_Wait(&r, &s); {read} }}"
        )
    };
    parallel(&begun("assert(z == 7);"), 2, Behaves::Well);
    let reduced = |reader: usize| {
        format!(
            "int z; x = rank; MPI_Reduce(&x, &z, 1, MPI_INT, MPI_SUM, 0, W);\n\
             if (rank == {reader}) assert(z <= 1);"
        )
    };
    parallel(&reduced(0), 2, Behaves::Well);
    parallel(&reduced(1), 2, Behaves::Badly);
    parallel("int z; MPI_Bcast(&z, 1, MPI_INT, 0, W);", 2, Behaves::Well);
}

/// What is decided, and what a proof assumes.
fn decided(text: &str, options: Options) -> Option<Vec<Presumption>> {
    let text = format!("#include <assert.h>\n#pragma TASS input {{n >= 0}}\nint n;\n{text}");
    let input = Input {
        name: "test",
        text: &text,
    };
    let reading = read(input, options).expect("it is read");
    let question = reading
        .module
        .question(&reading.module.claims[0])
        .ok()
        .and_then(Question::safe)
        .expect("the claim is about a system");
    let budget = Budget::unlimited().within(Duration::from_secs(60));
    match collective::decide(&question, &budget).verdict {
        Verdict::Proved(evidence) => {
            let checked = checker::check_safe(&question, &evidence, &Budget::unlimited());
            assert!(checked.is_ok(), "{:?}", checked.err());
            match evidence {
                Evidence::Covering(covering) => Some(covering.assumes),
                other => panic!("{other:?}"),
            }
        }
        Verdict::Refuted(_) => None,
        Verdict::Unknown(reason) => panic!("{reason}"),
    }
}

#[test]
fn proofs_say_what_they_assume_and_only_that() {
    let counts = "int main(void) { int i = 0; while (i < n) i++; assert(i == n); return 0; }";
    let doubles = "int main(void) { int m = 2 * n; assert(m >= n); return 0; }";
    let fills = "int main(void) { int a[9]; int i = 0; while (i < n && i < 9) { a[i] = i; i++; }
        for (int j = 0; j < i; j++) assert(a[j] >= a[j]); return 0; }";
    let plain = Options::default();
    assert_eq!(decided(counts, plain), Some(vec![]));
    assert_eq!(decided(doubles, plain), Some(vec![Presumption::NoOverflow]));
    let with = |overflow, uninitialised| Options {
        overflow,
        uninitialised,
        ..plain
    };
    let assumed = with(Undefined::Assumed, Undefined::Assumed);
    assert_eq!(decided(doubles, assumed), Some(vec![]));
    let denied = with(Undefined::Denied, Undefined::Presumed);
    assert_eq!(decided(counts, denied), Some(vec![]));
    let filled = decided(fills, plain).expect("it is proved");
    assert!(filled.iter().all(|what| *what == Presumption::Initialised));
}
