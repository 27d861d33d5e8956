//! Claims about the forms of other programs and sites.

use super::*;
use quandary_core::Credits;

fn written(puzzle: &Sudoku, notation: &Notation<Sudoku>) -> Result<String, DoesNotFit> {
    notation.write.expect("it can be written")(puzzle)
}

#[test]
fn files_of_older_programs_are_read() {
    let sdk = format!(
        "#AA player\n#B2020-01-01\n[Puzzle]\n{}\n[State]\n{}\n",
        rows().join("\n"),
        rows().join("\n").replace('.', "1")
    );
    assert_eq!(read(&sdk), read(CLASSIC).credited(Credits::new("", "A player")));
    let part = |row: &&str| format!("{}|{}|{}", &row[..3], &row[3..6], &row[6..]);
    let bands: Vec<String> =
        rows().chunks(3).map(|band| band.iter().map(part).collect::<Vec<_>>().join("\n")).collect();
    assert_eq!(read(&bands.join("\n-----------\n")), read(CLASSIC));
    assert_eq!(fit("sdk", &format!("{sdk}\n{sdk}")), Fit::No, "two puzzles are not one");
}

#[test]
fn pencil_marks_stay_part_of_the_board() {
    let plain: Box<dyn Puzzle> = Box::new(read(CLASSIC));
    let marks = plain.write("pencilmarks", crate::ONLY).unwrap();
    assert_eq!(read(&marks), read(CLASSIC), "marks that say no more than the givens are no marks");
    // The first cell that may be 1 or more loses its first mark.
    let word =
        marks.split_whitespace().find(|word| word.len() > 2 && word.bytes().all(|b| b.is_ascii_digit())).unwrap();
    let fewer = read(&marks.replacen(word, &word[1..], 1));
    assert!(!fewer.is_classic());
    for notation in ["pencilmarks", "candidates", "hodoku", "json", "f-puzzles"] {
        let puzzle: Box<dyn Puzzle> = Box::new(fewer.clone());
        let text = puzzle.write(notation, crate::ONLY).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read(&text), fewer, "{notation}: {text}");
    }
    let puzzle: Box<dyn Puzzle> = Box::new(fewer);
    assert!(puzzle.write("line", crate::ONLY).is_err() && puzzle.write("sdk", crate::ONLY).is_err());
}

#[test]
fn a_library_line_strikes_candidates_out() {
    let puzzle = read(&format!(":0708:9:{}:111 436::345:", CLASSIC.replacen(".5", ".+5", 1)));
    assert_eq!(puzzle.cells(), read(CLASSIC).cells());
    assert_eq!(puzzle.struck(quandary_core::puzzle::Cell { row: 0, column: 0 }), 0b10);
    assert!(error(&format!(":0708:9:{CLASSIC}:11 436:::")).message.contains("names no candidate"));
    assert!(error(&format!(":0708:9:{CLASSIC}:512:::")).message.contains("struck out too"));
}

#[test]
fn links_hold_boards_and_say_what_they_lack() {
    let link = "https://puzz.link/p?sudoku/9/9/g5g9g8h42h1h5g9h3g5n39l2g53h3g9h682g6g58i1g431g6l7g4j";
    assert_eq!(read(link), read(CLASSIC));
    assert_eq!(place("https://puzz.link/p?sudoku/9/9/g5+"), (1, 34));
    assert!(error("https://puzz.link/p?sudoku/5/5/g").message.contains("no Sudoku of 5×5"));
    let digits = CLASSIC.replace('.', "0");
    for link in [
        format!("https://sudoku.coach/en/play/{digits}"),
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={digits}"),
        format!("https://www.sudokuwiki.org/Sudoku.htm?n=81&bd={CLASSIC}"),
    ] {
        assert_eq!(read(&link), read(CLASSIC), "{link}");
    }
    assert!(error("https://sudoku.coach/en/play/SCv7_32_abcdef").message.contains("cannot be unpacked"));
    assert!(error("https://sudokupad.app/hx0d3yf2hm").message.contains("does not hold its puzzle"));
}

