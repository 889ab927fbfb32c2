//! Temporal testers: the rule for them accepts genuine ones and rejects others, and they are found
//! where plain fair simulation fails.

use std::path::Path;

use budget::Budget;
use checker::inclusion::check_inclusion;
use checker::{Rejected, check_included};
use evidence::inclusion::{Inclusion, Link, Proof};
use evidence::tester::{Tester, TesterPart};
use evidence::{Evidence, Verdict};
use fairness::{Methods, decide};
use question::automaton::{Acceptance, Automaton, Transition};
use question::{Included, Question};

/// An automaton with generalised Büchi acceptance from steps `(from, letter, to)`, with state 0
/// initial.
fn automaton(steps: &[(u32, u32, u32)]) -> Automaton {
    let transitions = steps.iter().map(|(from, letter, to)| Transition {
        from: *from,
        letter: *letter,
        to: *to,
        marks: 0,
    });
    let transitions = transitions.collect();
    Automaton::new(4, 4, vec![0], transitions, Acceptance::justice(0)).expect("the parts fit")
}

/// Reads zeros for some time, then a one or a two, and this for ever.
fn late() -> Automaton {
    automaton(&[(0, 0, 0), (0, 1, 1), (1, 1, 1), (0, 2, 2), (2, 2, 2)])
}

/// Decides with the first zero what it reads at last.
fn early() -> Automaton {
    automaton(&[
        (0, 0, 1),
        (0, 0, 2),
        (0, 1, 3),
        (0, 2, 3),
        (1, 0, 1),
        (1, 1, 1),
        (2, 0, 2),
        (2, 2, 2),
        (3, 1, 3),
        (3, 2, 3),
    ])
}

fn proof() -> Proof {
    let budget = Budget::unlimited();
    let decided = decide(&late(), &early(), Methods::All, &budget);
    match decided.expect("there is no limit") {
        Inclusion::Proof(proof) => proof,
        Inclusion::Separation(lasso) => panic!("separated by {lasso:?}"),
    }
}

/// Changes a proof and says which rule rejects it.
fn against(change: impl Fn(&mut Proof)) -> String {
    let mut proof = proof();
    change(&mut proof);
    let checked = check_inclusion(
        &late(),
        &early(),
        &Inclusion::Proof(proof),
        &Budget::unlimited(),
    );
    match checked {
        Err(Rejected::Rule { rule, .. }) => rule.to_owned(),
        Err(Rejected::Dangling { what, .. }) => format!("no such {what}"),
        other => panic!("not rejected: {other:?}"),
    }
}

/// The tester of a proof that begins with one.
fn tester(proof: &mut Proof) -> &mut Tester {
    match proof.links.first_mut() {
        Some(Link::Tester(tester)) => tester,
        other => panic!("no tester, but {other:?}"),
    }
}

/// The automaton with some of its parts changed.
fn changed(
    automaton: &Automaton,
    initial: Vec<u32>,
    transitions: Vec<Transition>,
    acceptance: Acceptance,
) -> Automaton {
    let (letters, states) = (automaton.letters(), automaton.states());
    Automaton::new(letters, states, initial, transitions, acceptance).expect("the parts fit")
}

#[test]
fn the_next_automaton_is_the_product_and_nothing_else() {
    let fewer_starts = |proof: &mut Proof| {
        let made = &proof.between[0];
        let steps = made.transitions().to_vec();
        let start = made.initial()[1..].to_vec();
        proof.between[0] = changed(made, start, steps, made.acceptance().clone());
    };
    assert_eq!(against(fewer_starts), "Tester");
    let fewer_steps = |proof: &mut Proof| {
        let made = &proof.between[0];
        let steps = made.transitions()[1..].to_vec();
        let start = made.initial().to_vec();
        proof.between[0] = changed(made, start, steps, made.acceptance().clone());
    };
    assert_eq!(against(fewer_steps), "Tester");
    let fewer_marks = |proof: &mut Proof| {
        let made = &proof.between[0];
        let steps = made.transitions().iter();
        let steps = steps.map(|step| Transition { marks: 0, ..*step });
        let start = made.initial().to_vec();
        proof.between[0] = changed(made, start, steps.collect(), made.acceptance().clone());
    };
    assert_eq!(against(fewer_marks), "Tester");
    let more_to_reach = |proof: &mut Proof| {
        let made = &proof.between[0];
        let steps = made.transitions().to_vec();
        let start = made.initial().to_vec();
        proof.between[0] = changed(made, start, steps, Acceptance::justice(7));
    };
    assert_eq!(against(more_to_reach), "Tester");
}

