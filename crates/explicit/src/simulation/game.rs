//! The game between Falsifier and Verifier as a finite graph, and its solution.

use budget::Budget;
use evidence::Reason;
use logic::Term;
use rustc_hash::FxHashMap;

use super::components::Components;
use super::endings::Endings;
use crate::lts::{JointFormula, LabelId, Lts, SILENT};

/// A number of a node of the game.
pub(crate) type NodeId = u32;

/// The stage of a node that has not been removed.
const ALIVE: u32 = u32::MAX;

/// Nodes of the game.
///
/// Verifier's nodes speak of a component of the target rather than of a state: the states that
/// reach each other silently are the same to Verifier. Between components, silent steps make no
/// cycle, so a node of Verifier never supports itself, and counting its remaining children is
/// enough to know when it is lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    /// Falsifier moves from this pair of states.
    Pair { source: u32, target: u32 },
    /// Falsifier has moved to this state of the source; Verifier owes this label, or nothing
    /// where it is silent, and is somewhere in this component of the target.
    Answer {
        label: LabelId,
        source: u32,
        component: u32,
    },
}

/// Why a pair was removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Loss {
    /// The source has ended, the target cannot follow.
    Ending,
    /// The source's step at this position has no answer.
    Step(u32),
    /// The source's silent step at this position goes on to diverge.
    Divergence(u32),
}

/// The game of two transition systems.
pub(crate) struct Game<'a> {
    pub(crate) source: &'a Lts,
    pub(crate) target: &'a Lts,
    pub(crate) ensures: JointFormula,
    pub(super) components: Components,
    nodes: Vec<Node>,
    ids: FxHashMap<Node, NodeId>,
    children: Vec<Vec<NodeId>>,
    /// For pairs that are lost from the outset.
    lost_endings: Vec<NodeId>,
    starts: Vec<NodeId>,
    stages: Vec<u32>,
    losses: FxHashMap<NodeId, Loss>,
    /// For each pair that is left, how many silent steps the source can take while the target
    /// stands still.
    ranks: Vec<u32>,
    pairs: usize,
}

