//! What a call hands over, and what of it those see who answer.

use std::collections::BTreeSet;

use logic::{Integer, Op, Term};
use program::function::Observed;

use super::super::arithmetic::{literal, truth};
use super::super::scalar::Scalar;
use super::super::{Integers, Lowering, Result_};
use super::apart::is_separate;
use super::{Extent, ObjectId, SHARED};

/// The largest local whose bytes are looked at one by one.
const LARGEST: u64 = 64;

/// What is handed over by a call.
#[derive(Default)]
pub(in super::super) struct Handed {
    /// What the environment is told.
    pub(in super::super) told: Vec<Observed>,
    /// What the arguments point into, where that is not memory that all share: part of the event's
    /// name, so that events of one name are told the same things.
    pub(in super::super) names: Vec<String>,
    /// The regions that arguments point into.
    pub(in super::super) regions: BTreeSet<String>,
    /// The locals among them, in order.
    pub(in super::super) locals: Vec<String>,
}

impl<'t> Lowering<'_, 't> {
    /// Hands an argument over.
    pub(in super::super) fn hand(&mut self, argument: &Scalar, handed: &mut Handed) -> Result_<()> {
        handed.told.extend(self.shown(argument));
        let Some(id) = argument.pointer.and_then(|pointer| pointer.object) else {
            return Ok(());
        };
        let object = self.object(id).clone();
        if object.region.starts_with('%') {
            return self.hand_local(id, handed);
        }
        if let Some(bytes) = self.constant_bytes(&object)? {
            // Whoever is called sees what the constant holds, not what it is called here.
            let size = match object.extent {
                Extent::Known(size) => size,
                Extent::Unknown { .. } => 0,
            };
            let size = literal(&argument.value, Integer::from(size));
            handed.told.extend([size, bytes].map(Observed::defined));
            handed.names.push("constant".to_owned());
            return Ok(());
        }
        if object.region.starts_with('@') {
            // A pointer to a global is its distance from the start.
            self.show(&object);
        }
        if object.region != SHARED {
            handed.names.push(object.region.clone());
        }
        if is_separate(&object.region) {
            // Null is handed over in another way.
            let zero = literal(&argument.value, 0);
            let is_null = Term::eq(argument.value.clone(), zero);
            self.end_refutation(is_null);
        }
        if !is_separate(&object.region) {
            self.escapes(argument);
        }
        handed.regions.insert(object.region);
        Ok(())
    }

    /// Hands over a pointer to a local: the bytes that it holds are seen, and are others afterwards.
    fn hand_local(&mut self, id: ObjectId, handed: &mut Handed) -> Result_<()> {
        let object = self.object(id).clone();
        let Extent::Known(size) = object.extent else {
            return self.unsupported("a call that is given the address of this local");
        };
        if self.options.integers == Integers::Mathematical {
            return self.unsupported("a call that is given the address of a local");
        }
        // Both functions have to cut it alike.
        self.record(id, 1, 1);
        let place = handed.locals.iter().position(|it| *it == object.region);
        let place = place.unwrap_or(handed.locals.len());
        handed.names.push(format!("local {place} of {size}"));
        if place < handed.locals.len() {
            return Ok(());
        }
        handed.locals.push(object.region.clone());
        let content = self.region_var(&object.region).term();
        let cells = self.cells(&object.region);
        if !cells.poison || cells.bytes() != 1 {
            // The next plan knows better.
            return Ok(());
        }
        if size > LARGEST {
            // A specification may hold anything where nothing was stored.
            handed.told.push(Observed {
                value: content,
                poison: Term::bool(self.role.taints()),
            });
            return Ok(());
        }
        let start = Term::bit_vec(64, 0);
        for byte in 0..size {
            let place = literal(&start, Integer::from(byte));
            let cell = Term::select(content.clone(), place);
            handed.told.push(Observed {
                value: Term::app(Op::Extract(7, 0), vec![cell.clone()]),
                poison: truth(&Term::app(Op::Extract(8, 8), vec![cell])),
            });
        }
        Ok(())
    }
}
