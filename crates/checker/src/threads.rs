//! Threads and their steps, as the rules for reductions see them.

use std::collections::{BTreeMap, BTreeSet};

use budget::Budget;
use evidence::reduction::{Edge, Letter, Place};
use logic::{Substitution, Term, Var};
use program::{Action, Command, Graph, Location, Task, in_sort};
use smt::{Solver, Validity};

use crate::{Rejected, broken};

/// The copies of a task and the parallel parts inside them, numbered as evidence does.
pub(crate) struct Threads<'a> {
    graphs: Vec<&'a Graph>,
    /// For a parallel part, the thread and the edge that run it.
    parents: Vec<Option<(usize, usize)>>,
    parts: BTreeMap<(usize, usize), Vec<usize>>,
    copies: Vec<usize>,
}

impl<'a> Threads<'a> {
    pub(crate) fn new(task: &'a Task) -> Result<Self, Rejected> {
        let mut threads = Threads {
            graphs: Vec::new(),
            parents: Vec::new(),
            parts: BTreeMap::new(),
            copies: Vec::new(),
        };
        for program in &task.programs {
            let copy = threads.add(&program.body, None);
            threads.copies.push(copy);
        }
        for var in task.initial_vars() {
            if var.name.as_str().starts_with("choice!") {
                return Err(broken("Names", "a variable has the name of a chosen value"));
            }
        }
        for graph in &threads.graphs {
            for edge in graph.edges() {
                let Action::Command(command) = &edge.action else {
                    continue;
                };
                let formula = match command {
                    Command::Guard(term)
                    | Command::Assign(_, term)
                    | Command::Havoc(_, term)
                    | Command::Assert(term) => term,
                    _ => return Err(broken("Commands", "a command has no place in a reduction")),
                };
                if formula.has_quantifier() {
                    return Err(broken("Commands", "a command has a quantifier"));
                }
            }
        }
        Ok(threads)
    }

    fn add(&mut self, graph: &'a Graph, parent: Option<(usize, usize)>) -> usize {
        let id = self.graphs.len();
        self.graphs.push(graph);
        self.parents.push(parent);
        for (position, edge) in graph.edges().iter().enumerate() {
            if let Action::Par(branches) = &edge.action {
                let ids = branches
                    .iter()
                    .map(|branch| self.add(branch, Some((id, position))))
                    .collect();
                self.parts.insert((id, position), ids);
            }
        }
        id
    }

    /// Whether two threads may run at the same time: neither runs the other, and where their lines
    /// of parents meet, one edge runs both.
    fn are_concurrent(&self, a: usize, b: usize) -> bool {
        let line = |thread: usize| {
            let mut line = vec![(thread, None)];
            while let Some((parent, edge)) = line.last().and_then(|(at, _)| self.parents[*at]) {
                line.push((parent, Some(edge)));
            }
            line
        };
        let (first, second) = (line(a), line(b));
        for (thread, edge) in &first {
            if let Some((_, other)) = second.iter().find(|(other, _)| other == thread) {
                return edge.is_some() && edge == other;
            }
        }
        true
    }

    fn command(&self, thread: usize, edge: usize) -> Option<&'a Command> {
        match &self.graphs.get(thread)?.edges().get(edge)?.action {
            Action::Command(command) => Some(command),
            Action::Par(_) => None,
        }
    }

    fn edges(&self, thread: usize) -> std::ops::Range<usize> {
        0..self.graphs[thread].edges().len()
    }

    /// Where all threads are when the programs start.
    pub(crate) fn start(&self) -> Vec<Option<u32>> {
        let mut at = vec![None; self.graphs.len()];
        for copy in &self.copies {
            at[*copy] = Some(self.graphs[*copy].entry().index() as u32);
        }
        at
    }

    fn has_ended(&self, at: &[Option<u32>], thread: usize) -> bool {
        at[thread] == Some(self.graphs[thread].exit().index() as u32)
    }

    /// Whether all copies have ended.
    pub(crate) fn is_final(&self, at: &[Option<u32>]) -> bool {
        self.copies.iter().all(|copy| self.has_ended(at, *copy))
    }

    /// Where all threads are after a step of one, parallel parts that have all ended joined.
    pub(crate) fn after(
        &self,
        at: &[Option<u32>],
        thread: usize,
        to: Location,
        enters: Option<usize>,
    ) -> Vec<Option<u32>> {
        let mut at = at.to_vec();
        match enters {
            Some(edge) => {
                let inside = self.graphs[thread].location_count() + edge;
                at[thread] = Some(inside as u32);
                for part in &self.parts[&(thread, edge)] {
                    at[*part] = Some(self.graphs[*part].entry().index() as u32);
                }
            }
            None => at[thread] = Some(to.index() as u32),
        }
        let mut child = thread;
        while let Some((parent, edge)) = self.parents[child] {
            let parts = &self.parts[&(parent, edge)];
            if !parts.iter().all(|part| self.has_ended(&at, *part)) {
                break;
            }
            parts.iter().for_each(|part| at[*part] = None);
            at[parent] = Some(self.graphs[parent].edges()[edge].to.index() as u32);
            child = parent;
        }
        at
    }

    /// The location of a thread that is at one.
    fn location(&self, at: &[Option<u32>], thread: usize) -> Option<Location> {
        let place = at[thread]? as usize;
        (place < self.graphs[thread].location_count()).then(|| Location::at(place))
    }
}

