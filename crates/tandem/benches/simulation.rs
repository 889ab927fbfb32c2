//! How long the claims of `benchmarks/simulation` take, checking included, beside the figures of the
//! paper. Prints the tables of docs/benchmarks.md: `cargo bench -p tandem --bench simulation`; words
//! after `--` pick claims by their names, files or folders, `--timeout SECONDS` limits the time of
//! each claim, and `--single-steps`, `--whole-product`, `--simsat` and `--prefer PREFERENCE` do as for
//! `tandem check`.
//!
//! Quick claims are checked several times, and the best time counts: what else the machine does is no
//! part of the measurement.

mod common;
#[path = "../tests/common/mod.rs"]
mod programs;

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

use common::{peak, reset_peak};
use evidence::{Evidence, VerdictKind};
use program::{Cfg, Command, Graph, Origin, TooLarge};
use programs::{GROUPS, Row, files, paper};
use question::{Claim, Module, Question};
use tandem::{Answer, FiniteGames, Options, Preference, Report, Steps, check};

/// The time of each claim, unless the command says otherwise.
const LIMIT: Duration = Duration::from_secs(60);
/// How often quick claims are checked, and what is quick.
const TIMES: usize = 3;
const QUICK: Duration = Duration::from_millis(500);

fn say(text: &str) {
    writeln!(std::io::stdout(), "{text}").expect("standard output is open");
}

/// What the command asks for.
struct Request {
    options: Options,
    picked: Vec<String>,
}

impl Request {
    /// Reads the command's words; the error is a sentence for whoever wrote them.
    fn of_arguments() -> Result<Request, String> {
        let mut request = Request {
            options: Options {
                timeout: Some(LIMIT),
                ..Options::default()
            },
            picked: Vec::new(),
        };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            if word == "--timeout" {
                let seconds = words.next().and_then(|word| word.parse().ok());
                let seconds = seconds.ok_or("`--timeout` takes a whole number of seconds")?;
                request.options.timeout = Some(Duration::from_secs(seconds));
            } else if word == "--single-steps" {
                request.options.search.simulation.steps = Steps::Single;
            } else if word == "--whole-product" {
                request.options.search.simulation.by_thread = false;
            } else if word == "--simsat" {
                request.options.search.simulation.finite_games = FiniteGames::SimSat;
            } else if word == "--prefer" {
                let preference: Preference = words.next().unwrap_or_default().parse()?;
                request.options.search.simulation.preferences = vec![preference];
            } else if !word.starts_with('-') {
                request.picked.push(word);
            }
        }
        Ok(request)
    }

    fn picks(&self, names: [&str; 3]) -> bool {
        let fits = |part: &String| names.iter().any(|name| name.contains(part.as_str()));
        self.picked.is_empty() || self.picked.iter().any(fits)
    }
}

/// What came of a group of claims.
#[derive(Default)]
struct Tally {
    count: usize,
    right: usize,
    wrong: usize,
    slow: usize,
    large: usize,
}

impl Tally {
    fn add(&mut self, report: &Report, row: Option<&Row>) {
        self.count += 1;
        self.right += usize::from(report.as_expected());
        let open = report.verdict() == Some(VerdictKind::Unknown);
        self.wrong += usize::from(!report.as_expected() && !open);
        self.slow += usize::from(row.is_some_and(|row| is_slow(report, row)));
        self.large += usize::from(row.is_some_and(|row| is_large(report, row)));
    }

    fn summary(&self) -> String {
        let Tally {
            count,
            right,
            wrong,
            slow,
            large,
        } = self;
        let open = count - right - wrong;
        format!(
            "{right} of {count} as expected, {wrong} wrong, {open} open; of the paper's rows, {slow} \
             beyond their goals (slow) and {large} with larger strategies than the paper's (large)."
        )
    }
}

/// Whether a row of the paper is open, or took longer than its goal.
fn is_slow(report: &Report, row: &Row) -> bool {
    !report.as_expected() || report.time.as_secs_f64() > row.goal
}

/// Whether the strategy is larger than the paper's.
fn is_large(report: &Report, row: &Row) -> bool {
    let nodes = report.evidence().and_then(size);
    row.nodes.is_some_and(|paper| nodes > Some(paper))
}

/// The number of nodes of a strategy, or of pairs of a relation. Evidence of other kinds is not for
/// claims about simulation.
fn size(evidence: &Evidence) -> Option<usize> {
    match evidence {
        Evidence::Unwinding(unwinding) => Some(unwinding.nodes.len()),
        Evidence::FiniteSimulation(proof) => Some(proof.pairs.len()),
        Evidence::FiniteRefutation(refutation) => Some(refutation.positions.len()),
        _ => None,
    }
}

