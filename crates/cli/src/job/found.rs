//! What a search has found, on its way to whoever checks it.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use evidence::Evidence;
use question::Unreadable;
use report::{Effort, Reason, ReasonKind, Warning};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diagnostics::Complaint;
use crate::source::Source;
use crate::texts::sha256;

/// The longest evidence that goes with an answer. What is longer goes by way of a file.
const LONGEST: usize = 256 << 10;

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Found {
    /// The engine that has the last word.
    pub(crate) engine: String,
    /// How much was looked at.
    pub(crate) effort: Effort,
    /// What the author of the programs may want to know.
    pub(crate) warnings: Vec<Warning>,
    /// Invariants in the notation of the language.
    pub(crate) invariants: Vec<String>,
    /// What came of it.
    pub(crate) outcome: Outcome,
}

/// What came of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// Evidence, which nobody has checked.
    Evidence(Written),
    /// Nothing, for this reason.
    Nothing(Reason),
}

/// Evidence as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Written {
    /// The text itself.
    Inside(String),
    /// In a file of the folder that the supervisor has named: the SHA-256 of what it says, in
    /// hexadecimal digits, which is its name as well.
    File(String),
}

impl Outcome {
    /// Evidence, written into a file of a folder where it is long.
    pub(super) fn of(evidence: &Evidence, folder: &Path) -> Self {
        let text = match serde_json::to_string(evidence) {
            Ok(text) => text,
            Err(error) => return nothing(format!("the evidence cannot be written: {error}")),
        };
        if text.len() <= LONGEST {
            return Outcome::Evidence(Written::Inside(text));
        }
        if folder.as_os_str().is_empty() {
            return nothing(
                "there is no folder for evidence as long as this: see TMPDIR".to_owned(),
            );
        }
        let hash = sha256(text.as_bytes());
        let path = folder.join(format!("{hash}.json"));
        // Nothing of anybody else is replaced; what has this name says the same.
        let written = match fs::File::create_new(&path) {
            Ok(mut file) => file.write_all(text.as_bytes()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            Err(error) => Err(error),
        };
        match written {
            Ok(()) => Outcome::Evidence(Written::File(hash)),
            Err(error) => {
                let path = path.display();
                nothing(format!("the evidence cannot be written to {path}: {error}"))
            }
        }
    }
}

impl Written {
    /// Reads evidence.
    ///
    /// # Errors
    /// A sentence that says why it is none.
    pub(super) fn read(&self, folder: &Path) -> Result<Evidence, String> {
        let text = match self {
            Written::Inside(text) => text.clone(),
            Written::File(hash) => {
                // Whoever has searched must not make anybody open other files.
                if !hash.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    return Err("the evidence has no hash".to_owned());
                }
                let path = folder.join(format!("{hash}.json"));
                let text = Source::read(&path)?.text;
                if sha256(text.as_bytes()) != *hash {
                    return Err(format!("{} is not what was written", path.display()));
                }
                // Whoever has it needs no second copy.
                let _ = fs::remove_file(&path);
                text
            }
        };
        serde_json::from_str(&text).map_err(|error| format!("this is no evidence: {error}"))
    }
}

fn nothing(text: String) -> Outcome {
    Outcome::Nothing(Reason {
        kind: ReasonKind::Incomplete,
        text,
        place: None,
        hints: Vec::new(),
    })
}

impl Found {
    /// The evidence that was found.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn evidence(&self, folder: &Path) -> Result<Evidence, Complaint> {
        match &self.outcome {
            Outcome::Evidence(written) => written.read(folder).map_err(Complaint::new),
            Outcome::Nothing(reason) => Err(Complaint::new(reason.text.clone())),
        }
    }

    /// Nothing, for a reason.
    pub(crate) fn nothing(kind: ReasonKind, text: String) -> Self {
        Found {
            outcome: Outcome::Nothing(Reason {
                kind,
                text,
                place: None,
                hints: Vec::new(),
            }),
            ..Found::by("none")
        }
    }

    /// Nothing, because engines cannot be asked.
    pub(super) fn unsupported(Unreadable(why): &Unreadable) -> Self {
        Found::nothing(ReasonKind::Unsupported, format!("unsupported: {why}"))
    }

    /// Evidence from a file: nobody has searched.
    pub(super) fn verified() -> Self {
        Found::by("checker")
    }

    pub(crate) fn by(engine: &str) -> Self {
        Found {
            engine: engine.to_owned(),
            effort: Effort {
                states: 0,
                pairs: 0,
            },
            warnings: Vec::new(),
            invariants: Vec::new(),
            outcome: nothing(String::new()),
        }
    }
}
