//! Memory: objects, and the arrays that hold them.
//!
//! A *region* is an array from addresses to cells. Each local and each global has a region of its
//! own, in which a pointer is the distance from the object's start. All memory that pointer
//! parameters point to is one region, in which a pointer is an address, except that a `noalias`
//! parameter has its own. Where all accesses to a region are aligned and equally wide, a cell is as
//! wide as they are; otherwise it is a byte. Cells that may hold poison have one bit more, the
//! highest; all others are zero then.

mod accesses;
mod apart;
mod bulk;
mod contents;
mod found;
mod handed;
mod moving;
mod pointers;
mod uses;
mod visible;

pub(super) use bulk::Written;
pub(super) use contents::unescaped;
pub(super) use handed::Handed;
pub(super) use moving::Moving;

use logic::{Op, Sort, Term, Var};
use program::function::Step;

use super::arithmetic::literal;
use super::plan::Cells;
use super::scalar::{Pointer, Scalar};
use super::{Integers, Lowering, Reading, Result_};
use crate::syntax::Name;

/// The region of all memory that more than one pointer parameter may point into.
const SHARED: &str = "mem";

/// The position of an object among those of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct ObjectId(usize);

/// Something that pointers point into.
#[derive(Clone, Debug)]
pub(super) struct Object {
    /// The region that holds it.
    pub(super) region: String,
    /// Where it is and how large.
    pub(super) extent: Extent,
    /// How its reference address is aligned.
    pub(super) align: u64,
    /// What it is called.
    pub(super) name: String,
    /// Whether it is of a parameter that says that nobody else points into it.
    noalias: bool,
    /// What its address is called, for a global.
    identity: Option<String>,
    /// What it holds, where that never changes.
    content: Option<Term>,
    /// Whether it is written but never read, so that nobody sees what it holds.
    scratch: bool,
    /// Whether it exists, where that changes.
    pub(super) alive: Option<Var>,
    /// Whether its place is assigned together with a pointer into it.
    pub(super) moves: bool,
}

impl Object {
    /// Local memory.
    pub(super) fn local(region: String, size: u64, align: u64, alive: Option<Var>) -> Self {
        Object {
            name: region.clone(),
            region,
            extent: Extent::Known(size),
            align,
            identity: None,
            noalias: false,
            content: None,
            scratch: false,
            alive,
            moves: false,
        }
    }
}

