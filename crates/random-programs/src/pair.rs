//! Pairs of programs with a claim about them.

use std::fmt::Write;

use crate::Rng;
use crate::semantics::Store;
use crate::syntax::{SHARED, Shape, Stmt, TOP, VARS};

/// A pair of programs with a pre- and a postcondition.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The implementation, or the first copy.
    pub first: Stmt,
    /// The specification, or the second copy.
    pub second: Stmt,
    /// Pairs of variables, one of each program, that are equal at the start.
    pub requires: Vec<(usize, usize)>,
    /// The same for the end.
    pub ensures: Vec<(usize, usize)>,
}

impl Pair {
    /// A random pair; often the two programs are alike, so that both verdicts are frequent.
    pub fn random(rng: &mut Rng, shape: Shape) -> Pair {
        let vars: Vec<usize> = (0..VARS).collect();
        let depth = 2 + rng.below(2);
        let first = Stmt::random(rng, depth, &vars, shape);
        let second = match rng.below(10) {
            0..=3 => first.mutate(rng, &vars, shape),
            4 => first.clone(),
            5 => Stmt::Choose(vec![Stmt::random(rng, 2, &vars, shape), first.clone()]),
            _ => Stmt::random(rng, depth, &vars, shape),
        };
        let equal = |rng: &mut Rng, percent: u32| {
            let pairs: Vec<(usize, usize)> = (0..VARS).map(|var| (var, var)).collect();
            pairs.into_iter().filter(|_| rng.chance(percent)).collect()
        };
        let requires = equal(rng, 80);
        let ensures = if rng.chance(50) {
            Vec::new()
        } else {
            equal(rng, 40)
        };
        Pair {
            first,
            second,
            requires,
            ensures,
        }
    }

    /// A random pair of programs whose two threads have atomic blocks with all that a block may hold:
    /// messages, failures, loops and choices, also where another thread waits.
    pub fn with_atomic_threads(rng: &mut Rng, shape: Shape) -> Pair {
        let within = Shape {
            parallel: false,
            ..shape
        };
        let thread = |rng: &mut Rng, vars: &[usize]| {
            let mut parts = vec![Stmt::Atomic(Box::new(Stmt::random(rng, 2, vars, within)))];
            if rng.chance(60) {
                let position = rng.below(2) as usize;
                parts.insert(position, Stmt::random(rng, 1, vars, within));
            }
            Stmt::Seq(parts)
        };
        let program = |rng: &mut Rng| {
            let mut theirs = vec![1];
            if rng.chance(60) {
                theirs.push(SHARED);
            }
            vec![thread(rng, &[SHARED, 2]), thread(rng, &theirs)]
        };
        let first = program(rng);
        let second = match rng.below(10) {
            0..=2 => program(rng),
            3 | 4 => first.iter().rev().cloned().collect(),
            5 | 6 => {
                // The blocks are no longer atomic.
                let open = |thread: &Stmt| match thread {
                    Stmt::Seq(parts) => Stmt::Seq(parts.iter().map(Stmt::opened).collect()),
                    other => other.clone(),
                };
                first.iter().map(open).collect()
            }
            _ => vec![thread(rng, &[SHARED, 2]), first[1].clone()],
        };
        Pair {
            first: Stmt::Par(first),
            second: Stmt::Par(second),
            ..Pair::random(rng, shape)
        }
    }

    /// The Tandem text. Variables that `requires` does not tie start at zero, which keeps the
    /// number of initial states small.
    #[must_use]
    pub fn text(&self, claim: &str) -> String {
        let mut out = String::new();
        for (name, body) in [("a", &self.first), ("b", &self.second)] {
            writeln!(out, "program {name} {{").expect("writing to a string cannot fail");
            for var in 0..VARS {
                let tied = self.requires.iter().any(|(x, _)| *x == var);
                let initial = if tied { "" } else { " = 0" };
                let shared = if var == SHARED { "shared " } else { "" };
                writeln!(out, "    {shared}var x{var}: 0..={TOP}{initial};")
                    .expect("writing to a string cannot fail");
            }
            body.text(1, &mut out);
            out.push_str("}\n");
        }
        let equations = |pairs: &[(usize, usize)]| {
            let list: Vec<String> = pairs
                .iter()
                .map(|(x, y)| format!("a.x{x} == b.x{y}"))
                .collect();
            if list.is_empty() {
                "true".to_owned()
            } else {
                list.join(" && ")
            }
        };
        writeln!(
            out,
            "claim c: {claim}\n    requires {}\n    ensures {};",
            equations(&self.requires),
            equations(&self.ensures)
        )
        .expect("writing to a string cannot fail");
        out
    }

    /// The initial stores of both programs, pairwise.
    #[must_use]
    pub fn starts(&self) -> Vec<(Store, Store)> {
        let mut starts = vec![([0; VARS], [0; VARS])];
        for (x, y) in &self.requires {
            starts = starts
                .into_iter()
                .flat_map(|(a, b)| {
                    (0..=TOP).map(move |value| {
                        let (mut a, mut b) = (a, b);
                        a[*x] = value;
                        b[*y] = value;
                        (a, b)
                    })
                })
                .collect();
        }
        starts
    }

    /// Whether the postcondition holds.
    #[must_use]
    pub fn ensured(&self, a: &Store, b: &Store) -> bool {
        self.ensures.iter().all(|(x, y)| a[*x] == b[*y])
    }
}
