//! A board of cells into which a player writes values and marks.

use super::{PlayError, Played, Position, Standing, rules_of};
use crate::grid::{Cell, Grid};
use crate::narrate::{broken_rules, clue_of};
use crate::play::{Brush, Change, ClueState, Controls, Done, Look, Place, Setup, Shape, Snapshot, Symbol, Touch};
use crate::puzzle::{Puzzle, cell_model, number_in_grid, symbol_of};
use crate::reason::explain::words::capital;
use crate::reason::explain::{Entry, State};
use crate::reason::{Author, Model, Values, Var, Written};
use crate::scene::{Paint, Scene, SceneCell, Wall, svg};
use crate::solution::Solution;

/// What separates the parts of a value: symbol, corner marks, centre marks, colour.
const SEPARATOR: char = '/';

/// A deduction puzzle being played.
#[derive(Debug)]
pub struct CellGame<'p> {
    puzzle: &'p dyn Puzzle,
    /// The rules with one variable for each cell, where the family can state them so.
    model: Model,
    scene: Scene,
    /// The variable of each cell that has one.
    var_of: Grid<Option<Var>>,
    /// The given values.
    given: Grid<Option<u8>>,
    /// The values that can be written, with their symbols.
    symbols: Vec<(u8, char)>,
    has_marks: bool,
}

/// What is in a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct CellState {
    value: Option<u8>,
    corner: Values,
    centre: Values,
    /// The player's own colour; it means nothing.
    colour: String,
}

impl<'p> CellGame<'p> {
    /// The game of a deduction puzzle.
    pub fn new(puzzle: &'p dyn Puzzle) -> Option<Self> {
        let model = cell_model(puzzle)?;
        let scene = puzzle.scene(None);
        let var_of = model.vars_of_cells(scene.cells.rows(), scene.cells.columns());
        let mut given = var_of.map(|_| None);
        for cell in var_of.cells() {
            let values = var_of[cell].map_or(0, |var| model.start()[var]);
            // A cell with one value left by pencil marks is not given: the picture shows what is.
            if values.is_power_of_two() && scene.cells[cell] != SceneCell::default() {
                given[cell] = Some(values.trailing_zeros() as u8);
            }
        }
        let any = model.start().iter().fold(0, |any, values| any | values);
        let symbols: Vec<(u8, char)> = (0..64u8)
            .filter(|value| any >> value & 1 == 1)
            .filter_map(|value| Some((value, symbol_of(puzzle, value)?)))
            .collect();
        // What is painted is distinguished by its paint, anything else by a symbol.
        let is_painted = |&(value, _): &(u8, char)| puzzle.shown_value(value).paint != Paint::Open;
        let has_marks = !symbols.iter().all(is_painted);
        Some(CellGame { puzzle, model, scene, var_of, given, symbols, has_marks })
    }

    pub(super) fn setup(&self) -> Setup {
        let rules = rules_of(self.puzzle);
        let (rows, columns) = (self.scene.cells.rows(), self.scene.cells.columns());
        let clue = |clues: &[Vec<String>], at: usize| {
            let clue = clues.get(at).filter(|clue| !clue.is_empty())?;
            Some(format!("clue{} {}", if clue.len() == 1 { "" } else { "s" }, clue.join(" ")))
        };
        let name = |kind: &str, at: usize, clue: Option<String>| match clue {
            Some(clue) => format!("{kind} {}, {clue}", at + 1),
            None => format!("{kind} {}", at + 1),
        };
        let row_clue = |row: usize| rules.row_clue(row).or_else(|| clue(&self.scene.row_clues, row));
        let column_clue = |column: usize| rules.column_clue(column).or_else(|| clue(&self.scene.column_clues, column));
        let notes = rules.cell_notes();
        let place = |cell: Cell| Place {
            cells: vec![cell],
            name: notes.as_ref().map_or_else(String::new, |notes| notes[cell].clone()),
            is_given: self.given[cell].is_some(),
        };
        Setup {
            controls: rules.controls(self.controls()),
            places: self.scene.cells.cells().map(place).collect(),
            columns,
            row_names: (0..rows).map(|row| name("Row", row, row_clue(row))).collect(),
            column_names: (0..columns).map(|column| name("column", column, column_clue(column))).collect(),
            values: self.start().iter().map(|cell| self.text(cell)).collect(),
            offers: Vec::new(),
        }
    }

