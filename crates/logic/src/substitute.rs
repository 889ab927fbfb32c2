//! Simultaneous substitution that avoids capture.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::fresh::fresh_var;
use crate::{FreeVars, Function, Node, Op, Term, Var, recursion};

/// What a function stands for: a term over its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    parameters: Vec<Var>,
    body: Term,
}

impl Template {
    /// The function that takes `parameters` to `body`. The body may have other free variables.
    #[must_use]
    pub fn new(parameters: Vec<Var>, body: Term) -> Self {
        Template { parameters, body }
    }

    /// The parameters.
    #[must_use]
    pub fn parameters(&self) -> &[Var] {
        &self.parameters
    }

    /// The body.
    #[must_use]
    pub fn body(&self) -> &Term {
        &self.body
    }

    /// The body with arguments for the parameters.
    #[must_use]
    pub fn instantiate(&self, arguments: &[Term]) -> Term {
        assert!(
            self.parameters.len() == arguments.len(),
            "there is one argument for each parameter"
        );
        let substitution: Substitution = self
            .parameters
            .iter()
            .cloned()
            .zip(arguments.iter().cloned())
            .collect();
        substitution.apply(&self.body)
    }
}

/// Terms for variables and templates for functions, all replaced at once: what is put in is not
/// looked at again.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Substitution {
    vars: BTreeMap<Var, Term>,
    functions: BTreeMap<Function, Template>,
}

impl Substitution {
    /// The substitution that changes nothing.
    #[must_use]
    pub fn new() -> Self {
        Substitution::default()
    }

    /// Replaces a variable by a term of a comparable sort; what was said of it before is forgotten.
    pub fn insert(&mut self, var: Var, term: Term) {
        assert!(
            var.sort.is_comparable(term.sort()),
            "{term} of the sort {} cannot stand for {var:?}",
            term.sort()
        );
        self.vars.insert(var, term);
    }

    /// Replaces a function by a template with its parameters and result.
    pub fn insert_function(&mut self, function: Function, template: Template) {
        let fits = function.parameters().len() == template.parameters.len()
            && function
                .parameters()
                .iter()
                .zip(&template.parameters)
                .all(|(sort, var)| sort.is_comparable(&var.sort))
            && function.result().is_comparable(template.body.sort());
        assert!(fits, "the template has the signature of {function:?}");
        self.functions.insert(function, template);
    }

    /// What stands for a variable.
    #[must_use]
    pub fn get(&self, var: &Var) -> Option<&Term> {
        self.vars.get(var)
    }

    /// The variables with what stands for them, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&Var, &Term)> {
        self.vars.iter()
    }

    /// Whether nothing is replaced.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.vars.is_empty() && self.functions.is_empty()
    }

    /// The term after the substitution. A bound variable that would capture a variable is renamed
    /// to the first of `x!1`, `x!2`, … that is free for it.
    #[must_use]
    pub fn apply(&self, term: &Term) -> Term {
        if self.is_empty() {
            return term.clone();
        }
        self.substituter().apply(0, term)
    }

    /// The terms after the substitution; what they share is substituted once.
    #[must_use]
    pub fn apply_all<'t>(&self, terms: impl IntoIterator<Item = &'t Term>) -> Vec<Term> {
        let mut substituter = self.substituter();
        let terms = terms.into_iter();
        terms.map(|term| substituter.apply(0, term)).collect()
    }

    fn substituter(&self) -> Substituter<'_> {
        Substituter {
            contexts: vec![Context {
                vars: Cow::Borrowed(&self.vars),
                memo: FxHashMap::default(),
            }],
            numbers: BTreeMap::new(),
            functions: &self.functions,
            mentions: FxHashMap::default(),
            free_vars: FreeVars::new(),
        }
    }
}

impl FromIterator<(Var, Term)> for Substitution {
    fn from_iter<I: IntoIterator<Item = (Var, Term)>>(entries: I) -> Self {
        let mut substitution = Substitution::new();
        substitution.extend(entries);
        substitution
    }
}

