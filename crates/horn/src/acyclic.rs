//! Systems without recursion whose clauses have at most one application in the body, such as chains
//! of interpolation problems: decided by one question, solved by one pass backwards.
//!
//! Every predicate occurs at most once in a derivation, so one copy of its arguments is enough to
//! say that it is derivable. From the queries backwards, each predicate gets lemmas against what
//! its consequences forbid: a model is projected to the arguments, and those literals of the
//! projection are kept that cannot be derived together. Each predicate costs a few questions about
//! its own clauses, and one about derivability for each lemma that the known invariants do not
//! give.

use evidence::horn::{Answer, Derivation, Step};
use logic::{FreshNames, Model, Sort, Substitution, Term, Var};
use question::clauses::Clause;
use smt::{Budget, Context, Outcome, Reason, Satisfiable, Solver, Strategy};

use crate::board::{Board, Engine};
use crate::houdini::{Formulas, interpretation};
use crate::problem::Problem;
use crate::refine::{halves, project};
use crate::unroll::equations;

/// The engine.
pub(crate) struct Acyclic;

impl Engine for Acyclic {
    fn name(&self) -> &'static str {
        "interpolating"
    }

    fn round(&mut self, board: &mut Board<'_>, budget: &Budget) -> Result<Option<Answer>, Reason> {
        solve(board.problem, &board.invariants, budget)
    }
}

/// The answer, on top of invariants that are known; `None` for systems of another kind.
fn solve(
    problem: &Problem<'_>,
    invariants: &Formulas,
    budget: &Budget,
) -> Result<Option<Answer>, Reason> {
    let Some(order) = order(problem) else {
        return Ok(None);
    };
    let mut reach = Reach::new(problem, invariants);
    match reach.solver.check_assuming(&[reach.root.clone()], budget) {
        Outcome::Sat(sat) => {
            let derivation = derivation(problem, &reach.uses, &sat)?;
            return Ok(derivation.map(Answer::Unsat));
        }
        Outcome::Unsat(_) => {}
        Outcome::Unknown(reason) => return Err(reason),
    }
    let mut pass = Pass {
        problem,
        reach,
        local: Solver::new(Strategy::Incremental),
        lemmas: invariants.clone(),
        budget,
    };
    for predicate in order.into_iter().rev() {
        for clause in problem.system.clauses() {
            if clause
                .body
                .iter()
                .any(|atom| atom.predicate.index() == predicate)
                && !pass.protect(clause)?
            {
                return Ok(None);
            }
        }
    }
    Ok(Some(Answer::Sat(interpretation(problem, &pass.lemmas))))
}

/// The predicates, each after those that it is derived from; `None` where there is recursion, or a
/// body with several applications.
fn order(problem: &Problem<'_>) -> Option<Vec<usize>> {
    let clauses = problem.system.clauses();
    if clauses.iter().any(|clause| clause.body.len() > 1) {
        return None;
    }
    let count = problem.parameters.len();
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut missing = vec![0usize; count];
    for clause in clauses {
        if let (Some(head), [atom]) = (&clause.head, &clause.body[..]) {
            after[atom.predicate.index()].push(head.predicate.index());
            missing[head.predicate.index()] += 1;
        }
    }
    let mut order: Vec<usize> = (0..count)
        .filter(|predicate| missing[*predicate] == 0)
        .collect();
    let mut next = 0;
    while next < order.len() {
        for predicate in &after[order[next]] {
            missing[*predicate] -= 1;
            if missing[*predicate] == 0 {
                order.push(*predicate);
            }
        }
        next += 1;
    }
    (order.len() == count).then_some(order)
}

/// A solver that knows what is derivable: each predicate with arguments only if some clause is used.
struct Reach {
    solver: Solver,
    /// Some query is used.
    root: Term,
    /// For each predicate, whether it is derived, and its arguments.
    active: Vec<Var>,
    arguments: Vec<Vec<Var>>,
    /// For each clause, whether it is used, and its variables.
    uses: Vec<(Var, Substitution)>,
}

impl Reach {
    fn new(problem: &Problem<'_>, invariants: &Formulas) -> Self {
        let mut names = FreshNames::new();
        let predicates = problem.system.predicates();
        let active = predicates
            .iter()
            .map(|p| names.fresh(&Var::new(p.name(), Sort::Bool)));
        let active: Vec<Var> = active.collect();
        let parameters = problem.parameters.iter();
        let arguments: Vec<Vec<Var>> = parameters
            .map(|vars| vars.iter().map(|var| names.fresh(var)).collect())
            .collect();
        let mut solver = Solver::new(Strategy::Incremental);
        let mut ways: Vec<Vec<Term>> = vec![Vec::new(); predicates.len()];
        let mut queries = Vec::new();
        let mut uses = Vec::new();
        for clause in problem.system.clauses() {
            let vars = clause.vars().into_iter();
            let renaming: Substitution = vars
                .map(|var| (var.clone(), names.fresh(&var).term()))
                .collect();
            let used = names.fresh(&Var::new("use", Sort::Bool));
            let mut parts = vec![renaming.apply(&clause.constraint)];
            for atom in clause.applications() {
                let arguments = &arguments[atom.predicate.index()];
                parts.extend(equations(&atom.arguments, arguments, &renaming));
            }
            for atom in &clause.body {
                parts.push(active[atom.predicate.index()].term());
            }
            solver.assert(&Term::implies(used.term(), Term::and(parts)));
            match &clause.head {
                Some(head) => ways[head.predicate.index()].push(used.term()),
                None => queries.push(used.term()),
            }
            uses.push((used, renaming));
        }
        for (active, ways) in active.iter().zip(ways) {
            solver.assert(&Term::implies(active.term(), Term::or(ways)));
        }
        for (predicate, invariants) in invariants.iter().enumerate() {
            let parameters = problem.parameters[predicate].iter().cloned();
            let copy: Substitution = parameters
                .zip(arguments[predicate].iter().map(Var::term))
                .collect();
            for invariant in invariants {
                let instance = copy.apply(invariant);
                solver.assert(&Term::implies(active[predicate].term(), instance));
            }
        }
        Reach {
            solver,
            root: Term::or(queries),
            active,
            arguments,
            uses,
        }
    }
}

