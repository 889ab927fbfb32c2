//! `tandem check`.
//!
//! Everything is read first. Where something is wrong with any file, all of it is reported and
//! nothing is checked: whoever reads verdicts should not have to wonder which ones are missing.
//!
//! Files are read and claims are decided by workers, which are ended where they are over their limits; one
//! that is takes its own claim with it, and no other.

mod abstraction;
mod input;
pub(crate) mod outcome;
mod sink;

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use budget::Canceller;
use supervisor::{Ended, Limits};

use crate::args::{CheckArgs, Format};
use crate::console::Console;
use crate::diagnostics::{self, Complaint};
use crate::evidence_file::Folder;
use crate::exit::Exit;
use crate::interrupt::cancel_on_interrupt;
use crate::job::{Decided, Done, Job, Wanted, What};
use crate::limits::default_memory;
use crate::progress::Progress;
use crate::render;
use crate::road::Road;
use crate::source::Source;
use report::{ReasonKind, Report, SCHEMA_VERSION, Summary};

use input::Input;
use sink::Sink;

/// The least time that a claim is given, whatever reading its file took.
const TICK: Duration = Duration::from_millis(1);

/// A run, and who works for it.
struct Run<'a> {
    args: &'a CheckArgs,
    /// The command line as jobs carry it.
    arguments: Vec<String>,
    road: Road,
    /// The limits of each job.
    limits: Limits,
    canceller: Canceller,
}

/// Runs the command.
pub(crate) fn run(args: &CheckArgs, console: &mut Console) -> io::Result<Exit> {
    let run = Run::new(args);
    let mut input = Input::read(args, &run.road, &run.arguments, run.limits, &run.canceller);
    let mut folder = None;
    let is_usable = !input.has_errors() || input.is_partial();
    if let Some(path) = args.evidence.as_deref().filter(|_| is_usable) {
        match Folder::create(path) {
            Ok(created) => folder = Some(created),
            Err(error) => {
                let message = format!("the folder {} cannot be made: {error}", path.display());
                input.diagnostics.push(Complaint::new(message).into());
            }
        }
    }
    let mut claims = Vec::new();
    if input.is_partial() {
        // Of what is read only in part, a claim that is not refuted is not decided at all.
        claims = run.check(&input, folder.take(), console)?;
        let paths: Vec<String> = claims.iter().map(|claim| claim.file.clone()).collect();
        input.excuse(&paths);
    }
    let is_checked = !claims.is_empty();
    if args.format == Format::Text {
        let sources: Vec<&Source> = input.files.iter().map(|file| &file.source).collect();
        diagnostics::show(&input.diagnostics, &sources, console);
    }
    let (claims, exit) = if input.has_errors() {
        if args.format == Format::Text && !is_checked {
            console.note("nothing was checked\n");
        }
        (claims, Exit::BadInput)
    } else {
        if !is_checked {
            claims = run.check(&input, folder, console)?;
        }
        let exits = claims.iter().map(Exit::of_shown);
        let exit = exits.fold(Exit::Fine, Exit::join);
        (claims, exit)
    };
    let summary = Summary::of(&claims);
    match args.format {
        Format::Text if exit == Exit::BadInput => {}
        Format::Text => console.print(&format!("\n{}", render::summary(&summary)))?,
        Format::Json => {
            let report = Report {
                schema_version: SCHEMA_VERSION,
                tandem_version: env!("CARGO_PKG_VERSION").to_owned(),
                files: input
                    .files
                    .into_iter()
                    .map(|file| file.source.path)
                    .collect(),
                diagnostics: input.diagnostics,
                claims,
                summary,
                exit_code: exit.code(),
            };
            let mut text = serde_json::to_string_pretty(&report)?;
            text.push('\n');
            console.print(&text)?;
        }
    }
    Ok(exit)
}