/// Where an object is.
#[derive(Clone, Debug)]
pub(super) enum Extent {
    /// Somewhere: addresses greater than `low` and less than `high`. The reference address is that
    /// of the parameter, `base`.
    Unknown { base: Term, low: Term, high: Term },
    /// It has this size; pointers are distances from its start.
    Known(u64),
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
            Integers::BitPrecise => {
                let bits = 8 * u32::try_from(cells.bytes()).unwrap_or(1);
                Sort::BitVec(bits + u32::from(cells.poison))
            }
        }
    }

    /// The variable that holds a region.
    pub(super) fn region_var(&self, region: &str) -> Var {
        let sort = Sort::array(self.address_sort(), self.cell_sort(&self.cells(region)));
        Var::new(region, sort)
    }

    /// The cell that holds poison.
    fn poison_cell(&self, cells: &Cells) -> Term {
        match self.cell_sort(cells) {
            Sort::BitVec(width) => Term::bit_vec(width, logic::Integer::power_of_two(width - 1)),
            _ => Term::int(0),
        }
    }

    /// Forgets what a local holds.
    pub(super) fn forget(&mut self, region: &str) {
        let facts = self.facts.regions.entry(region.to_owned()).or_default();
        facts.poison = self.options.integers == Integers::BitPrecise;
        self.facts.locals = true;
        let cells = self.cells(region);
        let var = self.region_var(region);
        if !cells.poison {
            self.step(Step::Choose(var));
            return;
        }
        // One of the values that LLVM's `undef` may have is enough to refute an implementation.
        let few =
            self.role.reading == Reading::Few && self.role.side == crate::Side::Implementation;
        let cell = if few {
            Term::value(logic::Value::default_of(&self.cell_sort(&cells)))
        } else {
            self.poison_cell(&cells)
        };
        let content = Term::const_array(self.address_sort(), cell);
        self.step(Step::Assign(var, content));
    }

    /// The object that is accessed through a pointer and the address of the access. Where the
    /// access is not allowed, the behaviour is undefined.
    pub(super) fn access(
        &mut self,
        pointer: &Scalar,
        bytes: u64,
        align: u64,
    ) -> Result_<(ObjectId, Term)> {
        let Some(Pointer {
            object, multiple, ..
        }) = pointer.pointer
        else {
            return self.unsupported("an access through a pointer of unknown origin");
        };
        self.must_be_defined(&pointer.poison);
        let Some(id) = object else {
            return self.unsupported("an access through a null pointer");
        };
        let object = self.object(id).clone();
        let mut undefined = vec![self.outside(id, &pointer.value, bytes)];
        if align > 1 && !(multiple >= align && object.align >= align) {
            let place = match &object.extent {
                // Where the distance is a multiple, only the reference address matters.
                Extent::Unknown { base, .. } if multiple >= align => base.clone(),
                Extent::Unknown { .. } => pointer.value.clone(),
                Extent::Known(_) if object.align >= align => pointer.value.clone(),
                Extent::Known(_) => {
                    return self.unsupported("an access that is aligned better than its object");
                }
            };
            undefined.push(self.misaligned(&place, align));
        }
        let undefined = self.still_poison(&Term::or(undefined));
        self.undefined_if(undefined.clone());
        self.learn(&undefined);
        self.avoid_kept(id, &pointer.value);
        if let Some(alive) = &object.alive {
            self.undefined_if(Term::not(alive.term()));
        }
        let seen = self.sees(&object);
        let facts = self.facts.regions.entry(object.region.clone()).or_default();
        facts.visible |= seen;
        Ok((id, pointer.value.clone()))
    }

    pub(super) fn record(&mut self, id: ObjectId, bytes: u64, align: u64) {
        let region = self.object(id).region.clone();
        let facts = self.facts.regions.entry(region).or_default();
        facts.widths.insert(bytes);
        facts.unaligned |= align < bytes;
    }

    /// Where an access of some bytes would leave its object.
    pub(super) fn outside(&self, id: ObjectId, address: &Term, bytes: u64) -> Term {
        let width = |bytes: u64| literal(address, logic::Integer::from(bytes));
        match &self.object(id).extent {
            Extent::Unknown { low, high, .. } => {
                let mut inside = vec![self.below(low, address), self.below(address, high)];
                if bytes > 1 {
                    let left = self.minus(high, address);
                    inside.push(Term::not(self.below(&left, &width(bytes))));
                }
                Term::not(Term::and(inside))
            }
            Extent::Known(size) => match size.checked_sub(bytes) {
                Some(last) => {
                    let above = self.below(&width(last), address);
                    if self.options.integers == Integers::Mathematical {
                        Term::or([above, Term::lt(address.clone(), Term::int(0))])
                    } else {
                        above
                    }
                }
                None => Term::top(),
            },
        }
    }

    /// Where a pointer is neither into an object nor just behind it.
    pub(super) fn out_of_bounds(&self, id: ObjectId, address: &Term) -> Term {
        match &self.object(id).extent {
            Extent::Unknown { low, high, .. } => Term::not(Term::and([
                self.below(low, address),
                Term::not(self.below(high, address)),
            ])),
            Extent::Known(_) => self.outside(id, address, 0),
        }
    }

    /// How a pointer into an object of known extent is aligned.
    fn alignment(&self, pointer: Pointer) -> u64 {
        let object = pointer.object.map_or(1, |id| self.object(id).align);
        object.min(pointer.multiple)
    }

    fn misaligned(&self, address: &Term, align: u64) -> Term {
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
}

/// Whether poison was stored in a region.
fn taint(region: &str) -> Var {
    Var::new(format!("{region}~poison").as_str(), Sort::Bool)
}
