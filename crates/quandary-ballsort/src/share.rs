//! Which bottles colours may fill in the end, where bottles differ in size.
//!
//! Where all bottles hold the same, a colour fills as many as its balls divided by that. Where they differ, its balls may fill
//! two bottles of two and three or one of five. The bounds need the most bottles that a colour can fill, a knapsack that
//! is solved exactly. A board whose bottles cannot be divided among the colours at all is rejected. Finding that out is a packing
//! problem; in the rare cases in which it takes too long, nothing is claimed.

use std::collections::{BTreeMap, HashSet};

/// So many ways to share out the bottles are looked at.
const MOST_WAYS: usize = 20_000;

/// For each colour, the most bottles that its balls can fill, taken by itself; 0 where no bottles hold exactly its balls.
pub(super) fn most_bottles(capacities: &[usize], balls: &[u16; 256]) -> [u16; 256] {
    let all = balls.iter().copied().max().map_or(0, usize::from);
    // For each number of balls, the most bottles that hold exactly these.
    let mut most: Vec<Option<u16>> = vec![None; all + 1];
    most[0] = Some(0);
    for &capacity in capacities {
        for filled in (capacity..=all).rev() {
            most[filled] = most[filled].max(most[filled - capacity].map(|bottles| bottles + 1));
        }
    }
    balls.map(|balls| most[usize::from(balls)].unwrap_or(0))
}

/// Whether every colour can have bottles of its own that hold exactly its balls. `false` is certain.
pub(super) fn can_be_shared(capacities: &[usize], balls: &[u16; 256]) -> bool {
    let mut sizes: BTreeMap<usize, u16> = BTreeMap::new();
    capacities.iter().for_each(|&capacity| *sizes.entry(capacity).or_default() += 1);
    let (sizes, all): (Vec<usize>, Vec<u16>) = sizes.into_iter().rev().unzip();
    // Colour by colour, what may be left of the bottles of each size.
    let mut left = HashSet::from([all]);
    for &count in balls.iter().filter(|&&count| count > 0) {
        let mut next = HashSet::new();
        for rest in left {
            take(&sizes, rest, 0, usize::from(count), &mut next);
            if next.len() > MOST_WAYS {
                return true;
            }
        }
        left = next;
    }
    !left.is_empty()
}

/// Takes bottles that hold exactly so many balls, of the sizes from one on, in every way.
fn take(sizes: &[usize], rest: Vec<u16>, from: usize, balls: usize, found: &mut HashSet<Vec<u16>>) {
    if balls == 0 {
        found.insert(rest);
        return;
    }
    let Some(&size) = sizes.get(from) else { return };
    for taken in 0..=usize::from(rest[from]).min(balls / size) {
        if found.len() > MOST_WAYS {
            return;
        }
        let mut rest = rest.clone();
        rest[from] -= taken as u16;
        take(sizes, rest, from + 1, balls - taken * size, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(of: &[u16]) -> [u16; 256] {
        let mut balls = [0; 256];
        balls[1..=of.len()].copy_from_slice(of);
        balls
    }

    #[test]
    fn a_colour_fills_the_most_bottles_that_hold_exactly_its_balls() {
        let most = most_bottles(&[2, 3, 5, 5, 4], &counts(&[5, 10, 7, 1]));
        assert_eq!(most[1..=4], [2, 3, 2, 0]);
    }

    #[test]
    fn colours_that_each_fill_bottles_may_not_all_do_so_together() {
        assert!(can_be_shared(&[2, 3, 5], &counts(&[5, 5])));
        assert!(!can_be_shared(&[2, 3, 4], &counts(&[5, 3])));
    }
}
