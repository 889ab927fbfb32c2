//! Random programs with all kinds of communication: what is proved does not fail in any order of
//! steps, as the interpreter takes them. So the reduction of orders is judged by all orders.
//!
//! Most wrong programs are refuted by the first runs that are tried, so that nobody searches for a proof.
//! Where failures are *hidden*, assertions fail on one input only, which nobody tries: then the search
//! for a proof alone decides.
//!
//! `TANDEM_RANDOM_CASES` and `TANDEM_RANDOM_SEED` choose how many programs there are, and which.

#![allow(clippy::print_stderr, reason = "the test says what it has counted")]

mod common;

use question::Question;
use std::time::Duration;

use budget::Budget;
use evidence::Verdict;
use frontend_c::{Buffering, Input, Options, Reading, read};
use logic::{Model, Sort, Term, Value, Var};
use program::system::concrete::{Exploration, Interpreter, Outcome, Search, explore};
use program::system::{Action, Liveness, State, System};

/// How many programs are tried with all other tests.
const CASES: u64 = 25;
/// The input on which hidden assertions fail.
const SECRET: i64 = 1_234_567;
/// How many states of a program are looked at.
const STATES: usize = 3_000;

/// A reproducible source of choices.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % below
    }

    fn one_of<'t>(&mut self, of: &[&'t str]) -> &'t str {
        let below = of.len() as u64;
        of[self.roll(below) as usize]
    }
}

