//! The complete procedure: sets of states of the second automaton follow the runs of the first,
//! relations follow its accepting cycles.
//!
//! A place is a state of the first automaton with all states that the second can be in after the
//! same word. Cycles of places with an accepting transition are followed by relations between the
//! states before and after (the boxes of Ramsey-based inclusion, restricted to the place's set, as
//! in the families of quasi-orders of Doveri, Ganty and Mazzocchi). Only the smallest relations at
//! each place are kept: what is accepted for a smaller one is accepted for a larger one.

use budget::{Budget, Exhausted};
use evidence::inclusion::{Arc, Arcs, Cycle, Place, Powersets};
use question::automaton::Automaton;
use rustc_hash::FxHashMap;

use crate::components::components;
use crate::lasso::{Word, run_from, word_of};
use crate::sets::States;

/// What came out.
pub(crate) enum Outcome {
    /// Every word of the first automaton is one of the second.
    Included(Powersets),
    /// This one is not.
    Separated(Word),
}

/// A state of the first automaton, and the states of the second after the same word.
struct Node {
    state: u32,
    set: States,
    /// The node and the letter that led here first.
    from: Option<(u32, u32)>,
    next: Vec<u32>,
}

/// A relation that follows the beginning of a cycle.
struct Relation {
    node: u32,
    boxed: Boxed,
    from: Option<(usize, u32)>,
}

/// The pairs of a relation: for each state of the start's set, in order, the states that are
/// reached, and those that are reached through an accepting transition.
#[derive(Clone, PartialEq, Eq)]
struct Boxed {
    rows: Vec<(States, States)>,
}

impl Boxed {
    /// Nothing has been read yet.
    fn start(count: u32, set: &States) -> Self {
        let rows = set.iter();
        let rows = rows.map(|state| (States::of(count, &[state]), States::none(count)));
        Boxed {
            rows: rows.collect(),
        }
    }

    fn is_subset(&self, other: &Boxed) -> bool {
        let mut rows = self.rows.iter().zip(&other.rows);
        rows.all(|((a, accepting_a), (b, accepting_b))| {
            a.is_subset(b) && accepting_a.is_subset(accepting_b)
        })
    }

    fn after(&self, automaton: &Automaton, letter: u32) -> Boxed {
        let count = automaton.states();
        let rows = self.rows.iter().map(|(all, accepting)| {
            let (mut next, mut next_accepting) = (States::none(count), States::none(count));
            for state in all.iter() {
                let passed = accepting.has(state);
                for step in automaton.reading(state, letter) {
                    next.insert(step.to);
                    if passed || step.marks & 1 == 1 {
                        next_accepting.insert(step.to);
                    }
                }
            }
            (next, next_accepting)
        });
        Boxed {
            rows: rows.collect(),
        }
    }

    /// The pairs, with the states at which the rows start.
    fn arcs(&self, set: &States) -> Vec<Arc> {
        let rows = set.iter().zip(&self.rows);
        let arcs = rows.flat_map(|(from, (all, accepting))| {
            all.iter().map(move |to| Arc {
                from,
                to,
                accepting: accepting.has(to),
            })
        });
        arcs.collect()
    }

    /// Whether some cycle of pairs has an accepting one.
    fn accepts(&self, set: &States) -> bool {
        let states: Vec<u32> = set.iter().collect();
        let position = |state: u32| states.binary_search(&state).ok();
        let graph: Vec<Vec<u32>> = (self.rows.iter())
            .map(|(all, _)| all.iter().filter_map(position).map(|p| p as u32).collect())
            .collect();
        let component = components(&graph[..]);
        let mut rows = self.rows.iter().enumerate();
        rows.any(|(row, (_, accepting))| {
            let mut ends = accepting.iter().filter_map(position);
            ends.any(|end| component[end] == component[row])
        })
    }
}

