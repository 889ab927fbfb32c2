//! Rules for termination: ranking functions decrease on every cycle, a recurrent set is never left.
//!
//! Multipliers are checked by exact arithmetic. That nodes cover locations, that transitions cover
//! edges, and that a recurrent set is recurrent, are questions without quantifiers for the solver.

mod recurrence;

use std::collections::{BTreeMap, BTreeSet};

use budget::Budget;
use evidence::ranking::{
    Affine, Atom, Comparison, Edge, Proof, Ranking, Step, Transition, TransitionGraph,
};
use logic::{Rational, Sort, Substitution, Term, Var};
use smt::{Outcome, Solver};

use crate::{Rejected, broken};

pub use recurrence::check_recurrence;

/// Checks that a ranking shows the termination of a graph: no run of it is infinite. The graph's
/// own invariants are taken on trust; they are part of the question.
///
/// # Errors
/// The rule that is broken, or why the solver has no answer.
pub fn check_ranking(
    graph: &TransitionGraph,
    ranking: &Ranking,
    budget: &Budget,
) -> Result<(), Rejected> {
    let mut questions = Questions::new(budget);
    rule_invariants(graph, ranking, &mut questions)?;
    rule_nodes(graph, ranking, &mut questions)?;
    rule_transitions(graph, ranking, &mut questions)?;
    rule_steps(graph, ranking)
}

/// The own invariants hold at the start, and every edge keeps them.
fn rule_invariants(
    graph: &TransitionGraph,
    ranking: &Ranking,
    questions: &mut Questions,
) -> Result<(), Rejected> {
    const RULE: &str = "Invariants";
    if ranking.invariants.len() != graph.location_count() {
        return Err(broken(RULE, "there is not one for each location"));
    }
    let vars: BTreeSet<&Var> = graph.vars().iter().collect();
    for invariant in &ranking.invariants {
        speaks_of(invariant, &Sort::Bool, &vars)?;
    }
    if ranking.invariants.iter().all(Term::is_true) {
        return Ok(());
    }
    let Some(initial) = graph.initial() else {
        return Err(broken(RULE, "runs may start anywhere"));
    };
    let wrong = Term::not(ranking.invariants[initial.location].clone());
    let given = graph.invariant(initial.location).clone();
    questions.contradictory(RULE, &[initial.condition.clone(), given, wrong])?;
    let priming = graph.priming();
    for edge in graph.edges() {
        let kept = ranking.invariants[edge.to].substitute(&priming);
        let mut premise = known_around(graph, ranking, edge, &priming);
        premise.push(Term::not(kept));
        questions.contradictory(RULE, &premise)?;
    }
    Ok(())
}

/// The relation of an edge, all that holds before, and the graph's own invariant after.
fn known_around(
    graph: &TransitionGraph,
    ranking: &Ranking,
    edge: &Edge,
    priming: &Substitution,
) -> Vec<Term> {
    vec![
        edge.relation.clone(),
        graph.invariant(edge.from).clone(),
        ranking.invariants[edge.from].clone(),
        graph.invariant(edge.to).substitute(priming),
    ]
}

/// The nodes of a location cover what holds there.
fn rule_nodes(
    graph: &TransitionGraph,
    ranking: &Ranking,
    questions: &mut Questions,
) -> Result<(), Rejected> {
    const RULE: &str = "Nodes";
    let vars: BTreeSet<&Var> = graph.vars().iter().collect();
    let mut outside: Vec<Vec<Term>> = (0..graph.location_count())
        .map(|location| {
            vec![
                graph.invariant(location).clone(),
                ranking.invariants[location].clone(),
            ]
        })
        .collect();
    for node in &ranking.nodes {
        speaks_of(&node.condition, &Sort::Bool, &vars)?;
        let Some(outside) = outside.get_mut(node.location) else {
            return Err(broken(RULE, "a node is at no location"));
        };
        outside.push(Term::not(node.condition.clone()));
    }
    outside
        .iter()
        .try_for_each(|formulas| questions.contradictory(RULE, formulas))
}

