//! The way of every claim from files to a verdict that is shown. From top to bottom:
//! files are read ([`input`]); each claim is looked up in the store, or searched for and its evidence
//! checked, by [`Workers`]; what is known of it ([`outcome`]) arrives at a [`Sink`], which shows it.

mod abstraction;
mod attempts;
mod input;
pub(crate) mod outcome;
mod sink;
mod workers;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use budget::Canceller;
use evidence::VerdictKind;
use supervisor::{Ended, Limits};
use tempfile::TempDir;

use crate::args::{DecideArgs, Format, SearchArgs};
use crate::console::{self, Console};
use crate::diagnostics;
use crate::evidence_file::Folder;
use crate::exit::Exit;
use crate::interrupt::cancel_on_interrupt;
use crate::job::{Decided, Done, Found, Job, Keep, ListedClaim, Outcome, TICK, Wanted};
use crate::kept;
use crate::limits::default_memory;
use crate::progress::Progress;
use crate::render::Evidence;
use crate::source::Source;
use crate::subject::{Form, Subject};
use report::{Happening, ReasonKind, Report, SCHEMA_VERSION, Summary};

use attempts::Attempts;
pub(crate) use input::Argument;
use input::{Input, Listed};
use sink::Sink;
pub(crate) use sink::Style;
pub(crate) use workers::{Conversation, Workers, work};

/// How long is thought about a claim where nobody says how long.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// What was kept is checked within this part of the time that is left: whatever it is, the search comes.
const RECALL_SHARE: u32 = 5;

/// What a command asks for.
pub(crate) struct Errand<'a> {
    /// What the user has named.
    pub(crate) arguments: Vec<Argument>,
    /// Why some of what the user has named is not among it.
    pub(crate) wrong: Vec<String>,
    /// How claims are decided, and what is shown of them.
    pub(crate) decide: &'a DecideArgs,
    /// How is searched.
    pub(crate) how: SearchArgs,
    /// The time for each claim where the user names none.
    pub(crate) patience: Duration,
    /// How claims look as text.
    pub(crate) style: Style,
    /// Whether it is shown what the evidence says.
    pub(crate) explain: bool,
    /// Whose evidence it is.
    pub(crate) evidence: Evidence,
}

impl Errand<'_> {
    /// What a claim contributes to the exit code.
    fn exit_of(&self, claim: &report::Claim) -> Exit {
        let is_decided = claim.verdict.is_some_and(|it| it != VerdictKind::Unknown);
        match self.evidence {
            // What is wanted is why it is so, whatever it is.
            _ if matches!(self.style, Style::Strategy(_)) && is_decided => Exit::Fine,
            _ if matches!(self.style, Style::Strategy(_)) && claim.verdict.is_some() => {
                Exit::of_shown(claim).join(Exit::Unknown)
            }
            Evidence::Ours => Exit::of_shown(claim),
            // That somebody's evidence is no good is no failure of Tandem.
            Evidence::Anybodys if claim.rejected.is_some() => Exit::Refuted,
            Evidence::Anybodys => Exit::of_shown(claim),
        }
    }
}

/// A run, and who works for it.
struct Run<'a> {
    errand: &'a Errand<'a>,
    workers: Workers,
    /// The limits of each claim.
    limits: Limits,
    canceller: Canceller,
    /// Where evidence is on its way from one worker to another.
    between: Option<TempDir>,
    /// The folder in which verdicts are kept.
    store: Option<String>,
}

