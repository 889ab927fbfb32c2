//! Where all threads are, and what they may do next.

use program::Location;
use rustc_hash::FxHashMap;

use crate::alphabet::{Alphabet, LetterId};
use crate::bits::Bits;
use crate::threads::{ThreadId, Threads};

/// Where a thread is: nowhere, at a location, or at the edge whose parallel parts it waits for,
/// counted on from the locations.
pub(crate) type Position = Option<u32>;

/// A joint position of all threads, by its number.
pub(crate) type StateId = usize;

/// The states of the programs' automaton (papers/001, section 3.1), made as they are reached.
pub(crate) struct Control<'a> {
    threads: &'a Threads,
    alphabet: &'a Alphabet,
    positions: Vec<Vec<Position>>,
    ids: FxHashMap<Vec<Position>, StateId>,
    enabled: Vec<Vec<LetterId>>,
    futures: FxHashMap<(StateId, Bits), Bits>,
}

impl<'a> Control<'a> {
    pub(crate) fn new(threads: &'a Threads, alphabet: &'a Alphabet) -> Self {
        let mut control = Control {
            threads,
            alphabet,
            positions: Vec::new(),
            ids: FxHashMap::default(),
            enabled: Vec::new(),
            futures: FxHashMap::default(),
        };
        let mut start = vec![None; threads.all.len()];
        for copy in threads.copies() {
            let entry = threads.all[*copy].graph.entry();
            start[*copy] = Some(entry.index() as u32);
        }
        control.intern(start);
        control
    }

    /// The state at the entries; always the first.
    pub(crate) const START: StateId = 0;

    pub(crate) fn positions(&self, state: StateId) -> &[Position] {
        &self.positions[state]
    }

    /// The letters that control allows.
    pub(crate) fn enabled(&self, state: StateId) -> &[LetterId] {
        &self.enabled[state]
    }

    /// Whether all copies have ended.
    pub(crate) fn is_final(&self, state: StateId) -> bool {
        let copies = self.threads.copies().iter();
        let mut ended = copies.map(|copy| self.has_ended(state, *copy));
        ended.all(|ended| ended)
    }

    fn has_ended(&self, state: StateId, thread: ThreadId) -> bool {
        let exit = self.threads.exit(thread).index() as u32;
        self.positions[state][thread] == Some(exit)
    }

    /// Where a letter leads.
    pub(crate) fn step(&mut self, state: StateId, letter: LetterId) -> StateId {
        let letter = &self.alphabet.letters[letter];
        let mut next = self.positions[state].clone();
        match letter.enters {
            None => next[letter.thread] = Some(letter.to.index() as u32),
            Some(edge) => {
                let count = self.threads.all[letter.thread].graph.location_count();
                next[letter.thread] = Some((count + edge) as u32);
                for part in self.threads.parts(letter.thread, edge) {
                    let entry = self.threads.all[*part].graph.entry();
                    next[*part] = Some(entry.index() as u32);
                }
            }
        }
        self.join(&mut next, letter.thread);
        self.intern(next)
    }

    /// Where a thread has ended and its siblings too, their parent goes on.
    fn join(&self, positions: &mut [Position], thread: ThreadId) {
        let mut at = thread;
        while let Some((parent, edge)) = self.threads.all[at].parent {
            let parts = self.threads.parts(parent, edge);
            let ended =
                |part: &ThreadId| positions[*part] == Some(self.threads.exit(*part).index() as u32);
            if !parts.iter().all(ended) {
                return;
            }
            for part in parts {
                positions[*part] = None;
            }
            let to = self.threads.all[parent].graph.edges()[edge].to;
            positions[parent] = Some(to.index() as u32);
            at = parent;
        }
    }

    fn intern(&mut self, positions: Vec<Position>) -> StateId {
        if let Some(id) = self.ids.get(&positions) {
            return *id;
        }
        let id = self.positions.len();
        let mut enabled = Vec::new();
        let place = |thread: ThreadId| {
            let at = positions[thread]? as usize;
            let graph = &self.threads.all[thread].graph;
            (at < graph.location_count()).then(|| Location::at(at))
        };
        let inside = |thread: &ThreadId| {
            let graph = &self.threads.all[*thread].graph;
            place(*thread).is_some_and(|at| graph.is_atomic(at))
        };
        let exclusive = (0..positions.len()).find(inside);
        for thread in 0..positions.len() {
            if exclusive.is_some_and(|holder| holder != thread) {
                continue;
            }
            if let Some(at) = place(thread) {
                enabled.extend_from_slice(self.alphabet.starting(thread, at));
            }
        }
        self.ids.insert(positions.clone(), id);
        self.positions.push(positions);
        self.enabled.push(enabled);
        id
    }

