//! Programs in large steps: a path of silent commands, and perhaps one observable command at its
//! end, is one move.
//!
//! Why nothing is lost or gained (this takes the place of the paper's POR-CFG and POR-Turn). For the
//! source: Falsifier's single silent steps can be answered by passing, so that a Verifier who wins
//! against whole paths wins against single steps. The other way round, whatever Verifier would do in
//! the middle of a path it can do at its end, where it knows more; silent steps of the target can
//! always wait. For the target: a Verifier who stops in the middle of a silent path can as well wait
//! at its beginning and walk the whole path when it has to. Paths end at points that cut every
//! cycle, so that they are finite, and infinitely many single steps are infinitely many moves.
//!
//! A path is one thread's, and ends behind a command that interferes with other threads. So all its
//! commands but the last commute with whatever the others do meanwhile, and a play in which threads
//! take turns in the middle of their paths is one in which each waits at the beginning of its path
//! until it takes the last command. Inside an atomic block the others wait, and the path goes on; it
//! ends with the block, since a path that begins inside must let the others go on behind it.

use std::sync::Arc;

use budget::{Budget, Exhausted, Meter};
use logic::{FreshNames, Substitution, Term, Var};
use program::{Cfg, CfgEdge, Command, Location, Mark, Origin, Point, Thread, in_sort};

/// What the environment sees of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Event {
    /// Nothing.
    Silent,
    /// The command on this edge, the last one of the path: a send, a receive or a mark.
    Message(usize),
    /// The assertion on this edge, the last one of the path, fails.
    Failure(usize),
    /// More copies than are represented are needed ([`Mark::Beyond`]).
    Beyond,
}

/// A path through a control-flow graph, taken at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Where it starts.
    pub from: Location,
    /// Where it ends. For a failure, where it would have gone on.
    pub to: Location,
    /// The edges, by their positions in the graph. A message is not part of the effect below.
    pub path: Vec<usize>,
    /// What is seen of it.
    pub event: Event,
    /// One variable for each value that is chosen on the way, in order.
    pub chosen: Vec<Var>,
    /// Where the path ends in a receive, or picks a copy: a variable for the message or the number.
    pub message: Option<Var>,
    /// Where the path can be taken, over the variables before it and the chosen ones.
    pub guard: Term,
    /// The values after the silent commands, over the variables before and the chosen ones.
    pub updates: Substitution,
}

/// Why there are no large steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoBlocks {
    /// They cannot express a command.
    Unsupported {
        /// What it is.
        construct: &'static str,
        /// Where it stands.
        origin: Origin,
    },
    /// A limit was reached before all were found.
    Exhausted(Exhausted),
}

impl From<Exhausted> for NoBlocks {
    fn from(exhausted: Exhausted) -> Self {
        NoBlocks::Exhausted(exhausted)
    }
}

/// A program in large steps.
#[derive(Clone, Debug)]
pub struct Blocks {
    cfg: Arc<Cfg>,
    /// The points of threads at which silent paths end.
    stops: Vec<bool>,
    /// The blocks that start at each location where blocks end, and at the entry.
    outgoing: Vec<Vec<Block>>,
}

/// How long silent paths are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Steps {
    /// As long as they do not become too many.
    #[default]
    Large,
    /// One command each, as in the paper's game without reductions.
    Single,
}

/// The most blocks that start at one location; where there would be more, paths end earlier.
const MOST_PATHS: usize = 16;

impl Blocks {
    /// The program in large steps, or only the steps of the program itself and of one of its
    /// threads; the names of chosen values are taken from the supply.
    ///
    /// # Errors
    /// The first command that large steps cannot express, or the limit that was reached.
    pub fn new(
        cfg: Arc<Cfg>,
        only: Option<Thread>,
        steps: Steps,
        names: &mut FreshNames,
        budget: &Budget,
    ) -> Result<Blocks, NoBlocks> {
        for edge in cfg.edges() {
            if let Command::Parfor(_) = edge.command {
                return Err(NoBlocks::Unsupported {
                    construct: "parfor",
                    origin: edge.origin,
                });
            }
        }
        let mut stops = vec![steps == Steps::Single; cfg.point_count()];
        for point in cfg.cut_points() {
            stops[point.index()] = true;
        }
        // Where paths meet, two of them would go on side by side; if that happens too often, they
        // end there.
        let mut meter = budget.meter();
        let ways = Ways::of(&cfg);
        while let Some(meeting) = ways.crowded(&stops) {
            meter.tick()?;
            stops[meeting] = true;
        }
        let mut blocks = Blocks {
            outgoing: vec![Vec::new(); cfg.location_count()],
            cfg,
            stops,
        };
        let mut seen = vec![false; blocks.cfg.location_count()];
        let mut open = vec![blocks.cfg.entry()];
        while let Some(location) = open.pop() {
            if std::mem::replace(&mut seen[location.index()], true) {
                continue;
            }
            let mut found = Vec::new();
            blocks.walk(&Walk::start(location), only, names, &mut found, &mut meter)?;
            open.extend(found.iter().map(|block| block.to));
            blocks.outgoing[location.index()] = found;
        }
        Ok(blocks)
    }

