//! The boards: collections of real ones where they are at hand, else stand-ins of our own making.

use std::collections::BTreeMap;

use quandary::Ask;
use quandary_bench::collection;
use quandary_core::puzzle::{Family, GenerateSpec, Puzzle};
use quandary_sudoku::internals::{Cells, single};
use quandary_sudoku::{FAMILY, Sudoku};

/// Some boards.
pub struct Set {
    /// What they are.
    pub name: String,
    /// For our engines.
    pub cells: Vec<Cells>,
    /// For the `sudoku` crate.
    pub peers: Vec<sudoku::Sudoku>,
    /// For everybody else.
    pub lines: Vec<String>,
}

impl Set {
    fn new(name: String, cells: Vec<Cells>) -> Set {
        let sign = |&digit: &u8| char::from(if digit == 0 { b'.' } else { b'0' + digit });
        let lines: Vec<String> = cells.iter().map(|cells| cells.iter().map(sign).collect()).collect();
        let peers = lines.iter().map(|line| sudoku::Sudoku::from_str_line(line).expect("a board")).collect();
        Set { name, cells, peers, lines }
    }
}

/// Name, file, how many boards at most, and what stands in for it.
const SETS: [(&str, &str, usize, StandIn); 8] = [
    ("Kaggle-like", "kaggle_like_20000.txt.gz", 20_000, StandIn::Givens("33..40")),
    ("random minimal", "random_minimal_20000.txt.gz", 20_000, StandIn::Minimal),
    ("17 clues", "17clue_49158.txt.gz", 20_000, StandIn::Givens("20..22")),
    ("magictour", "magictour_top1465.txt", 1_465, StandIn::Hardest(20)),
    ("hardest 11+", "forum_hardest_1905_11plus_48766.txt.gz", 4_000, StandIn::Hardest(100)),
    ("hardest 1106", "forum_hardest_1106_375.txt", 375, StandIn::Hardest(400)),
    ("several solutions", "serg_multi_solution_10000.txt.gz", 10_000, StandIn::Several),
    ("no solution", "zero_solution_10000.txt.gz", 10_000, StandIn::Impossible),
];

/// Boards that anybody can make again.
#[derive(Clone, Copy)]
enum StandIn {
    /// With so many givens.
    Givens(&'static str),
    /// Every given is needed.
    Minimal,
    /// One in so many minimal ones: those that took the most nodes.
    Hardest(usize),
    /// A minimal one without one of its givens.
    Several,
    /// A minimal one with another digit in place of a given.
    Impossible,
}

/// How many minimal boards the stand-ins are taken from.
const STAND_INS: u64 = 8_000;

/// The sets whose name contains one of the words, all of them where there are none.
pub fn sets(words: &[String]) -> Vec<Set> {
    let is_wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    SETS.into_iter()
        .filter(|(name, ..)| is_wanted(name))
        .map(|(name, file, most, stand_in)| read(name, file, most, stand_in))
        .collect()
}

fn read(name: &str, file: &str, most: usize, stand_in: StandIn) -> Set {
    if !quandary_bench::has_collection(&format!("sudoku/{file}")) {
        let cells = stand_in.boards();
        return Set::new(format!("in place of {name} ({})", cells.len()), cells);
    }
    let text = collection(&format!("sudoku/{file}"));
    let lines: Vec<&str> = text.lines().filter(|line| line.len() >= 81).map(|line| &line[..81]).collect();
    let step = (lines.len() / most).max(1);
    let digit = |sign: u8| if sign.is_ascii_digit() { sign - b'0' } else { 0 };
    let cells_of = |line: &&str| std::array::from_fn(|cell| digit(line.as_bytes()[cell]));
    let cells: Vec<Cells> = lines.iter().step_by(step).take(most).map(cells_of).collect();
    Set::new(format!("{name} ({})", cells.len()), cells)
}

impl StandIn {
    fn boards(self) -> Vec<Cells> {
        match self {
            StandIn::Givens(range) => generated(&[("givens", range)], STAND_INS / 4),
            StandIn::Minimal => generated(&[("minimal", "")], STAND_INS),
            StandIn::Hardest(one_in) => {
                let mut boards = generated(&[("minimal", "")], STAND_INS);
                let nodes = |board: &Cells| sudoku(board).solve(&Ask::default()).counters.nodes;
                boards.sort_by_cached_key(|board| std::cmp::Reverse(nodes(board)));
                boards.truncate(boards.len() / one_in);
                boards
            }
            StandIn::Several => {
                let mut boards = generated(&[("minimal", "")], STAND_INS);
                for board in &mut boards {
                    let given = board.iter().position(|&digit| digit != 0).expect("a given");
                    board[given] = 0;
                }
                boards
            }
            StandIn::Impossible => {
                let mut boards = generated(&[("minimal", "")], STAND_INS);
                for board in &mut boards {
                    let given = board.iter().position(|&digit| digit != 0).expect("a given");
                    let right = board[given];
                    for wrong in 1..=9 {
                        board[given] = wrong;
                        if wrong != right && single::count(board, 1).0 == 0 {
                            break;
                        }
                    }
                }
                boards.retain(|board| single::count(board, 1).0 == 0);
                boards
            }
        }
    }
}

fn sudoku(board: &Cells) -> Sudoku {
    Sudoku::new(3, 3, board.to_vec()).expect("a 9×9 board")
}

/// A spec of the generator.
pub fn spec(options: &[(&str, &str)]) -> GenerateSpec {
    let options: BTreeMap<_, _> = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    GenerateSpec { seed: 1, options, ..GenerateSpec::default() }
}

fn generated(options: &[(&str, &str)], count: u64) -> Vec<Cells> {
    let generator = FAMILY.generator().expect("Sudoku has a generator");
    let spec = spec(options);
    let board = |index: u64| -> Cells {
        let puzzle = generator.generate(&spec, index).expect("a puzzle");
        let sudoku: &Sudoku = puzzle.downcast().expect("a Sudoku");
        sudoku.cells().values().try_into().expect("81 cells")
    };
    (0..count).map(board).collect()
}
