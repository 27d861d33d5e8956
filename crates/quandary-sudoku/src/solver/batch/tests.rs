//! The batch engine at every width, the engine for single boards, and the model agree.

use proptest::prelude::*;

use super::*;
use crate::Sudoku;
use quandary_core::puzzle::{Puzzle, Solution};
use quandary_core::verdict::{Ask, Stopped, Verdict};

/// A filled board to take givens from.
const FILLED: &[u8; 81] = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Boards with some of the digits of a filled one, and sometimes a wrong digit.
fn boards() -> impl Strategy<Value = Cells> {
    let givens = prop::collection::vec(0..81usize, 22..60);
    (givens, prop::collection::vec((0..81usize, 1..=9u8), 0..2)).prop_map(|(givens, intruders)| {
        let mut cells = [0; 81];
        for place in givens {
            cells[place] = FILLED[place] - b'0';
        }
        for (place, digit) in intruders {
            cells[place] = digit;
        }
        cells
    })
}

fn sudoku(cells: &Cells) -> Sudoku {
    Sudoku::new(3, 3, cells.to_vec()).expect("a 9×9 board")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn all_engines_count_the_same(boards in prop::collection::vec(boards(), 1..100), limit in 1..40u64, tail in 0..20usize) {
        let expected: Vec<u64> = boards.iter().map(|board| single::count(board, limit).0).collect();
        for width in Width::available() {
            let mut answers = Vec::new();
            // To the very end in planes: so few boards would otherwise go to the engine for single boards.
            solve_down_to(tail, width, &boards, limit, &mut answers);
            for ((board, answer), &count) in boards.iter().zip(answers).zip(&expected) {
                prop_assert_eq!(answer.count, count, "{:?}", width);
                prop_assert_eq!(answer.first.is_some(), count > 0);
                if let Some(first) = answer.first {
                    let solution = Solution::Grid(quandary_core::Grid::from_values(9, 9, first.to_vec()).expect("81 cells"));
                    prop_assert_eq!(sudoku(board).verify(&solution), Ok(()));
                }
            }
        }
        // The model is slow: one board of each batch is enough.
        let ask = Ask { solutions: limit as usize, ..Ask::default() };
        let reference = sudoku(&boards[0]).solve_with("propagation", &ask).expect("a known name");
        prop_assert_eq!(reference.solution_count, expected[0]);
    }

    #[test]
    fn exact_counts_agree_too(board in boards()) {
        // Boards with very many solutions would take too long.
        let most = 3_000;
        let (count, _) = single::count(&board, most);
        if count < most {
            let ask = Ask { count: true, ..Ask::default() };
            for algorithm in ["propagation", "bands", "batch"] {
                let outcome = sudoku(&board).solve_with(algorithm, &ask).expect("a known name");
                prop_assert_eq!((outcome.solution_count, outcome.count_is_exact), (count, true), "{}", algorithm);
            }
        }
    }
}

/// Boards with many givens and with few, with one solution, several and none: more of them than fit into a register, so
/// that slots are reused.
fn mixed_boards() -> Vec<Cells> {
    let board = |number: u32| {
        let mut board = FILLED.map(|digit| digit - b'0');
        let mut random = number.wrapping_mul(0x9E37_79B9) | 1;
        for cell in &mut board {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if random >> 16 & 31 >= 10 + number % 12 {
                *cell = 0;
            }
        }
        if number.is_multiple_of(16) {
            board[0] = board[80];
        }
        board
    };
    (0..640).map(board).collect()
}

#[test]
fn every_width_finds_what_plain_words_find() {
    let answers = |width: Width| -> Vec<(u64, Option<Cells>)> {
        let mut answers = Vec::new();
        solve_down_to(0, width, &mixed_boards(), 3, &mut answers);
        // Which of several solutions comes first may differ.
        answers.into_iter().map(|Answer { count, first }| (count, first.filter(|_| count == 1))).collect()
    };
    let portable = answers(Width::Portable);
    for count in 0..=3 {
        assert!(portable.iter().any(|answer| answer.0 == count), "no board with {count} solutions");
    }
    for width in Width::available() {
        assert_eq!(answers(width), portable, "{width:?}");
    }
}

