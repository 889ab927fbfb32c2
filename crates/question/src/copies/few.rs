//! A few copies of a `parfor`, of however many there are.
//!
//! # What becomes of a program
//! A copy of which nothing has been seen yet need not be represented. So a `parfor` becomes a number of
//! *slots*. A slot is taken by a copy with any number of the range that no other slot has, at the copy's
//! first observable command; the silent commands in front of it are part of that step, which nothing
//! interrupts. The program goes on behind the loop when the copies in slots have ended and
//!
//! - in the source, there are no others;
//! - in the target, there are no others, or the body has a silent path to its end, by which the
//!   others may have ended too.
//!
//! When all slots are taken, another copy of the source cannot be seen. One of the target can, and then
//! Verifier has won ([`Mark::Beyond`]).
//!
//! # Why Falsifier wins the original game if it wins this one
//! *The source* does nothing that the original could not do: copies without a slot stand at their start.
//! *The target* can do whatever the original can. Let Verifier win the original game, and put aside the
//! steps of copies of which nothing was seen. They are silent, and no other part reads what they
//! write (`check_parts`), so that they can be made up for when something of the copy is seen, or at the
//! end of the loop, or never. What they read is the same then: the parent waits, and its variables and
//! those of its siblings are not written by others. If more copies are seen than there are slots,
//! Verifier has won here anyway. A turn stays finite. An answer to a divergence of the source stays
//! infinite: the steps that are put aside are finitely many, for a silent cycle in front of a copy's
//! first observable command is not supported, and whenever copies start that is a step here too.
//! An atomic block of a copy whose steps are put aside keeps nobody waiting here, which only helps
//! Verifier.
//!
//! No number of copies is assumed: a specification that chooses it for itself may choose any.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Term, Var};

use super::{Role, Supply, Unsupported, mark, owned};
use program::{
    Action, Cfg, Command, Edge, Graph, GraphBuilder, Location, Mark, Origin, Parfor, Renaming,
};

/// The most joint locations of copies.
const MOST_LOCATIONS: usize = 400;

/// The graph with so many copies of each `parfor`.
pub(super) fn copies(
    graph: &Graph,
    count: usize,
    role: Role,
    supply: &mut Supply,
) -> Result<Graph, Unsupported> {
    let mut builder = GraphBuilder::with_locations_of(graph);
    for edge in graph.edges() {
        match &edge.action {
            Action::Command(Command::Parfor(parfor)) => {
                let slots = Slots::new(parfor, edge.origin, count, role, supply)?;
                slots.put(&mut builder, edge)?;
            }
            Action::Par(branches) => {
                let branches = branches
                    .iter()
                    .map(|branch| copies(branch, count, role, supply))
                    .collect::<Result<Vec<Graph>, Unsupported>>()?;
                builder.edge(edge.from, Action::Par(branches), edge.to, edge.origin);
            }
            action => builder.edge(edge.from, action.clone(), edge.to, edge.origin),
        }
    }
    Ok(builder.finish(graph.exit()))
}

/// Where the copies are: those in slots, and perhaps the next one on its way to be seen.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Joint {
    seen: Vec<Location>,
    coming: Option<Location>,
}

/// A `parfor` with its slots.
struct Slots<'a> {
    parfor: &'a Parfor,
    body: Cfg,
    /// The names that a copy in each slot uses; in the target, one more for a copy without.
    names: Vec<Renaming>,
    /// The locals whose values at the start matter.
    inherited: Vec<&'a Var>,
    /// The slots of copies that are followed.
    count: usize,
    role: Role,
    /// Whether a copy may end without being seen.
    ends_silently: bool,
}

