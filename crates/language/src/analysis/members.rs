//! Variables of processes in formulas: `p[1 - me].x`, `a.x`, and `s.p[0].x` in claims about several
//! systems.

use std::collections::BTreeMap;

use logic::{Integer, Sort, Symbol, Term, Var};

use super::expressions::{Elaborator, Place};
use crate::diagnostic::{Diagnostic, Sink, quote};
use crate::suggest;
use crate::syntax::{Expr, ExprKind, Name};

/// The processes that a formula may speak of.
#[derive(Clone, Debug, Default)]
pub(super) struct Members {
    pub(super) families: Vec<Family>,
}

/// The processes that were declared together.
#[derive(Clone, Debug)]
pub(super) struct Family {
    /// The name that the claim gives the system, if it speaks of several.
    pub(super) system: Option<Symbol>,
    pub(super) name: Symbol,
    /// How many there are; `None` for a single one without a number.
    pub(super) count: Option<usize>,
    /// The rank of the first one.
    pub(super) first: usize,
    /// The variables at the top; `None` where the type is unclear.
    pub(super) variables: BTreeMap<Symbol, Option<Sort>>,
    /// The variables that are outputs.
    pub(super) outputs: Vec<Symbol>,
}

impl Family {
    /// How many processes there are.
    pub(super) fn len(&self) -> usize {
        self.count.unwrap_or(1)
    }

    /// The name of a process, as `p[1]`.
    pub(super) fn process(&self, index: usize) -> String {
        let system = self
            .system
            .map_or(String::new(), |system| format!("{system}."));
        match self.count {
            Some(_) => format!("{system}{}[{index}]", self.name),
            None => format!("{system}{}", self.name),
        }
    }

    /// The variable of a process.
    pub(super) fn variable(&self, index: usize, name: Symbol, sort: &Sort) -> Var {
        let name = format!("{}.{name}", self.process(index));
        Var::new(name.as_str(), sort.clone())
    }
}

impl Members {
    /// How many processes there are.
    pub(super) fn size(&self) -> usize {
        self.families.iter().map(Family::len).sum()
    }

    fn family(&self, system: Option<Symbol>, name: Name, sink: &mut Sink) -> Option<&Family> {
        let named = |family: &&Family| family.system == system && family.name == name.text;
        let found = self.families.iter().find(named);
        if found.is_none() {
            let known = self.families.iter().map(|family| family.name.as_str());
            let hint = suggest::did_you_mean(name.text.as_str(), known);
            let message = format!("there is no process called {}", quote(name.text.as_str()));
            sink.push(Diagnostic::error(name.span, message).maybe_hint(hint));
        }
        found
    }

    /// `a.x`: a variable of a single process, or of the only process of a system that has it.
    pub(super) fn qualified(&self, owner: Name, name: Name, sink: &mut Sink) -> Option<Term> {
        let of_system: Vec<&Family> = self
            .families
            .iter()
            .filter(|family| family.system == Some(owner.text))
            .filter(|family| family.count.is_none() && family.variables.contains_key(&name.text))
            .collect();
        if let [family] = of_system[..] {
            let sort = family.variables.get(&name.text)?.as_ref()?;
            return Some(family.variable(0, name.text, sort).term());
        }
        let family = self.family(None, owner, sink)?;
        if family.count.is_some() {
            let message = format!("there are several processes `{}`", family.name);
            let hint = format!("say which one: `{}[0].{}`", family.name, name.text);
            sink.push(Diagnostic::error(owner.span, message).hint(hint));
            return None;
        }
        let sort = variable_sort(family, name, sink)?;
        Some(family.variable(0, name.text, &sort).term())
    }
}

fn variable_sort(family: &Family, name: Name, sink: &mut Sink) -> Option<Sort> {
    let Some(sort) = family.variables.get(&name.text) else {
        let known = family.variables.keys().map(|name| name.as_str());
        let hint = suggest::did_you_mean(name.text.as_str(), known);
        let message = format!(
            "`{}` has no variable {}",
            family.name,
            quote(name.text.as_str())
        );
        sink.push(Diagnostic::error(name.span, message).maybe_hint(hint));
        return None;
    };
    sort.clone()
}

impl Elaborator<'_, '_> {
    /// `p[i].x`, `s.p[i].x` or `s.a.x`.
    pub(super) fn member(&mut self, base: &Expr, name: Name) -> Option<Term> {
        let Place::Processes(members) = self.place else {
            let message = "only invariants, collective assertions and claims speak of processes";
            self.error(Diagnostic::error(base.span.to(name.span), message));
            return None;
        };
        let (process, index) = match &base.kind {
            ExprKind::Index(process, index) => (&**process, Some(&**index)),
            _ => (base, None),
        };
        let (system, family) = match &process.kind {
            ExprKind::Name(text) => {
                let span = process.span;
                (None, Name { text: *text, span })
            }
            ExprKind::Qualified(system, family) => (Some(system.text), *family),
            _ => {
                let message = "only a process has variables";
                self.error(Diagnostic::error(base.span, message).hint("write `p[i].x`"));
                return None;
            }
        };
        let family = members.family(system, family, self.sink)?;
        let sort = variable_sort(family, name, self.sink)?;
        let Some(index) = index else {
            if family.count.is_some() {
                let message = format!("there are several processes `{}`", family.name);
                self.error(Diagnostic::error(base.span, message));
                return None;
            }
            return Some(family.variable(0, name.text, &sort).term());
        };
        let index_span = index.span;
        let index = self.integer(index)?;
        let Some(count) = family.count else {
            let message = format!("there is only one process `{}`", family.name);
            self.error(Diagnostic::error(index_span, message));
            return None;
        };
        // The last one stands for all other numbers, which no process has.
        let mut all = (0..count)
            .rev()
            .map(|i| family.variable(i, name.text, &sort).term());
        let last = all.next()?;
        let term = (0..count - 1)
            .rev()
            .zip(all)
            .fold(last, |rest, (i, variable)| {
                let here = Term::eq(index.clone(), Term::int(Integer::from(i)));
                Term::ite(here, variable, rest)
            });
        Some(term)
    }
}
