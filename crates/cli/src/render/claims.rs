//! Claims as text: a line for each, and below it what else there is to say.

use std::collections::BTreeSet;

use clap::ValueEnum;
use evidence::VerdictKind;

use super::{Palette, count, indent, note, pad, shorten, story, warning};
use crate::plain::{one_line, set_off};
use crate::source::Source;
use report::{Attempt, Claim, ReasonKind, Summary};

/// Which counterexamples are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Stories {
    /// All of them.
    Always,
    /// Those of claims that were not expected to be refuted.
    #[default]
    Unexpected,
    /// None.
    Never,
}

/// Whose evidence it is that claims are shown with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Evidence {
    /// That of an engine of this program: nobody should ever have to reject it.
    Ours,
    /// That of a file which anybody may have written.
    Anybodys,
}

/// The widths of the columns. They are fixed before the first claim is checked, so that lines can
/// be shown one by one.
#[derive(Debug)]
pub(crate) struct ClaimTable {
    name: usize,
    summary: usize,
    stories: Stories,
    palette: Palette,
    evidence: Evidence,
    /// The warnings that were shown: claims about the same program share them.
    warned: BTreeSet<(String, usize, String)>,
}

/// How wide a column may be.
const WIDEST: usize = 40;

/// The width of the column for the evidence.
const EVIDENCE: usize = 54;

impl ClaimTable {
    /// A table for claims with these names and summaries.
    pub(crate) fn new<'a>(
        claims: impl Iterator<Item = (&'a str, &'a str)>,
        stories: Stories,
        palette: Palette,
        evidence: Evidence,
    ) -> Self {
        let (mut name, mut summary) = (0, 0);
        for (own_name, own_summary) in claims {
            name = name.max(own_name.chars().count());
            summary = summary.max(own_summary.chars().count());
        }
        let (name, summary) = (name.min(WIDEST), summary.min(WIDEST));
        ClaimTable {
            name,
            summary,
            stories,
            palette,
            evidence,
            warned: BTreeSet::new(),
        }
    }

    /// The line of a claim and what belongs below it.
    pub(crate) fn claim(&mut self, claim: &Claim, source: &Source) -> String {
        let word = claim.verdict.map_or("rejected", VerdictKind::as_str);
        let word = self
            .palette
            .verdict(claim.verdict, claim.as_expected, &pad(word, 8));
        let (brief, rest) = evidence(claim, self.evidence);
        let mut line = format!(
            "{}  {word}  {}  {}",
            pad(&shorten(&claim.name, self.name), self.name),
            pad(&shorten(&claim.summary, self.summary), self.summary),
            pad(&brief, EVIDENCE),
        );
        if let Some(seconds) = claim.time {
            line.push_str(&format!("  {:>7}", duration(seconds)));
        }
        let mut text = format!("{}\n", one_line(line.trim_end()));
        self.add_reason(claim, rest.as_deref(), source, &mut text);
        self.add_warnings(claim, source, &mut text);
        self.add_notes(claim, &mut text);
        if let Some(program) = &claim.abstraction {
            text.push_str(&indent(program, self.margin()));
        }
        self.add_story(claim, &mut text);
        text
    }

    /// Where what belongs to a claim begins: below its verdict, unless names are long.
    fn margin(&self) -> usize {
        (self.name + 2).min(16)
    }

    /// Adds why there is no answer: the place to which that is due, and the words that were too
    /// long for the line.
    fn add_reason(&self, claim: &Claim, rest: Option<&str>, source: &Source, text: &mut String) {
        let reason = claim.reason.as_ref();
        match (reason.and_then(|reason| reason.place), reason, rest) {
            (Some(place), Some(reason), _) => {
                let note = note(&reason.text, place, source, self.palette);
                text.push_str(&indent(&note, self.margin()));
            }
            (_, _, Some(rest)) => text.push_str(&indent(rest, self.margin())),
            _ => {}
        }
        // Who expects no answer knows why.
        let unexpected = reason.filter(|_| claim.expected != Some(VerdictKind::Unknown));
        for (attempt, reason) in claim.tried.iter().zip(unexpected.into_iter().cycle()) {
            let tried = tried(attempt, &claim.file, &reason.text);
            text.push_str(&indent(&tried, self.margin()));
        }
        for hint in reason.iter().flat_map(|reason| &reason.hints) {
            text.push_str(&indent(&format!("help: {}", one_line(hint)), self.margin()));
        }
    }

    fn add_warnings(&mut self, claim: &Claim, source: &Source, text: &mut String) {
        for own in &claim.warnings {
            let key = (claim.file.clone(), own.place.start, own.text.clone());
            if self.warned.insert(key) {
                let warning = warning(&own.text, own.place, source, self.palette);
                text.push_str(&indent(&warning, self.margin()));
            }
        }
    }

    /// Adds what a verdict rests on; where there is none, it rests on nothing.
    fn add_notes(&mut self, claim: &Claim, text: &mut String) {
        if claim
            .verdict
            .is_none_or(|verdict| verdict == VerdictKind::Unknown)
        {
            return;
        }
        for own in &claim.notes {
            let key = (claim.file.clone(), 0, own.clone());
            if self.warned.insert(key) {
                text.push_str(&indent(
                    &format!("note: {}\n", one_line(own)),
                    self.margin(),
                ));
            }
        }
    }

    fn add_story(&self, claim: &Claim, text: &mut String) {
        let told = match self.stories {
            Stories::Always => true,
            Stories::Unexpected => !claim.as_expected,
            Stories::Never => false,
        };
        if let Some(own) = claim.story.as_ref().filter(|_| told) {
            let own = story::story(own, &claim.file, self.palette);
            text.push_str(&indent(&own, self.margin()));
        }
    }
}

