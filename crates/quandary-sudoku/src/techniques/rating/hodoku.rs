//! A level and a score as HoDoKu gives them: every step has both; the score of a board is the sum of its steps', its level the
//! highest of its steps', raised where the sum is too high for it.

use super::super::board::{Board, first};
use super::super::catalogue::Technique;
use super::super::found::{Finds, Found};
use quandary_core::verdict::{Stopped, Watch};

/// The levels from the easiest to the hardest.
pub(super) const LEVELS: [&str; 5] = ["easy", "medium", "hard", "unfair", "extreme"];
/// The highest score of a level; more lifts the board to the next.
const MAX_SCORES: [u32; 4] = [800, 1000, 1600, 1800];
/// The score of a digit that no known technique finds.
const GUESS: u32 = 10_000;

/// The order of the steps, with the level and the score of each.
const STEPS: &[(Technique, usize, u32)] = &[
    (Technique::FullHouse, 0, 4),
    (Technique::NakedSingle, 0, 4),
    (Technique::HiddenSingleBox, 0, 14),
    (Technique::HiddenSingleLine, 0, 14),
    (Technique::LockedPair, 1, 40),
    (Technique::LockedTriple, 1, 60),
    (Technique::Pointing, 1, 50),
    (Technique::Claiming, 1, 50),
    (Technique::NakedPair, 1, 60),
    (Technique::NakedTriple, 1, 80),
    (Technique::HiddenPair, 1, 70),
    (Technique::HiddenTriple, 1, 100),
    (Technique::NakedQuad, 2, 120),
    (Technique::HiddenQuad, 2, 150),
    (Technique::XWing, 2, 140),
    (Technique::Swordfish, 2, 150),
    (Technique::Jellyfish, 2, 160),
    (Technique::RemotePair, 2, 110),
    (Technique::BugPlusOne, 2, 100),
    (Technique::Skyscraper, 2, 130),
    (Technique::TwoStringKite, 2, 150),
    (Technique::TurbotFish, 2, 120),
    (Technique::EmptyRectangle, 2, 120),
    (Technique::WWing, 2, 150),
    (Technique::XYWing, 2, 160),
    (Technique::XYZWing, 2, 180),
    (Technique::UniqueRectangle1, 2, 100),
    (Technique::UniqueRectangle2, 2, 100),
    (Technique::UniqueRectangle3, 2, 100),
    (Technique::UniqueRectangle4, 2, 100),
    (Technique::UniqueRectangle5, 2, 100),
    (Technique::UniqueRectangle6, 2, 100),
    (Technique::HiddenRectangle, 2, 100),
    (Technique::FinnedXWing, 2, 130),
    (Technique::SashimiXWing, 2, 150),
    (Technique::FinnedSwordfish, 3, 200),
    (Technique::SashimiSwordfish, 3, 240),
    (Technique::FinnedJellyfish, 3, 250),
    (Technique::SashimiJellyfish, 3, 260),
    (Technique::SueDeCoq, 3, 250),
    (Technique::SimpleColours, 2, 150),
    (Technique::MultiColours, 2, 200),
    (Technique::XChain, 3, 260),
    (Technique::XYChain, 3, 260),
    (Technique::ContinuousLoop, 3, 280),
    (Technique::Aic, 3, 280),
    (Technique::GroupedLoop, 3, 300),
    (Technique::GroupedAic, 3, 300),
    (Technique::AlsXz, 3, 300),
    (Technique::AlsXyWing, 3, 320),
    (Technique::AlsChain, 3, 340),
    (Technique::ForcingContradiction, 4, 500),
];

/// A level and a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HodokuRating {
    /// The level's place among [`LEVELS`].
    pub level: usize,
    /// The sum of the steps' scores.
    pub score: u32,
}

impl HodokuRating {
    /// The level's name.
    pub fn word(&self) -> &'static str {
        LEVELS[self.level]
    }
}

/// Rates a board of which the solution is known.
pub fn rate_hodoku(mut board: Board, solution: &[u8], watch: &mut Watch<'_>) -> Result<HodokuRating, Stopped> {
    let mut rating = HodokuRating::default();
    board.is_told = false;
    while board.open != 0 {
        watch.check()?;
        let (level, score, found) = step(&board).unwrap_or_else(|| {
            let cell = first(board.open);
            let mut found = Found::new(Technique::ForcingVerity);
            found.places.push((cell, usize::from(solution[cell]).saturating_sub(1)));
            (LEVELS.len() - 1, GUESS, found)
        });
        rating.level = rating.level.max(level);
        rating.score += score;
        found.apply(&mut board);
    }
    while rating.level < MAX_SCORES.len() && rating.score > MAX_SCORES[rating.level] {
        rating.level += 1;
    }
    Ok(rating)
}

fn step(board: &Board) -> Option<(usize, u32, Found)> {
    STEPS.iter().find_map(|&(technique, level, score)| {
        let mut finds = Finds::up_to(1);
        technique.find(board, &mut finds);
        finds.found.pop().map(|found| (level, score, found))
    })
}
