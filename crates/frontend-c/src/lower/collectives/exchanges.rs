//! Parts of the same size: what processes gather, scatter and give to each other.

use logic::Term;
use program::system::{Access, Agreed, Awaits};

use crate::mpi::Datatype;
use crate::problem::{Reads, Span};
use crate::syntax::Expression;

use super::super::Lowering;
use super::super::buffers::Buffer;
use super::super::requests::Keeper;
use super::{Parts, Root};

impl Lowering<'_, '_> {
    /// The numbers of elements of a process's own part and of what it sends must be the same.
    fn same_counts(
        &mut self,
        own: &Buffer,
        each: &Term,
        datatype: Datatype,
        span: &Span,
    ) -> Reads<()> {
        let is_type = match own.datatype == datatype {
            true => Term::top(),
            false => Term::eq(each.clone(), Term::int(0)),
        };
        self.oblige(is_type, span, "message of another type")?;
        let same = Term::eq(own.count.clone(), each.clone());
        self.oblige(
            same,
            span,
            "what a process sends to itself differs from what it receives",
        )
    }

    /// The parts of all processes, one behind the other, at the root or at all of them.
    pub(super) fn gather(
        &mut self,
        parts: &mut Parts,
        [out, n, out_type, into, m, in_type]: [&Expression; 6],
        root: Option<&Root>,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        let is_root = match root {
            None => true,
            Some(root) => self.known_root(root, span)?,
        };
        if let Some(root) = root {
            parts.agree(Agreed::Root, root.term.clone());
        }
        let is_in_place = self.is_in_place(out, Some(is_root))?;
        if root.is_none() {
            self.agree_on_place(parts, is_in_place);
        }
        if !is_root {
            let own = self.buffer(out, n, out_type)?;
            parts.agree_on(own.datatype, &own.count);
            self.given(parts, &own, keeper);
            parts.call.awaits = Awaits::Nobody;
            return Ok(());
        }
        let datatype = self.datatype(in_type)?;
        let (all, each) = self.parts_of(into, m, datatype)?;
        self.are_writable(&all, span)?;
        parts.agree_on(datatype, &each);
        let own = match is_in_place {
            true => all.part(self.rank, &each),
            false => {
                let own = self.buffer(out, n, out_type)?;
                self.same_counts(&own, &each, datatype, span)?;
                self.are_apart(&own, &all, span)?;
                own
            }
        };
        self.given(parts, &own, keeper);
        parts.call.awaits = self.all_needed(&each, keeper);
        for rank in 0..self.context.size {
            if is_in_place && rank == self.rank {
                // It stays as it is, but it is a part of what is received.
                let own = own.map(&mut |term| keeper.keep(term));
                parts.areas.extend(own.areas(Access::Write));
                continue;
            }
            let message = self.item_of(rank, 0, &own);
            self.taken(parts, &message, &all.part(rank, &each), false, keeper);
        }
        Ok(())
    }

    /// The root's parts, one for each process.
    pub(super) fn scatter(
        &mut self,
        parts: &mut Parts,
        [out, n, out_type, into, m, in_type]: [&Expression; 6],
        root: &Root,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        let is_root = self.known_root(root, span)?;
        parts.agree(Agreed::Root, root.term.clone());
        let is_in_place = self.is_in_place(into, Some(is_root))?;
        if !is_root {
            let own = self.buffer(into, m, in_type)?;
            parts.agree_on(own.datatype, &own.count);
            self.receive_part(parts, &own, root, false, keeper, span)?;
            return Ok(());
        }
        let datatype = self.datatype(out_type)?;
        let (all, each) = self.parts_of(out, n, datatype)?;
        parts.agree_on(datatype, &each);
        for rank in 0..self.context.size {
            self.given(parts, &all.part(rank, &each), keeper);
        }
        parts.call.awaits = Awaits::Nobody;
        if !is_in_place {
            let own = self.buffer(into, m, in_type)?;
            self.are_writable(&own, span)?;
            self.same_counts(&own, &each, datatype, span)?;
            self.are_apart(&all, &own, span)?;
            let message = self.item_of(self.rank, self.rank, &own);
            self.taken(parts, &message, &own, false, keeper);
        }
        Ok(())
    }

    /// What a process gets of the root.
    pub(super) fn receive_part(
        &mut self,
        parts: &mut Parts,
        own: &Buffer,
        root: &Root,
        demands: bool,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        self.are_writable(own, span)?;
        if let Some(rank) = root.rank(self.context.size) {
            let message = self.item_of(rank, self.rank, own);
            self.taken(parts, &message, own, demands, keeper);
        }
        parts.call.awaits = self.root_needed(root, &own.count, keeper);
        Ok(())
    }

    /// Each process's part for each other, in the order of the senders.
    pub(super) fn all_to_all(
        &mut self,
        parts: &mut Parts,
        [out, n, out_type, into, m, in_type]: [&Expression; 6],
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        // In place, what is sent is taken from where the rest is received, and replaced by it; what
        // the call says of the other buffer does not count.
        let is_in_place = self.is_in_place(out, None)?;
        self.agree_on_place(parts, is_in_place);
        let in_type = self.datatype(in_type)?;
        let (target, in_each) = self.parts_of(into, m, in_type)?;
        self.are_writable(&target, span)?;
        let (source, each) = match is_in_place {
            true => (target.clone(), in_each.clone()),
            false => {
                let out_type = self.datatype(out_type)?;
                let (source, each) = self.parts_of(out, n, out_type)?;
                let own = Buffer::new(Vec::new(), out_type).with_count(each.clone());
                self.same_counts(&own, &in_each, in_type, span)?;
                self.are_apart(&source, &target, span)?;
                (source, each)
            }
        };
        parts.agree_on(in_type, &in_each);
        parts.call.awaits = self.all_needed(&in_each, keeper);
        for rank in 0..self.context.size {
            self.given(parts, &source.part(rank, &each), keeper);
        }
        for rank in 0..self.context.size {
            let part = target.part(rank, &in_each);
            let message = self.item_of(rank, self.rank, &part);
            self.taken(parts, &message, &part, false, keeper);
        }
        Ok(())
    }
}
