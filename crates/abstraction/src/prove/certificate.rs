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
            to: reply.to.map(|to| to as u32),
        };
        let steps = point.steps.iter().map(|step| {
            let fits = |reply: &&Reply| {
                seen_alike(&step.path, &step.effect, reply, self.context).is_some()
            };
            Move {
                path: Some(PathData::from(&step.path)),
                answers: step.replies.iter().filter(fits).map(answer).collect(),
            }
        });
        steps.filter(|step| !step.answers.is_empty()).collect()
    }

    /// The proof as evidence.
    pub(super) fn map(&self) -> CutMap {
        let mut identity = true;
        let nodes = self.points.iter().map(|point| {
            let atoms = point.relation.atoms();
            identity &= atoms.iter().all(is_identity);
            Node {
                implementation: point.ours.0,
                specification: point.theirs.0,
                relation: print_term(&Term::and(atoms)),
                turn: Turn::Implementation,
                moves: self.moves(point),
                rank: Vec::new(),
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
