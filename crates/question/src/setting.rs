//! The programs that a question speaks of, and how they start.

use std::collections::BTreeSet;
use std::fmt::Debug;

use logic::smtlib::Declarations;
use logic::{Function, Symbol, Term, Var};
use program::{Constant, Program};

/// So many programs as a relation is about: a fixed number, or any.
pub trait Group: AsRef<[Program]> + AsMut<[Program]> + Clone + Debug {
    /// As many names.
    type Names: AsRef<[Symbol]> + Clone + Debug;
}

impl<const N: usize> Group for [Program; N] {
    type Names = [Symbol; N];
}

impl Group for Vec<Program> {
    type Names = Vec<Symbol>;
}

/// Programs side by side, and how they start.
#[derive(Clone, Hash, Debug)]
pub struct Setting<P: Group> {
    /// The names under which the claim speaks of the programs.
    pub aliases: P::Names,
    /// The programs, their variables under the names that the claim uses.
    pub programs: P,
    /// The constants that the claim depends on.
    pub constants: Vec<Constant>,
    /// What holds at the start: the constraints of constants, initial values, arguments, and the
    /// claim's own `requires`.
    pub requires: Term,
}

impl<const N: usize> Setting<[Program; N]> {
    /// Programs under their own names, which start with what is known of the constants and with their
    /// initial values.
    #[must_use]
    pub fn of(programs: [Program; N], constants: &[Constant]) -> Self {
        let known = constants.iter().map(|constant| constant.constraint.clone());
        let requires = Term::and(known.chain(initial_values(&programs)));
        Setting {
            aliases: programs.each_ref().map(|program| program.name),
            programs,
            constants: constants.to_vec(),
            requires,
        }
    }
}

/// What the initial values of variables say.
pub(crate) fn initial_values(programs: &[Program]) -> impl Iterator<Item = Term> {
    let variables = programs.iter().flat_map(|program| &program.variables);
    variables.filter_map(|variable| Some(Term::eq(variable.var.term(), variable.initial.clone()?)))
}

impl<P: Group> Setting<P> {
    /// The programs in their order.
    #[must_use]
    pub fn programs(&self) -> &[Program] {
        self.programs.as_ref()
    }

    /// The names of the programs in their order.
    #[must_use]
    pub fn aliases(&self) -> &[Symbol] {
        self.aliases.as_ref()
    }

    /// All variables whose values make up a joint initial state: those of the programs, then the
    /// constants.
    #[must_use]
    pub fn initial_vars(&self) -> Vec<Var> {
        let own = self.programs().iter();
        let own = own.flat_map(|program| &program.variables);
        own.map(|variable| variable.var.clone())
            .chain(self.constants.iter().map(|constant| constant.var.clone()))
            .collect()
    }

    /// The uninterpreted functions that the programs, what holds at the start and these formulas
    /// speak of.
    pub(crate) fn functions<'t>(
        &'t self,
        formulas: impl IntoIterator<Item = &'t Term>,
    ) -> BTreeSet<Function> {
        let mut functions = BTreeSet::new();
        for program in self.programs() {
            program.body.visit_commands(&mut |command, _| {
                functions.extend(command.terms().into_iter().flat_map(Term::functions));
            });
        }
        let formulas = formulas.into_iter().chain([&self.requires]);
        functions.extend(formulas.flat_map(Term::functions));
        functions
    }

    /// Names for variables and functions, under which texts speak of them.
    pub(crate) fn declarations(&self, functions: &BTreeSet<Function>) -> Declarations {
        let mut declarations = Declarations::new();
        for var in self.initial_vars() {
            declarations.add_var(&var);
        }
        for function in functions {
            declarations.add_function(function);
        }
        declarations
    }
}
