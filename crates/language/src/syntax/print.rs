//! The tree as text.
//!
//! The printer writes tokens only, with the parentheses that the tree needs; where the spaces and
//! line breaks go, the formatter decides. A tree without `Error` nodes reads back as itself.

mod composition;
mod systems;

use std::fmt;

use logic::{Quantifier, Rational};

use self::composition::Tightness;
use super::{
    Argument, BinaryOp, Block, Claim, ClauseKind, Condition, Expr, ExprKind, File,
    ImportedFunction, Item, Level, Name, Operand, Property, PropertyKind, Relation, Sharing,
    Statement, StatementKind, Type, TypeKind, UnaryOp,
};

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer::default();
        self.items.iter().for_each(|item| printer.item(item));
        f.write_str(&crate::format::lay_out(&printer.text))
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer::default();
        printer.expr(self, Level::Quantifier);
        f.write_str(crate::format::lay_out(&printer.text).trim_end())
    }
}

#[derive(Default)]
struct Printer {
    text: String,
}

impl Printer {
    fn word(&mut self, word: &str) {
        self.text.push_str(word);
        self.text.push(' ');
    }

    fn name(&mut self, name: Name) {
        self.word(name.text.as_str());
    }

    /// The parts with commas between them.
    fn list<T>(&mut self, parts: &[T], mut print: impl FnMut(&mut Self, &T)) {
        for (position, part) in parts.iter().enumerate() {
            if position > 0 {
                self.word(",");
            }
            print(self, part);
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Import(item) => {
                self.word("import");
                self.word(&format!("\"{}\"", item.path));
                self.word("as");
                self.name(item.alias);
                self.word(";");
            }
            Item::Enumeration(item) => {
                self.word("enum");
                self.name(item.name);
                self.word("{");
                self.list(&item.variants, |printer, variant| printer.name(*variant));
                self.word("}");
            }
            Item::Constant(item) => {
                self.word("const");
                self.name(item.name);
                self.word(":");
                self.ty(&item.ty);
                if let Some(condition) = &item.condition {
                    self.word("where");
                    self.expr(condition, Level::Quantifier);
                }
                self.word(";");
            }
            Item::Function(item) => {
                self.word("fn");
                self.name(item.name);
                self.word("(");
                self.list(&item.parameters, Printer::ty);
                self.word(") ->");
                self.ty(&item.result);
                self.word(";");
            }
            Item::Program(item) => {
                self.word("program");
                self.name(item.name);
                if !item.parameters.is_empty() {
                    self.word("(");
                    self.list(&item.parameters, |printer, parameter| {
                        printer.name(parameter.name);
                        printer.word(":");
                        printer.ty(&parameter.ty);
                    });
                    self.word(")");
                }
                self.block(&item.body);
            }
            Item::System(system) => self.system(system),
            Item::Composed(item) => {
                self.word("program");
                self.name(item.name);
                self.word("=");
                self.composition(&item.whole, Tightness::Local);
                self.word(";");
            }
            Item::Claim(claim) => self.claim(claim),
        }
    }

    fn claim(&mut self, claim: &Claim) {
        self.word("claim");
        self.name(claim.name);
        self.word(":");
        let (first, words, second) = match &claim.relation {
            Relation::Simulated(a, b) => (a, "simulated by", Some(b)),
            Relation::Abstracted(a, b) => (a, "abstracted by", Some(b)),
            Relation::Included(a, b) => (a, "included in", Some(b)),
            Relation::Safe(a) => (a, "safe", None),
            Relation::SafeLeavingNothing(a) => (a, "safe leaving no messages", None),
            Relation::Satisfies(a, formula) => {
                self.operand(a);
                self.with_word("satisfies", formula);
                return self.clauses(claim);
            }
            Relation::Network(network) => {
                self.composition(&network.whole, Tightness::Local);
                self.with_word("satisfies", &network.property);
                self.word("for all");
                self.name(network.count);
                if let Some(least) = network.least {
                    self.word(&format!(">= {least}"));
                }
                if let Some(invariant) = network.invariant {
                    self.word("invariant");
                    self.name(invariant);
                }
                return self.clauses(claim);
            }
            Relation::Refines(implementation, specification) => {
                self.imported_function(implementation);
                self.word("abstracted by");
                self.imported_function(specification);
                return self.clauses(claim);
            }
            Relation::SafeFor(copies) => {
                self.word("safe for");
                self.list(copies, Printer::operand);
                return self.clauses(claim);
            }
            Relation::Property(property) => {
                self.property(property);
                return self.clauses(claim);
            }
        };
        self.operand(first);
        self.word(words);
        if let Some(second) = second {
            self.operand(second);
        }
        self.clauses(claim);
    }

