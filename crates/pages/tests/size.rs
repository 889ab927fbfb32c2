//! A page stays small, whatever the report is.

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;

use common::{check, event, refuted, report};
use pages::{Source, page};
use report::{Claim, Event};

const MEGABYTE: usize = 1_000_000;

fn claims(events: &dyn Fn(usize) -> Event) -> Vec<Claim> {
    let claim = |number: usize| refuted(&format!("claim_{number}"), (0..500).map(events).collect());
    (0..100).map(claim).collect()
}

fn source(lines: usize) -> String {
    (1..=lines)
        .map(|line| format!("    statement_{line}(x, y, z);\n"))
        .collect()
}

/// The page, which is small and in order.
fn small(claims: Vec<Claim>, text: &str) -> String {
    let source = Source {
        path: "a.tdm",
        text,
    };
    let page = page(&report(claims), &[source]);
    assert!(page.len() < MEGABYTE, "{} bytes", page.len());
    check(&page);
    page
}

#[test]
fn a_hundred_long_stories_fit() {
    let events = |step: usize| {
        let actor = ["left", "right"][step % 2];
        let value = step.to_string();
        event(
            actor,
            &format!("sends {} on 1", step / 2),
            &[("counter", &value)],
            step + 1,
        )
    };
    let page = small(claims(&events), &source(1500));
    assert_eq!(
        page.matches("more steps are in the JSON report").count(),
        100
    );
    assert_eq!(page.matches("<details class=\"claim").count(), 100);
}

#[test]
fn a_hundred_stories_of_many_with_huge_values_fit() {
    let huge = "9".repeat(10_000);
    let events = |step: usize| {
        let values = [
            ("a", huge.as_str()),
            ("b", &huge),
            ("c", &huge),
            ("d", &huge),
        ];
        event(
            &format!("p[{}]", step % 60),
            "sends to p[0]",
            &values,
            step * 7 + 1,
        )
    };
    let page = small(claims(&events), &source(100_000));
    assert!(page.contains("more characters"));
    assert!(page.contains("lines left out"));
}

#[test]
fn one_long_story_is_shown_as_far_as_it_can_be() {
    let events = (0..50_000).map(|step| event("a", &format!("sends {step} on 0"), &[], step + 1));
    let page = small(vec![refuted("it", events.collect())], &source(50_000));
    assert_eq!(
        page.matches("<th scope=\"row\">").count(),
        100 + 1 + 100 + 1
    );
    assert!(page.contains("49,800 more steps are in the JSON report"));
    // The lines of the steps that are shown, and 20 around each end of them.
    assert!(page.contains("id=\"f1-l120\"") && !page.contains("id=\"f1-l121\""));
    assert!(page.contains("id=\"f1-l49881\"") && !page.contains("id=\"f1-l49880\""));
}

#[test]
fn the_same_report_gives_the_same_page() {
    let events = |step: usize| event("a", "takes a silent step", &[("x", "1")], step + 1);
    let (text, claims) = (source(10), claims(&events));
    assert_eq!(small(claims.clone(), &text), small(claims, &text));
}
