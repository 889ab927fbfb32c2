//! What variables were computed from, where that is still known.
//!
//! Optimisers compute in front of a loop what stays the same in it: bounds that were made wider, the
//! number of iterations, the last address. Such a variable is assigned once, and what it was computed
//! from is often still there, in one function or in the other.

use std::collections::{BTreeMap, BTreeSet};

use logic::{FreeVars, Sort, Substitution, Term, Var};
use program::Function;
use program::function::Step;

/// How large a definition may be, as a graph, and how often variables in it are replaced by theirs.
const LARGEST: usize = 40;
const DEEPEST: usize = 6;
/// How many definitions a relation may speak of.
const MOST_DEFINITIONS: usize = 32;

/// The definitions of two functions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Definitions {
    /// The term of each variable that is assigned once.
    terms: BTreeMap<Var, Term>,
    /// The input of the other function that an input equals, where neither is ever assigned.
    twins: BTreeMap<Var, Var>,
}

impl Definitions {
    pub(crate) fn of(functions: [&Function; 2]) -> Self {
        let mut definitions = Definitions::default();
        let mut written: BTreeSet<Var> = BTreeSet::new();
        for function in functions {
            let writes = writes(function);
            written.extend(writes.keys().cloned());
            for (var, terms) in writes {
                if let [Some(term)] = &terms[..]
                    && !function.inputs.contains(&var)
                {
                    definitions.terms.insert(var, term.clone());
                }
            }
        }
        let [first, second] = functions;
        for (a, b) in first.inputs.iter().zip(&second.inputs) {
            if !written.contains(a) && !written.contains(b) {
                definitions.twins.insert(a.clone(), b.clone());
                definitions.twins.insert(b.clone(), a.clone());
            }
        }
        definitions
    }

    /// Equations between these variables and what they were computed from, in terms of these
    /// variables.
    pub(crate) fn among(&self, vars: &BTreeSet<Var>) -> Vec<Term> {
        let mut free_vars = FreeVars::new();
        let mut found: BTreeSet<(usize, Term)> = BTreeSet::new();
        for var in vars {
            let fits = matches!(var.sort, Sort::Bool | Sort::BitVec(_) | Sort::Int);
            let Some(term) = self.terms.get(var).filter(|_| fits) else {
                continue;
            };
            if let Some(term) = self.expanded(term.clone(), var, vars, &mut free_vars) {
                found.insert((term.dag_size(), Term::eq(var.term(), term)));
            }
        }
        let found = found.into_iter().map(|(_, equation)| equation);
        found.take(MOST_DEFINITIONS).collect()
    }

    /// The term with everything that is not among the variables, and the variable itself, replaced by
    /// its definition or its twin.
    fn expanded(
        &self,
        mut term: Term,
        own: &Var,
        vars: &BTreeSet<Var>,
        free_vars: &mut FreeVars,
    ) -> Option<Term> {
        for _ in 0..DEEPEST {
            let mut substitution = Substitution::new();
            for var in free_vars.of(&term).iter() {
                if vars.contains(var) && var != own {
                    continue;
                }
                let twin = self.twins.get(var).filter(|twin| vars.contains(twin));
                let term = match twin {
                    Some(twin) => twin.term(),
                    None => self.terms.get(var)?.clone(),
                };
                substitution.insert(var.clone(), term);
            }
            if substitution.is_empty() {
                return Some(term);
            }
            term = substitution.apply(&term);
            if term.dag_size() > LARGEST {
                return None;
            }
        }
        None
    }
}

/// The variables that a function writes, with the terms; none where the value comes from elsewhere.
fn writes(function: &Function) -> BTreeMap<Var, Vec<Option<Term>>> {
    let mut found: BTreeMap<Var, Vec<Option<Term>>> = BTreeMap::new();
    let mut add = |var: &Var, term: Option<&Term>| {
        let terms = found.entry(var.clone()).or_default();
        terms.push(term.cloned());
    };
    for block in &function.blocks {
        for (step, _) in &block.steps {
            match step {
                Step::Assign(var, term) => add(var, Some(term)),
                Step::Choose(var) => add(var, None),
                Step::Event(event) => event.results.iter().for_each(|var| add(var, None)),
                Step::Assume(_) | Step::UndefinedIf(_) => {}
            }
        }
        let assigns = block.end.branches().iter().flat_map(|it| &it.assigns);
        assigns.for_each(|(var, term)| add(var, Some(term)));
    }
    found
}
