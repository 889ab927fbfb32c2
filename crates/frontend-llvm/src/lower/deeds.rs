//! What a function does, as far as its attributes may promise that it does not.
//!
//! What is noted here is what a function may do on some run, seen from its text. An implementation that
//! promises something which its specification does not promise must be seen not to do otherwise; where
//! it may, there is no verdict. A specification that may do what it promises not to do may be undefined
//! there, so that nothing is refuted.

use std::collections::BTreeMap;

use super::memory::{Object, ObjectKind};
use super::scalar::Pointer;
use super::{Lowering, Result_};
use crate::syntax::{self, Attributes, Call, MemoryEffects, ModRef, Word};

/// What a function may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Deeds {
    /// What it does with memory that others see.
    effects: MemoryEffects,
    /// What it does through each parameter, by position.
    through: BTreeMap<usize, ModRef>,
    /// What it does through pointers that may come from any parameter.
    through_any: ModRef,
    /// The parameters, by position, that others may keep.
    captured: Vec<usize>,
    /// The parameters, by position, that it may return.
    returned: Vec<usize>,
    /// What is not said of some function that it calls.
    unsaid: Vec<Word>,
    /// Whether it calls anybody at all.
    calls: bool,
    /// Whether it returns.
    returns: bool,
}

impl Default for Deeds {
    fn default() -> Self {
        Deeds {
            effects: MemoryEffects::all(ModRef::NONE),
            through: BTreeMap::new(),
            through_any: ModRef::NONE,
            captured: Vec::new(),
            returned: Vec::new(),
            unsaid: Vec::new(),
            calls: false,
            returns: false,
        }
    }
}

/// Whether a function may run on for ever where its specification does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ends {
    /// It does not.
    Surely,
    /// It may, for all that is seen from its text.
    Perhaps,
}

/// What a function promises, and its parameters.
pub(super) struct Signature<'m, 't> {
    /// What is said of the function, groups included.
    pub(super) attributes: Attributes<'t>,
    /// The function.
    pub(super) function: &'m syntax::Function<'t>,
}

impl Deeds {
    /// Whether it calls anybody.
    pub(super) fn calls(&self) -> bool {
        self.calls
    }

    fn is_captured(&self, position: usize) -> bool {
        self.captured.contains(&position)
    }

    fn is_returned(&self, position: usize) -> bool {
        self.returned.contains(&position)
    }

    /// A promise of a function that it may not keep, if there is one: the word, for people.
    pub(super) fn breaks(&self, own: &Signature<'_, '_>, ends: Ends) -> Option<String> {
        let said = |word: Word| format!("`{}`", word.name());
        for word in own.attributes.words() {
            let may_break = match word {
                Word::Noreturn => self.returns,
                Word::Nounwind | Word::Nofree | Word::Nosync | Word::Norecurse => {
                    self.unsaid.contains(&word)
                }
                Word::Nocallback => self.calls,
                Word::Willreturn | Word::Mustprogress => {
                    ends == Ends::Perhaps || self.unsaid.contains(&word)
                }
                Word::Speculatable
                | Word::Allocsize
                | Word::Allockind
                | Word::Nodivergencesource
                | Word::Nocreateundeforpoison => true,
                _ => false,
            };
            if may_break {
                return Some(said(word));
            }
        }
        if !self.effects.is_within(own.attributes.effects) {
            return Some("what is said of memory".to_owned());
        }
        let parameters = own.function.parameters.iter().enumerate();
        for (position, parameter) in parameters {
            let attributes = &parameter.attributes;
            for word in attributes.words() {
                let may_break = match word {
                    Word::Nocapture => self.is_captured(position) || self.is_returned(position),
                    // Whatever it says, it may be that all of the pointer is kept.
                    Word::Captures => {
                        let mut said = attributes.arguments_of(word);
                        let may_return = said.all(|it| it.contains("ret: address, provenance"));
                        self.is_captured(position) || self.is_returned(position) && !may_return
                    }
                    Word::Nofree => self.unsaid.contains(&word),
                    Word::Noalias
                    | Word::Allocalign
                    | Word::Allocptr
                    | Word::Writable
                    | Word::Initializes
                    | Word::DeadOnUnwind
                    | Word::DeadOnReturn => true,
                    _ => false,
                };
                if may_break {
                    return Some(said(word));
                }
            }
            let own = self.through.get(&position).copied();
            let done = own.unwrap_or(ModRef::NONE).or(self.through_any);
            if !done.is_within(attributes.effects.argument) {
                return Some("what is said of the memory of a parameter".to_owned());
            }
        }
        match own.function.result_attributes.has(Word::Noalias) {
            true => Some("`noalias` of the result".to_owned()),
            false => None,
        }
    }
}

