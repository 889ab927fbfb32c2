//! The order in which the parts of an expression are evaluated, which C leaves open.
//!
//! What each part really reads and writes is noted while it is read ([`Footprint`]): the variables
//! themselves, whatever their names are, by which pointer and in which function. Where one part writes
//! what another uses, the meaning depends on the order, and the expression is refused. So the value of a
//! part, a term over variables, still means the same when the other parts have been read. An operation that
//! begins or is completed touches the memory that it uses; and a part that may fail is refused behind one that
//! may never be over, since C may evaluate it before.

use logic::{Sort, Symbol, Term, Var};
use program::Origin;

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, ExpressionKind, Unary};

use super::Lowering;
use super::footprint::Footprint;
use super::places::Place;
use super::records::Record;
use super::scope::{Binding, Pointer};
use super::value::{self, Value};

/// What stands for a pointer that is a variable, of which only its index is one of the process.
pub(super) fn pointer_itself(name: Symbol) -> Var {
    Var::new(format!("&{name}").as_str(), Sort::Int)
}

impl Lowering<'_, '_> {
    /// Reads something, and says what it uses.
    pub(super) fn traced<T>(
        &mut self,
        step: impl FnOnce(&mut Self) -> Reads<T>,
    ) -> Reads<(T, Footprint)> {
        self.footprints.borrow_mut().push(Footprint::default());
        let is_reached = self.here.is_some();
        let result = step(self);
        let mut own = self.leave_footprint(|_| true);
        if is_reached && self.here.is_none() {
            own.end();
        }
        Ok((result?, own))
    }

    /// Reads the body of a function that is called. Nobody outside sees its own variables, but those
    /// that outlive the call, and its parts of statements.
    pub(super) fn traced_call<T>(
        &mut self,
        prefix: &str,
        step: impl FnOnce(&mut Self) -> Reads<T>,
    ) -> Reads<T> {
        self.footprints.borrow_mut().push(Footprint::default());
        let result = step(self);
        let own = self.var(prefix, Sort::Int).name;
        let pointers = format!("&{prefix}");
        let parts = self.temporaries;
        let is_seen = |var: &Var| {
            let name = var.name.as_str();
            let is_own = name.starts_with(own.as_str()) || name.starts_with(&pointers);
            let part = name.rsplit_once('$').map(|(_, number)| number.parse());
            let is_part = matches!(part, Some(Ok(number)) if parts < number);
            self.statics.contains(var) || !is_own && !is_part
        };
        self.leave_footprint(is_seen);
        result
    }

    /// Ends what is noted of a part; what is seen of it belongs to what is around it.
    fn leave_footprint(&self, is_seen: impl Fn(&Var) -> bool) -> Footprint {
        let mut all = self.footprints.borrow_mut();
        let mut own = all.pop().unwrap_or_default();
        own.retain(is_seen);
        if let Some(outer) = all.last_mut() {
            outer.add(&own);
        }
        own
    }

    /// Reads parts that C evaluates in any order, and refuses them where the order matters.
    pub(super) fn in_any_order<P, T>(
        &mut self,
        parts: impl IntoIterator<Item = P>,
        span: &Span,
        mut step: impl FnMut(&mut Self, P) -> Reads<T>,
    ) -> Reads<Vec<T>> {
        let mut found = Vec::new();
        let mut earlier: Vec<Footprint> = Vec::new();
        for part in parts {
            let (result, own) = self.traced(|it| step(it, part))?;
            if earlier.iter().any(|other| other.conflicts_with(&own)) {
                return Err(unordered(span));
            }
            earlier.push(own);
            found.push(result);
        }
        Ok(found)
    }

    /// The same for two parts of different kinds.
    pub(super) fn both<A, B>(
        &mut self,
        span: &Span,
        first: impl FnOnce(&mut Self) -> Reads<A>,
        second: impl FnOnce(&mut Self) -> Reads<B>,
    ) -> Reads<(A, B)> {
        let (a, before) = self.traced(first)?;
        let (b, behind) = self.traced(second)?;
        match before.conflicts_with(&behind) {
            true => Err(unordered(span)),
            false => Ok((a, b)),
        }
    }

    /// A term that means the same once these variables are written.
    pub(super) fn frozen(&mut self, term: Term, written: &[&Var], origin: Origin) -> Reads<Term> {
        if term.free_vars().iter().any(|var| written.contains(&var)) {
            let kept = self.temporary(term.sort().carrier(), origin);
            self.assign(&kept, term, origin)?;
            return Ok(kept.term());
        }
        Ok(term)
    }

    /// A pointer that leads to the same place once these variables are written.
    pub(super) fn frozen_pointer(
        &mut self,
        pointer: Pointer,
        written: &[&Var],
        origin: Origin,
    ) -> Reads<Pointer> {
        Ok(match pointer {
            Pointer::Element {
                array,
                rows,
                offset,
            } => {
                let mut kept = Vec::new();
                for row in rows {
                    kept.push(self.frozen(row, written, origin)?);
                }
                Pointer::Element {
                    array,
                    rows: kept,
                    offset: self.frozen(offset, written, origin)?,
                }
            }
            Pointer::Cell { array, index } => Pointer::Cell {
                array,
                index: self.frozen(index, written, origin)?,
            },
            Pointer::Record(record, offset) => {
                let offset = self.frozen(offset, written, origin)?;
                Pointer::Record(record, offset)
            }
            other => other,
        })
    }

