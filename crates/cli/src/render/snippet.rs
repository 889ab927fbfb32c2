//! Diagnostics with the piece of text that they are about.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::Palette;
use crate::json::{Diagnostic, Place, Severity};
use crate::source::Source;

/// How wide a shown piece of text may be, in characters.
const WIDTH: usize = 120;

/// How many lines between two marks are still worth one piece of text; marks further apart are
/// shown in pieces of their own.
const NEAR: usize = 40;

/// The diagnostic as text, with the places that it is about where the source is given.
pub(crate) fn diagnostic(
    diagnostic: &Diagnostic,
    source: Option<&Source>,
    palette: Palette,
) -> String {
    let level = match diagnostic.severity {
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    };
    let title = level.primary_title(super::shorten(&diagnostic.message, 2 * WIDTH));
    let mut group = Group::with_title(title);
    if let (Some(source), Some(place)) = (source, diagnostic.place) {
        let mut marks = vec![Mark {
            kind: AnnotationKind::Primary,
            place,
            text: diagnostic.label.as_deref().unwrap_or_default(),
        }];
        marks.extend(diagnostic.related.iter().map(|related| Mark {
            kind: AnnotationKind::Context,
            place: related.place,
            text: &related.text,
        }));
        for piece in pieces(&marks) {
            for element in excerpt(source, &piece) {
                group = match element {
                    Excerpt::Lines(snippet) => group.element(snippet),
                    Excerpt::Place(origin) => group.element(origin),
                };
            }
        }
    }
    if let Some(hint) = &diagnostic.hint {
        group = group.element(Level::HELP.message(hint.as_str()));
    }
    let renderer = if palette.is_enabled() {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let mut text = renderer.term_width(WIDTH + 20).render(&[group]);
    text.push('\n');
    text
}

/// A marked place.
#[derive(Clone)]
struct Mark<'a> {
    kind: AnnotationKind,
    place: Place,
    text: &'a str,
}

/// The marks in groups of near ones, the group of the first mark first.
fn pieces<'a>(marks: &[Mark<'a>]) -> Vec<Vec<Mark<'a>>> {
    let mut pieces: Vec<Vec<Mark<'a>>> = Vec::new();
    for mark in marks {
        let near = |piece: &&mut Vec<Mark<'a>>| {
            piece
                .iter()
                .all(|other| other.place.line.abs_diff(mark.place.line) <= NEAR)
        };
        match pieces.iter_mut().find(near) {
            Some(piece) => piece.push(mark.clone()),
            None => pieces.push(vec![mark.clone()]),
        }
    }
    pieces
}

enum Excerpt<'a> {
    Lines(Snippet<'a, Annotation<'a>>),
    Place(Origin<'a>),
}

/// The lines around some marks. A line that is too long is cut to a window around the first mark,
/// and then the place is given separately, because a column in the window is not one in the text.
fn excerpt<'a>(source: &'a Source, marks: &[Mark<'a>]) -> Vec<Excerpt<'a>> {
    let first = marks.iter().map(|mark| mark.place.line).min().unwrap_or(1) - 1;
    let last = marks.iter().map(|mark| mark.place.line).max().unwrap_or(1) - 1;
    let is_long = |line: usize| source.line_range(line).len() > 4 * WIDTH;
    let cut_away = (first..=last).any(is_long);
    if cut_away {
        let mark = &marks[0];
        let place = Origin::path(source.path.as_str())
            .line(mark.place.line)
            .char_column(mark.place.column);
        let window = window(source, mark.place);
        let snippet = Snippet::source(&source.text[window.clone()])
            .line_start(mark.place.line)
            .annotation(annotation(mark, &window));
        return vec![Excerpt::Place(place), Excerpt::Lines(snippet)];
    }
    let range = source.line_range(first).start..source.line_range(last).end;
    let snippet = Snippet::source(&source.text[range.clone()])
        .path(source.path.as_str())
        .line_start(first + 1)
        .annotations(marks.iter().map(|mark| annotation(mark, &range)));
    vec![Excerpt::Lines(snippet)]
}

/// The mark inside a shown piece of text. A place that goes on behind the piece ends with it.
fn annotation<'a>(mark: &Mark<'a>, shown: &Range<usize>) -> Annotation<'a> {
    let start = mark.place.start.clamp(shown.start, shown.end) - shown.start;
    let end = mark.place.end.clamp(shown.start, shown.end) - shown.start;
    let text = Some(mark.text).filter(|text| !text.is_empty());
    mark.kind.span(start..end.max(start)).label(text)
}

/// The offsets of a part of the place's first line around the place.
fn window(source: &Source, place: Place) -> Range<usize> {
    let line = source.line_range(place.line - 1);
    let boundary = |mut offset: usize| {
        while !source.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    };
    let start = place.start.saturating_sub(WIDTH / 2).max(line.start);
    let end = (place.start + WIDTH / 2).min(line.end);
    boundary(start)..boundary(end)
}
