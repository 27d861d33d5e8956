//! Sums over ladders: "row 3 holds five black cells", "column 2 holds four".
//!
//! A *ladder* is a list of yes/no variables that fill up from the first to the last: each is 1 only if the one before it is.
//! What a ladder adds to the sum is the number of its rungs that are 1, times a weight. A rung may stand for several cells
//! of the line that are always alike; its weight is then their number.
//!
//! Quickly: bounds. A ladder has to reach at least what the others cannot make up for, and at most what is left. With
//! weights of 1 that is all that follows. Thoroughly: all ways to make the total, followed from both ends as sets of
//! reachable sums; a rung count on none of them is removed.

use super::{Breach, Broken, Constraint, ConstraintInfo, Domains, Effort, Values, Var, Written};

/// Values of two-valued variables.
const NO: Values = 0b01;
const YES: Values = 0b10;

/// Rungs that fill up from the first to the last, each adding the same weight.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// Variables with the values 0 and 1; each but the first may be 1 only if the one before is.
    pub rungs: Vec<Var>,
    /// What each rung adds when it is 1.
    pub weight: u32,
    /// The rule, by name, that fills the rungs in order, and a rung of several cells as one. `None` where neither is needed.
    pub rule: Option<String>,
    /// The rungs that also stand for cells outside this line.
    pub shared: Vec<Var>,
}

impl Ladder {
    /// One variable by itself.
    pub fn single(var: Var, weight: u32) -> Self {
        Ladder { rungs: vec![var], weight, rule: None, shared: Vec::new() }
    }

    /// How many rungs are filled, at least and at most.
    fn range(&self, domains: &Domains) -> (u32, u32) {
        let least = self.rungs.iter().rposition(|&var| domains.get(var) == YES).map_or(0, |at| at + 1);
        let most = self.rungs.iter().position(|&var| domains.get(var) == NO).unwrap_or(self.rungs.len());
        (least as u32, most as u32)
    }

    /// Narrows the number of filled rungs.
    fn limit(&self, domains: &mut Domains, least: u32, most: u32) -> Result<(), Broken> {
        for (at, &var) in self.rungs.iter().enumerate() {
            if (at as u32) < least {
                domains.keep(var, YES)?;
            } else if at as u32 >= most {
                domains.keep(var, NO)?;
            }
        }
        Ok(())
    }
}

/// The ladders add up to a given total.
#[derive(Debug)]
pub struct Sum {
    info: ConstraintInfo,
    ladders: Vec<Ladder>,
    total: u32,
    /// With weights of 1 only, bounds already give everything that follows.
    is_plain: bool,
    /// The rules of the ladders, each once.
    rules: Vec<String>,
}

/// A ladder, or one rung of a ladder whose rule is left out.
struct Part<'s> {
    ladder: &'s Ladder,
    /// `None` for a ladder that keeps its rule; else the rung, whose cells are then filled one by one.
    rung: Option<Var>,
    /// The amounts that it may add.
    amounts: Vec<usize>,
}

impl Sum {
    /// The rungs of `ladders` that are 1, with their weights, make `total`.
    pub fn new(ladders: Vec<Ladder>, total: u32, name: impl Into<String>, statement: impl Into<String>) -> Self {
        let scope = ladders.iter().flat_map(|ladder| &ladder.rungs).copied().collect();
        let is_plain = ladders.iter().all(|ladder| ladder.weight == 1);
        let mut rules: Vec<String> = ladders.iter().filter_map(|ladder| ladder.rule.clone()).collect();
        rules.sort();
        rules.dedup();
        Sum { ladders, total, is_plain, rules, info: ConstraintInfo::new(scope, name, statement) }
    }

