//! Cuts: the places where runs are brought together, and what is known there.

use std::collections::BTreeMap;

use logic::{Node, Op, Substitution, Term, Var};

use crate::key::Key;
use crate::state::State;
use crate::tree::Tree;

/// A place where runs are brought together.
pub(crate) struct Cut {
    /// A state of this shape, with the constants of the cut or known values in it.
    pub(crate) state: State,
    /// The names of the state's terms.
    pub(crate) slots: Vec<Var>,
    /// The terms over the inputs that all arrivals have in common.
    pub(crate) known: Vec<Option<Term>>,
    /// The invariant: formulas over the slots and the inputs.
    pub(crate) invariant: Vec<Term>,
    /// The key under which it was made.
    pub(crate) key: Key,
    /// How often candidates were dropped.
    pub(crate) rounds: u32,
    /// Whether some run has arrived.
    pub(crate) is_reached: bool,
    /// What follows, once it was explored.
    pub(crate) tree: Option<Tree>,
}

impl Cut {
    /// What each slot is, if it is no constant of its own: a known term over the inputs, or what an
    /// equation of the invariant says of it. Putting equals for equals leaves the solver less to do
    /// than assuming that they are equal, above all where products of unknowns are compared.
    pub(crate) fn definitions(&self) -> Vec<Option<Term>> {
        let mut definitions = self.known.clone();
        let mut positions: BTreeMap<&Var, usize> = BTreeMap::new();
        for (position, slot) in self.slots.iter().enumerate() {
            positions.insert(slot, position);
        }
        let mut resolved: Substitution = self.instance_of(&definitions);
        for formula in &self.invariant {
            let Node::App(Op::Eq, sides) = formula.node() else {
                continue;
            };
            for (slot, term) in [(&sides[0], &sides[1]), (&sides[1], &sides[0])] {
                let Some(slot) = slot.as_var() else { continue };
                let Some(position) = positions.get(slot).copied() else {
                    continue;
                };
                let term = resolved.apply(term);
                let is_open = definitions[position].is_none();
                if !is_open || term.free_vars().contains(slot) || term.sort() != &slot.sort {
                    continue;
                }
                let one = Substitution::from_iter([(slot.clone(), term.clone())]);
                for definition in definitions.iter_mut().flatten() {
                    *definition = one.apply(definition);
                }
                definitions[position] = Some(term);
                resolved = self.instance_of(&definitions);
                break;
            }
        }
        definitions
    }

    fn instance_of(&self, definitions: &[Option<Term>]) -> Substitution {
        let pairs = self.slots.iter().zip(definitions);
        let defined = pairs.filter_map(|(slot, term)| Some((slot.clone(), term.clone()?)));
        defined.collect()
    }

    /// The values of the slots: what they are defined to be, or the constants themselves.
    pub(crate) fn values(&self) -> Vec<Term> {
        let definitions = self.definitions();
        let pairs = self.slots.iter().zip(definitions);
        pairs
            .map(|(slot, known)| known.unwrap_or_else(|| slot.term()))
            .collect()
    }

    /// The invariant with the definitions put in, and that variables are in their ranges.
    pub(crate) fn condition(&self) -> Vec<Term> {
        let values = self.values();
        let known = self.instance(&values);
        let slots = self.slots.iter().zip(&values);
        let ranges = slots.map(|(slot, value)| program::in_sort(value, &slot.sort));
        let formulas = self.invariant.iter().map(|formula| known.apply(formula));
        let all = formulas.chain(ranges);
        all.filter(|formula| !formula.is_true()).collect()
    }

    pub(crate) fn instance(&self, terms: &[Term]) -> Substitution {
        let pairs = self.slots.iter().zip(terms);
        pairs
            .map(|(slot, term)| (slot.clone(), term.clone()))
            .collect()
    }

    /// A state of the cut, with its constants.
    pub(crate) fn start(&self) -> State {
        let mut state = self.state.clone();
        state.system = state.system.with_terms(&self.values());
        state
    }
}
