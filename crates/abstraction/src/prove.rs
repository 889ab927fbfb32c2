//! Proof: relations at cut points that no step leaves, with an answer to every step.

mod certificate;
mod matching;
mod progress;
mod rank;
mod reply;
mod skolem;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use evidence::Reason;
use evidence::abstraction::{CutMap, Turn};
use logic::{FreeVars, Model, Term, Value, Var};
use program::Function;
use program::function::BlockId;
use program::function::symbolic::{Effect, Path, PathEnd, PathsError, choice_var};

use crate::align::{Alignment, Blocks};
use crate::ask::{Asker, Premise};
use crate::bounds::Bounds;
use crate::choices::Choices;
use crate::definitions::Definitions;
use crate::flow::Flow;
use crate::harvest::harvest;
use crate::relation::{Atoms, Level, Space};
use matching::seen_alike;
use reply::{Given, Reply};

pub(crate) use matching::refined;

/// How many paths between cut points are looked at.
const MOST_PATHS: usize = 512;
/// How many comparisons that the functions make anywhere a relation may speak of.
const MOST_GUARDS: usize = 128;

/// What a step from cut point to cut point costs beside the solver's work, in its unit.
const COST_OF_STEP: u64 = 1_000;

/// Why there is no proof along an alignment.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// The relations became too weak.
    Weak(String),
    /// There are too many paths between cut points.
    Paths(PathsError),
    /// There is no time left.
    Budget(Reason),
}

impl From<smt::Reason> for Failure {
    fn from(reason: smt::Reason) -> Self {
        match reason {
            smt::Reason::Timeout => Failure::Weak("the solver needs too much time".to_owned()),
            smt::Reason::Cancelled => Failure::Budget(Reason::Interrupted),
            smt::Reason::Memory => Failure::Budget(Reason::Memory),
            smt::Reason::Incomplete(what) => Failure::Weak(what),
        }
    }
}

/// A pair of cut points.
struct Point {
    ours: BlockId,
    theirs: BlockId,
    /// Who moves: the specification where it has a loop of its own to run first.
    turn: Turn,
    relation: Relation,
    steps: Vec<PointStep>,
    /// The specification's paths to its next partners of cut points, or to its next stops where it
    /// moves alone, where it chooses nothing.
    theirs_on: Vec<(Path, Effect)>,
}

impl Point {
    fn blocks(&self) -> Blocks {
        (self.ours, self.theirs)
    }

    /// Fills the space of relations with what was seen of both functions here.
    fn add_samples(&mut self, language: &Language, samples: &[(Model, Model)]) {
        let Relation::Found(space) = &mut self.relation else {
            return;
        };
        let vars: BTreeSet<Var> = space.vars().iter().cloned().collect();
        let ours = harvest(self.steps.iter().map(|step| &step.effect), &vars);
        let theirs = harvest(self.theirs_on.iter().map(|(_, effect)| effect), &vars);
        let mut free_vars = FreeVars::new();
        let guards = language.guards.iter();
        let guards = guards.filter(|guard| free_vars.of(guard).is_subset(&vars));
        let guards = guards.take(MOST_GUARDS).cloned();
        let definitions = language.definitions.among(&vars);
        space.watch(ours, theirs, definitions.into_iter().chain(guards));
        for (ours, theirs) in samples {
            let value = |var: &Var| ours.get(var).or_else(|| theirs.get(var)).cloned();
            let sample: Option<Vec<Value>> = space.vars().iter().map(value).collect();
            if let Some(sample) = sample {
                space.add(sample);
            }
        }
    }
}

enum Relation {
    /// At the entries: the inputs are equal, and none that the specification excludes.
    Fixed(Atoms),
    Found(Box<Space>),
}

impl Relation {
    fn atoms(&self) -> Atoms {
        match self {
            Relation::Fixed(atoms) => atoms.clone(),
            Relation::Found(space) => space.relation(),
        }
    }
}

/// A path of the implementation with the answers to it.
struct PointStep {
    /// None where it stands still.
    path: Option<Path>,
    effect: Effect,
    replies: Vec<Reply>,
    /// Where the step is taken under a relation, and whether some answer is known to be possible
    /// everywhere there.
    taken: Option<Taken>,
}

/// Where a step is taken.
struct Taken {
    under: Atoms,
    premise: Rc<Premise>,
    is_covered: bool,
}

/// What holds where both functions start, and what has to hold where both have ended without a result.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    pub(crate) start: Vec<Term>,
    /// What the specification assumes of its inputs, which holds there as well.
    pub(crate) precondition: Vec<Term>,
    pub(crate) end: Term,
    /// How the specification's choices follow the implementation's, as a first guess.
    pub(crate) choices: Choices,
}

