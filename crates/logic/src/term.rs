//! Hash-consed terms.
//!
//! Structurally equal terms are one object, so equality is equality of addresses, and a formula
//! is a graph whose shared parts exist once. The table of all terms is global and may be used from
//! every thread. It keeps each term alive until [`collect_garbage`] finds that only the table
//! still knows it; for that reason dropping a deep term never recurses.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::{EnumSort, Integer, Sort, Symbol, Value};

/// A variable or free constant: a name and a sort. The same name at two sorts is two variables.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var {
    /// The name.
    pub name: Symbol,
    /// The sort.
    pub sort: Sort,
}

impl Var {
    /// The variable with this name and sort.
    #[must_use]
    pub fn new(name: impl Into<Symbol>, sort: Sort) -> Self {
        Var {
            name: name.into(),
            sort,
        }
    }

    /// The variable as a term.
    #[must_use]
    pub fn term(&self) -> Term {
        Term::var(self.clone())
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.sort)
    }
}

/// An uninterpreted function: a name, the sorts of its parameters, and the sort of its result.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Function(Arc<Signature>);

#[derive(PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Signature {
    name: Symbol,
    parameters: Vec<Sort>,
    result: Sort,
}

impl Function {
    /// The function with this signature.
    #[must_use]
    pub fn new(name: Symbol, parameters: Vec<Sort>, result: Sort) -> Self {
        Function(Arc::new(Signature {
            name,
            parameters,
            result,
        }))
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> Symbol {
        self.0.name
    }

    /// The sorts of the parameters.
    #[must_use]
    pub fn parameters(&self) -> &[Sort] {
        &self.0.parameters
    }

    /// The sort of the result.
    #[must_use]
    pub fn result(&self) -> &Sort {
        &self.0.result
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{:?} -> {}",
            self.0.name, self.0.parameters, self.0.result
        )
    }
}

/// The operators of the logic, with the meaning that SMT-LIB gives them.
///
/// Operators that others express are not here: the constructors write `a >= b` as `b <= a` and
/// `a - b` as `a + -1*b`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the names are SMT-LIB's")]
pub enum Op {
    Not,
    And,
    Or,
    Implies,
    Xor,
    Eq,
    Distinct,
    Ite,
    Add,
    Mul,
    /// Integer division with a remainder that is never negative.
    Div,
    /// The remainder that is never negative.
    Mod,
    /// Division of reals.
    RealDiv,
    Le,
    Lt,
    ToReal,
    /// The floor of a real.
    ToInt,
    IsInt,
    /// Whether a positive number divides an integer.
    Divisible(Integer),
    Select,
    Store,
    /// The array of this index sort that is the same everywhere.
    ConstArray(Sort),
    /// An array over the integers, from an index on as many elements of it as a number says replaced by
    /// those of another one from another index on: `copy(to, at, source, from, count)`.
    Copy,
    BvNot,
    BvNeg,
    BvAnd,
    BvOr,
    BvXor,
    BvAdd,
    BvSub,
    BvMul,
    BvUdiv,
    BvUrem,
    BvSdiv,
    BvSrem,
    BvSmod,
    BvShl,
    BvLshr,
    BvAshr,
    BvUlt,
    BvUle,
    BvSlt,
    BvSle,
    Concat,
    /// The bits from the second number up to the first, both included.
    Extract(u32, u32),
    /// As many zero bits more in front.
    ZeroExtend(u32),
    /// As many copies of the sign bit more in front.
    SignExtend(u32),
    /// The unsigned value of a bit-vector.
    BvToInt,
    /// The bit-vector of this width that is congruent to an integer.
    IntToBv(u32),
    /// An uninterpreted function.
    Apply(Function),
}

/// Universal or existential.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Quantifier {
    Forall,
    Exists,
}

impl Quantifier {
    /// The quantifier that negation turns this one into.
    #[must_use]
    pub fn dual(self) -> Self {
        match self {
            Quantifier::Forall => Quantifier::Exists,
            Quantifier::Exists => Quantifier::Forall,
        }
    }
}

