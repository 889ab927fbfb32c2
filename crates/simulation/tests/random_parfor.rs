//! Verdicts on random programs with `parfor` over few values agree with those of `explicit`.

use std::time::Duration;

use budget::Budget;
use checker::Established;
use evidence::Verdict;
use question::{Question, Simulated};
use random_programs::{Expr, Rng, Shape, Stmt, TOP, VARS};

const SHAPE: Shape = Shape {
    communicates: true,
    asserts: true,
    parallel: false,
};

fn question(text: &str) -> Simulated {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors(), "{text}\n{:?}", analysis.diagnostics);
    analysis
        .module
        .question(&analysis.module.claims[0])
        .ok()
        .and_then(Question::simulated)
        .expect("the claim is about a simulation")
}

/// A loop over copies with something before, behind and perhaps beside it.
#[derive(Clone)]
struct Program {
    before: Stmt,
    beside: Option<Stmt>,
    /// The number of copies.
    last: Expr,
    body: Stmt,
    behind: Stmt,
}

impl Program {
    fn random(rng: &mut Rng) -> Program {
        let all: Vec<usize> = (0..VARS).collect();
        // What runs beside the loop has a variable of its own.
        let is_beside = rng.chance(40);
        let (own, theirs) = all.split_at(if is_beside { 1 } else { 0 });
        Program {
            before: Stmt::Seq(vec![
                Stmt::random(rng, 0, &all, SHAPE),
                Stmt::random(rng, 0, &all, SHAPE),
            ]),
            beside: is_beside.then(|| Stmt::random(rng, 1, own, SHAPE)),
            last: last(rng),
            body: Stmt::random(rng, 2, theirs, SHAPE),
            behind: Stmt::random(rng, 0, &all, SHAPE),
        }
    }

    /// Nearly the same.
    fn mutate(&self, rng: &mut Rng) -> Program {
        let all: Vec<usize> = (0..VARS).collect();
        let (own, theirs) = all.split_at(usize::from(self.beside.is_some()));
        let mut other = self.clone();
        match rng.below(8) {
            0 => other.before = self.before.mutate(rng, &all, SHAPE),
            1 => other.beside = self.beside.as_ref().map(|s| s.mutate(rng, own, SHAPE)),
            2 | 3 => other.body = self.body.mutate(rng, theirs, SHAPE),
            4 => other.behind = self.behind.mutate(rng, &all, SHAPE),
            5 => other.last = last(rng),
            6 => other.body = Stmt::random(rng, 1, theirs, SHAPE),
            _ => {
                let more = Stmt::random(rng, 0, theirs, SHAPE);
                other.body = Stmt::Seq(vec![other.body, more]);
            }
        }
        other
    }

    fn text(&self, name: &str) -> String {
        let part = |stmt: &Stmt| {
            let mut text = String::new();
            stmt.text(1, &mut text);
            text
        };
        let vars: String = (0..VARS)
            .map(|var| format!("var x{var}: 0..={TOP}; "))
            .collect();
        let copies = format!(
            "parfor i in 1..={} {{ x2 = i;\n{} }}",
            self.last.text(""),
            part(&self.body)
        );
        let middle = match &self.beside {
            Some(beside) => format!("par {{ {} }} || {{ {copies} }}", part(beside)),
            None => copies,
        };
        format!(
            "program {name} {{ {vars}\n{}{middle}\n{}}}",
            part(&self.before),
            part(&self.behind)
        )
    }
}

/// Mostly one or two, sometimes none, sometimes whatever a variable says.
fn last(rng: &mut Rng) -> Expr {
    match rng.below(10) {
        0 => Expr::Lit(0),
        1..=3 => Expr::Var(1),
        number => Expr::Lit(i64::from(1 + number % 2)),
    }
}

#[test]
fn loops_over_copies() {
    let factor = std::env::var("TANDEM_RANDOM_FACTOR").ok();
    let factor: usize = factor.and_then(|text| text.parse().ok()).unwrap_or(1);
    let seed = std::env::var("TANDEM_RANDOM_SEED").ok();
    let seed: u64 = seed.and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut rng = Rng(5 + 1000 * seed);
    let (mut proved, mut refuted, mut unknown) = (0, 0, 0);
    let count = 40 * factor;
    for number in 0..count {
        let source = Program::random(&mut rng);
        let target = source.mutate(&mut rng);
        let text = format!(
            "{}\n{}\nclaim c: a simulated by b requires a.x0 == b.x0 && a.x1 == b.x1 && a.x2 == b.x2;",
            source.text("a"),
            target.text("b")
        );
        let question = question(&text);
        let budget = Budget::unlimited().within(Duration::from_secs(3));
        let evidence = match simulation::decide(&question, &budget) {
            Verdict::Proved(evidence) | Verdict::Refuted(evidence) => evidence,
            Verdict::Unknown(_) => {
                unknown += 1;
                continue;
            }
        };
        let accepted = checker::check_simulated(&question, &evidence, &Budget::unlimited())
            .unwrap_or_else(|rejected| panic!("{rejected}: pair {number}\n{text}"));
        let oracle = explicit::simulation::decide(&question, &Budget::unlimited()).verdict;
        let agrees = match accepted.verdict() {
            Established::Proved => {
                proved += 1;
                matches!(oracle, Verdict::Proved(_))
            }
            Established::Refuted => {
                refuted += 1;
                matches!(oracle, Verdict::Refuted(_))
            }
        };
        assert!(agrees, "pair {number}\n{text}");
    }
    assert!(
        proved >= count / 8 && refuted >= count / 12 && unknown <= count / 4,
        "{proved} proved, {refuted} refuted, {unknown} unknown"
    );
}
