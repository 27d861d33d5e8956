//! Sudoku, as a rule book states it.
//!
//! The board is a square of n rows and n columns. It is divided into boxes of the same shape, each of n cells. Some
//! cells hold a digit from 1 to n. Write a digit from 1 to n into every other cell, so that
//!
//! 1. every row holds each digit once,
//! 2. every column holds each digit once,
//! 3. every box holds each digit once.
//!
//! Variants demand more, or other things: see [`variant`].
//!
//! Digits above 9 are written A, B, C …. Where a puzzle does not say how high and wide its boxes are, they are as close
//! to squares as possible, and not higher than wide.

pub(crate) mod variant;

use serde::Deserialize;
use serde_json::Value;

use variant::{Cell, Variant};

use crate::Failure;

#[derive(Deserialize)]
pub(crate) struct Puzzle {
    /// Rows and columns of a box.
    r#box: Option<[usize; 2]>,
    /// A string of symbols, a list of numbers, or a list of rows that are one or the other.
    cells: Value,
    /// The region of each cell, by names.
    regions: Option<Value>,
    #[serde(flatten)]
    pub(crate) variant: Variant,
}

/// There are symbols for so many digits: 1 to 9, then A to Z.
const MOST_DIGITS: usize = 35;

/// Groups of cells that hold each digit once, by their names.
type Groups = Vec<(String, Vec<Cell>)>;

impl Puzzle {
    /// Rows, columns, boxes or regions, and what else holds each digit once.
    pub(crate) fn groups(&self, side: usize, box_rows: usize, box_columns: usize) -> Result<Groups, Failure> {
        let mut groups: Groups = Vec::new();
        for row in 0..side {
            groups.push((format!("row {}", row + 1), (0..side).map(|column| (row, column)).collect()));
        }
        for column in 0..side {
            groups.push((format!("column {}", column + 1), (0..side).map(|row| (row, column)).collect()));
        }
        match &self.regions {
            None => {
                for number in 0..side {
                    // Boxes are counted row by row; side / box_columns of them are side by side.
                    let boxes_across = side / box_columns;
                    let top = number / boxes_across * box_rows;
                    let left = number % boxes_across * box_columns;
                    let cells = (0..side).map(|k| (top + k / box_columns, left + k % box_columns)).collect();
                    groups.push((format!("box {}", number + 1), cells));
                }
            }
            Some(regions) => {
                // Regions are counted as they first come.
                let names = names(regions);
                let mut regions: Vec<(&String, Vec<Cell>)> = Vec::new();
                for (place, name) in names.iter().enumerate().take(side * side) {
                    let cell = (place / side, place % side);
                    match regions.iter_mut().find(|(known, _)| *known == name) {
                        Some((_, cells)) => cells.push(cell),
                        None => regions.push((name, vec![cell])),
                    }
                }
                if names.len() != side * side || regions.iter().any(|(_, cells)| cells.len() != side) {
                    return Err(Failure::Puzzle(format!("the regions do not have {side} cells each")));
                }
                groups.extend((1..).zip(regions).map(|(number, (_, cells))| (format!("region {number}"), cells)));
            }
        }
        groups.extend(self.variant.groups(side, self.regions.is_none().then_some([box_rows, box_columns]))?);
        Ok(groups)
    }

    /// How high and how wide a box is, and the cells row by row, 0 for a blank one.
    pub(crate) fn shape(&self) -> Result<(usize, usize, Vec<usize>), Failure> {
        let givens = cells(&self.cells).ok_or_else(|| Failure::Puzzle("the cells are not digits".to_owned()))?;
        let side = (2..=givens.len()).find(|side| side * side >= givens.len()).unwrap_or(0);
        let [box_rows, box_columns] = match &self.regions {
            Some(_) => [1, side],
            None => self.r#box.unwrap_or_else(|| usual_box(side)),
        };
        let is_square = !givens.is_empty() && side * side == givens.len() && side <= MOST_DIGITS;
        if !is_square || box_rows.checked_mul(box_columns) != Some(side) {
            return Err(Failure::Puzzle(format!("{} cells in boxes of {box_rows}×{box_columns}", givens.len())));
        }
        Ok((box_rows, box_columns, givens))
    }
}

pub(crate) fn check(puzzle: &Puzzle, solution: &str) -> Result<(), Failure> {
    let (box_rows, box_columns, givens) = puzzle.shape()?;
    let side = box_rows * box_columns;

    let digits: Option<Vec<usize>> = solution.chars().map(digit).collect();
    let digits = digits.ok_or_else(|| Failure::Solution("it contains something that is not a digit".to_owned()))?;
    if digits.len() != givens.len() {
        return Err(Failure::Solution(format!("{} digits, the board has {} cells", digits.len(), givens.len())));
    }

    for (place, (&given, &digit)) in givens.iter().zip(&digits).enumerate() {
        let (row, column) = (place / side + 1, place % side + 1);
        if given != 0 && given != digit {
            return Err(Failure::rule("given", format!("row {row} column {column} is given as {given}, not {digit}")));
        }
    }
    for (name, cells) in puzzle.groups(side, box_rows, box_columns)? {
        each_digit_once(cells.iter().map(|(row, column)| digits[row * side + column]), side, &name)?;
    }
    for ((row, column), marks) in puzzle.variant.marked(side)? {
        if !marks.contains(&digits[row * side + column]) {
            return Err(Failure::rule(
                "pencil mark",
                format!("row {} column {} is marked otherwise", row + 1, column + 1),
            ));
        }
    }
    for demand in puzzle.variant.demands(side)? {
        let there: Vec<usize> = demand.cells.iter().map(|(row, column)| digits[row * side + column]).collect();
        if !demand.wants.hold(&there) {
            return Err(Failure::rule(demand.rule, format!("{} holds {there:?}", demand.name())));
        }
    }
    Ok(())
}

