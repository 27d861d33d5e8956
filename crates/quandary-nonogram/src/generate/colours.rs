//! The colours of a picture: a few that represent all, and which of them each cell takes.
//!
//! Pixels are counted in a coarse histogram of colours. White is the first centre, because empty cells are white; each
//! further one is the colour of the histogram that represents most pixels far from every centre so far, and all but white
//! then move to the mean of the pixels nearest to them (Lloyd's algorithm). A cell takes the colour that most of its pixels
//! have, which keeps edges sharp, where an average would find shades in between.

use super::super::palette::{Colour, Palette, distance, name_of};
use super::picture::Wanted;
use quandary_core::grid::Grid;
use quandary_core::picture::Picture;
use quandary_core::puzzle::Cell;

/// Most pixels of a cell that are looked at along each side.
const SAMPLES: usize = 12;

/// Colours closer to each other than this are treated as one.
const ALIKE: u32 = 2_500;

/// How often the centres move.
const MOVES: usize = 12;

const WHITE: [u8; 3] = [255; 3];

/// Colours of the table: how many pixels, and the sums of their parts.
struct Bucket {
    count: u64,
    sums: [u64; 3],
}

impl Bucket {
    fn mean(&self) -> [u8; 3] {
        self.sums.map(|sum| (sum / self.count.max(1)) as u8)
    }
}

/// Each cell in one of at most `count` colours, or empty where white is nearer.
pub(super) fn painted(picture: &Picture, (rows, columns): (usize, usize), count: usize) -> Wanted {
    let mut cells = Grid::filled(rows, columns, Cell { row: 0, column: 0 });
    for cell in cells.cells() {
        cells[cell] = cell;
    }
    let mut centres = centres(cells.values().iter().flat_map(|&cell| pixels(picture, cell, rows, columns)), count);
    // The darkest comes first, as black does on a board in black and white.
    centres.sort_by_key(|&centre| distance(centre, [0; 3]));
    centres.insert(0, WHITE);
    let votes = |&cell: &Cell| {
        let mut votes = vec![0usize; centres.len()];
        for pixel in pixels(picture, cell, rows, columns) {
            votes[nearest(pixel, &centres)] += 1;
        }
        votes
    };
    let votes = cells.map(votes);
    let winner = |votes: &Vec<usize>| (0..votes.len()).max_by_key(|&at| (votes[at], votes.len() - at)).unwrap_or(0);
    let margin = |votes: &Vec<usize>| {
        let (first, all) = (winner(votes), votes.iter().sum::<usize>().max(1));
        let second = (0..votes.len()).filter(|&at| at != first).map(|at| votes[at]).max().unwrap_or(0);
        1 + (255 * (votes[first] - second) / all) as u32
    };
    // Only colours that some cell has are numbered.
    let used: Vec<usize> =
        (1..centres.len()).filter(|&at| votes.values().iter().any(|votes| winner(votes) == at)).collect();
    let number = |at: usize| used.iter().position(|&used| used == at).map_or(0, |index| index as u8 + 1);
    let colour = |&at: &usize| Colour { letter: '?', name: name_of(centres[at]).to_owned(), paint: centres[at] };
    Wanted {
        picture: votes.map(|votes| number(winner(votes))),
        cost: votes.map(margin),
        palette: Some(Palette::of(used.iter().map(colour).collect())),
    }
}

/// Some pixels of a cell, evenly spread; at least one.
fn pixels(picture: &Picture, cell: Cell, rows: usize, columns: usize) -> impl Iterator<Item = [u8; 3]> + '_ {
    let places = |index: usize, new: usize, old: usize| {
        let (start, end) = (index * old / new, ((index + 1) * old / new).max(index * old / new + 1));
        let step = (end - start).div_ceil(SAMPLES);
        (start..end).step_by(step)
    };
    let across = places(cell.column, columns, picture.columns());
    places(cell.row, rows, picture.rows())
        .flat_map(move |row| across.clone().map(move |column| picture.pixels[Cell { row, column }]))
}

/// The index of the centre that is nearest to a colour.
fn nearest(pixel: [u8; 3], centres: &[[u8; 3]]) -> usize {
    (0..centres.len()).min_by_key(|&at| distance(pixel, centres[at])).unwrap_or(0)
}

/// Colours that represent these pixels besides white.
fn centres(pixels: impl Iterator<Item = [u8; 3]>, count: usize) -> Vec<[u8; 3]> {
    // Sixteen steps of each part.
    let mut table: Vec<Bucket> = (0..1 << 12).map(|_| Bucket { count: 0, sums: [0; 3] }).collect();
    for pixel in pixels {
        let place = pixel.iter().fold(0, |place, &part| place << 4 | usize::from(part >> 4));
        table[place].count += 1;
        table[place].sums = std::array::from_fn(|part| table[place].sums[part] + u64::from(pixel[part]));
    }
    table.retain(|bucket| bucket.count > 0);
    let mut centres = vec![WHITE];
    while centres.len() <= count {
        let weight = |bucket: &&Bucket| {
            let mean = bucket.mean();
            let far = distance(mean, centres[nearest(mean, &centres)]);
            if far < ALIKE { 0 } else { bucket.count * u64::from(far) }
        };
        match table.iter().max_by_key(weight).filter(|bucket| weight(bucket) > 0) {
            Some(bucket) => centres.push(bucket.mean()),
            None => break,
        }
    }
    for _ in 0..MOVES {
        let mut sums: Vec<Bucket> = centres.iter().map(|_| Bucket { count: 0, sums: [0; 3] }).collect();
        for bucket in &table {
            let sum = &mut sums[nearest(bucket.mean(), &centres)];
            sum.count += bucket.count;
            sum.sums = std::array::from_fn(|part| sum.sums[part] + bucket.sums[part]);
        }
        for (centre, sum) in centres.iter_mut().zip(&sums).skip(1).filter(|(_, sum)| sum.count > 0) {
            *centre = sum.mean();
        }
    }
    centres.remove(0);
    centres
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_of_three_colours_and_white_has_three_colours() {
        let (red, green, blue) = ([210, 30, 20], [20, 160, 60], [30, 40, 200]);
        let pixels = (0..16 * 16).map(|at| [red, green, blue, WHITE][at / 16 % 2 * 2 + at / 8 % 2]).collect();
        let picture = Picture { pixels: Grid::from_values(16, 16, pixels).unwrap() };
        let wanted = painted(&picture, (16, 16), 6);
        let palette = wanted.palette.unwrap();
        assert_eq!(palette.colours().len(), 3);
        for (cell, value) in wanted.picture.cells().zip(wanted.picture.values()) {
            let pixel = picture.pixels[cell];
            let expected =
                palette.colours().iter().position(|colour| colour.paint == pixel).map_or(0, |at| at as u8 + 1);
            assert_eq!(*value, expected);
        }
    }

    #[test]
    fn shades_between_two_colours_take_a_side() {
        // Two columns of cells, four pixels wide each: the second pixel column is a blurred edge.
        let row = [[200, 0, 0], [200, 0, 0], [200, 0, 0], [228, 128, 128], WHITE, WHITE, WHITE, WHITE];
        let picture = Picture { pixels: Grid::from_values(4, 8, row.repeat(4)).unwrap() };
        let wanted = painted(&picture, (1, 2), 4);
        assert_eq!(wanted.picture.values(), [1, 0]);
    }
}
