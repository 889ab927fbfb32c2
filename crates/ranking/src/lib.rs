//! Termination of transition graphs: ranking functions, and recurrent sets against it.
//!
//! A [`TransitionGraph`] has locations, variables, and edges with relations between the values
//! before and after. [`prove`] looks for ranking functions, [`refute`] for a run that never ends,
//! [`decide`] for either. What they find is evidence that `checker::ranking` accepts without any
//! search. Termination means that *no* run is infinite; to refute it, *one* infinite run is enough.
//!
//! ```
//! use evidence::ranking::{Edge, TransitionGraph};
//! use logic::{Sort, Term, Var};
//! use ranking::{Answer, decide};
//! use smt::Budget;
//!
//! // while (x > 0) x = x - 1
//! let [x, next] = ["x", "x'"].map(|name| Var::new(name, Sort::Int));
//! let mut graph = TransitionGraph::new(1, vec![x.clone()], vec![next.clone()])?;
//! graph.add_edge(Edge {
//!     from: 0,
//!     to: 0,
//!     relation: Term::and([
//!         Term::lt(Term::int(0), x.term()),
//!         Term::eq(next.term(), Term::sub(x.term(), Term::int(1))),
//!     ]),
//!     auxiliary: Vec::new(),
//! })?;
//! let answer = decide(&graph, &Budget::unlimited());
//! assert!(matches!(answer, Ok(Answer::Terminates(_))));
//! # Ok::<(), evidence::ranking::Malformed>(())
//! ```
//!
//! # What this crate does not know
//! Programs. A location is a number, whatever it stands for.
//!
//! # Where to start
//! `prove.rs` says in which order things are tried. `transitions.rs` makes conjunctions of linear
//! atoms out of relations, `synthesis.rs` and `farkas.rs` find functions for them. Against
//! termination, `refute.rs` tries lassos (`unroll.rs`), greatest fixpoints (`fixpoint.rs`), and facts
//! that a cycle keeps (`cycles.rs`).
//!
//! # Supporting invariants
//! The invariants of the graph are taken as given. Where the graph has an initial condition, simple
//! invariants are found besides (`houdini.rs`); they are part of the evidence and checked.

#![forbid(unsafe_code)]

mod components;
mod cycles;
mod farkas;
mod fixpoint;
mod houdini;
mod implicant;
mod pool;
mod prove;
mod reduce;
mod refute;
mod split;
mod synthesis;
mod transitions;
mod unroll;

use budget::{Budget, Exhausted};
use evidence::ranking::{Ranking, Recurrence, TransitionGraph};
use games::check_fragment;
use logic::{EvalError, Var};
use smt::Reason;

/// Whether a graph terminates, with the evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// No run is infinite.
    Terminates(Ranking),
    /// Some run is infinite.
    Diverges(Recurrence),
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotFound {
    /// The graph is not one of linear arithmetic.
    #[error("unsupported({0})")]
    Unsupported(#[from] games::Unsupported),
    /// A variable of the graph is neither a number nor a truth value.
    #[error("unsupported(the variable {} is of the sort {})", .0.name, .0.sort)]
    UnsupportedVariable(Var),
    /// The budget is used up, or the solver has no answer.
    #[error("{0}")]
    Unanswered(#[from] Reason),
    /// The relations have too many disjuncts.
    #[error("incomplete(the relations have too many cases)")]
    TooManyTransitions,
    /// Nothing of the kind that is looked for exists, or none that these methods find.
    #[error("incomplete(neither a ranking function nor a recurrent set was found)")]
    Nothing,
}

impl From<Exhausted> for NotFound {
    fn from(exhausted: Exhausted) -> Self {
        NotFound::Unanswered(exhausted.into())
    }
}

impl From<EvalError> for NotFound {
    fn from(error: EvalError) -> Self {
        NotFound::Unanswered(Reason::Incomplete(error.to_string()))
    }
}

/// How much is tried before giving up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effort {
    /// What takes milliseconds.
    Little,
    /// Everything.
    Full,
}

/// Looks for a proof that no run is infinite.
///
/// # Errors
/// Why none was found.
pub fn prove(graph: &TransitionGraph, budget: &Budget) -> Result<Ranking, NotFound> {
    check_supported(graph)?;
    prove::prove(graph, Effort::Full, budget)
}

/// Looks for an infinite run.
///
/// # Errors
/// Why none was found.
pub fn refute(graph: &TransitionGraph, budget: &Budget) -> Result<Recurrence, NotFound> {
    check_supported(graph)?;
    refute::refute(graph, Effort::Full, budget)
}

/// Looks for either, in turns.
///
/// # Errors
/// Why neither was found.
pub fn decide(graph: &TransitionGraph, budget: &Budget) -> Result<Answer, NotFound> {
    check_supported(graph)?;
    let mut reason = NotFound::Nothing;
    for effort in [Effort::Little, Effort::Full] {
        match prove::prove(graph, effort, budget) {
            Ok(ranking) => return Ok(Answer::Terminates(ranking)),
            Err(other) => reason = other,
        }
        match refute::refute(graph, effort, budget) {
            Ok(recurrence) => return Ok(Answer::Diverges(recurrence)),
            Err(NotFound::Nothing) => {}
            Err(other) => reason = other,
        }
        budget.check()?;
    }
    Err(reason)
}

/// All formulas are of linear arithmetic over integers, reals and truth values.
fn check_supported(graph: &TransitionGraph) -> Result<(), NotFound> {
    let auxiliary = graph.edges().iter().flat_map(|edge| &edge.auxiliary);
    for var in graph.vars().iter().chain(auxiliary) {
        if !var.sort.is_arithmetic() && var.sort != logic::Sort::Bool {
            return Err(NotFound::UnsupportedVariable(var.clone()));
        }
    }
    for edge in graph.edges() {
        check_fragment(&edge.relation)?;
    }
    for location in 0..graph.location_count() {
        check_fragment(graph.invariant(location))?;
    }
    if let Some(initial) = graph.initial() {
        check_fragment(&initial.condition)?;
    }
    Ok(())
}
