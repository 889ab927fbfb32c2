//! What expressions and statements read and write, by the names of variables.
//!
//! Names are a coarse measure: a name stands for every variable that has it. Where the answer
//! matters, too large a set only costs precision.

use std::collections::{BTreeMap, BTreeSet};

use logic::Symbol;

use crate::library;
use crate::mpi;
use crate::syntax::{
    Declaration, Expression, ExpressionKind, Initial, Shape, Statement, StatementKind, Unary, Unit,
};

/// The names that are read and written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Effects {
    pub(crate) reads: BTreeSet<Symbol>,
    pub(crate) writes: BTreeSet<Symbol>,
    /// The names that are themselves set, or whose memory is freed; of a pointer, `writes` says only
    /// whether what it leads to is written.
    pub(crate) moves: BTreeSet<Symbol>,
    /// Whether something else than variables is touched: messages, or the end of the process.
    pub(crate) is_external: bool,
    /// Whether a function of the file is called, which is put in the place of its call.
    pub(crate) is_inlined: bool,
    /// Whether something begins that is completed elsewhere.
    pub(crate) begins: bool,
}

impl Effects {
    /// Whether nothing happens but reading.
    pub(crate) fn is_pure(&self) -> bool {
        self.writes.is_empty() && self.moves.is_empty() && !self.is_external
    }

    /// Whether it is a term: nothing happens but reading, and no steps are needed for it.
    pub(crate) fn is_term(&self) -> bool {
        self.is_pure() && !self.is_inlined
    }

    /// All names that are written in any way.
    pub(crate) fn changed(&self) -> impl Iterator<Item = &Symbol> {
        self.writes.iter().chain(&self.moves)
    }

    fn add(&mut self, other: &Effects) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        self.moves.extend(&other.moves);
        self.is_external |= other.is_external;
        self.is_inlined |= other.is_inlined;
        self.begins |= other.begins;
    }
}

/// Answers questions about effects, those of called functions included.
#[derive(Debug)]
pub(crate) struct Analysis<'a> {
    unit: &'a Unit,
    functions: BTreeMap<Symbol, FunctionEffects>,
    /// The names of pointers.
    pointers: BTreeSet<Symbol>,
}

/// What a call of a function does.
#[derive(Clone, PartialEq, Eq, Debug)]
struct FunctionEffects {
    /// What it does to variables outside of functions.
    outside: Effects,
    /// The positions of the parameters behind whose addresses it writes.
    through: Vec<usize>,
}

impl<'a> Analysis<'a> {
    pub(crate) fn new(unit: &'a Unit) -> Self {
        let mut analysis = Analysis {
            unit,
            functions: BTreeMap::new(),
            pointers: pointers(unit),
        };
        // Effects only grow, and there are finitely many names.
        loop {
            let mut changed = false;
            for function in &unit.functions {
                let mut effects = analysis.statements(&function.body);
                let mut own: BTreeSet<Symbol> =
                    function.parameters.iter().map(|it| it.name).collect();
                let mut declared = Vec::new();
                declarations(&function.body, &mut declared);
                own.extend(declared.iter().map(|it| it.name));
                let written = |it: &Declaration| {
                    !matches!(it.shape, Shape::Single) && effects.writes.contains(&it.name)
                };
                let through = (0..function.parameters.len())
                    .filter(|position| written(&function.parameters[*position]))
                    .collect();
                effects.reads.retain(|name| !own.contains(name));
                effects.writes.retain(|name| !own.contains(name));
                effects.moves.retain(|name| !own.contains(name));
                let found = FunctionEffects {
                    outside: effects,
                    through,
                };
                changed |= analysis.functions.get(&function.name) != Some(&found);
                analysis.functions.insert(function.name, found);
            }
            if !changed {
                return analysis;
            }
        }
    }

    pub(crate) fn expression(&self, expression: &Expression) -> Effects {
        let mut effects = Effects::default();
        self.visit(expression, &mut effects);
        effects
    }

    pub(crate) fn initial(&self, initial: &Initial) -> Effects {
        let mut effects = Effects::default();
        self.visit_initial(initial, &mut effects);
        effects
    }

    pub(crate) fn statement(&self, statement: &Statement) -> Effects {
        self.statements(std::slice::from_ref(statement))
    }

