//! Concrete runs, found by unrolling the graph step by step: into a recurrent set, and lassos.

use budget::Budget;
use evidence::ranking::{ConcreteStep, Continuation, Recurrence, State, TransitionGraph};
use logic::{FreshNames, Model, Sort, Substitution, Term, Value, Var};
use smt::{Outcome, Solver, Strategy};

use crate::NotFound;

/// The runs of a graph up to a length that grows.
pub(crate) struct Unrolling<'g> {
    graph: &'g TransitionGraph,
    solver: Solver,
    names: FreshNames,
    moments: Vec<Moment>,
    /// What was taken between each moment and the next.
    taken: Vec<Taken>,
}

/// A state of a run: the location as an integer, and the variables.
struct Moment {
    location: Var,
    vars: Vec<Var>,
}

/// A step of a run: the edge as an integer, and the auxiliary variables of each edge.
struct Taken {
    edge: Var,
    auxiliary: Vec<Vec<Var>>,
}

/// The beginning of a run.
pub(crate) struct Prefix {
    pub(crate) start: State,
    pub(crate) path: Vec<ConcreteStep>,
}

impl<'g> Unrolling<'g> {
    /// The runs without a step.
    pub(crate) fn new(graph: &'g TransitionGraph) -> Self {
        let mut unrolling = Unrolling {
            graph,
            solver: Solver::new(Strategy::Incremental),
            names: FreshNames::new(),
            moments: Vec::new(),
            taken: Vec::new(),
        };
        unrolling.add_moment();
        if let Some(initial) = graph.initial() {
            let start = &unrolling.moments[0];
            let condition = initial.condition.substitute(&unrolling.at(start));
            let condition = Term::and([is(&start.location, initial.location), condition]);
            unrolling.solver.assert(&condition);
        }
        unrolling
    }

    fn add_moment(&mut self) {
        let location = self.names.fresh(&Var::new("location", Sort::Int));
        let vars = self.graph.vars().iter();
        let vars = vars.map(|var| self.names.fresh(var)).collect();
        let moment = Moment { location, vars };
        let somewhere = (0..self.graph.location_count()).map(|location| {
            let invariant = self.graph.invariant(location).substitute(&self.at(&moment));
            Term::and([is(&moment.location, location), invariant])
        });
        let somewhere = Term::or(somewhere);
        self.solver.assert(&somewhere);
        self.moments.push(moment);
    }

    /// Puts the variables of a moment in place of the graph's.
    fn at(&self, moment: &Moment) -> Substitution {
        renaming(self.graph.vars(), &moment.vars)
    }

    /// How many steps the runs have.
    fn length(&self) -> usize {
        self.taken.len()
    }

    /// One step more. Returns false where no run is that long.
    fn extend(&mut self, budget: &Budget) -> Result<bool, NotFound> {
        self.add_moment();
        let edge = self.names.fresh(&Var::new("edge", Sort::Int));
        let mut auxiliary = Vec::new();
        let mut alternatives = Vec::new();
        let [.., before, after] = &self.moments[..] else {
            unreachable!("there are two moments now");
        };
        for (position, taken) in self.graph.edges().iter().enumerate() {
            let copies: Vec<Var> = taken
                .auxiliary
                .iter()
                .map(|v| self.names.fresh(v))
                .collect();
            let vars = self.graph.vars().iter().chain(self.graph.primed());
            let values = before.vars.iter().chain(&after.vars).chain(&copies);
            let names = vars.chain(&taken.auxiliary).cloned();
            let names: Substitution = names.zip(values.map(Var::term)).collect();
            alternatives.push(Term::and([
                is(&edge, position),
                is(&before.location, taken.from),
                is(&after.location, taken.to),
                taken.relation.substitute(&names),
            ]));
            auxiliary.push(copies);
        }
        self.solver.assert(&Term::or(alternatives));
        self.taken.push(Taken { edge, auxiliary });
        match self.solver.check(budget) {
            Outcome::Sat(_) => Ok(true),
            Outcome::Unsat(_) => Ok(false),
            Outcome::Unknown(reason) => Err(reason.into()),
        }
    }

    /// The run of a model in which the formula holds too.
    fn satisfy(&mut self, formula: &Term, budget: &Budget) -> Result<Option<Model>, NotFound> {
        match self.solver.satisfy(formula, budget) {
            Outcome::Sat(model) => Ok(Some(model)),
            Outcome::Unsat(()) => Ok(None),
            Outcome::Unknown(reason) => Err(reason.into()),
        }
    }

