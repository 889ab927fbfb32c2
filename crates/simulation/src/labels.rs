//! Labels: formulas at the nodes of a strategy that show it to win, as a system of Horn clauses.

use std::collections::BTreeSet;

use budget::Budget;
use evidence::Reason;
use horn::{Answer, Application, Clause, Engines, Options, PredicateId, System};
use logic::{FreshNames, Substitution, Term, Var, recursion};
use program::in_sort;

use crate::arena::{Game, Place};
use crate::strategy::{Edge, Strategy};

/// What came of the search for labels.
pub(crate) enum Labels {
    /// A label for each node.
    Found(Vec<Term>),
    /// A play in which Verifier loses: its nodes in order.
    Lost(Vec<usize>),
}

/// What has to hold for a move of Verifier to be possible, with its terms in place.
pub(crate) fn legality(edge: &Edge) -> Term {
    let mut conditions = vec![edge.step.guard.substitute(&edge.terms)];
    for var in &edge.step.chosen {
        if let Some(term) = edge.terms.get(var) {
            conditions.push(in_sort(term, &var.sort));
        }
    }
    Term::and(conditions)
}

/// The values after a move, with Verifier's terms in place.
pub(crate) fn after(edge: &Edge) -> Substitution {
    let updates = edge.step.updates.iter();
    updates
        .map(|(var, term)| (var.clone(), term.substitute(&edge.terms)))
        .collect()
}

/// Where each edge of a node is taken: Verifier makes its moves in order, Falsifier any that is
/// possible.
pub(crate) fn premises(place: &Place, edges: &[Edge]) -> Vec<Term> {
    let mut earlier: Vec<Term> = Vec::new();
    edges
        .iter()
        .map(|edge| match place {
            Place::Verifier { .. } => {
                let here = earlier.iter().cloned().chain([edge.guard.clone()]);
                let premise = Term::and(here);
                earlier.push(Term::not(edge.guard.clone()));
                premise
            }
            _ => edge.step.guard.clone(),
        })
        .collect()
}

/// The variables that matter at each node: those that a guard, a term, or the end will read.
fn live_vars(game: &Game, strategy: &Strategy) -> Vec<BTreeSet<Var>> {
    let mut live: Vec<BTreeSet<Var>> = vec![BTreeSet::new(); strategy.nodes.len()];
    loop {
        let mut changed = false;
        for (number, node) in strategy.nodes.iter().enumerate().rev() {
            let mut here: BTreeSet<Var> = BTreeSet::new();
            if let Some(good) = game.ending(&node.spot.place) {
                here.extend(good.free_vars());
            }
            for edge in &node.edges {
                let after = after(edge);
                here.extend(edge.guard.free_vars());
                here.extend(legality(edge).free_vars());
                for var in edge.to.iter().flat_map(|to| &live[*to]) {
                    match after.get(var) {
                        Some(term) => here.extend(term.free_vars()),
                        None => drop(here.insert(var.clone())),
                    }
                }
                for var in &edge.step.chosen {
                    here.remove(var);
                }
            }
            if here != live[number] {
                live[number] = here;
                changed = true;
            }
        }
        if !changed {
            return live;
        }
    }
}

/// The most paths from a node to the next cut nodes, where some of them meet.
const MOST_WAYS: usize = 64;

/// The start, nodes without which the strategy has no cycle, and nodes where paths meet that would
/// otherwise become too many: a row of branchings has twice as many paths with each of them.
fn cut_nodes(strategy: &Strategy) -> Vec<bool> {
    let mut cut = vec![false; strategy.nodes.len()];
    let mut entering = vec![0usize; cut.len()];
    for to in strategy.nodes.iter().flat_map(|node| &node.edges) {
        to.to.iter().for_each(|to| entering[*to] += 1);
    }
    let mut ways = vec![1usize; cut.len()];
    let (mut open, mut seen) = (vec![false; cut.len()], vec![false; cut.len()]);
    cut[0] = true;
    let mut stack = vec![(0, 0)];
    while let Some((node, next)) = stack.pop() {
        if next == 0 {
            seen[node] = true;
            open[node] = true;
        }
        match strategy.nodes[node].edges.get(next) {
            Some(edge) => {
                stack.push((node, next + 1));
                match edge.to {
                    Some(to) if open[to] => cut[to] = true,
                    Some(to) if !seen[to] => stack.push((to, 0)),
                    _ => {}
                }
            }
            None => {
                // All nodes behind it, up to the next cut nodes, are done.
                open[node] = false;
                let edges = strategy.nodes[node].edges.iter().filter_map(|edge| edge.to);
                let counts = edges.map(|to| if cut[to] { 1 } else { ways[to] });
                ways[node] = counts.fold(1, usize::saturating_add);
                cut[node] |= ways[node] > MOST_WAYS && entering[node] > 1;
            }
        }
    }
    cut
}

