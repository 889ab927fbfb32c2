//! Does a set of assertions prove some reduction of the programs?
//!
//! The reductions of papers/001, section 6, are plays of a game: at each node the prover says in
//! which order the threads are explored, and the opponent picks a letter. A letter of an earlier
//! thread goes to sleep when a later one is picked, and stays asleep until something that depends on
//! it happens (sleep sets, Lemma 6.5). The prover loses at the end of the programs if the assertions
//! that hold there do not imply the postcondition; a play that never ends is the prover's.
//!
//! The game is explored only as far as one order for each node needs, the one first that loses the
//! fewest assertions. Where a node turns out to be lost with it, the next order is tried. Nodes with
//! more asleep and more assertions than a lost node has are not given up for it, but those with less
//! are (Lemma 7.3).

use std::collections::VecDeque;

use evidence::Reason;
use logic::Term;
use rustc_hash::FxHashMap;

use crate::alphabet::{Alphabet, BranchId, LetterId};
use crate::bits::Bits;
use crate::control::{Control, Position, StateId};
use crate::counterexample::{Loss, Lost, Move, Refutation};
use crate::order::{Patience, Preference};
use crate::precision::{Place, Precision};
use crate::threads::{ThreadId, Threads};
use crate::triples::{AssertionId, Triples};
use crate::turns::{Turn, Turns};

/// A node, by its number.
pub(crate) type NodeId = usize;

/// Where the programs are, what is asleep, and what is known to hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Key {
    pub(crate) state: StateId,
    pub(crate) asleep: Bits,
    pub(crate) holds: Bits,
    /// Whose turn it is, where threads take turns.
    pub(crate) turn: Option<Turn>,
}

impl Key {
    /// A key of the paper's automaton, which does not remember who moved.
    pub(crate) fn at(state: StateId, asleep: Bits, holds: Bits) -> Key {
        Key {
            state,
            asleep,
            holds,
            turn: None,
        }
    }
}

/// A node of the game.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) key: Key,
    /// The orders of threads, the best first; none until the node is looked at.
    orders: Vec<Vec<ThreadId>>,
    is_ordered: bool,
    /// The order that is being tried.
    current: usize,
    /// Where the letters lead with the current order.
    pub(crate) moves: Vec<Move>,
    parents: Vec<NodeId>,
    pub(crate) is_lost: bool,
    /// For each order that failed, why.
    pub(crate) losses: Vec<Loss>,
}

impl Node {
    /// The order that has not failed.
    pub(crate) fn order(&self) -> &[ThreadId] {
        self.orders.get(self.current).map_or(&[], Vec::as_slice)
    }
}

/// The game for one set of assertions.
pub(crate) struct Game<'g, 'a> {
    pub(crate) alphabet: &'a Alphabet,
    pub(crate) threads: &'a Threads,
    pub(crate) control: &'g mut Control<'a>,
    pub(crate) triples: &'g mut Triples<'a>,
    /// The assertions that may be used.
    precision: &'g Precision,
    pub(crate) nodes: Vec<Node>,
    pub(crate) ids: FxHashMap<Key, NodeId>,
    by_state: FxHashMap<StateId, Vec<NodeId>>,
    pub(crate) roots: Vec<(BranchId, NodeId)>,
    pub(crate) preference: Preference,
    pub(crate) patience: Patience,
    pub(crate) turns: &'g Turns,
    /// How many nodes, pairs or states were looked at.
    pub(crate) explored: usize,
}

impl<'g, 'a> Game<'g, 'a> {
    pub(crate) fn new(
        alphabet: &'a Alphabet,
        threads: &'a Threads,
        control: &'g mut Control<'a>,
        triples: &'g mut Triples<'a>,
        precision: &'g Precision,
        (preference, patience): (Preference, Patience),
        turns: &'g Turns,
    ) -> Self {
        Game {
            alphabet,
            threads,
            control,
            triples,
            precision,
            nodes: Vec::new(),
            ids: FxHashMap::default(),
            by_state: FxHashMap::default(),
            roots: Vec::new(),
            preference,
            patience,
            turns,
            explored: 0,
        }
    }

    /// Plays the game; says why it is lost, if it is.
    pub(crate) fn play(&mut self) -> Result<Option<Refutation>, Reason> {
        for (start, key) in self.starts()? {
            let root = self.node(key);
            self.roots.push((start, root));
            let mut open = VecDeque::from([root]);
            while let Some(node) = self.next(&mut open) {
                self.explore(node, &mut open)?;
                self.explored = self.nodes.len();
                if self.nodes[root].is_lost {
                    return Ok(Some(self.refutation(start, root)));
                }
            }
        }
        Ok(None)
    }

