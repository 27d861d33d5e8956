//! Claims about how a Sudoku is written down.

mod programs;

use proptest::prelude::*;

use super::examples::EXAMPLES;
use super::*;
use crate::FAMILY;
use crate::tests::read;
use quandary_core::puzzle::{DoesNotFit, Family, Puzzle};
use quandary_core::read::split::puzzles;
use quandary_core::read::{self, Hints};
use quandary_core::verdict::Ask;

fn error(text: &str) -> Diagnostic {
    let hints = Hints { family: Some("sudoku".to_owned()), ..crate::hints() };
    read::puzzle(&Source::from_text(text), &hints).expect_err("it is no proper Sudoku")
}

/// Where an error points, as line and column.
fn place(text: &str) -> (usize, usize) {
    error(text).position(&Source::from_text(text)).expect("every error has a place")
}

fn fit(notation: &str, text: &str) -> Fit {
    FAMILY.notation(notation).expect("a notation").detect(&Source::from_text(text))
}

const CLASSIC: &str = ".5.9.8..42..1..5.9..3.5........39......2.53..3.9..682.6.58...1.431.6......7.4....";

/// The classic example's rows.
fn rows() -> Vec<&'static str> {
    (0..9).map(|row| &CLASSIC[9 * row..][..9]).collect()
}

#[test]
fn rows_with_and_without_spaces_may_be_mixed() {
    let spaced = |row: &str| row.replace('.', "0").chars().map(String::from).collect::<Vec<_>>().join(" ");
    let mixed: Vec<String> = rows()
        .iter()
        .enumerate()
        .map(|(at, row)| if at % 2 == 0 { spaced(row) } else { row.replace('.', "0") })
        .collect();
    assert_eq!(read(&mixed.join("\n")), read(CLASSIC));
}

#[test]
fn line_ends_and_byte_order_marks_do_not_matter() {
    assert_eq!(read(&format!("\u{feff}{}\r\n", rows().join("\r\n"))), read(CLASSIC));
    assert_eq!(read(&format!("\u{feff}{CLASSIC}\r\n")), read(CLASSIC));
}

#[test]
fn drawn_lines_are_passed_over() {
    let mut drawn = vec!["+-----+-----+-----+".to_owned()];
    for (at, row) in rows().iter().enumerate() {
        drawn.push(format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]));
        if at % 3 == 2 {
            drawn.push("+-----+-----+-----+".to_owned());
        }
    }
    assert_eq!(read(&drawn.join("\n")), read(CLASSIC));
    let table = format!("┌───┬───┬───┐\n{}\n└───┴───┴───┘", rows().join("\n").replace('.', "_"));
    assert_eq!(read(&table), read(CLASSIC));
}

#[test]
fn a_row_of_dashes_is_blank_when_the_board_needs_it() {
    let with_rulers = "12|34\n34|12\n--+--\n21|43\n43|21";
    assert_eq!(read(with_rulers), read("1234\n3412\n2143\n4321"));
    let with_blanks = "1 - - 4\n- - - -\n2 - - -\n- - 1 -";
    assert_eq!(read(with_blanks), read("1..4....2.....1."));
}

#[test]
fn a_line_may_use_any_blank_and_carry_a_name() {
    for blank in ["0", "_", "*", "-"] {
        assert_eq!(read(&CLASSIC.replace('.', blank)), read(CLASSIC));
    }
    for tail in [" gentle", "\tsome name", ";7.1;x", " # 30 clues", ":1:756928134", ",7569"] {
        assert_eq!(read(&format!("{CLASSIC}{tail}")), read(CLASSIC), "{tail}");
    }
    let numbers: Vec<String> = CLASSIC.replace('.', "0").chars().map(String::from).collect();
    assert_eq!(read(&numbers.join(" ")), read(CLASSIC));
    assert_eq!(read(&format!("# a comment\n{CLASSIC}")), read(CLASSIC));
}

#[test]
fn crosses_and_spaces_are_blanks_on_a_long_line() {
    assert_eq!(read(&CLASSIC.replace('.', "x")), read(CLASSIC));
    assert_eq!(read(&CLASSIC.replace('.', " ")), read(CLASSIC));
    assert_eq!(read(&CLASSIC.replace('.', "?")), read(CLASSIC));
}

