//! What is wrong with the input.

use report::{Diagnostic, Severity};

use crate::Page;

pub(crate) fn diagnostics(page: &mut Page<'_>, diagnostics: &[Diagnostic]) {
    if diagnostics.is_empty() {
        return;
    }
    page.html
        .raw("<section class=\"diagnostics\">\n<h2>What is wrong with the input</h2>\n");
    // Errors are what the reader has to look at: with one of them, nothing was checked.
    for diagnostic in diagnostics.iter().take(page.limits.entries) {
        one(page, diagnostic);
    }
    page.more_entries(diagnostics.len());
    page.html.raw("</section>\n");
}

fn one(page: &mut Page<'_>, diagnostic: &Diagnostic) {
    page.html.raw(match diagnostic.severity {
        Severity::Error => "<div class=\"box bad\"><p><b>✗ error:</b> ",
        Severity::Warning => "<div class=\"box warn\"><p><b>⚠ warning:</b> ",
    });
    page.html
        .cut(&diagnostic.message, page.limits.text)
        .raw("</p>\n");
    let label = diagnostic.label.as_deref();
    match (&diagnostic.file, diagnostic.place) {
        (Some(file), Some(place)) => page.snippet(file, place, label),
        (Some(file), None) => {
            page.html
                .raw("<p>In <code>")
                .cut(file, page.limits.line)
                .raw("</code>.</p>\n");
            label_alone(page, label);
        }
        (None, _) => label_alone(page, label),
    }
    if let Some(file) = &diagnostic.file {
        for related in diagnostic.related.iter().take(page.limits.entries) {
            page.snippet(file, related.place, Some(&related.text));
        }
        page.more_entries(diagnostic.related.len());
    }
    if let Some(hint) = &diagnostic.hint {
        page.html
            .raw("<p><b>Hint:</b> ")
            .cut(hint, page.limits.text)
            .raw("</p>\n");
    }
    page.html.raw("</div>\n");
}

/// A label whose place cannot be shown.
fn label_alone(page: &mut Page<'_>, label: Option<&str>) {
    if let Some(label) = label {
        page.html
            .raw("<p>")
            .cut(label, page.limits.text)
            .raw("</p>\n");
    }
}
