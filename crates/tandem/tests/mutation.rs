//! What becomes of mutants.

use budget::Budget;
use tandem::mutation::{Fate, judge, mutants};
use tandem::refinement::{Options, read};

/// The fates of the mutants at a line, each with its change.
fn fates(text: &str, line: u32) -> Vec<(String, Fate)> {
    let module = read(text).expect("a module");
    let all = mutants(&module, "f").expect("there is such a function");
    let chosen = all.into_iter().filter(|mutant| mutant.line == line);
    let judged = chosen.map(|mutant| {
        let options = Options::default();
        let fate = judge(text, &module, "f", &mutant, &options, &Budget::unlimited);
        (mutant.change, fate)
    });
    judged.collect()
}

/// One pair of numbers in four thousand million goes to `rare`.
const RARE: &str = "define i32 @f(i32 noundef %x, i32 noundef %y) {
  %p = mul i32 %x, 3
  %q = xor i32 %p, 123456789
  %c = icmp eq i32 %q, %y
  br i1 %c, label %rare, label %often
rare:
  ret i32 5
often:
  ret i32 7
}
";

#[test]
fn what_random_inputs_do_not_come_to_is_killed_by_symbolic_runs() {
    let fates = fates(RARE, 7);
    assert_eq!(fates.len(), 2);
    for (change, fate) in fates {
        assert!(matches!(fate, Fate::Killed { .. }), "{change}: {fate:?}");
    }
}

/// The loop ends when the counter is the bound.
const COUNTS: &str = "define i32 @f(i32 noundef %n) {
entry:
  %m = and i32 %n, 15
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  %c = icmp slt i32 %i, %m
  br i1 %c, label %next, label %end
next:
  %j = add nsw i32 %i, 1
  br label %loop
end:
  ret i32 %i
}
";

#[test]
fn a_mutant_that_does_the_same_is_equivalent() {
    let relation = |fates: Vec<(String, Fate)>, change: &str| {
        let found = fates.into_iter().find(|(known, _)| known == change);
        found.map(|(_, fate)| fate)
    };
    let fates = fates(COUNTS, 7);
    assert_eq!(
        relation(fates.clone(), "slt -> ult"),
        Some(Fate::Equivalent)
    );
    let off_by_one = relation(fates, "slt -> sle");
    assert!(
        matches!(off_by_one, Some(Fate::Killed { .. })),
        "{off_by_one:?}"
    );
}

#[test]
fn a_loop_that_no_longer_ends_is_killed() {
    // The branch is always taken: the counter goes on until it overflows, which is poison and no
    // more, so that nothing but the guard decides.
    let fates = fates(COUNTS, 8);
    let always = fates.iter().find(|(change, _)| change == "%c -> true");
    let (_, fate) = always.expect("there is such a mutant");
    assert!(matches!(fate, Fate::Killed { .. }), "{fate:?}");
}
