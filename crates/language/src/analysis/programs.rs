//! Programs: their variables, and their lowering.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Sort, Symbol, Term, Value, Var};
use program::{Origin, Program, Variable, VariableKind};

use super::expressions::{Elaborator, Place};
use super::flow::Flow;
use super::globals::{Globals, duplicate};
use super::scope::{Local, Role, Scope};
use super::types;
use crate::diagnostic::{Diagnostic, Severity, Sink, quote};
use crate::syntax::{self, Declaration, Expr, Name, Sharing, Statement, StatementKind};
use crate::{Origins, Span, suggest};

/// What claims need to know of a program, be it right or wrong.
pub(super) struct Signature {
    /// The parameters in their order.
    pub(super) parameters: Vec<Name>,
    /// Parameters and variables that are declared at the top; `None` where the type is unclear.
    pub(super) variables: BTreeMap<Symbol, Option<Var>>,
    /// The names of variables inside blocks.
    pub(super) inner: BTreeSet<Symbol>,
    /// The first place where it communicates.
    pub(super) communicates: Option<Span>,
    /// `None` where it has an error.
    pub(super) program: Option<Program>,
    pub(super) span: Span,
}

impl Signature {
    /// Where its name stands.
    pub(super) fn span(&self) -> Span {
        self.span
    }

    pub(super) fn is_right(&self) -> bool {
        self.program.is_some()
    }

    /// The program, where it has no error.
    pub(super) fn program(&self) -> Option<&Program> {
        self.program.as_ref()
    }

    /// The variables and parameters of the top without an initial value, in their order.
    pub(super) fn inputs(&self) -> impl Iterator<Item = &Var> {
        self.at_the_top()
            .filter(|v| v.initial.is_none())
            .map(|v| &v.var)
    }

    /// The variables of the top that are no parameters, in their order.
    pub(super) fn outputs(&self) -> impl Iterator<Item = &Var> {
        self.at_the_top()
            .filter(|v| v.kind != VariableKind::Parameter)
            .map(|v| &v.var)
    }

    fn at_the_top(&self) -> impl Iterator<Item = &Variable> {
        let all = self.program.iter().flat_map(|program| &program.variables);
        all.filter(|v| self.variables.contains_key(&v.var.name))
    }
}

/// All programs of a text.
#[derive(Default)]
pub(super) struct Programs {
    by_name: BTreeMap<Symbol, Signature>,
    order: Vec<Symbol>,
}

impl Programs {
    pub(super) fn get(&self, name: Symbol) -> Option<&Signature> {
        self.by_name.get(&name)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.by_name.keys().map(|name| name.as_str())
    }

    pub(super) fn declare(
        &mut self,
        item: &syntax::Program,
        globals: &Globals<'_>,
        sink: &mut Sink,
        origins: &mut Origins,
    ) {
        let signature = lower(item, globals, sink, origins);
        self.add(item.name, signature, sink);
    }

    /// Adds what is known of a program, unless there is one of this name.
    pub(super) fn add(&mut self, name: Name, signature: Signature, sink: &mut Sink) {
        if let Some(first) = self.by_name.get(&name.text) {
            duplicate(name, first.span, sink);
            return;
        }
        self.by_name.insert(name.text, signature);
        self.order.push(name.text);
    }

    /// The programs without errors in their order.
    pub(super) fn finish(mut self) -> Vec<Program> {
        let names = std::mem::take(&mut self.order);
        names
            .iter()
            .filter_map(|name| self.by_name.get_mut(name)?.program.take())
            .collect()
    }
}

fn lower(
    item: &syntax::Program,
    globals: &Globals<'_>,
    sink: &mut Sink,
    origins: &mut Origins,
) -> Signature {
    // What the parser has said of it counts as well.
    let was_read = !sink.has_error_at(item.head.to(item.body.span));
    let errors = sink.error_count();
    let origin = origins.add(item.head);
    let mut lowering = Lowering {
        globals,
        sink,
        origins,
        scope: Scope::default(),
        taken: globals.values.keys().copied().collect(),
        variables: Vec::new(),
        shared: BTreeSet::new(),
        top: BTreeMap::new(),
        inner: BTreeSet::new(),
        communicates: None,
    };
    lowering.declarations(item);
    let mut flow = Flow::new();
    let (entry, exit) = (flow.entry(), flow.exit());
    lowering.top_level(&mut flow, &item.body.statements, entry, exit, origin);
    let body = flow.finish();
    let Properties {
        justice,
        compassion,
        observed,
        open,
    } = lowering.properties(&item.body.statements);
    let Lowering {
        variables,
        top,
        inner,
        communicates,
        ..
    } = lowering;
    let program = (was_read && sink.error_count() == errors).then(|| Program {
        name: item.name.text,
        variables,
        body,
        justice,
        compassion,
        observed,
        open,
        origin,
    });
    let parameters = item
        .parameters
        .iter()
        .map(|parameter| parameter.name)
        .collect();
    let span = item.name.span;
    Signature {
        parameters,
        variables: top,
        inner,
        communicates,
        program,
        span,
    }
}

