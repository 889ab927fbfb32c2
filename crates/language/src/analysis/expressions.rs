//! Expressions to terms.

use logic::{Quantifier, Sort, Symbol, Term, Var};

use super::claims::Aliases;
use super::globals::Globals;
use super::members::Members;
use super::scope::{Local, Role, Scope};
use super::types;
use crate::Span;
use crate::diagnostic::{Diagnostic, Sink, quote};
use crate::syntax::{Binder, Expr, ExprKind, Name, UnaryOp};

/// Where an expression stands, which decides what it may speak of.
#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    /// In a statement: everything.
    Statement,
    /// The value that a variable starts with: constants and parameters.
    Initial,
    /// The condition on a constant: constants.
    Constant,
    /// The bound of a range: nothing.
    Bound,
    /// An argument for a parameter: constants.
    Argument,
    /// A clause of a claim: constants and `alias.x`.
    Claim(&'a Aliases<'a>),
    /// A formula about processes: variables of any process, as `p[1].x`.
    Processes(&'a Members),
}

/// A term and, where it consists of integer literals only, what it is among the reals: `1/3` is
/// zero as an integer, but a third where a real is asked for.
pub(super) struct Typed {
    pub(super) term: Term,
    pub(super) real: Option<Term>,
}

impl From<Term> for Typed {
    fn from(term: Term) -> Self {
        Typed { term, real: None }
    }
}

impl Typed {
    pub(super) fn sort(&self) -> &Sort {
        self.term.sort()
    }

    /// The same number as a real.
    pub(super) fn widened(self) -> Term {
        match self.real {
            Some(real) => real,
            None if *self.term.sort() == Sort::Real => self.term,
            None => Term::to_real(self.term),
        }
    }
}

/// Turns expressions into terms.
pub(super) struct Elaborator<'a, 's> {
    pub(super) globals: &'a Globals<'a>,
    pub(super) scope: &'s mut Scope,
    pub(super) place: Place<'s>,
    pub(super) sink: &'s mut Sink,
}

impl<'a, 's> Elaborator<'a, 's> {
    pub(super) fn new(
        globals: &'a Globals<'a>,
        scope: &'s mut Scope,
        place: Place<'s>,
        sink: &'s mut Sink,
    ) -> Self {
        Elaborator {
            globals,
            scope,
            place,
            sink,
        }
    }

    pub(super) fn error(&mut self, diagnostic: Diagnostic) {
        self.sink.push(diagnostic);
    }

    /// A formula.
    pub(super) fn formula(&mut self, expr: &Expr) -> Option<Term> {
        self.of_sort(expr, &Sort::Bool)
    }

    /// An integer.
    pub(super) fn integer(&mut self, expr: &Expr) -> Option<Term> {
        self.of_sort(expr, &Sort::Int)
    }

    /// A term whose values are computed in a sort; integers become reals where need be.
    pub(super) fn of_sort(&mut self, expr: &Expr, sort: &Sort) -> Option<Term> {
        let typed = self.typed(expr, Some(sort))?;
        if typed.sort().carrier() == sort.carrier() {
            return Some(typed.term);
        }
        if *sort == Sort::Real && typed.sort().is_integer() {
            return Some(typed.widened());
        }
        let (wanted, found) = (sort.clone(), typed.sort().clone());
        self.mismatch(expr.span, &wanted, &found);
        None
    }

    fn mismatch(&mut self, span: Span, wanted: &Sort, found: &Sort) {
        let message = format!("expected {}, found {}", described(wanted), described(found));
        let hint = match (wanted, found) {
            (Sort::Bool, found) if found.is_integer() => Some("compare it: `… != 0`"),
            (wanted, Sort::Bool) if wanted.is_integer() => Some("write `… ? 1 : 0`"),
            (wanted, Sort::Real) if wanted.is_integer() => Some("round it: `floor(…)`"),
            (Sort::Array(_), Sort::Array(_)) => Some("arrays have the same type or none"),
            _ => None,
        };
        let error = Diagnostic::error(span, message).label(format!("this is {}", described(found)));
        self.error(error.maybe_hint(hint.map(str::to_owned)));
    }

    /// A term of any sort. Where the sort that is wanted is known, it helps with what has no sort
    /// of its own; whether the term has it is for the caller to check.
    pub(super) fn typed(&mut self, expr: &Expr, wanted: Option<&Sort>) -> Option<Typed> {
        logic::recursion::guard(|| self.typed_here(expr, wanted))
    }

