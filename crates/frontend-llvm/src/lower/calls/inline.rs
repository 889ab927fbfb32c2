//! Functions whose bodies stand in the place of their calls.

use super::super::deeds::Signature;
use super::super::memory::{Escaped, variable_name};
use super::super::scalar::{Bound, Single};
use super::super::values::part_name;
use super::super::{Exit, Frame, Lowering, PhiVariable, Result_};
use crate::syntax::{self, Call, Instruction, Type, Word};

/// The most instructions of a function that is inlined.
const LARGEST: usize = 300;
/// The most functions that are inlined within each other.
const DEEPEST: usize = 8;
/// The most functions that are inlined at all.
const MOST: usize = 200;

impl<'t> Lowering<'_, 't> {
    pub(super) fn is_inlined(
        &self,
        function: &syntax::Function<'t>,
        call: &Call<'t>,
    ) -> Result_<bool> {
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

    /// Puts the body of a function in the place of a call.
    pub(super) fn inline(
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
                let (theirs, own) = (&function.result_attributes, &call.result_attributes);
                singles.push(self.restrict_by_both(single, theirs, own)?);
            }
            let bound = self.whole_of(&function.result, &mut singles.into_iter())?;
            frame.values.insert(name, bound);
        }
        Ok(())
    }

    /// The variables that hold the result of an inlined function, one for each part.
    pub(super) fn result_variables(
        &mut self,
        text: &str,
        ty: &Type<'t>,
    ) -> Result_<Vec<PhiVariable>> {
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
}
