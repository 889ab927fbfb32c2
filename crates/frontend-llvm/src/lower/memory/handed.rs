//! What a call hands over, and what of it those see who answer.

use std::collections::BTreeSet;

use logic::{Integer, Op, Term};
use program::function::Observed;

use super::super::arithmetic::{literal, truth};
use super::super::scalar::{Pointer, Single};
use super::super::{Integers, Lowering, Result_};
use super::apart::is_separate;
use super::identity::is_nameless;
use super::{Content, Extent, ObjectId, ObjectKind, SHARED};
use crate::Side;
use crate::syntax::Name;

/// The largest local whose bytes are looked at one by one.
pub(in super::super) const LARGEST: u64 = 64;

/// What is handed over by a call.
#[derive(Default)]
pub(in super::super) struct Handed {
    /// What the environment is told.
    pub(in super::super) told: Vec<Observed>,
    /// What each pointer among the arguments points into, one after the other: part of the event's name,
    /// so that events of one name are told the same things at the same places.
    pub(in super::super) names: Vec<String>,
    /// The regions that arguments point into.
    pub(in super::super) regions: BTreeSet<String>,
    /// The locals that whoever is called can reach, in order.
    pub(in super::super) locals: Vec<ObjectId>,
    /// Those of them whose address is kept.
    pub(in super::super) kept: Vec<ObjectId>,
}

/// What stands for memory that all share, and for null, which is told like any address.
const ANYWHERE: &str = "-";

/// The name of a region as one word: LLVM allows spaces in quotes.
pub(in super::super) fn word(region: &str) -> String {
    match region.contains([' ', '"']) {
        true => format!("{region:?}"),
        false => region.to_owned(),
    }
}

