//! The examples of the language's reference.

use std::path::Path;

use crate::common::{compare, expectations};

/// A fenced block of the document: the word behind the fence, the line at which it starts, its text.
struct Example {
    kind: String,
    line: usize,
    text: String,
}

fn examples(document: &str) -> Vec<Example> {
    let mut result = Vec::new();
    let mut open: Option<Example> = None;
    for (number, line) in (1..).zip(document.lines()) {
        match (line.strip_prefix("```"), &mut open) {
            (Some(kind), None) => {
                let kind = kind.to_owned();
                open = Some(Example {
                    kind,
                    line: number + 1,
                    text: String::new(),
                });
            }
            (Some(_), Some(_)) => result.extend(open.take()),
            (None, Some(example)) => {
                example.text.push_str(line);
                example.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "the last fence is not closed");
    result
}

#[test]
fn the_examples_of_the_reference_are_as_it_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/language.md");
    let document = std::fs::read_to_string(path).expect("the reference is there");
    let mut count = 0;
    for example in examples(&document) {
        let expects_errors = !expectations(&example.text).is_empty();
        match example.kind.as_str() {
            "tandem" | "tandem,unchecked" => assert!(!expects_errors, "line {}", example.line),
            "tandem,error" => assert!(expects_errors, "line {}", example.line),
            _ => continue,
        }
        count += 1;
        if let Err(difference) = compare(&example.text) {
            panic!("the example at line {}:\n{difference}", example.line);
        }
        if !expects_errors {
            let formatted = language::format(&example.text).expect("it has no errors");
            let again = language::format(&formatted).expect("it still has none");
            assert_eq!(formatted, again, "line {}", example.line);
        }
    }
    assert!(count > 30, "only {count} examples were found");
}
