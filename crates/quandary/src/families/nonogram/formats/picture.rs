//! Pictures: solutions, read and written.
//!
//! People draw a filled cell as `#`, `*`, `1` or `x` and an empty one as `.`, `0`, `-`, or not at all. The first three
//! empty marks can be told from the space between cells, so a picture that has any of them may be spaced as it
//! likes (`1 0 1`). A picture drawn with `*` or `#` and blanks may not: there every blank is a cell, and editors cut
//! blanks off at the end of a line, so short lines are filled up with empty cells.
//!
//! On a coloured board letters stand for colours, `a` for the first.
//!
//! Some puzzle files hold their solution: a `goal` in `.non`, a `<solution>` in XML. Such a file is a picture too, so that
//! a puzzle can be checked against its own goal.

use super::super::{BLACK, LineName, Nonogram};
use super::colours;
use crate::grid::Grid;
use crate::puzzle::Solution;
use crate::read::{Diagnostic, Line, Source, Span, Token, json};

/// The rows of a picture, drawn with two characters.
pub fn rows(solution: &Solution, filled: char, empty: char) -> Vec<String> {
    let draw = |row: &[u8]| row.iter().map(|&value| if value == 0 { empty } else { filled }).collect();
    solution.grid().map(|grid| grid.iter_rows().map(draw).collect()).unwrap_or_default()
}

/// Reads a picture of the board's size, in any of the forms above or as a JSON array of rows.
pub fn read(puzzle: &Nonogram, source: &Source) -> Result<Solution, Diagnostic> {
    let rows = if let Some(rows) = goal_rows(puzzle, source) {
        rows
    } else if source.text.trim_start().starts_with('[') {
        json_rows(puzzle, source)?
    } else {
        drawn_rows(puzzle, source)?
    };
    if rows.len() != puzzle.height() {
        let (rows, height) = (rows.len(), puzzle.height());
        return Err(Diagnostic::new(format!("the picture has {rows} rows, the board {height}"))
            .label("the picture starts here", source.first_word())
            .help(format!("give {height} rows of {} cells, {FORMS}", puzzle.width())));
    }
    let mut grid = Grid::filled(puzzle.height(), puzzle.width(), 0);
    for (index, Row { cells, at }) in rows.into_iter().enumerate() {
        let line = LineName::Row(index);
        if cells.len() != puzzle.width() {
            let (cells, width) = (cells.len(), puzzle.width());
            return Err(Diagnostic::new(format!("{line} of the picture has {cells} cells, the board {width}"))
                .label("this row", at)
                .help(format!("give {} rows of {width} cells, {FORMS}", puzzle.height())));
        }
        for (cell, value) in puzzle.cells_of(line).zip(cells) {
            grid[cell] = value;
        }
    }
    Ok(Solution::Grid(grid))
}

const FORMS: &str = "filled cells as # * 1 or x, empty ones as . 0 or -";

/// One row of a picture and its place in the text.
struct Row {
    cells: Vec<u8>,
    at: Span,
}

/// The rows of the solution that a puzzle file holds, in black and white.
fn goal_rows(puzzle: &Nonogram, source: &Source) -> Option<Vec<Row>> {
    if puzzle.colours() > BLACK {
        return None;
    }
    let row = |marks: &str, at: Span| {
        let cells = marks.chars().map(|mark| if matches!(mark, '0' | '.' | '-' | ' ') { 0 } else { BLACK }).collect();
        Row { cells, at }
    };
    if let Some(line) = source.lines().find(|line| line.text.trim_start().starts_with("goal ")) {
        let marks: Vec<char> = line.text.split('"').nth(1)?.chars().collect();
        let rows = marks.chunks(puzzle.width()).map(|marks| row(&marks.iter().collect::<String>(), line.span()));
        return Some(rows.collect());
    }
    let is_row = |line: &Line<'_>| line.text.trim().starts_with('|');
    let image = source.lines().skip_while(|line| !line.text.contains("<image>"));
    let image = image.take_while(|line| !line.text.contains("</image>")).filter(is_row);
    let rows: Vec<Row> = image.map(|line| row(line.text.trim().trim_matches('|'), line.span())).collect();
    (!rows.is_empty()).then_some(rows)
}

/// What a character stands for.
fn cell(character: char, is_coloured: bool) -> Option<u8> {
    match character {
        _ if is_coloured && character.is_ascii_alphabetic() => colours::of_letter(character),
        '#' | '*' | '1' | 'x' | 'X' => Some(BLACK),
        '.' | '0' | '-' => Some(0),
        _ => None,
    }
}

fn unknown(character: char, at: Span) -> Diagnostic {
    Diagnostic::new(format!("'{}' is no cell of a picture", character.escape_default()))
        .label("a cell was expected here", at)
        .help(format!("write {FORMS}"))
}

