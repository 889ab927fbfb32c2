//! Memory as arrays of cells.

use std::sync::Arc;

use logic::{ArraySort, ArrayValue, Op, Sort, Value};
use program::Function;
use program::function::Step;

use super::{Findings, Native, number, value_of};
use crate::case::{Argument, Case, Inputs, PAGE, SIZE, object_address};
use crate::native::{Memory, Outcome};

/// The region of all memory that pointers from outside point into.
pub(super) const SHARED: &str = "mem";
/// Where others are that have an address and no place in the program, such as constants.
const ELSEWHERE: u64 = 0x5000_0000;

/// What is before and what is behind an object that is handed over.
pub(super) fn bounds(object: usize) -> (u64, u64) {
    let start = object_address(object);
    (start - 1, start + SIZE as u64)
}

/// Where a global is and how large, by the name of its region, `@g`. A constant may be called by what it
/// holds, and a function has a name like a global's.
pub(super) fn global_place(case: &Case, region: &str, native: &Outcome) -> (u64, u64) {
    let seen = || native.globals.iter().enumerate();
    let found = match global(case, region) {
        Some(at) => native.globals.get(at),
        None => {
            let mut constants = seen().filter(|(at, _)| case.globals[*at].is_constant);
            let spelled = constants.find(|(_, it)| spells(region, &it.bytes));
            spelled.map(|(_, it)| it)
        }
    };
    if let Some(found) = found {
        return (found.address, found.bytes.len() as u64);
    }
    // No two of them may meet.
    let sum = region.bytes().fold(7u64, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(u64::from(byte))
    });
    (ELSEWHERE + sum % 0x10000 * PAGE, 1)
}

/// Whether what a constant is called spells these bytes: as a text without its end, or as their number
/// and hexadecimal digits without zeros at the end, `-` where nothing is said of a byte.
fn spells(region: &str, bytes: &[u8]) -> bool {
    let text = region.strip_prefix("@\"c\"");
    if let Some(text) = text.and_then(|text| text.strip_suffix('"')) {
        return bytes.split_last() == Some((&0, text.as_bytes()));
    }
    let counted = region
        .strip_prefix("@\"[")
        .and_then(|it| it.split_once(']'));
    let Some((count, digits)) = counted else {
        return false;
    };
    let is_byte = |(digits, byte): (&[u8], &u8)| {
        digits == b"--" || digits == format!("{byte:02x}").as_bytes()
    };
    let zeros = bytes.iter().skip(digits.len() / 2);
    count.parse() == Ok(bytes.len())
        && digits.len() <= 2 * bytes.len()
        && digits.as_bytes().chunks(2).zip(bytes).all(is_byte)
        && zeros.copied().all(|byte| byte == 0)
}

fn global(case: &Case, region: &str) -> Option<usize> {
    let name = region.strip_prefix('@')?;
    case.globals.iter().position(|global| global.name == name)
}

/// Bytes at an address of a region.
struct Stretch {
    address: u64,
    bytes: Vec<u8>,
    /// What it is, for people.
    name: String,
}

/// What lies in a region at some time; a global's own region begins at zero.
fn stretches(case: &Case, region: &str, native: &Outcome, memory: &Memory) -> Vec<Stretch> {
    if let Some(at) = global(case, region) {
        let bytes = match case.globals[at].is_constant {
            true => native.globals.get(at).map(|it| it.bytes.clone()),
            false => memory.globals.get(at).cloned(),
        };
        return vec![Stretch {
            address: 0,
            bytes: bytes.unwrap_or_default(),
            name: region.to_owned(),
        }];
    }
    let objects = memory.objects.iter().enumerate();
    let mut found: Vec<Stretch> = objects
        .map(|(object, bytes)| Stretch {
            address: object_address(object),
            bytes: bytes.clone(),
            name: format!("object {object}"),
        })
        .collect();
    if region == SHARED {
        for (at, seen) in native.globals.iter().enumerate() {
            let bytes = match case.globals[at].is_constant {
                true => seen.bytes.clone(),
                false => memory.globals.get(at).cloned().unwrap_or_default(),
            };
            found.push(Stretch {
                address: seen.address,
                bytes,
                name: format!("@{}", case.globals[at].name),
            });
        }
    }
    found
}

