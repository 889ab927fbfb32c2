//! Rules for refinement of functions (papers/003, Definition 4, with observables and divergence).
//!
//! [`program::function`] defines refinement and says what paths do; both are tested against the
//! interpreter. The rules here put paths together: the implementation's are computed anew between the
//! cut points that the evidence names, so that none can be left out.

mod claim;
mod difference;
mod functions;
mod memory;
mod obligations;
mod premise;
mod products;
mod progress;
mod rank;

use std::collections::BTreeSet;

use budget::Budget;
use evidence::abstraction::{CutMap, IMPLEMENTATION, Move, Node, Refinement, SPECIFICATION, Turn};
use logic::smtlib::{Declarations, parse_term};
use logic::{Sort, Term, Var};
use program::Function;
use program::function::BlockId;
use program::function::symbolic::{Effect, Path, PathEnd, choice_var};

use crate::{Accepted, Established, Rejected, Vacuity, broken};
pub(crate) use claim::{check_claim, check_simulation};
pub use difference::{Contrast, contrast, replay};
pub(crate) use functions::check_functions;
pub use functions::check_pairs;
use obligations::{Moved, Obligations};
use premise::Premise;
use progress::Moving;
use rank::Alone;

/// How many paths between cut points are looked at.
const MOST_PATHS: usize = 4096;

/// Checks that the evidence establishes whether `implementation` refines `specification`.
///
/// # Errors
/// The first rule that is broken.
pub fn check_refinement(
    specification: &Function,
    implementation: &Function,
    evidence: &Refinement,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    rule_functions(specification, implementation)?;
    match evidence {
        Refinement::Map(map) => {
            let specification = specification.qualified(SPECIFICATION);
            let implementation = implementation.qualified(IMPLEMENTATION);
            let (ours, theirs) = (&implementation.inputs, &specification.inputs);
            let pairs = ours.iter().zip(theirs);
            let equal = pairs.map(|(a, b)| Term::eq(a.term(), b.term()));
            // Inputs that the specification excludes before anything is seen are not compared.
            let precondition = specification.precondition();
            let context = Context {
                start: Term::and(equal.chain([precondition.clone()])),
                end: Term::top(),
                vars: Vec::new(),
            };
            let map = Map::new(specification, implementation, context, map, budget)?;
            map.rule_seen()?;
            let vacuous = match precondition.is_true() {
                true => None,
                false => map.no_start(budget)?.then_some(Vacuity::NoStart),
            };
            Ok(Accepted {
                verdict: Established::Proved,
                obligations: map.check()?,
                vacuous,
            })
        }
        Refinement::Difference(difference) => {
            difference::check(specification, implementation, difference, budget)?;
            Ok(Accepted {
                verdict: Established::Refuted,
                obligations: 2,
                vacuous: None,
            })
        }
    }
}

/// Both functions are well-formed, and have inputs of the same sorts.
fn rule_functions(specification: &Function, implementation: &Function) -> Result<(), Rejected> {
    for function in [specification, implementation] {
        function
            .validate()
            .map_err(|error| broken("Functions", error.to_string()))?;
    }
    let sorts = |function: &Function| -> Vec<Sort> {
        function.inputs.iter().map(|var| var.sort.clone()).collect()
    };
    if sorts(specification) != sorts(implementation) {
        return Err(broken("Functions", "the inputs have different sorts"));
    }
    Ok(())
}

/// What holds where both functions start, and what has to hold where both have ended without a result.
pub(crate) struct Context {
    pub(crate) start: Term,
    pub(crate) end: Term,
    /// Variables that neither function writes, such as constants.
    pub(crate) vars: Vec<Var>,
}

/// The functions under the names that the evidence uses, and what has been read of it.
struct Map<'a> {
    context: Context,
    specification: Function,
    implementation: Function,
    evidence: &'a CutMap,
    relations: Vec<Term>,
    ranks: Vec<Vec<Term>>,
    declarations: Declarations,
    /// The cut points of the implementation.
    stops: BTreeSet<BlockId>,
    obligations: Obligations<'a>,
    /// Moves in which one function stands still, each with which one.
    alone: Vec<Alone>,
    /// All moves, for what must make progress.
    moving: Vec<Moving>,
}

