//! The programs of `benchmarks/simulation`, and what the paper says of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use language::Analysis;

/// The folders, in the order in which they are shown, with their titles.
pub(crate) const GROUPS: [(&str, &str); 4] = [
    ("table1", "Table 1: programs without `parfor`"),
    ("table2", "Table 2: token passing"),
    ("table3", "Table 3: distributed protocols"),
    ("own", "Programs of our own"),
];

/// A file with programs and claims.
pub(crate) struct File {
    /// Its name without the extension.
    pub(crate) name: String,
    /// Its text.
    pub(crate) text: String,
}

impl File {
    /// What is in it.
    pub(crate) fn analysis(&self) -> Analysis {
        language::analyze(&self.text)
    }
}

/// A row of the paper's tables.
pub(crate) struct Row {
    /// Its name there.
    pub(crate) name: String,
    /// The time of the paper's best configuration; `None` where none had an answer.
    pub(crate) seconds: Option<f64>,
    /// The size of its strategy; `None` where Falsifier wins or none had an answer.
    pub(crate) nodes: Option<usize>,
    /// The time that we set ourselves as a goal, in seconds.
    pub(crate) goal: f64,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/simulation")
}

/// The files of a group in the order of their names.
pub(crate) fn files(group: &str) -> Vec<File> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder().join(group))
        .expect("the programs are part of the project")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|end| end == "tdm"))
        .collect();
    paths.sort();
    let file = |path: PathBuf| File {
        name: path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        text: std::fs::read_to_string(&path).expect("it can be read"),
    };
    paths.into_iter().map(file).collect()
}

/// What `paper.csv` says of each claim of the tables' folders: its row in the paper, or `None` where
/// the claim is our own.
pub(crate) fn paper() -> BTreeMap<String, Option<Row>> {
    let text = std::fs::read_to_string(folder().join("paper.csv")).expect("it can be read");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("claim,row,seconds,nodes,goal"));
    let mut rows = BTreeMap::new();
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let [claim, name, seconds, nodes, goal] = fields[..] else {
            panic!("a line of paper.csv has five fields: {line}");
        };
        let row = (name != "ours").then(|| Row {
            // The fields are separated by commas, so that the names cannot have any.
            name: name.replace(';', ","),
            seconds: number(seconds),
            nodes: number(nodes),
            goal: number(goal).unwrap_or_else(|| panic!("a row has a goal: {line}")),
        });
        let before = rows.insert(claim.to_owned(), row);
        assert!(before.is_none(), "two lines for {claim}");
    }
    rows
}

fn number<T: std::str::FromStr>(field: &str) -> Option<T> {
    let parsed = |text: &str| match text.parse() {
        Ok(number) => number,
        Err(_) => panic!("`{text}` is not a number"),
    };
    (!field.is_empty()).then(|| parsed(field))
}
