//! Sudoku by hand: digits and marks. What a digit strikes out and which rules are broken follow from the model; here is only
//! how marks are laid out, which sums of cages are reached, and what a cell is called for screen readers.

use quandary_core::grid::Grid;
use quandary_core::play::{ClueState, Controls, Play};
use quandary_core::puzzle::Cell;

use super::Sudoku;
use super::variant::{Clue, Says, Sign};

impl Play for Sudoku {
    fn controls(&self, general: Controls) -> Controls {
        match general {
            // As many rows and columns of marks as a box has; regions have neither.
            Controls::Digits { symbols, groups, .. } if self.variant().regions.is_none() => {
                Controls::Digits { symbols, marks: [self.box_rows(), self.box_columns()], groups }
            }
            general => general,
        }
    }

    fn clues(&self, values: &Grid<Option<u8>>) -> Option<Vec<ClueState>> {
        let board = values.map(|value| value.map_or(0, |value| value + 1));
        let state = |cage: Clue| {
            let Clue::Cage { cells, sum: Some(sum) } = &cage else { return None };
            let open = cells.iter().filter(|&&cell| board[cell] == 0).count() as u32;
            // Every open cell adds 1 at least.
            let is_exceeded = cells.iter().map(|&cell| u32::from(board[cell])).sum::<u32>() + open > *sum;
            let is_satisfied = open == 0 && cage.holds(&board);
            let corner = cells.iter().min()?;
            Some(ClueState::single(format!("sum-{corner}"), is_satisfied, is_exceeded || open == 0 && !is_satisfied))
        };
        Some(self.variant().clues(self).into_iter().filter_map(state).collect())
    }

    fn cell_notes(&self) -> Option<Grid<String>> {
        let mut notes = self.cells.map(|_| String::new());
        for cell in self.cells.cells() {
            notes[cell] = self.cell_note(cell);
        }
        Some(notes)
    }
}

impl Sudoku {
    /// What is drawn in a cell, or around it.
    fn cell_note(&self, cell: Cell) -> String {
        let variant = self.variant();
        let names = |cells: &[Cell]| cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ");
        let mut notes: Vec<String> = Vec::new();
        for cage in variant.cages.iter().filter(|cage| cage.cells.contains(&cell)) {
            let sum = cage.sum.map(|sum| format!(" of {sum}")).unwrap_or_default();
            notes.push(format!("cage{sum} with {} cells", cage.cells.len()));
        }
        for cells in &variant.thermometers {
            if let Some(place) = cells.iter().position(|&other| other == cell) {
                notes.push(format!("thermometer, {} of {} from the bulb", place + 1, cells.len()));
            }
        }
        for arrow in &variant.arrows {
            if arrow.circle.contains(&cell) {
                notes.push(format!("circle of the arrow along {}", names(&arrow.shaft)));
            } else if arrow.shaft.contains(&cell) {
                notes.push(format!("arrow from {}", names(&arrow.circle)));
            }
        }
        for sign in variant.signs.iter().filter(|sign| sign.cells.contains(&cell)) {
            let other = if sign.cells[0] == cell { sign.cells[1] } else { sign.cells[0] };
            notes.push(format!("{} to {other}", spoken(sign)));
        }
        notes.join(", ")
    }
}

/// What a sign between two cells is called.
fn spoken(sign: &Sign) -> String {
    match sign.says {
        Says::Difference(1) => "white dot".to_owned(),
        Says::Difference(by) => format!("white dot {by}"),
        Says::Ratio(2) => "black dot".to_owned(),
        Says::Ratio(by) => format!("black dot {by}"),
        Says::Sum(10) => "X".to_owned(),
        Says::Sum(5) => "V".to_owned(),
        Says::Sum(sum) => format!("sum {sum}"),
    }
}
