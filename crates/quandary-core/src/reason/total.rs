//! Weighted sums of values: cages whose values add up to a total, equations between two sums.
//!
//! Each variable adds its value times a weight, and all together make the total. In a *cage* no two values are equal.
//!
//! Quickly: bounds. A variable adds at least what the others at their most leave to it, and at most what they leave at
//! their least; and in a cage a value that one cell has, no other has. Thoroughly, all ways to the total are followed. In
//! a cage a way is a set of values taken so far, and since the set knows its own sum, there are at most 2⁹ of them for
//! the digits 1 to 9; each is visited once for each cell. Elsewhere, and in cages over more values, a way is a sum
//! reached so far, from both ends, as in [`Sum`](super::Sum).

use super::all_different::{bits, repeated};
use super::sum::Sums;
use super::{Breach, Broken, Constraint, ConstraintInfo, Domains, Effort, Values, Var, Written};

/// With up to this many values the ways through a cage are followed as sets of values.
const FEW_VALUES: usize = 9;
/// As many sets of values there are then.
const SETS: usize = 1 << FEW_VALUES;

/// What a variable adds for each unit of its value.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The variable.
    pub var: Var,
    /// What it adds for each unit of its value; less than 0 on the other side of an equation.
    pub weight: i64,
}

impl Term {
    /// What it adds at least and at most.
    fn range(&self, domains: &Domains) -> (i64, i64) {
        let values = domains.get(self.var);
        let lowest = self.weight * i64::from(values.trailing_zeros().min(63));
        let highest = self.weight * i64::from(values.checked_ilog2().unwrap_or(0));
        (lowest.min(highest), lowest.max(highest))
    }

    /// Keeps the values that add from `least` to `most`.
    fn limit(&self, domains: &mut Domains, least: i64, most: i64) -> Result<bool, Broken> {
        let mut keep = domains.get(self.var);
        for value in bits(keep) {
            if !(least..=most).contains(&(self.weight * value as i64)) {
                keep &= !(1 << value);
            }
        }
        domains.keep(self.var, keep)
    }
}

/// The values of some variables, times their weights, add up to a total.
#[derive(Debug)]
pub struct Total {
    info: ConstraintInfo,
    terms: Vec<Term>,
    total: i64,
    /// Whether no two values are equal.
    is_cage: bool,
    /// The number that the value 0 stands for, in sentences.
    lowest: i64,
}

impl Total {
    /// The terms make `total`.
    pub fn new(terms: Vec<Term>, total: i64, name: impl Into<String>, statement: impl Into<String>) -> Self {
        let scope = terms.iter().map(|term| term.var).collect();
        Total { info: ConstraintInfo::new(scope, name, statement), terms, total, is_cage: false, lowest: 0 }
    }

    /// The values of `scope` make `total`, and no two of them are equal.
    pub fn cage(scope: Vec<Var>, total: i64, name: impl Into<String>, statement: impl Into<String>) -> Self {
        let terms = scope.into_iter().map(|var| Term { var, weight: 1 }).collect();
        Total { is_cage: true, ..Total::new(terms, total, name, statement) }
    }

    /// The same with values that stand for the numbers from `lowest` on, which is how sentences show them.
    #[must_use]
    pub fn counted_from(self, lowest: i64) -> Self {
        Total { lowest, ..self }
    }

    /// The terms on one side of the equation that are written, with the numbers they add; and whether all are.
    fn side(&self, written: &Written, is_right: bool) -> (Vec<(Var, i64)>, bool) {
        let terms: Vec<&Term> = self.terms.iter().filter(|term| (term.weight < 0) == is_right).collect();
        let number =
            |term: &&Term| Some((term.var, term.weight.abs() * (i64::from(written.value(term.var)?) + self.lowest)));
        let known: Vec<(Var, i64)> = terms.iter().filter_map(number).collect();
        let is_whole = known.len() == terms.len();
        (known, is_whole)
    }

    /// Each variable adds what the others leave to it.
    fn by_bounds(&self, domains: &mut Domains) -> Result<(), Broken> {
        loop {
            let (mut least, mut most) = (0, 0);
            for term in &self.terms {
                let (low, high) = term.range(domains);
                (least, most) = (least + low, most + high);
            }
            if !(least..=most).contains(&self.total) {
                return Err(Broken);
            }
            let mut moved = false;
            for term in &self.terms {
                let (low, high) = term.range(domains);
                let (others_least, others_most) = (least - low, most - high);
                if high > self.total - others_least || low < self.total - others_most {
                    moved |= term.limit(domains, self.total - others_most, self.total - others_least)?;
                    let (low, high) = term.range(domains);
                    (least, most) = (others_least + low, others_most + high);
                }
            }
            if !moved {
                return Ok(());
            }
        }
    }

