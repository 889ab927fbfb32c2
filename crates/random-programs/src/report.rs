//! Counts of what was judged, for people.

use std::collections::BTreeMap;
use std::fmt;

/// What was counted, by name.
#[derive(Clone, Default, Debug)]
pub struct Counts(BTreeMap<String, usize>);

impl Counts {
    /// Counts one more.
    pub fn add(&mut self, what: impl Into<String>) {
        self.more(what, 1);
    }

    /// Counts some more.
    pub fn more(&mut self, what: impl Into<String>, number: usize) {
        *self.0.entry(what.into()).or_default() += number;
    }

    /// How often something was counted.
    #[must_use]
    pub fn of(&self, what: &str) -> usize {
        self.0.get(what).copied().unwrap_or(0)
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, number) in &self.0 {
            writeln!(out, "{number:>9}  {what}")?;
        }
        Ok(())
    }
}

/// A number from the environment, or another one where it is not given.
#[must_use]
pub fn setting(name: &str, otherwise: u64) -> u64 {
    let given = std::env::var(name).ok();
    given
        .and_then(|value| value.parse().ok())
        .unwrap_or(otherwise)
}
