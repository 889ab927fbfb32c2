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
//! A path is one thread's. It ends behind a command that interferes with another thread, or, inside
//! an atomic block, at the end of that block, and at the end of every atomic block in any case: a
//! path that begins inside of one begins where no other thread can move, and the others must get
//! their turn when it is over. So while other threads run in the middle of a path, the path has begun
//! outside of atomic blocks and has only commands behind it that commute with all of theirs: it
//! could as well have waited at its beginning. A thread that gets stuck in the middle of a path has done nothing that counts:
//! it has shown nothing, and its program cannot end any more.
//!
//! # Programs with `parfor`
//! They are taken apart first, by `question::copies`, which says why what Verifier wins with one
//! arbitrary copy, and what Falsifier wins with a few, is won in the original game. It is the
//! evidence that says which of them is played, or that all copies are spelled out, and the checker that takes the programs apart.
//!
//! # Why Verifier moves first
//! That is the paper's game with a `skip` in front of the source. Without it, a source that has
//! ended from the start would never be compared.

mod moves;
mod nodes;
mod paths;
mod progress;

use budget::Budget;
use evidence::unwinding::{Copies, Player, Unwinding};
use logic::smtlib::{Declarations, parse_term};
use logic::{FreshNames, Model, Sort, Term, Var};
use program::{Cfg, Location, TooLarge};
use question::Simulated;
use smt::{Outcome, Solver, Validity};

use crate::{Accepted, Established, Rejected, Vacuity, broken};
use moves::Position;
use paths::Side;
pub(crate) use progress::components;
use progress::{Measure, rule_progress};

/// The game, and what has been read of the evidence.
struct Game<'a> {
    question: &'a Simulated,
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
    question: &Simulated,
    unwinding: &Unwinding,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    rule_copies(unwinding)?;
    let question = &unwinding
        .subject(question)
        .map_err(|unsupported| broken("Copies", unsupported.to_string()))?;
    let mut game = Game::new(question, unwinding, budget)?;
    let mut vacuous = match unwinding.winner {
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
            vacuous = vacuous.or_else(|| game.no_end());
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

/// One arbitrary copy says nothing for Falsifier, and a few copies say nothing for Verifier.
fn rule_copies(unwinding: &Unwinding) -> Result<(), Rejected> {
    match (unwinding.copies, unwinding.winner) {
        (Copies::AsWritten | Copies::All, _)
        | (Copies::Arbitrary | Copies::Thread, Player::Verifier)
        | (Copies::Few(_), Player::Falsifier) => Ok(()),
        _ => Err(broken(
            "Copies",
            "the winner is not that of the original game",
        )),
    }
}

impl<'a> Game<'a> {
    fn new(
        question: &'a Simulated,
        unwinding: &'a Unwinding,
        budget: &'a Budget,
    ) -> Result<Self, Rejected> {
        let [source, target] = &question.setting.programs;
        let side = |program: &program::Program, stops: &[u32]| {
            let cfg = Cfg::within(&program.body, budget).map_err(|error| match error {
                TooLarge::Exhausted(exhausted) => exhausted.into(),
                TooLarge::Locations => broken("Programs", error.to_string()),
            })?;
            Side::new(cfg, stops)
        };
        let vars = question.setting.initial_vars();
        let mut declarations = Declarations::new();
        let mut names = FreshNames::new();
        for var in &vars {
            declarations.add_var(var);
            names.avoid(var.name);
        }
        let mut game = Game {
            question,
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
        let implied = Term::implies(
            self.question.setting.requires.clone(),
            self.labels[0].clone(),
        );
        self.valid("Initial", &implied, "a start is not at the first node")?;
        let requires = self.question.setting.requires.clone();
        match self.solver.satisfy(&requires, self.budget) {
            Outcome::Unsat(()) => Ok(Some(Vacuity::NoStart)),
            Outcome::Sat(_) => Ok(None),
            Outcome::Unknown(reason) => Err(Rejected::Unanswered(reason)),
        }
    }

    /// Whether the postcondition counts for nothing, because no run of the source ends. Against a
    /// strategy that has been accepted, every run of the source is at a node at any time; so it is
    /// enough that no state is at a node with the source at its exit. A source that has failed has
    /// not ended. Where the solver has no answer, nothing is said; nor where one copy stands for any
    /// number of them, among which there may be none.
    fn no_end(&mut self) -> Option<Vacuity> {
        if self.question.ensures.is_true() || self.unwinding.copies != Copies::AsWritten {
            return None;
        }
        let exit = self.source.cfg.exit().index();
        for (node, label) in self.unwinding.nodes.iter().zip(&self.labels) {
            let is_end = node.source as usize == exit
                && node.pending != Some(evidence::unwinding::Pending::Failure);
            if is_end && !self.solver.satisfy(label, self.budget).is_unsat() {
                return None;
            }
        }
        Some(Vacuity::NoEnd)
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
        for formula in [&self.question.setting.requires, &self.labels[0]] {
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
}
