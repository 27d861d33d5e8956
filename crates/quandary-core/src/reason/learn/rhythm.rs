//! When to start over.
//!
//! A search that is stuck in a bad corner does better from the top, with what it has learned. How soon depends on what there
//! is to find. A solution wants long undisturbed descents: restarts in Luby's rhythm, seldom enough for each descent to get
//! somewhere. A proof that there is none wants clauses that tie few levels, and whenever the last ones tie more than usual
//! it is time to leave. Nobody knows which of the two is ahead, so the two take turns; the first turn is Luby's, and most
//! boards are done by then.

/// Conflicts before the first restart in Luby's rhythm, and the unit of all later ones.
const UNIT: u64 = 128;

/// Conflicts in one turn.
const TURN: u64 = 4_096;

/// Conflicts at least between two restarts in the other turns.
const LEAST: u64 = 10;

/// How much more than usual the last clauses have to tie.
const MUCH: f64 = 1.15;

/// How many conflicts count as the last ones, and how many say what is usual.
const LAST: f64 = 32.0;
const USUAL: f64 = 1_024.0;

/// The rhythm of restarts.
#[derive(Debug)]
pub(super) struct Rhythm {
    restarts: u64,
    conflicts: u64,
    /// The conflict from which on it may be time.
    next: u64,
    /// How many levels learned clauses tie, lately and usually.
    last: f64,
    usual: f64,
}

impl Rhythm {
    pub(super) fn new() -> Self {
        Rhythm { restarts: 0, conflicts: 0, next: UNIT, last: 0.0, usual: 0.0 }
    }

    /// A clause was learned that ties so many levels.
    pub(super) fn note_conflict(&mut self, ties: u32) {
        self.conflicts += 1;
        let (ties, count) = (f64::from(ties), self.conflicts as f64);
        self.last += (ties - self.last) / count.min(LAST);
        self.usual += (ties - self.usual) / count.min(USUAL);
    }

    /// Whether it is time to start over.
    pub(super) fn is_time(&self) -> bool {
        self.conflicts >= self.next && (self.is_lubys_turn() || self.last > MUCH * self.usual)
    }

    pub(super) fn start_over(&mut self) {
        self.restarts += 1;
        self.next = self.conflicts + if self.is_lubys_turn() { UNIT * luby(self.restarts) } else { LEAST };
    }

    fn is_lubys_turn(&self) -> bool {
        (self.conflicts / TURN).is_multiple_of(2)
    }
}

/// Luby's sequence 1 1 2 1 1 2 4 1 1 2 …, counted from 0: the rhythm of restarts that is never far from the best one.
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
    fn turns_alternate_and_a_proof_leaves_when_clauses_get_worse() {
        let mut rhythm = Rhythm::new();
        while rhythm.conflicts + 1 < TURN {
            rhythm.note_conflict(5);
            assert_eq!(rhythm.is_time(), rhythm.conflicts >= rhythm.next);
            if rhythm.is_time() {
                rhythm.start_over();
            }
        }
        rhythm.note_conflict(5);
        rhythm.start_over();
        (0..LEAST).for_each(|_| rhythm.note_conflict(5));
        assert!(!rhythm.is_time(), "no clause was worse than the others");
        (0..LEAST).for_each(|_| rhythm.note_conflict(9));
        assert!(rhythm.is_time());
    }
}
