//! How fair inclusion by sets of states grows with the number of philosophers (papers/004, section
//! 8). Prints tables for `docs/benchmarks.md` and draws `docs/philosophers.svg`.
//!
//! `cargo bench -p fairness --bench philosophers -- 4` stops at four philosophers.

#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use question::Question;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use budget::Budget;
use evidence::{Evidence, Verdict};
use fairness::claim::{States, decide_claim_with};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The seconds of processor time of this thread, which other programs do not disturb.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = text
        .split(' ')
        .next()
        .and_then(|time| time.parse::<f64>().ok());
    first.unwrap_or(0.0) / 1e9
}

/// The most memory that this process has used so far, in MiB.
fn memory() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    number.unwrap_or(0.0) / 1024.0
}

/// What was measured for a claim.
struct Measured {
    philosophers: usize,
    seconds: f64,
    checking: f64,
    nodes: usize,
}

/// Decides and checks a claim about chains, and prints a line of a table.
fn measure(programs: &str, philosophers: usize, specification: &str) -> Measured {
    let text = format!(
        "{programs} program chain = philosopher^{philosophers};
        program other = {specification};
        claim c: chain included in other;"
    );
    let analysis = language::analyze(&text);
    let question = analysis
        .module
        .question(&analysis.module.claims[0])
        .ok()
        .and_then(Question::included)
        .expect("the claim is about an inclusion");
    let budget = Budget::unlimited();
    let start = processor_time();
    let decision = decide_claim_with(&question, States::Sets, &budget);
    let seconds = processor_time() - start;
    let evidence = match decision.verdict {
        Verdict::Proved(evidence) => Some(evidence),
        _ => None,
    };
    let start = processor_time();
    let verdict = match &evidence {
        Some(evidence) => {
            let accepted = checker::check_included(&question, evidence, &budget);
            format!("{:?}", accepted.expect("the evidence is good").verdict())
        }
        None => "no fair simulation".to_owned(),
    };
    let checking = processor_time() - start;
    let size = match &evidence {
        Some(Evidence::SymbolicInclusion(proof)) => {
            let layers: usize = proof.goals.iter().map(Vec::len).sum();
            format!("{layers} layers, {} nodes", proof.nodes.len())
        }
        _ => "–".to_owned(),
    };
    println!(
        "| {philosophers} | {specification} | {seconds:.2} s | {checking:.2} s | {} | {size} | {:.0} MiB | {verdict} |",
        decision.nodes,
        memory(),
    );
    let nodes = match evidence {
        Some(Evidence::SymbolicInclusion(proof)) => proof.nodes.len(),
        _ => 0,
    };
    Measured {
        philosophers,
        seconds,
        checking,
        nodes,
    }
}

fn main() {
    let arguments = std::env::args().skip(1);
    let mut most = arguments.filter_map(|argument| argument.parse::<usize>().ok());
    let most = most.next_back().unwrap_or(6);
    let text = std::fs::read_to_string(root().join("examples/philosophers.tdm"));
    let text = text.expect("the example can be read");
    let programs = text
        .split("claim")
        .next()
        .expect("a split has a first part");
    println!(
        "| philosophers | included in | decide | check | nodes | evidence | memory | verdict |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let chains = (1..=most).map(|count| measure(programs, count, "halves"));
    let chains: Vec<Measured> = chains.collect();
    let shorter = (4..=most).map(|count| {
        let specification = format!("philosopher^{}", count - 1);
        measure(programs, count, &specification)
    });
    let shorter: Vec<Measured> = shorter.collect();
    let lines = [
        Line::new("Qⁿ in I: decide", "#1b6ca8", &chains, |m| m.seconds),
        Line::new("Qⁿ in I: check", "#8fbfe0", &chains, |m| m.checking),
        Line::new("Qⁿ in Qⁿ⁻¹: decide", "#b3541e", &shorter, |m| {
            m.seconds
        }),
        Line::new("Qⁿ in Qⁿ⁻¹: check", "#e8b48f", &shorter, |m| {
            m.checking
        }),
    ];
    let nodes = [
        Line::new("Qⁿ in I", "#1b6ca8", &chains, |m| m.nodes as f64),
        Line::new("Qⁿ in Qⁿ⁻¹", "#b3541e", &shorter, |m| m.nodes as f64),
    ];
    let drawing = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 860 340\" \
        font-family=\"sans-serif\" font-size=\"12\">\n\
        <rect width=\"860\" height=\"340\" fill=\"white\"/>\n{}{}</svg>\n",
        chart(20.0, "processor time (s)", most, &lines),
        chart(450.0, "nodes of the evidence", most, &nodes),
    );
    let file = root().join("docs/philosophers.svg");
    std::fs::write(&file, drawing).expect("the drawing can be written");
}

/// A line of a chart.
struct Line {
    name: &'static str,
    colour: &'static str,
    points: Vec<(usize, f64)>,
}

impl Line {
    fn new(
        name: &'static str,
        colour: &'static str,
        measured: &[Measured],
        value: impl Fn(&Measured) -> f64,
    ) -> Self {
        let points = measured.iter().map(|m| (m.philosophers, value(m)));
        Line {
            name,
            colour,
            // The axis is logarithmic, so that nothing is nothing to draw.
            points: points.filter(|(_, value)| *value > 0.0).collect(),
        }
    }
}

/// A chart with a logarithmic axis, from `left` on.
fn chart(left: f64, title: &str, most: usize, lines: &[Line]) -> String {
    let values = || {
        lines
            .iter()
            .flat_map(|line| line.points.iter().map(|point| point.1))
    };
    let low = values().fold(f64::INFINITY, f64::min).log10().floor();
    let high = values().fold(f64::NEG_INFINITY, f64::max).log10().ceil();
    let (low, high) = if low < high { (low, high) } else { (-3.0, 0.0) };
    let x = |count: usize| left + 50.0 + 320.0 * (count as f64 - 1.0) / (most.max(2) - 1) as f64;
    let y = |value: f64| 290.0 - 240.0 * (value.log10() - low) / (high - low);
    let mut text = format!("<text x=\"{left}\" y=\"20\">{title}</text>\n");
    for power in low as i32..=high as i32 {
        let (height, value) = (y(10f64.powi(power)), 10f64.powi(power));
        let _ = writeln!(
            text,
            "<line x1=\"{}\" x2=\"{}\" y1=\"{height:.1}\" y2=\"{height:.1}\" stroke=\"#ddd\"/>\
            <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>",
            left + 50.0,
            left + 370.0,
            left + 44.0,
            height + 4.0,
        );
    }
    for count in 1..=most {
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"310\" text-anchor=\"middle\">{count}</text>",
            x(count)
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{}\" y=\"330\" text-anchor=\"middle\">philosophers</text>",
        left + 210.0
    );
    for (number, line) in lines.iter().enumerate() {
        let colour = line.colour;
        let points = line.points.iter();
        let points = points.map(|(count, value)| (x(*count), y(*value)));
        let path: Vec<String> = points
            .clone()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            path.join(" ")
        );
        for (x, y) in points {
            let _ = writeln!(
                text,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>"
            );
        }
        let height = 36.0 + 16.0 * number as f64;
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{height}\" fill=\"{colour}\">{}</text>",
            left + 60.0,
            line.name
        );
    }
    text
}
