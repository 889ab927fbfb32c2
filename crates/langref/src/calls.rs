//! Calls.

use frontend_llvm::syntax::{Call, Function, MemoryEffects, Name, Type, Value as Operand, Word};

use crate::behaviour::{End, Event, Response};
use crate::choices;
use crate::instructions::{decided, intrinsic};
use crate::lift::Done;
use crate::machine::{Next, Program, State, Stepped};
use crate::problem::{Answer, malformed, unsupported};
use crate::value::Value;

impl<'t> Program<'_, 't> {
    /// Calls somebody: a function of this module, an intrinsic, or a function that is not known.
    pub(crate) fn call(
        &self,
        state: &mut State<'t>,
        name: Option<Name<'t>>,
        call: &Call<'t>,
    ) -> Answer<Stepped<'t>> {
        let Operand::Global(Name::Text(callee)) = call.callee else {
            return unsupported("a call of something that is no function of the module");
        };
        if !call.bundles.is_empty() {
            return unsupported("operand bundles");
        }
        let Some(function) = self.module.function(Name::Text(callee)) else {
            return malformed(format!("@{callee} is not declared"));
        };
        let undefined =
            |state: &State<'t>| Ok(Stepped::Splits(vec![state.clone().ends(End::Undefined)]));
        let mut given = Vec::new();
        for argument in &call.arguments {
            let (ty, attributes) = (&argument.value.ty, &argument.attributes);
            let value = self.operand(state.top()?, ty, &argument.value.value)?;
            match crate::attributes::received(self.module, attributes, ty, value)? {
                Done::Gives(value) => given.push(value),
                Done::Undefined => return undefined(state),
            }
        }
        if let Some(code) = self.code(callee) {
            if self.module.is_replaceable(function) {
                return unsupported("a call of a function that may be replaced");
            }
            return match self.enter(state, code, &given)? {
                Done::Gives(()) => Ok(Stepped::Splits(vec![Next::Go(state.clone())])),
                Done::Undefined => undefined(state),
            };
        }
        let mut received = Vec::new();
        for (place, value) in given.into_iter().enumerate() {
            let Some(parameter) = function.parameters.get(place) else {
                return unsupported("a call with more arguments than parameters");
            };
            let (attributes, ty) = (&parameter.attributes, &parameter.ty);
            match crate::attributes::received(self.module, attributes, ty, value)? {
                Done::Gives(value) => received.push(value),
                Done::Undefined => return undefined(state),
            }
        }
        if callee.starts_with("llvm.") {
            return self.intrinsic(state, name, call, callee, &received);
        }
        self.event(state, name, call, function, received)
    }

    fn intrinsic(
        &self,
        state: &mut State<'t>,
        name: Option<Name<'t>>,
        call: &Call<'t>,
        callee: &str,
        given: &[Value],
    ) -> Answer<Stepped<'t>> {
        // "If the condition is violated during execution, the behavior is undefined." (`llvm.assume`)
        // Its argument is `noundef`.
        if callee == "llvm.assume" {
            let [condition] = given else {
                return malformed("`llvm.assume` has one argument");
            };
            return match decided(condition)? {
                Done::Gives(1) => Ok(Stepped::On),
                _ => Ok(Stepped::Splits(vec![state.clone().ends(End::Undefined)])),
            };
        }
        let types: Vec<Type<'t>> = call
            .arguments
            .iter()
            .map(|it| it.value.ty.clone())
            .collect();
        let Some(done) = intrinsic(callee, &call.result, &types, given)? else {
            return unsupported(format!("@{callee}"));
        };
        let answered = match done {
            Done::Gives(value) => self.answered(state, name, call, Some(value))?,
            Done::Undefined => Done::Undefined,
        };
        match answered {
            Done::Gives(()) => Ok(Stepped::On),
            Done::Undefined => Ok(Stepped::Splits(vec![state.clone().ends(End::Undefined)])),
        }
    }

    /// Calls a function that is not known, which may do anything that a function can do: the run
    /// goes on with each of its answers. Attributes that promise less than anything are not
    /// interpreted, since an implementation could rely on them.
    fn event(
        &self,
        state: &State<'t>,
        name: Option<Name<'t>>,
        call: &Call<'t>,
        function: &Function<'t>,
        arguments: Vec<Value>,
    ) -> Answer<Stepped<'t>> {
        let says = |flag| {
            self.module.says(&function.attributes, flag) || self.module.says(&call.attributes, flag)
        };
        let attributes = [&function.attributes, &call.attributes];
        let is_restrained = attributes
            .into_iter()
            .any(|it| self.module.resolved(it).effects != MemoryEffects::default());
        if is_restrained || says(Word::Nocallback) || says(Word::Speculatable) {
            return unsupported("a call of a function that promises something");
        }
        if function
            .parameters
            .iter()
            .any(|it| self.module.says(&it.attributes, Word::Returned))
        {
            return unsupported("a call of a function that returns an argument");
        }
        // What a function that is not known could reach is not followed.
        if state.objects.iter().any(|it| it.is_visible) {
            return unsupported("a call of an unknown function that could reach memory");
        }
        for argument in &arguments {
            self.is_shown(&state.objects, argument)?;
        }
        let mut responses: Vec<Response> = match &call.result {
            Type::Void => vec![Response::Returns(None)],
            ty => {
                let values = choices::given(ty, self.world)?.into_iter();
                values.map(|value| Response::Returns(Some(value))).collect()
            }
        };
        if says(Word::Noreturn) || !self.world.calls_return && !says(Word::Willreturn) {
            responses.push(Response::Stays);
        }
        let mut all = Vec::new();
        for response in responses {
            let mut state = state.clone();
            state.events.push(Event {
                callee: function.name.to_string(),
                arguments: arguments.clone(),
                answer: response.clone(),
            });
            let Response::Returns(value) = response else {
                all.push(state.ends(End::Stays));
                continue;
            };
            // "This produces undefined behavior at runtime if the function ever does dynamically
            // return." (`noreturn`)
            let mut done = match says(Word::Noreturn) {
                true => Done::Undefined,
                false => Done::Gives(value),
            };
            if let Done::Gives(Some(value)) = done {
                let attributes = &function.result_attributes;
                done = match crate::attributes::received(
                    self.module,
                    attributes,
                    &call.result,
                    value,
                )? {
                    Done::Gives(value) => Done::Gives(Some(value)),
                    Done::Undefined => Done::Undefined,
                };
            }
            let done = match done {
                Done::Gives(value) => self.answered(&mut state, name, call, value)?,
                Done::Undefined => Done::Undefined,
            };
            all.push(match done {
                Done::Gives(()) => Next::Go(state),
                Done::Undefined => state.ends(End::Undefined),
            });
        }
        Ok(Stepped::Splits(all))
    }
}
