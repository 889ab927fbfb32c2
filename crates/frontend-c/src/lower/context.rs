//! What all processes of a program have in common.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Symbol, Var};
use program::system::Presumption;

use crate::effects::{self, Analysis};
use crate::handles::RequestArrays;
use crate::mpi;
use crate::problem::Span;
use crate::summary::Summary;
use crate::syntax::{Declaration, Unit};
use crate::{Buffering, Options};

use super::messages::Waiting;

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
    /// The variables that something under way may use, as far as that is known.
    pub(crate) held: BTreeSet<Var>,
    /// Whether the order of steps may decide what happens, as far as that is known.
    pub(crate) races: bool,
    /// The variables with marks that say whether they were written, as far as that is known.
    pub(crate) marked: BTreeSet<Var>,
    /// The arrays with text that is printed there and not known, as far as that is known.
    pub(crate) printed: BTreeSet<Var>,
    /// The variables that persistent requests use, as far as that is known.
    pub(crate) lasting: BTreeSet<Var>,
    /// The labels of loops with invariants that each process has, as far as that is known.
    pub(crate) looped: Vec<BTreeSet<Symbol>>,
    /// The receivers and tags of the buffered sends of each process, as far as they are known; nothing for
    /// one whose receiver or tag depends on values.
    pub(crate) buffered: Vec<BTreeSet<Option<(i64, i64)>>>,
    /// The same of other sends that may leave messages behind.
    pub(crate) unbuffered: Vec<BTreeSet<Option<(i64, i64)>>>,
    /// The types of elements of messages, as far as they are known.
    pub(crate) datatypes: Vec<i64>,
    /// Whether it depends on values how far processes are with MPI, as far as that is known.
    pub(crate) phases: bool,
    /// Whether what is unsupported is passed over.
    pub(crate) is_partial: bool,
    /// Whether what follows a branch is read for each case where something must be known.
    pub(crate) splits_cases: bool,
    /// The names of local variables. What comes from a macro shares its place in the text, so that
    /// only the declaration itself tells it apart.
    names: BTreeMap<*const Declaration, String>,
    summary: Summary,
}

