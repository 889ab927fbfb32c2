//! What else is known of a claim: by whom it was decided and how, what the verdict rests on.

use report::{Attempt, Claim};

use crate::Page;
use crate::words;

impl Page<'_> {
    /// A sentence where a list has more entries than are shown.
    pub(crate) fn more_entries(&mut self, number: usize) {
        if let Some(more @ 1..) = number.checked_sub(self.limits.entries) {
            self.html.raw("<p class=\"more\">… ").number(more);
            self.html.raw(" more are in the JSON report.</p>\n");
        }
    }

    /// All facts about a claim that are not shown where its line is.
    pub(crate) fn facts(&mut self, claim: &Claim) {
        self.html.raw("<dl>\n<dt>Written at</dt><dd>");
        self.line(&claim.file, &claim.file, claim.place.line);
        self.html.raw("</dd>\n");
        expected(self, claim);
        if let Some(evidence) = &claim.evidence {
            self.html
                .raw("<dt>Evidence</dt><dd>")
                .cut(evidence, self.limits.text);
            self.html.raw("</dd>\n");
        }
        checked(self, claim);
        if let Some(file) = &claim.evidence_file {
            self.html
                .raw("<dt>Evidence file</dt><dd><code>")
                .cut(file, self.limits.line);
            self.html.raw("</code></dd>\n");
        }
        self.html
            .raw("<dt>Engine</dt><dd>")
            .cut(&claim.engine, self.limits.line);
        self.html.raw("</dd>\n");
        if let Some(time) = claim.time {
            self.html
                .raw("<dt>Time</dt><dd>")
                .text(&words::seconds(time));
            self.html.raw(match claim.obligations {
                Some(_) => ", checking of the evidence included</dd>\n",
                None => "</dd>\n",
            });
        }
        looked_at(self, claim);
        list(self, "<dt>Rests on</dt>", &claim.rests_on);
        list(self, "<dt>Assumes</dt>", &claim.notes);
        self.html.raw("</dl>\n");
        found(self, claim);
        if let Some(abstraction) = &claim.abstraction {
            self.html.raw(
                "<details><summary>The abstraction, as a program</summary><pre class=\"text\">",
            );
            self.html
                .cut(abstraction, self.limits.text)
                .raw("</pre></details>\n");
        }
        tried(self, claim);
    }
}

fn expected(page: &mut Page<'_>, claim: &Claim) {
    page.html
        .raw("<dt>Expected</dt><dd>")
        .raw(match claim.expected {
            Some(expected) => expected.as_str(),
            None => "any verdict",
        });
    page.html.raw(match claim.as_expected {
        true => ", as it is</dd>\n",
        false => "; the claim is not as expected</dd>\n",
    });
}

fn checked(page: &mut Page<'_>, claim: &Claim) {
    if claim.obligations.is_none() && !claim.from_store {
        return;
    }
    page.html.raw("<dt>Checked</dt><dd>");
    if let Some(obligations) = claim.obligations {
        page.html
            .count(obligations, "obligation")
            .raw(" re-checked");
    }
    if claim.from_store {
        page.html.raw(if claim.obligations.is_some() {
            "; "
        } else {
            ""
        });
        page.html.raw("from the store, re-checked");
    }
    page.html.raw("</dd>\n");
}

fn looked_at(page: &mut Page<'_>, claim: &Claim) {
    let (states, pairs) = (claim.effort.states, claim.effort.pairs);
    if states == 0 && pairs == 0 {
        return;
    }
    page.html
        .raw("<dt>Looked at</dt><dd>")
        .count(states, "state");
    if pairs > 0 {
        page.html.raw(", ").count(pairs, "pair");
    }
    page.html.raw("</dd>\n");
}

fn list(page: &mut Page<'_>, title: &'static str, entries: &[String]) {
    if entries.is_empty() {
        return;
    }
    page.html.raw(title).raw("<dd>");
    match entries {
        [one] => {
            page.html.cut(one, page.limits.text);
        }
        _ => {
            page.html.raw("<ul>");
            for entry in entries.iter().take(page.limits.entries) {
                page.html
                    .raw("<li>")
                    .cut(entry, page.limits.text)
                    .raw("</li>");
            }
            page.html.raw("</ul>");
            page.more_entries(entries.len());
        }
    }
    page.html.raw("</dd>\n");
}

/// What the evidence says.
fn found(page: &mut Page<'_>, claim: &Claim) {
    if claim.found.is_empty() {
        return;
    }
    page.html
        .raw("<details><summary>What the evidence says</summary>");
    for line in claim.found.iter().take(page.limits.entries) {
        page.html
            .raw("<pre class=\"text\">")
            .cut(line, page.limits.text)
            .raw("</pre>");
    }
    page.more_entries(claim.found.len());
    page.html.raw("</details>\n");
}

/// Who was asked. It is of interest where nobody knew the answer, and out of the way otherwise.
fn tried(page: &mut Page<'_>, claim: &Claim) {
    if claim.tried.is_empty() {
        return;
    }
    page.html.raw(match claim.reason {
        Some(_) => "<details open>",
        None => "<details>",
    });
    page.html.raw(
        "<summary>Who was asked</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" ",
    );
    page.html
        .raw("aria-label=\"Who was asked\"><table class=\"tried\"><thead><tr>");
    page.html
        .raw("<th scope=\"col\">Engine</th><th scope=\"col\">Time</th>");
    page.html
        .raw("<th scope=\"col\">How far it came</th></tr></thead><tbody>\n");
    for attempt in claim.tried.iter().take(page.limits.entries) {
        row(page, &claim.file, attempt);
    }
    page.html.raw("</tbody></table></div>");
    page.more_entries(claim.tried.len());
    page.html.raw("</details>\n");
}

fn row(page: &mut Page<'_>, file: &str, attempt: &Attempt) {
    page.html
        .raw("<tr><th scope=\"row\">")
        .cut(&attempt.engine, page.limits.line)
        .raw("</th><td>");
    if let Some(time) = attempt.seconds {
        page.html.text(&words::seconds(time));
    }
    page.html
        .raw("</td><td>")
        .cut(&attempt.reached, page.limits.text);
    if !attempt.covered.is_empty() {
        page.html
            .raw("<p><b>Certain:</b> ")
            .cut(&attempt.covered, page.limits.text)
            .raw("</p>");
    }
    if let Some(open) = &attempt.open {
        page.html
            .raw("<p><b>Not shown:</b> ")
            .cut(&open.text, page.limits.text);
        if let Some(place) = open.place {
            page.html.raw(" — ");
            page.line(file, file, place.line);
        }
        page.html.raw("</p>");
    }
    page.html.raw("</td></tr>\n");
}