    /// The name of the function in quotes, unless it is a name of the language as well.
    fn imported_function(&mut self, function: &ImportedFunction) {
        self.name(function.import);
        self.word(".");
        let text = function.function.text.as_str();
        let is_name = !text.starts_with(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !text.is_empty();
        match is_name {
            true => self.word(text),
            false => self.word(&format!("\"{text}\"")),
        }
    }

    fn property(&mut self, property: &Property) {
        let mut copies = property.copies.iter();
        let program = |printer: &mut Self, operand: Option<&Operand>| {
            if let Some(operand) = operand {
                let alias = None;
                printer.operand(&Operand {
                    alias,
                    ..operand.clone()
                });
            }
        };
        match &property.kind {
            PropertyKind::Deterministic(outputs) => {
                self.word("deterministic");
                program(self, copies.next());
                if let Some(outputs) = outputs {
                    self.word("on");
                    self.names(outputs);
                }
            }
            PropertyKind::Equivalent(outputs) => {
                let (first, second) = (copies.next(), copies.next());
                first.into_iter().for_each(|operand| self.operand(operand));
                self.word("equivalent to");
                second.into_iter().for_each(|operand| self.operand(operand));
                self.word("on");
                self.names(outputs);
            }
            PropertyKind::Noninterference { secret, public } => {
                self.word("noninterference");
                program(self, copies.next());
                self.word("secret");
                self.names(secret);
                self.word("public");
                self.names(public);
            }
            PropertyKind::Comparator {
                left,
                right,
                result,
            } => {
                self.word("comparator");
                program(self, copies.next());
                self.word("of");
                self.names(left);
                self.word("and");
                self.names(right);
                self.word("by");
                self.name(*result);
            }
        }
    }

    fn names(&mut self, names: &[Name]) {
        self.word("(");
        self.list(names, |printer, name| printer.name(*name));
        self.word(")");
    }

    fn clauses(&mut self, claim: &Claim) {
        for clause in &claim.clauses {
            match &clause.kind {
                ClauseKind::Requires(formula) => {
                    self.word("requires");
                    self.expr(formula, Level::Quantifier);
                }
                ClauseKind::Ensures(formula) => {
                    self.word("ensures");
                    self.expr(formula, Level::Quantifier);
                }
                ClauseKind::Using(formula) => {
                    self.word("using");
                    self.expr(formula, Level::Quantifier);
                }
                ClauseKind::Matching(pairs) => {
                    self.word("matching");
                    self.list(pairs, |printer, (first, second)| {
                        printer.name(*first);
                        printer.word("=");
                        printer.name(*second);
                    });
                }
                ClauseKind::Augmented(with) => self.with_word("augmented with", with),
                ClauseKind::Losing(names) if names.is_empty() => self.word("losing ()"),
                ClauseKind::Losing(names) => {
                    self.word("losing");
                    self.list(names, |printer, name| printer.name(*name));
                }
                ClauseKind::Keeping(names) => {
                    self.word("keeping");
                    self.list(names, |printer, name| printer.name(*name));
                }
                ClauseKind::Expect(verdict) => {
                    self.word("expect");
                    self.word(verdict.word());
                }
            }
        }
        self.word(";");
    }

    fn operand(&mut self, operand: &Operand) {
        if let Some(alias) = operand.alias {
            self.name(alias);
            self.word("=");
        }
        self.name(operand.program);
        if !operand.arguments.is_empty() {
            self.word("(");
            self.list(&operand.arguments, |printer, Argument { name, value }| {
                if let Some(name) = name {
                    printer.name(*name);
                    printer.word("=");
                }
                printer.expr(value, Level::Quantifier);
            });
            self.word(")");
        }
    }

    fn ty(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Int => self.word("int"),
            TypeKind::Bool => self.word("bool"),
            TypeKind::Real => self.word("real"),
            TypeKind::Named(name) => self.word(name.as_str()),
            TypeKind::Array(index, element) => {
                self.word("array <");
                self.ty(index);
                self.word(",");
                self.ty(element);
                self.word(">");
            }
            TypeKind::Range(low, high) => {
                self.expr(low, Level::Sum);
                self.word("..=");
                self.expr(high, Level::Sum);
            }
            TypeKind::Error => self.word("/* error */"),
        }
    }

