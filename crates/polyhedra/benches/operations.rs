//! How many operations on polyhedra and grids are done in a second. Prints the tables of docs/benchmarks.md:
//! `cargo bench -p polyhedra`.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use logic::Integer;
use polyhedra::congruence::{Congruence, Grid};
use polyhedra::{Affine, Constraint, Polyhedron, Relation};

fn say(text: &str) {
    writeln!(std::io::stdout(), "{text}").expect("standard output is open");
}

/// The time that is measured for each figure.
const TIME: Duration = Duration::from_millis(300);

/// The time of the processor that this thread has used: what else the machine does is no part of it.
fn used() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(now).expect("a thread has not used less than no time")
}

/// Numbers that look random and are the same on every run (xorshift).
struct Rng(u64);

impl Rng {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }
}

/// What one operation is tried on.
struct Case {
    left: Polyhedron,
    right: Polyhedron,
    constraint: Constraint,
    dimension: usize,
    value: Affine,
}

fn affine(rng: &mut Rng, dimensions: usize) -> Affine {
    let count = 1 + rng.below(3);
    let coefficients: Vec<(usize, i64)> = (0..count)
        .map(|_| (rng.below(dimensions), [-2, -1, -1, 1, 1, 2][rng.below(6)]))
        .collect();
    Affine::of_integers(coefficients, 0)
}

/// A constraint that a point satisfies.
fn constraint(rng: &mut Rng, dimensions: usize, point: &[i64]) -> Constraint {
    let expression = affine(rng, dimensions);
    let point: Vec<_> = point.iter().map(|value| (*value).into()).collect();
    let limit = expression.value_at(&point);
    if rng.below(6) == 0 {
        return Constraint::eq(&expression, &Affine::constant_of(limit));
    }
    let slack = Affine::constant_of(rng.between(0, 4));
    Constraint::le(&expression, &(&Affine::constant_of(limit) + &slack))
}

/// Polyhedra as programs make them: some bounds, and relations between two or three dimensions.
fn related(rng: &mut Rng, dimensions: usize) -> Case {
    let mut polyhedron = || {
        let point: Vec<i64> = (0..dimensions).map(|_| rng.between(-4, 4)).collect();
        let count = dimensions + 2 + rng.below(dimensions);
        let constraints: Vec<Constraint> = (0..count)
            .map(|_| constraint(rng, dimensions, &point))
            .collect();
        Polyhedron::from_constraints(dimensions, &constraints)
    };
    let (left, right) = (polyhedron(), polyhedron());
    let value = &affine(rng, dimensions) + &Affine::constant_of(1);
    let point: Vec<i64> = vec![0; dimensions];
    Case {
        left,
        right,
        constraint: constraint(rng, dimensions, &point),
        dimension: rng.below(dimensions),
        value,
    }
}

/// A box whose sides are intervals.
fn hypercube(dimensions: usize, low: i64, high: i64) -> Polyhedron {
    let sides: Vec<Constraint> = (0..dimensions)
        .flat_map(|dimension| {
            let side = Affine::dimension(dimension);
            [
                Constraint::ge(&side, &Affine::constant_of(low)),
                Constraint::le(&side, &Affine::constant_of(high)),
            ]
        })
        .collect();
    Polyhedron::from_constraints(dimensions, &sides)
}

fn hypercubes(rng: &mut Rng, dimensions: usize) -> Case {
    let low = rng.between(-5, 0);
    Case {
        left: hypercube(dimensions, low, low + 3),
        right: hypercube(dimensions, low + 1, low + 5),
        constraint: Constraint::new(Relation::Le, &affine(rng, dimensions)),
        dimension: rng.below(dimensions),
        value: &affine(rng, dimensions) + &Affine::constant_of(1),
    }
}

/// Hypercubes that one more constraint cuts, so that they are a single block with more generators
/// than are written down.
fn cut_hypercubes(rng: &mut Rng, dimensions: usize) -> Case {
    let whole = hypercubes(rng, dimensions);
    let sum = Affine::of_integers((0..dimensions).map(|dimension| (dimension, 1)), 0);
    let cut = |polyhedron: &Polyhedron, limit: i64| {
        polyhedron.meet_constraints([&Constraint::le(&sum, &Affine::constant_of(limit))])
    };
    Case {
        left: cut(&whole.left, 1),
        right: cut(&whole.right, 2),
        ..whole
    }
}