    /// A value that one cell of a cage has, no other has.
    fn strike(&self, domains: &mut Domains) -> Result<(), Broken> {
        loop {
            let mark = domains.trail().len();
            for &Term { var, .. } in &self.terms {
                let value = domains.get(var);
                if value.is_power_of_two() {
                    for other in self.terms.iter().filter(|other| other.var != var) {
                        domains.remove(other.var, value)?;
                    }
                }
            }
            if domains.trail().len() == mark {
                return Ok(());
            }
        }
    }

    /// Keeps the values that are on a way to the total. `before[i]` are the sums that the first `i` terms can make, each
    /// counted from its least.
    fn by_ways(&self, domains: &mut Domains) -> Result<(), Broken> {
        let least: i64 = self.terms.iter().map(|term| term.range(domains).0).sum();
        let Ok(total) = usize::try_from(self.total - least) else { return Err(Broken) };
        let steps = |term: &Term| -> Vec<usize> {
            let least = term.range(domains).0;
            let step = |value: usize| (term.weight * value as i64 - least) as usize;
            bits(domains.get(term.var)).map(step).filter(|&step| step <= total).collect()
        };
        let all_steps: Vec<Vec<usize>> = self.terms.iter().map(steps).collect();
        let mut before = vec![Sums::only_zero(total)];
        for steps in &all_steps {
            let sums = before[before.len() - 1].plus_any(steps);
            before.push(sums);
        }
        let mut after = Sums::only_zero(total);
        for (index, term) in self.terms.iter().enumerate().rev() {
            let least = term.range(domains).0;
            let mut keep = 0;
            for value in bits(domains.get(term.var)) {
                let step = (term.weight * value as i64 - least) as usize;
                if step <= total && before[index].meets(&after, total - step) {
                    keep |= 1 << value;
                }
            }
            after = after.plus_any(&all_steps[index]);
            domains.keep(term.var, keep)?;
        }
        Ok(())
    }

    /// Keeps the values that some choice of unlike values with the right sum has in their place.
    fn by_sets(&self, domains: &mut Domains) -> Result<(), Broken> {
        // The cells with the fewest values first: their choices are soon made.
        let mut cells: Vec<Var> = self.info.scope.clone();
        cells.sort_by_key(|&var| domains.size(var));
        let values: Vec<Values> = cells.iter().map(|&var| domains.get(var)).collect();
        let mut walk = Walk {
            values: &values,
            total: self.total,
            holds: vec![[0; SETS / 64]; cells.len()],
            fails: vec![[0; SETS / 64]; cells.len()],
            kept: vec![0; cells.len()],
        };
        if !walk.can_end(0, 0, 0) {
            return Err(Broken);
        }
        let kept = walk.kept;
        for (var, keep) in cells.into_iter().zip(kept) {
            domains.keep(var, keep)?;
        }
        Ok(())
    }
}

/// The ways through a cage, cell by cell.
struct Walk<'a> {
    values: &'a [Values],
    total: i64,
    /// For each cell, the sets of values taken before it from which the total can be reached, and cannot.
    holds: Vec<[u64; SETS / 64]>,
    fails: Vec<[u64; SETS / 64]>,
    /// The values of each cell that are on a way to the total.
    kept: Vec<Values>,
}

impl Walk<'_> {
    /// Whether the total can be reached from here; notes the values on the ways there.
    fn can_end(&mut self, cell: usize, taken: Values, sum: i64) -> bool {
        let Some(&values) = self.values.get(cell) else { return sum == self.total };
        let (word, bit) = (taken as usize / 64, 1 << (taken % 64));
        if self.holds[cell][word] & bit != 0 {
            return true;
        }
        // Even the lowest values that are left would be too much.
        let cells_left = (self.values.len() - cell) as i64;
        if self.fails[cell][word] & bit != 0 || sum + cells_left * (cells_left - 1) / 2 > self.total {
            return false;
        }
        let mut found = false;
        for value in bits(values & !taken) {
            if self.can_end(cell + 1, taken | 1 << value, sum + value as i64) {
                self.kept[cell] |= 1 << value;
                found = true;
            }
        }
        let seen = if found { &mut self.holds } else { &mut self.fails };
        seen[cell][word] |= bit;
        found
    }
}

impl Constraint for Total {
    fn info(&self) -> &ConstraintInfo {
        &self.info
    }

    /// How much is there already. The decided values of a cage have been removed from its other cells.
    fn remainder(&self, domains: &Domains, state: &mut Vec<u8>) {
        let decided = self.terms.iter().filter_map(|term| Some(term.weight * i64::from(domains.value(term.var)?)));
        state.extend_from_slice(&decided.sum::<i64>().to_le_bytes());
    }

    fn possible(&self, domains: &Domains) -> bool {
        let (mut least, mut most, mut fixed) = (0, 0, 0);
        for term in &self.terms {
            let (low, high) = term.range(domains);
            (least, most) = (least + low, most + high);
            let values = domains.get(term.var);
            if self.is_cage && values.is_power_of_two() {
                if fixed & values != 0 {
                    return false;
                }
                fixed |= values;
            }
        }
        (least..=most).contains(&self.total)
    }

