//! Contextual simulation between infinite-state programs (papers/000): `{P} source ≲ target {Q}`.
//!
//! The simulation game is played in large steps (`blocks`). Winning regions for finitely many moves
//! (`games::regions`) refute a claim, or show Verifier which moves keep it safe; from these a
//! strategy is built for the whole game (`strategy`), whose labels are the solution of Horn clauses
//! (`labels`), and whose measures are ranking functions (`measures`). Where the labels do not exist,
//! the play that shows it says how far to look ahead.
//!
//! # What this crate does not know
//! Files, terminals, other engines, and whether anybody believes it: the checker decides.
//!
//! # Where to start
//! [`decide`]; then [`arena`], the game.

#![forbid(unsafe_code)]

pub mod arena;
pub mod blocks;
mod copies;
mod diverge;
mod labels;
mod marks;
mod measures;
mod refute;
mod strategy;
mod trap;
mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use budget::Budget;
use evidence::unwinding::Unwinding;
use evidence::{Evidence, Reason, Verdict};
use games::regions::Regions;
use logic::{FreshNames, Term, Var};
use program::{Cfg, Origin, Task};

use arena::{Divergence, Game, Place};
use blocks::Blocks;
use labels::Labels;
use refute::Stages;
pub use strategy::Preference;
use strategy::{Planner, Strategy, build};
use write::Writer;

/// How many moves are looked ahead at first.
const FIRST_HORIZON: u32 = 4;
/// What the search for labels gets at first, for each strategy.
const FIRST_SLICE: Duration = Duration::from_secs(2);

/// The preferences, in the order in which they are tried.
const PREFERENCES: [Preference; 3] = [Preference::Sync, Preference::Follow, Preference::Pass];

