//! Programs with `parfor` as programs without, for claims `simulated by` (papers/000, appendix B.1).
//!
//! The paper plays a game for the bodies of two matched loops beside the game of the programs. Here
//! the loops are taken apart first, and one ordinary game is played on what is left, so that what
//! holds before a loop and what is needed inside are found together. There are three ways:
//!
//! - [`Simulated::with_one_copy`] follows one arbitrary copy. Where Verifier wins the game of its result,
//!   it wins the game of the question: `arbitrary` says why. Where it loses, it has only lost copy by
//!   copy.
//! - [`Simulated::with_few_copies`] represents a few copies of however many there are. Where Falsifier
//!   wins the game of its result, it wins the game of the question: `few` says why.
//!
//! - [`Simulated::with_all_copies`] spells out loops whose bounds are small numbers, for both players.
//!
//! The first two need that parallel parts share no memory.

mod all;
mod arbitrary;
mod few;

use std::collections::BTreeSet;

use logic::{FreshNames, Var};

use program::{
    Action, Command, Graph, GraphBuilder, Location, Mark, Origin, Parfor, Variable, VariableKind,
    check_parallel,
};

use crate::Simulated;

/// Something that stands in the way of taking a loop apart.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{construct}")]
pub struct Unsupported {
    /// What it is.
    pub construct: &'static str,
    /// Where it stands.
    pub origin: Origin,
}

/// Which program of a claim.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Source,
    Target,
}

/// Which parallel parts are taken apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Apart {
    /// Each `parfor`, and a `par` only where a `parfor` is in it.
    Loops,
    /// Each `parfor` and each `par`, branch by branch.
    All,
}

impl Apart {
    fn concerns(self, branches: &[Graph]) -> bool {
        self == Apart::All || branches.iter().any(Graph::has_parfor)
    }
}

/// New variables, and what they are made for.
struct Supply {
    names: FreshNames,
    added: Vec<Var>,
    apart: Apart,
}

impl Supply {
    fn add(&mut self, like: &Var) -> Var {
        let var = self.names.fresh(like);
        self.added.push(var.clone());
        var
    }
}

impl Simulated {
    /// Whether a program has a `parfor`.
    #[must_use]
    pub fn has_parfor(&self) -> bool {
        self.setting
            .programs
            .iter()
            .any(|program| program.body.has_parfor())
    }

    /// The question in which one arbitrary copy stands for all copies of a `parfor`.
    ///
    /// # Errors
    /// Where a `parfor` cannot be taken apart.
    pub fn with_one_copy(&self) -> Result<Simulated, Unsupported> {
        self.check_parts(Apart::Loops)?;
        let mut question = self.taken_apart(Apart::Loops, &mut arbitrary::one_copy)?;
        arbitrary::forget_for_both(&mut question);
        Ok(question)
    }

    /// The same where, moreover, one arbitrary branch stands for all branches of a `par`.
    ///
    /// # Errors
    /// Where something cannot be taken apart.
    pub fn with_one_thread(&self) -> Result<Simulated, Unsupported> {
        self.check_parts(Apart::All)?;
        let mut question = self.taken_apart(Apart::All, &mut arbitrary::one_copy)?;
        arbitrary::forget_for_both(&mut question);
        Ok(question)
    }

    /// The question in which so many copies of each `parfor` are represented.
    ///
    /// # Errors
    /// Where a `parfor` cannot be taken apart.
    pub fn with_few_copies(&self, count: usize) -> Result<Simulated, Unsupported> {
        self.check_parts(Apart::Loops)?;
        self.taken_apart(Apart::Loops, &mut |graph, role, supply| {
            few::copies(graph, count, role, supply)
        })
    }

    fn check_parts(&self, apart: Apart) -> Result<(), Unsupported> {
        let mut programs = self.setting.programs.iter();
        programs.try_for_each(|program| check_parts(&program.body, apart))
    }

    /// The question in which all copies of each `parfor` are spelled out.
    ///
    /// # Errors
    /// Where the bounds of a `parfor` are no numbers, or far from each other.
    pub fn with_all_copies(&self) -> Result<Simulated, Unsupported> {
        self.taken_apart(Apart::Loops, &mut |graph, _, supply| {
            all::spelled_out(graph, supply)
        })
    }

    fn taken_apart(
        &self,
        apart: Apart,
        take_apart: &mut dyn FnMut(&Graph, Role, &mut Supply) -> Result<Graph, Unsupported>,
    ) -> Result<Simulated, Unsupported> {
        let mut supply = Supply {
            names: FreshNames::new(),
            added: Vec::new(),
            apart,
        };
        for var in self.setting.initial_vars() {
            supply.names.avoid(var.name);
        }
        for program in &self.setting.programs {
            program.body.visit_commands(&mut |command, _| {
                if let Command::Parfor(parfor) = command {
                    supply.names.avoid(parfor.id.name);
                }
            });
        }
        let mut question = self.clone();
        let roles = [Role::Source, Role::Target];
        for (program, role) in question.setting.programs.iter_mut().zip(roles) {
            if apart == Apart::Loops && !program.body.has_parfor() {
                continue;
            }
            program.body = take_apart(&program.body, role, &mut supply)?;
            let added = supply.added.drain(..).map(|var| Variable {
                var,
                kind: VariableKind::Local,
                initial: None,
                origin: program.origin,
            });
            program.variables.extend(added);
        }
        Ok(question)
    }
}

/// The parts that run at the same time share no memory.
fn check_parts(graph: &Graph, apart: Apart) -> Result<(), Unsupported> {
    for edge in graph.edges() {
        let fails = |construct| Unsupported {
            construct,
            origin: edge.origin,
        };
        match &edge.action {
            Action::Command(Command::Parfor(parfor)) => {
                if !parfor.body.writes().is_subset(&parfor.locals) {
                    return Err(fails("a parfor whose copies share a variable"));
                }
                check_parts(&parfor.body, apart)?;
            }
            Action::Par(branches) if apart.concerns(branches) => {
                check_parallel(branches, &BTreeSet::new())
                    .map_err(|_| fails("a parfor beside which a variable is shared"))?;
                let mut branches = branches.iter();
                branches.try_for_each(|branch| check_parts(branch, apart))?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Puts the locations and edges of a graph into another one; where its entry and its exit are.
fn put(builder: &mut GraphBuilder, graph: &Graph) -> (Location, Location) {
    let places: Vec<Location> = graph
        .locations()
        .map(|location| {
            if graph.is_atomic(location) {
                builder.atomic_location()
            } else {
                builder.location()
            }
        })
        .collect();
    for edge in graph.edges() {
        let (from, to) = (places[edge.from.index()], places[edge.to.index()]);
        builder.edge(from, edge.action.clone(), to, edge.origin);
    }
    (places[graph.entry().index()], places[graph.exit().index()])
}

fn mark(mark: Mark) -> Command {
    Command::Mark(Box::new(mark))
}

/// The variables of which each copy has its own version, its number among them.
fn owned(parfor: &Parfor) -> impl Iterator<Item = &Var> {
    parfor.locals.iter().chain([&parfor.id])
}
