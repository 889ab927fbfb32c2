//! Programs made of programs, networks of any size, and augmentation: verdicts as the definitions
//! say, and evidence that breaks a rule is rejected.

use budget::Budget;
use checker::{Rejected, check};
use evidence::inclusion::Inclusion;
use evidence::network::{Network, NetworkBase};
use evidence::{Evidence, Verdict, VerdictKind};
use fairness::claim::Remark;
use question::Question;

/// Philosophers, and modules that stand for any number of them.
const TABLE: &str = "
    program q {
        var left: bool = true;
        var right: bool = true;
        var pc: 0..=3 = 0;
        observe left, right;
        open left, right;
        justice pc != 3;
        compassion pc == 1 && left, pc != 1;
        compassion pc == 2 && right, pc != 2;
        loop {
            atomic {
                choose { assume pc == 0; pc = 1; }
                or { assume pc == 1 && left; left = false; pc = 2; }
                or { assume pc == 2 && right; right = false; pc = 3; }
                or { assume pc == 3; left = true; right = true; pc = 0; }
            }
        }
    }
    program c {
        var left: bool = true;
        var right: bool = true;
        var pc: 0..=3 = 0;
        observe left, right;
        open left, right;
        justice pc != 3;
        compassion pc == 1 && right, pc != 1;
        compassion pc == 2 && left, pc != 2;
        loop {
            atomic {
                choose { assume pc == 0; pc = 1; }
                or { assume pc == 1 && right; right = false; pc = 2; }
                or { assume pc == 2 && left; left = false; pc = 3; }
                or { assume pc == 3; left = true; right = true; pc = 0; }
            }
        }
    }
    program halves {
        var left: bool = true;
        var right: bool = true;
        var l: 0..=1 = 0;
        var m: 0..=1 = 0;
        observe left, right;
        open left, right;
        justice m != 1;
        compassion right, l != 1;
        loop {
            atomic {
                choose { choose { assume l == 0 && left; left = false; l = 1; }
                         or { assume l == 1; left = true; l = 0; }
                         or { skip; }
                         choose { assume m == 0 && right; right = false; m = 1; }
                         or { assume m == 1; right = true; m = 0; }
                         or { skip; } }
            }
        }
    }
    program idle {
        var left: bool = true;
        var right: bool = true;
        observe left, right;
        open left, right;
        loop { skip; }
    }
";

const EATS: &str = "always(me.pc == 1 ==> eventually(me.pc == 3))";

fn question(claim: &str) -> Question {
    let text = format!("{TABLE}\nclaim c: {claim};");
    let analysis = language::analyze(&text);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    analysis
        .module
        .question(&analysis.module.claims[0])
        .expect("the claim is about programs")
}

fn verdict(question: &Question) -> Verdict {
    let budget = Budget::unlimited();
    let decision = match question {
        Question::AllSizes(question) => fairness::network::decide_claim(question, &budget),
        Question::Satisfies(question) => fairness::satisfaction::decide_claim(question, &budget),
        Question::Included(question) => fairness::claim::decide_claim(question, &budget),
        _ => panic!("the claim is about fair runs"),
    };
    decision.verdict
}

/// Genuine evidence, and the verdict that the checker makes of it.
fn decided(question: &Question) -> (Evidence, VerdictKind) {
    let (Verdict::Proved(evidence) | Verdict::Refuted(evidence)) = verdict(question) else {
        panic!("there is no verdict");
    };
    check(question, &evidence, &Budget::unlimited()).expect("genuine evidence is accepted");
    let kind = evidence.supports();
    (evidence, kind)
}

fn network(text: &str) -> (Question, Network) {
    let question = question(text);
    match decided(&question) {
        (Evidence::Network(network), _) => (question, network),
        other => panic!("evidence of another kind: {other:?}"),
    }
}

fn is_rejected(question: &Question, evidence: Network) -> bool {
    match check(question, &Evidence::Network(evidence), &Budget::unlimited()) {
        Err(Rejected::Unanswered(_)) => panic!("there is no limit"),
        outcome => outcome.is_err(),
    }
}

#[test]
fn an_invariant_proves_the_claim_for_all_sizes() {
    let text = format!("ring(me = q o q^n o c) satisfies {EATS} for all n invariant halves");
    let (question, evidence) = network(&text);
    let Network::Invariant(proof) = &evidence else {
        panic!("the claim holds");
    };
    assert_eq!(proof.base.copies(), 1);
    assert!(proof.small.is_empty());
    let against = |change: &dyn Fn(&mut evidence::network::NetworkInvariant)| {
        let mut proof = proof.clone();
        change(&mut proof);
        is_rejected(&question, Network::Invariant(proof))
    };
    // A base for more copies leaves smaller networks open, and is evidence for something else.
    assert!(against(&|proof| {
        if let NetworkBase::Given { copies, .. } = &mut proof.base {
            *copies = 2;
        }
    }));
    // A process is no invariant of its chains.
    assert!(against(&|proof| proof.base = NetworkBase::Copies(1)));
    assert!(against(&|proof| proof.base = NetworkBase::Copies(u32::MAX)));
    assert!(against(&|proof| {
        if let NetworkBase::Given { inclusion, .. } = &proof.base {
            proof.step = (**inclusion).clone();
        }
    }));
    assert!(against(&|proof| drop(proof.last.states.pop())));
    assert!(against(&|proof| {
        let last = proof.last.clone();
        proof.small.push(last);
    }));
}

