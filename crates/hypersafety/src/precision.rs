//! Which assertions are looked for where.

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::control::StateId;
use crate::triples::{AssertionId, Triples};
use crate::turns::Turn;

/// Where a node of the game is: a joint position of the threads, and whose turn it is where threads
/// take turns.
pub(crate) type Place = (StateId, Option<Turn>);

/// How far an assertion that was found at a place is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// At all places, as in papers/001: a proof is a set of assertions.
    Everywhere,
    /// Only at its place (lazy abstraction). There are fewer triples to look at and nodes to tell
    /// apart, but what is needed at two places is learnt twice.
    AtItsPlace,
}

/// The assertions of a candidate proof, `false` among them, with where they are used.
pub(crate) struct Precision {
    scope: Scope,
    everywhere: Bits,
    at: FxHashMap<Place, Bits>,
}

impl Precision {
    /// Assertions that are used at all places.
    pub(crate) fn new(scope: Scope, mut everywhere: Bits) -> Self {
        everywhere.insert(Triples::FALSE);
        Precision {
            scope,
            everywhere,
            at: FxHashMap::default(),
        }
    }

    /// Adds an assertion that was found at a place; says whether it is new there.
    pub(crate) fn add(&mut self, place: Place, assertion: AssertionId) -> bool {
        let is_new = !self.everywhere.contains(assertion);
        match self.scope {
            Scope::Everywhere => {
                self.everywhere.insert(assertion);
                is_new
            }
            Scope::AtItsPlace => {
                let known = self.at.entry(place).or_default();
                is_new && known.extend_from(&[assertion].into_iter().collect())
            }
        }
    }

    /// The assertions that are used at a place.
    pub(crate) fn at(&self, place: Place) -> Bits {
        let mut all = self.everywhere.clone();
        if let Some(more) = self.at.get(&place) {
            all.extend_from(more);
        }
        all
    }

    /// All assertions that are used somewhere.
    pub(crate) fn all(&self) -> Bits {
        let mut all = self.everywhere.clone();
        for more in self.at.values() {
            all.extend_from(more);
        }
        all
    }
}
