//! What Tandem says of what the optimiser made, and of what native code tells apart.

#![allow(clippy::print_stderr, reason = "tests say what they have counted")]

use std::time::Duration;

use llvm_judge::batch::{Batch, Runs};
use llvm_judge::mutants::mutant;
use llvm_judge::native::{Memory, NativeEnd, Tools, Version};
use llvm_judge::passes::{PASSES, transformed};
use llvm_judge::question::{Verdict, ask};
use llvm_judge::random::{Kind, case};
use llvm_judge::reduce::reduce;
use llvm_judge::report::{Counts, setting};
use llvm_judge::{Case, Style, Syntax};

/// How many functions are judged with all other tests.
const CASES: u64 = 40;
/// How many functions are compiled into one program.
const TOGETHER: u64 = 40;
/// How many inputs tell mutants from what they were made of.
const INPUTS: u64 = 12;

fn time() -> Duration {
    Duration::from_millis(setting("TANDEM_JUDGE_MILLISECONDS", 300))
}

/// The kinds that a case is made of, each alone and all together.
fn kinds(seed: u64) -> Vec<Kind> {
    let sets: [&[Kind]; 6] = [
        &[Kind::Scalars, Kind::Control],
        &[Kind::Scalars, Kind::Vectors, Kind::Aggregates],
        &[Kind::Scalars, Kind::Control, Kind::Memory, Kind::Attributes],
        &[Kind::Scalars, Kind::Memory, Kind::Globals],
        &[Kind::Scalars, Kind::Calls, Kind::Memory, Kind::Pointers],
        &Kind::ALL,
    ];
    sets[(seed % 6) as usize].to_vec()
}

fn random(seed: u64, style: Style) -> Case {
    let syntax = [Syntax::New, Syntax::Old][(seed / 6 % 2) as usize];
    case(seed.wrapping_mul(0x9e37_79b9), style, syntax, &kinds(seed))
}

fn show() -> usize {
    usize::try_from(setting("TANDEM_JUDGE_SHOW", 3)).unwrap_or(3)
}

/// The optimiser is right; so nothing that it makes may be refuted.
#[test]
fn what_the_optimiser_makes_is_never_refuted() {
    let Some(tools) = Tools::find() else {
        eprintln!("passes: skipped, since LLVM's tools are not installed");
        return;
    };
    let cases = setting("TANDEM_JUDGE_CASES", CASES);
    let first = setting("TANDEM_JUDGE_SEED", 0) << 32;
    let mut counts = Counts::default();
    let mut complaints = Vec::new();
    for seed in first..first + cases {
        let style = [Style::Wild, Style::Safe][(seed % 2) as usize];
        let case = random(seed, style);
        let version = match case.syntax {
            // The optimiser of LLVM 14 is not trusted with opaque pointers.
            Syntax::Old if !case.text.contains("ptr") => Version::Fourteen,
            _ => Version::Nineteen,
        };
        if !tools.versions().contains(&version) {
            continue;
        }
        let passes = PASSES[(seed % PASSES.len() as u64) as usize];
        let Ok(text) = transformed(&tools, version, passes, &case) else {
            counts.add(format!("not transformed by {passes}"));
            continue;
        };
        let verdict = ask(&case.text, &text, time());
        count(&mut counts, &verdict);
        if matches!(
            verdict,
            Verdict::Refuted | Verdict::Rejected(_) | Verdict::Endless
        ) {
            complaints.push((case, version, passes, verdict));
        }
    }
    eprintln!("passes\n{counts}");
    for (case, version, passes, verdict) in complaints.iter().take(show()) {
        let small = reduce(&tools, case, &mut |candidate| {
            // Each smaller one would keep one more thread busy for ever.
            if *verdict == Verdict::Endless {
                return false;
            }
            let text = transformed(&tools, *version, passes, candidate);
            text.is_ok_and(|text| ask(&candidate.text, &text, time()).word() == verdict.word())
        });
        let text = transformed(&tools, *version, passes, &small).unwrap_or_default();
        let number = version.number();
        eprintln!(
            "{verdict:?} for {passes} of LLVM {number}\n{}=>\n{text}",
            small.text
        );
    }
    assert!(complaints.is_empty(), "{} wrong verdicts", complaints.len());
}