    fn statements(&self, statements: &[Statement]) -> Effects {
        let mut effects = Effects::default();
        for statement in statements {
            self.visit_statement(statement, &mut effects);
        }
        effects
    }

    fn visit_statement(&self, statement: &Statement, effects: &mut Effects) {
        match &statement.kind {
            StatementKind::Empty
            | StatementKind::Case(_)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Assume(_)
            | StatementKind::Assert(_)
            | StatementKind::Unread(_) => {}
            StatementKind::Declare(declarations) => {
                for declaration in declarations {
                    effects.writes.insert(declaration.name);
                    // What a pointer leads to may be written under its name.
                    if let (Shape::Pointer(_), Some(Initial::Value(target))) =
                        (&declaration.shape, &declaration.initial)
                    {
                        self.written_through(target, effects);
                    }
                    if let Some(initial) = &declaration.initial {
                        self.visit_initial(initial, effects);
                    }
                }
            }
            StatementKind::Expression(expression) => self.visit(expression, effects),
            StatementKind::Block(statements) => effects.add(&self.statements(statements)),
            StatementKind::If(condition, then, otherwise) => {
                self.visit(condition, effects);
                self.visit_statement(then, effects);
                if let Some(otherwise) = otherwise {
                    self.visit_statement(otherwise, effects);
                }
            }
            StatementKind::Loop(it) => {
                if let Some(initial) = &it.initial {
                    self.visit_statement(initial, effects);
                }
                for expression in it.condition.iter().chain(&it.step) {
                    self.visit(expression, effects);
                }
                self.visit_statement(&it.body, effects);
            }
            StatementKind::Switch(value, body) => {
                self.visit(value, effects);
                effects.add(&self.statements(body));
            }
            StatementKind::Return(value) => {
                if let Some(value) = value {
                    self.visit(value, effects);
                }
            }
        }
    }

    fn visit_initial(&self, initial: &Initial, effects: &mut Effects) {
        match initial {
            Initial::Value(value) => self.visit(value, effects),
            Initial::List(parts, _) => {
                for part in parts {
                    self.visit_initial(&part.initial, effects);
                }
            }
        }
    }

    fn visit(&self, expression: &Expression, effects: &mut Effects) {
        match &expression.kind {
            ExpressionKind::Integer(..)
            | ExpressionKind::Real(_)
            | ExpressionKind::Text(_)
            | ExpressionKind::SizeOf(_) => {}
            ExpressionKind::Name(name) => {
                effects.reads.insert(*name);
            }
            ExpressionKind::Unary(_, operand)
            | ExpressionKind::Cast(_, operand)
            | ExpressionKind::PointerCast(_, operand)
            | ExpressionKind::Member(operand, _) => self.visit(operand, effects),
            ExpressionKind::Binary(_, left, right)
            | ExpressionKind::Logical(_, left, right)
            | ExpressionKind::Comma(left, right)
            | ExpressionKind::Index(left, right) => {
                self.visit(left, effects);
                self.visit(right, effects);
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                self.visit(condition, effects);
                self.visit(then, effects);
                self.visit(otherwise, effects);
            }
            ExpressionKind::Assign(_, left, right) => {
                self.visit(left, effects);
                self.visit(right, effects);
                // What a pointer leads to may be written under its name.
                if self.set(left, effects) {
                    self.written_through(right, effects);
                }
            }
            ExpressionKind::Step(_, _, operand) => {
                self.visit(operand, effects);
                self.set(operand, effects);
            }
            ExpressionKind::Literal(_, initial) => self.visit_initial(initial, effects),
            ExpressionKind::Call(name, arguments) => {
                for argument in arguments {
                    self.visit(argument, effects);
                }
                self.visit_call(*name, arguments, effects);
            }
            ExpressionKind::Remote { .. } | ExpressionKind::Quantified(..) => {}
        }
    }

    /// Notes that a place is written; returns whether it is a pointer.
    fn set(&self, place: &Expression, effects: &mut Effects) -> bool {
        match &place.kind {
            ExpressionKind::Name(name) if self.pointers.contains(name) => {
                effects.moves.insert(*name);
                true
            }
            // A pointer that is a member is moved with its struct.
            ExpressionKind::Member(_, name) if self.pointers.contains(name) => {
                let written = self.written_through(place, effects);
                effects.moves.extend(written);
                true
            }
            _ => {
                self.written_through(place, effects);
                false
            }
        }
    }

