//! Simplification comes to an end: what has been simplified is simple, and no larger to speak of.

use logic::{Op, Sort, Term, Value};

/// Numbers that look random and are the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        let position = self.below(all.len());
        all[position].clone()
    }
}

const WIDTHS: [u32; 5] = [1, 2, 4, 8, 16];

/// Grows terms in which half of the leaves are literals, and of which parts are used again.
struct Grower {
    random: Random,
    made: Vec<Term>,
    /// One leaf in as many is a literal.
    literals: usize,
}

impl Grower {
    fn new(seed: u64) -> Self {
        Grower {
            random: Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1)),
            made: Vec::new(),
            literals: 1 + (seed % 5) as usize,
        }
    }

    fn width(&mut self) -> u32 {
        self.random.pick(&WIDTHS)
    }

    fn leaf(&mut self, sort: &Sort) -> Term {
        let is_literal = self.random.below(self.literals) == 0;
        let name = self.random.pick(&["a", "b", "c"]);
        if !is_literal {
            return Term::constant(name, sort.clone());
        }
        match sort {
            Sort::Bool => Term::bool(self.random.below(2) == 0),
            Sort::Int => Term::int(self.random.below(9) as i64 - 4),
            Sort::BitVec(width) => {
                let half = 1i64 << (width - 1);
                let near = [0, 1, 2, 3, -1, -2, half, half - 1, half + 1, 5, 170];
                Term::bit_vec(*width, self.random.pick(&near))
            }
            Sort::Array(array) => Term::const_array(array.index.clone(), self.leaf(&array.element)),
            _ => Term::value(Value::default_of(sort)),
        }
    }

    fn term(&mut self, sort: &Sort, depth: usize) -> Term {
        let fits = |term: &&Term| term.sort() == sort;
        let known: Vec<Term> = self.made.iter().filter(fits).cloned().collect();
        if !known.is_empty() && self.random.below(5) == 0 {
            return self.random.pick(&known);
        }
        if depth == 0 || self.random.below(9) == 0 {
            return self.leaf(sort);
        }
        let depth = depth - 1;
        let term = match self.random.below(8) {
            0 => Term::ite(
                self.term(&Sort::Bool, depth),
                self.term(sort, depth),
                self.term(sort, depth),
            ),
            1 => {
                let index = self.random.pick(&[Sort::Int, Sort::BitVec(4)]);
                let array = Sort::array(index.clone(), sort.clone());
                match matches!(sort, Sort::Array(_)) {
                    true => self.leaf(sort),
                    false => Term::select(self.term(&array, depth), self.term(&index, depth)),
                }
            }
            _ => self.operator(sort, depth),
        };
        self.made.push(term.clone());
        term
    }

    fn two(&mut self, sort: &Sort, depth: usize) -> Vec<Term> {
        vec![self.term(sort, depth), self.term(sort, depth)]
    }

    fn operator(&mut self, sort: &Sort, depth: usize) -> Term {
        match sort {
            Sort::Bool => self.formula(depth),
            Sort::Int => self.integer(depth),
            Sort::BitVec(width) => self.bit_vector(*width, depth),
            Sort::Array(array) => Term::store(
                self.term(sort, depth),
                self.term(&array.index, depth),
                self.term(&array.element, depth),
            ),
            _ => self.leaf(sort),
        }
    }

    fn formula(&mut self, depth: usize) -> Term {
        let width = self.width();
        let bits = Sort::BitVec(width);
        let array = Sort::array(Sort::Int, bits.clone());
        match self.random.below(14) {
            0 => Term::not(self.term(&Sort::Bool, depth)),
            1 | 2 => {
                let op = self.random.pick(&[Op::And, Op::Or]);
                let count = 2 + self.random.below(3);
                let parts = (0..count).map(|_| self.term(&Sort::Bool, depth));
                let parts: Vec<Term> = parts.collect();
                Term::app(op, parts)
            }
            3 => {
                let op = self.random.pick(&[Op::Implies, Op::Xor, Op::Eq]);
                Term::app(op, self.two(&Sort::Bool, depth))
            }
            4 | 5 => {
                let op = self.random.pick(&[Op::Le, Op::Lt, Op::Eq]);
                Term::app(op, self.two(&Sort::Int, depth))
            }
            6 => {
                let sort = self.random.pick(&[array, bits, Sort::Int]);
                let count = 2 + self.random.below(2);
                let parts = (0..count).map(|_| self.term(&sort, depth));
                let parts: Vec<Term> = parts.collect();
                Term::app(Op::Distinct, parts)
            }
            7 => Term::app(Op::Eq, self.two(&array, depth)),
            8 | 9 => Term::app(Op::Eq, self.two(&bits, depth)),
            _ => {
                let ops = [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle];
                let op = self.random.pick(&ops);
                Term::app(op, self.two(&bits, depth))
            }
        }
    }

    fn integer(&mut self, depth: usize) -> Term {
        match self.random.below(8) {
            0..=2 => Term::app(Op::Add, self.two(&Sort::Int, depth)),
            3 => Term::app(Op::Mul, self.two(&Sort::Int, depth)),
            4 => Term::neg(self.term(&Sort::Int, depth)),
            5 | 6 => {
                let op = self.random.pick(&[Op::Div, Op::Mod]);
                Term::app(op, self.two(&Sort::Int, depth))
            }
            _ => {
                let sort = Sort::BitVec(self.width());
                Term::app(Op::BvToInt, vec![self.term(&sort, depth)])
            }
        }
    }

    fn bit_vector(&mut self, width: u32, depth: usize) -> Term {
        const BINARY: [Op; 14] = [
            Op::BvAdd,
            Op::BvSub,
            Op::BvMul,
            Op::BvAnd,
            Op::BvOr,
            Op::BvXor,
            Op::BvUdiv,
            Op::BvUrem,
            Op::BvSdiv,
            Op::BvSrem,
            Op::BvSmod,
            Op::BvShl,
            Op::BvLshr,
            Op::BvAshr,
        ];
        let sort = Sort::BitVec(width);
        match self.random.below(9) {
            0 => {
                let op = self.random.pick(&[Op::BvNeg, Op::BvNot]);
                Term::app(op, vec![self.term(&sort, depth)])
            }
            1 | 2 => {
                let wider = self.random.pick(&WIDTHS).max(width);
                let low = self.random.below((wider - width + 1) as usize) as u32;
                let part = self.term(&Sort::BitVec(wider), depth);
                Term::app(Op::Extract(low + width - 1, low), vec![part])
            }
            3 | 4 if width > 1 => {
                let narrow = width / 2;
                let part = self.term(&Sort::BitVec(narrow), depth);
                let extend = self.random.pick(&[Op::ZeroExtend, Op::SignExtend]);
                Term::app(extend(width - narrow), vec![part])
            }
            5 if width > 1 => {
                let half = Sort::BitVec(width / 2);
                Term::app(Op::Concat, self.two(&half, depth))
            }
            6 if self.random.below(3) == 0 => {
                let number = self.term(&Sort::Int, depth);
                Term::app(Op::IntToBv(width), vec![number])
            }
            _ => {
                let op = self.random.pick(&BINARY);
                Term::app(op, self.two(&sort, depth))
            }
        }
    }
}

