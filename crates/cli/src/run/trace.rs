//! What a run did, line by line.

use std::collections::BTreeMap;

use logic::Value;
use program::concrete::{Control, Label, Machine, Move, State};
use program::{Action, Command, Graph, Origin, Program};

use crate::file::File;
use crate::render::{bindings, pad, shorten};
use report::Binding;

/// The width of the column for statements.
const STATEMENT: usize = 36;

/// Writes the trace of a run.
#[derive(Debug)]
pub(crate) struct Trace<'a> {
    file: &'a File,
    machine: &'a Machine,
    place_width: usize,
    /// How many slots hold variables and constants; the others are numbers of copies.
    shown: usize,
}

impl<'a> Trace<'a> {
    pub(crate) fn new(file: &'a File, program: &Program, machine: &'a Machine) -> Self {
        let lines = file.source.text.lines().count();
        let place_width = file.source.path.chars().count() + 1 + lines.to_string().len();
        let shown = program.variables.len() + file.module().constants.len();
        Trace {
            file,
            machine,
            place_width,
            shown,
        }
    }

    /// The line for the start.
    pub(crate) fn start(&self, state: &State) -> String {
        let vars = self
            .machine
            .layout()
            .vars()
            .iter()
            .zip(&state.store)
            .take(self.shown);
        let values: Vec<Binding> = vars
            .map(|(var, value)| Binding {
                name: var.name.to_string(),
                value: value.to_string(),
            })
            .collect();
        format!("start  {}\n", bindings(&values)).replace("start  \n", "start\n")
    }

    /// The line for a step.
    pub(crate) fn step(
        &self,
        number: usize,
        chosen: &Move,
        label: &Label,
        before: &State,
        after: &State,
    ) -> String {
        let line = self.file.place(chosen.origin).map_or(0, |place| place.line);
        let place = format!("{}:{line}", self.file.source.path);
        let what = match chosen.edge {
            Some(_) => statement(self.file, chosen.origin),
            None => "the parallel parts have ended".to_owned(),
        };
        let what = format!("{}{what}", part(&before.control, &chosen.path));
        let mut seen = match label {
            Label::Silent => Vec::new(),
            label => vec![label.to_string()],
        };
        let changes = self.changes(before, after);
        if !changes.is_empty() {
            seen.push(bindings(&changes));
        }
        let line = format!(
            "{number:>5}  {}  {}  {}",
            pad(&place, self.place_width),
            pad(&shorten(&what, STATEMENT), STATEMENT),
            seen.join("; "),
        );
        format!("{}\n", line.trim_end())
    }

    /// The variables that have other values afterwards, those of copies of a `parfor` included.
    fn changes(&self, before: &State, after: &State) -> Vec<Binding> {
        let vars = self.machine.layout().vars();
        let stores = before.store.iter().zip(&after.store);
        let mut changes: Vec<Binding> = vars
            .iter()
            .zip(stores)
            .filter(|(_, (old, new))| old != new)
            .map(|(var, (_, new))| Binding {
                name: var.name.to_string(),
                value: new.to_string(),
            })
            .collect();
        let (mut old, mut new) = (BTreeMap::new(), BTreeMap::new());
        locals(&before.control, "", &mut old);
        locals(&after.control, "", &mut new);
        for (key @ (copy, slot), value) in &new {
            if old.get(key).is_some_and(|old| old != value) {
                let name = vars[*slot as usize].name;
                changes.push(Binding {
                    name: format!("{name} of copy {copy}"),
                    value: value.to_string(),
                });
            }
        }
        changes
    }
}

/// The values that copies of a `parfor` have of their own.
fn locals<'s>(control: &'s Control, outer: &str, found: &mut BTreeMap<(String, u32), &'s Value>) {
    match control {
        Control::At(_) | Control::Failed => {}
        Control::Par { branches, .. } => {
            for (position, branch) in branches.iter().enumerate() {
                locals(branch, &format!("{outer}{}.", position + 1), found);
            }
        }
        Control::Parfor { copies, .. } => {
            for copy in copies {
                let name = format!("{outer}{}", copy.id);
                for (slot, value) in &copy.locals {
                    found.insert((name.clone(), *slot), value);
                }
                locals(&copy.control, &format!("{name}."), found);
            }
        }
    }
}

/// What is written at an origin, the first line of it.
pub(crate) fn statement(file: &File, origin: Origin) -> String {
    let text = file.text(origin).lines().next().unwrap_or_default();
    text.trim().trim_end_matches(';').to_owned()
}

/// Which parallel part a path leads to: `[2]`, or nothing outside of parallel parts.
pub(crate) fn part(control: &Control, path: &[u32]) -> String {
    let mut names: Vec<String> = Vec::new();
    let mut control = control;
    for position in path {
        let position = *position as usize;
        match control {
            Control::Par { branches, .. } => {
                names.push((position + 1).to_string());
                control = &branches[position];
            }
            Control::Parfor { copies, .. } => {
                names.push(copies[position].id.to_string());
                control = &copies[position].control;
            }
            Control::At(_) | Control::Failed => break,
        }
    }
    if names.is_empty() {
        return String::new();
    }
    format!("[{}] ", names.join("."))
}

/// The statement that can follow a move; `None` at the end of the program or of its part.
pub(crate) fn following(graph: &Graph, control: &Control, chosen: &Move) -> Option<Origin> {
    let (mut graph, mut control) = (graph, control);
    for position in &chosen.path {
        let position = *position as usize;
        match control {
            Control::Par { edge, branches } => {
                let Action::Par(graphs) = &graph.edges().get(*edge as usize)?.action else {
                    return None;
                };
                graph = graphs.get(position)?;
                control = branches.get(position)?;
            }
            Control::Parfor { edge, copies } => {
                let action = &graph.edges().get(*edge as usize)?.action;
                let Action::Command(Command::Parfor(parfor)) = action else {
                    return None;
                };
                graph = &parfor.body;
                control = &copies.get(position)?.control;
            }
            Control::At(_) | Control::Failed => return None,
        }
    }
    let edge = graph.edges().get(chosen.edge? as usize)?;
    let next = graph.edges_from(edge.to).next();
    next.map(|(_, edge)| edge.origin)
}
