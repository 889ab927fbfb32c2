//! What is noted of inputs, events and ends for those who tell people about runs.

use logic::{Symbol, Term, Var};
use program::function::Observed;

use super::Lowering;
use super::memory::{Extent, Handed, LARGEST_SHOWN, ObjectId, ObjectKind, separate_position};
use super::scalar::{Place, Pointer, Single};
use crate::meaning::{
    EventKind, EventMeaning, InputMeaning, Memory, Owner, Part, ShownMeaning, StepPlace, Stop,
    ToldMeaning, ValueKind,
};
use crate::syntax::{Parameter, Type};

impl<'t> Lowering<'_, 't> {
    /// Adds an input.
    pub(super) fn input(&mut self, var: Var, meaning: InputMeaning) {
        self.inputs.push(var);
        self.input_meanings.push(meaning);
    }

    /// A parameter, or a part of it, as people call it.
    pub(super) fn part_of(position: usize, parameter: &Parameter<'t>, part: Option<usize>) -> Part {
        Part {
            position,
            name: format!("%{}", parameter.name),
            part,
        }
    }

    /// What a region of memory is.
    pub(super) fn memory_meaning(&self, region: &str) -> Memory {
        let cells = self.cells(region);
        let owner = match separate_position(region) {
            Some(position) => {
                let name = self.input_meanings.iter().find_map(|input| match input {
                    InputMeaning::Low(part) if part.position == position => Some(&part.name),
                    _ => None,
                });
                Owner::Parameter(name.cloned().unwrap_or_else(|| region.to_owned()))
            }
            None if region.starts_with('@') => Owner::Global(region.to_owned()),
            None => Owner::Shared,
        };
        Memory {
            owner,
            bytes: cells.bytes(),
            poison: cells.poison,
        }
    }

    /// The step that is made next.
    fn next_step(&self) -> StepPlace {
        StepPlace {
            block: self.here.0,
            step: u32::try_from(self.steps.len()).unwrap_or(u32::MAX),
        }
    }

    /// Says why the behaviour is undefined where the next `undefined_if` says so.
    pub(super) fn because(&mut self, reason: impl Into<String>) {
        self.because_of(vec![(Term::top(), reason.into())]);
    }

    /// The same, for whichever formula is the first to hold.
    pub(super) fn because_of(&mut self, reasons: Vec<(Term, String)>) {
        self.stop = Some(Stop::Undefined(reasons));
    }

    /// The reasons why an access leaves its object, which it does where a formula holds.
    pub(super) fn reasons_outside(&self, pointer: &Pointer, outside: &Term) -> Vec<(Term, String)> {
        let mut reasons = Vec::new();
        if let Place::Address(address) = &pointer.place {
            let null = "it accesses memory through null".to_owned();
            reasons.push((address.is_null(), null));
        }
        let outside = outside.clone();
        reasons.push((
            outside,
            "it accesses memory outside of the object".to_owned(),
        ));
        reasons
    }

    /// Says that the next `undefined_if` is no undefined behaviour of the program's.
    pub(super) fn stopping(&mut self, stop: Stop) {
        self.stop = Some(stop);
    }

    /// Notes what was said of the step that is made next.
    pub(super) fn note_stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            self.meaning.stops.insert(self.next_step(), stop);
        }
    }

    /// What others see of a value, as [`Lowering::shown`] shows it.
    fn shown_meaning(&self, single: &Single, count: usize) -> Vec<ShownMeaning> {
        let first = match single {
            Single::Integer(_) => ShownMeaning::Integer,
            Single::Pointer(pointer) => match pointer.place {
                Place::Address(_) => ShownMeaning::Pointer,
                Place::Distance(_) => ShownMeaning::Into(self.called_by_people(pointer.object)),
            },
        };
        let rest = match first {
            ShownMeaning::Pointer => 2.min(count.saturating_sub(1)),
            _ => 0,
        };
        let mut meanings = vec![first];
        meanings.extend(std::iter::repeat_n(ShownMeaning::Bound, rest));
        if let (Single::Pointer(pointer), true) = (single, meanings.len() < count) {
            let left = count - meanings.len();
            meanings.extend(self.content_meaning(pointer.object, left));
        }
        meanings.resize(count, ShownMeaning::Other);
        meanings
    }

    /// What is shown of what an object holds, in so many values.
    fn content_meaning(&self, id: ObjectId, count: usize) -> Vec<ShownMeaning> {
        let of = self.called_by_people(id);
        let object = self.object(id);
        let is_local = object.kind == ObjectKind::Local;
        let is_small =
            matches!(&object.extent, Extent::Sized(size) if size.least() <= LARGEST_SHOWN);
        let content = |number: usize| ShownMeaning::Content {
            of: of.clone(),
            byte: (is_local && is_small).then_some(number as u64 / 2),
        };
        // What is shown last of a local is whether it is there.
        let bytes = count.saturating_sub(usize::from(is_local));
        let mut shown: Vec<ShownMeaning> = (0..bytes).map(content).collect();
        shown.resize(count, ShownMeaning::Other);
        shown
    }

    /// What people call an object.
    fn called_by_people(&self, id: ObjectId) -> String {
        let object = self.object(id);
        match object.kind {
            // Names of locals of inlined functions are made up.
            ObjectKind::Local if object.name.contains('~') => "a local".to_owned(),
            ObjectKind::Local if object.name.starts_with('%') => object.name.clone(),
            ObjectKind::Local => format!("%{}", object.name),
            _ => object.name.clone(),
        }
    }

    /// Notes that others see what a local holds, which was just shown to them.
    pub(super) fn note_escaped(
        &mut self,
        id: ObjectId,
        handed: &Handed,
        told: &mut Vec<ToldMeaning>,
    ) {
        let shown = self.content_meaning(id, handed.told.len() - told.len());
        told.extend(shown.into_iter().map(|shown| ToldMeaning {
            argument: None,
            shown,
        }));
    }

    /// Notes the locals that an event changes.
    fn note_locals(&mut self, handed: &Handed) {
        for id in &handed.locals {
            let region = self.object(*id).region.clone();
            let memory = Memory {
                owner: Owner::Local(self.called_by_people(*id)),
                ..self.memory_meaning(&region)
            };
            self.meaning.locals.insert(Symbol::new(&region), memory);
        }
    }

    /// What others see of memory.
    fn seen_meaning(&self, observed: &Observed) -> ShownMeaning {
        let region = observed.value.as_var().map(|var| var.name.to_string());
        match region {
            Some(region) if self.plan.regions.contains_key(&region) => {
                ShownMeaning::Memory(self.memory_meaning(&region))
            }
            _ => ShownMeaning::Other,
        }
    }

    /// Notes what the return that ends the current block shows.
    pub(super) fn note_shown(&mut self, result: &[Single], observed: &[Observed]) {
        let mut meanings = Vec::new();
        for single in result {
            let count = self.shown(single).len();
            meanings.extend(self.shown_meaning(single, count));
        }
        let memory = observed.iter().skip(meanings.len());
        meanings.extend(memory.map(|observed| self.seen_meaning(observed)));
        self.meaning.returns.insert(self.here.0, meanings);
    }

    /// What an argument that was just handed over added to what others are told.
    pub(super) fn note_handed(
        &self,
        argument: Option<usize>,
        single: &Single,
        handed: &Handed,
        told: &mut Vec<ToldMeaning>,
    ) {
        let count = handed.told.len() - told.len();
        let shown = self.shown_meaning(single, count).into_iter();
        told.extend(shown.map(|shown| ToldMeaning { argument, shown }));
    }

    /// Notes a call that others answer, which is the next step.
    pub(super) fn note_event(
        &mut self,
        kind: EventKind,
        handed: &Handed,
        mut told: Vec<ToldMeaning>,
        observed: &[Observed],
        answers: Vec<ValueKind>,
    ) {
        self.note_locals(handed);
        let memory = observed.iter().skip(told.len());
        let memory = memory.map(|observed| ToldMeaning {
            argument: None,
            shown: self.seen_meaning(observed),
        });
        told.extend(memory.collect::<Vec<_>>());
        let meaning = EventMeaning {
            kind,
            told,
            answers,
        };
        self.meaning.events.insert(self.next_step(), meaning);
    }
}

impl ValueKind {
    /// What values of a type are that has no parts.
    pub(super) fn of(ty: &Type<'_>) -> Self {
        match ty {
            Type::Pointer => ValueKind::Pointer,
            _ => ValueKind::Integer,
        }
    }
}