impl<'a> Game<'a> {
    /// Builds everything that a play can reach.
    pub(crate) fn build(
        source: &'a Lts,
        target: &'a Lts,
        ensures: &Term,
        budget: &Budget,
    ) -> Result<Game<'a>, Reason> {
        let components = Components::of(target);
        let ensures = JointFormula::new(ensures, &[&source.machine, &target.machine]);
        let mut game = Game {
            source,
            target,
            ensures,
            components,
            nodes: Vec::new(),
            ids: FxHashMap::default(),
            children: Vec::new(),
            lost_endings: Vec::new(),
            starts: Vec::new(),
            stages: Vec::new(),
            losses: FxHashMap::default(),
            ranks: Vec::new(),
            pairs: 0,
        };
        for (s, t) in source.explored.starts.iter().zip(&target.explored.starts) {
            let start = game.node(Node::Pair {
                source: *s,
                target: *t,
            });
            game.starts.push(start);
        }
        game.starts.sort_unstable();
        game.starts.dedup();
        let mut endings = Endings::default();
        let mut meter = budget.meter();
        while game.children.len() < game.nodes.len() {
            if meter.tick()? {
                budget.report(|| format!("{} pairs", game.pairs));
            }
            let id = game.children.len() as NodeId;
            let children = game.expand(game.nodes[id as usize]);
            game.children.push(children);
            if let Node::Pair {
                source: s,
                target: t,
            } = game.nodes[id as usize]
            {
                game.pairs += 1;
                if source.is_final(s) && !endings.reachable(&game, s, t)? {
                    game.lost_endings.push(id);
                }
            }
        }
        game.stages = vec![ALIVE; game.nodes.len()];
        Ok(game)
    }

    fn node(&mut self, node: Node) -> NodeId {
        *self.ids.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            NodeId::try_from(self.nodes.len() - 1).expect("memory ends before 2^32 nodes")
        })
    }

    fn expand(&mut self, node: Node) -> Vec<NodeId> {
        let (source, target) = (self.source, self.target);
        let mut children = Vec::new();
        match node {
            Node::Pair {
                source: s,
                target: t,
            } => {
                let component = self.components.of_state[t as usize];
                for (label, next) in &source.steps[s as usize] {
                    let answer = Node::Answer {
                        label: *label,
                        source: *next,
                        component,
                    };
                    children.push(self.node(answer));
                }
            }
            Node::Answer {
                label,
                source: s,
                component,
            } => {
                for position in 0..self.components.silent[component as usize].len() {
                    let component = self.components.silent[component as usize][position];
                    children.push(self.node(Node::Answer {
                        label,
                        source: s,
                        component,
                    }));
                }
                for position in 0..self.components.states[component as usize].len() {
                    let t = self.components.states[component as usize][position];
                    if label == SILENT {
                        children.push(self.node(Node::Pair {
                            source: s,
                            target: t,
                        }));
                        continue;
                    }
                    for (_, to) in target.steps[t as usize].iter().filter(|(l, _)| *l == label) {
                        let component = self.components.of_state[*to as usize];
                        let answer = Node::Answer {
                            label: SILENT,
                            source: s,
                            component,
                        };
                        children.push(self.node(answer));
                    }
                }
            }
        }
        children
    }

    /// Removes what is lost until nothing more is.
    pub(crate) fn solve(&mut self, budget: &Budget) -> Result<(), Reason> {
        let parents = Parents::of(&self.children);
        let mut remaining: Vec<u32> = self.children.iter().map(|c| c.len() as u32).collect();
        let mut stage = 0;
        let mut queue: Vec<NodeId> = Vec::new();
        for id in std::mem::take(&mut self.lost_endings) {
            self.remove(id, stage, Loss::Ending, &mut queue);
            stage += 1;
        }
        // An answer that has no child at all is lost from the outset.
        for (id, node) in self.nodes.iter().enumerate() {
            if matches!(node, Node::Answer { .. }) && remaining[id] == 0 {
                self.stages[id] = stage;
                queue.push(id as NodeId);
                stage += 1;
            }
        }
        let mut meter = budget.meter();
        loop {
            // First in, first out, so that short wins of Falsifier are found first.
            let mut next = 0;
            while next < queue.len() {
                meter.tick()?;
                let lost = queue[next];
                next += 1;
                for parent in parents.of_node(lost) {
                    if self.stages[*parent as usize] != ALIVE {
                        continue;
                    }
                    match self.nodes[*parent as usize] {
                        Node::Pair { .. } => {
                            let step = self.children[*parent as usize]
                                .iter()
                                .position(|child| *child == lost)
                                .expect("a parent knows its child");
                            self.remove(*parent, stage, Loss::Step(step as u32), &mut queue);
                            stage += 1;
                        }
                        Node::Answer { .. } => {
                            remaining[*parent as usize] -= 1;
                            if remaining[*parent as usize] == 0 {
                                self.stages[*parent as usize] = stage;
                                queue.push(*parent);
                                stage += 1;
                            }
                        }
                    }
                }
            }
            queue.clear();
            let diverging = self.rank(budget)?;
            if diverging.is_empty() {
                return Ok(());
            }
            for (id, step) in diverging {
                self.remove(id, stage, Loss::Divergence(step), &mut queue);
            }
            stage += 1;
        }
    }

    fn remove(&mut self, pair: NodeId, stage: u32, loss: Loss, queue: &mut Vec<NodeId>) {
        self.stages[pair as usize] = stage;
        self.losses.insert(pair, loss);
        queue.push(pair);
    }

    /// Gives the pairs that are left their ranks; returns the pairs from which the source diverges
    /// while the target can only stand still, with the position of the step that leads on.
    fn rank(&mut self, budget: &Budget) -> Result<Vec<(NodeId, u32)>, Reason> {
        let mut meter = budget.meter();
        let count = self.nodes.len();
        // For each pair, how many of its steps force the target to stand still and lead to a pair
        // that has no rank yet.
        let mut open: Vec<u32> = vec![0; count];
        let mut forced_from: FxHashMap<NodeId, Vec<NodeId>> = FxHashMap::default();
        let mut ready: Vec<NodeId> = Vec::new();
        self.ranks = vec![0; count];
        for id in 0..count as NodeId {
            meter.tick()?;
            let forced = self.standstills(id);
            if self.is_alive_pair(id) && forced.is_empty() {
                ready.push(id);
            }
            open[id as usize] = forced.len() as u32;
            for (_, next) in forced {
                forced_from.entry(next).or_default().push(id);
            }
        }
        let mut ranked = vec![false; count];
        let mut next = 0;
        while next < ready.len() {
            meter.tick()?;
            let id = ready[next];
            next += 1;
            ranked[id as usize] = true;
            let above = self.ranks[id as usize] + 1;
            for previous in forced_from.get(&id).map_or(&[][..], |list| list) {
                let rank = &mut self.ranks[*previous as usize];
                *rank = (*rank).max(above);
                open[*previous as usize] -= 1;
                if open[*previous as usize] == 0 {
                    ready.push(*previous);
                }
            }
        }
        let unranked = (0..count as NodeId)
            .filter(|id| self.is_alive_pair(*id) && !ranked[*id as usize])
            .map(|id| {
                let standstills = self.standstills(id);
                let (step, _) = standstills
                    .iter()
                    .find(|(_, next)| !ranked[*next as usize])
                    .expect("a pair without a rank has a step to another one");
                (id, *step)
            });
        Ok(unranked.collect())
    }

    /// The silent steps of a pair to which the target can only stand still: the position of the
    /// step, and the pair that follows.
    fn standstills(&self, id: NodeId) -> Vec<(u32, NodeId)> {
        let Node::Pair {
            source: s,
            target: t,
        } = self.nodes[id as usize]
        else {
            return Vec::new();
        };
        let component = self.components.of_state[t as usize];
        if !self.is_alive_pair(id) || self.components.cyclic[component as usize] {
            return Vec::new();
        }
        let mut forced = Vec::new();
        for (position, (label, next)) in self.source.steps[s as usize].iter().enumerate() {
            if *label != SILENT || self.can_move(*next, component) {
                continue;
            }
            let stay = self.ids[&Node::Pair {
                source: *next,
                target: t,
            }];
            forced.push((position as u32, stay));
        }
        forced
    }

    /// Whether, after a silent step of the source to a state, the target can answer by moving out
    /// of an acyclic component.
    fn can_move(&self, source: u32, component: u32) -> bool {
        self.components.silent[component as usize]
            .iter()
            .any(|component| {
                let answer = Node::Answer {
                    label: SILENT,
                    source,
                    component: *component,
                };
                self.stages[self.ids[&answer] as usize] == ALIVE
            })
    }

    fn is_alive_pair(&self, id: NodeId) -> bool {
        self.stages[id as usize] == ALIVE && matches!(self.nodes[id as usize], Node::Pair { .. })
    }

    /// The number of pairs that were looked at.
    pub(crate) fn pair_count(&self) -> usize {
        self.pairs
    }

    /// The initial pairs.
    pub(crate) fn starts(&self) -> &[NodeId] {
        &self.starts
    }

    /// The initial pair that Falsifier wins soonest.
    pub(crate) fn lost_start(&self) -> Option<NodeId> {
        let lost = self
            .starts
            .iter()
            .filter(|id| self.stages[**id as usize] != ALIVE);
        lost.copied().min_by_key(|id| self.stages[*id as usize])
    }

    /// The states of a pair.
    pub(crate) fn pair(&self, id: NodeId) -> (u32, u32) {
        match self.nodes[id as usize] {
            Node::Pair { source, target } => (source, target),
            Node::Answer { .. } => unreachable!("the node is a pair"),
        }
    }

    /// The pair of these states, if a play can reach it.
    pub(crate) fn find_pair(&self, source: u32, target: u32) -> Option<NodeId> {
        self.ids.get(&Node::Pair { source, target }).copied()
    }

    /// Whether Verifier wins from this pair.
    pub(crate) fn is_won(&self, id: NodeId) -> bool {
        self.stages[id as usize] == ALIVE
    }

    /// The stage at which a lost pair was removed, and why.
    pub(crate) fn loss(&self, id: NodeId) -> (u32, Loss) {
        (self.stages[id as usize], self.losses[&id])
    }

    /// The rank of a pair that Verifier wins.
    pub(crate) fn rank_of(&self, id: NodeId) -> u32 {
        self.ranks[id as usize]
    }
}

/// For each node, the nodes that it is a child of.
struct Parents {
    start: Vec<u32>,
    list: Vec<NodeId>,
}

impl Parents {
    fn of(children: &[Vec<NodeId>]) -> Self {
        let mut start = vec![0u32; children.len() + 1];
        for child in children.iter().flatten() {
            start[*child as usize + 1] += 1;
        }
        for i in 1..start.len() {
            start[i] += start[i - 1];
        }
        let mut next = start.clone();
        let mut list = vec![0; children.iter().map(Vec::len).sum()];
        for (parent, row) in children.iter().enumerate() {
            for child in row {
                list[next[*child as usize] as usize] = parent as NodeId;
                next[*child as usize] += 1;
            }
        }
        Parents { start, list }
    }

    fn of_node(&self, id: NodeId) -> &[NodeId] {
        &self.list[self.start[id as usize] as usize..self.start[id as usize + 1] as usize]
    }
}