/// How messages are represented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Payload {
    /// Every buffer of the program is one element, and elements of one sort have one type: a message is
    /// its element.
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
            held: BTreeSet::new(),
            marked: BTreeSet::new(),
            printed: BTreeSet::new(),
            lasting: BTreeSet::new(),
            looped: Vec::new(),
            buffered: Vec::new(),
            unbuffered: Vec::new(),
            races: false,
            datatypes: Vec::new(),
            phases: false,
            is_partial: false,
            splits_cases: false,
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

    /// Whether the address of a variable of this name is taken, to be kept.
    pub(super) fn has_address(&self, name: Symbol) -> bool {
        self.summary.addressed.contains(&name)
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

    /// Whether a variable of this name occurs where calls of MPI need something that is known.
    pub(super) fn must_be_known(&self, name: Symbol) -> bool {
        self.summary.known.contains(&name)
    }

    /// How standard sends are understood.
    pub(crate) fn buffering(&self) -> Buffering {
        let said = self.options.buffering.or(self.unit.buffering);
        said.unwrap_or_default()
    }

    /// What standard sends do. Where no order of steps decides anything, a program that works with sends
    /// that wait works with all others.
    pub(super) fn standard_sends(&self) -> Waiting {
        match self.buffering() {
            Buffering::Unbounded => Waiting::Buffered,
            Buffering::None => Waiting::Synchronous,
            Buffering::Standard if self.races => Waiting::Either,
            Buffering::Standard => Waiting::Synchronous,
        }
    }

    /// Whether operations of a group wait for all: the options speak of sends alone.
    pub(super) fn operations(&self) -> Waiting {
        match self.races {
            true => Waiting::Either,
            false => Waiting::Synchronous,
        }
    }

    /// Where the file first prints into an array.
    pub(crate) fn first_print_into(&self) -> Option<usize> {
        let calls = self.summary.calls.iter();
        let into =
            calls.filter(|(name, _)| matches!(name.as_str(), "sprintf" | "snprintf" | "strcpy"));
        into.flat_map(|(_, places)| places).min().copied()
    }

    /// Where the file first calls MPI.
    pub(crate) fn first_mpi_call(&self) -> Option<usize> {
        let calls = self.summary.calls.iter();
        let of_mpi = calls.filter(|(name, _)| name.as_str().starts_with("MPI_"));
        of_mpi.flat_map(|(_, places)| places).min().copied()
    }

    /// Whether the file asks how many elements messages have.
    pub(super) fn asks_for_counts(&self) -> bool {
        self.call_count(Symbol::new("MPI_Get_count")) > 0
    }

    /// Whether the file begins operations that are completed elsewhere.
    pub(super) fn begins_requests(&self) -> bool {
        let mut calls = self.summary.calls.keys();
        calls.any(|name| mpi::begins(name.as_str()))
    }

    /// Whether the file begins operations other than receives.
    pub(super) fn begins_others(&self) -> bool {
        let is_receive = |name: &str| matches!(name, "MPI_Irecv" | "MPI_Recv_init" | "MPI_Imrecv");
        let mut calls = self.summary.calls.keys();
        calls.any(|name| mpi::begins(name.as_str()) && !is_receive(name.as_str()))
    }

    /// Whether the file has buffered sends.
    pub(super) fn has_buffered_sends(&self) -> bool {
        let mut calls = self.summary.calls.keys();
        calls.any(|name| matches!(name.as_str(), "MPI_Bsend" | "MPI_Ibsend" | "MPI_Bsend_init"))
    }

    /// Whether the file calls a function.
    pub(super) fn calls(&self, name: &str) -> bool {
        self.summary.calls.contains_key(&Symbol::new(name))
    }

    /// Whether the file begins sends that go on by themselves.
    pub(super) fn leaves_sends(&self) -> bool {
        let mut calls = self.summary.calls.keys();
        calls.any(|name| {
            let name = name.as_str();
            matches!(
                name,
                "MPI_Isend" | "MPI_Issend" | "MPI_Irsend" | "MPI_Ibsend" | "MPI_Bsend"
            ) || name.ends_with("send_init")
        })
    }

    /// Whether a request without an operation may be completed, whose status says that source and tag are
    /// any, and whether anybody looks.
    pub(super) fn may_tell(&self, member: &str) -> bool {
        let mut calls = self.summary.calls.keys();
        self.summary.members.contains(&Symbol::new(member))
            && calls.any(|name| {
                let name = name.as_str();
                name.starts_with("MPI_Wait") || name.starts_with("MPI_Test")
            })
    }

    /// Whether the file gives MPI memory for buffered sends.
    pub(super) fn attaches(&self) -> bool {
        let mut calls = self.summary.calls.keys();
        calls.any(|name| name.as_str() == "MPI_Buffer_attach")
    }

    /// Whether the file makes persistent requests.
    pub(super) fn has_persistent(&self) -> bool {
        let mut calls = self.summary.calls.keys();
        calls.any(|name| name.as_str().starts_with("MPI_") && name.as_str().ends_with("_init"))
    }

    /// The label that brings the collective assertions of the processes together, whatever theirs are:
    /// the first ones of all belong together, the second ones, and so on.
    pub(super) fn assertions(&self) -> Option<Symbol> {
        let all: Vec<&str> = self.summary.asserted.iter().map(|it| it.as_str()).collect();
        (!all.is_empty()).then(|| Symbol::new(&all.join("/")))
    }

    /// Whether there are collective assertions with different labels.
    pub(super) fn has_labels(&self) -> bool {
        self.summary.asserted.len() > 1
    }

    /// The number of a label among those of collective assertions, where there are several.
    pub(super) fn number_of_label(&self, label: Symbol) -> Option<usize> {
        let all = &self.summary.asserted;
        let position = all.iter().position(|own| *own == label);
        position.filter(|_| all.len() > 1)
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
    /// The types of the elements of messages.
    pub(crate) datatypes: Vec<i64>,
    /// Where a message without elements is.
    pub(crate) empty: Option<Span>,
    /// The variables that something under way may use.
    pub(crate) held: BTreeSet<Var>,
    /// Whether the order of steps may decide what happens.
    pub(crate) races: bool,
    /// Whether it depends on values how far the process is with MPI.
    pub(crate) phases: bool,
    /// The variables that may be read before they were written.
    pub(crate) marked: BTreeSet<Var>,
    /// The arrays with text that is printed there and not known.
    pub(crate) printed: BTreeSet<Var>,
    /// The variables that persistent requests use.
    pub(crate) lasting: BTreeSet<Var>,
    /// The labels of loops with invariants.
    pub(crate) looped: BTreeSet<Symbol>,
    /// The receivers and tags of buffered sends; nothing for one that depends on values.
    pub(crate) buffered: BTreeSet<Option<(i64, i64)>>,
    /// The same of other sends that may leave messages behind.
    pub(crate) unbuffered: BTreeSet<Option<(i64, i64)>>,
    /// The arrays that hold requests.
    pub(crate) request_arrays: RequestArrays,
    /// Whether there are buffered sends, whose messages need room.
    pub(crate) room: bool,
    /// Whether there are sends whose receives must have begun before.
    pub(crate) ready: bool,
    /// Whether pointers are `restrict`, which nobody looks at.
    pub(crate) restricts: bool,
    /// What is assumed whatever a proof shows.
    pub(crate) assumed: BTreeSet<Presumption>,
    /// Whether something is printed into an array.
    pub(crate) strings: bool,
    /// Whether a string is printed of which it is not known where it ends.
    pub(crate) ends: bool,
    /// Whether there are sends that MPI may or may not buffer.
    pub(crate) sends: bool,
}
