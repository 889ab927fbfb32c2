//! From our terms to Z3's.
//!
//! The translation is exact. What Z3's sorts do not say is said by [`confinement`](crate::confine)
//! formulas, which quantifiers carry with them and solvers assert. A function with results in a
//! range is translated as one with integer results that are brought into the range wherever they
//! are used, which needs no such formula.

use logic::{Integer, Node, Op, Quantifier, Sort, Term, Value, Var};

use crate::Context;
use crate::context::{Meaning, Translated};
use crate::ffi::{self, Ast, Decl, Error, operator};

impl Context {
    /// The translation of a term; made at most once.
    pub(crate) fn translate(&self, term: &Term) -> Result<Translated, Error> {
        if let Some(known) = self.tables().borrow().terms.get(term) {
            return Ok(known.clone());
        }
        // The stack holds terms whose parts may still be untranslated. It lives on the heap, so
        // that terms of any depth can be translated.
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            let tables = self.tables().borrow();
            if tables.terms.contains_key(next) {
                open.pop();
                continue;
            }
            let before = open.len();
            let unknown = |part: &&Term| !tables.terms.contains_key(*part);
            open.extend(next.children().iter().filter(unknown));
            drop(tables);
            if open.len() == before {
                open.pop();
                let translated = self.translate_node(next)?;
                let mut tables = self.tables().borrow_mut();
                tables.terms.insert(next.clone(), translated);
            }
        }
        Ok(self.tables().borrow().terms[term].clone())
    }

    /// The translation of a term whose parts are translated.
    fn translate_node(&self, term: &Term) -> Result<Translated, Error> {
        let parts: Vec<Translated> = {
            let tables = self.tables().borrow();
            let children = term.children().iter();
            children.map(|part| tables.terms[part].clone()).collect()
        };
        let mut confined = parts.iter().any(|part| part.confined);
        let arguments: Vec<Ast> = parts.into_iter().map(|part| part.ast).collect();
        let ast = match term.node() {
            Node::Const(value) => self.translate_value(value)?,
            Node::Var(var) => {
                confined = crate::confine::is_confined(&var.sort);
                self.constant(var)?
            }
            Node::App(op, parts) => self.translate_operator(op, parts, &arguments)?,
            Node::Quantified(quantifier, vars, _) => {
                self.translate_quantifier(*quantifier, vars, &arguments[0])?
            }
        };
        Ok(Translated { ast, confined })
    }

    fn translate_operator(&self, op: &Op, parts: &[Term], arguments: &[Ast]) -> Result<Ast, Error> {
        match op {
            Op::Distinct => self.pairwise_distinct(arguments),
            Op::Mod => self.modulo(&parts[1], arguments),
            Op::Divisible(divisor) => {
                let divisor = self.integer(divisor)?;
                let modulo = operator(self.z3(), &Op::Mod, &[arguments[0].clone(), divisor])?;
                operator(self.z3(), &Op::Eq, &[modulo, self.integer(&Integer::ZERO)?])
            }
            Op::ConstArray(index) => Ast::const_array(&self.sort(index)?, &arguments[0]),
            Op::Copy => self.copy(arguments),
            Op::Apply(function) => {
                let result = self.function(function)?.apply(arguments)?;
                match function.result() {
                    Sort::Range(range) => self.clamp(*range, &result),
                    _ => Ok(result),
                }
            }
            op => operator(self.z3(), op, arguments),
        }
    }

    /// A copy of elements as a function of the index.
    fn copy(&self, arguments: &[Ast]) -> Result<Ast, Error> {
        let [to, at, source, from, count] = arguments else {
            unreachable!("a copy has five arguments")
        };
        let make = |op, parts: &[&Ast]| {
            let parts: Vec<Ast> = parts.iter().map(|part| (*part).clone()).collect();
            operator(self.z3(), &op, &parts)
        };
        let index = self.fresh(&Sort::Int)?;
        let behind = make(Op::Add, &[at, count])?;
        let starts = make(Op::Le, &[at, &index])?;
        let ends = make(Op::Lt, &[&index, &behind])?;
        let is_copied = make(Op::And, &[&starts, &ends])?;
        let minus_one = Ast::small_number(&self.sort(&Sort::Int)?, -1)?;
        let back = make(Op::Mul, &[&minus_one, at])?;
        let place = make(Op::Add, &[&index, &back, from])?;
        let copied = make(Op::Select, &[source, &place])?;
        let own = make(Op::Select, &[to, &index])?;
        let element = make(Op::Ite, &[&is_copied, &copied, &own])?;
        Ast::lambda(&index, &element)
    }

    /// The remainder does not depend on the sign of the divisor, and Z3's quantifier elimination
    /// fails on negative divisors.
    fn modulo(&self, divisor: &Term, arguments: &[Ast]) -> Result<Ast, Error> {
        let literal = divisor.as_value().and_then(Value::as_int);
        match literal.filter(|literal| literal.is_negative()) {
            Some(negative) => {
                let positive = self.integer(&negative.abs())?;
                operator(self.z3(), &Op::Mod, &[arguments[0].clone(), positive])
            }
            None => operator(self.z3(), &Op::Mod, arguments),
        }
    }

    /// Distinctness, as inequalities: of more than two terms Z3 does not evaluate it in models of
    /// arrays, and Spacer gives wrong answers.
    fn pairwise_distinct(&self, terms: &[Ast]) -> Result<Ast, Error> {
        let mut conjuncts = vec![Ast::bool(self.z3(), true)?];
        for (position, a) in terms.iter().enumerate() {
            for b in &terms[..position] {
                let equal = operator(self.z3(), &Op::Eq, &[a.clone(), b.clone()])?;
                conjuncts.push(operator(self.z3(), &Op::Not, &[equal])?);
            }
        }
        operator(self.z3(), &Op::And, &conjuncts)
    }

    /// The integer, or the end of the range that is nearest to it.
    fn clamp(&self, range: logic::Range, term: &Ast) -> Result<Ast, Error> {
        let int = self.sort(&Sort::Int)?;
        let (low, high) = (
            Ast::small_number(&int, range.low())?,
            Ast::small_number(&int, range.high())?,
        );
        let make = |op, arguments: [&Ast; 2]| operator(self.z3(), &op, &arguments.map(Ast::clone));
        let choose = |a, b, c| operator(self.z3(), &Op::Ite, &[a, b, c]);
        let upper = choose(make(Op::Lt, [&high, term])?, high, term.clone())?;
        choose(make(Op::Lt, [term, &low])?, low, upper)
    }

    fn translate_quantifier(
        &self,
        quantifier: Quantifier,
        vars: &[Var],
        body: &Ast,
    ) -> Result<Ast, Error> {
        let bound = vars
            .iter()
            .map(|var| self.constant(var))
            .collect::<Result<Vec<Ast>, Error>>()?;
        let mut conditions = Vec::new();
        for (var, constant) in vars.iter().zip(&bound) {
            conditions.extend(self.confinement_of(&var.sort, constant)?);
        }
        let forall = quantifier == Quantifier::Forall;
        if conditions.is_empty() {
            return Ast::quantified(forall, &bound, body);
        }
        let body = if forall {
            let condition = operator(self.z3(), &Op::And, &conditions)?;
            operator(self.z3(), &Op::Implies, &[condition, body.clone()])?
        } else {
            conditions.push(body.clone());
            operator(self.z3(), &Op::And, &conditions)?
        };
        Ast::quantified(forall, &bound, &body)
    }

    pub(crate) fn translate_value(&self, value: &Value) -> Result<Ast, Error> {
        match value {
            Value::Bool(value) => Ast::bool(self.z3(), *value),
            Value::Int(value) => self.integer(value),
            Value::Real(value) => Ast::number(&self.sort(&Sort::Real)?, &value.to_string()),
            Value::BitVec(value) => {
                let sort = self.sort(&Sort::BitVec(value.width()))?;
                Ast::number(&sort, &value.unsigned().to_string())
            }
            Value::Enum(sort, position) => {
                self.sort(&Sort::Enum(sort.clone()))?;
                let tables = self.tables().borrow();
                tables.variants[sort][*position as usize].apply(&[])
            }
            Value::Array(array) => {
                let index = self.sort(array.index_sort())?;
                let start = Ast::const_array(&index, &self.translate_value(array.default())?)?;
                array.entries().try_fold(start, |start, (index, element)| {
                    let parts = [
                        start,
                        self.translate_value(index)?,
                        self.translate_value(element)?,
                    ];
                    operator(self.z3(), &Op::Store, &parts)
                })
            }
        }
    }

    pub(crate) fn integer(&self, value: &Integer) -> Result<Ast, Error> {
        let sort = self.sort(&Sort::Int)?;
        match value.to_i64() {
            Some(small) => Ast::small_number(&sort, small),
            None => Ast::number(&sort, &value.to_string()),
        }
    }

    /// Z3's sort that holds the values of a sort of ours.
    pub(crate) fn sort(&self, sort: &Sort) -> Result<ffi::Sort, Error> {
        if let Some(known) = self.tables().borrow().sorts.get(sort) {
            return Ok(known.clone());
        }
        let made = match sort {
            Sort::Bool => ffi::Sort::bool(self.z3())?,
            Sort::Int | Sort::Range(_) => ffi::Sort::int(self.z3())?,
            Sort::Real => ffi::Sort::real(self.z3())?,
            Sort::BitVec(width) => ffi::Sort::bit_vec(self.z3(), *width)?,
            Sort::Array(array) => {
                ffi::Sort::array(&self.sort(&array.index)?, &self.sort(&array.element)?)?
            }
            Sort::Enum(enumeration) => {
                let mut tables = self.tables().borrow_mut();
                let name = tables.fresh_name(enumeration.name().as_str());
                let symbols = enumeration.variants().iter();
                let names: Vec<String> = symbols
                    .map(|variant| tables.fresh_name(variant.as_str()))
                    .collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let (made, variants) = ffi::Sort::enumeration(self.z3(), &name, &names)?;
                for (position, variant) in variants.iter().enumerate() {
                    let meaning = Meaning::Variant(enumeration.clone(), position as u32);
                    tables.meanings.insert(variant.clone(), meaning);
                }
                tables.variants.insert(enumeration.clone(), variants);
                tables
                    .enumerations
                    .insert(made.clone(), enumeration.clone());
                made
            }
        };
        let mut tables = self.tables().borrow_mut();
        tables.sorts.insert(sort.clone(), made.clone());
        Ok(made)
    }

    /// Z3's constant for a variable.
    pub(crate) fn constant(&self, var: &Var) -> Result<Ast, Error> {
        self.declaration(var)?.apply(&[])
    }

    /// Z3's declaration of a variable.
    pub(crate) fn declaration(&self, var: &Var) -> Result<Decl, Error> {
        if let Some(known) = self.tables().borrow().vars.get(var) {
            return Ok(known.clone());
        }
        let sort = self.sort(&var.sort)?;
        let mut tables = self.tables().borrow_mut();
        let name = tables.fresh_name(var.name.as_str());
        let declared = Decl::function(self.z3(), &name, &[], &sort)?;
        let meaning = Meaning::Var(var.clone());
        tables.meanings.insert(declared.clone(), meaning);
        tables.vars.insert(var.clone(), declared.clone());
        Ok(declared)
    }

    /// Z3's declaration of a function.
    pub(crate) fn function(&self, function: &logic::Function) -> Result<Decl, Error> {
        if let Some(known) = self.tables().borrow().functions.get(function) {
            return Ok(known.clone());
        }
        if matches!(function.result(), Sort::Array(_))
            && crate::confine::is_confined(function.result())
        {
            return Err(Error::Other(format!(
                "the function {} has arrays over ranges as results",
                function.name()
            )));
        }
        let parameters = function
            .parameters()
            .iter()
            .map(|sort| self.sort(sort))
            .collect::<Result<Vec<ffi::Sort>, Error>>()?;
        let result = self.sort(function.result())?;
        let mut tables = self.tables().borrow_mut();
        let name = tables.fresh_name(function.name().as_str());
        let declared = Decl::function(self.z3(), &name, &parameters, &result)?;
        let meaning = Meaning::Function(function.clone());
        tables.meanings.insert(declared.clone(), meaning);
        tables.functions.insert(function.clone(), declared.clone());
        Ok(declared)
    }
}
