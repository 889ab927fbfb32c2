//! No text makes the reader of SMT-LIB panic, and what it understands prints and parses to the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logic::Term;
use logic::smtlib::{parse_script, print_script};

fuzz_target!(|text: &str| {
    let Ok(script) = parse_script(text) else { return };
    let terms: Vec<Term> = script.assertions.iter().map(|a| a.formula.clone()).collect();
    for term in &terms {
        let _ = term.simplify();
    }
    let printed = print_script(script.logic, &terms);
    let again = parse_script(&printed)
        .unwrap_or_else(|error| panic!("what was printed is not read: {error}\n{printed}"));
    let read: Vec<Term> = again.assertions.iter().map(|a| a.formula.clone()).collect();
    assert_eq!(terms, read, "{printed}");
});
