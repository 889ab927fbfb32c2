//! The ways to look for counterexamples and assertions, which take turns.

use crate::options::{Counterexamples, Method, Options};
use crate::order::{Patience, Preference};
use crate::precision::Scope;

/// A way to look for counterexamples and assertions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Team {
    pub(crate) counterexamples: Counterexamples,
    pub(crate) preference: Preference,
    pub(crate) patience: Patience,
    pub(crate) scope: Scope,
    pub(crate) weight: Weight,
}

/// How much the work of a team counts: one that need not be the best gets less time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weight {
    /// Where no thread depends on a concurrent one, as with sequential copies.
    pub(crate) independent: usize,
    pub(crate) dependent: usize,
}

/// The team of the lazy game that follows a rehearsal.
pub(crate) const PACED: Team = Team {
    counterexamples: Counterexamples::Preferred,
    preference: Preference::InTurn,
    patience: Patience::FirstOrder,
    scope: Scope::AtItsPlace,
    weight: Weight {
        independent: 8,
        dependent: 8,
    },
};

/// The other teams of the lazy game.
const LAZY: [Team; 5] = [
    Team {
        counterexamples: Counterexamples::Preferred,
        preference: Preference::InTurn,
        patience: Patience::FirstOrder,
        scope: Scope::AtItsPlace,
        weight: Weight {
            independent: 1,
            dependent: 4,
        },
    },
    Team {
        counterexamples: Counterexamples::Preferred,
        preference: Preference::FewestLost,
        patience: Patience::FirstOrder,
        scope: Scope::AtItsPlace,
        weight: Weight {
            independent: 8,
            dependent: 2,
        },
    },
    Team {
        counterexamples: Counterexamples::RoundRobin,
        preference: Preference::FewestLost,
        patience: Patience::AllOrders,
        scope: Scope::Everywhere,
        weight: Weight {
            independent: 4,
            dependent: 1,
        },
    },
    Team {
        counterexamples: Counterexamples::Preferred,
        preference: Preference::FewestNew,
        patience: Patience::AllOrders,
        scope: Scope::Everywhere,
        weight: Weight {
            independent: 4,
            dependent: 2,
        },
    },
    Team {
        counterexamples: Counterexamples::Leftmost(1),
        preference: Preference::FewestLost,
        patience: Patience::AllOrders,
        scope: Scope::Everywhere,
        weight: Weight {
            independent: 16,
            dependent: 8,
        },
    },
];

/// A team as in the paper: a proof is a set of assertions, and all orders are possible.
const fn by_the_book(counterexamples: Counterexamples) -> Team {
    Team {
        counterexamples,
        preference: Preference::FewestLost,
        patience: Patience::AllOrders,
        scope: Scope::Everywhere,
        weight: Weight {
            independent: 1,
            dependent: 1,
        },
    }
}

/// The teams that some options ask for.
pub(crate) fn teams(options: &Options) -> Vec<Team> {
    match (options.counterexamples, options.method) {
        (Some(chosen), _) => vec![by_the_book(chosen)],
        (None, Method::Lazy) => LAZY.to_vec(),
        (None, Method::Antichain | Method::Plain) => [
            Counterexamples::RoundRobin,
            Counterexamples::Leftmost(1),
            Counterexamples::Middle(1),
        ]
        .map(by_the_book)
        .to_vec(),
    }
}
