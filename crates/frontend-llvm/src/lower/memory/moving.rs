//! Pointers that may point into one of several objects.
//!
//! Where objects are in one region, a pointer that is chosen among several of them, by a `select`, by a
//! phi or by what an inlined function returns, points into an object of its own whose place is chosen
//! with it. Its bounds are variables that are assigned where the pointer is, so that a pointer that is
//! carried on to the next iteration takes the bounds with it. Null is such an object too, one without
//! any bytes; literal null needs no bounds of its own, since no object has its address.

use logic::{Term, Var};
use program::function::Step;

use super::super::scalar::{Address, Pointer};
use super::super::{Lowering, PhiVariable, Result_};
use super::apart::{is_separate, separate_position};
use super::{Extent, Object, ObjectId, ObjectKind, SHARED};

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
        let extent = Extent::Between {
            base: Address(moving.base.term()),
            low: Address(moving.low.term()),
            high: Address(moving.high.term()),
        };
        self.add_object(Object {
            name: format!("%{}", moving.base.name),
            ..Object::new(ObjectKind::Chosen, moving.region.clone(), extent)
        })
    }

    /// Assigns bounds: those of the object that a pointer points into.
    pub(in super::super) fn assign_moving(
        &self,
        moving: &Moving,
        from: ObjectId,
    ) -> Result_<Vec<(Var, Term)>> {
        let object = self.object(from);
        let zero = Term::value(logic::Value::default_of(&self.address_sort()));
        let nothing = [zero.clone(), zero.clone(), zero];
        let bounds = match &object.extent {
            Extent::Between { base, low, high }
                if object.kind == ObjectKind::Null || object.region == moving.region =>
            {
                [base.0.clone(), low.0.clone(), high.0.clone()]
            }
            // The next plan knows that they are in one region.
            _ if object.kind != ObjectKind::Local => nothing,
            _ => return self.several_objects(),
        };
        let vars = [&moving.base, &moving.low, &moving.high];
        Ok(vars.into_iter().cloned().zip(bounds).collect())
    }

    /// Notes that a variable points into an object whose bounds must be assigned with it: it gets
    /// pointers into one object and has pointed into another, or the object moves itself.
    pub(in super::super) fn note_moving(
        &mut self,
        variable: &PhiVariable,
        objects: &[ObjectId],
    ) -> Result_<()> {
        let region = self.common_region(objects)?;
        self.facts.moving.insert(variable.key.clone(), region);
        Ok(())
    }

    /// The region that pointers into several objects can share. Memory of a `noalias` parameter is no
    /// longer its own then, and of globals it is the addresses that are assigned.
    fn common_region(&mut self, objects: &[ObjectId]) -> Result_<String> {
        let mut regions: Vec<String> = Vec::new();
        let mut is_global = false;
        for id in objects {
            let object = self.object(*id);
            match object.kind {
                ObjectKind::Local => return self.several_objects(),
                ObjectKind::Null => continue,
                ObjectKind::Global | ObjectKind::Function => is_global = true,
                _ => {}
            }
            regions.push(object.region.clone());
        }
        let Some((first, rest)) = regions.split_first() else {
            return Ok(SHARED.to_owned());
        };
        if rest.iter().all(|region| region == first) && !is_global {
            return Ok(first.clone());
        }
        let separate = regions.iter().filter(|region| is_separate(region));
        let positions: Vec<usize> = separate.filter_map(|it| separate_position(it)).collect();
        self.facts.aliased.extend(positions);
        Ok(SHARED.to_owned())
    }

    /// What a pointer points into that is one of two, by a condition, and whether one of them is null
    /// that counts as a pointer into the other's object.
    pub(in super::super) fn select_object(
        &mut self,
        condition: &Term,
        then: &Pointer,
        otherwise: &Pointer,
    ) -> Result_<(ObjectId, bool)> {
        let (a, b) = (then.object, otherwise.object);
        if a == b {
            return Ok((a, false));
        }
        if otherwise.is_literal_null() && self.is_nullable(a) && !self.plan.null_apart {
            return Ok((a, true));
        }
        if then.is_literal_null() && self.is_nullable(b) && !self.plan.null_apart {
            return Ok((b, true));
        }
        let extents = [a, b].map(|id| self.object(id).extent.clone());
        let [
            Extent::Between { base, low, high },
            Extent::Between {
                base: other_base,
                low: other_low,
                high: other_high,
            },
        ] = extents
        else {
            return self.several_objects();
        };
        let region = self.common_region(&[a, b])?;
        let sort = self.address_sort();
        let mut bound = |stem: &str, ours: Address, theirs: Address| {
            let var = self.fresh(stem, sort.clone());
            let value = Term::ite(condition.clone(), ours.0, theirs.0);
            self.step(Step::Assign(var.clone(), value));
            var
        };
        let moving = Moving {
            base: bound("base", base, other_base),
            low: bound("low", low, other_low),
            high: bound("high", high, other_high),
            region,
        };
        Ok((self.moving_object(&moving), false))
    }

    /// What a variable of a phi or of an inlined result points into, where that is assigned with it.
    pub(in super::super) fn bind_moving(&mut self, variable: &PhiVariable) -> Option<ObjectId> {
        let moving = variable.object.clone()?;
        Some(self.moving_object(&moving))
    }

    /// Whether null is a value like others among pointers into an object: they are addresses, and none
    /// of the object's is that of null.
    pub(in super::super) fn is_nullable(&self, id: ObjectId) -> bool {
        matches!(self.object(id).extent, Extent::Between { .. })
    }

    /// Whether the place of an object is assigned together with pointers into it, so that it may be
    /// another one when a variable is assigned again.
    pub(in super::super) fn moves(&self, id: ObjectId) -> bool {
        matches!(
            self.object(id).kind,
            ObjectKind::Found | ObjectKind::Numbered | ObjectKind::Chosen
        )
    }

    pub(in super::super) fn several_objects<T>(&self) -> Result_<T> {
        self.unsupported("a pointer that may point into different locals or globals")
    }
}
