//! Diagnostics with the piece of text that they are about.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::Palette;
use crate::plain::{clean, one_line, seal};
use crate::source::Source;
use report::{Diagnostic, Place, Severity};

/// How wide a shown piece of text may be, in characters.
const WIDTH: usize = 120;

/// A line of more bytes than this is not shown as a whole; looking at ten megabytes for each of fifty
/// diagnostics takes longer than anybody waits.
const LONG: usize = 4096;

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
    let mut marks = Vec::new();
    if let Some(place) = diagnostic.place {
        let text = diagnostic.label.as_deref().unwrap_or_default();
        marks.push(Mark {
            kind: AnnotationKind::Primary,
            place,
            text,
        });
        marks.extend(diagnostic.related.iter().map(|related| Mark {
            kind: AnnotationKind::Context,
            place: related.place,
            text: &related.text,
        }));
    }
    let marked = source.map(|source| (source, marks.as_slice()));
    render(
        level,
        &diagnostic.message,
        marked,
        diagnostic.hint.as_deref(),
        palette,
    )
}

/// A warning about a place.
pub(crate) fn warning(message: &str, place: Place, source: &Source, palette: Palette) -> String {
    let mark = Mark {
        kind: AnnotationKind::Primary,
        place,
        text: "",
    };
    render(
        Level::WARNING,
        message,
        Some((source, &[mark])),
        None,
        palette,
    )
}

/// Something to know about a place.
pub(crate) fn note(message: &str, place: Place, source: &Source, palette: Palette) -> String {
    let mark = Mark {
        kind: AnnotationKind::Primary,
        place,
        text: "",
    };
    render(Level::NOTE, message, Some((source, &[mark])), None, palette)
}

fn render(
    level: Level<'_>,
    message: &str,
    marked: Option<(&Source, &[Mark<'_>])>,
    hint: Option<&str>,
    palette: Palette,
) -> String {
    let mut group = Group::with_title(
        level.primary_title(clean(&one_line(&super::shorten(message, 2 * WIDTH)))),
    );
    if let Some((source, marks)) = marked {
        for piece in pieces(marks) {
            group = match excerpt(source, &piece) {
                Ok(snippet) => group.element(snippet),
                Err(origin) => group.element(origin),
            };
        }
    }
    if let Some(hint) = hint {
        group = group.element(Level::HELP.message(clean(&one_line(hint))));
    }
    let rendered = |renderer: Renderer| renderer.term_width(WIDTH + 20).render(&[group]);
    // Control characters in excerpts are replaced by the renderer.
    let mut text = match palette.is_enabled() {
        true => seal(&rendered(Renderer::styled())),
        false => rendered(Renderer::plain()),
    };
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

/// The lines around some marks. Where one of them is very long, only the part around the first
/// mark is shown; where even what comes before it is very long, only the place.
fn excerpt<'a>(
    source: &'a Source,
    marks: &[Mark<'a>],
) -> Result<Snippet<'a, Annotation<'a>>, Origin<'a>> {
    let lines = marks.iter().map(|mark| mark.place.line - 1);
    let (first, last) = lines.fold((usize::MAX, 0), |(a, b), line| (a.min(line), b.max(line)));
    let is_long = (first..=last).any(|line| source.line_range(line).len() > LONG);
    let (first, shown, marks) = if is_long {
        let place = marks[0].place;
        let line = source.line_range(place.line - 1);
        if place.start - line.start > LONG {
            let origin = Origin::path(clean(&one_line(&source.path)));
            return Err(origin.line(place.line).char_column(place.column));
        }
        let end = boundary(&source.text, (place.start + WIDTH).min(line.end));
        (place.line - 1, line.start..end, &marks[..1])
    } else {
        let range = source.line_range(first).start..source.line_range(last).end;
        (first, range, marks)
    };
    Ok(Snippet::source(&source.text[shown.clone()])
        .path(clean(&one_line(&source.path)))
        .line_start(first + 1)
        .annotations(marks.iter().map(|mark| annotation(mark, &shown))))
}

/// The nearest offset at or before this one where a character begins.
fn boundary(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The mark inside a shown piece of text. A place that goes on behind the piece ends with it.
fn annotation<'a>(mark: &Mark<'a>, shown: &Range<usize>) -> Annotation<'a> {
    let start = mark.place.start.clamp(shown.start, shown.end) - shown.start;
    let end = mark.place.end.clamp(shown.start, shown.end) - shown.start;
    let text = Some(mark.text).filter(|text| !text.is_empty());
    mark.kind.span(start..end.max(start)).label(text)
}
