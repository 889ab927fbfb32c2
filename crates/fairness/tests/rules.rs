//! The rules for inclusion accept genuine evidence and reject evidence that breaks them.

use budget::Budget;
use checker::inclusion::check_inclusion;
use checker::{Established, Rejected, Vacuity};
use evidence::inclusion::{
    Emptiness, FairSimulation, Hopeless, Inclusion, Link, Powersets, Proof, Ranked, Separation,
};
use fairness::{Methods, decide};
use question::automaton::{Acceptance, Automaton, Transition};

/// An automaton from steps `(from, letter, to, marks)`, with state 0 initial.
fn automaton(acceptance: Acceptance, steps: &[(u32, u32, u32, u64)]) -> Automaton {
    let states = steps.iter().flat_map(|step| [step.0, step.2]).max();
    let transitions = steps.iter().map(|(from, letter, to, marks)| Transition {
        from: *from,
        letter: *letter,
        to: *to,
        marks: *marks,
    });
    let transitions = transitions.collect();
    Automaton::new(4, states.unwrap_or(0) + 1, vec![0], transitions, acceptance)
        .expect("the parts fit")
}

fn buchi(steps: &[(u32, u32, u32, u64)]) -> Automaton {
    automaton(Acceptance::justice(1), steps)
}

/// Decides at once which way to go.
fn early() -> Automaton {
    buchi(&[
        (0, 0, 1, 0),
        (0, 0, 2, 0),
        (1, 1, 3, 0),
        (2, 1, 4, 0),
        (3, 2, 3, 1),
        (4, 3, 4, 1),
    ])
}

/// Decides later.
fn late() -> Automaton {
    buchi(&[
        (0, 0, 1, 0),
        (1, 1, 2, 0),
        (1, 1, 3, 0),
        (2, 2, 2, 1),
        (3, 3, 3, 1),
    ])
}

/// Both letters infinitely often, or from some time on only the second.
fn streett() -> Automaton {
    let pair = Acceptance::Any(vec![Acceptance::Fin(0), Acceptance::Inf(1)]);
    automaton(Acceptance::All(vec![pair]), &[(0, 0, 0, 1), (0, 1, 0, 2)])
}

fn checked(a: &Automaton, b: &Automaton, evidence: &Inclusion) -> Result<Established, Rejected> {
    let accepted = check_inclusion(a, b, evidence, &Budget::unlimited())?;
    Ok(accepted.verdict())
}

fn genuine(a: &Automaton, b: &Automaton, methods: Methods) -> Inclusion {
    let evidence = decide(a, b, methods, &Budget::unlimited()).expect("there is no limit");
    checked(a, b, &evidence).expect("genuine evidence is accepted");
    evidence
}

/// Changes a proof and says which rule rejects it.
fn rule_against(
    a: &Automaton,
    b: &Automaton,
    mut proof: Proof,
    change: impl Fn(&mut Proof),
) -> String {
    change(&mut proof);
    match checked(a, b, &Inclusion::Proof(proof)) {
        Err(Rejected::Rule { rule, .. }) => rule.to_owned(),
        Err(Rejected::Dangling { what, .. }) => format!("no such {what}"),
        other => panic!("not rejected: {other:?}"),
    }
}

fn proof(a: &Automaton, b: &Automaton, methods: Methods) -> Proof {
    match genuine(a, b, methods) {
        Inclusion::Proof(proof) => proof,
        Inclusion::Separation(lasso) => panic!("separated by {lasso:?}"),
    }
}

fn simulation(proof: &mut Proof) -> &mut FairSimulation {
    let found = proof.links.iter_mut().find_map(|link| match link {
        Link::FairSimulation(simulation) => Some(simulation),
        _ => None,
    });
    found.expect("the proof has a fair simulation")
}

fn powersets(proof: &mut Proof) -> &mut Powersets {
    let found = proof.links.iter_mut().find_map(|link| match link {
        Link::Powersets(powersets) => Some(powersets),
        _ => None,
    });
    found.expect("the proof has powersets")
}

#[test]
fn fair_simulation() {
    let (a, b) = (late(), early());
    let genuine = proof(&a, &b, Methods::All);
    let against = |change: &dyn Fn(&mut FairSimulation)| {
        rule_against(&a, &b, genuine.clone(), |proof| change(simulation(proof)))
    };
    assert_eq!(against(&|s| s.lookahead = 0), "Lookahead");
    assert_eq!(against(&|s| s.lookahead = 1), "Answer");
    assert_eq!(against(&|s| s.goals.clear()), "Goals");
    assert_eq!(against(&|s| s.goals[0].clear()), "Initial");
    assert_eq!(
        against(&|s| s.goals[0].retain(|pair| pair.from == 0)),
        "Answer"
    );
    assert_eq!(against(&|s| s.goals[0].extend_from_within(..1)), "Pairs");
    assert_eq!(against(&|s| s.goals[0][0].to = 99), "no such state");
    assert_eq!(against(&|s| s.goals[0][0].missed = Some(1)), "no such goal");
    let hopeless = Hopeless {
        state: 0,
        rank: 1,
        missed: Some(0),
    };
    assert_eq!(against(&|s| s.hopeless.push(hopeless)), "Hopeless");
}

