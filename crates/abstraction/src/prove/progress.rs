//! Nobody stalls alone: endless runs without an event.

use std::collections::BTreeSet;

use super::rank::components;
use super::{Failure, Prover};

/// A move without an event in which the implementation stays in blocks that must make progress.
struct Together {
    from: usize,
    to: usize,
    /// Whether the implementation moves at all.
    moves: bool,
    /// Whether the specification passes a block that need not make progress.
    late: bool,
}

impl Prover<'_, '_> {
    /// Where the implementation runs on for ever in silence, in blocks that must make progress, the
    /// specification does so as well: its behaviour would not be undefined otherwise.
    pub(super) fn stall_together(&self) -> Result<(), Failure> {
        let mut edges = Vec::new();
        for (from, point) in self.points.iter().enumerate() {
            for step in &point.steps {
                let is_still = step.path.is_none();
                if !is_still && !step.effect.must_progress || !step.effect.events.is_empty() {
                    continue;
                }
                for reply in &step.replies {
                    let Some(to) = reply.to else {
                        continue;
                    };
                    edges.push(Together {
                        from,
                        to: self.number[&to],
                        moves: !is_still,
                        late: reply.effect.as_ref().is_some_and(|it| !it.must_progress),
                    });
                }
            }
        }
        let ends = edges.iter().map(|edge| (edge.from, edge.to));
        let component = components(self.points.len(), ends);
        edges.retain(|edge| component[edge.from] == component[edge.to]);
        let moving = edges.iter().filter(|edge| edge.moves);
        let moving: BTreeSet<usize> = moving.map(|edge| component[edge.from]).collect();
        let mut late = edges.iter().filter(|edge| edge.late);
        match late.find(|edge| moving.contains(&component[edge.from])) {
            None => Ok(()),
            Some(edge) => {
                let ours = &self.implementation.function;
                let theirs = &self.specification.function;
                let point = &self.points[edge.from];
                Err(Failure::Weak(format!(
                    "a loop of the implementation at {} must make progress (`mustprogress`), and \
                     the specification's at {} need not",
                    ours.block(point.ours).starts_at(),
                    theirs.block(point.theirs).starts_at(),
                )))
            }
        }
    }
}
