//! Live solvers.

use budget::Budget;
use logic::{Term, Var};
use rustc_hash::FxHashSet;

use crate::answer::{Satisfiable, Unsatisfiable};
use crate::confine::confined_vars;
use crate::ffi::{self, Answer, Ast, Engine, Error};
use crate::{Context, Outcome, Reason};

/// How a solver works inside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// The incremental core: best for many small questions on one live solver.
    #[default]
    Incremental,
    /// Z3's portfolio of tactics: best for one large question.
    Portfolio,
    /// What Z3 recommends for a logic of SMT-LIB, such as `QF_LIA` or `QF_BV`. Formulas outside
    /// the logic may be answered with unknown.
    Logic(&'static str),
}

/// A live solver: a stack of assertions that questions are asked about.
///
/// The first question to a new solver costs as much as twenty small ones, so solvers are kept
/// alive, one for each role. A failure inside Z3 while something is asserted is not lost: every
/// later answer in the same scope is unknown and says so.
pub struct Solver {
    context: Context,
    solver: ffi::Solver,
    /// The outermost scope, and one for each `push`.
    scopes: Vec<Scope>,
}

#[derive(Default)]
struct Scope {
    assertions: Vec<Term>,
    confined: FxHashSet<Var>,
    /// The assumptions whose literals are defined.
    defined: FxHashSet<Term>,
    failure: Option<Reason>,
}

impl Solver {
    /// A solver in the context of this thread.
    #[must_use]
    pub fn new(strategy: Strategy) -> Self {
        Solver::in_context(&Context::current(), strategy)
    }

    /// A solver in a context.
    #[must_use]
    pub fn in_context(context: &Context, strategy: Strategy) -> Self {
        let engine = match strategy {
            Strategy::Incremental => Engine::Core,
            Strategy::Portfolio => Engine::Portfolio,
            Strategy::Logic(name) => Engine::Logic(name),
        };
        let mut outermost = Scope::default();
        let solver = ffi::Solver::new(context.z3(), engine).or_else(|error| {
            outermost.failure = Some(error.into());
            ffi::Solver::new(context.z3(), Engine::Core)
        });
        Solver {
            context: context.clone(),
            solver: solver.unwrap_or_else(|error| panic!("Z3 makes its plain solver: {error:?}")),
            scopes: vec![outermost],
        }
    }

    /// The context of the solver.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// How many scopes are open.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.scopes.len() - 1
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        let pushed = self.solver.push();
        self.scopes.push(Scope::default());
        self.note(pushed);
    }

    /// Closes the innermost scope and forgets what was asserted in it.
    ///
    /// # Panics
    /// Where no scope is open.
    pub fn pop(&mut self) {
        assert!(self.scopes.len() > 1, "a scope is open");
        self.scopes.pop();
        let popped = self.solver.pop();
        self.note(popped);
    }

    /// Asserts a formula in the innermost scope.
    pub fn assert(&mut self, formula: &Term) {
        let asserted = self.try_assert(formula);
        self.note(asserted);
        self.innermost().assertions.push(formula.clone());
    }

    /// The formulas that are asserted, the oldest first.
    pub fn assertions(&self) -> impl Iterator<Item = &Term> {
        self.scopes.iter().flat_map(|scope| &scope.assertions)
    }

    /// Whether the assertions are satisfiable together.
    pub fn check(&mut self, budget: &Budget) -> Outcome<Satisfiable<'_>, Unsatisfiable<'_>> {
        self.check_assuming(&[], budget)
    }

    /// Whether the assertions are satisfiable together with some formulas that are assumed for
    /// this question only. Where they are not, the answer knows which of these are to blame.
    pub fn check_assuming(
        &mut self,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Outcome<Satisfiable<'_>, Unsatisfiable<'_>> {
        let literals: Result<Vec<Ast>, Error> = assumptions
            .iter()
            .map(|assumption| self.assume(assumption))
            .collect();
        let literals = match literals {
            Ok(literals) => literals,
            Err(error) => return Outcome::Unknown(error.into()),
        };
        if let Some(reason) = self.scopes.iter().find_map(|scope| scope.failure.clone()) {
            return Outcome::Unknown(reason);
        }
        match self.solver.check(&literals, budget) {
            Answer::Sat => Outcome::Sat(Satisfiable::new(self, assumptions)),
            Answer::Unsat => Outcome::Unsat(Unsatisfiable::new(self, assumptions, literals)),
            Answer::Unknown(reason) => Outcome::Unknown(reason),
        }
    }

    pub(crate) fn raw(&self) -> &ffi::Solver {
        &self.solver
    }

    fn innermost(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("the outermost scope stays")
    }

    fn note(&mut self, done: Result<(), Error>) {
        if let Err(error) = done {
            let failure = &mut self.innermost().failure;
            failure.get_or_insert_with(|| error.into());
        }
    }

    fn try_assert(&mut self, formula: &Term) -> Result<(), Error> {
        let ast = self.prepare(formula)?;
        self.solver.assert(&ast)
    }

    /// The translation of a formula, after its variables have been confined to their sorts.
    fn prepare(&mut self, formula: &Term) -> Result<Ast, Error> {
        let translated = self.context.translate(formula)?;
        if translated.confined {
            for var in confined_vars(formula) {
                if self
                    .scopes
                    .iter()
                    .all(|scope| !scope.confined.contains(&var))
                {
                    for confinement in self.context.confinement(&var)? {
                        self.solver.assert(&confinement)?;
                    }
                    self.innermost().confined.insert(var);
                }
            }
        }
        Ok(translated.ast)
    }

    /// The literal for an assumption, after its meaning has been asserted.
    fn assume(&mut self, assumption: &Term) -> Result<Ast, Error> {
        let ast = self.prepare(assumption)?;
        let (literal, definition) = self.context.assumption(assumption, &ast)?;
        if let Some(definition) = definition
            && self
                .scopes
                .iter()
                .all(|scope| !scope.defined.contains(assumption))
        {
            self.solver.assert(&definition)?;
            self.innermost().defined.insert(assumption.clone());
        }
        Ok(literal)
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let assertions: Vec<&Term> = self.assertions().collect();
        f.debug_struct("Solver")
            .field("depth", &self.depth())
            .field("assertions", &assertions)
            .finish_non_exhaustive()
    }
}