impl Context {
    /// Both functions start on equal inputs that the specification does not exclude.
    pub(crate) fn of_functions(
        specification: &Function,
        implementation: &Function,
        choices: Choices,
    ) -> Self {
        let inputs = implementation.inputs.iter().zip(&specification.inputs);
        Context {
            start: inputs.map(|(a, b)| Term::eq(a.term(), b.term())).collect(),
            precondition: specification.precondition().conjuncts(),
            end: Term::top(),
            choices,
        }
    }
}

/// What relations may say.
#[derive(Clone, Debug)]
pub(crate) struct Language {
    pub(crate) level: Level,
    /// What variables are compared with.
    pub(crate) bounds: Bounds,
    /// Comparisons like those that the functions make anywhere, the most promising first.
    pub(crate) guards: Vec<Term>,
    /// What variables were computed from.
    pub(crate) definitions: Definitions,
}

/// The search for a proof along an alignment.
struct Prover<'a, 'b> {
    context: &'a Context,
    specification: &'a Flow,
    implementation: &'a Flow,
    alignment: &'a Alignment,
    language: &'a Language,
    /// The points that have been come to so far.
    points: Vec<Point>,
    number: BTreeMap<Blocks, usize>,
    /// The points that nobody has looked at yet.
    open: BTreeSet<usize>,
    asker: &'a mut Asker<'b>,
}

/// Looks for a proof.
pub(crate) fn prove(
    specification: &Flow,
    implementation: &Flow,
    context: &Context,
    alignment: &Alignment,
    language: &Language,
    asker: &mut Asker<'_>,
) -> Result<CutMap, Failure> {
    let mut prover = Prover {
        context,
        specification,
        implementation,
        alignment,
        language,
        points: Vec::new(),
        number: BTreeMap::new(),
        open: BTreeSet::new(),
        asker,
    };
    let start = context.start.iter().chain(&context.precondition);
    let start = Relation::Fixed(Rc::new(start.cloned().collect()));
    prover.add_point((BlockId::ENTRY, BlockId::ENTRY), start)?;
    for (block, partner) in &alignment.partner {
        prover.point((*block, *partner))?;
    }
    while let Some(number) = prover.next() {
        let exhausted = |exhausted: budget::Exhausted| Failure::Budget(exhausted.into());
        // What is simplified away costs as well, although no solver counts it.
        prover.asker.budget().spend(COST_OF_STEP);
        prover.asker.budget().check().map_err(exhausted)?;
        for step in 0..prover.points[number].steps.len() {
            let weakened = prover.establish(number, step)?;
            prover.open.extend(weakened);
        }
    }
    let ranks = prover.ranks()?;
    Ok(prover.map(&ranks))
}

impl Prover<'_, '_> {
    /// The point for a pair of blocks.
    fn point(&mut self, at: Blocks) -> Result<usize, Failure> {
        if let Some(number) = self.number.get(&at) {
            return Ok(*number);
        }
        let live = |flow: &Flow, block| flow.live(block).iter().cloned().collect();
        let space = Space::new(
            live(self.implementation, at.0),
            live(self.specification, at.1),
            self.language.level,
            self.language.bounds.clone(),
        );
        self.add_point(at, Relation::Found(Box::new(space)))
    }

    fn add_point(&mut self, at: Blocks, relation: Relation) -> Result<usize, Failure> {
        let mut choose = |number: usize, var: &Var| choice_var(number, var).term();
        let (ours, theirs) = (&self.implementation.function, &self.specification.function);
        let turn = match self.alignment.runs_ahead(at) {
            true => Turn::Specification,
            false => Turn::Implementation,
        };
        let (steps, their_stops) = match turn {
            Turn::Implementation => {
                let mut stops = self.alignment.stops();
                stops.insert(BlockId::ENTRY);
                let paths = ours.paths(at.0, &stops, MOST_PATHS, &mut choose);
                let paths = paths.map_err(Failure::Paths)?;
                // What was shown before a run is dropped counts.
                if paths.iter().any(|(_, effect)| effect.assumes_late) {
                    let what = "a run may be dropped behind an event".to_owned();
                    return Err(Failure::Weak(what));
                }
                let steps = paths.into_iter().map(|(path, effect)| (Some(path), effect));
                (steps.collect(), self.alignment.partners())
            }
            Turn::Specification => {
                let still = Path {
                    branches: Vec::new(),
                    end: PathEnd::Arrived,
                };
                let effect = ours.effect(at.0, &still, &mut choose);
                let stops = self.alignment.their_stops(self.specification);
                (
                    effect.map(|it| (None, it)).into_iter().collect::<Vec<_>>(),
                    stops,
                )
            }
        };
        let theirs_on = theirs.paths(at.1, &their_stops, MOST_PATHS, &mut choose);
        let mut theirs_on = theirs_on.unwrap_or_default();
        theirs_on.retain(|(_, effect)| effect.chosen.is_empty());
        let steps = steps.into_iter().map(|(path, effect)| PointStep {
            path,
            effect,
            replies: Vec::new(),
            taken: None,
        });
        let mut point = Point {
            ours: at.0,
            theirs: at.1,
            turn,
            relation,
            steps: steps.collect(),
            theirs_on,
        };
        point.add_samples(self.language, self.alignment.samples(at));
        let number = self.points.len();
        self.points.push(point);
        self.number.insert(at, number);
        self.open.insert(number);
        Ok(number)
    }

