//! Who does one job.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use budget::Canceller;
use evidence::{Evidence, Verdict, VerdictKind};
use question::{Question, Unreadable};
use tandem::{Answer, Examined, Options};

use super::desk::Open;
use super::proposal;
use super::{Decided, Done, Found, Heard, Keep, Listener, Outcome, TICK, Wanted};
use crate::args::SearchArgs;
use crate::diagnostics::Complaint;
use crate::evidence_file::{Envelope, FORMAT_VERSION, Stored};
use crate::file::{Asked, File};
use crate::kept;
use crate::road::outcome;
use crate::show::strategy::drawn;
use crate::subject::Form;
use report::News;

/// Who does one job.
pub(super) struct Clerk<'a> {
    pub(super) start: Instant,
    pub(super) canceller: &'a Canceller,
    pub(super) listener: Listener,
}

impl Clerk<'_> {
    /// What may be used, of which reading has used some, and who hears of it.
    fn options(&self, file: &File, time: Option<u64>, memory: Option<u64>) -> Options {
        let (listener, places) = (self.listener.clone(), file.places());
        let progress = move |engine: &str, news: Option<tandem::News>| {
            let news = news.map(|news| match news {
                tandem::News::Reached(text) => News::Reached(text),
                tandem::News::Covered(text) => News::Covered(text),
                tandem::News::Open { what, place } => News::Open(report::Open {
                    text: what,
                    place: place.and_then(|it| *places.get(it as usize)?),
                }),
            });
            let engine = engine.to_owned();
            listener(Heard { engine, news });
        };
        let time = time.map(Duration::from_millis);
        Options {
            timeout: time.map(|time| time.saturating_sub(self.start.elapsed()).max(TICK)),
            memory,
            canceller: self.canceller.clone(),
            progress: Some(Arc::new(progress)),
            ..Options::default()
        }
    }

    pub(super) fn search(
        &self,
        file: &File,
        asked: &Asked,
        wanted: &Wanted,
        how: &SearchArgs,
        folder: &Path,
    ) -> Done {
        let all = Options {
            search: tandem::Search {
                hunts_first: matches!(file.subject().form, Form::Mutants { .. }),
                ..how.options()
            },
            ..self.options(file, wanted.time, wanted.memory)
        };
        let question = match &asked.question {
            Ok(question) => question,
            Err(unreadable) => return Done::Found(Box::new(Found::unsupported(unreadable))),
        };
        let options = Options {
            timeout: all.timeout.map(proposal::time_for_search),
            ..all.clone()
        };
        let found = tandem::search(question, &options, &options.budget());
        let origin = file.module().claims[wanted.claim].origin;
        let warnings = found.warnings.iter();
        let warnings = warnings.map(|it| outcome::warning(file, it, origin));
        let found = Found {
            effort: report::Effort {
                states: found.states,
                pairs: found.pairs,
            },
            warnings: warnings.collect(),
            invariants: found.invariants,
            ..match found.verdict {
                Verdict::Proved(evidence) | Verdict::Refuted(evidence) => Found {
                    outcome: Outcome::of(&evidence, folder),
                    ..Found::by(found.engine)
                },
                Verdict::Unknown(why) => {
                    let mut open = Found {
                        outcome: Outcome::Nothing(outcome::reason(file, &why, asked)),
                        ..Found::by(found.engine)
                    };
                    let left = Options {
                        // What is tried now is no progress with the claim.
                        progress: None,
                        ..self.options(file, wanted.time, wanted.memory)
                    };
                    let hints = proposal::proposals(file, wanted.claim, &why, &left);
                    open.propose(hints);
                    open
                }
            }
        };
        Done::Found(Box::new(found))
    }

    pub(super) fn recall(&self, file: &File, asked: &Asked, wanted: &Wanted, keep: &Keep) -> Done {
        let (Ok(question), Some(folder)) = (&asked.question, &keep.store) else {
            return Done::Nothing;
        };
        // The invariants that are shown are those that a search has found.
        if keep.explain && matches!(question, Question::Safe(_)) {
            return Done::Nothing;
        }
        let store = kept::store(Path::new(folder));
        let key = kept::key(question);
        let Some(evidence) = kept::recall(&store, &key) else {
            return Done::Nothing;
        };
        let case = outcome::Case {
            file,
            position: wanted.claim,
            asked,
            question,
        };
        let (mut decided, examined) =
            self.examined(&case, wanted, (&Found::verified(), evidence), keep);
        match examined.answer {
            Answer::Proved { .. } | Answer::Refuted { .. } => {
                decided.claim.from_store = true;
                Done::Decided(Box::new(decided))
            }
            Answer::Unknown(_) => Done::Nothing,
            // Somebody has written it by hand, or another Tandem of the same version.
            Answer::Rejected { .. } => {
                store.forget(&key);
                Done::Nothing
            }
        }
    }

    pub(super) fn check(
        &self,
        file: &File,
        asked: &Asked,
        wanted: &Wanted,
        (found, evidence): (&Found, Evidence),
        keep: &Keep,
    ) -> Result<Done, Complaint> {
        let question = question(asked)?;
        let case = outcome::Case {
            file,
            position: wanted.claim,
            asked,
            question,
        };
        let (decided, examined) = self.examined(&case, wanted, (found, evidence), keep);
        if let (Some(folder), Answer::Proved { evidence, .. } | Answer::Refuted { evidence, .. }) =
            (&keep.store, &examined.answer)
        {
            let store = kept::store(Path::new(folder));
            kept::keep(&store, &kept::key(question), found, evidence);
        }
        Ok(Done::Decided(Box::new(decided)))
    }

    /// Has evidence checked, and writes it where it is wanted.
    fn examined(
        &self,
        case: &outcome::Case<'_>,
        wanted: &Wanted,
        (found, evidence): (&Found, Evidence),
        keep: &Keep,
    ) -> (Decided, Examined) {
        let options = self.options(case.file, wanted.time, wanted.memory);
        let examined = tandem::examine(case.question, evidence, &options, &options.budget());
        let mut decided = Decided::from(case.claim(found, &examined, keep.explain));
        decided.strategy = keep
            .strategy
            .and_then(|format| drawn(case.file, case.position, case.question, &examined, format));
        keep_evidence(case, &examined, keep, &mut decided);
        (decided, examined)
    }

    pub(super) fn verify(
        &self,
        mut open: Open,
        stored: Stored,
        wanted: &Wanted,
        keep: &Keep,
    ) -> Result<Done, Complaint> {
        let Stored {
            path,
            verdict,
            evidence,
            position,
        } = stored;
        let (file, asked) = open.asked(position);
        let question = question(asked)?;
        let case = outcome::Case {
            file,
            position,
            asked,
            question,
        };
        let kept = Keep {
            evidence: None,
            ..keep.clone()
        };
        let (mut decided, examined) =
            self.examined(&case, wanted, (&Found::verified(), evidence), &kept);
        let claim = &mut decided.claim;
        // What its author expects of the claim is not asked here.
        claim.expected = None;
        claim.as_expected = claim.verdict == Some(verdict);
        if let Some(established) = claim.verdict
            && established != VerdictKind::Unknown
            && established != verdict
        {
            claim.rejected = Some(format!(
                "the file says `{}`, but its evidence establishes `{}`",
                verdict.as_str(),
                established.as_str()
            ));
            claim.verdict = None;
            claim.answer = None;
            claim.story = None;
        }
        if decided.claim.rejected.is_none() {
            keep_evidence(&case, &examined, keep, &mut decided);
        }
        decided.claim.evidence_file.get_or_insert(path);
        Ok(Done::Decided(Box::new(decided)))
    }
}

