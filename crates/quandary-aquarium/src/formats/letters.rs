//! Boards as people draw them in letters: the clues of the columns, then each row with its clue first.
//!
//! ```text
//!   2 1 1
//! 1 A B A
//! 3 A A A
//! ```
//!
//! Equal letters that touch are one tank, so a large board can do with a few letters.

use super::super::{Aquarium, WaterRule, neighbours};
use super::{check_size, clue, is_clue, limited, reads_back, shown_clue};
use quandary_core::grid::Grid;
use quandary_core::puzzle::{Cell, DoesNotFit, Fit};
use quandary_core::read::{Diagnostic, Line, Source, Token};

const FORM: &str = "first the clues of the columns, then one line per row: its clue, and a letter for each cell";

/// The letters of a row, close together or apart.
fn letters<'a>(line: &Line<'a>) -> Option<(Token<'a>, Vec<Token<'a>>)> {
    let clue = line.tokens().next()?;
    let rest = Line {
        text: &line.text[clue.start - line.start + clue.text.len()..],
        start: clue.start + clue.text.len(),
        ..*line
    };
    Some((clue, rest.characters().collect()))
}

fn is_letter(token: &Token<'_>) -> bool {
    token.text.chars().all(char::is_alphabetic)
}

pub(super) fn detect(source: &Source) -> Fit {
    let lines = source.content_lines();
    let [header, rows @ ..] = &lines[..] else { return Fit::No };
    let columns: Vec<Token<'_>> = header.tokens().collect();
    if rows.is_empty() || !columns.iter().all(is_clue) {
        return Fit::No;
    }
    let fits = |line: &Line<'_>| {
        letters(line)
            .is_some_and(|(clue, cells)| is_clue(&clue) && cells.len() == columns.len() && cells.iter().all(is_letter))
    };
    match rows.iter().filter(|line| !fits(line)).count() {
        0 => Fit::Likely,
        1 if rows.len() > 2 && rows.iter().any(fits) => Fit::Damaged,
        _ => Fit::No,
    }
}

pub(super) fn read(source: &Source) -> Result<Aquarium, Diagnostic> {
    let lines = source.content_lines();
    let [header, grid @ ..] = &lines[..] else {
        return Err(Diagnostic::new("this board is not complete").label("more was expected", source.end()).help(FORM));
    };
    let columns = header.tokens().map(|token| clue(token, "a column clue")).collect::<Result<Vec<_>, _>>()?;
    check_size(grid.len(), columns.len(), source.first_word())?;
    let (mut rows, mut cells) = (Vec::new(), Vec::new());
    for line in grid {
        let Some((first, row)) = letters(line) else { continue };
        rows.push(clue(first, "the clue of the row")?);
        if let Some(wrong) = row.iter().find(|token| !is_letter(token)) {
            return Err(Diagnostic::new(format!("'{}' cannot stand for a tank", wrong.shown()))
                .label("a letter was expected here", *wrong)
                .help(FORM));
        }
        if row.len() != columns.len() {
            let message = format!("this row has {} cells, but there are {} column clues", row.len(), columns.len());
            return Err(Diagnostic::new(message).label("this row", *line).help(FORM));
        }
        cells.extend(row.iter().map(|token| token.text));
    }
    let Some(cells) = Grid::from_values(rows.len(), columns.len(), cells) else {
        return Err(Diagnostic::new("this board is not rectangular").help(FORM));
    };
    limited(Aquarium::from_joins(columns, rows, WaterRule::default(), |a, b| cells[a] == cells[b]))
}

pub(super) fn write(board: &Aquarium) -> Result<String, DoesNotFit> {
    if !board.walls.is_empty() {
        return Err("it cannot store walls inside tanks".into());
    }
    let letter_of = letter_of_tanks(board).ok_or("it has more tanks around one than there are letters")?;
    let clues: Vec<String> = board.columns.iter().map(shown_clue).collect();
    let mut text = clues.join(" ") + "\n";
    for (row, clue) in board.rows.iter().enumerate() {
        let letters: String = board.tanks.row(row).iter().map(|&tank| letter_of[usize::from(tank) - 1]).collect();
        text += &format!("{} {letters}\n", shown_clue(clue));
    }
    reads_back(board, text, read).ok_or_else(|| "these letters would be read as another board".into())
}

/// A letter for each tank: its own while there are enough, and else one that no neighbour has.
fn letter_of_tanks(board: &Aquarium) -> Option<Vec<char>> {
    let alphabet: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
    let count = board.tank_count();
    if count <= alphabet.len() {
        return Some(alphabet[..count].to_vec());
    }
    let mut beside = vec![Vec::new(); count];
    let tank = |cell: Cell| usize::from(board.tanks[cell]) - 1;
    for (a, b) in neighbours(&board.tanks).map(|(a, b)| (tank(a), tank(b))).filter(|(a, b)| a != b) {
        beside[a].push(b);
        beside[b].push(a);
    }
    // Those with many neighbours choose first: they are the ones who could run out of letters.
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&tank| std::cmp::Reverse(beside[tank].len()));
    let mut letter_of = vec![None; count];
    for (turn, tank) in order.into_iter().enumerate() {
        let taken: Vec<char> = beside[tank].iter().filter_map(|&other| letter_of[other]).collect();
        let free = |letter: &&char| !taken.contains(letter);
        letter_of[tank] = Some(*alphabet.iter().cycle().skip(turn % alphabet.len()).take(alphabet.len()).find(free)?);
    }
    letter_of.into_iter().collect()
}
