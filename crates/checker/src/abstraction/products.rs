//! Questions without products: a solver that multiplies bit by bit never ends.

use std::collections::BTreeMap;

use logic::{FreshNames, Op, Sort, Term, Var};

/// How many products are compared with each other.
const MOST_COMPARED: usize = 12;

/// A formula that is valid only if this one is: the result of each product of unknown factors, and of
/// each division, is any number, the same for the same operands. Of products it is known that equal
/// factors have equal ones, and what their lowest bits are; of remainders and of quotients by constants,
/// how large they are.
pub(super) fn without_products(formula: &Term) -> Term {
    let mut fresh = FreshNames::new();
    fresh.avoid_term(formula);
    let mut products: BTreeMap<Term, Term> = BTreeMap::new();
    let opaque = formula.rewrite(|part| {
        let is_product = match part.op() {
            Some(Op::BvMul) => part.children().iter().all(|it| it.as_value().is_none()),
            Some(Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvSmod) => true,
            _ => false,
        };
        if !is_product {
            return part;
        }
        let var = Var::new("product", part.sort().clone());
        let known = products.entry(part);
        known.or_insert_with(|| fresh.fresh(&var).term()).clone()
    });
    let mut facts: Vec<Term> = Vec::new();
    facts.extend(products.iter().filter_map(|(part, var)| size(part, var)));
    let is_product = |(part, _): &(&Term, &Term)| part.op() == Some(&Op::BvMul);
    let multiplied: Vec<(&Term, &Term)> = products.iter().filter(is_product).collect();
    for (position, (product, result)) in multiplied.iter().take(MOST_COMPARED).enumerate() {
        facts.extend(lowest_bits(product, result));
        for (other, known) in &multiplied[..position] {
            facts.extend(congruence((product, result), (other, known)));
        }
    }
    Term::implies(Term::and(facts), opaque)
}

/// Products of equal factors are equal, in either order.
fn congruence(one: (&Term, &Term), other: (&Term, &Term)) -> Option<Term> {
    let ([a, b], [c, d]) = (one.0.children(), other.0.children()) else {
        return None;
    };
    if a.sort() != c.sort() {
        return None;
    }
    let equal = |a: &Term, b: &Term| Term::eq(a.clone(), b.clone());
    let straight = Term::and([equal(a, c), equal(b, d)]);
    let crosswise = Term::and([equal(a, d), equal(b, c)]);
    let same = equal(one.1, other.1);
    Some(Term::implies(Term::or([straight, crosswise]), same))
}

/// The lowest two bits of a product are those of the product of its factors' lowest two bits.
fn lowest_bits(product: &Term, result: &Term) -> Option<Term> {
    let [a, b] = product.children() else {
        return None;
    };
    let Sort::BitVec(2..) = product.sort() else {
        return None;
    };
    let low = |term: &Term| Term::app(Op::Extract(1, 0), vec![term.clone()]);
    let narrow = Term::app(Op::BvMul, vec![low(a), low(b)]);
    Some(Term::eq(low(result), narrow))
}

