//! What all processes of a program have in common.

use std::collections::BTreeMap;

use logic::{Sort, Symbol};

use crate::Options;
use crate::effects::{self, Analysis};
use crate::summary::Summary;
use crate::syntax::{Declaration, Scalar, Unit};

/// What all processes of a program have in common.
pub(crate) struct Context<'a> {
    pub(crate) unit: &'a Unit,
    pub(crate) text: &'a str,
    pub(crate) analysis: Analysis<'a>,
    pub(crate) size: usize,
    pub(crate) options: Options,
    pub(crate) payload: Payload,
    /// The program that joint invariants speak of: its alias and its text.
    pub(crate) other: Option<(&'static str, &'a Unit)>,
    /// The names of local variables. What comes from a macro shares its place in the text, so that
    /// only the declaration itself tells it apart.
    names: BTreeMap<*const Declaration, String>,
    summary: Summary,
}

/// How messages are represented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Payload {
    /// Every buffer of the program is one element, all collective operations have one type, and so
    /// have all messages of integers: a message is its element.
    Single,
    /// A message is an array of its elements, with their number at the index -1 and that of their type
    /// at -2.
    Counted,
}

impl<'a> Context<'a> {
    pub(crate) fn new(unit: &'a Unit, text: &'a str, size: usize, options: Options) -> Self {
        let mut names = BTreeMap::new();
        for function in &unit.functions {
            let mut declared: Vec<&Declaration> = function.parameters.iter().collect();
            effects::declarations(&function.body, &mut declared);
            // The variables of other functions have its name before theirs.
            let globals = unit
                .globals
                .iter()
                .filter(|_| function.name.as_str() == "main");
            let mut seen: BTreeMap<Symbol, usize> = globals.map(|it| (it.name, 1)).collect();
            for declaration in declared {
                let count = seen.entry(declaration.name).or_default();
                *count += 1;
                let name = match count {
                    1 => declaration.name.to_string(),
                    _ => format!("{}#{count}", declaration.name),
                };
                names.insert(std::ptr::from_ref(declaration), name);
            }
        }
        Context {
            unit,
            text,
            analysis: Analysis::new(unit),
            size,
            options,
            payload: Payload::Single,
            other: None,
            names,
            summary: Summary::of(unit),
        }
    }

    /// The name of a local variable: its own, made different where a function has it twice.
    pub(super) fn local_name(&self, declaration: &Declaration) -> String {
        let name = self.names.get(&std::ptr::from_ref(declaration));
        name.cloned()
            .unwrap_or_else(|| declaration.name.to_string())
    }

    /// Whether some function writes a variable of this name.
    pub(super) fn is_written(&self, name: Symbol) -> bool {
        self.summary.written.contains(&name)
    }

    /// Whether a pointer of this name is set after its declaration.
    pub(super) fn is_moved(&self, name: Symbol) -> bool {
        self.summary.moved.contains(&name)
    }

    /// Whether a name is used anywhere.
    pub(super) fn mentions(&self, name: &str) -> bool {
        self.summary.mentioned.contains(&Symbol::new(name))
    }

    /// How many calls of a function the file has.
    pub(super) fn call_count(&self, name: Symbol) -> usize {
        self.summary.calls.get(&name).map_or(0, Vec::len)
    }

    /// A name for the call of a function at a place: its own, and the line where it is called more
    /// than once.
    pub(super) fn site(&self, name: Symbol, at: usize) -> String {
        let calls = self.summary.calls.get(&name).map_or(&[][..], Vec::as_slice);
        let line = self.line(at);
        let before = calls
            .iter()
            .filter(|call| **call < at && self.line(**call) == line)
            .count();
        match (calls.len(), before) {
            (0 | 1, _) => name.to_string(),
            (_, 0) => format!("{name}@{line}"),
            (_, before) => format!("{name}@{line}.{}", before + 1),
        }
    }

    /// The position among all loops of the file, counted from one, of the loop that starts at a
    /// place.
    pub(super) fn loop_number(&self, start: usize) -> usize {
        let before = self.summary.loops.iter().filter(|other| **other <= start);
        before.count()
    }

    /// The line of a place, counted from one.
    pub(super) fn line(&self, at: usize) -> usize {
        let before = self.text.get(..at).unwrap_or_default();
        before.matches('\n').count() + 1
    }
}

/// What a program uses, which decides how messages look and what is said with the verdict.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Uses {
    /// Whether a buffer has another number of elements than one.
    pub(crate) counts: bool,
    /// The sorts of values in collective operations.
    pub(crate) collective_sorts: Vec<Sort>,
    /// The types of the elements of messages.
    pub(crate) message_types: Vec<Scalar>,
    pub(crate) integers: bool,
    pub(crate) reals: bool,
    /// Whether something is printed into an array.
    pub(crate) strings: bool,
    /// Whether there are sends that MPI may or may not buffer.
    pub(crate) sends: bool,
}
