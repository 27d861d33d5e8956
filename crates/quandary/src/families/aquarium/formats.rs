//! Every notation of Aquarium, read and written.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Aquarium, MAX_SIDE, WaterRule, link, matrix};
use crate::grid::Grid;
use crate::puzzle::{Cell, Example, Fit, Notation, Packing, Solution};
use crate::read::{Diagnostic, Line, Source, Span, Token, json};

/// The notations, the preferred one first where several fit.
pub(super) static NOTATIONS: [Notation<Aquarium>; 5] = [
    Notation {
        name: "digits",
        summary: "column clues, row clues, then the grid: equal digits or letters that touch are one tank. Spaces are \
                  optional while every clue has one digit; '?' is a missing clue",
        packing: Packing::Block,
        detect: digits::detect,
        read: digits::read,
        write: Some(digits::write),
    },
    Notation {
        name: "matrix",
        summary: "the drawn wall matrix: 0 is a cell, 9 or X a wall, 8 or F free; clues in the first row and column. \
                  Extra rows and columns stand only where a wall lies",
        packing: Packing::Block,
        detect: matrix::detect,
        read: matrix::read,
        write: Some(|board| Ok(matrix::write(board))),
    },
    Notation {
        name: "task",
        summary: "the puzzle site's string: column clues, row clues, ';', the tank of every cell: 2_1_1_2;1,2,1,1",
        packing: Packing::Line,
        detect: task::detect,
        read: task::read,
        write: Some(task::write),
    },
    Notation {
        name: "link",
        summary: "a puzz.link address: aquarium/WIDTH/HEIGHT/BORDERS/CLUES, with r/ before the width for the region rule",
        packing: Packing::Line,
        detect: link::detect,
        read: link::read,
        write: Some(link::write),
    },
    Notation {
        name: "json",
        summary: "one JSON object; null is a missing clue, \"walls\" are pairs of cells of one tank with a wall between",
        packing: Packing::Line,
        detect: |source| json::detect(source, "aquarium"),
        read: read_json,
        write: Some(write_json),
    },
];

/// A number, or `?` for a missing clue.
pub(super) fn clue(token: Token<'_>, what: &str) -> Result<Option<u32>, Diagnostic> {
    match token.text {
        "?" | "." | "-" => Ok(None),
        _ => token.number(what, MAX_SIDE).map(|number| Some(number as u32)),
    }
}

/// Whether a word could be a clue.
fn is_clue(token: &Token<'_>) -> bool {
    token.is_number() || matches!(token.text, "?" | "." | "-")
}

/// Refuses boards without cells and boards that are too large.
pub(super) fn check_size(rows: usize, columns: usize, at: Span) -> Result<(), Diagnostic> {
    if rows == 0 || columns == 0 {
        return Err(Diagnostic::new("this board has no cells").label("here", at));
    }
    if rows > MAX_SIDE || columns > MAX_SIDE {
        return Err(Diagnostic::new(format!("a board of {rows}×{columns} is too large"))
            .label("this board", at)
            .help(format!("boards up to {MAX_SIDE}×{MAX_SIDE} can be read")));
    }
    Ok(())
}

/// Seed 001's form: column clues, row clues, grid of colours.
mod digits {
    use super::*;

