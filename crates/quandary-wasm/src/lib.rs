//! The library behind a plain C interface, for a worker in a browser.
//!
//! Three functions: `alloc` gives room for a text, `ask` takes the name of an action and the text of a request and
//! gives the answer's place and length in one number, `release` takes an answer back. Texts are UTF-8, the answer is what
//! `POST /api/ACTION` would give. The program imports nothing but a clock, so no tool has to write bindings for it.
//!
//! `unsafe` stands here because addresses cross the border of the language: each block names what the other side promises.

use quandary::{ALL, Budget, api};

/// Seconds that a question may take, unless it asks for less: a page that waits longer has been left.
const TIME_LIMIT: f64 = 60.0;

/// What the tables of one search may take: browsers give a page much less than a machine has.
const MEMORY: u64 = 512 << 20;

/// Answers the text of a request: the action's answer, or an error in the same form as the server's.
pub fn answer(action: &str, body: &str) -> String {
    let budget = Budget { memory: MEMORY, ..Budget::seconds(TIME_LIMIT) };
    match api::answer(ALL, action, body, &budget) {
        Ok(answer) => answer,
        Err(error) => serde_json::to_string(&error.response()).unwrap_or_default(),
    }
}

#[cfg(target_arch = "wasm32")]
mod border {
    use std::time::Duration;

    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Milliseconds since some moment, never going back.
        fn now() -> f64;
    }

    /// The browser's clock.
    fn clock() -> Duration {
        // SAFETY: the worker gives this function; it takes nothing and returns a number.
        let milliseconds = unsafe { now() };
        Duration::from_secs_f64((milliseconds / 1000.0).max(0.0))
    }

    /// Room for a text of this many bytes.
    #[unsafe(no_mangle)]
    pub(crate) extern "C" fn alloc(size: usize) -> *mut u8 {
        Box::into_raw(vec![0u8; size].into_boxed_slice()).cast()
    }

    /// Takes room back.
    ///
    /// # Safety
    /// `at` and `size` are what [`alloc`] or [`ask`] gave, and are given back once.
    #[unsafe(no_mangle)]
    pub(crate) unsafe extern "C" fn release(at: *mut u8, size: usize) {
        // SAFETY: the caller promises that this is a box of ours, whole and for the last time.
        drop(unsafe { owned(at, size) });
    }

    /// Asks a question; the high half of the result is where the answer stands, the low half how long it is.
    ///
    /// # Safety
    /// Both texts stand in room that [`alloc`] gave, filled to its size; it is taken back here.
    #[unsafe(no_mangle)]
    pub(crate) unsafe extern "C" fn ask(verb: *mut u8, verb_size: usize, text: *mut u8, text_size: usize) -> u64 {
        quandary::set_clock(clock);
        // SAFETY: the caller promises that these are boxes of ours.
        let (verb, text) = unsafe { (owned(verb, verb_size), owned(text, text_size)) };
        let (verb, text) = (String::from_utf8_lossy(&verb), String::from_utf8_lossy(&text));
        let answer = super::answer(&verb, &text).into_bytes().into_boxed_slice();
        let size = answer.len() as u64;
        let at = Box::into_raw(answer).cast::<u8>() as usize as u64;
        at << 32 | size
    }

    /// A box that was handed over the border.
    ///
    /// # Safety
    /// As for [`release`].
    unsafe fn owned(at: *mut u8, size: usize) -> Box<[u8]> {
        // SAFETY: the caller promises that a box of this size was made at this place and not taken back yet.
        unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, size)) }
    }
}

#[cfg(test)]
mod tests {
    use super::answer;

    #[test]
    fn an_answer_is_what_the_server_would_say() {
        let solved = answer("solve", r#"{"puzzle": "12..\n....\n....\n..43"}"#);
        assert!(solved.contains("\"verdict\""), "{solved}");
        let wrong = answer("solve", r#"{"puzzle": "12..\n..x.\n....\n..43"}"#);
        assert!(wrong.starts_with("{\"error\""), "{wrong}");
    }
}
