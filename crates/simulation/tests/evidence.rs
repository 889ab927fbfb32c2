//! Each rule for strategies of the simulation game accepts what is right and rejects what is not.

use budget::Budget;
use checker::{Rejected, Vacuity};
use evidence::unwinding::{Player, Unwinding};
use evidence::{Datum, Evidence, Verdict};
use question::{Abstracted, Losable, Question, Simulated};

/// Proved: the target follows a counter with steps of two, and chooses a channel.
const PROVED: &str = "
    program a { var i: int; var n: int; var x: int;
        havoc n where n >= 0; receive x on 2*n;
        while (i < n) { send x on i; i = i + 1; } }
    program b { var j: int; var m: int; var y: int;
        havoc m; receive y on m;
        while (j < m) { send y on j/2; j = j + 2; } }
    claim c: a simulated by b requires a.i == 0 && b.j == 0 ensures a.x == b.y;";

/// Proved: the target has a loop of its own to run before it can answer, and the source one in
/// which the target stands still.
const LOOPS: &str = "
    program a { var x: int; var w: int; receive x on 0; w = 0; while (w < x) { w = w + 1; } send w on 1; }
    program b { var y: int; var v: int; receive y on 0; v = y; while (v < 0) { v = v + 1; } send v on 1; }
    claim c: a simulated by b;";

/// Refuted: the target has to choose before it knows.
const REFUTED: &str = "
    program a { var x: int; receive x on 0; send 0 on 2; receive x on 0; send x on 1; }
    program b { var y: int; var z: int; receive y on 0; havoc z; send 0 on 2; receive y on 0; send z on 1; }
    claim c: a simulated by b;";

/// Refuted: the source may go on for ever.
const DIVERGES: &str = "
    program a { var x: int; var w: int; receive x on 0; w = 0; while (w != x) { w = w + 1; } send x on 1; }
    program b { var y: int; receive y on 0; send y on 1; }
    claim c: a simulated by b;";

fn question(text: &str) -> Simulated {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    analysis
        .module
        .question(&analysis.module.claims[0])
        .ok()
        .and_then(Question::simulated)
        .expect("the claim is about a simulation")
}

fn strategy(text: &str, winner: Player) -> (Simulated, Unwinding) {
    let question = question(text);
    let evidence = match simulation::decide(&question, &Budget::unlimited()) {
        Verdict::Proved(evidence) | Verdict::Refuted(evidence) => evidence,
        Verdict::Unknown(reason) => panic!("{reason}"),
    };
    let Evidence::Unwinding(unwinding) = evidence else {
        panic!("the evidence is a strategy")
    };
    assert_eq!(unwinding.winner, winner);
    (question, unwinding)
}

/// The rule that rejects the strategy.
fn judge(question: &Simulated, unwinding: Unwinding) -> &'static str {
    match checker::check_simulated(
        question,
        &Evidence::Unwinding(unwinding),
        &Budget::unlimited(),
    ) {
        Ok(_) => "accepted",
        Err(Rejected::Rule { rule, .. }) => rule,
        Err(Rejected::Dangling { what, .. }) => what,
        Err(other) => panic!("{other}"),
    }
}

/// What the checker says of the proof after a change.
fn changed(text: &str, change: impl FnOnce(&mut Unwinding)) -> &'static str {
    let (question, mut unwinding) = strategy(text, Player::Verifier);
    change(&mut unwinding);
    judge(&question, unwinding)
}

/// The same of a refutation.
fn refutation(text: &str, change: impl FnOnce(&mut Unwinding)) -> &'static str {
    let (question, mut unwinding) = strategy(text, Player::Falsifier);
    change(&mut unwinding);
    judge(&question, unwinding)
}

/// The first node of a player with moves, by its number.
fn first(unwinding: &Unwinding, turn: Player, moves: usize) -> usize {
    let nodes = unwinding.nodes.iter();
    let fits = |node: &evidence::unwinding::Node| node.turn == turn && node.moves.len() >= moves;
    nodes.clone().position(fits).expect("there is such a node")
}

