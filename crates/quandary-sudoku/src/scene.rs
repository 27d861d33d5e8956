//! How a Sudoku looks: digits in cells, thick walls around the boxes, and whatever a variant draws on the board.

use super::variant::{BoardRule, Says, Variant};
use super::{Sudoku, formats};
use quandary_core::puzzle::{Cell, Puzzle, Solution};
use quandary_core::scene::{Ink, Overlay, Scene, SceneCell};

/// The board, and a solution's digits in another ink where there is one.
pub(crate) fn scene(puzzle: &Sudoku, solution: Option<&Solution>) -> Scene {
    let (side, cells) = (puzzle.side(), puzzle.cells());
    let found = solution.and_then(Solution::grid).filter(|found| found.rows() == side && found.columns() == side);
    let givens = cells.values().iter().filter(|&&digit| digit != 0).count();
    let mut scene = Scene::new(puzzle.credits().after("Sudoku".to_owned()), side, side);
    scene.description = format!(
        "A Sudoku, {}, with {givens} digits given{}.",
        puzzle.size(),
        if found.is_some() { "; the others are filled in" } else { "" }
    );
    scene.wall_in(|a, b| puzzle.box_of(a) != puzzle.box_of(b));
    for cell in cells.cells() {
        let (digit, ink) = match (cells[cell], found) {
            (0, Some(found)) => (found[cell], Ink::Found),
            (given, _) => (given, Ink::Given),
        };
        if digit != 0 {
            scene.cells[cell] = SceneCell { text: formats::symbol(digit).to_string(), ink, ..SceneCell::default() };
        }
    }
    if !puzzle.is_classic() {
        draw_variant(puzzle, &mut scene);
    }
    scene
}

/// Draws what is drawn on the board, and says in words what cannot be drawn with characters.
fn draw_variant(puzzle: &Sudoku, scene: &mut Scene) {
    let (side, variant) = (puzzle.side(), puzzle.variant());
    let corner = |row: usize, column: usize| Cell { row, column };
    for unit in puzzle.units().into_iter().filter(|unit| unit.kind == "window") {
        scene.overlays.push(Overlay::Shade(unit.cells));
    }
    if variant.has(BoardRule::MainDiagonal) {
        scene.overlays.push(Overlay::Line([corner(0, 0), corner(side - 1, side - 1)]));
    }
    if variant.has(BoardRule::AntiDiagonal) {
        scene.overlays.push(Overlay::Line([corner(0, side - 1), corner(side - 1, 0)]));
    }
    for cells in &variant.thermometers {
        scene.overlays.push(Overlay::Thermometer(cells.clone()));
    }
    for arrow in &variant.arrows {
        // A shaft starts at the cell of its circle that is nearest to it.
        let near = |cell: &&Cell| {
            arrow.shaft.first().map_or(0, |to| cell.row.abs_diff(to.row).max(cell.column.abs_diff(to.column)))
        };
        let from = arrow.circle.iter().min_by_key(near).copied();
        let shaft = from.into_iter().chain(arrow.shaft.iter().copied()).collect();
        scene.overlays.push(Overlay::Arrow { circle: arrow.circle.clone(), shaft });
    }
    for cage in &variant.cages {
        let label = cage.sum.map(|sum| sum.to_string()).unwrap_or_default();
        scene.overlays.push(Overlay::Cage { cells: cage.cells.clone(), label });
    }
    for sign in &variant.signs {
        let (filled, text) = match sign.says {
            Says::Difference(1) => (Some(false), String::new()),
            Says::Difference(by) => (Some(false), by.to_string()),
            Says::Ratio(2) => (Some(true), String::new()),
            Says::Ratio(by) => (Some(true), by.to_string()),
            Says::Sum(10) => (None, "X".to_owned()),
            Says::Sum(5) => (None, "V".to_owned()),
            Says::Sum(sum) => (None, sum.to_string()),
        };
        scene.overlays.push(Overlay::Sign { between: sign.cells, filled, text });
    }
    for cell in puzzle.cells().cells().filter(|&cell| puzzle.struck(cell) != 0) {
        let left = puzzle.open_digits()[puzzle.cells().index_of(cell)] & !puzzle.struck(cell);
        scene.overlays.push(Overlay::Note { cell, text: formats::digits(left) });
    }
    scene.captions.extend(board_rules(variant).into_iter().map(str::to_owned));
    let names = |cells: &[Cell], between: &str| cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(between);
    let cages = variant.cages.iter().map(|cage| match cage.sum {
        Some(sum) => format!("{sum} = {}", names(&cage.cells, " + ")),
        None => format!("unlike {}", names(&cage.cells, " ")),
    });
    let thermometers = variant.thermometers.iter().map(|cells| names(cells, " < "));
    let arrows =
        variant.arrows.iter().map(|arrow| format!("{} = {}", names(&arrow.circle, ""), names(&arrow.shaft, " + ")));
    let signs = variant.signs.iter().map(|sign| match sign.says {
        Says::Difference(by) => format!("{} differ by {by}", names(&sign.cells, " and ")),
        Says::Ratio(by) => format!("{} as 1 to {by}", names(&sign.cells, " and ")),
        Says::Sum(sum) => format!("{} = {sum}", names(&sign.cells, " + ")),
    });
    let marks = puzzle.cells().cells().zip(puzzle.open_digits()).filter(|&(cell, _)| puzzle.struck(cell) != 0);
    let marks = marks.map(|(cell, open)| format!("{cell} {}", formats::digits(open & !puzzle.struck(cell))));
    let lists: [(&str, Vec<String>); 5] = [
        ("cages", cages.collect()),
        ("thermometers", thermometers.collect()),
        ("arrows", arrows.collect()),
        ("signs", signs.collect()),
        ("pencil marks", marks.collect()),
    ];
    let listed = lists.iter().filter(|(_, list)| !list.is_empty());
    scene.legend = listed.map(|(what, list)| format!("{what}: {}", list.join(", "))).collect();
}