    /// What holds after a branch, of the assertions that are used at the place that it leads to.
    pub(crate) fn post(
        &mut self,
        holds: &Bits,
        branch: BranchId,
        to: Place,
    ) -> Result<Option<Bits>, Reason> {
        self.triples.post(&self.precision.at(to), holds, branch)
    }

    pub(crate) fn node(&mut self, key: Key) -> NodeId {
        if let Some(id) = self.ids.get(&key) {
            return *id;
        }
        let id = self.nodes.len();
        self.ids.insert(key.clone(), id);
        self.by_state.entry(key.state).or_default().push(id);
        self.nodes.push(Node {
            key,
            orders: Vec::new(),
            is_ordered: false,
            current: 0,
            moves: Vec::new(),
            parents: Vec::new(),
            is_lost: false,
            losses: Vec::new(),
        });
        id
    }

    /// The node for a key, or one that stands for it.
    pub(crate) fn representative(&mut self, key: Key) -> NodeId {
        self.known(&key).unwrap_or_else(|| self.node(key))
    }

    /// A node that stands for a key: its own, a lost one that is no weaker, or one with fewer
    /// assertions and less asleep that is not lost so far.
    pub(crate) fn known(&self, key: &Key) -> Option<NodeId> {
        if let Some(id) = self.ids.get(key) {
            return Some(*id);
        }
        let others = self.by_state.get(&key.state).map_or(&[][..], Vec::as_slice);
        let mut best: Option<NodeId> = None;
        for other in others {
            let node = &self.nodes[*other];
            if node.key.turn != key.turn {
                continue;
            }
            if node.is_lost {
                if key.holds.is_subset(&node.key.holds) && key.asleep.is_subset(&node.key.asleep) {
                    return Some(*other);
                }
            } else if node.key.holds.is_subset(&key.holds)
                && node.key.asleep.is_subset(&key.asleep)
                && best.is_none_or(|best| self.nodes[best].key.holds.len() < node.key.holds.len())
            {
                best = Some(*other);
            }
        }
        best
    }

    /// Looks at a node until an order is found with which it is not lost so far.
    fn explore(&mut self, id: NodeId, open: &mut VecDeque<NodeId>) -> Result<(), Reason> {
        if self.nodes[id].is_lost {
            return Ok(());
        }
        if !self.nodes[id].is_ordered {
            self.nodes[id].is_ordered = true;
            if let Some(violation) = self.violation(id)? {
                self.nodes[id].losses.push(Loss::Violation(violation));
                self.lose(id, open);
                return Ok(());
            }
            self.nodes[id].orders = self.orders(id)?;
            if self.nodes[id].orders.is_empty() {
                return Ok(());
            }
        } else if self.nodes[id].orders.is_empty()
            || (!self.nodes[id].moves.is_empty()
                && (self.nodes[id].moves.iter()).all(|step| !self.nodes[step.to].is_lost))
        {
            return Ok(());
        }
        while self.nodes[id].current < self.nodes[id].orders.len() {
            let order = self.nodes[id].orders[self.nodes[id].current].clone();
            let mut moves = Vec::new();
            let mut failed = None;
            for (letter, key) in self.letters(id, &order) {
                for branch in self.alphabet.letters[letter].branches.clone() {
                    let holds = self.nodes[id].key.holds.clone();
                    let Some(holds) = self.post(&holds, branch, (key.state, key.turn))? else {
                        continue;
                    };
                    let key = Key {
                        holds,
                        ..key.clone()
                    };
                    let to = self.representative(key);
                    let thread = self.alphabet.letters[letter].thread;
                    let step = Move { branch, to, thread };
                    moves.push(step);
                    if self.nodes[to].is_lost {
                        failed = Some(step);
                        break;
                    }
                }
                if failed.is_some() {
                    break;
                }
            }
            match failed {
                Some(step) => {
                    self.nodes[id].losses.push(Loss::Move(order[0], step));
                    self.nodes[id].current += 1;
                }
                None => {
                    for step in self.in_order(&moves) {
                        if !self.nodes[step.to].parents.contains(&id) {
                            self.nodes[step.to].parents.push(id);
                        }
                        if !self.nodes[step.to].is_ordered {
                            open.push_back(step.to);
                        }
                    }
                    self.nodes[id].moves = moves;
                    return Ok(());
                }
            }
        }
        self.lose(id, open);
        Ok(())
    }

    fn in_order(&self, moves: &[Move]) -> Vec<Move> {
        let mut moves = moves.to_vec();
        if self.patience == Patience::AllOrders {
            moves.reverse();
        }
        moves
    }

