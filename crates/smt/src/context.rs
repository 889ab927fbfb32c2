//! The context: what is known on both sides, ours and Z3's.

use std::cell::RefCell;
use std::rc::Rc;

use logic::{EnumSort, Function, Term, Var};
use rustc_hash::FxHashMap;

use crate::ffi::{Ast, Decl, Error, Sort, Z3};

/// Where terms are translated for Z3 and back. Cloning gives another handle of the same context.
///
/// A context belongs to one thread; every thread has one of its own, [`Context::current`]. Terms
/// are translated once per context, so it pays to have few of them.
#[derive(Clone)]
pub struct Context(Rc<Inner>);

struct Inner {
    z3: Rc<Z3>,
    tables: RefCell<Tables>,
    /// Where work is done that can only be interrupted together with its whole context.
    workshop: RefCell<Option<Context>>,
}

thread_local! {
    static CURRENT: Context = Context::new();
}

/// The translations that were made, in both directions.
#[derive(Default)]
pub(crate) struct Tables {
    pub(crate) terms: FxHashMap<Term, Translated>,
    pub(crate) sorts: FxHashMap<logic::Sort, Sort>,
    pub(crate) variants: FxHashMap<EnumSort, Vec<Decl>>,
    pub(crate) vars: FxHashMap<Var, Decl>,
    pub(crate) functions: FxHashMap<Function, Decl>,
    pub(crate) meanings: FxHashMap<Decl, Meaning>,
    /// The enumeration that each of Z3's sorts stands for.
    pub(crate) enumerations: FxHashMap<Sort, EnumSort>,
    /// The literals that stand for compound assumptions.
    pub(crate) proxies: FxHashMap<Term, Ast>,
    /// The names that are taken, each with the last number that was added to it to make another.
    names: FxHashMap<String, usize>,
}

/// A term of Z3, and whether sorts of ours that Z3 does not have occur in it.
#[derive(Clone)]
pub(crate) struct Translated {
    pub(crate) ast: Ast,
    /// Whether a variable occurs whose values Z3's sort does not confine.
    pub(crate) confined: bool,
}

/// What a declaration of Z3 stands for.
#[derive(Clone)]
pub(crate) enum Meaning {
    Var(Var),
    Function(Function),
    Variant(EnumSort, u32),
}

impl Tables {
    /// A name that no declaration has yet. Variables of one name and several sorts, of which Z3
    /// may have only one, are kept apart by it.
    pub(crate) fn fresh_name(&mut self, wanted: &str) -> String {
        let wanted = wanted.replace('\0', "");
        let Some(mut count) = self.names.get(&wanted).copied() else {
            self.names.insert(wanted.clone(), 0);
            return wanted;
        };
        let name = loop {
            count += 1;
            let name = format!("{wanted}@{count}");
            if !self.names.contains_key(&name) {
                break name;
            }
        };
        self.names.insert(wanted, count);
        self.names.insert(name.clone(), 0);
        name
    }
}

impl Context {
    /// A context of its own, independent of the thread's.
    #[must_use]
    pub fn new() -> Self {
        Context(Rc::new(Inner {
            z3: Z3::new(),
            tables: RefCell::default(),
            workshop: RefCell::default(),
        }))
    }

    /// The context of this thread.
    #[must_use]
    pub fn current() -> Self {
        CURRENT.with(Context::clone)
    }

    /// Forgets the translations of terms, and with them the memory that they take on both sides.
    /// Worth calling between tasks; live solvers are not disturbed.
    pub fn forget_terms(&self) {
        let mut tables = self.0.tables.borrow_mut();
        tables.terms.clear();
        tables.proxies.clear();
        self.0.workshop.take();
    }

    /// Does work in a context apart. An interrupt spoils that one only, and then it is replaced.
    pub(crate) fn in_workshop<T>(&self, work: impl FnOnce(&Context) -> T) -> T {
        let workshop = self.0.workshop.take().unwrap_or_default();
        let result = work(&workshop);
        if !workshop.z3().is_spoiled() {
            self.0.workshop.replace(Some(workshop));
        }
        result
    }

    pub(crate) fn z3(&self) -> &Rc<Z3> {
        &self.0.z3
    }

    pub(crate) fn tables(&self) -> &RefCell<Tables> {
        &self.0.tables
    }

    /// The literal that stands for an assumption, and the formula that gives it its meaning; the
    /// assumption itself where it is a literal.
    pub(crate) fn assumption(&self, term: &Term, ast: &Ast) -> Result<(Ast, Option<Ast>), Error> {
        let atom = match term.op() {
            Some(logic::Op::Not) => &term.children()[0],
            _ => term,
        };
        if atom.as_var().is_some() {
            return Ok((ast.clone(), None));
        }
        let mut tables = self.0.tables.borrow_mut();
        let known = tables.proxies.get(term).cloned();
        let proxy = match known {
            Some(proxy) => proxy,
            None => {
                let name = tables.fresh_name("assumption");
                let bool = Sort::bool(self.z3())?;
                let proxy = Decl::function(self.z3(), &name, &[], &bool)?.apply(&[])?;
                tables.proxies.insert(term.clone(), proxy.clone());
                proxy
            }
        };
        let both = [proxy.clone(), ast.clone()];
        let definition = crate::ffi::operator(self.z3(), &logic::Op::Implies, &both)?;
        Ok((proxy, Some(definition)))
    }
}

impl Default for Context {
    fn default() -> Self {
        Context::new()
    }
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context").finish_non_exhaustive()
    }
}
