//! Which cells of a line a conclusion needs: all facts in one walk, instead of one question for each.
//!
//! A conclusion follows when the line has no room for its blocks with the opposite. A fact can be dropped when that is so
//! without it, too. To know that for one fact after the other, a walk from one end carries the states that the line can be
//! in with the facts that were kept so far; the states from which the rest can be completed with all facts behind were
//! collected from the other end before. A fact is not needed where the two have no state in common without it. Facts that are
//! dropped never make others droppable that were not, so the result is the same as by asking.
//!
//! The states are those of an automaton. The shortest filling of the line is a word: the cells of the blocks with the gaps
//! that they need. State `i` has read `i` letters of it, and before, between and behind blocks any number of empty cells. All
//! states are the bits of a few machine words. A block of unknown length has no such word: those lines are asked.

use quandary_core::reason::explain::Known;
use quandary_core::reason::{Constraint, Values};

use super::{LineClue, move_down, move_up, value_of};

/// The states of a line that read their word cell by cell.
struct Automaton {
    /// Machine words in a set of states.
    words: usize,
    /// The last state: everything is read.
    end: usize,
    /// For an empty cell and for each colour: its value, the states that go on to the next one with it, and those that stay.
    letters: Vec<(Values, Vec<u64>, Vec<u64>)>,
}

impl Automaton {
    /// `None` where the clue has no shortest filling, or does not fit into the line anyway.
    fn new(clue: &LineClue) -> Option<Self> {
        let cells = super::cells_needed(&clue.blocks);
        if cells > clue.info.scope.len() || clue.blocks.iter().any(|block| block.is_unknown()) {
            return None;
        }
        let words = cells / 64 + 1;
        let values = std::iter::once(0).chain(clue.colours.iter().copied()).map(value_of);
        let mut letters: Vec<(Values, Vec<u64>, Vec<u64>)> =
            values.map(|value| (value, vec![0; words], vec![0; words])).collect();
        let add = |set: &mut Vec<u64>, state: usize| set[state / 64] |= 1 << (state % 64);
        let mut state = 0;
        add(&mut letters[0].2, 0);
        for (index, block) in clue.blocks.iter().enumerate() {
            let letter = clue.colour_of[index] + 1;
            if clue.has_gap_before(index) {
                add(&mut letters[0].1, state);
                state += 1;
                add(&mut letters[0].2, state);
            }
            for _ in 0..block.length {
                add(&mut letters[letter].1, state);
                state += 1;
            }
            if !clue.has_gap_before(index + 1) {
                add(&mut letters[0].2, state);
            }
        }
        Some(Automaton { words, end: state, letters })
    }

    /// The states after a cell that may have these values.
    fn after(&self, states: &[u64], values: Values, next: &mut [u64]) {
        next.fill(0);
        for (_, goes_on, _) in self.letters.iter().filter(|letter| letter.0 & values != 0) {
            for (next, (state, goes_on)) in next.iter_mut().zip(states.iter().zip(goes_on)) {
                *next |= state & goes_on;
            }
        }
        move_up(next, 1);
        for (_, _, stays) in self.letters.iter().filter(|letter| letter.0 & values != 0) {
            for (next, (state, stays)) in next.iter_mut().zip(states.iter().zip(stays)) {
                *next |= state & stays;
            }
        }
    }

    /// The states before a cell that may have these values.
    fn before(&self, states: &[u64], values: Values, previous: &mut [u64]) {
        let mut moved = states.to_vec();
        move_down(&mut moved, 1);
        previous.fill(0);
        for (_, goes_on, stays) in self.letters.iter().filter(|letter| letter.0 & values != 0) {
            for (at, previous) in previous.iter_mut().enumerate() {
                *previous |= moved[at] & goes_on[at] | states[at] & stays[at];
            }
        }
    }

    fn only(&self, state: usize) -> Vec<u64> {
        let mut states = vec![0; self.words];
        states[state / 64] |= 1 << (state % 64);
        states
    }
}

/// A line on which one target has its opposite, or which just has to break.
struct Track {
    /// For each cell, the values that the opposite of the target leaves to it.
    target: Option<(usize, Values)>,
    /// For each border between cells, the states that agree with all facts on the side that the walk has yet to reach.
    far: Vec<u64>,
    /// The states at the border that the walk has reached, and a place for the next ones.
    here: Vec<u64>,
    next: Vec<u64>,
}

impl LineClue {
    /// What is left of the facts when each that is not needed is dropped, from the first to the last, or from the last to the
    /// first.
    pub(super) fn needed_facts(
        &self,
        any: Values,
        facts: &[Known],
        targets: &[Known],
        from_back: bool,
    ) -> Option<Vec<Known>> {
        let (scope, automaton) = (self.scope(), Automaton::new(self)?);
        let place = |known: &Known| scope.binary_search(&known.var).ok();
        let mut fact_of: Vec<Option<Known>> = vec![None; scope.len()];
        for fact in facts {
            fact_of[place(fact)?] = Some(*fact);
        }
        let targets: Option<Vec<(usize, Values)>> =
            targets.iter().map(|target| Some((place(target)?, target.values))).collect();
        let mut tracks: Vec<Option<(usize, Values)>> = targets?.into_iter().map(Some).collect();
        if tracks.is_empty() {
            tracks.push(None);
        }
        let (words, cells) = (automaton.words, scope.len());
        let step = |states: &[u64], values: Values, next: &mut [u64], forward: bool| match forward {
            true => automaton.after(states, values, next),
            false => automaton.before(states, values, next),
        };
        let known = |at: usize, fact: Option<Known>, target: Option<(usize, Values)>| {
            let opposite = target.filter(|target| target.0 == at).map_or(Values::MAX, |target| target.1);
            fact.map_or(any, |fact| fact.values) & opposite
        };
        // Border `i` is the one that has `i` cells on the side from which the walk comes.
        let cell = |walked: usize| if from_back { cells - 1 - walked } else { walked };
        let (first, last) = if from_back { (automaton.end, 0) } else { (0, automaton.end) };
        let mut tracks: Vec<Track> = tracks
            .into_iter()
            .map(|target| {
                let mut far = vec![0; words * (cells + 1)];
                far[words * cells..].copy_from_slice(&automaton.only(last));
                for walked in (0..cells).rev() {
                    let (near, rest) = far.split_at_mut(words * (walked + 1));
                    let values = known(cell(walked), fact_of[cell(walked)], target);
                    step(&rest[..words], values, &mut near[words * walked..], from_back);
                }
                Track { target, far, here: automaton.only(first), next: vec![0; words] }
            })
            .collect();
        let mut needed = Vec::new();
        for walked in 0..cells {
            let (at, border) = (cell(walked), words * (walked + 1));
            let mut fact = fact_of[at];
            if fact.is_some() {
                let is_broken_without = |track: &mut Track| {
                    step(&track.here, known(at, None, track.target), &mut track.next, !from_back);
                    track.next.iter().zip(&track.far[border..]).all(|(here, far)| here & far == 0)
                };
                if tracks.iter_mut().all(is_broken_without) {
                    fact = None;
                }
            }
            needed.extend(fact);
            for track in &mut tracks {
                step(&track.here, known(at, fact, track.target), &mut track.next, !from_back);
                std::mem::swap(&mut track.here, &mut track.next);
            }
        }
        if from_back {
            needed.reverse();
        }
        Some(needed)
    }
}
