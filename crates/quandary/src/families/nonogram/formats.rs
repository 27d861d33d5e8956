//! Every notation of a Nonogram, read and written.
//!
//! The plain notations are lines of numbers: a header with the size, one clue per row, one clue per column, `0` for an
//! empty line. They differ in one thing only, whether the header says the height first ([`SEED`]) or the width first
//! ([`NIN`]). On a board that is not square the clues tell which it is: read the wrong way round, they seldom fit.
//!
//! The others have modules of their own: [sheets](MK) of numbers, [letters](NON) behind the numbers for coloured boards,
//! webpbn's [XML], [brackets](PICROSS), [links](LINK), and [pictures](PICTURE) whose clues are the puzzle.
//!
//! People leave lines blank, between rows and columns or instead of a `0`; both are read when the number of lines says
//! which is meant. Everything from `<-` on is a remark.

pub(super) mod colours;
mod drawn;
pub mod examples;
mod lettered;
mod link;
mod picross;
pub mod picture;
mod sheets;
mod webpbn;

pub use drawn::{PBM, PICTURE};
pub use lettered::{G, NON};
pub use link::LINK;
pub use picross::PICROSS;
pub use sheets::{CWD, KEEN, MK, TOURNAMENT};
pub use webpbn::XML;

use serde::Deserialize;

use super::solver::plain_conflict;
use super::{BLACK, LARGEST_SIDE, LineName, Nonogram};
use crate::puzzle::{Fit, Notation, Packing};
use crate::read::{Diagnostic, Line, Source, Span, Token, json};
use crate::reason::Block;

/// Seed 004's form: height and width, row clues, column clues.
pub static SEED: Notation<Nonogram> = Notation {
    name: "seed",
    summary: "a line 'height width', then one line of numbers for each row and each column; 0 for an empty line",
    packing: Packing::Block,
    detect: |source| detect(source, Order::HeightFirst),
    read: |source| read(source, Order::HeightFirst),
    write: Some(|puzzle| write(puzzle, Order::HeightFirst)),
};

/// Wilk's form, files ending in `.nin`: the same with the width first.
pub static NIN: Notation<Nonogram> = Notation {
    name: "nin",
    summary: "a line 'width height', then one line of numbers for each row and each column; files that end in .nin",
    packing: Packing::Block,
    detect: |source| detect(source, Order::WidthFirst),
    read: |source| read(source, Order::WidthFirst),
    write: Some(|puzzle| write(puzzle, Order::WidthFirst)),
};

/// The JSON form.
pub static JSON: Notation<Nonogram> = Notation {
    name: "json",
    summary: r#"{"family":"nonogram","rows":[[1,1],[3]],"columns":[[2],[1],[2]]}; [] or [0] for an empty line, [3,2] for a block of 3 cells in colour 2"#,
    packing: Packing::Line,
    detect: |source| json::detect(source, "nonogram"),
    read: read_json,
    write: Some(write_json),
};

/// What the header says first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    HeightFirst,
    WidthFirst,
}

impl Order {
    /// Names of the two numbers, as they stand.
    fn names(self) -> [&'static str; 2] {
        match self {
            Order::HeightFirst => ["the height", "the width"],
            Order::WidthFirst => ["the width", "the height"],
        }
    }

