//! Clauses as linear relations between places.

use budget::{Budget, Exhausted};
use logic::{FreshNames, Sort, Substitution, Term, Var};
use question::clauses::Application;

use super::draft::{Choice, Draft};
use super::element::Element;
use crate::problem::Problem;

/// Formulas over the parameters of each predicate by which its states are told apart.
pub(super) type Atoms = Vec<Vec<Term>>;

/// The states of a predicate in which certain atoms hold and the others do not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Place {
    pub(super) predicate: usize,
    /// The atoms that hold, as bits.
    pub(super) holds: u32,
}

/// One way through a clause: a conjunction, with all atoms of its applications decided.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) head: Option<Place>,
    pub(super) body: Vec<Place>,
    /// Between the numbers of the head and those of the applications of the body, in this order.
    pub(super) relation: Element,
}

/// The most cases of a clause.
const MOST_CASES: usize = 96;

/// The most conjunctions of a clause that are looked at while atoms are open.
const MOST_DRAFTS: usize = 1024;

/// The most dimensions of a clause.
const MOST_DIMENSIONS: usize = 64;

/// Why a system is not made of cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoCases {
    /// There are too many places between which clauses lead.
    Places,
    /// There are too many numbers in a clause.
    Dimensions,
    /// The budget is used up.
    Exhausted(Exhausted),
}

/// The parameters of a predicate that are numbers.
pub(super) fn numbers(parameters: &[Var]) -> impl Iterator<Item = &Var> {
    parameters.iter().filter(|var| var.sort != Sort::Bool)
}

/// The cases of all clauses. A disjunction that would give too many is left out.
pub(super) fn cases(
    problem: &Problem<'_>,
    atoms: &Atoms,
    budget: &Budget,
) -> Result<Vec<Case>, NoCases> {
    let mut found = Vec::new();
    for position in 0..problem.system.clauses().len() {
        let splitter = Splitter::new(problem, atoms, position);
        found.extend(splitter.cases(budget)?);
    }
    Ok(found)
}

/// The dimensions of an application, the first of which is given.
struct Layout<'a> {
    atom: &'a Application,
    first: usize,
    /// Names for its parameters.
    vars: Vec<Var>,
}

/// Makes the cases of a clause.
struct Splitter<'a> {
    problem: &'a Problem<'a>,
    atoms: &'a Atoms,
    constraint: &'a Term,
    /// The applications of the body, and then the head.
    layouts: Vec<Layout<'a>>,
    has_head: bool,
}

