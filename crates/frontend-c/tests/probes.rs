//! Matched probes: messages that are found at one place and received at another.

mod common;

use common::{Behaves, parallel, parallel_with};
use frontend_c::Buffering;

/// Process 1 sends 1 and then 2 with the same tag; what process 0 does is given.
fn two_messages(receiver: &str) -> String {
    format!(
        "MPI_Message m; if (rank == 0) {{ {receiver} }}\n\
         else {{ x = 1; MPI_Send(&x, 1, MPI_INT, 0, 3, W); x = 2; MPI_Send(&x, 1, MPI_INT, 0, 3, W); }}"
    )
}

#[test]
fn what_is_matched_is_for_nobody_else() {
    let receiver = "MPI_Mprobe(MPI_ANY_SOURCE, 3, W, &m, &s); assert(s.MPI_SOURCE == 1);\n\
         MPI_Recv(&y, 1, MPI_INT, 1, MPI_ANY_TAG, W, MPI_STATUS_IGNORE);\n\
         MPI_Mrecv(&x, 1, MPI_INT, &m, &s);\n\
         assert(x == 1 && y == 2 && s.MPI_TAG == 3 && m == MPI_MESSAGE_NULL);";
    // A send is over when its message is received, not when it is found.
    let program = two_messages(receiver);
    parallel_with(&program, 2, Buffering::Unbounded, Behaves::Well);
    parallel_with(&program, 2, Buffering::None, Behaves::Badly);
}

#[test]
fn a_matched_message_is_received_once() {
    let twice = "MPI_Mprobe(1, 3, W, &m, &s); MPI_Mrecv(&x, 1, MPI_INT, &m, &s);";
    parallel(
        &two_messages(&format!("{twice} {twice} assert(x == 2);")),
        2,
        Behaves::Well,
    );
    let copied = "MPI_Mprobe(1, 3, W, &m, &s); MPI_Message n = m;\n\
         MPI_Mrecv(&x, 1, MPI_INT, &m, &s); MPI_Mrecv(&x, 1, MPI_INT, &n, &s);";
    parallel(&two_messages(copied), 2, Behaves::Badly);
    let null = "MPI_Mprobe(1, 3, W, &m, &s); MPI_Mrecv(&x, 1, MPI_INT, &m, &s);\n\
         MPI_Mrecv(&x, 1, MPI_INT, &m, &s);";
    parallel(&two_messages(null), 2, Behaves::Badly);
    let never = "MPI_Mprobe(1, 3, W, &m, &s); MPI_Recv(&x, 1, MPI_INT, 1, 3, W, &s);";
    parallel(&two_messages(never), 2, Behaves::Badly);
}

#[test]
fn a_matched_message_may_be_received_later() {
    let later = |between: &str| {
        two_messages(&format!(
            "MPI_Request r; MPI_Mprobe(1, 3, W, &m, &s); MPI_Imrecv(&x, 1, MPI_INT, &m, &r);\n\
             {between} MPI_Recv(&y, 1, MPI_INT, 1, 3, W, &s); MPI_Wait(&r, &s);\n\
             assert(x == 1 && y == 2 && s.MPI_SOURCE == 1);"
        ))
    };
    parallel(&later(""), 2, Behaves::Well);
    parallel(&later("x = 4;"), 2, Behaves::Badly);
}

#[test]
fn nobody_sends_a_matched_message_too() {
    parallel(
        "MPI_Message m; MPI_Mprobe(MPI_PROC_NULL, 3, W, &m, &s);\n\
         assert(m == MPI_MESSAGE_NO_PROC); MPI_Mrecv(&x, 1, MPI_INT, &m, &s);\n\
         assert(s.MPI_SOURCE == MPI_PROC_NULL && m == MPI_MESSAGE_NULL);",
        2,
        Behaves::Well,
    );
}

#[test]
fn a_probe_that_does_not_wait_may_find_nothing() {
    let improbe = |otherwise: &str| {
        format!(
            "MPI_Message m; int found; if (rank == 0) {{\n\
             MPI_Improbe(1, 3, W, &found, &m, &s);\n\
             if (found) {{ MPI_Mrecv(&x, 1, MPI_INT, &m, &s); }} else {{ {otherwise} }} }}\n\
             else MPI_Send(&x, 1, MPI_INT, 0, 3, W);"
        )
    };
    let plain = "MPI_Recv(&x, 1, MPI_INT, 1, 3, W, &s);";
    parallel(&improbe(plain), 2, Behaves::Well);
    parallel(
        &improbe("MPI_Mrecv(&x, 1, MPI_INT, &m, &s);"),
        2,
        Behaves::Badly,
    );
}