    /// The graph.
    #[must_use]
    pub fn cfg(&self) -> &Cfg {
        &self.cfg
    }

    /// The points at which silent paths end.
    pub fn stops(&self) -> impl Iterator<Item = Point> {
        let points = (0..self.stops.len()).filter(|point| self.stops[*point]);
        points.map(Point::at)
    }

    /// Whether some command is not the program's own.
    #[must_use]
    pub fn has_threads(&self) -> bool {
        let mut edges = self.cfg.edges().iter();
        edges.any(|edge| edge.thread != Thread::MAIN)
    }

    /// The blocks that start at a location.
    #[must_use]
    pub fn from(&self, location: Location) -> &[Block] {
        &self.outgoing[location.index()]
    }

    /// All ways to go on from the walk's end, one command at a time.
    fn walk(
        &self,
        walk: &Walk,
        only: Option<Thread>,
        names: &mut FreshNames,
        found: &mut Vec<Block>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Exhausted> {
        let is_wanted = |thread| thread == Thread::MAIN || only.is_none_or(|only| only == thread);
        for (position, edge) in self.cfg.edges_from(walk.at) {
            meter.tick()?;
            if !is_wanted(edge.thread) || walk.thread.is_some_and(|thread| thread != edge.thread) {
                continue;
            }
            let mut next = walk.clone();
            next.path.push(position);
            next.at = edge.to;
            next.thread = Some(edge.thread);
            next.interferes |= edge.interferes;
            match &edge.command {
                Command::Guard(formula) => next.require(formula),
                Command::Assign(var, value) => {
                    let value = value.substitute(&next.updates);
                    next.guards.push(in_sort(&value, &var.sort));
                    next.updates.insert(var.clone(), value);
                }
                Command::Havoc(var, formula) => {
                    let chosen = names.fresh(var);
                    next.updates.insert(var.clone(), chosen.term());
                    next.chosen.push(chosen);
                    next.require(formula);
                }
                Command::Assert(formula) => {
                    let mut failing = next.clone();
                    failing.require(&Term::not(formula.clone()));
                    found.extend(failing.finish(Event::Failure(position)));
                    next.require(formula);
                }
                Command::Send { .. } => {
                    found.extend(next.finish(Event::Message(position)));
                    continue;
                }
                Command::Receive { var, .. } => {
                    next.message = Some(names.fresh(var));
                    found.extend(next.finish(Event::Message(position)));
                    continue;
                }
                Command::Mark(mark) => {
                    let mut event = Event::Message(position);
                    match &**mark {
                        Mark::Copy { id, .. } => next.message = Some(names.fresh(id)),
                        Mark::Join { forgets, .. } => {
                            for var in forgets {
                                let chosen = names.fresh(var);
                                next.updates.insert(var.clone(), chosen.term());
                                next.chosen.push(chosen);
                            }
                        }
                        Mark::Beyond => event = Event::Beyond,
                        _ => {}
                    }
                    found.extend(next.finish(event));
                    continue;
                }
                Command::Parfor(_) => continue,
            }
            let was_atomic = self.cfg.is_atomic(edge.from);
            let released = (next.interferes || was_atomic) && !self.cfg.is_atomic(edge.to);
            if released
                || self.stops[edge.arrives.index()]
                || !self.cfg.has_more(edge.to, edge.thread)
            {
                found.extend(next.finish(Event::Silent));
            } else {
                // A path is as long as a program without loops.
                logic::recursion::guard(|| self.walk(&next, only, names, found, meter))?;
            }
        }
        Ok(())
    }
}

/// A command of one thread between two of its points, whatever the others do meanwhile.
struct Hop<'c> {
    command: &'c Command,
    to: usize,
    /// Whether a path ends behind it in any case.
    ends: bool,
}

/// All commands by the points of their threads.
struct Ways<'c> {
    hops: Vec<Vec<Hop<'c>>>,
    /// How many commands lead to each point.
    entering: Vec<usize>,
}

