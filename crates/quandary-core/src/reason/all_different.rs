//! "Each value once": the rows, columns and boxes of a Latin square.
//!
//! Quickly: a cell with one value takes it from the others, and a value with one place goes there. Thoroughly: every
//! value that is in no complete assignment of the unit is removed (Régin's filter). One assignment is found by
//! matching cells to values; a value may replace the one a cell was matched to exactly when the owners of the values
//! can shift round in a circle, or along a chain that ends at an unused value. With at most 64 values a set of
//! values is one machine word, and "can shift" is a transitive closure over a few words.

use super::explain::Known;
use super::explain::words::number;
use super::{Breach, Broken, Constraint, ConstraintInfo, Domains, Effort, Values, Var, Written};

/// No two variables of the scope have the same value.
#[derive(Debug)]
pub struct AllDifferent {
    info: ConstraintInfo,
    /// Whether there are as many values as variables, so that each value has a place.
    is_permutation: bool,
}

impl AllDifferent {
    /// The variables of `scope` differ from each other. `values` is how many values there are in all.
    pub fn new(scope: Vec<Var>, values: usize, name: impl Into<String>, statement: impl Into<String>) -> Self {
        let is_permutation = scope.len() == values;
        AllDifferent { is_permutation, info: ConstraintInfo::new(scope, name, statement) }
    }

    /// One value left in a cell: it goes from the others. One place left for a value: it goes there.
    fn singles(&self, domains: &mut Domains) -> Result<(), Broken> {
        loop {
            let (mut once, mut twice, mut fixed, mut open, mut clash) = (0, 0, 0, 0, 0);
            for &var in &self.info.scope {
                let values = domains.get(var);
                // All ones where one value is left: without a branch, which would be mispredicted half the time.
                let is_fixed = Values::from(values & values.wrapping_sub(1) == 0).wrapping_neg();
                clash |= fixed & values & is_fixed;
                fixed |= values & is_fixed;
                open |= values & !is_fixed;
                twice |= once & values;
                once |= values;
            }
            if clash != 0 || self.is_permutation && (once.count_ones() as usize) < self.info.scope.len() {
                return Err(Broken);
            }
            let hidden = if self.is_permutation { once & !twice & !fixed } else { 0 };
            if (open & fixed) | hidden == 0 {
                return Ok(());
            }
            for &var in &self.info.scope {
                let values = domains.get(var);
                if !values.is_power_of_two() {
                    domains.remove(var, fixed)?;
                }
                let only_here = domains.get(var) & hidden;
                if only_here != 0 {
                    if !only_here.is_power_of_two() {
                        return Err(Broken);
                    }
                    domains.keep(var, only_here)?;
                }
            }
        }
    }

    /// Removes every value that is in no complete assignment. Variables with one value have taken it from the others.
    fn matching(&self, domains: &mut Domains) -> Result<(), Broken> {
        let mut owner = [usize::MAX; 64];
        let (mut taken, mut all): (Values, Values) = (0, 0);
        for (place, &var) in self.info.scope.iter().enumerate() {
            let values = domains.get(var);
            if values.is_power_of_two() {
                continue;
            }
            all |= values;
            let mut tried = 0;
            if !self.find_value(domains, place, &mut owner, &mut taken, &mut tried) {
                return Err(Broken);
            }
        }
        // The values that a value's owner could take instead.
        let mut shift = [0; 64];
        for value in bits(taken) {
            shift[value] = domains.get(self.info.scope[owner[value]]);
        }
        let free = all & !taken;
        let releasable = leading_to(&shift, taken, free);
        let (mut keeps, mut left) = ([0; 64], taken);
        while left != 0 {
            // The values that one value leads to and that lead back to it.
            let first = left & left.wrapping_neg();
            let circle = leading_to(&shift, reached_from(&shift, left, first), first);
            left &= !circle;
            if circle == taken {
                // Any value can go anywhere.
                return Ok(());
            }
            for value in bits(circle) {
                keeps[value] = circle | releasable;
            }
        }
        for value in bits(taken) {
            domains.keep(self.info.scope[owner[value]], keeps[value])?;
        }
        Ok(())
    }

    /// A value's owner, the owners of all values that it could take instead, and so on: where these are no more values than
    /// owners, no other variable has any of them, and no fewer variables show that.
    fn owners(&self, domains: &Domains, var: Var, value: usize) -> Option<Vec<Var>> {
        let (mut owner, mut taken) = ([usize::MAX; 64], 0);
        for place in 0..self.info.scope.len() {
            if !self.find_value(domains, place, &mut owner, &mut taken, &mut 0) {
                return None;
            }
        }
        let (mut values, mut done): (Values, Values) = (1 << value, 0);
        let mut owners = Vec::new();
        while values != done {
            let next = (values & !done).trailing_zeros() as usize;
            done |= 1 << next;
            let place = self.info.scope.get(owner[next]).copied().filter(|&owner| owner != var)?;
            owners.push(place);
            values |= domains.get(place);
        }
        Some(owners)
    }

