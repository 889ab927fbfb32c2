//! Instructions that compute a value.

use logic::{Sort, Term, Var};
use program::function::{End, Step};

use super::memory::{Object, variable_name};
use super::scalar::{Bound, Pointer, Scalar};
use super::{Frame, Lowering, Result_};
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
        if let Kind::Load { access, .. } | Kind::Store { access, .. } = &instruction.kind {
            self.note_tag(access);
        }
        if let Some(bound) = self.part_by_part(frame, &instruction.kind)? {
            if let Some(name) = instruction.result {
                self.bind_parts(frame, name, bound);
            }
            return Ok(());
        }
        let scalar = match &instruction.kind {
            Kind::Phi { .. } => return Ok(()),
            Kind::Binary {
                opcode,
                flags,
                ty,
                left,
                right,
            } => {
                let left = self.scalar(frame, ty, left)?;
                let right = self.scalar(frame, ty, right)?;
                self.binary(opcode, *flags, &left, &right)?
            }
            Kind::Compare {
                predicate,
                flags,
                ty,
                left,
                right,
            } => {
                let left = self.scalar(frame, ty, left)?;
                let right = self.scalar(frame, ty, right)?;
                self.compare(predicate, *flags, &left, &right)?
            }
            Kind::Cast {
                opcode,
                flags,
                from,
                to,
            } => {
                let from = self.typed(frame, from)?;
                self.cast(opcode, *flags, &from, to)?
            }
            Kind::Select {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.typed(frame, condition)?;
                let then = self.typed(frame, then)?;
                let otherwise = self.typed(frame, otherwise)?;
                let (then, otherwise) = self.comparable(then, otherwise)?;
                self.select(&condition, &then, &otherwise)?
            }
            Kind::Freeze(typed) => {
                let scalar = self.typed(frame, typed)?;
                self.freeze(scalar)?
            }
            Kind::Alloca { ty, count, align } => {
                if !is_entry {
                    return self.unsupported("an `alloca` outside of the entry");
                }
                self.alloca(frame, instruction, ty, count.as_ref(), *align)?
            }
            Kind::Load {
                ty,
                pointer,
                access,
            } => {
                if access.special || access.restricted {
                    return self.unsupported("a load of this kind");
                }
                let pointer = self.scalar(frame, &Type::Pointer, pointer)?;
                let mut loaded = self.load(ty, &pointer, access.align)?;
                if let Some(node) = access.range {
                    let outside = self.out_of_node(&loaded.value, node)?;
                    loaded = loaded.or_poison(outside);
                }
                if access.noundef {
                    self.must_be_defined(&loaded.poison);
                }
                loaded
            }
            Kind::Store {
                value,
                pointer,
                access,
            } => {
                if access.special {
                    return self.unsupported("a store of this kind");
                }
                let pointer = self.scalar(frame, &Type::Pointer, pointer)?;
                if self.has_parts(&value.ty)? {
                    return self.store_parts(frame, value, &pointer, access.align);
                }
                let value_ = self.typed(frame, value)?;
                return self.store(&value.ty, &value_, &pointer, access.align);
            }
            Kind::Pointer {
                flags,
                source,
                base,
                indices,
            } => {
                let base = self.typed(frame, base)?;
                let mut lowered = Vec::new();
                for index in indices {
                    lowered.push((self.typed(frame, index)?, index.ty.clone()));
                }
                self.offset_pointer(*flags, source, &base, &lowered)?
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
                let condition = self.scalar(frame, &Type::Integer(1), condition)?;
                self.must_be_defined(&condition.poison);
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
            self.bind(frame, name, scalar);
        }
        Ok(())
    }

    /// Binds a local: to the term itself where that is a variable or literal, otherwise to a
    /// variable that is assigned.
    pub(super) fn bind(&mut self, frame: &mut Frame<'t>, name: Name<'t>, scalar: Scalar) {
        let text = variable_name(&frame.prefix, name);
        let scalar = self.assigned(&text, scalar);
        frame.values.insert(name, Bound::Scalar(scalar));
    }

    /// Binds a local part by part.
    pub(super) fn bind_parts(&mut self, frame: &mut Frame<'t>, name: Name<'t>, bound: Bound) {
        let text = variable_name(&frame.prefix, name);
        let mut next = 0;
        let bound = match bound {
            Bound::Scalar(scalar) => Bound::Scalar(self.assigned(&text, scalar)),
            parts => self.assigned_parts(&text, parts, &mut next),
        };
        frame.values.insert(name, bound);
    }

    fn assigned_parts(&mut self, text: &str, bound: Bound, next: &mut usize) -> Bound {
        match bound {
            Bound::Scalar(scalar) => {
                *next += 1;
                Bound::Scalar(self.assigned(&part_name(text, *next - 1), scalar))
            }
            Bound::Aggregate(parts) => {
                let parts = parts.into_iter();
                Bound::Aggregate(parts.map(|p| self.assigned_parts(text, p, next)).collect())
            }
        }
    }

    /// A value as a variable or literal.
    fn assigned(&mut self, text: &str, mut scalar: Scalar) -> Scalar {
        let is_small = |term: &Term| term.children().is_empty();
        if !is_small(&scalar.value) {
            let var = Var::new(text, scalar.value.sort().clone());
            self.step(Step::Assign(var.clone(), scalar.value));
            scalar.value = var.term();
        }
        scalar.poison = self.still_poison(&scalar.poison);
        if !is_small(&scalar.poison) {
            let flag = Var::new(format!("{text}~poison").as_str(), Sort::Bool);
            self.step(Step::Assign(flag.clone(), scalar.poison));
            scalar.poison = flag.term();
        }
        scalar
    }

    /// Two pointers as addresses, unless they are distances from the start of the same object.
    pub(super) fn comparable(&mut self, one: Scalar, other: Scalar) -> Result_<(Scalar, Scalar)> {
        let object = |scalar: &Scalar| scalar.pointer.map(|pointer| pointer.object);
        if object(&one) == object(&other) {
            return Ok((one, other));
        }
        Ok((self.exposed(&one)?, self.exposed(&other)?))
    }

    pub(super) fn select(
        &mut self,
        condition: &Scalar,
        then: &Scalar,
        otherwise: &Scalar,
    ) -> Result_<Scalar> {
        if *condition.value.sort() != Sort::Bool || then.value.sort() != otherwise.value.sort() {
            return self.wrong("the operands of this `select` have the wrong types");
        }
        let value = Term::ite(
            condition.value.clone(),
            then.value.clone(),
            otherwise.value.clone(),
        );
        let arms = Term::ite(
            condition.value.clone(),
            then.poison.clone(),
            otherwise.poison.clone(),
        );
        let mut scalar = Scalar::new(value, Term::or([condition.poison.clone(), arms]));
        scalar.narrow = then.narrow && otherwise.narrow;
        if let (Some(a), Some(b)) = (then.pointer, otherwise.pointer) {
            let object = self.select_object(&condition.value, a, b)?;
            let pointer = Pointer {
                object,
                multiple: a.multiple.min(b.multiple),
                bounded: a.bounded && b.bounded,
            };
            scalar = scalar.at(pointer);
        }
        Ok(scalar)
    }

    /// `freeze`: where the value is poison, any value is chosen.
    pub(super) fn freeze(&mut self, scalar: Scalar) -> Result_<Scalar> {
        if scalar.poison.is_false() {
            return Ok(scalar);
        }
        let chosen = self.fresh("freeze", scalar.value.sort().clone());
        self.step(Step::Choose(chosen.clone()));
        if scalar.pointer.is_some() {
            let chosen = self.found(&Scalar::defined(chosen.term()))?;
            let (chosen, own) = self.comparable(chosen, scalar)?;
            let condition = Scalar::defined(own.poison.clone());
            let own = Scalar {
                poison: Term::bottom(),
                ..own
            };
            return self.select(&condition, &chosen, &own);
        }
        Ok(Scalar::defined(Term::ite(
            scalar.poison,
            chosen.term(),
            scalar.value,
        )))
    }

    fn alloca(
        &mut self,
        frame: &Frame<'t>,
        instruction: &Instruction<'t>,
        ty: &Type<'t>,
        count: Option<&Typed<'t>>,
        align: u64,
    ) -> Result_<Scalar> {
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
            self.step(Step::Assign(alive.clone(), Term::bottom()));
        }
        let object = self.add_object(Object::local(
            region,
            size,
            if align == 0 { extent.align } else { align },
            alive,
        ));
        let start = Term::value(logic::Value::default_of(&self.address_sort()));
        Ok(Scalar::defined(start).at(Pointer {
            object: Some(object),
            multiple: 1 << 32,
            bounded: true,
        }))
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
            Bound::Scalar(_) => self.wrong("the value has no parts"),
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
            Bound::Scalar(_) => self.wrong("the value has no parts"),
        }
    }
}

/// What a part of a local is called.
pub(super) fn part_name(text: &str, part: usize) -> String {
    format!("{text}~part{part}")
}