fn each_digit_once(unit: impl Iterator<Item = usize>, side: usize, name: &str) -> Result<(), Failure> {
    let mut unit: Vec<usize> = unit.collect();
    unit.sort_unstable();
    if unit.into_iter().eq(1..=side) {
        return Ok(());
    }
    let kinds = ["row", "column", "box", "region", "diagonal", "window", "group"];
    let kind = kinds.into_iter().find(|kind| name.starts_with(kind)).unwrap_or("group");
    Err(Failure::rule(kind, format!("{name} does not hold each digit once")))
}

/// The highest box that is not higher than wide: 9 → 3×3, 6 → 2×3, 12 → 3×4.
fn usual_box(side: usize) -> [usize; 2] {
    let rows = (1..=side).filter(|rows| side.is_multiple_of(*rows) && rows * rows <= side).max().unwrap_or(1);
    [rows, side / rows]
}

/// The digit of a symbol: 1–9, then A, B, …; 0 for a blank cell.
fn digit(symbol: char) -> Option<usize> {
    match symbol {
        '.' | '_' | '*' | '-' => Some(0),
        _ => symbol.to_digit(36).map(|digit| digit as usize),
    }
}

/// What is in a list; a value that is not a list is the only one.
fn parts(value: &Value) -> &[Value] {
    value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice)
}

/// The cells of a puzzle, row by row; 0 for a blank one.
fn cells(value: &Value) -> Option<Vec<usize>> {
    let mut cells = Vec::new();
    for part in parts(value).iter().flat_map(parts) {
        match part {
            Value::Null => cells.push(0),
            Value::Number(number) => cells.push(usize::try_from(number.as_u64()?).ok()?),
            Value::String(symbols) => {
                let symbols = symbols.chars().filter(|symbol| !symbol.is_whitespace());
                cells.extend(symbols.map(digit).collect::<Option<Vec<_>>>()?);
            }
            Value::Bool(_) | Value::Array(_) | Value::Object(_) => return None,
        }
    }
    Some(cells)
}

/// The names of the cells' regions, row by row.
fn names(value: &Value) -> Vec<String> {
    let named = |part: &Value| match part {
        Value::String(symbols) => symbols.chars().filter(|symbol| !symbol.is_whitespace()).map(String::from).collect(),
        other => vec![other.to_string()],
    };
    parts(value).iter().flat_map(parts).flat_map(named).collect()
}

#[cfg(test)]
mod tests {
    use crate::tests::broken;

    const PUZZLE: &str = r#"{"family":"sudoku","box":[2,2],"cells":"1..............."}"#;

    #[test]
    fn a_board_that_keeps_every_rule_is_accepted() {
        assert_eq!(broken(PUZZLE, r#""1234341221434321""#), None);
        // Boxes 2 high and 3 wide, which need not be said; the same digits do not fit boxes 3 high and 2 wide.
        let solution = "\"123456456123231564564231312645645312\"";
        let cells = ".".repeat(36);
        assert_eq!(broken(&format!(r#"{{"family":"sudoku","cells":"{cells}"}}"#), solution), None);
        assert_eq!(broken(&format!(r#"{{"family":"sudoku","box":[2,3],"cells":"{cells}"}}"#), solution), None);
        assert_eq!(broken(&format!(r#"{{"family":"sudoku","box":[3,2],"cells":"{cells}"}}"#), solution), Some("box"));
    }

    #[test]
    fn each_rule_has_a_board_that_breaks_it_alone() {
        assert_eq!(broken(PUZZLE, r#""1234341241432321""#), Some("row"), "r3c1 and r4c1 have changed places");
        assert_eq!(broken(PUZZLE, r#""1234341212434321""#), Some("column"), "r3c1 and r3c2 have changed places");
        assert_eq!(broken(PUZZLE, r#""1234214334124321""#), Some("box"), "rows 2 and 3 have changed places");
        assert_eq!(broken(PUZZLE, r#""2143432112343412""#), Some("given"), "r1c1 is given as 1");
    }

    #[test]
    fn blank_cells_and_digits_that_are_too_large_are_no_solution() {
        assert_eq!(broken(PUZZLE, r#""123434122143432.""#), Some("row"));
        assert_eq!(broken(PUZZLE, r#""1234341221434325""#), Some("row"));
        assert_eq!(broken(PUZZLE, r#""123434122143432""#), Some("solution"));
        assert_eq!(broken(PUZZLE, r#""1234341221434é21""#), Some("solution"));
    }

    #[test]
    fn the_cells_may_come_as_numbers_or_rows() {
        for cells in ["[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]", r#"["1...","....","....","...."]"#] {
            let puzzle = format!(r#"{{"family":"sudoku","cells":{cells}}}"#);
            assert_eq!(broken(&puzzle, r#""1234341221434321""#), None);
            assert_eq!(broken(&puzzle, r#""2143432112343412""#), Some("given"));
        }
        for cells in ["[]", "true", "[1,2]", "[-1]", "[[[1]],{}]"] {
            let puzzle = format!(r#"{{"family":"sudoku","cells":{cells}}}"#);
            assert_eq!(broken(&puzzle, r#""1234341221434321""#), Some("puzzle"), "{cells}");
        }
        let huge = format!(r#"{{"family":"sudoku","box":[{0},{0}],"cells":"1"}}"#, u64::MAX);
        assert_eq!(broken(&huge, "\"1\""), Some("puzzle"));
    }
}
