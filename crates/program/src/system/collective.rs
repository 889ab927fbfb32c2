//! Operations of a whole group.

use logic::{Sort, Symbol, Term, Var};

/// A call by which a process takes part in an operation of its group.
///
/// The calls of the processes of a group belong together by their order: the first of each, the second
/// of each, and so on. They must be calls of the same operation and agree on what it demands. A call
/// gives values to the others; it is over when those have called whose values it needs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Collective {
    /// The operation. Calls of different ones that belong together are a failure.
    pub name: Symbol,
    /// What all calls must agree on.
    pub agreed: Vec<(Agreed, Term)>,
    /// What the process gives.
    pub gives: Vec<Term>,
    /// Whose calls it needs.
    pub awaits: Awaits,
    /// Whether it waits for all in any case.
    pub synchronises: Term,
    /// What must hold of what others give, over variables and [`item`]: as far as those have called of
    /// whom it speaks. Whoever comes later makes its own demands.
    pub demands: Vec<(Agreed, Term)>,
    /// What becomes of variables, one after the other, over them and [`item`].
    pub deliver: Vec<(Var, Term)>,
}

/// What calls of an operation agree on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Agreed {
    /// Which operation it is.
    Name,
    /// Who the root is.
    Root,
    /// How values are combined.
    Operator,
    /// The type of the elements.
    Type,
    /// Their number.
    Count,
    /// Whether what is given stands where the result will.
    Place,
}

/// Whose calls are needed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Awaits {
    /// Everybody's.
    All,
    /// Nobody else's.
    Nobody,
    /// That of the process with this rank. A rank that no process has is a failure.
    Rank(Term),
    /// Those of the processes with these ranks, each where the formula holds: where it does not, nothing
    /// depends on what that process gives.
    Where(Vec<(usize, Term)>),
}

/// The variable that stands for something that the process of a rank gives.
#[must_use]
pub fn item(rank: usize, position: usize, sort: Sort) -> Var {
    Var::new(format!("item!{rank}.{position}").as_str(), sort)
}

/// The rank of the process that gives what a variable stands for.
pub(crate) fn giver(var: &Var) -> Option<usize> {
    let (rank, _) = var.name.as_str().strip_prefix("item!")?.split_once('.')?;
    rank.parse().ok()
}

/// How values are combined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ReduceOp {
    /// The sum.
    Sum,
    /// The product.
    Product,
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// The conjunction.
    And,
    /// The disjunction.
    Or,
}

impl ReduceOp {
    /// Two values combined.
    #[must_use]
    pub fn combine(self, a: Term, b: Term) -> Term {
        match self {
            ReduceOp::Sum => Term::add([a, b]),
            ReduceOp::Product => Term::mul([a, b]),
            ReduceOp::Min => Term::ite(Term::le(a.clone(), b.clone()), a, b),
            ReduceOp::Max => Term::ite(Term::le(a.clone(), b.clone()), b, a),
            ReduceOp::And => Term::and([a, b]),
            ReduceOp::Or => Term::or([a, b]),
        }
    }

    /// Its number among the operators.
    fn code(self) -> Term {
        Term::int(self as i64)
    }
}

impl Collective {
    /// Nothing but a synchronisation.
    #[must_use]
    pub fn barrier() -> Collective {
        Collective::synchronous("barrier")
    }

    /// An operation that waits for all, and so far does nothing else.
    #[must_use]
    pub fn synchronous(name: &str) -> Collective {
        Collective {
            name: Symbol::new(name),
            agreed: Vec::new(),
            gives: Vec::new(),
            awaits: Awaits::All,
            synchronises: Term::top(),
            demands: Vec::new(),
            deliver: Vec::new(),
        }
    }

    /// The variables of all `size` processes get the value of the root's.
    #[must_use]
    pub fn broadcast(root: Term, var: Var, size: usize) -> Collective {
        let sort = var.sort.carrier();
        let value = at_rank(&root, size, &|rank| item(rank, 0, sort.clone()).term());
        Collective {
            agreed: vec![(Agreed::Root, root)],
            gives: vec![var.term()],
            deliver: vec![(var, value)],
            ..Collective::synchronous("broadcast")
        }
    }

    /// The values of all `size` processes are combined in the order of the ranks, and the result is put
    /// into the variables of all, or of the root: the others keep theirs.
    #[must_use]
    pub fn reduce(
        op: ReduceOp,
        value: Term,
        into: Var,
        root: Option<Term>,
        rank: Term,
        size: usize,
    ) -> Collective {
        let sort = value.sort().carrier();
        let items = (0..size).map(|rank| item(rank, 0, sort.clone()).term());
        let sum = items
            .reduce(|a, b| op.combine(a, b))
            .unwrap_or(value.clone());
        let mut agreed = vec![(Agreed::Operator, op.code())];
        let result = match &root {
            None => sum,
            Some(root) => {
                agreed.push((Agreed::Root, root.clone()));
                let is_root = Term::eq(root.clone(), rank);
                Term::ite(is_root, sum, into.term())
            }
        };
        let name = if root.is_some() {
            "reduce"
        } else {
            "allreduce"
        };
        Collective {
            agreed,
            gives: vec![value],
            deliver: vec![(into, result)],
            ..Collective::synchronous(name)
        }
    }

    /// The terms of the call.
    #[must_use]
    pub fn terms(&self) -> Vec<&Term> {
        let agreed = self.agreed.iter().chain(&self.demands).map(|(_, t)| t);
        let awaited = match &self.awaits {
            Awaits::Rank(rank) => vec![rank],
            Awaits::Where(ranks) => ranks.iter().map(|(_, formula)| formula).collect(),
            Awaits::All | Awaits::Nobody => Vec::new(),
        };
        let deliver = self.deliver.iter().map(|(_, term)| term);
        let own = [&self.synchronises].into_iter().chain(awaited);
        agreed
            .chain(&self.gives)
            .chain(own)
            .chain(deliver)
            .collect()
    }
}

/// The one of some terms, one for each rank, that is at a rank.
#[must_use]
pub fn at_rank(rank: &Term, size: usize, of: &dyn Fn(usize) -> Term) -> Term {
    let literal = rank.as_value().and_then(|value| value.as_int()?.to_i64());
    if let Some(literal) = literal.and_then(|rank| usize::try_from(rank).ok())
        && literal < size
    {
        return of(literal);
    }
    let last = of(size.saturating_sub(1));
    (0..size.saturating_sub(1)).rev().fold(last, |rest, own| {
        let is_own = Term::eq(rank.clone(), Term::int(own as i64));
        Term::ite(is_own, of(own), rest)
    })
}
