//! How the examples of papers/002, Fig. 5, grow with the number of processes.
//!
//! `cargo bench --workspace --profile dev --bench processes -- ring 10 20` decides the ring of ten
//! and of twenty processes; without arguments, all nine examples at 2, 5, 10, 20 and 50. No
//! invariant is given but to the matrix. Every verdict has been accepted by the checker; seconds are
//! processor time of the whole program. `matrix` at one process is the example of the paper.

#![allow(clippy::print_stdout, reason = "this is a program for the terminal")]

use question::Question;
use std::fmt::Write;
use std::time::Duration;

use budget::Budget;
use evidence::{Verdict, VerdictKind};
use rustix::time::{ClockId, clock_gettime};

/// How long a claim may take.
const TIME: Duration = Duration::from_secs(120);

const SIZES: [usize; 5] = [2, 5, 10, 20, 50];

/// An example: its name, what it is at a number of processes, and what is right of it. A single sender
/// races with nobody.
type Example = (&'static str, fn(usize) -> String, VerdictKind);

const EXAMPLES: [Example; 9] = [
    ("race", race, VerdictKind::Refuted),
    ("stagger", stagger, VerdictKind::Proved),
    ("matrix", matrix, VerdictKind::Proved),
    ("count", count, VerdictKind::Proved),
    ("ring", ring, VerdictKind::Proved),
    ("mean", mean, VerdictKind::Proved),
    ("fib", fib, VerdictKind::Proved),
    ("nested", nested, VerdictKind::Proved),
    ("diffusion", diffusion, VerdictKind::Proved),
];

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    let sizes: Vec<usize> = arguments.iter().filter_map(|a| a.parse().ok()).collect();
    let names: Vec<&String> = arguments
        .iter()
        .filter(|argument| argument.parse::<usize>().is_err())
        .collect();
    println!(
        "{:<10} {:>9} {:>8} {:>11} {:>9} {:>8} {:>8}",
        "system", "processes", "verdict", "transitions", "questions", "decide", "check"
    );
    for (name, text, right) in EXAMPLES {
        if !names.is_empty() && !names.iter().any(|asked| *asked == name) {
            continue;
        }
        for size in if sizes.is_empty() { &SIZES[..] } else { &sizes } {
            let right = match (name, *size) {
                ("race", 2) => VerdictKind::Proved,
                _ => right,
            };
            measure(name, *size, &text(*size), right);
        }
    }
}

fn measure(name: &str, size: usize, text: &str, right: VerdictKind) {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors(), "{:?}\n{text}", analysis.diagnostics);
    let question = analysis
        .module
        .question(&analysis.module.claims[0])
        .ok()
        .and_then(Question::safe)
        .expect("the claim is about a system");
    let budget = Budget::unlimited().within(TIME);
    let start = processor_time();
    let decision = collective::decide(&question, &budget);
    let decided = processor_time();
    let verdict = match &decision.verdict {
        Verdict::Proved(evidence) | Verdict::Refuted(evidence) => {
            match checker::check_safe(&question, evidence, &budget) {
                Ok(_) if evidence.supports() == right => right.as_str().to_owned(),
                Ok(_) => "WRONG".to_owned(),
                Err(rejected) => format!("rejected: {rejected}"),
            }
        }
        Verdict::Unknown(reason) => format!("unknown: {reason}"),
    };
    let checked = processor_time();
    println!(
        "{name:<10} {size:>9} {verdict:>8} {:>11} {:>9} {:>8.3} {:>8.3}",
        decision.transitions,
        decision.questions,
        (decided - start).as_secs_f64(),
        (checked - decided).as_secs_f64(),
    );
}

fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(now).expect("nobody has used less than no time")
}

/// All but one send their ranks to the first, forever; two of one sender may come together.
fn race(size: usize) -> String {
    let sum = size * (size - 1) / 2;
    format!(
        "system race {{ process p[{size}] {{
            var s: int = {sum}; var t: int = {sum}; var j: int = 0; var x: int = 0;
            while (true) invariant I: s == t {{
                if (me == 0) {{
                    s = 0; j = 1;
                    while (j < size) {{ receive x from any; s = s + x; j = j + 1; }}
                }} else {{ send me to 0; }}
            }} }} }}
        claim c: race safe;"
    )
}

/// Pairs of processes that take turns.
fn stagger(size: usize) -> String {
    let processes = size / 2 * 2;
    format!(
        "system stagger {{ input n: int where n >= 0; process p[{processes}] {{
            var i: int = 0; var x: int = 0;
            while (i < 2*n) {{
                if (me % 2 == 0 && i % 2 == 0) {{ receive x from me + 1; }}
                else if (me % 2 == 1 && i % 2 == 1) {{ x = i + 1; send x to me - 1; }}
                i = i + 1;
            }}
            assert x == 2*n; }} }}
        claim c: stagger safe leaving no messages;"
    )
}

