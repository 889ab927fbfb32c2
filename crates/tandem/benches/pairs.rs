//! How long the exact engine and the checker take for about a million pairs of states, and how much
//! memory they need at most. Run with `cargo bench -p tandem --bench pairs`.

mod common;

use question::Question;
use std::io::Write;
use std::time::Instant;

use budget::Budget;
use common::{peak, reset_peak};
use evidence::Verdict;

/// Counters modulo `n` that start anywhere, so that all pairs of states come up.
fn counters(n: u32, target_step: u32) -> String {
    let top = n - 1;
    format!(
        "program a {{ var x: 0..={top}; loop {{ x = (x + 1) % {n}; send x % 2 on 0; }} }}
         program b {{
             var y: 0..={top};
             loop {{ while (*) {{ y = (y + {target_step}) % {n}; }} send y % 2 on 0; }}
         }}
         claim c: a simulated by b;"
    )
}

fn main() {
    let mut out = std::io::stdout();
    let mut line = |text: String| writeln!(out, "{text}").expect("standard output is open");
    line(format!(
        "{:<28} {:>9} {:>9} {:>9} {:>9} {:>9}  verdict",
        "claim", "states", "pairs", "decide", "check", "peak"
    ));
    for (name, n, step) in [
        ("counters 200, proved", 200, 1),
        ("counters 500, proved", 500, 1),
        ("counters 500, refuted", 500, 2),
        ("counters 1000, refuted", 1000, 2),
    ] {
        let analysis = language::analyze(&counters(n, step));
        assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
        let question = analysis
            .module
            .question(&analysis.module.claims[0])
            .ok()
            .and_then(Question::simulated)
            .expect("the claim is about a simulation");
        reset_peak();
        let start = Instant::now();
        let decision = explicit::simulation::decide(&question, &Budget::unlimited());
        let decided = start.elapsed();
        let (word, evidence) = match decision.verdict {
            Verdict::Proved(evidence) => ("proved", evidence),
            Verdict::Refuted(evidence) => ("refuted", evidence),
            Verdict::Unknown(reason) => panic!("{reason}"),
        };
        let start = Instant::now();
        checker::check_simulated(&question, &evidence, &Budget::unlimited())
            .expect("the evidence is accepted");
        let checked = start.elapsed();
        line(format!(
            "{name:<28} {:>9} {:>9} {:>7} ms {:>7} ms {:>5} MiB  {word}",
            decision.effort.states,
            decision.effort.pairs,
            decided.as_millis(),
            checked.as_millis(),
            peak().unwrap_or(0),
        ));
    }
}
