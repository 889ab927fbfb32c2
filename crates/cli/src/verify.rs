//! `tandem verify`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use checker::{Accepted, Established};
use evidence::VerdictKind;

use crate::args::VerifyArgs;
use crate::console::Console;
use crate::diagnostics::Complaint;
use crate::evidence_file::{Envelope, FORMAT_VERSION};
use crate::exit::Exit;
use crate::file::File;
use crate::render::count;
use crate::source::{cannot_read, search};
use crate::suggest::did_you_mean;

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
            exit = exit.join(verify(&path, args.program.as_deref(), console)?);
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
fn verify(path: &Path, program: Option<&Path>, console: &mut Console) -> io::Result<Exit> {
    let shown = path.display();
    let envelope = match read(path) {
        Ok(envelope) => envelope,
        Err(sentence) => {
            console.complain(&sentence);
            return Ok(Exit::BadInput);
        }
    };
    let program = match program {
        Some(program) => program.to_owned(),
        None => locate(&envelope.file, path),
    };
    let Some(file) = File::read_valid(&program, console) else {
        console.note(&format!("{shown} was not checked\n"));
        return Ok(Exit::BadInput);
    };
    let claims = &file.module().claims;
    let Some(claim) = claims
        .iter()
        .find(|claim| claim.name.as_str() == envelope.claim)
    else {
        let names = claims.iter().map(|claim| claim.name.as_str());
        let message = format!(
            "{shown} is about a claim named `{}`, which {} does not contain",
            envelope.claim, file.source.path
        );
        Complaint::new(message)
            .hint(did_you_mean(&envelope.claim, names))
            .show(console);
        return Ok(Exit::BadInput);
    };
    let checked = checker::check(
        &file.module().task(claim),
        &envelope.evidence,
        &budget::Budget::unlimited(),
    );
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
        Err(rejected) => ("rejected", rejected.to_string(), Exit::Refuted),
    };
    console.print(&format!(
        "{shown}: {} {}: {}, {rest}\n",
        envelope.claim,
        envelope.verdict.as_str(),
        palette.verdict(None, exit == Exit::Fine, word),
    ))?;
    Ok(exit)
}

fn verdict(accepted: &Accepted) -> VerdictKind {
    match accepted.verdict() {
        Established::Proved => VerdictKind::Proved,
        Established::Refuted => VerdictKind::Refuted,
    }
}

/// Reads an envelope.
fn read(path: &Path) -> Result<Envelope, String> {
    let shown = path.display();
    let bytes = fs::read(path).map_err(|error| cannot_read(path, &error))?;
    let envelope: Envelope = serde_json::from_slice(&bytes)
        .map_err(|error| format!("{shown} is not an evidence file: {error}"))?;
    if envelope.format_version != FORMAT_VERSION {
        return Err(format!(
            "{shown} has format {}, but this Tandem reads format {FORMAT_VERSION}",
            envelope.format_version
        ));
    }
    Ok(envelope)
}

/// The program file that evidence names: as seen from here, otherwise as seen from where the
/// evidence lies.
fn locate(named: &str, evidence: &Path) -> PathBuf {
    let here = PathBuf::from(named);
    if here.exists() {
        return here;
    }
    let there = evidence.parent().unwrap_or(Path::new("")).join(named);
    if there.exists() { there } else { here }
}
