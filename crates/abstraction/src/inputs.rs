//! Inputs to try: boundary values, constants of the functions, small numbers, and random ones.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use logic::{ArrayValue, BitVec, Integer, Node, Sort, Term, Value, Var};
use program::function::Environment;

use crate::{Inputs, Pair};

/// A generator of random numbers that is the same on every run (xorshift*).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 16) as usize % bound
    }
}

/// Where inputs come from.
pub(crate) struct Pool<'i> {
    constants: Vec<Integer>,
    given: Option<Inputs<'i>>,
    /// The first of what was given: it is asked for several times.
    kept: RefCell<BTreeMap<u64, Vec<Value>>>,
}

/// How many inputs are kept.
const MOST_KEPT: u64 = 64;

impl<'i> Pool<'i> {
    /// The pool for two functions: it knows their constants and the numbers beside them.
    pub(crate) fn of(pair: Pair<'_>, given: Option<Inputs<'i>>) -> Self {
        let mut constants = BTreeSet::new();
        for function in [pair.specification, pair.implementation] {
            function.visit_terms(&mut |term| gather(term, &mut constants));
        }
        let constants = constants.into_iter().take(32).collect();
        Pool {
            constants,
            given,
            kept: RefCell::default(),
        }
    }

    /// The inputs of the test with this number.
    pub(crate) fn inputs(&self, vars: &[Var], number: u64) -> Vec<Value> {
        if let Some(given) = self.given {
            if number >= MOST_KEPT {
                return given(number);
            }
            let mut kept = self.kept.borrow_mut();
            return kept.entry(number).or_insert_with(|| given(number)).clone();
        }
        let mut random = Random::new(number + 1);
        vars.iter()
            .map(|var| match number {
                // The first tests are the plain ones: all zero, all one, and so on.
                0..4 => plain(&var.sort, number),
                _ => self.value(&var.sort, &mut random),
            })
            .collect()
    }

    /// A random value of a sort.
    pub(crate) fn value(&self, sort: &Sort, random: &mut Random) -> Value {
        match sort {
            Sort::Bool => Value::Bool(random.below(2) == 1),
            Sort::Int => Value::Int(self.number(random, 16)),
            Sort::Range(range) => {
                let size = u64::try_from(range.len()).unwrap_or(u64::MAX);
                let offset = random.next() % size;
                let value = i128::from(range.low()) + i128::from(offset);
                Value::Int(Integer::from(i64::try_from(value).unwrap_or(range.high())))
            }
            Sort::BitVec(width) => {
                let value = match random.below(8) {
                    0 => Integer::power_of_two(width - 1),
                    1 => Integer::power_of_two(width - 1) - Integer::from(1),
                    _ => self.number(random, *width),
                };
                Value::BitVec(BitVec::new(*width, &value))
            }
            Sort::Array(array) => {
                let default = self.value(&array.element, random);
                let mut value = ArrayValue::constant(array.index.clone(), default);
                for _ in 0..random.below(12) {
                    let index = self.value(&array.index, random);
                    value = value.with(index, self.value(&array.element, random));
                }
                for index in 0..random.below(8) as u64 {
                    let index = plain(&array.index, index);
                    value = value.with(index, self.value(&array.element, random));
                }
                Value::Array(Arc::new(value))
            }
            Sort::Real | Sort::Enum(_) => Value::default_of(sort),
        }
    }

    /// Mostly small numbers, so that loops end soon and branches are met.
    fn number(&self, random: &mut Random, width: u32) -> Integer {
        match random.below(8) {
            0..4 => Integer::from(random.below(14) as i64),
            4 => Integer::from(-(random.below(6) as i64)),
            5 | 6 if !self.constants.is_empty() => {
                let near = random.below(3) as i64 - 1;
                self.constants[random.below(self.constants.len())].clone() + Integer::from(near)
            }
            _ => Integer::from((random.next() >> 1) as i64 >> 63u32.saturating_sub(width).min(60)),
        }
    }
}

/// A small number as a value of any sort.
fn plain(sort: &Sort, number: u64) -> Value {
    let integer = Integer::from(number as i64);
    match sort {
        Sort::Bool => Value::Bool(number % 2 == 1),
        Sort::Int => Value::Int(integer),
        Sort::BitVec(width) => Value::BitVec(BitVec::new(*width, &integer)),
        Sort::Array(array) => {
            let default = plain(&array.element, number);
            Value::Array(Arc::new(ArrayValue::constant(array.index.clone(), default)))
        }
        Sort::Real | Sort::Enum(_) | Sort::Range(_) => Value::default_of(sort),
    }
}

/// The numbers in a term.
fn gather(term: &Term, found: &mut BTreeSet<Integer>) {
    logic::recursion::guard(|| match term.node() {
        Node::Const(Value::Int(value)) => drop(found.insert(value.clone())),
        Node::Const(Value::BitVec(value)) => drop(found.insert(value.signed())),
        _ => term
            .children()
            .iter()
            .for_each(|child| gather(child, found)),
    });
}

/// An environment whose answers depend on nothing but a seed and the number of the question, so that
/// two functions that ask the same get the same.
pub(crate) struct Seeded<'p> {
    pool: &'p Pool<'p>,
    seed: u64,
    /// The values that were chosen, in order.
    pub(crate) choices: Vec<Value>,
    /// The results of each event, in order.
    pub(crate) results: Vec<Vec<Value>>,
}

impl<'p> Seeded<'p> {
    pub(crate) fn new(pool: &'p Pool<'p>, seed: u64) -> Self {
        Seeded {
            pool,
            seed,
            choices: Vec::new(),
            results: Vec::new(),
        }
    }
}

impl Environment for Seeded<'_> {
    fn choose(&mut self, var: &Var) -> Value {
        let seed = self.seed.wrapping_mul(31) + 7 * self.choices.len() as u64;
        let value = self
            .pool
            .value(&var.sort, &mut Random::new(seed + 1_000_003));
        self.choices.push(value.clone());
        value
    }

    fn result(&mut self, event: usize, position: usize, var: &Var) -> Value {
        let seed = self.seed.wrapping_mul(37) + 101 * event as u64 + position as u64;
        let value = self
            .pool
            .value(&var.sort, &mut Random::new(seed + 2_000_003));
        if self.results.len() <= event {
            self.results.resize(event + 1, Vec::new());
        }
        self.results[event].push(value.clone());
        value
    }
}
