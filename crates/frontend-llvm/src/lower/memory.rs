//! Memory: objects, and the arrays that hold them.
//!
//! A *region* is an array from places to cells. Each local and each global has a region of its own, in
//! which a place is the distance from the object's start. All memory that pointer parameters point to is
//! one region, in which a place is an address, except that a `noalias` parameter has its own. Where all
//! accesses to a region are aligned and equally wide, a cell is as wide as they are; otherwise it is a
//! byte. Cells that may hold poison have a bit more, above the others; which of them hold `undef`, an
//! array beside the region says.
//!
//! What others may do to memory between two accesses is part of their events. For a proof they may free
//! whatever is not a local and not a global ([`FREED`]); a refutation is about others that free nothing.
//! An input says which objects cannot be written ([`FIXED`]), so that no implementation writes where its
//! specification does not.

mod accesses;
mod apart;
mod bulk;
mod contents;
mod escaped;
mod found;
mod handed;
mod identity;
mod labels;
mod moving;
mod pointers;
mod uses;
mod visible;

pub(super) use accesses::Bytes;
pub(super) use apart::{separate_position, separate_region};
pub(super) use bulk::Written;
pub(super) use escaped::Escaped;
pub(super) use handed::{Handed, LARGEST as LARGEST_SHOWN, word};
pub(super) use labels::Labels;
pub(super) use moving::Moving;

use logic::{Op, Sort, Term, Var};
use program::function::Step;

use super::arithmetic::literal;
use super::plan::Cells;
use super::scalar::{Address, Distance, Place, Pointer, below, minus};
use super::{Integers, Lowering, Result_};
use crate::Side;
use crate::syntax::{ModRef, Name};

/// The region of all memory that more than one pointer parameter may point into.
const SHARED: &str = "mem";

/// Which objects of the caller's have been freed, by the address in front of them.
pub(crate) const FREED: &str = "mem~freed";

/// Which objects of the caller's cannot be written, by the address in front of them.
pub(crate) const FIXED: &str = "mem~fixed";

/// The position of an object among those of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct ObjectId(usize);

impl ObjectId {
    /// What null points to: nothing.
    pub(super) const NULL: ObjectId = ObjectId(0);
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ObjectKind {
    /// Nothing: what null, and offsets from it, point to.
    Null,
    /// An `alloca`.
    Local,
    /// A global variable or constant.
    Global,
    /// A function, of which nothing but its address can be had.
    Function,
    /// What a parameter points to, by position.
    Parameter(usize),
    /// What a pointer points to that was found in memory or answered by a call.
    Found,
    /// What a pointer points to that was made from a number.
    Numbered,
    /// One of several objects.
    Chosen,
}

/// Something that pointers point into.
#[derive(Clone, Debug)]
pub(super) struct Object {
    /// What it is.
    pub(super) kind: ObjectKind,
    /// The region that holds it.
    pub(super) region: String,
    /// Where it is and how large.
    pub(super) extent: Extent,
    /// How its reference address is aligned.
    pub(super) align: u64,
    /// What it is called.
    pub(super) name: String,
    /// What it holds, as far as that is known here.
    content: Content,
    /// Which cells of a constant hold nothing, as an array of truth values.
    padding: Option<Term>,
    /// Whether it exists, where that changes.
    pub(super) alive: Option<Var>,
}

/// What is known of what an object holds.
#[derive(Clone, PartialEq, Debug)]
enum Content {
    /// Whatever its region says.
    Region,
    /// Always this, in cells.
    Always(Term),
    /// It never changes, whatever it is: its region is an input that nobody writes.
    Fixed,
    /// It is written but never read, so that nobody sees what it holds.
    Scratch,
}

impl Object {
    /// An object of which its kind, its region and its extent are known.
    fn new(kind: ObjectKind, region: String, extent: Extent) -> Self {
        Object {
            kind,
            name: region.clone(),
            region,
            extent,
            align: 1,
            content: Content::Region,
            padding: None,
            alive: None,
        }
    }

    /// Whether what it holds never changes.
    pub(super) fn is_constant(&self) -> bool {
        matches!(self.content, Content::Always(_) | Content::Fixed)
    }

    /// What null points to.
    pub(super) fn null(address: &Sort) -> Self {
        let zero = || Address(Term::value(logic::Value::default_of(address)));
        let extent = Extent::Between {
            base: zero(),
            low: zero(),
            high: zero(),
        };
        Object::new(ObjectKind::Null, String::new(), extent)
    }