    /// The controls that follow from the values and their looks.
    fn controls(&self) -> Controls {
        if self.has_marks {
            let symbol = |&(value, symbol): &(u8, char)| Symbol {
                symbol: symbol.to_string(),
                name: self.puzzle.value_name(value),
            };
            let columns = (1..).find(|side| side * side >= self.symbols.len()).unwrap_or(1);
            let rows = self.symbols.len().div_ceil(columns);
            let symbols = self.symbols.iter().map(symbol).collect();
            return Controls::Digits { symbols, marks: [rows, columns], groups: self.groups() };
        }
        // What leaves a cell empty is the second brush; the others come first.
        let (empty, filled): (Vec<_>, Vec<_>) =
            self.symbols.iter().partition(|&&(value, _)| self.puzzle.shown_value(value).paint == Paint::Empty);
        let brush = |&(value, symbol): &(u8, char), is_second: bool| {
            let name = self.puzzle.value_name(value);
            Brush {
                symbol: symbol.to_string(),
                label: capital(&name),
                hint: format!("mark the cell as {name}"),
                spoken: name.clone(),
                name,
                key: value.to_string(),
                is_second,
                look: look(&self.puzzle.shown_value(value)),
            }
        };
        let brushes: Vec<Brush> = filled
            .iter()
            .map(|value| brush(value, false))
            .chain(empty.iter().map(|value| brush(value, true)))
            .collect();
        let has_level = brushes.iter().any(|brush| brush.look.shape == Shape::Level);
        let is_joined =
            |cell: &Cell| has_level && cell.row > 0 && self.scene.wall_above(cell.row, cell.column) != Wall::Thick;
        let cells = self.scene.cells.cells();
        let joined = cells.enumerate().filter(|(_, cell)| is_joined(cell)).map(|(place, _)| place).collect();
        Controls::Paint { brushes, joined }
    }

    /// The places of which no two hold the same symbol.
    fn groups(&self) -> Vec<Vec<usize>> {
        let place = |cell: &Cell| self.given.index_of(*cell);
        let group = |vars: &[Var]| vars.iter().flat_map(|&var| self.model.cells(var)).map(place).collect();
        let rules = self.model.constraints().iter().map(|rule| rule.mutually_exclusive());
        rules.filter(|vars| vars.len() > 1).map(group).collect()
    }

    /// What is on the board at the start.
    fn start(&self) -> Vec<CellState> {
        self.given.values().iter().map(|&value| CellState { value, ..CellState::default() }).collect()
    }

    /// The value of every place of a solution.
    pub(super) fn filled(&self, answer: &Grid<u8>) -> Vec<String> {
        let fits = answer.rows() == self.given.rows() && answer.columns() == self.given.columns();
        let cell = |cell: Cell| {
            let value = fits.then(|| self.puzzle.value_in_grid(answer[cell])).filter(|_| self.var_of[cell].is_some());
            self.text(&CellState { value: self.given[cell].or(value), ..CellState::default() })
        };
        self.given.cells().map(cell).collect()
    }

    pub(super) fn play(
        &self,
        values: Option<&Vec<String>>,
        touches: &[Touch],
        strikes_marks: bool,
    ) -> Result<Played, PlayError> {
        let mut cells = match values {
            None => self.start(),
            Some(values) => self.read(values)?,
        };
        let mut changed = Vec::new();
        let mut refused = None;
        for touch in touches {
            let before = cells.clone();
            match touch {
                Touch::Write { place, .. } if *place >= cells.len() => {
                    return Err(PlayError::NoSuchPlace { place: *place, places: cells.len() });
                }
                Touch::Write { place, value } => {
                    self.write(&mut cells, *place, self.parse(*place, value)?, strikes_marks);
                }
                Touch::FillMarks {} => match self.fill_marks(&mut cells) {
                    true => {}
                    false => {
                        refused = Some("The entries contradict each other: take the mistake back first.".to_owned())
                    }
                },
                _ => return Err(PlayError::TouchOfMoves),
            }
            let places = (0..cells.len()).filter(|&place| cells[place] != before[place]);
            changed.push(places.map(|place| (place, self.text(&cells[place]))).collect());
        }
        let state = cells.iter().map(|cell| self.entry(cell)).collect();
        Ok(Played {
            changed,
            refused,
            position: self.position(&cells),
            done: Done::Values(cells.iter().map(|cell| self.text(cell)).collect()),
            standing: Standing { from: None, state, now: None },
            replaced: None,
        })
    }

