//! Paths: a program in large steps.

use budget::Budget;
use logic::{FreshNames, Substitution, Term, Var};
use program::{Cfg, Command, Location, Thread, in_sort};

use crate::{Rejected, broken};

/// A path of commands with what it does.
#[derive(Clone)]
pub(super) struct Path {
    pub(super) edges: Vec<u32>,
    /// Whose path it is; of no one before the first command.
    thread: Option<Thread>,
    /// Whether some command interferes with other threads.
    interferes: bool,
    pub(super) fails: bool,
    pub(super) to: Location,
    /// The edge of the observable command at the end.
    pub(super) message: Option<usize>,
    pub(super) chosen: Vec<Var>,
    pub(super) guard: Term,
    pub(super) updates: Substitution,
}

/// A program with its stops, by control points.
pub(super) struct Side {
    pub(super) cfg: Cfg,
    pub(super) stops: Vec<bool>,
}

impl Side {
    pub(super) fn new(cfg: Cfg, stops: &[u32]) -> Result<Side, Rejected> {
        let mut is_stop = vec![false; cfg.point_count()];
        for stop in stops {
            let point = is_stop.get_mut(*stop as usize);
            *point.ok_or(Rejected::Dangling {
                what: "control point",
                position: *stop,
            })? = true;
        }
        let side = Side {
            cfg,
            stops: is_stop,
        };
        side.rule_stops()?;
        Ok(side)
    }

    /// Whether a path that takes this edge ends behind it, if some command before it interferes with
    /// other threads, or not. At the end of an atomic block the others may go on, so that a path
    /// that has begun inside must not go further. Where its thread has nothing more to do, it waits
    /// or is over.
    fn ends(&self, edge: usize, interferes: bool) -> bool {
        let edge = &self.cfg.edges()[edge];
        let is_event = matches!(
            edge.command,
            Command::Send { .. } | Command::Receive { .. } | Command::Mark(_)
        );
        is_event
            || self.stops[edge.arrives.index()]
            || (interferes || edge.interferes) && !self.cfg.is_atomic(edge.to)
            || self.cfg.is_atomic(edge.from) && !self.cfg.is_atomic(edge.to)
            || !self.cfg.has_more(edge.to, edge.thread)
    }

    /// The stops cut every silent cycle: locations without a way back can be taken away until none
    /// is left.
    fn rule_stops(&self) -> Result<(), Rejected> {
        let count = self.cfg.location_count();
        let mut waiting = vec![0usize; count];
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (position, edge) in self.cfg.edges().iter().enumerate() {
            if matches!(edge.command, Command::Parfor(_)) {
                return Err(broken("Stops", "the programs have a parfor"));
            }
            if !self.ends(position, false) {
                waiting[edge.from.index()] += 1;
                before[edge.to.index()].push(edge.from.index());
            }
        }
        let mut ready: Vec<usize> = (0..count).filter(|place| waiting[*place] == 0).collect();
        let mut done = 0;
        while let Some(place) = ready.pop() {
            done += 1;
            for earlier in &before[place] {
                waiting[*earlier] -= 1;
                if waiting[*earlier] == 0 {
                    ready.push(*earlier);
                }
            }
        }
        if done == count {
            Ok(())
        } else {
            Err(broken("Stops", "a silent cycle has no stop"))
        }
    }

    /// All paths from a location. The names of chosen values come from the supply.
    pub(super) fn paths(
        &self,
        from: Location,
        names: &mut FreshNames,
        budget: &Budget,
    ) -> Result<Vec<Path>, Rejected> {
        let mut meter = budget.meter();
        let mut found = Vec::new();
        let mut open = vec![Path {
            edges: Vec::new(),
            thread: None,
            interferes: false,
            fails: false,
            to: from,
            message: None,
            chosen: Vec::new(),
            guard: Term::top(),
            updates: Substitution::new(),
        }];
        while let Some(path) = open.pop() {
            meter.tick()?;
            for (position, edge) in self.cfg.edges_from(path.to) {
                if path.thread.is_some_and(|thread| thread != edge.thread) {
                    continue;
                }
                let mut next = path.clone();
                next.thread = Some(edge.thread);
                next.interferes |= edge.interferes;
                next.edges.push(position as u32);
                next.to = edge.to;
                match &edge.command {
                    Command::Guard(formula) => next.require(formula),
                    Command::Assign(var, value) => {
                        let value = value.substitute(&next.updates);
                        next.guard = Term::and([next.guard, in_sort(&value, &var.sort)]);
                        next.updates.insert(var.clone(), value);
                    }
                    Command::Havoc(var, formula) => {
                        let value = names.fresh(var);
                        next.updates.insert(var.clone(), value.term());
                        next.chosen.push(value);
                        next.require(formula);
                    }
                    Command::Assert(formula) => {
                        let mut failing = next.clone();
                        failing.fails = true;
                        failing.require(&Term::not(formula.clone()));
                        found.push(failing);
                        next.require(formula);
                    }
                    Command::Send { .. } | Command::Receive { .. } | Command::Mark(_) => {
                        next.message = Some(position);
                    }
                    Command::Parfor(_) => continue,
                }
                if self.ends(position, next.interferes) {
                    found.push(next);
                } else {
                    open.push(next);
                }
            }
        }
        Ok(found)
    }
}

impl Path {
    fn require(&mut self, formula: &Term) {
        let formula = formula.substitute(&self.updates);
        self.guard = Term::and([self.guard.clone(), formula]);
    }
}
