//! Instructions that compute a value.

use logic::{Sort, Term, Var};
use program::function::{End, Step};

use super::memory::{Object, variable_name};
use super::scalar::{Bound, FULLY, Place, Pointer, Scalar, Single};
use super::{Frame, Lowering, Result_};
use crate::Side;
use crate::syntax::{Block, Instruction, Kind, Name, Type, Typed, Value};

impl<'t> Lowering<'_, 't> {
    pub(super) fn instruction(
        &mut self,
        frame: &mut Frame<'t>,
        blocks: &[Block<'t>],
        block: &Block<'t>,
        instruction: &Instruction<'t>,
        is_entry: bool,
    ) -> Result_<()> {
        self.accept_metadata(instruction)?;
        self.note_label(instruction);
        if let Some(bound) = self.part_by_part(frame, &instruction.kind)? {
            if let Some(name) = instruction.result {
                self.bind_parts(frame, name, bound);
            }
            return Ok(());
        }
        let single = match &instruction.kind {
            Kind::Phi { .. } => return Ok(()),
            Kind::Binary {
                opcode,
                flags,
                ty,
                left,
                right,
            } => {
                let left = self.unsettled_integer(frame, ty, left)?;
                let right = self.unsettled_integer(frame, ty, right)?;
                Single::Integer(self.binary(opcode, *flags, &left, &right)?)
            }
            Kind::Compare {
                predicate,
                flags,
                ty,
                left,
                right,
            } => {
                let left = self.unsettled(frame, ty, left)?;
                let right = self.unsettled(frame, ty, right)?;
                Single::Integer(self.compare_singles(predicate, *flags, &left, &right)?)
            }
            Kind::Cast {
                opcode,
                flags,
                from,
                to,
            } => {
                let from = self.unsettled_typed(frame, from)?;
                self.cast(opcode, *flags, &from, to)?
            }
            Kind::Select {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.integer_typed(frame, condition)?;
                let then = self.unsettled_typed(frame, then)?;
                let otherwise = self.unsettled_typed(frame, otherwise)?;
                self.select(&condition, &then, &otherwise)?
            }
            Kind::Freeze(typed) => {
                let single = self.unsettled_typed(frame, typed)?;
                self.freeze(single)?
            }
            Kind::Alloca { ty, count, align } => {
                if !is_entry {
                    return self.unsupported("an `alloca` outside of the entry");
                }
                let local = self.alloca(frame, instruction, ty, count.as_ref(), *align)?;
                Single::Pointer(local)
            }
            Kind::Load {
                ty,
                pointer,
                access,
            } => {
                if access.special {
                    return self.unsupported("an atomic or volatile load");
                }
                if access.elsewhere {
                    return self.unsupported("an access to another address space");
                }
                let pointer = self.pointer(frame, pointer)?;
                let loaded = self.load(ty, &pointer, access.align)?;
                self.restrict_loaded(loaded, access)?
            }
            Kind::Store {
                value,
                pointer,
                access,
            } => {
                if access.special {
                    return self.unsupported("an atomic or volatile store");
                }
                if access.elsewhere {
                    return self.unsupported("an access to another address space");
                }
                let pointer = self.pointer(frame, pointer)?;
                if self.has_parts(&value.ty)? {
                    return self.store_parts(frame, value, &pointer, access.align);
                }
                let single = self.unsettled_typed(frame, value)?;
                return self.store(&value.ty, &single, &pointer, access.align);
            }
            Kind::Pointer {
                flags,
                source,
                base,
                indices,
            } => {
                let Single::Pointer(base) = self.typed(frame, base)? else {
                    return self.wrong("the base of a `getelementptr` is a pointer");
                };
                let mut lowered = Vec::new();
                for index in indices {
                    lowered.push(self.integer_typed(frame, index)?);
                }
                Single::Pointer(self.offset_pointer(*flags, source, &base, &lowered)?)
            }
            Kind::ExtractValue { from, indices } => {
                let mut bound = self.operand(frame, &from.ty, &from.value)?;
                for index in indices {
                    bound = self.part(bound, *index)?;
                }
                if let Some(name) = instruction.result {
                    frame.values.insert(name, bound);
                }
                return Ok(());
            }
            Kind::InsertValue {
                into,
                value,
                indices,
            } => {
                let mut bound = self.operand(frame, &into.ty, &into.value)?;
                let value = self.operand(frame, &value.ty, &value.value)?;
                self.put(&mut bound, indices, value)?;
                if let Some(name) = instruction.result {
                    frame.values.insert(name, bound);
                }
                return Ok(());
            }
            Kind::Call(call) => return self.call(frame, instruction, call),
            Kind::Return(result) => return self.ret(frame, result.as_ref()),
            Kind::Goto(to) => {
                let branch = self.branch(frame, blocks, block.name, *to, Term::top())?;
                self.close(End::Branch(vec![branch]));
                return Ok(());
            }
            Kind::Branch {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.unsettled_integer(frame, &Type::Integer(1), condition)?;
                self.because("the condition of the branch is poison");
                self.must_be_defined(&condition.ill());
                let then = self.branch(frame, blocks, block.name, *then, condition.value)?;
                let otherwise = self.branch(frame, blocks, block.name, *otherwise, Term::top())?;
                self.close_branches(vec![then, otherwise]);
                return Ok(());
            }
            Kind::Switch {
                value,
                default,
                cases,
            } => return self.switch(frame, blocks, block.name, value, *default, cases),
            Kind::Unreachable => {
                self.close(End::Undefined);
                return Ok(());
            }
            Kind::ExtractElement { .. } | Kind::InsertElement { .. } | Kind::Shuffle { .. } => {
                return self.unsupported("this instruction");
            }
            Kind::Other(opcode) => return self.unsupported(format!("`{opcode}`")),
        };
        if let Some(name) = instruction.result {
            self.bind(frame, name, single);
        }
        Ok(())
    }

    /// Binds a local: to the term itself where that is a variable or literal, otherwise to a
    /// variable that is assigned.
    pub(super) fn bind(&mut self, frame: &mut Frame<'t>, name: Name<'t>, single: Single) {
        let text = variable_name(&frame.prefix, name);
        let single = self.assigned(&text, single);
        frame.values.insert(name, Bound::Single(single));
    }

    /// Binds a local part by part.
    pub(super) fn bind_parts(&mut self, frame: &mut Frame<'t>, name: Name<'t>, bound: Bound) {
        let text = variable_name(&frame.prefix, name);
        let mut next = 0;
        let bound = match bound {
            Bound::Single(single) => Bound::Single(self.assigned(&text, single)),
            parts => self.assigned_parts(&text, parts, &mut next),
        };
        frame.values.insert(name, bound);
    }

    fn assigned_parts(&mut self, text: &str, bound: Bound, next: &mut usize) -> Bound {
        match bound {
            Bound::Single(single) => {
                *next += 1;
                Bound::Single(self.assigned(&part_name(text, *next - 1), single))
            }
            Bound::Aggregate(parts) => {
                let parts = parts.into_iter();
                Bound::Aggregate(parts.map(|p| self.assigned_parts(text, p, next)).collect())
            }
        }
    }

    /// A value as a variable or literal.
    fn assigned(&mut self, text: &str, mut single: Single) -> Single {
        let is_small = |term: &Term| term.children().is_empty();
        if !is_small(single.term()) {
            let var = Var::new(text, single.term().sort().clone());
            self.step(Step::Assign(var.clone(), single.term().clone()));
            single.set_term(var.term());
        }
        let mut poison = self.still_poison(single.poison());
        if !is_small(&poison) {
            let flag = Var::new(format!("{text}~poison").as_str(), Sort::Bool);
            self.step(Step::Assign(flag.clone(), poison));
            poison = flag.term();
        }
        single.set_poison(poison);
        if let Single::Integer(scalar) = &mut single
            && !is_small(&scalar.undef)
        {
            let flag = Var::new(format!("{text}~undef").as_str(), Sort::Bool);
            self.step(Step::Assign(flag.clone(), scalar.undef.clone()));
            scalar.undef = flag.term();
        }
        single
    }

    pub(super) fn select(
        &mut self,
        condition: &Scalar,
        then: &Single,
        otherwise: &Single,
    ) -> Result_<Single> {
        if *condition.value.sort() != Sort::Bool || then.term().sort() != otherwise.term().sort() {
            return self.wrong("the operands of this `select` have the wrong types");
        }
        let choose = |a: &Term, b: &Term| Term::ite(condition.value.clone(), a.clone(), b.clone());
        let arms = choose(then.poison(), otherwise.poison());
        let poison = Term::or([condition.poison.clone(), arms]);
        match (then, otherwise) {
            (Single::Integer(a), Single::Integer(b)) => {
                let undef = choose(&a.undef, &b.undef);
                let mut scalar = Scalar::new(choose(&a.value, &b.value), poison).or_undef(undef);
                scalar.narrow = a.narrow && b.narrow;
                Ok(Single::Integer(scalar))
            }
            (Single::Pointer(a), Single::Pointer(b)) => {
                let (a, b) = self.in_one_space(a, b)?;
                let (object, nulled) = self.select_object(&condition.value, &a, &b)?;
                let place = a.place.with(choose(a.place.term(), b.place.term()));
                Ok(Single::Pointer(Pointer {
                    object,
                    place,
                    poison,
                    multiple: a.multiple.min(b.multiple),
                    bounded: a.bounded && b.bounded,
                    nulled: nulled || a.nulled || b.nulled,
                }))
            }
            _ => self.wrong("the operands of this `select` have the wrong types"),
        }
    }

    /// Two pointers as addresses, unless they are distances from the start of the same object.
    fn in_one_space(&mut self, one: &Pointer, other: &Pointer) -> Result_<(Pointer, Pointer)> {
        if one.object == other.object {
            return Ok((one.clone(), other.clone()));
        }
        Ok((self.exposed(one)?.0, self.exposed(other)?.0))
    }

    /// `freeze`: where the value is poison, any value is chosen.
    pub(super) fn freeze(&mut self, single: Single) -> Result_<Single> {
        if single.ill().is_false() {
            return Ok(single);
        }
        let sort = match &single {
            Single::Integer(scalar) => scalar.value.sort().clone(),
            Single::Pointer(_) => {
                if self.role.side == Side::Specification {
                    // It could choose a pointer into any object, not only the one at its address.
                    self.end_refutation(single.ill());
                }
                self.address_sort()
            }
        };
        let chosen = self.fresh("freeze", sort);
        self.step(Step::Choose(chosen.clone()));
        let condition = Scalar::defined(single.ill());
        let chosen = match &single {
            Single::Integer(_) => Single::Integer(Scalar::defined(chosen.term())),
            Single::Pointer(_) => Single::Pointer(self.numbered(&Scalar::defined(chosen.term()))?),
        };
        let mut own = single;
        own.is_well();
        self.select(&condition, &chosen, &own)
    }

    fn alloca(
        &mut self,
        frame: &Frame<'t>,
        instruction: &Instruction<'t>,
        ty: &Type<'t>,
        count: Option<&Typed<'t>>,
        align: u64,
    ) -> Result_<Pointer> {
        let extent = self.extent(ty)?;
        let count = match count.map(|typed| &typed.value) {
            None => Some(1),
            Some(Value::Integer(digits)) => digits.parse::<u64>().ok(),
            Some(_) => None,
        };
        let Some(size) = count.and_then(|count| extent.size.checked_mul(count)) else {
            return self.unsupported("an `alloca` of a size that is not known");
        };
        let Some(name) = instruction.result else {
            return self.wrong("an `alloca` has a name");
        };
        let region = format!("%{}", variable_name(&frame.prefix, name));
        let key = format!("{:?} {region}", self.role.side);
        let alive = self
            .plan
            .poisonous
            .contains(&key)
            .then(|| Var::new(format!("{region}~alive").as_str(), Sort::Bool));
        self.forget(&region);
        if let Some(alive) = &alive {
            // It is dead at first where its lifetime starts somewhere, and alive where it only ends.
            let is_started = self.plan.poisonous.contains(&format!("{key} starts"));
            self.step(Step::Assign(alive.clone(), Term::bool(!is_started)));
        }
        let object = self.add_object(Object::local(
            region,
            size,
            if align == 0 { extent.align } else { align },
            alive,
        ));
        Ok(Pointer {
            object,
            place: Place::Distance(self.start()),
            poison: Term::bottom(),
            multiple: FULLY,
            bounded: true,
            nulled: false,
        })
    }

    fn part(&self, bound: Bound, index: u64) -> Result_<Bound> {
        match bound {
            Bound::Aggregate(mut parts) => {
                let index = usize::try_from(index).unwrap_or(usize::MAX);
                if index < parts.len() {
                    return Ok(parts.swap_remove(index));
                }
                self.wrong("the value has no such part")
            }
            Bound::Single(_) => self.wrong("the value has no parts"),
        }
    }

    fn put(&self, bound: &mut Bound, indices: &[u64], value: Bound) -> Result_<()> {
        let Some((first, rest)) = indices.split_first() else {
            *bound = value;
            return Ok(());
        };
        match bound {
            Bound::Aggregate(parts) => {
                let index = usize::try_from(*first).unwrap_or(usize::MAX);
                match parts.get_mut(index) {
                    Some(part) => self.put(part, rest, value),
                    None => self.wrong("the value has no such part"),
                }
            }
            Bound::Single(_) => self.wrong("the value has no parts"),
        }
    }
}

/// What a part of a local is called.
pub(super) fn part_name(text: &str, part: usize) -> String {
    format!("{text}~part{part}")
}
