//! The file that puzz.link's editor (pzprjs) saves, read and written.
//!
//! `pzprv3`, the genre, height and width, `r` for the region rule, then the borders between neighbours in a row (1 or 0),
//! those between neighbours in a column, and last the clues and cells together: the clues of the columns in the first row,
//! those of the rows in the first column, a `c` before a clue that the player has ticked off. What the player has filled in
//! (`#`, `+`) is ignored. In addresses and scripts a slash stands for the end of a line.

use super::super::{Aquarium, MAX_SIDE, WaterRule};
use super::{check_size, clue, limited};
use quandary_core::puzzle::{Cell, DoesNotFit, Fit};
use quandary_core::read::{Diagnostic, Source, Token};

const FORM: &str = "the form is pzprv3, aquarium, HEIGHT, WIDTH, r for the region rule, the borders, then clues and cells, \
                    each on a line or with a slash between";

/// The words of a text, cut at white space and slashes.
fn words(source: &Source) -> impl Iterator<Item = Token<'_>> {
    let text = source.text.as_str();
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let words = text.split(|c: char| c.is_whitespace() || c == '/').filter(|word| !word.is_empty());
    words.map(move |word| Token { text: word, start: place(word) })
}

pub(super) fn detect(source: &Source) -> Fit {
    let is_head = |word: &Token<'_>| word.text.starts_with("pzprv3");
    let is_file = words(source).next().is_some_and(|word| is_head(&word));
    if !is_file || words(source).nth(1).is_none_or(|word| word.text != "aquarium") {
        return Fit::No;
    }
    // Several files one after the other are several puzzles.
    if words(source).filter(is_head).count() == 1 { Fit::Sure } else { Fit::No }
}

pub(super) fn read(source: &Source) -> Result<Aquarium, Diagnostic> {
    let mut words = words(source).skip(2).peekable();
    let too_short = || Diagnostic::new("this file is cut short").label("it ends here", source.end()).help(FORM);
    let height = words.next().ok_or_else(too_short)?;
    let rows = height.number("the height", MAX_SIDE)?;
    let columns = words.next().ok_or_else(too_short)?.number("the width", MAX_SIDE)?;
    check_size(rows, columns, height.into())?;
    let is_region = words.next_if(|word| word.text == "r").is_some();
    let mut borders = |count: usize| {
        let border = |word: Token<'_>| match word.text {
            "0" | "-1" => Ok(false),
            "1" => Ok(true),
            _ => Err(Diagnostic::new(format!("'{}' is not a border", word.shown()))
                .label("0 or 1 was expected here", word)
                .help(FORM)),
        };
        (0..count).map(|_| border(words.next().ok_or_else(too_short)?)).collect::<Result<Vec<bool>, _>>()
    };
    let (beside, below) = (borders(rows * (columns - 1))?, borders((rows - 1) * columns)?);
    let mut clues = [vec![None; columns], vec![None; rows]];
    for row in 0..=rows {
        for column in 0..=columns {
            let word = words.next().ok_or_else(too_short)?;
            let line = match (row, column) {
                (0, 0) => continue,
                (0, column) => &mut clues[0][column - 1],
                (row, 0) => &mut clues[1][row - 1],
                _ => continue,
            };
            let ticked = word.text.strip_prefix('c').map(|text| Token { text, start: word.start + 1 });
            *line = clue(ticked.unwrap_or(word), "a clue")?;
        }
    }
    if let Some(word) = words.next().filter(|word| word.text != "{" && !word.text.starts_with("history")) {
        return Err(Diagnostic::new("there is more text after the last row").label("here", word).help(FORM));
    }
    let rule = if is_region { WaterRule::Region } else { WaterRule::Pool };
    let [column_clues, row_clues] = clues;
    limited(Aquarium::from_joins(column_clues, row_clues, rule, |a: Cell, b: Cell| match a.row == b.row {
        true => !beside[a.row * (columns - 1) + a.column],
        false => !below[a.row * columns + a.column],
    }))
}

pub(super) fn write(board: &Aquarium) -> Result<String, DoesNotFit> {
    let rule = match board.rule {
        WaterRule::Region => "r\n",
        WaterRule::Pool => "",
        WaterRule::Adjacent => return Err("puzz.link knows the rules region and pool only".into()),
    };
    let (rows, columns) = (board.rows.len(), board.columns.len());
    let mut text = format!("pzprv3\naquarium\n{rows}\n{columns}\n{rule}");
    let mut line = |words: &mut dyn Iterator<Item = String>| {
        words.for_each(|word| text += &(word + " "));
        text.push('\n');
    };
    let border = |a: Cell, b: Cell| u8::from(!board.is_open(a, b)).to_string();
    for row in 0..rows {
        line(&mut (1..columns).map(|column| border(Cell { row, column: column - 1 }, Cell { row, column })));
    }
    for row in 1..rows {
        line(&mut (0..columns).map(|column| border(Cell { row: row - 1, column }, Cell { row, column })));
    }
    let shown = |clue: &Option<u32>| clue.map_or(".".to_owned(), |clue| clue.to_string());
    line(&mut std::iter::once(".".to_owned()).chain(board.columns.iter().map(shown)));
    for clue in &board.rows {
        line(&mut std::iter::once(shown(clue)).chain((0..columns).map(|_| ".".to_owned())));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLASK: &str = "pzprv3/aquarium/2/3/1 0 /0 1 /0 1 0 /. 1 c2 . /2 # . . /- + # # /";

    #[test]
    fn a_file_on_one_line_is_read_and_written_over_several() {
        let board = read(&Source::from_text(FLASK)).unwrap();
        assert_eq!(board.rule, WaterRule::Pool);
        assert_eq!((&board.columns[..], &board.rows[..]), (&[Some(1), Some(2), None][..], &[Some(2), None][..]));
        let written = write(&board).unwrap();
        assert_eq!(written, "pzprv3\naquarium\n2\n3\n1 0 \n0 1 \n0 1 0 \n. 1 2 . \n2 . . . \n. . . . \n");
        assert_eq!(read(&Source::from_text(written)), Ok(board.clone()));
        let region = Aquarium { rule: WaterRule::Region, ..board };
        assert_eq!(read(&Source::from_text(write(&region).unwrap())), Ok(region));
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said_with_its_place() {
        let cases = [
            ("pzprv3/aquarium/2/3/1 0 /0 1 /0 1", "this file is cut short", 34),
            ("pzprv3/aquarium/2/3/1 5 /0 1 /0 1 0", "'5' is not a border", 23),
            ("pzprv3/aquarium/x/3", "'x' is not a number", 17),
            ("pzprv3/aquarium/1/1/. z /. ./", "'z' is not a number", 23),
            ("pzprv3/aquarium/1/1/. . /. ./7", "there is more text after the last row", 30),
        ];
        for (text, message, column) in cases {
            let source = Source::from_text(text);
            let error = read(&source).unwrap_err();
            assert_eq!((error.message.as_str(), error.position(&source)), (message, Some((1, column))));
        }
    }
}
