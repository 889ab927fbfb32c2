//! `tandem check`.
//!
//! Everything is read first. Where something is wrong with any file, all of it is reported and
//! nothing is checked: whoever reads verdicts should not have to wonder which ones are missing.

mod abstraction;
mod input;
mod outcome;
mod sink;

use std::io;

use budget::Canceller;
use question::{Claim, Module};

use crate::args::{CheckArgs, Format};
use crate::console::Console;
use crate::diagnostics::{self, Complaint};
use crate::evidence_file::Folder;
use crate::exit::Exit;
use crate::interrupt::cancel_on_interrupt;
use crate::json::{self, Report, SCHEMA_VERSION, Summary};
use crate::limits::default_memory;
use crate::progress::Progress;
use crate::render;
use crate::source::Source;

use input::Input;
use sink::Sink;

/// Runs the command.
pub(crate) fn run(args: &CheckArgs, console: &mut Console) -> io::Result<Exit> {
    let mut input = Input::read(args);
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
        claims = check(args, &input, folder.take(), console)?;
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
            claims = check(args, &input, folder, console)?;
        }
        let exits = claims
            .iter()
            .map(|claim| Exit::of_claim(claim.verdict, claim.as_expected));
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

/// Checks the selected claims, and shows each as soon as it and those before it are known.
fn check(
    args: &CheckArgs,
    input: &Input,
    folder: Option<Folder>,
    console: &mut Console,
) -> io::Result<Vec<json::Claim>> {
    let work: Vec<(&Module, &Claim)> = input.selected().collect();
    let canceller = Canceller::new();
    cancel_on_interrupt(&canceller);
    let progress = Progress::new(work.len());
    let options = tandem::Options {
        timeout: Some(args.timeout).filter(|timeout| !timeout.is_zero()),
        memory: args.memory.or_else(default_memory),
        jobs: args.jobs.get(),
        canceller,
        progress: Some(progress.listener()),
        show_invariants: args.show_invariants,
        simulation: args.simulation.options(),
        states: args.states.into(),
    };
    let sink = Sink::new(args, input, folder, &progress, console);
    tandem::check_each(&work, &options, &|position, report| {
        sink.accept(position, report)
    });
    let claims = sink.finish();
    progress.clear();
    claims
}
