//! Each rule of the checker accepts what it should and rejects evidence that breaks it.

use budget::Budget;
use checker::{Accepted, Rejected, Vacuity};
use evidence::simulation::{FiniteRefutation, FiniteSimulation, Why};
use evidence::{Datum, Evidence, Verdict};
use question::Question;

fn question(text: &str) -> Question {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    analysis
        .module
        .question(&analysis.module.claims[0])
        .expect("the claim is about programs")
}

fn evidence(question: &Question) -> Evidence {
    let budget = Budget::unlimited();
    let decision = match question {
        Question::Simulated(question) => explicit::simulation::decide(question, &budget),
        Question::SafeFor(question) => explicit::safety::decide(question, &budget),
        _ => panic!("the claim can be enumerated"),
    };
    match decision.verdict {
        Verdict::Proved(evidence) | Verdict::Refuted(evidence) => evidence,
        Verdict::Unknown(reason) => panic!("{reason}"),
    }
}

fn check(question: &Question, evidence: &Evidence) -> Result<Accepted, Rejected> {
    checker::check(question, evidence, &Budget::unlimited())
}

/// The name of the rule that rejects the evidence.
fn rule(result: Result<Accepted, Rejected>) -> &'static str {
    match result {
        Ok(_) => "accepted",
        Err(Rejected::Rule { rule, .. }) => rule,
        Err(Rejected::WrongKind) => "wrong kind",
        Err(Rejected::Dangling { .. }) => "dangling",
        Err(Rejected::NotAState { .. }) => "not a state",
        Err(error @ (Rejected::Step(_) | Rejected::Unanswered(_))) => panic!("{error}"),
    }
}

/// The answer to a received number, after some silent steps of both; the source takes more of them.
const PROVED: &str = "
    program a { var x: 0..=1; var i: 0..=1 = 0; receive x on 0; i = x; skip; skip; send i on 1; }
    program b { var y: 0..=1; receive y on 0; send y on 1; }
    claim c: a simulated by b requires a.x == b.y ensures a.x == b.y;
";

const REFUTED_STEP: &str = "
    program a { var x: 0..=1 = 0; receive x on 0; send x on 1; }
    program b { var y: 0..=1 = 0; receive y on 0; choose { skip; } or { skip; } send 0 on 1; }
    claim c: a simulated by b;
";

const REFUTED_ENDING: &str = "
    program a { var x: 0..=1; skip; }
    program b { var y: 0..=1; choose { y = 0; } or { y = 1; } }
    claim c: a simulated by b requires a.x == b.y ensures a.x != 1 || b.y != b.y;
";

const REFUTED_DIVERGENCE: &str = "
    program a { var x: 0..=1 = 0; while (x < 2) { x = 1 - x; } }
    program b { skip; }
    claim c: a simulated by b;
";

fn tampered_proof(change: impl FnOnce(&mut FiniteSimulation)) -> &'static str {
    let question = question(PROVED);
    let Evidence::FiniteSimulation(mut proof) = evidence(&question) else {
        panic!("not proved")
    };
    change(&mut proof);
    rule(check(&question, &Evidence::FiniteSimulation(proof)))
}

fn tampered_refutation(text: &str, change: impl FnOnce(&mut FiniteRefutation)) -> &'static str {
    let question = question(text);
    let Evidence::FiniteRefutation(mut refutation) = evidence(&question) else {
        panic!("not refuted")
    };
    change(&mut refutation);
    rule(check(&question, &Evidence::FiniteRefutation(refutation)))
}

#[test]
fn genuine_evidence_is_accepted() {
    for text in [
        PROVED,
        REFUTED_STEP,
        REFUTED_ENDING,
        REFUTED_DIVERGENCE,
        SAFE,
        UNSAFE,
        FAILING,
    ] {
        let question = question(text);
        assert_eq!(
            rule(check(&question, &evidence(&question))),
            "accepted",
            "{text}"
        );
    }
}

#[test]
fn initial_pairs_must_be_related() {
    // The pair is kept in the list but moved to another state, so that nothing dangles.
    let outcome = tampered_proof(|proof| {
        let initial = proof.pairs[0].source;
        proof.source[initial as usize].values[0] = Datum::Small(1);
    });
    assert_eq!(outcome, "Initial");
}

