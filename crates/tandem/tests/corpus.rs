//! Every claim of the examples, of the corpus and of the language's reference comes out as its author expects, in
//! every mode, with the same report.

use std::path::{Path, PathBuf};

use tandem::imports::{Opened, resolve};
use tandem::{Options, Report, check};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A text of the corpus.
struct Text {
    name: String,
    text: String,
    /// From where it imports files.
    folder: PathBuf,
}

/// The texts of the corpus.
fn corpus() -> Vec<Text> {
    let mut texts = Vec::new();
    let mut files: Vec<PathBuf> = ["examples", "corpus"]
        .into_iter()
        .flat_map(|folder| std::fs::read_dir(root().join(folder)).expect("the folder is there"))
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "tdm"))
        .collect();
    files.sort();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("an example can be read");
        texts.push(Text {
            name: path.display().to_string(),
            text,
            folder: path.parent().expect("a file is in a folder").to_owned(),
        });
    }
    let reference =
        std::fs::read_to_string(root().join("docs/language.md")).expect("the reference is there");
    for (number, part) in reference.split("\n```tandem\n").skip(1).enumerate() {
        let block = part
            .split("\n```")
            .next()
            .expect("a split has a first part");
        texts.push(Text {
            name: format!("docs/language.md, example {}", number + 1),
            text: block.to_owned(),
            folder: root().join("docs"),
        });
    }
    texts
}

/// What a report says, times aside. The labels of the symbolic engine depend on how far a solver
/// gets in a slice of time, so that of its findings only the verdict is compared.
fn gist(report: &Report) -> String {
    let Report { claim, summary, .. } = report;
    match report.finding.engine {
        "simulation" => format!("{claim} {summary} {:?}", report.verdict()),
        _ => format!("{claim} {summary} {:?}", report.finding),
    }
}

fn run(text: &Text) -> Vec<Report> {
    let mut analysis = language::analyze(&text.text);
    let Text { name, folder, .. } = text;
    assert!(!analysis.has_errors(), "{name}\n{:?}", analysis.diagnostics);
    let mut open = |path: &str| {
        let text = std::fs::read_to_string(folder.join(path)).map_err(|error| error.to_string())?;
        Ok(Opened {
            shown: path.to_owned(),
            text,
        })
    };
    let problems = resolve(&mut analysis.module, &Default::default(), &mut open);
    assert!(problems.is_empty(), "{name}\n{problems:?}");
    let claims: Vec<_> = analysis.module.claims.iter().collect();
    check(&analysis.module, &claims, &Options::default())
}

#[test]
fn claims_come_out_as_expected() {
    let mut count = 0;
    for text in corpus() {
        let name = &text.name;
        for report in run(&text) {
            assert!(
                report.as_expected(),
                "{name}: {} {:?}",
                report.claim,
                report.finding.answer
            );
            count += 1;
        }
    }
    assert!(count >= 30, "{count} claims");
}

#[test]
fn the_report_does_not_depend_on_the_run_or_on_what_runs_beside_it() {
    for text in corpus() {
        let name = &text.name;
        let gists = || -> Vec<String> { run(&text).iter().map(gist).collect() };
        let alone = gists();
        let beside = std::thread::scope(|scope| {
            let runs = [(); 2].map(|()| scope.spawn(gists));
            runs.map(|run| run.join().expect("no panic"))
        });
        for other in beside {
            assert_eq!(alone, other, "{name}");
        }
    }
}
