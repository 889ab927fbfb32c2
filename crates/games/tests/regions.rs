//! Winning regions and replies agree with the play of every concrete move.

mod common;

use budget::Budget;
use common::{Rng, formula};
use games::regions::{Arena, Move, Position, Regions};
use logic::{Model, Quantifier, Range, Sort, Substitution, Term, Value, Var};

/// The state has two integers; a chosen value is from -1 to 1.
const VALUES: std::ops::RangeInclusive<i64> = -1..=1;

fn state_vars() -> [Var; 2] {
    ["x", "y"].map(|name| Var::new(name, Sort::Int))
}

fn chosen_var() -> Var {
    let range = Range::new(*VALUES.start(), *VALUES.end()).expect("not empty");
    Var::new("c", Sort::Range(range))
}

/// A game with random rules, places being numbers.
#[derive(Clone)]
struct RandomArena(Vec<Position<usize>>);

impl RandomArena {
    fn new(rng: &mut Rng) -> RandomArena {
        let [x, y] = state_vars();
        let places = 4;
        let position = |rng: &mut Rng| {
            if rng.below(4) == 0 {
                return Position::Over(formula(rng, &state_vars(), 1));
            }
            let player = match rng.below(2) {
                0 => Quantifier::Exists,
                _ => Quantifier::Forall,
            };
            let step = |rng: &mut Rng| {
                let (chosen, mut all) = (chosen_var(), state_vars().to_vec());
                let chosen = if rng.below(2) == 0 {
                    all.push(Var::new("c", Sort::Int));
                    vec![chosen]
                } else {
                    Vec::new()
                };
                let value = |rng: &mut Rng| {
                    let mut parts = vec![Term::int(rng.below(5) - 2)];
                    parts.extend(
                        [x.term(), y.term()]
                            .into_iter()
                            .filter(|_| rng.below(2) == 0),
                    );
                    parts.extend(chosen.iter().map(Var::term));
                    Term::add(parts)
                };
                let mut updates = Substitution::new();
                for var in [&x, &y] {
                    if rng.below(3) > 0 {
                        updates.insert(var.clone(), value(rng));
                    }
                }
                // The random formula has a plain integer for the chosen value.
                let plain = Var::new("c", Sort::Int);
                let confined = Substitution::from_iter([(plain, chosen_var().term())]);
                Move {
                    guard: formula(rng, &all, 1).substitute(&confined),
                    chosen,
                    updates,
                    to: rng.below(places) as usize,
                }
            };
            let moves = (0..1 + rng.below(3)).map(|_| step(rng)).collect();
            Position::Turn(player, moves)
        };
        RandomArena((0..places).map(|_| position(rng)).collect())
    }
}

impl Arena for RandomArena {
    type Place = usize;

    fn position(&self, place: &usize) -> Position<usize> {
        self.0[*place].clone()
    }

    fn at_horizon(&self, _: &usize) -> Term {
        Term::top()
    }
}

fn state(x: i64, y: i64) -> Model {
    let mut model = Model::new();
    for (var, value) in state_vars().into_iter().zip([x, y]) {
        model.set(var, Value::from(value));
    }
    model
}

/// The state after a move with the chosen value; `None` where the move is not possible.
fn step(step: &Move<usize>, before: &Model, chosen: i64) -> Option<Model> {
    let mut model = before.clone();
    model.set(chosen_var(), Value::from(chosen));
    if model.holds(&step.guard) != Ok(true) {
        return None;
    }
    let mut after = Model::new();
    for var in state_vars() {
        let term = step.updates.get(&var).cloned().unwrap_or(var.term());
        after.set(var, model.eval(&term).expect("all variables have values"));
    }
    Some(after)
}

/// Whether the existential player is safe, by playing every move.
fn is_safe(arena: &RandomArena, place: usize, state: &Model, horizon: u32) -> bool {
    match &arena.0[place] {
        Position::Over(won) => state.holds(won) == Ok(true),
        Position::Turn(..) if horizon == 0 => true,
        Position::Turn(player, moves) => {
            let mut after = moves.iter().flat_map(|one| {
                let next = VALUES.filter_map(|value| step(one, state, value));
                next.map(|next| is_safe(arena, one.to, &next, horizon - 1))
            });
            match player {
                Quantifier::Exists => after.any(|safe| safe),
                Quantifier::Forall => after.all(|safe| safe),
            }
        }
    }
}

fn states() -> impl Iterator<Item = Model> {
    (-3..=3).flat_map(|x| (-3..=3).map(move |y| state(x, y)))
}

#[test]
fn regions_are_what_playing_gives() {
    let mut rng = Rng(41);
    let budget = Budget::unlimited();
    let (mut safe, mut lost) = (0, 0);
    for _ in 0..60 {
        let arena = RandomArena::new(&mut rng);
        let mut regions = Regions::new(arena.clone());
        for horizon in 0..4 {
            let region = regions.region(&0, horizon, &budget).expect("an answer");
            for state in states() {
                let expected = is_safe(&arena, 0, &state, horizon);
                assert_eq!(state.holds(&region), Ok(expected), "{region} at {state:?}");
                *if expected { &mut safe } else { &mut lost } += 1;
            }
        }
    }
    assert!(safe > 1000 && lost > 1000, "{safe} safe, {lost} lost");
}

