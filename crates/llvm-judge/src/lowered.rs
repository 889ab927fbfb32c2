//! A lowered function on the inputs of a native run.
//!
//! This is the only place that knows what the inputs of a lowered function are called, in which
//! order it shows results and memory, and what events tell.

mod answers;
mod memory;
mod told;

use frontend_llvm::{Module, Options, Pair, pair, read};
use logic::{BitVec, Integer, Sort, Value, Var};
use program::Function;
use program::function::{Keep, Run, RunEnd, Seen};

use crate::case::{Argument, Case, Inputs, Passing};
use crate::native::{ELSEWHERE, Memory, NativeEnd, Outcome};
use crate::types::Type;
use answers::Answers;

/// The most blocks that a run goes through.
const MOST_BLOCKS: usize = 20_000;

/// How a module is read and its function lowered against itself.
///
/// # Errors
/// What the front end says where it does not support the function.
pub(crate) fn lower(text: &str) -> Result<Pair, String> {
    let module: Module<'_> = read(text).map_err(|problem| format!("unreadable: {problem}"))?;
    pair(&module, &module, "f", &Options::default()).map_err(|problem| problem.to_string())
}

/// How a lowered function and native code compare.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Findings {
    /// What native code did otherwise.
    pub(crate) differences: Vec<String>,
    /// What was poison, and therefore was not compared.
    pub(crate) poison: Vec<String>,
}

/// What was seen of a run of a lowered function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Shown {
    /// It returned.
    Returned(Findings),
    /// Its behaviour is undefined.
    Undefined,
    /// An assumption dropped it.
    Dropped,
    /// It cannot be said what it does, for this reason.
    Open(&'static str),
}

/// A native run, and memory at some time of it.
#[derive(Clone)]
struct Native<'n> {
    case: &'n Case,
    inputs: &'n Inputs,
    outcome: &'n Outcome,
    memory: &'n Memory,
    /// Which objects are looked at.
    of: memory::Objects,
}

/// Runs a lowered function on the inputs of a native run, and compares.
pub(crate) fn compare(
    case: &Case,
    function: &Function,
    inputs: &Inputs,
    native: &Outcome,
) -> Shown {
    let Some(values) = values(case, function, inputs, native) else {
        return Shown::Open("an input without a meaning");
    };
    let mut answers = Answers::new(case, function);
    let run = loop {
        answers.restart();
        let run = match function.run(&values, &mut answers, MOST_BLOCKS, Keep::Outcome) {
            Ok(run) => run,
            Err(_) => return Shown::Open("a term without a value"),
        };
        match answers.learn(&run) {
            answers::Learnt::Nothing => break run,
            answers::Learnt::Memory => {}
            answers::Learnt::Unclear => return Shown::Open("memory of a call is poison"),
        }
    };
    if run.choices > 0 {
        return Shown::Open("a choice");
    }
    match &run.end {
        RunEnd::Undefined | RunEnd::Stalls => Shown::Undefined,
        RunEnd::Dropped => Shown::Dropped,
        RunEnd::Stopped | RunEnd::Diverges => Shown::Open("a run without an end"),
        RunEnd::Returned(seen) => returned(case, function, &run, seen, inputs, native, &answers),
    }
}

fn returned(
    case: &Case,
    function: &Function,
    run: &Run,
    seen: &[Seen],
    inputs: &Inputs,
    outcome: &Outcome,
    answers: &Answers<'_>,
) -> Shown {
    let mut findings = Findings::default();
    if let NativeEnd::Failed(how) = &outcome.end {
        findings
            .differences
            .push(format!("native code fails: {how}"));
        return Shown::Returned(findings);
    }
    let Some(shown) = told::at_return(function, seen.len()) else {
        return Shown::Open("a result of another form");
    };
    let native = Native {
        case,
        inputs,
        outcome,
        memory: &outcome.memory,
        of: memory::Objects::AllBut(memory::apart(case, function, inputs, outcome)),
    };
    let result = case.result.as_ref();
    let leaves = result.map_or_else(Vec::new, Type::leaves);
    let types: Vec<Type> = leaves.into_iter().map(|(_, ty)| ty).collect();
    let Some(places) = told::scalars(&types, shown) else {
        return Shown::Open("a result of another form");
    };
    for (at, (place, ty)) in places.iter().zip(&types).enumerate() {
        let expected = outcome.result.get(at).copied().unwrap_or(0);
        compare_result(&native, ty, &seen[*place], expected, &mut findings);
    }
    compare_memory(&native, &told::regions(shown), seen, &mut findings);
    match answers.compare_calls(&native, run, &mut findings) {
        true => Shown::Returned(findings),
        false => Shown::Open("a call of another form"),
    }
}

