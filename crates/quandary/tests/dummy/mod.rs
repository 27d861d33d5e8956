//! A tiny family, "put the digits 1 to n into a row, each once": all that a family has to say fits on one screen. The tests take
//! it through everything that a family gets for its one line in the registry.

use quandary::read::{self, Diagnostic, Source};
use quandary::scene::Scene;
use quandary::{Ask, Cell, Family, Grid, Outcome, Solution, Violation};
use quandary_core::Puzzle;
use quandary_core::puzzle::{Algorithm, AnyNotation, Example, Fit, Notation, Packing};
use quandary_core::reason::{self, AllDifferent, Model, Strategy};
use serde_json::Value;

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

fn write_row(row: &Row) -> Result<String, String> {
    let cell = |&cell: &u8| if cell == 0 { '.' } else { (b'0' + cell) as char };
    Ok(format!("row:{}", row.cells.iter().map(cell).collect::<String>()))
}

fn read_row(source: &Source) -> Result<Row, Diagnostic> {
    let line = source.content_lines()[0];
    let tokens = line.characters().skip("row:".len());
    let cell = |token: read::Token<'_>| if token.text == "." { Ok(0) } else { Ok(token.number("a digit", 9)? as u8) };
    Ok(Row { cells: tokens.map(cell).collect::<Result<_, Diagnostic>>()? })
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
    fn algorithms(&self) -> &'static [Algorithm] {
        &reason::ALGORITHMS
    }
}

fn decode(values: &[u8]) -> Solution {
    Solution::Grid(Grid::from_values(1, values.len(), values.iter().map(|value| value + 1).collect()).unwrap())
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
        digits.sort_unstable();
        let expected: Vec<u8> = (1..=self.cells.len() as u8).collect();
        if digits == expected { Ok(()) } else { Err(Violation::new("once", "each digit once", Vec::new())) }
    }
    fn solve(&self, ask: &Ask) -> Outcome {
        reason::solve(&self.model().unwrap(), ask, Strategy { shave: false }, decode)
    }
    fn solve_with(&self, algorithm: &str, ask: &Ask) -> Option<Outcome> {
        reason::solve_with(&self.model()?, algorithm, ask, decode)
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
    fn solution_json(&self, solution: &Solution) -> Value {
        self.solution_text(solution).into()
    }
    fn solution_text(&self, solution: &Solution) -> String {
        self.solution_values(solution).iter().map(u32::to_string).collect()
    }
    fn read_solution(&self, source: &Source) -> Result<Solution, Diagnostic> {
        let digits: Vec<u8> = source.text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
        Ok(Solution::Grid(Grid::from_values(1, digits.len(), digits).unwrap()))
    }
}