    /// The three parts of the text, as far as its shape goes.
    struct Shape<'a> {
        columns: Vec<Token<'a>>,
        rows: Vec<Token<'a>>,
        grid: Vec<(Line<'a>, Vec<Token<'a>>)>,
    }

    fn shape(source: &Source) -> Option<Shape<'_>> {
        let lines = source.content_lines();
        let [columns, rows, grid @ ..] = &lines[..] else { return None };
        let (columns, rows) = (columns.symbols(), rows.symbols());
        let grid = grid.iter().map(|line| (*line, line.symbols())).collect();
        Some(Shape { columns, rows, grid })
    }

    pub(super) fn detect(source: &Source) -> Fit {
        let Some(Shape { columns, rows, grid }) = shape(source) else { return Fit::No };
        let is_cell = |token: &Token<'_>| token.text.chars().all(char::is_alphanumeric);
        let clues_fit = columns.iter().chain(&rows).all(is_clue);
        if !clues_fit || grid.is_empty() || !grid.iter().any(|(_, row)| row.len() == columns.len()) {
            return Fit::No;
        }
        let wrong = grid.iter().filter(|(_, row)| row.len() != columns.len() || !row.iter().all(is_cell)).count();
        match (grid.len() == rows.len(), wrong) {
            (true, 0) => Fit::Likely,
            (true, 1) if rows.len() > 2 => Fit::Damaged,
            (false, 0) if grid.len().abs_diff(rows.len()) == 1 && rows.len() > 2 => Fit::Damaged,
            _ => Fit::No,
        }
    }

    pub(super) fn read(source: &Source) -> Result<Aquarium, Diagnostic> {
        let form = "line 1: column clues; line 2: row clues; then one line per row of the grid";
        let Some(Shape { columns, rows, grid }) = shape(source) else {
            return Err(Diagnostic::new("this board is not complete")
                .label("more was expected", source.end())
                .help(form));
        };
        check_size(rows.len(), columns.len(), source.first_word())?;
        if grid.len() != rows.len() {
            let at = grid.get(rows.len()).map_or(source.end(), |(line, _)| line.span());
            let message = format!("there are {} row clues but {} rows in the grid", rows.len(), grid.len());
            return Err(Diagnostic::new(message).label("here", at).help(form));
        }
        let mut colours: BTreeMap<&str, u16> = BTreeMap::new();
        let mut cells = Vec::new();
        for (line, row) in &grid {
            if row.len() != columns.len() {
                let message = format!("this row has {} cells, but there are {} column clues", row.len(), columns.len());
                return Err(Diagnostic::new(message).label("this row", *line).help(form));
            }
            for token in row {
                if !token.text.chars().all(char::is_alphanumeric) {
                    return Err(Diagnostic::new(format!("'{}' cannot stand for a tank", token.shown()))
                        .label("a digit, number or letter was expected here", *token)
                        .help("cells that touch and have the same digit or letter belong to one tank"));
                }
                let next = colours.len() as u16 + 1;
                cells.push(*colours.entry(token.text).or_insert(next));
            }
        }
        let columns = columns.iter().map(|&token| clue(token, "a column clue")).collect::<Result<Vec<_>, _>>()?;
        let rows = rows.iter().map(|&token| clue(token, "a row clue")).collect::<Result<Vec<_>, _>>()?;
        let Some(colours) = Grid::from_values(rows.len(), columns.len(), cells) else {
            return Err(Diagnostic::new("this board is not rectangular").help(form));
        };
        Ok(Aquarium::from_joins(columns, rows, WaterRule::default(), |a, b| colours[a] == colours[b]))
    }

    pub(super) fn write(board: &Aquarium) -> Result<String, String> {
        if !board.walls.is_empty() {
            return Err("it has walls inside tanks; 'matrix' and 'json' can hold them".to_owned());
        }
        let clues = |clues: &[Option<u32>]| clues.iter().map(shown_clue).collect::<Vec<_>>();
        let grid = board.tanks.iter_rows().map(|row| row.iter().map(u16::to_string).collect::<Vec<_>>());
        let lines: Vec<Vec<String>> = [clues(&board.columns), clues(&board.rows)].into_iter().chain(grid).collect();
        // Without spaces where every symbol is one character wide, as the seed document has it.
        let between = if lines.iter().flatten().all(|word| word.len() == 1) { "" } else { " " };
        reads_back(board, lines.into_iter().map(|words| words.join(between) + "\n").collect(), read)
            .ok_or("a clue of two digits alone on its line would be read as two clues".to_owned())
    }
}

