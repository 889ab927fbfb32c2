//! Variables of MPI's own types: requests, and the statuses of messages.

use logic::{Sort, Symbol, Term};
use program::Origin;

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Binary, Expression, ExpressionKind, Unary};

use super::Lowering;
use super::scope::{Binding, Pointer, StatusVars};

/// The most requests or statuses of an array.
const MOST_HANDLES: i64 = 1024;

/// A request: a variable, or an element of an array of them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Handle {
    pub(super) name: Symbol,
    pub(super) index: i64,
}

/// The variables behind a name: one request, or some of an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Handles {
    pub(super) first: Handle,
    /// How many there are from the first one on.
    pub(super) size: i64,
}

impl Lowering<'_, '_> {
    pub(super) fn status_variables(&mut self, name: &str, origin: Origin) -> StatusVars {
        let mut part =
            |part: &str| self.declare(&format!("{name}.{part}"), Sort::Int, None, origin);
        StatusVars {
            source: part("MPI_SOURCE"),
            tag: part("MPI_TAG"),
            count: part("count"),
        }
    }

    /// The size of an array of MPI's own types, each element of which is something of its own.
    pub(super) fn literal_size(&mut self, sizes: &[Option<Expression>], span: &Span) -> Reads<i64> {
        if let [Some(size)] = sizes
            && let Some(size) = self.value(size)?.literal()
            && (0..=MOST_HANDLES).contains(&size)
        {
            return Ok(size);
        }
        let problem = Problem::unsupported(span, "an array of this type and size");
        Err(problem.hint("the size must follow from ranks, the number of processes and literals"))
    }

    /// Requests that nothing is under way for.
    pub(super) fn requests_of(&mut self, name: &str, size: i64, span: &Span) -> Reads<Handles> {
        let first = Handle {
            name: Symbol::new(name),
            index: 0,
        };
        let handles = Handles { first, size };
        self.nothing_under_way(&handles, span)?;
        Ok(handles)
    }

    /// The requests that an argument leads to.
    pub(super) fn handles(&mut self, address: &Expression) -> Reads<Handles> {
        let span = &address.span;
        match &address.kind {
            ExpressionKind::Unary(Unary::Address, inner) => match &inner.kind {
                ExpressionKind::Index(array, index) => self.handles_behind(array, index, span),
                _ => self.handles(inner),
            },
            ExpressionKind::Binary(Binary::Add, array, by) => self.handles_behind(array, by, span),
            ExpressionKind::Name(name) => match self.scope.find(*name) {
                Some(Binding::Requests(handles)) => Ok(handles.clone()),
                _ => Err(Problem::wrong(span, "this is no request")),
            },
            _ => Err(Problem::unsupported(span, "a request given like this")),
        }
    }

    fn handles_behind(
        &mut self,
        array: &Expression,
        by: &Expression,
        span: &Span,
    ) -> Reads<Handles> {
        let all = self.handles(array)?;
        let Some(by) = self.value(by)?.literal() else {
            let problem = Problem::unsupported(span, "a request that is not known here");
            return Err(problem.hint("its index must follow from ranks and literals"));
        };
        if !(0..all.size).contains(&by) {
            return Err(Problem::wrong(span, "there is no such request"));
        }
        Ok(Handles {
            first: Handle {
                name: all.first.name,
                index: all.first.index + by,
            },
            size: all.size - by,
        })
    }

    /// The statuses behind an argument.
    pub(super) fn statuses(&mut self, status: &Expression, count: i64) -> Reads<Vec<StatusVars>> {
        if let ExpressionKind::Name(name) = &status.kind
            && let Some(Binding::Statuses(all)) = self.scope.find(*name)
        {
            let all = all.clone();
            let fits = usize::try_from(count).is_ok_and(|count| count <= all.len());
            self.oblige(
                Term::bool(fits),
                &status.span,
                "fewer statuses than requests",
            )?;
            return Ok(all);
        }
        match self.status(status)? {
            Pointer::Status(one) if count <= 1 => Ok(vec![one]),
            Pointer::Status(_) => Err(Problem::unsupported(&status.span, "these statuses")),
            _ => Ok(Vec::new()),
        }
    }
}
