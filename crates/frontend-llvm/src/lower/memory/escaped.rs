//! Locals whose addresses others have: whoever is called later sees what they hold, and may change it.
//!
//! Which locals these are is known at each place, or it is not, and then no call may follow. They are
//! counted in the order in which they were handed over, which is how those of two functions are matched.

use super::super::{Lowering, Result_};
use super::ObjectId;

/// The locals whose addresses others have here.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(in super::super) enum Escaped {
    /// None, of a place that is not reached.
    #[default]
    Unreached,
    /// These, in the order in which others got them.
    These(Vec<Known>),
    /// It depends on the way that was taken.
    Depends,
}

/// A local whose address others have got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Known {
    id: ObjectId,
    /// Whether it is gone by now. If it comes back, it is where it was.
    gone: bool,
}

impl Escaped {
    /// Whether others may have the address of a local that is still there.
    pub(in super::super) fn may_be_some(&self) -> bool {
        match self {
            Escaped::Unreached => false,
            Escaped::These(ids) => ids.iter().any(|known| !known.gone),
            Escaped::Depends => true,
        }
    }

    /// What holds where two ways meet.
    pub(in super::super) fn join(&self, other: &Escaped) -> Escaped {
        match (self, other) {
            (Escaped::Unreached, other) => other.clone(),
            (own, Escaped::Unreached) => own.clone(),
            (own, other) if own == other => own.clone(),
            _ => Escaped::Depends,
        }
    }
}

impl Lowering<'_, '_> {
    /// The locals that others have the addresses of, where a call is made.
    pub(in super::super) fn escaped_locals(&self) -> Result_<Vec<ObjectId>> {
        match &self.escaped {
            Escaped::Unreached => Ok(Vec::new()),
            Escaped::These(ids) => {
                let there = ids.iter().filter(|known| !known.gone);
                Ok(there.map(|known| known.id).collect())
            }
            Escaped::Depends => self.unsupported(
                "a call before which the address of a local may or may not have been handed over",
            ),
        }
    }

    /// The number of a local among those that others have the addresses of.
    pub(super) fn number_of_escaped(&self, id: ObjectId) -> Option<usize> {
        match &self.escaped {
            Escaped::These(ids) => ids.iter().position(|known| known.id == id),
            Escaped::Unreached | Escaped::Depends => None,
        }
    }

    /// Notes that others have the address of a local from here on.
    pub(in super::super) fn escape(&mut self, id: ObjectId) {
        let side = self.role.side;
        self.facts.escaped.insert(format!("{side:?}"));
        let known = Known { id, gone: false };
        match &mut self.escaped {
            Escaped::These(ids) => match ids.iter_mut().find(|known| known.id == id) {
                Some(known) => known.gone = false,
                None => ids.push(known),
            },
            Escaped::Unreached => self.escaped = Escaped::These(vec![known]),
            Escaped::Depends => {}
        }
    }

    /// Notes that a local is there again: whoever has its address may access it again.
    pub(in super::super) fn comes_back(&mut self, id: ObjectId) {
        if let Escaped::These(ids) = &mut self.escaped {
            for known in ids.iter_mut().filter(|known| known.id == id) {
                known.gone = false;
            }
        }
    }

    /// Whether others have had the address of a local that is gone by now. What they make of it is not
    /// known: another function may have the same local for longer.
    pub(in super::super) fn has_lost_locals(&self) -> bool {
        match &self.escaped {
            Escaped::Unreached => false,
            Escaped::These(ids) => ids.iter().any(|known| known.gone),
            Escaped::Depends => true,
        }
    }

    /// Notes that a local is gone, so that nobody may access it any more.
    pub(in super::super) fn is_gone(&mut self, id: ObjectId) {
        if let Escaped::These(ids) = &mut self.escaped {
            for known in ids.iter_mut().filter(|known| known.id == id) {
                known.gone = true;
            }
        }
    }

    /// How many objects there are; all that are made later belong to what comes then.
    pub(in super::super) fn object_count(&self) -> usize {
        self.objects.len()
    }

    /// Whether an object is one of the first ones, as many as this.
    pub(in super::super) fn is_among_first(&self, id: ObjectId, count: usize) -> bool {
        id.0 < count
    }

    /// Forgets the locals of an inlined function, which are gone once it returns.
    pub(in super::super) fn frame_ends(&mut self, first: usize) {
        if let Escaped::These(ids) = &mut self.escaped {
            for known in ids.iter_mut().filter(|known| known.id.0 >= first) {
                known.gone = true;
            }
        }
    }
}