/// For every edge on a cycle of locations, and every pair of nodes at its ends, the transitions
/// cover what the edge does between them.
fn rule_transitions(
    graph: &TransitionGraph,
    ranking: &Ranking,
    questions: &mut Questions,
) -> Result<(), Rejected> {
    const RULE: &str = "Transitions";
    let mut between: BTreeMap<(usize, usize, usize), Vec<&Transition>> = BTreeMap::new();
    for transition in &ranking.transitions {
        rule_transition(graph, ranking, transition)?;
        let key = (transition.edge, transition.from, transition.to);
        between.entry(key).or_default().push(transition);
    }
    let arcs = Arcs::new(graph.edges().iter().map(|edge| (edge.from, edge.to)));
    let nodes_at = |location: usize| {
        let nodes = ranking.nodes.iter().enumerate();
        nodes.filter(move |(_, node)| node.location == location)
    };
    let priming = graph.priming();
    for (position, edge) in graph.edges().iter().enumerate() {
        if !arcs.reachable(edge.to).contains(&edge.from) {
            continue;
        }
        for (from, before) in nodes_at(edge.from) {
            for (to, after) in nodes_at(edge.to) {
                let mut formulas = known_around(graph, ranking, edge, &priming);
                formulas.push(before.condition.clone());
                formulas.push(ranking.invariants[edge.to].substitute(&priming));
                formulas.push(after.condition.substitute(&priming));
                for transition in between.get(&(position, from, to)).into_iter().flatten() {
                    let atoms = transition.atoms.iter().map(Atom::to_term);
                    formulas.push(Term::not(Term::and(atoms)));
                }
                questions.contradictory(RULE, &formulas)?;
            }
        }
    }
    Ok(())
}

/// A transition is one of its edge, between nodes at the ends, over the variables of the edge.
fn rule_transition(
    graph: &TransitionGraph,
    ranking: &Ranking,
    transition: &Transition,
) -> Result<(), Rejected> {
    let Some(edge) = graph.edges().get(transition.edge) else {
        return Err(dangling("edge", transition.edge));
    };
    for (node, location) in [(transition.from, edge.from), (transition.to, edge.to)] {
        match ranking.nodes.get(node) {
            None => return Err(dangling("node", node)),
            Some(node) if node.location != location => {
                return Err(broken("Transitions", "a node is not at the edge's end"));
            }
            Some(_) => {}
        }
    }
    let allowed: BTreeSet<&Var> = graph
        .vars()
        .iter()
        .chain(graph.primed())
        .chain(&edge.auxiliary)
        .collect();
    transition
        .atoms
        .iter()
        .try_for_each(|atom| is_arithmetic(&atom.sum, &allowed))
}

/// Each step is right for a component of what is left, and in the end no cycle is left.
fn rule_steps(graph: &TransitionGraph, ranking: &Ranking) -> Result<(), Rejected> {
    let priming = graph.priming();
    let mut left: BTreeMap<usize, &Transition> = ranking.transitions.iter().enumerate().collect();
    for step in &ranking.steps {
        rule_functions(graph, ranking, step)?;
        let inside = rule_component(step, &left)?;
        for position in inside {
            let Some(proof) = step.proofs.get(&position) else {
                return Err(broken(
                    "Steps",
                    "a transition of the component has no proof",
                ));
            };
            rule_proof(step, left[&position], proof, &priming)?;
            if matches!(proof, Proof::Ranked { .. }) {
                left.remove(&position);
            }
        }
    }
    let arcs = Arcs::new(
        left.values()
            .map(|transition| (transition.from, transition.to)),
    );
    for transition in left.values() {
        if arcs.reachable(transition.to).contains(&transition.from) {
            return Err(broken("Cycles", "a cycle is left that nothing ranks"));
        }
    }
    Ok(())
}

/// Every function is a sum over the variables, and all nodes have equally many.
fn rule_functions(graph: &TransitionGraph, ranking: &Ranking, step: &Step) -> Result<(), Rejected> {
    const RULE: &str = "Functions";
    let vars: BTreeSet<&Var> = graph.vars().iter().collect();
    let mut depths = step.functions.values().map(Vec::len);
    let depth = depths.next().unwrap_or(0);
    if depth == 0 || depths.any(|other| other != depth) {
        return Err(broken(RULE, "the nodes have not equally many functions"));
    }
    for (node, functions) in &step.functions {
        if *node >= ranking.nodes.len() {
            return Err(dangling("node", *node));
        }
        for function in functions {
            is_arithmetic(function, &vars)?;
        }
    }
    Ok(())
}

/// The nodes of a step are a strongly connected component of what is left; returns the transitions
/// inside it. Cycles run within components, so that others need not be looked at.
fn rule_component(
    step: &Step,
    left: &BTreeMap<usize, &Transition>,
) -> Result<Vec<usize>, Rejected> {
    let nodes: BTreeSet<usize> = step.functions.keys().copied().collect();
    let Some(first) = nodes.first() else {
        return Err(broken("Steps", "a step is for no node"));
    };
    let forwards = Arcs::new(left.values().map(|t| (t.from, t.to)));
    let backwards = Arcs::new(left.values().map(|t| (t.to, t.from)));
    let component: BTreeSet<usize> = forwards
        .reachable(*first)
        .intersection(&backwards.reachable(*first))
        .copied()
        .collect();
    if component != nodes {
        return Err(broken("Steps", "the nodes of a step are not a component"));
    }
    let inside = left.iter().filter(|(_, transition)| {
        nodes.contains(&transition.from) && nodes.contains(&transition.to)
    });
    Ok(inside.map(|(position, _)| *position).collect())
}

