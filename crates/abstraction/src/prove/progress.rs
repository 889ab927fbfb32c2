//! Nobody stalls alone: endless runs in which nothing needs to happen.

use std::collections::BTreeSet;

use super::Prover;
use super::matching::joined;
use super::rank::{Edge, components};

/// A move in which the implementation stays in blocks that must make progress. Events are none: whoever is
/// called may do nothing at all.
struct Together {
    from: usize,
    /// The step of the point, and the reply to it.
    step: usize,
    reply: usize,
    to: usize,
    /// Whether the implementation moves at all.
    moves: bool,
    /// Whether the specification passes a block that need not make progress.
    late: bool,
}

impl Prover<'_, '_> {
    /// The moves around which the implementation may not go for ever: it must make progress
    /// there, so that its behaviour would be undefined, and the specification's would not.
    pub(super) fn stalls_alone(&self) -> Vec<Edge> {
        let mut moves = Vec::new();
        for (from, point) in self.points.iter().enumerate() {
            for (number, step) in point.steps.iter().enumerate() {
                let is_still = step.path.is_none();
                if !is_still && !step.effect.must_progress {
                    continue;
                }
                for (position, reply) in step.replies.iter().enumerate() {
                    let Some(to) = reply.to else {
                        continue;
                    };
                    moves.push(Together {
                        from,
                        step: number,
                        reply: position,
                        to: self.number[&to],
                        moves: !is_still,
                        late: reply.effect.as_ref().is_some_and(|it| !it.must_progress),
                    });
                }
            }
        }
        let ends = moves.iter().map(|step| (step.from, step.to));
        let component = components(self.points.len(), ends);
        moves.retain(|step| component[step.from] == component[step.to]);
        let of = |is_such: fn(&Together) -> bool| -> BTreeSet<usize> {
            let such = moves.iter().filter(|step| is_such(step));
            such.map(|step| component[step.from]).collect()
        };
        let (moving, late) = (of(|step| step.moves), of(|step| step.late));
        let alone = moves.iter().filter(|step| {
            let own = &component[step.from];
            moving.contains(own) && late.contains(own)
        });
        let edge = |step: &Together| {
            let taken = &self.points[step.from].steps[step.step];
            let reply = &taken.replies[step.reply];
            let mut premise = self.premise(step.from, step.step);
            premise.push(reply.condition());
            Edge {
                from: step.from,
                to: step.to,
                premise,
                values: joined([Some(&taken.effect), reply.effect.as_ref()]),
                must_progress: false,
            }
        };
        alone.map(edge).collect()
    }
}
