//! How long strategies take, against Z3's own verdicts in the same run, in time of the processor.
//! Prints the tables of docs/benchmarks.md: `cargo bench -p games`.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/common/questions.rs"]
mod questions;

use std::io::Write;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use budget::{Budget, Canceller};
use checker::Rejected;
use checker::formula::{check_forall_exists, check_strategy};
use common::Rng;
use evidence::strategy::{Case, ForallExists};
use games::choices::choose;
use games::{aeval, decide};
use logic::smtlib::parse_script;
use logic::{Prenex, Quantifier, Sort, Term, Var};
use questions::{Question, closed};
use rustix::time::ClockId;
use smt::{Outcome, Solver, Strategy};

fn say(text: &str) {
    writeln!(std::io::stdout(), "{text}").expect("standard output is open");
}

/// The time of the processor for each question, for either side.
const LIMIT: Duration = Duration::from_secs(10);

/// Does work within the limit.
fn limited<T>(work: impl FnOnce(&Budget) -> T) -> T {
    const TICK: Duration = Duration::from_millis(10);
    let canceller = Canceller::new();
    let budget = Budget::unlimited().with_canceller(canceller.clone());
    let start = used(ClockId::ProcessCPUTime);
    std::thread::scope(|scope| {
        let (finished, is_finished) = mpsc::channel::<()>();
        scope.spawn(move || {
            while is_finished.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if used(ClockId::ProcessCPUTime) - start > LIMIT {
                    canceller.cancel();
                }
            }
        });
        let result = work(&budget);
        drop(finished);
        result
    })
}

/// The time of the processor that this thread or all threads have used: what else the machine does
/// is no part of it.
fn used(clock: ClockId) -> Duration {
    let now = rustix::time::clock_gettime(clock);
    Duration::try_from(now).expect("nobody has used less than no time")
}

/// What came of a series of formulas.
#[derive(Default)]
struct Series {
    count: usize,
    yes: usize,
    ours: Duration,
    checking: Duration,
    theirs: Duration,
    open: usize,
    open_there: usize,
    disagreements: usize,
}

impl Series {
    fn add(&mut self, ours: Option<bool>, theirs: Option<bool>) {
        self.count += 1;
        self.yes += usize::from(ours == Some(true));
        self.open += usize::from(ours.is_none());
        self.open_there += usize::from(theirs.is_none());
        self.disagreements += usize::from(ours.is_some() && theirs.is_some() && ours != theirs);
    }

    fn row(&self, name: &str) {
        let ratio = self.ours.as_secs_f64() / self.theirs.as_secs_f64();
        say(&format!(
            "| {name} | {} | {} | {:.2} s | {:.2} s | {:.2} s | {ratio:.2} | {} | {} | {} |",
            self.count,
            self.yes,
            self.ours.as_secs_f64(),
            self.checking.as_secs_f64(),
            self.theirs.as_secs_f64(),
            self.open,
            self.open_there,
            self.disagreements,
        ));
    }
}

fn z3(formula: &Term) -> Option<bool> {
    let mut solver = Solver::new(Strategy::Portfolio);
    solver.assert(formula);
    match limited(|budget| {
        solver
            .check(budget)
            .map_unsat(|_| ())
            .and_then_sat(|_| Ok(()))
    }) {
        Outcome::Sat(_) => Some(true),
        Outcome::Unsat(_) => Some(false),
        Outcome::Unknown(_) => None,
    }
}

fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = used(ClockId::ThreadCPUTime);
    let result = work();
    *total += used(ClockId::ThreadCPUTime) - start;
    result
}