    fn lose(&mut self, id: NodeId, open: &mut VecDeque<NodeId>) {
        self.nodes[id].is_lost = true;
        for parent in &self.nodes[id].parents {
            match self.patience {
                Patience::FirstOrder => open.push_front(*parent),
                Patience::AllOrders => open.push_back(*parent),
            }
        }
    }

    /// The node to look at next: deep ones first where other orders may follow, near ones first
    /// where one order decides, so that traces are short.
    fn next(&self, open: &mut VecDeque<NodeId>) -> Option<NodeId> {
        match self.patience {
            Patience::FirstOrder => open.pop_front(),
            Patience::AllOrders => open.pop_back(),
        }
    }

    /// Why a node is lost.
    fn refutation(&self, start: BranchId, root: NodeId) -> Refutation {
        let lost = self.nodes.iter().map(|node| Lost {
            place: (node.key.state, node.key.turn),
            losses: node.losses.clone(),
        });
        Refutation {
            start: (start, root),
            lost: lost.collect(),
        }
    }

    /// How a violation may happen at a node.
    fn violation(&mut self, id: NodeId) -> Result<Option<BranchId>, Reason> {
        let key = self.nodes[id].key.clone();
        for risk in self.risks(id) {
            if !self.triples.entails(&key.holds, risk, Triples::FALSE)? {
                return Ok(Some(risk));
            }
        }
        Ok(None)
    }

    /// The branches at a node that would be violations.
    pub(crate) fn risks(&self, id: NodeId) -> Vec<BranchId> {
        let key = &self.nodes[id].key;
        let enabled = self.control.enabled(key.state).iter();
        let mut risks: Vec<BranchId> = enabled
            .filter(|letter| !key.asleep.contains(**letter))
            .flat_map(|letter| self.alphabet.letters[*letter].failures.clone())
            .collect();
        if self.control.is_final(key.state) {
            risks.extend(&self.alphabet.violations);
        }
        risks
    }

    /// The letters that are read at a node with an order of the threads, and where they lead; what
    /// holds there is left open.
    pub(crate) fn letters(&mut self, id: NodeId, order: &[ThreadId]) -> Vec<(LetterId, Key)> {
        let key = self.nodes[id].key.clone();
        let enabled = self.control.enabled(key.state).to_vec();
        let mut explored = key.asleep.clone();
        let mut found = Vec::new();
        for thread in order {
            let own: Vec<LetterId> = enabled
                .iter()
                .copied()
                .filter(|letter| self.alphabet.letters[*letter].thread == *thread)
                .collect();
            for letter in &own {
                if key.asleep.contains(*letter) {
                    continue;
                }
                let state = self.control.step(key.state, *letter);
                let dependent = &self.alphabet.letters[*letter].dependent;
                let asleep = explored.without(dependent);
                if !self.control.is_dead(state, &asleep) {
                    let holds = Bits::default();
                    found.push((
                        *letter,
                        Key {
                            state,
                            asleep,
                            holds,
                            turn: self.turn_after(&key, *thread),
                        },
                    ));
                }
            }
            own.iter().for_each(|letter| explored.insert(*letter));
        }
        found
    }

    /// Whose turn it is after a thread has moved, where threads take turns.
    fn turn_after(&self, key: &Key, thread: ThreadId) -> Option<Turn> {
        let turn = key.turn.unwrap_or_default();
        let at = self.control.positions(key.state)[thread];
        (self.preference == Preference::InTurn).then(|| self.turns.after(turn, thread, at))
    }

    /// Where the threads are at a node.
    pub(crate) fn positions(&self, id: NodeId) -> &[Position] {
        self.control.positions(self.nodes[id].key.state)
    }

    /// The assertions that are used somewhere, `false` apart.
    pub(crate) fn assertions(&self) -> Vec<Term> {
        let all = self.precision.all();
        let ids = all.iter().filter(|id| *id != Triples::FALSE);
        ids.map(|id| self.triples.assertion(id).clone()).collect()
    }

    /// Fixes what the prover does at a node.
    pub(crate) fn settle(&mut self, id: NodeId, order: Vec<ThreadId>, moves: Vec<Move>) {
        let node = &mut self.nodes[id];
        node.is_ordered = true;
        node.orders = vec![order];
        node.moves = moves;
    }

    /// Counts a small piece of work, and stops where the budget is used up.
    pub(crate) fn tick(&mut self) -> Result<(), Reason> {
        self.triples.tick()
    }

    pub(crate) fn assertion(&self, id: AssertionId) -> &Term {
        self.triples.assertion(id)
    }
}
