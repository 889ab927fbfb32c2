//! `tandem fmt`.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::args::FmtArgs;
use crate::console::Console;
use crate::diagnostics::{self, Complaint};
use crate::evidence_file::persist;
use crate::exit::Exit;
use crate::source::{self, Source};
use report::Diagnostic;

/// Runs the command.
pub(crate) fn run(args: &FmtArgs, console: &mut Console) -> io::Result<Exit> {
    let mut exit = Exit::Fine;
    let (standard_input, paths): (Vec<_>, Vec<_>) = args
        .files
        .iter()
        .cloned()
        .partition(|path| path.as_os_str() == "-");
    if !standard_input.is_empty() {
        exit = exit.join(format_standard_input(args, console)?);
    }
    let found = source::find(&paths, &[source::TANDEM]);
    for error in found.errors {
        Complaint::new(error).show(console);
        exit = exit.join(Exit::BadInput);
    }
    for file in found.files {
        exit = exit.join(format_file(&file.path, args, console)?);
    }
    Ok(exit)
}

fn format_standard_input(args: &FmtArgs, console: &mut Console) -> io::Result<Exit> {
    const NAME: &str = "standard input";
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    let Ok(text) = String::from_utf8(bytes) else {
        console.complain("standard input is not a text: it is not UTF-8");
        return Ok(Exit::BadInput);
    };
    let source = Source::new(NAME.to_owned(), text);
    let Some(formatted) = format(&source, console) else {
        return Ok(Exit::BadInput);
    };
    if !args.check {
        console.write(&formatted)?;
        return Ok(Exit::Fine);
    }
    if formatted == source.text {
        return Ok(Exit::Fine);
    }
    console.print(&format!("{NAME}\n"))?;
    Ok(Exit::Refuted)
}

fn format_file(path: &Path, args: &FmtArgs, console: &mut Console) -> io::Result<Exit> {
    let source = match Source::read(path) {
        Ok(source) => source,
        Err(sentence) => {
            console.complain(&sentence);
            return Ok(Exit::BadInput);
        }
    };
    let Some(formatted) = format(&source, console) else {
        return Ok(Exit::BadInput);
    };
    if formatted == source.text {
        return Ok(Exit::Fine);
    }
    console.print(&format!("{}\n", source.path))?;
    if args.check {
        return Ok(Exit::Refuted);
    }
    if let Err(error) = replace(path, &formatted) {
        console.complain(&format!("{} cannot be written: {error}", source.path));
        return Ok(Exit::BadInput);
    }
    Ok(Exit::Fine)
}

/// The text laid out anew; `None` where it has errors, which are shown.
fn format(source: &Source, console: &mut Console) -> Option<String> {
    match language::format(&source.text) {
        Ok(formatted) => Some(formatted),
        Err(errors) => {
            let errors: Vec<Diagnostic> = errors
                .iter()
                .map(|error| diagnostics::of_language(source, error))
                .collect();
            diagnostics::show(&errors, &[source], console);
            None
        }
    }
}

/// Replaces the text of a file, all of it or nothing. A link stays a link.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    persist(file, &path)
}
