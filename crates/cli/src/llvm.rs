//! Files of LLVM IR that programs import, and how their integers are understood.

use std::path::Path;

use clap::ValueEnum;
use program::{Module, Origin};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tandem::imports::{Opened, resolve};
use tandem::refinement::{Integers, Options};

use crate::source::Source;
use crate::suggest::did_you_mean;

/// How functions of LLVM IR are understood.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(next_help_heading = "LLVM IR")]
#[group(skip)]
pub(crate) struct Arguments {
    /// What integers are
    #[arg(long, value_name = "KIND", default_value = "bits")]
    pub(crate) integers: IntegersArg,
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
    pub(crate) fn options(self) -> Options {
        Options {
            integers: match self.integers {
                IntegersArg::Bits => Integers::BitPrecise,
                IntegersArg::Mathematical => Integers::Mathematical,
            },
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
pub(crate) fn import(module: &mut Module, file: &Path, arguments: Arguments) -> Vec<Wrong> {
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
