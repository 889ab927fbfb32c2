//! Networks of any number of processes, and the questions that a network invariant takes (papers/004,
//! section 3).
//!
//! # Why the questions prove the claim
//! Let a *run up to idling* of a module forget the steps that leave its observed variables as they
//! are, and keep of each other step what is observed and whether the environment or the module took
//! it. If every run of `M` is, up to idling, one of `N`, then every run of `M || R` is, up to
//! idling, one of `N || R`, with the same states of `R` in the same order: what `R` and the
//! environment do is an environment of `M`, since `M` and `R` write no variable that the other one
//! owns, and `M` idles meanwhile. `N` has a run with the same changes by the same actors. Its other
//! steps, and those of `R` that `M` does not see, can be taken one after the other, since everybody
//! may idle at all times, and fairness is about the states of one part, which all occur in the same
//! order as before.
//!
//! Included in the sense of `included in` implies included up to idling. So base (`Q^m` in `I`) and
//! step (`Q o I` in `I`) give, by induction, that `Q^n` is included in `I` up to idling for all
//! `n >= m`, and what the network with `I` in the place of `Q^n` satisfies, the network satisfies, as
//! long as the formula speaks of the other parts and cannot count steps: it has no `next`. Smaller
//! networks are looked at one by one.

use std::collections::BTreeSet;

use logic::{Substitution, Symbol, Var};

use program::Program;
use program::compose::{CannotCompose, Composite, Shape, compose};

use crate::{AllSizes, Included, Satisfies, Setting};

/// A network with any number of copies of a process. Programs are given by their positions in the
/// question.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Network {
    /// How the parts are put together.
    pub shape: Shape,
    /// The parts in their order.
    pub parts: Vec<NetworkPart>,
    /// The process of which there are any number of copies.
    pub process: usize,
    /// What stands for any number of copies, where the author says it.
    pub invariant: Option<usize>,
    /// The least number of copies.
    pub least: u32,
}

/// A part of a network.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NetworkPart {
    /// One program.
    One(usize),
    /// Copies of the process.
    Many,
}

/// What stands for any number of copies of the process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Candidate {
    /// The program that the claim names.
    Given,
    /// So many copies.
    Copies(u32),
}

/// The most copies of a process that are written down. Each has at least two states, so that nobody lists
/// those of as many as this.
const MOST_COPIES: u32 = 1_000;

/// Why a claim about a network cannot be taken apart.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoNetwork {
    /// The programs do not fit.
    #[error(transparent)]
    CannotCompose(#[from] CannotCompose),
    /// The claim is about something else.
    #[error("the claim is not about a network")]
    OtherClaim,
    /// There would be too many processes to write them down.
    #[error("a network of {0} processes is not looked at; of at most {MOST_COPIES} it is")]
    TooMany(u32),
    /// A formula can count steps.
    #[error("a formula with `next` counts steps, which differ with the number of processes")]
    Next,
    /// The formula speaks of something that is not in every network.
    #[error("the formula speaks of `{0}`, which is no variable of a part that stands alone")]
    Variable(Symbol),
    /// A module cannot idle.
    #[error("`{0}` has no `open` variables, so that it is no module")]
    Closed(Symbol),
}

impl AllSizes {
    /// The question of the network with so many copies.
    ///
    /// # Errors
    /// Where there is none.
    pub fn instance(&self, copies: u32) -> Result<Satisfies, NoNetwork> {
        let network = self.checked_network()?;
        let many = self.processes(network, copies)?;
        self.satisfying(&network.parts_with(&self.setting.programs, &many))
    }

    /// So many copies of the process are included in the invariant that the claim names.
    ///
    /// # Errors
    /// Where there is no such question.
    pub fn base(&self, copies: u32) -> Result<Included, NoNetwork> {
        let network = self.checked_network()?;
        let many = self.processes(network, copies)?;
        let invariant = self.candidate(network, Candidate::Given)?;
        self.including(&many, &invariant)
    }

    /// A copy more beside the invariant is included in the invariant.
    ///
    /// # Errors
    /// Where there is no such question.
    pub fn step(&self, candidate: Candidate) -> Result<Included, NoNetwork> {
        let network = self.checked_network()?;
        let invariant = self.candidate(network, candidate)?;
        let mut parts = vec![&self.setting.programs[network.process]];
        parts.extend(&invariant);
        self.including(&parts, &invariant)
    }

