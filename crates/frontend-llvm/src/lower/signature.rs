//! What two functions show to others beside what they do: their types, how they are called, and what
//! they promise. All of it is compared here.

use super::Lowered;
use super::deeds::Signature;
use super::layout::Layout;
use super::plan::Plan;
use crate::syntax::{Attributes, Function, Module, TooLarge, Type, Word};
use crate::{PairProblem, Problem, Side};

/// One of the two functions.
#[derive(Clone, Copy)]
pub(super) struct Shown<'m, 't> {
    pub(super) module: &'m Module<'t>,
    pub(super) function: &'m Function<'t>,
}

impl<'m, 't> Shown<'m, 't> {
    fn problem(&self, side: Side, message: impl Into<String>) -> PairProblem {
        PairProblem {
            side,
            problem: Problem::at(self.module.text, self.function.at, message),
        }
    }

    pub(super) fn signature(&self) -> Signature<'m, 't> {
        Signature {
            attributes: self.module.resolved(&self.function.attributes),
            function: self.function,
        }
    }
}

/// The words by which caller and callee agree on how a value is handed over.
const CONVENTIONS: &[Word] = &[
    Word::Zeroext,
    Word::Signext,
    Word::Noext,
    Word::Inreg,
    Word::Byval,
    Word::Sret,
    Word::Alignstack,
    Word::Swiftself,
    Word::Swiftasync,
];

/// How a value is handed over, as a text in which the same ways are the same.
///
/// # Errors
/// If a type is too large to be written.
pub(super) fn handed_over<'t>(
    attributes: &Attributes<'t>,
    module: &Module<'t>,
) -> Result<String, TooLarge> {
    let mut text = String::new();
    for word in CONVENTIONS.iter().filter(|word| attributes.has(**word)) {
        text.push(' ');
        text.push_str(word.name());
    }
    if let Some(behind) = &attributes.behind {
        text.push_str(&format!("({})", module.spelled(behind)?));
    }
    if attributes.stack_align > 0 {
        text.push_str(&format!("({})", attributes.stack_align));
    }
    // How a copy is aligned is part of where it is.
    if attributes.has(Word::Byval) {
        text.push_str(&format!(" align {}", attributes.align));
    }
    Ok(text)
}

/// Compares what two functions show, before anything of them is lowered.
///
/// # Errors
/// The first thing in which they differ.
pub(super) fn compare(
    specification: Shown<'_, '_>,
    implementation: Shown<'_, '_>,
) -> Result<(), PairProblem> {
    let layouts = [specification, implementation].map(|it| Layout::of(it.module.layout));
    let [theirs, ours] = layouts;
    let theirs = theirs.map_err(|message| specification.problem(Side::Specification, message))?;
    let ours = ours.map_err(|message| implementation.problem(Side::Implementation, message))?;
    let differs = |what: &str| {
        let message = format!("{what}, so that whoever calls the one cannot call the other");
        Err(implementation.problem(Side::Implementation, message))
    };
    if theirs != ours {
        return differs("the data layout is another one than the specification's");
    }
    let (s, t) = (specification.function, implementation.function);
    if s.parameters.len() != t.parameters.len() || s.variadic != t.variadic {
        return differs("it has other parameters than the specification");
    }
    let too_large = |TooLarge| {
        let message = format!("{} is not supported", TooLarge::MESSAGE);
        implementation.problem(Side::Implementation, message)
    };
    let differ = |theirs: Handed<'_, '_>, ours: Handed<'_, '_>| {
        let theirs = theirs.spelled(specification.module).map_err(too_large)?;
        let ours = ours.spelled(implementation.module).map_err(too_large)?;
        Ok(match (theirs.0 == ours.0, theirs.1 == ours.1) {
            (false, _) => Some("has another type"),
            (true, false) => Some("is handed over in another way"),
            (true, true) => None,
        })
    };
    let results = [s, t].map(|it| Handed(&it.result, &it.result_attributes));
    if let Some(what) = differ(results[0], results[1])? {
        return differs(&format!("its result {what} than the specification's"));
    }
    if s.convention != t.convention {
        return differs("it is called in another way than the specification");
    }
    for (position, (a, b)) in s.parameters.iter().zip(&t.parameters).enumerate() {
        let number = position + 1;
        let [a, b] = [a, b].map(|it| Handed(&it.ty, &it.attributes));
        if let Some(what) = differ(a, b)? {
            return differs(&format!(
                "parameter {number} {what} than in the specification"
            ));
        }
    }
    let attributes = [specification, implementation].map(|it| it.signature().attributes);
    if attributes[0].stack_align != attributes[1].stack_align {
        return differs("its stack is aligned in another way than the specification's");
    }
    let is_local = [s, t].map(|function| function.linkage.is_local());
    let replaceable = [
        specification.module.is_replaceable(s),
        implementation.module.is_replaceable(t),
    ];
    let is_unnamed = [s, t].map(|function| function.unnamed);
    let is_newly_unnamed = is_unnamed == [false, true] && !is_local[1];
    let is_found_otherwise =
        !is_local[0] && (s.exposure != t.exposure || !t.linkage.stands_for(s.linkage));
    let align = [s, t].map(|it| it.attributes.align);
    if align[1] < align[0] {
        return differs("it is aligned less than the specification");
    }
    let comdats = [specification, implementation].map(|it| it.module.comdat_of(it.function));
    let is_asked_otherwise = t.personality.is_some() && t.personality != s.personality;
    if s.collector != t.collector || is_asked_otherwise {
        return differs("it has another `gc` or `personality` than the specification");
    }
    if is_found_otherwise
        || is_local[0] != is_local[1]
        || comdats[0] != comdats[1]
        || replaceable[0] != replaceable[1]
        || is_newly_unnamed
    {
        return differs("others see it in another way than the specification");
    }
    if s.has_data || t.has_data {
        return differs("data may stand in front of its code (`prefix`, `prologue`)");
    }
    Ok(())
}

