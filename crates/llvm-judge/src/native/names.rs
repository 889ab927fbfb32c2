//! Many modules in one: every name of a module gets a suffix, so that no two modules share one.

use std::collections::BTreeSet;

/// The metadata of a module stay below this number.
const METADATA: u64 = 1000;

/// The text of a module with a suffix behind every global name; the lines that declare intrinsics,
/// which modules share, are moved to `shared`.
pub(super) fn renamed(
    text: &str,
    number: usize,
    suffix: &str,
    shared: &mut BTreeSet<String>,
) -> String {
    let mut result = String::new();
    for line in text.lines() {
        let is_shared =
            line.starts_with("target ") || line.starts_with("declare ") && line.contains("@llvm.");
        if is_shared {
            shared.insert(line.to_owned());
            continue;
        }
        result.push_str(&renamed_line(line, number, suffix));
        result.push('\n');
    }
    result
}

fn renamed_line(line: &str, number: usize, suffix: &str) -> String {
    let mut result = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['@', '!']) {
        let (before, mark) = rest.split_at(at);
        result.push_str(before);
        let name_end = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$'));
        let name = &mark[1..];
        let end = name.find(name_end).unwrap_or(name.len());
        let (name, after) = name.split_at(end);
        result.push_str(&mark[..1]);
        match (&mark[..1], name.parse::<u64>()) {
            ("@", _) if !name.is_empty() && !name.starts_with("llvm.") => {
                result.push_str(name);
                result.push_str(suffix);
            }
            ("!", Ok(node)) => result.push_str(&(node + METADATA * number as u64).to_string()),
            _ => result.push_str(name),
        }
        rest = after;
    }
    result.push_str(rest);
    result
}
