//! Batches give what single puzzles give: for every family and notation, in order, with errors in their rows.

use quandary::batch::Batch;
use quandary::{ALL, Ask, Budget, Puzzle, VerdictWord};

/// A text for each example and notation, and texts that are not puzzles.
fn texts() -> Vec<String> {
    let mut texts = Vec::new();
    for family in ALL {
        for example in family.examples() {
            let Ok(puzzle) = Puzzle::read(example.text) else { continue };
            texts.push(example.text.to_owned());
            texts.extend(family.notations().iter().filter_map(|notation| puzzle.write(notation.name()).ok()));
        }
    }
    texts.extend(
        ["", "nonsense", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7x"]
            .map(str::to_owned),
    );
    texts.push("5".repeat(81));
    texts
}

/// The answer to a single puzzle, or the message of its error.
fn alone(text: &str, ask: &Ask) -> Result<(VerdictWord, u64, String), String> {
    let puzzle = Puzzle::read(text).map_err(|error| error.to_string())?;
    let outcome = puzzle.board().solve(&ask.begin());
    let solution = outcome.solutions.first().map(|solution| puzzle.board().solution_json(solution).text().into_owned());
    Ok((VerdictWord::from(&outcome.verdict), outcome.solution_count, solution.unwrap_or_default()))
}

#[test]
fn rows_are_what_single_puzzles_give() {
    let ask = Ask { budget: Budget { nodes: Some(20_000), ..Budget::default() }, ..Ask::default() };
    let mut batch = Batch::new(ask.clone());
    let mut texts = texts();
    let sudoku = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    // In the first round every kind of puzzle comes alone, in the second among many of another kind.
    for round in 0..2 {
        if round == 1 {
            let mixed = texts.iter().flat_map(|text| [sudoku.to_owned(), text.clone(), format!("  {sudoku}\r\n")]);
            texts = mixed.collect();
        }
        let solved = batch.solve(texts.iter().map(|text| text.as_bytes()));
        assert_eq!(solved.rows.len(), texts.len());
        let mut errors = solved.errors.iter().peekable();
        for (row, text) in texts.iter().enumerate() {
            match alone(text, &ask) {
                // Engines that solve many boards together count their positions in another way.
                Ok((VerdictWord::Unknown, ..)) => assert!(solved.rows.verdicts[row].is_some()),
                Ok((verdict, count, solution)) => {
                    assert_eq!(solved.rows.verdicts[row], Some(verdict), "{text}");
                    assert_eq!(solved.rows.counts[row], count, "{text}");
                    // Where there are several solutions, another one may come first.
                    if verdict == VerdictWord::Unique {
                        assert_eq!(String::from_utf8_lossy(solved.rows.solution(row)), solution, "{text}");
                    }
                }
                Err(_) => {
                    assert_eq!(solved.rows.verdicts[row], None, "{text}");
                    let error = errors.next_if(|error| error.row == row).expect("an error in its row");
                    assert!(!error.message.is_empty());
                }
            }
        }
        assert_eq!(errors.next(), None);
    }
}

#[test]
fn a_buffer_is_cut_as_a_file_is() {
    let sudoku = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let buffer = format!("# a comment\n{sudoku}\n\n{sudoku}\r\n{}Z\n{sudoku}", &sudoku[..80]);
    let mut batch = Batch::new(Ask::default());
    for _ in 0..2 {
        let solved = batch.solve_buffer(buffer.as_bytes());
        let unique = Some(VerdictWord::Unique);
        assert_eq!(solved.rows.verdicts, [unique, unique, None, unique]);
        let error = &solved.errors[0];
        assert_eq!((error.row, error.line, error.column), (2, Some(5), Some(81)));
    }
    let json = r#"{"family":"nonogram","rows":[[1],[1]],"columns":[[2],[]]}"#;
    let solved = batch.solve_buffer(format!("{json}\n{json}\n").as_bytes());
    assert_eq!(solved.rows.solution(1), br##"["#.","#."]"##);
    assert!(batch.solve_buffer(b"").errors[0].message.contains("empty"));
}

#[test]
fn a_board_with_more_tanks_than_numbers_is_refused() {
    let numbers = |count: usize| (1..=count).map(|number| number.to_string()).collect::<Vec<_>>();
    let text = format!("{};{}", ["1"; 512].join("_"), numbers(256 * 256).join(","));
    let mut batch = Batch::new(Ask::default());
    let solved = batch.solve([text.as_bytes()]);
    assert_eq!(solved.rows.verdicts, [None]);
    assert!(solved.errors[0].message.contains("too many tanks"), "{:?}", solved.errors);
}

/// Sheets of small numbers, many of which could nearly be puzzles of several families.
fn sheets() -> impl Iterator<Item = String> {
    let mut state = 1_u64;
    let mut random = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    (0..60_000).map(move |_| {
        let [height, width] = [(); 2].map(|()| 2 + random(5));
        let (lines, length) = match random(3) {
            0 => (height + width, 0),
            1 => (height, 2 + random(3)),
            _ => (height + 1, width),
        };
        let mut text = if random(3) == 0 { String::new() } else { format!("{height} {width}\n") };
        for _ in 0..lines {
            let count = if length == 0 { 1 + random(2) } else { length };
            let most = 1 + random(4);
            let numbers: Vec<String> = (0..count).map(|_| (random(most + 1)).to_string()).collect();
            text += &(numbers.join(" ") + "\n");
        }
        text
    })
}

#[test]
fn quick_readers_take_only_what_detection_among_all_families_gives_them() {
    let mut taken = [0; 4];
    for text in texts().into_iter().chain(sheets()) {
        for (place, family) in ALL.iter().enumerate() {
            for notation in family.notations() {
                let Some(board) = family.line_reader(notation.name()).and_then(|read| read(&text)) else { continue };
                let puzzle =
                    Puzzle::read(&text).unwrap_or_else(|error| panic!("{text:?} as {}: {error}", family.name()));
                let quick = Puzzle::new(board, puzzle.source().clone(), quandary::hints());
                assert_eq!(puzzle.family().name(), family.name(), "{text:?}");
                assert_eq!(puzzle.write("json").ok(), quick.write("json").ok(), "{text:?}");
                taken[place] += 1;
            }
        }
    }
    assert!(taken.iter().all(|&count| count > 0), "{taken:?}");
}
