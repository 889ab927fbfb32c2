//! Reading a program of which not everything is supported.
//!
//! A process stops for good where something stands that is not read: such a run is looked at no
//! further, which is no deadlock and no end. So every run of what is read is the beginning of a run of
//! the program, and a failure in it is one of the program; that there is none says nothing.

use logic::{Sort, Term};
use program::system::{Action, Collective, item};

use crate::library::{ANY_SOURCE, PROC_NULL};
use crate::mpi::{self, Kind};
use crate::problem::{Problem, ProblemKind, Reads, Span};
use crate::syntax::Expression;

use super::Lowering;
use super::value::Value;

/// Whether a call makes or gives up a communicator or a datatype.
pub(super) fn is_about_handles(name: &str) -> bool {
    matches!(
        name,
        "MPI_Comm_dup"
            | "MPI_Comm_split"
            | "MPI_Comm_free"
            | "MPI_Type_contiguous"
            | "MPI_Type_commit"
            | "MPI_Type_free"
    )
}

impl Lowering<'_, '_> {
    /// Reads something; where it is unsupported and need not be read, the process stops in front of
    /// it.
    pub(super) fn passing_over(
        &mut self,
        span: &Span,
        read: impl FnOnce(&mut Self) -> Reads<()>,
    ) -> Reads<()> {
        if !self.is_partial {
            return read(self);
        }
        let before = self.checkpoint();
        let (frames, blocks) = (self.scope.frames.len(), self.scope.depth());
        let guards = self.guards.len();
        let problem = match read(self) {
            Ok(()) => return Ok(()),
            Err(problem) => problem,
        };
        // A name that is not declared may be declared by what the parser has passed over.
        let is_left_out = match problem.kind {
            ProblemKind::Unsupported => true,
            ProblemKind::Wrong | ProblemKind::NoMain => !self.context.unit.unread.is_empty(),
            ProblemKind::Defect(_) => false,
        };
        if !is_left_out {
            return Err(problem);
        }
        self.restore(before);
        self.scope.frames.truncate(frames);
        if let Some(frame) = self.scope.frames.last_mut() {
            frame.blocks.truncate(blocks);
        }
        self.guards.truncate(guards);
        self.is_annotation = false;
        self.copies_memory = false;
        self.unread.push(problem);
        let origin = self.origin(span);
        self.emit(Action::Assume(Term::bottom()), origin)?;
        self.here = None;
        Ok(())
    }

    /// Reads something that must be read as a whole.
    pub(super) fn as_a_whole(&mut self, read: impl FnOnce(&mut Self) -> Reads<()>) -> Reads<()> {
        let is_partial = std::mem::take(&mut self.is_partial);
        let result = read(self);
        self.is_partial = is_partial;
        result
    }

