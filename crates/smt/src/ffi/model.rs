//! Models: reading those of Z3, building our own, and projecting with them.

use std::rc::Rc;

use budget::Budget;
use z3_sys::*;

use super::watchdog::Target;
use super::{Ast, Decl, Error, Z3};
use crate::Reason;

/// A model of Z3.
pub(crate) struct Model {
    z3: Rc<Z3>,
    raw: Z3_model,
}

/// The interpretation of a function: arguments with results, and the result everywhere else.
pub(crate) struct Interpretation {
    pub(crate) entries: Vec<(Vec<Ast>, Ast)>,
    pub(crate) default: Ast,
}

impl Model {
    pub(super) fn new(z3: &Rc<Z3>, returned: Option<Z3_model>) -> Result<Model, Error> {
        let raw = z3.result(returned)?;
        // SAFETY: see the module.
        unsafe { Z3_model_inc_ref(z3.raw, raw) };
        Ok(Model {
            z3: z3.clone(),
            raw,
        })
    }

    /// The model that says nothing.
    pub(crate) fn empty(z3: &Rc<Z3>) -> Result<Model, Error> {
        // SAFETY: see the module.
        Model::new(z3, unsafe { Z3_mk_model(z3.raw) })
    }

    /// Gives a constant a value.
    pub(crate) fn set(&self, constant: &Decl, value: &Ast) -> Result<(), Error> {
        // SAFETY: see the module.
        unsafe { Z3_add_const_interp(self.z3.raw, self.raw, constant.raw(), value.raw()) };
        self.z3.check()
    }

    /// Gives a function an interpretation.
    pub(crate) fn set_function(
        &self,
        function: &Decl,
        interpretation: &Interpretation,
    ) -> Result<(), Error> {
        let z3 = &self.z3;
        // SAFETY: see the module; the table keeps its reference while it is filled.
        unsafe {
            let default = interpretation.default.raw();
            let table = Z3_add_func_interp(z3.raw, self.raw, function.raw(), default);
            let table = z3.result(table)?;
            Z3_func_interp_inc_ref(z3.raw, table);
            let filled = fill_table(z3, table, &interpretation.entries);
            Z3_func_interp_dec_ref(z3.raw, table);
            filled
        }
    }

    /// Whether the model says something of a declaration.
    pub(crate) fn interprets(&self, declaration: &Decl) -> bool {
        // SAFETY: see the module.
        unsafe { Z3_model_has_interp(self.z3.raw, self.raw, declaration.raw()) }
    }

    /// The value of a term; what the model leaves open is chosen.
    pub(crate) fn eval(&self, term: &Ast) -> Result<Ast, Error> {
        let mut value: Option<Z3_ast> = None;
        // SAFETY: see the module; Z3 writes the value, and an `Option` of a pointer that is never
        // null has the layout of the pointer.
        let found = unsafe {
            let value: *mut Option<Z3_ast> = &mut value;
            Z3_model_eval(self.z3.raw, self.raw, term.raw(), true, value.cast())
        };
        self.z3.check()?;
        Ast::new(&self.z3, value.filter(|_| found))
    }

    /// The interpretation of a function that the model interprets.
    pub(crate) fn interpretation(&self, function: &Decl) -> Result<Interpretation, Error> {
        let z3 = &self.z3;
        // SAFETY: see the module; the table and its entries keep their references while they are
        // read.
        unsafe {
            let returned = Z3_model_get_func_interp(z3.raw, self.raw, function.raw());
            let table = z3.result(returned)?;
            Z3_func_interp_inc_ref(z3.raw, table);
            let result = read_table(z3, table);
            Z3_func_interp_dec_ref(z3.raw, table);
            result
        }
    }

