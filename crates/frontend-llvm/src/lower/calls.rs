//! Calls: inlined where the body is there and small, otherwise events that the environment sees.

use std::fmt::Write as _;

use logic::{Function, Sort, Symbol, Term, Var};
use program::function::{Event, Step};

use super::deeds::Signature;
use super::memory::{Escaped, Handed, ObjectKind, variable_name};
use super::scalar::{Bound, Place, Pointer, Scalar, Single};
use super::values::part_name;
use super::{Exit, Frame, Lowering, PhiVariable, Result_};
use crate::Side;
use crate::meaning::{EventKind, ValueKind};
use crate::syntax::{self, Call, Instruction, Linkage, Name, Tail, Type, Value, Word};

/// The most instructions of a function that is inlined.
const LARGEST: usize = 300;
/// The most functions that are inlined within each other.
const DEEPEST: usize = 8;
/// The most functions that are inlined at all.
const MOST: usize = 200;

/// What stands for the name of a function whose name is not known.
const UNNAMED: &str = "*";

/// A function of which nothing is known.
fn unnamed<'t>(call: &Call<'t>, at: usize) -> syntax::Function<'t> {
    syntax::Function {
        name: Name::Text(UNNAMED),
        result: call.result.clone(),
        result_attributes: syntax::Attributes::default(),
        parameters: Vec::new(),
        variadic: true,
        attributes: syntax::Attributes::default(),
        linkage: Linkage::External,
        stays: false,
        unnamed: false,
        convention: call.convention,
        has_data: false,
        metadata: Vec::new(),
        body: None,
        at,
        end: at,
    }
}

