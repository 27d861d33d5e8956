//! The forcing chains of the rating: of all arguments of a kind the shortest is taken.

use super::super::board::{Board, Cells, UNITS, digits_in, first, members, units_of};
use super::super::catalogue::Technique;
use super::super::found::Found;
use super::super::graph::{Graph, Kinds};
use super::explainer::Hint;
use super::implications::{Claim, Rules, Run, claim, meaning};

/// A kind of forcing chain, from the easiest to the hardest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One digit at a time, to a contradiction.
    Nishio,
    /// From all candidates of a cell, or all places of a digit in a unit.
    Multiple,
    /// The same, where a claim may rest on several others.
    Dynamic,
    /// The same, with locked candidates, pairs and X-Wings among the links.
    DynamicPlus,
}

impl Kind {
    /// Where its ratings start, in tenths.
    fn base(self) -> u32 {
        match self {
            Kind::Nishio => 75,
            Kind::Multiple => 80,
            Kind::Dynamic => 85,
            Kind::DynamicPlus => 90,
        }
    }
}

/// What an argument of this many claims adds, in tenths: the steps are 4, 6, 8, 12, 16, 24 … claims.
fn length(claims: usize) -> u32 {
    let (mut added, mut limit, mut is_odd) = (0, 4, false);
    while claims.saturating_sub(2) > limit {
        added += 1;
        limit = if is_odd { limit * 4 / 3 } else { limit * 3 / 2 };
        is_odd = !is_odd;
    }
    added
}

/// The shortest argument so far.
#[derive(Default)]
struct Best {
    hint: Option<(u32, usize, Found)>,
}

impl Best {
    fn wants(&self, difficulty: u32, claims: usize) -> bool {
        self.hint.as_ref().is_none_or(|best| (difficulty, claims) < (best.0, best.1))
    }

    fn take(&mut self, difficulty: u32, claims: usize, found: impl FnOnce() -> Found) {
        if self.wants(difficulty, claims) {
            self.hint = Some((difficulty, claims, found()));
        }
    }

    fn hint(self) -> Option<Hint> {
        self.hint.map(|(difficulty, _, found)| (difficulty, found))
    }
}

/// A find that shows a claim.
fn shows(board: &Board, shown: Claim) -> Option<Found> {
    let (cell, digit, is_true) = meaning(shown);
    let mut found = Found::new(Technique::ForcingVerity);
    if is_true {
        found.places.push((cell, digit));
    } else {
        found = found.strikes(1 << cell, digit);
    }
    (found.size(board) > 0).then_some(found)
}

/// Chains and cycles with one start: X-cycles, Y-cycles, X-chains, and those that mix both kinds of links.
pub(super) fn unary(board: &Board) -> Option<Hint> {
    let mut best = Best::default();
    let by_units = Kinds { units: true, cells: false, groups: false, sets: 0 };
    for digit in 0..9 {
        let graph = Graph::new(board, by_units, Some(digit));
        cycles(board, &graph, 65, &mut best);
        chains(board, &graph, 66, &mut best);
    }
    cycles(board, &Graph::new(board, Kinds { units: false, cells: true, ..by_units }, None), 65, &mut best);
    let graph = Graph::new(board, Kinds { cells: true, ..by_units }, None);
    cycles(board, &graph, 70, &mut best);
    chains(board, &graph, 70, &mut best);
    best.hint()
}

fn cycles(board: &Board, graph: &Graph<'_>, base: u32, best: &mut Best) {
    for start in 0..graph.nodes.len() as u16 {
        let from = graph.follow(start, false);
        for end in start + 1..graph.nodes.len() as u16 {
            if from[usize::from(2 * end + 1)] == u16::MAX || !graph.is_weak(start, end) {
                continue;
            }
            let way = graph.way(&from, start, 2 * end + 1);
            let mut apart = way.clone();
            apart.sort_unstable();
            apart.dedup();
            if way.len() < 4 || apart.len() < way.len() || !best.wants(base + length(way.len()), way.len()) {
                continue;
            }
            let mut found = Found::new(Technique::ContinuousLoop);
            let on_loop = way.iter().fold(0, |cells, &node| cells | graph.nodes[usize::from(node)].cells);
            let closed: Vec<u16> = way.iter().copied().chain([start]).collect();
            for link in closed.windows(2).skip(1).step_by(2) {
                for (digit, cells) in graph.between(link[0], link[1]).into_iter().enumerate() {
                    found = found.strikes(cells & !on_loop, digit);
                }
            }
            if found.size(board) > 0 {
                best.take(base + length(way.len()), way.len(), || found);
            }
        }
    }
}

