//! The constructors of terms.
//!
//! They check sorts (an ill-sorted call is a bug of the caller and panics), fold literals, and
//! apply the few laws that never make a term larger or harder to recognise: flattening, units,
//! double negation. Everything beyond that is the simplifier's.

use crate::{BitVec, Function, Integer, Node, Op, Quantifier, Rational, Sort, Term, Value, Var};
use crate::{eval, op_sort};

/// The longest sum, product, conjunction or disjunction that is taken apart inside another one.
///
/// Without a limit `t + t` with `t = u + u` and so on would double at every step, and a
/// conjunction built one by one would exist once in every length.
pub(crate) const LONGEST_FLATTENED: usize = 256;

/// The arguments of `term` if it is an application of `op` short enough to be flattened.
fn flattened<'a>(op: &Op, term: &'a Term) -> &'a [Term] {
    match term.node() {
        Node::App(inner, arguments) if inner == op && arguments.len() <= LONGEST_FLATTENED => {
            arguments
        }
        _ => std::slice::from_ref(term),
    }
}

/// Whether the literals among the factors make a number of more than a hundred thousand digits.
///
/// Such a product stays symbolic: a few lines of squaring would otherwise need all the memory there
/// is.
fn is_huge(factors: &[Term]) -> bool {
    const MOST_BITS: usize = 1 << 19;
    let bits = factors.iter().map(|factor| match factor.as_value() {
        Some(Value::Int(value)) => value.bit_length(),
        Some(Value::Real(value)) => {
            value.numerator().bit_length() + value.denominator().bit_length()
        }
        _ => 0,
    });
    bits.sum::<usize>() > MOST_BITS
}

#[allow(
    clippy::should_implement_trait,
    reason = "the constructors are named like SMT-LIB's operators and take terms by value"
)]
impl Term {
    /// A literal. An array becomes a chain of `store`s on a constant array.
    #[must_use]
    pub fn value(value: Value) -> Term {
        if let Value::Array(array) = &value {
            let start = Term::const_array(
                array.index_sort().clone(),
                Term::value(array.default().clone()),
            );
            return array.entries().fold(start, |term, (index, element)| {
                Term::store(
                    term,
                    Term::value(index.clone()),
                    Term::value(element.clone()),
                )
            });
        }
        Term::intern(Node::Const(value), |node| match node {
            Node::Const(value) => value.sort(),
            _ => unreachable!("the node is the literal"),
        })
    }

    /// `true` or `false`.
    #[must_use]
    pub fn bool(value: bool) -> Term {
        Term::value(Value::Bool(value))
    }

    /// The literal `true`.
    #[must_use]
    pub fn top() -> Term {
        Term::bool(true)
    }

    /// The literal `false`.
    #[must_use]
    pub fn bottom() -> Term {
        Term::bool(false)
    }

    /// An integer literal.
    #[must_use]
    pub fn int(value: impl Into<Integer>) -> Term {
        Term::value(Value::Int(value.into()))
    }

    /// A real literal.
    #[must_use]
    pub fn real(value: impl Into<Rational>) -> Term {
        Term::value(Value::Real(value.into()))
    }

    /// A bit-vector literal.
    #[must_use]
    pub fn bit_vec(width: u32, value: impl Into<Integer>) -> Term {
        Term::value(Value::BitVec(BitVec::new(width, &value.into())))
    }

    /// An arithmetic literal of the sort `Int` or `Real`.
    #[must_use]
    pub fn number(sort: &Sort, value: i64) -> Term {
        if *sort == Sort::Real {
            Term::real(value)
        } else {
            Term::int(value)
        }
    }

    /// An operator on arguments, through the constructor that knows its laws. `None` where the
    /// sorts do not fit: this is the door for readers of text, whose input may be wrong.
    #[must_use]
    pub fn checked(op: Op, arguments: Vec<Term>) -> Option<Term> {
        let sorts: Vec<&Sort> = arguments.iter().map(Term::sort).collect();
        op_sort(&op, &sorts)?;
        Some(Term::app(op, arguments))
    }

