//! Counterexamples as lanes.

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;

use common::{between, check, event, refuted, report};
use pages::{Source, page};
use report::{Event, Relation};

const SOURCES: [Source<'static>; 2] = [
    Source {
        path: "a.tdm",
        text: "one\n    two\nthree\n",
    },
    Source {
        path: "b.tdm",
        text: "another\n",
    },
];

/// The page for a single claim with these events.
fn told(events: Vec<Event>) -> String {
    let page = page(&report(vec![refuted("it", events)]), &SOURCES);
    check(&page);
    page
}

/// The rows of the first lanes of a page, the head and the conclusion among them.
fn rows(page: &str) -> Vec<&str> {
    between(page, "<div class=\"lanes\"", "</table>")
        .split("<tr")
        .skip(1)
        .collect()
}

/// The cells of a row.
fn cells(row: &str) -> Vec<&str> {
    row.split("<td").skip(1).collect()
}

#[test]
fn each_actor_has_a_lane_in_the_order_of_appearance() {
    let page = told(vec![
        event("late", "sends 1 on 0", &[], 1),
        event("early", "sends 2 on 0", &[], 2),
    ]);
    let rows = rows(&page);
    assert!(rows[0].ends_with(
        "<th scope=\"col\">late</th><th scope=\"col\">early</th></tr></thead><tbody>\n"
    ));
    let (first, second) = (cells(rows[1]), cells(rows[2]));
    assert!(first[0].contains("sends 1 on 0") && first[1].starts_with("></td>"));
    assert!(second[0].starts_with("></td>") && second[1].contains("sends 2 on 0"));
    assert!(rows[3].starts_with(" class=\"end\"") && rows[3].contains("the conclusion"));
    assert!(page.contains("<h4>Counterexample: the headline</h4>"));
}

#[test]
fn a_matched_step_is_one_row() {
    let page = told(vec![
        event("a", "receives 2 on 0", &[], 1),
        event("b", "takes a silent step", &[], 1),
        event("b", "receives 2 on 0", &[], 2),
    ]);
    let rows = rows(&page);
    assert_eq!(rows.len(), 4);
    assert!(!rows[1].contains("receives"));
    assert!(rows[2].starts_with(" class=\"both\""));
    assert!(
        cells(rows[2])
            .iter()
            .all(|cell| cell.contains("receives 2 on 0"))
    );
}

#[test]
fn only_what_changed_is_open() {
    let page = told(vec![
        event("a", "starts", &[("x", "0"), ("y", "1")], 1),
        event("a", "takes a silent step", &[("x", "5"), ("y", "1")], 2),
    ]);
    let step = rows(&page)[2];
    let (open, closed) = step.split_once("<details").expect("what is as before");
    assert!(open.contains("<code><b>x</b> = 5</code>"));
    assert!(!open.contains("<b>y</b>"));
    assert!(closed.contains("as before: 1") && closed.contains("<code><b>y</b> = 1</code>"));
}

#[test]
fn a_step_shows_its_line() {
    let mut elsewhere = event("a", "sends 2 on 0", &[], 1);
    elsewhere.file = Some("b.tdm".to_owned());
    let mut unread = event("a", "sends 3 on 0", &[], 7);
    unread.file = Some("c.tdm".to_owned());
    let page = told(vec![
        event("a", "sends 1 on 0", &[], 2),
        elsewhere,
        unread,
        event("a", "sends 4 on 0", &[], 99),
    ]);
    let rows = rows(&page);
    assert!(rows[1].contains("<a class=\"at\" href=\"#f1-l2\"><b>2</b> <code>two</code></a>"));
    assert!(
        rows[2].contains("<a class=\"at\" href=\"#f2-l1\">b.tdm:<b>1</b> <code>another</code></a>")
    );
    assert!(rows[3].contains("<span class=\"at\">c.tdm:<b>7</b></span>"));
    assert!(rows[4].contains("<span class=\"at\">line <b>99</b></span>"));
    assert!(page.contains("<code id=\"f1-l2\" data-n=\"2\">    two\n</code>"));
}

#[test]
fn the_middle_of_a_long_story_is_a_sentence() {
    let events = |number: usize| {
        let event = |step| event("a", &format!("sends {step} on 0"), &[], 1);
        (1..=number).map(event).collect::<Vec<Event>>()
    };
    let page = told(events(400));
    let rows_of_long = rows(&page);
    assert_eq!(rows_of_long.len(), 1 + 100 + 1 + 100 + 1);
    assert!(rows_of_long[100].contains("sends 100 on 0"));
    assert!(rows_of_long[101].contains("200 more steps are in the JSON report"));
    assert!(rows_of_long[102].contains("sends 301 on 0"));
    let page = told(events(201));
    assert_eq!(rows(&page).len(), 1 + 201 + 1);
    assert!(!page.contains("more steps"));
}

#[test]
fn very_many_actors_share_the_last_lane() {
    let event = |number| {
        let action = format!("sends {number}");
        event(&format!("p[{number}]"), &action, &[], 1)
    };
    let page = told((0..70).map(event).collect());
    let rows = rows(&page);
    assert!(rows[0].contains("<th scope=\"col\">p[62]</th><th scope=\"col\">7 others</th></tr>"));
    assert!(rows.iter().any(|row| row.contains("<b>p[69]</b>")));
}

#[test]
fn another_order_has_its_own_lanes() {
    let mut claim = refuted("it", vec![event("p", "receives 1", &[], 1)]);
    claim.relation = Some(Relation::Safe);
    let story = claim.story.as_mut().expect("a story");
    story.class = Some("MessageRace".to_owned());
    story.other_order = vec![event("q", "receives 2", &[], 1)];
    let page = page(&report(vec![claim]), &SOURCES);
    check(&page);
    assert_eq!(page.matches("<div class=\"lanes\"").count(), 2);
    let (_, other) = page
        .split_once("<h4>Another order, which ends well</h4>")
        .expect("the other order");
    let other = rows(other);
    assert_eq!(other.len(), 2);
    assert!(other[1].contains("receives 2"));
    assert!(page.contains("Kind of defect: <b>MessageRace</b>"));
}
