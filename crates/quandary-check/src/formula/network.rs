//! Cells that are filled one after the other as a path through a network: a line of runs, and cages and arrows.
//!
//! *Runs.* A node is a cell and a number of runs: so many cells and runs are behind us. From there a step leads past one empty
//! cell, or past the next run and the gap that it needs. A run of unknown length has nodes of its own: a step past its first
//! cell leads there, others lead past further cells, and one ends it. A way to fill the line is a path from the first node to
//! the last.
//!
//! *Cages and arrows.* A node is a cell and a state of `kinds/walk.rs`: what matters of the digits so far. A step writes a digit.
//!
//! Each step is a yes/no variable. What goes into a node comes out of it; one step leaves the first node; a cell has a
//! value exactly if a step is taken that gives it this value. On these sums unit propagation finds everything that
//! follows from the line.

use std::collections::{BTreeMap, BTreeSet};

use super::{Formula, Linear, Term};
use crate::Failure;
use crate::kinds::runs::{Run, Runs};
use crate::kinds::{Values, each, walk};
use crate::sudoku::variant::Wants;

/// How many cells are behind us, and what matters of them: twice the number of runs, one more inside a run; or a state of a walk.
type Node = (usize, u64);

/// A step past some cells.
struct Step {
    from: Node,
    to: Node,
    /// The cells that get a value, and the value.
    cells: std::ops::Range<usize>,
    value: usize,
    /// Whether the cell after them is empty, as a gap.
    gap: bool,
}

/// More steps than this are too many for one board.
const MOST_STEPS: usize = 2_000_000;
/// A cage or an arrow of more steps is written as a sum.
const MOST_OF_DEMAND: usize = 4_000;

impl Formula {
    /// Adds a line of runs.
    pub(super) fn runs(&mut self, runs: &Runs, line: &[usize]) -> Result<(), Failure> {
        self.path(&steps(&runs.runs, line.len()), (line.len(), 2 * runs.runs.len() as u64), line)
    }

    /// Adds a demand on cells with these values; `false` if that takes too many steps.
    pub(super) fn walk(&mut self, wants: &Wants, values: &[Values], cells: &[usize]) -> Result<bool, Failure> {
        let Some(steps) = walks(wants, values) else { return Ok(false) };
        self.path(&steps, (cells.len(), 0), cells).map(|()| true)
    }

    /// Adds the demand to take steps from the first node to the last one.
    fn path(&mut self, steps: &[Step], end: Node, line: &[usize]) -> Result<(), Failure> {
        let first = self.variables;
        self.variables += steps.len();
        if self.variables > MOST_STEPS {
            return Err(Failure::Limit);
        }
        let step = |index: usize, coefficient: i64| Term { coefficient, variable: first + index, is: true };
        // Into a node: −1; out of a node: 1.
        let mut nodes: BTreeMap<Node, Vec<Term>> = BTreeMap::from([((0, 0), Vec::new())]);
        let mut giving: BTreeMap<(usize, usize), Vec<Term>> = BTreeMap::new();
        for (index, passed) in steps.iter().enumerate() {
            nodes.entry(passed.from).or_default().push(step(index, 1));
            nodes.entry(passed.to).or_default().push(step(index, -1));
            for cell in passed.cells.clone() {
                giving.entry((cell, passed.value)).or_default().push(step(index, 1));
            }
            if passed.gap {
                giving.entry((passed.cells.end, 0)).or_default().push(step(index, 1));
            }
        }
        for (node, terms) in nodes {
            let bound = i64::from(node == (0, 0)) - i64::from(node == end);
            self.sums.push(Linear { terms, is_equality: true, bound });
        }
        for (place, &variable) in line.iter().enumerate() {
            for value in 0..self.values {
                let mut terms = giving.remove(&(place, value)).unwrap_or_default();
                terms.push(self.literal(variable, value).opposite());
                self.sums.push(Linear { terms, is_equality: true, bound: 1 });
            }
        }
        Ok(())
    }
}

