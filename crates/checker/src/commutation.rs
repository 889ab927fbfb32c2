//! Which commands of different threads commute.

use std::collections::BTreeSet;

use budget::Budget;
use evidence::reduction::Edge;
use logic::{Term, Var};
use program::{Command, Location};
use smt::{Solver, Validity};

use crate::paths::Path;
use crate::threads::Threads;
use crate::{Rejected, broken};

/// Which commands of concurrent threads commute.
pub(crate) struct Commutation {
    claimed: BTreeSet<((usize, usize), (usize, usize))>,
}

impl Commutation {
    /// Rule Commuting: each claimed pair leads to the same states in either order.
    pub(crate) fn new(
        threads: &Threads,
        claims: &[(Edge, Edge)],
        solver: &mut Solver,
        budget: &Budget,
    ) -> Result<Self, Rejected> {
        let mut claimed = BTreeSet::new();
        for (a, b) in claims {
            let (a, b) = [a, b].map(|e| (e.thread as usize, e.edge as usize)).into();
            let dangling = |(_, edge): (usize, usize)| Rejected::Dangling {
                what: "edge",
                position: edge as u32,
            };
            let first = threads.command(a.0, a.1).ok_or_else(|| dangling(a))?;
            let second = threads.command(b.0, b.1).ok_or_else(|| dangling(b))?;
            let refused = || broken("Commuting", "two commands do not commute");
            let (forth, back) = (
                both(first, second).ok_or_else(refused)?,
                both(second, first).ok_or_else(refused)?,
            );
            let vars: BTreeSet<&Var> = [&forth, &back]
                .iter()
                .flat_map(|path| path.updates.iter().map(|(var, _)| var))
                .collect();
            let value = |path: &Path, var: &Var| {
                let value = path.updates.get(var).cloned();
                value.unwrap_or_else(|| var.term())
            };
            let same = vars
                .into_iter()
                .map(|var| Term::eq(value(&forth, var), value(&back, var)));
            let formula = Term::and([
                Term::eq(forth.guard.clone(), back.guard.clone()),
                Term::implies(forth.guard.clone(), Term::and(same)),
            ]);
            match solver.valid(&formula, budget) {
                Validity::Valid => {}
                Validity::Invalid => return Err(refused()),
                Validity::Unknown(reason) => return Err(Rejected::Unanswered(reason)),
            }
            claimed.insert((a, b));
            claimed.insert((b, a));
        }
        Ok(Commutation { claimed })
    }

    /// Whether two commands commute.
    pub(crate) fn holds(&self, threads: &Threads, a: (usize, usize), b: (usize, usize)) -> bool {
        if self.claimed.contains(&(a, b)) {
            return true;
        }
        let (Some(first), Some(second)) = (threads.command(a.0, a.1), threads.command(b.0, b.1))
        else {
            // Starting parallel parts changes no variable.
            return true;
        };
        let (written, other) = (first.writes(), second.writes());
        written.is_disjoint(&second.reads())
            && written.is_disjoint(&other)
            && other.is_disjoint(&first.reads())
    }
}

/// Two deterministic commands one after the other.
fn both(first: &Command, second: &Command) -> Option<Path> {
    let mut path = Path::at(0, Location::at(0));
    for command in [first, second] {
        if !matches!(command, Command::Guard(_) | Command::Assign(..)) {
            return None;
        }
        path.follow(command);
    }
    Some(path)
}
