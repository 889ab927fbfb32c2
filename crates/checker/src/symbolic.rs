//! Rules for `A included in B` about sets of states: one step of the game for each layer of a
//! ranked strategy, and no fixpoint.
//!
//! Why the rules suffice: let a fair run of the concrete program be given. Predictions that come
//! true extend it to a run of the converted program that reaches all of its goals infinitely often
//! ([`rule_waiting`]) and therefore never enters a hopeless state ([`rule_hopeless`]). Its start
//! has an answer ([`rule_initial`]), and so has every step ([`rule_layers`]). While one goal of the
//! specification is aimed at, layers do not grow; a layer in which the run stays for ever misses a
//! goal of the concrete program's, which does not happen, so that each goal is reached and the next
//! one aimed at. The answers show the same, and are fair, since predictions of the specification
//! change finitely often and are true.

mod actions;
mod moves;
mod space;

use std::collections::BTreeSet;

use budget::Budget;
use evidence::symbolic::{Layer, Part, SymbolicInclusion, Why};
use logic::{Term, Var};
use oxidd::BooleanFunction;
use program::Program;
use question::Included;

use self::moves::{Game, Player};
use self::space::{Diagrams, Set, Space, made};
use crate::fair::rule_comparable;
use crate::{Accepted, Established, Rejected, Vacuity, broken};

/// Checks evidence for a claim `included in`.
pub(crate) fn check(
    question: &Included,
    evidence: &SymbolicInclusion,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let [concrete, specification] = &question.setting.programs;
    rule_comparable(concrete, specification)?;
    rule_observed(concrete)?;
    rule_observed(specification)?;
    let space = &Space::new(question, evidence)?;
    let diagrams = space.diagrams(evidence)?;
    let players = [
        Player::new(space, concrete, 0)?,
        Player::new(space, specification, 1)?,
    ];
    let parts = [&evidence.concrete, &evidence.specification];
    for (side, (player, part)) in players.iter().zip(parts).enumerate() {
        let starts = starts(space, question, side)?;
        rule_reached(space, side, player, part, &starts, &diagrams)?;
        rule_waiting(space, side, player, part, &diagrams)?;
    }
    let justice = |program: &Program| {
        let sets = program.justice.iter().map(|term| space.formula(term));
        sets.collect::<Result<Vec<Set>, Rejected>>()
    };
    let mut own_goals = justice(concrete)?;
    for (pair, waiting) in players[0].pairs.iter().zip(&evidence.concrete.waiting) {
        let ends = diagrams.get(waiting.ends)?;
        own_goals.push(made(pair.predicted.or(ends))?);
    }
    let mut goals = justice(specification)?;
    for (pair, waiting) in players[1].pairs.iter().zip(&evidence.specification.waiting) {
        let elsewhere = made(diagrams.get(waiting.during)?.not())?;
        goals.push(made(pair.predicted.or(&elsewhere))?);
    }
    if goals.is_empty() {
        goals.push(space.all());
    }
    let observed = concrete.observed.iter().map(|var| space.slot_of(var));
    let [concrete, specification] = players;
    let mut rules = Rules {
        game: Game {
            space,
            concrete,
            specification,
            observed: observed.collect::<Result<BTreeSet<usize>, Rejected>>()?,
            hopeless: space.none(),
        },
        own_goals,
        goals,
        diagrams,
        budget,
    };
    let mut obligations = rules.rule_hopeless(&evidence.hopeless)?;
    obligations += rules.rule_layers(&evidence.goals)?;
    let vacuous = rules.rule_initial(question, &evidence.goals)?;
    Ok(Accepted {
        verdict: Established::Proved,
        obligations,
        vacuous,
    })
}

/// Matched variables are one, which makes sense only where each is matched once.
fn rule_observed(program: &Program) -> Result<(), Rejected> {
    let once: BTreeSet<&Var> = program.observed.iter().collect();
    match once.len() == program.observed.len() {
        true => Ok(()),
        false => Err(broken("Comparable", "a variable is observed twice")),
    }
}

