//! Calls: inlined where the body is there and small, otherwise events that the environment sees.

mod event;
mod inline;
mod pure;

use std::fmt::Write as _;

use logic::Term;

use super::memory::ObjectKind;
use super::scalar::{Place, Pointer, Single};
use super::{Frame, Lowering, Result_};
use crate::syntax::{self, Call, Instruction, Linkage, Name, Tail, Type, Value, Word};

/// What stands for the name of a function whose name is not known.
const UNNAMED: &str = "*";

/// A function of which nothing is known.
fn unnamed<'t>(call: &Call<'t>, at: usize) -> syntax::Function<'t> {
    syntax::Function {
        exposure: syntax::Exposure::default(),
        collector: None,
        personality: None,
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
                *lane = match parameter {
                    None => self.restrict(lane.clone(), &argument.attributes)?,
                    Some(parameter) => {
                        let (own, theirs) = (&argument.attributes, &parameter.attributes);
                        self.restrict_by_both(lane.clone(), own, theirs)?
                    }
                };
            }
            arguments.push(self.whole_of(ty, &mut lanes.into_iter())?);
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
        if self.is_inlined(&function, call)? {
            if function.linkage.may_be_another() {
                self.note_other(&function, call);
            }
            return self.inline(frame, instruction, call, &function, arguments);
        }
        if call.tail == Tail::MustTail {
            return self.unsupported("`musttail`");
        }
        self.rely(&function, call);
        if self.is_pure(&function, call, &arguments) {
            return self.pure_call(frame, instruction, call, &function, &arguments);
        }
        self.event(frame, instruction, call, &function, address, &arguments)
    }

    /// Notes what a function may do that is another one than the body here, as far as promises go.
    fn note_other(&mut self, function: &syntax::Function<'t>, call: &Call<'t>) {
        let said = self.call_attributes(function, call);
        self.note_call(&said, &function.name.to_string(), call);
        for (place, pointer) in self.pointer_arguments.clone() {
            let own = function.parameters.get(place).map(|it| &it.attributes);
            let given = call.arguments.get(place).map(|it| &it.attributes);
            let mut said = own.into_iter().chain(given);
            if !said.any(|said| said.has(Word::Nocapture)) {
                self.note_captured(&pointer);
            }
        }
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
}