    /// The letters that start where the threads are, even if control does not allow them because
    /// another thread is inside an atomic block. Only these can be asleep: a letter wakes when its
    /// thread moves.
    pub(crate) fn possible(&self, state: StateId) -> Bits {
        let threads = self.positions[state].iter().enumerate();
        threads
            .filter_map(|(thread, at)| {
                let at = (*at)? as usize;
                let graph = &self.threads.all[thread].graph;
                (at < graph.location_count()).then(|| (thread, Location::at(at)))
            })
            .flat_map(|(thread, at)| self.alphabet.starting(thread, at))
            .copied()
            .collect()
    }

    /// The threads that could move here were nothing asleep.
    pub(crate) fn movable(&self, state: StateId) -> Vec<ThreadId> {
        let mut threads: Vec<ThreadId> = self.enabled[state]
            .iter()
            .map(|letter| self.alphabet.letters[*letter].thread)
            .collect();
        threads.dedup();
        threads
    }

    /// Whether nothing that matters can follow any more: some threads have not ended, all that they
    /// could do is asleep, nothing that the others may do wakes them, and the others assert nothing.
    pub(crate) fn is_dead(&mut self, state: StateId, asleep: &Bits) -> bool {
        if asleep.is_empty() {
            return false;
        }
        // The threads of which everything is asleep; one of which something may be woken leaves.
        let mut frozen: Bits = self
            .movable(state)
            .into_iter()
            .filter(|thread| {
                self.enabled[state].iter().all(|letter| {
                    self.alphabet.letters[*letter].thread != *thread || asleep.contains(*letter)
                })
            })
            .collect();
        loop {
            if frozen.is_empty() {
                return false;
            }
            let future = self.future(state, &frozen);
            if future
                .iter()
                .any(|letter| self.alphabet.letters[letter].asserts)
            {
                return false;
            }
            let woken: Bits = self.enabled[state]
                .iter()
                .filter(|letter| {
                    let letter = &self.alphabet.letters[**letter];
                    frozen.contains(letter.thread) && letter.dependent.intersects(&future)
                })
                .map(|letter| self.alphabet.letters[*letter].thread)
                .collect();
            if woken.is_empty() {
                return true;
            }
            frozen = frozen.without(&woken);
        }
    }

    /// All letters that may still be read while some threads stand still.
    fn future(&mut self, state: StateId, frozen: &Bits) -> Bits {
        let key = (state, frozen.clone());
        if let Some(known) = self.futures.get(&key) {
            return known.clone();
        }
        let mut future = Bits::default();
        for copy in self.threads.copies() {
            self.add_future(state, *copy, frozen, &mut future);
        }
        self.futures.insert(key, future.clone());
        future
    }

    /// Adds what a thread and its parts may still do; says whether it may come to its end.
    fn add_future(
        &self,
        state: StateId,
        thread: ThreadId,
        frozen: &Bits,
        future: &mut Bits,
    ) -> bool {
        let graph = &self.threads.all[thread].graph;
        let Some(at) = self.positions[state][thread] else {
            return true;
        };
        if frozen.contains(thread) {
            return false;
        }
        let mut from = Location::at(at as usize);
        if let Some(edge) = (at as usize).checked_sub(graph.location_count()) {
            let mut all_end = true;
            for part in self.threads.parts(thread, edge) {
                all_end &= self.add_future(state, *part, frozen, future);
            }
            if !all_end {
                return false;
            }
            from = graph.edges()[edge].to;
        }
        self.add_reachable(thread, from, future);
        true
    }

    /// Adds all letters that a thread may read from a place on, those of its parts included.
    fn add_reachable(&self, thread: ThreadId, from: Location, future: &mut Bits) {
        let graph = &self.threads.all[thread].graph;
        let mut seen = vec![false; graph.location_count()];
        let mut open = vec![from];
        while let Some(place) = open.pop() {
            if std::mem::replace(&mut seen[place.index()], true) {
                continue;
            }
            for letter in self.alphabet.starting(thread, place) {
                future.insert(*letter);
                let letter = &self.alphabet.letters[*letter];
                match letter.enters {
                    None => open.push(letter.to),
                    Some(edge) => {
                        for part in self.threads.parts(thread, edge) {
                            let entry = self.threads.all[*part].graph.entry();
                            self.add_reachable(*part, entry, future);
                        }
                        open.push(graph.edges()[edge].to);
                    }
                }
            }
        }
    }
}
