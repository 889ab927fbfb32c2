//! Programs with `parfor`: proofs by one arbitrary copy, refutations by a few, and what is neither.

use std::time::Duration;

use budget::Budget;
use checker::{Established, Rejected};
use evidence::unwinding::{Copies, Player, Unwinding};
use evidence::{Evidence, Reason, Verdict};
use question::{Question, Simulated};

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

/// The claim that one program is simulated by another, given their bodies.
fn claim(source: &str, target: &str) -> String {
    format!("program a {{ {source} }} program b {{ {target} }} claim c: a simulated by b;")
}

/// The verdict that the checker gives, with what it was about.
fn judged(text: &str) -> Result<(Established, Copies), Reason> {
    let question = question(text);
    let budget = Budget::unlimited().within(Duration::from_secs(120));
    let evidence = match simulation::decide(&question, &budget) {
        Verdict::Proved(evidence) | Verdict::Refuted(evidence) => evidence,
        Verdict::Unknown(reason) => return Err(reason),
    };
    let accepted = checker::check_simulated(&question, &evidence, &Budget::unlimited())
        .unwrap_or_else(|rejected| panic!("{rejected}: {text}"));
    let Evidence::Unwinding(unwinding) = evidence else {
        panic!("the evidence is a strategy")
    };
    Ok((accepted.verdict(), unwinding.copies))
}

fn proved(source: &str, target: &str) {
    let verdict = judged(&claim(source, target));
    assert!(
        matches!(
            verdict,
            Ok((Established::Proved, Copies::Arbitrary | Copies::All))
        ),
        "{verdict:?}: {source} by {target}"
    );
}

fn refuted(source: &str, target: &str) {
    let verdict = judged(&claim(source, target));
    assert!(
        matches!(
            verdict,
            Ok((Established::Refuted, Copies::Few(_) | Copies::All))
        ),
        "{verdict:?}: {source} by {target}"
    );
}

const RING: &str =
    "receive t on id; if (id == n - 1) { nx = 0; } else { nx = id + 1; } send t on nx;";
const LOCK: &str = "receive t on id; havoc nx where 0 <= nx && nx <= n - 1; send t on nx;";
const BAD: &str =
    "receive t on id; havoc nx where 0 <= nx && nx <= n - 1 && nx != id; send t on nx;";

/// One token, passed around by the nodes.
fn token(node: &str) -> String {
    format!(
        "var n: int; havoc n where n >= 1;
         par {{ send 1 on 0; }}
         || {{ parfor id in 0..=n - 1 {{ var t: int; var nx: int; while (*) {{ {node} }} }} }}"
    )
}

/// Any number of tokens.
fn general(node: &str) -> String {
    format!(
        "var n: int; var m: int; var k: int; var d: int;
         havoc n where n >= 1; havoc m where m >= 1;
         par {{ k = 0; while (k < m) {{ havoc d where 0 <= d && d <= n - 1; send 1 on d; k = k + 1; }} }}
         || {{ parfor id in 0..=n - 1 {{ var t: int; var nx: int; while (*) {{ {node} }} }} }}"
    )
}

#[test]
fn a_ring_is_a_lock() {
    proved(&token(RING), &token(LOCK));
}

#[test]
fn a_ring_is_no_lock_that_never_keeps_its_token() {
    refuted(&token(RING), &token(BAD));
}

#[test]
fn a_lock_is_no_ring() {
    refuted(&token(LOCK), &token(RING));
}

#[test]
fn one_token_is_a_case_of_many() {
    proved(&token(RING), &general(LOCK));
}

#[test]
fn many_tokens_in_a_ring_are_many_tokens() {
    proved(&general(RING), &general(LOCK));
}

/// A proof is wrong here: either a refutation is found, or nothing.
fn never_proved(source: &str, target: &str) {
    let verdict = judged(&claim(source, target));
    assert!(
        !matches!(verdict, Ok((Established::Proved, _))),
        "{source} by {target}"
    );
}

/// Their labels need that a node's own number is skipped by both programs, each at its own time.
#[test]
fn elections_are_followed_node_by_node() {
    let elections = [
        include_str!("../../../benchmarks/simulation/table3/toy_leader_election.tdm"),
        include_str!("../../../benchmarks/simulation/table3/leader_election_delay.tdm"),
    ];
    for text in elections {
        let verdict = judged(text);
        assert!(
            matches!(verdict, Ok((Established::Proved, Copies::Arbitrary))),
            "{verdict:?}: {text}"
        );
    }
}

#[test]
fn what_is_chosen_before_copies_start_is_the_same_for_all() {
    // One of two copies could have its own number sent; a choice for each would be wrong.
    let copies = "parfor i in 1..=2 { send i on 0; }";
    refuted(
        copies,
        "var m: int; havoc m; parfor i in 1..=2 { send m on 0; }",
    );
    proved(
        copies,
        "var m: int; parfor i in 1..=2 { havoc m; send m on 0; }",
    );
    // The same for threads.
    let beside = "par { send 1 on 0; } || { parfor i in 1..=2 { send 2 on 1; } }";
    refuted(
        beside,
        "var m: int; havoc m; par { send m on 0; } || { parfor i in 1..=2 { send m on 1; } }",
    );
}

