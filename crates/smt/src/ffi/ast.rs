//! Handles of terms, declarations and sorts, and the constructors of those that are no operators.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use z3_sys::*;

use super::context::c_string;
use super::{Error, Z3};

/// A term, a declaration or a sort: Z3 keeps all of them as nodes of one kind.
struct Node {
    z3: Rc<Z3>,
    raw: Z3_ast,
}

impl Node {
    /// Takes a reference to a node that Z3 has just returned.
    fn new(z3: &Rc<Z3>, raw: Z3_ast) -> Node {
        // SAFETY: see the module.
        unsafe { Z3_inc_ref(z3.raw, raw) };
        Node {
            z3: z3.clone(),
            raw,
        }
    }
}

impl Clone for Node {
    fn clone(&self) -> Self {
        Node::new(&self.z3, self.raw)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // SAFETY: the reference was taken in `new`.
        unsafe { Z3_dec_ref(self.z3.raw, self.raw) };
    }
}

impl PartialEq for Node {
    /// Z3 shares equal nodes, so that identity is equality.
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl Eq for Node {}

impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}

/// A term of Z3.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Ast(Node);

/// A declaration of a function or constant of Z3.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Decl(Node);

/// A sort of Z3.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Sort(Node);

impl Ast {
    pub(super) fn new(z3: &Rc<Z3>, returned: Option<Z3_ast>) -> Result<Ast, Error> {
        Ok(Ast(Node::new(z3, z3.result(returned)?)))
    }

    pub(super) fn raw(&self) -> Z3_ast {
        self.0.raw
    }

    pub(super) fn raws(terms: &[Ast]) -> Vec<Z3_ast> {
        terms.iter().map(Ast::raw).collect()
    }

    pub(crate) fn z3(&self) -> &Rc<Z3> {
        &self.0.z3
    }

    /// `true` or `false`.
    pub(crate) fn bool(z3: &Rc<Z3>, value: bool) -> Result<Ast, Error> {
        // SAFETY: see the module.
        Ast::new(z3, unsafe {
            if value {
                Z3_mk_true(z3.raw)
            } else {
                Z3_mk_false(z3.raw)
            }
        })
    }

    /// A number of an arithmetic or bit-vector sort that fits a machine word.
    pub(crate) fn small_number(sort: &Sort, value: i64) -> Result<Ast, Error> {
        let z3 = &sort.0.z3;
        // SAFETY: see the module.
        Ast::new(z3, unsafe { Z3_mk_int64(z3.raw, value, sort.raw()) })
    }

    /// A number of an arithmetic or bit-vector sort, from its decimal digits.
    pub(crate) fn number(sort: &Sort, digits: &str) -> Result<Ast, Error> {
        let (z3, digits) = (&sort.0.z3, c_string(digits));
        // SAFETY: see the module.
        Ast::new(z3, unsafe {
            Z3_mk_numeral(z3.raw, digits.as_ptr(), sort.raw())
        })
    }

    /// The array that is `element` at every index.
    pub(crate) fn const_array(index: &Sort, element: &Ast) -> Result<Ast, Error> {
        let z3 = element.z3();
        // SAFETY: see the module.
        Ast::new(z3, unsafe {
            Z3_mk_const_array(z3.raw, index.raw(), element.raw())
        })
    }

    /// The array of a function's values at the elements of arrays.
    pub(crate) fn map(function: &Decl, arrays: &[Ast]) -> Result<Ast, Error> {
        let (z3, raws) = (&function.0.z3, Ast::raws(arrays));
        // SAFETY: see the module.
        Ast::new(z3, unsafe {
            Z3_mk_map(z3.raw, function.raw(), raws.len() as u32, raws.as_ptr())
        })
    }

    /// A quantifier that binds constants.
    pub(crate) fn quantified(forall: bool, bound: &[Ast], body: &Ast) -> Result<Ast, Error> {
        let z3 = body.z3();
        // SAFETY: see the module; a constant is an application, and Z3 checks that it is one.
        unsafe {
            let bound = bound
                .iter()
                .map(|constant| z3.result(Z3_to_app(z3.raw, constant.raw())))
                .collect::<Result<Vec<Z3_app>, Error>>()?;
            let (count, bound) = (bound.len() as u32, bound.as_ptr());
            let (none, body) = (std::ptr::null(), body.raw());
            let quantified = if forall {
                Z3_mk_forall_const(z3.raw, 0, count, bound, 0, none, body)
            } else {
                Z3_mk_exists_const(z3.raw, 0, count, bound, 0, none, body)
            };
            Ast::new(z3, quantified)
        }
    }

    /// The array whose element at a constant is a term.
    pub(crate) fn lambda(constant: &Ast, element: &Ast) -> Result<Ast, Error> {
        let z3 = element.z3();
        // SAFETY: see the module; a constant is an application, and Z3 checks that it is one.
        unsafe {
            let constant = z3.result(Z3_to_app(z3.raw, constant.raw()))?;
            Ast::new(
                z3,
                Z3_mk_lambda_const(z3.raw, 1, &raw const constant, element.raw()),
            )
        }
    }

