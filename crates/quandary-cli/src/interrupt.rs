//! Ctrl-C: the first one asks running solves to stop and hand over their best so far, the second one ends at once.
//!
//! While nothing is being solved (the program waits for a slow pipe, say) there is nothing to hand over, and the
//! first Ctrl-C already ends it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use quandary::Cancel;

use crate::exit::Exit;

/// How long running solves may take to hand over their best so far.
const STOP_GRACE: Duration = Duration::from_millis(400);

/// The flag that all budgets share.
static CANCEL: OnceLock<Cancel> = OnceLock::new();

/// How many pieces of work there are to stop and to print.
static WORK: AtomicUsize = AtomicUsize::new(0);

/// The flag that Ctrl-C raises, to be put into every budget.
pub(crate) fn flag() -> Cancel {
    CANCEL.get_or_init(Cancel::default).clone()
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_raised() -> bool {
    flag().is_cancelled()
}

/// Starts listening to Ctrl-C (and to a polite `kill`).
pub(crate) fn listen() {
    let cancel = flag();
    let heard = ctrlc::set_handler(move || {
        if cancel.is_cancelled() || !is_working() {
            std::process::exit(Exit::Interrupted.code().into());
        }
        cancel.cancel();
        // Solves stop within milliseconds. One that does not must not delay the exit.
        std::thread::spawn(|| {
            std::thread::sleep(STOP_GRACE);
            if is_working() {
                std::process::exit(Exit::Interrupted.code().into());
            }
        });
    });
    // Without a handler Ctrl-C still ends the program, only less politely.
    drop(heard);
}

/// Runs something that looks at the flag, and hands over what it has when the flag is raised.
pub(crate) fn stoppable<T>(run: impl FnOnce() -> T) -> T {
    begin_work();
    let result = run();
    end_work();
    result
}

/// Begins a piece of work that looks at the flag; its result will be printed before [`end_work`].
pub(crate) fn begin_work() {
    WORK.fetch_add(1, Ordering::Relaxed);
}

/// Ends a piece of work.
pub(crate) fn end_work() {
    WORK.fetch_sub(1, Ordering::Relaxed);
}

/// Whether there is something to stop and to print.
pub(crate) fn is_working() -> bool {
    WORK.load(Ordering::Relaxed) > 0
}
