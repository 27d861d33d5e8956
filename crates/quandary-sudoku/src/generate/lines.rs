//! Thermometers and arrows, laid out before the board is filled.
//!
//! A line is a walk over free cells that mostly goes straight on and never comes back beside itself; with it come all its
//! images under the symmetry. Lines do not share cells and do not cross between cells. A walk that fits nowhere is given
//! up, and lines are added until enough of the board is covered.

use crate::variant::{Arrow, Variant};
use quandary_core::puzzle::Cell;
use quandary_core::random::{ChaCha8Rng, RngExt};

/// Walks that are tried before the board counts as full.
const MAX_WALKS: usize = 400;

/// The eight directions, clockwise; the odd ones are diagonal.
const DIRECTIONS: [(isize, isize); 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

/// Out of twelve steps, how many go straight on, half left, half right, left and right.
const TURNS: [usize; 12] = [0, 0, 0, 0, 0, 0, 1, 1, 7, 7, 2, 6];

/// Adds thermometers, arrows or both to a board of some side.
pub(super) fn draw(
    variant: &mut Variant,
    [has_thermometers, has_arrows]: [bool; 2],
    side: usize,
    maps: &[Vec<usize>],
    random: &mut ChaCha8Rng,
) {
    let mut page = Page { side, maps, is_taken: vec![false; side * side], corners: Vec::new() };
    let cells = side * side;
    let is_both = has_thermometers && has_arrows;
    // A line of one kind covers nearly half of the board, with both kinds a quarter each.
    let share = if is_both { cells / 4 } else { cells * 9 / 20 };
    let cell = |cell: usize| Cell { row: cell / side, column: cell % side };
    let walks: usize = if has_arrows { MAX_WALKS } else { 0 };
    let longest = if side < 9 { 3 } else { 4 };
    // Arrows are short, so they come first where both have to find room: a circle and two or three cells, rarely four.
    let mut covered = 0;
    for _ in 0..walks {
        let shaft = 2 + random.random_range(0..10_u32) as usize / 5 + usize::from(random.random_range(0..10_u32) == 0);
        if covered >= share {
            break;
        }
        for line in page.lines(1 + shaft.min(longest), random) {
            covered += line.len();
            let (circle, shaft) = line.split_at(1);
            let cells = |of: &[usize]| of.iter().map(|&at| cell(at)).collect();
            variant.arrows.push(Arrow { circle: cells(circle), shaft: cells(shaft) });
        }
    }
    let walks = if has_thermometers { MAX_WALKS } else { 0 };
    let longest = (side * 3 / 4).clamp(3, 7);
    covered = 0;
    for _ in 0..walks {
        let length = 3 + random.random_range(0..(longest - 2) as u32) as usize;
        if covered >= share {
            break;
        }
        for line in page.lines(length, random) {
            covered += line.len();
            variant.thermometers.push(line.into_iter().map(cell).collect());
        }
    }
}

/// A board with the lines that lie on it.
struct Page<'m> {
    side: usize,
    maps: &'m [Vec<usize>],
    is_taken: Vec<bool>,
    /// Where diagonal steps pass between four cells, by the upper left one of them.
    corners: Vec<usize>,
}

impl Page<'_> {
    /// A line of this length with all its images; nothing where a walk did not find room for them.
    fn lines(&mut self, length: usize, random: &mut ChaCha8Rng) -> Vec<Vec<usize>> {
        let Some(line) = self.walk(length, random) else { return Vec::new() };
        let mut lines: Vec<Vec<usize>> = Vec::new();
        for map in self.maps {
            let image: Vec<usize> = line.iter().map(|&cell| map[cell]).collect();
            if !lines.contains(&image) {
                lines.push(image);
            }
        }
        let mut is_taken = self.is_taken.clone();
        if lines.iter().flatten().any(|&cell| std::mem::replace(&mut is_taken[cell], true)) {
            return Vec::new();
        }
        let mut corners = self.corners.clone();
        for corner in lines.iter().flat_map(|line| self.corners_of(line)) {
            if corners.contains(&corner) {
                return Vec::new();
            }
            corners.push(corner);
        }
        (self.is_taken, self.corners) = (is_taken, corners);
        lines
    }

    /// A walk over free cells; `None` where it ran into something.
    fn walk(&self, length: usize, random: &mut ChaCha8Rng) -> Option<Vec<usize>> {
        let mut any = |below: usize| random.random_range(0..below as u32) as usize;
        let mut walk = vec![any(self.side * self.side)];
        // Straight lines look calmer than diagonal ones, so two of three walks begin with one.
        let mut direction = 2 * any(4) + usize::from(any(3) == 0);
        while walk.len() < length {
            let last = walk[walk.len() - 1];
            let (down, right) = DIRECTIONS[direction];
            let row = (last / self.side).checked_add_signed(down).filter(|&row| row < self.side)?;
            let column = (last % self.side).checked_add_signed(right).filter(|&column| column < self.side)?;
            let next = row * self.side + column;
            let is_beside = |&cell: &usize| {
                (cell / self.side).abs_diff(row) + (cell % self.side).abs_diff(column) <= 1 && cell != last
            };
            if walk.iter().any(is_beside) {
                return None;
            }
            walk.push(next);
            direction = (direction + TURNS[any(TURNS.len())]) % 8;
        }
        walk.iter().all(|&cell| !self.is_taken[cell]).then_some(walk)
    }

    /// Where a line passes between four cells.
    fn corners_of(&self, line: &[usize]) -> Vec<usize> {
        let corner = |pair: &[usize]| {
            let [a, b] = [pair[0], pair[1]].map(|cell| (cell / self.side, cell % self.side));
            let is_diagonal = a.0 != b.0 && a.1 != b.1;
            is_diagonal.then(|| a.0.min(b.0) * self.side + a.1.min(b.1))
        };
        line.windows(2).filter_map(corner).collect()
    }
}
