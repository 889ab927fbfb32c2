//! Files that are imported, and functions of theirs.

use super::Name;
use crate::Span;

/// `import "s.ll" as s;`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    /// The path, without its quotes.
    pub path: String,
    /// Where the path stands.
    pub path_span: Span,
    /// The name under which claims speak of the file.
    pub alias: Name,
    /// Where it stands.
    pub span: Span,
}

/// `s.f`, or `s."f.1"` where the name in the file is none in this language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportedFunction {
    /// The name of the import.
    pub import: Name,
    /// The name of the function in its file, without quotes.
    pub function: Name,
    /// Where it stands.
    pub span: Span,
}