#[test]
fn a_network_of_some_size_refutes_the_claim() {
    let text = format!("ring(me = q o q^n) satisfies {EATS} for all n");
    let (question, evidence) = network(&text);
    let Network::Violation(violation) = &evidence else {
        panic!("all of them wait for each other");
    };
    assert_eq!(violation.copies, 1);
    let mut other = violation.clone();
    other.copies = 2;
    assert!(is_rejected(&question, Network::Violation(other)));
    // Nobody makes room for as many processes as evidence says.
    let mut huge = violation.clone();
    huge.copies = u32::MAX;
    assert!(is_rejected(&question, Network::Violation(huge)));
    let later = format!("ring(me = q o q^n) satisfies {EATS} for all n >= 2");
    let (later, evidence) = network(&later);
    assert!(is_rejected(&later, Network::Violation(violation.clone())));
    assert!(!is_rejected(&later, evidence));
}

#[test]
fn what_is_no_invariant_proves_nothing() {
    let text = format!("ring(me = c o q^n) satisfies {EATS} for all n invariant idle");
    assert!(matches!(verdict(&question(&text)), Verdict::Unknown(_)));
}

#[test]
fn small_networks_are_looked_at_one_by_one() {
    // Two that do nothing are one that does nothing.
    let text = "ring(me = q o idle^n) satisfies always(me.pc != 3) for all n";
    let (_, evidence) = network(text);
    assert!(matches!(evidence, Network::Violation(_)));
    let text = "ring(me = q o idle^n) satisfies always(me.pc == 2 ==> me.left == false) for all n";
    let (question, evidence) = network(text);
    let Network::Invariant(proof) = evidence else {
        panic!("who holds a fork holds it");
    };
    assert_eq!(proof.base, NetworkBase::Copies(1));
    let mut larger = proof.clone();
    larger.base = NetworkBase::Copies(2);
    assert!(is_rejected(&question, Network::Invariant(larger)));
}

/// The verdict on a claim about programs, some of which are made of others.
fn kind(programs: &str, claim: &str) -> VerdictKind {
    decided(&question_of(programs, claim)).1
}

fn question_of(programs: &str, claim: &str) -> Question {
    let text = format!("{TABLE}\n{programs}\nclaim c: {claim};");
    let analysis = language::analyze(&text);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    analysis
        .module
        .question(&analysis.module.claims[0])
        .expect("the claim is about programs")
}

/// A chain of two, written by hand.
const BY_HAND: &str = "
    program hand {
        var left: bool = true;
        var middle: bool = true;
        var right: bool = true;
        var a: 0..=3 = 0;
        var b: 0..=3 = 0;
        observe left, right;
        open left, right;
        justice a != 3;
        justice b != 3;
        compassion a == 1 && left, a != 1;
        compassion a == 2 && middle, a != 2;
        compassion b == 1 && middle, b != 1;
        compassion b == 2 && right, b != 2;
        loop {
            atomic {
                choose { assume a == 0; a = 1; }
                or { assume a == 1 && left; left = false; a = 2; }
                or { assume a == 2 && middle; middle = false; a = 3; }
                or { assume a == 3; left = true; middle = true; a = 0; }
                or { assume b == 0; b = 1; }
                or { assume b == 1 && middle; middle = false; b = 2; }
                or { assume b == 2 && right; right = false; b = 3; }
                or { assume b == 3; middle = true; right = true; b = 0; }
            }
        }
    }
    program chain = q o q;
    program power = q^2;
";

#[test]
fn a_chain_is_what_one_would_write_by_hand() {
    for claim in [
        "hand included in chain",
        "chain included in hand",
        "power included in chain",
    ] {
        assert_eq!(kind(BY_HAND, claim), VerdictKind::Proved, "{claim}");
    }
    let claim = "chain included in q";
    assert_eq!(kind(BY_HAND, claim), VerdictKind::Refuted);
}

#[test]
fn a_closed_ring_may_idle() {
    // Both wait for the fork that the other one has: a fair run, since nothing is possible.
    let programs = "program table = ring(q, 2);";
    let deadlock = "table satisfies always(!(table.pc_1 == 2 && table.pc_2 == 2))";
    assert_eq!(kind(programs, deadlock), VerdictKind::Refuted);
    let eats = "table satisfies always(table.pc_1 == 1 ==> eventually(table.pc_1 == 3))";
    assert_eq!(kind(programs, eats), VerdictKind::Refuted);
    let programs = "program table = ring(q o c);";
    assert_eq!(kind(programs, deadlock), VerdictKind::Proved);
    assert_eq!(
        kind(programs, eats.replace("pc_2", "pc_1").as_str()),
        VerdictKind::Proved
    );
}

