//! From what is known of a claim to the data that are shown.

use checker::Vacuity;
use evidence::VerdictKind;
use program::Origin;
use program::system::System;
use program::system::concrete::Failure;
use question::Question;
use stories::story::{FAILS, Story};
use tandem::{Answer, Examined, Remark};

use super::abstraction;
use crate::file::{Asked, File};
use crate::job::Found;
use report::{Binding, Claim, Event, Place, Reason, ReasonKind, Relation, Warning, WarningKind};

/// A claim with its question.
pub(crate) struct Case<'a> {
    pub(crate) file: &'a File,
    /// The position of the claim in the file.
    pub(crate) position: usize,
    pub(crate) asked: &'a Asked,
    pub(crate) question: &'a Question,
}

impl Case<'_> {
    /// What is shown of a claim whose evidence was checked.
    pub(crate) fn claim(&self, found: &Found, examined: &Examined, explain: bool) -> Claim {
        let file = self.file;
        let claim = &file.module().claims[self.position];
        let answer = &examined.answer;
        let (verdict, accepted, evidence) = match answer {
            Answer::Proved { accepted, evidence } => {
                (Some(VerdictKind::Proved), Some(accepted), Some(evidence))
            }
            Answer::Refuted {
                accepted, evidence, ..
            } => (Some(VerdictKind::Refuted), Some(accepted), Some(evidence)),
            Answer::Unknown(_) => (Some(VerdictKind::Unknown), None, None),
            Answer::Rejected { .. } => (None, None, None),
        };
        let expected = tandem::expected(claim);
        let warnings = examined.warnings.iter();
        let warnings = warnings.map(|it| warning(file, it, claim.origin));
        let reason = match answer {
            Answer::Unknown(reason) => Some(self::reason(file, reason, self.asked)),
            _ => None,
        };
        let is_interrupted = reason
            .as_ref()
            .is_some_and(|it| it.kind == ReasonKind::Interrupted);
        Claim {
            name: claim.name.to_string(),
            file: file.source.path.clone(),
            place: place(file, claim.origin),
            relation: Some(relation(claim.relation())),
            summary: claim.summary(),
            verdict,
            answer: verdict
                .and_then(|verdict| stories::answer(self.question, verdict))
                .map(str::to_owned),
            rejected: match answer {
                Answer::Rejected { rejected, .. } => Some(rejected.to_string()),
                _ => None,
            },
            as_expected: is_as_expected(verdict, expected) && !is_interrupted,
            reason,
            expected,
            engine: found.engine.clone(),
            from_store: false,
            tried: Vec::new(),
            effort: found.effort,
            evidence: evidence.map(evidence::Evidence::describe),
            abstraction: evidence.and_then(|evidence| abstraction::of(file, claim, evidence)),
            found: match evidence {
                Some(evidence) if explain => self.explained(found, evidence),
                _ => Vec::new(),
            },
            // A difference is one whatever other functions do.
            rests_on: match verdict {
                Some(VerdictKind::Proved) => self.asked.rests_on.clone(),
                _ => Vec::new(),
            },
            obligations: accepted.map(tandem::Accepted::obligations),
            evidence_file: None,
            warnings: found.warnings.iter().cloned().chain(warnings).collect(),
            notes: match evidence {
                Some(evidence) => file.notes(self.question, evidence),
                None => Vec::new(),
            },
            story: match answer {
                Answer::Refuted { story, .. } if !story.is_empty() => Some(self.story(story)),
                _ => None,
            },
            time: None,
        }
    }

    /// What the evidence says, with the places that it is about.
    fn explained(&self, found: &Found, evidence: &evidence::Evidence) -> Vec<String> {
        let lines = stories::explained(self.question, evidence).into_iter();
        let lines = lines.map(|line| {
            let place = line.origin.and_then(|origin| self.file.place(origin));
            match place {
                Some(place) => {
                    let path = &self.file.source.path;
                    format!("{} by {path}:{}:{}", line.text, place.line, place.column)
                }
                None => line.text,
            }
        });
        found.invariants.iter().cloned().chain(lines).collect()
    }
}

/// Whether a verdict is what was expected.
pub(crate) fn is_as_expected(verdict: Option<VerdictKind>, expected: Option<VerdictKind>) -> bool {
    match (verdict, expected) {
        (verdict, Some(expected)) => verdict == Some(expected),
        (Some(verdict), None) => verdict != VerdictKind::Unknown,
        (None, None) => false,
    }
}

