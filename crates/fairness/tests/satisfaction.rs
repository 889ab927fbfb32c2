//! Temporal formulas on random systems: no short fair lasso violates what is proved, and the lasso
//! of a refutation violates the formula by its plain meaning.

use budget::Budget;
use evidence::inclusion::{Inclusion, Satisfaction};
use evidence::{Evidence, Verdict};
use fairness::satisfaction::{decide_claim, run_of};
use logic::Value;
use program::concrete::Machine;
use question::Question;
use random_programs::Rng;

/// A formula over two truth values.
#[derive(Clone, Debug)]
enum Formula {
    A,
    B,
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Next(Box<Formula>),
    Eventually(Box<Formula>),
    Always(Box<Formula>),
    Until(Box<Formula>, Box<Formula>),
}

use Formula::{A, Always, And, B, Eventually, Next, Not, Until};

fn formula(random: &mut Rng, depth: u32) -> Formula {
    let part = |random: &mut Rng| Box::new(formula(random, depth.saturating_sub(1)));
    match random.below(if depth == 0 { 2 } else { 8 }) {
        0 => A,
        1 => B,
        2 => Not(part(random)),
        3 => And(part(random), part(random)),
        4 => Next(part(random)),
        5 => Eventually(part(random)),
        6 => Always(part(random)),
        _ => Until(part(random), part(random)),
    }
}

impl Formula {
    fn text(&self) -> String {
        match self {
            A => "m.a".to_owned(),
            B => "m.b".to_owned(),
            Not(part) => format!("!({})", part.text()),
            And(a, b) => format!("({}) && ({})", a.text(), b.text()),
            Next(part) => format!("next({})", part.text()),
            Eventually(part) => format!("eventually({})", part.text()),
            Always(part) => format!("always({})", part.text()),
            Until(a, b) => format!("until({}, {})", a.text(), b.text()),
        }
    }

    /// Where it holds on a lasso whose last state is followed by the one at `cycle`.
    fn holds(&self, run: &[usize], cycle: usize) -> Vec<bool> {
        let next = |at: usize| if at + 1 == run.len() { cycle } else { at + 1 };
        // Whether something that is looked for from a position on is found before it is given up.
        let found = |wanted: &[bool], until: &[bool]| {
            let from = |start: usize| {
                let mut at = start;
                for _ in 0..=2 * run.len() {
                    if wanted[at] {
                        return true;
                    }
                    if !until[at] {
                        return false;
                    }
                    at = next(at);
                }
                false
            };
            (0..run.len()).map(from).collect::<Vec<bool>>()
        };
        let not = |values: Vec<bool>| values.iter().map(|value| !value).collect::<Vec<bool>>();
        let all = vec![true; run.len()];
        match self {
            A => run.iter().map(|state| state & 1 == 1).collect(),
            B => run.iter().map(|state| state & 2 == 2).collect(),
            Not(part) => not(part.holds(run, cycle)),
            And(a, b) => {
                let (a, b) = (a.holds(run, cycle), b.holds(run, cycle));
                a.iter().zip(&b).map(|(a, b)| *a && *b).collect()
            }
            Next(part) => {
                let values = part.holds(run, cycle);
                (0..run.len()).map(|at| values[next(at)]).collect()
            }
            Eventually(part) => found(&part.holds(run, cycle), &all),
            Always(part) => not(found(&not(part.holds(run, cycle)), &all)),
            Until(a, b) => found(&b.holds(run, cycle), &a.holds(run, cycle)),
        }
    }
}

/// A system over two truth values: which of the four states follow which, and its fairness.
struct System {
    steps: Vec<(usize, usize)>,
    fairness: u32,
}

impl System {
    fn random(random: &mut Rng) -> Self {
        let pairs = (0..4).flat_map(|from| (0..4).map(move |to| (from, to)));
        System {
            steps: pairs.filter(|_| random.chance(45)).collect(),
            fairness: random.below(4),
        }
    }

    fn text(&self, formula: &Formula) -> String {
        let value = |state: usize, bit: usize| state >> bit & 1 == 1;
        let branches = self.steps.iter().map(|(from, to)| {
            format!(
                "{{ assume a == {} && b == {}; a = {}; b = {}; }}",
                value(*from, 0),
                value(*from, 1),
                value(*to, 0),
                value(*to, 1)
            )
        });
        let branches = branches.chain(["{ assume false; }".to_owned()]);
        let fairness = match self.fairness {
            0 => "",
            1 => "justice a;",
            2 => "compassion a, b;",
            _ => "justice !b; compassion b, a;",
        };
        format!(
            "program m {{ var a: bool = false; var b: bool = false; {fairness}\n\
             loop {{ atomic {{ choose {} }} }} }}\n\
             claim c: m satisfies {};",
            Vec::from_iter(branches).join("\n or "),
            formula.text()
        )
    }