impl<'t> Lowering<'_, 't> {
    /// Hands an argument over. `keeps` says whether whoever is called may keep it.
    pub(in super::super) fn hand(
        &mut self,
        argument: &Single,
        keeps: bool,
        handed: &mut Handed,
    ) -> Result_<()> {
        handed.told.extend(self.shown(argument));
        let Single::Pointer(pointer) = argument else {
            return Ok(());
        };
        let id = pointer.object;
        let object = self.object(id).clone();
        if keeps {
            self.note_captured(pointer);
        }
        match object.kind {
            ObjectKind::Null => {
                handed.names.push(ANYWHERE.to_owned());
                return Ok(());
            }
            ObjectKind::Local => {
                if keeps && !handed.kept.contains(&id) {
                    handed.kept.push(id);
                }
                return self.hand_local(id, handed);
            }
            ObjectKind::Function => {
                self.identity_of(&object)?;
                handed.names.push(word(&object.region));
                return Ok(());
            }
            _ => {}
        }
        if let Some(bytes) = self.constant_bytes(&object)? {
            return self.hand_constant(pointer, bytes, handed);
        }
        if let Extent::Sized(_) = object.extent {
            // A pointer to a global is its distance from the start.
            self.show(&object);
            self.identity_of(&object)?;
        }
        handed.names.push(match &*object.region {
            SHARED => ANYWHERE.to_owned(),
            region => word(region),
        });
        if let ObjectKind::Parameter(position) = object.kind
            && self.plan.copies.contains_key(&position)
        {
            // Whoever is called cannot tell a copy that the caller has made from a local.
            self.end_refutation(Term::top());
        }
        if is_separate(&object.region) {
            // Null is handed over in another way.
            let zero = literal(argument.term(), 0);
            let is_null = Term::eq(argument.term().clone(), zero);
            self.end_refutation(is_null);
        }
        // Whoever keeps a pointer to memory of a parameter may come back to it later.
        if keeps || !is_separate(&object.region) {
            self.escapes(pointer);
        }
        handed.regions.insert(object.region);
        Ok(())
    }

    /// Whoever is called sees what a constant holds, and which one it is unless that does not matter.
    fn hand_constant(
        &mut self,
        pointer: &Pointer,
        bytes: Term,
        handed: &mut Handed,
    ) -> Result_<()> {
        let object = self.object(pointer.object).clone();
        let size = match &object.extent {
            Extent::Sized(size) => size.least(),
            Extent::Between { .. } => 0,
        };
        let size = literal(pointer.place.term(), Integer::from(size));
        handed.told.extend([size, bytes].map(Observed::defined));
        let name = object.region.strip_prefix('@').map(Name::bare);
        let global = name.and_then(|name| self.module.global(name));
        let called = match global {
            Some(global) if is_nameless(global) => "constant".to_owned(),
            // One whose address matters may be made one with another whose address does not.
            _ if self.role.refutes() => "constant".to_owned(),
            _ => format!("constant {}", word(&object.region)),
        };
        // What padding holds is not decided: the same bytes are padding in both.
        let padding = self.padding_of(&object)?;
        if !padding.is_empty() {
            self.end_refutation(Term::top());
            self.facts.undef = true;
        }
        handed.names.push(match self.role.refutes() {
            true => called,
            false => format!("{called}{padding}"),
        });
        self.facts.undef |= !global.is_some_and(is_nameless);
        self.identity_of(&object)?;
        Ok(())
    }

    /// Hands over a pointer to a local.
    fn hand_local(&mut self, id: ObjectId, handed: &mut Handed) -> Result_<()> {
        let object = self.object(id).clone();
        let place = handed.locals.iter().position(|it| *it == id);
        // One that others have already is known to them; any other one is new.
        let name = match self.number_of_escaped(id) {
            Some(number) => format!("kept local {number}"),
            None => format!("local {}", place.unwrap_or(handed.locals.len())),
        };
        let key = format!("{name} of {}", self.calling);
        handed.names.push(name);
        self.note_alignment(&key, object.align);
        if let Extent::Sized(size) = &object.extent {
            self.note_handed_size(&key, size.least());
        }
        match place {
            Some(_) => Ok(()),
            None => self.show_local(id, handed),
        }
    }

    /// Lets whoever is called see what a local holds: all locals whose address others have are among
    /// what a call hands over.
    pub(in super::super) fn show_local(
        &mut self,
        id: ObjectId,
        handed: &mut Handed,
    ) -> Result_<()> {
        if handed.locals.contains(&id) {
            return Ok(());
        }
        let object = self.object(id).clone();
        let Extent::Sized(size) = &object.extent else {
            return self.unsupported("a call that is given the address of this local");
        };
        let size = size.least();
        if self.options.integers == Integers::Mathematical {
            return self.unsupported("a call that is given the address of a local");
        }
        // Both functions have to cut it alike.
        self.record(id, 1, 1);
        handed.names.push(format!("of {size}"));
        handed.locals.push(id);
        self.show_content(id, size, handed);
        // Whoever gets it may access it only while it is there.
        let alive = object.alive.map_or_else(Term::top, |alive| alive.term());
        if !alive.is_true() {
            // Who has it for longer does nothing wrong.
            self.end_refutation(Term::not(alive.clone()));
            self.facts.undef = true;
        }
        handed.told.push(Observed::defined(alive));
        Ok(())
    }

    /// Lets whoever is called see the bytes of a local.
    fn show_content(&mut self, id: ObjectId, size: u64, handed: &mut Handed) {
        let object = self.object(id).clone();
        let facts = self.facts.regions.entry(object.region.clone()).or_default();
        facts.poison = true;
        let content = self.region_var(&object.region).term();
        let cells = self.cells(&object.region);
        if cells.bytes() != 1 || !cells.poison {
            // The next plan knows better.
            return;
        }
        if size > LARGEST {
            // A specification may hold anything where nothing was stored.
            handed.told.push(Observed {
                value: content,
                poison: Term::bool(self.role.taints()),
            });
            let marks = self.undef_var(&object.region);
            handed
                .told
                .extend(marks.map(|marks| Observed::defined(marks.term())));
            return;
        }
        let marks = self.undef_var(&object.region).map(|var| var.term());
        let start = Term::bit_vec(64, 0);
        for byte in 0..size {
            let place = literal(&start, Integer::from(byte));
            let cell = Term::select(content.clone(), place.clone());
            let bit = |place: Option<u32>| match place {
                Some(place) => truth(&Term::app(Op::Extract(place, place), vec![cell.clone()])),
                None => Term::bottom(),
            };
            let poison = bit(cells.poison_mark());
            let undef = marks
                .as_ref()
                .map(|marks| Term::select(marks.clone(), place));
            let undef = undef.unwrap_or_else(Term::bottom);
            handed.told.push(Observed {
                value: Term::app(Op::Extract(7, 0), vec![cell.clone()]),
                poison: Term::or([poison.clone(), undef]),
            });
            // `undef` may be handed over as anything but poison.
            handed.told.push(match self.role.side {
                Side::Specification => Observed {
                    value: Term::bottom(),
                    poison,
                },
                Side::Implementation => Observed::defined(poison),
            });
        }
    }

    /// What is handed to others is seen by them.
    fn show(&mut self, object: &super::Object) {
        let facts = self.facts.regions.entry(object.region.clone()).or_default();
        facts.visible |= object.content == Content::Region;
    }
}