impl<'a> Slots<'a> {
    fn new(
        parfor: &'a Parfor,
        origin: Origin,
        count: usize,
        role: Role,
        supply: &mut Supply,
    ) -> Result<Self, Unsupported> {
        let before = supply.added.len();
        let body = copies(&parfor.body, count, role, supply)?;
        // What the body's own loops have added is written by each copy for itself.
        let inner = supply.added.split_off(before);
        let body = Cfg::of(&body).map_err(|_| too_many(origin))?;
        let slots = match role {
            Role::Source => count,
            Role::Target => count + 1,
        };
        let names = (0..slots).map(|_| {
            let own = owned(parfor).chain(&inner);
            Renaming::new(own.map(|var| (var.clone(), supply.add(var))))
        });
        let names = names.collect();
        let silent = silent_prefix(&body);
        if role == Role::Target && silent.has_cycle {
            return Err(Unsupported {
                construct: "a parfor of a specification with a silent loop at its start",
                origin,
            });
        }
        Ok(Slots {
            inherited: parfor
                .locals
                .iter()
                .filter(|var| reads_first(&body, var))
                .collect(),
            ends_silently: silent.reached.contains(&body.exit()),
            parfor,
            body,
            names,
            count,
            role,
        })
    }

    /// Puts the product of the copies between the ends of an edge.
    fn put(&self, builder: &mut GraphBuilder, edge: &Edge) -> Result<(), Unsupported> {
        let origin = edge.origin;
        let start = Joint {
            seen: Vec::new(),
            coming: None,
        };
        let entry = builder.location();
        builder.command(edge.from, Command::skip(), entry, origin);
        let (beyond, over) = (builder.location(), builder.location());
        if self.role == Role::Target {
            builder.command(beyond, mark(Mark::Beyond), over, origin);
        }
        let mut known = BTreeMap::from([(start.clone(), entry)]);
        let mut open = vec![start];
        while let Some(joint) = open.pop() {
            let here = known[&joint];
            for (command, next, origin) in self.steps(&joint, origin) {
                let there = match next {
                    Next::Over => edge.to,
                    Next::Beyond => beyond,
                    Next::Start => {
                        let first = Joint {
                            seen: joint.seen.clone(),
                            coming: Some(self.body.entry()),
                        };
                        let there = self.place(builder, first, &mut known, &mut open);
                        self.start(builder, here, joint.seen.len(), there, origin);
                        continue;
                    }
                    Next::Joint(next) => self.place(builder, next, &mut known, &mut open),
                };
                builder.command(here, command, there, origin);
            }
            if known.len() > MOST_LOCATIONS {
                return Err(too_many(origin));
            }
        }
        Ok(())
    }

    fn place(
        &self,
        builder: &mut GraphBuilder,
        joint: Joint,
        known: &mut BTreeMap<Joint, Location>,
        open: &mut Vec<Joint>,
    ) -> Location {
        if let Some(there) = known.get(&joint) {
            return *there;
        }
        let alone = joint.coming.is_some() || self.holder(&joint).is_some();
        let there = if alone {
            builder.atomic_location()
        } else {
            builder.location()
        };
        known.insert(joint.clone(), there);
        open.push(joint);
        there
    }

    /// The slot whose copy is in an atomic block.
    fn holder(&self, joint: &Joint) -> Option<usize> {
        joint.seen.iter().position(|at| self.body.is_atomic(*at))
    }

    fn steps(&self, joint: &Joint, origin: Origin) -> Vec<(Command, Next, Origin)> {
        let mut steps = Vec::new();
        if let Some(at) = joint.coming {
            let slot = joint.seen.len();
            for (_, edge) in self.body.edges_from(at) {
                let command = self.names[slot].command(&edge.command);
                let next = if is_silent(&edge.command) {
                    if edge.to == self.body.exit() {
                        continue;
                    }
                    Next::Joint(Joint {
                        seen: joint.seen.clone(),
                        coming: Some(edge.to),
                    })
                } else if slot < self.count {
                    let mut seen = joint.seen.clone();
                    seen.push(edge.to);
                    Next::Joint(Joint { seen, coming: None })
                } else {
                    Next::Beyond
                };
                steps.push((command, next, edge.origin));
            }
            return steps;
        }
        if joint.seen.iter().all(|at| *at == self.body.exit()) {
            let all_ended = Command::Guard(self.all_ended(joint.seen.len()));
            steps.push((all_ended, Next::Over, origin));
        }
        let holder = self.holder(joint);
        for (slot, at) in joint.seen.iter().enumerate() {
            if holder.is_some_and(|holder| holder != slot) {
                continue;
            }
            for (_, edge) in self.body.edges_from(*at) {
                let mut next = joint.clone();
                next.seen[slot] = edge.to;
                let command = self.names[slot].command(&edge.command);
                steps.push((command, Next::Joint(next), edge.origin));
            }
        }
        if holder.is_none() && joint.seen.len() < self.names.len() {
            steps.push((Command::skip(), Next::Start, origin));
        }
        steps
    }

