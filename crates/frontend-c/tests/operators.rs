//! Reductions: all operators, on all kinds of elements, and who gets the result.

mod common;

use common::{Behaves, parallel, run};
use frontend_c::{Input, Options, read};
use program::system::concrete::Search;

#[test]
fn bits_are_combined() {
    let reduce = |operator: &str, expected: &str| {
        format!(
            "int v[2] = {{rank == 0 ? 12 : 10, rank == 0 ? -6 : 7}}, w[2] = {{0, 0}};\n\
             MPI_Allreduce(v, w, 2, MPI_INT, {operator}, W); assert({expected});"
        )
    };
    parallel(
        &reduce("MPI_BAND", "w[0] == 8 && w[1] == (-6 & 7)"),
        2,
        Behaves::Well,
    );
    parallel(
        &reduce("MPI_BOR", "w[0] == 14 && w[1] == (-6 | 7)"),
        2,
        Behaves::Well,
    );
    parallel(
        &reduce("MPI_BXOR", "w[0] == 6 && w[1] == (-6 ^ 7)"),
        2,
        Behaves::Well,
    );
    parallel(&reduce("MPI_BXOR", "w[0] == 14"), 2, Behaves::Badly);
    let real = "double v = 1, w = 0; MPI_Allreduce(&v, &w, 1, MPI_DOUBLE, MPI_BAND, W);";
    parallel(real, 2, Behaves::Badly);
    let unsigned = "unsigned v = 0xF0000000u + rank, w = 0;\n\
                    MPI_Allreduce(&v, &w, 1, MPI_UNSIGNED, MPI_BOR, W); assert(w == 0xF0000001u);";
    parallel(unsigned, 2, Behaves::Well);
}

#[test]
fn values_have_places() {
    let structs = |operator: &str, value: &str, place: i32| {
        format!(
            "struct pair {{ double v; int at; }} own = {{rank == 1 ? 5.5 : 2.5, rank}}, all = {{0, 0}};\n\
             MPI_Allreduce(&own, &all, 1, MPI_DOUBLE_INT, {operator}, W);\n\
             assert(all.v == {value} && all.at == {place});"
        )
    };
    parallel(&structs("MPI_MAXLOC", "5.5", 1), 3, Behaves::Well);
    // Of two that are the least, the first counts.
    parallel(&structs("MPI_MINLOC", "2.5", 0), 3, Behaves::Well);
    parallel(&structs("MPI_MINLOC", "2.5", 2), 3, Behaves::Badly);
    parallel(&structs("MPI_MIN", "2.5", 0), 3, Behaves::Badly);
    let array = "struct pair { int v, at; } own[2] = {{rank, rank}, {-rank, rank}}, all[2];\n\
                 MPI_Reduce(own, all, 2, MPI_2INT, MPI_MAXLOC, 0, W);\n\
                 if (rank == 0) assert(all[0].at == 1 && all[1].v == 0 && all[1].at == 0);";
    parallel(array, 2, Behaves::Well);
    let numbers = "int own[2] = {5 - rank, rank}, all[2] = {0, 0};\n\
                   MPI_Scan(own, all, 1, MPI_2INT, MPI_MINLOC, W);\n\
                   assert(all[0] == 5 - rank && all[1] == rank);";
    parallel(numbers, 3, Behaves::Well);
    let short = "int own[2] = {1, rank}, all[1] = {0};\n\
                 MPI_Allreduce(own, all, 1, MPI_2INT, MPI_MINLOC, W);";
    parallel(short, 2, Behaves::Badly);
    let other = "struct pair { float v; int at; } own = {1, rank}, all;\n\
                 MPI_Allreduce(&own, &all, 1, MPI_DOUBLE_INT, MPI_MINLOC, W);";
    parallel(other, 2, Behaves::Badly);
    let sent = "struct pair { double v; int at; } p = {1.5, 7};\n\
                if (rank == 0) MPI_Ssend(&p, 1, MPI_DOUBLE_INT, 1, 0, W);\n\
                else { p.v = 0; p.at = 0; MPI_Recv(&p, 1, MPI_DOUBLE_INT, 0, 0, W, &s);\n\
                assert(p.v == 1.5 && p.at == 7); }";
    parallel(sent, 2, Behaves::Well);
}

#[test]
fn bytes_are_characters() {
    let send = |kind: &str, expected: &str| {
        format!(
            "char c[2] = {{'a', -1}}; unsigned char u[2] = {{0, 0}};\n\
             if (rank == 0) MPI_Ssend(c, 2, MPI_BYTE, 1, 0, W);\n\
             else {{ MPI_Recv(u, 2, {kind}, 0, 0, W, &s); assert({expected}); }}"
        )
    };
    parallel(
        &send("MPI_BYTE", "u[0] == 'a' && u[1] == 255"),
        2,
        Behaves::Well,
    );
    parallel(&send("MPI_UNSIGNED_CHAR", "1"), 2, Behaves::Badly);
}