/// What a term is made of.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Node {
    /// A literal. Never an array: arrays are written with `Store` and `ConstArray`.
    Const(Value),
    /// A variable, free or bound by a quantifier above it.
    Var(Var),
    /// An operator and its arguments.
    App(Op, Box<[Term]>),
    /// A quantifier, the variables that it binds (at least one), and its body.
    Quantified(Quantifier, Box<[Var]>, Term),
}

struct TermData {
    node: Node,
    sort: Sort,
    hash: u64,
    depth: u32,
    has_quantifier: bool,
}

/// A well-sorted term. Cloning and comparing for equality cost a pointer; the order is the order
/// of the structure and is the same on every run.
#[derive(Clone)]
pub struct Term(Arc<TermData>);

const SHARDS: usize = 64;

static TABLE: [Mutex<HashTable<Term>>; SHARDS] = [const { Mutex::new(HashTable::new()) }; SHARDS];

fn shard(hash: u64) -> &'static Mutex<HashTable<Term>> {
    // The hash table uses the low and the topmost bits, so the shard takes some from the middle.
    &TABLE[(hash >> 32) as usize % SHARDS]
}

fn lock(shard: &Mutex<HashTable<Term>>) -> std::sync::MutexGuard<'_, HashTable<Term>> {
    shard
        .lock()
        .expect("no code panics while it holds the term table")
}

impl Term {
    /// The one term with this node. The caller has checked the sorts.
    pub(crate) fn intern(node: Node, sort: impl FnOnce(&Node) -> Sort) -> Term {
        let mut hasher = FxHasher::default();
        node.hash(&mut hasher);
        // FxHash is weak in its high bits for short inputs; the multiplication spreads them.
        let hash = hasher
            .finish()
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(23);
        let mut table = lock(shard(hash));
        if let Some(found) = table.find(hash, |term| term.0.node == node) {
            return found.clone();
        }
        let (depth, has_quantifier) = match &node {
            Node::Const(_) | Node::Var(_) => (0, false),
            Node::App(_, arguments) => arguments.iter().fold((1, false), |(depth, q), argument| {
                (
                    depth.max(argument.0.depth.saturating_add(1)),
                    q || argument.0.has_quantifier,
                )
            }),
            Node::Quantified(_, _, body) => (body.0.depth.saturating_add(1), true),
        };
        let sort = sort(&node);
        let term = Term(Arc::new(TermData {
            node,
            sort,
            hash,
            depth,
            has_quantifier,
        }));
        table.insert_unique(hash, term.clone(), |term| term.0.hash);
        term
    }

    /// The variable as a term.
    #[must_use]
    pub fn var(var: Var) -> Term {
        Term::intern(Node::Var(var), |node| match node {
            Node::Var(var) => var.sort.clone(),
            _ => unreachable!("the node is the variable"),
        })
    }

    /// The variable with this name and sort.
    #[must_use]
    pub fn constant(name: &str, sort: Sort) -> Term {
        Term::var(Var::new(name, sort))
    }

    /// The variant of an enumeration at this position.
    #[must_use]
    pub fn variant(sort: &EnumSort, position: u32) -> Term {
        assert!(
            (position as usize) < sort.variants().len(),
            "the enumeration has this variant"
        );
        Term::value(Value::Enum(sort.clone(), position))
    }

    /// What the term is made of.
    #[must_use]
    pub fn node(&self) -> &Node {
        &self.0.node
    }

    /// The sort of the term.
    #[must_use]
    pub fn sort(&self) -> &Sort {
        &self.0.sort
    }