/// Candidates that lead to their own opposite.
fn chains(board: &Board, graph: &Graph<'_>, base: u32, best: &mut Best) {
    for start in 0..graph.nodes.len() as u16 {
        for is_true in [true, false] {
            let from = graph.follow(start, is_true);
            let target = 2 * start + u16::from(!is_true);
            if from[usize::from(target)] == u16::MAX {
                continue;
            }
            let claims = graph.way(&from, start, target).len();
            let node = graph.nodes[usize::from(start)];
            if let Some(found) = shows(board, claim(first(node.cells), node.digit, !is_true)) {
                best.take(base + length(claims), claims, || found);
            }
        }
    }
}

/// Runs from every candidate, made once.
struct Runs<'b> {
    board: &'b Board,
    rules: Rules,
    made: Vec<Option<Run>>,
}

impl Runs<'_> {
    fn get(&mut self, start: Claim) -> &Run {
        let (board, rules) = (self.board, self.rules);
        self.made[usize::from(start)].get_or_insert_with(|| Run::new(board, start, rules))
    }
}

/// The shortest forcing chain of a kind.
pub(super) fn multiple(board: &Board, kind: Kind) -> Option<Hint> {
    let is_dynamic = kind != Kind::Multiple;
    let rules = Rules { cells: kind != Kind::Nishio, is_dynamic, is_advanced: kind == Kind::DynamicPlus };
    let mut runs = Runs { board, rules, made: Vec::new() };
    runs.made.resize_with(81 * 9 * 2, || None);
    let mut best = Best::default();
    let base = kind.base();
    for cell in members(board.open) {
        let count = board.cells[cell].count_ones();
        if count < if is_dynamic { 2 } else { 3 } {
            continue;
        }
        for digit in digits_in(board.cells[cell]) {
            let [on, off] = [true, false].map(|is_true| claim(cell, digit, is_true));
            if is_dynamic {
                for (start, shown) in [(on, off), (off, on)] {
                    if let Some(claims) = runs.get(start).length_of_clash()
                        && let Some(found) = shows(board, shown)
                    {
                        best.take(base + length(claims), claims, || found);
                    }
                }
            }
            if kind == Kind::Nishio {
                continue;
            }
            if is_dynamic && count >= 3 {
                common(&mut runs, &[on, off], base, &mut best);
            }
            for unit in units_of(cell) {
                let places = UNITS[unit] & board.digits[digit];
                if places.count_ones() >= 2 && first(places) == cell {
                    let starts: Vec<Claim> = members(places).map(|place| claim(place, digit, true)).collect();
                    common(&mut runs, &starts, base, &mut best);
                }
            }
        }
        if kind != Kind::Nishio {
            let starts: Vec<Claim> = digits_in(board.cells[cell]).map(|digit| claim(cell, digit, true)).collect();
            common(&mut runs, &starts, base, &mut best);
        }
    }
    best.hint()
}

/// Claims that follow from each of these.
fn common(runs: &mut Runs<'_>, starts: &[Claim], base: u32, best: &mut Best) {
    let everywhere = (1 << 81) - 1;
    let (mut on, mut off): ([Cells; 9], [Cells; 9]) = ([everywhere; 9], [everywhere; 9]);
    for &start in starts {
        let run = runs.get(start);
        for digit in 0..9 {
            on[digit] &= run.on[digit];
            off[digit] &= run.off[digit];
        }
    }
    let board = runs.board;
    for digit in 0..9 {
        for (cells, is_true) in [(on[digit], true), (off[digit], false)] {
            for cell in members(cells & board.digits[digit]) {
                let shown = claim(cell, digit, is_true);
                let claims: usize = starts.iter().map(|&start| runs.get(start).ancestors(shown)).sum();
                if best.wants(base + length(claims), claims)
                    && let Some(found) = shows(board, shown)
                {
                    best.take(base + length(claims), claims, || found);
                }
            }
        }
    }
}