    /// The ladders, those without their rule cut into rungs.
    fn parts(&self, domains: &Domains, kept: &[usize]) -> Vec<Part<'_>> {
        let mut parts = Vec::new();
        for ladder in &self.ladders {
            let weight = ladder.weight as usize;
            if ladder.rule.as_ref().is_none_or(|rule| kept.iter().any(|&index| self.rules[index] == *rule)) {
                let (low, high) = ladder.range(domains);
                let amounts = (low..=high).map(|count| count as usize * weight).collect();
                parts.push(Part { ladder, rung: None, amounts });
                continue;
            }
            for &var in &ladder.rungs {
                let amounts = match domains.get(var) {
                    NO => vec![0],
                    YES => vec![weight],
                    _ => (0..=weight).collect(),
                };
                parts.push(Part { ladder, rung: Some(var), amounts });
            }
        }
        parts
    }

    /// What is surely there, and what could be there at most.
    fn bounds(&self, domains: &Domains) -> (u32, u32) {
        self.ladders.iter().fold((0, 0), |(least, most), ladder| {
            let (low, high) = ladder.range(domains);
            (least + low * ladder.weight, most + high * ladder.weight)
        })
    }

    /// Each ladder reaches at least what the others cannot make up for, and at most what they leave.
    fn by_bounds(&self, domains: &mut Domains) -> Result<(), Broken> {
        let (mut least, mut most) = self.bounds(domains);
        loop {
            if self.total < least || self.total > most {
                return Err(Broken);
            }
            let before = (least, most);
            for ladder in &self.ladders {
                let (low, high) = ladder.range(domains);
                if low > high {
                    return Err(Broken);
                }
                let weight = ladder.weight;
                let (others_least, others_most) = (least - low * weight, most - high * weight);
                let new_low = low.max(self.total.saturating_sub(others_most).div_ceil(weight));
                let new_high = high.min((self.total - others_least) / weight);
                if new_low > new_high {
                    return Err(Broken);
                }
                if (new_low, new_high) != (low, high) {
                    ladder.limit(domains, new_low, new_high)?;
                    (least, most) = (others_least + new_low * weight, others_most + new_high * weight);
                    if self.total < least || self.total > most {
                        return Err(Broken);
                    }
                }
            }
            if before == (least, most) {
                return Ok(());
            }
        }
    }

    /// Keeps only rung counts that are on a way to the total. `before[i]` are the sums that the first `i` ladders can make.
    fn by_ways(&self, domains: &mut Domains) -> Result<(), Broken> {
        let total = self.total as usize;
        let ranges: Vec<(u32, u32)> = self.ladders.iter().map(|ladder| ladder.range(domains)).collect();
        let mut before = vec![Sums::only_zero(total)];
        for (ladder, &range) in self.ladders.iter().zip(&ranges) {
            let sums = before[before.len() - 1].plus(ladder.weight, range);
            before.push(sums);
        }
        if !before[self.ladders.len()].contains(total) {
            return Err(Broken);
        }
        let mut after = Sums::only_zero(total);
        for (index, ladder) in self.ladders.iter().enumerate().rev() {
            let (low, high) = ranges[index];
            if low < high {
                let fits = |&count: &u32| {
                    let adds = (count * ladder.weight) as usize;
                    adds <= total && before[index].meets(&after, total - adds)
                };
                let (Some(first), Some(last)) = ((low..=high).find(fits), (low..=high).rev().find(fits)) else {
                    return Err(Broken);
                };
                ladder.limit(domains, first, last)?;
            }
            after = after.plus(ladder.weight, ranges[index]);
        }
        Ok(())
    }
}

impl Constraint for Sum {
    fn info(&self) -> &ConstraintInfo {
        &self.info
    }

    /// How much is there already.
    fn remainder(&self, domains: &Domains, state: &mut Vec<u8>) {
        let full = |ladder: &Ladder| ladder.rungs.iter().filter(|&&var| domains.get(var) == YES).count() as u32;
        let sum: u32 = self.ladders.iter().map(|ladder| ladder.weight * full(ladder)).sum();
        state.extend_from_slice(&sum.to_le_bytes());
    }

    /// Looks at each cell by itself: that the rungs of a ladder fill up in order is stated by another constraint.
    fn possible(&self, domains: &Domains) -> bool {
        let (mut least, mut most) = (0, 0);
        for ladder in &self.ladders {
            for &var in &ladder.rungs {
                let values = domains.get(var);
                least += if values == YES { ladder.weight } else { 0 };
                most += if values & YES != 0 { ladder.weight } else { 0 };
            }
        }
        (least..=most).contains(&self.total)
    }

