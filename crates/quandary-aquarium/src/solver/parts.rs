//! Independent parts of a board.
//!
//! After propagation and probing, what is still open often splits into groups: tanks that share no line with an open place
//! of another group, and do not flood one. Each group is then a small board of its own. The number of solutions is the
//! product of theirs, so ten groups of three solutions each are counted by finding thirty, not 59,049; and the proof that
//! there is only one is as long as the proofs of the groups one after the other.

use super::super::{Aquarium, Flow, WaterRule};
use super::clues::Clues;
use super::differences::Differences;
use super::lines::Lines;
use std::collections::{BTreeMap, BTreeSet};

use quandary_core::grid::Grid;
use quandary_core::puzzle::{Cell, Solution};
use quandary_core::reason::learn::{Facts, Found, Learner, Literal};
use quandary_core::verdict::{CellLiteral, Counters, Stopped, Watch};

/// A group of open stretches, being solved by itself.
#[derive(Debug)]
struct Part {
    /// Its stretches, by their numbers on the board.
    stretches: Vec<u32>,
    learner: Learner<Clues>,
    /// The first solutions: which of the stretches are wet.
    found: Vec<Vec<bool>>,
    count: u64,
    is_complete: bool,
}

/// All groups of a board.
#[derive(Debug)]
pub(super) struct Parts {
    parts: Vec<Part>,
    /// The water of the stretches that are decided.
    wet: Vec<bool>,
    counters: Counters,
}

/// How many solutions there are, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) solutions: u64,
    pub(super) ended: Result<(), Stopped>,
}

impl Parts {
    /// Splits what is open into groups; `None` where it is one small group. `facts` are those at the root, after
    /// propagation. With a log there is only one part: a proof that each part has one solution would be none that all have.
    pub(super) fn cut(
        board: &Aquarium,
        flow: &Flow,
        (lines, facts): (&Lines, &Facts),
        large: usize,
        keeps_log: bool,
        counters: Counters,
    ) -> Option<Self> {
        let stretches = flow.stretches();
        let is_open = |stretch: u32| facts.is_open(Literal::new(stretch as usize, true));
        let mut groups = Groups((0..stretches as u32).collect());
        for &(above, below) in flow.floods.iter().filter(|&&(above, below)| is_open(above) && is_open(below)) {
            groups.join(above, below);
        }
        for line in lines.open() {
            let mut rungs = line.ladders.clone().flat_map(|(rungs, _)| rungs);
            if let Some(&first) = rungs.next() {
                rungs.for_each(|&rung| groups.join(first, rung));
            }
        }
        if keeps_log {
            let mut open = (0..stretches as u32).filter(|&stretch| is_open(stretch));
            let first = open.next()?;
            open.for_each(|stretch| groups.join(first, stretch));
        }
        // The number of each group, by its root; and the number of each stretch in its group.
        let mut part_of = vec![u32::MAX; stretches];
        let mut place = vec![u32::MAX; stretches];
        let mut members: Vec<Vec<u32>> = Vec::new();
        for stretch in (0..stretches as u32).filter(|&stretch| is_open(stretch)) {
            let root = groups.root(stretch) as usize;
            if part_of[root] == u32::MAX {
                part_of[root] = members.len() as u32;
                members.push(Vec::new());
            }
            let part = part_of[root];
            part_of[stretch as usize] = part;
            place[stretch as usize] = members[part as usize].len() as u32;
            members[part as usize].push(stretch);
        }
        let is_large = |members: &Vec<u32>| members.len() >= large && board.rule == WaterRule::Region;
        if members.len() < 2 && !members.iter().any(is_large) {
            return None;
        }
        let mut sums: Vec<Lines> = members.iter().map(|_| Lines::default()).collect();
        for line in lines.open() {
            let mut ladders = line.ladders.clone().peekable();
            let Some(&first) = ladders.peek().and_then(|(rungs, _)| rungs.first()) else { continue };
            let sums = &mut sums[part_of[first as usize] as usize];
            sums.begin(line.missing, line.is_row);
            for (rungs, weight) in ladders {
                sums.ladder(rungs.iter().map(|&rung| place[rung as usize]), weight);
            }
        }
        let mut parts: Vec<Part> = Vec::with_capacity(members.len());
        for (stretches, mut lines) in members.into_iter().zip(sums) {
            lines.finish(stretches.len());
            let differences = is_large(&stretches).then(|| differences(board, flow, facts, &stretches, &place));
            let mut learner = Learner::new(stretches.len(), Clues { lines, differences });
            if keeps_log {
                learner.keep_log();
            }
            for (index, &stretch) in stretches.iter().enumerate() {
                learner.bump(index, f64::from(flow.width[stretch as usize]) / flow.stretch_of.columns() as f64);
            }
            parts.push(Part { stretches, learner, found: Vec::new(), count: 0, is_complete: false });
        }
        for &(above, below) in flow.floods.iter().filter(|&&(above, below)| is_open(above) && is_open(below)) {
            let local = |stretch: u32| Literal::new(place[stretch as usize] as usize, true);
            parts[part_of[above as usize] as usize].learner.add_implication(local(above), local(below));
        }
        // The small ones first: if one of them has no solution, the rest need not be searched.
        parts.sort_by_key(|part| part.stretches.len());
        let wet = (0..stretches).map(|stretch| facts.is_true(Literal::new(stretch, true))).collect();
        Some(Parts { parts, wet, counters })
    }

