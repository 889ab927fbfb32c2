//! A counterexample as lanes: a column for each actor, and time goes downwards.

use std::ops::Range;

use report::{Binding, Event};

use crate::Page;
use crate::pairing::{Pairing, is_failure, is_quiet};
use crate::rows::{Row, Rows, Step};

/// How many steps a row has at most on average, where rows are counted.
const STEPS_PER_ROW: usize = 8;

/// How many steps in one row are shown of actors that share a column.
const SHARED_STEPS: usize = 2;

/// The columns of a counterexample.
#[derive(Clone, Copy)]
struct Columns {
    number: usize,
    /// The last column, if the actors of several lanes share it.
    shared: Option<usize>,
}

impl Columns {
    fn new(actors: usize, most: usize) -> Self {
        match actors > most {
            true => Columns {
                number: most,
                shared: Some(most - 1),
            },
            false => Columns {
                number: actors,
                shared: None,
            },
        }
    }

    fn of_lane(self, lane: usize) -> usize {
        lane.min(self.number - 1)
    }
}

impl Page<'_> {
    /// The events as lanes, and what follows from them.
    pub(crate) fn lanes(
        &mut self,
        file: &str,
        events: &[Event],
        pairing: Pairing,
        conclusion: Option<&str>,
    ) {
        let Rows {
            start,
            actors,
            rows,
        } = Rows::new(events, pairing);
        if rows.is_empty() {
            if let Some(conclusion) = conclusion {
                self.html
                    .raw("<p class=\"conclusion\"><b>")
                    .cut(conclusion, self.limits.text);
                self.html.raw("</b></p>\n");
            }
            return;
        }
        legend(self, &rows, pairing);
        let columns = Columns::new(actors.len(), self.limits.lanes);
        self.html
            .raw("<div class=\"lanes\" tabindex=\"0\" role=\"region\" aria-label=\"Steps\">");
        self.html
            .raw("<table style=\"--lanes:")
            .index(columns.number)
            .raw("\"><thead><tr>");
        self.html
            .raw("<th scope=\"col\"><abbr title=\"number of the row\">#</abbr></th>");
        for (lane, actor) in actors.iter().enumerate().take(columns.number) {
            self.html.raw("<th scope=\"col\">");
            match columns.shared == Some(lane) {
                true => self.html.number(actors.len() - lane).raw(" others"),
                false => self.html.cut(actor, self.limits.line),
            };
            self.html.raw("</th>");
        }
        self.html.raw("</tr></thead><tbody>\n");
        if let Some(start) = start {
            self.html
                .raw("<tr><th scope=\"row\">0</th><td colspan=\"")
                .index(columns.number);
            self.html
                .raw("\"><div class=\"stay\"><b>")
                .cut(&start.event.actor, self.limits.line);
            self.html.raw("</b> ");
            one_step(self, file, &start);
            self.html.raw("</div></td></tr>\n");
        }
        let hidden = hidden(&rows, self.limits.rows_at_each_end);
        for (position, row) in rows.iter().enumerate() {
            if !hidden.contains(&position) {
                one_row(self, file, row, position + 1, columns);
            } else if position == hidden.start {
                let steps = rows[hidden.clone()].iter().map(|row| row.steps.len()).sum();
                gap(self, steps, columns);
            }
        }
        if let Some(text) = conclusion {
            self.html.raw("<tr class=\"end\"><th scope=\"row\"><abbr title=\"conclusion\">⇒</abbr></th><td colspan=\"");
            self.html
                .index(columns.number)
                .raw("\"><div class=\"stay\">");
            self.html
                .cut(text, self.limits.text)
                .raw("</div></td></tr>\n");
        }
        self.html.raw("</tbody></table></div>\n");
    }
}

