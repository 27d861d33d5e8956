//! Classic boards of other sizes than 9×9: whether digits can be removed, decided without the constraints of the model.
//!
//! Most answers are easy. Where the givens that are left lead to the solution by singles alone, the digits can be removed. Where
//! an unavoidable set (see `unavoidable.rs`) loses its last given, they cannot; every second solution that was found before
//! is such a set. What is left is a small search that places singles at each node and stays close to the known solution,
//! where other solutions are. Only where it takes too long, the model is asked.

/// After this many nodes the model is asked.
const MAX_NODES: u32 = 60;

/// The most cells of a board, in words of 64.
const WORDS: usize = 10;

/// A set of cells.
type Set = [u64; WORDS];

/// A filled board and what is known of its puzzles.
pub(super) struct Large<'f> {
    filled: &'f [u8],
    side: usize,
    /// The row, the column and the box of each cell, among all units.
    units_of: Vec<[u16; 3]>,
    /// The cells of each unit.
    cells_of: Vec<u16>,
    /// Unavoidable sets: what other boards differ in.
    sets: Vec<Set>,
}

/// Candidates of a board.
#[derive(Clone)]
struct Board {
    /// The digits that each cell can have, one bit each; none for a cell that is settled.
    digits: Vec<u32>,
    /// In how many cells of a unit a digit can be: 0 once it is placed.
    places: Vec<u8>,
    /// What each cell holds, 0 where that is open.
    cells: Vec<u8>,
    open: usize,
    /// Cells with one digit left, and digits with one place left in a unit (by `unit * side + digit`).
    lone_cells: Vec<u16>,
    lone_places: Vec<u16>,
}

/// There is no solution here.
struct Contradiction;

impl<'f> Large<'f> {
    /// A filled board of which nothing is known yet.
    pub(super) fn new(filled: &'f [u8], box_rows: usize, box_columns: usize) -> Self {
        let side = box_rows * box_columns;
        let across = side / box_columns;
        let units_of: Vec<[u16; 3]> = (0..side * side)
            .map(|cell| {
                let (row, column) = (cell / side, cell % side);
                let of_box = row / box_rows * across + column / box_columns;
                [row as u16, (side + column) as u16, (2 * side + of_box) as u16]
            })
            .collect();
        let mut lists = vec![Vec::with_capacity(side); 3 * side];
        for (cell, units) in units_of.iter().enumerate() {
            units.iter().for_each(|&unit| lists[usize::from(unit)].push(cell as u16));
        }
        Large { filled, side, units_of, cells_of: lists.concat(), sets: Vec::new() }
    }

