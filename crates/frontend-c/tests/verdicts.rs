//! The verdicts about the programs of `benchmarks/collective` with different numbers of processes,
//! without their invariants; every verdict has been checked. `TANDEM_PROCESSES` is the largest number
//! of processes that is tried.

use question::Question;
use std::path::Path;
use std::time::Duration;

use budget::Budget;
use evidence::Verdict;
use frontend_c::{Input, Invariants, Options, compare, read};

/// A program, the numbers of processes that it is for, and from which number on it has its bug.
struct Expected {
    name: &'static str,
    processes: std::ops::RangeInclusive<usize>,
    wrong_from: usize,
}

const NEVER: usize = usize::MAX;

const fn of(
    name: &'static str,
    processes: std::ops::RangeInclusive<usize>,
    wrong_from: usize,
) -> Expected {
    Expected {
        name,
        processes,
        wrong_from,
    }
}

/// Two processes of `race` and of `bug_order_of_arrival` have only one sender. The masters of
/// `master_worker` count on two tasks at least, and the numbers of `odd_even` are four.
const EXPECTED: &[Expected] = &[
    of("race", 2..=50, 3),
    of("stagger", 2..=2, NEVER),
    of("matrix", 1..=1, NEVER),
    of("count", 2..=50, NEVER),
    of("ring", 2..=50, NEVER),
    of("mean", 1..=1, NEVER),
    of("fib", 1..=1, NEVER),
    of("nested", 1..=1, NEVER),
    of("diffusion", 2..=50, NEVER),
    of("heat", 2..=50, NEVER),
    of("halo", 2..=50, NEVER),
    of("token_ring", 2..=50, NEVER),
    of("master_worker", 2..=50, 4),
    of("tree_sum", 2..=50, NEVER),
    of("odd_even", 2..=50, 5),
    of("bug_early_read", 2..=50, 2),
    of("bug_ghost_cell", 2..=50, 2),
    of("bug_lonely_barrier", 2..=50, 2),
    of("bug_order_of_arrival", 2..=50, 3),
    of("bug_receive_first", 2..=50, 2),
    of("bug_wrong_tag", 2..=50, 2),
];

fn text(name: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/collective");
    std::fs::read_to_string(folder.join(format!("{name}.c"))).ok()
}

/// Whether the program is proved; nothing where it is neither proved nor refuted.
fn is_proved(name: &str, processes: usize) -> Option<bool> {
    // A cell for each process.
    let sized = |text: String| text.replace("#define M 10", &format!("#define M {processes}"));
    let first = text(name).map(sized).expect("the file can be read");
    let second = text(&format!("{name}_spec")).map(sized);
    let options = Options {
        processes: Some(processes),
        invariants: Invariants::Ignored,
        ..Options::default()
    };
    let input = Input { name, text: &first };
    let reading = match &second {
        Some(text) => {
            let name = "specification";
            compare(input, Input { name, text }, options)
        }
        None => read(input, options),
    };
    let reading = reading.expect("the program is understood");
    let question = reading
        .module
        .question(&reading.module.claims[0])
        .ok()
        .and_then(Question::safe)
        .expect("the claim is about a system");
    let budget = Budget::unlimited().within(Duration::from_secs(120));
    let decision = collective::decide(&question, &budget);
    let (proved, evidence) = match &decision.verdict {
        Verdict::Proved(evidence) => (true, evidence),
        Verdict::Refuted(evidence) => (false, evidence),
        Verdict::Unknown(_) => return None,
    };
    let checked = checker::check_safe(&question, evidence, &Budget::unlimited());
    assert!(
        checked.is_ok(),
        "{name} with {processes}: {:?}",
        checked.err()
    );
    Some(proved)
}

#[test]
fn verdicts_are_right_for_all_numbers_of_processes() {
    let most = std::env::var("TANDEM_PROCESSES").ok();
    let most = most.and_then(|most| most.parse().ok()).unwrap_or(3);
    for expected in EXPECTED {
        let Expected {
            name, wrong_from, ..
        } = *expected;
        for processes in expected.processes.clone().take_while(|it| *it <= most) {
            let proved = is_proved(name, processes);
            let right = processes < wrong_from;
            assert_eq!(proved, Some(right), "{name} with {processes} processes");
        }
    }
}
