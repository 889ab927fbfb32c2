//! Colours, or none.

use anstyle::{AnsiColor, Effects, Style};
use evidence::VerdictKind;

use crate::plain::seal;

/// Paints text where colours are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    enabled: bool,
}

impl Palette {
    pub(crate) fn new(enabled: bool) -> Self {
        Palette { enabled }
    }

    /// Whether anything is painted.
    pub(crate) fn is_enabled(self) -> bool {
        self.enabled
    }

    fn paint(self, style: Style, text: &str) -> String {
        if self.enabled {
            let (on, off) = (style.render().to_string(), style.render_reset().to_string());
            format!("{}{text}{}", seal(&on), seal(&off))
        } else {
            text.to_owned()
        }
    }

    /// A verdict: green where it is what its author expects, red where it is not.
    pub(crate) fn verdict(
        self,
        verdict: Option<VerdictKind>,
        as_expected: bool,
        text: &str,
    ) -> String {
        let color = match (verdict, as_expected) {
            (_, true) => AnsiColor::Green,
            (Some(VerdictKind::Unknown), false) => AnsiColor::Yellow,
            (_, false) => AnsiColor::Red,
        };
        self.paint(color.on_default().effects(Effects::BOLD), text)
    }

    /// The word before an error.
    pub(crate) fn error(self, text: &str) -> String {
        let style = AnsiColor::BrightRed.on_default().effects(Effects::BOLD);
        self.paint(style, text)
    }

    /// What should be seen first.
    pub(crate) fn strong(self, text: &str) -> String {
        self.paint(Style::new().effects(Effects::BOLD), text)
    }

    /// What matters less.
    pub(crate) fn faint(self, text: &str) -> String {
        self.paint(Style::new().effects(Effects::DIMMED), text)
    }
}
