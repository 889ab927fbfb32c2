//! Loops.

use logic::{Symbol, Term};
use program::Origin;
use program::system::{Action, Annotation};

use crate::Invariants;
use crate::problem::{Problem, ProblemKind, Reads, Span};
use crate::syntax::{Loop, Tested};

use super::scope::{Binding, Pointer};
use super::{Jump, Lowering};

impl Lowering<'_, '_> {
    pub(super) fn loop_statement(&mut self, it: &Loop, span: &Span) -> Reads<()> {
        self.scope.open();
        let result = match &it.initial {
            Some(initial) => self.statement(initial),
            None => Ok(()),
        };
        let result = result.and_then(|()| self.loop_or_rounds(it, span));
        self.scope.close();
        result
    }

    /// Reads a loop as one. Where that does not work because something in it must be known, as the
    /// partner `rank ^ mask` of a butterfly, its rounds are read one by one, if they end.
    fn loop_or_rounds(&mut self, it: &Loop, span: &Span) -> Reads<()> {
        if self.here.is_none() {
            return Ok(());
        }
        let before = self.checkpoint();
        let result = self.loop_inside(it, span);
        match result {
            Err(problem) if problem.kind == ProblemKind::Unsupported => {
                self.restore(before);
                match self.rounds(it, span) {
                    Ok(true) => Ok(()),
                    Ok(false) | Err(_) => Err(problem),
                }
            }
            result => result,
        }
    }

    /// Reads the rounds of a loop one by one, as long as it is known whether there is another one;
    /// returns whether they come to an end.
    fn rounds(&mut self, it: &Loop, span: &Span) -> Reads<bool> {
        let Some(condition) = &it.condition else {
            return Ok(false);
        };
        let origin = self.origin(span);
        let end = self.target();
        let mut is_first = it.tested == Tested::After;
        loop {
            if !std::mem::take(&mut is_first) && self.here.is_some() {
                let formula = self.truth(condition)?;
                if formula.is_false() {
                    self.jump(end, origin);
                } else if !formula.is_true() {
                    return Ok(false);
                }
            }
            if self.here.is_none() {
                self.resume(end);
                return Ok(true);
            }
            if self.rounds_left == 0 {
                return Ok(false);
            }
            self.rounds_left -= 1;
            let next = self.target();
            self.jumps.push(Jump {
                break_to: end,
                continue_to: Some(next),
            });
            // A variable that is declared in the body is declared anew in each round.
            self.loop_depth += 1;
            self.scoped(&it.body)?;
            self.loop_depth -= 1;
            self.jumps.pop();
            self.jump(next, origin);
            self.resume(next);
            if let Some(step) = it.step.as_ref().filter(|_| self.here.is_some()) {
                self.effect(step)?;
            }
        }
    }

    fn loop_inside(&mut self, it: &Loop, span: &Span) -> Reads<()> {
        let origin = self.origin(span);
        self.forget_written(it);
        let head = self.target();
        let known = self.known.clone();
        self.jump(head, origin);
        self.resume(head);
        self.annotate(it, head, span)?;
        let (next, end) = (self.target(), self.target());
        self.jumps.push(Jump {
            break_to: end,
            continue_to: Some(next),
        });
        self.loop_depth += 1;
        if it.tested == Tested::Before {
            self.test(it, end, origin)?;
        }
        self.scoped(&it.body)?;
        self.jump(next, origin);
        self.resume(next);
        if let Some(step) = &it.step {
            self.effect(step)?;
        }
        if it.tested == Tested::After {
            self.test(it, end, origin)?;
        }
        // What is known at the head was known before it was reached for the first time, and the
        // loop must not change it. The effects say so; here it is seen.
        if self.here.is_some() && known != self.known.clone().join(&known) {
            return Err(Problem::unsupported(
                span,
                "a loop whose effects are not understood",
            ));
        }
        self.jump(head, origin);
        self.loop_depth -= 1;
        self.jumps.pop();
        self.resume(end);
        Ok(())
    }

    /// Goes on where the condition of a loop holds, and leaves it where it does not.
    fn test(&mut self, it: &Loop, end: usize, origin: Origin) -> Reads<()> {
        let (condition, origin) = match &it.condition {
            None => (Term::top(), origin),
            Some(condition) => {
                let formula = self.truth(condition)?;
                (formula, self.origin(&condition.span))
            }
        };
        if condition.is_true() {
            return Ok(());
        }
        let (start, known) = (self.here, self.known.clone());
        self.emit(Action::Assume(Term::not(condition.clone())), origin)?;
        self.jump(end, origin);
        if condition.is_false() {
            self.here = None;
            return Ok(());
        }
        self.here = start;
        self.known = known;
        self.emit(Action::Assume(condition), origin)
    }

    /// Forgets the values of what a loop may write.
    fn forget_written(&mut self, it: &Loop) {
        let mut effects = self.context.analysis.statement(&it.body);
        for part in it.condition.iter().chain(&it.step) {
            let own = self.context.analysis.expression(part);
            effects.writes.extend(own.writes);
            effects.moves.extend(own.moves);
        }
        for name in effects.changed() {
            let name = *name;
            let local = self.scope.find(name).cloned();
            let global = self.scope.globals.get(&name).cloned();
            for binding in local.iter().chain(&global) {
                for var in self.variables_behind(binding) {
                    self.known.forget(&var);
                }
                if effects.moves.contains(&name) {
                    self.forget_pointer(binding);
                }
            }
        }
    }

    /// Forgets the index of a pointer, and the size of the memory that it leads to. Where it leads
    /// is seen to be the same at the end of the loop.
    fn forget_pointer(&mut self, binding: &Binding) {
        let pointer = match binding {
            Binding::PointerVariable(name, _) => self.known.pointer(*name).cloned(),
            Binding::Pointer(pointer) => Some(pointer.clone()),
            _ => None,
        };
        if let Some(Pointer::Element {
            array,
            rows,
            offset,
        }) = pointer
        {
            for term in array.sizes.iter().chain(&rows).chain([&offset]) {
                if let Some(var) = term.as_var() {
                    self.known.forget(var);
                }
            }
        }
    }

    /// Notes the label of a loop and the author's invariant. A loop without a label gets its number
    /// in the text: so the loops of all processes find each other, and those of two programs that
    /// have the same structure.
    fn annotate(&mut self, it: &Loop, head: usize, span: &Span) -> Reads<()> {
        let given = it.invariant.as_ref();
        let given = given.filter(|_| self.context.options.invariants == Invariants::Used);
        let (label, invariant, origin) = match given {
            Some(labelled) => {
                let formula = self.annotation(&labelled.formula)?;
                let origin = self.origin(&labelled.formula.span);
                (labelled.label, Some(formula), origin)
            }
            None => {
                let number = self.context.loop_number(span.start);
                let origin = self.origin(span);
                (Symbol::new(&format!("loop{number}")), None, origin)
            }
        };
        let location = self.targets[head].location;
        self.draft.annotate(
            location,
            Annotation {
                label,
                invariant,
                origin,
            },
        );
        Ok(())
    }
}
