//! Graphs of commands with parallel parts kept as parts.
//!
//! A front end builds these. The flat control-flow graph of the paper, in which parallel parts are
//! multiplied out, is a [`Cfg`](crate::Cfg) and is made from a graph by
//! [`Cfg::of`](crate::Cfg::of). Keeping both lets the interpreter run a `parfor` inside a parallel
//! part as it is meant: interleaved with its siblings.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use logic::Var;

use crate::Command;
use crate::rename::Renaming;

/// A location of one graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Location(u32);

impl Location {
    /// The position among the graph's locations.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The location at a position. Whether the graph has it is for the caller to know.
    #[must_use]
    pub fn at(index: usize) -> Self {
        Location(u32::try_from(index).expect("a graph has fewer than 2^32 locations"))
    }
}

/// Where in the user's text something comes from. Only the front end that made it can say what it
/// means; everybody else hands it on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Origin(pub u32);

impl Hash for Origin {
    // Where something is written is no part of what it means: a program whose text moves down by a line
    // keeps its hash.
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// What an edge does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// One command.
    Command(Command),
    /// Runs graphs in parallel and goes on when all have ended.
    Par(Vec<Graph>),
}

/// An edge of a graph.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: Location,
    /// What it does.
    pub action: Action,
    /// Where it leads.
    pub to: Location,
    /// The statement that it comes from.
    pub origin: Origin,
}

/// A finite graph with an entry and an exit (papers/000, Definition 2.1).
///
/// Invariants: every edge joins locations of the graph; the exit has no outgoing edge; entry and
/// exit differ, since a program that is over before it begins would satisfy every claim about its
/// end without a step.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Graph {
    atomic: Vec<bool>,
    edges: Vec<Edge>,
    outgoing: Vec<Vec<u32>>,
    entry: Location,
    exit: Location,
}

impl Graph {
    /// The number of locations.
    #[must_use]
    pub fn location_count(&self) -> usize {
        self.atomic.len()
    }

    /// All locations in order.
    pub fn locations(&self) -> impl Iterator<Item = Location> + use<> {
        (0..self.atomic.len()).map(Location::at)
    }

    /// All edges in the order of their making.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The edges that start at a location, with their positions in [`Graph::edges`].
    pub fn edges_from(&self, location: Location) -> impl Iterator<Item = (usize, &Edge)> {
        self.outgoing[location.index()]
            .iter()
            .map(|edge| (*edge as usize, &self.edges[*edge as usize]))
    }

    /// Where the program starts.
    #[must_use]
    pub fn entry(&self) -> Location {
        self.entry
    }

    /// Where the program has ended.
    #[must_use]
    pub fn exit(&self) -> Location {
        self.exit
    }

    /// Whether the location lies inside an atomic block: no parallel part may take a step here.
    #[must_use]
    pub fn is_atomic(&self, location: Location) -> bool {
        self.atomic[location.index()]
    }

    /// Whether parts of it run in parallel.
    #[must_use]
    pub fn has_par(&self) -> bool {
        let mut edges = self.edges.iter();
        edges.any(|edge| matches!(edge.action, Action::Par(_)))
    }

    /// Whether the environment sees anything of it.
    #[must_use]
    pub fn is_observable(&self) -> bool {
        self.edges.iter().any(|edge| match &edge.action {
            Action::Command(command) => command.is_observable(),
            Action::Par(branches) => branches.iter().any(Graph::is_observable),
        })
    }

    /// All commands, those of parallel parts and of the bodies of `parfor` included.
    pub fn visit_commands<'a>(&'a self, visit: &mut dyn FnMut(&'a Command, Origin)) {
        for edge in &self.edges {
            match &edge.action {
                Action::Command(command) => {
                    visit(command, edge.origin);
                    if let Command::Parfor(parfor) = command {
                        parfor.body.visit_commands(visit);
                    }
                }
                Action::Par(branches) => {
                    branches
                        .iter()
                        .for_each(|branch| branch.visit_commands(visit));
                }
            }
        }
    }

    /// Whether a `parfor` is somewhere in it.
    #[must_use]
    pub fn has_parfor(&self) -> bool {
        let mut found = false;
        self.visit_commands(&mut |command, _| found |= matches!(command, Command::Parfor(_)));
        found
    }

    /// The variables that some command reads.
    #[must_use]
    pub fn reads(&self) -> BTreeSet<Var> {
        self.gather(&Command::reads, &Graph::reads)
    }

    /// The variables that some command writes.
    #[must_use]
    pub fn writes(&self) -> BTreeSet<Var> {
        self.gather(&Command::writes, &Graph::writes)
    }

    /// The graph with its variables renamed.
    #[must_use]
    pub fn rename(&self, renaming: &Renaming) -> Graph {
        self.map_edges(&|edge| renaming.edge(edge))
    }

    /// The graph with each edge replaced by one between the same locations.
    pub(crate) fn map_edges(&self, map: &dyn Fn(&Edge) -> Edge) -> Graph {
        Graph {
            edges: self.edges.iter().map(map).collect(),
            ..self.clone()
        }
    }

