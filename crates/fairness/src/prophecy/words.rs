//! What a tester predicts, in the language's own words.

use std::collections::BTreeSet;

use evidence::tester::{Tester, TesterPart};
use logic::{Value, Var};
use rustc_hash::FxHashMap;

/// The most alternatives that are written out.
const ALTERNATIVES: usize = 4;

/// The temporal operators of a tester that are not parts of others, where `name` says what it means
/// that a step reads one of some letters.
pub(crate) fn formula(tester: &Tester, name: &dyn Fn(&[u32]) -> String) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut is_inner = vec![false; tester.parts.len()];
    for part in &tester.parts {
        for inner in spoken_of(part) {
            is_inner[inner] = true;
        }
        let of = |part: &u32| texts[*part as usize].clone();
        let all = |parts: &[u32], with: &str, none: &str| match parts {
            [] => none.to_owned(),
            [one] => of(one),
            more => format!("({})", Vec::from_iter(more.iter().map(of)).join(with)),
        };
        let text = match part {
            TesterPart::Letters(letters) => name(letters),
            TesterPart::States(states) => format!("states {states:?}"),
            TesterPart::All(parts) => all(parts, " && ", "true"),
            TesterPart::Any(parts) => all(parts, " || ", "false"),
            TesterPart::Not(part) => negated(&of(part)),
            TesterPart::Next(part) => format!("next({})", of(part)),
            TesterPart::Until(first, second) => match of(first).as_str() {
                "true" => format!("eventually({})", of(second)),
                first => format!("until({first}, {})", of(second)),
            },
        };
        texts.push(text);
    }
    let outer = tester.parts.iter().zip(is_inner).zip(&texts);
    let outer = outer.filter(|((part, is_inner), _)| part.is_operator() && !is_inner);
    let outer: Vec<&str> = outer.map(|(_, text)| text.as_str()).collect();
    outer.join(", ")
}

fn spoken_of(part: &TesterPart) -> Vec<usize> {
    let parts = match part {
        TesterPart::Letters(_) | TesterPart::States(_) => &[][..],
        TesterPart::Not(part) | TesterPart::Next(part) => &[*part],
        TesterPart::All(parts) | TesterPart::Any(parts) => parts,
        TesterPart::Until(first, second) => &[*first, *second],
    };
    parts.iter().map(|part| *part as usize).collect()
}

fn negated(text: &str) -> String {
    match text {
        "true" => "false".to_owned(),
        "false" => "true".to_owned(),
        text => match text.strip_prefix("eventually(") {
            Some(inner) => format!(
                "always({})",
                negated(inner.strip_suffix(')').unwrap_or(inner))
            ),
            None => format!("!({text})"),
        },
    }
}

/// Letters as numbers.
pub(crate) fn numbers(letters: &[u32]) -> String {
    match letters {
        [] => "false".to_owned(),
        [one] => format!("letter {one}"),
        some if some.len() <= ALTERNATIVES => {
            let some = some.iter().map(u32::to_string);
            format!("letters {}", Vec::from_iter(some).join(" "))
        }
        many => format!("one of {} letters", many.len()),
    }
}

/// Letters as values of the observed variables, where each of these can be said to have some values
/// that do not depend on the others.
pub(crate) fn values(
    letters: &[u32],
    observed: &[Var],
    known: &FxHashMap<Vec<Value>, u32>,
) -> String {
    let is_chosen = |letter: &u32| letters.contains(letter);
    let chosen = known.iter().filter(|(_, letter)| is_chosen(letter));
    let chosen: Vec<&[Value]> = chosen.map(|(values, _)| &values[..]).collect();
    if chosen.is_empty() {
        return "false".to_owned();
    }
    let own: Vec<BTreeSet<&Value>> = (0..observed.len())
        .map(|slot| chosen.iter().map(|values| &values[slot]).collect())
        .collect();
    let fits = |values: &&Vec<Value>| {
        values
            .iter()
            .zip(&own)
            .all(|(value, own)| own.contains(value))
    };
    if known.keys().filter(fits).count() != chosen.len() {
        return format!("one of {} observations", chosen.len());
    }
    let conditions = observed.iter().zip(&own).enumerate();
    let conditions = conditions.filter_map(|(slot, (var, own))| {
        let any = known.keys().all(|values| own.contains(&values[slot]));
        let equal = own.iter().map(|value| format!("{} == {value}", var.name));
        match own.len() {
            _ if any => None,
            ..=ALTERNATIVES => Some(Vec::from_iter(equal).join(" || ")),
            many => Some(format!("{} has one of {many} values", var.name)),
        }
    });
    let conditions: Vec<String> = conditions.collect();
    match &conditions[..] {
        [] => "true".to_owned(),
        [one] => one.clone(),
        more => {
            let more = more.iter().map(|text| match text.contains(" || ") {
                true => format!("({text})"),
                false => text.clone(),
            });
            Vec::from_iter(more).join(" && ")
        }
    }
}
