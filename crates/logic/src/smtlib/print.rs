//! Writing terms and scripts.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use super::declarations::{Declaration, Declarations};
use super::sharing::{ScopeId, Sharing, is_leaf};
use super::symbols::quoted;
use crate::{Integer, Node, Op, Quantifier, Rational, Sort, Symbol, Term, Value, Var, recursion};

/// The term as SMT-LIB text. Parts that occur several times are bound by `let`, so that the text is
/// as long as the term is large as a graph.
#[must_use]
pub fn print_term(term: &Term) -> String {
    print_term_with(term, &mut Declarations::new())
}

/// The term as SMT-LIB text, with the names that are declared; what is not declared yet is.
#[must_use]
pub fn print_term_with(term: &Term, declarations: &mut Declarations) -> String {
    declarations.add_term(term);
    let mut printer = Printer::new(declarations);
    printer.term(term);
    printer.text
}

/// A script that asks whether the formulas are satisfiable together, with declarations of all that
/// they use.
///
/// SMT-LIB has no ranges: a variable, an array or a function with a range in its sort is declared
/// with `Int` in place of the range, together with an assertion of the bounds.
#[must_use]
pub fn print_script(logic: Option<Symbol>, assertions: &[Term]) -> String {
    let declarations = Declarations::of(assertions);
    let mut printer = Printer::new(&declarations);
    if let Some(logic) = logic {
        printer.line(format_args!("(set-logic {logic})"));
    }
    for declaration in declarations.iter() {
        printer.declaration(declaration);
    }
    for assertion in assertions {
        printer.assertion(assertion);
    }
    printer.text.push_str("(check-sat)\n");
    printer.text
}

struct Printer<'d> {
    declarations: &'d Declarations,
    text: String,
    /// What the names of shared parts begin with; no other name does.
    prefix: String,
    shared: u64,
}

impl<'d> Printer<'d> {
    fn new(declarations: &'d Declarations) -> Self {
        let mut prefix = "?".to_owned();
        while declarations.names().any(|name| name.starts_with(&prefix)) {
            prefix.push('?');
        }
        Printer {
            declarations,
            text: String::new(),
            prefix,
            shared: 0,
        }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{text}");
    }

    fn declaration(&mut self, declaration: &Declaration) {
        match declaration {
            Declaration::Enumeration(sort) => {
                let name = name_of(self.declarations.sort_name(sort));
                let mut variants = String::new();
                for position in 0..sort.variants().len() {
                    let variant = self.declarations.variant_name(sort, position as u32);
                    let separator = if position == 0 { "" } else { " " };
                    let _ = write!(variants, "{separator}({})", name_of(variant));
                }
                self.line(format_args!(
                    "(declare-datatypes (({name} 0)) (({variants})))"
                ));
            }
            Declaration::Var(var) => {
                let name = name_of(self.declarations.var_name(var));
                let sort = self.sort(&var.sort);
                self.line(format_args!("(declare-fun {name} () {sort})"));
                self.bounds(&var.invariant());
            }
            Declaration::Function(function) => {
                let name = name_of(self.declarations.function_name(function));
                let parameters: Vec<String> = function
                    .parameters()
                    .iter()
                    .map(|sort| self.sort(sort))
                    .collect();
                let (parameters, sort) = (parameters.join(" "), self.sort(function.result()));
                self.line(format_args!("(declare-fun {name} ({parameters}) {sort})"));
                self.bounds(&function.invariant());
            }
        }
    }

    fn bounds(&mut self, invariant: &Term) {
        if !invariant.is_true() {
            self.assertion(invariant);
        }
    }

    fn assertion(&mut self, formula: &Term) {
        self.push("(assert ");
        self.term(formula);
        self.push(")\n");
    }

    fn sort(&self, sort: &Sort) -> String {
        match sort {
            Sort::Bool => "Bool".into(),
            Sort::Int | Sort::Range(_) => "Int".into(),
            Sort::Real => "Real".into(),
            Sort::BitVec(width) => format!("(_ BitVec {width})"),
            Sort::Enum(sort) => name_of(self.declarations.sort_name(sort)),
            Sort::Array(array) => format!(
                "(Array {} {})",
                self.sort(&array.index),
                self.sort(&array.element)
            ),
        }
    }

    fn term(&mut self, term: &Term) {
        let mut writer = TermWriter {
            sharing: Sharing::of(term),
            names: FxHashMap::default(),
            printer: self,
        };
        writer.scope(Sharing::ROOT, term);
    }
}

fn name_of(name: Option<Symbol>) -> String {
    quoted(name.expect("all that is printed was declared").as_str())
}

/// Writes one term.
struct TermWriter<'p, 'd> {
    printer: &'p mut Printer<'d>,
    sharing: Sharing,
    names: FxHashMap<(ScopeId, Term), String>,
}

impl TermWriter<'_, '_> {
    fn push(&mut self, text: &str) {
        self.printer.push(text);
    }

    /// A term after the `let`s of its scope.
    fn scope(&mut self, scope: ScopeId, term: &Term) {
        let shared = self.sharing.shared(scope);
        let mut open = 0;
        for part in shared {
            if part == *term {
                // Nothing can use the whole but the whole.
                continue;
            }
            let name = format!("{}{}", self.printer.prefix, self.printer.shared);
            self.printer.shared += 1;
            self.push("(let ((");
            self.push(&name);
            self.push(" ");
            self.expanded(scope, &part);
            self.push(")) ");
            self.names.insert((scope, part), name);
            open += 1;
        }
        self.reference(scope, term);
        for _ in 0..open {
            self.push(")");
        }
    }