    /// The graph with its commands changed; those in the bodies of `parfor` stay.
    #[must_use]
    pub fn map_commands(&self, change: &mut dyn FnMut(&Command) -> Command) -> Graph {
        let mut graph = self.clone();
        for edge in &mut graph.edges {
            match &mut edge.action {
                Action::Command(command) => *command = change(command),
                Action::Par(branches) => {
                    for branch in branches {
                        *branch = branch.map_commands(change);
                    }
                }
            }
        }
        graph
    }

    fn gather(
        &self,
        of_command: &dyn Fn(&Command) -> BTreeSet<Var>,
        of_graph: &dyn Fn(&Graph) -> BTreeSet<Var>,
    ) -> BTreeSet<Var> {
        let mut vars = BTreeSet::new();
        for edge in &self.edges {
            match &edge.action {
                Action::Command(command) => vars.extend(of_command(command)),
                Action::Par(branches) => vars.extend(branches.iter().flat_map(of_graph)),
            }
        }
        vars
    }
}

/// Two parallel parts use a variable that one of them writes and that is not `shared`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the variable {} is written by one parallel part and used by another", var.name)]
pub struct SharedVariable {
    /// The variable.
    pub var: Var,
    /// The position of a part that writes it.
    pub writer: usize,
    /// The position of another part that uses it.
    pub user: usize,
}

/// Checks the side condition of parallel composition (papers/000, appendix A.2): what one part
/// writes, no other reads or writes, unless it is `shared`.
///
/// The paper also forbids a part to write what its parent uses. That condition is not needed here:
/// the parent waits while its parts run, so no memory is shared by the two at any time.
///
/// # Errors
/// The first variable, in order, that breaks the condition.
pub fn check_parallel(branches: &[Graph], shared: &BTreeSet<Var>) -> Result<(), SharedVariable> {
    let reads: Vec<BTreeSet<Var>> = branches.iter().map(Graph::reads).collect();
    let writes: Vec<BTreeSet<Var>> = branches.iter().map(Graph::writes).collect();
    for (writer, written) in writes.iter().enumerate() {
        for var in written.difference(shared) {
            let user = (0..branches.len())
                .find(|i| *i != writer && (reads[*i].contains(var) || writes[*i].contains(var)));
            if let Some(user) = user {
                return Err(SharedVariable {
                    var: var.clone(),
                    writer,
                    user,
                });
            }
        }
    }
    Ok(())
}

/// Builds a graph location by location and edge by edge.
#[derive(Debug)]
pub struct GraphBuilder {
    atomic: Vec<bool>,
    edges: Vec<Edge>,
    entry: Location,
}

impl Default for GraphBuilder {
    fn default() -> Self {
        GraphBuilder {
            atomic: vec![false],
            edges: Vec::new(),
            entry: Location(0),
        }
    }
}

impl GraphBuilder {
    /// A graph with nothing but its entry.
    #[must_use]
    pub fn new() -> Self {
        GraphBuilder::default()
    }

    /// The locations of a graph, without its edges.
    #[must_use]
    pub fn with_locations_of(graph: &Graph) -> Self {
        GraphBuilder {
            atomic: graph.atomic.clone(),
            edges: Vec::new(),
            entry: graph.entry,
        }
    }

    /// Where the program starts.
    #[must_use]
    pub fn entry(&self) -> Location {
        self.entry
    }

    /// A new location.
    pub fn location(&mut self) -> Location {
        self.atomic.push(false);
        Location::at(self.atomic.len() - 1)
    }

    /// A new location inside an atomic block.
    pub fn atomic_location(&mut self) -> Location {
        self.atomic.push(true);
        Location::at(self.atomic.len() - 1)
    }

    /// A new edge.
    pub fn edge(&mut self, from: Location, action: Action, to: Location, origin: Origin) {
        assert!(from.index() < self.atomic.len() && to.index() < self.atomic.len());
        self.edges.push(Edge {
            from,
            action,
            to,
            origin,
        });
    }

    /// A new edge with a command.
    pub fn command(&mut self, from: Location, command: Command, to: Location, origin: Origin) {
        self.edge(from, Action::Command(command), to, origin);
    }

    /// The graph that ends at `exit`, which must have no outgoing edge. Where the exit is the
    /// entry, a `skip` is put in front.
    #[must_use]
    pub fn finish(mut self, exit: Location) -> Graph {
        if exit == self.entry {
            let entry = self.location();
            self.command(entry, Command::skip(), exit, Origin::default());
            self.entry = entry;
        }
        let mut outgoing = vec![Vec::new(); self.atomic.len()];
        for (position, edge) in self.edges.iter().enumerate() {
            outgoing[edge.from.index()].push(position as u32);
        }
        assert!(
            outgoing[exit.index()].is_empty(),
            "the exit has no outgoing edge"
        );
        Graph {
            atomic: self.atomic,
            edges: self.edges,
            outgoing,
            entry: self.entry,
            exit,
        }
    }
}
