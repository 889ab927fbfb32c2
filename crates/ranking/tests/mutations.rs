//! Evidence that was tampered with is rejected, or shows what is true all the same.

mod common;

use budget::Budget;
use checker::ranking::{check_ranking, check_recurrence};
use common::loops;
use evidence::ranking::{Affine, Edge, Proof, Ranking, Recurrence, TransitionGraph};
use logic::{Rational, Term, Value};
use ranking::{Answer, decide};

/// The graph with another relation for each edge.
fn with_relations(
    graph: &TransitionGraph,
    relation: impl Fn(usize, &Edge) -> Term,
) -> TransitionGraph {
    let (vars, primed) = (graph.vars().to_vec(), graph.primed().to_vec());
    let mut changed =
        TransitionGraph::new(graph.location_count(), vars, primed).expect("the variables fit");
    for (position, edge) in graph.edges().iter().enumerate() {
        let relation = relation(position, edge);
        let edge = Edge {
            relation,
            ..edge.clone()
        };
        changed.add_edge(edge).expect("the edge fits");
    }
    if let Some(initial) = graph.initial() {
        let condition = initial.condition.clone();
        changed
            .set_initial(initial.location, condition)
            .expect("the condition fits");
    }
    changed
}

/// A step that changes nothing is always possible.
fn idle(graph: &TransitionGraph) -> Term {
    let pairs = graph.vars().iter().zip(graph.primed());
    Term::and(pairs.map(|(var, copy)| Term::eq(copy.term(), var.term())))
}

/// The ranking with one thing changed, for each thing that can be.
fn mutants_of_ranking(graph: &TransitionGraph, ranking: &Ranking) -> Vec<Ranking> {
    let mut mutants = Vec::new();
    let mut mutant = |change: &dyn Fn(&mut Ranking)| {
        let mut changed = ranking.clone();
        change(&mut changed);
        if changed != *ranking {
            mutants.push(changed);
        }
    };
    let one = Rational::ONE;
    for (number, step) in ranking.steps.iter().enumerate() {
        mutant(&|r| drop(r.steps.remove(number)));
        for (node, functions) in &step.functions {
            mutant(&|r| drop(r.steps[number].functions.remove(node)));
            for level in 0..functions.len() {
                let mut change = |sum: &Affine| {
                    mutant(&|r: &mut Ranking| {
                        let functions = r.steps[number].functions.get_mut(node);
                        let functions = functions.expect("the node has functions");
                        functions[level].add_multiple(&one, sum);
                    });
                };
                let variables = graph.vars().iter().filter(|var| var.sort.is_arithmetic());
                variables
                    .map(|var| Affine::term(var.term()))
                    .chain([Affine::number(-Rational::ONE)])
                    .for_each(|sum| change(&sum));
            }
        }
        for (position, proof) in &step.proofs {
            mutant(&|r| drop(r.steps[number].proofs.remove(position)));
            let levels = match proof {
                Proof::Ranked { decrease, .. } => decrease,
                Proof::Kept(levels) => levels,
            };
            let atoms = ranking.transitions[*position].atoms.len();
            for level in 0..levels.len() {
                for atom in 0..atoms {
                    mutant(&|r| {
                        let proof = r.steps[number].proofs.get_mut(position);
                        match proof.expect("the transition has a proof") {
                            Proof::Ranked {
                                decrease: levels, ..
                            }
                            | Proof::Kept(levels) => {
                                levels[level][atom] = &levels[level][atom] - &one;
                            }
                        }
                    });
                }
            }
            mutant(&|r| {
                let claimed = match proof {
                    Proof::Ranked { decrease, .. } => Proof::Kept(decrease.clone()),
                    Proof::Kept(levels) => Proof::Ranked {
                        decrease: levels.clone(),
                        bound: vec![Rational::ZERO; atoms],
                    },
                };
                r.steps[number].proofs.insert(*position, claimed);
            });
        }
    }
    for (position, transition) in ranking.transitions.iter().enumerate() {
        mutant(&|r| r.transitions[position].edge += 1);
        mutant(&|r| r.transitions[position].to += 1);
        for atom in 0..transition.atoms.len() {
            mutant(&|r| drop(r.transitions[position].atoms.remove(atom)));
            mutant(&|r| {
                let constant = &mut r.transitions[position].atoms[atom].sum.constant;
                *constant = &*constant + &one;
            });
        }
    }
    for node in 0..ranking.nodes.len() {
        mutant(&|r| r.nodes[node].condition = Term::bottom());
    }
    for location in 0..ranking.invariants.len() {
        mutant(&|r| r.invariants[location] = Term::bottom());
    }
    mutants
}

