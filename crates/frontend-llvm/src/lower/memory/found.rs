//! Pointers that come from elsewhere: found in memory, answered by a call, made from a number.
//!
//! Nobody says what such a pointer was made from. It is taken to point into the object at its
//! address. For a proof, two inputs say where the object at each address begins and ends, whatever
//! the layout of memory. A refutation needs a layout that there can be: each object begins at the
//! start of a page of its own, so that no two overlap, and an input says how large it is.
//!
//! Memory that others may point into is one region. A constant keeps its content beside that, and
//! the memory of a `noalias` parameter is its own; so nothing is refuted by runs that reach one of
//! them through a pointer that was found.

use logic::{Integer, Op, Sort, Term, Var};
use program::function::Step;

use super::super::arithmetic::{apply, literal};
use super::super::scalar::{Pointer, Scalar};
use super::super::{Integers, Lowering, Result_};
use super::apart::{Place, separate_position};
use super::{Extent, Object, ObjectId, SHARED};
use crate::Side;
use crate::syntax::Access;

/// The bits of an address within a page.
const PAGE: u32 = 12;

/// The inputs that say where the object at an address begins and ends.
const BOUNDS: [&str; 2] = ["mem~begins", "mem~ends"];

/// The address at which a page starts.
fn page(address: &Term) -> Term {
    let high = Term::app(Op::Extract(63, PAGE), vec![address.clone()]);
    apply(Op::Concat, &high, &Term::bit_vec(PAGE, 0))
}

