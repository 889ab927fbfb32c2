//! Who wins a game, and how.

use budget::Budget;
use evidence::strategy::Strategy;
use logic::Prenex;
use smt::Reason;

use crate::plain::PlainGame;
use crate::{inside_out, simsat};

/// How a game is decided. The winner is the same; the strategies differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// Exact regions from the innermost block outwards: best for few blocks, or small ones.
    InsideOut,
    /// Both players' strategies improved in turn, for games of which only little matters.
    SimSat,
}

/// The work that each method gets at first, when they take turns: a quarter of a second.
const FIRST_SLICE: u64 = 1_000_000;

/// Decides a formula in prenex form: the winner with its strategy. The formula is true where the
/// existential player wins. The methods take turns, each time for longer.
///
/// # Errors
/// Where the solver has no answer, or the budget is used up.
pub fn decide(game: &Prenex, budget: &Budget) -> Result<Strategy, Reason> {
    let mut slice = FIRST_SLICE;
    loop {
        for method in [Method::InsideOut, Method::SimSat] {
            let answer = decide_by(method, game, &budget.clone().with_work(slice));
            let out_of_time = matches!(answer, Err(Reason::Timeout));
            // The slice is over, and not the time itself.
            if !(out_of_time && budget.check().is_ok()) {
                return answer;
            }
        }
        slice = slice.saturating_mul(2);
    }
}

/// Decides a formula in prenex form by one method.
///
/// # Errors
/// Where the solver has no answer, or the budget is used up.
pub fn decide_by(method: Method, game: &Prenex, budget: &Budget) -> Result<Strategy, Reason> {
    let plain = PlainGame::of(game);
    let strategy = match method {
        Method::InsideOut => inside_out::decide(plain.prenex(), budget)?,
        Method::SimSat => simsat::decide(plain.prenex(), budget)?,
    };
    Ok(plain.restored(strategy))
}
