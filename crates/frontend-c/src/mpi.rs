//! What MPI declares: its functions with the meaning of their arguments, its datatypes, its operators,
//! and the constants of its types.
//!
//! Handles are numbers here, as they are in some implementations of MPI: so variables, arrays,
//! parameters and comparisons of them are those of integers.

mod constants;
mod names;

pub(crate) use constants::{
    COMM_NULL, COMM_SELF, COMM_WORLD, Class, DATATYPE_NULL, Datatype, FIRST_NEW_COMM,
    FIRST_NEW_TYPE, LARGEST_TAG, MESSAGE_NO_PROC, MESSAGE_NULL, Operator, REQUEST_NULL, UNDEFINED,
    constant, datatype, is_open, operator,
};

/// What an argument of a function of MPI is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The address of what is sent.
    In,
    /// The address of where something is received.
    Out,
    /// The address of something that is replaced.
    InOut,
    /// A number of elements, or of requests.
    Count,
    /// The numbers of elements for each process, or where they begin.
    Counts,
    /// A datatype.
    Type,
    /// The rank of a receiver.
    Dest,
    /// The rank of a sender.
    Source,
    /// The tag of a message that is sent.
    Tag,
    /// The tag of a message that is received.
    AnyTag,
    /// A communicator.
    Comm,
    /// The rank of a root.
    Root,
    /// An operator.
    Op,
    /// The address of a status.
    Status,
    /// The address of as many statuses as there are requests.
    Statuses,
    /// The address of a request that begins.
    NewRequest,
    /// The address of a request.
    Request,
    /// The address of requests.
    Requests,
    /// The address of a message that a probe has matched.
    Message,
    /// The address of a number that is written.
    Number,
    /// The address of as many numbers as there are requests.
    Numbers,
    /// Any number.
    Value,
    /// Something that only MPI looks into.
    Other,
}

/// Everything that is read: the names of functions, and of the kinds of their arguments.
const READ: &[(&str, &[Kind])] = {
    use Kind::*;
    &[
        ("MPI_Init", &[Other, Other]),
        ("MPI_Init_thread", &[Other, Other, Value, Number]),
        ("MPI_Initialized", &[Number]),
        ("MPI_Finalized", &[Number]),
        ("MPI_Finalize", &[]),
        ("MPI_Abort", &[Comm, Value]),
        ("MPI_Comm_rank", &[Comm, Number]),
        ("MPI_Comm_size", &[Comm, Number]),
        ("MPI_Comm_set_errhandler", &[Comm, Other]),
        ("MPI_Errhandler_set", &[Comm, Other]),
        ("MPI_Wtime", &[]),
        ("MPI_Wtick", &[]),
        ("MPI_Get_processor_name", &[Out, Number]),
        ("MPI_Type_size", &[Type, Number]),
        ("MPI_Send", &[In, Count, Type, Dest, Tag, Comm]),
        ("MPI_Ssend", &[In, Count, Type, Dest, Tag, Comm]),
        ("MPI_Bsend", &[In, Count, Type, Dest, Tag, Comm]),
        ("MPI_Rsend", &[In, Count, Type, Dest, Tag, Comm]),
        (
            "MPI_Recv",
            &[Out, Count, Type, Source, AnyTag, Comm, Status],
        ),
        (
            "MPI_Sendrecv",
            &[
                In, Count, Type, Dest, Tag, Out, Count, Type, Source, AnyTag, Comm, Status,
            ],
        ),
        (
            "MPI_Sendrecv_replace",
            &[InOut, Count, Type, Dest, Tag, Source, AnyTag, Comm, Status],
        ),
        ("MPI_Probe", &[Source, AnyTag, Comm, Status]),
        ("MPI_Iprobe", &[Source, AnyTag, Comm, Number, Status]),
        ("MPI_Mprobe", &[Source, AnyTag, Comm, Message, Status]),
        (
            "MPI_Improbe",
            &[Source, AnyTag, Comm, Number, Message, Status],
        ),
        ("MPI_Mrecv", &[Out, Count, Type, Message, Status]),
        ("MPI_Imrecv", &[Out, Count, Type, Message, NewRequest]),
        ("MPI_Get_count", &[Status, Type, Number]),
        ("MPI_Buffer_attach", &[Other, Value]),
        ("MPI_Buffer_detach", &[Other, Number]),
        ("MPI_Isend", &[In, Count, Type, Dest, Tag, Comm, NewRequest]),
        (
            "MPI_Issend",
            &[In, Count, Type, Dest, Tag, Comm, NewRequest],
        ),
        (
            "MPI_Ibsend",
            &[In, Count, Type, Dest, Tag, Comm, NewRequest],
        ),
        (
            "MPI_Irsend",
            &[In, Count, Type, Dest, Tag, Comm, NewRequest],
        ),
        (
            "MPI_Irecv",
            &[Out, Count, Type, Source, AnyTag, Comm, NewRequest],
        ),
        (
            "MPI_Send_init",
            &[In, Count, Type, Dest, Tag, Comm, NewRequest],
        ),
        (
            "MPI_Ssend_init",
            &[In, Count, Type, Dest, Tag, Comm, NewRequest],
        ),
        (
            "MPI_Bsend_init",
            &[In, Count, Type, Dest, Tag, Comm, NewRequest],
        ),
        (
            "MPI_Rsend_init",
            &[In, Count, Type, Dest, Tag, Comm, NewRequest],
        ),
        (
            "MPI_Recv_init",
            &[Out, Count, Type, Source, AnyTag, Comm, NewRequest],
        ),
        ("MPI_Start", &[Request]),
        ("MPI_Startall", &[Count, Requests]),
        ("MPI_Request_free", &[Request]),
        ("MPI_Wait", &[Request, Status]),
        ("MPI_Waitall", &[Count, Requests, Statuses]),
        ("MPI_Waitany", &[Count, Requests, Number, Status]),
        ("MPI_Test", &[Request, Number, Status]),
        ("MPI_Testall", &[Count, Requests, Number, Statuses]),
        ("MPI_Testany", &[Count, Requests, Number, Number, Status]),
        (
            "MPI_Waitsome",
            &[Count, Requests, Number, Numbers, Statuses],
        ),
        (
            "MPI_Testsome",
            &[Count, Requests, Number, Numbers, Statuses],
        ),
        ("MPI_Barrier", &[Comm]),
        ("MPI_Bcast", &[InOut, Count, Type, Root, Comm]),
        ("MPI_Reduce", &[In, Out, Count, Type, Op, Root, Comm]),
        ("MPI_Allreduce", &[In, Out, Count, Type, Op, Comm]),
        ("MPI_Scan", &[In, Out, Count, Type, Op, Comm]),
        ("MPI_Exscan", &[In, Out, Count, Type, Op, Comm]),
        (
            "MPI_Reduce_scatter_block",
            &[In, Out, Count, Type, Op, Comm],
        ),
        ("MPI_Reduce_scatter", &[In, Out, Counts, Type, Op, Comm]),
        ("MPI_Reduce_local", &[In, InOut, Count, Type, Op]),
        (
            "MPI_Gather",
            &[In, Count, Type, Out, Count, Type, Root, Comm],
        ),
        (
            "MPI_Gatherv",
            &[In, Count, Type, Out, Counts, Counts, Type, Root, Comm],
        ),
        ("MPI_Allgather", &[In, Count, Type, Out, Count, Type, Comm]),
        (
            "MPI_Allgatherv",
            &[In, Count, Type, Out, Counts, Counts, Type, Comm],
        ),
        (
            "MPI_Scatter",
            &[In, Count, Type, Out, Count, Type, Root, Comm],
        ),
        (
            "MPI_Scatterv",
            &[In, Counts, Counts, Type, Out, Count, Type, Root, Comm],
        ),
        ("MPI_Alltoall", &[In, Count, Type, Out, Count, Type, Comm]),
        (
            "MPI_Alltoallv",
            &[In, Counts, Counts, Type, Out, Counts, Counts, Type, Comm],
        ),
    ]
};

