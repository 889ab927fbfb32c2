//! Why programs cannot be put together.

use logic::Symbol;

/// Why programs cannot be put together.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CannotCompose {
    /// A ring of one, or nothing at all.
    #[error("there are too few parts")]
    TooFew,
    /// A part wants arguments.
    #[error("`{0}` has parameters, and only programs without parameters can be composed")]
    Parameters(Symbol),
    /// A part starts any number of copies.
    #[error("`{0}` has a `parfor`, which cannot be composed")]
    Parfor(Symbol),
    /// A part of a chain has no sides.
    #[error("`{0}` has no two sides: the first half of what it observes is its left side")]
    Sides(Symbol),
    /// Neighbours do not fit.
    #[error("the right side of `{0}` and the left side of `{1}` have different types")]
    Mismatch(Symbol, Symbol),
    /// A variable has different types in two parts.
    #[error("`{0}` has different types in `{1}` and `{2}`")]
    Sorts(Symbol, Symbol, Symbol),
    /// A variable starts with different values.
    #[error("`{0}` starts with different values in `{1}` and `{2}`")]
    Starts(Symbol, Symbol, Symbol),
    /// A part writes what another one owns.
    #[error("`{writer}` writes `{var}`, which belongs to `{owner}`: it is not `open` there")]
    Owned {
        /// The variable, as the writer calls it.
        var: Symbol,
        /// Who owns it.
        owner: Symbol,
        /// Who writes it.
        writer: Symbol,
    },
    /// Two variables have the same name.
    #[error("two variables would be called `{0}`")]
    Taken(Symbol),
    /// There is no such variable to be hidden.
    #[error("there is no observed variable called `{0}`")]
    Unknown(Symbol),
    /// The parts have too many joint locations.
    #[error(transparent)]
    TooLarge(#[from] crate::TooLarge),
}
