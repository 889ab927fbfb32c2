//! Evaluation of terms under a model.

mod bit_vectors;
mod bounds;

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::{ArrayValue, BitVec, Function, Node, Op, Rational, Sort, Term, Value, Var, recursion};

/// Why a term has no value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EvalError {
    /// The model says nothing of a variable.
    #[error("the variable {0} has no value")]
    Unassigned(crate::Symbol),
    /// The model says nothing of a function.
    #[error("the function {0} has no interpretation")]
    Uninterpreted(crate::Symbol),
    /// SMT-LIB leaves the result of a division by zero to the model.
    #[error("division by zero")]
    DivisionByZero,
    /// A quantifier cannot be evaluated by going through values: those of its sort are too many,
    /// and its body has no two ends between which it is decided.
    #[error("a quantifier cannot be evaluated")]
    Quantifier,
    /// A number has more digits than anybody wants to see: products of products double them, and
    /// computing with them would never end.
    #[error("a number is too large")]
    TooLarge,
}

/// The most bits of a number that is added or multiplied.
const MOST_BITS: usize = 1 << 16;

/// The interpretation of an uninterpreted function: finitely many entries, otherwise a default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionTable {
    /// The results at the listed arguments.
    pub entries: BTreeMap<Vec<Value>, Value>,
    /// The result everywhere else.
    pub default: Value,
}

/// Values for variables and interpretations for functions.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Model {
    vars: FxHashMap<Var, Value>,
    functions: BTreeMap<Function, FunctionTable>,
}

impl Model {
    /// The model that says nothing.
    #[must_use]
    pub fn new() -> Self {
        Model::default()
    }

    /// Gives a variable a value of its sort.
    pub fn set(&mut self, var: Var, value: Value) {
        // To look at all entries of an array would take most of the time of runs that write to it.
        debug_assert!(
            matches!(value, Value::Array(_)) || value.is_of(&var.sort),
            "{value} is a value of {var:?}"
        );
        self.vars.insert(var, value);
    }

    /// Gives a function an interpretation.
    pub fn set_function(&mut self, function: Function, table: FunctionTable) {
        self.functions.insert(function, table);
    }

    /// The value of a variable.
    #[must_use]
    pub fn get(&self, var: &Var) -> Option<&Value> {
        self.vars.get(var)
    }

    /// The interpretation of a function.
    #[must_use]
    pub fn get_function(&self, function: &Function) -> Option<&FunctionTable> {
        self.functions.get(function)
    }

    /// All variables with their values, in order.
    pub fn vars(&self) -> impl Iterator<Item = (&Var, &Value)> {
        let mut vars: Vec<(&Var, &Value)> = self.vars.iter().collect();
        vars.sort_unstable_by_key(|(var, _)| *var);
        vars.into_iter()
    }

    /// All functions with their interpretations, in order.
    pub fn functions(&self) -> impl Iterator<Item = (&Function, &FunctionTable)> {
        self.functions.iter()
    }

    /// The value of a term. Shared parts are evaluated once.
    ///
    /// # Errors
    /// Where the model leaves something open that the value depends on.
    pub fn eval(&self, term: &Term) -> Result<Value, EvalError> {
        self.evaluator().eval(term)
    }

    /// The values of several terms. What they share is evaluated once.
    pub fn eval_each<'t>(
        &self,
        terms: impl IntoIterator<Item = &'t Term>,
    ) -> impl Iterator<Item = Result<Value, EvalError>> {
        let mut evaluator = self.evaluator();
        terms.into_iter().map(move |term| {
            evaluator.instances = MOST_INSTANCES;
            evaluator.eval(term)
        })
    }

    fn evaluator(&self) -> Evaluator<'_> {
        Evaluator {
            model: self,
            bound: Vec::new(),
            memo: FxHashMap::default(),
            instances: MOST_INSTANCES,
        }
    }

    /// Whether a formula holds.
    ///
    /// # Errors
    /// Where the model leaves something open that the answer depends on.
    pub fn holds(&self, formula: &Term) -> Result<bool, EvalError> {
        Ok(self
            .eval(formula)?
            .as_bool()
            .expect("a formula's value is a truth value"))
    }
}

