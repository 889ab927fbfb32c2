//! The claims, file by file. Each is a line that can be opened.

use std::collections::BTreeSet;

use report::{Claim, Report, Story};

use crate::Page;
use crate::pairing::Pairing;
use crate::words;

/// With up to so many claims, every counterexample is open at once; with more, only those of claims that
/// are not as expected.
const OPEN_UP_TO: usize = 12;

/// From so many claims on, they can be filtered by verdict.
const FILTERED_FROM: usize = 8;

pub(crate) fn claims(page: &mut Page<'_>, report: &Report) {
    if report.claims.is_empty() {
        return;
    }
    page.html.raw("<div class=\"claims\">\n");
    if report.claims.len() >= FILTERED_FROM {
        filter(page);
    }
    let shown = shown(report, page.limits.claims);
    // A file comes once, even if its claims are not together.
    let mut files: Vec<&str> = Vec::new();
    let mut seen = BTreeSet::new();
    for (claim, _) in report.claims.iter().zip(&shown).filter(|(_, is)| **is) {
        if seen.insert(&claim.file) {
            files.push(&claim.file);
        }
    }
    for file in files {
        page.html
            .raw("<section class=\"file\">\n<h2>")
            .cut(file, page.limits.line);
        page.html.raw("</h2>\n");
        for (index, claim) in report.claims.iter().enumerate() {
            if claim.file == *file && shown[index] {
                let is_open = !claim.as_expected
                    || (report.claims.len() <= OPEN_UP_TO && claim.story.is_some());
                one(page, claim, index + 1, is_open);
            }
        }
        page.html.raw("</section>\n");
    }
    let hidden = shown.iter().filter(|is| !**is).count();
    if hidden > 0 {
        page.html
            .raw("<p class=\"faint\">… ")
            .count(hidden, "claim");
        page.html
            .raw(" more, which <code>--format json</code> shows.</p>\n");
    }
    page.html.raw("</div>\n");
}

/// Which claims are shown, where there are more than so many: before all others those that are not as
/// expected.
fn shown(report: &Report, most: usize) -> Vec<bool> {
    let mut order: Vec<usize> = (0..report.claims.len()).collect();
    order.sort_by_key(|position| report.claims[*position].as_expected);
    let mut shown = vec![false; order.len()];
    for position in order.into_iter().take(most) {
        shown[position] = true;
    }
    shown
}

/// Boxes to choose which claims are seen. The style does it; without it, all claims are seen.
fn filter(page: &mut Page<'_>) {
    page.html
        .raw("<fieldset class=\"filter\"><legend>Show</legend>");
    for shown in [
        words::PROVED,
        words::REFUTED,
        words::UNKNOWN,
        words::REJECTED,
    ] {
        page.html
            .raw("<label><input type=\"checkbox\" checked id=\"show-")
            .raw(shown.class);
        page.html.raw("\"> ").raw(shown.word).raw("</label>");
    }
    page.html
        .raw("<label><input type=\"checkbox\" checked id=\"show-expected\"> as expected</label>");
    page.html.raw("</fieldset>\n");
}

fn one(page: &mut Page<'_>, claim: &Claim, number: usize, is_open: bool) {
    let shown = words::verdict(claim.verdict);
    page.html.raw("<details class=\"claim ").raw(shown.class);
    page.html.raw(if claim.as_expected { "" } else { " odd" });
    page.html.raw("\" id=\"c").index(number);
    page.html.raw(if is_open { "\" open>" } else { "\">" });
    line(page, claim);
    page.html.raw("<div class=\"inside\">\n");
    rejected(page, claim);
    reason(page, claim);
    if let Some(told) = &claim.story {
        story(page, claim, told);
    }
    warnings(page, claim);
    page.facts(claim);
    page.html.raw("</div></details>\n");
}