/// The clauses whose solution are labels at the cut nodes: one for each path between them.
struct Clauses<'s> {
    game: &'s Game,
    strategy: &'s Strategy,
    system: System,
    cut: Vec<bool>,
    live: Vec<BTreeSet<Var>>,
    ids: Vec<Option<PredicateId>>,
    /// What is chosen at each step of a path gets a name of its own.
    names: FreshNames,
    /// Moves that must not come up, by their node and their position there.
    forbidden: &'s BTreeSet<(usize, usize)>,
    /// The nodes on the way of each clause.
    ways: Vec<Vec<usize>>,
}

/// A path from a cut node.
#[derive(Clone)]
struct Path {
    from: Option<usize>,
    at: usize,
    /// The conditions of the path, over the values at its start and the chosen ones.
    premises: Vec<Term>,
    values: Substitution,
    /// The nodes on the way.
    way: Vec<usize>,
}

impl Clauses<'_> {
    fn at(&self, node: usize, values: &Substitution) -> Option<Application> {
        let value = |var: &Var| values.get(var).cloned().unwrap_or_else(|| var.term());
        Some(Application {
            predicate: self.ids[node]?,
            arguments: self.live[node].iter().map(value).collect(),
        })
    }

    /// Adds a clause for a path, whose body is its start.
    fn add(&mut self, path: &Path, more: Option<Term>, head: Option<Application>) {
        let body: Vec<Application> = path
            .from
            .and_then(|node| self.at(node, &Substitution::new()))
            .into_iter()
            .collect();
        let constraint = Term::and(path.premises.iter().cloned().chain(more)).simplify();
        if constraint.is_false() {
            return;
        }
        let mut clause = Clause {
            body,
            constraint,
            head,
        };
        // What the sorts of variables confine is part of the constraint.
        let confined = clause.vars().into_iter();
        let confined = confined.map(|var| in_sort(&var.term(), &var.sort));
        clause.constraint = Term::and(confined.chain([clause.constraint.clone()]));
        self.ways.push(path.way.clone());
        self.system.add_clause(clause);
    }

    /// Follows a path to the next cut nodes.
    fn walk(&mut self, mut path: Path) {
        path.way.push(path.at);
        let node = &self.strategy.nodes[path.at];
        let place = &node.spot.place;
        // A state from which Falsifier is known to win.
        let known = self.game.lost().endless(place);
        if !known.is_false() {
            self.add(&path, Some(known.substitute(&path.values)), None);
        }
        if let Some(good) = self.game.ending(place) {
            let bad = Term::not(good.substitute(&path.values));
            self.add(&path, Some(bad), None);
            return;
        }
        let is_verifier = matches!(place, Place::Verifier { .. });
        if is_verifier && node.edges.is_empty() {
            self.add(&path, None, None);
        }
        let edges = node.edges.iter().zip(premises(place, &node.edges));
        for (position, (edge, premise)) in edges.enumerate() {
            let mut names = Substitution::new();
            for var in &edge.step.chosen {
                let fresh = self.names.fresh(var);
                names.insert(var.clone(), fresh.term());
            }
            let mut before = path.values.clone();
            before.extend(names.iter().map(|(var, term)| (var.clone(), term.clone())));
            let mut next = path.clone();
            next.premises.push(premise.substitute(&before));
            if is_verifier {
                let legal = legality(edge).substitute(&before);
                self.add(&next, Some(Term::not(legal.clone())), None);
                // Labels that keep the move legal are the same with this premise, and easier to find:
                // a match says what is equal afterwards.
                next.premises.push(legal);
            }
            if self.forbidden.contains(&(path.at, position)) {
                self.add(&next, None, None);
                continue;
            }
            let Some(to) = edge.to else { continue };
            for (var, term) in after(edge).iter() {
                next.values.insert(var.clone(), term.substitute(&before));
            }
            next.at = to;
            if self.cut[to] {
                let head = self.at(to, &next.values);
                self.add(&next, None, head);
            } else {
                recursion::guard(|| self.walk(next));
            }
        }
    }
}

