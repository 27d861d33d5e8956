//! What the oracle remembers: whether each visited node is alive or dead.
//!
//! Nodes are compared in full, because a proof must not rely on a hash. On boards of up to some forty colours a node is one
//! number, the sum of its cores' weights ([`super::super::contents`]), which no other node has: it is in the table
//! together with its result, and a look-up costs one cache line. On larger boards a node is a row of cores.

use super::super::contents::Contents;
use super::super::rows::Rows;
use super::super::store::{Chunks, Slot, Table};
use super::dig::Dig;
use quandary_core::memory::Charge;
use quandary_core::verdict::Stopped;

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// The walk from here was given up.
    Open = 1,
    Alive = 2,
    Dead = 3,
}

pub(super) enum Memory {
    Keys(Table<Key>),
    Rows { rows: Rows<u16>, fates: Chunks<Fate> },
}

/// A node's number and whether it is alive or dead in one word; 0 is free.
#[derive(Clone, Copy)]
pub(super) struct Key(u128);

impl Key {
    fn new(number: u128, fate: Fate) -> Key {
        Key(number << 2 | fate as u128)
    }

    #[inline]
    fn number(self) -> u128 {
        self.0 >> 2
    }

    #[inline]
    fn fate(self) -> Option<Fate> {
        match self.0 & 3 {
            1 => Some(Fate::Open),
            2 => Some(Fate::Alive),
            3 => Some(Fate::Dead),
            _ => None,
        }
    }
}

impl Slot for Key {
    const FREE: Key = Key(0);

    #[inline]
    fn is_free(self) -> bool {
        self.0 == 0
    }

    #[inline]
    fn hash(self) -> u32 {
        hash(self.number())
    }
}

#[inline]
fn hash(number: u128) -> u32 {
    let folded = (number as u64) ^ ((number >> 64) as u64).rotate_left(29);
    (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

impl Memory {
    pub(super) fn new(contents: &Contents) -> Memory {
        match contents.has_keys {
            true => Memory::Keys(Table::new()),
            false => Memory::Rows { rows: Rows::new(contents.bottles()), fates: Chunks::new(1) },
        }
    }

    /// What is known of a node.
    #[inline]
    pub(super) fn fate(&self, dig: &Dig<'_>) -> Option<Fate> {
        match self {
            Memory::Keys(_) => self.fate_of_key(dig.key),
            Memory::Rows { rows, fates } => rows.find(dig.hash, &dig.row).map(|at| *fates.item(at as usize)),
        }
    }

    /// The same for a node that is given by its number; nothing on boards that are too large for numbers.
    #[inline]
    pub(super) fn fate_of_key(&self, number: u128) -> Option<Fate> {
        let Memory::Keys(table) = self else { return None };
        let place = table.seek(hash(number), |key| key.number() == number).ok()?;
        table.at(place).fate()
    }

    /// Remembers whether a node is alive or dead. An error means that there is no memory for it.
    pub(super) fn set(&mut self, dig: &Dig<'_>, fate: Fate, charge: &mut Charge) -> Result<(), Stopped> {
        match self {
            Memory::Keys(table) => {
                let key = Key::new(dig.key, fate);
                match table.seek(key.hash(), |other| other.number() == dig.key) {
                    Ok(place) => table.replace(place, key),
                    Err(place) => table.add(place, key, charge)?,
                }
            }
            Memory::Rows { rows, fates } => {
                if let Some(at) = rows.find(dig.hash, &dig.row) {
                    *fates.item_mut(at as usize) = fate;
                    return Ok(());
                }
                fates.push(&[fate], charge)?;
                rows.add(dig.hash, &dig.row, charge).inspect_err(|_| fates.drop_last())?;
            }
        }
        Ok(())
    }
}