fn count(counts: &mut Counts, verdict: &Verdict) {
    counts.add(verdict.word());
    match verdict {
        Verdict::Unsupported(reason) => counts.add(format!("unsupported: {reason}")),
        Verdict::Unknown(reason) => counts.add(format!("unknown: {reason}")),
        _ => {}
    }
}

/// Whether native code tells two functions apart on inputs on which the first is defined.
fn differ(original: &Runs, mutant: &Runs) -> bool {
    original.iter().any(|(inputs, variant, outcome)| {
        // All compilers must agree on the original, or it is not as defined as it should be.
        let mut same = original.iter().filter(|(other, ..)| other == inputs);
        let is_agreed = same.all(|(_, _, it)| it.shows_same(outcome));
        let mut other = mutant
            .iter()
            .filter(|(it, v, _)| it == inputs && v == variant);
        is_agreed
            && outcome.end == NativeEnd::Returned
            && other.any(|(_, _, it)| it.end == NativeEnd::Returned && !it.shows_same(outcome))
    })
}

/// What others can see of runs: nobody else finds what a module keeps to itself, which native code was
/// made to show.
fn seen(case: &Case, runs: &Runs) -> Runs {
    let is_own = |name: &str| {
        let mut lines = case.text.lines();
        let declared = lines.find(|line| line.starts_with(&format!("@{name} = ")));
        declared.is_some_and(|line| line.contains(" internal ") || line.contains(" private "))
    };
    let hide = |memory: &mut Memory| {
        for (global, bytes) in case.globals.iter().zip(&mut memory.globals) {
            if is_own(&global.name) {
                bytes.clear();
            }
        }
    };
    let mut runs = runs.clone();
    for (_, _, outcome) in &mut runs {
        hide(&mut outcome.memory);
        outcome
            .calls
            .iter_mut()
            .for_each(|call| hide(&mut call.memory));
    }
    runs
}

/// A safe function is defined on its inputs; what does something else there is no refinement.
#[test]
fn what_native_code_tells_apart_is_never_proved() {
    let Some(tools) = Tools::find() else {
        eprintln!("mutants: skipped, since LLVM's tools are not installed");
        return;
    };
    let cases = setting("TANDEM_JUDGE_CASES", CASES);
    let first = setting("TANDEM_JUDGE_SEED", 0) << 32;
    let mut counts = Counts::default();
    let mut complaints = Vec::new();
    let mut seed = first;
    while seed < first + cases {
        let last = (seed + TOGETHER).min(first + cases);
        let mut both = Vec::new();
        for seed in seed..last {
            let original = random(seed, Style::Safe);
            let found = (0..20).find_map(|try_| mutant(&original, seed * 20 + try_));
            if let Some(mutant) = found {
                both.extend([original, mutant]);
            }
        }
        let batch = match Batch::new(&tools, &both, INPUTS) {
            Ok(batch) => batch,
            Err(why) => panic!("no program for the seeds from {seed} on: {why}"),
        };
        for (pair, runs) in both.chunks(2).zip(batch.runs.chunks(2)) {
            counts.add("mutants");
            if !differ(&seen(&pair[0], &runs[0]), &seen(&pair[1], &runs[1])) {
                continue;
            }
            counts.add("mutants that native code tells apart");
            let verdict = ask(&pair[0].text, &pair[1].text, time());
            count(&mut counts, &verdict);
            if matches!(
                verdict,
                Verdict::Proved | Verdict::Rejected(_) | Verdict::Endless
            ) {
                complaints.push((pair[0].text.clone(), pair[1].text.clone(), verdict));
            }
        }
        seed = last;
    }
    eprintln!("mutants\n{counts}");
    for (original, mutant, verdict) in complaints.iter().take(show()) {
        eprintln!("{verdict:?}\n{original}=>\n{mutant}");
    }
    assert!(complaints.is_empty(), "{} wrong verdicts", complaints.len());
}
