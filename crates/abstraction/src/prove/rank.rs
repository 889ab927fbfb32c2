//! Ranks: nobody waits for ever while the other function runs a loop of its own, and the
//! implementation does not stall where only it must make progress.
//!
//! Such moves form a graph over the points. For each of its components a
//! term is looked for that falls on some of its edges and rises on none; what is left falls apart into
//! smaller components, which are treated in the same way (lexicographic ranks). Components come
//! first by their order, so that edges between them need no term.

use std::collections::{BTreeMap, BTreeSet};

use evidence::abstraction::Turn;
use logic::{Model, Op, Sort, Substitution, Term, Value, Var};

use super::matching::joined;
use super::{Failure, Prover, Relation};
use crate::ask::Premise;
use crate::harvest::parts;

/// How many terms are tried for one component.
const MOST_CANDIDATES: usize = 96;
/// How many terms a rank has at most, besides the numbers of components.
const MOST_TERMS: usize = 4;
/// How many of the states that were seen a candidate is tried on.
const MOST_SAMPLES: usize = 64;

/// Where moves begin and end.
fn ends(edges: &[Edge]) -> impl Iterator<Item = (usize, usize)> {
    edges.iter().map(|edge| (edge.from, edge.to))
}

/// A move along which a rank may have to fall.
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Where it is made.
    pub(super) premise: Vec<Term>,
    /// What it does.
    pub(super) values: Substitution,
    /// Whether nobody asks for a rank, since the specification must make progress.
    pub(super) must_progress: bool,
}

impl Edge {
    /// What has to hold of a term: that it falls, or does not rise.
    fn obligation(&self, term: &Term, falls: bool) -> Term {
        let after = self.values.apply(term);
        let op = match (term.sort(), falls) {
            (Sort::BitVec(_), true) => Op::BvUlt,
            (Sort::BitVec(_), false) => Op::BvUle,
            (_, true) => Op::Lt,
            (_, false) => Op::Le,
        };
        let compared = Term::app(op, vec![after, term.clone()]);
        match term.sort() {
            Sort::Int => Term::and([Term::le(Term::int(0), term.clone()), compared]),
            _ => compared,
        }
    }

    /// Whether the obligation fails in a state that was seen.
    fn fails_on(&self, obligation: &Term, samples: &[Model]) -> bool {
        let mut samples = samples.iter();
        samples.any(|sample| {
            let mut premise = self.premise.iter();
            premise.all(|part| sample.holds(part) == Ok(true))
                && sample.holds(obligation) == Ok(false)
        })
    }
}

impl Prover<'_, '_> {
    /// The ranks of all points; empty ones where nobody moves alone, or stalls alone, in a cycle.
    pub(super) fn ranks(&mut self) -> Result<Vec<Vec<Term>>, Failure> {
        let mut ranks = vec![Vec::new(); self.points.len()];
        let mut stalling = self.stalls_alone();
        let stalls: BTreeSet<usize> = stalling.iter().map(|edge| edge.from).collect();
        let first = stalls.first().map(|number| &self.points[*number]);
        let what = first.map_or_else(String::new, |point| {
            format!(
                "a loop of the implementation at {} must make progress (`mustprogress`), the \
                 specification's at {} need not, and no rank was found for it",
                self.implementation.function.block(point.ours).starts_at(),
                self.specification.function.block(point.theirs).starts_at(),
            )
        });
        let [ours, theirs] = [Turn::Implementation, Turn::Specification].map(|mover| {
            let edges = self.around_alone(mover);
            let component = components(self.points.len(), ends(&edges));
            let met = ends(&edges).flat_map(|(from, to)| [from, to]);
            let met = met.filter(|point| stalls.contains(point));
            let met: BTreeSet<usize> = met.map(|point| component[point]).collect();
            // A point has one rank: it falls along all moves together.
            let is_met = |edge: &Edge| met.contains(&component[edge.from]);
            let (met, apart): (Vec<Edge>, _) = edges.into_iter().partition(is_met);
            stalling.extend(met);
            apart
        });
        let ranked = self.rank_moves(stalling, &mut ranks);
        ranked.map_err(|failure| match failure {
            Failure::Weak(_) => Failure::Weak(what),
            other => other,
        })?;
        self.rank_moves(ours, &mut ranks)?;
        self.rank_moves(theirs, &mut ranks)?;
        Ok(ranks)
    }

