//! Rules for strategies of the simulation game between programs with infinitely many states
//! (papers/000, Definition 3.5, corrected).
//!
//! # Why large moves are the same game
//! A move is a path of silent commands up to a *stop*, or up to and including an observable command.
//! The stops, which the evidence names, cut every cycle, so that every path is finite. For the
//! source: a Verifier who answers whole paths answers single steps by passing until the path ends.
//! A Falsifier who wins with whole paths wins with single steps: what Verifier does in the middle of
//! a path, it could have done at its end. For the target: a Verifier who stops in the middle of a
//! silent path could have waited at its beginning. An infinite play of single steps is an infinite
//! play of paths.
//!
//! # Why Verifier moves first
//! That is the paper's game with a `skip` in front of the source. Without it, a source that has
//! ended from the start would never be compared.

use std::collections::hash_map::Entry;

use budget::Budget;
use evidence::unwinding::{Node, Pending, Player, Step, Unwinding};
use logic::smtlib::{Declarations, parse_term};
use logic::{FreshNames, Model, Sort, Substitution, Term, Var};
use program::{Cfg, Command, Location, Task, in_sort};
use rustc_hash::FxHashMap;
use smt::{Outcome, Solver, Validity};

use crate::{Accepted, Established, Rejected, Vacuity, broken};

/// A path of commands with what it does.
#[derive(Clone)]
struct Path {
    edges: Vec<u32>,
    fails: bool,
    to: Location,
    /// The edge of the observable command at the end.
    message: Option<usize>,
    chosen: Vec<Var>,
    guard: Term,
    updates: Substitution,
}

/// A program with its stops.
struct Side {
    cfg: Cfg,
    stops: Vec<bool>,
}

impl Side {
    fn new(cfg: Cfg, stops: &[u32]) -> Result<Side, Rejected> {
        let mut is_stop = vec![false; cfg.location_count()];
        is_stop[cfg.exit().index()] = true;
        for stop in stops {
            let place = is_stop.get_mut(*stop as usize);
            *place.ok_or(Rejected::Dangling {
                what: "location",
                position: *stop,
            })? = true;
        }
        let side = Side {
            cfg,
            stops: is_stop,
        };
        side.rule_stops()?;
        Ok(side)
    }

    /// Whether a path that takes this edge ends behind it.
    fn ends(&self, edge: usize) -> bool {
        let edge = &self.cfg.edges()[edge];
        matches!(edge.command, Command::Send { .. } | Command::Receive { .. })
            || self.stops[edge.to.index()]
    }

    /// The stops cut every silent cycle: locations without a way back can be taken away until none
    /// is left.
    fn rule_stops(&self) -> Result<(), Rejected> {
        let count = self.cfg.location_count();
        let mut waiting = vec![0usize; count];
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (position, edge) in self.cfg.edges().iter().enumerate() {
            if matches!(edge.command, Command::Parfor(_)) {
                return Err(broken("Stops", "the programs have a parfor"));
            }
            if !self.ends(position) {
                waiting[edge.from.index()] += 1;
                before[edge.to.index()].push(edge.from.index());
            }
        }
        let mut ready: Vec<usize> = (0..count).filter(|place| waiting[*place] == 0).collect();
        let mut done = 0;
        while let Some(place) = ready.pop() {
            done += 1;
            for earlier in &before[place] {
                waiting[*earlier] -= 1;
                if waiting[*earlier] == 0 {
                    ready.push(*earlier);
                }
            }
        }
        if done == count {
            Ok(())
        } else {
            Err(broken("Stops", "a silent cycle has no stop"))
        }
    }

