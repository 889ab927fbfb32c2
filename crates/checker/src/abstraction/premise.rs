//! Premises whose equations are used up before anything is asked.

use std::collections::BTreeSet;

use logic::{FreeVars, Op, Ranges, Substitution, Term, Var};

/// Premises of which those of the form `x == e` are used up: `x` is replaced by `e` throughout. Where
/// both functions compute the same, a conclusion then holds on its face. A conclusion follows from the
/// premises if and only if what is left of it follows from what is left of them.
pub(super) struct Premise {
    /// What is left, as it stands.
    kept: Vec<Term>,
    stated: BTreeSet<Term>,
    /// What is left, simplified.
    simplified: Vec<Term>,
    known: BTreeSet<Term>,
    /// The variables of each.
    vars: Vec<BTreeSet<Var>>,
    ranges: Ranges,
    /// What was used up, in this order.
    used: Vec<Substitution>,
}

/// How deep a premise is that compares two variables or so.
const SMALL: u32 = 2;

/// How many conditionals may wait for each other in a conclusion.
const MOST_DECIDED: usize = 16;

impl Premise {
    pub(super) fn new(premises: &[Term]) -> Self {
        let premises = premises.iter().flat_map(Term::conjuncts);
        Premise::solved(premises.collect(), Vec::new())
    }

    /// The premises and one more.
    pub(super) fn and(&self, more: &Term) -> Self {
        let mut premises = self.kept.clone();
        premises.extend(self.without_used(more).conjuncts());
        Premise::solved(premises, self.used.clone())
    }

    fn solved(mut premises: Vec<Term>, mut used: Vec<Substitution>) -> Self {
        let mut free_vars = FreeVars::new();
        loop {
            // Definitions that do not mention each other's variables are used at once.
            let mut substitution = Substitution::new();
            let mut mentioned: BTreeSet<Var> = BTreeSet::new();
            let mut kept = Vec::new();
            for premise in premises {
                let found = definition(&premise, &mut free_vars).filter(|(var, term)| {
                    let vars = free_vars.of(term);
                    !mentioned.contains(var)
                        && substitution.get(var).is_none()
                        && vars.iter().all(|var| substitution.get(var).is_none())
                });
                match found {
                    Some((var, term)) => {
                        mentioned.extend(free_vars.of(&term));
                        substitution.insert(var, term);
                    }
                    None => kept.push(premise),
                }
            }
            if substitution.is_empty() {
                return Premise::unused(kept, used);
            }
            let replaced = substitution.apply_all(&kept);
            premises = replaced.iter().flat_map(Term::conjuncts).collect();
            used.push(substitution);
        }
    }

    /// Premises among which there are no definitions any more.
    fn unused(kept: Vec<Term>, used: Vec<Substitution>) -> Self {
        let (ranges, simplified) = Ranges::of_premises(&kept);
        Premise {
            stated: kept.iter().flat_map(Term::conjuncts).collect(),
            kept,
            known: simplified.iter().flat_map(Term::conjuncts).collect(),
            vars: simplified.iter().map(Term::free_vars).collect(),
            simplified,
            ranges,
            used,
        }
    }

    fn without_used(&self, term: &Term) -> Term {
        let used = self.used.iter();
        used.fold(term.clone(), |term, substitution| substitution.apply(&term))
    }

    /// Whether nothing satisfies the premises, as can be seen.
    pub(super) fn is_false(&self) -> bool {
        self.simplified.iter().any(Term::is_false)
    }

    /// What is left of the premises.
    pub(super) fn formula(&self) -> Term {
        Term::and(self.simplified.iter().cloned())
    }

    /// The premises that speak only of what the conclusion speaks of, and small ones that speak of some
    /// of it; `None` where those are all premises.
    pub(super) fn part(&self, conclusion: &Term) -> Option<Term> {
        let wanted = conclusion.free_vars();
        let is_part = |(premise, vars): &(&Term, &BTreeSet<Var>)| {
            let is_small = premise.depth() <= SMALL;
            vars.is_subset(&wanted) || is_small && !vars.is_disjoint(&wanted)
        };
        let parts = self.simplified.iter().zip(&self.vars).filter(is_part);
        let parts: Vec<Term> = parts.map(|(premise, _)| premise.clone()).collect();
        (parts.len() < self.simplified.len()).then(|| Term::and(parts))
    }

    /// What is left to show of a conclusion.
    pub(super) fn conclusion(&self, conclusion: &Term) -> Term {
        // What the premises state word for word needs no simplification.
        let conclusion = self.without_used(conclusion).given(&self.stated);
        let mut current = self.ranges.simplify(&open(&conclusion, &self.stated));
        // What one conditional is may decide the condition of the next.
        for _ in 0..MOST_DECIDED {
            let decided = current.given(&self.known);
            if decided == current {
                break;
            }
            current = self.ranges.simplify(&decided);
        }
        open(&current, &self.known)
    }
}

/// What is left to show of a formula where some parts of it are known to hold.
fn open(formula: &Term, known: &BTreeSet<Term>) -> Term {
    if known.contains(formula) {
        return Term::top();
    }
    let parts = || formula.children().iter().map(|part| open(part, known));
    match formula.op() {
        Some(Op::And) => Term::and(parts()),
        Some(Op::Or) => Term::or(parts()),
        _ => formula.clone(),
    }
}

/// The variable that a premise defines, and the term that it equals.
fn definition(premise: &Term, free_vars: &mut FreeVars) -> Option<(Var, Term)> {
    if let Some(var) = premise.as_var() {
        return Some((var.clone(), Term::top()));
    }
    match premise.op()? {
        Op::Not => Some((premise.children()[0].as_var()?.clone(), Term::bottom())),
        Op::Eq => {
            let [a, b] = premise.children() else {
                return None;
            };
            let mut defines = |var: &Term, term: &Term| {
                let var = var.as_var()?;
                let fits = var.sort == *term.sort() && !free_vars.of(term).contains(var);
                fits.then(|| (var.clone(), term.clone()))
            };
            defines(a, b).or_else(|| defines(b, a))
        }
        _ => None,
    }
}