/// The multipliers of a transition show what the step says of it.
fn rule_proof(
    step: &Step,
    transition: &Transition,
    proof: &Proof,
    priming: &Substitution,
) -> Result<(), Rejected> {
    let before = &step.functions[&transition.from];
    let after = &step.functions[&transition.to];
    let (multipliers, decrease) = match proof {
        Proof::Ranked { decrease, .. } => (decrease, Rational::ONE),
        Proof::Kept(multipliers) => (multipliers, Rational::ZERO),
    };
    if multipliers.len() != before.len() {
        return Err(broken("Farkas", "a function has no multipliers"));
    }
    for (level, multipliers) in multipliers.iter().enumerate() {
        let mut goal = before[level].clone();
        let minus_one = -Rational::ONE;
        goal.add_multiple(&minus_one, &after[level].substitute(priming));
        goal.add_multiple(&minus_one, &Affine::number(decrease.clone()));
        if level > 0 && matches!(proof, Proof::Ranked { .. }) {
            goal.add_multiple(&Rational::ONE, &before[level - 1]);
        }
        rule_farkas(&transition.atoms, multipliers, goal)?;
    }
    if let (Proof::Ranked { bound, .. }, Some(last)) = (proof, before.last()) {
        rule_farkas(&transition.atoms, bound, last.clone())?;
    }
    Ok(())
}

/// Farkas' lemma: where all atoms hold, so that each sum is at most zero, the goal is at least
/// zero, because the goal and multiples of the sums add up to a number that is not negative.
fn rule_farkas(atoms: &[Atom], multipliers: &[Rational], goal: Affine) -> Result<(), Rejected> {
    const RULE: &str = "Farkas";
    if atoms.len() != multipliers.len() {
        return Err(broken(RULE, "there is not one multiplier for each atom"));
    }
    let mut total = goal;
    for (atom, multiplier) in atoms.iter().zip(multipliers) {
        if atom.comparison == Comparison::AtMost && multiplier.is_negative() {
            return Err(broken(RULE, "an inequality has a negative multiplier"));
        }
        total.add_multiple(multiplier, &atom.sum);
    }
    let cancelled = total.coefficients.values().all(Rational::is_zero);
    if !cancelled || total.constant.is_negative() {
        return Err(broken(RULE, "the multiples do not add up"));
    }
    Ok(())
}

/// A term is of a sort, without quantifiers, and over these variables only.
fn speaks_of(term: &Term, sort: &Sort, vars: &BTreeSet<&Var>) -> Result<(), Rejected> {
    let closed = term.free_vars().iter().all(|var| vars.contains(var));
    if closed && term.sort().is_comparable(sort) && !term.has_quantifier() {
        Ok(())
    } else {
        Err(broken("Variables", format!("{term} does not belong there")))
    }
}

/// The terms of a sum are numbers over these variables only.
fn is_arithmetic(sum: &Affine, vars: &BTreeSet<&Var>) -> Result<(), Rejected> {
    sum.coefficients.keys().try_for_each(|term| {
        if !term.sort().is_arithmetic() {
            return Err(broken("Variables", format!("{term} is no number")));
        }
        speaks_of(term, term.sort(), vars)
    })
}

/// What leads where.
struct Arcs(BTreeMap<usize, Vec<usize>>);

impl Arcs {
    fn new(arcs: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut successors: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (from, to) in arcs {
            successors.entry(from).or_default().push(to);
        }
        Arcs(successors)
    }

    /// Where arcs lead from a start, which counts as reachable itself.
    fn reachable(&self, start: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(here) = open.pop() {
            for to in self.0.get(&here).into_iter().flatten() {
                if found.insert(*to) {
                    open.push(*to);
                }
            }
        }
        found
    }
}

fn dangling(what: &'static str, position: usize) -> Rejected {
    let position = u32::try_from(position).unwrap_or(u32::MAX);
    Rejected::Dangling { what, position }
}

/// A live solver for many small questions.
struct Questions<'b> {
    solver: Solver,
    budget: &'b Budget,
}

impl<'b> Questions<'b> {
    fn new(budget: &'b Budget) -> Self {
        Questions {
            solver: Solver::new(smt::Strategy::Incremental),
            budget,
        }
    }

    /// The formulas contradict each other.
    fn contradictory(&mut self, rule: &'static str, formulas: &[Term]) -> Result<(), Rejected> {
        if formulas.iter().any(Term::is_false) {
            return Ok(());
        }
        self.solver.push();
        for formula in formulas {
            self.solver.assert(formula);
        }
        let outcome = match self.solver.check(self.budget) {
            Outcome::Unsat(_) => Ok(()),
            Outcome::Sat(_) => Err(broken(rule, "it fails for some values")),
            Outcome::Unknown(reason) => Err(Rejected::Unanswered(reason)),
        };
        self.solver.pop();
        outcome
    }
}
