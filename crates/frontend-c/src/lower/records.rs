//! Structs: a variable for each member, and for each member of the structs of an array an array.

use logic::{Symbol, Term, Var};
use program::system::Action;

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Declaration, Expression, ExpressionKind, RecordKind, Scalar, Unary};

use super::Lowering;
use super::order::pointer_itself;
use super::places::Place;
use super::scope::{Array, Pointer};

/// The variables of a struct, or those of an array of structs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Record {
    pub(super) kind: RecordKind,
    pub(super) members: Vec<(Symbol, Member)>,
}

/// What a member is kept in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Member {
    /// The number of a struct.
    Number(Var, Scalar),
    /// The array of a struct.
    Array(Array),
    /// The numbers of the structs of an array.
    Numbers(Array),
    /// The arrays of the structs of an array; the first index is that of the struct.
    Arrays(Array),
    /// The pointer of a struct: where it leads is known by this name.
    Address(Symbol, Scalar),
    Record(Record),
}

/// The member that an expression stands for.
pub(super) enum Found {
    Place(Place),
    Array(Pointer),
    Address(Symbol, Scalar),
    Record(Record, Term),
}

impl Record {
    /// All its variables, but those behind its pointers.
    pub(super) fn vars(&self) -> Vec<&Var> {
        let mut vars = Vec::new();
        for (_, member) in &self.members {
            match member {
                Member::Number(var, _) => vars.push(var),
                Member::Array(array) | Member::Numbers(array) | Member::Arrays(array) => {
                    vars.push(&array.var);
                }
                Member::Address(..) => {}
                Member::Record(inner) => vars.extend(inner.vars()),
            }
        }
        vars
    }

    /// All its arrays.
    pub(super) fn arrays(&self) -> Vec<&Array> {
        let mut arrays = Vec::new();
        for (_, member) in &self.members {
            match member {
                Member::Array(array) | Member::Numbers(array) | Member::Arrays(array) => {
                    arrays.push(array);
                }
                Member::Number(..) | Member::Address(..) => {}
                Member::Record(inner) => arrays.extend(inner.arrays()),
            }
        }
        arrays
    }

    /// How many structs there are, where it is an array of them.
    pub(super) fn count(&self) -> Option<&Term> {
        self.members.iter().find_map(|(_, member)| match member {
            Member::Numbers(array) | Member::Arrays(array) => array.sizes.first(),
            Member::Record(inner) => inner.count(),
            Member::Number(..) | Member::Array(_) | Member::Address(..) => None,
        })
    }

    /// The names of its pointers.
    pub(super) fn addresses(&self) -> Vec<Symbol> {
        let mut names = Vec::new();
        for (_, member) in &self.members {
            match member {
                Member::Address(name, _) => names.push(*name),
                Member::Record(inner) => names.extend(inner.addresses()),
                _ => {}
            }
        }
        names
    }

    fn member(&self, name: Symbol) -> Option<&Member> {
        let mut members = self.members.iter();
        members.find_map(|(own, member)| (*own == name).then_some(member))
    }
}

impl Lowering<'_, '_> {
    /// `s.x` or `p->x`; none where the expression in front is no struct.
    pub(super) fn member(
        &mut self,
        inner: &Expression,
        name: Symbol,
        span: &Span,
    ) -> Reads<Option<Found>> {
        if self.record_type(inner).is_none() {
            return Ok(None);
        }
        let (record, offset) = self.record_value(inner)?;
        let Some(member) = record.member(name) else {
            let message = format!("there is no member `{name}`");
            return Err(Problem::wrong(span, message));
        };
        Ok(Some(match member {
            Member::Number(var, scalar) => {
                let pointer = Pointer::Scalar(var.clone(), *scalar);
                Found::Place(self.element(pointer, offset, span)?)
            }
            Member::Numbers(array) => {
                let pointer = Pointer::Cell {
                    array: array.clone(),
                    index: offset,
                };
                Found::Place(self.element(pointer, Term::int(0), span)?)
            }
            Member::Array(array) => {
                let is_there = Term::eq(offset, Term::int(0));
                self.oblige(is_there, span, "index out of bounds")?;
                Found::Array(Pointer::Element {
                    array: array.clone(),
                    rows: Vec::new(),
                    offset: Term::int(0),
                })
            }
            // Whoever looks at an element of the row looks whether there is such a row.
            Member::Arrays(array) => Found::Array(Pointer::Element {
                array: array.clone(),
                rows: vec![offset],
                offset: Term::int(0),
            }),
            Member::Address(key, scalar) => {
                let is_there = Term::eq(offset, Term::int(0));
                self.oblige(is_there, span, "index out of bounds")?;
                Found::Address(*key, *scalar)
            }
            Member::Record(inner) => Found::Record(inner.clone(), offset),
        }))
    }

