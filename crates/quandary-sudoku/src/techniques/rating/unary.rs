//! Chains and cycles with one start: X-cycles, Y-cycles, X-chains, and those that mix both kinds of links.
//!
//! A cycle comes back to the candidate that it starts from; a chain leads from a candidate to its own opposite. Which of
//! several ways a search in breadth meets first is part of the rating. What follows from every candidate tells beforehand from
//! which of them the exact search can find anything.

use super::super::board::{Board, Cells, Digits, PEERS, UNITS, digits_in, first, members};
use super::implications::{BY_CELL, Cause, Claim, claim, units_in_order};
use super::outcomes::{Links, Outcomes, Rule};
use super::patterns::in_table_order;

/// One cycle or chain.
pub(super) struct Chain {
    /// On the scale of the rating: 6.5 and more.
    pub(super) difficulty: f64,
    pub(super) claims: usize,
    /// The kind's rank among equals.
    pub(super) kind: u8,
    /// What it removes.
    pub(super) losses: Vec<(usize, Digits)>,
    /// The claim that it shows, where that is one.
    pub(super) shown: Option<Claim>,
    /// The claims from the end back to the start; of a cycle in both directions.
    pub(super) ways: Vec<Vec<(Claim, Cause)>>,
}

/// What an argument of this many claims adds, in steps of 0.1: the steps are 4, 6, 8, 12, 16, 24 … claims.
pub(super) fn length(claims: usize) -> f64 {
    // The sum is not a product: its rounding decides between arguments of nearly equal difficulty.
    let (mut added, mut limit, mut is_odd) = (0.0, 4, false);
    while claims.saturating_sub(2) > limit {
        added += 0.1;
        limit = if is_odd { limit * 4 / 3 } else { limit * 3 / 2 };
        is_odd = !is_odd;
    }
    added
}

/// A link to another candidate, and why it holds.
type Link = (u16, Cause);

/// The candidates of a board and their links. Those inside a cell come first.
struct Web {
    candidates: Vec<(usize, usize)>,
    weak: Vec<Vec<Link>>,
    weak_cell: Vec<usize>,
    strong: Vec<Vec<Link>>,
    strong_cell: Vec<usize>,
}

impl Web {
    fn new(board: &Board) -> Web {
        let mut number = [[u16::MAX; 9]; 81];
        let mut candidates = Vec::new();
        for cell in members(board.open) {
            for digit in digits_in(board.cells[cell]) {
                number[cell][digit] = candidates.len() as u16;
                candidates.push((cell, digit));
            }
        }
        let mut web =
            Web { candidates, weak: Vec::new(), weak_cell: Vec::new(), strong: Vec::new(), strong_cell: Vec::new() };
        for &(cell, digit) in &web.candidates {
            let mut weak: Vec<Link> =
                digits_in(board.cells[cell] & !(1 << digit)).map(|other| (number[cell][other], BY_CELL)).collect();
            web.weak_cell.push(weak.len());
            let mut strong: Vec<Link> = if weak.len() == 1 { weak.clone() } else { Vec::new() };
            web.strong_cell.push(strong.len());
            let mut around = board.digits[digit] & PEERS[cell];
            for unit in units_in_order(cell) {
                weak.extend(members(around & UNITS[unit]).map(|other| (number[other][digit], unit as Cause)));
                around &= !UNITS[unit];
                let others = board.places(unit, digit) & !(1 << cell);
                if others.count_ones() == 1 {
                    let other = number[first(others)][digit];
                    if strong.iter().all(|link| link.0 != other) {
                        strong.push((other, unit as Cause));
                    }
                }
            }
            web.weak.push(weak);
            web.strong.push(strong);
        }
        web
    }

    fn weak(&self, candidate: u16, links: Links) -> &[Link] {
        let at = usize::from(candidate);
        if links == Links::Units { &self.weak[at][self.weak_cell[at]..] } else { &self.weak[at] }
    }

