//! Control-flow graphs: parallel parts multiplied out (papers/000, Definition 2.1, appendix A.2).

use std::collections::{BTreeMap, BTreeSet};

use budget::{Budget, Exhausted};
use logic::Var;

use crate::{Action, Command, Graph, Location, Origin};

/// A thread: the program itself, or one part of a `par`. The program itself is the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Thread(u32);

impl Thread {
    /// The program itself.
    pub const MAIN: Thread = Thread(0);
}

/// A control point of one thread, whatever the others do meanwhile. Those of the program itself have
/// the numbers of its locations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Point(u32);

impl Point {
    /// The position among the graph's points.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The point at a position. Whether the graph has it is for the caller to know.
    #[must_use]
    pub fn at(index: usize) -> Self {
        Point(u32::try_from(index).expect("a graph has fewer than 2^32 points"))
    }

    fn of(location: Location) -> Self {
        Point::at(location.index())
    }

    fn shifted(self, by: usize) -> Self {
        Point::at(self.index() + by)
    }
}

/// A control-flow graph whose edges carry commands only.
///
/// Parallel parts are interleaved: a location stands for one location of each part. An atomic
/// block of one part is not interrupted by the others. A `parfor` stays one command; what it means
/// while siblings run is a question for the engine that meets it.
#[derive(Clone, Debug)]
pub struct Cfg {
    atomic: Vec<bool>,
    edges: Vec<CfgEdge>,
    outgoing: Vec<Vec<u32>>,
    entry: Location,
    exit: Location,
    threads: u32,
    points: usize,
}

/// An edge of a control-flow graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CfgEdge {
    /// Where it starts.
    pub from: Location,
    /// What it does.
    pub command: Command,
    /// Where it leads.
    pub to: Location,
    /// The statement that it comes from.
    pub origin: Origin,
    /// The thread that moves.
    pub thread: Thread,
    /// The point of that thread before.
    pub leaves: Point,
    /// The point of that thread after.
    pub arrives: Point,
    /// Whether another thread that may run at the same time writes what the command reads or writes,
    /// or reads what it writes. A command that does not interfere commutes with all of theirs, where
    /// it neither begins nor ends an atomic block.
    pub interferes: bool,
}

/// Why there is no product of parallel parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TooLarge {
    /// It has too many locations.
    #[error("the parallel parts have more than {MOST_LOCATIONS} joint locations")]
    Locations,
    /// A limit was reached before it was complete.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

const MOST_LOCATIONS: usize = 1 << 20;

impl Cfg {
    /// The control-flow graph of a graph.
    ///
    /// # Errors
    /// Where interleaving parallel parts takes too many locations.
    pub fn of(graph: &Graph) -> Result<Cfg, TooLarge> {
        Cfg::within(graph, &Budget::unlimited())
    }

    /// The same within a budget.
    ///
    /// # Errors
    /// Where interleaving parallel parts takes too many locations, or too much of the budget.
    pub fn within(graph: &Graph, budget: &Budget) -> Result<Cfg, TooLarge> {
        let mut flat = Flat::copy_locations(graph);
        for edge in graph.edges() {
            match &edge.action {
                Action::Command(command) => flat.edges.push(CfgEdge {
                    from: edge.from,
                    command: command.clone(),
                    to: edge.to,
                    origin: edge.origin,
                    thread: Thread::MAIN,
                    leaves: Point::of(edge.from),
                    arrives: Point::of(edge.to),
                    interferes: false,
                }),
                Action::Par(branches) => {
                    let branches = branches
                        .iter()
                        .map(|branch| Cfg::within(branch, budget))
                        .collect::<Result<Vec<Cfg>, TooLarge>>()?;
                    flat.interleave(&branches, edge.from, edge.to, edge.origin, budget)?;
                }
            }
        }
        Ok(flat.finish())
    }

    /// The number of locations.
    #[must_use]
    pub fn location_count(&self) -> usize {
        self.atomic.len()
    }

    /// All locations in order.
    pub fn locations(&self) -> impl Iterator<Item = Location> + use<> {
        (0..self.atomic.len()).map(Location::at)
    }

    /// The number of control points of all threads.
    #[must_use]
    pub fn point_count(&self) -> usize {
        self.points
    }

