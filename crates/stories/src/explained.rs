//! What evidence says, for people who want to use it: invariants, relations, strategies, models.

use std::collections::BTreeSet;

use evidence::abstraction::{CutMap, Refinement};
use evidence::horn::{Answer, Derivation, Interpretation, Step};
use evidence::strategy::{Choice, ForallExists as Found, Strategy};
use evidence::{Evidence, VerdictKind};
use logic::smtlib::print_term;
use logic::{Sort, Symbol, Term, Var};
use program::{Function, Origin};
use question::clauses::{Application, Clause, PredicateId, System};
use question::{Clauses, ForallExists, Formula, Question, Refines};

/// A line, and the place that it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What it says.
    pub text: String,
    /// The place, if it is about one.
    pub origin: Option<Origin>,
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Line { text, origin: None }
    }
}

/// What evidence says, line by line: the relation at each pair of cut points, the winner's choices, a
/// solution of clauses or a derivation from them. Nothing where evidence is not made to be read.
#[must_use]
pub fn explained(question: &Question, evidence: &Evidence) -> Vec<Line> {
    let lines = match (question, evidence) {
        (Question::Refines(question), Evidence::Refinement(Refinement::Map(map))) => {
            Some(relations(question, map))
        }
        (Question::Formula(question), Evidence::Formula(winning)) => {
            let strategy = winning.read(question).ok();
            strategy.map(|strategy| choices(question, &strategy))
        }
        (Question::ForallExists(question), Evidence::ForallExists(skolem)) => {
            let answer = skolem.read(question).ok();
            answer.map(|answer| witnesses(question, &answer))
        }
        (Question::Clauses(question), Evidence::Clauses(solved)) => {
            match solved.read(question).ok() {
                None => None,
                Some(Answer::Sat(solution)) => Some(definitions(&question.system, &solution)),
                Some(Answer::Unsat(derivation)) => Some(steps(question, &derivation)),
            }
        }
        _ => None,
    };
    lines.unwrap_or_default()
}

/// The word that people of the field use for a verdict on such a question, where it is another one.
#[must_use]
pub fn answer(question: &Question, verdict: VerdictKind) -> Option<&'static str> {
    let [yes, no] = match question {
        Question::Formula(_) | Question::Clauses(_) => ["sat", "unsat"],
        Question::ForallExists(_) => ["valid", "invalid"],
        _ => return None,
    };
    match verdict {
        VerdictKind::Proved => Some(yes),
        VerdictKind::Refuted => Some(no),
        VerdictKind::Unknown => None,
    }
}

/// What holds at each pair of cut points.
fn relations(question: &Refines, map: &CutMap) -> Vec<Line> {
    let pair = &question.comparison.proof;
    let name = |function: &Function, block: u32| {
        let block = function.blocks.get(block as usize);
        block.map_or_else(String::new, |block| block.name.to_string())
    };
    let nodes = map.nodes.iter().map(|node| {
        let ours = name(&pair.implementation, node.implementation);
        let theirs = name(&pair.specification, node.specification);
        Line::from(format!("at T {ours}, S {theirs}: {}", node.relation))
    });
    nodes.collect()
}

/// A definition for each variable of the winner.
fn choices(question: &Formula, strategy: &Strategy) -> Vec<Line> {
    let mut before: Vec<Var> = Vec::new();
    let mut choices = strategy.choices.iter();
    let mut lines = Vec::new();
    for block in question.prenex.blocks() {
        if block.quantifier == strategy.winner {
            let choice = choices.next().into_iter();
            lines.extend(choice.flat_map(|choice| functions(choice, &before)));
        }
        before.extend(block.vars.iter().cloned());
    }
    lines
}

/// How values are chosen, or for which values none fit.
fn witnesses(question: &ForallExists, answer: &Found) -> Vec<Line> {
    let universal = Vec::from_iter(question.universal());
    match answer {
        Found::Valid(choice) => functions(choice, &universal),
        Found::Invalid(model) => {
            let values = universal.iter().filter_map(|var| {
                let value = model.get(var)?;
                Some(define(var.name, &[], &var.sort, &Term::value(value.clone())).into())
            });
            values.collect()
        }
    }
}