#[test]
fn every_step_needs_an_answer() {
    assert_eq!(
        tampered_proof(|proof| drop(proof.pairs[0].answers.pop())),
        "Answers"
    );
}

#[test]
fn an_answer_must_follow_the_step_it_answers() {
    let outcome = tampered_proof(|proof| proof.pairs[0].answers.swap(0, 1));
    assert_eq!(outcome, "Answers");
}

#[test]
fn an_answer_must_be_a_path_of_the_target() {
    let outcome = tampered_proof(|proof| {
        let pair = proof
            .pairs
            .iter_mut()
            .find(|p| p.answers.iter().any(|a| !a.path.is_empty()));
        let answer = pair
            .unwrap()
            .answers
            .iter_mut()
            .find(|a| !a.path.is_empty())
            .unwrap();
        let last = *answer.path.last().unwrap();
        answer.path.push(last);
    });
    assert_eq!(outcome, "Path");
}

#[test]
fn an_answer_must_show_the_label() {
    let outcome = tampered_proof(|proof| proof.pairs[0].answers[0].path.clear());
    assert_eq!(outcome, "Path");
}

#[test]
fn standing_still_must_lower_the_rank() {
    let outcome = tampered_proof(|proof| proof.pairs.iter_mut().for_each(|pair| pair.rank = 7));
    assert_eq!(outcome, "Divergence");
}

#[test]
fn an_ended_source_needs_an_ending() {
    let outcome = tampered_proof(|proof| {
        let pair = proof
            .pairs
            .iter_mut()
            .find(|pair| pair.ending.is_some())
            .unwrap();
        pair.ending = None;
    });
    assert_eq!(outcome, "Ending");
}

#[test]
fn dangling_positions_are_rejected() {
    assert_eq!(
        tampered_proof(|proof| proof.pairs[0].answers[0].pair = 99_999),
        "dangling"
    );
    assert_eq!(
        tampered_proof(|proof| proof.pairs[0].source = u32::MAX),
        "dangling"
    );
    assert_eq!(
        tampered_proof(|proof| proof.pairs[0].target = u32::MAX),
        "dangling"
    );
}

#[test]
fn states_must_be_the_programs() {
    assert_eq!(
        tampered_proof(|p| p.source[0].values[0] = Datum::Small(2)),
        "not a state"
    );
    assert_eq!(
        tampered_proof(|p| p.source[0].values[0] = Datum::Bool(true)),
        "not a state"
    );
    assert_eq!(
        tampered_proof(|p| drop(p.source[0].values.pop())),
        "not a state"
    );
    let elsewhere = evidence::ControlData::Location(1000);
    assert_eq!(
        tampered_proof(|p| p.target[0].at = elsewhere),
        "not a state"
    );
    let inside = evidence::ControlData::Par(0, Vec::new());
    assert_eq!(tampered_proof(|p| p.target[0].at = inside), "not a state");
}

#[test]
fn a_play_must_start_where_the_claim_starts() {
    let outcome = tampered_refutation(REFUTED_STEP, |r| r.positions.swap(0, 1));
    assert_eq!(outcome, "Start");
    assert_eq!(
        tampered_refutation(REFUTED_STEP, |r| r.positions.clear()),
        "Start"
    );
    let outcome = tampered_refutation(REFUTED_ENDING, |r| {
        let state = r.positions[0].target as usize;
        r.target[state].values[0] = Datum::Small(0);
    });
    assert_eq!(outcome, "Start");
}

#[test]
fn the_source_must_have_the_step() {
    let outcome = tampered_refutation(REFUTED_STEP, |r| {
        let here = r.positions[0].source;
        let Why::Step { source, .. } = &mut r.positions[0].why else {
            panic!("a step")
        };
        *source = here;
    });
    assert_eq!(outcome, "Step");
}

#[test]
fn every_answer_must_be_lost_at_a_lower_stage() {
    let outcome = tampered_refutation(REFUTED_STEP, |r| {
        r.positions
            .iter_mut()
            .for_each(|position| position.stage = 0);
    });
    assert_eq!(outcome, "Step");
    let outcome = tampered_refutation(REFUTED_STEP, |r| drop(r.positions.pop()));
    assert_eq!(outcome, "Step");
}