impl<'a> Splitter<'a> {
    fn new(problem: &'a Problem<'a>, atoms: &'a Atoms, position: usize) -> Self {
        let clause = &problem.system.clauses()[position];
        let mut names = FreshNames::new();
        for term in clause.terms() {
            names.avoid_term(term);
        }
        let mut layout = |atom: &'a Application, first: usize| {
            let parameters = &problem.parameters[atom.predicate.index()];
            Layout {
                atom,
                first,
                vars: parameters.iter().map(|var| names.fresh(var)).collect(),
            }
        };
        let count =
            |atom: &Application| numbers(&problem.parameters[atom.predicate.index()]).count();
        // The dimensions of the head come first: what is solved for them is an assignment.
        let mut first = clause.head.as_ref().map_or(0, count);
        let mut layouts = Vec::new();
        for atom in &clause.body {
            layouts.push(layout(atom, first));
            first += count(atom);
        }
        layouts.extend(clause.head.as_ref().map(|head| layout(head, 0)));
        Splitter {
            problem,
            atoms,
            constraint: &clause.constraint,
            layouts,
            has_head: clause.head.is_some(),
        }
    }

    fn cases(self, budget: &Budget) -> Result<Vec<Case>, NoCases> {
        let (start, size) = self.start();
        let keys = vec![0; self.layouts.len()];
        let mut open = vec![(start, keys)];
        let mut found = Vec::new();
        let mut splits = true;
        let mut drafts = 0;
        while let Some((mut draft, keys)) = open.pop() {
            budget.check().map_err(NoCases::Exhausted)?;
            drafts += 1;
            if draft.settled().is_none() {
                continue;
            }
            if draft.dimensions() > MOST_DIMENSIONS {
                return Err(NoCases::Dimensions);
            }
            splits &= open.len() + found.len() < MOST_CASES;
            let Some(choice) = next_choice(&mut draft, splits) else {
                found.extend(self.finish(draft, &keys, size));
                continue;
            };
            if drafts > MOST_DRAFTS && choice.decides.is_some() {
                return Err(NoCases::Places);
            }
            for (number, alternative) in choice.alternatives.iter().enumerate().rev() {
                let mut keys = keys.clone();
                if let Some((application, atom)) = choice.decides
                    && number == 0
                {
                    keys[application] |= 1 << atom;
                }
                let mut draft = draft.clone();
                draft.assert(alternative);
                open.push((draft, keys));
            }
        }
        Ok(found)
    }

    /// The constraint of the clause and what its arguments are, and the number of dimensions of the
    /// relation.
    fn start(&self) -> (Draft, usize) {
        let mut draft = Draft::new();
        let mut in_order: Vec<&Layout<'_>> = self.layouts.iter().collect();
        in_order.sort_by_key(|layout| layout.first);
        for layout in in_order {
            for var in numbers(&layout.vars) {
                draft.add_dimension(&var.sort.carrier());
            }
        }
        let size = draft.dimensions();
        let mut arguments = Vec::new();
        for (application, layout) in self.layouts.iter().enumerate() {
            let mut dimension = layout.first;
            for (var, argument) in layout.vars.iter().zip(&layout.atom.arguments) {
                if var.sort == Sort::Bool {
                    continue;
                }
                draft.identify(var, dimension);
                let is_named =
                    (argument.as_var()).is_some_and(|var| draft.identify(var, dimension));
                if !is_named {
                    arguments.push(Term::eq(var.term(), argument.clone()));
                }
                dimension += 1;
            }
            self.decide_later(&mut draft, application, layout);
        }
        for argument in arguments {
            draft.assert(&argument.nnf());
        }
        draft.assert(&self.constraint.nnf());
        (draft, size)
    }

    /// Opens the question which atoms hold of an application.
    fn decide_later(&self, draft: &mut Draft, application: usize, layout: &Layout<'_>) {
        let predicate = layout.atom.predicate.index();
        let parameters = &self.problem.parameters[predicate];
        // Numbers by their dimensions, and truth values by what the clause says that they are.
        let names: Substitution = (parameters.iter().zip(&layout.vars))
            .zip(&layout.atom.arguments)
            .map(|((parameter, var), argument)| {
                let is_bool = parameter.sort == Sort::Bool;
                let term = if is_bool {
                    argument.clone()
                } else {
                    var.term()
                };
                (parameter.clone(), term)
            })
            .collect();
        for (position, atom) in self.atoms[predicate].iter().enumerate() {
            let atom = atom.substitute(&names);
            draft.open.push(Choice {
                alternatives: vec![atom.nnf(), atom.negated_nnf()],
                decides: Some((application, position)),
            });
        }
    }

    fn finish(&self, mut draft: Draft, keys: &[u32], size: usize) -> Option<Case> {
        let relation = draft.settled()?.clone().reduced();
        let relation = relation.rename(size, |dimension| (dimension < size).then_some(dimension));
        let relation = relation.reduced();
        if relation.is_empty() {
            return None;
        }
        let places = self.layouts.iter().zip(keys).map(|(layout, holds)| Place {
            predicate: layout.atom.predicate.index(),
            holds: *holds,
        });
        let mut body: Vec<Place> = places.collect();
        let head = if self.has_head { body.pop() } else { None };
        Some(Case {
            head,
            body,
            relation,
        })
    }
}

/// The next choice to make: one that decides an atom has to be made, others only if they may split.
fn next_choice(draft: &mut Draft, splits: bool) -> Option<Choice> {
    if !splits {
        draft.open.retain(|choice| choice.decides.is_some());
    }
    draft.open.pop()
}
