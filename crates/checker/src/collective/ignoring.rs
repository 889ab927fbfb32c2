//! No process is ignored forever: the cycle proviso of the reduction.
//!
//! A process that could move and is given no turn would never get to what it would do, a failure for
//! one. So every infinite run through the graph must give each process infinitely many turns, or
//! find it unable to move. A cycle without a turn for a process does no harm if it cannot go on
//! forever: where the measures of its cuts never rise and one of them falls, while it is not
//! negative, runs pass that way only finitely often, and it may be left out of what remains.

use std::collections::{BTreeMap, BTreeSet};

use logic::Term;
use program::system::State;

use super::Checker;
use crate::{Rejected, broken};

/// A node that was visited, and where it leads.
pub(super) struct Passage {
    node: u32,
    /// The cut from which it is reached; none from the start.
    from: Option<usize>,
    /// The processes that move here or surely cannot; of a node that only one leads to, also those
    /// that were served on the way.
    served: BTreeSet<usize>,
    /// The nodes and the cuts that it leads to, these with what becomes of each measure.
    nodes: Vec<u32>,
    cuts: Vec<(usize, Vec<Trend>)>,
}

impl Passage {
    pub(super) fn at(node: u32, from: Option<usize>, served: &BTreeSet<usize>) -> Self {
        Passage {
            node,
            from,
            served: served.clone(),
            nodes: Vec::new(),
            cuts: Vec::new(),
        }
    }

    pub(super) fn lead_to(&mut self, node: u32) {
        self.nodes.push(node);
    }

    pub(super) fn served(&self) -> &BTreeSet<usize> {
        &self.served
    }
}

/// A way from one cut to another.
struct Way {
    from: usize,
    to: usize,
    /// The processes that may get no turn on it although they could move.
    unserved: BTreeSet<usize>,
    trends: Vec<Trend>,
}

/// What becomes of a measure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Trend {
    /// It was not negative, and is less now.
    Falls,
    /// It is no more than before.
    Stays,
    /// It may have grown, for all that could be shown.
    MayRise,
}

impl Checker<'_> {
    /// Those that are served at a node, or were on the only way that leads there. From the start,
    /// to which nothing leads back, nobody asks.
    pub(super) fn served(
        &self,
        number: u32,
        state: &State,
        movers: &BTreeSet<usize>,
        before: &BTreeSet<usize>,
    ) -> BTreeSet<usize> {
        if self.source.is_none() {
            return BTreeSet::new();
        }
        let mut served = match self.joins.is_shared(number) {
            true => BTreeSet::new(),
            false => before.clone(),
        };
        let all = 0..self.system.mover_count();
        let more = all.filter(|p| !served.contains(p));
        let more: Vec<usize> = more
            .filter(|p| movers.contains(p) || self.is_disabled(state, *p))
            .collect();
        served.extend(more);
        served
    }

    /// Notes the way to a cut, where the measures are these.
    pub(super) fn note_way(&mut self, passage: &mut Passage, to: usize, left: &[Term]) {
        // Nothing leads back to the start.
        let Some(from) = passage.from else { return };
        let mut trends = Vec::new();
        if passage.served.len() < self.system.mover_count() {
            let before = self.cuts[from].measures.clone();
            let pairs = before.iter().zip(left);
            trends = pairs
                .map(|(before, after)| self.trend(before, after))
                .collect();
        }
        passage.cuts.push((to, trends));
    }

    fn trend(&mut self, before: &Term, after: &Term) -> Trend {
        let falls = Term::and([
            Term::le(Term::int(0), before.clone()),
            Term::lt(after.clone(), before.clone()),
        ]);
        let mut holds = |formula: &Term| self.prove("Ignoring", formula, String::new).is_ok();
        if holds(&falls) {
            Trend::Falls
        } else if holds(&Term::le(after.clone(), before.clone())) {
            Trend::Stays
        } else {
            Trend::MayRise
        }
    }

    /// For each process, no infinite run gives it no turn.
    pub(super) fn rule_ignoring(&mut self) -> Result<(), Rejected> {
        let ways = self.ways()?;
        for mover in 0..self.system.mover_count() {
            self.budget.check()?;
            self.obligations += 1;
            let ignoring = ways.iter().filter(|way| way.unserved.contains(&mover));
            if has_endless_run(ignoring.collect()) {
                let what = format!("mover {mover} may never get its turn");
                return Err(broken("Ignoring", what));
            }
        }
        Ok(())
    }

    /// The ways from cut to cut on which somebody may get no turn: of all ways to a node, one
    /// suffices.
    fn ways(&self) -> Result<Vec<Way>, Rejected> {
        let movers = 0..self.system.mover_count();
        let mut unserved: BTreeMap<u32, BTreeSet<usize>> = BTreeMap::new();
        for cut in &self.cuts {
            unserved.insert(cut.node, movers.clone().collect());
        }
        let mut ways = Vec::new();
        // Whatever leads to a node stands behind it in the list.
        for passage in self.passages.iter().rev() {
            self.budget.check()?;
            let Some(from) = passage.from else { continue };
            let before = unserved.remove(&passage.node).unwrap_or_default();
            let here: BTreeSet<usize> = before.difference(&passage.served).copied().collect();
            if here.is_empty() {
                continue;
            }
            for node in &passage.nodes {
                unserved.entry(*node).or_default().extend(&here);
            }
            ways.extend(passage.cuts.iter().map(|(to, trends)| Way {
                from,
                to: *to,
                unserved: here.clone(),
                trends: trends.clone(),
            }));
        }
        Ok(ways)
    }
}