/// How large a remainder is, or a quotient by a constant; and what a remainder by a power of two is.
fn size(part: &Term, result: &Term) -> Option<Term> {
    let [dividend, divisor] = part.children() else {
        return None;
    };
    let Sort::BitVec(width) = divisor.sort() else {
        return None;
    };
    let apply = |op: Op, a: &Term, b: &Term| Term::app(op, vec![a.clone(), b.clone()]);
    let zero = Term::bit_vec(*width, 0);
    let by_something = Term::ne(divisor.clone(), zero.clone());
    match part.op()? {
        Op::BvUrem => {
            let below = apply(Op::BvSub, divisor, &Term::bit_vec(*width, 1));
            let is_power = Term::eq(apply(Op::BvAnd, divisor, &below), zero);
            let masked = Term::eq(result.clone(), apply(Op::BvAnd, dividend, &below));
            let small = Term::and([
                apply(Op::BvUlt, result, divisor),
                Term::implies(is_power, masked),
            ]);
            Some(Term::implies(by_something, small))
        }
        Op::BvUdiv if divisor.as_value().is_some() => {
            let everything = Term::bit_vec(*width, -1);
            let largest = apply(Op::BvUdiv, &everything, divisor);
            Some(Term::implies(
                by_something,
                apply(Op::BvUle, result, &largest),
            ))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use budget::Budget;
    use smt::{Solver, Strategy};

    use super::*;

    fn byte(name: &str) -> Term {
        Term::constant(name, Sort::BitVec(8))
    }

    fn op(op: Op, a: &Term, b: &Term) -> Term {
        Term::app(op, vec![a.clone(), b.clone()])
    }

    fn is_valid(formula: &Term) -> bool {
        let mut solver = Solver::new(Strategy::Incremental);
        solver.valid(formula, &Budget::unlimited()).is_valid()
    }

    /// What is seen to be valid without products is valid with them.
    fn accepts(formula: &Term) -> bool {
        let accepted = is_valid(&without_products(formula));
        assert!(!accepted || is_valid(formula), "{formula:?}");
        accepted
    }

    #[test]
    fn equal_operands_give_equal_results() {
        let (a, b) = (byte("a"), byte("b"));
        for product in [Op::BvMul, Op::BvUdiv, Op::BvUrem, Op::BvSdiv, Op::BvSrem] {
            let result = op(product.clone(), &a, &b);
            let sum = op(Op::BvAdd, &result, &a);
            let other = op(Op::BvAdd, &a, &op(product, &a, &b));
            assert!(accepts(&Term::eq(sum, other)));
        }
    }

    #[test]
    fn equal_factors_have_equal_products() {
        let (a, b, c) = (byte("a"), byte("b"), byte("c"));
        let same = Term::eq(a.clone(), c.clone());
        let swapped = Term::eq(op(Op::BvMul, &a, &b), op(Op::BvMul, &b, &c));
        assert!(accepts(&Term::implies(same, swapped.clone())));
        assert!(!accepts(&swapped));
    }

    #[test]
    fn the_lowest_bits_of_products_are_known() {
        let a = byte("a");
        let one = Term::bit_vec(8, 1);
        let next = op(Op::BvMul, &a, &op(Op::BvAdd, &a, &one));
        let bit =
            |place: u32, term: &Term| Term::app(Op::Extract(place, place), vec![term.clone()]);
        let zero = Term::bit_vec(1, 0);
        assert!(accepts(&Term::eq(bit(0, &next), zero.clone())));
        let square = op(Op::BvMul, &a, &a);
        assert!(accepts(&Term::eq(bit(1, &square), zero.clone())));
        assert!(!accepts(&Term::eq(bit(2, &square), zero)));
    }

    #[test]
    fn nothing_else_is_known_of_products() {
        let (a, b) = (byte("a"), byte("b"));
        // Valid, but not seen.
        let turned = Term::eq(op(Op::BvUdiv, &a, &a), op(Op::BvUdiv, &b, &b));
        assert!(!accepts(&turned));
        // Not valid: nobody may take different products for the same.
        let different = Term::eq(op(Op::BvMul, &a, &b), op(Op::BvMul, &a, &a));
        assert!(!accepts(&different));
        let swapped = Term::eq(op(Op::BvUrem, &a, &b), op(Op::BvUrem, &b, &a));
        assert!(!accepts(&swapped));
    }

    #[test]
    fn variables_of_the_formula_are_not_mistaken_for_products() {
        let (a, b) = (byte("a"), byte("b"));
        let names = ["product", "product!0", "product!1", "product_1"];
        for name in names {
            let formula = Term::eq(byte(name), op(Op::BvMul, &a, &b));
            assert!(!accepts(&formula), "{name}");
        }
    }

    #[test]
    fn sizes_are_known_of_what_is_not_divided_by_zero() {
        let (a, b) = (byte("a"), byte("b"));
        let ten = Term::bit_vec(8, 10);
        assert!(accepts(&op(Op::BvUlt, &op(Op::BvUrem, &a, &ten), &ten)));
        let (nine, quotient) = (Term::bit_vec(8, 9), op(Op::BvUdiv, &a, &ten));
        assert!(!accepts(&op(Op::BvUlt, &op(Op::BvUrem, &a, &ten), &nine)));
        assert!(accepts(&op(Op::BvUle, &quotient, &Term::bit_vec(8, 25))));
        assert!(!accepts(&op(Op::BvUle, &quotient, &Term::bit_vec(8, 24))));
        // A remainder by zero is what was divided, a quotient by zero is all ones.
        let zero = Term::bit_vec(8, 0);
        assert!(!accepts(&op(Op::BvUlt, &op(Op::BvUrem, &a, &zero), &b)));
        let remainder = op(Op::BvUrem, &a, &b);
        let small = op(Op::BvUlt, &remainder, &b);
        assert!(!accepts(&small));
        assert!(accepts(&Term::implies(
            Term::ne(b.clone(), zero.clone()),
            small
        )));
        // By a power of two it is a mask.
        let one = Term::bit_vec(8, 1);
        let power = op(Op::BvShl, &one, &b);
        let mask = op(Op::BvAnd, &a, &op(Op::BvSub, &power, &one));
        let masked = Term::eq(op(Op::BvUrem, &a, &power), mask.clone());
        let narrow = op(Op::BvUlt, &b, &Term::bit_vec(8, 8));
        assert!(accepts(&Term::implies(narrow, masked.clone())));
        assert!(!accepts(&Term::eq(remainder, mask)));
        assert!(!accepts(&op(Op::BvUle, &op(Op::BvUdiv, &a, &zero), &a)));
    }
}