#[test]
fn ranks_that_do_not_fall() {
    // The second automaton never reaches its goal, whatever the ranks say.
    let (a, b) = (buchi(&[(0, 0, 0, 1)]), buchi(&[(0, 0, 0, 0)]));
    for missed in [None, Some(0)] {
        let pair = Ranked {
            from: 0,
            to: 0,
            rank: 7,
            missed,
        };
        let evidence = Inclusion::Proof(Proof {
            between: Vec::new(),
            links: vec![Link::FairSimulation(FairSimulation {
                lookahead: 3,
                hopeless: Vec::new(),
                goals: vec![vec![pair]],
            })],
        });
        assert!(checked(&a, &b, &evidence).is_err(), "{missed:?}");
        // Where the first one does not either, missing it is an excuse.
        let excused = checked(&b, &b, &evidence).is_ok();
        assert_eq!(excused, missed.is_some());
    }
}

#[test]
fn chains() {
    let (a, b) = (late(), early());
    let genuine = proof(&a, &b, Methods::All);
    assert_eq!(
        rule_against(&a, &b, genuine.clone(), |proof| proof.links.clear()),
        "Chain"
    );
    let stranger = Automaton::new(9, 1, vec![0], Vec::new(), Acceptance::justice(1));
    let stranger = stranger.expect("the parts fit");
    let longer = |proof: &mut Proof| {
        proof.between.push(stranger.clone());
        proof.links.push(proof.links[0].clone());
    };
    assert_eq!(rule_against(&a, &b, genuine, longer), "Chain");
}

#[test]
fn predictions_and_projections() {
    let a = streett();
    let genuine = proof(&a, &a, Methods::All);
    let is = |name: &str, proof: &Proof| {
        let description = Inclusion::Proof(proof.clone()).describe();
        assert!(description.contains(name), "{description}");
    };
    is("prediction", &genuine);
    is("projection", &genuine);
    let lie = |proof: &mut Proof| {
        for link in &mut proof.links {
            if let Link::Prediction(prediction) = link {
                prediction.states.reverse();
            }
        }
    };
    assert_eq!(rule_against(&a, &a, genuine.clone(), lie), "Prediction");
    let lie = |proof: &mut Proof| {
        for link in &mut proof.links {
            if let Link::Projection(projection) = link {
                projection.states.reverse();
            }
        }
    };
    assert_eq!(rule_against(&a, &a, genuine.clone(), lie), "Projection");
    let lie = |proof: &mut Proof| {
        let steps = proof.between[1].transitions().iter();
        let steps = steps.map(|step| Transition { marks: 1, ..*step });
        let between = &proof.between[1];
        proof.between[1] = Automaton::new(
            between.letters(),
            between.states(),
            between.initial().to_vec(),
            steps.collect(),
            Acceptance::justice(1),
        )
        .expect("the parts fit");
    };
    assert_eq!(rule_against(&a, &a, genuine, lie), "Projection");
}

#[test]
fn powersets_rules() {
    let (a, b) = (late(), early());
    let genuine = proof(&a, &b, Methods::Complete);
    let against = |change: &dyn Fn(&mut Powersets)| {
        rule_against(&a, &b, genuine.clone(), |proof| change(powersets(proof)))
    };
    assert_eq!(against(&|p| p.places.clear()), "Initial");
    assert_eq!(against(&|p| p.places[0].next[0] = 0), "Places");
    assert_eq!(against(&|p| p.places[0].next[0] = 99), "no such place");
    assert_eq!(against(&|p| p.places[1].set = (0..2).collect()), "Places");
    assert_eq!(against(&|p| p.cycles.clear()), "Cycles");
    assert_eq!(against(&|p| p.cycles[0].arcs.clear()), "Arcs");
    assert_eq!(against(&|p| p.cycles[0].arcs[0].pairs.clear()), "Arcs");
    assert_eq!(against(&|p| p.cycles[0].arcs[0].next[0] = None), "Arcs");
    assert_eq!(against(&|p| p.cycles[0].arcs[0].pairs[0].to ^= 1), "Arcs");
    assert_eq!(
        against(&|p| {
            p.cycles.extend_from_within(..1);
            p.cycles[0].transition = 99;
        }),
        "no such transition"
    );
}