    fn strong(&self, candidate: u16, links: Links) -> &[Link] {
        let at = usize::from(candidate);
        match links {
            Links::Units => &self.strong[at][self.strong_cell[at]..],
            Links::Cells => &self.strong[at][..self.strong_cell[at]],
            Links::Both => &self.strong[at],
        }
    }

    fn claim(&self, candidate: u16, is_true: bool) -> Claim {
        let (cell, digit) = self.candidates[usize::from(candidate)];
        claim(cell, digit, is_true)
    }
}

/// Where a true candidate comes from: a true one, the false one between, and the causes of both links.
#[derive(Clone, Copy)]
struct From {
    before: u16,
    between: u16,
    weak: Cause,
    strong: Cause,
}

const NONE: u16 = u16::MAX;

/// Every cycle and chain of a board, in the order of the search.
pub(super) fn all(board: &Board) -> Vec<Chain> {
    let mut found = Vec::new();
    let with_both = Outcomes::new(board, Rule::Pairs(Links::Both));
    if with_both.losses_of_chains(board) == [0; 9] {
        return found;
    }
    let web = Web::new(board);
    for links in [Links::Units, Links::Cells, Links::Both] {
        let of_links = (links != Links::Both).then(|| Outcomes::new(board, Rule::Pairs(links)));
        let outcomes = of_links.as_ref().unwrap_or(&with_both);
        for (start, &(cell, digit)) in (0..).zip(&web.candidates) {
            let count = board.cells[cell].count_ones();
            if count < 2 || links == Links::Cells && count > 2 {
                continue;
            }
            let Some(number) = outcomes.number(cell, digit) else { continue };
            // What a cycle removes would make each of its claims true and false.
            if outcomes.is_contradicted(number) {
                cycles(board, &web, start, links, &mut found);
            }
            if links == Links::Cells {
                continue;
            }
            if outcomes.is_off(number, number) {
                found.extend(chain(board, &web, start, true, links));
            }
            if outcomes.partners(number).any(|other| outcomes.is_on(number, other)) {
                found.extend(chain(board, &web, start, false, links));
            }
        }
    }
    found
}

/// What all cycles and chains of a board remove. What a cycle removes is removed by a chain over links of both sorts as well: it
/// would make a claim of the cycle false, and so, all the way round, another one true that makes it false itself.
pub(super) fn losses(board: &Board) -> [Cells; 9] {
    Outcomes::new(board, Rule::Pairs(Links::Both)).losses_of_chains(board)
}

fn cycles(board: &Board, web: &Web, start: u16, links: Links, found: &mut Vec<Chain>) {
    let mut from: Vec<Option<From>> = vec![None; web.candidates.len()];
    let mut queue = vec![start];
    let mut at = 0;
    while at < queue.len() {
        let here = queue[at];
        at += 1;
        for &(off, weak) in web.weak(here, links) {
            let mut back = from[usize::from(here)];
            while let Some(link) = back.filter(|link| link.between != off) {
                back = from[usize::from(link.before)];
            }
            if back.is_some() {
                continue;
            }
            for &(on, strong) in web.strong(off, links) {
                let link = From { before: here, between: off, weak, strong };
                if on == start {
                    if here != start {
                        found.extend(cycle(board, web, start, links, link, &from));
                    }
                } else if from[usize::from(on)].is_none() {
                    from[usize::from(on)] = Some(link);
                    queue.push(on);
                }
            }
        }
    }
}

