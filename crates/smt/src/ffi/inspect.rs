//! What terms and sorts of Z3 are made of.

use z3_sys::*;

use super::context::text;
use super::{Ast, Decl, Error, Sort};

pub(crate) use z3_sys::DeclKind as Kind;

/// What a term is made of.
pub(crate) enum Shape {
    /// A number of an arithmetic or bit-vector sort: its decimal digits, perhaps a fraction.
    Number(String),
    /// A variable that a quantifier binds, counted from the innermost.
    Bound(u32),
    /// A function and its arguments.
    App(Decl, Vec<Ast>),
    /// A quantifier.
    Quantified(Binder),
    /// Anything else, among them irrational numbers; the text says what.
    Other(String),
}

/// A quantifier: its variables from the outermost to the innermost, and its body.
pub(crate) struct Binder {
    pub(crate) forall: bool,
    pub(crate) variables: Vec<(String, Sort)>,
    pub(crate) body: Ast,
}

/// What a sort is.
pub(crate) enum SortShape {
    Bool,
    Int,
    Real,
    BitVec(u32),
    Array(Sort, Sort),
    /// A data type, an enumeration for instance.
    Data,
    Other(String),
}

impl Ast {
    pub(crate) fn sort(&self) -> Result<Sort, Error> {
        let z3 = self.z3();
        // SAFETY: see the module.
        Sort::new(z3, unsafe { Z3_get_sort(z3.raw, self.raw()) })
    }

    /// The number as a machine word, if it is one and fits.
    pub(crate) fn as_i64(&self) -> Option<i64> {
        let mut value = 0;
        // SAFETY: see the module; Z3 writes the number.
        let fits = unsafe { Z3_get_numeral_int64(self.z3().raw, self.raw(), &mut value) };
        fits.then_some(value)
    }

    pub(crate) fn shape(&self) -> Result<Shape, Error> {
        let (z3, raw) = (self.z3(), self.raw());
        // SAFETY: see the module; the parts are asked for within their counts.
        unsafe {
            Ok(match Z3_get_ast_kind(z3.raw, raw) {
                AstKind::Numeral => {
                    if Z3_is_algebraic_number(z3.raw, raw) {
                        Shape::Other(format!("the irrational number {}", self.describe()))
                    } else {
                        Shape::Number(text(Z3_get_numeral_string(z3.raw, raw)))
                    }
                }
                AstKind::Var => Shape::Bound(Z3_get_index_value(z3.raw, raw)),
                AstKind::App => {
                    let app = z3.result(Z3_to_app(z3.raw, raw))?;
                    let decl = Decl::new(z3, Z3_get_app_decl(z3.raw, app))?;
                    if decl.kind() == DeclKind::Agnum {
                        return Ok(Shape::Other(format!(
                            "the irrational number {}",
                            self.describe()
                        )));
                    }
                    let arguments = (0..Z3_get_app_num_args(z3.raw, app))
                        .map(|i| Ast::new(z3, Z3_get_app_arg(z3.raw, app, i)))
                        .collect::<Result<Vec<Ast>, Error>>()?;
                    Shape::App(decl, arguments)
                }
                AstKind::Quantifier if !Z3_is_lambda(z3.raw, raw) => {
                    let variables = (0..Z3_get_quantifier_num_bound(z3.raw, raw))
                        .map(|i| {
                            let name = z3.result(Z3_get_quantifier_bound_name(z3.raw, raw, i))?;
                            let sort = Z3_get_quantifier_bound_sort(z3.raw, raw, i);
                            Ok((
                                text(Z3_get_symbol_string(z3.raw, name)),
                                Sort::new(z3, sort)?,
                            ))
                        })
                        .collect::<Result<Vec<(String, Sort)>, Error>>()?;
                    Shape::Quantified(Binder {
                        forall: Z3_is_quantifier_forall(z3.raw, raw),
                        variables,
                        body: Ast::new(z3, Z3_get_quantifier_body(z3.raw, raw))?,
                    })
                }
                _ => Shape::Other(format!("the term {}", self.describe())),
            })
        }
    }

    /// The term in SMT-LIB's notation, for messages.
    pub(crate) fn describe(&self) -> String {
        // SAFETY: see the module; the text is copied before the next call.
        unsafe { text(Z3_ast_to_string(self.z3().raw, self.raw())) }
    }
}

impl Decl {
    pub(crate) fn kind(&self) -> Kind {
        // SAFETY: see the module.
        unsafe { Z3_get_decl_kind(self.z3().raw, self.raw()) }
    }

    pub(crate) fn name(&self) -> String {
        let z3 = self.z3();
        // SAFETY: see the module; the text is copied before the next call.
        unsafe {
            match Z3_get_decl_name(z3.raw, self.raw()) {
                Some(symbol) if Z3_get_symbol_kind(z3.raw, symbol) == SymbolKind::String => {
                    text(Z3_get_symbol_string(z3.raw, symbol))
                }
                _ => String::new(),
            }
        }
    }

    /// A numeric index of the function, such as the bounds of `extract`.
    pub(crate) fn index(&self, position: u32) -> Result<u32, Error> {
        let z3 = self.z3();
        // SAFETY: see the module; Z3 reports a position that does not exist as an error.
        let index = unsafe { Z3_get_decl_int_parameter(z3.raw, self.raw(), position) };
        z3.check()?;
        u32::try_from(index).map_err(|_| Error::Other("a negative index".to_owned()))
    }

    /// The constructor that a recogniser of a data type asks for.
    pub(crate) fn recognised(&self) -> Result<Decl, Error> {
        let z3 = self.z3();
        // SAFETY: see the module; Z3 reports a missing parameter as an error.
        Decl::new(z3, unsafe {
            Z3_get_decl_func_decl_parameter(z3.raw, self.raw(), 0)
        })
    }
}

impl Sort {
    pub(crate) fn shape(&self) -> Result<SortShape, Error> {
        let (z3, raw) = (self.z3(), self.raw());
        // SAFETY: see the module.
        unsafe {
            Ok(match Z3_get_sort_kind(z3.raw, raw) {
                SortKind::Bool => SortShape::Bool,
                SortKind::Int => SortShape::Int,
                SortKind::Real => SortShape::Real,
                SortKind::Bv => SortShape::BitVec(Z3_get_bv_sort_size(z3.raw, raw)),
                SortKind::Array => SortShape::Array(
                    Sort::new(z3, Z3_get_array_sort_domain(z3.raw, raw))?,
                    Sort::new(z3, Z3_get_array_sort_range(z3.raw, raw))?,
                ),
                SortKind::Datatype => SortShape::Data,
                _ => SortShape::Other(text(Z3_sort_to_string(z3.raw, raw))),
            })
        }
    }
}
