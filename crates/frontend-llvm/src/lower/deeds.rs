//! What a function does, as far as its attributes may promise that it does not.
//!
//! What is noted here is what a function may do on some run, seen from its text. An implementation that
//! promises something which its specification does not promise must be seen not to do otherwise; where
//! it may, there is no verdict. A specification that may do what it promises not to do may be undefined
//! there, so that nothing is refuted.
//!
//! A function that is put in the place of a call promises something as well, and so does the call. It is
//! put there only where it is seen to keep all of that; otherwise the call stays a call.

use std::collections::{BTreeMap, BTreeSet};

use super::memory::{ObjectId, ObjectKind};
use super::scalar::{Bound, Pointer, Single};
use super::{Lowering, Result_};
use crate::syntax::{self, Attributes, Call, MemoryEffects, ModRef, Word};

/// What a function may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Deeds {
    /// What it does with memory that others see.
    effects: MemoryEffects,
    /// What it does through each parameter, by position.
    through: BTreeMap<usize, ModRef>,
    /// What it does through pointers of which it is open whether they come from a parameter.
    through_any: ModRef,
    /// The parameters, by position, that others may keep.
    captured: Vec<usize>,
    /// The parameters, by position, that it compares with null.
    compared_with_null: Vec<usize>,
    /// The parameters, by position, that it may return.
    returned: Vec<usize>,
    /// What is not said of some function that it calls.
    unsaid: Vec<Word>,
    /// Whether it calls anybody at all.
    calls: bool,
    /// Whether it has a loop.
    loops: bool,
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
            compared_with_null: Vec::new(),
            returned: Vec::new(),
            unsaid: Vec::new(),
            calls: false,
            loops: false,
            returns: false,
        }
    }
}

/// A function whose body is being lowered: the one that is compared, or one that is put in the place of
/// a call.
#[derive(Default)]
pub(super) struct Scope {
    deeds: Deeds,
    /// What it does with each object.
    touched: BTreeMap<ObjectId, ModRef>,
    /// The globals that it names.
    named: BTreeSet<ObjectId>,
    /// What its arguments point to, by position, where it is put in the place of a call.
    arguments: Option<Vec<Vec<ObjectId>>>,
    /// How many objects there were before.
    objects: usize,
}

impl Scope {
    /// The positions of the arguments that point to an object, where it is put in the place of a call.
    fn positions(&self, id: ObjectId) -> Vec<usize> {
        let arguments = self.arguments.iter().flatten().enumerate();
        arguments
            .filter(|(_, objects)| objects.contains(&id))
            .map(|(position, _)| position)
            .collect()
    }
}

/// Whose memory an object is, for the function of a scope.
enum Whose {
    /// Nobody else's: it is its own, or never changes.
    Own,
    /// What these arguments point to.
    Arguments(Vec<usize>),
    /// Reached otherwise than by an argument.
    Other,
    /// Either.
    Any,
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

    /// A promise about memory that a function does not keep, although its specification makes it as well.
    /// Where it is open what a pointer comes from, as it is in the specification, it is taken to be kept.
    pub(super) fn breaks_alone(&self, own: &Signature<'_, '_>, theirs: &Deeds) -> Option<String> {
        let is_open_in_both = self.through_any.is_within(theirs.through_any);
        let open = match is_open_in_both {
            true => ModRef::NONE,
            false => self.through_any,
        };
        let parameters = own.function.parameters.iter();
        let mut words = parameters.flat_map(|parameter| parameter.attributes.words());
        match words.any(|word| word == Word::Initializes) {
            true => Some(format!("`{}`", Word::Initializes.name())),
            false => self.breaks_memory(own, open),
        }
    }

    /// What is said of memory that a function does not keep, where this is done through pointers of which
    /// it is open whether they come from a parameter.
    fn breaks_memory(&self, own: &Signature<'_, '_>, open: ModRef) -> Option<String> {
        let mut effects = self.effects;
        effects.argument = effects.argument.or(open);
        effects.other = effects.other.or(open);
        if !effects.is_within(own.attributes.effects) {
            return Some("what is said of memory".to_owned());
        }
        let parameters = own.function.parameters.iter().enumerate();
        for (position, parameter) in parameters {
            let done = self.through.get(&position).copied();
            let done = done.unwrap_or(ModRef::NONE).or(open);
            if !done.is_within(parameter.attributes.effects.argument) {
                return Some("what is said of the memory of a parameter".to_owned());
            }
        }
        None
    }