    /// Whether all copies may have ended, when so many have been seen and have.
    fn all_ended(&self, seen: usize) -> Term {
        let (low, high) = (self.parfor.low.clone(), self.parfor.high.clone());
        let seen = Term::int(seen as i64);
        // The number of copies is high - low + 1, or none.
        let last = Term::add([low, seen.clone(), Term::int(-1)]);
        match self.role {
            Role::Target if self.ends_silently && seen == Term::int(0) => Term::top(),
            Role::Target if self.ends_silently => Term::le(last, high),
            _ if seen == Term::int(0) => Term::le(high, last),
            _ => Term::eq(high, last),
        }
    }

    /// A copy that has no slot yet gets its number and its own versions of variables.
    fn start(
        &self,
        builder: &mut GraphBuilder,
        from: Location,
        slot: usize,
        to: Location,
        origin: Origin,
    ) {
        let names = &self.names[slot];
        let id = names.var(&self.parfor.id);
        let within = Mark::within(&id.term(), &self.parfor.low, &self.parfor.high);
        let others = self.names[..slot].iter().map(|other| {
            let taken = other.var(&self.parfor.id).term();
            Term::not(Term::eq(id.term(), taken))
        });
        let free = Term::and(others.chain([within]));
        let mut at = builder.atomic_location();
        builder.command(from, Command::Havoc(id.clone(), free), at, origin);
        for var in &self.inherited {
            let next = builder.atomic_location();
            let own_version = Command::Assign(names.var(var), var.term());
            builder.command(at, own_version, next, origin);
            at = next;
        }
        builder.command(at, Command::skip(), to, origin);
    }
}

/// Where a step leads.
enum Next {
    /// To other places of the copies.
    Joint(Joint),
    /// To the first steps of another copy.
    Start,
    /// A copy without a slot is seen.
    Beyond,
    /// All copies have ended.
    Over,
}

fn too_many(origin: Origin) -> Unsupported {
    Unsupported {
        construct: "copies of a parfor with too many joint locations",
        origin,
    }
}

fn is_silent(command: &Command) -> bool {
    matches!(
        command,
        Command::Guard(_) | Command::Assign(..) | Command::Havoc(..) | Command::Assert(_)
    )
}

/// Whether a run may read the variable before it has written it.
fn reads_first(body: &Cfg, var: &Var) -> bool {
    let mut seen = BTreeSet::from([body.entry()]);
    let mut open = vec![body.entry()];
    while let Some(at) = open.pop() {
        for (_, edge) in body.edges_from(at) {
            if edge.command.reads().contains(var) {
                return true;
            }
            if !edge.command.writes().contains(var) && seen.insert(edge.to) {
                open.push(edge.to);
            }
        }
    }
    false
}

/// What silent commands reach from the entry.
struct SilentPrefix {
    reached: BTreeSet<Location>,
    has_cycle: bool,
}

fn silent_prefix(body: &Cfg) -> SilentPrefix {
    let mut reached = BTreeSet::from([body.entry()]);
    // A location is on the stack as long as not all its edges have been followed.
    let mut stack = vec![(body.entry(), 0)];
    let mut has_cycle = false;
    while let Some((at, next)) = stack.pop() {
        let edge = body.edges_from(at).nth(next).map(|(_, edge)| edge);
        let Some(edge) = edge else { continue };
        stack.push((at, next + 1));
        if !is_silent(&edge.command) {
            continue;
        }
        has_cycle |= stack.iter().any(|(open, _)| *open == edge.to);
        if reached.insert(edge.to) {
            stack.push((edge.to, 0));
        }
    }
    SilentPrefix { reached, has_cycle }
}