fn setting(name: &str, default: u64) -> u64 {
    let set = std::env::var(name).ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Which failures of assertions there are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Failures {
    Open,
    Hidden,
}

/// Statements that look at what the order of steps decides: requests are completed, and what is learnt of
/// that is claimed to be one thing or the other.
const LOOKS: [&str; 9] = [
    "MPI_Wait(&r[@], MPI_STATUS_IGNORE); CHECK(i[@] == #);",
    "MPI_Test(&r[@], &f, MPI_STATUS_IGNORE); CHECK(!f);",
    "MPI_Test(&r[@], &f, MPI_STATUS_IGNORE); CHECK(!f || i[@] == #);",
    "MPI_Waitany(6, r, &f, MPI_STATUS_IGNORE); CHECK(f == @);",
    "MPI_Waitany(6, r, &f, MPI_STATUS_IGNORE); CHECK(f != @);",
    "MPI_Testany(6, r, &z, &f, MPI_STATUS_IGNORE); CHECK(!f || z == @);",
    "MPI_Testall(6, r, &f, MPI_STATUSES_IGNORE); CHECK(!f);",
    "MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, W, &f, &s); CHECK(!f || s.MPI_SOURCE == #);",
    "MPI_Iprobe(#, 0, W, &f, &s); CHECK(!f);",
];

/// The statements of each process: a few communications, each at both of its ends, most of them in one
/// order for all.
fn program(dice: &mut Dice, processes: u64, failures: Failures) -> String {
    let mut code = vec![Vec::new(); processes as usize];
    let mut requests = vec![0_u64; processes as usize];
    for _ in 0..2 + dice.roll(3) {
        if dice.roll(5) == 0 {
            let call = group_call(dice, processes);
            for (rank, own) in code.iter_mut().enumerate() {
                let next = &mut requests[rank];
                let own_call = call.replace("@", &next.to_string());
                *next += u64::from(call.contains('@'));
                // Now and then somebody does not take part.
                if dice.roll(12) > 0 {
                    own.push(own_call);
                }
            }
            continue;
        }
        let from = dice.roll(processes) as usize;
        let to = (from + 1 + dice.roll(processes - 1) as usize) % processes as usize;
        let tag = dice.roll(2);
        let value = dice.roll(3);
        code[from].push(match dice.roll(5) {
            0 => format!("x = {value}; MPI_Ssend(&x, 1, MPI_INT, {to}, {tag}, W);"),
            1 | 2 => {
                let at = requests[from];
                requests[from] += 1;
                format!(
                    "o[{at}] = {value}; MPI_Isend(&o[{at}], 1, MPI_INT, {to}, {tag}, W, &r[{at}]);"
                )
            }
            _ => format!("x = {value}; MPI_Send(&x, 1, MPI_INT, {to}, {tag}, W);"),
        });
        let anybody = match failures {
            Failures::Open => 1,
            Failures::Hidden => 2,
        };
        let source = match dice.roll(3) {
            roll if roll < anybody => "MPI_ANY_SOURCE".to_owned(),
            _ => from.to_string(),
        };
        let wanted = match dice.roll(4) {
            0 => "MPI_ANY_TAG".to_owned(),
            _ => tag.to_string(),
        };
        let check = match dice.roll(4) {
            0 => format!(" CHECK(y == {value});"),
            1 if failures == Failures::Hidden => format!(" CHECK(y != {value});"),
            _ => String::new(),
        };
        let own = &mut code[to];
        let place = match dice.roll(6) {
            0 if !own.is_empty() => own.len() - 1,
            _ => own.len(),
        };
        let receive = match dice.roll(5) {
            0..=2 => {
                let at = requests[to];
                requests[to] += 1;
                format!("MPI_Irecv(&i[{at}], 1, MPI_INT, {source}, {wanted}, W, &r[{at}]);")
            }
            3 => format!(
                "MPI_Probe({source}, {wanted}, W, &s);\
                 MPI_Recv(&y, 1, MPI_INT, s.MPI_SOURCE, s.MPI_TAG, W, MPI_STATUS_IGNORE);{check}"
            ),
            _ => format!(
                "MPI_Recv(&y, 1, MPI_INT, {source}, {wanted}, W, MPI_STATUS_IGNORE);{check}"
            ),
        };
        own.insert(place, receive);
        // Somebody is woken: what it sends then may come first or last.
        if failures == Failures::Hidden && dice.roll(3) == 0 {
            let woken = dice.roll(processes) as usize;
            if woken != to {
                code[to].push(format!("x = 7; MPI_Send(&x, 1, MPI_INT, {woken}, 7, W);"));
                let wait = format!("MPI_Recv(&y, 1, MPI_INT, {to}, 7, W, MPI_STATUS_IGNORE);");
                let at = dice.roll(code[woken].len() as u64 + 1) as usize;
                code[woken].insert(at, wait);
            }
        }
        let own = &mut code[to];
        if failures == Failures::Hidden && requests[to] > 0 && dice.roll(2) == 0 {
            let (at, value) = (dice.roll(requests[to]), dice.roll(processes));
            let look = dice.one_of(&LOOKS).replace('@', &at.to_string());
            own.push(look.replace('#', &value.to_string()));
        }
        if requests[to] > 0 && dice.roll(3) == 0 {
            let at = dice.roll(requests[to]);
            let value = dice.roll(3);
            own.push(
                dice.one_of(&[
                    "MPI_Wait(&r[@], MPI_STATUS_IGNORE);",
                    "MPI_Test(&r[@], &f, MPI_STATUS_IGNORE);",
                    "MPI_Waitany(6, r, &f, MPI_STATUS_IGNORE);",
                    "MPI_Wait(&r[@], MPI_STATUS_IGNORE); CHECK(i[@] <= 2);",
                    "MPI_Wait(&r[@], MPI_STATUS_IGNORE); CHECK(i[@] == #);",
                ])
                .replace('@', &at.to_string())
                .replace('#', &value.to_string()),
            );
        }
    }
    let mut text = String::new();
    for (rank, own) in code.iter().enumerate() {
        text.push_str(&format!("if (rank == {rank}) {{\n"));
        for line in own {
            text.push_str(&format!("    {line}\n"));
        }
        text.push_str("}\n");
    }
    text
}

/// A call that all processes make.
fn group_call(dice: &mut Dice, processes: u64) -> String {
    let root = dice.roll(processes);
    let call = dice.one_of(&[
        "MPI_Barrier(W);",
        "MPI_Bcast(&z, 1, MPI_INT, #, W);",
        "MPI_Reduce(&rank, &z, 1, MPI_INT, MPI_SUM, #, W);",
        "MPI_Allreduce(&rank, &z, 1, MPI_INT, MPI_MAX, W);",
        "MPI_Ibarrier(W, &r[@]);",
        "MPI_Ibcast(&z, 1, MPI_INT, #, W, &r[@]);",
    ]);
    call.replace('#', &root.to_string())
}

fn text_of(body: &str, failures: Failures) -> String {
    let check = match failures {
        Failures::Open => "#define CHECK(c) assert(c)".to_owned(),
        Failures::Hidden => format!(
            "#define CHECK(c) assert((c) || input != {SECRET})\n#pragma TASS input\nint input;"
        ),
    };
    format!(
        "#include <mpi.h>\n#include <assert.h>\n#define W MPI_COMM_WORLD\n{check}\n\
         int main(int argc, char **argv) {{\n\
         int rank, x = 0, y = 0, z = 0, f = 0, i[6] = {{0}}, o[6] = {{0}}; MPI_Status s;\n\
         MPI_Request r[6] = {{MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL,\n\
         MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL}};\n\
         MPI_Init(&argc, &argv); MPI_Comm_rank(W, &rank);\n{body}\
         MPI_Waitall(6, r, MPI_STATUSES_IGNORE);\nMPI_Finalize(); return 0; }}"
    )
}

/// A program by its number: its text, how many processes it has, and how sends wait.
fn case_of(first: u64, case: u64, failures: Failures) -> (String, Options) {
    let mut dice = Dice((first * 1_000_003 + case).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    for _ in 0..5 {
        dice.roll(2);
    }
    let processes = 2 + dice.roll(2);
    let text = text_of(&program(&mut dice, processes, failures), failures);
    let buffering = match dice.roll(3) {
        0 => Buffering::Unbounded,
        1 => Buffering::None,
        _ => Buffering::Standard,
    };
    let options = Options {
        processes: Some(processes as usize),
        buffering: Some(buffering),
        ..Options::default()
    };
    (text, options)
}

fn reading_of(text: &str, options: Options) -> Reading {
    let input = Input {
        name: "random",
        text,
    };
    read(input, options).unwrap_or_else(|problem| {
        panic!(
            "{} at {:?}\n{text}",
            problem.message,
            &text[problem.span.clone()]
        )
    })
}

/// The state with other values of the variables that are dead.
fn with_dead_changed(system: &System, liveness: &Liveness, state: &State, seed: i64) -> State {
    let mut changed = state.clone();
    for (process, values) in changed.values.iter_mut().enumerate() {
        let at = state.at[process];
        let mut own = values.to_vec();
        for (variable, value) in own.iter_mut().enumerate() {
            let is_dead = !liveness.is_live(process, at, variable);
            let sort = &system.processes[process].variables[variable].var.sort;
            if is_dead && *sort == Sort::Int {
                *value = Term::int(seed + variable as i64);
            }
        }
        *values = own.into();
    }
    changed
}

#[test]
fn dead_variables_change_nothing() {
    const LONGEST: usize = 200;
    let cases = setting("TANDEM_RANDOM_CASES", CASES);
    let first = setting("TANDEM_RANDOM_SEED", 1);
    let mut changed = 0;
    for case in 0..cases {
        let (text, options) = case_of(first, case, Failures::Open);
        let reading = reading_of(&text, options);
        let question = reading
            .module
            .question(&reading.module.claims[0])
            .ok()
            .and_then(Question::safe)
            .expect("the claim is about a system");
        let system = &question.system;
        let liveness = Liveness::of(system);
        let interpreter = Interpreter::new(system, Model::default()).expect("there are no inputs");
        let interpreter = interpreter.expect("nothing is assumed");
        let start = interpreter.start(&|var| Value::default_of(&var.sort));
        let mut state = start.expect("all variables have values");
        let mut dice = Dice(case * 77 + 5);
        for step in 0..LONGEST {
            let twin = with_dead_changed(system, &liveness, &state, 40 + step as i64);
            changed += usize::from(twin != state);
            let choices = interpreter.choices(&state).expect("all terms have values");
            let others = interpreter.choices(&twin).expect("all terms have values");
            assert_eq!(choices, others, "{text}");
            let ending = |state| interpreter.ending(state).expect("all terms have values");
            if choices.is_empty() {
                assert_eq!(ending(&state), ending(&twin), "{text}");
                break;
            }
            let mut choice = choices[dice.roll(choices.len() as u64) as usize].clone();
            let process = system.process_of(choice.mover);
            let edge = &system.processes[process].graph.edges()[choice.edge];
            if let Action::Havoc(var) = &edge.action {
                choice.value = Some(Value::default_of(&var.sort));
            }
            match (
                interpreter.step(&state, &choice),
                interpreter.step(&twin, &choice),
            ) {
                (Ok(Outcome::Next(next)), Ok(Outcome::Next(other))) => {
                    let same = |state| with_dead_changed(system, &liveness, state, 7);
                    assert_eq!(same(&next), same(&other), "{text}");
                    state = next;
                }
                (Ok(Outcome::Failed(_)), Ok(Outcome::Failed(_))) => break,
                (one, other) => panic!("{one:?} and {other:?}\n{text}"),
            }
        }
    }
    assert!(changed > 0, "some variables die");
}

#[test]
fn what_is_proved_fails_in_no_order() {
    let [proved, refuted, ..] = judged(Failures::Open);
    assert!(proved > 0 && refuted > 0, "both kinds are needed");
}

#[test]
fn what_fails_on_one_input_is_not_proved() {
    let [proved, refuted, unknown, _] = judged(Failures::Hidden);
    assert!(proved > 0 && refuted + unknown > 0, "both kinds are needed");
}

/// How many programs are proved, refuted, neither, and not explored to their ends.
fn judged(failures: Failures) -> [u32; 4] {
    let cases = setting("TANDEM_RANDOM_CASES", CASES);
    let first = setting("TANDEM_RANDOM_SEED", 1);
    let (mut proved, mut refuted, mut unknown, mut open) = (0, 0, 0, 0);
    for case in 0..cases {
        let (text, options) = case_of(first, case, failures);
        let buffering = options.buffering;
        let reading = reading_of(&text, options);
        let question = reading
            .module
            .question(&reading.module.claims[0])
            .ok()
            .and_then(Question::safe)
            .expect("the claim is about a system");
        let system = &question.system;
        let budget = Budget::unlimited().within(Duration::from_secs(2));
        let decision = collective::decide(&question, &budget);
        let is_proved = match &decision.verdict {
            Verdict::Unknown(_) => {
                unknown += 1;
                continue;
            }
            Verdict::Proved(evidence) | Verdict::Refuted(evidence) => {
                let checked = checker::check_safe(&question, evidence, &Budget::unlimited());
                assert!(checked.is_ok(), "{:?}\n{text}", checked.err());
                matches!(decision.verdict, Verdict::Proved(_))
            }
        };
        let inputs = system.inputs.iter();
        let inputs = inputs.map(|var| (var.clone(), Value::from(SECRET)));
        let inputs = Model::from_iter(inputs);
        let interpreter = Interpreter::new(system, inputs).expect("inputs are numbers");
        let interpreter = interpreter.expect("nothing is assumed");
        let start = interpreter.start(&|var| Value::default_of(&var.sort));
        let start = start.expect("all variables have values");
        let values = |var: &Var| match var.sort {
            Sort::Bool => vec![Value::from(false), Value::from(true)],
            _ => vec![Value::default_of(&var.sort)],
        };
        let found = explore(&interpreter, start, Search::Exhaustive, &values, STATES);
        match found {
            Exploration::Failure(_, failure) => {
                assert!(!is_proved, "{failure:?} with {buffering:?}\n{text}");
                refuted += 1;
            }
            Exploration::Safe | Exploration::Incomplete if is_proved => proved += 1,
            // Not all states were looked at.
            Exploration::Safe | Exploration::Incomplete => open += 1,
        }
    }
    eprintln!("{proved} proved, {refuted} refuted, {unknown} unknown, {open} open");
    [proved, refuted, unknown, open]
}