    /// All paths from a location. The names of chosen values come from the supply.
    fn paths(&self, from: Location, names: &mut FreshNames) -> Vec<Path> {
        let mut found = Vec::new();
        let mut open = vec![Path {
            edges: Vec::new(),
            fails: false,
            to: from,
            message: None,
            chosen: Vec::new(),
            guard: Term::top(),
            updates: Substitution::new(),
        }];
        while let Some(path) = open.pop() {
            for (position, edge) in self.cfg.edges_from(path.to) {
                let mut next = path.clone();
                next.edges.push(position as u32);
                next.to = edge.to;
                match &edge.command {
                    Command::Guard(formula) => next.require(formula),
                    Command::Assign(var, value) => {
                        let value = value.substitute(&next.updates);
                        next.guard = Term::and([next.guard, in_sort(&value, &var.sort)]);
                        next.updates.insert(var.clone(), value);
                    }
                    Command::Havoc(var, formula) => {
                        let value = names.fresh(var);
                        next.updates.insert(var.clone(), value.term());
                        next.chosen.push(value);
                        next.require(formula);
                    }
                    Command::Assert(formula) => {
                        let mut failing = next.clone();
                        failing.fails = true;
                        failing.require(&Term::not(formula.clone()));
                        found.push(failing);
                        next.require(formula);
                    }
                    Command::Send { .. } | Command::Receive { .. } => {
                        next.message = Some(position);
                    }
                    Command::Parfor(_) => continue,
                }
                if self.ends(position) {
                    found.push(next);
                } else {
                    open.push(next);
                }
            }
        }
        found
    }
}

impl Path {
    fn require(&mut self, formula: &Term) {
        let formula = formula.substitute(&self.updates);
        self.guard = Term::and([self.guard.clone(), formula]);
    }
}

/// A move of the game: where it is possible, what it changes, where it leads.
struct Move {
    edges: Vec<u32>,
    fails: bool,
    chosen: Vec<Var>,
    guard: Term,
    updates: Substitution,
    /// The next position; `None` where both programs have failed.
    to: Option<Position>,
    /// Whether the target moves.
    is_target: bool,
}

/// A position without values.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Position {
    turn: Player,
    pending: Option<Pending>,
    source: Location,
    target: Location,
}

/// The game, and what has been read of the evidence.
struct Game<'a> {
    task: &'a Task,
    source: Side,
    target: Side,
    declarations: Declarations,
    vars: Vec<Var>,
    names: FreshNames,
    solver: Solver,
    labels: Vec<Term>,
    unwinding: &'a Unwinding,
    obligations: usize,
    budget: &'a Budget,
}

/// Checks a strategy for either player.
pub(crate) fn check(
    task: &Task,
    unwinding: &Unwinding,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let mut game = Game::new(task, unwinding, budget)?;
    let vacuous = match unwinding.winner {
        Player::Verifier => game.rule_initial()?,
        Player::Falsifier => {
            game.rule_start()?;
            None
        }
    };
    let mut steps = Vec::new();
    for number in 0..unwinding.nodes.len() {
        steps.extend(game.rule_node(number)?);
    }
    let verdict = match unwinding.winner {
        Player::Verifier => {
            let measures: [(bool, Measure); 2] = [(false, |n| &n.idle), (true, |n| &n.busy)];
            for (is_target, measure) in measures {
                game.rule_measure(&steps, is_target, measure)?;
            }
            Established::Proved
        }
        Player::Falsifier => {
            rule_progress(unwinding.nodes.len(), &steps)?;
            Established::Refuted
        }
    };
    Ok(Accepted {
        verdict,
        obligations: game.obligations,
        vacuous,
    })
}

type Measure = fn(&Node) -> &Vec<String>;

/// A step between two nodes: what relates the values before and after.
struct Transition {
    from: usize,
    to: usize,
    is_target: bool,
    /// Where the step is taken, over the values before and the chosen ones.
    premise: Term,
    updates: Substitution,
}

impl<'a> Game<'a> {
    fn new(task: &'a Task, unwinding: &'a Unwinding, budget: &'a Budget) -> Result<Self, Rejected> {
        let [source, target] = &task.programs[..] else {
            return Err(Rejected::WrongKind);
        };
        let side = |program: &program::Program, stops: &[u32]| {
            let cfg =
                Cfg::of(&program.body).map_err(|error| broken("Programs", error.to_string()))?;
            Side::new(cfg, stops)
        };
        let vars = task.initial_vars();
        let mut declarations = Declarations::new();
        let mut names = FreshNames::new();
        for var in &vars {
            declarations.add_var(var);
            names.avoid(var.name);
        }
        let mut game = Game {
            task,
            source: side(source, &unwinding.source_stops)?,
            target: side(target, &unwinding.target_stops)?,
            declarations,
            vars,
            names,
            solver: Solver::new(smt::Strategy::Incremental),
            labels: Vec::new(),
            unwinding,
            obligations: 0,
            budget,
        };
        for node in &unwinding.nodes {
            let label = game.formula(&node.label)?;
            game.labels.push(label);
        }
        Ok(game)
    }

