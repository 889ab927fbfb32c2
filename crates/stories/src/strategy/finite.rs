//! Relations and refutations of finite-state programs as strategies to look at.
//!
//! Falsifier's nodes are the pairs of states that the evidence lists. Between a step of the source
//! and its answer stands a node of Verifier's, named after the pair.

use evidence::simulation::{FiniteRefutation, FiniteSimulation, LosingPosition, RelatedPair, Why};
use evidence::unwinding::Player;
use evidence::{LabelData, StateData};
use logic::{Model, Var};
use program::concrete::{Control, Label, State};
use question::Simulated;
use rustc_hash::FxHashMap;

use super::{Action, Bound, Measure, Move, Node, Strategy};
use crate::actor::{Actor, Taken};

/// Both programs with the states that the evidence lists, and the nodes so far.
struct Drawing<'a> {
    question: &'a Simulated,
    actors: [Actor; 2],
    states: [Vec<State>; 2],
    nodes: Vec<Node>,
}

/// The graph of a relation; `None` where it does not fit the programs.
pub(super) fn proof(question: &Simulated, proof: &FiniteSimulation) -> Option<Strategy> {
    let mut drawing = Drawing::new(question, &proof.source, &proof.target)?;
    let positions = proof.pairs.iter().map(|pair| (pair.source, pair.target));
    drawing.draw_pairs(positions)?;
    for (number, pair) in proof.pairs.iter().enumerate() {
        if pair.rank > 0 {
            drawing.measure(number, Bound::Idle, pair.rank);
        }
        drawing.answers(proof, number, pair)?;
    }
    let starts = (0..proof.pairs.len()).filter(|number| {
        let pair = &proof.pairs[*number];
        drawing.is_start([pair.source, pair.target])
    });
    let starts = starts.collect();
    Some(drawing.finish(Player::Verifier, starts))
}

/// The graph of a refutation; `None` where it does not fit the programs.
pub(super) fn refutation(question: &Simulated, refutation: &FiniteRefutation) -> Option<Strategy> {
    let mut drawing = Drawing::new(question, &refutation.source, &refutation.target)?;
    let positions = refutation.positions.iter();
    drawing.draw_pairs(positions.clone().map(|it| (it.source, it.target)))?;
    let target = drawing.states[1].iter().cloned().zip(0u32..).collect();
    let numbers = positions
        .enumerate()
        .map(|(number, it)| ((it.source, it.target), number))
        .collect();
    for (number, position) in refutation.positions.iter().enumerate() {
        drawing.measure(number, Bound::Stage, position.stage);
        drawing.reason(number, position, &target, &numbers)?;
    }
    let starts = (0..refutation.positions.len()).take(1).collect();
    Some(drawing.finish(Player::Falsifier, starts))
}

impl<'a> Drawing<'a> {
    fn new(question: &'a Simulated, source: &[StateData], target: &[StateData]) -> Option<Self> {
        let actors: [Actor; 2] = Actor::all(&question.setting).try_into().ok()?;
        let states = [actors[0].decode(source)?, actors[1].decode(target)?];
        Some(Drawing {
            question,
            actors,
            states,
            nodes: Vec::new(),
        })
    }

    /// The strategy, each node of Falsifier's before the nodes of Verifier's behind it.
    fn finish(self, winner: Player, starts: Vec<usize>) -> Strategy {
        let mut order = Vec::with_capacity(self.nodes.len());
        for (number, node) in self.nodes.iter().enumerate() {
            if node.turn == Player::Falsifier {
                order.push(number);
                order.extend(node.moves.iter().filter_map(|step| step.to));
            }
        }
        let mut places = vec![0; self.nodes.len()];
        for (place, number) in order.iter().enumerate() {
            places[*number] = place;
        }
        let mut nodes = self.nodes;
        for step in nodes.iter_mut().flat_map(|node| &mut node.moves) {
            step.to = step.to.map(|to| places[to]);
        }
        let mut ordered: Vec<(usize, Node)> = places.iter().copied().zip(nodes).collect();
        ordered.sort_by_key(|(place, _)| *place);
        Strategy {
            winner,
            programs: [self.actors[0].alias, self.actors[1].alias],
            starts: starts.into_iter().map(|number| places[number]).collect(),
            values: Vec::new(),
            nodes: ordered.into_iter().map(|(_, node)| node).collect(),
        }
    }

