//! How likely each cell is to be filled, by belief propagation between rows and columns.
//!
//! Given how likely its cells are to be filled, a line can weigh all its placements at once and compute how likely each
//! cell is in turn: a forward and a backward pass over slack and blocks, like solving the line, with sums of weights instead
//! of sets. Rows and columns exchange these messages some twenty times, each leaving out what it got from the other side.
//! That proves nothing, but it guesses pictures well: a learner that tries the likelier content of each cell first finds a
//! solution of a hard board many times sooner.

use super::board::Board;
use crate::line::word::Word;

/// Rounds of messages.
const ROUNDS: usize = 20;

/// The greatest odds of a message. It keeps all weights inside the number range for lines of up to [`MAX_LENGTH`] cells.
const MAX_ODDS: f64 = 54.6;

/// The longest line that is weighed.
pub(super) const MAX_LENGTH: usize = 126;

/// The beliefs after the last round.
pub(super) struct Beliefs {
    /// For each cell, row by row, the logarithm of the odds that it is filled: above 0 it is more likely than not.
    pub(super) cells: Vec<f64>,
    /// For each line, rows first, and each of its blocks, the place by which the block has more likely started than not.
    /// Empty for a line that is known.
    pub(super) starts: Vec<Vec<usize>>,
}

/// Computes the beliefs. `None` for boards with lines over [`MAX_LENGTH`].
pub(super) fn beliefs<W: Word>(board: &Board<W>) -> Option<Beliefs> {
    let (height, width) = (board.height(), board.width());
    if height.max(width) > MAX_LENGTH {
        return None;
    }
    // The messages about each cell, from the columns to the rows and from the rows to the columns.
    let mut messages: [Vec<f64>; 2] = [vec![1.0; height * width], vec![1.0; height * width]];
    let mut weights = LineWeights::default();
    let mut starts = vec![Vec::new(); height + width];
    for round in 0..ROUNDS {
        for (line, starts) in starts.iter_mut().enumerate() {
            let (clue, length) = board.clue(line);
            let known = board.known(line);
            if (known.filled | known.empty) == W::below(length) {
                continue;
            }
            let is_row = line < height;
            let cell = |place: usize| if is_row { line * width + place } else { place * width + line - height };
            let [by_columns, by_rows] = &mut messages;
            let (incoming, outgoing) = if is_row { (by_columns, by_rows) } else { (by_rows, by_columns) };
            weights.prior.clear();
            for place in 0..length {
                weights.prior.push(if known.filled.has(place) {
                    1.0
                } else if known.empty.has(place) {
                    0.0
                } else {
                    let odds = incoming[cell(place)];
                    odds / (1.0 + odds)
                });
            }
            weights.weigh(clue);
            if round + 1 == ROUNDS {
                *starts = weights.starts(clue);
            }
            for place in (W::below(length) & !(known.filled | known.empty)).members() {
                let posterior = weights.posterior[place].clamp(1e-6, 1.0 - 1e-6);
                let own = posterior / (1.0 - posterior) / incoming[cell(place)];
                let outgoing = &mut outgoing[cell(place)];
                // Damped: half of the way from the last message, in logarithms.
                *outgoing = (*outgoing * own).sqrt().clamp(1.0 / MAX_ODDS, MAX_ODDS);
            }
        }
    }
    let [by_columns, by_rows] = messages;
    let cells = by_columns.iter().zip(&by_rows).map(|(a, b)| (a * b).ln()).collect();
    Some(Beliefs { cells, starts })
}

/// Working space for weighing a line.
///
/// A placement is described by how many cells of slack have been used before each block, so the weights are in a table with
/// a row for each number of blocks placed and a column for the slack used so far: an empty cell goes one column on, a block
/// (with the empty cell behind it) one row down. An imaginary empty cell follows the line, as in the line solver.
#[derive(Default)]
struct LineWeights {
    /// How likely each cell is to be filled, before and after.
    prior: Vec<f64>,
    posterior: Vec<f64>,
    /// For each number of blocks and each slack, the weight of all ways to get there, and to get to the end from there.
    forward: Vec<f64>,
    backward: Vec<f64>,
    /// For each block and slack, the weight of the block with the empty cell behind it.
    blocks: Vec<f64>,
    /// How likely each cell is to be empty, with the one behind the line.
    empty: Vec<f64>,
    /// Products of neighbouring cells.
    run: Vec<f64>,
}

impl LineWeights {
    /// For each block, the place by which it has started in half of all ways, by their weight.
    fn starts(&self, clue: &[u16]) -> Vec<usize> {
        let columns = self.forward.len() / (clue.len() + 1);
        let half = self.backward[0] / 2.0;
        let mut first = 0;
        let by = |(block, &size): (usize, &u16)| {
            let mut so_far = 0.0;
            let weights = (0..columns).map(|slack| {
                let at = block * columns + slack;
                self.forward[at] * self.blocks[at] * self.backward[at + columns]
            });
            let is_less = |weight: &f64| {
                so_far += weight;
                so_far < half
            };
            let start = first + weights.take_while(is_less).count();
            first += usize::from(size) + 1;
            start
        };
        clue.iter().enumerate().map(by).collect()
    }

