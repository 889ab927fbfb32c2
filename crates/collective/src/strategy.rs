//! Ways to a failure in what a search has explored.
//!
//! A node leads to a failure where some mover can surely move, and whatever step it takes fails, leads
//! to a node that does, or comes to a cut that does. That a cut does is first assumed of all of them,
//! and taken back where its own ways do not bear it out; then the ways from cut to cut need ranks
//! that fall, so that nobody goes round for ever. A way without one is given up, and all is done
//! again.

use std::collections::{BTreeMap, BTreeSet};

use logic::Term;

use crate::cut::Cut;
use crate::measure::Trend;
use crate::tree::{Leaf, Node, Tree};

/// A node: the cut from which it was explored, none for the start, and its position.
pub(crate) type NodeId = (Option<usize>, usize);

/// A way to a failure.
pub(crate) struct Strategy {
    /// What happens at each node.
    pub(crate) choices: BTreeMap<NodeId, Choice>,
    /// The cuts that it comes to, with their ranks over the variables of all processes.
    pub(crate) cuts: BTreeMap<usize, Vec<Term>>,
}

/// What happens at a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// A mover takes one of some branches.
    Moves(usize, Vec<usize>),
    /// Nobody can move.
    End,
}

/// A way from a cut to a cut: the node at which it ends and the branch there.
type Arc = (NodeId, usize);

/// Looks for a way to a failure.
pub(crate) fn find(start: &Tree, cuts: &[Cut], measures: &[Term]) -> Option<Strategy> {
    let mut game = Game {
        start,
        cuts,
        lost: BTreeSet::new(),
        given_up: BTreeSet::new(),
        choices: BTreeMap::new(),
    };
    // Each time at least one way is given up.
    loop {
        game.settle();
        if !game.choices.contains_key(&(None, 0)) {
            return None;
        }
        let used = game.used();
        match ranks(&used, measures) {
            Ok(cuts) => {
                return Some(Strategy {
                    choices: game.choices,
                    cuts,
                });
            }
            Err(endless) => game.given_up.extend(endless),
        }
    }
}

struct Game<'s> {
    start: &'s Tree,
    cuts: &'s [Cut],
    /// The cuts that lead to no failure.
    lost: BTreeSet<usize>,
    /// Ways that are not gone.
    given_up: BTreeSet<Arc>,
    /// What happens at the nodes that lead to a failure.
    choices: BTreeMap<NodeId, Choice>,
}

/// A way between cuts that is gone.
struct Used<'s> {
    arc: Arc,
    from: Option<usize>,
    to: usize,
    trends: &'s [Trend],
}

impl<'s> Game<'s> {
    fn tree(&self, from: Option<usize>) -> Option<&'s Tree> {
        match from {
            None => Some(self.start),
            Some(cut) => self.cuts[cut].tree.as_ref(),
        }
    }

    /// Finds out which nodes lead to a failure, until no cut is lost any more.
    fn settle(&mut self) {
        loop {
            self.choices.clear();
            let roots = (0..self.cuts.len()).map(Some).chain([None]);
            for from in roots {
                self.settle_tree(from);
            }
            let is_lost = |cut: &usize| {
                !self.lost.contains(cut) && !self.choices.contains_key(&(Some(*cut), 0))
            };
            let lost: Vec<usize> = (0..self.cuts.len()).filter(is_lost).collect();
            if lost.is_empty() {
                return;
            }
            self.lost.extend(lost);
        }
    }

    fn settle_tree(&mut self, from: Option<usize>) {
        let Some(tree) = self.tree(from) else { return };
        for position in &tree.completed {
            let id = (from, *position);
            if let Some(choice) = self.choice(id, &tree.nodes[*position]) {
                self.choices.insert(id, choice);
            }
        }
    }

    /// What may happen at a node such that a failure follows. A single branch is taken rather than
    /// several.
    fn choice(&self, id: NodeId, node: &Node) -> Option<Choice> {
        if node.fails {
            return Some(Choice::End);
        }
        let leads = |branch: usize| match &node.branches[branch].to {
            Leaf::Failure => true,
            Leaf::Lost => false,
            Leaf::Node(next) => self.choices.contains_key(&(id.0, *next)),
            Leaf::Cut(cut, ..) => {
                !self.lost.contains(cut) && !self.given_up.contains(&(id, branch))
            }
        };
        let branches = node.branches.iter().enumerate();
        let sure = branches
            .clone()
            .find(|(at, branch)| branch.is_sure && leads(*at));
        if let Some((at, branch)) = sure {
            return Some(Choice::Moves(branch.mover, vec![at]));
        }
        node.sure.iter().find_map(|mover| {
            let own = branches
                .clone()
                .filter(|(_, branch)| branch.mover == *mover);
            let own: Vec<usize> = own.map(|(at, _)| at).collect();
            let all_lead = !own.is_empty() && own.iter().all(|branch| leads(*branch));
            all_lead.then_some(Choice::Moves(*mover, own))
        })
    }

    /// The ways between cuts that are gone from the start.
    fn used(&self) -> Vec<Used<'s>> {
        let mut used = Vec::new();
        let mut reached = BTreeSet::from([None]);
        let mut open = vec![None];
        while let Some(from) = open.pop() {
            let Some(tree) = self.tree(from) else {
                continue;
            };
            let mut nodes = vec![0];
            while let Some(node) = nodes.pop() {
                let Some(Choice::Moves(_, branches)) = self.choices.get(&(from, node)) else {
                    continue;
                };
                for branch in branches {
                    match &tree.nodes[node].branches[*branch].to {
                        Leaf::Node(next) => nodes.push(*next),
                        Leaf::Cut(to, _, trends) => {
                            used.push(Used {
                                arc: ((from, node), *branch),
                                from,
                                to: *to,
                                trends,
                            });
                            if reached.insert(Some(*to)) {
                                open.push(Some(*to));
                            }
                        }
                        Leaf::Failure | Leaf::Lost => {}
                    }
                }
            }
        }
        used
    }
}