    /// A call of MPI whose arguments may be wrong even where the call itself is not read.
    pub(super) fn checked_call(
        &mut self,
        name: &str,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<Value> {
        if let mpi::Function::Read(kinds) = mpi::function(name) {
            let position = kinds.iter().position(|kind| *kind == Kind::Comm);
            let communicator = position.and_then(|position| arguments.get(position));
            let size = self.size_of_group(communicator);
            for (kind, argument) in kinds.iter().zip(arguments) {
                if self.context.analysis.expression(argument).is_term() {
                    self.check_argument(*kind, argument, &size)?;
                }
            }
        }
        let mut result = Value::int(0);
        self.passing_over(span, |it| {
            result = it.known_call(name, arguments, span)?;
            Ok(())
        })?;
        Ok(result)
    }

    /// What holds of an argument whatever the others are. What cannot be read is for the call to say.
    fn check_argument(&mut self, kind: Kind, argument: &Expression, size: &Term) -> Reads<()> {
        let special = match kind {
            Kind::Tag => return self.sent_tag(argument).map(|_| ()).or_else(is_unread),
            Kind::AnyTag => return self.received_tag(argument).map(|_| ()).or_else(is_unread),
            Kind::Dest => &[PROC_NULL][..],
            Kind::Source => &[PROC_NULL, ANY_SOURCE][..],
            _ => return Ok(()),
        };
        let rank = match self.integer(argument) {
            Ok(rank) => rank,
            Err(problem) => return is_unread(problem),
        };
        let inside = Term::and([
            Term::le(Term::int(0), rank.clone()),
            Term::lt(rank.clone(), size.clone()),
        ]);
        let special = special
            .iter()
            .map(|special| Term::eq(rank.clone(), Term::int(*special)));
        let is_rank = Term::or(special.chain([inside]));
        self.oblige(is_rank, &argument.span, "rank that no process has")
    }

    /// How many processes a communicator has: no more than all, where that is not known.
    fn size_of_group(&mut self, communicator: Option<&Expression>) -> Term {
        let all = Term::int(self.context.size as i64);
        let is_term = |it: &&Expression| self.context.analysis.expression(it).is_term();
        let Some(communicator) = communicator.filter(is_term) else {
            return all;
        };
        match self.integer(communicator) {
            Ok(handle) => {
                let is_new = Term::le(Term::int(mpi::FIRST_NEW_COMM), handle.clone());
                Term::ite(is_new, NewGroup::of(&handle).size, all)
            }
            Err(_) => all,
        }
    }

    /// Who a process is in a communicator that the program has made, and of how many.
    pub(super) fn new_group(&mut self, communicator: &Expression) -> Reads<Option<NewGroup>> {
        if !self.is_partial || !self.context.analysis.expression(communicator).is_term() {
            return Ok(None);
        }
        let handle = self.integer(communicator)?;
        if handle.as_value().is_some() {
            return Ok(None);
        }
        // Runs in which it is something else are looked at no further.
        let is_new = Term::le(Term::int(mpi::FIRST_NEW_COMM), handle.clone());
        let is_all = Term::eq(handle.clone(), Term::int(mpi::COMM_WORLD));
        let origin = self.origin(&communicator.span);
        let either = Term::or([is_new.clone(), is_all]);
        self.emit(Action::Assume(either), origin)?;
        let NewGroup { rank, size } = NewGroup::of(&handle);
        let own = Term::int(self.rank as i64);
        let all = Term::int(self.context.size as i64);
        Ok(Some(NewGroup {
            rank: Term::ite(is_new.clone(), rank, own),
            size: Term::ite(is_new, size, all),
        }))
    }

    /// A call that makes or gives up a communicator or a datatype. Whoever uses what is made stops;
    /// what is given up is no handle any more.
    pub(super) fn handle_call(
        &mut self,
        name: &str,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<Value> {
        self.is_in_time(name, span)?;
        let called = match (name, arguments) {
            ("MPI_Comm_dup" | "MPI_Comm_split", [parent, .., into]) => self
                .world(parent)
                .and_then(|()| self.new_communicator(name, arguments, into, span)),
            ("MPI_Type_contiguous", [count, datatype, into]) => self
                .count(count)
                .and_then(|_| self.datatype(datatype))
                .and_then(|_| self.new_datatype(into, span)),
            ("MPI_Comm_free", [handle]) => {
                let handles = (mpi::FIRST_NEW_COMM, mpi::COMM_NULL);
                self.give_up(handle, handles, span)
            }
            ("MPI_Type_free", [handle]) => {
                let handles = (mpi::FIRST_NEW_TYPE, mpi::DATATYPE_NULL);
                self.give_up(handle, handles, span)
            }
            _ => Ok(()),
        };
        match called {
            Err(Problem {
                kind: ProblemKind::Defect(what),
                span,
                ..
            }) => self.oblige(Term::bottom(), &span, what)?,
            other => other?,
        }
        let what = format!("`{name}` is not supported yet");
        self.unread.push(Problem::unsupported(span, what));
        Ok(Value::int(0))
    }

    /// How many communicators and datatypes the process has made, one more than before.
    fn one_more(&mut self, span: &Span) -> Reads<Term> {
        let origin = self.origin(span);
        let made = self.declare("mpi$made", Sort::Int, Some(Term::int(0)), origin);
        self.assign(&made, Term::add([made.term(), Term::int(1)]), origin)?;
        Ok(made.term())
    }

    /// A new datatype, of which nothing is known.
    fn new_datatype(&mut self, into: &Expression, span: &Span) -> Reads<()> {
        let made = self.one_more(span)?;
        let new = Term::add([Term::int(mpi::FIRST_NEW_TYPE), made]);
        self.write_number(into, &Value::of_int(new))
    }

    /// Gives up what was made. Runs in which it is something else are looked at no further.
    fn give_up(
        &mut self,
        handle: &Expression,
        (first, null): (i64, i64),
        span: &Span,
    ) -> Reads<()> {
        let place = self.place_behind(handle)?;
        let number = self.read(&place, span)?.number();
        let origin = self.origin(span);
        let is_new = Term::le(Term::int(first), number);
        self.emit(Action::Assume(is_new), origin)?;
        self.write_number(handle, &Value::int(null))
    }

    /// A new communicator. Who is in it is computed when it is made.
    fn new_communicator(
        &mut self,
        name: &str,
        arguments: &[Expression],
        into: &Expression,
        span: &Span,
    ) -> Reads<()> {
        let origin = self.origin(span);
        let (colour, key) = match arguments {
            [_, colour, key, _] => {
                let term = self.integer(colour)?;
                let is_none = Term::eq(term.clone(), Term::int(mpi::UNDEFINED));
                let is_colour = Term::or([is_none, Term::le(Term::int(0), term.clone())]);
                self.oblige(is_colour, &colour.span, "colour that is negative")?;
                (term, self.integer(key)?)
            }
            _ => (Term::int(0), Term::int(0)),
        };
        let made = self.one_more(span)?;
        let group = self.temporary(Sort::Int, origin);
        let mut call = Collective::synchronous(name);
        call.gives = vec![colour.clone(), key];
        call.deliver = vec![(group.clone(), self.place_in_group())];
        self.emit(Action::Collective(call), origin)?;
        let number = Term::mul([made, Term::int(NewGroup::PLACES)]);
        let new = Term::add([Term::int(mpi::FIRST_NEW_COMM), number, group.term()]);
        let is_none = Term::eq(colour, Term::int(mpi::UNDEFINED));
        let new = Term::ite(is_none, Term::int(mpi::COMM_NULL), new);
        self.write_number(into, &Value::of_int(new))
    }

    /// The rank and the number of those that have given the same colour, as one number. They are in
    /// the order of their keys, and of their ranks where these are the same.
    fn place_in_group(&self) -> Term {
        let given = |rank: usize, position: usize| item(rank, position, Sort::Int).term();
        let one = |formula: Term| Term::ite(formula, Term::int(1), Term::int(0));
        let mut parts = vec![Term::int(0)];
        for rank in 0..self.context.size {
            let is_member = Term::eq(given(rank, 0), given(self.rank, 0));
            let is_before = match rank < self.rank {
                true => Term::le(given(rank, 1), given(self.rank, 1)),
                false => Term::lt(given(rank, 1), given(self.rank, 1)),
            };
            let is_before = Term::and([is_member.clone(), is_before]);
            parts.push(one(is_member));
            parts.push(Term::mul([Term::int(NewGroup::SIZES), one(is_before)]));
        }
        Term::add(parts)
    }
}

/// Who a process is in a communicator that the program has made: its handle says it.
pub(super) struct NewGroup {
    pub(super) rank: Term,
    pub(super) size: Term,
}

impl NewGroup {
    /// More than there can be processes.
    const SIZES: i64 = 1024;
    /// More than there can be ranks and sizes.
    const PLACES: i64 = 1024 * 1024;

    fn of(handle: &Term) -> Self {
        let number = Term::sub(handle.clone(), Term::int(mpi::FIRST_NEW_COMM));
        let place = Term::modulo(number, Term::int(NewGroup::PLACES));
        NewGroup {
            rank: Term::div(place.clone(), Term::int(NewGroup::SIZES)),
            size: Term::modulo(place, Term::int(NewGroup::SIZES)),
        }
    }
}

/// Passes over what is unsupported.
fn is_unread(problem: Problem) -> Reads<()> {
    match problem.kind {
        ProblemKind::Unsupported => Ok(()),
        ProblemKind::Wrong | ProblemKind::NoMain | ProblemKind::Defect(_) => Err(problem),
    }
}