/// Decides whether every word of the first automaton is one of the second. Both have one goal and
/// are viable.
pub(crate) fn decide(
    first: &Automaton,
    second: &Automaton,
    budget: &Budget,
) -> Result<Outcome, Exhausted> {
    let mut search = Search {
        first,
        second,
        nodes: Vec::new(),
        numbers: FxHashMap::default(),
        component: Vec::new(),
        budget,
    };
    if let Some(word) = search.explore()? {
        return Ok(Outcome::Separated(word));
    }
    let graph: Vec<Vec<u32>> = search.nodes.iter().map(|node| node.next.clone()).collect();
    search.component = components(&graph[..]);
    let mut cycles = Vec::new();
    for node in 0..search.nodes.len() as u32 {
        for transition in 0..search.nodes[node as usize].next.len() {
            if search.closes(node, transition) {
                match search.cycles(node, transition)? {
                    Ok(cycle) => cycles.push(cycle),
                    Err(word) => return Ok(Outcome::Separated(word)),
                }
            }
        }
    }
    Ok(Outcome::Included(Powersets {
        places: search.places(),
        cycles,
    }))
}

struct Search<'a> {
    first: &'a Automaton,
    second: &'a Automaton,
    nodes: Vec<Node>,
    numbers: FxHashMap<(u32, States), u32>,
    component: Vec<u32>,
    budget: &'a Budget,
}

