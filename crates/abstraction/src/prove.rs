//! Proof: relations at cut points that no step leaves, with an answer to every step.

mod certificate;
mod matching;
mod reply;
mod skolem;

use std::collections::{BTreeMap, BTreeSet};

use evidence::Reason;
use evidence::abstraction::CutMap;
use logic::{Model, Term, Value, Var};
use program::Function;
use program::function::BlockId;
use program::function::symbolic::{Effect, Path, PathsError, choice_var};

use crate::align::Alignment;
use crate::ask::Asker;
use crate::choices::Choices;
use crate::flow::Flow;
use crate::harvest::harvest;
use crate::relation::{Level, Space};
use reply::Reply;

pub(crate) use matching::refined;

/// How many paths between cut points are looked at.
const MOST_PATHS: usize = 512;

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
    relation: Relation,
    steps: Vec<PointStep>,
    /// The specification's paths to its next partners of cut points, where it chooses nothing.
    theirs_on: Vec<(Path, Effect)>,
}

impl Point {
    /// Fills the space of relations with what was seen of both functions here.
    fn add_samples(&mut self, samples: Option<&Vec<(Model, Model)>>) {
        let Relation::Found(space) = &mut self.relation else {
            return;
        };
        let vars: BTreeSet<Var> = space.vars().iter().cloned().collect();
        let ours = harvest(self.steps.iter().map(|step| &step.effect), &vars);
        let theirs = harvest(self.theirs_on.iter().map(|(_, effect)| effect), &vars);
        space.watch(ours, theirs);
        for (ours, theirs) in samples.into_iter().flatten() {
            let value = |var: &Var| ours.get(var).or_else(|| theirs.get(var)).cloned();
            let sample: Option<Vec<Value>> = space.vars().iter().map(value).collect();
            if let Some(sample) = sample {
                space.add(sample);
            }
        }
    }
}

enum Relation {
    /// At the entries: the inputs are equal.
    Fixed(Vec<Term>),
    Found(Space),
}

impl Relation {
    fn atoms(&self) -> Vec<Term> {
        match self {
            Relation::Fixed(atoms) => atoms.clone(),
            Relation::Found(space) => space.relation(),
        }
    }
}

/// A path of the implementation with the answers to it.
struct PointStep {
    path: Path,
    effect: Effect,
    replies: Vec<Reply>,
}

/// What holds where both functions start, and what has to hold where both have ended without a result.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    pub(crate) start: Vec<Term>,
    pub(crate) end: Term,
    /// How the specification's choices follow the implementation's, as a first guess.
    pub(crate) choices: Choices,
}

impl Context {
    /// Both functions start on equal inputs.
    pub(crate) fn of_functions(
        specification: &Function,
        implementation: &Function,
        choices: Choices,
    ) -> Self {
        let inputs = implementation.inputs.iter().zip(&specification.inputs);
        Context {
            start: inputs.map(|(a, b)| Term::eq(a.term(), b.term())).collect(),
            end: Term::top(),
            choices,
        }
    }
}

/// What relations may say.
#[derive(Clone, Debug)]
pub(crate) struct Language {
    pub(crate) level: Level,
    /// Constants to compare with.
    pub(crate) bounds: BTreeSet<Value>,
}

/// The search for a proof along an alignment.
struct Prover<'a, 'b> {
    context: &'a Context,
    specification: &'a Flow,
    implementation: &'a Flow,
    alignment: &'a Alignment,
    points: Vec<Point>,
    number: BTreeMap<BlockId, usize>,
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
    let mut prover = Prover::new(
        [specification, implementation],
        context,
        alignment,
        language,
        asker,
    )?;
    let mut open: BTreeSet<usize> = (0..prover.points.len()).collect();
    while let Some(number) = open.pop_first() {
        for step in 0..prover.points[number].steps.len() {
            let weakened = prover.establish(number, step)?;
            // A variable may have got another partner, which steps that were looked at before do not
            // know of.
            if language.level < Level::Equalities {
                open.extend(prover.before(&weakened));
            }
            open.extend(weakened);
        }
    }
    Ok(prover.map())
}

impl<'a, 'b> Prover<'a, 'b> {
    fn new(
        [specification, implementation]: [&'a Flow; 2],
        context: &'a Context,
        alignment: &'a Alignment,
        language: &Language,
        asker: &'a mut Asker<'b>,
    ) -> Result<Self, Failure> {
        let ours = &implementation.function;
        let mut points = vec![Point {
            ours: BlockId::ENTRY,
            theirs: BlockId::ENTRY,
            relation: Relation::Fixed(context.start.clone()),
            steps: Vec::new(),
            theirs_on: Vec::new(),
        }];
        for (block, partner) in &alignment.partner {
            let live = |flow: &Flow, block| flow.live(block).iter().cloned().collect();
            points.push(Point {
                ours: *block,
                theirs: *partner,
                relation: Relation::Found(Space::new(
                    live(implementation, *block),
                    live(specification, *partner),
                    language.level,
                    language.bounds.clone(),
                )),
                steps: Vec::new(),
                theirs_on: Vec::new(),
            });
        }
        let number: BTreeMap<BlockId, usize> = points
            .iter()
            .enumerate()
            .map(|(n, point)| (point.ours, n))
            .collect();
        let stops: BTreeSet<BlockId> = number.keys().copied().collect();
        let partners: BTreeSet<BlockId> = alignment.partner.values().copied().collect();
        for point in &mut points {
            let mut choose = |number: usize, var: &Var| choice_var(number, var).term();
            let paths = ours.paths(point.ours, &stops, MOST_PATHS, &mut choose);
            let paths = paths.map_err(Failure::Paths)?.into_iter();
            let steps = paths.map(|(path, effect)| PointStep {
                path,
                effect,
                replies: Vec::new(),
            });
            point.steps = steps.collect();
            let on = specification
                .function
                .paths(point.theirs, &partners, MOST_PATHS, &mut choose);
            let mut on = on.unwrap_or_default();
            on.retain(|(_, effect)| effect.chosen.is_empty());
            point.theirs_on = on;
            point.add_samples(alignment.samples.get(&point.ours));
        }
        Ok(Prover {
            context,
            specification,
            implementation,
            alignment,
            points,
            number,
            asker,
        })
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

    /// The points with answers that lead to one of these.
    fn before(&self, points: &BTreeSet<usize>) -> BTreeSet<usize> {
        let leads = |point: &Point| {
            let replies = point.steps.iter().flat_map(|step| &step.replies);
            let mut next = replies.filter_map(|reply| reply.to);
            next.any(|to| points.contains(&to))
        };
        let numbers = (0..self.points.len()).filter(|number| leads(&self.points[*number]));
        numbers.collect()
    }

    /// Where the implementation takes the step.
    fn premise(&self, number: usize, step: usize) -> Vec<Term> {
        let mut premise = self.points[number].relation.atoms();
        let effect = &self.points[number].steps[step].effect;
        premise.extend(effect.condition.iter().cloned());
        premise
    }

    fn weak(&self, number: usize, step: usize, what: &str) -> Failure {
        let point = &self.points[number];
        let name = |function: &Function, block: BlockId| function.block(block).name;
        let end = &point.steps[step].effect;
        Failure::Weak(format!(
            "a step from {} to {} {what}",
            name(&self.implementation.function, point.ours),
            name(&self.implementation.function, end.block),
        ))
    }
}
