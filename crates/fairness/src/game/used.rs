//! The part of a winning strategy that is used from the initial states on.

use evidence::inclusion::Ranked;
use rustc_hash::FxHashMap;

use super::ranks::{Rank, Ranks};
use super::{Game, Path, Reached, Strategy};

impl Game<'_> {
    /// The part of a strategy that is used from the initial states on, for each goal the pairs in
    /// order.
    pub(crate) fn used(&self, strategy: &Strategy) -> Vec<Vec<Ranked>> {
        let mut used = Used {
            game: self,
            ranks: &strategy.ranks,
            found: vec![Found::default(); self.marks.len()],
            open: Vec::new(),
        };
        for from in self.first.initial() {
            let known = |to: &&u32| strategy.ranks[0].get((*from, **to)).is_some();
            if let Some(to) = self.second.initial().iter().find(known) {
                used.add(0, (*from, *to));
            }
        }
        while let Some((goal, (from, to), rank)) = used.open.pop() {
            used.follow(Path::at(goal, from), &[(to, false)], rank);
        }
        let sorted = used.found.into_iter().map(|ranks| {
            let pairs = ranks.into_iter();
            let pairs = pairs.map(|((from, to), (rank, missed))| Ranked {
                from,
                to,
                rank,
                missed,
            });
            let mut pairs: Vec<Ranked> = pairs.collect();
            pairs.sort_unstable();
            pairs
        });
        sorted.collect()
    }
}

/// The pairs of a goal that are used.
type Found = FxHashMap<(u32, u32), Rank>;

/// A search through the pairs that a strategy leads to.
struct Used<'a> {
    game: &'a Game<'a>,
    ranks: &'a [Ranks],
    found: Vec<Found>,
    open: Vec<(usize, (u32, u32), Rank)>,
}

impl Used<'_> {
    fn add(&mut self, goal: usize, pair: (u32, u32)) {
        let Some(rank) = self.ranks[goal].get(pair) else {
            return;
        };
        if self.found[goal].insert(pair, rank).is_none() {
            self.open.push((goal, pair, rank));
        }
    }

    /// Adds an answer for each path from here; one that is already used where there is one.
    fn follow(&mut self, at: Path, reached: &[Reached], rank: Rank) {
        let game = self.game;
        let next = (at.goal + 1) % game.marks.len();
        for step in game.first.from(at.state) {
            let path = at.after(step.to, step.marks);
            let mut ends: Vec<Reached> = Vec::new();
            for (state, passed) in reached {
                for answer in game.reading(*state, step.letter) {
                    let mark = game.marks[at.goal];
                    let passes = mark.is_none_or(|mark| answer.marks & mark != 0);
                    ends.push((answer.to, *passed || passes));
                }
            }
            ends.sort_unstable();
            ends.dedup();
            let into = |(to, passed): &Reached| {
                let pair = (path.state, *to);
                if *passed && self.ranks[next].get(pair).is_some() {
                    return Some((next, pair));
                }
                let (own, missed) = rank;
                let (there, still_missed) = self.ranks[at.goal].get(pair)?;
                let stays = missed.is_some_and(|goal| path.marks & (1 << goal) == 0);
                let falls = there < own;
                (falls || there == own && stays && missed == still_missed)
                    .then_some((at.goal, pair))
            };
            let mut options = ends.iter().filter_map(into);
            let known = |(goal, pair): &(usize, (u32, u32))| self.found[*goal].contains_key(pair);
            let first = options.next();
            let best = match first {
                Some(option) if !known(&option) => options.find(known).or(first),
                _ => first,
            };
            match best {
                Some((goal, pair)) => self.add(goal, pair),
                None if path.depth < game.lookahead => self.follow(path, &ends, rank),
                None => unreachable!("a winning strategy answers within the lookahead"),
            }
        }
    }
}
