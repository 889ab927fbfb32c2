//! Calls: inlined where the body is there and small, otherwise events that the environment sees.

use logic::{Function, Sort, Symbol, Term, Var};
use program::function::{Event, Observed, Step};

use super::memory::variable_name;
use super::scalar::{Bound, Scalar};
use super::{Exit, Frame, Lowering, Result_};
use crate::syntax::{self, Call, Flag, Instruction, Name, Type, Value};

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
            let parameter = function.parameters.get(position).map(|p| &p.attributes);
            let noundef = argument.attributes.has(Flag::Noundef)
                || parameter.is_some_and(|attributes| attributes.has(Flag::Noundef));
            if noundef {
                self.must_be_defined(&scalar.poison);
                scalar.poison = self.still_poison(&scalar.poison);
            }
            arguments.push(scalar);
        }
        if self.is_inlined(&function, &arguments)? {
            return self.inline(frame, instruction, &function, arguments);
        }
        let pure = |flag| {
            self.module.says(&function.attributes, flag) || self.module.says(&call.attributes, flag)
        };
        // What a function makes of poison is not known, so that such a call is an event after all.
        let plain = |a: &Scalar| a.pointer.is_none() && a.poison.is_false();
        if pure(Flag::Readnone)
            && pure(Flag::Willreturn)
            && pure(Flag::Nounwind)
            && arguments.iter().all(plain)
        {
            return self.pure_call(frame, instruction, call, callee, &arguments);
        }
        self.event(frame, instruction, call, &function, &arguments)
    }

    fn is_inlined(&self, function: &syntax::Function<'t>, arguments: &[Scalar]) -> Result_<bool> {
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
            attributes.range.is_some()
                || attributes.dereferenceable > 0
                || attributes.align > 1
                || attributes.has(Flag::Nonnull)
                || attributes.has(Flag::Noalias)
                || attributes.has(Flag::Special)
        };
        if function
            .parameters
            .iter()
            .any(|p| restricted(&p.attributes))
            || function.result == Type::Pointer
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
            let scalar = Scalar::new(variable.value.term(), poison);
            frame.values.insert(name, Bound::Scalar(scalar));
        }
        Ok(())
    }

    /// A call whose result depends on its arguments alone and that does nothing else.
    fn pure_call(
        &mut self,
        frame: &mut Frame<'t>,
        instruction: &Instruction<'t>,
        call: &Call<'t>,
        callee: Name<'t>,
        arguments: &[Scalar],
    ) -> Result_<()> {
        let Some(name) = instruction.result else {
            return Ok(());
        };
        let sorts = arguments.iter().map(|a| a.value.sort().clone()).collect();
        let result = self.sort(&call.result)?;
        let function = Function::new(Symbol::new(&format!("@{callee}")), sorts, result);
        let values = arguments.iter().map(|a| a.value.clone()).collect();
        let scalar = Scalar::defined(Term::apply(&function, values));
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
        for argument in arguments {
            if let Some(pointer) = argument.pointer
                && let Some(object) = pointer.object.map(|id| self.object(id).clone())
            {
                if object.region.starts_with('%') {
                    return self.unsupported("a call that is given the address of a local");
                }
                // A pointer to a global is its distance from the start.
                if object.region.starts_with('@') {
                    name.push_str(&format!(" {}", object.region));
                    self.show(&object);
                }
            }
            told.push(Observed {
                value: argument.value.clone(),
                poison: self.still_poison(&argument.poison),
            });
        }
        told.extend(self.visible_memory());
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
            let noundef = call.result_attributes.has(Flag::Noundef)
                || function.result_attributes.has(Flag::Noundef);
            if let Some(node) = call.range {
                let outside = self.out_of_node(&value.term(), node)?;
                poison = Term::or([poison, outside]);
            }
            let ranges = [&call.result_attributes, &function.result_attributes];
            for (low, high) in ranges.iter().filter_map(|attributes| attributes.range) {
                let outside = self.out_of_range(&value.term(), low, high)?;
                poison = Term::or([poison, outside]);
            }
            answer = Some((local, Scalar::new(value.term(), poison), noundef));
        }
        results.extend(self.visible_vars());
        self.step(Step::Event(Event {
            name: Symbol::new(&name),
            arguments: told,
            results,
        }));
        if let Some((local, mut scalar, noundef)) = answer {
            if noundef {
                self.must_be_defined(&scalar.poison);
                scalar.poison = Term::bottom();
            }
            frame.values.insert(local, Bound::Scalar(scalar));
        }
        Ok(())
    }
}