    /// An operator on arguments, through the constructor that knows its laws.
    #[must_use]
    pub fn app(op: Op, arguments: Vec<Term>) -> Term {
        match op {
            Op::Not | Op::Implies | Op::Xor | Op::Eq | Op::Ite | Op::Le | Op::Lt => {}
            Op::And => return Term::and(arguments),
            Op::Or => return Term::or(arguments),
            Op::Add => return Term::add(arguments),
            Op::Mul => return Term::mul(arguments),
            Op::RealDiv if is_huge(&arguments) => return Term::raw(op, arguments),
            op => return Term::fold(op, arguments),
        }
        let mut arguments = arguments.into_iter();
        let mut next = || {
            arguments
                .next()
                .expect("the operator has all its arguments")
        };
        match op {
            Op::Not => Term::not(next()),
            Op::Implies => Term::implies(next(), next()),
            Op::Xor => Term::xor(next(), next()),
            Op::Eq => Term::eq(next(), next()),
            Op::Ite => Term::ite(next(), next(), next()),
            Op::Le => Term::le(next(), next()),
            Op::Lt => Term::lt(next(), next()),
            _ => unreachable!("the other operators were handled above"),
        }
    }

    /// The application itself, or the literal it stands for where all arguments are literals.
    fn fold(op: Op, arguments: Vec<Term>) -> Term {
        if arguments
            .iter()
            .all(|argument| argument.as_value().is_some())
        {
            let values: Vec<Value> = arguments
                .iter()
                .filter_map(|argument| argument.as_value().cloned())
                .collect();
            // Arrays stay symbolic: their literals are the very terms that are built here.
            if let Ok(value) = eval::apply(&op, &values)
                && !matches!(value, Value::Array(_))
            {
                return Term::value(value);
            }
        }
        Term::raw(op, arguments)
    }

    fn raw(op: Op, arguments: Vec<Term>) -> Term {
        Term::intern(Node::App(op, arguments.into()), |node| match node {
            Node::App(op, arguments) => {
                let sorts: Vec<&Sort> = arguments.iter().map(Term::sort).collect();
                op_sort(op, &sorts)
                    .unwrap_or_else(|| panic!("the operator {op:?} does not take {sorts:?}"))
            }
            _ => unreachable!("the node is the application"),
        })
    }

    /// Negation.
    #[must_use]
    pub fn not(term: Term) -> Term {
        match term.node() {
            Node::Const(Value::Bool(value)) => Term::bool(!value),
            Node::App(Op::Not, arguments) => arguments[0].clone(),
            _ => Term::raw(Op::Not, vec![term]),
        }
    }

    /// Conjunction of any number of terms; `true` for none.
    #[must_use]
    pub fn and(terms: impl IntoIterator<Item = Term>) -> Term {
        Term::lattice(Op::And, true, terms)
    }

    /// Disjunction of any number of terms; `false` for none.
    #[must_use]
    pub fn or(terms: impl IntoIterator<Item = Term>) -> Term {
        Term::lattice(Op::Or, false, terms)
    }

    fn lattice(op: Op, unit: bool, terms: impl IntoIterator<Item = Term>) -> Term {
        let mut flat: Vec<Term> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for term in terms {
            for part in flattened(&op, &term) {
                if let Node::Const(Value::Bool(value)) = part.node() {
                    if *value != unit {
                        return part.clone();
                    }
                    continue;
                }
                assert!(*part.sort() == Sort::Bool, "{part} is a formula");
                // Most lists are short, and looking through them is cheaper than a table.
                let is_new = if flat.len() < 16 {
                    !flat.contains(part)
                } else {
                    if seen.is_empty() {
                        seen.extend(flat.iter().cloned());
                    }
                    seen.insert(part.clone())
                };
                if is_new {
                    flat.push(part.clone());
                }
            }
        }
        match flat.len() {
            0 => Term::bool(unit),
            1 => flat.swap_remove(0),
            _ => Term::raw(op, flat),
        }
    }

