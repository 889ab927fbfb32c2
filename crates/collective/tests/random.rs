//! Random small systems against all their runs: what is proved has no failing run, what is refuted
//! has one that is replayed, and the checker accepts all evidence.

use std::fmt::Write;
use std::time::Duration;

use budget::Budget;
use evidence::{Verdict, VerdictKind};
use logic::{Model, Value, Var};
use program::system::concrete::{Exploration, Interpreter, Search, explore};
use question::{Question, Safe};

/// A reproducible source of choices.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % below
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.roll(from.len())]
    }
}

/// A random expression over the variables of a process.
fn expression(dice: &mut Dice) -> String {
    let atom = |dice: &mut Dice| {
        dice.pick(&["x", "y", "i", "n", "0", "1", "2", "me"])
            .to_owned()
    };
    match dice.roll(4) {
        0 => format!("{} + {}", atom(dice), atom(dice)),
        1 => format!("{} - {}", atom(dice), atom(dice)),
        _ => atom(dice),
    }
}

fn condition(dice: &mut Dice) -> String {
    let op = dice.pick(&["==", "<=", "<", "!="]);
    format!("{} {op} {}", expression(dice), expression(dice))
}

/// Statements of a process; loops end, so that all runs are finite.
fn statements(dice: &mut Dice, processes: usize, depth: usize, in_loop: bool, text: &mut String) {
    for _ in 0..1 + dice.roll(3) {
        let target = dice.pick(&["x", "y"]);
        let peer = dice.roll(processes);
        let _ = match dice.roll(12) {
            0 | 1 => write!(text, "{target} = {}; ", expression(dice)),
            2 | 3 => write!(text, "send {} to {peer}; ", expression(dice)),
            4 => write!(text, "receive {target} from {peer}; "),
            5 => write!(text, "receive {target} from any; "),
            6 => write!(
                text,
                "if (me == {peer}) {{ send x to {}; }} else {{ receive y from {peer}; }} ",
                (peer + 1) % processes
            ),
            7 => write!(text, "barrier; "),
            8 if depth > 0 => {
                let _ = write!(text, "if ({}) {{ ", condition(dice));
                statements(dice, processes, depth - 1, in_loop, text);
                text.push_str("} else { ");
                statements(dice, processes, depth - 1, in_loop, text);
                write!(text, "}} ")
            }
            9 | 10 if depth > 0 && !in_loop => {
                text.push_str("i = 0; while (i < n) { ");
                statements(dice, processes, depth - 1, true, text);
                write!(text, "i = i + 1; }} ")
            }
            11 => match dice.roll(4) {
                0 => write!(text, "allreduce x with + into y; "),
                1 => write!(text, "choose {{ x = 0; }} or {{ x = 1; }} "),
                2 => write!(text, "collective assert C: x <= x + 1; "),
                _ => write!(text, "broadcast x from {peer}; "),
            },
            _ => write!(text, "assert {}; ", condition(dice)),
        };
    }
}

fn system(seed: u64) -> String {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    for _ in 0..4 {
        dice.roll(2);
    }
    let processes = 2 + dice.roll(2);
    let declared = "var x: int = 0; var y: int = 0; var i: int = 0;";
    let mut text = "system s { input n: int where 0 <= n && n <= 2; ".to_owned();
    if dice.roll(2) == 0 {
        let _ = write!(text, "process p[{processes}] {{ {declared} ");
        statements(&mut dice, processes, 2, false, &mut text);
        text.push('}');
    } else {
        for process in 0..processes {
            let _ = write!(text, "process q{process} {{ {declared} ");
            statements(&mut dice, processes, 2, false, &mut text);
            text.push_str("} ");
        }
    }
    let left = dice.pick(&["", " leaving no messages"]);
    let _ = write!(text, " }} claim c: s safe{left};");
    text
}

/// Whether some run fails, for some input; `None` where there are too many states.
fn has_failing_run(question: &Safe) -> Option<bool> {
    let system = Some(&question.system)?;
    let mut all_seen = true;
    for n in 0..=2 {
        let inputs = Model::from_iter([(Var::new("n", logic::Sort::Int), Value::from(n))]);
        let interpreter = Interpreter::new(system, inputs).ok()??;
        let start = interpreter
            .start(&|var| Value::default_of(&var.sort))
            .ok()?;
        match explore(
            &interpreter,
            start,
            Search::Exhaustive,
            &|_| Vec::new(),
            6000,
        ) {
            Exploration::Failure(..) => return Some(true),
            Exploration::Safe => {}
            Exploration::Incomplete => all_seen = false,
        }
    }
    all_seen.then_some(false)
}

#[test]
fn random_systems_have_the_verdict_of_all_their_runs() {
    let count = std::env::var("TANDEM_RANDOM")
        .ok()
        .and_then(|n| n.parse().ok());
    let (mut proved, mut refuted, mut unknown) = (0, 0, 0);
    for seed in 1..=count.unwrap_or(250) {
        let text = system(seed);
        let analysis = language::analyze(&text);
        assert!(!analysis.has_errors(), "{text}\n{:?}", analysis.diagnostics);
        let question = analysis
            .module
            .question(&analysis.module.claims[0])
            .ok()
            .and_then(Question::safe)
            .expect("the claim is about a system");
        let budget = Budget::unlimited().within(Duration::from_secs(20));
        let decision = collective::decide(&question, &budget);
        let verdict = match &decision.verdict {
            Verdict::Proved(evidence) | Verdict::Refuted(evidence) => {
                let checked = checker::check_safe(&question, evidence, &budget);
                assert!(checked.is_ok(), "seed {seed}: {checked:?}\n{text}");
                evidence.supports()
            }
            Verdict::Unknown(_) => VerdictKind::Unknown,
        };
        let fails = has_failing_run(&question);
        match (verdict, fails) {
            (VerdictKind::Proved, Some(true)) => panic!("seed {seed}: proved, but fails\n{text}"),
            (VerdictKind::Refuted, Some(false)) => panic!("seed {seed}: refuted, but safe\n{text}"),
            (VerdictKind::Proved, _) => proved += 1,
            (VerdictKind::Refuted, _) => refuted += 1,
            (VerdictKind::Unknown, _) => unknown += 1,
        }
    }
    assert!(
        proved > 10 && refuted > 10,
        "{proved} proved, {refuted} refuted"
    );
    assert!(unknown * 20 < proved + refuted, "{unknown} unknown");
}
