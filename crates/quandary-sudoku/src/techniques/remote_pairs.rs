//! Remote pairs: a chain of cells with the same two digits left, each seeing the next. The digits alternate; a cell that
//! sees two of them at an odd distance sees both digits.

use super::board::{Board, Cells, PEERS, first, members};
use super::catalogue::Technique;
use super::found::{Finds, Found};
use super::say;

/// Chains of four cells and more.
pub(super) fn remote_pairs(board: &Board, finds: &mut Finds) {
    let pairs = board.cells_with(2);
    let mut left = pairs;
    while left != 0 {
        let start = first(left);
        let digits = board.cells[start];
        let alike = members(pairs).filter(|&cell| board.cells[cell] == digits).fold(0, |all, cell| all | 1 << cell);
        // The network connected with this cell.
        let mut net: Cells = 1 << start;
        loop {
            let wider = members(net).fold(net, |net, cell| net | PEERS[cell] & alike);
            if wider == net {
                break;
            }
            net = wider;
        }
        left &= !net;
        if net.count_ones() < 4 {
            continue;
        }
        let mut found = Found::new(Technique::RemotePair).knowing(board, net).seeing(net, net);
        let mut ends: Option<(u32, usize, usize)> = None;
        for from in members(net) {
            for (to, distance) in distances(from, net) {
                let both = PEERS[from] & PEERS[to] & !net;
                let struck = [0, 1].map(|nth| {
                    let digit = super::board::digits_in(digits).nth(nth).unwrap_or(0);
                    (digit, both & board.digits[digit])
                });
                if distance % 2 == 0 || distance < 3 || struck.iter().all(|&(_, cells)| cells == 0) {
                    continue;
                }
                for (digit, cells) in struck {
                    found = found.strikes(cells, digit).seeing(1 << from | 1 << to, cells);
                }
                if ends.is_none_or(|best| distance < best.0) {
                    ends = Some((distance, from, to));
                }
            }
        }
        let Some((_, from, to)) = ends else { continue };
        let mut found = found.described(board, |then| {
            format!(
                "{} alternate between {}. {} and {} are an odd number of steps apart, so they hold different digits: {then}.",
                say::cells(net),
                say::digits(digits),
                say::cell(from),
                say::cell(to)
            )
        });
        if board.is_told {
            let path = path(from, to, net);
            let text = path.iter().map(|&cell| say::cell(cell)).collect::<Vec<_>>().join("-");
            found.notation = Some(format!("({}){text}", say::figures(digits)));
        }
        if finds.add(board, found) {
            return;
        }
    }
}

/// The distance of every cell of a network.
fn distances(from: usize, net: Cells) -> Vec<(usize, u32)> {
    let mut reached: Cells = 1 << from;
    let mut edge = reached;
    let mut all = Vec::new();
    for distance in 1.. {
        edge = members(edge).fold(0, |next, cell| next | PEERS[cell]) & net & !reached;
        if edge == 0 {
            break;
        }
        reached |= edge;
        all.extend(members(edge).map(|cell| (cell, distance)));
    }
    all
}

/// A shortest path through the network.
fn path(from: usize, to: usize, net: Cells) -> Vec<usize> {
    let mut path = vec![from];
    let away =
        |cell: usize| distances(to, net).into_iter().find(|&(other, _)| other == cell).map_or(0, |(_, steps)| steps);
    let mut here = from;
    while here != to {
        let next = members(PEERS[here] & net).min_by_key(|&cell| away(cell));
        let Some(next) = next.filter(|&next| away(next) < away(here)) else { break };
        path.push(next);
        here = next;
    }
    path
}
