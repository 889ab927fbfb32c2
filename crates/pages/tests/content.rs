//! What is to be seen on a page.

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;

use common::{between, check, claim, event, place, refuted, report};
use pages::{Source, page};
use report::{
    Attempt, Diagnostic, Open, Reason, ReasonKind, Related, Severity, Warning, WarningKind,
};

const TEXT: &str = "program a {\n    send 1 on 0;\n    x = 2;\n}\n";
const SOURCES: [Source<'static>; 1] = [Source {
    path: "a.tdm",
    text: TEXT,
}];

#[test]
fn the_header_says_how_it_ended() {
    let mut odd = claim("strange");
    odd.as_expected = false;
    let mut report = report(vec![claim("good"), odd]);
    report.exit_code = 1;
    let page = page(&report, &SOURCES);
    check(&page);
    assert!(page.contains("<title>1 of 2 claims not as expected</title>"));
    let header = between(&page, "<header", "</header>");
    assert!(header.contains("Exit code 1: a claim is otherwise than expected."));
    assert!(header.contains("<b>2</b> proved"));
    assert!(header.contains("<b>1</b> of <b>2</b> as expected"));
    assert!(header.contains("<a href=\"#c2\">strange</a>"));
    assert!(!header.contains(">good<"));
    assert!(between(&page, "<footer>", "</footer>").contains("Tandem 0.1.0, report format"));
}

#[test]
fn a_claim_shows_its_facts() {
    let mut claim = claim("it");
    claim.evidence = Some("relation of 8 pairs".to_owned());
    claim.obligations = Some(1336);
    claim.from_store = true;
    claim.notes = vec!["numbers have no bounds".to_owned()];
    claim.rests_on = vec!["f".to_owned(), "g".to_owned()];
    claim.found = vec!["invariant x > 0".to_owned()];
    claim.abstraction = Some("program abstract_it".to_owned());
    claim.time = Some(1.5);
    claim.warnings = vec![Warning {
        kind: WarningKind::Vacuous,
        text: "nothing runs".to_owned(),
        place: place(3),
    }];
    let page = page(&report(vec![claim]), &SOURCES);
    check(&page);
    for shown in [
        "✓</span> proved",
        "relation of 8 pairs",
        "1,336 obligations re-checked; from the store, re-checked",
        "<dt>Assumes</dt><dd>numbers have no bounds</dd>",
        "<dt>Rests on</dt><dd><ul><li>f</li><li>g</li></ul></dd>",
        "<pre class=\"text\">invariant x &gt; 0</pre>",
        "<pre class=\"text\">program abstract_it</pre>",
        "<span class=\"time\">1.5 s</span>",
        "nothing runs",
        "<code data-n=\"3\"><mark>   </mark> x = 2;",
        "<a class=\"at\" href=\"#f1-l1\"><b>1</b> <code>program a {</code></a>",
    ] {
        assert!(page.contains(shown), "no `{shown}`");
    }
}

#[test]
fn an_unknown_claim_says_why() {
    let mut claim = refuted("it", Vec::new());
    claim.story = None;
    claim.verdict = Some(serde_json::from_str("\"unknown\"").expect("a verdict"));
    claim.as_expected = false;
    claim.reason = Some(Reason {
        kind: ReasonKind::Unsupported,
        text: "no numbers here".to_owned(),
        place: Some(place(2)),
        hints: vec!["write less".to_owned()],
    });
    claim.tried = vec![Attempt {
        engine: "searcher".to_owned(),
        seconds: Some(0.25),
        reached: "12 states".to_owned(),
        covered: "eight steps".to_owned(),
        open: Some(Open {
            text: "the end".to_owned(),
            place: Some(place(3)),
        }),
    }];
    let page = page(&report(vec![claim]), &SOURCES);
    check(&page);
    for shown in [
        "?</span> unknown",
        "<span class=\"chip odd\">expected refuted</span>",
        "no numbers here",
        "No engine for this claim handles a construct.",
        "write less",
        "<code data-n=\"2\"><mark>   </mark> send 1 on 0;",
        "<th scope=\"row\">searcher</th><td>250 ms</td><td>12 states<",
        "<b>Certain:</b> eight steps",
        "<b>Not shown:</b> the end — <a class=\"at\" href=\"#f1-l3\"><b>3</b> <code>x = 2;",
    ] {
        assert!(page.contains(shown), "no `{shown}`");
    }
    assert!(!between(&page, "<details class=\"claim", "</summary>").contains("proved"));
}

#[test]
fn rejected_evidence_is_not_a_verdict() {
    let mut claim = claim("it");
    claim.verdict = None;
    claim.as_expected = false;
    claim.rejected = Some("condition 3 fails".to_owned());
    let page = page(&report(vec![claim]), &SOURCES);
    check(&page);
    assert!(page.contains("!</span> evidence rejected"));
    assert!(page.contains("condition 3 fails"));
    assert!(page.contains("This is a bug in Tandem"));
}

#[test]
fn a_diagnostic_shows_its_place() {
    let mut report = report(Vec::new());
    report.exit_code = 3;
    report.diagnostics = vec![Diagnostic {
        severity: Severity::Error,
        message: "no such channel".to_owned(),
        file: Some("a.tdm".to_owned()),
        place: Some(report::Place {
            column: 15,
            end_column: 16,
            ..place(2)
        }),
        label: Some("this one".to_owned()),
        related: vec![Related {
            place: place(4),
            text: "it ends here".to_owned(),
        }],
        hint: Some("declare it".to_owned()),
    }];
    let page = page(&report, &SOURCES);
    check(&page);
    assert!(page.contains("<h1>1 error in the input</h1>"));
    assert!(page.contains("<a class=\"at\" href=\"#f1-l2\">a.tdm:2:15</a>"));
    assert!(page.contains("    send 1 on <mark>0</mark>;\n"));
    assert!(page.contains(&format!(
        "\">{}<span class=\"label\">↑ this one",
        " ".repeat(14)
    )));
    assert!(page.contains("it ends here"));
    assert!(page.contains("<b>Hint:</b> declare it"));
}

#[test]
fn claims_are_grouped_by_file() {
    let mut other = claim("other");
    other.file = "b.tdm".to_owned();
    let page = page(
        &report(vec![claim("first"), other, claim("second")]),
        &SOURCES,
    );
    check(&page);
    let positions =
        ["<h2>a.tdm", ">first<", ">second<", "<h2>b.tdm", ">other<"].map(|it| page.find(it));
    assert!(positions.iter().all(Option::is_some));
    assert!(positions.is_sorted());
    assert_eq!(page.matches("<h2>a.tdm").count(), 1);
}

#[test]
fn claims_that_are_as_expected_are_closed_among_many() {
    let events = || vec![event("a", "sends 1 on 0", &[], 2)];
    let mut claims: Vec<_> = (0..20)
        .map(|number| refuted(&number.to_string(), events()))
        .collect();
    claims[7].as_expected = false;
    let page = page(&report(claims), &SOURCES);
    check(&page);
    assert!(page.contains("id=\"c8\" open>"));
    assert_eq!(page.matches("<details class=\"claim").count(), 20);
    assert_eq!(page.matches("\" open>").count(), 1);
    assert!(page.contains("id=\"show-refuted\""));
}

#[test]
fn nothing_to_show_is_a_page_too() {
    let page = page(&report(Vec::new()), &[]);
    check(&page);
    assert!(page.contains("<h1>No claims</h1>"));
    assert!(!page.contains("<h2>"));
}
