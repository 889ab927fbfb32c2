//! Imported files and claims about their functions. What the files say is not known here.

use std::collections::BTreeMap;

use logic::{Symbol, Term};
use question::import::{Compared, Import, ImportedFunction};
use question::{ClaimKind, Expectation};
use rustc_hash::FxHashSet;

use super::claims::ClaimNames;
use super::globals::duplicate;
use crate::diagnostic::{Diagnostic, Sink, quote};
use crate::parser::Parsed;
use crate::syntax::{self, ClauseKind, Item, Name, Verdict};
use crate::{Origins, Span, suggest};

/// The imports of a file, by name.
pub(super) struct Imports<'a> {
    by_name: BTreeMap<Symbol, Span>,
    all: Vec<Import>,
    /// The names in text that could not be read.
    skipped: &'a FxHashSet<Symbol>,
}

impl<'a> Imports<'a> {
    pub(super) fn declare(parsed: &'a Parsed, sink: &mut Sink, origins: &mut Origins) -> Self {
        let items = &parsed.file.items;
        // Claims speak of programs, systems and imports alike.
        let others: BTreeMap<Symbol, Span> = items
            .iter()
            .filter_map(|item| match item {
                Item::Program(program) => Some(program.name),
                Item::Composed(composed) => Some(composed.name),
                Item::System(system) => Some(system.name),
                _ => None,
            })
            .map(|name| (name.text, name.span))
            .collect();
        let mut imports = Imports {
            by_name: BTreeMap::new(),
            all: Vec::new(),
            skipped: &parsed.skipped_names,
        };
        for item in items {
            let Item::Import(import) = item else { continue };
            let alias = import.alias;
            let taken = imports.by_name.get(&alias.text);
            if let Some(first) = taken.or_else(|| others.get(&alias.text)) {
                duplicate(alias, *first, sink);
                continue;
            }
            imports.by_name.insert(alias.text, alias.span);
            imports.all.push(Import {
                alias: alias.text,
                path: import.path.clone(),
                origin: origins.add(import.path_span),
            });
        }
        imports
    }

    /// A claim about two functions, the implementation first; `None` where it has an error.
    pub(super) fn claim(
        &self,
        claim: &syntax::Claim,
        functions: [&syntax::ImportedFunction; 2],
        names: &mut ClaimNames,
        sink: &mut Sink,
        origins: &mut Origins,
    ) -> Option<question::Claim> {
        let was_read = !sink.has_error_at(claim.span);
        let errors = sink.error_count();
        names.take(claim.name, sink);
        let found = functions.map(|function| self.function(function, sink, origins));
        let expect = expectation(claim, sink);
        let [Some(implementation), Some(specification)] = found else {
            return None;
        };
        if sink.error_count() > errors || !was_read {
            return None;
        }
        Some(question::Claim {
            name: claim.name.text,
            kind: ClaimKind::Refines {
                implementation,
                specification,
                compared: Compared::Unread,
            },
            requires: Term::top(),
            ensures: Term::top(),
            hints: Vec::new(),
            expect,
            origin: origins.add(claim.span),
        })
    }

    fn function(
        &self,
        function: &syntax::ImportedFunction,
        sink: &mut Sink,
        origins: &mut Origins,
    ) -> Option<ImportedFunction> {
        let Name { text, span } = function.import;
        if !self.by_name.contains_key(&text) {
            if !self.skipped.contains(&text) {
                let message = format!("no file is imported as {}", quote(text.as_str()));
                let known = self.by_name.keys().map(|name| name.as_str());
                let hint = suggest::did_you_mean(text.as_str(), known)
                    .unwrap_or_else(|| format!("import one: `import \"…\" as {text};`"));
                sink.push(Diagnostic::error(span, message).hint(hint));
            }
            return None;
        }
        Some(ImportedFunction {
            import: text,
            function: function.function.text,
            origin: origins.add(function.span),
        })
    }

    pub(super) fn finish(self) -> Vec<Import> {
        self.all
    }
}

/// The verdict that a claim about functions expects; other clauses have no meaning there.
fn expectation(claim: &syntax::Claim, sink: &mut Sink) -> Option<Expectation> {
    let mut expect: Option<(Expectation, Span)> = None;
    for clause in &claim.clauses {
        let ClauseKind::Expect(verdict) = &clause.kind else {
            let message = "a claim about functions has no conditions";
            let hint = "both are compared on all inputs; `llvm.assume` in the specification \
                        leaves some out";
            sink.push(Diagnostic::error(clause.span, message).hint(hint));
            continue;
        };
        if let Some((_, first)) = expect {
            let error = Diagnostic::error(clause.span, "a claim expects one verdict");
            sink.push(error.also(first, "the first one is here"));
        }
        let expected = match verdict {
            Verdict::Proved => Expectation::Proved,
            Verdict::Refuted => Expectation::Refuted,
            Verdict::Unknown => Expectation::Unknown,
        };
        expect = Some((expected, clause.span));
    }
    expect.map(|(expected, _)| expected)
}