impl<'a> Map<'a> {
    fn new(
        specification: Function,
        implementation: Function,
        context: Context,
        evidence: &'a CutMap,
        budget: &'a Budget,
    ) -> Result<Self, Rejected> {
        let mut declarations = Declarations::new();
        for var in &context.vars {
            declarations.add_var(var);
        }
        for function in [&specification, &implementation] {
            for var in function.mentioned() {
                declarations.add_var(&var);
            }
            for uninterpreted in functions_of(function) {
                declarations.add_function(&uninterpreted);
            }
        }
        let formula = |text: &String| {
            let term = parse(text, &declarations)?;
            match *term.sort() == Sort::Bool {
                true => Ok(term),
                false => Err(broken("Terms", format!("{text} is no formula"))),
            }
        };
        let nodes = &evidence.nodes;
        let relations = nodes.iter().map(|node| formula(&node.relation));
        let relations: Vec<Term> = relations.collect::<Result<_, Rejected>>()?;
        let ranks = nodes.iter().map(|node| {
            let terms = node.rank.iter().map(|text| parse(text, &declarations));
            terms.collect::<Result<Vec<Term>, Rejected>>()
        });
        let ranks = ranks.collect::<Result<_, Rejected>>()?;
        for node in nodes {
            let dangling = |what, position| Rejected::Dangling { what, position };
            if node.implementation as usize >= implementation.blocks.len() {
                return Err(dangling("block", node.implementation));
            }
            if node.specification as usize >= specification.blocks.len() {
                return Err(dangling("block", node.specification));
            }
        }
        let stops = nodes.iter().map(|node| node.blocks().0).collect();
        Ok(Map {
            context,
            specification,
            implementation,
            evidence,
            relations,
            ranks,
            declarations,
            stops,
            obligations: Obligations::new(budget),
            alone: Vec::new(),
            moving: Vec::new(),
        })
    }

    /// Checks all rules; how many obligations there were.
    fn check(mut self) -> Result<usize, Rejected> {
        self.rule_initial()?;
        for (number, node) in self.evidence.nodes.iter().enumerate() {
            match node.turn {
                Turn::Implementation => self.rule_moves(number, node)?,
                Turn::Specification => self.rule_waiting(number, node)?,
            }
        }
        self.rule_rank(Turn::Implementation)?;
        self.rule_rank(Turn::Specification)?;
        self.rule_progress()?;
        Ok(self.obligations.count())
    }

    /// Both start at the first node: its relation holds whatever they start with, inputs aside that the
    /// specification excludes.
    fn rule_initial(&mut self) -> Result<(), Rejected> {
        let first = self.evidence.nodes.first();
        let first = first.ok_or_else(|| broken("Initial", "there is no node"))?;
        if first.blocks() != (BlockId::ENTRY, BlockId::ENTRY) {
            return Err(broken("Initial", "the first node is not at both entries"));
        }
        let premise = Premise::new(std::slice::from_ref(&self.context.start));
        let relation = &self.relations[0];
        self.obligations.follows("Initial", &premise, relation, || {
            "what both start with does not imply the relation of the first node".to_owned()
        })
    }

    /// Whatever the implementation does, the specification has an answer.
    fn rule_moves(&mut self, number: usize, node: &Node) -> Result<(), Rejected> {
        let (from, _) = node.blocks();
        let paths = self.implementation_paths(from)?;
        let listed = |path: &Path| {
            let mut moves = node.moves.iter();
            moves.find(|listed| listed.path.as_ref().map(Path::from).as_ref() == Some(path))
        };
        for (path, effect) in &paths {
            let none = Move {
                path: None,
                answers: Vec::new(),
            };
            let answered = listed(path).unwrap_or(&none);
            let moved = Moved::Along(path.end, effect);
            self.rule_answers(number, node, moved, answered)?;
        }
        Ok(())
    }

