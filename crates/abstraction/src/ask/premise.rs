//! Premises in which equations are used up, so that much of what follows from them can be seen.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use logic::{FreeVars, Model, Op, Ranges, Sort, Substitution, Term, Var};
use smt::Reason;

use super::add_defaults;

/// How deep a small premise is, such as a comparison of two variables.
const SHALLOW: u32 = 2;

/// How many conditionals may wait for each other in a conclusion.
const MOST_DECIDED: usize = 16;

/// Premises of which those of the form `x == e` are used up: `x` is replaced by `e` throughout. What
/// both functions compute in the same way is then the same term.
#[derive(Clone)]
pub(crate) struct Premise {
    /// What is left, as it was stated.
    rest: Vec<Term>,
    /// The conjuncts of what is left.
    stated: BTreeSet<Term>,
    /// What is left, simplified, and the conjuncts of that.
    pub(super) parts: Vec<Term>,
    known: BTreeSet<Term>,
    /// How large variables are.
    ranges: Ranges,
    /// What was used up, the earliest first.
    definitions: Vec<Substitution>,
    /// The variables of each part, once somebody has asked.
    vars: OnceCell<Vec<BTreeSet<Var>>>,
}

impl Premise {
    pub(crate) fn of(premises: &[Term]) -> Self {
        Premise::solved(
            premises.iter().flat_map(Term::conjuncts).collect(),
            Vec::new(),
        )
    }

    /// The premises with another one.
    pub(crate) fn with(&self, more: &Term) -> Self {
        if more.is_true() {
            return self.clone();
        }
        let mut open = self.rest.clone();
        open.extend(self.defined(more).conjuncts());
        Premise::solved(open, self.definitions.clone())
    }

    fn solved(mut open: Vec<Term>, mut definitions: Vec<Substitution>) -> Self {
        let mut free_vars = FreeVars::new();
        loop {
            let (definition, rest) = independent(open, &mut free_vars);
            if definition.is_empty() {
                let stated = rest.iter().flat_map(Term::conjuncts).collect();
                let (ranges, parts) = Ranges::of_premises(&rest);
                let known = parts.iter().flat_map(Term::conjuncts).collect();
                return Premise {
                    rest,
                    stated,
                    parts,
                    known,
                    ranges,
                    definitions,
                    vars: OnceCell::new(),
                };
            }
            let applied = definition.apply_all(&rest);
            open = applied.iter().flat_map(Term::conjuncts).collect();
            definitions.push(definition);
        }
    }

    /// The term without the variables that were used up.
    fn defined(&self, term: &Term) -> Term {
        let definitions = self.definitions.iter();
        definitions.fold(term.clone(), |term, definition| definition.apply(&term))
    }

    /// Whether the premises contradict each other on their face.
    pub(crate) fn is_false(&self) -> bool {
        self.parts.iter().any(Term::is_false)
    }

    /// What is left to show of a conclusion. Parts are compared before they are simplified, which may
    /// write what both functions compute in two ways, and after.
    pub(super) fn conclude(&self, conclusion: &Term) -> Term {
        let conclusion = self.defined(conclusion).given(&self.stated);
        let mut current = self.ranges.simplify(&discharged(&conclusion, &self.stated));
        // What one conditional is may decide the condition of the next.
        for _ in 0..MOST_DECIDED {
            let decided = current.given(&self.known);
            if decided == current {
                break;
            }
            current = self.ranges.simplify(&decided);
        }
        discharged(&current, &self.known)
    }

    /// Whether the conclusion follows on its face, without asking the solver, from premises that may
    /// hold.
    pub(crate) fn is_evident(&self, conclusion: &Term) -> bool {
        !self.is_false() && self.conclude(conclusion).is_true()
    }

    /// The premises that speak of nothing but what the conclusion speaks of, and small ones that
    /// speak of some of it.
    pub(super) fn about(&self, conclusion: &Term) -> Vec<Term> {
        let wanted = conclusion.free_vars();
        self.select(|part, vars| {
            vars.is_subset(&wanted) || part.depth() <= SHALLOW && !vars.is_disjoint(&wanted)
        })
    }

    /// The premises that speak of something that the conclusion speaks of, other than memory.
    pub(super) fn near(&self, conclusion: &Term) -> Vec<Term> {
        let mut wanted = conclusion.free_vars();
        wanted.retain(|var| !matches!(var.sort, Sort::Array(_)));
        self.select(|_, vars| !vars.is_disjoint(&wanted))
    }

    fn select(&self, is_wanted: impl Fn(&Term, &BTreeSet<Var>) -> bool) -> Vec<Term> {
        let vars = self.vars.get_or_init(|| {
            let mut free_vars = FreeVars::new();
            self.parts.iter().map(|part| free_vars.of(part)).collect()
        });
        let parts = self.parts.iter().zip(vars);
        let wanted = parts.filter(|(part, vars)| is_wanted(part, vars));
        wanted.map(|(part, _)| part.clone()).collect()
    }

    /// The model with values for the variables that were used up.
    pub(super) fn complete(&self, mut model: Model) -> Result<Model, Reason> {
        for definition in self.definitions.iter().rev() {
            for (var, term) in definition.iter() {
                add_defaults(&mut model, term.free_vars());
                let value = model.eval(term);
                let value = value.map_err(|error| Reason::Incomplete(error.to_string()))?;
                model.set(var.clone(), value);
            }
        }
        Ok(model)
    }
}

/// Definitions among the premises that do not mention each other's variables, and the other premises.
fn independent(premises: Vec<Term>, free_vars: &mut FreeVars) -> (Substitution, Vec<Term>) {
    let mut found = Substitution::new();
    let mut mentioned: BTreeSet<Var> = BTreeSet::new();
    let mut rest = Vec::new();
    for premise in premises {
        let definition = definition(&premise, free_vars).filter(|(var, term)| {
            !mentioned.contains(var)
                && found.get(var).is_none()
                && free_vars
                    .of(term)
                    .iter()
                    .all(|var| found.get(var).is_none())
        });
        match definition {
            Some((var, term)) => {
                mentioned.extend(free_vars.of(&term));
                found.insert(var, term);
            }
            None => rest.push(premise),
        }
    }
    (found, rest)
}

/// The formula without the parts that premises state on their face.
fn discharged(formula: &Term, known: &BTreeSet<Term>) -> Term {
    if known.contains(formula) {
        return Term::top();
    }
    let parts = || {
        formula
            .children()
            .iter()
            .map(|part| discharged(part, known))
    };
    match formula.op() {
        Some(Op::And) => Term::and(parts()),
        Some(Op::Or) => Term::or(parts()),
        _ if known.contains(&Term::not(formula.clone())) => Term::bottom(),
        _ => formula.clone(),
    }
}

/// The variable that a premise fixes, and to what.
fn definition(premise: &Term, free_vars: &mut FreeVars) -> Option<(Var, Term)> {
    if let Some(var) = premise.as_var() {
        return Some((var.clone(), Term::top()));
    }
    let arguments = premise.children();
    match premise.op()? {
        Op::Not => Some((arguments[0].as_var()?.clone(), Term::bottom())),
        Op::Eq if arguments.len() == 2 => {
            let pairs = [(0, 1), (1, 0)];
            pairs.into_iter().find_map(|(left, right)| {
                let (var, term) = (arguments[left].as_var()?, &arguments[right]);
                let fits = var.sort == *term.sort() && !free_vars.of(term).contains(var);
                fits.then(|| (var.clone(), term.clone()))
            })
        }
        _ => None,
    }
}