fn sorts() -> Vec<Sort> {
    let mut sorts = vec![Sort::Bool, Sort::Bool, Sort::Int];
    sorts.extend(WIDTHS.map(Sort::BitVec));
    sorts.push(Sort::array(Sort::Int, Sort::BitVec(8)));
    sorts.push(Sort::array(Sort::BitVec(4), Sort::Int));
    sorts
}

/// `TANDEM_TERMS` is how many, 25,000 without it.
#[test]
fn what_has_been_simplified_is_simple() {
    let count = std::env::var("TANDEM_TERMS").ok();
    let count = count.and_then(|count| count.parse::<usize>().ok());
    let sorts = sorts();
    for seed in 0..count.unwrap_or(25_000) {
        let sort = &sorts[seed % sorts.len()];
        let term = Grower::new(seed as u64).term(sort, 2 + seed % 7);
        let simple = term.simplify();
        assert_eq!(simple.simplify(), simple, "{seed}: {term}");
        // A simplifier that has seen other terms gives the same.
        if seed % 16 == 0 {
            assert_eq!(logic::Simplifier::new().simplify(&term), simple, "{term}");
        }
    }
}

#[test]
fn two_literals_are_computed_with() {
    let width = 4;
    let numbers = [0, 1, 2, 7, 8, 15].map(|value| Term::bit_vec(width, value));
    let ops = [
        Op::BvAdd,
        Op::BvSub,
        Op::BvMul,
        Op::BvAnd,
        Op::BvOr,
        Op::BvXor,
        Op::BvUdiv,
        Op::BvUrem,
        Op::BvSdiv,
        Op::BvSrem,
        Op::BvSmod,
        Op::BvShl,
        Op::BvLshr,
        Op::BvAshr,
        Op::Concat,
        Op::BvUlt,
        Op::BvUle,
        Op::BvSlt,
        Op::BvSle,
        Op::Eq,
        Op::Distinct,
    ];
    let unknown = Term::constant("x", Sort::BitVec(width));
    // What becomes a literal only when it is simplified.
    let known = |value: &Term| {
        let rest = Term::app(Op::BvSub, vec![value.clone(), unknown.clone()]);
        Term::app(Op::BvAdd, vec![unknown.clone(), rest])
    };
    for op in &ops {
        for a in &numbers {
            for b in &numbers {
                let app = |a: Term, b: Term| Term::app(op.clone(), vec![a, b]);
                let simple = app(known(a), known(b)).simplify();
                assert!(simple.as_value().is_some(), "{op:?} {a} {b}: {simple}");
                // Beside an unknown they stay on the side where they belong.
                let swapped = app(app_or(op, &unknown, a), app_or(op, b, &unknown)).simplify();
                assert_eq!(swapped.simplify(), swapped);
            }
        }
    }
}

