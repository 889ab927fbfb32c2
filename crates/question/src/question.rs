//! What an engine is asked: for each relation exactly the data of that relation.

use std::collections::BTreeSet;
use std::sync::Arc;

use logic::smtlib::Declarations;
use logic::{Function, Symbol, Term};
use program::Program;
use program::system::System;

use crate::import::Comparison;
use crate::network::Network;
use crate::setting::Setting;
use crate::{Augmentation, Losable, Temporal};

/// A claim with its programs, ready for an engine.
#[derive(Clone, Debug)]
pub enum Question {
    /// `A simulated by B`.
    Simulated(Simulated),
    /// `A abstracted by B`.
    Abstracted(Abstracted),
    /// `A abstracted by B`, of functions of imported files.
    Refines(Refines),
    /// `safe for a = P, b = Q`.
    SafeFor(SafeFor),
    /// `S safe` and `S equivalent to T`, of systems of processes.
    Safe(Box<Safe>),
    /// `A included in B`.
    Included(Included),
    /// `P satisfies φ`.
    Satisfies(Satisfies),
    /// `ring(q o p^n) satisfies φ for all n`.
    AllSizes(AllSizes),
}

/// The first program is simulated by the second.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// The implementation, and the specification.
    pub setting: Setting<[Program; 2]>,
    /// What must hold at the end.
    pub ensures: Term,
}

/// The first program is simulated by an abstraction of the second.
#[derive(Clone, Debug)]
pub struct Abstracted {
    /// The same without an abstraction.
    pub simulated: Simulated,
    /// What the abstraction may lose.
    pub losable: Losable,
}

/// The first function refines the second.
#[derive(Clone, Debug)]
pub struct Refines {
    /// The names of the functions in the claim, the implementation first.
    pub aliases: [Symbol; 2],
    /// The functions.
    pub comparison: Arc<Comparison>,
}

/// Runs of all programs that start related end related.
#[derive(Clone, Debug)]
pub struct SafeFor {
    /// The copies.
    pub setting: Setting<Vec<Program>>,
    /// What must hold at the end.
    pub ensures: Term,
    /// Assertions that may help with a proof: to be tried, never to be trusted.
    pub hints: Vec<Term>,
}

/// A closed system satisfies its assertions. Two systems that are compared are one system with what
/// they must agree on at the end.
#[derive(Clone, Debug)]
pub struct Safe {
    /// The system, with all that the claim says of it.
    pub system: System,
    /// Assertions that may help with a proof: to be tried, never to be trusted.
    pub hints: Vec<Term>,
}

/// The fair behaviours of the first program are behaviours of the second.
#[derive(Clone, Debug)]
pub struct Included {
    /// The implementation, and the specification.
    pub setting: Setting<[Program; 2]>,
    /// What may help: to be tried, never to be trusted.
    pub augmentation: Option<Augmentation<Program>>,
}

/// The fair behaviours of a program satisfy a temporal formula.
#[derive(Clone, Debug)]
pub struct Satisfies {
    /// The program.
    pub setting: Setting<[Program; 1]>,
    /// What all its fair runs satisfy.
    pub property: Temporal,
}

/// So do those of networks of any size.
#[derive(Clone, Debug)]
pub struct AllSizes {
    /// The programs that the network speaks of.
    pub setting: Setting<Vec<Program>>,
    /// How the programs make up a network.
    pub network: Network,
    /// What all fair runs satisfy.
    pub property: Temporal,
}

/// Why a claim is no question for any engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(pub String);

impl SafeFor {
    /// The uninterpreted functions that the question speaks of.
    #[must_use]
    pub fn functions(&self) -> BTreeSet<Function> {
        let formulas = self.hints.iter().chain([&self.ensures]);
        self.setting.functions(formulas)
    }

    /// Names for the variables and functions of the question, under which texts speak of them.
    #[must_use]
    pub fn declarations(&self) -> Declarations {
        self.setting.declarations(&self.functions())
    }
}

/// One way from a question to the data of its relation, and back.
macro_rules! relation {
    ($variant:ident, $name:ident) => {
        impl Question {
            #[doc = concat!("The data of this relation, if the question is one of ", stringify!($variant), ".")]
            #[must_use]
            pub fn $name(self) -> Option<$variant> {
                match self {
                    Question::$variant(question) => Some(question),
                    _ => None,
                }
            }
        }

        impl From<$variant> for Question {
            fn from(question: $variant) -> Self {
                Question::$variant(question)
            }
        }
    };
}

relation!(Simulated, simulated);
relation!(Abstracted, abstracted);
relation!(Refines, refines);
relation!(SafeFor, safe_for);
relation!(Included, included);
relation!(Satisfies, satisfies);
relation!(AllSizes, all_sizes);

impl Question {
    /// The data of this relation, if the question is one of `Safe`.
    #[must_use]
    pub fn safe(self) -> Option<Safe> {
        match self {
            Question::Safe(question) => Some(*question),
            _ => None,
        }
    }
}

impl From<Safe> for Question {
    fn from(question: Safe) -> Self {
        Question::Safe(Box::new(question))
    }
}