/// Which commands of concurrent threads commute.
pub(crate) struct Commutation {
    claimed: BTreeSet<((usize, usize), (usize, usize))>,
}

impl Commutation {
    /// Rule Commuting: each claimed pair leads to the same states in either order.
    pub(crate) fn new(
        threads: &Threads,
        claims: &[(Edge, Edge)],
        solver: &mut Solver,
        budget: &Budget,
    ) -> Result<Self, Rejected> {
        let mut claimed = BTreeSet::new();
        for (a, b) in claims {
            let (a, b) = [a, b].map(|e| (e.thread as usize, e.edge as usize)).into();
            let dangling = |(_, edge): (usize, usize)| Rejected::Dangling {
                what: "edge",
                position: edge as u32,
            };
            let first = threads.command(a.0, a.1).ok_or_else(|| dangling(a))?;
            let second = threads.command(b.0, b.1).ok_or_else(|| dangling(b))?;
            let refused = || broken("Commuting", "two commands do not commute");
            let (forth, back) = (
                both(first, second).ok_or_else(refused)?,
                both(second, first).ok_or_else(refused)?,
            );
            let vars: BTreeSet<&Var> = [&forth, &back]
                .iter()
                .flat_map(|path| path.updates.iter().map(|(var, _)| var))
                .collect();
            let value = |path: &Path, var: &Var| {
                let value = path.updates.get(var).cloned();
                value.unwrap_or_else(|| var.term())
            };
            let same = vars
                .into_iter()
                .map(|var| Term::eq(value(&forth, var), value(&back, var)));
            let formula = Term::and([
                Term::eq(forth.guard.clone(), back.guard.clone()),
                Term::implies(forth.guard.clone(), Term::and(same)),
            ]);
            match solver.valid(&formula, budget) {
                Validity::Valid => {}
                Validity::Invalid => return Err(refused()),
                Validity::Unknown(reason) => return Err(Rejected::Unanswered(reason)),
            }
            claimed.insert((a, b));
            claimed.insert((b, a));
        }
        Ok(Commutation { claimed })
    }

    fn holds(&self, threads: &Threads, a: (usize, usize), b: (usize, usize)) -> bool {
        if self.claimed.contains(&(a, b)) {
            return true;
        }
        let (Some(first), Some(second)) = (threads.command(a.0, a.1), threads.command(b.0, b.1))
        else {
            // Starting parallel parts changes no variable.
            return true;
        };
        let (written, other) = (first.writes(), second.writes());
        written.is_disjoint(&second.reads())
            && written.is_disjoint(&other)
            && other.is_disjoint(&first.reads())
    }
}

/// Two deterministic commands one after the other.
fn both(first: &Command, second: &Command) -> Option<Path> {
    let mut path = Path::at(0, Location::at(0));
    for command in [first, second] {
        if !matches!(command, Command::Guard(_) | Command::Assign(..)) {
            return None;
        }
        path.follow(command);
    }
    Some(path)
}

/// A path of a thread with what it does.
#[derive(Clone)]
pub(crate) struct Path {
    pub(crate) thread: usize,
    from: Location,
    edges: Vec<u32>,
    pub(crate) to: Location,
    /// The edge whose parallel parts it starts at its end.
    pub(crate) enters: Option<usize>,
    pub(crate) guard: Term,
    pub(crate) updates: Substitution,
    /// The values that are chosen, `choice!0`, `choice!1`, ….
    pub(crate) chosen: Vec<Var>,
    /// Where an assertion on it fails.
    pub(crate) failures: Vec<Term>,
}

impl Path {
    fn at(thread: usize, place: Location) -> Path {
        Path {
            thread,
            from: place,
            edges: Vec::new(),
            to: place,
            enters: None,
            guard: Term::top(),
            updates: Substitution::new(),
            chosen: Vec::new(),
            failures: Vec::new(),
        }
    }

    fn require(&mut self, formula: Term) {
        self.guard = Term::and([self.guard.clone(), formula]);
    }

