//! Trees without their places.

use language::syntax::File;

/// A tree as text without the places, so that trees of differently laid out texts can be compared.
pub(crate) fn of(file: &File) -> String {
    let shown = format!("{file:?}");
    let mut result = String::with_capacity(shown.len());
    let mut parts = shown.split('@');
    result.push_str(parts.next().unwrap_or(""));
    for part in parts {
        result.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'));
    }
    result
}
