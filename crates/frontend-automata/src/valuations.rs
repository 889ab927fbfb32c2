//! Which valuations of propositions are told apart by some label.
//!
//! Labels become decision diagrams; then all labels are split by one proposition after the other.
//! Valuations that leave the same diagrams behind are never told apart later, so that only the
//! different ones are kept. With few labels that is far less than all valuations.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::guard::Guard;

/// A node of a diagram, by its position; the first two are the constants.
type Node = u32;

const FALSE: Node = 0;
const TRUE: Node = 1;

/// Reduced ordered decision diagrams.
struct Diagrams {
    /// The proposition, and the nodes for false and for true.
    nodes: Vec<(u32, Node, Node)>,
    unique: FxHashMap<(u32, Node, Node), Node>,
    /// Results of conjunctions (true) and disjunctions (false).
    joined: FxHashMap<(bool, Node, Node), Node>,
}

/// There are more cases than can be handled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooMany;

/// The most nodes, and the most classes of valuations.
const LIMIT: usize = 1 << 20;

impl Diagrams {
    fn new() -> Self {
        // The constants stand below all propositions.
        Diagrams {
            nodes: vec![(u32::MAX, FALSE, FALSE), (u32::MAX, TRUE, TRUE)],
            unique: FxHashMap::default(),
            joined: FxHashMap::default(),
        }
    }

    fn node(&mut self, proposition: u32, low: Node, high: Node) -> Node {
        if low == high {
            return low;
        }
        *self
            .unique
            .entry((proposition, low, high))
            .or_insert_with(|| {
                self.nodes.push((proposition, low, high));
                self.nodes.len() as Node - 1
            })
    }

    /// What is left of a diagram under a value of a proposition that it does not look behind.
    fn under(&self, node: Node, proposition: u32, value: bool) -> Node {
        match self.nodes[node as usize] {
            (top, low, high) if top == proposition => {
                if value {
                    high
                } else {
                    low
                }
            }
            _ => node,
        }
    }

    /// The conjunction or disjunction. The recursion is as deep as there are propositions, of
    /// which the reader allows few enough.
    fn join(&mut self, conjunction: bool, a: Node, b: Node) -> Result<Node, TooMany> {
        let (neutral, absorbing) = if conjunction {
            (TRUE, FALSE)
        } else {
            (FALSE, TRUE)
        };
        if a == absorbing || b == absorbing {
            return Ok(absorbing);
        }
        if a == neutral || a == b {
            return Ok(b);
        }
        if b == neutral {
            return Ok(a);
        }
        let key = (conjunction, a.min(b), a.max(b));
        if let Some(known) = self.joined.get(&key) {
            return Ok(*known);
        }
        if self.nodes.len() > LIMIT {
            return Err(TooMany);
        }
        let top = self.nodes[a as usize].0.min(self.nodes[b as usize].0);
        let [low, high] = [false, true].map(|value| {
            let (a, b) = (self.under(a, top, value), self.under(b, top, value));
            self.join(conjunction, a, b)
        });
        let joined = self.node(top, low?, high?);
        self.joined.insert(key, joined);
        Ok(joined)
    }

    fn negate(&mut self, node: Node, known: &mut FxHashMap<Node, Node>) -> Node {
        match node {
            FALSE => TRUE,
            TRUE => FALSE,
            _ => {
                if let Some(negated) = known.get(&node) {
                    return *negated;
                }
                let (proposition, low, high) = self.nodes[node as usize];
                let (low, high) = (self.negate(low, known), self.negate(high, known));
                let negated = self.node(proposition, low, high);
                known.insert(node, negated);
                negated
            }
        }
    }

    fn of(&mut self, guard: &Guard) -> Result<Node, TooMany> {
        let mut fold = |parts: &[Guard], conjunction: bool| {
            let start = if conjunction { TRUE } else { FALSE };
            parts.iter().try_fold(start, |so_far, part| {
                let part = self.of(part)?;
                self.join(conjunction, so_far, part)
            })
        };
        match guard {
            Guard::Constant(true) => Ok(TRUE),
            Guard::Constant(false) => Ok(FALSE),
            Guard::Proposition(position) => Ok(self.node(*position, FALSE, TRUE)),
            Guard::Not(part) => {
                let part = self.of(part)?;
                Ok(self.negate(part, &mut FxHashMap::default()))
            }
            Guard::All(parts) => fold(parts, true),
            Guard::Any(parts) => fold(parts, false),
        }
    }
}

/// A class of valuations that no label tells apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Class {
    /// One of them.
    pub(crate) example: Vec<bool>,
    /// For each label whether it holds.
    pub(crate) labels: Vec<bool>,
}

/// The classes of valuations of so many propositions.
pub(crate) fn classes(propositions: u32, labels: &[Guard]) -> Result<Vec<Class>, TooMany> {
    let mut diagrams = Diagrams::new();
    let mut roots = Vec::new();
    for label in labels {
        roots.push(diagrams.of(label)?);
    }
    let mut rests: BTreeMap<Vec<Node>, Vec<bool>> = BTreeMap::from([(roots, Vec::new())]);
    for proposition in 0..propositions {
        let mut next = BTreeMap::new();
        for (rest, example) in rests {
            for value in [false, true] {
                let under = rest.iter();
                let under = under.map(|node| diagrams.under(*node, proposition, value));
                next.entry(under.collect()).or_insert_with(|| {
                    let mut longer = example.clone();
                    longer.push(value);
                    longer
                });
            }
        }
        if next.len().saturating_mul(labels.len().max(1)) > LIMIT * 16 {
            return Err(TooMany);
        }
        rests = next;
    }
    let classes = rests.into_iter().map(|(rest, example)| Class {
        example,
        labels: rest.into_iter().map(|node| node == TRUE).collect(),
    });
    Ok(classes.collect())
}