/// The evidence to keep: that of a verdict, and that which the checker rejected, for whoever looks
/// for the bug.
pub(crate) fn evidence(answer: &Answer) -> Option<(VerdictKind, &evidence::Evidence)> {
    match answer {
        Answer::Proved { evidence, .. }
        | Answer::Refuted { evidence, .. }
        | Answer::Rejected { evidence, .. } => Some((evidence.supports(), evidence)),
        Answer::Unknown(_) => None,
    }
}

pub(crate) fn place(file: &File, origin: Origin) -> Place {
    let place = file
        .place(origin)
        .filter(|_| elsewhere(file, origin).is_none());
    place.unwrap_or_else(|| file.source.place(language::Span::default()))
}

/// The file of a statement, where it is another one than that of the claim.
fn elsewhere(file: &File, origin: Origin) -> Option<&str> {
    let path = file.source_of(origin).path.as_str();
    (path != file.source.path).then_some(path)
}

/// Why there is no answer, and what may be in the way.
pub(crate) fn reason(file: &File, reason: &evidence::Reason, asked: &Asked) -> Reason {
    use evidence::Reason as From;
    let (kind, origin) = match reason {
        From::Timeout => (ReasonKind::Timeout, None),
        From::Memory => (ReasonKind::Memory, None),
        From::Interrupted => (ReasonKind::Interrupted, None),
        From::Incomplete(_) => (ReasonKind::Incomplete, None),
        From::Unsupported { origin, .. } => (ReasonKind::Unsupported, *origin),
    };
    let origin = origin.filter(|origin| elsewhere(file, *origin).is_none());
    let place = origin.and_then(|origin| file.place(origin));
    Reason {
        kind,
        text: reason.to_string(),
        place,
        hints: asked.obstacles.clone(),
    }
}

/// A warning with its place.
pub(crate) fn warning(file: &File, warning: &tandem::Warning, claim: Origin) -> Warning {
    let (kind, text, origin) = match warning {
        tandem::Warning::OutOfRange { origin, var } => {
            let var = unqualified(var.name.as_str());
            let text = format!(
                "the value can leave the range of `{var}`, and then this assignment is not enabled"
            );
            (WarningKind::OutOfRange, text, *origin)
        }
        tandem::Warning::Vacuous(vacuity) => {
            let why = match vacuity {
                Vacuity::NoStart => "no state satisfies its precondition",
                Vacuity::NoEnd => "no run reaches the end, where its postcondition counts",
                Vacuity::NoFairRun => "the program has no fair run",
                Vacuity::FewerStarts => {
                    let text = "`requires` leaves out starts of the concrete program, for which \
                                nothing is claimed: it allows no start of the other with them";
                    return Warning {
                        kind: WarningKind::Vacuous,
                        text: text.to_owned(),
                        place: place(file, claim),
                    };
                }
            };
            (
                WarningKind::Vacuous,
                format!("the claim holds trivially: {why}"),
                claim,
            )
        }
        tandem::Warning::Augmentation(remark) => {
            let text = match remark {
                Remark::Constrains => "it was not used: it allows less than the program does",
                Remark::Useless => "it was not used: with it, the inclusion is not shown either",
            };
            let text = format!("the program is augmented, but {text}");
            (WarningKind::Augmentation, text, claim)
        }
    };
    Warning {
        kind,
        text,
        place: place(file, origin),
    }
}

impl Case<'_> {
    fn story(&self, story: &Story) -> report::Story {
        let (file, question) = (self.file, self.question);
        let binding = |actor: logic::Symbol, (name, value): &(logic::Symbol, String)| Binding {
            name: short(actor.as_str(), name.as_str()).to_owned(),
            value: value.clone(),
        };
        let action = |event: &stories::story::Event| {
            let claim = event.origin.and_then(|origin| file.claim_at(origin));
            match claim {
                Some(claim) if event.action == FAILS => format!("{} ({claim})", event.action),
                _ => event.action.clone(),
            }
        };
        // Only a front end can make a name with this sign, for what no author has named.
        let is_named = |(name, _): &&(logic::Symbol, String)| !name.as_str().contains('$');
        let event = |event: &stories::story::Event| Event {
            actor: event.actor.to_string(),
            action: action(event),
            values: event
                .values
                .iter()
                .filter(is_named)
                .map(|value| binding(event.actor, value))
                .collect(),
            place: event.origin.and_then(|origin| file.place(origin)),
            file: event
                .origin
                .and_then(|origin| elsewhere(file, origin))
                .map(str::to_owned),
        };
        let told = Told::of(file, question, story);
        report::Story {
            headline: told.headline,
            class: class(file, question, story),
            events: story.events.iter().map(event).collect(),
            conclusion: told.conclusion,
            other_order: story.other_order.iter().flatten().map(event).collect(),
        }
    }
}

