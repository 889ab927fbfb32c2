//! What the logic prints, the language reads: reports show formulas that can be copied into a text.

use std::collections::BTreeMap;

use logic::{
    Function, FunctionTable, Integer, Model, Op, Rational, Sort, Symbol, Term, Value, Var,
};
use program::{Action, Command};

use crate::common::module;
use crate::random::Random;

fn var(name: &str) -> Var {
    let sort = match name {
        "x" | "y" => Sort::Int,
        "k" => Sort::range(-2, 3).unwrap(),
        "r" => Sort::Real,
        "a" => Sort::array(Sort::Int, Sort::Int),
        _ => Sort::Bool,
    };
    Var::new(name, sort)
}

fn function() -> Function {
    Function::new(Symbol::new("f"), vec![Sort::Int, Sort::Real], Sort::Int)
}

struct Grower<'r>(&'r mut Random);

impl Grower<'_> {
    fn number(&mut self) -> i64 {
        self.0.below(9) as i64 - 4
    }

    fn integer(&mut self, depth: usize) -> Term {
        if depth == 0 {
            let name = self.0.pick(&["x", "y", "k"]);
            return if self.0.chance(2) {
                Term::int(self.number())
            } else {
                var(name).term()
            };
        }
        let divisor = self.0.pick(&[-3, -2, 2, 5]);
        match self.0.below(9) {
            0 => Term::add([self.integer(depth - 1), self.integer(depth - 1)]),
            1 => Term::sub(self.integer(depth - 1), self.integer(depth - 1)),
            2 => Term::mul([Term::int(self.number()), self.integer(depth - 1)]),
            3 => Term::mul([self.integer(depth - 1), self.integer(depth - 1)]),
            4 => Term::div(self.integer(depth - 1), Term::int(divisor)),
            5 => Term::modulo(self.integer(depth - 1), Term::int(divisor)),
            6 => Term::ite(
                self.formula(depth - 1),
                self.integer(depth - 1),
                self.integer(depth - 1),
            ),
            7 => Term::select(self.array(depth - 1), self.integer(depth - 1)),
            _ => Term::apply(
                &function(),
                vec![self.integer(depth - 1), self.real(depth - 1)],
            ),
        }
    }

    fn real(&mut self, depth: usize) -> Term {
        if depth == 0 {
            let literal = Rational::new(Integer::from(self.number()), Integer::from(3)).unwrap();
            return if self.0.chance(2) {
                Term::real(literal)
            } else {
                var("r").term()
            };
        }
        match self.0.below(5) {
            0 => Term::add([self.real(depth - 1), self.real(depth - 1)]),
            1 => Term::mul([self.real(depth - 1), self.real(depth - 1)]),
            2 => Term::real_div(self.real(depth - 1), Term::real(Rational::from(7))),
            3 => Term::ite(
                self.formula(depth - 1),
                self.real(depth - 1),
                self.real(depth - 1),
            ),
            _ => Term::to_real(self.integer(depth - 1)),
        }
    }

    /// A real with a variable in it: `1/3 < 1/2` alone would be read as a comparison of integers.
    fn surely_real(&mut self, depth: usize) -> Term {
        Term::add([var("r").term(), self.real(depth)])
    }

    fn array(&mut self, depth: usize) -> Term {
        if depth == 0 {
            return var("a").term();
        }
        Term::store(
            self.array(depth - 1),
            self.integer(depth - 1),
            self.integer(depth - 1),
        )
    }

    fn formula(&mut self, depth: usize) -> Term {
        if depth == 0 {
            return var(self.0.pick(&["p", "q"])).term();
        }
        match self.0.below(12) {
            0 => Term::and([self.formula(depth - 1), self.formula(depth - 1)]),
            1 => Term::or([self.formula(depth - 1), self.formula(depth - 1)]),
            2 => Term::implies(self.formula(depth - 1), self.formula(depth - 1)),
            3 => Term::not(self.formula(depth - 1)),
            4 => Term::xor(self.formula(depth - 1), self.formula(depth - 1)),
            5 => Term::le(self.integer(depth - 1), self.integer(depth - 1)),
            6 => Term::lt(self.real(depth - 1), self.surely_real(depth - 1)),
            7 => Term::eq(self.integer(depth - 1), self.integer(depth - 1)),
            8 => Term::eq(self.real(depth - 1), self.surely_real(depth - 1)),
            9 => Term::divisible(Integer::from(3), self.integer(depth - 1)),
            10 => Term::app(Op::IsInt, vec![self.real(depth - 1)]),
            _ => {
                // A text has no two quantifiers inside each other that bind one name.
                let name = Symbol::new(&format!("i{depth}"));
                let bound = Var::new(name, Sort::range(0, 1).unwrap());
                let body = Term::le(bound.term(), self.integer(depth - 1));
                Term::or([Term::forall([bound], body), self.formula(depth - 1)])
            }
        }
    }

    fn model(&mut self) -> Model {
        let mut model = Model::new();
        for name in ["x", "y", "k", "r", "p", "q"] {
            let var = var(name);
            let number = self.number().clamp(-2, 3);
            let value = match var.sort {
                Sort::Bool => Value::Bool(number > 0),
                Sort::Real => Value::Real(Rational::from(number)),
                _ => Value::Int(Integer::from(number)),
            };
            model.set(var, value);
        }
        model.set(var("a"), Value::default_of(&var("a").sort));
        let table = FunctionTable {
            entries: BTreeMap::new(),
            default: Value::from(self.number()),
        };
        model.set_function(function(), table);
        model
    }
}

/// What the language reads a text as.
fn read(text: &str) -> Term {
    let declarations =
        "fn f(int, real) -> int; program read { var x: int; var y: int; var k: -2..=3;
        var r: real; var a: array<int, int>; var p: bool; var q: bool; var result: bool;";
    let module = module(&format!("{declarations} result = {text}; }}"));
    match &module.programs[0].body.edges()[0].action {
        Action::Command(Command::Assign(_, term)) => term.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_the_logic_prints_the_language_reads() {
    for seed in 0..2_000 {
        let mut random = Random(seed);
        let mut grower = Grower(&mut random);
        let term = grower.formula(4);
        let text = term.to_string();
        let again = read(&text);
        for _ in 0..8 {
            let model = grower.model();
            assert_eq!(
                model.eval(&term),
                model.eval(&again),
                "{seed}: {text}\n{model:?}"
            );
        }
    }
}

#[test]
fn integers_become_reals_where_reals_are_wanted() {
    let check = |text: &str, expected: &str| assert_eq!(read(text).to_string(), expected);
    check("r == 1/3", "r == 1/3");
    check("r == 2*1/3 + 1", "r == 5/3");
    check("r == -(1/3)", "r == -1/3");
    check("r == (p ? 1/2 : 1/4)", "r == (p ? 1/2 : 1/4)");
    check("r == real(7/2)", "r == 3.0");
    check("r == x / 2", "r == real(x / 2)");
    check("r == x / 2.0", "r == real(x) / 2.0");
    check("x + 1 <= r", "real(x + 1) <= r");
    check("f(1, 1/2) == 1/2", "f(1, 1/2) == 0");
    check("k + 1 == 1.5", "real(k + 1) == 3/2");
    check("r / 0 == 0", "true");
    check("r / r == 1", "(r == 0.0 ? 0.0 : r / r) == 1.0");
    check("a == constant(7)[x := 1]", "a == constant(7)[x := 1]");
    check("distinct(x, y, 1)", "distinct(x, y, 1)");
    check("floor(r) == floor(3)", "floor(r) == 3");
}
