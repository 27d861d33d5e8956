//! A rating on the scale of Sudoku Explainer: the hardest step of the path that always takes the easiest one.
//!
//! The scale runs from 1.0 (the last digit of a box) over 2.3 (naked single), 3.2 (X-Wing), 4.5 (unique rectangle) and 6.6
//! (Turbot Fish) to chains of many kinds, where the length of the argument adds to the number. ED is the rating of the first
//! step, EP the hardest up to the first digit that is found, ER the hardest of all. From 9.5 on forcing chains contain
//! others. Where the budget ends the search, the rating is a lower bound.

use super::super::board::{Board, first};
use super::super::catalogue::Technique;
use super::super::found::{Finds, Found};
use super::forcing::{self, Kind};
use super::nested::Search;
use super::{aligned, graves, loops};
use quandary_core::verdict::{Stopped, Watch};

/// A step: its difficulty in tenths, and what it shows.
pub(super) type Hint = (u32, Found);

/// Ratings in tenths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExplainerRating {
    /// The hardest step.
    pub whole: u32,
    /// The hardest step up to the first digit that is found.
    pub pearl: u32,
    /// The first step.
    pub diamond: u32,
    /// Whether a digit was found.
    pub is_pearl_known: bool,
    /// Whether the board was solved. If not, the next step is at least as hard as `at_least`.
    pub is_solved: bool,
    /// A lower bound for the step at which the budget ran out, or that is not known here.
    pub at_least: u32,
}

/// Rates a board; an error where the budget runs out before anything is known.
pub fn rate_explainer(mut board: Board, watch: &mut Watch<'_>) -> Result<ExplainerRating, Stopped> {
    let mut rating = ExplainerRating::default();
    board.is_told = false;
    let mut search = Search::new(watch);
    while board.open != 0 {
        let next = match search.watch.check() {
            Ok(()) => next(&board, &mut search),
            Err(stopped) if rating.whole == 0 => return Err(stopped),
            Err(_) => Err(0),
        };
        let (difficulty, found) = match next {
            Ok(hint) => hint,
            Err(tenths) => {
                rating.at_least = tenths.max(rating.whole);
                return Ok(rating);
            }
        };
        rating.whole = rating.whole.max(difficulty);
        if rating.diamond == 0 {
            rating.diamond = difficulty;
        }
        if !rating.is_pearl_known {
            rating.pearl = rating.whole;
            rating.is_pearl_known = !found.places.is_empty();
        }
        found.apply(&mut board);
    }
    rating.is_solved = true;
    Ok(rating)
}

/// The next step, or how hard it is at least.
type Next = Result<Hint, u32>;

/// The forcing chains from the easiest kind to the hardest.
const FORCING: [Kind; 10] = [
    Kind::Nishio,
    Kind::Multiple,
    Kind::Dynamic(0, 0),
    Kind::Dynamic(1, 0),
    Kind::Dynamic(2, 0),
    Kind::Dynamic(3, 0),
    Kind::Dynamic(4, 0),
    Kind::Dynamic(4, 1),
    Kind::Dynamic(4, 2),
    Kind::Dynamic(4, 3),
];

fn next(board: &Board, search: &mut Search<'_, '_>) -> Next {
    if let Some(hint) = without_forcing(board) {
        return Ok(hint);
    }
    for kind in FORCING {
        match forcing::multiple(board, kind, search) {
            Ok(Some(hint)) => return Ok(hint),
            Ok(None) => {}
            // The search may take long: what is known by then is that all easier kinds show nothing.
            Err(_) => return Err((kind.base() * 10.0).round() as u32),
        }
    }
    Err(105)
}

fn without_forcing(board: &Board) -> Option<Hint> {
    let plain = |technique: Technique, difficulty: u32| {
        let mut finds = Finds::up_to(1);
        technique.find(board, &mut finds);
        finds.found.pop().map(|found| (difficulty, found))
    };
    None.or_else(|| plain(Technique::FullHouse, 10))
        .or_else(|| plain(Technique::HiddenSingleBox, 12))
        .or_else(|| plain(Technique::HiddenSingleLine, 15))
        .or_else(|| direct(board, &[Technique::Pointing], 17))
        .or_else(|| direct(board, &[Technique::Claiming], 19))
        .or_else(|| direct(board, &[Technique::HiddenPair], 20))
        .or_else(|| plain(Technique::NakedSingle, 23))
        .or_else(|| direct(board, &[Technique::HiddenTriple], 25))
        .or_else(|| plain(Technique::Pointing, 26))
        .or_else(|| plain(Technique::Claiming, 28))
        .or_else(|| plain(Technique::NakedPair, 30))
        .or_else(|| plain(Technique::XWing, 32))
        .or_else(|| plain(Technique::HiddenPair, 34))
        .or_else(|| plain(Technique::NakedTriple, 36))
        .or_else(|| plain(Technique::Swordfish, 38))
        .or_else(|| plain(Technique::HiddenTriple, 40))
        .or_else(|| plain(Technique::XYWing, 42))
        .or_else(|| plain(Technique::XYZWing, 44))
        .or_else(|| loops::easiest(board))
        .or_else(|| plain(Technique::NakedQuad, 50))
        .or_else(|| plain(Technique::Jellyfish, 52))
        .or_else(|| plain(Technique::HiddenQuad, 54))
        .or_else(|| graves::easiest(board))
        .or_else(|| aligned::pair(board))
        .or_else(|| forcing::single(board))
        .or_else(|| aligned::triplet(board))
}

/// A technique whose eliminations leave a digit one place in a unit: the digit is placed at once.
fn direct(board: &Board, techniques: &[Technique], difficulty: u32) -> Option<Hint> {
    let mut finds = Finds::default();
    techniques.iter().for_each(|technique| technique.find(board, &mut finds));
    let is_set = matches!(techniques[0], Technique::HiddenPair | Technique::HiddenTriple);
    let of_boxes = techniques[0] == Technique::Pointing;
    for found in finds.found {
        let mut after = board.clone();
        found.apply(&mut after);
        // A hidden set is about its own unit; pointing is about other boxes, claiming about parallel lines.
        let used = |unit: usize| found.units >> unit & 1 == 1;
        let is_alike =
            |unit: usize| if of_boxes { unit >= 18 } else { unit < 18 && (unit / 9 * 9..unit / 9 * 9 + 9).any(used) };
        let units = (0..27).filter(|&unit| if is_set { used(unit) } else { is_alike(unit) });
        for unit in units {
            for digit in 0..9 {
                let (before, places) = (board.places(unit, digit), after.places(unit, digit));
                if places.count_ones() == 1 && before.count_ones() > 1 {
                    let mut single = Found::new(found.technique);
                    single.places.push((first(places), digit));
                    return Some((difficulty, single));
                }
            }
        }
    }
    None
}
