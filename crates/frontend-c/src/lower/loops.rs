//! Loops.

use logic::{Symbol, Term};
use program::Origin;
use program::system::{Action, Annotation};

use crate::Invariants;
use crate::effects::Effects;
use crate::problem::{Problem, ProblemKind, Reads, Span};
use crate::syntax::{Loop, Tested};

use super::known::Known;
use super::rounds::AtHead;
use super::scope::{Binding, Pointer};
use super::{Jump, Lowering, State};

/// The most heads of a loop.
const MOST_HEADS: usize = 4;

/// The most rounds of a loop that begins communications which are read one by one where that is not
/// needed.
const MOST_BEGINNING: usize = 64;

/// What is forgotten at the head of a loop, of what the loop writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Forgetting {
    Values,
    /// The indices of pointers as well, and the sizes of the memory that they lead to.
    ValuesAndIndices,
}

impl Lowering<'_, '_> {
    pub(super) fn loop_statement(&mut self, it: &Loop, span: &Span) -> Reads<()> {
        self.scope.open();
        let result = match &it.initial {
            Some(initial) => self.statement(initial),
            None => Ok(()),
        };
        let result = result.and_then(|()| self.loop_or_rounds(it, span));
        let result = result.and_then(|()| self.end_of_scope(1, span));
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
        match self.as_a_whole(|lowering| lowering.whole_loop(it, span)) {
            Err(problem) if self.is_partial && problem.kind == ProblemKind::Unsupported => {
                self.restore(before);
                self.loop_inside(it, Forgetting::ValuesAndIndices, span)
            }
            result => result,
        }
    }