impl<'c> Ways<'c> {
    fn of(cfg: &'c Cfg) -> Self {
        let mut ways = Ways {
            hops: (0..cfg.point_count()).map(|_| Vec::new()).collect(),
            entering: vec![0; cfg.point_count()],
        };
        for edge in cfg.edges() {
            let (command, to) = (&edge.command, edge.arrives.index());
            let known = &mut ways.hops[edge.leaves.index()];
            // The product has an edge once for each place of the other threads.
            let is_same = |hop: &Hop<'_>| hop.to == to && hop.command == command;
            if !known.iter().any(is_same) {
                ways.entering[to] += 1;
                known.push(Hop {
                    command,
                    to,
                    ends: always_ends(cfg, edge),
                });
            }
        }
        ways
    }

    /// A point where paths meet, from which or to which too many paths lead; none where all is well.
    fn crowded(&self, stops: &[bool]) -> Option<usize> {
        let Ways { hops, entering } = self;
        let ends = |hop: &Hop<'_>| hop.ends || stops[hop.to] || hops[hop.to].is_empty();
        // The number of silent paths from each point, by a walk in depth-first order; the stops cut all
        // cycles.
        let mut counts: Vec<Option<usize>> = vec![None; hops.len()];
        for root in 0..hops.len() {
            let mut open = vec![root];
            while let Some(point) = open.last().copied() {
                if counts[point].is_some() {
                    open.pop();
                    continue;
                }
                let mut sum = 0usize;
                let mut ready = true;
                for hop in &hops[point] {
                    match counts[hop.to] {
                        _ if ends(hop) => sum += 1,
                        Some(count) => sum += count,
                        None => {
                            open.push(hop.to);
                            ready = false;
                        }
                    }
                    // It may also end in a failure.
                    sum += usize::from(matches!(hop.command, Command::Assert(_)));
                }
                if !ready {
                    continue;
                }
                counts[point] = Some(sum);
                open.pop();
                if sum > MOST_PATHS {
                    // The point on the way with the most paths behind it, where several paths meet.
                    let meeting = passed(hops, point, ends)
                        .into_iter()
                        .filter(|point| entering[*point] > 1)
                        .max_by_key(|point| counts[*point]);
                    if let Some(meeting) = meeting {
                        return Some(meeting);
                    }
                }
            }
        }
        None
    }
}

/// Whether every path ends behind the edge, wherever the stops are.
fn always_ends(cfg: &Cfg, edge: &CfgEdge) -> bool {
    let is_event = matches!(
        edge.command,
        Command::Send { .. } | Command::Receive { .. } | Command::Mark(_)
    );
    is_event || (edge.interferes || cfg.is_atomic(edge.from)) && !cfg.is_atomic(edge.to)
}

/// The points that silent paths from a point go through before they end.
fn passed(hops: &[Vec<Hop<'_>>], from: usize, ends: impl Fn(&Hop<'_>) -> bool) -> Vec<usize> {
    let mut seen = vec![false; hops.len()];
    let mut found = Vec::new();
    let mut open = vec![from];
    while let Some(point) = open.pop() {
        for hop in hops[point].iter().filter(|hop| !ends(hop)) {
            if !std::mem::replace(&mut seen[hop.to], true) {
                found.push(hop.to);
                open.push(hop.to);
            }
        }
    }
    found
}

/// A path that is being walked.
#[derive(Clone)]
struct Walk {
    from: Location,
    at: Location,
    /// Whose path it is; of no one before the first command.
    thread: Option<Thread>,
    /// Whether some command interferes with other threads.
    interferes: bool,
    path: Vec<usize>,
    chosen: Vec<Var>,
    message: Option<Var>,
    guards: Vec<Term>,
    updates: Substitution,
}

impl Walk {
    fn start(from: Location) -> Walk {
        Walk {
            from,
            at: from,
            thread: None,
            interferes: false,
            path: Vec::new(),
            chosen: Vec::new(),
            message: None,
            guards: Vec::new(),
            updates: Substitution::new(),
        }
    }

    fn require(&mut self, formula: &Term) {
        self.guards.push(formula.substitute(&self.updates));
    }

    /// The path as a block; none where it can never be taken, on its face.
    fn finish(self, event: Event) -> Option<Block> {
        let guard = Term::and(self.guards).simplify();
        (!guard.is_false()).then_some(Block {
            from: self.from,
            to: self.at,
            path: self.path,
            event,
            chosen: self.chosen,
            message: self.message,
            guard,
            updates: self.updates,
        })
    }
}
