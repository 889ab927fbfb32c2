//! Formatting.
use crate::Diagnostic;
/// Lays a text out anew.
///
/// # Errors
/// The errors in its syntax.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    crate::parse(text).map(|_| text.to_owned())
}