fn mutants_of_recurrence(recurrence: &Recurrence) -> Vec<Recurrence> {
    let mut mutants = Vec::new();
    let mut mutant = |change: &dyn Fn(&mut Recurrence)| {
        let mut changed = recurrence.clone();
        change(&mut changed);
        if changed != *recurrence {
            mutants.push(changed);
        }
    };
    let later = |value: &mut Value| {
        *value = match &*value {
            Value::Int(value) => Value::Int(value + &logic::Integer::ONE),
            Value::Real(value) => Value::Real(-value),
            other => other.clone(),
        };
    };
    mutant(&|r| r.start.location += 1);
    for position in 0..recurrence.start.values.len() {
        mutant(&|r| later(&mut r.start.values[position]));
    }
    for step in 0..recurrence.path.len() {
        mutant(&|r| drop(r.path.remove(step)));
        mutant(&|r| r.path[step].edge += 1);
        for position in 0..recurrence.path[step].values.len() {
            mutant(&|r| later(&mut r.path[step].values[position]));
        }
    }
    for (location, cases) in recurrence.cases.iter().enumerate() {
        mutant(&|r| r.regions[location] = Term::bottom());
        mutant(&|r| r.regions[location] = Term::top());
        for (case, known) in cases.iter().enumerate() {
            mutant(&|r| drop(r.cases[location].remove(case)));
            mutant(&|r| r.cases[location][case].edge += 1);
            mutant(&|r| r.cases[location][case].guard = Term::bottom());
            for position in 0..known.next.len() {
                mutant(&|r| {
                    let term = &mut r.cases[location][case].next[position];
                    if term.sort().is_arithmetic() {
                        *term = Term::neg(term.clone());
                    }
                });
            }
        }
    }
    mutants
}

/// Tampered evidence that is accepted is harmless here, because the answer is right anyway; but if
/// that happened often, the mutations would not test much.
#[test]
fn tampered_evidence_is_rejected_or_harmless() {
    let budget = Budget::unlimited();
    let (mut rejected, mut harmless) = (0, 0);
    for example in loops() {
        let graph = &example.graph;
        let mut count = |accepted: bool| {
            if accepted {
                harmless += 1
            } else {
                rejected += 1
            }
        };
        match decide(graph, &budget).expect("the loop is decided") {
            Answer::Terminates(ranking) => {
                assert!(example.terminates, "{}", example.name);
                for mutant in mutants_of_ranking(graph, &ranking) {
                    count(check_ranking(graph, &mutant, &budget).is_ok());
                }
            }
            Answer::Diverges(recurrence) => {
                assert!(!example.terminates, "{}", example.name);
                for mutant in mutants_of_recurrence(&recurrence) {
                    count(check_recurrence(graph, &mutant, &budget).is_ok());
                }
            }
        }
    }
    assert!(rejected > 500, "{rejected} were rejected");
    assert!(
        rejected > 10 * harmless,
        "{rejected} rejected, {harmless} not"
    );
}

/// The same evidence for a graph that behaves otherwise must be rejected.
#[test]
fn evidence_is_rejected_for_other_graphs() {
    let budget = Budget::unlimited();
    for example in loops() {
        let (name, graph) = (&example.name, &example.graph);
        match decide(graph, &budget).expect("the loop is decided") {
            Answer::Terminates(ranking) => {
                for looping in 0..graph.edges().len() {
                    let edge = &graph.edges()[looping];
                    if edge.from != edge.to {
                        continue;
                    }
                    let changed = with_relations(graph, |position, edge| {
                        if position == looping {
                            Term::or([edge.relation.clone(), idle(graph)])
                        } else {
                            edge.relation.clone()
                        }
                    });
                    let answer = check_ranking(&changed, &ranking, &budget);
                    assert!(answer.is_err(), "{name}, edge {looping}");
                }
            }
            Answer::Diverges(recurrence) => {
                for used in recurrence.cases.iter().flatten().map(|case| case.edge) {
                    let changed = with_relations(graph, |position, edge| {
                        if position == used {
                            Term::bottom()
                        } else {
                            edge.relation.clone()
                        }
                    });
                    let answer = check_recurrence(&changed, &recurrence, &budget);
                    assert!(answer.is_err(), "{name}, edge {used}");
                }
            }
        }
    }
}