    fn typed_here(&mut self, expr: &Expr, wanted: Option<&Sort>) -> Option<Typed> {
        match &expr.kind {
            ExprKind::Int(value) => {
                let real = Term::real(value.clone());
                Some(Typed {
                    term: Term::int(value.clone()),
                    real: Some(real),
                })
            }
            ExprKind::Decimal(value) => Some(Term::real(value.clone()).into()),
            ExprKind::Bool(value) => Some(Term::bool(*value).into()),
            ExprKind::Name(name) => self
                .name(Name {
                    text: *name,
                    span: expr.span,
                })
                .map(Typed::from),
            ExprKind::Qualified(alias, name) => self.qualified(*alias, *name).map(Typed::from),
            ExprKind::Member(base, name) => self.member(base, *name).map(Typed::from),
            ExprKind::Variant(sort, variant) => self.variant(*sort, *variant).map(Typed::from),
            ExprKind::Index(array, index) => self.index(array, index).map(Typed::from),
            ExprKind::Store(array, index, element) => {
                self.store(array, index, element, wanted).map(Typed::from)
            }
            ExprKind::Call(name, arguments) => self
                .call(*name, arguments, expr.span, wanted)
                .map(Typed::from),
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Chain(first, rest) => self.chain(first, rest),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise, wanted)
            }
            ExprKind::Quantified(quantifier, binders, body) => {
                self.quantified(*quantifier, binders, body).map(Typed::from)
            }
            ExprKind::Error => None,
        }
    }

    fn index(&mut self, array: &Expr, index: &Expr) -> Option<Term> {
        let array_term = self.typed(array, None);
        let Some(array_term) = array_term else {
            self.typed(index, None);
            return None;
        };
        let Sort::Array(sort) = array_term.sort().clone() else {
            self.not_an_array(array.span, &array_term);
            return None;
        };
        let index = self.of_sort(index, &sort.index)?;
        Some(Term::select(array_term.term, index))
    }

    fn store(
        &mut self,
        array: &Expr,
        index: &Expr,
        element: &Expr,
        wanted: Option<&Sort>,
    ) -> Option<Term> {
        let array_term = self.typed(array, wanted)?;
        let Sort::Array(sort) = array_term.sort().clone() else {
            self.not_an_array(array.span, &array_term);
            return None;
        };
        let index = self.of_sort(index, &sort.index);
        let element = self.of_sort(element, &sort.element);
        Some(Term::store(array_term.term, index?, element?))
    }

    pub(super) fn not_an_array(&mut self, span: Span, found: &Typed) {
        let found = described(found.sort());
        let message = format!("only an array has elements, and this is {found}");
        self.error(Diagnostic::error(span, message));
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) -> Option<Typed> {
        match op {
            UnaryOp::Not => Some(Term::not(self.formula(operand)?).into()),
            UnaryOp::Minus => {
                let typed = self.number(operand)?;
                Some(Typed {
                    term: Term::neg(typed.term),
                    real: typed.real.map(Term::neg),
                })
            }
        }
    }

    /// An integer or real.
    pub(super) fn number(&mut self, expr: &Expr) -> Option<Typed> {
        let typed = self.typed(expr, None)?;
        if typed.sort().is_arithmetic() {
            return Some(typed);
        }
        let found = described(typed.sort());
        let error = Diagnostic::error(expr.span, format!("expected a number, found {found}"));
        self.error(error.label(format!("this is {found}")));
        None
    }

    fn conditional(
        &mut self,
        condition: &Expr,
        then: &Expr,
        otherwise: &Expr,
        wanted: Option<&Sort>,
    ) -> Option<Typed> {
        let condition = self.formula(condition);
        let sides = self.alike(then, otherwise, wanted);
        let (condition, (then, otherwise)) = (condition?, sides?);
        let real = match (&then.real, &otherwise.real) {
            (Some(a), Some(b)) => Some(Term::ite(condition.clone(), a.clone(), b.clone())),
            _ => None,
        };
        Some(Typed {
            term: Term::ite(condition, then.term, otherwise.term),
            real,
        })
    }

    /// Two expressions of one sort.
    pub(super) fn alike(
        &mut self,
        a: &Expr,
        b: &Expr,
        wanted: Option<&Sort>,
    ) -> Option<(Typed, Typed)> {
        // What has no sort of its own takes that of the other side.
        let b_first = wanted.is_none() && is_constant_array(a);
        let (left, right) = if b_first {
            let right = self.typed(b, None);
            let sort = right.as_ref().map(|typed| typed.sort().clone());
            (self.typed(a, sort.as_ref()), right)
        } else {
            let left = self.typed(a, wanted);
            let sort = left.as_ref().map(|typed| typed.sort().clone());
            (left, self.typed(b, wanted.or(sort.as_ref())))
        };
        let (left, right) = (left?, right?);
        if left.sort().carrier() == right.sort().carrier() {
            return Some((left, right));
        }
        if left.sort().is_arithmetic() && right.sort().is_arithmetic() {
            return Some((left.widened().into(), right.widened().into()));
        }
        let message = format!(
            "the two sides have different types: {} and {}",
            described(left.sort()),
            described(right.sort())
        );
        let error = Diagnostic::error(a.span.to(b.span), message);
        let error = error
            .also(a.span, format!("this is {}", described(left.sort())))
            .also(b.span, format!("this is {}", described(right.sort())));
        self.error(error);
        None
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        binders: &[Binder],
        body: &Expr,
    ) -> Option<Term> {
        let entered = self.scope.enter();
        let mut vars = Vec::new();
        let mut clear = true;
        for binder in binders {
            let var = types::sort(&binder.ty, self.globals, self.sink)
                .map(|sort| Var::new(binder.name.text, sort));
            clear &= var.is_some();
            vars.extend(var.clone());
            clear &= self.bind(
                binder.name,
                Local {
                    var,
                    role: Role::Bound,
                    span: binder.name.span,
                },
            );
        }
        let body = self.formula(body);
        self.scope.leave(entered);
        let body = body?;
        clear.then(|| Term::quantified(quantifier, vars, body))
    }
}

fn is_constant_array(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Call(name, _) => name.text == Symbol::new("constant"),
        ExprKind::Store(array, _, _) => is_constant_array(array),
        _ => false,
    }
}

/// A sort as it is named in messages.
pub(super) fn described(sort: &Sort) -> String {
    match sort {
        Sort::Bool => "a truth value (bool)".to_owned(),
        Sort::Int => "an integer (int)".to_owned(),
        Sort::Real => "a real number (real)".to_owned(),
        Sort::Range(range) => format!("an integer ({}..={})", range.low(), range.high()),
        Sort::Enum(sort) => format!("a value of {}", quote(sort.name().as_str())),
        sort @ (Sort::Array(_) | Sort::BitVec(_)) => format!("an {sort}"),
    }
}