#[test]
fn large_boards_may_use_letters_only_or_count_from_zero() {
    let mut usual = vec!["."; 256];
    (usual[0], usual[17], usual[40]) = ("1", "G", "A");
    let expected = read(&usual.concat());
    let mut letters = vec!["."; 256];
    (letters[0], letters[17], letters[40]) = ("A", "P", "J");
    assert_eq!(read(&letters.concat()), expected);
    let mut from_zero = vec!["."; 256];
    (from_zero[0], from_zero[17], from_zero[40]) = ("0", "F", "9");
    assert_eq!(read(&from_zero.concat()), expected);
    let mut largest = vec!["."; 625];
    (largest[0], largest[624]) = ("A", "Y");
    assert_eq!(read(&largest.concat()).cells().values()[624], 25);
}

#[test]
fn numbers_and_letters_mean_the_same_digits() {
    let mut cells = vec!["0"; 256];
    cells[3] = "16";
    cells[200] = "10";
    let mut letters = vec!["."; 256];
    letters[3] = "G";
    letters[200] = "a";
    let numbers_in_rows: Vec<String> = cells.chunks(16).map(|row| row.join(" ")).collect();
    let letters_in_rows: Vec<String> = letters.chunks(16).map(|row| row.concat()).collect();
    let expected = read(&cells.join(" "));
    assert_eq!(expected.cells().values()[3], 16);
    assert_eq!(read(&letters.concat()), expected);
    assert_eq!(read(&numbers_in_rows.join("\n")), expected);
    assert_eq!(read(&letters_in_rows.join("\n")), expected);
}

