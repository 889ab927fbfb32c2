//! Files of LLVM IR that programs import, and how their integers are understood.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use program::Origin;
use question::Module;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tandem::imports::{Opened, resolve};
use tandem::refinement::{Assumption, Integers, Options};

use crate::suggest::did_you_mean;
use crate::texts::Texts;

/// How functions of LLVM IR are understood.
#[derive(Clone, PartialEq, Eq, Debug, Default, clap::Args, Serialize, Deserialize, JsonSchema)]
#[command(next_help_heading = "LLVM IR")]
#[group(skip)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Arguments {
    /// What integers are
    #[arg(long, value_name = "KIND", default_value = "bits")]
    pub(crate) integers: IntegersArg,

    /// Assume that arguments satisfy the attributes of both functions, and are neither poison nor undef
    #[arg(long)]
    pub(crate) well_formed: bool,

    /// Assume less: a verdict that would rest on this assumption becomes `unknown`; may be repeated
    #[arg(long, value_name = "ASSUMPTION", value_delimiter = ',')]
    pub(crate) deny: Vec<Denied>,
}

/// What can be taken back of what verdicts about LLVM IR rest on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub(crate) enum Denied {
    One(Assumption),
    All,
}

impl From<Denied> for String {
    fn from(denied: Denied) -> String {
        match denied {
            Denied::One(assumption) => assumption.key().to_owned(),
            Denied::All => ALL.to_owned(),
        }
    }
}

impl TryFrom<String> for Denied {
    type Error = String;

    fn try_from(word: String) -> Result<Self, String> {
        let all = Denied::value_variants().iter();
        let mut named = all.filter(|denied| String::from(**denied) == word);
        let denied = named.next().copied();
        denied.ok_or_else(|| format!("`{word}` is no assumption"))
    }
}

/// The word for all assumptions.
const ALL: &str = "all";

impl Denied {
    fn assumptions(&self) -> &[Assumption] {
        match self {
            Denied::One(assumption) => std::slice::from_ref(assumption),
            Denied::All => Assumption::ALL,
        }
    }
}

impl ValueEnum for Denied {
    fn value_variants<'a>() -> &'a [Self] {
        static VARIANTS: LazyLock<Vec<Denied>> = LazyLock::new(|| {
            // The others are asked for by options of their own.
            let asked_for = [Assumption::Mathematical, Assumption::WellFormed];
            let all = Assumption::ALL.iter();
            let denied = all.filter(|assumption| !asked_for.contains(assumption));
            let denied = denied.map(|assumption| Denied::One(*assumption));
            denied.chain([Denied::All]).collect()
        });
        &VARIANTS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Denied::One(assumption) => {
                let help = assumption.sentence().replace('`', "");
                let mut letters = help.chars();
                let first = letters.next().map(|letter| letter.to_ascii_uppercase());
                let help: String = first.into_iter().chain(letters).collect();
                PossibleValue::new(assumption.key()).help(help)
            }
            Denied::All => PossibleValue::new(ALL).help("All of them"),
        })
    }
}

/// What integers are.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub(crate) enum IntegersArg {
    /// Bit-vectors, as in LLVM
    #[default]
    Bits,
    /// Mathematical integers without overflow, which the verdict then says
    Mathematical,
}

impl Arguments {
    /// The same for the library.
    pub(crate) fn options(&self) -> Options {
        let integers = match self.integers {
            IntegersArg::Bits => Integers::BitPrecise,
            IntegersArg::Mathematical => Integers::Mathematical,
        };
        let denied = self.deny.iter().flat_map(Denied::assumptions).copied();
        let mut denied: BTreeSet<Assumption> = denied.collect();
        // What is asked for is not denied by the same breath.
        if self.well_formed {
            denied.remove(&Assumption::WellFormed);
        }
        if integers == Integers::Mathematical {
            denied.remove(&Assumption::Mathematical);
        }
        Options {
            integers,
            well_formed: self.well_formed,
            denied,
        }
    }
}

/// Something wrong with an import, where it stands.
pub(crate) struct Wrong {
    pub(crate) origin: Origin,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
}

/// Reads the files that a module imports, seen from the folder of its own file, and tells its claims
/// what they are about.
pub(crate) fn import(
    module: &mut Module,
    file: &Path,
    arguments: &Arguments,
    texts: &Texts,
) -> Vec<Wrong> {
    if module.imports.is_empty() {
        return Vec::new();
    }
    let folder = file.parent().unwrap_or(Path::new(""));
    let mut open = |path: &str| {
        let source = texts.read(&folder.join(path))?;
        Ok(Opened {
            shown: source.path,
            text: source.text,
        })
    };
    let problems = resolve(module, &arguments.options(), &mut open);
    let wrong = problems.into_iter().map(|problem| Wrong {
        hint: problem
            .wanted
            .as_ref()
            .and_then(|wanted| did_you_mean(wanted, problem.candidates.iter().map(String::as_str))),
        origin: problem.origin,
        message: problem.message,
    });
    wrong.collect()
}