    /// Implication.
    #[must_use]
    pub fn implies(premise: Term, conclusion: Term) -> Term {
        if premise.is_false() || conclusion.is_true() || premise == conclusion {
            Term::top()
        } else if premise.is_true() {
            conclusion
        } else if conclusion.is_false() {
            Term::not(premise)
        } else {
            Term::raw(Op::Implies, vec![premise, conclusion])
        }
    }

    /// Exclusive disjunction.
    #[must_use]
    pub fn xor(a: Term, b: Term) -> Term {
        match (a.as_value(), b.as_value()) {
            (Some(Value::Bool(false)), _) => b,
            (_, Some(Value::Bool(false))) => a,
            (Some(Value::Bool(true)), _) => Term::not(b),
            (_, Some(Value::Bool(true))) => Term::not(a),
            _ => Term::fold(Op::Xor, vec![a, b]),
        }
    }

    /// Equality; equivalence on truth values.
    #[must_use]
    pub fn eq(a: Term, b: Term) -> Term {
        if a == b {
            return Term::top();
        }
        match (a.as_value(), b.as_value()) {
            (Some(Value::Bool(true)), _) => b,
            (_, Some(Value::Bool(true))) => a,
            (Some(Value::Bool(false)), _) => Term::not(b),
            (_, Some(Value::Bool(false))) => Term::not(a),
            _ => Term::fold(Op::Eq, vec![a, b]),
        }
    }

    /// Disequality.
    #[must_use]
    pub fn ne(a: Term, b: Term) -> Term {
        Term::not(Term::eq(a, b))
    }

    /// `then` where the condition holds, `otherwise` where it does not.
    #[must_use]
    pub fn ite(condition: Term, then: Term, otherwise: Term) -> Term {
        if condition.is_true() || then == otherwise {
            then
        } else if condition.is_false() {
            otherwise
        } else {
            Term::raw(Op::Ite, vec![condition, then, otherwise])
        }
    }

    /// The sum of at least one term.
    #[must_use]
    pub fn add(terms: impl IntoIterator<Item = Term>) -> Term {
        let mut flat: Vec<Term> = Vec::new();
        for term in terms {
            flat.extend_from_slice(flattened(&Op::Add, &term));
        }
        Term::fold_numbers(Op::Add, flat)
    }

    /// The product of at least one term.
    #[must_use]
    pub fn mul(terms: impl IntoIterator<Item = Term>) -> Term {
        let mut flat: Vec<Term> = Vec::new();
        for term in terms {
            flat.extend_from_slice(flattened(&Op::Mul, &term));
        }
        Term::fold_numbers(Op::Mul, flat)
    }

    /// Gathers the literals of a sum at its end and those of a product at its front.
    fn fold_numbers(op: Op, terms: Vec<Term>) -> Term {
        let sort = terms
            .first()
            .expect("a sum or product has an argument")
            .sort()
            .carrier();
        let unit = Term::number(&sort, i64::from(op == Op::Mul));
        if op == Op::Mul && is_huge(&terms) {
            return Term::raw(op, terms);
        }
        let (literals, mut rest): (Vec<Term>, Vec<Term>) = terms
            .into_iter()
            .partition(|term| term.as_value().is_some());
        let literal = if literals.is_empty() {
            unit.clone()
        } else {
            Term::fold(op.clone(), literals)
        };
        if op == Op::Mul && literal == Term::number(&sort, 0) {
            return literal;
        }
        if rest.is_empty() {
            return literal;
        }
        if literal != unit {
            // A literal times a literal times a term was gathered above; a literal times a sum
            // stays as it is, because distributing may enlarge a term that is shared.
            let position = if op == Op::Mul { 0 } else { rest.len() };
            rest.insert(position, literal);
        }
        if rest.len() == 1 && rest[0].sort().is_arithmetic() {
            return rest.swap_remove(0);
        }
        Term::raw(op, rest)
    }

