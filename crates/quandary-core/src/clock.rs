//! Clocks, including on platforms without one.
//!
//! A solver measures wall-clock time for its budget and CPU time for its report. In a browser there is neither: the page
//! provides the one clock that it has (`set_clock`), which serves as both. Without it, time does not pass there, and no
//! budget of time ends a solve.

#[cfg(not(target_arch = "wasm32"))]
pub use std::time::Instant;

#[cfg(not(target_arch = "wasm32"))]
pub use cpu_time::ThreadTime;

#[cfg(target_arch = "wasm32")]
pub use browser::set_clock;
#[cfg(target_arch = "wasm32")]
pub use browser::{Instant, Instant as ThreadTime};

#[cfg(target_arch = "wasm32")]
mod browser {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Gives the clock: the time since some moment, never going back. The first one given stays.
    pub fn set_clock(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// A moment on the page's clock.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// The present moment.
        pub fn now() -> Self {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// The time since then.
        pub fn elapsed(&self) -> Duration {
            Instant::now().duration_since(*self)
        }

        /// The time since an earlier moment; none if it is later.
        pub fn duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The same as `duration_since`, under the name that callers of the standard library's clock use.
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.duration_since(earlier)
        }

        /// This much later; `None` if the clock cannot express it.
        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }
}