/// The type of a value that is handed over, and what is said of it.
#[derive(Clone, Copy)]
struct Handed<'m, 't>(&'m Type<'t>, &'m Attributes<'t>);

impl<'t> Handed<'_, 't> {
    fn spelled(self, module: &Module<'t>) -> Result<(String, String), TooLarge> {
        Ok((module.spelled(self.0)?, handed_over(self.1, module)?))
    }
}

/// Compares what two functions promise and what their globals are, once they are lowered.
///
/// # Errors
/// The first promise of the implementation that neither the specification makes nor the implementation
/// is seen to keep, or the first global that is not the same in both.
pub(super) fn compare_promises(
    specification: Shown<'_, '_>,
    implementation: Shown<'_, '_>,
    lowered: &(Lowered, Lowered),
    plan: &Plan,
) -> Result<(), PairProblem> {
    let ours = |at: usize, message: String| PairProblem {
        side: Side::Implementation,
        problem: Problem::at(implementation.module.text, at, message),
    };
    let mut own = implementation.signature();
    let theirs = specification.signature();
    without_common(&mut own.attributes, &theirs.attributes);
    let function = pruned(implementation.function, specification.function);
    let own = Signature {
        attributes: own.attributes,
        function: &function,
    };
    if let Some(word) = lowered.1.deeds.breaks(&own) {
        return Err(ours(
            implementation.function.at,
            format!("{word} promises more than the specification does, and is not shown"),
        ));
    }
    let whole = implementation.signature();
    if let Some(word) = lowered.1.deeds.breaks_alone(&whole, &lowered.0.deeds) {
        return Err(ours(
            implementation.function.at,
            format!("{word} is not seen to be kept"),
        ));
    }
    if let Some((what, callee, at)) = plan.callees.beyond() {
        return Err(ours(
            at,
            format!("{what} of `@{callee}` promises more than the specification does"),
        ));
    }
    // Calls are told apart by their order alone.
    let (theirs, ours_copies) = (&lowered.0.copies, &lowered.1.copies);
    if ours_copies.iter().any(Option::is_some) && theirs != ours_copies {
        return Err(ours(
            implementation.function.at,
            "a copy may leave out padding (`!tbaa.struct`) that the specification copies"
                .to_owned(),
        ));
    }
    for (name, facts) in &plan.globals {
        let Some((a, b)) = facts.both() else {
            continue;
        };
        if a.shape != b.shape {
            let message = format!(
                "`{name}` is {} here, and {} in the specification",
                b.shape, a.shape
            );
            return Err(ours(b.at, message));
        }
        if b.aligned_elsewhere > a.aligned_elsewhere && b.aligned_elsewhere > 0 {
            let message =
                format!("`{name}` is said to be aligned better than in the specification");
            return Err(ours(b.at, message));
        }
        if b.may_be_merged && !a.may_be_merged {
            let message = format!(
                "`{name}` may be one with another global (`unnamed_addr`), and may not in the specification"
            );
            return Err(ours(b.at, message));
        }
    }
    for names in plan.nameless.values() {
        if names.implementation.as_ref().is_some_and(|it| it.len() > 1) {
            let message = "several constants that hold the same and may be one are not supported";
            return Err(ours(implementation.function.at, message.to_owned()));
        }
    }
    for constness in plan.constness.values() {
        if constness.both() == Some((&false, &true)) {
            let message = "others get a constant where the specification gives them something that they can write";
            return Err(ours(implementation.function.at, message.to_owned()));
        }
    }
    for alignments in plan.alignments.values() {
        if let Some((a, b)) = alignments.both()
            && b.least < a.greatest
        {
            let message = "others get something that is aligned less than in the specification";
            return Err(ours(b.at, message.to_owned()));
        }
    }
    for sizes in plan.handed.values() {
        if let Some((a, b)) = sizes.both()
            && a != b
        {
            let message = "others get a local of another size than in the specification";
            return Err(ours(implementation.function.at, message.to_owned()));
        }
    }
    match new_conflict(lowered, plan) {
        Some(at) => {
            let message = "beside a `noalias` parameter, an access where the specification has none is not supported";
            Err(ours(at, message.to_owned()))
        }
        None => Ok(()),
    }
}

