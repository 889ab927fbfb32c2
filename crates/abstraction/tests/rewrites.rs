//! Right and wrong rewrites of LLVM IR, each with its answer: `corpus/llvm/*.rewrites`.
//!
//! A case is a heading `# name: right` or `# name: wrong`, what both modules share before a line
//! `--`, and the two modules with a line `=>` between them. A right one must be proved and a wrong
//! one refuted; where less is known today, the heading says so (`right, unknown`), and then anything
//! but the wrong verdict will do. Lines before the first heading are for people.

mod judged;

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use judged::verdict;

/// A rewrite and what is to be said of it.
struct Case {
    name: String,
    is_right: bool,
    expected: String,
    modules: [String; 2],
}

fn cases(text: &str) -> Vec<Case> {
    let (_, body) = text.split_once("\n# ").expect("a file has a heading");
    body.split("\n# ").map(case).collect()
}

fn case(text: &str) -> Case {
    let (heading, body) = text.split_once('\n').expect("a heading has a body");
    let (name, answer) = heading.split_once(": ").expect("a heading has an answer");
    let (truth, expected) = answer.split_once(", ").unwrap_or((answer, ""));
    let is_right = match truth {
        "right" => true,
        "wrong" => false,
        _ => panic!("{name} is neither right nor wrong"),
    };
    let expected = match (expected, is_right) {
        ("", true) => "proved",
        ("", false) => "refuted",
        (expected, _) => expected,
    };
    let (shared, both) = body.split_once("\n--\n").unwrap_or(("", body));
    let (before, after) = both.split_once("\n=>\n").expect("a case has two modules");
    Case {
        name: name.to_owned(),
        is_right,
        expected: expected.to_owned(),
        modules: [before, after].map(|module| format!("{shared}\n{module}\n")),
    }
}

/// Judges all cases of a file; `ONLY` restricts them to those whose names contain it.
fn check(file: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/llvm");
    let text = std::fs::read_to_string(folder.join(file)).expect("the corpus is there");
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut complaints = String::new();
    for case in cases(&text) {
        if !case.name.contains(&only) {
            continue;
        }
        // An answer that nobody expects is not waited for.
        let seconds = match case.expected.as_str() {
            "proved" | "refuted" => 60,
            _ => 1,
        };
        let limit = Duration::from_secs(seconds);
        let (found, why) = verdict(&case.name, &case.modules, limit);
        let is_wrong = matches!(
            (found, case.is_right),
            ("proved", false) | ("refuted", true) | ("rejected", _)
        );
        let is_open = matches!(case.expected.as_str(), "unknown" | "unsupported");
        if is_wrong || !is_open && found != case.expected {
            let mark = if is_wrong { "WRONG: " } else { "" };
            let (name, expected) = (&case.name, &case.expected);
            let _ = writeln!(complaints, "{mark}{name}: {found} for {expected}  {why}");
        }
    }
    assert!(complaints.is_empty(), "\n{complaints}");
}

#[test]
fn arithmetic() {
    check("arithmetic.rewrites");
}

#[test]
fn undefined_behaviour() {
    check("undefined.rewrites");
}

#[test]
fn locals() {
    check("locals.rewrites");
}

#[test]
fn chosen_pointers() {
    check("chosen.rewrites");
}

#[test]
fn aliasing() {
    check("aliasing.rewrites");
}

#[test]
fn memory() {
    check("memory.rewrites");
}

#[test]
fn pointers() {
    check("pointers.rewrites");
}

#[test]
fn control_and_calls() {
    check("flow.rewrites");
}

#[test]
fn what_others_come_back_to() {
    check("kept.rewrites");
}

#[test]
fn addresses() {
    check("addresses.rewrites");
}

#[test]
fn promises() {
    check("promises.rewrites");
}

#[test]
fn promises_of_calls() {
    check("calls.rewrites");
}

#[test]
fn pointers_from_elsewhere() {
    check("elsewhere.rewrites");
}

#[test]
fn vectors() {
    check("vectors.rewrites");
}

#[test]
fn what_is_easily_overlooked() {
    check("overlooked.rewrites");
}
