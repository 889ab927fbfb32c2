//! Random pairs of small functions: Tandem never says the opposite of what the interpreter of the
//! language reference finds by trying everything.
//!
//! `TANDEM_RANDOM_FACTOR` multiplies the number of pairs, `TANDEM_RANDOM_SEED` gives other ones.
//! `TANDEM_LANGREF_FOLDER` names a folder that gets the reduced pairs on which both disagree; the
//! test then goes on behind them and counts.

mod ask;
mod generate;
mod memory;
mod random;
mod reduce;
mod rewrite;
mod shapes;
mod sketch;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use ask::{Said, Texts, Truth};
use random::Random;
use reduce::Pair;
use sketch::Op;

fn number(name: &str, otherwise: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.and_then(|it| it.parse().ok()).unwrap_or(otherwise)
}

/// The pair with a number.
fn written(number: u64) -> Pair {
    let mut random = Random::new(number);
    let before = match random.percent(25) {
        true => memory::function(&mut random),
        false => generate::function(&mut random),
    };
    [before.clone(), rewrite::rewritten(&mut random, &before)]
}

fn texts(pair: &Pair) -> Texts {
    Texts {
        specification: pair[0].text(),
        implementation: pair[1].text(),
    }
}

/// Both answers, if they contradict each other.
fn contradiction(pair: &Pair) -> Option<(Truth, Said)> {
    let texts = texts(pair);
    let truth = ask::oracle(&texts);
    if let Truth::Refused(_) = truth {
        return None;
    }
    let said = ask::tandem(&texts);
    ask::is_contradiction(&truth, &said).then_some((truth, said))
}

fn kind(answer: &(Truth, Said)) -> String {
    let truth = match &answer.0 {
        Truth::Refines => "refines",
        Truth::NothingFound => "nothing found",
        Truth::Differs(_) => "differs",
        Truth::Refused(_) => "not judged",
    };
    let said = match &answer.1 {
        Said::Proved => "proved",
        Said::Resting => "proved if others refine",
        Said::Refuted => "refuted",
        Said::Unknown => "unknown",
        Said::Unsupported(_) => "unsupported",
        Said::Rejected(_) => "rejected",
        Said::Endless => "endless",
    };
    format!("{truth}: {said}")
}

/// A pair as small as it gets while both still contradict each other in the same way, and why.
fn story(number: u64, pair: &Pair, answer: &(Truth, Said)) -> String {
    let same = kind(answer);
    let holds = |pair: &Pair| contradiction(pair).is_some_and(|it| kind(&it) == same);
    let small = reduce::reduced(pair, &holds);
    let texts = texts(&small);
    let mut story = format!("; pair {number}, {same}\n");
    if let Some((truth, said)) = contradiction(&small) {
        let why = match truth {
            Truth::Differs(difference) => format!("{said:?}\n{difference}"),
            _ => format!("{said:?}"),
        };
        for line in why.lines() {
            let _ = writeln!(story, "; {line}");
        }
    }
    let (before, after) = (texts.specification, texts.implementation);
    let _ = write!(story, "{before}\n=>\n{after}");
    story
}

/// How many questions that never end are borne with: each keeps a thread busy.
const MOST_ENDLESS: usize = 1;

/// The pairs that are asked about with all tests.
const PAIRS: u64 = 1_000;

#[test]
#[allow(
    clippy::print_stdout,
    reason = "the tally is for whoever asks with --nocapture"
)]
fn no_verdict_is_the_opposite_of_the_oracles() {
    let count = PAIRS * number("TANDEM_RANDOM_FACTOR", 1);
    let first = number("TANDEM_RANDOM_SEED", 0).wrapping_mul(1_000_003);
    let folder = std::env::var_os("TANDEM_LANGREF_FOLDER");
    let mut tally: BTreeMap<String, u64> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut endless = 0;
    for number in first..first + count {
        let pair = written(number);
        let texts = texts(&pair);
        let truth = ask::oracle(&texts);
        if let Truth::Refused(why) = &truth {
            *tally.entry(format!("not judged: {why}")).or_default() += 1;
            assert!(
                !matches!(why, langref::Refusal::Malformed(_)),
                "{why}\n{texts:?}"
            );
            continue;
        }
        let answer = (truth, ask::tandem(&texts));
        if let Said::Unsupported(why) = &answer.1 {
            *tally.entry(format!("  unsupported: {why}")).or_default() += 1;
        }
        *tally.entry(kind(&answer)).or_default() += 1;
        // What is refuted by an input that was not tried may be right; somebody should look.
        if let (Truth::NothingFound, Said::Refuted, Some(folder)) = (&answer.0, &answer.1, &folder)
        {
            let file = Path::new(folder).join(format!("{number}.suspect"));
            let both = format!("{}\n=>\n{}", texts.specification, texts.implementation);
            std::fs::write(file, both).expect("the folder can be written to");
        }
        if !ask::is_contradiction(&answer.0, &answer.1) {
            continue;
        }
        let story = match answer.1 {
            // Each smaller pair would keep one more thread busy for ever.
            Said::Endless => {
                let Texts {
                    specification,
                    implementation,
                } = texts;
                format!(
                    "; pair {number}, {}\n{specification}\n=>\n{implementation}",
                    kind(&answer)
                )
            }
            _ => story(number, &pair, &answer),
        };
        if let Some(folder) = &folder {
            let file = Path::new(folder).join(format!("{number}.pair"));
            std::fs::write(file, &story).expect("the folder can be written to");
        }
        wrong.push(story);
        endless += usize::from(answer.1 == Said::Endless);
        if endless > MOST_ENDLESS {
            break;
        }
    }
    for (kind, count) in &tally {
        println!("{count:6}  {kind}");
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Each kind of instruction is generated, and the oracle judges most pairs: a generator that makes
/// nothing would agree with everybody.
#[test]
fn pairs_have_all_kinds_of_instructions() {
    let pairs: Vec<Pair> = (0..2_000).map(written).collect();
    let has = |wanted: &dyn Fn(&Op) -> bool| {
        let sketches = pairs.iter().flatten();
        let mut insts = sketches.flat_map(|it| &it.blocks).flat_map(|it| &it.insts);
        insts.any(|it| wanted(&it.op))
    };
    for name in generate::BINARY {
        assert!(has(&|op| *op == Op::Binary(name)), "{name}");
    }
    for name in generate::PREDICATES {
        assert!(has(&|op| *op == Op::Icmp(name)), "{name}");
    }
    for name in ["trunc", "zext", "sext"] {
        assert!(has(&|op| *op == Op::Cast(name)), "{name}");
    }
    assert!(has(&|op| *op == Op::Event) && has(&|op| *op == Op::Assume));
    assert!(has(&|op| *op == Op::Local) && has(&|op| matches!(op, Op::Gep(_))));
    assert!(has(&|op| matches!(op, Op::Load(_))) && has(&|op| matches!(op, Op::Store(_))));
    assert!(has(&|op| *op == Op::Extract) && has(&|op| *op == Op::Insert));
    assert!(has(&|op| matches!(op, Op::Shuffle(_))) && has(&|op| matches!(op, Op::Checked(..))));
    let judged = pairs[..300].iter().map(|pair| ask::oracle(&texts(pair)));
    let (mut refines, mut differs) = (0, 0);
    for truth in judged {
        match truth {
            Truth::Refines => refines += 1,
            Truth::Differs(_) => differs += 1,
            Truth::NothingFound | Truth::Refused(_) => {}
        }
    }
    assert!(
        refines > 75 && differs > 75,
        "{refines} refine, {differs} do not"
    );
}
