//! Terms compiled for evaluation on a store.

use logic::{EvalError, Model, Node, Op, Symbol, Term, Value, Var, apply};
use rustc_hash::FxHashMap;

/// Which variable lives in which slot of a store.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    vars: Vec<Var>,
    slots: FxHashMap<Var, usize>,
}

impl Layout {
    /// The variables in the order of their slots.
    #[must_use]
    pub fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// The slot of a variable.
    #[must_use]
    pub fn slot(&self, var: &Var) -> Option<usize> {
        self.slots.get(var).copied()
    }

    /// The slot of a variable, a new one where it has none.
    pub fn add(&mut self, var: &Var) -> usize {
        if let Some(slot) = self.slot(var) {
            return slot;
        }
        self.vars.push(var.clone());
        self.slots.insert(var.clone(), self.vars.len() - 1);
        self.vars.len() - 1
    }
}

impl FromIterator<Var> for Layout {
    fn from_iter<I: IntoIterator<Item = Var>>(vars: I) -> Self {
        let mut layout = Layout::default();
        for var in vars {
            layout.add(&var);
        }
        layout
    }
}

/// A term with its variables resolved to slots.
///
/// Walking it costs no look-ups, which matters where millions of states are visited. It is a tree:
/// the terms of programs are small, so sharing is not worth its bookkeeping here.
#[derive(Clone, Debug)]
pub enum Code {
    /// A literal.
    Const(Value),
    /// The variable in a slot.
    Slot(usize),
    /// A variable that the layout does not have.
    Missing(Symbol),
    /// An operator.
    App(Op, Vec<Code>),
    /// A quantified formula, evaluated by the logic itself, with the slots of its free variables.
    Quantified(Term, Vec<(Var, usize)>),
}

impl Code {
    /// Compiles a term.
    #[must_use]
    pub fn compile(term: &Term, layout: &Layout) -> Code {
        logic::recursion::guard(|| match term.node() {
            Node::Const(value) => Code::Const(value.clone()),
            Node::Var(var) => match layout.slot(var) {
                Some(slot) => Code::Slot(slot),
                None => Code::Missing(var.name),
            },
            Node::App(op, arguments) => {
                let arguments = arguments.iter().map(|a| Code::compile(a, layout)).collect();
                Code::App(op.clone(), arguments)
            }
            Node::Quantified(..) => {
                let free = term.free_vars();
                match free.iter().find(|var| layout.slot(var).is_none()) {
                    Some(var) => Code::Missing(var.name),
                    None => Code::Quantified(
                        term.clone(),
                        free.iter()
                            .filter_map(|var| layout.slot(var).map(|slot| (var.clone(), slot)))
                            .collect(),
                    ),
                }
            }
        })
    }

    /// The value on a store.
    ///
    /// # Errors
    /// As for [`Model::eval`].
    pub fn eval(&self, store: &[Value]) -> Result<Value, EvalError> {
        match self {
            Code::Const(value) => Ok(value.clone()),
            Code::Slot(slot) => Ok(store[*slot].clone()),
            Code::Missing(name) => Err(EvalError::Unassigned(*name)),
            Code::App(op, arguments) => logic::recursion::guard(|| eval_app(op, arguments, store)),
            Code::Quantified(term, slots) => {
                let model: Model = slots
                    .iter()
                    .map(|(var, slot)| (var.clone(), store[*slot].clone()))
                    .collect();
                model.eval(term)
            }
        }
    }

    /// Whether the formula holds on a store.
    ///
    /// # Errors
    /// As for [`Model::eval`].
    pub fn holds(&self, store: &[Value]) -> Result<bool, EvalError> {
        Ok(self
            .eval(store)?
            .as_bool()
            .expect("a formula's value is a truth value"))
    }
}

fn eval_app(op: &Op, arguments: &[Code], store: &[Value]) -> Result<Value, EvalError> {
    match (op, arguments) {
        (Op::And | Op::Or, arguments) => {
            let absorbing = Value::Bool(*op == Op::Or);
            for argument in arguments {
                if argument.eval(store)? == absorbing {
                    return Ok(absorbing);
                }
            }
            Ok(Value::Bool(*op == Op::And))
        }
        (Op::Implies, [premise, conclusion]) => {
            if premise.holds(store)? {
                conclusion.eval(store)
            } else {
                Ok(Value::Bool(true))
            }
        }
        (Op::Ite, [condition, then, otherwise]) => {
            if condition.holds(store)? {
                then.eval(store)
            } else {
                otherwise.eval(store)
            }
        }
        (op, [a]) => apply(op, &[a.eval(store)?]),
        (op, [a, b]) => apply(op, &[a.eval(store)?, b.eval(store)?]),
        (op, arguments) => {
            let values = arguments
                .iter()
                .map(|a| a.eval(store))
                .collect::<Result<Vec<_>, _>>()?;
            apply(op, &values)
        }
    }
}