/// How wide a cell is in bytes, and whether one of its bits says that it is poison.
fn cell(sort: &Sort) -> Option<(u64, bool)> {
    match sort {
        Sort::BitVec(width) => Some((u64::from(width / 8), width % 8 == 1)),
        _ => None,
    }
}

/// A region as an input.
pub(super) fn input(
    case: &Case,
    function: &Function,
    name: &str,
    sort: &ArraySort,
    inputs: &Inputs,
    native: &Outcome,
) -> Option<Value> {
    if let "mem~begins" | "mem~ends" = name {
        return layout(case, function, name, sort, native);
    }
    if name == "mem~fixed" {
        return fixed(case, function, sort, native);
    }
    let before = Memory {
        objects: inputs.objects.clone(),
        globals: native.globals.iter().map(|it| it.bytes.clone()).collect(),
    };
    let (wide, _) = cell(&sort.element)?;
    let mut entries = Vec::new();
    for stretch in stretches(case, name, native, &before) {
        for (place, bytes) in stretch
            .bytes
            .chunks(usize::try_from(wide).ok()?)
            .enumerate()
        {
            let bytes = bytes.iter().rev();
            let content = bytes.fold(0u128, |number, byte| number << 8 | u128::from(*byte));
            let index = u128::from(stretch.address / wide) + place as u128;
            entries.push((
                value_of(&sort.index, index)?,
                value_of(&sort.element, content)?,
            ));
        }
    }
    let empty = ArrayValue::constant(sort.index.clone(), Value::default_of(&sort.element));
    Some(Value::Array(Arc::new(empty.with_all(entries))))
}

/// Which objects cannot be written: constants. Of a global that only its module knows and that no function
/// there writes, either can be said.
fn fixed(case: &Case, function: &Function, sort: &ArraySort, native: &Outcome) -> Option<Value> {
    let steps = function.blocks.first().map(|block| block.steps.as_slice());
    let is_assumed = |region: &str| {
        let address = format!("{region}~address");
        steps
            .unwrap_or_default()
            .iter()
            .any(|(step, _)| match step {
                Step::Assume(fact) => {
                    let vars = fact.free_vars();
                    let has = |name: &str| vars.iter().any(|var| var.name.as_str() == name);
                    fact.op() == Some(&Op::Select) && has("mem~fixed") && has(&address)
                }
                _ => false,
            })
    };
    let names = function.inputs.iter().map(|var| var.name.as_str());
    let mut entries = Vec::new();
    for region in names.filter_map(|name| name.strip_suffix("~address")) {
        let line = format!("{region} = ");
        let line = case.text.lines().find(|it| it.starts_with(&line));
        let is_fixed = match line {
            Some(line) if line.contains(" = internal global ") => is_assumed(region),
            Some(line) => line.contains("constant "),
            // What is called by what it holds is a constant, all others are functions.
            None => region.starts_with("@\""),
        };
        let (address, _) = global_place(case, region, native);
        entries.push((
            value_of(&sort.index, u128::from(address - 1))?,
            Value::Bool(is_fixed),
        ));
    }
    let nowhere = ArrayValue::constant(sort.index.clone(), Value::Bool(false));
    Some(Value::Array(Arc::new(nowhere.with_all(entries))))
}

/// Where the objects lie: for each address inside of one, what is before it and what is behind.
fn layout(
    case: &Case,
    function: &Function,
    name: &str,
    sort: &ArraySort,
    native: &Outcome,
) -> Option<Value> {
    let objects = (0..crate::case::OBJECTS).map(bounds);
    let between = |(address, size): (u64, u64)| (address - 1, address + size);
    let globals = native.globals.iter();
    let globals = globals.map(|it| between((it.address, it.bytes.len() as u64)));
    // What has no place in the program has one here.
    let names = function.inputs.iter().map(|var| var.name.as_str());
    let named = names.filter_map(|name| name.strip_suffix("~address"));
    let named = named.map(|region| between(global_place(case, region, native)));
    let mut entries = Vec::new();
    for (low, high) in objects.chain(named).chain(globals) {
        let bound = if name == "mem~begins" { low } else { high };
        for address in low + 1..=high {
            entries.push((
                value_of(&sort.index, u128::from(address))?,
                value_of(&sort.element, u128::from(bound))?,
            ));
        }
    }
    let empty = ArrayValue::constant(sort.index.clone(), Value::default_of(&sort.element));
    Some(Value::Array(Arc::new(empty.with_all(entries))))
}

