//! Control-flow graphs for people.

use program::{Cfg, Command, Program, Variable, VariableKind};
use stories::strategy::command_text;

use crate::file::File;
use crate::render::{count, indent, pad, shorten};

/// How wide the column of commands may become.
const WIDEST: usize = 60;

/// The graph: its variables, then each location with the edges that leave it.
pub(crate) fn render(program: &Program, cfg: &Cfg, file: &File) -> String {
    let mut text = format!("program {}\n", program.name);
    for variable in &program.variables {
        text.push_str(&format!("    {}\n", declaration(variable)));
    }
    text.push_str(&graph(cfg, file));
    text
}

fn declaration(variable: &Variable) -> String {
    let word = match variable.kind {
        VariableKind::Local => "var",
        VariableKind::Shared => "shared var",
        VariableKind::Parameter => "parameter",
    };
    let initial = match &variable.initial {
        Some(value) => format!(" = {value}"),
        None => String::new(),
    };
    format!(
        "{word} {}: {}{initial}",
        variable.var.name, variable.var.sort
    )
}

fn graph(cfg: &Cfg, file: &File) -> String {
    let cut = cfg.cut_set();
    let mut text = format!(
        "{}, {}, {}\n",
        count(cfg.location_count(), "location"),
        count(cfg.edges().len(), "edge"),
        count(cut.len(), "cut point"),
    );
    let lines = cfg.edges().iter().map(|edge| command_text(&edge.command));
    let width = lines
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0)
        .min(WIDEST);
    for location in cfg.locations() {
        let marks = [
            (location == cfg.entry(), "entry"),
            (location == cfg.exit(), "exit"),
            (cut.contains(&location), "cut point"),
            (cfg.is_atomic(location), "atomic"),
        ];
        let marks: Vec<&str> = marks
            .iter()
            .filter(|(is, _)| *is)
            .map(|(_, word)| *word)
            .collect();
        let marks = if marks.is_empty() {
            String::new()
        } else {
            format!(": {}", marks.join(", "))
        };
        text.push_str(&format!("L{}{marks}\n", location.index()));
        for (_, edge) in cfg.edges_from(location) {
            let line = shorten(&command_text(&edge.command), WIDEST);
            let place = file
                .place(edge.origin)
                .map_or(String::new(), |p| format!("line {}", p.line));
            let to = format!("-> L{}", edge.to.index());
            text.push_str(&format!(
                "    {}  {}  {place}\n",
                pad(&line, width),
                pad(&to, 7)
            ));
            if let Command::Parfor(parfor) = &edge.command {
                match Cfg::of(&parfor.body) {
                    Ok(body) => text.push_str(&indent(&graph(&body, file), 8)),
                    Err(error) => text.push_str(&format!("        {error}\n")),
                }
            }
        }
    }
    text
}
