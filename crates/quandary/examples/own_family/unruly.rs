//! Unruly: fill every cell with 0 or 1. Each row and each column has as many 0s as 1s, and no three neighbours in a line are
//! equal.
//!
//! This is a whole family of deduction, made to be copied as the `lib.rs` of a crate of its own (see CONTRIBUTING.md). It
//! says what the rules are, how a board is written and how it looks. Solving, explaining, hints, grades, the textbook
//! algorithms, pictures, playing and making new puzzles follow from that.

use quandary_core::generate::{ClueGenerator, Clued};
use quandary_core::puzzle::{AnyNotation, DoesNotFit, Example, Fit, Generator, Notation, Packing};
use quandary_core::random::ChaCha8Rng;
use quandary_core::reason::{Broken, Constraint, ConstraintInfo, Domains, Effort, Ladder, Model, Sum, Var};
use quandary_core::scene::Scene;
use quandary_core::text::{Diagnostic, json};
use quandary_core::{Cell, Family, Grid, Puzzle, Solution, Violation};
use serde::Deserialize;

// ---------------------------------------------------------------------------------------------------------- the board

/// The largest side of a board.
const MAX_SIDE: usize = 20;

/// A board with some cells given.
#[derive(Clone, Debug, PartialEq)]
pub struct Unruly {
    cells: Grid<Option<u8>>,
}

impl Unruly {
    /// A board with these cells; the error says which boards there are.
    pub fn new(cells: Grid<Option<u8>>) -> Result<Self, DoesNotFit> {
        let is_side = |side: usize| side.is_multiple_of(2) && (2..=MAX_SIDE).contains(&side);
        match is_side(cells.rows()) && is_side(cells.columns()) {
            true => Ok(Unruly { cells }),
            false => Err(format!("rows and columns are even numbers from 2 to {MAX_SIDE}").into()),
        }
    }
}

/// Every row and every column of a board: its name, and its cells in order.
fn lines(rows: usize, columns: usize) -> Vec<(String, Vec<Cell>)> {
    let row = |row: usize| (0..columns).map(|column| Cell { row, column }).collect();
    let column = |column: usize| (0..rows).map(|row| Cell { row, column }).collect();
    let rows = (0..rows).map(|number| (format!("row {}", number + 1), row(number)));
    let columns = (0..columns).map(|number| (format!("column {}", number + 1), column(number)));
    rows.chain(columns).collect()
}

// ---------------------------------------------------------------------------------------------------------- the rules

impl Puzzle for Unruly {
    fn family(&self) -> &'static dyn Family {
        &FAMILY
    }

    fn size(&self) -> String {
        format!("{}×{}", self.cells.rows(), self.cells.columns())
    }

    /// The rules once, plainly: every answer is checked by this before it is shown.
    fn verify(&self, solution: &Solution) -> Result<(), Violation> {
        let shape = || Violation::shape("a board of 0s and 1s");
        let filled = solution.grid().ok_or_else(shape)?;
        let (rows, columns) = (self.cells.rows(), self.cells.columns());
        if (filled.rows(), filled.columns()) != (rows, columns) || filled.values().iter().any(|&value| value > 1) {
            return Err(shape());
        }
        for cell in self.cells.cells() {
            if self.cells[cell].is_some_and(|given| given != filled[cell]) {
                return Err(Violation::new("given", format!("{cell} differs from the given value"), vec![cell]));
            }
        }
        for (name, cells) in lines(rows, columns) {
            if 2 * cells.iter().filter(|&&cell| filled[cell] == 1).count() != cells.len() {
                return Err(Violation::new("balance", format!("{name} has not as many 0s as 1s"), cells));
            }
            if let Some(three) =
                cells.windows(3).find(|three| three.iter().all(|&cell| filled[cell] == filled[three[0]]))
            {
                return Err(Violation::new("three", format!("{name} has three equal neighbours"), three.to_vec()));
            }
        }
        Ok(())
    }

    /// The rules as constraints, for everything that reasons: a variable for each cell, in any order, and a constraint for each
    /// rule and line. Value `v` is bit `v` of the set of values that a cell may have.
    fn model(&self) -> Option<Model> {
        let mut model = Model::new();
        let mut vars = self.cells.map(|_| 0);
        for cell in self.cells.cells() {
            let values = self.cells[cell].map_or(0b11, |given| 1 << given);
            vars[cell] = model.variable(values, vec![cell]);
        }
        for (name, cells) in lines(self.cells.rows(), self.cells.columns()) {
            let line: Vec<Var> = cells.iter().map(|&cell| vars[cell]).collect();
            for (three, cells) in line.windows(3).zip(cells.windows(3)) {
                model.constrain(NoThree::new([three[0], three[1], three[2]], [cells[0], cells[2]]));
            }
            let half = line.len() / 2;
            let ladders = line.iter().map(|&var| Ladder::single(var, 1)).collect();
            model.constrain(Sum::new(ladders, half as u32, &name, format!("{name} has {half} 1s")));
        }
        Some(model)
    }

    fn scene(&self, solution: Option<&Solution>) -> Scene {
        let mut scene = Scene::new("Unruly", self.cells.rows(), self.cells.columns());
        scene.wall_in(|_, _| false);
        for cell in self.cells.cells() {
            if let Some(given) = self.cells[cell] {
                scene.cells[cell].text = given.to_string();
            } else if let Some(filled) = solution.and_then(Solution::grid) {
                scene.cells[cell] = self.shown_value(filled[cell]);
            }
        }
        scene
    }
}