/// Who was asked, for how long, how far that came, what is certain all the same, and what stayed open.
fn tried(attempt: &Attempt, file: &str, why: &str) -> String {
    let mut text = attempt.engine.clone();
    if let Some(seconds) = attempt.seconds {
        text.push_str(&format!(", {}", duration(seconds)));
    }
    if !attempt.reached.is_empty() {
        text.push_str(&format!(": {}", attempt.reached));
    }
    if !attempt.covered.is_empty() {
        text.push_str(&format!("\n  certain: {}", attempt.covered));
    }
    if let Some(open) = attempt
        .open
        .as_ref()
        .filter(|open| !why.contains(&open.text))
    {
        text.push_str(&format!("\n  open: {}", open.text));
        if let Some(place) = open.place {
            text.push_str(&format!(" ({file}:{})", place.line));
        }
    }
    text
}

/// What is said about the evidence beside the verdict, and what is too long to stand there.
fn evidence(claim: &Claim, whose: Evidence) -> (String, Option<String>) {
    let expected = match claim.expected {
        Some(expected) if !claim.as_expected && claim.verdict != claim.expected => {
            format!(", expected {}", expected.as_str())
        }
        _ => String::new(),
    };
    let full = if let Some(rejected) = &claim.rejected {
        format!("the checker rejects the evidence: {rejected}")
    } else if let Some(reason) = &claim.reason {
        reason.text.clone()
    } else if let Some(story) = &claim.story {
        match &story.class {
            Some(class) => format!("{} ({class})", story.headline),
            None => story.headline.clone(),
        }
    } else {
        let evidence = claim.evidence.clone().unwrap_or_default();
        let obligations = claim.obligations.unwrap_or(0);
        format!(
            "{evidence}, {} re-checked",
            count(obligations, "obligation")
        )
    };
    let line = format!("{full}{expected}");
    let is_a_bug = claim.rejected.is_some() && whose == Evidence::Ours;
    if line.chars().count() <= EVIDENCE && !is_a_bug {
        return (line, None);
    }
    let brief = match (&claim.reason, claim.verdict) {
        (_, None) if is_a_bug => "a bug in Tandem, please report it",
        (_, None) => "the checker rejects the evidence",
        (Some(reason), _) => match reason.kind {
            ReasonKind::Timeout => "timeout",
            ReasonKind::Memory => "memory",
            ReasonKind::Interrupted => "interrupted",
            ReasonKind::Incomplete => "incomplete",
            ReasonKind::Unsupported => "unsupported",
            ReasonKind::Crashed => "its worker ended",
        },
        (None, Some(_)) => return (line, None),
    };
    (format!("{brief}{expected}"), Some(full))
}

/// The answer in the word that its field has for it, and what the evidence says.
pub(crate) fn word(claim: &Claim) -> String {
    let verdict = claim.verdict.map_or("rejected", VerdictKind::as_str);
    let mut text = format!("{}\n", claim.answer.as_deref().unwrap_or(verdict));
    for line in &claim.found {
        text.push_str(&set_off(line));
        text.push('\n');
    }
    text
}

/// `12 ms`, `0.4 s`, `75 s`.
fn duration(seconds: f64) -> String {
    if seconds < 0.0995 {
        format!("{:.0} ms", seconds * 1000.0)
    } else if seconds < 9.95 {
        format!("{seconds:.1} s")
    } else {
        format!("{seconds:.0} s")
    }
}

/// The last line: `12 claims: 7 proved, 5 refuted (all as expected)`.
pub(crate) fn summary(summary: &Summary, whose: Evidence) -> String {
    let parts = [
        (summary.proved, "proved"),
        (summary.refuted, "refuted"),
        (summary.unknown, "unknown"),
        (summary.rejected, "with rejected evidence"),
    ];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, word)| format!("{number} {word}"))
        .collect();
    let expectation = match summary.claims - summary.as_expected {
        0 if whose == Evidence::Anybodys => "all evidence accepted".to_owned(),
        number if whose == Evidence::Anybodys => format!("{number} not accepted"),
        0 if summary.claims == 1 => "as expected".to_owned(),
        0 => "all as expected".to_owned(),
        number => format!("{number} not as expected"),
    };
    let stored = match summary.from_store {
        0 => String::new(),
        number => format!("; {number} from the store, re-checked"),
    };
    format!(
        "{}: {} ({expectation}){stored}\n",
        count(summary.claims, "claim"),
        parts.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_counts() {
        let some = Summary {
            claims: 12,
            proved: 7,
            refuted: 5,
            as_expected: 12,
            ..Summary::default()
        };
        assert_eq!(
            summary(&some, Evidence::Ours),
            "12 claims: 7 proved, 5 refuted (all as expected)\n"
        );
        let one = Summary {
            claims: 1,
            unknown: 1,
            ..Summary::default()
        };
        assert_eq!(
            summary(&one, Evidence::Ours),
            "1 claim: 1 unknown (1 not as expected)\n"
        );
    }

    #[test]
    fn times_are_short() {
        assert_eq!(duration(0.0004), "0 ms");
        assert_eq!(duration(0.0994), "99 ms");
        assert_eq!(duration(0.44), "0.4 s");
        assert_eq!(duration(75.2), "75 s");
    }
}