/// Decides all claims of an errand, and shows what came of them.
pub(crate) fn travel(errand: &Errand<'_>, console: &mut Console) -> io::Result<Exit> {
    let run = Run::new(errand);
    let format = errand.decide.format;
    let mut input = Input::read(
        &errand.arguments,
        errand.wrong.clone(),
        &run.workers,
        run.limits,
        &run.canceller,
    );
    input.select(&errand.decide.claims);
    if let Style::Strategy(_) = errand.style {
        input.one_with_strategy();
    }
    let folder = errand.decide.evidence.as_deref().map(|path| {
        Folder::create(path)
            .map_err(|error| format!("the folder {} cannot be made: {error}", path.display()))
    });
    let folder = match folder.transpose() {
        Ok(folder) => folder,
        Err(sentence) => {
            input.deselect(sentence);
            None
        }
    };
    if format == Format::Ndjson {
        let files = input.files.iter().map(|file| file.source.path.clone());
        console::line(&Happening::Started {
            schema_version: SCHEMA_VERSION,
            tandem_version: env!("CARGO_PKG_VERSION").to_owned(),
            files: files.collect(),
            claims: input.count(),
        })?;
    }
    show_wrong(&input, false, format, console)?;
    let (claims, written) = run.decide_all(&input, folder, console)?;
    input.excuse(&claims);
    show_wrong(&input, true, format, console)?;
    let mut exit = match input.has_errors() {
        true => written.join(Exit::BadInput),
        false => written,
    };
    for claim in &claims {
        exit = exit.join(errand.exit_of(claim));
    }
    let report = Report {
        schema_version: SCHEMA_VERSION,
        tandem_version: env!("CARGO_PKG_VERSION").to_owned(),
        files: input
            .files
            .iter()
            .map(|file| file.source.path.clone())
            .collect(),
        diagnostics: input.diagnostics.clone(),
        summary: Summary::of(&claims),
        claims,
        exit_code: exit.code(),
    };
    match format {
        Format::Text if report.claims.is_empty() => console.note("nothing was checked\n"),
        Format::Text => console.print(&errand.style.summary(&report, errand.evidence))?,
        Format::Json => console.print_json(&report)?,
        Format::Ndjson => console::line(&Happening::Ended {
            summary: report.summary,
            exit_code: report.exit_code,
        })?,
        Format::Html => {
            let others = input.named(&report);
            let sources = input.files.iter().map(|file| &file.source);
            let sources = sources.chain(&others).map(|source| pages::Source {
                path: &source.path,
                text: &source.text,
            });
            console.write(&pages::page(&report, &sources.collect::<Vec<_>>()))?;
        }
    }
    console.flush()?;
    run.prune(&report.claims);
    Ok(exit)
}

/// Says what is wrong with the input: in files that are read in part, or in all others.
fn show_wrong(
    input: &Input,
    of_partial: bool,
    format: Format,
    console: &mut Console,
) -> io::Result<()> {
    let wrong = input.diagnostics(of_partial);
    match format {
        Format::Text => {
            let others = input.others();
            let sources = input.files.iter().map(|file| &file.source);
            let sources: Vec<&Source> = sources.chain(&others).collect();
            diagnostics::show(&wrong, &sources, console);
        }
        Format::Ndjson => {
            for diagnostic in wrong {
                console::line(&Happening::Diagnosed { diagnostic })?;
            }
        }
        // There they are part of the report.
        Format::Json | Format::Html => {}
    }
    Ok(())
}

impl<'a> Run<'a> {
    fn new(errand: &'a Errand<'a>) -> Self {
        let canceller = Canceller::new();
        cancel_on_interrupt(&canceller);
        let decide = errand.decide;
        let workers = Workers::new(decide.in_process);
        workers.prepare();
        let jobs = decide.jobs.get() as u64;
        let timeout = decide.timeout.unwrap_or(errand.patience);
        Run {
            errand,
            workers,
            limits: Limits {
                time: Some(timeout).filter(|timeout| !timeout.is_zero()),
                memory: decide.memory.or_else(default_memory).map(|all| all / jobs),
            },
            canceller,
            // Without one, long evidence cannot be handed on, and its claim says so.
            between: tempfile::Builder::new().prefix("tandem-").tempdir().ok(),
            store: decide.store().map(|it| it.to_string_lossy().into_owned()),
        }
    }

