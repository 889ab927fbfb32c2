//! Proof: relations at cut points that no step leaves, with an answer to every step.

mod skolem;

use std::collections::{BTreeMap, BTreeSet};

use evidence::Reason;
use evidence::abstraction::{Answer, CutMap, Kind, Move, Node, PathData, Turn};
use logic::smtlib::print_term;
use logic::{Model, Substitution, Term, Value, Var};
use program::Function;
use program::function::symbolic::{Effect, Path, PathEnd, PathsError, choice_var, result_var};
use program::function::{BlockId, Environment, Keep, Observed};

use crate::align::Alignment;
use crate::ask::{Asker, add_defaults};
use crate::flow::Flow;
use crate::relation::{Level, Space};

/// How many paths between cut points are looked at, how many answers a path may have, and how many
/// blocks an answer goes through.
const MOST_PATHS: usize = 512;
const MOST_ANSWERS: usize = 64;
/// How many paths of the specification are tried for an answer that is right on its face.
const MOST_KNOWN: usize = 64;
const MOST_BLOCKS: usize = 400;

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

#[derive(Clone)]
struct Reply {
    /// None where the specification stands still.
    path: Option<Path>,
    terms: Vec<Term>,
    effect: Option<Effect>,
    to: Option<usize>,
}

impl Reply {
    fn condition(&self) -> Term {
        let conditions = self
            .effect
            .iter()
            .flat_map(|effect| effect.condition.iter());
        Term::and(conditions.cloned())
    }
}

/// What holds where both functions start, and what has to hold where both have ended without a result.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    pub(crate) start: Vec<Term>,
    pub(crate) end: Term,
}

