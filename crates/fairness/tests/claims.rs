//! The rules for claims about fair runs of programs accept genuine evidence and reject evidence that
//! breaks them.

use budget::Budget;
use checker::{Rejected, Vacuity, check};
use evidence::inclusion::{FairInclusion, Inclusion, Satisfaction};
use evidence::{Evidence, StateData, Verdict};
use logic::{Term, Value, Var};
use program::concrete::Machine;
use question::{Included, Question};

const PROGRAMS: &str = "
    program blinks {
        var light: bool = false;
        observe light;
        loop { light = !light; }
    }
    program lights {
        var lamp: bool = false;
        observe lamp;
        justice lamp;
        loop { havoc lamp; }
    }
    program counts {
        var n: 0..=3 = 0;
        observe n;
        loop { havoc n; }
    }
    program any {
        var n: 0..=3;
        observe n;
        loop { havoc n; }
    }
    program user {
        var fork: bool = true;
        observe fork;
        open fork;
        loop { atomic { assume fork; fork = false; } }
    }
    program talks {
        var light: bool = false;
        observe light;
        loop { send 1 on 1; }
    }
";

fn question(claim: &str) -> Question {
    let text = format!("{PROGRAMS}\nclaim c: {claim};");
    let analysis = language::analyze(&text);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    analysis
        .module
        .question(&analysis.module.claims[0])
        .expect("the claim is about programs")
}

fn included(claim: &str) -> Included {
    let question = question(claim).included();
    question.expect("the claim is about an inclusion")
}

fn verdict(question: &Question) -> Verdict {
    let budget = Budget::unlimited();
    match question {
        Question::Satisfies(question) => {
            fairness::satisfaction::decide_claim(question, &budget).verdict
        }
        Question::Included(question) => fairness::claim::decide_claim(question, &budget).verdict,
        _ => panic!("the claim is about fair runs"),
    }
}

fn genuine(question: &Question) -> Evidence {
    let (Verdict::Proved(evidence) | Verdict::Refuted(evidence)) = verdict(question) else {
        panic!("there is no verdict");
    };
    check(question, &evidence, &Budget::unlimited()).expect("genuine evidence is accepted");
    evidence
}

fn rule(question: &Question, evidence: &Evidence) -> String {
    match check(question, evidence, &Budget::unlimited()) {
        Err(Rejected::Rule { rule, .. }) => rule.to_owned(),
        other => panic!("not rejected by a rule: {other:?}"),
    }
}

fn fair(question: &Question) -> FairInclusion {
    match genuine(question) {
        Evidence::FairInclusion(fair) => fair,
        other => panic!("evidence of another kind: {other:?}"),
    }
}

#[test]
fn listed_states_are_closed_and_hold_the_starts() {
    for claim in ["blinks included in lights", "lights included in blinks"] {
        let question = question(claim);
        let against = |change: &dyn Fn(&mut FairInclusion)| {
            let mut evidence = fair(&question);
            change(&mut evidence);
            rule(&question, &Evidence::FairInclusion(evidence))
        };
        assert_eq!(against(&|e| drop(e.concrete.pop())), "Closed");
        assert_eq!(against(&|e| drop(e.specification.pop())), "Closed");
        assert_eq!(against(&|e| drop(e.concrete.remove(0))), "Starts");
        assert_eq!(against(&|e| e.specification.clear()), "Starts");
    }
    let open = question("a = user included in b = user");
    let mut evidence = fair(&open);
    evidence.concrete.pop();
    assert_eq!(rule(&open, &Evidence::FairInclusion(evidence)), "Closed");
}

