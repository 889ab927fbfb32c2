//! Returns, and what attributes make of them.

use frontend_llvm::syntax::{Call, Function, Kind, Name, Type, Typed, Word};

use crate::attributes::received;
use crate::behaviour::End;
use crate::lift::Done;
use crate::machine::{Frame, Next, Program, State};
use crate::problem::{Answer, malformed, unsupported};
use crate::value::Value;

impl<'t> Program<'_, 't> {
    /// Returns to whoever called.
    pub(crate) fn returned(
        &self,
        mut state: State<'t>,
        result: Option<&Typed<'t>>,
    ) -> Answer<Vec<Next<'t>>> {
        let frame = state.top()?;
        let function = &self.codes[frame.code].function;
        let value = match result {
            Some(typed) if typed.ty == function.result => {
                Some(self.operand(frame, &typed.ty, &typed.value)?)
            }
            None if function.result == Type::Void => None,
            _ => return malformed("a function that returns a value of another type"),
        };
        let Done::Gives(value) = self.leaving(frame, function, value)? else {
            return Ok(vec![state.ends(End::Undefined)]);
        };
        // "to be automatically released when this function returns" (`alloca`).
        let first = state.top()?.objects;
        state.objects[first..]
            .iter_mut()
            .for_each(|it| it.is_live = false);
        if state.frames.len() == 1 {
            if let Some(value) = &value {
                self.is_shown(&state.objects, value)?;
            }
            return Ok(vec![state.ends(End::Returns(value))]);
        }
        state.frames.pop();
        let frame = state.top()?;
        let block = &self.codes[frame.code].blocks[frame.block];
        let Some(Kind::Call(call)) = block.instructions.get(frame.next - 1).map(|it| &it.kind)
        else {
            return malformed("a return to something that is no call");
        };
        let name = block.instructions[frame.next - 1].result;
        match self.answered(&mut state, name, call, value)? {
            Done::Gives(()) => Ok(vec![Next::Go(state)]),
            Done::Undefined => Ok(vec![state.ends(End::Undefined)]),
        }
    }

    /// What attributes of a function make of its return.
    ///
    /// > `noreturn`: "This produces undefined behavior at runtime if the function ever does
    /// > dynamically return." (Function Attributes)
    /// >
    /// > `returned`: "This indicates that the function always returns the argument as its return
    /// > value." (Parameter Attributes)
    ///
    /// A function that breaks the second promise is taken to have undefined behaviour: whoever calls
    /// it may use the argument instead of the result.
    fn leaving(
        &self,
        frame: &Frame<'t>,
        function: &Function<'t>,
        value: Option<Value>,
    ) -> Answer<Done<Option<Value>>> {
        if self.module.says(&function.attributes, Word::Noreturn) {
            return Ok(Done::Undefined);
        }
        let Some(value) = value else {
            return Ok(Done::Gives(None));
        };
        for parameter in &function.parameters {
            if !self.module.says(&parameter.attributes, Word::Returned) {
                continue;
            }
            let Some(argument) = frame.locals.get(&parameter.name) else {
                return malformed("a parameter without a value");
            };
            if *argument == value {
                continue;
            }
            // Whoever uses the argument instead of a result that is less defined sees nothing wrong;
            // whether the promise is broken then, the reference leaves open.
            if argument.refines(&value) {
                return unsupported(
                    "a result that is less defined than the argument it stands for",
                );
            }
            return Ok(Done::Undefined);
        }
        let attributes = &function.result_attributes;
        match received(self.module, attributes, &function.result, value)? {
            Done::Gives(value) => Ok(Done::Gives(Some(value))),
            Done::Undefined => Ok(Done::Undefined),
        }
    }

    /// The type of an answer, and what the call makes of it.
    pub(crate) fn answered(
        &self,
        state: &mut State<'t>,
        name: Option<Name<'t>>,
        call: &Call<'t>,
        value: Option<Value>,
    ) -> Answer<Done<()>> {
        if self.module.says(&call.attributes, Word::Noreturn) {
            return Ok(Done::Undefined);
        }
        let Some(value) = value else {
            return Ok(Done::Gives(()));
        };
        if call.range.is_some() {
            return unsupported("`!range` of a call");
        }
        let attributes = &call.result_attributes;
        match received(self.module, attributes, &call.result, value)? {
            Done::Gives(value) => state.define(name, value).map(Done::Gives),
            Done::Undefined => Ok(Done::Undefined),
        }
    }
}
