//! Makes a case small that shows something: lines are dropped, operands become literals, flags and
//! attributes go, blocks are merged, as long as it still shows it.

use std::path::Path;

use crate::case::Case;
use crate::native::{Tools, Version};

/// The most texts that are tried; each is compiled and run.
const TRIES: usize = 3000;

/// Passes that make a function shorter without changing what it does on defined runs; whether it
/// still shows what it should is asked afterwards all the same.
const PASSES: [&str; 4] = [
    "simplifycfg,adce,simplifycfg",
    "dce",
    "globaldce",
    "instsimplify,dce",
];

/// Words that can go wherever they stand.
const WORDS: [&str; 14] = [
    "inbounds ",
    "nuw ",
    "nsw ",
    "nusw ",
    "exact ",
    "disjoint ",
    "nneg ",
    "noundef ",
    "nonnull ",
    "internal ",
    "private ",
    "unnamed_addr ",
    " nounwind",
    "signext ",
];

/// A smaller case that still shows what `shows` looks for.
pub fn reduce(tools: &Tools, case: &Case, shows: &mut dyn FnMut(&Case) -> bool) -> Case {
    let mut reducer = Reducer {
        tools,
        case: case.clone(),
        shows,
        tries: 0,
    };
    loop {
        let before = reducer.case.text.clone();
        reducer.by_passes();
        reducer.drop_lines();
        reducer.decide_branches();
        reducer.drop_words();
        reducer.simplify_operands();
        if reducer.case.text == before || reducer.tries > TRIES {
            return reducer.case;
        }
    }
}

struct Reducer<'r> {
    tools: &'r Tools,
    case: Case,
    shows: &'r mut dyn FnMut(&Case) -> bool,
    tries: usize,
}

impl Reducer<'_> {
    /// Takes a text over if it still shows what it should.
    fn accept(&mut self, text: String) -> bool {
        if text == self.case.text || self.tries > TRIES {
            return false;
        }
        self.tries += 1;
        let candidate = Case {
            text,
            ..self.case.clone()
        };
        let shows = (self.shows)(&candidate);
        if shows {
            self.case = candidate;
        }
        shows
    }

    fn by_passes(&mut self) {
        for passes in PASSES {
            if let Some(text) = self.transformed(passes)
                && text.lines().count() <= self.case.text.lines().count()
            {
                self.accept(text);
            }
        }
    }

    fn transformed(&self, passes: &str) -> Option<String> {
        let folder = tempfile::tempdir().ok()?;
        let [from, to] = ["from.ll", "to.ll"].map(|name| folder.path().join(name));
        std::fs::write(&from, &self.case.text).ok()?;
        let version = self.tools.versions().iter();
        let version = version.copied().rfind(|it| it.reads(self.case.syntax))?;
        self.transform(version, passes, &from, &to)
    }

    fn transform(&self, version: Version, passes: &str, from: &Path, to: &Path) -> Option<String> {
        self.tools.transform(version, passes, from, to).ok()?;
        let text = std::fs::read_to_string(to).ok()?;
        let lines = text
            .lines()
            .filter(|line| !line.starts_with(';') && !line.starts_with("source_filename"))
            // Comments behind labels say where control comes from.
            .map(|line| line.split("  ;").next().unwrap_or(line).trim_end())
            .filter(|line| !line.is_empty());
        Some(lines.map(|line| format!("{line}\n")).collect())
    }

    /// Drops lines; what used their values gets a literal instead.
    fn drop_lines(&mut self) {
        let mut at = self.case.text.lines().count();
        while at > 0 {
            at -= 1;
            let lines: Vec<&str> = self.case.text.lines().collect();
            let Some(line) = lines.get(at).copied() else {
                continue;
            };
            let is_kept = line.ends_with(':')
                || line.starts_with("define")
                || line.starts_with("target")
                || line.starts_with('}')
                || ["br ", "ret ", "switch ", "unreachable"]
                    .iter()
                    .any(|word| line.trim_start().starts_with(word));
            if is_kept {
                continue;
            }
            let rest = |literal: Option<(&str, &str)>| -> String {
                let others = lines.iter().enumerate().filter(|(place, _)| *place != at);
                let others = others.map(|(_, line)| match literal {
                    Some((name, literal)) => replaced(line, name, literal),
                    None => (*line).to_owned(),
                });
                others.map(|line| format!("{line}\n")).collect()
            };
            let name = line.trim_start().split_once(" = ").map(|(name, _)| name);
            let candidates: Vec<String> = match name {
                Some(name) if name.starts_with('%') => {
                    ["0", "1", "true", "zeroinitializer", "null"]
                        .iter()
                        .map(|literal| rest(Some((name, literal))))
                        .collect()
                }
                _ => vec![rest(None)],
            };
            candidates.into_iter().any(|text| self.accept(text));
        }
    }

    /// Replaces conditions by what they are, so that passes can merge blocks.
    fn decide_branches(&mut self) {
        for at in 0..self.case.text.lines().count() {
            let lines: Vec<String> = self.case.text.lines().map(str::to_owned).collect();
            let Some(line) = lines.get(at) else {
                return;
            };
            let Some(rest) = line.trim_start().strip_prefix("br i1 %") else {
                continue;
            };
            let Some((_, targets)) = rest.split_once(',') else {
                continue;
            };
            for value in ["true", "false"] {
                let mut changed = lines.clone();
                changed[at] = format!("  br i1 {value},{targets}");
                if self.accept(joined(&changed)) {
                    self.by_passes();
                    break;
                }
            }
        }
    }

    fn drop_words(&mut self) {
        for word in WORDS {
            let mut from = 0;
            while let Some(at) = self.case.text[from..].find(word) {
                let mut text = self.case.text.clone();
                text.replace_range(from + at..from + at + word.len(), "");
                if !self.accept(text) {
                    from += at + 1;
                }
            }
        }
    }

    /// Replaces values by literals, one use at a time.
    fn simplify_operands(&mut self) {
        let mut from = 0;
        while let Some(at) = self.case.text[from..].find('%') {
            let start = from + at;
            let text = &self.case.text;
            let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '%' | '.' | '_');
            let end = text[start..]
                .find(|c| !is_name(c))
                .map_or(text.len(), |length| start + length);
            let is_target = text[..start].ends_with("label ") || text[end..].starts_with(" = ");
            from = end;
            if is_target {
                continue;
            }
            for literal in ["0", "1", "-1", "false"] {
                let mut text = self.case.text.clone();
                text.replace_range(start..end, literal);
                if self.accept(text) {
                    from = start;
                    break;
                }
            }
        }
    }
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// A line with a literal in the place of a value.
fn replaced(line: &str, name: &str, literal: &str) -> String {
    let mut result = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(name) {
        let end = at + name.len();
        let follows = rest[end..].chars().next();
        let is_whole =
            !follows.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'));
        result.push_str(&rest[..at]);
        result.push_str(if is_whole { literal } else { name });
        rest = &rest[end..];
    }
    result.push_str(rest);
    result
}