    /// Gives a cell a value, moving the owners of other values along where needed.
    fn find_value(
        &self,
        domains: &Domains,
        place: usize,
        owner: &mut [usize; 64],
        taken: &mut Values,
        tried: &mut Values,
    ) -> bool {
        let values = domains.get(self.info.scope[place]);
        if let Some(value) = bits(values & !*taken).next() {
            owner[value] = place;
            *taken |= 1 << value;
            return true;
        }
        for value in bits(values) {
            if *tried >> value & 1 == 1 {
                continue;
            }
            *tried |= 1 << value;
            if self.find_value(domains, owner[value], owner, taken, tried) {
                owner[value] = place;
                return true;
            }
        }
        false
    }
}

/// The values among some that a value leads to in any number of steps, itself included.
fn reached_from(shift: &[Values; 64], among: Values, from: Values) -> Values {
    let (mut reached, mut done) = (from, 0);
    while reached != done {
        let next = (reached & !done).trailing_zeros() as usize;
        done |= 1 << next;
        reached |= shift[next] & among;
    }
    reached
}

/// The values among some that lead to one of these in any number of steps, and these.
fn leading_to(shift: &[Values; 64], among: Values, to: Values) -> Values {
    let mut leading = to;
    loop {
        let before = leading;
        for value in bits(among & !leading) {
            if shift[value] & leading != 0 {
                leading |= 1 << value;
            }
        }
        if leading == before {
            return leading;
        }
    }
}

/// The places of the ones in a word.
pub(super) fn bits(mut set: Values) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}

impl Constraint for AllDifferent {
    fn info(&self) -> &ConstraintInfo {
        &self.info
    }

    /// Nothing: what the decided variables rule out has been removed from the others.
    fn remainder(&self, _domains: &Domains, _state: &mut Vec<u8>) {}

    fn possible(&self, domains: &Domains) -> bool {
        let mut fixed = 0;
        self.info.scope.iter().map(|&var| domains.get(var)).filter(|values| values.is_power_of_two()).all(|value| {
            let is_new = fixed & value == 0;
            fixed |= value;
            is_new
        })
    }

    fn mutually_exclusive(&self) -> &[Var] {
        &self.info.scope
    }

    fn reason(&self, domains: &Domains, removed: Known) -> Option<Vec<Var>> {
        removed
            .values
            .is_power_of_two()
            .then(|| removed.values.trailing_zeros() as usize)
            .and_then(|value| self.owners(domains, removed.var, value))
    }

    fn propagate(&self, domains: &mut Domains, effort: Effort) -> Result<(), Broken> {
        self.singles(domains)?;
        if effort == Effort::Thorough {
            self.matching(domains)?;
            self.singles(domains)?;
        }
        Ok(())
    }

    fn violation(&self, written: &Written) -> Option<Breach> {
        repeated(&self.info, written)
    }
}

/// A value that is written more than once.
pub(super) fn repeated(info: &ConstraintInfo, written: &Written) -> Option<Breach> {
    let places = |value: u8| -> Vec<Var> {
        info.scope.iter().copied().filter(|&var| written.value(var) == Some(value)).collect()
    };
    let (vars, value) = (0..64).map(|value| (places(value), value)).find(|(vars, _)| vars.len() > 1)?;
    let (subject, count, name) = (info.subject(), number(vars.len()), written.name(value));
    Some(Breach { sentence: format!("{subject} has {count} {name}s: {}.", written.whose(&vars)), vars })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Brute force: which values occur in complete assignments.
    fn in_some_assignment(start: &[Values], place: usize, taken: Values, seen: &mut Vec<Values>) -> bool {
        if place == start.len() {
            return true;
        }
        let mut found = false;
        for value in bits(start[place] & !taken) {
            if in_some_assignment(start, place + 1, taken | 1 << value, seen) {
                seen[place] |= 1 << value;
                found = true;
            }
        }
        found
    }

    proptest! {
        #[test]
        fn a_unit_keeps_exactly_the_values_of_complete_assignments(
            start in prop::collection::vec(1u64..1 << 6, 1..=6),
        ) {
            let mut expected = vec![0; start.len()];
            let feasible = in_some_assignment(&start, 0, 0, &mut expected);
            let unit = AllDifferent::new((0..start.len()).collect(), 6, "row 1", "");
            let mut domains = Domains::new(start.clone());
            let result = unit.propagate(&mut domains, Effort::Thorough);
            if feasible {
                prop_assert_eq!(result, Ok(()));
                prop_assert_eq!(domains.all(), &expected[..]);
            } else {
                prop_assert_eq!(result, Err(Broken));
            }
        }
    }
}
