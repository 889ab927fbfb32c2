//! What a function does, as sentences.

use std::collections::{BTreeMap, BTreeSet};

use checker::abstraction::Contrast;
use frontend_llvm::meaning::{
    EventKind, EventMeaning, Memory, ShownMeaning, StepPlace, Stop, ToldMeaning, ValueKind,
};
use logic::{Symbol, Value};
use program::function::{RunEnd, Seen};

use super::words::{Words, global_name, number};
use super::{Deed, Followed};

/// How many calls are told of one by one, before and behind the first difference.
const MOST_CALLS: usize = 2;

/// How many places of memory are told of that a call changes.
const MOST_CHANGES: usize = 8;

/// A run that is told.
pub(super) struct Account<'a> {
    pub(super) followed: &'a Followed<'a>,
    pub(super) words: &'a Words,
    /// The places of memory that either run reads.
    pub(super) reads: &'a BTreeSet<(Symbol, Value)>,
    /// What the variables are that hold memory.
    pub(super) regions: &'a BTreeMap<Symbol, Memory>,
    /// In what the runs differ.
    pub(super) contrast: Option<Contrast>,
    /// Which of the values that others see that is.
    pub(super) differing: Option<Differing>,
    /// Whether it is the types of a call.
    pub(super) types_differ: bool,
}

/// The first value that others see in which two runs differ.
#[derive(Clone)]
pub(super) struct Differing {
    /// Its position.
    pub(super) index: usize,
    /// The place of memory, where it is memory.
    pub(super) place: Option<Value>,
}

impl Differing {
    /// In what the values at the difference of two runs differ.
    pub(super) fn of(
        contrast: Option<Contrast>,
        theirs: &Followed<'_>,
        ours: &Followed<'_>,
    ) -> Option<Differing> {
        let values: [&[Seen]; 2] = match contrast? {
            Contrast::Event(at) => {
                let [theirs, ours] = [theirs, ours].map(|it| &it.run.events[at]);
                if theirs.name != ours.name {
                    return None;
                }
                [&theirs.arguments, &ours.arguments]
            }
            Contrast::Returned(_) => [theirs.returned(), ours.returned()],
            Contrast::Missing(_) | Contrast::Added(_) | Contrast::End => return None,
        };
        let mut pairs = values[0].iter().zip(values[1]);
        let index = pairs.position(|(theirs, ours)| theirs.is_some() && theirs != ours)?;
        let place = match (&values[0][index], &values[1][index]) {
            (Some(Value::Array(theirs)), Some(Value::Array(ours))) => {
                let entries = theirs.entries().chain(ours.entries());
                let mut places = entries.map(|(place, _)| place);
                places.find(|place| theirs.get(place) != ours.get(place))
            }
            _ => None,
        };
        Some(Differing {
            index,
            place: place.cloned(),
        })
    }
}

impl<'a> Account<'a> {
    /// What the function does, in order.
    pub(super) fn deeds(&self) -> Vec<Deed> {
        let count = self.followed.run.events.len();
        let common = match self.contrast {
            Some(Contrast::Event(at) | Contrast::Missing(at) | Contrast::Added(at)) => at,
            Some(Contrast::Returned(_) | Contrast::End) | None => count,
        };
        let mut deeds = Vec::new();
        let skipped = common.saturating_sub(MOST_CALLS);
        if skipped > 0 {
            let calls = if skipped == 1 { "call" } else { "calls" };
            deeds.push(Deed::new(
                None,
                format!("makes the same {skipped} {calls} as the other one"),
            ));
        }
        let last = count.min(common + 1);
        deeds.extend((skipped..last).map(|event| self.event(event)));
        if last < count {
            let calls = if count - last == 1 { "call" } else { "calls" };
            let text = format!("makes {} more {calls}", count - last);
            deeds.push(Deed::new(None, text));
        }
        deeds.extend(self.end());
        deeds
    }

