//! What each word of LLVM IR that the reader knows changes: `corpus/llvm/words.table`.
//!
//! A case is a heading `# KIND WORD, where: right with it, wrong without it` and a rewrite as in
//! `*.rewrites`: what both modules share before a line `--`, and the two modules with a line `=>`
//! between them. In these, `{nonnull}` stands where the word is or is not,
//! and `{a|b}` is `a` with it and `b` without it; other braces have a blank behind them or a `!` before
//! them. A right rewrite must be proved and a wrong one refuted. Where less is known today, the heading
//! says so (`wrong with it (unsupported)`): then that is what must be said.
//!
//! A list is a heading `# hints, KIND` or `# refused, KIND`, words without blanks, an empty line, and a
//! rewrite in which `it` in braces is the word. With a hint it is proved as without it; with a refused word it
//! is `unsupported`, and the word is named.
//!
//! Every word of the reader's tables has a case, or is in a list.

mod judged;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use frontend_llvm::syntax::{Class, Flags, WORDS};
use frontend_llvm::{BUNDLES, INTRINSICS, METADATA, MetadataClass, PASSED_OVER};
use judged::verdict;

/// A rewrite with places in which something stands or does not.
struct Template([String; 2]);

impl Template {
    fn of(body: &str) -> Self {
        let (shared, both) = body.split_once("\n--\n").unwrap_or(("", body));
        let (before, after) = both.split_once("\n=>\n").expect("a case has two modules");
        Template([before, after].map(|module| format!("{shared}\n{module}\n")))
    }

    /// The two modules, each place filled.
    fn filled(&self, fill: impl Fn(&str) -> String) -> [String; 2] {
        self.0.each_ref().map(|text| filled(text, &fill))
    }

    /// What stands with the word.
    fn with(&self) -> [String; 2] {
        self.filled(|place| place.split('|').next().unwrap_or(place).to_owned())
    }

    /// What stands without it.
    fn without(&self) -> [String; 2] {
        self.filled(|place| place.split_once('|').map_or("", |(_, it)| it).to_owned())
    }
}

/// A text in which each place in braces is filled.
fn filled(text: &str, fill: &impl Fn(&str) -> String) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let (before, behind) = (&rest[..open], &rest[open + 1..]);
        result.push_str(before);
        let is_place = !before.ends_with('!') && !behind.starts_with(char::is_whitespace);
        rest = match behind.split_once('}') {
            Some((place, behind)) if is_place => {
                result.push_str(&fill(place));
                behind
            }
            _ => {
                result.push('{');
                behind
            }
        };
    }
    result + rest
}

/// What is to be said of a rewrite.
#[derive(Clone)]
struct Answer {
    is_right: bool,
    /// Why that is not found out today, if it is not: `unknown` or `unsupported`.
    open: Option<String>,
}

impl Answer {
    /// `right with it`, or `wrong with it (unknown)`.
    fn of(text: &str, suffix: &str) -> Option<Self> {
        let (truth, less) = text.split_once(suffix)?;
        let is_right = match truth {
            "right" => true,
            "wrong" => false,
            _ => return None,
        };
        let open = match less {
            "" => None,
            " (unknown)" | " (unsupported)" => Some(less[2..less.len() - 1].to_owned()),
            _ => return None,
        };
        Some(Answer { is_right, open })
    }

    /// What is wrong with a verdict, if anything is.
    fn complaint(&self, found: &str) -> Option<&'static str> {
        let truth = if self.is_right { "proved" } else { "refuted" };
        match (found, self.open.as_deref()) {
            (found, Some(open)) if found == open => None,
            (found, None) if found == truth => None,
            ("unknown" | "unsupported", _) => Some("not what is written"),
            (found, Some(_)) if found == truth => Some("better than what is written"),
            _ => Some("WRONG"),
        }
    }

    /// How long an answer is waited for; one that nobody expects, not for long.
    fn limit(&self) -> Duration {
        Duration::from_secs(if self.open.is_none() { 60 } else { 1 })
    }
}

