//! Strategies as evidence.

use evidence::Datum;
use evidence::unwinding::{self, Copies, Pending, Player, Step, Unwinding};
use logic::smtlib::{Declarations, print_term_with};
use logic::{Model, Term, Var};
use program::Location;

use crate::arena::{Action, Game, Place};
use crate::blocks::{Block, Blocks, Event};
use crate::strategy::Strategy;

/// Writes strategies with the names that everybody uses for the variables of the claim.
pub(crate) struct Writer<'g> {
    game: &'g Game,
    declarations: Declarations,
}

impl<'g> Writer<'g> {
    pub(crate) fn new(game: &'g Game, vars: &[Var]) -> Self {
        let mut declarations = Declarations::new();
        for var in vars {
            declarations.add_var(var);
        }
        Writer { game, declarations }
    }

    fn text(&mut self, term: &Term) -> String {
        print_term_with(term, &mut self.declarations)
    }

    /// A node without moves.
    pub(crate) fn node(&mut self, place: &Place, label: &Term) -> unwinding::Node {
        let (turn, pending, source, target) = match *place {
            Place::Falsifier { source, target } => (Player::Falsifier, None, source, target),
            Place::Verifier {
                pending,
                source,
                target,
            } => (Player::Verifier, pending_of(pending), source, target),
            Place::Failed => unreachable!("the end of a game has no node"),
        };
        unwinding::Node {
            turn,
            pending,
            source: number(source),
            target: number(target),
            label: self.text(label),
            moves: Vec::new(),
            idle: Vec::new(),
            busy: Vec::new(),
        }
    }

    /// A move at a place without guard and terms.
    pub(crate) fn step(&self, place: &Place, action: &Action, to: Option<usize>) -> Step {
        let block = self.block(place, action);
        Step {
            path: block.map_or(Vec::new(), |b| b.path.iter().map(|e| *e as u32).collect()),
            fails: block.is_some_and(|block| matches!(block.event, Event::Failure(_))),
            guard: None,
            terms: Vec::new(),
            to: to.map(|to| to as u32),
        }
    }

    /// The same for the winner, who says where and with which values.
    pub(crate) fn reply(&mut self, step: Step, guard: &Term, terms: &[Term]) -> Step {
        Step {
            guard: (!guard.is_true()).then(|| self.text(guard)),
            terms: terms.iter().map(|term| self.text(term)).collect(),
            ..step
        }
    }

    fn block(&self, place: &Place, action: &Action) -> Option<&Block> {
        match (action, place) {
            (Action::Source(number), Place::Falsifier { source, .. }) => {
                Some(&self.game.source.from(*source)[*number])
            }
            (Action::Target(number), Place::Verifier { target, .. }) => {
                Some(&self.game.target.from(*target)[*number])
            }
            _ => None,
        }
    }

    /// Verifier's strategy with its labels and measures.
    pub(crate) fn proof(
        &mut self,
        strategy: &Strategy,
        labels: &[Term],
        idle: &[Vec<Term>],
        busy: &[Vec<Term>],
    ) -> Unwinding {
        let mut nodes = Vec::new();
        for (position, node) in strategy.nodes.iter().enumerate() {
            let place = &node.spot.place;
            let mut written = self.node(place, &labels[position]);
            for edge in &node.edges {
                let step = self.step(place, &edge.action, edge.to);
                written.moves.push(match place {
                    Place::Verifier { .. } => {
                        let terms: Vec<Term> = edge
                            .step
                            .chosen
                            .iter()
                            .map(|var| edge.terms.get(var).cloned().unwrap_or_else(|| var.term()))
                            .collect();
                        self.reply(step, &edge.guard, &terms)
                    }
                    _ => step,
                });
            }
            written.idle = idle[position].iter().map(|term| self.text(term)).collect();
            written.busy = busy[position].iter().map(|term| self.text(term)).collect();
            nodes.push(written);
        }
        self.unwinding(Player::Verifier, Vec::new(), nodes)
    }

    /// The whole.
    pub(crate) fn unwinding(
        &self,
        winner: Player,
        start: Vec<Datum>,
        nodes: Vec<unwinding::Node>,
    ) -> Unwinding {
        Unwinding {
            winner,
            copies: Copies::AsWritten,
            source_stops: stops(&self.game.source),
            target_stops: stops(&self.game.target),
            start,
            nodes,
        }
    }
}

fn stops(blocks: &Blocks) -> Vec<u32> {
    blocks.stops().map(|point| point.index() as u32).collect()
}

fn number(location: Location) -> u32 {
    location.index() as u32
}

fn pending_of(event: Event) -> Option<Pending> {
    match event {
        Event::Silent | Event::Beyond => None,
        Event::Message(edge) => Some(Pending::Message(edge as u32)),
        Event::Failure(_) => Some(Pending::Failure),
    }
}

/// The values of the variables, in order.
pub(crate) fn start_of(vars: &[Var], model: &Model) -> Vec<Datum> {
    vars.iter()
        .map(|var| {
            let default = logic::Value::default_of(&var.sort);
            Datum::from(model.get(var).unwrap_or(&default))
        })
        .collect()
}