/// What holds beyond rows, columns and boxes, one sentence each.
pub(super) fn rules_in_force(puzzle: &Sudoku) -> Vec<String> {
    let variant = puzzle.variant();
    let says = |wanted: fn(Says) -> bool| variant.signs.iter().any(|sign| wanted(sign.says));
    let clues = [
        (variant.regions.is_some(), "The boxes are the regions inside the thick lines."),
        (!variant.cages.is_empty(), "No digit is repeated in a cage; the digits of a cage with a number add up to it."),
        (!variant.thermometers.is_empty(), "Digits grow along a thermometer, from its bulb."),
        (!variant.arrows.is_empty(), "The digits along an arrow add up to the number in its circle."),
        (says(|says| says == Says::Difference(1)), "A white dot: the two digits are consecutive."),
        (
            says(|says| matches!(says, Says::Difference(by) if by != 1)),
            "A white dot with a number: the two digits differ by that number.",
        ),
        (says(|says| says == Says::Ratio(2)), "A black dot: one of the two digits is twice the other."),
        (
            says(|says| matches!(says, Says::Ratio(by) if by != 2)),
            "A black dot with a number: one of the two digits is that many times the other.",
        ),
        (says(|says| says == Says::Sum(10)), "X: the two digits add up to 10."),
        (says(|says| says == Says::Sum(5)), "V: the two digits add up to 5."),
        (
            says(|says| matches!(says, Says::Sum(sum) if sum != 10 && sum != 5)),
            "A number between two cells: their digits add up to it.",
        ),
        (!variant.struck.is_empty(), "A cell with small digits holds one of them."),
    ];
    let clues = clues.iter().filter(|(is_there, _)| *is_there).map(|(_, words)| *words);
    clues.chain(board_rules(variant)).map(str::to_owned).collect()
}

/// The rules for the whole board, one sentence each.
fn board_rules(variant: &Variant) -> Vec<&'static str> {
    let is_x = variant.has(BoardRule::MainDiagonal) && variant.has(BoardRule::AntiDiagonal);
    let words = |rule: &BoardRule| {
        Some(match rule {
            BoardRule::MainDiagonal if is_x => "Both diagonals hold each digit once.",
            BoardRule::AntiDiagonal if is_x => return None,
            BoardRule::MainDiagonal => "The diagonal from the upper left holds each digit once.",
            BoardRule::AntiDiagonal => "The diagonal from the upper right holds each digit once.",
            BoardRule::Windows => "The shaded windows hold each digit once.",
            BoardRule::DisjointGroups => "Cells in the same place of their boxes hold each digit once.",
            BoardRule::AntiKnight => "Cells a knight's move apart differ.",
            BoardRule::AntiKing => "Cells that touch at a corner differ.",
            BoardRule::NonConsecutive => "Neighbours are not consecutive.",
            BoardRule::AllWhiteDots => "All white dots are shown: other neighbours are not consecutive.",
            BoardRule::AllBlackDots => "All black dots are shown: of other neighbours none is twice the other.",
            BoardRule::AllXv => "Every X and V is shown: other neighbours add up to neither 10 nor 5.",
        })
    };
    variant.rules.iter().filter_map(words).collect()
}