/// A word that changes the answer.
struct Case {
    title: String,
    kind: String,
    word: String,
    with: Answer,
    without: Answer,
    template: Template,
}

impl Case {
    fn of(heading: &str, body: &str) -> Self {
        let (title, answers) = heading.split_once(": ").expect("a heading has answers");
        let (kind, name) = title.split_once(' ').expect("a case has a kind and a word");
        let word = name.split(", ").next().unwrap_or(name);
        let (with, without) = answers
            .split_once(", ")
            .unwrap_or_else(|| panic!("{title} has two answers"));
        let with = Answer::of(with, " with it");
        let without = Answer::of(without, " without it");
        Case {
            title: title.to_owned(),
            kind: kind.to_owned(),
            word: word.to_owned(),
            with: with.unwrap_or_else(|| panic!("{title} has no answer with it")),
            without: without.unwrap_or_else(|| panic!("{title} has no answer without it")),
            template: Template::of(body),
        }
    }

    fn complaints(&self) -> String {
        let mut complaints = String::new();
        let both = [
            ("with it", &self.with, self.template.with()),
            ("without it", &self.without, self.template.without()),
        ];
        for (which, answer, modules) in both {
            let (found, why) = verdict(&self.title, &modules, answer.limit());
            if let Some(complaint) = answer.complaint(found) {
                let title = &self.title;
                let _ = writeln!(complaints, "{title} {which}: {found}, {complaint}  {why}");
            }
        }
        if self.with.is_right == self.without.is_right {
            let _ = writeln!(complaints, "{}: the word changes nothing", self.title);
        }
        if !self
            .template
            .with()
            .iter()
            .any(|it| it.contains(&self.word))
        {
            let _ = writeln!(complaints, "{}: the word is missing", self.title);
        }
        complaints
    }
}

/// Words of which none changes the answer, or of which none is supported.
struct List {
    kind: String,
    is_refused: bool,
    words: Vec<String>,
    template: Template,
}

impl List {
    fn of(is_refused: bool, kind: &str, body: &str) -> Self {
        let (words, body) = body.split_once("\n\n").expect("a list has a rewrite");
        List {
            kind: kind.split(", ").next().unwrap_or(kind).to_owned(),
            is_refused,
            words: words.split_whitespace().map(str::to_owned).collect(),
            template: Template::of(body),
        }
    }

    /// A word as the reader's tables have it: without what stands in brackets behind it.
    fn bare(word: &str) -> &str {
        word.split(['(', '=']).next().unwrap_or(word)
    }

    fn complaints(&self) -> String {
        let mut complaints = String::new();
        for word in &self.words {
            let modules = self.template.filled(|place| place.replace("it", word));
            let (found, why) = verdict(word, &modules, Duration::from_secs(60));
            let is_fine = match self.is_refused {
                true => found == "unsupported" && why.contains(List::bare(word)),
                false => found == "proved",
            };
            if !is_fine {
                let _ = writeln!(complaints, "{} {word}: {found}  {why}", self.kind);
            }
        }
        complaints
    }
}

#[derive(Default)]
struct Table {
    cases: Vec<Case>,
    lists: Vec<List>,
}

impl Table {
    fn read() -> Self {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/llvm/words.table");
        let text = std::fs::read_to_string(file).expect("the corpus is there");
        let (_, body) = text.split_once("\n# ").expect("the table has a heading");
        let mut table = Table::default();
        for entry in body.split("\n# ") {
            let (heading, body) = entry.split_once('\n').expect("a heading has a body");
            match heading.split_once(", ") {
                Some(("hints", kind)) => table.lists.push(List::of(false, kind, body)),
                Some(("refused", kind)) => table.lists.push(List::of(true, kind, body)),
                _ => table.cases.push(Case::of(heading, body)),
            }
        }
        table
    }

