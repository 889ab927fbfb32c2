//! Modules: what a front end hands over, programs and claims about them.

use std::collections::BTreeSet;

use logic::{Function, Symbol, Term, Var};

use crate::import::{Compared, Import, ImportedFunction};
use crate::network::Network;
use crate::rename::Renaming;
use crate::system::System;
use crate::{Augmentation, Command, Graph, Origin, Temporal};

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

/// A value that is fixed but not known: `const N: int where N >= 1;`.
#[derive(Clone, Debug)]
pub struct Constant {
    /// The constant; in terms it occurs under its plain name.
    pub var: Var,
    /// What is known of it.
    pub constraint: Term,
}

/// A program: its variables and its graph. In its terms, variables occur under their plain names.
#[derive(Clone, Debug)]
pub struct Program {
    /// The name.
    pub name: Symbol,
    /// The variables in the order of their declaration, parameters first.
    pub variables: Vec<Variable>,
    /// What it does.
    pub body: Graph,
    /// Weak fairness: each formula holds infinitely often.
    pub justice: Vec<Term>,
    /// Strong fairness: where the first formula holds infinitely often, so does the second.
    pub compassion: Vec<(Term, Term)>,
    /// The variables whose values the environment sees.
    pub observed: Vec<Var>,
    /// The variables that the environment may change between any two steps.
    pub open: Vec<Var>,
    /// Where it is declared.
    pub origin: Origin,
}

/// A variable of a program.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The variable.
    pub var: Var,
    /// What may be done with it.
    pub kind: VariableKind,
    /// The value that it starts with, a term over constants and parameters. Without one it starts
    /// with any value that the claim's `requires` allows.
    pub initial: Option<Term>,
    /// Where it is declared.
    pub origin: Origin,
}

/// What may be done with a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariableKind {
    /// Belongs to one process.
    Local,
    /// May be written and read by several parallel parts.
    Shared,
    /// Given from outside and never written.
    Parameter,
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
}

/// What an abstraction of a program may lose.
#[derive(Clone, PartialEq, Eq, Debug)]
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

impl Program {
    /// All variables that occur in the program's terms.
    #[must_use]
    pub fn mentioned_vars(&self) -> BTreeSet<Var> {
        let mut vars = self.body.reads();
        vars.extend(self.body.writes());
        let initial = self
            .variables
            .iter()
            .filter_map(|variable| variable.initial.as_ref());
        let fairness = self
            .justice
            .iter()
            .chain(self.compassion.iter().flat_map(|(p, q)| [p, q]));
        vars.extend(initial.chain(fairness).flat_map(Term::free_vars));
        vars
    }

    /// The variables that are declared `shared`.
    #[must_use]
    pub fn shared_vars(&self) -> BTreeSet<Var> {
        let shared = self
            .variables
            .iter()
            .filter(|v| v.kind == VariableKind::Shared);
        shared.map(|v| v.var.clone()).collect()
    }

    /// The program with its variables under the names that a claim uses, `alias.x`; constants keep
    /// theirs.
    #[must_use]
    pub fn instantiate(&self, alias: Symbol) -> Program {
        let mut own: BTreeSet<Var> = self.variables.iter().map(|v| v.var.clone()).collect();
        self.body.visit_commands(&mut |command, _| {
            if let Command::Parfor(parfor) = command {
                own.insert(parfor.id.clone());
            }
        });
        let renaming = Renaming::new(
            own.iter()
                .map(|v| (v.clone(), Program::qualified(alias, v))),
        );
        Program {
            name: self.name,
            variables: self
                .variables
                .iter()
                .map(|variable| Variable {
                    var: renaming.var(&variable.var),
                    kind: variable.kind,
                    initial: variable.initial.as_ref().map(|term| renaming.term(term)),
                    origin: variable.origin,
                })
                .collect(),
            body: self.body.rename(&renaming),
            justice: self
                .justice
                .iter()
                .map(|term| renaming.term(term))
                .collect(),
            compassion: self
                .compassion
                .iter()
                .map(|(p, q)| (renaming.term(p), renaming.term(q)))
                .collect(),
            observed: self.observed.iter().map(|var| renaming.var(var)).collect(),
            open: self.open.iter().map(|var| renaming.var(var)).collect(),
            origin: self.origin,
        }
    }

    /// The variable under which a claim speaks of a program's variable.
    #[must_use]
    pub fn qualified(alias: Symbol, var: &Var) -> Var {
        Var::new(format!("{alias}.{}", var.name).as_str(), var.sort.clone())
    }
}
