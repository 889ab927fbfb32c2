//! Many programs of a single process in one binary, with sanitizers.

use std::fmt::Write as _;
use std::process::Command;
use std::time::Duration;

use super::Sanitizer;
use super::process::finished;

/// How long all programs of a binary may take.
const PATIENCE: Duration = Duration::from_secs(600);

/// How a program ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Well, and these are the values that it printed, as C text.
    Well(Vec<String>),
    /// A sanitizer, or an assertion, complained.
    Badly(String),
    /// It did not end in time.
    Late,
}

/// A program that has names outside of functions.
#[derive(Clone, Copy, Debug)]
pub struct Program<'c> {
    /// Its text, with a `main`.
    pub text: &'c str,
    /// The names that it has outside of functions, without `main`.
    pub names: &'c [&'c str],
}

/// Compiles and runs programs.
///
/// # Errors
/// What the compiler says, or that nothing can be run.
pub fn run(sanitizer: &Sanitizer, programs: &[Program<'_>]) -> Result<Vec<Ended>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut text = include_str!("calculator.c").to_owned();
    let mut table = String::new();
    for (number, program) in programs.iter().enumerate() {
        let _ = write!(table, "judged_{number}, ");
        let names: Vec<&str> = program.names.iter().copied().chain(["main"]).collect();
        for name in &names {
            let new = if *name == "main" { "judged" } else { name };
            let _ = writeln!(text, "#define {name} {new}_{number}");
        }
        text.push_str(program.text);
        for name in &names {
            let _ = writeln!(text, "#undef {name}");
        }
    }
    let _ = writeln!(text, "static judged_main *const judged[] = {{{table}}};");
    text.push_str(include_str!("run_all.c"));
    let source = folder.path().join("programs.c");
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let binary = folder.path().join("programs");
    sanitizer.compile(&source, &binary)?;
    let mut command = Command::new(binary);
    command.arg(folder.path());
    // Memory that is never freed is no failure.
    command.env("ASAN_OPTIONS", "detect_leaks=0:allocator_may_return_null=1");
    let ended = finished(&mut command, PATIENCE)?;
    let mut all = Vec::new();
    let mut values = Vec::new();
    for line in ended.output.lines() {
        let mut words = line.split(' ');
        match words.next() {
            Some("B") => values = words.skip(1).map(str::to_owned).collect(),
            Some("E") => {
                let status: i32 = words.next().and_then(|it| it.parse().ok()).unwrap_or(-1);
                let said = std::fs::read_to_string(folder.path().join(all.len().to_string()));
                all.push(match status {
                    0 => Ended::Well(std::mem::take(&mut values)),
                    // The signal of an alarm.
                    14 => Ended::Late,
                    _ => Ended::Badly(complaint(&said.unwrap_or_default())),
                });
            }
            _ => {}
        }
    }
    match all.len() == programs.len() {
        true => Ok(all),
        false => Err(format!("only {} programs ran: {}", all.len(), ended.errors)),
    }
}

/// The line of a complaint that says what is wrong.
fn complaint(said: &str) -> String {
    let is_telling = |line: &&str| {
        ["runtime error:", "ERROR:", "Assertion"]
            .iter()
            .any(|it| line.contains(it))
    };
    let line = said.lines().find(is_telling).or(said.lines().next());
    let line = line.unwrap_or("it died");
    let line = line
        .split_once("runtime error: ")
        .map_or(line, |(_, what)| what);
    line.to_owned()
}