/// The steps from the used query back to the facts.
fn derivation(
    problem: &Problem<'_>,
    uses: &[(Var, Substitution)],
    sat: &Satisfiable<'_>,
) -> Result<Option<Derivation>, Reason> {
    let clauses = problem.system.clauses();
    let mut steps: Vec<Step> = Vec::new();
    let mut goal = None;
    loop {
        let mut found = None;
        for (position, clause) in clauses.iter().enumerate() {
            let head = clause.head.as_ref().map(|head| head.predicate);
            if head == goal && sat.value(&uses[position].0.term())?.as_bool() == Some(true) {
                found = Some(position);
                break;
            }
        }
        let Some(position) = found else {
            return Ok(None);
        };
        let mut values = Model::new();
        for (var, term) in uses[position].1.iter() {
            values.set(var.clone(), sat.value(term)?);
        }
        steps.push(Step {
            clause: position as u32,
            values,
            premises: Vec::new(),
        });
        match &clauses[position].body[..] {
            [atom] => goal = Some(atom.predicate),
            _ => break,
        }
    }
    steps.reverse();
    for (position, step) in steps.iter_mut().enumerate().skip(1) {
        step.premises = vec![position as u32 - 1];
    }
    Ok(Some(Derivation { steps }))
}

/// The pass from the queries backwards.
struct Pass<'a> {
    problem: &'a Problem<'a>,
    reach: Reach,
    /// A solver for questions about single clauses.
    local: Solver,
    lemmas: Formulas,
    budget: &'a Budget,
}

impl Pass<'_> {
    /// Gives the body of a clause lemmas until the clause is valid.
    fn protect(&mut self, clause: &Clause) -> Result<bool, Reason> {
        let atom = &clause.body[0];
        let predicate = atom.predicate.index();
        let conclusion = clause.head.as_ref().map_or(Term::bottom(), |head| {
            let lemmas = Term::and(self.lemmas[head.predicate.index()].iter().cloned());
            self.problem.instance(head, &lemmas)
        });
        let bad = Term::and([clause.constraint.clone(), Term::not(conclusion)]);
        self.local.push();
        self.local.assert(&bad);
        for lemma in &self.lemmas[predicate] {
            let instance = self.problem.instance(atom, lemma);
            self.local.assert(&instance);
        }
        let mut valid = Ok(true);
        loop {
            let model = match self.local.check(self.budget) {
                Outcome::Unsat(_) => break,
                Outcome::Sat(sat) => sat.model_of(clause.terms()),
                Outcome::Unknown(reason) => Err(reason),
            };
            let lemma = model.and_then(|model| self.lemma(clause, &bad, model));
            match lemma {
                Ok(Some(lemma)) => {
                    let instance = self.problem.instance(atom, &lemma);
                    self.local.assert(&instance);
                    self.lemmas[predicate].push(lemma);
                }
                Ok(None) => {
                    valid = Ok(false);
                    break;
                }
                Err(reason) => {
                    valid = Err(reason);
                    break;
                }
            }
        }
        self.local.pop();
        valid
    }

    /// A formula over the parameters that everything derivable satisfies and the model does not.
    fn lemma(&mut self, clause: &Clause, bad: &Term, model: Model) -> Result<Option<Term>, Reason> {
        let atom = &clause.body[0];
        let predicate = atom.predicate.index();
        let context = Context::current();
        let Some(cube) = project(
            &context,
            self.problem,
            clause,
            atom,
            bad,
            model,
            self.budget,
        )?
        else {
            return Ok(None);
        };
        let literals: Vec<Term> = cube.iter().flat_map(halves).collect();
        let copy: Substitution = (self.problem.parameters[predicate].iter().cloned())
            .zip(self.reach.arguments[predicate].iter().map(Var::term))
            .collect();
        let mut assumptions = vec![self.reach.active[predicate].term()];
        assumptions.extend(literals.iter().map(|literal| copy.apply(literal)));
        let core = match self.reach.solver.check_assuming(&assumptions, self.budget) {
            Outcome::Unsat(unsat) => unsat.core()?,
            Outcome::Sat(_) => return Ok(None),
            Outcome::Unknown(reason) => return Err(reason),
        };
        let used = literals.iter().zip(&assumptions[1..]);
        let used = used.filter(|(_, assumption)| core.contains(assumption));
        let cube = Term::and(used.map(|(literal, _)| literal.clone()));
        Ok(Some(cube.negated_nnf().simplify()))
    }
}
