//! Runs the command.

#![allow(dead_code, reason = "each test uses a part of this")]

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What came of a run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the command in a folder.
pub(crate) fn tandem<A: AsRef<OsStr>>(folder: &Path, args: impl IntoIterator<Item = A>) -> Outcome {
    tandem_with_input(folder, args, b"")
}

/// Runs the command in a folder with a standard input.
pub(crate) fn tandem_with_input<A: AsRef<OsStr>>(
    folder: &Path,
    args: impl IntoIterator<Item = A>,
    input: &[u8],
) -> Outcome {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .args(args)
        .current_dir(folder)
        // What was decided in another run must not decide a test.
        .env("TANDEM_CACHE", "")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    // The command need not read its input.
    let _ = stdin.write_all(input);
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    Outcome {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("output is UTF-8"),
        err: String::from_utf8(output.stderr).expect("output is UTF-8"),
    }
}

/// A folder of this crate's tests.
pub(crate) fn cases(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cmd")
        .join(name)
}

/// The root of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