/// The operator on both, or the first where it does not give a bit-vector of the same width.
fn app_or(op: &Op, a: &Term, b: &Term) -> Term {
    let term = Term::app(op.clone(), vec![a.clone(), b.clone()]);
    match term.sort() == a.sort() {
        true => term,
        false => a.clone(),
    }
}

/// A variable, changed as often.
fn repeated(start: Term, times: usize, change: impl Fn(Term, usize) -> Term) -> Term {
    (0..times).fold(start, change)
}

fn bits(name: &str, width: u32) -> Term {
    Term::constant(name, Sort::BitVec(width))
}

#[test]
fn deep_terms_are_simplified_to_the_ground() {
    let op = |op: Op, a: Term, b: Term| Term::app(op, vec![a, b]);
    let name = |number: usize| bits(&format!("v{number}"), 32);
    let deep = repeated(name(0), 1_500, |term, k| op(Op::BvXor, name(k + 1), term));
    let lowest = |term: Term| Term::app(Op::Extract(7, 0), vec![term]);
    let simple = lowest(deep).simplify();
    assert_eq!(simple.simplify(), simple);
    assert_eq!(simple.op(), Some(&Op::BvXor));

    let fact = |number: usize| Term::constant(format!("p{number}").as_str(), Sort::Bool);
    let implications = (0..300).map(|k| Term::implies(fact(k), fact(k + 1)));
    let forwards: Vec<Term> = [fact(0)].into_iter().chain(implications).collect();
    let backwards = forwards.iter().rev().cloned();
    for chain in [Term::and(forwards.clone()), Term::and(backwards)] {
        let simple = chain.simplify();
        assert_eq!(simple.conjuncts().len(), 301);
        assert!(
            simple
                .conjuncts()
                .iter()
                .all(|part| part.as_var().is_some())
        );
    }
}

#[test]
fn shared_parts_do_not_multiply() {
    let op = |op: Op, a: &Term, b: &Term| Term::app(op, vec![a.clone(), b.clone()]);
    let shifted = |shift: Op, term: &Term, by: i64| {
        let moved = op(shift, term, &Term::bit_vec(64, by));
        op(Op::BvXor, term, &moved)
    };
    // Marsaglia's generator.
    let rounds = repeated(bits("x", 64), 60, |term, _| {
        let term = shifted(Op::BvShl, &term, 13);
        let term = shifted(Op::BvLshr, &term, 7);
        shifted(Op::BvShl, &term, 17)
    });
    let simple = rounds.simplify();
    assert!(
        simple.dag_size() < 3 * rounds.dag_size(),
        "{}",
        simple.dag_size()
    );
    let int = |number: usize| Term::constant(format!("i{number}").as_str(), Sort::Int);
    let sums = repeated(int(0), 120, |term, k| {
        Term::sub(term.clone(), Term::sub(int(k + 1), term))
    });
    let simple = sums.simplify();
    assert!(simple.dag_size() < 400, "{}", simple.dag_size());
}
