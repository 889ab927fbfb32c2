//! A system as the engines see it: with names for the parameters, and its clauses as paths.

use evidence::horn::{Application, PredicateId, System};
use logic::{Integer, Node, Op, Substitution, Template, Term, Value, Var};
use rustc_hash::FxHashSet;

use crate::path::Path;

/// A system and what all engines derive from its text.
pub(crate) struct Problem<'a> {
    pub(crate) system: &'a System,
    /// For each predicate the variables in which formulas about it are written.
    pub(crate) parameters: Vec<Vec<Var>>,
    /// The clauses, split where their constraint is a disjunction.
    pub(crate) paths: Vec<Path>,
    /// The numbers that occur in the clauses.
    pub(crate) numbers: Vec<Integer>,
}

impl<'a> Problem<'a> {
    pub(crate) fn new(system: &'a System) -> Self {
        let parameters = system.ids().map(|id| parameters_of(system, id)).collect();
        let clauses = system.clauses().iter().enumerate();
        let paths = clauses
            .flat_map(|(i, clause)| Path::of(i, clause))
            .collect();
        Problem {
            system,
            parameters,
            paths,
            numbers: numbers_of(system),
        }
    }

    /// The formula about a predicate with the arguments of an application for the parameters.
    pub(crate) fn instance(&self, atom: &Application, formula: &Term) -> Term {
        self.arguments(atom).apply(formula)
    }

    /// The arguments of an application for the parameters of its predicate.
    pub(crate) fn arguments(&self, atom: &Application) -> Substitution {
        let parameters = self.parameters[atom.predicate.index()].iter().cloned();
        parameters.zip(atom.arguments.iter().cloned()).collect()
    }

    /// The conjunction of formulas about a predicate as its meaning.
    pub(crate) fn template(&self, predicate: PredicateId, formulas: &[Term]) -> Template {
        let parameters = self.parameters[predicate.index()].clone();
        Template::new(parameters, Term::and(formulas.iter().cloned()))
    }
}

/// Names for the parameters of a predicate, taken from a clause in which all its arguments are
/// different variables, if there is one: first from bodies, where loops have their plain names.
fn parameters_of(system: &System, id: PredicateId) -> Vec<Var> {
    let bodies = system.clauses().iter().flat_map(|clause| &clause.body);
    let heads = system.clauses().iter().flat_map(|clause| &clause.head);
    let sorts = system.predicate(id).sorts();
    for atom in bodies.chain(heads).filter(|atom| atom.predicate == id) {
        let vars: Option<Vec<Var>> = (atom.arguments.iter())
            .map(|argument| argument.as_var().cloned())
            .collect();
        if let Some(vars) = vars
            && vars.iter().map(|var| &var.sort).eq(sorts)
            && vars
                .iter()
                .map(|var| var.name)
                .collect::<FxHashSet<_>>()
                .len()
                == vars.len()
        {
            return vars;
        }
    }
    let numbered = sorts.iter().enumerate();
    let named = numbered.map(|(i, sort)| Var::new(format!("x{}", i + 1).as_str(), sort.clone()));
    named.collect()
}

fn numbers_of(system: &System) -> Vec<Integer> {
    let mut numbers = FxHashSet::default();
    let mut seen = FxHashSet::default();
    let mut open: Vec<&Term> = (system.clauses().iter())
        .flat_map(|clause| clause.terms())
        .collect();
    while let Some(term) = open.pop() {
        if !seen.insert(term.clone()) {
            continue;
        }
        match term.node() {
            Node::Const(Value::Int(number)) => drop(numbers.insert(number.clone())),
            Node::Const(Value::Real(number)) => drop(numbers.insert(number.floor())),
            Node::App(Op::Divisible(modulus), _) => drop(numbers.insert(modulus.clone())),
            _ => {}
        }
        open.extend(term.children());
    }
    let mut numbers: Vec<Integer> = numbers.into_iter().collect();
    numbers.sort();
    numbers
}