fn forall_exists(name: &str, sort: &Sort, count: usize, seed: u64) {
    let mut rng = Rng(seed);
    let mut series = Series::default();
    for _ in 0..count {
        let question = Question::random(&mut rng, sort);
        let Question {
            premise,
            existential,
            conclusion,
            ..
        } = &question;
        let answer = timed(&mut series.ours, || {
            limited(|budget| aeval::decide(premise, existential, conclusion, budget).ok())
        });
        if let Some(answer) = &answer {
            timed(&mut series.checking, || {
                limited(|budget| {
                    check_forall_exists(premise, existential, conclusion, answer, budget)
                })
            })
            .expect("the answer is accepted");
        }
        let whole = question.whole();
        let theirs = timed(&mut series.theirs, || z3(&whole));
        series.add(
            answer.map(|answer| matches!(answer, ForallExists::Valid(_))),
            theirs,
        );
    }
    series.row(name);
}

fn alternations(name: &str, sort: &Sort, blocks: usize, count: usize, seed: u64) {
    let mut rng = Rng(seed);
    let mut series = Series::default();
    for _ in 0..count {
        let formula = closed(&mut rng, sort, blocks);
        let game = Prenex::of(&formula, Quantifier::Exists).expect("quantifiers are outside");
        let mut strategy = timed(&mut series.ours, || {
            limited(|budget| decide(&game, budget).ok())
        });
        if let Some(found) = &strategy {
            let checked = timed(&mut series.checking, || {
                limited(|budget| check_strategy(&game, found, budget))
            });
            match checked {
                Ok(()) => {}
                // Nobody has seen that it is right, so it is no answer.
                Err(Rejected::Unanswered(_)) => strategy = None,
                Err(rejected) => panic!("{rejected}: {formula}"),
            }
        }
        let theirs = timed(&mut series.theirs, || z3(&formula));
        series.add(strategy.map(|s| s.winner == Quantifier::Exists), theirs);
    }
    series.row(name);
}

/// Existentials defined through a chain, one in twenty a real choice.
fn chain(count: usize) {
    let sort = Sort::Int;
    let x = Var::new("x", sort.clone());
    let vars: Vec<Var> = (0..count)
        .map(|i| Var::new(format!("y{i}").as_str(), sort.clone()))
        .collect();
    let mut previous = x.term();
    let mut parts = Vec::new();
    for (position, var) in vars.iter().enumerate() {
        if position % 20 == 19 {
            parts.push(Term::le(previous.clone(), var.term()));
            parts.push(Term::le(
                var.term(),
                Term::add([previous.clone(), Term::int(5)]),
            ));
        } else {
            let step = Term::ite(
                Term::lt(previous.clone(), Term::int(0)),
                Term::add([previous.clone(), Term::int(3)]),
                Term::add([previous.clone(), Term::int(-2)]),
            );
            parts.push(Term::eq(var.term(), step));
        }
        previous = var.term();
    }
    let conclusion = Term::and(parts);
    let start = used(ClockId::ThreadCPUTime);
    let answer = aeval::decide(&Term::top(), &vars, &conclusion, &Budget::unlimited());
    let time = used(ClockId::ThreadCPUTime) - start;
    let start = used(ClockId::ThreadCPUTime);
    if let Ok(answer) = &answer {
        check_forall_exists(
            &Term::top(),
            &vars,
            &conclusion,
            answer,
            &Budget::unlimited(),
        )
        .expect("the answer is accepted");
    }
    let (time, check) = (
        time.as_secs_f64(),
        (used(ClockId::ThreadCPUTime) - start).as_secs_f64(),
    );
    let word = if answer.is_ok() { "valid" } else { "unknown" };
    say(&format!(
        "| {count} | {time:.3} s | {check:.3} s | {word} |"
    ));
}

