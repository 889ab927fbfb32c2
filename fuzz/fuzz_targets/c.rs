//! Reading a C file never crashes, and says where it is wrong.
#![no_main]

use frontend_c::{Input, Options, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let options = Options {
        processes: Some(2),
        ..Options::default()
    };
    match read(Input { name: "fuzzed", text }, options) {
        Ok(reading) => {
            let _ = reading.module.question(&reading.module.claims[0]);
        }
        Err(problem) => assert!(text.get(problem.span).is_some(), "the place is in the text"),
    }
});
