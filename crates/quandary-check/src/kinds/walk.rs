//! What the variants of Sudoku demand: cages, thermometers, arrows, dots.
//!
//! The cells are filled one after the other. All that matters of the digits so far is a *state*: the digits that are
//! taken, the last digit, or what is left of a sum. [`step`] says how a digit changes it. A digit can stay if some state
//! before it leads to a state after it from which the end can be reached.

use std::collections::BTreeSet;

use super::{Values, each};
use crate::limits::{Stop, Work};
use crate::sudoku::variant::Wants;

/// More states than this, at one place and at all places together, are not looked at: then nothing is removed, which is safe.
const MOST_STATES: usize = 1 << 16;
const MOST_IN_ALL: usize = 1 << 23;

/// Removes the values that occur in no way to meet the demand; `false` if there is no way at all.
pub(super) fn filter(wants: &Wants, cells: &mut [Values], work: &mut Work<'_>) -> Result<bool, Stop> {
    let mut before: Vec<BTreeSet<u64>> = vec![BTreeSet::from([0])];
    let mut in_all = 0;
    for (place, &values) in cells.iter().enumerate() {
        work.spend(before[place].len() * values.count_ones() as usize)?;
        let digits = || each(values).map(|value| value + 1);
        let states = before[place].iter();
        let next: BTreeSet<u64> =
            states.flat_map(|&state| digits().filter_map(move |digit| step(wants, place, state, digit))).collect();
        in_all += next.len();
        if next.len() > MOST_STATES || in_all > MOST_IN_ALL {
            return Ok(true);
        }
        before.push(next);
    }
    let mut can_finish = before.pop().unwrap_or_default();
    can_finish.retain(|&state| is_end(wants, cells.len(), state));
    for (place, values) in cells.iter_mut().enumerate().rev() {
        work.spend(before[place].len() * values.count_ones() as usize)?;
        let (mut left, mut earlier) = (0, BTreeSet::new());
        for &state in &before[place] {
            for value in each(*values) {
                if step(wants, place, state, value + 1).is_some_and(|next| can_finish.contains(&next)) {
                    left |= 1 << value;
                    earlier.insert(state);
                }
            }
        }
        *values = left;
        can_finish = earlier;
    }
    Ok(can_finish.contains(&0))
}

/// The state after one more digit; `None` if the demand cannot be met any more.
pub(crate) fn step(wants: &Wants, place: usize, state: u64, digit: usize) -> Option<u64> {
    let number = digit as u64;
    match wants {
        // The digits that are taken.
        Wants::Unlike => (state >> digit & 1 == 0).then_some(state | 1 << digit),
        Wants::UnlikeSum(total) => {
            let taken = state | 1 << digit;
            (state >> digit & 1 == 0 && sum(taken) <= *total).then_some(taken)
        }
        // The last digit.
        Wants::Growing => (number > state).then_some(number),
        // The number in the circle, then what is left of it.
        Wants::NumberIsSum(places) if place < *places => state.checked_mul(10)?.checked_add(number),
        Wants::NumberIsSum(_) => state.checked_sub(number),
        // The first of two digits, then nothing.
        _ if place == 0 => Some(number),
        _ => wants.hold(&[usize::try_from(state).ok()?, digit]).then_some(0),
    }
}

/// Whether the demand is met when all cells are filled.
pub(crate) fn is_end(wants: &Wants, cells: usize, state: u64) -> bool {
    match wants {
        Wants::Unlike | Wants::Growing => true,
        Wants::UnlikeSum(total) => sum(state) == *total,
        Wants::NumberIsSum(_) => state == 0,
        _ => cells == 2,
    }
}

/// The sum of some digits.
fn sum(digits: u64) -> usize {
    each(digits).sum()
}