    fn block(&mut self, block: &Block) {
        self.word("{");
        block
            .statements
            .iter()
            .for_each(|statement| self.statement(statement));
        self.word("}");
    }

    fn blocks(&mut self, blocks: &[Block], separator: &str) {
        for (position, block) in blocks.iter().enumerate() {
            if position > 0 {
                self.word(separator);
            }
            self.block(block);
        }
    }

    fn condition(&mut self, condition: &Condition) {
        self.word("(");
        match condition {
            Condition::Any => self.word("*"),
            Condition::Formula(formula) => self.expr(formula, Level::Quantifier),
        }
        self.word(")");
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::If { arms, otherwise } => {
                for (position, arm) in arms.iter().enumerate() {
                    self.word(if position > 0 { "else if" } else { "if" });
                    self.condition(&arm.condition);
                    self.block(&arm.body);
                }
                if let Some(block) = otherwise {
                    self.word("else");
                    self.block(block);
                }
            }
            StatementKind::While {
                condition,
                invariant,
                body,
            } => {
                self.word("while");
                self.condition(condition);
                if let Some(invariant) = invariant {
                    self.word("invariant");
                    self.labelled(invariant);
                }
                self.block(body);
            }
            StatementKind::Loop(body) => {
                self.word("loop");
                self.block(body);
            }
            StatementKind::Atomic(body) => {
                self.word("atomic");
                self.block(body);
            }
            StatementKind::Block(body) => self.block(body),
            StatementKind::Choose(blocks) => {
                self.word("choose");
                self.blocks(blocks, "or");
            }
            StatementKind::Par(blocks) => {
                self.word("par");
                self.blocks(blocks, "||");
            }
            StatementKind::Parfor {
                id,
                low,
                high,
                body,
            } => {
                self.word("parfor");
                self.name(*id);
                self.word("in");
                self.expr(low, Level::Quantifier);
                self.word("..=");
                self.expr(high, Level::Quantifier);
                self.block(body);
            }
            simple => {
                self.simple(simple);
                self.word(";");
            }
        }
    }

    fn simple(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Declaration(declaration) => {
                self.word(match declaration.sharing {
                    Sharing::Local => "var",
                    Sharing::Shared => "shared var",
                });
                self.name(declaration.name);
                self.word(":");
                self.ty(&declaration.ty);
                if let Some(initial) = &declaration.initial {
                    self.word("=");
                    self.expr(initial, Level::Quantifier);
                }
            }
            StatementKind::Justice(formula) => self.with_word("justice", formula),
            StatementKind::Assume(formula) => self.with_word("assume", formula),
            StatementKind::Assert(formula) => self.with_word("assert", formula),
            StatementKind::Compassion(first, second) => {
                self.with_word("compassion", first);
                self.with_word(",", second);
            }
            StatementKind::Observe(names) => {
                self.word("observe");
                self.list(names, |printer, name| printer.name(*name));
            }
            StatementKind::Open(names) => {
                self.word("open");
                self.list(names, |printer, name| printer.name(*name));
            }
            StatementKind::Assign {
                target,
                indices,
                value,
            } => {
                self.name(*target);
                for index in indices {
                    self.with_word("[", index);
                    self.word("]");
                }
                self.with_word("=", value);
            }
            StatementKind::Havoc { target, condition } => {
                self.word("havoc");
                self.name(*target);
                if let Some(condition) = condition {
                    self.with_word("where", condition);
                }
            }
            StatementKind::Send { value, channel } => {
                self.with_word("send", value);
                self.with_word("on", channel);
            }
            StatementKind::Receive { target, channel } => {
                self.word("receive");
                self.name(*target);
                self.with_word("on", channel);
            }
            StatementKind::Process(statement) => self.process_statement(statement),
            StatementKind::Error => self.word("/* error */"),
            _ => self.word("skip"),
        }
    }

    fn with_word(&mut self, word: &str, expr: &Expr) {
        self.word(word);
        self.expr(expr, Level::Quantifier);
    }

    /// An expression where something of at least this level is wanted.
    fn expr(&mut self, expr: &Expr, least: Level) {
        logic::recursion::guard(|| {
            if expr.kind.level() < least {
                self.word("(");
                self.bare(&expr.kind);
                self.word(")");
            } else {
                self.bare(&expr.kind);
            }
        });
    }

    fn bare(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Int(value) => self.word(&value.to_string()),
            ExprKind::Decimal(value) => self.word(&decimal(value)),
            ExprKind::Bool(value) => self.word(&value.to_string()),
            ExprKind::Name(name) => self.word(name.as_str()),
            ExprKind::Qualified(alias, name) => {
                self.name(*alias);
                self.word(".");
                self.name(*name);
            }
            ExprKind::Member(base, name) => {
                self.expr(base, Level::Atom);
                self.word(".");
                self.name(*name);
            }
            ExprKind::Variant(sort, variant) => {
                self.name(*sort);
                self.word("::");
                self.name(*variant);
            }
            ExprKind::Index(array, index) => {
                self.expr(array, Level::Atom);
                self.with_word("[", index);
                self.word("]");
            }
            ExprKind::Store(array, index, element) => {
                self.expr(array, Level::Atom);
                self.with_word("[", index);
                self.with_word(":=", element);
                self.word("]");
            }
            ExprKind::Call(name, arguments) => {
                self.name(*name);
                self.word("(");
                self.list(arguments, |printer, argument| {
                    printer.expr(argument, Level::Quantifier);
                });
                self.word(")");
            }
            ExprKind::Unary(op, operand) => {
                self.word(match op {
                    UnaryOp::Not => "!",
                    UnaryOp::Minus => "-",
                });
                self.expr(operand, Level::Prefix);
            }
            ExprKind::Chain(first, rest) => self.chain(first, rest),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.expr(condition, Level::Implies);
                self.with_word("?", then);
                self.with_word(":", otherwise);
            }
            ExprKind::Quantified(quantifier, binders, body) => {
                self.word(match quantifier {
                    Quantifier::Forall => "forall",
                    Quantifier::Exists => "exists",
                });
                self.list(binders, |printer, binder| {
                    printer.name(binder.name);
                    printer.word(":");
                    printer.ty(&binder.ty);
                });
                self.with_word("::", body);
            }
            ExprKind::Error => self.word("/* error */"),
        }
    }

    fn chain(&mut self, first: &Expr, rest: &[(BinaryOp, Expr)]) {
        let tighter = rest
            .first()
            .map_or(Level::Quantifier, |(op, _)| op.level().tighter());
        self.expr(first, tighter);
        for (op, operand) in rest {
            self.word(op.sign());
            self.expr(operand, tighter);
        }
    }
}

/// A number that was written as a decimal, as a decimal.
fn decimal(value: &Rational) -> String {
    let mut digits = 1;
    let mut denominator = logic::Integer::from(10);
    while !value.denominator().divides(&denominator) {
        digits += 1;
        denominator = denominator * logic::Integer::from(10);
    }
    let scaled = value.clone() * Rational::from(denominator);
    let scaled = scaled
        .to_integer()
        .expect("the power of ten was chosen so")
        .to_string();
    let padded = format!("{scaled:0>width$}", width = digits + 1);
    let (whole, fraction) = padded.split_at(padded.len() - digits);
    format!("{whole}.{fraction}")
}
