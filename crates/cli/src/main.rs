//! The `tandem` command.
//!
//! Reads arguments, hands programs to the library `tandem`, and shows what comes back.
//!
//! # What this crate does not know
//! How anything is proved or checked. It knows the language only through its diagnostics and
//! modules, and evidence only as something that is written to a file and handed to the checker.
//!
//! # Where to start
//! [`args`] for what can be asked, [`commands`] for what each command reads, [`road`] for the way that all
//! of them go from there. What is shown goes through one data type, [`report::Report`], for people as
//! well as for programs, so that the two never disagree. [`exit`] says what the exit codes mean.

#![forbid(unsafe_code)]

mod args;
mod cache;
mod commands;
mod console;
mod diagnostics;
mod evidence_file;
mod exit;
mod file;
mod fmt;
mod interrupt;
mod job;
mod kept;
mod limits;
mod plain;
mod progress;
mod render;
mod road;
mod run;
mod schema;
mod show;
mod source;
mod subject;
mod suggest;
mod texts;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
use console::{Color, Console};
use exit::Exit;

/// Says what the parser of the command line has to say: what is wrong with it, or what was asked for, as
/// `--help`.
fn answer(said: &clap::Error) -> Exit {
    let mut console = Console::new(Color::Auto);
    let palette = match said.use_stderr() {
        true => console.err_palette(),
        false => console.palette(),
    };
    let text = match palette.is_enabled() {
        true => plain::seal(&said.render().ansi().to_string()),
        false => said.render().to_string(),
    };
    if said.use_stderr() {
        console.note(&text);
        return Exit::BadInput;
    }
    match console.print(&text).and_then(|()| console.finish()) {
        Ok(()) => Exit::Fine,
        Err(error) => cannot_write(&error, &mut console),
    }
}

fn cannot_write(error: &std::io::Error, console: &mut Console) -> Exit {
    console.complain(&format!("the output cannot be written: {error}"));
    Exit::Internal
}

fn main() -> ExitCode {
    exit::report_panics();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(said) => return answer(&said).into(),
    };
    let mut console = Console::new(args.color);
    let outcome = match &args.command {
        Command::Check(check) => commands::check(check, &mut console),
        Command::Verify(verify) => commands::verify(verify, &mut console),
        Command::Run(run) => run::run(run, &mut console),
        Command::Show(show) if show.strategy => commands::strategy(show, &mut console),
        Command::Show(show) => show::run(show, &mut console),
        Command::Fmt(fmt) => fmt::run(fmt, &mut console),
        Command::Solve(solve) => commands::solve(solve, &mut console),
        Command::Horn(horn) => commands::horn(horn, &mut console),
        Command::Include(include) => commands::include(include, &mut console),
        Command::Refine(refine) => commands::refine(refine, &mut console),
        Command::Mutate(mutate) => commands::mutate(mutate, &mut console),
        Command::Cache(cache) => cache::run(cache, &mut console),
        Command::Schema(schema) => schema::run(schema, &mut console),
        Command::Worker => road::work().map(|()| Exit::Fine),
    };
    let outcome = outcome.and_then(|exit| console.finish().map(|()| exit));
    match outcome {
        Ok(exit) => exit.into(),
        // What a worker is asked comes from whoever has started it.
        Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
            console.complain(&error.to_string());
            Exit::BadInput.into()
        }
        Err(error) => cannot_write(&error, &mut console).into(),
    }
}
