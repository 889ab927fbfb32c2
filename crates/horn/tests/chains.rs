//! Chains without recursion, as interpolation makes them.

mod common;

use budget::Budget;
use common::chain;
use horn::{Answer, Options, solve};

#[test]
fn long_chains_are_solved_and_refuted() {
    let budget = Budget::unlimited();
    for steps in [1, 40, 150] {
        let safe = solve(&chain(steps, steps + 1), &Options::default(), &budget);
        assert!(matches!(safe, Ok(Answer::Sat(_))), "{steps}: {safe:?}");
        let Ok(Answer::Unsat(derivation)) =
            solve(&chain(steps, steps), &Options::default(), &budget)
        else {
            panic!("{steps} steps lead to a contradiction");
        };
        assert_eq!(derivation.steps.len(), steps + 2);
    }
}
