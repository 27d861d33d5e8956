//! How likely each cell is to be filled, as far as the lines can tell each other.
//!
//! A line that is told how likely its cells are can weigh all its placements at once, and say how likely each cell is in
//! turn: two walks over places and blocks, like solving the line, with sums of weights instead of sets. Rows and columns
//! tell each other what they think, each leaving out what it was told by the other side, some twenty times. That is no
//! proof of anything, but it guesses pictures well: a learner that tries the likelier content of each cell first finds a
//! solution of a tangled board many times sooner.

use super::board::Board;
use super::word::Word;

/// Rounds of telling.
const ROUNDS: usize = 20;

/// How sure a line may be of a cell, as the logarithm of the odds. It keeps all weights inside the number range for lines of
/// up to [`LONGEST`] cells.
const SUREST: f64 = 4.0;

/// The longest line that is weighed.
pub(super) const LONGEST: usize = 126;

/// What the lines believe after they have told each other.
pub(super) struct Beliefs {
    /// For each cell, row by row, the logarithm of the odds that it is filled: above 0 it rather is.
    pub(super) cells: Vec<f64>,
    /// For each line, rows first, and each of its blocks, the place by which the block has rather started than not.
    /// Empty for a line that is known.
    pub(super) starts: Vec<Vec<usize>>,
}

/// Lets the lines tell each other. `None` for boards with lines over [`LONGEST`].
pub(super) fn beliefs<W: Word>(board: &Board<W>) -> Option<Beliefs> {
    let (height, width) = (board.height(), board.width());
    if height.max(width) > LONGEST {
        return None;
    }
    // What the columns tell the rows of each cell, and the rows the columns.
    let mut told: [Vec<f64>; 2] = [vec![0.0; height * width], vec![0.0; height * width]];
    let mut line_weights = LineWeights::default();
    let mut starts = vec![Vec::new(); height + width];
    for _ in 0..ROUNDS {
        for (line, starts) in starts.iter_mut().enumerate() {
            let (clue, length) = board.clue(line);
            let known = board.known(line);
            if (known.filled | known.empty) == W::below(length) {
                continue;
            }
            let is_row = line < height;
            let cell = |place: usize| if is_row { line * width + place } else { place * width + line - height };
            let [by_columns, by_rows] = &mut told;
            let (heard, said) = if is_row { (by_columns, by_rows) } else { (by_rows, by_columns) };
            line_weights.prior.clear();
            for place in 0..length {
                line_weights.prior.push(if known.filled.has(place) {
                    1.0
                } else if known.empty.has(place) {
                    0.0
                } else {
                    1.0 / (1.0 + (-heard[cell(place)]).exp())
                });
            }
            line_weights.weigh(clue);
            *starts = line_weights.starts(clue);
            for place in (W::below(length) & !(known.filled | known.empty)).members() {
                let posterior = line_weights.posterior[place].clamp(1e-6, 1.0 - 1e-6);
                let own = (posterior / (1.0 - posterior)).ln() - heard[cell(place)];
                let said = &mut said[cell(place)];
                *said = (0.5 * *said + 0.5 * own).clamp(-SUREST, SUREST);
            }
        }
    }
    let [by_columns, by_rows] = told;
    let cells = by_columns.iter().zip(&by_rows).map(|(a, b)| a + b).collect();
    Some(Beliefs { cells, starts })
}

/// Working space for weighing a line.
#[derive(Default)]
struct LineWeights {
    /// How likely each cell is to be filled, before and after.
    prior: Vec<f64>,
    posterior: Vec<f64>,
    /// For each number of blocks and each place, the weight of all ways to get there, and to get to the end from there.
    there: Vec<f64>,
    onward: Vec<f64>,
    /// For each block and start, the weight of the block with the empty cell behind it.
    blocks: Vec<f64>,
}

impl LineWeights {
    /// For each block, the place by which it has started in half of all ways, by their weight.
    fn starts(&self, clue: &[u16]) -> Vec<usize> {
        let places = self.prior.len() + 2;
        let half = self.onward[0] / 2.0;
        let by = |block: usize| {
            let mut so_far = 0.0;
            let weights = (0..self.prior.len()).map(|place| {
                let end = (place + usize::from(clue[block]) + 1).min(places - 1);
                let at = block * places + place;
                self.there[at] * self.blocks[at] * self.onward[(block + 1) * places + end]
            });
            weights
                .take_while(|weight| {
                    so_far += weight;
                    so_far < half
                })
                .count()
        };
        (0..clue.len()).map(by).collect()
    }

    fn weigh(&mut self, clue: &[u16]) {
        // Places as in the line solver: an empty cell stands behind the line.
        let length = self.prior.len();
        let places = length + 2;
        let empty = |prior: &[f64], cell: usize| if cell < length { 1.0 - prior[cell] } else { 1.0 };
        for weights in [&mut self.there, &mut self.onward, &mut self.blocks] {
            weights.clear();
            weights.resize((clue.len() + 1) * places, 0.0);
        }
        self.there[0] = 1.0;
        for block in 0..=clue.len() {
            for place in 0..=length {
                let weight = self.there[block * places + place];
                if weight == 0.0 {
                    continue;
                }
                self.there[block * places + place + 1] += weight * empty(&self.prior, place);
                let Some(&size) = clue.get(block) else { continue };
                let end = place + usize::from(size);
                if end <= length {
                    let filled: f64 = self.prior[place..end].iter().product();
                    let own = filled * empty(&self.prior, end);
                    self.blocks[block * places + place] = own;
                    self.there[(block + 1) * places + end + 1] += weight * own;
                }
            }
        }
        self.onward[clue.len() * places + length + 1] = 1.0;
        self.posterior.clear();
        self.posterior.resize(length + 1, 0.0);
        for block in (0..=clue.len()).rev() {
            for place in (0..=length).rev() {
                let mut weight = self.onward[block * places + place + 1] * empty(&self.prior, place);
                if let Some(&size) = clue.get(block) {
                    let end = place + usize::from(size);
                    if end <= length {
                        let from_here =
                            self.blocks[block * places + place] * self.onward[(block + 1) * places + end + 1];
                        weight += from_here;
                        let all = from_here * self.there[block * places + place];
                        // The block covers its cells: from here on one way more, behind it one less.
                        self.posterior[place] += all;
                        self.posterior[end] -= all;
                    }
                }
                self.onward[block * places + place] = weight;
            }
        }
        let total = self.onward[0];
        let mut covering = 0.0;
        for weight in &mut self.posterior {
            covering += *weight;
            // Where all ways have vanished in rounding, the line has no opinion.
            *weight = if total > 0.0 { covering / total } else { 0.5 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_weighed_as_all_its_placements_together() {
        // Blocks 2 1 in five cells: ##.#. ##..# .##.#, all alike at first.
        let mut line = LineWeights { prior: vec![0.5; 5], ..LineWeights::default() };
        line.weigh(&[2, 1]);
        let thirds: Vec<f64> = line.posterior[..5].iter().map(|p| (p * 3.0).round()).collect();
        assert_eq!(thirds, [2.0, 3.0, 1.0, 1.0, 2.0]);
        // A first cell that is surely empty leaves one.
        line.prior[0] = 0.0;
        line.weigh(&[2, 1]);
        assert_eq!(line.posterior[..5].iter().map(|p| p.round()).collect::<Vec<_>>(), [0.0, 1.0, 1.0, 0.0, 1.0]);
    }
}
