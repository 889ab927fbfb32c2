//! Ready-made properties, as `safe for` claims.

use logic::{Symbol, Term, Var};
use program::Program;

use super::claims::Aliases;
use super::globals::Globals;
use crate::diagnostic::{Diagnostic, Sink};
use crate::syntax::{self, Name, Property, PropertyKind};

/// One claim that a property stands for.
pub(super) struct Law {
    pub(super) name: Symbol,
    /// How many of the copies take part, if not all.
    pub(super) copies: Option<usize>,
    pub(super) requires: Vec<Term>,
    pub(super) ensures: Vec<Term>,
}

impl Law {
    /// The claim itself, to which nothing is added.
    pub(super) fn plain(claim: &syntax::Claim) -> Law {
        Law {
            name: claim.name.text,
            copies: None,
            requires: Vec::new(),
            ensures: Vec::new(),
        }
    }
}

/// The claims that a property stands for.
pub(super) fn laws(
    claim: &syntax::Claim,
    property: &Property,
    aliases: &Aliases<'_>,
    globals: &Globals<'_>,
    sink: &mut Sink,
) -> Vec<Law> {
    let mut speaker = Speaker {
        aliases,
        globals,
        sink,
    };
    let all_known = match &property.kind {
        PropertyKind::Deterministic(outputs) => speaker.know(0, outputs.as_deref().unwrap_or(&[])),
        PropertyKind::Equivalent(outputs) => speaker.know(0, outputs) && speaker.know(1, outputs),
        PropertyKind::Noninterference { secret, public } => {
            speaker.know(0, secret) && speaker.know(0, public)
        }
        PropertyKind::Comparator {
            left,
            right,
            result,
        } => {
            let are_known = speaker.know(0, left) && speaker.know(0, right);
            are_known && speaker.know(0, &[*result]) && speaker.are_comparable(left, right)
        }
    };
    if !all_known {
        return Vec::new();
    }
    match &property.kind {
        PropertyKind::Deterministic(outputs) => {
            let ensures = match outputs {
                Some(outputs) => speaker.equal(0, outputs, 1, outputs),
                None => speaker.same(|program| program.outputs().cloned().collect()),
            };
            let requires = speaker.same(|program| program.inputs().cloned().collect());
            vec![Law {
                requires,
                ensures,
                ..Law::plain(claim)
            }]
        }
        PropertyKind::Equivalent(outputs) => vec![Law {
            requires: speaker.same(|program| program.inputs().cloned().collect()),
            ensures: speaker.equal(0, outputs, 1, outputs),
            ..Law::plain(claim)
        }],
        PropertyKind::Noninterference { secret, public } => {
            let is_secret = |var: &Var| secret.iter().any(|name| name.text == var.name);
            let inputs = |program: &super::programs::Signature| {
                let inputs = program.inputs().filter(|var| !is_secret(var));
                inputs.cloned().collect()
            };
            vec![Law {
                requires: speaker.same(inputs),
                ensures: speaker.equal(0, public, 1, public),
                ..Law::plain(claim)
            }]
        }
        PropertyKind::Comparator {
            left,
            right,
            result,
        } => speaker.comparator(claim, left, right, *result),
    }
}

struct Speaker<'a, 's> {
    aliases: &'a Aliases<'a>,
    globals: &'a Globals<'s>,
    sink: &'a mut Sink,
}

impl Speaker<'_, '_> {
    fn variable(&mut self, copy: usize, name: Name) -> Option<Term> {
        let alias = self.aliases.entries[copy].0;
        self.aliases.resolve(alias, name, self.globals, self.sink)
    }

    /// Whether a copy has all these variables; says it where it has not.
    fn know(&mut self, copy: usize, names: &[Name]) -> bool {
        names
            .iter()
            .all(|name| self.variable(copy, *name).is_some())
    }

    /// Whether variables of one program can be compared, one by one; says it where they cannot.
    fn are_comparable(&mut self, left: &[Name], right: &[Name]) -> bool {
        let errors = self.sink.error_count();
        self.equal(0, left, 0, right);
        self.sink.error_count() == errors
    }

