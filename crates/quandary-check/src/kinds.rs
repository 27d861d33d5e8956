//! The kinds of rules, and what each of them leaves of its cells' values.
//!
//! A rule is a kind and the cells that it is about. Every puzzle is stated in these kinds (`rules.rs`), and each kind has
//! one function, `filter`: given the values that each cell may have, it removes those that occur in no way to
//! satisfy the rule. That is *complete*: what is left of a cell occurs in some way. Everything that a certificate
//! relies on comes down to these functions, so each has a file of its own and is compared with plain enumeration by
//! the tests below.

pub(crate) mod count;
pub(crate) mod different;
pub(crate) mod runs;
pub(crate) mod walk;

use crate::limits::{Stop, Work};
use crate::sudoku::variant::Wants;
use count::Count;
use runs::Runs;

/// Values that are possible, as bits: bit 0 for value 0.
pub type Values = u64;

/// What a rule demands of its cells.
#[derive(Debug)]
pub(crate) enum Kind {
    /// No two cells have the same value.
    Different,
    /// Runs of cells with the same value, in this order, with value 0 elsewhere.
    Runs(Runs),
    /// The weights of the cells with value 1 have this total; every cell has value 0 or 1.
    Count(Count),
    /// The same of two lines, the second of which counts negatively. It says nothing that the two lines do not say, but
    /// where a tank adds the same to both, more follows from it than from each of them by itself.
    Difference(Count),
    /// If the first cell has value 1, so has the second.
    Implies,
    /// What a variant of Sudoku demands; digits are values plus 1.
    Walk(Wants),
}

impl Kind {
    /// Removes the values that occur in no way to satisfy the rule; a contradiction if there is no way at all.
    pub(crate) fn filter(&self, cells: &mut [Values], work: &mut Work<'_>) -> Result<(), Stop> {
        let count = cells.len();
        work.spend(count.saturating_mul(self.effort(count)))?;
        let holds = match self {
            Kind::Different => different::filter(cells),
            Kind::Runs(runs) => runs.filter(cells),
            Kind::Count(count) | Kind::Difference(count) => count.filter(cells),
            Kind::Implies => implies(cells),
            Kind::Walk(wants) => walk::filter(wants, cells, work)?,
        };
        if holds { Ok(()) } else { Err(Stop::Contradiction) }
    }

    /// How often each of so many cells is looked at, about. What a walk takes shows only on the way.
    fn effort(&self, cells: usize) -> usize {
        match self {
            Kind::Different => 1 + cells / 8,
            Kind::Runs(runs) => runs.effort(),
            Kind::Count(count) | Kind::Difference(count) => count.effort(),
            Kind::Implies | Kind::Walk(_) => 1,
        }
    }
}

/// Water here is water there.
fn implies(cells: &mut [Values]) -> bool {
    if let [first, second] = cells {
        if *first == 0b10 {
            *second &= 0b10;
        }
        if *second == 0b01 {
            *first &= 0b01;
        }
    }
    cells.iter().all(|&values| values != 0)
}

