//! Collective operations.

use super::{Pair, TYPES, Type};

/// A collective operation as a process calls it.
#[derive(Clone, Copy, Debug)]
struct Call {
    operation: Operation,
    is_blocking: bool,
    root: usize,
    ty: Type,
    count: usize,
    operator: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operation {
    Barrier,
    Bcast,
    Reduce,
    Allreduce,
    Scan,
    Exscan,
    ReduceScatterBlock,
    Gather,
    Allgather,
    Scatter,
    Alltoall,
    Gatherv,
    Allgatherv,
    Scatterv,
    Alltoallv,
}

use Operation::*;

const OPERATIONS: [Operation; 15] = [
    Barrier,
    Bcast,
    Reduce,
    Allreduce,
    Scan,
    Exscan,
    ReduceScatterBlock,
    Gather,
    Allgather,
    Scatter,
    Alltoall,
    Gatherv,
    Allgatherv,
    Scatterv,
    Alltoallv,
];

impl Operation {
    fn has_root(self) -> bool {
        matches!(self, Bcast | Reduce | Gather | Scatter | Gatherv | Scatterv)
    }

    fn reduces(self) -> bool {
        matches!(
            self,
            Reduce | Allreduce | Scan | Exscan | ReduceScatterBlock
        )
    }

    fn name(self) -> String {
        match self {
            ReduceScatterBlock => "Reduce_scatter_block".to_owned(),
            other => format!("{other:?}"),
        }
    }
}

impl Call {
    /// The statements of the call.
    fn text(&self) -> String {
        let Call {
            ty, count, root, ..
        } = self;
        let Type { mpi, from, into } = ty;
        let op = self.operator;
        let counts = if *count == 1 { "ones" } else { "twos" };
        let all = match self.operation {
            Barrier => "W".to_owned(),
            Bcast => format!("{from}, {count}, {mpi}, {root}, W"),
            Reduce => format!("{from}, {into}, {count}, {mpi}, {op}, {root}, W"),
            Allreduce | Scan | Exscan | ReduceScatterBlock => {
                format!("{from}, {into}, {count}, {mpi}, {op}, W")
            }
            Gather | Scatter => {
                format!("{from}, {count}, {mpi}, {into}, {count}, {mpi}, {root}, W")
            }
            Allgather | Alltoall => format!("{from}, {count}, {mpi}, {into}, {count}, {mpi}, W"),
            Gatherv => {
                format!("{from}, {count}, {mpi}, {into}, {counts}, at, {mpi}, {root}, W")
            }
            Allgatherv => format!("{from}, {count}, {mpi}, {into}, {counts}, at, {mpi}, W"),
            Scatterv => {
                format!("{from}, {counts}, at, {mpi}, {into}, {count}, {mpi}, {root}, W")
            }
            Alltoallv => {
                format!("{from}, {counts}, at, {mpi}, {into}, {counts}, at, {mpi}, W")
            }
        };
        let name = self.operation.name();
        match self.is_blocking {
            true => format!("MPI_{name}({all});"),
            false => {
                let (first, rest) = name.split_at(1);
                let first = first.to_lowercase();
                format!("MPI_I{first}{rest}({all}, &q); MPI_Wait(&q, MPI_STATUS_IGNORE);")
            }
        }
    }

    /// Whether the standard defines the operator on the type (6.9.2): the logical ones are for integers
    /// and logical values.
    fn is_valid(&self) -> bool {
        !(self.operation.reduces() && self.operator == "MPI_LAND" && self.ty.mpi == "MPI_DOUBLE")
    }

    /// Whether two calls belong together. All processes call the same operation (6.1), where nonblocking
    /// ones do not match blocking ones (6.12), with the same root (6.1). What is sent has the type
    /// signature of what is received (6.4 to 6.8), and reductions have the same count, type and
    /// operator (6.9).
    fn matches(&self, other: &Call) -> bool {
        self.operation == other.operation
            && self.is_blocking == other.is_blocking
            && (!self.operation.has_root() || self.root == other.root)
            && (self.operation == Barrier || (self.ty, self.count) == (other.ty, other.count))
            && (!self.operation.reduces() || self.operator == other.operator)
    }
}

/// All calls.
fn calls() -> Vec<Call> {
    let mut all = Vec::new();
    for operation in OPERATIONS {
        let roots = if operation.has_root() { 2 } else { 1 };
        let operators: &[&'static str] = match operation.reduces() {
            true => &["MPI_SUM", "MPI_MAX", "MPI_LAND"],
            false => &["MPI_SUM"],
        };
        let (types, counts) = match operation {
            Barrier => (1, 1),
            _ => (TYPES.len(), 2),
        };
        for root in 0..roots {
            for (place, ty) in TYPES.into_iter().take(types).enumerate() {
                for count in 1..=counts {
                    for operator in operators {
                        let call = Call {
                            operation,
                            is_blocking: true,
                            root,
                            ty,
                            count,
                            operator,
                        };
                        all.push(call);
                        // Nonblocking ones follow the same rules; fewer of them suffice.
                        if place == 0 && *operator == "MPI_SUM" {
                            all.push(Call {
                                is_blocking: false,
                                ..call
                            });
                        }
                    }
                }
            }
        }
    }
    all
}

/// All pairs of collective operations.
#[must_use]
pub fn groups() -> Vec<Pair> {
    let calls = calls();
    let mut pairs = Vec::new();
    for first in &calls {
        for second in &calls {
            pairs.push(Pair {
                codes: [first.text(), second.text()],
                is_allowed: first.matches(second) && first.is_valid() && second.is_valid(),
            });
        }
    }
    pairs
}
