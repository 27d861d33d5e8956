//! Which claims follow from one, without how: a fraction of the work of a whole run.
//!
//! Most runs show nothing, and only those that show something need their order and their lengths. What follows is the same in any
//! order as long as no two claims clash; where they do, the order decides where the run stops, so that takes a whole run.

use super::super::board::{Board, Cells, PEERS, digits_in, first, members, units_of};
use super::implications::{CLAIMS, Claim, Rules, claim, meaning};
use super::nested::{self, Search};
use quandary_core::verdict::Stopped;

/// The candidates that are true and false when a claim holds, by digit.
#[derive(Clone, Copy)]
pub(super) struct Outline {
    pub(super) on: [Cells; 9],
    pub(super) off: [Cells; 9],
}

/// Two claims clash.
#[derive(Debug)]
struct Clash;

/// An outline in progress.
struct Sketch {
    outline: Outline,
    /// The board as the claims have changed it, in a dynamic run.
    now: Board,
    /// False claims whose consequences have not been drawn yet.
    todo: Vec<(u8, u8)>,
}

impl Outline {
    /// What follows from a claim in a run without help, dynamic or not; `None` where claims clash.
    pub(super) fn new(board: &Board, start: Claim, is_dynamic: bool) -> Option<Outline> {
        let mut sketch = Sketch::new(board);
        sketch.begin(start).ok()?;
        sketch.finish(is_dynamic).ok()?;
        Some(sketch.outline)
    }

    /// The same for a dynamic run with help, on a board on which all easier kinds of chains show nothing.
    pub(super) fn with_help(
        board: &Board,
        start: Claim,
        rules: Rules,
        search: &mut Search<'_, '_>,
    ) -> Result<Option<Outline>, Stopped> {
        let mut sketch = Sketch::new(board);
        if sketch.begin(start).is_err() {
            return Ok(None);
        }
        loop {
            if sketch.finish(true).is_err() {
                return Ok(None);
            }
            let losses = nested::losses(board, &sketch.now, rules, search)?;
            let mut is_new = false;
            for (digit, &cells) in losses.iter().enumerate() {
                is_new |= cells & !sketch.outline.off[digit] != 0;
                if sketch.strike(cells, digit).is_err() {
                    return Ok(None);
                }
            }
            if !is_new {
                return Ok(Some(sketch.outline));
            }
        }
    }
}

impl Sketch {
    fn new(board: &Board) -> Sketch {
        Sketch { outline: Outline { on: [0; 9], off: [0; 9] }, now: board.clone(), todo: Vec::with_capacity(128) }
    }

    fn begin(&mut self, start: Claim) -> Result<(), Clash> {
        let (cell, digit, is_true) = meaning(start);
        if is_true { self.set(cell, digit) } else { self.strike(1 << cell, digit) }
    }

    fn finish(&mut self, is_dynamic: bool) -> Result<(), Clash> {
        while let Some((cell, digit)) = self.todo.pop() {
            self.follow(cell.into(), digit.into(), is_dynamic)?;
        }
        Ok(())
    }

    fn set(&mut self, cell: usize, digit: usize) -> Result<(), Clash> {
        let set: Cells = 1 << cell;
        if self.outline.off[digit] & set != 0 {
            return Err(Clash);
        }
        if self.outline.on[digit] & set == 0 {
            self.outline.on[digit] |= set;
            for other in digits_in(self.now.cells[cell] & !(1 << digit)) {
                self.strike(set, other)?;
            }
            self.strike(PEERS[cell] & self.now.digits[digit], digit)?;
        }
        Ok(())
    }

    fn strike(&mut self, cells: Cells, digit: usize) -> Result<(), Clash> {
        if self.outline.on[digit] & cells != 0 {
            return Err(Clash);
        }
        let new = cells & !self.outline.off[digit];
        self.outline.off[digit] |= new;
        self.todo.extend(members(new).map(|cell| (cell as u8, digit as u8)));
        Ok(())
    }