    /// A formula without the constants `eliminated` that holds in the model and implies that some
    /// values of them satisfy `formula`, which holds in the model. Also returns, for each of the
    /// constants, a term that can take its place, where Z3 gives one.
    pub(crate) fn project(
        &self,
        eliminated: &[Ast],
        formula: &Ast,
        wanted: Wanted,
        budget: &Budget,
    ) -> Result<(Ast, Vec<Option<Ast>>), Reason> {
        let z3 = &self.z3;
        // SAFETY: see the module; the map keeps its reference while it is used.
        unsafe {
            let apps = eliminated
                .iter()
                .map(|constant| z3.result(Z3_to_app(z3.raw, constant.raw())))
                .collect::<Result<Vec<Z3_app>, Error>>()?;
            let map = z3.result(Z3_mk_ast_map(z3.raw))?;
            Z3_ast_map_inc_ref(z3.raw, map);
            let (count, apps) = (apps.len() as u32, apps.as_ptr());
            let projected = z3.watched(Target::Context(z3.raw), budget, || {
                let returned = match wanted {
                    Wanted::Formula => {
                        Z3_qe_model_project(z3.raw, self.raw, count, apps, formula.raw())
                    }
                    Wanted::Witnesses => Z3_qe_model_project_with_witness(
                        z3.raw,
                        self.raw,
                        count,
                        apps,
                        formula.raw(),
                        map,
                    ),
                };
                Ast::new(z3, returned)
            });
            let witnesses = eliminated
                .iter()
                .map(|constant| {
                    let known = Z3_ast_map_contains(z3.raw, map, constant.raw());
                    known
                        .then(|| Ast::new(z3, Z3_ast_map_find(z3.raw, map, constant.raw())))
                        .transpose()
                })
                .collect::<Result<Vec<Option<Ast>>, Error>>();
            Z3_ast_map_dec_ref(z3.raw, map);
            let (projected, _) = projected?;
            Ok((projected?, witnesses?))
        }
    }
}

/// What a projection is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The formula alone.
    Formula,
    /// Also a term for each eliminated constant.
    Witnesses,
}

impl Drop for Model {
    fn drop(&mut self) {
        // SAFETY: the reference was taken in `new`.
        unsafe { Z3_model_dec_ref(self.z3.raw, self.raw) };
    }
}

/// # Safety
/// The table belongs to the context and is referenced.
unsafe fn fill_table(
    z3: &Z3,
    table: Z3_func_interp,
    entries: &[(Vec<Ast>, Ast)],
) -> Result<(), Error> {
    for (arguments, result) in entries {
        // SAFETY: the caller's promise, and see the module; the vector keeps its reference while
        // it is used.
        unsafe {
            let vector = z3.result(Z3_mk_ast_vector(z3.raw))?;
            Z3_ast_vector_inc_ref(z3.raw, vector);
            for argument in arguments {
                Z3_ast_vector_push(z3.raw, vector, argument.raw());
            }
            Z3_func_interp_add_entry(z3.raw, table, vector, result.raw());
            let added = z3.check();
            Z3_ast_vector_dec_ref(z3.raw, vector);
            added?;
        }
    }
    Ok(())
}

/// # Safety
/// The table belongs to the context and is referenced.
unsafe fn read_table(z3: &Rc<Z3>, table: Z3_func_interp) -> Result<Interpretation, Error> {
    // SAFETY: the caller's promise, and see the module.
    unsafe {
        let mut entries = Vec::new();
        for i in 0..Z3_func_interp_get_num_entries(z3.raw, table) {
            let entry = z3.result(Z3_func_interp_get_entry(z3.raw, table, i))?;
            Z3_func_entry_inc_ref(z3.raw, entry);
            let arguments: Result<Vec<Ast>, Error> = (0..Z3_func_entry_get_num_args(z3.raw, entry))
                .map(|j| Ast::new(z3, Z3_func_entry_get_arg(z3.raw, entry, j)))
                .collect();
            let result = Ast::new(z3, Z3_func_entry_get_value(z3.raw, entry));
            Z3_func_entry_dec_ref(z3.raw, entry);
            entries.push((arguments?, result?));
        }
        let default = Ast::new(z3, Z3_func_interp_get_else(z3.raw, table))?;
        Ok(Interpretation { entries, default })
    }
}