    /// The implementation's paths from a block to its next cut points.
    fn implementation_paths(&self, from: BlockId) -> Result<Vec<(Path, Effect)>, Rejected> {
        let mut choose = |number: usize, var: &Var| choice_var(number, var).term();
        self.implementation
            .paths(from, &self.stops, MOST_PATHS, &mut choose)
            .map_err(|error| broken("Cut", error.to_string()))
    }

    /// What has been seen of a run counts, even if the run is dropped later: no path of the
    /// implementation has an assumption behind an event.
    fn rule_seen(&self) -> Result<(), Rejected> {
        for node in &self.evidence.nodes {
            if node.turn == Turn::Specification {
                continue;
            }
            let paths = self.implementation_paths(node.blocks().0)?;
            if paths.iter().any(|(_, effect)| effect.assumes_late) {
                return Err(broken("Cut", "a run may be dropped behind an event"));
            }
        }
        Ok(())
    }

    /// The implementation stands still, and the specification has a way to go on.
    fn rule_waiting(&mut self, number: usize, node: &Node) -> Result<(), Rejected> {
        let [only] = &node.moves[..] else {
            return Err(broken("Waiting", format!("node {number} has not one move")));
        };
        if only.path.is_some() {
            let what = format!("the implementation moves at node {number}");
            return Err(broken("Waiting", what));
        }
        if only.answers.iter().any(|answer| answer.path.is_none()) {
            let what = format!("both functions stand still at node {number}");
            return Err(broken("Waiting", what));
        }
        self.rule_answers(number, node, Moved::Not, only)
    }

    /// One of the answers is possible; and each, where it is, shows the same events and leads to the
    /// same end, or to a node whose relation holds.
    fn rule_answers(
        &mut self,
        number: usize,
        node: &Node,
        moved: Moved<'_>,
        answered: &Move,
    ) -> Result<(), Rejected> {
        let mut premise = vec![self.relations[number].clone()];
        premise.extend(moved.condition().iter().cloned());
        let mut declarations = self.declarations.clone();
        moved.declare(&mut declarations);
        let mut possible = Vec::new();
        let mut answers = Vec::new();
        for answer in &answered.answers {
            let effect = self.answer_effect(node, answer, &declarations)?;
            let condition = effect.as_ref().map_or(&[][..], |(_, e)| &e.condition[..]);
            possible.push(Term::and(condition.iter().cloned()));
            answers.push((answer, effect));
        }
        let what = || format!("node {number}: no answer to {}", moved.describe());
        let taken = Premise::new(&premise);
        let some = Term::or(possible.iter().cloned());
        self.obligations.follows("Answers", &taken, &some, what)?;
        for ((answer, effect), condition) in answers.iter().zip(possible) {
            let given = taken.and(&condition);
            let mut premise = premise.clone();
            premise.push(condition);
            let followed = effect.as_ref().map(|(end, effect)| (*end, effect));
            let conclusion = self.rule_matches(number, node, moved, followed, answer.to)?;
            if let Some(to) = answer.to {
                self.note_alone(number, to as usize, moved, followed, &premise);
                self.note_moving(number, to as usize, moved, followed, &premise);
            }
            let what = || format!("node {number}: an answer to {} fails", moved.describe());
            self.obligations
                .follows("Matching", &given, &conclusion, what)?;
        }
        Ok(())
    }