    /// The term with the variables that no quantifier binds replaced, the first by the first.
    pub(crate) fn instantiate(&self, values: &[Ast]) -> Result<Ast, Error> {
        let (z3, raws) = (self.z3(), Ast::raws(values));
        // SAFETY: see the module.
        Ast::new(z3, unsafe {
            Z3_substitute_vars(z3.raw, self.raw(), raws.len() as u32, raws.as_ptr())
        })
    }
}

impl Decl {
    pub(super) fn new(z3: &Rc<Z3>, returned: Option<Z3_func_decl>) -> Result<Decl, Error> {
        let declaration = z3.result(returned)?;
        // SAFETY: see the module.
        let raw = z3.result(unsafe { Z3_func_decl_to_ast(z3.raw, declaration) })?;
        Ok(Decl(Node::new(z3, raw)))
    }

    pub(super) fn raw(&self) -> Z3_func_decl {
        self.0.raw.cast()
    }

    pub(super) fn z3(&self) -> &Rc<Z3> {
        &self.0.z3
    }

    /// An uninterpreted function; a constant if it has no parameters.
    pub(crate) fn function(
        z3: &Rc<Z3>,
        name: &str,
        parameters: &[Sort],
        result: &Sort,
    ) -> Result<Decl, Error> {
        let symbol = z3.symbol(name)?;
        let parameters: Vec<Z3_sort> = parameters.iter().map(Sort::raw).collect();
        // SAFETY: see the module.
        Decl::new(z3, unsafe {
            Z3_mk_func_decl(
                z3.raw,
                symbol,
                parameters.len() as u32,
                parameters.as_ptr(),
                result.raw(),
            )
        })
    }

    /// The function on arguments.
    pub(crate) fn apply(&self, arguments: &[Ast]) -> Result<Ast, Error> {
        let (z3, raws) = (self.z3(), Ast::raws(arguments));
        // SAFETY: see the module.
        Ast::new(z3, unsafe {
            Z3_mk_app(z3.raw, self.raw(), raws.len() as u32, raws.as_ptr())
        })
    }
}

impl Sort {
    pub(super) fn new(z3: &Rc<Z3>, returned: Option<Z3_sort>) -> Result<Sort, Error> {
        let sort = z3.result(returned)?;
        // SAFETY: see the module.
        let raw = z3.result(unsafe { Z3_sort_to_ast(z3.raw, sort) })?;
        Ok(Sort(Node::new(z3, raw)))
    }

    pub(super) fn raw(&self) -> Z3_sort {
        self.0.raw.cast()
    }

    pub(super) fn z3(&self) -> &Rc<Z3> {
        &self.0.z3
    }

    pub(crate) fn bool(z3: &Rc<Z3>) -> Result<Sort, Error> {
        // SAFETY: see the module.
        Sort::new(z3, unsafe { Z3_mk_bool_sort(z3.raw) })
    }

    pub(crate) fn int(z3: &Rc<Z3>) -> Result<Sort, Error> {
        // SAFETY: see the module.
        Sort::new(z3, unsafe { Z3_mk_int_sort(z3.raw) })
    }

    pub(crate) fn real(z3: &Rc<Z3>) -> Result<Sort, Error> {
        // SAFETY: see the module.
        Sort::new(z3, unsafe { Z3_mk_real_sort(z3.raw) })
    }

    pub(crate) fn bit_vec(z3: &Rc<Z3>, width: u32) -> Result<Sort, Error> {
        // SAFETY: see the module.
        Sort::new(z3, unsafe { Z3_mk_bv_sort(z3.raw, width) })
    }

    pub(crate) fn array(index: &Sort, element: &Sort) -> Result<Sort, Error> {
        let z3 = index.z3();
        // SAFETY: see the module.
        Sort::new(z3, unsafe {
            Z3_mk_array_sort(z3.raw, index.raw(), element.raw())
        })
    }

    /// An enumeration, with the declarations of its variants.
    pub(crate) fn enumeration(
        z3: &Rc<Z3>,
        name: &str,
        variants: &[&str],
    ) -> Result<(Sort, Vec<Decl>), Error> {
        let name = z3.symbol(name)?;
        let symbols = variants
            .iter()
            .map(|variant| z3.symbol(variant))
            .collect::<Result<Vec<Z3_symbol>, Error>>()?;
        let count = symbols.len();
        let mut constants: Vec<Option<Z3_func_decl>> = vec![None; count];
        let mut testers: Vec<Option<Z3_func_decl>> = vec![None; count];
        // SAFETY: see the module. Z3 fills both arrays; an `Option` of a pointer that is never null
        // has the layout of the pointer.
        let sort = Sort::new(z3, unsafe {
            Z3_mk_enumeration_sort(
                z3.raw,
                name,
                count as u32,
                symbols.as_ptr(),
                constants.as_mut_ptr().cast(),
                testers.as_mut_ptr().cast(),
            )
        })?;
        let constants = constants
            .into_iter()
            .map(|constant| Decl::new(z3, constant))
            .collect::<Result<Vec<Decl>, Error>>()?;
        Ok((sort, constants))
    }
}
