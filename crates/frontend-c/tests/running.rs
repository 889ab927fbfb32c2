//! Programs run by the interpreter of systems, in every order of their steps.

mod common;

use common::{Behaves, fails, holds, parallel, parallel_with, reading, run, with_functions};
use frontend_c::{Buffering, Input, Options};
use program::system::concrete::Search;

#[test]
fn enumerations_are_unsigned_unless_a_constant_is_negative() {
    holds("enum e { A, B = 5 } x = B; x -= 6; assert(x > B && A - 1 < 0);");
    holds("enum e { A = -1, B } x = B; x -= 6; assert(x == -6);");
    holds("enum e { A, B }; typedef enum e t; t x = A; x = x - 1; assert(x == 4294967295u);");
}

#[test]
fn expressions_have_the_values_of_c() {
    holds("assert(-7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3 && 7 % -2 == 1);");
    holds("int a = -7, b = 2; assert(a / b == -3 && a % b == -1 && (a / b) * b + a % b == a);");
    holds("int i = 3; int j = i++ + 2; assert(i == 4 && j == 5); j = --i; assert(j == 3);");
    holds("int i = 1; i += 2; i *= 5; i -= 1; i /= 4; i %= 2; assert(i == 1);");
    holds("int i = 0; int j = (i = 4, i + 1); assert(j == 5);");
    holds("double d = 1 / 2; assert(d == 0.0); d = 1 / 2.0; assert(d == 0.5 && (int) 2.9 == 2);");
    holds("int i = (int) -2.5; assert(i == -2); _Bool b = 7; assert(b == 1 && !b == 0);");
    holds("unsigned u = 3; u = u - 5; assert(u == 4294967294u); assert(-1 > 1u);");
    holds(
        "char c = 200; assert(c == -56); unsigned char u = 300; assert(u == 44 && (u = -1) == 255);",
    );
    holds(
        "unsigned char u = 255; u++; assert(u == 0); u--; assert(u == 255); short s = 40000; assert(s < 0);",
    );
    holds(
        "char c = 127; c += 1; assert(c == -128); unsigned char u = c; assert(u == 128); char d = u; assert(d == c);",
    );
    holds("int x = 5; assert((x & 1) == 1 && (x << 2) == 20 && (x >> 1) == 2 && (6 ^ 3) == 5);");
    holds("int x = 1 ? 2 : 3, y = x > 1 ? x < 3 : 7; assert(y == 1 && (x > 5 ? 1.5 : 2) == 2.0);");
    holds("assert(~0 == -1); assert(-(-3) == 3 && +2 == 2); assert('a' == 97 && 0x10 == 16);");
    fails("int x = 2; assert(x == 3);");
}

#[test]
fn the_second_operand_is_evaluated_only_where_it_matters() {
    holds("int a[3] = {1, 2, 3}; int i = 5; assert(!(i < 3 && a[i] > 0)); assert(i >= 3 || a[i]);");
    holds(
        "int i = 0; int j = 0; if (j && i++) {} assert(i == 0); if (!j || i++) {} assert(i == 0);",
    );
    holds("int i = 0; int j = 1; if (j && ++i) { assert(i == 1); } else { assert(0); }");
    holds("int d = 0; int x = d != 0 ? 4 / d : 1; assert(x == 1);");
    fails("int a[3]; int i = 3; a[i] = 1;");
    fails("int a[3]; int i = -1; int x = a[i];");
    fails("int d = 0; int x = 1 / d;");
}