    fn propagate(&self, domains: &mut Domains, effort: Effort) -> Result<(), Broken> {
        self.by_bounds(domains)?;
        if effort == Effort::Quick || self.is_plain {
            return Ok(());
        }
        // What the ways rule out may tighten the bounds again.
        loop {
            let mark = domains.trail().len();
            self.by_ways(domains)?;
            if domains.trail().len() == mark {
                return Ok(());
            }
            self.by_bounds(domains)?;
        }
    }

    fn assumes(&self) -> &[String] {
        &self.rules
    }

    fn propagate_assuming(&self, domains: &mut Domains, kept: &[usize]) -> Result<(), Broken> {
        let total = self.total as usize;
        loop {
            let mark = domains.trail().len();
            let parts = self.parts(domains, kept);
            let mut before = vec![Sums::only_zero(total)];
            for part in &parts {
                let sums = before[before.len() - 1].plus_any(&part.amounts);
                before.push(sums);
            }
            let mut after = Sums::only_zero(total);
            for (index, part) in parts.iter().enumerate().rev() {
                let fits = |&amount: &usize| amount <= total && before[index].meets(&after, total - amount);
                let fitting: Vec<usize> = part.amounts.iter().copied().filter(fits).collect();
                let (Some(&first), Some(&last)) = (fitting.first(), fitting.last()) else { return Err(Broken) };
                let weight = part.ladder.weight;
                match part.rung {
                    None => part.ladder.limit(domains, first as u32 / weight, last as u32 / weight)?,
                    // Cell by cell, a rung is empty or full only where no other amount is possible.
                    Some(var) if part.ladder.shared.contains(&var) => {}
                    Some(var) if last == 0 => _ = domains.keep(var, NO)?,
                    Some(var) if first == weight as usize => _ = domains.keep(var, YES)?,
                    Some(_) => {}
                }
                after = after.plus_any(&part.amounts);
            }
            if domains.trail().len() == mark {
                return Ok(());
            }
        }
    }

    fn violation(&self, written: &Written) -> Option<Breach> {
        let scope = &self.info.scope;
        let with = |value: u8| scope.iter().copied().filter(|&var| written.value(var) == Some(value)).collect();
        let (yes, no): (Vec<Var>, Vec<Var>) = (with(1), with(0));
        let (total, is_whole) = (self.total as usize, yes.len() + no.len() == scope.len());
        // Only a line of single cells can simply be counted.
        let is_counted = self.ladders.iter().all(|ladder| ladder.weight == 1 && ladder.shared.is_empty());
        if !is_counted || yes.len() <= total && !(is_whole && yes.len() < total) {
            return None;
        }
        let (subject, kind) = (self.info.subject(), written.name(1));
        let has = if yes.len() == 1 { format!("1 {kind} cell") } else { format!("{} {kind} cells", yes.len()) };
        let places = if yes.len() > total { format!(" ({})", written.places(&yes)) } else { String::new() };
        let sentence = format!("{subject} has {has}{places}, but its clue is {total}.");
        Some(Breach { vars: if yes.len() > total { yes } else { no }, sentence })
    }

    fn impossible(&self, written: &Written, facts: &[Var]) -> String {
        let mut domains = Domains::new(vec![YES | NO; written.domains().all().len()]);
        // Whatever the facts are, they do not contradict an empty board.
        let _ = facts.iter().try_for_each(|&var| domains.keep(var, written.domains().get(var)).map(|_| ()));
        let (least, most) = self.bounds(&domains);
        let (subject, kind) = (self.info.subject(), written.name(1));
        let total = if self.total == 1 { format!("1 {kind} cell") } else { format!("{} {kind} cells", self.total) };
        let facts = written.facts(facts);
        if least > self.total {
            format!("{subject} needs {total}, but with {facts} it has at least {least}.")
        } else if most < self.total {
            format!("{subject} needs {total}, but with {facts} only {most} can be {kind}.")
        } else {
            format!("{subject} needs {total}, but with {facts} no choice of the other parts makes that number.")
        }
    }