#[test]
fn a_thread_beside_the_copies_answers_for_itself() {
    // The target could answer one copy with the thread beside it, but not two.
    never_proved(
        "par { skip; } || { parfor i in 1..=2 { send 7 on 0; } }",
        "par { send 7 on 0; } || { parfor i in 1..=2 { skip; } }",
    );
}

#[test]
fn threads_forget_what_others_write() {
    let source = "var x: int; var y: int; x = 0; y = 0;
        par { x = 1; } || { parfor i in 1..=2 { send i on 0; } y = 1; } ";
    // Behind the threads, each variable has what its thread has written.
    never_proved(
        &format!("{source} send x on 1;"),
        "var z: int; par { skip; } || { parfor i in 1..=2 { send i on 0; } } send 0 on 1;",
    );
    never_proved(
        &format!("{source} send y on 1;"),
        "var z: int; par { skip; } || { parfor i in 1..=2 { send i on 0; } } send 0 on 1;",
    );
    // What no thread writes is known.
    let known = "var x: int; var y: int; havoc x;
        par { y = 1; } || { parfor i in 1..=x { send x on i; } } send x on 1;";
    proved(known, known);
}

#[test]
fn copies_leave_the_variables_of_their_parent_alone() {
    let source = "var x: int; havoc x; parfor i in 1..=x { x = x + i; send x on i; } send x on 0;";
    proved(source, source);
    refuted(
        source,
        "var x: int; havoc x; parfor i in 1..=x { send x + i on i; x = 0; } send x + 1 on 0;",
    );
}

#[test]
fn ranges_are_equal_or_both_are_empty() {
    let source = "var n: int; receive n on 0; parfor i in 1..=n { send i on 1; }";
    refuted(
        source,
        "var m: int; receive m on 0; parfor i in 2..=m + 1 { send i on 1; }",
    );
    refuted(
        source,
        "var m: int; receive m on 0; parfor i in 1..=m + 1 { send i on 1; }",
    );
    proved(
        &source.replace("parfor", "assume n <= 0; parfor"),
        "var m: int; receive m on 0; parfor i in 2..=m + 1 { send i on 1; }",
    );
}

#[test]
fn an_empty_range_is_no_loop_at_all() {
    proved(
        "var n: int; havoc n where n <= 0; parfor i in 1..=n { send i on 1; } send 0 on 2;",
        "send 0 on 2;",
    );
    proved(
        "send 0 on 2;",
        "var n: int; havoc n; parfor i in 1..=n { send i on 1; } send 0 on 2;",
    );
}

#[test]
fn divergence_of_one_copy_is_divergence() {
    let waits = "var w: int; receive w on 0; parfor i in 1..=w { var k: int; havoc k; \
                 while (k != i) { k = k + 1; } send i on 1; }";
    let sends = "var v: int; receive v on 0; parfor i in 1..=v { send i on 1; }";
    refuted(waits, sends);
    let counts = waits.replace("k != i", "k < i");
    proved(&counts, sends);
    proved(sends, &counts);
}

#[test]
fn copies_that_never_end_leave_nothing_to_do() {
    // Nothing is sent behind a loop of servers, unless there is none.
    let servers = |behind: &str| {
        format!(
            "var n: int; var t: int; havoc n where n >= 1;
             parfor i in 1..=n {{ loop {{ receive t on i; send t on i; }} }} {behind}"
        )
    };
    proved(&servers("send 1 on 0;"), &servers("send 2 on 0;"));
    let some = servers("send 1 on 0;").replace("n >= 1", "n >= 0");
    refuted(&some, &servers("send 2 on 0;").replace("n >= 1", "n >= 0"));
}

#[test]
fn loops_nest() {
    let nested = |value: &str| {
        format!(
            "var n: int; receive n on 0;
             parfor i in 1..=n {{ var t: int; receive t on i;
                 parfor j in i..=t {{ send {value} on i + j; }} send t on i; }}"
        )
    };
    proved(&nested("t - j"), &nested("t + i - j - i"));
    refuted(&nested("t - j"), &nested("t - i"));
}

#[test]
fn a_target_may_choose_its_number_of_copies() {
    // With as many copies as the source the target is stuck, with more it is not: no refutation.
    never_refuted(
        "var n: int; havoc n where n >= 1; parfor i in 1..=n { loop { send 0 on 0; } }",
        "var m: int; havoc m where m >= 1;
         parfor i in 1..=m { assume m >= 5; loop { send 0 on 0; } }",
    );
    // All others may end silently.
    never_refuted(
        "send 0 on 0; send 1 on 1;",
        "var m: int; havoc m; parfor i in 1..=m { choose { send 0 on 0; } or { skip; } } send 1 on 1;",
    );
}

