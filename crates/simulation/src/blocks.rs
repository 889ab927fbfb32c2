//! Programs in large steps: a path of silent commands, and perhaps one observable command at its
//! end, is one move.
//!
//! Why nothing is lost or gained (this takes the place of the paper's POR-CFG and POR-Turn on one
//! thread). For the source: Falsifier's single silent steps can be answered by passing, so that a
//! Verifier who wins against whole paths wins against single steps. The other way round, whatever
//! Verifier would do in the middle of a path it can do at its end, where it knows more; silent
//! steps of the target can always wait. For the target: a Verifier who stops in the middle of a
//! silent path can as well wait at its beginning and walk the whole path when it has to. Paths end
//! at a set of locations that cuts every cycle, so that they are finite, and infinitely many single
//! steps are infinitely many moves.

use logic::{FreshNames, Substitution, Term, Var};
use program::{Cfg, Command, Location, Mark, Origin, in_sort};

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

/// A command that large steps cannot express.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// What it is.
    pub construct: &'static str,
    /// Where it stands.
    pub origin: Origin,
}

/// A program in large steps.
#[derive(Clone, Debug)]
pub struct Blocks {
    cfg: Cfg,
    stops: Vec<bool>,
    /// The blocks that start at each location.
    outgoing: Vec<Vec<Block>>,
}

/// The most blocks that start at one location; where there would be more, paths end earlier.
const MOST_PATHS: usize = 16;

impl Blocks {
    /// The program in large steps; the names of chosen values are taken from the supply.
    ///
    /// # Errors
    /// The first command that large steps cannot express.
    pub fn new(cfg: Cfg, names: &mut FreshNames) -> Result<Blocks, Unsupported> {
        for edge in cfg.edges() {
            if let Command::Parfor(_) = edge.command {
                return Err(Unsupported {
                    construct: "parfor",
                    origin: edge.origin,
                });
            }
        }
        let mut stops = vec![false; cfg.location_count()];
        for location in cfg.cut_set() {
            stops[location.index()] = true;
        }
        stops[cfg.exit().index()] = true;
        // Where paths meet, two of them would go on side by side; if that happens too often, they
        // end there.
        while let Some(meeting) = crowded(&cfg, &stops) {
            stops[meeting.index()] = true;
        }
        let mut blocks = Blocks {
            outgoing: vec![Vec::new(); cfg.location_count()],
            cfg,
            stops,
        };
        for location in blocks.cfg.locations() {
            let mut found = Vec::new();
            blocks.walk(Walk::start(location), names, &mut found);
            blocks.outgoing[location.index()] = found;
        }
        Ok(blocks)
    }

    /// The graph.
    #[must_use]
    pub fn cfg(&self) -> &Cfg {
        &self.cfg
    }

    /// Whether silent paths end here.
    #[must_use]
    pub fn is_stop(&self, location: Location) -> bool {
        self.stops[location.index()]
    }

    /// The blocks that start at a location.
    #[must_use]
    pub fn from(&self, location: Location) -> &[Block] {
        &self.outgoing[location.index()]
    }

    /// All ways to go on from the walk's end, one command at a time.
    fn walk(&self, walk: Walk, names: &mut FreshNames, found: &mut Vec<Block>) {
        for (position, edge) in self.cfg.edges_from(walk.at) {
            let mut next = walk.clone();
            next.path.push(position);
            next.at = edge.to;
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
            if self.stops[next.at.index()] {
                found.extend(next.finish(Event::Silent));
            } else {
                self.walk(next, names, found);
            }
        }
    }
}

/// A location where paths meet, from which or to which too many paths lead; none where all is well.
fn crowded(cfg: &Cfg, stops: &[bool]) -> Option<Location> {
    let mut entering = vec![0usize; cfg.location_count()];
    for edge in cfg.edges() {
        entering[edge.to.index()] += 1;
    }
    // The number of silent paths from each location, by a walk in depth-first order; the stops cut
    // all cycles.
    let mut counts: Vec<Option<usize>> = vec![None; cfg.location_count()];
    for root in cfg.locations() {
        let mut open = vec![root];
        while let Some(location) = open.last().copied() {
            if counts[location.index()].is_some() {
                open.pop();
                continue;
            }
            let mut sum = 0usize;
            let mut ready = true;
            for (_, edge) in cfg.edges_from(location) {
                let ends = edge.command.is_observable()
                    && !matches!(edge.command, Command::Assert(_))
                    || stops[edge.to.index()];
                match counts[edge.to.index()] {
                    _ if ends => sum += 1,
                    Some(count) => sum += count,
                    None => {
                        open.push(edge.to);
                        ready = false;
                    }
                }
                sum += usize::from(matches!(edge.command, Command::Assert(_)));
            }
            if !ready {
                continue;
            }
            counts[location.index()] = Some(sum);
            open.pop();
            if sum > MOST_PATHS {
                // The successor with the most paths behind it, where several paths meet.
                let successors = cfg.edges_from(location).map(|(_, edge)| edge.to);
                let meeting = reachable(cfg, successors.collect(), stops)
                    .into_iter()
                    .filter(|l| entering[l.index()] > 1 && !stops[l.index()])
                    .max_by_key(|l| counts[l.index()]);
                if meeting.is_some() {
                    return meeting;
                }
            }
        }
    }
    None
}

/// The locations that silent paths reach before they end.
fn reachable(cfg: &Cfg, mut open: Vec<Location>, stops: &[bool]) -> Vec<Location> {
    let mut seen = vec![false; cfg.location_count()];
    let mut found = Vec::new();
    while let Some(location) = open.pop() {
        if seen[location.index()] || stops[location.index()] {
            continue;
        }
        seen[location.index()] = true;
        found.push(location);
        open.extend(cfg.edges_from(location).map(|(_, edge)| edge.to));
    }
    found
}

/// A path that is being walked.
#[derive(Clone)]
struct Walk {
    from: Location,
    at: Location,
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
