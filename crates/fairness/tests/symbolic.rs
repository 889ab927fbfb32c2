//! Sets of states: proofs that the checker accepts, the same verdicts as with listed states, and
//! evidence that breaks a rule is rejected.

use budget::Budget;
use checker::{Established, Rejected, Vacuity, check_included};
use evidence::inclusion::{Inclusion, Link};
use evidence::symbolic::{Layer, SymbolicInclusion, Why};
use evidence::{Evidence, Verdict};
use fairness::claim::{States, decide_claim_with};
use question::{Included, Question};

fn question(programs: &str, claim: &str) -> Included {
    let text = format!("{programs}\nclaim c: {claim};");
    let analysis = language::analyze(&text);
    assert!(!analysis.has_errors(), "{text}: {:?}", analysis.diagnostics);
    analysis
        .module
        .question(&analysis.module.claims[0])
        .ok()
        .and_then(Question::included)
        .expect("the claim is about an inclusion")
}

fn verdict(question: &Included, states: States) -> Verdict {
    decide_claim_with(question, states, &Budget::unlimited()).verdict
}

/// What sets of states say; the checker accepts it.
fn by_sets(question: &Included) -> Verdict {
    let found = verdict(question, States::Sets);
    let (evidence, expected) = match &found {
        Verdict::Proved(evidence) => (evidence, Established::Proved),
        Verdict::Refuted(evidence) => (evidence, Established::Refuted),
        Verdict::Unknown(_) => return found,
    };
    let accepted = check_included(question, evidence, &Budget::unlimited());
    let accepted = accepted.expect("genuine evidence is accepted");
    assert_eq!(accepted.verdict(), expected);
    found
}

/// The proof by sets of states, where there is one.
fn proof(question: &Included) -> Option<SymbolicInclusion> {
    match by_sets(question) {
        Verdict::Proved(Evidence::SymbolicInclusion(proof)) => Some(proof),
        Verdict::Proved(other) => panic!("evidence of another kind: {other:?}"),
        _ => None,
    }
}

fn rule(question: &Included, evidence: SymbolicInclusion) -> String {
    let evidence = Evidence::SymbolicInclusion(evidence);
    match check_included(question, &evidence, &Budget::unlimited()) {
        Err(Rejected::Rule { rule, .. }) => rule.to_owned(),
        other => panic!("not rejected by a rule: {other:?}"),
    }
}

fn table() -> String {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/philosophers.tdm"
    );
    let text = std::fs::read_to_string(path).expect("the example can be read");
    let programs = text.split("claim").next();
    programs.expect("a split has a first part").to_owned()
}

const LIGHTS: &str = "
    program blinks {
        var light: bool = false;
        observe light;
        loop { light = !light; }
    }
    program lights {
        var lamp: bool = false;
        observe lamp;
        justice lamp;
        loop { havoc lamp; }
    }
    program dark {
        var lamp: bool = false;
        observe lamp;
        loop { skip; }
    }
    program never {
        var lamp: bool = false;
        observe lamp;
        justice lamp;
        loop { skip; }
    }
    program eager {
        var lamp: bool = false;
        var wish: bool = false;
        observe lamp;
        compassion wish && !lamp, lamp;
        loop { atomic { havoc wish; havoc lamp where wish || !lamp; } }
    }
    program counts {
        var n: 0..=4 = 0;
        observe n;
        loop { atomic { assume n < 4; n = n + 1; } atomic { assume n == 4; n = 0; } }
    }
    program any {
        var m: 0..=6;
        observe m;
        loop { havoc m; }
    }
";

#[test]
fn chains_of_philosophers_are_included_in_the_invariant() {
    for (chain, expected) in [
        ("philosopher", true),
        ("philosopher o philosopher", true),
        ("philosopher o halves", true),
        ("philosopher^3", true),
        ("contrary o contrary", false),
    ] {
        let programs = format!("{} program chain = {chain};", table());
        let question = question(&programs, "chain included in halves");
        assert_eq!(proof(&question).is_some(), expected, "{chain}");
    }
}

