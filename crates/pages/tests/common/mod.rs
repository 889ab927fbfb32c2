//! Reports to make pages of, and a small checker of markup.

use std::collections::BTreeSet;

use report::{Binding, Claim, Effort, Event, Place, Report, Story, Summary};

/// A place of some characters in a line.
pub(crate) fn place(line: usize) -> Place {
    Place {
        line,
        column: 1,
        end_line: line,
        end_column: 4,
        start: 0,
        end: 0,
    }
}

/// A claim of `a.tdm` that was proved as expected.
pub(crate) fn claim(name: &str) -> Claim {
    let verdict = Some(serde_json::from_str("\"proved\"").expect("a verdict"));
    Claim {
        name: name.to_owned(),
        file: "a.tdm".to_owned(),
        place: place(1),
        relation: Some(report::Relation::Simulated),
        summary: format!("summary of {name}"),
        verdict,
        rejected: None,
        reason: None,
        answer: None,
        expected: verdict,
        as_expected: true,
        engine: "explicit".to_owned(),
        from_store: false,
        tried: Vec::new(),
        effort: Effort {
            states: 0,
            pairs: 0,
        },
        evidence: None,
        abstraction: None,
        found: Vec::new(),
        rests_on: Vec::new(),
        obligations: None,
        evidence_file: None,
        warnings: Vec::new(),
        notes: Vec::new(),
        story: None,
        time: None,
    }
}

/// A claim with a counterexample.
pub(crate) fn refuted(name: &str, events: Vec<Event>) -> Claim {
    let verdict = Some(serde_json::from_str("\"refuted\"").expect("a verdict"));
    Claim {
        verdict,
        expected: verdict,
        story: Some(Story {
            headline: "the headline".to_owned(),
            class: None,
            events,
            conclusion: "the conclusion".to_owned(),
            other_order: Vec::new(),
        }),
        ..claim(name)
    }
}

pub(crate) fn event(actor: &str, action: &str, values: &[(&str, &str)], line: usize) -> Event {
    let binding = |(name, value): &(&str, &str)| Binding {
        name: (*name).to_owned(),
        value: (*value).to_owned(),
    };
    Event {
        actor: actor.to_owned(),
        action: action.to_owned(),
        values: values.iter().map(binding).collect(),
        place: Some(place(line)),
        file: None,
    }
}

pub(crate) fn report(claims: Vec<Claim>) -> Report {
    Report {
        schema_version: report::SCHEMA_VERSION,
        tandem_version: "0.1.0".to_owned(),
        files: vec!["a.tdm".to_owned()],
        diagnostics: Vec::new(),
        summary: Summary::of(&claims),
        claims,
        exit_code: 0,
    }
}

/// The attributes that the page may have: none of them runs anything or loads anything.
const ATTRIBUTES: [&str; 20] = [
    "aria-hidden",
    "aria-label",
    "charset",
    "checked",
    "class",
    "colspan",
    "content",
    "data-n",
    "href",
    "http-equiv",
    "id",
    "lang",
    "name",
    "open",
    "role",
    "scope",
    "style",
    "tabindex",
    "title",
    "type",
];

/// The elements that the page may have.
const ELEMENTS: [&str; 42] = [
    "a",
    "abbr",
    "b",
    "body",
    "code",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "head",
    "header",
    "html",
    "input",
    "label",
    "legend",
    "li",
    "main",
    "mark",
    "meta",
    "p",
    "pre",
    "section",
    "span",
    "style",
    "summary",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "title",
    "tr",
    "ul",
];

/// Checks that the elements are balanced and that all elements and attributes are known, that there is a
/// target for each link and each is there once, and that no heading skips a level.
pub(crate) fn check(page: &str) {
    let mut rest = page
        .strip_prefix("<!DOCTYPE html>")
        .expect("a document type");
    let (mut open, mut ids, mut links, mut level) = (Vec::new(), BTreeSet::new(), Vec::new(), 0);
    while let Some(start) = rest.find('<') {
        assert!(
            !rest[..start].contains('>'),
            "a loose `>`: {}",
            &rest[..start]
        );
        let tag = &rest[start + 1..];
        let end = end_of_tag(tag);
        let (tag, behind) = (&tag[..end], &tag[end + 1..]);
        rest = behind;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "before {:.80}", rest);
            continue;
        }
        let name = tag.split(' ').next().expect("a name");
        assert!(ELEMENTS.contains(&name), "the element `{name}`");
        for (attribute, value) in attributes(&tag[name.len()..]) {
            assert!(
                ATTRIBUTES.contains(&attribute),
                "the attribute `{attribute}`"
            );
            match attribute {
                "id" => assert!(ids.insert(value), "two are called `{value}`"),
                "href" => links.push(value.strip_prefix('#').expect("a link into the page")),
                _ => {}
            }
        }
        if let Some(Ok(number)) = name.strip_prefix('h').map(str::parse::<usize>) {
            assert!(number <= level + 1, "h{number} follows h{level}");
            level = number;
        }
        if !["meta", "input"].contains(&name) {
            open.push(name);
        }
        if name == "style" {
            rest = &rest[rest.find("</style>").expect("the end of the style")..];
        }
    }
    assert_eq!(open, [""; 0]);
    for link in links {
        assert!(ids.contains(link), "nothing is called `{link}`");
    }
}

/// Where a tag ends; a `>` in quotes does not end it.
fn end_of_tag(tag: &str) -> usize {
    let mut is_quoted = false;
    let end = tag.find(|character| {
        is_quoted ^= character == '"';
        character == '>' && !is_quoted
    });
    end.expect("the end of a tag")
}

/// The attributes behind the name of an element.
fn attributes(mut text: &str) -> Vec<(&str, &str)> {
    let mut attributes = Vec::new();
    while let Some(start) = text.strip_prefix(' ') {
        let name_end = start.find([' ', '=']).unwrap_or(start.len());
        let (name, behind) = start.split_at(name_end);
        match behind.strip_prefix("=\"") {
            Some(value) => {
                let (value, behind) = value.split_once('"').expect("the end of a value");
                attributes.push((name, value));
                text = behind;
            }
            None => {
                attributes.push((name, ""));
                text = behind;
            }
        }
    }
    assert!(text.is_empty(), "behind attributes: {text}");
    attributes
}

/// What is between two texts, the second one after the first.
pub(crate) fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let (_, behind) = text
        .split_once(from)
        .unwrap_or_else(|| panic!("no `{from}`"));
    let (inside, _) = behind.split_once(to).unwrap_or_else(|| panic!("no `{to}`"));
    inside
}
