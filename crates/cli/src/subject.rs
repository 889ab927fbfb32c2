//! What somebody asks about: which files, as what, understood how. Whoever has a subject and the texts of
//! its files can ask the same questions again.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::file::Arguments;

/// Files about which something is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Subject {
    /// What they are read as.
    #[serde(default)]
    pub(crate) form: Form,
    /// The files: one, or two that are compared.
    pub(crate) files: Vec<String>,
    /// How files in languages of others are understood.
    #[serde(default)]
    pub(crate) reading: Arguments,
}

/// What files are read as.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Form {
    /// What their extension says, with the claims that they contain.
    #[default]
    Claims,
    /// Modules of LLVM IR: does each function of the second do only what that of the first allows?
    Functions {
        /// The functions; none for all.
        names: Vec<String>,
    },
    /// A module of LLVM IR: what becomes of its functions after one small change?
    Mutants {
        /// The functions; none for all.
        names: Vec<String>,
        /// At most so many mutants of each function; 0 for all.
        most: usize,
    },
    /// Automata: is every infinite word of the first one of the second?
    Words {
        /// Whether propositions are matched by their order instead of their names.
        by_position: bool,
    },
    /// Formulas: is one satisfiable, or does one have a solution wherever the other holds?
    Formulas,
    /// Constrained Horn clauses: do they have a solution?
    Clauses,
    /// A file of evidence, with all texts inside: does it show what it says?
    Evidence {
        /// A file whose text takes the place of the one inside with the same name, or of the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        program: Option<String>,
    },
}

impl Subject {
    /// A file, with the claims that it contains.
    pub(crate) fn claims(path: &Path, reading: &Arguments) -> Self {
        Subject::new(Form::Claims, [path], reading)
    }

    /// Files that are read as something.
    pub(crate) fn new<'p>(
        form: Form,
        files: impl IntoIterator<Item = &'p Path>,
        reading: &Arguments,
    ) -> Self {
        let files = files.into_iter();
        Subject {
            form,
            files: files
                .map(|path| path.to_string_lossy().into_owned())
                .collect(),
            reading: reading.clone(),
        }
    }

    /// The paths of the files.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(Path::new)
    }

    /// What the last of its files is called: the one that is looked at.
    pub(crate) fn name(&self) -> &str {
        match self.form {
            Form::Functions { .. } => self.files.last(),
            _ => self.files.first(),
        }
        .map_or("", String::as_str)
    }
}
