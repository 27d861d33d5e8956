//! Boards that the tests of the back ends draw: our own, small enough to check by eye.

use super::{Ink, Paint, Scene, Wall};
use crate::grid::Cell;

/// Digits in boxes of `box_rows × box_columns`: `.` is open, and a digit followed by `'` was found, not given.
pub(super) fn boxed(box_rows: usize, box_columns: usize, board: &str) -> Scene {
    let size = box_rows * box_columns;
    let mut scene = Scene::new("Boxed", size, size);
    scene.wall_in(|a, b| a.row / box_rows != b.row / box_rows || a.column / box_columns != b.column / box_columns);
    for (row, line) in board.split_whitespace().enumerate() {
        let mut column = 0;
        for mark in line.chars() {
            if mark == '\'' {
                scene.cells[Cell { row, column: column - 1 }].ink = Ink::Found;
                continue;
            }
            if mark != '.' {
                scene.cells[Cell { row, column }].text = mark.to_string();
            }
            column += 1;
        }
    }
    scene
}

/// Irregular regions: `regions` names the region of each cell by a letter, `fills` says `~` for a wavy fill, `.` for empty, `?` for
/// open.
pub(super) fn regions(regions: &str, fills: &str) -> Scene {
    let regions: Vec<Vec<char>> = regions.split_whitespace().map(|line| line.chars().collect()).collect();
    let fills: Vec<Vec<char>> = fills.split_whitespace().map(|line| line.chars().collect()).collect();
    let (rows, columns) = (regions.len(), regions[0].len());
    let mut scene = Scene::new("Regions", rows, columns);
    scene.wall_in(|a, b| regions[a.row][a.column] != regions[b.row][b.column]);
    for cell in scene.cells.cells() {
        scene.cells[cell].paint = match fills[cell.row][cell.column] {
            '~' => Paint::Wavy,
            '.' => Paint::Empty,
            _ => Paint::Open,
        };
    }
    let filled = |cell: Cell| usize::from(fills[cell.row][cell.column] == '~');
    let sum = |cells: &mut dyn Iterator<Item = Cell>| vec![cells.map(filled).sum::<usize>().to_string()];
    scene.row_clues = (0..rows).map(|row| sum(&mut (0..columns).map(|column| Cell { row, column }))).collect();
    scene.column_clues = (0..columns).map(|column| sum(&mut (0..rows).map(|row| Cell { row, column }))).collect();
    scene
}

/// A picture (`#` filled, `.` empty, `?` open), with the clues that the filled cells give.
pub(super) fn picture(picture: &str) -> Scene {
    let picture: Vec<Vec<char>> = picture.split_whitespace().map(|line| line.chars().collect()).collect();
    let (rows, columns) = (picture.len(), picture[0].len());
    let mut scene = Scene::new("Picture", rows, columns);
    scene.wall_in(|a, b| a.row / 5 != b.row / 5 || a.column / 5 != b.column / 5);
    for cell in scene.cells.cells() {
        scene.cells[cell].paint = match picture[cell.row][cell.column] {
            '#' => Paint::Filled,
            '.' => Paint::Empty,
            _ => Paint::Open,
        };
    }
    let runs =
        |line: String| line.split(|mark| mark != '#').map(str::len).filter(|&n| n > 0).map(|n| n.to_string()).collect();
    scene.row_clues = picture.iter().map(|row| runs(row.iter().collect())).collect();
    scene.column_clues = (0..columns).map(|column| runs(picture.iter().map(|row| row[column]).collect())).collect();
    scene
}

/// Columns of one height, each written from the bottom up, with gaps between them.
pub(super) fn columns(height: usize, contents: &[&str]) -> Scene {
    let mut scene = Scene::new("Columns", height, (2 * contents.len()).saturating_sub(1));
    for cell in scene.cells.cells().filter(|cell| cell.column % 2 == 1) {
        scene.cells[cell].paint = Paint::Gap;
    }
    scene.has_round_bottoms = true;
    scene.labels = vec![String::new(); scene.cells.columns()];
    for (number, content) in contents.iter().enumerate() {
        let column = 2 * number;
        for row in 0..height {
            scene.left[Cell { row, column }] = Wall::Thick;
            scene.left[Cell { row, column: column + 1 }] = Wall::Thick;
        }
        scene.above[Cell { row: height, column }] = Wall::Thick;
        scene.labels[column] = (number + 1).to_string();
        for (level, letter) in content.bytes().enumerate() {
            let cell = &mut scene.cells[Cell { row: height - 1 - level, column }];
            cell.paint = Paint::Colour(letter - b'A');
            cell.text = char::from(letter).to_string();
        }
    }
    scene
}