#[test]
fn a_batch_keeps_the_order_and_gives_the_outcome_of_each() {
    let filled: Cells = FILLED.map(|digit| digit - b'0');
    let mut boards = Vec::new();
    for blanks in 0..81 {
        let mut cells = filled;
        cells[..blanks].fill(0);
        boards.push(sudoku(&cells));
    }
    let (mut twice, small) = (filled, Sudoku::new(2, 2, vec![0; 16]).expect("a 4×4 board"));
    twice[80] = twice[79];
    boards.push(sudoku(&twice));
    boards.push(small);
    // More than fit into a register, so that boards also wait for slots.
    let first_of_all = boards.clone();
    for _ in 0..4 {
        boards.extend_from_slice(&first_of_all);
    }
    let puzzles: Vec<&dyn Puzzle> = boards.iter().map(|board| board as &dyn Puzzle).collect();
    let ask = Ask::default();
    let outcomes = boards[0].family().solve_many(&puzzles, &ask).expect("Sudoku solves batches");
    for (board, outcome) in boards.iter().zip(&outcomes) {
        let alone = board.solve(&ask);
        assert_eq!(outcome.verdict, alone.verdict);
        assert_eq!(outcome.solution_count, alone.solution_count);
        assert_eq!(outcome.solutions.len(), alone.solutions.len());
        assert!(outcome.solutions.iter().all(|solution| board.verify(solution).is_ok()));
    }
    let Verdict::Impossible(conflict) = &outcomes[81].verdict else { panic!("{:?}", outcomes[81].verdict) };
    assert_eq!(conflict.clues, ["row 9"]);
}

#[test]
fn a_long_count_is_the_same_in_a_register() {
    let mut board: Cells = FILLED.map(|digit| digit - b'0');
    board[..45].fill(0);
    let (count, _) = single::count(&board, u64::MAX);
    assert!(count > 50_000, "a count of {count} is too short for this test");
    let outcome = sudoku(&board).solve(&Ask { count: true, ..Ask::default() });
    assert_eq!((outcome.solution_count, outcome.count_is_exact, outcome.solutions.len()), (count, true, 2));
    // As many solutions as are asked for, also where that is more than the first pass has seen.
    let ask = Ask { count: true, solutions: 40_000, ..Ask::default() };
    let outcome = sudoku(&board).solve(&ask);
    assert_eq!((outcome.solution_count, outcome.solutions.len()), (count, 40_000));
    // A count that is cut short says so, and claims no more than it has seen.
    let ask = Ask { count: true, budget: Budget { nodes: Some(1_000), ..Budget::default() }, ..Ask::default() };
    let outcome = sudoku(&board).solve(&ask);
    assert!(outcome.solution_count <= count && !outcome.count_is_exact);
}

#[test]
fn a_batch_honours_its_budget() {
    let empty = [[0; 81]; 70];
    let stopped = |budget: Budget| {
        let batch = Batch { budget, tail: ONE_BY_ONE, ..Batch::new(Width::fastest(), &empty, u64::MAX) };
        let mut ended = vec![Ok(()); 70];
        batch.run(&mut |_, _| (), &mut |board, report| ended[board] = report.ended);
        ended
    };
    assert_eq!(stopped(Budget { nodes: Some(50), ..Budget::default() }), [Err(Stopped::Nodes); 70]);
    assert_eq!(stopped(Budget::seconds(0.001)), [Err(Stopped::Time); 70]);
    let budget = Budget::default();
    budget.cancel.cancel();
    assert_eq!(stopped(budget), [Err(Stopped::Cancelled); 70]);
}
