//! What a claim `abstracted by` allows to lose.

use logic::Var;
use question::Losable;

use super::claims::Aliases;
use super::globals::Globals;
use crate::diagnostic::{Diagnostic, Sink};
use crate::syntax::{self, ClauseKind, Name, Relation};

/// What the clauses of the claim say; whatever is wrong with them has been reported.
pub(super) fn lower(
    claim: &syntax::Claim,
    aliases: &Aliases<'_>,
    globals: &Globals<'_>,
    sink: &mut Sink,
) -> Losable {
    let is_abstraction = matches!(claim.relation, Relation::Abstracted(..));
    let mut found: Option<Losable> = None;
    for clause in &claim.clauses {
        let (ClauseKind::Losing(names) | ClauseKind::Keeping(names)) = &clause.kind else {
            continue;
        };
        if !is_abstraction || found.is_some() {
            let message = "one clause `losing` or `keeping` belongs to a claim `abstracted by`";
            sink.push(Diagnostic::error(clause.span, message));
            continue;
        }
        let vars = variables(names, aliases, globals, sink);
        found = Some(match &clause.kind {
            ClauseKind::Keeping(_) => Losable::AllBut(vars),
            _ => Losable::Only(vars),
        });
    }
    found.unwrap_or_default()
}

/// Variables of the second program, under the names that the claim uses.
fn variables(
    names: &[Name],
    aliases: &Aliases<'_>,
    globals: &Globals<'_>,
    sink: &mut Sink,
) -> Vec<Var> {
    let Some((target, _)) = aliases.entries.last() else {
        return Vec::new();
    };
    let mut found = |name: &Name| {
        let term = aliases.resolve(*target, *name, globals, sink)?;
        term.as_var().cloned()
    };
    names.iter().filter_map(&mut found).collect()
}
