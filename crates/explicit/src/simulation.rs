//! Contextual simulation by enumeration (papers/000, Definitions 2.2, 2.3 and 2.5).
//!
//! The largest divergence-preserving weak simulation is found by removal. At first every pair of
//! states that a play can reach is taken to be good. A pair is removed
//! - when the source has ended and the target cannot end silently with the postcondition
//!   (Definition 2.5),
//! - when the source has a step to which no answer is left (Definition 2.2),
//! - when the source can take silent steps forever to which the target can only stand still
//!   (Definition 2.3).
//!
//! That the third condition may look at one step at a time follows from the definition: along a
//! silent path of the source from a related pair, take the first step that the target answers by
//! moving; up to there it stood still. So an answer that moves, wherever there is one, is as good
//! as any, and without one the target stands still at that very step.
//!
//! Removal runs in stages, and the stage at which a pair goes is what Falsifier's strategy needs;
//! what is left is what Verifier's needs.

mod components;
mod endings;
mod evidence_of;
mod game;

use budget::Budget;
use evidence::{Evidence, Reason, Verdict};
use program::concrete::{Machine, State};
use question::Simulated;

use crate::lts::{Labels, Lts, for_each_start};
use crate::{Decision, Effort};

use game::Game;

/// Decides whether the claim holds, by enumerating all states.
#[must_use]
pub fn decide(question: &Simulated, budget: &Budget) -> Decision {
    attempt(question, budget).unwrap_or_else(Decision::unknown)
}

fn attempt(question: &Simulated, budget: &Budget) -> Result<Decision, Reason> {
    let machines: Vec<Machine> = question
        .setting
        .programs
        .iter()
        .map(|program| Machine::new(program, &question.setting.constants))
        .collect();
    let (mut source_starts, mut target_starts): (Vec<State>, Vec<State>) = Default::default();
    for_each_start(&question.setting, &machines, budget, &mut |states| {
        let [source, target] = states.try_into().expect("simulation relates two programs");
        source_starts.push(source);
        target_starts.push(target);
    })?;

    let [source_program, target_program] = &question.setting.programs;
    let [source_machine, target_machine]: [Machine; 2] = machines
        .try_into()
        .expect("simulation relates two programs");
    let mut labels = Labels::new();
    let source = Lts::build(
        source_program,
        source_machine,
        source_starts,
        &mut labels,
        budget,
    )?;
    let target = Lts::build(
        target_program,
        target_machine,
        target_starts,
        &mut labels,
        budget,
    )?;

    let mut game = Game::build(&source, &target, &question.ensures, budget)?;
    game.solve(budget)?;
    let evidence = match game.lost_start() {
        Some(start) => evidence_of::refutation(&game, &labels, start),
        None => evidence_of::proof(&game, budget)?,
    };
    let effort = Effort {
        states: source.state_count() + target.state_count(),
        pairs: game.pair_count(),
    };
    let verdict = match evidence {
        Evidence::FiniteRefutation(_) => Verdict::Refuted(evidence),
        evidence => Verdict::Proved(evidence),
    };
    drop(game);
    let mut out_of_range = source.explored.out_of_range;
    out_of_range.extend(target.explored.out_of_range);
    Ok(Decision {
        verdict,
        out_of_range,
        effort,
    })
}
