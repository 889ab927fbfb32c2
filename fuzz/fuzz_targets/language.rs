//! No text makes the analysis panic, and what is understood makes tasks.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let analysis = language::analyze(text);
    for claim in &analysis.module.claims {
        let _ = analysis.module.question(claim);
    }
});
