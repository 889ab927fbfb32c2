//! One way through a clause: a conjunction of literals, with a plan to find values for its
//! variables from the values of the premises.

use std::collections::BTreeSet;

use logic::linear::Linear;
use logic::{Integer, Op, Rational, Sort, Substitution, Term, Var};
use question::clauses::{Application, Clause};

/// A clause whose constraint is one cube of the clause's constraint.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// The position of the clause.
    pub(crate) clause: usize,
    pub(crate) body: Vec<Application>,
    pub(crate) head: Option<Application>,
    /// The conjuncts of the cube.
    pub(crate) literals: Vec<Term>,
    /// How to find values for the variables.
    pub(crate) plan: Vec<Action>,
    /// The defined variables as terms over the others.
    pub(crate) definitions: Substitution,
    /// Whether the plan leaves a choice.
    pub(crate) chooses: bool,
}

/// A step of a plan.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// The variable is an argument of a premise: the position of the premise and of the argument.
    Take(Var, usize, usize),
    /// The variable may have any value.
    Choose(Var),
    /// The variable has the value of a term.
    Define(Var, Term),
    /// The formula must hold.
    Test(Term),
    /// A term must have the value of an argument of a premise.
    Match(Term, usize, usize),
}

/// The most cubes that a constraint is split into.
const MOST_CUBES: usize = 32;

impl Path {
    /// The ways through a clause.
    pub(crate) fn of(position: usize, clause: &Clause) -> Vec<Path> {
        let constraint = clause.constraint.nnf();
        let cubes = cubes(&constraint).unwrap_or_else(|| vec![constraint.conjuncts()]);
        let paths = cubes
            .into_iter()
            .map(|literals| Path::new(position, clause, literals));
        paths.collect()
    }

    fn new(position: usize, clause: &Clause, literals: Vec<Term>) -> Path {
        let (plan, chooses) = Planner::plan(clause, &literals);
        let mut definitions = Substitution::new();
        for action in &plan {
            if let Action::Define(var, term) = action {
                definitions.insert(var.clone(), term.substitute(&definitions));
            }
        }
        Path {
            clause: position,
            body: clause.body.clone(),
            head: clause.head.clone(),
            literals,
            plan,
            definitions,
            chooses,
        }
    }
}

/// The cubes of a formula in negation normal form; `None` where there are too many.
fn cubes(term: &Term) -> Option<Vec<Vec<Term>>> {
    match term.op() {
        Some(Op::Or) => {
            let mut all = Vec::new();
            for part in term.children() {
                all.extend(cubes(part)?);
                (all.len() <= MOST_CUBES).then_some(())?;
            }
            Some(all)
        }
        Some(Op::And) => {
            let mut all: Vec<Vec<Term>> = vec![Vec::new()];
            for part in term.children() {
                let right = cubes(part)?;
                (all.len() * right.len() <= MOST_CUBES).then_some(())?;
                let pairs = all
                    .iter()
                    .flat_map(|a| right.iter().map(move |b| [&a[..], b].concat()));
                all = pairs.collect();
            }
            Some(all)
        }
        _ if term.is_false() => Some(Vec::new()),
        _ if term.is_true() => Some(vec![Vec::new()]),
        _ => Some(vec![vec![term.clone()]]),
    }
}

/// Orders the literals so that every variable is known before it is used.
struct Planner {
    known: BTreeSet<Var>,
    plan: Vec<Action>,
}

