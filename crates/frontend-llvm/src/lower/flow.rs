//! Bodies: blocks, branches and phis.

use logic::{Sort, Term, Var};
use program::function::{Branch, End, Step};
use rustc_hash::FxHashMap;

use super::arithmetic::literal;
use super::memory::{Extent, Object, variable_name};
use super::scalar::{Bound, Pointer, Scalar};
use super::{Exit, Frame, Lowering, PhiVariable, Result_};
use crate::syntax::{self, Block, Flag, Instruction, Kind, Name, Type, Typed, Value};

impl<'t> Lowering<'_, 't> {
    /// Lowers the body of a function into blocks, from the current one on.
    pub(super) fn body(
        &mut self,
        function: &syntax::Function<'t>,
        arguments: Vec<Scalar>,
        exit: Option<Exit>,
    ) -> Result_<()> {
        let blocks = self.module.body(function)?;
        let order = Order::of(self, &blocks)?;
        let prefix = match exit {
            None => String::new(),
            Some(_) => {
                self.frames += 1;
                format!("{}.{}.", function.name, self.frames)
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
            let variable = self.phi_variable(&frame.prefix, name, ty)?;
            let mut scalar = Scalar::new(
                variable.value.term(),
                variable
                    .poison
                    .as_ref()
                    .map_or_else(Term::bottom, Var::term),
            );
            if self.resolve(ty)? == Type::Pointer {
                let object = self.phi_object(frame, incoming)?;
                let multiple = self.plan.multiples.get(&variable.key);
                scalar = scalar.at(Pointer {
                    object,
                    multiple: multiple.copied().unwrap_or(1 << 32),
                });
            }
            frame.values.insert(name, Bound::Scalar(scalar));
        }
        Ok(())
    }

    /// The variable of a phi or of an inlined result.
    pub(super) fn phi_variable(
        &mut self,
        prefix: &str,
        name: Name<'t>,
        ty: &Type<'t>,
    ) -> Result_<PhiVariable> {
        let text = variable_name(prefix, name);
        let key = format!("{:?} {text}", self.role.side);
        let poison = self.plan.poisonous.contains(&key);
        Ok(PhiVariable {
            value: Var::new(text.as_str(), self.sort(ty)?),
            poison: poison.then(|| Var::new(format!("{text}~poison").as_str(), Sort::Bool)),
            key,
        })
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
        if let (Some(from), Some(to)) = (scalar.pointer, target) {
            if from.object.is_some() && from.object != to.object {
                return self.unsupported("a pointer that may point into different objects");
            }
            if from.object.is_none() && !self.is_nullable(to) {
                return self
                    .unsupported("a pointer that may be null or point to a local or global");
            }
            let own = self.facts.multiples.entry(variable.key.clone());
            let multiple = own.or_insert(1 << 32);
            *multiple = (*multiple).min(from.multiple);
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
    fn is_nullable(&self, pointer: Pointer) -> bool {
        pointer
            .object
            .is_none_or(|id| matches!(self.object(id).extent, Extent::Unknown { .. }))
    }

    /// The branch from a block to another, with what its phis are assigned.
    fn branch(
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
            let scalar = self.scalar(frame, ty, value)?;
            let variable = self.phi_variable(&frame.prefix, name, ty)?;
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
        }))
    }

    fn instruction(
        &mut self,
        frame: &mut Frame<'t>,
        blocks: &[Block<'t>],
        block: &Block<'t>,
        instruction: &Instruction<'t>,
        is_entry: bool,
    ) -> Result_<()> {
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
                let value_ = self.typed(frame, value)?;
                let pointer = self.scalar(frame, &Type::Pointer, pointer)?;
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
            Kind::Other(opcode) => return self.unsupported(format!("`{opcode}`")),
        };
        if let Some(name) = instruction.result {
            self.bind(frame, name, scalar);
        }
        Ok(())
    }

    /// Closes the block with branches, without those that are never taken.
    fn close_branches(&mut self, branches: Vec<Branch>) {
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

    /// Binds a local: to the term itself where that is a variable or literal, otherwise to a
    /// variable that is assigned.
    pub(super) fn bind(&mut self, frame: &mut Frame<'t>, name: Name<'t>, mut scalar: Scalar) {
        let text = variable_name(&frame.prefix, name);
        let is_small = |term: &Term| term.children().is_empty();
        if !is_small(&scalar.value) {
            let var = Var::new(text.as_str(), scalar.value.sort().clone());
            self.step(Step::Assign(var.clone(), scalar.value));
            scalar.value = var.term();
        }
        scalar.poison = self.still_poison(&scalar.poison);
        if !is_small(&scalar.poison) {
            let flag = Var::new(format!("{text}~poison").as_str(), Sort::Bool);
            self.step(Step::Assign(flag.clone(), scalar.poison));
            scalar.poison = flag.term();
        }
        frame.values.insert(name, Bound::Scalar(scalar));
    }

    fn select(&mut self, condition: &Scalar, then: &Scalar, otherwise: &Scalar) -> Result_<Scalar> {
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
            let object = match (a.object, b.object) {
                (Some(a), Some(b)) if a != b => {
                    return self.unsupported("a pointer that may point into different objects");
                }
                (a, b) => a.or(b),
            };
            let pointer = Pointer {
                object,
                multiple: a.multiple.min(b.multiple),
            };
            if (a.object.is_none() || b.object.is_none()) && !self.is_nullable(pointer) {
                return self
                    .unsupported("a pointer that may be null or point to a local or global");
            }
            scalar = scalar.at(pointer);
        }
        Ok(scalar)
    }

    /// `freeze`: where the value is poison, any value is chosen.
    fn freeze(&mut self, scalar: Scalar) -> Result_<Scalar> {
        if scalar.poison.is_false() {
            return Ok(scalar);
        }
        if scalar.pointer.is_some() {
            return self.unsupported("`freeze` of a pointer");
        }
        let chosen = self.fresh("freeze", scalar.value.sort().clone());
        self.step(Step::Choose(chosen.clone()));
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

    fn switch(
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
    fn ret(&mut self, frame: &Frame<'t>, result: Option<&Typed<'t>>) -> Result_<()> {
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
            for scalar in &scalars {
                if scalar.pointer.is_some() {
                    self.address(scalar)?;
                }
            }
            let observed = self.observed(&scalars);
            self.close(End::Return(observed));
            return Ok(());
        };
        let mut assigns = Vec::new();
        if let Some(variable) = &exit.result {
            match scalars.as_slice() {
                [scalar] if scalar.pointer.is_none() => {
                    self.assign_phi(variable, scalar, None, &mut assigns)?;
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

/// The blocks that can be reached, each behind those that dominate it.
struct Order {
    blocks: Vec<usize>,
    /// The immediate dominator of each block; the entry's is itself.
    dominator: Vec<usize>,
}

/// The blocks that a terminator leads to.
fn targets<'t>(block: &Block<'t>) -> Vec<Name<'t>> {
    match block.instructions.last().map(|last| &last.kind) {
        Some(Kind::Goto(to)) => vec![*to],
        Some(Kind::Branch {
            then, otherwise, ..
        }) => vec![*then, *otherwise],
        Some(Kind::Switch { default, cases, .. }) => {
            let mut all = vec![*default];
            all.extend(cases.iter().map(|(_, to)| *to));
            all
        }
        _ => Vec::new(),
    }
}

impl Order {
    fn of(lowering: &Lowering<'_, '_>, blocks: &[Block<'_>]) -> Result_<Self> {
        let places: FxHashMap<Name<'_>, usize> = blocks
            .iter()
            .enumerate()
            .map(|(index, block)| (block.name, index))
            .collect();
        let mut successors = Vec::new();
        for block in blocks {
            let mut next = Vec::new();
            for target in targets(block) {
                match places.get(&target) {
                    Some(0) => return lowering.wrong("a branch leads to the entry"),
                    Some(index) => next.push(*index),
                    None => return lowering.wrong(format!("there is no block `%{target}`")),
                }
            }
            successors.push(next);
        }
        if blocks.is_empty() {
            return lowering.wrong("the function has no blocks");
        }
        let order = reverse_postorder(&successors);
        let dominator = dominators(&order, &successors);
        Ok(Order {
            blocks: order,
            dominator,
        })
    }
}

/// The blocks that can be reached from the first, in reverse postorder.
fn reverse_postorder(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; successors.len()];
    let mut order = Vec::new();
    let mut stack = vec![(0, 0)];
    seen[0] = true;
    while let Some((block, next)) = stack.last_mut() {
        let here = *block;
        if let Some(successor) = successors[here].get(*next) {
            *next += 1;
            if !seen[*successor] {
                seen[*successor] = true;
                stack.push((*successor, 0));
            }
        } else {
            order.push(here);
            stack.pop();
        }
    }
    order.reverse();
    order
}

/// Immediate dominators, by iteration in reverse postorder (Cooper, Harvey and Kennedy).
fn dominators(order: &[usize], successors: &[Vec<usize>]) -> Vec<usize> {
    let mut rank = vec![usize::MAX; successors.len()];
    for (position, block) in order.iter().enumerate() {
        rank[*block] = position;
    }
    let mut predecessors = vec![Vec::new(); successors.len()];
    for block in order {
        for successor in &successors[*block] {
            predecessors[*successor].push(*block);
        }
    }
    let mut dominator: Vec<Option<usize>> = vec![None; successors.len()];
    dominator[0] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for block in order.iter().skip(1) {
            let mut best: Option<usize> = None;
            for predecessor in &predecessors[*block] {
                if dominator[*predecessor].is_none() {
                    continue;
                }
                best = Some(match best {
                    None => *predecessor,
                    Some(other) => common(&dominator, &rank, *predecessor, other),
                });
            }
            if dominator[*block] != best {
                dominator[*block] = best;
                changed = true;
            }
        }
    }
    dominator.into_iter().map(|d| d.unwrap_or(0)).collect()
}

/// The closest block that dominates both.
fn common(dominator: &[Option<usize>], rank: &[usize], a: usize, b: usize) -> usize {
    let (mut a, mut b) = (a, b);
    while a != b {
        let deeper = if rank[a] > rank[b] { &mut a } else { &mut b };
        *deeper = dominator[*deeper].unwrap_or(0);
    }
    a
}
