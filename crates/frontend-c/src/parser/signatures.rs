//! What declarations say of a function, which all of them must agree on.

use logic::Symbol;

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Declaration, Gives, Scalar, Shape};

use super::Parser;
use super::names::{Meaning, Takes};

/// What a declaration says of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Signature {
    pub(super) result: Scalar,
    pub(super) gives: Gives,
    /// Nothing for `int f();`.
    pub(super) parameters: Option<Vec<Parameter>>,
}

/// The type of a parameter, as far as types are told apart here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Parameter {
    scalar: Scalar,
    /// How many stars it has, its first dimension being one.
    stars: usize,
    /// How many dimensions follow behind that.
    rows: usize,
}

impl Parameter {
    pub(super) fn of(declaration: &Declaration) -> Self {
        let (stars, rows) = match &declaration.shape {
            Shape::Single => (0, 0),
            Shape::Pointer(stars) => (*stars, 0),
            Shape::Array(sizes) => (1, sizes.len().saturating_sub(1)),
        };
        Parameter {
            scalar: declaration.scalar,
            stars,
            rows,
        }
    }

    /// Whether an argument that is passed as it is has the type.
    fn is_promoted(&self) -> bool {
        let is_narrow = match self.scalar {
            Scalar::Integer { bits, .. } => bits < Scalar::INT_BITS,
            Scalar::Bool | Scalar::Float => true,
            _ => false,
        };
        self.stars > 0 || !is_narrow
    }
}

impl Signature {
    fn agrees_with(&self, other: &Signature) -> bool {
        let are_same = match (&self.parameters, &other.parameters) {
            (Some(own), Some(theirs)) => own == theirs,
            (Some(said), None) | (None, Some(said)) => said.iter().all(Parameter::is_promoted),
            (None, None) => true,
        };
        are_same && (self.result, self.gives) == (other.result, other.gives)
    }
}

impl Parser {
    /// A function that is declared here. What one declaration says of its parameters holds behind the
    /// others as well.
    pub(super) fn introduce_function(
        &mut self,
        name: Symbol,
        span: &Span,
        signature: Signature,
    ) -> Reads<()> {
        let takes = match &signature.parameters {
            Some(_) => Takes::Said,
            None => Takes::Unsaid,
        };
        let Some(known) = self.signatures.get(&name) else {
            if self.names.outside(name).is_some() {
                let message = format!("`{name}` is already declared as something else");
                return Err(Problem::wrong(span, message));
            }
            self.signatures.insert(name, signature);
            self.names.bind_outside(name, Meaning::Function(takes));
            return Ok(());
        };
        if !known.agrees_with(&signature) {
            let what = format!("a declaration of `{name}` that contradicts an earlier one");
            return Err(Problem::unsupported(span, what));
        }
        if known.parameters.is_none() {
            self.signatures.insert(name, signature);
            self.names.bind_outside(name, Meaning::Function(takes));
        }
        Ok(())
    }
}
