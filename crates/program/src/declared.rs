//! Programs as front ends declare them: variables, a graph, and what is fair.

use std::collections::BTreeSet;

use logic::{Symbol, Term, Var};

use crate::rename::Renaming;
use crate::{Command, Graph, Origin};

/// A value that is fixed but not known: `const N: int where N >= 1;`.
#[derive(Clone, Hash, Debug)]
pub struct Constant {
    /// The constant; in terms it occurs under its plain name.
    pub var: Var,
    /// What is known of it.
    pub constraint: Term,
}

/// A program: its variables and its graph. In its terms, variables occur under their plain names.
#[derive(Clone, Hash, Debug)]
pub struct Program {
    /// The name.
    pub name: Symbol,
    /// The variables in the order of their declaration, parameters first.
    pub variables: Vec<Variable>,
    /// What it does.
    pub body: Graph,
    /// Weak fairness: each formula holds infinitely often.
    pub justice: Vec<Term>,
    /// Strong fairness: where the first formula holds infinitely often, so does the second.
    pub compassion: Vec<(Term, Term)>,
    /// The variables whose values the environment sees.
    pub observed: Vec<Var>,
    /// The variables that the environment may change between any two steps.
    pub open: Vec<Var>,
    /// Where it is declared.
    pub origin: Origin,
}

/// A variable of a program.
#[derive(Clone, Hash, Debug)]
pub struct Variable {
    /// The variable.
    pub var: Var,
    /// What may be done with it.
    pub kind: VariableKind,
    /// The value that it starts with, a term over constants and parameters. Without one it starts
    /// with any value that the claim's `requires` allows.
    pub initial: Option<Term>,
    /// Where it is declared.
    pub origin: Origin,
}

/// What may be done with a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VariableKind {
    /// Belongs to one process.
    Local,
    /// May be written and read by several parallel parts.
    Shared,
    /// Given from outside and never written.
    Parameter,
}

impl Program {
    /// All variables that occur in the program's terms.
    #[must_use]
    pub fn mentioned_vars(&self) -> BTreeSet<Var> {
        let mut vars = self.body.reads();
        vars.extend(self.body.writes());
        let initial = self
            .variables
            .iter()
            .filter_map(|variable| variable.initial.as_ref());
        let fairness = self
            .justice
            .iter()
            .chain(self.compassion.iter().flat_map(|(p, q)| [p, q]));
        vars.extend(initial.chain(fairness).flat_map(Term::free_vars));
        vars
    }

    /// The variables that are declared `shared`.
    #[must_use]
    pub fn shared_vars(&self) -> BTreeSet<Var> {
        let shared = self
            .variables
            .iter()
            .filter(|v| v.kind == VariableKind::Shared);
        shared.map(|v| v.var.clone()).collect()
    }

    /// The program with its variables under the names that a claim uses, `alias.x`; constants keep
    /// theirs.
    #[must_use]
    pub fn instantiate(&self, alias: Symbol) -> Program {
        let mut own: BTreeSet<Var> = self.variables.iter().map(|v| v.var.clone()).collect();
        self.body.visit_commands(&mut |command, _| {
            if let Command::Parfor(parfor) = command {
                own.insert(parfor.id.clone());
            }
        });
        let renaming = Renaming::new(
            own.iter()
                .map(|v| (v.clone(), Program::qualified(alias, v))),
        );
        Program {
            name: self.name,
            variables: self
                .variables
                .iter()
                .map(|variable| Variable {
                    var: renaming.var(&variable.var),
                    kind: variable.kind,
                    initial: variable.initial.as_ref().map(|term| renaming.term(term)),
                    origin: variable.origin,
                })
                .collect(),
            body: self.body.rename(&renaming),
            justice: self
                .justice
                .iter()
                .map(|term| renaming.term(term))
                .collect(),
            compassion: self
                .compassion
                .iter()
                .map(|(p, q)| (renaming.term(p), renaming.term(q)))
                .collect(),
            observed: self.observed.iter().map(|var| renaming.var(var)).collect(),
            open: self.open.iter().map(|var| renaming.var(var)).collect(),
            origin: self.origin,
        }
    }

    /// The variable under which a claim speaks of a program's variable.
    #[must_use]
    pub fn qualified(alias: Symbol, var: &Var) -> Var {
        Var::new(format!("{alias}.{}", var.name).as_str(), var.sort.clone())
    }
}