fn obligations(report: &Report) -> Option<usize> {
    match &report.finding.answer {
        Answer::Proved { accepted, .. } | Answer::Refuted { accepted, .. } => {
            Some(accepted.obligations())
        }
        Answer::Unknown(_) | Answer::Rejected { .. } => None,
    }
}

/// Checks a claim, several times if it is quick; the report has the best time.
fn measured(module: &Module, claim: &Claim, options: &Options) -> Report {
    let once = || {
        let mut reports = check(module, &[claim], options);
        reports.pop().expect("there is a report for the claim")
    };
    let mut best = once();
    for _ in 1..TIMES {
        if best.time < QUICK {
            let report = once();
            assert_eq!(report.verdict(), best.verdict(), "always the same verdict");
            if report.time < best.time {
                best = report;
            }
        }
    }
    best
}

/// The numbers of locations of the two programs.
fn locations(module: &Module, claim: &Claim) -> String {
    let question = module
        .question(claim)
        .ok()
        .and_then(Question::simulated)
        .expect("the claim is about a simulation");
    let counts = question.setting.programs.iter().map(|program| {
        let count = location_count(&program.body);
        count.map_or_else(|_| "?".to_owned(), |count| count.to_string())
    });
    counts.collect::<Vec<_>>().join(", ")
}

/// How many locations a graph has, with parallel parts multiplied out and the body of each `parfor`
/// counted once.
fn location_count(graph: &Graph) -> Result<usize, TooLarge> {
    let cfg = Cfg::of(graph)?;
    let bodies = cfg.edges().iter().filter_map(|edge| match &edge.command {
        Command::Parfor(parfor) => Some((edge.origin, &parfor.body)),
        _ => None,
    });
    // The product repeats the edges of one part at the locations of the others.
    let bodies: BTreeMap<Origin, &Graph> = bodies.collect();
    let inside: Result<usize, TooLarge> = bodies.into_values().map(location_count).sum();
    Ok(cfg.location_count() + inside?)
}

fn seconds(time: f64) -> String {
    match time {
        time if time < 10.0 => format!("{time:.2} s"),
        time => format!("{time:.0} s"),
    }
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "–".to_owned())
}

/// A line of the table.
fn line(report: &Report, locations: &str, row: Option<&Row>) -> String {
    let verdict = report
        .verdict()
        .map_or("rejected", evidence::VerdictKind::as_str);
    let verdict = match report.as_expected() {
        true => verdict.to_owned(),
        false => format!(
            "**{verdict}**, not {}",
            report.expected.map_or("told", |it| it.as_str())
        ),
    };
    let mark = |holds: bool, word: &'static str| if holds { word } else { "" };
    format!(
        "| {} | {} | {locations} | {verdict} | {}{} | {} | {}{} | {} | {} | {} |",
        report.claim.as_str(),
        row.map_or("ours", |row| row.name.as_str()),
        seconds(report.time.as_secs_f64()),
        mark(row.is_some_and(|row| is_slow(report, row)), " (slow)"),
        or_dash(row.map(|row| row.seconds.map_or("none".to_owned(), seconds))),
        or_dash(
            report
                .evidence()
                .and_then(size)
                .map(|nodes| nodes.to_string())
        ),
        mark(row.is_some_and(|row| is_large(report, row)), " (large)"),
        or_dash(row.and_then(|row| row.nodes).map(|nodes| nodes.to_string())),
        or_dash(obligations(report).map(|count| count.to_string())),
        or_dash(peak().map(|mebibytes| format!("{mebibytes} MiB"))),
    )
}

fn main() -> Result<(), String> {
    let request = Request::of_arguments()?;
    let paper = paper();
    for (group, title) in GROUPS {
        let mut tally = Tally::default();
        for file in files(group) {
            let analysis = file.analysis();
            assert!(!analysis.has_errors(), "{}", file.name);
            let module = &analysis.module;
            for claim in &module.claims {
                let name = claim.name.as_str();
                if !request.picks([name, &file.name, group]) {
                    continue;
                }
                if tally.count == 0 {
                    say(&format!("\n### {title}\n"));
                    say(
                        "| claim | row | locations | verdict | time | paper | nodes | paper | obligations | peak |",
                    );
                    say("|---|---|---|---|---|---|---|---|---|---|");
                }
                reset_peak();
                let report = measured(module, claim, &request.options);
                let row = paper.get(name).and_then(Option::as_ref);
                say(&line(&report, &locations(module, claim), row));
                tally.add(&report, row);
            }
        }
        if tally.count > 0 {
            say(&format!("\n{}", tally.summary()));
        }
    }
    Ok(())
}