    /// The struct that an expression stands for, as the first one of its array and an index.
    pub(super) fn record_value(&mut self, expression: &Expression) -> Reads<(Record, Term)> {
        let span = &expression.span;
        let found = match &expression.kind {
            ExpressionKind::Unary(Unary::Target, inner) => self.pointer(inner)?,
            ExpressionKind::Name(_) | ExpressionKind::Index(..) | ExpressionKind::Member(..) => {
                self.address(expression)?
            }
            ExpressionKind::Call(name, arguments) => {
                return Ok((self.called_record(*name, arguments, span)?, Term::int(0)));
            }
            ExpressionKind::Literal(Scalar::Record(kind), initial) => {
                let record = self.record_literal(*kind, initial, span)?;
                return Ok((record, Term::int(0)));
            }
            ExpressionKind::Assign(None, left, right) => {
                return self.record_assignment(left, right, span);
            }
            ExpressionKind::Comma(left, right) => {
                self.effect(left)?;
                return self.record_value(right);
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                return self.record_choice(condition, then, otherwise, span);
            }
            _ => return Err(Problem::unsupported(span, "a struct given like this")),
        };
        match found {
            Pointer::Record(record, offset) => Ok((record, offset)),
            _ => Err(Problem::wrong(span, "this is no struct")),
        }
    }

    /// `s = t` for structs.
    pub(super) fn record_assignment(
        &mut self,
        left: &Expression,
        right: &Expression,
        span: &Span,
    ) -> Reads<(Record, Term)> {
        let (into, located) = self.traced(|it| it.record_value(left))?;
        let (from, computed) = self.traced(|it| it.record_value(right))?;
        let writes_it = into.0.vars().iter().any(|var| computed.writes(var));
        if located.conflicts_with(&computed) || writes_it {
            return Err(super::order::unordered(span));
        }
        let origin = self.origin(span);
        let into = self.steady_record(into, origin)?;
        self.copy(&from, &into, span)?;
        Ok(into)
    }

    fn record_choice(
        &mut self,
        condition: &Expression,
        then: &Expression,
        otherwise: &Expression,
        span: &Span,
    ) -> Reads<(Record, Term)> {
        let formula = self.truth(condition)?;
        let Some(kind) = self.record_type(then) else {
            return Err(Problem::unsupported(span, "a choice between these values"));
        };
        let origin = self.origin(span);
        let chosen = (self.record_temporary(kind, span)?, Term::int(0));
        let part = |it: &mut Self, part: &Expression| {
            let from = it.record_value(part)?;
            it.copy(&from, &chosen, span)
        };
        self.branch(
            &formula,
            origin,
            |it| part(it, then),
            |it| part(it, otherwise),
        )?;
        Ok(chosen)
    }

    /// Copies a struct, member by member.
    pub(super) fn copy(
        &mut self,
        (from, at): &(Record, Term),
        (into, to): &(Record, Term),
        span: &Span,
    ) -> Reads<()> {
        if from.kind != into.kind {
            return Err(Problem::wrong(span, "these are structs of different types"));
        }
        let origin = self.origin(span);
        let written: Vec<Var> = into.vars().into_iter().cloned().collect();
        let written: Vec<&Var> = written.iter().collect();
        let at = &self.frozen(at.clone(), &written, origin)?;
        let to = &self.frozen(to.clone(), &written, origin)?;
        for ((_, source), (_, target)) in from.members.iter().zip(&into.members) {
            if let (Member::Record(source), Member::Record(target)) = (source, target) {
                self.copy(
                    &(source.clone(), at.clone()),
                    &(target.clone(), to.clone()),
                    span,
                )?;
                continue;
            }
            if let (Member::Address(source, _), Member::Address(target, _)) = (source, target) {
                match self.pointer_of(*source, span) {
                    Ok(pointer) => self.point(*target, pointer, origin)?,
                    // It was never set, or in different ways; whoever uses the copy is told so.
                    Err(_) => {
                        self.note_written(&pointer_itself(*target));
                        self.known.unpoint(*target);
                    }
                }
                continue;
            }
            if source.is_array() && !self.context.held.is_empty() {
                let what = "copying an array in a program with nonblocking communication";
                return Err(Problem::unsupported(span, what));
            }
            let (Some(a), Some(b)) = (source.var(), target.var()) else {
                return Err(Problem::unsupported(span, "this member as a value"));
            };
            self.copying((a, b), origin, |it| {
                let value = it.member_term(source, at, span)?;
                it.set_member(target, to, value, span)
            })?;
        }
        Ok(())
    }