impl FromIterator<(Var, Value)> for Model {
    fn from_iter<I: IntoIterator<Item = (Var, Value)>>(entries: I) -> Self {
        let mut model = Model::new();
        for (var, value) in entries {
            model.set(var, value);
        }
        model
    }
}

struct Evaluator<'a> {
    model: &'a Model,
    bound: Vec<(Var, Value)>,
    memo: FxHashMap<Term, Result<Value, EvalError>>,
    /// How many more instances of quantified formulas are looked at.
    instances: u32,
}

/// The most instances of quantified formulas that one evaluation looks at.
const MOST_INSTANCES: u32 = 1 << 17;

/// How deep a term is that is evaluated again wherever it occurs, and how many parts it has.
const SHALLOW: u32 = 2;
const FEW: usize = 4;

/// The most values of a sort that a quantifier's evaluation goes through.
const MOST_VALUES: u128 = 1 << 16;

impl Evaluator<'_> {
    fn eval(&mut self, term: &Term) -> Result<Value, EvalError> {
        match term.node() {
            Node::Const(value) => return Ok(value.clone()),
            Node::Var(var) => {
                if let Some((_, value)) = self.bound.iter().rev().find(|(bound, _)| bound == var) {
                    return Ok(value.clone());
                }
                let value = self.model.get(var);
                return value.cloned().ok_or(EvalError::Unassigned(var.name));
            }
            _ => {}
        }
        // What is shallow is evaluated sooner than it is remembered.
        let is_small = term.depth() <= SHALLOW && term.children().len() <= FEW;
        if is_small && !term.has_quantifier() {
            return self.eval_compound(term);
        }
        if let Some(value) = self.memo.get(term) {
            return value.clone();
        }
        let value = recursion::guard(|| self.eval_compound(term));
        self.memo.insert(term.clone(), value.clone());
        value
    }

    /// The value of a conjunction or disjunction. One argument that decides it suffices, wherever
    /// it stands and whatever has no value, so that the order of the arguments has no meaning.
    fn eval_lattice<'a>(
        &mut self,
        arguments: impl IntoIterator<Item = &'a Term>,
        absorbing: bool,
    ) -> Result<Value, EvalError> {
        let mut open = None;
        for argument in arguments {
            match self.eval(argument) {
                Ok(value) if value == Value::Bool(absorbing) => return Ok(value),
                Ok(_) => {}
                Err(error) => open = open.or(Some(error)),
            }
        }
        open.map_or(Ok(Value::Bool(!absorbing)), Err)
    }

    fn eval_compound(&mut self, term: &Term) -> Result<Value, EvalError> {
        match term.node() {
            Node::Const(_) | Node::Var(_) => unreachable!("leaves were handled"),
            Node::App(op, arguments) => match op {
                // The lazy operators: what does not matter may be undefined.
                Op::And => self.eval_lattice(arguments, false),
                Op::Or => self.eval_lattice(arguments, true),
                Op::Implies => {
                    let premise = Term::not(arguments[0].clone());
                    self.eval_lattice([&premise, &arguments[1]], true)
                }
                Op::Ite => {
                    let condition = self.eval(&arguments[0])? == Value::Bool(true);
                    self.eval(&arguments[if condition { 1 } else { 2 }])
                }
                Op::Select => {
                    let index = self.eval(&arguments[1])?;
                    recursion::guard(|| self.element(&arguments[0], index))
                }
                op => {
                    let values = arguments
                        .iter()
                        .map(|argument| self.eval(argument))
                        .collect::<Result<Vec<Value>, EvalError>>()?;
                    if let Op::Apply(function) = op {
                        let table = self
                            .model
                            .get_function(function)
                            .ok_or(EvalError::Uninterpreted(function.name()))?;
                        return Ok(table.entries.get(&values).unwrap_or(&table.default).clone());
                    }
                    apply(op, &values)
                }
            },
            Node::Quantified(quantifier, vars, body) => {
                let decisive = *quantifier == crate::Quantifier::Exists;
                let found = self.any_instance(vars, body, decisive)?;
                Ok(Value::Bool(found == decisive))
            }
        }
    }

    /// The element of an array at an index, without a value for the whole array where it is written to
    /// or copied.
    fn element(&mut self, array: &Term, mut index: Value) -> Result<Value, EvalError> {
        let mut current = array;
        loop {
            match (current.op(), current.children()) {
                (Some(Op::Ite), [condition, then, otherwise]) => {
                    let holds = self.eval(condition)? == Value::Bool(true);
                    current = if holds { then } else { otherwise };
                }
                (Some(Op::Store), [rest, place, element]) => match self.eval(place)? == index {
                    true => return self.eval(element),
                    false => current = rest,
                },
                (Some(Op::Copy), [to, at, source, from, count]) => {
                    let numbers = [self.eval(at)?, self.eval(from)?, self.eval(count)?];
                    let Value::Int(own) = &index else {
                        unreachable!("the indices of a copy are integers")
                    };
                    let [Value::Int(at), Value::Int(from), Value::Int(count)] = &numbers else {
                        unreachable!("a copy has numbers")
                    };
                    let by = own - at;
                    match !by.is_negative() && by < *count {
                        true => (current, index) = (source, Value::Int(from + &by)),
                        false => current = to,
                    }
                }
                _ => {
                    let Value::Array(array) = self.eval(current)? else {
                        unreachable!("elements are those of arrays")
                    };
                    return Ok(array.get(&index).clone());
                }
            }
        }
    }

    /// Whether some values of the variables make the body `wanted`.
    fn any_instance(&mut self, vars: &[Var], body: &Term, wanted: bool) -> Result<bool, EvalError> {
        let Some((first, rest)) = vars.split_first() else {
            // What was evaluated under other values of the bound variables does not count here.
            self.instances = self.instances.saturating_sub(1);
            let memo = std::mem::take(&mut self.memo);
            let value = self.eval(body);
            self.memo = memo;
            return Ok(value? == Value::Bool(wanted));
        };
        let mut open = None;
        let values = match values_of(&first.sort) {
            Some(values) => values,
            None if first.sort == Sort::Int => self.integers_for(first, rest, body, wanted)?,
            None => return Err(EvalError::Quantifier),
        };
        for value in values {
            if self.instances == 0 {
                return Err(EvalError::Quantifier);
            }
            self.bound.push((first.clone(), value));
            let found = self.any_instance(rest, body, wanted);
            self.bound.pop();
            match found {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(error) => open = open.or(Some(error)),
            }
        }
        open.map_or(Ok(false), Err)
    }
}

