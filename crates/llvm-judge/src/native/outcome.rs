//! What was seen of a native run.

use super::Variant;
use crate::case::{Case, Inputs, OBJECTS};

/// How a native run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NativeEnd {
    /// It returned.
    Returned,
    /// It was ended by a signal, or ran for too long.
    Failed(String),
}

/// A global as it was before the run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlobalSeen {
    /// Where it is.
    pub address: u64,
    /// What it held.
    pub bytes: Vec<u8>,
}

/// Memory at some time.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Memory {
    /// What the objects hold that were handed over.
    pub objects: Vec<Vec<u8>>,
    /// What the globals hold.
    pub globals: Vec<Vec<u8>>,
}

/// A call of a function that the module only declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Which of the case's callees it is.
    pub callee: usize,
    /// The arguments, as numbers without a sign.
    pub arguments: Vec<u128>,
    /// Memory as the callee saw it.
    pub memory: Memory,
}

/// A run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The globals before the run.
    pub globals: Vec<GlobalSeen>,
    /// The calls, in order.
    pub calls: Vec<Call>,
    /// The scalars of the result, as numbers without a sign.
    pub result: Vec<u128>,
    /// Memory at the end.
    pub memory: Memory,
    /// How it ended.
    pub end: NativeEnd,
}

impl Outcome {
    /// Whether a run with the same globals showed the same.
    #[must_use]
    pub fn is_same(&self, other: &Outcome) -> bool {
        let bytes = |outcome: &Outcome| -> Vec<Vec<u8>> {
            let globals = outcome.globals.iter();
            globals.map(|global| global.bytes.clone()).collect()
        };
        self.shows_same(other) && bytes(self) == bytes(other)
    }

    /// What two runs must share that do the same: everything but where globals are.
    #[must_use]
    pub fn shows_same(&self, other: &Outcome) -> bool {
        let same_calls = self.calls == other.calls && self.end == other.end;
        same_calls && self.result == other.result && self.memory == other.memory
    }
}

/// Reads what the driver printed.
pub(super) fn outcomes(
    text: &str,
    cases: &[Case],
    requests: &[(usize, Variant, &Inputs)],
) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    let mut current: Option<Outcome> = None;
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("R") => {
                current = Some(Outcome {
                    globals: Vec::new(),
                    calls: Vec::new(),
                    result: Vec::new(),
                    memory: Memory::default(),
                    end: NativeEnd::Returned,
                });
            }
            Some(kind) => {
                let Some(outcome) = &mut current else {
                    continue;
                };
                let words: Vec<&str> = words.collect();
                match (kind, words.as_slice()) {
                    ("G", [address, content]) => outcome.globals.push(GlobalSeen {
                        address: address.parse().unwrap_or(0),
                        bytes: bytes(content),
                    }),
                    ("C", [callee, arguments, memory_words @ ..]) => outcome.calls.push(Call {
                        callee: callee.parse().unwrap_or(usize::MAX),
                        arguments: scalars(arguments),
                        memory: memory(memory_words),
                    }),
                    ("V", [result]) => outcome.result = scalars(result),
                    ("M", words) => outcome.memory = memory(words),
                    ("E", words) => {
                        if words != ["exit", "0"] {
                            outcome.end = NativeEnd::Failed(words.join(" "));
                        }
                        outcomes.extend(current.take());
                    }
                    _ => {}
                }
            }
            None => {}
        }
    }
    for (outcome, (case, _, _)) in outcomes.iter_mut().zip(requests) {
        hide_addresses(outcome, &cases[*case]);
    }
    outcomes
}

/// What a pointer to a global or a local is as a number is nobody's business: it differs from
/// program to program. Pointers that were handed over stay as they are.
fn hide_addresses(outcome: &mut Outcome, case: &Case) {
    use crate::types::Type;
    let hide = |ty: &Type, number: &mut u128| {
        if *ty == Type::Pointer && *number != 0 && !is_handed(*number) {
            *number = ELSEWHERE;
        }
    };
    if let Some(result) = &case.result {
        for ((_, ty), number) in result.leaves().iter().zip(&mut outcome.result) {
            hide(ty, number);
        }
    }
    // What constants hold never changes, and may be addresses.
    let calls = outcome.calls.iter_mut().map(|call| &mut call.memory);
    for memory in calls.chain([&mut outcome.memory]) {
        for (global, bytes) in case.globals.iter().zip(&mut memory.globals) {
            if global.is_constant {
                bytes.clear();
            }
        }
    }
    for call in &mut outcome.calls {
        if let Some(callee) = case.callees.get(call.callee) {
            for (ty, number) in callee.parameters.iter().zip(&mut call.arguments) {
                hide(ty, number);
            }
        }
    }
}

/// What stands for an address that differs from program to program.
pub(crate) const ELSEWHERE: u128 = u128::MAX;

/// Whether an address is in or beside the objects that are handed over.
pub(crate) fn is_handed(address: u128) -> bool {
    use crate::case::{ARENA, PAGE};
    let near = u128::from(PAGE);
    let first = u128::from(ARENA) - near;
    (first..u128::from(ARENA) + near * (OBJECTS as u128 + 1)).contains(&address)
}

fn bytes(digits: &str) -> Vec<u8> {
    let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    (0..digits.len()).step_by(2).filter_map(byte).collect()
}

fn scalars(digits: &str) -> Vec<u128> {
    let number = |bytes: &[u8]| {
        let bytes = bytes.iter().rev();
        bytes.fold(0u128, |number, byte| number << 8 | u128::from(*byte))
    };
    bytes(digits).chunks(16).map(number).collect()
}

fn memory(words: &[&str]) -> Memory {
    let contents: Vec<Vec<u8>> = words.iter().map(|word| bytes(word)).collect();
    let (objects, globals) = contents.split_at(OBJECTS.min(contents.len()));
    Memory {
        objects: objects.to_vec(),
        globals: globals.to_vec(),
    }
}
