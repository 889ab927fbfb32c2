//! The verdicts on random pairs of fair programs, open and closed, are those of Büchi's
//! complementation of automata that are made from the programs' meaning here, whatever tester the
//! claims name.

mod common;

use budget::Budget;
use common::{factor, included};
use evidence::{Verdict, VerdictKind};
use question::Question;
use question::automaton::{Acceptance, Automaton, Transition};
use random_programs::Rng;

/// A program with an observed and a hidden truth value, the bits of its state.
struct Program {
    steps: Vec<(u32, u32)>,
    fairness: u32,
    /// Whether it can start with either hidden value.
    is_free: bool,
    is_open: bool,
}

impl Program {
    fn random(random: &mut Rng, density: u32, is_open: bool) -> Self {
        let pairs = (0..4).flat_map(|from| (0..4).map(move |to| (from, to)));
        Program {
            steps: pairs.filter(|_| random.chance(density)).collect(),
            fairness: random.below(5),
            is_free: random.chance(50),
            is_open,
        }
    }

    fn text(&self, name: &str) -> String {
        let value = |state: u32, bit: u32| state >> bit & 1 == 1;
        let branches = self.steps.iter().map(|(from, to)| {
            format!(
                "{{ assume o == {} && h == {}; o = {}; h = {}; }}",
                value(*from, 0),
                value(*from, 1),
                value(*to, 0),
                value(*to, 1)
            )
        });
        let branches = branches.chain(["{ assume false; }".to_owned()]);
        let fairness = match self.fairness {
            0 => "",
            1 => "justice h;",
            2 => "compassion o, h;",
            3 => "justice !h; compassion h, o;",
            _ => "justice o == h;",
        };
        let open = if self.is_open { "open o;" } else { "" };
        let start = if self.is_free { "" } else { " = false" };
        format!(
            "program {name} {{ var o: bool = false; var h: bool{start}; observe o; {open} {fairness}\n\
             loop {{ atomic {{ choose {} }} }} }}\n",
            Vec::from_iter(branches).join("\n or ")
        )
    }

    fn marks(&self, state: u32) -> u64 {
        let (o, h) = (state & 1 == 1, state & 2 == 2);
        let marks = match self.fairness {
            0 => [false; 3],
            1 => [h, false, false],
            2 => [o, h, false],
            3 => [!h, h, o],
            _ => [o == h, false, false],
        };
        (0..3).fold(0, |set, mark| set | u64::from(marks[mark]) << mark)
    }

    fn acceptance(&self) -> Acceptance {
        let pair = |p: u32, q: u32| Acceptance::Any(vec![Acceptance::Fin(p), Acceptance::Inf(q)]);
        Acceptance::All(match self.fairness {
            0 => Vec::new(),
            2 => vec![pair(0, 1)],
            3 => vec![Acceptance::Inf(0), pair(1, 2)],
            _ => vec![Acceptance::Inf(0)],
        })
    }

    /// What it means: a step reads what is observed before it. The environment of an open program
    /// has every other turn, the first one among them.
    fn automaton(&self) -> Automaton {
        let turns = if self.is_open { 2 } else { 1 };
        let mut transitions = Vec::new();
        for state in 0..4 {
            let mut add = |from: u32, to: u32| {
                transitions.push(Transition {
                    from,
                    letter: state & 1,
                    to,
                    marks: self.marks(state),
                });
            };
            for (_, to) in self.steps.iter().filter(|(from, _)| *from == state) {
                add(turns * state + turns - 1, turns * to);
            }
            if self.is_open {
                add(2 * state + 1, 2 * state);
                add(2 * state, 2 * (state & 2) + 1);
                add(2 * state, 2 * (state | 1) + 1);
            }
        }
        let initial = match self.is_free {
            true => vec![0, 2 * turns],
            false => vec![0],
        };
        Automaton::new(2, 4 * turns, initial, transitions, self.acceptance())
            .expect("all parts are in range")
    }
}

/// A formula over what the first program shows.
fn formula(random: &mut Rng, depth: u32) -> String {
    let part = |random: &mut Rng| formula(random, depth.saturating_sub(1));
    match random.below(if depth == 0 { 2 } else { 7 }) {
        0 => "a.o".to_owned(),
        1 => "!a.o".to_owned(),
        2 => format!("next({})", part(random)),
        3 => format!("eventually({})", part(random)),
        4 => format!("always({})", part(random)),
        5 => format!("until({}, {})", part(random), part(random)),
        _ => format!("({} ==> {})", part(random), part(random)),
    }
}

fn verdict(text: &str) -> VerdictKind {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors(), "{text}\n{:?}", analysis.diagnostics);
    let question = analysis
        .module
        .question(&analysis.module.claims[0])
        .ok()
        .and_then(Question::included)
        .expect("the claim is about an inclusion");
    let budget = Budget::unlimited();
    let decision = fairness::claim::decide_claim(&question, &budget);
    let (Verdict::Proved(evidence) | Verdict::Refuted(evidence)) = decision.verdict else {
        panic!("no verdict\n{text}");
    };
    let checked = checker::check_included(&question, &evidence, &budget);
    checked.unwrap_or_else(|rejected| panic!("{rejected}\n{text}"));
    evidence.supports()
}

#[test]
fn verdicts_on_programs_fit_their_meaning() {
    let mut random = Rng(71);
    let mut counts = [0, 0];
    let wanted = 250 * factor();
    while counts[0] + counts[1] < wanted {
        let is_open = random.chance(30);
        let a = Program::random(&mut random, 35, is_open);
        let b = Program::random(&mut random, 55, is_open);
        let Some(expected) = included(&a.automaton(), &b.automaton()) else {
            continue;
        };
        counts[usize::from(expected)] += 1;
        let expected = match expected {
            true => VerdictKind::Proved,
            false => VerdictKind::Refuted,
        };
        let programs = a.text("a") + &b.text("b");
        let plain = format!("{programs} claim c: a included in b;");
        assert_eq!(verdict(&plain), expected, "{plain}");
        let formula = formula(&mut random, 2);
        let with = format!("{programs} claim c: a included in b augmented with {formula};");
        assert_eq!(verdict(&with), expected, "{with}");
    }
    assert!(
        counts.iter().all(|count| *count > wanted / 8),
        "{counts:?} of {wanted}"
    );
}
