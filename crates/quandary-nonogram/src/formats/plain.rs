//! The plain forms: a header with the size, one clue per row, one clue per column, `0` for an empty line.
//!
//! They differ in one thing only, whether the header says the height first ([`PLAIN`]) or the width first ([`NIN`]). On a
//! board that is not square the clues tell which it is: read the wrong way round, they seldom fit.
//!
//! People leave lines blank, between rows and columns or instead of a `0`; both are read when the number of lines says
//! which is meant. Everything from `<-` on is a remark.

use super::super::solver::plain_conflict;
use super::super::{MAX_SIDE, Nonogram};
use super::{MOST_LINES, board, clue, is_sheet, plain_words};
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing};
use quandary_core::read::{Diagnostic, Line, Source, Token};

/// The plain form: height and width, row clues, column clues.
pub(crate) static PLAIN: Notation<Nonogram> = Notation {
    name: "plain",
    summary: "a line 'height width', then one line of numbers for each row and each column; 0 for an empty line, ? for a block of unknown length",
    packing: Packing::Block,
    comments: true,
    detect: |source| detect(source, Order::HeightFirst),
    read: |source| read(source, Order::HeightFirst),
    write: Some(|puzzle| write(puzzle, Order::HeightFirst)),
};

/// Wilk's form, files ending in `.nin`: the same with the width first.
pub(crate) static NIN: Notation<Nonogram> = Notation {
    name: "nin",
    summary: "a line 'width height', then one line of numbers for each row and each column, 0 and ? as in plain; files that end in .nin",
    packing: Packing::Block,
    comments: true,
    detect: |source| detect(source, Order::WidthFirst),
    read: |source| read(source, Order::WidthFirst),
    write: Some(|puzzle| write(puzzle, Order::WidthFirst)),
};

/// What the header says first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    HeightFirst,
    WidthFirst,
}

impl Order {
    /// Names of the two numbers, in their order.
    fn names(self) -> [&'static str; 2] {
        match self {
            Order::HeightFirst => ["the height", "the width"],
            Order::WidthFirst => ["the width", "the height"],
        }
    }

    /// Two numbers in the order of the header → height and width, and vice versa.
    fn sort<T>(self, [first, second]: [T; 2]) -> [T; 2] {
        match self {
            Order::HeightFirst => [first, second],
            Order::WidthFirst => [second, first],
        }
    }
}

/// How well a text fits: the header decides whether it looks like a Nonogram at all, the clues how much.
fn detect(source: &Source, order: Order) -> Fit {
    let Some(Sheet { header: [first, second], clues }) = Sheet::of(source) else { return Fit::No };
    if !first.is_number() || !second.is_number() {
        return Fit::No;
    }
    let is_nin = source.extension().as_deref() == Some("nin");
    match read(source, order) {
        Ok(_) if is_nin && order == Order::WidthFirst => Fit::Likely,
        Ok(_) if is_nin => Fit::Possible,
        // A blank line may be a clue, and may be just a blank line.
        Ok(puzzle) => {
            let lines = clues.iter().filter(|line| !line.is_blank()).count();
            let is_whole = lines == puzzle.height() + puzzle.width();
            if is_whole && plain_conflict(&puzzle).is_none() { Fit::Likely } else { Fit::Possible }
        }
        Err(_) => {
            // Other puzzles start with two numbers too, and go on with as many lines as the first of them says.
            let size = |token: Token<'_>| token.text.parse::<u32>().map_or(u64::MAX >> 2, u64::from);
            let is_sheet = is_sheet(source);
            let lines = clues.iter().filter(|line| !line.is_blank()).count() as u64;
            let lines = if is_sheet { lines } else { u64::MAX >> 2 };
            if 2 * lines >= 2 * size(first) + size(second) { Fit::Damaged } else { Fit::No }
        }
    }
}

/// The header, and the lines after it with their remarks cut off; some may be blank.
struct Sheet<'a> {
    header: [Token<'a>; 2],
    clues: Vec<Line<'a>>,
}

