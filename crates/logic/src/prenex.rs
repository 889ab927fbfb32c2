//! Prenex form: all quantifiers in front.
//!
//! Read as a game, the prefix says who chooses what and when: the existential player wants the
//! matrix true, the universal player wants it false.

use std::collections::VecDeque;

use crate::{FreshNames, Node, Op, Quantifier, Substitution, Term, Var, recursion};

/// Variables under one quantifier: what one player chooses at once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Block {
    /// The quantifier.
    pub quantifier: Quantifier,
    /// The variables, distinct from those of all other blocks.
    pub vars: Vec<Var>,
}

/// A formula in prenex form.
///
/// Invariants: neighbouring blocks have different quantifiers and at least one variable, variables
/// are distinct throughout, and the matrix has no quantifier.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Prenex {
    blocks: Vec<Block>,
    matrix: Term,
}

impl Prenex {
    /// The prenex form of a formula, its free variables bound in front by the quantifier `free`:
    /// `Exists` for the question of satisfiability, `Forall` for that of validity. `None` where a
    /// quantifier stands inside a term that is no formula.
    #[must_use]
    pub fn of(formula: &Term, free: Quantifier) -> Option<Prenex> {
        let mut names = FreshNames::new();
        names.avoid_term(formula);
        let (mut blocks, matrix) = prenex(&formula.nnf(), &mut names)?;
        let vars: Vec<Var> = formula.free_vars().into_iter().collect();
        if !vars.is_empty() {
            prepend(
                &mut blocks,
                Block {
                    quantifier: free,
                    vars,
                },
            );
        }
        Some(Prenex { blocks, matrix })
    }

    /// The blocks from the outermost inwards.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// What is left without the quantifiers.
    #[must_use]
    pub fn matrix(&self) -> &Term {
        &self.matrix
    }
}

fn prepend(blocks: &mut Vec<Block>, mut block: Block) {
    match blocks.first_mut() {
        Some(first) if first.quantifier == block.quantifier => {
            block.vars.append(&mut first.vars);
            *first = block;
        }
        _ => blocks.insert(0, block),
    }
}

fn prenex(term: &Term, names: &mut FreshNames) -> Option<(Vec<Block>, Term)> {
    if !term.has_quantifier() {
        return Some((Vec::new(), term.clone()));
    }
    recursion::guard(|| match term.node() {
        Node::Quantified(quantifier, vars, body) => {
            // Every bound variable gets a name of its own, so that prefixes can be merged.
            let fresh: Vec<Var> = vars.iter().map(|var| names.fresh(var)).collect();
            let renaming: Substitution = vars
                .iter()
                .cloned()
                .zip(fresh.iter().map(Var::term))
                .collect();
            let (mut blocks, matrix) = prenex(&body.substitute(&renaming), names)?;
            prepend(
                &mut blocks,
                Block {
                    quantifier: *quantifier,
                    vars: fresh,
                },
            );
            Some((blocks, matrix))
        }
        Node::App(op @ (Op::And | Op::Or), arguments) => {
            let parts = arguments
                .iter()
                .map(|argument| prenex(argument, names))
                .collect::<Option<Vec<(Vec<Block>, Term)>>>()?;
            let (prefixes, matrices): (Vec<Vec<Block>>, Vec<Term>) = parts.into_iter().unzip();
            Some((merge(prefixes), Term::app(op.clone(), matrices)))
        }
        _ => None,
    })
}

/// One prefix for several formulas side by side, with as few blocks as the order of each allows.
fn merge(prefixes: Vec<Vec<Block>>) -> Vec<Block> {
    let start = |first: Quantifier| {
        let mut rest: Vec<VecDeque<Block>> = prefixes
            .iter()
            .map(|blocks| blocks.iter().cloned().collect())
            .collect();
        let mut merged: Vec<Block> = Vec::new();
        let mut quantifier = first;
        while rest.iter().any(|blocks| !blocks.is_empty()) {
            let mut vars = Vec::new();
            for blocks in &mut rest {
                if blocks
                    .front()
                    .is_some_and(|block| block.quantifier == quantifier)
                    && let Some(block) = blocks.pop_front()
                {
                    vars.extend(block.vars);
                }
            }
            if !vars.is_empty() {
                merged.push(Block { quantifier, vars });
            }
            quantifier = quantifier.dual();
        }
        merged
    };
    let (universal, existential) = (start(Quantifier::Forall), start(Quantifier::Exists));
    if universal.len() < existential.len() {
        universal
    } else {
        existential
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    fn shape(formula: &Term) -> String {
        let prenex = Prenex::of(formula, Quantifier::Exists).expect("quantifiers are in formulas");
        let blocks = prenex.blocks().iter().map(|block| match block.quantifier {
            Quantifier::Forall => format!("A{}", block.vars.len()),
            Quantifier::Exists => format!("E{}", block.vars.len()),
        });
        blocks.collect::<Vec<String>>().join(" ")
    }

    #[test]
    fn prefixes_side_by_side_share_blocks() {
        let [x, y] = ["x", "y"].map(|name| {
            Var::new(
                name,
                Sort::Range(crate::Range::new(0, 2).expect("not empty")),
            )
        });
        let less = Term::lt(x.term(), y.term());
        let follows = Term::forall([x.clone()], Term::exists([y.clone()], less.clone()));
        assert_eq!(shape(&follows), "A1 E1");
        assert_eq!(shape(&Term::not(follows.clone())), "E1 A1");
        let bound = Term::exists([x.clone(), y.clone()], less.clone());
        assert_eq!(shape(&Term::and([follows.clone(), bound])), "A1 E3");
        assert_eq!(shape(&less), "E2");
        // Both copies of the formula bind x and y; in the prefix all names are distinct.
        let twice = Term::or([follows.clone(), Term::not(follows)]);
        let prenex = Prenex::of(&twice, Quantifier::Exists).expect("quantifiers are in formulas");
        let mut names: Vec<Var> = prenex
            .blocks()
            .iter()
            .flat_map(|b| b.vars.clone())
            .collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!((count, names.len()), (4, 4));
    }

    #[test]
    fn the_meaning_is_kept() {
        let sort = Sort::Range(crate::Range::new(0, 2).expect("not empty"));
        let [x, y, z] = ["x", "y", "z"].map(|name| Var::new(name, sort.clone()));
        let formulas = [
            Term::forall(
                [x.clone()],
                Term::exists([y.clone()], Term::le(y.term(), x.term())),
            ),
            Term::exists(
                [y.clone()],
                Term::forall([x.clone()], Term::lt(y.term(), x.term())),
            ),
            Term::implies(
                Term::exists([x.clone()], Term::lt(x.term(), z.term())),
                Term::forall(
                    [x.clone()],
                    Term::exists([y.clone()], Term::lt(z.term(), y.term())),
                ),
            ),
        ];
        for formula in formulas {
            let closed = Term::exists(formula.free_vars(), formula.clone());
            let prenex = Prenex::of(&formula, Quantifier::Exists).expect("no quantified terms");
            let rebuilt = prenex
                .blocks()
                .iter()
                .rev()
                .fold(prenex.matrix().clone(), |body, b| {
                    Term::quantified(b.quantifier, b.vars.clone(), body)
                });
            let truth = |term: &Term| crate::Model::new().holds(term).expect("small sorts");
            assert_eq!(truth(&closed), truth(&rebuilt), "{formula}");
        }
    }
}