#[test]
fn statements_run_as_in_c() {
    holds(
        "int s = 0; for (int i = 0; i < 5; i++) { if (i == 3) continue; s += i; } assert(s == 7);",
    );
    holds("int i = 0; while (1) { if (i == 4) break; ++i; } assert(i == 4);");
    holds("int i = 9; do i++; while (i < 5); assert(i == 10);");
    holds(
        "int r = 0; for (int k = 0; k < 4; k++) switch (k) { case 0: r += 1; case 1: r += 10; \
         break; default: r += 100; break; case 3: r += 1000; } assert(r == 1121);",
    );
    holds("int x = 1; { int x = 2; assert(x == 2); } assert(x == 1);");
    holds(
        "int m[2][3] = {{1, 2, 3}, {4, 5, 6}}; int i = 1; m[i][i] += m[0][2]; assert(m[1][1] == 8);",
    );
    holds("int n = 0; for (int i = 0, j = 9; i < j; i++, j--) n++; assert(n == 5);");
    holds(
        "int a = 0; switch (a + 1) { case 1: for (;;) { break; } a = 2; break; default: a = 3; } assert(a == 2);",
    );
    // A variable without a value may have any.
    holds("int x; x = 3; assert(x == 3);");
}

#[test]
fn functions_stand_in_the_place_of_their_calls() {
    let program = "
        #include <assert.h>
        #define N 3
        int calls;
        int twice(int x) { calls++; if (x == 0) return 0; return 2 * x; }
        void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
        double sum(double v[], int n) { double s = 0; for (int i = 0; i < n; i++) s += v[i]; return s; }
        void fill(int m[N][N], int row, int x) { for (int j = 0; j < N; j++) m[row][j] = x; }
        int y = 5;
        int outer(void) { return y; }
        int main(void) {
            int x = 1, y = 2, m[N][N];
            assert(outer() == 5 && y == 2);
            double v[4] = {1.5, 2.5, 1};
            x = twice(3); x += twice(4); assert(x == 14 && calls == 2); x = 1;
            assert(twice(twice(1)) == 4);
            swap(&x, &y);
            assert(x == 2 && y == 1);
            assert(sum(v, 4) == 5.0 && sum(v + 1, 2) == 3.5);
            fill(m, 1, 7);
            assert(m[1][0] == 7 && m[1][2] == 7);
            int *p = &m[1][1];
            *p = 4; p[1] = 5;
            assert(m[1][1] + m[1][2] == 9);
            return 0;
        }";
    let reading = reading(program, 1, Buffering::Unbounded);
    let result = run(&reading.module.systems[0], &[], Search::Exhaustive);
    assert_eq!(result, Behaves::Well);
}

#[test]
fn messages_arrive() {
    let ping = "if (rank == 0) { x = 5; MPI_Send(&x, 1, MPI_INT, 1, 3, W); \
                MPI_Recv(&y, 1, MPI_INT, 1, 4, W, &s); assert(y == 6 && s.MPI_SOURCE == 1 && s.MPI_TAG == 4); } \
                else { MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, W, &s); \
                assert(s.MPI_SOURCE == 0); y = x + 1; MPI_Send(&y, 1, MPI_INT, s.MPI_SOURCE, 4, W); }";
    parallel(ping, 2, Behaves::Well);
    parallel_with(ping, 2, Buffering::None, Behaves::Well);
    // Both send first: fine where messages are kept, a deadlock where they are not.
    let cross = "MPI_Send(&rank, 1, MPI_INT, 1 - rank, 0, W); \
                 MPI_Recv(&x, 1, MPI_INT, 1 - rank, 0, W, MPI_STATUS_IGNORE); assert(x == 1 - rank);";
    parallel(cross, 2, Behaves::Well);
    parallel_with(cross, 2, Buffering::None, Behaves::Badly);
    let exchange = "MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, \
                    &x, 1, MPI_INT, (rank + size - 1) % size, 0, W, MPI_STATUS_IGNORE); \
                    assert(x == (rank + size - 1) % size);";
    parallel_with(exchange, 3, Buffering::None, Behaves::Well);
    parallel(
        "if (rank == 0) MPI_Recv(&x, 1, MPI_INT, 1, 0, W, MPI_STATUS_IGNORE);",
        2,
        Behaves::Badly,
    );
    parallel("MPI_Send(&x, 1, MPI_INT, size, 0, W);", 2, Behaves::Badly);
    // Messages with different tags may overtake each other.
    parallel(
        "if (rank == 0) { x = 1; MPI_Send(&x, 1, MPI_INT, 1, 1, W); x = 2; MPI_Send(&x, 1, MPI_INT, 1, 2, W); } \
         else { MPI_Recv(&x, 1, MPI_INT, 0, 2, W, &s); MPI_Recv(&y, 1, MPI_INT, 0, 1, W, &s); assert(x == 2 && y == 1); }",
        2,
        Behaves::Well,
    );
    let line = "int left = rank > 0 ? rank - 1 : MPI_PROC_NULL, right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL; \
                x = -1; MPI_Send(&rank, 1, MPI_INT, right, 0, W); MPI_Recv(&x, 1, MPI_INT, left, 0, W, MPI_STATUS_IGNORE); \
                assert(x == rank - 1);";
    parallel(line, 3, Behaves::Well);
}

