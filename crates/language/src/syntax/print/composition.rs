//! Compositions as text.

use super::Printer;
use crate::syntax::{Composition, CompositionKind, Count};

impl Printer {
    /// A composition where something that binds at least so tightly is wanted.
    pub(super) fn composition(&mut self, whole: &Composition, least: Tightness) {
        logic::recursion::guard(|| {
            let own = Tightness::of(whole);
            if own < least {
                self.word("(");
            }
            match &whole.kind {
                CompositionKind::Program(operand) => self.operand(operand),
                CompositionKind::Power(part, count) => {
                    self.composition(part, Tightness::Part);
                    self.word("^");
                    match count {
                        Count::Number(number) => self.word(&number.to_string()),
                        Count::Any(name) => self.name(*name),
                    }
                }
                CompositionKind::Chain(parts) => self.parts(parts, "o", Tightness::Power),
                CompositionKind::Ring(inner) => {
                    self.word("ring(");
                    self.composition(inner, Tightness::Local);
                    self.word(")");
                }
                CompositionKind::Parallel(parts) => self.parts(parts, "||", Tightness::Synchronous),
                CompositionKind::Synchronous(parts) => self.parts(parts, "|||", Tightness::Chain),
                CompositionKind::Local(names, inner) => {
                    self.word("local");
                    self.list(names, |printer, name| printer.name(*name));
                    self.word(":");
                    self.composition(inner, Tightness::Local);
                }
            }
            if own < least {
                self.word(")");
            }
        });
    }

    fn parts(&mut self, parts: &[Composition], operator: &str, least: Tightness) {
        for (position, part) in parts.iter().enumerate() {
            if position > 0 {
                self.word(operator);
            }
            self.composition(part, least);
        }
    }
}

/// How tightly a composition binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tightness {
    Local,
    Parallel,
    Synchronous,
    Chain,
    Power,
    Part,
}

impl Tightness {
    fn of(whole: &Composition) -> Self {
        match whole.kind {
            CompositionKind::Local(..) => Tightness::Local,
            CompositionKind::Parallel(_) => Tightness::Parallel,
            CompositionKind::Synchronous(_) => Tightness::Synchronous,
            CompositionKind::Chain(_) => Tightness::Chain,
            CompositionKind::Power(..) => Tightness::Power,
            CompositionKind::Ring(_) | CompositionKind::Program(_) => Tightness::Part,
        }
    }
}