fn never_refuted(source: &str, target: &str) {
    let text = claim(source, target);
    let question = question(&text);
    let budget = Budget::unlimited().within(Duration::from_secs(5));
    let verdict = simulation::decide(&question, &budget);
    assert!(!matches!(verdict, Verdict::Refuted(_)), "{text}");
}

#[test]
fn copies_that_can_be_counted_are_spelled_out() {
    // No copy is simulated by the copy with the same number.
    let source = "var n: int; receive n on 0; parfor i in 1..=2 { send n + i on 1; }";
    let crossed = source.replace("n + i", "n + 3 - i");
    let verdict = judged(&claim(source, &crossed));
    assert_eq!(verdict, Ok((Established::Proved, Copies::All)));
    let apart = source.replace("1..=2", "n..=n + 1");
    let verdict = judged(&claim(&apart, &apart.replace("n + i", "3*n + 1 - i")));
    assert!(matches!(verdict, Err(Reason::Incomplete(_))), "{verdict:?}");
    // Copies that share memory.
    let shared =
        "shared var s: int; s = 0; parfor i in 1..=2 { atomic { s = s + 1; } } send s on 0;";
    proved(shared, "send 2 on 0;");
    refuted(shared, "send 1 on 0;");
}

#[test]
fn shared_memory_and_atomic_blocks_are_not_taken_apart() {
    let shared = "shared var s: int; parfor i in 1..=s { atomic { s = s + i; } send s on 0; }";
    let verdict = judged(&claim(shared, shared));
    let Err(Reason::Unsupported { construct, origin }) = verdict else {
        panic!("{verdict:?}")
    };
    assert_eq!(construct, "a parfor whose copies share a variable");
    assert!(origin.is_some());
    let atomic = "var x: int; par { atomic { send 1 on 0; send 2 on 0; } } \
                  || { parfor i in 1..=x { send i on 1; } }";
    never_proved(&atomic.replace("atomic", ""), atomic);
}

/// Proofs and refutations of the same claims, changed.
fn changed(source: &str, target: &str, change: impl FnOnce(&mut Unwinding)) -> &'static str {
    let question = question(&claim(source, target));
    let evidence = match simulation::decide(&question, &Budget::unlimited()) {
        Verdict::Proved(evidence) | Verdict::Refuted(evidence) => evidence,
        Verdict::Unknown(reason) => panic!("{reason}"),
    };
    let Evidence::Unwinding(mut unwinding) = evidence else {
        panic!("the evidence is a strategy")
    };
    change(&mut unwinding);
    match checker::check_simulated(
        &question,
        &Evidence::Unwinding(unwinding),
        &Budget::unlimited(),
    ) {
        Ok(_) => "accepted",
        Err(Rejected::Rule { rule, .. }) => rule,
        Err(Rejected::Dangling { what, .. }) => what,
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn the_checker_takes_the_programs_apart_itself() {
    let source = "var n: int; receive n on 0; parfor i in 1..=n { send n on i; } send n on 0;";
    let right = |change: fn(&mut Unwinding)| changed(source, source, change);
    assert_eq!(right(|_| {}), "accepted");
    // As written, with another number of copies, or for the other player it is no strategy.
    assert_ne!(right(|u| u.copies = Copies::AsWritten), "accepted");
    assert_eq!(right(|u| u.copies = Copies::Few(1)), "Copies");
    let wrong = source.replace("send n on i", "send i on i");
    let refuted = |change: fn(&mut Unwinding)| changed(source, &wrong, change);
    assert_eq!(refuted(|_| {}), "accepted");
    assert_eq!(refuted(|u| u.copies = Copies::Arbitrary), "Copies");
    assert_ne!(refuted(|u| u.copies = Copies::AsWritten), "accepted");
    assert_ne!(refuted(|u| u.winner = Player::Verifier), "accepted");
    assert_ne!(refuted(|u| u.copies = Copies::Few(2)), "accepted");
}

#[test]
fn marks_are_matched_by_the_same_marks() {
    // Each of these proofs would be one if a mark could be matched by another, or be passed over.
    let source = "var n: int; receive n on 0; parfor i in 1..=n { send n on i; } send n on 0;";
    let at_mark = |u: &Unwinding, skipped: usize| {
        let marked = u.nodes.iter().enumerate().filter(|(_, node)| {
            let is_match = |step: &evidence::unwinding::Step| !step.path.is_empty();
            node.pending.is_some() && node.moves.iter().any(is_match)
        });
        marked
            .map(|(number, _)| number)
            .nth(skipped)
            .expect("marks are matched")
    };
    for skipped in 0..5 {
        // Passing where something has to be matched.
        let passes = |u: &mut Unwinding| {
            let node = at_mark(u, skipped);
            u.nodes[node].moves[0].path.clear();
        };
        assert_eq!(changed(source, source, passes), "Moves", "{skipped}");
        // Forgetting that it has to be matched.
        let forgets = |u: &mut Unwinding| {
            let node = at_mark(u, skipped);
            u.nodes[node].pending = None;
        };
        assert_eq!(changed(source, source, forgets), "Moves", "{skipped}");
    }
}