#[test]
fn a_buffer_has_its_elements() {
    let row = "int a[4] = {0, 0, 0, 0}; if (rank == 0) { for (int i = 0; i < 4; i++) a[i] = i; \
               MPI_Send(&a[1], 2, MPI_INT, 1, 0, W); } \
               else { MPI_Recv(a, 4, MPI_INT, 0, 0, W, &s); assert(a[0] == 1 && a[1] == 2 && a[2] == 0); }";
    parallel(row, 2, Behaves::Well);
    // A message that is longer than the buffer.
    parallel(
        "int a[4]; if (rank == 0) MPI_Send(a, 3, MPI_INT, 1, 0, W); else MPI_Recv(a, 2, MPI_INT, 0, 0, W, &s);",
        2,
        Behaves::Badly,
    );
    // A buffer that is smaller than the count.
    parallel(
        "int a[4]; MPI_Bcast(&a[2], 3, MPI_INT, 0, W);",
        1,
        Behaves::Badly,
    );
    // Other types.
    parallel(
        "double d = 1; if (rank == 0) MPI_Send(&d, 1, MPI_DOUBLE, 1, 0, W); else MPI_Recv(&x, 1, MPI_INT, 0, 0, W, &s);",
        2,
        Behaves::Badly,
    );
}

#[test]
fn collective_operations_meet() {
    parallel(
        "x = rank + 1; MPI_Bcast(&x, 1, MPI_INT, 1, W); assert(x == 2);",
        3,
        Behaves::Well,
    );
    parallel(
        "x = rank + 1; MPI_Reduce(&x, &y, 1, MPI_INT, MPI_SUM, 0, W); assert(rank == 0 ? y == 6 : y == 0); \
         MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_MAX, W); assert(y == 3); \
         x = rank == 1; MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_LOR, W); assert(y == 1); \
         MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_INT, MPI_LAND, W); assert(x == 0);",
        3,
        Behaves::Well,
    );
    parallel(
        "int a[3]; x = 10 * rank; MPI_Gather(&x, 1, MPI_INT, a, 1, MPI_INT, 2, W); \
         if (rank == 2) assert(a[0] == 0 && a[1] == 10 && a[2] == 20); \
         if (rank == 2) a[1] = 11; MPI_Scatter(a, 1, MPI_INT, &y, 1, MPI_INT, 2, W); assert(rank != 1 || y == 11);",
        3,
        Behaves::Well,
    );
    parallel(
        "double v[2]; v[0] = rank; v[1] = 1; MPI_Allreduce(MPI_IN_PLACE, v, 2, MPI_DOUBLE, MPI_SUM, W); \
         assert(v[0] == 1.0 && v[1] == size);",
        2,
        Behaves::Well,
    );
    parallel("if (rank == 0) MPI_Barrier(W);", 2, Behaves::Badly);
    parallel(
        "if (rank == 0) MPI_Barrier(W); else MPI_Bcast(&x, 1, MPI_INT, 0, W);",
        2,
        Behaves::Badly,
    );
    // MPI forbids that the counts differ.
    parallel(
        "int a[2]; MPI_Bcast(a, rank + 1, MPI_INT, 0, W);",
        2,
        Behaves::Badly,
    );
}

