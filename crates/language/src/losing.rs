//! Abstractions as text: a program that loses variables at some of its places.

use crate::format::lay_out;
use crate::syntax::{Block, Item, Program, Statement, StatementKind};
use crate::{Span, parse};

/// Where a program loses a variable: whenever it comes there, the variable gets any value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    /// Where it starts.
    Start,
    /// In front of the statement with this head; of a loop, each time it is gone round.
    Before(Span),
    /// Where it has ended.
    End,
}

/// The text of a program of this name in a text, under another name, with `havoc` statements where it
/// loses variables, each marked by a comment. `None` where the text has no such program or place.
///
/// ```
/// use language::Place;
///
/// let text = "program p { var x: int; var y: int; while (*) { y = y + x; } }";
/// let lost = language::losing(text, "p", "q", &[(Place::Start, "x")]).unwrap();
/// assert_eq!(lost, "\
/// program q {
///     var x: int;
///     var y: int;
///     havoc x; // lost
///     while (*) {
///         y = y + x;
///     }
/// }
/// ");
/// ```
#[must_use]
pub fn losing(text: &str, program: &str, name: &str, losses: &[(Place, &str)]) -> Option<String> {
    let file = parse(text).ok()?;
    let program = file.items.iter().find_map(|item| match item {
        Item::Program(own) if own.name.text.as_str() == program => Some(own),
        _ => None,
    })?;
    let mut insertions: Vec<(u32, String)> = vec![(program.name.span.end, String::new())];
    for (place, variable) in losses {
        for offset in offsets(program, *place)? {
            insertions.push((offset, format!("havoc {variable}; // lost\n")));
        }
    }
    insertions.sort();
    insertions.dedup();
    let mut written = String::new();
    let mut from = program.head.start as usize;
    for (offset, inserted) in insertions {
        let offset = offset as usize;
        match inserted.is_empty() {
            // The name is replaced.
            true => {
                written.push_str(&text[from..program.name.span.start as usize]);
                written.push_str(name);
            }
            false => {
                written.push_str(&text[from..offset]);
                written.push_str(&inserted);
            }
        }
        from = offset;
    }
    written.push_str(&text[from..program.body.span.end as usize]);
    Some(lay_out(&written))
}

/// Where something is to be written, such that it is done whenever a place is come to.
fn offsets(program: &Program, place: Place) -> Option<Vec<u32>> {
    let behind = |block: &Block| block.span.end - 1;
    match place {
        Place::End => Some(vec![behind(&program.body)]),
        Place::Start => {
            let mut statements = program.body.statements.iter();
            let first = statements.find(|statement| !is_declaration(statement));
            let first = first.map_or_else(|| behind(&program.body), |it| it.head.start);
            Some(vec![first])
        }
        Place::Before(head) => {
            let statement = find(&program.body, head)?;
            let mut offsets = vec![statement.head.start];
            if let StatementKind::While { body, .. } = &statement.kind {
                offsets.push(behind(body));
            }
            Some(offsets)
        }
    }
}

fn is_declaration(statement: &Statement) -> bool {
    matches!(
        statement.kind,
        StatementKind::Declaration(_)
            | StatementKind::Justice(_)
            | StatementKind::Compassion(..)
            | StatementKind::Observe(_)
            | StatementKind::Open(_)
    )
}

/// The statement with this head, or the `if` one of whose first conditions stands there.
fn find(block: &Block, head: Span) -> Option<&Statement> {
    logic::recursion::guard(|| {
        block.statements.iter().find_map(|statement| {
            if statement.head == head {
                return Some(statement);
            }
            let inner: Vec<&Block> = match &statement.kind {
                StatementKind::If { arms, otherwise } => {
                    if arms.first().is_some_and(|arm| arm.head == head) {
                        return Some(statement);
                    }
                    let arms = arms.iter().map(|arm| &arm.body);
                    arms.chain(otherwise).collect()
                }
                StatementKind::While { body, .. }
                | StatementKind::Loop(body)
                | StatementKind::Atomic(body)
                | StatementKind::Block(body) => vec![body],
                StatementKind::Choose(branches) => branches.iter().collect(),
                _ => Vec::new(),
            };
            inner.into_iter().find_map(|block| find(block, head))
        })
    })
}
