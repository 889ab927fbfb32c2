//! MPI's reductions: what all processes give together.

use logic::{Sort, Term};
use program::system::{Action, Collective, ReduceOp};

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, ExpressionKind, Scalar};
use crate::token::Signedness;

use super::Lowering;
use super::buffers::Buffer;
use super::value::Value;

/// The type of sums, which are in range of no other.
const WIDEST: Scalar = Scalar::Integer {
    sign: Signedness::Signed,
    bits: 64,
};

impl Lowering<'_, '_> {
    pub(super) fn reduce(
        &mut self,
        [from, into, count, datatype, op]: [&Expression; 5],
        root: Option<Term>,
        span: &Span,
    ) -> Reads<()> {
        let origin = self.origin(span);
        let op = reduce_op(op)?;
        let is_root = match &root {
            None => Term::top(),
            Some(root) => Term::eq(root.clone(), Term::int(self.rank as i64)),
        };
        let from = if Self::is_named(from, "MPI_IN_PLACE") {
            into
        } else {
            from
        };
        let buffer = self.buffer(from, count, datatype)?;
        self.agree(&buffer, origin, span)?;
        let mut results = Vec::new();
        for place in &buffer.places {
            let value = self.read(place, span)?;
            let (value, sort) = operand(op, &value, &buffer);
            let result = self.temporary(sort, origin);
            let reduce = Collective::Reduce {
                op,
                value,
                into: result.clone(),
                root: root.clone(),
            };
            self.emit(Action::Collective(reduce), origin)?;
            results.push(result);
        }
        self.branch(
            &is_root,
            origin,
            |it| {
                let target = it.buffer(into, count, datatype)?;
                for (place, result) in target.places.iter().zip(&results) {
                    it.store(place, reduced(result.term(), &buffer), origin, span)?;
                }
                Ok(())
            },
            |_| Ok(()),
        )
    }

    /// What all processes give together, a part of it for each of them.
    pub(super) fn reduce_scatter(
        &mut self,
        [from, into, count, datatype, op]: [&Expression; 5],
        span: &Span,
    ) -> Reads<()> {
        let origin = self.origin(span);
        let op = reduce_op(op)?;
        let target = self.buffer(into, count, datatype)?;
        let each = target.places.len();
        let places = self.all_parts(from, datatype, each)?;
        let all = Buffer::new(places, target.scalar);
        self.agree(&all, origin, span)?;
        let mut results = Vec::new();
        for place in &all.places {
            let value = self.read(place, span)?;
            let (value, sort) = operand(op, &value, &all);
            let result = self.temporary(sort, origin);
            let reduce = Collective::Reduce {
                op,
                value,
                into: result.clone(),
                root: None,
            };
            self.emit(Action::Collective(reduce), origin)?;
            results.push(result);
        }
        let own = results.iter().skip(self.rank * each);
        for (place, result) in target.places.iter().zip(own) {
            self.store(place, reduced(result.term(), &all), origin, span)?;
        }
        Ok(())
    }

    /// What the processes up to each one give together.
    pub(super) fn scan(
        &mut self,
        [from, into, count, datatype, op]: [&Expression; 5],
        upto: Upto,
        span: &Span,
    ) -> Reads<()> {
        let origin = self.origin(span);
        let op = reduce_op(op)?;
        let is_in_place = Self::is_named(from, "MPI_IN_PLACE");
        let from = if is_in_place { into } else { from };
        let buffer = self.buffer(from, count, datatype)?;
        let target = self.buffer(into, count, datatype)?;
        self.agree(&buffer, origin, span)?;
        for (place, goal) in buffer.places.iter().zip(&target.places) {
            let value = self.read(place, span)?;
            let (value, sort) = operand(op, &value, &buffer);
            let own = self.temporary(sort.clone(), origin);
            self.assign(&own, value, origin)?;
            let mut sum: Option<Term> = None;
            for rank in 0..self.context.size {
                let part = self.temporary(sort.clone(), origin);
                self.assign(&part, own.term(), origin)?;
                let broadcast = Collective::Broadcast {
                    root: Term::int(rank as i64),
                    var: part.clone(),
                };
                self.emit(Action::Collective(broadcast), origin)?;
                if rank < self.rank || rank == self.rank && upto == Upto::Itself {
                    sum = Some(match sum {
                        Some(sum) => op.combine(sum, part.term()),
                        None => part.term(),
                    });
                }
            }
            // Nobody is before the first process: its result may be anything.
            let result = match sum {
                Some(sum) => sum,
                None => {
                    let any = self.temporary(sort.clone(), origin);
                    self.emit(Action::Havoc(any.clone()), origin)?;
                    any.term()
                }
            };
            self.store(goal, reduced(result, &buffer), origin, span)?;
        }
        Ok(())
    }
}

/// Whether the own part counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Upto {
    Itself,
    Before,
}

/// What a process gives to a reduction: truth values to logical ones.
fn operand(op: ReduceOp, value: &Value, buffer: &Buffer) -> (Term, Sort) {
    if matches!(op, ReduceOp::And | ReduceOp::Or) {
        (value.truth(), Sort::Bool)
    } else {
        (value.number(), buffer.element_sort())
    }
}

/// The result of a reduction as a number of its type.
fn reduced(result: Term, buffer: &Buffer) -> Term {
    let scalar = match *result.sort() {
        Sort::Real => Scalar::Real,
        _ => WIDEST,
    };
    let value = Value {
        term: result,
        scalar,
    };
    value.convert(buffer.scalar).number()
}

fn reduce_op(op: &Expression) -> Reads<ReduceOp> {
    let name = match &op.kind {
        ExpressionKind::Name(name) => name.as_str(),
        _ => "",
    };
    match name {
        "MPI_SUM" => Ok(ReduceOp::Sum),
        "MPI_PROD" => Ok(ReduceOp::Product),
        "MPI_MIN" => Ok(ReduceOp::Min),
        "MPI_MAX" => Ok(ReduceOp::Max),
        "MPI_LAND" => Ok(ReduceOp::And),
        "MPI_LOR" => Ok(ReduceOp::Or),
        _ => {
            let problem = Problem::unsupported(&op.span, "this operation");
            Err(problem.hint("known are SUM, PROD, MIN, MAX, LAND and LOR"))
        }
    }
}
