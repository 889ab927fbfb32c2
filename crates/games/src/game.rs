//! Quantified formulas as games: a prefix of blocks and a matrix.

use logic::{FreshNames, Node, Op, Quantifier, Substitution, Term, Var, recursion};

/// Variables that one player chooses at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Who chooses: the existential player for `Exists`, the universal one for `Forall`.
    pub quantifier: Quantifier,
    /// The variables, all distinct in the whole game.
    pub vars: Vec<Var>,
}

/// A formula in prenex form.
///
/// Invariants: neighbouring blocks have different quantifiers and at least one variable, variables
/// are distinct throughout, and the matrix has no quantifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    blocks: Vec<Block>,
    matrix: Term,
}

impl Game {
    /// The game of a formula whose free variables count as chosen first, by the existential player
    /// (as for satisfiability) or by the universal one (as for validity). `None` where a quantifier
    /// stands inside a term that is no formula.
    #[must_use]
    pub fn of(formula: &Term, free: Quantifier) -> Option<Game> {
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
        Some(Game { blocks, matrix })
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
        let mut rest: Vec<std::collections::VecDeque<Block>> = prefixes
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
