//! Which programs the engine can decide, and how others are turned down.

use evidence::Reason;
use logic::Term;
use program::Origin;

use crate::blocks::Blocks;

/// Whether all that the program does is linear arithmetic.
pub(crate) fn check_supported(blocks: &Blocks) -> Result<(), Reason> {
    for edge in blocks.cfg().edges() {
        let terms: Vec<&Term> = match &edge.command {
            program::Command::Guard(formula)
            | program::Command::Assert(formula)
            | program::Command::Havoc(_, formula) => vec![formula],
            program::Command::Assign(_, value) => vec![value],
            program::Command::Send { value, channel } => vec![value, channel],
            program::Command::Receive { channel, .. } => vec![channel],
            program::Command::Mark(mark) => mark.terms(),
            program::Command::Parfor(_) => Vec::new(),
        };
        for term in terms {
            if term.has_quantifier() {
                return Err(Reason::Unsupported {
                    construct: "a quantifier in a program".to_owned(),
                    origin: Some(edge.origin),
                });
            }
            games::check_fragment(term).map_err(|u| unsupported(&u, Some(edge.origin)))?;
        }
    }
    Ok(())
}

pub(crate) fn unsupported(found: &games::Unsupported, origin: Option<Origin>) -> Reason {
    Reason::Unsupported {
        construct: found.to_string(),
        origin,
    }
}

pub(crate) fn reason_of(reason: smt::Reason) -> Reason {
    match reason {
        smt::Reason::Timeout => Reason::Timeout,
        smt::Reason::Cancelled => Reason::Interrupted,
        smt::Reason::Memory => Reason::Memory,
        smt::Reason::Incomplete(what) => Reason::Incomplete(what),
    }
}