/// The text, if it is read back as the same board; the rule is not part of these notations.
fn reads_back(board: &Aquarium, text: String, read: fn(&Source) -> Result<Aquarium, Diagnostic>) -> Option<String> {
    let again = read(&Source::from_text(text.as_str())).ok()?;
    (again == Aquarium { rule: again.rule, ..board.clone() }).then_some(text)
}

fn shown_clue(clue: &Option<u32>) -> String {
    clue.map_or("?".to_owned(), |clue| clue.to_string())
}

/// The puzzle site's string.
mod task {
    use super::*;

    const FORM: &str = "the form is COLUMN_CLUES_ROW_CLUES;TANKS, such as 2_1_1_2;1,2,1,1";

    /// The part of the text that matters: without `var task =`, quotes and the closing semicolon.
    fn body(source: &Source) -> Token<'_> {
        let text = source.text.as_str();
        let after = text.find("task").and_then(|at| text[at..].find('=').map(|equals| at + equals + 1)).unwrap_or(0);
        let is_frame = |c: char| c.is_whitespace() || matches!(c, '\'' | '"' | '`' | ';' | ',');
        let kept = text[after..].trim_matches(is_frame);
        Token { text: kept, start: kept.as_ptr() as usize - text.as_ptr() as usize }
    }

    pub(super) fn detect(source: &Source) -> Fit {
        let body = body(source).text;
        let Some((clues, tanks)) = body.split_once(';') else { return Fit::No };
        let clues_fit = clues.contains('_')
            && clues.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '_' | '?' | '.' | '-'));
        let tanks_fit = tanks.chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || c == ',');
        match (clues_fit, tanks_fit) {
            (true, true) => Fit::Sure,
            (true, false) | (false, true) if clues.contains('_') => Fit::Damaged,
            _ => Fit::No,
        }
    }

    /// The words between separators, empty ones included, each with its place.
    fn words(text: Token<'_>, separator: char) -> Vec<Token<'_>> {
        let place = |part: &str| text.start + (part.as_ptr() as usize - text.text.as_ptr() as usize);
        text.text.split(separator).map(str::trim).map(|word| Token { text: word, start: place(word) }).collect()
    }

    pub(super) fn read(source: &Source) -> Result<Aquarium, Diagnostic> {
        let body = body(source);
        let Some((clues, tanks)) = body.text.split_once(';') else {
            return Err(Diagnostic::new("there is no ';' between the clues and the tanks")
                .label("here", body)
                .help(FORM));
        };
        let tanks = Token { text: tanks, start: body.start + clues.len() + 1 };
        let clues = words(Token { text: clues, start: body.start }, '_');
        let cells = words(tanks, ',');
        let sizes = sizes(clues.len(), cells.len());
        if sizes.is_empty() {
            let message = format!("{} clues and {} cells do not make a board", clues.len(), cells.len());
            let help = format!("a board of h×w has h + w clues and h·w cells; {FORM}");
            return Err(Diagnostic::new(message).label("the cells start here", first_of(&cells)).help(help));
        }
        let mut values = Vec::new();
        for &token in &clues {
            values.push(if token.text.is_empty() { None } else { clue(token, "a clue")? });
        }
        let mut names: BTreeMap<&str, u16> = BTreeMap::new();
        let mut ids = Vec::new();
        for token in &cells {
            if token.text.is_empty() || !token.text.chars().all(char::is_alphanumeric) {
                let message = format!("'{}' is not the name of a tank", token.shown());
                return Err(Diagnostic::new(message).label("a number or word was expected", *token).help(FORM));
            }
            let next = names.len() as u16 + 1;
            ids.push(*names.entry(token.text).or_insert(next));
        }
        // The string does not say how wide the board is. Where it is not square, the reading in which the tanks hang
        // together and the clues fit is the right one.
        let mut first_error = None;
        let mut readings = Vec::new();
        for (rows, columns) in sizes {
            check_size(rows, columns, body.into())?;
            match read_sized(&values, &ids, rows, columns) {
                Ok(board) => readings.push(board),
                Err((first, second)) => {
                    let index = |cell: Cell| cell.row * columns + cell.column;
                    first_error.get_or_insert((cells[index(first)], cells[index(second)], rows, columns));
                }
            }
        }
        readings.sort_by_key(|board| !clues_fit(board));
        match (readings.into_iter().next(), first_error) {
            (Some(board), _) => Ok(board),
            (None, Some((first, second, rows, columns))) => Err(disconnected(first.shown(), first, second)
                .help(format!("read as {rows}×{columns}; every tank must be one connected region"))),
            (None, None) => Err(Diagnostic::new("this board has no cells").label("here", body)),
        }
    }

    fn read_sized(clues: &[Option<u32>], ids: &[u16], rows: usize, columns: usize) -> Result<Aquarium, (Cell, Cell)> {
        let nowhere = Cell { row: 0, column: 0 };
        let tanks = Grid::from_values(rows, columns, ids.to_vec()).ok_or((nowhere, nowhere))?;
        Aquarium::new(clues[..columns].to_vec(), clues[columns..].to_vec(), &tanks, WaterRule::default())
    }

    /// Whether no clue is larger than its line, and rows and columns ask for the same.
    fn clues_fit(board: &Aquarium) -> bool {
        super::super::solver::contradiction(board).is_none()
    }

    /// All `(rows, columns)` with that many clues and cells.
    fn sizes(clues: usize, cells: usize) -> Vec<(usize, usize)> {
        (1..clues)
            .map(|rows| (rows, clues - rows))
            .filter(|(rows, columns)| rows.saturating_mul(*columns) == cells)
            .collect()
    }

    fn first_of<'a>(tokens: &[Token<'a>]) -> Token<'a> {
        tokens.first().copied().unwrap_or(Token { text: "", start: 0 })
    }

    pub(super) fn write(board: &Aquarium) -> Result<String, String> {
        if !board.walls.is_empty() {
            return Err("it has walls inside tanks; 'matrix' and 'json' can hold them".to_owned());
        }
        let clues: Vec<String> = board.columns.iter().chain(&board.rows).map(shown_clue).collect();
        let tanks: Vec<String> = board.tanks.values().iter().map(u16::to_string).collect();
        let text = format!("{};{}\n", clues.join("_"), tanks.join(","));
        reads_back(board, text, read)
            .ok_or("the string does not hold the board's size, and this one would be read as another".to_owned())
    }
}

