//! Calls that the environment answers.

use std::fmt::Write as _;

use logic::{Sort, Symbol, Term, Var};
use program::function::{Event, Step};

use super::super::memory::{Handed, separate_region, variable_name, word};
use super::super::scalar::{Bound, Pointer, Scalar, Single};
use super::super::values::part_name;
use super::super::{Frame, Lowering, Result_};
use crate::Side;
use crate::meaning::{EventKind, ValueKind};
use crate::syntax::{self, Call, Instruction, Tail, Type, Word};

impl<'t> Lowering<'_, 't> {
    /// A call that the environment answers.
    pub(super) fn event(
        &mut self,
        frame: &mut Frame<'t>,
        instruction: &Instruction<'t>,
        call: &Call<'t>,
        function: &syntax::Function<'t>,
        address: Option<Pointer>,
        arguments: &[Bound],
    ) -> Result_<()> {
        let callee = function.name.to_string();
        let mut name = format!(
            "call {} {}",
            word(&format!("@{callee}")),
            self.called_as(function, call)?
        );
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
        if self.has_lost_locals() {
            self.end_refutation(Term::top());
            self.facts.undef = true;
        }
        self.facts.may_free |= !self.plan.is_known_of(&callee, Word::Nofree);
        for id in self.escaped_locals()? {
            self.show_local(id, &mut handed)?;
            self.note_escaped(id, &handed, &mut meant);
        }
        let mut copies = self.plan.copies.keys().map(|it| separate_region(*it));
        let reaches_copy = copies.any(|region| handed.regions.contains(&region));
        self.check_tail(call, !handed.locals.is_empty() || reaches_copy)?;
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
            let (theirs, own) = (&function.result_attributes, &call.result_attributes);
            let single = self.restrict_by_both(single, theirs, own)?;
            singles.push(single);
        }
        self.note_answer(function, call);
        let bound = self.whole_of(&call.result, &mut singles.into_iter())?;
        frame.values.insert(local, bound);
        Ok(())
    }

    /// Notes a result that may be `undef`.
    pub(super) fn note_answer(&mut self, function: &syntax::Function<'t>, call: &Call<'t>) {
        let mut said = [&function.result_attributes, &call.result_attributes].into_iter();
        self.facts.answered |= !said.any(|said| said.has(Word::Noundef));
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
    pub(super) fn answered(
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
    pub(super) fn check_tail(&mut self, call: &Call<'t>, reaches_locals: bool) -> Result_<()> {
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