    fn state(&self, program: usize, number: u32) -> Option<&State> {
        self.states[program].get(number as usize)
    }

    /// The values of the variables of both programs, each named once.
    fn values(&self, states: [&State; 2]) -> Vec<(Var, logic::Value)> {
        let mut values: Vec<(Var, logic::Value)> = Vec::new();
        for (actor, state) in self.actors.iter().zip(states) {
            for (var, value) in actor.machine.layout().vars().iter().zip(&state.store) {
                if !values.iter().any(|(known, _)| known == var) {
                    values.push((var.clone(), value.clone()));
                }
            }
        }
        values
    }

    fn is_start(&self, [source, target]: [u32; 2]) -> bool {
        let (Some(source), Some(target)) = (self.state(0, source), self.state(1, target)) else {
            return false;
        };
        let mut model = Model::new();
        for (var, value) in self.values([source, target]) {
            model.set(var, value);
        }
        self.actors[0].machine.is_initial(source)
            && self.actors[1].machine.is_initial(target)
            && model.holds(&self.question.setting.requires) == Ok(true)
    }

    /// A node for a pair of states.
    fn node(&self, name: String, turn: Player, states: [&State; 2]) -> Node {
        let mut label: Vec<String> = self
            .values(states)
            .into_iter()
            .map(|(var, value)| format!("{} == {value}", var.name))
            .collect();
        for (actor, state) in self.actors.iter().zip(states) {
            copies(actor, &state.control, &mut label);
        }
        Node {
            name,
            turn,
            places: states.map(|state| place(&state.control)),
            pending: None,
            label,
            measures: Vec::new(),
            ending: None,
            moves: Vec::new(),
        }
    }

    fn draw_pairs(&mut self, pairs: impl Iterator<Item = (u32, u32)>) -> Option<()> {
        for (number, (source, target)) in pairs.enumerate() {
            let states = [self.state(0, source)?, self.state(1, target)?];
            let node = self.node(format!("F{number}"), Player::Falsifier, states);
            self.nodes.push(node);
        }
        Some(())
    }

    fn measure(&mut self, number: usize, of: Bound, value: u32) {
        self.nodes[number].measures.push(Measure {
            of,
            terms: vec![value.to_string()],
        });
    }

    /// A step of a program.
    fn action(&self, program: usize, (before, label, after): &Taken) -> Action {
        let actor = &self.actors[program];
        let changed: Vec<String> = actor
            .changed(before, after)
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let text = match (label, changed.is_empty()) {
            (Label::Silent, true) => "skip".to_owned(),
            (Label::Silent, false) => changed.join(", "),
            (label, true) => label.to_string(),
            (label, false) => format!("{label} with {}", changed.join(", ")),
        };
        Action {
            text,
            origin: actor.origin(before, label, after),
        }
    }

    /// Adds an answer of the target, none where it stands still.
    fn answer(&mut self, number: usize, path: &[Taken], to: usize) {
        let actions = path.iter().map(|taken| self.action(1, taken)).collect();
        self.nodes[number].moves.push(Move {
            guard: None,
            actions,
            to: Some(to),
            covers: false,
        });
    }

    /// Adds a node of Verifier's behind a step of the source.
    fn behind(&mut self, number: usize, step: &Taken, target: u32) -> Option<usize> {
        let moves = self.nodes[number].moves.len();
        let name = format!("V{number}.{}", moves + 1);
        let mut node = self.node(name, Player::Verifier, [&step.2, self.state(1, target)?]);
        let action = self.action(0, step);
        if step.1 != Label::Silent {
            node.pending = Some(Action {
                text: step.1.to_string(),
                origin: action.origin,
            });
        }
        let to = self.nodes.len();
        self.nodes.push(node);
        self.nodes[number].moves.push(Move {
            guard: None,
            actions: vec![action],
            to: Some(to),
            covers: false,
        });
        Some(to)
    }

