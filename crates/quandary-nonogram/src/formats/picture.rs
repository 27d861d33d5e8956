//! Pictures: solutions, read and written.
//!
//! People draw a filled cell as `#`, `*`, `1` or `x` and an empty one as `.`, `0`, `-`, or not at all. The first three
//! empty marks can be distinguished from the space between cells, so a picture that has any of them may be spaced as it
//! likes (`1 0 1`). A picture drawn with `*` or `#` and blanks may not: there every blank is a cell, and editors cut
//! blanks off at the end of a line, so short lines are filled up with empty cells.
//!
//! On a coloured board the letters of the colours stand for them. A puzzle file that holds its goal is a picture too.

use super::super::{BLACK, LineName, Nonogram};
use super::goal;
use quandary_core::grid::Grid;
use quandary_core::puzzle::Solution;
use quandary_core::read::{Diagnostic, Line, Source, Span, Token, json};

/// The rows of a picture, drawn with two characters, or with `.` and the letters of the colours where there are several.
pub(crate) fn rows(puzzle: &Nonogram, solution: &Solution, filled: char, empty: char) -> Vec<String> {
    let mark = |value: u8| match value {
        0 => {
            if puzzle.is_coloured() {
                '.'
            } else {
                empty
            }
        }
        _ if !puzzle.is_coloured() => filled,
        colour => puzzle.palette().letter(colour),
    };
    let draw = |row: &[u8]| row.iter().map(|&value| mark(value)).collect();
    solution.grid().map(|grid| grid.iter_rows().map(draw).collect()).unwrap_or_default()
}

/// Reads a picture of the board's size, in any of the forms above or as a JSON array of rows.
pub(crate) fn read(puzzle: &Nonogram, source: &Source) -> Result<Solution, Diagnostic> {
    let rows = if let Some(rows) = goal::rows(puzzle, source)? {
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
pub(super) struct Row {
    pub(super) cells: Vec<u8>,
    pub(super) at: Span,
}

/// What a character stands for.
fn cell(puzzle: &Nonogram, character: char) -> Option<u8> {
    match character {
        _ if puzzle.is_coloured() && character.is_ascii_alphabetic() => puzzle.palette().of_letter(character),
        '#' | '*' | '1' | 'x' | 'X' => Some(BLACK),
        '.' | '0' | '-' => Some(0),
        _ => None,
    }
}

fn unknown(puzzle: &Nonogram, character: char, at: Span) -> Diagnostic {
    let help = if puzzle.is_coloured() {
        let letters: Vec<String> = puzzle.palette().colours().iter().map(|colour| colour.letter.to_string()).collect();
        format!("write {} for the colours, and . for an empty cell", letters.join(" "))
    } else {
        format!("write {FORMS}")
    };
    Diagnostic::new(format!("'{}' is not a cell of a picture", character.escape_default()))
        .label("a cell was expected here", at)
        .help(help)
}

fn json_rows(puzzle: &Nonogram, source: &Source) -> Result<Vec<Row>, Diagnostic> {
    let rows: Vec<String> = json::read(source, r####"["#.#", ".#."]"####)?;
    let mut from = 0;
    let read = |row: &String| {
        // Each row stands behind the one before it.
        let quoted = format!("\"{row}\"");
        let at = match source.text[from..].find(&quoted) {
            Some(start) => Span { start: from + start, len: quoted.len() },
            None => source.first_word(),
        };
        from = from.max(at.start + at.len);
        let cells = row.chars().map(|c| cell(puzzle, c).ok_or_else(|| unknown(puzzle, c, at)));
        let cells = cells.collect::<Result<_, _>>()?;
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
        // Blank lines that are too many are not rows of the picture.
        lines.retain(|line| !line.is_blank());
    }
    let read = |line: &Line<'_>| {
        let mut cells: Vec<u8> = line.text.chars().map(|c| u8::from(matches!(c, '*' | '#'))).collect();
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
        .map(|(character, token)| cell(puzzle, character).ok_or_else(|| unknown(puzzle, character, token.into())))
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tests::{nonogram, picture};
    use quandary_core::puzzle::Puzzle;

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
            (".#.\n#?#\n.#.", "'?' is not a cell of a picture", (2, 2)),
            (r####"[".#.","##",".#."]"####, "row 2 of the picture has 2 cells, the board 3", (1, 8)),
            (r####"[".#.","#é#",".#."]"####, "'\\u{e9}' is not a cell of a picture", (1, 8)),
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
