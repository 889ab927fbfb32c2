//! The line on standard error that shows how far the work has come.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

use crate::plain::clean;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A line that is shown while work goes on, on a terminal only.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A line for this many claims.
    pub(crate) fn new(claims: usize) -> Self {
        if !std::io::stderr().is_terminal() {
            return Progress {
                bar: ProgressBar::hidden(),
            };
        }
        let bar = ProgressBar::with_draw_target(
            Some(claims as u64),
            ProgressDrawTarget::stderr_with_hz(10),
        );
        let style = ProgressStyle::with_template("{spinner} [{pos}/{len}] {wide_msg}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar }
    }

    /// Says how far an engine has come with a claim.
    pub(crate) fn say(&self, claim: &str, engine: &str, text: &str) {
        let message = clean(&format!("{claim}: {engine}: {text}"));
        self.bar.set_message(message.replace('\n', " "));
    }

    /// Whom the library tells how far a claim's check has come.
    pub(crate) fn listener(&self, claim: &str) -> tandem::Progress {
        let (own, claim) = (self.clone(), claim.to_owned());
        Arc::new(move |engine: &str, text: &str| own.say(&claim, engine, text))
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