impl<'a> Sheet<'a> {
    /// The sheet, where the first line holds two words.
    fn of(source: &'a Source) -> Option<Self> {
        let is_comment = |line: &Line<'_>| line.text.trim_start().starts_with('#');
        let mut lines = source.lines().filter(|line| !is_comment(line)).map(without_remark);
        let header: Vec<_> = lines.find(|line| !line.is_blank())?.tokens().take(3).collect();
        let [first, second] = header[..] else { return None };
        Some(Sheet { header: [first, second], clues: lines.take(MOST_LINES).collect() })
    }

    /// The ways of taking one line per row and column, the most natural one first.
    fn ways(&self, rows: usize, columns: usize) -> Vec<Vec<Line<'a>>> {
        let need = rows + columns;
        let written: Vec<_> = self.clues.iter().filter(|line| !line.is_blank()).copied().collect();
        if written.len() >= need {
            return if written.len() == need { vec![written] } else { Vec::new() };
        }
        // Some blank lines are empty clues. One between rows and columns may be none.
        let mut without_border = self.clues.clone();
        if without_border.get(rows).is_some_and(Line::is_blank) {
            without_border.remove(rows);
        }
        let mut ways = vec![self.clues.clone(), without_border];
        ways.retain(|lines| lines.len() >= need && lines[need..].iter().all(Line::is_blank));
        ways.iter_mut().for_each(|lines| lines.truncate(need));
        ways
    }

    /// The error for a wrong number of lines.
    fn wrong_count(&self, source: &Source, [height, width]: [usize; 2]) -> Diagnostic {
        let written: Vec<_> = self.clues.iter().filter(|line| !line.is_blank()).collect();
        let (label, at) = match written.get(height + width) {
            Some(&&extra) => ("this line is one too many", extra.span()),
            None => ("the clues end here", source.end()),
        };
        Diagnostic::new(format!("expected {height} + {width} clue lines, found {}", written.len()))
            .label(label, at)
            .label("the size is given here", self.header[0])
            .help(format!(
                "one line for each of {height} rows, then one for each of {width} columns; 0 for an empty one"
            ))
    }
}

/// Cuts off everything from `<-` on.
fn without_remark(mut line: Line<'_>) -> Line<'_> {
    if line.text.as_bytes().contains(&b'<')
        && let Some(at) = line.text.find("<-")
    {
        line.text = &line.text[..at];
    }
    line
}

fn read(source: &Source, order: Order) -> Result<Nonogram, Diagnostic> {
    let names = order.names();
    let Some(sheet) = Sheet::of(source) else {
        return Err(Diagnostic::new(format!("the first line must hold two numbers, {} and {}", names[0], names[1]))
            .label("the size was expected here", source.first_word())
            .help("write for example '5 5', then the clues of the rows and of the columns"));
    };
    let mut sizes = [0; 2];
    for ((size, token), name) in sizes.iter_mut().zip(sheet.header).zip(names) {
        *size = token.number(name, MAX_SIDE)?;
        if *size == 0 {
            return Err(Diagnostic::new(format!("{name} is 0"))
                .label("at least 1", token)
                .help(format!("a Nonogram has 1 to {MAX_SIDE} rows and columns")));
        }
    }
    let [height, width] = order.sort(sizes);
    // A word that is not a clue is the better thing to point at than a wrong number of lines.
    for line in &sheet.clues {
        clue(line)?;
    }
    let mut boards = Vec::new();
    for lines in sheet.ways(height, width) {
        let mut clues = lines.iter().map(clue).collect::<Result<Vec<_>, _>>()?;
        let columns = clues.split_off(height);
        boards.push(board(clues, columns, sheet.header[0].into())?);
    }
    let natural = boards.iter().position(|board| plain_conflict(board).is_none()).unwrap_or(0);
    if boards.is_empty() { Err(sheet.wrong_count(source, [height, width])) } else { Ok(boards.swap_remove(natural)) }
}

fn write(puzzle: &Nonogram, order: Order) -> Result<String, DoesNotFit> {
    let [first, second] = order.sort([puzzle.height(), puzzle.width()]);
    let mut text = format!("{first} {second}\n");
    for line in puzzle.lines() {
        text.push_str(&plain_words(puzzle, line)?);
        text.push('\n');
    }
    Ok(text)
}