/// Looks for labels under which no forbidden move is made.
pub(crate) fn find(
    game: &Game,
    strategy: &Strategy,
    vars: &[Var],
    forbidden: &BTreeSet<(usize, usize)>,
    budget: &Budget,
) -> Result<Labels, Reason> {
    let cut = cut_nodes(strategy);
    let live = live_vars(game, strategy);
    let mut system = System::new();
    let ids = cut.iter().enumerate().map(|(number, is_cut)| {
        is_cut.then(|| {
            let sorts = live[number].iter().map(|var| var.sort.clone());
            system.add_predicate(format!("n{number}").as_str(), sorts)
        })
    });
    let ids = ids.collect();
    let mut names = FreshNames::new();
    for var in vars {
        names.avoid(var.name);
    }
    let mut clauses = Clauses {
        game,
        strategy,
        system,
        cut,
        live,
        ids,
        names,
        forbidden,
        ways: Vec::new(),
    };
    let start = Path {
        from: None,
        at: 0,
        premises: vec![game.requires().clone()],
        values: Substitution::new(),
        way: Vec::new(),
    };
    let head = clauses.at(0, &Substitution::new());
    clauses.add(&start, None, head);
    for number in 0..strategy.nodes.len() {
        if !clauses.cut[number] {
            continue;
        }
        let path = Path {
            from: Some(number),
            at: number,
            premises: Vec::new(),
            values: Substitution::new(),
            way: Vec::new(),
        };
        // The walk goes on from cut nodes only at its start.
        clauses.walk(path);
    }
    let options = Options {
        // Without a race, so that the labels are the same on every run.
        engines: Engines::InTurn,
        candidates: Vec::new(),
    };
    match horn::solve(&clauses.system, &options, &budget.clone().of_a_part())? {
        Answer::Sat(interpretation) => {
            let mut labels: Vec<Option<Term>> = vec![None; strategy.nodes.len()];
            for (number, id) in clauses.ids.iter().enumerate() {
                if let Some(id) = id {
                    let here: Vec<Term> = clauses.live[number].iter().map(Var::term).collect();
                    let label = &interpretation.formulas[id.index()];
                    labels[number] = Some(label.instantiate(&here));
                }
            }
            complete(game, strategy, labels, forbidden, budget).map(Labels::Found)
        }
        Answer::Unsat(derivation) => {
            let steps = derivation.steps.iter();
            let nodes = steps.flat_map(|step| clauses.ways[step.clause as usize].iter());
            Ok(Labels::Lost(nodes.copied().collect()))
        }
    }
}

/// Labels for the other nodes: the weakest that the moves lead on from.
fn complete(
    game: &Game,
    strategy: &Strategy,
    mut labels: Vec<Option<Term>>,
    forbidden: &BTreeSet<(usize, usize)>,
    budget: &Budget,
) -> Result<Vec<Term>, Reason> {
    let mut open: Vec<usize> = (0..strategy.nodes.len()).collect();
    while let Some(number) = open.last().copied() {
        if labels[number].is_some() {
            open.pop();
            continue;
        }
        let node = &strategy.nodes[number];
        let needed = node.edges.iter().filter_map(|edge| edge.to);
        let needed: Vec<usize> = needed.filter(|to| labels[*to].is_none()).collect();
        if !needed.is_empty() {
            open.extend(needed);
            continue;
        }
        let place = &node.spot.place;
        let is_verifier = matches!(place, Place::Verifier { .. });
        let mut conditions: Vec<Term> = game.ending(place).into_iter().collect();
        conditions.push(game.lost().endless(place).negated_nnf());
        if is_verifier && node.edges.is_empty() {
            conditions.push(Term::bottom());
        }
        let edges = node.edges.iter().zip(premises(place, &node.edges));
        for (position, (edge, premise)) in edges.enumerate() {
            let mut wanted: Vec<Term> = Vec::new();
            if forbidden.contains(&(number, position)) {
                wanted.push(Term::bottom());
            }
            if is_verifier {
                wanted.push(legality(edge));
            }
            if let Some(label) = edge.to.and_then(|to| labels[to].as_ref()) {
                wanted.push(label.substitute(&after(edge)));
            }
            let wanted = Term::and(wanted);
            if is_verifier || edge.step.chosen.is_empty() {
                conditions.push(Term::implies(premise, wanted).simplify());
            } else {
                let bad = Term::and([premise, wanted.negated_nnf()]).simplify();
                let chosen = games::choices::choose(&edge.step.chosen, &bad, &Term::top(), budget)
                    .map_err(crate::supported::reason_of)?;
                conditions.push(chosen.region.negated_nnf());
            }
        }
        labels[number] = Some(Term::and(conditions).simplify());
        open.pop();
    }
    Ok(labels.into_iter().flatten().collect())
}