    fn propagate(&self, domains: &mut Domains, effort: Effort) -> Result<(), Broken> {
        // A cage over many values may find more when asked again: until nothing moves.
        loop {
            let mark = domains.trail().len();
            if self.is_cage {
                self.strike(domains)?;
            }
            self.by_bounds(domains)?;
            if effort == Effort::Thorough {
                let most = self.info.scope.iter().map(|&var| domains.get(var).checked_ilog2().unwrap_or(0)).max();
                match self.is_cage && most.is_some_and(|most| (most as usize) < FEW_VALUES) {
                    true => self.by_sets(domains)?,
                    false => self.by_ways(domains)?,
                }
            }
            if domains.trail().len() == mark {
                return Ok(());
            }
        }
    }

    fn violation(&self, written: &Written) -> Option<Breach> {
        if self.is_cage
            && let Some(breach) = repeated(&self.info, written)
        {
            return Some(breach);
        }
        let (left, is_whole) = self.side(written, false);
        let (right, is_known) = self.side(written, true);
        let sum = |terms: &[(Var, i64)]| terms.iter().map(|term| term.1).sum::<i64>();
        let shift: i64 = self.terms.iter().map(|term| term.weight * self.lowest).sum();
        // What the left side must be: the total, and what is on the other side.
        let wanted = self.total + shift + sum(&right);
        let is_broken = is_known && if is_whole { sum(&left) != wanted } else { sum(&left) > wanted };
        if !is_broken {
            return None;
        }
        let numbers: Vec<String> = left.iter().map(|term| term.1.to_string()).collect();
        let already = if is_whole { "" } else { " already" };
        let found = match numbers.len() {
            1 => format!("{} is {}{already}", written.cell(left[0].0), numbers[0]),
            _ => format!("{} = {}{already}", numbers.join(" + "), sum(&left)),
        };
        let vars: Vec<Var> = left.iter().chain(&right).map(|term| term.0).collect();
        let subject = self.info.subject();
        let places = written.places(&vars);
        let sentence = match right.is_empty() {
            true => format!("{subject} must sum to {wanted}, but {found} ({places})."),
            false => format!("{subject} must sum to its circle, {wanted}, but {found} ({places})."),
        };
        Some(Breach { vars, sentence })
    }

    fn mutually_exclusive(&self) -> &[Var] {
        if self.is_cage { &self.info.scope } else { &[] }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Brute force: which values occur in choices that make the total.
    fn choices(total: &Total, start: &[Values], chosen: &mut Vec<usize>, seen: &mut [Values]) {
        let Some(&values) = start.get(chosen.len()) else {
            let sum: i64 = total.terms.iter().zip(&*chosen).map(|(term, &value)| term.weight * value as i64).sum();
            if sum == total.total {
                seen.iter_mut().zip(chosen).for_each(|(seen, value)| *seen |= 1 << *value);
            }
            return;
        };
        for value in bits(values) {
            if !(total.is_cage && chosen.contains(&value)) {
                chosen.push(value);
                choices(total, start, chosen, seen);
                chosen.pop();
            }
        }
    }

    fn agrees(total: &Total, start: &[Values], is_exact: bool) -> Result<(), TestCaseError> {
        let mut expected = vec![0; start.len()];
        choices(total, start, &mut Vec::new(), &mut expected);
        let mut domains = Domains::new(start.to_vec());
        let feasible = expected.iter().all(|&values| values != 0);
        match total.propagate(&mut domains, Effort::Thorough) {
            Ok(()) if is_exact => prop_assert_eq!((feasible, domains.all()), (true, &expected[..])),
            Ok(()) => prop_assert!(domains.all().iter().zip(&expected).all(|(left, kept)| kept & !left == 0)),
            Err(Broken) => prop_assert!(!feasible),
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn a_cage_keeps_exactly_the_digits_of_its_combinations(
            start in prop::collection::vec(1u64..1 << 7, 1..=5),
            total in 0i64..25,
        ) {
            agrees(&Total::cage((0..start.len()).collect(), total, "cage", ""), &start, true)?;
        }

        #[test]
        fn an_equation_keeps_exactly_what_makes_the_total(
            start in prop::collection::vec((1u64..1 << 6, prop::sample::select(vec![-10i64, -1, 1, 2])), 1..=4),
            total in -30i64..20,
        ) {
            let (start, weights): (Vec<_>, Vec<_>) = start.into_iter().unzip();
            let terms = weights.into_iter().enumerate().map(|(var, weight)| Term { var, weight }).collect();
            agrees(&Total::new(terms, total, "arrow", ""), &start, true)?;
        }

        #[test]
        fn a_cage_over_many_values_never_strikes_out_a_combination(
            start in prop::collection::vec(1u64..1 << 12, 1..=4),
            total in 0i64..40,
        ) {
            agrees(&Total::cage((0..start.len()).collect(), total, "cage", ""), &start, false)?;
        }
    }
}
