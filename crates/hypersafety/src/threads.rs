//! The threads of a question: its copies, and the parallel parts inside them.
//!
//! A thread is a graph. The copies of a claim come first in order, each followed by the parallel
//! parts inside it, in the order of the edges that run them. Evidence names threads by these
//! numbers.

use program::{Action, Command, Graph, Location};
use question::SafeFor;

use crate::bits::Bits;

/// A thread, by its number.
pub(crate) type ThreadId = usize;

/// A graph that runs.
#[derive(Debug)]
pub(crate) struct Thread {
    pub(crate) graph: Graph,
    /// The thread that runs this one as a parallel part, and the edge on which it does.
    pub(crate) parent: Option<(ThreadId, usize)>,
    /// For each edge with parallel parts, these.
    pub(crate) parts: Vec<(usize, Vec<ThreadId>)>,
}

/// All threads.
#[derive(Debug)]
pub(crate) struct Threads {
    pub(crate) all: Vec<Thread>,
    /// For each thread the others that may run at the same time.
    concurrent: Vec<Bits>,
    copies: Vec<ThreadId>,
}

impl Threads {
    pub(crate) fn of(question: &SafeFor) -> Self {
        let mut threads = Threads {
            all: Vec::new(),
            concurrent: Vec::new(),
            copies: Vec::new(),
        };
        for program in &question.setting.programs {
            let copy = threads.add(&program.body, None);
            threads.copies.push(copy);
        }
        let count = threads.all.len();
        threads.concurrent = (0..count)
            .map(|a| {
                (0..count)
                    .filter(|b| threads.are_concurrent(a, *b))
                    .collect()
            })
            .collect();
        threads
    }

    fn add(&mut self, graph: &Graph, parent: Option<(ThreadId, usize)>) -> ThreadId {
        let id = self.all.len();
        self.all.push(Thread {
            graph: graph.clone(),
            parent,
            parts: Vec::new(),
        });
        for (edge, found) in graph.edges().iter().enumerate() {
            if let Action::Par(branches) = &found.action {
                let parts = branches.iter().map(|part| self.add(part, Some((id, edge))));
                let parts: Vec<ThreadId> = parts.collect();
                self.all[id].parts.push((edge, parts));
            }
        }
        id
    }

    /// From the copy down to the thread, the threads and the edges on which they run.
    fn ancestry(&self, thread: ThreadId) -> Vec<(ThreadId, Option<usize>)> {
        let mut line = vec![(thread, None)];
        let mut at = thread;
        while let Some((parent, edge)) = self.all[at].parent {
            line.push((parent, Some(edge)));
            at = parent;
        }
        line.reverse();
        line
    }

    fn are_concurrent(&self, a: ThreadId, b: ThreadId) -> bool {
        let (first, second) = (self.ancestry(a), self.ancestry(b));
        let shared = first.iter().zip(&second).take_while(|(x, y)| x.0 == y.0);
        match shared.last() {
            // They belong to different copies.
            None => true,
            // Parts of one edge run together; parts of two edges, or a thread and its part, do not.
            Some(((last, x), (_, y))) => *last != a && *last != b && x == y,
        }
    }

    /// The threads that may run at the same time as a thread.
    pub(crate) fn concurrent(&self, thread: ThreadId) -> &Bits {
        &self.concurrent[thread]
    }

    pub(crate) fn copies(&self) -> &[ThreadId] {
        &self.copies
    }

    /// The copy that a thread belongs to, and the branches that lead from it to the thread.
    pub(crate) fn path(&self, thread: ThreadId) -> (usize, Vec<u32>) {
        let mut branches = Vec::new();
        let mut at = thread;
        while let Some((parent, edge)) = self.all[at].parent {
            let parts = self.parts(parent, edge);
            let position = parts.iter().position(|part| *part == at);
            branches.push(position.unwrap_or_default() as u32);
            at = parent;
        }
        branches.reverse();
        let copy = self.copies.iter().position(|copy| *copy == at);
        (copy.unwrap_or_default(), branches)
    }

    /// The parallel parts that an edge runs; none for an edge with a command.
    pub(crate) fn parts(&self, thread: ThreadId, edge: usize) -> &[ThreadId] {
        let parts = self.all[thread].parts.iter().find(|(at, _)| *at == edge);
        parts.map_or(&[], |(_, parts)| parts)
    }

    /// The command of an edge; `None` where it runs parallel parts.
    pub(crate) fn command(&self, thread: ThreadId, edge: usize) -> Option<&Command> {
        match &self.all[thread].graph.edges()[edge].action {
            Action::Command(command) => Some(command),
            Action::Par(_) => None,
        }
    }

    /// Whether a thread, apart from its parts, contains an assertion.
    pub(crate) fn asserts(&self, thread: ThreadId) -> bool {
        let count = self.all[thread].graph.edges().len();
        (0..count).any(|edge| matches!(self.command(thread, edge), Some(Command::Assert(_))))
    }

    pub(crate) fn exit(&self, thread: ThreadId) -> Location {
        self.all[thread].graph.exit()
    }
}
