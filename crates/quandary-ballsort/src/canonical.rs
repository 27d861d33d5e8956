//! When two boards are the same: one form for all boards that differ in the order of bottles and the names of colours.
//!
//! The form is the smallest text that the board can be written as, if bottles may be in any order and colours are numbered
//! as they appear. It grows bottle by bottle: from every prefix that is still the smallest, every bottle is tried next, and
//! only the smallest continuations are kept. Where all bottles look alike at first (four different colours each, say) there
//! are as many prefixes as bottles, and soon few: the first bottle distinguishes the others. Boards with much symmetry keep
//! many equal prefixes; beyond a limit some are dropped, and two forms of one board may remain. No two different boards
//! ever share a form.

use std::collections::BTreeSet;

use super::{BallSort, Puzzle};

/// The most prefixes that are kept.
const BEGINNINGS: usize = 4_000;

/// A prefix: the numbers of the colours so far, and which bottles are used.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Beginning {
    names: Vec<u8>,
    placed: Vec<bool>,
}

/// The form of a board; `None` where some of it is hidden or locked.
pub(super) fn of(puzzle: &BallSort) -> Option<String> {
    if !puzzle.is_classic() && (puzzle.hidden() > 0 || !puzzle.locks.is_empty()) {
        return None;
    }
    let mut form = format!("{} {}", puzzle.rule().unwrap_or_default(), puzzle.capacity);
    let start = Beginning { names: vec![0; 256], placed: vec![false; puzzle.bottles.len()] };
    let mut beginnings = BTreeSet::from([start]);
    for _ in 0..puzzle.bottles.len() {
        let mut best: Option<(Vec<u8>, usize)> = None;
        let mut next: BTreeSet<Beginning> = BTreeSet::new();
        for beginning in &beginnings {
            for bottle in (0..puzzle.bottles.len()).filter(|&bottle| !beginning.placed[bottle]) {
                let mut longer = beginning.clone();
                let word = (longer.place(bottle, &puzzle.bottles[bottle]), puzzle.holds(bottle));
                let order = best.as_ref().map_or(std::cmp::Ordering::Less, |best| compare(&word, best));
                if order.is_lt() {
                    next.clear();
                    best = Some(word);
                }
                if order.is_le() && next.len() < BEGINNINGS {
                    next.insert(longer);
                }
            }
        }
        let (word, holds) = best.unwrap_or_default();
        let word: Vec<String> = word.iter().map(u8::to_string).collect();
        form = format!("{form}|{}", word.join(","));
        if puzzle.is_mixed() {
            form = format!("{form}/{holds}");
        }
        beginnings = next;
    }
    Some(form)
}

/// Fuller bottles first, then the smaller word, then the smaller bottle.
fn compare(a: &(Vec<u8>, usize), b: &(Vec<u8>, usize)) -> std::cmp::Ordering {
    b.0.len().cmp(&a.0.len()).then_with(|| a.cmp(b))
}

impl Beginning {
    /// Puts a bottle next, and gives its word; colours that are new get the next names.
    fn place(&mut self, bottle: usize, balls: &[u8]) -> Vec<u8> {
        self.placed[bottle] = true;
        let mut last = self.names.iter().copied().max().unwrap_or(0);
        let word = balls.iter().map(|&ball| {
            let name = &mut self.names[usize::from(ball)];
            if *name == 0 {
                last += 1;
                *name = last;
            }
            *name
        });
        word.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{any_board, board};
    use super::super::{BallSort, Rule};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_and_order_do_not_matter_and_everything_else_does() {
        let form = |drawn| of(&board(3, Rule::Ball, drawn)).unwrap();
        assert_eq!(form("123 231 312 -"), form("- 321 213 132"));
        assert_ne!(form("123 231 312 -"), form("123 321 231 -"));
        assert_ne!(form("112 221 -"), form("112 221"));
        assert_ne!(form("112 221 -"), of(&board(3, Rule::Water, "112 221 -")).unwrap());
    }

    proptest! {
        #[test]
        fn a_renamed_and_reordered_board_has_the_same_form(puzzle in any_board(), keys in prop::collection::vec(any::<u32>(), 16)) {
            let mut order: Vec<usize> = (0..puzzle.bottles.len()).collect();
            order.sort_by_key(|&bottle| keys[bottle]);
            let mut colours: Vec<u8> = (1..=8).collect();
            colours.sort_by_key(|&colour| keys[usize::from(colour) + 7]);
            let rename = |balls: &Vec<u8>| balls.iter().map(|&ball| colours[usize::from(ball) - 1]).collect();
            let bottles = order.iter().map(|&bottle| rename(&puzzle.bottles[bottle])).collect();
            let other = BallSort::new(puzzle.capacity, bottles, puzzle.rule, Vec::new()).unwrap();
            prop_assert_eq!(of(&other), of(&puzzle));
        }
    }
}