/// Compares memory as it is shown.
fn compare_memory(
    native: &Native<'_>,
    regions: &[told::Region<'_>],
    seen: &[Seen],
    findings: &mut Findings,
) {
    let marks = |region: &told::Region<'_>| region.marks.and_then(|at| seen[at].as_ref());
    let shared = regions.iter().find(|it| it.name == memory::SHARED);
    for region in regions {
        let Some(value) = &seen[region.place] else {
            findings.poison.push(format!("memory {}", region.name));
            continue;
        };
        let mut here = Findings::default();
        memory::compare(native, region.name, value, marks(region), &mut here);
        // Memory that has a region of its own may turn out to be shared; that region is then a left-over,
        // of which nobody is told.
        if let Some(address) = memory::owned(region.name, native.inputs)
            && let Some(shared) = shared
            && let Some(value) = &seen[shared.place]
        {
            let mut there = Findings::default();
            let one = Native {
                of: memory::Objects::Only(address),
                ..*native
            };
            memory::compare(&one, shared.name, value, marks(shared), &mut there);
            if there.differences.is_empty() {
                here = there;
            }
        }
        findings.differences.extend(here.differences);
        findings.poison.extend(here.poison);
    }
}

fn compare_result(
    native: &Native<'_>,
    ty: &Type,
    found: &Seen,
    expected: u128,
    findings: &mut Findings,
) {
    let Some(found) = found.as_ref().and_then(number) else {
        return findings.poison.push("the result".to_owned());
    };
    let is_same = match ty {
        // A copy is somewhere else than what it was made from.
        Type::Pointer if expected == ELSEWHERE && native.case.has_copies() => true,
        Type::Pointer => is_same_pointer(found, expected),
        _ => found == expected,
    };
    if !is_same {
        let what = format!("returns {found:#x}, natively {expected:#x}");
        findings.differences.push(what);
    }
}

/// Whether two addresses are the same, as far as they can be compared.
fn is_same_pointer(found: u128, native: u128) -> bool {
    use crate::native::is_handed;
    match native == ELSEWHERE {
        true => !is_handed(found) && found != 0,
        false => found == native,
    }
}

/// A value without a sign.
fn number(value: &Value) -> Option<u128> {
    match value {
        Value::Bool(value) => Some(u128::from(*value)),
        Value::BitVec(bits) => to_number(bits.unsigned()),
        _ => None,
    }
}

fn to_number(value: &Integer) -> Option<u128> {
    let (high, low) = value.div_mod(&Integer::power_of_two(64))?;
    Some(u128::from(high.to_u64()?) << 64 | u128::from(low.to_u64()?))
}

fn integer(value: u128) -> Integer {
    Integer::from((value >> 64) as u64) * Integer::power_of_two(64) + Integer::from(value as u64)
}

/// A number as a value of a sort.
fn value_of(sort: &Sort, value: u128) -> Option<Value> {
    match sort {
        Sort::Bool => Some(Value::Bool(value & 1 == 1)),
        Sort::BitVec(width) => Some(Value::BitVec(BitVec::new(*width, &integer(value)))),
        _ => None,
    }
}

/// The inputs of a lowered function; `None` where one of them is not understood.
fn values(
    case: &Case,
    function: &Function,
    inputs: &Inputs,
    native: &Outcome,
) -> Option<Vec<Value>> {
    let value = |var: &Var| input(case, function, var, inputs, native);
    function.inputs.iter().map(value).collect()
}

fn input(
    case: &Case,
    function: &Function,
    var: &Var,
    inputs: &Inputs,
    native: &Outcome,
) -> Option<Value> {
    let name = var.name.as_str();
    if let Sort::Array(sort) = &var.sort {
        return memory::input(case, function, name, sort, inputs, native);
    }
    if let Some(global) = name.strip_suffix("~address") {
        let (address, _) = memory::global_place(case, global, native);
        return value_of(&var.sort, u128::from(address));
    }
    if let Some(global) = name.strip_suffix("~size") {
        let (_, size) = memory::global_place(case, global, native);
        return value_of(&var.sort, u128::from(size));
    }
    let mut words = name.split('~');
    let parameter = words.next()?;
    let position = case.parameters.iter().position(|it| it.name == parameter)?;
    let argument = &inputs.arguments[position];
    let parts: Vec<&str> = words.collect();
    match (parts.as_slice(), argument) {
        ([.., "poison"], _) => Some(Value::Bool(false)),
        ([], Argument::Numbers(numbers)) => match numbers.as_slice() {
            [number] => value_of(&var.sort, *number),
            _ => None,
        },
        ([part], Argument::Numbers(numbers)) => {
            let part: usize = part.strip_prefix("part")?.parse().ok()?;
            value_of(&var.sort, *numbers.get(part)?)
        }
        ([], _) => value_of(&var.sort, argument.scalars()[0]),
        (["low" | "high"], Argument::Null) => value_of(&var.sort, 0),
        ([bound @ ("low" | "high")], Argument::Place { object, .. }) => {
            let (low, high) = memory::bounds(*object);
            let high = match case.parameters[position].passing {
                // Only what is copied is there.
                Passing::Copy => low + 1 + case.parameters[position].room,
                _ => high,
            };
            let bound = if *bound == "low" { low } else { high };
            value_of(&var.sort, u128::from(bound))
        }
        _ => None,
    }
}
