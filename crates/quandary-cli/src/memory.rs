//! Peak memory, measured: every allocation of the program is counted.
//!
//! The counting allocator costs two atomic additions per allocation. That is the price for a memory column in
//! `compare` that means the same for every algorithm, whatever tables it keeps.

use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Runs something and says how many bytes it held at most, over what was held before. Only one may run at a time.
pub(crate) fn peak_of<T>(run: impl FnOnce() -> T) -> (T, u64) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let result = run();
    (result, ALLOCATOR.peak_usage().saturating_sub(before) as u64)
}
