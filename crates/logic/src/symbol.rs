//! Interned names.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Mutex;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// A name: copied and compared for equality at the price of a pointer, ordered by its text.
///
/// The text lives until the process ends. Names come from the input and from the few fresh names
/// that engines make, so their number is bounded by the work that is done on them anyway.
#[derive(Clone, Copy)]
pub struct Symbol(&'static Interned);

struct Interned {
    hash: u64,
    text: &'static str,
}

static TABLE: Mutex<HashTable<&'static Interned>> = Mutex::new(HashTable::new());

impl Symbol {
    /// The symbol with this text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut hasher = FxHasher::default();
        text.hash(&mut hasher);
        let hash = hasher.finish();
        let mut table = TABLE
            .lock()
            .expect("no code panics while it holds the symbol table");
        if let Some(found) = table.find(hash, |entry| entry.text == text) {
            return Symbol(found);
        }
        let entry: &'static Interned = Box::leak(Box::new(Interned {
            hash,
            text: Box::leak(text.into()),
        }));
        table.insert_unique(hash, entry, |entry| entry.hash);
        Symbol(entry)
    }

    /// The text of the symbol.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.0.text
    }
}

impl From<&str> for Symbol {
    fn from(text: &str) -> Self {
        Symbol::new(text)
    }
}

impl PartialEq for Symbol {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Symbol {}

impl Hash for Symbol {
    // The hash of the text, not of the address, so that it is the same on every run.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash.hash(state);
    }
}

impl PartialOrd for Symbol {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Symbol {
    fn cmp(&self, other: &Self) -> Ordering {
        if self == other {
            Ordering::Equal
        } else {
            self.0.text.cmp(other.0.text)
        }
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.text)
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_one_symbol() {
        assert_eq!(Symbol::new("x"), Symbol::new("x"));
        assert_ne!(Symbol::new("x"), Symbol::new("y"));
        assert!(Symbol::new("b") < Symbol::new("c"));
    }
}