/// A simulation is an abstraction that loses nothing; that there is none says nothing of abstractions.
#[test]
fn strategies_prove_claims_of_abstraction_and_refute_none() {
    for (text, winner, is_accepted) in [
        (PROVED, Player::Verifier, true),
        (REFUTED, Player::Falsifier, false),
    ] {
        let (simulated, unwinding) = strategy(text, winner);
        let abstracted = Abstracted {
            simulated,
            losable: Losable::default(),
        };
        let evidence = Evidence::Unwinding(unwinding);
        let checked = checker::check_abstracted(&abstracted, &evidence, &Budget::unlimited());
        assert_eq!(checked.is_ok(), is_accepted);
        assert!(is_accepted || matches!(checked, Err(Rejected::WrongKind)));
    }
}

#[test]
fn genuine_strategies_are_accepted() {
    for text in [PROVED, LOOPS] {
        assert_eq!(changed(text, |_| {}), "accepted");
    }
    for text in [REFUTED, DIVERGES] {
        assert_eq!(refutation(text, |_| {}), "accepted");
    }
}

#[test]
fn every_start_is_at_the_first_node() {
    assert_eq!(
        changed(PROVED, |u| u.nodes[0].label = "(= |a.i| 1)".to_owned()),
        "Initial"
    );
    assert_eq!(
        changed(PROVED, |u| u.nodes[0].turn = Player::Falsifier),
        "Initial"
    );
    assert_eq!(changed(PROVED, |u| u.nodes.clear()), "node");
    let wrong_start = |u: &mut Unwinding| u.start.clear();
    assert_eq!(refutation(REFUTED, wrong_start), "Start");
    let wrong_value = |u: &mut Unwinding| u.start[0] = Datum::Bool(true);
    assert_eq!(refutation(REFUTED, wrong_value), "Start");
}

#[test]
fn labels_are_kept_by_every_move() {
    let stronger = |u: &mut Unwinding| {
        let node = first(u, Player::Falsifier, 2);
        u.nodes[node].label = "(= |a.i| 0)".to_owned();
    };
    assert_eq!(changed(PROVED, stronger), "Consecution");
    let weaker = |u: &mut Unwinding| u.nodes.iter_mut().for_each(|n| n.label = "true".to_owned());
    assert_ne!(changed(PROVED, weaker), "accepted");
}

#[test]
fn every_move_of_the_loser_is_expected() {
    let forgets = |u: &mut Unwinding| {
        let node = first(u, Player::Falsifier, 2);
        u.nodes[node].moves.pop();
    };
    assert_eq!(changed(PROVED, forgets), "Adequacy");
    let forgets = |u: &mut Unwinding| {
        let node = u
            .nodes
            .iter()
            .position(|node| node.turn == Player::Verifier && !node.moves.is_empty())
            .expect("Verifier has a turn");
        u.nodes[node].moves.clear();
    };
    assert_eq!(refutation(REFUTED, forgets), "Adequacy");
}

#[test]
fn the_winner_has_a_move_everywhere() {
    let timid = |u: &mut Unwinding| {
        let node = first(u, Player::Verifier, 1);
        u.nodes[node].moves[0].guard = Some("false".to_owned());
    };
    assert_eq!(changed(PROVED, timid), "Adequacy");
    let idle = |u: &mut Unwinding| {
        let node = first(u, Player::Verifier, 1);
        u.nodes[node].moves.clear();
    };
    assert_eq!(changed(PROVED, idle), "Adequacy");
}

#[test]
fn moves_are_moves_of_the_programs() {
    let invented = |u: &mut Unwinding| {
        let node = first(u, Player::Verifier, 1);
        u.nodes[node].moves[0].path = vec![77];
    };
    assert_eq!(changed(PROVED, invented), "Moves");
    let elsewhere = |u: &mut Unwinding| {
        let node = first(u, Player::Falsifier, 1);
        u.nodes[node].moves[0].to = Some(0);
    };
    assert_eq!(changed(PROVED, elsewhere), "Moves");
    let nowhere = |u: &mut Unwinding| {
        let node = first(u, Player::Falsifier, 1);
        u.nodes[node].moves[0].to = Some(900);
    };
    assert_eq!(changed(PROVED, nowhere), "node");
}