/// The values in a set.
pub(crate) fn each(values: Values) -> impl Iterator<Item = usize> {
    let mut left = values;
    std::iter::from_fn(move || {
        let value = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (value < 64).then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::runs::Run;
    use super::*;
    use crate::limits::Limits;

    /// What a rule leaves, by trying every way to fill its cells.
    fn by_enumeration(cells: &[Values], holds: &dyn Fn(&[usize]) -> bool) -> Vec<Values> {
        let mut left = vec![0; cells.len()];
        let mut filled = Vec::new();
        fill(cells, &mut filled, holds, &mut left);
        left
    }

    fn fill(cells: &[Values], filled: &mut Vec<usize>, holds: &dyn Fn(&[usize]) -> bool, left: &mut [Values]) {
        let Some(&values) = cells.get(filled.len()) else {
            if holds(filled) {
                left.iter_mut().zip(filled.iter()).for_each(|(left, value)| *left |= 1 << value);
            }
            return;
        };
        for value in each(values) {
            filled.push(value);
            fill(cells, filled, holds, left);
            filled.pop();
        }
    }

    /// Small pseudo-random numbers.
    pub(crate) struct Dice(pub(crate) u64);

    impl Dice {
        pub(crate) fn below(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % bound
        }
    }

    /// Whether a rule can hold; it removes what it cannot.
    fn filter(kind: &Kind, cells: &mut [Values]) -> bool {
        kind.filter(cells, &mut Work::new(&Limits::default())).is_ok()
    }

    fn compare(kind: &Kind, cells: &[Values], holds: &dyn Fn(&[usize]) -> bool) {
        let expected = by_enumeration(cells, holds);
        let mut found = cells.to_vec();
        let possible = filter(kind, &mut found);
        assert_eq!(possible, !expected.contains(&0), "{kind:?} on {cells:?}");
        if possible {
            assert_eq!(found, expected, "{kind:?} on {cells:?}");
        }
    }

    fn some_cells(dice: &mut Dice, count: usize, values: u64) -> Vec<Values> {
        let all = (1 << values) - 1;
        (0..count).map(|_| if dice.below(3) == 0 { all } else { dice.below(all) + 1 }).collect()
    }

    #[test]
    fn what_is_left_of_different_cells_is_what_enumeration_leaves() {
        let mut dice = Dice(1);
        for _ in 0..4000 {
            let count = dice.below(6) as usize + 1;
            let cells = some_cells(&mut dice, count, 6);
            compare(&Kind::Different, &cells, &|filled| {
                (0..filled.len()).all(|i| (0..i).all(|j| filled[i] != filled[j]))
            });
        }
    }

    #[test]
    fn what_is_left_of_runs_is_what_enumeration_leaves() {
        let mut dice = Dice(2);
        for round in 0..8000 {
            let length = dice.below(9) as usize + 1;
            let values = dice.below(3) + 2;
            let mut run = || {
                let (length, value) = (dice.below(4) as usize, dice.below(values - 1) as usize + 1);
                (Some(length).filter(|&length| length > 0), value)
            };
            let runs: Vec<Run> = (0..round % 5).map(|_| run()).collect();
            let cells = some_cells(&mut dice, length, values);
            compare(&Kind::Runs(Runs::new(&runs)), &cells, &|filled| {
                let found = filled.chunk_by(|a, b| a == b).filter(|run| run[0] > 0);
                let found: Vec<&[usize]> = found.collect();
                let fits = |(run, wanted): (&&[usize], &Run)| {
                    run[0] == wanted.1 && wanted.0.is_none_or(|length| length == run.len())
                };
                found.len() == runs.len() && found.iter().zip(&runs).all(fits)
            });
        }
    }

    #[test]
    fn what_is_left_of_a_count_is_what_enumeration_leaves() {
        let mut dice = Dice(3);
        for _ in 0..4000 {
            let sizes: Vec<u64> = (0..=dice.below(3)).map(|_| dice.below(3) + 1).collect();
            let least = if dice.below(2) == 0 { 0 } else { -3 };
            let ladders: Vec<Vec<i32>> =
                sizes.iter().map(|&size| (0..size).map(|_| dice.below(5) as i32 + least).collect()).collect();
            let total = dice.below(14) as i64 + i64::from(least);
            let count: usize = ladders.iter().map(Vec::len).sum();
            let cells = some_cells(&mut dice, count, 2);
            compare(&Kind::Count(Count { ladders: ladders.clone(), total }), &cells, &|filled| {
                let (mut sum, mut at) = (0, 0);
                for ladder in &ladders {
                    let own = &filled[at..at + ladder.len()];
                    at += ladder.len();
                    if own.is_sorted_by(|lower, upper| lower >= upper) {
                        sum += ladder
                            .iter()
                            .zip(own)
                            .map(|(&weight, &value)| i64::from(weight) * value as i64)
                            .sum::<i64>();
                    } else {
                        return false;
                    }
                }
                sum == total
            });
        }
    }

    #[test]
    fn what_is_left_of_a_demand_is_what_enumeration_leaves() {
        let mut dice = Dice(4);
        for round in 0..6000 {
            let number = dice.below(20) as usize;
            let (wants, count) = match round % 9 {
                0 => (Wants::UnlikeSum(number), dice.below(4) as usize + 1),
                1 => (Wants::Growing, dice.below(4) as usize + 1),
                2 => (Wants::NumberIsSum(1), dice.below(4) as usize + 1),
                3 => (Wants::NumberIsSum(2), dice.below(4) as usize + 2),
                4 => (Wants::Difference(number % 3), 2),
                5 => (Wants::Ratio(number % 4), 2),
                6 => (Wants::Sum(number % 8), 2),
                7 => (Wants::NotConsecutive, 2),
                _ => (Wants::NeitherDot, 2),
            };
            let cells = some_cells(&mut dice, count, 5);
            let wants_too = wants.clone();
            compare(&Kind::Walk(wants), &cells, &|filled| {
                let digits: Vec<usize> = filled.iter().map(|value| value + 1).collect();
                wants_too.hold(&digits)
            });
        }
    }

    #[test]
    fn what_is_left_of_an_implication_is_what_enumeration_leaves() {
        for first in 1..4 {
            for second in 1..4 {
                compare(&Kind::Implies, &[first, second], &|filled| filled[0] <= filled[1]);
            }
        }
    }

    #[test]
    fn demands_that_nothing_can_meet_are_found_without_much_memory() {
        assert!(!filter(&Kind::Runs(Runs::new(&[(Some(usize::MAX), 1), (Some(usize::MAX), 1)])), &mut [3, 3]));
        assert!(!filter(&Kind::Count(Count { ladders: vec![vec![1; 3]], total: i64::MAX }), &mut [3, 3, 3]));
        assert!(!filter(&Kind::Different, &mut [u64::MAX; 65]));
    }

    #[test]
    fn an_arrow_with_more_sums_than_memory_holds_removes_nothing() {
        // A circle of four cells has tens of thousands of numbers, and each cell of the shaft takes 1 from all of them.
        let mut cells = [vec![(1 << 35) - 1; 4], vec![1; 300]].concat();
        let before = cells.clone();
        assert!(filter(&Kind::Walk(Wants::NumberIsSum(4)), &mut cells));
        assert_eq!(cells, before);
        assert!(!filter(&Kind::Walk(Wants::NumberIsSum(4)), &mut [1; 304]));
    }

    #[test]
    fn what_a_rule_takes_is_counted() {
        // Thousands of sets of digits have the same sum.
        let cage = Kind::Walk(Wants::UnlikeSum(200));
        let mut cells = [(1 << 25) - 1; 15];
        let few = Limits { work: 2_000, ..Limits::default() };
        assert_eq!(cage.filter(&mut cells, &mut Work::new(&few)), Err(Stop::Limit));
    }
}
