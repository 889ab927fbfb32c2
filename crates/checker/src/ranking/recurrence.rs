//! Rules for recurrent sets: a run gets into one, and it is never left.

use std::collections::BTreeSet;

use budget::Budget;
use evidence::ranking::{Continuation, Edge, Recurrence, State, TransitionGraph};
use logic::{Model, Sort, Substitution, Term, Value, Var};
use program::in_sort;

use super::{Questions, dangling, speaks_of};
use crate::{Rejected, broken};

/// Checks that a recurrence shows that some run of a graph is infinite.
///
/// # Errors
/// The rule that is broken, or why the solver has no answer.
pub fn check_recurrence(
    graph: &TransitionGraph,
    recurrence: &Recurrence,
    budget: &Budget,
) -> Result<(), Rejected> {
    let count = graph.location_count();
    if recurrence.regions.len() != count || recurrence.cases.len() != count {
        return Err(broken("Regions", "there is not one for each location"));
    }
    let vars: BTreeSet<&Var> = graph.vars().iter().collect();
    for region in &recurrence.regions {
        speaks_of(region, &Sort::Bool, &vars)?;
    }
    rule_path(graph, recurrence)?;
    let mut questions = Questions::new(budget);
    for location in 0..count {
        rule_recurrent(graph, recurrence, location, &mut questions)?;
    }
    Ok(())
}

/// The path is the beginning of a run, and ends in the recurrent set.
fn rule_path(graph: &TransitionGraph, recurrence: &Recurrence) -> Result<(), Rejected> {
    const RULE: &str = "Path";
    let mut state = recurrence.start.clone();
    let mut model = rule_state(graph, &state)?;
    if let Some(initial) = graph.initial()
        && (initial.location != state.location || !model.holds(&initial.condition)?)
    {
        return Err(broken(RULE, "it does not start at the beginning"));
    }
    for step in &recurrence.path {
        let Some(edge) = graph.edges().get(step.edge) else {
            return Err(dangling("edge", step.edge));
        };
        if edge.from != state.location {
            return Err(broken(RULE, "an edge starts somewhere else"));
        }
        assign(&mut model, graph.primed(), &step.values)?;
        assign(&mut model, &edge.auxiliary, &step.auxiliary)?;
        if !model.holds(&edge.relation)? {
            return Err(broken(RULE, "a step does not satisfy its relation"));
        }
        state = State {
            location: edge.to,
            values: step.values.clone(),
        };
        model = rule_state(graph, &state)?;
    }
    if model.holds(&recurrence.regions[state.location])? {
        Ok(())
    } else {
        Err(broken(RULE, "it does not end in the recurrent set"))
    }
}

/// A state is at a location, has a value for each variable, and satisfies the invariant.
fn rule_state(graph: &TransitionGraph, state: &State) -> Result<Model, Rejected> {
    if state.location >= graph.location_count() {
        return Err(dangling("location", state.location));
    }
    let mut model = Model::new();
    assign(&mut model, graph.vars(), &state.values)?;
    if model.holds(graph.invariant(state.location))? {
        Ok(model)
    } else {
        Err(broken("Path", "a state breaks an invariant"))
    }
}

fn assign(model: &mut Model, vars: &[Var], values: &[Value]) -> Result<(), Rejected> {
    let fit = vars
        .iter()
        .zip(values)
        .all(|(var, value)| value.is_of(&var.sort));
    if vars.len() != values.len() || !fit {
        return Err(broken("Path", "the values do not fit the variables"));
    }
    for (var, value) in vars.iter().zip(values) {
        model.set(var.clone(), value.clone());
    }
    Ok(())
}

/// From every state of a region some case goes on into the region of where it leads.
fn rule_recurrent(
    graph: &TransitionGraph,
    recurrence: &Recurrence,
    location: usize,
    questions: &mut Questions,
) -> Result<(), Rejected> {
    const RULE: &str = "Recurrent";
    let (region, cases) = (&recurrence.regions[location], &recurrence.cases[location]);
    let unknown = Term::not(graph.invariant(location).clone());
    questions.contradictory(RULE, &[region.clone(), unknown])?;
    let mut uncovered = vec![region.clone()];
    for case in cases {
        let edge = rule_continuation(graph, location, case)?;
        let next: Substitution = graph
            .vars()
            .iter()
            .cloned()
            .zip(case.next.clone())
            .collect();
        let chosen = graph.primed().iter().chain(&edge.auxiliary).cloned();
        let chosen = chosen.zip(case.next.iter().chain(&case.auxiliary).cloned());
        let mut wanted: Vec<Term> = chosen
            .clone()
            .map(|(var, term)| in_sort(&term, &var.sort))
            .collect();
        wanted.push(edge.relation.substitute(&chosen.collect()));
        wanted.push(recurrence.regions[edge.to].substitute(&next));
        let wrong = Term::not(Term::and(wanted));
        questions.contradictory(RULE, &[region.clone(), case.guard.clone(), wrong])?;
        uncovered.push(Term::not(case.guard.clone()));
    }
    questions.contradictory(RULE, &uncovered)
}

/// A case takes an edge from its location, with a term over the variables for everything new.
fn rule_continuation<'g>(
    graph: &'g TransitionGraph,
    location: usize,
    case: &Continuation,
) -> Result<&'g Edge, Rejected> {
    const RULE: &str = "Recurrent";
    let Some(edge) = graph.edges().get(case.edge) else {
        return Err(dangling("edge", case.edge));
    };
    if edge.from != location {
        return Err(broken(RULE, "an edge starts somewhere else"));
    }
    if case.next.len() != graph.vars().len() || case.auxiliary.len() != edge.auxiliary.len() {
        return Err(broken(RULE, "there is not one term for each variable"));
    }
    let vars: BTreeSet<&Var> = graph.vars().iter().collect();
    speaks_of(&case.guard, &Sort::Bool, &vars)?;
    let next = graph.vars().iter().zip(&case.next);
    let auxiliary = edge.auxiliary.iter().zip(&case.auxiliary);
    for (var, term) in next.chain(auxiliary) {
        speaks_of(term, &var.sort, &vars)?;
    }
    Ok(edge)
}
