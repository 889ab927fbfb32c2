//! Rules for contextual simulation of finite-state programs (papers/000, Definitions 2.2, 2.3, 2.5).

use budget::Budget;
use evidence::LabelData;
use evidence::StateData;
use evidence::simulation::{FiniteRefutation, FiniteSimulation, LosingPosition, RelatedPair, Why};
use program::concrete::{Label, State};
use question::Simulated;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::finite::{Listed, for_each_start, holds};
use crate::{Accepted, Established, Rejected, Vacuity, broken};

/// Both programs with the states that the evidence lists.
struct Game<'a> {
    question: &'a Simulated,
    source: Listed,
    target: Listed,
}

impl<'a> Game<'a> {
    fn new(
        question: &'a Simulated,
        source: &[StateData],
        target: &[StateData],
    ) -> Result<Self, Rejected> {
        let [source_program, target_program] = &question.setting.programs;
        Ok(Game {
            question,
            source: Listed::new(source_program, &question.setting.constants, source)?,
            target: Listed::new(target_program, &question.setting.constants, target)?,
        })
    }

    fn ensures(&self, source: u32, target: u32) -> Result<bool, Rejected> {
        self.ensures_of(source, self.target.state(target)?)
    }

    fn ensures_of(&self, source: u32, target: &State) -> Result<bool, Rejected> {
        let source = (&self.source.machine, self.source.state(source)?);
        holds(
            &self.question.ensures,
            &[source, (&self.target.machine, target)],
        )
    }
}

/// Checks a relation with answers.
pub(crate) fn check_proof(
    question: &Simulated,
    proof: &FiniteSimulation,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let mut game = Game::new(question, &proof.source, &proof.target)?;
    let (starts, mut obligations) = rule_initial(&game, proof, budget)?;
    let mut ends = 0;
    let mut meter = budget.meter();
    for (position, pair) in proof.pairs.iter().enumerate() {
        meter.tick()?;
        obligations += rule_answers(&mut game, proof, position, pair)?;
        if game.source.is_final(pair.source)? {
            rule_ending(&mut game, position, pair)?;
            obligations += 1;
            ends += 1;
        }
    }
    let vacuous = if starts == 0 {
        Some(Vacuity::NoStart)
    } else if ends == 0 && !question.ensures.is_true() {
        Some(Vacuity::NoEnd)
    } else {
        None
    };
    Ok(Accepted {
        verdict: Established::Proved,
        obligations,
        vacuous,
    })
}

/// Definition 2.5, first condition: every initial pair that satisfies the precondition is related.
fn rule_initial(
    game: &Game<'_>,
    proof: &FiniteSimulation,
    budget: &Budget,
) -> Result<(usize, usize), Rejected> {
    let related: FxHashSet<(&State, &State)> = proof
        .pairs
        .iter()
        .map(|pair| {
            Ok((
                game.source.state(pair.source)?,
                game.target.state(pair.target)?,
            ))
        })
        .collect::<Result<_, Rejected>>()?;
    let machines = [&game.source.machine, &game.target.machine];
    let starts = for_each_start(&game.question.setting, &machines, budget, &mut |states| {
        if related.contains(&(&states[0], &states[1])) {
            return Ok(());
        }
        Err(broken(
            "Initial",
            format!("the initial pair {states:?} is not in the relation"),
        ))
    })?;
    Ok((starts, starts))
}

/// Definition 2.2: every step of the source has an answer with the same label that leads to a
/// related pair. Definition 2.3: an answer that does not move the target lowers the rank.
fn rule_answers(
    game: &mut Game<'_>,
    proof: &FiniteSimulation,
    position: usize,
    pair: &RelatedPair,
) -> Result<usize, Rejected> {
    let steps = game.source.steps(pair.source)?.to_vec();
    if steps.len() != pair.answers.len() {
        return Err(broken(
            "Answers",
            format!(
                "pair {position}: {} steps, {} answers",
                steps.len(),
                pair.answers.len()
            ),
        ));
    }
    for (step, answer) in steps.iter().zip(&pair.answers) {
        let next = proof
            .pairs
            .get(answer.pair as usize)
            .ok_or(Rejected::Dangling {
                what: "pair",
                position: answer.pair,
            })?;
        if *game.source.state(next.source)? != step.state {
            return Err(broken(
                "Answers",
                format!("pair {position}: another step is answered"),
            ));
        }
        let end = rule_path(game, position, pair.target, &answer.path, &step.label)?;
        if game.target.state(next.target)? != game.target.state(end)? {
            return Err(broken(
                "Answers",
                format!("pair {position}: the path ends elsewhere"),
            ));
        }
        if answer.path.is_empty() && next.rank >= pair.rank {
            return Err(broken(
                "Divergence",
                format!("pair {position}: the rank does not fall"),
            ));
        }
    }
    Ok(steps.len())
}

