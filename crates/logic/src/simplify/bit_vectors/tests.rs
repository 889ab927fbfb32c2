use crate::{Op, Sort, Term};

fn x(width: u32) -> Term {
    Term::constant("x", Sort::BitVec(width))
}

fn y(width: u32) -> Term {
    Term::constant("y", Sort::BitVec(width))
}

fn n(width: u32, value: i64) -> Term {
    Term::bit_vec(width, value)
}

fn op(op: Op, arguments: &[Term]) -> Term {
    Term::app(op, arguments.to_vec())
}

/// Both terms have the same normal form, and it is one.
fn same(a: &Term, b: &Term) {
    let (left, right) = (a.simplify(), b.simplify());
    assert_eq!(left, right, "{a} and {b}");
    assert_eq!(left.simplify(), left);
}

#[test]
fn sums_have_one_form() {
    let sum = op(Op::BvAdd, &[op(Op::BvAdd, &[x(8), n(8, 3)]), y(8)]);
    let other = op(Op::BvSub, &[op(Op::BvAdd, &[y(8), x(8)]), n(8, -3)]);
    same(&sum, &other);
    same(&op(Op::BvSub, &[x(8), x(8)]), &n(8, 0));
    let twice = op(Op::BvAdd, &[x(8), x(8)]);
    same(&twice, &op(Op::BvShl, &[x(8), n(8, 1)]));
    same(&twice, &op(Op::BvMul, &[n(8, 2), x(8)]));
    same(
        &op(Op::BvXor, &[x(8), n(8, -1)]),
        &op(Op::BvSub, &[n(8, -1), x(8)]),
    );
}

#[test]
fn slices_and_extensions_have_one_form() {
    let low = op(Op::Extract(3, 0), &[x(8)]);
    same(
        &op(Op::BvAnd, &[x(8), n(8, 15)]),
        &op(Op::ZeroExtend(4), std::slice::from_ref(&low)),
    );
    same(
        &op(Op::BvUrem, &[x(8), n(8, 16)]),
        &op(Op::ZeroExtend(4), &[low]),
    );
    same(
        &op(Op::BvLshr, &[x(8), n(8, 2)]),
        &op(Op::BvUdiv, &[x(8), n(8, 4)]),
    );
    let halves = [
        op(Op::Extract(7, 4), &[x(8)]),
        op(Op::Extract(3, 0), &[x(8)]),
    ];
    same(&op(Op::Concat, &halves), &x(8));
    let wide = op(
        Op::BvAdd,
        &[
            op(Op::SignExtend(8), &[x(8)]),
            op(Op::ZeroExtend(8), &[y(8)]),
        ],
    );
    same(
        &op(Op::Extract(7, 0), &[wide]),
        &op(Op::BvAdd, &[x(8), y(8)]),
    );
}

#[test]
fn comparisons_have_one_form() {
    let wide = |by| op(by, &[x(8)]);
    let less = op(Op::BvSlt, &[wide(Op::ZeroExtend(8)), n(16, 10)]);
    same(&less, &op(Op::BvUle, &[x(8), n(8, 9)]));
    same(
        &op(Op::BvSlt, &[wide(Op::SignExtend(8)), n(16, 300)]),
        &Term::top(),
    );
    same(&op(Op::BvUlt, &[x(8), n(8, 1)]), &Term::eq(x(8), n(8, 0)));
    same(
        &Term::not(op(Op::BvSlt, &[x(8), n(8, 5)])),
        &op(Op::BvSlt, &[n(8, 4), x(8)]),
    );
    let moved = Term::eq(op(Op::BvSub, &[x(8), y(8)]), n(8, 0));
    same(&moved, &Term::eq(x(8), y(8)));
    same(
        &Term::eq(wide(Op::ZeroExtend(8)), n(16, -1)),
        &Term::bottom(),
    );
}

#[test]
fn writes_beside_a_place_are_seen_through() {
    let memory = Term::constant("m", Sort::array(Sort::BitVec(8), Sort::BitVec(8)));
    let next = op(Op::BvAdd, &[x(8), n(8, 1)]);
    let written = Term::store(Term::store(memory, x(8), n(8, 7)), next, n(8, 9));
    same(&Term::select(written, x(8)), &n(8, 7));
}

/// Every operator on small bit-vectors, with literals among the arguments, keeps its values.
#[test]
fn values_stay() {
    let leaves = [x(3), y(3), n(3, 0), n(3, 1), n(3, 3), n(3, -1), n(3, -4)];
    let mut terms: Vec<Term> = Vec::new();
    let binary = [
        Op::BvAdd,
        Op::BvSub,
        Op::BvMul,
        Op::BvAnd,
        Op::BvOr,
        Op::BvXor,
        Op::BvShl,
        Op::BvLshr,
        Op::BvAshr,
        Op::BvUdiv,
        Op::BvUrem,
    ];
    for a in &leaves {
        terms.extend([Op::BvNeg, Op::BvNot].map(|it| op(it, std::slice::from_ref(a))));
        for b in &leaves {
            terms.extend(binary.clone().map(|it| op(it, &[a.clone(), b.clone()])));
        }
    }
    let mut wide: Vec<Term> = Vec::new();
    for term in &terms {
        wide.push(op(Op::ZeroExtend(2), std::slice::from_ref(term)));
        wide.push(op(Op::SignExtend(2), std::slice::from_ref(term)));
        wide.push(op(
            Op::ZeroExtend(2),
            &[op(Op::BvAdd, &[term.clone(), x(3)])],
        ));
        wide.push(op(
            Op::Concat,
            &[op(Op::Extract(1, 0), std::slice::from_ref(term)), y(3)],
        ));
    }
    let mut formulas: Vec<Term> = Vec::new();
    for (number, term) in wide.iter().enumerate() {
        let bound = [
            n(5, 0),
            n(5, 1),
            n(5, 7),
            n(5, -1),
            n(5, -3),
            n(5, 15),
            n(5, -16),
        ];
        let other = &wide[(7 * number + 3) % wide.len()];
        for against in bound.iter().chain([other]) {
            for it in [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle, Op::Eq] {
                formulas.push(op(it.clone(), &[term.clone(), against.clone()]));
                formulas.push(op(it, &[against.clone(), term.clone()]));
            }
        }
        for (high, low) in [(4, 2), (3, 1), (1, 0), (2, 2)] {
            let slice = op(
                Op::Extract(high, low),
                &[op(Op::BvSub, &[term.clone(), other.clone()])],
            );
            formulas.push(Term::eq(slice, n(high - low + 1, 1)));
        }
    }
    for formula in formulas {
        let simple = formula.simplify();
        for (a, b) in [(0, 0), (1, 5), (3, 7), (4, 2), (7, 4), (6, 6)] {
            let mut model = crate::Model::new();
            for (var, value) in [("x", a), ("y", b)] {
                let bits = crate::BitVec::new(3, &crate::Integer::from(value));
                let var = crate::Var::new(var, Sort::BitVec(3));
                model.set(var, crate::Value::BitVec(bits));
            }
            assert_eq!(model.holds(&formula), model.holds(&simple), "{formula}");
        }
    }
}
