//! Reads `.wvr` files, the input of Weaver (papers/001, section 8.1), into a [`question::Module`].
//!
//! A file is one program whose parallel threads encode the copies of a k-safety claim. Weaver calls
//! it correct if no trace of it is feasible: its last statement assumes the negated postcondition.
//! Here that becomes the claim `safe for main`: what is assumed before anything is done is its
//! `requires`, and what the last statement assumes must be false, which is its `ensures`.
//!
//! # What this crate does not know
//! Engines, files and terminals.
//!
//! # Where to start
//! [`read`]; then `sexpr` for the text, `expressions` for formulas and `statements` for programs.

#![forbid(unsafe_code)]

mod expressions;
mod scope;
mod sexpr;
mod sorts;
mod statements;

use std::ops::Range;

use logic::{Symbol, Term};
use program::{Origin, Program, Variable, VariableKind};
use question::{Claim, ClaimKind, Module, Operand};

use scope::Scope;
use sexpr::{Sexpr, Shape};

/// What a file says.
#[derive(Debug)]
pub struct Reading {
    /// One program, `main`, and one claim about it, `main`.
    pub module: Module,
    spans: Vec<Range<usize>>,
}

impl Reading {
    /// The bytes that an origin in the module stands for.
    #[must_use]
    pub fn span(&self, origin: Origin) -> Option<Range<usize>> {
        self.spans.get(origin.0 as usize).cloned()
    }
}

/// What is wrong with a file: the first thing that is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Problem {
    /// The bytes at which it is wrong.
    pub span: Range<usize>,
    /// What is wrong, a sentence without its full stop.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Problem {
    pub(crate) fn new(span: &Range<usize>, message: impl Into<String>) -> Self {
        Problem {
            span: span.clone(),
            message: message.into(),
            hint: None,
        }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// Reads a text.
///
/// # Errors
/// The first thing that is wrong with it.
///
/// ```
/// let text = "(var x Int) (assume (> x 0)) (set! x (+ x 1)) (assume (not (> x 1)))";
/// let reading = frontend_weaver::read(text).unwrap();
/// let claim = &reading.module.claims[0];
/// assert_eq!(claim.requires.to_string(), "main.x > 0");
/// assert_eq!(claim.ensures.to_string(), "main.x > 1");
/// ```
pub fn read(text: &str) -> Result<Reading, Problem> {
    let items = sexpr::parse(text)?;
    let mut scope = Scope::new();
    let mut hints = Vec::new();
    let mut body = Vec::new();
    for item in &items {
        match item.head() {
            Some("var") => scope.declare(item)?,
            Some("use") => hints.extend(item.arguments()),
            _ => body.push(item),
        }
    }
    if body.is_empty() {
        let problem = Problem::new(&(text.len()..text.len()), "the file has no statement");
        return Err(problem.hint("it claims that no run comes to the end of its statements"));
    }
    let hints: Vec<Term> = hints
        .into_iter()
        .map(|hint| expressions::formula(hint, &scope))
        .collect::<Result<_, _>>()?;
    let first = body.iter().take_while(|item| is_assumption(item)).count();
    // What the last statement assumes is the negated postcondition, even where it is the only one.
    let last = body.last().filter(|item| is_assumption(item)).is_some();
    let (assumed, rest) = body.split_at(first.min(body.len() - usize::from(last)));
    let requires = conjunction(assumed, &scope)?;
    let (rest, ensures) = match rest.split_last() {
        Some((statement, rest)) if last => {
            let refuted = conjunction(&[statement], &scope)?;
            (rest, Term::not(refuted))
        }
        _ => (rest, Term::bottom()),
    };
    let mut lowering = statements::Lowering::new(&scope);
    let graph = lowering.graph(rest)?;
    let name = Symbol::new("main");
    let program = Program {
        name,
        variables: scope
            .variables()
            .map(|(var, span)| Variable {
                var: var.clone(),
                // The threads of a file may share every variable.
                kind: VariableKind::Shared,
                initial: None,
                origin: lowering.origin(span),
            })
            .collect(),
        body: graph,
        justice: Vec::new(),
        compassion: Vec::new(),
        observed: Vec::new(),
        open: Vec::new(),
        origin: Origin::default(),
    };
    let qualified = scope.qualification(name);
    let claim = Claim {
        name,
        kind: ClaimKind::SafeFor {
            copies: vec![Operand {
                alias: name,
                program: name,
                arguments: Vec::new(),
            }],
        },
        requires: requires.substitute(&qualified),
        ensures: ensures.substitute(&qualified),
        hints: hints
            .iter()
            .map(|hint| hint.substitute(&qualified))
            .collect(),
        expect: None,
        origin: Origin::default(),
    };
    let mut spans = lowering.spans();
    spans[0] = 0..text.len();
    Ok(Reading {
        module: Module {
            constants: Vec::new(),
            functions: scope.functions().collect(),
            programs: vec![program],
            claims: vec![claim],
            ..Module::default()
        },
        spans,
    })
}

fn is_assumption(item: &Sexpr) -> bool {
    item.head() == Some("assume")
}

fn conjunction(assumptions: &[&Sexpr], scope: &Scope) -> Result<Term, Problem> {
    let mut formulas = Vec::new();
    for assumption in assumptions {
        if let Shape::List(parts) = &assumption.shape {
            for formula in &parts[1..] {
                formulas.push(expressions::formula(formula, scope)?);
            }
        }
    }
    Ok(Term::and(formulas))
}