/// All values of a small finite sort, in order; `None` for a large or infinite one.
#[must_use]
pub fn values_of(sort: &Sort) -> Option<Vec<Value>> {
    (sort.size()? <= MOST_VALUES).then(|| all_values(sort))
}

/// All values of a finite sort, in order.
pub(crate) fn all_values(sort: &Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Int | Sort::Real => unreachable!("the sort is finite"),
        Sort::BitVec(width) => (0..1i64 << width)
            .map(|value| Value::BitVec(BitVec::new(*width, &value.into())))
            .collect(),
        Sort::Range(range) => (range.low()..=range.high()).map(Value::from).collect(),
        Sort::Enum(sort) => (0..sort.variants().len() as u32)
            .map(|i| Value::Enum(sort.clone(), i))
            .collect(),
        Sort::Array(array) => {
            let (indices, elements) = (all_values(&array.index), all_values(&array.element));
            let start = ArrayValue::constant(array.index.clone(), elements[0].clone());
            indices.iter().fold(vec![start], |arrays, index| {
                let extended = arrays.iter().flat_map(|array| {
                    elements
                        .iter()
                        .map(|element| array.with(index.clone(), element.clone()))
                });
                extended.collect()
            })
        }
        .into_iter()
        .map(|array| Value::Array(Arc::new(array)))
        .collect(),
    }
}

fn is_too_large(value: &Value) -> bool {
    let is_long = |integer: &crate::Integer| integer.bit_length() > MOST_BITS;
    match value {
        Value::Int(integer) => is_long(integer),
        Value::Real(real) => is_long(real.numerator()) || is_long(real.denominator()),
        _ => false,
    }
}

