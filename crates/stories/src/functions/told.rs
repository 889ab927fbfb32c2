//! Refutations as stories: what both functions are given, what each does, and in what they differ, in the
//! words of the `.ll` files.
//!
//! In what two runs differ is the checker's word ([`contrast`]); the story puts it into words. A story
//! in which nothing differs is none ([`Untold`]).

mod accounts;
mod contrast;
mod trace;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use checker::abstraction::{Contrast, contrast, replay};
use frontend_llvm::meaning::{FunctionMeaning, InputMeaning, Meaning, Memory};
use logic::{Symbol, Value};
use program::Function;
use program::function::{Run, RunEnd};
use question::import::FunctionPair;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use accounts::{Account, Differing};
use contrast::sentence;
use evidence::abstraction::Difference;
use trace::Trace;
use words::{Words, address, global_name, has_short_forms, integer_type, number};

/// How many bytes of memory are told of, and how many wider cells.
const MOST_BYTES: usize = 12;
const MOST_CELLS: usize = 6;

/// How two functions differ on some inputs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Story {
    /// In what they differ: a sentence without its full stop.
    pub difference: String,
    /// What both are given.
    pub inputs: Vec<Given>,
    /// What the specification does, in order; of several runs that it may choose from, one.
    pub specification: Vec<Deed>,
    /// What the implementation does, in order.
    pub implementation: Vec<Deed>,
}

impl Story {
    /// Whether what the functions do looks different, whatever was meant.
    fn shows_difference(&self) -> bool {
        let unplaced = |deeds: &[Deed]| {
            let unplaced = |deed: &Deed| Deed {
                line: None,
                ..deed.clone()
            };
            deeds.iter().map(unplaced).collect::<Vec<_>>()
        };
        unplaced(&self.specification) != unplaced(&self.implementation)
    }
}

/// Something that both functions are given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// The parameter or the global; none for memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its type.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub ty: Option<String>,
    /// What it is, as people would write it.
    pub text: String,
}

/// Something that a function does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deed {
    /// The line of the function's file, from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What it does, as the rest of a sentence that begins with the function.
    pub text: String,
    /// What whoever is called does then: the rest of a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// What it leaves in memory where the other one leaves something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves: Option<String>,
    /// Why the behaviour is undefined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Deed {
    fn new(line: Option<u32>, text: impl Into<String>) -> Self {
        Deed {
            line,
            text: text.into(),
            outcome: None,
            leaves: None,
            reason: None,
        }
    }
}

/// The whole sentence, with its line.
impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        if let Some(line) = self.line {
            write!(f, " at line {line}")?;
        }
        if let Some(outcome) = &self.outcome {
            write!(f, ", which {outcome}")?;
        }
        if let Some(leaves) = &self.leaves {
            write!(f, " and leaves {leaves}")?;
        }
        match &self.reason {
            Some(reason) => write!(f, ": {reason}"),
            None => Ok(()),
        }
    }
}

/// Why there is no story.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Untold {
    /// The evidence does not fit the functions.
    #[error("the runs cannot be followed")]
    Runs,
    /// What would be told is no difference.
    #[error("the story does not show the difference")]
    Difference,
}

/// Tells how two functions differ. `meaning` is that of the functions for refutations.
///
/// # Errors
/// Where the runs cannot be followed, and where the story would not show a difference.
pub fn story(
    pair: &FunctionPair,
    meaning: &Meaning,
    difference: &Difference,
) -> Result<Story, Untold> {
    let theirs = Followed::new(&pair.specification, &meaning.specification, difference)?;
    let ours = Followed::new(&pair.implementation, &meaning.implementation, difference)?;
    let inputs = decoded(&pair.specification, meaning, difference).ok_or(Untold::Runs)?;
    let words = Words::of(&inputs);
    let contrast = contrast(&ours.run, &theirs.run);
    let reads: BTreeSet<(Symbol, Value)> = theirs
        .trace
        .reads
        .union(&ours.trace.reads)
        .cloned()
        .collect();
    let compared = theirs.trace.compared.union(&ours.trace.compared);
    let compared: BTreeSet<Symbol> = compared.copied().collect();
    let differing = Differing::of(contrast, &theirs, &ours);
    let vars = pair.specification.inputs.iter();
    let regions = vars
        .zip(&meaning.inputs)
        .filter_map(|(var, meaning)| match meaning {
            InputMeaning::Memory(memory) => Some((var.name, memory.clone())),
            _ => None,
        });
    let regions: BTreeMap<Symbol, Memory> = regions.collect();
    let told = |followed| Account {
        followed,
        words: &words,
        reads: &reads,
        regions: &regions,
        contrast,
        differing: differing.clone(),
        types_differ: false,
    };
    let [mut account, mut our_account] = [told(&theirs), told(&ours)];
    if let Some(Contrast::Event(at)) = contrast
        && account.callee(at).is_some()
        && account.callee(at) == our_account.callee(at)
        && account.signature(at) != our_account.signature(at)
    {
        account.types_differ = true;
        our_account.types_differ = true;
    }
    let story = match contrast {
        Some(contrast) => Story {
            difference: sentence(&account, &our_account, contrast).ok_or(Untold::Difference)?,
            inputs: given(&pair.specification, &inputs, &words, &reads, &compared),
            specification: account.deeds(),
            implementation: our_account.deeds(),
        },
        // The checker has followed all runs that the specification may choose; the one at hand may be
        // none that ends.
        None if theirs.run.choices > 0 => Story {
            difference:
                "whatever the specification chooses, it does not do what the implementation does"
                    .to_owned(),
            inputs: given(&pair.specification, &inputs, &words, &reads, &compared),
            specification: Vec::new(),
            implementation: our_account.deeds(),
        },
        None => return Err(Untold::Difference),
    };
    match story.shows_difference() {
        true => Ok(story),
        false => Err(Untold::Difference),
    }
}