/// Ranks for the cuts that are come to; where there are none, the ways on which nothing falls.
fn ranks(used: &[Used<'_>], measures: &[Term]) -> Result<BTreeMap<usize, Vec<Term>>, Vec<Arc>> {
    let cuts: BTreeSet<usize> = used.iter().map(|way| way.to).collect();
    let mut found: BTreeMap<usize, Vec<Term>> = cuts.iter().map(|c| (*c, Vec::new())).collect();
    let between: Vec<&Used<'_>> = used.iter().filter(|way| way.from.is_some()).collect();
    let mut endless = Vec::new();
    rank_parts(&cuts, &between, measures, &mut found, &mut endless);
    if !endless.is_empty() {
        return Err(endless);
    }
    let longest = found.values().map(Vec::len).max().unwrap_or_default();
    for rank in found.values_mut() {
        rank.resize(longest, Term::int(0));
    }
    Ok(found)
}

/// Ranks the cuts that lead back to each other, one such part after the other: what comes first has
/// the greatest number, and inside of a part some measure falls that never rises, and so on without
/// the ways on which it falls.
fn rank_parts(
    cuts: &BTreeSet<usize>,
    ways: &[&Used<'_>],
    measures: &[Term],
    found: &mut BTreeMap<usize, Vec<Term>>,
    endless: &mut Vec<Arc>,
) {
    for (level, part) in parts(cuts, ways).into_iter().enumerate() {
        let level = i64::try_from(level).unwrap_or(i64::MAX);
        for cut in &part {
            found.entry(*cut).or_default().push(Term::int(level));
        }
        let is_inside = |way: &Used<'_>| {
            part.contains(&way.to) && way.from.is_some_and(|from| part.contains(&from))
        };
        let inside: Vec<&Used<'_>> = ways.iter().copied().filter(|w| is_inside(w)).collect();
        if inside.is_empty() {
            continue;
        }
        let trend = |way: &Used<'_>, at: usize| way.trends.get(at).copied();
        let never_rises = |at: &usize| {
            let stays =
                |way: &&Used<'_>| matches!(trend(way, *at), Some(Trend::Falls | Trend::Stays));
            let falls = |way: &&Used<'_>| trend(way, *at) == Some(Trend::Falls);
            inside.iter().all(stays) && inside.iter().any(falls)
        };
        let Some(at) = (0..measures.len()).find(never_rises) else {
            endless.extend(inside.iter().map(|way| way.arc));
            continue;
        };
        for cut in &part {
            found.entry(*cut).or_default().push(measures[at].clone());
        }
        let rest = inside.iter().copied();
        let rest = rest.filter(|way| trend(way, at) != Some(Trend::Falls));
        let rest: Vec<&Used<'_>> = rest.collect();
        if !rest.is_empty() {
            rank_parts(&part, &rest, measures, found, endless);
        }
    }
}

/// The cuts that lead back to each other, those that lead to others behind these.
fn parts(cuts: &BTreeSet<usize>, ways: &[&Used<'_>]) -> Vec<BTreeSet<usize>> {
    let reached = |from: usize| {
        let mut reached = BTreeSet::new();
        let mut open = vec![from];
        while let Some(cut) = open.pop() {
            let next = ways.iter().filter(|way| way.from == Some(cut));
            open.extend(next.map(|way| way.to).filter(|to| reached.insert(*to)));
        }
        reached
    };
    let reached: BTreeMap<usize, BTreeSet<usize>> =
        cuts.iter().map(|cut| (*cut, reached(*cut))).collect();
    let mut parts: Vec<BTreeSet<usize>> = Vec::new();
    for cut in cuts {
        if parts.iter().any(|part| part.contains(cut)) {
            continue;
        }
        let back = reached[cut].iter().copied();
        let mut part: BTreeSet<usize> = back.filter(|other| reached[other].contains(cut)).collect();
        part.insert(*cut);
        parts.push(part);
    }
    let below = |part: &BTreeSet<usize>| -> usize {
        let all = part.iter().flat_map(|cut| &reached[cut]).chain(part);
        all.collect::<BTreeSet<_>>().len()
    };
    parts.sort_by_key(below);
    parts
}
