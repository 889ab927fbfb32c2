//! Claims.

use super::{Composition, Expr, ImportedFunction, Name};
use crate::Span;

/// `claim c: … requires … ensures … expect …;`.
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    /// The name.
    pub name: Name,
    /// What is claimed of which programs.
    pub relation: Relation,
    /// The clauses in their order.
    pub clauses: Vec<Clause>,
    /// Where it stands.
    pub span: Span,
}

/// What is claimed of which programs.
#[derive(Clone, PartialEq, Debug)]
pub enum Relation {
    /// `a simulated by b`.
    Simulated(Operand, Operand),
    /// `safe for a = p, b = p`.
    SafeFor(Vec<Operand>),
    /// `p safe`.
    Safe(Operand),
    /// `s safe leaving no messages`.
    SafeLeavingNothing(Operand),
    /// `a abstracted by b`.
    Abstracted(Operand, Operand),
    /// `t.f abstracted by s.f`, of functions of imported files.
    Refines(ImportedFunction, ImportedFunction),
    /// `a included in b`.
    Included(Operand, Operand),
    /// `p satisfies e`, with temporal operators in the formula.
    Satisfies(Operand, Expr),
    /// `ring(q o p^n) satisfies e for all n`.
    Network(Box<NetworkClaim>),
    /// One of the ready-made properties.
    Property(Property),
}

/// `ring(q o p^n) satisfies e for all n >= 2 invariant i`.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkClaim {
    /// The network.
    pub whole: Composition,
    /// What all its fair runs satisfy.
    pub property: Expr,
    /// The name of the number of copies.
    pub count: Name,
    /// The least number of copies, where it is said.
    pub least: Option<u32>,
    /// The program that stands for any number of copies, where it is said.
    pub invariant: Option<Name>,
}

/// A property that stands for a `safe for` claim.
#[derive(Clone, PartialEq, Debug)]
pub struct Property {
    /// The programs that run. Copies of one program are called `first`, `second` and `third`.
    pub copies: Vec<Operand>,
    /// What is said of them.
    pub kind: PropertyKind,
}

/// The ready-made properties.
#[derive(Clone, PartialEq, Debug)]
pub enum PropertyKind {
    /// `deterministic p on (x, y)`; without a list, on all variables.
    Deterministic(Option<Vec<Name>>),
    /// `p equivalent to q on (x, y)`.
    Equivalent(Vec<Name>),
    /// `noninterference p secret (h) public (l)`.
    Noninterference {
        /// The variables that may differ at the start.
        secret: Vec<Name>,
        /// The variables that must not differ at the end.
        public: Vec<Name>,
    },
    /// `comparator p of (x) and (y) by r`.
    Comparator {
        /// The first thing that is compared.
        left: Vec<Name>,
        /// The second one, variable by variable.
        right: Vec<Name>,
        /// The result: negative, zero or positive.
        result: Name,
    },
}

impl Relation {
    /// The programs that take part, in the order in which they are written.
    #[must_use]
    pub fn operands(&self) -> Vec<&Operand> {
        match self {
            Relation::Simulated(a, b) | Relation::Abstracted(a, b) | Relation::Included(a, b) => {
                vec![a, b]
            }
            Relation::SafeFor(copies) => copies.iter().collect(),
            Relation::Property(property) => property.copies.iter().collect(),
            Relation::Safe(system)
            | Relation::SafeLeavingNothing(system)
            | Relation::Satisfies(system, _) => vec![system],
            Relation::Network(claim) => claim.whole.single(),
            Relation::Refines(..) => Vec::new(),
        }
    }
}

/// `alias = p(3, n = N)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Operand {
    /// The name under which the claim speaks of the program; by default the program's own.
    pub alias: Option<Name>,
    /// The program.
    pub program: Name,
    /// Values for its parameters.
    pub arguments: Vec<Argument>,
    /// Where it stands.
    pub span: Span,
}

/// A value for a parameter: by place, or `n = 3` by name.
#[derive(Clone, PartialEq, Debug)]
pub struct Argument {
    /// The parameter's name, where it is given by name.
    pub name: Option<Name>,
    /// The value.
    pub value: Expr,
}

/// A clause of a claim.
#[derive(Clone, PartialEq, Debug)]
pub struct Clause {
    /// What it says.
    pub kind: ClauseKind,
    /// Where it stands.
    pub span: Span,
}

/// The clauses of a claim.
#[derive(Clone, PartialEq, Debug)]
pub enum ClauseKind {
    /// `requires e`.
    Requires(Expr),
    /// `ensures e`.
    Ensures(Expr),
    /// `using e`: an assertion that may help with a proof.
    Using(Expr),
    /// `matching x = y`: which observed variables correspond.
    Matching(Vec<(Name, Name)>),
    /// `losing x, y` or `losing ()`: what an abstraction may lose.
    Losing(Vec<Name>),
    /// `keeping x, y`: what an abstraction may not lose, all other variables aside.
    Keeping(Vec<Name>),
    /// `augmented with e`: a formula or a module that runs beside the first program.
    Augmented(Expr),
    /// `expect refuted`.
    Expect(Verdict),
}

/// The verdicts that an author can expect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// `proved`.
    Proved,
    /// `refuted`.
    Refuted,
    /// `unknown`.
    Unknown,
}

impl Verdict {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Refuted => "refuted",
            Verdict::Unknown => "unknown",
        }
    }

    /// The verdict that a word stands for.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        [Verdict::Proved, Verdict::Refuted, Verdict::Unknown]
            .into_iter()
            .find(|verdict| verdict.word() == word)
    }
}