    /// Marks every open cell with what is left to it; fails where what is written leaves nothing to some cell.
    fn fill_marks(&self, cells: &mut [CellState]) -> bool {
        let marked = |place: usize| {
            let cell = self.cell(place);
            let centre = Some(cells[place].centre).filter(|marks| *marks != 0);
            Some(Entry { cell, var: self.var_of[cell]?, values: centre?, is_mark: true })
        };
        let mut entries = self.entries(cells);
        entries.extend((0..cells.len()).filter(|&place| cells[place].value.is_none()).filter_map(marked));
        let Ok(state) = State::with_entries(&self.model, &entries) else { return false };
        for (place, content) in cells.iter_mut().enumerate().filter(|_| self.has_marks) {
            if let (Some(var), None) = (self.var_of[self.cell(place)], content.value) {
                content.centre = state.get(var);
            }
        }
        true
    }

    /// Writes into a cell, and into those that follow.
    fn write(&self, cells: &mut [CellState], place: usize, state: CellState, strikes_marks: bool) {
        let (before, after) = (cells[place].value, state.value);
        cells[place] = state;
        if before == after {
            return;
        }
        let cell = self.cell(place);
        let change = Change { cell, before, after };
        let values = self.values(cells);
        let following = rules_of(self.puzzle).consequences(&values, change).unwrap_or_else(|| self.tied(change));
        for (cell, value) in following.into_iter().filter(|(cell, _)| self.given[*cell].is_none()) {
            cells[self.given.index_of(cell)].value = value;
        }
        if let (Some(value), Some(var), true) = (after, self.var_of[cell], strikes_marks && self.has_marks) {
            for &constraint in self.model.watchers(var) {
                let others = self.model.constraints()[constraint].mutually_exclusive();
                if !others.contains(&var) {
                    continue;
                }
                for other in others.iter().filter(|&&other| other != var).flat_map(|&other| self.model.cells(other)) {
                    let other = &mut cells[self.given.index_of(*other)];
                    other.corner &= !(1 << value);
                    other.centre &= !(1 << value);
                }
            }
        }
    }

    /// The other cells of a variable that stands for several: they have the same value.
    fn tied(&self, change: Change) -> Vec<(Cell, Option<u8>)> {
        let Some(var) = self.var_of[change.cell] else { return Vec::new() };
        self.model.cells(var).iter().filter(|&&cell| cell != change.cell).map(|&cell| (cell, change.after)).collect()
    }

    fn position(&self, cells: &[CellState]) -> Position {
        let rules = rules_of(self.puzzle);
        let values = self.values(cells);
        let entries = self.entries(cells);
        let mut clues = rules.clues(&values).unwrap_or_else(|| self.clues(&entries));
        clues.retain(|clue| !clue.is_plain());
        let answer = rules.finished(&values).unwrap_or_else(|| self.answer(&values)).map(Solution::Grid);
        let values = cells.iter().map(|cell| self.text(cell)).collect();
        Position {
            board: Snapshot { values, ..Snapshot::default() },
            broken: broken_rules(self.puzzle, &self.model, &entries),
            clues,
            complete: answer.as_ref().is_some_and(|answer| self.puzzle.verify(answer).is_ok()),
            answer,
            ..Position::default()
        }
    }

    /// The state of the clues of rows and columns.
    fn clues(&self, entries: &[Entry]) -> Vec<ClueState> {
        let mut written = Written::given(&|value| self.puzzle.value_name(value), &self.model);
        for entry in entries {
            written.add(Author::Player, entry.var, entry.cell, entry.values);
        }
        let state = |id: usize| {
            let clue = clue_of(&self.model, id)?;
            let rule = &self.model.constraints()[id];
            let is_wrong = !rule.possible(written.domains());
            let is_whole = rule.scope().iter().all(|&var| written.value(var).is_some());
            Some(ClueState::single(clue, is_whole && !is_wrong, is_wrong))
        };
        (0..self.model.constraints().len()).filter_map(state).collect()
    }

    /// The answer, once every cell has a value.
    fn answer(&self, values: &Grid<Option<u8>>) -> Option<Grid<u8>> {
        let number = |cell: Cell| match (self.var_of[cell], values[cell]) {
            (None, _) => Some(0),
            (Some(_), value) => Some(number_in_grid(self.puzzle, value?)),
        };
        let numbers: Option<Vec<u8>> = values.cells().map(number).collect();
        Grid::from_values(values.rows(), values.columns(), numbers?)
    }

    /// The single values that the player has written.
    fn entries(&self, cells: &[CellState]) -> Vec<Entry> {
        let entry = |place: usize| {
            let cell = self.cell(place);
            let (var, value) = (self.var_of[cell]?, cells[place].value?);
            self.given[cell].is_none().then_some(Entry { cell, var, values: 1 << value, is_mark: false })
        };
        (0..cells.len()).filter_map(entry).collect()
    }

