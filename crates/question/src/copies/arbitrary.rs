//! One arbitrary copy for all copies of a `parfor`, one arbitrary thread for all threads of a `par`
//! with a `parfor` in it.
//!
//! # What becomes of a program
//! `parfor id in low..=high { body }` with an empty range is a silent step. Otherwise all copies start
//! ([`Mark::Copies`]), Falsifier picks one of them ([`Mark::Copy`]), the body runs on versions of its
//! own of what it writes, the copy ends ([`Mark::End`]), and the program goes on behind the loop.
//!
//! A `par` with a `parfor` in one of its branches is taken apart as well: the branches without one,
//! multiplied out, are its first thread, each branch with one is a thread. All start
//! ([`Mark::Threads`]), Falsifier picks one ([`Mark::Thread`]), it runs, it ends, and at the end of
//! the others ([`Mark::Join`]) what they write, in both programs, gets values that Falsifier picks.
//! Where every `par` is taken apart, each of its branches is a thread.
//! A product of the threads would not do: a Verifier who answers a step of one copy by a step of a
//! thread beside the loop could not do so for all copies.
//!
//! # Why Verifier wins the original game if it wins this one
//! While parts run, the original game consists of as many games as there are parts: for each part the
//! play of this game in which Falsifier has picked it. Verifier answers a step of a part by what its
//! strategy for that part says, a path of the same part of the target. No part writes what another one
//! reads (`check_parts`), so that this changes nothing in the other plays: what they know of variables
//! that other parts write is what these were at the start, and nobody but Verifier's memory cares.
//!
//! - *Start.* All parts start from the same state of both programs. That is why the parts start with
//!   one event and one is picked with another, with no silent step between the two: whatever the
//!   target chooses before its parts start, it chooses for all of them. The sets of parts are the
//!   same: equal bounds, as many threads.
//! - *End.* When a part of the source ends, the same part of the target is at its end or runs silently
//!   to it, for [`Mark::End`] has to be matched. So when all parts of the source have ended, so have
//!   those of the target. Verifier then goes on with the play of one part, that of the first copy or
//!   the first thread, whose last values it knows. The parent's variables are as before, but for those
//!   that threads have written: the play goes on for all values of what other threads write, so also
//!   for the right ones. They are picked after the target's part has ended, since its last steps may
//!   not depend on them.
//! - *Divergence.* In an infinite silent run of the source, parts start infinitely often, and each time
//!   the target's start too, which is a step; or one of finitely many parts, or the parent, moves
//!   infinitely often, and Verifier's strategy there moves the target infinitely often. A turn of
//!   Verifier is finite, since it moves in one part, or starts finitely many.
//! - *Atomic blocks* of the target are not supported in parts: standing in one would keep other parts
//!   from answering. Those of the source can be ignored: Falsifier may do more.
//! - *Failure* of a part is failure of the program, on both sides.
//!
//! The way back does not hold: a target may simulate all copies together and no copy by itself.

use std::collections::BTreeSet;

use logic::{Term, Var};

use super::{Apart, Role, Supply, Unsupported, mark, owned, put};
use crate::Simulated;
use program::{Action, Command, Edge, Graph, GraphBuilder, Mark, Origin, Parfor, Renaming};

/// The graph with one arbitrary part for all.
pub(super) fn one_copy(
    graph: &Graph,
    role: Role,
    supply: &mut Supply,
) -> Result<Graph, Unsupported> {
    let mut builder = GraphBuilder::with_locations_of(graph);
    for edge in graph.edges() {
        match &edge.action {
            Action::Command(Command::Parfor(parfor)) => {
                copies(&mut builder, edge, parfor, role, supply)?;
            }
            Action::Par(branches) if supply.apart.concerns(branches) => {
                threads(&mut builder, edge, branches, role, supply)?;
            }
            action => builder.edge(edge.from, action.clone(), edge.to, edge.origin),
        }
    }
    Ok(builder.finish(graph.exit()))
}

fn copies(
    builder: &mut GraphBuilder,
    edge: &Edge,
    parfor: &Parfor,
    role: Role,
    supply: &mut Supply,
) -> Result<(), Unsupported> {
    let body = part(&parfor.body, edge.origin, role, supply)?;
    let pairs: Vec<(Var, Var)> = owned(parfor)
        .map(|var| (var.clone(), supply.add(var)))
        .collect();
    let renaming = Renaming::new(pairs.iter().cloned());
    let (low, high) = (parfor.low.clone(), parfor.high.clone());
    let (ready, started) = (builder.location(), builder.location());
    let add = |builder: &mut GraphBuilder, from, command, to| {
        builder.command(from, command, to, edge.origin);
    };
    let empty = Command::Guard(Term::lt(high.clone(), low.clone()));
    add(builder, edge.from, empty, edge.to);
    let some = Command::Guard(Term::le(low.clone(), high.clone()));
    add(builder, edge.from, some, ready);
    let all = Mark::Copies {
        low: low.clone(),
        high: high.clone(),
    };
    add(builder, ready, mark(all), started);
    let one = Mark::Copy {
        id: renaming.var(&parfor.id),
        low,
        high,
    };
    let mut at = builder.location();
    add(builder, started, mark(one), at);
    for (var, own) in pairs.iter().filter(|(var, _)| *var != parfor.id) {
        let next = builder.location();
        let own_version = Command::Assign(own.clone(), var.term());
        add(builder, at, own_version, next);
        at = next;
    }
    let (entry, exit) = put(builder, &body.rename(&renaming));
    add(builder, at, Command::skip(), entry);
    add(builder, exit, mark(Mark::End), edge.to);
    Ok(())
}

