//! Growing a term from a sequence of choices.

use std::sync::Arc;

use super::{Fragment, Vocabulary};
use crate::{
    ArrayValue, BitVec, FunctionTable, Integer, Model, Op, Quantifier, Rational, Sort,
    Substitution, Term, Value, Var,
};

const DEEPEST: u32 = 7;

/// Turns choices into terms, values and models.
pub(super) struct Grower {
    choices: std::vec::IntoIter<u16>,
    fragment: Fragment,
    vocabulary: Vocabulary,
    bound: Vec<Var>,
    /// What was built before, to be used again, so that terms are graphs and not only trees.
    pool: Vec<Term>,
}

impl Grower {
    pub(super) fn new(choices: Vec<u16>, fragment: Fragment) -> Self {
        Grower {
            choices: choices.into_iter(),
            fragment,
            vocabulary: Vocabulary::new(),
            bound: Vec::new(),
            pool: Vec::new(),
        }
    }

    /// The next choice among `count` things; the first where the choices have ended.
    fn choose(&mut self, count: usize) -> usize {
        usize::from(self.choices.next().unwrap_or(0)) % count
    }

    fn pick<T: Clone>(&mut self, things: &[T]) -> T {
        let position = self.choose(things.len());
        things[position].clone()
    }

    /// Some sort that the fragment has.
    pub(super) fn sort(&mut self) -> Sort {
        let mut sorts = vec![Sort::Bool, Sort::Int, Sort::Bool, Sort::Int, Sort::Bool];
        if self.fragment.reals {
            sorts.extend([Sort::Real, Sort::Real]);
        }
        if self.fragment.bit_vectors {
            sorts.push(Sort::BitVec(3));
            sorts.extend(Vocabulary::WIDTHS.map(Sort::BitVec));
        }
        if self.fragment.enumerations {
            sorts.push(Sort::Enum(Vocabulary::color()));
        }
        if self.fragment.arrays {
            sorts.extend(self.array_sorts());
        }
        self.pick(&sorts)
    }

    fn array_sorts(&self) -> Vec<Sort> {
        let mut sorts = Vocabulary::arrays().to_vec();
        sorts.retain(|sort| self.has(sort));
        sorts
    }

    fn has(&self, sort: &Sort) -> bool {
        match sort {
            Sort::Bool | Sort::Int | Sort::Range(_) => true,
            Sort::Real => self.fragment.reals,
            Sort::BitVec(_) => self.fragment.bit_vectors,
            Sort::Enum(_) => self.fragment.enumerations,
            Sort::Array(array) => {
                self.fragment.arrays && self.has(&array.index) && self.has(&array.element)
            }
        }
    }

    /// A term whose sort has the carrier of `sort`.
    pub(super) fn term(&mut self, sort: &Sort) -> Term {
        // The root is never a leaf, which would test little.
        self.compound(&sort.carrier(), DEEPEST)
    }

    fn grow(&mut self, sort: &Sort, depth: u32) -> Term {
        let sort = &sort.carrier();
        if depth == 0 {
            return self.leaf(sort);
        }
        let term = match self.choose(8) {
            0 => self.leaf(sort),
            2 => {
                let usable: Vec<Term> = self
                    .pool
                    .iter()
                    .filter(|term| term.sort().carrier() == *sort)
                    .cloned()
                    .collect();
                if usable.is_empty() {
                    self.leaf(sort)
                } else {
                    self.pick(&usable)
                }
            }
            3 => {
                let condition = self.grow(&Sort::Bool, depth - 1);
                let (then, otherwise) = (self.grow(sort, depth - 1), self.grow(sort, depth - 1));
                Term::ite(condition, then, otherwise)
            }
            4 => self.read(sort, depth - 1),
            _ => self.compound(sort, depth - 1),
        };
        self.pool.push(term.clone());
        term
    }

    fn leaf(&mut self, sort: &Sort) -> Term {
        if self.choose(3) == 2 {
            return Term::value(self.value(sort));
        }
        let usable: Vec<Var> = self
            .bound
            .iter()
            .rev()
            .chain(&self.vocabulary.vars)
            .filter(|var| var.sort.carrier() == *sort)
            .cloned()
            .collect();
        self.pick(&usable).term()
    }