    /// The negated number.
    #[must_use]
    pub fn neg(term: Term) -> Term {
        let minus_one = Term::number(&term.sort().carrier(), -1);
        Term::mul([minus_one, term])
    }

    /// The difference.
    #[must_use]
    pub fn sub(a: Term, b: Term) -> Term {
        Term::add([a, Term::neg(b)])
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(term: Term) -> Term {
        let zero = Term::number(&term.sort().carrier(), 0);
        Term::ite(Term::ge(term.clone(), zero), term.clone(), Term::neg(term))
    }

    /// Integer division, as in SMT-LIB.
    #[must_use]
    pub fn div(a: Term, b: Term) -> Term {
        Term::fold(Op::Div, vec![a, b])
    }

    /// Integer remainder, as in SMT-LIB.
    #[must_use]
    pub fn modulo(a: Term, b: Term) -> Term {
        Term::fold(Op::Mod, vec![a, b])
    }

    /// Division of reals.
    #[must_use]
    pub fn real_div(a: Term, b: Term) -> Term {
        Term::app(Op::RealDiv, vec![a, b])
    }

    /// Whether a positive number divides the term.
    #[must_use]
    pub fn divisible(divisor: Integer, term: Term) -> Term {
        Term::fold(Op::Divisible(divisor), vec![term])
    }

    /// `a <= b`.
    #[must_use]
    pub fn le(a: Term, b: Term) -> Term {
        if a == b {
            Term::top()
        } else {
            Term::fold(Op::Le, vec![a, b])
        }
    }

    /// `a < b`.
    #[must_use]
    pub fn lt(a: Term, b: Term) -> Term {
        if a == b {
            Term::bottom()
        } else {
            Term::fold(Op::Lt, vec![a, b])
        }
    }

    /// `a >= b`, written as `b <= a`.
    #[must_use]
    pub fn ge(a: Term, b: Term) -> Term {
        Term::le(b, a)
    }

    /// `a > b`, written as `b < a`.
    #[must_use]
    pub fn gt(a: Term, b: Term) -> Term {
        Term::lt(b, a)
    }

    /// An integer as a real.
    #[must_use]
    pub fn to_real(term: Term) -> Term {
        Term::fold(Op::ToReal, vec![term])
    }

    /// The element of an array at an index.
    #[must_use]
    pub fn select(array: Term, index: Term) -> Term {
        Term::raw(Op::Select, vec![array, index])
    }

    /// An array with another element at an index.
    #[must_use]
    pub fn store(array: Term, index: Term, element: Term) -> Term {
        Term::raw(Op::Store, vec![array, index, element])
    }

    /// The array `to`, from `at` on `count` of its elements being those of `source` from `from` on.
    #[must_use]
    pub fn copy(to: Term, at: Term, source: Term, from: Term, count: Term) -> Term {
        Term::raw(Op::Copy, vec![to, at, source, from, count])
    }

    /// The element of `copy(to, at, source, from, count)` at an index, given the parts of the copy, as
    /// elements of the two arrays.
    #[must_use]
    pub fn copied_element(
        [to, at, source, from, count]: [&Term; 5],
        index: &Term,
        element: &mut dyn FnMut(&Term, &Term) -> Term,
    ) -> Term {
        let by = Term::sub(index.clone(), at.clone());
        let is_copied = Term::and([
            Term::le(Term::int(0), by.clone()),
            Term::lt(by.clone(), count.clone()),
        ]);
        match is_copied.as_value() {
            Some(Value::Bool(true)) => element(source, &Term::add([from.clone(), by])),
            Some(_) => element(to, index),
            None => Term::ite(
                is_copied,
                element(source, &Term::add([from.clone(), by])),
                element(to, index),
            ),
        }
    }

    /// The array that is `element` at every index.
    #[must_use]
    pub fn const_array(index: Sort, element: Term) -> Term {
        Term::raw(Op::ConstArray(index), vec![element])
    }

    /// An uninterpreted function on arguments.
    #[must_use]
    pub fn apply(function: &Function, arguments: Vec<Term>) -> Term {
        Term::raw(Op::Apply(function.clone()), arguments)
    }

    /// Universal quantification; the body itself where nothing is bound.
    #[must_use]
    pub fn forall(vars: impl IntoIterator<Item = Var>, body: Term) -> Term {
        Term::quantified(Quantifier::Forall, vars, body)
    }

    /// Existential quantification; the body itself where nothing is bound.
    #[must_use]
    pub fn exists(vars: impl IntoIterator<Item = Var>, body: Term) -> Term {
        Term::quantified(Quantifier::Exists, vars, body)
    }

    /// Quantification; the body itself where nothing is bound or the body is a literal. Every
    /// sort has a value, so a literal body needs no variables.
    #[must_use]
    pub fn quantified(
        quantifier: Quantifier,
        vars: impl IntoIterator<Item = Var>,
        body: Term,
    ) -> Term {
        assert!(
            *body.sort() == Sort::Bool,
            "a quantifier's body is a formula"
        );
        let vars: Box<[Var]> = vars.into_iter().collect();
        if vars.is_empty() || body.as_value().is_some() {
            return body;
        }
        Term::intern(Node::Quantified(quantifier, vars, body), |_| Sort::Bool)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x() -> Term {
        Term::constant("x", Sort::Int)
    }

    fn p() -> Term {
        Term::constant("p", Sort::Bool)
    }

    #[test]
    fn literals_fold() {
        assert_eq!(Term::add([Term::int(2), Term::int(3)]), Term::int(5));
        assert_eq!(Term::add([x(), Term::int(2), Term::int(-2)]), x());
        assert_eq!(Term::mul([x(), Term::int(0)]), Term::int(0));
        assert_eq!(Term::div(Term::int(-7), Term::int(2)), Term::int(-4));
        assert_eq!(Term::lt(Term::int(1), Term::int(2)), Term::top());
        assert_eq!(Term::eq(Term::int(1), Term::int(2)), Term::bottom());
    }

    #[test]
    fn division_by_zero_is_left_alone() {
        let term = Term::div(Term::int(1), Term::int(0));
        assert_eq!(term.op(), Some(&Op::Div));
    }

    #[test]
    fn connectives_flatten_and_drop_units() {
        let q = Term::constant("q", Sort::Bool);
        assert_eq!(
            Term::and([p(), Term::top(), Term::and([q.clone(), p()])]),
            Term::and([p(), q])
        );
        assert_eq!(Term::or([p(), Term::top()]), Term::top());
        assert_eq!(Term::not(Term::not(p())), p());
        assert_eq!(Term::eq(p(), Term::bottom()), Term::not(p()));
    }

    #[test]
    fn doubling_a_sum_many_times_stays_small() {
        let mut sum = Term::add([x(), Term::constant("y", Sort::Int)]);
        let mut product = sum.clone();
        for _ in 0..200 {
            sum = Term::add([sum.clone(), sum]);
            product = Term::mul([product.clone(), product]);
        }
        assert!(sum.children().len() <= 2 * LONGEST_FLATTENED);
        assert!(product.children().len() <= 2 * LONGEST_FLATTENED);
    }

    #[test]
    fn ill_sorted_input_is_refused_at_the_checked_door() {
        assert_eq!(Term::checked(Op::Add, vec![x(), p()]), None);
        assert_eq!(Term::checked(Op::Not, vec![x()]), None);
        assert_eq!(Term::checked(Op::Not, vec![]), None);
        assert_eq!(Term::checked(Op::Add, vec![]), None);
        assert!(Term::checked(Op::Le, vec![x(), Term::int(3)]).is_some());
    }

    #[test]
    fn a_range_computes_as_an_integer() {
        let r = Term::constant("r", Sort::range(0, 3).unwrap());
        assert_eq!(*Term::add([r.clone(), Term::int(1)]).sort(), Sort::Int);
        assert_eq!(*Term::eq(r, x()).sort(), Sort::Bool);
    }
}
