//! Calls: what the environment answers, and what it is told.

use std::collections::BTreeMap;
use std::sync::Arc;

use logic::{ArrayValue, Sort, Value, Var};
use program::Function;
use program::function::{Environment, Event, EventRecord, Run, Seen};

use super::{Findings, Native, is_same_pointer, number, told, value_of};
use crate::case::{Case, answer, answered_object, object_address};
use crate::native::ELSEWHERE;
use crate::types::Type;

/// Answers by the number of the call. Memory stays as it is: since the environment is not asked with
/// what it was told, a run is made again once it is known what memory was at its next call.
pub(super) struct Answers<'c> {
    case: &'c Case,
    function: &'c Function,
    /// What the memories were that each call was told of, by region.
    memories: Vec<BTreeMap<String, Value>>,
    /// What each call answers, in order.
    asked: Vec<Vec<Var>>,
}

/// What a run told of memory at calls.
pub(super) enum Learnt {
    /// All was known.
    Nothing,
    /// One more call is known.
    Memory,
    /// Memory was poison.
    Unclear,
}

impl<'c> Answers<'c> {
    pub(super) fn new(case: &'c Case, function: &'c Function) -> Self {
        Answers {
            case,
            function,
            memories: Vec::new(),
            asked: Vec::new(),
        }
    }

    /// Another run begins.
    pub(super) fn restart(&mut self) {
        self.asked.clear();
    }

    /// The event that the call of this number is.
    fn event(&self, call: usize, record: &EventRecord) -> Option<&'c Event> {
        let asked = self.asked.get(call).map_or(&[][..], Vec::as_slice);
        told::event(self.function, record.name, record.arguments.len(), asked)
    }

    /// Takes over what memory was at the first call of which it was not known.
    pub(super) fn learn(&mut self, run: &Run) -> Learnt {
        let next = self.memories.len();
        let Some(record) = run.events.get(next) else {
            return Learnt::Nothing;
        };
        let known = self
            .event(next, record)
            .and_then(|event| memories(event, record));
        match known {
            Some(known) => {
                self.memories.push(known);
                Learnt::Memory
            }
            None => Learnt::Unclear,
        }
    }
}

/// What the memories are that an event answers for: what it was told. Nobody frees anything.
fn memories(event: &Event, record: &EventRecord) -> Option<BTreeMap<String, Value>> {
    let mut known = BTreeMap::new();
    let regions = told::regions(&event.arguments);
    for var in &event.results {
        let (Sort::Array(_), name) = (&var.sort, var.name.as_str()) else {
            continue;
        };
        let content = match regions.iter().find(|it| it.name == name) {
            Some(region) => {
                let marks = region.marks.map(|at| record.arguments[at].as_ref());
                // Whoever is called finds something where `undef` is, nobody knows what.
                if marks.is_some_and(|marks| marks != Some(&Value::default_of(&marks_sort(var)))) {
                    return None;
                }
                record.arguments[region.place].clone()?
            }
            None if told::is_local(name) => local(event, record, var)?,
            None => Value::default_of(&var.sort),
        };
        known.insert(name.to_owned(), content);
    }
    Some(known)
}

/// The sort of what says which cells of a region hold `undef`.
fn marks_sort(region: &Var) -> Sort {
    match &region.sort {
        Sort::Array(sort) => Sort::array(sort.index.clone(), Sort::Bool),
        other => other.clone(),
    }
}

/// What a local holds whose bytes are told.
fn local(event: &Event, record: &EventRecord, var: &Var) -> Option<Value> {
    let Sort::Array(sort) = &var.sort else {
        return None;
    };
    let mut entries = Vec::new();
    for (place, at) in told::bytes_of(&event.arguments, var)
        .into_iter()
        .enumerate()
    {
        let cell = match &record.arguments[at] {
            Some(value) => number(value)?,
            None => 1 << 8,
        };
        entries.push((
            value_of(&sort.index, place as u128)?,
            value_of(&sort.element, cell)?,
        ));
    }
    let empty = ArrayValue::constant(sort.index.clone(), Value::default_of(&sort.element));
    Some(Value::Array(Arc::new(empty.with_all(entries))))
}

