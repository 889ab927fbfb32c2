//! Bodies: blocks, branches and phis.

use logic::{Sort, Term, Var};
use program::function::{Branch, End};
use rustc_hash::FxHashMap;

use super::arithmetic::literal;
use super::memory::{Extent, variable_name};
use super::order::Order;
use super::promote::promote;
use super::scalar::{Bound, Pointer, Scalar};
use super::values::part_name;
use super::{Exit, Frame, Lowering, PhiVariable, Result_};
use crate::syntax::{self, Block, Flag, Kind, Name, Type, Typed, Value};

impl<'t> Lowering<'_, 't> {
    /// Lowers the body of a function into blocks, from the current one on.
    pub(super) fn body(
        &mut self,
        function: &syntax::Function<'t>,
        arguments: Vec<Scalar>,
        exit: Option<Exit>,
    ) -> Result_<()> {
        let mut blocks = self.module.body(function)?;
        let order = Order::of(self, &blocks)?;
        promote(
            &mut blocks,
            &order,
            function.parameters.iter().map(|p| p.name),
        );
        let prefix = match exit {
            None => String::new(),
            Some(_) => {
                self.frames += 1;
                format!("{}~{}~", variable_name("", function.name), self.frames)
            }
        };
        let mut frame = Frame {
            prefix,
            values: FxHashMap::default(),
            blocks: FxHashMap::default(),
            exit,
            result_attributes: function.result_attributes.clone(),
        };
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            frame.values.insert(parameter.name, Bound::Scalar(argument));
        }
        // The entry goes on in the current block; nothing leads back to it.
        for (position, index) in order.blocks.iter().enumerate() {
            let id = if position == 0 {
                self.here
            } else {
                self.reserve()
            };
            frame.blocks.insert(blocks[*index].name, id);
        }
        let mut known: Vec<Vec<Term>> = vec![Vec::new(); blocks.len()];
        for (position, index) in order.blocks.iter().enumerate() {
            let block = &blocks[*index];
            if position > 0 {
                self.here = frame.blocks[&block.name];
                self.name = logic::Symbol::new(&variable_name(&frame.prefix, block.name));
                self.known = known[order.dominator[*index]].clone();
            }
            self.phis(&mut frame, block)?;
            for instruction in &block.instructions {
                self.at = instruction.at;
                self.instruction(&mut frame, &blocks, block, instruction, position == 0)?;
            }
            if let Some(end) = block.instructions.last()
                && order.leads_back(*index)
            {
                self.leads_back(function, end);
            }
            known[*index] = std::mem::take(&mut self.known);
        }
        Ok(())
    }

    /// Binds the phis of a block to variables, which branches assign.
    fn phis(&mut self, frame: &mut Frame<'t>, block: &Block<'t>) -> Result_<()> {
        for instruction in &block.instructions {
            let (Kind::Phi { ty, incoming }, Some(name)) = (&instruction.kind, instruction.result)
            else {
                continue;
            };
            self.at = instruction.at;
            if self.has_parts(ty)? {
                let bound = self.phi_parts(frame, name, ty)?;
                frame.values.insert(name, bound);
                continue;
            }
            let text = variable_name(&frame.prefix, name);
            let variable = self.phi_variable(&text, ty)?;
            let mut scalar = Scalar::new(
                variable.value.term(),
                variable
                    .poison
                    .as_ref()
                    .map_or_else(Term::bottom, Var::term),
            );
            if self.resolve(ty)? == Type::Pointer {
                let object = match self.bind_moving(&variable) {
                    Some(object) => Some(object),
                    None => self.phi_object(frame, incoming)?,
                };
                let multiple = self.plan.multiples.get(&variable.key);
                scalar = scalar.at(Pointer {
                    object,
                    multiple: multiple.copied().unwrap_or(1 << 32),
                    bounded: !self.plan.unbounded.contains(&variable.key),
                });
            }
            frame.values.insert(name, Bound::Scalar(scalar));
        }
        Ok(())
    }

    /// The variable of a phi or of an inlined result.
    pub(super) fn phi_variable(&mut self, text: &str, ty: &Type<'t>) -> Result_<PhiVariable> {
        let key = format!("{:?} {text}", self.role.side);
        let poison = self.plan.poisonous.contains(&key);
        Ok(PhiVariable {
            object: self.moving(text, &key),
            value: Var::new(text, self.sort(ty)?),
            poison: poison.then(|| Var::new(format!("{text}~poison").as_str(), Sort::Bool)),
            key,
        })
    }

    /// A phi of a value with parts: one variable for each.
    fn phi_parts(&mut self, frame: &Frame<'t>, name: Name<'t>, ty: &Type<'t>) -> Result_<Bound> {
        let text = variable_name(&frame.prefix, name);
        let mut scalars = Vec::new();
        for (part, (_, ty)) in self.leaves(ty)?.into_iter().enumerate() {
            if ty == Type::Pointer {
                return self.unsupported("a phi of values with pointers in them");
            }
            let variable = self.phi_variable(&part_name(&text, part), &ty)?;
            let poison = variable.poison.as_ref();
            let poison = poison.map_or_else(Term::bottom, Var::term);
            scalars.push(Scalar::new(variable.value.term(), poison));
        }
        self.whole_of(ty, &mut scalars.into_iter())
    }

    /// The object that all incoming pointers point into; those that are not known yet are looked
    /// at when their branch is made.
    fn phi_object(
        &mut self,
        frame: &Frame<'t>,
        incoming: &[(Value<'t>, Name<'t>)],
    ) -> Result_<Option<super::ObjectId>> {
        for (value, _) in incoming {
            let object = match value {
                Value::Local(name) => match frame.values.get(name) {
                    Some(Bound::Scalar(scalar)) => scalar.pointer.and_then(|p| p.object),
                    _ => None,
                },
                Value::Global(name) => self.global_pointer(*name)?.pointer.and_then(|p| p.object),
                Value::Expression(_) => match self.constant(&Type::Pointer, value)? {
                    Bound::Scalar(scalar) => scalar.pointer.and_then(|p| p.object),
                    Bound::Aggregate(_) => None,
                },
                _ => None,
            };
            if object.is_some() {
                return Ok(object);
            }
        }
        Ok(None)
    }

    /// The assignment of a value to a variable on a branch.
    pub(super) fn assign_phi(
        &mut self,
        variable: &PhiVariable,
        scalar: &Scalar,
        target: Option<Pointer>,
        assigns: &mut Vec<(Var, Term)>,
    ) -> Result_<()> {
        let scalar = &match variable.object {
            Some(_) => self.exposed(scalar)?,
            None => scalar.clone(),
        };
        if let (Some(from), Some(to)) = (scalar.pointer, target) {
            if let Some(moving) = &variable.object {
                assigns.extend(self.assign_moving(moving, from.object)?);
            } else if let Some(object) = from.object {
                if self.object(object).moves || from.object != to.object {
                    self.note_moving(variable, object, to.object)?;
                }
            } else if let Some(object) = to.object
                && !self.is_nullable(to)
            {
                self.note_moving(variable, object, None)?;
            }
            let own = self.facts.multiples.entry(variable.key.clone());
            let multiple = own.or_insert(1 << 32);
            *multiple = (*multiple).min(from.multiple);
            if !from.bounded {
                self.facts.unbounded.insert(variable.key.clone());
            }
        }
        assigns.push((variable.value.clone(), scalar.value.clone()));
        let poison = self.still_poison(&scalar.poison);
        match &variable.poison {
            Some(flag) => assigns.push((flag.clone(), poison)),
            None if poison.is_false() => {}
            None => drop(self.facts.poisonous.insert(variable.key.clone())),
        }
        Ok(())
    }

    /// Whether null is a value like others among pointers into an object.
    pub(super) fn is_nullable(&self, pointer: Pointer) -> bool {
        pointer
            .object
            .is_none_or(|id| matches!(self.object(id).extent, Extent::Unknown { .. }))
    }

    /// The branch from a block to another, with what its phis are assigned.
    pub(super) fn branch(
        &mut self,
        frame: &Frame<'t>,
        blocks: &[Block<'t>],
        from: Name<'t>,
        to: Name<'t>,
        condition: Term,
    ) -> Result_<Branch> {
        let Some(block) = blocks.iter().find(|block| block.name == to) else {
            return self.wrong(format!("there is no block `%{to}`"));
        };
        let mut assigns = Vec::new();
        for instruction in &block.instructions {
            let (Kind::Phi { ty, incoming }, Some(name)) = (&instruction.kind, instruction.result)
            else {
                continue;
            };
            let Some((value, _)) = incoming.iter().find(|(_, block)| *block == from) else {
                return self.wrong(format!("the phi `%{name}` has no value for this branch"));
            };
            let text = variable_name(&frame.prefix, name);
            if self.has_parts(ty)? {
                let lanes = self.lanes(frame, ty, value)?;
                for (part, (lane, (_, ty))) in lanes.iter().zip(self.leaves(ty)?).enumerate() {
                    let variable = self.phi_variable(&part_name(&text, part), &ty)?;
                    self.assign_phi(&variable, lane, None, &mut assigns)?;
                }
                continue;
            }
            let scalar = self.scalar(frame, ty, value)?;
            let variable = self.phi_variable(&text, ty)?;
            let target = match frame.values.get(&name) {
                Some(Bound::Scalar(bound)) => bound.pointer,
                _ => self.early_target(frame, ty, incoming)?,
            };
            self.assign_phi(&variable, &scalar, target, &mut assigns)?;
        }
        let Some(id) = frame.blocks.get(&to) else {
            return self.wrong("this block is never reached");
        };
        Ok(Branch {
            condition,
            assigns,
            to: *id,
        })
    }

    /// Where the pointer of a phi points whose block has not been lowered yet.
    fn early_target(
        &mut self,
        frame: &Frame<'t>,
        ty: &Type<'t>,
        incoming: &[(Value<'t>, Name<'t>)],
    ) -> Result_<Option<Pointer>> {
        if self.resolve(ty)? != Type::Pointer {
            return Ok(None);
        }
        let object = self.phi_object(frame, incoming)?;
        Ok(Some(Pointer {
            object,
            multiple: 1 << 32,
            bounded: false,
        }))
    }

    /// Closes the block with branches, without those that are never taken.
    pub(super) fn close_branches(&mut self, branches: Vec<Branch>) {
        let mut kept: Vec<Branch> = Vec::new();
        for branch in branches {
            if branch.condition.is_false() {
                continue;
            }
            let is_last = branch.condition.is_true();
            kept.push(branch);
            if is_last {
                break;
            }
        }
        if let [first, second] = kept.as_slice()
            && first.to == second.to
            && first.assigns == second.assigns
        {
            kept.remove(0);
        }
        self.close(End::Branch(kept));
    }

    pub(super) fn switch(
        &mut self,
        frame: &Frame<'t>,
        blocks: &[Block<'t>],
        from: Name<'t>,
        value: &Typed<'t>,
        default: Name<'t>,
        cases: &[(Value<'t>, Name<'t>)],
    ) -> Result_<()> {
        let scalar = self.typed(frame, value)?;
        self.must_be_defined(&scalar.poison);
        // Cases with one target are one branch; a phi has the same value for all of them.
        let mut targets: Vec<(Name<'t>, Vec<Term>)> = Vec::new();
        for (case, to) in cases {
            let case = self.scalar(frame, &value.ty, case)?;
            let condition = Term::eq(scalar.value.clone(), case.value);
            match targets.iter_mut().find(|(name, _)| name == to) {
                Some((_, conditions)) => conditions.push(condition),
                None => targets.push((*to, vec![condition])),
            }
        }
        let mut branches = Vec::new();
        for (to, conditions) in targets {
            if to != default {
                branches.push(self.branch(frame, blocks, from, to, Term::or(conditions))?);
            }
        }
        branches.push(self.branch(frame, blocks, from, default, Term::top())?);
        self.close_branches(branches);
        Ok(())
    }

    /// `ret`: the end of the function, or a branch behind the call that it was inlined for.
    pub(super) fn ret(&mut self, frame: &Frame<'t>, result: Option<&Typed<'t>>) -> Result_<()> {
        let mut scalars = Vec::new();
        if let Some(typed) = result {
            let bound = self.operand(frame, &typed.ty, &typed.value)?;
            scalars = bound.scalars();
        }
        let attributes = &frame.result_attributes;
        let (noundef, range) = (attributes.has(Flag::Noundef), attributes.range);
        let nonnull = attributes.has(Flag::Nonnull);
        for scalar in &mut scalars {
            if let Some((low, high)) = range {
                let outside = self.out_of_range(&scalar.value, low, high)?;
                scalar.poison = Term::or([scalar.poison.clone(), outside]);
            }
            if nonnull {
                let null = Term::eq(scalar.value.clone(), literal(&scalar.value, 0));
                scalar.poison = Term::or([scalar.poison.clone(), null]);
            }
            if noundef {
                self.must_be_defined(&scalar.poison);
            }
            scalar.poison = self.still_poison(&scalar.poison);
        }
        let Some(exit) = frame.exit.clone() else {
            for scalar in &mut scalars {
                *scalar = self.exposed(scalar)?;
            }
            let observed = self.observed(&scalars);
            self.close(End::Return(observed));
            return Ok(());
        };
        let mut assigns = Vec::new();
        if let Some(variable) = &exit.result {
            match scalars.as_slice() {
                [scalar] => {
                    let nowhere = Pointer {
                        object: None,
                        multiple: 1 << 32,
                        bounded: false,
                    };
                    let target = scalar.pointer.map(|_| nowhere);
                    self.assign_phi(variable, scalar, target, &mut assigns)?;
                }
                _ => return self.unsupported("an inlined function with this result"),
            }
        }
        self.close(End::Branch(vec![Branch {
            condition: Term::top(),
            assigns,
            to: exit.to,
        }]));
        Ok(())
    }
}
