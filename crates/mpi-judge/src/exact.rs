//! Whether what is said of programs that calculate agrees with how they run.

use std::time::Duration;

use random_programs::report::Counts;

use crate::calculation::{Calculation, Claim, NAMES};
use crate::native::Sanitizer;
use crate::native::calculator::{Ended, Program, run};
use crate::verdict::{Verdict, ask};

/// What is said of a program and cannot be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// There should be a verdict.
    Nothing(Verdict),
    /// A sanitizer complains about a program that is proved.
    Undefined(String),
    /// A program that is defined is refuted.
    FalseAlarm(String),
    /// It is refuted that the values are those that were printed.
    Values(Vec<String>, String),
    /// It is proved that the values are not those that were printed.
    Impossible(Vec<String>),
}

impl Mistake {
    /// What kind of mistake it is.
    #[must_use]
    pub fn kind(&self) -> String {
        match self {
            Mistake::Nothing(verdict) => format!("no verdict, {}", verdict.word()),
            Mistake::Undefined(_) => "an undefined program is proved".to_owned(),
            Mistake::FalseAlarm(why) => format!("a defined program is refuted, {why}"),
            Mistake::Values(..) => "the right values are refuted".to_owned(),
            Mistake::Impossible(_) => "the right values are impossible".to_owned(),
        }
    }
}

/// Judges programs and counts what was seen. The mistakes come with the positions of the programs.
///
/// # Errors
/// What a tool said where it does not work at all.
pub fn judge(
    sanitizer: &Sanitizer,
    cases: &[Calculation],
    time: Duration,
    counts: &mut Counts,
) -> Result<Vec<(usize, Mistake)>, String> {
    let texts: Vec<String> = cases.iter().map(|it| it.text(Claim::None)).collect();
    let programs: Vec<Program<'_>> = texts
        .iter()
        .map(|text| Program { text, names: NAMES })
        .collect();
    let ended = run(sanitizer, &programs)?;
    let mut found = Vec::new();
    for (position, (case, ended)) in cases.iter().zip(&ended).enumerate() {
        if let Some(mistake) = judged(case, ended, time, counts) {
            found.push((position, mistake));
        }
    }
    Ok(found)
}

fn judged(
    case: &Calculation,
    ended: &Ended,
    time: Duration,
    counts: &mut Counts,
) -> Option<Mistake> {
    match ended {
        Ended::Late => {
            counts.add("programs that do not end");
            None
        }
        Ended::Badly(what) => {
            let verdict = ask(&case.text(Claim::None), 1, time);
            counts.add(format!("undefined programs: {}", verdict.word()));
            counts.add(format!("undefined: {}", class(what)));
            reason(&verdict, counts);
            match verdict {
                Verdict::Presumed if is_overflow(what) => None,
                it if it.is_proof() => Some(Mistake::Undefined(what.clone())),
                other if other.is_defect() => Some(Mistake::Nothing(other)),
                _ => None,
            }
        }
        Ended::Well(values) => {
            let verdict = ask(&case.text(Claim::Equal(values)), 1, time);
            counts.add(format!(
                "defined programs with their values: {}",
                verdict.word()
            ));
            reason(&verdict, counts);
            match verdict {
                Verdict::Refuted(_) if is_undefined_after_all(case) => {
                    counts.add("undefined programs that one sanitizer passes over");
                    return None;
                }
                Verdict::Refuted(why) => {
                    let plain = ask(&case.text(Claim::None), 1, time);
                    return Some(match plain {
                        Verdict::Refuted(why) => Mistake::FalseAlarm(why),
                        _ => Mistake::Values(values.clone(), why),
                    });
                }
                Verdict::Unsupported(_) => return None,
                other if other.is_defect() => return Some(Mistake::Nothing(other)),
                _ => {}
            }
            let verdict = ask(&case.text(Claim::Other(values)), 1, time);
            counts.add(format!(
                "defined programs with other values: {}",
                verdict.word()
            ));
            match verdict {
                it if it.is_proof() => Some(Mistake::Impossible(values.clone())),
                other if other.is_defect() => Some(Mistake::Nothing(other)),
                _ => None,
            }
        }
    }
}

/// Whether a second sanitizer complains about a program in which the first sees nothing wrong.
fn is_undefined_after_all(case: &Calculation) -> bool {
    let text = case.text(Claim::None);
    let programs = [Program {
        text: &text,
        names: NAMES,
    }];
    let ended = Sanitizer::second().and_then(|second| run(&second, &programs).ok());
    ended.is_some_and(|all| matches!(all.first(), Some(Ended::Badly(_))))
}

fn reason(verdict: &Verdict, counts: &mut Counts) {
    match verdict {
        Verdict::Unsupported(why) => counts.add(format!("unsupported: {why}")),
        Verdict::Unknown(why) => counts.add(format!("unknown: {why}")),
        _ => {}
    }
}

/// Whether a complaint is about what a signed type cannot hold, which a proof may assume not to happen.
fn is_overflow(what: &str) -> bool {
    [
        "signed integer overflow",
        "left shift of",
        "negation of",
        "cannot be represented",
    ]
    .iter()
    .any(|it| what.contains(it))
}

/// A complaint without the numbers in it.
fn class(what: &str) -> String {
    let what = what.split(" on address").next().unwrap_or(what);
    let what = what.rsplit("AddressSanitizer: ").next().unwrap_or(what);
    let words = what
        .split(' ')
        .filter(|word| !word.contains(|c: char| c.is_ascii_digit()));
    words.take(6).collect::<Vec<&str>>().join(" ")
}

/// A smaller program with the same kind of mistake.
#[must_use]
pub fn reduce(
    sanitizer: &Sanitizer,
    case: &Calculation,
    mistake: &Mistake,
    time: Duration,
) -> Calculation {
    case.reduced(&mut |candidate| {
        let cases = std::slice::from_ref(candidate);
        let found = judge(sanitizer, cases, time, &mut Counts::default());
        found.is_ok_and(|found| found.iter().any(|(_, it)| it.kind() == mistake.kind()))
    })
}
