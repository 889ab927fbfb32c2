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
    /// The parameters, by position, whose memory is a copy that nobody sees afterwards.
    pub(super) copies: BTreeSet<usize>,
    /// The globals that pointers from outside may point to, with size and alignment.
    pub(super) addressed: BTreeMap<String, (u64, u64)>,
    /// Those of them that are constants, whose content is not looked for there.
    pub(super) constants: BTreeSet<String>,
    /// The types of objects that the specification says it accesses. Where there are several, memory
    /// that two pointers point to may be of one type only.
    pub(super) tags: BTreeSet<String>,
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
    /// The functions that are called and of which something is known.
    pub(super) restrained: BTreeSet<String>,
    /// The functions that are called and never return.
    pub(super) endless: BTreeSet<String>,
    /// Whether the specification and the implementation have loops and promise to return.
    pub(super) returns: (bool, bool),
    /// Whether a parameter has memory of its own.
    pub(super) separate: bool,
    /// Whether some loops of the specification are promised to end and others are not.
    pub(super) partly_promised: bool,
    /// Whether the end of the program by `llvm.trap` is in sight.
    pub(super) traps: bool,
    /// Whether `undef` occurs, or something else that may be one thing or another.
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
        self.copies.extend(&other.copies);
        for (name, (size, align)) in &other.addressed {
            let own = self
                .addressed
                .entry(name.clone())
                .or_insert((*size, *align));
            // Where the modules disagree, what both say is known.
            *own = (own.0.max(*size), own.1.min(*align));
        }
        self.constants.extend(other.constants.iter().cloned());
        self.tags.extend(other.tags.iter().cloned());
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
        self.restrained.extend(other.restrained.iter().cloned());
        self.endless.extend(other.endless.iter().cloned());
        self.returns.0 |= other.returns.0;
        self.returns.1 |= other.returns.1;
        self.separate |= other.separate;
        self.partly_promised |= other.partly_promised;
        self.traps |= other.traps;
        self.undef |= other.undef;
        self.locals |= other.locals;
        self.calls |= other.calls;
    }

    /// Whether pointers to objects of several types occur.
    pub(super) fn is_typed(&self) -> bool {
        self.tags.len() > 1
    }

    /// Whether the functions have the very behaviours of LLVM's.
    pub(super) fn is_exact(&self) -> bool {
        let open = self.undef || self.locals || self.separate || self.traps || self.found;
        let open = open || !self.constants.is_empty() || self.is_typed();
        let unknown = open || !self.restrained.is_empty() || self.partly_promised;
        !unknown && self.regions.values().all(|cells| !cells.poison)
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
        if !self.poison_inputs.is_empty() {
            assume("parameters are not `undef`");
        }
        if self.returns == (false, true) {
            assume("the implementation returns where it says that it will");
        }
        if self.locals {
            assume("local memory that was never written holds poison");
        }
        if self.relative {
            assume("constants lie within two gigabytes");
        }
        if self.found {
            assume(
                "a pointer from memory, from a call or from a number points into the object at its address",
            );
        }
        if self.calls {
            assume(
                "functions that are called return, free no memory that is used later, and do not keep pointers",
            );
        }
        assumptions
    }
}