/// All steps that meet a demand, if they are not too many. All end at one node.
fn walks(wants: &Wants, values: &[Values]) -> Option<Vec<Step>> {
    let count = values.len();
    let mut states = BTreeSet::from([0]);
    let mut steps = Vec::new();
    for (place, &values) in values.iter().enumerate() {
        let mut next = BTreeSet::new();
        for (&state, value) in states.iter().flat_map(|state| each(values).map(move |value| (state, value))) {
            let Some(after) = walk::step(wants, place, state, value + 1) else { continue };
            let is_last = place + 1 == count;
            if is_last && !walk::is_end(wants, count, after) {
                continue;
            }
            let to = (place + 1, if is_last { 0 } else { after });
            steps.push(Step { from: (place, state), to, cells: place..place + 1, value, gap: false });
            next.insert(to.1);
        }
        if steps.len() > 16 * MOST_OF_DEMAND {
            return None;
        }
        states = next;
    }
    // From the last to the first: those from which the end is reached.
    let mut reach = BTreeSet::from([(count, 0)]);
    let mut kept = Vec::new();
    for step in steps.into_iter().rev() {
        if reach.contains(&step.to) {
            reach.insert(step.from);
            kept.push(step);
        }
    }
    kept.reverse();
    Some(kept).filter(|kept| count > 0 && kept.len() <= MOST_OF_DEMAND)
}

/// All steps of a line of runs that are part of some path.
fn steps(runs: &[Run], length: usize) -> Vec<Step> {
    // Cells that the runs from each on take at least, with their gaps.
    let gap_after = |run: usize| runs.get(run + 1).is_some_and(|next| next.1 == runs[run].1);
    let mut needed = vec![0_usize; runs.len() + 1];
    for run in (0..runs.len()).rev() {
        let least = runs[run].0.unwrap_or(1);
        needed[run] = needed[run + 1].saturating_add(least).saturating_add(gap_after(run).into());
    }
    if needed[0] > length {
        return Vec::new();
    }
    let mut steps = Vec::new();
    for run in 0..=runs.len() {
        // Nodes with this many runs behind them: from the earliest place to the latest.
        let (earliest, latest) = (needed[0] - needed[run], length - needed[run]);
        let done = 2 * run as u64;
        for place in earliest..latest {
            let (from, to) = ((place, done), (place + 1, done));
            steps.push(Step { from, to, cells: place..place + 1, value: 0, gap: false });
        }
        let Some(&(known, value)) = runs.get(run) else { continue };
        let gap = gap_after(run);
        let past = |end: usize| (end + usize::from(gap), done + 2);
        for place in earliest..=latest {
            let end = place + known.unwrap_or(1);
            let to = if known.is_some() { past(end) } else { (end, done + 1) };
            steps.push(Step { from: (place, done), to, cells: place..end, value, gap: gap && known.is_some() });
        }
        if known.is_none() {
            for end in earliest + 1..=latest + 1 {
                let inside = (end, done + 1);
                steps.push(Step { from: inside, to: past(end), cells: end..end, value, gap });
                if end <= latest {
                    let to = (end + 1, done + 1);
                    steps.push(Step { from: inside, to, cells: end..end + 1, value, gap: false });
                }
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cages_and_arrows_are_met_exactly_by_the_paths() {
        let mut random = 1_u64;
        let mut below = |bound: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % bound
        };
        let (mut met, mut not_met) = (0, 0);
        for round in 0..400 {
            let count = 2 + round % 3;
            let wants = match round % 5 {
                0 => Wants::NumberIsSum(1 + round % 2),
                _ => Wants::UnlikeSum(below(16) as usize),
            };
            let values: Vec<Values> = (0..count).map(|_| 1 + below(63)).collect();
            let steps = walks(&wants, &values).unwrap();
            let mut filled = vec![0; count];
            for number in 0..6_usize.pow(count as u32) {
                filled
                    .iter_mut()
                    .enumerate()
                    .for_each(|(place, value)| *value = number / 6_usize.pow(place as u32) % 6);
                let digits: Vec<usize> = filled.iter().map(|value| value + 1).collect();
                let is_allowed = filled.iter().zip(&values).all(|(value, values)| values >> value & 1 == 1);
                let paths = filled.iter().enumerate().fold(vec![(0, 0)], |nodes, (place, value)| {
                    let taken = |node: Node| {
                        let fits =
                            move |step: &&Step| step.from == node && step.cells.start == place && step.value == *value;
                        steps.iter().filter(fits).map(|step| step.to)
                    };
                    nodes.into_iter().flat_map(taken).collect()
                });
                let is_met = is_allowed && wants.hold(&digits);
                assert_eq!(
                    paths,
                    if is_met { vec![(count, 0)] } else { Vec::new() },
                    "{wants:?} {values:?} {digits:?}"
                );
                met += usize::from(is_met);
                not_met += usize::from(!is_met);
            }
        }
        assert!(met > 300 && not_met > 10_000, "{met} {not_met}");
    }

    #[test]
    fn a_demand_of_too_many_steps_is_left_to_a_sum() {
        assert!(walks(&Wants::UnlikeSum(45), &[(1 << 9) - 1; 9]).is_some());
        assert!(walks(&Wants::UnlikeSum(150), &[(1 << 25) - 1; 15]).is_none());
    }
}
