//! "Each more than the one before": values that increase along a line.
//!
//! Each variable is more than the one before it. The least that each can be is found from the first to the last, the most
//! from the last to the first; the values between are what remains.

use super::{Breach, Broken, Constraint, ConstraintInfo, Domains, Effort, Values, Var, Written};

/// Each variable of the scope has a higher value than the one before.
#[derive(Debug)]
pub struct Increasing {
    info: ConstraintInfo,
}

impl Increasing {
    /// The values of `scope` grow from each variable to the next.
    pub fn new(scope: Vec<Var>, name: impl Into<String>, statement: impl Into<String>) -> Self {
        Increasing { info: ConstraintInfo::new(scope, name, statement) }
    }
}

/// The values above the lowest of these.
fn above(values: Values) -> Values {
    !(values ^ values.wrapping_sub(1))
}

/// The values below the highest of these.
fn below(values: Values) -> Values {
    values.checked_ilog2().map_or(0, |highest| (1 << highest) - 1)
}

impl Constraint for Increasing {
    fn info(&self) -> &ConstraintInfo {
        &self.info
    }

    /// Nothing: what the decided variables rule out has been removed from the others.
    fn remainder(&self, _domains: &Domains, _state: &mut Vec<u8>) {}

    fn possible(&self, domains: &Domains) -> bool {
        let mut open = Values::MAX;
        self.info.scope.iter().all(|&var| {
            let values = domains.get(var) & open;
            open = above(values);
            values != 0
        })
    }

    fn propagate(&self, domains: &mut Domains, _effort: Effort) -> Result<(), Broken> {
        let scope = &self.info.scope;
        for pair in scope.windows(2) {
            domains.keep(pair[1], above(domains.get(pair[0])))?;
        }
        for pair in scope.windows(2).rev() {
            domains.keep(pair[0], below(domains.get(pair[1])))?;
        }
        Ok(())
    }

    fn violation(&self, written: &Written) -> Option<Breach> {
        let known: Vec<(Var, u8)> =
            self.info.scope.iter().filter_map(|&var| Some((var, written.value(var)?))).collect();
        // Where the values do not increase, some two that are written one after the other do not.
        let pair = known.windows(2).find(|pair| pair[0].1 >= pair[1].1)?;
        let [(first, low), (second, high)] = [pair[0], pair[1]];
        let (subject, low, high) = (self.info.subject(), written.name(low), written.name(high));
        let (from, to) = (written.cell(first), written.cell(second));
        let sentence = format!("{subject} must increase, but {from} is {low} and {to} after it is {high}.");
        Some(Breach { vars: vec![first, second], sentence })
    }

    fn has_thorough_pass(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Brute force: which values occur in growing sequences above `least`.
    fn sequences(start: &[Values], place: usize, least: usize, seen: &mut [Values]) -> bool {
        let Some(values) = start.get(place) else { return true };
        let fitting: Vec<usize> = (least..6).filter(|&value| values >> value & 1 == 1).collect();
        let mut found = false;
        for value in fitting {
            if sequences(start, place + 1, value + 1, seen) {
                seen[place] |= 1 << value;
                found = true;
            }
        }
        found
    }

    proptest! {
        #[test]
        fn a_thermometer_keeps_exactly_the_values_of_growing_sequences(
            start in prop::collection::vec(1u64..1 << 6, 1..=5),
        ) {
            let mut expected = vec![0; start.len()];
            let feasible = sequences(&start, 0, 0, &mut expected);
            let thermometer = Increasing::new((0..start.len()).collect(), "thermometer", "");
            let mut domains = Domains::new(start.clone());
            prop_assert_eq!(thermometer.possible(&domains), feasible);
            match thermometer.propagate(&mut domains, Effort::Quick) {
                Ok(()) => prop_assert_eq!((feasible, domains.all()), (true, &expected[..])),
                Err(Broken) => prop_assert!(!feasible),
            }
        }
    }
}
