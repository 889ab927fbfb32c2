//! What two functions have to agree on, and what is found out only by lowering them.

use std::collections::{BTreeMap, BTreeSet};

use super::callee::Callees;
use super::memory::{Labels, separate_position};
use super::{Integers, Options};
use crate::syntax::Word;
use crate::{Assumption, Side};

/// How a region of memory is cut into cells.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Cells {
    /// The widths of the accesses, in bytes.
    pub(super) widths: BTreeSet<u64>,
    /// Whether some access is not known to be aligned to its width.
    pub(super) unaligned: bool,
    /// Whether a cell may hold poison.
    pub(super) poison: bool,
    /// Whether a cell may hold `undef`, which an array beside the region says.
    pub(super) undef: bool,
    /// Whether the caller, or a function that is called, sees it.
    pub(super) visible: bool,
}

impl Cells {
    /// The bytes of a cell: as many as all accesses have, or one.
    pub(super) fn bytes(&self) -> u64 {
        match self.widths.first() {
            Some(width) if self.widths.len() == 1 && !self.unaligned && width.is_power_of_two() => {
                *width
            }
            _ => 1,
        }
    }

    /// The bits of a cell that hold a value.
    pub(super) fn bits(&self) -> u32 {
        8 * u32::try_from(self.bytes()).unwrap_or(1)
    }

    /// The bit above the others that says that a cell is poison, if there is one.
    pub(super) fn poison_mark(&self) -> Option<u32> {
        self.poison.then(|| self.bits())
    }
}

/// What each of the two modules says of something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Both<T> {
    pub(super) specification: Option<T>,
    pub(super) implementation: Option<T>,
}

impl<T> Default for Both<T> {
    fn default() -> Self {
        Both {
            specification: None,
            implementation: None,
        }
    }
}

impl<T: Clone> Both<T> {
    pub(super) fn of(&mut self, side: Side) -> &mut Option<T> {
        match side {
            Side::Specification => &mut self.specification,
            Side::Implementation => &mut self.implementation,
        }
    }

    fn absorb(&mut self, other: &Both<T>, join: impl Fn(T, &T) -> T) {
        for side in [Side::Specification, Side::Implementation] {
            let theirs = match side {
                Side::Specification => &other.specification,
                Side::Implementation => &other.implementation,
            };
            if let Some(theirs) = theirs {
                let own = self.of(side);
                *own = Some(match own.take() {
                    Some(own) => join(own, theirs),
                    None => theirs.clone(),
                });
            }
        }
    }

    /// What both say, where both say something.
    pub(super) fn both(&self) -> Option<(&T, &T)> {
        Some((self.specification.as_ref()?, self.implementation.as_ref()?))
    }
}

/// How something is aligned that others are given, perhaps several times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Alignments {
    /// How it is aligned always.
    pub(super) least: u64,
    /// How it is aligned sometimes.
    pub(super) greatest: u64,
    /// Where it is given.
    pub(super) at: usize,
}

impl Alignments {
    pub(super) fn join(self, other: &Alignments) -> Alignments {
        Alignments {
            least: self.least.min(other.least),
            greatest: self.greatest.max(other.greatest),
            at: self.at.min(other.at),
        }
    }
}

/// A global, as its module has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GlobalFacts {
    /// Its size where that is decided here, whether it is a constant, who sees it, and what it starts
    /// with: all of which must be the same in both modules.
    pub(super) shape: String,
    /// Whether others see it, and it may be one with something else that holds the same.
    pub(super) may_be_merged: bool,
    /// How it is said to be aligned where another module may define it; 0 where this one does.
    pub(super) aligned_elsewhere: u64,
    /// Where it stands.
    pub(super) at: usize,
}

