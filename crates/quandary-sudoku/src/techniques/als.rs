//! Almost locked sets: n cells of a unit with n + 1 digits left. Take one digit away, and the others are locked in.
//!
//! Two sets have a *restricted common* digit where all its places in one see all those in the other: it cannot be in both,
//! so one of the sets is locked. Whatever other digit both have is then in one of them (ALS-XZ). With two restricted
//! commons both sets are locked. A third set between two others makes an ALS-XY-Wing, more of them a chain.

use std::collections::HashSet;

use super::board::{Board, Cells, Digits, cells_of, digits_in, members, seen_by_all};
use super::catalogue::Technique;
use super::found::{Finds, Found};
use super::say;
use quandary_core::reason::explain::words::join;

/// The largest sets that are looked at.
const LARGEST: usize = 7;
/// The longest chain of sets.
const MAX_CHAIN: usize = 6;

/// Cells of a unit with one digit more than cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Als {
    pub(super) cells: Cells,
    pub(super) digits: Digits,
    pub(super) unit: usize,
}

impl Als {
    /// The places of a digit in the set.
    fn places(&self, board: &Board, digit: usize) -> Cells {
        self.cells & board.digits[digit]
    }

    fn said(&self) -> String {
        let verb = if self.cells.is_power_of_two() { "has" } else { "have" };
        format!("{} {verb} only {} left", say::cells(self.cells), say::digits(self.digits))
    }

    fn eureka(&self, from: usize, to: usize) -> String {
        let rest = say::figures(self.digits & !(1 << from) & !(1 << to));
        format!("({}={rest}{}){}", say::digit(from), say::digit(to), say::compact(self.cells))
    }
}

/// All almost locked sets of up to this many cells.
pub(super) fn all(board: &Board, largest: usize) -> Vec<Als> {
    let mut sets = Vec::new();
    let mut known = HashSet::new();
    for unit in 0..27 {
        let open: Vec<usize> = members(cells_of(unit) & board.open).collect();
        let largest = largest.min(open.len().saturating_sub(1));
        grow(board, unit, &open, largest, Als { cells: 0, digits: 0, unit }, &mut |set| {
            if known.insert(set.cells) {
                sets.push(set);
            }
        });
    }
    sets
}

fn grow(board: &Board, unit: usize, rest: &[usize], largest: usize, set: Als, seen: &mut dyn FnMut(Als)) {
    let size = set.cells.count_ones() as usize;
    if size > 0 && set.digits.count_ones() as usize == size + 1 {
        seen(set);
    }
    if size == largest {
        return;
    }
    for (index, &cell) in rest.iter().enumerate() {
        let digits = set.digits | board.cells[cell];
        // There are not enough cells left for this many digits.
        if digits.count_ones() as usize <= largest + 1 {
            let wider = Als { cells: set.cells | 1 << cell, digits, unit };
            grow(board, unit, &rest[index + 1..], largest, wider, seen);
        }
    }
}

/// The digits that cannot be in both sets.
fn restricted(board: &Board, one: &Als, other: &Als) -> Digits {
    digits_in(one.digits & other.digits)
        .filter(|&digit| other.places(board, digit) & !seen_by_all(one.places(board, digit)) == 0)
        .fold(0, |all, digit| all | 1 << digit)
}

fn resting(board: &Board, technique: Technique, sets: &[Als], links: &[usize]) -> Found {
    let mut found = Found::new(technique);
    for set in sets {
        found = found.using([set.unit]).knowing(board, set.cells);
    }
    for (pair, &digit) in sets.windows(2).zip(links) {
        found = found.seeing(pair[0].places(board, digit), pair[1].places(board, digit));
    }
    found
}

/// Removes the digits that the first or the last of some linked sets holds.
fn ends(board: &Board, technique: Technique, sets: &[Als], links: &[usize]) -> Option<Found> {
    let (first, last) = (sets.first()?, sets.last()?);
    let used = 1 << links.first()? | 1 << links.last()?;
    let mut found: Option<Found> = None;
    let mut held: Digits = 0;
    for digit in digits_in(first.digits & last.digits & !used) {
        let places = first.places(board, digit) | last.places(board, digit);
        let struck = seen_by_all(places) & board.digits[digit];
        if struck != 0 {
            let start = found.take().unwrap_or_else(|| resting(board, technique, sets, links));
            found = Some(start.strikes(struck, digit).seeing(struck, places));
            held |= 1 << digit;
        }
    }
    let mut found = found?.described(board, |then| {
        let what: Vec<String> = sets.iter().map(Als::said).collect();
        let cannot: Vec<String> = links
            .iter()
            .enumerate()
            .map(|(index, &digit)| {
                let pair = [index, index + 1].map(|set| say::compact(sets[set].cells));
                format!("{} cannot be in both {} and {}", say::digit(digit), pair[0], pair[1])
            })
            .collect();
        format!(
            "{}. {}. So {} must be in {} or {}: {then}.",
            what.join("; "),
            join(&cannot),
            say::digits(held),
            say::compact(first.cells),
            say::compact(last.cells)
        )
    });
    if board.is_told {
        let digit = held.trailing_zeros() as usize;
        let mut enters: Vec<usize> = vec![digit];
        enters.extend(links);
        let leaves = links.iter().copied().chain([digit]);
        let parts: Vec<String> =
            sets.iter().zip(enters.iter().zip(leaves)).map(|(set, (&from, to))| set.eureka(from, to)).collect();
        found.notation = Some(parts.join("-"));
    }
    Some(found)
}

