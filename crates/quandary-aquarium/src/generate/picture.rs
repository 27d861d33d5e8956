//! Boards whose water is a picture.
//!
//! The board is divided into tanks that can hold exactly the water of the picture ([`tanks::cut`]). Small tanks are
//! ambiguous, so the clues will usually have other solutions too. Each of these shows a remedy: two neighbouring tanks that
//! have one level in the picture and not in the other solution. Merged into one tank, they can no longer hold the other
//! solution, and whatever was impossible before stays so. Tanks are merged like that until the picture is the only solution.

use super::super::{Aquarium, connected_parts, neighbours};
use super::tanks::{self, Level};
use super::{Plan, clued};
use quandary_core::grid::Grid;
use quandary_core::picture::Picture;
use quandary_core::puzzle::{Cell, GenerateError, GenerateSpec, Solution};
use quandary_core::random::{ChaCha8Rng, RngExt};
use quandary_core::verdict::{Verdict, Watch};

/// The longest side of a board from a picture whose size was not asked for.
const LONGEST: usize = 40;

/// How many boards are made before a picture is rejected.
const TRIES: u32 = 40;

/// The water of a picture: its dark places.
pub(super) fn water(text: &str, size: Option<(usize, usize)>) -> Result<Grid<bool>, GenerateError> {
    let picture =
        Picture::read(text).map_err(|error| GenerateError::Option { name: "image", message: error.to_string() })?;
    let (rows, columns) = (picture.rows(), picture.columns());
    let longest = rows.max(columns);
    let fitting = |side: usize| if longest > LONGEST { (side * LONGEST / longest).max(1) } else { side };
    let (rows, columns) = size.unwrap_or((fitting(rows), fitting(columns)));
    Ok(picture.scaled(rows, columns).dark(None))
}

/// A board with this water as its only solution; `None` when several attempts fail.
pub(super) fn board(
    plan: &Plan,
    water: &Grid<bool>,
    spec: &GenerateSpec,
    watch: &Watch<'_>,
    random: &mut ChaCha8Rng,
) -> Result<Option<Aquarium>, GenerateError> {
    for _ in 0..TRIES {
        let count = random.random_range(plan.fewest_tanks..=plan.most_tanks);
        let tanks = tanks::cut((water.rows(), water.columns()), count, Some(water), random);
        let (rows, columns) = (vec![None; water.rows()], vec![None; water.columns()]);
        let Ok(board) = Aquarium::new(columns, rows, &tanks, plan.rule) else { continue };
        let mut board = clued(board, water);
        loop {
            watch.check().map_err(GenerateError::Stopped)?;
            match another_answer(plan, &board, water, spec)? {
                Answer::None => return Ok(Some(board)),
                Answer::Unknown => break,
                Answer::Other(other) => match joined(&board, water, &other, random) {
                    Some(fewer) => board = fewer,
                    None => break,
                },
            }
        }
    }
    Ok(None)
}

/// A solution other than the picture.
enum Answer {
    None,
    Other(Grid<u8>),
    /// It takes too long to find out.
    Unknown,
}

fn another_answer(
    plan: &Plan,
    board: &Aquarium,
    water: &Grid<bool>,
    spec: &GenerateSpec,
) -> Result<Answer, GenerateError> {
    for outcome in plan.outcomes(board, spec) {
        let outcome = outcome?;
        let is_other = |grid: &&Grid<u8>| grid.values().iter().zip(water.values()).any(|(&a, &b)| (a == 1) != b);
        match outcome.solutions.iter().filter_map(Solution::grid).find(is_other) {
            Some(other) => return Ok(Answer::Other(other.clone())),
            None if outcome.verdict == Verdict::Unique => {}
            None => return Ok(Answer::Unknown),
        }
    }
    Ok(Answer::None)
}

/// The board with two neighbouring tanks merged, so that the picture is still possible and the other solution is not.
fn joined(board: &Aquarium, water: &Grid<bool>, other: &Grid<u8>, random: &mut ChaCha8Rng) -> Option<Aquarium> {
    let tank = |cell: Cell| usize::from(board.tanks[cell]);
    let levels = |is_wet: &dyn Fn(Cell) -> bool| {
        let mut levels = vec![Level::UNKNOWN; board.tank_count() + 1];
        for cell in board.tanks.cells() {
            levels[tank(cell)] = levels[tank(cell)].with(cell.row, is_wet(cell));
        }
        levels
    };
    let (here, there) = (levels(&|cell| water[cell]), levels(&|cell| other[cell] == 1));
    let pairs: Vec<(Cell, Cell)> = neighbours(&board.tanks)
        .filter(|&(a, b)| tank(a) != tank(b))
        .filter(|&(a, b)| here[tank(a)].and(here[tank(b)]).is_level() && !there[tank(a)].and(there[tank(b)]).is_level())
        .collect();
    // Small tanks are merged first, so that none outgrows the others.
    let mut size = vec![0usize; board.tank_count() + 1];
    board.tanks.values().iter().for_each(|&tank| size[usize::from(tank)] += 1);
    let together = |&(a, b): &(Cell, Cell)| size[tank(a)] + size[tank(b)];
    let least = pairs.iter().map(together).min()?;
    let smallest: Vec<&(Cell, Cell)> = pairs.iter().filter(|pair| together(pair) == least).collect();
    let &&(a, b) = smallest.get(random.random_range(0..smallest.len()))?;
    let (kept, gone) = (board.tanks[a], board.tanks[b]);
    let tanks = board.tanks.map(|&tank| if tank == gone { kept } else { tank });
    let names = tanks.values();
    let parts = connected_parts(tanks.rows(), tanks.columns(), |a, b| names[a] == names[b]);
    Some(Aquarium { tanks: parts, ..board.clone() })
}