/// Each process adds two matrices.
fn matrix(size: usize) -> String {
    let sum = "c[r][s] == a[r][s] + b[r][s]";
    let rows = format!("(forall r: int, s: int :: 0 <= r && r < i && 0 <= s && s < n ==> {sum})");
    let row = "(forall s: int :: 0 <= s && s < j ==> c[i][s] == a[i][s] + b[i][s])";
    format!(
        "system matrix {{ input n: int where n >= 0;
            input a: array<int, array<int, real>>; input b: array<int, array<int, real>>;
            process p[{size}] {{
            var c: array<int, array<int, real>>; var i: int = 0; var j: int = 0;
            while (i < n) invariant 0 <= i && i <= n && {rows} {{
                j = 0;
                while (j < n) invariant 0 <= i && i < n && 0 <= j && j <= n && {rows} && {row} {{
                    c[i][j] = a[i][j] + b[i][j]; j = j + 1;
                }}
                i = i + 1;
            }}
            assert forall r: int, s: int :: 0 <= r && r < n && 0 <= s && s < n ==> {sum}; }} }}
        claim c: matrix safe;"
    )
}

fn count(size: usize) -> String {
    format!(
        "system count {{ input N: int where N >= 0; process p[{size}] {{
            var i: int = 0; while (i < N) {{ i = i + 1; }} assert i == N; }} }}
        claim c: count safe;"
    )
}

fn ring(size: usize) -> String {
    format!(
        "system ring {{ input N: int; process p[{size}] {{
            var i: int = 0; var x: int = me;
            while (i < N) {{
                send x to (me + 1) % size; receive x from (me + size - 1) % size; i = i + 1;
            }} }} }}
        claim c: ring safe leaving no messages;"
    )
}

/// One specification, and all others compute the same.
fn same(size: usize, variables: &[&str]) -> String {
    let mut formulas = Vec::new();
    for other in 0..size - 1 {
        formulas.extend(variables.iter().map(|v| format!("A.{v} == B[{other}].{v}")));
    }
    formulas.join(" && ")
}

fn mean(size: usize) -> String {
    format!(
        "system mean {{ input n: int where n >= 1; input a: array<int, real>;
            process A {{
                var s: real = 0; var i: int = 0; var m: real = 0;
                while (i < n) {{ s = s + a[i]; i = i + 1; }}
                m = s / real(n);
            }}
            process B[{others}] {{
                var s: real = 0; var j: int = 1; var m: real = 0;
                while (j <= n) {{ s = s + a[j - 1]; j = j + 1; }}
                m = s / real(n);
            }} }}
        claim c: mean safe ensures {same};",
        others = size - 1,
        same = same(size, &["m"]),
    )
}

fn fib(size: usize) -> String {
    format!(
        "system fib {{ input tol: real;
            process A {{
                var i: real = 0; var j: real = 1; var k: real = 1; var p: real = 1;
                var err: real = 1; var tmp: real = 0;
                while (err >= tol) {{
                    i = j; j = k; k = i + j; tmp = k / j;
                    if (tmp >= p) {{ err = tmp - p; }} else {{ err = p - tmp; }}
                    p = tmp;
                }}
            }}
            process B[{others}] {{
                var j: real = 1; var k: real = 1; var p: real = 1; var err: real = 1;
                while (err >= tol) {{
                    k = j + k; j = k - j; err = k / j - p; p = err + p;
                    if (err < 0) {{ err = -err; }}
                }}
            }} }}
        claim c: fib safe ensures {same};",
        others = size - 1,
        same = same(size, &["p", "err"]),
    )
}

fn nested(size: usize) -> String {
    format!(
        "system nested {{ input n: int;
            process A {{
                var s: int = 0; var i: int = 1; var j: int = 0;
                while (i <= n) {{
                    j = 1;
                    while (j <= i*i) {{ s = s + i*j; j = j + 1; }}
                    i = i + 1;
                }}
            }}
            process B[{others}] {{
                var s: int = 0; var i: int = 1; var j: int = 0; var t: int = 0;
                while (i <= n) {{
                    t = 0; j = 1;
                    while (j <= i*i) {{ t = t + j; j = j + 1; }}
                    s = s + i*t; i = i + 1;
                }}
            }} }}
        claim c: nested safe ensures {same};",
        others = size - 1,
        same = same(size, &["s"]),
    )
}

/// One specification, and beside it as many processes as there are cells.
fn diffusion(size: usize) -> String {
    let mut same = String::new();
    for cell in 1..=size {
        let and = if cell > 1 { " && " } else { "" };
        let _ = write!(same, "{and}spec.u[{cell}] == p[{}].u", cell - 1);
    }
    format!(
        "system diffusion {{ input k: real; input steps: int; input u0: array<int, real>;
            process spec {{
                var u: array<int, real> = u0; var w: array<int, real> = u0;
                var t: int = 0; var i: int = 0;
                while (t < steps) {{
                    i = 1;
                    while (i <= {size}) {{
                        w[i] = u[i] + k*(u[i - 1] - 2*u[i] + u[i + 1]); i = i + 1;
                    }}
                    u = w; t = t + 1;
                }}
            }}
            process p[{size}] {{
                var u: real = u0[me]; var l: real = 0; var r: real = 0; var t: int = 0;
                while (t < steps) {{
                    if (me > 1) {{ send u to me - 1; }}
                    if (me < size - 1) {{ send u to me + 1; }}
                    if (me > 1) {{ receive l from me - 1; }} else {{ l = u0[0]; }}
                    if (me < size - 1) {{ receive r from me + 1; }} else {{ r = u0[{end}]; }}
                    u = u + k*(l - 2*u + r); t = t + 1;
                }}
            }} }}
        claim c: diffusion safe leaving no messages ensures {same};",
        end = size + 1,
    )
}
