//! Evidence about formulas and clauses as it stands in files: terms are texts of SMT-LIB, values are
//! data, and whatever the question itself says is not repeated.
//!
//! [`crate::strategy`] and [`crate::horn`] have the same evidence as terms.

use logic::smtlib::{Declarations, parse_term, print_term_with};
use logic::{Model, Quantifier, Sort, Template, Term, Value, Var};
use question::clauses::{Predicate, System};
use question::{Clauses, ForallExists, Formula};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Datum;
use crate::horn::{Answer, Derivation, Interpretation, Step};
use crate::strategy::{self, Case, Choice, Strategy};

/// What is written is no evidence for the question: a sentence that says why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Misfit(pub String);

/// One case of a choice: where the guard holds, the variables of the block get these terms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CaseText {
    /// Where the case applies.
    pub guard: String,
    /// A term for each variable of the block.
    pub terms: Vec<String>,
}

/// How one block of variables is chosen: the first case whose guard holds; the last one where none
/// does.
pub type ChoiceText = Vec<CaseText>;

/// How somebody wins the game that a quantified formula is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Winning {
    /// The existential player does, so that the formula is satisfiable: a choice for each of its
    /// blocks, from the outermost inwards.
    Satisfiable(Vec<ChoiceText>),
    /// The universal player does, so that it is not.
    Unsatisfiable(Vec<ChoiceText>),
}

/// Evidence for or against `forall x. S(x) => exists y. T(x, y)`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Skolem {
    /// How the existential variables are chosen.
    Valid(ChoiceText),
    /// A value for each universal variable, in their order, for which nothing fits.
    Invalid(Vec<Datum>),
}

/// Evidence about a system of clauses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Solved {
    /// A formula for each predicate, over its arguments `x0`, `x1`, …
    Solution(Vec<String>),
    /// The steps to a contradiction, premises first.
    Derivation(Vec<StepText>),
}

/// One use of a clause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StepText {
    /// The position of the clause in its system.
    pub clause: u32,
    /// A value for each variable of the clause, in their order.
    pub values: Vec<Datum>,
    /// For each application of the body the earlier step that derived it.
    pub premises: Vec<u32>,
}

fn written(choice: &Choice, names: &mut Declarations) -> ChoiceText {
    let cases = choice.cases.iter().map(|case| CaseText {
        guard: print_term_with(&case.guard, names),
        terms: case
            .terms
            .iter()
            .map(|term| print_term_with(term, names))
            .collect(),
    });
    cases.collect()
}

fn read(choice: &ChoiceText, vars: &[Var], names: &Declarations) -> Result<Choice, Misfit> {
    let cases = choice.iter().map(|case| {
        let terms = case.terms.iter().map(|text| term(text, names));
        Ok(Case {
            guard: term(&case.guard, names)?,
            terms: terms.collect::<Result<_, Misfit>>()?,
        })
    });
    Ok(Choice {
        vars: vars.to_vec(),
        cases: cases.collect::<Result<_, Misfit>>()?,
    })
}

fn term(text: &str, names: &Declarations) -> Result<Term, Misfit> {
    parse_term(text, names).map_err(|error| Misfit(format!("`{text}`: {error}")))
}

fn values(data: &[Datum], vars: &[Var]) -> Result<Model, Misfit> {
    if data.len() != vars.len() {
        return Err(Misfit(
            "there is not one value for each variable".to_owned(),
        ));
    }
    let mut model = Model::new();
    for (var, datum) in vars.iter().zip(data) {
        let value = datum.decode(&var.sort);
        let value =
            value.ok_or_else(|| Misfit(format!("a value of {} has another sort", var.name)))?;
        model.set(var.clone(), value);
    }
    Ok(model)
}

/// The data of a model; a variable that it leaves open may have any value.
fn data<'v>(model: &Model, vars: impl IntoIterator<Item = &'v Var>) -> Vec<Datum> {
    let vars = vars.into_iter();
    let values = vars.map(|var| match model.get(var) {
        Some(value) => value.into(),
        None => (&Value::default_of(&var.sort)).into(),
    });
    values.collect()
}

/// The names of the variables of a formula.
fn names_of(question: &Formula) -> Declarations {
    let mut names = Declarations::new();
    let vars = question.prenex.blocks().iter().flat_map(|it| &it.vars);
    vars.for_each(|var| names.add_var(var));
    names
}

impl Winning {
    /// A strategy as it is written.
    #[must_use]
    pub fn of(question: &Formula, strategy: &Strategy) -> Self {
        let mut names = names_of(question);
        let choices = strategy.choices.iter();
        let choices = choices.map(|choice| written(choice, &mut names)).collect();
        match strategy.winner {
            Quantifier::Exists => Winning::Satisfiable(choices),
            Quantifier::Forall => Winning::Unsatisfiable(choices),
        }
    }