/// Decides a claim between two programs.
///
/// The work is done on a thread of its own: what a solver answers depends on what its context has
/// seen before, and every thread has a context of its own.
#[must_use]
pub fn decide(task: &Task, budget: &Budget) -> Verdict {
    let work = || {
        if task.has_parfor() {
            copies::decide(task, budget)
        } else {
            search(task, budget)
        }
    };
    std::thread::scope(|scope| match scope.spawn(work).join() {
        Ok(verdict) => verdict,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}

/// Decides a claim between programs without `parfor`.
fn search(task: &Task, budget: &Budget) -> Verdict {
    match Search::new(task) {
        Ok(search) => search.run(budget).unwrap_or_else(Verdict::Unknown),
        Err(reason) => Verdict::Unknown(reason),
    }
}

/// Looks for a refutation by finitely many moves, further and further ahead; none where the budget
/// ends first.
fn refute_within(task: &Task, most: u32, budget: &Budget) -> Result<Option<Verdict>, Reason> {
    let search = Search::new(task)?;
    let mut stages: Stages = vec![Regions::new(search.game.clone())];
    for horizon in (FIRST_HORIZON..=most).step_by(2) {
        budget.report(|| format!("looking {horizon} moves ahead"));
        if let Some(refutation) = search.refutation(&mut stages, horizon, budget)? {
            return Ok(Some(Verdict::Refuted(Evidence::Unwinding(refutation))));
        }
    }
    Ok(None)
}

struct Search {
    game: Game,
    vars: Vec<Var>,
    offered: Vec<Term>,
}

impl Search {
    fn new(task: &Task) -> Result<Search, Reason> {
        let [source, target] = &task.programs[..] else {
            return Err(Reason::Incomplete(
                "a simulation has two programs".to_owned(),
            ));
        };
        let vars = task.initial_vars();
        let mut names = FreshNames::new();
        for var in &vars {
            names.avoid(var.name);
        }
        let mut blocks = |program: &program::Program| -> Result<Blocks, Reason> {
            let cfg =
                Cfg::of(&program.body).map_err(|error| Reason::Incomplete(error.to_string()))?;
            let blocks =
                Blocks::new(cfg, &mut names).map_err(|unsupported| Reason::Unsupported {
                    construct: unsupported.construct.to_owned(),
                    origin: Some(unsupported.origin),
                })?;
            check_supported(&blocks)?;
            Ok(blocks)
        };
        let (source_blocks, target_blocks) = (blocks(source)?, blocks(target)?);
        for formula in [&task.requires, &task.ensures] {
            games::check_fragment(formula).map_err(|u| unsupported(&u, None))?;
        }
        let offered = source.variables.iter().map(|variable| &variable.var);
        let offered = offered.chain(task.constants.iter().map(|constant| &constant.var));
        let offered = offered.map(Var::term).collect();
        Ok(Search {
            game: Game::new(task, source_blocks, target_blocks),
            vars,
            offered,
        })
    }

    fn run(self, budget: &Budget) -> Result<Verdict, Reason> {
        let planner = Planner::new(&self.game);
        let mut stages: Stages = vec![Regions::new(self.game.clone())];
        let mut horizon = FIRST_HORIZON + marks::detour(self.game.source.cfg());
        let mut slice = FIRST_SLICE;
        loop {
            budget.report(|| format!("looking {horizon} moves ahead"));
            if let Some(refutation) = self.refutation(&mut stages, horizon, budget)? {
                return Ok(Verdict::Refuted(Evidence::Unwinding(refutation)));
            }
            let (mut needed, mut found_more) = (horizon + 2, false);
            for preference in PREFERENCES {
                let limited = budget.clone().within(slice);
                let stage = stages.last_mut().expect("there is a stage");
                let strategy = build(stage, &planner, preference, horizon, &self.offered, budget)
                    .map_err(reason_of)?;
                let game = stage.arena().clone();
                let nothing = BTreeSet::new();
                match labels::find(&game, &strategy, &self.vars, &nothing, &limited) {
                    Ok(Labels::Found(labels)) => {
                        let brief = limited.clone().within(slice / 4);
                        let proof = self
                            .proof(&strategy, &labels, &brief)
                            .or_else(|| self.proof_without_loops(&game, &strategy, &limited));
                        if let Some(proof) = proof {
                            return Ok(Verdict::Proved(Evidence::Unwinding(proof)));
                        }
                        let found =
                            self.divergence(&game, stage, &strategy, &labels, horizon, &limited);
                        if let Some(divergence) = found.map_err(reason_of)? {
                            let base = base(stage, &game, horizon, budget)?;
                            let game = game.with_divergence(divergence, base);
                            stages.push(Regions::new(game));
                            found_more = true;
                            break;
                        }
                        let found = self.traps(&game, stage, &strategy, horizon, &limited);
                        if let Some(traps) = found.map_err(reason_of)? {
                            let base = base(stage, &game, horizon, budget)?;
                            let game = game.with_traps(traps, base, horizon);
                            stages.push(Regions::new(game));
                            found_more = true;
                            break;
                        }
                    }
                    Ok(Labels::Lost(moves)) => needed = needed.max(moves.min(2 * horizon)),
                    Err(Reason::Timeout | Reason::Incomplete(_)) => {}
                    Err(reason) => return Err(reason),
                }
                budget.check()?;
            }
            if found_more {
                // What is lost now may be reached soon: that is cheaper to see than new labels.
                let limited = budget.clone().within(slice);
                match self.refutation(&mut stages, 2 * FIRST_HORIZON, &limited) {
                    Ok(Some(refutation)) => {
                        return Ok(Verdict::Refuted(Evidence::Unwinding(refutation)));
                    }
                    Ok(None) | Err(Reason::Timeout) => {}
                    Err(reason) => return Err(reason),
                }
                needed = FIRST_HORIZON;
            }
            horizon = needed;
            slice = slice.saturating_mul(2);
        }
    }

    /// Falsifier's strategy, where it wins within so many moves.
    fn refutation(
        &self,
        stages: &mut Stages,
        horizon: u32,
        budget: &Budget,
    ) -> Result<Option<Unwinding>, Reason> {
        let game = &self.game;
        let stage = stages.last_mut().expect("there is a stage");
        let lost = stage
            .lost_at(game.requires(), &game.start(), horizon, budget)
            .map_err(reason_of)?;
        let Some(moves) = lost else { return Ok(None) };
        refute::refutation(stages, game, &self.vars, moves, budget)
            .map(Some)
            .map_err(reason_of)
    }

    /// The strategy with its labels as a proof, where it has measures.
    fn proof(&self, strategy: &Strategy, labels: &[Term], budget: &Budget) -> Option<Unwinding> {
        let measure =
            |of_target| measures::find(strategy, labels, &self.vars, of_target, budget).ok();
        let (idle, busy) = (measure(false)?, measure(true)?);
        let mut writer = Writer::new(&self.game, &self.vars);
        Some(writer.proof(strategy, labels, &idle, &busy))
    }

    /// A proof under labels by which the target never moves in a cycle within one turn. The labels
    /// that were found before may be too weak to show that.
    fn proof_without_loops(
        &self,
        game: &Game,
        strategy: &Strategy,
        budget: &Budget,
    ) -> Option<Unwinding> {
        let cyclic = measures::cyclic(strategy);
        if cyclic.is_empty() {
            return None;
        }
        match labels::find(game, strategy, &self.vars, &cyclic, budget) {
            Ok(Labels::Found(labels)) => self.proof(strategy, &labels, budget),
            _ => None,
        }
    }

    /// States in which Verifier would move for ever within one turn.
    fn traps(
        &self,
        game: &Game,
        stage: &mut Regions<Game>,
        strategy: &Strategy,
        horizon: u32,
        budget: &Budget,
    ) -> Result<Option<BTreeMap<Place, Term>>, smt::Reason> {
        for (number, _) in measures::cyclic(strategy) {
            let place = strategy.nodes[number].spot.place;
            match trap::find(game, stage, place, horizon, budget) {
                Ok(None) | Err(smt::Reason::Timeout) => {}
                found => return found,
            }
        }
        Ok(None)
    }

    /// A divergence of the source that the strategy does not follow.
    fn divergence(
        &self,
        game: &Game,
        stage: &mut Regions<Game>,
        strategy: &Strategy,
        labels: &[Term],
        horizon: u32,
        budget: &Budget,
    ) -> Result<Option<Divergence>, smt::Reason> {
        for (target, starts) in diverge::suspects(game, strategy, labels) {
            let found = diverge::find(game, stage, target, &starts, &self.vars, horizon, budget);
            match found {
                Ok(None) | Err(smt::Reason::Timeout) => {}
                found => return found,
            }
        }
        Ok(None)
    }
}

/// Where Verifier is safe for so many moves, for every place: what the next stage starts from.
fn base(
    stage: &mut Regions<Game>,
    game: &Game,
    moves: u32,
    budget: &Budget,
) -> Result<BTreeMap<Place, Term>, Reason> {
    let mut base = BTreeMap::new();
    for place in game.places() {
        let region = stage.region(&place, moves, budget).map_err(reason_of)?;
        if !region.is_true() {
            base.insert(place, region);
        }
    }
    Ok(base)
}

/// Whether all that the program does is linear arithmetic.
fn check_supported(blocks: &Blocks) -> Result<(), Reason> {
    for edge in blocks.cfg().edges() {
        let terms: Vec<&Term> = match &edge.command {
            program::Command::Guard(formula)
            | program::Command::Assert(formula)
            | program::Command::Havoc(_, formula) => vec![formula],
            program::Command::Assign(_, value) => vec![value],
            program::Command::Send { value, channel } => vec![value, channel],
            program::Command::Receive { channel, .. } => vec![channel],
            program::Command::Mark(mark) => mark.terms(),
            program::Command::Parfor(_) => Vec::new(),
        };
        for term in terms {
            games::check_fragment(term).map_err(|u| unsupported(&u, Some(edge.origin)))?;
        }
    }
    Ok(())
}

fn unsupported(found: &games::Unsupported, origin: Option<Origin>) -> Reason {
    Reason::Unsupported {
        construct: found.to_string(),
        origin,
    }
}

fn reason_of(reason: smt::Reason) -> Reason {
    match reason {
        smt::Reason::Timeout => Reason::Timeout,
        smt::Reason::Cancelled => Reason::Interrupted,
        smt::Reason::Memory => Reason::Memory,
        smt::Reason::Incomplete(what) => Reason::Incomplete(what),
    }
}
