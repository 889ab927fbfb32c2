//! Quantifier elimination.

use budget::Budget;
use logic::Term;

use crate::ffi::apply_tactics;
use crate::{Context, Reason};

/// What is tried, in this order: elimination of all quantifiers at once, and from the inside to the
/// outside. Z3's older tactic `qe` is not among them, because its results have been wrong.
///
/// Nothing may come before these tactics: of a goal without quantifiers, which a simplification may
/// leave, they only decide whether it is satisfiable.
const METHODS: [&[&str]; 2] = [&["qe2", "simplify"], &["qe_rec", "simplify"]];

impl Context {
    /// An equivalent formula without quantifiers.
    ///
    /// # Errors
    /// Where the formula's theory has no quantifier elimination, or the budget is used up.
    pub fn eliminate_quantifiers(&self, formula: &Term, budget: &Budget) -> Result<Term, Reason> {
        if !formula.has_quantifier() {
            return Ok(formula.clone());
        }
        self.in_workshop(|workshop| workshop.eliminate(formula, budget))
    }

    fn eliminate(&self, formula: &Term, budget: &Budget) -> Result<Term, Reason> {
        let ast = self.translate(formula)?.ast;
        let mut failure = Reason::Incomplete("quantifiers remain".to_owned());
        for method in METHODS {
            match apply_tactics(self.z3(), method, &ast, budget) {
                Ok(goals) => {
                    let mut disjuncts = Vec::new();
                    for goal in goals {
                        let conjuncts = goal
                            .iter()
                            .map(|formula| Ok(self.read(formula)?))
                            .collect::<Result<Vec<Term>, Reason>>()?;
                        disjuncts.push(Term::and(conjuncts));
                    }
                    let result = Term::or(disjuncts);
                    if !result.has_quantifier() {
                        return Ok(result);
                    }
                }
                Err(reason @ Reason::Incomplete(_)) => failure = reason,
                Err(reason) => return Err(reason),
            }
        }
        Err(failure)
    }
}