impl<'t> Lowering<'_, 't> {
    pub(super) fn call(
        &mut self,
        frame: &mut Frame<'t>,
        instruction: &Instruction<'t>,
        call: &Call<'t>,
    ) -> Result_<()> {
        self.accept(&call.attributes)?;
        self.accept(&call.result_attributes)?;
        for argument in &call.arguments {
            self.accept(&argument.attributes)?;
        }
        let Some((callee, address)) = self.callee(frame, call)? else {
            // Nobody is called by calling null.
            self.because("it calls null");
            self.undefined_if(Term::top());
            return self.nobody(frame, instruction, &call.result);
        };
        if let Some(intrinsic) = callee.text().and_then(|name| name.strip_prefix("llvm.")) {
            let bound = self.intrinsic(frame, intrinsic, call)?;
            if let (Some(name), Some(bound)) = (instruction.result, bound) {
                self.bind_parts(frame, name, bound);
            }
            return Ok(());
        }
        if !call.bundles.is_empty() {
            return self.unsupported("a call with operand bundles");
        }
        let function = match (&address, self.module.function(callee)) {
            (Some(_), _) => unnamed(call, self.at),
            (None, Some(function)) => function.clone(),
            (None, None) => return self.wrong(format!("`@{callee}` is not declared")),
        };
        self.accept(&function.attributes)?;
        self.accept(&function.result_attributes)?;
        if function.linkage.is_optional() {
            return self.unsupported("a call of a function that may not be there");
        }
        if address.is_none() && !self.is_fitting(&function, call)? {
            return self.unsupported("a call that does not fit the function that it calls");
        }
        let mut arguments = Vec::new();
        for (position, argument) in call.arguments.iter().enumerate() {
            if argument.attributes.has(Word::Byval) || argument.attributes.has(Word::Sret) {
                return self.unsupported("an argument that is passed in this way");
            }
            let parameter = function.parameters.get(position);
            if let Some(parameter) = parameter {
                self.accept(&parameter.attributes)?;
                if parameter.attributes.has(Word::Byval) {
                    return self.unsupported("an argument that is passed in this way");
                }
            }
            let ty = &argument.value.ty;
            let mut lanes = self.unsettled_lanes(frame, ty, &argument.value.value)?;
            for lane in &mut lanes {
                *lane = self.restrict(lane.clone(), &argument.attributes)?;
                if let Some(parameter) = parameter {
                    *lane = self.restrict(lane.clone(), &parameter.attributes)?;
                }
            }
            arguments.push(self.whole_of(ty, &mut lanes.into_iter())?);
        }
        if self.is_inlined(&function, call)? {
            return self.inline(frame, instruction, call, &function, arguments);
        }
        if call.tail == Tail::MustTail {
            return self.unsupported("`musttail`");
        }
        self.pointer_arguments = arguments
            .iter()
            .enumerate()
            .flat_map(|(place, bound)| bound.singles().into_iter().map(move |it| (place, it)))
            .filter_map(|(place, single)| match single {
                Single::Pointer(pointer) => Some((place, pointer)),
                Single::Integer(_) => None,
            })
            .collect();
        self.rely(&function, call);
        if self.is_pure(&function, call, &arguments) {
            return self.pure_call(frame, instruction, call, &function, &arguments);
        }
        self.event(frame, instruction, call, &function, address, &arguments)
    }

    /// The result of a call that is never made.
    fn nobody(
        &mut self,
        frame: &mut Frame<'t>,
        instruction: &Instruction<'t>,
        ty: &Type<'t>,
    ) -> Result_<()> {
        if let Some(name) = instruction.result {
            let bound = self.constant(ty, &Value::Poison)?;
            frame.values.insert(name, bound);
        }
        Ok(())
    }

    /// Who is called: a function, or whoever is at an address; `None` for null.
    fn callee(
        &mut self,
        frame: &Frame<'t>,
        call: &Call<'t>,
    ) -> Result_<Option<(Name<'t>, Option<Pointer>)>> {
        if let Value::Global(callee) = call.callee
            && self.module.global(callee).is_none()
        {
            return Ok(Some((callee, None)));
        }
        if let Value::Other(_) = call.callee {
            return self.unsupported("a call of assembly");
        }
        let callee = self.pointer(frame, &call.callee)?;
        self.because("it calls poison");
        self.must_be_defined(&callee.poison);
        let object = self.object(callee.object);
        let kind = object.kind;
        if kind == ObjectKind::Null {
            return Ok(None);
        }
        let known = self.globals.iter().find(|(_, id)| **id == callee.object);
        let is_start = match &callee.place {
            Place::Distance(distance) => distance.known() == Some(0),
            Place::Address(_) => false,
        };
        if let (Some((name, _)), ObjectKind::Function, true) = (known, kind, is_start) {
            return Ok(Some((*name, None)));
        }
        self.facts.named.0 = true;
        let (pointer, address) = self.exposed(&callee)?;
        self.because("it calls null");
        self.undefined_if(address.is_null());
        Ok(Some((Name::Text(UNNAMED), Some(pointer))))
    }

    fn is_inlined(&self, function: &syntax::Function<'t>, call: &Call<'t>) -> Result_<bool> {
        if !function.is_defined()
            || self.module.is_replaceable(function)
            || function.variadic
            || self.stack.contains(&function.name)
            || self.stack.len() > DEEPEST
            || self.frames >= MOST
            || self.plan.called.contains(&function.name.to_string())
        {
            return Ok(false);
        }
        let restricted = |attributes: &syntax::Attributes<'_>| {
            let words = [Word::Noalias, Word::Byval, Word::Sret, Word::Initializes];
            words.iter().any(|word| attributes.has(*word))
        };
        if function
            .parameters
            .iter()
            .any(|p| restricted(&p.attributes))
            || call.range.is_some()
        {
            return Ok(false);
        }
        let blocks = self.module.body(function)?;
        let instructions: usize = blocks.iter().map(|block| block.instructions.len()).sum();
        Ok(instructions <= LARGEST)
    }

    /// Whether a call has the types and the convention of the function that it calls. Where it has not,
    /// the behaviour is undefined.
    fn is_fitting(&self, function: &syntax::Function<'t>, call: &Call<'t>) -> Result_<bool> {
        let (own, given) = (function.parameters.len(), call.arguments.len());
        let fits = match function.variadic {
            true => call.variadic == Some(own) && own <= given,
            false => call.variadic.is_none() && own == given,
        };
        if !fits
            || function.convention != call.convention
            || self.spelled_type(&function.result)? != self.spelled_type(&call.result)?
        {
            return Ok(false);
        }
        for (parameter, argument) in function.parameters.iter().zip(&call.arguments) {
            let given = self.handed_over(&argument.attributes)?;
            // A call need not repeat what the function says.
            let same = given.is_empty() || given == self.handed_over(&parameter.attributes)?;
            if !same
                || self.spelled_type(&parameter.ty)? != self.spelled_type(&argument.value.ty)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Puts the body of a function in the place of a call.
    fn inline(
        &mut self,
        frame: &mut Frame<'t>,
        instruction: &Instruction<'t>,
        call: &Call<'t>,
        function: &syntax::Function<'t>,
        arguments: Vec<Bound>,
    ) -> Result_<()> {
        // What the function promises of itself counts as much as what it does.
        self.rests_on_promises(function);
        let is_local = |bound: &Bound| {
            let mut singles = bound.singles().into_iter();
            singles.any(|single| match single {
                Single::Pointer(pointer) => self.is_local(&pointer),
                Single::Integer(_) => false,
            })
        };
        let reaches_locals = arguments.iter().any(is_local) || self.escaped.may_be_some();
        self.check_tail(call, reaches_locals)?;
        let after = self.reserve();
        let (name, known, at) = (self.name, self.known.clone(), self.at);
        let results = match instruction.result {
            Some(name) => {
                let text = variable_name(&frame.prefix, name);
                self.result_variables(&text, &function.result)?
            }
            None => Vec::new(),
        };
        self.stack.push(function.name);
        let exit = Exit {
            to: after,
            results: results.clone(),
        };
        let objects = self.object_count();
        let exits = std::mem::take(&mut self.exits);
        let (said, promising) = self.promises_at(function, call);
        self.enter(&arguments);
        let (must_progress, hurry) = (self.must_progress, self.hurry_into(&said));
        self.body(function, &said, arguments, Some(exit))?;
        (self.must_progress, self.hurry) = (must_progress, hurry);
        let signature = Signature {
            attributes: said,
            function: &promising,
        };
        if self.leave().breaks(&signature).is_some() {
            self.facts.called.insert(function.name.to_string());
        }
        let exits = std::mem::replace(&mut self.exits, exits);
        self.escaped = exits
            .iter()
            .fold(Escaped::Unreached, |all, end| all.join(end));
        self.frame_ends(objects);
        self.called = true;
        self.stack.pop();
        self.here = after;
        self.name = name;
        self.known = known;
        self.at = at;
        if let Some(name) = instruction.result {
            let mut singles = Vec::new();
            let leaves = self.leaves(&function.result)?;
            for (variable, (_, ty)) in results.iter().zip(leaves) {
                let single = match ty == Type::Pointer {
                    true => Single::Pointer(self.phi_pointer(variable)),
                    false => Single::Integer(variable.number()),
                };
                singles.push(self.restrict(single, &call.result_attributes)?);
            }
            let bound = self.whole_of(&function.result, &mut singles.into_iter())?;
            frame.values.insert(name, bound);
        }
        Ok(())
    }

    /// The variables that hold the result of an inlined function, one for each part.
    fn result_variables(&mut self, text: &str, ty: &Type<'t>) -> Result_<Vec<PhiVariable>> {
        let leaves = self.leaves(ty)?;
        let has_parts = self.has_parts(ty)?;
        let mut variables = Vec::new();
        for (part, (_, ty)) in leaves.into_iter().enumerate() {
            let text = match has_parts {
                true => part_name(text, part),
                false => text.to_owned(),
            };
            variables.push(self.phi_variable(&text, &ty)?);
        }
        Ok(variables)
    }

    /// Whether a call is one of which only the result matters, which depends on its arguments alone.
    fn is_pure(
        &self,
        function: &syntax::Function<'t>,
        call: &Call<'t>,
        arguments: &[Bound],
    ) -> bool {
        let name = function.name.to_string();
        let said = self.call_attributes(function, call);
        // What a function makes of poison is not known, so that such a call is an event after all.
        let plain = |bound: &Bound| match bound {
            Bound::Single(Single::Integer(scalar)) => scalar.ill().is_false(),
            _ => false,
        };
        let both = |word: Word| said.has(word) || self.plan.is_known_of(&name, word);
        said.effects.is_none()
            && both(Word::Willreturn)
            && both(Word::Nounwind)
            && arguments.iter().all(plain)
            && !matches!(self.resolve(&call.result), Ok(ty) if self.has_parts(&ty).unwrap_or(true))
    }

    /// A call that does nothing, and whose result depends on its arguments alone: whether it is
    /// poison, and whether the behaviour is undefined, as well.
    fn pure_call(
        &mut self,
        frame: &mut Frame<'t>,
        instruction: &Instruction<'t>,
        call: &Call<'t>,
        callee: &syntax::Function<'t>,
        arguments: &[Bound],
    ) -> Result_<()> {
        self.facts.pure |= self.role.side == Side::Implementation;
        let singles: Vec<Single> = arguments.iter().flat_map(Bound::singles).collect();
        let sorts: Vec<Sort> = singles.iter().map(|a| a.term().sort().clone()).collect();
        let values: Vec<Term> = singles.iter().map(|a| a.term().clone()).collect();
        let signature = self.called_as(callee, call)?;
        let apply = |suffix: &str, result: Sort| {
            let name = Symbol::new(&format!("@{} {signature}{suffix}", callee.name));
            Term::apply(&Function::new(name, sorts.clone(), result), values.clone())
        };
        let is_known = self
            .plan
            .is_known_of(&callee.name.to_string(), Word::Speculatable);
        if !is_known {
            self.undefined_if(apply("~undefined", Sort::Bool));
        }
        let Some(name) = instruction.result else {
            return Ok(());
        };
        let ty = self.resolve(&call.result)?;
        let value = apply("", self.sort(&ty)?);
        let scalar = Scalar::new(value, apply("~poison", Sort::Bool));
        let mut single = match ty == Type::Pointer {
            true => Single::Pointer(self.found(&scalar)?),
            false => Single::Integer(scalar),
        };
        if let (Some(node), Single::Integer(scalar)) = (call.range, &single) {
            let outside = self.out_of_node(&scalar.value, node)?;
            single = single.or_poison(outside);
        }
        single = self.restrict(single, &callee.result_attributes)?;
        single = self.restrict(single, &call.result_attributes)?;
        self.bind(frame, name, single);
        Ok(())
    }

    /// How a function is called: its types, and how arguments and result are handed over. Who is called
    /// sees that, so that it is part of the event.
    fn called_as(&self, function: &syntax::Function<'t>, call: &Call<'t>) -> Result_<String> {
        let mut text = String::new();
        if call.convention != "ccc" {
            let _ = write!(text, "{} ", call.convention);
        }
        let mut result = function.result_attributes.clone();
        result.absorb(&call.result_attributes);
        let _ = write!(
            text,
            "{}{} (",
            self.spelled_type(&call.result)?,
            self.handed_over(&result)?
        );
        for (place, argument) in call.arguments.iter().enumerate() {
            if call.variadic == Some(place) {
                text.push_str("..., ");
            }
            let own = function.parameters.get(place);
            let mut attributes = argument.attributes.clone();
            // What the declaration says holds where the call says nothing.
            if self.handed_over(&attributes)?.is_empty()
                && let Some(own) = own
            {
                attributes.absorb(&own.attributes);
            }
            let _ = write!(
                text,
                "{}{}, ",
                self.spelled_type(&argument.value.ty)?,
                self.handed_over(&attributes)?
            );
        }
        if call
            .variadic
            .is_some_and(|place| place >= call.arguments.len())
        {
            text.push_str("...");
        }
        text.push(')');
        Ok(text)
    }

    /// A call that the environment answers.
    fn event(
        &mut self,
        frame: &mut Frame<'t>,
        instruction: &Instruction<'t>,
        call: &Call<'t>,
        function: &syntax::Function<'t>,
        address: Option<Pointer>,
        arguments: &[Bound],
    ) -> Result_<()> {
        let callee = function.name.to_string();
        let mut name = format!("call @{callee} {}", self.called_as(function, call)?);
        if !self.role.refutes() && self.plan.callees.are_told_apart(&callee) {
            // Calls of which different things are promised are different events.
            let _ = write!(name, " {}", self.promised);
        }
        self.calling.clone_from(&name);
        let mut handed = Handed::default();
        let mut meant = Vec::new();
        if let Some(address) = &address {
            // Only where it is matters, not what it was made from.
            let number = Single::Integer(Scalar::defined(address.place.term().clone()));
            self.hand(&number, false, &mut handed)?;
            self.note_handed(None, &number, &handed, &mut meant);
        }
        for (place, argument) in arguments.iter().enumerate() {
            let callees = &self.plan.callees;
            let keeps = !callees.is_known_of_argument(&callee, place, Word::Nocapture);
            for single in argument.singles() {
                self.hand(&single, keeps, &mut handed)?;
                self.note_handed(Some(place), &single, &handed, &mut meant);
            }
        }
        for id in self.escaped_locals()? {
            self.show_local(id, &mut handed)?;
            self.note_escaped(id, &handed, &mut meant);
        }
        self.check_tail(call, !handed.locals.is_empty())?;
        for what in &handed.names {
            let _ = write!(name, " {what}");
        }
        // Whoever is called may never come back, and leave this function to its caller.
        let is_kept = self.plan.is_known_of(&callee, Word::Nounwind) || self.is_left_unseen();
        let (memory, memory_vars) = self.reached_memory(&handed.regions, !is_kept);
        let mut told = std::mem::take(&mut handed.told);
        told.extend(memory);
        let mut results = Vec::new();
        let mut answers = Vec::new();
        if let Some(local) = instruction.result {
            let text = variable_name(&frame.prefix, local);
            let leaves = self.leaves(&call.result)?;
            let has_parts = self.has_parts(&call.result)?;
            for (part, (_, ty)) in leaves.into_iter().enumerate() {
                let text = match has_parts {
                    true => part_name(&text, part),
                    false => text.clone(),
                };
                answers.push((self.answer(&text, &ty, call, &mut results)?, ty));
            }
        }
        results.extend(memory_vars);
        results.extend(self.freed_by(&callee));
        let locals = handed.locals.iter();
        results.extend(locals.map(|id| self.region_var(&self.object(*id).region)));
        let kinds = answers.iter().map(|(_, ty)| ValueKind::of(ty)).collect();
        let called = EventKind::Call {
            callee: address.is_none().then(|| format!("@{callee}")),
            signature: self.called_as(function, call)?.replace(", )", ")"),
        };
        self.note_event(called, &handed, meant, &told, kinds);
        let said = self.call_attributes(function, call);
        let is_said = |word: Word| said.has(word) || self.plan.is_known_of(&callee, word);
        let returns = is_said(Word::Willreturn) && is_said(Word::Nounwind);
        self.step(Step::Event(Event {
            name: Symbol::new(&name),
            arguments: told,
            results,
            returns,
        }));
        // What others have left in memory is no `undef`.
        let mut filled: Vec<String> = self.shared_regions(&handed.regions);
        filled.extend(
            handed
                .locals
                .iter()
                .map(|id| self.object(*id).region.clone()),
        );
        for region in filled {
            self.set_undef(&region, Term::bottom());
        }
        self.called = true;
        for id in &handed.kept {
            self.escape(*id);
        }
        self.stops(function);
        let Some(local) = instruction.result else {
            return Ok(());
        };
        let returned = self.returned(function, call);
        let returned = returned
            .and_then(|position| arguments.get(position))
            .cloned();
        let mut singles = Vec::new();
        for (scalar, ty) in answers {
            let single = self.answered(scalar, &ty, returned.as_ref(), &handed)?;
            let single = self.restrict(single, &function.result_attributes)?;
            let single = self.restrict(single, &call.result_attributes)?;
            singles.push(single);
        }
        let bound = self.whole_of(&call.result, &mut singles.into_iter())?;
        frame.values.insert(local, bound);
        Ok(())
    }

    /// A part of what a call answers: a value, and whether it is poison. Both functions get this flag,
    /// whatever their calls promise of the result.
    fn answer(
        &mut self,
        text: &str,
        ty: &Type<'t>,
        call: &Call<'t>,
        results: &mut Vec<Var>,
    ) -> Result_<Scalar> {
        let value = Var::new(text, self.sort(ty)?);
        let flag = Var::new(format!("{text}~poison").as_str(), Sort::Bool);
        results.extend([value.clone(), flag.clone()]);
        let mut poison = flag.term();
        if let Some(node) = call.range {
            let outside = self.out_of_node(&value.term(), node)?;
            poison = Term::or([poison, outside]);
        }
        Ok(Scalar::new(value.term(), poison))
    }

    /// What an answer means: a pointer may point anywhere, unless it is said to be an argument.
    fn answered(
        &mut self,
        scalar: Scalar,
        ty: &Type<'t>,
        returned: Option<&Bound>,
        handed: &Handed,
    ) -> Result_<Single> {
        let is_pointer = *ty == Type::Pointer;
        let argument = match returned {
            Some(Bound::Single(argument)) => Some(argument.clone()),
            _ => None,
        };
        if is_pointer && (!handed.locals.is_empty() || self.plan.has_escaped(self.role.side)) {
            return match argument {
                Some(argument) => Ok(argument),
                None => self.unsupported(
                    "a call that is given the address of a local and returns a pointer",
                ),
            };
        }
        let single = match is_pointer {
            true => Single::Pointer(self.found(&scalar)?),
            false => Single::Integer(scalar),
        };
        if let Some(argument) = argument
            && argument.term().sort() == single.term().sort()
        {
            let argument = match &argument {
                Single::Pointer(pointer) => Single::Pointer(self.exposed(pointer)?.0),
                Single::Integer(_) => argument,
            };
            let differs = Term::ne(single.term().clone(), argument.term().clone());
            let defined = Term::not(argument.poison().clone());
            let wrong = Term::or([single.poison().clone(), differs]);
            self.because("the call does not return the argument that it is said to return");
            self.undefined_if(Term::and([defined, wrong]));
        }
        Ok(single)
    }

    /// A `tail` call promises that nobody who is called accesses locals of the caller. An implementation
    /// may promise that where no local is in reach; a specification that does is not held to it.
    fn check_tail(&mut self, call: &Call<'t>, reaches_locals: bool) -> Result_<()> {
        if call.tail == Tail::No || !reaches_locals {
            return Ok(());
        }
        match self.role.side {
            Side::Implementation if !self.role.refutes() => {
                self.unsupported("a `tail` call that is given the address of a local")
            }
            _ => {
                self.end_refutation(Term::top());
                self.facts.undef = true;
                Ok(())
            }
        }
    }
}
