//! What is promised of the functions that are called: that they read or write only some memory, keep no
//! pointers, never return.
//!
//! A promise that is not kept is undefined behaviour of whoever makes the call. So what the
//! specification promises of all its calls of a function may be counted on in both functions, and what
//! the implementation promises beyond that makes it do less than it says: there is no verdict then,
//! unless a definition of the function makes the same promise, which is compared itself, or compilers know
//! the function as one of the C library.

use std::collections::{BTreeMap, BTreeSet};

use super::memory::Handed;
use super::{Lowering, library};
use crate::Side;
use crate::meaning::{EventKind, Stop};
use crate::syntax::{self, Call, Class, MemoryEffects, ModRef, Word};

/// What is promised of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Promises {
    /// The words of the function and of the call.
    words: Vec<Word>,
    effects: MemoryEffects,
    /// The words of each parameter, and what is done with what it points to.
    parameters: Vec<(Vec<Word>, ModRef)>,
    /// The words of the result.
    result: Vec<Word>,
    /// What stands in brackets behind all of these words.
    arguments: BTreeSet<String>,
    /// Where such a call is made.
    at: usize,
}

impl Promises {
    /// What a function and a call of it promise, of which this is said together; the arguments and the
    /// result are the call's.
    fn of(
        function: &syntax::Function<'_>,
        said: &syntax::Attributes<'_>,
        arguments: &[&syntax::Attributes<'_>],
        result: &syntax::Attributes<'_>,
    ) -> Promises {
        let nothing = syntax::Attributes::default();
        let mut brackets = BTreeSet::new();
        let count = arguments.len().max(function.parameters.len());
        let parameters = (0..count).map(|place| {
            let own = function.parameters.get(place);
            let own = own.map_or(&nothing, |own| &own.attributes);
            let given = arguments.get(place).copied().unwrap_or(&nothing);
            let mut words = promised(own);
            words.extend(promised(given));
            words.sort_unstable();
            words.dedup();
            let of = format!(" of argument {}", place + 1);
            brackets.extend(in_brackets(own, &of));
            brackets.extend(in_brackets(given, &of));
            (words, own.effects.argument.and(given.effects.argument))
        });
        let parameters = parameters.collect();
        brackets.extend(in_brackets(said, ""));
        let mut answer = promised(&function.result_attributes);
        answer.extend(promised(result));
        answer.sort_unstable();
        answer.dedup();
        Promises {
            words: promised(said),
            effects: said.effects,
            parameters,
            result: answer,
            arguments: brackets,
            at: function.at,
        }
    }

    /// What a function promises of itself, of which this is said.
    fn of_alone(function: &syntax::Function<'_>, said: &syntax::Attributes<'_>) -> Promises {
        Promises::of(function, said, &[], &syntax::Attributes::default())
    }

    /// A text in which the same promises are the same, wherever they stand.
    fn text(&self) -> String {
        format!(
            "{:?} {:?} {:?} {:?} {:?}",
            self.words, self.effects, self.parameters, self.result, self.arguments
        )
    }

    /// What both promise.
    fn meet(mut self, other: &Promises) -> Promises {
        let both = |own: &mut Vec<Word>, theirs: &[Word]| own.retain(|it| theirs.contains(it));
        both(&mut self.words, &other.words);
        both(&mut self.result, &other.result);
        self.arguments.retain(|it| other.arguments.contains(it));
        self.effects = self.effects.or(other.effects);
        self.parameters.truncate(other.parameters.len());
        for (own, theirs) in self.parameters.iter_mut().zip(&other.parameters) {
            both(&mut own.0, &theirs.0);
            own.1 = own.1.or(theirs.1);
        }
        self.at = self.at.min(other.at);
        self
    }

    /// What either promises.
    fn join(mut self, other: &Promises) -> Promises {
        let add = |own: &mut Vec<Word>, theirs: &[Word]| {
            own.extend(theirs);
            own.sort_unstable();
            own.dedup();
        };
        add(&mut self.words, &other.words);
        add(&mut self.result, &other.result);
        self.arguments.extend(other.arguments.iter().cloned());
        self.effects = self.effects.and(other.effects);
        for (place, theirs) in other.parameters.iter().enumerate() {
            match self.parameters.get_mut(place) {
                Some(own) => {
                    add(&mut own.0, &theirs.0);
                    own.1 = own.1.and(theirs.1);
                }
                None => self.parameters.push(theirs.clone()),
            }
        }
        self.at = self.at.min(other.at);
        self
    }

    /// What is promised here and not there.
    fn beyond(&self, other: &Promises) -> Option<String> {
        let new = |own: &[Word], theirs: &[Word]| {
            let mut words = own.iter().filter(|word| !theirs.contains(word));
            words.next().map(|word| format!("`{}`", word.name()))
        };
        if let Some(word) = new(&self.words, &other.words) {
            return Some(word);
        }
        if let Some(word) = new(&self.result, &other.result) {
            return Some(format!("{word} of the result"));
        }
        if !other.effects.is_within(self.effects) {
            return Some("what is said of memory".to_owned());
        }
        if let Some(said) = self.arguments.difference(&other.arguments).next() {
            return Some(said.clone());
        }
        for (place, own) in self.parameters.iter().enumerate() {
            let nothing = (Vec::new(), ModRef::ANY);
            let theirs = other.parameters.get(place).unwrap_or(&nothing);
            if let Some(word) = new(&own.0, &theirs.0) {
                return Some(format!("{word} of an argument"));
            }
            if !theirs.1.is_within(own.1) {
                return Some("what is said of the memory of an argument".to_owned());
            }
        }
        None
    }
}

/// One function that is called.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Callee {
    /// What the specification promises of all its calls.
    specification: Option<Promises>,
    /// What the implementation promises of any of its calls.
    implementation: Option<Promises>,
    /// What the specification and the implementation promise of their calls, each in a text.
    kinds: (BTreeSet<String>, BTreeSet<String>),
    /// Whether something is known of it that an implementation may rely on.
    restrained: bool,
    /// What compilers know of it, where it is one of the C library.
    library: Option<Promises>,
    /// Whether somebody says that it only has the name of one of the C library.
    is_other: bool,
    /// What its definition in the implementation promises, which is compared itself.
    definition: Option<Promises>,
}

