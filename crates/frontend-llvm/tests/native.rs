//! What the functions of `benchmarks/llvm` do natively, by `cases.py`, is what they do once they
//! are lowered.

use std::path::Path;
use std::sync::Arc;

use frontend_llvm::{Options, pair, read};
use logic::{ArrayValue, BitVec, Integer, Sort, Value, Var};
use program::Function;
use program::function::{Environment, Keep, RunEnd};

struct Defaults;

impl Environment for Defaults {
    fn choose(&mut self, var: &Var) -> Value {
        Value::default_of(&var.sort)
    }

    fn result(&mut self, _: usize, _: usize, var: &Var) -> Value {
        Value::default_of(&var.sort)
    }
}

/// A number, or the bytes of a buffer.
enum Argument {
    Number(u64),
    Buffer(Vec<u8>),
}

fn argument(text: &str) -> Argument {
    match text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    {
        Some(hex) => {
            let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal");
            Argument::Buffer((0..hex.len()).step_by(2).map(byte).collect())
        }
        None => Argument::Number(text.parse().expect("a number")),
    }
}

const APART: u64 = 0x1000;

/// Bytes at an address of an array of cells.
fn with_bytes(mut array: ArrayValue, cell: &Sort, address: u64, bytes: &[u8]) -> ArrayValue {
    let wide = cell_bytes(cell);
    for (place, chunk) in bytes.chunks(wide as usize).enumerate() {
        let number = chunk.iter().rev().fold(Integer::ZERO, |number, byte| {
            number * Integer::from(256u64) + Integer::from(u64::from(*byte))
        });
        let index = Integer::from(address / wide + place as u64);
        array = array.with(
            Value::BitVec(BitVec::new(64, &index)),
            Value::BitVec(BitVec::new(cell_width(cell), &number)),
        );
    }
    array
}

fn cell_width(cell: &Sort) -> u32 {
    match cell {
        Sort::BitVec(width) => *width,
        _ => panic!("a cell is a bit-vector"),
    }
}

fn cell_bytes(cell: &Sort) -> u64 {
    u64::from(cell_width(cell) / 8)
}

fn inputs(function: &Function, arguments: &[Argument]) -> Vec<Value> {
    let mut arguments_left = arguments.iter();
    let mut object = 0;
    let mut values = Vec::new();
    for var in &function.inputs {
        let name = var.name.as_str();
        let at = |address: u64| Value::BitVec(BitVec::new(64, &Integer::from(address)));
        values.push(match &var.sort {
            // No object is one that cannot be written.
            sort if name == "mem~fixed" => Value::default_of(sort),
            Sort::Array(sort) => {
                let start = Value::default_of(&sort.element);
                let mut array = ArrayValue::constant(sort.index.clone(), start);
                let mut object = 0;
                for argument in arguments {
                    if let Argument::Buffer(bytes) = argument {
                        object += 1;
                        if name == "mem" {
                            array = with_bytes(array, &sort.element, object * APART, bytes);
                        }
                    }
                }
                Value::Array(Arc::new(array))
            }
            _ if name.ends_with("~low") => at(object * APART - 1),
            _ if name.ends_with("~high") => at(object * APART + APART),
            sort if name.ends_with("~poison") => Value::default_of(sort),
            sort => match (arguments_left.next().expect("as many arguments"), sort) {
                (Argument::Buffer(_), _) => {
                    object += 1;
                    at(object * APART)
                }
                (Argument::Number(number), Sort::BitVec(width)) => {
                    Value::BitVec(BitVec::new(*width, &Integer::from(*number)))
                }
                (Argument::Number(number), _) => Value::Bool(*number != 0),
            },
        });
    }
    values
}

/// What is seen at the end, in the words of `cases.txt`; `None` where it is poison or undefined.
fn outcome(function: &Function, values: &[Value], arguments: &[Argument]) -> Option<String> {
    let run = function
        .run(values, &mut Defaults, 20_000, Keep::Outcome)
        .expect("the inputs fit");
    let RunEnd::Returned(seen) = run.end else {
        return None;
    };
    let memories: Vec<&Var> = function
        .inputs
        .iter()
        .filter(|var| matches!(var.sort, Sort::Array(_)) && var.name.as_str() != "mem~fixed")
        .collect();
    let (result, rest) = seen.split_at(seen.len() - memories.len());
    let mut words = vec![match result {
        [] => "nothing".to_owned(),
        // Behind a value that may be `undef` stands whether it is poison.
        [value] | [value, _] => match value.as_ref()? {
            Value::BitVec(bits) => bits.unsigned().to_string(),
            Value::Bool(value) => u8::from(*value).to_string(),
            other => panic!("{other} is no result"),
        },
        _ => panic!("one result"),
    }];
    let memory = memories.iter().position(|var| var.name.as_str() == "mem");
    let memory = memory.map(|position| rest[position].clone().expect("memory is not poison"));
    let mut object = 0;
    for argument in arguments {
        let Argument::Buffer(bytes) = argument else {
            continue;
        };
        object += 1;
        let mut after = Vec::new();
        match &memory {
            Some(Value::Array(array)) => {
                let wide = cell_bytes(&array.default().sort());
                for place in 0..bytes.len() as u64 / wide {
                    let index = Integer::from(object * APART / wide + place);
                    let Value::BitVec(cell) = array.get(&Value::BitVec(BitVec::new(64, &index)))
                    else {
                        panic!("a cell is a bit-vector");
                    };
                    let mut rest = cell.unsigned().clone();
                    for _ in 0..wide {
                        let (high, low) = rest.div_mod(&Integer::from(256u64))?;
                        after.push(low.to_i64()? as u8);
                        rest = high;
                    }
                }
            }
            _ => after.clone_from(bytes),
        }
        let hex: String = after.iter().map(|byte| format!("{byte:02x}")).collect();
        words.push(format!("[{hex}]"));
    }
    Some(words.join(" "))
}

#[test]
fn lowered_functions_do_what_native_ones_do() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/llvm");
    let text = |path: &str| std::fs::read_to_string(folder.join(path)).expect("the file is there");
    let cases = text("cases.txt");
    let (mut compared, mut lowered) = (0, None);
    for line in cases.lines() {
        let (call, expected) = line.split_once(" => ").expect("a case has an outcome");
        let mut words = call.split(' ');
        let name = words.next().expect("a case has a name");
        let arguments: Vec<Argument> = words.map(argument).collect();
        if lowered.as_ref().is_none_or(|(last, _)| *last != name) {
            let source = text(&format!("ll/{name}.s.ll"));
            let target = text(&format!("ll/{name}.t4.ll"));
            let source = read(&source).expect("a module");
            let target = read(&target).expect("a module");
            let both = |target| {
                let lowered = pair(&source, target, name, &Options::default());
                lowered.expect("it is supported").functions
            };
            let (first, second) = both(&target);
            let mut functions = vec![first, second];
            // Some functions become vectors.
            if let Ok(vectors) = std::fs::read_to_string(folder.join(format!("ll/{name}.v.ll"))) {
                functions.push(both(&read(&vectors).expect("a module")).1);
            }
            lowered = Some((name, functions));
        }
        let (_, functions) = lowered.as_ref().expect("it was just set");
        for function in functions {
            let values = inputs(function, &arguments);
            if let Some(found) = outcome(function, &values, &arguments) {
                assert_eq!(found, expected, "{call}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "only {compared} runs were compared");
}