/// The blocking operation that a nonblocking one of a group is.
pub(crate) fn blocking(name: &str) -> Option<String> {
    let rest = name.strip_prefix("MPI_I")?;
    let mut letters = rest.chars();
    let first = letters.next()?.to_ascii_uppercase();
    let name = format!("MPI_{first}{}", letters.as_str());
    is_collective(&name).then_some(name)
}

/// Whether a function is an operation of a group.
pub(crate) fn is_collective(name: &str) -> bool {
    let name = name.strip_prefix("MPI_").unwrap_or(name);
    [
        "Barrier",
        "Bcast",
        "Reduce",
        "Allreduce",
        "Scan",
        "Exscan",
        "Reduce_scatter_block",
        "Reduce_scatter",
        "Gather",
        "Gatherv",
        "Allgather",
        "Allgatherv",
        "Scatter",
        "Scatterv",
        "Alltoall",
        "Alltoallv",
    ]
    .contains(&name)
}

/// What is known of a function of MPI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Function {
    /// It is read, with arguments of these kinds.
    Read(Vec<Kind>),
    /// MPI has it, with so many arguments; none where it takes any number.
    NotRead(Option<usize>),
    /// MPI has no such function.
    Unknown,
}

/// What is known of the function with a name.
pub(crate) fn function(name: &str) -> Function {
    if let Some((_, kinds)) = READ.iter().find(|(own, _)| *own == name) {
        return Function::Read(kinds.to_vec());
    }
    if let Some(blocking) = blocking(name)
        && let Function::Read(mut kinds) = function(&blocking)
    {
        kinds.push(Kind::NewRequest);
        return Function::Read(kinds);
    }
    match names::arity(name) {
        Some(count) => Function::NotRead(Some(count)),
        None if name == "MPI_Pcontrol" => Function::NotRead(None),
        None => Function::Unknown,
    }
}

/// Whether a function begins something that another one completes.
pub(crate) fn begins(name: &str) -> bool {
    match function(name) {
        Function::Read(kinds) => kinds.contains(&Kind::NewRequest),
        Function::NotRead(_) | Function::Unknown => false,
    }
}

/// The positions of the arguments of a function behind whose addresses it writes.
pub(crate) fn written(name: &str) -> Vec<usize> {
    let Function::Read(kinds) = function(name) else {
        return Vec::new();
    };
    let writes = |kind: &Kind| {
        matches!(
            kind,
            Kind::Out
                | Kind::InOut
                | Kind::Status
                | Kind::Statuses
                | Kind::NewRequest
                | Kind::Request
                | Kind::Requests
                | Kind::Message
                | Kind::Number
                | Kind::Numbers
        )
    };
    // What a status says is only looked at.
    let kinds = kinds.iter().enumerate();
    let kinds = kinds.filter(|(position, _)| name != "MPI_Get_count" || *position > 0);
    kinds
        .filter(|(_, kind)| writes(kind))
        .map(|(position, _)| position)
        .collect()
}

/// What MPI calls its types, and whether they are read.
pub(crate) fn handle_type(name: &str) -> Option<bool> {
    match name {
        "MPI_Request" | "MPI_Comm" | "MPI_Datatype" | "MPI_Op" | "MPI_Group" | "MPI_Info"
        | "MPI_Errhandler" | "MPI_Message" => Some(true),
        "MPI_Win" | "MPI_File" | "MPI_Session" | "MPI_T_enum" => Some(false),
        _ => None,
    }
}