    /// The strategy that is written.
    ///
    /// # Errors
    /// Where it is none for this formula.
    pub fn read(&self, question: &Formula) -> Result<Strategy, Misfit> {
        let (winner, choices) = match self {
            Winning::Satisfiable(choices) => (Quantifier::Exists, choices),
            Winning::Unsatisfiable(choices) => (Quantifier::Forall, choices),
        };
        let blocks = question.prenex.blocks().iter();
        let own: Vec<_> = blocks.filter(|it| it.quantifier == winner).collect();
        if own.len() != choices.len() {
            let what = "there is not one choice for each block of the winner";
            return Err(Misfit(what.to_owned()));
        }
        let names = names_of(question);
        let choices = own.iter().zip(choices);
        let choices = choices.map(|(block, choice)| read(choice, &block.vars, &names));
        Ok(Strategy {
            winner,
            choices: choices.collect::<Result<_, Misfit>>()?,
        })
    }
}

impl Skolem {
    /// An answer as it is written.
    #[must_use]
    pub fn of(question: &ForallExists, answer: &strategy::ForallExists) -> Self {
        match answer {
            strategy::ForallExists::Valid(choice) => {
                Skolem::Valid(written(choice, &mut Self::names(question)))
            }
            strategy::ForallExists::Invalid(model) => {
                Skolem::Invalid(data(model, &question.universal()))
            }
        }
    }

    /// The answer that is written.
    ///
    /// # Errors
    /// Where it is none for this question.
    pub fn read(&self, question: &ForallExists) -> Result<strategy::ForallExists, Misfit> {
        Ok(match self {
            Skolem::Valid(choice) => strategy::ForallExists::Valid(read(
                choice,
                &question.existential,
                &Self::names(question),
            )?),
            Skolem::Invalid(data) => {
                let universal = Vec::from_iter(question.universal());
                strategy::ForallExists::Invalid(values(data, &universal)?)
            }
        })
    }

    fn names(question: &ForallExists) -> Declarations {
        let mut names = Declarations::new();
        let universal = question.universal();
        let vars = universal.iter().chain(&question.existential);
        vars.for_each(|var| names.add_var(var));
        names
    }
}

impl Solved {
    /// An answer as it is written.
    #[must_use]
    pub fn of(question: &Clauses, answer: &Answer) -> Self {
        let system = &question.system;
        match answer {
            Answer::Sat(interpretation) => {
                let pairs = system.predicates().iter().zip(&interpretation.formulas);
                let formulas = pairs.map(|(predicate, formula)| {
                    let parameters = parameters(predicate);
                    let arguments: Vec<Term> = parameters.iter().map(Var::term).collect();
                    let mut names = names_among(&parameters);
                    print_term_with(&formula.instantiate(&arguments), &mut names)
                });
                Solved::Solution(formulas.collect())
            }
            Answer::Unsat(derivation) => {
                let steps = derivation.steps.iter().map(|step| StepText {
                    clause: step.clause,
                    values: match system.clauses().get(step.clause as usize) {
                        Some(clause) => data(&step.values, &clause.vars()),
                        None => Vec::new(),
                    },
                    premises: step.premises.clone(),
                });
                Solved::Derivation(steps.collect())
            }
        }
    }

    /// The answer that is written.
    ///
    /// # Errors
    /// Where it is none for these clauses.
    pub fn read(&self, question: &Clauses) -> Result<Answer, Misfit> {
        let system = &question.system;
        Ok(match self {
            Solved::Solution(texts) => Answer::Sat(interpretation(system, texts)?),
            Solved::Derivation(steps) => {
                let steps = steps.iter().map(|step| {
                    let clause = system.clauses().get(step.clause as usize);
                    let clause = clause
                        .ok_or_else(|| Misfit(format!("there is no clause {}", step.clause)))?;
                    Ok(Step {
                        clause: step.clause,
                        values: values(&step.values, &Vec::from_iter(clause.vars()))?,
                        premises: step.premises.clone(),
                    })
                });
                let steps = steps.collect::<Result<_, Misfit>>()?;
                Answer::Unsat(Derivation { steps })
            }
        })
    }
}

fn interpretation(system: &System, texts: &[String]) -> Result<Interpretation, Misfit> {
    let predicates = system.predicates();
    if predicates.len() != texts.len() {
        let what = "there is not one formula for each predicate";
        return Err(Misfit(what.to_owned()));
    }
    let formulas = predicates.iter().zip(texts).map(|(predicate, text)| {
        let parameters = parameters(predicate);
        let body = term(text, &names_among(&parameters))?;
        if body.sort() != &Sort::Bool {
            return Err(Misfit(format!("`{text}` is no formula")));
        }
        Ok(Template::new(parameters, body))
    });
    let formulas = formulas.collect::<Result<_, Misfit>>()?;
    Ok(Interpretation { formulas })
}

/// The arguments of a predicate as variables.
fn parameters(predicate: &Predicate) -> Vec<Var> {
    let sorts = predicate.sorts().iter().enumerate();
    sorts
        .map(|(position, sort)| Var::new(format!("x{position}").as_str(), sort.clone()))
        .collect()
}

fn names_among(parameters: &[Var]) -> Declarations {
    let mut names = Declarations::new();
    parameters.iter().for_each(|var| names.add_var(var));
    names
}
