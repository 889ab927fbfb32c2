//! From Z3's terms back to ours.

use logic::{Integer, Node, Op, Quantifier, Rational, Sort, Term, Value, Var, recursion};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Context;
use crate::context::Meaning;
use crate::ffi::{self, Ast, Binder, Decl, Error, Kind, Shape, SortShape};

impl Context {
    /// Our term for a term of Z3 over what this context has declared.
    pub(crate) fn read(&self, ast: &Ast) -> Result<Term, Error> {
        Reader {
            context: self,
            bound: Vec::new(),
            memo: FxHashMap::default(),
            taken: FxHashSet::default(),
        }
        .read(ast)
    }

    /// Our sort for a sort of Z3.
    pub(crate) fn read_sort(&self, sort: &ffi::Sort) -> Result<Sort, Error> {
        Ok(match sort.shape()? {
            SortShape::Bool => Sort::Bool,
            SortShape::Int => Sort::Int,
            SortShape::Real => Sort::Real,
            SortShape::BitVec(width) => Sort::BitVec(width),
            SortShape::Array(index, element) => {
                Sort::array(self.read_sort(&index)?, self.read_sort(&element)?)
            }
            SortShape::Data => {
                let tables = self.tables().borrow();
                let known = tables.enumerations.get(sort).cloned();
                Sort::Enum(known.ok_or_else(|| foreign("a data type"))?)
            }
            SortShape::Other(name) => return Err(foreign(&format!("the sort {name}"))),
        })
    }
}

fn foreign(what: &str) -> Error {
    Error::Other(format!("Z3 uses {what}, which the logic does not have"))
}

struct Reader<'a> {
    context: &'a Context,
    /// The variables of the quantifiers around, the innermost last.
    bound: Vec<Var>,
    /// What was read under these quantifiers.
    memo: FxHashMap<Ast, Term>,
    /// The names that no quantifier may bind here, because they occur free or are bound already.
    taken: FxHashSet<String>,
}

