//! Whether lowered functions do what native code does.

use std::sync::mpsc;
use std::time::Duration;

use crate::case::{Case, Inputs, Style};
use crate::lowered::{Findings, Shown, compare, lower};
use crate::native::{Outcome, Variant};

/// What is wrong with how a case was lowered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// In which of the four readings of the pair.
    pub reading: Reading,
    /// How the native code was compiled.
    pub variant: Variant,
    /// On which inputs.
    pub inputs: Inputs,
    /// What differs.
    pub what: String,
}

impl Disagreement {
    /// The first word of what differs, by which one disagreement is known in a smaller function.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.what.split(' ').next().unwrap_or_default()
    }
}

/// One of the functions that a pair has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reading {
    /// The specification of a proof.
    ProofSpecification,
    /// The implementation of a proof.
    ProofImplementation,
    /// The specification of a refutation.
    RefutationSpecification,
    /// The implementation of a refutation.
    RefutationImplementation,
}

/// What came of judging one case.
#[derive(Clone, Default, Debug)]
pub struct Judged {
    /// How many runs were compared.
    pub compared: usize,
    /// How many native runs showed what another way to compile had shown.
    pub repeated: usize,
    /// How many runs are undefined, or poison in everything.
    pub undefined: usize,
    /// How many runs could not be compared, by reason.
    pub open: Vec<&'static str>,
    /// What is wrong.
    pub disagreements: Vec<Disagreement>,
}

/// How long one case may take, however it is made: a lowering that does not end is a defect like any
/// other, and must not keep the others from being seen.
const PATIENCE: Duration = Duration::from_secs(20);

/// Judges a case by native runs, for a limited time.
///
/// # Errors
/// What the front end says where it does not support the function, and that it does not end.
pub fn judge(case: &Case, runs: &[(Inputs, Variant, Outcome)]) -> Result<Judged, String> {
    let (case, runs) = (case.clone(), runs.to_vec());
    within(PATIENCE, move || judged(&case, &runs)).unwrap_or_else(|| Err(ENDLESS.to_owned()))
}

/// What is said of a function whose lowering or runs do not end.
pub const ENDLESS: &str = "it does not end";

/// What a function returns, if it does so in time. If not, its thread goes on until the process ends.
pub fn within<T: Send + 'static>(
    patience: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(work()));
    receiver.recv_timeout(patience).ok()
}

fn judged(case: &Case, runs: &[(Inputs, Variant, Outcome)]) -> Result<Judged, String> {
    let pair = lower(&case.text)?;
    let mut judged = Judged::default();
    let mut readings = vec![
        (Reading::ProofSpecification, &pair.functions.0),
        (Reading::ProofImplementation, &pair.functions.1),
    ];
    if let Some((specification, implementation)) = &pair.refutation {
        readings.push((Reading::RefutationSpecification, specification));
        readings.push((Reading::RefutationImplementation, implementation));
    }
    for (at, (inputs, variant, outcome)) in runs.iter().enumerate() {
        // What another compiler has shown already needs no second look.
        let is_known = |(other, _, shown): &(Inputs, Variant, Outcome)| {
            other == inputs && shown.is_same(outcome)
        };
        if runs[..at].iter().any(is_known) {
            judged.repeated += 1;
            continue;
        }
        // All runs of a safe function must show the same; where an older compiler does not, it is wrong.
        let is_overruled = |(other, newer, shown): &(Inputs, Variant, Outcome)| {
            other == inputs && newer.version > variant.version && !shown.shows_same(outcome)
        };
        if case.style == Style::Safe && runs.iter().any(is_overruled) {
            judged.open.push("a newer compiler shows something else");
            continue;
        }
        let shown: Vec<(Reading, Shown)> = readings
            .iter()
            .map(|(reading, function)| (*reading, compare(case, function, inputs, outcome)))
            .collect();
        // What the proof's implementation calls defined has no `undef` in it, so that all must agree.
        let is_defined = shown.iter().any(|(reading, shown)| {
            *reading == Reading::ProofImplementation
                && matches!(shown, Shown::Returned(findings) if findings.poison.is_empty())
        });
        for (reading, shown) in &shown {
            let what = verdict(case.style, *reading, shown, is_defined, &mut judged);
            if let Some(what) = what {
                judged.disagreements.push(Disagreement {
                    reading: *reading,
                    variant: *variant,
                    inputs: inputs.clone(),
                    what,
                });
            }
        }
    }
    Ok(judged)
}

/// What is wrong with a run, if anything.
fn verdict(
    style: Style,
    reading: Reading,
    shown: &Shown,
    is_defined: bool,
    judged: &mut Judged,
) -> Option<String> {
    let is_proof = matches!(
        reading,
        Reading::ProofSpecification | Reading::ProofImplementation
    );
    let must_be_defined = style == Style::Safe && is_proof;
    match shown {
        Shown::Returned(Findings {
            differences,
            poison,
        }) => {
            judged.compared += 1;
            // A value that was chosen for `undef` need not be the native one.
            let may_choose = matches!(
                reading,
                Reading::ProofSpecification | Reading::RefutationImplementation
            );
            if !differences.is_empty() && (is_defined || !may_choose) {
                return Some(differences.join("; "));
            }
            (must_be_defined && !poison.is_empty())
                .then(|| format!("poison in a defined run: {}", poison.join("; ")))
        }
        Shown::Undefined => {
            judged.undefined += 1;
            must_be_defined.then(|| "a defined run is undefined".to_owned())
        }
        Shown::Dropped => {
            judged.open.push("a dropped run");
            is_proof.then(|| "a run on possible inputs is dropped".to_owned())
        }
        Shown::Open(reason) => {
            judged.open.push(reason);
            None
        }
    }
}
