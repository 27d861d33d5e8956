//! Candidates as bits: for each cell the digits, for each digit the cells.
//!
//! A set of cells is one `u128`, cell 0 to 80 row by row; units are numbered as in the model: rows 0 to 8, columns 9 to
//! 17, boxes 18 to 26. Digits are counted from 0.

use quandary_core::reason::explain::State;

/// A set of cells.
pub(crate) type Cells = u128;
/// A set of digits.
pub(crate) type Digits = u16;

/// Every digit.
pub(crate) const ALL: Digits = 0x1ff;

/// The cells of every unit.
pub(crate) static UNITS: [Cells; 27] = units();
/// The cells that share a unit with a cell, without the cell itself.
pub(crate) static PEERS: [Cells; 81] = peers();

const fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// The row, the column and the box of a cell, by their numbers among all units.
pub(crate) const fn units_of(cell: usize) -> [usize; 3] {
    [cell / 9, 9 + cell % 9, 18 + box_of(cell)]
}

const fn units() -> [Cells; 27] {
    let mut units = [0; 27];
    let mut cell = 0;
    while cell < 81 {
        let of = units_of(cell);
        let mut kind = 0;
        while kind < 3 {
            units[of[kind]] |= 1 << cell;
            kind += 1;
        }
        cell += 1;
    }
    units
}

const fn peers() -> [Cells; 81] {
    let all = units();
    let mut peers = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let of = units_of(cell);
        peers[cell] = (all[of[0]] | all[of[1]] | all[of[2]]) & !(1 << cell);
        cell += 1;
    }
    peers
}

/// What is still possible on a board.
#[derive(Clone, Debug)]
pub struct Board {
    /// The digits that are left to each cell; one for a cell that is written.
    pub cells: [Digits; 81],
    /// The open cells that may hold each digit.
    pub digits: [Cells; 9],
    /// The cells that are not written.
    pub open: Cells,
    /// Whether the puzzle is known to have exactly one solution.
    pub is_unique: bool,
    /// Whether sentences are wanted for what is found.
    pub is_told: bool,
}

impl Board {
    /// What an explanation knows.
    pub fn new(state: &State, is_unique: bool) -> Self {
        let mut board = Board::blank(is_unique);
        for cell in 0..81 {
            board.cells[cell] = (state.get(cell) & u64::from(ALL)) as Digits;
            if state.is_written(cell) {
                board.open &= !(1 << cell);
            }
        }
        board.sort_by_digit();
        board.is_told = true;
        board
    }

    fn blank(is_unique: bool) -> Self {
        let open = (1 << 81) - 1;
        Board { cells: [ALL; 81], digits: [0; 9], open, is_unique, is_told: false }
    }

    /// A board from its digits, 0 for an open cell, with every visible elimination done. `None` when two equal digits see
    /// each other or a cell has nothing left.
    pub fn from_digits(digits: &[u8; 81], is_unique: bool) -> Option<Self> {
        let mut board = Board::blank(is_unique);
        board.sort_by_digit();
        for cell in members(members_where(|cell| digits[cell] != 0)) {
            let digit = usize::from(digits[cell]) - 1;
            if board.cells[cell] >> digit & 1 == 0 || digit > 8 {
                return None;
            }
            board.write(cell, digit);
        }
        board.cells.iter().all(|&digits| digits != 0).then_some(board)
    }

    fn sort_by_digit(&mut self) {
        self.digits = [0; 9];
        for cell in members(self.open) {
            for digit in digits_in(self.cells[cell]) {
                self.digits[digit] |= 1 << cell;
            }
        }
    }

    /// Writes a digit into a cell and strikes it out of the cells around it.
    pub fn write(&mut self, cell: usize, digit: usize) {
        for other in digits_in(self.cells[cell]) {
            self.digits[other] &= !(1 << cell);
        }
        self.open &= !(1 << cell);
        self.cells[cell] = 1 << digit;
        self.strike(PEERS[cell], digit);
    }

    /// Strikes a digit out of open cells.
    pub fn strike(&mut self, cells: Cells, digit: usize) {
        for cell in members(cells & self.digits[digit]) {
            self.cells[cell] &= !(1 << digit);
        }
        self.digits[digit] &= !cells;
    }

    /// The open cells of a unit that may hold a digit.
    pub fn places(&self, unit: usize, digit: usize) -> Cells {
        UNITS[unit] & self.digits[digit]
    }

    /// The open cells with this many digits left.
    pub fn cells_with(&self, count: u32) -> Cells {
        members(self.open).filter(|&cell| self.cells[cell].count_ones() == count).fold(0, |set, cell| set | 1 << cell)
    }

    /// Whether nothing can be written into some open cell, or a digit has no place left in a unit.
    pub fn is_broken(&self) -> bool {
        members(self.open).any(|cell| self.cells[cell] == 0)
            || (0..27).any(|unit| {
                let written = members(UNITS[unit] & !self.open).fold(0, |digits, cell| digits | self.cells[cell]);
                digits_in(ALL & !written).any(|digit| self.places(unit, digit) == 0)
            })
    }
}

/// The cells of a unit.
pub(crate) fn cells_of(unit: usize) -> Cells {
    UNITS[unit]
}

/// The cells of a set.
pub(crate) fn members(mut set: Cells) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (first < 128).then_some(first)
    })
}

/// The cells for which something holds.
pub(crate) fn members_where(holds: impl Fn(usize) -> bool) -> Cells {
    (0..81).filter(|&cell| holds(cell)).fold(0, |set, cell| set | 1 << cell)
}

/// The digits of a set.
pub fn digits_in(mut set: Digits) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (first < 16).then_some(first)
    })
}

/// The first cell of a set.
pub(crate) fn first(set: Cells) -> usize {
    set.trailing_zeros() as usize
}

/// The cells that see every cell of a set.
pub(crate) fn seen_by_all(set: Cells) -> Cells {
    members(set).fold((1 << 81) - 1, |seen, cell| seen & PEERS[cell])
}

/// The units that hold all cells of a set.
pub(crate) fn units_around(set: Cells) -> impl Iterator<Item = usize> {
    (0..27).filter(move |&unit| set & !UNITS[unit] == 0)
}

/// A unit that holds both cells; rows and columns before boxes.
pub(crate) fn shared_unit(a: usize, b: usize) -> Option<usize> {
    units_of(a).into_iter().zip(units_of(b)).find(|(of_a, of_b)| of_a == of_b).map(|(unit, _)| unit)
}
