//! Every claim of the examples, of the corpus and of the language's reference comes out as its author expects, in
//! every mode, with the same report.

use std::path::{Path, PathBuf};

use tandem::{Options, Report, check};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The texts of the corpus with their names.
fn corpus() -> Vec<(String, String)> {
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
        texts.push((path.display().to_string(), text));
    }
    let reference =
        std::fs::read_to_string(root().join("docs/language.md")).expect("the reference is there");
    for (number, part) in reference.split("\n```tandem\n").skip(1).enumerate() {
        let block = part
            .split("\n```")
            .next()
            .expect("a split has a first part");
        texts.push((
            format!("docs/language.md, example {}", number + 1),
            block.to_owned(),
        ));
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

fn run(text: &str, jobs: usize) -> Vec<Report> {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors(), "{text}\n{:?}", analysis.diagnostics);
    let claims: Vec<_> = analysis.module.claims.iter().collect();
    check(
        &analysis.module,
        &claims,
        &Options {
            jobs,
            ..Options::default()
        },
    )
}

#[test]
fn claims_come_out_as_expected() {
    let mut count = 0;
    for (name, text) in corpus() {
        for report in run(&text, 1) {
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
fn the_report_does_not_depend_on_the_number_of_jobs_or_the_run() {
    for (name, text) in corpus() {
        let [first, second, parallel] =
            [1, 1, 4].map(|jobs| -> Vec<String> { run(&text, jobs).iter().map(gist).collect() });
        assert_eq!(first, second, "{name}");
        assert_eq!(first, parallel, "{name}");
    }
}
