//! Expressions to terms.

use logic::{Op, Quantifier, Sort, Symbol, Term, Var};

use super::claims::Aliases;
use super::globals::{BUILT_IN, Global, Globals, duplicate};
use super::scope::{Local, Role, Scope};
use super::types;
use crate::diagnostic::{Diagnostic, Sink, quote};
use crate::syntax::{Binder, Expr, ExprKind, Name, UnaryOp};
use crate::{Span, suggest};

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

    fn name(&mut self, name: Name) -> Option<Term> {
        if let Some(local) = self.scope.get(name.text) {
            if matches!(self.place, Place::Initial) && local.role == Role::Variable {
                let message = format!(
                    "an initial value cannot depend on the variable `{}`",
                    name.text
                );
                let hint = "use constants and parameters, or assign at the start of the program";
                let error = Diagnostic::error(name.span, message).also(local.span, "declared here");
                self.error(error.hint(hint));
                return None;
            }
            return local.var.as_ref().map(Var::term);
        }
        match self.globals.values.get(&name.text) {
            Some((Global::Constant(_), _)) if matches!(self.place, Place::Bound) => {
                let message = format!(
                    "the bound of a range cannot be the constant `{}`",
                    name.text
                );
                let hint = format!(
                    "write a number, or declare an `int` and assume `… <= {}`",
                    name.text
                );
                self.error(Diagnostic::error(name.span, message).hint(hint));
                None
            }
            Some((Global::Constant(var), _)) => Some(var.term()),
            Some((Global::Variant(sort, position), _)) => Some(Term::variant(sort, *position)),
            Some((Global::Function(function), _)) => {
                let count = function.parameters().len();
                let message = format!("`{}` is a function and needs its arguments", name.text);
                let hint = format!("write `{}({})`", name.text, vec!["…"; count].join(", "));
                self.error(Diagnostic::error(name.span, message).hint(hint));
                None
            }
            Some((Global::Unclear, _)) => None,
            None => {
                self.unknown(name);
                None
            }
        }
    }

    fn unknown(&mut self, name: Name) {
        if let Place::Claim(aliases) = self.place {
            let owners = aliases.owners(name.text);
            if !owners.is_empty() {
                let message = format!(
                    "a claim must say whose variable `{}` it speaks of",
                    name.text
                );
                let options: Vec<_> = owners
                    .iter()
                    .map(|alias| format!("`{alias}.{}`", name.text))
                    .collect();
                let hint = format!("did you mean {}?", options.join(" or "));
                self.error(Diagnostic::error(name.span, message).hint(hint));
                return;
            }
        }
        if self.globals.skipped.contains(&name.text) {
            return;
        }
        let message = match self.place {
            Place::Bound => format!("the bound of a range must be a number, not `{}`", name.text),
            _ => format!(
                "there is no {} called {}",
                self.place.things(),
                quote(name.text.as_str())
            ),
        };
        let globals =
            self.globals.values.iter().filter(|(_, (global, _))| {
                matches!(global, Global::Constant(_) | Global::Variant(..))
            });
        let globals = globals.map(|(name, _)| name.as_str());
        let hint = suggest::did_you_mean(name.text.as_str(), self.scope.names().chain(globals));
        self.error(Diagnostic::error(name.span, message).maybe_hint(hint));
    }

    fn qualified(&mut self, alias: Name, name: Name) -> Option<Term> {
        if let Place::Claim(aliases) = self.place {
            return aliases.resolve(alias, name, self.globals, self.sink);
        }
        let span = alias.span.to(name.span);
        let error = Diagnostic::error(span, "only a claim can speak of a program's variables");
        self.error(error.hint(format!("inside a program write `{}`", name.text)));
        None
    }

    fn variant(&mut self, sort: Name, variant: Name) -> Option<Term> {
        let Some((found, _)) = self.globals.enumerations.get(&sort.text) else {
            if !self.globals.skipped.contains(&sort.text) {
                let known = self.globals.enumerations.keys().map(|name| name.as_str());
                let hint = suggest::did_you_mean(sort.text.as_str(), known);
                let message = format!(
                    "there is no enumeration called {}",
                    quote(sort.text.as_str())
                );
                self.error(Diagnostic::error(sort.span, message).maybe_hint(hint));
            }
            return None;
        };
        let found = found.as_ref()?;
        if let Some(position) = found.position(variant.text) {
            return Some(Term::variant(found, position));
        }
        let message = format!(
            "`{}` has no variant {}",
            sort.text,
            quote(variant.text.as_str())
        );
        let known = found.variants().iter().map(|name| name.as_str());
        let hint = suggest::did_you_mean(variant.text.as_str(), known);
        self.error(Diagnostic::error(variant.span, message).maybe_hint(hint));
        None
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

    /// Declares a local name; reports where it is taken.
    pub(super) fn bind(&mut self, name: Name, local: Local) -> bool {
        let taken = self.scope.get(name.text).map(|local| local.span);
        let taken = taken.or(self.globals.values.get(&name.text).map(|(_, span)| *span));
        match taken {
            Some(first) => duplicate(name, first, self.sink),
            None => self.scope.insert(name.text, local),
        }
        taken.is_none()
    }

    fn call(
        &mut self,
        name: Name,
        arguments: &[Expr],
        span: Span,
        wanted: Option<&Sort>,
    ) -> Option<Term> {
        if BUILT_IN.contains(&name.text.as_str()) {
            return self.built_in(name, arguments, span, wanted);
        }
        let function = match self.globals.values.get(&name.text) {
            Some((Global::Function(function), _)) => function.clone(),
            Some((Global::Unclear, _)) => return None,
            found => {
                let found = found.is_some() || self.scope.get(name.text).is_some();
                self.no_function(name, found);
                arguments
                    .iter()
                    .for_each(|argument| drop(self.typed(argument, None)));
                return None;
            }
        };
        let parameters = function.parameters();
        if !self.arity(name, span, parameters.len(), arguments.len()) {
            return None;
        }
        let terms: Vec<_> = arguments
            .iter()
            .zip(parameters)
            .map(|(argument, sort)| self.of_sort(argument, sort))
            .collect();
        Some(Term::apply(
            &function,
            terms.into_iter().collect::<Option<_>>()?,
        ))
    }

    fn no_function(&mut self, name: Name, is_something_else: bool) {
        let error = if is_something_else {
            let message = format!("`{}` is not a function", name.text);
            Diagnostic::error(name.span, message).hint("an element of an array is written `a[i]`")
        } else if self.globals.skipped.contains(&name.text) {
            return;
        } else {
            let functions = self
                .globals
                .functions
                .iter()
                .map(|function| function.name().as_str());
            let known = functions.chain(BUILT_IN);
            let hint = suggest::did_you_mean(name.text.as_str(), known)
                .unwrap_or_else(|| format!("declare it: `fn {}(int) -> int;`", name.text));
            let message = format!("there is no function called {}", quote(name.text.as_str()));
            Diagnostic::error(name.span, message).hint(hint)
        };
        self.error(error);
    }

    fn arity(&mut self, name: Name, span: Span, wanted: usize, found: usize) -> bool {
        if wanted != found {
            let plural = if wanted == 1 { "" } else { "s" };
            let message = format!(
                "`{}` takes {wanted} argument{plural}, found {found}",
                name.text
            );
            self.error(Diagnostic::error(span, message));
        }
        wanted == found
    }

    /// The functions that the logic has and the language has no sign for.
    fn built_in(
        &mut self,
        name: Name,
        arguments: &[Expr],
        span: Span,
        wanted: Option<&Sort>,
    ) -> Option<Term> {
        if name.text == Symbol::new("distinct") {
            return self.distinct(arguments, span);
        }
        if !self.arity(name, span, 1, arguments.len()) {
            return None;
        }
        let argument = &arguments[0];
        match name.text.as_str() {
            "real" => self.of_sort(argument, &Sort::Real),
            "floor" => Some(Term::app(
                Op::ToInt,
                vec![self.of_sort(argument, &Sort::Real)?],
            )),
            "is_int" => Some(Term::app(
                Op::IsInt,
                vec![self.of_sort(argument, &Sort::Real)?],
            )),
            _ => {
                let Some(Sort::Array(sort)) = wanted else {
                    let message = "it is not clear here which type of array is meant";
                    let hint = "assign `constant(…)` to a variable, or compare it with one";
                    self.error(Diagnostic::error(span, message).hint(hint));
                    return None;
                };
                let element = self.of_sort(argument, &sort.element)?;
                Some(Term::const_array(sort.index.clone(), element))
            }
        }
    }

    fn distinct(&mut self, arguments: &[Expr], span: Span) -> Option<Term> {
        let [first, rest @ ..] = arguments else {
            let message = "`distinct` takes at least one argument, found 0";
            self.error(Diagnostic::error(span, message));
            return None;
        };
        let first = self.typed(first, None)?;
        let sort = first.sort().carrier();
        let mut terms = vec![first.term];
        for argument in rest {
            terms.push(self.of_sort(argument, &sort)?);
        }
        Some(Term::app(Op::Distinct, terms))
    }
}

impl Place<'_> {
    /// What a name can stand for here.
    fn things(&self) -> &'static str {
        match self {
            Place::Statement => "variable or constant",
            Place::Initial => "constant or parameter",
            Place::Constant | Place::Bound | Place::Argument | Place::Claim(_) => "constant",
        }
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
