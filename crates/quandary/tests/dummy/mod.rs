//! A tiny family, "put the digits 1 to n into a row, each once": all that a family has to say fits on one screen. The tests take
//! it through everything that a family gets for its one line in the registry.

use quandary::read::{Diagnostic, Source};
use quandary::scene::Scene;
use quandary::{Cell, Family, Grid, Solution, Violation};
use quandary_core::Puzzle;
use quandary_core::generate::{ClueGenerator, Clued};
use quandary_core::puzzle::{AnyNotation, DoesNotFit, Example, Fit, Generator, Notation, Packing};
use quandary_core::random::ChaCha8Rng;
use quandary_core::reason::{AllDifferent, Model};

/// A row of digits; 0 is a blank cell.
#[derive(Debug, PartialEq)]
pub(crate) struct Row {
    cells: Vec<u8>,
}

/// The family.
pub(crate) struct RowFamily;

static ROW_FAMILY: RowFamily = RowFamily;

/// What the registry would look like with one line more.
pub(crate) static REGISTRY: &[&dyn Family] = &[&ROW_FAMILY];

static NOTATION: Notation<Row> = Notation {
    name: "row",
    summary: "row: and the cells, '.' for an open one",
    packing: Packing::Line,
    comments: false,
    detect: |source| if source.text.starts_with("row:") { Fit::Sure } else { Fit::No },
    read: read_row,
    write: Some(write_row),
};

fn write_row(row: &Row) -> Result<String, DoesNotFit> {
    let cell = |&cell: &u8| if cell == 0 { '.' } else { (b'0' + cell) as char };
    Ok(format!("row:{}", row.cells.iter().map(cell).collect::<String>()))
}

fn read_row(source: &Source) -> Result<Row, Diagnostic> {
    let line = source.content_lines()[0];
    let tokens: Vec<_> = line.characters().skip("row:".len()).collect();
    if tokens.is_empty() || tokens.len() > 9 {
        return Err(Diagnostic::new("a row has 1 to 9 cells").label("this row", line));
    }
    let cell = |token: &quandary::read::Token<'_>| match token.text {
        "." => Ok(0),
        _ => Ok(token.number("a digit", tokens.len())? as u8),
    };
    Ok(Row { cells: tokens.iter().map(cell).collect::<Result<_, Diagnostic>>()? })
}

static GENERATOR: ClueGenerator<Row> = ClueGenerator::new(&ROW_FAMILY);

impl Clued for Row {
    const SIZES: &'static [&'static str] = &["1x7", "1x5", "1x9"];

    fn blank(rows: usize, columns: usize, _random: &mut ChaCha8Rng) -> Result<Self, DoesNotFit> {
        let is_row = rows == 1 && columns <= 9;
        is_row.then(|| Row { cells: vec![0; columns] }).ok_or_else(|| "one row of up to 9 cells can be made".into())
    }
    fn clues(&self) -> Vec<bool> {
        self.cells.iter().map(|&cell| cell != 0).collect()
    }
    fn with_clues(&self, kept: &[bool], solution: &Solution) -> Self {
        let digits = self.solution_values(solution);
        Row { cells: digits.iter().zip(kept).map(|(&digit, &kept)| if kept { digit as u8 } else { 0 }).collect() }
    }
}

impl Family for RowFamily {
    fn name(&self) -> &'static str {
        "row"
    }
    fn title(&self) -> &'static str {
        "Row"
    }
    fn goal(&self) -> &'static str {
        "Put the digits 1 to n into a row, each once."
    }
    fn limits(&self) -> &'static str {
        "rows up to 9"
    }
    fn notations(&self) -> Vec<&'static dyn AnyNotation> {
        vec![&NOTATION]
    }
    fn examples(&self) -> &'static [Example] {
        &[Example { name: "seven", notation: "row", text: "row:3.1.5.7", verdict: "multiple", solution: None }]
    }
    fn generator(&self) -> Option<&'static dyn Generator> {
        Some(&GENERATOR)
    }
}

impl Puzzle for Row {
    fn family(&self) -> &'static dyn Family {
        &ROW_FAMILY
    }
    fn size(&self) -> String {
        format!("1×{}", self.cells.len())
    }
    fn verify(&self, solution: &Solution) -> Result<(), Violation> {
        let mut digits = solution.grid().ok_or_else(|| Violation::shape("a row"))?.values().to_vec();
        if digits.iter().zip(&self.cells).any(|(&digit, &given)| given != 0 && given != digit) {
            return Err(Violation::new("given", "a digit differs from the given one", Vec::new()));
        }
        digits.sort_unstable();
        let expected: Vec<u8> = (1..=self.cells.len() as u8).collect();
        if digits == expected { Ok(()) } else { Err(Violation::new("once", "each digit once", Vec::new())) }
    }
    fn model(&self) -> Option<Model> {
        let size = self.cells.len();
        let mut model = Model::new();
        for (column, &cell) in self.cells.iter().enumerate() {
            let values = if cell == 0 { (1 << size) - 1 } else { 1 << (cell - 1) };
            model.variable(values, vec![Cell { row: 0, column }]);
        }
        model.constrain(AllDifferent::new((0..size).collect(), size, "the row", "the row holds each digit once"));
        Some(model)
    }
    fn value_name(&self, value: u8) -> String {
        (value + 1).to_string()
    }
    fn value_in_grid(&self, number: u8) -> u8 {
        number.saturating_sub(1)
    }
    fn scene(&self, solution: Option<&Solution>) -> Scene {
        let mut scene = Scene::new("Row", 1, self.cells.len());
        scene.wall_in(|_, _| false);
        let digits = solution.and_then(Solution::grid).map_or(&self.cells[..], Grid::values);
        for (column, digit) in digits.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            scene.cells[Cell { row: 0, column }].text = digit.to_string();
        }
        scene
    }
}
