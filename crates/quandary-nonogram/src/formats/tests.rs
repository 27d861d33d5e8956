//! What all notations have in common, and the plain ones.

use proptest::prelude::*;

use super::*;
use crate::palette::{Colour, Palette};
use crate::tests::nonogram;
use crate::{FAMILY, MAX_SIDE};
use quandary_core::grid::Grid;
use quandary_core::puzzle::{Cell, Family, Fit, Puzzle};
use quandary_core::read::{Source, detect as detect_any, puzzle as read_any};

const FLAG: [&str; 2] = ["####", "#..."];
const FLAG_PLAIN: &str = "2 4\n4\n1\n2\n1\n1\n1\n";
const FLAG_NIN: &str = "4 2\n4\n1\n2\n1\n1\n1\n";
const FLAG_JSON: &str = r#"{"family":"nonogram","rows":[[4],[1]],"columns":[[2],[1],[1],[1]]}"#;

fn detected(name: &str, text: &str) -> (String, Fit) {
    let found = detect_any(&Source::new(name, text, 1), &crate::hints()).unwrap();
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
    for (notation, text) in [(&PLAIN, FLAG_PLAIN), (&NIN, FLAG_NIN)] {
        assert_eq!((notation.read)(&Source::from_text(text)).as_ref(), Ok(&puzzle));
        assert_eq!(notation.write.unwrap()(&puzzle).unwrap(), text);
    }
    assert_eq!((JSON.read)(&Source::from_text(FLAG_JSON)).as_ref(), Ok(&puzzle));
    assert_eq!(JSON.write.unwrap()(&puzzle).unwrap(), FLAG_JSON);
}