    /// The place of the specification when the implementation arrives at a cut point, having gone
    /// there from a pair of blocks.
    fn meeting(&self, from: Blocks, block: BlockId) -> BlockId {
        match self.alignment.partner.get(&block) {
            Some(partner) => *partner,
            None => from.1,
        }
    }

    /// Makes a step of the implementation have answers under the present relation, and weakens the
    /// relations that the answers lead to until they hold; the points whose relations were weakened.
    fn establish(&mut self, number: usize, step: usize) -> Result<BTreeSet<usize>, Failure> {
        let mut weakened = BTreeSet::new();
        self.cover(number, step)?;
        let mut position = 0;
        while position < self.points[number].steps[step].replies.len() {
            weakened.extend(self.match_reply(number, step, position)?);
            position += 1;
        }
        Ok(weakened)
    }

    /// A point that is to be looked at: one that is open, or else one with a step that is not
    /// established. A relation may say something that it did not say before it was weakened, such as an
    /// equation between variables that had been constant or equal to others: steps that were looked at
    /// earlier do not know of that.
    fn next(&mut self) -> Option<usize> {
        self.open.pop_first().or_else(|| {
            (0..self.points.len()).find(|number| {
                let mut steps = self.points[*number].steps.iter();
                !steps.all(|step| self.is_established(&self.points[*number], step))
            })
        })
    }

    /// Whether a step is known to have answers under the present relation of its point, all of which
    /// are right, with the present relations of the points that they lead to.
    fn is_established(&self, point: &Point, step: &PointStep) -> bool {
        let under = point.relation.atoms();
        let taken = step.taken.as_ref();
        if !taken.is_some_and(|taken| taken.is_covered && Rc::ptr_eq(&taken.under, &under)) {
            return false;
        }
        step.replies.iter().all(|reply| {
            let after = reply
                .to
                .map(|to| self.points[self.number[&to]].relation.atoms());
            let is_right = |given: &Given| {
                let holds = |atoms: &Atoms| atoms.iter().all(|atom| given.holds.contains(atom));
                let is_never_given =
                    || seen_alike(step.path.as_ref(), &step.effect, reply, self.context).is_none();
                given.is_alike && (after.as_ref().is_none_or(holds) || is_never_given())
            };
            let given = reply.given.as_ref();
            given.is_some_and(|given| Rc::ptr_eq(&given.under, &under) && is_right(given))
        })
    }

    /// Where the implementation takes the step.
    fn premise(&self, number: usize, step: usize) -> Vec<Term> {
        let mut premise = self.points[number].relation.atoms().to_vec();
        let effect = &self.points[number].steps[step].effect;
        premise.extend(effect.condition.iter().cloned());
        premise
    }

    /// The same, with what is known of it under the present relation.
    fn taken(&mut self, number: usize, step: usize) -> &mut Taken {
        let under = self.points[number].relation.atoms();
        let known = self.points[number].steps[step].taken.take();
        let known = known.filter(|taken| Rc::ptr_eq(&taken.under, &under));
        let taken = known.unwrap_or_else(|| Taken {
            premise: Rc::new(Premise::of(&self.premise(number, step))),
            under,
            is_covered: false,
        });
        self.points[number].steps[step].taken.insert(taken)
    }

    fn weak(&self, number: usize, step: usize, what: &str) -> Failure {
        let point = &self.points[number];
        let ours = &self.implementation.function;
        let effect = &point.steps[step].effect;
        let end = ours.block(effect.block);
        let end = match effect.returned.is_some() {
            true => end.ends_at(),
            false => end.starts_at(),
        };
        Failure::Weak(format!(
            "a step of the implementation from {} to {end}, with the specification at {}, {what}",
            ours.block(point.ours).starts_at(),
            self.specification.function.block(point.theirs).starts_at(),
        ))
    }
}
