//! Calls: inlined where the body is there and small, otherwise events that the environment sees.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use logic::{Function, Sort, Symbol, Term, Var};
use program::function::{Event, Step};

use super::memory::variable_name;
use super::scalar::{Bound, Pointer, Scalar};
use super::{Exit, Frame, Lowering, Result_};
use crate::syntax::{self, Call, Flag, Instruction, Type, Value};

/// The most instructions of a function that is inlined.
const LARGEST: usize = 300;
/// The most functions that are inlined within each other.
const DEEPEST: usize = 8;
/// The most functions that are inlined at all.
const MOST: usize = 200;

impl<'t> Lowering<'_, 't> {
    pub(super) fn call(
        &mut self,
        frame: &mut Frame<'t>,
        instruction: &Instruction<'t>,
        call: &Call<'t>,
    ) -> Result_<()> {
        let Value::Global(callee) = call.callee else {
            return self.unsupported("a call of anything but a named function");
        };
        if let Some(intrinsic) = callee.text().and_then(|name| name.strip_prefix("llvm.")) {
            let bound = self.intrinsic(frame, intrinsic, call)?;
            if let (Some(name), Some(bound)) = (instruction.result, bound) {
                match bound {
                    Bound::Scalar(scalar) => self.bind(frame, name, scalar),
                    bound => drop(frame.values.insert(name, bound)),
                }
            }
            return Ok(());
        }
        if call.bundles {
            return self.unsupported("a call with operand bundles");
        }
        let Some(function) = self.module.function(callee).cloned() else {
            return self.wrong(format!("`@{callee}` is not declared"));
        };
        let mut arguments = Vec::new();
        for (position, argument) in call.arguments.iter().enumerate() {
            if argument.attributes.has(Flag::Special) {
                return self.unsupported("an argument that is passed in this way");
            }
            let mut scalar = self.typed(frame, &argument.value)?;
            scalar = self.restrict(scalar, &argument.attributes)?;
            if let Some(parameter) = function.parameters.get(position) {
                scalar = self.restrict(scalar, &parameter.attributes)?;
            }
            arguments.push(scalar);
        }
        if self.is_inlined(&function, call, &arguments)? {
            return self.inline(frame, instruction, call, &function, arguments);
        }
        self.rely(&function, call);
        let pure = |flag| self.promises(&function, call, flag);
        // What a function makes of poison is not known, so that such a call is an event after all.
        let plain = |a: &Scalar| a.pointer.is_none() && a.poison.is_false();
        if pure(Flag::Readnone)
            && pure(Flag::Willreturn)
            && pure(Flag::Nounwind)
            && arguments.iter().all(plain)
        {
            return self.pure_call(frame, instruction, call, &function, &arguments);
        }
        self.event(frame, instruction, call, &function, &arguments)
    }

    fn is_inlined(
        &self,
        function: &syntax::Function<'t>,
        call: &Call<'t>,
        arguments: &[Scalar],
    ) -> Result_<bool> {
        if !function.is_defined()
            || function.interposable
            || function.variadic
            || function.parameters.len() != arguments.len()
            || self.stack.contains(&function.name)
            || self.stack.len() > DEEPEST
            || self.frames >= MOST
        {
            return Ok(false);
        }
        let restricted = |attributes: &syntax::Attributes<'_>| {
            attributes.has(Flag::Noalias) || attributes.has(Flag::Special)
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
    fn inline(
        &mut self,
        frame: &mut Frame<'t>,
        instruction: &Instruction<'t>,
        call: &Call<'t>,
        function: &syntax::Function<'t>,
        arguments: Vec<Scalar>,
    ) -> Result_<()> {
        let after = self.reserve();
        let (name, known, at) = (self.name, self.known.clone(), self.at);
        let result = match instruction.result {
            Some(name) => Some(self.phi_variable(&frame.prefix, name, &function.result)?),
            None => None,
        };
        self.stack.push(function.name);
        let exit = Exit {
            to: after,
            result: result.clone(),
        };
        self.body(function, arguments, Some(exit))?;
        self.stack.pop();
        self.here = after;
        self.name = name;
        self.known = known;
        self.at = at;
        if let (Some(variable), Some(name)) = (result, instruction.result) {
            let poison = variable
                .poison
                .as_ref()
                .map_or_else(Term::bottom, Var::term);
            let mut scalar = Scalar::new(variable.value.term(), poison);
            if self.resolve(&function.result)? == Type::Pointer {
                let multiple = self.plan.multiples.get(&variable.key).copied();
                scalar = scalar.at(Pointer {
                    object: self.bind_moving(&variable),
                    multiple: multiple.unwrap_or(1 << 32),
                    bounded: !self.plan.unbounded.contains(&variable.key),
                });
            }
            let scalar = self.restrict(scalar, &call.result_attributes)?;
            frame.values.insert(name, Bound::Scalar(scalar));
        }
        Ok(())
    }

    /// A call that does nothing, and whose result depends on its arguments alone: whether it is
    /// poison, and whether the behaviour is undefined, as well.
    fn pure_call(
        &mut self,
        frame: &mut Frame<'t>,
        instruction: &Instruction<'t>,
        call: &Call<'t>,
        callee: &syntax::Function<'t>,
        arguments: &[Scalar],
    ) -> Result_<()> {
        let sorts: Vec<Sort> = arguments.iter().map(|a| a.value.sort().clone()).collect();
        let values: Vec<Term> = arguments.iter().map(|a| a.value.clone()).collect();
        let apply = |suffix: &str, result: Sort| {
            let name = Symbol::new(&format!("@{}{suffix}", callee.name));
            Term::apply(&Function::new(name, sorts.clone(), result), values.clone())
        };
        if !self.promises(callee, call, Flag::Speculatable) {
            self.undefined_if(apply("~undefined", Sort::Bool));
        }
        let Some(name) = instruction.result else {
            return Ok(());
        };
        let ty = self.resolve(&call.result)?;
        if ty == Type::Pointer {
            return self.unsupported("a call that returns a pointer");
        }
        let value = apply("", self.sort(&ty)?);
        let mut scalar = Scalar::new(value, apply("~poison", Sort::Bool));
        if let Some(node) = call.range {
            let outside = self.out_of_node(&scalar.value, node)?;
            scalar = scalar.or_poison(outside);
        }
        scalar = self.restrict(scalar, &callee.result_attributes)?;
        scalar = self.restrict(scalar, &call.result_attributes)?;
        self.bind(frame, name, scalar);
        Ok(())
    }

    /// A call that the environment answers.
    fn event(
        &mut self,
        frame: &mut Frame<'t>,
        instruction: &Instruction<'t>,
        call: &Call<'t>,
        function: &syntax::Function<'t>,
        arguments: &[Scalar],
    ) -> Result_<()> {
        self.facts.calls = true;
        let mut name = format!("call @{}", function.name);
        let mut told = Vec::new();
        let mut handed = BTreeSet::new();
        for argument in arguments {
            if let Some(pointer) = argument.pointer
                && let Some(object) = pointer.object.map(|id| self.object(id).clone())
            {
                if object.region.starts_with('%') {
                    return self.unsupported("a call that is given the address of a local");
                }
                handed.insert(object.region.clone());
                // A pointer to a global is its distance from the start.
                if object.region.starts_with('@') {
                    self.show(&object);
                }
            }
            told.extend(self.shown(argument));
        }
        for region in &handed {
            let _ = write!(name, " {region}");
        }
        let (memory, memory_vars) = self.reached_memory(&handed);
        told.extend(memory);
        let mut results = Vec::new();
        let mut answer = None;
        if let Some(local) = instruction.result {
            let ty = self.resolve(&call.result)?;
            if ty == Type::Pointer {
                return self.unsupported("a call that returns a pointer");
            }
            let text = variable_name(&frame.prefix, local);
            let value = Var::new(text.as_str(), self.sort(&ty)?);
            results.push(value.clone());
            // Both functions get this flag, whatever their calls promise of the result.
            let flag = Var::new(format!("{text}~poison").as_str(), Sort::Bool);
            results.push(flag.clone());
            let mut poison = flag.term();
            if let Some(node) = call.range {
                let outside = self.out_of_node(&value.term(), node)?;
                poison = Term::or([poison, outside]);
            }
            answer = Some((local, Scalar::new(value.term(), poison)));
        }
        results.extend(memory_vars);
        self.step(Step::Event(Event {
            name: Symbol::new(&name),
            arguments: told,
            results,
        }));
        self.stops(function, call);
        if let Some((local, mut scalar)) = answer {
            scalar = self.restrict(scalar, &function.result_attributes)?;
            scalar = self.restrict(scalar, &call.result_attributes)?;
            let argument = self.returned(function, call);
            if let Some(argument) = argument.and_then(|position| arguments.get(position))
                && argument.value.sort() == scalar.value.sort()
            {
                let differs = Term::ne(scalar.value.clone(), argument.value.clone());
                let defined = Term::not(argument.poison.clone());
                let wrong = Term::or([scalar.poison.clone(), differs]);
                self.undefined_if(Term::and([defined, wrong]));
            }
            frame.values.insert(local, Bound::Scalar(scalar));
        }
        Ok(())
    }
}
