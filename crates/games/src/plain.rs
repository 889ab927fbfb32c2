//! Variables confined to ranges, as plain integers with their ranges as conditions.
//!
//! A term for a variable that is confined to a range has to be shown to stay in it, so that the
//! range must be part of the formula that the term is put into.

use evidence::strategy::Strategy;
use logic::{FreshNames, Prenex, Quantifier, Range, Sort, Substitution, Term, Var};

/// The condition that a term is in a range.
fn confined(term: &Term, range: Range) -> Term {
    Term::and([
        Term::le(Term::int(range.low()), term.clone()),
        Term::le(term.clone(), Term::int(range.high())),
    ])
}

/// A plain copy of the variable with a name that is free, and its range as a condition; nothing for
/// a variable that is plain already.
fn plain_copy(var: &Var, names: &mut FreshNames) -> Option<(Var, Term)> {
    let Sort::Range(range) = var.sort else {
        return None;
    };
    names.avoid(var.name);
    let copy = names.fresh(&Var::new(var.name, Sort::Int));
    let condition = confined(&copy.term(), range);
    Some((copy, condition))
}

/// A formula in which the variables to choose are plain, and their ranges conjuncts.
pub(crate) struct PlainFormula {
    pub(crate) vars: Vec<Var>,
    pub(crate) formula: Term,
}

impl PlainFormula {
    pub(crate) fn of(vars: &[Var], formula: &Term, premise: &Term) -> Self {
        let mut plain = PlainFormula {
            vars: vars.to_vec(),
            formula: formula.clone(),
        };
        if !vars.iter().any(|var| matches!(var.sort, Sort::Range(_))) {
            return plain;
        }
        let mut names = FreshNames::new();
        names.avoid_term(formula);
        names.avoid_term(premise);
        let mut renaming = Substitution::new();
        let mut conjuncts = Vec::new();
        for var in &mut plain.vars {
            if let Some((copy, condition)) = plain_copy(var, &mut names) {
                conjuncts.push(condition);
                renaming.insert(var.clone(), copy.term());
                *var = copy;
            }
        }
        conjuncts.push(formula.substitute(&renaming));
        plain.formula = Term::and(conjuncts);
        plain
    }
}

/// A game in which all variables are plain: an existential variable has to be in its range, a
/// universal one is only considered there.
pub(crate) struct PlainGame<'g> {
    original: &'g Prenex,
    /// The plain game and the original variable for each plain one, where they differ.
    changed: Option<(Prenex, Substitution)>,
}

impl<'g> PlainGame<'g> {
    pub(crate) fn of(original: &'g Prenex) -> Self {
        let all = original.blocks().iter().flat_map(|block| &block.vars);
        if !all.clone().any(|var| matches!(var.sort, Sort::Range(_))) {
            return PlainGame {
                original,
                changed: None,
            };
        }
        let mut names = FreshNames::new();
        all.for_each(|var| names.avoid(var.name));
        let (mut there, mut back) = (Substitution::new(), Substitution::new());
        let mut blocks = Vec::new();
        for block in original.blocks() {
            let (mut vars, mut conditions) = (Vec::new(), Vec::new());
            for var in &block.vars {
                match plain_copy(var, &mut names) {
                    Some((copy, condition)) => {
                        there.insert(var.clone(), copy.term());
                        back.insert(copy.clone(), var.term());
                        conditions.push(condition);
                        vars.push(copy);
                    }
                    None => vars.push(var.clone()),
                }
            }
            blocks.push((block.quantifier, vars, Term::and(conditions)));
        }
        let matrix = original.matrix().substitute(&there);
        let game = blocks
            .into_iter()
            .rev()
            .fold(matrix, |body, (quantifier, vars, condition)| {
                let body = match quantifier {
                    Quantifier::Exists => Term::and([condition, body]),
                    Quantifier::Forall => Term::implies(condition, body),
                };
                Term::quantified(quantifier, vars, body)
            });
        let changed = Prenex::of(&game, Quantifier::Exists).map(|plain| (plain, back));
        PlainGame { original, changed }
    }

    pub(crate) fn prenex(&self) -> &Prenex {
        self.changed
            .as_ref()
            .map_or(self.original, |(plain, _)| plain)
    }

    /// A strategy of the plain game as one of the original.
    pub(crate) fn restored(&self, mut strategy: Strategy) -> Strategy {
        let Some((_, back)) = &self.changed else {
            return strategy;
        };
        let own = self.original.blocks().iter();
        let own = own.filter(|block| block.quantifier == strategy.winner);
        for (choice, block) in strategy.choices.iter_mut().zip(own) {
            choice.vars.clone_from(&block.vars);
            for case in &mut choice.cases {
                case.guard = case.guard.substitute(back);
                for term in &mut case.terms {
                    *term = term.substitute(back);
                }
            }
        }
        strategy
    }
}
