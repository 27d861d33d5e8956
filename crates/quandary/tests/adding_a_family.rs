//! Adding a family is one crate and one registry line.

use quandary::read::{self, Diagnostic, Hints, Source};
use quandary::scene::Scene;
use quandary::{Ask, Family, Grid, Outcome, Solution, Violation};
use quandary_core::Puzzle;
use quandary_core::puzzle::{Algorithm, AnyNotation, Example, Fit, Notation, Packing};
use quandary_core::reason::{self, AllDifferent, Model, Strategy};
use serde_json::Value;

/// A tiny family: "put the digits 1 to n into a row, each once". All that a family has to say fits on one screen.
#[derive(Debug, PartialEq)]
struct Row {
    cells: Vec<u8>,
}

struct RowFamily;

static ROW_FAMILY: RowFamily = RowFamily;

/// What the registry would look like with one line more.
static REGISTRY: &[&dyn Family] = &[&ROW_FAMILY];

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
        &[]
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
        for &cell in &self.cells {
            model.variable(if cell == 0 { (1 << size) - 1 } else { 1 << (cell - 1) }, Vec::new());
        }
        model.constrain(AllDifferent::new((0..size).collect(), size, "the row", "the row holds each digit once"));
        Some(model)
    }
    fn scene(&self, _solution: Option<&Solution>) -> Scene {
        Scene::new("Row", 1, self.cells.len())
    }
    fn solution_json(&self, solution: &Solution) -> Value {
        self.solution_text(solution).into()
    }
    fn solution_text(&self, solution: &Solution) -> String {
        self.solution_values(solution).iter().map(u32::to_string).collect()
    }
    fn read_solution(&self, source: &Source) -> Result<Solution, Diagnostic> {
        read_row(source).map(|row| Solution::Grid(Grid::from_values(1, row.cells.len(), row.cells).unwrap()))
    }
}

#[test]
fn a_family_in_the_registry_is_detected_read_solved_compared_and_written() {
    let hints = Hints::new(REGISTRY);
    let puzzle = read::puzzle(&Source::from_text("row:3.1."), &hints).unwrap();
    let outcome = puzzle.solve(&Ask { count: true, ..Ask::default() });
    assert_eq!((outcome.verdict.word(), outcome.solution_count, outcome.count_is_exact), ("multiple", 2, true));
    for solution in &outcome.solutions {
        assert_eq!(puzzle.verify(solution), Ok(()));
    }
    for algorithm in puzzle.family().algorithms() {
        let outcome = puzzle.solve_with(algorithm.name, &Ask::default()).unwrap();
        assert_eq!(puzzle.verify(&outcome.solutions[0]), Ok(()), "{}", algorithm.name);
    }
    assert_eq!(puzzle.write("row", REGISTRY).unwrap(), "row:3.1.");
    let error = puzzle.write("column", REGISTRY).unwrap_err();
    assert_eq!(error.to_string(), "row has no notation called 'column'; it can be written as: row");
}