    /// All edges.
    #[must_use]
    pub fn edges(&self) -> &[CfgEdge] {
        &self.edges
    }

    /// Whether a thread has a command at a location.
    #[must_use]
    pub fn has_more(&self, location: Location, thread: Thread) -> bool {
        self.edges_from(location)
            .any(|(_, edge)| edge.thread == thread)
    }

    /// The edges that start at a location, with their positions in [`Cfg::edges`].
    pub fn edges_from(&self, location: Location) -> impl Iterator<Item = (usize, &CfgEdge)> {
        let positions = self.outgoing[location.index()].iter();
        positions.map(|edge| (*edge as usize, &self.edges[*edge as usize]))
    }

    /// Where the program starts.
    #[must_use]
    pub fn entry(&self) -> Location {
        self.entry
    }

    /// Where the program has ended; no edge leaves it.
    #[must_use]
    pub fn exit(&self) -> Location {
        self.exit
    }

    /// Whether the location lies inside an atomic block.
    #[must_use]
    pub fn is_atomic(&self, location: Location) -> bool {
        self.atomic[location.index()]
    }

    /// A cut set: locations without which the graph has no cycle. These are the locations to which
    /// a depth-first search from the entry finds an edge back.
    #[must_use]
    pub fn cut_set(&self) -> Vec<Location> {
        let edges = self.edges.iter();
        let edges = edges.map(|edge| (edge.from.index(), edge.to.index()));
        let roots = [self.entry.index()];
        let cut = entered_from_below(self.atomic.len(), roots, edges);
        cut.into_iter().map(Location::at).collect()
    }

    /// Points without which no thread has a cycle; a cycle of the graph, which is one of some of its
    /// threads, goes through one of them.
    #[must_use]
    pub fn cut_points(&self) -> Vec<Point> {
        let edges = self.edges.iter();
        let edges = edges.map(|edge| (edge.leaves.index(), edge.arrives.index()));
        let cut = entered_from_below(self.points, 0..self.points, edges);
        cut.into_iter().map(Point::at).collect()
    }
}

/// The nodes to which depth-first searches from the roots, one after the other, find an edge back.
fn entered_from_below(
    count: usize,
    roots: impl IntoIterator<Item = usize>,
    edges: impl Iterator<Item = (usize, usize)>,
) -> Vec<usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut outgoing: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (from, to) in edges {
        outgoing[from].push(to);
    }
    let mut marks = vec![Mark::New; count];
    let mut cut = vec![false; count];
    for root in roots {
        if marks[root] != Mark::New {
            continue;
        }
        let mut stack = vec![(root, 0)];
        marks[root] = Mark::Open;
        while let Some((node, next)) = stack.last_mut() {
            let Some(to) = outgoing[*node].get(*next).copied() else {
                marks[*node] = Mark::Done;
                stack.pop();
                continue;
            };
            *next += 1;
            match marks[to] {
                Mark::New => {
                    marks[to] = Mark::Open;
                    stack.push((to, 0));
                }
                Mark::Open => cut[to] = true,
                Mark::Done => {}
            }
        }
    }
    (0..count).filter(|node| cut[*node]).collect()
}

/// A control-flow graph under construction.
struct Flat {
    atomic: Vec<bool>,
    edges: Vec<CfgEdge>,
    entry: Location,
    exit: Location,
    threads: u32,
    points: usize,
}

impl Flat {
    fn copy_locations(graph: &Graph) -> Flat {
        Flat {
            atomic: graph
                .locations()
                .map(|location| graph.is_atomic(location))
                .collect(),
            edges: Vec::new(),
            entry: graph.entry(),
            exit: graph.exit(),
            threads: 1,
            points: graph.location_count(),
        }
    }

    fn location(&mut self, atomic: bool) -> Result<Location, TooLarge> {
        if self.atomic.len() >= MOST_LOCATIONS {
            return Err(TooLarge::Locations);
        }
        self.atomic.push(atomic);
        Ok(Location::at(self.atomic.len() - 1))
    }

