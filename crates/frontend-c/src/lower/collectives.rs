//! MPI's collective operations: one call of a group, whatever the operation is.
//!
//! What a process gives to others are packed messages; what it gets it takes out of theirs. So all
//! operations are told by who gives what to whom, and whose calls are needed for that: parts of the
//! same size in [`exchanges`], parts of a size for each process in [`varied`], and what is computed of
//! what all give in [`reductions`].

mod exchanges;
mod reductions;
mod varied;

use logic::Term;
use program::system::{Access, Action, Agreed, Area, Awaits, Collective, at_rank, item};

use crate::mpi::{self, Datatype};
use crate::problem::{Problem, Reads, Span};
use crate::syntax::Expression;

use super::Lowering;
use super::buffers::{Buffer, Length};
use super::messages::Waiting;
use super::requests::Keeper;
use super::scope::Mark;
use super::value::Value;

/// The most processes of which each is tried as the root of one call.
const MOST_ROOTS: usize = 16;

/// Who the root is.
struct Root {
    term: Term,
    /// Whether it is this process; none if that is not known.
    is_own: Option<bool>,
}

impl Root {
    /// Its rank, where that is known and one of so many.
    fn rank(&self, size: usize) -> Option<usize> {
        let literal = Value::of_int(self.term.clone()).literal();
        let rank = literal.and_then(|rank| usize::try_from(rank).ok());
        rank.filter(|rank| *rank < size)
    }
}

/// What a call is made of.
struct Parts {
    call: Collective,
    areas: Vec<Area>,
}

impl Parts {
    /// What the buffer of the sender gives.
    fn give(&mut self, term: Term) {
        self.call.gives.push(term);
    }

    fn agree(&mut self, what: Agreed, term: Term) {
        self.call.agreed.push((what, term));
    }

    /// All must have the same type and number of elements; what is empty has no type.
    fn agree_on(&mut self, datatype: Datatype, count: &Term) {
        let is_empty = Term::eq(count.clone(), Term::int(0));
        let kind = Term::ite(is_empty, Term::int(0), Term::int(datatype.number));
        self.agree(Agreed::Type, kind);
        self.agree(Agreed::Count, count.clone());
    }
}

/// That there are elements.
fn is_some(count: &Term) -> Term {
    Term::lt(Term::int(0), count.clone())
}