impl Search<'_> {
    fn node(&mut self, state: u32, set: States, from: Option<(u32, u32)>) -> u32 {
        let next = self.nodes.len() as u32;
        let number = *self.numbers.entry((state, set.clone())).or_insert(next);
        if number == next {
            self.nodes.push(Node {
                state,
                set,
                from,
                next: Vec::new(),
            });
        }
        number
    }

    /// Finds all places; a word after whose beginning the second automaton has nowhere to go, if
    /// there is one.
    fn explore(&mut self) -> Result<Option<Word>, Exhausted> {
        let mut meter = self.budget.meter();
        let start = States::of(self.second.states(), self.second.initial());
        for state in self.first.initial() {
            self.node(*state, start.clone(), None);
        }
        let mut position = 0;
        while position < self.nodes.len() {
            if meter.tick()? {
                let count = self.nodes.len();
                self.budget.report(|| format!("{count} sets of states"));
            }
            let (state, set) = {
                let node = &self.nodes[position];
                (node.state, node.set.clone())
            };
            if set.is_empty() {
                return Ok(self.word_through(position as u32));
            }
            let mut next = Vec::new();
            for step in self.first.from(state) {
                let after = set.after(self.second, step.letter);
                next.push(self.node(step.to, after, Some((position as u32, step.letter))));
            }
            self.nodes[position].next = next;
            position += 1;
        }
        Ok(None)
    }

    /// The letters on the way to a place.
    fn way(&self, node: u32) -> Vec<u32> {
        let mut letters = Vec::new();
        let mut at = node;
        while let Some((before, letter)) = self.nodes[at as usize].from {
            letters.push(letter);
            at = before;
        }
        letters.reverse();
        letters
    }

    fn word_through(&self, node: u32) -> Option<Word> {
        let rest = run_from(self.first, self.nodes[node as usize].state)?;
        let rest = word_of(self.first, &rest);
        let mut prefix = self.way(node);
        prefix.extend(rest.prefix);
        Some(Word {
            prefix,
            cycle: rest.cycle,
        })
    }

    /// Whether a transition from a place is accepting and can come back.
    fn closes(&self, node: u32, transition: usize) -> bool {
        let Node { state, next, .. } = &self.nodes[node as usize];
        self.first.from(*state)[transition].marks & 1 == 1
            && self.component[next[transition] as usize] == self.component[node as usize]
    }

    /// Follows all cycles that begin with a transition from a place; a word whose cycle the second
    /// automaton does not accept, if there is one.
    fn cycles(&self, start: u32, transition: usize) -> Result<Result<Cycle, Word>, Exhausted> {
        let mut meter = self.budget.meter();
        let node = &self.nodes[start as usize];
        let letter = self.first.from(node.state)[transition].letter;
        let opening = Boxed::start(self.second.states(), &node.set).after(self.second, letter);
        let first = Relation {
            node: node.next[transition],
            boxed: opening.clone(),
            from: None,
        };
        // All relations that were found, and for each place those that are smallest.
        let mut found: Vec<Relation> = vec![first];
        let mut smallest: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        smallest.insert(node.next[transition], vec![0]);
        let mut position = 0;
        while position < found.len() {
            let own = found[position].node;
            if !smallest[&own].contains(&position) {
                position += 1;
                continue;
            }
            if own == start && !found[position].boxed.accepts(&node.set) {
                return Ok(Err(self.separating(start, letter, &found, position)));
            }
            let (state, next) = (
                &self.nodes[own as usize].state,
                &self.nodes[own as usize].next,
            );
            for (step, target) in self.first.from(*state).iter().zip(next) {
                meter.tick()?;
                if self.component[*target as usize] != self.component[start as usize] {
                    continue;
                }
                let after = found[position].boxed.after(self.second, step.letter);
                let known = smallest.entry(*target).or_default();
                if known
                    .iter()
                    .any(|other| found[*other].boxed.is_subset(&after))
                {
                    continue;
                }
                known.retain(|other| !after.is_subset(&found[*other].boxed));
                known.push(found.len());
                found.push(Relation {
                    node: *target,
                    boxed: after,
                    from: Some((position, step.letter)),
                });
            }
            position += 1;
        }
        Ok(Ok(
            self.written(start, transition, &opening, &found, &smallest)
        ))
    }

    fn separating(&self, start: u32, letter: u32, found: &[Relation], end: usize) -> Word {
        let mut cycle = Vec::new();
        let mut at = end;
        while let Some((before, letter)) = found[at].from {
            cycle.push(letter);
            at = before;
        }
        cycle.push(letter);
        cycle.reverse();
        Word {
            prefix: self.way(start),
            cycle,
        }
    }

    /// The smallest relations as evidence.
    fn written(
        &self,
        start: u32,
        transition: usize,
        opening: &Boxed,
        found: &[Relation],
        smallest: &FxHashMap<u32, Vec<usize>>,
    ) -> Cycle {
        let set = &self.nodes[start as usize].set;
        let below = |node: u32, boxed: &Boxed| {
            let mut kept = smallest.get(&node).into_iter().flatten().copied();
            kept.find(|other| found[*other].boxed.is_subset(boxed))
        };
        let head = below(self.nodes[start as usize].next[transition], opening);
        let mut order: Vec<usize> = smallest.values().flatten().copied().collect();
        order.sort_unstable_by_key(|position| (Some(*position) != head, *position));
        let number: FxHashMap<usize, u32> = order.iter().copied().zip(0..).collect();
        let arcs = order.iter().map(|position| {
            let Relation { node, boxed, .. } = &found[*position];
            let place = &self.nodes[*node as usize];
            let steps = self.first.from(place.state).iter().zip(&place.next);
            let next = steps.map(|(step, target)| {
                let inside = self.component[*target as usize] == self.component[start as usize];
                let after = inside.then(|| boxed.after(self.second, step.letter))?;
                Some(number[&below(*target, &after)?])
            });
            Arcs {
                place: *node,
                pairs: boxed.arcs(set),
                next: next.collect(),
            }
        });
        Cycle {
            place: start,
            transition: transition as u32,
            arcs: arcs.collect(),
        }
    }

    fn places(&self) -> Vec<Place> {
        let places = self.nodes.iter().zip(&self.component);
        let places = places.map(|(node, component)| Place {
            state: node.state,
            set: node.set.iter().collect(),
            component: *component,
            next: node.next.clone(),
        });
        places.collect()
    }
}