    /// Puts the product of the branches between two locations.
    ///
    /// The product has an entry of its own, reached by a `skip`: were it `from` itself, a branch
    /// that comes back to its entry would also come back to the alternatives that `from` has.
    fn interleave(
        &mut self,
        branches: &[Cfg],
        from: Location,
        to: Location,
        origin: Origin,
        budget: &Budget,
    ) -> Result<(), TooLarge> {
        let start: Vec<Location> = branches.iter().map(|branch| branch.entry).collect();
        let end: Vec<Location> = branches.iter().map(|branch| branch.exit).collect();
        let entry = self.location(false)?;
        // The thread that starts the branches waits at a point of its own.
        let waiting = Point::at(self.points);
        self.points += 1;
        self.edges.push(CfgEdge {
            from,
            command: Command::skip(),
            to: entry,
            origin,
            thread: Thread::MAIN,
            leaves: Point::of(from),
            arrives: waiting,
            interferes: false,
        });
        let mut offsets = Vec::new();
        for branch in branches {
            offsets.push((self.threads, self.points));
            self.threads += branch.threads;
            self.points += branch.points;
        }
        let accesses: Vec<Accesses> = branches.iter().map(Accesses::of).collect();
        let interferes = |position: usize, command: &Command| {
            let others = accesses.iter().enumerate();
            let mut others = others.filter(|(other, _)| *other != position);
            others.any(|(_, other)| other.conflict_with(command))
        };
        // Whether the edges of each branch interfere with another branch.
        let conflicts: Vec<Vec<bool>> = branches
            .iter()
            .enumerate()
            .map(|(position, branch)| {
                let edges = branch.edges.iter();
                edges
                    .map(|edge| edge.interferes || interferes(position, &edge.command))
                    .collect()
            })
            .collect();
        let mut known = BTreeMap::from([(start.clone(), entry), (end, to)]);
        let mut open = vec![start];
        let holder = |joint: &[Location]| {
            branches
                .iter()
                .zip(joint)
                .position(|(branch, location)| branch.is_atomic(*location))
        };
        let mut meter = budget.meter();
        while let Some(joint) = open.pop() {
            meter.tick()?;
            let here = known[&joint];
            let exclusive = holder(&joint);
            for (position, branch) in branches.iter().enumerate() {
                if exclusive.is_some_and(|holder| holder != position) {
                    continue;
                }
                let (threads, points) = offsets[position];
                for (number, edge) in branch.edges_from(joint[position]) {
                    let mut next = joint.clone();
                    next[position] = edge.to;
                    let there = match known.get(&next) {
                        Some(there) => *there,
                        None => {
                            let there = self.location(holder(&next).is_some())?;
                            known.insert(next.clone(), there);
                            open.push(next);
                            there
                        }
                    };
                    self.edges.push(CfgEdge {
                        from: here,
                        command: edge.command.clone(),
                        to: there,
                        origin: edge.origin,
                        thread: Thread(edge.thread.0 + threads),
                        leaves: edge.leaves.shifted(points),
                        arrives: edge.arrives.shifted(points),
                        interferes: conflicts[position][number],
                    });
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Cfg {
        let mut outgoing = vec![Vec::new(); self.atomic.len()];
        for (position, edge) in self.edges.iter().enumerate() {
            outgoing[edge.from.index()].push(position as u32);
        }
        Cfg {
            atomic: self.atomic,
            edges: self.edges,
            outgoing,
            entry: self.entry,
            exit: self.exit,
            threads: self.threads,
            points: self.points,
        }
    }
}

/// What the commands of a part read and write.
struct Accesses {
    reads: BTreeSet<Var>,
    writes: BTreeSet<Var>,
}

impl Accesses {
    fn of(cfg: &Cfg) -> Accesses {
        let commands = || cfg.edges.iter().map(|edge| &edge.command);
        Accesses {
            reads: commands().flat_map(Command::reads).collect(),
            writes: commands().flat_map(Command::writes).collect(),
        }
    }

    /// Whether the order of the command and some command of the part can matter.
    fn conflict_with(&self, command: &Command) -> bool {
        let (reads, writes) = (command.reads(), command.writes());
        !writes.is_disjoint(&self.writes)
            || !writes.is_disjoint(&self.reads)
            || !reads.is_disjoint(&self.writes)
    }
}
