//! What kind of defect a failure is, in the words of the MPI Bugs Initiative.

use program::system::concrete::Failure;
use program::system::{Action, Agreed, System};

/// The kind of a failure of a system that was read from C; none where it has nothing to do with MPI.
/// `claim` is what is claimed at the edge that fails, where the text does not say it itself.
#[must_use]
pub fn class(system: &System, failure: &Failure, claim: Option<&str>) -> Option<&'static str> {
    let action =
        |process: usize, edge: usize| &system.processes[process].graph.edges()[edge].action;
    match failure {
        Failure::Assertion { .. } => of_claim(claim?),
        Failure::NoSuchProcess { process, edge, .. } => Some(match action(*process, *edge) {
            Action::Collective(_) => "InvalidRoot",
            Action::Begin { operation, .. }
                if matches!(
                    operation.kind,
                    program::system::OperationKind::Collective(_)
                ) =>
            {
                "InvalidRoot"
            }
            _ => "InvalidSrcDest",
        }),
        Failure::Mismatch { what, .. } => Some(match what {
            Agreed::Name => "CallMatching",
            Agreed::Root => "RootMatching",
            Agreed::Operator => "OperatorMatching",
            Agreed::Type | Agreed::Count => "DatatypeMatching",
            Agreed::Place => "InvalidBuffer",
        }),
        Failure::WrongSort { .. } => Some("DatatypeMatching"),
        Failure::InUse { .. } => Some("LocalConcurrency"),
        Failure::NoRequest { .. } | Failure::NoMessage { .. } => Some("RequestLifecycle"),
        Failure::LeftRequest { .. } => Some("MissingWait"),
        Failure::LeftMessage { .. } => Some("CallMatching"),
        Failure::Deadlock { waiting } => {
            let waits_to_send = waiting.iter().any(|it| it.waits_to_send);
            Some(match waits_to_send {
                true => "BufferingHazard",
                false => "CallMatching",
            })
        }
        Failure::Collective { .. }
        | Failure::OutOfRange { .. }
        | Failure::Unmatched { .. }
        | Failure::Ensures => None,
    }
}

/// The kind of a claim about a call of MPI.
fn of_claim(claim: &str) -> Option<&'static str> {
    Some(match claim {
        "invalid datatype" | "datatype that is not the one of the buffer" => "InvalidDatatype",
        "invalid communicator" => "InvalidCommunicator",
        "invalid operator" | "operator that MPI does not define on the datatype" => {
            "InvalidOperator"
        }
        "negative count"
        | "colour that is negative"
        | "status that is NULL"
        | "argument that is NULL" => "InvalidOtherArg",
        "buffer that is NULL"
        | "buffer smaller than the count"
        | "buffer out of bounds"
        | "buffer shorter than MPI_MAX_PROCESSOR_NAME"
        | "second buffer for sends"
        | "buffer for sends smaller than its size"
        | "buffered send without a buffer for it"
        | "buffers that have elements in common"
        | "MPI_IN_PLACE at another process than the root"
        | "MPI_IN_PLACE where MPI does not allow it" => "InvalidBuffer",
        "message of another type"
        | "message longer than the buffer"
        | "what a process sends to itself differs from what it receives"
        | "count of elements of another type than the message's" => "DatatypeMatching",
        "call before MPI_Init"
        | "second call of MPI_Init"
        | "call after MPI_Finalize"
        | "end without MPI_Finalize" => "CallOrdering",
        "root that is no process" => "InvalidRoot",
        "rank that no process has" => "InvalidSrcDest",
        claim if claim.starts_with("tag that is negative") => "InvalidTag",
        _ => return None,
    })
}
