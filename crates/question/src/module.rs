//! Modules: what a front end hands over, programs and claims about them.

use std::sync::Arc;

use logic::{Function, Symbol, Term, Var};
use program::system::System;
use program::{Constant, Origin, Program};

use crate::import::{Compared, Import, ImportedFunction};
use crate::network::Network;
use crate::{Question, Temporal, Unreadable};

/// Everything that one input file says.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The constants that all programs share: never written, the same in every program.
    pub constants: Vec<Constant>,
    /// The uninterpreted functions.
    pub functions: Vec<Function>,
    /// The programs, names distinct.
    pub programs: Vec<Program>,
    /// The systems of processes, names distinct from those of the programs.
    pub systems: Vec<System>,
    /// The files that it imports, names distinct from those of the programs and systems.
    pub imports: Vec<Import>,
    /// The claims, names distinct.
    pub claims: Vec<Claim>,
}

/// A claim about programs.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The name.
    pub name: Symbol,
    /// What is claimed of which programs.
    pub kind: ClaimKind,
    /// What holds at the start, over variables `alias.x` and constants.
    pub requires: Term,
    /// What must hold at the end, over the same.
    pub ensures: Term,
    /// Assertions that may help with a proof, over the same. They are tried, never trusted.
    pub hints: Vec<Term>,
    /// The verdict that the author expects; without one, `proved`.
    pub expect: Option<Expectation>,
    /// Where it stands.
    pub origin: Origin,
}

/// The relations.
#[derive(Clone, Debug)]
pub enum ClaimKind {
    /// `source simulated by target`.
    Simulated {
        /// The implementation.
        source: Operand,
        /// The specification.
        target: Operand,
    },
    /// `safe for a = P, b = Q`.
    SafeFor {
        /// The copies that run.
        copies: Vec<Operand>,
    },
    /// `P safe`.
    Safe {
        /// The system.
        system: Operand,
        /// Whether a message that nobody has received at the end violates the claim.
        leaves_no_messages: bool,
    },
    /// `first equivalent to second`, of systems: where both end, the claim's `ensures` holds, and
    /// both are safe.
    Equivalent {
        /// One system.
        first: Operand,
        /// The other one.
        second: Operand,
    },
    /// `source abstracted by target`.
    Abstracted {
        /// The implementation.
        source: Operand,
        /// The program whose abstraction is sought.
        target: Operand,
        /// What its abstraction may lose, under the names that the claim uses.
        losable: Losable,
    },
    /// `implementation abstracted by specification`, of functions of imported files: the first
    /// refines the second.
    Refines {
        /// The function that should do nothing else.
        implementation: ImportedFunction,
        /// The function that says what is allowed.
        specification: ImportedFunction,
        /// What the two are.
        compared: Compared,
    },
    /// `concrete included in specification`.
    Included {
        /// The implementation.
        concrete: Operand,
        /// The specification.
        specification: Operand,
        /// Which observed variables correspond, `concrete.x` and `specification.y`; where nothing is
        /// said, they do in their order.
        matching: Vec<(Var, Var)>,
        /// What may help, a module by its name.
        augmentation: Option<Augmentation<Symbol>>,
    },
    /// `system satisfies property`.
    Satisfies {
        /// The system.
        system: Operand,
        /// What all its fair runs satisfy, over variables `alias.x` and constants.
        property: Temporal,
    },
    /// `ring(q o p^n) satisfies property for all n`.
    Network {
        /// The programs that the network speaks of.
        programs: Vec<Operand>,
        /// How they are put together.
        network: Network,
        /// What all fair runs satisfy, over variables `alias.x` and constants.
        property: Temporal,
    },
    /// What a file asks that has no programs: automata, a formula, clauses.
    Asked {
        /// What is claimed.
        relation: Relation,
        /// The claim in a line.
        summary: String,
        /// The question as it stands, or why there is none.
        question: Result<Arc<Question>, Unreadable>,
    },
}

/// What an abstraction of a program may lose.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Losable {
    /// These variables; nothing where there are none.
    Only(Vec<Var>),
    /// All variables but these.
    AllBut(Vec<Var>),
}

impl Default for Losable {
    /// Nothing may be lost.
    fn default() -> Self {
        Losable::Only(Vec::new())
    }
}

impl Losable {
    /// Whether a variable may be lost.
    #[must_use]
    pub fn allows(&self, var: &Var) -> bool {
        match self {
            Losable::Only(vars) => vars.contains(var),
            Losable::AllBut(vars) => !vars.contains(var),
        }
    }
}

/// A program as it takes part in a claim.
#[derive(Clone, Debug)]
pub struct Operand {
    /// The name under which the claim speaks of its variables.
    pub alias: Symbol,
    /// The program's name.
    pub program: Symbol,
    /// Values for parameters, terms over constants.
    pub arguments: Vec<(Var, Term)>,
}

/// The verdict that a claim's author expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// A proof.
    Proved,
    /// A refutation.
    Refuted,
    /// No answer.
    Unknown,
    /// A proof or a refutation: nobody says which.
    Answer,
}

