//! The side condition of parallel composition.

use std::collections::BTreeSet;

use logic::Var;
use program::{Graph, check_parallel};

use crate::diagnostic::{Diagnostic, Sink};
use crate::{Origins, Span};

/// Reports each variable that one branch writes and another uses, with both places.
pub(super) fn check(
    branches: &[Graph],
    shared: &BTreeSet<Var>,
    origins: &Origins,
    sink: &mut Sink,
) {
    let mut reported = shared.clone();
    while let Err(conflict) = check_parallel(branches, &reported) {
        let var = conflict.var;
        let written = first_use(&branches[conflict.writer], &var, origins, Use::Write);
        let used = first_use(&branches[conflict.user], &var, origins, Use::Any);
        let message = format!("parallel parts cannot share the variable `{}`", var.name);
        sink.push(
            Diagnostic::error(written, message)
                .label("one part writes it here")
                .also(used, "another part uses it here")
                .hint(format!(
                    "declare it `shared var {}: {};`",
                    var.name, var.sort
                )),
        );
        reported.insert(var);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Write,
    Any,
}

/// Where a graph first uses a variable, in the order of the text.
fn first_use(graph: &Graph, var: &Var, origins: &Origins, kind: Use) -> Span {
    let mut found: Option<Span> = None;
    graph.visit_commands(&mut |command, origin| {
        let uses =
            command.writes().contains(var) || (kind == Use::Any && command.reads().contains(var));
        if let Some(span) = origins.span(origin)
            && uses
            // A `parfor` uses what its body uses, and the body says it more precisely.
            && !matches!(command, program::Command::Parfor(_))
        {
            found = Some(found.map_or(span, |earlier| earlier.min(span)));
        }
    });
    found.unwrap_or_default()
}
