//! Fair simulation for sets of states (papers/004, section 5), on binary decision diagrams.
//!
//! Where programs have too many states to be listed, sets of states may still be small diagrams:
//! in a chain of processes each one depends on its neighbours alone. What comes out is a ranked
//! strategy as for explicit states, its layers as diagrams; where the specification does not win,
//! nothing follows.

mod actions;
mod arena;
mod guesses;
mod layout;
mod moves;
mod order;
mod player;
mod refute;
mod runs;
mod sets;
mod solve;

use std::collections::BTreeSet;

use budget::Budget;
use evidence::symbolic::{Layer, Part, SymbolicInclusion, Waiting};
use evidence::{Evidence, Reason, Verdict};
use logic::{Term, Var};
use oxidd::BooleanFunction;
use program::Program;
use question::Included;

use self::arena::Arena;
use self::guesses::Guess;
use self::layout::{Layout, stable};
use self::player::Player;
use self::refute::Refuter;
use self::sets::{Given, Set, Space, Table, made};
use self::solve::Layers;

/// What came of the game.
pub(crate) struct Outcome {
    /// A proof, where the specification wins, or a run that it cannot follow, where one is found.
    pub(crate) verdict: Option<Verdict>,
    /// The nodes of all diagrams at the end.
    pub(crate) nodes: usize,
}

/// Whether sets of states can speak of a claim's programs at all.
pub(crate) fn can_speak_of(question: &Included) -> bool {
    Layout::new(question).is_ok()
}

/// Plays the game of fair simulation for the programs of a claim `included in`.
///
/// # Errors
/// Why sets of states cannot speak of these programs, or what was used up.
pub(crate) fn attempt(question: &Included, budget: &Budget) -> Result<Outcome, Reason> {
    let layout = Layout::new(question)?;
    let [concrete, specification] = &question.setting.programs;
    let order = order::order(&layout, [concrete, specification]);
    let space = &Space::new(layout, &order);
    let starts = Starts::new(space, question)?;
    budget.report(|| "sets of states that are reached".to_owned());
    let players = [
        Player::new(space, concrete, 0, &starts.concrete, budget)?,
        Player::new(space, specification, 1, &starts.specification, budget)?,
    ];
    budget.report(|| "sets of states without a fair run".to_owned());
    let (hopeless, hopeless_layers) = solve::hopeless(space, &players[0])?;
    let (useless, _) = solve::hopeless(space, &players[1])?;
    let arena = Arena::new(space, &players[0], &players[1], &hopeless)?;
    let mut within = made(players[0].reached.and(&players[1].reached))?;
    within = made(hopeless.imp_strict(&within))?;
    within = made(useless.imp_strict(&within))?;
    let is_enough = |set: &Set| starts.are_answered(space, set, &hopeless);
    let guesses = guesses::guesses(&space.layout, [concrete, specification]);
    let refuted = |lost: &[Set]| {
        budget.report(|| "runs that cannot be followed".to_owned());
        let trimmed = [&hopeless, &useless];
        let found = Refuter::new(space, question, &players, &starts, trimmed, budget)
            .and_then(|mut refuter| refuter.attempt(lost));
        match found {
            Ok(run) => Ok(run.map(|run| Verdict::Refuted(Evidence::FairRun(run)))),
            // What cannot be refuted in this way may still be proved.
            Err(Reason::Unsupported { .. } | Reason::Incomplete(_)) => Ok(None),
            Err(reason) => Err(reason),
        }
    };
    let mut verdict = None;
    let mut lost: Vec<Set> = Vec::new();
    let mut too_bold: Option<&Guess> = None;
    for (number, guess) in guesses.iter().enumerate() {
        if too_bold.is_some_and(|other| other.is_like(guess)) {
            continue;
        }
        lost.clear();
        lost.push(made(within.and(&guess.positions(space)?))?);
        budget.report(|| "the greatest simulation of sets of states".to_owned());
        if !solve::simulation(&arena, &mut lost, &is_enough)? {
            too_bold = Some(guess);
        } else {
            budget.report(|| "the game of sets of states".to_owned());
            let won = solve::win(&arena, &mut lost, &is_enough)?;
            let proof = won.map(|goals| recorded(space, &players, &hopeless_layers, &goals));
            verdict = proof.map(|proof| Verdict::Proved(Evidence::SymbolicInclusion(proof)));
        }
        if verdict.is_none() && number == 0 && guesses.len() > 1 {
            verdict = refuted(&[])?;
        }
        if verdict.is_some() {
            break;
        }
    }
    if verdict.is_none() {
        verdict = refuted(&lost)?;
    }
    Ok(Outcome {
        verdict,
        nodes: space.nodes(),
    })
}

