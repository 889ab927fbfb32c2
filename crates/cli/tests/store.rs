//! What was decided before is checked again instead of searched, and whatever is wrong with what is kept
//! costs a search and nothing else.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::cases;
use serde_json::Value;

/// A folder with a program, and a store.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let program = cases("check.in").join("vote.tdm");
        fs::copy(program, folder.path().join("vote.tdm")).expect("a copy");
        Place { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tandem"));
        command
            .args(arguments)
            .current_dir(self.path())
            .env("TANDEM_CACHE", "store");
        command
    }

    /// The verdicts, and how many of them came from the store.
    fn check(&self, arguments: &[&str]) -> (Vec<String>, u64) {
        let all = [&["check", "vote.tdm", "--format", "json"], arguments].concat();
        let output = self.command(&all).output().expect("the command ends");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let claims = report["claims"].as_array().expect("claims");
        let verdicts = claims.iter().map(|it| it["verdict"].to_string()).collect();
        (
            verdicts,
            report["summary"]["from_store"].as_u64().expect("a number"),
        )
    }

    /// The files of the store.
    fn kept(&self) -> Vec<PathBuf> {
        let inside = |path: PathBuf| {
            let entries = fs::read_dir(path).into_iter().flatten();
            entries.map(|entry| entry.expect("an entry").path())
        };
        let mut files: Vec<PathBuf> = inside(self.path().join("store")).flat_map(inside).collect();
        files.sort();
        files
    }
}

#[test]
fn nothing_is_searched_for_twice() {
    let place = Place::new();
    let (verdicts, from_store) = place.check(&[]);
    assert_eq!((from_store, place.kept().len()), (0, 2));
    assert_eq!(place.check(&[]), (verdicts.clone(), 2));
    assert_eq!(place.check(&["--in-process"]), (verdicts.clone(), 2));
    // Evidence that was kept is written where it is asked for, and is as good.
    assert_eq!(place.check(&["--evidence", "out"]), (verdicts.clone(), 2));
    let verified = place.command(&["verify", "out"]).output().expect("it ends");
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
    assert_eq!(place.check(&["--no-cache"]), (verdicts.clone(), 0));
    assert_eq!(place.check(&["--cache", ""]), (verdicts.clone(), 0));
    // Who wants to see a certain search gets it.
    assert_eq!(place.check(&["--single-steps"]), (verdicts, 0));
}

#[test]
fn what_counts_is_what_is_asked() {
    let place = Place::new();
    let (verdicts, _) = place.check(&[]);
    let program = place.path().join("vote.tdm");
    let text = fs::read_to_string(&program).expect("a file");
    // Other lines and names of claims are the same questions.
    let moved = format!("// A line.\n\n{text}").replace("claim itself", "claim reflexive");
    fs::write(&program, moved).expect("a file");
    assert_eq!(place.check(&[]), (verdicts.clone(), 2));
    // Another program is another question; the claim about the others is not.
    let other = text.replacen("send yes", "skip; send yes", 1);
    let other = match other == text {
        true => text.replacen(
            "program forgetful {",
            "program forgetful {\n    var more: 0..=1;",
            1,
        ),
        false => other,
    };
    assert_ne!(other, text);
    fs::write(&program, other).expect("a file");
    let (_, from_store) = place.check(&[]);
    assert!(from_store < 2, "{from_store}");
}

#[test]
fn whatever_is_wrong_with_what_is_kept_is_a_miss() {
    let place = Place::new();
    let (verdicts, _) = place.check(&[]);
    let kept = place.kept();
    let right: Vec<Vec<u8>> = kept
        .iter()
        .map(|path| fs::read(path).expect("a file"))
        .collect();
    let swapped = [right[1].clone(), right[0].clone()];
    let torn = [right[0][..right[0].len() / 2].to_vec(), Vec::new()];
    let foreign = [b"{}\n{}".to_vec(), vec![0xff; 3000]];
    let mut changed = right.clone();
    // The last digit of the evidence, which its hash covers.
    for bytes in &mut changed {
        let digit = bytes.iter().rposition(u8::is_ascii_digit).expect("a digit");
        bytes[digit] ^= 1;
    }
    let changed = [changed[0].clone(), changed[1].clone()];
    for wrong in [swapped, torn, foreign, changed] {
        for (path, bytes) in kept.iter().zip(&wrong) {
            fs::write(path, bytes).expect("a file");
        }
        assert_eq!(place.check(&[]), (verdicts.clone(), 0));
        // It was replaced by what is right.
        assert_eq!(place.check(&[]), (verdicts.clone(), 2));
    }
    // A file where the folder should be.
    fs::remove_dir_all(place.path().join("store")).expect("removed");
    fs::write(place.path().join("store"), "").expect("a file");
    assert_eq!(place.check(&[]), (verdicts, 0));
}

#[test]
fn runs_at_the_same_time_share_a_store() {
    let place = Place::new();
    let (verdicts, _) = place.check(&["--no-cache"]);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for _ in 0..3 {
                    assert_eq!(place.check(&[]).0, verdicts);
                }
            });
        }
    });
    assert_eq!(place.check(&[]), (verdicts, 2));
}

#[test]
fn the_store_is_shown_pruned_and_cleared() {
    let place = Place::new();
    let cache = |arguments: &[&str]| {
        let output = place.command(arguments).output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).expect("a text")
    };
    assert!(cache(&["cache", "show"]).starts_with("store: 0 verdicts, 0 bytes"));
    place.check(&[]);
    assert!(cache(&["cache", "show"]).starts_with("store: 2 verdicts, "));
    assert!(cache(&["cache", "prune"]).starts_with("0 verdicts, 0 bytes removed, 2 verdicts"));
    assert!(cache(&["cache", "prune", "--to", "0"]).contains("0 verdicts, 0 bytes left"));
    place.check(&[]);
    assert!(cache(&["cache", "clear"]).starts_with("2 verdicts"));
    assert_eq!(place.kept().len(), 0);
}
