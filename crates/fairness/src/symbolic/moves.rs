//! One step of a game, for sets of positions.

use budget::Exhausted;

use super::player::Player;
use super::sets::Set;

/// Which positions lead where, for one program alone or for both.
///
/// A set that is asked for again and again is a target: what is computed for it is kept. A
/// position may lead into several targets at once, into the one with some steps and into the
/// other with others, so that a set that grows or shrinks a little beside a large one costs little.
pub(super) trait Moves {
    /// A set that positions may lead into.
    type Target;

    /// The player that says whose turn it is.
    fn player(&self) -> &Player;

    /// The target of a set.
    fn target(&self, set: &Set) -> Self::Target;

    /// Adds positions to a target.
    fn extend(&self, target: &mut Self::Target, more: &Set) -> Result<(), Exhausted>;

    /// The positions of `within`, all of them at the same turn, from which the next position is in
    /// one of the targets.
    fn leading(
        &self,
        turn: usize,
        targets: &[&Self::Target],
        within: &Set,
    ) -> Result<Set, Exhausted>;
}
