//! No text makes the reader of Horn clauses panic, and every clause that it understands is placed.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(read) = horn::read(text) else { return };
    let clauses = read.system.clauses();
    assert_eq!(clauses.len(), read.positions.len(), "each clause has its place");
    for clause in clauses {
        for atom in clause.applications() {
            let sorts = read.system.predicate(atom.predicate).sorts();
            let arguments = atom.arguments.iter().map(|argument| argument.sort());
            assert!(
                arguments.zip(sorts).all(|(have, want)| have.is_comparable(want)),
                "the arguments have the sorts of the predicate"
            );
            assert_eq!(atom.arguments.len(), sorts.len());
        }
    }
});
