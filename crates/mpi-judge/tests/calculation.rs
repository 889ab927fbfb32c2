//! Programs that calculate do with GCC's sanitizers what Tandem says of them.
//!
//! `TANDEM_JUDGE_CASES=10000 TANDEM_JUDGE_SEED=7 cargo test -p mpi-judge --test calculation -- --nocapture`
//! judges many more programs and prints what was counted.

#![allow(clippy::print_stderr, reason = "tests say what they have counted")]

use std::time::Duration;

use mpi_judge::calculation::{Calculation, Claim};
use mpi_judge::exact::{Mistake, judge, reduce};
use mpi_judge::native::Sanitizer;
use mpi_judge::native::calculator::{Ended, Program, run};
use random_programs::report::{Counts, setting};

/// How many programs are judged with all other tests.
const CASES: u64 = 60;
/// How many programs are compiled together.
const TOGETHER: u64 = 60;

#[test]
fn values_are_those_that_are_printed() {
    let Some(sanitizer) = Sanitizer::find() else {
        eprintln!("calculations: skipped, since GCC with its sanitizers is not installed");
        return;
    };
    let cases = setting("TANDEM_JUDGE_CASES", CASES);
    let first = setting("TANDEM_JUDGE_SEED", 0) << 32;
    let time = Duration::from_millis(setting("TANDEM_JUDGE_MILLISECONDS", 500));
    let mut counts = Counts::default();
    let mut complaints: Vec<(u64, Calculation, Mistake)> = Vec::new();
    let mut seed = first;
    while seed < first + cases {
        let last = (seed + TOGETHER).min(first + cases);
        let together: Vec<Calculation> = (seed..last).map(Calculation::random).collect();
        match judge(&sanitizer, &together, time, &mut counts) {
            Ok(found) => complaints.extend(found.into_iter().map(|(position, what)| {
                (seed + position as u64, together[position].clone(), what)
            })),
            Err(why) => panic!("no runs for the seeds from {seed} on: {why}"),
        }
        seed = last;
    }
    eprintln!("calculations\n{counts}");
    let shown = usize::try_from(setting("TANDEM_JUDGE_SHOW", 3)).unwrap_or(3);
    for (seed, case, mistake) in complaints.iter().take(shown) {
        let small = match setting("TANDEM_JUDGE_REDUCE", 1) {
            0 => case.clone(),
            _ => reduce(&sanitizer, case, mistake, time),
        };
        eprintln!("seed {seed}: {mistake:?}\n{}", small.text(Claim::None));
    }
    assert!(complaints.is_empty(), "{} mistakes", complaints.len());
}

/// One sanitizer folds `!(a - b)` to `a == b` before it looks at the difference.
#[test]
fn what_one_sanitizer_passes_over_another_notices() {
    let Some(second) = Sanitizer::second() else {
        eprintln!("a second sanitizer: skipped, since Clang is not installed");
        return;
    };
    let text = |number: &str| {
        format!(
            "int main(void) {{ int n = {number}, v = INT_MAX; int r = !(n - v); return 0 * r; }}\n"
        )
    };
    let texts = [text("-14"), text("14")];
    let programs = texts.each_ref().map(|text| Program { text, names: &[] });
    let ended = run(&second, &programs).expect("the programs run");
    assert!(matches!(ended[0], Ended::Badly(_)), "{ended:?}");
    assert!(matches!(ended[1], Ended::Well(_)), "{ended:?}");
}