/// The strategy as evidence.
fn recorded(
    space: &Space,
    players: &[Player; 2],
    hopeless: &Layers,
    goals: &[Layers],
) -> SymbolicInclusion {
    let mut table = Table::new(space);
    let [concrete, specification] = players.each_ref().map(|player| {
        let waiting = player.pairs.iter().map(|pair| Waiting {
            during: table.diagram(&pair.during),
            ends: table.diagram(&pair.ends),
        });
        let waiting = Vec::from_iter(waiting);
        let reached = table.diagram(&player.reached);
        Part { reached, waiting }
    });
    let mut listed = |layers: &Layers| {
        let layers = layers.iter().map(|(set, why)| Layer {
            set: table.diagram(set),
            why: *why,
        });
        Vec::from_iter(layers)
    };
    let hopeless = listed(hopeless);
    let goals = goals.iter().map(&mut listed).collect();
    SymbolicInclusion {
        bits: space.names().to_vec(),
        nodes: table.nodes,
        concrete,
        specification,
        hopeless,
        goals,
    }
}

/// Where the programs start.
struct Starts {
    /// Where the concrete program may, as far as the precondition speaks of it alone.
    concrete: Set,
    /// Where the specification may, at any concrete start.
    specification: Set,
    /// Both together.
    both: Set,
    /// What the specification hides, its predictions included.
    hidden: BTreeSet<usize>,
}

impl Starts {
    fn new(space: &Space, question: &Included) -> Result<Self, Reason> {
        let [concrete, specification] = &question.setting.programs;
        let layout = &space.layout;
        let own = |program: &Program| {
            let own = program.variables.iter().map(|variable| &variable.var);
            let own = own.chain(
                question
                    .setting
                    .constants
                    .iter()
                    .map(|constant| &constant.var),
            );
            own.cloned().collect::<BTreeSet<Var>>()
        };
        let parts = question.setting.requires.conjuncts();
        let of = |program: &Program, side: usize| {
            let vars = own(program);
            let mut set = at_entry(space, program, side)?;
            for var in &vars {
                set = made(set.and(&space.in_sort(var)?))?;
            }
            let alone = |part: &&Term| part.free_vars().iter().all(|var| vars.contains(var));
            for part in parts.iter().filter(alone) {
                set = made(set.and(&space.formula(part, &Given::new())?))?;
            }
            Ok::<Set, Reason>(set)
        };
        let (first, second) = (of(concrete, 0)?, of(specification, 1)?);
        let mut both = second.clone();
        for part in &parts {
            both = made(both.and(&space.formula(part, &Given::new())?))?;
        }
        let mut hidden: BTreeSet<usize> = layout.predictions[1].iter().copied().collect();
        hidden.insert(layout.locations[1]);
        for variable in &specification.variables {
            if !specification.observed.contains(&variable.var) {
                hidden.insert(layout.number(&variable.var)?);
            }
        }
        Ok(Starts {
            concrete: first,
            specification: second,
            both,
            hidden,
        })
    }

    /// The concrete starts that have a partner in the set.
    fn answered(&self, space: &Space, set: &Set) -> Result<Set, budget::Exhausted> {
        let answers = made(set.and(&self.both))?;
        space.forgetting(&answers, self.hidden.iter().copied())
    }

    /// Whether each concrete start that is not hopeless has a partner in the set.
    fn are_answered(
        &self,
        space: &Space,
        set: &Set,
        hopeless: &Set,
    ) -> Result<bool, budget::Exhausted> {
        let answered = self.answered(space, set)?;
        let open = made(made(answered.or(hopeless))?.imp_strict(&self.concrete))?;
        Ok(!open.satisfiable())
    }
}

/// The positions where a program is at its entry, before the environment's first turn.
fn at_entry(space: &Space, program: &Program, side: usize) -> Result<Set, Reason> {
    let entry = program.body.entry().index();
    let places = stable(program);
    let number = places.iter().position(|place| *place == entry);
    let number = number.ok_or_else(|| {
        Reason::Incomplete("the program starts inside of an atomic block".to_owned())
    })?;
    let location = space.layout.locations[side];
    let at = space.literal(location, &(number as i64).into())?;
    let turn = space.holds(space.layout.turn)?;
    Ok(made(at.and(&made(turn.not())?))?)
}