    /// Decides the selected claims, and shows each as soon as it and those before it are known.
    fn decide_all(
        &self,
        input: &Input,
        mut folder: Option<Folder>,
        console: &mut Console,
    ) -> io::Result<(Vec<report::Claim>, Exit)> {
        let count = input.count();
        let evidence: Vec<Option<PathBuf>> = (0..count)
            .map(|position| {
                let (file, claim, _) = input.at(position);
                let folder = folder.as_mut();
                folder.map(|folder| folder.place(&file.source.path, &claim.name))
            })
            .collect();
        let progress = Progress::new(count, self.errand.decide.format);
        let sink = Sink::new(self.errand, input, &progress, console);
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let position = next.fetch_add(1, Ordering::Relaxed);
                if position >= count {
                    return;
                }
                let (file, _, number) = input.at(position);
                let evidence = evidence[position].as_ref();
                let evidence = evidence.map(|path| path.to_string_lossy().into_owned());
                let decided = self.decide(file, number, evidence, &progress);
                sink.accept(position, self.with_back(file, number, decided, &progress));
            }
        };
        let jobs = self.errand.decide.jobs.get().clamp(1, count.max(1));
        match jobs {
            1 => work(),
            _ => std::thread::scope(|scope| (0..jobs).for_each(|_| drop(scope.spawn(work)))),
        }
        let claims = sink.finish();
        progress.clear();
        claims
    }

    /// Asks as well what is asked behind a claim, and says in one word what both say: what became of a
    /// mutant.
    fn with_back(
        &self,
        file: &Listed,
        number: usize,
        mut decided: Decided,
        progress: &Progress,
    ) -> Decided {
        let Some(back) = file.listing.claims[number].back else {
            return decided;
        };
        let word = match decided.claim.verdict {
            Some(VerdictKind::Refuted) => Some("killed"),
            Some(VerdictKind::Proved) => {
                let other = self.decide(file, back, None, progress).claim;
                Some(match other.verdict {
                    Some(VerdictKind::Proved) => "equivalent",
                    _ => "refines",
                })
            }
            Some(VerdictKind::Unknown) | None => None,
        };
        decided.claim.answer = word.map(str::to_owned);
        decided
    }

    /// What is known of a claim.
    fn decide(
        &self,
        file: &Listed,
        number: usize,
        evidence: Option<String>,
        progress: &Progress,
    ) -> Decided {
        let start = Instant::now();
        let claim = &file.listing.claims[number];
        let attempts = Attempts::new(&file.source.path, &claim.name, progress.clone());
        let mut decided = match &file.ended {
            Some(ended) => self.open(file, claim, ended),
            None => self.road(file, number, evidence, start, &attempts),
        };
        let with_times = !self.errand.decide.no_times;
        let shown = &mut decided.claim;
        shown.tried = attempts.finish(with_times);
        shown.time = with_times.then(|| (file.time + start.elapsed()).as_secs_f64());
        decided
    }

    /// Store, search, check.
    fn road(
        &self,
        file: &Listed,
        number: usize,
        evidence: Option<String>,
        start: Instant,
        attempts: &Attempts,
    ) -> Decided {
        let claim = &file.listing.claims[number];
        let ask_for = |share: u32, job: &dyn Fn(Wanted) -> Job| {
            let used = file.time + start.elapsed();
            let limits = Limits {
                time: self
                    .limits
                    .time
                    .map(|time| (time.saturating_sub(used) / share).max(TICK)),
                ..self.limits
            };
            let wanted = Wanted {
                claim: number,
                name: claim.name.clone(),
                inputs: Some(file.listing.inputs.clone()),
                time: limits.time.map(milliseconds),
                memory: limits.memory,
            };
            self.workers
                .ask(&job(wanted), limits, &self.canceller, &attempts.listener())
        };
        let ask = |job: &dyn Fn(Wanted) -> Job| ask_for(1, job);
        let keep = Keep {
            evidence,
            store: self.store.clone(),
            explain: self.errand.explain,
            strategy: match self.errand.style {
                Style::Strategy(format) => Some(format),
                _ => None,
            },
        };
        let subject = || file.subject.clone();
        if let Form::Evidence { .. } = file.subject.form {
            let verified = ask(&|wanted| Job::Verify {
                subject: subject(),
                wanted,
                keep: keep.clone(),
            });
            return match verified {
                Ok(Done::Decided(decided)) => *decided,
                other => self.unanswered(file, claim, other),
            };
        }
        // Who asks for a certain way to search wants to see it go.
        if keep.store.is_some() && self.errand.how == SearchArgs::default() {
            let recalled = ask_for(RECALL_SHARE, &|wanted| Job::Recall {
                subject: subject(),
                wanted,
                keep: keep.clone(),
            });
            // Whatever is wrong with what was kept, there is still the search.
            if let Ok(Done::Decided(decided)) = recalled {
                return *decided;
            }
        }
        let folder = self.between.as_ref().map(TempDir::path);
        let folder = folder.map_or_else(String::new, |it| it.to_string_lossy().into_owned());
        let found = ask(&|wanted| Job::Search {
            subject: subject(),
            wanted,
            how: self.errand.how.clone(),
            folder: folder.clone(),
        });
        let found = match found {
            Ok(Done::Found(found)) => *found,
            other => return self.unanswered(file, claim, other),
        };
        if let Outcome::Nothing(_) = found.outcome {
            return claim.open(file.source.path.clone(), found).into();
        }
        let checked = ask(&|wanted| Job::Check {
            subject: subject(),
            wanted,
            found: Box::new(found.clone()),
            folder: folder.clone(),
            keep: keep.clone(),
        });
        match checked {
            Ok(Done::Decided(decided)) => *decided,
            other => self.unanswered(file, claim, other),
        }
    }

    /// Keeps the store within its limit, where something may have come into it.
    fn prune(&self, claims: &[report::Claim]) {
        let is_new = |claim: &report::Claim| claim.obligations.is_some() && !claim.from_store;
        if let Some(folder) = self.store.as_ref().filter(|_| claims.iter().any(is_new)) {
            kept::store(Path::new(folder)).prune();
        }
    }

    /// What is shown where a worker did not answer what it was asked.
    fn unanswered(&self, file: &Listed, claim: &ListedClaim, done: Result<Done, Ended>) -> Decided {
        let (kind, text) = match done {
            Err(ended) => return self.open(file, claim, &ended),
            Ok(Done::Refused(sentence)) => (ReasonKind::Incomplete, sentence),
            Ok(_) => (
                ReasonKind::Crashed,
                "a worker answered another question".to_owned(),
            ),
        };
        let found = Found::nothing(kind, text);
        claim.open(file.source.path.clone(), found).into()
    }

    /// What is shown where a worker was ended.
    fn open(&self, file: &Listed, claim: &ListedClaim, ended: &Ended) -> Decided {
        let (kind, text) = reason(ended);
        let text = match (&file.ended, kind) {
            (Some(_), ReasonKind::Timeout | ReasonKind::Memory) => {
                format!("{text}: the file was not read to its end")
            }
            _ => text,
        };
        let mut found = Found::nothing(kind, text);
        found.propose(more(kind).into_iter().map(str::to_owned).collect());
        claim.open(file.source.path.clone(), found).into()
    }
}

