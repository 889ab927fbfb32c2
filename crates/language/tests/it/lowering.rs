//! Programs to graphs. Location 0 is the entry; atomic locations have a star.

use crate::common::{dedent, dump, module, variables};

/// Checks the graph of the body of a program that has the variables `x`, `y`, `b` and `a`.
#[track_caller]
fn check(body: &str, expected: &str) {
    let text = format!(
        "const N: int; fn f(int) -> int;
         program p {{ var x: int; var y: int; var b: bool; var a: array<int, int>; shared var s: int;
         {body} }}"
    );
    let module = module(&text);
    assert_eq!(dump(&module.programs[0].body), dedent(expected));
}

#[test]
fn simple_statements_are_an_edge_each() {
    check(
        "skip; x = y + 1; a[x] = 2; havoc x; havoc y where y > x; send x on 1; receive y on x;
         assume x == y; assert b;",
        "
        0 -> 2: [true]
        2 -> 3: x := y + 1
        3 -> 4: a := a[x := 2]
        4 -> 5: havoc x. true
        5 -> 6: havoc y. x < y
        6 -> 7: send x on 1
        7 -> 8: receive y on x
        8 -> 9: [x == y]
        9 -> end: assert b
        ",
    );
}

#[test]
fn an_empty_program_is_a_skip() {
    check("", "0 -> end: [true]");
    check("{ }", "0 -> end: [true]");
    check(";;", "0 -> end: [true]");
}

#[test]
fn an_if_has_a_guard_for_each_way() {
    check(
        "if (b) { x = 1; } x = 2;",
        "
        0 -> 3: [b]
        3 -> 2: x := 1
        0 -> 2: [!b]
        2 -> end: x := 2
        ",
    );
    check(
        "if (x < 0) { x = 1; } else if (*) { x = 2; } else { x = 3; }",
        "
        0 -> 2: [x < 0]
        2 -> end: x := 1
        0 -> 3: [x >= 0]
        3 -> 4: [true]
        4 -> end: x := 2
        3 -> 5: [true]
        5 -> end: x := 3
        ",
    );
}

#[test]
fn the_header_of_a_loop_is_where_it_starts() {
    check(
        "y = 0; while (x < 3) { x = x + 1; } y = 1;",
        "
        0 -> 2: y := 0
        2 -> 4: [x < 3]
        4 -> 2: x := x + 1
        2 -> 3: [x >= 3]
        3 -> end: y := 1
        ",
    );
    check(
        "while (*) { x = 1; }",
        "0 -> 2: [true]\n2 -> 0: x := 1\n0 -> end: [true]",
    );
    check("while (b) { }", "0 -> 0: [b]\n0 -> end: [!b]");
    check(
        "loop { x = 1; y = 2; } x = 3;",
        "0 -> 3: x := 1\n3 -> 0: y := 2\n2 -> end: x := 3",
    );
    check("loop { }", "0 -> 0: [true]");
}

#[test]
fn a_choice_has_a_skip_for_each_way() {
    check(
        "choose { x = 1; } or { } or { x = 3; y = 3; }",
        "
        0 -> 2: [true]
        2 -> end: x := 1
        0 -> end: [true]
        0 -> 3: [true]
        3 -> 4: x := 3
        4 -> end: y := 3
        ",
    );
}

#[test]
fn parallel_parts_are_graphs_of_their_own() {
    check(
        "par { x = 1; } || { y = s; s = 2; } || { s = 1; }",
        "
        0 -> end: par
          part 0
            0 -> end: x := 1
          part 1
            0 -> 2: y := s
            2 -> end: s := 2
          part 2
            0 -> end: s := 1
        ",
    );
}

#[test]
fn a_parfor_owns_what_it_writes() {
    check(
        "parfor id in 1..=N { x = id + y; s = x; var t: int; send t on id; }",
        "
        0 -> end: parfor id in 1..=N with t, x
            0 -> 2: x := id + y
            2 -> 3: s := x
            3 -> 4: havoc t. true
            4 -> end: send t on id
        ",
    );
    check(
        "parfor i in 1..=2 { parfor j in i..=2 { x = j; } y = x; } parfor i in 0..=0 { skip; }",
        "
        0 -> 2: parfor i in 1..=2 with y
            0 -> 2: parfor j in i..=2 with x
                0 -> end: x := j
            2 -> end: y := x
        2 -> end: parfor i'2 in 0..=0 with 
            0 -> end: [true]
        ",
    );
}

#[test]
fn only_the_inside_of_an_atomic_block_is_atomic() {
    check("atomic { x = 1; }", "0 -> end: x := 1");
    check("atomic { }", "0 -> end: [true]");
    check(
        "atomic { x = 1; if (b) { x = 2; x = 3; } } y = 1;",
        "
        0 -> 3*: x := 1
        3* -> 4*: [b]
        4* -> 5*: x := 2
        5* -> 2: x := 3
        3* -> 2: [!b]
        2 -> end: y := 1
        ",
    );
    check(
        "atomic { while (b) { x = 1; } } y = 1;",
        "
        0 -> 3*: [true]
        3* -> 4*: [b]
        4* -> 3*: x := 1
        3* -> 2: [!b]
        2 -> end: y := 1
        ",
    );
    check(
        "loop { atomic { { loop { x = 1; } } } }",
        "
        0 -> 2*: [true]
        2* -> 2*: x := 1
        ",
    );
}

#[test]
fn variables_of_blocks_become_variables_of_the_program() {
    let text = "program p(n: int) {
            { var t: int = n; t = t + 1; }
            { var t: bool; var t_2: 0..=1 = 0; t = true; }
            var x: real = n;
        }";
    let module = module(text);
    let program = &module.programs[0];
    let expected = "
        param n: int
        var x: real = real(n)
        var t: int = 0
        var t'2: bool = false
        var t_2: 0..=1 = 0
        ";
    assert_eq!(variables(program), dedent(expected));
    let expected = "
        0 -> 3: t := n
        3 -> 2: t := t + 1
        2 -> 4: havoc t'2. true
        4 -> 5: t_2 := 0
        5 -> end: t'2 := true
        ";
    assert_eq!(dump(&program.body), dedent(expected));
}

#[test]
fn stores_into_arrays_of_arrays_nest() {
    let module = module("program p { var a: array<int, array<int, bool>>; a[1][2] = true; }");
    assert_eq!(
        dump(&module.programs[0].body),
        "0 -> end: a := a[1 := a[1][2 := true]]\n"
    );
}

#[test]
fn division_is_total() {
    check("x = x / 2 + x % -3;", "0 -> end: x := x / 2 + x % -3");
    check("x = x / 0 + y % 0;", "0 -> end: x := y");
    check("x = x / y;", "0 -> end: x := y == 0 ? 0 : x / y");
    check("x = x % y;", "0 -> end: x := y == 0 ? x : x % y");
    check("x = 2 * x * y / 3 * y;", "0 -> end: x := (2*x*y / 3)*y");
}

#[test]
fn origins_point_at_the_heads_of_statements() {
    let text = "program p { var x: int; while (x < 3) { x = x + 1; } }";
    let analysis = language::analyze(text);
    let program = &analysis.module.programs[0];
    let shown: Vec<&str> = program
        .body
        .edges()
        .iter()
        .map(|edge| analysis.origins.span(edge.origin).unwrap().of(text))
        .collect();
    assert_eq!(shown, ["while (x < 3)", "x = x + 1;", "while (x < 3)"]);
    let of = |origin| analysis.origins.span(origin).unwrap().of(text);
    assert_eq!(of(program.origin), "program p");
    assert_eq!(of(program.variables[0].origin), "var x: int;");
}