impl Callee {
    /// Whether the specification promises different things of its calls, and the implementation some of
    /// these: then calls must agree on what is promised of them.
    fn are_told_apart(&self) -> bool {
        let (theirs, ours) = &self.kinds;
        theirs.len() > 1 && ours.is_subset(theirs)
    }

    /// What the implementation promises beyond the specification and beyond its own definition, and the
    /// place of such a call.
    fn beyond(&self, library: Option<&Promises>) -> Option<(String, usize)> {
        // Where the specification has no such call, the events differ anyway.
        let known = self.specification.clone()?;
        let known = [self.definition.as_ref(), library]
            .into_iter()
            .flatten()
            .fold(known, Promises::join);
        let promises = self.implementation.as_ref()?;
        Some((promises.beyond(&known)?, promises.at))
    }
}

/// The functions that are called, by name.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Callees(BTreeMap<String, Callee>);

impl Callees {
    pub(super) fn absorb(&mut self, other: &Callees) {
        for (name, theirs) in &other.0 {
            let own = self.0.entry(name.clone()).or_default();
            if let Some(promises) = &theirs.specification {
                own.specification = Some(match own.specification.take() {
                    Some(own) => own.meet(promises),
                    None => promises.clone(),
                });
            }
            if let Some(promises) = &theirs.implementation {
                own.implementation = Some(match own.implementation.take() {
                    Some(own) => own.join(promises),
                    None => promises.clone(),
                });
            }
            own.kinds.0.extend(theirs.kinds.0.iter().cloned());
            own.kinds.1.extend(theirs.kinds.1.iter().cloned());
            own.restrained |= theirs.restrained;
            own.library = own.library.take().or_else(|| theirs.library.clone());
            own.is_other |= theirs.is_other;
            own.definition = own.definition.take().or_else(|| theirs.definition.clone());
        }
    }

    /// Whether the specification promises something of all its calls of a function.
    pub(super) fn is_known(&self, callee: &str, word: Word) -> bool {
        let promises = self.0.get(callee).and_then(|it| it.specification.as_ref());
        promises.is_some_and(|promises| promises.words.contains(&word))
    }

    /// What the specification lets a function do with memory in all its calls.
    pub(super) fn known_effects(&self, callee: &str) -> MemoryEffects {
        let promises = self.0.get(callee).and_then(|it| it.specification.as_ref());
        promises.map_or_else(MemoryEffects::default, |promises| promises.effects)
    }

    /// Whether the specification promises something of an argument of all its calls of a function.
    pub(super) fn is_known_of_argument(&self, callee: &str, place: usize, word: Word) -> bool {
        let promises = self.0.get(callee).and_then(|it| it.specification.as_ref());
        promises
            .and_then(|promises| promises.parameters.get(place))
            .is_some_and(|(words, _)| words.contains(&word))
    }