/// The path is one of the target's, and shows exactly the label; returns its last state.
fn rule_path(
    game: &mut Game<'_>,
    position: usize,
    start: u32,
    path: &[u32],
    label: &Label,
) -> Result<u32, Rejected> {
    let mut here = start;
    let mut shown = *label == Label::Silent;
    for next in path {
        if game
            .target
            .has_step(here, *next, &|l| *l == Label::Silent)?
        {
        } else if !shown && game.target.has_step(here, *next, &|l| l == label)? {
            shown = true;
        } else {
            return Err(broken(
                "Path",
                format!("pair {position}: no step {here} to {next}"),
            ));
        }
        here = *next;
    }
    if !shown {
        return Err(broken(
            "Path",
            format!("pair {position}: {label} is not shown"),
        ));
    }
    Ok(here)
}

/// Definition 2.5, second condition: where the source has ended, the target ends silently with the
/// postcondition.
fn rule_ending(game: &mut Game<'_>, position: usize, pair: &RelatedPair) -> Result<(), Rejected> {
    let Some(path) = &pair.ending else {
        return Err(broken(
            "Ending",
            format!("pair {position}: no path to the target's end"),
        ));
    };
    let end = rule_path(game, position, pair.target, path, &Label::Silent)?;
    if !game.target.is_final(end)? {
        return Err(broken(
            "Ending",
            format!("pair {position}: the target has not ended"),
        ));
    }
    if !game.ensures(pair.source, end)? {
        return Err(broken(
            "Ending",
            format!("pair {position}: the postcondition does not hold"),
        ));
    }
    Ok(())
}

/// Checks a strategy of Falsifier.
pub(crate) fn check_refutation(
    question: &Simulated,
    refutation: &FiniteRefutation,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let mut game = Game::new(question, &refutation.source, &refutation.target)?;
    let mut stages: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    for position in &refutation.positions {
        let key = (
            canonical(&game.source, position.source)?,
            canonical(&game.target, position.target)?,
        );
        if stages.insert(key, position.stage).is_some() {
            return Err(broken("Positions", "a position is listed twice"));
        }
    }
    let Some(first) = refutation.positions.first() else {
        return Err(broken("Start", "there is no position"));
    };
    rule_start(&game, first)?;
    let mut obligations = 1;
    let mut meter = budget.meter();
    for position in &refutation.positions {
        meter.tick()?;
        obligations += match &position.why {
            Why::Ending => rule_no_ending(&mut game, position)?,
            Why::Step { label, source } => rule_step(&mut game, &stages, position, label, *source)?,
            Why::Divergence { source } => rule_divergence(&mut game, &stages, position, *source)?,
        };
    }
    Ok(Accepted {
        verdict: Established::Refuted,
        obligations,
        vacuous: None,
    })
}

/// The first of the positions at which a state is listed.
fn canonical(program: &Listed, id: u32) -> Result<u32, Rejected> {
    let state = program.state(id)?;
    Ok(program.find(state).expect("a listed state is found"))
}

/// The play starts in a pair of initial states that satisfies the precondition.
fn rule_start(game: &Game<'_>, first: &LosingPosition) -> Result<(), Rejected> {
    let source = (&game.source.machine, game.source.state(first.source)?);
    let target = (&game.target.machine, game.target.state(first.target)?);
    if !source.0.is_initial(source.1) || !target.0.is_initial(target.1) {
        return Err(broken(
            "Start",
            "the first position is not at the programs' entries",
        ));
    }
    // Both programs hold the constants, and must agree on them.
    for constant in &game.question.setting.constants {
        let value = |(machine, state): (&program::concrete::Machine, &State)| {
            machine
                .layout()
                .slot(&constant.var)
                .map(|slot| state.store[slot].clone())
        };
        if value(source) != value(target) {
            return Err(broken(
                "Start",
                format!("the constant {} differs", constant.var.name),
            ));
        }
    }
    if !holds(&game.question.setting.requires, &[source, target])? {
        return Err(broken(
            "Start",
            "the precondition does not hold at the first position",
        ));
    }
    Ok(())
}