#[test]
fn rounds_are_read_one_by_one_where_something_must_be_known() {
    let butterfly = "int mask, partner; x = rank + 1; \
                     for (mask = 1; mask < size; mask <<= 1) { partner = rank ^ mask; \
                     MPI_Sendrecv(&x, 1, MPI_INT, partner, mask, &y, 1, MPI_INT, partner, mask, W, &s); \
                     x += y; } assert(x == 10);";
    parallel(butterfly, 4, Behaves::Well);
    let growing = "int a[4] = {1, 2, 3, 4}; for (int n = 1; n < 4; n++) { if (n == 3) break; \
                   if (rank == 0) MPI_Send(a, n, MPI_INT, 1, 0, W); \
                   else { MPI_Recv(a, n, MPI_INT, 0, 0, W, &s); x += n; } } assert(rank == 0 || x == 3);";
    parallel(growing, 2, Behaves::Well);
}

#[test]
fn inputs_and_annotations_are_kept() {
    let text = "
        #include <mpi.h>
        #pragma TASS input {n >= 0}
        int n;
        int main(void) {
            int rank, i = 0, x = 0;
            MPI_Init(NULL, NULL);
            MPI_Comm_rank(MPI_COMM_WORLD, &rank);
            #pragma TASS collective invariant I i==PROC[1-rank]@main.i && \\
                x==2*((i+1-rank)/2) && i <= 2*n;
            while (i < 2*n) {
                if (rank == 0 && i%2 == 0) {
                    MPI_Recv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                } else if (rank == 1 && i%2 == 1) {
                    x = i+1;
                    MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
                }
                i++;
            }
            assert(x==2*n);
            MPI_Finalize();
        }";
    let reading = reading(text, 2, Buffering::Unbounded);
    let system = &reading.module.systems[0];
    let assumption = system.assumption.to_string();
    assert!(assumption.ends_with("n >= 0"), "{assumption}");
    let (_, annotation) = system.processes[1]
        .graph
        .annotations()
        .next()
        .expect("one loop");
    assert_eq!(annotation.label.as_str(), "I");
    let invariant = annotation
        .invariant
        .as_ref()
        .expect("an invariant")
        .to_string();
    assert!(invariant.starts_with("p[1].i == p[0].i"), "{invariant}");
    for n in 0..3 {
        assert_eq!(run(system, &[("n", n)], Search::Exhaustive), Behaves::Well);
    }
}

#[test]
fn types_of_literals_and_conversions_are_those_of_c() {
    fails("assert(-1 < 0xFFFFFFFF);");
    holds("assert(1L - 2u == -1 && 0UL - 1 > 4294967296);");
    holds("int x = -1; unsigned u = x; int y = (int) u; assert(y == x && u + x == u - 1);");
    holds("unsigned u = 4294967295u; u = u + 1; assert(u == 0); u = 65536; assert(u * u == 0);");
    holds("int x = -8; assert((x >> 1u) == -4); unsigned u = 1; assert((u << 32 - 1) > 0);");
    holds("unsigned long n = 4294967297; unsigned u = n; int i = n; assert(u == 1 && i == 1);");
    holds("long n = -1; unsigned u = n; assert(u == 4294967295);");
}

#[test]
fn both_parts_of_a_choice_decide_its_type() {
    parallel(
        "double d = (rank == 0 ? 1 : 2.5) / 2; if (rank == 0) assert(d == 0.5);",
        1,
        Behaves::Well,
    );
    parallel("assert((size > 0 ? -1 : 0u) > 0);", 1, Behaves::Well);
}

