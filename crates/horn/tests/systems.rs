//! The systems of `benchmarks` are all read and solved, and none is answered wrongly.

use std::path::Path;
use std::time::Duration;

use budget::Budget;
use checker::horn::check_answer;
use horn::{Answer, Interpretation, Options, System, read, solve};
use logic::{Template, Term};

fn systems(folder: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../benchmarks")
        .join(folder);
    let mut found: Vec<(String, String)> = std::fs::read_dir(path)
        .expect("the systems are part of the project")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|end| end == "smt2"))
        .map(|path| {
            let name = path.file_stem().expect("files have names");
            let text = std::fs::read_to_string(&path).expect("the file can be read");
            (name.to_string_lossy().into_owned(), text)
        })
        .collect();
    found.sort();
    found
}

#[test]
fn all_systems_are_solved_as_their_status_says() {
    let systems = systems("horn");
    assert_eq!(systems.len(), 60);
    are_solved(systems);
}

#[test]
fn all_held_out_systems_are_solved_as_their_status_says() {
    let systems = systems("horn-held-out");
    assert_eq!(systems.len(), 20);
    are_solved(systems);
}

fn are_solved(systems: Vec<(String, String)>) {
    for (name, text) in systems {
        let read = read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let budget = Budget::unlimited().within(Duration::from_secs(60));
        let answer = solve(&read.system, &Options::default(), &budget)
            .unwrap_or_else(|reason| panic!("{name}: {reason}"));
        let word = match &answer {
            Answer::Sat(_) => "sat",
            Answer::Unsat(_) => "unsat",
        };
        assert_eq!(Some(word), read.status.as_deref(), "{name}");
        check_answer(&read.system, &answer, &Budget::unlimited())
            .unwrap_or_else(|rejected| panic!("{name}: {rejected}"));
        if let Answer::Sat(interpretation) = &answer {
            no_conjunct_is_idle(&name, &read.system, interpretation);
        }
    }
}

/// Without any one of its conjuncts, the interpretation is no solution.
fn no_conjunct_is_idle(name: &str, system: &System, interpretation: &Interpretation) {
    for (position, formula) in interpretation.formulas.iter().enumerate() {
        let conjuncts = formula.body().conjuncts();
        for idle in 0..conjuncts.len() {
            let mut fewer = conjuncts.clone();
            fewer.remove(idle);
            let mut mutated = interpretation.clone();
            let parameters = formula.parameters().to_vec();
            mutated.formulas[position] = Template::new(parameters, Term::and(fewer));
            let outcome = check_answer(system, &Answer::Sat(mutated), &Budget::unlimited());
            assert!(
                outcome.is_err(),
                "{name}: {} does not need {}",
                formula.body(),
                conjuncts[idle]
            );
        }
    }
}
