//! In what two functions differ, as a sentence.

use checker::abstraction::Contrast;
use frontend_llvm::meaning::ShownMeaning;
use program::function::RunEnd;

use super::accounts::Account;

/// In what two runs differ. `None` where that cannot be put into words that differ.
pub(super) fn sentence(
    theirs: &Account<'_>,
    ours: &Account<'_>,
    contrast: Contrast,
) -> Option<String> {
    let does = match contrast {
        Contrast::Event(at) => event(theirs, ours, at)?,
        Contrast::Missing(at) => missing(theirs, ours, at),
        Contrast::Added(at) => added(ours, at),
        Contrast::Returned(_) => returned(theirs, ours)?,
        Contrast::End => end(theirs, ours)?,
    };
    Some(format!("the implementation {does}"))
}

/// An event with its article.
fn named(account: &Account<'_>, event: usize, article: &str) -> String {
    match account.callee(event) {
        Some(callee) => format!("{article} call of {callee}"),
        None => "the end of the program by `llvm.trap`".to_owned(),
    }
}

fn not_made(theirs: &Account<'_>, at: usize) -> String {
    let line = theirs.line(at);
    format!(
        "does not make {} (line {line} of the specification)",
        named(theirs, at, "the")
    )
}

fn added(ours: &Account<'_>, at: usize) -> String {
    let line = ours.line(at);
    match ours.callee(at) {
        Some(callee) => {
            format!("makes a call of {callee} (line {line}) that the specification does not make")
        }
        None => format!("ends the program (line {line}), which the specification does not"),
    }
}

fn missing(theirs: &Account<'_>, ours: &Account<'_>, at: usize) -> String {
    let call = named(theirs, at, "the");
    let line = theirs.line(at);
    let before = format!("before {call} that the specification makes (line {line})");
    match (&ours.followed.run.end, ours.end()) {
        (RunEnd::Undefined | RunEnd::Diverges | RunEnd::Stalls, Some(end)) => {
            format!("{} {before}", end.text)
        }
        (RunEnd::Undefined, None) => format!("ends {before}"),
        _ => not_made(theirs, at),
    }
}

fn event(theirs: &Account<'_>, ours: &Account<'_>, at: usize) -> Option<String> {
    let (theirs_run, ours_run) = (&theirs.followed.run.events, &ours.followed.run.events);
    if theirs_run[at + 1..] == ours_run[at..] {
        return Some(not_made(theirs, at));
    }
    if theirs_run[at..] == ours_run[at + 1..] {
        return Some(added(ours, at));
    }
    let (Some(callee), Some(other)) = (ours.callee(at), theirs.callee(at)) else {
        return Some(match ours.callee(at) {
            Some(_) => not_made(theirs, at),
            None => added(ours, at),
        });
    };
    let (line, their_line) = (ours.line(at), theirs.line(at));
    if callee != other {
        return Some(format!(
            "calls {callee} (line {line}) where the specification calls {other} (line {their_line})"
        ));
    }
    let Some(differing) = &ours.differing else {
        // Events of another kind: other types, or pointers into something else.
        if let (Some(own), Some(other)) = (ours.signature(at), theirs.signature(at))
            && own != other
        {
            return Some(format!("calls {callee} as `{own}` instead of `{other}`"));
        }
        let (own, other) = (ours.call(at)?, theirs.call(at)?);
        return Some(match own == other {
            true => format!("hands something else to {callee} (line {line})"),
            false => format!("calls {own} instead of {other}"),
        });
    };
    let told = ours.told(at, differing.index)?;
    let values = [&ours_run[at].arguments, &theirs_run[at].arguments];
    let [own, other] = [(ours, values[0]), (theirs, values[1])]
        .map(|(account, values)| account.value(&told.shown, values, differing.index));
    let argument = told.argument.map(|argument| argument + 1);
    Some(match (&told.shown, argument) {
        (ShownMeaning::Memory(memory), _) => {
            let place = differing.place.as_ref()?;
            let [own, other] = values.map(|values| match values.get(differing.index) {
                Some(Some(logic::Value::Array(array))) => {
                    Some(ours.words.cell(memory, array.get(place)))
                }
                _ => None,
            });
            let (own, other) = (own?, other?);
            if own == other {
                return None;
            }
            let spot = ours.words.spot(memory, place).of(memory);
            format!("calls {callee} (line {line}) with {own} instead of {other} in {spot}")
        }
        (ShownMeaning::Content { .. }, _) => {
            let [own, other] = [ours, theirs].map(|account| account.content_of(at));
            let ((own, place), (other, _)) = (own?, other?);
            if own == other {
                return None;
            }
            format!("calls {callee} (line {line}) with {own} instead of {other} in {place}")
        }
        (ShownMeaning::Bound, Some(argument)) => {
            format!(
                "calls {callee} (line {line}) with a pointer into another object as argument {argument}"
            )
        }
        (_, Some(argument)) => {
            let (own, other) = (own?, other?);
            if own == other {
                return None;
            }
            format!(
                "calls {callee} (line {line}) with {own} instead of {other} as argument {argument}"
            )
        }
        (ShownMeaning::Integer, None) => {
            let (own, other) = (ours.call(at)?, theirs.call(at)?);
            format!("calls {own} instead of {other}")
        }
        (_, None) => format!("calls {callee} (line {line}) with something else in memory"),
    })
}

fn returned(theirs: &Account<'_>, ours: &Account<'_>) -> Option<String> {
    let differing = ours.differing.as_ref()?;
    let shown = ours.shown(differing.index)?;
    let values = [ours, theirs].map(|account| account.followed.returned());
    if let (ShownMeaning::Memory(memory), Some(place)) = (shown, &differing.place) {
        let [own, other] = values.map(|values| match values.get(differing.index) {
            Some(Some(logic::Value::Array(array))) => {
                Some(ours.words.cell(memory, array.get(place)))
            }
            _ => None,
        });
        let (own, other) = (own?, other?);
        let spot = ours.words.spot(memory, place).of(memory);
        return (own != other).then(|| format!("leaves {own} instead of {other} in {spot}"));
    }
    let own = ours.value(shown, values[0], differing.index);
    let other = theirs.shown(differing.index);
    let other = other.and_then(|shown| theirs.value(shown, values[1], differing.index));
    match (own, other, shown) {
        (Some(own), Some(other), _) if own != other => {
            Some(format!("returns {own} instead of {other}"))
        }
        (_, _, ShownMeaning::Bound) => Some("returns a pointer into another object".to_owned()),
        _ => None,
    }
}

fn end(theirs: &Account<'_>, ours: &Account<'_>) -> Option<String> {
    let how = |account: &Account<'_>| match &account.followed.run.end {
        RunEnd::Returned(_) => Some("returns".to_owned()),
        RunEnd::Undefined => Some(match account.end() {
            Some(_) => "has undefined behaviour".to_owned(),
            None => "ends the program".to_owned(),
        }),
        RunEnd::Diverges => Some("never returns".to_owned()),
        RunEnd::Stalls => Some("has undefined behaviour".to_owned()),
        RunEnd::Dropped | RunEnd::Stopped => None,
    };
    let (own, other) = (how(ours)?, how(theirs)?);
    (own != other).then(|| format!("{own}, the specification {other}"))
}
