//! A line of runs as a path through a network.
//!
//! A node is a cell and a number of runs: so many cells and runs are behind us. From there a step leads past one empty
//! cell, or past the next run and the gap that it needs. A run of unknown length has nodes of its own: a step past its first
//! cell leads there, others lead past further cells, and one ends it. A way to fill the line is a path from the first node to
//! the last.
//! Each step is a yes/no variable. What goes into a node comes out of it; one step leaves the first node; a cell has a
//! value exactly if a step is taken that gives it this value. On these sums unit propagation finds everything that
//! follows from the line.

use std::collections::BTreeMap;

use super::{Formula, Linear, Term};
use crate::Failure;
use crate::kinds::runs::{Run, Runs};

/// How many cells are behind us, and twice as many as there are runs behind us; one more inside a run.
type Node = (usize, usize);

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

impl Formula {
    /// Adds a line of runs.
    pub(super) fn runs(&mut self, runs: &Runs, line: &[usize]) -> Result<(), Failure> {
        let steps = steps(&runs.runs, line.len());
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
        let end = (line.len(), 2 * runs.runs.len());
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

/// All steps that are part of some path.
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
        for place in earliest..latest {
            let (from, to) = ((place, 2 * run), (place + 1, 2 * run));
            steps.push(Step { from, to, cells: place..place + 1, value: 0, gap: false });
        }
        let Some(&(known, value)) = runs.get(run) else { continue };
        let gap = gap_after(run);
        let past = |end: usize| (end + usize::from(gap), 2 * run + 2);
        for place in earliest..=latest {
            let end = place + known.unwrap_or(1);
            let to = if known.is_some() { past(end) } else { (end, 2 * run + 1) };
            steps.push(Step { from: (place, 2 * run), to, cells: place..end, value, gap: gap && known.is_some() });
        }
        if known.is_none() {
            for end in earliest + 1..=latest + 1 {
                let inside = (end, 2 * run + 1);
                steps.push(Step { from: inside, to: past(end), cells: end..end, value, gap });
                if end <= latest {
                    let to = (end + 1, 2 * run + 1);
                    steps.push(Step { from: inside, to, cells: end..end + 1, value, gap: false });
                }
            }
        }
    }
    steps
}
