//! Buffers that are handed back when they are no longer needed.
//!
//! In a stream one thread fills a buffer and another one empties it, some thousand times per second. An allocator returns such
//! memory to the system and asks for it again each time, which costs more than reading a line.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, PoisonError};

/// The buffers that nobody uses.
static SPARE: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

/// How many buffers are kept, and of which size: at most 16 MiB, and nothing that the allocator is good at itself.
const MOST: usize = 16;
const SIZES: std::ops::RangeInclusive<usize> = 4 << 10..=1 << 20;

/// Bytes in memory that is used again.
#[derive(Debug)]
pub struct Buffer(Vec<u8>);

impl Buffer {
    /// An empty buffer.
    #[must_use]
    pub fn new() -> Self {
        Buffer(SPARE.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default())
    }
}

impl Default for Buffer {
    fn default() -> Self {
        Buffer::new()
    }
}

impl From<Vec<u8>> for Buffer {
    fn from(bytes: Vec<u8>) -> Self {
        Buffer(bytes)
    }
}

impl Deref for Buffer {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        &self.0
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        &mut self.0
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if SIZES.contains(&self.0.capacity()) {
            let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
            if spare.len() < MOST {
                self.0.clear();
                spare.push(std::mem::take(&mut self.0));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_is_empty_whatever_it_held_before() {
        for round in 0..3 {
            let mut buffers: Vec<Buffer> = (0..2 * MOST).map(|_| Buffer::new()).collect();
            assert!(buffers.iter().all(|buffer| buffer.is_empty()), "round {round}");
            buffers.iter_mut().for_each(|buffer| buffer.resize(8 << 10, 1));
        }
        assert!(SPARE.lock().unwrap().len() <= MOST);
    }
}
