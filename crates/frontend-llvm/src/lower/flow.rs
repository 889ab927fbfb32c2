//! Bodies: blocks, branches and phis.

use logic::{Sort, Term, Var};
use program::function::{Branch, End};
use rustc_hash::FxHashMap;

use super::memory::{Escaped, ObjectId, variable_name};
use super::order::Order;
use super::promote::promote;
use super::scalar::{Bound, FULLY, Place, Pointer, Single};
use super::values::part_name;
use super::{Exit, Frame, Lowering, PhiVariable, Result_};
use crate::syntax::{self, Block, Kind, Name, Type, Typed, Value, Word};

impl<'t> Lowering<'_, 't> {
    /// Lowers the body of a function, of which this is said, into blocks, from the current one on.
    pub(super) fn body(
        &mut self,
        function: &syntax::Function<'t>,
        said: &syntax::Attributes<'t>,
        arguments: Vec<Bound>,
        exit: Option<Exit>,
    ) -> Result_<()> {
        let mut blocks = self.module.body(function)?;
        let order = Order::of(self, &blocks)?;
        promote(
            &mut blocks,
            &order,
            function.parameters.iter().map(|p| p.name),
            &|ty| self.extent(ty).ok().map(|extent| extent.align),
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
            returned: function
                .parameters
                .iter()
                .find(|parameter| parameter.attributes.has(Word::Returned))
                .map(|parameter| parameter.name),
        };
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            frame.values.insert(parameter.name, argument);
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
        let called = self.calls_before(&order, &blocks);
        let predecessors = order.predecessors();
        let hurried = self.hurried(said, &blocks, &order);
        let mut starts = vec![Escaped::Unreached; blocks.len()];
        let mut ends = vec![Escaped::Unreached; blocks.len()];
        for (position, index) in order.blocks.iter().enumerate() {
            let block = &blocks[*index];
            if position > 0 {
                self.here = frame.blocks[&block.name];
                self.name = logic::Symbol::new(&variable_name(&frame.prefix, block.name));
                self.known = known[order.dominator[*index]].clone();
                let before = predecessors[*index].iter().map(|from| &ends[*from]);
                self.escaped = before.fold(Escaped::Unreached, |all, end| all.join(end));
                if self.plan.mixed.contains(&self.block_key()) {
                    self.escaped = Escaped::Depends;
                }
            }
            self.must_progress = hurried[*index];
            starts[*index] = self.escaped.clone();
            self.called = called[*index];
            self.phis(&mut frame, block)?;
            for instruction in &block.instructions {
                self.at = instruction.at;
                self.instruction(&mut frame, &blocks, block, instruction, position == 0)?;
            }
            ends[*index] = self.escaped.clone();
            if order.leads_back(*index) {
                self.note_loop();
            }
            known[*index] = std::mem::take(&mut self.known);
        }
        // What comes round a loop must be what its head started with.
        for index in &order.blocks {
            for next in order.successors(*index) {
                if starts[*next].join(&ends[*index]) != starts[*next] {
                    let key = variable_name(&frame.prefix, blocks[*next].name);
                    let side = self.role.side;
                    self.facts.mixed.insert(format!("{side:?} {key}"));
                }
            }
        }
        Ok(())
    }

    /// The key of the current block.
    fn block_key(&self) -> String {
        format!("{:?} {}", self.role.side, self.name)
    }

    /// Before which blocks a function may have been called that is not an intrinsic.
    fn calls_before(&self, order: &Order, blocks: &[Block<'t>]) -> Vec<bool> {
        let calls: Vec<bool> = blocks
            .iter()
            .map(|block| block.instructions.iter().any(is_real_call))
            .collect();
        let mut before = vec![false; blocks.len()];
        before[0] = self.called;
        let mut changed = true;
        while changed {
            changed = false;
            for index in &order.blocks {
                for next in order.successors(*index) {
                    if (before[*index] || calls[*index]) && !before[*next] {
                        before[*next] = true;
                        changed = true;
                    }
                }
            }
        }
        before
    }

    /// Binds the phis of a block to variables, which branches assign.
    fn phis(&mut self, frame: &mut Frame<'t>, block: &Block<'t>) -> Result_<()> {
        for instruction in &block.instructions {
            let (Kind::Phi { ty, .. }, Some(name)) = (&instruction.kind, instruction.result) else {
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
            let single = match self.resolve(ty)? == Type::Pointer {
                true => Single::Pointer(self.phi_pointer(&variable)),
                false => Single::Integer(variable.number()),
            };
            frame.values.insert(name, Bound::Single(single));
        }
        Ok(())
    }

    /// The pointer that a variable holds which is assigned on branches. It points into the object that
    /// all pointers point into which have been assigned so far; whoever assigns another one notes that.
    pub(super) fn phi_pointer(&mut self, variable: &PhiVariable) -> Pointer {
        let object = self.bind_moving(variable).unwrap_or_else(|| {
            let assigned = self
                .assigned_objects
                .entry(variable.key.clone())
                .or_default();
            *assigned.object.get_or_insert(ObjectId::NULL)
        });
        let multiple = self.plan.multiples.get(&variable.key);
        Pointer {
            object,
            place: self.place_in(object, variable.value.term()),
            poison: variable.is_poison(),
            multiple: multiple.copied().unwrap_or(FULLY),
            bounded: !self.plan.unbounded.contains(&variable.key),
            nulled: self.plan.nulled.contains(&variable.key),
        }
    }

    /// The variable of a phi or of an inlined result.
    pub(super) fn phi_variable(&mut self, text: &str, ty: &Type<'t>) -> Result_<PhiVariable> {
        let key = format!("{:?} {text}", self.role.side);
        let poison = self.plan.poisonous.contains(&key);
        let undef = self.plan.undefined.contains(&key);
        Ok(PhiVariable {
            object: self.moving(text, &key),
            value: Var::new(text, self.sort(ty)?),
            poison: poison.then(|| Var::new(format!("{text}~poison").as_str(), Sort::Bool)),
            undef: undef.then(|| Var::new(format!("{text}~undef").as_str(), Sort::Bool)),
            key,
        })
    }

    /// A phi of a value with parts: one variable for each.
    fn phi_parts(&mut self, frame: &Frame<'t>, name: Name<'t>, ty: &Type<'t>) -> Result_<Bound> {
        let text = variable_name(&frame.prefix, name);
        let mut scalars = Vec::new();
        let whole = ty;
        for (part, (_, ty)) in self.leaves(ty)?.into_iter().enumerate() {
            if ty == Type::Pointer {
                let what = self.describe(whole);
                return self.unsupported(format!("a phi of type `{what}`, with pointers in it,"));
            }
            let variable = self.phi_variable(&part_name(&text, part), &ty)?;
            scalars.push(Single::Integer(variable.number()));
        }
        self.whole_of(ty, &mut scalars.into_iter())
    }

    /// The assignment of a value to a variable on a branch.
    pub(super) fn assign_phi(
        &mut self,
        variable: &PhiVariable,
        single: &Single,
        assigns: &mut Vec<(Var, Term)>,
    ) -> Result_<()> {
        let single = match single {
            Single::Pointer(pointer) => {
                Single::Pointer(self.assign_pointer(variable, pointer, assigns)?)
            }
            Single::Integer(_) => single.clone(),
        };
        assigns.push((variable.value.clone(), single.term().clone()));
        let poison = self.still_poison(single.poison());
        match &variable.poison {
            Some(flag) => assigns.push((flag.clone(), poison)),
            None if poison.is_false() => {}
            None => drop(self.facts.poisonous.insert(variable.key.clone())),
        }
        match &variable.undef {
            Some(flag) => assigns.push((flag.clone(), single.undef())),
            None if single.undef().is_false() => {}
            None => drop(self.facts.undefined.insert(variable.key.clone())),
        }
        Ok(())
    }

    /// What of a pointer is assigned beside its place: where its object is, unless that is known.
    fn assign_pointer(
        &mut self,
        variable: &PhiVariable,
        pointer: &Pointer,
        assigns: &mut Vec<(Var, Term)>,
    ) -> Result_<Pointer> {
        let mut pointer = pointer.clone();
        if let Some(moving) = &variable.object {
            (pointer, _) = self.exposed(&pointer)?;
            assigns.extend(self.assign_moving(moving, pointer.object)?);
        } else {
            let assigned = self
                .assigned_objects
                .entry(variable.key.clone())
                .or_default();
            // Literal null has no place in any object, so that no bounds need to be said of it, unless
            // something is added to it.
            let is_null = pointer.is_literal_null() && !self.plan.null_apart;
            if is_null || pointer.nulled {
                self.facts.nulled.insert(variable.key.clone());
            }
            match is_null {
                true => assigned.null = true,
                false => drop(assigned.object.get_or_insert(pointer.object)),
            }
            let assigned = assigned.clone();
            if let Some(target) = assigned.object {
                let is_other = !is_null && pointer.object != target;
                let is_mixed = assigned.null && !self.is_nullable(target);
                if is_other || is_mixed || self.moves(pointer.object) {
                    self.note_moving(variable, &[pointer.object, target])?;
                }
            }
        }
        let own = self.facts.multiples.entry(variable.key.clone());
        let multiple = own.or_insert(FULLY);
        *multiple = (*multiple).min(pointer.multiple);
        if !pointer.bounded {
            self.facts.unbounded.insert(variable.key.clone());
        }
        Ok(pointer)
    }

    /// A place in an object: an address, or a distance from its start.
    pub(super) fn place_in(&self, object: ObjectId, number: Term) -> Place {
        match self.is_nullable(object) {
            true => Place::Address(super::scalar::Address(number)),
            false => Place::Distance(super::scalar::Distance(number)),
        }
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
                let lanes = self.unsettled_lanes(frame, ty, value)?;
                for (part, (lane, (_, ty))) in lanes.iter().zip(self.leaves(ty)?).enumerate() {
                    let variable = self.phi_variable(&part_name(&text, part), &ty)?;
                    self.assign_phi(&variable, lane, &mut assigns)?;
                }
                continue;
            }
            let single = self.unsettled(frame, ty, value)?;
            let variable = self.phi_variable(&text, ty)?;
            self.assign_phi(&variable, &single, &mut assigns)?;
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
        let scalar = self.unsettled_integer(frame, &value.ty, &value.value)?;
        self.because("what the switch looks at is poison");
        self.must_be_defined(&scalar.ill());
        // Cases with one target are one branch; a phi has the same value for all of them.
        let mut targets: Vec<(Name<'t>, Vec<Term>)> = Vec::new();
        for (case, to) in cases {
            let case = self.integer(frame, &value.ty, case)?;
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
        self.note_return();
        let mut singles = Vec::new();
        if let Some(typed) = result {
            let bound = self.operand(frame, &typed.ty, &typed.value)?;
            singles = bound.singles();
        }
        let attributes = frame.result_attributes.clone();
        self.accept(&attributes)?;
        for single in &mut singles {
            *single = self.restrict(single.clone(), &attributes)?;
            let poison = self.still_poison(single.poison());
            single.set_poison(poison);
        }
        self.must_be_returned(frame, &singles)?;
        for single in &singles {
            if let Single::Pointer(pointer) = single {
                self.note_returned(pointer);
                if frame.exit.is_some() && self.is_own_local(pointer) {
                    return self.unsupported("a result that points to a local of the function");
                }
            }
        }
        let Some(exit) = frame.exit.clone() else {
            for single in &mut singles {
                if let Single::Pointer(pointer) = single {
                    let (pointer, _) = self.exposed(pointer)?;
                    self.note_returned(&pointer);
                    *single = Single::Pointer(pointer);
                }
            }
            let observed = self.observed(&singles);
            self.note_shown(&singles, &observed);
            self.close(End::Return(observed));
            return Ok(());
        };
        self.exits.push(self.escaped.clone());
        let mut assigns = Vec::new();
        for (variable, single) in exit.results.iter().zip(&singles) {
            self.assign_phi(variable, single, &mut assigns)?;
        }
        if exit.results.len() != singles.len() && !exit.results.is_empty() {
            return self.wrong("the result has another type than the function's");
        }
        self.close(End::Branch(vec![Branch {
            condition: Term::top(),
            assigns,
            to: exit.to,
        }]));
        Ok(())
    }

    /// A parameter that is `returned` is what the function returns. Where it is not, the behaviour is
    /// undefined: an implementation's must be shown not to be, a specification's is not counted on.
    fn must_be_returned(&mut self, frame: &Frame<'t>, singles: &[Single]) -> Result_<()> {
        let (Some(name), [result]) = (frame.returned, singles) else {
            return Ok(());
        };
        let Some(Bound::Single(parameter)) = frame.values.get(&name).cloned() else {
            return Ok(());
        };
        let same = match (&parameter, result) {
            (Single::Pointer(parameter), Single::Pointer(result)) => {
                let same = parameter.object == result.object;
                match same {
                    true => Term::eq(parameter.place.term().clone(), result.place.term().clone()),
                    false => self.compare_pointers("eq", parameter, result)?.value,
                }
            }
            (parameter, result) if parameter.term().sort() == result.term().sort() => {
                Term::eq(parameter.term().clone(), result.term().clone())
            }
            _ => return self.wrong("the result has another type than the parameter"),
        };
        // Poison is returned for poison, whatever numbers stand for it.
        let (own, given) = (parameter.poison().clone(), result.poison().clone());
        let differs = Term::or([
            Term::ne(own.clone(), given),
            Term::and([Term::not(own), Term::not(same)]),
        ]);
        self.own_undefined(differs);
        Ok(())
    }

    /// Undefined behaviour that a function brings upon itself by what it promises: an implementation's
    /// counts in a proof, a specification's in a refutation.
    pub(super) fn own_undefined(&mut self, formula: Term) {
        let counts = match self.role.side {
            crate::Side::Implementation => !self.role.refutes(),
            crate::Side::Specification => self.role.refutes(),
        };
        self.facts.undef |= !formula.is_false();
        if counts {
            self.because("the function does not keep what its attributes promise");
            self.undefined_if(formula);
        }
    }
}

/// Whether an instruction calls a function that is not an intrinsic.
fn is_real_call(instruction: &syntax::Instruction<'_>) -> bool {
    let Kind::Call(call) = &instruction.kind else {
        return false;
    };
    match call.callee {
        Value::Global(Name::Text(name)) => !name.starts_with("llvm."),
        _ => true,
    }
}
