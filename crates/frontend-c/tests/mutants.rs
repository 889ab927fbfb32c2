//! Valid programs with parts of them taken out, doubled or put elsewhere: the reader understands
//! them or says where they are wrong, and never breaks. `TANDEM_MUTANTS` is how many are tried.

use std::path::Path;

use frontend_c::{Buffering, Input, Options, read};

/// Statements of all kinds that the subset has, with which programs are spoilt.
const STATEMENTS: &str = "
    int *p = malloc(n * sizeof(int)); free(p); p = NULL; p = a + 1; *p++ = i; p += 2;
    double *q = calloc(3, sizeof *q); q[i] = 1 / 2.0; if (!p) p = &i; i = p - a;
    static int k; unsigned u = -1; u = u * u + 0xFFFFFFFF; char c = 'x'; c <<= 3;
    MPI_Request r; MPI_Request rs[2]; MPI_Status st[2]; r = MPI_REQUEST_NULL;
    MPI_Irecv(&i, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
    MPI_Isend(a, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &rs[1]); MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Waitall(2, rs, st); MPI_Get_count(&st[0], MPI_INT, &i); st[1].MPI_TAG == i;
    MPI_Scan(&i, &n, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); i = sizeof(a) / sizeof(a[0]);
    MPI_Alltoall(a, 1, MPI_INT, b, 1, MPI_INT, MPI_COMM_WORLD); i = n > 2 ? i++ : f(a, i);
    struct pair { int a; double b[2]; int *c; } s = {1, {2}}, t[2], *o = &s; t[1].b[i] = s.a;
    t[i] = s; o->a++; s = f2(s, o); o = t; o++; s.c = a; s.c[1] = 2; free(s.c); *o = (struct pair) {.a = 1};
    MPI_Send(&t[1].a, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); MPI_Send(s.b, 2, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    p = g(a, 1); int *h = p; p = p2; p2 = h; scanf(\"%d\", &i); memset(a, 0, sizeof(a));
    MPI_Exscan(&i, &n, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); if (argc > 1) i = atoi(argv[1]);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, a, 1, MPI_INT, MPI_COMM_WORLD);
    switch (i) { case 1: break; default: continue; } do { i--; } while (i > 0 && f(a, 2));
";

/// A generator that is the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// Words, numbers and marks with the space before them.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    for c in text.chars() {
        let joins = parts
            .last()
            .and_then(|part| part.chars().last())
            .is_some_and(|last| is_word(last) && is_word(c) || last == ' ' || last == '\n');
        match parts.last_mut() {
            Some(part) if joins => part.push(c),
            _ => parts.push(c.to_string()),
        }
    }
    parts
}

fn programs() -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/collective");
    let entries = std::fs::read_dir(folder).expect("the folder exists");
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    paths.sort();
    let texts = paths
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("the file can be read"));
    let mut programs: Vec<Vec<String>> = texts.map(|text| parts(&text)).collect();
    let whole = format!(
        "struct pair; int f(int *a, int n) {{ return a[n]; }}\nint *g(int *a, int i) {{ return a + i; }}\n\
         int main(int argc, char **argv) {{ int i = 0, n = 3, a[3], b[3], *p2 = b;\n\
         while (i < n) {{ {STATEMENTS} }} }}"
    );
    programs.push(parts(&whole));
    programs
}

#[test]
fn spoilt_programs_do_not_break_the_reader() {
    let count = std::env::var("TANDEM_MUTANTS").ok();
    let count = count.and_then(|count| count.parse().ok()).unwrap_or(3_000);
    let programs = programs();
    let statements = parts(STATEMENTS);
    let mut random = Random(11);
    for _ in 0..count {
        let mut program = programs[random.below(programs.len())].clone();
        for _ in 0..=random.below(3) {
            let at = random.below(program.len());
            let end = (at + 1 + random.below(4)).min(program.len());
            match random.below(5) {
                0 => drop(program.drain(at..end)),
                1 => {
                    let copy = program[at..end].to_vec();
                    let to = random.below(program.len());
                    program.splice(to..to, copy);
                }
                2 => {
                    let other = random.below(program.len());
                    program.swap(at, other);
                }
                3 => {
                    // A whole statement, at the end of another one.
                    let places: Vec<usize> = (0..program.len())
                        .filter(|i| program[*i].trim() == ";")
                        .collect();
                    let Some(to) = places.get(random.below(places.len())) else {
                        continue;
                    };
                    let text: Vec<&str> = STATEMENTS.split_inclusive(';').collect();
                    let statement = parts(text[random.below(text.len())]);
                    program.splice(to + 1..to + 1, statement);
                }
                _ => program[at].clone_from(&statements[random.below(statements.len())]),
            }
        }
        let text = program.concat();
        let options = Options {
            processes: Some(2),
            buffering: Some(if random.below(4) == 0 {
                Buffering::None
            } else {
                Buffering::Unbounded
            }),
            ..Options::default()
        };
        let input = Input {
            name: "mutant",
            text: &text,
        };
        if let Err(problem) = read(input, options) {
            let place = text.get(problem.span.clone());
            assert!(place.is_some(), "{text:?}: {problem:?}");
        }
    }
}