    fn has_thorough_pass(&self) -> bool {
        !self.is_plain
    }
}

/// A set of sums from 0 to some largest one, as bits.
#[derive(Clone, Debug)]
pub(super) struct Sums(Vec<u64>);

impl Sums {
    pub(super) fn only_zero(largest: usize) -> Self {
        let mut words = vec![0; largest / 64 + 1];
        words[0] = 1;
        Sums(words)
    }

    fn contains(&self, sum: usize) -> bool {
        self.0[sum / 64] >> (sum % 64) & 1 == 1
    }

    /// The sums with a ladder added whose count of rungs is in a range.
    fn plus(&self, weight: u32, (low, high): (u32, u32)) -> Self {
        let mut sums = Sums(vec![0; self.0.len()]);
        for count in low..=high {
            sums.add_shifted(self, (count * weight) as usize);
        }
        sums
    }

    /// The sums with one of some numbers added.
    pub(super) fn plus_any(&self, numbers: &[usize]) -> Self {
        let mut sums = Sums(vec![0; self.0.len()]);
        for &number in numbers {
            sums.add_shifted(self, number);
        }
        sums
    }

    fn add_shifted(&mut self, other: &Sums, by: usize) {
        let (words, bits) = (by / 64, by % 64);
        for to in words..self.0.len() {
            let mut shifted = other.0[to - words] << bits;
            if bits > 0 && to > words {
                shifted |= other.0[to - words - 1] >> (64 - bits);
            }
            self.0[to] |= shifted;
        }
    }

