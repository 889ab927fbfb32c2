//! Fair trace inclusion.

#![forbid(unsafe_code)]

mod bits;
mod components;
mod game;
mod trim;

use budget::{Budget, Exhausted};
use evidence::automaton::Automaton;
use evidence::inclusion::{FairSimulation, Inclusion, Link, Proof, Ranked};

pub fn decide(
    first: &Automaton,
    second: &Automaton,
    lookahead: u32,
    budget: &Budget,
) -> Result<Option<Inclusion>, Exhausted> {
    let (Some(a), Some(b)) = (first.goals(), second.goals()) else {
        return Ok(None);
    };
    let t = std::time::Instant::now();
    let (a, b) = (trim::trim(first, a), trim::trim(second, b));
    eprintln!(
        "trimmed {} of {} and {} of {}, {:?}",
        a.states.len(),
        first.states(),
        b.states.len(),
        second.states(),
        t.elapsed()
    );
    let game = game::Game::new(&a.automaton, &b.automaton, lookahead);
    let Some(strategy) = game.solve(budget)? else {
        eprintln!("not {:?}", t.elapsed());
        return Ok(None);
    };
    eprintln!("solved {:?}", t.elapsed());
    let goals = game.used(&strategy);
    eprintln!("used {} {:?}", goals[0].len(), t.elapsed());
    let goals = goals
        .into_iter()
        .map(|pairs| {
            pairs
                .into_iter()
                .map(|r| Ranked {
                    from: a.states[r.from as usize],
                    to: b.states[r.to as usize],
                    ..r
                })
                .collect()
        })
        .collect();
    Ok(Some(Inclusion::Proof(Proof {
        between: Vec::new(),
        links: vec![Link::FairSimulation(FairSimulation {
            lookahead,
            hopeless: a.hopeless,
            goals,
        })],
    })))
}
