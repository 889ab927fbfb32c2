//! What a program gets from outside: the arguments of `main`, and what is typed in.

use logic::{Sort, Symbol, Term, Var};
use program::system::Action;

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, ExpressionKind, Scalar};

use super::Lowering;
use super::inputs::of_type;
use super::places::Place;
use super::scope::Binding;
use super::value::{self, Value};

impl Lowering<'_, '_> {
    /// The number of arguments of `main`, an input of the program where it is used.
    pub(super) fn argument_count(&mut self) -> Value {
        let count = Var::new("argc", Sort::Int);
        if !self.inputs.contains(&count) {
            // The first argument is the name of the program.
            let is_there = Term::ge(count.term(), Term::int(1));
            self.assumptions.push(is_there);
            self.assumptions.push(of_type(&count.term(), Scalar::INT));
            self.inputs.push(count.clone());
        }
        Value::of_int(count.term())
    }

    /// A constant whose value MPI leaves open: an input of the program.
    pub(super) fn open_constant(&mut self, name: &str) -> Value {
        let constant = Var::new(name, Sort::Int);
        if !self.inputs.contains(&constant) {
            self.assumptions
                .push(of_type(&constant.term(), Scalar::INT));
            self.inputs.push(constant.clone());
        }
        Value::of_int(constant.term())
    }

    /// `atoi(argv[1])` and its kin: an input of the program.
    pub(super) fn argument_number(
        &mut self,
        argument: &Expression,
        scalar: Scalar,
        span: &Span,
    ) -> Reads<Value> {
        let ExpressionKind::Index(array, index) = &argument.kind else {
            return Err(Problem::unsupported(
                &argument.span,
                "this string as a number",
            ));
        };
        let is_arguments = matches!(&array.kind, ExpressionKind::Name(name)
            if matches!(self.scope.find(*name), Some(Binding::Arguments)));
        let index = self.value(index)?.literal().filter(|index| *index >= 0);
        let (true, Some(index)) = (is_arguments, index) else {
            return Err(Problem::unsupported(
                &argument.span,
                "this string as a number",
            ));
        };
        let count = self.argument_count();
        let is_given = Term::lt(Term::int(index), count.term);
        self.oblige(is_given, span, "an argument that is not given")?;
        // What the text of an argument is as one type says nothing of what it is as another.
        let base = format!("argv[{index}]");
        let kind = match scalar {
            scalar if scalar.is_real() => ".real",
            Scalar::Integer { bits: 64, .. } => ".long",
            _ => "",
        };
        let input = Var::new(Symbol::new(&format!("{base}{kind}")), value::sort(scalar));
        let is_other = |other: &Var| {
            let rest = other.name.as_str().strip_prefix(base.as_str());
            rest.is_some() && *other != input
        };
        if self.inputs.iter().any(is_other) {
            let what = "an argument that is read as numbers of two types";
            return Err(Problem::unsupported(span, what));
        }
        if !self.inputs.contains(&input) {
            self.assumptions.push(of_type(&input.term(), scalar));
            self.inputs.push(input.clone());
        }
        Ok(Value {
            term: input.term(),
            scalar,
        })
    }

    /// `scanf("%d", &n)`: any values. The result, if somebody uses it, says how many were read; the
    /// variables behind them stay as they are.
    pub(super) fn scanned(
        &mut self,
        all: &[Expression],
        result: Scanned,
        span: &Span,
    ) -> Reads<Value> {
        if self.context.other.is_some() {
            let problem = Problem::unsupported(span, "reading from the terminal in a comparison");
            return Err(problem.hint("make it an input with `#pragma TASS input`"));
        }
        let origin = self.origin(span);
        let Some((format, arguments)) = all.split_first() else {
            return Err(Problem::wrong(span, "this call has no arguments"));
        };
        self.scans(format, arguments, span)?;
        let count = self.any(Sort::Int, Scalar::INT, span)?;
        let most = i64::try_from(arguments.len()).unwrap_or(i64::MAX);
        let is_possible = Term::and([
            Term::le(Term::int(-1), count.term.clone()),
            Term::le(count.term.clone(), Term::int(most)),
        ]);
        self.emit(Action::Assume(is_possible), origin)?;
        let places = self.in_any_order(arguments, span, |it, argument| {
            let pointer = it.pointer(argument)?;
            it.element(pointer, Term::int(0), &argument.span)
        })?;
        // Where the later values go does not depend on the earlier ones.
        let written: Vec<Var> = places.iter().map(|place| place.var().clone()).collect();
        let written: Vec<&Var> = written.iter().collect();
        let mut steady = Vec::new();
        for place in places {
            steady.push(self.steady_place(place, &written, origin)?);
        }
        for (position, place) in (0_i64..).zip(steady) {
            let number = self.any_of(&place, span)?;
            let term = match result {
                Scanned::Ignored => number,
                Scanned::Used => {
                    let old = self.kept(&place, span)?;
                    let was_read = Term::lt(Term::int(position), count.term.clone());
                    Term::ite(was_read, number, old)
                }
            };
            self.store(&place, term, origin, span)?;
        }
        Ok(count)
    }

    /// What a place holds, written or not.
    fn kept(&mut self, place: &Place, span: &Span) -> Reads<Term> {
        let origin = self.origin(span);
        let value = self.copying((place.var(), place.var()), origin, |it| {
            it.read(place, span)
        })?;
        Ok(value.number())
    }

    /// Any value that a place can have.
    fn any_of(&mut self, place: &Place, span: &Span) -> Reads<Term> {
        let scalar = place.scalar();
        let origin = self.origin(span);
        let number = self.any(value::sort(scalar), scalar, span)?;
        self.emit(Action::Assume(of_type(&number.term, scalar)), origin)?;
        Ok(number.term)
    }
}

/// Whether somebody asks how many values were read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scanned {
    Ignored,
    Used,
}
