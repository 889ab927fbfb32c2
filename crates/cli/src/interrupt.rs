//! Ctrl-C, and what asks for an end in its place (SIGTERM, SIGHUP): the first one asks, the second one is
//! the end.

use budget::Canceller;

use crate::console::tell;

/// Lets the first interruption cancel the work, which then ends by itself with what is known, and
/// the second one end the process.
pub(crate) fn cancel_on_interrupt(canceller: &Canceller) {
    /// What shells report for a process that an interruption has ended.
    const KILLED_BY_INTERRUPT: i32 = 130;
    let canceller = canceller.clone();
    let installed = ctrlc::set_handler(move || {
        if canceller.is_cancelled() {
            std::process::exit(KILLED_BY_INTERRUPT);
        }
        canceller.cancel();
        let _ = tell("interrupted: ending with what is known (once more to end at once)\n");
    });
    // Without a handler an interruption ends the process at once, which is no reason to refuse
    // the work.
    drop(installed);
}
