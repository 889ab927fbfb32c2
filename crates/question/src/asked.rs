//! How a claim becomes a question.

use std::collections::BTreeSet;

use logic::{Symbol, Term, Var};
use program::system::System;
use program::{Constant, Program};

use crate::import::Compared;
use crate::setting::{Group, initial_values};
use crate::{
    Abstracted, AllSizes, Augmentation, Claim, ClaimKind, Included, Module, Operand, Question,
    Refines, Safe, SafeFor, Satisfies, Setting, Simulated, Temporal, Unreadable,
};

impl Module {
    /// The question of a claim of this module.
    ///
    /// # Errors
    /// Where the claim is about functions of a file that cannot be read.
    pub fn question(&self, claim: &Claim) -> Result<Question, Unreadable> {
        let ensures = claim.ensures.clone();
        Ok(match &claim.kind {
            ClaimKind::Asked { question, .. } => match question {
                Ok(question) => (**question).clone(),
                Err(unreadable) => return Err(unreadable.clone()),
            },
            ClaimKind::Simulated { source, target } => Question::Simulated(Simulated {
                setting: self.pair(claim, source, target),
                ensures,
            }),
            ClaimKind::Abstracted {
                source,
                target,
                losable,
            } => Question::Abstracted(Abstracted {
                simulated: Simulated {
                    setting: self.pair(claim, source, target),
                    ensures,
                },
                losable: losable.clone(),
            }),
            ClaimKind::SafeFor { copies } => Question::SafeFor(SafeFor {
                setting: self.group(claim, copies),
                ensures,
                hints: claim.hints.clone(),
            }),
            ClaimKind::Safe {
                system,
                leaves_no_messages,
            } => {
                let mut system = self.processes(system)?.clone();
                system.leaves_no_messages |= leaves_no_messages;
                Question::Safe(Box::new(self.closed(claim, system)))
            }
            ClaimKind::Equivalent { first, second } => {
                let instance = |operand: &Operand| {
                    let found = self.processes(operand)?;
                    Ok(found.instantiate(operand.alias))
                };
                let both = instance(first)?.beside(&instance(second)?);
                Question::Safe(Box::new(self.closed(claim, both)))
            }
            ClaimKind::Refines { compared, .. } => Question::Refines(refines(claim, compared)?),
            ClaimKind::Included {
                concrete,
                specification,
                matching,
                augmentation,
            } => {
                let mut setting = self.pair(claim, concrete, specification);
                if !matching.is_empty() {
                    let [first, second] = &mut setting.programs;
                    (first.observed, second.observed) = matching.iter().cloned().unzip();
                }
                let augmentation = augmentation.as_ref().map(|given| match given {
                    Augmentation::Formula(formula) => Augmentation::Formula(formula.clone()),
                    // No text can spell this name, so that it is nobody else's.
                    Augmentation::Module(name) => {
                        let alias = Symbol::new("augmented with");
                        Augmentation::Module(self.instance(*name, alias))
                    }
                });
                Question::Included(Included {
                    setting,
                    augmentation,
                })
            }
            ClaimKind::Satisfies { system, property } => {
                let program = self.instance(system.program, system.alias);
                Question::Satisfies(Satisfies {
                    setting: self.setting(claim, [system.alias], [program]),
                    property: property.clone(),
                })
            }
            ClaimKind::Network {
                programs,
                network,
                property,
            } => Question::AllSizes(AllSizes {
                setting: self.group(claim, programs),
                network: network.clone(),
                property: property.clone(),
            }),
        })
    }

    /// A program of this module under the names of a claim.
    fn instance(&self, program: Symbol, alias: Symbol) -> Program {
        self.program(program)
            .expect("a module's claims speak of its programs")
            .instantiate(alias)
    }

    /// A system of this module.
    fn processes(&self, operand: &Operand) -> Result<&System, Unreadable> {
        let what = "a claim about a program that is no system of processes";
        let found = self.system(operand.program);
        found.ok_or_else(|| Unreadable(what.to_owned()))
    }

    fn pair(&self, claim: &Claim, first: &Operand, second: &Operand) -> Setting<[Program; 2]> {
        let operands = [first, second];
        let programs = operands.map(|operand| self.instance(operand.program, operand.alias));
        self.setting(claim, operands.map(|operand| operand.alias), programs)
    }

    fn group(&self, claim: &Claim, operands: &[Operand]) -> Setting<Vec<Program>> {
        let programs = operands.iter();
        let programs = programs.map(|operand| self.instance(operand.program, operand.alias));
        let aliases = operands.iter().map(|operand| operand.alias).collect();
        self.setting(claim, aliases, programs.collect())
    }

    fn setting<P: Group>(&self, claim: &Claim, aliases: P::Names, programs: P) -> Setting<P> {
        let operands = claim.operands();
        let constants = self.relevant_constants(claim, programs.as_ref());
        let constraints = constants.iter().map(|constant| constant.constraint.clone());
        let arguments = operands.iter().flat_map(|operand| {
            operand.arguments.iter().map(|(parameter, value)| {
                let parameter = Program::qualified(operand.alias, parameter);
                Term::eq(parameter.term(), value.clone())
            })
        });
        let requires = constraints
            .chain(arguments)
            .chain(initial_values(programs.as_ref()))
            .chain([claim.requires.clone()]);
        let requires = Term::and(requires);
        Setting {
            aliases,
            programs,
            constants,
            requires,
        }
    }

    /// A system with what the claim requires and ensures.
    fn closed(&self, claim: &Claim, mut system: System) -> Safe {
        system.ensures = Term::and([system.ensures, claim.ensures.clone()]);
        let known = self.constants.iter();
        let known = known.map(|constant| constant.constraint.clone());
        let known = known.chain([system.assumption, claim.requires.clone()]);
        system.assumption = Term::and(known);
        let inputs = self.constants.iter().map(|constant| constant.var.clone());
        system.inputs.extend(inputs);
        Safe {
            system,
            hints: claim.hints.clone(),
        }
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

/// The functions of a claim about such.
fn refines(claim: &Claim, compared: &Compared) -> Result<Refines, Unreadable> {
    let comparison = match compared {
        Compared::Functions(comparison) => comparison.clone(),
        Compared::Unsupported(what) => return Err(Unreadable(what.clone())),
        Compared::Unread => {
            let what = "functions of a file that was not read";
            return Err(Unreadable(what.to_owned()));
        }
    };
    let names = claim.functions();
    let name = |position: usize| {
        let name = names.get(position).map(ToString::to_string);
        Symbol::new(&name.unwrap_or_default())
    };
    Ok(Refines {
        aliases: [name(0), name(1)],
        comparison,
    })
}