/// What gives a claim more of what it lacked.
fn more(kind: ReasonKind) -> Option<&'static str> {
    match kind {
        ReasonKind::Timeout => Some("`--timeout` gives it more time"),
        ReasonKind::Memory => Some("`--memory` gives it more memory"),
        _ => None,
    }
}

/// A time as jobs carry it.
pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1)
}

/// Why there is no answer where a worker was ended.
pub(crate) fn reason(ended: &Ended) -> (ReasonKind, String) {
    let kind = match ended {
        Ended::Time => ReasonKind::Timeout,
        Ended::Memory => ReasonKind::Memory,
        Ended::Cancelled => ReasonKind::Interrupted,
        Ended::Crashed(_) | Ended::Misspoke(_) | Ended::NotStarted(_) => ReasonKind::Crashed,
    };
    let text = match ended {
        Ended::Time => "timeout".to_owned(),
        Ended::Memory => "memory".to_owned(),
        Ended::NotStarted(_) => format!("{ended}; `--in-process` goes without workers"),
        other => other.to_string(),
    };
    (kind, text)
}

/// One subject as an argument of its own.
pub(crate) fn one(subject: Subject) -> Vec<Argument> {
    vec![Argument {
        name: subject.files.join(", "),
        subjects: vec![subject],
    }]
}