    fn follow(&mut self, command: &Command) {
        match command {
            Command::Guard(formula) => self.require(formula.substitute(&self.updates)),
            Command::Assign(var, value) => {
                let value = value.substitute(&self.updates);
                self.require(in_sort(&value, &var.sort));
                self.updates.insert(var.clone(), value);
            }
            Command::Havoc(var, formula) => {
                let name = format!("choice!{}", self.chosen.len());
                let value = Var::new(name.as_str(), var.sort.clone());
                self.updates.insert(var.clone(), value.term());
                self.chosen.push(value);
                self.require(formula.substitute(&self.updates));
            }
            Command::Assert(formula) => {
                let formula = formula.substitute(&self.updates);
                let failure = Term::and([self.guard.clone(), Term::not(formula.clone())]);
                if !failure.is_false() {
                    self.failures.push(failure);
                }
                self.require(formula);
            }
            // The threads have none of these.
            Command::Send { .. }
            | Command::Receive { .. }
            | Command::Parfor(_)
            | Command::Mark(_) => {}
        }
    }
}

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
    ) -> Result<Self, Rejected> {
        let is_stop = rule_stops(threads, stops, commutation)?;
        let mut steps = Steps {
            paths: Vec::new(),
            by_name: BTreeMap::new(),
            by_place: BTreeMap::new(),
            dependent: Vec::new(),
        };
        for (thread, graph) in threads.graphs.iter().enumerate() {
            for from in graph.locations() {
                if from == graph.entry() || is_stop[thread][from.index()] {
                    steps.add_paths(threads, thread, from, &is_stop[thread]);
                }
            }
        }
        let count = steps.paths.len();
        steps.dependent = (0..count)
            .map(|a| {
                let paths = &steps.paths;
                let depends = |b| are_dependent(threads, commutation, &paths[a], &paths[b]);
                (0..count).map(depends).collect()
            })
            .collect();
        Ok(steps)
    }

    fn add_paths(&mut self, threads: &Threads, thread: usize, from: Location, stops: &[bool]) {
        let graph = threads.graphs[thread];
        let mut open = vec![Path::at(thread, from)];
        while let Some(path) = open.pop() {
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

/// Rule Stops: paths end at the ends of threads and behind parallel parts, the stops cut every
/// cycle, and a place that is no stop lies in an atomic block or is private. A place in front of or
/// behind an atomic block is not private where other threads run: a command of the block may commute
/// with theirs, but the block is one step, and all of it would have to.
fn rule_stops(
    threads: &Threads,
    stops: &[Place],
    commutation: &Commutation,
) -> Result<Vec<Vec<bool>>, Rejected> {
    let mut is_stop: Vec<Vec<bool>> = threads
        .graphs
        .iter()
        .map(|graph| vec![false; graph.location_count()])
        .collect();
    for stop in stops {
        let dangling = Rejected::Dangling {
            what: "location",
            position: stop.location,
        };
        let thread = is_stop.get_mut(stop.thread as usize);
        let place = thread.and_then(|places| places.get_mut(stop.location as usize));
        *place.ok_or(dangling)? = true;
    }
    for (thread, graph) in threads.graphs.iter().enumerate() {
        is_stop[thread][graph.exit().index()] = true;
        for edge in graph.edges() {
            if matches!(edge.action, Action::Par(_)) {
                is_stop[thread][edge.to.index()] = true;
            }
        }
    }
    for (thread, graph) in threads.graphs.iter().enumerate() {
        let others: Vec<usize> = (0..threads.graphs.len())
            .filter(|other| threads.are_concurrent(thread, *other))
            .collect();
        let is_private = |edge: usize| {
            others.iter().all(|other| {
                threads
                    .edges(*other)
                    .all(|their| commutation.holds(threads, (thread, edge), (*other, their)))
            })
        };
        let is_asserted = others.iter().any(|other| {
            threads
                .edges(*other)
                .any(|edge| matches!(threads.command(*other, edge), Some(Command::Assert(_))))
        });
        for place in graph.locations() {
            if is_stop[thread][place.index()] || graph.is_atomic(place) {
                continue;
            }
            let relevant = |edge: &usize| {
                let edge = &graph.edges()[*edge];
                edge.from == place || (is_asserted && edge.to == place)
            };
            let at_border = !others.is_empty()
                && graph.edges().iter().any(|edge| {
                    edge.from == place && graph.is_atomic(edge.to)
                        || edge.to == place && graph.is_atomic(edge.from)
                });
            if at_border || !threads.edges(thread).filter(relevant).all(is_private) {
                let what = format!(
                    "location {} of thread {thread} is not private",
                    place.index()
                );
                return Err(broken("Stops", what));
            }
        }
        rule_cut(graph, &is_stop[thread], thread)?;
    }
    Ok(is_stop)
}

/// Without the stops, no cycle is left: places without a way on can be taken away one by one.
fn rule_cut(graph: &Graph, stops: &[bool], thread: usize) -> Result<(), Rejected> {
    let inner = |place: Location| !stops[place.index()];
    let mut left: BTreeSet<Location> = graph.locations().filter(|place| inner(*place)).collect();
    loop {
        let ends = |place: &Location| {
            let mut ways = graph.edges_from(*place).map(|(_, edge)| edge.to);
            !ways.any(|to| left.contains(&to))
        };
        let ready: Vec<Location> = left.iter().copied().filter(ends).collect();
        if ready.is_empty() {
            break;
        }
        ready.iter().for_each(|place| {
            left.remove(place);
        });
    }
    if left.is_empty() {
        Ok(())
    } else {
        Err(broken(
            "Stops",
            format!("a cycle of thread {thread} has no stop"),
        ))
    }
}