/// Facts about two functions. They only grow: joining more of them never takes one back, but for memory
/// of a parameter that turns out to be memory like any other.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Plan {
    /// The regions of memory, by name.
    pub(super) regions: BTreeMap<String, Cells>,
    /// The variables assigned on branches that may be poison.
    pub(super) poisonous: BTreeSet<String>,
    /// The variables assigned on branches that may be `undef`.
    pub(super) undefined: BTreeSet<String>,
    /// Whether the specification may show a value that is `undef`.
    pub(super) vague: bool,
    /// What divides the pointers that are assigned on branches, where it is less than one could
    /// hope for.
    pub(super) multiples: BTreeMap<String, u64>,
    /// The parameters, by position, that may be poison.
    pub(super) poison_inputs: BTreeSet<usize>,
    /// The parameters, by position, that the specification says nobody else points into.
    pub(super) noalias: BTreeSet<usize>,
    /// The parameters, by position, whose memory others may point to as well, whatever is said.
    pub(super) aliased: BTreeSet<usize>,
    /// The parameters, by position, whose memory is a copy that nobody sees afterwards, with its size
    /// and its alignment.
    pub(super) copies: BTreeMap<usize, (u64, u64)>,
    /// The parameters, by position, whose memory can be written for certain (`sret`, `writable`).
    pub(super) rooms: BTreeSet<usize>,
    /// The globals whose addresses are inputs, with size and alignment.
    pub(super) addressed: BTreeMap<String, (u64, u64)>,
    /// The globals whose size another module decides, with what they have at least.
    pub(super) sized: BTreeMap<String, u64>,
    /// Those of them that are constants, whose content is not looked for in memory that all share.
    pub(super) constants: BTreeSet<String>,
    /// The regions of constants that another module fills.
    pub(super) fixed: BTreeSet<String>,
    /// The regions of globals that only the module knows, and that change.
    pub(super) private: BTreeSet<String>,
    /// What both modules say of the globals that are used.
    pub(super) globals: BTreeMap<String, Both<GlobalFacts>>,
    /// How what others are given is aligned.
    pub(super) alignments: BTreeMap<String, Both<Alignments>>,
    /// How large the locals are that others are given.
    pub(super) handed: BTreeMap<String, Both<BTreeSet<u64>>>,
    /// What is promised of the functions that are called.
    pub(super) callees: Callees,
    /// The functions that the verdict rests on: they are called, or others get them, and they are
    /// defined here.
    pub(super) rests: BTreeSet<String>,
    /// The functions that are not put in the place of calls, since they may not keep what is promised of
    /// them.
    pub(super) called: BTreeSet<String>,
    /// What the specification says of which accesses do not meet.
    pub(super) labels: Labels,
    /// Whether the specification and the implementation say of what type accesses are.
    pub(super) tagged: (bool, bool),
    /// Whether the specification and the implementation say otherwise that accesses do not meet.
    pub(super) scoped: (bool, bool),
    /// Where the implementation says of a loop that its iterations do not meet in memory.
    pub(super) parallel: Option<usize>,
    /// Whether a table holds pointers as distances, so that all constants lie close together.
    pub(super) relative: bool,
    /// Whether a pointer is found in memory, answered by a call or made from a number.
    pub(super) found: bool,
    /// Whether a function is called whose name is not known, and whether one is whose name is, or
    /// whose address is taken.
    pub(super) named: (bool, bool),
    /// The variables of pointers that may point into one of several objects of a region, by their keys.
    pub(super) moving: BTreeMap<String, String>,
    /// The variables of pointers assigned on branches that may point outside of their object.
    pub(super) unbounded: BTreeSet<String>,
    /// The variables of pointers assigned on branches that may be null which counts as a pointer into
    /// their object, and whether something is added to such a pointer: then null is apart.
    pub(super) nulled: BTreeSet<String>,
    pub(super) null_apart: bool,
    /// The blocks before which it is not known which locals others have the addresses of.
    pub(super) mixed: BTreeSet<String>,
    /// The sides on which others get the address of a local.
    pub(super) escaped: BTreeSet<String>,
    /// Whether a pointer is stored in memory.
    pub(super) stores_pointers: bool,
    /// Whether the implementation calls a function of which only the result matters.
    pub(super) pure: bool,
    /// Whether the address of a global is looked at that may be one with another.
    pub(super) mergeable: bool,
    /// The globals and functions of only one module each that both modules have under one name.
    pub(super) common: BTreeSet<String>,
    /// The constants that are known by what they hold, with their names.
    pub(super) nameless: BTreeMap<String, Both<BTreeSet<String>>>,
    /// Whether what others get of a global is a constant.
    pub(super) constness: BTreeMap<String, Both<bool>>,
    /// Whether memory of the caller's is written.
    pub(super) writes: bool,
    /// Whether a function is called that may free memory of the caller's.
    pub(super) frees: bool,
    /// Whether it is open of some loop whether it must make progress.
    pub(super) partly_promised: bool,
    /// Whether the end of the program by `llvm.trap` is in sight.
    pub(super) traps: bool,
    /// Whether `undef` occurs, or something else that may be one thing or another.
    pub(super) undef: bool,
    /// Whether a call may free memory.
    pub(super) may_free: bool,
    /// Whether a call answers a value that may be `undef`.
    pub(super) answered: bool,
    /// Whether there is local memory.
    pub(super) locals: bool,
    /// Whether the specification promises that nobody unwinds through it.
    pub(super) nounwind: bool,
    /// Whether the specification has a parameter behind which nobody looks after unwinding.
    pub(super) dead_on_unwind: bool,
    /// Whether arguments are taken as satisfying what attributes say.
    pub(super) well_formed: bool,
    /// Why nothing can be refuted, if it cannot.
    pub(super) irrefutable: BTreeSet<String>,
}

