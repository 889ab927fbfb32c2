//! A system as the engines see it: with names for the parameters, and its clauses as paths.

use logic::{Integer, Node, Op, Substitution, Template, Term, Value, Var};
use question::clauses::{Application, PredicateId, System};
use rustc_hash::FxHashSet;

use crate::path::Path;

/// A system and what all engines derive from its text.
pub(crate) struct Problem<'a> {
    pub(crate) system: &'a System,
    /// For each predicate the variables in which formulas about it are written.
    pub(crate) parameters: Vec<Vec<Var>>,
    /// The positions of the clauses with a head, those that derive a predicate before those that
    /// use it, as far as there is no recursion.
    pub(crate) order: Vec<usize>,
    /// The clauses, split where their constraint is a disjunction, in the same order; then the
    /// queries.
    pub(crate) paths: Vec<Path>,
    /// The numbers that occur in the clauses.
    pub(crate) numbers: Vec<Integer>,
}

impl<'a> Problem<'a> {
    pub(crate) fn new(system: &'a System) -> Self {
        let parameters = system.ids().map(|id| parameters_of(system, id)).collect();
        let clauses = system.clauses();
        let order = order_of(system);
        let queries = (0..clauses.len()).filter(|position| clauses[*position].head.is_none());
        let all = order.iter().copied().chain(queries);
        let paths = all.flat_map(|i| Path::of(i, &clauses[i])).collect();
        Problem {
            system,
            parameters,
            order,
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

/// The clauses with a head, ordered by when a depth-first search that starts at the facts leaves
/// their predicates, the last one first.
fn order_of(system: &System) -> Vec<usize> {
    let count = system.predicates().len();
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut starts = Vec::new();
    for clause in system.clauses() {
        if let Some(head) = &clause.head {
            if clause.body.is_empty() {
                starts.push(head.predicate.index());
            }
            for atom in &clause.body {
                after[atom.predicate.index()].push(head.predicate.index());
            }
        }
    }
    let mut left = vec![0; count];
    let mut entered = vec![false; count];
    let mut clock = 0;
    for start in starts.into_iter().chain(0..count) {
        if std::mem::replace(&mut entered[start], true) {
            continue;
        }
        let mut open = vec![(start, 0)];
        while let Some((predicate, next)) = open.pop() {
            if let Some(successor) = after[predicate].get(next) {
                open.push((predicate, next + 1));
                if !std::mem::replace(&mut entered[*successor], true) {
                    open.push((*successor, 0));
                }
            } else {
                clock += 1;
                left[predicate] = clock;
            }
        }
    }
    let clauses = system.clauses().iter().enumerate();
    let mut order: Vec<(usize, usize)> = clauses
        .filter_map(|(position, clause)| {
            let head = clause.head.as_ref()?;
            Some((clock - left[head.predicate.index()], position))
        })
        .collect();
    order.sort_unstable();
    order.into_iter().map(|(_, position)| position).collect()
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
