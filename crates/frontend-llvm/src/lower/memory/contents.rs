//! Globals: what they hold, and who can see that.

use std::str::FromStr;

use logic::{Integer, Op, Sort, Term, Var};
use program::function::Step;

use super::super::arithmetic::{apply, literal};
use super::super::plan::Cells;
use super::super::scalar::{Bound, Pointer, Scalar};
use super::super::{Integers, Lowering, Result_};
use super::uses::Uses;
use super::{Extent, Object, ObjectId};
use crate::syntax::{Name, Type, Value};

/// The largest constant whose content is looked at.
const LARGEST: u64 = 1 << 14;

impl<'t> Lowering<'_, 't> {
    /// A pointer to the start of a global.
    pub(in super::super) fn global_pointer(&mut self, name: Name<'t>) -> Result_<Scalar> {
        let id = match self.globals.get(&name) {
            Some(id) => *id,
            None => {
                let object = self.global_object(name)?;
                let is_constant = object.content.is_some();
                let id = self.add_object(object);
                self.globals.insert(name, id);
                if is_constant {
                    self.fill_constant(name, id)?;
                }
                id
            }
        };
        let start = match &self.object(id).extent {
            Extent::Unknown { base, .. } => base.clone(),
            Extent::Known(_) => Term::value(logic::Value::default_of(&self.address_sort())),
        };
        Ok(Scalar::defined(start).at(Pointer {
            object: Some(id),
            multiple: 1 << 32,
            bounded: true,
        }))
    }

    fn global_object(&mut self, name: Name<'t>) -> Result_<Object> {
        let Some(global) = self.module.global(name) else {
            if self.module.function(name).is_some() {
                return Ok(self.function_object(name));
            }
            return self.wrong(format!("`@{name}` is not defined"));
        };
        let Some(ty) = &global.ty else {
            return self.unsupported("an alias");
        };
        if global.optional {
            return self.unsupported("a global that may not be there");
        }
        let extent = self.extent(ty)?;
        let region = format!("@{name}");
        let uses = if global.local {
            self.uses(name)?
        } else {
            Uses::ANY
        };
        let fixed = global.definitive && (global.constant || !uses.may_change());
        let identity = match &global.initial {
            // Constants that only this module knows are the same where they hold the same.
            Some(initial) if fixed && global.local => Some(identity(ty, initial)),
            _ => None,
        };
        // Where the other module needs it, it is memory like any other.
        let scratch = !uses.loaded && !uses.other && !self.cells(&region).visible;
        let is_constant = fixed && global.initial.is_some();
        let content = is_constant.then(|| self.nothing(&region));
        let align = if global.align == 0 {
            extent.align
        } else {
            global.align
        };
        let exposed = content.is_none() && !scratch && uses.other && self.has_pointers;
        if exposed {
            // A parameter may point to it, so that it is part of the memory of all.
            let facts = &mut self.facts.addressed;
            facts.insert(region.clone(), (extent.size, align));
            let base = self.global_address(&region).term();
            let one = literal(&base, 1);
            let behind = literal(&base, Integer::from(extent.size));
            return Ok(Object {
                name: region,
                region: "mem".to_owned(),
                extent: Extent::Unknown {
                    low: self.minus(&base, &one),
                    high: self.plus(&base, &behind),
                    base,
                },
                align,
                identity: None,
                noalias: false,
                content: None,
                scratch: false,
                alive: None,
                moves: false,
            });
        }
        Ok(Object {
            name: region.clone(),
            region,
            extent: Extent::Known(extent.size),
            align,
            identity,
            noalias: false,
            content,
            scratch,
            alive: None,
            moves: false,
        })
    }

    /// Whether two addresses are less than a gigabyte apart.
    fn is_near(&self, one: &Term, other: &Term) -> Term {
        let near = Integer::power_of_two(30);
        let twice = Integer::power_of_two(31);
        let moved = self.plus(&self.minus(other, one), &literal(one, near));
        self.below(&moved, &literal(one, twice))
    }

    /// Memory full of zeros.
    fn nothing(&self, region: &str) -> Term {
        let zero = logic::Value::default_of(&self.cell_sort(&self.cells(region)));
        Term::const_array(self.address_sort(), Term::value(zero))
    }

    /// Gives a constant its content. That may mention addresses, its own among them.
    fn fill_constant(&mut self, name: Name<'t>, id: ObjectId) -> Result_<()> {
        if let Some(global) = self.module.global(name)
            && let (Some(ty), Some(initial)) = (&global.ty, &global.initial)
        {
            let cells = self.cells(&self.object(id).region);
            let content = self.content(&cells, ty, initial)?;
            self.objects[id.0].content = Some(content);
        }
        Ok(())
    }

    /// A function, of which nothing but its address can be had.
    fn function_object(&mut self, name: Name<'t>) -> Object {
        self.facts.named.1 = true;
        let region = format!("@{name}");
        Object {
            name: region.clone(),
            content: Some(self.nothing(&region)),
            region,
            extent: Extent::Known(0),
            align: 1,
            identity: None,
            noalias: false,
            scratch: false,
            alive: None,
            moves: false,
        }
    }

    /// Where a global is that others may point to.
    pub(super) fn global_address(&self, region: &str) -> Var {
        Var::new(format!("{region}~address").as_str(), self.address_sort())
    }

    /// The addresses of such globals are inputs; they are aligned, and no two overlap.
    pub(super) fn addresses(&mut self) {
        let plan = self.plan;
        let mut placed: Vec<(Term, Term)> = Vec::new();
        let mut near: Option<Term> = None;
        for (region, (size, align)) in &plan.addressed {
            let var = self.global_address(region);
            self.inputs.push(var.clone());
            let base = var.term();
            let end = self.plus(&base, &literal(&base, Integer::from(*size)));
            let mut facts = vec![
                self.below(&literal(&base, 0), &base),
                Term::not(self.below(&end, &base)),
            ];
            if *align > 1 {
                facts.push(Term::not(self.misaligned(&base, *align)));
            }
            if plan.relative && plan.constants.contains(region) {
                match &near {
                    Some(first) => facts.push(self.is_near(first, &base)),
                    None => near = Some(base.clone()),
                }
            }
            for (start, behind) in &placed {
                facts.push(Term::or([
                    Term::not(self.below(&base, behind)),
                    Term::not(self.below(start, &end)),
                ]));
            }
            self.step(Step::Assume(Term::and(facts)));
            placed.push((base, end));
        }
    }

    /// The bytes of a constant, as an array, and how many there are: what others see of it.
    pub(in super::super) fn constant_bytes(&mut self, object: &Object) -> Result_<Option<Term>> {
        let name = object.region.strip_prefix('@').map(Name::bare);
        let global = name.and_then(|name| self.module.global(name)).cloned();
        match (&object.content, global) {
            (Some(_), Some(global)) => match (&global.ty, &global.initial) {
                (Some(ty), Some(initial)) => {
                    let bytes = self.content(&Cells::default(), ty, initial)?;
                    Ok(Some(bytes))
                }
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// The array that an initial value is, in cells.
    fn content(&mut self, cells: &Cells, ty: &Type<'t>, value: &Value<'t>) -> Result_<Term> {
        if self.extent(ty)?.size > LARGEST {
            return self.unsupported("a constant of this size");
        }
        let mut bytes = Vec::new();
        self.bytes(ty, value, &mut bytes, 0)?;
        let wide = usize::try_from(cells.bytes()).unwrap_or(1);
        bytes.resize(bytes.len().next_multiple_of(wide), Byte::Literal(0));
        let cell_sort = self.cell_sort(cells);
        let address = |place: usize| match self.options.integers {
            Integers::BitPrecise => Term::bit_vec(64, Integer::from(place)),
            Integers::Mathematical => Term::int(Integer::from(place)),
        };
        let zero = Term::value(logic::Value::default_of(&cell_sort));
        let mut array = Term::const_array(self.address_sort(), zero);
        for (place, cell) in bytes.chunks(wide).enumerate() {
            if cell.iter().any(|byte| *byte != Byte::Literal(0)) {
                let Some(cell) = cell_of(cell, &cell_sort) else {
                    return self.unsupported("the content of this global");
                };
                array = Term::store(array, address(place), cell);
            }
        }
        Ok(array)
    }

    /// The bytes of a constant, lowest first; padding is zero.
    fn bytes(
        &mut self,
        ty: &Type<'t>,
        value: &Value<'t>,
        bytes: &mut Vec<Byte>,
        depth: u32,
    ) -> Result_<()> {
        if depth > 32 {
            return self.unsupported("a constant that is nested this deeply");
        }
        let extent = self.extent(ty)?;
        let start = bytes.len();
        let end = start + usize::try_from(extent.size).unwrap_or(0);
        match (self.resolve(ty)?, value) {
            (_, Value::Zero | Value::Null) => {}
            (Type::Integer(width), Value::Integer(_) | Value::Bool(_)) => {
                let number = match value {
                    Value::Integer(digits) => Integer::from_str(digits).ok(),
                    _ => Some(Integer::from(i64::from(*value == Value::Bool(true)))),
                };
                let Some(number) = number else {
                    return self.wrong("this is no number");
                };
                let mut rest = logic::BitVec::new(width, &number).unsigned().clone();
                let byte = Integer::from(256i64);
                for _ in 0..extent.size {
                    let Some((quotient, low)) = rest.div_mod(&byte) else {
                        break;
                    };
                    let low = low.to_i64().and_then(|b| u8::try_from(b).ok());
                    bytes.push(Byte::Literal(low.unwrap_or(0)));
                    rest = quotient;
                }
            }
            (Type::Pointer, Value::Global(_) | Value::Expression(_)) => {
                let address = self.address_in_constant(value)?;
                bytes.extend((0..8).map(|place| Byte::Of(address.clone(), place)));
            }
            (Type::Integer(width), Value::Expression(_)) if width % 8 == 0 => {
                let number = self.number_in_constant(ty, value)?;
                bytes.extend((0..width / 8).map(|place| Byte::Of(number.clone(), place)));
            }
            (Type::Array(..), Value::Bytes(text)) => {
                bytes.extend(unescaped(text).into_iter().map(Byte::Literal));
            }
            (Type::Array(_, element) | Type::Vector(_, element), Value::Aggregate(elements)) => {
                for typed in elements {
                    self.bytes(&element, &typed.value, bytes, depth + 1)?;
                }
            }
            (Type::Struct { fields, packed }, Value::Aggregate(elements)) => {
                for (position, typed) in elements.iter().enumerate() {
                    let (place, field) = self.field(&fields, packed, position)?;
                    let place = start + usize::try_from(place).unwrap_or(0);
                    bytes.resize(place, Byte::Literal(0));
                    self.bytes(&field, &typed.value, bytes, depth + 1)?;
                }
            }
            _ => return self.unsupported("the content of this global"),
        }
        bytes.resize(end, Byte::Literal(0));
        Ok(())
    }

    /// The number that a constant holds: a distance, mostly.
    fn number_in_constant(&mut self, ty: &Type<'t>, value: &Value<'t>) -> Result_<Term> {
        match self.constant(ty, value)? {
            Bound::Scalar(number) if number.poison.is_false() => Ok(number.value),
            _ => self.unsupported("the content of this global"),
        }
    }

    /// The address that a constant holds.
    fn address_in_constant(&mut self, value: &Value<'t>) -> Result_<Term> {
        if self.options.integers == Integers::Mathematical {
            return self.unsupported("the content of this global");
        }
        match self.constant(&Type::Pointer, value)? {
            Bound::Scalar(pointer) if pointer.poison.is_false() => {
                let pointer = self.exposed(&pointer)?;
                self.escapes(&pointer);
                Ok(pointer.value)
            }
            _ => self.unsupported("the content of this global"),
        }
    }
}

/// What the address of a constant is called that only its module knows: its content, as far as it is
/// a text, and otherwise all of it.
fn identity(ty: &Type<'_>, initial: &Value<'_>) -> String {
    match initial {
        Value::Bytes(text) => format!("@c\"{text}\""),
        other => format!("@({ty:?} {other:?})"),
    }
}

/// A byte of a constant.
#[derive(Clone, PartialEq, Debug)]
enum Byte {
    Literal(u8),
    /// One of the bytes of an address, counted from the lowest.
    Of(Term, u32),
}

/// The cell that bytes are, lowest first.
fn cell_of(bytes: &[Byte], sort: &Sort) -> Option<Term> {
    let literal = |byte: &Byte| match byte {
        Byte::Literal(value) => Some(Integer::from(i64::from(*value))),
        Byte::Of(..) => None,
    };
    if let Some(values) = bytes.iter().map(literal).collect::<Option<Vec<_>>>() {
        let number = values
            .into_iter()
            .rev()
            .fold(Integer::ZERO, |number, byte| {
                number * Integer::from(256i64) + byte
            });
        return Some(match sort {
            Sort::BitVec(width) => Term::bit_vec(*width, number),
            _ => {
                let bits = 8 * u32::try_from(bytes.len()).unwrap_or(1);
                Term::int(logic::BitVec::new(bits, &number).signed())
            }
        });
    }
    let Sort::BitVec(width) = sort else {
        return None;
    };
    let whole = match bytes {
        [Byte::Of(first, 0), rest @ ..] if rest.len() == 7 => {
            let follows = |(place, byte): (usize, &Byte)| matches!(byte, Byte::Of(term, at) if term == first && *at as usize == place + 1);
            rest.iter().enumerate().all(follows).then(|| first.clone())
        }
        _ => None,
    };
    let cell = whole.or_else(|| {
        let part = |byte: &Byte| match byte {
            Byte::Literal(value) => Term::bit_vec(8, i64::from(*value)),
            Byte::Of(term, place) => {
                Term::app(Op::Extract(8 * place + 7, 8 * place), vec![term.clone()])
            }
        };
        let parts = bytes.iter().map(part);
        parts.reduce(|low, high| apply(Op::Concat, &high, &low))
    })?;
    // A cell that may hold poison has one bit more.
    match width - super::super::arithmetic::width(&cell) {
        0 => Some(cell),
        more => Some(Term::app(Op::ZeroExtend(more), vec![cell])),
    }
}

/// The bytes of `c"…"`: `\0A` is one byte.
pub(in super::super) fn unescaped(text: &str) -> Vec<u8> {
    let source = text.as_bytes();
    let mut bytes = Vec::new();
    let mut position = 0;
    while let Some(byte) = source.get(position) {
        let escaped = source
            .get(position + 1..position + 3)
            .filter(|_| *byte == b'\\')
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match escaped {
            Some(value) => {
                bytes.push(value);
                position += 3;
            }
            None => {
                bytes.push(*byte);
                // `\\` is one backslash.
                position += if source[position..].starts_with(b"\\\\") {
                    2
                } else {
                    1
                };
            }
        }
    }
    bytes
}
