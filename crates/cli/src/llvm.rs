//! Files of LLVM IR that programs import, and how their integers are understood.

use std::collections::BTreeSet;
use std::path::Path;

use clap::ValueEnum;
use program::{Module, Origin};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tandem::imports::{Opened, resolve};
use tandem::refinement::{Assumption, Integers, Options};

use crate::source::Source;
use crate::suggest::did_you_mean;

/// How functions of LLVM IR are understood.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "LLVM IR")]
#[group(skip)]
pub(crate) struct Arguments {
    /// What integers are
    #[arg(long, value_name = "KIND", default_value = "bits")]
    pub(crate) integers: IntegersArg,

    /// Assume that arguments satisfy the attributes of both functions, and are neither poison nor undef
    #[arg(long)]
    pub(crate) well_formed: bool,

    /// Assume less: a verdict that would rest on this assumption becomes `unknown`; may be repeated
    #[arg(long, value_name = "ASSUMPTION", value_delimiter = ',')]
    pub(crate) deny: Vec<AssumptionArg>,
}

/// What can be taken back of what verdicts about LLVM IR rest on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum AssumptionArg {
    /// Parameters are not undef
    Parameters,
    /// Memory that the caller hands over holds neither undef nor poison
    Memory,
    /// A pointer from memory, from a call or from a number points into the object at its address
    Provenance,
    /// No other thread writes or frees memory that the function accesses, or accesses what it writes
    Threads,
    /// Functions named as in the C library are those of the C library
    Library,
    /// Accesses keep to the implementation's !tbaa, !alias.scope and !noalias
    Aliasing,
    /// Memory that was freed is not used for another object while the function runs
    Reuse,
    /// What a noalias parameter points to is apart from all else that the function accesses
    Noalias,
    /// A function that accesses no memory, returns and does not unwind gives the same result for the
    /// same arguments
    Determinism,
    /// Constants lie within two gigabytes
    Near,
    /// All of them
    All,
}

impl AssumptionArg {
    fn denies(self) -> Vec<Assumption> {
        vec![match self {
            AssumptionArg::Parameters => Assumption::Parameters,
            AssumptionArg::Memory => Assumption::Memory,
            AssumptionArg::Provenance => Assumption::Provenance,
            AssumptionArg::Threads => Assumption::Threads,
            AssumptionArg::Library => Assumption::Library,
            AssumptionArg::Aliasing => Assumption::Aliasing,
            AssumptionArg::Reuse => Assumption::Reuse,
            AssumptionArg::Noalias => Assumption::Noalias,
            AssumptionArg::Determinism => Assumption::Determinism,
            AssumptionArg::Near => Assumption::Near,
            AssumptionArg::All => return Assumption::ALL.to_vec(),
        }]
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
        let mut denied: BTreeSet<Assumption> =
            self.deny.iter().flat_map(|it| it.denies()).collect();
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
pub(crate) fn import(module: &mut Module, file: &Path, arguments: &Arguments) -> Vec<Wrong> {
    if module.imports.is_empty() {
        return Vec::new();
    }
    let folder = file.parent().unwrap_or(Path::new(""));
    let mut open = |path: &str| {
        let source = Source::read(&folder.join(path))?;
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
