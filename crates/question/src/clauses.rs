//! Constrained Horn clauses: what labels, covers, collective invariants and alignments come down to.
//!
//! The question about a [`System`] is whether some interpretation of its predicates makes every clause
//! valid, or whether the clauses derive a contradiction.

use std::collections::BTreeSet;

use logic::{Sort, Symbol, Term, Var};

/// A predicate of a system, by its position there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PredicateId(u32);

impl PredicateId {
    /// The position.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An unknown relation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Predicate {
    name: Symbol,
    sorts: Vec<Sort>,
}

impl Predicate {
    /// The name.
    #[must_use]
    pub fn name(&self) -> Symbol {
        self.name
    }

    /// The sorts of the arguments.
    #[must_use]
    pub fn sorts(&self) -> &[Sort] {
        &self.sorts
    }
}

/// A predicate with arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Application {
    /// The predicate.
    pub predicate: PredicateId,
    /// The arguments.
    pub arguments: Vec<Term>,
}

/// `forall all variables. body and constraint => head`; without a head, a query: its body must not
/// be derivable.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Clause {
    /// The applications that are premises; more than one in a non-linear clause.
    pub body: Vec<Application>,
    /// The part of the premise without unknown relations, and without quantifiers.
    pub constraint: Term,
    /// The conclusion; `None` for a contradiction.
    pub head: Option<Application>,
}

impl Clause {
    /// All applications, those of the body first.
    pub fn applications(&self) -> impl Iterator<Item = &Application> {
        self.body.iter().chain(&self.head)
    }

    /// All terms, the constraint last.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        let arguments = self.applications().flat_map(|atom| &atom.arguments);
        arguments.chain([&self.constraint])
    }

    /// The variables, all of which are universal.
    #[must_use]
    pub fn vars(&self) -> BTreeSet<Var> {
        self.terms().flat_map(Term::free_vars).collect()
    }
}

/// Predicates and clauses.
///
/// Invariants: every application has as many arguments as its predicate, of the right sorts, and no
/// term has a quantifier.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct System {
    predicates: Vec<Predicate>,
    clauses: Vec<Clause>,
}

impl System {
    /// The system without clauses.
    #[must_use]
    pub fn new() -> Self {
        System::default()
    }

    /// Adds a predicate. Arguments of a range are integers: the clauses say what they are confined
    /// to.
    pub fn add_predicate(
        &mut self,
        name: impl Into<Symbol>,
        sorts: impl IntoIterator<Item = Sort>,
    ) -> PredicateId {
        let id = PredicateId(self.predicates.len() as u32);
        self.predicates.push(Predicate {
            name: name.into(),
            sorts: sorts.into_iter().map(|sort| sort.carrier()).collect(),
        });
        id
    }

    /// Adds a clause.
    ///
    /// # Panics
    /// Where an application does not fit its predicate, the constraint is no formula, or a term has
    /// a quantifier.
    pub fn add_clause(&mut self, clause: Clause) {
        for atom in clause.applications() {
            let predicate = self.predicates.get(atom.predicate.index());
            let sorts = &predicate.expect("the predicate is one of the system").sorts;
            let fits = sorts.len() == atom.arguments.len()
                && (atom.arguments.iter().zip(sorts))
                    .all(|(argument, sort)| argument.sort().carrier() == *sort);
            assert!(fits, "the arguments fit the predicate: {atom:?}");
        }
        assert_eq!(
            *clause.constraint.sort(),
            Sort::Bool,
            "a constraint is true or false"
        );
        let quantified = clause.terms().find(|term| term.has_quantifier());
        assert!(
            quantified.is_none(),
            "a clause has no quantifiers inside: {quantified:?}"
        );
        self.clauses.push(clause);
    }

    /// The predicates, in the order in which they were added.
    #[must_use]
    pub fn predicates(&self) -> &[Predicate] {
        &self.predicates
    }

    /// The identifiers of all predicates, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = PredicateId> + use<> {
        (0..self.predicates.len() as u32).map(PredicateId)
    }

    /// The predicate with this identifier.
    #[must_use]
    pub fn predicate(&self, id: PredicateId) -> &Predicate {
        &self.predicates[id.index()]
    }

    /// The clauses, in the order in which they were added.
    #[must_use]
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }
}