impl Reader<'_> {
    fn read(&mut self, ast: &Ast) -> Result<Term, Error> {
        if let Some(known) = self.memo.get(ast) {
            return Ok(known.clone());
        }
        let term = recursion::guard(|| self.read_shape(ast))?;
        self.memo.insert(ast.clone(), term.clone());
        Ok(term)
    }

    fn read_shape(&mut self, ast: &Ast) -> Result<Term, Error> {
        match ast.shape()? {
            Shape::Number(digits) => self.number(ast, &digits),
            Shape::Bound(index) => {
                let position = self.bound.len().checked_sub(1 + index as usize);
                let var = position.map(|position| self.bound[position].term());
                var.ok_or_else(|| foreign("an unbound variable"))
            }
            Shape::App(decl, arguments) => {
                let arguments = arguments
                    .iter()
                    .map(|argument| self.read(argument))
                    .collect::<Result<Vec<Term>, Error>>()?;
                self.application(ast, &decl, arguments)
            }
            Shape::Quantified(binder) => self.quantified(&binder),
            Shape::Other(what) => Err(foreign(&what)),
        }
    }

    fn number(&self, ast: &Ast, digits: &str) -> Result<Term, Error> {
        let malformed = |_| foreign(&format!("the number {digits}"));
        Ok(match self.context.read_sort(&ast.sort()?)? {
            Sort::Real => Term::real(digits.parse::<Rational>().map_err(malformed)?),
            Sort::BitVec(width) => {
                Term::bit_vec(width, digits.parse::<Integer>().map_err(malformed)?)
            }
            _ => Term::int(digits.parse::<Integer>().map_err(malformed)?),
        })
    }

    #[allow(
        clippy::mutable_key_type,
        reason = "a handle is hashed by its address, which never changes"
    )]
    fn quantified(&mut self, binder: &Binder) -> Result<Term, Error> {
        if self.taken.is_empty() {
            // Names of free variables are those of the declarations; a bound variable must not
            // capture one of them.
            let tables = self.context.tables().borrow();
            let names = tables.vars.keys().map(|var| var.name.as_str().to_owned());
            self.taken.extend(names);
        }
        let mut vars = Vec::new();
        for (name, sort) in &binder.variables {
            let mut fresh = name.clone();
            let mut count = 0;
            while !self.taken.insert(fresh.clone()) {
                count += 1;
                fresh = format!("{name}'{count}");
            }
            let sort = self.context.read_sort(sort)?;
            vars.push(Var::new(fresh.as_str(), sort));
        }
        self.bound.extend(vars.iter().cloned());
        let memo = std::mem::take(&mut self.memo);
        let body = self.read(&binder.body);
        self.memo = memo;
        self.bound.truncate(self.bound.len() - vars.len());
        let quantifier = if binder.forall {
            Quantifier::Forall
        } else {
            Quantifier::Exists
        };
        Ok(Term::quantified(quantifier, vars, body?))
    }

    fn application(&self, ast: &Ast, decl: &Decl, arguments: Vec<Term>) -> Result<Term, Error> {
        let meaning = self.context.tables().borrow().meanings.get(decl).cloned();
        match meaning {
            Some(Meaning::Var(var)) => return Ok(Term::var(var)),
            Some(Meaning::Function(function)) => return Ok(Term::apply(&function, arguments)),
            Some(Meaning::Variant(sort, position)) => return Ok(Term::variant(&sort, position)),
            None => {}
        }
        let unsupported = || foreign(&format!("the function {}", decl.name()));
        let count = arguments.len();
        let all =
            |op: Op, arguments: Vec<Term>| Term::checked(op, arguments).ok_or_else(unsupported);
        let folded = |op: Op, arguments: Vec<Term>| {
            let mut arguments = arguments.into_iter();
            let first = arguments.next().ok_or_else(unsupported)?;
            arguments.try_fold(first, |a, b| all(op.clone(), vec![a, b]))
        };
        let swapped = |op: Op, mut arguments: Vec<Term>| {
            arguments.reverse();
            all(op, arguments)
        };
        let negated = |op: Op, arguments: Vec<Term>| {
            let inner = all(op, arguments)?;
            all(Op::BvNot, vec![inner])
        };
        match decl.kind() {
            Kind::True => Ok(Term::top()),
            Kind::False => Ok(Term::bottom()),
            Kind::Not => all(Op::Not, arguments),
            Kind::And => all(Op::And, arguments),
            Kind::Or => all(Op::Or, arguments),
            Kind::Implies => all(Op::Implies, arguments),
            Kind::Xor => folded(Op::Xor, arguments),
            Kind::Eq | Kind::Iff | Kind::Oeq => all(Op::Eq, arguments),
            Kind::Distinct => all(Op::Distinct, arguments),
            Kind::Ite => all(Op::Ite, arguments),
            Kind::Le => all(Op::Le, arguments),
            Kind::Lt => all(Op::Lt, arguments),
            Kind::Ge => swapped(Op::Le, arguments),
            Kind::Gt => swapped(Op::Lt, arguments),
            Kind::Add => all(Op::Add, arguments),
            Kind::Mul => all(Op::Mul, arguments),
            Kind::Sub => {
                let mut arguments = arguments.into_iter();
                let first = arguments.next().ok_or_else(unsupported)?;
                Ok(arguments.fold(first, Term::sub))
            }
            Kind::Uminus if count == 1 => Ok(Term::neg(arguments[0].clone())),
            Kind::Abs if count == 1 => Ok(Term::abs(arguments[0].clone())),
            Kind::Div => all(Op::RealDiv, arguments),
            Kind::Idiv => all(Op::Div, arguments),
            Kind::Mod => all(Op::Mod, arguments),
            Kind::Rem => {
                let modulo = all(Op::Mod, arguments.clone())?;
                let divisor = arguments[1].clone();
                let negative = Term::lt(divisor, Term::int(0));
                Ok(Term::ite(negative, Term::neg(modulo.clone()), modulo))
            }
            Kind::Power => self.power(&arguments).ok_or_else(unsupported),
            Kind::ToReal => all(Op::ToReal, arguments),
            Kind::ToInt => all(Op::ToInt, arguments),
            Kind::IsInt => all(Op::IsInt, arguments),
            Kind::Select => all(Op::Select, arguments),
            Kind::Store => all(Op::Store, arguments),
            Kind::ConstArray => match self.context.read_sort(&ast.sort()?)? {
                Sort::Array(sort) => all(Op::ConstArray(sort.index.clone()), arguments),
                _ => Err(unsupported()),
            },
            Kind::DtRecogniser | Kind::DtIs => {
                let variant = self.application(ast, &decl.recognised()?, Vec::new())?;
                all(Op::Eq, vec![arguments[0].clone(), variant])
            }
            Kind::Bneg => all(Op::BvNeg, arguments),
            Kind::Bnot => all(Op::BvNot, arguments),
            Kind::Badd => folded(Op::BvAdd, arguments),
            Kind::Bmul => folded(Op::BvMul, arguments),
            Kind::Bsub => folded(Op::BvSub, arguments),
            Kind::Band => folded(Op::BvAnd, arguments),
            Kind::Bor => folded(Op::BvOr, arguments),
            Kind::Bxor => folded(Op::BvXor, arguments),
            Kind::Bnand => negated(Op::BvAnd, arguments),
            Kind::Bnor => negated(Op::BvOr, arguments),
            Kind::Bxnor => negated(Op::BvXor, arguments),
            // Z3 marks divisions whose divisor it knows not to be zero, and keeps the rest apart;
            // SMT-LIB fixes the value for zero, so that both are the operator itself.
            Kind::Budiv | Kind::BudivI => all(Op::BvUdiv, arguments),
            Kind::Burem | Kind::BuremI => all(Op::BvUrem, arguments),
            Kind::Bsdiv | Kind::BsdivI => all(Op::BvSdiv, arguments),
            Kind::Bsrem | Kind::BsremI => all(Op::BvSrem, arguments),
            Kind::Bsmod | Kind::BsmodI => all(Op::BvSmod, arguments),
            Kind::Bshl => all(Op::BvShl, arguments),
            Kind::Blshr => all(Op::BvLshr, arguments),
            Kind::Bashr => all(Op::BvAshr, arguments),
            Kind::Ult => all(Op::BvUlt, arguments),
            Kind::Uleq => all(Op::BvUle, arguments),
            Kind::Slt => all(Op::BvSlt, arguments),
            Kind::Sleq => all(Op::BvSle, arguments),
            Kind::Ugt => swapped(Op::BvUlt, arguments),
            Kind::Ugeq => swapped(Op::BvUle, arguments),
            Kind::Sgt => swapped(Op::BvSlt, arguments),
            Kind::Sgeq => swapped(Op::BvSle, arguments),
            Kind::Concat => folded(Op::Concat, arguments),
            Kind::Extract => all(Op::Extract(decl.index(0)?, decl.index(1)?), arguments),
            Kind::ZeroExt => all(Op::ZeroExtend(decl.index(0)?), arguments),
            Kind::SignExt => all(Op::SignExtend(decl.index(0)?), arguments),
            Kind::Bv2int => all(Op::BvToInt, arguments),
            Kind::Int2bv => match self.context.read_sort(&ast.sort()?)? {
                Sort::BitVec(width) => all(Op::IntToBv(width), arguments),
                _ => Err(unsupported()),
            },
            Kind::Bit2bool => {
                let bit = decl.index(0)?;
                let bit = all(Op::Extract(bit, bit), arguments)?;
                all(Op::Eq, vec![bit, Term::bit_vec(1, 1)])
            }
            _ => division_by_zero(&decl.name(), &arguments).ok_or_else(unsupported),
        }
    }

    /// A power with a small natural number as its exponent, as a product.
    fn power(&self, arguments: &[Term]) -> Option<Term> {
        const GREATEST: i64 = 64;
        let [base, exponent] = arguments else {
            return None;
        };
        let exponent = match exponent.as_value()? {
            Value::Int(exponent) => exponent.to_i64()?,
            Value::Real(exponent) => exponent.to_integer()?.to_i64()?,
            _ => return None,
        };
        (1..=GREATEST)
            .contains(&exponent)
            .then(|| Term::mul(vec![base.clone(); exponent as usize]))
    }
}

/// The functions that Z3 names apart because SMT-LIB leaves them open.
fn division_by_zero(name: &str, arguments: &[Term]) -> Option<Term> {
    let dividend = arguments.first()?.clone();
    let integer = dividend.sort().is_integer();
    match name {
        "div0" if integer => Some(Term::div(dividend, Term::int(0))),
        "mod0" if integer => Some(Term::modulo(dividend, Term::int(0))),
        "/0" if !integer => Some(Term::real_div(dividend, Term::real(0))),
        _ => None,
    }
}

/// Whether a term is written with literals and array constructors only, and so is a value.
pub(crate) fn is_value(term: &Term) -> bool {
    match term.node() {
        Node::Const(_) => true,
        Node::App(Op::Store | Op::ConstArray(_), arguments) => {
            recursion::guard(|| arguments.iter().all(is_value))
        }
        _ => false,
    }
}
