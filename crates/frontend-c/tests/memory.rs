//! Pointers that move, memory that is allocated, and sizes.

mod common;

use common::{Behaves, fails, holds, parallel, with_functions};

#[test]
fn pointers_move_through_their_array() {
    holds("int a[3] = {1, 2, 3}, s = 0; for (int *p = a; p < a + 3; p++) s += *p; assert(s == 6);");
    holds(
        "int a[3] = {1, 2, 3}; int *p = a; int x = *p++; assert(x == 1 && *p == 2 && p - a == 1);",
    );
    holds(
        "int a[3] = {1, 2, 3}; int *p = a; p += 2; assert(*p == 3); --p; assert(*p == 2 && p != a);",
    );
    holds("int x = 1, y = 2; int *p = &x; *p = 5; p = &y; *p = 6; assert(x == 5 && y == 6);");
    holds("int *p = NULL; assert(!p && p == NULL); int x; p = &x; assert(p && p != NULL);");
    fails("int a[3] = {1, 2, 3}; int *p = a; for (int i = 0; i <= 3; i++) *p++ = i;");
    with_functions(
        "int sum(int *a, int n) { int s = 0; while (n-- > 0) s += *a++; return s; }",
        "int a[3] = {1, 2, 3}; int s = sum(a, 3) + sum(a + 1, 2); assert(s == 11 && a[0] == 1);",
        Behaves::Well,
    );
}

#[test]
fn allocated_memory_has_its_size() {
    holds(
        "int n = 5; int *a = malloc(n * sizeof(int)); for (int i = 0; i < n; i++) a[i] = i;\n\
         assert(a[4] == 4); free(a);",
    );
    holds("double *a; a = (double *) calloc(3, sizeof(double)); assert(a[2] == 0); free(a);");
    holds(
        "int *a = malloc(sizeof *a * 2 * 3); a[5] = 1; int *b = malloc(8); b[1] = 2; free(b); free(a);",
    );
    holds(
        "for (int i = 0; i < 3; i++) { int *a = malloc(4); a[0] = i; assert(a[0] == i); free(a); }",
    );
    fails("int *a = malloc(5 * sizeof(int)); a[5] = 0;");
    fails("int *a = malloc(3); a[0] = 0;");
    fails("int *a = malloc(4); free(a); a[0] = 1;");
    fails("int *a = malloc(4); free(a); free(a);");
    fails("int *a = malloc(8); int *b = a; free(b); a[0] = 1;");
    holds("int *a = malloc(sizeof(int)); a[0] = 1; assert(*a == 1); free(a);");
    with_functions(
        "int *data; void init(int n) { data = malloc(n * sizeof(int)); data[n - 1] = 7; }",
        "init(3); assert(data[2] == 7); free(data); data = NULL; assert(!data);",
        Behaves::Well,
    );
    parallel(
        "int *all = NULL; if (rank == 0) all = malloc(size * sizeof(int));\n\
         MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 0, W);\n\
         if (rank == 0) { assert(all[2] == 2); free(all); }",
        3,
        Behaves::Well,
    );
}

#[test]
fn sizes_are_those_of_a_common_machine() {
    holds("int a[10]; int n = sizeof(a) / sizeof(a[0]); assert(n == 10 && sizeof(long) == 8);");
    holds("double a[4][3]; assert(sizeof(a) / sizeof(double) == 12 && sizeof(float) == 4);");
    holds("int i = 0; assert(sizeof(i++) == 4 && i == 0 && sizeof(char *) == 8);");
}
