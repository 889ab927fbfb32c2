//! Control-flow graphs for Graphviz.

use program::{Cfg, Program};
use stories::strategy::command_text;

/// The graph in the language DOT. Cut points are double circles, the exit is filled.
pub(crate) fn render(program: &Program, cfg: &Cfg) -> String {
    let cut = cfg.cut_set();
    let mut text = format!("digraph \"{}\" {{\n", escape(program.name.as_str()));
    text.push_str("    node [shape=circle, fontname=\"monospace\"];\n");
    text.push_str("    edge [fontname=\"monospace\"];\n");
    text.push_str("    start [shape=point];\n");
    for location in cfg.locations() {
        let shape = if cut.contains(&location) {
            "doublecircle"
        } else {
            "circle"
        };
        let filled = if location == cfg.exit() {
            ", style=filled"
        } else {
            ""
        };
        let index = location.index();
        text.push_str(&format!(
            "    L{index} [label=\"{index}\", shape={shape}{filled}];\n"
        ));
    }
    text.push_str(&format!("    start -> L{};\n", cfg.entry().index()));
    for edge in cfg.edges() {
        let label = escape(&command_text(&edge.command));
        let (from, to) = (edge.from.index(), edge.to.index());
        text.push_str(&format!("    L{from} -> L{to} [label=\"{label}\"];\n"));
    }
    text.push_str("}\n");
    text
}

/// The text inside of double quotes.
pub(super) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