#[test]
fn a_position_is_listed_once() {
    let outcome = tampered_refutation(REFUTED_STEP, |r| {
        let copy = r.positions[1].clone();
        r.positions.push(copy);
    });
    assert_eq!(outcome, "Positions");
}

#[test]
fn an_ending_that_exists_refutes_nothing() {
    let text = "
        program a { skip; }
        program b { var y: 0..=1 = 0; skip; }
        claim c: a simulated by b ensures b.y == 1;
    ";
    let genuine = evidence(&question(text));
    let other = question(&text.replace("b.y == 1", "b.y == 0"));
    assert_eq!(rule(check(&other, &genuine)), "No ending");
}

#[test]
fn an_unended_source_has_no_missing_ending() {
    let outcome = tampered_refutation(REFUTED_STEP, |r| r.positions[0].why = Why::Ending);
    assert_eq!(outcome, "No ending");
}

#[test]
fn a_divergence_needs_stages_that_do_not_rise() {
    let outcome = tampered_refutation(REFUTED_DIVERGENCE, |r| {
        let number = r.positions.len() as u32;
        for (position, stage) in r.positions.iter_mut().zip((0..number).rev()) {
            position.stage = stage;
        }
    });
    assert_eq!(outcome, "Divergence");
}

#[test]
fn a_target_that_can_move_is_not_refuted_by_divergence() {
    // The play against `skip`, told of a target that can move along.
    let genuine = question(REFUTED_DIVERGENCE);
    let evidence = evidence(&genuine);
    let question = question(
        "program a { var x: 0..=1 = 0; while (x < 2) { x = 1 - x; } }
         program b { while (*) { skip; } }
         claim c: a simulated by b;",
    );
    assert_eq!(rule(check(&question, &evidence)), "Divergence");
}

const SAFE: &str = "
    program a { var x: 0..=1; var y: 0..=1 = 0; y = x; assert y == x; }
    claim c: safe for p = a, q = a requires p.x == q.x ensures p.y == q.y;
";

const UNSAFE: &str = "
    program a { var x: 0..=1; var y: 0..=1 = 0; havoc y; }
    claim c: safe for p = a, q = a requires p.x == q.x ensures p.y == q.y;
";

const FAILING: &str = "
    program a { var x: 0..=1; skip; assert x == 0; }
    claim c: safe for p = a, q = a;
";

#[test]
fn reachable_sets_must_be_closed_and_start_somewhere() {
    let question = question(SAFE);
    let Evidence::FiniteSafety(genuine) = evidence(&question) else {
        panic!("not proved")
    };
    let tampered = |change: &dyn Fn(&mut evidence::safety::FiniteSafety)| {
        let mut proof = genuine.clone();
        change(&mut proof);
        rule(check(&question, &Evidence::FiniteSafety(proof)))
    };
    assert_eq!(
        tampered(&|p| p.copies[0].from[0].states.truncate(1)),
        "Closed"
    );
    assert_eq!(
        tampered(&|p| p.copies[0].from[0].states.retain(|s| *s != 0)),
        "Closed"
    );
    assert_eq!(tampered(&|p| drop(p.copies[1].from.pop())), "Starts");
    assert_eq!(tampered(&|p| drop(p.copies.pop())), "wrong kind");
    assert_eq!(tampered(&|p| p.copies[0].from[0].start = 1000), "dangling");
}

#[test]
fn sets_of_another_program_are_rejected() {
    // The same graph with another postcondition, and with an assertion that fails.
    let genuine = evidence(&question(SAFE));
    let other = question(&SAFE.replace("ensures p.y == q.y", "ensures p.y == 0"));
    assert_eq!(rule(check(&other, &genuine)), "Ends");
    let other = question(&SAFE.replace("assert y == x", "assert y == 0"));
    assert_eq!(rule(check(&other, &genuine)), "Closed");
}

