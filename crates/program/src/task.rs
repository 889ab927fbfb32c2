//! Tasks: one claim with its programs, ready for an engine.

use std::collections::BTreeSet;

use logic::smtlib::Declarations;
use logic::{Function, Symbol, Term, Var};

use crate::import::Compared;
use crate::network::Network;
use crate::system::System;
use crate::{Claim, ClaimKind, Constant, Losable, Module, Operand, Program, Temporal};

/// What an engine is asked.
#[derive(Clone, Debug)]
pub struct Task {
    /// What is claimed of the programs.
    pub relation: Relation,
    /// The names under which the claim speaks of the programs.
    pub aliases: Vec<Symbol>,
    /// The programs, their variables under the names that the claim uses.
    pub programs: Vec<Program>,
    /// The constants that the claim depends on.
    pub constants: Vec<Constant>,
    /// What holds at the start: the constraints of constants, initial values, arguments, and the
    /// claim's own `requires`.
    pub requires: Term,
    /// What must hold at the end.
    pub ensures: Term,
    /// What all fair runs must satisfy, in a claim `satisfies`.
    pub property: Option<Temporal>,
    /// Assertions that may help with a proof: to be tried, never to be trusted.
    pub hints: Vec<Term>,
    /// The system of processes, in claims about such: all that the claim says of it is part of it.
    pub system: Option<Box<System>>,
    /// How the programs make up a network, in a claim about any number of them.
    pub network: Option<Network>,
    /// What may help with an inclusion: to be tried, never to be trusted.
    pub augmentation: Option<Augmentation<Program>>,
    /// The functions, in a claim about functions of imported files: then there are no programs.
    pub compared: Option<Compared>,
    /// What an abstraction of the second program may lose, in a claim `abstracted by`.
    pub losable: Losable,
}

/// What runs beside the concrete program of an inclusion, so that it is known early what the
/// program will do (papers/004, section 7).
#[derive(Clone, Debug)]
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
            ClaimKind::Refines { .. } => Vec::new(),
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
        match self.kind {
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
        }
    }

    /// The network that is spoken of, in a claim about any number of processes.
    #[must_use]
    pub fn network(&self) -> Option<&Network> {
        match &self.kind {
            ClaimKind::Network { network, .. } => Some(network),
            _ => None,
        }
    }
}

impl Module {
    /// The task of a claim of this module.
    #[must_use]
    pub fn task(&self, claim: &Claim) -> Task {
        if let Some(task) = self.system_task(claim) {
            return task;
        }
        let operands = claim.operands();
        let instance = |program: Symbol, alias: Symbol| {
            self.program(program)
                .expect("a module's claims speak of its programs")
                .instantiate(alias)
        };
        let mut programs: Vec<Program> = operands
            .iter()
            .map(|operand| instance(operand.program, operand.alias))
            .collect();
        let mut augmentation = None;
        if let ClaimKind::Included {
            matching,
            augmentation: given,
            ..
        } = &claim.kind
        {
            if let ([first, second], false) = (&mut programs[..], matching.is_empty()) {
                let (own, others) = matching.iter().cloned().unzip();
                (first.observed, second.observed) = (own, others);
            }
            augmentation = given.as_ref().map(|given| match given {
                Augmentation::Formula(formula) => Augmentation::Formula(formula.clone()),
                // No text can spell this name, so that it is nobody else's.
                Augmentation::Module(name) => {
                    Augmentation::Module(instance(*name, Symbol::new("augmented with")))
                }
            });
        }
        let constants = self.relevant_constants(claim, &programs);
        let constraints = constants.iter().map(|constant| constant.constraint.clone());
        let arguments = operands.iter().flat_map(|operand| {
            operand.arguments.iter().map(|(parameter, value)| {
                Term::eq(
                    Program::qualified(operand.alias, parameter).term(),
                    value.clone(),
                )
            })
        });
        let initial = programs.iter().flat_map(|program| {
            program.variables.iter().filter_map(|variable| {
                Some(Term::eq(variable.var.term(), variable.initial.clone()?))
            })
        });
        let requires = Term::and(
            constraints
                .chain(arguments)
                .chain(initial)
                .chain([claim.requires.clone()]),
        );
        let functions = claim.functions().into_iter();
        let functions = functions.map(|function| Symbol::new(&function.to_string()));
        let aliases = operands.iter().map(|operand| operand.alias);
        Task {
            relation: claim.relation(),
            aliases: aliases.chain(functions).collect(),
            programs,
            constants,
            requires,
            ensures: claim.ensures.clone(),
            property: claim.property().cloned(),
            hints: claim.hints.clone(),
            system: None,
            network: claim.network().cloned(),
            augmentation,
            compared: claim.compared().cloned(),
            losable: match &claim.kind {
                ClaimKind::Abstracted { losable, .. } => losable.clone(),
                _ => Losable::default(),
            },
        }
    }

