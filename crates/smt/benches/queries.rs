//! What a question costs through this crate, against the same calls of Z3 without it.
//!
//! `cargo bench -p smt` prints, for each kind of question, the time per question of both and their
//! ratio. The two are measured in turns, so that a busy machine slows both alike, and the best turn
//! of each counts.

#![allow(clippy::print_stdout, reason = "a bench reports on the terminal")]

use std::ffi::CString;
use std::time::{Duration, Instant};

use logic::{Sort, Term};
use smt::{Budget, Canceller, Solver, Strategy};
use z3_sys::*;

const TURNS: usize = 400;

/// Few enough that a turn often passes without the scheduler's interference.
const QUESTIONS: u32 = 16;

fn main() {
    let budget = Budget::unlimited()
        .within(Duration::from_secs(3600))
        .with_canceller(Canceller::new());

    let mut ours = Ours::new();
    let theirs = Theirs::new();
    println!("{:<46} {:>9} {:>9} {:>6}", "", "ours", "Z3 alone", "ratio");
    compare(
        "push, assert, check, pop of 6 atoms of QF_LIA",
        |i| ours.scoped(i, &budget),
        |i| theirs.scoped(i),
    );
    compare(
        "check under two literals",
        |i| ours.assuming(i, &budget),
        |i| theirs.assuming(i),
    );
    compare(
        "a new solver, and its first check",
        |_| Ours::create(&budget),
        |_| theirs.create(),
    );
}

/// Measures two ways of doing the same in turns, and prints their best times and the ratio.
fn compare(name: &str, mut ours: impl FnMut(usize), mut theirs: impl FnMut(usize)) {
    let (mut best_ours, mut best_theirs) = (Duration::MAX, Duration::MAX);
    for _ in 0..TURNS {
        best_ours = best_ours.min(time(&mut ours));
        best_theirs = best_theirs.min(time(&mut theirs));
    }
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    println!(
        "{name:<46} {:>7.1}us {:>7.1}us {:>6.3}",
        micros(best_ours),
        micros(best_theirs),
        best_ours.as_secs_f64() / best_theirs.as_secs_f64()
    );
}

fn time(question: &mut impl FnMut(usize)) -> Duration {
    let start = Instant::now();
    for i in 0..QUESTIONS {
        question(i as usize);
    }
    start.elapsed() / QUESTIONS
}

const VARIANTS: usize = 16;

/// `x + y <= k`, `x - y < k`, `y + 2z = x`, `z <= x or y <= 3`, over `0 <= x` and `p => x < k`.
struct Ours {
    solver: Solver,
    formulas: Vec<[Term; 4]>,
    literals: [Term; 2],
}

impl Ours {
    fn new() -> Self {
        let [x, y, z] = ["x", "y", "z"].map(|name| Term::constant(name, Sort::Int));
        let [p, q] = ["p", "q"].map(|name| Term::constant(name, Sort::Bool));
        let mut solver = Solver::new(Strategy::Incremental);
        solver.assert(&Term::le(Term::int(0), x.clone()));
        solver.assert(&Term::implies(p.clone(), Term::lt(x.clone(), Term::int(5))));
        let formulas = (0..VARIANTS)
            .map(|k| {
                let k = Term::int(k as i64 + 1);
                [
                    Term::le(Term::add([x.clone(), y.clone()]), k.clone()),
                    Term::lt(Term::sub(x.clone(), y.clone()), k),
                    Term::eq(
                        Term::add([y.clone(), Term::mul([Term::int(2), z.clone()])]),
                        x.clone(),
                    ),
                    Term::or([
                        Term::le(z.clone(), x.clone()),
                        Term::le(y.clone(), Term::int(3)),
                    ]),
                ]
            })
            .collect();
        Ours {
            solver,
            formulas,
            literals: [p, Term::not(q)],
        }
    }

    fn create(budget: &Budget) {
        assert!(Solver::new(Strategy::Incremental).check(budget).is_sat());
    }