fn json_rows(puzzle: &Nonogram, source: &Source) -> Result<Vec<Row>, Diagnostic> {
    let rows: Vec<String> = json::read(source, r####"["#.#", ".#."]"####)?;
    let read = |row: &String| {
        let at = json::key(source, row);
        let is_coloured = puzzle.colours() > BLACK;
        let cells =
            row.chars().map(|c| cell(c, is_coloured).ok_or_else(|| unknown(c, at))).collect::<Result<_, _>>()?;
        Ok(Row { cells, at })
    };
    rows.iter().map(read).collect()
}

fn drawn_rows(puzzle: &Nonogram, source: &Source) -> Result<Vec<Row>, Diagnostic> {
    let blank_is_a_cell = source.text.chars().all(|c| c.is_whitespace() || matches!(c, '*' | '#'));
    if !blank_is_a_cell {
        let lines = source.lines().filter(|line| !line.is_blank());
        return lines.map(|line| Ok(Row { cells: cells(puzzle, line.characters())?, at: line.span() })).collect();
    }
    let mut lines: Vec<Line<'_>> = source.lines().collect();
    while lines.len() > puzzle.height() && lines.last().is_some_and(Line::is_blank) {
        lines.pop();
    }
    if lines.len() > puzzle.height() {
        // Blank lines that are too many are no rows of the picture.
        lines.retain(|line| !line.is_blank());
    }
    let read = |line: &Line<'_>| {
        let mut cells: Vec<u8> = line.text.chars().map(|c| cell(c, false).unwrap_or(0)).collect();
        while cells.len() > puzzle.width() && cells.last() == Some(&0) {
            cells.pop();
        }
        cells.resize(cells.len().max(puzzle.width()), 0);
        Row { cells, at: line.span() }
    };
    Ok(lines.iter().map(read).collect())
}

fn cells<'a>(puzzle: &Nonogram, characters: impl Iterator<Item = Token<'a>>) -> Result<Vec<u8>, Diagnostic> {
    characters
        .filter_map(|token| token.text.chars().next().map(|character| (character, token)))
        .map(|(character, token)| {
            cell(character, puzzle.colours() > BLACK).ok_or_else(|| unknown(character, token.into()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::families::nonogram::tests::{nonogram, picture};
    use crate::puzzle::Puzzle;

    const TREE: [&str; 3] = [".#.", "###", ".#."];

    fn read_tree(text: &str) -> Result<Solution, Diagnostic> {
        nonogram(&TREE).read_solution(&Source::from_text(text))
    }

    #[test]
    fn a_picture_is_read_in_every_form_that_people_draw() {
        let forms = [
            ".#.\n###\n.#.\n",
            " * \n***\n * \n",
            " *\n***\n *",
            "\n *\n***\n *\n\n",
            "010\n111\n010",
            "0 1 0\n1 1 1\n0 1 0\n",
            "-x-\r\nxxx\r\n-x-\r\n",
            "- X -\n\nX X X\n\n- X -",
            r####"[".#.", "###", ".#."]"####,
            "[\".*.\",\n \"***\",\n \".*.\"]\n",
        ];
        for text in forms {
            assert_eq!(read_tree(text), Ok(Solution::Grid(picture(&TREE))), "{text:?}");
        }
    }

    #[test]
    fn blank_lines_are_empty_rows_where_the_board_has_room_for_them() {
        let frame = ["...", "###", "..."];
        let read = nonogram(&frame).read_solution(&Source::from_text("\n***\n\n"));
        assert_eq!(read, Ok(Solution::Grid(picture(&frame))));
        let blank = ["..", ".."];
        let read = nonogram(&blank).read_solution(&Source::from_text("\n\n"));
        assert_eq!(read, Ok(Solution::Grid(picture(&blank))));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let solution = Solution::Grid(picture(&TREE));
        let puzzle = nonogram(&TREE);
        assert_eq!(puzzle.solution_text(&solution), " * \n***\n * ");
        assert_eq!(puzzle.solution_json(&solution).to_string(), r####"[".#.","###",".#."]"####);
        assert_eq!(puzzle.solution_values(&solution), [0, 1, 0, 1, 1, 1, 0, 1, 0]);
        for text in [puzzle.solution_text(&solution), puzzle.solution_json(&solution).to_string()] {
            assert_eq!(read_tree(&text).as_ref(), Ok(&solution));
        }
    }

    #[test]
    fn a_puzzle_file_that_holds_its_solution_is_read_as_that() {
        let non = "width 3\nheight 3\nrows\n1\n3\n1\ncolumns\n1\n3\n1\ngoal \"010111010\"\n";
        let xml = "<solution type=\"goal\">\n<image>\n|.X.|\n|XXX|\n|.X.|\n</image>\n</solution>\n";
        for text in [non, xml] {
            assert_eq!(read_tree(text), Ok(Solution::Grid(picture(&TREE))), "{text}");
        }
        let short = read_tree("goal \"0101\"\n").unwrap_err();
        assert_eq!(short.message, "the picture has 2 rows, the board 3");
    }

    #[test]
    fn errors_point_at_the_row_and_the_cell() {
        let cases = [
            (".#.\n###\n", "the picture has 2 rows, the board 3", (1, 1)),
            (".#.\n####\n.#.", "row 2 of the picture has 4 cells, the board 3", (2, 1)),
            (".#.\n#?#\n.#.", "'?' is no cell of a picture", (2, 2)),
            (r####"[".#.","##",".#."]"####, "row 2 of the picture has 2 cells, the board 3", (1, 8)),
            (r####"[".#.","#é#",".#."]"####, "'\\u{e9}' is no cell of a picture", (1, 8)),
            ("[1, 2]", "this JSON puzzle cannot be read: invalid type: integer `1`, expected a string", (1, 2)),
        ];
        for (text, message, position) in cases {
            let error = read_tree(text).unwrap_err();
            assert_eq!(error.message, message);
            assert_eq!(error.position(&Source::from_text(text)), Some(position), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "[ #*.01x\\-\\[\\]\",\n\r\té]{0,40}") {
            let _ = read_tree(&text);
        }
    }
}
