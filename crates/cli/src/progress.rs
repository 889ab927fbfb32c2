//! How far the work has come: a line on the terminal while it goes on, or lines of JSON for a program that
//! listens.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use report::{Happening, News};

use crate::args::Format;
use crate::console;
use crate::plain::{clean, one_line};

/// Whom the progress is told.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    /// A line that is shown while work goes on, on a terminal only.
    bar: ProgressBar,
    /// Whether a program listens.
    is_listened_to: bool,
}

impl Progress {
    /// The progress of this many claims.
    pub(crate) fn new(claims: usize, format: Format) -> Self {
        Progress {
            bar: bar(claims),
            is_listened_to: format == Format::Ndjson,
        }
    }

    /// Says what an engine tells of its work on a claim; nothing when it begins.
    pub(crate) fn say(&self, file: &str, claim: &str, engine: &str, news: Option<&News>) {
        if self.is_listened_to {
            // Who listens no more need not be told.
            let _ = console::line(&Happening::Worked {
                file: file.to_owned(),
                claim: claim.to_owned(),
                engine: engine.to_owned(),
                news: news.cloned(),
            });
        }
        let text = match news {
            None => "begins",
            Some(News::Reached(text)) => text,
            Some(_) => return,
        };
        let message = clean(&one_line(&format!("{claim}: {engine}: {text}")));
        self.bar.set_message(message);
    }

    /// Counts a claim whose check is over.
    pub(crate) fn finished_one(&self) {
        self.bar.inc(1);
    }

    /// Writes to the terminal without the line in between.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Takes the line away.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

fn bar(claims: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar =
        ProgressBar::with_draw_target(Some(claims as u64), ProgressDrawTarget::stderr_with_hz(10));
    let style = ProgressStyle::with_template("{spinner} {bar:20} [{pos}/{len}] {wide_msg}");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
