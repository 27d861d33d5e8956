//! Boards that encode exact cover problems: hard by construction, to test solvers.
//!
//! Given some sets of three, which of them cover each element exactly once? That is NP-complete, and a board can encode
//! it. From the top: a row of the base, then for each set a row of teeth over the next base. Every row holds as much
//! water as there are elements. So a base is wet in its whole width, with the gaps under it; in a row of teeth either
//! the teeth of its set are wet (it is chosen) or a strip of three at the side. The clues of the columns demand that
//! each element is chosen once. The board has as many solutions as there are covers, under the region and the pool
//! rule.

use super::super::{Aquarium, WaterRule};
use super::shuffle;
use quandary_core::grid::Grid;
use quandary_core::puzzle::GenerateError;
use quandary_core::random::Rng;

/// How wide the strip at the side is, and how many elements a set has.
const STRIP: usize = 3;

/// The board that encodes an exact cover of `elements` by some of `sets`; `None` unless the number of elements is a
/// multiple of three, there are sets enough, and each has three elements.
pub fn exact_cover(elements: usize, sets: &[[usize; 3]]) -> Option<Aquarium> {
    let is_set = |&[a, b, c]: &[usize; 3]| a != b && b != c && a != c && a.max(b).max(c) < elements;
    if elements == 0 || !elements.is_multiple_of(STRIP) || sets.len() < elements / STRIP || !sets.iter().all(is_set) {
        return None;
    }
    let (width, height) = (elements + STRIP, 2 * sets.len() + 1);
    let base = |index: usize| index as u16 + 1;
    let strip = |row: usize| (sets.len() + 2 + row) as u16;
    let mut tanks = Grid::filled(height, width, 0u16);
    for cell in tanks.cells() {
        let index = cell.row / 2;
        tanks[cell] = match (cell.column < elements, cell.row % 2 == 0) {
            (false, _) => strip(cell.row),
            (true, true) => base(index),
            // Between the bases: the teeth stand on the base below, the gaps hang under the base above.
            (true, false) if sets[index].contains(&cell.column) => base(index + 1),
            (true, false) => base(index),
        };
    }
    let wet_gaps = |column: usize| sets.iter().filter(|set| !set.contains(&column)).count();
    let clue = |column: usize| match column < elements {
        true => sets.len() + 1 + wet_gaps(column) + 1,
        false => sets.len() - elements / STRIP,
    };
    let columns = (0..width).map(|column| Some(clue(column) as u32)).collect();
    Aquarium::new(columns, vec![Some(elements as u32); height], &tanks, WaterRule::Region).ok()
}

/// The numbers of elements and sets that make a board of this size.
pub(super) fn elements_and_sets(rows: usize, columns: usize) -> Result<(usize, usize), GenerateError> {
    let (elements, sets) = (columns.saturating_sub(STRIP), rows / 2);
    if rows.is_multiple_of(2) || elements == 0 || !elements.is_multiple_of(STRIP) || sets < elements / STRIP {
        let message = format!(
            "{rows}x{columns}: a stress board has 2 rows for each set and one more, 3 columns more than elements, \
             and a third as many sets as elements at least, such as 25x15 for 12 elements and 12 sets"
        );
        return Err(GenerateError::Option { name: "size", message });
    }
    Ok((elements, sets))
}

/// Random sets among which there is an exact cover.
pub(super) fn random_sets(elements: usize, count: usize, random: &mut impl Rng) -> Vec<[usize; 3]> {
    let mut order: Vec<usize> = (0..elements).collect();
    let mut sets: Vec<[usize; 3]> = Vec::with_capacity(count);
    while sets.len() < count {
        shuffle(&mut order, random);
        // The first shuffle makes the cover, the later ones a set each.
        let new = if sets.is_empty() { elements / STRIP } else { 1 };
        sets.extend(order.chunks_exact(STRIP).take(new).map(|set| [set[0], set[1], set[2]]));
    }
    shuffle(&mut sets, random);
    sets
}
