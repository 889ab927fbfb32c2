//! What C leaves undefined without saying so at the place: signed overflow, and reading what was never
//! written.
//!
//! Both are *presumed* not to happen: a run in which one does is a failure, and a proof shows that none
//! does or says that it assumes so. Whether a variable has been written is known while the text is read,
//! most often; where it is not, the process has a variable beside it that says so, its *mark* (of an
//! array, an array of marks). Marks are kept by [`Lowering::emit`] alone, which every write goes through,
//! so that no kind of write can forget them.

use logic::{Node, Op, Sort, Term, Var};
use program::Origin;
use program::system::{Action, NoMessage, OperationKind, Presumption};

use crate::Undefined;
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Binary, Scalar};

use super::Lowering;
use super::inputs::of_type;
use super::places::Place;
use super::value::{self, Value};

/// The words for a value that does not fit its type.
pub(crate) const OVERFLOW: &str = "signed overflow";
/// The words for reading what was never written.
pub(crate) const UNWRITTEN: &str = "read of what was never written";

/// The sort of the mark of a variable of a sort.
fn mark_sort(sort: &Sort) -> Sort {
    match sort {
        Sort::Array(array) => Sort::array(array.index.clone(), mark_sort(&array.element)),
        _ => Sort::Bool,
    }
}

/// The mark that is the same everywhere.
fn constant_mark(sort: &Sort, is_written: bool) -> Term {
    match sort {
        Sort::Array(array) => Term::const_array(
            array.index.clone(),
            constant_mark(&array.element, is_written),
        ),
        _ => Term::bool(is_written),
    }
}

/// The mark of a variable.
pub(super) fn mark_of(var: &Var) -> Var {
    Var::new(
        format!("{}.written$", var.name).as_str(),
        mark_sort(&var.sort),
    )
}

/// A step that may find nothing, or nothing that a status speaks of: each variable of a status, with the
/// formula that it says something.
pub(super) struct Attempt(Vec<(Var, Term)>);

impl Attempt {
    /// The attempt that an action is, where operations other than receives may be completed, or not.
    pub(super) fn of(action: &Action, has_others: bool) -> Option<Self> {
        let found = |var: &Option<Var>| match var {
            Some(var) => Term::ne(var.term(), Term::int(0)),
            None => Term::top(),
        };
        let (statuses, found) = match action {
            Action::Complete(completion) if has_others || !completion.waits => {
                (&completion.statuses[..], found(&completion.done_into))
            }
            Action::Probe {
                status,
                waits: false,
                found_into,
                ..
            } => (std::slice::from_ref(status), found(found_into)),
            _ => return None,
        };
        let mut all = Vec::new();
        for status in statuses {
            // What is completed may have been no receive.
            let is_told = status.source.as_ref().map_or_else(Term::top, |source| {
                Term::ne(source.term(), Term::int(NoMessage::UNTOLD))
            });
            let is_told = Term::and([found.clone(), is_told]);
            all.extend(status.vars().map(|var| (var.clone(), is_told.clone())));
        }
        Some(Attempt(all))
    }
}

impl Lowering<'_, '_> {
    /// A status says something only where something was found, and that was received.
    pub(super) fn mark_attempt(&mut self, attempt: Option<Attempt>, origin: Origin) -> Reads<()> {
        let Some(Attempt(told)) = attempt.filter(|_| self.here.is_some()) else {
            return Ok(());
        };
        if self.context.options.uninitialised == Undefined::Assumed {
            return Ok(());
        }
        for (var, is_told) in told {
            self.known.unwritten.insert(var.clone());
            if self.context.marked.contains(&var) {
                let mark = self.mark(&var, origin);
                self.step_on(Action::Assign(mark, is_told), origin)?;
            }
        }
        Ok(())
    }

