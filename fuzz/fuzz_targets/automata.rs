//! The readers of automata never panic, and what they read can be compared with itself.

#![no_main]

use frontend_automata::{Matching, pair, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(source) = read(text) {
        let _ = pair(&source, &source, Matching::ByName);
    }
});
