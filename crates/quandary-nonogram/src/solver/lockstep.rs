//! Several probes of one board at once, in lock-step.
//!
//! Probing asks the same of every open cell, twice: what follows? The answers take many small steps, and each step, settling
//! one line, is a chain of operations that wait for each other. So eight probes (four cells, empty and filled) are
//! propagated together: each has a *lane*, a board of its own, and a line is settled in all lanes by the same operations on
//! whole registers, because its clue is the same in all of them. The lanes need not agree on which lines are dirty. A
//! line is settled when it is dirty in any of them; for the others that changes nothing. Cells that are close together
//! change the same lines, so neighbours are probed together.
//!
//! The code is written once, over arrays of eight words. On x86-64 the CPU is asked at run time for AVX-512 and for AVX2,
//! and the whole loop is compiled again for each, so that the array operations become vector instructions; with
//! AVX-512 a line of up to 62 cells is one register in all lanes, three operations on sets are one instruction, and a mirror
//! is two. Elsewhere the same loop runs in plain words. The result is the same in every case, and the same as for one
//! probe at a time: what follows from a hypothesis does not depend on the order in which lines are settled.

#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "code for AVX2 and AVX-512 may only be called where the CPU has it, which is detected first"
    )
)]

use super::board::{Board, Lines, Side, Spot};
use super::lanes::{LANES, Lanes};
use crate::line::settle::{Known, settle_each};
use crate::line::word::{Sets, Word};

/// How many cells are probed together, each with both contents.
pub(super) const CELLS: usize = LANES / 2;

/// Boards side by side, and how far they have got.
pub(super) struct Lockstep<W> {
    rows: SideLanes<W>,
    columns: SideLanes<W>,
    /// Lines that differ from the board's.
    stale: Lines<W>,
    status: Status<W>,
    vectors: Vectors,
}

/// The lines of one side, in all lanes.
struct SideLanes<W> {
    known: Vec<Known<Lanes<W>>>,
    /// Dirty lines of each lane.
    dirty: Lanes<W>,
    /// Lines that were settled because they were dirty in a lane.
    touched: Lanes<W>,
}

/// How far the lanes have got.
struct Status<W> {
    /// All members in lanes whose lines all hold so far, none in the others.
    holding: Lanes<W>,
    /// How many cells became known in each lane.
    gains: [usize; LANES],
    /// A buffer for the line solver.
    rests: Vec<Lanes<W>>,
}

/// The registers to use. Only [`Vectors::widest`] makes others than `Plain`, after asking the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "other processors have `Plain` only"))]
enum Vectors {
    Plain,
    Avx2,
    Avx512,
}

/// The result of one probe.
#[derive(Clone, Copy)]
pub(super) struct Lane<W> {
    /// Whether all lines hold.
    pub(super) holds: bool,
    /// How many cells became known, with the probed one.
    pub(super) gain: usize,
    /// The lines that were looked at.
    pub(super) lines: Lines<W>,
}

impl<W: Word> Lockstep<W> {
    pub(super) fn new(board: &Board<W>) -> Self {
        let nothing = Known { filled: Lanes::NONE, empty: Lanes::NONE };
        let side = |lines: usize| SideLanes { known: vec![nothing; lines], dirty: Lanes::NONE, touched: Lanes::NONE };
        let rests = vec![Lanes::NONE; board.height().max(board.width()) / 2 + 2];
        Lockstep {
            rows: side(board.height()),
            columns: side(board.width()),
            stale: Lines { rows: W::below(board.height()), columns: W::below(board.width()) },
            status: Status { holding: Lanes::NONE, gains: [0; LANES], rests },
            vectors: Vectors::widest(),
        }
    }

    /// Lines of the board have changed.
    pub(super) fn note_changed(&mut self, lines: Lines<W>) {
        self.stale = self.stale.with(lines);
    }

