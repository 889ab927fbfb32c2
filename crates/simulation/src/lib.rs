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
mod labels;
mod measures;
mod refute;
mod strategy;
mod write;

use std::time::Duration;

use budget::Budget;
use evidence::{Evidence, Reason, Verdict};
use games::regions::Regions;
use logic::{FreshNames, Term, Var};
use program::{Cfg, Origin, Task};

use arena::Game;
use blocks::Blocks;
use labels::Labels;
pub use strategy::Preference;
use strategy::{Planner, build};
use write::Writer;

/// How many moves are looked ahead at first.
const FIRST_HORIZON: u32 = 4;
/// What the search for labels gets at first, for each strategy.
const FIRST_SLICE: Duration = Duration::from_millis(400);

/// Decides a claim between two programs.
#[must_use]
pub fn decide(task: &Task, budget: &Budget) -> Verdict {
    match Search::new(task) {
        Ok(search) => search.run(budget).unwrap_or_else(Verdict::Unknown),
        Err(reason) => Verdict::Unknown(reason),
    }
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

    fn run(&self, budget: &Budget) -> Result<Verdict, Reason> {
        let game = &self.game;
        let planner = Planner::new(game);
        let mut regions = Regions::new(game.clone());
        let (mut horizon, mut slice) = (FIRST_HORIZON, FIRST_SLICE);
        loop {
            budget.report(|| format!("looking {horizon} moves ahead"));
            let lost = regions
                .lost_at(game.requires(), &game.start(), horizon, budget)
                .map_err(reason_of)?;
            if let Some(lost) = lost {
                let refutation = refute::refutation(&mut regions, game, &self.vars, lost, budget)
                    .map_err(reason_of)?;
                return Ok(Verdict::Refuted(Evidence::Unwinding(refutation)));
            }
            let mut needed = horizon + 2;
            for preference in [Preference::Sync, Preference::Pass, Preference::Move] {
                let strategy = build(
                    &mut regions,
                    &planner,
                    preference,
                    horizon,
                    &self.offered,
                    budget,
                )
                .map_err(reason_of)?;
                let limited = budget.clone().within(slice);
                match labels::find(game, &strategy, &self.vars, &limited) {
                    Ok(Labels::Found(labels)) => {
                        eprintln!("{horizon} {preference:?} labels {}", labels.len());
                        let measures = [false, true].map(|of_target| {
                            measures::find(&strategy, &labels, &self.vars, of_target, &limited)
                        });
                        for m in &measures {
                            if let Err(e) = m {
                                eprintln!("measure {e}");
                            }
                        }
                        if let [Ok(idle), Ok(busy)] = &measures {
                            let mut writer = Writer::new(game, &self.vars);
                            let proof = writer.proof(&strategy, &labels, idle, busy);
                            return Ok(Verdict::Proved(Evidence::Unwinding(proof)));
                        }
                    }
                    Ok(Labels::Lost(moves))
                        if {
                            eprintln!("{horizon} {preference:?} lost {moves}");
                            true
                        } =>
                    {
                        needed = needed.max(moves.min(2 * horizon))
                    }
                    Err(Reason::Timeout | Reason::Incomplete(_)) => {
                        eprintln!(
                            "{horizon} {preference:?} no labels for {} nodes",
                            strategy.nodes.len()
                        );
                    }
                    Ok(_) => {}
                    Err(reason) => return Err(reason),
                }
                budget.check()?;
            }
            horizon = needed;
            slice = slice.saturating_mul(2);
        }
    }
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
