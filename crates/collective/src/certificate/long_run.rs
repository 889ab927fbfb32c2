//! Evidence for ways to a failure that are too long to be written down step by step.

use evidence::long_run::{Goal, LongRun, Turn, Way};
use logic::smtlib::{Declarations, print_term_with};
use logic::{Model, Substitution, Term};
use program::system::System;

use super::{names, names_at, start_data, written_cut};
use crate::cut::Cut;
use crate::step::number;
use crate::strategy::{Choice, Strategy};
use crate::tree::{Leaf, Node, Tree};

/// The evidence for a strategy. The system is the one that is asked about, and the strategy that of a
/// search with these values.
pub(crate) fn long_run(
    system: &System,
    values: &Model,
    (start, cuts): (&Tree, &[Cut]),
    strategy: &Strategy,
) -> LongRun {
    let mut positions = vec![None; cuts.len()];
    for (new, old) in strategy.cuts.keys().enumerate() {
        positions[*old] = Some(number(new));
    }
    let mut writer = Writer {
        cuts,
        positions,
        strategy,
        nodes: Vec::new(),
    };
    let mut start_names = names(system);
    writer.node(None, start, 0, (&Substitution::new(), &mut start_names));
    let mut written = Vec::new();
    for (position, rank) in &strategy.cuts {
        let cut = &cuts[*position];
        let Some(tree) = &cut.tree else { continue };
        let mut names = names_at(system, cut);
        let node = (&Substitution::new(), &mut names);
        let node = writer.node(Some(*position), tree, 0, node);
        let rank = cut.instance(&cut.values()).apply_all(rank);
        written.push(written_cut(cut, &rank, node, &mut names));
    }
    let (inputs, start) = start_data(system, values);
    LongRun {
        inputs,
        start,
        cuts: written,
        nodes: writer.nodes,
    }
}

struct Writer<'s> {
    cuts: &'s [Cut],
    /// Which of the cuts that are written each is.
    positions: Vec<Option<u32>>,
    strategy: &'s Strategy,
    nodes: Vec<Turn>,
}

impl Writer<'_> {
    /// Writes a node and what follows; returns its number. What was chosen on the way is put in.
    fn node(
        &mut self,
        from: Option<usize>,
        tree: &Tree,
        node: usize,
        (given, names): (&Substitution, &mut Declarations),
    ) -> u32 {
        let position = self.nodes.len();
        self.nodes.push(Turn {
            mover: None,
            ways: Vec::new(),
        });
        let explored: &Node = &tree.nodes[node];
        let chosen = self.strategy.choices.get(&(from, node));
        if let Some(Choice::Moves(mover, branches)) = chosen {
            let mut ways = Vec::new();
            for branch in branches {
                let branch = &explored.branches[*branch];
                let mut given = given.clone();
                let mut value = None;
                if let (Some(var), Some(chosen)) = (&branch.fresh, &branch.chosen) {
                    let term = Term::value(chosen.clone());
                    value = Some(print_term_with(&term, names));
                    given.insert(var.clone(), term);
                }
                let to = match &branch.to {
                    Leaf::Node(next) => {
                        let next = logic::recursion::guard(|| {
                            self.node(from, tree, *next, (&given, &mut *names))
                        });
                        Goal::Node(next)
                    }
                    Leaf::Cut(cut, terms, _) => self.arrival(*cut, terms, &given, names),
                    Leaf::Failure | Leaf::Lost => Goal::Failure,
                };
                ways.push(Way {
                    edge: number(branch.edge),
                    path: branch.path.clone(),
                    value,
                    to,
                });
            }
            self.nodes[position] = Turn {
                mover: Some(number(*mover)),
                ways,
            };
        }
        number(position)
    }

    fn arrival(
        &self,
        cut: usize,
        terms: &[Term],
        given: &Substitution,
        names: &mut Declarations,
    ) -> Goal {
        let known = self.cuts[cut].definitions();
        let open = terms.iter().zip(known).filter(|(_, known)| known.is_none());
        let with = open.map(|(term, _)| print_term_with(&given.apply(term), names));
        Goal::Cut {
            cut: self.positions[cut].unwrap_or_default(),
            with: with.collect(),
        }
    }
}
