use crate::{BitVec, Integer, Model, Op, Ranges, Sort, Term, Value, Var};

fn op(op: Op, arguments: &[Term]) -> Term {
    Term::app(op, arguments.to_vec())
}

fn v(name: &str, width: u32) -> Term {
    Term::constant(name, Sort::BitVec(width))
}

fn n(width: u32, value: i64) -> Term {
    Term::bit_vec(width, value)
}

fn add(a: &Term, b: &Term) -> Term {
    op(Op::BvAdd, &[a.clone(), b.clone()])
}

fn sext(more: u32, a: &Term) -> Term {
    op(Op::SignExtend(more), std::slice::from_ref(a))
}

fn zext(more: u32, a: &Term) -> Term {
    op(Op::ZeroExtend(more), std::slice::from_ref(a))
}

fn sle(a: &Term, b: &Term) -> Term {
    op(Op::BvSle, &[a.clone(), b.clone()])
}

fn slt(a: &Term, b: &Term) -> Term {
    op(Op::BvSlt, &[a.clone(), b.clone()])
}

/// Under the premises both terms are written in one way; without them they are not.
fn same(premises: &[Term], a: &Term, b: &Term) {
    let (ranges, _) = Ranges::of_premises(premises);
    assert_eq!(ranges.simplify(a), ranges.simplify(b), "{a} and {b}");
    let (ranges, _) = Ranges::of_premises(&[]);
    assert_ne!(ranges.simplify(a), ranges.simplify(b), "{a} and {b}");
}

#[test]
fn a_counter_is_widened_where_it_does_not_overflow() {
    let (i, count) = (v("i", 32), v("n", 32));
    let natural = sle(&n(32, 0), &i);
    same(
        &[natural],
        &sext(32, &add(&i, &n(32, -1))),
        &add(&sext(32, &i), &n(64, -1)),
    );
    // What is less than something is not the greatest number.
    same(
        &[slt(&i, &count)],
        &sext(32, &add(&i, &n(32, 1))),
        &add(&sext(32, &i), &n(64, 1)),
    );
    let within = [sle(&n(32, 0), &i), slt(&i, &count)];
    same(&within, &zext(32, &i), &sext(32, &i));
    same(
        &within,
        &zext(32, &add(&i, &n(32, 1))),
        &add(&sext(32, &i), &n(64, 1)),
    );
}

#[test]
fn an_index_is_what_an_address_was_made_of() {
    let i = v("i", 32);
    let four = |a: &Term| op(Op::BvShl, &[a.clone(), n(64, 2)]);
    let offset = add(&four(&sext(32, &i)), &n(64, -4));
    let back = op(Op::BvAshr, &[offset, n(64, 2)]);
    let (ranges, _) = Ranges::of_premises(&[]);
    let index = add(&sext(32, &i), &n(64, -1));
    assert_eq!(ranges.simplify(&back), ranges.simplify(&index));
}

#[test]
fn comparisons_are_as_narrow_as_they_can_be() {
    let (i, count) = (v("i", 32), v("n", 32));
    let within = [sle(&n(32, 0), &i), slt(&i, &count)];
    let wide = add(&sext(32, &i), &n(64, 1));
    let narrow = add(&i, &n(32, 1));
    same(
        &within,
        &Term::eq(wide.clone(), sext(32, &count)),
        &Term::eq(narrow.clone(), count.clone()),
    );
    let (ranges, _) = Ranges::of_premises(&within);
    let wide = ranges.simplify(&slt(&wide, &sext(32, &count)));
    assert_eq!(wide, ranges.simplify(&slt(&narrow, &count)));
    // It is known already.
    let known = sle(&narrow, &count);
    assert_eq!(ranges.simplify(&known), slt(&i, &count));
    let unsigned = op(Op::BvUlt, &[i.clone(), count.clone()]);
    assert_eq!(ranges.simplify(&unsigned), slt(&i, &count));
}

#[test]
fn neighbours_are_known() {
    let i = v("i", 8);
    let below = slt(&i, &n(8, -127));
    let apart = Term::eq(sext(8, &add(&i, &n(8, -1))), add(&sext(8, &i), &n(16, -1)));
    let (ranges, _) = Ranges::of_premises(&[]);
    let whole = Term::or([below, apart]);
    assert_eq!(ranges.simplify(&whole), Term::top());
}

#[test]
fn facts_are_not_lost() {
    let (x, y) = (v("x", 8), v("y", 8));
    let premises = [sle(&n(8, 0), &x), slt(&x, &y), slt(&add(&x, &n(8, 1)), &y)];
    let (_, simplified) = Ranges::of_premises(&premises);
    assert_eq!(simplified.len(), 3);
    assert!(simplified.iter().all(|premise| !premise.is_true()));
}

/// A source of choices.
struct Choices(u64);

impl Choices {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    /// A term of 3 bits.
    fn narrow(&mut self, depth: usize) -> Term {
        if depth == 0 || self.below(4) == 0 {
            return match self.below(3) {
                0 => v("x", 3),
                1 => v("y", 3),
                _ => n(3, self.below(8) as i64),
            };
        }
        let (a, b) = (self.narrow(depth - 1), self.narrow(depth - 1));
        match self.below(12) {
            0..=2 => add(&a, &b),
            3 => op(Op::BvSub, &[a, b]),
            4 => op(Op::BvMul, &[a, b]),
            5 => op(Op::BvAnd, &[a, b]),
            6 => op(Op::BvOr, &[a, b]),
            7 => op(Op::BvUrem, &[a, b]),
            8 => op(Op::BvSrem, &[a, b]),
            9 => op(Op::BvLshr, &[a, b]),
            10 => op(Op::Extract(2, 0), &[self.wide(depth - 1)]),
            _ => op(Op::Extract(4, 2), &[self.wide(depth - 1)]),
        }
    }

