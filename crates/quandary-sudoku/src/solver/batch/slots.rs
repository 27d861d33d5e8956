//! Lists of slots, and when to serve those that are ready.

use super::transpose::MAX_GROUPS;

/// As many boards as the widest register has.
const MAX_BOARDS: usize = 32 * MAX_GROUPS;

/// A list of slots.
pub(super) struct Slots {
    pub(super) list: [u16; MAX_BOARDS],
    pub(super) count: usize,
}

impl Slots {
    pub(super) const NONE: Slots = Slots { list: [0; MAX_BOARDS], count: 0 };

    /// Lists the slots whose bit is set, row by row, because the boards of a row are next to each other. Branch-free:
    /// which slots are ready cannot be predicted.
    #[inline(always)]
    pub(super) fn list(&mut self, bits: &[u32]) {
        let mut count = 0;
        for row in 0..32 {
            for group in 0..bits.len() {
                self.list[count % MAX_BOARDS] = (row * bits.len() + group) as u16;
                count += (bits[group] >> row & 1) as usize;
            }
        }
        self.count = count;
    }

    /// Adds a slot to the list.
    pub(super) fn add(&mut self, slot: usize) {
        self.list[self.count % MAX_BOARDS] = slot as u16;
        self.count += 1;
    }

    /// The slot at this index of the list.
    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> usize {
        usize::from(self.list[index % MAX_BOARDS])
    }
}

/// The slots that need attention.
pub(super) struct Ready {
    /// The board is solved.
    pub(super) solved: Slots,
    /// The rules say no more.
    pub(super) stuck: Slots,
    /// The board is broken, or the slot is free; later every slot that needs another board.
    pub(super) idle: Slots,
    /// All of these, as bits.
    pub(super) all: [u32; MAX_GROUPS],
}

/// How many rounds take as long as serving the slots once. Twice or half as many make little difference.
const SERVICE_ROUNDS: usize = 4;

/// Decides when to serve the slots that are ready.
///
/// The more slots wait, the less a round does; and no round runs while they are served. Throughput is highest when they
/// are served as soon as the share of slots that wait equals the average share lost since the last service, the service
/// itself included: from then on every further round would only raise the average loss. So easy boards are served
/// when nearly all of them are ready, which is soon, and slow boards do not hold up the others.
#[derive(Default)]
pub(super) struct ServicePolicy {
    /// Rounds since the last service.
    rounds: usize,
    /// Slots that waited, added up over those rounds.
    lost: usize,
}

impl ServicePolicy {
    /// After another round in which `waiting` of the slots waited: is it time to serve them?
    #[inline(always)]
    pub(super) fn is_due(&mut self, waiting: usize, slots: usize) -> bool {
        self.rounds += 1;
        self.lost += waiting;
        waiting * (self.rounds + SERVICE_ROUNDS) >= self.lost + SERVICE_ROUNDS * slots
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_served_only_once_some_wait_and_at_once_when_all_do() {
        let mut policy = ServicePolicy::default();
        assert!((0..100).all(|_| !policy.is_due(0, 256)));
        assert!(policy.is_due(256, 256));
        // Also without any round before in which none waits.
        assert!(ServicePolicy::default().is_due(256, 256));
        assert!(!ServicePolicy::default().is_due(128, 256));
        // Half of the slots are worth a service only after many rounds.
        assert!(policy.is_due(128, 256));
    }

    #[test]
    fn the_slots_of_a_row_are_listed_together() {
        let mut slots = Slots::NONE;
        slots.list(&[0b101, 0b110]);
        let listed: Vec<usize> = (0..slots.count).map(|index| slots.get(index)).collect();
        assert_eq!(listed, [0, 3, 4, 5]);
    }
}
