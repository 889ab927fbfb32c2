//! What an engine is asked: for each relation exactly the data of that relation.

use std::collections::BTreeSet;
use std::sync::Arc;

use logic::smtlib::Declarations;
use logic::{Function, Prenex, Symbol, Term, Var};
use program::system::System as Processes;
use program::{Origin, Program};

use crate::automaton::Automaton;
use crate::clauses::System;
use crate::import::Comparison;
use crate::network::Network;
use crate::setting::Setting;
use crate::{Augmentation, Losable, Temporal};

/// A claim with its programs, ready for an engine.
#[derive(Clone, Hash, Debug)]
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
    /// Every infinite word of one automaton is one of another.
    Words(Words),
    /// A quantified formula is satisfiable.
    Formula(Formula),
    /// `forall x. S(x) => exists y. T(x, y)`.
    ForallExists(ForallExists),
    /// Constrained Horn clauses have a solution.
    Clauses(Clauses),
}

/// The first program is simulated by the second.
#[derive(Clone, Hash, Debug)]
pub struct Simulated {
    /// The implementation, and the specification.
    pub setting: Setting<[Program; 2]>,
    /// What must hold at the end.
    pub ensures: Term,
}

/// The first program is simulated by an abstraction of the second.
#[derive(Clone, Hash, Debug)]
pub struct Abstracted {
    /// The same without an abstraction.
    pub simulated: Simulated,
    /// What the abstraction may lose.
    pub losable: Losable,
}

/// The first function refines the second.
#[derive(Clone, Hash, Debug)]
pub struct Refines {
    /// The names of the functions in the claim, the implementation first.
    pub aliases: [Symbol; 2],
    /// The functions.
    pub comparison: Arc<Comparison>,
}

/// Runs of all programs that start related end related.
#[derive(Clone, Hash, Debug)]
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
#[derive(Clone, Hash, Debug)]
pub struct Safe {
    /// The system, with all that the claim says of it.
    pub system: Processes,
    /// Assertions that may help with a proof: to be tried, never to be trusted.
    pub hints: Vec<Term>,
}

/// The fair behaviours of the first program are behaviours of the second.
#[derive(Clone, Hash, Debug)]
pub struct Included {
    /// The implementation, and the specification.
    pub setting: Setting<[Program; 2]>,
    /// What may help: to be tried, never to be trusted.
    pub augmentation: Option<Augmentation<Program>>,
}

/// The fair behaviours of a program satisfy a temporal formula.
#[derive(Clone, Hash, Debug)]
pub struct Satisfies {
    /// The program.
    pub setting: Setting<[Program; 1]>,
    /// What all its fair runs satisfy.
    pub property: Temporal,
}

/// So do those of networks of any size.
#[derive(Clone, Hash, Debug)]
pub struct AllSizes {
    /// The programs that the network speaks of.
    pub setting: Setting<Vec<Program>>,
    /// How the programs make up a network.
    pub network: Network,
    /// What all fair runs satisfy.
    pub property: Temporal,
}

/// Every word of the first automaton is a word of the second.
#[derive(Clone, Hash, Debug)]
pub struct Words {
    /// What the automata are called.
    pub names: [Symbol; 2],
    /// The automata, over one alphabet.
    pub automata: [Automaton; 2],
    /// The names of the letters.
    pub letters: Vec<String>,
    /// The names of the first automaton's states.
    pub states: Vec<String>,
}

/// A formula is satisfiable.
#[derive(Clone, Hash, Debug)]
pub struct Formula {
    /// The formula as a game: what is free is chosen first, by the existential player.
    pub prenex: Prenex,
}

/// For all values that satisfy the premise, some values satisfy the conclusion.
#[derive(Clone, Hash, Debug)]
pub struct ForallExists {
    /// What is given, a formula without quantifiers.
    pub premise: Term,
    /// The variables for which values are wanted.
    pub existential: Vec<Var>,
    /// What the values have to satisfy, a formula without quantifiers.
    pub conclusion: Term,
}

/// Some interpretation of the predicates makes every clause valid.
#[derive(Clone, Hash, Debug)]
pub struct Clauses {
    /// The predicates and clauses.
    pub system: System,
    /// Where each clause is written.
    pub origins: Vec<Origin>,
}

/// Why a claim is no question for any engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(pub String);

impl ForallExists {
    /// The variables for whose values an answer is wanted, in order.
    #[must_use]
    pub fn universal(&self) -> BTreeSet<Var> {
        let mut vars = self.premise.free_vars();
        vars.extend(self.conclusion.free_vars());
        vars.into_iter()
            .filter(|var| !self.existential.contains(var))
            .collect()
    }
}

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
relation!(Words, words);
relation!(Formula, formula);
relation!(ForallExists, forall_exists);
relation!(Clauses, clauses);

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