/// A function and its run.
struct Followed<'f> {
    function: &'f Function,
    meaning: &'f FunctionMeaning,
    run: Run,
    trace: Trace,
}

impl<'f> Followed<'f> {
    fn new(
        function: &'f Function,
        meaning: &'f FunctionMeaning,
        difference: &Difference,
    ) -> Result<Self, Untold> {
        let run = replay(function, difference).map_err(|_| Untold::Runs)?;
        let trace = Trace::of(function, difference, &run).ok_or(Untold::Runs)?;
        Ok(Followed {
            function,
            meaning,
            run,
            trace,
        })
    }

    /// The values that it returns.
    fn returned(&self) -> &[program::function::Seen] {
        match &self.run.end {
            RunEnd::Returned(values) => values,
            _ => &[],
        }
    }
}

/// The inputs with what they mean.
fn decoded<'m>(
    function: &Function,
    meaning: &'m Meaning,
    difference: &Difference,
) -> Option<Vec<(&'m InputMeaning, Value)>> {
    if meaning.inputs.len() != function.inputs.len() {
        return None;
    }
    let vars = function.inputs.iter().zip(&difference.inputs);
    let values = vars.map(|(var, datum)| datum.decode(&var.sort));
    let pairs = meaning.inputs.iter().zip(values);
    pairs
        .map(|(meaning, value)| Some((meaning, value?)))
        .collect()
}

/// What both functions are given, in words.
fn given(
    function: &Function,
    inputs: &[(&InputMeaning, Value)],
    words: &Words,
    reads: &BTreeSet<(Symbol, Value)>,
    compared: &BTreeSet<Symbol>,
) -> Vec<Given> {
    let mut all = Vec::new();
    for (position, (meaning, value)) in inputs.iter().enumerate() {
        let is_poison = matches!(
            inputs.get(position + 1),
            Some((InputMeaning::Poison(_), Value::Bool(true)))
        );
        let mut tell = |name: Option<String>, ty: Option<String>, text: String| {
            all.push(Given { name, ty, text });
        };
        let is_compared = compared.contains(&function.inputs[position].name);
        match meaning {
            InputMeaning::Integer(part) => {
                let name = match part.part {
                    Some(number) => format!("element {number} of {}", part.name),
                    None => part.name.clone(),
                };
                let ty = integer_type(value);
                let text = match is_poison {
                    true => format!("{name} = poison"),
                    false => integer(&name, value, ty.as_deref()),
                };
                tell(Some(name), ty, text);
            }
            InputMeaning::Pointer(part) => {
                if let Some((sign, told)) = words.pointer_input(part) {
                    let mut text = format!("{} {sign} {told}", part.name);
                    let place = format!(" (address {})", address(value));
                    if is_compared && sign == "→" && !text.ends_with(&place) {
                        text.push_str(&place);
                    }
                    tell(Some(part.name.clone()), Some("ptr".to_owned()), text);
                }
            }
            InputMeaning::Address { global, .. } if is_compared => {
                let text = format!("{} is at address {}", global_name(global), address(value));
                tell(Some(global.clone()), Some("ptr".to_owned()), text);
            }
            InputMeaning::Size { global } => {
                let text = format!("{} has {} bytes", global_name(global), number(value));
                tell(Some(global.clone()), None, text);
            }
            InputMeaning::Memory(memory) => {
                let Value::Array(array) = value else {
                    continue;
                };
                let var = &function.inputs[position];
                let places = reads.iter().filter(|(name, _)| *name == var.name);
                let cells = places.map(|(_, place)| (place.clone(), array.get(place).clone()));
                let most = if memory.bytes > 1 {
                    MOST_CELLS
                } else {
                    MOST_BYTES
                };
                let mut cells: Vec<(Value, Value)> = cells.collect();
                let left = cells.len().saturating_sub(most);
                cells.truncate(most);
                for line in words.cells(memory, &cells) {
                    tell(None, None, line);
                }
                if left > 0 {
                    let what = if memory.bytes > 1 { "cells" } else { "bytes" };
                    tell(
                        None,
                        None,
                        format!("… and {left} more {what} that are read"),
                    );
                }
            }
            InputMeaning::Poison(_)
            | InputMeaning::Low(_)
            | InputMeaning::High(_)
            | InputMeaning::Address { .. }
            | InputMeaning::Begins
            | InputMeaning::Ends
            | InputMeaning::Fixed => {}
        }
    }
    all
}

/// An integer with its type, and without its sign where that is another number.
fn integer(name: &str, value: &Value, ty: Option<&str>) -> String {
    let text = format!("{name} = {}", number(value));
    match (value, ty) {
        (Value::BitVec(bits), Some(ty)) if has_short_forms(bits) => {
            format!("{text} ({ty}, unsigned {})", bits.unsigned())
        }
        (Value::BitVec(_), Some(ty)) => format!("{text} ({ty})"),
        _ => text,
    }
}