/// A story's first and last line, with what only the file knows: what is claimed where an assertion
/// fails, if the text does not say it itself, and the lines of calls that do not match.
struct Told {
    headline: String,
    conclusion: String,
}

impl Told {
    fn of(file: &File, question: &Question, story: &Story) -> Told {
        let told = match (&story.failure, question) {
            (Some(failure), Question::Safe(question)) => {
                Told::of_failure(file, &question.system, story, failure)
            }
            _ => None,
        };
        told.unwrap_or_else(|| Told {
            headline: story.headline.clone(),
            conclusion: story.conclusion.clone(),
        })
    }

    fn of_failure(file: &File, system: &System, story: &Story, failure: &Failure) -> Option<Told> {
        let line = |process: usize, edge: usize| {
            let edges = system.processes[process].graph.edges();
            Some(file.place(edges[edge].origin)?.line)
        };
        match failure {
            Failure::Assertion { process, .. } => {
                let claimed = claimed(file, system, story)?;
                let name = system.processes[*process].name;
                (claimed != "assertion").then(|| Told {
                    headline: format!("{name}: {claimed}"),
                    conclusion: format!("{name} fails: {claimed}"),
                })
            }
            Failure::Mismatch {
                process,
                edge,
                other: Some((other, their_edge)),
                ..
            } => {
                let (own, theirs) = (line(*process, *edge)?, line(*other, *their_edge)?);
                let lines = match own == theirs {
                    true => format!("line {own}"),
                    false => format!("lines {own} and {theirs}"),
                };
                Some(Told {
                    headline: story.headline.clone(),
                    conclusion: format!("{} ({lines})", story.conclusion),
                })
            }
            _ => None,
        }
    }
}

/// What is claimed where an assertion fails, if the text does not say it itself.
fn claimed(file: &File, system: &System, story: &Story) -> Option<&'static str> {
    match &story.failure {
        Some(Failure::Assertion { process, edge }) => {
            let edges = system.processes[*process].graph.edges();
            file.claim_at(edges[*edge].origin)
        }
        _ => None,
    }
}

/// The kind of a defect in a program that uses MPI.
fn class(file: &File, question: &Question, story: &Story) -> Option<String> {
    let failure = story.failure.as_ref().filter(|_| file.is_c())?;
    let Question::Safe(question) = question else {
        return None;
    };
    let system = &question.system;
    let class = frontend_c::class(system, failure, claimed(file, system, story));
    // What goes wrong in one order of messages only, in the program's own words or for want of a message,
    // is a race.
    let is_race = story.other_order.is_some()
        && matches!(
            failure,
            Failure::Assertion { .. } | Failure::Deadlock { .. }
        )
        && matches!(class, None | Some("CallMatching" | "BufferingHazard"));
    match is_race {
        true => Some("MessageRace".to_owned()),
        false => class.map(str::to_owned),
    }
}

/// A variable's name without that of the actor before it, or the program's, which is clear from the
/// context.
fn short<'n>(actor: &str, name: &'n str) -> &'n str {
    let own = name
        .strip_prefix(actor)
        .and_then(|own| own.strip_prefix('.'));
    own.unwrap_or_else(|| unqualified(name))
}

/// A variable's name without the program's name before it, which is clear from the context.
fn unqualified(name: &str) -> &str {
    name.split_once('.').map_or(name, |(_, own)| own)
}

/// The word for a relation.
pub(crate) fn relation(relation: question::Relation) -> Relation {
    match relation {
        question::Relation::Simulated => Relation::Simulated,
        question::Relation::SafeFor => Relation::SafeFor,
        question::Relation::Safe => Relation::Safe,
        question::Relation::Equivalent => Relation::Equivalent,
        question::Relation::Abstracted => Relation::Abstracted,
        question::Relation::Refines => Relation::Refines,
        question::Relation::Included => Relation::Included,
        question::Relation::Satisfies => Relation::Satisfies,
        question::Relation::Network => Relation::Network,
        question::Relation::Words => Relation::Words,
        question::Relation::Satisfiable => Relation::Satisfiable,
        question::Relation::ForallExists => Relation::ForallExists,
        question::Relation::Clauses => Relation::Clauses,
    }
}
