//! Sources: links to their lines, snippets, and the sources themselves at the end of the page.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use report::Place;

use crate::markup::Html;
use crate::{Page, Source};

/// How many lines of a place a snippet shows.
const SNIPPET_LINES: usize = 6;

/// The sources, and which of their lines are linked to.
pub(crate) struct Sources<'a> {
    texts: Vec<Text<'a>>,
    by_path: HashMap<&'a str, usize>,
    /// By source, the lines that are linked to; both from zero.
    linked: BTreeMap<usize, BTreeSet<usize>>,
}

struct Text<'a> {
    path: &'a str,
    lines: Vec<&'a str>,
}

/// A line of a source that is there.
#[derive(Clone, Copy)]
struct Line<'a> {
    /// The source, from zero.
    source: usize,
    /// The line, from zero.
    line: usize,
    text: &'a str,
}

impl<'a> Sources<'a> {
    pub(crate) fn new(sources: &[Source<'a>]) -> Self {
        let mut by_path = HashMap::new();
        let mut texts = Vec::new();
        for source in sources {
            by_path.entry(source.path).or_insert_with(|| {
                texts.push(Text {
                    path: source.path,
                    lines: source.text.lines().collect(),
                });
                texts.len() - 1
            });
        }
        Sources {
            texts,
            by_path,
            linked: BTreeMap::new(),
        }
    }

    /// The line of a file with a number that counts from one.
    fn line(&self, path: &str, number: usize) -> Option<Line<'a>> {
        let source = *self.by_path.get(path)?;
        let line = number.checked_sub(1)?;
        let text = self.texts[source].lines.get(line)?;
        Some(Line { source, line, text })
    }
}

impl<'a> Page<'a> {
    /// Opens a link to a line, where it can be linked to, and gives the text of the line.
    fn open_link(&mut self, path: &str, number: usize) -> Option<&'a str> {
        match self.sources.line(path, number) {
            Some(line) => {
                let lines = self.sources.linked.entry(line.source).or_default();
                lines.insert(line.line);
                self.html
                    .raw("<a class=\"at\" href=\"#f")
                    .index(line.source + 1)
                    .raw("-l")
                    .index(number)
                    .raw("\">");
                Some(line.text)
            }
            None => {
                self.html.raw("<span class=\"at\">");
                None
            }
        }
    }

    fn close_link(&mut self, is_linked: bool) {
        self.html.raw(if is_linked { "</a>" } else { "</span>" });
    }

    /// `file:3:14` as a link to the line.
    pub(crate) fn position(&mut self, path: &str, place: Place) {
        let most = self.limits.line;
        let text = self.open_link(path, place.line);
        self.html
            .cut(path, most)
            .raw(":")
            .index(place.line)
            .raw(":")
            .index(place.column);
        self.close_link(text.is_some());
    }

    /// The number and the text of a line as a link to it. The file is named where it is not the one that
    /// the reader thinks of.
    pub(crate) fn line(&mut self, path: &str, own: &str, number: usize) {
        let most = self.limits.line;
        let text = self.open_link(path, number);
        if path != own {
            self.html.cut(path, most).raw(":");
        } else if text.is_none() {
            self.html.raw("line ");
        }
        self.html.raw("<b>").index(number).raw("</b>");
        if let Some(text) = text {
            self.html
                .raw(" <code>")
                .cut(text.trim(), most)
                .raw("</code>");
        }
        self.close_link(text.is_some());
    }

    /// The lines of a place with the place marked in them, and a label below it.
    pub(crate) fn snippet(&mut self, path: &str, place: Place, label: Option<&str>) {
        self.html.raw("<figure class=\"snippet\"><figcaption>");
        self.position(path, place);
        self.html.raw("</figcaption>");
        let last = place.end_line.max(place.line);
        let shown = place.line..=last.min(place.line.saturating_add(SNIPPET_LINES - 1));
        let lines = shown.filter_map(|number| self.sources.line(path, number));
        let lines: Vec<Line<'a>> = lines.collect();
        if !lines.is_empty() || label.is_some() {
            self.html.raw("<pre>");
            for line in &lines {
                let marked = marked(line.text, line.line + 1, place);
                self.html
                    .raw("<code data-n=\"")
                    .index(line.line + 1)
                    .raw("\">");
                marked_line(&mut self.html, line.text, marked, self.limits.line);
                self.html.raw("\n</code>");
            }
            if last - place.line >= SNIPPET_LINES && !lines.is_empty() {
                self.html.raw("<code data-n=\"\"><span class=\"more\">… ");
                self.html
                    .count(last - place.line + 1 - SNIPPET_LINES, "more line");
                self.html.raw("</span>\n</code>");
            }
            if let Some(label) = label.filter(|label| !label.is_empty()) {
                self.html.raw("<code data-n=\"\">");
                if let [line] = lines.as_slice() {
                    self.html.text(&below(
                        line.text,
                        marked(line.text, line.line + 1, place).start,
                    ));
                }
                self.html.raw("<span class=\"label\">↑ ");
                self.html
                    .cut(label, self.limits.text)
                    .raw("</span>\n</code>");
            }
            self.html.raw("</pre>");
        }
        self.html.raw("</figure>\n");
    }

    /// All sources, with their lines as what is linked to.
    pub(crate) fn sources(&mut self) {
        if self.sources.texts.is_empty() {
            return;
        }
        self.html
            .raw("<section class=\"sources\">\n<h2>Sources</h2>\n");
        for (source, text) in self.sources.texts.iter().enumerate() {
            let linked = self.sources.linked.get(&source);
            let parts = parts(
                text.lines.len(),
                linked,
                self.limits.whole_source,
                self.limits.around,
            );
            self.html
                .raw("<details open><summary><h3>")
                .cut(text.path, self.limits.line);
            self.html.raw("</h3> <span class=\"faint\">");
            self.html
                .count(text.lines.len(), "line")
                .raw("</span></summary>\n<pre>");
            let mut next = 0;
            for part in parts {
                left_out(&mut self.html, part.start - next);
                next = part.end;
                for line in part {
                    self.html.raw("<code id=\"f").index(source + 1);
                    self.html
                        .raw("-l")
                        .index(line + 1)
                        .raw("\" data-n=\"")
                        .index(line + 1);
                    self.html
                        .raw("\">")
                        .cut(text.lines[line], self.limits.line)
                        .raw("\n</code>");
                }
            }
            left_out(&mut self.html, text.lines.len() - next);
            self.html.raw("</pre></details>\n");
        }
        self.html.raw("</section>\n");
    }
}