impl Environment for Answers<'_> {
    fn choose(&mut self, var: &Var) -> Value {
        Value::default_of(&var.sort)
    }

    fn result(&mut self, event: usize, position: usize, var: &Var) -> Value {
        while event >= self.asked.len() {
            self.asked.push(Vec::new());
        }
        self.asked[event].push(var.clone());
        let name = var.name.as_str();
        if let Sort::Array(_) = var.sort {
            let known = self.memories.get(event).and_then(|it| it.get(name));
            return known
                .cloned()
                .unwrap_or_else(|| Value::default_of(&var.sort));
        }
        if position > 0 || name.ends_with("~poison") {
            return Value::default_of(&var.sort);
        }
        // Only a pointer is 64 bits wide and points somewhere; which it is, the callee's
        // type says, and all pointers of a case come from callees that return nothing else.
        let number = match self.is_pointer(name) {
            true => u128::from(object_address(answered_object(event))),
            false => answer(event),
        };
        value_of(&var.sort, number).unwrap_or_else(|| Value::default_of(&var.sort))
    }
}

impl Answers<'_> {
    /// Whether the local of this name is what a call of a function that returns a pointer gives.
    fn is_pointer(&self, local: &str) -> bool {
        let local = local.trim_start_matches('%');
        let call = format!("%{local} = call ");
        self.case.text.lines().any(|line| {
            let called = line.trim_start().strip_prefix(&call);
            let head = called.and_then(|called| called.split_once(" @"));
            head.is_some_and(|(head, _)| head.ends_with("ptr"))
        })
    }
}

/// Which callee an event is a call of.
fn callee(case: &Case, event: &EventRecord) -> Option<usize> {
    let name = event.name.as_str().strip_prefix("call @")?;
    let name = name.split(' ').next()?;
    case.callees.iter().position(|callee| callee.name == name)
}

impl Answers<'_> {
    /// Compares the calls of a run with those of native code. Whether it is clear what was told.
    pub(super) fn compare_calls(
        &self,
        native: &Native<'_>,
        run: &Run,
        findings: &mut Findings,
    ) -> bool {
        let (case, calls) = (native.case, &native.outcome.calls);
        if run.events.len() != calls.len() {
            let (ours, theirs) = (run.events.len(), calls.len());
            let what = format!("calls {ours} times, natively {theirs} times");
            findings.differences.push(what);
            return true;
        }
        for (at, (record, call)) in run.events.iter().zip(calls).enumerate() {
            if callee(case, record) != Some(call.callee) {
                let what = format!("call {at} is `{}`", record.name.as_str());
                findings.differences.push(what);
                continue;
            }
            let types = &case.callees[call.callee].parameters;
            let Some(event) = self.event(at, record) else {
                return false;
            };
            let Some(places) = told::scalars(types, &event.arguments) else {
                return false;
            };
            for (place, (ty, expected)) in places.iter().zip(types.iter().zip(&call.arguments)) {
                compare_argument(&record.arguments, *place, ty, *expected, at, findings);
            }
            let then = Native {
                memory: &call.memory,
                ..native.clone()
            };
            let regions = told::regions(&event.arguments);
            super::compare_memory(&then, &regions, &record.arguments, findings);
        }
        true
    }
}

fn compare_argument(
    told: &[Seen],
    place: usize,
    ty: &Type,
    expected: u128,
    at: usize,
    findings: &mut Findings,
) {
    let value = match told.get(place) {
        None => {
            return findings
                .differences
                .push(format!("call {at} lacks an argument"));
        }
        Some(None) => return findings.poison.push(format!("an argument of call {at}")),
        Some(Some(value)) => value,
    };
    let found = number(value).unwrap_or(0);
    let is_same = match ty {
        // The distance within a local or a global is no address.
        Type::Pointer => expected == ELSEWHERE || is_same_pointer(found, expected),
        _ => found == expected,
    };
    if !is_same {
        let what = format!("call {at} is given {found:#x}, natively {expected:#x}");
        findings.differences.push(what);
    }
}
