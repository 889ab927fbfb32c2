//! `tandem include`.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use budget::{Budget, Canceller};
use checker::Established;
use evidence::VerdictKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tandem::inclusion::{
    Decided, Inclusion, Matching, Pair, Separation, check, decide, pair, read,
};
use tandem::solve::NoAnswer;

use crate::args::{Format, IncludeArgs};
use crate::console::Console;
use crate::evidence_file::{Envelope, verdict};
use crate::exit::Exit;
use crate::interrupt::cancel_on_interrupt;
use crate::source::Source;

/// What `--format json` writes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    /// Whether every word of the first automaton is one of the second.
    pub(crate) verdict: VerdictKind,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    /// What the evidence is, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) evidence: Option<String>,
    /// How many single conditions the checker looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) obligations: Option<usize>,
    /// A word of the first automaton that the second does not have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) word: Option<Lasso>,
}

/// A word that becomes periodic, with the run of the first automaton.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lasso {
    /// The steps at the beginning.
    pub(crate) prefix: Vec<Step>,
    /// The steps that are repeated for ever.
    pub(crate) cycle: Vec<Step>,
}

/// A step of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    /// The state of the first automaton before it.
    pub(crate) state: String,
    /// The letter.
    pub(crate) letter: String,
}

/// Runs the command.
pub(crate) fn run(args: &IncludeArgs, console: &mut Console) -> io::Result<Exit> {
    let canceller = Canceller::new();
    cancel_on_interrupt(&canceller);
    let mut budget = Budget::unlimited().with_canceller(canceller);
    if !args.timeout.is_zero() {
        budget = budget.within(args.timeout);
    }
    let pair = match both(args) {
        Ok(pair) => pair,
        Err(complaint) => {
            console.complain(&complaint);
            return Ok(Exit::BadInput);
        }
    };
    if !pair.unmatched.is_empty() {
        let names = pair.unmatched.join(", ");
        console.note(&format!(
            "note: only one of the automata speaks of {names}; `--by-position` matches \
             propositions by their order instead of their names\n"
        ));
    }
    let decided = match &args.verify {
        None => decide(&pair.first, &pair.second, &budget),
        Some(path) => match Envelope::<Inclusion>::read(path) {
            Ok(Envelope { evidence, .. }) => check(&pair.first, &pair.second, &evidence, &budget)
                .map(|accepted| Decided { accepted, evidence }),
            Err(complaint) => {
                console.complain(&complaint);
                return Ok(Exit::BadInput);
            }
        },
    };
    if let (Ok(decided), Some(path)) = (&decided, &args.evidence)
        && let Err(error) = written(args, decided).write(path)
    {
        console.complain(&format!("{} cannot be written: {error}", path.display()));
        return Ok(Exit::BadInput);
    }
    // Evidence from a file may be wrong; evidence of our own may not.
    let rejection = match args.verify {
        Some(_) => Exit::Refuted,
        None => Exit::Internal,
    };
    let (answer, exit) = Answer::of(&pair, &decided, rejection);
    match args.format {
        Format::Json => console.print(&(serde_json::to_string_pretty(&answer)? + "\n"))?,
        Format::Text => console.print(&answer.text())?,
    }
    Ok(exit)
}

/// The two automata over one alphabet, or a sentence that says why not.
fn both(args: &IncludeArgs) -> Result<Pair, String> {
    let read = |path: &Path| {
        let source = Source::read(path)?;
        read(&source.text)
            .map_err(|error| format!("{}:{}: {}", source.path, error.line, error.message))
    };
    let matching = match args.by_position {
        true => Matching::ByPosition,
        false => Matching::ByName,
    };
    pair(&read(&args.first)?, &read(&args.second)?, matching).map_err(|error| error.to_string())
}

/// The evidence with what it is about.
fn written<'d>(args: &IncludeArgs, decided: &'d Decided) -> Envelope<&'d Inclusion> {
    let file = args.first.display().to_string();
    let claim = format!("included in {}", args.second.display());
    Envelope::new(file, claim, verdict(&decided.accepted), &decided.evidence)
}

impl Answer {
    /// `rejection` is what it means that the checker rejects the evidence.
    fn of(pair: &Pair, decided: &Result<Decided, NoAnswer>, rejection: Exit) -> (Self, Exit) {
        let unknown = |reason: String| Answer {
            verdict: VerdictKind::Unknown,
            reason: Some(reason),
            evidence: None,
            obligations: None,
            word: None,
        };
        match decided {
            Ok(Decided { accepted, evidence }) => {
                let exit = match accepted.verdict() {
                    Established::Proved => Exit::Fine,
                    Established::Refuted => Exit::Refuted,
                };
                let word = match evidence {
                    Inclusion::Proof(_) => None,
                    Inclusion::Separation(lasso) => Some(Lasso::of(pair, lasso)),
                };
                let answer = Answer {
                    verdict: verdict(accepted),
                    reason: None,
                    evidence: Some(evidence.describe()),
                    obligations: Some(accepted.obligations()),
                    word,
                };
                (answer, exit)
            }
            Err(NoAnswer::Unknown(reason)) => (unknown(reason.to_string()), Exit::Unknown),
            Err(NoAnswer::Rejected(rejected)) => {
                let reason = format!("the checker rejects the evidence: {rejected}");
                (unknown(reason), rejection)
            }
        }
    }

    /// The answer for people.
    fn text(&self) -> String {
        let mut text = self.verdict.as_str().to_owned();
        if let (Some(evidence), Some(obligations)) = (&self.evidence, self.obligations) {
            let _ = write!(text, "   {evidence}, {obligations} obligations re-checked");
        }
        if let Some(reason) = &self.reason {
            let _ = write!(text, "   {reason}");
        }
        text.push('\n');
        if let Some(lasso) = &self.word {
            let letters = |steps: &[Step]| {
                let letters = steps.iter().map(|step| step.letter.as_str());
                Vec::from_iter(letters).join(" ; ")
            };
            text += "a word of the first automaton that the second does not have:\n";
            if !lasso.prefix.is_empty() {
                let _ = writeln!(text, "  {}", letters(&lasso.prefix));
            }
            let _ = writeln!(text, "  for ever: {}", letters(&lasso.cycle));
        }
        text
    }
}

impl Lasso {
    fn of(pair: &Pair, lasso: &Separation) -> Self {
        let steps = |run: &[u32]| {
            let steps = run.iter().map(|position| {
                let step = pair.first.transitions()[*position as usize];
                Step {
                    state: pair.states[step.from as usize].clone(),
                    letter: pair.letters[step.letter as usize].clone(),
                }
            });
            steps.collect()
        };
        Lasso {
            prefix: steps(&lasso.prefix),
            cycle: steps(&lasso.cycle),
        }
    }
}