    /// Presumes that a formula holds wherever the part of the expression is evaluated that is being read.
    fn presume(
        &mut self,
        formula: Term,
        what: Presumption,
        span: &Span,
        claim: &'static str,
    ) -> Reads<()> {
        let option = match what {
            Presumption::NoOverflow => self.context.options.overflow,
            Presumption::Initialised => self.context.options.uninitialised,
        };
        if self.is_annotation || formula.is_true() {
            return Ok(());
        }
        match option {
            Undefined::Denied => self.oblige(formula, span, claim),
            Undefined::Assumed => {
                self.uses.assumed.insert(what);
                Ok(())
            }
            Undefined::Presumed => {
                let formula = Term::implies(Term::and(self.guards.iter().cloned()), formula);
                if formula.is_true() {
                    return Ok(());
                }
                let origin = self.spans.noted(span, claim);
                self.emit(Action::Presume(formula, what), origin)
            }
        }
    }

    /// Presumes that the result of an operator fits its type.
    pub(super) fn fits(
        &mut self,
        operator: Binary,
        (left, right): (&Value, &Value),
        result: &Value,
        span: &Span,
    ) -> Reads<()> {
        let is_shift = matches!(operator, Binary::ShiftLeft | Binary::ShiftRight);
        if let (true, Scalar::Integer { bits, .. }) = (is_shift, result.scalar)
            && let Some(by) = right.literal()
            && !(0..i64::from(bits)).contains(&by)
        {
            self.oblige(Term::bottom(), span, "shift by more bits than there are")?;
        }
        let range = value::range(result.scalar).filter(|_| value::may_overflow(result.scalar));
        let Some((least, most)) = range else {
            return Ok(());
        };
        let (least, most) = (Term::int(least), Term::int(most));
        let number = result.number();
        let above = || Term::le(number.clone(), most.clone());
        let below = || Term::le(least.clone(), number.clone());
        let formula = match operator {
            Binary::Add => match (left.literal(), right.literal()) {
                (Some(by), None) | (None, Some(by)) if by >= 0 => above(),
                (Some(_), None) | (None, Some(_)) => below(),
                _ => Term::and([below(), above()]),
            },
            Binary::Subtract => match (left.literal(), right.literal()) {
                (None, Some(by)) if by >= 0 => below(),
                (None, Some(_)) => above(),
                (Some(from), None) if from >= 0 => above(),
                (Some(_), None) => below(),
                _ => Term::and([below(), above()]),
            },
            Binary::Multiply => Term::and([below(), above()]),
            // Only the least number divided by -1 has no quotient, and so no remainder.
            Binary::Divide | Binary::Remainder if right.literal().is_none_or(|by| by == -1) => {
                let is_least = Term::eq(left.number(), least);
                Term::not(Term::and([
                    is_least,
                    Term::eq(right.number(), Term::int(-1)),
                ]))
            }
            Binary::ShiftLeft => Term::and([Term::le(Term::int(0), left.number()), above()]),
            _ => return Ok(()),
        };
        self.presume(formula, Presumption::NoOverflow, span, OVERFLOW)
    }

    /// A value converted to a type, presuming that it has such a value: a real number that is too large
    /// for an integer type has none.
    pub(super) fn converted(&mut self, value: &Value, to: Scalar, span: &Span) -> Reads<Value> {
        let result = value.convert(to);
        if *value.term.sort() == Sort::Real
            && let Some((least, most)) = value::range(to).filter(|_| to != Scalar::Bool)
        {
            let whole = value::truncated(value.term.clone());
            let inside = Term::and([
                Term::le(Term::int(least), whole.clone()),
                Term::le(whole, Term::int(most)),
            ]);
            self.presume(inside, Presumption::NoOverflow, span, OVERFLOW)?;
        }
        Ok(result)
    }

    /// MPI computes with numbers of a type that can leave their range, unseen.
    pub(super) fn computes_unseen(&mut self, scalar: Scalar, span: &Span) -> Reads<()> {
        if !value::may_overflow(scalar) {
            return Ok(());
        }
        if self.context.options.overflow == Undefined::Denied {
            let what = "a sum or product of integers that MPI computes, with `--overflow deny`,";
            return Err(Problem::unsupported(span, what));
        }
        self.uses.assumed.insert(Presumption::NoOverflow);
        Ok(())
    }

