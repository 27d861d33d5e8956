//! A stream that is read ahead in a thread of its own, so that a pause of whoever writes it can be seen.

use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

/// How much is read at once, and how many such blocks are read ahead.
const BLOCK: usize = 64 << 10;
const AHEAD: usize = 8;

/// A stream that is read ahead.
pub(crate) struct Background {
    blocks: Receiver<io::Result<Vec<u8>>>,
    /// The block being used, from `at` on.
    block: Vec<u8>,
    at: usize,
    /// How many blocks have been read and not been used; the end is one too.
    ready: Arc<AtomicUsize>,
}

impl Background {
    /// Starts to read.
    pub(crate) fn start(mut input: impl Read + Send + 'static) -> io::Result<Self> {
        let (send, blocks) = sync_channel(AHEAD);
        let ready = Arc::new(AtomicUsize::new(0));
        let count = ready.clone();
        thread::Builder::new().spawn(move || {
            let mut buffer = vec![0; BLOCK];
            loop {
                let read = match input.read(&mut buffer) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read.map(|length| buffer[..length].to_vec()),
                };
                let is_last = !matches!(&read, Ok(block) if !block.is_empty());
                count.fetch_add(1, Ordering::Release);
                if send.send(read).is_err() || is_last {
                    return;
                }
            }
        })?;
        Ok(Background { blocks, block: Vec::new(), at: 0, ready })
    }

    /// A function that says whether nothing has been read that was not used yet.
    pub(crate) fn would_wait(&self) -> impl FnMut() -> bool + Send + use<> {
        let ready = self.ready.clone();
        move || ready.load(Ordering::Acquire) == 0
    }
}

impl Read for Background {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Background {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.block.len() {
            // After the last block there is nothing more.
            let Ok(block) = self.blocks.recv() else { return Ok(&[]) };
            self.ready.fetch_sub(1, Ordering::Release);
            (self.block, self.at) = (block?, 0);
        }
        Ok(&self.block[self.at..])
    }

    fn consume(&mut self, bytes: usize) {
        self.at += bytes;
    }
}
