//! The search for a strategy of either player: concrete plays and regions of few moves refute, lost
//! plays teach Verifier what to avoid, and a strategy with labels and measures proves.

use std::collections::BTreeSet;
use std::sync::Arc;

use budget::Budget;
use evidence::unwinding::Unwinding;
use evidence::{Evidence, Reason, Verdict};
use games::regions::{Arena, Position, Regions};
use logic::{FreshNames, Term, Var};
use program::{Cfg, Thread, TooLarge};
use question::Simulated;

use crate::arena::{Divergence, Game, Place, Trap};
use crate::blocks::{Blocks, NoBlocks};
use crate::labels::{self, Labels};
use crate::strategy::{Planner, Strategy, build};
use crate::supported::{check_supported, reason_of, unsupported};
use crate::write::Writer;
use crate::{FiniteGames, Options, diverge, hunt, measures, play, refute, trap};

/// How many moves are looked ahead at first.
const FIRST_HORIZON: u32 = 3;
/// How much work is done at first to see whether Falsifier wins within a few moves.
const QUICK_LOOK: u64 = 100_000;
/// How much work is done at first to find a refutation by concrete plays.
const FIRST_HUNT: u64 = 100_000;
/// The same where only a refutation is asked for.
const LONG_HUNT: u64 = 2_000_000;
/// How much more it is each time.
const HUNT_GROWTH: u64 = 8;
/// How many moves are looked ahead in the quick look at most.
const MOST_QUICK: u32 = 12;
/// From how many lost plays is learned at first, for each preference.
const FIRST_PLAYS: usize = 16;
/// How much work the search for labels may do at first, for each strategy: two or three seconds.
const FIRST_SLICE: u64 = 2_000_000;
/// How often the search for labels gets more work before Verifier looks further ahead.
const PATIENCE: u32 = 2;

/// Decides a claim between programs without `parfor`.
pub(crate) fn decide(question: &Simulated, options: &Options, budget: &Budget) -> Verdict {
    graphs(question, budget)
        .and_then(|graphs| decide_in(question, graphs, None, options, budget))
        .unwrap_or_else(Verdict::Unknown)
}

/// The same where a refutation is what matters.
pub(crate) fn decide_refutation(
    question: &Simulated,
    options: &Options,
    budget: &Budget,
) -> Verdict {
    let search = |graphs| {
        let mut search = Search::new(question, graphs, None, options, budget)?;
        search.only_refutes = true;
        search.run(budget)
    };
    graphs(question, budget)
        .and_then(search)
        .unwrap_or_else(Verdict::Unknown)
}

/// The control-flow graphs of the source and of the target.
pub(crate) type Graphs = [Arc<Cfg>; 2];

pub(crate) fn graphs(question: &Simulated, budget: &Budget) -> Result<Graphs, Reason> {
    let [source, target] = &question.setting.programs;
    let graph = |program: &program::Program| match Cfg::within(&program.body, budget) {
        Ok(cfg) => Ok(Arc::new(cfg)),
        Err(TooLarge::Exhausted(exhausted)) => Err(Reason::from(exhausted)),
        Err(error @ TooLarge::Locations) => Err(Reason::Incomplete(error.to_string())),
    };
    Ok([graph(source)?, graph(target)?])
}

/// Decides a claim whose graphs are known. With a thread, Falsifier moves only the program itself and
/// that thread; what Verifier wins then says nothing.
pub(crate) fn decide_in(
    question: &Simulated,
    graphs: Graphs,
    thread: Option<Thread>,
    options: &Options,
    budget: &Budget,
) -> Result<Verdict, Reason> {
    Search::new(question, graphs, thread, options, budget)?.run(budget)
}

struct Search<'o> {
    game: Game,
    vars: Vec<Var>,
    offered: Vec<Term>,
    options: &'o Options,
    /// Whether what Verifier wins says nothing.
    only_refutes: bool,
}

