//! From a sequential program to a transition graph.
//!
//! Locations are the entry and a cut set of the control-flow graph, edges are the paths between them
//! that pass no other location, executed symbolically. A path that comes to an end of the program
//! is no edge: what matters is what may go on for ever.

use std::collections::BTreeMap;

use evidence::ranking::{Edge, Malformed, TransitionGraph};
use logic::{FreshNames, Substitution, Term, Var};
use program::{Cfg, Command, Location, Program, TooLarge, in_sort};

/// Why a program has no transition graph.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Untranslatable {
    #[error("a program that communicates or runs in parallel is more than its transitions")]
    Command(Command),
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    #[error(transparent)]
    Malformed(#[from] Malformed),
}

/// The transition graph of a program without communication.
pub(crate) fn translate(program: &Program) -> Result<TransitionGraph, Untranslatable> {
    let cfg = Cfg::of(&program.body)?;
    let vars: Vec<Var> = program.variables.iter().map(|v| v.var.clone()).collect();
    let mut names = FreshNames::new();
    vars.iter().for_each(|var| names.avoid(var.name));
    let primed: Vec<Var> = vars.iter().map(|var| names.fresh(var)).collect();
    let mut locations = BTreeMap::from([(cfg.entry(), 0)]);
    for location in cfg.cut_set() {
        let next = locations.len();
        locations.entry(location).or_insert(next);
    }
    let mut graph = TransitionGraph::new(locations.len(), vars.clone(), primed.clone())?;
    for (start, from) in &locations {
        for path in paths(&cfg, *start, &vars, |location| {
            locations.contains_key(&location)
        })? {
            let equations = vars.iter().zip(&primed);
            let equations = equations.map(|(var, copy)| Term::eq(copy.term(), path.value(var)));
            graph.add_edge(Edge {
                from: *from,
                to: locations[&path.end],
                relation: Term::and(path.conditions.iter().cloned().chain(equations)),
                auxiliary: path.auxiliary.clone(),
            })?;
        }
    }
    let starts = program.variables.iter().filter_map(|variable| {
        let value = variable.initial.clone()?;
        Some(Term::eq(variable.var.term(), value))
    });
    graph.set_initial(0, Term::and(starts))?;
    Ok(graph)
}

/// A path, executed symbolically.
#[derive(Clone)]
struct Path {
    end: Location,
    /// What the variables that were written are, over the variables at the start.
    values: Substitution,
    conditions: Vec<Term>,
    /// The values that `havoc` chose.
    auxiliary: Vec<Var>,
    names: FreshNames,
}

impl Path {
    fn value(&self, var: &Var) -> Term {
        self.values.get(var).cloned().unwrap_or_else(|| var.term())
    }

    fn execute(&mut self, command: &Command) -> Result<(), Untranslatable> {
        match command {
            // A program that fails an assertion stops.
            Command::Guard(formula) | Command::Assert(formula) => {
                self.conditions.push(formula.substitute(&self.values));
            }
            Command::Assign(var, value) => {
                let value = value.substitute(&self.values);
                self.conditions.push(in_sort(&value, &var.sort));
                self.values.insert(var.clone(), value);
            }
            Command::Havoc(var, formula) => {
                let chosen = self.names.fresh(var);
                self.values.insert(var.clone(), chosen.term());
                self.auxiliary.push(chosen);
                self.conditions.push(formula.substitute(&self.values));
            }
            Command::Send { .. }
            | Command::Receive { .. }
            | Command::Parfor(_)
            | Command::Mark(_) => {
                return Err(Untranslatable::Command(command.clone()));
            }
        }
        Ok(())
    }
}

/// The paths from a location to the next locations that count.
fn paths(
    cfg: &Cfg,
    start: Location,
    vars: &[Var],
    counts: impl Fn(Location) -> bool,
) -> Result<Vec<Path>, Untranslatable> {
    let mut names = FreshNames::new();
    for var in vars {
        // The name itself and its primed copy are taken.
        names.fresh(var);
        names.fresh(var);
    }
    let mut open = vec![Path {
        end: start,
        values: Substitution::new(),
        conditions: Vec::new(),
        auxiliary: Vec::new(),
        names,
    }];
    let mut complete = Vec::new();
    while let Some(path) = open.pop() {
        for (_, edge) in cfg.edges_from(path.end) {
            let mut longer = path.clone();
            longer.execute(&edge.command)?;
            longer.end = edge.to;
            if counts(edge.to) {
                complete.push(longer);
            } else {
                open.push(longer);
            }
        }
    }
    Ok(complete)
}
