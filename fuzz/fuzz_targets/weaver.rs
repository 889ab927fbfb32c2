//! Reading a file of Weaver never crashes, and says where it is wrong.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match frontend_weaver::read(text) {
        Ok(reading) => {
            let _ = reading.module.question(&reading.module.claims[0]);
        }
        Err(problem) => assert!(text.get(problem.span).is_some(), "the place is in the text"),
    }
});