    /// Local memory.
    pub(super) fn local(region: String, size: u64, align: u64, alive: Option<Var>) -> Self {
        let extent = Extent::Sized(Size::Exactly(size));
        Object {
            align,
            alive,
            ..Object::new(ObjectKind::Local, region, extent)
        }
    }
}

/// Where an object is.
#[derive(Clone, Debug)]
pub(super) enum Extent {
    /// Somewhere: addresses greater than `low` and less than `high`. The reference address is `base`.
    Between {
        base: Address,
        low: Address,
        high: Address,
    },
    /// It has this size; pointers are distances from its start.
    Sized(Size),
}

/// How large an object is.
#[derive(Clone, Debug)]
pub(super) enum Size {
    /// So many bytes.
    Exactly(u64),
    /// At least so many bytes; an input says how many. Another module decides.
    AtLeast(u64, Term),
}

impl Size {
    /// The bytes that are there for certain.
    pub(super) fn least(&self) -> u64 {
        match self {
            Size::Exactly(bytes) | Size::AtLeast(bytes, _) => *bytes,
        }
    }

    /// The number of bytes, as a term like another one.
    fn term(&self, like: &Term) -> Term {
        match self {
            Size::Exactly(bytes) => literal(like, logic::Integer::from(*bytes)),
            Size::AtLeast(_, bytes) => bytes.clone(),
        }
    }
}

/// How the name of a local is written as a variable's. No two locals get the same one, and none that
/// of a region.
pub(super) fn variable_name(prefix: &str, name: Name<'_>) -> String {
    match name {
        Name::Number(number) => format!("{prefix}%{number}"),
        Name::Text(text) => {
            // `~` is ours; LLVM allows it in quotes. Numbers and regions begin like this.
            let mark = match text.starts_with(['%', '@']) || text.starts_with("mem") {
                true => "~.",
                false => "",
            };
            format!("{prefix}{mark}{}", text.replace('~', "~~"))
        }
    }
}

impl<'t> Lowering<'_, 't> {
    pub(super) fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0]
    }

    pub(super) fn add_object(&mut self, object: Object) -> ObjectId {
        self.objects.push(object);
        ObjectId(self.objects.len() - 1)
    }

    /// Whether an object is memory that the caller or others own. A copy that the caller has made is not.
    fn is_outside(&self, object: &Object) -> bool {
        match object.kind {
            ObjectKind::Parameter(position) => !self.plan.copies.contains_key(&position),
            ObjectKind::Found | ObjectKind::Numbered | ObjectKind::Chosen => true,
            _ => false,
        }
    }

    /// How a region is cut into cells.
    pub(super) fn cells(&self, region: &str) -> Cells {
        self.plan.regions.get(region).cloned().unwrap_or_default()
    }

    /// The sort of addresses.
    pub(super) fn address_sort(&self) -> Sort {
        match self.options.integers {
            Integers::BitPrecise => Sort::BitVec(64),
            Integers::Mathematical => Sort::Int,
        }
    }

    fn cell_sort(&self, cells: &Cells) -> Sort {
        match self.options.integers {
            Integers::Mathematical => Sort::Int,
            Integers::BitPrecise => Sort::BitVec(cells.bits() + u32::from(cells.poison)),
        }
    }

    /// The variable that holds a region.
    pub(super) fn region_var(&self, region: &str) -> Var {
        let sort = Sort::array(self.address_sort(), self.cell_sort(&self.cells(region)));
        Var::new(region, sort)
    }

    /// The variable that says which cells of a region hold `undef`; a refutation needs none.
    pub(super) fn undef_var(&self, region: &str) -> Option<Var> {
        let cells = self.cells(region);
        let sort = Sort::array(self.address_sort(), Sort::Bool);
        let is_needed = cells.undef && !self.role.refutes();
        is_needed.then(|| Var::new(format!("{region}~undef").as_str(), sort))
    }

    /// Says of all cells of a region whether they hold `undef`.
    pub(super) fn set_undef(&mut self, region: &str, undef: Term) {
        if let Some(var) = self.undef_var(region) {
            let all = Term::const_array(self.address_sort(), undef);
            self.step(Step::Assign(var, all));
        }
    }

    /// A variable that says something of each object of the caller's.
    fn objects_var(&self, name: &str) -> Var {
        Var::new(name, Sort::array(self.address_sort(), Sort::Bool))
    }

    /// Forgets what a local holds: every byte is `undef` then. A proof marks it so. To refute, the
    /// specification holds poison, which allows more, and the implementation zeros, which is one of the
    /// values that it could hold.
    pub(super) fn forget(&mut self, region: &str) {
        let is_precise = self.options.integers == Integers::BitPrecise;
        let facts = self.facts.regions.entry(region.to_owned()).or_default();
        match self.role.refutes() {
            false => facts.undef |= is_precise,
            true => facts.poison |= is_precise,
        }
        self.facts.locals = true;
        let cells = self.cells(region);
        let var = self.region_var(region);
        if !is_precise {
            self.step(Step::Choose(var));
            return;
        }
        let mark = match (self.role.refutes(), self.role.side) {
            (true, Side::Specification) => cells.poison_mark(),
            _ => None,
        };
        let cell = match (mark, self.cell_sort(&cells)) {
            (Some(place), Sort::BitVec(width)) => {
                Term::bit_vec(width, logic::Integer::power_of_two(place))
            }
            (_, sort) => Term::value(logic::Value::default_of(&sort)),
        };
        let content = Term::const_array(self.address_sort(), cell);
        self.step(Step::Assign(var, content));
        self.set_undef(region, Term::top());
        self.forget_labels(region);
    }

    /// Where an access goes: the object, and the place in it. Where the access is not allowed, the
    /// behaviour is undefined; `None` where it never is.
    pub(super) fn access(
        &mut self,
        pointer: &Pointer,
        bytes: u64,
        align: u64,
        touch: ModRef,
    ) -> Result_<Option<(ObjectId, Place)>> {
        self.because("it accesses memory through poison");
        self.must_be_defined(&pointer.poison);
        let id = pointer.object;
        let object = self.object(id).clone();
        match object.kind {
            ObjectKind::Null => {
                self.because("it accesses memory through null");
                self.undefined_if(Term::top());
                return Ok(None);
            }
            ObjectKind::Function => return self.unsupported("an access to the code of a function"),
            _ => {}
        }
        let mut undefined = vec![self.outside(id, &pointer.place, bytes)?];
        let mut reasons = self.reasons_outside(pointer, &undefined[0]);
        if align > 1 && !(pointer.multiple >= align && object.align >= align) {
            let place = match &object.extent {
                // Where the distance is a multiple, only the reference address matters.
                Extent::Between { base, .. } if pointer.multiple >= align => base.0.clone(),
                Extent::Between { .. } => pointer.place.term().clone(),
                Extent::Sized(_) if object.align >= align => pointer.place.term().clone(),
                Extent::Sized(_) => {
                    return self.unsupported("an access that is aligned better than its object");
                }
            };
            let misaligned = misaligned(&place, align);
            let reason = format!("the address that it accesses is no multiple of {align}");
            reasons.push((misaligned.clone(), reason));
            undefined.push(misaligned);
        }
        let undefined = self.still_poison(&Term::or(undefined));
        self.because_of(reasons);
        self.undefined_if(undefined.clone());
        self.learn(&undefined);
        self.touch(id, &pointer.place, touch, &Term::top())?;
        self.mark_access(id, &pointer.place, bytes)?;
        Ok(Some((id, pointer.place.clone())))
    }

    /// Where an object is not there any more: its lifetime has ended, or a call has freed it.
    pub(super) fn is_gone_by_now(&mut self, id: ObjectId) -> Term {
        let object = self.object(id).clone();
        let mut gone = Vec::new();
        gone.extend(object.alive.as_ref().map(|alive| Term::not(alive.term())));
        if let (true, Extent::Between { low, .. }) = (self.is_outside(&object), &object.extent) {
            self.facts.frees |= self.called && !self.role.refutes();
            if self.may_be_freed() {
                let freed = self.objects_var(FREED).term();
                gone.push(Term::select(freed, low.0.clone()));
            }
        }
        Term::or(gone)
    }

    /// What else an access to an object means where a condition holds: that it is still there, that it can
    /// be written, and that somebody may see it.
    fn touch(
        &mut self,
        id: ObjectId,
        place: &Place,
        touch: ModRef,
        condition: &Term,
    ) -> Result_<()> {
        let object = self.object(id).clone();
        let undefined_if = |lowering: &mut Self, formula: Term| {
            lowering.undefined_if(Term::and([condition.clone(), formula]));
        };
        if let Some(alive) = &object.alive {
            self.because("it accesses a local outside of its lifetime");
            undefined_if(self, Term::not(alive.term()));
        }
        self.note_touch(id, touch);
        if let (true, Extent::Between { low, .. }) = (self.is_outside(&object), &object.extent) {
            if touch.writes {
                self.facts.writes = true;
                let fixed = self.objects_var(FIXED).term();
                self.because("it writes memory that cannot be written");
                undefined_if(self, Term::select(fixed, low.0.clone()));
            }
            self.facts.frees |= self.called && !self.role.refutes();
            if self.may_be_freed() {
                let freed = self.objects_var(FREED).term();
                self.because("it accesses memory that a call may have freed");
                undefined_if(self, Term::select(freed, low.0.clone()));
            }
            let is_found = !matches!(object.kind, ObjectKind::Parameter(_));
            if is_found && self.plan.found && self.plan.has_escaped(self.role.side) {
                return self.unsupported(
                    "an access through a pointer that may point to a local whose address others have",
                );
            }
        }
        if let Place::Address(address) = place {
            self.avoid_kept(id, address);
        }
        let seen = self.sees(&object);
        let facts = self.facts.regions.entry(object.region.clone()).or_default();
        facts.visible |= seen;
        Ok(())
    }

    pub(super) fn record(&mut self, id: ObjectId, bytes: u64, align: u64) {
        let region = self.object(id).region.clone();
        let facts = self.facts.regions.entry(region).or_default();
        facts.widths.insert(bytes);
        facts.unaligned |= align < bytes;
    }

    /// Where an access of some bytes would leave its object.
    pub(super) fn outside(&self, id: ObjectId, place: &Place, bytes: u64) -> Result_<Term> {
        let width = literal(place.term(), logic::Integer::from(bytes));
        Ok(match (&self.object(id).extent, place) {
            (Extent::Between { low, high, .. }, Place::Address(address)) => {
                let mut inside = vec![low.below(address), address.below(high)];
                if bytes > 1 {
                    let left = high.minus(address);
                    inside.push(Term::not(below(&left.0, &width)));
                }
                Term::not(Term::and(inside))
            }
            (Extent::Sized(size), Place::Distance(Distance(distance))) => {
                let is_negative = match self.options.integers {
                    Integers::Mathematical => Term::lt(distance.clone(), Term::int(0)),
                    Integers::BitPrecise => Term::bottom(),
                };
                let beyond = match size {
                    Size::Exactly(size) => match size.checked_sub(bytes) {
                        Some(last) => {
                            below(&literal(distance, logic::Integer::from(last)), distance)
                        }
                        None => Term::top(),
                    },
                    Size::AtLeast(_, size) => {
                        Term::or([below(size, distance), below(&minus(size, distance), &width)])
                    }
                };
                Term::or([is_negative, beyond])
            }
            _ => return self.unsupported("a pointer that may point into different objects"),
        })
    }

    /// Where a pointer is neither into an object nor just behind it.
    pub(super) fn out_of_bounds(&self, id: ObjectId, place: &Place) -> Result_<Term> {
        match (&self.object(id).extent, place) {
            (Extent::Between { low, high, .. }, Place::Address(address)) => {
                Ok(Term::not(Term::and([
                    low.below(address),
                    Term::not(high.below(address)),
                ])))
            }
            _ => self.outside(id, place, 0),
        }
    }

    /// How a pointer into an object is aligned for certain.
    fn alignment(&self, pointer: &Pointer) -> u64 {
        self.object(pointer.object).align.min(pointer.multiple)
    }
}

/// Where an address is no multiple of a power of two.
fn misaligned(address: &Term, align: u64) -> Term {
    let zero = literal(address, 0);
    if *address.sort() == Sort::Int {
        let rest = Term::modulo(address.clone(), Term::int(logic::Integer::from(align)));
        return Term::ne(rest, zero);
    }
    // The low bits alone are easier to reason about than a mask.
    let bits = align.trailing_zeros().max(1);
    let low = Term::app(Op::Extract(bits - 1, 0), vec![address.clone()]);
    let zero = literal(&low, 0);
    Term::ne(low, zero)
}

/// Whether poison was stored in a region.
fn taint(region: &str) -> Var {
    Var::new(format!("{region}~poison").as_str(), Sort::Bool)
}