    /// Reads all of a loop, in one of the ways in which loops are read.
    fn whole_loop(&mut self, it: &Loop, span: &Span) -> Reads<()> {
        // Which requests are under way is known only if the rounds in which they begin are.
        if it.invariant.is_none() && self.loop_effects(it).begins {
            let before = self.checkpoint();
            let kept = self.rounds_left.saturating_sub(MOST_BEGINNING);
            self.rounds_left -= kept;
            let is_read = self.rounds(it, span);
            self.rounds_left += kept;
            if let Ok(true) = is_read {
                return Ok(());
            }
            self.restore(before);
        }
        let before = self.checkpoint();
        if self.moves_pointers(it) {
            // Where a loop only exchanges pointers, their indices stay known.
            if let Ok(()) = self.loop_inside(it, Forgetting::Values, span) {
                return Ok(());
            }
            self.restore(before);
        }
        let before = self.checkpoint();
        let result = self.loop_inside(it, Forgetting::ValuesAndIndices, span);
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
            let depth = self.scope.depth();
            self.jumps.push(Jump {
                blocks: (depth, depth),
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

    /// Reads a loop as one. What is known at its head must still be known behind a round, but for the
    /// values that the loop writes; where pointers are exchanged, it is not, and the loop has another
    /// head for what is known then.
    fn loop_inside(&mut self, it: &Loop, forgetting: Forgetting, span: &Span) -> Reads<()> {
        self.rounds_inside(it, forgetting, span)?;
        if !self.comes_to_an_end(it) {
            self.note_endless();
        }
        self.uses.races |= self.context.size > 1 && !self.lets_others_go_on(it);
        Ok(())
    }

    fn rounds_inside(&mut self, it: &Loop, forgetting: Forgetting, span: &Span) -> Reads<()> {
        let origin = self.origin(span);
        let mut heads: Vec<(usize, Known)> = Vec::new();
        let mut ends = Vec::new();
        while self.here.is_some() {
            let holds = |known: &Known| *known == self.known.clone().join(known);
            if let Some((head, _)) = heads.iter().find(|(_, known)| holds(known)) {
                self.jump(*head, origin);
                break;
            }
            if heads.len() == MOST_HEADS {
                let what = "a loop whose effects are not understood";
                return Err(Problem::unsupported(span, what));
            }
            self.forget_written(it, forgetting);
            let head = self.target();
            heads.push((head, self.known.clone()));
            self.jump(head, origin);
            self.resume(head);
            self.annotate(it, head, heads.len(), span)?;
            let end = self.target();
            ends.push(end);
            self.round(it, end, origin)?;
        }
        self.leave(&ends, origin);
        Ok(())
    }

    /// Goes on behind a loop, in one state for all ends at which the pointers lead to the same.
    fn leave(&mut self, ends: &[usize], origin: Origin) {
        let mut kept: Vec<usize> = Vec::new();
        for end in ends {
            let Some(known) = &self.targets[*end].known else {
                continue;
            };
            let agrees = |own: &&usize| {
                let other = self.targets[**own].known.as_ref();
                other.is_some_and(|other| other.agrees_with(known))
            };
            match kept.iter().find(agrees).copied() {
                Some(own) => {
                    self.resume(*end);
                    self.jump(own, origin);
                }
                None => kept.push(*end),
            }
        }
        self.here = None;
        for end in kept.iter().rev() {
            if self.here.is_some() {
                let known = std::mem::take(&mut self.known);
                let here = self.here.take();
                self.others.push(State { here, known });
            }
            self.resume(*end);
        }
    }

    /// Reads a round of a loop, from its head to where the next one begins.
    fn round(&mut self, it: &Loop, end: usize, origin: Origin) -> Reads<()> {
        let next = self.target();
        let depth = self.scope.depth();
        self.jumps.push(Jump {
            blocks: (depth, depth),
            break_to: end,
            continue_to: Some(next),
        });
        self.loop_depth += 1;
        match it.tested {
            Tested::Before => self.test(it, end, origin)?,
            Tested::After => self.at_head(it, AtHead::GoesRound)?,
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
        self.loop_depth -= 1;
        self.jumps.pop();
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
        let goes_round = |own: &mut Self| match it.tested {
            Tested::Before => own.at_head(it, AtHead::GoesRound),
            Tested::After => Ok(()),
        };
        if condition.is_true() {
            return goes_round(self);
        }
        let (start, known) = (self.here, self.known.clone());
        self.emit(Action::Assume(Term::not(condition.clone())), origin)?;
        self.at_head(it, AtHead::Leaves)?;
        self.jump(end, origin);
        if condition.is_false() {
            self.here = None;
            return Ok(());
        }
        self.here = start;
        self.known = known;
        self.emit(Action::Assume(condition), origin)?;
        goes_round(self)
    }

    fn loop_effects(&self, it: &Loop) -> Effects {
        let mut effects = self.context.analysis.statement(&it.body);
        for part in it.condition.iter().chain(&it.step) {
            let own = self.context.analysis.expression(part);
            effects.writes.extend(own.writes);
            effects.moves.extend(own.moves);
            effects.begins |= own.begins;
        }
        effects
    }

    /// Whether a loop sets pointers that are known.
    fn moves_pointers(&self, it: &Loop) -> bool {
        let effects = self.loop_effects(it);
        effects.moves.iter().any(|name| {
            let binding = self.scope.find(*name);
            binding.is_some_and(|binding| {
                matches!(binding, Binding::PointerVariable(..)) || !binding.addresses().is_empty()
            })
        })
    }

    /// Forgets the values of what a loop may write.
    fn forget_written(&mut self, it: &Loop, forgetting: Forgetting) {
        let effects = self.loop_effects(it);
        for name in effects.changed() {
            let name = *name;
            let local = self.scope.find(name).cloned();
            let global = self.scope.globals.get(&name).cloned();
            for binding in local.iter().chain(&global) {
                for var in self.variables_behind(binding) {
                    self.known.forget(&var);
                }
                if effects.moves.contains(&name) && forgetting == Forgetting::ValuesAndIndices {
                    self.forget_pointer(binding);
                }
            }
        }
    }

    /// Forgets the index of a pointer, and the size of the memory that it leads to. Where it leads
    /// is seen to be the same at the end of the loop.
    fn forget_pointer(&mut self, binding: &Binding) {
        let mut pointers: Vec<Pointer> = Vec::new();
        match binding {
            Binding::PointerVariable(name, _) => {
                pointers.extend(self.known.pointer(*name).cloned())
            }
            Binding::Pointer(pointer) => pointers.push(pointer.clone()),
            _ => {}
        }
        let behind = pointers.first().cloned().map(Binding::Pointer);
        for name in behind.as_ref().unwrap_or(binding).addresses() {
            pointers.extend(self.known.pointer(name).cloned());
        }
        for term in pointers.iter().flat_map(Pointer::terms) {
            if let Some(var) = term.as_var() {
                self.known.forget(var);
            }
        }
    }

    /// Notes the label of a loop and the author's invariant. A loop without a label gets its number
    /// in the text: so the loops of all processes find each other, and those of two programs that
    /// have the same structure.
    fn annotate(&mut self, it: &Loop, head: usize, number: usize, span: &Span) -> Reads<()> {
        let given = it.invariant.as_ref();
        let given = given.filter(|_| self.context.options.invariants == Invariants::Used);
        let (label, invariant, origin) = match given {
            Some(labelled) => {
                self.note_snapshot();
                let formula = self.annotation(&labelled.formula, Some(labelled.label))?;
                let origin = self.origin(&labelled.formula.span);
                (labelled.label, Some(formula), origin)
            }
            None => {
                let position = self.context.loop_number(span.start);
                let origin = self.origin(span);
                (Symbol::new(&format!("loop{position}")), None, origin)
            }
        };
        // The heads of a loop that exchanges pointers are those of loops of their own.
        let label = match number {
            1 => label,
            _ => Symbol::new(&format!("{label}.{number}")),
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