    /// The length of the longest way down; zero for variables and literals.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.0.depth
    }

    /// Whether a quantifier occurs in the term.
    #[must_use]
    pub fn has_quantifier(&self) -> bool {
        self.0.has_quantifier
    }

    /// The arguments of an operator, the body of a quantifier; nothing for a leaf.
    #[must_use]
    pub fn children(&self) -> &[Term] {
        match &self.0.node {
            Node::Const(_) | Node::Var(_) => &[],
            Node::App(_, arguments) => arguments,
            Node::Quantified(_, _, body) => std::slice::from_ref(body),
        }
    }

    /// The operator, if the term is an application.
    #[must_use]
    pub fn op(&self) -> Option<&Op> {
        match &self.0.node {
            Node::App(op, _) => Some(op),
            _ => None,
        }
    }

    /// The literal, if the term is one.
    #[must_use]
    pub fn as_value(&self) -> Option<&Value> {
        match &self.0.node {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The variable, if the term is one.
    #[must_use]
    pub fn as_var(&self) -> Option<&Var> {
        match &self.0.node {
            Node::Var(var) => Some(var),
            _ => None,
        }
    }

    /// Whether the term is the literal `true`.
    #[must_use]
    pub fn is_true(&self) -> bool {
        matches!(self.0.node, Node::Const(Value::Bool(true)))
    }

    /// Whether the term is the literal `false`.
    #[must_use]
    pub fn is_false(&self) -> bool {
        matches!(self.0.node, Node::Const(Value::Bool(false)))
    }
}

/// Forgets every term that only the table still knows, and returns how many there were.
///
/// Worth calling between tasks; never needed for correctness.
pub fn collect_garbage() -> usize {
    // A term is deeper than its parts. Going from the deepest to the flattest, the parts of a
    // forgotten term have lost that user by the time they are looked at, so one pass suffices.
    let mut all: Vec<Term> = Vec::new();
    for shard in &TABLE {
        all.extend(lock(shard).iter().cloned());
    }
    all.sort_unstable_by_key(|term| std::cmp::Reverse(term.0.depth));
    let mut forgotten = 0;
    for term in all {
        let mut table = lock(shard(term.0.hash));
        // One count is ours, one the table's. Nobody else can get at the term while the shard is
        // locked, so the count cannot grow in between.
        if Arc::strong_count(&term.0) == 2
            && let Ok(entry) = table.find_entry(term.0.hash, |other| *other == term)
        {
            let (removed, _) = entry.remove();
            drop(removed);
            forgotten += 1;
        }
        drop(table);
    }
    forgotten
}

impl PartialEq for Term {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Term {}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash.hash(state);
    }
}

impl PartialOrd for Term {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Term {
    /// Flat terms come before deep ones; terms of one depth are ordered by their structure. Equal
    /// parts are skipped by their address, so only one way down is followed.
    fn cmp(&self, other: &Self) -> Ordering {
        if self == other {
            return Ordering::Equal;
        }
        self.0
            .depth
            .cmp(&other.0.depth)
            .then_with(|| crate::recursion::guard(|| self.0.node.cmp(&other.0.node)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x() -> Term {
        Term::constant("x", Sort::Int)
    }

    #[test]
    fn equal_terms_are_one_object() {
        assert_eq!(
            Term::add([x(), Term::int(1)]),
            Term::add([x(), Term::int(1)])
        );
        assert_ne!(x(), Term::constant("x", Sort::Real));
    }

    #[test]
    fn garbage_is_forgotten_and_live_terms_are_kept() {
        let kept = Term::add([Term::constant("kept", Sort::Int), Term::int(77)]);
        let mut deep = Term::constant("dropped", Sort::Int);
        for _ in 0..100_000 {
            deep = Term::div(Term::add([deep, Term::int(1)]), Term::int(3));
        }
        drop(deep);
        assert!(collect_garbage() >= 200_000);
        assert_eq!(
            kept,
            Term::add([Term::constant("kept", Sort::Int), Term::int(77)])
        );
    }

    #[test]
    fn the_order_follows_names_and_structure() {
        let y = Term::constant("y", Sort::Int);
        assert!(x() < y);
        assert!(y < Term::add([x(), Term::int(1)]));
    }
}
