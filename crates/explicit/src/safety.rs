//! k-safety by enumeration: every k terminating runs that start related end related, and no run
//! from related starts fails an assertion.

use budget::Budget;
use evidence::safety::{FiniteSafety, FiniteViolation, Reachable, ReachableStates};
use evidence::{Evidence, Reason, StateData, Verdict};
use program::concrete::{Control, Machine, State};
use question::SafeFor;
use rustc_hash::FxHashMap;

use crate::lts::{JointFormula, Labels, Lts, for_each_start};
use crate::{Decision, Effort};

/// Decides whether the claim holds, by enumerating all states.
#[must_use]
pub fn decide(question: &SafeFor, budget: &Budget) -> Decision {
    attempt(question, budget).unwrap_or_else(Decision::unknown)
}

fn attempt(question: &SafeFor, budget: &Budget) -> Result<Decision, Reason> {
    let machines: Vec<Machine> = question
        .setting
        .programs
        .iter()
        .map(|program| Machine::new(program, &question.setting.constants))
        .collect();
    let mut joint_starts: Vec<Vec<State>> = Vec::new();
    for_each_start(&question.setting, &machines, budget, &mut |states| {
        joint_starts.push(states)
    })?;

    let mut labels = Labels::new();
    let mut copies = Vec::new();
    for (position, (program, machine)) in question.setting.programs.iter().zip(machines).enumerate()
    {
        let starts = joint_starts
            .iter()
            .map(|joint| joint[position].clone())
            .collect();
        copies.push(Lts::build(program, machine, starts, &mut labels, budget)?);
    }
    let effort = Effort {
        states: copies.iter().map(Lts::state_count).sum(),
        pairs: joint_starts.len(),
    };
    let summaries: Vec<Summaries> = copies
        .iter()
        .map(|copy| Summaries::of(copy, budget))
        .collect::<Result<_, _>>()?;
    let violation = find_violation(question, &copies, &summaries, joint_starts.len(), budget)?;
    let verdict = match violation {
        Some(violation) => Verdict::Refuted(Evidence::FiniteViolation(violation)),
        None => Verdict::Proved(Evidence::FiniteSafety(FiniteSafety {
            copies: copies
                .iter()
                .zip(&summaries)
                .map(|(c, s)| s.certificate(c))
                .collect(),
        })),
    };
    let out_of_range = copies
        .into_iter()
        .flat_map(|copy| copy.explored.out_of_range)
        .collect();
    Ok(Decision {
        verdict,
        out_of_range,
        effort,
    })
}

/// What each initial state of a copy leads to.
struct Summaries {
    by_start: FxHashMap<u32, Summary>,
}

struct Summary {
    reached: Vec<u32>,
    finals: Vec<u32>,
    failed: Option<u32>,
}

impl Summaries {
    fn of(copy: &Lts, budget: &Budget) -> Result<Self, Reason> {
        let mut by_start: FxHashMap<u32, Summary> = FxHashMap::default();
        let mut meter = budget.meter();
        let mut seen_by: Vec<u32> = vec![u32::MAX; copy.state_count()];
        for start in &copy.explored.starts {
            if by_start.contains_key(start) {
                continue;
            }
            let mut reached = vec![*start];
            seen_by[*start as usize] = *start;
            let mut next = 0;
            while next < reached.len() {
                meter.tick()?;
                for (_, to) in &copy.steps[reached[next] as usize] {
                    if seen_by[*to as usize] != *start {
                        seen_by[*to as usize] = *start;
                        reached.push(*to);
                    }
                }
                next += 1;
            }
            let finals = reached
                .iter()
                .copied()
                .filter(|s| copy.is_final(*s))
                .collect();
            let failed = reached
                .iter()
                .copied()
                .find(|s| copy.state(*s).control == Control::Failed);
            by_start.insert(
                *start,
                Summary {
                    reached,
                    finals,
                    failed,
                },
            );
        }
        Ok(Summaries { by_start })
    }

    fn certificate(&self, copy: &Lts) -> ReachableStates {
        let mut starts: Vec<u32> = self.by_start.keys().copied().collect();
        starts.sort_unstable();
        ReachableStates {
            states: copy.explored.states.iter().map(StateData::from).collect(),
            from: starts
                .into_iter()
                .map(|start| Reachable {
                    start,
                    states: self.by_start[&start].reached.clone(),
                })
                .collect(),
        }
    }
}

fn find_violation(
    question: &SafeFor,
    copies: &[Lts],
    summaries: &[Summaries],
    joint_starts: usize,
    budget: &Budget,
) -> Result<Option<FiniteViolation>, Reason> {
    let ensures = JointFormula::new(
        &question.ensures,
        &copies
            .iter()
            .map(|copy| &copy.machine)
            .collect::<Vec<&Machine>>(),
    );
    let mut meter = budget.meter();
    for joint in 0..joint_starts {
        let starts: Vec<u32> = copies
            .iter()
            .map(|copy| copy.explored.starts[joint])
            .collect();
        let parts: Vec<&Summary> = starts
            .iter()
            .zip(summaries)
            .map(|(start, s)| &s.by_start[start])
            .collect();
        if let Some((position, end)) = parts
            .iter()
            .enumerate()
            .find_map(|(i, part)| part.failed.map(|end| (i, end)))
        {
            let ends: Vec<u32> = (0..copies.len())
                .map(|i| if i == position { end } else { starts[i] })
                .collect();
            return Ok(Some(violation(
                copies,
                &starts,
                &ends,
                Some(position as u32),
            )));
        }
        // All combinations of ends, counted like the digits of a number.
        if parts.iter().any(|part| part.finals.is_empty()) {
            continue;
        }
        let mut digits = vec![0; parts.len()];
        loop {
            meter.tick()?;
            let ends: Vec<u32> = parts
                .iter()
                .zip(&digits)
                .map(|(p, d)| p.finals[*d])
                .collect();
            let states: Vec<&State> = copies.iter().zip(&ends).map(|(c, e)| c.state(*e)).collect();
            if !ensures.holds(&states)? {
                return Ok(Some(violation(copies, &starts, &ends, None)));
            }
            let Some(position) = (0..parts.len()).find(|i| digits[*i] + 1 < parts[*i].finals.len())
            else {
                break;
            };
            digits[position] += 1;
            digits[..position].fill(0);
        }
    }
    Ok(None)
}

fn violation(copies: &[Lts], starts: &[u32], ends: &[u32], failed: Option<u32>) -> FiniteViolation {
    let runs = copies
        .iter()
        .zip(starts.iter().zip(ends))
        .map(|(copy, (start, end))| {
            shortest_path(copy, *start, *end)
                .iter()
                .map(|s| copy.state(*s).into())
                .collect()
        })
        .collect();
    FiniteViolation { runs, failed }
}

/// The states on a shortest path, both ends included.
fn shortest_path(copy: &Lts, start: u32, end: u32) -> Vec<u32> {
    let mut parent: FxHashMap<u32, u32> = FxHashMap::from_iter([(start, start)]);
    let mut queue = vec![start];
    let mut next = 0;
    while !parent.contains_key(&end) {
        let state = queue[next];
        next += 1;
        for (_, to) in &copy.steps[state as usize] {
            parent.entry(*to).or_insert_with(|| {
                queue.push(*to);
                state
            });
        }
    }
    let mut path = vec![end];
    let mut state = end;
    while state != start {
        state = parent[&state];
        path.push(state);
    }
    path.reverse();
    path
}
