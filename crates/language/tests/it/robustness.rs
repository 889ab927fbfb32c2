//! Texts that nobody writes and somebody will feed.

use language::{analyze, format};

/// Texts that are long or deep in one way each, at about the given size.
fn monsters(size: usize) -> Vec<(&'static str, String)> {
    let repeat = |text: &str| text.repeat(size / text.len());
    let inside = |text: &str| format!("program p {{ var x: int; var b: bool; {text} }}");
    vec![
        ("parentheses", inside(&format!("x = {}1", repeat("(")))),
        (
            "closed parentheses",
            inside(&format!(
                "x = {}1{};",
                "(".repeat(size / 2),
                ")".repeat(size / 2)
            )),
        ),
        ("braces", format!("program p {}", repeat("{"))),
        ("closing braces", repeat("}")),
        ("minuses", inside(&format!("x = {}1;", repeat("-")))),
        ("indices", inside(&format!("x = {}1;", repeat("a[")))),
        ("more indices", inside(&format!("x = a{};", repeat("[1]")))),
        ("targets", inside(&format!("x{} = 1;", repeat("[1]")))),
        ("sum", inside(&format!("x = {}1;", repeat("x + ")))),
        ("literals", inside(&format!("x = {}1;", repeat("1 - ")))),
        (
            "quotients",
            inside(&format!("x = {}1;", repeat("x / 2 / "))),
        ),
        (
            "conjunction",
            inside(&format!("b = {}true;", repeat("b && "))),
        ),
        (
            "implications",
            inside(&format!("b = {}true;", repeat("b ==> "))),
        ),
        ("comparisons", inside(&format!("b = {}1;", repeat("1 < ")))),
        (
            "conditionals",
            inside(&format!("x = {}1;", repeat("b ? 1 : "))),
        ),
        (
            "quantifiers",
            inside(&format!("b = {}b;", repeat("forall i: int :: "))),
        ),
        (
            "else if",
            inside(&format!("if (b) {{}} {}", repeat("else if (b) {} "))),
        ),
        ("statements", inside(&repeat("x = x + 1; "))),
        ("errors", inside(&repeat("x = ; "))),
        ("unknown names", inside(&repeat("y = z; "))),
        ("unknown items", repeat("foo bar ")),
        ("programs", repeat("program p { } ")),
        ("claims", repeat("claim c: p safe; ")),
        ("broken claims", repeat("claim c: p safe ")),
        ("types", format!("const c: {}", repeat("array<"))),
        ("enumeration", format!("enum E {{ {} }}", repeat("a, "))),
        ("name", repeat("a")),
        ("number", inside(&format!("x = {};", repeat("7")))),
        ("garbage", repeat("\u{1}a")),
        ("more garbage", repeat("\u{1}\u{2}§")),
        ("comments", repeat("/*")),
        (
            "closed comments",
            format!("{}{}", "/*".repeat(size / 4), "*/".repeat(size / 4)),
        ),
        ("semicolons", inside(&repeat(";"))),
        (
            "choices",
            inside(&format!("choose {{ }} {}", repeat("or { } "))),
        ),
        (
            "parallel parts",
            inside(&format!("par {{ }} {}", repeat("|| { } "))),
        ),
        (
            "nested parallel parts",
            inside(&repeat("par { x = 1; ").replace("  ", " ")),
        ),
        ("atomic loops", inside(&repeat("atomic { while (b) { "))),
        ("line breaks", repeat("\r\n")),
        ("nothing", "\0".to_owned()),
    ]
}

#[test]
fn long_and_deep_texts_take_no_stack() {
    for (name, text) in monsters(200_000) {
        // A quadratic step anywhere takes minutes at this size, which nobody will overlook.
        let analysis = analyze(&text);
        assert!(analysis.diagnostics.len() <= 501, "{name}");
        let _ = format(&text);
    }
}

#[test]
fn nesting_has_a_limit_and_says_so_once() {
    for (name, text) in monsters(20_000) {
        let deep = [
            "parentheses",
            "closed parentheses",
            "braces",
            "minuses",
            "indices",
            "conditionals",
        ];
        if deep.contains(&name) {
            let diagnostics = analyze(&text).diagnostics;
            let messages: Vec<&str> = diagnostics.iter().map(|d| d.message.as_str()).collect();
            assert_eq!(
                messages,
                ["the text is nested more than 200 levels deep here"],
                "{name}"
            );
        }
    }
}

#[test]
fn nesting_below_the_limit_is_fine() {
    let text = format!(
        "program p {{ var x: int; x = {}x{}; }}",
        "(".repeat(150),
        ")".repeat(150)
    );
    assert!(!analyze(&text).has_errors());
    let text = format!(
        "program p {{ var x: int; {}x = 1;{} }}",
        "{".repeat(150),
        "}".repeat(150)
    );
    assert!(!analyze(&text).has_errors());
    let chain: Vec<String> = (0..5_000)
        .map(|i| format!("if (x == {i}) {{ x = 0; }}"))
        .collect();
    let text = format!("program p {{ var x: int; {} }}", chain.join(" else "));
    assert!(!analyze(&text).has_errors());
}
