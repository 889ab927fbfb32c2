//! Calls whose result is decided by their arguments.

use logic::{Function, Sort, Symbol, Term};

use super::super::memory::word;
use super::super::scalar::{Bound, Scalar, Single};
use super::super::{Frame, Lowering, Result_};
use crate::Side;
use crate::syntax::{self, Call, Instruction, Type, Word};

impl<'t> Lowering<'_, 't> {
    /// Whether a call is one of which only the result matters, which depends on its arguments alone.
    pub(super) fn is_pure(
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
        // Nobody promises by itself that it returns.
        !self.leads_back(function)
            && said.effects.is_none()
            && both(Word::Willreturn)
            && both(Word::Nounwind)
            && arguments.iter().all(plain)
            && !matches!(self.resolve(&call.result), Ok(ty) if self.has_parts(&ty).unwrap_or(true))
    }

    /// A call that does nothing, and whose result depends on its arguments alone: whether it is
    /// poison, and whether the behaviour is undefined, as well.
    pub(super) fn pure_call(
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
            let callee = word(&format!("@{}", callee.name));
            let name = Symbol::new(&format!("{callee} {signature}{suffix}"));
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
        self.note_answer(callee, call);
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
        let (theirs, own) = (&callee.result_attributes, &call.result_attributes);
        single = self.restrict_by_both(single, theirs, own)?;
        self.bind(frame, name, single);
        Ok(())
    }
}
