//! Formatting keeps the meaning and does nothing the second time.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(once) = language::format(text) else { return };
    let twice = language::format(&once).expect("formatted text has no syntax errors");
    assert_eq!(once, twice, "formatting again changes something");
});
