//! A proof as evidence.

use evidence::abstraction::{Answer, CutMap, Kind, Move, Node, PathData, Turn};
use logic::Term;
use logic::smtlib::print_term;

use super::matching::seen_alike;
use super::{Point, Prover, Reply};
use crate::flow::base_name;

impl Prover<'_, '_> {
    /// The steps of a point with their answers. Answers that show something else are never given, so
    /// that they are left out.
    fn moves(&self, point: &Point) -> Vec<Move> {
        let answer = |reply: &Reply| Answer {
            path: reply.path.as_ref().map(PathData::from),
            terms: reply.terms.iter().map(print_term).collect(),
            to: reply.to.map(|to| self.number[&to] as u32),
        };
        let steps = point.steps.iter().map(|step| {
            let fits = |reply: &&Reply| {
                seen_alike(step.path.as_ref(), &step.effect, reply, self.context).is_some()
            };
            Move {
                path: step.path.as_ref().map(PathData::from),
                answers: step.replies.iter().filter(fits).map(answer).collect(),
            }
        });
        let waits = point.turn == Turn::Specification;
        steps
            .filter(|step| waits || !step.answers.is_empty())
            .collect()
    }

    /// Whether an atom is what the specification assumes of its inputs.
    fn is_assumed(&self, atom: &Term) -> bool {
        self.context.precondition.contains(atom)
    }

    /// The proof as evidence.
    pub(super) fn map(&self, ranks: &[Vec<Term>]) -> CutMap {
        let mut identity = true;
        let nodes = self.points.iter().zip(ranks).map(|(point, rank)| {
            let atoms = point.relation.atoms();
            let mut found = atoms.iter();
            identity &= found.all(|atom| is_identity(atom) || self.is_assumed(atom));
            Node {
                implementation: point.ours.0,
                specification: point.theirs.0,
                relation: print_term(&Term::and(atoms.iter().cloned())),
                turn: point.turn,
                moves: self.moves(point),
                rank: rank.iter().map(print_term).collect(),
            }
        });
        let nodes = nodes.collect();
        let kind = match identity {
            true => Kind::Identity,
            false => Kind::Discovered,
        };
        CutMap { kind, nodes }
    }
}

/// Whether an atom says that variables of the same name are equal.
fn is_identity(atom: &Term) -> bool {
    let [a, b] = atom.children() else {
        return false;
    };
    let own = |term: &Term| Some(base_name(term.as_var()?));
    atom.op() == Some(&logic::Op::Eq) && own(a).is_some() && own(a) == own(b)
}
