//! Fair trace inclusion: pairs of Büchi automata of other projects, and the paper's examples. Prints
//! tables for `docs/benchmarks.md`.

#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use budget::Budget;
use checker::Established;
use fairness::{Methods, decide};
use frontend_automata::{Matching, pair, read};
use question::Question;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder with the inputs of other projects, where it is there.
fn inputs() -> Option<PathBuf> {
    let places = [
        root().join("../shared/bench"),
        root().join("../../shared/bench"),
    ];
    places
        .into_iter()
        .map(|place| place.join("buchi"))
        .find(|place| place.is_dir())
}

fn main() {
    match inputs() {
        None => println!("The folder ../shared/bench/buchi is missing; its pairs are skipped.\n"),
        Some(folder) => pairs(&folder),
    }
    growth();
    examples();
}

/// The folders below a folder, in order.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// The processor time of this thread, which does not depend on what else the machine has to do.
#[derive(Clone, Copy)]
struct Spent(Duration);

impl Spent {
    fn now() -> Self {
        // A thread that yields is charged for what it has done so far.
        std::thread::yield_now();
        let text = std::fs::read_to_string("/proc/thread-self/schedstat");
        let text = text.expect("Linux says how long a thread has run");
        let first = text.split_whitespace().next();
        let nanoseconds = first.and_then(|first| first.parse().ok());
        Spent(Duration::from_nanos(nanoseconds.expect("it is a number")))
    }

    fn elapsed(self) -> Duration {
        Spent::now().0.saturating_sub(self.0)
    }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

/// All pairs in both formats; the best of three runs counts.
fn pairs(folder: &Path) {
    println!(
        "| pair | format | states | read | decide | check | evidence | verdict | as labelled |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let budget = Budget::unlimited();
    for (label, expected) in [
        ("included", Established::Proved),
        ("notincluded", Established::Refuted),
    ] {
        for path in folders(&folder.join(label)) {
            for format in ["ba", "hoa"] {
                let file = |side: &str| {
                    let ends = format!("{side}.{format}");
                    let found = folders(&path).into_iter().find(|file| {
                        file.file_name()
                            .is_some_and(|name| name.to_string_lossy().ends_with(&ends))
                    });
                    let file = found.expect("a pair has both automata");
                    std::fs::read_to_string(file).expect("the file can be read")
                };
                let (first, second) = (file("A"), file("B"));
                let mut best: Option<[Duration; 3]> = None;
                let mut line = String::new();
                for _ in 0..3 {
                    let start = Spent::now();
                    let (a, b) = (read(&first), read(&second));
                    let (a, b) = (
                        a.expect("it is an automaton"),
                        b.expect("it is an automaton"),
                    );
                    // GOAL named the propositions of one file of bakery otherwise.
                    let both = pair(&a, &b, Matching::ByPosition).expect("the pair fits");
                    let reading = start.elapsed();
                    let start = Spent::now();
                    let evidence = decide(&both.first, &both.second, Methods::All, &budget);
                    let evidence = evidence.expect("there is no limit");
                    let deciding = start.elapsed();
                    let start = Spent::now();
                    let accepted = checker::inclusion::check_inclusion(
                        &both.first,
                        &both.second,
                        &evidence,
                        &budget,
                    );
                    let verdict = accepted.expect("the evidence is good").verdict();
                    let times = [reading, deciding, start.elapsed()];
                    let total = |times: &[Duration; 3]| times.iter().sum::<Duration>();
                    if best.is_none_or(|best| total(&times) < total(&best)) {
                        best = Some(times);
                    }
                    let name = path
                        .file_name()
                        .map(|name| name.to_string_lossy().into_owned());
                    line = format!(
                        "| {} | {format} | {}, {} | TIMES | {} | {verdict:?} | {} |",
                        name.unwrap_or_default(),
                        both.first.states(),
                        both.second.states(),
                        evidence.describe(),
                        if verdict == expected { "yes" } else { "NO" },
                    );
                }
                let times = best.expect("there was a run").map(milliseconds);
                println!("{}", line.replace("TIMES", &times.join(" | ")));
            }
        }
    }
    println!();
}

/// How it grows with the number of philosophers.
fn growth() {
    let text = std::fs::read_to_string(root().join("examples/philosophers.tdm"));
    let text = text.expect("the example can be read");
    let programs = text
        .split("claim")
        .next()
        .expect("a split has a first part");
    println!("| philosophers | claim | states | decide | check | evidence | verdict |");
    println!("|---|---|---|---|---|---|---|");
    let budget = Budget::unlimited();
    for others in 1..=5 {
        let claims = [
            "claim all: table satisfies always(table.pc_1 == 1 ==> eventually(table.pc_1 == 3));",
            "claim some: chain included in halves;",
        ];
        // Chains are compared as far as that is a matter of seconds.
        for claim in &claims[..if others <= 3 { 2 } else { 1 }] {
            let text = format!(
                "{programs} program table = ring(philosopher^{others} o contrary);
                program chain = philosopher^{others}; {claim}"
            );
            let analysis = language::analyze(&text);
            let claim = &analysis.module.claims[0];
            let (question, summary) = (
                analysis
                    .module
                    .question(claim)
                    .expect("the claim is about programs"),
                claim.summary(),
            );
            let philosophers = match question {
                Question::Satisfies(_) => others + 1,
                _ => others,
            };
            println!(
                "| {philosophers} | {summary} {}",
                measured(&question, &budget)
            );
        }
    }
    println!();
}

/// The rest of a line about a claim.
fn measured(question: &Question, budget: &Budget) -> String {
    let start = Spent::now();
    let decision = match question {
        Question::Satisfies(question) => fairness::satisfaction::decide_claim(question, budget),
        Question::AllSizes(question) => fairness::network::decide_claim(question, budget),
        Question::Included(question) => fairness::claim::decide_claim(question, budget),
        _ => panic!("the claim is about fair runs"),
    };
    let deciding = start.elapsed();
    let evidence = match decision.verdict {
        evidence::Verdict::Proved(evidence) | evidence::Verdict::Refuted(evidence) => evidence,
        evidence::Verdict::Unknown(reason) => panic!("{reason}"),
    };
    let start = Spent::now();
    let accepted = checker::check(question, &evidence, budget).expect("the evidence is good");
    format!(
        "| {} | {} | {} | {} | {:?} |",
        decision.states,
        milliseconds(deciding),
        milliseconds(start.elapsed()),
        evidence.describe(),
        accepted.verdict(),
    )
}

/// The claims of the corpus.
fn examples() {
    println!("| claim | states | decide | check | evidence | verdict |");
    println!("|---|---|---|---|---|---|");
    let budget = Budget::unlimited();
    let files = [
        "corpus/fair.tdm",
        "corpus/testers.tdm",
        "corpus/philosophers.tdm",
        "examples/philosophers.tdm",
    ];
    for file in files {
        let text = std::fs::read_to_string(root().join(file)).expect("the corpus can be read");
        let analysis = language::analyze(&text);
        for claim in &analysis.module.claims {
            let question = analysis
                .module
                .question(claim)
                .expect("the claim is about programs");
            println!("| {} {}", claim.summary(), measured(&question, &budget));
        }
    }
}
