//! The report for programs is what its schema says.

mod common;

use common::{cases, root, tandem};

fn report(folder: &str, args: &[&str]) -> (report::Report, Option<i32>) {
    let mut all = vec!["check", "--format", "json"];
    all.extend(args);
    let outcome = tandem(&cases(folder), all);
    let value: serde_json::Value = serde_json::from_str(&outcome.out).expect("JSON");
    let report: report::Report = serde_json::from_value(value.clone()).expect("a report");
    let again = serde_json::to_value(&report).expect("JSON again");
    assert_eq!(again, value, "nothing is lost on the way");
    (report, outcome.code)
}

#[test]
fn reports_have_the_types_that_the_schema_describes() {
    let all = ["vote.tdm", "unexpected.tdm", "open.tdm", "warned.tdm"];
    let (full, code) = report("check.in", &all);
    assert_eq!(code, Some(1));
    assert_eq!(full.exit_code, 1);
    assert_eq!(full.files, all);
    assert_eq!(full.claims.len(), full.summary.claims);
    assert!(full.claims.iter().all(|claim| claim.time.is_some()));
    assert!(full.claims.iter().any(|claim| claim.story.is_some()));
    assert!(full.claims.iter().any(|claim| claim.reason.is_some()));
    assert!(full.claims.iter().any(|claim| !claim.warnings.is_empty()));
}

#[test]
fn bad_input_is_reported_as_json_too() {
    let (bad, code) = report("input.in", &["names.tdm", "missing.tdm", "good.tdm"]);
    assert_eq!((code, bad.exit_code), (Some(3), 3));
    // What is wrong with one file keeps nobody from checking the others.
    assert!(bad.claims.iter().all(|claim| claim.file == "good.tdm"));
    assert_eq!(bad.claims.len(), 1);
    assert!(
        bad.diagnostics
            .iter()
            .any(|d| d.place.is_some() && d.file.is_some())
    );
    assert!(bad.diagnostics.iter().any(|d| d.place.is_none()));
}

fn check_schema(name: &str) {
    let now = tandem(&root(), ["schema", name]).out;
    let file = format!("docs/{name}.schema.json");
    let stored = std::fs::read_to_string(root().join(&file)).expect("the schema is stored");
    assert!(
        stored == now,
        "out of date: `tandem schema {name} > {file}`"
    );
}

#[test]
fn an_open_claim_says_who_was_asked_and_what_was_tried() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "program p { var x: int = 0; loop { atomic { x = x + 1; } } }\n\
                claim grows: p satisfies always(p.x >= 0);\n";
    std::fs::write(folder.path().join("grows.tdm"), text).expect("a file");
    let outcome = tandem(folder.path(), ["check", "--format", "json", "grows.tdm"]);
    let report: report::Report = serde_json::from_str(&outcome.out).expect("a report");
    let claim = &report.claims[0];
    assert_eq!(claim.verdict, Some(evidence::VerdictKind::Unknown));
    let reason = claim.reason.as_ref().expect("there is a reason");
    assert_eq!(reason.kind, report::ReasonKind::Unsupported);
    assert!(reason.text.contains("`p.x` takes more than"));
    // The place is the assignment by which it grows.
    assert_eq!(
        reason.place.map(|place| (place.line, place.column)),
        Some((1, 45))
    );
    let tried = "with 0..=3 in the place of every `int` it is proved";
    assert!(reason.hints[0].starts_with(tried), "{:?}", reason.hints);
    assert_eq!(claim.tried[0].engine, "fairness");
    assert!(claim.tried[0].seconds.is_some());
}

#[test]
fn what_happens_is_told_line_by_line() {
    let args = ["check", "--format", "ndjson", "names.tdm", "good.tdm"];
    let outcome = tandem(&cases("input.in"), args);
    assert_eq!(outcome.code, Some(3));
    let lines = outcome.out.lines();
    let events: Vec<report::Happening> = lines
        .map(|line| serde_json::from_str(line).expect("a line is an event"))
        .collect();
    use report::Happening::{Decided, Diagnosed, Ended, Started, Worked};
    assert!(matches!(events.first(), Some(Started { claims: 1, .. })));
    assert!(matches!(events.last(), Some(Ended { exit_code: 3, .. })));
    assert!(events.iter().any(|it| matches!(it, Diagnosed { .. })));
    assert!(
        events
            .iter()
            .any(|it| matches!(it, Worked { file, .. } if file == "good.tdm"))
    );
    let decided = events.iter().filter(|it| matches!(it, Decided { .. }));
    assert_eq!(decided.count(), 1);
}

#[test]
fn a_page_needs_no_other_file() {
    let args = ["check", "--format", "html", "vote.tdm", "unexpected.tdm"];
    let outcome = tandem(&cases("check.in"), args);
    assert!(outcome.out.starts_with("<!DOCTYPE html>"));
    assert!(outcome.out.contains("forgetful wins in 4 moves"));
    // The source is on the page.
    assert!(outcome.out.contains("A coordinator that asks two nodes"));
    assert!(!outcome.out.contains("://"));
}

#[test]
fn the_stored_schemas_are_up_to_date() {
    check_schema("report");
    check_schema("events");
    check_schema("evidence");
    check_schema("worker");
}