/// What a program says about itself as a whole: fairness, what the environment sees, and what
/// it may change.
#[derive(Default)]
struct Properties {
    justice: Vec<Term>,
    compassion: Vec<(Term, Term)>,
    observed: Vec<Var>,
    open: Vec<Var>,
}

/// The lowering of one program.
pub(super) struct Lowering<'a, 's> {
    pub(super) globals: &'a Globals<'a>,
    pub(super) sink: &'s mut Sink,
    pub(super) origins: &'s mut Origins,
    pub(super) scope: Scope,
    /// The names that variables in terms already have.
    taken: BTreeSet<Symbol>,
    variables: Vec<Variable>,
    pub(super) shared: BTreeSet<Var>,
    top: BTreeMap<Symbol, Option<Var>>,
    inner: BTreeSet<Symbol>,
    pub(super) communicates: Option<Span>,
}

impl<'a, 's> Lowering<'a, 's> {
    /// The lowering of a process, whose inputs and numbers are its parameters.
    pub(super) fn of_process(
        item: &syntax::Program,
        globals: &'a Globals<'a>,
        sink: &'s mut Sink,
        origins: &'s mut Origins,
    ) -> Self {
        let mut lowering = Lowering {
            globals,
            sink,
            origins,
            scope: Scope::default(),
            taken: globals.values.keys().copied().collect(),
            variables: Vec::new(),
            shared: BTreeSet::new(),
            top: BTreeMap::new(),
            inner: BTreeSet::new(),
            communicates: None,
        };
        lowering.declarations(item);
        lowering
    }

    /// The variables so far, those of inner blocks included.
    pub(super) fn variables(&self) -> &[Variable] {
        &self.variables
    }
}