    /// What an answer's path does, with the Skolem terms for what it chooses; nothing where the
    /// specification stands still.
    fn answer_effect(
        &self,
        node: &Node,
        answer: &evidence::abstraction::Answer,
        declarations: &Declarations,
    ) -> Result<Option<(PathEnd, Effect)>, Rejected> {
        let texts = answer.terms.iter();
        let terms = texts.map(|text| parse(text, declarations));
        let terms: Vec<Term> = terms.collect::<Result<_, Rejected>>()?;
        let Some(path) = &answer.path else {
            return match terms.is_empty() {
                true => Ok(None),
                false => Err(broken("Skolem", "a term for no choice")),
            };
        };
        let path = Path::from(path);
        if path.branches.is_empty() && path.end == PathEnd::Arrived {
            return Err(broken("Path", "a path goes nowhere"));
        }
        let (_, from) = node.blocks();
        let mut fits = true;
        let mut choose = |number: usize, var: &Var| match terms.get(number) {
            Some(term) if *term.sort() == var.sort => term.clone(),
            _ => {
                fits = false;
                Term::value(logic::Value::default_of(&var.sort))
            }
        };
        let effect = self.specification.effect(from, &path, &mut choose);
        let effect = effect.ok_or_else(|| broken("Path", "the specification has no such path"))?;
        if !fits || effect.chosen.len() != terms.len() {
            return Err(broken("Skolem", "there is not one term for each choice"));
        }
        Ok(Some((path.end, effect)))
    }

    /// What has to hold where a move is answered in this way.
    fn rule_matches(
        &self,
        number: usize,
        node: &Node,
        moved: Moved<'_>,
        followed: Option<(PathEnd, &Effect)>,
        to: Option<u32>,
    ) -> Result<Term, Rejected> {
        let undefined = matches!(followed, Some((PathEnd::Undefined(_), _)));
        let ours = moved.events();
        let theirs = followed.map_or(&[][..], |(_, effect)| &effect.events[..]);
        if theirs.len() > ours.len() || (theirs.len() < ours.len() && !undefined) {
            return Err(broken(
                "Events",
                format!("node {number}: not as many events"),
            ));
        }
        let mut conclusion = Vec::new();
        for ((name, arguments), (their_name, their_arguments)) in ours.iter().zip(theirs) {
            if name != their_name {
                return Err(broken("Events", format!("node {number}: another event")));
            }
            conclusion.push(obligations::refined(arguments, their_arguments)?);
        }
        if undefined {
            return match to {
                None => Ok(Term::and(conclusion)),
                Some(_) => Err(broken("Ends", "a node behind undefined behaviour")),
            };
        }
        let their_end = followed.map(|(end, _)| end);
        match (moved.end(), their_end, to) {
            (Some(PathEnd::Returned), Some(PathEnd::Returned), None) => {
                let ours = moved.returned();
                let theirs = followed.and_then(|(_, effect)| effect.returned.as_deref());
                let (ours, theirs) = (ours.unwrap_or_default(), theirs.unwrap_or_default());
                conclusion.push(obligations::refined(ours, theirs)?);
                if ours.is_empty() {
                    let values = obligations::joined(moved, followed);
                    conclusion.push(values.apply(&self.context.end));
                }
            }
            (None | Some(PathEnd::Arrived), None | Some(PathEnd::Arrived), Some(to)) => {
                let next = self.evidence.nodes.get(to as usize);
                let next = next.ok_or(Rejected::Dangling {
                    what: "node",
                    position: to,
                })?;
                let (ours, theirs) = node.blocks();
                let ours = moved.block().unwrap_or(ours);
                let theirs = followed.map_or(theirs, |(_, effect)| effect.block);
                if next.blocks() != (ours, theirs) {
                    return Err(broken("Ends", format!("node {number}: it leads elsewhere")));
                }
                let values = obligations::joined(moved, followed);
                conclusion.push(values.apply(&self.relations[to as usize]));
            }
            _ => {
                return Err(broken("Ends", format!("node {number}: the ends differ")));
            }
        }
        Ok(Term::and(conclusion))
    }
}

/// A term without quantifiers over what is declared.
fn parse(text: &str, declarations: &Declarations) -> Result<Term, Rejected> {
    let term = parse_term(text, declarations)
        .map_err(|error| broken("Terms", format!("{text}: {}", error.message())))?;
    match term.has_quantifier() {
        true => Err(broken("Terms", format!("{text} has a quantifier"))),
        false => Ok(term),
    }
}

/// The uninterpreted functions that occur in a function.
fn functions_of(function: &Function) -> BTreeSet<logic::Function> {
    let mut found = BTreeSet::new();
    function.visit_terms(&mut |term| found.extend(term.functions()));
    found
}
