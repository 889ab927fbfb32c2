//! Claims are decided by workers, which cost no more than their own claim whatever happens.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

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

/// A worker, and what is said to it and by it.
struct Conversation {
    worker: Child,
    input: ChildStdin,
    said: Lines<BufReader<ChildStdout>>,
    number: u64,
}

impl Conversation {
    fn start(folder: &std::path::Path) -> Self {
        let mut worker = Command::new(env!("CARGO_BIN_EXE_tandem"))
            .arg("worker")
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the worker starts");
        let input = worker.stdin.take().expect("it has an input");
        let output = worker.stdout.take().expect("it has an output");
        let mut conversation = Conversation {
            worker,
            input,
            said: BufReader::new(output).lines(),
            number: 0,
        };
        let hello = conversation.next();
        assert_eq!(hello["hello"]["protocol"], 1, "{hello}");
        conversation
    }

    fn next(&mut self) -> Value {
        let line = self.said.next().expect("there is a line");
        serde_json::from_str(&line.expect("it is text")).expect("it is JSON")
    }

    fn ask(&mut self, job: &Value) -> Value {
        self.number += 1;
        let line = json!({"id": self.number, "job": job});
        writeln!(self.input, "{line}").expect("the worker reads");
        loop {
            let line = self.next();
            if line.get("answer").is_some() {
                assert_eq!(line["answer"]["id"], self.number, "{line}");
                return line["answer"]["answer"].clone();
            }
        }
    }

    fn end(mut self) {
        drop(self.input);
        let status = self.worker.wait().expect("the worker ends");
        assert!(status.success(), "{status}");
    }
}

#[test]
fn workers_read_search_and_check() {
    let folder = cases("check.in");
    let subject = json!({"files": ["vote.tdm"]});
    let mut searcher = Conversation::start(&folder);
    let mut checker = Conversation::start(&folder);
    let listing = checker.ask(&json!({"read": subject}));
    assert_eq!(listing["read"]["claims"][0]["name"], "itself");
    let wanted = json!({"claim": 0, "name": "itself", "inputs": listing["read"]["inputs"]});
    let search = json!({"search": {"subject": subject, "wanted": wanted, "folder": ""}});
    let found = searcher.ask(&search)["found"].clone();
    assert_eq!(found["engine"], "explicit");
    let check = |wanted: &Value, found: &Value| {
        let job = json!({
            "subject": subject, "wanted": wanted, "found": found, "folder": "", "keep": {},
        });
        json!({"check": job})
    };
    let decided = checker.ask(&check(&wanted, &found));
    assert_eq!(decided["decided"]["claim"]["verdict"], "proved");
    // What is found of one claim shows nothing of another.
    let other = json!({"claim": 1, "name": "forgets"});
    let decided = checker.ask(&check(&other, &found));
    assert_eq!(decided["decided"]["claim"]["verdict"], Value::Null);
    let refused = |answer: &Value| answer["refused"].as_str().map(str::to_owned);
    for wrong in [
        json!({"claim": 0, "name": "another"}),
        json!({"claim": 0, "name": "itself", "inputs": "00"}),
    ] {
        let answer = checker.ask(&check(&wrong, &found));
        assert!(refused(&answer).is_some_and(|why| why.contains("was changed")));
    }
    let answer = checker.ask(&json!({"what": "ever"}));
    assert!(refused(&answer).is_some_and(|why| why.contains("no job")));
    searcher.end();
    checker.end();
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
    let wanted = json!({"claim": 0, "name": "endless"});
    let subject = json!({"files": ["endless.c"]});
    let job = json!({"search": {"subject": subject, "wanted": wanted, "folder": ""}});
    writeln!(input, "{}", json!({"id": 1, "job": job})).expect("the worker reads");
    drop(input);
    // The job has no limit: the worker ends because nobody listens any more.
    worker.wait().expect("the worker ends");
}