    /// Whether calls of a function are told apart by what is promised of them.
    pub(super) fn are_told_apart(&self, callee: &str) -> bool {
        self.0.get(callee).is_some_and(Callee::are_told_apart)
    }

    /// Whether calls of some function are.
    pub(super) fn are_any_told_apart(&self) -> bool {
        self.0.values().any(Callee::are_told_apart)
    }

    /// Whether something is known of a function that is called.
    pub(super) fn is_restrained(&self) -> bool {
        self.0.values().any(|callee| callee.restrained)
    }

    fn is_restrained_one(&self, callee: &str) -> bool {
        self.0.get(callee).is_some_and(|callee| callee.restrained)
    }

    /// What the implementation promises beyond the specification, with the function and the place of
    /// such a call.
    pub(super) fn beyond(&self) -> Option<(String, &str, usize)> {
        self.0.iter().find_map(|(name, callee)| {
            if callee.are_told_apart() {
                return None;
            }
            let library = callee.library.as_ref().filter(|_| !callee.is_other);
            let (what, at) = callee.beyond(library)?;
            Some((what, name.as_str(), at))
        })
    }

    /// Whether the implementation counts on what is known of the C library.
    pub(super) fn relies_on_library(&self) -> bool {
        let mut known = self.0.values().filter(|callee| callee.library.is_some());
        known.any(|callee| !callee.are_told_apart() && callee.beyond(None).is_some())
    }
}

/// The words that are promises.
pub(super) fn promised(attributes: &syntax::Attributes<'_>) -> Vec<Word> {
    let words = attributes.words();
    // What is said of memory is compared by what it means.
    let memory = [
        Word::Readnone,
        Word::Readonly,
        Word::Writeonly,
        Word::Argmemonly,
        Word::Inaccessiblememonly,
        Word::InaccessiblememOrArgmemonly,
        Word::Memory,
        Word::Captures,
    ];
    words
        .filter(|word| word.class() == Class::Promise || *word == Word::Returned)
        .filter(|word| !memory.contains(word))
        .collect()
}

/// What stands in brackets behind promises, each a text.
fn in_brackets(attributes: &syntax::Attributes<'_>, of: &str) -> Vec<String> {
    let all = attributes.arguments.iter();
    all.map(|(word, text)| format!("`{}{text}`{of}", word.name()))
        .collect()
}

/// What a function that does no more than this with memory lets those do that it calls: whether they
/// reach it by their arguments or otherwise is another question than it is for the function.
fn passed_on_effects(own: MemoryEffects) -> MemoryEffects {
    let anywhere = own.argument.or(own.other);
    MemoryEffects {
        argument: anywhere,
        other: anywhere,
        errno: own.errno.or(anywhere),
        inaccessible: own.inaccessible,
    }
}

