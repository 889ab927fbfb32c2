//! Mutants: what becomes of a function after one small change?
//!
//! A mutant is *killed* by inputs on which it does something that the original cannot do; both are
//! run on them. It *refines* the original where that is proved, and is *equivalent* where the
//! original refines it as well: no test can kill it then.

use budget::Budget;
use program::Function;

use crate::NoAnswer;
use crate::refinement::{
    Difference, Module, Options, Refinement, comparison, decide, pair, question, read, refute,
    sample,
};
use stories::functions::{Meaning, Story, story};

pub use frontend_llvm::{Mutant, Mutation, mutants};

/// The work by which a difference is looked for before anything else: most mutants are killed by that, which
/// is quick.
pub(crate) const FOR_HUNT: u64 = 4_000_000;

/// What became of a mutant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Some input tells it from the original.
    Killed {
        /// The inputs, by name, memory included.
        inputs: Vec<(String, evidence::Datum)>,
        /// How the two differ on them; none where that cannot be told.
        story: Option<Box<Story>>,
    },
    /// It and the original refine each other.
    Equivalent,
    /// It refines the original; whether the original refines it is not so, or not known.
    Refines,
    /// It could not be told.
    Unknown(String),
    /// The checker rejected the evidence: a bug in Tandem.
    Rejected(String),
}

/// Finds out what becomes of a mutant of a function. Each of the two questions has the budget that
/// `budget` makes.
#[must_use]
pub fn judge(
    text: &str,
    original: &Module<'_>,
    function: &str,
    mutant: &Mutant,
    options: &Options,
    budget: &dyn Fn() -> Budget,
) -> Fate {
    let mutated = mutant.apply(text);
    let mutated = match read(&mutated) {
        Ok(mutated) => mutated,
        Err(problem) => return Fate::Unknown(format!("the mutant cannot be read: {problem}")),
    };
    match ask(original, &mutated, function, options, &budget()) {
        Ok(None) => {}
        Ok(Some(fate)) | Err(fate) => return fate,
    }
    match ask(&mutated, original, function, options, &budget()) {
        Ok(None) => Fate::Equivalent,
        Err(fate @ Fate::Rejected(_)) => fate,
        Ok(Some(_)) | Err(_) => Fate::Refines,
    }
}

/// How a function is killed that does not refine its counterpart; nothing where it does.
fn ask(
    specification: &Module<'_>,
    implementation: &Module<'_>,
    function: &str,
    options: &Options,
    budget: &Budget,
) -> Result<Option<Fate>, Fate> {
    let lowered = pair(specification, implementation, function, options)
        .map_err(|problem| Fate::Unknown(format!("unsupported: {problem}")))?;
    let subject = lowered.refutation.as_ref().unwrap_or(&lowered.functions);
    let inputs = |number: u64| sample(&subject.0, number);
    let question = question(&lowered, &inputs);
    let killed = refute(&question, &budget.clone().with_work(FOR_HUNT), budget);
    let decided = match killed.map_err(without_answer)? {
        Some(decided) => decided,
        None => decide(&question, budget).map_err(without_answer)?,
    };
    let Refinement::Difference(difference) = &decided.evidence else {
        return Ok(None);
    };
    let inputs = named(&subject.0, difference);
    let comparison = comparison(lowered);
    let meaning = comparison.meaning.downcast_ref::<Meaning>();
    let told = meaning.map(|meaning| story(comparison.refutation(), meaning, difference));
    debug_assert!(matches!(told, Some(Ok(_))), "{function}: {told:?}");
    Ok(Some(Fate::Killed {
        inputs,
        story: told.and_then(Result::ok).map(Box::new),
    }))
}

fn without_answer(reason: NoAnswer) -> Fate {
    match reason {
        NoAnswer::Unknown(reason) => Fate::Unknown(reason.to_string()),
        NoAnswer::Rejected(rejected) => Fate::Rejected(rejected.to_string()),
    }
}

/// The inputs with their names.
fn named(function: &Function, difference: &Difference) -> Vec<(String, evidence::Datum)> {
    let names = function.inputs.iter().map(|var| var.name.to_string());
    names.zip(difference.inputs.iter().cloned()).collect()
}
