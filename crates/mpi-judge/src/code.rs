//! Statements of a program as a tree, so that parts of it can be left out.

use std::fmt::Write as _;

/// A statement, or several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Code {
    /// Statements that stay together.
    Line(String),
    /// Statements between two lines, such as the body of a loop.
    Block {
        /// What stands before them.
        head: String,
        /// The statements.
        body: Vec<Code>,
        /// What stands after them.
        tail: String,
    },
}

impl Code {
    /// Statements that stay together.
    pub fn line(text: impl Into<String>) -> Code {
        Code::Line(text.into())
    }

    /// Statements in braces behind a head such as `if (rank == 0)`.
    pub fn block(head: impl Into<String>, body: Vec<Code>) -> Code {
        Code::Block {
            head: format!("{} {{", head.into()),
            body,
            tail: "}".to_owned(),
        }
    }
}

/// Writes statements as C text.
#[must_use]
pub fn text(codes: &[Code]) -> String {
    let mut out = String::new();
    write(codes, 1, &mut out);
    out
}

fn write(codes: &[Code], depth: usize, out: &mut String) {
    let indent = "    ".repeat(depth);
    for code in codes {
        // Writing to a string does not fail.
        let _ = match code {
            Code::Line(line) => writeln!(out, "{indent}{line}"),
            Code::Block { head, body, tail } => {
                let _ = writeln!(out, "{indent}{head}");
                write(body, depth + 1, out);
                writeln!(out, "{indent}{tail}")
            }
        };
    }
}

/// How many lines and blocks there are.
#[must_use]
pub fn size(codes: &[Code]) -> usize {
    let of = |code: &Code| match code {
        Code::Line(_) => 1,
        Code::Block { body, .. } => 1 + size(body),
    };
    codes.iter().map(of).sum()
}

/// Applies a function to the list that holds the line or block of this number, counted from outside in,
/// and to its position there.
///
/// # Panics
/// Where there are fewer lines and blocks.
pub fn at<T>(
    codes: &mut Vec<Code>,
    number: usize,
    change: impl FnOnce(&mut Vec<Code>, usize) -> T,
) -> T {
    let mut left = number;
    for position in 0..codes.len() {
        if left == 0 {
            return change(codes, position);
        }
        left -= 1;
        if let Code::Block { body, .. } = &mut codes[position] {
            let inside = size(body);
            if left < inside {
                return at(body, left, change);
            }
            left -= inside;
        }
    }
    panic!("there are only {} lines and blocks", number - left)
}

/// The smallest statements that can be reached by leaving out lines and blocks, or the lines around
/// the body of a block, one after the other, while something stays true.
pub fn reduce(codes: &[Code], stays: &mut dyn FnMut(&[Code]) -> bool) -> Vec<Code> {
    let mut codes = codes.to_vec();
    let mut step = size(&codes).max(1);
    loop {
        let mut is_smaller = false;
        let mut number = 0;
        while number < size(&codes) {
            let candidates = [without(&codes, number, step), opened(&codes, number)];
            let smaller = candidates.into_iter().flatten().find(|it| stays(it));
            match smaller {
                Some(smaller) => {
                    codes = smaller;
                    is_smaller = true;
                }
                None => number += 1,
            }
        }
        match (is_smaller, step) {
            (true, _) => {}
            (false, 0 | 1) => return codes,
            (false, _) => step /= 2,
        }
    }
}

/// The statements without so many neighbours from one on.
fn without(codes: &[Code], number: usize, many: usize) -> Option<Vec<Code>> {
    let mut codes = codes.to_vec();
    at(&mut codes, number, |list, position| {
        let end = (position + many).min(list.len());
        list.drain(position..end);
    });
    Some(codes)
}

/// The statements with the body of a block in its place.
fn opened(codes: &[Code], number: usize) -> Option<Vec<Code>> {
    let mut codes = codes.to_vec();
    let is_opened = at(&mut codes, number, |list, position| {
        let Code::Block { body, .. } = list[position].clone() else {
            return false;
        };
        list.splice(position..=position, body);
        true
    });
    is_opened.then_some(codes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(codes: &[Code]) -> Vec<String> {
        let text = text(codes);
        text.lines().map(|line| line.trim().to_owned()).collect()
    }

    #[test]
    fn what_does_not_matter_is_left_out() {
        let inner = Code::block(
            "while (b)",
            vec![Code::line("c;"), Code::line("d;"), Code::line("e;")],
        );
        let codes = vec![Code::line("a;"), Code::block("if (a)", vec![inner])];
        let reduced = reduce(&codes, &mut |codes| {
            let lines = lines(codes);
            lines.contains(&"d;".to_owned()) && lines.contains(&"while (b) {".to_owned())
        });
        assert_eq!(lines(&reduced), ["while (b) {", "d;", "}"]);
    }

    #[test]
    fn numbers_count_from_outside_in() {
        let mut codes = vec![
            Code::block("if (a)", vec![Code::line("b;"), Code::line("c;")]),
            Code::line("d;"),
        ];
        assert_eq!(size(&codes), 4);
        let found = at(&mut codes, 2, |list, position| list[position].clone());
        assert_eq!(found, Code::line("c;"));
        let found = at(&mut codes, 3, |list, position| list[position].clone());
        assert_eq!(found, Code::line("d;"));
    }
}
