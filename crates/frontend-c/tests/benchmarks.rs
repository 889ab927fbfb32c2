//! The programs of `benchmarks/collective`: each is read, and small instances of it behave as the
//! file says.

use std::path::{Path, PathBuf};

use frontend_c::{Input, Options, Reading, compare, read};
use logic::{Model, Sort, Value, Var};
use program::system::System;
use program::system::concrete::{Exploration, Interpreter, Search, explore};
use question::{Expectation, Question};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/collective");
    let entries = std::fs::read_dir(folder).expect("the folder exists");
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .filter(|path| !path.to_string_lossy().ends_with("_spec.c"))
        .collect();
    files.sort();
    files
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the file can be read")
}

/// Reads a file with fewer processes than it asks for, where that makes sense.
fn small(path: &Path, options: Options) -> Reading {
    let name = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    let own = text(path);
    let input = Input {
        name: &name,
        text: &own,
    };
    let specification = path.with_file_name(format!("{name}_spec.c"));
    let reading = if specification.exists() {
        let other = text(&specification);
        compare(
            input,
            Input {
                name: "specification",
                text: &other,
            },
            options,
        )
    } else {
        read(input, options)
    };
    reading.unwrap_or_else(|problem| panic!("{name}: {} at {:?}", problem.message, problem.span))
}

/// Whether some run with small inputs fails.
fn fails(system: &System) -> bool {
    (0..3).any(|size| {
        let mut model = Model::default();
        for input in &system.inputs {
            let value = match input.sort {
                Sort::Int => Value::Int(size.into()),
                Sort::Real => Value::Real(size.into()),
                _ => Value::default_of(&input.sort),
            };
            model.set(input.clone(), value);
        }
        let interpreter = Interpreter::new(system, model).expect("the assumption has a value");
        let Some(interpreter) = interpreter else {
            return false;
        };
        let values = |var: &Var| vec![Value::default_of(&var.sort)];
        let start = interpreter.start(&|var| Value::default_of(&var.sort));
        let start = start.expect("all variables have values");
        let found = explore(&interpreter, start, Search::LocalFirst, &values, 5_000);
        matches!(found, Exploration::Failure(..))
    })
}

#[test]
fn small_instances_behave_as_the_files_say() {
    let files = files();
    assert!(
        files.len() >= 19,
        "nine examples of the paper and ten others"
    );
    for path in files {
        let asked = small(&path, Options::default());
        let processes = asked.module.systems[0].processes.len();
        // The program for a cell each needs as many processes as there are cells.
        let most = if path.ends_with("diffusion.c") { 10 } else { 3 };
        let options = Options {
            processes: Some(processes.min(most)),
            ..Options::default()
        };
        let reading = small(&path, options);
        let claim = &reading.module.claims[0];
        let expected = claim.expect == Some(Expectation::Refuted);
        let question = reading
            .module
            .question(claim)
            .ok()
            .and_then(Question::safe)
            .expect("the claim is about a system");
        assert_eq!(fails(&question.system), expected, "{}", path.display());
    }
}
