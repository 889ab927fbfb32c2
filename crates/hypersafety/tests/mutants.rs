//! Programs with one operator, constant or guard changed: whatever the verdict, the checker accepts
//! the evidence for it, and most mutants have one.

use std::time::Duration;

use budget::Budget;
use checker::Established;
use evidence::Verdict;

/// A comparison of numbers, symmetric; a sum in two orders; and flows of information.
const PROGRAMS: [&str; 4] = [
    "(var a b r s Int)
     (par (set! r (if (< a b) (- 1) (if (> a b) 1 0)))
          (set! s (if (< b a) (- 1) (if (> b a) 1 0))))
     (assume (not (= r (- 0 s))))",
    "(var x y n Int)
     (assume (and (= x y) (> x 0)))
     (par (while (< x n) (set! x (+ x x)))
          (while (< y n) (set! y (+ y y))))
     (assume (not (= x y)))",
    "(var f (Int) Int) (var i j s t n Int)
     (assume (= i j s t 0))
     (par (while (< i n) (set! s (+ s (f i))) (set! i (+ i 1)))
          (while (< j n) (set! t (+ t (f j))) (set! j (+ j 1))))
     (assume (not (= s t)))",
    "(var x y Int) (var h g Bool) (var l m Int)
     (assume (= x y))
     (par (seq (if h (set! l 1) (set! l (- 2 1))) (set! l (+ l x)))
          (seq (if g (set! m 1) (set! m (- 2 1))) (set! m (+ m y))))
     (assume (not (= l m)))",
];

/// What is written instead.
const CHANGES: [(&str, &str); 9] = [
    ("(< ", "(<= "),
    ("(< ", "(> "),
    ("(> ", "(>= "),
    ("(+ ", "(- "),
    ("(- ", "(+ "),
    (" 1)", " 2)"),
    (" 0)", " 1)"),
    ("(= ", "(<= "),
    ("(if ", "(if (not true) 0 "),
];

/// The text with each single occurrence changed.
fn mutants(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (from, to) in CHANGES {
        for (at, _) in text.match_indices(from) {
            let (before, rest) = text.split_at(at);
            let mutant = format!("{before}{to}{}", &rest[from.len()..]);
            if frontend_weaver::read(&mutant).is_ok() {
                found.push(mutant);
            }
        }
    }
    found
}

#[test]
fn every_verdict_on_a_mutant_is_accepted() {
    let (mut proved, mut refuted, mut unknown) = (0, 0, 0);
    for text in PROGRAMS {
        for mutant in [text.to_owned()].into_iter().chain(mutants(text)) {
            let reading = frontend_weaver::read(&mutant).expect("a mutant can be read");
            let task = reading.module.task(&reading.module.claims[0]);
            let budget = Budget::unlimited().within(Duration::from_secs(3));
            let evidence = match hypersafety::decide(&task, &budget).verdict {
                Verdict::Proved(evidence) | Verdict::Refuted(evidence) => evidence,
                Verdict::Unknown(_) => {
                    unknown += 1;
                    continue;
                }
            };
            let accepted = checker::check(&task, &evidence, &Budget::unlimited())
                .unwrap_or_else(|rejected| panic!("{rejected}: {mutant}"));
            match accepted.verdict() {
                Established::Proved => proved += 1,
                Established::Refuted => refuted += 1,
            }
        }
    }
    let all = proved + refuted + unknown;
    assert!(
        proved >= 5 && refuted >= all / 4 && unknown <= all / 3,
        "{proved} proved, {refuted} refuted, {unknown} unknown"
    );
}
