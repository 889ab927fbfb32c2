//! Writes a won game down, with no more assertions than are needed.

use evidence::Reason;
use evidence::reduction::{Case, Edge, Letter, Node, Place, Reduction, Step};
use logic::Term;
use logic::smtlib::{Declarations, print_term_with};
use rustc_hash::FxHashMap;

use crate::alphabet::{Alphabet, BranchId, LetterId};
use crate::bits::Bits;
use crate::game::{Game, NodeId};
use crate::triples::{AssertionId, Triples};

/// The evidence that a game was won.
pub(crate) fn write(game: &mut Game, declarations: &Declarations) -> Result<Reduction, Reason> {
    let reached = reached(game);
    let needed = needed(game, &reached)?;
    let alphabet = game.alphabet;
    let mut used: Vec<AssertionId> = needed.values().flat_map(Bits::iter).collect();
    used.sort_unstable();
    used.dedup();
    let position = |id: AssertionId| used.binary_search(&id).unwrap_or_default() as u32;
    let number: FxHashMap<NodeId, u32> = reached
        .iter()
        .enumerate()
        .map(|(position, id)| (*id, position as u32))
        .collect();
    let case = |branch: BranchId, to: NodeId, is_only: bool| Case {
        when: (!is_only).then(|| {
            let branch = &alphabet.branches[branch];
            let mut declarations = declarations.clone();
            branch
                .chosen
                .iter()
                .for_each(|var| declarations.add_var(var));
            let guard = Term::and(branch.case.guard.iter().cloned());
            print_term_with(&guard, &mut declarations)
        }),
        to: number[&to],
    };
    let mut nodes = Vec::new();
    for id in &reached {
        let node = &game.nodes[*id];
        let mut steps: Vec<(LetterId, Step)> = Vec::new();
        for step in &node.moves {
            let Some(letter) = alphabet.branches[step.branch].letter else {
                continue;
            };
            let is_only = alphabet.letters[letter].branches.len() == 1;
            let case = case(step.branch, step.to, is_only);
            match steps.iter_mut().find(|(other, _)| *other == letter) {
                Some((_, step)) => step.cases.push(case),
                None => {
                    let step = Step {
                        letter: written(alphabet, letter),
                        cases: vec![case],
                    };
                    steps.push((letter, step));
                }
            }
        }
        nodes.push(Node {
            at: game.positions(*id).to_vec(),
            asleep: node
                .key
                .asleep
                .iter()
                .map(|letter| written(alphabet, letter))
                .collect(),
            holds: needed[id].iter().map(position).collect(),
            order: node.order().iter().map(|thread| *thread as u32).collect(),
            steps: steps.into_iter().map(|(_, step)| step).collect(),
        });
    }
    let only_start = alphabet.starts.len() == 1;
    let starts = game.roots.iter();
    let starts = starts.map(|(branch, root)| case(*branch, *root, only_start));
    let edge = |(thread, edge): (usize, usize)| Edge {
        thread: thread as u32,
        edge: edge as u32,
    };
    Ok(Reduction {
        stops: stops(alphabet),
        commuting: alphabet
            .commuting
            .iter()
            .map(|(a, b)| (edge(*a), edge(*b)))
            .collect(),
        starts: starts.collect(),
        nodes,
        assertions: used
            .iter()
            .map(|id| print_term_with(game.assertion(*id), &mut declarations.clone()))
            .collect(),
    })
}

fn written(alphabet: &Alphabet, letter: LetterId) -> Letter {
    let letter = &alphabet.letters[letter];
    Letter {
        thread: letter.thread as u32,
        path: letter.path.iter().map(|edge| *edge as u32).collect(),
    }
}

fn stops(alphabet: &Alphabet) -> Vec<Place> {
    let threads = alphabet.stops.iter().enumerate();
    threads
        .flat_map(|(thread, stops)| {
            let places = stops.iter().enumerate().filter(|(_, is_stop)| **is_stop);
            places.map(move |(location, _)| Place {
                thread: thread as u32,
                location: location as u32,
            })
        })
        .collect()
}

/// The nodes that the winning strategy reaches.
fn reached(game: &Game) -> Vec<NodeId> {
    let mut reached: Vec<NodeId> = game.roots.iter().map(|(_, root)| *root).collect();
    reached.dedup();
    let mut next = 0;
    while next < reached.len() {
        for step in &game.nodes[reached[next]].moves {
            if !reached.contains(&step.to) {
                reached.push(step.to);
            }
        }
        next += 1;
    }
    reached
}

/// For each node the assertions that the proof of what follows needs.
fn needed(game: &mut Game, reached: &[NodeId]) -> Result<FxHashMap<NodeId, Bits>, Reason> {
    let mut needed: FxHashMap<NodeId, Bits> =
        reached.iter().map(|id| (*id, Bits::default())).collect();
    // What makes violations and the steps that are not taken impossible.
    for id in reached {
        let impossible = game.impossible(*id);
        for branch in impossible {
            let core = game.core(*id, branch, Triples::FALSE)?;
            needed.entry(*id).or_default().extend_from(&core);
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for id in reached.iter().rev() {
            for step in game.nodes[*id].moves.clone() {
                for assertion in needed[&step.to].clone().iter() {
                    let core = game.core(*id, step.branch, assertion)?;
                    changed |= needed.entry(*id).or_default().extend_from(&core);
                }
            }
        }
    }
    Ok(needed)
}

impl Game<'_, '_> {
    /// The branches that must be impossible at a node: violations, and cases of the letters that
    /// lead nowhere.
    fn impossible(&mut self, id: NodeId) -> Vec<BranchId> {
        let mut branches = self.risks(id);
        let order = self.nodes[id].order().to_vec();
        for (letter, _) in self.letters(id, &order) {
            let taken = |branch: &BranchId| {
                let moves = &self.nodes[id].moves;
                moves.iter().any(|step| step.branch == *branch)
            };
            let all = self.alphabet.letters[letter].branches.iter();
            branches.extend(all.filter(|branch| !taken(branch)));
        }
        branches
    }

    /// The assertions at a node that a triple needs.
    fn core(
        &mut self,
        id: NodeId,
        branch: BranchId,
        assertion: AssertionId,
    ) -> Result<Bits, Reason> {
        let holds = self.nodes[id].key.holds.clone();
        let core = self.triples.core(&holds, branch, assertion)?;
        core.ok_or_else(|| Reason::Incomplete("a triple was lost".to_owned()))
    }
}