    /// Cycles of moves that one function makes alone, and must not make for ever.
    fn around_alone(&self, mover: Turn) -> Vec<Edge> {
        let mut edges = self.alone(mover);
        // A specification that must make progress may not run on silently.
        let component = components(self.points.len(), ends(&edges));
        let is_around = |edge: &Edge| component[edge.from] == component[edge.to];
        let unhurried = edges.iter().filter(|edge| !edge.must_progress);
        let unhurried = unhurried.filter(|edge| is_around(edge));
        let unhurried: BTreeSet<usize> = unhurried.map(|edge| component[edge.from]).collect();
        edges.retain(|edge| unhurried.contains(&component[edge.from]) && is_around(edge));
        edges
    }

    /// The moves that one function makes alone.
    fn alone(&self, mover: Turn) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (from, point) in self.points.iter().enumerate() {
            for (number, step) in point.steps.iter().enumerate() {
                for reply in &step.replies {
                    let is_alone = match mover {
                        Turn::Implementation => reply.path.is_none(),
                        Turn::Specification => step.path.is_none(),
                    };
                    let Some(to) = reply.to.filter(|_| is_alone) else {
                        continue;
                    };
                    let mut premise = self.premise(from, number);
                    premise.push(reply.condition());
                    edges.push(Edge {
                        from,
                        to: self.number[&to],
                        premise,
                        values: joined([Some(&step.effect), reply.effect.as_ref()]),
                        must_progress: mover == Turn::Specification
                            && reply.effect.as_ref().is_some_and(|it| it.must_progress),
                    });
                }
            }
        }
        edges
    }

    /// Finds terms until no cycle is left, and adds them to the ranks.
    fn rank_moves(&mut self, mut edges: Vec<Edge>, ranks: &mut [Vec<Term>]) -> Result<(), Failure> {
        let count = self.points.len();
        let mut ranked: Option<BTreeSet<usize>> = None;
        for _ in 0..=MOST_TERMS {
            let component = components(count, ends(&edges));
            edges.retain(|edge| component[edge.from] == component[edge.to]);
            let members: BTreeSet<usize> = edges.iter().map(|edge| edge.from).collect();
            if members.is_empty() {
                // What is left after the last term are moves between components.
                for point in ranked.into_iter().flatten() {
                    ranks[point].push(Term::bit_vec(32, component[point] as i64));
                }
                return Ok(());
            }
            let ranked = ranked.get_or_insert_with(|| members.clone());
            let mut chosen: BTreeMap<usize, (Term, Vec<bool>)> = BTreeMap::new();
            for number in members.iter().map(|member| component[*member]) {
                if let std::collections::btree_map::Entry::Vacant(entry) = chosen.entry(number) {
                    let inside: Vec<usize> = (0..edges.len())
                        .filter(|edge| component[edges[*edge].from] == number)
                        .collect();
                    entry.insert(self.falling(&edges, &inside)?);
                }
            }
            // All terms at one position of a rank have the same sort.
            let widths = chosen.values().map(|(term, _)| match term.sort() {
                Sort::BitVec(width) => *width,
                _ => 0,
            });
            let width = widths.max().unwrap_or(0);
            for point in ranked.iter().copied() {
                let own = chosen
                    .get(&component[point])
                    .filter(|_| members.contains(&point));
                let zero = || match width {
                    0 => Term::int(0),
                    width => Term::bit_vec(width, 0),
                };
                ranks[point].push(Term::bit_vec(32, component[point] as i64));
                ranks[point].push(own.map_or_else(zero, |(term, _)| widened(term, width)));
            }
            let falling: BTreeSet<usize> = {
                let mut position: BTreeMap<usize, usize> = BTreeMap::new();
                let falls = |(number, edge): (usize, &Edge)| {
                    let own = component[edge.from];
                    let place = position.entry(own).or_default();
                    let falls = chosen[&own].1[*place];
                    *place += 1;
                    falls.then_some(number)
                };
                edges.iter().enumerate().filter_map(falls).collect()
            };
            let mut number = 0;
            edges.retain(|_| {
                number += 1;
                !falling.contains(&(number - 1))
            });
        }
        Err(Failure::Weak(
            "no rank was found for a loop that only one function has".to_owned(),
        ))
    }

    /// A term that rises on none of these edges and falls on some, with those on which it falls.
    fn falling(&mut self, edges: &[Edge], inside: &[usize]) -> Result<(Term, Vec<bool>), Failure> {
        let own: Vec<&Edge> = inside.iter().map(|edge| &edges[*edge]).collect();
        let premises: Vec<Premise> = own.iter().map(|edge| Premise::of(&edge.premise)).collect();
        let samples: Vec<Vec<Model>> = own.iter().map(|edge| self.seen_at(edge.from)).collect();
        // What is chosen on the way has no name in evidence.
        let flows = [self.specification, self.implementation];
        let variables = flows.iter().flat_map(|flow| flow.function.mentioned());
        let known: BTreeSet<Var> = variables.collect();
        let mut candidates = candidates(&own);
        candidates.retain(|term| term.free_vars().iter().all(|var| known.contains(var)));
        for candidate in candidates {
            self.asker
                .budget()
                .check()
                .map_err(|it| Failure::Budget(it.into()))?;
            let holds = |prover: &mut Self, number: usize, falls: bool| {
                let obligation = own[number].obligation(&candidate, falls);
                if own[number].fails_on(&obligation, &samples[number]) {
                    return false;
                }
                let asked = prover.asker.counterexample(&premises[number], &obligation);
                matches!(asked, Ok(None))
            };
            let falls: Vec<bool> = (0..own.len()).map(|edge| holds(self, edge, true)).collect();
            let rises = |prover: &mut Self| {
                (0..own.len()).any(|edge| !falls[edge] && !holds(prover, edge, false))
            };
            if falls.contains(&true) && !rises(self) {
                return Ok((candidate, falls));
            }
        }
        Err(Failure::Weak(
            "no rank was found for a loop that only one function has".to_owned(),
        ))
    }

    /// States that were seen at a point.
    fn seen_at(&self, number: usize) -> Vec<Model> {
        match &self.points[number].relation {
            Relation::Fixed(_) => Vec::new(),
            Relation::Found(space) => space.models().take(MOST_SAMPLES).collect(),
        }
    }
}

