//! The rules for claims about fair runs of programs accept genuine evidence and reject evidence that
//! breaks them.

use budget::Budget;
use checker::{Rejected, Vacuity, check};
use evidence::inclusion::{FairInclusion, Inclusion, Satisfaction};
use evidence::{Evidence, StateData, Verdict};
use logic::{Term, Value, Var};
use program::Task;
use program::concrete::Machine;

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

fn task(claim: &str) -> Task {
    let text = format!("{PROGRAMS}\nclaim c: {claim};");
    let analysis = language::analyze(&text);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    analysis.module.task(&analysis.module.claims[0])
}

fn verdict(task: &Task) -> Verdict {
    let budget = Budget::unlimited();
    match task.property {
        Some(_) => fairness::satisfaction::decide_claim(task, &budget).verdict,
        None => fairness::claim::decide_claim(task, &budget).verdict,
    }
}

fn genuine(task: &Task) -> Evidence {
    let (Verdict::Proved(evidence) | Verdict::Refuted(evidence)) = verdict(task) else {
        panic!("there is no verdict");
    };
    check(task, &evidence, &Budget::unlimited()).expect("genuine evidence is accepted");
    evidence
}

fn rule(task: &Task, evidence: &Evidence) -> String {
    match check(task, evidence, &Budget::unlimited()) {
        Err(Rejected::Rule { rule, .. }) => rule.to_owned(),
        other => panic!("not rejected by a rule: {other:?}"),
    }
}

fn fair(task: &Task) -> FairInclusion {
    match genuine(task) {
        Evidence::FairInclusion(fair) => fair,
        other => panic!("evidence of another kind: {other:?}"),
    }
}

#[test]
fn listed_states_are_closed_and_hold_the_starts() {
    for claim in ["blinks included in lights", "lights included in blinks"] {
        let task = task(claim);
        let against = |change: &dyn Fn(&mut FairInclusion)| {
            let mut evidence = fair(&task);
            change(&mut evidence);
            rule(&task, &Evidence::FairInclusion(evidence))
        };
        assert_eq!(against(&|e| drop(e.concrete.pop())), "Closed");
        assert_eq!(against(&|e| drop(e.specification.pop())), "Closed");
        assert_eq!(against(&|e| drop(e.concrete.remove(0))), "Starts");
        assert_eq!(against(&|e| e.specification.clear()), "Starts");
    }
    let open = task("a = user included in b = user");
    let mut evidence = fair(&open);
    evidence.concrete.pop();
    assert_eq!(rule(&open, &Evidence::FairInclusion(evidence)), "Closed");
}

#[test]
fn evidence_for_one_claim_is_none_for_another() {
    let (proved, refuted) = (
        task("blinks included in lights"),
        task("lights included in blinks"),
    );
    let mut swapped = fair(&refuted);
    swapped.inclusion = fair(&proved).inclusion;
    let evidence = Evidence::FairInclusion(swapped);
    assert!(check(&refuted, &evidence, &Budget::unlimited()).is_err());
    let satisfied = task("blinks satisfies always(eventually(blinks.light))");
    let evidence = genuine(&satisfied);
    let wrong = check(&proved, &evidence, &Budget::unlimited());
    assert_eq!(wrong, Err(Rejected::WrongKind));
}

#[test]
fn programs_that_cannot_be_compared() {
    let evidence = Evidence::FairInclusion(fair(&task("blinks included in lights")));
    // The language lets no such claim pass.
    for other in ["counts", "user"] {
        let mut task = task("blinks included in lights");
        task.programs[1] = self::task(&format!("{other} satisfies true"))
            .programs
            .remove(0);
        assert!(matches!(verdict(&task), Verdict::Unknown(_)), "{other}");
        assert_eq!(rule(&task, &evidence), "Comparable", "{other}");
    }
}

/// All states of a program that take no step, or that are reached by any.
fn states(task: &Task) -> Vec<StateData> {
    let machine = Machine::new(&task.programs[0], &task.constants);
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
    let task = task("talks included in lights");
    assert!(matches!(verdict(&task), Verdict::Unknown(_)));
    let mut evidence = fair(&self::task("blinks included in lights"));
    evidence.concrete = states(&task);
    assert_eq!(rule(&task, &Evidence::FairInclusion(evidence)), "Silent");
}

#[test]
fn there_are_at_most_as_many_requirements_as_marks() {
    let mut task = task("blinks included in lights");
    let evidence = Evidence::FairInclusion(fair(&task));
    task.programs[0].justice = vec![Term::top(); 65];
    assert!(matches!(verdict(&task), Verdict::Unknown(_)));
    assert_eq!(rule(&task, &evidence), "Fairness");
}

#[test]
fn a_precondition_that_leaves_out_starts_is_noticed() {
    let vacuous = |claim: &str| {
        let task = task(claim);
        let evidence = genuine(&task);
        let accepted = check(&task, &evidence, &Budget::unlimited());
        accepted.expect("the evidence is good").vacuous()
    };
    let fewer = "any included in counts requires any.n == counts.n";
    assert_eq!(vacuous(fewer), Some(Vacuity::FewerStarts));
    let said = "any included in counts requires any.n == 0 && counts.n == 0";
    assert_eq!(vacuous(said), None);
}

#[test]
fn satisfaction() {
    let task = task("lights satisfies always(eventually(lights.lamp))");
    let Evidence::Satisfaction(genuine) = genuine(&task) else {
        panic!("evidence of another kind");
    };
    let against = |change: &dyn Fn(&mut Satisfaction)| {
        let mut evidence = genuine.clone();
        change(&mut evidence);
        rule(&task, &Evidence::Satisfaction(evidence))
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