#[test]
fn closed_programs_with_every_kind_of_command_are_compared() {
    for (claim, expected) in [
        ("blinks included in lights", true),
        ("lights included in blinks", false),
        ("dark included in lights", false),
        ("never included in dark", true),
        ("eager included in lights", false),
        ("blinks included in eager", true),
        ("counts included in any", true),
        ("any included in counts", false),
    ] {
        assert_eq!(
            proof(&question(LIGHTS, claim)).is_some(),
            expected,
            "{claim}"
        );
    }
}

#[test]
fn hidden_variables_with_the_same_role_need_not_be_equal() {
    // Both count to three, the one from 0 and the other from 1: they are guessed to be equal, and
    // never are.
    let counter = |name: &str, start: u32, shown: u32| {
        format!(
            "program {name} {{
                var o: bool = true;
                var h: 0..=2 = {start};
                observe o;
                justice h == {shown};
                loop {{ atomic {{
                    if (h < 2) {{ h = h + 1; }} else {{ h = 0; }}
                    o = h == {shown};
                }} }}
            }}"
        )
    };
    let programs = [
        counter("a", 0, 0),
        counter("b", 1, 1),
        counter("c", 0, 0).replace("h < 2", "h < 1"),
    ];
    let programs = programs.concat();
    for (claim, expected) in [
        ("a included in b", "proved"),
        ("x = a included in y = a", "proved"),
        ("a included in c", "refuted"),
        ("c included in b", "refuted"),
    ] {
        let found = match by_sets(&question(&programs, claim)) {
            Verdict::Proved(_) => "proved",
            Verdict::Refuted(_) => "refuted",
            Verdict::Unknown(_) => "unknown",
        };
        assert_eq!(found, expected, "{claim}");
    }
}

#[test]
fn a_program_without_a_fair_run_is_said_to_have_none() {
    let question = question(LIGHTS, "never included in blinks");
    let proof = Evidence::SymbolicInclusion(proof(&question).expect("nothing is claimed"));
    let accepted = check_included(&question, &proof, &Budget::unlimited()).expect("it is accepted");
    assert_eq!(accepted.vacuous(), Some(Vacuity::NoFairRun));
}

#[test]
fn starts_without_a_partner_are_no_proof() {
    let programs = "
        program a { var x: 0..=2; observe x; loop { skip; } }
        program b { var y: 0..=1; observe y; loop { skip; } }";
    assert!(proof(&question(programs, "a included in b")).is_none());
    assert!(proof(&question(programs, "b included in a")).is_some());
    assert!(proof(&question(programs, "a included in b requires a.x <= 1")).is_some());
}

fn genuine() -> (Included, SymbolicInclusion) {
    let programs = format!("{} program chain = philosopher o halves;", table());
    let question = question(&programs, "chain included in halves");
    let proof = proof(&question).expect("the step of the invariant holds");
    (question, proof)
}

#[test]
fn a_strategy_for_another_claim_is_rejected() {
    let (_, evidence) = genuine();
    let programs = format!("{} program chain = contrary o halves;", table());
    let other = question(&programs, "chain included in halves");
    assert_eq!(rule(&other, evidence), "Reached");
}

