//! What is said about texts that are wrong or outside of the subset, and that nothing breaks the
//! reader.

use frontend_c::{Input, Options, ProblemKind, Surroundings, read, read_part};

/// Two processes.
fn two() -> Options {
    Options {
        processes: Some(2),
        ..Options::default()
    }
}

/// A text, what stands at the place of its problem, and the sentence.
fn wrong(text: &str, at: &str, message: &str) {
    let problem = read(Input { name: "test", text }, two());
    let problem = problem.expect_err("the text is wrong");
    assert_eq!(
        (&text[problem.span.clone()], problem.message.as_str()),
        (at, message)
    );
}

/// Statements that are outside of the subset.
fn unsupported(statements: &str, at: &str, what: &str) {
    let text = format!("int main(void) {{ int x = 0, y = 1, a[3]; {statements} }}");
    wrong(&text, at, &format!("unsupported: {what}"));
    let problem = read(
        Input {
            name: "test",
            text: &text,
        },
        two(),
    );
    assert_eq!(
        problem.map(|_| ()).map_err(|it| it.kind),
        Err(ProblemKind::Unsupported)
    );
}

#[test]
fn mistakes_are_shown_at_their_place() {
    wrong(
        "int main(void) { x = 1; }",
        "x",
        "the name `x` is not declared",
    );
    wrong(
        "int main(void) { int x = 1 }",
        "}",
        "`;` was expected here, not `}`",
    );
    wrong(
        "int main(void) { break; }",
        "break;",
        "there is no loop around this",
    );
    wrong(
        "int f(void) { return 1; }",
        "",
        "the file has no function `main`",
    );
    wrong(
        "int main(void) { f(1); } int f(void) { return 0; }",
        "f(1)",
        "`f` takes 0 arguments, not 1",
    );
    wrong(
        "int main(void) { int a[2] = {1, 2, 3}; }",
        "{1, 2, 3}",
        "there are more values than elements",
    );
    wrong("int main(void) { 1 = 2; }", "1", "this is no variable");
    wrong(
        "struct s { int a; }; int main(void) { struct s z = {.b = 1}; }",
        "{.b = 1}",
        "there is no member `b`",
    );
    wrong(
        "struct s { int a; }; int main(void) { struct s z; z.b = 1; }",
        "z.b",
        "there is no member `b`",
    );
    wrong(
        "struct s; int main(void) { struct s z; }",
        "z",
        "the members of this struct are not known",
    );
}

/// A text that no compiler takes, with the place where it is wrong.
fn no_program(text: &str, at: &str) {
    let problem = read(Input { name: "test", text }, two()).expect_err(text);
    assert_eq!(
        (&text[problem.span], problem.kind),
        (at, ProblemKind::Wrong),
        "{text}"
    );
}

#[test]
fn declarations_that_c_does_not_know_are_mistakes() {
    for words in [
        "long long long",
        "int int",
        "unsigned double",
        "short float",
        "signed unsigned",
        "void int",
    ] {
        no_program(&format!("{words} x; int main(void) {{}}"), words);
    }
    no_program(
        "struct s { int a; } struct s x; int main(void) {}",
        "struct",
    );
    no_program("static extern int x; int main(void) {}", "extern");
    no_program("int main(void) { int x; int x; }", "x");
    no_program("int f(int a) { int a; } int main(void) {}", "a");
    no_program("int f(int a, int a) { return 0; } int main(void) {}", "a");
    no_program("int f; int f(void) { return 0; } int main(void) {}", "f");
    no_program("int f(void) {} int main(void) { int f; f(); }", "f()");
    no_program("int a; int b = a + 1; int main(void) {}", "a");
    no_program(
        "int f(void) {} int main(void) { static int b = f(); }",
        "f()",
    );
    no_program("int n; int a[n]; int main(void) {}", "n");
}

#[test]
fn statements_that_c_does_not_know_are_mistakes() {
    let main = |statements: &str, at| no_program(&format!("int main(void) {{ {statements} }}"), at);
    main("for (;;) int s;", "int s;");
    main("case 1: ;", "case");
    main("int k; switch (1) { case k: ; }", "k");
    main("if (0) y = 1;", "y");
    main("int x = sizeof y;", "y");
    main("1 ? 2 : 3 = 4;", "1 ? 2 : 3");
    main("int a[2], b[2]; a = b;", "a");
    main("int x = 1lul;", "1lul");
    main("int x = 0xE+1;", "0xE+1");
}

#[test]
fn what_is_constant_is_not_written() {
    let main = |statements: &str, at| no_program(&format!("int main(void) {{ {statements} }}"), at);
    main("int x; const int *p = &x; *p = 1;", "p");
    main("int x; const int *p = &x; p[0]++;", "p");
    main("int x; const int *p = &x; *(p + 1) = 1;", "p");
    main("int x; int *const p = &x; p = 0;", "p");
    main("const int a[2] = {1, 2}; a[1] = 3;", "a");
    no_program("int f(const int x) { x = 1; } int main(void) {}", "x");
    no_program("int f(const int x[]) { *x++ = 1; } int main(void) {}", "x");
}