impl Extend<(Var, Term)> for Substitution {
    fn extend<I: IntoIterator<Item = (Var, Term)>>(&mut self, entries: I) {
        for (var, term) in entries {
            self.insert(var, term);
        }
    }
}

impl Term {
    /// The term with other terms for its free variables, and templates for its functions.
    #[must_use]
    pub fn substitute(&self, substitution: &Substitution) -> Term {
        substitution.apply(self)
    }
}

/// What is replaced below some binders, and what has been replaced so far.
struct Context<'a> {
    vars: Cow<'a, BTreeMap<Var, Term>>,
    memo: FxHashMap<Term, Term>,
}

struct Substituter<'a> {
    /// Binders that hide or rename the same variables share a context, and so its memory.
    contexts: Vec<Context<'a>>,
    numbers: BTreeMap<BTreeMap<Var, Term>, usize>,
    functions: &'a BTreeMap<Function, Template>,
    /// Whether a function with a template occurs in a term.
    mentions: FxHashMap<Term, bool>,
    free_vars: FreeVars,
}

impl Substituter<'_> {
    fn apply(&mut self, context: usize, term: &Term) -> Term {
        match term.node() {
            Node::Const(_) => return term.clone(),
            Node::Var(var) => {
                let image = self.contexts[context].vars.get(var);
                return image.unwrap_or(term).clone();
            }
            _ => {}
        }
        if let Some(done) = self.contexts[context].memo.get(term) {
            return done.clone();
        }
        let result = recursion::guard(|| match term.node() {
            Node::App(Op::Apply(function), arguments) => {
                let functions = self.functions;
                match functions.get(function) {
                    Some(template) => {
                        let arguments: Vec<Term> = arguments
                            .iter()
                            .map(|argument| self.apply(context, argument))
                            .collect();
                        template.instantiate(&arguments)
                    }
                    None => term.map_children(|part| self.apply(context, part)),
                }
            }
            Node::Quantified(..) => self.apply_quantified(context, term),
            _ => term.map_children(|part| self.apply(context, part)),
        });
        self.contexts[context]
            .memo
            .insert(term.clone(), result.clone());
        result
    }

    fn apply_quantified(&mut self, context: usize, term: &Term) -> Term {
        let Node::Quantified(quantifier, vars, body) = term.node() else {
            unreachable!("the term is a quantified formula")
        };
        let free = self.free_vars.of_quantified(term);
        let images: Vec<Term> = free
            .iter()
            .filter_map(|var| self.contexts[context].vars.get(var).cloned())
            .collect();
        let mentions = self.mentions_function(body);
        if images.is_empty() && !mentions {
            return term.clone();
        }
        let mut arriving: BTreeSet<Var> = BTreeSet::new();
        for image in &images {
            arriving.extend(self.free_vars.of(image));
        }
        if mentions {
            for template in self.functions.values() {
                let mut free = self.free_vars.of(&template.body);
                for parameter in &template.parameters {
                    free.remove(parameter);
                }
                arriving.extend(free);
            }
        }
        let mut inner = self.contexts[context].vars.clone().into_owned();
        let mut renamed: Vec<Var> = Vec::with_capacity(vars.len());
        for var in vars {
            inner.remove(var);
            if arriving.contains(var) {
                let fresh = fresh_var(var, |name| {
                    [&arriving, &*free]
                        .iter()
                        .any(|set| set.iter().any(|other| other.name == name))
                        || vars.iter().chain(&renamed).any(|other| other.name == name)
                });
                inner.insert(var.clone(), fresh.term());
                renamed.push(fresh);
            } else {
                renamed.push(var.clone());
            }
        }
        let inner = self.number(inner);
        let body = self.apply(inner, body);
        Term::quantified(*quantifier, renamed, body)
    }

    fn number(&mut self, vars: BTreeMap<Var, Term>) -> usize {
        if *self.contexts[0].vars == vars {
            return 0;
        }
        if let Some(number) = self.numbers.get(&vars) {
            return *number;
        }
        let number = self.contexts.len();
        self.contexts.push(Context {
            vars: Cow::Owned(vars.clone()),
            memo: FxHashMap::default(),
        });
        self.numbers.insert(vars, number);
        number
    }

    fn mentions_function(&mut self, term: &Term) -> bool {
        if self.functions.is_empty() || term.children().is_empty() && term.op().is_none() {
            return false;
        }
        if let Some(known) = self.mentions.get(term) {
            return *known;
        }
        let found = recursion::guard(|| match term.op() {
            Some(Op::Apply(function)) if self.functions.contains_key(function) => true,
            _ => term
                .children()
                .iter()
                .any(|part| self.mentions_function(part)),
        });
        self.mentions.insert(term.clone(), found);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    fn int(name: &str) -> Var {
        Var::new(name, Sort::Int)
    }

    #[test]
    fn replacement_is_simultaneous() {
        let [x, y] = ["x", "y"].map(int);
        let swap = Substitution::from_iter([(x.clone(), y.term()), (y.clone(), x.term())]);
        let term = Term::lt(x.term(), y.term());
        assert_eq!(term.substitute(&swap), Term::lt(y.term(), x.term()));
    }

    #[test]
    fn bound_variables_make_way() {
        let [x, y] = ["x", "y"].map(int);
        let term = Term::exists([y.clone()], Term::lt(x.term(), y.term()));
        let to_y = Substitution::from_iter([(x.clone(), Term::add([y.term(), Term::int(1)]))]);
        assert_eq!(
            term.substitute(&to_y).to_string(),
            "exists y!1: int :: y + 1 < y!1"
        );
        let bound = Substitution::from_iter([(y.clone(), x.term())]);
        assert_eq!(term.substitute(&bound), term);
        let unrelated = Substitution::from_iter([(int("z"), y.term())]);
        assert_eq!(term.substitute(&unrelated), term);
    }

    #[test]
    fn templates_replace_predicates_below_binders() {
        let [x, y, a] = ["x", "y", "a"].map(int);
        let invariant = Function::new("inv".into(), vec![Sort::Int], Sort::Bool);
        let clause = Term::forall(
            [x.clone()],
            Term::implies(
                Term::apply(&invariant, vec![x.term()]),
                Term::apply(&invariant, vec![Term::add([x.term(), Term::int(1)])]),
            ),
        );
        let mut solution = Substitution::new();
        solution.insert_function(
            invariant.clone(),
            Template::new(vec![a.clone()], Term::le(y.term(), a.term())),
        );
        assert_eq!(
            clause.substitute(&solution).to_string(),
            "forall x: int :: y <= x ==> y <= x + 1"
        );
        let mut capturing = Substitution::new();
        capturing.insert_function(
            invariant,
            Template::new(vec![a.clone()], Term::le(x.term(), a.term())),
        );
        assert_eq!(
            clause.substitute(&capturing).to_string(),
            "forall x!1: int :: x <= x!1 ==> x <= x!1 + 1"
        );
    }

    #[test]
    fn nested_quantifiers_that_share_parts_stay_cheap() {
        let [x, y] = ["x", "y"].map(int);
        let mut earlier = Term::lt(x.term(), y.term());
        let mut term = earlier.clone();
        for i in 0..200 {
            let var = int(&format!("b{}", i % 3));
            let body = Term::and([
                term.clone(),
                Term::not(earlier),
                Term::lt(var.term(), x.term()),
            ]);
            earlier = std::mem::replace(&mut term, Term::exists([var], body));
        }
        let substitution = Substitution::from_iter([(x, Term::add([y.term(), int("b1").term()]))]);
        assert!(term.substitute(&substitution).dag_size() < 2000);
    }
}