    /// A term of 5 bits.
    fn wide(&mut self, depth: usize) -> Term {
        let a = self.narrow(depth.saturating_sub(1));
        if depth == 0 {
            return sext(2, &a);
        }
        match self.below(8) {
            0 | 1 => sext(2, &a),
            2 | 3 => zext(2, &a),
            4 => add(&self.wide(depth - 1), &self.wide(depth - 1)),
            5 => op(Op::BvShl, &[self.wide(depth - 1), n(5, 1)]),
            6 => op(Op::BvSub, &[self.wide(depth - 1), n(5, 3)]),
            _ => op(Op::BvMul, &[n(5, 2), self.wide(depth - 1)]),
        }
    }

    fn comparison(&mut self, depth: usize) -> Term {
        let (a, b) = match self.below(2) {
            0 => (self.narrow(depth), self.narrow(depth)),
            _ => (self.wide(depth), self.wide(depth)),
        };
        let ops = [Op::BvSlt, Op::BvSle, Op::BvUlt, Op::BvUle, Op::Eq];
        let atom = op(ops[self.below(5)].clone(), &[a, b]);
        match self.below(3) {
            0 => Term::not(atom),
            _ => atom,
        }
    }

    fn formula(&mut self) -> Term {
        let parts = (0..1 + self.below(3)).map(|_| self.comparison(2));
        let parts: Vec<Term> = parts.collect();
        match self.below(3) {
            0 => Term::and(parts),
            1 => Term::or(parts),
            _ => Term::or([Term::and(parts), self.comparison(1)]),
        }
    }
}

/// Wherever the premises hold, formulas keep their values; and the simplified premises hold where the
/// premises do, and nowhere else.
#[test]
fn values_stay_where_the_premises_hold() {
    let mut choices = Choices(0x9E37_79B9_7F4A_7C15);
    let mut changed = 0;
    for _ in 0..3_000 {
        let mut premises: Vec<Term> = Vec::new();
        for _ in 0..choices.below(4) {
            let depth = choices.below(2);
            premises.push(choices.comparison(depth));
        }
        let formula = choices.formula();
        let (ranges, simplified) = Ranges::of_premises(&premises);
        let simple = ranges.simplify(&formula);
        changed += usize::from(simple != formula.simplify());
        let before = Term::and(premises.clone());
        let after = Term::and(simplified);
        for x in 0..8 {
            for y in 0..8 {
                let mut model = Model::new();
                for (name, value) in [("x", x), ("y", y)] {
                    let bits = BitVec::new(3, &Integer::from(value));
                    model.set(Var::new(name, Sort::BitVec(3)), Value::BitVec(bits));
                }
                let holds = model.holds(&before);
                assert_eq!(holds, model.holds(&after), "{before}\n{after}");
                if holds == Ok(true) {
                    let expected = model.holds(&formula);
                    assert_eq!(
                        expected,
                        model.holds(&simple),
                        "{before}\n{formula}\n{simple}"
                    );
                }
            }
        }
    }
    assert!(changed > 300, "{changed}");
}

#[test]
fn natural_numbers_are_divided_without_signs() {
    let (i, j) = (v("i", 32), v("j", 32));
    let natural = |term: &Term| sle(&n(32, 0), term);
    let by = |operator: Op, b: &Term| op(operator, &[i.clone(), b.clone()]);
    let low = op(Op::BvAnd, &[i.clone(), n(32, 31)]);
    let high = op(Op::BvLshr, &[i.clone(), n(32, 5)]);
    same(&[natural(&i)], &by(Op::BvSdiv, &n(32, 32)), &high);
    same(&[natural(&i)], &by(Op::BvSrem, &n(32, 32)), &low);
    let both = [natural(&i), natural(&j)];
    same(&both, &by(Op::BvSdiv, &j), &by(Op::BvUdiv, &j));
    same(&both, &by(Op::BvSrem, &j), &by(Op::BvUrem, &j));
    same(&both, &by(Op::BvSmod, &j), &by(Op::BvUrem, &j));
    // One of them alone is not enough.
    let (ranges, _) = Ranges::of_premises(&[natural(&i)]);
    let (signed, unsigned) = (by(Op::BvSdiv, &j), by(Op::BvUdiv, &j));
    assert_ne!(ranges.simplify(&signed), ranges.simplify(&unsigned));
    // By zero as well.
    let bits = |value: i64| Value::BitVec(BitVec::new(4, &Integer::from(value)));
    for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
        let pairs = [
            (Op::BvSdiv, Op::BvUdiv),
            (Op::BvSrem, Op::BvUrem),
            (Op::BvSmod, Op::BvUrem),
        ];
        for (signed, unsigned) in pairs {
            let [signed, unsigned] =
                [signed, unsigned].map(|op| crate::apply(&op, &[bits(x), bits(y)]));
            assert_eq!(signed, unsigned, "{x} and {y}");
        }
    }
}