    /// A term over the variables of the claim, without quantifiers.
    fn term(&self, text: &str) -> Result<Term, Rejected> {
        let term = parse_term(text, &self.declarations)
            .map_err(|error| broken("Terms", format!("{text}: {}", error.message())))?;
        if term.has_quantifier() || !term.functions().is_empty() {
            return Err(broken("Terms", format!("{text} is not over the variables")));
        }
        Ok(term)
    }

    fn formula(&self, text: &str) -> Result<Term, Rejected> {
        let term = self.term(text)?;
        if *term.sort() != Sort::Bool {
            return Err(broken("Terms", format!("{text} is no formula")));
        }
        Ok(term)
    }

    fn position(&self, number: u32) -> Result<Position, Rejected> {
        let dangling = |what, position| Rejected::Dangling { what, position };
        let node = self.unwinding.nodes.get(number as usize);
        let node = node.ok_or(dangling("node", number))?;
        let place = |side: &Side, location: u32| {
            if (location as usize) < side.cfg.location_count() {
                Ok(Location::at(location as usize))
            } else {
                Err(dangling("location", location))
            }
        };
        Ok(Position {
            turn: node.turn,
            pending: node.pending,
            source: place(&self.source, node.source)?,
            target: place(&self.target, node.target)?,
        })
    }

    /// The formula holds for all values.
    fn valid(&mut self, rule: &'static str, formula: &Term, what: &str) -> Result<(), Rejected> {
        self.obligations += 1;
        match self.solver.valid(&formula.simplify(), self.budget) {
            Validity::Valid => Ok(()),
            Validity::Invalid => Err(broken(rule, what)),
            Validity::Unknown(reason) => Err(Rejected::Unanswered(reason)),
        }
    }

    /// Every pair of initial states is at the first node, which is Verifier's.
    fn rule_initial(&mut self) -> Result<Option<Vacuity>, Rejected> {
        self.rule_root()?;
        let implied = Term::implies(self.task.requires.clone(), self.labels[0].clone());
        self.valid("Initial", &implied, "a start is not at the first node")?;
        let requires = self.task.requires.clone();
        match self.solver.satisfy(&requires, self.budget) {
            Outcome::Unsat(()) => Ok(Some(Vacuity::NoStart)),
            Outcome::Sat(_) => Ok(None),
            Outcome::Unknown(reason) => Err(Rejected::Unanswered(reason)),
        }
    }

    /// The start that Falsifier has chosen is one, and is at the first node.
    fn rule_start(&mut self) -> Result<(), Rejected> {
        self.rule_root()?;
        if self.unwinding.start.len() != self.vars.len() {
            return Err(broken("Start", "not every variable has a value"));
        }
        let mut model = Model::new();
        for (var, datum) in self.vars.iter().zip(&self.unwinding.start) {
            let value = datum.decode(&var.sort);
            let value =
                value.ok_or_else(|| broken("Start", format!("{} has no value", var.name)))?;
            model.set(var.clone(), value);
        }
        self.obligations += 1;
        for formula in [&self.task.requires, &self.labels[0]] {
            if !model.holds(formula)? {
                return Err(broken("Start", "the start is none"));
            }
        }
        Ok(())
    }

    fn rule_root(&self) -> Result<(), Rejected> {
        let expected = Position {
            turn: Player::Verifier,
            pending: None,
            source: self.source.cfg.entry(),
            target: self.target.cfg.entry(),
        };
        if self.position(0)? == expected {
            Ok(())
        } else {
            Err(broken("Initial", "the first node is not the start"))
        }
    }

    /// All moves that are possible at a position.
    fn moves(&mut self, position: Position) -> Vec<Move> {
        match position.turn {
            Player::Falsifier => {
                let paths = self.source.paths(position.source, &mut self.names);
                paths
                    .into_iter()
                    .map(|path| self.source_move(path, position))
                    .collect()
            }
            Player::Verifier => {
                let paths = self.target.paths(position.target, &mut self.names);
                let mut moves: Vec<Move> = paths
                    .into_iter()
                    .filter_map(|path| self.target_move(path, position))
                    .collect();
                if position.pending.is_none() {
                    moves.push(Move {
                        edges: Vec::new(),
                        fails: false,
                        chosen: Vec::new(),
                        guard: Term::top(),
                        updates: Substitution::new(),
                        to: Some(Position {
                            turn: Player::Falsifier,
                            ..position
                        }),
                        is_target: false,
                    });
                }
                moves
            }
        }
    }