/// Which objects of the memory that all share are looked at.
#[derive(Clone)]
pub(super) enum Objects {
    /// All but those at these addresses.
    AllBut(Vec<u64>),
    /// One.
    Only(u64),
}

impl Objects {
    fn includes(&self, address: u64) -> bool {
        match self {
            Objects::AllBut(apart) => !apart.contains(&address),
            Objects::Only(only) => address == *only,
        }
    }
}

/// The address of the object that a region is only for.
pub(super) fn owned(region: &str, inputs: &Inputs) -> Option<u64> {
    let position: usize = region.strip_prefix(SHARED)?.parse().ok()?;
    match inputs.arguments.get(position)? {
        Argument::Place { object, .. } => Some(object_address(*object)),
        _ => None,
    }
}

/// The addresses of objects that are not in the memory that all share: those with a region of their own,
/// and globals whose addresses do not matter.
pub(super) fn apart(
    case: &Case,
    function: &Function,
    inputs: &Inputs,
    native: &Outcome,
) -> Vec<u64> {
    let names: Vec<&str> = function.inputs.iter().map(|it| it.name.as_str()).collect();
    let owned = names.iter().filter_map(|name| owned(name, inputs));
    let globals = native.globals.iter().enumerate().filter(|(at, _)| {
        let address = format!("@{}~address", case.globals[*at].name);
        !names.contains(&address.as_str())
    });
    owned.chain(globals.map(|(_, it)| it.address)).collect()
}

/// Whether something is a global that only its module knows.
fn is_internal(case: &Case, name: &str) -> bool {
    let line = format!("{name} = internal global ");
    case.text.lines().any(|it| it.starts_with(&line))
}

/// Compares what a region holds with what native code left there, except where it holds `undef`.
pub(super) fn compare(
    seen: &Native<'_>,
    region: &str,
    value: &Value,
    marks: Option<&Value>,
    found: &mut Findings,
) {
    let marks = match marks {
        Some(Value::Array(marks)) => Some(marks),
        _ => None,
    };
    let Value::Array(array) = value else {
        return;
    };
    let Some((wide, has_poison)) = cell(&array.default().sort()) else {
        return;
    };
    // A parameter's own region says nothing of the objects of others.
    let own = region
        .strip_prefix(SHARED)
        .and_then(|digits| digits.parse::<usize>().ok())
        .map(|position| match seen.inputs.arguments.get(position) {
            Some(Argument::Place { object, .. }) => Some(object_address(*object)),
            _ => None,
        });
    for stretch in stretches(seen.case, region, seen.outcome, seen.memory) {
        if own.is_some_and(|address| address != Some(stretch.address)) {
            continue;
        }
        if region == SHARED && !seen.of.includes(stretch.address) {
            continue;
        }
        // What only its module knows may have a region of its own although its address is an input, or
        // none where nobody reads it.
        if region == SHARED && is_internal(seen.case, &stretch.name) {
            continue;
        }
        for place in 0..stretch.bytes.len() as u64 / wide {
            let index = Sort::BitVec(64);
            let Some(index) = value_of(&index, u128::from(stretch.address / wide + place)) else {
                return;
            };
            let Some(content) = number(array.get(&index)) else {
                return;
            };
            let bits = 8 * wide;
            let is_undef = marks.is_some_and(|marks| *marks.get(&index) == Value::Bool(true));
            let is_poison = has_poison && bits < 128 && content >> bits & 1 == 1;
            if is_undef || is_poison {
                found
                    .poison
                    .push(format!("{} at {}", stretch.name, place * wide));
                continue;
            }
            let start = usize::try_from(place * wide).unwrap_or(0);
            let bytes = &stretch.bytes[start..start + usize::try_from(wide).unwrap_or(1)];
            let bytes = bytes.iter().rev();
            let expected = bytes.fold(0u128, |number, byte| number << 8 | u128::from(*byte));
            if content != expected {
                found.differences.push(format!(
                    "{} holds {content:#x} at {}, natively {expected:#x}",
                    stretch.name,
                    place * wide
                ));
            }
        }
    }
}