    /// The network with the invariant in the place of all copies satisfies the formula.
    ///
    /// # Errors
    /// Where there is no such question.
    pub fn last(&self, candidate: Candidate) -> Result<Satisfies, NoNetwork> {
        let network = self.checked_network()?;
        let invariant = self.candidate(network, candidate)?;
        self.satisfying(&network.parts_with(&self.setting.programs, &invariant))
    }

    fn candidate(
        &self,
        network: &Network,
        candidate: Candidate,
    ) -> Result<Vec<&Program>, NoNetwork> {
        Ok(match candidate {
            Candidate::Given => {
                let position = network.invariant.ok_or(NoNetwork::OtherClaim)?;
                vec![&self.setting.programs[position]]
            }
            Candidate::Copies(copies) => self.processes(network, copies)?,
        })
    }

    /// So many copies of the process.
    fn processes(&self, network: &Network, copies: u32) -> Result<Vec<&Program>, NoNetwork> {
        match copies <= MOST_COPIES {
            true => Ok(vec![
                &self.setting.programs[network.process];
                copies as usize
            ]),
            false => Err(NoNetwork::TooMany(copies)),
        }
    }

    /// The network, where the argument above holds.
    fn checked_network(&self) -> Result<&Network, NoNetwork> {
        let (network, property) = (&self.network, &self.property);
        if property.has_next() {
            return Err(NoNetwork::Next);
        }
        let modules = [Some(network.process), network.invariant];
        for module in modules.into_iter().flatten() {
            let program = self
                .setting
                .programs
                .get(module)
                .ok_or(NoNetwork::OtherClaim)?;
            if program.open.is_empty() {
                return Err(NoNetwork::Closed(program.name));
            }
        }
        let mut known: BTreeSet<Var> = self
            .setting
            .constants
            .iter()
            .map(|c| c.var.clone())
            .collect();
        for part in &network.parts {
            if let NetworkPart::One(position) = part {
                let program = self
                    .setting
                    .programs
                    .get(*position)
                    .ok_or(NoNetwork::OtherClaim)?;
                for variable in &program.variables {
                    // The same program twice would leave open which of the two is meant.
                    if !known.insert(variable.var.clone()) {
                        return Err(NoNetwork::Variable(variable.var.name));
                    }
                }
            }
        }
        match property.free_vars().difference(&known).next() {
            Some(var) => Err(NoNetwork::Variable(var.name)),
            None => Ok(network),
        }
    }

    fn satisfying(&self, parts: &[&Program]) -> Result<Satisfies, NoNetwork> {
        let (network, property) = (&self.network, &self.property);
        let composite = composite("network", network.shape, parts)?;
        let constants: BTreeSet<Var> = self
            .setting
            .constants
            .iter()
            .map(|c| c.var.clone())
            .collect();
        let mut renamed = Substitution::new();
        for var in property.free_vars().difference(&constants) {
            let mut names = composite.names.iter();
            let found = names.find(|(name, _)| *name == var.name);
            let (_, own) = found.ok_or(NoNetwork::Variable(var.name))?;
            renamed.insert(var.clone(), own.term());
        }
        let property = property.map_terms(&|term| term.substitute(&renamed));
        Ok(Satisfies {
            setting: Setting::of([composite.program], &self.setting.constants),
            property,
        })
    }

    fn including(
        &self,
        concrete: &[&Program],
        specification: &[&Program],
    ) -> Result<Included, NoNetwork> {
        let instance = |name: &str, parts| {
            let composite = composite(name, Shape::Chain, parts)?;
            Ok::<_, NoNetwork>(composite.program.instantiate(Symbol::new(name)))
        };
        let concrete = instance("concrete", concrete)?;
        let specification = instance("specification", specification)?;
        Ok(Included {
            setting: Setting::of([concrete, specification], &self.setting.constants),
            augmentation: None,
        })
    }
}

impl Network {
    /// The parts with something in the place of the copies.
    fn parts_with<'a>(&self, programs: &'a [Program], many: &[&'a Program]) -> Vec<&'a Program> {
        let parts = self.parts.iter().flat_map(|part| match part {
            NetworkPart::One(position) => vec![&programs[*position]],
            NetworkPart::Many => many.to_vec(),
        });
        parts.collect()
    }
}

fn composite(name: &str, shape: Shape, parts: &[&Program]) -> Result<Composite, CannotCompose> {
    let origin = parts.first().map(|part| part.origin).unwrap_or_default();
    compose(Symbol::new(name), origin, shape, parts)
}
