//! The memory that a process hands to MPI for its buffered sends.
//!
//! Whether there is some is a variable of the process. The memory is in use as that of a request is, which
//! is over when it is taken back; what is in it is then anything. Taking it back waits until all buffered
//! messages are transmitted, which may take until they are received, or not: as if each were sent again by
//! a standard send. These are the messages with the receivers and tags that buffered sends of the process
//! have.

use logic::{Sort, Symbol, Term, Var};
use program::system::{Access, Action, Area, Completion, Extent, NO_REQUEST, OperationKind};

use crate::library::PROC_NULL;
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, ExpressionKind, Unary};

use super::messages::Waiting;
use super::requests::Keeper;
use super::scope::{Array, Pointer};
use super::value::Value;
use super::{Lowering, memory};

const ATTACHED: &str = "mpi$attached";
/// The request that uses the memory.
const REQUEST: &str = "mpi$memory";
/// The size of the memory, in bytes.
const SIZE: &str = "mpi$room";

impl Lowering<'_, '_> {
    /// A variable about the memory that is attached.
    fn about_memory(&mut self, name: &str, start: i64, span: &Span) -> Var {
        let origin = self.origin(span);
        self.declare(name, Sort::Int, Some(Term::int(start)), origin)
    }

    /// The variable that says whether memory is attached.
    fn attached(&mut self, span: &Span) -> Var {
        self.about_memory(ATTACHED, 0, span)
    }

    /// At the start of a process, nothing is attached.
    pub(super) fn begin_attached(&mut self) {
        if self.context.has_buffered_sends() || self.context.attaches() {
            let attached = self.attached(&(0..0));
            self.learn(&attached, &Term::int(0));
        }
        if self.context.attaches() {
            let request = self.about_memory(REQUEST, NO_REQUEST, &(0..0));
            self.learn(&request, &Term::int(NO_REQUEST));
        }
    }

    /// `MPI_Buffer_attach`. There is always enough of it, which is said with the verdict.
    pub(super) fn attach(
        &mut self,
        memory: &Expression,
        size: &Expression,
        span: &Span,
    ) -> Reads<()> {
        let pointer = self.pointer(memory)?;
        let size = self.integer(size)?;
        let attached = self.attached(span);
        let is_first = Term::eq(self.value_of(&attached), Term::int(0));
        self.oblige(is_first.clone(), span, "second buffer for sends")?;
        let whole = self.has_bytes(pointer.clone(), size.clone(), &memory.span)?;
        let Some(array) = whole.filter(|_| !is_first.is_false()) else {
            // The call fails.
            return Ok(());
        };
        let origin = self.origin(span);
        self.assign(&attached, Term::int(1), origin)?;
        let room = self.about_memory(SIZE, 0, span);
        self.assign(&room, size, origin)?;
        self.point(Symbol::new(REQUEST), pointer, origin)?;
        let areas = vec![Area {
            var: array.var.clone(),
            row: Vec::new(),
            elements: None,
            access: Access::Write,
        }];
        let nothing = OperationKind::Nothing { source: None };
        let operation = self.operation(nothing, Keeper::default(), areas, false);
        // What MPI writes there is not said, and nobody may look until it is taken back.
        self.emit(Action::Havoc(array.var), origin)?;
        let request = self.about_memory(REQUEST, NO_REQUEST, span);
        self.emit(
            Action::Begin {
                operation,
                into: request.clone(),
                avoids: Vec::new(),
            },
            origin,
        )?;
        self.known.forget(&request);
        Ok(())
    }

    /// So many bytes are behind a pointer. Gives the array, unless there are fewer.
    fn has_bytes(&mut self, pointer: Pointer, bytes: Term, span: &Span) -> Reads<Option<Array>> {
        let (array, offset) = match pointer {
            Pointer::Element {
                array,
                rows,
                offset,
            } if rows.is_empty() && array.sizes.len() == 1 => (array, offset),
            Pointer::Null => return Err(Problem::defect(span, "argument that is NULL")),
            _ => return Err(Problem::unsupported(span, "this memory for sends")),
        };
        let Some(each) = memory::bytes(array.scalar) else {
            return Err(Problem::unsupported(span, "this memory for sends"));
        };
        let size = self.settle(&array.sizes[0]);
        let behind = Term::mul([Term::int(each), Term::sub(size, offset.clone())]);
        let fits = Term::and([
            Term::le(Term::int(0), bytes.clone()),
            Term::le(bytes.clone(), behind.clone()),
        ]);
        self.oblige(fits.clone(), span, "buffer for sends smaller than its size")?;
        if fits.is_false() {
            return Ok(None);
        }
        let is_whole = Term::and([Term::eq(offset, Term::int(0)), Term::eq(behind, bytes)]);
        match is_whole.simplify().is_true() {
            true => Ok(Some(array)),
            false => {
                let problem = Problem::unsupported(span, "a part of an array as memory for sends");
                Err(problem.hint("give all of it"))
            }
        }
    }