    /// That variables of two copies are equal, one by one.
    fn equal(&mut self, a: usize, left: &[Name], b: usize, right: &[Name]) -> Vec<Term> {
        let mut equations = Vec::new();
        for (x, y) in left.iter().zip(right) {
            let (Some(first), Some(second)) = (self.variable(a, *x), self.variable(b, *y)) else {
                continue;
            };
            if first.sort().is_comparable(second.sort()) {
                equations.push(Term::eq(first, second));
            } else {
                let message = format!("`{}` and `{}` have different types", x.text, y.text);
                self.sink.push(Diagnostic::error(y.span, message));
            }
        }
        equations
    }

    /// That the variables of the first two programs that have the same name and type are equal.
    fn same(&self, vars: impl Fn(&super::programs::Signature) -> Vec<Var>) -> Vec<Term> {
        self.same_in(0, 1, vars)
    }

    /// That the variables of two programs that have the same name and type are equal.
    fn same_in(
        &self,
        a: usize,
        b: usize,
        vars: impl Fn(&super::programs::Signature) -> Vec<Var>,
    ) -> Vec<Term> {
        let (first, program) = &self.aliases.entries[a];
        let (second, other) = &self.aliases.entries[b];
        let others = vars(other);
        let shared = vars(program).into_iter().filter(|var| others.contains(var));
        shared
            .map(|var| {
                let of = |alias: &Name| Program::qualified(alias.text, &var).term();
                Term::eq(of(first), of(second))
            })
            .collect()
    }

    /// The three laws of a comparator (papers/001, Fig. 5).
    fn comparator(
        &mut self,
        claim: &syntax::Claim,
        left: &[Name],
        right: &[Name],
        result: Name,
    ) -> Vec<Law> {
        if left.len() != right.len() {
            let message = "a comparator compares as many variables with as many others";
            self.sink.push(Diagnostic::error(claim.span, message));
            return Vec::new();
        }
        let mut results = Vec::new();
        for copy in 0..3 {
            let Some(term) = self.variable(copy, result) else {
                return Vec::new();
            };
            if !term.sort().is_arithmetic() {
                let message = format!("the result `{}` of a comparator is a number", result.text);
                self.sink.push(Diagnostic::error(result.span, message));
                return Vec::new();
            }
            results.push(term);
        }
        let zero = Term::number(&results[0].sort().carrier(), 0);
        let positive = |copy: usize| Term::gt(results[copy].clone(), zero.clone());
        let negative = |copy: usize| Term::lt(results[copy].clone(), zero.clone());
        let name = |law: &str| Symbol::new(&format!("{}.{law}", claim.name.text));
        // What one copy compares first or second, another compares first or second. Whatever else
        // the copies are given is the same for all.
        let is_compared = |var: &Var| (left.iter().chain(right)).any(|name| name.text == var.name);
        let mut link = |pairs: &[(usize, &[Name], usize, &[Name])]| {
            let linked = pairs.iter();
            let mut all: Vec<Term> = linked
                .flat_map(|(a, x, b, y)| self.equal(*a, x, *b, y))
                .collect();
            let last = pairs.iter().map(|(_, _, copy, _)| *copy).max();
            for copy in 1..=last.unwrap_or_default() {
                all.extend(self.same_in(0, copy, |program| {
                    let inputs = program.inputs().filter(|var| !is_compared(var));
                    inputs.cloned().collect()
                }));
            }
            all
        };
        vec![
            Law {
                name: name("symmetric"),
                copies: Some(2),
                requires: link(&[(0, left, 1, right), (0, right, 1, left)]),
                ensures: vec![
                    Term::eq(positive(0), negative(1)),
                    Term::eq(negative(0), positive(1)),
                ],
            },
            Law {
                name: name("transitive"),
                copies: None,
                requires: link(&[
                    (0, right, 1, left),
                    (0, left, 2, left),
                    (1, right, 2, right),
                ]),
                ensures: vec![Term::implies(
                    Term::and([positive(0), positive(1)]),
                    positive(2),
                )],
            },
            Law {
                name: name("substitutive"),
                copies: None,
                requires: link(&[
                    (0, left, 1, left),
                    (0, right, 2, left),
                    (1, right, 2, right),
                ]),
                ensures: vec![Term::implies(
                    Term::eq(results[0].clone(), zero.clone()),
                    Term::and([
                        Term::eq(positive(1), positive(2)),
                        Term::eq(negative(1), negative(2)),
                    ]),
                )],
            },
        ]
    }
}
