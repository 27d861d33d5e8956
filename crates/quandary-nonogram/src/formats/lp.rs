//! Bosch's form for his linear programs, files ending in `.lp`: a key before every number.
//!
//! `number_of_rows:` and `number_of_columns:`, then for each line its name (`row_1`, `column_1`), how many blocks it has and
//! how long they are. His own files call these two by different names (`number_of_clusters:` or `number_of_tiles:`,
//! `size(s):` or `width(s):`), so any key will do there.

use super::super::{LineName, MAX_SIDE, Nonogram};
use super::{block, board, is_sheet, length, lengths};
use crate::line::Block;
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing};
use quandary_core::read::{Diagnostic, Source, Span, Token};

/// Bosch's form.
pub(crate) static LP: Notation<Nonogram> = Notation {
    name: "lp",
    summary: "'number_of_rows: 5', 'number_of_columns: 5', then for each line 'row_1', 'number_of_clusters: 2' and 'size(s): 3 1'; files that end in .lp",
    packing: Packing::Block,
    comments: false,
    detect: |source| Fit::by_mark(is_sheet(source) && source.text.contains("number_of_rows:"), || read(source)),
    read,
    write: Some(write),
};

/// The words of a text, one after the other.
struct Words<'a> {
    words: std::vec::IntoIter<Token<'a>>,
    end: Span,
}

impl<'a> Words<'a> {
    /// The next word, which has to be there.
    fn next(&mut self, what: &str) -> Result<Token<'a>, Diagnostic> {
        self.words.next().ok_or_else(|| wrong(what, self.end))
    }

    /// A key, which ends in `:`.
    fn key(&mut self, what: &str) -> Result<(), Diagnostic> {
        let word = self.next(what)?;
        if word.text.ends_with(':') { Ok(()) } else { Err(wrong(what, word.into())) }
    }
}

fn wrong(what: &str, at: Span) -> Diagnostic {
    Diagnostic::new(format!("{what} is expected")).label("here", at).help(LP.summary)
}

fn read(source: &Source) -> Result<Nonogram, Diagnostic> {
    let words: Vec<Token<'_>> = source.lines().flat_map(|line| line.tokens()).collect();
    let mut words = Words { words: words.into_iter(), end: source.end() };
    let mut size = |key: &str, what: &str| -> Result<usize, Diagnostic> {
        let word = words.next(&format!("'{key}'"))?;
        if word.text != key {
            return Err(wrong(&format!("'{key}'"), word.into()));
        }
        let number = words.next(what)?;
        match number.number(what, MAX_SIDE)? {
            0 => Err(Diagnostic::new(format!("{what} is 0")).label("at least 1", number)),
            size => Ok(size),
        }
    };
    let height = size("number_of_rows:", "the number of rows")?;
    let width = size("number_of_columns:", "the number of columns")?;
    let mut sides: [Vec<Option<Vec<Block>>>; 2] = [vec![None; height], vec![None; width]];
    while let Some(name) = words.words.next() {
        let bare = name.text.trim_end_matches(':');
        let (side, number) = match (bare.strip_prefix("row_"), bare.strip_prefix("column_")) {
            (Some(number), _) => (0, number),
            (_, Some(number)) => (1, number),
            _ => return Err(wrong("'row_' or 'column_' with a number", name.into())),
        };
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let Some(clue) = index.and_then(|index| sides[side].get_mut(index)) else {
            return Err(Diagnostic::new(format!("there is no {}", name.shown()))
                .label("here", name)
                .help(format!("the board has {height} rows and {width} columns")));
        };
        if clue.is_some() {
            return Err(Diagnostic::new(format!("{bare} is given twice")).label("the second time", name));
        }
        words.key("'number_of_clusters:'")?;
        let count = words.next("the number of blocks")?.number("the number of blocks", MAX_SIDE)?;
        words.key("'size(s):'")?;
        let mut blocks = Vec::new();
        for _ in 0..count {
            let word = words.next("a block")?;
            blocks.push(block(length(word)?, super::BLACK, word.into())?);
        }
        *clue = Some(blocks);
    }
    let [rows, columns] = sides;
    let whole = |clues: Vec<Option<Vec<Block>>>, name: &str| -> Result<Vec<Vec<Block>>, Diagnostic> {
        let missing = clues.iter().position(Option::is_none);
        match missing {
            Some(index) => Err(wrong(&format!("'{name}_{}'", index + 1), source.end())),
            None => Ok(clues.into_iter().flatten().collect()),
        }
    };
    board(whole(rows, "row")?, whole(columns, "column")?, source.first_word())
}

fn write(puzzle: &Nonogram) -> Result<String, DoesNotFit> {
    let mut text = format!("number_of_rows: {}\nnumber_of_columns: {}\n", puzzle.height(), puzzle.width());
    for line in puzzle.lines() {
        let lengths = lengths(puzzle, line)?;
        let name = match line {
            LineName::Row(row) => format!("row_{}", row + 1),
            LineName::Column(column) => format!("column_{}", column + 1),
        };
        let sizes: String = lengths.iter().map(|length| format!(" {length}")).collect();
        text.push_str(&format!("{name}\nnumber_of_clusters: {}\nsize(s):{sizes}\n", lengths.len()));
    }
    Ok(text)
}
