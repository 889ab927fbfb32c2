//! Claims to what engines are asked.

use crate::common::{dedent, module};

#[track_caller]
fn check(claim: &str, expected: &str) {
    let text = format!(
        "const N: int where N > 0;
         program source(n: int, k: 0..=3) {{ var x: int; }}
         program target {{ var y: real; }}
         {claim}"
    );
    let module = module(&text);
    let claim = &module.claims[0];
    let mut shown = format!("{}: {}\n", claim.name, claim.summary());
    for operand in claim.operands() {
        for (parameter, value) in &operand.arguments {
            shown += &format!("{}: {} = {value}\n", operand.alias, parameter.name);
        }
    }
    shown += &format!("requires {}\nensures {}\n", claim.requires, claim.ensures);
    shown += &format!("expect {:?}\n", claim.expect);
    assert_eq!(shown, dedent(expected));
}

#[test]
fn clauses_are_over_qualified_variables() {
    check(
        "claim c: source simulated by target requires source.x == target.y requires N < source.n
            ensures forall i: int :: i <= source.x;",
        "
        c: source simulated by target
        requires real(source.x) == target.y && N < source.n
        ensures forall i: int :: i <= source.x
        expect None
        ",
    );
}

#[test]
fn operands_have_aliases_and_arguments() {
    check(
        "claim c: safe for a = source(1, k = 2), source(n = N + 1), b = source expect refuted;",
        "
        c: safe for a = source, source, b = source
        a: n = 1
        a: k = 2
        source: n = N + 1
        requires true
        ensures true
        expect Some(Refuted)
        ",
    );
}

#[test]
fn each_relation_is_known() {
    let tail = "requires true\nensures true\nexpect None";
    for relation in [
        "source abstracted by target",
        "source included in target",
        "source safe",
    ] {
        check(
            &format!("claim c: {relation};"),
            &format!("c: {relation}\n{tail}"),
        );
    }
}

#[test]
fn what_has_an_error_is_not_in_the_module() {
    let analysis = language::analyze(
        "program right { skip; }
         program wrong { skip }
         program odd { x = 1; }
         claim good: right safe;
         claim bad: wrong safe;
         claim worse: odd safe;
         claim worst: right safe requires 1;",
    );
    let programs: Vec<_> = analysis
        .module
        .programs
        .iter()
        .map(|p| p.name.as_str())
        .collect();
    let claims: Vec<_> = analysis
        .module
        .claims
        .iter()
        .map(|c| c.name.as_str())
        .collect();
    assert_eq!(programs, ["right"]);
    assert_eq!(claims, ["good"]);
}
