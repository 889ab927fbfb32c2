//! Every loop of the folder `loops` gets the answer that its folder says, and the evidence for it is
//! accepted.

mod common;

use budget::Budget;
use checker::ranking::{check_ranking, check_recurrence};
use common::loops;
use ranking::{Answer, decide};

#[test]
fn all_loops_are_decided_and_the_evidence_is_accepted() {
    let budget = Budget::unlimited();
    let mut wrong = Vec::new();
    for example in loops() {
        let answer = decide(&example.graph, &budget);
        let right = match &answer {
            Ok(Answer::Terminates(ranking)) => {
                let checked = check_ranking(&example.graph, ranking, &budget);
                checked.unwrap_or_else(|rejected| panic!("{}: {rejected}", example.name));
                example.terminates
            }
            Ok(Answer::Diverges(recurrence)) => {
                let checked = check_recurrence(&example.graph, recurrence, &budget);
                checked.unwrap_or_else(|rejected| panic!("{}: {rejected}", example.name));
                !example.terminates
            }
            Err(_) => false,
        };
        if !right {
            wrong.push((example.name, answer.err()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// The same questions in the same order get the same answers, evidence included.
#[test]
fn answers_are_the_same_on_every_run() {
    let run = || {
        let answers = loops().into_iter().map(|example| {
            let answer = decide(&example.graph, &Budget::unlimited());
            (example.name, answer)
        });
        answers.collect::<Vec<_>>()
    };
    // Each thread has a solver context of its own, as each run of the program has.
    let threads = [std::thread::spawn(run), std::thread::spawn(run)];
    let [first, second] = threads.map(|thread| thread.join().expect("the thread ends"));
    for (first, second) in first.into_iter().zip(second) {
        assert_eq!(first, second);
    }
}