    /// The task of a claim about systems: one system, with what the claim requires and ensures. In
    /// a claim about one of them, its variables keep their names.
    fn system_task(&self, claim: &Claim) -> Option<Task> {
        let operands = claim.operands();
        let mut systems = Vec::new();
        for operand in &operands {
            systems.push(self.system(operand.program)?);
        }
        let mut system = match systems[..] {
            [first, second] => {
                let second = second.instantiate(operands[1].alias);
                first.instantiate(operands[0].alias).beside(&second)
            }
            [system] => system.clone(),
            _ => return None,
        };
        if let ClaimKind::Safe {
            leaves_no_messages, ..
        } = claim.kind
        {
            system.leaves_no_messages |= leaves_no_messages;
        }
        system.ensures = Term::and([system.ensures, claim.ensures.clone()]);
        let constants = self.constants.clone();
        let known = constants.iter().map(|constant| constant.constraint.clone());
        let known = known.chain([system.assumption, claim.requires.clone()]);
        system.assumption = Term::and(known);
        let inputs = constants.iter().map(|constant| constant.var.clone());
        system.inputs.extend(inputs);
        Some(Task {
            relation: claim.relation(),
            aliases: operands.iter().map(|operand| operand.alias).collect(),
            programs: Vec::new(),
            requires: system.assumption.clone(),
            ensures: system.ensures.clone(),
            constants,
            property: None,
            hints: claim.hints.clone(),
            system: Some(Box::new(system)),
            network: None,
            augmentation: None,
            compared: None,
            losable: Losable::default(),
        })
    }

    /// The constants that a claim depends on: those that it or its programs mention, and those that
    /// a condition ties to one of these, in either direction. A condition may leave a mentioned
    /// constant fewer values because of an unmentioned one, so it counts as well.
    fn relevant_constants(&self, claim: &Claim, programs: &[Program]) -> Vec<Constant> {
        let mut relevant: BTreeSet<Var> =
            programs.iter().flat_map(Program::mentioned_vars).collect();
        relevant.extend(claim.requires.free_vars());
        relevant.extend(claim.ensures.free_vars());
        relevant.extend(claim.property().into_iter().flat_map(Temporal::free_vars));
        for operand in claim.operands() {
            relevant.extend(
                operand
                    .arguments
                    .iter()
                    .flat_map(|(_, value)| value.free_vars()),
            );
        }
        loop {
            let tied = |constant: &&Constant| {
                relevant.contains(&constant.var)
                    || constant
                        .constraint
                        .free_vars()
                        .iter()
                        .any(|var| relevant.contains(var))
            };
            let more: Vec<Var> = self
                .constants
                .iter()
                .filter(tied)
                .flat_map(|c| c.constraint.free_vars().into_iter().chain([c.var.clone()]))
                .filter(|var| !relevant.contains(var))
                .collect();
            if more.is_empty() {
                break;
            }
            relevant.extend(more);
        }
        self.constants
            .iter()
            .filter(|c| relevant.contains(&c.var))
            .cloned()
            .collect()
    }
}

impl Task {
    /// A task about other programs with the same constants.
    #[must_use]
    pub fn derived(
        &self,
        relation: Relation,
        programs: Vec<Program>,
        property: Option<Temporal>,
    ) -> Task {
        let constraints = self.constants.iter().map(|c| c.constraint.clone());
        let variables = programs.iter().flat_map(|program| &program.variables);
        let initial = variables
            .filter_map(|variable| Some(Term::eq(variable.var.term(), variable.initial.clone()?)));
        Task {
            relation,
            aliases: programs.iter().map(|program| program.name).collect(),
            requires: Term::and(constraints.chain(initial)),
            programs,
            constants: self.constants.clone(),
            ensures: Term::top(),
            property,
            hints: Vec::new(),
            system: None,
            network: None,
            augmentation: None,
            compared: None,
            losable: Losable::default(),
        }
    }

    /// All variables whose values make up a joint initial state: those of the programs, then the
    /// constants.
    #[must_use]
    pub fn initial_vars(&self) -> Vec<Var> {
        let own = self.programs.iter().flat_map(|program| &program.variables);
        own.map(|v| v.var.clone())
            .chain(self.constants.iter().map(|c| c.var.clone()))
            .collect()
    }

    /// The uninterpreted functions that the task speaks of.
    #[must_use]
    pub fn functions(&self) -> BTreeSet<Function> {
        let mut functions = BTreeSet::new();
        for program in &self.programs {
            program.body.visit_commands(&mut |command, _| {
                functions.extend(command.terms().into_iter().flat_map(Term::functions));
            });
        }
        let formulas = [&self.requires, &self.ensures]
            .into_iter()
            .chain(&self.hints);
        functions.extend(formulas.flat_map(Term::functions));
        functions
    }

    /// Names for the variables and functions of the task, under which texts speak of them.
    #[must_use]
    pub fn declarations(&self) -> Declarations {
        let mut declarations = Declarations::new();
        for var in self.initial_vars() {
            declarations.add_var(&var);
        }
        for function in self.functions() {
            declarations.add_function(&function);
        }
        declarations
    }
}
