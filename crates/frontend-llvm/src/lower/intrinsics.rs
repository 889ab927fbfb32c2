//! Intrinsics that have a meaning of their own.

mod numbers;
mod promises;

use logic::{Sort, Term};
use program::function::Step;

use super::memory::{ObjectKind, Written};
use super::scalar::{Bound, Place, Pointer, Scalar, Single};
use super::{Frame, Lowering, Result_};
use crate::syntax::{Argument, Attributes, Call, Flags, Name, Type, Typed, Value, Word};

/// The intrinsics that have a meaning here, without `llvm.` and without the types behind the name.
pub const INTRINSICS: &[&str] = &[
    "assume",
    "expect",
    "trap",
    "lifetime.start",
    "lifetime.end",
    "memset",
    "memcpy",
    "memmove",
    "load.relative",
    "smax",
    "smin",
    "umax",
    "umin",
    "abs",
    "scmp",
    "ucmp",
    "ctpop",
    "ctlz",
    "cttz",
    "bswap",
    "bitreverse",
    "fshl",
    "fshr",
    "sadd.with.overflow",
    "uadd.with.overflow",
    "ssub.with.overflow",
    "usub.with.overflow",
    "smul.with.overflow",
    "umul.with.overflow",
    "sadd.sat",
    "uadd.sat",
    "ssub.sat",
    "usub.sat",
    "sshl.sat",
    "ushl.sat",
    "vector.reduce.add",
    "vector.reduce.mul",
    "vector.reduce.and",
    "vector.reduce.or",
    "vector.reduce.xor",
    "vector.reduce.smax",
    "vector.reduce.smin",
    "vector.reduce.umax",
    "vector.reduce.umin",
];

/// The intrinsics that are passed over: no behaviour depends on them.
pub const PASSED_OVER: &[&str] = &[
    "dbg",
    "donothing",
    "pseudoprobe",
    "fake.use",
    "prefetch",
    "var.annotation",
    "experimental.noalias.scope.decl",
];

/// The bundles of `llvm.assume` that have a meaning here.
pub const BUNDLES: &[&str] = &[
    "ignore",
    "cold",
    "noundef",
    "nonnull",
    "align",
    "dereferenceable",
    "dereferenceable_or_null",
];

/// Whether an intrinsic, without `llvm.`, has a meaning here; none of them calls anybody.
pub(super) fn is_known(name: &str) -> bool {
    is_among(INTRINSICS, name) || is_among(PASSED_OVER, name)
}

/// Whether an intrinsic is one of a list, whatever types follow its name.
fn is_among(list: &[&str], name: &str) -> bool {
    let mut list = list.iter().filter_map(|known| name.strip_prefix(known));
    list.any(|rest| rest.is_empty() || rest.starts_with('.'))
}

