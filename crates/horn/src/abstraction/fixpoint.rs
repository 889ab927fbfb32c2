//! Fixpoints by ascending iteration with widening, and descending iteration after it.

use budget::Budget;
use smt::Reason;

use super::element::Element;
use super::equations::{Edge, Equations};
use super::order::{Part, weak_topological_order};

/// How often the head of a component grows before it is widened: relations between variables show
/// only after some steps.
const DELAY: u32 = 3;

/// The number of descending iterations of a component.
const DESCENTS: usize = 3;

/// The complexity of an element beyond which a step counts as several.
const EASY: usize = 64;

/// How many times its steps an iteration may take until it has come to its end.
const HURRY: usize = 4;

/// How much work there is left. It is counted in steps, so that the result does not depend on the
/// speed of the machine. Once the steps are used up, the iteration comes to its end as soon as it
/// can.
pub(super) struct Work<'a> {
    budget: &'a Budget,
    steps: usize,
    left: usize,
}

impl<'a> Work<'a> {
    pub(super) fn new(steps: usize, budget: &'a Budget) -> Self {
        Work {
            budget,
            steps,
            left: HURRY * steps,
        }
    }

    fn spend(&mut self, steps: usize) -> Result<(), Reason> {
        self.budget.check().map_err(Reason::from)?;
        let Some(left) = self.left.checked_sub(steps) else {
            let what = "abstract interpretation takes too many steps";
            return Err(Reason::Incomplete(what.to_owned()));
        };
        self.left = left;
        Ok(())
    }

    /// Whether the steps are used up, and nothing new should be begun.
    pub(super) fn is_used_up(&self) -> bool {
        self.left < (HURRY - 1) * self.steps
    }
}

/// States that satisfy the inclusions, as small as the iteration finds them.
pub(super) fn solve(
    equations: &Equations<'_>,
    work: &mut Work<'_>,
) -> Result<Vec<Element>, Reason> {
    let count = equations.sizes.len();
    let mut successors = vec![Vec::new(); count];
    let mut roots = Vec::new();
    let mut incoming = vec![Vec::new(); count];
    for (position, edge) in equations.edges.iter().enumerate() {
        incoming[edge.target].push(position);
        for source in &edge.sources {
            successors[*source].push(edge.target);
        }
        if edge.sources.is_empty() {
            roots.push(edge.target);
        }
    }
    let sizes = equations.sizes.iter();
    let mut fixpoint = Fixpoint {
        equations,
        incoming,
        states: sizes.map(|size| Element::bottom(*size)).collect(),
        versions: vec![0; count],
        growths: vec![0; count],
        known: vec![None; equations.edges.len()],
        work,
    };
    for part in weak_topological_order(&successors, &roots) {
        fixpoint.ascend(&part)?;
        fixpoint.descend(&part)?;
    }
    Ok(fixpoint.states)
}

/// What an edge leads to, for these versions of its sources.
type Known = (Vec<u32>, Element);

struct Fixpoint<'a, 'w> {
    equations: &'a Equations<'a>,
    /// For each place the edges that lead to it.
    incoming: Vec<Vec<usize>>,
    states: Vec<Element>,
    versions: Vec<u32>,
    growths: Vec<u32>,
    known: Vec<Option<Known>>,
    work: &'a mut Work<'w>,
}

impl Fixpoint<'_, '_> {
    fn set(&mut self, place: usize, state: Element) {
        if self.states[place] != state {
            self.states[place] = state;
            self.versions[place] += 1;
        }
    }

    /// What all edges lead to.
    fn next(&mut self, place: usize) -> Result<Element, Reason> {
        let equations = self.equations;
        let mut next = Element::bottom(equations.sizes[place]);
        for position in 0..self.incoming[place].len() {
            let edge = self.incoming[place][position];
            next = next.join(self.image(edge)?);
        }
        Ok(next.simplified(&equations.thresholds[place]).reduced())
    }