    fn prefix(&self, model: &Model, length: usize) -> Prefix {
        let start = &self.moments[0];
        let path = self.taken[..length].iter().zip(&self.moments[1..]);
        let path = path.map(|(taken, moment)| {
            let edge = position(model, &taken.edge);
            ConcreteStep {
                edge,
                auxiliary: values(model, &taken.auxiliary[edge]),
                values: values(model, &moment.vars),
            }
        });
        Prefix {
            start: State {
                location: position(model, &start.location),
                values: values(model, &start.vars),
            },
            path: path.collect(),
        }
    }

    /// A run into the regions, one for each location, with at most so many steps.
    pub(crate) fn into_regions(
        graph: &'g TransitionGraph,
        regions: &[Term],
        most_steps: usize,
        budget: &Budget,
    ) -> Result<Option<Prefix>, NotFound> {
        let mut unrolling = Unrolling::new(graph);
        loop {
            let end = &unrolling.moments[unrolling.length()];
            let arrived = regions.iter().enumerate().map(|(location, region)| {
                let region = region.substitute(&unrolling.at(end));
                Term::and([is(&end.location, location), region])
            });
            let arrived = Term::or(arrived);
            if let Some(model) = unrolling.satisfy(&arrived, budget)? {
                return Ok(Some(unrolling.prefix(&model, unrolling.length())));
            }
            if unrolling.length() == most_steps || !unrolling.extend(budget)? {
                return Ok(None);
            }
        }
    }

    /// A run that comes back to a state that it had before, with at most so many steps.
    pub(crate) fn lasso(
        graph: &'g TransitionGraph,
        most_steps: usize,
        budget: &Budget,
    ) -> Result<Option<Recurrence>, NotFound> {
        let mut unrolling = Unrolling::new(graph);
        while unrolling.length() < most_steps && unrolling.extend(budget)? {
            let (last, earlier) = unrolling.moments.split_last().unwrap_or_else(|| {
                unreachable!("there is a moment at the start");
            });
            let repeated: Vec<Term> = earlier.iter().map(|moment| same(moment, last)).collect();
            let Some(model) = unrolling.satisfy(&Term::or(repeated.clone()), budget)? else {
                continue;
            };
            let back = repeated
                .iter()
                .position(|same| model.holds(same) == Ok(true));
            let Some(back) = back else { continue };
            let run = unrolling.prefix(&model, unrolling.length());
            return Ok(Some(closed(graph, run, back)));
        }
        Ok(None)
    }
}

/// The recurrence of a run that ends in the state which it has after so many steps.
fn closed(graph: &TransitionGraph, run: Prefix, back: usize) -> Recurrence {
    let mut regions = vec![Vec::new(); graph.location_count()];
    let mut cases = vec![Vec::new(); graph.location_count()];
    let mut location = run.start.location;
    let mut state = &run.start.values;
    for (position, step) in run.path.iter().enumerate() {
        if position >= back {
            let equations = graph.vars().iter().zip(state);
            let here = Term::and(
                equations.map(|(var, value)| Term::eq(var.term(), Term::value(value.clone()))),
            );
            regions[location].push(here.clone());
            cases[location].push(Continuation {
                guard: here,
                edge: step.edge,
                next: literals(&step.values),
                auxiliary: literals(&step.auxiliary),
            });
        }
        location = graph.edges()[step.edge].to;
        state = &step.values;
    }
    let path = run.path[..back].to_vec();
    Recurrence {
        start: run.start,
        path,
        regions: regions.into_iter().map(Term::or).collect(),
        cases,
    }
}

fn literals(values: &[Value]) -> Vec<Term> {
    values.iter().cloned().map(Term::value).collect()
}

fn same(a: &Moment, b: &Moment) -> Term {
    let vars = a
        .vars
        .iter()
        .zip(&b.vars)
        .chain([(&a.location, &b.location)]);
    Term::and(vars.map(|(a, b)| Term::eq(a.term(), b.term())))
}

fn is(var: &Var, number: usize) -> Term {
    Term::eq(var.term(), Term::int(number as i64))
}

fn renaming(from: &[Var], to: &[Var]) -> Substitution {
    let pairs = from.iter().cloned().zip(to.iter().map(Var::term));
    pairs.collect()
}

/// The values of variables; what the model does not mention may have any.
fn values(model: &Model, vars: &[Var]) -> Vec<Value> {
    let value = |var: &Var| model.get(var).cloned();
    let value = |var: &Var| value(var).unwrap_or_else(|| Value::default_of(&var.sort));
    vars.iter().map(value).collect()
}

fn position(model: &Model, var: &Var) -> usize {
    let value = model.get(var).and_then(Value::as_int);
    let value = value.and_then(|value| value.to_i64());
    value
        .and_then(|value| usize::try_from(value).ok())
        .unwrap_or(0)
}
