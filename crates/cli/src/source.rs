//! Program files: finding them, reading them, and places in them.

use std::alloc::Layout;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use language::Span;

use report::Place;

/// The extension of program files.
pub(crate) const TANDEM: &str = "tdm";

/// The extensions of all files that ask something.
pub(crate) const ALL: &[&str] = &["tdm", "c", "wvr", "ll", "ba", "hoa", "smt2"];

/// A text and where it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The path as the user wrote it, or as it was found below a folder that the user wrote.
    pub(crate) path: String,
    /// What the file says.
    pub(crate) text: String,
    line_starts: Vec<usize>,
}

impl Source {
    pub(crate) fn new(path: String, text: String) -> Self {
        let behind_newlines = text.match_indices('\n').map(|(offset, _)| offset + 1);
        let line_starts = std::iter::once(0).chain(behind_newlines).collect();
        Source {
            path,
            text,
            line_starts,
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// A sentence that says why it cannot be read.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let shown = path.display().to_string();
        let metadata = fs::metadata(path).map_err(|error| cannot_read(path, &error))?;
        // A pipe or a device may have no end, and a worker's standard input is not the user's.
        if !metadata.is_file() && !metadata.is_dir() {
            return Err(format!(
                "{shown} is no regular file; write what it says to a file first"
            ));
        }
        let bytes = fs::read(path).map_err(|error| {
            if error.kind() == io::ErrorKind::OutOfMemory {
                no_memory(metadata.len());
            }
            cannot_read(path, &error)
        })?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let offset = error.utf8_error().valid_up_to();
            format!("{shown} is not a text file: byte {offset} is not UTF-8")
        })?;
        // An editor's byte order mark is no part of the program.
        let text = text
            .strip_prefix('\u{feff}')
            .map(str::to_owned)
            .unwrap_or(text);
        Ok(Source::new(shown, text))
    }

    /// The place of a line and a column, which count from one, as a span without length.
    pub(crate) fn at(&self, line: u32, column: u32) -> Span {
        let start = self.line_starts.get((line.max(1) - 1) as usize);
        let start = start.copied().unwrap_or(self.text.len());
        let rest = self.text.get(start..).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default();
        let column = line.char_indices().nth((column.max(1) - 1) as usize);
        let offset = start + column.map_or(line.len(), |(offset, _)| offset);
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        Span {
            start: offset,
            end: offset,
        }
    }

    /// The line of an offset, counted from zero.
    fn line_of(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= offset) - 1
    }

    /// The offsets of a line, counted from zero, without its end.
    pub(crate) fn line_range(&self, line: usize) -> std::ops::Range<usize> {
        let last = self.text.len();
        let start = self.line_starts.get(line).copied().unwrap_or(last);
        let next = self.line_starts.get(line + 1).copied();
        let end = next.map_or(self.text.len(), |next| next - 1);
        start..end
    }

    /// The place of a span. Lines and columns count from one, columns in characters.
    pub(crate) fn place(&self, span: Span) -> Place {
        let position = |offset: usize| {
            let offset = offset.min(self.text.len());
            let line = self.line_of(offset);
            let before = self.text.get(self.line_starts[line]..offset);
            (line + 1, before.map_or(0, |text| text.chars().count()) + 1)
        };
        let range = span.range();
        let (line, column) = position(range.start);
        let (end_line, end_column) = position(range.end.max(range.start));
        Place {
            line,
            column,
            end_line,
            end_column,
            start: range.start,
            end: range.end,
        }
    }
}

/// The files behind what the user wrote: a file stands for itself, a folder for all files below it
/// with certain extensions, in the order of their names. Each file comes once.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The files.
    pub(crate) files: Vec<FoundFile>,
    /// Why some of what the user wrote is not among them.
    pub(crate) errors: Vec<String>,
}

/// A file, and the argument behind which it was found.
#[derive(Debug)]
pub(crate) struct FoundFile {
    /// The path.
    pub(crate) path: PathBuf,
    /// The position of the argument.
    pub(crate) argument: usize,
}

