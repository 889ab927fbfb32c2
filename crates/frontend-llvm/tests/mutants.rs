//! Mutants are modules again, and each differs from the original.

use frontend_llvm::{Options, mutants, pair, read};

const MODULE: &str = "define i32 @f(i32 noundef %x) {
  %c = icmp slt i32 %x, 10
  br i1 %c, label %a, label %b
a:
  %y = add nsw i32 %x, 3
  ret i32 %y
b:
  ret i32 7
}
";

#[test]
fn every_kind_of_change_is_made() {
    let module = read(MODULE).expect("a module");
    let mutants = mutants(&module, "f").expect("there is such a function");
    let changes: Vec<String> = mutants
        .iter()
        .map(|mutant| format!("{} {:?} {}", mutant.line, mutant.mutation, mutant.change))
        .collect();
    assert_eq!(
        changes,
        [
            "2 Relation slt -> sle",
            "2 Relation slt -> sge",
            "2 Relation slt -> ult",
            "2 Constant 10 -> 11",
            "2 Constant 10 -> 9",
            "3 Guard %c -> true",
            "3 Guard %c -> false",
            "3 Guard %a, label %b -> %b, label %a",
            "5 Operator add nsw -> sub",
            "5 Operator add nsw -> mul",
            "5 Constant 3 -> 4",
            "5 Constant 3 -> 2",
            "8 Constant 7 -> 8",
            "8 Constant 7 -> 6",
        ]
    );
    for mutant in mutants {
        let text = mutant.apply(MODULE);
        assert_ne!(text, MODULE);
        let mutated = read(&text).expect("a mutant is a module");
        pair(&module, &mutated, "f", &Options::default()).expect("a mutant can be compared");
    }
}