    /// A part where it is used: its name, if it has one.
    fn reference(&mut self, scope: ScopeId, term: &Term) {
        if is_leaf(term) {
            return self.expanded(scope, term);
        }
        let home = self.sharing.home(scope, term);
        match self.names.get(&(home, term.clone())) {
            Some(name) => self.printer.push(name),
            None => recursion::guard(|| self.expanded(home, term)),
        }
    }

    /// A part that belongs to the scope, as it is made of its own parts.
    fn expanded(&mut self, home: ScopeId, term: &Term) {
        match term.node() {
            Node::Const(value) => self.literal(value),
            Node::Var(var) => {
                let name = name_of(self.printer.declarations.var_name(var));
                self.push(&name);
            }
            Node::Quantified(quantifier, vars, body) => {
                let inner = self.sharing.body(home, term);
                self.quantified(*quantifier, vars, inner, body);
            }
            Node::App(op, arguments) => {
                let operator = self.operator(op, term.sort());
                if arguments.is_empty() {
                    return self.push(&operator);
                }
                self.push("(");
                self.push(&operator);
                for argument in arguments {
                    self.push(" ");
                    self.reference(home, argument);
                }
                self.push(")");
            }
        }
    }

    /// A quantifier. Variables of ranges bring their bounds: with an implication below `forall`,
    /// with a conjunction below `exists`.
    fn quantified(&mut self, quantifier: Quantifier, vars: &[Var], inner: ScopeId, body: &Term) {
        let (word, connective) = match quantifier {
            Quantifier::Forall => ("(forall (", "=>"),
            Quantifier::Exists => ("(exists (", "and"),
        };
        self.push(word);
        for (position, var) in vars.iter().enumerate() {
            let name = name_of(self.printer.declarations.var_name(var));
            let sort = self.printer.sort(&var.sort);
            let separator = if position == 0 { "" } else { " " };
            self.push(&format!("{separator}({name} {sort})"));
        }
        self.push(") ");
        let bounds = Term::and(vars.iter().map(Var::invariant));
        if bounds.is_true() {
            self.scope(inner, body);
        } else {
            self.push(&format!("({connective} "));
            self.printer.term(&bounds);
            self.push(" ");
            self.scope(inner, body);
            self.push(")");
        }
        self.push(")");
    }

    fn literal(&mut self, value: &Value) {
        let text = match value {
            Value::Bool(value) => value.to_string(),
            Value::Int(value) => integer(value, ""),
            Value::Real(value) => real(value),
            Value::BitVec(value) => format!("(_ bv{} {})", value.unsigned(), value.width()),
            Value::Enum(sort, position) => {
                name_of(self.printer.declarations.variant_name(sort, *position))
            }
            Value::Array(_) => unreachable!("a literal term is never an array"),
        };
        self.push(&text);
    }

    fn operator(&self, op: &Op, result: &Sort) -> String {
        let plain = match op {
            Op::Not => "not",
            Op::And => "and",
            Op::Or => "or",
            Op::Implies => "=>",
            Op::Xor => "xor",
            Op::Eq => "=",
            Op::Distinct => "distinct",
            Op::Ite => "ite",
            Op::Add => "+",
            Op::Mul => "*",
            Op::Div => "div",
            Op::Mod => "mod",
            Op::RealDiv => "/",
            Op::Le => "<=",
            Op::Lt => "<",
            Op::ToReal => "to_real",
            Op::ToInt => "to_int",
            Op::IsInt => "is_int",
            Op::Select => "select",
            Op::Store => "store",
            Op::Copy => "tandem.copy",
            Op::BvNot => "bvnot",
            Op::BvNeg => "bvneg",
            Op::BvAnd => "bvand",
            Op::BvOr => "bvor",
            Op::BvXor => "bvxor",
            Op::BvAdd => "bvadd",
            Op::BvSub => "bvsub",
            Op::BvMul => "bvmul",
            Op::BvUdiv => "bvudiv",
            Op::BvUrem => "bvurem",
            Op::BvSdiv => "bvsdiv",
            Op::BvSrem => "bvsrem",
            Op::BvSmod => "bvsmod",
            Op::BvShl => "bvshl",
            Op::BvLshr => "bvlshr",
            Op::BvAshr => "bvashr",
            Op::BvUlt => "bvult",
            Op::BvUle => "bvule",
            Op::BvSlt => "bvslt",
            Op::BvSle => "bvsle",
            Op::Concat => "concat",
            Op::BvToInt => "bv2nat",
            Op::Divisible(divisor) => return format!("(_ divisible {divisor})"),
            Op::Extract(high, low) => return format!("(_ extract {high} {low})"),
            Op::ZeroExtend(more) => return format!("(_ zero_extend {more})"),
            Op::SignExtend(more) => return format!("(_ sign_extend {more})"),
            Op::IntToBv(width) => return format!("(_ int2bv {width})"),
            Op::ConstArray(_) => return format!("(as const {})", self.printer.sort(result)),
            Op::Apply(function) => {
                return name_of(self.printer.declarations.function_name(function));
            }
        };
        plain.to_owned()
    }
}

/// A number, whose sign SMT-LIB writes as an operator.
fn integer(value: &Integer, suffix: &str) -> String {
    if value.is_negative() {
        format!("(- {}{suffix})", value.abs())
    } else {
        format!("{value}{suffix}")
    }
}

fn real(value: &Rational) -> String {
    match value.to_integer() {
        Some(value) => integer(value, ".0"),
        None => format!(
            "(/ {} {}.0)",
            integer(value.numerator(), ".0"),
            value.denominator()
        ),
    }
}