    fn follow(&mut self, cell: usize, digit: usize, is_dynamic: bool) -> Result<(), Clash> {
        let here: Cells = 1 << cell;
        if self.now.cells[cell].count_ones() == 2 {
            let other = (self.now.cells[cell] & !(1 << digit)).trailing_zeros() as usize;
            self.set(cell, other)?;
        }
        for unit in units_of(cell) {
            let places = self.now.places(unit, digit);
            if places.count_ones() == 2 {
                self.set(first(places & !here), digit)?;
            }
        }
        if is_dynamic {
            self.now.cells[cell] &= !(1 << digit);
            self.now.digits[digit] &= !here;
        }
        Ok(())
    }
}

/// Claims that follow from each other, by a representative of each: from "this is false" follows "that is true" where a cell or
/// a unit has nothing else, and the other way round.
pub(super) struct Classes(Vec<Claim>);

impl Classes {
    pub(super) fn new(board: &Board) -> Classes {
        let mut classes = Classes((0..CLAIMS as Claim).collect());
        for cell in members(board.open).filter(|&cell| board.cells[cell].count_ones() == 2) {
            let one = board.cells[cell].trailing_zeros() as usize;
            let other = (board.cells[cell] & !(1 << one)).trailing_zeros() as usize;
            classes.link((cell, one), (cell, other));
        }
        for digit in 0..9 {
            for unit in 0..27 {
                let places = board.places(unit, digit);
                if places.count_ones() == 2 {
                    let one = first(places);
                    classes.link((one, digit), (first(places & !(1 << one)), digit));
                }
            }
        }
        classes
    }

    fn link(&mut self, one: (usize, usize), other: (usize, usize)) {
        for is_true in [false, true] {
            let [from, to] = [claim(one.0, one.1, is_true), claim(other.0, other.1, !is_true)].map(|of| self.of(of));
            self.0[usize::from(from)] = to;
        }
    }

    pub(super) fn of(&mut self, mut claim: Claim) -> Claim {
        while self.0[usize::from(claim)] != claim {
            let next = self.0[usize::from(self.0[usize::from(claim)])];
            self.0[usize::from(claim)] = next;
            claim = next;
        }
        claim
    }
}

#[cfg(test)]
mod tests {
    use super::super::implications::Run;
    use super::*;
    use quandary_core::verdict::Budget;

    #[test]
    fn an_outline_has_what_the_whole_run_reaches() {
        let text = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
        let mut digits = [0; 81];
        text.bytes().zip(&mut digits).filter(|(symbol, _)| *symbol != b'.').for_each(|(s, digit)| *digit = s - b'0');
        let mut board = Board::from_digits(&digits, true).unwrap();
        let budget = Budget::default();
        let mut watch = budget.start();
        let mut search = Search::new(&mut watch);
        let (mut clashes, mut same) = (0, 0);
        // The board, and then boards on which more and more is struck out.
        for round in 0..40 {
            for is_dynamic in [false, true] {
                let rules = Rules { cells: true, is_dynamic, level: 0, inner: 0 };
                let open = members(board.open).flat_map(|cell| digits_in(board.cells[cell]).map(move |d| (cell, d)));
                for (cell, digit) in open.filter(|&(cell, _)| board.cells[cell].count_ones() > 1) {
                    for is_true in [false, true] {
                        let start = claim(cell, digit, is_true);
                        let run = Run::new(&board, start, rules, &mut search).unwrap();
                        let outline = Outline::new(&board, start, is_dynamic);
                        assert_eq!(outline.is_none(), run.clash.is_some(), "{cell} {digit} {is_true}");
                        clashes += usize::from(outline.is_none());
                        if let Some(outline) = outline {
                            assert_eq!((outline.on, outline.off), (run.on, run.off), "{cell} {digit} {is_true}");
                            same += 1;
                        }
                        search.spare_runs.push(run);
                    }
                }
            }
            let cell = members(board.open).filter(|&cell| board.cells[cell].count_ones() > 2).nth(7 * round % 30);
            let Some(cell) = cell else { break };
            let digit = digits_in(board.cells[cell]).next().unwrap();
            board.strike(1 << cell, digit);
        }
        assert!(clashes > 100 && same > 1000, "{clashes} {same}");
    }
}