#[test]
fn ids_of_solo_hold_regions_and_cages() {
    let jigsaw = "6j:b4c1_6a2e6_3b3_6e3a6_2c3b,cbb_aaa__b_bacd_a__cbaa_da";
    let puzzle = read(jigsaw);
    assert_eq!(written(&puzzle, &SOLO), Ok(jigsaw.to_owned()));
    assert_eq!(puzzle.solve(&Ask::default()).verdict, quandary_core::Verdict::Unique);
    let killer = "2x2k:p,ab_____a__aa_aaa,4a9a7a3a7b5a5b";
    let puzzle = read(killer);
    assert_eq!((puzzle.variant().cages.len(), puzzle.variant().cages[0].sum), (7, Some(4)));
    assert_eq!(written(&puzzle, &SOLO), Ok(killer.to_owned()));
    assert_eq!(puzzle.solve(&Ask::default()).verdict, quandary_core::Verdict::Unique);
    let tall = read(r#"{"family":"sudoku","box":[3,2],"cells":"6..1...5...6...2.....41.3....5......"}"#);
    assert_eq!(read(&written(&tall, &SOLO).expect("any box")), tall);
    assert!(error("3x3:a5b").to_string().contains("4 cells, a 9×9 board has 81"));
    assert_eq!(place("2x2:a5o"), (1, 6));
    assert!(error("9jx:zzzc,abc").to_string().contains("borders"));
    assert!(error("3x3k:zzzc").to_string().contains("cages were expected"));
    let half = read(
        r#"{"family":"sudoku","box":[2,2],"cells":"1...............","cages":[{"sum":3,"cells":["r1c2","r1c3"]}]}"#,
    );
    assert!(written(&half, &SOLO).is_err(), "its cages do not fill the board");
}

#[test]
fn states_of_sudoku_coach_keep_their_pencil_marks() {
    let library =
        ":0000:x:.5.9.8..42..1..5.9..3.5........39......2.53..3.9..682.6.58...1.431.6......7.4....:111 742:::";
    let puzzle = read(library);
    let state = written(&puzzle, &COACH).expect("a state");
    assert!(state.starts_with("SCv7_32_"), "{state}");
    assert_eq!(read(&state), puzzle);
    assert_eq!(read(&format!("https://sudoku.coach/en/play/{state}")), puzzle);
    assert_eq!(place(&state[..state.len() / 2]), (1, 9));
}

#[test]
fn files_of_sudocue_mark_what_the_player_placed() {
    let example = EXAMPLES.iter().find(|example| example.notation == "sdx").expect("an example").text;
    assert_eq!(read(example), read(&example.replace('u', "v")));
    assert_eq!(read(example).cells().values()[1], 5);
    assert_eq!(fit("sdx", &example.replace("u5", "u55")), Fit::Damaged);
    let slip = Source::from_text(example.replace("u5", "u0"));
    assert_eq!((SDX.read)(&slip).expect_err("no digit").position(&slip), Some((1, 4)));
    assert_eq!(read(&written(&read(CLASSIC), &SDX).expect("a file")), read(CLASSIC));
}

#[test]
fn what_an_f_puzzle_has_beyond_our_rules_is_named() {
    let grid = |more: &str| {
        let row = "[{},{},{},{}]";
        format!(r#"{{"size":4,"grid":[[{{"value":1,"given":true}},{{"value":2}},{{}},{{}}],{row},{row},{row}]{more}}}"#)
    };
    let plain = read(&grid(r#","title":"t","author":"a\nb","ruleset":"Normal sudoku rules apply.","solution":[1,2]"#));
    let titled = read("1...............").credited(Credits::new("t", "a b"));
    assert_eq!(plain, titled, "what a player wrote is not given");
    let named = error(&grid(r#","renban":[{"lines":[["R1C1"]]}],"clone":[{"cells":[]}],"whispers":[]"#)).message;
    assert_eq!(named, "this puzzle has constraints that are not known here: renban, clone");
    assert!(error(&grid(r#","line":[{"lines":[["R1C1"]]}]"#)).message.contains("only drawn"));
    let many = grid(concat!(
        r#","diagonal+":true,"antiknight":true,"odd":[{"cell":"R4C4"}],"extraregion":[{"cells":["R2C2","R2C3","R3C2","R3C3"]}]"#,
        r#","killercage":[{"cells":["R1C1","R1C2"],"value":"5"}],"arrow":[{"cells":["R1C1"],"lines":[["R1C1","R2C2"]]}]"#,
        r#","thermometer":[{"lines":[["R4C1","R4C2"],["R4C1","R3C1"]]}],"xv":[{"cells":["R3C3","R3C4"],"value":"V"}]"#,
        r#","difference":[{"cells":["R3C4","R4C4"]}],"ratio":[{"cells":["R3C2","R4C2"],"value":3}],"negative":["xv"]"#
    ));
    let size = "4×4, anti-diagonal, windows, anti-knight, all X and V, 1 cage, 2 thermometers, 1 arrow, 3 signs between cells, \
                2 pencil marks struck out";
    assert_eq!(read(&many).size(), size);
}

#[test]
fn sudokupad_s_own_forms_are_read() {
    let short = "https://sudokupad.app/scf";
    // Each symbol is a digit and the blanks after it: A is 0 and one blank, B is 1 and one blank …
    let code: String = {
        let symbols: Vec<char> = ('0'..='9').chain('A'..='Z').chain('a'..='z').collect();
        let mut code = String::new();
        let digits: Vec<usize> = CLASSIC.chars().map(|c| c.to_digit(10).unwrap_or(0) as usize).collect();
        let mut at = 0;
        while at < 81 {
            let blanks = digits[at + 1..].iter().take(4).take_while(|&&digit| digit == 0).count();
            code.push(symbols[digits[at] + 10 * blanks]);
            at += 1 + blanks;
        }
        code
    };
    assert_eq!(read(&format!("{short}{code}")), read(CLASSIC));
    assert_eq!(read(&format!("{short}{code}x")).size(), "9×9, main diagonal, anti-diagonal");
    let cells = "[[{v:1},,,],[,,,],[,,,],[,,,]]";
    let relaxed = format!("{{cs:50,ce:{cells},ca:[{{v:'title: it\\'s'}},{{ce:[[0,1],[0,2]],v:5,unique:t}}]}}");
    let link = |json: &str| format!("https://sudokupad.app/scl{}", lz_str::compress_to_base64(json));
    assert_eq!(read(&link(&relaxed)).size(), "4×4, 1 cage");
    assert_eq!(read(&link(&relaxed)).credits(), &Credits::new("it's", ""));
    let with_metadata = relaxed.replace("cs:50", "cs:50,metadata:{title:'Other',author:'Jane'}");
    assert_eq!(read(&link(&with_metadata)).credits(), &Credits::new("Other", "Jane"));
    let drawn = relaxed.replace("cs:50", "cs:50,l:[{wp:[[0,0],[1,1]],c:000000}]");
    assert!(error(&link(&drawn)).message.contains("only drawn"));
}
