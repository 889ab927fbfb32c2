//! What is read: from the disk, where everything that is read is kept as well, or from evidence, which
//! has all texts inside. Nothing else opens an input.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::source::Source;

/// A text that was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Input {
    /// The path under which it was read.
    pub(crate) path: String,
    /// The SHA-256 of the text, in hexadecimal digits.
    pub(crate) sha256: String,
    /// The text.
    pub(crate) text: String,
}

impl Input {
    fn new(source: &Source) -> Self {
        Input {
            path: source.path.clone(),
            sha256: sha256(source.text.as_bytes()),
            text: source.text.clone(),
        }
    }
}

impl Input {
    /// Puts another text in the place of this one, under its name.
    pub(crate) fn set_text(&mut self, text: String) {
        self.sha256 = sha256(text.as_bytes());
        self.text = text;
    }
}

/// The SHA-256 in hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// Bytes in hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Where texts come from.
#[derive(Debug)]
pub(crate) enum Texts {
    /// From the disk; what was read so far.
    Disk(RefCell<Vec<Input>>),
    /// From these, and from nowhere else.
    Given(Vec<Input>),
}

impl Texts {
    /// Texts of the disk.
    pub(crate) fn disk() -> Self {
        Texts::Disk(RefCell::default())
    }

    /// These texts.
    ///
    /// # Errors
    /// A sentence that names a text that is not what its hash says.
    pub(crate) fn given(inputs: Vec<Input>) -> Result<Self, String> {
        let torn = inputs
            .iter()
            .find(|input| sha256(input.text.as_bytes()) != input.sha256);
        match torn {
            Some(input) => Err(format!(
                "the text of {} is not what its hash says",
                input.path
            )),
            None => Ok(Texts::Given(inputs)),
        }
    }

    /// A text that there should be.
    ///
    /// # Errors
    /// A sentence that says why it cannot be read.
    pub(crate) fn read(&self, path: &Path) -> Result<Source, String> {
        match self {
            Texts::Disk(read) => {
                let source = Source::read(path)?;
                let mut read = read.borrow_mut();
                if !read.iter().any(|input| input.path == source.path) {
                    read.push(Input::new(&source));
                }
                Ok(source)
            }
            Texts::Given(inputs) => {
                let shown = path.display().to_string();
                let input = inputs.iter().find(|input| input.path == shown);
                let input = input.ok_or_else(|| format!("{shown} is not part of the evidence"))?;
                Ok(Source::new(shown, input.text.clone()))
            }
        }
    }

    /// A text that may be there.
    pub(crate) fn find(&self, path: &Path) -> Option<Source> {
        self.read(path).ok()
    }

    /// All that was read, or given.
    pub(crate) fn inputs(self) -> Vec<Input> {
        match self {
            Texts::Disk(read) => read.into_inner(),
            Texts::Given(inputs) => inputs,
        }
    }
}