impl<'t> Lowering<'_, 't> {
    /// A call of `llvm.` and the rest of the name.
    pub(super) fn intrinsic(
        &mut self,
        frame: &Frame<'t>,
        name: &str,
        call: &Call<'t>,
    ) -> Result_<Option<Bound>> {
        let stem = name.split('.').next().unwrap_or(name);
        if !is_known(name) {
            return self.unsupported(format!("`llvm.{name}`"));
        }
        if stem != "assume" && !call.bundles.is_empty() {
            return self.unsupported(format!("`llvm.{name}` with operand bundles"));
        }
        self.accept_intrinsic(name, call)?;
        if is_among(PASSED_OVER, name) {
            return Ok(None);
        }
        match stem {
            "trap" => {
                self.trap();
                return Ok(None);
            }
            "lifetime" => {
                self.lifetime(frame, name, call)?;
                return Ok(None);
            }
            "memset" | "memcpy" | "memmove" => {
                self.bulk_call(frame, stem, call)?;
                return Ok(None);
            }
            _ => {}
        }
        if stem == "assume" {
            self.assumed_bundles(frame, call)?;
        }
        if name.starts_with("load.relative") {
            let pointer = Single::Pointer(self.relative(frame, call)?);
            let pointer = self.restrict(pointer, &call.result_attributes)?;
            return Ok(Some(Bound::Single(pointer)));
        }
        let declared = match call.callee {
            Value::Global(Name::Text(name)) => self.module.function(Name::Text(name)).cloned(),
            _ => None,
        };
        let mut lanes = Vec::new();
        let mut arguments: Vec<Vec<Scalar>> = Vec::new();
        for (place, argument) in call.arguments.iter().enumerate() {
            let Typed { ty, value } = &argument.value;
            let own = declared.as_ref().and_then(|it| it.parameters.get(place));
            let mut scalars = Vec::new();
            for lane in self.lanes(frame, ty, value)? {
                let mut lane = self.restrict(lane, &argument.attributes)?;
                if let Some(own) = own {
                    lane = self.restrict(lane, &own.attributes)?;
                }
                match lane {
                    Single::Integer(scalar) => scalars.push(scalar),
                    Single::Pointer(_) => return self.unsupported(format!("`llvm.{name}`")),
                }
            }
            if self.vector(ty)?.is_some() {
                lanes.push(scalars.len());
            }
            arguments.push(scalars);
        }
        let result = self.number_intrinsic(name, call, &lanes, arguments)?;
        let Some(bound) = result else {
            return Ok(None);
        };
        let mut attributes = call.result_attributes.clone();
        if let Some(declared) = &declared {
            attributes.absorb(&declared.result_attributes);
        }
        let mut singles = Vec::new();
        for mut single in bound.singles() {
            if let (Some(node), Single::Integer(scalar)) = (call.range, &single) {
                let outside = self.out_of_node(&scalar.value, node)?;
                single = Single::Integer(scalar.clone().kept_from(outside));
            }
            singles.push(self.restrict(single, &attributes)?);
        }
        let mut singles = singles.into_iter();
        Ok(Some(rebuilt(&bound, &mut singles)))
    }

    /// What `llvm.assume` says by its bundles: that a pointer is aligned, not null or can be accessed,
    /// or that a value is no poison.
    fn assumed_bundles(&mut self, frame: &Frame<'t>, call: &Call<'t>) -> Result_<()> {
        for (tag, operands) in &call.bundles {
            let mut attributes = Attributes::default();
            attributes.set(Word::Noundef);
            let number = operands.get(1).and_then(|operand| match &operand.value {
                Value::Integer(digits) => digits.parse::<u64>().ok(),
                _ => None,
            });
            if !BUNDLES.contains(tag) {
                return self.unsupported(format!("`llvm.assume` with \"{tag}\""));
            }
            match (*tag, number, operands.len()) {
                ("ignore" | "cold", _, _) => continue,
                ("noundef", _, 1) => {}
                ("nonnull", _, 1) => attributes.set(Word::Nonnull),
                ("align", Some(align), 2) if align.is_power_of_two() => attributes.align = align,
                ("dereferenceable", Some(bytes), 2) => attributes.dereferenceable = bytes,
                ("dereferenceable_or_null", Some(bytes), 2) => {
                    attributes.dereferenceable_or_null = bytes;
                }
                _ => return self.unsupported(format!("`llvm.assume` with \"{tag}\" like this")),
            }
            let value = self.typed(frame, &operands[0])?;
            self.restrict(value, &attributes)?;
        }
        Ok(())
    }

    /// `llvm.load.relative`: a pointer that a table holds as the distance from its own start.
    fn relative(&mut self, frame: &Frame<'t>, call: &Call<'t>) -> Result_<Pointer> {
        let [table, offset] = call.arguments.as_slice() else {
            return self.wrong("this call has too few arguments");
        };
        let table = self.pointer_argument(frame, table)?;
        let index = self.integer_argument(frame, offset)?;
        let byte = Type::Integer(8);
        let place = self.offset_pointer(Flags::default(), &byte, &table, &[index])?;
        let Single::Integer(distance) = self.load(&Type::Integer(32), &place, 4)? else {
            return self.wrong("a distance is a number");
        };
        let (start, address) = self.exposed(&table)?;
        let number = self.resize(&distance.value, &self.address_sort(), "sext")?;
        let poison = Term::or([start.poison.clone(), distance.poison]);
        self.facts.relative = true;
        self.found(&Scalar::new(address.plus(&number).0, poison))
    }

    /// An argument that is a pointer.
    fn pointer_argument(&mut self, frame: &Frame<'t>, argument: &Argument<'t>) -> Result_<Pointer> {
        let pointer = self.pointer(frame, &argument.value.value)?;
        match self.restrict(Single::Pointer(pointer), &argument.attributes)? {
            Single::Pointer(pointer) => Ok(pointer),
            Single::Integer(_) => self.wrong("a pointer is expected here"),
        }
    }

    /// An argument that is an integer.
    fn integer_argument(&mut self, frame: &Frame<'t>, argument: &Argument<'t>) -> Result_<Scalar> {
        let number = self.integer_typed(frame, &argument.value)?;
        match self.restrict(Single::Integer(number), &argument.attributes)? {
            Single::Integer(number) => Ok(number),
            Single::Pointer(_) => self.wrong("a number is expected here"),
        }
    }

    /// The object begins or ceases to exist; either way its content is lost.
    fn lifetime(&mut self, frame: &Frame<'t>, name: &str, call: &Call<'t>) -> Result_<()> {
        let Some(argument) = call.arguments.last() else {
            return self.wrong("a lifetime has an object");
        };
        let pointer = self.pointer_argument(frame, argument)?;
        let id = pointer.object;
        let object = self.object(id).clone();
        let is_start = match &pointer.place {
            Place::Distance(distance) => distance.known() == Some(0),
            Place::Address(_) => false,
        };
        if object.kind != ObjectKind::Local || !is_start {
            return self.unsupported("the lifetime of anything but a local");
        }
        let key = format!("{:?} {}", self.role.side, object.region);
        let starts = name.starts_with("lifetime.start");
        if starts {
            self.facts.poisonous.insert(format!("{key} starts"));
        }
        self.facts.poisonous.insert(key);
        match starts {
            true => {
                self.forget(&object.region);
                self.comes_back(id);
            }
            false => self.is_gone(id),
        }
        if let Some(alive) = object.alive {
            self.step(Step::Assign(alive, Term::bool(starts)));
        }
        Ok(())
    }

    /// `memset`, `memcpy` and `memmove`.
    fn bulk_call(&mut self, frame: &Frame<'t>, stem: &str, call: &Call<'t>) -> Result_<()> {
        let [target, source, size, volatile, ..] = call.arguments.as_slice() else {
            return self.wrong("this call has too few arguments");
        };
        if volatile.value.value != Value::Bool(false) {
            return self.unsupported(format!("a volatile `llvm.{stem}`"));
        }
        let align = target.attributes.align.max(1);
        let to = self.pointer_argument(frame, target)?;
        let size = self.integer_argument(frame, size)?;
        if matches!(size.value.sort(), Sort::BitVec(65..)) {
            return self.unsupported(format!("`llvm.{stem}` of a size of more than 64 bits"));
        }
        let written = if stem == "memset" {
            let byte = self.typed(frame, &source.value)?;
            match self.restrict(byte, &source.attributes)? {
                Single::Integer(byte) => Written::Byte(byte),
                Single::Pointer(_) => return self.wrong("`memset` writes a byte"),
            }
        } else {
            Written::Copy {
                from: self.pointer_argument(frame, source)?,
                align: source.attributes.align.max(1),
                may_overlap: stem.starts_with("memmove"),
            }
        };
        self.bulk(&to, align, &size, written)
    }
}

/// A value of the same shape, made of other values without parts in order.
fn rebuilt(like: &Bound, singles: &mut impl Iterator<Item = Single>) -> Bound {
    match like {
        Bound::Single(single) => Bound::Single(singles.next().unwrap_or_else(|| single.clone())),
        Bound::Aggregate(parts) => {
            Bound::Aggregate(parts.iter().map(|part| rebuilt(part, singles)).collect())
        }
    }
}
