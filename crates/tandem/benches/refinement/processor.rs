//! Processor time.

use std::time::Duration;

/// The processor time of all threads of this process that are alive.
pub(crate) fn time() -> Duration {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten();
    let nanoseconds = threads.filter_map(|thread| {
        let text = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<u64>().ok()
    });
    Duration::from_nanos(nanoseconds.sum())
}

/// Runs something, and says how much processor time it took in seconds.
pub(crate) fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let start = time();
    let result = run();
    (result, time().saturating_sub(start).as_secs_f64())
}