    /// Notes that a variable has no value yet.
    pub(super) fn unwritten(&mut self, var: &Var, origin: Origin) -> Reads<()> {
        if self.context.options.uninitialised == Undefined::Assumed {
            self.uses.assumed.insert(Presumption::Initialised);
            return Ok(());
        }
        self.known.unwritten.insert(var.clone());
        if self.context.marked.contains(var) {
            let none = constant_mark(&var.sort, false);
            let mark = self.mark(var, origin);
            self.step_on(Action::Assign(mark, none), origin)?;
        }
        Ok(())
    }

    /// Presumes that what a place holds was written.
    pub(super) fn is_written(&mut self, place: &Place, span: &Span) -> Reads<()> {
        if self.is_annotation || self.copies_memory || place.scalar() == Scalar::UNSIGNED_CHAR {
            return Ok(());
        }
        let (var, indices) = match place {
            Place::Variable(var, _) => (var, &[][..]),
            Place::Element { array, indices } => (&array.var, &indices[..]),
        };
        if !self.known.unwritten.contains(var) {
            return Ok(());
        }
        if !self.context.marked.contains(var) {
            self.uses.marked.insert(var.clone());
            return Ok(());
        }
        if let (Place::Variable(..), true) = (place, self.guards.is_empty()) {
            // From here on it was written, or the run has failed.
            self.known.unwritten.remove(var);
        }
        let mark = indices
            .iter()
            .cloned()
            .fold(mark_of(var).term(), Term::select);
        self.presume(mark, Presumption::Initialised, span, UNWRITTEN)
    }

    /// What an `unsigned char` holds. Where nothing was written, that is any character, another one each
    /// time.
    pub(super) fn perhaps_any(&mut self, place: &Place, held: Term, span: &Span) -> Reads<Term> {
        let var = place.var();
        let is_open = place.scalar() == Scalar::UNSIGNED_CHAR && self.known.unwritten.contains(var);
        if !is_open || self.is_annotation || self.copies_memory {
            return Ok(held);
        }
        if !self.context.marked.contains(var) {
            self.uses.marked.insert(var.clone());
            return Ok(held);
        }
        let origin = self.origin(span);
        let any = self.any(Sort::Int, Scalar::UNSIGNED_CHAR, span)?.term;
        let is_character = of_type(&any, Scalar::UNSIGNED_CHAR);
        self.emit(Action::Assume(is_character), origin)?;
        let mark = mark_of(var).term();
        let mark = match place {
            Place::Variable(..) => mark,
            Place::Element { indices, .. } => indices.iter().cloned().fold(mark, Term::select),
        };
        Ok(Term::ite(mark, held, any))
    }

    /// The mark of a variable, which is declared if it is new.
    fn mark(&mut self, var: &Var, origin: Origin) -> Var {
        let mark = mark_of(var);
        let own = format!("p[{}].", self.rank);
        let name = mark.name.as_str();
        let name = name.strip_prefix(&own).unwrap_or(name).to_owned();
        // Where nothing else is said, a variable was written.
        let all = constant_mark(&var.sort, true);
        self.declare(&name, mark.sort.clone(), Some(all), origin)
    }