impl<'t> Lowering<'_, 't> {
    /// Notes an access to an object.
    pub(super) fn note_touch(&mut self, object: &Object, touch: ModRef) {
        let deeds = &mut self.deeds;
        match object.kind {
            ObjectKind::Null | ObjectKind::Local | ObjectKind::Function => {}
            ObjectKind::Parameter(position) => {
                deeds.effects.argument = deeds.effects.argument.or(touch);
                let own = deeds.through.entry(position).or_insert(ModRef::NONE);
                *own = own.or(touch);
            }
            ObjectKind::Found => deeds.effects.other = deeds.effects.other.or(touch),
            ObjectKind::Numbered | ObjectKind::Chosen => {
                deeds.effects.argument = deeds.effects.argument.or(touch);
                deeds.effects.other = deeds.effects.other.or(touch);
                deeds.through_any = deeds.through_any.or(touch);
            }
            ObjectKind::Global if object.is_constant() => {}
            ObjectKind::Global => deeds.effects.other = deeds.effects.other.or(touch),
        }
        let key = match object.kind {
            ObjectKind::Null | ObjectKind::Local | ObjectKind::Function => return,
            ObjectKind::Parameter(position) => format!("parameter {position}"),
            ObjectKind::Global => object.name.clone(),
            ObjectKind::Found | ObjectKind::Numbered | ObjectKind::Chosen => "found".to_owned(),
        };
        let own = self.touched.entry(key).or_insert((ModRef::NONE, self.at));
        own.0 = own.0.or(touch);
    }

    /// Notes that others may keep a pointer.
    pub(super) fn note_captured(&mut self, pointer: &Pointer) {
        let positions = self.parameters_behind(pointer);
        self.deeds.captured.extend(positions);
    }

    /// Notes that the caller gets a pointer.
    pub(super) fn note_returned(&mut self, pointer: &Pointer) {
        let positions = self.parameters_behind(pointer);
        self.deeds.returned.extend(positions);
    }

    /// The positions of the parameters that a pointer may be made from.
    fn parameters_behind(&self, pointer: &Pointer) -> std::ops::Range<usize> {
        match self.object(pointer.object).kind {
            ObjectKind::Parameter(position) => position..position + 1,
            ObjectKind::Chosen | ObjectKind::Numbered => 0..self.parameter_count,
            _ => 0..0,
        }
    }

    /// Notes a comparison of addresses, by which something may become known of both. That a pointer is
    /// null or not says nothing of where it points.
    pub(super) fn note_compared(&mut self, left: &Pointer, right: &Pointer) {
        if left.is_literal_null() || right.is_literal_null() {
            return;
        }
        self.note_captured(left);
        self.note_captured(right);
    }

    /// Notes a call of a function of which this is said.
    pub(super) fn note_call(&mut self, said: &Attributes<'t>, name: &str, call: &Call<'t>) {
        self.deeds.calls = true;
        let words = [
            Word::Nounwind,
            Word::Nofree,
            Word::Nosync,
            Word::Norecurse,
            Word::Willreturn,
            Word::Mustprogress,
        ];
        for word in words {
            let implied = word == Word::Mustprogress && said.has(Word::Willreturn)
                || word == Word::Norecurse && said.has(Word::Nocallback);
            if !said.has(word) && !implied && !self.plan.is_known_of(name, word) {
                self.deeds.unsaid.push(word);
            }
        }
        // Memory that the callee reaches through its arguments is whatever they point to.
        let argument = said.effects.argument;
        let elsewhere = said.effects.other;
        let mut through = MemoryEffects::all(ModRef::NONE);
        through.other = elsewhere;
        through.errno = said.effects.errno;
        through.inaccessible = said.effects.inaccessible;
        if elsewhere != ModRef::NONE {
            through.argument = through.argument.or(elsewhere);
        }
        let function = match call.callee {
            syntax::Value::Global(name) => self.module.function(name),
            _ => None,
        };
        let parameters = function.map(|function| function.parameters.clone());
        for (place, pointers) in self.pointer_arguments.clone() {
            let own = parameters.as_ref().and_then(|all| all.get(place));
            let own = own.map_or(ModRef::ANY, |own| own.attributes.effects.argument);
            let given = call.arguments.get(place);
            let given = given.map_or(ModRef::ANY, |it| it.attributes.effects.argument);
            let touch = argument.and(own).and(given);
            let object = self.object(pointers.object).clone();
            self.note_touch(&object, touch);
        }
        self.deeds.effects = self.deeds.effects.or(through);
    }

    /// Notes a return.
    pub(super) fn note_return(&mut self) {
        self.deeds.returns = true;
    }

    /// Refuses attributes that are not known or not supported.
    pub(super) fn accept(&self, attributes: &Attributes<'t>) -> Result_<()> {
        let all = self.module.resolved(attributes);
        if let Some((word, at)) = all.unknown {
            return Err(crate::Problem::at(
                self.module.text,
                at,
                format!("the attribute `{word}` is not supported"),
            ));
        }
        let refused = all.words().find(|it| it.class() == syntax::Class::Refused);
        match refused {
            Some(word) => self.unsupported(format!("`{}`", word.name())),
            None => Ok(()),
        }
    }
}
