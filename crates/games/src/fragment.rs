//! Which formulas the methods handle: linear arithmetic over integers and reals, and truth values.

use logic::{Node, Op, Sort, Term, recursion};
use rustc_hash::FxHashSet;

/// A construct that the methods of this crate do not handle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{construct}: {term}")]
pub struct Unsupported {
    /// What it is.
    pub construct: &'static str,
    /// The smallest term with it.
    pub term: Term,
}

/// Checks that a formula is one of linear arithmetic, whatever its quantifiers.
///
/// # Errors
/// The first construct that is not.
pub fn check_fragment(term: &Term) -> Result<(), Unsupported> {
    visit(term, &mut FxHashSet::default())
}

fn visit(term: &Term, seen: &mut FxHashSet<Term>) -> Result<(), Unsupported> {
    if !seen.insert(term.clone()) {
        return Ok(());
    }
    if let Some(construct) = offence(term) {
        return Err(Unsupported {
            construct,
            term: term.clone(),
        });
    }
    recursion::guard(|| {
        term.children()
            .iter()
            .try_for_each(|child| visit(child, seen))
    })
}

fn offence(term: &Term) -> Option<&'static str> {
    let foreign = |sort: &Sort| match sort {
        Sort::Bool | Sort::Int | Sort::Real | Sort::Range(_) => None,
        Sort::BitVec(_) => Some("bit-vectors are not supported here"),
        Sort::Enum(_) => Some("enumerations are not supported here"),
        Sort::Array(_) => Some("arrays are not supported here"),
    };
    if let Some(construct) = foreign(term.sort()) {
        return Some(construct);
    }
    match term.node() {
        Node::Quantified(_, vars, _) => vars.iter().find_map(|var| foreign(&var.sort)),
        Node::App(Op::Mul, factors) => {
            let variable = factors
                .iter()
                .filter(|factor| factor.as_value().is_none())
                .count();
            (variable > 1).then_some("a product of variables is not linear")
        }
        Node::App(Op::Div | Op::Mod | Op::RealDiv, arguments) => {
            let zero = |term: &Term| *term == Term::number(term.sort(), 0);
            let literal = arguments[1].as_value().is_some() && !zero(&arguments[1]);
            (!literal).then_some("division by anything but a number other than zero is not linear")
        }
        Node::App(Op::Apply(_), _) => Some("uninterpreted functions are not supported here"),
        _ => None,
    }
}