    fn image(&mut self, position: usize) -> Result<&Element, Reason> {
        let edge = &self.equations.edges[position];
        let versions: Vec<u32> = (edge.sources.iter())
            .map(|source| self.versions[*source])
            .collect();
        let is_known = (self.known[position].as_ref()).is_some_and(|(of, _)| *of == versions);
        if !is_known {
            let image = image(self.equations.sizes, edge, &self.states);
            self.work.spend(1 + image.complexity() / EASY)?;
            self.known[position] = Some((versions, image));
        }
        let (_, image) = self.known[position].as_ref().expect("it was just made");
        Ok(image)
    }

    /// The recursive strategy: the components inside are stable whenever the head is looked at.
    fn ascend(&mut self, part: &Part) -> Result<(), Reason> {
        let (head, parts) = match part {
            Part::Node(place) => {
                let next = self.next(*place)?;
                self.set(*place, next);
                return Ok(());
            }
            Part::Component(head, parts) => (*head, parts),
        };
        let mut is_first = true;
        loop {
            let next = self.next(head)?;
            if !next.is_subset(&self.states[head]) {
                self.grow(head, &next);
            } else if !is_first {
                return Ok(());
            }
            for part in parts {
                self.ascend(part)?;
            }
            is_first = false;
        }
    }

    fn grow(&mut self, head: usize, next: &Element) {
        let state = &self.states[head];
        let larger = if self.work.is_used_up() {
            state.widen(next, &[])
        } else if self.growths[head] < DELAY {
            state.join(next)
        } else {
            state.widen(next, &self.equations.thresholds[head])
        };
        self.growths[head] += 1;
        self.set(head, larger);
    }

    /// Makes the states of a component smaller, as long as some steps are enough.
    fn descend(&mut self, part: &Part) -> Result<(), Reason> {
        let Part::Component(head, parts) = part else {
            return Ok(());
        };
        for descent in 0..DESCENTS {
            if self.work.is_used_up() {
                break;
            }
            let before = self.versions.clone();
            self.shrink(*head)?;
            for part in parts {
                match part {
                    Part::Node(place) => self.shrink(*place)?,
                    Part::Component(..) if descent == 0 => self.repeat(part)?,
                    Part::Component(..) => self.descend(part)?,
                }
            }
            if self.versions == before {
                break;
            }
        }
        Ok(())
    }

    fn shrink(&mut self, place: usize) -> Result<(), Reason> {
        let next = self.next(place)?;
        self.set_within(place, next);
        Ok(())
    }

    /// Sets a state that is a subset already, unless a step was inexact.
    fn set_within(&mut self, place: usize, next: Element) {
        let smaller = if next.is_subset(&self.states[place]) {
            next
        } else {
            self.states[place].meet(&next).reduced()
        };
        self.set(place, smaller);
    }

    /// Computes a component inside another one again. What its cycles have carried around since the
    /// outer head was widened would stay for ever: no descending iteration gets rid of it.
    fn repeat(&mut self, part: &Part) -> Result<(), Reason> {
        let mut places = Vec::new();
        part.collect(&mut places);
        let mut before = Vec::new();
        for place in &places {
            let bottom = Element::bottom(self.equations.sizes[*place]);
            before.push(std::mem::replace(&mut self.states[*place], bottom));
            self.versions[*place] += 1;
            self.growths[*place] = 0;
        }
        self.ascend(part)?;
        self.descend(part)?;
        for (place, before) in places.into_iter().zip(before) {
            let again = std::mem::replace(&mut self.states[place], before);
            self.versions[place] += 1;
            self.set_within(place, again);
        }
        Ok(())
    }
}

/// What an edge leads to from these states.
pub(super) fn image(sizes: &[usize], edge: &Edge, states: &[Element]) -> Element {
    let size = sizes[edge.target];
    let mut joint = edge.relation.clone();
    let mut first = size;
    for source in &edge.sources {
        if states[*source].is_empty() {
            return Element::bottom(size);
        }
        joint = joint.confined_to(&states[*source], first);
        first += sizes[*source];
    }
    let joint = joint.reduced();
    let target = joint.rename(size, |dimension| (dimension < size).then_some(dimension));
    target.reduced()
}
