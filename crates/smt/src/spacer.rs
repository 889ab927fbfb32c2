//! Constrained Horn clauses by Spacer.

use budget::Budget;
use logic::{Function, Sort, Template, Term, Value, Var};
use rustc_hash::FxHashSet;

use crate::ffi::{Answer, Ast, Decl, Error, Fixedpoint, Shape, Sort as Z3Sort};
use crate::{Context, Reason};

/// A predicate that is to be found, with the parameters that its solution shall be written in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// The predicate: a function with truth values.
    pub predicate: Function,
    /// One variable for each parameter of the predicate.
    pub parameters: Vec<Var>,
}

/// A clause `forall all variables. body => head`. The head is an application of a predicate, or
/// `false`; the body is a conjunction of formulas and applications.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Implication {
    /// The premises.
    pub body: Vec<Term>,
    /// The conclusion.
    pub head: Term,
}

/// A predicate that holds for some values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fact {
    /// The position of the predicate among the unknowns.
    pub predicate: usize,
    /// The values.
    pub values: Vec<Value>,
}

/// What Spacer answers. Nothing of it has been checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpacerAnswer {
    /// A formula for each unknown.
    Solution(Vec<Template>),
    /// The clauses derive `false`, by way of these facts. For clauses with several predicates in
    /// the body, some facts may be missing.
    Derivable(Vec<Fact>),
    /// No answer; what was found for each unknown on the way, at any level.
    Open {
        /// Why.
        reason: Reason,
        /// Formulas that need not hold.
        lemmas: Vec<Vec<Template>>,
    },
}

/// A question for Spacer.
#[derive(Clone, Debug)]
pub struct Spacer<'a> {
    /// The predicates.
    pub unknowns: &'a [Unknown],
    /// The clauses.
    pub clauses: &'a [Implication],
    /// The level at which the search starts: at least the depth of the derivations where that is
    /// known.
    pub first_level: u32,
    /// The level at which the search ends without an answer.
    pub most_levels: Option<u32>,
}

impl Spacer<'_> {
    /// Asks, in a context of its own: what was asked before makes no difference, and an interrupt
    /// spoils nothing.
    #[must_use]
    pub fn ask(&self, budget: &Budget) -> SpacerAnswer {
        self.ask_telling(budget, &|| ())
    }

    /// As [`Spacer::ask`], and tells of each lemma and each step backwards from a query. Unlike
    /// time, these are the same in every run.
    #[must_use]
    pub fn ask_telling(&self, budget: &Budget, on_step: &dyn Fn()) -> SpacerAnswer {
        let answer = self.ask_in(&Context::new(), budget, on_step);
        answer.unwrap_or_else(|reason| SpacerAnswer::Open {
            reason,
            lemmas: Vec::new(),
        })
    }

    fn ask_in(
        &self,
        context: &Context,
        budget: &Budget,
        on_step: &dyn Fn(),
    ) -> Result<SpacerAnswer, Reason> {
        let z3 = context.z3();
        let clauses = Fixedpoint::new(z3, self.most_levels, on_step)?;
        let bool = Z3Sort::bool(z3)?;
        let goal = Decl::function(z3, "contradiction", &[], &bool)?;
        clauses.register(&goal)?;
        let goal = goal.apply(&[])?;
        let mut predicates = Vec::new();
        for unknown in self.unknowns {
            let predicate = context.function(&unknown.predicate)?;
            clauses.register(&predicate)?;
            let parameters = unknown.parameters.iter().map(|var| context.constant(var));
            predicates.push((predicate, parameters.collect::<Result<Vec<Ast>, Error>>()?));
        }
        for clause in self.clauses {
            let body = clause
                .body
                .iter()
                .map(|part| Ok(context.translate(part)?.ast));
            let body = body.collect::<Result<Vec<Ast>, Error>>()?;
            let mut vars = clause.head.free_vars();
            vars.extend(clause.body.iter().flat_map(Term::free_vars));
            let head = match clause.head.is_false() {
                true => goal.clone(),
                false => context.translate(&clause.head)?.ast,
            };
            clauses.add(&context.clause(&vars, body, head)?)?;
        }
        let read = |solution: &Ast, position: usize| {
            let (_, parameters): &(Decl, Vec<Ast>) = &predicates[position];
            let body = context.read(&solution.instantiate(parameters)?)?;
            Ok::<Template, Error>(Template::new(
                self.unknowns[position].parameters.clone(),
                body,
            ))
        };
        let each = || (0..predicates.len()).map(|i| (i, &predicates[i].0));
        Ok(match clauses.query(&goal, self.first_level, budget) {
            Answer::Unsat => {
                let solutions = each().map(|(i, predicate)| read(&clauses.solution(predicate)?, i));
                SpacerAnswer::Solution(solutions.collect::<Result<_, Error>>()?)
            }
            Answer::Sat => {
                let predicates: Vec<&Decl> = each().map(|(_, predicate)| predicate).collect();
                SpacerAnswer::Derivable(self.facts(context, &predicates, clauses.refutation()?)?)
            }
            Answer::Unknown(reason) if z3.is_spoiled() => return Err(reason),
            Answer::Unknown(reason) => {
                let lemmas = each().map(|(i, predicate)| {
                    let lemmas = clauses.lemmas(predicate)?;
                    lemmas.iter().map(|lemma| read(lemma, i)).collect()
                });
                SpacerAnswer::Open {
                    reason,
                    lemmas: lemmas.collect::<Result<_, Error>>()?,
                }
            }
        })
    }

    /// The facts that occur anywhere in a term, in the order in which they are met.
    #[allow(
        clippy::mutable_key_type,
        reason = "a handle is hashed by its address, which never changes"
    )]
    fn facts(
        &self,
        context: &Context,
        predicates: &[&Decl],
        refutation: Ast,
    ) -> Result<Vec<Fact>, Error> {
        let mut facts = Vec::new();
        let mut known = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut open = vec![refutation];
        while let Some(ast) = open.pop() {
            if !seen.insert(ast.clone()) {
                continue;
            }
            let Shape::App(decl, arguments) = ast.shape()? else {
                continue;
            };
            let Some(predicate) = predicates.iter().position(|other| **other == decl) else {
                open.extend(arguments);
                continue;
            };
            let sorts = self.unknowns[predicate].predicate.parameters();
            let values = arguments.iter().zip(sorts).map(|(argument, sort)| {
                let term = context.read(argument).ok()?;
                value_of(&term, sort)
            });
            if let Some(values) = values.collect::<Option<Vec<Value>>>() {
                let fact = Fact { predicate, values };
                if known.insert(fact.clone()) {
                    facts.push(fact);
                }
            }
        }
        Ok(facts)
    }
}

/// The value of a term without variables.
fn value_of(term: &Term, sort: &Sort) -> Option<Value> {
    let value = logic::Model::new().eval(term).ok()?;
    value.is_of(sort).then_some(value)
}