#[test]
fn separations() {
    let (a, b) = (late(), buchi(&[(0, 0, 1, 0), (1, 1, 2, 0), (2, 2, 2, 1)]));
    let Inclusion::Separation(genuine) = genuine(&a, &b, Methods::All) else {
        panic!("the languages differ");
    };
    let against = |prefix: &[u32], cycle: &[u32]| {
        let lasso = Separation {
            prefix: prefix.to_vec(),
            cycle: cycle.to_vec(),
        };
        match checked(&a, &b, &Inclusion::Separation(lasso)) {
            Err(Rejected::Rule { rule, .. }) => rule.to_owned(),
            Err(Rejected::Dangling { what, .. }) => format!("no such {what}"),
            other => panic!("not rejected: {other:?}"),
        }
    };
    let Separation { prefix, cycle } = &genuine;
    assert_eq!(against(prefix, &[]), "Lasso");
    assert_eq!(against(&prefix[1..], cycle), "Lasso");
    assert_eq!(against(&[0, 0], cycle), "Run");
    assert_eq!(against(prefix, &[99]), "no such transition");
    // Transitions 0, 1 and 3 are the word that both have.
    assert_eq!(against(&[0, 1], &[3]), "Rejected");
    let unfair = buchi(&[(0, 0, 0, 0)]);
    let lasso = Inclusion::Separation(Separation {
        prefix: Vec::new(),
        cycle: vec![0],
    });
    let rejected = checked(&unfair, &b, &lasso).expect_err("the run is not accepted");
    assert!(rejected.to_string().contains("Accepted"), "{rejected}");
}

#[test]
fn a_proof_about_no_run_is_vacuous() {
    let (a, b) = (buchi(&[(0, 0, 0, 0)]), late());
    let budget = Budget::unlimited();
    let evidence = genuine(&a, &b, Methods::All);
    let accepted = check_inclusion(&a, &b, &evidence, &budget).expect("the evidence is genuine");
    assert_eq!(accepted.vacuous(), Some(Vacuity::NoFairRun));
}

#[test]
fn evidence_survives_a_file() {
    let budget = Budget::unlimited();
    for (a, b) in [
        (late(), early()),
        (streett(), streett()),
        (streett(), late()),
    ] {
        for methods in [Methods::All, Methods::Complete] {
            let evidence = decide(&a, &b, methods, &budget).expect("there is no limit");
            let text = serde_json::to_string(&evidence).expect("evidence can be written");
            let read: Inclusion = serde_json::from_str(&text).expect("evidence can be read");
            assert_eq!(read, evidence);
        }
    }
    let broken =
        r#"{"letters":1,"states":1,"initial":[3],"transitions":[],"acceptance":{"inf":0}}"#;
    assert!(serde_json::from_str::<Automaton>(broken).is_err());
}

/// Takes mark 1 again and again but never mark 2, which the second requirement asks for then.
fn barren(marks: u64) -> Automaton {
    let pair = Acceptance::Any(vec![Acceptance::Fin(1), Acceptance::Inf(2)]);
    let acceptance = Acceptance::All(vec![Acceptance::Inf(0), pair]);
    let step = |from: u32, to: u32, marks: u64| Transition {
        from,
        letter: 0,
        to,
        marks,
    };
    let steps = vec![
        step(0, 1, 1),
        step(1, 0, marks),
        step(1, 1, 0),
        step(1, 2, 0),
    ];
    Automaton::new(1, 3, vec![0], steps, acceptance).expect("it is an automaton")
}

#[test]
fn emptiness() {
    let nothing = Automaton::new(1, 1, vec![0], Vec::new(), Acceptance::justice(0));
    let (a, b) = (barren(2), nothing.expect("it is an automaton"));
    let genuine = proof(&a, &b, Methods::All);
    assert!(matches!(genuine.links[..], [Link::Empty(_)]));
    let against = |change: &dyn Fn(&mut Emptiness)| {
        rule_against(&a, &b, genuine.clone(), |proof| {
            for link in &mut proof.links {
                if let Link::Empty(emptiness) = link {
                    change(emptiness);
                }
            }
        })
    };
    assert_eq!(against(&|e| e.states.clear()), "Emptiness");
    assert_eq!(against(&|e| drop(e.states.pop())), "Emptiness");
    assert_eq!(against(&|e| e.states.extend_from_within(..1)), "Emptiness");
    assert_eq!(against(&|e| e.states[0].state = 99), "Emptiness");
    assert_eq!(against(&|e| e.states[0].ranks.truncate(1)), "Emptiness");
    assert_eq!(against(&|e| e.states[2].ranks[0] = 99), "Emptiness");
    let level = |e: &mut Emptiness| {
        for state in &mut e.states {
            if let Some(rank) = state.ranks.get_mut(1) {
                *rank = 0;
            }
        }
    };
    assert_eq!(against(&level), "Emptiness");
    // With mark 2 there is a word, and no evidence against it.
    for marks in [4, 6] {
        let evidence = Inclusion::Proof(genuine.clone());
        let checked = check_inclusion(&barren(marks), &b, &evidence, &Budget::unlimited());
        assert!(checked.is_err(), "{marks}");
    }
    assert!(matches!(
        decide(&barren(6), &b, Methods::All, &Budget::unlimited()),
        Ok(Inclusion::Separation(_))
    ));
}
