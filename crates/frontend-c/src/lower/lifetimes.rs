//! Where the lives of variables end: at the end of their blocks, however these are left.
//!
//! Nothing under way may use a variable whose life ends, a pointer to it leads nowhere from then on, and
//! when its block is entered again it has not been written.

use logic::Var;
use program::system::Area;

use crate::problem::{Problem, Reads, Span};

use super::Lowering;
use super::known::Known;
use super::scope::{Binding, Memory};

impl Lowering<'_, '_> {
    /// The lives of the variables of the innermost blocks end.
    pub(super) fn end_of_scope(&mut self, blocks: usize, span: &Span) -> Reads<()> {
        let Some(frame) = self.scope.frames.last() else {
            return Ok(());
        };
        let ending = frame.blocks.iter().rev().take(blocks);
        let mut vars: Vec<Var> = Vec::new();
        for binding in ending.flat_map(|block| block.values()) {
            match binding {
                Binding::Scalar(var, _) => vars.push(var.clone()),
                Binding::Array(array) if array.memory == Memory::Declared => {
                    vars.push(array.var.clone());
                }
                Binding::Record(record) | Binding::Records(record) => {
                    vars.extend(record.vars().into_iter().cloned());
                }
                Binding::Status(_) | Binding::Statuses(_) => {
                    vars.extend(binding.vars().into_iter().cloned());
                }
                _ => {}
            }
        }
        vars.retain(|var| !self.statics.contains(var));
        for state in &mut self.others {
            end(&mut state.known, &vars);
        }
        if self.here.is_none() {
            return Ok(());
        }
        self.outlive(&vars, span)?;
        self.claim(vars.iter().map(Area::whole).collect(), span)?;
        end(&mut self.known, &vars);
        Ok(())
    }

    /// Persistent requests may be started again at any time, so that their buffers have to stay.
    pub(super) fn outlive(&self, vars: &[Var], span: &Span) -> Reads<()> {
        if vars.iter().any(|var| self.context.lasting.contains(var)) {
            let what = "the end of memory that a persistent request was made for";
            return Err(Problem::unsupported(span, what));
        }
        Ok(())
    }
}

/// Forgets variables whose lives have ended.
fn end(known: &mut Known, vars: &[Var]) {
    for var in vars {
        known.unwritten.remove(var);
    }
    let dangling = known
        .pointers()
        .filter(|(_, pointer)| pointer.vars().iter().any(|var| vars.contains(var)));
    let dangling: Vec<_> = dangling.map(|(name, _)| name).collect();
    for name in dangling {
        known.unpoint(name);
    }
}