    /// Weighs all placements of a clue that fits into the line.
    fn weigh(&mut self, clue: &[u16]) {
        let LineWeights { prior, posterior, forward, backward, blocks, empty, run } = self;
        let length = prior.len();
        let needed: usize = clue.iter().map(|&size| usize::from(size) + 1).sum();
        let columns = length + 2 - needed;
        empty.clear();
        empty.extend(prior.iter().map(|filled| 1.0 - filled));
        empty.push(1.0);
        for weights in [&mut *forward, &mut *backward, &mut *blocks] {
            weights.clear();
            weights.resize((clue.len() + 1) * columns, 0.0);
        }
        forward[0] = 1.0;
        // The first place at which a row of the table can be.
        let mut first = 0;
        for row in 0..=clue.len() {
            let (above, own) = forward.split_at_mut(row * columns);
            let own = &mut own[..columns];
            if let Some(above) = row.checked_sub(1).map(|row| &above[row * columns..]) {
                let laid = &blocks[(row - 1) * columns..][..columns];
                own.iter_mut().zip(above.iter().zip(laid)).for_each(|(own, (above, laid))| *own = above * laid);
            }
            for slack in 1..columns {
                own[slack] += own[slack - 1] * empty[first + slack - 1];
            }
            let Some(&size) = clue.get(row) else { break };
            let size = usize::from(size);
            run.clear();
            run.extend_from_slice(&prior[first..first + columns - 1 + size]);
            products(run, size);
            for (slack, own) in blocks[row * columns..][..columns].iter_mut().enumerate() {
                *own = run[slack] * empty[first + size + slack];
            }
            first += size + 1;
        }
        posterior.clear();
        posterior.resize(length + 1, 0.0);
        let end = backward.len() - 1;
        backward[end] = 1.0;
        for row in (0..=clue.len()).rev() {
            let (own, below) = backward.split_at_mut((row + 1) * columns);
            let own = &mut own[row * columns..];
            if let Some(&size) = clue.get(row) {
                let size = usize::from(size);
                first -= size + 1;
                for slack in 0..columns {
                    let from_here = blocks[row * columns + slack] * below[slack];
                    own[slack] = from_here;
                    // The block covers its cells: from here on one way more, behind it one less.
                    let all = from_here * forward[row * columns + slack];
                    posterior[first + slack] += all;
                    posterior[first + slack + size] -= all;
                }
            }
            for slack in (0..columns - 1).rev() {
                own[slack] += own[slack + 1] * empty[first + slack];
            }
        }
        let total = backward[0];
        let mut covering = 0.0;
        for weight in posterior {
            covering += *weight;
            // Where all weights have vanished in rounding, the line says nothing.
            *weight = if total > 0.0 { covering / total } else { 0.5 };
        }
    }
}

/// Each number becomes the product of the `count` numbers from it on; the last ones have fewer and mean nothing.
fn products(numbers: &mut [f64], count: usize) {
    for at in 0..numbers.len() {
        let end = (at + count).min(numbers.len());
        numbers[at] = numbers[at..end].iter().product();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_weighed_as_all_its_placements_together() {
        // Blocks 2 1 in five cells: ##.#. ##..# .##.#, all equally likely at first.
        let mut line = LineWeights { prior: vec![0.5; 5], ..LineWeights::default() };
        line.weigh(&[2, 1]);
        let thirds: Vec<f64> = line.posterior[..5].iter().map(|p| (p * 3.0).round()).collect();
        assert_eq!(thirds, [2.0, 3.0, 1.0, 1.0, 2.0]);
        // A first cell that is surely empty leaves one.
        line.prior[0] = 0.0;
        line.weigh(&[2, 1]);
        assert_eq!(line.posterior[..5].iter().map(|p| p.round()).collect::<Vec<_>>(), [0.0, 1.0, 1.0, 0.0, 1.0]);
    }

    #[test]
    fn a_line_with_any_priors_is_weighed_as_its_placements_are_one_by_one() {
        let prior = [0.9, 0.2, 0.5, 1.0, 0.3, 0.6, 0.1, 0.7, 0.4, 0.8];
        for clue in [&[][..], &[3], &[1, 2], &[2, 1, 3], &[5, 2], &[1, 1, 1, 1]] {
            let wanted: Vec<usize> = clue.iter().map(|&size| size.into()).collect();
            let (mut total, mut filled) = (0.0, [0.0; 10]);
            for bits in 0u32..1 << 10 {
                let cells = (0..10).map(|place| (bits >> place & 1) as u8);
                let runs = crate::runs(cells);
                if runs.iter().map(|block| block.length).eq(wanted.iter().copied()) {
                    let weight = |place: usize| if bits >> place & 1 == 1 { prior[place] } else { 1.0 - prior[place] };
                    let weight: f64 = (0..10).map(weight).product();
                    total += weight;
                    (0..10).filter(|place| bits >> place & 1 == 1).for_each(|place| filled[place] += weight);
                }
            }
            let mut line = LineWeights { prior: prior.to_vec(), ..LineWeights::default() };
            line.weigh(clue);
            for (place, (found, filled)) in line.posterior.iter().zip(filled).enumerate() {
                let expected = if total > 0.0 { filled / total } else { 0.5 };
                assert!((found - expected).abs() < 1e-9, "{clue:?} at {place}");
            }
        }
    }
}
