//! The compiled functions of `benchmarks/llvm`: all are supported, and what a compiler made of one
//! does the same as the source on inputs that make sense.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use frontend_llvm::{Options, pair, read, sample};
use logic::{Value, Var};
use program::Function;
use program::function::{Environment, Keep, Run, RunEnd};

/// Answers depend on the number of the question, so that both sides get the same ones.
struct Answers;

impl Environment for Answers {
    fn choose(&mut self, var: &Var) -> Value {
        Value::default_of(&var.sort)
    }

    fn result(&mut self, event: usize, position: usize, var: &Var) -> Value {
        match &var.sort {
            logic::Sort::BitVec(width) => {
                let answer = (event as i64 * 7 + position as i64) % 11 - 4;
                Value::BitVec(logic::BitVec::new(*width, &answer.into()))
            }
            sort => Value::default_of(sort),
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/llvm/ll")
}

fn names() -> BTreeSet<String> {
    let files = std::fs::read_dir(folder()).expect("the folder is there");
    files
        .filter_map(|file| file.ok()?.file_name().into_string().ok())
        .filter_map(|file| file.strip_suffix(".s.ll").map(str::to_owned))
        .collect()
}

fn text(name: &str, stage: &str) -> Option<String> {
    std::fs::read_to_string(folder().join(format!("{name}.{stage}.ll"))).ok()
}

fn run(function: &Function, inputs: &[Value]) -> Run {
    let run = function.run(inputs, &mut Answers, 1_000, Keep::Outcome);
    run.unwrap_or_else(|error| panic!("{}: {error}", function.name))
}

/// Whether a run of the implementation is allowed by one of the specification.
fn refines(implementation: &Run, specification: &Run) -> bool {
    match (&specification.end, &implementation.end) {
        (RunEnd::Undefined | RunEnd::Stopped, _) | (_, RunEnd::Stopped) => true,
        (RunEnd::Returned(expected), RunEnd::Returned(values)) => {
            specification.events == implementation.events
                && expected.len() == values.len()
                && expected
                    .iter()
                    .zip(values)
                    .all(|(expected, value)| expected.is_none() || expected == value)
        }
        (expected, end) => expected == end,
    }
}

#[test]
fn what_the_compiler_made_refines_the_source() {
    let mut defined = 0;
    let names = names();
    assert!(names.len() >= 60, "there are {} functions", names.len());
    for name in names {
        let source = text(&name, "s").expect("the source is there");
        let source = read(&source).unwrap_or_else(|problem| panic!("{name}.s.ll:{problem}"));
        for stage in ["s", "t1", "t2", "t3", "t4"] {
            let Some(target) = text(&name, stage) else {
                continue;
            };
            let target = read(&target).unwrap_or_else(|p| panic!("{name}.{stage}.ll:{p}"));
            let pair = pair(&source, &target, &name, &Options::default())
                .unwrap_or_else(|p| panic!("{name}.{stage}.ll, {:?}: {p}", p.side));
            let (specification, implementation) = &pair.functions;
            // The figure's two programs agree only under different choices.
            if name == "figure2" {
                continue;
            }
            for seed in 0..8 {
                let inputs = sample(specification, seed);
                let expected = run(specification, &inputs);
                let actual = run(implementation, &inputs);
                defined += usize::from(matches!(expected.end, RunEnd::Returned(_)));
                assert!(
                    refines(&actual, &expected),
                    "{name}.{stage}.ll on {inputs:?}: {:?} instead of {:?}",
                    actual.end,
                    expected.end
                );
            }
        }
    }
    // A test whose runs are all undefined would show nothing.
    assert!(defined > 1_500, "only {defined} runs are defined");
}