    /// Looks for solutions until there are `enough` of them on the whole board or all are found; keeps the first few.
    pub(super) fn count(&mut self, enough: u64, kept: usize, watch: &mut Watch<'_>) -> Count {
        let ended = self.find(enough, kept, watch);
        // A part without a solution, or one that was never looked at, leaves none to the board.
        let solutions = self.product();
        if solutions >= enough {
            // Enough of them, or more than can be counted.
            let why = if enough == u64::MAX { Stopped::Incomplete } else { Stopped::Enough };
            return Count { solutions: enough, ended: Err(why) };
        }
        Count { solutions, ended }
    }

    fn product(&self) -> u64 {
        self.parts.iter().fold(1, |product: u64, part| product.saturating_mul(part.count))
    }

    fn find(&mut self, enough: u64, kept: usize, watch: &mut Watch<'_>) -> Result<(), Stopped> {
        // One of each first, so that there is something to show and to multiply with.
        for part in &mut self.parts {
            part.next(kept, &mut self.counters, watch)?;
            if part.count == 0 {
                return Ok(());
            }
        }
        for index in 0..self.parts.len() {
            while !self.parts[index].is_complete {
                if self.product() >= enough {
                    return Ok(());
                }
                self.parts[index].next(kept, &mut self.counters, watch)?;
            }
        }
        Ok(())
    }

    /// The first few solutions of the whole board.
    pub(super) fn solutions(&self, flow: &Flow, most: usize) -> Vec<Solution> {
        if self.parts.iter().any(|part| part.found.is_empty()) {
            return Vec::new();
        }
        let mut solutions = Vec::new();
        // Like the digits of a number: the first part changes fastest.
        let mut chosen = vec![0; self.parts.len()];
        while solutions.len() < most {
            let mut wet = self.wet.clone();
            for (part, &index) in self.parts.iter().zip(&chosen) {
                for (&stretch, &is_wet) in part.stretches.iter().zip(&part.found[index]) {
                    wet[stretch as usize] = is_wet;
                }
            }
            let water: Grid<u8> = flow.stretch_of.map(|&stretch| u8::from(wet[stretch as usize]));
            solutions.push(Solution::Grid(water));
            let Some(turned) = (0..chosen.len()).find(|&at| chosen[at] + 1 < self.parts[at].found.len()) else { break };
            chosen[turned] += 1;
            chosen[..turned].fill(0);
        }
        solutions
    }