#[test]
fn layers_that_promise_too_much_are_rejected() {
    let (question, evidence) = genuine();
    let mut all = evidence.clone();
    for layers in &mut all.goals {
        layers.truncate(1);
        layers[0].set = 1;
    }
    assert_eq!(rule(&question, all), "Answer");
    let mut hopeless = evidence.clone();
    hopeless.hopeless.push(Layer {
        set: 1,
        why: Why::Closer,
    });
    assert_eq!(rule(&question, hopeless), "Hopeless");
    let mut goal = evidence.clone();
    let layer = Layer {
        set: 1,
        why: Why::Goal,
    };
    goal.hopeless.push(layer);
    assert_eq!(rule(&question, goal), "Hopeless");
    let mut unordered = evidence.clone();
    unordered.goals[0].push(Layer {
        set: 0,
        why: Why::Closer,
    });
    assert_eq!(rule(&question, unordered), "Layers");
    let mut fewer = evidence.clone();
    fewer.goals.pop();
    assert_eq!(rule(&question, fewer), "Goals");
    let mut none = evidence;
    none.goals.iter_mut().for_each(Vec::clear);
    assert_eq!(rule(&question, none), "Initial");
}

#[test]
fn reasons_cannot_be_exchanged() {
    let (question, evidence) = genuine();
    let mut seen = 0;
    for goal in 0..evidence.goals.len() {
        for layer in 0..evidence.goals[goal].len() {
            let why = evidence.goals[goal][layer].why;
            // A layer that misses a goal does not come closer, and reaches nothing.
            if let Why::Missed(_) = why {
                let mut mutated = evidence.clone();
                mutated.goals[goal][layer].why = Why::Closer;
                assert_eq!(rule(&question, mutated), "Answer");
                let mut mutated = evidence.clone();
                mutated.goals[goal][layer].why = Why::Missed(99);
                let mutated = Evidence::SymbolicInclusion(mutated);
                let rejected = check_included(&question, &mutated, &Budget::unlimited());
                assert!(matches!(rejected, Err(Rejected::Dangling { .. })));
                seen += 1;
            }
        }
    }
    assert!(seen > 0, "some layer misses a goal");
}

#[test]
fn what_is_reached_must_be_all() {
    let (question, evidence) = genuine();
    for change in [
        |evidence: &mut SymbolicInclusion| evidence.concrete.reached = 0,
        |evidence: &mut SymbolicInclusion| evidence.specification.reached = 0,
        |evidence: &mut SymbolicInclusion| {
            evidence.concrete.reached = evidence.concrete.waiting[0].during;
        },
        |evidence: &mut SymbolicInclusion| {
            evidence.concrete.reached = evidence.specification.reached;
        },
    ] {
        let mut mutated = evidence.clone();
        change(&mut mutated);
        assert_eq!(rule(&question, mutated), "Reached");
    }
}

#[test]
fn waiting_must_begin_go_on_and_end_as_it_should() {
    let (question, evidence) = genuine();
    for change in [
        |evidence: &mut SymbolicInclusion| evidence.specification.waiting[0].during = 0,
        |evidence: &mut SymbolicInclusion| evidence.specification.waiting[0].during = 1,
        |evidence: &mut SymbolicInclusion| evidence.concrete.waiting[0].ends = 0,
        |evidence: &mut SymbolicInclusion| evidence.concrete.waiting[0].ends = 1,
        |evidence: &mut SymbolicInclusion| {
            evidence.concrete.waiting.pop();
        },
        |evidence: &mut SymbolicInclusion| {
            // What the other program does is no reason to wait.
            let foreign = evidence.goals[0][0].set;
            evidence.concrete.waiting[0].during = foreign;
        },
    ] {
        let mut mutated = evidence.clone();
        change(&mut mutated);
        assert_eq!(rule(&question, mutated), "Waiting");
    }
}

#[test]
fn diagrams_must_be_well_made() {
    let (question, evidence) = genuine();
    let mut bits = evidence.clone();
    bits.bits.pop();
    assert_eq!(rule(&question, bits), "Bits");
    let mut twice = evidence.clone();
    twice.bits[0] = twice.bits[1].clone();
    assert_eq!(rule(&question, twice), "Bits");
    let mut forward = evidence.clone();
    let last = forward.nodes.len() as u32 + 1;
    forward.nodes[0].1 = last;
    let mut unknown = evidence.clone();
    unknown.nodes[0].0 = unknown.bits.len() as u32;
    let mut dangling = evidence;
    dangling.goals[0][0].set = last + 1;
    for mutated in [forward, unknown, dangling] {
        let mutated = Evidence::SymbolicInclusion(mutated);
        let rejected = check_included(&question, &mutated, &Budget::unlimited());
        assert!(matches!(rejected, Err(Rejected::Dangling { .. })));
    }
}