/// Two parts of one tank that do not touch.
fn disconnected(tank: impl std::fmt::Display, first: impl Into<Span>, second: impl Into<Span>) -> Diagnostic {
    Diagnostic::new(format!("tank {tank} does not hang together"))
        .label("this cell is cut off from the rest of its tank", second)
        .label("the tank starts here", first)
}

const JSON_FORM: &str = r#"{"family":"aquarium","columns":[2,1],"rows":[1,2],"tanks":[[1,2],[1,1]],"rule":"region"}"#;

#[derive(Deserialize)]
struct Fields {
    columns: Vec<Option<u32>>,
    rows: Vec<Option<u32>>,
    tanks: Vec<Vec<Value>>,
    rule: Option<String>,
    #[serde(default)]
    walls: Vec<[[usize; 2]; 2]>,
}

fn read_json(source: &Source) -> Result<Aquarium, Diagnostic> {
    let Fields { columns, rows, tanks, rule, walls } = json::read(source, JSON_FORM)?;
    let at = |key: &str| json::key(source, key);
    let wrong = |key: &str, message: String| Err(Diagnostic::new(message).label("here", at(key)).help(JSON_FORM));
    check_size(rows.len(), columns.len(), at("tanks"))?;
    if let Some(large) = columns.iter().chain(&rows).flatten().find(|&&clue| clue as usize > MAX_SIDE) {
        return wrong("rows", format!("{large} is too large for a clue"));
    }
    if tanks.len() != rows.len() {
        return wrong("tanks", format!("there are {} row clues but {} rows of tanks", rows.len(), tanks.len()));
    }
    if let Some((row, found)) = tanks.iter().enumerate().find(|(_, row)| row.len() != columns.len()) {
        let message =
            format!("row {} has {} cells, but there are {} column clues", row + 1, found.len(), columns.len());
        return wrong("tanks", message);
    }
    let rule = match rule {
        None => WaterRule::default(),
        Some(name) => match WaterRule::named(&name) {
            Some(rule) => rule,
            None => return wrong("rule", format!("there is no rule called '{name}'; choose region, pool or adjacent")),
        },
    };
    let mut names: BTreeMap<String, u16> = BTreeMap::new();
    let mut ids = Vec::new();
    for value in tanks.iter().flatten() {
        if !(value.is_string() || value.is_u64()) {
            return wrong("tanks", format!("{value} is not the name of a tank"));
        }
        let next = names.len() as u16 + 1;
        ids.push(*names.entry(value.to_string()).or_insert(next));
    }
    let Some(grid) = Grid::from_values(rows.len(), columns.len(), ids) else {
        return wrong("tanks", "the tanks do not make a rectangular board".to_owned());
    };
    let mut board = match Aquarium::new(columns, rows, &grid, rule) {
        Ok(board) => board,
        Err((first, second)) => {
            let error = disconnected(&tanks[first.row][first.column], at("tanks"), at("tanks"));
            return Err(error.help(format!("its cells {first} and {second} are not connected")));
        }
    };
    for [[row, column], [other_row, other_column]] in walls {
        let cell = |row: usize, column: usize| Cell { row: row.wrapping_sub(1), column: column.wrapping_sub(1) };
        let (a, b) = (cell(row, column), cell(other_row, other_column));
        let (a, b) = (a.min(b), a.max(b));
        let inside = |cell: Cell| cell.row < board.rows.len() && cell.column < board.columns.len();
        let is_beside = a.row.abs_diff(b.row) + a.column.abs_diff(b.column) == 1;
        if !inside(a) || !inside(b) || !is_beside || board.tanks[a] != board.tanks[b] {
            return wrong("walls", format!("{a} and {b} are not neighbours in one tank"));
        }
        board.walls.insert((a, b));
    }
    Ok(board)
}

