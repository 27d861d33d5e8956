//! Which techniques an explanation will use, found out without putting it into words.
//!
//! A generator that is asked for a technique looks at thousands of puzzles. An explanation takes milliseconds; to follow the
//! same steps on bare candidates, and no farther than the technique could still come, takes much less. A puzzle
//! that looks right is then explained. Some that would be right are missed: those in which the technique comes only after
//! steps that cost more. But for a search that is no loss.

use super::board::{Board, first, members};
use super::catalogue::{TECHNIQUES, Technique};
use super::choose;
use crate::Sudoku;

/// From here on, a technique is looked for only where nothing cheaper helps: that takes too long elsewhere.
const COSTLY: Technique = Technique::SueDeCoq;

/// How far a puzzle looks from needing a technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outlook {
    /// The explanation uses it.
    Used,
    /// It could be used at some point, where something cheaper is open as well.
    Open,
    /// At some point nothing cheaper helps, but this does not help either.
    Stuck,
    /// Cheaper techniques solve the puzzle.
    Easy,
}

/// How far a puzzle looks from needing each of some techniques.
pub(crate) fn outlook(mut board: Board, wanted: &[Technique]) -> Vec<Outlook> {
    board.is_told = false;
    let mut found = vec![Outlook::Easy; wanted.len()];
    // Every puzzle needs singles.
    let last = wanted.iter().copied().fold(Technique::NakedSingle, Technique::max);
    let is_beyond_singles = wanted.iter().all(|&technique| technique > Technique::NakedSingle);
    let is_over = |board: &Board, found: &[Outlook]| {
        let mut wanted = wanted.iter().zip(found);
        wanted.all(|(&wanted, &outlook)| outlook == Outlook::Used || !can_come(board, wanted))
    };
    while board.open != 0 && !is_over(&board, &found) {
        if is_beyond_singles {
            write_singles(&mut board);
        }
        let up_to = TECHNIQUES.iter().take_while(|&&technique| technique <= last);
        let up_to = up_to.skip_while(|&&technique| is_beyond_singles && technique <= Technique::NakedSingle);
        let step = up_to.copied().find_map(|technique| choose(&board, technique));
        let technique = step.as_ref().map(|(_, step, _)| step.technique);
        for (&wanted, outlook) in wanted.iter().zip(&mut found) {
            let now = match technique {
                Some(technique) if technique == wanted => Outlook::Used,
                Some(technique) if technique < Technique::Pointing => continue,
                Some(technique) if technique < wanted => match wanted < COSTLY && choose(&board, wanted).is_some() {
                    true => Outlook::Open,
                    false => continue,
                },
                _ => Outlook::Stuck,
            };
            *outlook = now.min(*outlook);
        }
        let Some((_, step, _)) = step else { break };
        step.apply(&mut board);
    }
    found
}

/// Whether a technique may help from here on. A Jellyfish in four of `n` lines is one of `n - 4` lines across, too, which is
/// found first where these are three or fewer: so its digit has been written once at most.
fn can_come(board: &Board, technique: Technique) -> bool {
    let is_hardly_written = |digit| (0..9).filter(|&row| board.places(row, digit) != 0).count() >= 8;
    technique != Technique::Jellyfish || (0..9).any(is_hardly_written)
}

/// Writes all singles, and those that follow: in which order makes no difference to what is left.
fn write_singles(board: &mut Board) {
    loop {
        let before = board.open;
        for cell in members(board.open) {
            if board.cells[cell].is_power_of_two() {
                board.write(cell, board.cells[cell].trailing_zeros() as usize);
            }
        }
        for (unit, digit) in (0..27).flat_map(|unit| (0..9).map(move |digit| (unit, digit))) {
            let places = board.places(unit, digit);
            if places.is_power_of_two() {
                board.write(first(places), digit);
            }
        }
        if board.open == before {
            return;
        }
    }
}

/// How far a puzzle looks from needing some techniques, from 0 to 1; any of the names in a list will do. `None` where that
/// cannot be told.
pub(crate) fn of_puzzle(puzzle: &Sudoku, techniques: &[Vec<&'static str>]) -> Option<f64> {
    let board = Board::from_digits(puzzle.plain_cells()?, true)?;
    let of_names = |names: &Vec<&str>| -> Vec<Technique> {
        TECHNIQUES.iter().copied().filter(|technique| names.contains(&technique.name())).collect()
    };
    let wanted: Vec<Vec<Technique>> = techniques.iter().map(of_names).collect();
    if wanted.iter().any(Vec::is_empty) {
        return None;
    }
    let all: Vec<Technique> = wanted.concat();
    let found = outlook(board, &all);
    let mut left = found.as_slice();
    let mut off = 0.0;
    for names in &wanted {
        let (these, rest) = left.split_at(names.len());
        off += match these.iter().min() {
            None | Some(Outlook::Used) => 0.0,
            Some(Outlook::Open) => 0.4,
            Some(Outlook::Stuck) => 0.7,
            Some(Outlook::Easy) => 1.0,
        };
        left = rest;
    }
    Some(off / wanted.len() as f64)
}

/// Whether one of the techniques comes up in the hardest puzzles only.
pub(crate) fn is_for_the_hardest(techniques: &[Vec<&'static str>]) -> bool {
    let is_hard = |name: &&'static str| {
        let place = TECHNIQUES.iter().position(|technique| technique.name() == *name);
        place.is_none_or(|place| matches!(TECHNIQUES[place], Technique::AlsChain | Technique::ForcingVerity))
    };
    techniques.iter().any(|names| names.iter().all(is_hard))
}