    fn values(&self, cells: &[CellState]) -> Grid<Option<u8>> {
        let mut values = self.given.clone();
        for (place, state) in cells.iter().enumerate() {
            values[self.cell(place)] = state.value;
        }
        values
    }

    fn cell(&self, place: usize) -> Cell {
        Cell { row: place / self.given.columns(), column: place % self.given.columns() }
    }

    /// Reads the value of every place.
    fn read(&self, values: &[String]) -> Result<Vec<CellState>, PlayError> {
        let places = self.given.values().len();
        if values.len() != places {
            return Err(PlayError::WrongLength { found: values.len(), places });
        }
        values.iter().enumerate().map(|(place, value)| self.parse(place, value)).collect()
    }

    /// Reads the value of a place; a given one stays.
    fn parse(&self, place: usize, text: &str) -> Result<CellState, PlayError> {
        let cell = self.cell(place);
        let not_a_value = |expected| PlayError::NotAValue { text: text.to_owned(), cell, expected };
        let value_of = |symbol: char| {
            let found = self.symbols.iter().find(|&&(_, known)| known == symbol);
            found.map(|&(value, _)| value).ok_or(PlayError::UnknownSymbol { symbol, cell })
        };
        let marks = |text: &str| -> Result<Values, PlayError> {
            text.chars().try_fold(0, |marks, mark| Ok(marks | 1 << value_of(mark)?))
        };
        let mut letters = text.chars();
        let mut state = match (letters.next(), letters.next()) {
            (None, _) => CellState::default(),
            (Some(symbol), None) => CellState { value: Some(value_of(symbol)?), ..CellState::default() },
            _ if self.has_marks => {
                let mut parts = text.split(SEPARATOR);
                let mut next = || parts.next().unwrap_or_default();
                let (symbol, corner, centre, colour) = (next(), next(), next(), next());
                let mut symbols = symbol.chars();
                let value = symbols.next().map(value_of).transpose()?;
                let is_colour = colour.len() <= 2 && colour.bytes().all(|digit| digit.is_ascii_digit());
                if symbols.next().is_some() || parts.next().is_some() || !is_colour {
                    return Err(not_a_value("5, or 5/12/34/1"));
                }
                CellState { value, corner: marks(corner)?, centre: marks(centre)?, colour: colour.to_owned() }
            }
            _ => return Err(not_a_value("one symbol")),
        };
        if self.given[cell].is_some() || self.var_of[cell].is_none() {
            state = CellState { value: self.given[cell], colour: state.colour, ..CellState::default() };
        }
        Ok(state)
    }

    /// A value as it is written.
    fn text(&self, state: &CellState) -> String {
        let is_in = |marks: Values| self.symbols.iter().filter(move |&&(value, _)| marks >> value & 1 == 1);
        let text = |marks: Values| is_in(marks).map(|&(_, symbol)| symbol).collect::<String>();
        let symbol = text(state.value.map_or(0, |value| 1 << value));
        if state.corner | state.centre == 0 && state.colour.is_empty() {
            return symbol;
        }
        [&symbol, &text(state.corner), &text(state.centre), &state.colour].map(String::as_str).join("/")
    }

    /// A value as the other questions about a puzzle take it. Centre marks are what a cell may still hold, also where a single
    /// one is left. Corner marks say where a value may go, and not that no other may.
    fn entry(&self, state: &CellState) -> String {
        match state.value {
            Some(_) => self.text(&CellState { value: state.value, ..CellState::default() }),
            None if state.centre != 0 => {
                let marks = self.symbols.iter().filter(|&&(value, _)| state.centre >> value & 1 == 1);
                format!("{{{}}}", marks.map(|&(_, symbol)| symbol).collect::<String>())
            }
            None => "?".to_owned(),
        }
    }
}

/// How a value looks where a player writes it.
pub(super) fn look(cell: &SceneCell) -> Look {
    let shape = match cell.paint {
        Paint::Open => Shape::Text,
        Paint::Empty => Shape::Dot,
        Paint::Filled | Paint::Colour(_) | Paint::Own(_) => Shape::Tile,
        _ => Shape::Level,
    };
    Look {
        class: svg::class_of(cell.paint).to_owned(),
        shape,
        fill: cell.paint.hex(),
        text: cell.shown().into_owned(),
        ink: cell.paint.ink().map(str::to_owned),
    }
}
