//! What the steps of several actors have to do with each other.

use report::Relation;

/// Which events stand in one row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pairing {
    /// Programs answer each other: the same observable action of two is one step of both. What the other
    /// does in silence before it answers comes first.
    Answers,
    /// Processes of one program: each step is its own, but for what all do at once, and for where they
    /// are in the end.
    Moments,
    /// Runs that know nothing of each other: they go on side by side.
    Abreast,
}

impl Pairing {
    pub(crate) fn of(relation: Option<Relation>) -> Self {
        match relation {
            Some(Relation::SafeFor) => Pairing::Abreast,
            Some(
                Relation::Safe | Relation::Equivalent | Relation::Network | Relation::Satisfies,
            ) => Pairing::Moments,
            _ => Pairing::Answers,
        }
    }

    /// Whether two who do this at the same time do it together.
    pub(crate) fn is_shared(self, action: &str) -> bool {
        let is_moment = ["starts", "is here", "has ended"].contains(&action)
            || action.starts_with("leaves ")
            || action.starts_with("takes part in ");
        match self {
            Pairing::Answers => !is_quiet(action),
            Pairing::Moments => is_moment,
            Pairing::Abreast => false,
        }
    }
}

/// Whether nobody else sees an action.
pub(crate) fn is_quiet(action: &str) -> bool {
    [
        "takes a silent step",
        "steps",
        "assigns",
        "goes on",
        "chooses a value",
    ]
    .contains(&action)
}

/// Whether an action is where things go wrong.
pub(crate) fn is_failure(action: &str) -> bool {
    action == "fails" || action.starts_with("fails ")
}
