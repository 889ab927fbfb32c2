//! The way to an answer: cheap methods first, complete ones last.

use budget::{Budget, Exhausted};
use evidence::Reason;
use evidence::inclusion::{FairSimulation, Inclusion, Link, Proof, Ranked};
use question::automaton::Automaton;

use crate::degeneralise::degeneralise;
use crate::emptiness::{Words, words};
use crate::game::{Game, Solved};
use crate::justice::{Style, predicting};
use crate::lasso::{Word, run_on};
use crate::powersets::{self, Outcome};
use crate::prophecy::{self, Prophecy};
use crate::quotient::quotient;
use crate::separate;
use crate::trim::{Trimmed, trim};

/// Lookaheads, each with the number of steps that it may look at: first the cheapest, and after a
/// search for separating words those that help where the cheapest does not. The farthest comes after
/// testers, which see further.
const PLAIN: (u32, u64) = (1, 400_000_000);
const NEAR: [(u32, u64); 2] = [(2, 20_000_000), (4, 40_000_000)];
const FAR: (u32, u64) = (8, 40_000_000);

/// The number of pairs of states from which on a search for separating words comes before all games.
const LARGE: u64 = 1 << 23;

/// Which methods are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Methods {
    /// All of them, cheap ones first.
    #[default]
    All,
    /// The complete procedure alone.
    Complete,
}

/// Decides whether every word of the first automaton is a word of the second.
///
/// # Errors
/// Why there is no answer: the budget is used up, or an acceptance is too large to be taken apart.
pub fn decide(
    first: &Automaton,
    second: &Automaton,
    methods: Methods,
    budget: &Budget,
) -> Result<Inclusion, Reason> {
    let mut chain = Chain {
        first: first.clone(),
        before: Vec::new(),
        second: second.clone(),
        after: Vec::new(),
    };
    let large = || Reason::Incomplete("the acceptance has too many disjuncts".to_owned());
    if first.goals().is_none() {
        // Predictions are many, so that it pays to see first whether there is anything to predict.
        if let Words::None(emptiness) = words(first, budget)? {
            return Ok(chain.closed(Link::Empty(emptiness)));
        }
        let (just, prediction) = predicting(first, Style::Once).ok_or_else(large)?;
        chain.forward(just, Link::Prediction(prediction));
    }
    if second.goals().is_none() {
        let (just, prediction) = predicting(second, Style::Gradual).ok_or_else(large)?;
        chain.backward(just, Link::Projection(prediction));
    }
    let found = match methods {
        Methods::All => chain.cheaply(budget)?,
        Methods::Complete => None,
    };
    let found = match found {
        Some(found) => found,
        None => {
            chain.reduce(budget)?;
            budget.report(|| "sets of states".to_owned());
            match powersets::decide(&chain.first, &chain.second, budget)? {
                Outcome::Included(powersets) => Found::Link(Link::Powersets(powersets)),
                Outcome::Separated(word) => Found::Word(word),
            }
        }
    };
    match found {
        Found::Link(link) => Ok(chain.closed(link)),
        Found::Prophecy(prophecy) => {
            chain.forward(prophecy.augmented, Link::Tester(prophecy.tester));
            Ok(chain.closed(Link::FairSimulation(prophecy.simulation)))
        }
        Found::Word(word) => match run_on(first, &word) {
            Some(lasso) => Ok(Inclusion::Separation(lasso)),
            None => unreachable!("the word is one of the first automaton"),
        },
    }
}

/// What closes the gap of a chain, or shows that it cannot be closed.
enum Found {
    Link(Link),
    Prophecy(Prophecy),
    Word(Word),
}

fn viable(automaton: &Automaton) -> Trimmed {
    trim(automaton, automaton.goals().unwrap_or(0))
}

/// A fair simulation between automata with generalised Büchi acceptance, if one is found.
fn simulation(
    first: &Automaton,
    second: &Automaton,
    budget: &Budget,
) -> Result<Option<FairSimulation>, Exhausted> {
    between(&viable(first), &viable(second), 1, u64::MAX, budget)
}