    /// A promise of a function that it may not keep, if there is one: the word, for people.
    pub(super) fn breaks(&self, own: &Signature<'_, '_>) -> Option<String> {
        let said = |word: Word| format!("`{}`", word.name());
        for word in own.attributes.words() {
            let may_break = match word {
                Word::Noreturn => self.returns,
                Word::Nounwind
                | Word::Nofree
                | Word::Nosync
                | Word::Norecurse
                | Word::Mustprogress => self.unsaid.contains(&word),
                Word::Nocallback => self.calls,
                // Loops without a call are compared with the specification's; one that goes on
                // calling others shows something for ever.
                Word::Willreturn => self.loops && self.calls || self.unsaid.contains(&word),
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
        if let Some(broken) = self.breaks_memory(own, self.through_any) {
            return Some(broken);
        }
        let parameters = own.function.parameters.iter().enumerate();
        for (position, parameter) in parameters {
            let attributes = &parameter.attributes;
            for word in attributes.words() {
                let may_break = match word {
                    Word::Nocapture => {
                        let is_compared = self.compared_with_null.contains(&position)
                            && attributes.dereferenceable == 0
                            && attributes.dereferenceable_or_null == 0;
                        self.is_captured(position) || self.is_returned(position) || is_compared
                    }
                    // Whatever it says, it may be that all of the pointer is kept.
                    Word::Captures => {
                        let mut said = attributes.arguments_of(word);
                        let may_return = said.all(|it| it.contains("ret: address, provenance"));
                        let mut said = attributes.arguments_of(word);
                        // What stands behind `ret:` is about the result alone.
                        let elsewhere = |it: &str| it.split("ret:").next().map(str::to_owned);
                        let may_compare =
                            said.all(|it| elsewhere(it).is_some_and(|it| it.contains("address")));
                        self.is_captured(position)
                            || self.is_returned(position) && !may_return
                            || self.compared_with_null.contains(&position) && !may_compare
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
        }
        match own.function.result_attributes.has(Word::Noalias) {
            true => Some("`noalias` of the result".to_owned()),
            false => None,
        }
    }
}

impl<'t> Lowering<'_, 't> {
    /// Begins with a function that is put in the place of a call.
    pub(super) fn enter(&mut self, arguments: &[Bound]) {
        let objects = |bound: &Bound| {
            let singles = bound.singles().into_iter();
            let pointers = singles.filter_map(|single| match single {
                Single::Pointer(pointer) => Some(pointer.object),
                Single::Integer(_) => None,
            });
            pointers.collect()
        };
        self.scopes.push(Scope {
            arguments: Some(arguments.iter().map(objects).collect()),
            objects: self.object_count(),
            ..Scope::default()
        });
    }

    /// Ends with the innermost function; what it does.
    pub(super) fn leave(&mut self) -> Deeds {
        let scope = self.scopes.pop().unwrap_or_default();
        let mut deeds = scope.deeds.clone();
        for (id, touch) in &scope.touched {
            match self.whose(&scope, *id) {
                Whose::Own => {}
                Whose::Arguments(positions) => {
                    deeds.effects.argument = deeds.effects.argument.or(*touch);
                    for position in positions {
                        let own = deeds.through.entry(position).or_insert(ModRef::NONE);
                        *own = own.or(*touch);
                    }
                }
                Whose::Other => deeds.effects.other = deeds.effects.other.or(*touch),
                Whose::Any => deeds.through_any = deeds.through_any.or(*touch),
            }
        }
        if !deeds.captured.is_empty() {
            // Others may come back to what a parameter points to.
            deeds.through_any = deeds.through_any.or(deeds.effects.other);
        }
        deeds
    }

    fn whose(&self, scope: &Scope, id: ObjectId) -> Whose {
        let object = self.object(id);
        let is_older = self.is_among_first(id, scope.objects);
        match object.kind {
            ObjectKind::Null | ObjectKind::Function => return Whose::Own,
            ObjectKind::Local if !is_older || scope.arguments.is_none() => return Whose::Own,
            ObjectKind::Global if object.is_constant() => return Whose::Own,
            _ => {}
        }
        let positions = match (scope.arguments.is_some(), object.kind) {
            (false, ObjectKind::Parameter(position)) => vec![position],
            _ => scope.positions(id),
        };
        match (positions.is_empty(), object.kind) {
            // It may have come by the argument or by its name.
            (false, _) if scope.named.contains(&id) => Whose::Any,
            (false, _) => Whose::Arguments(positions),
            (true, ObjectKind::Found)
                if (!is_older || scope.arguments.is_none()) && scope.deeds.captured.is_empty() =>
            {
                Whose::Other
            }
            (true, ObjectKind::Global) => Whose::Other,
            (true, _) => Whose::Any,
        }
    }

    /// Whether a pointer points to a local.
    pub(super) fn is_local(&self, pointer: &Pointer) -> bool {
        self.object(pointer.object).kind == ObjectKind::Local
    }

    /// Whether a pointer points to a local of the innermost function.
    pub(super) fn is_own_local(&self, pointer: &Pointer) -> bool {
        let first = self.scopes.last().map_or(0, |scope| scope.objects);
        self.is_local(pointer) && !self.is_among_first(pointer.object, first)
    }

    /// Notes that the innermost function names a global.
    pub(super) fn note_named(&mut self, id: ObjectId) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.named.insert(id);
        }
    }

    /// Notes an access to an object.
    pub(super) fn note_touch(&mut self, id: ObjectId, touch: ModRef) {
        for scope in &mut self.scopes {
            let own = scope.touched.entry(id).or_insert(ModRef::NONE);
            *own = own.or(touch);
        }
        let object = self.object(id);
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
        for number in 0..self.scopes.len() {
            let positions = self.parameters_behind(&self.scopes[number], pointer);
            self.scopes[number].deeds.captured.extend(positions);
        }
    }

    /// Notes that the caller of the innermost function gets a pointer.
    pub(super) fn note_returned(&mut self, pointer: &Pointer) {
        if let Some(scope) = self.scopes.last() {
            let positions = self.parameters_behind(scope, pointer);
            if let Some(scope) = self.scopes.last_mut() {
                scope.deeds.returned.extend(positions);
            }
        }
    }

    /// The positions of the parameters that a pointer may be made from.
    fn parameters_behind(&self, scope: &Scope, pointer: &Pointer) -> Vec<usize> {
        let kind = self.object(pointer.object).kind;
        let count = match &scope.arguments {
            None => self.parameter_count,
            Some(arguments) => arguments.len(),
        };
        match (&scope.arguments, kind) {
            (None, ObjectKind::Parameter(position)) => vec![position],
            (_, ObjectKind::Chosen | ObjectKind::Numbered) => (0..count).collect(),
            (Some(_), _) => scope.positions(pointer.object),
            (None, _) => Vec::new(),
        }
    }

    /// Notes a comparison of addresses, by which something may become known of both. That a pointer is
    /// null or not says little of where it points.
    pub(super) fn note_compared(&mut self, left: &Pointer, right: &Pointer) {
        for (null, pointer) in [(left, right), (right, left)] {
            if null.is_literal_null() {
                for number in 0..self.scopes.len() {
                    let positions = self.parameters_behind(&self.scopes[number], pointer);
                    let deeds = &mut self.scopes[number].deeds;
                    deeds.compared_with_null.extend(positions);
                }
                return;
            }
        }
        self.note_captured(left);
        self.note_captured(right);
    }

    /// Notes a call of a function of which this is said.
    pub(super) fn note_call(&mut self, said: &Attributes<'t>, name: &str, call: &Call<'t>) {
        let words = [
            Word::Nounwind,
            Word::Nofree,
            Word::Nosync,
            Word::Norecurse,
            Word::Willreturn,
            Word::Mustprogress,
        ];
        let is_known = |word: Word| said.has(word) || self.plan.is_known_of(name, word);
        let effects = said.effects.and(self.plan.callees.known_effects(name));
        let is_said = |word: Word| match word {
            // What frees memory writes it.
            Word::Nofree => is_known(word) || !effects.argument.writes && !effects.other.writes,
            // That others do not call themselves does not mean that they do not call this function.
            Word::Norecurse => said.has(word) || is_known(Word::Nocallback),
            Word::Mustprogress => said.has(word),
            _ => is_known(word),
        };
        let unsaid: Vec<Word> = words.into_iter().filter(|word| !is_said(*word)).collect();
        // Memory that the callee reaches through its arguments is whatever they point to.
        let argument = effects.argument;
        let elsewhere = effects.other;
        let mut through = MemoryEffects::all(ModRef::NONE);
        through.other = elsewhere;
        through.errno = effects.errno;
        through.inaccessible = effects.inaccessible;
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
            self.note_touch(pointers.object, touch);
        }
        for scope in &mut self.scopes {
            let deeds = &mut scope.deeds;
            deeds.calls = true;
            deeds.unsaid.extend(&unsaid);
            deeds.effects = deeds.effects.or(through);
        }
    }

    /// Notes that the program ends by `llvm.trap`, which promises little of itself.
    pub(super) fn note_trap(&mut self) {
        let declared = self.module.function(syntax::Name::Text("llvm.trap"));
        let declared = declared.map(|it| self.module.resolved(&it.attributes).effects);
        let mut effects = declared.unwrap_or_default();
        effects.inaccessible = effects.inaccessible.or(ModRef::WRITE);
        for scope in &mut self.scopes {
            let unsaid = [Word::Nofree, Word::Nosync, Word::Willreturn];
            scope.deeds.unsaid.extend(unsaid);
            scope.deeds.effects = scope.deeds.effects.or(effects);
        }
    }

    /// Notes a loop.
    pub(super) fn note_loop(&mut self) {
        for scope in &mut self.scopes {
            scope.deeds.loops = true;
        }
    }

    /// Notes a return of the innermost function.
    pub(super) fn note_return(&mut self) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.deeds.returns = true;
        }
    }

    /// What a function promises that is put in the place of a call, together with the call.
    pub(super) fn promises_at(
        &self,
        function: &syntax::Function<'t>,
        call: &Call<'t>,
    ) -> (Attributes<'t>, syntax::Function<'t>) {
        let mut own = function.clone();
        for (parameter, argument) in own.parameters.iter_mut().zip(&call.arguments) {
            parameter.attributes.absorb(&argument.attributes);
        }
        own.result_attributes.absorb(&call.result_attributes);
        (self.call_attributes(function, call), own)
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