/// The question of a claim of which evidence is checked.
fn question(asked: &Asked) -> Result<&Question, Complaint> {
    let why = |Unreadable(why): &Unreadable| Complaint::new(format!("unsupported: {why}"));
    asked.question.as_ref().map_err(why)
}

/// Writes evidence to the places where it is kept.
fn keep_evidence(
    case: &outcome::Case<'_>,
    examined: &Examined,
    keep: &Keep,
    decided: &mut Decided,
) {
    let Some((verdict, evidence)) = outcome::evidence(&examined.answer) else {
        return;
    };
    // Of what is read only in part, a claim that is not refuted is not decided at all.
    let counts = !case.file.is_partial() || decided.claim.verdict == Some(VerdictKind::Refuted);
    let Some(path) = keep.evidence.as_ref().filter(|_| counts) else {
        return;
    };
    let envelope = envelope(case, &decided.claim, verdict, evidence);
    match envelope.write(Path::new(path)) {
        Ok(()) => decided.claim.evidence_file = Some(path.clone()),
        Err(error) => decided.unwritten = Some(format!("{path}: {error}")),
    }
}

/// Evidence with all that is needed to check it again.
fn envelope<'e>(
    case: &outcome::Case<'_>,
    claim: &report::Claim,
    verdict: VerdictKind,
    evidence: &'e Evidence,
) -> Envelope<&'e Evidence> {
    Envelope {
        format_version: FORMAT_VERSION,
        tandem_version: env!("CARGO_PKG_VERSION").to_owned(),
        subject: case.file.subject().clone(),
        inputs: case.file.inputs().to_vec(),
        claim: claim.name.clone(),
        summary: claim.summary.clone(),
        verdict,
        assumptions: claim.notes.clone(),
        rests_on: claim.rests_on.clone(),
        evidence,
    }
}