/// The value of an interpreted operator on values of the right sorts.
///
/// # Errors
/// For a division by zero, for an uninterpreted function, and for numbers that are too large.
pub fn apply(op: &Op, arguments: &[Value]) -> Result<Value, EvalError> {
    Ok(match (op, arguments) {
        (Op::Not, [Value::Bool(a)]) => Value::Bool(!a),
        (Op::And, arguments) => Value::Bool(arguments.iter().all(|a| *a == Value::Bool(true))),
        (Op::Or, arguments) => Value::Bool(arguments.contains(&Value::Bool(true))),
        (Op::Implies, [Value::Bool(a), Value::Bool(b)]) => Value::Bool(!a || *b),
        (Op::Xor, [Value::Bool(a), Value::Bool(b)]) => Value::Bool(a != b),
        (Op::Eq, [a, b]) => Value::Bool(a == b),
        (Op::Distinct, arguments) => {
            Value::Bool((1..arguments.len()).all(|i| !arguments[..i].contains(&arguments[i])))
        }
        (Op::Ite, [Value::Bool(condition), then, otherwise]) => {
            if *condition {
                then.clone()
            } else {
                otherwise.clone()
            }
        }
        (Op::Add | Op::Mul, arguments) if arguments.iter().any(is_too_large) => {
            return Err(EvalError::TooLarge);
        }
        (Op::Add | Op::Mul, [first, rest @ ..]) => {
            rest.iter()
                .fold(first.clone(), |sum, next| match (sum, next, op) {
                    (Value::Int(a), Value::Int(b), Op::Add) => Value::Int(a + b),
                    (Value::Int(a), Value::Int(b), _) => Value::Int(a * b),
                    (Value::Real(a), Value::Real(b), Op::Add) => Value::Real(&a + b),
                    (Value::Real(a), Value::Real(b), _) => Value::Real(&a * b),
                    _ => unreachable!("the arguments of a sum or product are numbers of one sort"),
                })
        }
        (Op::Div, [Value::Int(a), Value::Int(b)]) => {
            Value::Int(a.div_mod(b).ok_or(EvalError::DivisionByZero)?.0)
        }
        (Op::Mod, [Value::Int(a), Value::Int(b)]) => {
            Value::Int(a.div_mod(b).ok_or(EvalError::DivisionByZero)?.1)
        }
        (Op::RealDiv, [Value::Real(a), Value::Real(b)]) => {
            Value::Real(a.checked_div(b).ok_or(EvalError::DivisionByZero)?)
        }
        (Op::Le, [Value::Int(a), Value::Int(b)]) => Value::Bool(a <= b),
        (Op::Le, [Value::Real(a), Value::Real(b)]) => Value::Bool(a <= b),
        (Op::Lt, [Value::Int(a), Value::Int(b)]) => Value::Bool(a < b),
        (Op::Lt, [Value::Real(a), Value::Real(b)]) => Value::Bool(a < b),
        (Op::ToReal, [Value::Int(a)]) => Value::Real(Rational::from(a.clone())),
        (Op::ToInt, [Value::Real(a)]) => Value::Int(a.floor()),
        (Op::IsInt, [Value::Real(a)]) => Value::Bool(a.to_integer().is_some()),
        (Op::Divisible(divisor), [Value::Int(a)]) => Value::Bool(divisor.divides(a)),
        (Op::Select, [Value::Array(array), index]) => array.get(index).clone(),
        (Op::Store, [Value::Array(array), index, element]) => {
            Value::Array(Arc::new(array.with(index.clone(), element.clone())))
        }
        (Op::ConstArray(index), [element]) => Value::Array(Arc::new(ArrayValue::constant(
            index.clone(),
            element.clone(),
        ))),
        (
            Op::Copy,
            [
                Value::Array(to),
                Value::Int(at),
                Value::Array(source),
                Value::Int(from),
                Value::Int(count),
            ],
        ) => Value::Array(Arc::new(to.with_copied(at, source, from, count)?)),
        (Op::IntToBv(width), [Value::Int(a)]) => Value::BitVec(BitVec::new(*width, a)),
        (Op::Apply(function), _) => return Err(EvalError::Uninterpreted(function.name())),
        (op, [Value::BitVec(a)]) => bit_vectors::unary(op, a),
        (op, [Value::BitVec(a), Value::BitVec(b)]) => bit_vectors::binary(op, a, b),
        (op, arguments) => panic!("the operator {op:?} does not take {arguments:?}"),
    })
}

#[cfg(test)]
mod tests;