    /// `MPI_Buffer_detach`.
    pub(super) fn detach(
        &mut self,
        memory: &Expression,
        size: &Expression,
        span: &Span,
    ) -> Reads<()> {
        if self.context.calls("MPI_Bsend_init") {
            let what = "taking back the memory for sends beside persistent buffered sends";
            return Err(Problem::unsupported(span, what));
        }
        let origin = self.origin(span);
        let own = self.context.buffered.get(self.rank).cloned();
        let others = self.context.unbuffered.get(self.rank).cloned();
        let others = others.unwrap_or_default();
        for towards in own.unwrap_or_default() {
            let Some((to, tag)) = towards else {
                let what =
                    "waiting for buffered messages whose receivers and tags are not known here";
                return Err(Problem::unsupported(span, what));
            };
            if others.contains(&None) || others.contains(&Some((to, tag))) {
                let what = "waiting for buffered messages beside others with their tag";
                return Err(Problem::unsupported(span, what));
            }
            // What options say of standard sends does not concern this.
            let waiting = match self.context.races {
                true => Waiting::Either,
                false => Waiting::Synchronous,
            };
            self.wait_for_receiver(&Term::int(to), &Term::int(tag), waiting, span)?;
        }
        if !self.context.attaches() {
            return Err(Problem::unsupported(
                span,
                "taking back memory that MPI has not",
            ));
        }
        self.is_same_memory(memory)?;
        self.give_back(span)?;
        let attached = self.attached(span);
        self.assign(&attached, Term::int(0), origin)?;
        let room = self.about_memory(SIZE, 0, span);
        let room = self.value_of(&room);
        self.write_number(size, &Value::of_int(room))
    }

    /// What is taken back is known to whoever takes it: the pointer leads there already.
    fn is_same_memory(&mut self, memory: &Expression) -> Reads<()> {
        let problem = || {
            let what = "memory for sends that is taken back into a pointer which leads elsewhere";
            Problem::unsupported(&memory.span, what)
        };
        let mut own = memory;
        while let ExpressionKind::PointerCast(_, inner) = &own.kind {
            own = inner;
        }
        let ExpressionKind::Unary(Unary::Address, pointer) = &own.kind else {
            return Err(problem());
        };
        let there = self.pointer(pointer)?;
        let given = self.pointer_of(Symbol::new(REQUEST), &memory.span)?;
        match there == given {
            true => Ok(()),
            false => Err(problem()),
        }
    }

    /// The memory is not in use any more. At its end, MPI gives it back by itself.
    pub(super) fn give_back(&mut self, span: &Span) -> Reads<()> {
        if !self.context.attaches() {
            return Ok(());
        }
        let origin = self.origin(span);
        let request = self.about_memory(REQUEST, NO_REQUEST, span);
        let number = self.value_of(&request);
        if number == Term::int(NO_REQUEST) {
            return Ok(());
        }
        self.emit(
            Action::Complete(Completion {
                requests: vec![number],
                extent: Extent::One,
                waits: true,
                done_into: None,
                which_into: None,
                statuses: Vec::new(),
            }),
            origin,
        )?;
        self.forget_held();
        self.assign(&request, Term::int(NO_REQUEST), origin)
    }

    /// A send that is buffered, to a receiver with a tag, needs memory for that.
    pub(super) fn is_attached(
        &mut self,
        name: &str,
        to: &Term,
        tag: &Term,
        span: &Span,
    ) -> Reads<()> {
        if !name.to_ascii_lowercase().contains("bsend") {
            // A call that waits leaves no message behind.
            let waits = matches!(name, "MPI_Send" | "MPI_Rsend" | "MPI_Sendrecv");
            let leaves = match self.context.standard_sends() {
                _ if name == "MPI_Ssend" => false,
                Waiting::Synchronous => !waits,
                Waiting::Buffered | Waiting::Either => true,
            };
            if leaves {
                self.uses.unbuffered.insert(literal(to).zip(literal(tag)));
            }
            return Ok(());
        }
        self.uses.room = true;
        let is_nobody = self.is_special("MPI_PROC_NULL", PROC_NULL, to);
        if is_nobody.is_true() {
            return Ok(());
        }
        let towards = literal(to).zip(literal(tag));
        self.uses.buffered.insert(towards);
        let attached = self.attached(span);
        let is_there = Term::eq(self.value_of(&attached), Term::int(1));
        let is_there = Term::or([is_nobody, is_there]);
        // What is sent later may have its memory later.
        if name.ends_with("_init") && !is_there.is_true() {
            let what = "a buffered send that may have no memory yet";
            return Err(Problem::unsupported(span, what));
        }
        self.oblige(is_there, span, "buffered send without a buffer for it")
    }
}

/// The number that a term is.
fn literal(term: &Term) -> Option<i64> {
    term.as_value()?.as_int()?.to_i64()
}
