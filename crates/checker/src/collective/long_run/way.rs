//! One of the ways that a run takes which is too long to be written down, for those who tell it.

use std::collections::BTreeSet;

use budget::Budget;
use evidence::long_run::{Goal, LongRun};
use logic::smtlib::parse_term;
use logic::{Integer, Model, Substitution, Term, Value, Var, recursion};
use program::system::{State, Step, Symbolic, System, step};
use question::Safe;
use smt::{Outcome, Solver, Strategy};

use super::super::cuts::{ReadCut, read_cut};
use super::names_of;

/// The work for one question about values.
const WORK: u64 = 2_000_000;

/// A part of a way, from the start or from a place that the run comes by again and again to the next
/// one, or to the failure.
#[derive(Clone, Debug)]
pub struct Part {
    /// How the run goes round at that place before; none at the start.
    pub rounds: Option<Rounds>,
    /// The steps, with the states in front of them.
    pub steps: Vec<(State, Step)>,
    /// The state at its end: where the last step leads, or none was taken.
    pub end: State,
    /// Whether its last step fails.
    fails: bool,
    /// Values for all that is not known, such that the part is possible.
    pub possible: Model,
}

impl Part {
    /// Whether its last step fails.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.fails
    }
}

/// How a run goes round.
#[derive(Clone, Debug)]
pub struct Rounds {
    /// Who moves in a round.
    pub movers: BTreeSet<usize>,
    /// The state when the run comes to the place first, and when it leaves it.
    pub before: State,
    /// The state when it leaves it.
    pub after: State,
    /// How often it goes round, where that is known.
    pub count: Option<Integer>,
}

/// A way of a run to the failure, part by part. What is not known in a state is a symbolic constant;
/// what the end of a part says of it is put in.
#[must_use]
pub fn way(question: &Safe, run: &LongRun, budget: &Budget) -> Option<Vec<Part>> {
    let system = &question.system;
    let names = names_of(system);
    let cuts = run.cuts.iter().enumerate();
    let cuts = cuts.map(|(position, cut)| read_cut(system, cut, &names, position));
    let walker = Walker {
        system,
        run,
        cuts: cuts.collect::<Result<_, _>>().ok()?,
        start: run.start(system)?.into_iter().collect(),
        budget,
    };
    let given = walker.start.vars();
    let given: Substitution = given
        .map(|(var, x)| (var.clone(), Term::value(x.clone())))
        .collect();
    let start = State::start(system);
    let start = start.with_terms(&given.apply_all(&start.terms()));
    let mut walk = Walk::default();
    walker.walk(0, start, None, &mut walk)?;
    let mut parts: Vec<Part> = Vec::new();
    for open in walk.parts {
        let before = parts.last().map(|part| part.end.clone());
        parts.push(walker.part(open, before)?);
    }
    Some(parts)
}

/// A part that is being found.
#[derive(Clone, Default)]
struct Open {
    cut: Option<usize>,
    facts: Vec<Term>,
    steps: Vec<(State, Step)>,
    end: Option<State>,
    fails: bool,
}

#[derive(Clone, Default)]
struct Walk {
    parts: Vec<Open>,
    seen: BTreeSet<usize>,
}

struct Walker<'a> {
    system: &'a System,
    run: &'a LongRun,
    cuts: Vec<ReadCut>,
    start: Model,
    budget: &'a Budget,
}