/// A rule that the core does not have: three neighbours are not all equal.
#[derive(Debug)]
struct NoThree {
    info: ConstraintInfo,
}

impl NoThree {
    fn new(scope: [Var; 3], [first, last]: [Cell; 2]) -> Self {
        let name = format!("neighbours {first} to {last}");
        let statement = format!("{first} to {last} are not all equal");
        NoThree { info: ConstraintInfo::new(scope.to_vec(), name, statement) }
    }

    /// The value of all the variables of the scope but this one, where they have the same.
    fn value_of_others(&self, domains: &Domains, but: Var) -> Option<u8> {
        let mut others = self.scope().iter().filter(|&&var| var != but).map(|&var| domains.value(var));
        let first = others.next()??;
        others.all(|value| value == Some(first)).then_some(first)
    }
}

impl Constraint for NoThree {
    fn info(&self) -> &ConstraintInfo {
        &self.info
    }

    fn possible(&self, domains: &Domains) -> bool {
        let first = self.scope()[0];
        self.value_of_others(domains, first).is_none_or(|value| domains.value(first) != Some(value))
    }

    fn propagate(&self, domains: &mut Domains, _effort: Effort) -> Result<(), Broken> {
        for &var in self.scope() {
            if let Some(value) = self.value_of_others(domains, var) {
                domains.remove(var, 1 << value)?;
            }
        }
        Ok(())
    }

    fn has_thorough_pass(&self) -> bool {
        false
    }
}

// ------------------------------------------------------------------------------------------------------- the notations

/// Rows of 0, 1 and '.', below a line that says what it is.
static ROWS: Notation<Unruly> = Notation {
    name: "rows",
    summary: "a line 'unruly', then the rows: 0, 1, and '.' for an open cell",
    packing: Packing::Headed("unruly"),
    comments: true,
    detect: |source| match source.content_lines().first() {
        Some(line) if line.text.trim() == "unruly" => Fit::Sure,
        _ => Fit::No,
    },
    read: |source| {
        let lines = source.content_lines();
        let rows: Vec<&str> = lines.iter().skip(1).map(|line| line.text.trim()).collect();
        board(&rows).map_err(|why| {
            Diagnostic::new(why.to_string())
                .label("this board", source.first_word())
                .help("write a row as 1..0, all equally long")
        })
    },
    write: Some(|puzzle| Ok(format!("unruly\n{}\n", rows(puzzle).join("\n")))),
};

/// The form of the JSON notation, which every family has.
const JSON_FORM: &str = r#"{"family":"unruly","cells":["11..","1..1","...1","...."]}"#;