#[test]
fn a_choice_may_do_something() {
    holds(
        "int x = 0, n = 3; for (int i = 0; i < n; i++) i % 2 ? x++ : (x += 10); assert(x == 21);",
    );
    holds("int x = 0, y = 0, n = rand(); n = n > 0; y = n ? x++ : ++x; assert(x == 1 && y == !n);");
    with_functions(
        "int sq(int x) { return x * x; }",
        "int x = 5; if (x > 0 && sq(x) > 20) x = 1; assert(x == 1 && (x ? sq(3) : 0) == 9);",
        Behaves::Well,
    );
}

#[test]
fn functions_write_only_what_they_say() {
    let sum =
        "int sum(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }";
    with_functions(
        sum,
        "int a[3] = {1, 2, 3}; a[0] = sum(a, 3); assert(a[0] == 6);",
        Behaves::Well,
    );
    let tick = "int tick(void) { static int n = 0; n++; return n; }";
    with_functions(
        tick,
        "tick(); tick(); int n = tick(); assert(n == 3);",
        Behaves::Well,
    );
    with_functions(
        tick,
        "tick(); int n = tick(); assert(n == 1);",
        Behaves::Badly,
    );
}

#[test]
fn declarations_from_one_macro_are_different_variables() {
    with_functions(
        "#define BOTH int a = 1; int b = 2;",
        "BOTH assert(a == 1 && b == 2);",
        Behaves::Well,
    );
}

#[test]
fn what_printing_returns_is_not_known() {
    let text = "int main(void) { int n = printf(\"x\"); return 0; }";
    let reading = reading(text, 1, Buffering::Unbounded);
    let edges = reading.module.systems[0].processes[0].graph.edges();
    let is_open =
        |edge: &program::system::Edge| matches!(edge.action, program::system::Action::Havoc(_));
    assert!(edges.iter().any(is_open));
}

#[test]
fn messages_of_another_type_are_failures() {
    parallel(
        "unsigned u; if (rank == 0) MPI_Send(&x, 1, MPI_INT, 1, 0, W);\n\
         else MPI_Recv(&u, 1, MPI_UNSIGNED, 0, 0, W, &s);",
        2,
        Behaves::Badly,
    );
    parallel(
        "unsigned u; if (rank == 0) MPI_Send(&x, 1, MPI_INT, 1, 0, W);\n\
         else { MPI_Recv(&x, 1, MPI_INT, 0, 0, W, &s); MPI_Send(&u, 1, MPI_UNSIGNED, 0, 1, W); }\n\
         if (rank == 0) MPI_Recv(&u, 1, MPI_UNSIGNED, 1, 1, W, &s);",
        2,
        Behaves::Well,
    );
}

#[test]
fn two_programs_are_compared_by_their_outputs() {
    let spec = "#pragma TASS input\nint n;\n#pragma TASS output\nint s;\n\
                int main() {\n#pragma TASS joint invariant L i >= 0\n\
                for (int i = 0; i < n; i++) s += i; }";
    let impl_ = "#pragma TASS input\nint n;\n#pragma TASS output\nint s;\n\
                 int main() {\n#pragma TASS joint invariant L s == spec.s && i == spec.i\n\
                 for (int i = 0; i < n; i++) s = i + s; }";
    let input = |text| Input { name: "p", text };
    let reading = frontend_c::compare(input(impl_), input(spec), Options::default());
    let reading = reading.expect("both are right");
    let claim = &reading.module.claims[0];
    assert_eq!(claim.ensures.to_string(), "impl.p[0].s == spec.p[0].s");
    let problem = frontend_c::compare(input(impl_), input("int main() {}"), Options::default());
    let problem = problem.expect_err("the specification has no output");
    assert_eq!((problem.file, &impl_[problem.span]), (0, "spec.s"));
    let other = spec.replace("int s", "int t").replace("s +=", "t +=");
    let plain = spec.replace("s += i", "s = i + s");
    let problem = frontend_c::compare(input(&plain), input(&other), Options::default());
    let problem = problem.expect_err("the specification has another output");
    assert_eq!((problem.file, &other[problem.span]), (1, "t"));
}