#[test]
fn values_are_chosen_by_terms_that_fit() {
    let with_terms = |u: &Unwinding| {
        let nodes = u.nodes.iter();
        let chooses = |node: &evidence::unwinding::Node| {
            node.turn == Player::Verifier && node.moves.iter().any(|m| !m.terms.is_empty())
        };
        nodes.clone().position(chooses).expect("a value is chosen")
    };
    let set = |text: &'static str| {
        move |u: &mut Unwinding| {
            let node = with_terms(u);
            u.nodes[node].moves[0].terms[0] = text.to_owned();
        }
    };
    assert_eq!(changed(PROVED, set("(+ |a.n| 1)")), "Consecution");
    assert_eq!(changed(PROVED, set("true")), "Moves");
    assert_eq!(changed(PROVED, set("nobody")), "Terms");
    let none = |u: &mut Unwinding| {
        let node = with_terms(u);
        u.nodes[node].moves[0].terms.clear();
    };
    assert_eq!(changed(PROVED, none), "Moves");
}

#[test]
fn labels_are_formulas_over_the_variables() {
    for text in ["1", "(> nobody 0)", "((", "(exists ((q Int)) (= q |a.i|))"] {
        let label = |u: &mut Unwinding| u.nodes[1].label = text.to_owned();
        assert_eq!(changed(PROVED, label), "Terms", "{text}");
    }
}

#[test]
fn ends_satisfy_the_postcondition() {
    let (question, unwinding) = strategy(PROVED, Player::Verifier);
    let mut other = question.clone();
    other.ensures = logic::Term::not(question.ensures);
    assert_eq!(judge(&other, unwinding), "Final");
}

#[test]
fn standing_still_and_moving_on_are_bounded() {
    let lazy = |u: &mut Unwinding| u.nodes.iter_mut().for_each(|node| node.idle.clear());
    assert_eq!(changed(LOOPS, lazy), "Well-foundedness");
    let busy = |u: &mut Unwinding| u.nodes.iter_mut().for_each(|node| node.busy.clear());
    assert_eq!(changed(LOOPS, busy), "Well-foundedness");
    let constant = |u: &mut Unwinding| {
        for node in &mut u.nodes {
            node.idle.iter_mut().for_each(|term| *term = "5".to_owned());
        }
    };
    assert_eq!(changed(LOOPS, constant), "Well-foundedness");
    let no_number = |u: &mut Unwinding| {
        for node in &mut u.nodes {
            node.idle
                .iter_mut()
                .for_each(|term| *term = "true".to_owned());
        }
    };
    assert_eq!(changed(LOOPS, no_number), "Measure");
}

#[test]
fn silent_cycles_have_stops() {
    assert_eq!(changed(LOOPS, |u| u.source_stops.clear()), "Stops");
    assert_eq!(
        changed(LOOPS, |u| u.target_stops.push(999)),
        "control point"
    );
}

/// A strategy says nothing of other programs.
#[test]
fn a_strategy_for_one_claim_is_none_for_another() {
    let texts = [PROVED, LOOPS, REFUTED, DIVERGES];
    for (own, winner) in [
        (PROVED, Player::Verifier),
        (LOOPS, Player::Verifier),
        (REFUTED, Player::Falsifier),
        (DIVERGES, Player::Falsifier),
    ] {
        let (_, unwinding) = strategy(own, winner);
        for other in texts.into_iter().filter(|other| *other != own) {
            assert_ne!(judge(&question(other), unwinding.clone()), "accepted");
        }
    }
}

/// Trap 3 of the notes: a refutation starts where the precondition holds, not merely where the label
/// of the first node does.
#[test]
fn trap_3_a_refutation_starts_in_the_precondition() {
    let (mut question, unwinding) = strategy(REFUTED, Player::Falsifier);
    assert_eq!(judge(&question, unwinding.clone()), "accepted");
    question.setting.requires = logic::Term::bottom();
    assert_eq!(judge(&question, unwinding), "Start");
}

/// Trap 7 of the notes: a node of Falsifier's with the source at its exit is lost where the target
/// has not ended, whatever its label says.
#[test]
fn trap_7_the_target_ends_with_the_source() {
    let impatient = |u: &mut Unwinding| {
        // Where the source has ended, Verifier passes at once.
        let matched = |node: &evidence::unwinding::Node| {
            node.turn == Player::Verifier && node.pending.is_none() && node.source == 1
        };
        let node = u.nodes.iter().position(matched).expect("the source ends");
        let mut end = u.nodes[node].clone();
        end.turn = Player::Falsifier;
        end.moves.clear();
        u.nodes.push(end);
        let to = Some(u.nodes.len() as u32 - 1);
        let step = &mut u.nodes[node].moves[0];
        step.path.clear();
        step.terms.clear();
        step.to = to;
    };
    let text = "
        program a { var x: int; receive x on 0; }
        program b { var y: int; receive y on 0; while (y > 0) { y = y - 1; } }
        claim c: a simulated by b;";
    assert_eq!(changed(text, |_| {}), "accepted");
    assert_eq!(changed(text, impatient), "Final");
}