/// A function for each variable of a choice, of those variables chosen before that it mentions.
fn functions(choice: &Choice, before: &[Var]) -> Vec<Line> {
    let terms = choice.terms().into_iter().map(|(var, term)| {
        let mentioned = term.free_vars();
        let parameters = before.iter().filter(|var| mentioned.contains(var));
        let parameters: Vec<Var> = parameters.cloned().collect();
        define(var.name, &parameters, &var.sort, &term).into()
    });
    terms.collect()
}

/// A definition for each predicate, whose parameters are called as its clauses call them.
fn definitions(system: &System, solution: &Interpretation) -> Vec<Line> {
    let formulas = system.ids().zip(&solution.formulas);
    let lines = formulas.map(|(id, formula)| {
        let name = system.predicate(id).name();
        let own = names(system, id).unwrap_or_else(|| formula.parameters().to_vec());
        let arguments: Vec<Term> = own.iter().cloned().map(Term::var).collect();
        define(name, &own, &Sort::Bool, &formula.instantiate(&arguments)).into()
    });
    lines.collect()
}

/// What the arguments of a predicate are called where it is first applied to different variables.
fn names(system: &System, id: PredicateId) -> Option<Vec<Var>> {
    let sorts = system.predicate(id).sorts();
    let applications = system.clauses().iter().flat_map(Clause::applications);
    let mut own = applications.filter(|application| application.predicate == id);
    own.find_map(|application| {
        let arguments = application.arguments.iter().zip(sorts);
        let names = arguments.map(|(argument, sort)| {
            let var = argument.as_var()?;
            Some(Var::new(var.name, sort.clone()))
        });
        let names: Vec<Var> = names.collect::<Option<_>>()?;
        let different: BTreeSet<&Var> = names.iter().collect();
        (different.len() == names.len()).then_some(names)
    })
}

/// `2: (p 1) from 0, 1 with x = 1`, for each use of a clause.
fn steps(question: &Clauses, derivation: &Derivation) -> Vec<Line> {
    let system = &question.system;
    let lines = derivation.steps.iter().enumerate().map(|(number, step)| {
        let clause = system.clauses().get(step.clause as usize);
        let head = clause.and_then(|clause| clause.head.as_ref());
        let derives = head.map_or("false".to_owned(), |head| fact(system, head, step));
        let mut text = format!("{number}: {derives}");
        if !step.premises.is_empty() {
            let premises: Vec<String> = step.premises.iter().map(ToString::to_string).collect();
            text += &format!(" from {}", premises.join(", "));
        }
        let values: Vec<String> = step
            .values
            .vars()
            .map(|(var, value)| {
                format!("{} = {}", var.name, print_term(&Term::value(value.clone())))
            })
            .collect();
        if !values.is_empty() {
            text += &format!(" with {}", values.join(", "));
        }
        Line {
            text,
            origin: question.origins.get(step.clause as usize).copied(),
        }
    });
    lines.collect()
}

/// The application with its values.
fn fact(system: &System, atom: &Application, step: &Step) -> String {
    let name = system.predicate(atom.predicate).name();
    let values = step.arguments(atom).unwrap_or_default();
    let mut text = name.to_string();
    for value in &values {
        text += &format!(" {}", print_term(&Term::value(value.clone())));
    }
    match values.is_empty() {
        true => text,
        false => format!("({text})"),
    }
}

/// A definition of SMT-LIB.
fn define(name: Symbol, parameters: &[Var], sort: &Sort, body: &Term) -> String {
    let list: Vec<String> = parameters
        .iter()
        .map(|var| format!("({} {})", quoted(var.name), sort_name(&var.sort)))
        .collect();
    let (name, list, sort) = (quoted(name), list.join(" "), sort_name(sort));
    format!("(define-fun {name} ({list}) {sort} {})", print_term(body))
}

/// The name as a symbol of SMT-LIB.
fn quoted(name: Symbol) -> String {
    print_term(&Term::constant(name.as_str(), Sort::Bool))
}

fn sort_name(sort: &Sort) -> &'static str {
    match sort {
        Sort::Bool => "Bool",
        Sort::Real => "Real",
        _ => "Int",
    }
}
