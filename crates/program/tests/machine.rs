//! The interpreter on small programs, written in the language.

use std::collections::BTreeSet;

use logic::Value;
use program::concrete::{
    Control, Explored, Label, Machine, Random, Scripted, ScriptedChoice, Stop, explore, run,
};
use program::{Cfg, Program};

fn program(text: &str) -> Program {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    analysis.module.programs[0].clone()
}

/// All that is reachable when every variable starts with its initial value or zero.
fn reach(text: &str) -> (Machine, Explored) {
    let program = program(text);
    let machine = Machine::new(&program, &[]);
    let start = machine.initial(&|var| {
        let variable = program.variables.iter().find(|v| v.var == *var)?;
        variable.initial.as_ref()?.as_value().cloned()
    });
    let explored = explore(&machine, [start], &mut |_| true).expect("the program is finite");
    assert!(explored.is_complete());
    (machine, explored)
}

/// The values of the first variable at the end.
fn ends(text: &str) -> BTreeSet<Value> {
    let (machine, explored) = reach(text);
    let ended = explored
        .states
        .iter()
        .filter(|state| machine.is_final(state));
    ended.map(|state| state.store[0].clone()).collect()
}

fn ints(values: impl IntoIterator<Item = i64>) -> BTreeSet<Value> {
    values.into_iter().map(Value::from).collect()
}

#[test]
fn choices_are_all_explored() {
    let text = "program p { var x: 0..=9 = 0; choose { x = 1; } or { x = 2; } or { havoc x where x > 7; } }";
    assert_eq!(ends(text), ints([1, 2, 8, 9]));
}

#[test]
fn loops_run_until_their_condition_fails() {
    assert_eq!(
        ends("program p { var x: 0..=9 = 0; while (x < 7) { x = x + 2; } }"),
        ints([8])
    );
    assert_eq!(
        ends("program p { var x: 0..=9 = 0; loop { skip; } }"),
        ints([])
    );
}

#[test]
fn an_assignment_out_of_range_is_not_enabled_and_is_reported() {
    let (machine, explored) = reach("program p { var x: 0..=3 = 2; x = x + 1; x = x + 1; }");
    assert!(!explored.states.iter().any(|state| machine.is_final(state)));
    let names: Vec<&str> = explored
        .out_of_range
        .iter()
        .map(|(_, v)| v.name.as_str())
        .collect();
    assert_eq!(names, ["x"]);
}

#[test]
fn parallel_parts_interleave_and_join() {
    let torn = "
        program p {
            shared var x: 0..=9 = 0; var l: 0..=9 = 0; var r: 0..=9 = 0;
            par { l = x; x = l + 1; } || { r = x; x = r + 2; }
        }";
    assert_eq!(ends(torn), ints([1, 2, 3]));
    let atomic = torn.replace("{ l = x; x = l + 1; }", "{ atomic { l = x; x = l + 1; } }");
    let atomic = atomic.replace("{ r = x; x = r + 2; }", "{ atomic { r = x; x = r + 2; } }");
    assert_eq!(ends(&atomic), ints([3]));
}

#[test]
fn an_atomic_loop_is_not_interrupted() {
    let text = "
        program p {
            shared var x: 0..=9 = 0; var seen: 0..=9 = 0;
            par { atomic { while (x < 3) { x = x + 1; } } } || { seen = x; }
            x = seen;
        }";
    assert_eq!(ends(text), ints([0, 3]));
}

#[test]
fn copies_of_a_parfor_have_their_own_variables() {
    let text = "
        program p {
            shared var sum: 0..=9 = 0; var own: 0..=9 = 5;
            parfor i in 1..=3 { own = i; atomic { sum = sum + own; } }
            sum = sum + own - 5;
        }";
    assert_eq!(
        ends(text),
        ints([6]),
        "the program's own version is untouched"
    );
    let empty = text.replace("1..=3", "3..=1");
    assert_eq!(ends(&empty), ints([0]));
}