    fn source_move(&mut self, mut path: Path, position: Position) -> Move {
        let mut pending = path.fails.then_some(Pending::Failure);
        if let Some(edge) = path.message {
            pending = Some(Pending::Message(edge as u32));
            if let Command::Receive { var, .. } = &self.source.cfg.edges()[edge].command {
                // Any message may come, and it is known from now on.
                let message = self.names.fresh(var);
                path.updates.insert(var.clone(), message.term());
                path.chosen.push(message);
            }
        }
        Move {
            edges: path.edges,
            fails: path.fails,
            chosen: path.chosen,
            guard: path.guard,
            updates: path.updates,
            to: Some(Position {
                turn: Player::Verifier,
                pending,
                source: path.to,
                target: position.target,
            }),
            is_target: false,
        }
    }

    /// The move of the target, if what it shows is what it has to match, or nothing.
    fn target_move(&self, mut path: Path, position: Position) -> Option<Move> {
        let next = |pending| {
            Some(Position {
                turn: Player::Verifier,
                pending,
                source: position.source,
                target: path.to,
            })
        };
        let to = match (path.fails, path.message, position.pending) {
            (false, None, pending) => next(pending),
            (true, _, Some(Pending::Failure)) => None,
            (false, Some(own), Some(Pending::Message(theirs))) => {
                let to = next(None);
                let own = &self.target.cfg.edges()[own].command;
                let theirs = &self.source.cfg.edges().get(theirs as usize)?.command;
                self.match_message(own, theirs, &mut path)?;
                to
            }
            _ => return None,
        };
        Some(Move {
            edges: path.edges,
            fails: path.fails,
            chosen: path.chosen,
            guard: path.guard,
            updates: path.updates,
            to,
            is_target: true,
        })
    }

    /// Equal messages on equal channels. The source's variables are as they were when it sent or
    /// received; a message that it received stands in its variable.
    fn match_message(&self, own: &Command, theirs: &Command, path: &mut Path) -> Option<()> {
        let same = |own: &Term, theirs: &Term, path: &mut Path| {
            let equal = Term::eq(own.substitute(&path.updates), theirs.clone());
            path.guard = Term::and([path.guard.clone(), equal]);
        };
        match (own, theirs) {
            (
                Command::Send { value, channel },
                Command::Send {
                    value: their_value,
                    channel: their_channel,
                },
            ) => {
                same(value, their_value, path);
                same(channel, their_channel, path);
                Some(())
            }
            (
                Command::Receive { var, channel },
                Command::Receive {
                    var: their_var,
                    channel: their_channel,
                },
            ) => {
                same(channel, their_channel, path);
                let message = their_var.term();
                path.guard = Term::and([path.guard.clone(), in_sort(&message, &var.sort)]);
                path.updates.insert(var.clone(), message);
                Some(())
            }
            _ => None,
        }
    }

    /// All rules about a node; the steps to other nodes.
    fn rule_node(&mut self, number: usize) -> Result<Vec<Transition>, Rejected> {
        let position = self.position(number as u32)?;
        let is_source_done = position.source == self.source.cfg.exit();
        if position.turn == Player::Falsifier && is_source_done {
            self.rule_final(number, position)?;
            return Ok(Vec::new());
        }
        let moves = self.moves(position);
        if position.turn == self.unwinding.winner {
            self.rule_moves(number, moves)
        } else {
            self.rule_adequate(number, moves)
        }
    }

    /// Where the source has ended and Verifier has passed, the target has ended too and the
    /// postcondition holds; where Falsifier wins, not both.
    fn rule_final(&mut self, number: usize, position: Position) -> Result<(), Rejected> {
        let good = if position.target == self.target.cfg.exit() {
            self.task.ensures.clone()
        } else {
            Term::bottom()
        };
        let wanted = match self.unwinding.winner {
            Player::Verifier => good,
            Player::Falsifier => Term::not(good),
        };
        let formula = Term::implies(self.labels[number].clone(), wanted);
        self.valid("Final", &formula, &format!("node {number} ends wrongly"))
    }