fn left_out(html: &mut Html, lines: usize) {
    if lines > 0 {
        html.raw("<code data-n=\"\"><span class=\"more\">… ");
        html.count(lines, "line").raw(" left out</span>\n</code>");
    }
}

/// The parts of a source that are shown: all of it, or what is around the lines that are linked to.
fn parts(
    length: usize,
    linked: Option<&BTreeSet<usize>>,
    whole: usize,
    around: usize,
) -> Vec<Range<usize>> {
    if length <= whole {
        return std::iter::once(0..length).collect();
    }
    let mut parts: Vec<Range<usize>> = Vec::new();
    for &line in linked.into_iter().flatten() {
        let part = line.saturating_sub(around)..(line + around + 1).min(length);
        match parts.last_mut() {
            Some(last) if part.start <= last.end => last.end = part.end,
            _ => parts.push(part),
        }
    }
    parts
}

/// The characters of a line that belong to a place. A place without width marks the character behind it.
fn marked(text: &str, number: usize, place: Place) -> Range<usize> {
    let length = text.chars().count();
    let indented = text
        .chars()
        .take_while(|character| character.is_whitespace())
        .count();
    let start = match number == place.line {
        true => place.column.saturating_sub(1),
        false => indented,
    };
    let end = match number == place.end_line {
        true => place.end_column.saturating_sub(1),
        false => length,
    };
    let start = start.min(length);
    start..end.clamp(start, length).max((start + 1).min(length))
}

/// Space as wide as the start of a line; none where that would push a label far away.
fn below(text: &str, characters: usize) -> String {
    const FAR: usize = 60;
    let start = text.chars().take(characters);
    match characters <= FAR {
        true => start
            .map(|it| if it == '\t' { '\t' } else { ' ' })
            .collect(),
        false => String::new(),
    }
}

/// A line with a part of it marked; of a long line only what is around the mark.
fn marked_line(html: &mut Html, text: &str, marked: Range<usize>, most: usize) {
    let length = text.chars().count();
    let start = match length > most {
        true => marked.start.saturating_sub(most / 2),
        false => 0,
    };
    let end = (start + most).min(length);
    let characters = |range: Range<usize>| -> String {
        let taken = text.chars().skip(range.start);
        taken.take(range.end.saturating_sub(range.start)).collect()
    };
    let mark_end = marked.end.min(end);
    if start > 0 {
        html.raw("<span class=\"more\">…</span>");
    }
    html.text(&characters(start..marked.start));
    if mark_end > marked.start {
        html.raw("<mark>")
            .text(&characters(marked.start..mark_end))
            .raw("</mark>");
    }
    html.text(&characters(mark_end..end));
    if end < length {
        html.raw("<span class=\"more\">… ")
            .number(length - end)
            .raw(" more characters</span>");
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, marked, marked_line, parts};
    use crate::markup::Html;
    use std::collections::BTreeSet;

    fn place(line: usize, column: usize, end_line: usize, end_column: usize) -> Place {
        let (start, end) = (0, 0);
        Place {
            line,
            column,
            end_line,
            end_column,
            start,
            end,
        }
    }

    #[test]
    fn a_place_marks_its_characters() {
        assert_eq!(marked("let x;", 3, place(3, 5, 3, 6)), 4..5);
        assert_eq!(marked("  {", 3, place(3, 3, 5, 2)), 2..3);
        assert_eq!(marked("  a", 4, place(3, 3, 5, 2)), 2..3);
        assert_eq!(marked("}; x", 5, place(3, 3, 5, 2)), 0..1);
    }

    #[test]
    fn a_place_that_fits_nowhere_does_no_harm() {
        assert_eq!(marked("ab", 1, place(1, 1, 1, 1)), 0..1);
        assert_eq!(marked("ab", 1, place(1, 9, 1, 12)), 2..2);
        assert_eq!(marked("", 1, place(1, 0, 1, 0)), 0..0);
        assert_eq!(marked("ab", 1, place(1, 2, 1, 1)), 1..2);
    }

    #[test]
    fn of_a_long_line_the_mark_is_shown() {
        let mut html = Html::new();
        let text = format!("{}<{}", "a".repeat(50), "b".repeat(50));
        marked_line(&mut html, &text, 50..51, 10);
        assert_eq!(
            html.into_string(),
            "<span class=\"more\">…</span>aaaaa<mark>&lt;</mark>bbbb\
             <span class=\"more\">… 46 more characters</span>"
        );
    }

    #[test]
    fn of_a_long_source_the_surroundings_of_links_are_shown() {
        let linked = BTreeSet::from([0, 100, 105, 999]);
        assert_eq!(
            parts(1000, Some(&linked), 999, 3),
            [0..4, 97..109, 996..1000]
        );
        assert_eq!(parts(1000, Some(&linked), 1000, 3), vec![0..1000; 1]);
        assert!(parts(1000, None, 999, 3).is_empty());
    }
}