/// The source has ended, and no end that the target reaches silently satisfies the postcondition.
fn rule_no_ending(game: &mut Game<'_>, position: &LosingPosition) -> Result<usize, Rejected> {
    if !game.source.is_final(position.source)? {
        return Err(broken("No ending", "the source has not ended"));
    }
    let reached = answers(game, position.target, &Label::Silent)?;
    for (state, _) in &reached {
        if game.target.machine.is_final(state) && game.ensures_of(position.source, state)? {
            return Err(broken(
                "No ending",
                "the target can end with the postcondition",
            ));
        }
    }
    Ok(reached.len())
}

/// Definition 2.2 fails: the source has this step, and every answer is lost at a lower stage.
fn rule_step(
    game: &mut Game<'_>,
    stages: &FxHashMap<(u32, u32), u32>,
    position: &LosingPosition,
    label: &LabelData,
    next: u32,
) -> Result<usize, Rejected> {
    let label = rule_source_step(game, position.source, label, next)?;
    let next = canonical(&game.source, next)?;
    let reached = answers(game, position.target, &label)?;
    for (state, _) in &reached {
        match lost_stage(game, stages, next, state) {
            Some(stage) if stage < position.stage => {}
            _ => return Err(broken("Step", "an answer is not lost at a lower stage")),
        }
    }
    Ok(reached.len() + 1)
}

/// Definition 2.3 fails: the source has this silent step; an answer that moves the target is lost
/// at a lower stage, and standing still at no higher one.
fn rule_divergence(
    game: &mut Game<'_>,
    stages: &FxHashMap<(u32, u32), u32>,
    position: &LosingPosition,
    next: u32,
) -> Result<usize, Rejected> {
    rule_source_step(game, position.source, &LabelData::Silent, next)?;
    let next = canonical(&game.source, next)?;
    let reached = answers(game, position.target, &Label::Silent)?;
    for (state, moved) in &reached {
        let Some(stage) = lost_stage(game, stages, next, state) else {
            return Err(broken("Divergence", "an answer is not lost"));
        };
        let bound_holds = if *moved {
            stage < position.stage
        } else {
            stage <= position.stage
        };
        if !bound_holds {
            return Err(broken(
                "Divergence",
                "an answer is not lost at a low enough stage",
            ));
        }
    }
    Ok(reached.len() + 1)
}

fn lost_stage(
    game: &Game<'_>,
    stages: &FxHashMap<(u32, u32), u32>,
    source: u32,
    target: &State,
) -> Option<u32> {
    stages.get(&(source, game.target.find(target)?)).copied()
}

/// The source has a step with this label to this state; returns the label.
fn rule_source_step(
    game: &mut Game<'_>,
    from: u32,
    label: &LabelData,
    to: u32,
) -> Result<Label, Rejected> {
    let to = game.source.state(to)?.clone();
    let step = game
        .source
        .steps(from)?
        .iter()
        .find(|step| step.state == to && LabelData::from(&step.label) == *label);
    match step {
        Some(step) => Ok(step.label.clone()),
        None => Err(broken("Step", "the source has no such step")),
    }
}

/// Everything that the target can answer from a state to a label: the states that it reaches while
/// showing the label once and nothing else, each with whether some path with at least one step
/// leads there. The state itself is among the answers to a silent step, without having moved.
fn answers(game: &mut Game<'_>, start: u32, label: &Label) -> Result<Vec<(State, bool)>, Rejected> {
    let start = game.target.state(start)?.clone();
    let silent = *label == Label::Silent;
    // A node is a state and whether the label has been shown. For a silent label, the start is an
    // answer without a move; it is one with a move as well where a cycle leads back to it.
    let mut reached: Vec<(State, bool)> = Vec::new();
    if silent {
        reached.push((start.clone(), false));
    }
    let mut seen: FxHashSet<(State, bool)> = FxHashSet::default();
    let mut open: Vec<(State, bool)> = vec![(start, silent)];
    while let Some((state, shown)) = open.pop() {
        for step in steps_of(game, &state)? {
            let next = if step.label == Label::Silent {
                (step.state, shown)
            } else if step.label == *label && !shown {
                (step.state, true)
            } else {
                continue;
            };
            if seen.insert(next.clone()) {
                if next.1 {
                    reached.push((next.0.clone(), true));
                }
                open.push(next);
            }
        }
    }
    Ok(reached)
}

/// The steps of a state of the target, listed in the evidence or not.
fn steps_of(game: &mut Game<'_>, state: &State) -> Result<Vec<program::concrete::Step>, Rejected> {
    match game.target.find(state) {
        Some(id) => Ok(game.target.steps(id)?.to_vec()),
        None => Ok(game.target.machine.successors(state, &mut |_, _| {})?),
    }
}
