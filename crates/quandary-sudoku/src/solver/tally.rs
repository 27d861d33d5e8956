//! Counting small boards by their states.
//!
//! Small boards with few givens have many solutions (the empty 6×6 board has 28,200,960), but few states that matter to the
//! cells still to be filled: which digits are in each unit that is started and not full. So cells are filled in
//! reading order, and fillings that leave the same digits in the same units are counted together. The cost is the number
//! of such states, and not the number of solutions.
//!
//! Digits that may stand in the same cells from here on can change places without changing the number of ways. So states
//! that differ only in the names of such digits are counted once: on boards with few givens that leaves one state of some hundred.
//!
//! A state is one word of 128 bits, one bit for each digit of each unit: that is enough for boards up to 6×6 with all their
//! units (regions, diagonals, windows). Clues that are not units are not supported.

use super::{Sudoku, filled};
use quandary_core::puzzle::Solution;
use quandary_core::reason::count::Countable;

/// About how many bytes a state and its number take in a table.
const BYTES_PER_STATE: usize = 96;

/// A cell in reading order.
struct Place {
    /// Each digit that it may have, with its bits in the units of the cell.
    choices: Vec<(u8, u128)>,
    /// The bits of the units that are full with this cell: these need not be remembered any more.
    forget: u128,
    /// Digits, counted from 0, that may stand in the same cells from here on.
    alike: Vec<Vec<usize>>,
}

/// A board that is filled in reading order.
pub(super) struct Tally {
    side: usize,
    places: Vec<Place>,
    /// The bits of the first digit in all units.
    of_one_digit: u128,
    /// The digits so far, and the states after each of them and at the start.
    digits: Vec<u8>,
    states: Vec<u128>,
}

impl Tally {
    /// The board; `None` where it cannot be counted this way.
    pub(super) fn new(puzzle: &Sudoku) -> Option<Self> {
        let (side, cells, units, variant) = (puzzle.side(), puzzle.cells(), puzzle.units(), puzzle.variant());
        let only_units = variant.cages.is_empty()
            && variant.thermometers.is_empty()
            && variant.arrows.is_empty()
            && variant.signs.is_empty()
            && variant.clues(puzzle).is_empty();
        if !only_units || units.len() * side > u128::BITS as usize {
            return None;
        }
        let place = |cell| {
            let mine: Vec<usize> = (0..units.len()).filter(|&unit| units[unit].cells.contains(&cell)).collect();
            let full = mine.iter().filter(|&&unit| units[unit].cells.iter().max() == Some(&cell));
            let forget = full.fold(0, |mask, &unit| mask | ((1u128 << side) - 1) << (unit * side));
            let bits = |digit: usize| mine.iter().fold(0, |mask, &unit| mask | 1u128 << (unit * side + digit));
            let is_allowed = |digit: &usize| match cells[cell] {
                0 => puzzle.struck(cell) >> (digit + 1) & 1 == 0,
                given => usize::from(given) == digit + 1,
            };
            let choices = (0..side).filter(is_allowed).map(|digit| (digit as u8 + 1, bits(digit))).collect();
            Place { choices, forget, alike: Vec::new() }
        };
        let mut places: Vec<Place> = cells.cells().map(place).collect();
        let mut alike: Vec<Vec<usize>> = vec![(0..side).collect()];
        for place in places.iter_mut().rev() {
            let may_be = |&digit: &usize| place.choices.iter().any(|&(choice, _)| usize::from(choice) == digit + 1);
            let split = alike.into_iter().flat_map(|group| <[_; 2]>::from(group.into_iter().partition(may_be)));
            alike = split.filter(|group: &Vec<usize>| group.len() > 1).collect();
            place.alike.clone_from(&alike);
        }
        let of_one_digit = (0..units.len()).fold(0, |bits, unit| bits | 1 << (unit * side));
        Some(Tally { side, places, of_one_digit, digits: Vec::new(), states: vec![0] })
    }

    /// The digits of a full board.
    pub(super) fn board(&self) -> Solution {
        filled(self.side, self.digits.iter().copied())
    }

    fn now(&self) -> u128 {
        self.states.last().copied().unwrap_or_default()
    }
}

impl Countable for Tally {
    /// A cell by its number.
    type Place = u16;
    /// The number of the next cell, and the digits of the units.
    type State = (u16, u128);
    /// A digit for the next cell.
    type Choice = (u8, u128);
    type Choices = std::vec::IntoIter<(u8, u128)>;

    const MIN_REMEMBERED: usize = 1;
    const NEEDS_MEMORY: bool = true;

    fn open_places(&self) -> Vec<u16> {
        (self.digits.len() as u16..self.places.len() as u16).collect()
    }

    fn is_open(&self, place: u16) -> bool {
        usize::from(place) >= self.digits.len()
    }

    fn parts(&mut self, open: Vec<u16>) -> Vec<Vec<u16>> {
        vec![open]
    }

    fn state(&mut self, _: &[u16]) -> ((u16, u128), usize) {
        let mut state = self.now();
        for group in self.places.get(self.digits.len()).map_or(&[][..], |place| &place.alike) {
            let mut of_digits = [0; u128::BITS as usize];
            let of_digits = &mut of_digits[..group.len()];
            for (units, &digit) in of_digits.iter_mut().zip(group) {
                *units = state >> digit & self.of_one_digit;
                state &= !(self.of_one_digit << digit);
            }
            of_digits.sort_unstable();
            state = of_digits.iter().zip(group).fold(state, |state, (units, &digit)| state | units << digit);
        }
        ((self.digits.len() as u16, state), BYTES_PER_STATE)
    }

    fn choices(&mut self, _: &[u16]) -> Self::Choices {
        let (state, place) = (self.now(), self.places.get(self.digits.len()));
        let choices = place.map_or(&[][..], |place| &place.choices);
        choices.iter().copied().filter(|&(_, bits)| state & bits == 0).collect::<Vec<_>>().into_iter()
    }

    fn mark(&self) -> usize {
        self.digits.len()
    }

    fn decide(&mut self, (digit, bits): (u8, u128)) -> bool {
        let forget = self.places[self.digits.len()].forget;
        self.states.push((self.now() | bits) & !forget);
        self.digits.push(digit);
        true
    }

    fn take_back(&mut self, mark: usize) {
        self.digits.truncate(mark);
        self.states.truncate(mark + 1);
    }
}