    fn scoped(&mut self, i: usize, budget: &Budget) {
        self.solver.push();
        for formula in &self.formulas[i % VARIANTS] {
            self.solver.assert(formula);
        }
        assert!(self.solver.check(budget).is_sat());
        self.solver.pop();
    }

    fn assuming(&mut self, _: usize, budget: &Budget) {
        assert!(self.solver.check_assuming(&self.literals, budget).is_sat());
    }
}

/// The same questions, with the terms made beforehand.
struct Theirs {
    context: Z3_context,
    solver: Z3_solver,
    formulas: Vec<[Z3_ast; 4]>,
    literals: [Z3_ast; 2],
}

impl Theirs {
    fn new() -> Self {
        // SAFETY: the context lives until the process ends, and with it all terms, each of which
        // gets a reference; every call gets terms of the right sorts.
        unsafe {
            let config = Z3_mk_config().unwrap();
            let context = Z3_mk_context_rc(config).unwrap();
            let solver = Z3_mk_simple_solver(context).unwrap();
            Z3_solver_inc_ref(context, solver);
            let keep = |term: Option<Z3_ast>| {
                let term = term.unwrap();
                Z3_inc_ref(context, term);
                term
            };
            let (int, bool) = (Z3_mk_int_sort(context), Z3_mk_bool_sort(context));
            let (int, bool) = (int.unwrap(), bool.unwrap());
            let constant = |name: &str, sort| {
                let name = CString::new(name).unwrap();
                let symbol = Z3_mk_string_symbol(context, name.as_ptr()).unwrap();
                keep(Z3_mk_const(context, symbol, sort))
            };
            let number = |value| keep(Z3_mk_int64(context, value, int));
            let sum = |a, b| keep(Z3_mk_add(context, 2, [a, b].as_ptr()));
            let product = |a, b| keep(Z3_mk_mul(context, 2, [a, b].as_ptr()));
            let [x, y, z] = ["x", "y", "z"].map(|name| constant(name, int));
            let [p, q] = ["p", "q"].map(|name| constant(name, bool));
            Z3_solver_assert(context, solver, keep(Z3_mk_le(context, number(0), x)));
            let below = keep(Z3_mk_lt(context, x, number(5)));
            Z3_solver_assert(context, solver, keep(Z3_mk_implies(context, p, below)));
            let formulas = (0..VARIANTS)
                .map(|k| {
                    let k = number(k as i64 + 1);
                    let either = [
                        keep(Z3_mk_le(context, z, x)),
                        keep(Z3_mk_le(context, y, number(3))),
                    ];
                    [
                        keep(Z3_mk_le(context, sum(x, y), k)),
                        keep(Z3_mk_lt(context, sum(x, product(number(-1), y)), k)),
                        keep(Z3_mk_eq(context, sum(y, product(number(2), z)), x)),
                        keep(Z3_mk_or(context, 2, either.as_ptr())),
                    ]
                })
                .collect();
            let literals = [p, keep(Z3_mk_not(context, q))];
            Theirs {
                context,
                solver,
                formulas,
                literals,
            }
        }
    }

    fn scoped(&self, i: usize) {
        // SAFETY: as in `new`.
        unsafe {
            Z3_solver_push(self.context, self.solver);
            for formula in self.formulas[i % VARIANTS] {
                Z3_solver_assert(self.context, self.solver, formula);
            }
            assert_eq!(Z3_solver_check(self.context, self.solver), Z3_L_TRUE);
            Z3_solver_pop(self.context, self.solver, 1);
        }
    }

    fn assuming(&self, _: usize) {
        // SAFETY: as in `new`.
        let answer = unsafe {
            Z3_solver_check_assumptions(self.context, self.solver, 2, self.literals.as_ptr())
        };
        assert_eq!(answer, Z3_L_TRUE);
    }

    fn create(&self) {
        // SAFETY: as in `new`.
        unsafe {
            let solver = Z3_mk_simple_solver(self.context).unwrap();
            Z3_solver_inc_ref(self.context, solver);
            assert_eq!(Z3_solver_check(self.context, solver), Z3_L_TRUE);
            Z3_solver_dec_ref(self.context, solver);
        }
    }
}