    /// Notes that what a place or an address belongs to is written; returns the names.
    fn written_through(&self, place: &Expression, effects: &mut Effects) -> BTreeSet<Symbol> {
        let mut found = BTreeSet::new();
        if !bases(place, &mut found) {
            // It may be anything whose address a function can give.
            found.extend(self.unit.globals.iter().map(|it| it.name));
            effects.is_external = true;
        }
        effects.writes.extend(&found);
        found
    }

    fn visit_call(&self, name: Symbol, arguments: &[Expression], effects: &mut Effects) {
        if let Some(own) = self.functions.get(&name) {
            effects.add(&own.outside);
            for argument in own.through.iter().filter_map(|it| arguments.get(*it)) {
                let written = self.written_through(argument, effects);
                effects.moves.extend(written);
            }
        }
        if self.unit.function(name).is_some() {
            effects.is_inlined = true;
            return;
        }
        effects.begins |= mpi::begins(name.as_str());
        let known = library::effect(name.as_str());
        effects.is_external |= known.is_external;
        for (position, argument) in arguments.iter().enumerate() {
            if !known.writes(position) {
                continue;
            }
            let written = self.written_through(argument, effects);
            if name.as_str() == "free" {
                effects.moves.extend(written);
            }
        }
    }
}

/// The names of all pointers of a file.
fn pointers(unit: &Unit) -> BTreeSet<Symbol> {
    let mut declared: Vec<&Declaration> = unit.globals.iter().collect();
    for function in &unit.functions {
        declared.extend(&function.parameters);
        declarations(&function.body, &mut declared);
    }
    for record in &unit.records {
        declared.extend(&record.members);
    }
    let pointers = declared
        .into_iter()
        .filter(|it| !matches!(it.shape, Shape::Single));
    pointers.map(|it| it.name).collect()
}

/// The variables that a place or an address may belong to; says whether these are all.
fn bases(place: &Expression, found: &mut BTreeSet<Symbol>) -> bool {
    match &place.kind {
        ExpressionKind::Name(name) => {
            found.insert(*name);
            true
        }
        ExpressionKind::Unary(Unary::Address | Unary::Target, inner)
        | ExpressionKind::Index(inner, _)
        | ExpressionKind::Member(inner, _)
        | ExpressionKind::Step(_, _, inner)
        | ExpressionKind::PointerCast(_, inner)
        | ExpressionKind::Cast(_, inner)
        | ExpressionKind::Comma(_, inner) => bases(inner, found),
        // The address `a + 1` belongs to `a`, and `1 + a` too.
        ExpressionKind::Binary(_, left, right)
        | ExpressionKind::Assign(_, left, right)
        | ExpressionKind::Conditional(_, left, right) => {
            let is_left = bases(left, found);
            bases(right, found) && is_left
        }
        ExpressionKind::Integer(..)
        | ExpressionKind::Real(_)
        | ExpressionKind::Text(_)
        | ExpressionKind::SizeOf(_)
        | ExpressionKind::Literal(..) => true,
        ExpressionKind::Call(name, _) if matches!(name.as_str(), "malloc" | "calloc") => true,
        ExpressionKind::Call(_, arguments) => {
            for argument in arguments {
                bases(argument, found);
            }
            false
        }
        ExpressionKind::Unary(..)
        | ExpressionKind::Logical(..)
        | ExpressionKind::Remote { .. }
        | ExpressionKind::Quantified(..) => true,
    }
}

/// All declarations in statements, in the order of the text.
pub(crate) fn declarations<'a>(statements: &'a [Statement], found: &mut Vec<&'a Declaration>) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Declare(own) => found.extend(own),
            StatementKind::Block(inner) | StatementKind::Switch(_, inner) => {
                declarations(inner, found);
            }
            StatementKind::If(_, then, otherwise) => {
                declarations(std::slice::from_ref(then), found);
                if let Some(otherwise) = otherwise {
                    declarations(std::slice::from_ref(otherwise), found);
                }
            }
            StatementKind::Loop(it) => {
                if let Some(initial) = &it.initial {
                    declarations(std::slice::from_ref(initial), found);
                }
                declarations(std::slice::from_ref(&it.body), found);
            }
            _ => {}
        }
    }
}
