//! Functions before and after a compiler's passes, as in Figures 5 to 7 of papers/003, and mutants:
//! `cargo bench --profile dev -p tandem --bench refinement -- --write`.
//!
//! Every function of `benchmarks/llvm` is compared with what each group of passes made of it, in both
//! directions; then mutants of some of them are judged. With `--write`, the tables go to
//! `docs/benchmarks.md`, between the marks that are there, and the plots beside it. Times are
//! processor times. `SECONDS` is the limit for one question by the clock, 1.5 without it, and three
//! times as much for -O2; words restrict the functions to those whose names contain one of them.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod mutants;
mod pairs;
mod plot;
mod processor;
mod tables;

use std::path::{Path, PathBuf};
use std::time::Duration;

use budget::Budget;

/// What the command line asks for.
struct Settings {
    /// Where the `.ll` files are.
    folder: PathBuf,
    /// The names of the functions.
    names: Vec<String>,
    /// The limit for one question.
    limit: Duration,
}

impl Settings {
    fn new(words: &[String]) -> Self {
        let folder = root().join("benchmarks/llvm/ll");
        let entries = std::fs::read_dir(&folder).expect("the benchmarks are there");
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter_map(|name| name.strip_suffix(".s.ll").map(str::to_owned))
            .filter(|name| words.is_empty() || words.iter().any(|word| name.contains(word)))
            .collect();
        names.sort();
        let seconds = std::env::var("SECONDS").ok();
        let seconds: Option<f64> = seconds.and_then(|text| text.parse().ok());
        Settings {
            folder,
            names,
            limit: Duration::from_secs_f64(seconds.unwrap_or(1.5)),
        }
    }

    fn text(&self, file: &str) -> Option<String> {
        std::fs::read_to_string(self.folder.join(file)).ok()
    }

    fn budget(&self) -> Budget {
        Budget::unlimited().within(self.limit)
    }

    /// The limit for what all passes together made.
    fn long_limit(&self) -> Duration {
        self.limit * 3
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (flags, words): (Vec<String>, Vec<String>) =
        words.into_iter().partition(|word| word.starts_with("--"));
    let settings = Settings::new(&words);
    let groups = pairs::measure(&settings);
    let mutants = mutants::measure(&settings);
    let report = tables::report(&groups, &mutants, &settings);
    println!("{report}");
    if flags.iter().any(|flag| flag == "--write") {
        write(&report, &groups);
    }
}

/// Puts the report into the documentation.
fn write(report: &str, groups: &[pairs::Group]) {
    const BEGIN: &str = "<!-- refinement: written by `--bench refinement -- --write` -->\n";
    const END: &str = "<!-- refinement: end -->\n";
    let docs = root().join("docs");
    let page = docs.join("benchmarks.md");
    let text = std::fs::read_to_string(&page).expect("the page is there");
    let (before, rest) = text.split_once(BEGIN).expect("the page has a mark");
    let (_, after) = rest.split_once(END).expect("the mark has an end");
    let text = format!("{before}{BEGIN}\n{report}\n{END}{after}");
    std::fs::write(&page, text).expect("the page can be written");
    for (name, svg) in [
        ("refinement-classes.svg", plot::classes(groups)),
        ("refinement-times.svg", plot::times(groups)),
    ] {
        std::fs::write(docs.join(name), svg).expect("the plot can be written");
    }
}
