//! Functions of other files: what `import "s.ll" as s;` brings in, and claims about such functions.
//!
//! Whoever reads a module knows that it imports a file, not what the file says: that is for those who
//! may open files and know their language. They fill in what the claims compare ([`Compared`]).

use std::any::Any;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use logic::Symbol;

use program::{Function, Origin};

use crate::{Claim, ClaimKind, Module};

/// A file that a module imports: `import "s.ll" as s;`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    /// The name under which claims speak of it.
    pub alias: Symbol,
    /// The path as it is written, seen from the folder of the importing file.
    pub path: String,
    /// Where the path is written.
    pub origin: Origin,
}

/// A function of an imported file: `s.f`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportedFunction {
    /// The name of the import.
    pub import: Symbol,
    /// The name of the function in its file.
    pub function: Symbol,
    /// Where it is named.
    pub origin: Origin,
}

impl std::fmt::Display for ImportedFunction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.import, self.function)
    }
}

/// A specification and an implementation, with inputs of the same sorts.
#[derive(Clone, Hash, Debug)]
pub struct FunctionPair {
    /// What is allowed.
    pub specification: Function,
    /// What is done.
    pub implementation: Function,
}

/// Two functions as a claim compares them.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The functions that a proof is about.
    pub proof: FunctionPair,
    /// The functions that a refutation is about, where they are not the same: a front end may have
    /// to say more or less than a program means.
    pub refutation: Option<FunctionPair>,
    /// What a verdict takes for granted, a sentence each.
    pub assumptions: Vec<String>,
    /// What the front end knows to tell a refutation in the words of its files: its own affair.
    pub meaning: Arc<dyn Any + Send + Sync>,
}

impl Hash for Comparison {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Comparison {
            proof,
            refutation,
            assumptions,
            // How something is told is no part of what is asked.
            meaning: _,
        } = self;
        (proof, refutation, assumptions).hash(state);
    }
}

impl Comparison {
    /// The functions that a refutation is about.
    #[must_use]
    pub fn refutation(&self) -> &FunctionPair {
        self.refutation.as_ref().unwrap_or(&self.proof)
    }
}

/// What is known of the functions of a claim.
#[derive(Clone, Debug, Default)]
pub enum Compared {
    /// Nobody has read the imported files.
    #[default]
    Unread,
    /// These are the functions.
    Functions(Arc<Comparison>),
    /// Something in one of them is not supported: what, and where.
    Unsupported(String),
}

impl Module {
    /// The import with this name.
    #[must_use]
    pub fn import(&self, alias: Symbol) -> Option<&Import> {
        self.imports.iter().find(|import| import.alias == alias)
    }
}

impl Claim {
    /// What is known of the functions that the claim is about, if it is about functions.
    #[must_use]
    pub fn compared(&self) -> Option<&Compared> {
        match &self.kind {
            ClaimKind::Refines { compared, .. } => Some(compared),
            _ => None,
        }
    }

    /// The functions of imported files that take part, the implementation first.
    #[must_use]
    pub fn functions(&self) -> Vec<&ImportedFunction> {
        match &self.kind {
            ClaimKind::Refines {
                implementation,
                specification,
                ..
            } => vec![implementation, specification],
            _ => Vec::new(),
        }
    }
}
