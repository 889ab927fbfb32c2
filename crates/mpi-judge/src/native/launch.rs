//! Many programs under one start of MPI.
//!
//! A start costs more than a run. So programs are functions of one binary that take turns, each run on
//! a communicator of its own (`harness.c`). That is for programs that are expected to work: one that
//! fails ends the launch, is tried again alone, and the others go on in a new one.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::Command;
use std::time::Duration;

use super::Mpi;
use super::process::{Ended, finished};

/// How many seconds a run may take, which takes milliseconds where nobody waits.
const PATIENCE: u64 = 8;
/// How many seconds it may take when it is tried again.
const MORE_PATIENCE: u64 = 25;
/// The name of the program in its folder.
const BINARY: &str = "launch";
/// How long a launch may take.
const LONGEST: Duration = Duration::from_secs(900);

/// A program for a launch. Names that it has outside of functions are listed.
#[derive(Clone, Copy, Debug)]
pub struct Player<'c> {
    /// Its text, with a `main`.
    pub text: &'c str,
    /// The names of its functions and variables outside of functions, without `main`.
    pub names: &'c [&'c str],
}

/// What was seen of the runs of one program.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Seen {
    /// What runs showed at their end.
    pub outcomes: BTreeSet<Vec<i64>>,
    /// How many runs came to their end.
    pub runs: usize,
    /// How a run failed, twice.
    pub failure: Option<String>,
    /// How a run failed that did not fail again.
    pub once: Option<String>,
}

/// A binary of many programs for one number of processes.
#[derive(Debug)]
pub struct Launch<'m> {
    mpi: &'m Mpi,
    processes: usize,
    count: usize,
    /// Holds the files until the launch is dropped.
    folder: tempfile::TempDir,
}

impl<'m> Launch<'m> {
    /// Compiles programs for a number of processes.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn new(mpi: &'m Mpi, processes: usize, players: &[Player<'_>]) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut text = include_str!("harness.c").to_owned();
        let mut table = String::new();
        for (number, player) in players.iter().enumerate() {
            let _ = write!(table, "judged_{number}, ");
            let names: Vec<&str> = player.names.iter().copied().chain(["main"]).collect();
            for name in &names {
                let new = if *name == "main" { "judged" } else { name };
                let _ = writeln!(text, "#define {name} {new}_{number}");
            }
            text.push_str(player.text);
            for name in &names {
                let _ = writeln!(text, "#undef {name}");
            }
        }
        let _ = writeln!(text, "static judged_main *const judged[] = {{{table}}};");
        text.push_str(include_str!("driver.c"));
        let source = folder.path().join("launch.c");
        std::fs::write(&source, text).map_err(|error| error.to_string())?;
        mpi.compile(&source, &folder.path().join(BINARY))?;
        Ok(Launch {
            mpi,
            processes,
            count: players.len(),
            folder,
        })
    }

    /// Runs every program so many times.
    ///
    /// # Errors
    /// That MPI cannot be started.
    pub fn run(&self, seed: u64, runs: usize) -> Result<Vec<Seen>, String> {
        let mut seen = vec![Seen::default(); self.count];
        let mut left: Vec<usize> = (0..self.count).collect();
        while !left.is_empty() {
            let (ended, transcript) = self.start(seed, PATIENCE, runs, &left)?;
            transcript.add_to(&mut seen);
            if transcript.is_done {
                break;
            }
            let why = cause(&ended);
            let Some(last) = transcript.last else {
                return Err(why);
            };
            // A machine with much else to do may be late once.
            let (again, transcript) = self.start(seed, MORE_PATIENCE, runs, &[last])?;
            transcript.add_to(&mut seen);
            if transcript.is_done {
                seen[last].once = Some(why);
            } else {
                seen[last].failure = Some(cause(&again));
            }
            left.drain(..=left.iter().position(|it| *it == last).unwrap_or(0));
        }
        Ok(seen)
    }

    fn start(
        &self,
        seed: u64,
        patience: u64,
        runs: usize,
        programs: &[usize],
    ) -> Result<(Ended, Transcript), String> {
        let transcript = self.folder.path().join("transcript");
        let mut command = Command::new(&self.mpi.launcher);
        command.args(["-n", &self.processes.to_string()]);
        command
            .arg(self.folder.path().join(BINARY))
            .arg(&transcript);
        command.args([seed.to_string(), patience.to_string(), runs.to_string()]);
        command.args(programs.iter().map(usize::to_string));
        let ended = finished(&mut command, LONGEST)?;
        let said = std::fs::read_to_string(transcript).unwrap_or_default();
        Ok((ended, Transcript::read(&said)))
    }
}

/// What a launch wrote down.
#[derive(Default)]
struct Transcript {
    outcomes: Vec<(usize, Vec<i64>)>,
    begun: Vec<usize>,
    last: Option<usize>,
    is_done: bool,
}

impl Transcript {
    fn read(said: &str) -> Transcript {
        let mut transcript = Transcript::default();
        for line in said.lines() {
            let mut words = line.split(' ');
            let kind = words.next();
            let mut numbers = words.filter_map(|word| word.parse::<i64>().ok());
            let mut program = || numbers.next().and_then(|it| usize::try_from(it).ok());
            match kind {
                Some("B") => {
                    transcript.last = program();
                    transcript.begun.extend(transcript.last);
                }
                Some("O") => {
                    if let Some(program) = program() {
                        transcript.outcomes.push((program, numbers.collect()));
                    }
                }
                Some("D") => transcript.is_done = true,
                _ => {}
            }
        }
        transcript
    }

    fn add_to(&self, seen: &mut [Seen]) {
        for program in &self.begun {
            seen[*program].runs += 1;
        }
        if let (Some(last), false) = (self.last, self.is_done) {
            seen[last].runs -= 1;
        }
        for (program, outcome) in &self.outcomes {
            seen[*program].outcomes.insert(outcome.clone());
        }
    }
}

/// Why a launch ended early, in a few lines.
fn cause(ended: &Ended) -> String {
    let is_telling = |line: &&str| {
        let words = ["Assert", "MPI", "rror", "never", "SIG", "signal", "CODES"];
        words.iter().any(|word| line.contains(word))
    };
    let said: Vec<&str> = ended.errors.lines().filter(is_telling).take(6).collect();
    match ended.code {
        Some(98) => "it hangs".to_owned(),
        None => "the launch hangs".to_owned(),
        Some(code) => format!("exit code {code}\n{}", said.join("\n")),
    }
}