    /// What was learned, where a log is kept.
    pub(super) fn learned(&self, flow: &Flow) -> Vec<Vec<CellLiteral>> {
        let of_part = |part: &Part| flow.in_cells(&part.learner.learned(), |index| part.stretches[index] as usize);
        self.parts.iter().flat_map(of_part).collect()
    }

    /// What it took so far.
    pub(super) fn counters(&self) -> Counters {
        let bytes: u64 = self.parts.iter().map(|part| part.learner.bytes()).sum();
        Counters { peak_bytes: self.counters.peak_bytes + bytes, ..self.counters }
    }
}

impl Part {
    /// Looks for the next solution. The counters go on from those of the whole.
    fn next(&mut self, kept: usize, counters: &mut Counters, watch: &mut Watch<'_>) -> Result<(), Stopped> {
        self.learner.counters = *counters;
        let found = self.learner.search_on_threads(watch);
        *counters = self.learner.counters;
        if found? == Found::Nothing {
            self.is_complete = true;
            return Ok(());
        }
        self.count += 1;
        if self.found.len() < kept {
            let facts = self.learner.facts();
            let wet = (0..self.stretches.len()).map(|index| facts.is_true(Literal::new(index, true)));
            self.found.push(wet.collect());
        }
        self.learner.block_model();
        Ok(())
    }
}

/// The differences of neighbouring lines that say something about a group of stretches. `place` has the number of each
/// stretch in its group.
fn differences(board: &Aquarium, flow: &Flow, facts: &Facts, stretches: &[u32], place: &[u32]) -> Differences {
    // Stretches are numbered from the bottom up, so those of a tank come in the right order.
    let mut tanks: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
    for &stretch in stretches {
        let tank = board.tanks[flow.first[stretch as usize]];
        tanks.entry(tank).or_default().push(place[stretch as usize]);
    }
    let tanks: Vec<Vec<u32>> = tanks.into_values().collect();
    let mut differences = Differences::new(&tanks, stretches.len());
    let is_member: BTreeSet<u32> = stretches.iter().copied().collect();
    let mut add = |clues: (Option<u32>, Option<u32>), cells: &mut dyn Iterator<Item = (Cell, i32)>| {
        let (Some(first), Some(second)) = clues else { return };
        let mut wanted = first as i32 - second as i32;
        let mut amounts: BTreeMap<u32, i32> = BTreeMap::new();
        for (cell, sign) in cells {
            let stretch = flow.stretch_of[cell];
            let literal = Literal::new(stretch as usize, true);
            if facts.is_true(literal) {
                wanted -= sign;
            } else if facts.is_open(literal) {
                if !is_member.contains(&stretch) {
                    // One of the two lines belongs to another group.
                    return;
                }
                *amounts.entry(place[stretch as usize]).or_default() += sign;
            }
        }
        amounts.retain(|_, amount| *amount != 0);
        if !amounts.is_empty() {
            differences.add(wanted, amounts.into_iter().collect());
        }
    };
    let (rows, columns) = (board.rows.len(), board.columns.len());
    for row in 1..rows {
        let cells = |row: usize, sign: i32| (0..columns).map(move |column| (Cell { row, column }, sign));
        add((board.rows[row], board.rows[row - 1]), &mut cells(row, 1).chain(cells(row - 1, -1)));
    }
    for column in 1..columns {
        let cells = |column: usize, sign: i32| (0..rows).map(move |row| (Cell { row, column }, sign));
        add((board.columns[column], board.columns[column - 1]), &mut cells(column, 1).chain(cells(column - 1, -1)));
    }
    differences.finish();
    differences
}

/// Disjoint sets of stretches that grow together.
struct Groups(Vec<u32>);

impl Groups {
    fn root(&mut self, mut stretch: u32) -> u32 {
        while self.0[stretch as usize] != stretch {
            let above = self.0[stretch as usize];
            self.0[stretch as usize] = self.0[above as usize];
            stretch = above;
        }
        stretch
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a as usize] = b;
    }
}