#[test]
fn a_tester_is_well_formed() {
    let other_letters = |proof: &mut Proof| {
        for part in &mut tester(proof).parts {
            if let TesterPart::Letters(letters) = part {
                letters.push(3);
                letters.push(0);
            }
        }
    };
    assert_eq!(against(other_letters), "Tester");
    let reversed = |proof: &mut Proof| tester(proof).parts.reverse();
    assert_eq!(against(reversed), "no such part of a tester");
    let itself = |proof: &mut Proof| tester(proof).parts.insert(0, TesterPart::Not(0));
    assert_eq!(against(itself), "no such part of a tester");
    let many = |proof: &mut Proof| {
        let parts = &mut tester(proof).parts;
        parts.extend((0..17).map(|_| TesterPart::Until(0, 0)));
    };
    assert_eq!(against(many), "Tester");
    // What will be read next is not known before, and no rule may say that it is.
    let letters = TesterPart::Letters(vec![1]);
    for parts in [
        vec![letters.clone(), TesterPart::Next(0)],
        vec![letters.clone(), TesterPart::Not(0), TesterPart::Next(1)],
        vec![
            TesterPart::All(Vec::new()),
            letters,
            TesterPart::Any(vec![0, 1]),
            TesterPart::Next(2),
        ],
    ] {
        assert_eq!(
            against(|proof| tester(proof).parts.clone_from(&parts)),
            "Tester"
        );
    }
}

fn question(text: &str, claim: &str) -> Included {
    let text = match claim {
        "" => text.to_owned(),
        claim => format!("{text}\nclaim this: {claim};"),
    };
    let analysis = language::analyze(&text);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    let claims = &analysis.module.claims;
    analysis
        .module
        .question(claims.last().expect("there is a claim"))
        .ok()
        .and_then(Question::included)
        .expect("the claim is about an inclusion")
}

/// The links of a proof of a claim, which is checked.
fn links(question: &Included) -> Vec<Link> {
    let decision = fairness::claim::decide_claim(question, &Budget::unlimited());
    let Verdict::Proved(evidence) = decision.verdict else {
        panic!("not proved");
    };
    assert!(decision.remarks.is_empty());
    check_included(question, &evidence, &Budget::unlimited()).expect("the evidence is good");
    match evidence {
        Evidence::FairInclusion(fair) => match fair.inclusion {
            Inclusion::Proof(proof) => proof.links,
            Inclusion::Separation(_) => panic!("it was proved"),
        },
        other => panic!("evidence of another kind: {other:?}"),
    }
}

#[test]
fn testers_are_found_for_the_corpus() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/testers.tdm");
    let text = std::fs::read_to_string(path).expect("the corpus can be read");
    for (claim, formula) in [
        (
            "late included in early",
            "until(!(late.y == 2), late.y == 1)",
        ),
        (
            "late_rounds included in early_rounds",
            "until(!(late_rounds.y == 1 || late_rounds.y == 3), late_rounds.y == 2), \
             until(!(late_rounds.y == 2 || late_rounds.y == 3), late_rounds.y == 1)",
        ),
        (
            "anything included in announced",
            "eventually(always(!(anything.light == true)))",
        ),
        // Sets of states would not do here in reasonable time.
        (
            "late_marked included in early_marked",
            "until(!(late_marked.shown == false && late_marked.y == 2), \
             late_marked.shown == false && late_marked.y == 1)",
        ),
    ] {
        let links = links(&question(&text, claim));
        let found = links.iter().find_map(|link| match link {
            Link::Tester(tester) => Some(tester.formula.as_str()),
            _ => None,
        });
        assert_eq!(found, Some(formula), "{claim}");
    }
}

#[test]
fn a_tester_that_is_given_constrains_nothing_whatever_it_says() {
    const PROGRAMS: &str = "
        program late {
            var y: 0..=2 = 0;
            var odd: bool = false;
            observe y;
            justice odd;
            compassion odd, y != 0;
            loop {
                atomic {
                    odd = !odd;
                    choose { skip; } or { assume y == 0; havoc y where y >= 1; }
                }
            }
        }
        program any { var y: 0..=2 = 0; observe y; loop { havoc y; } }
    ";
    for formula in [
        "late.y == 1",
        "next(late.y == 1)",
        "next(next(late.y == 1) && late.y == 0)",
        "until(late.y == 0, late.y == 2)",
        "always(eventually(late.y == 1))",
        "until(next(late.y == 0), always(late.y == 1)) || next(until(late.y == 0, late.y == 1))",
        "eventually(late.y == 1 && !next(late.y == 1))",
    ] {
        let claim = format!("late included in any augmented with {formula}");
        let links = links(&question(PROGRAMS, &claim));
        assert!(matches!(links[0], Link::Tester(_)), "{formula}");
    }
}