    /// A term that reads an array or calls a function; any other where there is none of the sort.
    fn read(&mut self, sort: &Sort, depth: u32) -> Term {
        if self.fragment.functions && self.choose(2) == 0 {
            let functions: Vec<_> = self
                .vocabulary
                .functions
                .iter()
                .filter(|f| f.result().carrier() == *sort)
                .filter(|f| f.parameters().iter().all(|sort| self.has(sort)))
                .cloned()
                .collect();
            if !functions.is_empty() {
                let function = self.pick(&functions);
                let arguments = function
                    .parameters()
                    .iter()
                    .map(|parameter| self.grow(parameter, depth))
                    .collect();
                return Term::apply(&function, arguments);
            }
        }
        let arrays: Vec<Sort> = self
            .array_sorts()
            .into_iter()
            .filter(|array| matches!(array, Sort::Array(a) if a.element.carrier() == *sort))
            .collect();
        if arrays.is_empty() {
            return self.compound(sort, depth);
        }
        let array_sort = self.pick(&arrays);
        let array = self.grow(&array_sort, depth);
        let Sort::Array(array_sort) = array_sort else {
            unreachable!("only array sorts were kept");
        };
        let index = self.grow(&array_sort.index, depth);
        Term::select(array, index)
    }

    fn compound(&mut self, sort: &Sort, depth: u32) -> Term {
        match sort {
            Sort::Bool => self.formula(depth),
            Sort::Int | Sort::Range(_) => self.integer(depth),
            Sort::Real => self.real(depth),
            Sort::BitVec(width) => self.bit_vector(*width, depth),
            Sort::Enum(_) => self.leaf(sort),
            Sort::Array(array) => {
                if self.choose(4) == 3 {
                    let element = self.grow(&array.element, depth);
                    return Term::const_array(array.index.clone(), element);
                }
                let start = self.grow(sort, depth);
                if self.fragment.copies && array.index == Sort::Int && self.choose(4) == 3 {
                    let source = self.grow(sort, depth);
                    let [at, from, count] = std::array::from_fn(|_| self.grow(&Sort::Int, depth));
                    return Term::copy(start, at, source, from, count);
                }
                let index = self.grow(&array.index, depth);
                let element = self.grow(&array.element, depth);
                Term::store(start, index, element)
            }
        }
    }

    fn formula(&mut self, depth: u32) -> Term {
        let operators = if self.fragment.quantifiers { 14 } else { 13 };
        match self.choose(operators) {
            0 => Term::not(self.grow(&Sort::Bool, depth)),
            1 | 2 => Term::and(self.some(&Sort::Bool, depth)),
            3 | 4 => Term::or(self.some(&Sort::Bool, depth)),
            5 => Term::implies(self.grow(&Sort::Bool, depth), self.grow(&Sort::Bool, depth)),
            6 => Term::xor(self.grow(&Sort::Bool, depth), self.grow(&Sort::Bool, depth)),
            7 | 8 => {
                let sort = self.sort();
                Term::eq(self.grow(&sort, depth), self.grow(&sort, depth))
            }
            9 | 10 => {
                let sort = self.number_sort();
                let op = self.pick(&[Op::Le, Op::Lt]);
                Term::app(op, vec![self.grow(&sort, depth), self.grow(&sort, depth)])
            }
            11 => {
                let sort = self.sort();
                Term::app(Op::Distinct, self.some(&sort, depth))
            }
            12 => self.rare_formula(depth),
            _ => {
                let var = self.pick(&self.vocabulary.bound.clone());
                let quantifier = self.pick(&[Quantifier::Forall, Quantifier::Exists]);
                self.bound.push(var.clone());
                let body = self.grow(&Sort::Bool, depth);
                self.bound.pop();
                Term::quantified(quantifier, [var], body)
            }
        }
    }

