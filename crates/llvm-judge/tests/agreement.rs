//! What native code shows is what lowered functions show.
//!
//! `TANDEM_JUDGE_CASES=50000 TANDEM_JUDGE_SEED=7 cargo test --release -p llvm-judge -- --nocapture`
//! judges many more functions and prints what was counted.

#![allow(clippy::print_stderr, reason = "tests say what they have counted")]

use llvm_judge::agree::{Disagreement, ENDLESS, judge};
use llvm_judge::batch::Batch;
use llvm_judge::native::Tools;
use llvm_judge::random::{Kind, case};
use llvm_judge::reduce::reduce;
use llvm_judge::report::{Counts, setting};
use llvm_judge::{Case, Style, Syntax};

/// How many functions are judged with all other tests.
const CASES: u64 = 60;
/// How many functions are compiled into one program.
const TOGETHER: u64 = 60;
/// How many inputs each function is run on.
const INPUTS: u64 = 12;

fn main_case(seed: u64, kinds: &[Kind]) -> Case {
    let style = [Style::Safe, Style::Wild][(seed % 2) as usize];
    let syntax = [Syntax::New, Syntax::New, Syntax::Old][(seed / 2 % 3) as usize];
    case(seed.wrapping_mul(0x9e37_79b9), style, syntax, kinds)
}

fn check(name: &str, kinds: &[Kind]) {
    let Some(tools) = Tools::find() else {
        eprintln!("{name}: skipped, since LLVM's tools are not installed");
        return;
    };
    let cases = setting("TANDEM_JUDGE_CASES", CASES);
    let first = setting("TANDEM_JUDGE_SEED", 0) << 32;
    let mut counts = Counts::default();
    let mut complaints = Vec::new();
    let mut endless: Vec<String> = Vec::new();
    let mut seed = first;
    while seed < first + cases {
        let last = (seed + TOGETHER).min(first + cases);
        let together: Vec<Case> = (seed..last).map(|seed| main_case(seed, kinds)).collect();
        let batch = match Batch::new(&tools, &together, INPUTS) {
            Ok(batch) => batch,
            Err(why) => panic!("{name}: no program for the seeds from {seed} on: {why}"),
        };
        for (_, version, why) in &batch.failed {
            let why = why.lines().next().unwrap_or_default();
            let why = why.rsplit_once("error: ").map_or(why, |(_, why)| why);
            counts.add(format!("not compiled by LLVM {}: {why}", version.number()));
        }
        for (case, runs) in together.iter().zip(&batch.runs) {
            counts.add("functions");
            match judge(case, runs) {
                Err(problem) if problem == ENDLESS => endless.push(case.text.clone()),
                Err(problem) => {
                    let reason = problem.split_once(": ").map_or(&*problem, |(_, why)| why);
                    counts.add(format!("unsupported: {reason}"));
                }
                Ok(judged) => {
                    counts.more("runs compared", judged.compared);
                    counts.more("runs undefined", judged.undefined);
                    for reason in judged.open {
                        counts.add(format!("runs not compared: {reason}"));
                    }
                    if let Some(first) = judged.disagreements.first() {
                        counts.add("functions with a disagreement");
                        complaints.push((case.clone(), first.clone()));
                    }
                }
            }
        }
        seed = last;
    }
    eprintln!("{name}\n{counts}");
    for (case, wrong) in complaints
        .iter()
        .take(setting("TANDEM_JUDGE_SHOW", 3) as usize)
    {
        let case = &smaller(&tools, case, wrong);
        eprintln!(
            "{:?} {:?}, {}: {}",
            case.style, wrong.reading, wrong.variant, wrong.what
        );
        eprintln!("{:?} fill {}", wrong.inputs.arguments, wrong.inputs.fill);
        eprintln!("{}", case.text);
    }
    for text in &endless {
        eprintln!("{ENDLESS}\n{text}");
    }
    assert!(endless.is_empty(), "{name}: {} do not end", endless.len());
    assert!(
        complaints.is_empty(),
        "{name}: {} disagreements",
        complaints.len()
    );
}

/// A smaller function on which the same reading is wrong for the same inputs.
fn smaller(tools: &Tools, case: &Case, wrong: &Disagreement) -> Case {
    if setting("TANDEM_JUDGE_REDUCE", 1) == 0 {
        return case.clone();
    }
    let inputs = vec![vec![wrong.inputs.clone()]];
    reduce(tools, case, &mut |candidate| {
        let cases = std::slice::from_ref(candidate);
        let Ok(batch) = Batch::on(tools, cases, &inputs) else {
            return false;
        };
        // Only what all compilers show alike is blamed on the lowering.
        let is_agreed = batch.failed.is_empty()
            && (batch.runs[0].windows(2)).all(|two| two[0].2.shows_same(&two[1].2));
        let judged = judge(candidate, &batch.runs[0]);
        let is_same = |it: &Disagreement| it.reading == wrong.reading && it.kind() == wrong.kind();
        is_agreed && judged.is_ok_and(|judged| judged.disagreements.iter().any(is_same))
    })
}

#[test]
fn scalars() {
    check("scalars", &[Kind::Scalars, Kind::Control]);
}

#[test]
fn vectors() {
    check(
        "vectors",
        &[
            Kind::Scalars,
            Kind::Control,
            Kind::Vectors,
            Kind::Aggregates,
        ],
    );
}

#[test]
fn memory() {
    check("memory", &[Kind::Scalars, Kind::Control, Kind::Memory]);
}

#[test]
fn pointers() {
    check(
        "pointers",
        &[
            Kind::Scalars,
            Kind::Memory,
            Kind::Pointers,
            Kind::Attributes,
        ],
    );
}

#[test]
fn globals() {
    check("globals", &[Kind::Scalars, Kind::Memory, Kind::Globals]);
}

#[test]
fn calls() {
    check(
        "calls",
        &[Kind::Scalars, Kind::Control, Kind::Calls, Kind::Memory],
    );
}

#[test]
fn everything() {
    check("everything", &Kind::ALL);
}
