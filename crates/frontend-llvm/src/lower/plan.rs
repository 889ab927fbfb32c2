//! What two functions have to agree on, and what is found out only by lowering them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Integers, Options};

/// How a region of memory is cut into cells.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Cells {
    /// The widths of the accesses, in bytes.
    pub(super) widths: BTreeSet<u64>,
    /// Whether some access is not known to be aligned to its width.
    pub(super) unaligned: bool,
    /// Whether a cell may hold poison.
    pub(super) poison: bool,
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
}

/// Facts about two functions. They only grow: joining more of them never takes one back.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Plan {
    /// The regions of memory, by name.
    pub(super) regions: BTreeMap<String, Cells>,
    /// The variables assigned on branches that may be poison.
    pub(super) poisonous: BTreeSet<String>,
    /// What divides the pointers that are assigned on branches, where it is less than one could
    /// hope for.
    pub(super) multiples: BTreeMap<String, u64>,
    /// The parameters, by position, that may be poison.
    pub(super) poison_inputs: BTreeSet<usize>,
    /// The parameters, by position, whose memory others may point to as well.
    pub(super) aliased: BTreeSet<usize>,
    /// The globals that pointers from outside may point to, with size and alignment.
    pub(super) addressed: BTreeMap<String, (u64, u64)>,
    /// Whether `undef` occurs.
    pub(super) undef: bool,
    /// Whether there is local memory.
    pub(super) locals: bool,
    /// Whether a function is called whose body is not known or not looked at.
    pub(super) calls: bool,
}

impl Plan {
    /// Takes over other facts.
    pub(super) fn absorb(&mut self, other: &Plan) {
        for (name, cells) in &other.regions {
            let own = self.regions.entry(name.clone()).or_default();
            own.widths.extend(&cells.widths);
            own.unaligned |= cells.unaligned;
            own.poison |= cells.poison;
            own.visible |= cells.visible;
        }
        self.poisonous.extend(other.poisonous.iter().cloned());
        for (key, multiple) in &other.multiples {
            let own = self.multiples.entry(key.clone()).or_insert(*multiple);
            *own = (*own).min(*multiple);
        }
        self.poison_inputs.extend(&other.poison_inputs);
        self.aliased.extend(&other.aliased);
        for (name, (size, align)) in &other.addressed {
            let own = self
                .addressed
                .entry(name.clone())
                .or_insert((*size, *align));
            // Where the modules disagree, what both say is known.
            *own = (own.0.max(*size), own.1.min(*align));
        }
        self.undef |= other.undef;
        self.locals |= other.locals;
        self.calls |= other.calls;
    }

    /// Whether the functions have the very behaviours of LLVM's.
    pub(super) fn is_exact(&self) -> bool {
        !self.undef && !self.locals && self.regions.values().all(|cells| !cells.poison)
    }

    /// What is taken for granted, for people.
    pub(super) fn assumptions(&self, options: &Options) -> Vec<String> {
        let mut assumptions = Vec::new();
        let mut assume = |text: &str| assumptions.push(text.to_owned());
        if options.integers == Integers::Mathematical {
            assume("integers have no bounds and no operation overflows");
        }
        if self.regions.values().any(|cells| cells.visible) {
            assume("memory that the caller hands over is initialised");
        }
        if self.locals {
            assume("local memory that was never written holds poison");
        }
        if self.calls {
            assume(
                "functions that are called return, free no memory that is used later, and do not keep pointers",
            );
        }
        assumptions
    }
}
