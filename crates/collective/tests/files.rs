//! Claims about systems in files: each has the verdict that it expects, and its evidence is
//! accepted. `COLLECTIVE_FILES=folder` takes the files of another folder, and writes down for each
//! claim how many steps, questions and seconds it took.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use budget::Budget;
use evidence::{Verdict, VerdictKind};
use question::{Expectation, Question};

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "tdm"));
    paths.sort();
    paths
}

/// Checks all claims about systems in a text; returns what went wrong.
fn check(name: &str, text: &str) -> Vec<String> {
    let analysis = language::analyze(text);
    if analysis.has_errors() {
        return vec![format!("{name}: {:?}", analysis.diagnostics)];
    }
    let mut wrong = Vec::new();
    for claim in &analysis.module.claims {
        let Ok(Question::Safe(question)) = analysis.module.question(claim) else {
            continue;
        };
        let budget = Budget::unlimited().within(Duration::from_secs(60));
        let start = Instant::now();
        let decision = collective::decide(&question, &budget);
        if std::env::var_os("COLLECTIVE_FILES").is_some() {
            let (steps, questions) = (decision.transitions, decision.questions);
            let time = start.elapsed().as_secs_f32();
            let figures = format!("{name}: {steps} steps, {questions} questions, {time:.2} s");
            let _ = writeln!(std::io::stderr(), "{figures}");
        }
        let (kind, said) = match &decision.verdict {
            Verdict::Proved(evidence) | Verdict::Refuted(evidence) => {
                match checker::check_safe(&question, evidence, &budget) {
                    Ok(_) => (evidence.supports(), evidence.describe()),
                    Err(rejected) => {
                        wrong.push(format!("{name}, {}: rejected: {rejected}", claim.name));
                        continue;
                    }
                }
            }
            Verdict::Unknown(reason) => (VerdictKind::Unknown, reason.to_string()),
        };
        let expected = match claim.expect {
            None | Some(Expectation::Proved) => VerdictKind::Proved,
            Some(Expectation::Refuted) => VerdictKind::Refuted,
            Some(Expectation::Unknown | Expectation::Answer) => VerdictKind::Unknown,
        };
        if kind != expected {
            wrong.push(format!("{name}, {}: {}: {said}", claim.name, kind.as_str()));
        }
    }
    wrong
}

#[test]
fn claims_in_files_have_their_verdicts() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join("benchmarks/collective"), root.join("examples")];
    if let Ok(folder) = std::env::var("COLLECTIVE_FILES") {
        folders = vec![folder.into()];
    }
    let mut wrong = Vec::new();
    for path in folders.iter().flat_map(|folder| files(folder)) {
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let name = path.file_stem().map(|s| s.to_string_lossy().into_owned());
        if text.contains("system ") {
            wrong.extend(check(&name.unwrap_or_default(), &text));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