/// The whole game tree, decided by SimSat, gives the same answers.
#[test]
fn simsat_agrees_with_regions() {
    let mut rng = Rng(43);
    let budget = Budget::unlimited();
    let (mut safe, mut lost) = (0, 0);
    for _ in 0..60 {
        let mut regions = Regions::new(RandomArena::new(&mut rng));
        let label = formula(&mut rng, &state_vars(), 1);
        for horizon in 0..4 {
            let expected = regions
                .survives(&label, &0, horizon, &budget)
                .expect("an answer");
            let found = regions
                .survives_by_simsat(&label, &0, horizon, &budget)
                .expect("an answer");
            assert_eq!(found, expected, "{label}, {horizon} moves");
            *if expected { &mut safe } else { &mut lost } += 1;
        }
    }
    assert!(safe > 30 && lost > 30, "{safe} safe, {lost} lost");
}

#[test]
fn replies_keep_what_is_won() {
    let mut rng = Rng(42);
    let budget = Budget::unlimited();
    let (mut whole, mut parts, mut none) = (0, 0, 0);
    for _ in 0..150 {
        let arena = RandomArena::new(&mut rng);
        let mut regions = Regions::new(arena.clone());
        let Position::Turn(player, moves) = &arena.0[0] else {
            continue;
        };
        let horizon = 3;
        let region = regions.region(&0, horizon, &budget).expect("an answer");
        let won = match player {
            Quantifier::Exists => region,
            Quantifier::Forall => Term::not(region),
        };
        let any = formula(&mut rng, &state_vars(), 1);
        for label in [Term::and([won, any.clone()]), any] {
            let offered = state_vars().map(|var| var.term());
            let order: Vec<usize> = (0..moves.len()).collect();
            let replies = regions
                .replies(&0, &label, horizon, &order, &offered, &budget)
                .expect("an answer");
            let Some(replies) = replies else {
                none += 1;
                continue;
            };
            match replies.len() {
                0 => {}
                1 => whole += 1,
                _ => parts += 1,
            }
            for state in states().filter(|state| state.holds(&label) == Ok(true)) {
                let reply = replies
                    .iter()
                    .find(|reply| state.holds(&reply.guard) == Ok(true))
                    .expect("the last reply is always possible");
                let chosen = match reply.terms.first() {
                    Some(term) => state.eval(term).expect("over the state"),
                    None => Value::from(0),
                };
                let chosen = chosen
                    .as_int()
                    .and_then(logic::Integer::to_i64)
                    .expect("small");
                assert!(VALUES.contains(&chosen), "{reply:?} at {state:?}");
                let one = &moves[reply.number];
                let next = step(one, &state, chosen).expect("the move is possible");
                assert_eq!(
                    is_safe(&arena, one.to, &next, horizon - 1),
                    *player == Quantifier::Exists,
                    "{reply:?} at {state:?}"
                );
            }
        }
    }
    assert!(
        whole > 30 && parts > 5 && none > 30,
        "{whole} whole, {parts} in parts, {none} none"
    );
}

/// A counter that the universal player may advance, and the existential one has to follow: the
/// region is the same from some horizon on, and is not computed again.
#[test]
fn a_region_that_stays_the_same_costs_nothing() {
    struct Follow;
    impl Arena for Follow {
        type Place = bool;
        fn position(&self, leads: &bool) -> Position<bool> {
            let [x, y] = state_vars();
            let (player, var) = match leads {
                true => (Quantifier::Forall, x.clone()),
                false => (Quantifier::Exists, y.clone()),
            };
            let chosen = Var::new("c", Sort::Int);
            let up = Term::add([var.term(), chosen.term()]);
            let small = Term::and([
                Term::le(Term::int(0), chosen.term()),
                Term::le(chosen.term(), Term::int(2)),
            ]);
            // The leader may not go where the other one is not close.
            let close = Term::and([
                Term::le(y.term(), x.term()),
                Term::le(x.term(), Term::add([y.term(), Term::int(2)])),
            ]);
            let guard = match leads {
                true => Term::and([small, Term::eq(x.term(), y.term())]),
                false => Term::and([small, close]),
            };
            Position::Turn(
                player,
                vec![Move {
                    guard,
                    chosen: vec![chosen],
                    updates: Substitution::from_iter([(var, up)]),
                    to: !leads,
                }],
            )
        }
        fn at_horizon(&self, _: &bool) -> Term {
            Term::top()
        }
    }
    let budget = Budget::unlimited();
    let mut regions = Regions::new(Follow);
    regions.region(&true, 6, &budget).expect("an answer");
    let computed = regions.computed();
    regions.region(&true, 500, &budget).expect("an answer");
    assert_eq!(regions.computed(), computed);
    let together = {
        let [x, y] = state_vars();
        Term::eq(x.term(), y.term())
    };
    assert_eq!(regions.lost_at(&together, &true, 100, &budget), Ok(None));
}
