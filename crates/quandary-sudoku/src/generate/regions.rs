//! Regions of irregular shapes: the boxes, changed by many small steps.
//!
//! A step moves one cell of a region to a neighbouring region and a cell of that one back, so sizes stay what they are,
//! and it is taken only if all regions stay connected. Steps that make the borders longer are taken now and then: the
//! shapes come out irregular, yet a player can still see them at a glance. With a symmetry the same step is made at
//! every image of the two cells.

use super::cages::neighbours;
use quandary_core::random::{ChaCha8Rng, RngExt};

/// Steps that are tried for each cell.
const STEPS: usize = 30;

/// How often another round of steps is made where a region still lies in one line.
const MAX_ROUNDS: usize = 10;

/// The region of each cell; `None` where the random choices led nowhere.
pub(super) fn draw(
    box_rows: usize,
    box_columns: usize,
    maps: &[Vec<usize>],
    random: &mut ChaCha8Rng,
) -> Option<Vec<u8>> {
    let side = box_rows * box_columns;
    let start = |cell: usize| cell / side / box_rows * box_rows + cell % side / box_columns;
    let mut regions: Vec<u8> = (0..side * side).map(|cell| start(cell) as u8).collect();
    // Boxes that are not square do not survive a quarter turn.
    let maps = if keeps(&regions, maps) { maps } else { &maps[..1] };
    for _ in 0..MAX_ROUNDS {
        for _ in 0..STEPS * side * side {
            step(&mut regions, side, maps, random);
        }
        if (0..side as u8).all(|region| !is_line(&regions, side, region)) {
            return Some(regions);
        }
    }
    None
}

/// Whether every move takes whole regions to whole regions.
fn keeps(regions: &[u8], maps: &[Vec<usize>]) -> bool {
    maps.iter().all(|map| {
        let image = |region: u8| {
            let cell = regions.iter().position(|&of| of == region);
            cell.map(|cell| regions[map[cell]])
        };
        regions.iter().enumerate().all(|(cell, &region)| image(region) == Some(regions[map[cell]]))
    })
}

/// Exchanges a cell of one region for a cell of a neighbouring one, where that leads to regions.
fn step(regions: &mut [u8], side: usize, maps: &[Vec<usize>], random: &mut ChaCha8Rng) {
    let mut any = |below: usize| random.random_range(0..below as u32) as usize;
    let cell = any(side * side);
    let others: Vec<usize> = neighbours(cell, side).filter(|&other| regions[other] != regions[cell]).collect();
    if others.is_empty() {
        return;
    }
    let (from, to) = (regions[cell], regions[others[any(others.len())]]);
    let borders = |other: &usize| {
        regions[*other] == to && neighbours(*other, side).any(|beside| regions[beside] == from && beside != cell)
    };
    let back: Vec<usize> = (0..regions.len()).filter(borders).collect();
    if back.is_empty() {
        return;
    }
    let back = back[any(back.len())];
    let mut next = regions.to_vec();
    for map in maps {
        // The image of the step, between the images of the two regions as they were.
        next[map[cell]] = regions[map[back]];
        next[map[back]] = regions[map[cell]];
    }
    let longer = length(&next, side).saturating_sub(length(regions, side)).div_ceil(maps.len());
    let is_taken = match longer {
        0 => true,
        1 => random.random_bool(0.7),
        2 => random.random_bool(0.4),
        3 => random.random_bool(0.1),
        _ => false,
    };
    let are_whole = || (0..side as u8).all(|region| is_connected(&next, side, region));
    if is_taken && are_whole() && (maps.len() == 1 || keeps(&next, maps)) {
        regions.copy_from_slice(&next);
    }
}

/// The length of all borders between regions.
fn length(regions: &[u8], side: usize) -> usize {
    let is_border = |cell: usize| neighbours(cell, side).filter(|&other| regions[other] != regions[cell]).count();
    (0..regions.len()).map(is_border).sum::<usize>() / 2
}

/// Whether a region has all its cells, in one piece.
fn is_connected(regions: &[u8], side: usize, region: u8) -> bool {
    let Some(first) = regions.iter().position(|&of| of == region) else { return false };
    let (mut reached, mut at) = (vec![first], 0);
    while let Some(&cell) = reached.get(at) {
        for other in neighbours(cell, side).filter(|&other| regions[other] == region) {
            if !reached.contains(&other) {
                reached.push(other);
            }
        }
        at += 1;
    }
    reached.len() == side && regions.iter().filter(|&&of| of == region).count() == side
}

/// Whether a region is a row or a column, which would say nothing.
fn is_line(regions: &[u8], side: usize, region: u8) -> bool {
    let mut cells = (0..regions.len()).filter(|&cell| regions[cell] == region);
    let Some(first) = cells.next() else { return false };
    let (rows, columns) = cells.fold((true, true), |(rows, columns), cell| {
        (rows && cell / side == first / side, columns && cell % side == first % side)
    });
    rows || columns
}
