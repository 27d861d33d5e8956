//! Forcing chains: follow a candidate along strong and weak links, and see where it leads.
//!
//! *Contradiction*: a candidate that leads to something and its opposite, or leaves a cell or a unit with nothing, is false.
//! *Verity*: where every candidate of a cell, or every place of a digit in a unit, leads to the same, that is so.

use super::board::{Board, Cells, UNITS, digits_in, members};
use super::catalogue::Technique;
use super::found::{Finds, Found};
use super::graph::{Graph, Kinds};
use super::say;

/// What a candidate leads to.
struct Reach {
    start: u16,
    from: Vec<u16>,
    /// Candidates that are then true, and those that are then false.
    on: [Cells; 9],
    off: [Cells; 9],
}

const NOBODY: u16 = u16::MAX;

/// All forcing chains, contradictions first.
pub(super) fn forcing_chain(board: &Board, finds: &mut Finds) {
    let graph = Graph::new(board, Kinds { units: true, cells: true, groups: true, sets: 0 }, None);
    let singles = graph.nodes.iter().take_while(|node| node.cell().is_some()).count();
    let mut reaches = Vec::with_capacity(singles);
    for start in 0..singles as u16 {
        let reach = reach(&graph, start, singles);
        if contradiction(board, &graph, &reach, finds) {
            return;
        }
        reaches.push(reach);
    }
    verities(board, &graph, &reaches, finds);
}

fn reach(graph: &Graph<'_>, start: u16, singles: usize) -> Reach {
    let from = graph.follow(start, true);
    let mut reach = Reach { start, from, on: [0; 9], off: [0; 9] };
    for (index, node) in graph.nodes[..singles].iter().enumerate() {
        if reach.from[2 * index + 1] != NOBODY || index == usize::from(start) {
            reach.on[node.digit] |= node.cells;
        }
        if reach.from[2 * index] != NOBODY {
            reach.off[node.digit] |= node.cells;
        }
    }
    reach
}

/// The entries of the search for some candidates of a digit.
fn entries(graph: &Graph<'_>, cells: Cells, digit: usize, truth: bool) -> Vec<u16> {
    let of = |cell: usize| {
        graph.nodes.iter().position(|node| node.digit == digit && node.cells == 1 << cell).unwrap_or_default()
    };
    members(cells).map(|cell| 2 * of(cell) as u16 + u16::from(truth)).collect()
}

/// Adds the paths to some entries to a find, and describes them.
fn ways(graph: &Graph<'_>, mut found: Found, reach: &Reach, entries: &[u16], sentences: &mut Vec<String>) -> Found {
    for &entry in entries {
        let way = graph.way(&reach.from, reach.start, entry);
        found = graph.resting_on(found, &way, false);
        if graph.board.is_told {
            sentences.push(graph.described(&way, true));
            let more = graph.eureka(&way, false);
            found.notation = Some(found.notation.map_or(more.clone(), |text| format!("{text}; {more}")));
        }
    }
    found
}

fn contradiction(board: &Board, graph: &Graph<'_>, reach: &Reach, finds: &mut Finds) -> bool {
    let start = graph.nodes[usize::from(reach.start)];
    let clash = (0..9).find(|&digit| reach.on[digit] & reach.off[digit] != 0);
    let (targets, why, unit) = if let Some(digit) = clash {
        let cell = 1 << (reach.on[digit] & reach.off[digit]).trailing_zeros();
        let mut both = entries(graph, cell, digit, false);
        if cell != start.cells || digit != start.digit {
            both.extend(entries(graph, cell, digit, true));
        }
        (both, "which contradict each other".to_owned(), None)
    } else if let Some(cell) =
        members(board.open).find(|&cell| digits_in(board.cells[cell]).all(|digit| reach.off[digit] >> cell & 1 == 1))
    {
        let all = digits_in(board.cells[cell]).flat_map(|digit| entries(graph, 1 << cell, digit, false)).collect();
        (all, format!("and {} has no digit left", say::cell(cell)), None)
    } else {
        let empty = (0..27).find_map(|unit| {
            let gone = |digit: &usize| {
                let places = board.places(unit, *digit);
                places != 0 && places & !reach.off[*digit] == 0
            };
            (0..9).find(gone).map(|digit| (unit, digit))
        });
        let Some((unit, digit)) = empty else { return false };
        let why = format!("and {} has no cell left for {}", say::unit(unit), say::digit(digit));
        (entries(graph, board.places(unit, digit), digit, false), why, Some((unit, digit)))
    };
    let mut sentences = Vec::new();
    let mut found = ways(graph, Found::new(Technique::ForcingContradiction), reach, &targets, &mut sentences);
    for &target in &targets {
        let node = graph.nodes[usize::from(target / 2)];
        if unit.is_none() {
            found = found.knowing(board, node.cells);
        }
    }
    if let Some((unit, digit)) = unit {
        found = found.using([unit]).knowing_places(unit, digit, board.places(unit, digit));
    }
    let found = found.strikes(start.cells, start.digit).described(board, |then| {
        sentences.dedup();
        format!("{}, {why}. So {then}.", sentences.join("; "))
    });
    finds.add(board, found)
}

fn verities(board: &Board, graph: &Graph<'_>, reaches: &[Reach], finds: &mut Finds) {
    let of = |cell: usize, digit: usize| {
        reaches.iter().find(|reach| {
            let node = graph.nodes[usize::from(reach.start)];
            node.digit == digit && node.cells == 1 << cell
        })
    };
    let in_cells = members(board.open).map(|cell| {
        let all: Vec<&Reach> = digits_in(board.cells[cell]).filter_map(|digit| of(cell, digit)).collect();
        (
            all,
            Found::new(Technique::ForcingVerity).knowing(board, 1 << cell),
            format!("Whatever {} is", say::cell(cell)),
        )
    });
    let in_units = (0..27).flat_map(|unit| (0..9).map(move |digit| (unit, digit))).map(|(unit, digit)| {
        let places = board.places(unit, digit);
        let all: Vec<&Reach> = members(places).filter_map(|cell| of(cell, digit)).collect();
        let found =
            Found::new(Technique::ForcingVerity).using([unit]).knowing_places(unit, digit, UNITS[unit] & places);
        (all, found, format!("Wherever {} goes in {}", say::digit(digit), say::unit(unit)))
    });
    for (all, found, whatever) in in_cells.chain(in_units).filter(|choice| choice.0.len() > 1) {
        for digit in 0..9 {
            let on = all.iter().fold(board.digits[digit], |common, reach| common & reach.on[digit]);
            let off = all.iter().fold(board.digits[digit], |common, reach| common & reach.off[digit]);
            for (common, truth) in [(on, true), (off, false)] {
                for cell in members(common) {
                    let mut sentences = Vec::new();
                    let mut found = found.clone();
                    for reach in &all {
                        let entry = entries(graph, 1 << cell, digit, truth);
                        found = ways(graph, found, reach, &entry, &mut sentences);
                    }
                    if truth {
                        found.places.push((cell, digit));
                    } else {
                        found = found.strikes(1 << cell, digit);
                    }
                    let found = found.described(board, |then| {
                        format!("{whatever}, the result is the same: {}. So {then}.", sentences.join("; "))
                    });
                    if finds.add(board, found) {
                        return;
                    }
                }
            }
        }
    }
}
