//! The memory that the arguments of one call of MPI are.
//!
//! What a call writes is no other argument of it (MPI 4.0, section 2.3), and nothing that is under way uses
//! it. Buffers are looked at where they are read, element by element; of all else it is enough which
//! variables they are.

use logic::Var;
use program::system::{Access, Area};

use crate::mpi::{self, Function, Kind};
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, ExpressionKind};

use super::Lowering;
use super::scope::{Binding, Pointer};

impl Lowering<'_, '_> {
    /// The arguments of a call are different memory, where the call writes some of it.
    pub(super) fn are_distinct(
        &mut self,
        name: &str,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<()> {
        let Function::Read(kinds) = mpi::function(name) else {
            return Ok(());
        };
        let written = mpi::written(name);
        let mut known: Vec<(usize, Vec<Var>)> = Vec::new();
        let mut areas = Vec::new();
        for (position, (kind, argument)) in kinds.iter().zip(arguments).enumerate() {
            if !is_memory(*kind) {
                continue;
            }
            let (vars, area) = self.memory_of(argument);
            for (other, theirs) in &known {
                let is_written = written.contains(&position) || written.contains(other);
                let are_buffers = is_buffer(*kind) && is_buffer(kinds[*other]);
                if is_written && !are_buffers && vars.iter().any(|var| theirs.contains(var)) {
                    let what = "arguments of one call in the same memory";
                    return Err(Problem::unsupported(&argument.span, what));
                }
            }
            known.push((position, vars));
            if written.contains(&position) && !is_buffer(*kind) {
                areas.extend(area);
            }
        }
        self.claim(areas, span)
    }

    /// The variables that an address leads to, and the place that is written behind it.
    fn memory_of(&mut self, argument: &Expression) -> (Vec<Var>, Option<Area>) {
        if let ExpressionKind::Name(name) = &argument.kind
            && let Some(Binding::Statuses(all)) = self.scope.find(*name)
        {
            let all = all.clone();
            return (
                all.iter().flat_map(|own| own.vars()).cloned().collect(),
                None,
            );
        }
        // Nothing is done here that would be done again where the argument is read.
        let before = self.checkpoint();
        let pointer = self.pointer(argument);
        self.restore(before);
        match pointer {
            Ok(Pointer::Scalar(var, _)) => {
                let area = Area {
                    access: Access::Write,
                    ..Area::whole(&var)
                };
                (vec![var], Some(area))
            }
            Ok(Pointer::Element {
                array,
                rows,
                offset,
            }) => {
                let area = Area {
                    var: array.var.clone(),
                    row: rows,
                    elements: Some((offset, logic::Term::int(1))),
                    access: Access::Write,
                };
                (vec![array.var], Some(area))
            }
            Ok(Pointer::Cell { array, .. }) => (vec![array.var], None),
            Ok(Pointer::Record(record, _)) => (record.vars().into_iter().cloned().collect(), None),
            Ok(Pointer::Status(status)) => (status.vars().into_iter().cloned().collect(), None),
            _ => (Vec::new(), None),
        }
    }
}

/// Whether an argument is the address of something that MPI reads or writes.
fn is_memory(kind: Kind) -> bool {
    is_buffer(kind)
        || matches!(
            kind,
            Kind::Counts
                | Kind::Status
                | Kind::Statuses
                | Kind::NewRequest
                | Kind::Request
                | Kind::Requests
                | Kind::Message
                | Kind::Number
                | Kind::Numbers
        )
}

fn is_buffer(kind: Kind) -> bool {
    matches!(kind, Kind::In | Kind::Out | Kind::InOut)
}