    fn is_fair(&self, cycle: &[usize]) -> bool {
        let a = cycle.iter().any(|state| state & 1 == 1);
        let b = cycle.iter().any(|state| state & 2 == 2);
        let not_b = cycle.iter().any(|state| state & 2 == 0);
        match self.fairness {
            0 => true,
            1 => a,
            2 => !a || b,
            _ => not_b && (!b || a),
        }
    }

    /// Whether some fair lasso of at most so many states violates the formula.
    fn has_violation(&self, formula: &Formula, run: &mut Vec<usize>, length: usize) -> bool {
        let last = run[run.len() - 1];
        for (from, to) in &self.steps {
            if *from != last {
                continue;
            }
            for cycle in (0..run.len()).filter(|at| run[*at] == *to) {
                if self.is_fair(&run[cycle..]) && !formula.holds(run, cycle)[0] {
                    return true;
                }
            }
            if run.len() < length {
                run.push(*to);
                let found = self.has_violation(formula, run, length);
                run.pop();
                if found {
                    return true;
                }
            }
        }
        false
    }
}

#[test]
fn verdicts_fit_the_meaning_of_formulas() {
    let mut random = Rng(11);
    let budget = Budget::unlimited();
    let (mut proved, mut refuted) = (0, 0);
    for _ in 0..400 {
        let (system, formula) = (System::random(&mut random), formula(&mut random, 3));
        let text = system.text(&formula);
        let analysis = language::analyze(&text);
        assert!(!analysis.has_errors(), "{text}\n{:?}", analysis.diagnostics);
        let question = analysis
            .module
            .question(&analysis.module.claims[0])
            .ok()
            .and_then(Question::satisfies)
            .expect("the claim is about a formula");
        let (Verdict::Proved(evidence) | Verdict::Refuted(evidence)) =
            decide_claim(&question, &budget).verdict
        else {
            panic!("no verdict\n{text}");
        };
        let accepted = checker::check_satisfies(&question, &evidence, &budget);
        accepted.unwrap_or_else(|rejected| panic!("{rejected}\n{text}"));
        let Evidence::Satisfaction(satisfaction) = &evidence else {
            panic!("evidence of another kind\n{text}");
        };
        let Satisfaction { states, inclusion } = satisfaction;
        match inclusion {
            Inclusion::Proof(_) => {
                proved += 1;
                let violated = system.has_violation(&formula, &mut vec![0], 6);
                assert!(!violated, "proved, but violated\n{text}");
            }
            Inclusion::Separation(lasso) => {
                refuted += 1;
                let run = run_of(&question, satisfaction, lasso, &Budget::unlimited())
                    .expect("the evidence fits");
                let machine =
                    Machine::new(&question.setting.programs[0], &question.setting.constants);
                let bits = |position: &u32| {
                    let state = states[*position as usize].decode(machine.layout());
                    let state = state.expect("the evidence has states of the program");
                    let bit = |slot: usize| usize::from(state.store[slot] == Value::Bool(true));
                    bit(0) + 2 * bit(1)
                };
                let cycle = run.prefix.len();
                let run: Vec<usize> = run.prefix.iter().chain(&run.cycle).map(bits).collect();
                assert!(system.is_fair(&run[cycle..]), "{run:?}\n{text}");
                assert!(!formula.holds(&run, cycle)[0], "{run:?}\n{text}");
            }
        }
    }
    assert!(
        proved > 100 && refuted > 100,
        "{proved} proved, {refuted} refuted"
    );
}

#[test]
fn a_program_without_a_fair_run_satisfies_everything_and_that_is_noticed() {
    const PROGRAMS: &str = "
        program stuck { var x: bool = false; justice x; loop { skip; } }
        program torn { var x: bool = false; compassion true, x; loop { x = x; } }
        program lights { var x: bool = false; justice x; loop { havoc x; } }
    ";
    for (claim, vacuous) in [
        ("stuck satisfies always(stuck.x)", true),
        ("torn satisfies eventually(torn.x)", true),
        ("lights satisfies eventually(lights.x)", false),
    ] {
        let text = format!("{PROGRAMS}\nclaim c: {claim};");
        let analysis = language::analyze(&text);
        assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
        let question = analysis
            .module
            .question(&analysis.module.claims[0])
            .ok()
            .and_then(Question::satisfies)
            .expect("the claim is about a formula");
        let decision = decide_claim(&question, &Budget::unlimited());
        assert!(matches!(decision.verdict, Verdict::Proved(_)), "{claim}");
        assert_eq!(decision.is_vacuous, vacuous, "{claim}");
    }
}
