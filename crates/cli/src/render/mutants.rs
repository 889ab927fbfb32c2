//! What became of mutants, as text.

use evidence::VerdictKind;
use report::{Claim, Story};

use super::pad;
use crate::plain::one_line;

/// A line for a mutant: where it is, what was changed, and what tells it from the original.
pub(crate) fn mutant(claim: &Claim) -> String {
    let difference = claim.story.as_ref().map(difference);
    let rejected = claim.rejected.as_ref();
    let rejected =
        rejected.map(|why| format!("a bug in Tandem: the checker rejects the evidence: {why}"));
    let reason = claim.reason.as_ref().map(|reason| reason.text.clone());
    let rest = rejected.or(difference).or(reason).unwrap_or_default();
    let line = format!(
        "{}  {}  {}  {rest}",
        pad(&claim.name, 12),
        pad(&claim.summary, 44),
        pad(fate(claim), 10)
    );
    format!("{}\n", one_line(line.trim_end()))
}

/// On which inputs a mutant is told from the original, and how.
fn difference(story: &Story) -> String {
    let headline = story.headline.replace("the implementation", "the mutant");
    let headline = headline.replace("the specification", "the original");
    let inputs = story.events.first();
    match inputs.and_then(|event| event.action.strip_prefix("starts with ")) {
        Some(inputs) => format!("on {inputs}: {headline}"),
        None => headline,
    }
}

/// What became of a mutant.
fn fate(claim: &Claim) -> &str {
    let verdict = claim.verdict.map_or("rejected", VerdictKind::as_str);
    claim.answer.as_deref().unwrap_or(verdict)
}

/// A line for each function that counts what became of its mutants, and says how many of those were
/// killed that can be.
pub(crate) fn scores(claims: &[Claim]) -> String {
    let mut text = String::from("\n");
    let mut rest = claims;
    while let Some(first) = rest.first() {
        let name = function(first);
        let count = rest.iter().take_while(|it| function(it) == name).count();
        let (own, others) = rest.split_at(count);
        let count = |word: &str| own.iter().filter(|it| fate(it) == word).count();
        let (killed, equivalent, refining) =
            (count("killed"), count("equivalent"), count("refines"));
        let score = match own.len() - equivalent - refining {
            0 => "no score".to_owned(),
            killable => format!("score {:.0} %", 100.0 * killed as f64 / killable as f64),
        };
        text.push_str(&format!(
            "{}: {} mutants, {killed} killed, {equivalent} equivalent, {refining} refine, {} \
             unknown; {score}\n",
            one_line(name),
            own.len(),
            own.len() - killed - equivalent - refining,
        ));
        rest = others;
    }
    text
}

/// The function that was changed: the name in front of the line.
fn function(claim: &Claim) -> &str {
    claim
        .name
        .rsplit_once(':')
        .map_or(&claim.name, |(name, _)| name)
}