/// A fair simulation between the wholes of two viable parts, if one is found.
pub(crate) fn between(
    first: &Trimmed,
    second: &Trimmed,
    lookahead: u32,
    effort: u64,
    budget: &Budget,
) -> Result<Option<FairSimulation>, Exhausted> {
    let game = Game::new(&first.automaton, &second.automaton, lookahead);
    let strategy = match game.solve(effort, budget)? {
        Solved::Wins(strategy) => strategy,
        Solved::Loses | Solved::TooLong => return Ok(None),
    };
    let whole = |pair: Ranked| Ranked {
        from: first.states[pair.from as usize],
        to: second.states[pair.to as usize],
        ..pair
    };
    let goals = game.used(&strategy).into_iter();
    let goals = goals.map(|pairs| pairs.into_iter().map(whole).collect());
    Ok(Some(FairSimulation {
        lookahead,
        hopeless: first.hopeless.clone(),
        goals: goals.collect(),
    }))
}

/// A chain of automata that is open in the middle.
struct Chain {
    /// The automaton before the gap.
    first: Automaton,
    /// The automata and links that lead to it.
    before: Vec<(Automaton, Link)>,
    /// The automaton after the gap.
    second: Automaton,
    /// The automata and links that it leads to, the last ones first.
    after: Vec<(Automaton, Link)>,
}

impl Chain {
    /// The gap begins at the next automaton.
    fn forward(&mut self, next: Automaton, link: Link) {
        let last = std::mem::replace(&mut self.first, next);
        self.before.push((last, link));
    }

    /// The gap ends at an automaton before.
    fn backward(&mut self, before: Automaton, link: Link) {
        let last = std::mem::replace(&mut self.second, before);
        self.after.push((last, link));
    }

    /// An answer by the cheap methods, if they have one.
    fn cheaply(&self, budget: &Budget) -> Result<Option<Found>, Exhausted> {
        let (first, second) = (viable(&self.first), viable(&self.second));
        let simulated = |(lookahead, effort): (u32, u64)| {
            budget.report(|| format!("fair simulation with lookahead {lookahead}"));
            let simulation = between(&first, &second, lookahead, effort, budget)?;
            Ok(simulation.map(|link| Found::Link(Link::FairSimulation(link))))
        };
        let separated = || {
            budget.report(|| "looking for a separating word".to_owned());
            for search in [separate::beginning, separate::lassos] {
                if let Some(word) = search(&first.automaton, &second.automaton, budget)? {
                    return Ok(Some(Found::Word(word)));
                }
            }
            Ok::<_, Exhausted>(None)
        };
        let [a, b] = [&first, &second].map(|part| u64::from(part.automaton.states()));
        let is_large = a * b > LARGE;
        if is_large && let Some(found) = separated()? {
            return Ok(Some(found));
        }
        if let Some(found) = simulated(PLAIN)? {
            return Ok(Some(found));
        }
        if !is_large && let Some(found) = separated()? {
            return Ok(Some(found));
        }
        for lookahead in NEAR {
            if let Some(found) = simulated(lookahead)? {
                return Ok(Some(found));
            }
        }
        if let Some(prophecy) = prophecy::attempt(&self.first, &second, budget)? {
            return Ok(Some(Found::Prophecy(prophecy)));
        }
        simulated(FAR)
    }

    /// Both ends of the gap become viable automata with one goal, and smaller ones. An automaton and
    /// its quotient simulate each other, so that only their size can keep that from being shown.
    fn reduce(&mut self, budget: &Budget) -> Result<(), Reason> {
        let small = |automaton: &Automaton| {
            let one = degeneralise(&viable(automaton).automaton);
            quotient(&one, budget)
        };
        let first = small(&self.first)?;
        match simulation(&self.first, &first, budget)? {
            Some(link) => self.forward(first, Link::FairSimulation(link)),
            None => return Err(Reason::Memory),
        }
        let second = small(&self.second)?;
        match simulation(&second, &self.second, budget)? {
            Some(link) => self.backward(second, Link::FairSimulation(link)),
            None => return Err(Reason::Memory),
        }
        Ok(())
    }

    /// The chain with a link for the gap.
    fn closed(self, link: Link) -> Inclusion {
        let (mut automata, mut links) = (Vec::new(), Vec::new());
        for (automaton, link) in self.before {
            automata.push(automaton);
            links.push(link);
        }
        automata.extend([self.first, self.second]);
        links.push(link);
        for (automaton, link) in self.after.into_iter().rev() {
            automata.push(automaton);
            links.push(link);
        }
        // The ends of the chain are known to whoever asked.
        automata.pop();
        automata.remove(0);
        Inclusion::Proof(Proof {
            between: automata,
            links,
        })
    }
}
