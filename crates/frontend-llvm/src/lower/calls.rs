//! Calls: inlined where the body is there and small, otherwise events that the environment sees.

use std::fmt::Write as _;

use logic::{Function, Sort, Symbol, Term, Var};
use program::function::{Event, Step};

use super::arithmetic::literal;
use super::memory::Handed;
use super::memory::variable_name;
use super::scalar::{Bound, Pointer, Scalar};
use super::{Exit, Frame, Lowering, Result_};
use crate::syntax::{self, Call, Flag, Instruction, Name, Type, Value};

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
        interposable: true,
        body: None,
        at,
    }
}

impl<'t> Lowering<'_, 't> {
    pub(super) fn call(
        &mut self,
        frame: &mut Frame<'t>,
        instruction: &Instruction<'t>,
        call: &Call<'t>,
    ) -> Result_<()> {
        let (callee, address) = self.callee(frame, call)?;
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
        let mut arguments = Vec::new();
        for (position, argument) in call.arguments.iter().enumerate() {
            if argument.attributes.has(Flag::Special) || argument.attributes.has(Flag::Copied) {
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
        arguments.splice(..0, address);
        self.event(frame, instruction, call, &function, &arguments)
    }

    /// Who is called: a function, or whoever is at an address.
    fn callee(
        &mut self,
        frame: &Frame<'t>,
        call: &Call<'t>,
    ) -> Result_<(Name<'t>, Option<Scalar>)> {
        if let Value::Global(callee) = call.callee {
            return Ok((callee, None));
        }
        if let Value::Other(_) = call.callee {
            return self.unsupported("a call of assembly");
        }
        let callee = self.scalar(frame, &Type::Pointer, &call.callee)?;
        let object = callee.pointer.and_then(|pointer| pointer.object);
        let known = self.globals.iter().find(|(_, id)| Some(**id) == object);
        if let Some((name, _)) = known
            && self.module.function(*name).is_some()
            && callee.value == literal(&callee.value, 0)
        {
            return Ok((*name, None));
        }
        self.must_be_defined(&callee.poison);
        self.facts.named.0 = true;
        let address = self.exposed(&callee)?;
        // Only where it is matters, not what it was made from.
        Ok((Name::Text(UNNAMED), Some(Scalar::defined(address.value))))
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
            let words = [Flag::Noalias, Flag::Special, Flag::Copied, Flag::Sret];
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
            Some(name) => {
                let text = variable_name(&frame.prefix, name);
                Some(self.phi_variable(&text, &function.result)?)
            }
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
        let value = apply("", self.sort(&ty)?);
        let mut scalar = Scalar::new(value, apply("~poison", Sort::Bool));
        if ty == Type::Pointer {
            scalar = self.found(&scalar)?;
        }
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
        let mut handed = Handed::default();
        for argument in arguments {
            self.hand(argument, &mut handed)?;
        }
        let mut name = format!("call @{}", function.name);
        for what in &handed.names {
            let _ = write!(name, " {what}");
        }
        let (memory, memory_vars) = self.reached_memory(&handed.regions);
        let mut told = handed.told;
        told.extend(memory);
        let mut results = Vec::new();
        let mut answer = None;
        let mut is_pointer = false;
        if let Some(local) = instruction.result {
            let ty = self.resolve(&call.result)?;
            is_pointer = ty == Type::Pointer;
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
        results.extend(handed.locals.iter().map(|region| self.region_var(region)));
        self.step(Step::Event(Event {
            name: Symbol::new(&name),
            arguments: told,
            results,
        }));
        self.stops(function, call);
        if let Some((local, mut scalar)) = answer {
            let argument = self.returned(function, call);
            let argument = argument.and_then(|position| arguments.get(position));
            if is_pointer {
                let locals = &handed.locals;
                match argument {
                    Some(argument) if !locals.is_empty() => scalar = argument.clone(),
                    None if !locals.is_empty() => {
                        return self.unsupported(
                            "a call that is given the address of a local and returns a pointer",
                        );
                    }
                    _ => scalar = self.found(&scalar)?,
                }
            }
            scalar = self.restrict(scalar, &function.result_attributes)?;
            scalar = self.restrict(scalar, &call.result_attributes)?;
            if let Some(argument) = argument
                && handed.locals.is_empty()
                && argument.value.sort() == scalar.value.sort()
            {
                let argument = self.exposed(argument)?;
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
