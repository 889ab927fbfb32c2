//! Words for what the report has as data.

use evidence::VerdictKind;
use report::{ReasonKind, WarningKind};

/// How a verdict is shown: a symbol and a word, and the class of the style for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shown {
    pub(crate) symbol: &'static str,
    pub(crate) word: &'static str,
    pub(crate) class: &'static str,
}

pub(crate) const PROVED: Shown = Shown {
    symbol: "✓",
    word: "proved",
    class: "proved",
};

pub(crate) const REFUTED: Shown = Shown {
    symbol: "✗",
    word: "refuted",
    class: "refuted",
};

pub(crate) const UNKNOWN: Shown = Shown {
    symbol: "?",
    word: "unknown",
    class: "unknown",
};

/// There is no verdict where the checker rejected the evidence for one.
pub(crate) const REJECTED: Shown = Shown {
    symbol: "!",
    word: "evidence rejected",
    class: "rejected",
};

pub(crate) fn verdict(verdict: Option<VerdictKind>) -> Shown {
    match verdict {
        Some(VerdictKind::Proved) => PROVED,
        Some(VerdictKind::Refuted) => REFUTED,
        Some(VerdictKind::Unknown) => UNKNOWN,
        None => REJECTED,
    }
}

/// The class of the style for an exit code.
pub(crate) fn outcome_class(code: u8) -> &'static str {
    match code {
        0 => "fine",
        2 => "untold",
        _ => "not-fine",
    }
}

pub(crate) fn reason(kind: ReasonKind) -> &'static str {
    match kind {
        ReasonKind::Timeout => "The time was over.",
        ReasonKind::Memory => "There was not enough memory.",
        ReasonKind::Interrupted => "The work was stopped.",
        ReasonKind::Incomplete => "The method cannot tell.",
        ReasonKind::Unsupported => "No engine for this claim handles a construct.",
        ReasonKind::Crashed => {
            "The process that worked on it ended by itself. This is a bug in Tandem."
        }
    }
}

pub(crate) fn warning(kind: WarningKind) -> &'static str {
    match kind {
        WarningKind::OutOfRange => "out of range",
        WarningKind::Vacuous => "holds trivially",
        WarningKind::Augmentation => "augmentation",
    }
}

/// What the exit code says.
pub(crate) fn exit_code(code: u8) -> &'static str {
    match code {
        0 => "all claims are as expected",
        1 => "a claim is otherwise than expected",
        2 => "a claim could not be told",
        3 => "the input cannot be used",
        4 => "something went wrong inside Tandem",
        _ => "a code without a meaning",
    }
}

/// A duration for people.
pub(crate) fn seconds(seconds: f64) -> String {
    // The largest number of milliseconds below a second, so that none is rounded up to `1000 ms`.
    const SECOND: f64 = 0.9995;
    match seconds {
        time if time.is_nan() || time < 0.001 => "under 1 ms".to_owned(),
        time if time < SECOND => format!("{:.0} ms", time * 1000.0),
        time if time < 99.95 => format!("{time:.1} s"),
        time if time < 1e6 => {
            let (minutes, rest) = ((time / 60.0).floor(), time % 60.0);
            format!("{minutes} min {:.0} s", rest.floor())
        }
        time => format!("{time:e} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn durations_have_a_unit_that_fits() {
        let shown = [
            0.0,
            0.0123,
            0.9999,
            1.25,
            59.97,
            100.0,
            3600.0,
            f64::NAN,
            f64::INFINITY,
        ]
        .map(seconds);
        assert_eq!(
            shown,
            [
                "under 1 ms",
                "12 ms",
                "1.0 s",
                "1.2 s",
                "60.0 s",
                "1 min 40 s",
                "60 min 0 s",
                "under 1 ms",
                "inf s"
            ]
        );
    }
}