fn threads(
    builder: &mut GraphBuilder,
    edge: &Edge,
    branches: &[Graph],
    role: Role,
    supply: &mut Supply,
) -> Result<(), Unsupported> {
    let (loops, plain): (Vec<&Graph>, Vec<&Graph>) =
        branches.iter().partition(|branch| branch.has_parfor());
    let together = together(plain, edge.origin);
    let parts: Vec<&Graph> = match supply.apart {
        Apart::Loops => std::iter::once(&together).chain(loops).collect(),
        Apart::All => branches.iter().collect(),
    };
    let of = parts.len();
    let started = builder.location();
    let add = |builder: &mut GraphBuilder, from, next, to| {
        builder.command(from, mark(next), to, edge.origin);
    };
    add(builder, edge.from, Mark::Threads(of), started);
    for (number, thread) in parts.iter().enumerate() {
        let (entry, exit) = put(builder, &part(thread, edge.origin, role, supply)?);
        add(builder, started, Mark::Thread { number, of }, entry);
        let ended = builder.location();
        add(builder, exit, Mark::End, ended);
        let others = parts.iter().enumerate().filter(|(k, _)| *k != number);
        let forgets: BTreeSet<Var> = others.flat_map(|(_, other)| other.writes()).collect();
        let join = Mark::Join {
            number,
            of,
            forgets: forgets.into_iter().collect(),
        };
        add(builder, ended, join, edge.to);
    }
    Ok(())
}

/// A part, taken apart itself.
fn part(
    graph: &Graph,
    origin: Origin,
    role: Role,
    supply: &mut Supply,
) -> Result<Graph, Unsupported> {
    if role == Role::Target && has_atomic(graph) {
        return Err(Unsupported {
            construct: "an atomic block beside or in a parfor of a specification",
            origin,
        });
    }
    one_copy(graph, role, supply)
}

fn has_atomic(graph: &Graph) -> bool {
    let inside = |edge: &Edge| match &edge.action {
        Action::Command(Command::Parfor(parfor)) => has_atomic(&parfor.body),
        Action::Command(_) => false,
        Action::Par(branches) => branches.iter().any(has_atomic),
    };
    graph.locations().any(|at| graph.is_atomic(at)) || graph.edges().iter().any(inside)
}

/// Branches as one thread.
fn together(branches: Vec<&Graph>, origin: Origin) -> Graph {
    if let [branch] = branches[..] {
        return branch.clone();
    }
    let mut builder = GraphBuilder::new();
    let (entry, exit) = (builder.entry(), builder.location());
    let action = if branches.is_empty() {
        Action::Command(Command::skip())
    } else {
        Action::Par(branches.into_iter().cloned().collect())
    };
    builder.edge(entry, action, exit, origin);
    builder.finish(exit)
}

/// Where threads join, the source forgets what the other threads of either program have written. Which
/// `par` of the target is at the same point is not known to the graph, so it forgets for all that
/// may be: Falsifier may pick the values that they have.
pub(super) fn forget_for_both(question: &mut Simulated) {
    let [source, target] = &mut question.setting.programs;
    let mut written: Vec<(usize, usize, Vec<Var>)> = Vec::new();
    target.body = target.body.map_commands(&mut |command| match command {
        Command::Mark(at) => match &**at {
            Mark::Join {
                number,
                of,
                forgets,
            } => {
                written.push((*number, *of, forgets.clone()));
                mark(Mark::Join {
                    number: *number,
                    of: *of,
                    forgets: Vec::new(),
                })
            }
            _ => command.clone(),
        },
        _ => command.clone(),
    });
    source.body = source.body.map_commands(&mut |command| match command {
        Command::Mark(at) => match &**at {
            Mark::Join {
                number,
                of,
                forgets,
            } => {
                let same = written.iter().filter(|(k, n, _)| (k, n) == (number, of));
                let theirs = same.flat_map(|(_, _, vars)| vars.iter().cloned());
                let all: BTreeSet<Var> = forgets.iter().cloned().chain(theirs).collect();
                mark(Mark::Join {
                    number: *number,
                    of: *of,
                    forgets: all.into_iter().collect(),
                })
            }
            _ => command.clone(),
        },
        _ => command.clone(),
    });
}