#[test]
fn directives_that_c_does_not_know_are_mistakes() {
    no_program("#if 0\n#else\n#else\n#endif\nint main(void) {}", "#else");
    no_program("#if 1\n#else\n#elif 1\n#endif\nint main(void) {}", "#elif");
    no_program("#define A(x, x) 1\nint main(void) {}", "(");
    no_program("#if defined(A\n#endif\nint main(void) {}", "defined");
}

#[test]
fn what_is_outside_of_the_subset_is_said_at_once() {
    unsupported(
        "int *p = &x; y = x + (*p = 3);",
        "x + (*p = 3)",
        "an expression whose meaning depends on which of its parts comes first",
    );
    unsupported("goto end;", "goto", "`goto`");
    unsupported("union u { int a; } z;", "union", "a `union`");
    unsupported(
        "struct list { int a; struct list *next; } z;",
        "next",
        "a member of this type",
    );
    unsupported(
        "int (*f)(int) = 0;",
        "(",
        "a pointer to a function or to an array",
    );
    unsupported(
        "MPI_Comm c; c = MPI_COMM_SELF; MPI_Barrier(c);",
        "c",
        "MPI_COMM_SELF",
    );
    unsupported("x = strcmp(a, a);", "strcmp(a, a)", "the function `strcmp`");
    unsupported(
        "char s[3]; x = strlen(s);",
        "s",
        "the length of this string",
    );
    unsupported(
        "x = rand(); x = y ^ x;",
        "y ^ x",
        "bits of numbers that are not known here",
    );
    unsupported(
        "x = y++ + y;",
        "y++ + y",
        "an expression whose meaning depends on which of its parts comes first",
    );
    unsupported(
        "int *p; p = &x; while (rand()) { if (rand()) p = &y; } x = *p;",
        "p",
        "a pointer that is not known here",
    );
    unsupported(
        "struct s { int a; }; x = sizeof(struct s);",
        "sizeof(struct s)",
        "the size of a struct here",
    );
    wrong(
        "void f(MPI_Comm c) { MPI_Barrier(c); } int main(void) { f(MPI_COMM_SELF); }",
        "c",
        "unsupported: MPI_COMM_SELF",
    );
    wrong(
        "int f(int n) { return f(n); } int main(void) { return f(1); }",
        "f(n)",
        "unsupported: the recursion of `f`",
    );
}

/// A generator that is the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

#[test]
fn no_text_breaks_the_reader() {
    const PARTS: &[&str] = &[
        "int ",
        "main",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        ",",
        "=",
        "+",
        "-",
        "*",
        "/",
        "%",
        "&",
        "&&",
        "||",
        "!",
        "?",
        ":",
        "<",
        "x",
        "a",
        "f",
        "0",
        "1",
        "3.5",
        "'",
        "\"",
        "\\",
        "\n",
        "#",
        "define ",
        "if ",
        "else ",
        "while ",
        "for ",
        "do ",
        "switch",
        "case ",
        "default:",
        "break;",
        "return ",
        "#pragma TASS ",
        "collective ",
        "invariant ",
        "I ",
        "PROC[",
        "]@main.",
        "forall {",
        "double ",
        "unsigned ",
        "void ",
        "MPI_Send",
        "MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, ",
        "MPI_Status s;",
        "static ",
        "const ",
        "++",
        "--",
        "+=",
        "<<",
        "x = 1;",
        "int x;",
        "int a[3];",
        "int main(void) {",
        "/*",
        "*/",
        "//",
        "é",
        "\u{0}",
        "#define f(x) x",
        "f(",
        "#ifdef ",
        "#endif\n",
    ];
    let mut random = Random(7);
    for _ in 0..20_000 {
        let mut text = String::new();
        if random.below(2) == 0 {
            text.push_str("int main(void) { int x; int a[3]; ");
        }
        for _ in 0..random.below(30) {
            text.push_str(PARTS[random.below(PARTS.len())]);
        }
        if random.below(2) == 0 {
            text.push('}');
        }
        let input = Input {
            name: "test",
            text: &text,
        };
        let mut problems: Vec<_> = read(input, Options::default()).err().into_iter().collect();
        match read_part(input, Surroundings::NONE, Options::default()) {
            Ok(part) => problems.extend(part.unread),
            Err(problem) => problems.push(problem),
        }
        for problem in problems {
            assert!(
                text.get(problem.span.clone()).is_some(),
                "{text:?}: {problem:?}"
            );
        }
    }
    let deep = format!("int main(void) {{ int x = {}1; }}", "(".repeat(100_000));
    assert!(
        read(
            Input {
                name: "deep",
                text: &deep
            },
            Options::default()
        )
        .is_err()
    );
    let long = format!("int main(void) {{ int x = 1{}; }}", " + 1".repeat(100_000));
    assert!(
        read(
            Input {
                name: "long",
                text: &long
            },
            Options::default()
        )
        .is_err()
    );
}