/// The starts of a program that the precondition allows as far as it speaks of this program alone,
/// before the environment's first turn.
fn starts(space: &Space, question: &Included, side: usize) -> Result<Set, Rejected> {
    let program = &question.setting.programs[side];
    let entry = program.body.entry().index();
    let number = space::places(program)
        .iter()
        .position(|place| *place == entry);
    let number = number.ok_or_else(|| broken("Initial", "the entry is inside of a block"))?;
    let at = space.literal(space.location(side), &(number as i64).into())?;
    let mut starts = made(at.and(&made(space.turn()?.not())?))?;
    let own = program.variables.iter().map(|variable| &variable.var);
    let own = own.chain(
        question
            .setting
            .constants
            .iter()
            .map(|constant| &constant.var),
    );
    let own: BTreeSet<&Var> = own.collect();
    for var in &own {
        starts = made(starts.and(&space.in_sort(var)?))?;
    }
    let alone = |part: &&Term| part.free_vars().iter().all(|var| own.contains(var));
    for part in question.setting.requires.conjuncts().iter().filter(alone) {
        starts = made(starts.and(&space.formula(part)?))?;
    }
    Ok(starts)
}

/// Every run stays in the states that are said to be reached.
fn rule_reached(
    space: &Space,
    side: usize,
    player: &Player,
    part: &Part,
    starts: &Set,
    diagrams: &Diagrams,
) -> Result<(), Rejected> {
    let reached = diagrams.get(part.reached)?;
    let good = space.speaks_of(side, reached)?
        && is_within(starts, reached)?
        && is_within(reached, &player.always(space, reached)?)?;
    match good {
        true => Ok(()),
        false => Err(broken("Reached", "other states can be reached")),
    }
}

/// Waiting begins with the first formula of a `compassion` and ends with the second, as
/// [`Waiting`](evidence::symbolic::Waiting) says.
fn rule_waiting(
    space: &Space,
    side: usize,
    player: &Player,
    part: &Part,
    diagrams: &Diagrams,
) -> Result<(), Rejected> {
    let wrong = |what: &str| Err(broken("Waiting", what));
    let (reached, waiting) = (diagrams.get(part.reached)?, &part.waiting);
    if waiting.len() != player.pairs.len() {
        return wrong("there is not one for each requirement");
    }
    for (pair, waiting) in player.pairs.iter().zip(waiting) {
        let (during, ends) = (diagrams.get(waiting.during)?, diagrams.get(waiting.ends)?);
        if !space.speaks_of(side, during)? || !space.speaks_of(side, ends)? {
            return wrong("it depends on the other program");
        }
        let premise = made(pair.premise.and(reached))?;
        let begins = made(pair.conclusion.imp_strict(&premise))?;
        if !is_within(&begins, during)? {
            return wrong("it does not begin");
        }
        if made(during.and(&pair.conclusion))?.satisfiable() {
            return wrong("it goes on after its end");
        }
        let granted = made(premise.and(&pair.conclusion))?;
        if !is_within(&granted, ends)? || !is_within(ends, &pair.conclusion)? {
            return wrong("it ends otherwise");
        }
        let on = player.always(space, &made(during.or(ends))?)?;
        if !is_within(during, &on)? {
            return wrong("it stops without an end");
        }
    }
    Ok(())
}

fn is_within(set: &Set, other: &Set) -> Result<bool, Rejected> {
    Ok(!made(set.and(&made(other.not())?))?.satisfiable())
}

struct Rules<'a> {
    game: Game<'a>,
    /// Where the concrete program reaches each of its goals.
    own_goals: Vec<Set>,
    /// Where the specification reaches each of its goals.
    goals: Vec<Set>,
    diagrams: Diagrams,
    budget: &'a Budget,
}

