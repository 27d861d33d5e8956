//! The options of a request, parsed, and rejected at once where they contradict each other.

use std::ops::RangeInclusive;

use super::variants::Kinds;
use crate::symmetry::{Group, Symmetry};
use crate::variant::Variant;
use crate::{MAX_SIDE, Sudoku};
use quandary_core::puzzle::{GenerateError, GenerateSpec};
use quandary_core::random::Key;

/// The fewest givens of a 9×9 puzzle with one solution, proved by exhaustive search (McGuire et al. 2012).
const MIN_GIVENS_9: u64 = 17;

/// With up to so many givens a puzzle is rare.
const FEW_GIVENS: usize = 20;

/// On larger boards, a proof that a given is redundant is not looked for beyond a small search.
const USUAL_SIDE: usize = 16;

/// A request, parsed.
#[derive(Clone)]
pub(super) struct Plan {
    pub(super) box_rows: usize,
    pub(super) box_columns: usize,
    /// The variants that were asked for; empty for a classic board.
    pub(super) kinds: Kinds,
    /// What was drawn for them on the board in hand.
    pub(super) variant: Variant,
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
        let kinds = Kinds::read(spec.text("variant").unwrap_or_default(), box_rows, box_columns)?;
        // Regions of other shapes need no boxes: 7×7 boards have regions of 1×7 cells.
        let is_shape = if kinds.has_regions() { side >= 4 } else { box_rows >= 2 && box_columns >= 2 };
        if !is_shape || side > MAX_SIDE {
            let message = format!("boxes are at least 2×2 and have at most {MAX_SIDE} cells");
            return Err(GenerateError::Option { name: "box", message });
        }
        let cells = side * side;
        let givens = spec.range("givens")?;
        if let Some(range) = &givens {
            let fewest = match (box_rows, box_columns) {
                _ if !kinds.is_empty() => 0,
                (3, 3) => MIN_GIVENS_9,
                _ => side as u64 - 1,
            };
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
        if canonical && ((box_rows, box_columns) != (3, 3) || !kinds.is_empty()) {
            let message = "the canonical form is worked out for classic 9×9 boards only".to_owned();
            return Err(GenerateError::Option { name: "canonical", message });
        }
        if canonical && (symmetry != Symmetry::None || pattern.is_some()) {
            let message = "the canonical form moves the givens, which undoes a symmetry or a pattern".to_owned();
            return Err(GenerateError::Option { name: "canonical", message });
        }
        let givens = givens.map(|range| *range.start() as usize..=(*range.end()).min(cells as u64) as usize);
        let (minimal, groups) = (spec.has("minimal"), symmetry.groups(side));
        let variant = Variant::CLASSIC.clone();
        let plan =
            Plan { box_rows, box_columns, kinds, variant, givens, minimal, canonical, symmetry, groups, pattern };
        plan.check_givens()?;
        plan.check_pattern()?;
        Ok(plan)
    }

    /// The key of a series with everything that its puzzles depend on.
    pub(super) fn key(&self, key: Key) -> Key {
        let givens = self.givens.as_ref().map(|range| format!("{}..{}", range.start(), range.end()));
        let mask =
            |pattern: &Vec<bool>| -> String { pattern.iter().map(|&given| if given { 'x' } else { '.' }).collect() };
        // Classic boards have the keys that they had before there were others.
        let key = if self.kinds.is_empty() { key } else { key.with("variant", self.kinds) };
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
        if self.is_nine() && (given as u64) < MIN_GIVENS_9 {
            return refuse(format!("with {given} givens no 9×9 puzzle has just one solution"));
        }
        let is_split =
            |group: &Group| group.cells().iter().any(|&cell| pattern[usize::from(cell)] != pattern[group.first()]);
        if self.groups.iter().any(is_split) {
            return refuse(format!("the pattern does not have the symmetry '{}'", self.symmetry.name()));
        }
        if self.kinds.is_empty()
            && let Some(lines) = self.free_lines(pattern)
        {
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

    /// Whether boards are classic ones of 9×9.
    pub(super) fn is_nine(&self) -> bool {
        self.kinds.is_empty() && (self.box_rows, self.box_columns) == (3, 3)
    }

    /// Whether so few givens are asked for that they are exchanged until there are no more.
    pub(super) fn is_exchanged(&self) -> bool {
        let is_few = self.givens.as_ref().is_some_and(|range| *range.end() <= FEW_GIVENS);
        self.is_nine() && self.pattern.is_none() && self.symmetry == Symmetry::None && is_few
    }

    /// Whether every given of a symmetric puzzle has to be needed.
    pub(super) fn is_symmetric_minimal(&self) -> bool {
        self.is_nine() && self.pattern.is_none() && self.symmetry != Symmetry::None && self.minimal
    }

    /// Whether boards are so large that a given which is hard to prove redundant is not worth the time that its proof takes.
    pub(super) fn is_huge(&self) -> bool {
        self.kinds.is_empty() && self.side() > USUAL_SIDE && !self.minimal
    }

    /// How many givens are too many or too few.
    pub(super) fn off_range(&self, given: usize) -> usize {
        let (least, most) = self.givens.as_ref().map_or((0, usize::MAX), |range| (*range.start(), *range.end()));
        least.saturating_sub(given) + given.saturating_sub(most)
    }

    /// The same request for boards on which this is drawn.
    pub(super) fn on(&self, variant: Variant) -> Plan {
        Plan { variant, ..self.clone() }
    }

    pub(super) fn shape(&self, cells: Vec<u8>) -> Result<Sudoku, GenerateError> {
        let refusal = || GenerateError::Cannot("a board of this shape cannot be made".to_owned());
        if self.variant == *Variant::CLASSIC {
            return Sudoku::new(self.box_rows, self.box_columns, cells).ok_or_else(refusal);
        }
        Sudoku::with_variant(Some((self.box_rows, self.box_columns)), cells, self.variant.clone())
            .map_err(|_| refusal())
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