impl Walker<'_> {
    /// Walks on from a node; `None` where no way leads to a failure that has not been gone.
    fn walk(&self, node: u32, state: State, cut: Option<usize>, walk: &mut Walk) -> Option<()> {
        if walk.parts.is_empty() {
            walk.parts.push(Open::default());
        }
        recursion::guard(|| self.walk_inside(node, state, cut, walk))
    }

    fn walk_inside(
        &self,
        number: u32,
        state: State,
        cut: Option<usize>,
        walk: &mut Walk,
    ) -> Option<()> {
        let node = self.run.nodes.get(number as usize)?;
        let Some(mover) = node.mover else {
            walk.parts.last_mut()?.end = Some(state);
            return self.is_possible(walk.parts.last()?).then_some(());
        };
        for way in &node.ways {
            let before = walk.clone();
            let step = self.step(&state, mover as usize, way, cut)?;
            let part = walk.parts.last_mut()?;
            part.facts.push(step.guard.clone());
            part.steps.push((state.clone(), step.clone()));
            let found = match &way.to {
                Goal::Failure => {
                    part.end = Some(state.clone());
                    part.fails = true;
                    self.is_possible(walk.parts.last()?).then_some(())
                }
                Goal::Node(next) => self.walk(*next, step.next, cut, walk),
                Goal::Cut { cut: next, .. } => {
                    part.end = Some(step.next);
                    let next = *next as usize;
                    let is_new = walk.seen.insert(next) && self.is_possible(walk.parts.last()?);
                    let target = self.cuts.get(next)?;
                    walk.parts.push(Open {
                        cut: Some(next),
                        facts: vec![target.condition.clone()],
                        ..Open::default()
                    });
                    let state = target.state.clone();
                    match is_new {
                        true => self.walk(target.node, state, Some(next), walk),
                        false => None,
                    }
                }
            };
            if found.is_some() {
                return found;
            }
            *walk = before;
        }
        None
    }

    fn step(
        &self,
        state: &State,
        mover: usize,
        way: &evidence::long_run::Way,
        cut: Option<usize>,
    ) -> Option<Step> {
        let names = cut.map_or_else(|| names_of(self.system), |cut| self.cuts[cut].names.clone());
        let value = way.value.as_ref().map(|text| parse_term(text, &names));
        let value = value.transpose().ok()?;
        let mut fresh = |var: &Var| value.clone().unwrap_or_else(|| var.term());
        let chosen = (mover, way.edge as usize, &*way.path);
        let found = step(self.system, &Symbolic, state, chosen, &mut fresh);
        found.ok().flatten()
    }

    /// A solver that knows what holds on a part.
    fn solver(&self, facts: &[Term]) -> Solver {
        let mut solver = Solver::new(Strategy::Incremental);
        for (var, value) in self.start.vars() {
            if self.system.inputs.contains(var) {
                solver.assert(&Term::eq(var.term(), Term::value(value.clone())));
            }
        }
        for fact in facts {
            solver.assert(fact);
        }
        solver
    }

    fn is_possible(&self, part: &Open) -> bool {
        let budget = self.budget.clone().with_work(WORK);
        !self.solver(&part.facts).check(&budget).is_unsat()
    }

    /// The value that a term surely has.
    fn sure(&self, solver: &mut Solver, term: &Term, value: Value) -> Option<Value> {
        let budget = self.budget.clone().with_work(WORK);
        solver.push();
        solver.assert(&Term::ne(term.clone(), Term::value(value.clone())));
        let is_sure = solver.check(&budget).is_unsat();
        solver.pop();
        is_sure.then_some(value)
    }

    /// A part with all that is known of its constants.
    fn part(&self, open: Open, before: Option<State>) -> Option<Part> {
        let end = open.end?;
        let mut vars: BTreeSet<Var> = end.terms().iter().flat_map(Term::free_vars).collect();
        for (state, _) in &open.steps {
            vars.extend(state.terms().iter().flat_map(Term::free_vars));
        }
        let mut solver = self.solver(&open.facts);
        let mut possible = self.start.clone();
        let mut known = Substitution::new();
        let budget = self.budget.clone().with_work(WORK);
        let mut values = Vec::new();
        if let Outcome::Sat(model) = solver.check(&budget) {
            values.extend(vars.iter().map(|var| model.value(&var.term()).ok()));
        }
        values.resize(vars.len(), None);
        for (var, value) in vars.into_iter().zip(values) {
            let value = value.unwrap_or_else(|| Value::default_of(&var.sort));
            possible.set(var.clone(), value.clone());
            let is_scalar = !matches!(value, Value::Array(_));
            if is_scalar && let Some(value) = self.sure(&mut solver, &var.term(), value) {
                known.insert(var, Term::value(value));
            }
        }
        let put_in = |state: &State| state.with_terms(&known.apply_all(&state.terms()));
        let rounds = match (open.cut, before) {
            (Some(cut), Some(before)) => {
                let after = put_in(&self.cuts[cut].state);
                Some(self.rounds(cut, before, after, &known))
            }
            _ => None,
        };
        let steps = open.steps.into_iter().map(|(state, mut step)| {
            step.next = put_in(&step.next);
            for duty in &mut step.duties {
                duty.formula = known.apply(&duty.formula);
            }
            (put_in(&state), step)
        });
        Some(Part {
            rounds,
            steps: steps.collect(),
            end: put_in(&end),
            fails: open.fails,
            possible,
        })
    }

    /// How the run goes round at a cut that it leaves with these values.
    fn rounds(&self, cut: usize, before: State, after: State, known: &Substitution) -> Rounds {
        let here = &self.cuts[cut];
        let mut ways = Vec::new();
        let mut open = Open {
            facts: vec![here.condition.clone()],
            ..Open::default()
        };
        self.ways_round(here.node, &here.state, cut, &mut open, &mut ways);
        let movers = ways.iter().flat_map(|way| &way.steps);
        let movers = movers.map(|(_, step)| self.system.process_of(step.mover));
        Rounds {
            movers: movers.collect(),
            count: self.count(cut, &ways, &before, known),
            before,
            after,
        }
    }

    /// The ways from a cut back to it.
    fn ways_round(
        &self,
        number: u32,
        state: &State,
        cut: usize,
        open: &mut Open,
        found: &mut Vec<Open>,
    ) {
        let Some(node) = self.run.nodes.get(number as usize) else {
            return;
        };
        for way in &node.ways {
            let Some(mover) = node.mover else { return };
            let Some(step) = self.step(state, mover as usize, way, Some(cut)) else {
                return;
            };
            open.facts.push(step.guard.clone());
            open.steps.push((state.clone(), step.clone()));
            match &way.to {
                Goal::Node(next) => recursion::guard(|| {
                    self.ways_round(*next, &step.next, cut, open, found);
                }),
                Goal::Cut { cut: next, .. } if *next as usize == cut => {
                    found.push(Open {
                        end: Some(step.next),
                        ..open.clone()
                    });
                }
                Goal::Cut { .. } | Goal::Failure => {}
            }
            open.facts.pop();
            open.steps.pop();
        }
    }

    /// How often the run goes round: by how much an entry of the rank falls in all, if it falls by the
    /// same each time.
    fn count(
        &self,
        cut: usize,
        ways: &[Open],
        before: &State,
        known: &Substitution,
    ) -> Option<Integer> {
        let here = &self.cuts[cut];
        // What the constants are in another state of the cut, where its values are constants.
        let instance = |state: &State| -> Substitution {
            let pairs = here.state.terms().into_iter().zip(state.terms());
            pairs
                .filter_map(|(mine, other)| Some((mine.as_var()?.clone(), other)))
                .collect()
        };
        let number = |term: Term| {
            program::system::concrete::value_of(&term)?
                .as_int()
                .cloned()
        };
        here.measures.iter().find_map(|measure| {
            let first = number(instance(before).apply(measure))?;
            let last = number(known.apply(measure))?;
            let mut step: Option<Integer> = None;
            for way in ways {
                let after = instance(way.end.as_ref()?).apply(measure);
                let falls = Term::sub(measure.clone(), after);
                let mut solver = self.solver(&way.facts);
                let budget = self.budget.clone().with_work(WORK);
                let value = match solver.check(&budget) {
                    Outcome::Sat(model) => model.value(&falls).ok()?,
                    // A way that is never gone says nothing.
                    Outcome::Unsat(_) => continue,
                    Outcome::Unknown(_) => return None,
                };
                let value = self.sure(&mut solver, &falls, value)?;
                let value = value.as_int()?.clone();
                if step.as_ref().is_some_and(|other| *other != value) {
                    return None;
                }
                step = Some(value);
            }
            let step = step.filter(Integer::is_positive)?;
            let (count, rest) = (&first - &last).div_mod(&step)?;
            (rest == Integer::from(0) && count.is_positive()).then_some(count)
        })
    }
}