fn write_json(board: &Aquarium) -> Result<String, String> {
    let tanks: Vec<&[u16]> = board.tanks.iter_rows().collect();
    let mut object = json!({
        "family": "aquarium",
        "columns": board.columns,
        "rows": board.rows,
        "tanks": tanks,
        "rule": board.rule.name(),
    });
    if !board.walls.is_empty() {
        let pair = |cell: &Cell| [cell.row + 1, cell.column + 1];
        object["walls"] = board.walls.iter().map(|(a, b)| json!([pair(a), pair(b)])).collect();
    }
    Ok(object.to_string() + "\n")
}

/// Reads a solution: rows of `1` and `0`, `#` and `.`, or `~` and `.`, with or without commas and quotes, or one flat
/// list. A solver's status word before it is passed over.
pub(super) fn read_solution(board: &Aquarium, source: &Source) -> Result<Solution, Diagnostic> {
    let mut cells = Vec::new();
    for line in source.content_lines() {
        if line.text.trim().chars().all(|c| c.is_ascii_uppercase()) && cells.is_empty() {
            continue;
        }
        for token in line.characters() {
            cells.push(match token.text {
                "1" | "#" | "~" => 1,
                "0" | "." => 0,
                "," | "[" | "]" | "\"" | "'" | "/" | "|" => continue,
                _ => {
                    return Err(Diagnostic::new(format!("'{}' is neither water nor air", token.shown()))
                        .label("1 or 0 was expected here", token)
                        .help("write water as 1, # or ~, and air as 0 or ."));
                }
            });
        }
    }
    let (rows, columns, found) = (board.rows.len(), board.columns.len(), cells.len());
    Grid::from_values(rows, columns, cells).map(Solution::Grid).ok_or_else(|| {
        Diagnostic::new(format!("the solution has {found} cells, the board {rows}×{columns} = {}", rows * columns))
            .label("the solution ends here", source.end())
    })
}

