//! Whether what is said of programs agrees with how they run.

use std::time::Duration;

use random_programs::report::Counts;

use crate::communication::{Case, End, NAMES, Style};
use crate::native::Mpi;
use crate::native::launch::{Launch, Player, Seen};
use crate::verdict::{Verdict, ask};

/// How thoroughly programs are judged.
#[derive(Clone, Copy, Debug)]
pub struct Thoroughness {
    /// How often each program runs.
    pub runs: usize,
    /// How many of its outcomes are asked about.
    pub outcomes: usize,
    /// How long Tandem may think about a program.
    pub time: Duration,
    /// What delays are chosen by.
    pub seed: u64,
}

/// What is said of a program and cannot be, or the other way round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Disagreement {
    /// There should be a verdict.
    Nothing(Verdict),
    /// A program that is right is refuted.
    FalseAlarm(String),
    /// A program is proved, and fails.
    Fails(String),
    /// It is proved that this is not shown, which a run shows.
    Impossible(Vec<i64>),
    /// All runs show this, and it is refuted that they do.
    Missed(Vec<i64>, String),
    /// A program that is right fails, or does not show the same in all runs: its maker is wrong.
    Maker(String),
}

impl Disagreement {
    /// What kind of disagreement it is.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Disagreement::Nothing(_) => "no verdict",
            Disagreement::FalseAlarm(_) => "a right program is refuted",
            Disagreement::Fails(_) => "a proved program fails",
            Disagreement::Impossible(_) => "an outcome is proved impossible",
            Disagreement::Missed(..) => "the only outcome is refuted",
            Disagreement::Maker(_) => "a right program is wrong",
        }
    }
}

/// Judges programs and counts what was seen. The disagreements come with the positions of the programs.
///
/// # Errors
/// What a tool said where it does not work at all.
pub fn judge(
    mpi: &Mpi,
    cases: &[Case],
    how: &Thoroughness,
    counts: &mut Counts,
) -> Result<Vec<(usize, Disagreement)>, String> {
    let mut found = Vec::new();
    let mut players = Vec::new();
    for (position, case) in cases.iter().enumerate() {
        let text = case.text(End::Plain);
        let verdict = ask(&text, case.processes, how.time);
        let style = match case.style {
            Style::Right => "right",
            Style::Wild => "wild",
        };
        counts.add(format!("{style} programs: {}", verdict.word()));
        match &verdict {
            Verdict::Unsupported(why) => counts.add(format!("unsupported: {why}")),
            Verdict::Unknown(why) => counts.add(format!("unknown: {why}")),
            Verdict::Refuted(why) if case.style == Style::Right => {
                found.push((position, Disagreement::FalseAlarm(why.clone())));
            }
            // A change may leave no C.
            Verdict::Wrong(_) if case.style == Style::Wild => {}
            other if other.is_defect() => {
                found.push((position, Disagreement::Nothing(other.clone())));
            }
            _ => {}
        }
        // The others may fail, which says nothing.
        if verdict == Verdict::Proved || case.style == Style::Right {
            players.push((position, text, verdict));
        }
    }
    for processes in 2..=4 {
        let mut here = players.clone();
        here.retain(|(position, ..)| cases[*position].processes == processes);
        for (position, verdict, seen) in run(mpi, processes, &here, how, counts)? {
            counts.more("runs", seen.runs);
            let case = &cases[position];
            if let Some(what) = compared(case, &verdict, &seen, how, counts) {
                found.push((position, what));
            }
        }
    }
    Ok(found)
}

type Run = (usize, Verdict, Seen);

/// Runs programs, without those that the compiler does not take.
fn run(
    mpi: &Mpi,
    processes: usize,
    players: &[(usize, String, Verdict)],
    how: &Thoroughness,
    counts: &mut Counts,
) -> Result<Vec<Run>, String> {
    if players.is_empty() {
        return Ok(Vec::new());
    }
    let texts: Vec<Player<'_>> = players
        .iter()
        .map(|(_, text, _)| Player { text, names: NAMES })
        .collect();
    let launch = match Launch::new(mpi, processes, &texts) {
        Ok(launch) => launch,
        Err(_) if players.len() > 1 => {
            let (first, second) = players.split_at(players.len() / 2);
            let mut all = run(mpi, processes, first, how, counts)?;
            all.extend(run(mpi, processes, second, how, counts)?);
            return Ok(all);
        }
        Err(why) => {
            let why = why
                .lines()
                .find(|line| line.contains("error"))
                .unwrap_or(&why);
            let why = why.rsplit("error: ").next().unwrap_or(why);
            counts.add(format!("not compiled: {why}"));
            return Ok(Vec::new());
        }
    };
    let seen = launch.run(how.seed, how.runs)?;
    let named = players.iter().zip(seen);
    Ok(named
        .map(|((position, _, verdict), seen)| (*position, verdict.clone(), seen))
        .collect())
}

/// Compares what was seen of a program with what is said of it.
fn compared(
    case: &Case,
    verdict: &Verdict,
    seen: &Seen,
    how: &Thoroughness,
    counts: &mut Counts,
) -> Option<Disagreement> {
    if let Some(why) = &seen.once {
        counts.add(format!("failed once only: {why}"));
    }
    if let Some(why) = &seen.failure {
        return Some(match verdict {
            it if it.is_proof() => Disagreement::Fails(why.clone()),
            _ => Disagreement::Maker(why.clone()),
        });
    }
    if case.is_determined && seen.outcomes.len() > 1 {
        return Some(Disagreement::Maker(format!("{:?}", seen.outcomes)));
    }
    if !verdict.is_proof() {
        return None;
    }
    counts.add(format!("programs with {} outcomes", seen.outcomes.len()));
    for outcome in seen.outcomes.iter().take(how.outcomes) {
        let answer = ask(&case.text(End::ShowsNot(outcome)), case.processes, how.time);
        counts.add(format!("not this outcome: {}", answer.word()));
        match answer {
            it if it.is_proof() => return Some(Disagreement::Impossible(outcome.clone())),
            other if other.is_defect() => return Some(Disagreement::Nothing(other)),
            _ => {}
        }
        if case.is_determined {
            let answer = ask(&case.text(End::Shows(outcome)), case.processes, how.time);
            counts.add(format!("always this outcome: {}", answer.word()));
            match answer {
                Verdict::Refuted(why) => return Some(Disagreement::Missed(outcome.clone(), why)),
                other if other.is_defect() => return Some(Disagreement::Nothing(other)),
                _ => {}
            }
        }
    }
    None
}

/// A smaller program with the same kind of disagreement.
#[must_use]
pub fn reduce(mpi: &Mpi, case: &Case, wrong: &Disagreement, how: &Thoroughness) -> Case {
    // Only what rests on how a program was made needs that it stays like that.
    let start = match wrong {
        Disagreement::Fails(_) | Disagreement::Impossible(_) | Disagreement::Nothing(_) => {
            case.doubted()
        }
        _ => case.clone(),
    };
    start.reduced(&mut |candidate| {
        let cases = std::slice::from_ref(candidate);
        let found = judge(mpi, cases, how, &mut Counts::default());
        found.is_ok_and(|found| found.iter().any(|(_, it)| it.kind() == wrong.kind()))
    })
}