    /// The steps of the source at a pair of the relation, each with its answer.
    fn answers(
        &mut self,
        proof: &FiniteSimulation,
        number: usize,
        pair: &RelatedPair,
    ) -> Option<()> {
        let [source, target] = [self.actors[0].alias, self.actors[1].alias];
        let before = self.state(0, pair.source)?.clone();
        let start = self.state(1, pair.target)?.clone();
        let steps = self.actors[0].steps(&before);
        self.nodes[number].ending = match &pair.ending {
            Some(path) if path.is_empty() => Some("both programs have ended".to_owned()),
            Some(_) => Some(format!("{source} has ended, and {target} ends unseen")),
            None if steps.is_empty() => Some(format!("{source} cannot move")),
            None => None,
        };
        for (step, answer) in steps.into_iter().zip(&pair.answers) {
            let taken = (before.clone(), step.label, step.state);
            let node = self.behind(number, &taken, pair.target)?;
            let mut here = start.clone();
            let mut path = Vec::new();
            let mut shown = taken.1 == Label::Silent;
            for next in &answer.path {
                let next = self.state(1, *next)?.clone();
                let shows = !shown
                    && self.actors[1]
                        .steps(&here)
                        .iter()
                        .any(|step| step.label == taken.1 && step.state == next);
                shown |= shows;
                let label = if shows {
                    taken.1.clone()
                } else {
                    Label::Silent
                };
                path.push((here, label, next.clone()));
                here = next;
            }
            proof.pairs.get(answer.pair as usize)?;
            self.answer(node, &path, answer.pair as usize);
        }
        Some(())
    }

    /// Why Verifier loses at a position: the source's step, and all that the target can answer.
    fn reason(
        &mut self,
        number: usize,
        position: &LosingPosition,
        target: &FxHashMap<State, u32>,
        numbers: &FxHashMap<(u32, u32), usize>,
    ) -> Option<()> {
        let [source_name, target_name] = [self.actors[0].alias, self.actors[1].alias];
        let (label, next) = match &position.why {
            Why::Ending => {
                self.nodes[number].ending = Some(format!(
                    "{source_name} has ended, and {target_name} cannot end in a state where the postcondition holds"
                ));
                return Some(());
            }
            Why::Step { label, source } => (label.clone(), *source),
            Why::Divergence { source } => (LabelData::Silent, *source),
        };
        let before = self.state(0, position.source)?.clone();
        let after = self.state(0, next)?;
        let step = self.actors[0].steps(&before);
        let step = step
            .into_iter()
            .find(|step| step.state == *after && LabelData::from(&step.label) == label)?;
        let taken = (before, step.label, step.state);
        let node = self.behind(number, &taken, position.target)?;
        let start = self.state(1, position.target)?.clone();
        let paths = self.actors[1].weak_paths(&start, &taken.1, None);
        for end in &paths.ends {
            let Some(reply) = target.get(end).and_then(|end| numbers.get(&(next, *end))) else {
                continue;
            };
            self.answer(node, &paths.to(end), *reply);
        }
        if self.nodes[node].moves.is_empty() {
            self.nodes[node].ending = Some(format!("{target_name} has no answer"));
        }
        Some(())
    }
}

/// Where a program is, in the way in which graphs name locations.
fn place(control: &Control) -> String {
    match control {
        Control::At(location) => format!("L{}", location.index()),
        other => other.to_string(),
    }
}

/// The variables of the copies of a `parfor`.
fn copies(actor: &Actor, control: &Control, label: &mut Vec<String>) {
    match control {
        Control::At(_) | Control::Failed => {}
        Control::Par { branches, .. } => {
            for branch in branches {
                copies(actor, branch, label);
            }
        }
        Control::Parfor { copies: all, .. } => {
            for copy in all {
                for (slot, value) in &copy.locals {
                    let Some(var) = actor.machine.layout().vars().get(*slot as usize) else {
                        continue;
                    };
                    label.push(format!("{} == {value} in copy {}", var.name, copy.id));
                }
                copies(actor, &copy.control, label);
            }
        }
    }
}