fn cycle(board: &Board, web: &Web, start: u16, links: Links, last: From, from: &[Option<From>]) -> Option<Chain> {
    let (mut forward, mut backward) = (Vec::new(), vec![(web.claim(start, false), super::implications::ASSUMED)]);
    let (mut on_way, mut seen_by_true, mut seen_by_false): (Cells, [Cells; 9], [Cells; 9]) = (0, [0; 9], [0; 9]);
    let (mut here, mut link) = (start, Some(last));
    while let Some(now) = link {
        let ((cell, digit), (off_cell, off_digit)) =
            (web.candidates[usize::from(here)], web.candidates[usize::from(now.between)]);
        on_way |= 1 << cell | 1 << off_cell;
        seen_by_true[digit] |= PEERS[cell];
        seen_by_false[off_digit] |= PEERS[off_cell];
        forward.extend([(web.claim(here, true), now.strong), (web.claim(now.between, false), now.weak)]);
        (here, link) = (now.before, from[usize::from(now.before)]);
    }
    let lost: [Cells; 9] =
        std::array::from_fn(|digit| seen_by_true[digit] & seen_by_false[digit] & board.digits[digit] & !on_way);
    if lost == [0; 9] {
        return None;
    }
    // The losses are listed from the end of the cycle, around each true candidate.
    let mut losses: Vec<(usize, Digits)> = Vec::new();
    for &(of, _) in forward.iter().step_by(2) {
        let (cell, digit, _) = super::implications::meaning(of);
        for other in members(PEERS[cell] & lost[digit]) {
            if let Some(loss) = losses.iter_mut().find(|loss| loss.0 == other) {
                loss.1 |= 1 << digit;
            } else {
                losses.push((other, 1 << digit));
            }
        }
    }
    in_table_order(&mut losses);
    // The other way round every claim turns into its opposite and keeps its cause.
    backward.extend(forward.iter().rev().map(|&(of, cause)| (of ^ 1, cause)).take(forward.len() - 1));
    let claims = forward.len();
    let (base, kind) = match links {
        Links::Units => (6.5, 2),
        Links::Cells => (6.5, 3),
        Links::Both => (7.0, 4),
    };
    Some(Chain { difficulty: base + length(claims), claims, kind, losses, shown: None, ways: vec![forward, backward] })
}

/// The chain from a candidate, true or false, to its own opposite.
fn chain(board: &Board, web: &Web, start: u16, is_true: bool, links: Links) -> Option<Chain> {
    let count = web.candidates.len();
    let mut true_from: Vec<Link> = vec![(NONE, 0); count];
    let mut false_from: Vec<Link> = vec![(NONE, 0); count];
    let (mut trues, mut falses) = if is_true { (vec![start], Vec::new()) } else { (Vec::new(), vec![start]) };
    let is_found = 'search: loop {
        for here in std::mem::take(&mut trues) {
            for &(off, cause) in web.weak(here, links) {
                if false_from[usize::from(off)].0 == NONE && (is_true || off != start) {
                    false_from[usize::from(off)] = (here, cause);
                    if is_true && off == start {
                        break 'search true;
                    }
                    falses.push(off);
                }
            }
        }
        for here in std::mem::take(&mut falses) {
            for &(on, cause) in web.strong(here, links) {
                if true_from[usize::from(on)].0 == NONE && (!is_true || on != start) {
                    true_from[usize::from(on)] = (here, cause);
                    if !is_true && on == start {
                        break 'search true;
                    }
                    trues.push(on);
                }
            }
        }
        if trues.is_empty() {
            break false;
        }
    };
    if !is_found {
        return None;
    }
    let mut way = Vec::new();
    let (mut here, mut is_on) = (start, !is_true);
    loop {
        let (before, cause) = if is_on { true_from[usize::from(here)] } else { false_from[usize::from(here)] };
        let is_start = here == start && is_on == is_true;
        way.push((web.claim(here, is_on), if is_start { super::implications::ASSUMED } else { cause }));
        if is_start {
            break;
        }
        (here, is_on) = (before, !is_on);
    }
    let (cell, digit) = web.candidates[usize::from(start)];
    let losses = if is_true { 1 << digit } else { board.cells[cell] & !(1 << digit) };
    let (base, kind) = if links == Links::Both { (7.0, 4) } else { (6.6, 2) };
    (losses != 0).then(|| Chain {
        difficulty: base + length(way.len()),
        claims: way.len(),
        kind,
        losses: vec![(cell, losses)],
        shown: Some(claim(cell, digit, !is_true)),
        ways: vec![way],
    })
}