impl<'a> Run<'a> {
    fn new(args: &'a CheckArgs) -> Self {
        let canceller = Canceller::new();
        cancel_on_interrupt(&canceller);
        let arguments = input::arguments();
        // A command line that is no text cannot be handed on.
        let road = Road::new(args.in_process || arguments.is_none());
        road.prepare();
        let jobs = args.jobs.get() as u64;
        Run {
            args,
            arguments: arguments.unwrap_or_default(),
            road,
            limits: Limits {
                time: Some(args.timeout).filter(|timeout| !timeout.is_zero()),
                memory: args.memory.or_else(default_memory).map(|all| all / jobs),
            },
            canceller,
        }
    }

    /// Checks the selected claims, and shows each as soon as it and those before it are known.
    fn check(
        &self,
        input: &Input,
        mut folder: Option<Folder>,
        console: &mut Console,
    ) -> io::Result<Vec<report::Claim>> {
        let count = input.count();
        let evidence: Vec<Option<PathBuf>> = (0..count)
            .map(|position| {
                let (file, claim, _) = input.at(position);
                let folder = folder.as_mut();
                folder.map(|folder| folder.place(&file.source.path, &claim.name))
            })
            .collect();
        let progress = Progress::new(count);
        let listener = progress.listener();
        let sink = Sink::new(self.args, input, &progress, console);
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let position = next.fetch_add(1, Ordering::Relaxed);
                if position >= count {
                    return;
                }
                let evidence = evidence[position].as_ref();
                let evidence = evidence.map(|path| path.to_string_lossy().into_owned());
                sink.accept(position, self.decide(input, position, evidence, &listener));
            }
        };
        let jobs = self.args.jobs.get().clamp(1, count.max(1));
        match jobs {
            1 => work(),
            _ => std::thread::scope(|scope| (0..jobs).for_each(|_| drop(scope.spawn(work)))),
        }
        let claims = sink.finish();
        progress.clear();
        claims
    }

    fn decide(
        &self,
        input: &Input,
        position: usize,
        evidence: Option<String>,
        progress: &tandem::Progress,
    ) -> Decided {
        let start = Instant::now();
        let (file, claim, number) = input.at(position);
        let limits = Limits {
            time: self
                .limits
                .time
                .map(|time| time.saturating_sub(file.time).max(TICK)),
            ..self.limits
        };
        let job = Job {
            arguments: self.arguments.clone(),
            file: file.path.clone(),
            what: What::Decide(Wanted {
                claim: number,
                name: claim.name.clone(),
                time: limits
                    .time
                    .map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
                memory: limits.memory,
                evidence,
            }),
        };
        let done = match &file.ended {
            Some(ended) => Err(ended.clone()),
            None => self.road.ask(&job, limits, &self.canceller, progress),
        };
        let reason = match done {
            Ok(Done::Decided(decided)) => return *decided,
            Ok(Done::Refused(sentence)) => (ReasonKind::Incomplete, sentence),
            Ok(Done::Read(_)) => (
                ReasonKind::Crashed,
                "a worker answered another question".to_owned(),
            ),
            Err(ended) => reason(&ended),
        };
        let time = (!self.args.no_times).then(|| file.time + start.elapsed());
        Decided::nothing(file.source.path.clone(), claim, reason, time)
    }
}

/// Why there is no answer where a worker was ended.
fn reason(ended: &Ended) -> (ReasonKind, String) {
    let kind = match ended {
        Ended::Time => ReasonKind::Timeout,
        Ended::Memory => ReasonKind::Memory,
        Ended::Cancelled => ReasonKind::Interrupted,
        Ended::Crashed(_) | Ended::Misspoke(_) | Ended::NotStarted(_) => ReasonKind::Crashed,
    };
    let text = match ended {
        Ended::Time => "timeout: the work went on and was ended".to_owned(),
        Ended::Memory => "memory: the work went on and was ended".to_owned(),
        Ended::NotStarted(_) => format!("{ended}; `--in-process` goes without workers"),
        other => other.to_string(),
    };
    (kind, text)
}
