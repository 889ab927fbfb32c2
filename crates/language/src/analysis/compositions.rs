//! Programs made of other programs.

use std::collections::BTreeSet;

use logic::Symbol;
use program::Program;
use program::compose::{CannotCompose, Composite, Shape, compose};

use super::globals::Globals;
use super::programs::{Programs, Signature};
use crate::diagnostic::{Diagnostic, Sink, quote};
use crate::syntax::{Composed, Composition, CompositionKind, Count, Name, Operand};
use crate::{Origins, suggest};

/// The most parts of one chain. Programs stay far below it; a power of a power must not exhaust the
/// memory.
const MOST_PARTS: usize = 1000;

/// What claims need to know of a program that is made of others.
pub(super) fn lower(
    item: &Composed,
    programs: &Programs,
    globals: &Globals<'_>,
    sink: &mut Sink,
    origins: &mut Origins,
) -> Signature {
    let origin = origins.add(item.span);
    let composer = Composer { programs, globals };
    let parts = item.whole.single().into_iter();
    let parts = parts.filter_map(|part| programs.get(part.program.text));
    let communicates = parts.filter_map(|part| part.communicates).next();
    let made = composer.make(&item.whole, item.name.text, origin, sink);
    let names = made.iter().flat_map(|made| made.names.clone());
    Signature {
        parameters: Vec::new(),
        variables: names.map(|(name, var)| (name, Some(var))).collect(),
        inner: BTreeSet::new(),
        communicates,
        program: made.map(|made| made.program),
        span: item.name.span,
    }
}

struct Composer<'a> {
    programs: &'a Programs,
    globals: &'a Globals<'a>,
}

impl Composer<'_> {
    /// The whole under a name; `None` where something is wrong with it.
    fn make(
        &self,
        whole: &Composition,
        name: Symbol,
        origin: program::Origin,
        sink: &mut Sink,
    ) -> Option<Composite> {
        let composed = |shape: Shape, parts: Vec<Program>, sink: &mut Sink| {
            let parts: Vec<&Program> = parts.iter().collect();
            fits(compose(name, origin, shape, &parts), whole, sink)
        };
        logic::recursion::guard(|| match &whole.kind {
            CompositionKind::Program(_)
            | CompositionKind::Power(..)
            | CompositionKind::Chain(_) => {
                let parts = self.chain(whole, origin, sink)?;
                let single = matches!(whole.kind, CompositionKind::Program(_));
                // Alone, a program has no sides that would have to fit.
                let shape = if single {
                    Shape::Parallel
                } else {
                    Shape::Chain
                };
                composed(shape, parts, sink)
            }
            CompositionKind::Ring(inner) => {
                let parts = self.chain(inner, origin, sink)?;
                composed(Shape::Ring, parts, sink)
            }
            CompositionKind::Parallel(parts) => {
                let parts = parts.iter().map(|part| self.part(part, origin, sink));
                let parts = parts.collect::<Vec<Option<Program>>>();
                composed(
                    Shape::Parallel,
                    parts.into_iter().collect::<Option<_>>()?,
                    sink,
                )
            }
            CompositionKind::Synchronous(parts) => {
                let mut parts = parts.iter();
                let mut made = self.part(parts.next()?, origin, sink)?;
                let mut names = Vec::new();
                for part in parts {
                    let next = self.part(part, origin, sink)?;
                    let both = composed(Shape::Synchronous, vec![made, next], sink)?;
                    (made, names) = (both.program, both.names);
                }
                Some(Composite {
                    program: made,
                    names,
                })
            }
            CompositionKind::Local(names, inner) => {
                let mut made = self.make(inner, name, origin, sink)?;
                for name in names {
                    fits(made.restrict(&[name.text]), whole, sink)?;
                }
                Some(made)
            }
        })
    }

    /// The parts of a chain.
    fn chain(
        &self,
        whole: &Composition,
        origin: program::Origin,
        sink: &mut Sink,
    ) -> Option<Vec<Program>> {
        logic::recursion::guard(|| match &whole.kind {
            CompositionKind::Chain(parts) => {
                let parts = parts.iter().map(|part| self.chain(part, origin, sink));
                let parts: Vec<Option<Vec<Program>>> = parts.collect();
                let parts = parts.into_iter().collect::<Option<Vec<Vec<Program>>>>()?;
                Some(parts.concat())
            }
            CompositionKind::Power(part, Count::Number(count)) => {
                let part = self.chain(part, origin, sink)?;
                let parts = part.len() * *count as usize;
                if parts > MOST_PARTS {
                    let message = format!("a program has at most {MOST_PARTS} parts");
                    sink.push(Diagnostic::error(whole.span, message));
                    return None;
                }
                Some(part.iter().cycle().take(parts).cloned().collect())
            }
            CompositionKind::Power(_, Count::Any(name)) => {
                let message = "a program has a fixed number of parts";
                let hint = format!("a claim can speak of all: `… for all {}`", name.text);
                sink.push(Diagnostic::error(name.span, message).hint(hint));
                None
            }
            _ => Some(vec![self.part(whole, origin, sink)?]),
        })
    }

    fn part(
        &self,
        whole: &Composition,
        origin: program::Origin,
        sink: &mut Sink,
    ) -> Option<Program> {
        if let CompositionKind::Program(operand) = &whole.kind {
            return self.program(operand, sink).cloned();
        }
        let made = self.make(whole, Symbol::new("part"), origin, sink)?;
        Some(made.program)
    }

    fn program(&self, operand: &Operand, sink: &mut Sink) -> Option<&Program> {
        if let Some(alias) = operand.alias {
            let message = "only in a claim a part has a name of its own";
            let hint = "its variables are `x`, or `x_1`, `x_2` where several parts have them";
            sink.push(Diagnostic::error(alias.span, message).hint(hint));
            return None;
        }
        known(operand.program, self.programs, self.globals, sink)?.program()
    }
}

/// The program of a name; says it where there is none.
pub(super) fn known<'a>(
    name: Name,
    programs: &'a Programs,
    globals: &Globals<'_>,
    sink: &mut Sink,
) -> Option<&'a Signature> {
    let found = programs.get(name.text);
    if found.is_none() && !globals.skipped.contains(&name.text) {
        let hint = suggest::did_you_mean(name.text.as_str(), programs.names());
        let message = format!("there is no program called {}", quote(name.text.as_str()));
        sink.push(Diagnostic::error(name.span, message).maybe_hint(hint));
    }
    found
}

fn fits<T>(made: Result<T, CannotCompose>, whole: &Composition, sink: &mut Sink) -> Option<T> {
    match made {
        Ok(made) => Some(made),
        Err(error) => {
            sink.push(Diagnostic::error(whole.span, error.to_string()));
            None
        }
    }
}
