//! Reductions: what is computed of the elements that all processes give.

use logic::{Sort, Term};
use program::system::{Access, Agreed, Awaits};

use crate::mpi::{self, Datatype, Operator};
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, Scalar};
use crate::token::Signedness;

use super::super::buffers::{Buffer, stored};
use super::super::requests::Keeper;
use super::super::scope::Mark;
use super::super::value::{self, Value};
use super::super::{Lowering, Payload};
use super::{Parts, Root};

/// The type of sums, which are in range of no other.
const WIDEST: Scalar = Scalar::Integer {
    sign: Signedness::Signed,
    bits: 64,
};

impl Lowering<'_, '_> {
    /// The operator of an argument, which must be defined on the elements.
    fn operator(&mut self, op: &Expression, datatype: Datatype) -> Reads<(Operator, i64)> {
        let span = &op.span;
        let number = self.handle(op, "an operator that is not known here")?;
        match mpi::operator(number) {
            None => Err(Problem::defect(span, "invalid operator")),
            Some(op) if !op.is_for(datatype.class) => Err(Problem::defect(
                span,
                "operator that MPI does not define on the datatype",
            )),
            Some(Operator::NotRead) => {
                let problem = Problem::unsupported(span, "this operator");
                Err(problem.hint("known are SUM, PROD, MIN, MAX, LAND, LOR and LXOR"))
            }
            Some(op) => {
                if matches!(op, Operator::Sum | Operator::Product) {
                    self.computes_unseen(datatype.scalar, span)?;
                }
                Ok((op, number))
            }
        }
    }

    /// What some processes give together, element by element.
    fn combined(
        &self,
        op: Operator,
        ranks: std::ops::Range<usize>,
        (buffer, position): (&Buffer, usize),
    ) -> Option<Term> {
        let element = |rank: usize| {
            let message = self.item_of(rank, 0, buffer);
            match self.context.payload {
                Payload::Single => message,
                Payload::Counted => Term::select(message, Term::int(position as i64)),
            }
        };
        let sum = ranks.map(element).reduce(|a, b| combine(op, a, b))?;
        Some(reduced(sum, buffer.datatype.scalar))
    }

    /// The buffer that a process gives to a reduction.
    fn operand(
        &mut self,
        [from, into, count, datatype]: [&Expression; 4],
        is_root: Option<bool>,
    ) -> Reads<(Buffer, bool)> {
        let is_in_place = self.is_in_place(from, is_root)?;
        let from = if is_in_place { into } else { from };
        Ok((self.buffer(from, count, datatype)?, is_in_place))
    }

    pub(super) fn reduce(
        &mut self,
        parts: &mut Parts,
        ends: [&Expression; 4],
        op: &Expression,
        root: Option<Root>,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        let [_, into, count, datatype] = ends;
        let is_root = root.as_ref().map_or(Some(true), |root| root.is_own);
        let (own, is_in_place) = self.operand(ends, is_root)?;
        let (op, number) = self.operator(op, own.datatype)?;
        parts.agree(Agreed::Operator, Term::int(number));
        if let Some(root) = &root {
            parts.agree(Agreed::Root, root.term.clone());
        }
        parts.agree_on(own.datatype, &own.count);
        self.given(parts, &own, keeper);
        if is_root == Some(false) {
            parts.call.awaits = Awaits::Nobody;
            return Ok(());
        }
        let target = match is_in_place {
            true => own.clone(),
            false => self.buffer(into, count, datatype)?,
        };
        self.are_writable(&target, span)?;
        if !is_in_place {
            self.are_apart(&own, &target, span)?;
        }
        let kept = target.map(&mut |term| keeper.keep(term));
        parts.areas.extend(kept.areas(Access::Write));
        let is_root = match &root {
            Some(root) if is_root.is_none() => {
                let own = Term::int(self.rank as i64);
                Term::eq(keeper.keep(&root.term), own)
            }
            _ => Term::top(),
        };
        for (position, place) in kept.places.iter().enumerate() {
            let sum = self.combined(op, 0..self.context.size, (&own, position));
            let sum = sum.unwrap_or_else(|| Term::number(&own.element_sort(), 0));
            let (var, new) = stored(place, sum);
            let value = Term::ite(is_root.clone(), new, var.term());
            parts.call.deliver.push((var, value));
        }
        Ok(())
    }

