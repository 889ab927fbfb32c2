//! Control-flow graphs: parallel parts multiplied out (papers/000, Definition 2.1, appendix A.2).

use std::collections::BTreeMap;

use crate::{Action, Command, Graph, Location, Origin};

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
}

/// The product of parallel parts has too many locations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the parallel parts have more than {MOST_LOCATIONS} joint locations")]
pub struct TooLarge;

const MOST_LOCATIONS: usize = 1 << 20;

impl Cfg {
    /// The control-flow graph of a graph.
    ///
    /// # Errors
    /// Where interleaving parallel parts takes too many locations.
    pub fn of(graph: &Graph) -> Result<Cfg, TooLarge> {
        let mut flat = Flat::copy_locations(graph);
        for edge in graph.edges() {
            match &edge.action {
                Action::Command(command) => {
                    flat.edge(edge.from, command.clone(), edge.to, edge.origin);
                }
                Action::Par(branches) => {
                    let branches = branches
                        .iter()
                        .map(Cfg::of)
                        .collect::<Result<Vec<Cfg>, TooLarge>>()?;
                    flat.interleave(&branches, edge.from, edge.to, edge.origin)?;
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

    /// All edges.
    #[must_use]
    pub fn edges(&self) -> &[CfgEdge] {
        &self.edges
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
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; self.atomic.len()];
        let mut cut = vec![false; self.atomic.len()];
        let mut stack = vec![(self.entry, 0)];
        marks[self.entry.index()] = Mark::Open;
        while let Some((location, next)) = stack.last_mut() {
            let Some(edge) = self.outgoing[location.index()].get(*next) else {
                marks[location.index()] = Mark::Done;
                stack.pop();
                continue;
            };
            *next += 1;
            let to = self.edges[*edge as usize].to;
            match marks[to.index()] {
                Mark::New => {
                    marks[to.index()] = Mark::Open;
                    stack.push((to, 0));
                }
                Mark::Open => cut[to.index()] = true,
                Mark::Done => {}
            }
        }
        self.locations()
            .filter(|location| cut[location.index()])
            .collect()
    }
}

/// A control-flow graph under construction.
struct Flat {
    atomic: Vec<bool>,
    edges: Vec<CfgEdge>,
    entry: Location,
    exit: Location,
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
        }
    }

    fn location(&mut self, atomic: bool) -> Result<Location, TooLarge> {
        if self.atomic.len() >= MOST_LOCATIONS {
            return Err(TooLarge);
        }
        self.atomic.push(atomic);
        Ok(Location::at(self.atomic.len() - 1))
    }

    fn edge(&mut self, from: Location, command: Command, to: Location, origin: Origin) {
        self.edges.push(CfgEdge {
            from,
            command,
            to,
            origin,
        });
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
    ) -> Result<(), TooLarge> {
        let start: Vec<Location> = branches.iter().map(|branch| branch.entry).collect();
        let end: Vec<Location> = branches.iter().map(|branch| branch.exit).collect();
        let entry = self.location(false)?;
        self.edge(from, Command::skip(), entry, origin);
        let mut known = BTreeMap::from([(start.clone(), entry), (end, to)]);
        let mut open = vec![start];
        let holder = |joint: &[Location]| {
            branches
                .iter()
                .zip(joint)
                .position(|(branch, location)| branch.is_atomic(*location))
        };
        while let Some(joint) = open.pop() {
            let here = known[&joint];
            let exclusive = holder(&joint);
            for (position, branch) in branches.iter().enumerate() {
                if exclusive.is_some_and(|holder| holder != position) {
                    continue;
                }
                for (_, edge) in branch.edges_from(joint[position]) {
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
                    self.edge(here, edge.command.clone(), there, edge.origin);
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
        }
    }
}
