//! How long the loops take, and how long it takes to check what was found. Prints a table:
//! `cargo bench -p ranking`.

#[path = "../tests/common/mod.rs"]
mod common;

use std::io::Write;
use std::time::{Duration, Instant};

use budget::Budget;
use checker::ranking::{check_ranking, check_recurrence};
use common::{Loop, loops};
use evidence::ranking::{Edge, Ranking, Recurrence, TransitionGraph};
use logic::{Sort, Term, Var};
use ranking::{Answer, decide};

fn say(text: &str) {
    writeln!(std::io::stdout(), "{text}").expect("standard output is open");
}

/// The least time of a few runs: what the work takes when nobody else is at work.
fn timed<T>(work: impl Fn() -> T) -> (T, Duration) {
    const RUNS: usize = 5;
    let run = || {
        let start = Instant::now();
        let result = work();
        (result, start.elapsed())
    };
    let mut best = run();
    for _ in 1..RUNS {
        let other = run();
        if other.1 < best.1 {
            best = other;
        }
    }
    best
}

/// What a ranking is made of: the longest chain of steps that a component needs, and the most
/// functions of a node.
fn kind_of_ranking(ranking: &Ranking) -> String {
    let depths = ranking
        .steps
        .iter()
        .flat_map(|step| step.functions.values());
    let depth = depths.map(Vec::len).max().unwrap_or(0);
    let chains = (0..ranking.nodes.len()).map(|node| {
        let steps = ranking.steps.iter();
        steps
            .filter(|step| step.functions.contains_key(&node))
            .count()
    });
    let kind = match (chains.max().unwrap_or(0), depth) {
        (0, _) => "no cycle".to_owned(),
        (1, 1) => "linear".to_owned(),
        (chain, 1) => format!("lexicographic {chain}"),
        (1, depth) => format!("nested {depth}"),
        (chain, depth) => format!("lexicographic {chain}, nested {depth}"),
    };
    let divided = ranking.nodes.len() > ranking.invariants.len();
    let supported = ranking
        .invariants
        .iter()
        .any(|invariant| !invariant.is_true());
    let and = |is: bool, what: &str| {
        if is {
            format!(", {what}")
        } else {
            String::new()
        }
    };
    kind + &and(supported, "invariants") + &and(divided, "divided")
}

fn kind_of_recurrence(recurrence: &Recurrence) -> String {
    let steps = recurrence.path.len();
    format!("recurrent, after {steps} steps")
}

/// Locations in a ring, as a large strategy has them: one edge decreases `x`, at every second
/// location `y` may fall by itself, and is set anew once in each round.
fn ring(count: usize) -> TransitionGraph {
    let named = |suffix: &str| -> Vec<Var> {
        let names = ["x", "y", "z", "w"].map(|name| format!("{name}{suffix}"));
        let var = |name: String| Var::new(name.as_str(), Sort::Int);
        names.into_iter().map(var).collect()
    };
    let (vars, primed) = (named(""), named("'"));
    let positive = |var: &Var| Term::lt(Term::int(0), var.term());
    let step = |guard: Term, changed: Option<(usize, Term)>| {
        let equations = vars
            .iter()
            .zip(&primed)
            .enumerate()
            .map(|(i, (var, copy))| {
                let value = match &changed {
                    Some((position, value)) if *position == i => value.clone(),
                    _ => var.term(),
                };
                Term::eq(copy.term(), value)
            });
        Term::and([guard].into_iter().chain(equations))
    };
    let less = |position: usize| {
        let value = Term::sub(vars[position].term(), Term::int(1));
        step(positive(&vars[position]), Some((position, value)))
    };
    let mut graph =
        TransitionGraph::new(count, vars.clone(), primed.clone()).expect("the variables fit");
    for from in 0..count {
        let relation = match from {
            0 => less(0),
            1 => step(Term::top(), Some((1, vars[2].term()))),
            _ => step(Term::top(), None),
        };
        let mut edges = vec![((from + 1) % count, relation)];
        if from % 2 == 1 {
            edges.push((from, less(1)));
        }
        for (to, relation) in edges {
            let edge = Edge {
                from,
                to,
                relation,
                auxiliary: Vec::new(),
            };
            graph.add_edge(edge).expect("the edge fits");
        }
    }
    graph
}

fn main() {
    let budget = Budget::unlimited();
    say("| loop | verdict | kind | found in | checked in |");
    say("|---|---|---|---|---|");
    let (mut finding, mut checking, mut slowest) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    let mut all = loops();
    all.extend([10, 30, 100].map(|count| Loop {
        name: format!("ring of {count} locations"),
        graph: ring(count),
        terminates: true,
    }));
    let milliseconds = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1000.0);
    for example in &all {
        let graph = &example.graph;
        let (answer, found) = timed(|| decide(graph, &budget));
        let (verdict, kind, (accepted, checked)) = match &answer {
            Ok(Answer::Terminates(ranking)) => (
                "terminates",
                kind_of_ranking(ranking),
                timed(|| check_ranking(graph, ranking, &budget)),
            ),
            Ok(Answer::Diverges(recurrence)) => (
                "diverges",
                kind_of_recurrence(recurrence),
                timed(|| check_recurrence(graph, recurrence, &budget)),
            ),
            Err(reason) => ("unknown", reason.to_string(), (Ok(()), Duration::ZERO)),
        };
        accepted.expect("the evidence is accepted");
        let right = answer.is_err() || example.terminates == (verdict == "terminates");
        assert!(right, "{}: {verdict}", example.name);
        finding += found;
        checking += checked;
        slowest = slowest.max(found);
        say(&format!(
            "| {} | {verdict} | {kind} | {} | {} |",
            example.name,
            milliseconds(found),
            milliseconds(checked)
        ));
    }
    say(&format!(
        "\n{} loops, {} to find, at most {} for one, {} to check",
        all.len(),
        milliseconds(finding),
        milliseconds(slowest),
        milliseconds(checking)
    ));
}
