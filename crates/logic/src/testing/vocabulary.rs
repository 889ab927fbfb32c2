//! The names that random terms are made of.

use crate::{EnumSort, Function, Sort, Var};

/// The variables and functions that random terms are made of.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    /// The variables; several of each sort.
    pub vars: Vec<Var>,
    /// Variables of small finite sorts that quantifiers bind. Some of them also occur free.
    pub bound: Vec<Var>,
    /// The uninterpreted functions.
    pub functions: Vec<Function>,
}

impl Vocabulary {
    /// The widths of the bit-vectors.
    pub const WIDTHS: std::ops::RangeInclusive<u32> = 3..=8;

    /// The enumeration.
    #[must_use]
    pub fn color() -> EnumSort {
        let variants = ["red", "green", "blue"].map(Into::into).to_vec();
        EnumSort::new("Color".into(), variants).expect("there are variants")
    }

    /// The ranges.
    #[must_use]
    pub fn ranges() -> [Sort; 2] {
        [(0, 3), (-2, 2)].map(|(low, high)| Sort::range(low, high).expect("the range has values"))
    }

    /// The array sorts: infinitely many and few indices, elements of an infinite and a finite sort.
    #[must_use]
    pub fn arrays() -> [Sort; 4] {
        let color = Sort::Enum(Vocabulary::color());
        let [range, _] = Vocabulary::ranges();
        [
            Sort::array(Sort::Int, Sort::Int),
            Sort::array(color, Sort::Bool),
            Sort::array(Sort::BitVec(3), Sort::Int),
            Sort::array(Sort::Int, range),
        ]
    }

    /// The one vocabulary.
    #[must_use]
    pub fn new() -> Self {
        let color = Sort::Enum(Vocabulary::color());
        let [low, around_zero] = Vocabulary::ranges();
        let var = |name: &str, sort: &Sort| Var::new(name, sort.clone());
        let mut vars = Vec::new();
        for (names, sort) in [
            ("p q r", &Sort::Bool),
            ("x y z", &Sort::Int),
            ("u v", &Sort::Real),
            ("a b", &low),
            ("e", &around_zero),
            ("c d", &color),
        ] {
            vars.extend(names.split(' ').map(|name| var(name, sort)));
        }
        for width in Vocabulary::WIDTHS {
            vars.push(var(&format!("s{width}"), &Sort::BitVec(width)));
            vars.push(var(&format!("t{width}"), &Sort::BitVec(width)));
        }
        for (sort, names) in
            Vocabulary::arrays()
                .iter()
                .zip([["m", "n"], ["k", "l"], ["f1", "f2"], ["g1", "g2"]])
        {
            vars.extend(names.map(|name| var(name, sort)));
        }
        let bound = vec![
            var("i", &low),
            var("p", &Sort::Bool),
            var("a", &low),
            // The same name at two sorts is two variables.
            var("i", &around_zero),
            var("c", &color),
            var("s3", &Sort::BitVec(3)),
        ];
        let function = |name: &str, parameters: &[Sort], result: Sort| {
            Function::new(name.into(), parameters.to_vec(), result)
        };
        let functions = vec![
            function("f", &[Sort::Int], Sort::Int),
            function("g", &[Sort::Int, Sort::Bool], Sort::Bool),
            function("h", &[Sort::Real], Sort::Real),
            function("paint", std::slice::from_ref(&low), color.clone()),
            function("rank", &[color], low),
            function("mix", &[Sort::BitVec(4), Sort::BitVec(4)], Sort::BitVec(4)),
        ];
        Vocabulary {
            vars,
            bound,
            functions,
        }
    }
}

impl Default for Vocabulary {
    fn default() -> Self {
        Vocabulary::new()
    }
}
