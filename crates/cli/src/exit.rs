//! Exit codes, and how the program ends where something went wrong inside it.

use std::process::ExitCode;

use evidence::VerdictKind;

use crate::console::tell;
use report::{Claim, Reason, ReasonKind};

/// What the exit code says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Exit {
    /// All claims are as expected; the work was done.
    Fine = 0,
    /// Some claim is known not to be as expected: refuted, or proved where its author expected
    /// otherwise. Also: an assertion failed in a run, a file is not formatted, evidence was not
    /// accepted.
    Refuted = 1,
    /// Some claim could not be told, and none is known to be otherwise than expected.
    Unknown = 2,
    /// The input cannot be used.
    BadInput = 3,
    /// Something went wrong inside Tandem, among them evidence that the checker rejects.
    Internal = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

impl Exit {
    /// The number.
    pub(crate) fn code(self) -> u8 {
        self as u8
    }

    /// What a claim contributes to the exit code of its run.
    pub(crate) fn of_claim(verdict: Option<VerdictKind>, as_expected: bool) -> Exit {
        match verdict {
            None => Exit::Internal,
            Some(_) if as_expected => Exit::Fine,
            Some(VerdictKind::Unknown) => Exit::Unknown,
            Some(VerdictKind::Proved | VerdictKind::Refuted) => Exit::Refuted,
        }
    }

    /// The same of a claim as it is shown.
    pub(crate) fn of_shown(claim: &Claim) -> Exit {
        let has_crashed = |reason: &Reason| reason.kind == ReasonKind::Crashed;
        match claim.reason.as_ref().is_some_and(has_crashed) {
            true => Exit::Internal,
            false => Exit::of_claim(claim.verdict, claim.as_expected),
        }
    }

    /// The exit code of a run from what its parts contribute: an internal error counts most, then
    /// bad input, then a claim that is otherwise than expected, then one that could not be told.
    pub(crate) fn join(self, other: Exit) -> Exit {
        let weight = |exit: Exit| match exit {
            Exit::Fine => 0,
            Exit::Unknown => 1,
            Exit::Refuted => 2,
            Exit::BadInput => 3,
            Exit::Internal => 4,
        };
        if weight(self) >= weight(other) {
            self
        } else {
            other
        }
    }
}

/// Ends the program with a sentence and the right exit code where an invariant of Tandem is broken.
/// With `RUST_BACKTRACE` set, the usual report with its backtrace comes first.
pub(crate) fn report_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            usual(info);
        }
        let payload = info.payload();
        let message = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        // Nothing can be done where even this cannot be written.
        let _ = tell(&format!(
            "\ninternal error: this is a bug in Tandem, please report it with the input that led \
             here ({place}: {message})\n"
        ));
        std::process::exit(i32::from(Exit::Internal.code()));
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_decide_the_exit_code() {
        use VerdictKind::{Proved, Refuted, Unknown};
        assert_eq!(Exit::of_claim(Some(Proved), true), Exit::Fine);
        assert_eq!(Exit::of_claim(Some(Proved), false), Exit::Refuted);
        assert_eq!(Exit::of_claim(Some(Refuted), true), Exit::Fine);
        assert_eq!(Exit::of_claim(Some(Refuted), false), Exit::Refuted);
        assert_eq!(Exit::of_claim(Some(Unknown), true), Exit::Fine);
        assert_eq!(Exit::of_claim(Some(Unknown), false), Exit::Unknown);
        assert_eq!(Exit::of_claim(None, false), Exit::Internal);
    }

    #[test]
    fn a_known_answer_counts_more_than_none() {
        assert_eq!(Exit::Fine.join(Exit::Unknown), Exit::Unknown);
        assert_eq!(Exit::Unknown.join(Exit::Refuted), Exit::Refuted);
        assert_eq!(Exit::Refuted.join(Exit::Unknown), Exit::Refuted);
        assert_eq!(Exit::Refuted.join(Exit::Internal), Exit::Internal);
    }

    /// The test runs itself in another process, because the hook ends the process.
    #[test]
    fn a_panic_is_reported_in_a_sentence() {
        const ASKED: &str = "TANDEM_TEST_PANIC";
        if std::env::var_os(ASKED).is_some() {
            report_panics();
            panic!("the invariant is broken");
        }
        let name = "exit::tests::a_panic_is_reported_in_a_sentence";
        let output =
            std::process::Command::new(std::env::current_exe().expect("a test has a path"))
                .args(["--exact", name, "--nocapture"])
                .env(ASKED, "1")
                .env("RUST_BACKTRACE", "0")
                .output()
                .expect("the test runs itself");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{text}");
        assert!(
            text.contains("internal error: this is a bug in Tandem"),
            "{text}"
        );
        assert!(text.contains("the invariant is broken"), "{text}");
        assert_eq!(text.trim().lines().count(), 1, "{text}");
    }
}
