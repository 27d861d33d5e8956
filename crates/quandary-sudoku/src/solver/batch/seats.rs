//! Who sits where, who waits, and how long that may go on.

use super::turn::MOST_GROUPS;

/// As many boards as the widest register has.
const MOST_BOARDS: usize = 32 * MOST_GROUPS;

/// Some seats.
pub(super) struct Seats {
    pub(super) list: [u16; MOST_BOARDS],
    pub(super) count: usize,
}

impl Seats {
    pub(super) const NONE: Seats = Seats { list: [0; MOST_BOARDS], count: 0 };

    /// Lists the seats whose bit is set, row by row, because the boards of a row stand together. Without a branch of the
    /// program: which seats are ready is anybody's guess.
    #[inline(always)]
    pub(super) fn list(&mut self, bits: &[u32]) {
        let mut count = 0;
        for row in 0..32 {
            for group in 0..bits.len() {
                self.list[count % MOST_BOARDS] = (row * bits.len() + group) as u16;
                count += (bits[group] >> row & 1) as usize;
            }
        }
        self.count = count;
    }

    /// Lists another one.
    pub(super) fn add(&mut self, seat: usize) {
        self.list[self.count % MOST_BOARDS] = seat as u16;
        self.count += 1;
    }

    /// The seat at this place of the list.
    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> usize {
        usize::from(self.list[index % MOST_BOARDS])
    }
}

/// The seats that need attention.
pub(super) struct Ready {
    /// The board is solved.
    pub(super) solved: Seats,
    /// The rules say no more.
    pub(super) stuck: Seats,
    /// The board is broken, or nobody sits there; later everybody who needs another board.
    pub(super) idle: Seats,
    /// All of these, as bits.
    pub(super) all: [u32; MOST_GROUPS],
}

/// How many rounds could be played in the time that it takes to serve the seats. Twice as many or half as many make little
/// difference.
const SERVICE: usize = 4;

/// When it is time to serve those who are ready.
///
/// The more seats wait, the less a round does; and serving them takes a while in which no round is played. Most is done
/// when they are served as soon as the share that waits is the share that was lost since the last time, the service
/// itself included: from then on every further round would only raise the average loss. So easy boards are served
/// when nearly all of them are ready, which is soon, and boards that dawdle do not keep the others.
#[derive(Default)]
pub(super) struct Patience {
    /// Rounds since the seats were served.
    rounds: usize,
    /// Seats that waited, added up over those rounds.
    lost: usize,
}

impl Patience {
    /// After another round, so many of the seats wait: is it time?
    #[inline(always)]
    pub(super) fn ends(&mut self, waiting: usize, seats: usize) -> bool {
        self.rounds += 1;
        self.lost += waiting;
        waiting * (self.rounds + SERVICE) >= self.lost + SERVICE * seats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_served_before_somebody_waits_and_everybody_when_all_do() {
        let mut patience = Patience::default();
        assert!((0..100).all(|_| !patience.ends(0, 256)));
        assert!(patience.ends(256, 256));
        // Without ever a round in which nobody waits, too.
        assert!(Patience::default().ends(256, 256));
        assert!(!Patience::default().ends(128, 256));
        // Half of the seats are worth a service only when the rounds before were many.
        assert!(patience.ends(128, 256));
    }

    #[test]
    fn the_seats_of_a_row_are_listed_together() {
        let mut seats = Seats::NONE;
        seats.list(&[0b101, 0b110]);
        let listed: Vec<usize> = (0..seats.count).map(|index| seats.get(index)).collect();
        assert_eq!(listed, [0, 3, 4, 5]);
    }
}