/// Puzzles of our own.
pub(super) static EXAMPLES: &[Example] = &[
    Example {
        name: "harbour",
        notation: "digits",
        text: "313434\n121356\n111233\n112244\n155667\n155567\n158888\n558888\n",
        verdict: "unique",
        solution: Some(HARBOUR),
    },
    Example {
        name: "harbour",
        notation: "matrix",
        text: "\
8	3	8	1	8	3	8	4	8	3	8	4
1	0	8	0	8	0	9	0	9	0	8	0
8	8	8	8	9	9	9	8	9	9	9	9
2	0	8	0	9	0	8	0	9	0	8	0
8	8	9	9	9	9	9	9	9	9	9	9
1	0	9	0	8	0	9	0	8	0	9	0
8	8	9	8	8	8	9	9	9	8	9	8
3	0	9	0	8	0	8	0	9	0	9	0
8	8	9	8	9	9	9	9	9	9	9	9
5	0	9	0	9	0	8	0	8	0	8	0
8	9	9	8	9	8	8	8	8	8	8	8
6	0	8	0	9	0	8	0	8	0	8	0
",
        verdict: "unique",
        solution: Some(HARBOUR),
    },
    Example {
        name: "siphon",
        notation: "task",
        text: "2_4_2_2_1_2_1_5_1_2_2_2;1,2,3,3,3,4,1,2,2,2,3,4,1,1,2,5,5,5,6,1,7,5,7,5,6,6,7,7,7,7,6,6,8,8,8,8\n",
        verdict: "unique",
        solution: Some(
            "0, 1, 0, 0, 0, 0\n0, 1, 1, 1, 1, 1\n0, 0, 1, 0, 0, 0\n0, 0, 0, 1, 0, 1\n1, 1, 0, 0, 0, 0\n\
             1, 1, 0, 0, 0, 0\n",
        ),
    },
    Example {
        name: "harbour",
        notation: "link",
        text: "https://puzz.link/p?aquarium/r/6/6/6aljo85nogv0/313434121356\n",
        verdict: "unique",
        solution: Some(HARBOUR),
    },
    Example {
        name: "terrace",
        notation: "json",
        text: concat!(
            r#"{"family":"aquarium","columns":[2,1,2,null,4,3,3],"rows":[4,6,3,3,null],"#,
            r#""tanks":[[1,2,2,2,3,3,3],[1,1,1,2,3,3,3],[4,4,4,4,5,5,5],[6,4,5,5,5,7,7],[6,6,6,7,7,7,7]],"#,
            r#""rule":"pool"}"#,
            "\n"
        ),
        verdict: "unique",
        solution: Some(
            "1, 0, 0, 0, 1, 1, 1\n1, 1, 1, 0, 1, 1, 1\n0, 0, 0, 0, 1, 1, 1\n0, 0, 1, 1, 1, 0, 0\n\
             0, 0, 0, 0, 0, 0, 0\n",
        ),
    },
    Example { name: "two-ways", notation: "digits", text: "11\n11\n12\n34\n", verdict: "multiple", solution: None },
    Example {
        name: "bent-tube",
        notation: "digits",
        text: "211\n13\nABA\nAAA\n",
        verdict: "impossible",
        solution: None,
    },
];

const HARBOUR: &str = "0, 0, 0, 1, 0, 0\n0, 0, 1, 1, 0, 0\n0, 0, 0, 0, 0, 1\n1, 0, 0, 0, 1, 1\n1, 0, 1, 1, 1, 1\n\
                       1, 1, 1, 1, 1, 1\n";
