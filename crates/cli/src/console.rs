//! Where output goes: standard output for results, standard error for complaints.

use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;
use serde::Serialize;

use crate::plain::{clean, clean_json, set_off};
use crate::render::Palette;

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Writes to standard error, and lets it be seen.
pub(crate) fn tell(text: &str) -> io::Result<()> {
    let mut stream = io::stderr();
    stream.write_all(clean(text).as_bytes())?;
    stream.flush()
}

/// Writes a line of JSON to standard output, and lets it be seen. Several threads may do so at the same
/// time; where nobody reads any more, the work goes on.
pub(crate) fn line(value: &impl Serialize) -> io::Result<()> {
    let text = clean_json(&serde_json::to_string(value)?) + "\n";
    let mut stream = io::stdout().lock();
    match stream
        .write_all(text.as_bytes())
        .and_then(|()| stream.flush())
    {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome,
    }
}

/// The two streams of the process.
#[derive(Debug)]
pub(crate) struct Console {
    out: io::BufWriter<io::Stdout>,
    /// Whether somebody still reads standard output.
    open: bool,
    out_palette: Palette,
    err_palette: Palette,
}

impl Console {
    pub(crate) fn new(color: Color) -> Self {
        let palette = |is_terminal: bool| {
            let enabled = match color {
                Color::Always => true,
                Color::Never => false,
                Color::Auto => {
                    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
                    is_terminal
                        && set("NO_COLOR").is_none()
                        && set("TERM").is_none_or(|term| term != "dumb")
                }
            };
            Palette::new(enabled)
        };
        Console {
            out: io::BufWriter::new(io::stdout()),
            open: true,
            out_palette: palette(io::stdout().is_terminal()),
            err_palette: palette(io::stderr().is_terminal()),
        }
    }

    /// The colours for results.
    pub(crate) fn palette(&self) -> Palette {
        self.out_palette
    }

    /// The colours for complaints.
    pub(crate) fn err_palette(&self) -> Palette {
        self.err_palette
    }

    /// Writes JSON.
    pub(crate) fn print_json(&mut self, value: &impl Serialize) -> io::Result<()> {
        let text = clean_json(&serde_json::to_string_pretty(value)?);
        self.write(&(text + "\n"))
    }

    /// Writes results for people.
    pub(crate) fn print(&mut self, text: &str) -> io::Result<()> {
        self.write(&clean(text))
    }

    /// Writes a text as it is, where it goes to another program: a formatted file, a schema. Where nobody
    /// reads them any more, as in `tandem check … | head`, the work
    /// goes on without them, because the exit code still tells its outcome.
    pub(crate) fn write(&mut self, text: &str) -> io::Result<()> {
        self.forgive(|out| out.write_all(text.as_bytes()))
    }

    /// Lets everything that was written be seen.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.forgive(Write::flush)
    }

    /// The last thing to do with a console.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.flush()
    }

    fn forgive(
        &mut self,
        write: impl FnOnce(&mut io::BufWriter<io::Stdout>) -> io::Result<()>,
    ) -> io::Result<()> {
        if !self.open {
            return Ok(());
        }
        match write(&mut self.out) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.open = false;
                // What is left in the buffer would fail again when the buffer is dropped.
                let empty = io::BufWriter::new(io::stdout());
                let _ = std::mem::replace(&mut self.out, empty).into_parts();
                Ok(())
            }
            outcome => outcome,
        }
    }

    /// Writes something about the work, not a result of it. Where that fails there is nobody left
    /// to tell.
    pub(crate) fn note(&mut self, text: &str) {
        let _ = tell(text);
    }

    /// Writes one error without a place.
    pub(crate) fn complain(&mut self, message: &str) {
        let error = self.err_palette.error("error");
        self.note(&format!("{error}: {}\n", set_off(message)));
    }
}
