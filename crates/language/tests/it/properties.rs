//! What holds for all trees and all texts, tried on many.

use std::fmt::Write as _;

use language::syntax::Item;
use language::{analyze, format, parse};

use crate::random::{self, Random};
use crate::{examples, shape};

#[test]
fn a_tree_reads_back_as_itself() {
    for seed in 0..2_000 {
        let tree = random::file(&mut Random(seed));
        let text = tree.to_string();
        let parsed = parse(&text).unwrap_or_else(|errors| panic!("{seed}: {errors:#?}\n{text}"));
        assert_eq!(shape::of(&tree), shape::of(&parsed), "{seed}:\n{text}");
        assert_eq!(format(&text).unwrap(), text, "{seed}");
    }
}

/// The comments of a text in their order, without spaces at the ends of their lines.
fn comments(text: &str) -> Vec<String> {
    let mut result = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("/*").into_iter().chain(rest.find("//")).min() {
        rest = &rest[start..];
        let end = match rest.starts_with("//") {
            true => rest.find('\n').unwrap_or(rest.len()),
            false => rest.find("*/").map_or(rest.len(), |end| end + 2),
        };
        let lines: Vec<&str> = rest[..end].lines().map(str::trim_end).collect();
        result.push(lines.join("\n"));
        rest = &rest[end..];
    }
    result
}

/// Puts comments, empty lines and stray semicolons where white space is.
fn disturb(text: &str, random: &mut Random) -> String {
    let mut result = String::new();
    let mut number = 0;
    for character in text.chars() {
        result.push(character);
        if character.is_whitespace() && random.chance(6) {
            number += 1;
            match random.below(6) {
                0 => writeln!(result, "// comment {number}  ").unwrap(),
                1 => write!(result, "\n// comment {number}\r\n").unwrap(),
                2 => write!(result, "/* comment {number} */ ").unwrap(),
                3 => write!(result, "\n/* comment\n {number} */\n").unwrap(),
                4 => result.push_str("\n\n\n"),
                _ => write!(result, "\n/* comment {number} */").unwrap(),
            }
        }
    }
    result
}

#[test]
fn formatting_keeps_comments_and_meaning_and_is_done_once() {
    let trees = (0..1_000).map(|seed| random::file(&mut Random(seed)).to_string());
    // The examples without their own comments, which would swallow some of the new ones.
    let examples = examples::ALL
        .iter()
        .map(|text| parse(text).unwrap().to_string());
    let examples: Vec<String> = examples.collect();
    let examples = examples.iter().cloned().cycle().take(200);
    for (seed, text) in (0..).zip(trees.chain(examples)) {
        let disturbed = disturb(&text, &mut Random(seed));
        let formatted = format(&disturbed).unwrap_or_else(|errors| panic!("{seed}: {errors:#?}"));
        assert_eq!(
            comments(&disturbed),
            comments(&formatted),
            "{seed}:\n{disturbed}"
        );
        let [before, after] = [&disturbed, &formatted].map(|text| shape::of(&parse(text).unwrap()));
        assert_eq!(before, after, "{seed}");
        assert_same_lines(&formatted, &format(&formatted).unwrap(), seed);
        let longest_blank = formatted.contains("\n\n\n");
        assert!(
            !longest_blank && !formatted.contains('\r'),
            "{seed}:\n{formatted}"
        );
    }
}

/// Compares texts line by line, so that a failure shows where they part.
#[track_caller]
fn assert_same_lines(once: &str, twice: &str, seed: u64) {
    let mut before = "";
    for (once, twice) in once.lines().zip(twice.lines()) {
        assert_eq!(once, twice, "{seed}: behind {before:?}");
        before = once;
    }
    assert_eq!(once.len(), twice.len(), "{seed}");
}

/// Runs everything on a text: nothing may panic, and every place must be one.
fn survive(text: &str) {
    let analysis = analyze(text);
    for diagnostic in &analysis.diagnostics {
        let labels = diagnostic.secondary.iter().chain([&diagnostic.primary]);
        for label in labels {
            assert!(
                text.get(label.span.range()).is_some(),
                "{:?} in {text:?}",
                label.span
            );
        }
        assert!(!diagnostic.message.is_empty());
    }
    match (parse(text), format(text)) {
        (Ok(tree), Ok(formatted)) => {
            assert_eq!(
                shape::of(&tree),
                shape::of(&parse(&formatted).unwrap()),
                "{text}"
            );
            assert_eq!(format(&formatted).unwrap(), formatted, "{text}");
        }
        (Err(errors), Err(_)) => assert!(!errors.is_empty() && analysis.has_errors()),
        _ => panic!("the parser and the formatter disagree on {text:?}"),
    }
}

#[test]
fn random_programs_are_analyzed() {
    let mut tree = parse(random::DECLARATIONS).unwrap();
    let Some(Item::Program(declared)) = tree.items.pop() else {
        panic!("the last item is the program")
    };
    for seed in 0..3_000 {
        let mut random = Random(seed);
        let mut program = declared.clone();
        program
            .body
            .statements
            .extend(random::block(&mut random, 3).statements);
        let mut tree = tree.clone();
        tree.items.push(Item::Program(program));
        survive(&tree.to_string());
    }
}

#[test]
fn token_soup_is_survived() {
    let words: Vec<&str> =
        "enum const fn program claim var shared justice compassion observe open havoc \
        where send receive on assume assert skip if else while loop choose or par parfor in atomic \
        true false forall exists int bool real array requires ensures expect simulated by safe for \
        x y p a 1 0 3.5 ( ) [ ] { } ; , : :: := . ..= -> = == != < <= > >= ==> && || ! + - * / % ? \
        // /* */ \n § \0 2x & |"
            .split(' ')
            .collect();
    let pieces = [
        "program p { var x: int; ",
        "x = x + 1;",
        "} ",
        "if (x > 0) {",
        "claim c: p safe;",
    ];
    for seed in 0..20_000 {
        let mut random = Random(seed);
        let mut text = String::new();
        for _ in 0..random.below(60) {
            if random.chance(4) {
                text.push_str(random.pick(&pieces));
            } else {
                text.push_str(random.pick(&words));
            }
            if !random.chance(5) {
                text.push(' ');
            }
        }
        survive(&text);
    }
}

#[test]
fn damaged_examples_are_survived() {
    for text in examples::ALL {
        let boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for end in boundaries.iter().step_by(3) {
            survive(&text[..*end]);
            survive(&text[*end..]);
        }
        for seed in 0..3_000 {
            let mut random = Random(seed);
            let mut damaged = text.to_owned();
            for _ in 0..=random.below(3) {
                let at = random.below(damaged.len());
                let end = (at + 1 + random.below(12)).min(damaged.len());
                let insert =
                    random.pick(&["", "}", "{", ";", "(", ")", "/*", "*/", "é", "\0", " x "]);
                if damaged.is_char_boundary(at) && damaged.is_char_boundary(end) {
                    damaged.replace_range(at..end, insert);
                }
            }
            survive(&damaged);
        }
    }
}