    fn rare_formula(&mut self, depth: u32) -> Term {
        match self.choose(3) {
            0 => {
                let divisor = Integer::from(1 + self.choose(4));
                Term::divisible(divisor, self.grow(&Sort::Int, depth))
            }
            1 if self.fragment.bit_vectors => {
                let sort = Sort::BitVec(self.width());
                let op = self.pick(&[Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle]);
                Term::app(op, vec![self.grow(&sort, depth), self.grow(&sort, depth)])
            }
            _ if self.fragment.reals => Term::app(Op::IsInt, vec![self.grow(&Sort::Real, depth)]),
            _ => self.leaf(&Sort::Bool),
        }
    }

    fn number_sort(&mut self) -> Sort {
        if self.fragment.reals && self.choose(3) == 2 {
            Sort::Real
        } else {
            Sort::Int
        }
    }

    fn width(&mut self) -> u32 {
        self.pick(&Vocabulary::WIDTHS.collect::<Vec<u32>>())
    }

    /// One to three terms.
    fn some(&mut self, sort: &Sort, depth: u32) -> Vec<Term> {
        let count = 1 + self.choose(3);
        (0..count).map(|_| self.grow(sort, depth)).collect()
    }

    fn integer(&mut self, depth: u32) -> Term {
        match self.choose(10) {
            0..=2 => Term::add(self.some(&Sort::Int, depth)),
            3 => Term::sub(self.grow(&Sort::Int, depth), self.grow(&Sort::Int, depth)),
            4 if self.fragment.nonlinear => Term::mul(self.some(&Sort::Int, depth)),
            4 | 5 => {
                let factor = Term::value(self.value(&Sort::Int));
                Term::mul([factor, self.grow(&Sort::Int, depth)])
            }
            6 | 7 => {
                let op = self.pick(&[Op::Div, Op::Mod]);
                let dividend = self.grow(&Sort::Int, depth);
                let divisor = if self.fragment.nonlinear && self.choose(3) == 2 {
                    self.grow(&Sort::Int, depth)
                } else {
                    Term::int(self.pick(&[1i64, 2, 3, 4, -1, -2, -3]))
                };
                Term::app(op, vec![dividend, divisor])
            }
            8 if self.fragment.reals => Term::app(Op::ToInt, vec![self.grow(&Sort::Real, depth)]),
            9 if self.fragment.bit_vectors => {
                let sort = Sort::BitVec(self.width());
                Term::app(Op::BvToInt, vec![self.grow(&sort, depth)])
            }
            _ => Term::neg(self.grow(&Sort::Int, depth)),
        }
    }

    fn real(&mut self, depth: u32) -> Term {
        match self.choose(7) {
            0 | 1 => Term::add(self.some(&Sort::Real, depth)),
            2 => Term::sub(self.grow(&Sort::Real, depth), self.grow(&Sort::Real, depth)),
            3 if self.fragment.nonlinear => Term::mul(self.some(&Sort::Real, depth)),
            3 | 4 => {
                let factor = Term::value(self.value(&Sort::Real));
                Term::mul([factor, self.grow(&Sort::Real, depth)])
            }
            5 => Term::to_real(self.grow(&Sort::Int, depth)),
            _ => {
                let dividend = self.grow(&Sort::Real, depth);
                let divisor = if self.fragment.nonlinear && self.choose(3) == 2 {
                    self.grow(&Sort::Real, depth)
                } else {
                    Term::real(self.pick(&[2i64, 3, -1, -4]))
                };
                Term::real_div(dividend, divisor)
            }
        }
    }

