//! Asynchronous composition (papers/004, section 2): programs take turns.

use crate::{Action, Cfg, Command, Graph, GraphBuilder, Origin, TooLarge};

/// A process that does nothing for ever. Beside it, everybody else may idle.
pub(super) fn idler(origin: Origin) -> Graph {
    let mut builder = GraphBuilder::new();
    let entry = builder.entry();
    let exit = builder.location();
    builder.command(entry, Command::skip(), entry, origin);
    builder.finish(exit)
}

/// The parts in parallel from the start on, without a step that starts them.
pub(super) fn interleaved(mut branches: Vec<Graph>, origin: Origin) -> Result<Graph, TooLarge> {
    if branches.len() == 1 && !branches[0].has_par() {
        return Ok(branches.remove(0));
    }
    let mut whole = GraphBuilder::new();
    let (entry, exit) = (whole.entry(), whole.location());
    whole.edge(entry, Action::Par(branches), exit, origin);
    let flat = Cfg::of(&whole.finish(exit))?;
    let mut builder = GraphBuilder::new();
    let start = flat.edges_from(flat.entry()).next();
    let start = start.map_or(flat.exit(), |(_, edge)| edge.to);
    let places = flat.locations().map(|location| {
        if location == start {
            builder.entry()
        } else if flat.is_atomic(location) {
            builder.atomic_location()
        } else {
            builder.location()
        }
    });
    let places: Vec<_> = places.collect();
    for edge in flat.edges() {
        if edge.from != flat.entry() {
            let (from, to) = (places[edge.from.index()], places[edge.to.index()]);
            builder.command(from, edge.command.clone(), to, edge.origin);
        }
    }
    let exit = places[flat.exit().index()];
    Ok(builder.finish(exit))
}