/// What is seen of a claim that is not open.
fn line(page: &mut Page<'_>, claim: &Claim) {
    let shown = words::verdict(claim.verdict);
    page.html
        .raw("<summary><span class=\"verdict\"><span aria-hidden=\"true\">")
        .raw(shown.symbol);
    page.html
        .raw("</span> ")
        .raw(shown.word)
        .raw("</span> <h3>");
    page.html.cut(&claim.name, page.limits.line).raw("</h3> ");
    page.html.raw("<span class=\"chips\">");
    match claim.expected {
        Some(expected) if !claim.as_expected => {
            page.html
                .raw("<span class=\"chip odd\">expected ")
                .raw(expected.as_str())
                .raw("</span> ");
        }
        None if !claim.as_expected => {
            page.html
                .raw("<span class=\"chip odd\">not as expected</span> ");
        }
        Some(_) if claim.verdict == Some(evidence::VerdictKind::Proved) => {}
        Some(_) => {
            page.html.raw("<span class=\"chip\">as expected</span> ");
        }
        None => {}
    }
    if let Some(answer) = &claim.answer {
        page.html
            .raw("<span class=\"chip\">")
            .cut(answer, page.limits.line)
            .raw("</span> ");
    }
    if let Some(class) = claim.story.as_ref().and_then(|story| story.class.as_ref()) {
        page.html
            .raw("<span class=\"chip\">")
            .cut(class, page.limits.line)
            .raw("</span> ");
    }
    if !claim.warnings.is_empty() {
        page.html
            .raw("<span class=\"chip\">⚠ ")
            .count(claim.warnings.len(), "warning");
        page.html.raw("</span> ");
    }
    page.html.raw("</span><span class=\"time\">");
    if let Some(time) = claim.time {
        page.html.text(&words::seconds(time));
    }
    page.html.raw("</span><code class=\"what\">");
    page.html
        .cut(&claim.summary, page.limits.line)
        .raw("</code></summary>\n");
}

fn rejected(page: &mut Page<'_>, claim: &Claim) {
    if claim.verdict.is_some() && claim.rejected.is_none() {
        return;
    }
    page.html
        .raw("<div class=\"box bad\"><p><b>The checker rejected the evidence.</b> ");
    page.html
        .raw("This is a bug in Tandem; please report it.</p>\n");
    if let Some(rejected) = &claim.rejected {
        page.html
            .raw("<pre class=\"text\">")
            .cut(rejected, page.limits.text)
            .raw("</pre>\n");
    }
    page.html.raw("</div>\n");
}

fn reason(page: &mut Page<'_>, claim: &Claim) {
    let Some(reason) = &claim.reason else {
        return;
    };
    page.html
        .raw("<div class=\"box warn\"><p><b>Why there is no answer:</b> ");
    page.html
        .cut(&reason.text, page.limits.text)
        .raw("</p>\n<p class=\"faint\">");
    page.html.raw(words::reason(reason.kind)).raw("</p>\n");
    if let Some(place) = reason.place {
        page.snippet(&claim.file, place, None);
    }
    for hint in reason.hints.iter().take(page.limits.entries) {
        page.html
            .raw("<p><b>Hint:</b> ")
            .cut(hint, page.limits.text)
            .raw("</p>\n");
    }
    page.more_entries(reason.hints.len());
    page.html.raw("</div>\n");
}

fn warnings(page: &mut Page<'_>, claim: &Claim) {
    for warning in claim.warnings.iter().take(page.limits.entries) {
        page.html
            .raw("<div class=\"box warn\"><p><b>⚠ ")
            .raw(words::warning(warning.kind));
        page.html
            .raw(":</b> ")
            .cut(&warning.text, page.limits.text)
            .raw("</p>\n");
        page.snippet(&claim.file, warning.place, None);
        page.html.raw("</div>\n");
    }
    page.more_entries(claim.warnings.len());
}

fn story(page: &mut Page<'_>, claim: &Claim, story: &Story) {
    let pairing = Pairing::of(claim.relation);
    page.html
        .raw("<h4>Counterexample: ")
        .cut(&story.headline, page.limits.text)
        .raw("</h4>\n");
    if let Some(class) = &story.class {
        page.html
            .raw("<p>Kind of defect: <b>")
            .cut(class, page.limits.line)
            .raw("</b></p>\n");
    }
    page.lanes(&claim.file, &story.events, pairing, Some(&story.conclusion));
    if !story.other_order.is_empty() {
        page.html.raw("<h4>Another order, which ends well</h4>\n");
        page.lanes(&claim.file, &story.other_order, pairing, None);
    }
}
