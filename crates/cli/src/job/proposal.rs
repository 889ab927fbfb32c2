//! What could be done about a claim that is unknown: questions beside the one that was asked are tried, and
//! it is said what came of that.

use std::num::NonZeroUsize;
use std::time::Duration;

use evidence::Reason;
use question::Expectation;
use tandem::{Answer, Options};

use super::Found;
use crate::file::llvm::IntegersArg;
use crate::file::{Arguments, File};
use crate::subject::{Form, Subject};
use crate::texts::Texts;
use report::ReasonKind;

/// The part of the time that is kept for this, and the most that is.
const KEPT_PERCENT: u32 = 10;
const MOST_KEPT: Duration = Duration::from_secs(1);

/// The ranges that are tried in the place of integers without bounds, the smallest first: one has to include
/// the values with which variables start.
const RANGES: [(i64, i64); 3] = [(0, 3), (-2, 3), (0, 9)];

/// How many processes are tried in the place of more.
const FEW_PROCESSES: NonZeroUsize = NonZeroUsize::new(2).expect("two is not zero");

/// The time for a search, where what is left is kept for proposals.
pub(super) fn time_for_search(all: Duration) -> Duration {
    all - (all * KEPT_PERCENT / 100).min(MOST_KEPT)
}

/// Another question, and how it came from the one that was asked.
struct Nearby {
    file: File,
    /// What is different, as `with 2 processes`.
    difference: String,
    /// How to ask this one.
    advice: String,
}

/// What could be done about a claim that is unknown for a reason: a sentence each, what was tried first.
pub(super) fn proposals(file: &File, claim: usize, why: &Reason, options: &Options) -> Vec<String> {
    let asked = &file.module().claims[claim];
    if asked.expect == Some(Expectation::Unknown) || matches!(why, Reason::Interrupted) {
        return Vec::new();
    }
    let budget = options.budget();
    let tried = nearby(file).into_iter().find_map(|nearby| {
        budget.check().ok()?;
        let name = &asked.name;
        let claims = nearby.file.module().claims.iter();
        let position = claims.into_iter().position(|own| own.name == *name)?;
        let question = nearby.file.asked(position).question.ok()?;
        let evidence = match tandem::search(&question, options, &budget).verdict {
            evidence::Verdict::Proved(evidence) | evidence::Verdict::Refuted(evidence) => evidence,
            evidence::Verdict::Unknown(_) => return None,
        };
        let word = match tandem::examine(&question, evidence, options, &budget).answer {
            Answer::Proved { .. } => "proved",
            Answer::Refuted { .. } => "refuted",
            Answer::Unknown(_) | Answer::Rejected { .. } => return None,
        };
        let Nearby {
            difference, advice, ..
        } = nearby;
        Some(format!("{difference} it is {word} ({advice})"))
    });
    let mut all: Vec<String> = tried.into_iter().collect();
    all.extend(match why {
        Reason::Timeout => Some("`--timeout` gives it more time".to_owned()),
        Reason::Memory => Some("`--memory` gives it more memory".to_owned()),
        _ => None,
    });
    all
}

/// The questions beside the one that a file asks, the most telling first.
fn nearby(file: &File) -> Vec<Nearby> {
    let subject = file.subject();
    let mut all = Vec::new();
    let name = subject.name();
    match &subject.form {
        Form::Claims if name.ends_with(".tdm") => all.extend(in_ranges(file)),
        Form::Claims if name.ends_with(".c") => all.extend(with_few_processes(file)),
        Form::Claims | Form::Functions { .. } => all.extend(without_bounds(file)),
        _ => {}
    }
    all
}

/// The same with a range in the place of every `int`.
fn in_ranges(file: &File) -> Option<Nearby> {
    RANGES.iter().find_map(|(low, high)| {
        let mut inputs = file.inputs().to_vec();
        let own = inputs
            .iter_mut()
            .find(|input| input.path == file.source.path)?;
        own.set_text(language::narrowed(&own.text, *low, *high)?);
        let texts = Texts::given(inputs).ok()?;
        let nearby = File::read(file.subject(), texts).ok()?;
        (!nearby.has_errors()).then(|| Nearby {
            file: nearby,
            difference: format!("with {low}..={high} in the place of every `int`"),
            advice: "there, steps that would leave the range are not taken".to_owned(),
        })
    })
}

/// The same with fewer processes.
fn with_few_processes(file: &File) -> Option<Nearby> {
    let systems = file.module().systems.iter();
    let most = systems.map(|system| system.processes.len()).max()?;
    if most <= FEW_PROCESSES.get() {
        return None;
    }
    let mut reading = file.subject().reading.clone();
    reading.c.np = Some(FEW_PROCESSES);
    Some(Nearby {
        file: again(file, reading)?,
        difference: format!("with {FEW_PROCESSES} processes"),
        advice: format!("`--np {FEW_PROCESSES}`"),
    })
}

/// The same over integers without bounds.
fn without_bounds(file: &File) -> Option<Nearby> {
    let mut reading = file.subject().reading.clone();
    if reading.llvm.integers == IntegersArg::Mathematical {
        return None;
    }
    reading.llvm.integers = IntegersArg::Mathematical;
    Some(Nearby {
        file: again(file, reading)?,
        difference: "over integers that never overflow".to_owned(),
        advice: "`--integers mathematical`".to_owned(),
    })
}

/// The same texts, read in another way.
fn again(file: &File, reading: Arguments) -> Option<File> {
    let subject = Subject {
        reading,
        ..file.subject().clone()
    };
    let texts = Texts::given(file.inputs().to_vec()).ok()?;
    let nearby = File::read(&subject, texts).ok()?;
    (!nearby.has_errors()).then_some(nearby)
}

impl Found {
    /// Adds what could be done.
    pub(crate) fn propose(&mut self, proposals: Vec<String>) {
        if let super::Outcome::Nothing(reason) = &mut self.outcome
            && reason.kind != ReasonKind::Interrupted
        {
            reason.hints.splice(0..0, proposals);
        }
    }
}
