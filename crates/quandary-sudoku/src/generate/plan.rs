//! The options of a request, parsed, and rejected at once where they contradict each other.

use std::ops::RangeInclusive;

use crate::symmetry::{Group, Symmetry};
use crate::{MAX_SIDE, Sudoku};
use quandary_core::puzzle::{GenerateError, GenerateSpec};
use quandary_core::random::Key;

/// The fewest givens of a 9×9 puzzle with one solution, proved by exhaustive search (McGuire et al. 2012).
const MIN_GIVENS_9: u64 = 17;

/// A request, parsed.
pub(super) struct Plan {
    pub(super) box_rows: usize,
    pub(super) box_columns: usize,
    pub(super) givens: Option<RangeInclusive<usize>>,
    pub(super) minimal: bool,
    pub(super) canonical: bool,
    pub(super) symmetry: Symmetry,
    /// Groups of cells that are removed together.
    pub(super) groups: Vec<Group>,
    /// Where the givens are, if that was asked for.
    pub(super) pattern: Option<Vec<bool>>,
}

impl Plan {
    pub(super) fn of_spec(spec: &GenerateSpec) -> Result<Plan, GenerateError> {
        let (box_rows, box_columns) = spec.size("box")?.unwrap_or((3, 3));
        let side = box_rows.saturating_mul(box_columns);
        if box_rows < 2 || box_columns < 2 || side > MAX_SIDE {
            let message = format!("boxes are at least 2×2 and have at most {MAX_SIDE} cells");
            return Err(GenerateError::Option { name: "box", message });
        }
        let cells = side * side;
        let givens = spec.range("givens")?;
        if let Some(range) = &givens {
            let fewest = if (box_rows, box_columns) == (3, 3) { MIN_GIVENS_9 } else { side as u64 - 1 };
            if *range.end() < fewest || *range.start() > cells as u64 {
                let message = format!("a {side}×{side} board has from {fewest} to {cells} givens");
                return Err(GenerateError::Option { name: "givens", message });
            }
        }
        let symmetry = match spec.text("symmetry") {
            None => Symmetry::None,
            Some(name) => Symmetry::of_name(name).ok_or_else(|| GenerateError::Option {
                name: "symmetry",
                message: format!(
                    "'{name}' is not one of: {}",
                    Symmetry::ALL.map(|symmetry| symmetry.name()).join(", ")
                ),
            })?,
        };
        let pattern = spec.text("pattern").map(|mask| read_pattern(mask, cells)).transpose()?;
        let canonical = spec.has("canonical");
        if canonical && (box_rows, box_columns) != (3, 3) {
            let message = "the canonical form is worked out for 9×9 boards only".to_owned();
            return Err(GenerateError::Option { name: "canonical", message });
        }
        if canonical && (symmetry != Symmetry::None || pattern.is_some()) {
            let message = "the canonical form moves the givens, which undoes a symmetry or a pattern".to_owned();
            return Err(GenerateError::Option { name: "canonical", message });
        }
        let givens = givens.map(|range| *range.start() as usize..=(*range.end()).min(cells as u64) as usize);
        let (minimal, groups) = (spec.has("minimal"), symmetry.groups(side));
        let plan = Plan { box_rows, box_columns, givens, minimal, canonical, symmetry, groups, pattern };
        plan.check_givens()?;
        plan.check_pattern()?;
        Ok(plan)
    }

    /// The key of a series with everything that its puzzles depend on.
    pub(super) fn key(&self, key: Key) -> Key {
        let givens = self.givens.as_ref().map(|range| format!("{}..{}", range.start(), range.end()));
        let mask =
            |pattern: &Vec<bool>| -> String { pattern.iter().map(|&given| if given { 'x' } else { '.' }).collect() };
        key.with("box", format_args!("{}x{}", self.box_rows, self.box_columns))
            .with("givens", givens.unwrap_or_default())
            .with("minimal", self.minimal)
            .with("symmetry", self.symmetry.name())
            .with("pattern", self.pattern.as_ref().map(mask).unwrap_or_default())
            .with("canonical", self.canonical)
    }

    /// A symmetry allows only some numbers of givens.
    fn check_givens(&self) -> Result<(), GenerateError> {
        let Some(range) = self.givens.as_ref().filter(|_| self.symmetry != Symmetry::None) else { return Ok(()) };
        let mut can_be = vec![false; self.side() * self.side() + 1];
        can_be[0] = true;
        for group in &self.groups {
            let size = group.cells().len();
            for count in (size..can_be.len()).rev() {
                can_be[count] |= can_be[count - size];
            }
        }
        if can_be[range.clone()].contains(&true) {
            return Ok(());
        }
        let message = format!("no such number of givens has the symmetry '{}'", self.symmetry.name());
        Err(GenerateError::Option { name: "givens", message })
    }

    /// A pattern must not contradict the other options.
    fn check_pattern(&self) -> Result<(), GenerateError> {
        let Some(pattern) = &self.pattern else { return Ok(()) };
        let refuse = |message: String| Err(GenerateError::Option { name: "pattern", message });
        let given = pattern.iter().filter(|&&is_given| is_given).count();
        if self.givens.as_ref().is_some_and(|range| !range.contains(&given)) {
            return refuse(format!("the pattern has {given} givens, which the option 'givens' does not allow"));
        }
        if (self.box_rows, self.box_columns) == (3, 3) && (given as u64) < MIN_GIVENS_9 {
            return refuse(format!("with {given} givens no 9×9 puzzle has just one solution"));
        }
        let is_split =
            |group: &Group| group.cells().iter().any(|&cell| pattern[usize::from(cell)] != pattern[group.first()]);
        if self.groups.iter().any(is_split) {
            return refuse(format!("the pattern has not the symmetry '{}'", self.symmetry.name()));
        }
        if let Some(lines) = self.free_lines(pattern) {
            return refuse(format!("{lines} have no given, so they can change places in any solution"));
        }
        Ok(())
    }

    /// Two rows of a band, or two columns of a stack, that have no given.
    fn free_lines(&self, pattern: &[bool]) -> Option<String> {
        let side = self.side();
        let free = |kind: &str, deep: usize, is_given: &dyn Fn(usize, usize) -> bool| {
            (0..side / deep).find_map(|band| {
                let mut blank =
                    (band * deep..(band + 1) * deep).filter(|&line| !(0..side).any(|at| is_given(line, at)));
                Some(format!("{kind} {} and {}", blank.next()? + 1, blank.next()? + 1))
            })
        };
        free("rows", self.box_rows, &|row, column| pattern[row * side + column])
            .or_else(|| free("columns", self.box_columns, &|column, row| pattern[row * side + column]))
    }

    pub(super) fn side(&self) -> usize {
        self.box_rows * self.box_columns
    }

    pub(super) fn shape(&self, cells: Vec<u8>) -> Result<Sudoku, GenerateError> {
        let refusal = || GenerateError::Cannot("a board of this shape cannot be made".to_owned());
        Sudoku::new(self.box_rows, self.box_columns, cells).ok_or_else(refusal)
    }
}

/// Reads a mask of givens.
fn read_pattern(mask: &str, cells: usize) -> Result<Vec<bool>, GenerateError> {
    let pattern: Vec<bool> =
        mask.chars().filter(|sign| !sign.is_whitespace()).map(|sign| !matches!(sign, '.' | '0' | '_')).collect();
    if pattern.len() == cells {
        return Ok(pattern);
    }
    let message = format!("the mask has {} signs, the board {cells} cells", pattern.len());
    Err(GenerateError::Option { name: "pattern", message })
}
