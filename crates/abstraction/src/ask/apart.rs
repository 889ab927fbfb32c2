//! Parts of a conclusion, each shown by itself from the premises that speak of the same things.
//!
//! Most questions of a proof have a simple reason: a counter that stays below its bound, an address
//! that was in bounds before. What makes them slow is everything else that is known, above all sums of
//! 64 bits. So sums, products, reads and shifts are variables here, the same for the same operands, and
//! only premises without other variables are asked about at first. What follows then follows; where it
//! does not, nothing is known.

use std::collections::{BTreeMap, BTreeSet};

use logic::{FreeVars, Op, Sort, Term, Var};

use super::is_plain;

/// Premises and what is to follow from them, without what is hard to compute with.
pub(super) struct Apart {
    premises: Vec<(Term, BTreeSet<Var>)>,
    free_vars: FreeVars,
    opaque: BTreeMap<Term, Term>,
}

impl Apart {
    pub(super) fn new(premises: &[Term]) -> Self {
        let mut apart = Apart {
            premises: Vec::new(),
            free_vars: FreeVars::new(),
            opaque: BTreeMap::new(),
        };
        let mut seen = BTreeSet::new();
        for premise in premises.iter().flat_map(Term::conjuncts) {
            let Some(premise) = apart.opaque(&premise) else {
                continue;
            };
            if !premise.is_true() && seen.insert(premise.clone()) {
                let vars = apart.free_vars.of(&premise);
                apart.premises.push((premise, vars));
            }
        }
        apart
    }

    /// Questions whether a conclusion can fail: where the premises hold that speak of nothing else, and
    /// where all hold. There are none where it is about more than bit-vectors and truth values.
    pub(super) fn questions(&mut self, conclusion: &Term) -> Vec<Term> {
        let Some(conclusion) = self.opaque(conclusion) else {
            return Vec::new();
        };
        let vars = self.free_vars.of(&conclusion);
        let negation = Term::not(conclusion);
        let same = self.premises.iter();
        let same = same.filter(|(_, own)| own.is_subset(&vars));
        let same: Vec<Term> = same.map(|(premise, _)| premise.clone()).collect();
        let is_everything = same.len() == self.premises.len();
        let mut questions = vec![Term::and(same.into_iter().chain([negation.clone()]))];
        if !is_everything {
            let all = self.premises.iter().map(|(premise, _)| premise.clone());
            questions.push(Term::and(all.chain([negation])));
        }
        questions
    }

    /// The formula with hard terms as variables; `None` where others than bit-vectors and truth values
    /// are left.
    fn opaque(&mut self, formula: &Term) -> Option<Term> {
        let opaque = &mut self.opaque;
        let rewritten = formula.rewrite(|part| {
            if !is_hard(&part) {
                return part;
            }
            let name = format!("opaque!{}", opaque.len());
            let sort = part.sort().clone();
            let known = opaque.entry(part);
            known.or_insert_with(|| Term::constant(&name, sort)).clone()
        });
        is_plain(&rewritten).then_some(rewritten)
    }
}

/// Whether a term is hard to compute with bit by bit, or no term of bit-vectors.
fn is_hard(term: &Term) -> bool {
    let (Some(op), parts) = (term.op(), term.children()) else {
        return false;
    };
    let unknown = |part: &Term| part.as_value().is_none();
    match op {
        Op::Select | Op::Apply(_) => matches!(term.sort(), Sort::Bool | Sort::BitVec(_)),
        Op::BvAdd | Op::BvSub | Op::BvMul => parts.iter().filter(|it| unknown(it)).count() > 1,
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvSmod => true,
        Op::BvShl | Op::BvLshr | Op::BvAshr => unknown(&parts[1]),
        _ => false,
    }
}