/// Trap 8 of the notes: that a guard does not hold is no reason to have no move, and the moves of
/// the source that a label makes impossible are looked at again with the label that is stated.
#[test]
fn trap_8_guards_and_pruned_moves_prove_nothing() {
    let contradictory = |u: &mut Unwinding| {
        for node in u.nodes.iter_mut().filter(|n| n.turn == Player::Verifier) {
            for step in &mut node.moves {
                step.guard = Some("false".to_owned());
            }
        }
    };
    assert_eq!(changed(PROVED, contradictory), "Adequacy");
    let text = "
        program a { var x: int; var y: int; x = 1;
            while (*) { receive y on 0; if (x <= 0) { send 5 on 5; } } }
        program b { var z: int; while (*) { receive z on 0; } }
        claim c: a simulated by b;";
    let (question, mut unwinding) = strategy(text, Player::Verifier);
    let sends = |node: &evidence::unwinding::Node| {
        node.pending.is_some_and(|pending| {
            let evidence::unwinding::Pending::Message(edge) = pending else {
                return false;
            };
            let cfg = program::Cfg::of(&question.setting.programs[0].body).expect("it is small");
            matches!(
                cfg.edges()[edge as usize].command,
                program::Command::Send { .. }
            )
        })
    };
    // The send is never possible: no node needs to expect it.
    let impossible: Vec<u32> = (0u32..)
        .zip(&unwinding.nodes)
        .filter(|(_, node)| sends(node))
        .map(|(number, _)| number)
        .collect();
    for node in &mut unwinding.nodes {
        node.moves
            .retain(|step| step.to.is_none_or(|to| !impossible.contains(&to)));
    }
    assert_eq!(judge(&question, unwinding.clone()), "accepted");
    // With weaker labels it is possible.
    for node in &mut unwinding.nodes {
        node.label = "true".to_owned();
    }
    assert_eq!(judge(&question, unwinding), "Adequacy");
}

fn vacuity(text: &str) -> Option<Vacuity> {
    let (question, unwinding) = strategy(text, Player::Verifier);
    let evidence = Evidence::Unwinding(unwinding);
    let accepted = checker::check_simulated(&question, &evidence, &Budget::unlimited());
    accepted.expect("the evidence is genuine").vacuous()
}

#[test]
fn a_proof_without_an_end_is_called_vacuous() {
    let endless = "
        program a { var x: int; loop { receive x on 0; send x + 1 on 1; } }
        program b { var y: int; loop { receive y on 0; send y + 1 on 1; } }
        claim c: a simulated by b ensures a.x == b.y + 7;";
    assert_eq!(vacuity(endless), Some(Vacuity::NoEnd));
    let without_postcondition = endless.replace("ensures a.x == b.y + 7", "");
    assert_eq!(vacuity(&without_postcondition), None);
    let no_start = endless.replace("ensures", "requires a.x < b.y && b.y < a.x ensures");
    assert_eq!(vacuity(&no_start), Some(Vacuity::NoStart));
    assert_eq!(vacuity(PROVED), None);
}

/// The last assertion of the source fails always: that is no end.
#[test]
fn a_failure_is_no_end() {
    let failing = "
        program a { var x: int; receive x on 0; assert x > x; }
        program b { var y: int; receive y on 0; assert y > y; }
        claim c: a simulated by b ensures a.x == b.y + 7;";
    assert_eq!(vacuity(failing), Some(Vacuity::NoEnd));
    let sometimes = failing.replace("assert x > x", "assert x > 0");
    let sometimes = sometimes.replace("assert y > y", "assert y > 0");
    let sometimes = sometimes.replace("b.y + 7", "b.y");
    assert_eq!(vacuity(&sometimes), None);
}
