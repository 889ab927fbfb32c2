//! Claims `A abstracted by B`: what is found, and what has to be lost for it.

use budget::Budget;
use evidence::{Evidence, Verdict};

/// The variables that the abstraction loses, sorted; `None` where none is found.
fn lost(text: &str) -> Option<Vec<String>> {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors());
    let module = analysis.module;
    let task = module.task(&module.claims[0]);
    let budget = Budget::unlimited().within(std::time::Duration::from_secs(60));
    let Verdict::Proved(evidence) = abstraction::decide(&task, &budget) else {
        return None;
    };
    checker::check(&task, &evidence, &budget).expect("the evidence is accepted");
    let Evidence::Abstraction(found) = evidence else {
        panic!("the evidence is an abstraction");
    };
    let mut lost: Vec<String> = found.lost.into_iter().map(|lost| lost.variable).collect();
    lost.sort();
    lost.dedup();
    Some(lost)
}

const FIGURE_2: &str = "
program source { var a: int; var b: int; while (*) { a = a + b; send a on 1; } }
program target { var a: int; var b: int; while (*) { a = a - b; send a on 1; } }
";

#[test]
fn figure_2_needs_no_abstraction_where_the_starts_are_related() {
    let claim = "claim c: source abstracted by target
        requires source.a == target.a && source.b == -target.b;";
    assert_eq!(lost(&format!("{FIGURE_2}{claim}")), Some(vec![]));
}

#[test]
fn figure_2_loses_one_variable_otherwise() {
    let claim = "claim c: source abstracted by target requires source.a == target.a;";
    let found = lost(&format!("{FIGURE_2}{claim}"));
    assert_eq!(found.map(|lost| lost.len()), Some(1));
}

#[test]
fn messages_are_never_lost() {
    let text = "
        program source { var a: int; while (*) { send 1 on 1; } }
        program target { var a: int; while (*) { send 2 on 1; } }
        claim c: source abstracted by target;";
    assert_eq!(lost(text), None);
}

#[test]
fn what_both_end_with_is_checked() {
    let programs = "
        program source { var a: int = 0; a = a + 2; }
        program target { var a: int = 0; a = a + 1; a = a + 1; }
        claim c: source abstracted by target ensures source.a == target.a";
    assert_eq!(lost(&format!("{programs};")), Some(vec![]));
    assert_eq!(lost(&format!("{programs} + 1;")), None);
}
