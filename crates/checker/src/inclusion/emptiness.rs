//! The rule for emptiness: no run of an automaton is accepted.
//!
//! Ranks never grow along a run, so that every run stays with one rank at last. Among the marks that
//! it can still see, the acceptance either asks for one that is not there, or forces some to end. From
//! the time on when these have ended, the next rank never grows, and so on.

use budget::Budget;
use evidence::inclusion::Emptiness;
use question::automaton::{Acceptance, Automaton, Transition};
use rustc_hash::FxHashMap;

use crate::{Rejected, broken};

/// Checks the ranks and returns the number of steps that were looked at.
pub(super) fn check(
    automaton: &Automaton,
    emptiness: &Emptiness,
    budget: &Budget,
) -> Result<usize, Rejected> {
    let mut ranks: FxHashMap<u32, &[u32]> = FxHashMap::default();
    for barren in &emptiness.states {
        if ranks.insert(barren.state, &barren.ranks).is_some() {
            return Err(broken("Emptiness", "a state occurs twice"));
        }
    }
    if automaton
        .initial()
        .iter()
        .any(|state| !ranks.contains_key(state))
    {
        return Err(broken("Emptiness", "an initial state has no rank"));
    }
    let mut steps: Vec<&Transition> = Vec::new();
    for state in ranks.keys() {
        if *state >= automaton.states() {
            return Err(Rejected::Dangling {
                what: "state",
                position: *state,
            });
        }
        steps.extend(automaton.from(*state));
    }
    if steps.iter().any(|step| !ranks.contains_key(&step.to)) {
        return Err(broken(
            "Emptiness",
            "a step leads to a state without a rank",
        ));
    }
    let rules = Rules {
        ranks,
        acceptance: automaton.acceptance(),
    };
    rules.rule_levels(steps, budget)
}

struct Rules<'a> {
    ranks: FxHashMap<u32, &'a [u32]>,
    acceptance: &'a Acceptance,
}

impl Rules<'_> {
    /// Level by level: steps between states that have the same ranks so far, without the marks that
    /// must have ended.
    fn rule_levels(&self, steps: Vec<&Transition>, budget: &Budget) -> Result<usize, Rejected> {
        let mut meter = budget.meter();
        let mut obligations = 0;
        let mut open = vec![(0, steps)];
        while let Some((level, steps)) = open.pop() {
            let mut groups: FxHashMap<u32, Vec<&Transition>> = FxHashMap::default();
            for step in steps {
                meter.tick()?;
                obligations += 1;
                let rank = |state: u32| {
                    let rank = self.ranks[&state].get(level).copied();
                    rank.ok_or_else(|| broken("Emptiness", format!("state {state} lacks a rank")))
                };
                let (before, after) = (rank(step.from)?, rank(step.to)?);
                if after > before {
                    let what = format!("the rank grows from state {} to {}", step.from, step.to);
                    return Err(broken("Emptiness", what));
                }
                if after == before {
                    groups.entry(after).or_default().push(step);
                }
            }
            for group in groups.into_values() {
                let seen = group.iter().fold(0, |seen, step| seen | step.marks);
                let Some(ended) = ending(self.acceptance, seen) else {
                    continue;
                };
                if ended == 0 {
                    return Err(broken("Emptiness", "a run may stay with its rank"));
                }
                let rest = group.into_iter().filter(|step| step.marks & ended == 0);
                open.push((level + 1, rest.collect()));
            }
        }
        Ok(obligations)
    }
}

/// The marks that an accepted run takes finitely often if it takes no others than these infinitely
/// often; none where no such run is accepted.
fn ending(acceptance: &Acceptance, seen: u64) -> Option<u64> {
    let bit = |mark: u32| 1_u64.checked_shl(mark).unwrap_or(0);
    match acceptance {
        Acceptance::Inf(mark) => (seen & bit(*mark) != 0).then_some(0),
        Acceptance::Fin(mark) => Some(seen & bit(*mark)),
        Acceptance::All(parts) => {
            let mut ended = 0;
            for part in parts {
                ended |= ending(part, seen)?;
            }
            Some(ended)
        }
        Acceptance::Any(parts) => {
            let ways = parts.iter().filter_map(|part| ending(part, seen));
            ways.reduce(|one, other| one & other)
        }
    }
}