impl<'t> Lowering<'_, 't> {
    /// What a function and a call of it say together.
    pub(super) fn call_attributes(
        &self,
        function: &syntax::Function<'t>,
        call: &Call<'t>,
    ) -> syntax::Attributes<'t> {
        let mut all = self.module.resolved(&function.attributes);
        all.absorb(&self.module.resolved(&call.attributes));
        all
    }

    /// Notes what is promised of a callee, and ends the run there where it is lowered for a refutation
    /// that such a promise could speak against.
    ///
    /// An event may do anything, which is good for proofs: the same event is answered the same. For a
    /// refutation it is too much: an implementation may rely on what the callee promises. So where
    /// anything is known of a callee, or its body is there, a refutation says nothing about runs that
    /// call it.
    pub(super) fn rely(&mut self, function: &syntax::Function<'t>, call: &Call<'t>) {
        let name = function.name.to_string();
        let is_named = self.module.function(function.name).is_some();
        self.facts.named.1 |= is_named;
        let all = self.call_attributes(function, call);
        let arguments: Vec<_> = call.arguments.iter().map(|it| &it.attributes).collect();
        let mut promises = Promises::of(function, &all, &arguments, &call.result_attributes);
        promises.at = self.at;
        if self.role.side == Side::Specification {
            // What the function promises of itself, whoever it calls has to keep as well.
            let own = self
                .stack
                .first()
                .and_then(|name| self.module.function(*name));
            let own = own.map(|own| self.module.resolved(&own.attributes));
            // What is freed may be younger than the function's run, so that `nofree` is not among this.
            let passed_on = [Word::Nounwind, Word::Willreturn, Word::Nosync];
            let passed_on = passed_on
                .into_iter()
                .filter(|word| own.as_ref().is_some_and(|own| own.has(*word)));
            promises.words.extend(passed_on);
            promises.words.sort_unstable();
            promises.words.dedup();
            // Memory that the function allocates is no memory of others, so that what it promises does
            // not speak of it.
            let reaches_locals = self.escaped.may_be_some()
                || self.called && self.plan.found
                || self
                    .pointer_arguments
                    .iter()
                    .any(|(_, pointer)| self.is_local(pointer));
            if let (Some(own), false) = (own, reaches_locals) {
                promises.effects = promises.effects.and(passed_on_effects(own.effects));
            }
        }
        let is_library = library::is_library(&name);
        let library = library::declaration(function);
        let library = library.map(|known| Promises::of_alone(&known, &known.attributes));
        let is_defined = function.is_defined() && !self.module.is_replaceable(function);
        if is_defined {
            self.rests_on(function.name);
        }
        // That a call returns, does not unwind and does not call back says nothing against a run in
        // which it does neither.
        let harmless = [
            Word::Nounwind,
            Word::Willreturn,
            Word::Mustprogress,
            Word::Nofree,
            Word::Nosync,
            Word::Norecurse,
            Word::Noreturn,
        ];
        let is_said = |words: &[Word]| words.iter().any(|word| !harmless.contains(word));
        let mut restrained = is_defined || is_library || is_said(&promises.words);
        restrained |= promises.effects != MemoryEffects::default();
        restrained |= !promises.arguments.is_empty();
        restrained |= is_said(&promises.result);
        restrained |= promises
            .parameters
            .iter()
            .any(|(words, access)| is_said(words) || *access != ModRef::ANY);
        // An implementation may find out who is called, and call it by its name.
        restrained |= !is_named && self.plan.named.1;
        let own = self.facts.callees.0.entry(name.clone()).or_default();
        own.restrained |= restrained;
        own.library = library;
        own.is_other |= library::is_other(&all);
        if is_defined && self.role.side == Side::Implementation {
            let said = self.module.resolved(&function.attributes);
            own.definition = Some(Promises::of_alone(function, &said));
        }
        let kind = promises.text();
        match self.role.side {
            Side::Specification => drop(own.kinds.0.insert(kind.clone())),
            Side::Implementation => drop(own.kinds.1.insert(kind.clone())),
        }
        self.promised = kind;
        let side = match self.role.side {
            Side::Specification => &mut own.specification,
            Side::Implementation => &mut own.implementation,
        };
        *side = Some(match (side.take(), self.role.side) {
            (None, _) => promises,
            (Some(own), Side::Specification) => own.meet(&promises),
            (Some(own), Side::Implementation) => own.join(&promises),
        });
        if self.plan.callees.is_restrained_one(&name) {
            self.end_refutation(logic::Term::top());
        }
        let counted = self.counted(all, function, is_defined);
        self.note_call(&counted, &name, call);
    }

    /// What comes behind a call that the specification promises never to return is never reached.
    pub(super) fn stops(&mut self, function: &syntax::Function<'t>) {
        let name = function.name.to_string();
        if self.plan.is_known_of(&name, Word::Noreturn) {
            self.stopping(Stop::Ended);
            self.undefined_if(logic::Term::top());
        }
    }

    /// The position of the argument that a call returns.
    pub(super) fn returned(
        &self,
        function: &syntax::Function<'t>,
        call: &Call<'t>,
    ) -> Option<usize> {
        let own = function.parameters.iter().map(|p| &p.attributes);
        let mut own = own.map(|attributes| attributes.has(Word::Returned));
        let mut given = call
            .arguments
            .iter()
            .map(|a| a.attributes.has(Word::Returned));
        own.position(|is| is).or_else(|| given.position(|is| is))
    }

    /// The end of the program that `llvm.trap` is. Whether memory matters then is left open: a proof
    /// compares it, a refutation does not.
    pub(super) fn trap(&mut self) {
        let arguments = match self.role.refutes() {
            true => Vec::new(),
            false => self.visible_memory(),
        };
        self.facts.traps = true;
        self.note_trap();
        let nothing = Handed::default();
        self.note_event(
            EventKind::Trap,
            &nothing,
            Vec::new(),
            &arguments,
            Vec::new(),
        );
        self.step(program::function::Step::Event(program::function::Event {
            name: logic::Symbol::new("llvm.trap"),
            arguments,
            results: Vec::new(),
            returns: false,
        }));
        self.stopping(Stop::Ended);
        self.undefined_if(logic::Term::top());
    }
}
