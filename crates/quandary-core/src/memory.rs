//! One account of memory for everything that runs under a budget.
//!
//! A solve may run several searches, one after the other and one within the other, and each keeps tables. A limit that
//! each of them compares with its own tables alone is exceeded by all of them together. So there is one [`Account`] for
//! each running budget ([`Budget::begin`](crate::verdict::Budget::begin)). A table charges it *before* it allocates,
//! with the old and the new allocation while it moves from one to the other, and what it has charged is given back when
//! it is dropped. A charge beyond the limit is rejected, and the search that needed it stops with [`Stopped::Memory`].

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::stopped::Stopped;

/// The bytes that all tables of a running budget hold together, and their limit. Clones are the same account.
#[derive(Clone, Debug)]
pub struct Account(Arc<Sums>);

#[derive(Debug)]
struct Sums {
    limit: u64,
    held: AtomicU64,
    peak: AtomicU64,
}

impl Account {
    /// An account with nothing charged to it.
    pub fn new(limit: u64) -> Self {
        Account(Arc::new(Sums { limit, held: AtomicU64::new(0), peak: AtomicU64::new(0) }))
    }

    /// What one holder has charged: nothing yet.
    pub fn open(&self) -> Charge {
        Charge { account: self.clone(), bytes: 0, may_overdraw: false }
    }

    /// The bytes that are charged now.
    pub fn held(&self) -> u64 {
        self.0.held.load(Ordering::Relaxed)
    }

    /// The most bytes that were ever charged at once.
    pub fn peak(&self) -> u64 {
        self.0.peak.load(Ordering::Relaxed)
    }
}

/// What one holder of memory has charged to an [`Account`]; given back when dropped.
#[derive(Debug)]
pub struct Charge {
    account: Account,
    bytes: u64,
    may_overdraw: bool,
}

impl Charge {
    /// Charges this many bytes more. When rejected, nothing has changed.
    pub fn add(&mut self, bytes: usize) -> Result<(), Stopped> {
        let sums = &*self.account.0;
        let bytes = bytes as u64;
        let held = sums.held.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if held > sums.limit && !self.may_overdraw {
            sums.held.fetch_sub(bytes, Ordering::Relaxed);
            return Err(Stopped::Memory);
        }
        self.bytes += bytes;
        sums.peak.fetch_max(held, Ordering::Relaxed);
        Ok(())
    }

    /// Gives this many bytes back.
    pub fn sub(&mut self, bytes: usize) {
        let bytes = (bytes as u64).min(self.bytes);
        self.bytes -= bytes;
        self.account.0.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Charges this many bytes in all. When rejected, nothing has changed.
    #[inline]
    pub fn set(&mut self, bytes: u64) -> Result<(), Stopped> {
        if bytes == self.bytes { Ok(()) } else { self.change(bytes) }
    }

    fn change(&mut self, bytes: u64) -> Result<(), Stopped> {
        match bytes.checked_sub(self.bytes) {
            Some(more) => self.add(more as usize),
            None => {
                self.sub((self.bytes - bytes) as usize);
                Ok(())
            }
        }
    }

    /// The bytes charged.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The account that is charged.
    pub fn account(&self) -> &Account {
        &self.account
    }

    /// Whether charges beyond the limit are accepted: for the little that it takes to keep a result once it is found.
    pub fn allow_overdraft(&mut self, may_overdraw: bool) {
        self.may_overdraw = may_overdraw;
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.account.0.held.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_holders_share_one_limit_and_give_back_what_they_held() {
        let account = Account::new(100);
        let (mut one, mut other) = (account.open(), account.open());
        assert_eq!(one.add(70), Ok(()));
        assert_eq!(other.add(31), Err(Stopped::Memory));
        assert_eq!((other.bytes(), account.held()), (0, 70));
        assert_eq!(other.set(30), Ok(()));
        drop(one);
        assert_eq!((account.held(), account.peak()), (30, 100));
        assert_eq!((other.set(101), other.bytes()), (Err(Stopped::Memory), 30));
        assert_eq!((other.set(10), account.held()), (Ok(()), 10));
        other.allow_overdraft(true);
        assert_eq!((other.add(100), account.held()), (Ok(()), 110));
    }
}
