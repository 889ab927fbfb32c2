//! What MPI declares: its functions with the meaning of their arguments, its datatypes, its operators,
//! and the constants of its types.
//!
//! Handles are numbers here, as they are in some implementations of MPI: so variables, arrays,
//! parameters and comparisons of them are those of integers.

use crate::syntax::Scalar;
use crate::token::Signedness;

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

/// Functions of MPI that are known and not read yet: those of whole chapters by what they begin with.
const NOT_READ: &[&str] = &[
    "MPI_Win_",
    "MPI_Put",
    "MPI_Get",
    "MPI_Accumulate",
    "MPI_Rput",
    "MPI_Rget",
    "MPI_Raccumulate",
    "MPI_Fetch_and_op",
    "MPI_Compare_and_swap",
    "MPI_File_",
    "MPI_Comm_",
    "MPI_Group_",
    "MPI_Cart",
    "MPI_Dims_create",
    "MPI_Graph_",
    "MPI_Dist_graph",
    "MPI_Neighbor_",
    "MPI_Ineighbor_",
    "MPI_Type_",
    "MPI_Op_",
    "MPI_Info_",
    "MPI_Pack",
    "MPI_Unpack",
    "MPI_Mprobe",
    "MPI_Improbe",
    "MPI_Mrecv",
    "MPI_Imrecv",
    "MPI_Cancel",
    "MPI_Test_cancelled",
    "MPI_Request_get_status",
    "MPI_Grequest_",
    "MPI_Status_",
    "MPI_Error_",
    "MPI_Errhandler_",
    "MPI_Alloc_mem",
    "MPI_Free_mem",
    "MPI_Aint_",
    "MPI_Attr_",
    "MPI_Keyval_",
    "MPI_Intercomm_",
    "MPI_Reduce_local",
    "MPI_Alltoallw",
    "MPI_Ialltoallw",
    "MPI_Psend_",
    "MPI_Precv_",
    "MPI_Pready",
    "MPI_Parrived",
    "MPI_Query_thread",
    "MPI_Is_thread_main",
    "MPI_Pcontrol",
    "MPI_Session_",
    "MPI_T_",
    "MPI_Topo_test",
    "MPI_Address",
];

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
    /// MPI has it.
    NotRead,
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
    match NOT_READ.iter().any(|prefix| name.starts_with(prefix)) {
        true => Function::NotRead,
        false => Function::Unknown,
    }
}

/// Whether a function begins something that another one completes.
pub(crate) fn begins(name: &str) -> bool {
    match function(name) {
        Function::Read(kinds) => kinds.contains(&Kind::NewRequest),
        Function::NotRead | Function::Unknown => false,
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
        | "MPI_Errhandler" => Some(true),
        "MPI_Win" | "MPI_File" | "MPI_Message" | "MPI_Session" | "MPI_T_enum" => Some(false),
        _ => None,
    }
}

/// A predefined datatype.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Datatype {
    /// Its number among the constants of MPI.
    pub(crate) number: i64,
    /// The type of C that its elements have.
    pub(crate) scalar: Scalar,
    /// What may be done with its elements in a reduction.
    pub(crate) class: Class,
}

/// The classes of datatypes that operators are defined on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Integer,
    Floating,
    Logical,
    Byte,
    /// Characters, which are for text.
    Text,
}

const DATATYPES: i64 = 1_275_068_416;
const OPERATORS: i64 = 1_476_395_008;

/// A number that no datatype is.
pub(crate) const DATATYPE_NULL: i64 = DATATYPES;
/// A number that no operator is.
pub(crate) const OP_NULL: i64 = OPERATORS;
/// The communicator of all processes.
pub(crate) const COMM_WORLD: i64 = 1_140_850_688;
/// The communicator of each process alone.
pub(crate) const COMM_SELF: i64 = 1_140_850_689;
/// A number that no communicator is.
pub(crate) const COMM_NULL: i64 = 1_140_850_687;
/// What a request is that stands for nothing.
pub(crate) const REQUEST_NULL: i64 = 0;
/// A position that is none.
pub(crate) const UNDEFINED: i64 = -32_766;
/// The largest tag that every implementation allows.
pub(crate) const LARGEST_TAG: i64 = 32_767;

const fn integer(sign: Signedness, bits: u8) -> Scalar {
    Scalar::Integer { sign, bits }
}

