//! Variables that a formula defines: `y = t` among its conjuncts.
//!
//! Formulas that come from programs define most of their variables. Taking these definitions first
//! leaves only the real choices to be searched for. That part is linear in the size of the formula
//! as a graph. Linear equations that are left over are solved one after another.

use logic::{FreeVars, FreshNames, Op, Sort, Substitution, Term, Value, Var};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::equations::{Solution, solve};

/// A formula with some of its variables defined away.
#[derive(Debug)]
pub(crate) struct Defined {
    /// The variables that were defined, in an order in which each term mentions none of the later
    /// ones, with terms over the variables that were not defined.
    pub(crate) terms: Vec<(Var, Term)>,
    /// What is left of the formula.
    pub(crate) rest: Term,
    /// The variables that were not defined and still occur, new ones from equations among them.
    pub(crate) open: Vec<Var>,
}

/// The most equations that are solved one after another; each costs a pass over the formula.
const MOST_EQUATIONS: usize = 64;

/// Takes out definitions of the variables, as many as the conjuncts of the formula give without a
/// cycle.
pub(crate) fn define(vars: &[Var], formula: &Term) -> Defined {
    let wanted: FxHashSet<&Var> = vars.iter().collect();
    let conjuncts = formula.conjuncts();
    // The first definition of each variable, by the position of its conjunct.
    let mut definitions: FxHashMap<Var, (usize, Term)> = FxHashMap::default();
    for (position, conjunct) in conjuncts.iter().enumerate() {
        for (var, term) in candidates(conjunct) {
            if wanted.contains(&var) && !definitions.contains_key(&var) {
                definitions.insert(var, (position, term));
                break;
            }
        }
    }
    let order = acyclic_order(vars, &definitions);
    let mut substitution = Substitution::new();
    let mut terms = Vec::new();
    let mut used: FxHashSet<usize> = FxHashSet::default();
    for var in order {
        let (position, term) = &definitions[&var];
        used.insert(*position);
        let term = term.substitute(&substitution);
        substitution.insert(var.clone(), term.clone());
        terms.push((var, term));
    }
    let rest = Term::and(
        conjuncts
            .iter()
            .enumerate()
            .filter(|(position, _)| !used.contains(position))
            .map(|(_, conjunct)| conjunct.substitute(&substitution)),
    );
    let open = vars
        .iter()
        .filter(|var| substitution.get(var).is_none())
        .cloned()
        .collect();
    let mut defined = Defined { terms, rest, open };
    defined.solve_equations(formula);
    defined.forget_unmentioned();
    defined
}

impl Defined {
    /// Solves the linear equations among the conjuncts that are left.
    fn solve_equations(&mut self, formula: &Term) {
        let mut names: Option<FreshNames> = None;
        for _ in 0..MOST_EQUATIONS {
            let wanted: FxHashSet<Var> = self.open.iter().cloned().collect();
            let equations = self.rest.conjuncts().into_iter().filter(|conjunct| {
                conjunct.op() == Some(&Op::Eq) && *conjunct.children()[0].sort() != Sort::Bool
            });
            let solution = equations.into_iter().find_map(|equation| {
                let names = names.get_or_insert_with(|| {
                    let mut names = FreshNames::new();
                    names.avoid_term(formula);
                    names
                });
                solve(&equation, &wanted, names)
            });
            let Some(solution) = solution else { return };
            self.take(solution);
        }
    }

    fn take(&mut self, solution: Solution) {
        let Solution {
            terms,
            fresh,
            condition,
        } = solution;
        let substitution: Substitution = terms.iter().cloned().collect();
        let rest = self.rest.substitute(&substitution).simplify();
        self.rest = Term::and([rest, condition]);
        let substituted = substitution.apply_all(self.terms.iter().map(|(_, term)| term));
        for ((_, term), substituted) in self.terms.iter_mut().zip(substituted) {
            *term = substituted;
        }
        self.open.retain(|var| substitution.get(var).is_none());
        self.open.extend(fresh.into_iter().map(|(var, _)| var));
        self.terms.extend(terms);
    }

    /// Only variables that occur have to be chosen.
    fn forget_unmentioned(&mut self) {
        let terms = self.terms.iter().map(|(_, term)| term);
        let mentioned = FreeVars::new().of_all(terms.chain([&self.rest]));
        self.open.retain(|var| mentioned.contains(var));
    }
}

/// The variables that a conjunct could define, with their terms.
fn candidates(conjunct: &Term) -> Vec<(Var, Term)> {
    let literal = |term: &Term, value: bool| {
        term.as_var()
            .map(|var| (var.clone(), Term::value(Value::Bool(value))))
    };
    match (conjunct.op(), conjunct.children()) {
        (None, _) => literal(conjunct, true).into_iter().collect(),
        (Some(Op::Not), [inner]) => literal(inner, false).into_iter().collect(),
        (Some(Op::Eq), [a, b]) => [(a, b), (b, a)]
            .into_iter()
            .filter_map(|(side, other)| {
                let var = side.as_var()?;
                (*other != *side).then(|| (var.clone(), other.clone()))
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// The defined variables in an order in which each definition mentions only earlier ones; a
/// definition that would close a cycle is left out.
fn acyclic_order(vars: &[Var], definitions: &FxHashMap<Var, (usize, Term)>) -> Vec<Var> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        Open,
        Taken,
        Dropped,
    }
    let needs: FxHashMap<&Var, Vec<Var>> = definitions
        .iter()
        .map(|(var, (_, term))| {
            let needs = term
                .free_vars()
                .into_iter()
                .filter(|v| definitions.contains_key(v));
            (var, needs.collect())
        })
        .collect();
    let mut marks: FxHashMap<&Var, Mark> = FxHashMap::default();
    let mut order = Vec::new();
    for root in vars.iter().filter(|var| definitions.contains_key(var)) {
        let mut stack: Vec<(&Var, usize)> = vec![(root, 0)];
        while let Some((var, next)) = stack.pop() {
            if next == 0 {
                if marks.contains_key(var) {
                    continue;
                }
                marks.insert(var, Mark::Open);
            }
            match needs[var].get(next) {
                Some(need) => match marks.get(need) {
                    // A cycle, or a definition that mentions the variable itself.
                    Some(Mark::Open) => {
                        marks.insert(var, Mark::Dropped);
                    }
                    Some(Mark::Taken | Mark::Dropped) => stack.push((var, next + 1)),
                    None => {
                        stack.push((var, next));
                        let (need, _) = definitions
                            .get_key_value(need)
                            .expect("only defined variables are needed");
                        stack.push((need, 0));
                    }
                },
                None => {
                    marks.insert(var, Mark::Taken);
                    order.push(var.clone());
                }
            }
        }
    }
    order
}