impl<'t> Lowering<'_, 't> {
    fn bounds_var(&self, which: usize) -> Var {
        let sort = Sort::array(self.address_sort(), self.address_sort());
        Var::new(BOUNDS[which], sort)
    }

    /// The inputs that say where objects are, and what is known of those that have names.
    pub(super) fn layout_inputs(&mut self, places: &[Place]) {
        if !self.plan.found || self.options.integers == Integers::Mathematical {
            return;
        }
        self.inputs.extend([self.bounds_var(0), self.bounds_var(1)]);
        for place in places {
            let one = literal(&place.low, 1);
            let start = self.plus(&place.low, &one);
            let at = if self.role.refutes() {
                start.clone()
            } else {
                place.pointer.clone()
            };
            // An object that nothing lies in is no object.
            let inside = Term::and([self.below(&place.low, &at), self.below(&at, &place.high)]);
            let [low, high] = self.bounds_at(&at);
            let mut facts = vec![
                Term::eq(low, place.low.clone()),
                Term::eq(high, place.high.clone()),
            ];
            if self.role.refutes() {
                facts.push(Term::eq(page(&start), start));
            } else if place.separate {
                continue;
            }
            let fact = Term::implies(inside, Term::and(facts));
            self.step(Step::Assume(fact));
        }
    }

    /// Where the object at an address begins and ends.
    fn bounds_at(&self, address: &Term) -> [Term; 2] {
        let [low, high] = [0, 1].map(|which| self.bounds_var(which).term());
        if !self.role.refutes() {
            return [low, high].map(|array| Term::select(array, address.clone()));
        }
        let start = page(address);
        let largest = literal(&start, Integer::power_of_two(PAGE) - Integer::from(1i64));
        let size = apply(Op::BvAnd, &Term::select(high, start.clone()), &largest);
        [
            self.minus(&start, &literal(&start, 1)),
            apply(Op::BvAdd, &start, &size),
        ]
    }

    /// The pointer that a number is which comes from elsewhere.
    pub(in super::super) fn found(&mut self, number: &Scalar) -> Result_<Scalar> {
        if self.options.integers == Integers::Mathematical {
            return self.unsupported("a pointer from elsewhere over mathematical integers");
        }
        self.facts.found = true;
        let sort = self.address_sort();
        let mut named = |stem: &str, term: Term| {
            if term.children().is_empty() {
                return term;
            }
            let var = self.fresh(stem, sort.clone());
            self.step(Step::Assign(var.clone(), term));
            var.term()
        };
        let address = named("found", number.value.clone());
        if self.plan.is_typed() {
            // Within an object, what is of which type is not known.
            self.end_refutation(Term::ne(page(&address), address.clone()));
        }
        let [low, high] = self.bounds_at(&address);
        let mut named = |stem: &str, term: Term| {
            let var = self.fresh(stem, sort.clone());
            self.step(Step::Assign(var.clone(), term));
            var.term()
        };
        let (low, high) = (named("low", low), named("high", high));
        let object = self.object_between(&address, low, high);
        Ok(Scalar::new(address, number.poison.clone()).at(Pointer {
            object: Some(object),
            multiple: 1 << 32,
            bounded: false,
        }))
    }

    /// An object of the memory that all share.
    fn object_between(&mut self, base: &Term, low: Term, high: Term) -> ObjectId {
        self.add_object(Object {
            region: SHARED.to_owned(),
            extent: Extent::Unknown {
                base: base.clone(),
                low,
                high,
            },
            align: 1,
            name: format!("%{base}"),
            identity: None,
            noalias: false,
            content: None,
            scratch: false,
            alive: None,
            moves: true,
        })
    }

    /// A pointer as others can have it: one to a global becomes its address.
    pub(in super::super) fn exposed(&mut self, scalar: &Scalar) -> Result_<Scalar> {
        let object = scalar.pointer.and_then(|pointer| pointer.object);
        let (Some(pointer), Some(id)) = (scalar.pointer, object) else {
            return Ok(scalar.clone());
        };
        let object = self.object(id).clone();
        let Extent::Known(size) = object.extent else {
            return Ok(scalar.clone());
        };
        if object.region.starts_with('%') {
            return self.unsupported("the address of a local that others may see");
        }
        let base = self.address_of(&object, size);
        let low = self.minus(&base, &literal(&base, 1));
        let high = self.plus(&base, &literal(&base, Integer::from(size)));
        let id = self.object_between(&base, low, high);
        self.objects[id.0].align = object.align;
        let value = self.plus(&base, &scalar.value);
        Ok(Scalar::new(value, scalar.poison.clone()).at(Pointer {
            object: Some(id),
            ..pointer
        }))
    }

    /// The address of a global that is not part of the memory that all share.
    fn address_of(&mut self, object: &Object, size: u64) -> Term {
        let identity = object.identity.as_ref().unwrap_or(&object.region);
        self.facts
            .addressed
            .insert(identity.clone(), (size, object.align));
        if object.content.is_some() {
            self.facts.constants.insert(identity.clone());
        } else {
            // Others may point to it, so that the next plan puts it among the memory that all share.
            self.facts.found = true;
        }
        self.global_address(identity).term()
    }

    /// Notes that others get a pointer. Memory of a parameter is no longer its own then. A refutation
    /// is only about pointers that still point into their object once others find them.
    pub(in super::super) fn escapes(&mut self, scalar: &Scalar) {
        let Some(id) = scalar.pointer.and_then(|pointer| pointer.object) else {
            return;
        };
        let object = self.object(id).clone();
        if let Some(position) = separate_position(&object.region) {
            self.facts.aliased.insert(position);
        }
        if let Extent::Unknown { low, high, .. } = object.extent
            && self.plan.found
        {
            let [found_low, found_high] = self.bounds_at(&scalar.value);
            let zero = literal(&scalar.value, 0);
            let differs = Term::and([
                Term::not(scalar.poison.clone()),
                Term::ne(scalar.value.clone(), zero),
                Term::or([Term::ne(found_low, low), Term::ne(found_high, high)]),
            ]);
            self.end_refutation(differs);
        }
    }

    /// Notes the type of object that the specification says it accesses (`!tbaa`). An access to memory
    /// that has another type is undefined behaviour, of which the lowered function knows nothing; so a
    /// refutation is only about pointers that do not meet.
    pub(in super::super) fn note_tag(&mut self, access: &Access<'t>) {
        if let (Some(node), Side::Specification) = (access.tbaa, self.role.side) {
            self.facts.tags.insert(node.to_owned());
        }
    }

    /// Ends a run that is to refute something where a formula holds.
    pub(super) fn end_refutation(&mut self, formula: Term) {
        match self.role.side {
            _ if formula.is_false() || !self.role.refutes() => {}
            Side::Specification => self.undefined_if(formula),
            Side::Implementation => self.step(Step::Assume(Term::not(formula))),
        }
    }

    /// Ends a run that is to refute something where it reaches memory through a pointer from
    /// elsewhere that is kept beside the memory that all share.
    pub(super) fn avoid_kept(&mut self, id: ObjectId, address: &Term) {
        let object = self.object(id);
        let is_needed = self.plan.found || !self.plan.constants.is_empty();
        if !self.role.refutes() || !is_needed || !object.moves || object.region != SHARED {
            return;
        }
        let mut kept = Vec::new();
        for identity in &self.plan.constants {
            let base = self.global_address(identity).term();
            let size = self
                .plan
                .addressed
                .get(identity)
                .map_or(0, |(size, _)| *size);
            let distance = self.minus(address, &base);
            let size = literal(&distance, Integer::from(size));
            kept.push(Term::not(self.below(&size, &distance)));
        }
        for object in self.objects.iter().filter(|object| !object.moves) {
            if let Extent::Unknown { low, high, .. } = &object.extent
                && (object.noalias || self.plan.is_typed())
            {
                let inside = [self.below(low, address), self.below(address, high)];
                kept.push(Term::and(inside));
            }
        }
        self.end_refutation(Term::or(kept));
    }
}