    pub(super) fn scan(
        &mut self,
        parts: &mut Parts,
        ends: [&Expression; 4],
        op: &Expression,
        includes_own: bool,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        let [_, into, count, datatype] = ends;
        let (own, is_in_place) = self.operand(ends, Some(true))?;
        let (op, number) = self.operator(op, own.datatype)?;
        parts.agree(Agreed::Operator, Term::int(number));
        parts.agree_on(own.datatype, &own.count);
        self.given(parts, &own, keeper);
        parts.call.awaits = Awaits::Lower;
        let target = self.buffer(into, count, datatype)?;
        self.are_writable(&target, span)?;
        if !is_in_place {
            self.are_apart(&own, &target, span)?;
        }
        let kept = target.map(&mut |term| keeper.keep(term));
        parts.areas.extend(kept.areas(Access::Write));
        let last = self.rank + usize::from(includes_own);
        for (position, place) in kept.places.iter().enumerate() {
            let sum = match self.combined(op, 0..last, (&own, position)) {
                Some(sum) => sum,
                // Nobody is before the first process: its result may be anything.
                None => {
                    let any = self.any(own.element_sort(), own.datatype.scalar, span)?;
                    keeper.keep(&any.term)
                }
            };
            parts.call.deliver.push(stored(place, sum));
        }
        Ok(())
    }

    pub(super) fn reduce_scatter(
        &mut self,
        parts: &mut Parts,
        [from, into, count, datatype]: [&Expression; 4],
        op: &Expression,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        let each = self.count(count)?;
        let datatype = self.datatype(datatype)?;
        let all = each * self.context.size as i64;
        let is_in_place = self.mpi_mark(from)? == Some(Mark::InPlace);
        let from = if is_in_place { into } else { from };
        let own = self.buffer_of(from, all, datatype)?;
        let (op, number) = self.operator(op, own.datatype)?;
        parts.agree(Agreed::Operator, Term::int(number));
        parts.agree_on(own.datatype, &own.count);
        self.given(parts, &own, keeper);
        let target = self.buffer_of(into, each, datatype)?;
        self.are_writable(&target, span)?;
        if !is_in_place {
            self.are_apart(&own, &target, span)?;
        }
        let kept = target.map(&mut |term| keeper.keep(term));
        parts.areas.extend(kept.areas(Access::Write));
        let first = self.rank * usize::try_from(each).unwrap_or(0);
        for (position, place) in kept.places.iter().enumerate() {
            let sum = self.combined(op, 0..self.context.size, (&own, first + position));
            let sum = sum.unwrap_or_else(|| Term::number(&own.element_sort(), 0));
            parts.call.deliver.push(stored(place, sum));
        }
        Ok(())
    }
}

/// Two elements combined. Logical operators give zero or one.
fn combine(op: Operator, a: Term, b: Term) -> Term {
    let truth = |term: &Term| Term::ne(term.clone(), Term::number(term.sort(), 0));
    let number = |formula: Term| Term::ite(formula, Term::int(1), Term::int(0));
    match op {
        Operator::Sum => Term::add([a, b]),
        Operator::Product => Term::mul([a, b]),
        Operator::Min => Term::ite(Term::le(a.clone(), b.clone()), a, b),
        Operator::Max => Term::ite(Term::le(a.clone(), b.clone()), b, a),
        Operator::And => number(Term::and([truth(&a), truth(&b)])),
        Operator::Or => number(Term::or([truth(&a), truth(&b)])),
        Operator::Xor | Operator::NotRead => number(Term::ne(truth(&a), truth(&b))),
    }
}

/// The result of a reduction as a number of its type.
fn reduced(result: Term, scalar: Scalar) -> Term {
    let own = match *result.sort() {
        Sort::Real => Scalar::Real,
        // That a sum fits its type is assumed, and said.
        _ if value::may_overflow(scalar) => scalar,
        _ => WIDEST,
    };
    let value = Value {
        term: result,
        scalar: own,
    };
    value.convert(scalar).number()
}
