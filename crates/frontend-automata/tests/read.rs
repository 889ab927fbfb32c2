//! What texts mean, and what is wrong with those that mean nothing.

use frontend_automata::{Matching, PairError, pair, read};
use question::automaton::{Acceptance, Automaton};

/// The automaton of a text, over its own letters.
fn automaton(text: &str) -> Automaton {
    let source = read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    pair(&source, &source, Matching::ByName)
        .expect("an automaton fits itself")
        .first
}

/// The error of a text.
fn error(text: &str) -> String {
    match read(text) {
        Ok(source) => panic!("no error:\n{text}\n{source:?}"),
        Err(error) => error.to_string(),
    }
}

fn steps(automaton: &Automaton) -> Vec<(u32, u32, u32, u64)> {
    let steps = automaton.transitions().iter();
    steps
        .map(|step| (step.from, step.letter, step.to, step.marks))
        .collect()
}

#[test]
fn ba_names_are_raw_text() {
    let text = "[1|0 0][2]\n0,[1|0 0][2]->b c\na b,b c->[1|0 0][2]\nb c\n";
    let read = automaton(text);
    assert_eq!(read.initial(), [0]);
    assert_eq!(steps(&read), [(0, 0, 1, 0), (1, 1, 0, 1)]);
}

#[test]
fn ba_without_initial_and_accepting_lines() {
    let read = automaton("x,p->q\nx,q->q");
    assert_eq!(read.initial(), [0]);
    assert_eq!(steps(&read), [(0, 0, 1, 1), (1, 0, 1, 1)]);
    assert_eq!(automaton("alone\n").transitions(), []);
}