    /// The marks of what a variable gets. What stays of it keeps its marks, and a copy of memory is as
    /// much written as the memory; everything else was computed from what was read, and is written.
    fn marks_in(&mut self, term: &Term, target: &Var) -> Term {
        match term.node() {
            Node::Var(var)
                if self.known.unwritten.contains(var) && (var == target || self.copies_memory) =>
            {
                if self.context.marked.contains(var) {
                    return mark_of(var).term();
                }
                if var != target {
                    self.uses.marked.insert(var.clone());
                }
                constant_mark(&var.sort, false)
            }
            Node::App(Op::Store, parts) => {
                let array = self.marks_in(&parts[0], target);
                let value = self.marks_in(&parts[2], target);
                Term::store(array, parts[1].clone(), value)
            }
            Node::App(Op::Copy, parts) => {
                let array = self.marks_in(&parts[0], target);
                let source = self.marks_in(&parts[2], target);
                let [at, from, count] = [1, 3, 4].map(|part| parts[part].clone());
                Term::copy(array, at, source, from, count)
            }
            Node::App(Op::Select, parts) => {
                Term::select(self.marks_in(&parts[0], target), parts[1].clone())
            }
            Node::App(Op::Ite, parts) => {
                let a = self.marks_in(&parts[1], target);
                let b = self.marks_in(&parts[2], target);
                Term::ite(parts[0].clone(), a, b)
            }
            _ => constant_mark(term.sort(), true),
        }
    }

    /// Reads what copies one piece of memory to another, which C allows whether or not it was written.
    pub(super) fn copying<T>(
        &mut self,
        (from, to): (&Var, &Var),
        origin: Origin,
        copy: impl FnOnce(&mut Self) -> Reads<T>,
    ) -> Reads<T> {
        let is_new = self.known.unwritten.contains(from) && self.known.unwritten.insert(to.clone());
        if is_new && self.context.marked.contains(to) {
            let all = constant_mark(&to.sort, true);
            let mark = self.mark(to, origin);
            self.step_on(Action::Assign(mark, all), origin)?;
        }
        let before = std::mem::replace(&mut self.copies_memory, true);
        let result = copy(self);
        self.copies_memory = before;
        result
    }

    /// What becomes of the mark of a variable that is about to be set to a term; none where the variable
    /// has none.
    fn marking(&mut self, var: &Var, value: Option<&Term>, origin: Origin) -> Option<(Var, Term)> {
        if !self.known.unwritten.contains(var) {
            return None;
        }
        let marks = match value {
            Some(value) if value.sort().carrier() == var.sort.carrier() => {
                self.marks_in(value, var)
            }
            _ => constant_mark(&var.sort, true),
        };
        if marks == constant_mark(&var.sort, true) {
            self.known.unwritten.remove(var);
        }
        let is_marked = self.context.marked.contains(var);
        is_marked.then(|| (self.mark(var, origin), marks))
    }

    /// Keeps the marks of what an action writes: the steps that do so come first, since indices mean
    /// what they mean before the action. What is written when something is completed is marked then.
    pub(super) fn keep_marks(&mut self, mut action: Action, origin: Origin) -> Reads<Action> {
        if self.known.unwritten.is_empty() {
            return Ok(action);
        }
        let delivered = match &mut action {
            Action::Collective(collective) => Some(&mut collective.deliver),
            Action::Begin { operation, .. } => match &mut operation.kind {
                OperationKind::Receive { deliver, .. } => Some(deliver),
                OperationKind::Collective(collective) => Some(&mut collective.deliver),
                OperationKind::Send { .. } | OperationKind::Nothing { .. } => None,
            },
            _ => None,
        };
        if let Some(deliver) = delivered {
            let mut all = Vec::new();
            for (var, value) in std::mem::take(deliver) {
                all.extend(self.marking(&var, Some(&value), origin));
                all.push((var, value));
            }
            *deliver = all;
        }
        let value = match &action {
            Action::Assign(_, value) => Some(value.clone()),
            _ => None,
        };
        let is_delivered = matches!(action, Action::Collective(_));
        let written: Vec<Var> = action.writes().into_iter().cloned().collect();
        for var in written.iter().filter(|_| !is_delivered) {
            if let Some((mark, marks)) = self.marking(var, value.as_ref(), origin)
                && marks != mark.term()
            {
                self.step_on(Action::Assign(mark, marks), origin)?;
            }
        }
        Ok(action)
    }
}