/// Where the implementation accesses something that the specification does not, so that it may access
/// what a `noalias` parameter points to in another way as well. That would be undefined behaviour of the
/// implementation alone.
fn new_conflict(lowered: &(Lowered, Lowered), plan: &Plan) -> Option<usize> {
    let (theirs, ours) = (&lowered.0.touched, &lowered.1.touched);
    for position in &plan.noalias {
        let own = format!("parameter {position}");
        let is_alone = ours.keys().all(|key| *key == own) && !lowered.1.deeds.calls();
        if is_alone || plan.copies.contains_key(position) {
            continue;
        }
        let new = ours.iter().find(|(key, (touch, _))| {
            let theirs = theirs.get(*key);
            !theirs.is_some_and(|(theirs, _)| touch.is_within(*theirs))
        });
        if let Some((_, (_, at))) = new {
            return Some(*at);
        }
    }
    None
}

/// Takes away what others say as well.
fn without_common(own: &mut Attributes<'_>, theirs: &Attributes<'_>) {
    let is_said = |word: &Word| match word {
        // Who keeps nothing keeps no more than that.
        Word::Captures if theirs.has(Word::Nocapture) => true,
        // Each promises something of its own where something else stands in brackets.
        word => theirs.has(*word) && own.arguments_of(*word).eq(theirs.arguments_of(*word)),
    };
    let common: Vec<Word> = own.words().filter(is_said).collect();
    for word in common {
        own.unset(word);
    }
    if theirs.effects.is_within(own.effects) {
        own.effects = crate::syntax::MemoryEffects::default();
    }
}

/// A function with the words of its parameters and its result that another one does not have.
fn pruned<'t>(function: &Function<'t>, other: &Function<'_>) -> Function<'t> {
    let mut function = function.clone();
    for (own, theirs) in function.parameters.iter_mut().zip(&other.parameters) {
        without_common(&mut own.attributes, &theirs.attributes);
    }
    without_common(&mut function.result_attributes, &other.result_attributes);
    function
}

/// What makes it impossible to refute anything by a specification: it may be undefined in a way that the
/// lowered function knows nothing of.
pub(super) fn irrefutable(specification: Shown<'_, '_>, lowered: &Lowered) -> Option<String> {
    let mut own = specification.signature();
    // Others that return, do not unwind and free nothing keep all of these.
    for word in [
        Word::Nounwind,
        Word::Nofree,
        Word::Nosync,
        Word::Norecurse,
        Word::Nocallback,
    ] {
        own.attributes.unset(word);
    }
    let mut function = specification.function.clone();
    for parameter in &mut function.parameters {
        // Refutations are about objects that do not overlap.
        for word in [
            Word::Noalias,
            Word::Nofree,
            Word::Writable,
            Word::DeadOnUnwind,
        ] {
            parameter.attributes.unset(word);
        }
    }
    function.result_attributes.unset(Word::Noalias);
    let own = Signature {
        attributes: own.attributes,
        function: &function,
    };
    let broken = lowered.deeds.breaks(&own);
    let broken = broken.map(|word| format!("{word} of the specification may not be kept"));
    let is_local = specification.function.linkage.is_local();
    broken.or_else(|| {
        is_local.then(|| {
            "nobody outside of the module calls it: differences count through its callers"
                .to_owned()
        })
    })
}