    fn meaning(&self, event: usize) -> Option<&'a EventMeaning> {
        let place = self.followed.trace.events.get(event)?.place;
        self.followed.meaning.events.get(&place)
    }

    /// The line of an event.
    pub(super) fn line(&self, event: usize) -> u32 {
        let event = self.followed.trace.events.get(event);
        event.map_or(0, |event| event.line)
    }

    /// Who is called by an event; none for one that is no call.
    pub(super) fn callee(&self, event: usize) -> Option<String> {
        match &self.meaning(event)?.kind {
            EventKind::Call { callee, .. } => Some(
                callee
                    .clone()
                    .unwrap_or_else(|| "a function by its address".to_owned()),
            ),
            EventKind::Trap => None,
        }
    }

    /// With which types an event calls.
    pub(super) fn signature(&self, event: usize) -> Option<&'a str> {
        match &self.meaning(event)?.kind {
            EventKind::Call { signature, .. } => Some(signature),
            EventKind::Trap => None,
        }
    }

    /// What the value of an event in which the runs differ belongs to.
    pub(super) fn told(&self, event: usize, index: usize) -> Option<&'a ToldMeaning> {
        self.meaning(event)?.told.get(index)
    }

    /// What a return shows at a position.
    pub(super) fn shown(&self, index: usize) -> Option<&'a ShownMeaning> {
        let returns = &self.followed.meaning.returns;
        returns.get(&self.followed.trace.end.block)?.get(index)
    }

    /// A call with its arguments, `@f(1, %p)`.
    pub(super) fn call(&self, event: usize) -> Option<String> {
        let meaning = self.meaning(event)?;
        let record = &self.followed.run.events[event];
        let EventKind::Call { callee, .. } = &meaning.kind else {
            return None;
        };
        let mut arguments: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (index, told) in meaning.told.iter().enumerate() {
            if let (Some(argument), Some(word)) = (
                told.argument,
                self.value(&told.shown, &record.arguments, index),
            ) {
                arguments.entry(argument).or_default().push(word);
            }
        }
        let arguments = arguments.into_values().map(|parts| match parts.len() {
            1 => parts.concat(),
            _ => format!("{{{}}}", parts.join(", ")),
        });
        let arguments: Vec<String> = arguments.collect();
        let callee = match callee {
            Some(callee) => callee.clone(),
            None => {
                let address = record.arguments.first().and_then(Option::as_ref);
                let address = address.map(|it| self.words.pointer(it, None));
                format!("the function at {}", address.unwrap_or_default())
            }
        };
        Some(format!("{callee}({})", arguments.join(", ")))
    }

    fn event(&self, event: usize) -> Deed {
        let record = &self.followed.run.events[event];
        let line = Some(self.line(event));
        let (Some(meaning), trace) = (self.meaning(event), &self.followed.trace.events[event])
        else {
            return Deed::new(line, format!("makes the {}", record.name));
        };
        let Some(call) = self.call(event) else {
            return Deed::new(line, "ends the program (`llvm.trap`)");
        };
        let mut text = format!("calls {call}");
        if self.contrast == Some(Contrast::Event(event)) {
            match &self.differing {
                Some(differing) => {
                    text.push_str(&self.detail(meaning, &record.arguments, differing));
                }
                None if self.types_differ => {
                    let signature = self.signature(event).unwrap_or_default();
                    text.push_str(&format!(" as `{signature}`"));
                }
                None => {}
            }
        }
        let mut answers = Vec::new();
        for (kind, pair) in meaning.answers.iter().zip(trace.answers.chunks(2)) {
            answers.push(match (pair, kind) {
                ([_, Value::Bool(true)], _) => "poison".to_owned(),
                ([value, ..], ValueKind::Pointer) => self.words.pointer(value, None),
                ([value, ..], ValueKind::Integer) => self.words.number(value),
                ([], _) => continue,
            });
        }
        let mut outcome = Vec::new();
        if !answers.is_empty() {
            outcome.push(format!("returns {}", joined(answers)));
        }
        let changes = self.changes(event);
        if !changes.is_empty() {
            outcome.push(format!("sets {}", changes.join(", ")));
        }
        Deed {
            outcome: (!outcome.is_empty()).then(|| outcome.join(" and ")),
            ..Deed::new(line, text)
        }
    }

    /// What memory a variable holds.
    fn region(&self, name: &Symbol) -> Option<&'a Memory> {
        let local = self.followed.meaning.locals.get(name);
        local.or_else(|| self.regions.get(name))
    }

    /// What a call leaves in memory, at places that somebody reads.
    fn changes(&self, event: usize) -> Vec<String> {
        let mut changes = Vec::new();
        for (name, before, after) in &self.followed.trace.events[event].changed {
            let (Some(memory), Value::Array(before), Value::Array(after)) =
                (self.region(name), before, after)
            else {
                continue;
            };
            let places = self.reads.iter().filter(|(own, _)| own == name);
            let places: Vec<&Value> = places.map(|(_, place)| place).collect();
            if places
                .iter()
                .all(|place| before.get(place) == after.get(place))
            {
                continue;
            }
            let is_cut = places.len() > MOST_CHANGES;
            let cells = places.into_iter().take(MOST_CHANGES);
            let cells = cells.map(|place| (place.clone(), after.get(place).clone()));
            changes.extend(self.words.cells(memory, &cells.collect::<Vec<_>>()));
            changes.extend(is_cut.then(|| "…".to_owned()));
        }
        changes
    }

    /// What a cell holds and where it is: `5 in %p[0]`.
    fn cell(&self, memory: &Memory, place: &Value, value: &Value) -> String {
        let spot = self.words.spot(memory, place).of(memory);
        format!("{} in {spot}", self.words.cell(memory, value))
    }

    /// What is not to be seen from the arguments of a call, at the value in which the runs differ.
    fn detail(&self, meaning: &EventMeaning, values: &[Seen], differing: &Differing) -> String {
        let Some(told) = meaning.told.get(differing.index) else {
            return String::new();
        };
        let value = values.get(differing.index).and_then(Option::as_ref);
        match (&told.shown, value, &differing.place) {
            (ShownMeaning::Memory(memory), Some(Value::Array(array)), Some(place)) => {
                format!(" with {}", self.cell(memory, place, array.get(place)))
            }
            (ShownMeaning::Content { .. }, _, _) => {
                let content = self.content(meaning, values, differing);
                content.map_or_else(String::new, |(held, place)| {
                    format!(" with {held} in {place}")
                })
            }
            _ => String::new(),
        }
    }

    /// What a constant or a local holds where the runs differ, and where that is.
    fn content(
        &self,
        meaning: &EventMeaning,
        values: &[Seen],
        differing: &Differing,
    ) -> Option<(String, String)> {
        let ShownMeaning::Content { of, byte } = &meaning.told.get(differing.index)?.shown else {
            return None;
        };
        let of = global_name(of);
        let held = |value: &Value| match value {
            Value::Bool(true) => "poison".to_owned(),
            Value::Bool(false) => "no poison".to_owned(),
            value => number(value),
        };
        let value = values.get(differing.index)?;
        Some(match (value, byte, &differing.place) {
            (Some(Value::Array(array)), _, Some(place)) => (
                held(array.get(place)),
                format!("byte {} of {of}", number(place)),
            ),
            (None, Some(byte), _) => ("poison".to_owned(), format!("byte {byte} of {of}")),
            (Some(value), Some(byte), _) => (held(value), format!("byte {byte} of {of}")),
            (Some(value), None, _) => (held(value), of),
            (None, None, _) => ("poison".to_owned(), of),
        })
    }

    /// The same of an event.
    pub(super) fn content_of(&self, event: usize) -> Option<(String, String)> {
        let values = &self.followed.run.events.get(event)?.arguments;
        self.content(self.meaning(event)?, values, self.differing.as_ref()?)
    }

    /// A value that others see; none for what only belongs to another one.
    pub(super) fn value(
        &self,
        shown: &ShownMeaning,
        values: &[Seen],
        index: usize,
    ) -> Option<String> {
        let Some(value) = values.get(index)? else {
            return match shown {
                ShownMeaning::Integer | ShownMeaning::Pointer | ShownMeaning::Into(_) => {
                    Some("poison".to_owned())
                }
                _ => None,
            };
        };
        let bound = |offset: usize| values.get(index + offset).and_then(Option::as_ref);
        match shown {
            ShownMeaning::Integer => Some(self.words.number(value)),
            ShownMeaning::Pointer => Some(self.words.pointer(value, bound(1).zip(bound(2)))),
            ShownMeaning::Into(object) => {
                let object = global_name(object);
                Some(match number(value).as_str() {
                    "0" => object,
                    distance => format!("{object}+{distance}"),
                })
            }
            ShownMeaning::Bound
            | ShownMeaning::Content { .. }
            | ShownMeaning::Memory(_)
            | ShownMeaning::Other => None,
        }
    }

    /// How the run ends; none where nothing is to be said of that.
    pub(super) fn end(&self) -> Option<Deed> {
        let trace = &self.followed.trace;
        let here = Some(trace.line);
        let unseen = "goes on in a way that is not compared";
        match &self.followed.run.end {
            RunEnd::Returned(values) => Some(Deed {
                leaves: self.left(),
                ..Deed::new(here, self.returned(values))
            }),
            RunEnd::Undefined => match self.followed.meaning.stops.get(&trace.end) {
                Some(Stop::Ended) => None,
                Some(Stop::Unseen) => Some(Deed::new(None, unseen)),
                Some(Stop::Undefined(_)) | None => Some(Deed {
                    reason: self.reason(trace.end),
                    ..Deed::new(here, "has undefined behaviour")
                }),
            },
            RunEnd::Diverges => Some(Deed::new(here, "loops for ever")),
            RunEnd::Stalls => Some(Deed {
                reason: Some("it loops for ever where it must make progress".to_owned()),
                ..Deed::new(here, "has undefined behaviour")
            }),
            RunEnd::Dropped => Some(Deed::new(None, unseen)),
            RunEnd::Stopped => Some(Deed::new(here, "goes on")),
        }
    }

    /// Why the behaviour is undefined at a step.
    fn reason(&self, at: StepPlace) -> Option<String> {
        let block = self.followed.function.blocks.get(at.block as usize)?;
        if at.step as usize >= block.steps.len() {
            return Some("it reaches `unreachable`".to_owned());
        }
        let Some(Stop::Undefined(reasons)) = self.followed.meaning.stops.get(&at) else {
            return None;
        };
        let values = &self.followed.trace.values;
        let holds = |formula| values.holds(formula) == Ok(true);
        let reason = reasons.iter().find(|(formula, _)| holds(formula));
        reason.map(|(_, reason)| reason.clone())
    }

    /// What is returned: the result, and of memory the place in which the runs differ.
    fn returned(&self, values: &[Seen]) -> String {
        let mut parts = Vec::new();
        let shown = self
            .followed
            .meaning
            .returns
            .get(&self.followed.trace.end.block);
        for (index, shown) in shown.into_iter().flatten().enumerate() {
            if let Some(word) = match (shown, values.get(index)) {
                (ShownMeaning::Integer, Some(Some(value))) => Some(self.words.number_both(value)),
                _ => self.value(shown, values, index),
            } {
                parts.push(word);
            }
        }
        let mut text = "returns".to_owned();
        if !parts.is_empty() {
            text.push_str(&format!(" {}", joined(parts)));
        }
        text
    }

    /// What is left in memory at the place in which the runs differ.
    fn left(&self) -> Option<String> {
        let Some(Contrast::Returned(_)) = self.contrast else {
            return None;
        };
        let differing = self.differing.as_ref()?;
        let ShownMeaning::Memory(memory) = self.shown(differing.index)? else {
            return None;
        };
        let value = self.followed.returned().get(differing.index)?.as_ref();
        match (value, &differing.place) {
            (Some(Value::Array(array)), Some(place)) => {
                Some(self.cell(memory, place, array.get(place)))
            }
            _ => None,
        }
    }
}

/// Parts of a value.
fn joined(parts: Vec<String>) -> String {
    match parts.len() {
        1 => parts.concat(),
        _ => format!("{{{}}}", parts.join(", ")),
    }
}
