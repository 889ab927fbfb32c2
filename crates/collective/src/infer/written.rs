//! What loops have written to arrays: where a process writes `a[i] = e(i)`, all `a[r]` with `r` on one
//! side of a counter may be `e(r)`.

use std::collections::BTreeSet;

use logic::{Model, Node, Op, Sort, Substitution, Term, Var};
use program::system::Action;

use crate::state::Context;

/// The most writes that are looked at.
const MOST: usize = 12;

/// Formulas about ranges of arrays, each of which says something in some sample.
pub(super) fn candidates(context: &Context<'_>, slots: &[Var], models: &[Model]) -> Vec<Term> {
    let mut found = Vec::new();
    let mut writes: BTreeSet<(Var, Term, Term)> = BTreeSet::new();
    for process in &context.system.processes {
        for edge in process.graph.edges() {
            if let Action::Assign(array, value) = &edge.action
                && slots.contains(array)
                && let Node::App(Op::Store, parts) = value.node()
                && parts[0].as_var() == Some(array)
                && writes.len() < MOST
            {
                writes.insert((array.clone(), parts[1].clone(), parts[2].clone()));
            }
        }
    }
    for (array, index, written) in &writes {
        let counters = index.free_vars();
        let mut counters = counters.iter().filter(|var| var.sort == Sort::Int);
        let (Some(counter), None) = (counters.next(), counters.next()) else {
            continue;
        };
        if index.as_var() != Some(counter) {
            continue;
        }
        let place = Var::new(format!("{}!at", counter.name).as_str(), Sort::Int);
        let there = Substitution::from_iter([(counter.clone(), place.term())]);
        let element = Term::select(array.term(), place.term());
        let claim = Term::eq(element, there.apply(written));
        let mut range = |first: Term, last: Term| {
            let is_some = Term::le(first.clone(), last.clone());
            if models.iter().any(|model| model.holds(&is_some) == Ok(true)) {
                let inside =
                    Term::and([Term::le(first, place.term()), Term::le(place.term(), last)]);
                let inside = Term::implies(inside, claim.clone());
                found.push(Term::forall([place.clone()], inside));
            }
        };
        let next = |term: Term, by: i64| Term::add([term, Term::int(by)]);
        for bound in bounds(context, counter) {
            range(bound.clone(), next(counter.term(), -1));
            range(next(counter.term(), 1), bound);
        }
    }
    found
}

/// What a counter is given before it counts.
fn bounds(context: &Context<'_>, counter: &Var) -> BTreeSet<Term> {
    const FEW: usize = 3;
    let edges = context
        .system
        .processes
        .iter()
        .flat_map(|p| p.graph.edges());
    let given = edges.filter_map(|edge| match &edge.action {
        Action::Assign(var, value) if var == counter => Some(value.clone()),
        _ => None,
    });
    let fixed = given.filter(|value| value.free_vars().is_empty());
    fixed.take(FEW).collect()
}