impl<'o> Search<'o> {
    fn new(
        question: &Simulated,
        [source, target]: Graphs,
        thread: Option<Thread>,
        options: &'o Options,
        budget: &Budget,
    ) -> Result<Search<'o>, Reason> {
        let vars = question.setting.initial_vars();
        let mut names = FreshNames::new();
        for var in &vars {
            names.avoid(var.name);
        }
        let mut blocks = |cfg: Arc<Cfg>, thread: Option<Thread>| -> Result<Blocks, Reason> {
            let blocks = Blocks::new(cfg, thread, options.steps, &mut names, budget);
            let blocks = blocks.map_err(|error| match error {
                NoBlocks::Exhausted(exhausted) => Reason::from(exhausted),
                NoBlocks::Unsupported { construct, origin } => Reason::Unsupported {
                    construct: construct.to_owned(),
                    origin: Some(origin),
                },
            })?;
            check_supported(&blocks)?;
            Ok(blocks)
        };
        let (source_blocks, target_blocks) = (blocks(source, thread)?, blocks(target, None)?);
        for formula in [&question.setting.requires, &question.ensures] {
            games::check_fragment(formula).map_err(|u| unsupported(&u, None))?;
        }
        let offered = question.setting.programs[0]
            .variables
            .iter()
            .map(|variable| &variable.var);
        let offered = offered.chain(
            question
                .setting
                .constants
                .iter()
                .map(|constant| &constant.var),
        );
        let offered = offered.map(Var::term).collect();
        Ok(Search {
            game: Game::new(question, source_blocks, target_blocks),
            vars,
            offered,
            options,
            only_refutes: thread.is_some(),
        })
    }

    fn run(self, budget: &Budget) -> Result<Verdict, Reason> {
        let planner = Planner::new(&self.game);
        let mut regions = Regions::new(self.game.clone());
        let (mut horizon, mut plays) = (FIRST_HORIZON, FIRST_PLAYS);
        let mut slice = FIRST_SLICE;
        let mut patience = PATIENCE;
        let mut hunting = match self.only_refutes {
            true => LONG_HUNT,
            false => FIRST_HUNT,
        };
        if let Some(refutation) = self.hunted(hunting, budget)? {
            return Ok(Verdict::Refuted(Evidence::Unwinding(refutation)));
        }
        let quick = budget.clone().with_work(QUICK_LOOK);
        for horizon in (FIRST_HORIZON + 1..).step_by(2) {
            match self.refutation(&mut regions, horizon, &quick) {
                Ok(Some(refutation)) => {
                    return Ok(Verdict::Refuted(Evidence::Unwinding(refutation)));
                }
                Ok(None) if horizon < MOST_QUICK => self.covered(horizon, budget),
                Ok(None) | Err(Reason::Timeout | Reason::Incomplete(_)) => break,
                Err(reason) => return Err(reason),
            }
        }
        loop {
            budget.report(|| format!("looking {horizon} moves ahead"));
            if let Some(refutation) = self.refutation(&mut regions, horizon, budget)? {
                return Ok(Verdict::Refuted(Evidence::Unwinding(refutation)));
            }
            self.covered(horizon, budget);
            // Whether a strategy may be good, and only the work was not enough to see it.
            let mut starved = false;
            for &preference in &self.options.preferences {
                for _ in 0..plays {
                    let limited = budget.clone().with_work(slice);
                    let strategy = build(
                        &mut regions,
                        &planner,
                        preference,
                        horizon,
                        &self.offered,
                        budget,
                    )
                    .map_err(reason_of)?;
                    match self.attempt(&mut regions, &strategy, horizon, &limited)? {
                        Attempt::Proved(proof) => {
                            return Ok(Verdict::Proved(Evidence::Unwinding(proof)));
                        }
                        Attempt::Learned => {}
                        Attempt::Nothing => break,
                        Attempt::OutOfWork => {
                            starved = true;
                            break;
                        }
                    }
                    if let Some(refutation) = self.refutation(&mut regions, horizon, budget)? {
                        return Ok(Verdict::Refuted(Evidence::Unwinding(refutation)));
                    }
                }
                budget.check()?;
            }
            hunting = hunting.saturating_mul(HUNT_GROWTH);
            if let Some(refutation) = self.hunted(hunting, budget)? {
                return Ok(Verdict::Refuted(Evidence::Unwinding(refutation)));
            }
            slice = slice.saturating_mul(2);
            if starved && patience > 0 {
                patience -= 1;
                slice = slice.saturating_mul(2);
            } else {
                patience = PATIENCE;
                horizon += 2;
                plays *= 2;
            }
        }
    }

    /// Says that Falsifier does not win within so many moves. Where it may not move all threads, that says
    /// nothing.
    fn covered(&self, horizon: u32, budget: &Budget) {
        if !self.only_refutes {
            budget.covered(|| format!("no difference shows within {horizon} moves"));
        }
    }

    /// Falsifier's strategy, where concrete plays show one. What they teach otherwise is forgotten: it
    /// is about states that may never come up.
    fn hunted(&self, work: u64, budget: &Budget) -> Result<Option<Unwinding>, Reason> {
        budget.report(|| "trying small values".to_owned());
        let mut regions = Regions::new(self.game.clone());
        let limited = budget.clone().with_work(work);
        let found = settled(hunt::hunt(&mut regions, &self.vars, &limited))?;
        match found {
            Some(true) => self.refutation(&mut regions, 1, budget),
            Some(false) | None => Ok(None),
        }
    }

    /// Tries to show that a strategy wins; where it does not, learns from that.
    fn attempt(
        &self,
        regions: &mut Regions<Game>,
        strategy: &Strategy,
        horizon: u32,
        budget: &Budget,
    ) -> Result<Attempt, Reason> {
        let game = regions.arena().clone();
        let play = play::find(&game, strategy, &self.vars, budget);
        if let Some(play) = settled(play)?.flatten() {
            return self.learn(regions, strategy, &play, horizon, budget);
        }
        let labels = match labels::find(&game, strategy, &self.vars, &BTreeSet::new(), budget) {
            Ok(Labels::Found(labels)) => labels,
            Ok(Labels::Lost(play)) => return self.learn(regions, strategy, &play, horizon, budget),
            Err(Reason::Timeout) => return Ok(Attempt::OutOfWork),
            Err(Reason::Incomplete(_)) => return Ok(Attempt::Nothing),
            Err(reason) => return Err(reason),
        };
        let proof = self
            .proof(strategy, &labels, budget)
            .or_else(|| self.proof_without_loops(&game, strategy, budget));
        if let Some(proof) = proof {
            return Ok(Attempt::Proved(proof));
        }
        let found = self.divergence(&game, regions, strategy, &labels, horizon, budget);
        if let Some(divergence) = settled(found)?.flatten() {
            regions.arena_mut().learn_divergence(divergence);
            return Ok(Attempt::Learned);
        }
        let found = self.traps(&game, regions, strategy, horizon, budget);
        if let Some(trap) = settled(found)?.flatten() {
            regions.arena_mut().learn_trap(trap);
            return Ok(Attempt::Learned);
        }
        Ok(Attempt::Nothing)
    }

    /// Looks again at the places of a play that Verifier has lost, the last one first, and remembers
    /// what is lost there.
    fn learn(
        &self,
        regions: &mut Regions<Game>,
        strategy: &Strategy,
        play: &[usize],
        horizon: u32,
        budget: &Budget,
    ) -> Result<Attempt, Reason> {
        let mut attempt = Attempt::Nothing;
        // How many places in a row have taught nothing: beyond the horizon no place will.
        let mut idle = 0;
        for node in play.iter().rev() {
            if idle > horizon {
                break;
            }
            idle += 1;
            let place = strategy.nodes[*node].spot.place;
            // Where the target has threads, Verifier can go to many places without a step of the
            // thread that matters; it is lost at all of them or at none.
            for place in around(regions.arena(), place) {
                let safe = regions.region(&place, horizon, budget);
                let Some(safe) = settled(safe)? else {
                    return Ok(attempt);
                };
                let hope = regions.arena().hope(&place);
                if safe != hope && matches!(regions.position(&place), Position::Turn(..)) {
                    regions.arena_mut().learn(place, horizon, safe);
                    attempt = Attempt::Learned;
                    idle = 0;
                }
            }
        }
        Ok(attempt)
    }

    /// Falsifier's strategy, where it wins within so many moves.
    fn refutation(
        &self,
        regions: &mut Regions<Game>,
        horizon: u32,
        budget: &Budget,
    ) -> Result<Option<Unwinding>, Reason> {
        let game = &self.game;
        let start = game.start();
        let is_safe = match self.options.finite_games {
            FiniteGames::Regions => regions.survives(game.requires(), &start, horizon, budget),
            FiniteGames::SimSat => {
                regions.survives_by_simsat(game.requires(), &start, horizon, budget)
            }
        };
        if is_safe.map_err(reason_of)? {
            return Ok(None);
        }
        let lost = regions
            .lost_at(game.requires(), &start, horizon, budget)
            .map_err(reason_of)?;
        refute::refutation(regions, game, &self.vars, lost.unwrap_or(horizon), budget)
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
    ) -> Result<Option<Trap>, smt::Reason> {
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

/// The place, and before it, where the target has threads, the places that Verifier can go to from
/// there without an event, the farthest first.
fn around(game: &Game, place: Place) -> Vec<Place> {
    const MOST_PLACES: usize = 32;
    let mut found = vec![place];
    let mut next = 0;
    while game.target.has_threads() && next < found.len() && found.len() < MOST_PLACES {
        for (action, step) in game.moves(&found[next]) {
            if trap::stays(&found[next], &action, &step.to) && !found.contains(&step.to) {
                found.push(step.to);
            }
        }
        next += 1;
    }
    found.reverse();
    found
}

/// What came of a strategy.
enum Attempt {
    /// It wins.
    Proved(Unwinding),
    /// It does not, and more is known now.
    Learned,
    /// There are no labels or no measures, and nothing to learn from that.
    Nothing,
    /// Whether there are labels is not known yet.
    OutOfWork,
}

/// What was found; `None` where there was no time.
fn settled<T>(found: Result<T, smt::Reason>) -> Result<Option<T>, Reason> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(smt::Reason::Timeout | smt::Reason::Incomplete(_)) => Ok(None),
        Err(reason) => Err(reason_of(reason)),
    }
}
