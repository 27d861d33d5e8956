//! What the oracle remembers: the fate of every node that it has looked into.
//!
//! Nodes are compared in full, as an answer must not rest on a hash. On boards of up to some forty colours a node is one
//! number, the sum of its cores' weights ([`super::super::contents`]), which no other node has: it stands in the table
//! together with its fate, and a look costs one line of memory. On larger boards a node is a row of cores.

use super::super::contents::Contents;
use super::super::rows::Rows;
use super::dig::Dig;

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// The walk from here was given up.
    Open = 1,
    Alive = 2,
    Dead = 3,
}

pub(super) enum Memory {
    /// Number and fate in one word, at the place that a hash of the number says or the next that was free; 0 is free.
    Keys {
        table: Vec<u128>,
        count: usize,
    },
    Rows {
        rows: Rows<u16>,
        fates: Vec<Fate>,
    },
}

/// Where the look for a number begins.
#[inline]
fn place(key: u128, mask: usize) -> usize {
    let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
    (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask
}

impl Memory {
    pub(super) fn new(contents: &Contents) -> Memory {
        match contents.has_keys {
            true => Memory::Keys { table: vec![0; 64], count: 0 },
            false => Memory::Rows { rows: Rows::new(contents.bottles()), fates: Vec::new() },
        }
    }

    /// What is known of a node.
    #[inline]
    pub(super) fn fate(&self, dig: &Dig<'_>) -> Option<Fate> {
        match self {
            Memory::Keys { .. } => self.fate_of_key(dig.key),
            Memory::Rows { rows, fates } => rows.find(dig.hash, &dig.row).map(|at| fates[at as usize]),
        }
    }

    /// The same for a node that is given by its number; nothing on boards that are too large for numbers.
    #[inline]
    pub(super) fn fate_of_key(&self, key: u128) -> Option<Fate> {
        let Memory::Keys { table, .. } = self else { return None };
        match table[seek(table, key)] & 3 {
            1 => Some(Fate::Open),
            2 => Some(Fate::Alive),
            3 => Some(Fate::Dead),
            _ => None,
        }
    }

    pub(super) fn set(&mut self, dig: &Dig<'_>, fate: Fate) {
        match self {
            Memory::Keys { table, count } => {
                if *count * 4 >= table.len() * 3 {
                    let mut wider = vec![0; table.len() * 2];
                    for &entry in table.iter().filter(|&&entry| entry != 0) {
                        let at = seek(&wider, entry >> 2);
                        wider[at] = entry;
                    }
                    *table = wider;
                }
                let at = seek(table, dig.key);
                *count += usize::from(table[at] == 0);
                table[at] = dig.key << 2 | fate as u128;
            }
            Memory::Rows { rows, fates } => {
                let (at, is_new) = rows.add(dig.hash, &dig.row);
                match is_new {
                    true => fates.push(fate),
                    false => fates[at as usize] = fate,
                }
            }
        }
    }

    /// About how many bytes it holds.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Memory::Keys { table, .. } => size_of_val(table.as_slice()),
            Memory::Rows { rows, fates } => rows.bytes() + fates.capacity(),
        }
    }

    /// How many bytes it holds while the next node is added.
    pub(super) fn bytes_after_next(&self) -> usize {
        match self {
            Memory::Keys { table, count } if *count * 4 >= table.len() * 3 => 3 * self.bytes(),
            Memory::Keys { .. } => self.bytes(),
            Memory::Rows { rows, fates } => rows.bytes_after_next() + fates.capacity(),
        }
    }
}

/// The entry of a number, or the free one where it belongs.
#[inline]
fn seek(table: &[u128], key: u128) -> usize {
    let mask = table.len() - 1;
    let mut at = place(key, mask);
    while table[at] != 0 && table[at] >> 2 != key {
        at = (at + 1) & mask;
    }
    at
}
