//! Inputs, evidence and folders of people who mean harm: they can make nobody believe anything, and take
//! nothing that is not theirs.

mod common;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{cases, tandem};
use serde_json::Value;

/// A folder with a program of two claims.
fn place() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(
        cases("check.in").join("vote.tdm"),
        folder.path().join("vote.tdm"),
    )
    .expect("a copy");
    folder
}

fn with_store(folder: &Path, arguments: &[&str]) -> (Option<i32>, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .args(arguments)
        .current_dir(folder)
        .env("TANDEM_CACHE", "store")
        .output()
        .expect("the command ends");
    let report = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (output.status.code(), report)
}

/// Whoever names a file or a letter can forge no line of a report and no colour.
#[test]
fn names_stay_in_their_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let forged = "a\nall  proved    everything is right\u{f001b}\u{f005b}\u{f0038}\u{f006d}";
    let text = "program p { loop { skip; } }\nclaim c: a = p simulated by b = p;\n";
    fs::write(folder.path().join(format!("{forged}.tdm")), text).expect("a file");
    fs::write(folder.path().join("b.tdm"), text).expect("a file");
    for arguments in [
        &["check", ".", "--stories", "always"][..],
        &["check", ".", "--color", "always"],
    ] {
        let outcome = tandem(folder.path(), arguments.iter().copied());
        let all = outcome.out + &outcome.err;
        assert!(!all.contains("\nall  proved"), "{all}");
        assert!(!all.contains("\u{1b}[8m"), "{all:?}");
        assert!(all.contains("a\\u{a}all  proved"), "{all}");
    }
}

/// What a folder of verdicts says beside evidence is not shown, and a hit is a hit all the same.
#[test]
fn nothing_but_evidence_is_taken_from_the_store() {
    let folder = place();
    with_store(folder.path(), &["check", "vote.tdm"]);
    let mut kept = 0;
    for entry in fs::read_dir(folder.path().join("store")).expect("a store") {
        for file in fs::read_dir(entry.expect("an entry").path()).expect("a folder") {
            let path = file.expect("an entry").path();
            let text = fs::read_to_string(&path).expect("a file");
            let (header, evidence) = text.split_once('\n').expect("a header");
            let mut header: Value = serde_json::from_str(header).expect("JSON");
            let place = serde_json::json!({"line": 4_000_000_000_u64, "column": 1, "end_line": 1,
                "end_column": 1, "start": 0, "end": 5});
            header["engine"] = "forged".into();
            header["warnings"] =
                serde_json::json!([{"kind": "out_of_range", "text": "forged", "place": place}]);
            fs::write(&path, format!("{header}\n{evidence}")).expect("a file");
            kept += 1;
        }
    }
    assert_eq!(kept, 2);
    let (code, report) = with_store(folder.path(), &["check", "vote.tdm", "--format", "json"]);
    assert_eq!(code, Some(0));
    assert!(!report.to_string().contains("forged"), "{report}");
}

/// A folder that somebody names by mistake keeps everything that is in it.
#[test]
fn files_of_others_stay_in_a_folder_of_verdicts() {
    let folder = place();
    let store = folder.path().join("store");
    let others = ["en/.tmpl.html", "ab/notes.kept", "de/index.html"];
    for other in others {
        let path = store.join(other);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, "mine").expect("a file");
        let old = std::time::SystemTime::now() - std::time::Duration::from_secs(100_000);
        let file = fs::File::options().write(true).open(&path).expect("a file");
        file.set_modified(old).expect("a time");
    }
    fs::create_dir_all(store.join("fe")).expect("a folder");
    for arguments in [
        &["check", "vote.tdm"][..],
        &["cache", "prune", "--to", "0"],
        &["cache", "clear"],
    ] {
        with_store(folder.path(), arguments);
        for other in others {
            assert!(store.join(other).exists(), "{arguments:?}: {other}");
        }
        assert!(store.join("fe").exists(), "{arguments:?}");
    }
}

/// Evidence that cannot be written costs the exit code, and nothing that is known.
#[cfg(unix)]
#[test]
fn a_place_that_cannot_be_written_costs_no_claim() {
    let folder = place();
    let evidence = folder.path().join("evidence");
    fs::create_dir(&evidence).expect("a folder");
    let (_, report) = with_store(
        folder.path(),
        &[
            "check",
            "vote.tdm",
            "--evidence",
            "evidence",
            "--format",
            "json",
        ],
    );
    let first = report["claims"][0]["evidence_file"]
        .as_str()
        .expect("a file")
        .to_owned();
    let taken = folder.path().join(&first);
    fs::remove_file(&taken).expect("removed");
    std::os::unix::fs::symlink("somewhere", &taken).expect("a link");
    let (code, report) = with_store(
        folder.path(),
        &[
            "check",
            "vote.tdm",
            "--evidence",
            "evidence",
            "--format",
            "json",
        ],
    );
    assert_eq!(code, Some(4));
    assert_eq!(report["summary"]["claims"], 2, "{report}");
    assert_eq!(report["summary"]["as_expected"], 2, "{report}");
    assert_eq!(report["claims"][0].get("evidence_file"), None);
}

/// A worker ends in peace where nobody asks, and says what is no request.
#[test]
fn a_worker_says_what_it_cannot_read() {
    for (input, code) in [("", 0), ("rubbish\n", 3), ("{}\n", 3)] {
        let mut worker = Command::new(env!("CARGO_BIN_EXE_tandem"))
            .arg("worker")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a worker");
        let mut asks = worker.stdin.take().expect("its input");
        asks.write_all(input.as_bytes()).expect("it reads");
        // What is no request ends a worker while somebody could still ask.
        let kept = (code != 0).then_some(asks);
        let output = worker.wait_with_output().expect("it ends");
        drop(kept);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert_eq!(said.contains("is no request"), code == 3, "{said}");
    }
}

/// Reports and evidence are UTF-8, so that a file with another name is refused in a sentence.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf_8_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let folder = place();
    let name = std::ffi::OsStr::from_bytes(b"caf\xe9.tdm");
    fs::copy(folder.path().join("vote.tdm"), folder.path().join(name)).expect("a copy");
    let outcome = tandem(folder.path(), ["check", ".", "--no-cache"]);
    assert_eq!(outcome.code, Some(3), "{}", outcome.err);
    assert!(outcome.err.contains("is not UTF-8"), "{}", outcome.err);
    assert!(outcome.out.contains("2 claims"), "{}", outcome.out);
}