    /// Whether a puzzle of the board has no other solution. Where it is known to have none that has the digit of the board in
    /// some cell, that cell is `gone`. `None` where that takes longer.
    pub(super) fn is_unique(&mut self, cells: &[u8], gone: Option<usize>) -> Option<bool> {
        let mut given = [0; WORDS];
        for (cell, _) in cells.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            given[cell / 64] |= 1 << (cell % 64);
        }
        let is_missed = |set: &Set| set.iter().zip(&given).all(|(set, given)| set & given == 0);
        if self.sets.iter().any(is_missed) {
            return Some(false);
        }
        let mut nodes = 0;
        let mut board = Board::new(self);
        let begun = self.start(&mut board, cells, gone);
        let other = if begun.is_err() { Some(None) } else { self.search(board, &mut nodes) };
        if let Some(Some(other)) = &other {
            let mut set = [0; WORDS];
            for cell in (0..other.len()).filter(|&cell| other[cell] != self.filled[cell]) {
                set[cell / 64] |= 1 << (cell % 64);
            }
            self.sets.push(set);
        }
        other.map(|other| other.is_none())
    }

    fn start(&self, board: &mut Board, cells: &[u8], gone: Option<usize>) -> Result<(), Contradiction> {
        for (cell, &digit) in cells.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            self.place(board, cell, usize::from(digit) - 1)?;
        }
        if let Some(cell) = gone
            && board.cells[cell] == 0
        {
            self.strike(board, cell, usize::from(self.filled[cell]) - 1)?;
        }
        self.settle(board)
    }

    /// A solution other than the known one; `None` inside where there is none, outside where it takes too long.
    fn search(&self, mut board: Board, nodes: &mut u32) -> Option<Option<Vec<u8>>> {
        loop {
            if board.open == 0 {
                return Some((board.cells != self.filled).then_some(board.cells));
            }
            *nodes += 1;
            if *nodes > MAX_NODES {
                return None;
            }
            let open = (0..board.digits.len()).filter(|&cell| board.digits[cell] != 0);
            let cell = open.min_by_key(|&cell| board.digits[cell].count_ones())?;
            let known = usize::from(self.filled[cell]) - 1;
            let digits = board.digits[cell];
            let digit = if digits >> known & 1 == 1 { known } else { digits.trailing_zeros() as usize };
            let mut tried = board.clone();
            if self.place(&mut tried, cell, digit).and_then(|()| self.settle(&mut tried)).is_ok() {
                let found = self.search(tried, nodes)?;
                if found.is_some() {
                    return Some(found);
                }
            }
            if self.strike(&mut board, cell, digit).and_then(|()| self.settle(&mut board)).is_err() {
                return Some(None);
            }
        }
    }

    /// Places singles until there are none.
    fn settle(&self, board: &mut Board) -> Result<(), Contradiction> {
        loop {
            if let Some(cell) = board.lone_cells.pop() {
                let digits = board.digits[usize::from(cell)];
                if digits != 0 {
                    self.place(board, cell.into(), digits.trailing_zeros() as usize)?;
                }
            } else if let Some(place) = board.lone_places.pop() {
                let (unit, digit) = (usize::from(place) / self.side, usize::from(place) % self.side);
                if board.places[usize::from(place)] == 1 {
                    let can_hold = |cell: &&u16| board.digits[usize::from(**cell)] >> digit & 1 == 1;
                    let cell = self.unit(unit).iter().find(can_hold).ok_or(Contradiction)?;
                    self.place(board, usize::from(*cell), digit)?;
                }
            } else {
                return Ok(());
            }
        }
    }

    fn unit(&self, unit: usize) -> &[u16] {
        &self.cells_of[unit * self.side..][..self.side]
    }

    /// Places a digit in a cell.
    fn place(&self, board: &mut Board, cell: usize, digit: usize) -> Result<(), Contradiction> {
        let mut others = board.digits[cell];
        if others >> digit & 1 == 0 {
            return Err(Contradiction);
        }
        others &= !(1 << digit);
        board.digits[cell] = 0;
        board.cells[cell] = digit as u8 + 1;
        board.open -= 1;
        for unit in self.units_of[cell].map(usize::from) {
            board.places[unit * self.side + digit] = 0;
            let mut left = others;
            while left != 0 {
                self.lose(board, unit * self.side + left.trailing_zeros() as usize)?;
                left &= left - 1;
            }
        }
        for unit in self.units_of[cell].map(usize::from) {
            for &other in self.unit(unit) {
                if board.digits[usize::from(other)] >> digit & 1 == 1 {
                    self.strike(board, other.into(), digit)?;
                }
            }
        }
        Ok(())
    }

    /// Takes a digit out of an open cell that could have it.
    fn strike(&self, board: &mut Board, cell: usize, digit: usize) -> Result<(), Contradiction> {
        if board.digits[cell] >> digit & 1 == 0 {
            return Ok(());
        }
        board.digits[cell] &= !(1 << digit);
        match board.digits[cell] {
            0 => return Err(Contradiction),
            left if left.is_power_of_two() => board.lone_cells.push(cell as u16),
            _ => {}
        }
        for unit in self.units_of[cell].map(usize::from) {
            self.lose(board, unit * self.side + digit)?;
        }
        Ok(())
    }

    /// A digit has one place less in a unit, unless it is placed there already.
    fn lose(&self, board: &mut Board, place: usize) -> Result<(), Contradiction> {
        let left = &mut board.places[place];
        match *left {
            0 => return Ok(()),
            1 => return Err(Contradiction),
            2 => board.lone_places.push(place as u16),
            _ => {}
        }
        *left -= 1;
        Ok(())
    }
}

impl Board {
    fn new(of: &Large<'_>) -> Board {
        let (side, count) = (of.side, of.side * of.side);
        Board {
            digits: vec![(1 << side) - 1; count],
            places: vec![side as u8; 3 * count],
            cells: vec![0; count],
            open: count,
            lone_cells: Vec::new(),
            lone_places: Vec::new(),
        }
    }
}
