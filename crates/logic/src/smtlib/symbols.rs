//! Which names are taken, and how a name is written.

use super::lexer::is_symbol_byte;

/// The words that cannot be names unless they stand between bars.
const RESERVED: [&str; 26] = [
    "!",
    "_",
    "as",
    "BINARY",
    "DECIMAL",
    "exists",
    "HEXADECIMAL",
    "forall",
    "let",
    "match",
    "NUMERAL",
    "par",
    "STRING",
    "assert",
    "check-sat",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-sort",
    "define-fun",
    "define-sort",
    "exit",
    "get-model",
    "push",
    "pop",
];

/// The names of sorts that are not for the taking.
pub(super) const SORTS: [&str; 9] = [
    "Bool",
    "Int",
    "Real",
    "Array",
    "BitVec",
    "String",
    "RegLan",
    "RoundingMode",
    "Float32",
];

/// A name as it is written: between bars where it needs them.
pub(super) fn quoted(name: &str) -> String {
    let is_simple = !name.is_empty()
        && name.bytes().all(is_symbol_byte)
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && !RESERVED.contains(&name);
    if is_simple {
        name.to_owned()
    } else {
        format!("|{name}|")
    }
}

/// A name without the characters that cannot be written even between bars.
pub(super) fn writable(name: &str) -> String {
    name.replace(['|', '\\'], "_")
}
