//! `tandem verify`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::args::VerifyArgs;
use crate::console::Console;
use crate::evidence_file::{Stored, verdict};
use crate::exit::Exit;
use crate::render::count;
use crate::source::{cannot_read, search};

/// Runs the command.
pub(crate) fn run(args: &VerifyArgs, console: &mut Console) -> io::Result<Exit> {
    let mut exit = Exit::Fine;
    for argument in &args.evidence {
        let files = match evidence_files(argument) {
            Ok(files) => files,
            Err(sentence) => {
                console.complain(&sentence);
                exit = exit.join(Exit::BadInput);
                continue;
            }
        };
        for path in files {
            exit = exit.join(verify(&path, args, console)?);
        }
    }
    Ok(exit)
}

/// The evidence files behind an argument.
fn evidence_files(argument: &Path) -> Result<Vec<PathBuf>, String> {
    let metadata = fs::metadata(argument).map_err(|error| cannot_read(argument, &error))?;
    if !metadata.is_dir() {
        return Ok(vec![argument.to_owned()]);
    }
    let mut files = Vec::new();
    search(argument, "json", &mut files).map_err(|(path, error)| cannot_read(&path, &error))?;
    if files.is_empty() {
        return Err(format!(
            "the folder {} contains no .json file",
            argument.display()
        ));
    }
    Ok(files)
}

/// Checks one file again and says what came of it.
fn verify(path: &Path, args: &VerifyArgs, console: &mut Console) -> io::Result<Exit> {
    let shown = path.display();
    let Some(stored) = Stored::open(path, args.program.as_deref(), &args.reading, console) else {
        return Ok(Exit::BadInput);
    };
    let envelope = &stored.envelope;
    let checked = match &stored.question {
        Ok(question) => {
            let budget = budget::Budget::unlimited();
            checker::check(question, &envelope.evidence, &budget).map_err(|it| it.to_string())
        }
        Err(unreadable) => Err(unreadable.to_string()),
    };
    let palette = console.palette();
    let (word, rest, exit) = match checked {
        Ok(accepted) if verdict(&accepted) == envelope.verdict => {
            let obligations = count(accepted.obligations(), "obligation");
            ("accepted", format!("{obligations} checked"), Exit::Fine)
        }
        Ok(accepted) => {
            let other = verdict(&accepted).as_str();
            (
                "rejected",
                format!("the evidence establishes `{other}`"),
                Exit::Refuted,
            )
        }
        Err(rejected) => ("rejected", rejected, Exit::Refuted),
    };
    console.print(&format!(
        "{shown}: {} {}: {}, {rest}\n",
        envelope.claim,
        envelope.verdict.as_str(),
        palette.verdict(None, exit == Exit::Fine, word),
    ))?;
    for note in stored.notes() {
        console.print(&format!("    note: {note}\n"))?;
    }
    Ok(exit)
}