impl Plan {
    /// Takes over other facts.
    pub(super) fn absorb(&mut self, other: &Plan) {
        for (name, cells) in &other.regions {
            let own = self.regions.entry(name.clone()).or_default();
            own.widths.extend(&cells.widths);
            own.unaligned |= cells.unaligned;
            own.poison |= cells.poison;
            own.undef |= cells.undef;
            own.visible |= cells.visible;
        }
        self.poisonous.extend(other.poisonous.iter().cloned());
        self.undefined.extend(other.undefined.iter().cloned());
        self.vague |= other.vague;
        for (key, multiple) in &other.multiples {
            let own = self.multiples.entry(key.clone()).or_insert(*multiple);
            *own = (*own).min(*multiple);
        }
        self.poison_inputs.extend(&other.poison_inputs);
        self.noalias.extend(&other.noalias);
        self.aliased.extend(&other.aliased);
        // Memory of a parameter that others may point into is memory like any other: what was its own
        // is used by nobody, and must not be shown.
        let aliased = &self.aliased;
        self.regions.retain(|name, _| {
            !separate_position(name).is_some_and(|position| aliased.contains(&position))
        });
        self.copies.extend(&other.copies);
        self.rooms.extend(&other.rooms);
        for (name, (size, align)) in &other.addressed {
            let own = self
                .addressed
                .entry(name.clone())
                .or_insert((*size, *align));
            // Where the modules disagree, what both say is known.
            *own = (own.0.max(*size), own.1.min(*align));
        }
        for (name, size) in &other.sized {
            let own = self.sized.entry(name.clone()).or_insert(*size);
            *own = (*own).max(*size);
        }
        self.constants.extend(other.constants.iter().cloned());
        self.fixed.extend(other.fixed.iter().cloned());
        self.private.extend(other.private.iter().cloned());
        for (name, facts) in &other.globals {
            let own = self.globals.entry(name.clone()).or_default();
            own.absorb(facts, |own, _| own);
        }
        for (name, alignments) in &other.alignments {
            let own = self.alignments.entry(name.clone()).or_default();
            own.absorb(alignments, Alignments::join);
        }
        for (name, sizes) in &other.handed {
            let own = self.handed.entry(name.clone()).or_default();
            own.absorb(sizes, |own, theirs| own.union(theirs).copied().collect());
        }
        self.callees.absorb(&other.callees);
        self.rests.extend(other.rests.iter().cloned());
        self.called.extend(other.called.iter().cloned());
        self.labels.absorb(&other.labels);
        self.tagged.0 |= other.tagged.0;
        self.tagged.1 |= other.tagged.1;
        self.scoped.0 |= other.scoped.0;
        self.scoped.1 |= other.scoped.1;
        self.parallel = self.parallel.or(other.parallel);
        self.relative |= other.relative;
        self.found |= other.found;
        self.named.0 |= other.named.0;
        self.named.1 |= other.named.1;
        for (key, region) in &other.moving {
            // What is in memory that all share is not taken back.
            let own = self.moving.entry(key.clone()).or_insert(region.clone());
            if region == "mem" {
                own.clone_from(region);
            }
        }
        self.unbounded.extend(other.unbounded.iter().cloned());
        self.nulled.extend(other.nulled.iter().cloned());
        self.null_apart |= other.null_apart;
        self.mixed.extend(other.mixed.iter().cloned());
        self.escaped.extend(other.escaped.iter().cloned());
        self.stores_pointers |= other.stores_pointers;
        self.pure |= other.pure;
        self.mergeable |= other.mergeable;
        self.common.extend(other.common.iter().cloned());
        for (identity, names) in &other.nameless {
            let own = self.nameless.entry(identity.clone()).or_default();
            own.absorb(names, |own, theirs| own.union(theirs).cloned().collect());
        }
        for (name, constness) in &other.constness {
            let own = self.constness.entry(name.clone()).or_default();
            own.absorb(constness, |own, theirs| own || *theirs);
        }
        self.writes |= other.writes;
        self.frees |= other.frees;
        self.partly_promised |= other.partly_promised;
        self.traps |= other.traps;
        self.undef |= other.undef;
        self.answered |= other.answered;
        self.may_free |= other.may_free;
        self.locals |= other.locals;
        self.nounwind |= other.nounwind;
        self.dead_on_unwind |= other.dead_on_unwind;
        self.well_formed |= other.well_formed;
        self.irrefutable.extend(other.irrefutable.iter().cloned());
    }