/// The rows in the middle that are not shown.
fn hidden(rows: &[Row<'_>], most: usize) -> Range<usize> {
    let head = shown(rows.iter(), most);
    let tail = shown(rows.iter().rev(), most);
    // A sentence that says that one row is missing would be as long as that row.
    match rows.len() > head + tail + 1 {
        true => head..rows.len() - tail,
        false => 0..0,
    }
}

/// How many of the first rows are shown.
fn shown<'a>(rows: impl Iterator<Item = &'a Row<'a>>, most: usize) -> usize {
    let mut steps = 0;
    let fits = |row: &&Row<'_>| {
        let fits = steps < most * STEPS_PER_ROW;
        steps += row.steps.len();
        fits
    };
    rows.take(most).take_while(fits).count()
}

/// What steps in one row mean.
fn legend(page: &mut Page<'_>, rows: &[Row<'_>], pairing: Pairing) {
    let has_pairs = rows.iter().any(|row| row.steps.len() > 1);
    if has_pairs {
        page.html.raw(match pairing {
            Pairing::Abreast => {
                "<p class=\"faint\">The runs know nothing of each other; they are shown side by side.</p>\n"
            }
            Pairing::Answers | Pairing::Moments => {
                "<p class=\"faint\">Steps in one shaded row are the same action, taken together.</p>\n"
            }
        });
    }
}

fn gap(page: &mut Page<'_>, steps: usize, columns: Columns) {
    page.html
        .raw("<tr class=\"gap\"><th scope=\"row\">…</th><td colspan=\"")
        .index(columns.number);
    page.html
        .raw("\"><div class=\"stay\">")
        .count(steps, "more step");
    page.html.raw(match steps {
        1 => " is in the JSON report</div></td></tr>\n",
        _ => " are in the JSON report</div></td></tr>\n",
    });
}

fn one_row(page: &mut Page<'_>, file: &str, row: &Row<'_>, number: usize, columns: Columns) {
    page.html.raw(match row.is_matched {
        true => "<tr class=\"both\"><th scope=\"row\">",
        false => "<tr><th scope=\"row\">",
    });
    page.html.index(number).raw("</th>");
    let mut steps = row.steps.iter().peekable();
    for column in 0..columns.number {
        page.html.raw("<td>");
        let mut shown = 0;
        while let Some((_, step)) = steps.next_if(|(lane, _)| columns.of_lane(*lane) == column) {
            shown += 1;
            if shown > SHARED_STEPS {
                continue;
            }
            if columns.shared == Some(column) {
                page.html.raw("<b>");
                page.html
                    .cut(&step.event.actor, page.limits.line)
                    .raw("</b> ");
            }
            one_step(page, file, step);
        }
        if let Some(more @ 1..) = shown.checked_sub(SHARED_STEPS) {
            page.html
                .raw("<span class=\"more\">… ")
                .count(more, "more step")
                .raw("</span>");
        }
        page.html.raw("</td>");
    }
    page.html.raw("</tr>\n");
}

fn one_step(page: &mut Page<'_>, file: &str, step: &Step<'_>) {
    let event = step.event;
    page.html.raw(match event.action.as_str() {
        action if is_quiet(action) => "<div class=\"quiet\">",
        action if is_failure(action) => "<div class=\"fails\">",
        _ => "<div>",
    });
    page.html.cut(&event.action, page.limits.line).raw("</div>");
    if let Some(place) = event.place {
        page.line(event.file.as_deref().unwrap_or(file), file, place.line);
    }
    if !step.changed.is_empty() {
        page.html.raw("<div class=\"values\">");
        values(page, &step.changed);
        page.html.raw("</div>");
    }
    if !step.as_before.is_empty() {
        page.html
            .raw("<details class=\"values\"><summary>as before: ");
        page.html.number(step.as_before.len()).raw("</summary>");
        values(page, &step.as_before);
        page.html.raw("</details>");
    }
}

fn values(page: &mut Page<'_>, values: &[&Binding]) {
    for binding in values.iter().take(page.limits.values) {
        page.html
            .raw("<code><b>")
            .cut(&binding.name, page.limits.line)
            .raw("</b> = ");
        page.html
            .cut(&binding.value, page.limits.value)
            .raw("</code> ");
    }
    if let Some(more @ 1..) = values.len().checked_sub(page.limits.values) {
        page.html
            .raw("<span class=\"more\">… ")
            .count(more, "more variable")
            .raw("</span>");
    }
}
