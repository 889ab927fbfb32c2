//! Reads a report as JSON, and the files that it names, and writes the page to the standard output:
//! `cargo run -p pages --example page -- report.json > report.html`.

use std::error::Error;
use std::io::Write;

use pages::{Source, named, page};
use report::Report;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args()
        .nth(1)
        .ok_or("the file of a report is missing")?;
    let report: Report = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let texts: Vec<(String, String)> = named(&report)
        .into_iter()
        .filter_map(|path| Some((path.to_owned(), std::fs::read_to_string(path).ok()?)))
        .collect();
    let sources = texts.iter().map(|(path, text)| Source { path, text });
    let sources: Vec<Source<'_>> = sources.collect();
    std::io::stdout().write_all(page(&report, &sources).as_bytes())?;
    Ok(())
}