/// Looks for the files behind the user's arguments.
pub(crate) fn find(arguments: &[PathBuf], extensions: &[&str]) -> Found {
    let mut found = Found::default();
    let mut known: BTreeSet<PathBuf> = BTreeSet::new();
    for (argument, path) in arguments.iter().enumerate() {
        let mut files = Vec::new();
        match fs::metadata(path) {
            Err(error) => found.errors.push(cannot_read(path, &error)),
            Ok(metadata) if metadata.is_dir() => {
                if let Err((place, error)) = search(path, extensions, &mut files) {
                    found.errors.push(cannot_read(&place, &error));
                } else if files.is_empty() {
                    let folder = path.display();
                    let names: Vec<String> =
                        extensions.iter().map(|own| format!(".{own}")).collect();
                    let names = names.join(", ");
                    let sentence = format!("the folder {folder} contains no {names} file");
                    found.errors.push(sentence);
                }
            }
            Ok(_) => files.push(path.clone()),
        }
        for path in files {
            if path.to_str().is_none() {
                let sentence = format!(
                    "the name of {} is not UTF-8, as reports and evidence need it; rename the file",
                    path.display()
                );
                found.errors.push(sentence);
                continue;
            }
            if known.insert(fs::canonicalize(&path).unwrap_or_else(|_| path.clone())) {
                found.files.push(FoundFile { path, argument });
            }
        }
    }
    found
}

/// Adds the files below a folder that have one of the extensions. Hidden folders and links to folders are
/// not entered.
pub(crate) fn search(
    folder: &Path,
    extensions: &[&str],
    files: &mut Vec<PathBuf>,
) -> Result<(), (PathBuf, io::Error)> {
    let mut open = vec![folder.to_owned()];
    let first = files.len();
    while let Some(folder) = open.pop() {
        let failed = |error: io::Error| (folder.clone(), error);
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let kind = entry.file_type().map_err(failed)?;
            let path = entry.path();
            if kind.is_dir() {
                if !entry.file_name().to_string_lossy().starts_with('.') {
                    open.push(path);
                }
            } else if has_extension(&path, extensions) && path.is_file() {
                files.push(path);
            }
        }
    }
    files[first..].sort();
    Ok(())
}

/// Whether a path has one of the extensions.
fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension()
        .is_some_and(|own| extensions.iter().any(|extension| own == *extension))
}

/// Ends as any allocation does that fails: nothing is wrong with a file for which there is no memory.
fn no_memory(bytes: u64) {
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    if let Ok(layout) = Layout::array::<u8>(bytes) {
        std::alloc::handle_alloc_error(layout);
    }
}

/// Says that something cannot be read, and why.
pub(crate) fn cannot_read(path: &Path, error: &io::Error) -> String {
    let path = path.display();
    match error.kind() {
        io::ErrorKind::NotFound => format!("{path} does not exist"),
        io::ErrorKind::PermissionDenied => format!("{path} may not be read by you"),
        io::ErrorKind::IsADirectory => format!("{path} is a folder"),
        _ => format!("{path} cannot be read: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, start: usize, end: usize, expected: (usize, usize, usize, usize)) {
        let source = Source::new("f".into(), text.into());
        let span = span(start, end);
        let place = source.place(span);
        let found = (place.line, place.column, place.end_line, place.end_column);
        assert_eq!(found, expected, "{text:?} {start}..{end}");
    }

    fn span(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    #[test]
    fn places_count_lines_and_characters_from_one() {
        check("", 0, 0, (1, 1, 1, 1));
        check("ab\ncd\n", 0, 2, (1, 1, 1, 3));
        check("ab\ncd\n", 3, 5, (2, 1, 2, 3));
        check("ab\ncd\n", 6, 6, (3, 1, 3, 1));
        check("äöü x", 7, 8, (1, 5, 1, 6));
    }
}
