//! Systems of processes: what is known of them. [`lower`](fn@lower::lower) makes them, and
//! [`claims`] are about them.

mod claims;
mod lower;

use std::collections::BTreeMap;

use logic::{Symbol, Var};
use program::system::System;

use super::globals::{Globals, duplicate};
use super::members::Members;
use super::programs::Programs;
use crate::diagnostic::Sink;
use crate::syntax;
use crate::{Origins, Span};
use lower::lower;

/// All systems of a text.
#[derive(Default)]
pub(super) struct Systems {
    by_name: BTreeMap<Symbol, Declared>,
    order: Vec<Symbol>,
}

/// What is known of a system, be it right or wrong.
struct Declared {
    span: Span,
    inputs: Vec<Var>,
    members: Members,
    /// `None` where it has an error.
    system: Option<System>,
}

impl Systems {
    /// The systems without errors in their order.
    pub(super) fn finish(mut self) -> Vec<System> {
        let names = std::mem::take(&mut self.order);
        let systems = names.iter();
        systems
            .filter_map(|name| self.by_name.get_mut(name)?.system.take())
            .collect()
    }

    pub(super) fn declare(
        &mut self,
        item: &syntax::System,
        programs: &Programs,
        globals: &Globals<'_>,
        sink: &mut Sink,
        origins: &mut Origins,
    ) {
        let taken = self.by_name.get(&item.name.text).map(|other| other.span);
        let taken = taken.or(programs
            .get(item.name.text)
            .map(super::programs::Signature::span));
        if let Some(first) = taken {
            duplicate(item.name, first, sink);
            return;
        }
        let declared = lower(item, globals, sink, origins);
        self.by_name.insert(item.name.text, declared);
        self.order.push(item.name.text);
    }

    /// Whether a claim is about systems.
    pub(super) fn concern(&self, claim: &syntax::Claim) -> bool {
        let operands = claim.relation.operands();
        operands
            .iter()
            .any(|operand| self.by_name.contains_key(&operand.program.text))
    }
}