    /// The winner's moves: in every state of the node one is made, it is possible, and it leads to
    /// the node that is named.
    fn rule_moves(&mut self, number: usize, moves: Vec<Move>) -> Result<Vec<Transition>, Rejected> {
        let label = self.labels[number].clone();
        let mut transitions = Vec::new();
        // Where no earlier move is made.
        let mut left = label;
        let unwinding = self.unwinding;
        for step in &unwinding.nodes[number].moves {
            let own = find(&moves, step).ok_or_else(|| {
                broken("Moves", format!("node {number} makes no move of the game"))
            })?;
            let guard = match &step.guard {
                Some(text) => self.formula(text)?,
                None => Term::top(),
            };
            let terms = self.chosen_terms(own, step)?;
            let mut conditions = vec![own.guard.substitute(&terms)];
            for var in &own.chosen {
                let term = terms.get(var).expect("every chosen value has a term");
                conditions.push(in_sort(term, &var.sort));
            }
            let updates: Substitution = own
                .updates
                .iter()
                .map(|(var, term)| (var.clone(), term.substitute(&terms)))
                .collect();
            let target = self.rule_target(number, own, step)?;
            match target {
                Some(target) => conditions.push(self.labels[target].substitute(&updates)),
                // Both programs have failed, and Falsifier has no more moves.
                None if self.unwinding.winner == Player::Verifier => {}
                None => return Err(broken("Moves", "Falsifier does not win there")),
            }
            let premise = Term::and([left.clone(), guard.clone()]);
            let formula = Term::implies(premise.clone(), Term::and(conditions));
            self.valid(
                "Consecution",
                &formula,
                &format!("a move of node {number} is not possible, or leads elsewhere"),
            )?;
            left = Term::and([left, Term::not(guard)]);
            transitions.extend(target.map(|to| Transition {
                from: number,
                to,
                is_target: own.is_target,
                premise,
                updates,
            }));
        }
        let formula = Term::not(left);
        self.valid(
            "Adequacy",
            &formula,
            &format!("node {number} has no move for some state"),
        )?;
        Ok(transitions)
    }

    /// The loser's moves: each that is possible leads to the node that is named.
    fn rule_adequate(
        &mut self,
        number: usize,
        moves: Vec<Move>,
    ) -> Result<Vec<Transition>, Rejected> {
        let mut transitions = Vec::new();
        let unwinding = self.unwinding;
        for own in moves {
            let premise = Term::and([self.labels[number].clone(), own.guard.clone()]);
            let steps = &unwinding.nodes[number].moves;
            let Some(step) = steps.iter().find(|step| is_same(&own, step)) else {
                let formula = Term::not(premise);
                self.valid(
                    "Adequacy",
                    &formula,
                    &format!("node {number} does not expect a move that is possible"),
                )?;
                continue;
            };
            match self.rule_target(number, &own, step)? {
                Some(to) => {
                    let after = self.labels[to].substitute(&own.updates);
                    let formula = Term::implies(premise.clone(), after);
                    self.valid(
                        "Consecution",
                        &formula,
                        &format!("a move from node {number} leads elsewhere"),
                    )?;
                    transitions.push(Transition {
                        from: number,
                        to,
                        is_target: own.is_target,
                        premise,
                        updates: own.updates,
                    });
                }
                None => return Err(broken("Adequacy", "Verifier wins there")),
            }
        }
        Ok(transitions)
    }

    /// The node that a step leads to is one for the position that the move leads to.
    fn rule_target(
        &self,
        number: usize,
        own: &Move,
        step: &Step,
    ) -> Result<Option<usize>, Rejected> {
        let reached = step.to.map(|to| self.position(to)).transpose()?;
        if reached == own.to {
            Ok(step.to.map(|to| to as usize))
        } else {
            Err(broken(
                "Moves",
                format!("a move of node {number} leads to a node for another position"),
            ))
        }
    }

    fn chosen_terms(&self, own: &Move, step: &Step) -> Result<Substitution, Rejected> {
        if own.chosen.len() != step.terms.len() {
            return Err(broken("Moves", "not every chosen value has a term"));
        }
        let mut terms = Substitution::new();
        for (var, text) in own.chosen.iter().zip(&step.terms) {
            let term = self.term(text)?;
            if term.sort().carrier() != var.sort.carrier() {
                return Err(broken("Moves", format!("{text} has another sort")));
            }
            terms.insert(var.clone(), term);
        }
        Ok(terms)
    }