    /// The words of a kind that have cases.
    fn in_cases(&self, kind: &str) -> BTreeSet<&str> {
        let cases = self.cases.iter().filter(|case| case.kind == kind);
        cases.map(|case| case.word.as_str()).collect()
    }

    /// The words of a kind that are in lists.
    fn in_lists(&self, kind: &str, is_refused: bool) -> BTreeSet<&str> {
        let lists = self.lists.iter();
        let lists = lists.filter(|it| it.kind == kind && it.is_refused == is_refused);
        lists
            .flat_map(|list| list.words.iter().map(|word| List::bare(word)))
            .collect()
    }
}

/// Judges the cases of some kinds; `ONLY` restricts them to those whose titles contain it.
fn check(kinds: &[&str]) {
    let table = Table::read();
    let only = std::env::var("ONLY").unwrap_or_default();
    let cases = table.cases.iter();
    let cases = cases.filter(|it| kinds.contains(&it.kind.as_str()) && it.title.contains(&only));
    let complaints: String = cases.map(Case::complaints).collect();
    assert!(complaints.is_empty(), "\n{complaints}");
}

#[test]
fn attributes() {
    check(&["attribute"]);
}

#[test]
fn flags_and_metadata() {
    check(&["flag", "metadata"]);
}

#[test]
fn intrinsics() {
    check(&["intrinsic", "bundle"]);
}

#[test]
fn hints_and_refused_words() {
    let lists = Table::read().lists;
    let complaints: String = lists.iter().map(List::complaints).collect();
    assert!(complaints.is_empty(), "\n{complaints}");
}

/// What the table has to hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Sort {
    Case,
    Hint,
    Refused,
}

/// All that the reader knows, by kind.
fn known() -> BTreeMap<(&'static str, Sort), BTreeSet<&'static str>> {
    let mut known: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for (word, _, class) in WORDS {
        let sort = match class {
            Class::Hint => Sort::Hint,
            Class::Refused => Sort::Refused,
            Class::Convention | Class::Value | Class::Promise => Sort::Case,
        };
        known.entry(("attribute", sort)).or_default().insert(*word);
    }
    for (kind, class) in METADATA {
        let sort = match class {
            MetadataClass::Hint => Sort::Hint,
            MetadataClass::Refused => Sort::Refused,
            MetadataClass::Value | MetadataClass::Aliasing | MetadataClass::Progress => Sort::Case,
        };
        known.entry(("metadata", sort)).or_default().insert(*kind);
    }
    known.insert(
        ("flag", Sort::Case),
        Flags::ALL.iter().map(|(word, _)| *word).collect(),
    );
    let of = |list: &[&'static str]| list.iter().copied().collect();
    known.insert(("intrinsic", Sort::Case), of(INTRINSICS));
    known.insert(("intrinsic", Sort::Hint), of(PASSED_OVER));
    let (hints, meant): (Vec<_>, Vec<_>) = BUNDLES
        .iter()
        .partition(|tag| matches!(**tag, "ignore" | "cold"));
    known.insert(("bundle", Sort::Hint), of(&hints));
    known.insert(("bundle", Sort::Case), of(&meant));
    known
}

#[test]
fn the_table_has_all_words() {
    let table = Table::read();
    let mut complaints = String::new();
    for ((kind, sort), words) in known() {
        let written = match sort {
            Sort::Case => table.in_cases(kind),
            Sort::Hint => table.in_lists(kind, false),
            Sort::Refused => table.in_lists(kind, true),
        };
        for word in words.difference(&written) {
            let _ = writeln!(complaints, "{kind} {word} is missing ({sort:?})");
        }
        for word in written.difference(&words) {
            let _ = writeln!(complaints, "{kind} {word} is not known ({sort:?})");
        }
    }
    assert!(complaints.is_empty(), "\n{complaints}");
}
