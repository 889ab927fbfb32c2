//! The head of the page: how the run ended, in words and numbers.

use report::{Claim, Report, Severity};

use crate::Page;
use crate::words::{self, Shown};

/// The claims that are named in the header because they are not as expected.
fn unexpected(report: &Report) -> impl Iterator<Item = (usize, &Claim)> {
    let claims = report.claims.iter().enumerate();
    claims.filter(|(_, claim)| !claim.as_expected)
}

/// The outcome in a line, as the title of the page and its first heading.
pub(crate) fn title(report: &Report) -> String {
    let summary = &report.summary;
    let is_error = |severity| severity == Severity::Error;
    let errors = report
        .diagnostics
        .iter()
        .filter(|it| is_error(it.severity))
        .count();
    let odd = summary.claims.saturating_sub(summary.as_expected);
    let claims = |number| match number {
        1 => "1 claim".to_owned(),
        number => format!("{number} claims"),
    };
    match (errors, summary.claims, odd) {
        (1, _, _) => "1 error in the input".to_owned(),
        (2.., _, _) => format!("{errors} errors in the input"),
        (0, 0, _) => "No claims".to_owned(),
        (0, 1, 0) => "1 claim, as expected".to_owned(),
        (0, number, 0) => format!("{number} claims, all as expected"),
        (0, 1, _) => "1 claim, not as expected".to_owned(),
        (0, number, odd) => format!("{odd} of {} not as expected", claims(number)),
    }
}

pub(crate) fn header(page: &mut Page<'_>, report: &Report) {
    page.html
        .raw("<header class=\"")
        .raw(words::outcome_class(report.exit_code));
    page.html
        .raw("\">\n<p class=\"product\">Tandem report</p>\n<h1>");
    page.html.text(&title(report)).raw("</h1>\n");
    page.html
        .raw("<p>Exit code ")
        .index(usize::from(report.exit_code))
        .raw(": ");
    page.html
        .raw(words::exit_code(report.exit_code))
        .raw(".</p>\n");
    if report.summary.claims > 0 {
        counts(page, report);
    }
    if report.claims.len() > 1 {
        odd_ones(page, report);
    }
    page.html.raw("</header>\n");
}

/// The claims, counted by verdict, as a bar and as words.
fn counts(page: &mut Page<'_>, report: &Report) {
    let summary = &report.summary;
    let counts: [(Shown, usize); 4] = [
        (words::PROVED, summary.proved),
        (words::REFUTED, summary.refuted),
        (words::UNKNOWN, summary.unknown),
        (words::REJECTED, summary.rejected),
    ];
    page.html.raw("<div class=\"bar\" aria-hidden=\"true\">");
    for (shown, number) in counts.iter().filter(|(_, number)| *number > 0) {
        page.html
            .raw("<span class=\"")
            .raw(shown.class)
            .raw("\" style=\"flex-grow:");
        page.html.index(*number).raw("\"></span>");
    }
    page.html.raw("</div>\n<ul class=\"counts\">");
    for (shown, number) in counts {
        page.html.raw("<li class=\"").raw(match number {
            0 => "none",
            _ => shown.class,
        });
        page.html
            .raw("\"><span aria-hidden=\"true\">")
            .raw(shown.symbol);
        page.html
            .raw("</span> <b>")
            .number(number)
            .raw("</b> ")
            .raw(shown.word)
            .raw("</li>");
    }
    page.html
        .raw("<li><b>")
        .number(summary.as_expected)
        .raw("</b> of <b>");
    page.html
        .number(summary.claims)
        .raw("</b> as expected</li>");
    if summary.from_store > 0 {
        page.html.raw("<li><b>").number(summary.from_store);
        page.html.raw("</b> from the store, re-checked</li>");
    }
    page.html.raw("</ul>\n");
}

fn odd_ones(page: &mut Page<'_>, report: &Report) {
    let number = unexpected(report).count();
    if number == 0 {
        return;
    }
    page.html.raw("<p class=\"odd-ones\">Not as expected: ");
    for (position, (index, claim)) in unexpected(report).take(page.limits.entries).enumerate() {
        page.html.raw(if position > 0 { ", " } else { "" });
        page.html.raw("<a href=\"#c").index(index + 1).raw("\">");
        page.html.cut(&claim.name, page.limits.line).raw("</a>");
    }
    if let Some(more @ 1..) = number.checked_sub(page.limits.entries) {
        page.html
            .raw(" <span class=\"more\">and ")
            .number(more)
            .raw(" more</span>");
    }
    page.html.raw("</p>\n");
}

pub(crate) fn footer(page: &mut Page<'_>, report: &Report) {
    page.html
        .raw("<footer><p>Tandem ")
        .cut(&report.tandem_version, page.limits.line);
    page.html
        .raw(", report format ")
        .index(report.schema_version as usize);
    page.html.raw(". Checked: ");
    for (position, file) in report.files.iter().take(page.limits.entries).enumerate() {
        page.html.raw(if position > 0 { ", " } else { "" });
        page.html
            .raw("<code>")
            .cut(file, page.limits.line)
            .raw("</code>");
    }
    if let Some(more @ 1..) = report.files.len().checked_sub(page.limits.entries) {
        page.html
            .raw(" <span class=\"more\">and ")
            .count(more, "more file")
            .raw("</span>");
    }
    page.html.raw(".</p></footer>\n");
}