#[test]
fn a_parfor_inside_par_interleaves_with_its_sibling() {
    let text = "
        program p {
            shared var x: 0..=9 = 0; shared var seen: 0..=9 = 0;
            par { parfor i in 1..=2 { atomic { x = x + 1; } } } || { seen = x; }
            x = seen;
        }";
    assert_eq!(ends(text), ints([0, 1, 2]));
}

#[test]
fn a_failing_assertion_stops_everything() {
    let text = "
        program p { var x: 0..=1 = 0; par { assert x == 1; } || { loop { send 1 on 0; } } }";
    let (_, explored) = reach(text);
    let failed = explored
        .states
        .iter()
        .position(|s| s.control == Control::Failed)
        .unwrap();
    assert!(explored.steps[failed].is_empty());
    assert!(
        explored
            .steps
            .iter()
            .flatten()
            .any(|(label, _)| *label == Label::Fail)
    );
}

#[test]
fn receives_give_every_value_of_the_range() {
    let (_, explored) = reach("program p { var x: 3..=5 = 3; receive x on 7; }");
    let labels: BTreeSet<String> = explored.steps[0]
        .iter()
        .map(|(l, _)| l.to_string())
        .collect();
    let expected = ["receive 3 on 7", "receive 4 on 7", "receive 5 on 7"];
    assert_eq!(labels, expected.map(String::from).into());
}

#[test]
fn a_division_by_zero_has_a_value() {
    assert_eq!(
        ends("program p { var x: 0..=9 = 7; var z: 0..=9 = 0; x = x % z + x / z; }"),
        ints([7])
    );
}

#[test]
fn random_runs_repeat_and_scripted_runs_follow() {
    let text = "
        program p { var x: 0..=9 = 0; while (x < 9) { choose { x = x + 1; } or { receive x on 0; } } }";
    let program = program(text);
    let machine = Machine::new(&program, &[]);
    let start = machine.initial(&|_| None);
    let random = |seed| run(&machine, start.clone(), &mut Random::new(seed), 1000).unwrap();
    assert_eq!(random(3), random(3));
    assert_ne!(random(3).steps, random(4).steps);
    assert_eq!(random(3).stop, Stop::Exit);

    let script = [ScriptedChoice::Move(1), ScriptedChoice::Value(9.into())];
    let scripted = run(&machine, start.clone(), &mut Scripted::new(&script), 1000).unwrap();
    assert_eq!(scripted.stop, Stop::Exit);
    let labels: Vec<String> = scripted
        .steps
        .iter()
        .map(|(_, label, _)| label.to_string())
        .collect();
    assert!(labels.contains(&"receive 9 on 0".to_owned()), "{labels:?}");

    let short = run(&machine, start, &mut Scripted::new(&script[..1]), 1000).unwrap();
    assert_eq!(short.stop, Stop::Chooser);
}

#[test]
fn cut_sets_cut_every_cycle() {
    let text = "
        program p {
            var x: int = 0;
            while (x < 9) { while (*) { x = x + 1; } loop { if (x > 3) { x = 0; } } }
            par { while (*) { send 1 on 0; } } || { while (*) { send 2 on 0; } }
        }";
    let cfg = Cfg::of(&program(text).body).expect("the product is small");
    let cut = cfg.cut_set();
    assert!(!cut.is_empty() && cut.len() < cfg.location_count());
    // Without the cut locations, peeling off locations without predecessors empties the graph.
    let mut left: BTreeSet<_> = cfg.locations().filter(|l| !cut.contains(l)).collect();
    loop {
        let has_pred = |location| {
            cfg.edges()
                .iter()
                .any(|e| e.to == location && left.contains(&e.from))
        };
        let Some(free) = left.iter().copied().find(|location| !has_pred(*location)) else {
            break;
        };
        left.remove(&free);
    }
    assert!(left.is_empty(), "a cycle is left: {left:?}");
}
