//! Guesses at which hidden variables of both programs are always equal.
//!
//! The greatest simulation relates far more positions than a strategy needs, and its diagram is
//! large. Where a variable of the specification has the same role as one of the concrete program,
//! a strategy that keeps both equal is often enough, and the game inside of such a guess is much
//! smaller. A guess loses nothing: what is won inside of it is won, and where nothing is won a
//! weaker guess comes next, the last of which guesses nothing.
//!
//! The role of a variable is what it looks like from the observed variables: which steps and
//! requirements speak of it, together with variables of which roles, and so on. Variables that are
//! found to have the same role, and no other variable has it, are guessed to be equal. In two
//! chains of processes these are the program counters at both ends, then those beside them; as the
//! chains have different lengths, somewhere in the middle there is none.

use std::collections::{BTreeMap, BTreeSet};

use budget::Exhausted;
use evidence::symbolic::Side;
use oxidd::BooleanFunction;
use program::Program;

use super::layout::{Content, Layout};
use super::order::{blocks, slots_of};
use super::sets::{Set, Space, made};

/// What a slot looks like, by a number.
type Role = usize;

/// What a step or requirement is, and the roles of what it speaks of.
type Part = (u8, Vec<Role>);

/// A slot of the concrete program and one of the specification.
type Pair = (usize, usize);

/// A guess.
#[derive(Clone, Debug)]
pub(super) struct Guess {
    /// Variables that are equal.
    equal: Vec<Pair>,
    /// Predictions that the specification makes only after the concrete program.
    later: Vec<Pair>,
}

/// The guesses, the boldest first; the last one guesses nothing.
pub(super) fn guesses(layout: &Layout, programs: [&Program; 2]) -> Vec<Guess> {
    let roles = Roles::new(layout, programs);
    let (equal, later) = roles.alike();
    let mut guesses = Vec::new();
    for count in counts(equal.len()) {
        let equal = &equal[..count];
        // A prediction is about what is guessed to be equal, or nothing is known of it.
        let known = |slot: &usize| !roles.is_own(*slot) || equal.iter().any(|pair| pair.1 == *slot);
        let is_known = |pair: &&Pair| {
            let mut groups = roles
                .groups
                .iter()
                .filter(|(_, group)| group.contains(&pair.1));
            groups.all(|(_, group)| group.iter().all(known))
        };
        let later: Vec<Pair> = later.iter().filter(is_known).copied().collect();
        let without = Guess {
            equal: equal.to_vec(),
            later: Vec::new(),
        };
        if count > 0 && !later.is_empty() {
            guesses.push(Guess {
                later,
                ..without.clone()
            });
        }
        guesses.push(without);
    }
    guesses
}

/// How many variables are guessed to be equal, one guess after the other: all, all but the one that
/// is farthest from the observed ones, and fewer and fewer.
fn counts(all: usize) -> Vec<usize> {
    let mut counts = vec![all, all.saturating_sub(1)];
    while let Some(last) = counts.last().copied()
        && last > 0
    {
        counts.push(last / 2);
    }
    counts.dedup();
    counts
}

impl Guess {
    /// Whether the variables that this one guesses to be equal are the same.
    pub(super) fn is_like(&self, other: &Guess) -> bool {
        self.equal == other.equal
    }

    /// The positions where it is right.
    pub(super) fn positions(&self, space: &Space) -> Result<Set, Exhausted> {
        let mut all = space.all();
        for (a, b) in &self.equal {
            let mut same = space.none();
            for value in &space.layout.slots[*a].values {
                let both = made(space.literal(*a, value)?.and(&space.literal(*b, value)?))?;
                same = made(same.or(&both))?;
            }
            all = made(all.and(&same))?;
        }
        for (a, b) in &self.later {
            let order = made(space.holds(*b)?.imp(&space.holds(*a)?))?;
            all = made(all.and(&order))?;
        }
        Ok(all)
    }
}

/// What the slots of both programs are used for.
struct Roles<'a> {
    layout: &'a Layout,
    /// For each step and each formula of a requirement the slots that it speaks of.
    groups: Vec<(u8, BTreeSet<usize>)>,
    /// Whether a slot is used beside others that more steps use.
    led: Vec<bool>,
}