const NAMES: &[(&str, Scalar, Class)] = {
    use Class::*;
    use Signedness::{Signed, Unsigned};
    &[
        ("MPI_CHAR", integer(Signed, 8), Text),
        ("MPI_SIGNED_CHAR", integer(Signed, 8), Integer),
        ("MPI_UNSIGNED_CHAR", integer(Unsigned, 8), Integer),
        ("MPI_SHORT", integer(Signed, 16), Integer),
        ("MPI_UNSIGNED_SHORT", integer(Unsigned, 16), Integer),
        ("MPI_INT", integer(Signed, 32), Integer),
        ("MPI_UNSIGNED", integer(Unsigned, 32), Integer),
        ("MPI_LONG", integer(Signed, 64), Integer),
        ("MPI_UNSIGNED_LONG", integer(Unsigned, 64), Integer),
        ("MPI_LONG_LONG", integer(Signed, 64), Integer),
        ("MPI_UNSIGNED_LONG_LONG", integer(Unsigned, 64), Integer),
        ("MPI_INT8_T", integer(Signed, 8), Integer),
        ("MPI_INT16_T", integer(Signed, 16), Integer),
        ("MPI_INT32_T", integer(Signed, 32), Integer),
        ("MPI_INT64_T", integer(Signed, 64), Integer),
        ("MPI_UINT8_T", integer(Unsigned, 8), Integer),
        ("MPI_UINT16_T", integer(Unsigned, 16), Integer),
        ("MPI_UINT32_T", integer(Unsigned, 32), Integer),
        ("MPI_UINT64_T", integer(Unsigned, 64), Integer),
        ("MPI_FLOAT", Scalar::Float, Floating),
        ("MPI_DOUBLE", Scalar::Real, Floating),
        ("MPI_C_BOOL", Scalar::Bool, Logical),
        ("MPI_BYTE", integer(Unsigned, 8), Byte),
    ]
};

/// The datatype with a number.
pub(crate) fn datatype(number: i64) -> Option<Datatype> {
    let position = usize::try_from(number - DATATYPES - 1).ok()?;
    let (_, scalar, class) = *NAMES.get(position)?;
    Some(Datatype {
        number,
        scalar,
        class,
    })
}

/// How values are combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    Sum,
    Product,
    Min,
    Max,
    And,
    Or,
    Xor,
    /// One on bits, or on values with their places.
    NotRead,
}

const OPERATOR_NAMES: &[(&str, Operator)] = &[
    ("MPI_SUM", Operator::Sum),
    ("MPI_PROD", Operator::Product),
    ("MPI_MIN", Operator::Min),
    ("MPI_MAX", Operator::Max),
    ("MPI_LAND", Operator::And),
    ("MPI_LOR", Operator::Or),
    ("MPI_LXOR", Operator::Xor),
    ("MPI_BAND", Operator::NotRead),
    ("MPI_BOR", Operator::NotRead),
    ("MPI_BXOR", Operator::NotRead),
    ("MPI_MINLOC", Operator::NotRead),
    ("MPI_MAXLOC", Operator::NotRead),
];

/// The operator with a number.
pub(crate) fn operator(number: i64) -> Option<Operator> {
    let position = usize::try_from(number - OPERATORS - 1).ok()?;
    OPERATOR_NAMES.get(position).map(|(_, operator)| *operator)
}

impl Operator {
    /// Whether the standard defines it on elements of a class.
    pub(crate) fn is_for(self, class: Class) -> bool {
        match self {
            Operator::Sum | Operator::Product | Operator::Min | Operator::Max => {
                matches!(class, Class::Integer | Class::Floating)
            }
            Operator::And | Operator::Or | Operator::Xor => {
                matches!(class, Class::Integer | Class::Logical)
            }
            Operator::NotRead => true,
        }
    }
}

/// The constants of MPI's own types.
pub(crate) fn constant(name: &str) -> Option<i64> {
    let name = match name {
        "MPI_LONG_LONG_INT" => "MPI_LONG_LONG",
        other => other,
    };
    let among = |first: i64, position: usize| first + 1 + i64::try_from(position).unwrap_or(0);
    if let Some(position) = NAMES.iter().position(|(own, ..)| *own == name) {
        return Some(among(DATATYPES, position));
    }
    if let Some(position) = OPERATOR_NAMES.iter().position(|(own, _)| *own == name) {
        return Some(among(OPERATORS, position));
    }
    Some(match name {
        "MPI_DATATYPE_NULL" => DATATYPE_NULL,
        "MPI_OP_NULL" => OP_NULL,
        "MPI_COMM_WORLD" => COMM_WORLD,
        "MPI_COMM_SELF" => COMM_SELF,
        "MPI_COMM_NULL" => COMM_NULL,
        "MPI_REQUEST_NULL" => REQUEST_NULL,
        "MPI_GROUP_NULL" | "MPI_INFO_NULL" | "MPI_ERRHANDLER_NULL" => -1,
        "MPI_ERRORS_RETURN" | "MPI_ERRORS_ARE_FATAL" => 1,
        "MPI_UNDEFINED" => UNDEFINED,
        "MPI_BSEND_OVERHEAD" => 96,
        _ => return None,
    })
}
