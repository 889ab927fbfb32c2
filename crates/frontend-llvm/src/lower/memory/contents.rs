//! Globals: what they hold, and who can see that.

use std::str::FromStr;

use logic::{Integer, Op, Sort, Term};

use super::super::arithmetic::{apply, literal};
use super::super::plan::Cells;
use super::super::scalar::{Bound, Distance, FULLY, Place, Pointer, Single};
use super::super::{Integers, Lowering, Reading, Result_};
use super::identity::is_nameless;
use super::uses::Uses;
use super::{Content, Extent, Object, ObjectId, ObjectKind, SHARED, Size};
use crate::Side;
use crate::lexer::unescaped;
use crate::syntax::{Function, Name, Type, Value};

/// The largest constant whose content is looked at.
const LARGEST: u64 = 1 << 14;

impl<'t> Lowering<'_, 't> {
    /// A pointer to the start of a global or a function.
    pub(in super::super) fn global_pointer(&mut self, name: Name<'t>) -> Result_<Pointer> {
        let id = match self.globals.get(&name) {
            Some(id) => *id,
            None => {
                let object = self.global_object(name)?;
                let is_constant = matches!(object.content, Content::Always(_));
                let id = self.add_object(object);
                self.globals.insert(name, id);
                if let Some(global) = self.module.global(name).cloned() {
                    self.note_global(&global)?;
                    if !global.linkage.is_local() && global.initial.is_some() {
                        // Other modules may count on how it is aligned.
                        let align = self.object(id).align;
                        self.note_alignment(&format!("@{name}"), align);
                    }
                    if self.is_nullable(id) {
                        // Others may know where it is.
                        let region = format!("@{name}");
                        self.note_constness(&region, global.constant);
                        self.not_by_name(&region, global.linkage, global.unnamed);
                    }
                }
                if is_constant {
                    self.fill_constant(name, id)?;
                }
                id
            }
        };
        self.note_named(id);
        let place = match &self.object(id).extent {
            Extent::Between { base, .. } => Place::Address(base.clone()),
            Extent::Sized(_) => {
                let start = Term::value(logic::Value::default_of(&self.address_sort()));
                Place::Distance(Distance(start))
            }
        };
        Ok(Pointer {
            object: id,
            place,
            poison: Term::bottom(),
            multiple: FULLY,
            bounded: true,
            nulled: false,
        })
    }

    fn global_object(&mut self, name: Name<'t>) -> Result_<Object> {
        let Some(global) = self.module.global(name).cloned() else {
            let function = self.module.function(name);
            self.accept_attached(function.map_or(&[], |function| &function.metadata))?;
            self.note_numbered(name);
            return match function {
                Some(function) if function.linkage.is_optional() => {
                    self.unsupported("a function that may not be there")
                }
                Some(function) if function.has_data => {
                    self.unsupported("a function with data in front of it")
                }
                Some(function) => Ok(self.function_object(function)),
                None => self.wrong(format!("`@{name}` is not defined")),
            };
        };
        self.accept_attached(&global.metadata)?;
        if !is_nameless(&global) {
            self.note_numbered(name);
        }
        let Some(ty) = &global.ty else {
            return self.unsupported("an alias");
        };
        if global.linkage.is_optional() {
            return self.unsupported("a global that may not be there");
        }
        if global.thread_local {
            return self.unsupported("a global that each thread has its own of");
        }
        if global.elsewhere {
            return self.unsupported("a global in another address space");
        }
        let extent = self.extent(ty)?;
        let region = format!("@{name}");
        let is_known_here = global.linkage.is_local()
            && !self.module.aliased.contains(&name)
            && self.module.assembly.is_empty();
        let uses = match is_known_here {
            true => self.uses(name)?,
            false => Uses::ANY,
        };
        let is_decided_here = !global.linkage.is_interposable() && global.initial.is_some();
        let starts = is_decided_here && global.starts_as_said;
        let never_changes = global.constant || !uses.may_change();
        // Where the other module needs it, it is memory like any other.
        let scratch = !uses.loaded && !uses.other && !self.cells(&region).visible;
        let content = match (starts, never_changes) {
            (true, true) => Content::Always(self.nothing(&region)),
            // Another module says what it holds; that it is a constant is known all the same.
            (false, _) if global.constant => Content::Fixed,
            _ if scratch => Content::Scratch,
            _ => Content::Region,
        };
        let align = if global.align == 0 {
            extent.align
        } else {
            global.align
        };
        let size = match is_decided_here {
            true => Size::Exactly(extent.size),
            false => {
                let own = self
                    .facts
                    .sized
                    .entry(region.clone())
                    .or_insert(extent.size);
                *own = (*own).max(extent.size);
                Size::AtLeast(extent.size, self.size_var(&region).term())
            }
        };
        if is_known_here && content == Content::Region {
            self.facts.private.insert(region.clone());
        }
        let is_exposed = content == Content::Region && uses.other && self.has_pointers;
        if is_exposed {
            // A parameter may point to it, so that it is part of the memory of all.
            let facts = &mut self.facts.addressed;
            facts.insert(region.clone(), (extent.size, align));
            self.note_alignment(&region, align);
            let base = self.global_address(&region);
            let extent = Extent::Between {
                low: base.before(),
                high: base.plus(&size.term(&base.0)),
                base,
            };
            return Ok(Object {
                name: region,
                align,
                ..Object::new(ObjectKind::Global, SHARED.to_owned(), extent)
            });
        }
        Ok(Object {
            align,
            content,
            ..Object::new(ObjectKind::Global, region, Extent::Sized(size))
        })
    }

    /// Notes a global or a function without a name of its own: which one of the other module it is is not
    /// known by its number.
    fn note_numbered(&mut self, name: Name<'t>) {
        if let Name::Number(_) = name {
            let reason = format!("which one `@{name}` is in the other module is not known");
            self.facts.irrefutable.insert(reason);
        }
    }

    /// Memory full of zeros.
    fn nothing(&self, region: &str) -> Term {
        let zero = logic::Value::default_of(&self.cell_sort(&self.cells(region)));
        Term::const_array(self.address_sort(), Term::value(zero))
    }

    /// Gives a constant its content. That may mention addresses, its own among them.
    fn fill_constant(&mut self, name: Name<'t>, id: ObjectId) -> Result_<()> {
        if let Some(global) = self.module.global(name).cloned()
            && let (Some(ty), Some(initial)) = (&global.ty, &global.initial)
        {
            let cells = self.cells(&self.object(id).region);
            let content = self.content(&cells, ty, initial)?;
            let mut bytes = Vec::new();
            self.bytes(ty, initial, &mut bytes, 0)?;
            self.objects[id.0].padding = self.padding(&cells, &bytes);
            self.facts.undef |= bytes.contains(&Byte::Padding);
            self.objects[id.0].content = Content::Always(content);
        }
        Ok(())
    }

    /// Which cells of a constant hold bytes that none of its parts is in: they are `undef`.
    fn padding(&self, cells: &Cells, bytes: &[Byte]) -> Option<Term> {
        if !bytes.contains(&Byte::Padding) || self.options.integers == Integers::Mathematical {
            return None;
        }
        let wide = usize::try_from(cells.bytes()).unwrap_or(1);
        let mut marks = Term::const_array(self.address_sort(), Term::bottom());
        for (place, cell) in bytes.chunks(wide).enumerate() {
            // Of a cell with something beside padding, more than what it may hold is `undef`.
            let is_padding = match self.role.reading {
                Reading::Few => cell.iter().all(|byte| *byte == Byte::Padding),
                Reading::Many => cell.contains(&Byte::Padding),
            };
            if is_padding {
                let place = Term::bit_vec(64, Integer::from(place));
                marks = Term::store(marks, place, Term::top());
            }
        }
        Some(marks)
    }

    /// A function, of which nothing but its address can be had.
    fn function_object(&mut self, function: &Function<'t>) -> Object {
        self.facts.named.1 = true;
        let said = self.module.resolved(&function.attributes);
        let region = format!("@{}", function.name);
        let content = Content::Always(self.nothing(&region));
        Object {
            content,
            // What another module defines an implementation may not say more of.
            align: self
                .layout
                .function(match (self.role.side, function.is_defined()) {
                    (Side::Implementation, false) => 0,
                    _ => said.align,
                }),
            ..Object::new(
                ObjectKind::Function,
                region,
                Extent::Sized(Size::Exactly(0)),
            )
        }
    }

    /// Of a global that only this module knows a refutation knows what it holds: whoever calls the
    /// function first finds what the program starts with.
    pub(super) fn start_facts(&mut self) -> Vec<Term> {
        if !self.role.refutes() {
            return Vec::new();
        }
        let plan = self.plan;
        let mut facts = Vec::new();
        for region in &plan.private {
            let cells = self.cells(region);
            let name = region.strip_prefix('@').map(Name::bare);
            let global = name.and_then(|name| self.module.global(name)).cloned();
            if !cells.visible {
                continue;
            }
            let start = match global.as_ref().map(|global| (&global.ty, &global.initial)) {
                Some((Some(ty), Some(initial))) => self.content(&cells, ty, initial).ok(),
                // The other module has it, and this one does not care.
                _ => continue,
            };
            let whole = self.region_var(region).term();
            facts.push(match start {
                Some(start) => Term::eq(whole, start),
                None => Term::bottom(),
            });
        }
        facts
    }

    /// Which bytes of a constant are padding, as a text; empty where none is.
    pub(super) fn padding_of(&mut self, object: &Object) -> Result_<String> {
        let name = object.region.strip_prefix('@').map(Name::bare);
        let global = name.and_then(|name| self.module.global(name)).cloned();
        let mut bytes = Vec::new();
        if let Some(global) = global
            && let (Some(ty), Some(initial)) = (&global.ty, &global.initial)
        {
            self.bytes(ty, initial, &mut bytes, 0)?;
        }
        let places = bytes.iter().enumerate();
        let padding = places.filter(|(_, byte)| **byte == Byte::Padding);
        Ok(padding
            .map(|(place, _)| format!(" padding {place}"))
            .collect())
    }

    /// The bytes of a constant, as an array: what others see of it.
    pub(in super::super) fn constant_bytes(&mut self, object: &Object) -> Result_<Option<Term>> {
        let name = object.region.strip_prefix('@').map(Name::bare);
        let global = name.and_then(|name| self.module.global(name)).cloned();
        match (&object.content, global) {
            (Content::Always(_), Some(global)) => match (&global.ty, &global.initial) {
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
        for (place, bytes) in bytes.chunks(wide).enumerate() {
            if bytes.iter().any(|byte| *byte != Byte::Literal(0)) {
                let Some(cell) = cell_of(bytes, &cell_sort) else {
                    return self.unsupported("the content of this global");
                };
                array = Term::store(array, address(place), cell);
            }
        }
        Ok(array)
    }

    /// The bytes of a constant, lowest first; padding is zero.
    pub(super) fn bytes(
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
        if extent.size > LARGEST {
            return self.unsupported("a constant of this size");
        }
        let start = bytes.len();
        let end = start + usize::try_from(extent.size).unwrap_or(0);
        match (self.resolve(ty)?, value) {
            (_, value) if is_zero(value) => {}
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
                for _ in 0..width.div_ceil(8) {
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
            (Type::Array(_, element), Value::Aggregate(elements)) => {
                for typed in elements {
                    self.bytes(&element, &typed.value, bytes, depth + 1)?;
                }
            }
            (Type::Vector(_, element), Value::Aggregate(elements)) => {
                // The lanes of a vector lie without gaps, whatever their alignment.
                let Some(wide) = self.lane_bytes(&element)? else {
                    return self.unsupported("the content of this global");
                };
                let wide = usize::try_from(wide).unwrap_or(0);
                for (lane, typed) in elements.iter().enumerate() {
                    self.bytes(&element, &typed.value, bytes, depth + 1)?;
                    bytes.truncate(start + (lane + 1) * wide);
                }
            }
            (Type::Struct { fields, packed }, Value::Aggregate(elements)) => {
                for (position, typed) in elements.iter().enumerate() {
                    let (place, field) = self.field(&fields, packed, position)?;
                    let place = start + usize::try_from(place).unwrap_or(0);
                    bytes.resize(place, Byte::Padding);
                    self.bytes(&field, &typed.value, bytes, depth + 1)?;
                }
            }
            _ => return self.unsupported("the content of this global"),
        }
        // What is behind the last part; of zeros nothing is written at all.
        let behind = match is_zero(value) {
            true => Byte::Literal(0),
            false => Byte::Padding,
        };
        bytes.resize(end, behind);
        // LLVM knows only one zero of each type, so that its padding is zero however it is written.
        let is_nothing = |byte: &Byte| match byte {
            Byte::Literal(value) => *value == 0,
            Byte::Padding => true,
            Byte::Of(term, _) => *term == literal(term, 0),
        };
        if bytes[start..].iter().all(is_nothing) {
            bytes[start..].fill(Byte::Literal(0));
        }
        Ok(())
    }

    /// The number that a constant holds: a distance, mostly.
    fn number_in_constant(&mut self, ty: &Type<'t>, value: &Value<'t>) -> Result_<Term> {
        match self.constant(ty, value)? {
            Bound::Single(Single::Integer(number)) if number.poison.is_false() => Ok(number.value),
            _ => self.unsupported("the content of this global"),
        }
    }

    /// The address that a constant holds.
    fn address_in_constant(&mut self, value: &Value<'t>) -> Result_<Term> {
        if self.options.integers == Integers::Mathematical {
            return self.unsupported("the content of this global");
        }
        match self.constant(&Type::Pointer, value)? {
            Bound::Single(Single::Pointer(pointer)) if pointer.poison.is_false() => {
                let (pointer, address) = self.exposed(&pointer)?;
                self.escapes(&pointer);
                Ok(address.0)
            }
            _ => self.unsupported("the content of this global"),
        }
    }
}

/// A byte of a constant.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Byte {
    Literal(u8),
    /// One that no part of the constant is in: it may hold anything.
    Padding,
    /// One of the bytes of an address, counted from the lowest.
    Of(Term, u32),
}

/// Whether a value is what `zeroinitializer` is, however it is written. LLVM knows only one zero of each
/// type, so that its padding is that of all the others.
fn is_zero(value: &Value<'_>) -> bool {
    match value {
        Value::Zero | Value::Null | Value::Bool(false) => true,
        Value::Integer(digits) => {
            Integer::from_str(digits).is_ok_and(|it| it == Integer::from(0i64))
        }
        Value::Aggregate(elements) => elements.iter().all(|it| is_zero(&it.value)),
        _ => false,
    }
}

/// The cell that bytes are, lowest first.
fn cell_of(bytes: &[Byte], sort: &Sort) -> Option<Term> {
    let literal = |byte: &Byte| match byte {
        Byte::Literal(value) => Some(Integer::from(i64::from(*value))),
        Byte::Padding => Some(Integer::ZERO),
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
            Byte::Padding => Term::bit_vec(8, 0),
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