#[test]
fn unknown_lengths_are_written_as_they_are_read_or_not_at_all() {
    let read = |text: &str| {
        let puzzle = read_any(&Source::from_text(text), &crate::hints()).unwrap();
        puzzle.downcast::<Nonogram>().unwrap().clone()
    };
    let black = "4 5\n?\n1 ?\n3\n0\n1 1\n?\n2\n?\n1\n";
    let coloured = r#"{"family":"nonogram","rows":[["?",["?",2]],[["?",3]]],"columns":[["?"],[[1,2]],[["?",3]]]}"#;
    for (text, notations) in
        [(black, vec!["plain", "nin", "json", "non", "puzz-link", "picross"]), (coloured, vec!["json", "non"])]
    {
        let puzzle = read(text);
        assert!(puzzle.has_unknown());
        for notation in ALL {
            let Ok(written) = (&puzzle as &dyn Puzzle).write(notation.name, crate::ONLY) else {
                assert!(!notations.contains(&notation.name), "{} of {text}", notation.name);
                continue;
            };
            assert_eq!(read(&written).rows, puzzle.rows, "{written}");
            assert_eq!(read(&written).columns, puzzle.columns, "{written}");
        }
    }
    let rewritten = JSON.write.unwrap()(&read(coloured)).unwrap();
    assert!(rewritten.contains(r#""rows":[["?",["?",2]],[["?",3]]]"#), "{rewritten}");
    assert_eq!(
        error(&LP, "number_of_rows: 1\nnumber_of_columns: 1\nrow_1\nn: 1\ns: ?\n").0,
        "a block of unknown length"
    );
}

#[test]
fn the_clues_tell_whether_height_or_width_comes_first() {
    assert_eq!(detected("flag", FLAG_PLAIN), ("plain".to_owned(), Fit::Likely));
    assert_eq!(detected("flag", FLAG_NIN), ("nin".to_owned(), Fit::Likely));
    assert_eq!(detected("flag", FLAG_JSON), ("json".to_owned(), Fit::Sure));
}

#[test]
fn where_both_orders_fit_the_file_ending_tells_and_else_it_is_the_seed_form() {
    let square = "2 2\n1\n1\n1\n1\n";
    assert_eq!(detected("square.txt", square), ("plain".to_owned(), Fit::Likely));
    assert_eq!(detected("square.NIN", square), ("nin".to_owned(), Fit::Likely));
    let both = "1 3\n1\n1\n0\n0\n";
    assert_eq!(detected("both.txt", both), ("plain".to_owned(), Fit::Likely));
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
    assert_eq!(((PLAIN.detect)(&balls), (NIN.detect)(&balls)), (Fit::No, Fit::No));
    // Two columns of water: column clues, row clues, two rows of tanks.
    let tanks = Source::from_text("1 2\n2 1\n1 1\n1 2\n");
    assert_eq!((PLAIN.detect)(&tanks), Fit::Possible);
    for text in ["", "5", "1 2 3\n", "a b\n1\n1\n", "{}"] {
        assert_eq!((PLAIN.detect)(&Source::from_text(text)), Fit::No, "{text:?}");
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
        assert_eq!((PLAIN.read)(&Source::from_text(text)), Ok(nonogram(&FLAG)), "{text:?}");
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
        assert_eq!((PLAIN.read)(&Source::from_text(text)).as_ref(), Ok(&hole), "{text:?}");
    }
    assert_eq!((PLAIN.read)(&Source::from_text("1 2\n\n\n\n")), Ok(nonogram(&[".."])));
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
        ("1 3\n1 0 1\n1\n0\n1\n", "a block of 0 cells is among other blocks", (2, 3)),
        ("1 1\n513\n1\n", "513 is too large for a block", (2, 1)),
        ("2 2\n1\n1\n1\n", "expected 2 + 2 clue lines, found 3", (4, 2)),
        ("1 1\n1\n1\n\n1\n", "expected 1 + 1 clue lines, found 3", (5, 1)),
    ];
    for (text, message, position) in cases {
        assert_eq!(error(&PLAIN, text), (message.to_owned(), Some(position)), "{text:?}");
    }
    assert_eq!(error(&NIN, "9999 5\n").0, "9999 is too large for the width");
}

#[test]
fn json_errors_say_what_is_wrong_and_where() {
    let cases = [
        (r#"{"family":"nonogram","rows":[[1]]}"#, "this JSON puzzle cannot be read: missing field `columns`"),
        (r#"{"family":"nonogram","rows":[[1,0]],"columns":[[1]]}"#, "a block of 0 cells is among other blocks"),
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
    assert_eq!((JSON.read)(&Source::from_text(blank)), Ok(nonogram(&[".."])));
}

#[test]
fn a_board_with_a_line_missing_is_recognised_so_that_the_error_can_say_so() {
    let text = "5 5\n1\n1\n1\n1\n1\n1\n1\n1\n1\n";
    assert_eq!(detected("board", text), ("plain".to_owned(), Fit::Damaged));
    assert_eq!(error(&PLAIN, text).0, "expected 5 + 5 clue lines, found 9");
}

#[test]
fn a_coloured_board_is_not_written_as_if_it_were_black() {
    let red = Nonogram::new(vec![vec![Block { length: 1, colour: 2 }]], vec![vec![Block { length: 1, colour: 2 }]]);
    let red: Box<dyn Puzzle> = Box::new(red.unwrap());
    for notation in ["plain", "nin", "mk", "cwd", "lp", "keen", "tournament", "puzz-link"] {
        let error = red.write(notation, crate::ONLY).unwrap_err().to_string();
        assert!(error.contains("cannot store the colours of this board (black, red)"), "{error}");
        assert!(error.ends_with("choose one of: json, non, g, xml, cwc"), "{error}");
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
        text in prop::sample::select(vec![FLAG_PLAIN, FLAG_NIN]),
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
        let picture = quandary_core::grid::Grid::from_values(rows, columns, values).unwrap();
        let puzzle = Nonogram::of_picture(&picture).unwrap();
        for notation in ALL {
            // A tournament's boards are square, and a picture is written where it is the only solution.
            let Ok(text) = notation.write.unwrap()(&puzzle) else { continue };
            let read = (notation.read)(&Source::from_text(text.clone()));
            prop_assert_eq!(read.as_ref(), Ok(&puzzle));
            // Bare clues may look like a sheet with its size, and small pictures like anything; they get a label.
            let is_bare = ["keen", "cwd", "cwc", "picture"].contains(&notation.name);
            prop_assert!(is_bare || (notation.detect)(&Source::from_text(text)) >= Fit::Likely);
        }
    }

    #[test]
    fn every_coloured_picture_survives_being_written_and_read(
        (rows, columns) in (1usize..=5, 1usize..=5),
        values in prop::collection::vec(0u8..=3, 25),
    ) {
        let picture = quandary_core::grid::Grid::from_values(rows, columns, values[..rows * columns].to_vec()).unwrap();
        let colours = [('y', "yellow", [240, 208, 0]), ('r', "red", [224, 0, 0]), ('Q', "teal", [0, 128, 128])];
        let colour = |(letter, name, paint): (char, &str, [u8; 3])| Colour { letter, name: name.to_owned(), paint };
        let palette = Palette::of(colours.into_iter().map(colour).collect());
        let puzzle = Nonogram::of_picture(&picture).unwrap();
        let own = puzzle.clone().with_palette(palette);
        for notation in [&JSON, &NON, &G, &XML, &CWC] {
            // Names, paints and colours that no cell has are read again.
            for puzzle in [&puzzle, &own] {
                let text = notation.write.unwrap()(puzzle).unwrap();
                let read = (notation.read)(&Source::from_text(text.clone()));
                prop_assert_eq!(read.as_ref(), Ok(puzzle), "{}", text);
                let is_bare = notation.name == "cwc";
                prop_assert!(is_bare || (notation.detect)(&Source::from_text(text)) >= Fit::Likely);
            }
        }
    }
}

fn read(notation: &Notation<Nonogram>, text: &str) -> Nonogram {
    (notation.read)(&Source::from_text(text))
        .unwrap_or_else(|error| panic!("{}: {}\n{text}", notation.name, error.message))
}

fn names(puzzle: &Nonogram) -> Vec<(char, String, String)> {
    puzzle.palette().colours().iter().map(|one| (one.letter, one.name.clone(), one.hex())).collect()
}

#[test]
fn colour_tables_may_be_told_in_words_and_signs() {
    let text = concat!(
        "A flag; see other files for more.\n",
        "#declaration of the colours:\n",
        "   m:%  blue   modra\n",
        "   0:   white\n",
        "   1:*  black\n",
        "   z:z  #9CF200  light leaf\n",
        ": rows\n",
        "2 1m 1z\n",
        "0\n",
        ": columns\n",
        "1\n1\n1m\n1z\n",
        ":\n",
    );
    let puzzle = read(&G, text);
    assert_eq!(puzzle.clue(LineName::Row(0)).iter().map(|block| block.colour).collect::<Vec<_>>(), [2, 1, 3]);
    let declared = names(&puzzle);
    assert_eq!(declared[0], ('m', "blue".to_owned(), "#0050E0".to_owned()));
    assert_eq!(declared[1].1, "black");
    assert_eq!(declared[2], ('z', "light leaf".to_owned(), "#9CF200".to_owned()));
    assert_eq!(detected("flag", text), ("g".to_owned(), Fit::Sure));
    let plain = "A flag\n:\n4\n1\n:\n2\n1\n1\n1\n:\n";
    assert_eq!(read(&G, plain), nonogram(&FLAG));
    assert_eq!(detected("flag.g", plain), ("g".to_owned(), Fit::Likely));
}

#[test]
fn blank_lines_and_second_borders_of_sheets_are_understood() {
    let hole = nonogram(&["#.#", "...", "#.#"]);
    for text in [
        "3 3\n1 1\n\n1 1\n#\n1 1\n\n1 1\n",
        "3 3\n1 1\n0\n1 1\n#\n1 1\n0\n1 1\n#\n",
        "\n3 3\n1 1\n0\n1 1\n\n#\n\n1 1\n0\n1 1\n\n",
    ] {
        assert_eq!(read(&MK, text), hole, "{text:?}");
    }
    for text in
        ["3\n3\n1 1\n\n1 1\n\n1 1\n\n1 1\n", "3\n3\n1 1\n0\n1 1\n\n1 1\n0\n1 1\n", "3\n3\n1 1\n0\n1 1\n1 1\n0\n1 1\n"]
    {
        assert_eq!(read(&CWD, text), hole, "{text:?}");
    }
    // Tournament sheets begin with the columns.
    assert_eq!(read(&TOURNAMENT, "$7\n2\n\n1\n\t1\n"), nonogram(&["#.", "#."]).clone());
}

#[test]
fn a_batch_is_cut_where_its_notation_says_so() {
    let puzzles = [nonogram(&["#.", "##"]), nonogram(&["##", "#."])];
    let written =
        |notation: &Notation<Nonogram>| puzzles.each_ref().map(|board| notation.write.unwrap()(board).unwrap());
    let batches = [
        written(&TOURNAMENT).concat(),
        written(&NON).join("====\n"),
        format!("=======\n{}", written(&NON).join("=====\n")),
        written(&NON).join("\n"),
    ];
    for batch in batches {
        let cut = quandary_core::read::split::puzzles(Source::from_text(batch.as_str()), &crate::hints());
        let cut: Vec<Nonogram> =
            cut.into_iter().map(|puzzle| puzzle.unwrap().downcast::<Nonogram>().unwrap().clone()).collect();
        assert_eq!(cut, puzzles, "{batch}");
    }
}

#[test]
fn keys_that_nobody_knows_are_passed_over() {
    let text = concat!(
        "catalogue \"webpbn.com #1\"\n",
        "color b #0000FF\ncolor r #ff0000\n",
        "difficulty 3\n",
        "width 3\nheight 2\n\n",
        "rows\n1r,1b\n\n\n",
        "columns\n1r\n1b\n0\n",
        "goal \"rb0000\"\n",
        "saved \"r?????\"\n",
    );
    let puzzle = read(&NON, text);
    assert_eq!(puzzle.palette().colours().iter().map(|one| one.hex()).collect::<Vec<_>>(), ["#0000FF", "#FF0000"]);
    let solution = puzzle.read_solution(&Source::from_text(text)).unwrap();
    assert_eq!(puzzle.verify(&solution), Ok(()));
    // Letters without a table are colours too, and the number of lines may stand behind the key.
    let bare = read(&NON, "rows 1\n1r,1b\ncolumns 2\n1r\n1b\n");
    assert_eq!(names(&bare).iter().map(|one| one.0).collect::<String>(), "rb");
}

#[test]
fn goals_are_read_in_every_way_that_files_write_them() {
    let head = "width 2\nheight 2\nrows\n2\n1\ncolumns\n2\n1\n";
    let puzzle = read(&NON, head);
    for goal in ["goal \"1110\"\n", "goal 1110\n", "goal\n11\n10\n", "goal\n1 1\n1 0\nsaved \"????\"\n", "goal '1110'"]
    {
        let source = Source::from_text(format!("{head}{goal}"));
        let solution = puzzle.read_solution(&source).unwrap_or_else(|error| panic!("{goal}: {error}"));
        assert_eq!(puzzle.verify(&solution), Ok(()), "{goal}");
    }
    let short = puzzle.read_solution(&Source::from_text(format!("{head}goal \"111\"\n"))).unwrap_err();
    assert_eq!(short.message, "row 2 of the picture has 1 cells, the board 2");
}

const PENNANT: &str = r#"<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">
<puzzleset>
<puzzle type="grid" defaultcolor="black" backgroundcolor="grey">
<color name="grey" char=".">808080</color>
<color name="white" char="w">FFFFFF</color>
<color name="black" char="X">000000</color>
<color name="unused" char="u">123456</color>
<clues type="columns">
<line><count color="white">1</count><count>1</count></line>
<line><count>1</count></line>
</clues>
<clues type="rows">
<line><count color="white">1</count><count>1</count></line>
<line><count>1</count></line>
</clues>
<solution type="saved"><image>
|??|
|??|
</image></solution>
<solution type="goal">
<image>
|wX|
|X.|
</image>
</solution>
</puzzle>
</puzzleset>
"#;

#[test]
fn the_goal_of_an_xml_puzzle_is_its_solution_and_its_clues_where_it_has_none() {
    let puzzle = read(&XML, PENNANT);
    let declared: Vec<(char, String, String)> = names(&puzzle);
    let colours = [('w', "white", "#FFFFFF"), ('X', "black", "#000000"), ('u', "unused", "#123456")];
    assert_eq!(declared, colours.map(|(letter, name, paint)| (letter, name.into(), paint.into())));
    let solution = puzzle.read_solution(&Source::from_text(PENNANT)).unwrap();
    assert_eq!(puzzle.verify(&solution), Ok(()));
    assert_eq!(puzzle.solution_json(&solution).to_string(), r#"["wX","X."]"#);
    let (start, end) = (PENNANT.find("<clues").unwrap(), PENNANT.find("<solution").unwrap());
    let bare = format!("{}{}", &PENNANT[..start], &PENNANT[end..]);
    assert_eq!(read(&XML, &bare), puzzle);
    assert_eq!(detected("bare.xml", &bare), ("xml".to_owned(), Fit::Sure));
    // White blocks are written, and read again, beside a white background.
    assert_eq!(read(&XML, &XML.write.unwrap()(&puzzle).unwrap()), puzzle);
}

/// A broken file, what is said of it, and at which line and column.
type Broken = (&'static Notation<Nonogram>, &'static str, &'static str, (usize, usize));

#[test]
fn broken_files_say_where() {
    let cases: [Broken; 23] = [
        (&NON, "width 2\nheight 1\nrows\n1q,1r\ncolumns\n1\n1\ncolor r #f00\n", "colour 'q' is not defined", (4, 1)),
        (&NON, "width 2\nheight 2\nrows\n1\ncolumns\n1\n1\n", "expected 2 rows, found 1", (5, 1)),
        (&NON, "width 2\nheight 1\nrows\n1\n1\ncolumns\n1\n1\n", "expected 1 rows, found 2", (5, 1)),
        (&NON, "width 2\nheight 1\nrows\n1\ncolumns\n1", "expected 2 columns, found 1", (6, 2)),
        (&NON, "width 99999999999999999999\n", "99999999999999999999 is too large for the width", (1, 7)),
        (&NON, "rows\n1\n", "the size is not known where the rows start", (1, 1)),
        (&NON, "color r red-ish\n", "'red-ish' is not a colour", (1, 9)),
        (&G, "#d\n r:r #f00000 red\n:\n1b\n:\n1r\n:\n", "colour 'b' is not defined", (4, 1)),
        (
            &G,
            "#d\n r:r #f00000 red\n:\n1\n:\n1r\n:\n",
            "this block has no colour, and no default colour is defined",
            (4, 1),
        ),
        (&G, "#d\n r:r #f0000g\n:\n1\n:\n1r\n:\n", "'#f0000g' is not a colour", (2, 2)),
        (&G, "#d\n r red\n:\n1\n:\n1r\n", "a sign, ':' and another sign are expected in the table of colours", (2, 2)),
        (
            &G,
            "#d\n t:t red/blue\n:\n1t\n:\n1t\n",
            "this board has triangles, and only square cells are known here",
            (2, 2),
        ),
        (&G, "#d\n r:r red\n:\n1r\n", "rows and columns are expected, each after a line ':'", (4, 3)),
        (&MK, "1 1\n1\n#\n1\n1\n", "expected 1 + 1 clue lines, found 1 + 2", (1, 1)),
        (&MK, "1 1\nx\n#\n1\n", "'x' is not a number", (2, 1)),
        (&CWD, "1\n1\n1\n", "expected 1 + 1 clue lines, found 1", (1, 1)),
        (
            &CWC,
            "1\n1\n2\n1\n\n1\n\n1\n",
            "expected 4 lines, lengths and colours of 1 rows and 1 columns, found 3",
            (1, 1),
        ),
        (&CWC, "1\n1\n1\n1\n\n2\n\n1\n\n1\n", "colour 2 is not defined", (6, 1)),
        (&CWC, "1\n1\n33\n1\n\n2\n\n1\n\n1\n", "33 is too large for the number of colours", (3, 1)),
        (&CWC, "1\n3\n2\n1 1\n\n2\n\n1\n1\n1\n\n2\n1\n1\n", "2 blocks have 1 colours", (6, 1)),
        (&LP, "number_of_rows: 1\nnumber_of_columns: 1\nrow_2\n", "there is no row_2", (3, 1)),
        (
            &LP,
            "number_of_rows: 1\nnumber_of_columns: 1\nrow_1\nnumber_of_clusters: 2\nsize(s): 1\n",
            "a block is expected",
            (5, 11),
        ),
        (&LP, "number_of_rows: 1\nnumber_of_columns: 1\nrow_1\nn: 1\ns: 1\n", "'column_1' is expected", (5, 5)),
    ];
    for (notation, text, message, position) in cases {
        assert_eq!(error(notation, text), (message.to_owned(), Some(position)), "{} {text:?}", notation.name);
    }
}

#[test]
fn broken_xml_says_where() {
    let cases = [
        ("<color name=\"black\" char=\"X\">000000</color>\n", "", ""),
        ("</puzzle>", "", "this XML cannot be read"),
        ("<count>1</count>", "<count>?</count>", "a block of unknown length"),
        ("<count>1</count>", "<count>0</count>", "a block of unknown length"),
        ("<count>1</count>", "<count>99999</count>", "99999 is too large for a block"),
        ("<count>1</count>", "<count color=\"pink\">1</count>", "colour 'pink' is not defined"),
        ("<count>1</count>", "<count color=\"grey\">1</count>", "a block in the colour of the background, 'grey'"),
        ("type=\"rows\"", "type=\"row\"", "there are no clues for the rows"),
        (">000000<", ">00000<", "'00000' is not a colour"),
        ("type=\"grid\"", "type=\"triddler\"", "the puzzle is of type 'triddler'"),
    ];
    for (good, bad, message) in cases {
        let text = PENNANT.replacen(good, bad, 1);
        match (XML.read)(&Source::from_text(&text[..])) {
            // Black need not be declared.
            Ok(_) => assert_eq!(message, ""),
            Err(error) => {
                assert!(!message.is_empty() && error.message.starts_with(message), "{good} → {bad}: {error}");
                assert!(error.position(&Source::from_text(&text[..])).is_some_and(|(line, _)| line > 1), "{message}");
            }
        }
    }
    let mut text = PENNANT.to_owned();
    for cut in (0..text.len()).rev().step_by(7).filter(|&cut| PENNANT.is_char_boundary(cut)) {
        text.truncate(cut);
        let _ = (XML.read)(&Source::from_text(&text[..]));
    }
}

#[test]
fn there_are_32_colours_and_no_more() {
    for count in [32, 33] {
        let row: Vec<serde_json::Value> = (1..=count).map(|colour| serde_json::json!([1, colour])).collect();
        let columns: Vec<_> = row.iter().map(|block| vec![block]).collect();
        let json = serde_json::json!({ "family": "nonogram", "rows": [row], "columns": columns }).to_string();
        let table: String = (0..count).map(|at| format!("  {}:x #0000{at:02x}\n", sign(at))).collect();
        let clue: Vec<String> = (0..count).map(|at| format!("1{}", sign(at))).collect();
        let g = format!("#d\n{table}:\n{}\n:\n{}\n:\n", clue.join(" "), clue.join("\n"));
        for (notation, text, message) in [(&JSON, json, "there is no colour 33"), (&G, g, "'G' is one colour too many")]
        {
            match (notation.read)(&Source::from_text(text)) {
                Ok(puzzle) => assert_eq!((puzzle.colours(), count), (32, 32)),
                Err(error) => assert_eq!((&error.message[..], count), (message, 33)),
            }
        }
    }
}

/// A sign for a colour in `.g`.
fn sign(at: u8) -> char {
    char::from(if at < 26 { b'a' + at } else { b'A' + at - 26 })
}

#[test]
fn the_largest_board_is_read_and_written_as_xml_and_longer_texts_are_refused() {
    // No two neighbours are alike, so every cell is a block, and every block a tag.
    let colour = |cell: Cell| ((cell.row + cell.column) % 3 + 1) as u8;
    let mut picture = Grid::filled(MAX_SIDE, MAX_SIDE, 0);
    let cells: Vec<Cell> = picture.cells().collect();
    for cell in cells {
        picture[cell] = colour(cell);
    }
    let puzzle = Nonogram::of_picture(&picture).unwrap();
    let text = (&puzzle as &dyn Puzzle).write(XML.name, crate::ONLY).unwrap();
    assert!(text.len() > FAMILY.longest_text(), "it needs the room that XML has: {}", text.len());
    let again = read_any(&Source::from_text(text.clone()), &crate::hints()).unwrap();
    assert_eq!(again.downcast::<Nonogram>(), Some(&puzzle));
    let padded = text.replacen('>', &format!(">{}", " ".repeat(FAMILY.longest_in(XML.name) - text.len() + 1)), 1);
    let refused = read_any(&Source::from_text(padded), &crate::hints()).unwrap_err();
    assert!(refused.message.starts_with("this text is too long for one puzzle"), "{}", refused.message);
}
