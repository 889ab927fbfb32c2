//! All copies of a `parfor` whose bounds are numbers, spelled out as a `par`.
//!
//! That is what `parfor` means, so that the game is the original one for both players: all copies start
//! in one silent step, and the steps by which a copy gets its number and its own versions of variables
//! are silent, without a choice, and read nothing that changes. Copies may share memory.

use logic::{Term, Var};

use super::{Supply, Unsupported, owned, put};
use program::{Action, Command, Graph, GraphBuilder, Origin, Parfor, Renaming};

/// The most copies that are spelled out.
const MOST_COPIES: i64 = 4;

/// The graph with each `parfor` spelled out.
pub(super) fn spelled_out(graph: &Graph, supply: &mut Supply) -> Result<Graph, Unsupported> {
    let mut builder = GraphBuilder::with_locations_of(graph);
    for edge in graph.edges() {
        let action = match &edge.action {
            Action::Command(Command::Parfor(parfor)) => copies(parfor, edge.origin, supply)?,
            Action::Par(branches) => Action::Par(
                branches
                    .iter()
                    .map(|branch| spelled_out(branch, supply))
                    .collect::<Result<Vec<Graph>, Unsupported>>()?,
            ),
            action => action.clone(),
        };
        builder.edge(edge.from, action, edge.to, edge.origin);
    }
    Ok(builder.finish(graph.exit()))
}

fn copies(parfor: &Parfor, origin: Origin, supply: &mut Supply) -> Result<Action, Unsupported> {
    let number = |term: &Term| term.simplify().as_value()?.as_int()?.to_i64();
    let bounds = number(&parfor.low).zip(number(&parfor.high));
    let (low, high) = bounds.ok_or(Unsupported {
        construct: "a parfor whose number of copies is not written out",
        origin,
    })?;
    if high < low {
        return Ok(Action::Command(Command::skip()));
    }
    if high.saturating_sub(low) >= MOST_COPIES {
        return Err(Unsupported {
            construct: "a parfor with too many copies to spell out",
            origin,
        });
    }
    let before = supply.added.len();
    let body = spelled_out(&parfor.body, supply)?;
    // What the body's own loops have added, each copy has for itself.
    let inner = supply.added.split_off(before);
    let branch = |id: i64| {
        let own = owned(parfor).chain(&inner);
        let pairs: Vec<(Var, Var)> = own.map(|var| (var.clone(), supply.add(var))).collect();
        let names = Renaming::new(pairs);
        let mut builder = GraphBuilder::new();
        let mut at = builder.entry();
        let numbered = Command::Assign(names.var(&parfor.id), Term::int(id));
        let inherited = parfor.locals.iter();
        let inherited = inherited.map(|var| Command::Assign(names.var(var), var.term()));
        for command in std::iter::once(numbered).chain(inherited) {
            let next = builder.location();
            builder.command(at, command, next, origin);
            at = next;
        }
        let (entry, exit) = put(&mut builder, &body.rename(&names));
        builder.command(at, Command::skip(), entry, origin);
        builder.finish(exit)
    };
    Ok(Action::Par((low..=high).map(branch).collect()))
}
