//! What players write is read for any family, without code of its own.

use quandary_core::puzzle::{AnyNotation, Example, Puzzle, cell_model, read_entries, symbol_of};
use quandary_core::reason::{AllDifferent, Model};
use quandary_core::scene::Scene;
use quandary_core::text::Source;
use quandary_core::{Ask, Cell, Family, Grid, Solution, Violation};

struct Blocks;

static BLOCKS: Blocks = Blocks;

impl Family for Blocks {
    fn name(&self) -> &'static str {
        "blocks"
    }
    fn title(&self) -> &'static str {
        "Blocks"
    }
    fn goal(&self) -> &'static str {
        "No two cells are equal."
    }
    fn limits(&self) -> &'static str {
        "2×2"
    }
    fn notations(&self) -> Vec<&'static dyn AnyNotation> {
        Vec::new()
    }
    fn examples(&self) -> &'static [Example] {
        &[]
    }
}

/// Two by two cells, all different; the second of the first row is blocked and never holds a value.
#[derive(Debug)]
struct Board {
    names: [&'static str; 3],
}

impl Puzzle for Board {
    fn family(&self) -> &'static dyn Family {
        &BLOCKS
    }
    fn size(&self) -> String {
        "2×2".to_owned()
    }
    fn verify(&self, solution: &Solution) -> Result<(), Violation> {
        let values = solution.grid().ok_or_else(|| Violation::shape("a grid"))?.values();
        let is_right = values[1] == 0 && [values[0], values[2], values[3]].iter().sum::<u8>() == 3;
        if is_right { Ok(()) } else { Err(Violation::new("different", "two cells are equal", Vec::new())) }
    }
    fn model(&self) -> Option<Model> {
        let mut model = Model::new();
        let cells = [(0, 0), (1, 0), (1, 1)].map(|(row, column)| Cell { row, column });
        let vars = cells.map(|cell| model.variable(0b111, vec![cell])).to_vec();
        model.constrain(AllDifferent::new(vars, 3, "the board", "no two cells are equal"));
        Some(model)
    }
    fn value_name(&self, value: u8) -> String {
        self.names.get(usize::from(value)).map_or_else(String::new, |name| (*name).to_owned())
    }
    fn scene(&self, _solution: Option<&Solution>) -> Scene {
        Scene::new("Blocks", 2, 2)
    }
}

const COLOURS: Board = Board { names: ["red", "green", "Blue"] };
const NUMBERS: Board = Board { names: ["9", "10", "11"] };

/// What is read, as cells and sets of values.
fn read(board: &Board, text: &str) -> Result<Vec<(String, u64)>, String> {
    let entries = read_entries(board, &cell_model(board).unwrap(), &Source::from_text(text));
    let shown = |entries: Vec<quandary_core::reason::explain::Entry>| {
        entries.into_iter().map(|entry| (entry.cell.to_string(), entry.values)).collect()
    };
    entries.map(shown).map_err(|error| error.to_string())
}

fn found(entries: &[(&str, u64)]) -> Result<Vec<(String, u64)>, String> {
    Ok(entries.iter().map(|&(cell, values)| (cell.to_owned(), values)).collect())
}

#[test]
fn values_with_long_names_have_symbols_and_may_be_written_in_full() {
    assert_eq!([0, 1, 2].map(|value| symbol_of(&COLOURS, value)), [Some('r'), Some('g'), Some('b')]);
    assert_eq!([0, 1, 2].map(|value| symbol_of(&NUMBERS, value)), [Some('9'), Some('A'), Some('B')]);
    assert_eq!(read(&COLOURS, "r?b"), found(&[("r1c1", 0b001), ("r2c2", 0b100)]));
    assert_eq!(read(&COLOURS, "red ? blue"), found(&[("r1c1", 0b001), ("r2c2", 0b100)]));
    assert_eq!(read(&COLOURS, "{rg}??"), found(&[("r1c1", 0b011)]));
    assert_eq!(read(&COLOURS, "red ? pink"), Err("'p' at r2c2 is not a value of this puzzle".to_owned()));
    assert_eq!(read(&NUMBERS, "A?9"), found(&[("r1c1", 0b010), ("r2c2", 0b001)]));
}

#[test]
fn cells_that_never_hold_a_value_may_be_left_out_or_written_with_any_symbol() {
    let both = found(&[("r1c1", 0b001), ("r2c2", 0b010)]);
    assert_eq!(read(&COLOURS, "r?g"), both);
    assert_eq!(read(&COLOURS, "r#\n?g"), both);
    assert_eq!(read(&COLOURS, r##"["r#", "?g"]"##), both);
    assert_eq!(read(&COLOURS, "rgbrg"), Err("this board has 5 cells, but the puzzle has 3".to_owned()));
}

#[test]
fn a_board_is_solved_and_its_solution_written_and_read_by_the_model_alone() {
    let outcome = COLOURS.solve(&Ask { solutions: 10, count: true, ..Ask::default() });
    assert_eq!((outcome.solution_count, outcome.count_is_exact), (6, true));
    for solution in &outcome.solutions {
        assert_eq!(COLOURS.verify(solution), Ok(()));
        let text = COLOURS.solution_text(solution);
        assert_eq!(COLOURS.read_solution(&Source::from_text(&*text)).as_ref(), Ok(solution), "{text}");
        let json = COLOURS.solution_json(solution).to_string();
        assert_eq!(COLOURS.read_solution(&Source::from_text(json)).as_ref(), Ok(solution), "{text}");
    }
    let first = Solution::Grid(Grid::from_values(2, 2, vec![0, 0, 1, 2]).unwrap());
    assert_eq!(COLOURS.solution_text(&first), "r.\ngb");
    let open = COLOURS.read_solution(&Source::from_text("r?b")).unwrap_err();
    assert_eq!(open.message, "r2c1 is still open");
    assert!(COLOURS.solve_with("backtracking", &Ask::default()).is_some());
    assert!(COLOURS.solve_with("magic", &Ask::default()).is_none());
}
