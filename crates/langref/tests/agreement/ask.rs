//! Both sides: what the oracle says of a pair, and what Tandem does.

use std::sync::mpsc;
use std::time::Duration;

use budget::Budget;
use checker::Established;
use langref::{Difference, Program, Refusal, Verdict, World, refines};
use tandem::NoAnswer;
use tandem::refinement::{Options, Problem, decide, pair, question, read, sample};

/// What Tandem takes for granted (`docs/llvm.md`): parameters and what calls answer are not `undef`, and functions that are
/// called return.
/// Memory that was not written is poison: that is taken for granted as well.
pub(crate) const WORLD: World = World {
    gives_undef: false,
    calls_return: true,
    fresh: langref::Fresh::Poison,
};

/// What the oracle says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Truth {
    Refines,
    /// Not all inputs were tried.
    NothingFound,
    Differs(Box<Difference>),
    /// Nothing, and why.
    Refused(Refusal),
}

/// What Tandem says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Said {
    Proved,
    /// It is proved as long as other functions refine their counterparts.
    Resting,
    Refuted,
    Unknown,
    /// The pair is not lowered, for this reason.
    Unsupported(String),
    /// The checker did not accept the evidence.
    Rejected(String),
    /// Nothing for so long that nothing more is waited for.
    Endless,
}

/// A pair of modules: what is allowed, and what is to refine it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Texts {
    pub(crate) specification: String,
    pub(crate) implementation: String,
}

pub(crate) fn oracle(texts: &Texts) -> Truth {
    let decided = || -> Result<Verdict, Refusal> {
        let broken = |problem: Problem| Refusal::Malformed(problem.to_string());
        let before = read(&texts.specification).map_err(broken)?;
        let after = read(&texts.implementation).map_err(broken)?;
        let [before, after] = [Program::new(&before, WORLD)?, Program::new(&after, WORLD)?];
        refines(&before, &after, "f")
    };
    match decided() {
        Ok(Verdict::Refines) => Truth::Refines,
        Ok(Verdict::NothingFound) => Truth::NothingFound,
        Ok(Verdict::Differs(difference)) => Truth::Differs(difference),
        Err(refusal) => Truth::Refused(refusal),
    }
}

/// What Tandem may spend on a pair, counted in work so that it is the same on every machine.
const WORK: u64 = 1_000_000;

/// After what time a budget counts as not kept. It is many times what any pair takes that ends.
const PATIENCE: Duration = Duration::from_secs(120);

/// Asks Tandem. A question that never ends keeps its thread; whoever gets that answer stops soon.
pub(crate) fn tandem(texts: &Texts) -> Said {
    let (tell, told) = mpsc::channel();
    let asked = texts.clone();
    std::thread::spawn(move || {
        // Nobody listens any more where it took too long.
        let _ = tell.send(asked_of_tandem(&asked));
    });
    match told.recv_timeout(PATIENCE) {
        Ok(said) => said,
        Err(mpsc::RecvTimeoutError::Timeout) => Said::Endless,
        Err(mpsc::RecvTimeoutError::Disconnected) => Said::Rejected("a panic".to_owned()),
    }
}

fn asked_of_tandem(texts: &Texts) -> Said {
    let (Ok(before), Ok(after)) = (read(&texts.specification), read(&texts.implementation)) else {
        return Said::Unsupported("it is not read".to_owned());
    };
    let lowered = match pair(&before, &after, "f", &Options::default()) {
        Ok(lowered) => lowered,
        Err(problem) => return Said::Unsupported(problem.problem.message),
    };
    let refutation = lowered.refutation.as_ref().unwrap_or(&lowered.functions);
    let inputs = |number: u64| sample(&refutation.0, number);
    let question = question(&lowered, &inputs);
    match decide(&question, &Budget::unlimited().with_work(WORK)) {
        Ok(decided) => match decided.accepted.verdict() {
            Established::Proved if lowered.rests_on.is_empty() => Said::Proved,
            Established::Proved => Said::Resting,
            Established::Refuted => Said::Refuted,
        },
        Err(NoAnswer::Unknown(_)) => Said::Unknown,
        Err(NoAnswer::Rejected(why)) => Said::Rejected(why.to_string()),
    }
}

/// Whether two answers contradict each other.
pub(crate) fn is_contradiction(truth: &Truth, said: &Said) -> bool {
    match (truth, said) {
        (Truth::Refines, Said::Refuted) | (Truth::Differs(_), Said::Proved) => true,
        (Truth::Refused(_), _) => false,
        (_, Said::Rejected(_) | Said::Endless) => true,
        (_, _) => false,
    }
}
