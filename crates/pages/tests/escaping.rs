//! Whatever a report says, it stays text.

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;

use common::{between, check, place, report};
use pages::{Source, page};
use report::{
    Attempt, Binding, Claim, Diagnostic, Effort, Event, Open, Reason, ReasonKind, Related, Report,
    Severity, Story, Summary, Warning, WarningKind,
};

const HOSTILE: &str =
    "</pre></style><script>alert(1)</script><img src=x onerror=alert(1)>\"'&\u{1b}[2J\u{202e}";

/// A hostile text that can be told from the others.
fn hostile(field: &str) -> String {
    format!("{HOSTILE}{field}!")
}

/// All fields that `hostile` was called with in these reports.
const FIELDS: [&str; 42] = [
    "version",
    "files",
    "message",
    "diagnostic file",
    "label",
    "related",
    "hint",
    "name",
    "file",
    "summary",
    "rejected",
    "reason",
    "reason hint",
    "answer",
    "engine",
    "tried engine",
    "reached",
    "evidence",
    "abstraction",
    "found",
    "rests on",
    "evidence file",
    "warning",
    "note",
    "headline",
    "class",
    "conclusion",
    "actor",
    "action",
    "value name",
    "value",
    "event file",
    "other actor",
    "other action",
    "source",
    "second actor",
    "second action",
    "found too",
    "note too",
    "rests on too",
    "covered",
    "open",
];

fn event(actor: &str, action: &str) -> Event {
    Event {
        actor: hostile(actor),
        action: hostile(action),
        values: vec![Binding {
            name: hostile("value name"),
            value: hostile("value"),
        }],
        place: Some(place(1)),
        file: Some(hostile("event file")),
    }
}

/// No field is left to its default, so that a new one must be thought of here.
fn hostile_claim() -> Claim {
    Claim {
        name: hostile("name"),
        file: hostile("file"),
        place: place(1),
        relation: None,
        summary: hostile("summary"),
        verdict: None,
        rejected: Some(hostile("rejected")),
        reason: Some(Reason {
            kind: ReasonKind::Crashed,
            text: hostile("reason"),
            place: Some(place(1)),
            hints: vec![hostile("reason hint")],
        }),
        answer: Some(hostile("answer")),
        expected: None,
        as_expected: false,
        engine: hostile("engine"),
        from_store: true,
        tried: vec![Attempt {
            engine: hostile("tried engine"),
            seconds: Some(f64::NAN),
            reached: hostile("reached"),
            covered: hostile("covered"),
            open: Some(Open {
                text: hostile("open"),
                place: Some(place(1)),
            }),
        }],
        effort: Effort {
            states: 1,
            pairs: usize::MAX,
        },
        evidence: Some(hostile("evidence")),
        abstraction: Some(hostile("abstraction")),
        found: vec![hostile("found"), hostile("found too")],
        rests_on: vec![hostile("rests on"), hostile("rests on too")],
        obligations: Some(1),
        evidence_file: Some(hostile("evidence file")),
        warnings: vec![Warning {
            kind: WarningKind::Vacuous,
            text: hostile("warning"),
            place: place(2),
        }],
        notes: vec![hostile("note"), hostile("note too")],
        story: Some(Story {
            headline: hostile("headline"),
            class: Some(hostile("class")),
            events: vec![
                event("actor", "action"),
                event("second actor", "second action"),
            ],
            conclusion: hostile("conclusion"),
            other_order: vec![event("other actor", "other action")],
        }),
        time: Some(-1.0),
    }
}

fn hostile_report() -> Report {
    Report {
        schema_version: u32::MAX,
        tandem_version: hostile("version"),
        files: vec![hostile("files")],
        diagnostics: vec![Diagnostic {
            severity: Severity::Error,
            message: hostile("message"),
            file: Some(hostile("diagnostic file")),
            place: Some(place(1)),
            label: Some(hostile("label")),
            related: vec![Related {
                place: place(usize::MAX),
                text: hostile("related"),
            }],
            hint: Some(hostile("hint")),
        }],
        claims: vec![hostile_claim(), hostile_claim()],
        summary: Summary {
            claims: 2,
            rejected: 2,
            ..Summary::default()
        },
        exit_code: u8::MAX,
    }
}

#[test]
fn no_field_gets_out_of_its_text() {
    let text = format!("{}\n{}", hostile("source"), hostile("source"));
    let paths = ["file", "event file", "diagnostic file"].map(hostile);
    let sources = paths.each_ref().map(|path| Source { path, text: &text });
    for sources in [&sources[..], &[]] {
        let page = page(&hostile_report(), sources);
        check(&page);
        assert!(!page.contains("<script"));
        assert!(!page.contains("<img"));
        let escaped = "&lt;/pre&gt;&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;\
                       &lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;\\u{1b}[2J\\u{202e}";
        for field in FIELDS {
            let is_there = page.contains(&format!("{escaped}{field}!"));
            assert!(
                is_there || (field == "source" && sources.is_empty()),
                "no `{field}`"
            );
        }
    }
}

#[test]
fn no_character_that_cannot_be_seen_is_left() {
    let all: String = ('\0'..='\u{ffff}').collect();
    for part in all.chars().collect::<Vec<char>>().chunks(300) {
        let text: String = part.iter().collect();
        let mut claim = common::claim("it");
        claim.summary = text;
        let page = page(&report(vec![claim]), &[]);
        let is_hidden = |it: char| {
            (it.is_control() && it != '\n' && it != '\t')
                || ('\u{200b}'..='\u{200f}').contains(&it)
                || ('\u{202a}'..='\u{202e}').contains(&it)
                || ('\u{2066}'..='\u{2069}').contains(&it)
        };
        assert_eq!(page.find(is_hidden), None);
        check(&page);
    }
}

#[test]
fn the_page_points_nowhere_else() {
    let mut claim = common::claim("http://example.org/");
    claim.found = vec!["see https://example.org, //example.org".to_owned()];
    let page = page(&report(vec![claim]), &[]);
    for address in [
        "http://", "https://", "://", "src=", "url(", "@import", "<script", "<link",
    ] {
        assert!(!page.contains(address), "{address}");
    }
    assert!(page.contains("http:/&#47;example.org"));
    let policy = between(
        &page,
        "http-equiv=\"Content-Security-Policy\" content=\"",
        "\"",
    );
    assert_eq!(policy, "default-src 'none'; style-src 'unsafe-inline'");
}