static JSON: Notation<Unruly> = Notation {
    name: "json",
    summary: "an object with the rows as texts",
    packing: Packing::Line,
    comments: false,
    detect: |source| json::detect(source, "unruly"),
    read: |source| {
        let Fields { cells } = json::read(source, JSON_FORM)?;
        let rows: Vec<&str> = cells.iter().map(String::as_str).collect();
        board(&rows)
            .map_err(|why| Diagnostic::new(why.to_string()).label("here", json::key(source, "cells")).help(JSON_FORM))
    },
    write: Some(|puzzle| Ok(serde_json::json!({ "family": "unruly", "cells": rows(puzzle) }).to_string())),
};

#[derive(Deserialize)]
struct Fields {
    cells: Vec<String>,
}

/// A board from its rows; the error says what is wrong with them.
fn board(rows: &[&str]) -> Result<Unruly, DoesNotFit> {
    let columns = rows.first().map_or(0, |row| row.chars().count());
    let mut cells = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        if row.chars().count() != columns {
            return Err(format!("row {} is not as long as row 1", number + 1).into());
        }
        for symbol in row.chars() {
            cells.push(match symbol {
                '0' => Some(0),
                '1' => Some(1),
                '.' => None,
                other => return Err(format!("'{other}' in row {} is not 0, 1 or '.'", number + 1).into()),
            });
        }
    }
    let cells = Grid::from_values(rows.len(), columns, cells).ok_or("this is not a rectangle")?;
    Unruly::new(cells)
}

/// The rows of a board as text.
fn rows(puzzle: &Unruly) -> Vec<String> {
    let symbol = |cell: &Option<u8>| cell.map_or('.', |value| char::from(b'0' + value));
    puzzle.cells.iter_rows().map(|row| row.iter().map(symbol).collect()).collect()
}

// ---------------------------------------------------------------------------------------------------------- the family

/// What there is to know about the family without having a board.
pub struct UnrulyFamily;

/// The one value of [`UnrulyFamily`]: this is what the registry lists.
pub static FAMILY: UnrulyFamily = UnrulyFamily;

static GENERATOR: ClueGenerator<Unruly> = ClueGenerator::new(&FAMILY);

impl Family for UnrulyFamily {
    fn name(&self) -> &'static str {
        "unruly"
    }

    fn title(&self) -> &'static str {
        "Unruly"
    }

    fn goal(&self) -> &'static str {
        "Fill every cell with 0 or 1. Each row and each column has as many 0s as 1s, and no three neighbours in a row or \
         column are equal."
    }

    fn limits(&self) -> &'static str {
        "even sides up to 20"
    }

    fn notations(&self) -> Vec<&'static dyn AnyNotation> {
        vec![&ROWS, &JSON]
    }

    fn examples(&self) -> &'static [Example] {
        &[
            Example {
                name: "six",
                notation: "rows",
                text: "unruly\n.1...0\n0....0\n..0...\n....1.\n.00...\n..0...\n",
                verdict: "unique",
                solution: Some("011010\n011010\n100101\n011010\n100101\n100101"),
            },
            Example {
                name: "four",
                notation: "json",
                text: JSON_FORM,
                verdict: "unique",
                solution: Some("1100\n1001\n0011\n0110"),
            },
        ]
    }

    fn generator(&self) -> Option<&'static dyn Generator> {
        Some(&GENERATOR)
    }
}

// ------------------------------------------------------------------------------------------------------- new puzzles

/// The clues are the given cells; the generator for all families does the rest.
impl Clued for Unruly {
    const SIZES: &'static [&'static str] = &["6x6", "4x4", "8x8", "10x10", "12x12"];

    fn blank(rows: usize, columns: usize, _random: &mut ChaCha8Rng) -> Result<Self, DoesNotFit> {
        // A size that nobody can fill is refused before a board of it takes up memory.
        let (rows, columns) = (rows.min(MAX_SIDE + 1), columns.min(MAX_SIDE + 1));
        Unruly::new(Grid::filled(rows, columns, None))
    }

    fn clues(&self) -> Vec<bool> {
        self.cells.values().iter().map(Option::is_some).collect()
    }

    fn with_clues(&self, kept: &[bool], solution: &Solution) -> Self {
        let mut cells = self.cells.map(|_| None);
        if let Some(filled) = solution.grid() {
            for (cell, _) in filled.cells().zip(kept).filter(|(_, kept)| **kept) {
                cells[cell] = Some(filled[cell]);
            }
        }
        Unruly { cells }
    }
}
