//! Pointers that may point into one of several objects.
//!
//! Where objects of the caller's are in one region, a pointer that is chosen among several of them, by a
//! `select`, by a phi or by what an inlined function returns, points into an object of its own whose
//! place is chosen with it. Its bounds are variables that are assigned where the pointer is, so that a
//! pointer that is carried on to the next iteration takes the bounds with it.

use logic::{Term, Var};
use program::function::Step;

use super::super::arithmetic::literal;
use super::super::scalar::{Pointer, Scalar};
use super::super::{Lowering, PhiVariable, Result_};
use super::apart::{is_separate, separate_position};
use super::{Extent, Object, ObjectId, SHARED};

/// Where an object is that is chosen together with a pointer.
#[derive(Clone, Debug)]
pub(in super::super) struct Moving {
    base: Var,
    low: Var,
    high: Var,
    region: String,
}

impl<'t> Lowering<'_, 't> {
    /// The bounds of the object that a variable points into, where they are assigned with it.
    pub(in super::super) fn moving(&self, text: &str, key: &str) -> Option<Moving> {
        let region = self.plan.moving.get(key)?.clone();
        let bound = |suffix: &str| {
            let name = format!("{text}~{suffix}");
            Var::new(name.as_str(), self.address_sort())
        };
        Some(Moving {
            base: bound("base"),
            low: bound("low"),
            high: bound("high"),
            region,
        })
    }

    /// The object with bounds that are assigned.
    pub(in super::super) fn moving_object(&mut self, moving: &Moving) -> ObjectId {
        self.add_object(Object {
            region: moving.region.clone(),
            extent: Extent::Unknown {
                base: moving.base.term(),
                low: moving.low.term(),
                high: moving.high.term(),
            },
            align: 1,
            name: format!("%{}", moving.base.name),
            identity: None,
            noalias: false,
            content: None,
            scratch: false,
            alive: None,
            moves: true,
        })
    }

    /// Assigns bounds: those of the object that a pointer points into. Null points into none.
    pub(in super::super) fn assign_moving(
        &self,
        moving: &Moving,
        from: Option<ObjectId>,
    ) -> Result_<Vec<(Var, Term)>> {
        let zero = literal(&moving.base.term(), 0);
        let bounds = match from.map(|id| self.object(id)) {
            None => [zero.clone(), zero.clone(), zero],
            Some(Object {
                extent: Extent::Unknown { base, low, high },
                region,
                ..
            }) if *region == moving.region => [base.clone(), low.clone(), high.clone()],
            // The next plan knows that they are in one region.
            Some(object) if !object.region.starts_with('%') => [zero.clone(), zero.clone(), zero],
            Some(_) => return self.several_objects(),
        };
        let vars = [&moving.base, &moving.low, &moving.high];
        Ok(vars.into_iter().cloned().zip(bounds).collect())
    }

    /// Notes that a variable points into an object whose bounds must be assigned with it: it gets
    /// pointers into one object and has pointed into another, or the object moves itself.
    pub(in super::super) fn note_moving(
        &mut self,
        variable: &PhiVariable,
        from: ObjectId,
        to: Option<ObjectId>,
    ) -> Result_<()> {
        let mut regions = vec![self.object(from).region.clone()];
        regions.extend(to.map(|id| self.object(id).region.clone()));
        if regions.iter().any(|region| region.starts_with('%')) {
            return self.several_objects();
        }
        let region = self.common_region(&regions);
        self.facts.moving.insert(variable.key.clone(), region);
        Ok(())
    }

    /// The region that pointers into several regions can share. Memory of a `noalias` parameter is no
    /// longer its own then, and of globals it is the addresses that are assigned.
    fn common_region(&mut self, regions: &[String]) -> String {
        let (first, rest) = regions.split_first().expect("a pointer points somewhere");
        let is_global = regions.iter().any(|region| region.starts_with('@'));
        if rest.iter().all(|region| region == first) && !is_global {
            return first.clone();
        }
        let separate = regions.iter().filter(|region| is_separate(region));
        let positions: Vec<usize> = separate.filter_map(|it| separate_position(it)).collect();
        self.facts.aliased.extend(positions);
        SHARED.to_owned()
    }

    /// A pointer that is one of two, by a condition.
    pub(in super::super) fn select_object(
        &mut self,
        condition: &Term,
        then: Pointer,
        otherwise: Pointer,
    ) -> Result_<Option<ObjectId>> {
        let (Some(a), Some(b)) = (then.object, otherwise.object) else {
            return Ok(then.object.or(otherwise.object));
        };
        if a == b {
            return Ok(Some(a));
        }
        let extents = [a, b].map(|id| self.object(id).extent.clone());
        let [
            Extent::Unknown { base, low, high },
            Extent::Unknown {
                base: other_base,
                low: other_low,
                high: other_high,
            },
        ] = extents
        else {
            return self.several_objects();
        };
        let regions = [a, b].map(|id| self.object(id).region.clone());
        let region = self.common_region(&regions);
        let sort = self.address_sort();
        let mut bound = |stem: &str, ours: Term, theirs: Term| {
            let var = self.fresh(stem, sort.clone());
            let value = Term::ite(condition.clone(), ours, theirs);
            self.step(Step::Assign(var.clone(), value));
            var
        };
        let moving = Moving {
            base: bound("base", base, other_base),
            low: bound("low", low, other_low),
            high: bound("high", high, other_high),
            region,
        };
        Ok(Some(self.moving_object(&moving)))
    }

    /// What a variable of a phi or of an inlined result points into, where that is assigned with it.
    pub(in super::super) fn bind_moving(&mut self, variable: &PhiVariable) -> Option<ObjectId> {
        let moving = variable.object.clone()?;
        Some(self.moving_object(&moving))
    }

    /// Whether a pointer points nowhere: it is null, or an offset from it.
    pub(in super::super) fn points_nowhere(&self, pointer: &Scalar) -> bool {
        pointer.pointer.is_some_and(|it| it.object.is_none())
    }

    /// An access through a pointer that points nowhere: the behaviour is undefined.
    pub(in super::super) fn access_nowhere(&mut self) -> Result_<()> {
        if self.module.text.contains("null_pointer_is_valid") {
            return self.unsupported("an access through a null pointer");
        }
        self.undefined_if(Term::top());
        Ok(())
    }

    fn several_objects<T>(&self) -> Result_<T> {
        self.unsupported("a pointer that may point into different locals or globals")
    }
}