/// A number with two digits that count, and a gap before thousands.
fn rounded(rate: f64) -> String {
    let scale = 10_f64.powf(rate.max(10.0).log10().floor() - 1.0);
    let whole = ((rate / scale).round() * scale) as u64;
    match whole / 1000 {
        0 => whole.to_string(),
        thousands if thousands < 1000 => format!("{thousands} {:03}", whole % 1000),
        thousands => format!(
            "{} {:03} {:03}",
            thousands / 1000,
            thousands % 1000,
            whole % 1000
        ),
    }
}

fn per_second<C>(cases: &[C], operation: impl Fn(&C)) -> String {
    let start = used();
    let mut count = 0_u32;
    while used() - start < TIME {
        // The clock is asked for much less than the time of the processor, which goes to the system.
        let pass = Instant::now();
        for case in cases {
            operation(case);
            count += 1;
            if pass.elapsed() > 4 * TIME {
                break;
            }
        }
    }
    rounded(f64::from(count) / (used() - start).as_secs_f64())
}

fn row(name: &str, make: impl Fn(&mut Rng) -> Case) {
    let mut rng = Rng(0x9E37_79B9_7F4A_7C15);
    let cases: Vec<Case> = (0..60).map(|_| make(&mut rng)).collect();
    let figures = [
        per_second(&cases, |case| {
            black_box(case.left.meet(&case.right));
        }),
        per_second(&cases, |case| {
            black_box(case.left.meet_constraints([&case.constraint]));
        }),
        per_second(&cases, |case| {
            black_box(case.left.join(&case.right));
        }),
        per_second(&cases, |case| {
            black_box(case.left.forget(&[case.dimension]));
        }),
        per_second(&cases, |case| {
            black_box(case.left.assign(case.dimension, &case.value));
        }),
        per_second(&cases, |case| {
            black_box(case.left.is_subset(&case.right));
        }),
        per_second(&cases, |case| {
            black_box(case.left.widen(&case.right));
        }),
    ];
    say(&format!("| {name} | {} |", figures.join(" | ")));
}

/// Two grids of integer points, an expression, and a dimension that gets its value.
fn grids(rng: &mut Rng, dimensions: usize) -> (Grid, Grid, usize, Affine) {
    let integers: Vec<Congruence> = (0..dimensions)
        .map(|dimension| Congruence::new(&Affine::dimension(dimension), &Integer::ONE))
        .collect();
    let mut grid = || {
        let more: Vec<Congruence> = (0..3)
            .map(|_| {
                let modulus = Integer::from([0, 2, 3, 4][rng.below(4)]);
                Congruence::new(&affine(rng, dimensions), &modulus)
            })
            .collect();
        Grid::from_congruences(dimensions, integers.iter().chain(&more))
    };
    let (left, right) = (grid(), grid());
    (left, right, rng.below(dimensions), affine(rng, dimensions))
}

fn row_of_grids(dimensions: usize) {
    let mut rng = Rng(0x9E37_79B9_7F4A_7C15);
    let cases: Vec<_> = (0..60).map(|_| grids(&mut rng, dimensions)).collect();
    let figures = [
        per_second(&cases, |(left, right, ..)| {
            black_box(left.meet(right));
        }),
        per_second(&cases, |(left, right, ..)| {
            black_box(left.join(right));
        }),
        per_second(&cases, |(left, _, dimension, _)| {
            black_box(left.forget(&[*dimension]));
        }),
        per_second(&cases, |(left, _, dimension, value)| {
            black_box(left.assign(*dimension, value));
        }),
        per_second(&cases, |(left, right, ..)| {
            black_box(left.is_subset(right));
        }),
    ];
    say(&format!("| {dimensions} | {} |", figures.join(" | ")));
}

fn main() {
    say("Polyhedra, operations in a second:\n");
    say(
        "| dimensions | meet | meet with one constraint | join | project | assign | include | widen |",
    );
    say("|---|---|---|---|---|---|---|---|");
    for dimensions in [3, 6, 10, 15, 20] {
        row(&dimensions.to_string(), |rng| related(rng, dimensions));
    }
    row("20 (hypercubes)", |rng| hypercubes(rng, 20));
    row("20 (cut hypercubes)", |rng| cut_hypercubes(rng, 20));
    say("\nGrids, operations in a second:\n");
    say("| dimensions | meet | join | project | assign | include |");
    say("|---|---|---|---|---|---|");
    for dimensions in [3, 6, 10] {
        row_of_grids(dimensions);
    }
}
