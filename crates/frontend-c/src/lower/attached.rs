//! The memory that a process hands to MPI for its buffered sends.
//!
//! Whether there is some is a variable of the process. Taking it back waits until all buffered messages
//! are under way, as if each were sent again by a synchronous send: these are the messages with the
//! receivers and tags that buffered sends of the process have.

use logic::{Sort, Term, Var};
use program::system::Action;

use crate::library::PROC_NULL;
use crate::problem::{Problem, Reads, Span};
use crate::syntax::Expression;

use super::scope::Pointer;
use super::{Lowering, memory};

const ATTACHED: &str = "mpi$attached";

impl Lowering<'_, '_> {
    /// The variable that says whether memory is attached.
    fn attached(&mut self, span: &Span) -> Var {
        let origin = self.origin(span);
        self.declare(ATTACHED, Sort::Int, Some(Term::int(0)), origin)
    }

    /// At the start of a process, nothing is attached.
    pub(super) fn begin_attached(&mut self) {
        if self.context.has_buffered_sends() {
            let attached = self.attached(&(0..0));
            self.known.write(&attached, &Term::int(0));
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
        self.has_bytes(pointer, size, &memory.span)?;
        if !self.context.has_buffered_sends() {
            return Ok(());
        }
        let attached = self.attached(span);
        let is_first = Term::eq(self.known.read(&attached), Term::int(0));
        self.oblige(is_first, span, "second buffer for sends")?;
        let origin = self.origin(span);
        self.assign(&attached, Term::int(1), origin)
    }

    /// So many bytes are behind a pointer.
    fn has_bytes(&mut self, pointer: Pointer, bytes: Term, span: &Span) -> Reads<()> {
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
        let elements = Term::sub(self.known.settle(&array.sizes[0]), offset);
        let fits = Term::and([
            Term::le(Term::int(0), bytes.clone()),
            Term::le(bytes, Term::mul([Term::int(each), elements])),
        ]);
        self.oblige(fits, span, "buffer for sends smaller than its size")
    }

    /// `MPI_Buffer_detach`.
    pub(super) fn detach(&mut self, span: &Span) -> Reads<()> {
        if !self.context.has_buffered_sends() {
            return Ok(());
        }
        let origin = self.origin(span);
        let own = self.context.buffered.get(self.rank).cloned();
        for towards in own.unwrap_or_default() {
            let Some((to, tag)) = towards else {
                let what =
                    "waiting for buffered messages whose receivers and tags are not known here";
                return Err(Problem::unsupported(span, what));
            };
            let flush = Action::Flush {
                to: Term::int(to),
                tag: Term::int(tag),
            };
            self.emit(flush, origin)?;
        }
        let attached = self.attached(span);
        self.assign(&attached, Term::int(0), origin)
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
        let is_there = Term::eq(self.known.read(&attached), Term::int(1));
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