#[test]
fn a_failed_state_in_a_set_is_rejected() {
    let other = question(&SAFE.replace("assert y == x", "assert y == 0"));
    let Evidence::FiniteSafety(mut proof) = evidence(&question(SAFE)) else {
        panic!("not proved")
    };
    for copy in &mut proof.copies {
        let mut failed = copy.states.last().unwrap().clone();
        failed.at = evidence::ControlData::Failed;
        failed.values = vec![Datum::Small(1), Datum::Small(1)];
        copy.states.push(failed);
        let position = copy.states.len() as u32 - 1;
        copy.from
            .iter_mut()
            .for_each(|reachable| reachable.states.push(position));
    }
    assert_eq!(
        rule(check(&other, &Evidence::FiniteSafety(proof))),
        "Assertions"
    );
}

#[test]
fn runs_are_replayed() {
    let question = question(UNSAFE);
    let Evidence::FiniteViolation(genuine) = evidence(&question) else {
        panic!("not refuted")
    };
    let tampered = |change: &dyn Fn(&mut evidence::safety::FiniteViolation)| {
        let mut violation = genuine.clone();
        change(&mut violation);
        rule(check(&question, &Evidence::FiniteViolation(violation)))
    };
    assert_eq!(tampered(&|v| drop(v.runs[0].remove(0))), "Related");
    assert_eq!(tampered(&|v| v.runs[0].clear()), "Run");
    assert_eq!(tampered(&|v| drop(v.runs[0].pop())), "Violated");
    assert_eq!(tampered(&|v| v.failed = Some(0)), "Violated");
    assert_eq!(tampered(&|v| v.failed = Some(7)), "dangling");
    let equal_ends = |v: &mut evidence::safety::FiniteViolation| v.runs[1] = v.runs[0].clone();
    assert_eq!(tampered(&equal_ends), "Violated");
    let jump = |v: &mut evidence::safety::FiniteViolation| {
        let first = v.runs[0][0].clone();
        v.runs[0].insert(1, first);
    };
    assert_eq!(tampered(&jump), "Run");
}

#[test]
fn starts_must_be_related() {
    let genuine = evidence(&question(UNSAFE));
    let other = question(&UNSAFE.replace("requires p.x == q.x", "requires p.x != q.x"));
    assert_eq!(rule(check(&other, &genuine)), "Related");
}

#[test]
fn constants_must_agree() {
    let text = "
        const N: 0..=1;
        program a { var x: 0..=1 = 0; x = N; }
        claim c: safe for p = a, q = a ensures p.x == 0 || q.x == 0;
    ";
    let question = question(text);
    let Evidence::FiniteViolation(mut violation) = evidence(&question) else {
        panic!("refuted")
    };
    let constant = violation.runs[0][0].values.len() - 1;
    for state in &mut violation.runs[0] {
        state.values[constant] = Datum::Small(0);
    }
    let last = violation.runs[0].len() - 1;
    violation.runs[0][last].values[0] = Datum::Small(0);
    assert_eq!(
        rule(check(&question, &Evidence::FiniteViolation(violation))),
        "Related"
    );
}

#[test]
fn evidence_of_another_kind_is_rejected() {
    let (simulation, safety) = (question(PROVED), question(SAFE));
    assert_eq!(rule(check(&simulation, &evidence(&safety))), "wrong kind");
    assert_eq!(rule(check(&safety, &evidence(&simulation))), "wrong kind");
}

#[test]
fn empty_claims_are_called_vacuous() {
    let vacuity = |text: &str| {
        let question = question(text);
        check(&question, &evidence(&question)).unwrap().vacuous()
    };
    assert_eq!(vacuity(PROVED), None);
    let no_start = PROVED.replace("requires a.x == b.y", "requires a.x < b.y && b.y < a.x");
    assert_eq!(vacuity(&no_start), Some(Vacuity::NoStart));
    let no_end = "
        program a { var x: 0..=1 = 0; loop { send x on 0; } }
        claim c: p = a simulated by q = a ensures p.x == q.x;
    ";
    assert_eq!(vacuity(no_end), Some(Vacuity::NoEnd));
    let no_safe_end = "
        program a { var x: 0..=1 = 0; assume x == 1; }
        claim c: safe for p = a ensures p.x == 0;
    ";
    assert_eq!(vacuity(no_safe_end), Some(Vacuity::NoEnd));
}