    /// A pointer that still leads to the same place when what it leads to is written.
    pub(super) fn steady(&mut self, pointer: Pointer, origin: Origin) -> Reads<Pointer> {
        let target = pointer.clone();
        self.frozen_pointer(pointer, &target.vars(), origin)
    }

    /// A struct of an array that is still the same one when its members are written.
    pub(super) fn steady_record(
        &mut self,
        (record, offset): (Record, Term),
        origin: Origin,
    ) -> Reads<(Record, Term)> {
        let vars: Vec<Var> = record.vars().into_iter().cloned().collect();
        let written: Vec<&Var> = vars.iter().collect();
        let offset = self.frozen(offset, &written, origin)?;
        Ok((record, offset))
    }

    /// The arguments of a call that is no function of the file, each evaluated at most once: whoever
    /// reads them may look at them as often as needed. Arguments without effects stay as they are.
    pub(super) fn settled(
        &mut self,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<Option<Vec<Expression>>> {
        let is_term = |it: &Expression| self.context.analysis.expression(it).is_term();
        if arguments.iter().all(is_term) {
            return Ok(None);
        }
        self.in_any_order(arguments, span, Self::settled_argument)
            .map(Some)
    }

    /// An argument that is evaluated, by a name for what it is.
    pub(super) fn settled_argument(&mut self, argument: &Expression) -> Reads<Expression> {
        let span = &argument.span;
        let origin = self.origin(span);
        let binding = match &argument.kind {
            ExpressionKind::Text(_) | ExpressionKind::Integer(..) | ExpressionKind::Real(_) => None,
            ExpressionKind::Name(name) => {
                self.note_name(*name);
                None
            }
            ExpressionKind::Unary(Unary::Address, inner)
                if matches!(inner.kind, ExpressionKind::Name(_)) =>
            {
                None
            }
            _ if self.is_string(argument) => {
                return Err(Problem::unsupported(span, "this argument beside others"));
            }
            _ if self.is_address(argument) => {
                let pointer = self.pointer(argument)?;
                let key = format!("argument${}", self.temporaries + 1);
                Some(Binding::Pointer(self.fixed(pointer, &key, origin)?))
            }
            _ => {
                let value = self.value(argument)?;
                if !value.scalar.is_number() {
                    return Err(Problem::unsupported(span, "an argument of this type"));
                }
                let term = match value.term.as_value() {
                    Some(_) => value.term,
                    None => {
                        let kept = self.temporary(value::sort(value.scalar), origin);
                        let number = Value {
                            term: value.term,
                            scalar: value.scalar,
                        };
                        self.assign(&kept, number.number(), origin)?;
                        self.value_of(&kept)
                    }
                };
                Some(Binding::Value(term, value.scalar))
            }
        };
        let Some(binding) = binding else {
            return Ok(argument.clone());
        };
        self.temporaries += 1;
        let name = Symbol::new(&format!("argument${}", self.temporaries));
        self.scope.bind(name, binding);
        Ok(Expression {
            kind: ExpressionKind::Name(name),
            span: span.clone(),
        })
    }

    /// Notes that a name is used as a value.
    fn note_name(&self, name: Symbol) {
        match self.scope.find(name) {
            Some(Binding::Scalar(var, _)) => self.note_read(var),
            Some(Binding::PointerVariable(name, _)) => self.note_read(&pointer_itself(*name)),
            _ => {}
        }
    }

    /// The variables behind a name, also where it is a pointer that is a variable.
    pub(super) fn variables_behind(&self, binding: &Binding) -> Vec<Var> {
        let target = match binding {
            Binding::PointerVariable(name, _) => self.known.pointer(*name).cloned(),
            _ => None,
        };
        let target = target.map(Binding::Pointer);
        let binding = target.as_ref().unwrap_or(binding);
        let mut vars: Vec<Var> = binding.vars().into_iter().cloned().collect();
        for name in binding.addresses() {
            let behind = self.known.pointer(name).into_iter();
            vars.extend(behind.flat_map(Pointer::vars).cloned());
        }
        vars
    }

    /// The place with indices that mean the same once these variables are written.
    pub(super) fn steady_place(
        &mut self,
        place: Place,
        written: &[&Var],
        origin: Origin,
    ) -> Reads<Place> {
        Ok(match place {
            Place::Element { array, indices } => {
                let mut kept = Vec::new();
                for index in indices {
                    kept.push(self.frozen(index, written, origin)?);
                }
                Place::Element {
                    array,
                    indices: kept,
                }
            }
            other => other,
        })
    }
}

pub(super) fn unordered(span: &Span) -> Problem {
    let what = "an expression whose meaning depends on which of its parts comes first";
    Problem::unsupported(span, what).hint("C does not say it; write two statements")
}
