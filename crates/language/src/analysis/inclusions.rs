//! What a claim `included in` says beside its programs: which observed variables correspond, and
//! what the concrete program is augmented with.

use logic::{Sort, Symbol, Var};
use program::Program;
use question::Augmentation;

use super::claims::Aliases;
use super::globals::Globals;
use super::programs::{Programs, Signature};
use super::temporal;
use crate::Span;
use crate::diagnostic::{Diagnostic, Sink, quote};
use crate::syntax::{self, ClauseKind, Expr, ExprKind, Name, Relation};

/// The rest of a claim `included in`.
#[derive(Clone, Default)]
pub(super) struct Inclusion {
    pub(super) matching: Vec<(Var, Var)>,
    pub(super) augmentation: Option<Augmentation<Symbol>>,
}

/// What the clauses of the claim say; whatever is wrong with it has been reported.
pub(super) fn lower(
    claim: &syntax::Claim,
    aliases: &Aliases<'_>,
    programs: &Programs,
    globals: &Globals<'_>,
    sink: &mut Sink,
) -> Inclusion {
    let mut inclusion = Inclusion::default();
    let is_inclusion = matches!(claim.relation, Relation::Included(..));
    let mut matched = false;
    for clause in &claim.clauses {
        let only = match (&clause.kind, is_inclusion) {
            (ClauseKind::Matching(_) | ClauseKind::Augmented(_), false) => true,
            (ClauseKind::Matching(_), true) => std::mem::replace(&mut matched, true),
            (ClauseKind::Augmented(_), true) => inclusion.augmentation.is_some(),
            _ => continue,
        };
        if only {
            let message = "one such clause belongs to a claim `included in`";
            sink.push(Diagnostic::error(clause.span, message));
            continue;
        }
        match &clause.kind {
            ClauseKind::Matching(pairs) => {
                inclusion.matching = matching(pairs, clause.span, aliases, sink);
            }
            ClauseKind::Augmented(with) => {
                inclusion.augmentation = augmentation(with, aliases, programs, globals, sink);
            }
            _ => {}
        }
    }
    if is_inclusion && !matched {
        comparable(claim, aliases, sink);
    }
    inclusion
}

/// Ranges of integers can be compared with each other.
fn kind(var: &Var) -> Sort {
    match &var.sort {
        Sort::Range(_) => Sort::Int,
        sort => sort.clone(),
    }
}

fn kinds(program: &Program) -> Vec<Sort> {
    program.observed.iter().map(kind).collect()
}

/// The two programs with their names, where both are right.
fn both<'a>(aliases: &'a Aliases<'_>) -> Option<[(Name, &'a Program); 2]> {
    let [(first, one), (second, other)] = &aliases.entries[..] else {
        return None;
    };
    Some([(*first, one.program()?), (*second, other.program()?)])
}

/// Without a word on it, observed variables correspond in their order.
fn comparable(claim: &syntax::Claim, aliases: &Aliases<'_>, sink: &mut Sink) {
    let Some([(first, one), (second, other)]) = both(aliases) else {
        return;
    };
    let (own, theirs) = (kinds(one), kinds(other));
    let (first, second) = (first.text, second.text);
    let message = if own.len() != theirs.len() {
        let (a, b) = (own.len(), theirs.len());
        format!("`{first}` observes {a} variables and `{second}` {b}")
    } else if let Some(position) = own.iter().zip(&theirs).position(|(a, b)| a != b) {
        let (a, b) = (&one.observed[position], &other.observed[position]);
        let (x, y) = (a.name, b.name);
        format!("`{first}.{x}` and `{second}.{y}` are observed and have different types")
    } else if one.open.is_empty() != other.open.is_empty() {
        format!("only one of `{first}` and `{second}` has `open` variables")
    } else {
        return;
    };
    let hint = "observed variables correspond in their order, or as `matching x = y` says";
    sink.push(Diagnostic::error(claim.span, message).hint(hint));
}

/// The pairs of a clause `matching`, if each observed variable is in one of them.
fn matching(
    pairs: &[(Name, Name)],
    span: Span,
    aliases: &Aliases<'_>,
    sink: &mut Sink,
) -> Vec<(Var, Var)> {
    let Some([(first, one), (second, other)]) = both(aliases) else {
        return Vec::new();
    };
    let mut observed = |alias: Name, program: &Program, name: Name| {
        let mut known = program.observed.iter();
        let found = known.find(|var| var.name == name.text).cloned();
        if found.is_none() {
            let name = quote(name.text.as_str());
            let message = format!("`{}` observes no variable {name}", alias.text);
            sink.push(Diagnostic::error(span, message));
        }
        found
    };
    let mut found: Vec<(Var, Var)> = Vec::new();
    for (a, b) in pairs {
        let (a, b) = (observed(first, one, *a), observed(second, other, *b));
        let (Some(a), Some(b)) = (a, b) else {
            return Vec::new();
        };
        found.push((a, b));
    }
    let twice = |position: usize| {
        let (a, b) = &found[position];
        found[..position].iter().any(|(x, y)| x == a || y == b)
    };
    let message = if (0..found.len()).any(twice) {
        "each observed variable is matched with one other".to_owned()
    } else if found.len() != one.observed.len() || found.len() != other.observed.len() {
        "each observed variable of both programs is matched with one of the other".to_owned()
    } else if let Some((a, b)) = found.iter().find(|(a, b)| kind(a) != kind(b)) {
        let (x, y) = (a.name, b.name);
        format!(
            "`{}.{x}` and `{}.{y}` have different types",
            first.text, second.text
        )
    } else {
        let qualified = found.iter().map(|(a, b)| {
            (
                Program::qualified(first.text, a),
                Program::qualified(second.text, b),
            )
        });
        return qualified.collect();
    };
    sink.push(Diagnostic::error(span, message));
    Vec::new()
}

/// A module by its name, or a formula over what the concrete program observes.
fn augmentation(
    with: &Expr,
    aliases: &Aliases<'_>,
    programs: &Programs,
    globals: &Globals<'_>,
    sink: &mut Sink,
) -> Option<Augmentation<Symbol>> {
    let (alias, concrete) = aliases.entries.first()?;
    let concrete = concrete.program()?;
    if let ExprKind::Name(text) = &with.kind
        && let Some(module) = programs.get(*text)
    {
        let name = Name {
            text: *text,
            span: with.span,
        };
        return module_beside(name, module, concrete, sink);
    }
    let formula = temporal::lower(with, aliases, globals, sink)?;
    let seen = |var: &Var| {
        let mut observed = concrete.observed.iter();
        observed.any(|own| Program::qualified(alias.text, own) == *var)
            || !var.name.as_str().contains('.')
    };
    if formula.free_vars().iter().all(seen) {
        return Some(Augmentation::Formula(formula));
    }
    let message = format!(
        "the formula speaks of more than what `{}` observes",
        alias.text
    );
    sink.push(Diagnostic::error(with.span, message));
    None
}

fn module_beside(
    name: Name,
    module: &Signature,
    concrete: &Program,
    sink: &mut Sink,
) -> Option<Augmentation<Symbol>> {
    let program = module.program()?;
    let message = if !module.parameters.is_empty() {
        "a module beside a program has no parameters".to_owned()
    } else if kinds(program) != kinds(concrete)
        || program.open.is_empty() != concrete.open.is_empty()
    {
        let (module, concrete) = (name.text, concrete.name);
        format!("`{module}` does not observe what `{concrete}` does")
    } else {
        return Some(Augmentation::Module(name.text));
    };
    sink.push(Diagnostic::error(name.span, message));
    None
}