    /// Whether accesses are said not to meet.
    pub(super) fn is_typed(&self) -> bool {
        self.labels.are_several()
    }

    /// Whether others have the address of a local of one of the functions.
    pub(super) fn has_escaped(&self, side: Side) -> bool {
        self.escaped.contains(&format!("{side:?}"))
    }

    /// Whether the specification promises something of all its calls of a function. Where that is not
    /// kept, the specification is undefined, so that it holds for both.
    pub(super) fn is_known_of(&self, callee: &str, word: Word) -> bool {
        self.callees.is_known(callee, word)
    }

    /// Whether the functions have the very behaviours of LLVM's.
    pub(super) fn is_exact(&self) -> bool {
        let open = self.undef || self.locals || self.traps || self.found || self.frees;
        let open = open || !self.noalias.is_empty() || !self.private.is_empty();
        let open = open || !self.constants.is_empty() || self.is_typed();
        let open = open
            || self.dead_on_unwind
            || !self.irrefutable.is_empty()
            || self.callees.is_restrained()
            || self.callees.are_any_told_apart();
        let marked = |cells: &Cells| cells.poison || cells.undef;
        !open && !self.partly_promised && !self.regions.values().any(marked)
    }

    /// What is taken for granted.
    pub(super) fn assumptions(&self, options: &Options) -> Vec<Assumption> {
        let mut assumptions = Vec::new();
        let mut assume = |holds: bool, assumption: Assumption| {
            if holds {
                assumptions.push(assumption);
            }
        };
        let is_mathematical = options.integers == Integers::Mathematical;
        assume(is_mathematical, Assumption::Mathematical);
        assume(self.well_formed, Assumption::WellFormed);
        let has_values = !self.poison_inputs.is_empty() || self.answered;
        assume(has_values, Assumption::Parameters);
        let mut visible = self.regions.iter().filter(|(_, cells)| cells.visible);
        let is_shared =
            visible.clone().next().is_some() || !self.handed.is_empty() || !self.escaped.is_empty();
        let is_handed = visible.any(|(name, _)| !self.private.contains(name));
        assume(is_shared, Assumption::Memory);
        assume(is_shared, Assumption::Threads);
        assume(self.found || self.stores_pointers, Assumption::Provenance);
        assume(
            self.found && (self.frees || self.may_free),
            Assumption::Reuse,
        );
        let separate = self.noalias.difference(&self.aliased);
        let separate = separate.filter(|it| !self.copies.contains_key(it));
        assume(separate.count() > 0 && is_handed, Assumption::Noalias);
        assume(self.pure, Assumption::Determinism);
        assume(self.callees.relies_on_library(), Assumption::Library);
        assume(self.tagged.1 || self.scoped.1, Assumption::Aliasing);
        assume(self.relative, Assumption::Near);
        assumptions
    }
}
