//! What a worker is asked to do, and what it answers: to read a file, or to decide one of its claims.
//!
//! A job carries the command line that it is a part of, so that whoever asks need not know how files are
//! read and how searches are made. [`Desk::answer`] does a job, in a worker or in this very process.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use budget::Canceller;
use clap::Parser;
use evidence::VerdictKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::args::{Args, CheckArgs, Command};
use crate::check::outcome;
use crate::diagnostics::Complaint;
use crate::evidence_file::Envelope;
use crate::file::File;
use crate::source::Source;
use report::Diagnostic;

/// Something to be done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Job {
    /// The command line that it is a part of, from its command on: `["check", "--np", "4", "a.c"]`.
    pub(crate) arguments: Vec<String>,
    /// The file that it is about.
    pub(crate) file: String,
    /// What is to be done.
    pub(crate) what: What,
}

/// What is to be done with a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum What {
    /// Read it, and say what it claims.
    Read,
    /// Decide one of its claims.
    Decide(Wanted),
}

/// A claim that is to be decided, and within which limits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// The position of the claim in the file.
    pub(crate) claim: usize,
    /// Its name, which says that the file is still the same.
    pub(crate) name: String,
    /// The time that may be used, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) time: Option<u64>,
    /// The memory that may be used, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) memory: Option<u64>,
    /// The file to which evidence is written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) evidence: Option<String>,
}

/// What came of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Done {
    /// A file was read.
    Read(Listing),
    /// A claim was decided.
    Decided(Box<Decided>),
    /// The job cannot be done: a sentence.
    Refused(String),
}

/// A file as it was read.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Listing {
    /// The file of the places in what is said of it: that which was named, or one that it is compared
    /// with. None where it cannot be opened.
    pub(crate) source: Option<String>,
    /// What is wrong with it.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Its claims in the order in which they are written.
    pub(crate) claims: Vec<ListedClaim>,
    /// Whether only a part of it is read. Claims about it may be refuted and never proved.
    pub(crate) is_partial: bool,
}

/// A claim of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListedClaim {
    /// The name.
    pub(crate) name: String,
    /// The claim in a line.
    pub(crate) summary: String,
    /// What is claimed.
    pub(crate) relation: report::Relation,
    /// Where it is written.
    pub(crate) place: report::Place,
    /// The verdict that its author expects.
    pub(crate) expected: VerdictKind,
}

/// What is known of a claim.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Decided {
    /// What is shown of it.
    pub(crate) claim: report::Claim,
    /// The invariants that were found, if they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) invariants: Vec<String>,
    /// Why evidence was not written that should have been.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) unwritten: Option<String>,
}

impl Listing {
    /// A file of which nothing is known but why it cannot be used.
    pub(crate) fn unusable(complaint: Complaint) -> Self {
        Listing {
            diagnostics: vec![complaint.into()],
            ..Listing::default()
        }
    }

    /// A file that was not read within the limits: what it claims is one claim, which has its name.
    pub(crate) fn unread(path: &Path) -> Self {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_c = path.extension().is_some_and(|own| own == "c");
        let claim = ListedClaim {
            name: name.into_owned(),
            summary: "the file was not read".to_owned(),
            // Only C programs, and functions that a file imports, take long to read.
            relation: match is_c {
                true => report::Relation::Safe,
                false => report::Relation::Refines,
            },
            place: Source::new(String::new(), String::new()).place(language::Span::default()),
            expected: VerdictKind::Proved,
        };
        Listing {
            source: Some(path.to_string_lossy().into_owned()),
            claims: vec![claim],
            ..Listing::default()
        }
    }

    fn of(file: &File) -> Self {
        let claims = file.module().claims.iter().map(|claim| ListedClaim {
            name: claim.name.to_string(),
            summary: claim.summary(),
            relation: outcome::relation(claim.relation()),
            place: outcome::place(file, claim.origin),
            expected: tandem::expected(claim),
        });
        Listing {
            source: Some(file.source.path.clone()),
            diagnostics: file.diagnostics(),
            claims: claims.collect(),
            is_partial: file.is_partial(),
        }
    }
}

impl Decided {
    /// What is shown of a claim of which nothing came, and why.
    pub(crate) fn nothing(
        file: String,
        claim: &ListedClaim,
        (kind, text): (report::ReasonKind, String),
        time: Option<Duration>,
    ) -> Self {
        let as_expected = claim.expected == VerdictKind::Unknown
            && !matches!(
                kind,
                report::ReasonKind::Interrupted | report::ReasonKind::Crashed
            );
        Decided {
            claim: report::Claim {
                name: claim.name.clone(),
                file,
                place: claim.place,
                relation: claim.relation,
                summary: claim.summary.clone(),
                verdict: Some(VerdictKind::Unknown),
                rejected: None,
                reason: Some(report::Reason {
                    kind,
                    text,
                    place: None,
                }),
                expected: claim.expected,
                as_expected,
                engine: "none".to_owned(),
                effort: report::Effort {
                    states: 0,
                    pairs: 0,
                },
                evidence: None,
                abstraction: None,
                obligations: None,
                evidence_file: None,
                warnings: Vec::new(),
                notes: Vec::new(),
                story: None,
                time: time.map(|time| time.as_secs_f64()),
            },
            invariants: Vec::new(),
            unwritten: None,
        }
    }
}