impl Rules<'_> {
    fn own_goal(&self, goal: u32) -> Result<&Set, Rejected> {
        let dangling = Rejected::Dangling {
            what: "goal",
            position: goal,
        };
        self.own_goals.get(goal as usize).ok_or(dangling)
    }

    /// The new positions of a layer, after the set of the layers before it.
    fn fresh(&self, layer: &Layer, before: &Set) -> Result<Set, Rejected> {
        let set = self.diagrams.get(layer.set)?;
        if !is_within(before, set)? {
            return Err(broken("Layers", "a layer loses positions"));
        }
        Ok(made(set.and(&made(before.not())?))?)
    }

    /// From a hopeless state all steps lead to earlier layers, or stay while a goal is missed.
    fn rule_hopeless(&mut self, layers: &[Layer]) -> Result<usize, Rejected> {
        let space = self.game.space;
        let mut before = space.none();
        for (number, layer) in layers.iter().enumerate() {
            self.budget.check()?;
            let fresh = self.fresh(layer, &before)?;
            let set = self.diagrams.get(layer.set)?.clone();
            let concrete = &self.game.concrete;
            let good = match layer.why {
                Why::Goal => !fresh.satisfiable(),
                Why::Closer => concrete.all_lead(space, &fresh, &before)?,
                Why::Missed(goal) => {
                    let reaches = made(fresh.and(self.own_goal(goal)?))?;
                    !reaches.satisfiable() && concrete.all_lead(space, &fresh, &set)?
                }
            };
            if !good {
                return Err(broken("Hopeless", format!("in layer {number}")));
            }
            before = set;
        }
        self.game.hopeless = before;
        Ok(layers.len())
    }

    /// The positions from which a goal is reached.
    fn region(&self, layers: &[Layer]) -> Result<Set, Rejected> {
        match layers.last() {
            Some(layer) => Ok(self.diagrams.get(layer.set)?.clone()),
            None => Ok(self.game.space.none()),
        }
    }

    /// Every step has an answer that comes closer to the goal, reaches it, or goes on while the
    /// concrete program misses one of its own.
    fn rule_layers(&self, goals: &[Vec<Layer>]) -> Result<usize, Rejected> {
        if goals.len() != self.goals.len() {
            return Err(broken("Goals", "there is not one part for each goal"));
        }
        let mut obligations = 0;
        for (goal, layers) in goals.iter().enumerate() {
            let next = self.region(&goals[(goal + 1) % goals.len()])?;
            let mut before = self.game.space.none();
            for (number, layer) in layers.iter().enumerate() {
                self.budget.check()?;
                let fresh = self.fresh(layer, &before)?;
                let set = self.diagrams.get(layer.set)?.clone();
                let good = match layer.why {
                    Why::Goal => {
                        let next = made(next.or(&before))?;
                        is_within(&fresh, &self.goals[goal])?
                            && self.game.all_answered(&fresh, &next)?
                    }
                    Why::Closer => self.game.all_answered(&fresh, &before)?,
                    Why::Missed(missed) => {
                        let reaches = made(fresh.and(self.own_goal(missed)?))?;
                        !reaches.satisfiable() && self.game.all_answered(&fresh, &set)?
                    }
                };
                if !good {
                    let where_ = format!("goal {goal}, layer {number}");
                    return Err(broken("Answer", where_));
                }
                before = set;
                obligations += 1;
            }
        }
        Ok(obligations)
    }

    /// Each start of the concrete program that is not hopeless is answered by one of the
    /// specification. All starts count that the precondition allows as far as it speaks of the
    /// concrete program alone, so that none is left out.
    fn rule_initial(
        &self,
        question: &Included,
        goals: &[Vec<Layer>],
    ) -> Result<Option<Vacuity>, Rejected> {
        let space = self.game.space;
        let specification = &question.setting.programs[1];
        let starts = starts(space, question, 0)?;
        if !starts.satisfiable() {
            return Ok(Some(Vacuity::NoStart));
        }
        if is_within(&starts, &self.game.hopeless)? {
            return Ok(Some(Vacuity::NoFairRun));
        }
        let first = goals
            .first()
            .map_or(Ok(space.none()), |layers| self.region(layers))?;
        let mut answers = made(first.and(&self::starts(space, question, 1)?))?;
        let mut hidden = BTreeSet::from([space.location(1)]);
        for variable in &specification.variables {
            if !specification.observed.contains(&variable.var) {
                hidden.insert(space.slot_of(&variable.var)?);
            }
        }
        for part in &question.setting.requires.conjuncts() {
            answers = made(answers.and(&space.formula(part)?))?;
        }
        let answered = space.forgetting(&answers, 1, &hidden)?;
        let good = made(answered.or(&self.game.hopeless))?;
        match is_within(&starts, &good)? {
            true => Ok(None),
            false => Err(broken("Initial", "a start has no answer")),
        }
    }
}
