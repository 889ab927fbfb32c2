//! What the blocks of one collective call must not do to each other and to what the call looks at.

mod common;

use common::{Behaves, parallel};

#[test]
fn no_element_is_received_twice() {
    let gather = |at: &str, counts: &str| {
        format!(
            "int n[2] = {{{counts}}}, d[2] = {{{at}}}, b[4] = {{0}};\n\
             MPI_Allgatherv(&rank, 1, MPI_INT, b, n, d, MPI_INT, W);"
        )
    };
    parallel(&gather("0, 1", "1, 1"), 2, Behaves::Well);
    parallel(&gather("3, 1", "1, 1"), 2, Behaves::Well);
    parallel(&gather("0, 0", "1, 1"), 2, Behaves::Badly);
    let exchange = |at: &str| {
        format!(
            "int n[2] = {{1, 1}}, e[2] = {{0, 1}}, d[2] = {{{at}}}, a[2] = {{1, 2}}, b[2];\n\
             MPI_Alltoallv(a, n, e, MPI_INT, b, n, d, MPI_INT, W);"
        )
    };
    parallel(&exchange("1, 0"), 2, Behaves::Well);
    parallel(&exchange("1, 1"), 2, Behaves::Badly);
    // Who receives nothing has no place.
    let nothing = |counts: &str| {
        format!(
            "int n[2] = {{{counts}}}, d[2] = {{0, 0}}, b[2];\n\
             MPI_Gatherv(&rank, rank == 0, MPI_INT, b, n, d, MPI_INT, 0, W);"
        )
    };
    parallel(&nothing("1, 0"), 2, Behaves::Well);
}

#[test]
fn numbers_of_operations_under_way_are_in_use() {
    let gather = |between: &str| {
        format!(
            "int n[2] = {{1, 1}}, d[2] = {{0, 1}}, b[2]; MPI_Request r;\n\
             MPI_Iallgatherv(&rank, 1, MPI_INT, b, n, d, MPI_INT, W, &r); {between}\n\
             MPI_Wait(&r, &s); n[0] = 7; d[1] = 7;"
        )
    };
    parallel(&gather(""), 2, Behaves::Well);
    parallel(&gather("x = n[0] + d[1];"), 2, Behaves::Well);
    parallel(&gather("n[0] = 2;"), 2, Behaves::Badly);
    parallel(&gather("d[1] = 0;"), 2, Behaves::Badly);
}

#[test]
fn all_processes_are_in_place_or_none() {
    let mixed = |everywhere: &str, elsewhere: &str| {
        format!("int a[2] = {{1, 2}}, b[2]; if (rank == 0) {everywhere} else {elsewhere}")
    };
    let pairs = [
        (
            "MPI_Allreduce(MPI_IN_PLACE, a, 2, MPI_INT, MPI_MAX, W);",
            "MPI_Allreduce(a, b, 2, MPI_INT, MPI_MAX, W);",
        ),
        (
            "MPI_Scan(MPI_IN_PLACE, a, 2, MPI_INT, MPI_MAX, W);",
            "MPI_Scan(a, b, 2, MPI_INT, MPI_MAX, W);",
        ),
        (
            "MPI_Allgather(MPI_IN_PLACE, 1, MPI_INT, a, 1, MPI_INT, W);",
            "MPI_Allgather(&x, 1, MPI_INT, b, 1, MPI_INT, W);",
        ),
        (
            "MPI_Alltoall(MPI_IN_PLACE, 1, MPI_INT, a, 1, MPI_INT, W);",
            "MPI_Alltoall(a, 1, MPI_INT, b, 1, MPI_INT, W);",
        ),
    ];
    for (in_place, apart) in pairs {
        parallel(&mixed(in_place, in_place), 2, Behaves::Well);
        parallel(&mixed(apart, apart), 2, Behaves::Well);
        parallel(&mixed(in_place, apart), 2, Behaves::Badly);
    }
    // The root alone may be.
    parallel(
        &mixed(
            "MPI_Reduce(MPI_IN_PLACE, a, 2, MPI_INT, MPI_MAX, 0, W);",
            "MPI_Reduce(a, b, 2, MPI_INT, MPI_MAX, 0, W);",
        ),
        2,
        Behaves::Well,
    );
}

#[test]
fn names_of_processors_have_room_and_an_end() {
    let name = |size: &str, then: &str| {
        format!("char name[{size}]; int n; MPI_Get_processor_name(name, &n); {then}")
    };
    let right = "assert(0 <= n && n < MPI_MAX_PROCESSOR_NAME && name[n] == 0);";
    parallel(&name("MPI_MAX_PROCESSOR_NAME", right), 1, Behaves::Well);
    parallel(&name("10", ""), 1, Behaves::Badly);
}

#[test]
fn the_first_process_needs_no_place_for_what_others_give() {
    let scan = |call: &str| {
        format!(
            "x = 1; if (rank == 0) {call}(&x, NULL, 1, MPI_INT, MPI_SUM, W); \
             else {{ {call}(&x, &y, 1, MPI_INT, MPI_SUM, W); assert(y == rank); }}"
        )
    };
    parallel(&scan("MPI_Exscan"), 3, Behaves::Well);
    parallel(&scan("MPI_Scan"), 3, Behaves::Badly);
}
