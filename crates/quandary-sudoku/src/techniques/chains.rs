//! Chains: one end is true or the other is, so whatever both would take away goes.
//!
//! Start with a node that is false and follow strong and weak links in turns: every node that is then true makes, with the
//! start, a pair of which one is true. An X-chain stays with one digit, an XY-chain with cells that have two digits left, an
//! alternating inference chain (AIC) uses all of them, with groups and almost locked sets when nothing simpler helps. When
//! the ends of a chain exclude each other too, it is a loop, and every weak link on it is a strong one.

use super::board::{Board, Cells};
use super::catalogue::Technique;
use super::found::{Finds, Found};
use super::graph::{Graph, Kinds};

const PLAIN: Kinds = Kinds { units: true, cells: true, groups: false, sets: 0 };
const GROUPED: Kinds = Kinds { groups: true, ..PLAIN };
/// Almost locked sets of more cells are hard to see.
const MAX_SET: usize = 5;

/// Chains of one digit.
pub(super) fn x_chain(board: &Board, finds: &mut Finds) {
    let kinds = Kinds { cells: false, ..PLAIN };
    let mut best = Best::new(finds);
    for digit in 0..9 {
        let graph = Graph::new(board, kinds, Some(digit));
        open_chains(&graph, Technique::XChain, &mut best);
    }
    best.finish(board);
}

/// Chains through cells with two digits left.
pub(super) fn xy_chain(board: &Board, finds: &mut Finds) {
    let graph = Graph::new(board, Kinds { units: false, ..PLAIN }, None);
    let mut best = Best::new(finds);
    open_chains(&graph, Technique::XYChain, &mut best);
    best.finish(board);
}

/// Chains of any links between single candidates.
pub(super) fn aic(board: &Board, finds: &mut Finds) {
    let mut best = Best::new(finds);
    open_chains(&Graph::new(board, PLAIN, None), Technique::Aic, &mut best);
    best.finish(board);
}

/// Closed chains of any links between single candidates.
pub(super) fn continuous_loop(board: &Board, finds: &mut Finds) {
    let mut best = Best::new(finds);
    loops(&Graph::new(board, PLAIN, None), Technique::ContinuousLoop, &mut best);
    best.finish(board);
}

/// Chains with groups.
pub(super) fn grouped_aic(board: &Board, finds: &mut Finds) {
    let mut best = Best::new(finds);
    open_chains(&Graph::new(board, GROUPED, None), Technique::GroupedAic, &mut best);
    best.finish(board);
}

/// Closed chains with groups.
pub(super) fn grouped_loop(board: &Board, finds: &mut Finds) {
    let mut best = Best::new(finds);
    loops(&Graph::new(board, GROUPED, None), Technique::GroupedLoop, &mut best);
    best.finish(board);
}

/// Chains with groups and almost locked sets, open and closed.
pub(super) fn aic_with_sets(board: &Board, finds: &mut Finds) {
    let graph = Graph::new(board, Kinds { sets: MAX_SET, ..GROUPED }, None);
    let mut best = Best::new(finds);
    open_chains(&graph, Technique::AicWithSets, &mut best);
    loops(&graph, Technique::AicWithSets, &mut best);
    best.finish(board);
}

/// Keeps the shortest chain, or all of them when all are wanted.
struct Best<'f> {
    finds: &'f mut Finds,
    shortest: Option<(usize, Found)>,
}

impl<'f> Best<'f> {
    fn new(finds: &'f mut Finds) -> Self {
        Best { finds, shortest: None }
    }

    /// Whether a chain of this length is worth building.
    fn wants(&self, length: usize) -> bool {
        self.finds.enough == 0 || self.shortest.as_ref().is_none_or(|best| length < best.0)
    }

    fn take(&mut self, board: &Board, length: usize, found: Found) {
        if self.finds.enough == 0 {
            self.finds.add(board, found);
        } else if found.size(board) > 0 {
            self.shortest = Some((length, found));
        }
    }

    fn finish(self, board: &Board) {
        if let Some((_, found)) = self.shortest {
            self.finds.add(board, found);
        }
    }
}

fn is_empty(struck: &[Cells; 9]) -> bool {
    struck.iter().all(|&cells| cells == 0)
}

fn open_chains(graph: &Graph<'_>, technique: Technique, best: &mut Best<'_>) {
    let board = graph.board;
    for start in 0..graph.nodes.len() as u16 {
        let from = graph.follow(start, false);
        for end in start..graph.nodes.len() as u16 {
            let entry = 2 * end + 1;
            if from[usize::from(entry)] == u16::MAX {
                continue;
            }
            if end == start {
                if let Some(cell) = graph.nodes[usize::from(start)].cell() {
                    let way = graph.way(&from, start, entry);
                    if !best.wants(way.len()) {
                        continue;
                    }
                    let mut found = graph.resting_on(Found::new(technique), &way, true);
                    found.places.push((cell, graph.nodes[usize::from(start)].digit));
                    let found = found.described(board, |then| format!("{}. So {then}.", graph.described(&way, false)));
                    best.take(board, way.len(), with_notation(graph, found, &way));
                }
                continue;
            }
            let struck = graph.between(start, end);
            if is_empty(&struck) {
                continue;
            }
            let way = graph.way(&from, start, entry);
            if !best.wants(way.len()) {
                continue;
            }
            let found = graph.resting_on(Found::new(technique), &way, true);
            let found = graph.striking(found, &[start, end], &struck);
            let found = found.described(board, |then| format!("{}. Either way, {then}.", graph.described(&way, false)));
            best.take(board, way.len(), with_notation(graph, found, &way));
        }
    }
}

fn with_notation(graph: &Graph<'_>, mut found: Found, way: &[u16]) -> Found {
    if graph.board.is_told {
        found.notation = Some(graph.eureka(way, true));
    }
    found
}

fn loops(graph: &Graph<'_>, technique: Technique, best: &mut Best<'_>) {
    let board = graph.board;
    for start in 0..graph.nodes.len() as u16 {
        let from = graph.follow(start, false);
        for end in 0..graph.nodes.len() as u16 {
            let entry = 2 * end + 1;
            if end == start || from[usize::from(entry)] == u16::MAX || !graph.is_weak(start, end) {
                continue;
            }
            let way = graph.way(&from, start, entry);
            let mut apart = way.clone();
            apart.sort_unstable();
            apart.dedup();
            if way.len() < 4 || apart.len() < way.len() || !best.wants(way.len()) {
                continue;
            }
            let mut struck = [0; 9];
            let mut closed = way.clone();
            closed.push(start);
            for (place, link) in closed.windows(2).enumerate() {
                let more =
                    if place % 2 == 1 { graph.between(link[0], link[1]) } else { graph.locked_in(link[0], link[1]) };
                struck.iter_mut().zip(more).for_each(|(all, more)| *all |= more);
            }
            if is_empty(&struck) {
                continue;
            }
            let found = graph.resting_on(Found::new(technique), &closed, true);
            let found = graph.striking(found, &way, &struck);
            let found = found.described(board, |then| {
                format!(
                    "{}, which closes the loop. So one of any two neighbours on it is true: {then}.",
                    graph.described(&way, false)
                )
            });
            best.take(board, way.len(), with_notation(graph, found, &closed));
        }
    }
}
