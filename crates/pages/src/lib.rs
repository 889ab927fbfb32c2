//! A report as one page of HTML: it needs no other file, no network and no JavaScript.
//!
//! Whatever comes from a report or from a source is written through `markup::Html`, which escapes
//! it; there is no other way to write text. The content security policy of the page forbids everything
//! but its own style, for the case that this should ever be wrong.
//!
//! The page stays small. `limits::Limits` says how much is shown of what can be huge, and each
//! place where something was left out says so.
//!
//! # What this crate does not know
//! Programs, engines, files and the network: it has a report and texts, and gives back a text.
//!
//! # Where to start
//! [`page`], then `claims` for a claim and `lanes` for a counterexample.

#![forbid(unsafe_code)]

mod claims;
mod diagnostics;
mod facts;
mod header;
mod lanes;
mod limits;
mod markup;
mod pairing;
mod rows;
mod source;
mod words;

use std::collections::BTreeSet;

use limits::Limits;
use markup::Html;
use report::Report;
use source::Sources;

/// The size up to which a page is shown with more rather than with less, in bytes.
const ROOMY_BYTES: usize = 900_000;

const STYLE: &str = include_str!("style.css");

/// A text that the report speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source<'a> {
    /// The name of its file, as the report writes it.
    pub path: &'a str,
    /// The text.
    pub text: &'a str,
}

/// A page that is being written.
struct Page<'a> {
    html: Html,
    sources: Sources<'a>,
    limits: Limits,
}

/// The report as one page of HTML.
///
/// Places whose file is not among the sources are shown without their text.
#[must_use]
pub fn page(report: &Report, sources: &[Source<'_>]) -> String {
    let mut written = String::new();
    for limits in Limits::from_wide_to_narrow() {
        written = page_within(report, sources, limits);
        if written.len() <= ROOMY_BYTES {
            break;
        }
    }
    written
}

/// The files that a report names, each once, in the order in which it names them.
#[must_use]
pub fn named(report: &Report) -> Vec<&str> {
    let stories = report
        .claims
        .iter()
        .filter_map(|claim| claim.story.as_ref());
    let events = stories.flat_map(|story| story.events.iter().chain(&story.other_order));
    let files = report.files.iter();
    let files = files.chain(report.diagnostics.iter().filter_map(|it| it.file.as_ref()));
    let files = files.chain(report.claims.iter().map(|claim| &claim.file));
    let files = files.chain(events.filter_map(|event| event.file.as_ref()));
    let mut seen = BTreeSet::new();
    files
        .map(String::as_str)
        .filter(|file| seen.insert(*file))
        .collect()
}

fn page_within(report: &Report, sources: &[Source<'_>], limits: Limits) -> String {
    let mut page = Page {
        html: Html::new(),
        sources: Sources::new(sources),
        limits,
    };
    page.html
        .raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .raw("<meta http-equiv=\"Content-Security-Policy\" ")
        .raw("content=\"default-src 'none'; style-src 'unsafe-inline'\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .raw("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
        .text(&header::title(report))
        .raw("</title>\n<style>\n")
        .raw(STYLE)
        .raw("</style>\n</head>\n<body>\n");
    header::header(&mut page, report);
    page.html.raw("<main>\n");
    diagnostics::diagnostics(&mut page, &report.diagnostics);
    claims::claims(&mut page, report);
    // The sources come last: only then is it known which of their lines are linked to.
    page.sources();
    page.html.raw("</main>\n");
    header::footer(&mut page, report);
    page.html.raw("</body>\n</html>\n");
    page.html.into_string()
}