impl Planner {
    fn plan(clause: &Clause, literals: &[Term]) -> (Vec<Action>, bool) {
        let mut planner = Planner {
            known: BTreeSet::new(),
            plan: Vec::new(),
        };
        let mut matches = Vec::new();
        for (i, atom) in clause.body.iter().enumerate() {
            for (j, argument) in atom.arguments.iter().enumerate() {
                match argument.as_var() {
                    Some(var) if planner.known.insert(var.clone()) => {
                        planner.plan.push(Action::Take(var.clone(), i, j));
                    }
                    _ => matches.push((argument.clone(), i, j)),
                }
            }
        }
        let mut open: Vec<Term> = literals.to_vec();
        let mut chooses = false;
        loop {
            planner.advance(&mut open, &mut matches);
            let terms = matches.iter().map(|(term, _, _)| term);
            let mut unknown = open.iter().chain(terms).flat_map(Term::free_vars);
            let Some(var) = unknown.find(|var| !planner.known.contains(var)) else {
                break;
            };
            planner.choose(var);
            chooses = true;
        }
        for var in clause.vars() {
            if !planner.known.contains(&var) {
                planner.choose(var);
                chooses = true;
            }
        }
        (planner.plan, chooses)
    }

    fn choose(&mut self, var: Var) {
        self.known.insert(var.clone());
        self.plan.push(Action::Choose(var));
    }

    fn is_known(&self, term: &Term) -> bool {
        term.free_vars().iter().all(|var| self.known.contains(var))
    }

    /// Takes all literals that can be tested or that define a variable.
    fn advance(&mut self, open: &mut Vec<Term>, matches: &mut Vec<(Term, usize, usize)>) {
        loop {
            let before = self.plan.len();
            open.retain(|literal| {
                if self.is_known(literal) {
                    self.plan.push(Action::Test(literal.clone()));
                    return false;
                }
                if let Some((var, term)) = self.definition(literal) {
                    self.known.insert(var.clone());
                    self.plan.push(Action::Define(var, term));
                    return false;
                }
                true
            });
            matches.retain(|(term, i, j)| {
                let known = self.is_known(term);
                if known {
                    self.plan.push(Action::Match(term.clone(), *i, *j));
                }
                !known
            });
            if self.plan.len() == before {
                return;
            }
        }
    }

    /// The unknown variable that a literal determines, and its value. The sort of the variable must
    /// have all values that the term can have.
    fn definition(&self, literal: &Term) -> Option<(Var, Term)> {
        let unknown = |term: &Term| {
            let var = term.as_var()?;
            (!self.known.contains(var) && var.sort == var.sort.carrier()).then(|| var.clone())
        };
        if let Some(var) = unknown(literal) {
            return Some((var, Term::top()));
        }
        match (literal.op()?, literal.children()) {
            (Op::Not, [inner]) => Some((unknown(inner)?, Term::bottom())),
            (Op::Eq, [a, b]) => {
                for (left, right) in [(a, b), (b, a)] {
                    if let Some(var) = unknown(left)
                        && self.is_known(right)
                    {
                        return Some((var, right.clone()));
                    }
                }
                match a.sort().carrier() {
                    Sort::Int => self.solved(a, b),
                    Sort::Real => self.solved_real(a, b),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn solved(&self, a: &Term, b: &Term) -> Option<(Var, Term)> {
        let sum = &Linear::<Integer>::of(a)? - &Linear::<Integer>::of(b)?;
        let (term, factor) = sum.monomials().find(|(term, factor)| {
            let unit = factor.abs().is_one();
            let var = term.as_var().filter(|var| var.sort == Sort::Int);
            unit && var.is_some_and(|var| !self.known.contains(var))
        })?;
        let rest = sum
            .replaced(term, &Linear::literal(Integer::ZERO))
            .scaled(&-factor)
            .to_term();
        let var = term.as_var()?.clone();
        (self.is_known(&rest)).then_some((var, rest))
    }

    fn solved_real(&self, a: &Term, b: &Term) -> Option<(Var, Term)> {
        let sum = &Linear::<Rational>::of(a)? - &Linear::<Rational>::of(b)?;
        let (term, factor) = (sum.monomials())
            .find(|(term, _)| term.as_var().is_some_and(|var| !self.known.contains(var)))?;
        let factor = Rational::from(-1).checked_div(factor)?;
        let rest = sum
            .replaced(term, &Linear::literal(Rational::ZERO))
            .scaled(&factor)
            .to_term();
        let var = term.as_var()?.clone();
        (self.is_known(&rest)).then_some((var, rest))
    }
}