/// What runs beside the concrete program of an inclusion, so that it is known early what the
/// program will do (papers/004, section 7).
#[derive(Clone, Hash, Debug)]
pub enum Augmentation<Module> {
    /// The temporal tester of a formula over the observed variables.
    Formula(Temporal),
    /// A module that observes the same.
    Module(Module),
}

/// The relations that can be claimed. For those between two programs, the implementation comes
/// first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The first program is simulated by the second.
    Simulated,
    /// Runs of all programs that start related end related.
    SafeFor,
    /// A closed system satisfies its assertions.
    Safe,
    /// Two systems with the same inputs have the same outputs.
    Equivalent,
    /// The first program is simulated by an abstraction of the second.
    Abstracted,
    /// The first function refines the second, both of imported files.
    Refines,
    /// The fair behaviours of the first are behaviours of the second.
    Included,
    /// The fair behaviours satisfy a temporal formula.
    Satisfies,
    /// So do those of networks of any size.
    Network,
    /// The infinite words of the first automaton are words of the second.
    Words,
    /// A formula is satisfiable.
    Satisfiable,
    /// For all values that satisfy one formula, some satisfy another.
    ForallExists,
    /// Horn clauses have a solution.
    Clauses,
}

impl Claim {
    /// The programs that take part, in order.
    #[must_use]
    pub fn operands(&self) -> Vec<&Operand> {
        match &self.kind {
            ClaimKind::Simulated { source, target }
            | ClaimKind::Abstracted { source, target, .. } => {
                vec![source, target]
            }
            ClaimKind::SafeFor { copies } => copies.iter().collect(),
            ClaimKind::Safe { system, .. } | ClaimKind::Satisfies { system, .. } => vec![system],
            ClaimKind::Equivalent { first, second } => vec![first, second],
            ClaimKind::Included {
                concrete,
                specification,
                ..
            } => vec![concrete, specification],
            ClaimKind::Network { programs, .. } => programs.iter().collect(),
            ClaimKind::Refines { .. } | ClaimKind::Asked { .. } => Vec::new(),
        }
    }

    /// The temporal formula that is claimed, in a claim `satisfies`.
    #[must_use]
    pub fn property(&self) -> Option<&Temporal> {
        match &self.kind {
            ClaimKind::Satisfies { property, .. } | ClaimKind::Network { property, .. } => {
                Some(property)
            }
            _ => None,
        }
    }

    /// What is claimed.
    #[must_use]
    pub fn relation(&self) -> Relation {
        match &self.kind {
            ClaimKind::Asked { relation, .. } => *relation,
            ClaimKind::Simulated { .. } => Relation::Simulated,
            ClaimKind::SafeFor { .. } => Relation::SafeFor,
            ClaimKind::Safe { .. } => Relation::Safe,
            ClaimKind::Equivalent { .. } => Relation::Equivalent,
            ClaimKind::Abstracted { .. } => Relation::Abstracted,
            ClaimKind::Refines { .. } => Relation::Refines,
            ClaimKind::Included { .. } => Relation::Included,
            ClaimKind::Satisfies { .. } => Relation::Satisfies,
            ClaimKind::Network { .. } => Relation::Network,
        }
    }

    /// The claim in a line: `source simulated by target`.
    #[must_use]
    pub fn summary(&self) -> String {
        if let ClaimKind::Asked { summary, .. } = &self.kind {
            return summary.clone();
        }
        let names: Vec<String> = self
            .operands()
            .iter()
            .map(|operand| {
                if operand.alias == operand.program {
                    operand.program.to_string()
                } else {
                    format!("{} = {}", operand.alias, operand.program)
                }
            })
            .collect();
        let functions = self.functions().into_iter().map(ToString::to_string);
        let names: Vec<String> = names.into_iter().chain(functions).collect();
        match self.relation() {
            Relation::Simulated => names.join(" simulated by "),
            Relation::SafeFor => format!("safe for {}", names.join(", ")),
            Relation::Safe => format!("{} safe", names.join("")),
            Relation::Equivalent => names.join(" equivalent to "),
            Relation::Abstracted | Relation::Refines => names.join(" abstracted by "),
            Relation::Included => names.join(" included in "),
            Relation::Satisfies => {
                let property = self.property().map(ToString::to_string);
                format!(
                    "{} satisfies {}",
                    names.join(""),
                    property.unwrap_or_default()
                )
            }
            Relation::Network => {
                let property = self.property().map(ToString::to_string);
                let property = property.unwrap_or_default();
                format!("any number of processes satisfy {property}")
            }
            // These are asked with a line of their own.
            Relation::Words
            | Relation::Satisfiable
            | Relation::ForallExists
            | Relation::Clauses => String::new(),
        }
    }
}

impl Module {
    /// The program with this name.
    #[must_use]
    pub fn program(&self, name: Symbol) -> Option<&Program> {
        self.programs.iter().find(|program| program.name == name)
    }

    /// The system of processes with this name.
    #[must_use]
    pub fn system(&self, name: Symbol) -> Option<&System> {
        self.systems.iter().find(|system| system.name == name)
    }

    /// The claim with this name.
    #[must_use]
    pub fn claim(&self, name: Symbol) -> Option<&Claim> {
        self.claims.iter().find(|claim| claim.name == name)
    }
}