    /// Well-foundedness: on every step inside a cycle of steps of one kind, the measure falls.
    /// Steps of the target count as such; steps of the source and passing are the other kind.
    /// Verifier loses if it passes forever without moving the target, and if it never passes.
    fn rule_measure(
        &mut self,
        steps: &[Transition],
        is_target: bool,
        measure: Measure,
    ) -> Result<(), Rejected> {
        let kind: Vec<&Transition> = steps.iter().filter(|s| s.is_target == is_target).collect();
        let unwinding = self.unwinding;
        let edges: Vec<(usize, usize)> = kind.iter().map(|step| (step.from, step.to)).collect();
        let components = components(unwinding.nodes.len(), &edges);
        let mut measures: FxHashMap<usize, Vec<Term>> = FxHashMap::default();
        for step in kind {
            if components[step.from] != components[step.to] {
                continue;
            }
            for node in [step.from, step.to] {
                if let Entry::Vacant(entry) = measures.entry(node) {
                    let texts = measure(&unwinding.nodes[node]).iter();
                    let terms = texts.map(|text| self.term(text));
                    entry.insert(terms.collect::<Result<_, Rejected>>()?);
                }
            }
            let before = &measures[&step.from];
            let after = &measures[&step.to];
            let mut falls = Vec::new();
            let mut equal_so_far = Vec::new();
            for (before, after) in before.iter().zip(after) {
                let numbers = [before, after].map(|t| t.sort().carrier());
                if numbers != [Sort::Int, Sort::Int] {
                    return Err(broken("Measure", "a measure is no integer"));
                }
                let after = after.substitute(&step.updates);
                let lower = Term::and([
                    Term::le(Term::int(0), before.clone()),
                    Term::lt(after.clone(), before.clone()),
                ]);
                falls.push(Term::and(equal_so_far.iter().cloned().chain([lower])));
                equal_so_far.push(Term::le(after, before.clone()));
            }
            let formula = Term::implies(step.premise.clone(), Term::or(falls));
            self.valid(
                "Well-foundedness",
                &formula,
                &format!(
                    "no measure falls from node {} to node {}",
                    step.from, step.to
                ),
            )?;
        }
        Ok(())
    }
}

/// Falsifier wins an infinite play in which the target moves only finitely often, or Verifier passes
/// only finitely often. So no cycle may have both.
fn rule_progress(nodes: usize, steps: &[Transition]) -> Result<(), Rejected> {
    let edges: Vec<(usize, usize)> = steps.iter().map(|step| (step.from, step.to)).collect();
    let components = components(nodes, &edges);
    let inside = |step: &&Transition| components[step.from] == components[step.to];
    let mut kinds: FxHashMap<usize, [bool; 2]> = FxHashMap::default();
    for step in steps.iter().filter(inside) {
        let kinds = kinds.entry(components[step.from]).or_default();
        kinds[usize::from(step.is_target)] = true;
        if kinds == &[true, true] {
            return Err(broken("Progress", "Verifier may go on forever"));
        }
    }
    Ok(())
}

fn is_same(own: &Move, step: &Step) -> bool {
    own.edges == step.path && own.fails == step.fails
}

fn find<'m>(moves: &'m [Move], step: &Step) -> Option<&'m Move> {
    moves.iter().find(|own| is_same(own, step))
}

/// The strongly connected component of each node, by a number.
pub(crate) fn components(nodes: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut outgoing: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    let mut incoming: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    for (from, to) in edges {
        outgoing[*from].push(*to);
        incoming[*to].push(*from);
    }
    // Kosaraju's algorithm: nodes in the order in which a depth-first search leaves them, then
    // searches against the edges in the opposite order.
    let mut seen = vec![false; nodes];
    let mut left = Vec::new();
    for root in 0..nodes {
        let mut open = vec![(root, 0)];
        while let Some((node, next)) = open.pop() {
            if next == 0 && std::mem::replace(&mut seen[node], true) {
                continue;
            }
            match outgoing[node].get(next) {
                Some(to) => {
                    open.push((node, next + 1));
                    open.push((*to, 0));
                }
                None => left.push(node),
            }
        }
    }
    let mut component = vec![usize::MAX; nodes];
    for root in left.into_iter().rev() {
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            if component[node] == usize::MAX {
                component[node] = root;
                open.extend(&incoming[node]);
            }
        }
    }
    component
}
