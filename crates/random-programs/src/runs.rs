//! k-safety by looking at all runs.

use crate::Pair;
use crate::semantics::{Act, Store, System};
use crate::syntax::Stmt;

/// Whether all pairs of terminating runs that start related end related, and no run fails.
#[must_use]
pub fn safe(pair: &Pair) -> bool {
    let reach = |program: &Stmt, start: &Store| {
        let system = System::of(program, &[*start]);
        let states = 0..system.steps.len();
        let ends: Vec<Store> = states
            .filter(|s| system.ended[*s])
            .map(|s| system.stores[s])
            .collect();
        (
            ends,
            system
                .steps
                .iter()
                .flatten()
                .any(|(act, _)| *act == Act::Fail),
        )
    };
    pair.starts().iter().all(|(a, b)| {
        let ((ends_a, fail_a), (ends_b, fail_b)) = (reach(&pair.first, a), reach(&pair.second, b));
        !fail_a
            && !fail_b
            && ends_a
                .iter()
                .all(|x| ends_b.iter().all(|y| pair.ensured(x, y)))
    })
}
