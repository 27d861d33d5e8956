//! Long work in a thread of its own: the interpreter stays free, Ctrl-C stops the work, and a panic becomes an exception.
//!
//! Python handles signals only in its main thread, and only while that thread runs Python code. So the work goes to another
//! thread, and the calling one looks for signals from time to time. When one of them raises an exception, the work is asked to
//! stop through its [`Cancel`] flag, which every engine polls within milliseconds. Threads live as long as one call: there is
//! no pool that a fork could leave without its threads.

use std::any::Any;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use quandary::Cancel;

use crate::count::Count;
use crate::raise::internal;

/// How long a signal waits at most.
const POLL: Duration = Duration::from_millis(50);

/// Deep recursion of an engine needs no more than this.
const STACK: usize = 8 << 20;

/// Does work without the interpreter's lock. A signal handler that raises (Ctrl-C) cancels it.
pub(crate) fn run<T: Send>(py: Python<'_>, cancel: &Cancel, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    thread::scope(|scope| {
        let (done, mut finished) = mpsc::channel();
        thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, move || {
                // Nobody waits any more where sending fails.
                let _ = done.send(catch_unwind(AssertUnwindSafe(work)));
            })
            .map_err(|error| internal(py, format!("no thread could be started: {error}")))?;
        loop {
            let result;
            (finished, result) = py.detach(move || {
                let result = finished.recv_timeout(POLL);
                (finished, result)
            });
            match result {
                Ok(Ok(value)) => return Ok(value),
                Ok(Err(panic)) => return Err(internal(py, message_of(&*panic))),
                Err(RecvTimeoutError::Disconnected) => return Err(internal(py, "the work ended without a result")),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(interrupt) = py.check_signals() {
                        cancel.cancel();
                        py.detach(move || finished.recv().is_ok());
                        return Err(interrupt);
                    }
                }
            }
        }
    })
}

/// Does work that takes microseconds, without the interpreter's lock.
pub(crate) fn run_briefly<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(|panic| internal(py, message_of(&*panic)))
}

/// What a panic said.
fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("a bug in Quandary: {}", text.unwrap_or("a panic without a message"))
}

/// How many threads to use where the caller did not say.
pub(crate) fn threads_or_all(threads: Option<Count>) -> usize {
    let all = || thread::available_parallelism().map_or(1, NonZero::get);
    threads.map_or_else(all, Count::size).clamp(1, MOST_THREADS)
}

/// More threads than this are of no use, and may be more than the system allows.
const MOST_THREADS: usize = 256;

/// Does pieces of work on some threads and gives their results in order. Each thread has a worker of its own. After
/// cancellation the pieces that were not begun are missing at the end.
pub(crate) fn in_pieces<W, T: Send>(
    threads: usize,
    pieces: usize,
    cancel: &Cancel,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let go = || {
        let mut own = worker();
        while !cancel.is_cancelled() {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces {
                break;
            }
            let result = work(&mut own, piece);
            results.lock().unwrap_or_else(PoisonError::into_inner).push((piece, result));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(pieces) {
            // Where the system gives no more threads, those that there are do the work.
            if thread::Builder::new().stack_size(STACK).spawn_scoped(scope, go).is_err() {
                break;
            }
        }
        go();
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(piece, _)| *piece);
    results.into_iter().map(|(_, result)| result).collect()
}
