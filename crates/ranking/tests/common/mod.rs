//! Loops for tests and benchmarks, and their way from text to a transition graph.

mod translate;

use std::path::Path;

use evidence::ranking::TransitionGraph;

use translate::translate;

/// A loop of the folder `loops`.
pub(crate) struct Loop {
    pub(crate) name: String,
    pub(crate) graph: TransitionGraph,
    /// Whether it ends, as the folder that it lies in says.
    pub(crate) terminates: bool,
}

/// All loops, in the order of their names.
pub(crate) fn loops() -> Vec<Loop> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("loops");
    let mut loops = Vec::new();
    for (folder, terminates) in [("terminating", true), ("nonterminating", false)] {
        let entries = std::fs::read_dir(root.join(folder)).expect("the folder is there");
        let mut paths: Vec<_> = entries
            .map(|entry| entry.expect("the folder can be read").path())
            .collect();
        paths.sort();
        for path in paths {
            let text = std::fs::read_to_string(&path).expect("the file can be read");
            let analysis = language::analyze(&text);
            assert!(
                !analysis.has_errors(),
                "{path:?}: {:?}",
                analysis.diagnostics
            );
            let program = &analysis.module.programs[0];
            loops.push(Loop {
                name: program.name.to_string(),
                graph: translate(program).unwrap_or_else(|error| panic!("{path:?}: {error}")),
                terminates,
            });
        }
    }
    loops
}