    /// Probes both contents of some open cells, [`CELLS`] at most. Says how many lines were settled.
    pub(super) fn run(&mut self, board: &Board<W>, cells: &[(usize, usize)]) -> u64 {
        let spots = cells.iter().take(CELLS).flat_map(|&(row, column)| {
            [false, true].map(|filled| Spot { row: row as u16, column: column as u16, filled })
        });
        self.follow_up(board, spots, usize::MAX)
    }

    /// Tries some contents of open cells, each in a lane, for so many rounds over rows and columns at the most. Says how
    /// many lines were settled.
    pub(super) fn follow_up(&mut self, board: &Board<W>, spots: impl Iterator<Item = Spot>, rounds: usize) -> u64 {
        self.refresh(board);
        self.status.holding = Lanes::NONE;
        self.status.gains = [0; LANES];
        for (lane, spot) in spots.take(LANES).enumerate() {
            let (row, column) = (usize::from(spot.row), usize::from(spot.column));
            self.status.holding.0[lane] = !W::NONE;
            self.status.gains[lane] = 1;
            self.rows.put(lane, row, column, spot.filled);
            self.columns.put(lane, column, row, spot.filled);
        }
        match self.vectors {
            // SAFETY: `Vectors::widest` has detected these features.
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx512 => unsafe { propagate_avx512(self, &board.rows, &board.columns, rounds) },
            // SAFETY: `Vectors::widest` has detected these features.
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx2 => unsafe { propagate_avx2(self, &board.rows, &board.columns, rounds) },
            _ => propagate(self, &board.rows, &board.columns, rounds),
        }
    }

    /// The results of a cell's two probes, empty first.
    pub(super) fn lanes(&self, index: usize) -> [Lane<W>; 2] {
        [2 * index, 2 * index + 1].map(|lane| self.lane(lane))
    }

    /// The result in one lane.
    pub(super) fn lane(&self, lane: usize) -> Lane<W> {
        Lane {
            holds: !self.status.holding.0[lane].is_none(),
            gain: self.status.gains[lane],
            lines: Lines { rows: self.rows.touched.0[lane], columns: self.columns.touched.0[lane] },
        }
    }

    /// Whether the rounds ended before a lane did.
    pub(super) fn is_cut_off(&self, lane: usize) -> bool {
        let dirty = self.rows.dirty.0[lane] | self.columns.dirty.0[lane];
        !(dirty & self.status.holding.0[lane]).is_none()
    }

    /// What follows from both contents of a cell, where neither breaks a line.
    pub(super) fn common(&self, board: &Board<W>, index: usize, follows: &mut Vec<Spot>) {
        let [empty, filled] = [2 * index, 2 * index + 1];
        // A cell that became known has made its row dirty, and that has been settled since.
        for row in (self.rows.touched.0[empty] & self.rows.touched.0[filled]).members() {
            let (lanes, before) = (&self.rows.known[row], board.rows.known[row]);
            for (set, before, is_filled) in [(&lanes.filled, before.filled, true), (&lanes.empty, before.empty, false)]
            {
                for column in (set.0[empty] & set.0[filled] & !before).members() {
                    follows.push(Spot { row: row as u16, column: column as u16, filled: is_filled });
                }
            }
        }
    }

    /// The filled cells of each row under one content of a cell.
    pub(super) fn filled_rows(&self, index: usize, filled: bool) -> impl Iterator<Item = W> {
        let lane = 2 * index + usize::from(filled);
        self.rows.known.iter().map(move |row| row.filled.0[lane])
    }

    /// Makes all lanes equal to the board.
    fn refresh(&mut self, board: &Board<W>) {
        self.rows.refresh(self.stale.rows, &board.rows);
        self.columns.refresh(self.stale.columns, &board.columns);
        self.stale = Lines::NONE;
    }

    pub(super) fn bytes(&self) -> u64 {
        ((self.rows.known.len() + self.columns.known.len() + self.status.rests.len() / 2)
            * size_of::<Known<Lanes<W>>>()) as u64
    }
}