impl<'a> Roles<'a> {
    fn new(layout: &'a Layout, programs: [&Program; 2]) -> Self {
        let mut groups: Vec<(u8, BTreeSet<usize>)> = Vec::new();
        let mut uses = vec![0; layout.slots.len()];
        for (side, program) in programs.into_iter().enumerate() {
            for block in blocks(layout, program, side) {
                block.iter().for_each(|slot| uses[*slot] += 1);
                groups.push((0, block));
            }
            for term in &program.justice {
                groups.push((1, slots_of(layout, term.free_vars().iter())));
            }
            for ((p, q), slot) in program.compassion.iter().zip(&layout.predictions[side]) {
                for (kind, term) in [(2, p), (3, q)] {
                    let mut group = slots_of(layout, term.free_vars().iter());
                    group.insert(*slot);
                    groups.push((kind, group));
                }
            }
        }
        let is_led = |slot: usize| {
            let mut blocks = groups
                .iter()
                .filter(|(kind, block)| *kind == 0 && block.contains(&slot));
            blocks.any(|(_, block)| block.iter().any(|other| uses[*other] > uses[slot]))
        };
        let led = (0..layout.slots.len()).map(is_led).collect();
        Roles {
            layout,
            groups,
            led,
        }
    }

    /// Whether a slot is a hidden variable that belongs to one process. What several processes
    /// share changes hands at other times where there are fewer of them; a variable that some step
    /// uses beside one that more steps use is taken for shared.
    fn is_own(&self, slot: usize) -> bool {
        matches!(self.layout.slots[slot].content, Content::Variable(..))
            && !self.led[slot]
            && !self.layout.observed.contains(&slot)
            && self.groups.iter().any(|(_, group)| group.contains(&slot))
    }

    /// The own variables of both programs that have the same role, and no other has it, those
    /// first that are nearest to the observed ones; then the predictions.
    fn alike(&self) -> (Vec<Pair>, Vec<Pair>) {
        let slots = &self.layout.slots;
        let mut roles = first_roles(self.layout);
        let mut found = [Vec::new(), Vec::new()];
        for _ in 0..slots.len() {
            let next = refined(&self.groups, &roles);
            let mut by_role: BTreeMap<(bool, Role), [Vec<usize>; 2]> = BTreeMap::new();
            for (slot, content) in slots.iter().enumerate() {
                let (side, is_prediction) = match &content.content {
                    Content::Variable(side, _) if self.is_own(slot) => (side, false),
                    Content::Prediction(side, _) => (side, true),
                    _ => continue,
                };
                let sides = by_role.entry((is_prediction, next[slot])).or_default();
                sides[usize::from(*side == Side::Specification)].push(slot);
            }
            for ((is_prediction, _), sides) in &by_role {
                if let [[concrete], [specification]] = sides.each_ref().map(|side| &side[..]) {
                    let pair = (*concrete, *specification);
                    let list: &mut Vec<Pair> = &mut found[usize::from(*is_prediction)];
                    if !list
                        .iter()
                        .any(|known| known.0 == pair.0 || known.1 == pair.1)
                    {
                        list.push(pair);
                    }
                }
            }
            if next == roles {
                break;
            }
            roles = next;
        }
        found.into()
    }
}

/// The roles at first sight: which of the observed variables, or which values.
fn first_roles(layout: &Layout) -> Vec<Role> {
    let mut known = BTreeMap::new();
    let slots = layout.slots.iter().enumerate();
    let roles = slots.map(|(slot, content)| {
        let observed = layout.observed.iter().position(|other| *other == slot);
        let kind = match &content.content {
            Content::Turn => 0,
            Content::Variable(..) => 1,
            Content::Location(_) => 2,
            Content::Prediction(..) => 3,
        };
        let count = known.len();
        *known
            .entry((observed, kind, content.values.clone()))
            .or_insert(count)
    });
    roles.collect()
}

/// The roles after another look at the steps and requirements of each slot.
fn refined(groups: &[(u8, BTreeSet<usize>)], roles: &[Role]) -> Vec<Role> {
    let mut parts: Vec<Vec<Part>> = vec![Vec::new(); roles.len()];
    for (kind, group) in groups {
        let mut inside: Vec<Role> = group.iter().map(|slot| roles[*slot]).collect();
        inside.sort_unstable();
        for slot in group {
            parts[*slot].push((*kind, inside.clone()));
        }
    }
    let mut known = BTreeMap::new();
    let slots = parts.into_iter().zip(roles);
    let roles = slots.map(|(mut parts, role)| {
        parts.sort();
        let count = known.len();
        *known.entry((*role, parts)).or_insert(count)
    });
    roles.collect()
}