#[test]
fn evidence_for_one_claim_is_none_for_another() {
    let (proved, refuted) = (
        question("blinks included in lights"),
        question("lights included in blinks"),
    );
    let mut swapped = fair(&refuted);
    swapped.inclusion = fair(&proved).inclusion;
    let evidence = Evidence::FairInclusion(swapped);
    assert!(check(&refuted, &evidence, &Budget::unlimited()).is_err());
    let satisfied = question("blinks satisfies always(eventually(blinks.light))");
    let evidence = genuine(&satisfied);
    let wrong = check(&proved, &evidence, &Budget::unlimited());
    assert_eq!(wrong, Err(Rejected::WrongKind));
}

#[test]
fn programs_that_cannot_be_compared() {
    let evidence = Evidence::FairInclusion(fair(&question("blinks included in lights")));
    // The language lets no such claim pass.
    for other in ["counts", "user"] {
        let mut asked = included("blinks included in lights");
        let other_one = question(&format!("{other} satisfies true")).satisfies();
        let [program] = other_one
            .expect("the claim is about a formula")
            .setting
            .programs;
        asked.setting.programs[1] = program;
        let question = Question::Included(asked);
        assert!(matches!(verdict(&question), Verdict::Unknown(_)), "{other}");
        assert_eq!(rule(&question, &evidence), "Comparable", "{other}");
    }
}

/// All states of a program that take no step, or that are reached by any.
fn states(question: &Included) -> Vec<StateData> {
    let setting = &question.setting;
    let machine = Machine::new(&setting.programs[0], &setting.constants);
    let value = |var: &Var| Some(Value::default_of(&var.sort));
    let mut states = vec![machine.initial(&value)];
    let mut position = 0;
    while position < states.len() {
        let steps = machine.successors(&states[position], &mut |_, _| {});
        for step in steps.expect("the program is finite") {
            if !states.contains(&step.state) {
                states.push(step.state);
            }
        }
        position += 1;
    }
    states.iter().map(StateData::from).collect()
}

#[test]
fn messages_are_no_steps_of_fair_runs() {
    let question = question("talks included in lights");
    assert!(matches!(verdict(&question), Verdict::Unknown(_)));
    let mut evidence = fair(&self::question("blinks included in lights"));
    evidence.concrete = states(&included("talks included in lights"));
    assert_eq!(
        rule(&question, &Evidence::FairInclusion(evidence)),
        "Silent"
    );
}

#[test]
fn there_are_at_most_as_many_requirements_as_marks() {
    let mut asked = included("blinks included in lights");
    let evidence = Evidence::FairInclusion(fair(&asked.clone().into()));
    asked.setting.programs[0].justice = vec![Term::top(); 65];
    let question = Question::Included(asked);
    assert!(matches!(verdict(&question), Verdict::Unknown(_)));
    assert_eq!(rule(&question, &evidence), "Fairness");
}

#[test]
fn a_precondition_that_leaves_out_starts_is_noticed() {
    let vacuous = |claim: &str| {
        let question = question(claim);
        let evidence = genuine(&question);
        let accepted = check(&question, &evidence, &Budget::unlimited());
        accepted.expect("the evidence is good").vacuous()
    };
    let fewer = "any included in counts requires any.n == counts.n";
    assert_eq!(vacuous(fewer), Some(Vacuity::FewerStarts));
    let said = "any included in counts requires any.n == 0 && counts.n == 0";
    assert_eq!(vacuous(said), None);
}

#[test]
fn satisfaction() {
    let question = question("lights satisfies always(eventually(lights.lamp))");
    let Evidence::Satisfaction(genuine) = genuine(&question) else {
        panic!("evidence of another kind");
    };
    let against = |change: &dyn Fn(&mut Satisfaction)| {
        let mut evidence = genuine.clone();
        change(&mut evidence);
        rule(&question, &Evidence::Satisfaction(evidence))
    };
    assert_eq!(against(&|e| drop(e.states.pop())), "Closed");
    assert_eq!(against(&|e| e.states.clear()), "Starts");
    let forget = |e: &mut Satisfaction| {
        if let Inclusion::Proof(proof) = &mut e.inclusion {
            proof.links.clear();
        }
    };
    assert_eq!(against(&forget), "Chain");
}