/// Whether runs may go these ways forever, for all that the measures show: ways that lie on no
/// cycle, or on which a measure falls that rises nowhere on the cycles around, are taken away until
/// nothing changes.
fn has_endless_run(mut ways: Vec<&Way>) -> bool {
    loop {
        let before = ways.len();
        let component = components(&ways);
        ways.retain(|way| component[&way.from] == component[&way.to]);
        let mut left = Vec::new();
        let parts: BTreeSet<usize> = ways.iter().map(|way| component[&way.from]).collect();
        for part in parts {
            let inside = ways.iter().filter(|way| component[&way.from] == part);
            let inside: Vec<&Way> = inside.copied().collect();
            left.extend(without_falling(inside));
        }
        ways = left;
        if ways.is_empty() || ways.len() == before {
            return !ways.is_empty();
        }
    }
}

/// The ways of a component without those on which some measure falls that rises on none of them.
fn without_falling(ways: Vec<&Way>) -> Vec<&Way> {
    let measures = ways.iter().map(|way| way.trends.len()).min().unwrap_or(0);
    let useful = (0..measures).find(|measure| {
        let trends = || ways.iter().map(|way| way.trends[*measure]);
        trends().all(|trend| trend != Trend::MayRise) && trends().any(|t| t == Trend::Falls)
    });
    match useful {
        None => ways,
        Some(measure) => {
            let stays = |way: &&Way| way.trends[measure] == Trend::Stays;
            ways.into_iter().filter(stays).collect()
        }
    }
}

/// The strongly connected component of each cut, by the least cut in it. A cut that lies on no cycle
/// is a component of its own; a way from it to itself is a cycle.
fn components(ways: &[&Way]) -> BTreeMap<usize, usize> {
    let mut next: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for way in ways {
        next.entry(way.from).or_default().insert(way.to);
        next.entry(way.to).or_default();
    }
    let reached_from = |start: usize| {
        let mut reached = BTreeSet::new();
        let mut open = vec![start];
        while let Some(cut) = open.pop() {
            if reached.insert(cut) {
                open.extend(&next[&cut]);
            }
        }
        reached
    };
    let reached: BTreeMap<usize, BTreeSet<usize>> =
        next.keys().map(|cut| (*cut, reached_from(*cut))).collect();
    let least = |cut: &usize| {
        let both = reached[cut]
            .iter()
            .filter(|other| reached[*other].contains(cut));
        both.copied().min().unwrap_or(*cut)
    };
    next.keys().map(|cut| (*cut, least(cut))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Trend, Way, has_endless_run};

    fn way(from: usize, to: usize, trends: &[Trend]) -> Way {
        Way {
            from,
            to,
            unserved: Default::default(),
            trends: trends.to_vec(),
        }
    }

    fn is_endless(ways: &[Way]) -> bool {
        has_endless_run(ways.iter().collect())
    }

    #[test]
    fn a_cycle_is_endless_without_measures() {
        assert!(is_endless(&[way(0, 0, &[])]));
        assert!(is_endless(&[way(0, 1, &[]), way(1, 0, &[])]));
        assert!(!is_endless(&[
            way(0, 1, &[]),
            way(0, 2, &[]),
            way(1, 2, &[])
        ]));
    }

    #[test]
    fn a_measure_that_falls_and_rises_nowhere_ends_a_cycle() {
        use Trend::{Falls, MayRise, Stays};
        assert!(!is_endless(&[way(0, 1, &[Falls]), way(1, 0, &[Stays])]));
        assert!(is_endless(&[way(0, 1, &[Falls]), way(1, 0, &[MayRise])]));
        assert!(is_endless(&[way(0, 1, &[Stays]), way(1, 0, &[Stays])]));
        assert!(
            is_endless(&[way(0, 0, &[Falls]), way(0, 0, &[Stays])]),
            "one of two cycles goes on"
        );
    }

    #[test]
    fn measures_count_one_after_the_other() {
        use Trend::{Falls, MayRise, Stays};
        let outer = way(0, 0, &[Falls, MayRise]);
        let inner = way(0, 0, &[Stays, Falls]);
        assert!(!is_endless(&[outer, inner]));
        let both_may_rise = [way(0, 0, &[Falls, MayRise]), way(0, 0, &[MayRise, Falls])];
        assert!(is_endless(&both_may_rise));
    }
}