#[test]
fn every_lost_or_bent_edge_is_noticed_or_harmless() {
    // A diagram with one edge bent is another set, and what is accepted must still be a proof; of
    // a claim that does not hold, nothing is accepted.
    let programs = format!("{} program chain = philosopher o halves;", table());
    let good = question(&programs, "chain included in halves");
    let evidence = proof(&good).expect("the step of the invariant holds");
    let wrong = programs.replacen("compassion right, l != 1;", "compassion right, l == 0;", 1);
    let wrong = wrong.replacen("justice m != 1;", "justice m != 1; justice l == 1;", 1);
    let wrong = question(&wrong, "chain included in halves");
    assert!(proof(&wrong).is_none());
    let mut rejected = 0;
    for node in (0..evidence.nodes.len()).step_by(1 + evidence.nodes.len() / 40) {
        let mut mutated = evidence.clone();
        let node = &mut mutated.nodes[node];
        (node.1, node.2) = (node.2, node.1);
        let mutated = Evidence::SymbolicInclusion(mutated);
        assert!(check_included(&wrong, &mutated, &Budget::unlimited()).is_err());
        rejected += usize::from(check_included(&good, &mutated, &Budget::unlimited()).is_err());
    }
    assert!(rejected > 20, "only {rejected} mutants are rejected");
}

