//! Names in expressions to terms.

use logic::{Term, Var};

use super::expressions::{Elaborator, Place};
use super::globals::{Global, duplicate};
use super::scope::{Local, Role};
use crate::diagnostic::{Diagnostic, quote};
use crate::suggest;
use crate::syntax::Name;

impl Elaborator<'_, '_> {
    pub(super) fn name(&mut self, name: Name) -> Option<Term> {
        if let Some(local) = self.scope.get(name.text) {
            if matches!(self.place, Place::Initial) && local.role == Role::Variable {
                let message = format!(
                    "an initial value cannot depend on the variable `{}`",
                    name.text
                );
                let hint = "use constants and parameters, or assign at the start of the program";
                let error = Diagnostic::error(name.span, message).also(local.span, "declared here");
                self.error(error.hint(hint));
                return None;
            }
            return local.var.as_ref().map(Var::term);
        }
        match self.globals.values.get(&name.text) {
            Some((Global::Constant(_), _)) if matches!(self.place, Place::Bound) => {
                let message = format!(
                    "the bound of a range cannot be the constant `{}`",
                    name.text
                );
                let hint = format!(
                    "write a number, or declare an `int` and assume `… <= {}`",
                    name.text
                );
                self.error(Diagnostic::error(name.span, message).hint(hint));
                None
            }
            Some((Global::Constant(var), _)) => Some(var.term()),
            Some((Global::Variant(sort, position), _)) => Some(Term::variant(sort, *position)),
            Some((Global::Function(function), _)) => {
                let count = function.parameters().len();
                let message = format!("`{}` is a function and needs its arguments", name.text);
                let hint = format!("write `{}({})`", name.text, vec!["…"; count].join(", "));
                self.error(Diagnostic::error(name.span, message).hint(hint));
                None
            }
            Some((Global::Unclear, _)) => None,
            None => {
                self.unknown(name);
                None
            }
        }
    }

    fn unknown(&mut self, name: Name) {
        if let Place::Claim(aliases) = self.place {
            let owners = aliases.owners(name.text);
            if !owners.is_empty() {
                let message = format!(
                    "a claim must say whose variable `{}` it speaks of",
                    name.text
                );
                let options: Vec<_> = owners
                    .iter()
                    .map(|alias| format!("`{alias}.{}`", name.text))
                    .collect();
                let hint = format!("did you mean {}?", options.join(" or "));
                self.error(Diagnostic::error(name.span, message).hint(hint));
                return;
            }
        }
        if self.globals.skipped.contains(&name.text) {
            return;
        }
        let message = match self.place {
            Place::Bound => format!("the bound of a range must be a number, not `{}`", name.text),
            _ => format!(
                "there is no {} called {}",
                self.place.things(),
                quote(name.text.as_str())
            ),
        };
        let globals =
            self.globals.values.iter().filter(|(_, (global, _))| {
                matches!(global, Global::Constant(_) | Global::Variant(..))
            });
        let globals = globals.map(|(name, _)| name.as_str());
        // Looking for neighbours takes time that is wasted on what nobody will see.
        let hint = match self.sink.is_full() {
            true => None,
            false => suggest::did_you_mean(name.text.as_str(), self.scope.names().chain(globals)),
        };
        self.error(Diagnostic::error(name.span, message).maybe_hint(hint));
    }

    pub(super) fn qualified(&mut self, alias: Name, name: Name) -> Option<Term> {
        if let Place::Claim(aliases) = self.place {
            return aliases.resolve(alias, name, self.globals, self.sink);
        }
        if let Place::Processes(members) = self.place {
            return members.qualified(alias, name, self.sink);
        }
        let span = alias.span.to(name.span);
        let error = Diagnostic::error(span, "only a claim can speak of a program's variables");
        self.error(error.hint(format!("inside a program write `{}`", name.text)));
        None
    }

    pub(super) fn variant(&mut self, sort: Name, variant: Name) -> Option<Term> {
        let Some((found, _)) = self.globals.enumerations.get(&sort.text) else {
            if !self.globals.skipped.contains(&sort.text) {
                let known = self.globals.enumerations.keys().map(|name| name.as_str());
                let hint = suggest::did_you_mean(sort.text.as_str(), known);
                let message = format!(
                    "there is no enumeration called {}",
                    quote(sort.text.as_str())
                );
                self.error(Diagnostic::error(sort.span, message).maybe_hint(hint));
            }
            return None;
        };
        let found = found.as_ref()?;
        if let Some(position) = found.position(variant.text) {
            return Some(Term::variant(found, position));
        }
        let message = format!(
            "`{}` has no variant {}",
            sort.text,
            quote(variant.text.as_str())
        );
        let known = found.variants().iter().map(|name| name.as_str());
        let hint = suggest::did_you_mean(variant.text.as_str(), known);
        self.error(Diagnostic::error(variant.span, message).maybe_hint(hint));
        None
    }

    /// Declares a local name; reports where it is taken.
    pub(super) fn bind(&mut self, name: Name, local: Local) -> bool {
        let taken = self.scope.get(name.text).map(|local| local.span);
        let taken = taken.or(self.globals.values.get(&name.text).map(|(_, span)| *span));
        match taken {
            Some(first) => duplicate(name, first, self.sink),
            None => self.scope.insert(name.text, local),
        }
        taken.is_none()
    }
}

impl Place<'_> {
    /// What a name can stand for here.
    fn things(&self) -> &'static str {
        match self {
            Place::Statement | Place::Processes(_) => "variable or constant",
            Place::Initial => "constant or parameter",
            Place::Constant | Place::Bound | Place::Argument | Place::Claim(_) => "constant",
        }
    }
}
