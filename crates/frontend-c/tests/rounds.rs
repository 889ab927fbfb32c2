//! Loops with collective invariants: processes go round them together, in the same order.

mod common;

use common::{Behaves, parallel};

/// Loops that count to bounds, in the order of their labels.
fn loops(rank: usize, labels_and_bounds: &[(&str, &str)]) -> String {
    let mut text = format!("if (rank == {rank}) {{\n");
    for (label, bound) in labels_and_bounds {
        text.push_str(&format!(
            "x = 0;\n#pragma TASS collective invariant {label} x >= 0;\nwhile (x < {bound}) x++;\n"
        ));
    }
    text.push_str("}\n");
    text
}

#[test]
fn processes_leave_a_loop_in_the_same_round() {
    let both = |first, second| loops(0, &[("L", first)]) + &loops(1, &[("L", second)]);
    parallel(&both("2", "2"), 2, Behaves::Well);
    parallel(&both("2", "3"), 2, Behaves::Badly);
    parallel(&both("2", "0"), 2, Behaves::Badly);
}

#[test]
fn processes_come_to_loops_in_the_same_order() {
    let both = |first: &[_], second: &[_]| loops(0, first) + &loops(1, second);
    let (a, b) = (("A", "1"), ("B", "1"));
    parallel(&both(&[a, b], &[a, b]), 2, Behaves::Well);
    parallel(&both(&[a, b], &[b, a]), 2, Behaves::Badly);
    parallel(&both(&[a, b], &[a]), 2, Behaves::Well);
    parallel(&both(&[a, b, a], &[a, b]), 2, Behaves::Badly);
}

#[test]
fn a_loop_that_may_be_left_otherwise_is_not_compared() {
    let text = "x = 0;\n#pragma TASS collective invariant L x >= 0;\n\
                while (x < 2 + rank) { if (x == 2) break; x++; }";
    parallel(text, 2, Behaves::Well);
}

#[test]
fn loops_tested_at_the_end_are_compared_as_well() {
    let text = |bound: &str| {
        format!(
            "x = 0;\n#pragma TASS collective invariant L x >= 0;\ndo {{ x++; }} while (x < {bound});"
        )
    };
    parallel(&text("2"), 2, Behaves::Well);
    parallel(&text("2 + rank"), 2, Behaves::Badly);
}
