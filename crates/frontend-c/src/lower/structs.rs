//! Declarations of structs and of arrays of structs, with their initial values.

use logic::{Symbol, Term};

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Declaration, Expression, Initial, RecordKind, Scalar, Shape};

use super::Lowering;
use super::declarations::Start;
use super::places::array_sort;
use super::records::{Member, Record};
use super::scope::{Array, Binding, Layout, Memory};
use super::value;

/// A variable of a struct that is being declared: that of a member, or of a member's member.
pub(super) struct Leaf {
    pub(super) name: String,
    pub(super) scalar: Scalar,
    /// The sizes of its dimensions, that of the array of structs included.
    pub(super) sizes: Vec<Term>,
    /// What it starts with, where that is said.
    pub(super) value: Option<Term>,
}

impl Leaf {
    /// What it starts with where zeros are asked for.
    pub(super) fn zero(&self) -> Term {
        let mut term = Term::number(&value::sort(self.scalar), 0);
        for _ in &self.sizes {
            term = Term::const_array(logic::Sort::Int, term);
        }
        term
    }
}

/// How many structs there are.
#[derive(Clone, Copy)]
pub(super) enum Many<'t> {
    One,
    /// An array of this size, from here.
    Array(&'t Term, Memory),
}

impl Lowering<'_, '_> {
    /// A variable that is a struct or an array of structs.
    pub(super) fn record_variable(
        &mut self,
        declaration: &Declaration,
        kind: RecordKind,
        name: &str,
        start: &Start,
    ) -> Reads<Binding> {
        let span = &declaration.span;
        let size = match &declaration.shape {
            Shape::Array(sizes) => match &self.sizes(declaration, sizes, name)?[..] {
                [size] => Some(size.clone()),
                _ => {
                    let what = "an array of structs of more than one dimension";
                    return Err(Problem::unsupported(span, what));
                }
            },
            _ => None,
        };
        let many = match &size {
            Some(size) => Many::Array(size, Memory::Declared),
            None => Many::One,
        };
        let mut leaves = self.leaves(kind, name, many, span)?;
        let is_zero =
            !matches!(start, Start::Open) || matches!(declaration.initial, Some(Initial::List(..)));
        if is_zero {
            for leaf in &mut leaves {
                leaf.value = Some(leaf.zero());
            }
        }
        match (&declaration.initial, &size) {
            (Some(Initial::List(parts, span)), None) => {
                self.fill(kind, name, None, parts, span, &mut leaves)?;
            }
            (Some(Initial::List(parts, span)), Some(size)) => {
                self.fill_all(kind, name, size, parts, span, &mut leaves)?;
            }
            (None, _) => {}
            (Some(Initial::Value(from)), None) if matches!(start, Start::Open) => {
                let from = self.record_value(from)?;
                let record = self.record_parameter(kind, name, span)?;
                self.copy(&from, &(record.clone(), Term::int(0)), span)?;
                return Ok(Binding::Record(record));
            }
            (Some(Initial::Value(value)), _) => {
                return Err(Problem::unsupported(&value.span, "a struct set like this"));
            }
        }
        self.declare_leaves(&leaves, start, span)?;
        let record = self.assembled(kind, name, many, &leaves);
        for address in record.addresses() {
            match start {
                Start::Open => self.known.unpoint(address),
                Start::Fixed => self.known.point(address, super::scope::Pointer::Null),
                Start::Kept => {
                    return Err(Problem::unsupported(span, "a static pointer"));
                }
            }
        }
        Ok(match size {
            Some(_) => Binding::Records(record),
            None => Binding::Record(record),
        })
    }

    /// A struct whose members are about to be set.
    pub(super) fn record_parameter(
        &mut self,
        kind: RecordKind,
        name: &str,
        span: &Span,
    ) -> Reads<Record> {
        let origin = self.origin(span);
        let leaves = self.leaves(kind, name, Many::One, span)?;
        for leaf in &leaves {
            let sort = array_sort(leaf.scalar, leaf.sizes.len());
            self.declare(&leaf.name, sort, None, origin);
        }
        let record = self.assembled(kind, name, Many::One, &leaves);
        for address in record.addresses() {
            self.known.unpoint(address);
        }
        Ok(record)
    }

    /// `(struct point) {1, 2}`.
    pub(super) fn record_literal(
        &mut self,
        kind: RecordKind,
        initial: &Initial,
        span: &Span,
    ) -> Reads<Record> {
        let Initial::List(parts, _) = initial else {
            return Err(Problem::unsupported(span, "a struct given like this"));
        };
        self.temporaries += 1;
        let name = format!("struct{}${}", kind.0, self.temporaries);
        let mut leaves = self.leaves(kind, &name, Many::One, span)?;
        for leaf in &mut leaves {
            leaf.value = Some(leaf.zero());
        }
        self.fill(kind, &name, None, parts, span, &mut leaves)?;
        self.declare_leaves(&leaves, &Start::Open, span)?;
        let record = self.assembled(kind, &name, Many::One, &leaves);
        for address in record.addresses() {
            self.known.point(address, super::scope::Pointer::Null);
        }
        Ok(record)
    }

