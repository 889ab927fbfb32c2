//! What a return shows and what an event tells, in order.
//!
//! Neither says which value is which; it is read off the terms, since memory is shown as the variables
//! that hold it, and a pointer together with where its object is.

use logic::{Op, Sort, Term, Var};
use program::Function;
use program::function::{End, Event, Observed, Step};

use crate::types::Type;

/// Whether a region is a local's.
pub(super) fn is_local(region: &str) -> bool {
    region.starts_with('%')
}

/// What the returns of a function show which show so many values.
pub(super) fn at_return(function: &Function, count: usize) -> Option<&[Observed]> {
    function.blocks.iter().find_map(|block| match &block.end {
        End::Return(observed) if observed.len() == count => Some(observed.as_slice()),
        _ => None,
    })
}

/// The event of a function with this name, so many arguments, and these results.
pub(super) fn event<'f>(
    function: &'f Function,
    name: logic::Symbol,
    count: usize,
    results: &[Var],
) -> Option<&'f Event> {
    let mut steps = function.blocks.iter().flat_map(|block| &block.steps);
    steps.find_map(|(step, _)| match step {
        Step::Event(event)
            if event.name == name && event.arguments.len() == count && event.results == results =>
        {
            Some(event)
        }
        _ => None,
    })
}

/// The variable of arrays that a term is.
fn region(term: &Term) -> Option<&Var> {
    term.as_var()
        .filter(|var| matches!(var.sort, Sort::Array(_)))
}

/// Memory that is shown.
pub(super) struct Region<'f> {
    /// Its region.
    pub(super) name: &'f str,
    /// Where it is shown.
    pub(super) place: usize,
    /// Where it is shown which of its cells hold `undef`, if it is.
    pub(super) marks: Option<usize>,
}

/// The memory that is shown, that of locals aside.
pub(super) fn regions(observed: &[Observed]) -> Vec<Region<'_>> {
    let mut found = Vec::new();
    for (place, shown) in observed.iter().enumerate() {
        let Some(var) = region(&shown.value) else {
            continue;
        };
        let name = var.name.as_str();
        if name.contains('~') || is_local(name) {
            continue;
        }
        let next = observed.get(place + 1).and_then(|it| region(&it.value));
        let is_marked = next.is_some_and(|it| it.name.as_str() == format!("{name}~undef"));
        found.push(Region {
            name,
            place,
            marks: is_marked.then_some(place + 1),
        });
    }
    found
}

/// Where the bytes of a local are told, from the first to the last.
pub(super) fn bytes_of(observed: &[Observed], local: &Var) -> Vec<usize> {
    let is_byte = |shown: &Observed| {
        shown.value.sort() == &Sort::BitVec(8) && shown.value.free_vars().contains(local)
    };
    let places = 0..observed.len();
    places.filter(|place| is_byte(&observed[*place])).collect()
}

/// Where scalars of these types are shown that come first; `None` where that is not clear.
pub(super) fn scalars(types: &[Type], observed: &[Observed]) -> Option<Vec<usize>> {
    // Behind each number that may be `undef` stands whether it is poison; all of a function's have that
    // or none.
    scalars_with(types, observed, 1).or_else(|| scalars_with(types, observed, 0))
}

/// The same, where so many truth values stand behind each number.
fn scalars_with(types: &[Type], observed: &[Observed], flags: usize) -> Option<Vec<usize>> {
    let mut places = Vec::new();
    let mut at = 0;
    for ty in types {
        places.push(at);
        if !may_be(ty, observed.get(at)?.value.sort()) {
            return None;
        }
        at += 1;
        if *ty == Type::Pointer {
            at += behind_pointer(&observed[at - 1..])?;
            continue;
        }
        for flag in observed.get(at..at + flags)? {
            if *flag.value.sort() != Sort::Bool {
                return None;
            }
        }
        at += flags;
    }
    let has_numbers = types.iter().any(|ty| *ty != Type::Pointer);
    (flags == 0 || has_numbers).then_some(places)
}

/// Whether values of a type may be shown by terms of a sort.
fn may_be(ty: &Type, sort: &Sort) -> bool {
    match (ty, sort) {
        (Type::Int(1), Sort::Bool) => true,
        (Type::Int(width), Sort::BitVec(own)) => width == own,
        (Type::Int(_), _) => false,
        _ => true,
    }
}

/// How many values belong to the pointer that is the first of these.
fn behind_pointer(observed: &[Observed]) -> Option<usize> {
    let (pointer, rest) = observed.split_first()?;
    let [first, second] = [0, 1].map(|at| rest.get(at).map(|it| &it.value));
    let is_wide = |term: &Term| *term.sort() == Sort::BitVec(64);
    let (Some(first), Some(second)) = (first, second) else {
        return Some(0);
    };
    // The size and the bytes of a constant.
    if is_wide(first) && first.as_value().is_some() && matches!(second.sort(), Sort::Array(_)) {
        return Some(2);
    }
    // Where an object begins and ends, or nothing for null.
    let of_null = |term: &Term| match (term.op(), term.as_value()) {
        (Some(Op::Ite), _) => Some(term.children()[0].clone()),
        (_, Some(value)) if super::number(value) == Some(0) => Some(Term::top()),
        _ => None,
    };
    if is_wide(first)
        && let (Some(one), Some(other)) = (of_null(first), of_null(second))
        && one == other
        && (!one.is_true() || pointer.value.as_value().is_some())
    {
        return Some(2);
    }
    // The bytes of a local, each with whether it is poison.
    let is_locals = |term: &Term| {
        let vars = term.free_vars();
        vars.iter()
            .any(|var| is_local(var.name.as_str()) && matches!(var.sort, Sort::Array(_)))
    };
    if region(first).is_some_and(|var| is_local(var.name.as_str())) {
        // All of it, which of it is `undef`, and whether the local is there.
        return Some(
            2 + usize::from(region(second).is_some_and(|it| it.name.as_str().ends_with("~undef"))),
        );
    }
    let is_byte =
        |shown: &Observed| *shown.value.sort() == Sort::BitVec(8) && is_locals(&shown.value);
    let count = rest.chunks(2).take_while(|two| is_byte(&two[0])).count();
    // Behind them stands whether the local is there.
    Some(2 * count + usize::from(count > 0))
}