#[test]
fn json_takes_a_string_numbers_or_rows() {
    let expected = read("1..4....2.....1.");
    for cells in [
        r#""1..4....2.....1.""#,
        "[1,0,0,4, 0,0,0,0, 2,0,0,0, 0,0,1,0]",
        "[[1,null,null,4],[0,0,0,0],[2,0,0,0],[0,0,1,0]]",
        r#"["1..4","....","2...","..1."]"#,
    ] {
        assert_eq!(read(&format!(r#"{{"family":"sudoku","cells":{cells}}}"#)), expected, "{cells}");
    }
    let tall = read(&format!(r#"{{"family":"sudoku","box":[3,2],"cells":"{}"}}"#, ".".repeat(36)));
    assert_eq!((tall.box_rows(), tall.box_columns()), (3, 2));
}

#[test]
fn the_usual_box_is_never_higher_than_wide() {
    let boxes =
        [(4, 2, 2), (6, 2, 3), (8, 2, 4), (9, 3, 3), (10, 2, 5), (12, 3, 4), (15, 3, 5), (16, 4, 4), (20, 4, 5)];
    for (side, rows, columns) in boxes {
        assert_eq!(usual_box(side), Some((rows, columns)));
    }
    assert_eq!(usual_box(25), Some((5, 5)));
    for none in [0, 1, 2, 3, 5, 7, 11, 13, 26, 30] {
        assert_eq!(usual_box(none), None);
    }
}

#[test]
fn only_json_can_say_an_unusual_box() {
    let tall: Box<dyn Puzzle> = Box::new(Sudoku::new(3, 2, vec![0; 36]).unwrap());
    assert!(tall.write("line", crate::ONLY).unwrap_err().to_string().contains("boxes of 3 rows and 2 columns"));
    assert!(tall.write("grid", crate::ONLY).is_err());
    assert!(tall.write("json", crate::ONLY).unwrap().contains(r#""box":[3,2]"#));
}

#[test]
fn a_file_of_lines_is_many_puzzles_and_a_file_of_blocks_too() {
    let count = |text: &str| puzzles(Source::from_text(text), &crate::hints()).iter().filter(|p| p.is_ok()).count();
    let small = "1..4....2.....1.\n".repeat(16);
    assert_eq!(count(&small), 16, "sixteen lines of sixteen digits up to 4 are sixteen 4×4 boards");
    let large = format!("{}\n", "G...............".to_owned()).repeat(16);
    assert_eq!(count(&large), 1, "with a G in it they are one 16×16 board");
    assert_eq!(count(&format!("{CLASSIC}\n{CLASSIC}\n")), 2);
    let block = rows().join("\n");
    assert_eq!(count(&format!("{block}\n\n{block}\n\n{block}\n")), 3);
    let json = r#"{"family":"sudoku","cells":"1..4....2.....1."}"#;
    assert_eq!(count(&format!("{json}\n{json}\n")), 2);
}

#[test]
fn other_puzzles_are_left_to_other_families() {
    let texts = [
        "2 1\n1 2\n2 1\n",
        "10 10\n1 1\n2 2\n5\n1 1 1\n5 2\n3 1\n3 1\n4 2\n1\n2 6\n2 6\n6 2\n1 1\n1\n1 2\n",
        "6_5_4_2_1_4_3_5_4_3_1_6;1,1,2,2,3,3,1,1,2,2,3,3",
        "1_2_3_4_5_6_7_8_1_2_3_4_5_6_7_8_1_2_3_4_5_6_7_8_1_2_3_4_5_6_7_8_1_2_3_4_5_6_7_8_1;1,1,2",
        "----------------",
        "the quick brown fox",
        "",
    ];
    for text in texts {
        for notation in ["line", "grid", "json"] {
            assert_eq!(fit(notation, text), Fit::No, "{notation}: {text}");
        }
    }
    // Clues of columns and rows, then as many rows as columns.
    let with_clues_above = "2 3 1 4\n3 3 2 2\n1 1 2 2\n1 3 3 2\n4 4 3 2\n4 4 4 4\n";
    assert!(fit("grid", with_clues_above) <= Fit::Damaged);
    assert_eq!(fit("line", CLASSIC), Fit::Sure);
    assert_eq!(fit("line", "1..4....2.....1."), Fit::Likely);
    assert_eq!(fit("line", "1..5....2.....1."), Fit::No, "a 4×4 board has no 5");
}

#[test]
fn errors_point_at_what_is_wrong() {
    let mut ragged = rows();
    ragged[3] = "...39...";
    let ragged = ragged.join("\n");
    assert_eq!(fit("grid", &ragged), Fit::Damaged);
    assert_eq!(error(&ragged).message, "line 4 has 8 cells, expected 9");
    assert_eq!(place(&ragged), (4, 1));

    let letter = rows().join("\n").replace('7', "x");
    assert_eq!(error(&letter).message, "'x' is not a Sudoku digit");
    assert_eq!(place(&letter), (9, 3));
    assert!(error(&letter).help.unwrap().contains("1–9"));

    let too_large = "1 2 3 4\n0 0 0 0\n0 0 7 0\n0 0 0 0";
    assert_eq!(error(too_large).message, "7 is too large for a 4×4 Sudoku");
    assert_eq!(place(too_large), (3, 5));

    let short = rows()[..8].join("\n");
    assert_eq!(error(&short).message, "8 rows of 9 cells, expected 9 rows");
    let long = format!("{}\n123456789", rows().join("\n"));
    assert_eq!(place(&long), (10, 1));

    let short = error(&CLASSIC[1..]);
    assert_eq!(short.message, "80 cells make no Sudoku");
    assert_eq!(short.help.as_deref(), Some("a 9×9 Sudoku has 81 cells: 1 too few here"));
    assert_eq!(place(&CLASSIC.replace("431", "4?1")), (1, 65));

    for (json, message) in [
        (r#"{"family":"sudoku","box":[1,9],"cells":"1"}"#, "there are no boxes of 1 rows and 9 columns"),
        (r#"{"family":"sudoku","box":[2,2],"cells":"1"}"#, "1 cells, expected 16"),
        (r#"{"family":"sudoku","cells":"1"}"#, "1 cells make no Sudoku"),
        (r#"{"family":"sudoku","cells":{}}"#, "cells cannot hold an object"),
        (r#"{"family":"sudoku","cells":"1..4....2.....7."}"#, "7 is too large for a 4×4 Sudoku"),
        (r#"{"family":"sudoku","cells":"#, "this JSON puzzle cannot be read: EOF while parsing a value"),
    ] {
        assert_eq!(error(json).message, message);
    }
}

#[test]
fn an_answer_may_come_in_any_form() {
    let puzzle = read("0 0 0 4\n4 0 0 0\n0 2 0 0\n0 0 1 0");
    let solution = puzzle.solve(&Ask::default()).solutions.remove(0);
    let json = puzzle.solution_json(&solution).to_string();
    assert_eq!(json, "\"2134432112433412\"");
    assert_eq!(puzzle.solution_values(&solution)[..5], [2, 1, 3, 4, 4]);
    let text = puzzle.solution_text(&solution);
    for form in [json.as_str(), &json.replace('"', ""), &text, &text.replace(' ', ""), &format!("{text}\r\n")] {
        assert_eq!(puzzle.read_solution(&Source::from_text(form)).as_ref(), Ok(&solution), "{form}");
    }
    for wrong in ["", "12345", CLASSIC] {
        assert!(puzzle.read_solution(&Source::from_text(wrong)).is_err(), "{wrong}");
    }
}

fn any_board() -> impl Strategy<Value = Sudoku> {
    let boxes =
        prop::sample::select(vec![(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 3), (4, 4), (5, 5)]);
    boxes.prop_flat_map(|(rows, columns)| {
        let side = rows * columns;
        prop::collection::vec(0..=side as u8, side * side)
            .prop_map(move |cells| Sudoku::new(rows, columns, cells).expect("a proper board"))
    })
}

/// Examples with a few characters replaced, removed or put in.
fn damaged_example() -> impl Strategy<Value = String> {
    let edits = prop::collection::vec((any::<prop::sample::Index>(), 0..3u8, any::<char>()), 0..6);
    (prop::sample::select(EXAMPLES.to_vec()), edits).prop_map(|(example, edits)| {
        let mut text: Vec<char> = example.text.chars().collect();
        for (place, how, c) in edits {
            let at = place.index(text.len().max(1));
            match how {
                0 if at < text.len() => text[at] = c,
                1 if at < text.len() => drop(text.remove(at)),
                _ => text.insert(at.min(text.len()), c),
            }
        }
        text.into_iter().collect()
    })
}

fn read_every_way(text: &str) {
    let source = Source::from_text(text);
    for notation in FAMILY.notations() {
        let fit = notation.detect(&source);
        match notation.read(&source) {
            Ok(puzzle) => assert!(!puzzle.size().is_empty()),
            Err(error) => {
                assert!(fit <= Fit::Damaged || notation.name() == "json", "{fit:?} but {error}");
                for (span, _) in &error.labels {
                    assert!(span.start + span.len <= source.text.len(), "{error}");
                }
            }
        }
    }
    let _ = read("1..4....2.....1.").read_solution(&source);
}

/// The marks of r7c7 say 1 or 4 while the line before the grid gives 4: still a grid, and damaged.
#[test]
fn a_given_with_more_than_one_mark_is_damage() {
    let text = "\
.6.........436.......4.7...4..98..6.....2.75..2..7....1..8..4.2.58...3.1..2......
+------------------+-------------------+-----------------------+
| 8     6    13579 | 125  159   12589  | 12589  1234789 345789 |
| 25789 1789 4     | 3    6     12589  | 12589  12789   5789   |
| 23589 89   1359  | 4    159   7      | 125689 12389   35689  |
+------------------+-------------------+-----------------------+
| 4     137  1357  | 9    8     135    | 12     6       3      |
| 3689  1389 1369  | 16   2     1346   | 7      5       3489   |
| 35689 2    13569 | 156  7     13456  | 189    13489   3489   |
+------------------+-------------------+-----------------------+
| 1     379  3679  | 8    359   3569   | 14     79      2      |
| 679   5    8     | 267  49    2469   | 3      79      1      |
| 3679  3479 2     | 1567 13459 134569 | 5689   789     56789  |
+------------------+-------------------+-----------------------+
";
    assert_eq!((super::marks::PENCILMARKS.detect)(&Source::from_text(text)), Fit::Damaged);
    read_every_way(text);
}

proptest! {
    #[test]
    fn a_variant_that_can_be_written_reads_back_the_same(variant in crate::variant::tests::any_variant()) {
        let board = Sudoku::with_variant(Some((2, 2)), vec![0; 16], variant).unwrap();
        for notation in FAMILY.notations() {
            let puzzle: Box<dyn Puzzle> = Box::new(board.clone());
            let Ok(text) = puzzle.write(notation.name(), crate::ONLY) else { continue };
            let again = notation.read(&Source::from_text(text.clone())).expect(&text);
            prop_assert_eq!(again.downcast::<Sudoku>(), Some(&board), "{}: {}", notation.name(), text);
        }
    }

    #[test]
    fn what_is_written_reads_back_the_same(board in any_board()) {
        for notation in FAMILY.notations() {
            let puzzle: Box<dyn Puzzle> = Box::new(board.clone());
            let Ok(text) = puzzle.write(notation.name(), crate::ONLY) else { continue };
            let again = notation.read(&Source::from_text(text.clone())).expect(&text);
            prop_assert_eq!(again.downcast::<Sudoku>(), Some(&board), "{}", text);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in ".{0,200}", lines in prop::collection::vec("[0-9A-Z.|+ x-]{0,30}", 0..30)) {
        read_every_way(&text);
        read_every_way(&lines.join("\n"));
    }

    #[test]
    fn no_damaged_puzzle_makes_a_reader_panic(text in damaged_example()) {
        read_every_way(&text);
    }
}
