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
use super::super::scalar::{Address, FULLY, Place, Pointer, Scalar, below};
use super::super::{Integers, Lowering, Result_};
use super::apart::{Span, separate_position};
use super::{Content, Extent, Object, ObjectId, ObjectKind, SHARED, Size};
use crate::Side;
use crate::meaning::Stop;

/// The bits of an address within a page.
const PAGE: u32 = 12;

/// The inputs that say where the object at an address begins and ends.
const BOUNDS: [&str; 2] = ["mem~begins", "mem~ends"];

/// The address at which a page starts.
fn page(address: &Address) -> Address {
    let high = Term::app(Op::Extract(63, PAGE), vec![address.0.clone()]);
    Address(apply(Op::Concat, &high, &Term::bit_vec(PAGE, 0)))
}

impl<'t> Lowering<'_, 't> {
    fn bounds_var(&self, which: usize) -> Var {
        let sort = Sort::array(self.address_sort(), self.address_sort());
        Var::new(BOUNDS[which], sort)
    }

    /// The inputs that say where objects are, where pointers are found.
    pub(super) fn layout_inputs(&self) -> Vec<Var> {
        if !self.plan.found || self.options.integers == Integers::Mathematical {
            return Vec::new();
        }
        vec![self.bounds_var(0), self.bounds_var(1)]
    }

    /// What is known of where the objects are that have names.
    pub(super) fn layout_facts(&self, spans: &[Span]) -> Vec<Term> {
        if self.layout_inputs().is_empty() {
            return Vec::new();
        }
        let mut facts = Vec::new();
        for span in spans {
            let start = span.low.behind(1);
            let at = match self.role.refutes() {
                true => start.clone(),
                false => span.pointer.clone(),
            };
            // An object that nothing lies in is no object.
            let inside = Term::and([span.low.below(&at), at.below(&span.high)]);
            let [low, high] = self.bounds_at(&at);
            let mut own = vec![
                Term::eq(low.0, span.low.0.clone()),
                Term::eq(high.0, span.high.0.clone()),
            ];
            if self.role.refutes() {
                own.push(Term::eq(page(&start).0, start.0));
            } else if span.separate {
                continue;
            }
            facts.push(Term::implies(inside, Term::and(own)));
        }
        facts
    }

    /// Where the object at an address begins and ends.
    fn bounds_at(&self, address: &Address) -> [Address; 2] {
        let [low, high] = [0, 1].map(|which| self.bounds_var(which).term());
        if !self.role.refutes() {
            return [low, high].map(|array| Address(Term::select(array, address.0.clone())));
        }
        let start = page(address);
        let largest = literal(&start.0, Integer::power_of_two(PAGE) - Integer::from(1i64));
        let size = apply(Op::BvAnd, &Term::select(high, start.0.clone()), &largest);
        [start.before(), Address(apply(Op::BvAdd, &start.0, &size))]
    }

    /// The pointer that a number is which was found in memory or answered by a call.
    pub(in super::super) fn found(&mut self, number: &Scalar) -> Result_<Pointer> {
        self.found_as(number, ObjectKind::Found)
    }

    /// The pointer that a number is which the function has made itself.
    pub(in super::super) fn numbered(&mut self, number: &Scalar) -> Result_<Pointer> {
        self.found_as(number, ObjectKind::Numbered)
    }

    fn found_as(&mut self, number: &Scalar, kind: ObjectKind) -> Result_<Pointer> {
        if self.options.integers == Integers::Mathematical {
            return self.unsupported("a pointer from elsewhere over mathematical integers");
        }
        self.facts.found = true;
        let sort = self.address_sort();
        let address = match number.value.children().is_empty() {
            true => number.value.clone(),
            false => self.named("found", number.value.clone(), &sort),
        };
        let address = Address(address);
        let [low, high] = self.bounds_at(&address);
        let low = self.named("low", low.0, &sort);
        let high = self.named("high", high.0, &sort);
        let object = self.object_between(kind, &address, Address(low), Address(high));
        Ok(Pointer {
            object,
            place: Place::Address(address),
            poison: number.poison.clone(),
            multiple: FULLY,
            bounded: false,
            nulled: false,
        })
    }

    /// A term whose value does not change by what is assigned later.
    pub(super) fn kept(&mut self, stem: &str, term: Term) -> Term {
        match term.children().is_empty() && term.as_var().is_none() {
            true => term,
            false => {
                let sort = term.sort().clone();
                self.named(stem, term, &sort)
            }
        }
    }

    /// A variable that holds a term.
    fn named(&mut self, stem: &str, term: Term, sort: &Sort) -> Term {
        let var = self.fresh(stem, sort.clone());
        self.step(Step::Assign(var.clone(), term));
        var.term()
    }

    /// An object of the memory that all share.
    fn object_between(
        &mut self,
        kind: ObjectKind,
        base: &Address,
        low: Address,
        high: Address,
    ) -> ObjectId {
        let extent = Extent::Between {
            base: base.clone(),
            low,
            high,
        };
        self.add_object(Object {
            name: format!("%{}", base.0),
            ..Object::new(kind, SHARED.to_owned(), extent)
        })
    }

    /// A pointer as others can have it, and its address: one to a global is its address then.
    pub(in super::super) fn exposed(&mut self, pointer: &Pointer) -> Result_<(Pointer, Address)> {
        let distance = match &pointer.place {
            Place::Address(address) => return Ok((pointer.clone(), address.clone())),
            Place::Distance(distance) => distance.clone(),
        };
        let object = self.object(pointer.object).clone();
        let Extent::Sized(size) = &object.extent else {
            return self.several_objects();
        };
        if object.kind == ObjectKind::Local {
            return self.unsupported("the address of a local that others may see");
        }
        let base = self.address_of(&object, size)?;
        let behind = base.plus(&size.term(&base.0));
        let kind = match object.kind {
            ObjectKind::Function => ObjectKind::Function,
            _ => ObjectKind::Chosen,
        };
        let id = self.object_between(kind, &base, base.before(), behind);
        self.objects[id.0].align = object.align;
        self.objects[id.0].name.clone_from(&object.name);
        let address = base.plus(&distance.0);
        let pointer = Pointer {
            object: id,
            place: Place::Address(address.clone()),
            ..pointer.clone()
        };
        Ok((pointer, address))
    }

    /// The address of a global or a function that is not part of the memory that all share.
    fn address_of(&mut self, object: &Object, size: &Size) -> Result_<Address> {
        let identity = self.identity_of(object)?;
        // A function has no bytes that anybody could access, but no two are at one address.
        let bytes = match object.kind {
            ObjectKind::Function => 1,
            _ => size.least(),
        };
        self.facts
            .addressed
            .insert(identity.clone(), (bytes, object.align));
        if let Content::Always(_) | Content::Fixed = object.content {
            self.facts.constants.insert(identity.clone());
        } else {
            // Others may point to it, so that the next plan puts it among the memory that all share.
            self.facts.found = true;
        }
        Ok(self.global_address(&identity))
    }

    /// Notes that others get a pointer. Memory of a parameter is no longer its own then. A refutation
    /// is only about pointers that still point into their object once others find them.
    pub(in super::super) fn escapes(&mut self, pointer: &Pointer) {
        let object = self.object(pointer.object).clone();
        if let Some(position) = separate_position(&object.region) {
            self.facts.aliased.insert(position);
        }
        if let (Extent::Between { low, high, .. }, Place::Address(address), true) =
            (object.extent, &pointer.place, self.plan.found)
        {
            let [found_low, found_high] = self.bounds_at(address);
            let differs = Term::and([
                Term::not(pointer.poison.clone()),
                Term::not(address.is_null()),
                Term::or([Term::ne(found_low.0, low.0), Term::ne(found_high.0, high.0)]),
            ]);
            self.end_refutation(differs);
        }
    }

    /// Ends a run that is to refute something where a formula holds.
    pub(in super::super) fn end_refutation(&mut self, formula: Term) {
        match self.role.side {
            _ if formula.is_false() || !self.role.refutes() => {}
            Side::Specification => {
                self.stopping(Stop::Unseen);
                self.undefined_if(formula);
            }
            Side::Implementation => self.step(Step::Assume(Term::not(formula))),
        }
    }

    /// Ends a run that is to refute something where it reaches memory through a pointer from
    /// elsewhere that is kept beside the memory that all share.
    pub(super) fn avoid_kept(&mut self, id: ObjectId, address: &Address) {
        let object = self.object(id);
        let is_needed = self.plan.found || !self.plan.constants.is_empty();
        let is_kept = !self.moves(id) || object.region != SHARED;
        if !self.role.refutes() || !is_needed || is_kept {
            return;
        }
        let mut kept = Vec::new();
        for identity in &self.plan.constants {
            let base = self.global_address(identity);
            let size = self.global_size(identity);
            let distance = address.minus(&base).0;
            kept.push(Term::not(below(&size, &distance)));
        }
        for object in &self.objects {
            if let (ObjectKind::Parameter(position), Extent::Between { low, high, .. }) =
                (object.kind, &object.extent)
                && (self.plan.noalias.contains(&position) || self.plan.is_typed())
            {
                kept.push(Term::and([low.below(address), address.below(high)]));
            }
        }
        self.end_refutation(Term::or(kept));
    }
}