impl Lowering<'_, '_> {
    /// A call that waits until it is over.
    pub(super) fn collective(
        &mut self,
        name: &str,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<Collective> {
        let mut keeper = Keeper::at_once();
        let (mut call, areas) = self.group_call(name, arguments, &mut keeper, span)?;
        self.claim(areas, span)?;
        call.name = logic::Symbol::new(name);
        Ok(call)
    }

    /// A call of an operation by the name that it has where it waits, and what memory it uses.
    pub(super) fn group_call(
        &mut self,
        name: &str,
        arguments: &[Expression],
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<(Collective, Vec<Area>)> {
        let Some((world, rest)) = arguments.split_last() else {
            return Err(Problem::wrong(span, "this call has no arguments"));
        };
        self.world(world)?;
        let synchronises = match self.context.operations() {
            Waiting::Synchronous => Term::top(),
            Waiting::Buffered => Term::bottom(),
            Waiting::Either if name == "MPI_Barrier" => Term::top(),
            Waiting::Either => {
                let any = self.any_truth(span)?;
                keeper.keep(&any)
            }
        };
        let mut parts = Parts {
            call: Collective {
                synchronises,
                ..Collective::synchronous(name)
            },
            areas: Vec::new(),
        };
        match (name, rest) {
            ("MPI_Barrier", []) => {}
            ("MPI_Bcast", [buffer, count, datatype, root]) => {
                let root = self.root(root)?;
                let buffer = self.buffer(buffer, count, datatype)?;
                self.broadcast(&mut parts, &buffer, &root, keeper, span)?;
            }
            ("MPI_Reduce", [from, into, count, datatype, op, root]) => {
                let root = self.root(root)?;
                let ends = [from, into, count, datatype];
                self.reduce(&mut parts, ends, op, Some(root), keeper, span)?;
            }
            ("MPI_Allreduce", [from, into, count, datatype, op]) => {
                let ends = [from, into, count, datatype];
                self.reduce(&mut parts, ends, op, None, keeper, span)?;
            }
            ("MPI_Scan" | "MPI_Exscan", [from, into, count, datatype, op]) => {
                let ends = [from, into, count, datatype];
                self.scan(&mut parts, ends, op, name == "MPI_Scan", keeper, span)?;
            }
            ("MPI_Reduce_scatter_block", [from, into, count, datatype, op]) => {
                let ends = [from, into, count, datatype];
                self.reduce_scatter(&mut parts, ends, op, keeper, span)?;
            }
            ("MPI_Reduce_scatter", [from, into, counts, datatype, op]) => {
                let ends = [from, into, counts, datatype];
                self.reduce_scatter_varied(&mut parts, ends, op, keeper, span)?;
            }
            ("MPI_Gather", [out, n, out_type, into, m, in_type, root]) => {
                let root = self.root(root)?;
                let ends = [out, n, out_type, into, m, in_type];
                self.gather(&mut parts, ends, Some(&root), keeper, span)?;
            }
            ("MPI_Allgather", [out, n, out_type, into, m, in_type]) => {
                let ends = [out, n, out_type, into, m, in_type];
                self.gather(&mut parts, ends, None, keeper, span)?;
            }
            ("MPI_Gatherv", [out, n, out_type, into, counts, at, in_type, root]) => {
                let root = self.root(root)?;
                let own = [out, n, out_type];
                self.gather_varied(
                    &mut parts,
                    own,
                    [into, counts, at, in_type],
                    Some(&root),
                    keeper,
                    span,
                )?;
            }
            ("MPI_Allgatherv", [out, n, out_type, into, counts, at, in_type]) => {
                let own = [out, n, out_type];
                self.gather_varied(
                    &mut parts,
                    own,
                    [into, counts, at, in_type],
                    None,
                    keeper,
                    span,
                )?;
            }
            ("MPI_Scatter", [out, n, out_type, into, m, in_type, root]) => {
                let root = self.root(root)?;
                let ends = [out, n, out_type, into, m, in_type];
                self.scatter(&mut parts, ends, &root, keeper, span)?;
            }
            ("MPI_Scatterv", [out, counts, at, out_type, into, m, in_type, root]) => {
                let root = self.root(root)?;
                let own = [into, m, in_type];
                self.scatter_varied(
                    &mut parts,
                    [out, counts, at, out_type],
                    own,
                    &root,
                    keeper,
                    span,
                )?;
            }
            ("MPI_Alltoall", [out, n, out_type, into, m, in_type]) => {
                let ends = [out, n, out_type, into, m, in_type];
                self.all_to_all(&mut parts, ends, keeper, span)?;
            }
            ("MPI_Alltoallv", [out, counts, at, out_type, into, in_counts, in_at, in_type]) => {
                let source = [out, counts, at, out_type];
                let target = [into, in_counts, in_at, in_type];
                self.all_to_all_varied(&mut parts, source, target, keeper, span)?;
            }
            _ => {
                let problem = Problem::unsupported(span, format!("`{name}` is not supported yet"));
                return Err(problem);
            }
        }
        let Parts { call, areas } = parts;
        Ok((call, areas))
    }

    /// Reads a call. Where it matters who the root is and that is not known, it is read for each
    /// process that may be the root.
    pub(super) fn by_root(
        &mut self,
        name: &str,
        arguments: &[Expression],
        span: &Span,
        read: impl Fn(&mut Self) -> Reads<()>,
    ) -> Reads<()> {
        let mpi::Function::Read(kinds) = mpi::function(name) else {
            return read(self);
        };
        let position = kinds.iter().position(|kind| *kind == mpi::Kind::Root);
        let Some(root) = position.and_then(|position| arguments.get(position)) else {
            return read(self);
        };
        // A broadcast is one call whoever its root is.
        let is_same = name == "MPI_Bcast";
        let rank = self.integer(root)?;
        let is_term = self.context.analysis.expression(root).is_term();
        if is_same || rank.as_value().is_some() || !is_term || self.context.size > MOST_ROOTS {
            return read(self);
        }
        let origin = self.origin(span);
        let end = self.target();
        for own in 0..self.context.size {
            let is_own = Term::eq(rank.clone(), Term::int(own as i64));
            let (start, known) = (self.here, self.known.clone());
            self.emit(Action::Assume(is_own.clone()), origin)?;
            self.root_case = Some(own);
            let result = read(self);
            self.root_case = None;
            result?;
            self.jump(end, origin);
            self.here = start;
            self.known = known;
            self.emit(Action::Assume(Term::not(is_own)), origin)?;
        }
        self.oblige(Term::bottom(), &root.span, "root that is no process")?;
        self.jump(end, origin);
        self.resume(end);
        Ok(())
    }

    fn root(&mut self, root: &Expression) -> Reads<Root> {
        let term = match self.root_case {
            Some(rank) => Term::int(rank as i64),
            None => self.integer(root)?,
        };
        let literal = Value::of_int(term.clone()).literal();
        Ok(Root {
            is_own: literal.map(|rank| usize::try_from(rank) == Ok(self.rank)),
            term,
        })
    }

    /// Refuses a root that is not known, where what it does differs too much.
    fn known_root(&self, root: &Root, span: &Span) -> Reads<bool> {
        root.is_own.ok_or_else(|| {
            let problem = Problem::unsupported(span, "a root that is not known here");
            problem.hint("it must be a rank that follows from literals")
        })
    }

    /// Whether a buffer of an operation is given as `MPI_IN_PLACE`, which only the root may do, or
    /// anybody where there is none.
    fn is_in_place(&mut self, argument: &Expression, is_root: Option<bool>) -> Reads<bool> {
        let is_in_place = self.mpi_mark(argument)? == Some(Mark::InPlace);
        if is_in_place && is_root == Some(false) {
            return Err(Problem::defect(
                &argument.span,
                "MPI_IN_PLACE at another process than the root",
            ));
        }
        Ok(is_in_place)
    }

    /// Where there is no root, all processes give `MPI_IN_PLACE` or none does.
    fn agree_on_place(&self, parts: &mut Parts, is_in_place: bool) {
        if self.context.mentions("MPI_IN_PLACE") {
            parts.agree(Agreed::Place, Term::int(i64::from(is_in_place)));
        }
    }

    /// The calls of other processes that are needed, each where a formula over what is kept says so.
    fn needed(&self, formula: impl Fn(usize) -> Term) -> Awaits {
        let others = (0..self.context.size).filter(|rank| *rank != self.rank);
        let needed = others.map(|rank| (rank, formula(rank)));
        let needed: Vec<_> = needed.filter(|(_, formula)| !formula.is_false()).collect();
        let is_sure = needed.iter().all(|(_, formula)| formula.is_true());
        match needed.len() {
            0 => Awaits::Nobody,
            count if is_sure && count + 1 == self.context.size => Awaits::All,
            _ => Awaits::Where(needed),
        }
    }

    /// All calls are needed, unless nothing is to come.
    fn all_needed(&self, count: &Term, keeper: &mut Keeper) -> Awaits {
        let is_some = is_some(&keeper.keep(count));
        self.needed(|_| is_some.clone())
    }

    /// The call of the root is needed, unless nothing is to come.
    fn root_needed(&self, root: &Root, count: &Term, keeper: &mut Keeper) -> Awaits {
        let is_some = is_some(&keeper.keep(count));
        if is_some.is_true() {
            return Awaits::Rank(root.term.clone());
        }
        let root = keeper.keep(&root.term);
        let is_root = |rank: usize| Term::eq(root.clone(), Term::int(rank as i64));
        self.needed(|rank| Term::and([is_root(rank), is_some.clone()]))
    }

    /// The message of a process in a variable of its own.
    fn item_of(&self, rank: usize, position: usize, buffer: &Buffer) -> Term {
        item(rank, position, buffer.message_sort(self.context.payload)).term()
    }

    /// What a process gives: its buffer as it is when it calls.
    fn given(&mut self, parts: &mut Parts, buffer: &Buffer, keeper: &mut Keeper) {
        let own = buffer.map(&mut |term| keeper.keep(term));
        parts.areas.extend(own.areas(Access::Read));
        // It is looked at when the call is made, and nothing may change it before that.
        let packed = self.packed_later(buffer);
        parts.give(packed);
    }

    /// Puts a message into a buffer. Those of other sizes are for the demands to refuse, where calls do
    /// not agree on sizes already.
    fn taken(
        &self,
        parts: &mut Parts,
        message: &Term,
        buffer: &Buffer,
        demands: bool,
        keeper: &mut Keeper,
    ) {
        let own = buffer.map(&mut |term| keeper.keep(term));
        parts.areas.extend(own.areas(Access::Write));
        let landing = self.landing(message, &own, Length::Exact);
        if demands {
            parts.call.demands.extend(landing.demands);
        }
        parts.call.deliver.extend(landing.deliver);
    }

    fn broadcast(
        &mut self,
        parts: &mut Parts,
        buffer: &Buffer,
        root: &Root,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        parts.agree(Agreed::Root, root.term.clone());
        parts.agree_on(buffer.datatype, &buffer.count);
        match root.is_own {
            Some(true) => {
                self.given(parts, buffer, keeper);
                parts.call.awaits = Awaits::Nobody;
            }
            Some(false) => {
                self.are_writable(buffer, span)?;
                if let Some(rank) = root.rank(self.context.size) {
                    let message = self.item_of(rank, 0, buffer);
                    self.taken(parts, &message, buffer, false, keeper);
                }
                parts.call.awaits = self.root_needed(root, &buffer.count, keeper);
            }
            None => {
                self.are_writable(buffer, span)?;
                self.given(parts, buffer, keeper);
                let root = keeper.keep(&root.term);
                let is_some = is_some(&keeper.keep(&buffer.count));
                parts.call.awaits = self.needed(|rank| {
                    let is_root = Term::eq(root.clone(), Term::int(rank as i64));
                    Term::and([is_root, is_some.clone()])
                });
                let size = self.context.size;
                let message = at_rank(&root, size, &|rank| self.item_of(rank, 0, buffer));
                self.taken(parts, &message, buffer, false, keeper);
            }
        }
        Ok(())
    }
}
