//! Programs made of other programs.

use super::{Name, Operand};
use crate::Span;

/// `program table = ring(p^3);`.
#[derive(Clone, PartialEq, Debug)]
pub struct Composed {
    /// The name.
    pub name: Name,
    /// What it is made of.
    pub whole: Composition,
    /// Where it stands.
    pub span: Span,
}

/// Programs put together.
#[derive(Clone, PartialEq, Debug)]
pub struct Composition {
    /// How.
    pub kind: CompositionKind,
    /// Where it stands.
    pub span: Span,
}

/// The ways to put programs together.
#[derive(Clone, PartialEq, Debug)]
pub enum CompositionKind {
    /// A program, in a claim perhaps with a name of its own; it has no arguments.
    Program(Operand),
    /// `p^3`: a chain of copies.
    Power(Box<Composition>, Count),
    /// `p o q`.
    Chain(Vec<Composition>),
    /// `ring(p o q)`.
    Ring(Box<Composition>),
    /// `p || q`.
    Parallel(Vec<Composition>),
    /// `p ||| q`.
    Synchronous(Vec<Composition>),
    /// `local x, y: p || q`.
    Local(Vec<Name>, Box<Composition>),
}

/// A number of copies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// So many.
    Number(u32),
    /// As many as a claim `for all n` says.
    Any(Name),
}

impl Composition {
    /// The programs that stand in it, in their order, those with any number of copies left out.
    #[must_use]
    pub fn single(&self) -> Vec<&Operand> {
        match &self.kind {
            CompositionKind::Program(operand) => vec![operand],
            CompositionKind::Power(_, Count::Any(_)) => Vec::new(),
            CompositionKind::Power(part, Count::Number(_))
            | CompositionKind::Ring(part)
            | CompositionKind::Local(_, part) => part.single(),
            CompositionKind::Chain(parts)
            | CompositionKind::Parallel(parts)
            | CompositionKind::Synchronous(parts) => {
                parts.iter().flat_map(Composition::single).collect()
            }
        }
    }
}