impl<W: Word> SideLanes<W> {
    /// Decides a cell in one lane.
    #[inline(always)]
    fn put(&mut self, lane: usize, line: usize, at: usize, filled: bool) {
        let known = &mut self.known[line];
        let set = if filled { &mut known.filled } else { &mut known.empty };
        set.0[lane] = set.0[lane] | W::bit(at);
        self.dirty.0[lane] = W::bit(line);
    }

    /// Makes all lanes equal to the board, in the lines that are stale or were changed by the last probes.
    fn refresh(&mut self, stale: W, side: &Side<W>) {
        for line in (stale | self.touched.joined() | self.dirty.joined()).members() {
            let known = side.known[line];
            self.known[line] = Known { filled: Lanes::all(known.filled), empty: Lanes::all(known.empty) };
        }
        (self.touched, self.dirty) = (Lanes::NONE, Lanes::NONE);
    }
}

impl Vectors {
    /// The widest that this CPU has.
    fn widest() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let has_words = is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("popcnt");
            let has_avx512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq")
                && is_x86_feature_detected!("gfni");
            if has_words && has_avx512 {
                return Vectors::Avx512;
            }
            if has_words && is_x86_feature_detected!("avx2") {
                return Vectors::Avx2;
            }
        }
        Vectors::Plain
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn propagate_avx2<W: Word>(lockstep: &mut Lockstep<W>, rows: &Side<W>, columns: &Side<W>, rounds: usize) -> u64 {
    propagate(lockstep, rows, columns, rounds)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,gfni,bmi1,popcnt")]
fn propagate_avx512<W: Word>(lockstep: &mut Lockstep<W>, rows: &Side<W>, columns: &Side<W>, rounds: usize) -> u64 {
    propagate(lockstep, rows, columns, rounds)
}

/// Settles lines until none is dirty in a lane that holds, or the rounds are over.
#[inline(always)]
fn propagate<W: Word>(all: &mut Lockstep<W>, rows: &Side<W>, columns: &Side<W>, rounds: usize) -> u64 {
    let Lockstep { rows: row_lanes, columns: column_lanes, status, .. } = all;
    let (mut settled, mut left) = (0, rounds);
    while left > 0 {
        left -= 1;
        settled += sweep(rows, row_lanes, column_lanes, status);
        if (column_lanes.dirty & status.holding).is_none() {
            return settled;
        }
        settled += sweep(columns, column_lanes, row_lanes, status);
        if (row_lanes.dirty & status.holding).is_none() {
            return settled;
        }
    }
    settled
}

/// Settles the dirty lines of one side; what follows goes to the other side as well.
#[inline(always)]
fn sweep<W: Word>(side: &Side<W>, own: &mut SideLanes<W>, across: &mut SideLanes<W>, status: &mut Status<W>) -> u64 {
    let Status { holding, gains, rests } = status;
    let lines = std::mem::replace(&mut own.dirty, Lanes::NONE);
    // Also in lanes that no longer hold: there they differ from the board's.
    own.touched = own.touched | lines;
    let lines = lines & *holding;
    let mut settled = 0;
    for line in lines.joined().members() {
        settled += 1;
        let before = own.known[line];
        let Some((after, ends)) = settle_each(side.clue(line), side.length, before, rests) else { continue };
        // A lane in which the blocks cannot be placed no longer holds.
        *holding = *holding & (ends.down(side.length + 1) & Lanes::bit(0)).low_spread();
        let filled = after.filled & !before.filled & *holding;
        let empty = after.empty & !before.empty & *holding;
        let new = filled | empty;
        if new.is_none() {
            continue;
        }
        own.known[line] = Known { filled: before.filled | filled, empty: before.empty | empty };
        across.dirty = across.dirty | new;
        for (lane, gain) in gains.iter_mut().enumerate() {
            *gain += new.0[lane].count();
        }
        // The cells of a line go to the lines across in all lanes at once: a loop for each lane would be one mispredicted
        // branch for each.
        for place in new.joined().members() {
            let known = &mut across.known[place];
            known.filled = known.filled | (filled.down(place) & Lanes::bit(0)).up(line);
            known.empty = known.empty | (empty.down(place) & Lanes::bit(0)).up(line);
        }
    }
    settled
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Nonogram;
    use quandary_core::grid::Grid;

    /// What the board itself makes of a hypothesis: whether its lines hold, and then all that is known.
    fn alone(board: &mut Board<u64>, spot: Spot) -> Option<Vec<Known<u64>>> {
        let mark = board.trail.len();
        board.set(spot);
        let known = board.propagate().then(|| board.rows.known.clone());
        board.undo_to(mark);
        known
    }

    /// Probes all open cells of a board, in lock-step and one after the other.
    fn same_consequences(board: &mut Board<u64>, lockstep: &mut Lockstep<u64>) {
        let open: Vec<(usize, usize)> =
            (0..board.height()).flat_map(|row| board.open_in(row).members().map(move |column| (row, column))).collect();
        for cells in open.chunks(CELLS) {
            lockstep.run(board, cells);
            for (index, &(row, column)) in cells.iter().enumerate() {
                let empty = Spot { row: row as u16, column: column as u16, filled: false };
                let alone = [empty, empty.other()].map(|spot| alone(board, spot));
                let known =
                    |rows: &[Known<u64>]| rows.iter().map(|row| (row.filled | row.empty).count()).sum::<usize>();
                for (lane, (alone, filled)) in lockstep.lanes(index).into_iter().zip(alone.iter().zip([false, true])) {
                    assert_eq!(lane.holds, alone.is_some());
                    if let Some(rows) = alone {
                        assert_eq!(board.trail.len() + lane.gain, known(rows));
                        assert!(lockstep.filled_rows(index, filled).eq(rows.iter().map(|row| row.filled)));
                    }
                }
                if let [Some(empty), Some(filled)] = &alone {
                    let mut follows = Vec::new();
                    lockstep.common(board, index, &mut follows);
                    let both = |row: usize| {
                        let (a, b) = (empty[row], filled[row]);
                        ((a.filled & b.filled) | (a.empty & b.empty)) & board.open_in(row)
                    };
                    assert_eq!(follows.len(), (0..board.height()).map(|row| both(row).count()).sum::<usize>());
                    assert!(follows.iter().all(|spot| both(spot.row.into()).has(spot.column.into())));
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn eight_probes_together_end_as_each_of_them_alone(
            values in prop::collection::vec(0u8..=1, 16 * 17),
            vectors in prop::sample::select(vec![Vectors::Plain, Vectors::Avx2, Vectors::Avx512]),
        ) {
            let puzzle = Nonogram::of_picture(&Grid::from_values(16, 17, values).unwrap()).unwrap();
            let mut board = Board::<u64>::new(&puzzle);
            prop_assert!(board.propagate());
            let mut lockstep = Lockstep::new(&board);
            if vectors != Vectors::Avx512 && lockstep.vectors == Vectors::Avx512 || vectors == Vectors::Plain {
                lockstep.vectors = vectors;
            }
            same_consequences(&mut board, &mut lockstep);
            // The lanes follow the board when it changes.
            let row = (0..board.height()).find(|&row| !board.open_in(row).is_none());
            if let Some(row) = row {
                let column = board.open_in(row).first();
                let spot = Spot { row: row as u16, column: column as u16, filled: false };
                let is_open = alone(&mut board, spot).is_some();
                board.set(if is_open { spot } else { spot.other() });
                if board.propagate() {
                    lockstep.note_changed(Lines { rows: u64::below(16), columns: u64::below(17) });
                    same_consequences(&mut board, &mut lockstep);
                }
            }
        }
    }
}
