//! Refutations by sets of states: a fair run that the specification cannot follow, which the checker
//! accepts, and runs that break a rule, which it does not.

use budget::Budget;
use checker::{Established, Rejected, check_included};
use evidence::fair_run::FairRun;
use evidence::{Evidence, Verdict};
use fairness::claim::{States, decide_claim_with};
use question::{Included, Question};

fn question(programs: &str, claim: &str) -> Included {
    let text = format!("{programs}\nclaim c: {claim};");
    let analysis = language::analyze(&text);
    assert!(!analysis.has_errors(), "{text}: {:?}", analysis.diagnostics);
    analysis
        .module
        .question(&analysis.module.claims[0])
        .ok()
        .and_then(Question::included)
        .expect("the claim is about an inclusion")
}

/// The run that refutes a claim; the checker accepts it.
fn run(question: &Included) -> FairRun {
    let decision = decide_claim_with(question, States::Sets, &Budget::unlimited());
    let Verdict::Refuted(evidence) = decision.verdict else {
        panic!("not refuted: {:?}", decision.verdict);
    };
    let accepted = check_included(question, &evidence, &Budget::unlimited());
    let accepted = accepted.expect("genuine evidence is accepted");
    assert_eq!(accepted.verdict(), Established::Refuted);
    match evidence {
        Evidence::FairRun(run) => run,
        other => panic!("evidence of another kind: {other:?}"),
    }
}

fn rejected(question: &Included, run: FairRun) -> Rejected {
    let checked = check_included(question, &Evidence::FairRun(run), &Budget::unlimited());
    checked.expect_err("a bent run is rejected")
}

fn rule(question: &Included, run: FairRun) -> &'static str {
    match rejected(question, run) {
        Rejected::Rule { rule, .. } => rule,
        other => panic!("not rejected by a rule: {other}"),
    }
}

const PROGRAMS: &str = "
    program steps {
        var n: 0..=3 = 0;
        observe n;
        loop { atomic { if (n < 3) { n = n + 1; } else { n = 0; } } }
    }
    program short {
        var n: 0..=3 = 0;
        observe n;
        loop { atomic { if (n < 2) { n = n + 1; } else { n = 0; } } }
    }
    program lazy {
        var light: bool = false;
        observe light;
        loop { havoc light; }
    }
    program eager {
        var lamp: bool = false;
        observe lamp;
        justice lamp;
        loop { havoc lamp; }
    }
    program grants {
        var want: bool = false;
        var got: bool = false;
        observe want, got;
        open want;
        compassion want, got;
        loop { atomic { havoc got; } }
    }
    program refuses {
        var want: bool = false;
        var got: bool = false;
        observe want, got;
        open want;
        loop { atomic { havoc got where !got || want; } }
    }
    program chosen {
        var n: 0..=3;
        observe n;
        loop { skip; }
    }
";

#[test]
fn a_word_that_cannot_go_on_refutes() {
    let question = question(PROGRAMS, "steps included in short");
    let run = run(&question);
    assert_eq!(run.states.len(), 4, "{run:?}");
}

#[test]
fn what_is_never_done_refutes() {
    run(&question(PROGRAMS, "lazy included in eager"));
    run(&question(PROGRAMS, "refuses included in grants"));
    run(&question(PROGRAMS, "grants included in refuses"));
    run(&question(PROGRAMS, "chosen included in steps"));
}

#[test]
fn chains_of_philosophers_that_are_too_short_are_refuted() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/philosophers.tdm"
    );
    let text = std::fs::read_to_string(path).expect("the example can be read");
    let programs = text.split("claim").next();
    let programs = programs.expect("a split has a first part");
    for (concrete, specification) in [
        ("halves", "philosopher"),
        ("contrary o contrary", "halves"),
        ("philosopher o philosopher", "philosopher"),
    ] {
        let programs = format!("{programs} program a = {concrete}; program b = {specification};");
        run(&question(&programs, "a included in b"));
    }
}

#[test]
fn a_run_must_be_one() {
    let question = question(PROGRAMS, "steps included in short");
    let good = run(&question);
    let mut jump = good.clone();
    jump.states.remove(1);
    jump.cycle = jump.cycle.saturating_sub(1);
    assert_eq!(rule(&question, jump), "Run");
    let mut late = good.clone();
    late.states.rotate_left(1);
    assert_eq!(rule(&question, late), "Lasso");
    let mut empty = good.clone();
    empty.cycle = empty.states.len() as u32;
    assert_eq!(rule(&question, empty), "Lasso");
    let mut nothing = good.clone();
    nothing.states.clear();
    assert_eq!(rule(&question, nothing), "Lasso");
    let mut broken = good;
    broken.states[0].values.pop();
    assert!(matches!(
        rejected(&question, broken),
        Rejected::NotAState { .. }
    ));
}

#[test]
fn turns_alternate() {
    let question = question(PROGRAMS, "refuses included in grants");
    let mut odd = run(&question);
    let again = odd.states[odd.cycle as usize].clone();
    odd.states.push(again);
    assert_eq!(rule(&question, odd), "Lasso");
}

#[test]
fn a_run_must_be_fair() {
    // Of the one that need not light up, a run without light is fair; of the other it is not.
    let dark = run(&question(PROGRAMS, "lazy included in eager"));
    let just = question(PROGRAMS, "a = eager included in b = eager");
    assert_eq!(rule(&just, dark), "Accepted");
    let unheard = run(&question(PROGRAMS, "refuses included in grants"));
    let same = question(PROGRAMS, "a = grants included in b = grants");
    assert_eq!(rule(&same, unheard), "Accepted");
}

#[test]
fn a_run_that_can_be_followed_refutes_nothing() {
    let dark = run(&question(PROGRAMS, "lazy included in eager"));
    let same = question(PROGRAMS, "a = lazy included in b = lazy");
    assert_eq!(rule(&same, dark), "Rejected");
    let steps = run(&question(PROGRAMS, "steps included in short"));
    let same = question(PROGRAMS, "a = steps included in b = steps");
    assert_eq!(rule(&same, steps), "Rejected");
}