#[test]
fn malformed_ba() {
    for (text, expected) in [
        ("", "line 1: the text has no transition and no state"),
        ("a\nb\n0,a->b", "line 2: a second initial state"),
        (
            "0,a->b\n0 b->a",
            "line 2: expected `symbol,source->target`, found no comma",
        ),
        ("0,a->b\n0,b->", "line 2: a state without a name"),
        (
            "0,a->b\n\n0,b-",
            "line 3: the state `0,b-` occurs in no transition",
        ),
        ("c\n0,a->b", "line 1: the state `c` occurs in no transition"),
        (
            "0,a->b\nb\n0,b->a",
            "line 3: a transition after the accepting states of line 2",
        ),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
}

/// A text in HOA with one proposition.
fn hoa(header: &str, body: &str) -> String {
    format!("HOA: v1\nStart: 0\nAP: 1 \"p\"\n{header}\n--BODY--\n{body}\n--END--\n")
}

#[test]
fn marks_on_states_and_transitions() {
    let header = "Acceptance: 2 Inf(0)&Inf(1)\nacc-name: generalized-Buchi 2";
    let read = automaton(&hoa(header, "State: 0 {0}\n[0] 1 {1}\nState: [!0] 1\n0"));
    assert_eq!(read.goals(), Some(2));
    // Letter 0 is where the proposition does not hold.
    assert_eq!(steps(&read), [(0, 1, 1, 3), (1, 0, 0, 0)]);
}

#[test]
fn acceptance_of_any_kind() {
    let header = "Acceptance: 3 (Fin(0) | Inf(1)) & Inf(!2)";
    let read = automaton(&hoa(header, "State: 0\n[t] 0 {0 2}\n[0] 0"));
    let pair = Acceptance::Any(vec![Acceptance::Fin(0), Acceptance::Inf(1)]);
    let all = Acceptance::All(vec![pair, Acceptance::Inf(3)]);
    assert_eq!(*read.acceptance(), all);
    assert_eq!(steps(&read), [(0, 0, 0, 5), (0, 1, 0, 5), (0, 1, 0, 8)]);
}

#[test]
fn aliases_and_implicit_labels() {
    let text = "HOA: v1 Start: 0 AP: 2 \"a\" \"b\" Alias: @x 0 & !1 Alias: @y !(@x | 1)
        Acceptance: 0 t --BODY-- State: 0 \"zero\" [@y] 1 State: 1 0 1 0 1 /* four */ --END--";
    let read = automaton(text);
    assert_eq!(read.goals(), Some(0));
    let from_zero: Vec<u32> = read.from(0).iter().map(|step| step.letter).collect();
    assert_eq!(from_zero.len(), 1);
    assert_eq!(read.from(1).len(), 4);
}

#[test]
fn malformed_hoa() {
    let buchi = "Acceptance: 1 Inf(0)";
    let chain = (1..30).map(|i| format!("Alias: @a{i} @a{} & @a{}", i - 1, i - 1));
    let chain = format!("Alias: @a0 0\n{}", Vec::from_iter(chain).join("\n"));
    for (text, expected) in [
        (
            "HOA: v2".to_owned(),
            "line 1: version `v2` of the format is not known, only `v1`",
        ),
        (
            "HOA: v1\nStates: 1".to_owned(),
            "line 2: expected `--BODY--`, but the text ends",
        ),
        (
            "HOA: v1\n--BODY--\n--END--".to_owned(),
            "line 2: there is no `Acceptance:`",
        ),
        (
            "HOA: v1\n/* open".to_owned(),
            "line 2: the comment does not end",
        ),
        (
            "HOA: v1 name: \"open".to_owned(),
            "line 1: the text in quotes does not end",
        ),
        (
            hoa("States: 99999999999", ""),
            "line 4: the number `99999999999` is too large",
        ),
        (hoa("AP: 1 \"q\"", ""), "line 4: a second `AP:`"),
        (
            hoa("Acceptance: 70 Inf(0)", ""),
            "line 4: 70 acceptance sets are too many: at most 64",
        ),
        (
            hoa("Acceptance: 1 Inf(1)", ""),
            "line 4: acceptance set 1 is not among the 1 declared",
        ),
        (
            hoa("Acceptance: 1 Often(0)", ""),
            "line 4: expected `Inf`, `Fin`, `t` or `f`, found `Often`",
        ),
        (
            hoa("Weird: 1", ""),
            "line 4: the header `Weird:` is not known",
        ),
        (hoa(&chain, ""), "line 13: `@a9` is too large"),
        (
            hoa(buchi, "State: 0\n[0] 7"),
            "line 7: state 7 is not declared",
        ),
        (
            hoa(buchi, "State: 0\n[1] 0"),
            "line 7: proposition 1 is not declared by `AP:`",
        ),
        (
            hoa(buchi, "State: 0\n[@x] 0"),
            "line 7: the alias `@x` is not declared",
        ),
        (
            hoa(buchi, "State: 0\n[0] 0 {1}"),
            "line 7: acceptance set 1 is not among the 1 declared",
        ),
        (
            hoa(buchi, "State: 0\n[0] 0 & 0"),
            "line 7: universal branching is not supported",
        ),
        (
            hoa(buchi, "State: 0\n0"),
            "line 6: state 0 has implicit labels, but not one for each valuation",
        ),
        (
            hoa(buchi, "State: 0\n0\n0\n[0] 0"),
            "line 9: state 0 has transitions with and without labels",
        ),
        (
            hoa(buchi, "State: 0\n[0] 0\n0\n0"),
            "line 8: state 0 has transitions with and without labels",
        ),
        (
            hoa(buchi, "State: 0\nState: 0"),
            "line 7: a second `State: 0`",
        ),
        (hoa(buchi, "State: 1"), "line 2: state 0 is not declared"),
        (
            hoa("States: 1\nAcceptance: 0 t", "State: 3"),
            "line 7: state 3 is not declared",
        ),
        (
            hoa(buchi, "State: 0\n#"),
            "line 7: the character `#` has no meaning here",
        ),
        (
            hoa(buchi, "State: 0") + "HOA: v1",
            "line 8: the text goes on behind `--END--`; one automaton was expected",
        ),
        (
            hoa(buchi, "--ABORT--"),
            "line 6: the automaton was given up by its writer (`--ABORT--`)",
        ),
    ] {
        assert_eq!(error(&text), expected, "{text}");
    }
    let deep = "(".repeat(100_000);
    let nested = hoa(buchi, &format!("State: 0\n[{deep}0"));
    assert_eq!(error(&nested), "line 7: more than 200 levels of nesting");
    let negated = hoa(buchi, &format!("State: 0\n[{}0", "!".repeat(100_000)));
    assert_eq!(error(&negated), "line 7: more than 200 levels of nesting");
}

#[test]
fn every_beginning_of_a_text_has_an_error_or_a_meaning() {
    let text = hoa(
        "Alias: @a !0\nAcceptance: 2 (Fin(0) | Inf(1)) & Inf(!0)",
        "State: 0 \"x\" {1}\n[@a | 0] 0 {0}",
    );
    for (end, _) in text.char_indices() {
        if let Err(error) = read(&text[..end]) {
            assert!((1..=9).contains(&error.line), "{error}");
        }
    }
}

#[test]
fn letters_are_matched_by_name() {
    let (first, second) = (
        read("a,p->p").unwrap(),
        read("b,p->p\na,p->q\nb,q->q").unwrap(),
    );
    let both = pair(&first, &second, Matching::ByName).unwrap();
    assert_eq!(both.letters, ["a", "b"]);
    assert_eq!(
        steps(&both.second),
        [(0, 0, 1, 1), (0, 1, 0, 1), (1, 1, 1, 1)]
    );
}

#[test]
fn propositions_are_matched_by_name_or_position() {
    let first = read(&hoa("Acceptance: 0 t", "State: 0\n[0] 0")).unwrap();
    let second = hoa("Acceptance: 0 t", "State: 0\n[0] 0").replace("\"p\"", "\"q\"");
    let second = read(&second).unwrap();
    let by_name = pair(&first, &second, Matching::ByName).unwrap();
    assert_eq!(by_name.unmatched, ["p", "q"]);
    assert_eq!(by_name.letters.len(), 4);
    let by_position = pair(&first, &second, Matching::ByPosition).unwrap();
    assert!(by_position.unmatched.is_empty());
    assert_eq!(by_position.first, by_position.second);
    let symbols = read("a,p->p").unwrap();
    let error = pair(&first, &symbols, Matching::ByName).unwrap_err();
    assert_eq!(error, PairError::Styles);
}

#[test]
fn many_propositions_with_few_labels_are_few_letters() {
    let names: Vec<String> = (0..40).map(|i| format!("\"p{i}\"")).collect();
    let labels: Vec<String> = (0..40).map(|i| i.to_string()).collect();
    let text = format!(
        "HOA: v1 Start: 0 AP: 40 {} Acceptance: 0 t --BODY-- State: 0 [{}] 0 [!3] 0 --END--",
        names.join(" "),
        labels.join(" & ")
    );
    assert_eq!(automaton(&text).letters(), 3);
}
