//! Ratings on the scales that players know: Sudoku Explainer's ER, EP and ED, and HoDoKu's level and score.
//!
//! Both go the whole way to the solution, each in its own order of techniques; they differ from the explanation's order, which
//! is the one a person would take. On puzzles rated by the two programs the ratings agree for nearly all
//! (`bench/results/reasons.md`).

mod aligned;
mod explainer;
mod forcing;
mod graves;
mod hodoku;
mod implications;
mod loops;
mod nested;
mod outcomes;
mod outline;
mod patterns;
mod unary;

use serde_json::json;

pub use explainer::rate_explainer;
pub use hodoku::rate_hodoku;

use super::board::Board;
use crate::Sudoku;
use quandary_core::puzzle::{Puzzle, Rating};
use quandary_core::verdict::{Ask, Budget, Verdict};

/// The ratings of a board of 9×9 with one solution; none of any other, or where the budget runs out.
pub(crate) fn ratings(puzzle: &Sudoku, budget: &Budget) -> Vec<Rating> {
    let Ok(digits) = <[u8; 81]>::try_from(puzzle.cells().values()) else { return Vec::new() };
    if puzzle.box_rows() != 3 || !puzzle.is_classic() {
        return Vec::new();
    }
    let outcome = puzzle.solve(&Ask { budget: budget.clone(), ..Ask::default() });
    let solution = outcome.solutions.first().and_then(|solution| solution.grid());
    let (Verdict::Unique, Some(solution)) = (outcome.verdict, solution) else { return Vec::new() };
    let Some(board) = Board::from_digits(&digits, true) else { return Vec::new() };
    let mut watch = budget.start();
    let mut ratings = Vec::new();
    // The quick one first: the other may use up the budget.
    let hodoku = rate_hodoku(board.clone(), solution.values(), &mut watch);
    if let Ok(rating) = rate_explainer(board, &mut watch) {
        let number = |tenths: u32| json!(f64::from(tenths) / 10.0);
        let at_least = json!(format!("{:.1} or more", f64::from(rating.at_least) / 10.0));
        let known = |is_known: bool, tenths: u32| if is_known { number(tenths) } else { at_least.clone() };
        for (name, value) in [
            ("ER", known(rating.is_solved, rating.whole)),
            ("EP", known(rating.is_pearl_known, rating.pearl)),
            ("ED", known(rating.diamond > 0, rating.diamond)),
        ] {
            ratings.push(Rating { scale: "Sudoku Explainer", name, value });
        }
    }
    if let Ok(rating) = hodoku {
        ratings.push(Rating { scale: "HoDoKu", name: "level", value: json!(rating.word()) });
        ratings.push(Rating { scale: "HoDoKu", name: "score", value: json!(rating.score) });
    }
    ratings
}

/// Every choice of this many of the first numbers, as bits, in ascending order: the rating looks at sets in this order.
fn combinations(size: usize, of: usize) -> impl Iterator<Item = u32> {
    let end = 1_u32 << of;
    let start = (1_u32 << size) - 1;
    std::iter::successors((start < end).then_some(start), move |&set| {
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        let next = (set != 0).then(|| carried | (((set ^ carried) / lowest) >> 2))?;
        (next < end).then_some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board with these open cells and their digits, counted from 1; all others hold a 9.
    fn board(open: &[(usize, &[usize])]) -> Board {
        let mut board = Board { cells: [1 << 8; 81], digits: [0; 9], open: 0, is_unique: true, is_told: false };
        for &(cell, digits) in open {
            board.open |= 1 << cell;
            board.cells[cell] = digits.iter().fold(0, |set, digit| set | 1 << (digit - 1));
            digits.iter().for_each(|digit| board.digits[digit - 1] |= 1 << cell);
        }
        board
    }

    #[test]
    fn two_odd_cells_of_a_grave_share_their_digit() {
        // Three rows, two columns, and three digits that could be exchanged but for the 7 and the 8.
        let graves: [(usize, &[usize]); 6] =
            [(0, &[1, 2, 7]), (9, &[1, 3, 8]), (18, &[2, 3]), (3, &[1, 2]), (12, &[1, 3]), (21, &[2, 3])];
        let (difficulty, found) = graves::easiest(&board(&graves)).unwrap();
        // One of the two holds the 1, so they hold neither 2 nor 3.
        assert_eq!((difficulty, found.strikes), (57, [0, 1, 1 << 9, 0, 0, 0, 0, 0, 0]));
        // With one odd cell, the odd digit is all that is left to it.
        let mut one = graves;
        one[1].1 = &[1, 3];
        let (difficulty, found) = graves::easiest(&board(&one)).unwrap();
        assert_eq!((difficulty, found.strikes), (56, [1, 1, 0, 0, 0, 0, 0, 0, 0]));
    }

    #[test]
    fn a_loop_of_six_cells_is_rated_4_6() {
        let cells = [0, 3, 12, 15, 24, 18];
        let mut open: Vec<(usize, &[usize])> = cells.iter().map(|&cell| (cell, &[1, 2][..])).collect();
        open[2].1 = &[1, 2, 3];
        let (difficulty, found) = loops::easiest(&board(&open)).unwrap();
        assert_eq!((difficulty, found.strikes), (46, [1 << 12, 1 << 12, 0, 0, 0, 0, 0, 0, 0]));
        // With another digit in two cells of a row, one of which has to hold it.
        open[3].1 = &[1, 2, 3];
        open.push((17, &[3, 4]));
        let (difficulty, found) = loops::easiest(&board(&open)).unwrap();
        assert_eq!((difficulty, found.strikes), (46, [0, 0, 1 << 17, 0, 0, 0, 0, 0, 0]));
    }

    #[test]
    fn aligned_exclusion_needs_two_cells_that_exclude() {
        // A 3 in the second cell leaves one of the last two nothing.
        let mut open: Vec<(usize, &[usize])> = vec![(0, &[1, 2]), (1, &[1, 2, 3]), (2, &[1, 3]), (3, &[2, 3])];
        let (difficulty, found) = aligned::pair(&board(&open)).unwrap();
        assert_eq!((difficulty, found.strikes), (62, [0, 0, 1 << 1, 0, 0, 0, 0, 0, 0]));
        open.pop();
        assert!(aligned::pair(&board(&open)).is_none());
        // If the first cell is 1, the others are 2 and 3 or 2 and 6, or the second one is 5.
        let open: [(usize, &[usize]); 6] =
            [(0, &[1, 4]), (1, &[2, 5]), (2, &[3, 6]), (3, &[1, 2, 3]), (4, &[1, 2, 6]), (5, &[1, 5])];
        assert_eq!(aligned::triplet(&board(&open)).map(|hint| hint.0), Some(75));
    }

    #[test]
    fn combinations_are_ascending() {
        assert_eq!(combinations(2, 4).collect::<Vec<_>>(), [0b11, 0b101, 0b110, 0b1001, 0b1010, 0b1100]);
        assert_eq!(combinations(0, 3).collect::<Vec<_>>(), [0]);
        assert_eq!(combinations(3, 2).count(), 0);
    }
}
