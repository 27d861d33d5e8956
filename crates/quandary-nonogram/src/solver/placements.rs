//! The Nonogram solver that most people write first: list every placement of every line, and remove those that clash.
//!
//! What all placements of a line agree on is known; placements that clash with what is known are removed; and so on until
//! every line has one left. Where that stops earlier, the answer is "unknown": there is no search.
//!
//! The lists explode: ten blocks of 2 have 350 000 placements in a line of 40 cells, and a billion in one of 60. They are
//! counted before they are made, and lines with too many are rejected.

use super::super::{LineName, Nonogram, model};
use super::decode;
use crate::line::{Block, cells_needed};
use quandary_core::grid::Grid;
use quandary_core::puzzle::Solution;
use quandary_core::reason::{Values, explain_conflict};
use quandary_core::verdict::{Ask, Counters, Outcome, Stopped, Watch};

/// A line with more placements than this is rejected.
const MAX_PLACEMENTS: u64 = 1_000_000;

/// Solves by removing placements.
pub(super) fn placements(puzzle: &Nonogram, ask: &Ask) -> Outcome {
    let mut watch = ask.budget.start();
    let mut counters = Counters::default();
    let mut sweeps = Sweeps { puzzle, known: Grid::filled(puzzle.height(), puzzle.width(), Values::MAX) };
    let ended = sweeps.run(&mut watch, &mut counters);
    let solved: Option<Vec<u8>> = sweeps
        .known
        .values()
        .iter()
        .map(|values| values.is_power_of_two().then(|| values.trailing_zeros() as u8))
        .collect();
    let solutions: Vec<Solution> = match (ended, solved) {
        (Ok(true), Some(values)) => vec![decode(puzzle)(&values)],
        _ => Vec::new(),
    };
    let ended = match ended {
        Ok(false) => Ok(()),
        Ok(true) if solutions.is_empty() => Err(Stopped::Incomplete),
        Ok(true) => Ok(()),
        Err(why) => Err(why),
    };
    let found = solutions.len() as u64;
    Outcome::of_search(solutions, found, ended, counters, watch.cpu(), || {
        explain_conflict(&model::model(puzzle), 0, &ask.budget)
    })
}

/// What all lines' placements agree on so far.
struct Sweeps<'p> {
    puzzle: &'p Nonogram,
    known: Grid<Values>,
}

impl Sweeps<'_> {
    /// Sweeps over the lines until nothing moves. `false` when a line has no placement left.
    fn run(&mut self, watch: &mut Watch<'_>, counters: &mut Counters) -> Result<bool, Stopped> {
        let mut bytes = 0u64;
        for line in self.puzzle.lines() {
            let length = self.puzzle.cells_of(line).count();
            let count = count_placements(self.puzzle.clue(line), length);
            if count > MAX_PLACEMENTS {
                return Err(Stopped::TooMany(count));
            }
            bytes = bytes.saturating_add(count.saturating_mul(length as u64));
        }
        counters.peak_bytes = bytes;
        watch.tick(0, bytes)?;
        let mut lists: Vec<(LineName, Vec<Vec<u8>>)> = Vec::new();
        for line in self.puzzle.lines() {
            let mut list = Vec::new();
            let mut drawn = vec![0; self.puzzle.cells_of(line).count()];
            list_placements(self.puzzle.clue(line), 0, &mut drawn, &mut |placement| {
                counters.nodes += 1;
                counters.generated += 1;
                list.push(placement.to_vec());
                watch.tick(counters.nodes, bytes)
            })?;
            lists.push((line, list));
        }
        loop {
            let mut moved = false;
            for (line, list) in &mut lists {
                watch.check()?;
                counters.propagations += 1;
                counters.checks += list.len() as u64;
                let cells: Vec<_> = self.puzzle.cells_of(*line).collect();
                list.retain(|placement| {
                    placement.iter().zip(&cells).all(|(&value, &cell)| self.known[cell] >> value & 1 == 1)
                });
                if list.is_empty() {
                    return Ok(false);
                }
                for (place, &cell) in cells.iter().enumerate() {
                    let seen = list.iter().fold(0, |seen, placement| seen | 1 << placement[place]);
                    moved |= self.known[cell] & seen != self.known[cell];
                    self.known[cell] &= seen;
                }
            }
            if !moved {
                return Ok(true);
            }
        }
    }
}

/// In how many ways the blocks can be placed in a line: the cells left over go into the gaps, of which there is one more
/// than blocks.
fn count_placements(blocks: &[Block], length: usize) -> u64 {
    let Some(left_over) = length.checked_sub(cells_needed(blocks)) else { return 0 };
    let choose = blocks.len().min(left_over) as u64;
    let of = (blocks.len() + left_over) as u64;
    let mut count: u64 = 1;
    for step in 1..=choose {
        // Each intermediate product is divisible by `step`; a count that overflows is too large for any budget.
        count = match count.checked_mul(of - choose + step) {
            Some(product) => product / step,
            None => return u64::MAX,
        };
    }
    count
}