impl<'a> Lowering<'a, '_> {
    pub(super) fn at<'e>(&'e mut self, place: Place<'e>) -> Elaborator<'a, 'e> {
        Elaborator::new(self.globals, &mut self.scope, place, self.sink)
    }

    pub(super) fn error(&mut self, diagnostic: Diagnostic) {
        self.sink.push(diagnostic);
    }

    /// Declares the parameters and the variables at the top. These hold for the whole program,
    /// wherever in it they are written.
    fn declarations(&mut self, item: &syntax::Program) {
        for parameter in &item.parameters {
            let sort = types::sort(&parameter.ty, self.globals, self.sink);
            let origin = self.origins.add(parameter.name.span.to(parameter.ty.span));
            self.declare_top(parameter.name, sort, VariableKind::Parameter, origin);
        }
        let mut initial = Vec::new();
        for statement in &item.body.statements {
            let StatementKind::Declaration(declaration) = &statement.kind else {
                continue;
            };
            let sort = types::sort(&declaration.ty, self.globals, self.sink);
            let origin = self.origins.add(statement.head);
            let kind = match declaration.sharing {
                Sharing::Local => VariableKind::Local,
                Sharing::Shared => VariableKind::Shared,
            };
            if let Some(position) = self.declare_top(declaration.name, sort, kind, origin)
                && let Some(value) = &declaration.initial
            {
                initial.push((position, value));
            }
        }
        for (position, value) in initial {
            let sort = self.variables[position].var.sort.clone();
            if let Some(term) = self.at(Place::Initial).of_sort(value, &sort) {
                self.check_range(&sort, &term, value.span, Severity::Error);
                self.variables[position].initial = Some(term);
            }
        }
    }

    /// Declares a variable of the program; gives back its position unless something is wrong.
    fn declare_top(
        &mut self,
        name: Name,
        sort: Option<Sort>,
        kind: VariableKind,
        origin: Origin,
    ) -> Option<usize> {
        let role = match kind {
            VariableKind::Parameter => Role::Parameter,
            VariableKind::Local | VariableKind::Shared => Role::Variable,
        };
        let var = sort.map(|sort| Var::new(name.text, sort));
        let local = Local {
            var: var.clone(),
            role,
            span: name.span,
        };
        if !self.at(Place::Statement).bind(name, local) {
            return None;
        }
        self.taken.insert(name.text);
        self.top.insert(name.text, var.clone());
        let var = var?;
        if kind == VariableKind::Shared {
            self.shared.insert(var.clone());
        }
        self.variables.push(Variable {
            var,
            kind,
            initial: None,
            origin,
        });
        Some(self.variables.len() - 1)
    }

    /// Declares a variable of a block: for the graph it is a variable of the program like any
    /// other, under a name that is still free.
    pub(super) fn declare_inner(
        &mut self,
        declaration: &Declaration,
        origin: Origin,
    ) -> Option<Var> {
        let name = declaration.name;
        self.inner.insert(name.text);
        let sort = types::sort(&declaration.ty, self.globals, self.sink);
        let var = sort.map(|sort| Var::new(self.free_name(name.text), sort));
        let local = Local {
            var: var.clone(),
            role: Role::Variable,
            span: name.span,
        };
        if !self.at(Place::Statement).bind(name, local) {
            return None;
        }
        let var = var?;
        // Its declaration writes it before anything reads it, so the value that it has until then
        // does not matter. A fixed one keeps finite programs finite. The literal of an array of
        // ranges is an array of integers, another sort, so such a variable starts with any value.
        let start = Term::value(Value::default_of(&var.sort));
        self.variables.push(Variable {
            initial: (start.sort().carrier() == var.sort.carrier()).then_some(start),
            var: var.clone(),
            kind: VariableKind::Local,
            origin,
        });
        Some(var)
    }

    /// The name itself, or with the first number behind it that makes it free.
    pub(super) fn free_name(&mut self, name: Symbol) -> Symbol {
        let mut free = name;
        let mut number = 2;
        while !self.taken.insert(free) {
            // No text can spell such a name, so that nothing is captured by it.
            free = Symbol::new(&format!("{name}'{number}"));
            number += 1;
        }
        free
    }

    /// Says so where a literal is no value of a range.
    pub(super) fn check_range(&mut self, sort: &Sort, term: &Term, span: Span, severity: Severity) {
        if let (Sort::Range(range), Some(Value::Int(value))) = (sort, term.as_value())
            && !range.contains(value)
        {
            let range = format!("{}..={}", range.low(), range.high());
            let message = format!(
                "the value {} is not in the range {range}",
                quote(&value.to_string())
            );
            let diagnostic = match severity {
                Severity::Error => Diagnostic::error(span, message),
                Severity::Warning => Diagnostic::warning(span, message)
                    .hint("an assignment that would leave the range is never enabled"),
            };
            self.error(diagnostic);
        }
    }

    /// Reads what is declared about the program as a whole.
    fn properties(&mut self, statements: &[Statement]) -> Properties {
        let mut properties = Properties::default();
        for statement in statements {
            match &statement.kind {
                StatementKind::Justice(formula) => {
                    let formula = self.at(Place::Statement).formula(formula);
                    properties.justice.extend(formula);
                }
                StatementKind::Compassion(first, second) => {
                    properties.compassion.extend(self.both(first, second));
                }
                StatementKind::Observe(names) => self.named(names, &mut properties.observed),
                StatementKind::Open(names) => self.named(names, &mut properties.open),
                _ => {}
            }
        }
        properties
    }

    fn both(&mut self, first: &Expr, second: &Expr) -> Option<(Term, Term)> {
        let first = self.at(Place::Statement).formula(first);
        let second = self.at(Place::Statement).formula(second);
        Some((first?, second?))
    }

    /// Adds the program's variables with these names, each once.
    pub(super) fn named(&mut self, names: &[Name], vars: &mut Vec<Var>) {
        for name in names {
            match self.top.get(&name.text) {
                Some(var) => {
                    let var = var.clone().filter(|var| !vars.contains(var));
                    vars.extend(var);
                }
                None => self.unknown_variable(*name),
            }
        }
    }

    pub(super) fn unknown_variable(&mut self, name: Name) {
        if self.globals.skipped.contains(&name.text) {
            return;
        }
        let message = format!("there is no variable called {}", quote(name.text.as_str()));
        let near = match self.sink.is_full() {
            true => None,
            false => suggest::did_you_mean(name.text.as_str(), self.scope.names()),
        };
        let hint = near.unwrap_or_else(|| format!("declare it: `var {}: int;`", name.text));
        self.error(Diagnostic::error(name.span, message).hint(hint));
    }
}