    /// The whole value of a member that is a number or an array.
    fn member_term(&mut self, member: &Member, at: &Term, span: &Span) -> Reads<Term> {
        match member {
            Member::Number(var, scalar) => {
                let pointer = Pointer::Scalar(var.clone(), *scalar);
                let place = self.element(pointer, at.clone(), span)?;
                Ok(self.read(&place, span)?.number())
            }
            Member::Numbers(array) => {
                let pointer = Pointer::Cell {
                    array: array.clone(),
                    index: at.clone(),
                };
                let place = self.element(pointer, Term::int(0), span)?;
                Ok(self.read(&place, span)?.number())
            }
            Member::Array(array) => {
                self.note_read(&array.var);
                Ok(array.var.term())
            }
            Member::Arrays(array) => {
                self.is_row(array, at, span)?;
                self.note_read(&array.var);
                Ok(Term::select(array.var.term(), at.clone()))
            }
            Member::Address(..) | Member::Record(_) => {
                Err(Problem::unsupported(span, "this member as a value"))
            }
        }
    }

    fn set_member(&mut self, member: &Member, at: &Term, value: Term, span: &Span) -> Reads<()> {
        let origin = self.origin(span);
        match member {
            Member::Number(var, scalar) => {
                let pointer = Pointer::Scalar(var.clone(), *scalar);
                let place = self.element(pointer, at.clone(), span)?;
                self.store(&place, value, origin, span)
            }
            Member::Numbers(array) => {
                let pointer = Pointer::Cell {
                    array: array.clone(),
                    index: at.clone(),
                };
                let place = self.element(pointer, Term::int(0), span)?;
                self.store(&place, value, origin, span)
            }
            Member::Array(array) => self.emit(Action::Assign(array.var.clone(), value), origin),
            Member::Arrays(array) => {
                self.is_row(array, at, span)?;
                let whole = Term::store(array.var.term(), at.clone(), value);
                self.emit(Action::Assign(array.var.clone(), whole), origin)
            }
            Member::Address(..) | Member::Record(_) => {
                Err(Problem::unsupported(span, "setting this member"))
            }
        }
    }

    fn is_row(&mut self, array: &Array, at: &Term, span: &Span) -> Reads<()> {
        let inside = Term::and([
            Term::le(Term::int(0), at.clone()),
            Term::lt(at.clone(), self.settle(&array.sizes[0])),
        ]);
        self.oblige(inside, span, "index out of bounds")
    }

    /// The declaration of the member that an expression names.
    pub(super) fn member_declaration(
        &self,
        inner: &Expression,
        name: Symbol,
    ) -> Option<&Declaration> {
        let kind = self.record_type(inner)?;
        let mut members = self.context.unit.members(kind).iter();
        members.find(|member| member.name == name)
    }

    /// A struct for the part of a statement.
    pub(super) fn record_temporary(&mut self, kind: RecordKind, span: &Span) -> Reads<Record> {
        self.temporaries += 1;
        let name = format!("struct{}${}", kind.0, self.temporaries);
        self.record_parameter(kind, &name, span)
    }
}

impl Member {
    /// The variable that it is kept in.
    fn var(&self) -> Option<&Var> {
        match self {
            Member::Number(var, _) => Some(var),
            Member::Array(array) | Member::Numbers(array) | Member::Arrays(array) => {
                Some(&array.var)
            }
            Member::Address(..) | Member::Record(_) => None,
        }
    }

    fn is_array(&self) -> bool {
        matches!(self, Member::Array(_) | Member::Arrays(_))
    }
}
