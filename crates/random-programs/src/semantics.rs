//! What programs do: a structural operational semantics on their trees.

use std::collections::HashMap;

use crate::syntax::{Cond, Expr, Stmt, TOP, VARS};

/// The values of the variables.
pub type Store = [i64; VARS];

/// What is seen of a step.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Act {
    /// Nothing.
    Tau,
    /// A message and its channel.
    Send(i64, i64),
    /// A message and its channel.
    Receive(i64, i64),
    /// A failing assertion.
    Fail,
}

impl Expr {
    /// The value.
    #[must_use]
    pub fn eval(&self, store: &Store) -> i64 {
        match self {
            Expr::Lit(value) => *value,
            Expr::Var(var) => store[*var],
            Expr::Add(a, b) => a.eval(store) + b.eval(store),
            Expr::Sub(a, b) => a.eval(store) - b.eval(store),
        }
    }
}

impl Cond {
    /// Whether the condition holds.
    #[must_use]
    pub fn eval(&self, store: &Store) -> bool {
        match self {
            Cond::True => true,
            Cond::Eq(a, b) => a.eval(store) == b.eval(store),
            Cond::Lt(a, b) => a.eval(store) < b.eval(store),
            Cond::Not(a) => !a.eval(store),
            Cond::And(a, b) => a.eval(store) && b.eval(store),
        }
    }
}

impl Stmt {
    /// Whether the statement is inside an atomic block that has begun.
    fn is_locked(&self) -> bool {
        match self {
            Stmt::Locked(_) => true,
            Stmt::Seq(list) => list.first().is_some_and(Stmt::is_locked),
            Stmt::Par(list) => list.iter().any(Stmt::is_locked),
            _ => false,
        }
    }

    /// The steps: what is seen, what remains to be done (nothing for `None`), and the store.
    #[must_use]
    pub fn steps(&self, store: &Store) -> Vec<(Act, Option<Stmt>, Store)> {
        let with = |var: usize, value: i64| {
            let mut store = *store;
            store[var] = value;
            store
        };
        match self {
            Stmt::Skip => vec![(Act::Tau, None, *store)],
            Stmt::Assign(var, value) => {
                let value = value.eval(store);
                if (0..=TOP).contains(&value) {
                    vec![(Act::Tau, None, with(*var, value))]
                } else {
                    Vec::new()
                }
            }
            Stmt::Havoc(var, condition) => (0..=TOP)
                .map(|value| with(*var, value))
                .filter(|store| condition.eval(store))
                .map(|store| (Act::Tau, None, store))
                .collect(),
            Stmt::Send(value, channel) => {
                vec![(Act::Send(value.eval(store), *channel), None, *store)]
            }
            Stmt::Receive(var, channel) => (0..=TOP)
                .map(|value| (Act::Receive(value, *channel), None, with(*var, value)))
                .collect(),
            Stmt::Assume(condition) => {
                if condition.eval(store) {
                    vec![(Act::Tau, None, *store)]
                } else {
                    Vec::new()
                }
            }
            Stmt::Assert(condition) => {
                let act = if condition.eval(store) {
                    Act::Tau
                } else {
                    Act::Fail
                };
                vec![(act, None, *store)]
            }
            Stmt::Seq(list) => {
                let (first, rest) = list.split_first().expect("a sequence is not empty");
                // Sequences are kept flat, so that a loop comes back to the same statement.
                let after = |left: Option<Stmt>| {
                    let mut all = match left {
                        Some(Stmt::Seq(list)) => list,
                        left => left.into_iter().collect(),
                    };
                    all.extend(rest.iter().cloned());
                    match all.len() {
                        0 | 1 => all.pop(),
                        _ => Some(Stmt::Seq(all)),
                    }
                };
                first
                    .steps(store)
                    .into_iter()
                    .map(|(a, left, s)| (a, after(left), s))
                    .collect()
            }
            Stmt::If(condition, a, b) => {
                let branch = if condition.eval(store) { a } else { b };
                vec![(Act::Tau, Some((**branch).clone()), *store)]
            }
            Stmt::While(condition, body) => {
                let again = Stmt::Seq(vec![(**body).clone(), self.clone()]);
                vec![(Act::Tau, condition.eval(store).then_some(again), *store)]
            }
            Stmt::WhileStar(body) => {
                let again = Stmt::Seq(vec![(**body).clone(), self.clone()]);
                vec![(Act::Tau, Some(again), *store), (Act::Tau, None, *store)]
            }
            Stmt::Choose(list) => list
                .iter()
                .map(|branch| (Act::Tau, Some(branch.clone()), *store))
                .collect(),
            Stmt::Par(list) => {
                let holder = list.iter().position(Stmt::is_locked);
                let mut steps = Vec::new();
                for (position, branch) in list.iter().enumerate() {
                    if holder.is_some_and(|holder| holder != position) {
                        continue;
                    }
                    for (act, left, store) in branch.steps(store) {
                        let mut list = list.clone();
                        match left {
                            Some(left) => list[position] = left,
                            None => drop(list.remove(position)),
                        }
                        steps.push((act, (!list.is_empty()).then_some(Stmt::Par(list)), store));
                    }
                }
                steps
            }
            Stmt::Atomic(body) | Stmt::Locked(body) => body
                .steps(store)
                .into_iter()
                .map(|(act, left, store)| {
                    (act, left.map(|left| Stmt::Locked(Box::new(left))), store)
                })
                .collect(),
        }
    }
}

/// The transition system of a statement from some stores.
#[derive(Clone, Debug)]
pub struct System {
    /// The steps of each state.
    pub steps: Vec<Vec<(Act, usize)>>,
    /// The store of each state.
    pub stores: Vec<Store>,
    /// Whether each state is an end.
    pub ended: Vec<bool>,
    /// The states of the given stores.
    pub starts: Vec<usize>,
}

impl System {
    /// Everything that is reachable from the stores.
    #[must_use]
    pub fn of(program: &Stmt, starts: &[Store]) -> System {
        #[derive(Clone, PartialEq, Eq, Hash)]
        enum Rest {
            Stmt(Stmt),
            Ended,
            Failed,
        }
        let mut ids: HashMap<(Rest, Store), usize> = HashMap::new();
        let mut states: Vec<(Rest, Store)> = Vec::new();
        let mut id = |state: (Rest, Store), states: &mut Vec<(Rest, Store)>| {
            *ids.entry(state.clone()).or_insert_with(|| {
                states.push(state);
                states.len() - 1
            })
        };
        let starts = starts
            .iter()
            .map(|store| id((Rest::Stmt(program.clone()), *store), &mut states))
            .collect();
        let mut steps: Vec<Vec<(Act, usize)>> = Vec::new();
        while steps.len() < states.len() {
            let (rest, store) = states[steps.len()].clone();
            let mut row = Vec::new();
            if let Rest::Stmt(stmt) = rest {
                for (act, left, store) in stmt.steps(&store) {
                    let rest = match (&act, left) {
                        (Act::Fail, _) => Rest::Failed,
                        (_, Some(left)) => Rest::Stmt(left),
                        (_, None) => Rest::Ended,
                    };
                    row.push((act, id((rest, store), &mut states)));
                }
            }
            steps.push(row);
        }
        System {
            steps,
            stores: states.iter().map(|(_, store)| *store).collect(),
            ended: states
                .iter()
                .map(|(rest, _)| *rest == Rest::Ended)
                .collect(),
            starts,
        }
    }
}
