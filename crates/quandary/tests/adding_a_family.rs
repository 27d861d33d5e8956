//! Adding a family is one folder and one registry line.

use std::fs;
use std::path::{Path, PathBuf};

use quandary::puzzle::{Algorithm, AnyNotation, Example, Fit, Notation, Packing};
use quandary::read::{self, Diagnostic, Hints, Source};
use quandary::reason::{self, AllDifferent, Model, Strategy};
use quandary::scene::Scene;
use quandary::{Ask, Family, Grid, Outcome, Puzzle, Solution, Violation};
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
    let hints = Hints { families: REGISTRY, ..Hints::default() };
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
    assert_eq!(puzzle.write("row").unwrap(), "row:3.1.");
    let error = puzzle.write("column").unwrap_err();
    assert_eq!(error.to_string(), "row has no notation called 'column'; it can be written as: row");
}

/// Every Rust file below a folder.
fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// The lines of code (not comments) outside a family's own folder that name its module.
#[test]
fn the_registry_is_the_only_place_outside_its_folder_that_names_a_family() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for room in ["quandary/src", "quandary-cli/src", "quandary-web/src"] {
        rust_files(&crates.join(room), &mut files);
    }
    for family in quandary::ALL {
        let name = family.name();
        let own = Path::new("families").join(name);
        let mut mentions = Vec::new();
        // Tests may name whom they like.
        let is_test = |file: &Path| file.ends_with("tests.rs") || file.ends_with("samples.rs");
        let is_own = |file: &Path| file.to_string_lossy().contains(&*own.to_string_lossy());
        for file in files.iter().filter(|file| !is_test(file) && !is_own(file)) {
            let text = fs::read_to_string(file).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap();
            let words = |line: &str| line.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
            // Comments and the examples in help texts do not count.
            let is_code = |line: &&str| !["//", "quandary "].iter().any(|start| line.trim_start().starts_with(start));
            mentions.extend(code.lines().filter(is_code).filter(|line| words(line)).map(str::to_owned));
        }
        let module = format!("pub mod {name};");
        assert!(mentions.contains(&module), "{name} is declared in the registry");
        let listed = format!("&{name}::FAMILY");
        mentions.retain(|line| *line != module && !line.trim_start().starts_with(&listed));
        assert!(mentions.is_empty(), "{name} is named outside its folder: {mentions:#?}");
    }
}
