//! Measures: why Verifier neither stands still forever nor moves forever within a turn.

use std::collections::BTreeSet;

use budget::Budget;
use evidence::ranking::{Affine, Edge, Proof, Ranking, TransitionGraph};
use logic::{FreshNames, Integer, Rational, Term, Var};
use ranking::NotFound;

use crate::arena::Action;
use crate::labels::{after, premises};
use crate::strategy::Strategy;

/// Terms for each node that fall in lexicographic order along every cycle of one kind of moves: those
/// of the target, or all others.
pub(crate) fn find(
    strategy: &Strategy,
    labels: &[Term],
    vars: &[Var],
    of_target: bool,
    budget: &Budget,
) -> Result<Vec<Vec<Term>>, NotFound> {
    let graph = graph(strategy, labels, vars, of_target);
    let ranking = ranking::prove(&graph, budget)?;
    tuples(&graph, &ranking).ok_or(NotFound::Nothing)
}

/// The moves of the target on a cycle of such moves, by their node and their position there.
pub(crate) fn cyclic(strategy: &Strategy) -> BTreeSet<(usize, usize)> {
    let mut edges = Vec::new();
    for (number, node) in strategy.nodes.iter().enumerate() {
        for (position, edge) in node.edges.iter().enumerate() {
            if let (Some(to), Action::Target(_)) = (edge.to, &edge.action) {
                edges.push((position, number, to));
            }
        }
    }
    let reaches = reachability(strategy.nodes.len(), &edges);
    let on_cycle = edges.iter().filter(|(_, from, to)| reaches[*to][*from]);
    on_cycle
        .map(|(position, from, _)| (*from, *position))
        .collect()
}

fn graph(strategy: &Strategy, labels: &[Term], vars: &[Var], of_target: bool) -> TransitionGraph {
    let mut names = FreshNames::new();
    let chosen = strategy.nodes.iter().flat_map(|node| &node.edges);
    let chosen = chosen.flat_map(|edge| &edge.step.chosen);
    for var in vars.iter().chain(chosen) {
        names.avoid(var.name);
    }
    let primed: Vec<Var> = vars.iter().map(|var| names.fresh(var)).collect();
    let mut graph = TransitionGraph::new(strategy.nodes.len(), vars.to_vec(), primed.clone())
        .expect("primed copies have the sorts of their variables");
    for (number, (node, label)) in strategy.nodes.iter().zip(labels).enumerate() {
        graph
            .add_invariant(number, label.clone())
            .expect("labels are over the variables");
        let premises = premises(&node.spot.place, &node.edges);
        for (edge, premise) in node.edges.iter().zip(premises) {
            let Some(to) = edge.to else { continue };
            if matches!(edge.action, Action::Target(_)) != of_target {
                continue;
            }
            let after = after(edge);
            let equations = vars.iter().zip(&primed).map(|(var, copy)| {
                let value = after.get(var).cloned().unwrap_or_else(|| var.term());
                Term::eq(copy.term(), value)
            });
            let relation = Term::and(equations.chain([premise]));
            let mentioned = relation.free_vars();
            let chosen = edge.step.chosen.iter();
            let auxiliary = chosen.filter(|var| mentioned.contains(var)).cloned();
            graph
                .add_edge(Edge {
                    from: number,
                    to,
                    relation,
                    auxiliary: auxiliary.collect(),
                })
                .expect("a move relates values before and after");
        }
    }
    graph
}

/// The ranking as tuples: before each of its functions, a number that falls along the edges between
/// the components that are left at that point.
fn tuples(graph: &TransitionGraph, ranking: &Ranking) -> Option<Vec<Vec<Term>>> {
    let count = graph.location_count();
    let mut node_of: Vec<Option<usize>> = vec![None; count];
    for (number, node) in ranking.nodes.iter().enumerate() {
        // A location with several functions has no single tuple.
        if node_of[node.location].replace(number).is_some() {
            return None;
        }
    }
    let mut left: Vec<(usize, usize, usize)> = ranking
        .transitions
        .iter()
        .enumerate()
        .map(|(number, t)| {
            let [from, to] = [t.from, t.to].map(|node| ranking.nodes[node].location);
            (number, from, to)
        })
        .collect();
    let mut tuples: Vec<Vec<Term>> = vec![Vec::new(); count];
    let push_order = |left: &[(usize, usize, usize)], tuples: &mut Vec<Vec<Term>>| {
        for (location, depth) in depths(count, left).into_iter().enumerate() {
            tuples[location].push(Term::int(depth as i64));
        }
    };
    for step in &ranking.steps {
        push_order(&left, &mut tuples);
        let numbers = step.functions.values().flatten().flat_map(|function| {
            let coefficients = function.coefficients.values();
            coefficients.chain([&function.constant])
        });
        let scale = numbers.fold(Integer::ONE, |scale, n| scale.lcm(n.denominator()));
        let scale = Rational::from(scale);
        for (location, tuple) in tuples.iter_mut().enumerate() {
            let functions = node_of[location].and_then(|node| step.functions.get(&node));
            tuple.push(match functions.map(Vec::as_slice) {
                None => Term::int(0),
                Some([function]) => {
                    // One scale for all nodes, so that the functions stay comparable.
                    let mut scaled = Affine::number(Rational::ZERO);
                    scaled.add_multiple(&scale, function);
                    let term = scaled.to_scaled_term();
                    if !term.sort().is_integer() {
                        return None;
                    }
                    term
                }
                Some(_) => return None,
            });
        }
        left.retain(|(number, _, _)| {
            !matches!(step.proofs.get(number), Some(Proof::Ranked { .. }))
        });
    }
    push_order(&left, &mut tuples);
    Some(tuples)
}

/// Which nodes edges lead to, in any number of steps.
fn reachability(count: usize, edges: &[(usize, usize, usize)]) -> Vec<Vec<bool>> {
    let mut reaches = vec![vec![false; count]; count];
    for (_, from, to) in edges {
        reaches[*from][*to] = true;
    }
    for via in 0..count {
        let onwards = reaches[via].clone();
        for row in reaches.iter_mut().filter(|row| row[via]) {
            for (reached, onward) in row.iter_mut().zip(&onwards) {
                *reached |= onward;
            }
        }
    }
    reaches
}

/// For each location how many locations are strictly below it: that falls whenever a component is
/// left.
fn depths(count: usize, edges: &[(usize, usize, usize)]) -> Vec<usize> {
    let reaches = reachability(count, edges);
    (0..count)
        .map(|from| {
            let below = |to: &usize| reaches[from][*to] && !reaches[*to][from];
            (0..count).filter(below).count()
        })
        .collect()
}
