//! Model-based projection: quantifier elimination for the neighbourhood of one model.

use std::collections::BTreeMap;

use budget::Budget;
use logic::{Model, Op, Substitution, Term, Var};

use crate::ffi::{Ast, Error, Wanted, operator};
use crate::{Context, Reason};

/// A projection together with terms for the variables that it no longer has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Projection {
    /// Holds in the model, has none of the eliminated variables, and implies that some values of
    /// them satisfy the projected formula.
    pub formula: Term,
    /// A term for each eliminated variable, such that the projected formula with these terms in
    /// place of the variables holds in the model. That formula is the region in which they are
    /// right; it need not be all of `formula`.
    pub witnesses: BTreeMap<Var, Term>,
}

impl Context {
    /// A formula without the variables `eliminated` that holds in the model and implies
    /// `exists eliminated. formula`.
    ///
    /// # Errors
    /// Where the formula does not hold in the model, Z3 cannot project it, or the budget is used
    /// up.
    pub fn project(
        &self,
        model: &Model,
        eliminated: &[Var],
        formula: &Term,
        budget: &Budget,
    ) -> Result<Term, Reason> {
        let question = Question::new(model, eliminated, formula)?;
        let (projected, _) =
            self.in_workshop(|workshop| question.ask(workshop, Wanted::Formula, budget))?;
        question.projected(&projected)
    }

    /// A projection as [`Context::project`] gives it, and terms for the eliminated variables.
    /// Where Z3's term for a variable is not right even in the model, the model's value stands for
    /// it.
    ///
    /// # Errors
    /// As for [`Context::project`].
    pub fn project_with_witnesses(
        &self,
        model: &Model,
        eliminated: &[Var],
        formula: &Term,
        budget: &Budget,
    ) -> Result<Projection, Reason> {
        let question = Question::new(model, eliminated, formula)?;
        let (projected, witnesses) =
            self.in_workshop(|workshop| question.ask(workshop, Wanted::Witnesses, budget))?;
        Ok(Projection {
            formula: question.projected(&projected)?,
            witnesses: question.witnesses(witnesses),
        })
    }
}

/// What is to be projected, which holds in the model.
struct Question<'a> {
    model: &'a Model,
    eliminated: &'a [Var],
    formula: &'a Term,
}

impl<'a> Question<'a> {
    fn new(model: &'a Model, eliminated: &'a [Var], formula: &'a Term) -> Result<Self, Reason> {
        let question = Question {
            model,
            eliminated,
            formula,
        };
        if question.holds(formula) {
            Ok(question)
        } else {
            let what = "the formula to project does not hold in the model";
            Err(Reason::Incomplete(what.to_owned()))
        }
    }

    fn holds(&self, formula: &Term) -> bool {
        self.model.holds(formula) == Ok(true)
    }

    /// Z3's projection and its terms for the eliminated variables.
    fn ask(
        &self,
        context: &Context,
        wanted: Wanted,
        budget: &Budget,
    ) -> Result<(Term, Vec<Option<Term>>), Reason> {
        let constants = self
            .eliminated
            .iter()
            .map(|var| context.constant(var))
            .collect::<Result<Vec<Ast>, Error>>()?;
        // A variable of a range must not be replaced by what lies outside of it.
        let mut conjuncts = vec![context.translate(self.formula)?.ast];
        for var in self.eliminated {
            conjuncts.extend(context.confinement(var)?);
        }
        let ast = operator(context.z3(), &Op::And, &conjuncts)?;
        let model = context.translate_model(self.model, self.formula)?;
        let (projected, witnesses) = model.project(&constants, &ast, wanted, budget)?;
        let witnesses = witnesses
            .iter()
            .map(|witness| Ok(witness.as_ref().map(|ast| context.read(ast)).transpose()?))
            .collect::<Result<Vec<Option<Term>>, Reason>>()?;
        Ok((context.read(&projected)?, witnesses))
    }

    /// The projection without variables that Z3 left in, which get their values.
    fn projected(&self, projected: &Term) -> Result<Term, Reason> {
        let projected = self.with_values(projected);
        if self.holds(&projected) {
            Ok(projected)
        } else {
            let what = "Z3's projection does not hold in the model";
            Err(Reason::Incomplete(what.to_owned()))
        }
    }

    /// The terms that Z3 found, as far as they are right in the model, and otherwise values.
    fn witnesses(&self, found: Vec<Option<Term>>) -> BTreeMap<Var, Term> {
        let mut witnesses = Substitution::from_iter(self.values());
        for (var, term) in self.eliminated.iter().zip(found) {
            let Some(term) = term else { continue };
            let mut better = witnesses.clone();
            better.insert(var.clone(), self.with_values(&term));
            if self.holds(&better.apply(self.formula)) {
                witnesses = better;
            }
        }
        let witnesses = witnesses.iter();
        witnesses
            .map(|(var, term)| (var.clone(), term.clone()))
            .collect()
    }

    /// The eliminated variables with their values.
    fn values(&self) -> impl Iterator<Item = (Var, Term)> {
        self.eliminated.iter().filter_map(|var| {
            let value = self.model.get(var)?;
            Some((var.clone(), Term::value(value.clone())))
        })
    }

    /// A term with the eliminated variables replaced by their values.
    fn with_values(&self, term: &Term) -> Term {
        Substitution::from_iter(self.values()).apply(term)
    }
}
