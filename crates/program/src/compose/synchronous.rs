//! Synchronous composition (papers/004, section 2): two programs take their steps together.
//!
//! A joint step is a step of the one, then a step of the other on values of its own, at the end of
//! which both must agree on what they share: the conjunction of the two transition relations. All of
//! it is one atomic step, and what the second one had as its own is forgotten after it.

use std::collections::BTreeMap;

use logic::{Term, Value, Var};

use crate::{Cfg, Command, Graph, GraphBuilder, Location, Origin, TooLarge};

/// A shared variable, and the second program's version of it inside of a step.
pub(super) struct Own {
    pub(super) shared: Var,
    pub(super) own: Var,
}

/// A program that takes part, and whether it may idle.
pub(super) struct Player {
    pub(super) body: Graph,
    pub(super) may_idle: bool,
}

/// Where a joint step is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    /// Between steps.
    Before,
    /// The first one moves.
    First,
    /// The second one moves.
    Second,
    /// Both have moved.
    After,
}

type Place = (Location, Location, Phase);

struct Product {
    builder: GraphBuilder,
    known: BTreeMap<Place, Location>,
    open: Vec<Place>,
}

impl Product {
    fn at(&mut self, place: Place) -> Location {
        if let Some(location) = self.known.get(&place) {
            return *location;
        }
        let location = match (place.2, self.known.is_empty()) {
            (_, true) => self.builder.entry(),
            (Phase::Before, false) => self.builder.location(),
            _ => self.builder.atomic_location(),
        };
        self.known.insert(place, location);
        self.open.push(place);
        location
    }

    /// Commands one after the other inside of a step.
    fn sequence(&mut self, from: Location, commands: Vec<Command>, to: Location, origin: Origin) {
        let count = commands.len();
        let mut here = from;
        for (position, command) in commands.into_iter().enumerate() {
            let next = match position + 1 == count {
                true => to,
                false => self.builder.atomic_location(),
            };
            self.builder.command(here, command, next, origin);
            here = next;
        }
    }
}

/// The graph in which both take their steps together.
pub(super) fn together(
    first: &Player,
    second: &Player,
    shared: &[Own],
    origin: Origin,
) -> Result<Graph, TooLarge> {
    let (a, b) = (Cfg::of(&first.body)?, Cfg::of(&second.body)?);
    let mut product = Product {
        builder: GraphBuilder::new(),
        known: BTreeMap::new(),
        open: Vec::new(),
    };
    product.at((a.entry(), b.entry(), Phase::Before));
    while let Some(place @ (one, other, phase)) = product.open.pop() {
        let from = product.at(place);
        match phase {
            Phase::Before => {
                if one == a.exit() && other == b.exit() {
                    continue;
                }
                let copy = shared
                    .iter()
                    .map(|pair| Command::Assign(pair.own.clone(), pair.shared.term()));
                let commands = copy.chain([Command::skip()]).collect();
                let to = product.at((one, other, Phase::First));
                product.sequence(from, commands, to, origin);
            }
            Phase::First => {
                for (_, edge) in a.edges_from(one) {
                    let next = match a.is_atomic(edge.to) {
                        true => Phase::First,
                        false => Phase::Second,
                    };
                    let to = product.at((edge.to, other, next));
                    product
                        .builder
                        .command(from, edge.command.clone(), to, edge.origin);
                }
                if first.may_idle && !a.is_atomic(one) {
                    let to = product.at((one, other, Phase::Second));
                    product.builder.command(from, Command::skip(), to, origin);
                }
            }
            Phase::Second => {
                for (_, edge) in b.edges_from(other) {
                    let next = match b.is_atomic(edge.to) {
                        true => Phase::Second,
                        false => Phase::After,
                    };
                    let to = product.at((one, edge.to, next));
                    product
                        .builder
                        .command(from, edge.command.clone(), to, edge.origin);
                }
                if second.may_idle && !b.is_atomic(other) {
                    let to = product.at((one, other, Phase::After));
                    product.builder.command(from, Command::skip(), to, origin);
                }
            }
            Phase::After => {
                let agree = shared
                    .iter()
                    .map(|pair| Term::eq(pair.own.term(), pair.shared.term()));
                let forget = shared.iter().map(|pair| {
                    let nothing = Term::value(Value::default_of(&pair.own.sort));
                    Command::Assign(pair.own.clone(), nothing)
                });
                let commands = [Command::Guard(Term::and(agree))].into_iter().chain(forget);
                let to = product.at((one, other, Phase::Before));
                product.sequence(from, commands.collect(), to, origin);
            }
        }
        if product.known.len() > MOST_PLACES {
            return Err(TooLarge::Locations);
        }
    }
    let exit = product
        .known
        .get(&(a.exit(), b.exit(), Phase::Before))
        .copied();
    let exit = exit.unwrap_or_else(|| product.builder.location());
    Ok(product.builder.finish(exit))
}

/// The most joint places.
const MOST_PLACES: usize = 1 << 20;
