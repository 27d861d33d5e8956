//! When to restart.
//!
//! A search that is stuck in a bad corner does better from the top, with what it has learned. How soon depends on what there
//! is to find. A solution needs long undisturbed descents: restarts by Luby's sequence, seldom enough for each descent to get
//! somewhere. A proof that there is none needs clauses of low LBD (the number of decision levels among their literals, their
//! *literal block distance*), and whenever the LBD of recent clauses is above average it is time to restart. Nobody knows
//! which of the two is ahead, so both modes alternate; the first is Luby's, and most boards are done by then.

/// Conflicts before the first restart in Luby mode, and the unit of all later ones.
const LUBY_UNIT: u64 = 128;

/// Conflicts before the mode changes.
const MODE_LENGTH: u64 = 4_096;

/// Conflicts at least between two restarts in LBD mode.
const MIN_INTERVAL: u64 = 10;

/// How much the recent LBD has to exceed the average.
const LBD_MARGIN: f64 = 1.15;

/// The windows of the recent and of the average LBD, in conflicts.
const RECENT_WINDOW: f64 = 32.0;
const AVERAGE_WINDOW: f64 = 1_024.0;

/// The restart policy.
#[derive(Clone, Debug)]
pub(super) struct Restarts {
    restarts: u64,
    conflicts: u64,
    /// The conflict from which on a restart may be due.
    next: u64,
    /// The LBD of learned clauses: moving averages over a short and a long window.
    recent_lbd: f64,
    average_lbd: f64,
}

impl Restarts {
    pub(super) fn new() -> Self {
        Restarts { restarts: 0, conflicts: 0, next: LUBY_UNIT, recent_lbd: 0.0, average_lbd: 0.0 }
    }

    /// A clause of this LBD was learned.
    pub(super) fn note_conflict(&mut self, lbd: u32) {
        self.conflicts += 1;
        let (lbd, count) = (f64::from(lbd), self.conflicts as f64);
        self.recent_lbd += (lbd - self.recent_lbd) / count.min(RECENT_WINDOW);
        self.average_lbd += (lbd - self.average_lbd) / count.min(AVERAGE_WINDOW);
    }

    /// Whether a restart is due.
    pub(super) fn is_due(&self) -> bool {
        self.conflicts >= self.next && (self.is_luby_mode() || self.recent_lbd > LBD_MARGIN * self.average_lbd)
    }

    /// The search restarts.
    pub(super) fn note_restart(&mut self) {
        self.restarts += 1;
        self.next = self.conflicts + if self.is_luby_mode() { LUBY_UNIT * luby(self.restarts) } else { MIN_INTERVAL };
    }

    fn is_luby_mode(&self) -> bool {
        (self.conflicts / MODE_LENGTH).is_multiple_of(2)
    }
}

/// Luby's sequence 1 1 2 1 1 2 4 1 1 2 …, counted from 0: restart intervals that are never far from the best ones.
pub(super) fn luby(mut index: u64) -> u64 {
    loop {
        // The sequence is a block of length 2^k − 1, itself again, then 2^k.
        let k = (index + 2).ilog2();
        if index + 2 == 1 << (k + 1) {
            return 1 << k;
        }
        let block = (1 << k) - 1;
        if index + 1 == block {
            return 1 << (k - 1);
        }
        index -= block;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restarts_follow_lubys_sequence() {
        let start: Vec<u64> = (0..15).map(luby).collect();
        assert_eq!(start, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn modes_alternate_and_lbd_mode_restarts_when_clauses_get_worse() {
        let mut restarts = Restarts::new();
        while restarts.conflicts + 1 < MODE_LENGTH {
            restarts.note_conflict(5);
            assert_eq!(restarts.is_due(), restarts.conflicts >= restarts.next);
            if restarts.is_due() {
                restarts.note_restart();
            }
        }
        restarts.note_conflict(5);
        restarts.note_restart();
        (0..MIN_INTERVAL).for_each(|_| restarts.note_conflict(5));
        assert!(!restarts.is_due(), "no clause was worse than the others");
        (0..MIN_INTERVAL).for_each(|_| restarts.note_conflict(9));
        assert!(restarts.is_due());
    }
}
