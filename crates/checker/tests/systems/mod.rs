//! Systems of processes for certificates that are written by hand.

use std::collections::BTreeMap;

use program::Location;
use program::system::{Action, Edge, ProcessBuilder, ProcessGraph};
use question::{Question, Safe};

/// The claim of a text, about a system without steps that do nothing, which certificates written by
/// hand would have to list.
pub(crate) fn question(text: &str) -> Safe {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    let mut question = analysis
        .module
        .question(&analysis.module.claims[0])
        .ok()
        .and_then(Question::safe)
        .expect("the claim is about a system");
    let mut system = question.system.clone();
    for process in &mut system.processes {
        process.graph = without_skips(&process.graph);
    }
    question.system = system;
    question
}

fn without_skips(graph: &ProcessGraph) -> ProcessGraph {
    let is_skip = |edge: &Edge| matches!(&edge.action, Action::Assume(f) if f.is_true());
    let behind = |mut location: Location| {
        loop {
            let mut edges = graph.edges_from(location);
            match (edges.next(), edges.next()) {
                (Some((_, edge)), None) if is_skip(edge) => location = edge.to,
                _ => return location,
            }
        }
    };
    let mut builder = ProcessBuilder::new();
    let mut places = BTreeMap::from([(behind(graph.entry()), builder.entry())]);
    let mut place = |location: Location, builder: &mut ProcessBuilder| {
        let new = places.entry(behind(location));
        *new.or_insert_with(|| builder.location())
    };
    for edge in graph.edges().iter() {
        if behind(edge.from) == edge.from {
            let from = place(edge.from, &mut builder);
            let to = place(edge.to, &mut builder);
            builder.edge(from, edge.action.clone(), to, edge.origin);
        }
    }
    let exit = place(graph.exit(), &mut builder);
    builder.finish(exit)
}
