//! An editor for every family of deduction that has none of its own, where the clues are given cells ([`Clued`]): a cell is
//! selected, and its value is written.
//!
//! A draft is the JSON notation, as everywhere. What an edit needs is there already: [`Clued::clues`] says which cells are given,
//! the model which values they have, and [`Clued::with_clues`] makes the board with some more or fewer. Other boards, such as
//! those whose clues are sums of lines, need an editor that knows them.

use serde_json::Value;

use super::{ClueGenerator, Clued};
use crate::edit::{Choice, Edit, EditError, Editor, Gesture, Tool, read_size, sizes_of};
use crate::grid::{Cell, Grid};
use crate::puzzle::{Puzzle, cell_model, number_in_grid, symbol_of};
use crate::random::Key;
use crate::solution::Solution;
use crate::text::Source;

/// The largest side that is tried; a family says by itself which of these boards it has.
const MAX_SIDE: usize = 512;

/// The tool that writes a value into a cell.
const WRITE: &str = "write";

impl<P: Clued> ClueGenerator<P> {
    /// Whether there is a clue for each cell, and a notation for the draft.
    pub(super) fn has_given_cells(&self) -> bool {
        let is_written = self.family.notation("json").is_some();
        is_written
            && self.board_of(P::SIZES[0]).is_ok_and(|board| board.clues().len() == cells_of(&board).values().len())
    }

    /// A board of a size without clues. What else it consists of is drawn at random, and is the same each time.
    fn board_of(&self, size: &str) -> Result<P, EditError> {
        let (rows, columns) = read_size(size, MAX_SIDE)?;
        let random = &mut Key::new(self.family.name(), P::REVISION, 0).stream(0);
        P::blank(rows, columns, random).map_err(|why| why.to_string().into())
    }

    fn draft_of(&self, board: &P) -> Result<Value, EditError> {
        let json = self.family.notation("json").ok_or("the family has no JSON notation")?;
        let text = json.write_unchecked(board).map_err(|error| error.to_string())?;
        serde_json::from_str(&text).map_err(|error| error.to_string().into())
    }

    /// What is done with the board of a draft.
    fn on_board<T>(&self, draft: &Value, act: impl FnOnce(&P) -> T) -> Result<T, EditError> {
        let json = self.family.notation("json").ok_or("the family has no JSON notation")?;
        let board = json.read(&Source::from_text(draft.to_string())).map_err(|error| error.message)?;
        board.downcast::<P>().map(act).ok_or_else(|| format!("this is not a {} board", self.family.title()).into())
    }
}

/// The cells of a board.
fn cells_of(board: &impl Puzzle) -> Grid<()> {
    board.scene(None).cells.map(|_| ())
}

/// The value of each given cell.
fn given(board: &impl Clued) -> Grid<Option<u8>> {
    let mut values = cells_of(board).map(|()| None);
    let Some(model) = cell_model(board) else { return values };
    let vars = model.vars_of_cells(values.rows(), values.columns());
    for (cell, is_given) in vars.cells().zip(board.clues()) {
        let start = vars[cell].map(|var| model.start()[var]).filter(|_| is_given);
        values[cell] = start.map(|start| start.trailing_zeros() as u8);
    }
    values
}

/// The values that the cells of a board may have, lowest first.
fn values_of(board: &impl Puzzle) -> Vec<u8> {
    let any = cell_model(board).map_or(0, |model| model.start().iter().fold(0, |any, values| any | values));
    (0..64).filter(|value| any >> value & 1 == 1).collect()
}

impl<P: Clued> Editor for ClueGenerator<P> {
    fn sizes(&self) -> Vec<(&'static str, String)> {
        sizes_of(P::SIZES)
    }

    fn blank(&self, size: &str) -> Result<Value, EditError> {
        self.board_of(size).and_then(|board| self.draft_of(&board))
    }

    fn tools(&self, draft: &Value) -> Vec<Tool> {
        let choices = |board: &P| -> Vec<Choice> {
            let choice = |value| Some(Choice::new(symbol_of(board, value)?, board.value_name(value)));
            values_of(board).into_iter().filter_map(choice).collect()
        };
        let choices = self.on_board(draft, choices).unwrap_or_default();
        let hint = "Select a cell and write its value. The space bar goes on to the next cell.";
        vec![
            Tool::new(WRITE, "Given cells", hint, Gesture::Write)
                .with(choices.into_iter().chain([Choice::new("", "⌫")])),
        ]
    }

    fn apply(&self, draft: &mut Value, edit: &Edit) -> Result<(), EditError> {
        if edit.tool != WRITE {
            return Err(EditError::NoSuchTool(edit.tool.clone()));
        }
        let board = self.on_board(draft, |board| -> Result<P, EditError> {
            let value = match edit.value.chars().next() {
                None => None,
                Some(symbol) => {
                    let value = board.value_of_symbol(symbol).filter(|value| values_of(board).contains(value));
                    Some(value.ok_or_else(|| format!("'{symbol}' is not a value of this puzzle"))?)
                }
            };
            let mut values = given(board);
            for &cell in &edit.cells {
                let is_there = cell.row < values.rows() && cell.column < values.columns();
                is_there.then(|| values[cell] = value).ok_or(EditError::OffBoard(cell))?;
            }
            let kept: Vec<bool> = values.values().iter().map(Option::is_some).collect();
            let numbers = values.map(|value| value.map_or(0, |value| number_in_grid(board, value)));
            Ok(board.with_clues(&kept, &Solution::Grid(numbers)))
        })??;
        *draft = self.draft_of(&board)?;
        Ok(())
    }

    fn has_single_clues(&self) -> bool {
        true
    }

    fn missing_clues(&self, draft: &Value, solution: &Solution) -> Vec<Edit> {
        let Some(grid) = solution.grid() else { return Vec::new() };
        let edits = |board: &P| -> Vec<Edit> {
            let values = given(board);
            let open = values.cells().filter(|&cell| values[cell].is_none());
            let edit = |cell: Cell| Some(write(cell, symbol_of(board, board.value_in_grid(grid[cell]))?));
            open.filter_map(edit).collect()
        };
        self.on_board(draft, edits).unwrap_or_default()
    }

    fn removable_clues(&self, draft: &Value) -> Vec<Edit> {
        let erased = |cell| Edit { tool: WRITE.to_owned(), cells: vec![cell], ..Edit::default() };
        let edits = |board: &P| {
            let values = given(board);
            values.cells().filter(|&cell| values[cell].is_some()).map(erased).collect()
        };
        self.on_board(draft, edits).unwrap_or_default()
    }
}

fn write(cell: Cell, symbol: char) -> Edit {
    Edit { tool: WRITE.to_owned(), cells: vec![cell], line: None, value: symbol.to_string() }
}