    /// Two numbers as they stand in the header → height and width, and the other way round.
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
            let lines = clues.iter().filter(|line| !line.is_blank()).count() as u64;
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
        Some(Sheet { header: [first, second], clues: lines.collect() })
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
    if let Some(at) = line.text.find("<-") {
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
        *size = token.number(name, LARGEST_SIDE)?;
        if *size == 0 {
            return Err(Diagnostic::new(format!("{name} is 0"))
                .label("at least 1", token)
                .help(format!("a Nonogram has 1 to {LARGEST_SIDE} rows and columns")));
        }
    }
    let [height, width] = order.sort(sizes);
    // A word that is no clue is the better thing to point at than a wrong number of lines.
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

/// One line of numbers.
fn clue(line: &Line<'_>) -> Result<Vec<Block>, Diagnostic> {
    let tokens: Vec<_> = line.tokens().collect();
    let mut blocks = Vec::with_capacity(tokens.len());
    for token in &tokens {
        match token.number("a block", LARGEST_SIDE)? {
            0 if tokens.len() > 1 => return Err(zero_among_blocks((*token).into())),
            0 => {}
            length => blocks.push(Block { length, colour: BLACK }),
        }
    }
    Ok(blocks)
}

fn zero_among_blocks(at: Span) -> Diagnostic {
    Diagnostic::new("a block of 0 cells stands among others")
        .label("this 0", at)
        .help("leave it away; a 0 stands alone, for a line without any block")
}

fn board(rows: Vec<Vec<Block>>, columns: Vec<Vec<Block>>, at: Span) -> Result<Nonogram, Diagnostic> {
    Nonogram::new(rows, columns).map_err(|error| Diagnostic::new(error.to_string()).label("this board", at))
}

fn write(puzzle: &Nonogram, order: Order) -> Result<String, String> {
    let [first, second] = order.sort([puzzle.height(), puzzle.width()]);
    let mut text = format!("{first} {second}\n");
    for line in puzzle.lines() {
        let lengths = lengths(puzzle, line)?;
        let words: Vec<String> = lengths.iter().map(usize::to_string).collect();
        text.push_str(if words.is_empty() { "0" } else { "" });
        text.push_str(&words.join(" "));
        text.push('\n');
    }
    Ok(text)
}

/// A clue as bare numbers, which only black blocks can be.
fn lengths(puzzle: &Nonogram, line: LineName) -> Result<Vec<usize>, String> {
    let length = |block: &Block| match block.colour {
        BLACK => Ok(block.length),
        colour => Err(format!("{line} has a block of colour {colour}, and this notation knows black only")),
    };
    puzzle.clue(line).iter().map(length).collect()
}

/// What stands in a JSON puzzle.
#[derive(Deserialize)]
struct Fields {
    rows: Vec<Vec<JsonBlock>>,
    columns: Vec<Vec<JsonBlock>>,
}

/// A black block is its length; one of another colour has its number as well.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged, expecting = "a block is a length, or [length, colour]")]
enum JsonBlock {
    Black(usize),
    Coloured(usize, u8),
}

impl JsonBlock {
    fn length_and_colour(self) -> (usize, u8) {
        match self {
            JsonBlock::Black(length) => (length, BLACK),
            JsonBlock::Coloured(length, colour) => (length, colour),
        }
    }
}

fn read_json(source: &Source) -> Result<Nonogram, Diagnostic> {
    let fields: Fields = json::read(source, JSON.summary)?;
    let side = |clues: Vec<Vec<JsonBlock>>, key: &str| -> Result<Vec<Vec<Block>>, Diagnostic> {
        clues.into_iter().map(|blocks| json_clue(&blocks, json::key(source, key))).collect()
    };
    let rows = side(fields.rows, "rows")?;
    board(rows, side(fields.columns, "columns")?, json::key(source, "rows"))
}

fn json_clue(blocks: &[JsonBlock], at: Span) -> Result<Vec<Block>, Diagnostic> {
    match blocks {
        [JsonBlock::Black(0)] => Ok(Vec::new()),
        _ => {
            let blocks = blocks.iter().map(|block| block.length_and_colour());
            blocks.map(|(length, colour)| json_block(length, colour, at)).collect()
        }
    }
}

/// A block from its numbers.
fn json_block(length: usize, colour: u8, at: Span) -> Result<Block, Diagnostic> {
    if length == 0 {
        return Err(zero_among_blocks(at));
    }
    if length > LARGEST_SIDE {
        return Err(Diagnostic::new(format!("{length} is too large for a block"))
            .label("among these", at)
            .help(format!("a block may be from 1 to {LARGEST_SIDE}")));
    }
    if !(1..=colours::MOST_COLOURS).contains(&colour) {
        return Err(Diagnostic::new(format!("there is no colour {colour}"))
            .label("among these", at)
            .help(format!("colours are numbered from 1, black, to {}", colours::MOST_COLOURS)));
    }
    Ok(Block { length, colour })
}

fn write_json(puzzle: &Nonogram) -> Result<String, String> {
    let is_coloured = puzzle.colours() > BLACK;
    let block = |block: &Block| match is_coloured {
        true => serde_json::json!([block.length, block.colour]),
        false => block.length.into(),
    };
    let clues = |line: LineName| puzzle.clue(line).iter().map(block).collect::<serde_json::Value>();
    let (rows, columns): (Vec<LineName>, Vec<LineName>) =
        puzzle.lines().partition(|line| matches!(line, LineName::Row(_)));
    let side = |lines: Vec<LineName>| lines.into_iter().map(clues).collect::<serde_json::Value>();
    Ok(serde_json::json!({ "family": "nonogram", "rows": side(rows), "columns": side(columns) }).to_string())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::families::nonogram::tests::nonogram;
    use crate::puzzle::Puzzle;
    use crate::read::{Hints, detect as detect_any};

    const ALL: [&Notation<Nonogram>; 14] =
        [&SEED, &NIN, &JSON, &MK, &CWD, &KEEN, &TOURNAMENT, &NON, &G, &XML, &LINK, &PICROSS, &PICTURE, &PBM];

    const FLAG: [&str; 2] = ["####", "#..."];
    const FLAG_SEED: &str = "2 4\n4\n1\n2\n1\n1\n1\n";
    const FLAG_NIN: &str = "4 2\n4\n1\n2\n1\n1\n1\n";
    const FLAG_JSON: &str = r#"{"family":"nonogram","rows":[[4],[1]],"columns":[[2],[1],[1],[1]]}"#;

    fn detected(name: &str, text: &str) -> (String, Fit) {
        let found = detect_any(&Source::new(name, text, 1), &Hints::default()).unwrap();
        (found.notation.name().to_owned(), found.fit)
    }

    fn error(notation: &Notation<Nonogram>, text: &str) -> (String, Option<(usize, usize)>) {
        let source = Source::from_text(text);
        let error = (notation.read)(&source).unwrap_err();
        let position = error.position(&source);
        (error.message, position)
    }

    #[test]
    fn each_notation_writes_what_it_reads() {
        let puzzle = nonogram(&FLAG);
        for (notation, text) in [(&SEED, FLAG_SEED), (&NIN, FLAG_NIN)] {
            assert_eq!((notation.read)(&Source::from_text(text)).as_ref(), Ok(&puzzle));
            assert_eq!(notation.write.unwrap()(&puzzle).unwrap(), text);
        }
        assert_eq!(read_json(&Source::from_text(FLAG_JSON)).as_ref(), Ok(&puzzle));
        assert_eq!(write_json(&puzzle).unwrap(), FLAG_JSON);
    }

    #[test]
    fn the_clues_tell_whether_height_or_width_comes_first() {
        assert_eq!(detected("flag", FLAG_SEED), ("seed".to_owned(), Fit::Likely));
        assert_eq!(detected("flag", FLAG_NIN), ("nin".to_owned(), Fit::Likely));
        assert_eq!(detected("flag", FLAG_JSON), ("json".to_owned(), Fit::Sure));
    }

    #[test]
    fn where_both_orders_fit_the_file_ending_tells_and_else_it_is_the_seed_form() {
        let square = "2 2\n1\n1\n1\n1\n";
        assert_eq!(detected("square.txt", square), ("seed".to_owned(), Fit::Likely));
        assert_eq!(detected("square.NIN", square), ("nin".to_owned(), Fit::Likely));
        let both = "1 3\n1\n1\n0\n0\n";
        assert_eq!(detected("both.txt", both), ("seed".to_owned(), Fit::Likely));
        assert_eq!(detected("both.nin", both), ("nin".to_owned(), Fit::Likely));
    }

    #[test]
    fn clues_that_contradict_each_other_are_still_a_nonogram() {
        assert_eq!(detected("board", "2 2\n2\n0\n1\n0\n").1, Fit::Possible);
        assert_eq!(detected("board", "2 2\n2 2\n0\n1\n0\n").1, Fit::Possible);
    }

    #[test]
    fn other_puzzles_that_start_with_two_numbers_are_left_alone() {
        // Two bottles of balls and an empty one; a Nonogram would need three lines.
        let balls = Source::from_text("2 1\n1 1 2 2\n2 2 1 1\n");
        assert_eq!((detect(&balls, Order::HeightFirst), detect(&balls, Order::WidthFirst)), (Fit::No, Fit::No));
        // Two columns of water: column clues, row clues, two rows of tanks.
        let tanks = Source::from_text("1 2\n2 1\n1 1\n1 2\n");
        assert_eq!(detect(&tanks, Order::HeightFirst), Fit::Possible);
        for text in ["", "5", "1 2 3\n", "a b\n1\n1\n", "{}"] {
            assert_eq!(detect(&Source::from_text(text), Order::HeightFirst), Fit::No, "{text:?}");
        }
    }

    #[test]
    fn remarks_blank_lines_and_comments_are_no_clues() {
        let texts = [
            "2 4 <- height and width\n4 <- from row 1\n1\n2 <- column 1\n1\n1\n1\n",
            "# a flag\n\n2 4\n\n4\n1\n\n2\n1\n1\n1\n\n\n",
            "\u{feff}2 4\r\n4\r\n1\r\n2\r\n1\r\n1\r\n1\r\n",
            "2, 4\n4\n1\n2\n1\n1\n1",
        ];
        for text in texts {
            assert_eq!((SEED.read)(&Source::from_text(text)), Ok(nonogram(&FLAG)), "{text:?}");
        }
    }

    #[test]
    fn a_blank_line_is_an_empty_clue_where_the_number_of_lines_says_so() {
        let hole = nonogram(&["#.#", "...", "#.#"]);
        let texts = [
            "3 3\n1 1\n0\n1 1\n1 1\n0\n1 1\n",
            "3 3\n1 1\n\n1 1\n1 1\n\n1 1\n",
            "3 3\n1 1\n\n1 1\n\n1 1\n\n1 1\n",
            "3 3\n1 1\n\n1 1\n1 1\n\n1 1\n\n\n",
        ];
        for text in texts {
            assert_eq!((SEED.read)(&Source::from_text(text)).as_ref(), Ok(&hole), "{text:?}");
        }
        assert_eq!((SEED.read)(&Source::from_text("1 2\n\n\n\n")), Ok(nonogram(&[".."])));
    }

    #[test]
    fn errors_say_what_is_wrong_and_where() {
        let cases = [
            ("5\n", "the first line must hold two numbers, the height and the width", (1, 1)),
            ("five 5\n", "'five' is not a number", (1, 1)),
            ("5 513\n", "513 is too large for the width", (1, 3)),
            ("0 5\n", "the height is 0", (1, 1)),
            ("1 1\n1\nx\n", "'x' is not a number", (3, 1)),
            ("1 1\n1\n-1\n", "'-1' is not a number", (3, 1)),
            ("1 3\n1 0 1\n1\n0\n1\n", "a block of 0 cells stands among others", (2, 3)),
            ("1 1\n513\n1\n", "513 is too large for a block", (2, 1)),
            ("2 2\n1\n1\n1\n", "expected 2 + 2 clue lines, found 3", (4, 2)),
            ("1 1\n1\n1\n\n1\n", "expected 1 + 1 clue lines, found 3", (5, 1)),
        ];
        for (text, message, position) in cases {
            assert_eq!(error(&SEED, text), (message.to_owned(), Some(position)), "{text:?}");
        }
        assert_eq!(error(&NIN, "9999 5\n").0, "9999 is too large for the width");
    }

    #[test]
    fn json_errors_say_what_is_wrong_and_where() {
        let cases = [
            (r#"{"family":"nonogram","rows":[[1]]}"#, "this JSON puzzle cannot be read: missing field `columns`"),
            (r#"{"family":"nonogram","rows":[[1,0]],"columns":[[1]]}"#, "a block of 0 cells stands among others"),
            (r#"{"family":"nonogram","rows":[[513]],"columns":[[1]]}"#, "513 is too large for a block"),
            (
                r#"{"family":"nonogram","rows":[],"columns":[[1]]}"#,
                "a Nonogram has 1 to 512 rows and columns, this one has 0 and 1",
            ),
        ];
        for (text, message) in cases {
            let (found, position) = error(&JSON, text);
            assert_eq!(found, message);
            assert!(position.is_some());
        }
        let blank = r#"{"family":"nonogram","rows":[[]],"columns":[[0],[]]}"#;
        assert_eq!(read_json(&Source::from_text(blank)), Ok(nonogram(&[".."])));
    }

    #[test]
    fn a_board_with_a_line_missing_is_recognised_so_that_the_error_can_say_so() {
        let text = "5 5\n1\n1\n1\n1\n1\n1\n1\n1\n1\n";
        assert_eq!(detected("board", text), ("seed".to_owned(), Fit::Damaged));
        assert_eq!(error(&SEED, text).0, "expected 5 + 5 clue lines, found 9");
    }

    #[test]
    fn a_coloured_board_is_not_written_as_if_it_were_black() {
        let red = Nonogram::new(vec![vec![Block { length: 1, colour: 2 }]], vec![vec![Block { length: 1, colour: 2 }]]);
        let red: Box<dyn Puzzle> = Box::new(red.unwrap());
        for notation in ["seed", "nin", "mk", "cwd", "keen", "tournament", "puzz-link"] {
            let error = red.write(notation).unwrap_err().to_string();
            assert!(error.contains("1 has a block of colour 2"), "{error}");
        }
    }

    /// Reads a text in every way there is.
    fn read_all_ways(text: &str) {
        for name in ["board", "board.nin"] {
            let source = Source::new(name, text, 1);
            for notation in ALL {
                let read = (notation.read)(&source);
                let fit = (notation.detect)(&source);
                // What a notation claims to be its own, it can read.
                assert!(fit <= Fit::Damaged || read.is_ok(), "{} {fit:?} {text:?}", notation.name);
            }
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_a_reader_panic(text in "\\PC{0,60}") {
            read_all_ways(&text);
        }

        #[test]
        fn no_numbers_make_a_reader_panic(text in "[0-9<\\- ,#\n\r]{0,60}") {
            read_all_ways(&text);
        }

        #[test]
        fn no_damage_makes_a_reader_panic(
            text in prop::sample::select(vec![FLAG_SEED, FLAG_NIN]),
            at in 0usize..80,
            damage in prop::sample::select(vec!["", " ", "\n", "0", "-", "999999999999999999999", "é", "]", "\r"]),
            cut in 0usize..3,
        ) {
            let at = at.min(text.len());
            read_all_ways(&format!("{}{damage}{}", &text[..at], &text[(at + cut).min(text.len())..]));
            let at = at.min(FLAG_JSON.len());
            let behind = &FLAG_JSON[(at + cut).min(FLAG_JSON.len())..];
            // Damage may leave a good JSON puzzle of another family, which is for its own reader.
            let _ = (JSON.read)(&Source::from_text(format!("{}{damage}{behind}", &FLAG_JSON[..at])));
        }

        #[test]
        fn every_picture_survives_being_written_and_read(
            rows in 1usize..=6,
            columns in 1usize..=6,
            bits in any::<u64>(),
        ) {
            let values = (0..rows * columns).map(|cell| (bits >> cell & 1) as u8).collect();
            let picture = crate::grid::Grid::from_values(rows, columns, values).unwrap();
            let puzzle = Nonogram::of_picture(&picture).unwrap();
            for notation in ALL {
                // A tournament's boards are square, and a picture is written where it is the only solution.
                let Ok(text) = notation.write.unwrap()(&puzzle) else { continue };
                let read = (notation.read)(&Source::from_text(text.clone()));
                prop_assert_eq!(read.as_ref(), Ok(&puzzle));
                // Bare clues may look like a sheet with its size.
                let is_bare = notation.name == "keen" || notation.name == "cwd";
                prop_assert!(is_bare || (notation.detect)(&Source::from_text(text)) >= Fit::Likely);
            }
        }

        #[test]
        fn every_coloured_picture_survives_being_written_and_read(
            (rows, columns) in (1usize..=5, 1usize..=5),
            values in prop::collection::vec(0u8..=3, 25),
        ) {
            let picture = crate::grid::Grid::from_values(rows, columns, values[..rows * columns].to_vec()).unwrap();
            let puzzle = Nonogram::of_picture(&picture).unwrap();
            for notation in [&JSON, &NON, &G, &XML] {
                let text = notation.write.unwrap()(&puzzle).unwrap();
                let read = (notation.read)(&Source::from_text(text.clone())).unwrap();
                // Letters and names are numbered as they turn up, so the colours may change places.
                let shape = |puzzle: &Nonogram| -> Vec<Vec<usize>> {
                    puzzle.lines().map(|line| puzzle.clue(line).iter().map(|block| block.length).collect()).collect()
                };
                prop_assert_eq!(shape(&read), shape(&puzzle));
                prop_assert_eq!((notation.detect)(&Source::from_text(text)), Fit::Sure);
            }
            let text = write_json(&puzzle).unwrap();
            prop_assert_eq!(read_json(&Source::from_text(text)), Ok(puzzle));
        }
    }
}