/// A file that is open, and the command line by which it was read.
#[derive(Debug)]
struct Open {
    arguments: Vec<String>,
    path: PathBuf,
    file: File,
}

/// Where jobs are done: the file that was read last stays open for its claims.
#[derive(Debug, Default)]
pub(crate) struct Desk {
    open: Option<Open>,
}

impl Desk {
    /// Does a job. `progress` hears how far it has come.
    pub(crate) fn answer(
        &mut self,
        job: &Job,
        canceller: &Canceller,
        progress: tandem::Progress,
    ) -> Done {
        let start = Instant::now();
        let line = std::iter::once("tandem").chain(job.arguments.iter().map(String::as_str));
        let args = match Args::try_parse_from(line) {
            Ok(Args {
                command: Command::Check(args),
                ..
            }) => args,
            Ok(_) => return Done::Refused("the command line is none of `check`".to_owned()),
            Err(error) => return Done::Refused(error.to_string()),
        };
        let wanted = match &job.what {
            What::Read => {
                return Done::Read(match self.read(job, &args) {
                    Ok(file) => Listing::of(file),
                    Err(complaint) => Listing::unusable(complaint),
                });
            }
            What::Decide(wanted) => wanted,
        };
        let file = match self.file(job, &args) {
            Ok(file) => file,
            Err(complaint) => return Done::Refused(complaint.message().to_owned()),
        };
        let claim = file.module().claims.get(wanted.claim);
        let Some(claim) = claim.filter(|it| it.name.as_str() == wanted.name) else {
            return Done::Refused(format!("{} was changed while it was checked", job.file));
        };
        let time = wanted.time.map(Duration::from_millis);
        let options = tandem::Options {
            // What was needed for reading is part of it; nothing at all would be no limit.
            timeout: time.map(|time| time.saturating_sub(start.elapsed()).max(TICK)),
            memory: wanted.memory,
            jobs: 1,
            canceller: canceller.clone(),
            progress: Some(progress),
            show_invariants: args.show_invariants,
            simulation: args.simulation.options(),
            states: args.states.into(),
        };
        let report = tandem::check_claim(file.module(), claim, &options);
        let decided = decided(file, claim, report, &args, wanted);
        logic::collect_garbage();
        Done::Decided(Box::new(decided))
    }

    /// The file of a job, read anew.
    fn read(&mut self, job: &Job, args: &CheckArgs) -> Result<&File, Complaint> {
        let path = PathBuf::from(&job.file);
        let file = File::read(&path, &args.reading)?;
        let open = Open {
            arguments: job.arguments.clone(),
            path,
            file,
        };
        Ok(&self.open.insert(open).file)
    }

    /// The file of a job, which may be open.
    fn file(&mut self, job: &Job, args: &CheckArgs) -> Result<&File, Complaint> {
        let is_open = self
            .open
            .as_ref()
            .is_some_and(|it| it.arguments == job.arguments && it.path == Path::new(&job.file));
        if !is_open {
            self.read(job, args)?;
        }
        match &self.open {
            Some(open) => Ok(&open.file),
            None => unreachable!("it was read just now"),
        }
    }
}

/// The least time that a search is given.
const TICK: Duration = Duration::from_millis(1);

fn decided(
    file: &File,
    claim: &question::Claim,
    report: tandem::Report,
    args: &CheckArgs,
    wanted: &Wanted,
) -> Decided {
    let mut shown = outcome::claim(file, claim, &report);
    if args.no_times {
        shown.time = None;
    }
    let mut unwritten = None;
    // Of what is read only in part, a claim that is not refuted is not decided at all.
    let counts = !file.is_partial() || shown.verdict == Some(VerdictKind::Refuted);
    if let (Some(path), Some((verdict, evidence))) = (&wanted.evidence, outcome::evidence(&report))
        && counts
    {
        let envelope = Envelope::new(shown.file.clone(), shown.name.clone(), verdict, evidence)
            .assuming(shown.notes.clone());
        match envelope.write(Path::new(path)) {
            Ok(()) => shown.evidence_file = Some(path.clone()),
            Err(error) => unwritten = Some(error.to_string()),
        }
    }
    Decided {
        claim: shown,
        invariants: report.finding.invariants,
        unwritten,
    }
}
