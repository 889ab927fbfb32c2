//! Rules about one node: what follows on its moves.

use evidence::unwinding::{Player, Step};
use logic::{Substitution, Term};
use program::in_sort;

use super::Game;
use super::moves::{Move, Position};
use super::progress::Transition;
use crate::{Rejected, broken};

impl Game<'_> {
    /// All rules about a node; the steps to other nodes.
    pub(super) fn rule_node(&mut self, number: usize) -> Result<Vec<Transition>, Rejected> {
        let position = self.position(number as u32)?;
        let is_source_done = position.source == self.source.cfg.exit();
        if position.turn == Player::Falsifier && is_source_done {
            self.rule_final(number, position)?;
            return Ok(Vec::new());
        }
        let moves = self.moves(position)?;
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
            self.question.ensures.clone()
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
}

fn is_same(own: &Move, step: &Step) -> bool {
    own.edges == step.path && own.fails == step.fails
}

fn find<'m>(moves: &'m [Move], step: &Step) -> Option<&'m Move> {
    moves.iter().find(|own| is_same(own, step))
}