    /// New memory for structs: the variables, and the structs that they make.
    pub(super) fn record_memory(
        &mut self,
        kind: RecordKind,
        name: &str,
        size: &Term,
        span: &Span,
    ) -> Reads<(Record, Vec<Leaf>)> {
        let many = Many::Array(size, Memory::Allocated);
        let leaves = self.leaves(kind, name, many, span)?;
        Ok((self.assembled(kind, name, many, &leaves), leaves))
    }

    /// The variables of structs, in the order of their members.
    fn leaves(
        &mut self,
        kind: RecordKind,
        name: &str,
        many: Many<'_>,
        span: &Span,
    ) -> Reads<Vec<Leaf>> {
        let unit = self.context.unit;
        let members = unit.members(kind);
        if members.is_empty() {
            return Err(Problem::wrong(
                span,
                "the members of this struct are not known",
            ));
        }
        let mut leaves = Vec::new();
        for member in members {
            let own = format!("{name}.{}", member.name);
            let mut sizes: Vec<Term> = match many {
                Many::One => Vec::new(),
                Many::Array(size, _) => vec![size.clone()],
            };
            match (&member.shape, member.scalar) {
                (Shape::Single, Scalar::Record(inner)) => {
                    leaves.extend(self.leaves(inner, &own, many, span)?);
                    continue;
                }
                (Shape::Pointer(_), _) if matches!(many, Many::One) => continue,
                (Shape::Pointer(_), _) => {
                    let what = "a pointer in the structs of an array";
                    return Err(Problem::unsupported(&member.span, what));
                }
                (Shape::Single, _) => {}
                (Shape::Array(own), _) => sizes.extend(self.member_sizes(member, own)?),
            }
            if sizes.len() > 2 {
                let what = "an array of more than two dimensions";
                return Err(Problem::unsupported(&member.span, what));
            }
            leaves.push(Leaf {
                name: own,
                scalar: member.scalar,
                sizes,
                value: None,
            });
        }
        Ok(leaves)
    }

    /// The sizes of an array that is a member, which are constants.
    fn member_sizes(
        &mut self,
        member: &Declaration,
        sizes: &[Option<Expression>],
    ) -> Reads<Vec<Term>> {
        let mut terms = Vec::new();
        for size in sizes {
            let term = match size {
                Some(size) => self.integer(size)?,
                None => Term::int(0),
            };
            if term.as_value().is_none() || size.is_none() {
                let what = "a member whose size is not constant";
                return Err(Problem::unsupported(&member.span, what));
            }
            terms.push(term);
        }
        Ok(terms)
    }

    fn declare_leaves(&mut self, leaves: &[Leaf], start: &Start, span: &Span) -> Reads<()> {
        let origin = self.origin(span);
        for leaf in leaves {
            let sort = array_sort(leaf.scalar, leaf.sizes.len());
            match (start, leaf.value.clone()) {
                (Start::Open, None) => {
                    self.open(&leaf.name, sort, origin)?;
                }
                (Start::Open, Some(value)) => {
                    let var = self.declare(&leaf.name, sort, None, origin);
                    self.assign(&var, value, origin)?;
                }
                (Start::Fixed | Start::Kept, value) => {
                    let value = value.unwrap_or_else(|| leaf.zero());
                    self.only_inputs(&value, span)?;
                    let var = self.declare(&leaf.name, sort, Some(value.clone()), origin);
                    if matches!(start, Start::Fixed) && leaf.sizes.is_empty() {
                        self.learn(&var, &value);
                    }
                }
            }
        }
        Ok(())
    }

    /// The structs whose variables are declared.
    fn assembled(&self, kind: RecordKind, name: &str, many: Many<'_>, leaves: &[Leaf]) -> Record {
        let mut members = Vec::new();
        for member in self.context.unit.members(kind) {
            let own = format!("{name}.{}", member.name);
            if let (Shape::Single, Scalar::Record(inner)) = (&member.shape, member.scalar) {
                let record = self.assembled(inner, &own, many, leaves);
                members.push((member.name, Member::Record(record)));
                continue;
            }
            let Some(leaf) = leaves.iter().find(|leaf| leaf.name == own) else {
                let address = Member::Address(Symbol::new(&own), member.scalar);
                members.push((member.name, address));
                continue;
            };
            let var = self.var(&own, array_sort(leaf.scalar, leaf.sizes.len()));
            let (memory, layout) = match many {
                Many::One => (Memory::Declared, Layout::Packed),
                Many::Array(_, memory) => (memory, Layout::Spread),
            };
            let array = || Array {
                var: var.clone(),
                scalar: leaf.scalar,
                sizes: leaf.sizes.clone(),
                is_writable: true,
                memory,
                layout,
            };
            let is_array = matches!(member.shape, Shape::Array(_));
            let found = match (many, is_array) {
                (Many::One, false) => Member::Number(var, leaf.scalar),
                (Many::One, true) => Member::Array(array()),
                (Many::Array(..), false) => Member::Numbers(array()),
                (Many::Array(..), true) => Member::Arrays(array()),
            };
            members.push((member.name, found));
        }
        Record { kind, members }
    }
}
