//! Derivations of bounded depth, by one satisfiability question for each depth.
//!
//! A place in a derivation tree is a slot. It says which clause is used there, if any, and its
//! children are the slots for the applications of that clause's body. Clauses with one application
//! make a chain of slots, others a tree, so that only these grow with more than the depth.

use evidence::horn::{Derivation, Step};
use logic::{FreshNames, Model, Sort, Substitution, Term, Var};
use smt::{Budget, Outcome, Reason, Satisfiable, Solver, Strategy};

use crate::problem::Problem;

/// The most slots that are made.
const MOST_SLOTS: usize = 20_000;

/// A derivation of a contradiction of at most this depth; `None` where there is none.
pub(crate) fn unroll(
    problem: &Problem<'_>,
    depth: usize,
    budget: &Budget,
) -> Result<Option<Derivation>, Reason> {
    let mut unrolling = Unrolling {
        problem,
        solver: Solver::new(Strategy::Incremental),
        names: FreshNames::new(),
        slots: Vec::new(),
    };
    let root = unrolling.slot();
    let queries = unrolling.uses(root, None)?;
    unrolling.solver.assert(&queries);
    let mut frontier = unrolling.slots[root].children.clone();
    for _ in 0..depth {
        // What lies deeper is not used.
        let idle: Vec<Term> = (frontier.iter())
            .flat_map(|slot| {
                unrolling.slots[*slot]
                    .active
                    .iter()
                    .map(|var| Term::not(var.term()))
            })
            .collect();
        let outcome = match unrolling.solver.check_assuming(&idle, budget) {
            Outcome::Sat(sat) => Some(unrolling_steps(&unrolling.slots, problem, root, &sat)?),
            Outcome::Unsat(unsat) if unsat.core()?.is_empty() => return Ok(None),
            Outcome::Unsat(_) => None,
            Outcome::Unknown(reason) => return Err(reason),
        };
        if let Some(steps) = outcome {
            return Ok(Some(Derivation { steps }));
        }
        let mut next = Vec::new();
        for slot in frontier {
            unrolling.expand(slot)?;
            next.extend(unrolling.slots[slot].children.iter().copied());
        }
        frontier = next;
    }
    Ok(None)
}

/// One place in a derivation tree.
struct Slot {
    /// For each predicate, whether it is derived here.
    active: Vec<Var>,
    /// For each predicate, what its arguments are here.
    arguments: Vec<Vec<Var>>,
    /// For each clause that may be used here: whether it is, and its variables.
    uses: Vec<(usize, Var, Substitution)>,
    children: Vec<usize>,
}

struct Unrolling<'a> {
    problem: &'a Problem<'a>,
    solver: Solver,
    names: FreshNames,
    slots: Vec<Slot>,
}

impl Unrolling<'_> {
    fn slot(&mut self) -> usize {
        let predicates = self.problem.system.predicates();
        let names = &mut self.names;
        let active = predicates
            .iter()
            .map(|p| names.fresh(&Var::new(p.name(), Sort::Bool)));
        let active = active.collect();
        let arguments = self.problem.parameters.iter();
        let arguments = arguments.map(|vars| vars.iter().map(|var| names.fresh(var)).collect());
        self.slots.push(Slot {
            active,
            arguments: arguments.collect(),
            uses: Vec::new(),
            children: Vec::new(),
        });
        self.slots.len() - 1
    }

    /// Asserts of a slot that what is derived there follows from its children.
    fn expand(&mut self, slot: usize) -> Result<(), Reason> {
        for predicate in 0..self.problem.parameters.len() {
            let uses = self.uses(slot, Some(predicate))?;
            let active = self.slots[slot].active[predicate].term();
            self.solver.assert(&Term::implies(active, uses));
        }
        Ok(())
    }

    /// The formula that some clause for a predicate, or some query, is used at a slot.
    fn uses(&mut self, slot: usize, predicate: Option<usize>) -> Result<Term, Reason> {
        let problem = self.problem;
        let mut some = Vec::new();
        for (position, clause) in problem.system.clauses().iter().enumerate() {
            let head = clause.head.as_ref().map(|head| head.predicate.index());
            if head != predicate {
                continue;
            }
            let renaming: Substitution = (clause.vars().into_iter())
                .map(|var| (var.clone(), self.names.fresh(&var).term()))
                .collect();
            let mut parts = vec![renaming.apply(&clause.constraint)];
            if let Some(head) = &clause.head {
                let arguments = &self.slots[slot].arguments[head.predicate.index()];
                parts.extend(equations(&head.arguments, arguments, &renaming));
            }
            for (place, atom) in clause.body.iter().enumerate() {
                while self.slots[slot].children.len() <= place {
                    if self.slots.len() > MOST_SLOTS {
                        let what = "the derivation has too many branches";
                        return Err(Reason::Incomplete(what.to_owned()));
                    }
                    let child = self.slot();
                    self.slots[slot].children.push(child);
                }
                let child = &self.slots[self.slots[slot].children[place]];
                let predicate = atom.predicate.index();
                parts.push(child.active[predicate].term());
                parts.extend(equations(
                    &atom.arguments,
                    &child.arguments[predicate],
                    &renaming,
                ));
            }
            let used = self.names.fresh(&Var::new("use", Sort::Bool));
            self.solver
                .assert(&Term::implies(used.term(), Term::and(parts)));
            some.push(used.term());
            self.slots[slot].uses.push((position, used, renaming));
        }
        Ok(Term::or(some))
    }
}

/// The arguments of an application, under a renaming, are these variables.
pub(crate) fn equations<'a>(
    arguments: &'a [Term],
    vars: &'a [Var],
    renaming: &'a Substitution,
) -> impl Iterator<Item = Term> + 'a {
    let pairs = arguments.iter().zip(vars);
    pairs.map(|(term, var)| Term::eq(renaming.apply(term), var.term()))
}

/// The steps below a slot, in the order of a derivation.
fn unrolling_steps(
    slots: &[Slot],
    problem: &Problem<'_>,
    root: usize,
    sat: &Satisfiable<'_>,
) -> Result<Vec<Step>, Reason> {
    let mut steps = Vec::new();
    // Children come before their parents: visit, then visit again to write.
    let mut open = vec![(root, None::<usize>, false)];
    let mut places = vec![0u32; slots.len()];
    while let Some((slot, predicate, written)) = open.pop() {
        let clauses = problem.system.clauses();
        let mut found = None;
        for (position, used, renaming) in &slots[slot].uses {
            let head = clauses[*position]
                .head
                .as_ref()
                .map(|head| head.predicate.index());
            if head == predicate && sat.value(&used.term())?.as_bool() == Some(true) {
                found = Some((*position, renaming));
                break;
            }
        }
        let Some((position, renaming)) = found else {
            let what = "the solver's model uses no clause";
            return Err(Reason::Incomplete(what.to_owned()));
        };
        let clause = &clauses[position];
        let children = clause.body.iter().zip(&slots[slot].children);
        if !written {
            open.push((slot, predicate, true));
            open.extend(
                children.map(|(atom, child)| (*child, Some(atom.predicate.index()), false)),
            );
            continue;
        }
        let mut values = Model::new();
        for (var, term) in renaming.iter() {
            values.set(var.clone(), sat.value(term)?);
        }
        places[slot] = steps.len() as u32;
        steps.push(Step {
            clause: position as u32,
            values,
            premises: children.map(|(_, child)| places[*child]).collect(),
        });
    }
    Ok(steps)
}
