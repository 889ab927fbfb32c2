//! Lists of initial values.

use logic::Term;

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{
    Declaration, Designator, Expression, Initial, Part, RecordKind, Scalar, Shape,
};

use super::Lowering;
use super::structs::Leaf;

impl Lowering<'_, '_> {
    /// An array with a list of values in it.
    pub(super) fn listed(
        &mut self,
        mut whole: Term,
        parts: &[Part],
        scalar: Scalar,
        sizes: &[Term],
        span: &Span,
    ) -> Reads<Term> {
        let mut position = 0_i64;
        self.in_any_order(parts, span, |it, part| {
            let index = it.next_index(part, &mut position, &sizes[0], span)?;
            let element = match (&part.initial, &sizes[1..]) {
                (Initial::Value(value), []) => it.listed_number(value, scalar)?,
                (Initial::List(parts, span), rest @ [_, ..]) => {
                    let row = Term::select(whole.clone(), index.clone());
                    it.listed(row, parts, scalar, rest, span)?
                }
                _ => return Err(Problem::unsupported(span, "an initializer of this form")),
            };
            whole = Term::store(whole.clone(), index, element);
            Ok(())
        })?;
        Ok(whole)
    }

    /// A number of a list, as the type of its place has it.
    fn listed_number(&mut self, value: &Expression, scalar: Scalar) -> Reads<Term> {
        let span = &value.span;
        let value = self.value(value)?;
        if !value.scalar.is_number() {
            return Err(Problem::wrong(span, "this value has another type"));
        }
        Ok(self.converted(&value, scalar, span)?.number())
    }

    /// The initial values of the structs of an array.
    pub(super) fn fill_all(
        &mut self,
        kind: RecordKind,
        name: &str,
        size: &Term,
        parts: &[Part],
        span: &Span,
        leaves: &mut [Leaf],
    ) -> Reads<()> {
        let mut position = 0_i64;
        self.in_any_order(parts, span, |it, part| {
            let index = it.next_index(part, &mut position, size, span)?;
            let Initial::List(parts, span) = &part.initial else {
                return Err(Problem::unsupported(span, "an initializer of this form"));
            };
            it.fill(kind, name, Some(&index), parts, span, leaves)
        })?;
        Ok(())
    }

    /// The initial values of a struct; of the one at an index, if there is an array of them.
    pub(super) fn fill(
        &mut self,
        kind: RecordKind,
        name: &str,
        at: Option<&Term>,
        parts: &[Part],
        span: &Span,
        leaves: &mut [Leaf],
    ) -> Reads<()> {
        let members = self.context.unit.members(kind);
        let mut position = 0;
        self.in_any_order(parts, span, |it, part| {
            match &part.designator {
                Some(Designator::Member(member)) => {
                    let found = members.iter().position(|own| own.name == *member);
                    position = found.ok_or_else(|| {
                        Problem::wrong(span, format!("there is no member `{member}`"))
                    })?;
                }
                Some(Designator::Index(_)) => {
                    return Err(Problem::wrong(span, "a struct has no elements"));
                }
                None => {}
            }
            let Some(member) = members.get(position) else {
                return Err(Problem::wrong(span, "there are more values than members"));
            };
            position += 1;
            it.fill_member(member, name, at, &part.initial, span, leaves)
        })?;
        Ok(())
    }

    /// The initial value of a member.
    fn fill_member(
        &mut self,
        member: &Declaration,
        name: &str,
        at: Option<&Term>,
        initial: &Initial,
        span: &Span,
        leaves: &mut [Leaf],
    ) -> Reads<()> {
        let own = format!("{name}.{}", member.name);
        if let (Shape::Single, Scalar::Record(inner)) = (&member.shape, member.scalar) {
            let Initial::List(parts, span) = initial else {
                return Err(Problem::unsupported(span, "an initializer of this form"));
            };
            return self.fill(inner, &own, at, parts, span, leaves);
        }
        let Some(leaf) = leaves.iter_mut().find(|leaf| leaf.name == own) else {
            let problem = Problem::unsupported(span, "an initial value of a pointer here");
            return Err(problem.hint("set it in a statement of its own"));
        };
        let old = leaf.value.take().unwrap_or_else(|| leaf.zero());
        let inner = match at {
            Some(at) => Term::select(old.clone(), at.clone()),
            None => old.clone(),
        };
        let skipped = usize::from(at.is_some());
        let new = match initial {
            Initial::Value(value) if leaf.sizes.len() == skipped => {
                self.listed_number(value, leaf.scalar)?
            }
            Initial::List(parts, span) if leaf.sizes.len() > skipped => {
                let sizes = leaf.sizes[skipped..].to_vec();
                self.listed(inner, parts, leaf.scalar, &sizes, span)?
            }
            _ => return Err(Problem::unsupported(span, "an initializer of this form")),
        };
        leaf.value = Some(match at {
            Some(at) => Term::store(old, at.clone(), new),
            None => new,
        });
        Ok(())
    }

    /// The index of the element that a part of a list is for; then the next one is meant.
    fn next_index(
        &mut self,
        part: &Part,
        position: &mut i64,
        size: &Term,
        span: &Span,
    ) -> Reads<Term> {
        match &part.designator {
            Some(Designator::Index(index)) => *position = self.literal_index(index)?,
            Some(Designator::Member(_)) => {
                return Err(Problem::wrong(span, "an array has no members"));
            }
            None => {}
        }
        let index = Term::int(*position);
        *position = position.saturating_add(1);
        match Term::lt(index.clone(), size.clone()).is_false() {
            true => Err(Problem::wrong(span, "there are more values than elements")),
            false => Ok(index),
        }
    }

    /// An index in a list of initial values.
    fn literal_index(&mut self, index: &Expression) -> Reads<i64> {
        let value = self.value(index)?.literal().filter(|value| *value >= 0);
        value.ok_or_else(|| Problem::wrong(&index.span, "this must be an index that is known"))
    }
}