/// Counters that go up and down, and what they do in step or in turns.
const COUNTERS: &str = "
    program up { var x: 0..=3 = 0; observe x; loop { havoc x where x >= 1; } }
    program down {
        var x: 0..=3 = 0;
        var odd: bool = false;
        observe x;
        loop { atomic { havoc x where x <= 2; odd = !odd; } }
    }
    program between { var x: 0..=3 = 0; observe x; loop { havoc x where x >= 1 && x <= 2; } }
    program any { var x: 0..=3 = 0; observe x; loop { havoc x; } }
    program both = up ||| down;
    program turns = up || down;
    program hidden = local x: up || down;
";

#[test]
fn synchronous_composition_is_the_conjunction_and_asynchronous_the_disjunction() {
    for (claim, expected) in [
        ("both included in between", VerdictKind::Proved),
        ("between included in both", VerdictKind::Proved),
        ("up included in both", VerdictKind::Refuted),
        ("turns included in any", VerdictKind::Proved),
        ("any included in turns", VerdictKind::Proved),
        ("turns included in up", VerdictKind::Refuted),
        (
            "both satisfies next(always(1 <= both.x && both.x <= 2))",
            VerdictKind::Proved,
        ),
        (
            "hidden satisfies always(hidden.x <= 2)",
            VerdictKind::Refuted,
        ),
    ] {
        assert_eq!(kind(COUNTERS, claim), expected, "{claim}");
    }
}

/// Two programs of which one decides late, and a module that knows it in advance.
const PROPHECY: &str = "
    program late {
        var what: 0..=2 = 0;
        var when: 0..=9 = 0;
        observe when, what;
        loop {
            atomic {
                choose { assume when < 9; when = when + 1; }
                or { assume when == 9 && what == 0; havoc what where what >= 1; }
                or { assume what != 0; }
            }
        }
    }
    program early {
        var plan: 0..=2 = 0;
        var what: 0..=2 = 0;
        var when: 0..=9 = 0;
        observe what, when;
        loop {
            atomic {
                choose { assume when == 0; havoc plan where plan >= 1; when = 1; }
                or { assume 0 < when && when < 9; when = when + 1; }
                or { assume when == 9 && what == 0; what = plan; }
                or { assume what != 0; }
            }
        }
    }
    program prophet {
        var will: bool;
        var when: 0..=9 = 0;
        var what: 0..=2 = 0;
        observe when, what;
        justice !will || what == 1;
        loop {
            atomic {
                choose { assume what != 1; havoc what; havoc when; }
                or { assume what == 1 && will; havoc what; havoc when; havoc will; }
            }
        }
    }
    program strict {
        var when: 0..=9 = 0;
        var what: 0..=2 = 0;
        observe when, what;
        loop { atomic { havoc when; havoc what where what != 2; } }
    }
";

#[test]
fn an_augmented_program_is_included_by_plain_simulation() {
    let claim = "late included in early matching when = when, what = what augmented with";
    for (with, expected) in [
        ("eventually(late.what == 1)", &[][..]),
        ("prophet", &[]),
        ("strict", &[Remark::Constrains]),
    ] {
        let question = question_of(PROPHECY, &format!("{claim} {with}"));
        let question = question
            .included()
            .expect("the claim is about an inclusion");
        let decision = fairness::claim::decide_claim(&question, &Budget::unlimited());
        assert_eq!(decision.remarks, expected, "{with}");
        let Verdict::Proved(evidence) = decision.verdict else {
            panic!("{with}: not proved");
        };
        checker::check_included(&question, &evidence, &Budget::unlimited())
            .expect("the evidence is good");
        let Evidence::FairInclusion(fair) = evidence else {
            panic!("evidence of another kind");
        };
        let Inclusion::Proof(proof) = fair.inclusion else {
            panic!("it was proved");
        };
        // The augmented program stands between the two, and it has more states than the program.
        let states = fair.concrete.len() as u32;
        let augmented = proof.between.iter().any(|made| made.states() > 1 + states);
        assert!(augmented || !expected.is_empty(), "{with}");
    }
    // What is wrong stays wrong.
    let wrong = question_of(
        PROPHECY,
        "late included in strict augmented with eventually(late.what == 2)",
    );
    let wrong = wrong.included().expect("the claim is about an inclusion");
    let decision = fairness::claim::decide_claim(&wrong, &Budget::unlimited());
    assert_eq!(decision.remarks, [Remark::Useless]);
    assert!(matches!(decision.verdict, Verdict::Refuted(_)));
}
