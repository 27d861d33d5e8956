//! Weighted sums: "row 3 holds five water cells", where a tank's stretch of the row is wet or dry as a whole.

use super::{Broken, Constraint, Depth, Domains, Values, Var};

/// Values of two-valued variables.
const NO: Values = 0b01;
const YES: Values = 0b10;

/// The weights of the variables that are 1 add up to a given total.
#[derive(Debug)]
pub struct Sum {
    scope: Vec<Var>,
    weights: Vec<u32>,
    total: u32,
    name: String,
    statement: String,
    /// With weights of 1 only, bounds already tell everything that follows.
    is_plain: bool,
}

impl Sum {
    /// `terms` are variables with the values 0 and 1, and what each adds when it is 1.
    pub fn new(terms: Vec<(Var, u32)>, total: u32, name: impl Into<String>, statement: impl Into<String>) -> Self {
        let (scope, weights): (Vec<_>, Vec<_>) = terms.into_iter().unzip();
        let is_plain = weights.iter().all(|&weight| weight == 1);
        Sum { scope, weights, total, name: name.into(), statement: statement.into(), is_plain }
    }

    /// What is surely there, and what could be there at most.
    fn bounds(&self, domains: &Domains) -> (u32, u32) {
        let (mut least, mut most) = (0, 0);
        for (&var, &weight) in self.scope.iter().zip(&self.weights) {
            let values = domains.get(var);
            least += if values == YES { weight } else { 0 };
            most += if values & YES != 0 { weight } else { 0 };
        }
        (least, most)
    }

    /// Too wide to fit in what is left: dry. Too wide to be missing: wet.
    fn by_bounds(&self, domains: &mut Domains) -> Result<(), Broken> {
        let (mut least, mut most) = self.bounds(domains);
        loop {
            if self.total < least || self.total > most {
                return Err(Broken);
            }
            let before = (least, most);
            for (&var, &weight) in self.scope.iter().zip(&self.weights) {
                if domains.get(var) != YES | NO {
                    continue;
                }
                if least + weight > self.total {
                    domains.keep(var, NO)?;
                    most -= weight;
                } else if most - weight < self.total {
                    domains.keep(var, YES)?;
                    least += weight;
                }
            }
            if before == (least, most) {
                return Ok(());
            }
        }
    }

    /// Every stretch that no way of making the total leaves dry is wet, and the other way round. The ways are
    /// followed from both ends: `before[i]` are the sums that the first `i` open terms can make.
    fn by_subset_sums(&self, domains: &mut Domains) -> Result<(), Broken> {
        let (least, _) = self.bounds(domains);
        let need = (self.total - least) as usize;
        let open: Vec<(Var, usize)> = self
            .scope
            .iter()
            .zip(&self.weights)
            .filter(|&(&var, _)| domains.get(var) == YES | NO)
            .map(|(&var, &weight)| (var, weight as usize))
            .collect();
        let mut before = vec![Sums::only_zero(need)];
        for &(_, weight) in &open {
            let mut sums = before[before.len() - 1].clone();
            sums.add(weight);
            before.push(sums);
        }
        if !before[open.len()].contains(need) {
            return Err(Broken);
        }
        let mut after = Sums::only_zero(need);
        for (index, &(var, weight)) in open.iter().enumerate().rev() {
            let dry = before[index].meets(&after, need);
            let wet = weight <= need && before[index].meets(&after, need - weight);
            match (dry, wet) {
                (true, true) => {}
                (true, false) => drop(domains.keep(var, NO)?),
                (false, true) => drop(domains.keep(var, YES)?),
                (false, false) => return Err(Broken),
            }
            after.add(weight);
        }
        Ok(())
    }
}

impl Constraint for Sum {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn statement(&self) -> String {
        self.statement.clone()
    }

    fn possible(&self, domains: &Domains) -> bool {
        let (least, most) = self.bounds(domains);
        (least..=most).contains(&self.total)
    }

    fn propagate(&self, domains: &mut Domains, depth: Depth) -> Result<(), Broken> {
        self.by_bounds(domains)?;
        if depth == Depth::Thorough { self.by_subset_sums(domains) } else { Ok(()) }
    }

    fn is_layered(&self) -> bool {
        !self.is_plain
    }
}

/// A set of sums from 0 to some largest one, as bits.
#[derive(Clone, Debug)]
struct Sums(Vec<u64>);

impl Sums {
    fn only_zero(largest: usize) -> Self {
        let mut words = vec![0; largest / 64 + 1];
        words[0] = 1;
        Sums(words)
    }

    fn contains(&self, sum: usize) -> bool {
        self.0[sum / 64] >> (sum % 64) & 1 == 1
    }

    /// Adds a term that may be taken or left.
    fn add(&mut self, weight: usize) {
        let (words, bits) = (weight / 64, weight % 64);
        for to in (words..self.0.len()).rev() {
            let mut shifted = self.0[to - words] << bits;
            if bits > 0 && to > words {
                shifted |= self.0[to - words - 1] >> (64 - bits);
            }
            self.0[to] |= shifted;
        }
    }

    /// Whether a sum from here and one from there make `total`.
    fn meets(&self, other: &Sums, total: usize) -> bool {
        (0..=total).any(|sum| self.contains(sum) && other.contains(total - sum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Brute force over all assignments: what every solution agrees on.
    fn forced(weights: &[u32], total: u32) -> Option<Vec<Values>> {
        let mut seen = vec![0; weights.len()];
        for choice in 0u32..1 << weights.len() {
            let sum: u32 = weights.iter().enumerate().map(|(i, w)| (choice >> i & 1) * w).sum();
            if sum == total {
                for (i, values) in seen.iter_mut().enumerate() {
                    *values |= 1 << (choice >> i & 1);
                }
            }
        }
        seen.iter().all(|&values| values != 0).then_some(seen)
    }

    #[test]
    fn a_row_deduces_everything_that_follows_from_its_widths() {
        let widths: [&[u32]; 6] = [&[1, 1, 1], &[2, 2, 3], &[4, 2, 2, 2], &[5, 1], &[3, 3, 2, 1, 1], &[7]];
        for weights in widths {
            for total in 0..=weights.iter().sum() {
                let terms = weights.iter().copied().enumerate().collect();
                let sum = Sum::new(terms, total, "row 1", "");
                let mut domains = Domains::new(vec![YES | NO; weights.len()]);
                let result = sum.propagate(&mut domains, Depth::Thorough);
                match forced(weights, total) {
                    None => assert_eq!(result, Err(Broken), "{weights:?} cannot make {total}"),
                    Some(expected) => assert_eq!(domains.all(), expected, "{weights:?} making {total}"),
                }
            }
        }
    }
}
