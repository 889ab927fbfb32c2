//! Structs, and functions that give structs and addresses.

mod common;

use common::{Behaves, parallel, with_functions};

const POINT: &str = "typedef struct point { int x, y; } point;";

fn holds(functions: &str, statements: &str) {
    with_functions(functions, statements, Behaves::Well);
}

fn fails(functions: &str, statements: &str) {
    with_functions(functions, statements, Behaves::Badly);
}

#[test]
fn members_are_variables_of_their_own() {
    holds(
        POINT,
        "point p = {1, 2}; p.x += p.y; assert(p.x == 3 && p.y == 2);",
    );
    holds(
        POINT,
        "struct point p = {.y = 4}; assert(p.x == 0 && p.y == 4);",
    );
    holds(
        POINT,
        "point p = {1, 2}, q; q = p; p.x = 5; assert(q.x == 1 && q.y == 2); q = (point) {7, 8}; assert(q.y == 8);",
    );
    holds(
        POINT,
        "point p, *r = &p; r->x = 3; (*r).y = r->x + 1; assert(p.x == 3 && p.y == 4);",
    );
    holds(
        "struct s { int n; double v[3]; struct { int k; } in; }; struct s g;",
        "struct s t = {2, {0.5, 1.5}, {9}}; g = t; t.v[1] = 4; \
         assert(g.n == 2 && g.v[1] == 1.5 && g.v[2] == 0 && g.in.k == 9);",
    );
    holds(
        "struct s { int n; } g; int f(void) { static struct s c; c.n++; return c.n; }",
        "assert(g.n == 0); f(); assert(f() == 2);",
    );
    fails(POINT, "point p = {1, 2}; assert(p.x == 2);");
}

#[test]
fn arrays_of_structs_have_an_array_for_each_member() {
    holds(
        POINT,
        "point a[3] = {{1, 2}, [2] = {5, 6}}; int i = 1; a[i] = a[2]; a[i].y++; \
         assert(a[0].y == 2 && a[1].x == 5 && a[1].y == 7 && a[2].y == 6);",
    );
    holds(
        POINT,
        "point a[2]; point *p = a; for (int i = 0; i < 2; i++) { p->x = i; p++; } assert(a[1].x == 1);",
    );
    holds(
        "struct s { int v[2]; };",
        "struct s a[2]; a[1].v[0] = 3; a[0].v[1] = 4; struct s b = a[1]; assert(b.v[0] == 3 && a[0].v[1] == 4);",
    );
    fails(POINT, "point a[2]; int i = 2; a[i].x = 1;");
    fails(
        "struct s { int v[2]; };",
        "struct s a[2]; int i = 2; a[0].v[i] = 1;",
    );
    // A member has no neighbours of its own kind.
    fails(POINT, "point a[2]; int *p = &a[0].x; p[1] = 1;");
    fails(POINT, "point p; point *q = &p; q[1].x = 1;");
}

#[test]
fn memory_may_hold_structs() {
    holds(
        POINT,
        "int n = 3; point *a = malloc(n * sizeof(point)); for (int i = 0; i < n; i++) a[i].x = i; \
         assert(a[2].x == 2); free(a);",
    );
    holds(
        POINT,
        "point *a = calloc(2, sizeof *a); assert(a[1].y == 0); free(a);",
    );
    fails(POINT, "point *a = malloc(2 * sizeof(point)); a[2].x = 1;");
    fails(
        POINT,
        "point *a = malloc(2 * sizeof(point)); free(a); a[0].x = 1;",
    );
}

#[test]
fn structs_may_have_pointers() {
    let grid = "struct grid { int n; double *data; };\n\
                void make(struct grid *g, int n) { g->n = n; g->data = calloc(n, sizeof(double)); }\n\
                double sum(struct grid g) { double s = 0; for (int i = 0; i < g.n; i++) s += g.data[i]; return s; }";
    holds(
        grid,
        "struct grid g; make(&g, 3); g.data[1] = 2; assert(sum(g) == 2 && g.n == 3); free(g.data);",
    );
    fails(grid, "struct grid g; make(&g, 3); g.data[3] = 2;");
}

#[test]
fn functions_take_and_give_structs() {
    let functions = "typedef struct { int x, y; } point;\n\
                     point add(point a, point b) { a.x += b.x; a.y += b.y; return a; }\n\
                     void move(point *p) { p->x++; }";
    holds(
        functions,
        "point p = {1, 2}, q = add(p, (point) {10, 20}); move(&q); \
         assert(p.x == 1 && q.x == 12 && q.y == 22 && add(add(p, p), q).y == 26);",
    );
}

#[test]
fn functions_give_addresses() {
    let functions = "int *at(int *a, int i) { return a + i; }\n\
                     double *make(int n) { double *v = malloc(n * sizeof(double)); v[0] = 1; return v; }";
    holds(
        functions,
        "int a[3] = {4, 5, 6}; assert(*at(a, 1) + *at(a, 2) == 11); *at(a, 0) = 7; assert(a[0] == 7);",
    );
    holds(
        functions,
        "double *v = make(2), *w = make(3); v[1] = 2; w[2] = 3; assert(v[0] + v[1] == w[2]); free(v); free(w);",
    );
    fails(functions, "double *v = make(2); v[2] = 1;");
}

#[test]
fn pointers_may_be_exchanged_in_a_loop() {
    let swap = |bound: &str, claim: &str| {
        format!(
            "int a[2] = {{0, 0}}, b[2] = {{5, 5}}; int *p = a, *q = b; int n = 3, i;\n\
             for (i = 0; i < n; i++) {{ p[{bound}] = i; int *t = p; p = q; q = t; }}\n\
             assert({claim});"
        )
    };
    holds("", &swap("1", "n < 1 || q[1] == n - 1"));
    fails("", &swap("2", "1"));
    fails("", &swap("1", "n < 1 || p[1] == n - 1"));
}

#[test]
fn members_are_sent() {
    parallel(
        "struct { int id; double v[2]; } a[2] = {{rank, {1, 2}}, {0, {0, 0}}};\n\
         MPI_Sendrecv(&a[0].id, 1, MPI_INT, 1 - rank, 0, &a[1].id, 1, MPI_INT, 1 - rank, 0, W, &s);\n\
         MPI_Sendrecv(a[0].v, 2, MPI_DOUBLE, 1 - rank, 1, a[1].v, 2, MPI_DOUBLE, 1 - rank, 1, W, &s);\n\
         assert(a[1].id == 1 - rank && a[1].v[1] == 2);",
        2,
        Behaves::Well,
    );
    // The second number behind the first is no member of the same kind.
    parallel(
        "struct { int id, other; } a[2] = {{1, 2}, {3, 4}};\n\
         if (rank == 0) MPI_Send(&a[0].id, 2, MPI_INT, 1, 0, W);\n\
         else { int b[2]; MPI_Recv(b, 2, MPI_INT, 0, 0, W, &s); }",
        2,
        Behaves::Badly,
    );
}