/// Numbers that look random, the same for the same seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }

    fn one_of<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len() as u64) as usize]
    }

    fn formula(&mut self) -> String {
        let (n, m) = (self.below(3), self.below(2));
        match self.below(6) {
            0 => format!("h == {n}"),
            1 => format!("h != {n}"),
            2 => format!("o == {m}"),
            3 => format!("o == {m} && h != {n}"),
            4 => format!("o == {m} || h == {n}"),
            _ => "b".to_owned(),
        }
    }

    fn command(&mut self) -> String {
        let (n, m) = (self.below(3), self.below(2));
        match self.below(7) {
            0 => format!("o = {m};"),
            1 => format!("h = {n};"),
            2 => "h = h + 1;".to_owned(),
            3 => "o = 1 - o;".to_owned(),
            4 => "b = !b;".to_owned(),
            5 => format!("havoc h where h != {n} || b;"),
            _ => format!("if (h == {n}) {{ o = {m}; }} else {{ b = true; }}"),
        }
    }

    fn program(&mut self, name: &str, open: &str, fairness: Fairness) -> String {
        let mut text = format!(
            "program {name} {{ var o: 0..=1 = 0; var h: 0..=2 = 0; var b: bool = false;
            observe o; {open}"
        );
        for _ in 0..self.below(3) {
            text += &format!("justice {};", self.formula());
        }
        if fairness == Fairness::Any {
            for _ in 0..self.below(3) {
                text += &format!("compassion {}, {};", self.formula(), self.formula());
            }
        }
        // Some have a beginning, so that there is more than one location.
        if self.below(3) == 0 {
            text += &self.command();
        }
        text += "loop {";
        let block = self.one_of(&["atomic { choose {", "choose { atomic {"]);
        let (between, end) = match block.starts_with("atomic") {
            true => ("} or {", "} }"),
            false => ("} } or { atomic {", "} }"),
        };
        text += block;
        for option in 0..2 + self.below(2) {
            if option > 0 {
                text += between;
            }
            text += &format!("assume {};", self.formula());
            for _ in 0..1 + self.below(2) {
                text += &self.command();
            }
        }
        text + end + "} }"
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fairness {
    Justice,
    Any,
}

/// Whether listed states gave a proof by plain fair simulation, without lookahead or sets.
fn is_plain(evidence: &Evidence) -> bool {
    let Evidence::FairInclusion(fair) = evidence else {
        return false;
    };
    let Inclusion::Proof(proof) = &fair.inclusion else {
        return false;
    };
    proof.links.iter().all(|link| match link {
        Link::FairSimulation(simulation) => simulation.lookahead == 1,
        Link::Prediction(_) | Link::Projection(_) => true,
        Link::Powersets(_) | Link::Empty(_) | Link::Tester(_) => false,
    })
}

/// What a layer of an earlier round had and has no more may reach a goal that the next layer misses.
#[test]
fn layers_of_an_earlier_round_are_repeated_only_where_they_hold() {
    let body = "var o: 0..=1 = 0; var h: 0..=2 = 0; var b: bool = false;
        observe o; open o; justice h != 1; justice o == 1 || h == 2; compassion b, o == 1;
        loop { atomic { choose { assume o == 0; b = !b; o = 1 - o; }
            or { assume o == 1 || h == 0; havoc h where h != 1 || b;
                if (h == 1) { o = 1; } else { b = true; } } } }";
    let question = question(
        &format!("program a {{ {body} }} program z {{ {body} }}"),
        "a included in z",
    );
    assert!(proof(&question).is_some());
}

#[test]
fn listed_states_and_sets_of_states_agree() {
    let count = std::env::var("TANDEM_RANDOM_FAIR_SYSTEMS");
    let count = count.map_or(300, |count| count.parse().expect("a number"));
    let (mut proved, mut refuted, mut missed, mut unrefuted) = (0, 0, 0, 0);
    for seed in 0..count {
        let mut numbers = Numbers(seed);
        let fairness = [Fairness::Justice, Fairness::Any][seed as usize % 2];
        let open = numbers.one_of(&["", "", "open o;"]);
        let first = numbers.program("a", open, fairness);
        let second = match numbers.below(3) {
            // Something like the first is more often a specification of it.
            0 => first.replacen("program a", "program z", 1).replacen(
                "assume h",
                "assume true || h",
                1,
            ),
            _ => numbers.program("z", open, fairness),
        };
        let programs = format!("{first}\n{second}");
        let question = question(&programs, "a included in z");
        let by_sets = by_sets(&question);
        let listed = verdict(&question, States::Listed);
        match &listed {
            Verdict::Proved(evidence) => {
                proved += 1;
                let is_refuted = matches!(by_sets, Verdict::Refuted(_));
                assert!(!is_refuted, "sets refute {seed}: {programs}");
                if !matches!(by_sets, Verdict::Proved(_)) {
                    missed += 1;
                    // The same game is played where there is nothing to predict.
                    let same = fairness == Fairness::Justice && is_plain(evidence);
                    assert!(!same, "only listed states prove {seed}: {programs}");
                }
            }
            Verdict::Refuted(_) => {
                refuted += 1;
                let is_proved = matches!(by_sets, Verdict::Proved(_));
                assert!(!is_proved, "sets prove {seed}: {programs}");
                unrefuted += u64::from(!matches!(by_sets, Verdict::Refuted(_)));
            }
            Verdict::Unknown(reason) => panic!("{reason}"),
        }
        let automatic = verdict(&question, States::Automatic);
        let same = matches!(
            (&listed, &automatic),
            (Verdict::Proved(_), Verdict::Proved(_)) | (Verdict::Refuted(_), Verdict::Refuted(_))
        );
        assert!(same, "{seed}: {programs}");
    }
    let enough = count / 10;
    assert!(
        proved > enough && refuted > enough,
        "{proved} and {refuted}"
    );
    assert!(
        missed * 5 < proved,
        "{missed} proofs of {proved} are missed"
    );
    assert!(
        unrefuted * 50 < refuted,
        "{unrefuted} of {refuted} are not refuted"
    );
}
