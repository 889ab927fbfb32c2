//! Threads, as the rules for reductions see them.

use std::collections::BTreeMap;

use program::{Action, Command, Graph, Location};
use question::SafeFor;

use crate::{Rejected, broken};

/// The copies of a question and the parallel parts inside them, numbered as evidence does.
pub(crate) struct Threads<'a> {
    pub(crate) graphs: Vec<&'a Graph>,
    /// For a parallel part, the thread and the edge that run it.
    parents: Vec<Option<(usize, usize)>>,
    pub(crate) parts: BTreeMap<(usize, usize), Vec<usize>>,
    pub(crate) copies: Vec<usize>,
}

impl<'a> Threads<'a> {
    pub(crate) fn new(question: &'a SafeFor) -> Result<Self, Rejected> {
        let mut threads = Threads {
            graphs: Vec::new(),
            parents: Vec::new(),
            parts: BTreeMap::new(),
            copies: Vec::new(),
        };
        for program in &question.setting.programs {
            let copy = threads.add(&program.body, None);
            threads.copies.push(copy);
        }
        for var in question.setting.initial_vars() {
            if var.name.as_str().starts_with("choice!") {
                return Err(broken("Names", "a variable has the name of a chosen value"));
            }
        }
        for graph in &threads.graphs {
            for edge in graph.edges() {
                let Action::Command(command) = &edge.action else {
                    continue;
                };
                let formula = match command {
                    Command::Guard(term)
                    | Command::Assign(_, term)
                    | Command::Havoc(_, term)
                    | Command::Assert(term) => term,
                    _ => return Err(broken("Commands", "a command has no place in a reduction")),
                };
                if formula.has_quantifier() {
                    return Err(broken("Commands", "a command has a quantifier"));
                }
            }
        }
        Ok(threads)
    }

    fn add(&mut self, graph: &'a Graph, parent: Option<(usize, usize)>) -> usize {
        let id = self.graphs.len();
        self.graphs.push(graph);
        self.parents.push(parent);
        for (position, edge) in graph.edges().iter().enumerate() {
            if let Action::Par(branches) = &edge.action {
                let ids = branches
                    .iter()
                    .map(|branch| self.add(branch, Some((id, position))))
                    .collect();
                self.parts.insert((id, position), ids);
            }
        }
        id
    }

    /// Whether two threads may run at the same time: neither runs the other, and where their lines
    /// of parents meet, one edge runs both.
    pub(crate) fn are_concurrent(&self, a: usize, b: usize) -> bool {
        let line = |thread: usize| {
            let mut line = vec![(thread, None)];
            while let Some((parent, edge)) = line.last().and_then(|(at, _)| self.parents[*at]) {
                line.push((parent, Some(edge)));
            }
            line
        };
        let (first, second) = (line(a), line(b));
        for (thread, edge) in &first {
            if let Some((_, other)) = second.iter().find(|(other, _)| other == thread) {
                return edge.is_some() && edge == other;
            }
        }
        true
    }

    pub(crate) fn command(&self, thread: usize, edge: usize) -> Option<&'a Command> {
        match &self.graphs.get(thread)?.edges().get(edge)?.action {
            Action::Command(command) => Some(command),
            Action::Par(_) => None,
        }
    }

    pub(crate) fn edges(&self, thread: usize) -> std::ops::Range<usize> {
        0..self.graphs[thread].edges().len()
    }

    /// Where all threads are when the programs start.
    pub(crate) fn start(&self) -> Vec<Option<u32>> {
        let mut at = vec![None; self.graphs.len()];
        for copy in &self.copies {
            at[*copy] = Some(self.graphs[*copy].entry().index() as u32);
        }
        at
    }

    fn has_ended(&self, at: &[Option<u32>], thread: usize) -> bool {
        at[thread] == Some(self.graphs[thread].exit().index() as u32)
    }

    /// Whether all copies have ended.
    pub(crate) fn is_final(&self, at: &[Option<u32>]) -> bool {
        self.copies.iter().all(|copy| self.has_ended(at, *copy))
    }

    /// Where all threads are after a step of one, parallel parts that have all ended joined.
    pub(crate) fn after(
        &self,
        at: &[Option<u32>],
        thread: usize,
        to: Location,
        enters: Option<usize>,
    ) -> Vec<Option<u32>> {
        let mut at = at.to_vec();
        match enters {
            Some(edge) => {
                let inside = self.graphs[thread].location_count() + edge;
                at[thread] = Some(inside as u32);
                for part in &self.parts[&(thread, edge)] {
                    at[*part] = Some(self.graphs[*part].entry().index() as u32);
                }
            }
            None => at[thread] = Some(to.index() as u32),
        }
        let mut child = thread;
        while let Some((parent, edge)) = self.parents[child] {
            let parts = &self.parts[&(parent, edge)];
            if !parts.iter().all(|part| self.has_ended(&at, *part)) {
                break;
            }
            parts.iter().for_each(|part| at[*part] = None);
            at[parent] = Some(self.graphs[parent].edges()[edge].to.index() as u32);
            child = parent;
        }
        at
    }

    /// The location of a thread that is at one.
    pub(crate) fn location(&self, at: &[Option<u32>], thread: usize) -> Option<Location> {
        let place = at[thread]? as usize;
        (place < self.graphs[thread].location_count()).then(|| Location::at(place))
    }
}
