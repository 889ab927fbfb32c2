//! Short plays against a strategy: where Verifier gets lost, found by following its moves.
//!
//! Horn clauses say the same, and say more; but most strategies that are wrong are wrong soon, and
//! that is seen here at little cost.

use budget::Budget;
use logic::{FreshNames, Substitution, Term, Var};
use program::in_sort;
use smt::{Outcome, Reason, Solver, Strategy as Method};

use crate::arena::{Game, Place};
use crate::labels::{after, legality, premises};
use crate::strategy::Strategy;

/// How often a play may come to one node, first and later on.
const VISITS: [usize; 3] = [1, 2, 4];
/// How many moves are tried in all, for each of these.
const MOST_TRIES: usize = 400;

/// A play in which Verifier has no move, or not the one that it makes: its nodes in order. `None`
/// where there is none among the plays that are tried.
pub(crate) fn find(
    game: &Game,
    strategy: &Strategy,
    vars: &[Var],
    budget: &Budget,
) -> Result<Option<Vec<usize>>, Reason> {
    let mut names = FreshNames::new();
    for var in vars {
        names.avoid(var.name);
    }
    let mut search = Search {
        game,
        strategy,
        solver: Solver::new(Method::Incremental),
        names,
        visits: vec![0; strategy.nodes.len()],
        most_visits: 0,
        way: Vec::new(),
        tries: 0,
        budget,
    };
    search.solver.assert(game.requires());
    for var in vars {
        search.solver.assert(&in_sort(&var.term(), &var.sort));
    }
    // A short play teaches more than a long one.
    for visits in VISITS {
        search.most_visits = visits;
        search.tries = 0;
        if search.visit(0, &Substitution::new())? {
            return Ok(Some(search.way));
        }
    }
    Ok(None)
}

struct Search<'s> {
    game: &'s Game,
    strategy: &'s Strategy,
    /// Holds the conditions of the play so far.
    solver: Solver,
    names: FreshNames,
    visits: Vec<usize>,
    most_visits: usize,
    way: Vec<usize>,
    tries: usize,
    budget: &'s Budget,
}

impl Search<'_> {
    /// Whether Verifier loses from a node on, which is reached with these values.
    fn visit(&mut self, number: usize, values: &Substitution) -> Result<bool, Reason> {
        if self.visits[number] == self.most_visits {
            return Ok(false);
        }
        self.visits[number] += 1;
        self.way.push(number);
        let lost = logic::recursion::guard(|| self.go_on(number, values))?;
        if !lost {
            self.way.pop();
        }
        self.visits[number] -= 1;
        Ok(lost)
    }

    fn go_on(&mut self, number: usize, values: &Substitution) -> Result<bool, Reason> {
        let strategy = self.strategy;
        let node = &strategy.nodes[number];
        let place = &node.spot.place;
        let mut bad = vec![self.game.lost().endless(place)];
        if let Some(good) = self.game.ending(place) {
            bad.push(Term::not(good));
            return self.is_possible(&Term::or(bad).substitute(values));
        }
        let premises = premises(place, &node.edges);
        let is_verifier = matches!(place, Place::Verifier { .. });
        if is_verifier {
            bad.push(Term::not(Term::or(premises.iter().cloned())));
            for (edge, premise) in node.edges.iter().zip(&premises) {
                bad.push(Term::and([premise.clone(), Term::not(legality(edge))]));
            }
        }
        let bad = Term::or(bad).simplify();
        if !bad.is_false() && self.is_possible(&bad.substitute(values))? {
            return Ok(true);
        }
        let only = node.edges.len() == 1 && is_verifier;
        for (edge, premise) in node.edges.iter().zip(premises) {
            let Some(to) = edge.to else { continue };
            let mut before = values.clone();
            self.solver.push();
            for var in &edge.step.chosen {
                let value = self.names.fresh(var).term();
                self.solver.assert(&in_sort(&value, &var.sort));
                before.insert(var.clone(), value);
            }
            self.solver.assert(&premise.substitute(&before));
            let mut lost = false;
            if only || self.tries < MOST_TRIES && self.is_possible(&Term::top())? {
                let mut next = values.clone();
                for (var, term) in after(edge).iter() {
                    next.insert(var.clone(), term.substitute(&before));
                }
                lost = self.visit(to, &next)?;
            }
            self.solver.pop();
            if lost {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_possible(&mut self, formula: &Term) -> Result<bool, Reason> {
        self.tries += 1;
        match self.solver.satisfy(formula, self.budget) {
            Outcome::Sat(_) => Ok(true),
            Outcome::Unsat(()) => Ok(false),
            Outcome::Unknown(reason) => Err(reason),
        }
    }
}
