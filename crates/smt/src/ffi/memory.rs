//! Memory for new contexts.
//!
//! A context of Z3 fills two tables of 8 MiB each as soon as it is made, before anything is asked.
//! The C library takes blocks of such a size from the system for each context and gives them back
//! after it, and the system hands them over page by page: that takes more time than most questions.
//! So blocks are kept, and they come in large pages where the system has these.

/// What the two tables of a context take, and a part of a large page before and after them.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const TABLES: usize = 20 << 20;

/// Prepares the memory that the next context of this thread will take.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(super) fn prepare() {
    use std::sync::Once;

    /// Larger blocks are taken from the system one by one, as the C library would do it.
    const LARGE: libc::c_int = 32 << 20;
    /// So much free memory is kept for the next context.
    const KEPT: libc::c_int = 64 << 20;
    const PAGE: usize = 4096;
    static ONCE: Once = Once::new();

    ONCE.call_once(|| {
        // SAFETY: these only set parameters of the allocator, which has its own lock.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
            libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT);
        }
    });
    // SAFETY: the advice concerns whole pages within a block that nobody else uses, and changes
    // nothing about what memory holds. The block is freed, so that the context gets it.
    unsafe {
        let block = libc::malloc(TABLES);
        if !block.is_null() {
            let before_page = block.align_offset(PAGE);
            let pages = (TABLES - before_page) / PAGE * PAGE;
            libc::madvise(block.byte_add(before_page), pages, libc::MADV_HUGEPAGE);
            libc::free(block);
        }
    }
}

/// Other systems do as they do.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn prepare() {}
