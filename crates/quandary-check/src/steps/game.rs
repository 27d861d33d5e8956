//! The puzzles of the families, as cells with values and named rules.

use std::collections::BTreeMap;

use super::rules::Rule;
use super::{Board, Cell, Flow, Game};
use crate::kinds::Kind;
use crate::kinds::runs::Runs;
use crate::limits::{Limits, Work};
use crate::rules::Rules;
use crate::sudoku::variant::Wants;
use crate::{Failure, aquarium, family_of, nonogram, read_puzzle, sudoku};

/// About how many bytes it takes to remember a cell that another one floods.
const FLOOD_BYTES: u64 = 32;

impl Game {
    /// Reads a puzzle of any family that is explained in steps.
    pub(super) fn read(puzzle: &str, limits: &Limits<'_>) -> Result<Game, Failure> {
        // Boards that are too large, and colours that there are not, are rejected there.
        Rules::read(puzzle)?;
        match family_of(puzzle)?.as_str() {
            "sudoku" => Game::sudoku(&read_puzzle(puzzle)?),
            "nonogram" => Game::nonogram(&read_puzzle(puzzle)?),
            "aquarium" => Game::aquarium(&read_puzzle(puzzle)?, limits),
            other => Err(Failure::Puzzle(format!("steps of the family '{other}' are not checked"))),
        }
    }

    fn sudoku(puzzle: &sudoku::Puzzle) -> Result<Game, Failure> {
        let (height, width, digits) = puzzle.shape()?;
        let side = height * width;
        // Digits are one symbol each: 1 to 9, then A to Z.
        let symbols: Vec<char> = ('1'..='9').chain('A'..='Z').take(side).collect();
        if symbols.len() < side || digits.iter().any(|&digit| digit > side) {
            return Err(Failure::Puzzle(format!("a board of side {side} with digits up to {:?}", digits.iter().max())));
        }
        let names = symbols.iter().map(char::to_string).collect();
        let all = (1 << side) - 1;
        let mut start = Board::new();
        for (place, &digit) in digits.iter().enumerate() {
            start.insert((place / side, place % side), if digit == 0 { all } else { 1 << (digit - 1) });
        }
        for (cell, marks) in puzzle.variant.marked(side)? {
            let marked = marks.iter().fold(0, |set, digit| set | 1 << (digit - 1));
            start.entry(cell).and_modify(|now| *now &= marked);
        }
        let groups = puzzle.groups(side, height, width)?.into_iter();
        let mut rules: BTreeMap<String, Rule> =
            groups.map(|(name, cells)| (name, Rule::Of(Kind::Different, cells))).collect();
        for demand in puzzle.variant.demands(side)? {
            let name = demand.name();
            let kind = if demand.wants == Wants::Unlike { Kind::Different } else { Kind::Walk(demand.wants) };
            rules.insert(name, Rule::Of(kind, demand.cells));
        }
        Ok(Game { names, start, rules, flow: BTreeMap::new() })
    }

    fn nonogram(puzzle: &nonogram::Puzzle) -> Result<Game, Failure> {
        let (height, width) = (puzzle.rows.len(), puzzle.columns.len());
        let colours = puzzle.rows.iter().chain(&puzzle.columns).flatten().map(|block| block.run().1).max().unwrap_or(1);
        let runs = |clue: &Vec<nonogram::Block>| Kind::Runs(Runs::new(&nonogram::runs(clue)));
        let mut rules = BTreeMap::new();
        for (row, clue) in puzzle.rows.iter().enumerate() {
            let cells = (0..width).map(|column| (row, column)).collect();
            rules.insert(format!("row {}", row + 1), Rule::Of(runs(clue), cells));
        }
        for (column, clue) in puzzle.columns.iter().enumerate() {
            let cells = (0..height).map(|row| (row, column)).collect();
            rules.insert(format!("column {}", column + 1), Rule::Of(runs(clue), cells));
        }
        let names = (0..=colours).map(|value| match value {
            0 => "empty".to_owned(),
            1 if colours == 1 => "filled".to_owned(),
            colour => {
                let named = puzzle.colours.get(usize::from(colour) - 1).and_then(|colour| colour.name.clone());
                named.unwrap_or_else(|| format!("colour {colour}"))
            }
        });
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let all = (1 << (colours + 1)) - 1;
        let start = cells.map(|cell| (cell, all)).collect();
        Ok(Game { names: names.collect(), start, rules, flow: BTreeMap::new() })
    }

    fn aquarium(puzzle: &aquarium::Puzzle, limits: &Limits<'_>) -> Result<Game, Failure> {
        if !puzzle.is_whole() {
            return Err(Failure::Puzzle("the tanks do not fill the board".to_owned()));
        }
        let (height, width) = (puzzle.rows.len(), puzzle.columns.len());
        let mut rules = BTreeMap::new();
        for (row, clue) in puzzle.rows.iter().enumerate() {
            let cells = (0..width).map(|column| (row, column)).collect();
            rules.extend(clue.map(|clue| (format!("row {}", row + 1), Rule::Water(cells, clue))));
        }
        for (column, clue) in puzzle.columns.iter().enumerate() {
            let cells = (0..height).map(|row| (row, column)).collect();
            rules.extend(clue.map(|clue| (format!("column {}", column + 1), Rule::Water(cells, clue))));
        }
        // Row by row, so that the first cell of a tank, by which its rule is called, comes first.
        let mut tanks: BTreeMap<&str, Vec<Cell>> = BTreeMap::new();
        for cell in puzzle.cells() {
            tanks.entry(&puzzle.tanks[cell.0][cell.1].0).or_default().push(cell);
        }
        let level = |cells: Vec<Cell>| (format!("tank r{}c{}", cells[0].0 + 1, cells[0].1 + 1), Rule::Level(cells));
        rules.extend(tanks.into_values().map(level));
        let (mut work, mut memory, mut flow) = (Work::new(limits), limits.memory, Flow::new());
        for cell in puzzle.cells() {
            work.spend(height * width)?;
            let floods = puzzle.floods(cell);
            memory = memory.checked_sub(FLOOD_BYTES * floods.len() as u64).ok_or(Failure::Limit)?;
            flow.insert(cell, floods);
        }
        let start = puzzle.cells().map(|cell| (cell, 0b11)).collect();
        Ok(Game { names: ["air", "water"].map(str::to_owned).to_vec(), start, rules, flow })
    }
}
