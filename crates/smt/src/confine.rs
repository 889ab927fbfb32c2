//! Confinement: formulas that say of a variable what Z3's sort does not.
//!
//! Z3 has no ranges. A variable of a range is one of its integers, an array with elements of
//! a range is one of its arrays of integers, and so on. The formula that confines a variable to the
//! values of its sort is asserted wherever the variable occurs. It has no quantifiers, except for
//! arrays with a large range of indices and for arrays of arrays, where nothing else says it.

use logic::{Integer, Op, Range, Sort, Term, Var};

use crate::Context;
use crate::ffi::{Ast, Decl, Error, Shape, operator};

/// The most indices for which an array is written out.
const MOST_INDICES: u128 = 64;

/// Whether Z3's sort has values that a sort of ours does not have.
pub(crate) fn is_confined(sort: &Sort) -> bool {
    match sort {
        Sort::Range(_) => true,
        Sort::Array(array) => matches!(array.index, Sort::Range(_)) || is_confined(&array.element),
        _ => false,
    }
}

/// The free variables of a term that need confinement, in order.
pub(crate) fn confined_vars(term: &Term) -> Vec<Var> {
    let mut vars = term.free_vars();
    vars.retain(|var| is_confined(&var.sort));
    vars.into_iter().collect()
}

impl Context {
    /// The formulas that confine a variable to its sort.
    pub(crate) fn confinement(&self, var: &Var) -> Result<Vec<Ast>, Error> {
        self.confinement_of(&var.sort, &self.constant(var)?)
    }

    /// The formulas that confine a term of Z3 to the values of a sort.
    pub(crate) fn confinement_of(&self, sort: &Sort, term: &Ast) -> Result<Vec<Ast>, Error> {
        match sort {
            Sort::Range(range) => {
                let [low, high] = self.ends(*range)?;
                Ok(vec![
                    self.make(Op::Le, &[&low, term])?,
                    self.make(Op::Le, &[term, &high])?,
                ])
            }
            Sort::Array(array) if is_confined(sort) => match (&array.index, &array.element) {
                (Sort::Range(index), element) if index.len() <= MOST_INDICES => {
                    self.written_out(*index, element, term)
                }
                (Sort::Range(index), element) => {
                    let mut formulas = self.elements_quantified(sort, element, term)?;
                    formulas.push(self.constant_outside(*index, term)?);
                    Ok(formulas)
                }
                (index, Sort::Range(element)) => self.elements_mapped(index, *element, term),
                (_, element) => self.elements_quantified(sort, element, term),
            },
            _ => Ok(Vec::new()),
        }
    }

    fn make(&self, op: Op, arguments: &[&Ast]) -> Result<Ast, Error> {
        let arguments: Vec<Ast> = arguments.iter().map(|&argument| argument.clone()).collect();
        operator(self.z3(), &op, &arguments)
    }

    fn ends(&self, range: Range) -> Result<[Ast; 2], Error> {
        let int = self.sort(&Sort::Int)?;
        Ok([
            Ast::small_number(&int, range.low())?,
            Ast::small_number(&int, range.high())?,
        ])
    }

    /// A constant that occurs nowhere else.
    pub(crate) fn fresh(&self, sort: &Sort) -> Result<Ast, Error> {
        let sort = self.sort(sort)?;
        let name = self.tables().borrow_mut().fresh_name("element");
        Decl::function(self.z3(), &name, &[], &sort)?.apply(&[])
    }

    /// `low <= array[i] <= high` for all `i`, as equations between arrays.
    fn elements_mapped(&self, index: &Sort, range: Range, array: &Ast) -> Result<Vec<Ast>, Error> {
        let index = self.sort(index)?;
        let all_true = Ast::const_array(&index, &Ast::bool(self.z3(), true)?)?;
        let [low, high] = self.ends(range)?;
        let Shape::App(le, _) = self.make(Op::Le, &[&low, &high])?.shape()? else {
            return Err(Error::Other("a comparison is an application".to_owned()));
        };
        [
            [Ast::const_array(&index, &low)?, array.clone()],
            [array.clone(), Ast::const_array(&index, &high)?],
        ]
        .iter()
        .map(|arrays| self.make(Op::Eq, &[&Ast::map(&le, arrays)?, &all_true]))
        .collect()
    }

    /// Every element is confined.
    fn elements_quantified(
        &self,
        sort: &Sort,
        element: &Sort,
        array: &Ast,
    ) -> Result<Vec<Ast>, Error> {
        let Sort::Array(parts) = sort else {
            unreachable!("the sort is an array's")
        };
        let index = self.fresh(&parts.index)?;
        let selected = self.make(Op::Select, &[array, &index])?;
        self.confinement_of(element, &selected)?
            .iter()
            .map(|formula| Ast::quantified(true, std::slice::from_ref(&index), formula))
            .collect()
    }

    /// The element at an index outside the range.
    fn element_outside(&self, range: Range, array: &Ast) -> Result<Ast, Error> {
        let outside = Integer::from(range.high()) + Integer::ONE;
        self.make(Op::Select, &[array, &self.integer(&outside)?])
    }

    /// All elements outside the range of the indices are the same.
    fn constant_outside(&self, range: Range, array: &Ast) -> Result<Ast, Error> {
        let [low, high] = self.ends(range)?;
        let index = self.fresh(&Sort::Int)?;
        let selected = self.make(Op::Select, &[array, &index])?;
        let body = [
            self.make(Op::Lt, &[&index, &low])?,
            self.make(Op::Lt, &[&high, &index])?,
            self.make(Op::Eq, &[&selected, &self.element_outside(range, array)?])?,
        ];
        let inside = self.make(Op::Not, &[&operator(self.z3(), &Op::Or, &body[..2])?])?;
        let body = self.make(Op::Or, &[&inside, &body[2]])?;
        Ast::quantified(true, &[index], &body)
    }

    /// The array is a constant array with its elements stored at the indices of the range.
    fn written_out(&self, range: Range, element: &Sort, array: &Ast) -> Result<Vec<Ast>, Error> {
        let int = self.sort(&Sort::Int)?;
        let outside = self.element_outside(range, array)?;
        let mut formulas = self.confinement_of(element, &outside)?;
        let mut written = Ast::const_array(&int, &outside)?;
        for index in range.low()..=range.high() {
            let index = Ast::small_number(&int, index)?;
            let selected = self.make(Op::Select, &[array, &index])?;
            formulas.extend(self.confinement_of(element, &selected)?);
            written = self.make(Op::Store, &[&written, &index, &selected])?;
        }
        formulas.push(self.make(Op::Eq, &[array, &written])?);
        Ok(formulas)
    }
}
