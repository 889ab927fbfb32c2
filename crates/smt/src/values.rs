//! Models of Z3 as models of the logic, and back.

use std::collections::BTreeMap;
use std::sync::Arc;

use logic::{ArrayValue, Function, FunctionTable, Model, Sort, Term, Value, Var};

use crate::ffi::{self, Ast, Error, Interpretation};
use crate::read::is_value;
use crate::{Context, Reason};

impl Context {
    /// The value of a variable in a model of Z3.
    pub(crate) fn value_of(&self, model: &ffi::Model, var: &Var) -> Result<Value, Reason> {
        let declaration = self.declaration(var)?;
        if !model.interprets(&declaration) {
            // Any value will do, so one of the variable's sort is taken, which Z3 does not know.
            return Ok(Value::default_of(&var.sort));
        }
        let value = model.eval(&declaration.apply(&[])?)?;
        self.read_value(&value, &var.sort)
    }

    /// The interpretation of a function in a model of Z3.
    pub(crate) fn table_of(
        &self,
        model: &ffi::Model,
        function: &Function,
    ) -> Result<FunctionTable, Reason> {
        let declaration = self.function(function)?;
        if !model.interprets(&declaration) {
            return Ok(FunctionTable {
                entries: BTreeMap::new(),
                default: Value::default_of(function.result()),
            });
        }
        let interpretation = model.interpretation(&declaration)?;
        // What Z3's function returns is brought into the range wherever the function is used.
        let read_result = |result: &Ast| match function.result() {
            Sort::Range(range) => {
                let value = self.read_value(result, &Sort::Int)?;
                Ok(match value.as_int().and_then(|value| value.to_i64()) {
                    Some(value) => Value::from(value.clamp(range.low(), range.high())),
                    None if value.as_int().is_some_and(|value| value.is_negative()) => {
                        Value::from(range.low())
                    }
                    None => Value::from(range.high()),
                })
            }
            sort => self.read_value(result, sort),
        };
        let mut entries = BTreeMap::new();
        for (arguments, result) in &interpretation.entries {
            let arguments = arguments
                .iter()
                .zip(function.parameters())
                .map(|(argument, sort)| self.read_value(argument, &sort.carrier()))
                .collect::<Result<Vec<Value>, Reason>>()?;
            entries.insert(arguments, read_result(result)?);
        }
        let default = read_result(&interpretation.default)?;
        Ok(FunctionTable { entries, default })
    }

    /// A value of Z3 as a value of a sort.
    pub(crate) fn read_value(&self, ast: &Ast, sort: &Sort) -> Result<Value, Reason> {
        let value = match ast.as_i64() {
            Some(small) if sort.is_integer() => Value::from(small),
            _ => {
                let term = self.read(ast)?;
                if !is_value(&term) {
                    return Err(not_a_value(ast));
                }
                let value = Model::new().eval(&term).map_err(|_| not_a_value(ast))?;
                of_sort(value, sort)
            }
        };
        if value.is_of(sort) {
            Ok(value)
        } else {
            Err(not_a_value(ast))
        }
    }

    /// The model of Z3 that gives what occurs in a term the values of a model of the logic.
    pub(crate) fn translate_model(&self, model: &Model, term: &Term) -> Result<ffi::Model, Error> {
        let translated = ffi::Model::empty(self.z3())?;
        for var in term.free_vars() {
            if let Some(value) = model.get(&var) {
                translated.set(&self.declaration(&var)?, &self.translate_value(value)?)?;
            }
        }
        for function in term.functions() {
            let Some(table) = model.get_function(&function) else {
                continue;
            };
            let entries = table
                .entries
                .iter()
                .map(|(arguments, result)| {
                    let arguments = arguments.iter();
                    let arguments = arguments
                        .map(|argument| self.translate_value(argument))
                        .collect::<Result<Vec<Ast>, Error>>()?;
                    Ok((arguments, self.translate_value(result)?))
                })
                .collect::<Result<Vec<(Vec<Ast>, Ast)>, Error>>()?;
            let default = self.translate_value(&table.default)?;
            let interpretation = Interpretation { entries, default };
            translated.set_function(&self.function(&function)?, &interpretation)?;
        }
        Ok(translated)
    }
}

fn not_a_value(ast: &Ast) -> Reason {
    Reason::Incomplete(format!("Z3's model has no plain value: {}", ast.describe()))
}

/// The same value with the ranges of a sort in it: Z3's arrays have integers where ours may have
/// ranges as indices.
fn of_sort(value: Value, sort: &Sort) -> Value {
    match (&value, sort) {
        (Value::Array(array), Sort::Array(sort)) => {
            let default = of_sort(array.default().clone(), &sort.element);
            let start = ArrayValue::constant(sort.index.clone(), default);
            let entries = array.entries();
            Value::Array(Arc::new(entries.fold(start, |start, (index, element)| {
                start.with(
                    of_sort(index.clone(), &sort.index),
                    of_sort(element.clone(), &sort.element),
                )
            })))
        }
        _ => value,
    }
}