/// Two sets with a restricted common digit, or two.
pub(super) fn xz(board: &Board, finds: &mut Finds) {
    let sets = all(board, LARGEST);
    for (index, one) in sets.iter().enumerate() {
        for other in &sets[index + 1..] {
            if (one.digits & other.digits).count_ones() < 2 || one.cells & other.cells != 0 {
                continue;
            }
            let links = restricted(board, one, other);
            if links.count_ones() == 2 {
                if let Some(found) = doubly_linked(board, one, other, links)
                    && finds.add(board, found)
                {
                    return;
                }
                continue;
            }
            for link in digits_in(links) {
                if let Some(found) = ends(board, Technique::AlsXz, &[*one, *other], &[link])
                    && finds.add(board, found)
                {
                    return;
                }
            }
        }
    }
}

/// Both sets are locked: each keeps its other digits, and both share the two links.
fn doubly_linked(board: &Board, one: &Als, other: &Als, links: Digits) -> Option<Found> {
    let pair: Vec<usize> = digits_in(links).collect();
    let mut found = resting(board, Technique::AlsXz, &[*one, *other], &pair[..1]);
    found = resting_again(board, found, one, other, pair[1]);
    for (set, digits) in [(one, one.digits & !links), (other, other.digits & !links)] {
        for digit in digits_in(digits) {
            let places = set.places(board, digit);
            let struck = seen_by_all(places) & board.digits[digit];
            found = found.strikes(struck, digit).seeing(struck, places);
        }
    }
    for &digit in &pair {
        let places = one.places(board, digit) | other.places(board, digit);
        let struck = seen_by_all(places) & board.digits[digit];
        found = found.strikes(struck, digit).seeing(struck, places);
    }
    if found.size(board) == 0 {
        return None;
    }
    Some(found.described(board, |then| {
        format!(
            "{}; {}. Neither {} nor {} can be in both sets, so each set has one of them and all of its other digits: {then}.",
            one.said(),
            other.said(),
            say::digit(pair[0]),
            say::digit(pair[1])
        )
    }))
}

fn resting_again(board: &Board, found: Found, one: &Als, other: &Als, digit: usize) -> Found {
    found.seeing(one.places(board, digit), other.places(board, digit))
}

/// For each set, the sets that it has a restricted common digit with.
fn linked(board: &Board, sets: &[Als]) -> Vec<Vec<(usize, usize)>> {
    let mut linked = vec![Vec::new(); sets.len()];
    for one in 0..sets.len() {
        for other in one + 1..sets.len() {
            for digit in digits_in(restricted(board, &sets[one], &sets[other])) {
                linked[one].push((other, digit));
                linked[other].push((one, digit));
            }
        }
    }
    linked
}

/// A set between two others.
pub(super) fn xy_wing(board: &Board, finds: &mut Finds) {
    let sets = all(board, LARGEST);
    let linked = linked(board, &sets);
    for (middle, links) in linked.iter().enumerate() {
        for (index, &(one, x)) in links.iter().enumerate() {
            for &(other, y) in &links[index + 1..] {
                if x == y || one == other || sets[one].digits & sets[other].digits & !(1 << x) & !(1 << y) == 0 {
                    continue;
                }
                let chain = [sets[one], sets[middle], sets[other]];
                if let Some(found) = ends(board, Technique::AlsXyWing, &chain, &[x, y])
                    && finds.add(board, found)
                {
                    return;
                }
            }
        }
    }
}

/// Chains of four sets and more, shortest first.
pub(super) fn chain(board: &Board, finds: &mut Finds) {
    let sets = all(board, LARGEST);
    let linked = linked(board, &sets);
    for length in 4..=MAX_CHAIN {
        for start in 0..sets.len() {
            // The digit of the first link decides what the chain may show in the end.
            for first in digits_in(sets[start].digits) {
                if chains_from(board, &sets, &linked, (start, first), length, finds) {
                    return;
                }
            }
        }
    }
}

/// All chains of a length from a set by a digit; whether enough was found.
fn chains_from(
    board: &Board,
    sets: &[Als],
    linked: &[Vec<(usize, usize)>],
    (start, first): (usize, usize),
    length: usize,
    finds: &mut Finds,
) -> bool {
    // States are a set and the digit by which it was entered; each is reached once, on a shortest way.
    let mut from: Vec<From> = vec![[None; 9]; sets.len()];
    let mut edge: Vec<(usize, usize)> = Vec::new();
    for &(next, digit) in linked[start].iter().filter(|link| link.1 == first) {
        from[next][digit] = Some((start, first));
        edge.push((next, digit));
    }
    for _ in 2..length {
        let mut wider = Vec::new();
        for &(here, entered) in &edge {
            for &(next, digit) in &linked[here] {
                if digit != entered && next != start && from[next][digit].is_none() {
                    from[next][digit] = Some((here, entered));
                    wider.push((next, digit));
                }
            }
        }
        edge = wider;
    }
    edge.iter().any(|&end| start < end.0 && is_chain(board, sets, &from, start, end, finds))
}

/// For each digit, the set and the digit from which a set is entered by it.
type From = [Option<(usize, usize)>; 9];

/// Adds the chain that ends here, if it shows something; whether that was enough.
fn is_chain(board: &Board, sets: &[Als], from: &[From], start: usize, end: (usize, usize), finds: &mut Finds) -> bool {
    if sets[start].digits & sets[end.0].digits & !(1 << end.1) == 0 {
        return false;
    }
    let (mut chain, mut links) = (Vec::new(), Vec::new());
    let (mut here, mut entered) = end;
    while here != start {
        chain.push(sets[here]);
        links.push(entered);
        let Some(before) = from[here][entered] else { return false };
        (here, entered) = before;
    }
    chain.push(sets[start]);
    chain.reverse();
    links.reverse();
    ends(board, Technique::AlsChain, &chain, &links).is_some_and(|found| finds.add(board, found))
}
