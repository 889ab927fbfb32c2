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

const MERGED: &str = "
program one { var x: int = 0; while (*) { x = x + 3; send x on 1; } }
program two { var a: int = 0; var b: int = 0; while (*) { a = a + 1; b = b + 2; send a + b on 1; } }
";

#[test]
fn a_variable_is_the_sum_of_two_others() {
    let there = format!("{MERGED} claim c: one abstracted by two;");
    assert_eq!(lost(&there), Some(vec![]));
    let back = format!("{MERGED} claim c: two abstracted by one;");
    assert_eq!(lost(&back), Some(vec![]));
}

#[test]
fn reals_are_related_by_factors() {
    let text = "
        program half { var x: real = 0.0; while (*) { x = x + 0.5; send x on 1; } }
        program whole { var y: real = 0.0; while (*) { y = y + 1.0; send y / 2.0 on 1; } }
        claim c: half abstracted by whole;";
    assert_eq!(lost(text), Some(vec![]));
}