    fn bit_vector(&mut self, width: u32, depth: u32) -> Term {
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
        let least = *Vocabulary::WIDTHS.start();
        match self.choose(8) {
            0..=3 => {
                let op = self.pick(&BINARY);
                Term::app(op, vec![self.grow(&sort, depth), self.grow(&sort, depth)])
            }
            4 if width >= 2 * least => {
                let high = least + self.choose((width - 2 * least + 1) as usize) as u32;
                let (front, back) = (Sort::BitVec(high), Sort::BitVec(width - high));
                Term::app(
                    Op::Concat,
                    vec![self.grow(&front, depth), self.grow(&back, depth)],
                )
            }
            5 if width > least => {
                let more = 1 + self.choose((width - least) as usize) as u32;
                let op = self.pick(&[Op::ZeroExtend(more), Op::SignExtend(more)]);
                Term::app(op, vec![self.grow(&Sort::BitVec(width - more), depth)])
            }
            6 => {
                let from =
                    width + self.choose((Vocabulary::WIDTHS.end() - width + 1) as usize) as u32;
                let low = self.choose((from - width + 1) as usize) as u32;
                let op = Op::Extract(low + width - 1, low);
                Term::app(op, vec![self.grow(&Sort::BitVec(from), depth)])
            }
            7 => Term::app(Op::IntToBv(width), vec![self.grow(&Sort::Int, depth)]),
            _ => {
                let op = self.pick(&[Op::BvNot, Op::BvNeg]);
                Term::app(op, vec![self.grow(&sort, depth)])
            }
        }
    }

    /// A value of the sort, most often a small one.
    fn value(&mut self, sort: &Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.choose(2) == 1),
            Sort::Int => Value::Int(self.integer_value()),
            Sort::Real => {
                let denominator = Integer::from(self.pick(&[1i64, 1, 2, 3, 4]));
                let value = Rational::new(self.integer_value(), denominator);
                Value::Real(value.expect("the denominator is not zero"))
            }
            Sort::BitVec(width) => {
                let value = self.choose(1 << width);
                Value::BitVec(BitVec::new(*width, &value.into()))
            }
            Sort::Range(range) => {
                let span = usize::try_from(range.len()).expect("the vocabulary's ranges are small");
                Value::from(range.low() + self.choose(span) as i64)
            }
            Sort::Enum(sort) => {
                Value::Enum(sort.clone(), self.choose(sort.variants().len()) as u32)
            }
            Sort::Array(sort) => {
                let mut array = ArrayValue::constant(sort.index.clone(), self.value(&sort.element));
                for _ in 0..self.choose(4) {
                    let (index, element) = (self.value(&sort.index), self.value(&sort.element));
                    array = array.with(index, element);
                }
                Value::Array(Arc::new(array))
            }
        }
    }

    fn integer_value(&mut self) -> Integer {
        match self.choose(64) {
            62 => Integer::from(i64::MAX),
            63 => Integer::from(i64::MIN),
            other => {
                Integer::from((other as i64 + 1) / 2 % 9 * if other % 2 == 1 { 1 } else { -1 })
            }
        }
    }

    pub(super) fn model(&mut self) -> Model {
        let mut model = Model::new();
        let vocabulary = self.vocabulary.clone();
        for var in vocabulary.vars.into_iter().chain(vocabulary.bound) {
            let value = self.value(&var.sort);
            model.set(var, value);
        }
        for function in vocabulary.functions {
            let mut table = FunctionTable {
                entries: Default::default(),
                default: self.value(function.result()),
            };
            for _ in 0..self.choose(4) {
                let arguments = function
                    .parameters()
                    .iter()
                    .map(|sort| self.value(sort))
                    .collect();
                table
                    .entries
                    .insert(arguments, self.value(function.result()));
            }
            model.set_function(function, table);
        }
        model
    }

    pub(super) fn substitution(&mut self) -> Substitution {
        let mut substitution = Substitution::new();
        let mut vars = self.vocabulary.vars.clone();
        vars.extend(self.vocabulary.bound.clone());
        vars.retain(|var| self.has(&var.sort));
        for _ in 0..1 + self.choose(4) {
            let var = self.pick(&vars);
            let term = if var.sort == var.sort.carrier() {
                self.grow(&var.sort, 3)
            } else if self.choose(2) == 0 {
                let same: Vec<Var> = vars
                    .iter()
                    .filter(|v| v.sort == var.sort)
                    .cloned()
                    .collect();
                self.pick(&same).term()
            } else {
                Term::value(self.value(&var.sort))
            };
            substitution.insert(var, term);
        }
        substitution
    }
}