    /// Whether a sum from here and one from there make `total`.
    pub(super) fn meets(&self, other: &Sums, total: usize) -> bool {
        (0..=total).any(|sum| self.contains(sum) && other.contains(total - sum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Brute force over all fillings: what every one that makes the total agrees on.
    fn forced(ladders: &[Ladder], total: u32) -> Option<Vec<Values>> {
        let count = ladders.iter().map(|ladder| ladder.rungs.len()).sum();
        let mut seen = vec![0; count];
        for choice in 0u32..1 << count {
            let is_one = |var: Var| choice >> var & 1 == 1;
            let in_order = |ladder: &Ladder| ladder.rungs.is_sorted_by(|&low, &high| is_one(low) || !is_one(high));
            let adds = |ladder: &Ladder| ladder.rungs.iter().filter(|&&var| is_one(var)).count() as u32 * ladder.weight;
            if ladders.iter().all(in_order) && ladders.iter().map(adds).sum::<u32>() == total {
                for (var, values) in seen.iter_mut().enumerate() {
                    *values |= 1 << (choice >> var & 1);
                }
            }
        }
        seen.iter().all(|&values| values != 0).then_some(seen)
    }

    /// Ladders of the given lengths and weights over variables 0, 1, 2 …
    fn ladders(shapes: &[(usize, u32)]) -> Vec<Ladder> {
        let mut next = 0;
        shapes
            .iter()
            .map(|&(length, weight)| {
                let rungs = (next..next + length).collect();
                next += length;
                Ladder { rungs, weight, rule: None, shared: Vec::new() }
            })
            .collect()
    }

    #[test]
    fn a_line_deduces_everything_that_follows_from_its_ladders() {
        let lines: [&[(usize, u32)]; 8] = [
            &[(1, 1), (1, 1), (1, 1)],
            &[(1, 2), (1, 2), (1, 3)],
            &[(1, 4), (1, 2), (1, 2), (1, 2)],
            &[(1, 5), (1, 1)],
            &[(1, 3), (1, 3), (1, 2), (1, 1), (1, 1)],
            &[(3, 1), (2, 1), (1, 1)],
            &[(4, 1)],
            &[(2, 1), (2, 1), (3, 1), (1, 1)],
        ];
        for shapes in lines {
            let line = ladders(shapes);
            let most: u32 = shapes.iter().map(|&(length, weight)| length as u32 * weight).sum();
            for total in 0..=most {
                let sum = Sum::new(line.clone(), total, "row 1", "");
                let mut domains = Domains::new(vec![YES | NO; sum.info.scope.len()]);
                let result = sum.propagate(&mut domains, Effort::Thorough);
                match forced(&line, total) {
                    None => assert_eq!(result, Err(Broken), "{shapes:?} cannot make {total}"),
                    Some(expected) => assert_eq!(domains.all(), expected, "{shapes:?} making {total}"),
                }
            }
        }
    }

    /// Brute force over single cells: those of a ladder with its rule fill up in order, a rung at a time; others are free.
    fn forced_cells(ladders: &[Ladder], is_kept: &[bool], total: u32) -> Option<Vec<Values>> {
        let rungs: Vec<(usize, Var, u32)> = ladders
            .iter()
            .enumerate()
            .flat_map(|(index, ladder)| ladder.rungs.iter().map(move |&var| (index, var, ladder.weight)))
            .collect();
        let cells: u32 = rungs.iter().map(|rung| rung.2).sum();
        let mut seen = vec![0; rungs.len()];
        for choice in (0u32..1 << cells).filter(|choice| choice.count_ones() == total) {
            let mut from = 0;
            let filled = |&(_, _, weight): &(usize, Var, u32)| {
                from += weight;
                (choice >> (from - weight) & ((1 << weight) - 1)).count_ones()
            };
            let filled: Vec<u32> = rungs.iter().map(filled).collect();
            let fits = |at: usize| {
                let (index, _, weight) = rungs[at];
                let is_whole = filled[at] == 0 || filled[at] == weight;
                let follows = at == 0 || rungs[at - 1].0 != index || filled[at] == 0 || filled[at - 1] == weight;
                !is_kept[index] || is_whole && follows
            };
            if (0..rungs.len()).all(fits) {
                for (at, &(_, var, weight)) in rungs.iter().enumerate() {
                    seen[var] |= if filled[at] < weight { NO } else { 0 } | if filled[at] > 0 { YES } else { 0 };
                }
            }
        }
        seen.iter().all(|&values| values != 0).then_some(seen)
    }

    #[test]
    fn without_the_rule_of_a_ladder_its_cells_are_free() {
        let lines: [&[(usize, u32)]; 5] =
            [&[(1, 2), (1, 2), (1, 3)], &[(1, 4), (1, 1)], &[(3, 1), (2, 1), (1, 1)], &[(1, 3), (2, 1)], &[(4, 1)]];
        for shapes in lines {
            let mut line = ladders(shapes);
            for (number, ladder) in line.iter_mut().enumerate() {
                ladder.rule = Some(format!("ladder {number}"));
            }
            let most: u32 = shapes.iter().map(|&(length, weight)| length as u32 * weight).sum();
            for (total, choice) in (0..=most).flat_map(|total| (0u32..1 << line.len()).map(move |c| (total, c))) {
                let kept: Vec<usize> = (0..line.len()).filter(|rule| choice >> rule & 1 == 1).collect();
                let is_kept: Vec<bool> = (0..line.len()).map(|rule| kept.contains(&rule)).collect();
                let sum = Sum::new(line.clone(), total, "row 1", "");
                let mut domains = Domains::new(vec![YES | NO; sum.info.scope.len()]);
                let result = sum.propagate_assuming(&mut domains, &kept);
                match forced_cells(&line, &is_kept, total) {
                    None => assert_eq!(result, Err(Broken), "{shapes:?} with {kept:?} cannot make {total}"),
                    Some(expected) => assert_eq!(domains.all(), expected, "{shapes:?} with {kept:?} making {total}"),
                }
            }
        }
    }

    #[test]
    fn two_of_three_rungs_of_one_ladder_are_the_lower_two() {
        let column = Sum::new(ladders(&[(3, 1)]), 2, "column 1", "");
        let mut domains = Domains::new(vec![YES | NO; 3]);
        column.propagate(&mut domains, Effort::Quick).unwrap();
        assert_eq!(domains.all(), [YES, YES, NO]);
    }
}
