//! The steps of threads, from one stop to the next.

use std::collections::{BTreeMap, BTreeSet};

use budget::{Budget, Meter};
use evidence::reduction::{Letter, Place};
use program::{Action, Location};

use crate::Rejected;
use crate::commutation::Commutation;
use crate::paths::Path;
use crate::stops::rule_stops;
use crate::threads::Threads;

/// All steps of all threads.
pub(crate) struct Steps {
    paths: Vec<Path>,
    by_name: BTreeMap<(u32, Vec<u32>), usize>,
    by_place: BTreeMap<(usize, Location), Vec<usize>>,
    dependent: Vec<Vec<bool>>,
}

impl Steps {
    pub(crate) fn new(
        threads: &Threads,
        stops: &[Place],
        commutation: &Commutation,
        budget: &Budget,
    ) -> Result<Self, Rejected> {
        let is_stop = rule_stops(threads, stops, commutation)?;
        let mut steps = Steps {
            paths: Vec::new(),
            by_name: BTreeMap::new(),
            by_place: BTreeMap::new(),
            dependent: Vec::new(),
        };
        let mut meter = budget.meter();
        for (thread, graph) in threads.graphs.iter().enumerate() {
            for from in graph.locations() {
                if from == graph.entry() || is_stop[thread][from.index()] {
                    steps.add_paths(threads, (thread, from), &is_stop[thread], &mut meter)?;
                }
            }
        }
        let count = steps.paths.len();
        for a in 0..count {
            budget.check()?;
            let paths = &steps.paths;
            let depends = |b| are_dependent(threads, commutation, &paths[a], &paths[b]);
            let row = (0..count).map(depends).collect();
            steps.dependent.push(row);
        }
        Ok(steps)
    }

    fn add_paths(
        &mut self,
        threads: &Threads,
        (thread, from): (usize, Location),
        stops: &[bool],
        meter: &mut Meter,
    ) -> Result<(), Rejected> {
        let graph = threads.graphs[thread];
        let mut open = vec![Path::at(thread, from)];
        while let Some(path) = open.pop() {
            meter.tick()?;
            for (position, edge) in graph.edges_from(path.to) {
                let mut next = path.clone();
                next.edges.push(position as u32);
                match &edge.action {
                    Action::Command(command) => {
                        next.follow(command);
                        next.to = edge.to;
                    }
                    Action::Par(_) => next.enters = Some(position),
                }
                if next.enters.is_none() && !stops[next.to.index()] {
                    open.push(next);
                    continue;
                }
                let id = self.paths.len();
                self.by_name.insert((thread as u32, next.edges.clone()), id);
                self.by_place.entry((thread, from)).or_default().push(id);
                self.paths.push(next);
            }
        }
        Ok(())
    }

    pub(crate) fn find(&self, letter: &Letter) -> Option<usize> {
        let name = (letter.thread, letter.path.clone());
        self.by_name.get(&name).copied()
    }

    pub(crate) fn path(&self, step: usize) -> &Path {
        &self.paths[step]
    }

    /// Whether two steps need not lead to the same states in either order.
    pub(crate) fn depend(&self, a: usize, b: usize) -> bool {
        self.dependent[a][b]
    }

    fn starting(&self, thread: usize, place: Location) -> &[usize] {
        let found = self.by_place.get(&(thread, place));
        found.map_or(&[], Vec::as_slice)
    }

    /// The steps that control allows: all, or those of the thread inside an atomic block.
    pub(crate) fn enabled(&self, threads: &Threads, at: &[Option<u32>]) -> Vec<usize> {
        let holder = (0..at.len()).find(|thread| {
            let place = threads.location(at, *thread);
            place.is_some_and(|place| threads.graphs[*thread].is_atomic(place))
        });
        let mut found = Vec::new();
        for thread in 0..at.len() {
            if let Some(place) = threads.location(at, thread)
                && holder.is_none_or(|holder| holder == thread)
            {
                found.extend_from_slice(self.starting(thread, place));
            }
        }
        found
    }

    /// All steps that may still be taken while some threads stand still.
    pub(crate) fn future(
        &self,
        threads: &Threads,
        at: &[Option<u32>],
        still: &BTreeSet<usize>,
    ) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        for copy in &threads.copies {
            self.add_future(threads, at, still, *copy, &mut found);
        }
        found
    }

    /// Adds what a thread may still do; says whether it may end.
    fn add_future(
        &self,
        threads: &Threads,
        at: &[Option<u32>],
        still: &BTreeSet<usize>,
        thread: usize,
        found: &mut BTreeSet<usize>,
    ) -> bool {
        if still.contains(&thread) {
            return false;
        }
        if let Some(place) = threads.location(at, thread) {
            self.add_reachable(threads, thread, place, found);
            return true;
        }
        let graph = threads.graphs[thread];
        let inside = at[thread].map(|place| place as usize - graph.location_count());
        let Some(edge) = inside else {
            return true;
        };
        let mut all_end = true;
        for part in &threads.parts[&(thread, edge)] {
            all_end &= self.add_future(threads, at, still, *part, found);
        }
        if all_end {
            self.add_reachable(threads, thread, graph.edges()[edge].to, found);
        }
        all_end
    }

    fn add_reachable(
        &self,
        threads: &Threads,
        thread: usize,
        from: Location,
        found: &mut BTreeSet<usize>,
    ) {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(place) = open.pop() {
            if !seen.insert(place) {
                continue;
            }
            for step in self.starting(thread, place) {
                found.insert(*step);
                let path = &self.paths[*step];
                match path.enters {
                    None => open.push(path.to),
                    Some(edge) => {
                        for part in &threads.parts[&(thread, edge)] {
                            let entry = threads.graphs[*part].entry();
                            self.add_reachable(threads, *part, entry, found);
                        }
                        open.push(threads.graphs[thread].edges()[edge].to);
                    }
                }
            }
        }
    }
}

/// Steps of threads that never run together are ordered by the program, and nothing can be swapped
/// with the edge of an atomic block; others commute where all their commands do.
fn are_dependent(threads: &Threads, commutation: &Commutation, a: &Path, b: &Path) -> bool {
    let is_inside = |path: &Path| {
        let graph = threads.graphs[path.thread];
        graph.is_atomic(path.from) || graph.is_atomic(path.to)
    };
    !threads.are_concurrent(a.thread, b.thread)
        || is_inside(a)
        || is_inside(b)
        || a.edges.iter().any(|x| {
            b.edges.iter().any(|y| {
                let (x, y) = ((a.thread, *x as usize), (b.thread, *y as usize));
                !commutation.holds(threads, x, y)
            })
        })
}
