//! How much memory a process uses, and how much this one may.

use rlimit::Resource;

/// The bytes of a page, which Linux counts resident memory in.
const PAGE: u64 = 4096;

/// What a process needs of addresses beside its memory: libraries, stacks, what allocators set aside.
const ADDRESSES: u64 = 1 << 30;

/// The resident memory of a process in bytes, where the system tells.
pub(crate) fn resident(process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * PAGE)
}

/// Has allocations of this process fail far beyond a limit, should nobody be quick enough to end it.
pub(crate) fn confine(memory: Option<u64>) {
    let Ok((_, hard)) = rlimit::getrlimit(Resource::AS) else {
        return;
    };
    let soft = match memory {
        Some(bytes) => bytes.saturating_mul(2).saturating_add(ADDRESSES).min(hard),
        None => hard,
    };
    // Where the system does not allow it, the supervisor still looks.
    let _ = rlimit::setrlimit(Resource::AS, soft, hard);
}

/// Writes no memory to disk where this process is ended.
pub(crate) fn no_core() {
    let _ = rlimit::setrlimit(Resource::CORE, 0, 0);
}