/// Terms that may fall: how far apart the sides of a comparison are, and single variables.
fn candidates(edges: &[&Edge]) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    let mut add = |term: Term| {
        if term.as_value().is_none() && !found.contains(&term) {
            found.push(term);
        }
    };
    let conditions = || edges.iter().flat_map(|edge| &edge.premise);
    for part in conditions().flat_map(parts) {
        let [a, b] = part.children() else { continue };
        let is_comparison = matches!(
            part.op(),
            Some(Op::Eq | Op::Le | Op::Lt | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle)
        );
        if !is_comparison {
            continue;
        }
        for (a, b) in [(a, b), (b, a)] {
            let (distance, zero) = match a.sort() {
                Sort::BitVec(width) => {
                    let distance = Term::app(Op::BvSub, vec![b.clone(), a.clone()]);
                    (distance, Term::bit_vec(*width, 0))
                }
                Sort::Int => (Term::sub(b.clone(), a.clone()), Term::int(0)),
                _ => continue,
            };
            add(distance.clone());
            // A step may go too far: then the loop is over.
            for goes_on in [part.clone(), Term::not(part.clone())] {
                add(Term::ite(goes_on, distance.clone(), zero.clone()));
            }
        }
    }
    let changed = edges.iter().flat_map(|edge| edge.values.iter());
    let changed: BTreeSet<Var> = changed.map(|(var, _)| var.clone()).collect();
    for var in &changed {
        match var.sort {
            Sort::BitVec(width) => {
                let lowest = Term::value(Value::BitVec(logic::BitVec::new(
                    width,
                    &logic::Integer::power_of_two(width - 1),
                )));
                add(var.term());
                add(Term::app(Op::BvNot, vec![var.term()]));
                add(Term::app(Op::BvAdd, vec![var.term(), lowest]));
            }
            Sort::Int => add(var.term()),
            _ => {}
        }
    }
    found.truncate(MOST_CANDIDATES);
    found
}

fn widened(term: &Term, width: u32) -> Term {
    match term.sort() {
        Sort::BitVec(own) if *own < width => {
            Term::app(Op::ZeroExtend(width - own), vec![term.clone()])
        }
        _ => term.clone(),
    }
}

/// The strongly connected component of each point, by numbers that fall along edges between
/// components.
pub(super) fn components(
    count: usize,
    edges: impl IntoIterator<Item = (usize, usize)>,
) -> Vec<usize> {
    let mut successors = vec![Vec::new(); count];
    for (from, to) in edges {
        successors[from].push(to);
    }
    let reaches: Vec<Vec<bool>> = (0..count)
        .map(|from| {
            let mut seen = vec![false; count];
            let mut open = vec![from];
            while let Some(point) = open.pop() {
                if !std::mem::replace(&mut seen[point], true) {
                    open.extend(&successors[point]);
                }
            }
            seen
        })
        .collect();
    // A component that leads to another reaches more points than that one.
    let size = |point: usize| reaches[point].iter().filter(|it| **it).count();
    let mut heads: Vec<(usize, usize)> = (0..count)
        .map(|point| {
            let mut same =
                (0..count).filter(|other| reaches[point][*other] && reaches[*other][point]);
            (size(point), same.next().unwrap_or(point))
        })
        .collect();
    let of_points = heads.clone();
    heads.sort_unstable();
    heads.dedup();
    let number = |head: &(usize, usize)| heads.binary_search(head).unwrap_or(0);
    of_points.iter().map(number).collect()
}
