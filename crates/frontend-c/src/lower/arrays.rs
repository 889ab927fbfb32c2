//! Arrays: their sizes and what they start with.

use logic::{Sort, Term, Var};
use program::Origin;

use crate::problem::{Problem, Reads};
use crate::syntax::{Declaration, Expression, ExpressionKind, Initial};

use super::Lowering;
use super::declarations::Start;
use super::places::array_sort;
use super::scope::{Array, Layout, Memory};
use super::value;

impl Lowering<'_, '_> {
    pub(super) fn array(
        &mut self,
        declaration: &Declaration,
        sizes: &[Option<Expression>],
        name: &str,
        start: &Start,
    ) -> Reads<Array> {
        let origin = self.origin(&declaration.span);
        let scalar = declaration.scalar;
        let sizes = self.sizes(declaration, sizes, name)?;
        let sort = array_sort(scalar, sizes.len());
        let zero = |dimensions: usize| {
            let mut term = Term::number(&value::sort(scalar), 0);
            for _ in 0..dimensions {
                term = Term::const_array(Sort::Int, term);
            }
            term
        };
        let initial = match &declaration.initial {
            None => None,
            Some(Initial::Value(value)) => {
                return Err(Problem::unsupported(&value.span, "an array set like this"));
            }
            Some(Initial::List(parts, span)) => {
                let whole = zero(sizes.len());
                Some(self.listed(whole, parts, scalar, &sizes, span)?)
            }
        };
        let var = match (start, initial) {
            (Start::Fixed | Start::Kept, initial) => {
                let initial = initial.unwrap_or_else(|| zero(sizes.len()));
                self.only_inputs(&initial, &declaration.span)?;
                self.declare(name, sort, Some(initial), origin)
            }
            (Start::Open, Some(initial)) => {
                let var = self.declare(name, sort, None, origin);
                self.assign(&var, initial, origin)?;
                var
            }
            (Start::Open, None) => self.open(name, sort, origin)?,
        };
        Ok(Array {
            var,
            scalar,
            sizes,
            is_writable: true,
            memory: Memory::Declared,
            layout: Layout::Packed,
        })
    }

    /// The sizes of an array, as terms that do not change.
    pub(super) fn sizes(
        &mut self,
        declaration: &Declaration,
        sizes: &[Option<Expression>],
        name: &str,
    ) -> Reads<Vec<Term>> {
        let origin = self.origin(&declaration.span);
        if sizes.len() > 2 {
            let what = "an array of more than two dimensions";
            return Err(Problem::unsupported(&declaration.span, what));
        }
        let written = sizes.iter().flatten();
        let written = self.in_any_order(written, &declaration.span, |it, size| {
            let term = it.integer(size)?;
            // One without elements is allowed, as GCC does.
            let is_size = Term::le(Term::int(0), term.clone());
            it.oblige(is_size, &size.span, "array of a negative size")?;
            Ok(term)
        })?;
        let mut written = written.into_iter();
        let mut terms = Vec::new();
        for (position, size) in sizes.iter().enumerate() {
            let given = size.as_ref().and_then(|_| written.next());
            let term = match (given, &declaration.initial) {
                (Some(given), _) => given,
                (None, Some(Initial::List(parts, span))) if position == 0 => {
                    if parts.iter().any(|part| part.designator.is_some()) {
                        let what = "an array whose size follows from designators";
                        return Err(Problem::unsupported(span, what));
                    }
                    Term::int(i64::try_from(parts.len()).unwrap_or(i64::MAX))
                }
                (None, Some(Initial::Value(text)))
                    if matches!(text.kind, ExpressionKind::Text(_)) =>
                {
                    let what = "an array that begins with a string";
                    return Err(Problem::unsupported(&text.span, what));
                }
                _ => {
                    let message = "the size of this array is missing";
                    return Err(Problem::wrong(&declaration.span, message));
                }
            };
            let kept = format!("{name}.size{}", position + 1);
            terms.push(self.constant_term(term, &kept, origin)?);
        }
        Ok(terms)
    }

    /// A term that stays the same: itself where only inputs and literals are in it, or a variable of
    /// its own that keeps its value.
    pub(super) fn constant_term(&mut self, term: Term, name: &str, origin: Origin) -> Reads<Term> {
        let is_fixed = |var: &Var| self.inputs.contains(var);
        if term.free_vars().iter().all(is_fixed) {
            return Ok(term);
        }
        let kept = self.declare(name, Sort::Int, None, origin);
        self.assign(&kept, term, origin)?;
        Ok(self.value_of(&kept))
    }
}