/// The pairs of ../shared/bench/aeval, where they are.
fn pairs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bench/aeval");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        say("skipped: there is no ../shared/bench/aeval");
        return;
    };
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| Some(name.strip_suffix("_s_part.smt2")?.to_owned()))
        .collect();
    names.sort();
    let (mut valid, mut time, mut check) = (0, Duration::ZERO, Duration::ZERO);
    let (mut existentials, mut slowest) = (0, Duration::ZERO);
    let (mut ours, mut paper) = (Size::default(), Size::default());
    for name in &names {
        let start = used(ClockId::ThreadCPUTime);
        let script = |part: &str| {
            let text = std::fs::read_to_string(folder.join(format!("{name}_{part}_part.smt2")));
            parse_script(&text.expect("a pair has both files")).expect("it is SMT-LIB")
        };
        let (s, t) = (script("s"), script("t"));
        let all = |script: &logic::smtlib::Script| {
            Term::and(script.assertions.iter().map(|a| a.formula.clone()))
        };
        let (premise, conclusion) = (all(&s), all(&t));
        let vars: Vec<Var> = conclusion
            .free_vars()
            .into_iter()
            .filter(|var| s.declarations.var_name(var).is_none())
            .collect();
        let answer = limited(|budget| aeval::decide(&premise, &vars, &conclusion, budget))
            .expect("an answer");
        let spent = used(ClockId::ThreadCPUTime) - start;
        time += spent;
        slowest = slowest.max(spent);
        timed(&mut check, || {
            limited(|budget| check_forall_exists(&premise, &vars, &conclusion, &answer, budget))
        })
        .expect("the answer is accepted");
        if let ForallExists::Valid(choice) = answer {
            valid += 1;
            existentials += vars.len();
            ours.add(&choice.cases);
            let projected =
                limited(|budget| choose(&vars, &conclusion, &premise, budget)).expect("an answer");
            paper.add(&projected.cases);
        }
    }
    say(&format!(
        "{valid} of {} valid; reading and deciding {:.2} s, slowest {:.0} ms, checking {:.2} s; {} existentials\n",
        names.len(),
        time.as_secs_f64(),
        slowest.as_secs_f64() * 1000.0,
        check.as_secs_f64(),
        existentials,
    ));
    say(
        "| Skolem relations | cases | conjuncts in guards | variables in guards | nodes of guards | nodes of terms |",
    );
    say("|---|---|---|---|---|---|");
    paper.row("a case for each projection, as in (27)");
    ours.row("ours: guessed first, guards minimised");
}

/// How large Skolem relations are.
#[derive(Default)]
struct Size {
    cases: usize,
    conjuncts: usize,
    variables: usize,
    guards: usize,
    terms: usize,
}

impl Size {
    fn add(&mut self, cases: &[Case]) {
        for case in cases {
            self.cases += 1;
            self.conjuncts += case.guard.conjuncts().len();
            self.variables += case.guard.free_vars().len();
            self.guards += case.guard.dag_size();
            self.terms += case.terms.iter().map(Term::dag_size).sum::<usize>();
        }
    }

    fn row(&self, name: &str) {
        let Size {
            cases,
            conjuncts,
            variables,
            guards,
            terms,
        } = self;
        say(&format!(
            "| {name} | {cases} | {conjuncts} | {variables} | {guards} | {terms} |"
        ));
    }
}

fn main() {
    // `cargo bench -p games -- chain` runs only the sections that are named.
    let named: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    let wanted = |name: &str| named.is_empty() || named.iter().any(|n| n == name);
    if wanted("pairs") {
        say("### AE-VAL's pairs\n");
        pairs();
    }
    if wanted("random") {
        say("\n### Random formulas\n");
        say(
            "| series | formulas | true | ours | checking | Z3 | ours / Z3 | open here | open there | disagreements |",
        );
        say("|---|---|---|---|---|---|---|---|---|---|");
        forall_exists("forall-exists, reals", &Sort::Real, 500, 101);
        forall_exists("forall-exists, integers", &Sort::Int, 500, 102);
        for blocks in [3, 4, 5] {
            let alternating = blocks - 1;
            let name = |sort: &str| format!("{alternating} alternations, {sort}");
            alternations(&name("reals"), &Sort::Real, blocks, 170, 103);
            alternations(&name("integers"), &Sort::Int, blocks, 170, 104);
        }
    }
    if wanted("chain") {
        say("\n### Existentials defined in a chain, one in twenty a choice\n");
        say("| existentials | deciding | checking | answer |");
        say("|---|---|---|---|");
        for count in [10, 100, 1000, 5000] {
            chain(count);
        }
    }
}