#[test]
fn parts_of_a_reduction_have_sizes() {
    let scatter = |counts: &str, expected: &str| {
        format!(
            "int v[3] = {{1, 2, 3}}, w[2] = {{7, 7}}, n[2] = {counts};\n\
             MPI_Reduce_scatter(v, w, n, MPI_INT, MPI_SUM, W); assert({expected});"
        )
    };
    let right = "rank == 0 ? w[0] == 2 && w[1] == 7 : w[0] == 4 && w[1] == 6";
    parallel(&scatter("{1, 2}", right), 2, Behaves::Well);
    parallel(&scatter("{2, 1}", right), 2, Behaves::Badly);
    parallel(&scatter("{1, 3}", "1"), 2, Behaves::Badly);
    parallel(&scatter("{rank + 1, 2 - rank}", "1"), 2, Behaves::Badly);
    let in_place = "int v[3] = {1, 2, 3}, n[2] = {1, 2};\n\
                    MPI_Reduce_scatter(MPI_IN_PLACE, v, n, MPI_INT, MPI_SUM, W);\n\
                    assert(rank == 0 ? v[0] == 2 : v[0] == 4 && v[1] == 6);";
    parallel(in_place, 2, Behaves::Well);
    // What is behind the elements stays as it is.
    let open = "int v[3] = {1, 2, 3}, w[3] = {0, 0, 7}, n; MPI_Bcast(&rank, 0, MPI_INT, 0, W);\n\
                n = size; MPI_Allreduce(v, w, n, MPI_INT, MPI_SUM, W); assert(w[2] == 7);";
    parallel(open, 2, Behaves::Well);
}

#[test]
fn one_process_reduces_alone() {
    let local = |expected: &str| {
        format!(
            "int v[2] = {{1, 5}}, w[2] = {{3, 4}};\n\
             MPI_Reduce_local(v, w, 2, MPI_INT, MPI_MAX); assert({expected});"
        )
    };
    parallel(&local("w[0] == 3 && w[1] == 5"), 1, Behaves::Well);
    parallel(&local("w[0] == 1"), 1, Behaves::Badly);
    parallel(
        "int v[2] = {1, 2}; MPI_Reduce_local(v, v, 2, MPI_INT, MPI_MAX);",
        1,
        Behaves::Badly,
    );
}

#[test]
fn everybody_may_give_in_place() {
    let all = |expected: &str| {
        format!(
            "int v[2] = {{10 * rank, 10 * rank + 1}};\n\
             MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, v, 1, MPI_INT, W); assert({expected});"
        )
    };
    parallel(&all("v[0] == rank && v[1] == 10 + rank"), 2, Behaves::Well);
    parallel(&all("v[0] == 10 * rank"), 2, Behaves::Badly);
    let varied = "int v[3] = {10 * rank, 10 * rank + 1, 7}, n[2] = {1, 1}, d[2] = {0, 1};\n\
                  MPI_Alltoallv(MPI_IN_PLACE, 0, 0, MPI_DATATYPE_NULL, v, n, d, MPI_INT, W);\n\
                  assert(v[0] == rank && v[1] == 10 + rank && v[2] == 7);";
    parallel(varied, 2, Behaves::Well);
}

/// How a program behaves with a root that comes from outside.
fn with_root(body: &str, root: i64) -> Behaves {
    let text = format!(
        "#include <mpi.h>\n#include <assert.h>\n#define W MPI_COMM_WORLD\n\
         #pragma TASS input\nint root;\n\
         int main(int argc, char **argv) {{ int rank, x, v[2] = {{0, 0}};\n\
         MPI_Init(&argc, &argv); MPI_Comm_rank(W, &rank); x = rank + 1; {body}\n\
         MPI_Finalize(); return 0; }}"
    );
    let input = Input {
        name: "test",
        text: &text,
    };
    let options = Options {
        processes: Some(2),
        ..Options::default()
    };
    let reading = read(input, options).expect("it can be read");
    run(
        &reading.module.systems[0],
        &[("root", root)],
        Search::Exhaustive,
    )
}

#[test]
fn the_root_may_be_anybody() {
    let gather = "MPI_Gather(&x, 1, MPI_INT, v, 1, MPI_INT, root, W);\n\
                  assert(rank == root ? v[0] == 1 && v[1] == 2 : v[0] == 0);";
    let scatter = "v[0] = 5 * rank; v[1] = 5 * rank + 1;\n\
                   MPI_Scatter(v, 1, MPI_INT, &x, 1, MPI_INT, root, W); assert(x == 5 * root + rank);";
    let reduce = "if (rank == root) MPI_Reduce(MPI_IN_PLACE, &x, 1, MPI_INT, MPI_SUM, root, W);\n\
                  else MPI_Reduce(&x, 0, 1, MPI_INT, MPI_SUM, root, W);\n\
                  assert(rank == root ? x == 3 : x == rank + 1);";
    for body in [gather, scatter, reduce] {
        for root in [0, 1] {
            assert_eq!(with_root(body, root), Behaves::Well, "{body} {root}");
        }
    }
    for body in [gather, scatter] {
        for root in [-1, 2] {
            assert_eq!(with_root(body, root), Behaves::Badly, "{body} {root}");
        }
    }
    let others = "MPI_Gather(&x, 1, MPI_INT, v, 1, MPI_INT, rank == 0 ? root : 0, W);";
    assert_eq!(with_root(others, 0), Behaves::Well);
    assert_eq!(with_root(others, 1), Behaves::Badly);
    let everywhere = "MPI_Reduce(MPI_IN_PLACE, &x, 1, MPI_INT, MPI_SUM, root, W);";
    assert_eq!(with_root(everywhere, 0), Behaves::Badly);
}
