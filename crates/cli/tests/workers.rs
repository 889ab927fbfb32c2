//! Claims are decided by workers, which cost no more than their own claim whatever happens.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use common::{cases, tandem};
use serde_json::{Value, json};

/// A program whose numbers become too large for anybody to look up.
const ENDLESS: &str = "#include <assert.h>\nint main(void) { double x = 3;\n";

fn report(folder: &std::path::Path, arguments: &[&str]) -> (Option<i32>, Value) {
    let outcome = tandem(folder, arguments);
    let report = serde_json::from_str(&outcome.out).expect("the report is JSON");
    (outcome.code, report)
}

#[test]
fn a_claim_that_overruns_its_time_costs_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let squares = "x = x * x;\n".repeat(60);
    let text = format!("{ENDLESS}{squares} assert(x > 0); return 0; }}");
    fs::write(folder.path().join("endless.c"), text).expect("a file");
    let quick = "#include <assert.h>\nint main(void) { int x = 3; assert(x == 3); return 0; }";
    fs::write(folder.path().join("quick.c"), quick).expect("a file");
    let arguments = [
        "check",
        "endless.c",
        "quick.c",
        "--timeout",
        "1",
        "--format",
        "json",
    ];
    let (code, report) = report(folder.path(), &arguments);
    assert_eq!(code, Some(2), "{report}");
    assert_eq!(report["claims"][0]["verdict"], "unknown");
    assert_eq!(report["claims"][0]["reason"]["kind"], "timeout");
    assert_eq!(report["claims"][1]["verdict"], "proved");
}

#[test]
fn workers_and_this_process_say_the_same() {
    let folder = cases("check.in");
    for file in [
        "vote.tdm",
        "abstraction.tdm",
        "warned.tdm",
        "unexpected.tdm",
    ] {
        let arguments = ["check", file, "--format", "json", "--no-times"];
        let by_workers = tandem(&folder, arguments);
        let here = tandem(&folder, arguments.into_iter().chain(["--in-process"]));
        assert_eq!(by_workers, here);
    }
}

/// Says lines to a worker, and hears its answers to as many jobs.
fn converse(folder: &std::path::Path, lines: &[String]) -> Vec<Value> {
    let mut worker = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .arg("worker")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the worker starts");
    let mut input = worker.stdin.take().expect("it has an input");
    let output = worker.stdout.take().expect("it has an output");
    let mut said = BufReader::new(output).lines();
    let mut next = || -> Value {
        let line = said.next().expect("there is a line").expect("it is text");
        serde_json::from_str(&line).expect("it is JSON")
    };
    let hello = next();
    assert_eq!(hello["hello"]["protocol"], 1, "{hello}");
    let mut answers = Vec::new();
    for line in lines {
        writeln!(input, "{line}").expect("the worker reads");
        let answer = loop {
            let line = next();
            if line.get("answer").is_some() {
                break line["answer"]["answer"].clone();
            }
        };
        answers.push(answer);
    }
    drop(input);
    let status = worker.wait().expect("the worker ends");
    assert!(!status.success(), "it was not asked to stop");
    answers
}

#[test]
fn a_worker_reads_and_decides() {
    let job = |id: u64, what: Value| {
        let job = json!({"arguments": ["check", "vote.tdm"], "file": "vote.tdm", "what": what});
        json!({"id": id, "job": job}).to_string()
    };
    let decide = |claim: usize, name: &str| json!({"decide": {"claim": claim, "name": name}});
    let answers = converse(
        &cases("check.in"),
        &[
            job(1, json!("read")),
            job(2, decide(0, "itself")),
            job(3, decide(0, "another")),
            json!({"id": 4, "job": {"what": "ever"}}).to_string(),
        ],
    );
    assert_eq!(answers[0]["read"]["claims"][0]["name"], "itself");
    assert_eq!(answers[1]["decided"]["claim"]["verdict"], "proved");
    let refused = |answer: &Value| answer["refused"].as_str().map(str::to_owned);
    assert!(refused(&answers[2]).is_some_and(|why| why.contains("was changed")));
    assert!(refused(&answers[3]).is_some_and(|why| why.contains("no job")));
}

#[test]
fn a_worker_ends_with_its_input_whatever_it_is_doing() {
    let folder = tempfile::tempdir().expect("a folder");
    let squares = "x = x * x;\n".repeat(60);
    let text = format!("{ENDLESS}{squares} assert(x > 0); return 0; }}");
    fs::write(folder.path().join("endless.c"), text).expect("a file");
    let mut worker = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .arg("worker")
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the worker starts");
    let mut input = worker.stdin.take().expect("it has an input");
    let what = json!({"decide": {"claim": 0, "name": "endless"}});
    let job = json!({"arguments": ["check", "endless.c"], "file": "endless.c", "what": what});
    writeln!(input, "{}", json!({"id": 1, "job": job})).expect("the worker reads");
    drop(input);
    // The job has no limit: the worker ends because nobody listens any more.
    worker.wait().expect("the worker ends");
}
