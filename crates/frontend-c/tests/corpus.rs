//! Right and wrong programs, each with its answer: `corpus/c/*.programs`.
//!
//! A case is a heading `# name: right` or `# name: wrong at 3`, where the number is that of the
//! processes (2, if none is given), and the statements of `main` between `MPI_Init` and
//! `MPI_Finalize`, or a whole file. A right one must be proved and a wrong one refuted; where less is
//! known today, the heading says so (`wrong at 3, unsupported`), and then anything but the wrong
//! verdict will do. Lines before the first heading are for people.

use question::Question;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use budget::Budget;
use evidence::Verdict;
use frontend_c::{Input, Options, read};

struct Case<'t> {
    name: &'t str,
    is_right: bool,
    processes: usize,
    expected: &'t str,
    text: String,
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let (_, body) = text.split_once("\n# ").expect("a file has a heading");
    body.split("\n# ").map(case).collect()
}

fn case(text: &str) -> Case<'_> {
    let (heading, body) = text.split_once('\n').expect("a heading has a body");
    let (name, answer) = heading.split_once(": ").expect("a heading has an answer");
    let (truth, expected) = answer.split_once(", ").unwrap_or((answer, ""));
    let (truth, processes) = truth.split_once(" at ").unwrap_or((truth, "2"));
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
    let text = match body.contains("main(") {
        true => body.to_owned(),
        false => format!(
            "#include <mpi.h>\n#include <assert.h>\n#include <stdlib.h>\n\
             #define W MPI_COMM_WORLD\n#define IGNORE MPI_STATUS_IGNORE\n\
             #pragma TASS input\nint input;\n\
             int main(int argc, char **argv) {{ int rank, size, x = 0, y = 0, z = 0; MPI_Status s;\n\
             MPI_Init(&argc, &argv); MPI_Comm_rank(W, &rank); MPI_Comm_size(W, &size);\n\
             {body}\nMPI_Finalize(); return 0; }}"
        ),
    };
    Case {
        name,
        is_right,
        processes: processes.parse().expect("a number of processes"),
        expected,
        text,
    }
}

fn verdict(case: &Case<'_>, limit: Duration) -> (&'static str, String) {
    let options = Options {
        processes: Some(case.processes),
        ..Options::default()
    };
    let input = Input {
        name: case.name,
        text: &case.text,
    };
    let reading = match read(input, options) {
        Ok(reading) => reading,
        Err(problem) if problem.message.starts_with("unsupported") => {
            return ("unsupported", problem.message);
        }
        Err(problem) => return ("error", problem.message),
    };
    let question = reading
        .module
        .question(&reading.module.claims[0])
        .ok()
        .and_then(Question::safe)
        .expect("the claim is about a system");
    let decision = collective::decide(&question, &Budget::unlimited().within(limit));
    let (found, evidence) = match &decision.verdict {
        Verdict::Proved(evidence) => ("proved", evidence),
        Verdict::Refuted(evidence) => ("refuted", evidence),
        Verdict::Unknown(why) => return ("unknown", format!("{why:?}")),
    };
    match checker::check_safe(&question, evidence, &Budget::unlimited()) {
        Ok(_) => (found, String::new()),
        Err(why) => ("rejected", format!("{why:?}")),
    }
}

/// Judges all cases of a file; `ONLY` restricts them to those whose names contain it.
fn check(file: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c");
    let text = std::fs::read_to_string(folder.join(file)).expect("the corpus is there");
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut complaints = String::new();
    for case in cases(&text) {
        if !case.name.contains(&only) {
            continue;
        }
        // An answer that nobody expects is not waited for.
        let seconds = match case.expected {
            "proved" | "refuted" => 60,
            _ => 1,
        };
        let (found, why) = verdict(&case, Duration::from_secs(seconds));
        let is_wrong = matches!(
            (found, case.is_right),
            ("proved", false) | ("refuted", true) | ("rejected" | "error", _)
        );
        let is_open = matches!(case.expected, "unknown" | "unsupported");
        if is_wrong || !is_open && found != case.expected {
            let mark = if is_wrong { "WRONG: " } else { "" };
            let (name, expected) = (case.name, case.expected);
            let _ = writeln!(complaints, "{mark}{name}: {found} for {expected}  {why}");
        }
    }
    assert!(complaints.is_empty(), "\n{complaints}");
}

#[test]
fn orders_of_steps() {
    check("orders.programs");
}

#[test]
fn expressions() {
    check("expressions.programs");
}

#[test]
fn texts() {
    check("text.programs");
}

#[test]
fn operations_of_groups() {
    check("collectives.programs");
}

#[test]
fn memory_of_messages() {
    check("buffers.programs");
}

#[test]
fn managers_and_workers() {
    check("managers.programs");
}

#[test]
fn requests() {
    check("requests.programs");
}

#[test]
fn numbers_of_elements() {
    check("lengths.programs");
}