impl Context {
    /// Both functions start on equal inputs.
    pub(crate) fn of_functions(specification: &Function, implementation: &Function) -> Self {
        let inputs = implementation.inputs.iter().zip(&specification.inputs);
        Context {
            start: inputs.map(|(a, b)| Term::eq(a.term(), b.term())).collect(),
            end: Term::top(),
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
            open.extend(prover.establish(number, step)?);
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
            let mut space = Space::new(
                live(implementation, *block),
                live(specification, *partner),
                language.level,
                language.bounds.clone(),
            );
            for (ours, theirs) in alignment.samples.get(block).into_iter().flatten() {
                let value = |var: &Var| ours.get(var).or_else(|| theirs.get(var)).cloned();
                let sample: Option<Vec<Value>> = space.vars().iter().map(value).collect();
                if let Some(sample) = sample {
                    space.add(sample);
                }
            }
            points.push(Point {
                ours: *block,
                theirs: *partner,
                relation: Relation::Found(space),
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
                .paths(point.theirs, &partners, MOST_KNOWN, &mut choose);
            let mut on = on.unwrap_or_default();
            on.retain(|(_, effect)| effect.chosen.is_empty());
            point.theirs_on = on;
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

    /// Where the implementation takes the step.
    fn premise(&self, number: usize, step: usize) -> Vec<Term> {
        let mut premise = self.points[number].relation.atoms();
        let effect = &self.points[number].steps[step].effect;
        premise.extend(effect.condition.iter().cloned());
        premise
    }

    /// Finds answers until one is possible wherever the step is taken.
    fn cover(&mut self, number: usize, step: usize) -> Result<(), Failure> {
        let premise = self.premise(number, step);
        if self.points[number].steps[step].replies.is_empty()
            && let Some(reply) = self.evident_reply(number, step, &premise)
        {
            self.points[number].steps[step].replies.push(reply);
        }
        for _ in 0..MOST_ANSWERS {
            let replies = &self.points[number].steps[step].replies;
            let covered = Term::or(replies.iter().map(Reply::condition));
            let Some(model) = self.asker.counterexample(&premise, &covered)? else {
                return Ok(());
            };
            let reply = self.reply(number, step, &model);
            let Some(reply) = reply else {
                return Err(self.weak(number, step, "has no answer"));
            };
            self.points[number].steps[step].replies.push(reply);
        }
        Err(self.weak(number, step, "has too many answers"))
    }

    /// A path of the specification that is taken wherever the step is, as can be seen without a
    /// solver: where a pass has left a part of a function alone.
    fn evident_reply(&self, number: usize, step: usize, premise: &[Term]) -> Option<Reply> {
        let point = &self.points[number];
        let PointStep { path, effect, .. } = &point.steps[step];
        let to = match path.end {
            PathEnd::Arrived => Some(self.number[&effect.block]),
            PathEnd::Returned | PathEnd::Undefined(_) => None,
        };
        if to.is_some() {
            let counts = self.alignment.passes(point.ours, effect.block, path);
            if !counts.contains(&1) || point.theirs_on.is_empty() {
                return None;
            }
        }
        point
            .theirs_on
            .iter()
            .find_map(|(their_path, their_effect)| {
                let to = match (their_path.end, to, path.end) {
                    (PathEnd::Undefined(_), _, _) => None,
                    (PathEnd::Arrived, Some(to), _) => {
                        (self.points[to].theirs == their_effect.block).then_some(Some(to))?
                    }
                    (PathEnd::Returned, None, PathEnd::Returned) => None,
                    _ => return None,
                };
                let condition = Term::and(their_effect.condition.iter().cloned());
                Asker::is_evident(premise, &condition).then(|| Reply {
                    path: Some(their_path.clone()),
                    terms: Vec::new(),
                    effect: Some(their_effect.clone()),
                    to,
                })
            })
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

    /// The answer that the specification gives from a state, new among the answers so far.
    fn reply(&self, number: usize, step: usize, model: &Model) -> Option<Reply> {
        let point = &self.points[number];
        let PointStep {
            path,
            effect,
            replies,
        } = &point.steps[step];
        match path.end {
            PathEnd::Arrived => {
                let to = self.number[&effect.block];
                let partner = self.points[to].theirs;
                let counts = self.alignment.passes(point.ours, effect.block, path);
                let mut found = counts.into_iter().filter_map(|count| {
                    if count == 0 && partner == point.theirs {
                        return Some(Reply {
                            path: None,
                            terms: Vec::new(),
                            effect: None,
                            to: Some(to),
                        });
                    }
                    let mut left = count.max(1);
                    self.follow(point, effect, model, to, &mut |block, time| {
                        left -= usize::from(time > 0 && block == partner);
                        left == 0 || time > MOST_BLOCKS
                    })
                });
                found.find(|reply| replies.iter().all(|known| known.path != reply.path))
            }
            PathEnd::Returned | PathEnd::Undefined(_) => {
                let stop = &mut |_, time| time > MOST_BLOCKS;
                let reply = self.follow(point, effect, model, usize::MAX, stop)?;
                replies
                    .iter()
                    .all(|known| known.path != reply.path)
                    .then_some(reply)
            }
        }
    }

    /// Runs the specification from a state; `to` is the point that it should arrive at.
    fn follow(
        &self,
        point: &Point,
        effect: &Effect,
        model: &Model,
        to: usize,
        stop: &mut dyn FnMut(BlockId, usize) -> bool,
    ) -> Option<Reply> {
        let function = &self.specification.function;
        let mut values = model.clone();
        add_defaults(&mut values, function.variables());
        add_defaults(&mut values, self.implementation.function.variables());
        let mut environment = Follower {
            values: values.clone(),
            effect,
            asked: 0,
        };
        let run = function.run_from(point.theirs, values, &mut environment, Keep::Outcome, stop);
        let path = run.ok()?.path()?;
        let mut terms = Vec::new();
        let mut choose = |number: usize, var: &Var| {
            terms.push(guess(number, var, effect));
            terms[number].clone()
        };
        let followed = function.effect(point.theirs, &path, &mut choose)?;
        let to = match path.end {
            PathEnd::Arrived => {
                let reached = self.points.get(to)?.theirs == followed.block;
                Some(reached.then_some(to)?)
            }
            PathEnd::Returned | PathEnd::Undefined(_) => None,
        };
        Some(Reply {
            path: Some(path),
            terms,
            effect: Some(followed),
            to,
        })
    }

    /// Makes an answer right: the same events and the same end, or a relation that holds again.
    fn match_reply(
        &mut self,
        number: usize,
        step: usize,
        position: usize,
    ) -> Result<BTreeSet<usize>, Failure> {
        let mut weakened = BTreeSet::new();
        let PointStep { path, effect, .. } = &self.points[number].steps[step];
        let reply = self.points[number].steps[step].replies[position].clone();
        let Some(seen) = seen_alike(path, effect, &reply, self.context) else {
            // The answer does not fit; that is fine where it is never given.
            let mut premise = self.premise(number, step);
            premise.push(reply.condition());
            return match self.asker.counterexample(&premise, &Term::bottom())? {
                None => Ok(weakened),
                Some(_) => Err(self.weak(number, step, "has an answer that shows something else")),
            };
        };
        let mut premise = self.premise(number, step);
        premise.push(reply.condition());
        if self.asker.counterexample(&premise, &seen)?.is_some() {
            if self.skolemise(number, step, position)? {
                return self.match_reply(number, step, position);
            }
            return Err(self.weak(number, step, "shows something else"));
        }
        let Some(to) = reply.to else {
            return Ok(weakened);
        };
        let ours = &self.points[number].steps[step].effect;
        let values = joined([Some(ours), reply.effect.as_ref()]);
        loop {
            let mut premise = self.premise(number, step);
            premise.push(reply.condition());
            let atoms = self.points[to].relation.atoms();
            let after = Term::and(values.apply_all(&atoms));
            match self.asker.counterexample(&premise, &after) {
                Ok(None) => return Ok(weakened),
                Ok(Some(model)) => {
                    if self.skolemise(number, step, position)? {
                        weakened.extend(self.match_reply(number, step, position)?);
                        return Ok(weakened);
                    }
                    if !self.weaken(to, &values, model) {
                        return Err(self.weak(number, step, "leaves the relation"));
                    }
                }
                Err(smt::Reason::Timeout) if self.asker.budget().check().is_ok() => {
                    if !self.give_up_hard(to, &premise, &values, &atoms) {
                        return Err(self.weak(number, step, "is too hard for the solver"));
                    }
                }
                Err(reason) => return Err(reason.into()),
            }
            weakened.insert(to);
        }
    }

    /// Adds the state after a step as a sample; whether that weakens the relation.
    fn weaken(&mut self, to: usize, values: &Substitution, mut model: Model) -> bool {
        let Relation::Found(space) = &mut self.points[to].relation else {
            return false;
        };
        let mut sample = Vec::new();
        for var in space.vars() {
            let term = values.get(var).cloned().unwrap_or_else(|| var.term());
            add_defaults(&mut model, term.free_vars());
            let Ok(value) = model.eval(&term) else {
                return false;
            };
            sample.push(value);
        }
        let before = space.relation();
        space.add(sample);
        before != space.relation()
    }

    /// Gives up the atoms that the solver cannot decide one by one; whether there are any.
    fn give_up_hard(
        &mut self,
        to: usize,
        premise: &[Term],
        values: &Substitution,
        atoms: &[Term],
    ) -> bool {
        let mut hard = Vec::new();
        for atom in atoms {
            if self
                .asker
                .counterexample(premise, &values.apply(atom))
                .is_err()
            {
                hard.push(atom.clone());
            }
        }
        let Relation::Found(space) = &mut self.points[to].relation else {
            return false;
        };
        let found = !hard.is_empty();
        hard.into_iter().for_each(|atom| space.ban(atom));
        found
    }

    /// The steps of a point with their answers. Answers that show something else are never given, so
    /// that they are left out.
    fn moves(&self, point: &Point) -> Vec<Move> {
        let answer = |reply: &Reply| Answer {
            path: reply.path.as_ref().map(PathData::from),
            terms: reply.terms.iter().map(print_term).collect(),
            to: reply.to.map(|to| to as u32),
        };
        let steps = point.steps.iter().map(|step| {
            let fits = |reply: &&Reply| {
                seen_alike(&step.path, &step.effect, reply, self.context).is_some()
            };
            Move {
                path: Some(PathData::from(&step.path)),
                answers: step.replies.iter().filter(fits).map(answer).collect(),
            }
        });
        steps.filter(|step| !step.answers.is_empty()).collect()
    }

    /// The proof as evidence.
    fn map(&self) -> CutMap {
        let mut identity = true;
        let nodes = self.points.iter().map(|point| {
            let atoms = point.relation.atoms();
            identity &= atoms.iter().all(is_identity);
            Node {
                implementation: point.ours.0,
                specification: point.theirs.0,
                relation: print_term(&Term::and(atoms)),
                turn: Turn::Implementation,
                moves: self.moves(point),
                rank: Vec::new(),
            }
        });
        let nodes = nodes.collect();
        let kind = match identity {
            true => Kind::Identity,
            false => Kind::Discovered,
        };
        CutMap { kind, nodes }
    }
}

/// Whether an atom says that variables of the same name are equal.
fn is_identity(atom: &Term) -> bool {
    let [a, b] = atom.children() else {
        return false;
    };
    let own = |term: &Term| Some(base_name(term.as_var()?));
    atom.op() == Some(&logic::Op::Eq) && own(a).is_some() && own(a) == own(b)
}

/// The name of a variable in its own function.
fn base_name(var: &Var) -> &'static str {
    let name = var.name.as_str();
    name.split_once('.').map_or(name, |(_, own)| own)
}

/// What has to be equal where a path is answered in this way, nodes aside; `None` where it cannot be.
fn seen_alike(path: &Path, effect: &Effect, reply: &Reply, context: &Context) -> Option<Term> {
    let end = reply.path.as_ref().map(|path| path.end);
    let undefined = matches!(end, Some(PathEnd::Undefined(_)));
    let theirs = reply
        .effect
        .as_ref()
        .map_or(&[][..], |effect| &effect.events);
    if theirs.len() > effect.events.len() || (!undefined && theirs.len() < effect.events.len()) {
        return None;
    }
    let mut alike = Vec::new();
    for ((name, arguments), (their_name, their_arguments)) in effect.events.iter().zip(theirs) {
        if name != their_name {
            return None;
        }
        alike.push(refined(arguments, their_arguments)?);
    }
    match (path.end, end) {
        (_, Some(PathEnd::Undefined(_))) => {}
        (PathEnd::Returned, Some(PathEnd::Returned)) => {
            let ours = effect.returned.as_deref()?;
            let theirs = reply.effect.as_ref()?.returned.as_deref()?;
            alike.push(refined(ours, theirs)?);
            if ours.is_empty() {
                alike.push(joined([Some(effect), reply.effect.as_ref()]).apply(&context.end));
            }
        }
        (PathEnd::Arrived, None | Some(PathEnd::Arrived)) => {}
        _ => return None,
    }
    Some(Term::and(alike))
}

pub(crate) fn refined(ours: &[Observed], theirs: &[Observed]) -> Option<Term> {
    let mut pairs = ours.iter().zip(theirs);
    let fits = ours.len() == theirs.len() && pairs.all(|(a, b)| a.value.sort() == b.value.sort());
    fits.then(|| Term::and(ours.iter().zip(theirs).map(|(a, b)| a.refines(b))))
}

/// The values after both effects.
fn joined(effects: [Option<&Effect>; 2]) -> Substitution {
    let entries = effects
        .into_iter()
        .flatten()
        .flat_map(|effect| effect.values.iter());
    entries
        .map(|(var, term)| (var.clone(), term.clone()))
        .collect()
}

/// A Skolem term for what the specification chooses: what the implementation chose for the variable
/// of the same name, or with the same number, or the value that its variable of that name has.
pub(crate) fn guess(number: usize, var: &Var, effect: &Effect) -> Term {
    let fits = |(_, chosen): &(usize, &Var)| chosen.sort == var.sort;
    let chosen: Vec<(usize, &Var)> = effect.chosen.iter().enumerate().filter(fits).collect();
    let named = chosen
        .iter()
        .find(|(_, own)| base_name(own) == base_name(var));
    let numbered = chosen.iter().find(|(own, _)| *own == number);
    if let Some((number, own)) = named.or(numbered).or(chosen.first()) {
        return choice_var(*number, own).term();
    }
    let own = effect.values.iter();
    let mut own = own.filter(|(own, _)| own.sort == var.sort && base_name(own) == base_name(var));
    match own.next() {
        Some((_, value)) => value.clone(),
        None => Term::value(Value::default_of(&var.sort)),
    }
}

/// Answers as a model says.
struct Follower<'e> {
    values: Model,
    effect: &'e Effect,
    asked: usize,
}

impl Environment for Follower<'_> {
    fn choose(&mut self, var: &Var) -> Value {
        let term = guess(self.asked, var, self.effect);
        self.asked += 1;
        add_defaults(&mut self.values, term.free_vars());
        let value = self.values.eval(&term);
        value.unwrap_or_else(|_| Value::default_of(&var.sort))
    }

    fn result(&mut self, event: usize, position: usize, var: &Var) -> Value {
        let known = self.values.get(&result_var(event, position, var));
        known
            .cloned()
            .unwrap_or_else(|| Value::default_of(&var.sort))
    }
}
