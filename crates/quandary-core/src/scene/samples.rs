//! Boards that the tests of the back ends draw: our own, small enough to check by eye.

use super::{Ink, Paint, Scene, Wall};
use crate::grid::Cell;

/// A Sudoku with boxes of `box_rows × box_columns`: `.` is open, and a digit followed by `'` was found, not given.
pub(super) fn sudoku(box_rows: usize, box_columns: usize, board: &str) -> Scene {
    let size = box_rows * box_columns;
    let mut scene = Scene::new("Sudoku", size, size);
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

/// An Aquarium: `tanks` names the tank of each cell by a letter, `water` says `~` for water, `.` for air, `?` for open.
pub(super) fn aquarium(tanks: &str, water: &str) -> Scene {
    let tanks: Vec<Vec<char>> = tanks.split_whitespace().map(|line| line.chars().collect()).collect();
    let water: Vec<Vec<char>> = water.split_whitespace().map(|line| line.chars().collect()).collect();
    let (rows, columns) = (tanks.len(), tanks[0].len());
    let mut scene = Scene::new("Aquarium", rows, columns);
    scene.wall_in(|a, b| tanks[a.row][a.column] != tanks[b.row][b.column]);
    for cell in scene.cells.cells() {
        scene.cells[cell].paint = match water[cell.row][cell.column] {
            '~' => Paint::Water,
            '.' => Paint::Empty,
            _ => Paint::Open,
        };
    }
    let wet = |cell: Cell| usize::from(water[cell.row][cell.column] == '~');
    let sum = |cells: &mut dyn Iterator<Item = Cell>| vec![cells.map(wet).sum::<usize>().to_string()];
    scene.row_clues = (0..rows).map(|row| sum(&mut (0..columns).map(|column| Cell { row, column }))).collect();
    scene.column_clues = (0..columns).map(|column| sum(&mut (0..rows).map(|row| Cell { row, column }))).collect();
    scene
}

/// A Nonogram from its picture (`#` filled, `.` empty, `?` open), with the clues that the filled cells give.
pub(super) fn nonogram(picture: &str) -> Scene {
    let picture: Vec<Vec<char>> = picture.split_whitespace().map(|line| line.chars().collect()).collect();
    let (rows, columns) = (picture.len(), picture[0].len());
    let mut scene = Scene::new("Nonogram", rows, columns);
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

/// Bottles of one height, each written from the bottom up, with gaps between them.
pub(super) fn bottles(height: usize, contents: &[&str]) -> Scene {
    let mut scene = Scene::new("Ball Sort", height, (2 * contents.len()).saturating_sub(1));
    for cell in scene.cells.cells().filter(|cell| cell.column % 2 == 1) {
        scene.cells[cell].paint = Paint::Gap;
    }
    scene.labels = vec![String::new(); scene.cells.columns()];
    for (bottle, content) in contents.iter().enumerate() {
        let column = 2 * bottle;
        for row in 0..height {
            scene.left[Cell { row, column }] = Wall::Thick;
            scene.left[Cell { row, column: column + 1 }] = Wall::Thick;
        }
        scene.above[Cell { row: height, column }] = Wall::Thick;
        scene.labels[column] = (bottle + 1).to_string();
        for (level, ball) in content.bytes().enumerate() {
            let cell = &mut scene.cells[Cell { row: height - 1 - level, column }];
            cell.paint = Paint::Colour(ball - b'A');
            cell.text = char::from(ball).to_string();
        }
    }
    scene
}