/// Calls `visit` with every way of laying the blocks from place `from` on.
fn list_placements<E>(
    blocks: &[Block],
    from: usize,
    line: &mut Vec<u8>,
    visit: &mut impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let [block, others @ ..] = blocks else { return visit(line) };
    let Some(last) = line.len().checked_sub(cells_needed(blocks)) else { return Ok(()) };
    for start in from..=last {
        let end = start + block.length;
        line[start..end].fill(block.colour);
        let gap = others.first().is_some_and(|next| next.needs_gap(*block));
        list_placements(others, end + usize::from(gap), line, visit)?;
        line[start..end].fill(0);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::BLACK;
    use super::*;
    use crate::runs;
    use crate::tests::nonogram;
    use quandary_core::puzzle::Puzzle;
    use quandary_core::verdict::{Budget, Verdict};

    fn by_placements(puzzle: &Nonogram) -> Outcome {
        puzzle.solve_with("placements", &Ask::default()).unwrap()
    }

    #[test]
    fn placements_are_counted_as_they_are_listed() {
        for (lengths, length) in [(&[1usize, 1][..], 5), (&[2, 3, 1], 12), (&[], 4), (&[4], 4), (&[5], 4)] {
            let blocks: Vec<Block> = lengths.iter().map(|&length| Block { length, colour: BLACK }).collect();
            let mut listed = 0;
            let mut visit = |line: &[u8]| {
                assert_eq!(runs(line.iter().copied()), blocks);
                listed += 1;
                Ok::<(), Stopped>(())
            };
            list_placements(&blocks, 0, &mut vec![0; length], &mut visit).unwrap();
            assert_eq!(count_placements(&blocks, length), if cells_needed(&blocks) > length { 0 } else { listed });
        }
        let many = vec![Block { length: 1, colour: BLACK }; 100];
        assert_eq!(count_placements(&many, 512), u64::MAX);
    }

    #[test]
    fn lines_whose_lists_would_explode_are_refused_with_their_number() {
        let side = |blocks: usize, length: usize| vec![vec![Block { length: 2, colour: BLACK }; blocks]; length];
        // Ten blocks of 2 in 60 cells: 31 free cells go into 11 gaps.
        let outcome = by_placements(&Nonogram::new(side(10, 60), side(10, 60)).unwrap());
        assert_eq!(outcome.verdict, Verdict::Unknown(Stopped::TooMany(1_121_099_408)));
        assert_eq!(outcome.counters.nodes, 0);
        let said = Stopped::TooMany(1_121_099_408).to_string();
        assert_eq!(said, "this algorithm would have to list 1121099408 cases, which is too many");
        let outcome = by_placements(&Nonogram::new(side(60, 200), side(60, 200)).unwrap());
        assert!(matches!(outcome.verdict, Verdict::Unknown(Stopped::TooMany(1_000_001..))));
        // Many lines that are each within bounds may still be more than the memory holds.
        let budget = Budget { memory: 1 << 20, ..Budget::default() };
        let puzzle = Nonogram::new(side(10, 40), side(10, 40)).unwrap();
        let outcome = puzzle.solve_with("placements", &Ask { budget, ..Ask::default() }).unwrap();
        assert_eq!(outcome.verdict, Verdict::Unknown(Stopped::Memory));
        let ask = Ask { budget: Budget { nodes: Some(3), ..Budget::default() }, ..Ask::default() };
        let outcome = nonogram(&["#.", ".#"]).solve_with("placements", &ask).unwrap();
        assert_eq!(outcome.verdict, Verdict::Unknown(Stopped::Nodes));
    }

    proptest! {
        /// Where removing ends with a picture or with a line that has none left, the fast solver says the same, and else
        /// it makes no claim.
        #[test]
        fn it_says_what_the_fast_solver_says(
            (rows, columns, colours) in (1usize..=7, 1usize..=7, 1u8..=3),
            values in prop::collection::vec((0u8..=3, 0u8..=3), 49),
            other in 0usize..49,
        ) {
            // Mostly filled, so that many boards can be solved without search; in some a cell of one side is changed.
            let cell = |&(a, b): &(u8, u8)| a.max(b).min(colours);
            let mut values: Vec<u8> = values[..rows * columns].iter().map(cell).collect();
            let grid = Grid::from_values(rows, columns, values.clone()).unwrap();
            let puzzle = Nonogram::of_picture(&grid).unwrap();
            values[other % (rows * columns)] ^= 1;
            let changed = Grid::from_values(rows, columns, values).unwrap();
            let sides = (0..rows).map(|row| runs(grid.row(row).iter().copied())).collect();
            let across = (0..columns).map(|column| runs(changed.column(column).copied())).collect();
            let mut boards = vec![puzzle];
            boards.extend(Nonogram::new(sides, across));
            for puzzle in boards {
                let (slow, fast) = (by_placements(&puzzle), puzzle.solve(&Ask::default()));
                match &slow.verdict {
                    Verdict::Unique => {
                        prop_assert_eq!(&fast.verdict, &Verdict::Unique);
                        prop_assert_eq!(slow.solutions, fast.solutions);
                    }
                    Verdict::Impossible(_) => prop_assert_eq!(fast.verdict.word(), "impossible"),
                    said => prop_assert_eq!(said, &Verdict::Unknown(Stopped::Incomplete)),
                }
            }
        }
    }
}
