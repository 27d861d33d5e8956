//! Unique rectangles and loops as the rating looks for them: a closed way through cells that all may hold the same two
//! digits, with two cells in every unit that it passes.
//!
//! If no cell of a loop held anything else, its two digits could be exchanged. The four types differ in what follows from that.
//! All finds of a board are sorted by difficulty: 4.5 for a rectangle, 4.6, 4.7 and 5.0 for loops of 6, 8 and more cells,
//! and 0.1 more for each cell of a set beyond the first one or two. Which of equal finds comes first is part of the rating.

use super::super::board::{Board, Cells, Digits, UNITS, digits_in, members, seen_by_all};
use super::super::catalogue::Technique;
use super::super::found::Found;
use super::combinations;
use super::explainer::Hint;
use super::implications::units_in_order;

/// What a loop shows.
struct Use {
    difficulty: u32,
    kind: u8,
    found: Found,
}

/// The easiest use of a rectangle or a loop.
pub(super) fn easiest(board: &Board) -> Option<Hint> {
    if !board.is_unique {
        return None;
    }
    let mut uses: Vec<Use> = Vec::new();
    for start in members(board.cells_with(2)) {
        let mut search =
            Search { board, digits: board.cells[start], start, way: Vec::new(), loops: Vec::new(), in_way: 0 };
        search.extend(start, 2, 0, usize::MAX);
        for cells in search.loops.iter().filter(|cells| is_even(cells)) {
            of_loop(board, cells, search.digits, &mut uses);
        }
    }
    let easiest = uses.into_iter().filter(|of| of.found.size(board) > 0).min_by_key(|of| (of.difficulty, of.kind));
    easiest.map(|of| (of.difficulty, of.found))
}

/// A search for closed ways from a cell with two digits.
struct Search<'b> {
    board: &'b Board,
    digits: Digits,
    start: usize,
    way: Vec<usize>,
    in_way: Cells,
    loops: Vec<Vec<usize>>,
}

impl Search<'_> {
    /// Goes on to a cell. Up to two cells may have any other digits, more only the same one; `rooms` may run out long before.
    fn extend(&mut self, cell: usize, rooms: i8, others: Digits, last: usize) {
        self.way.push(cell);
        self.in_way |= 1 << cell;
        for (kind, unit) in units_in_order(cell).into_iter().enumerate().filter(|&(kind, _)| kind != last) {
            for next in members(UNITS[unit]) {
                if next == self.start && self.way.len() >= 4 {
                    self.loops.push(self.way.clone());
                } else if self.in_way >> next & 1 == 0 && self.board.cells[next] & self.digits == self.digits {
                    let others = others | self.board.cells[next] & !self.digits;
                    let is_bare = self.board.cells[next] == self.digits;
                    if is_bare || others.count_ones() == 1 || rooms > 0 {
                        self.extend(next, rooms - i8::from(!is_bare), others, kind);
                    }
                }
            }
        }
        self.way.pop();
        self.in_way &= !(1 << cell);
    }
}

/// Whether every unit that the loop passes holds one of its even cells and one of its odd ones.
fn is_even(cells: &[usize]) -> bool {
    let mut passed = [0_u32; 2];
    for (index, &cell) in cells.iter().enumerate() {
        for unit in units_in_order(cell) {
            if passed[index % 2] >> unit & 1 == 1 {
                return false;
            }
            passed[index % 2] |= 1 << unit;
        }
    }
    passed[0] == passed[1]
}

fn of_loop(board: &Board, cells: &[usize], digits: Digits, uses: &mut Vec<Use>) {
    let base = match cells.len() {
        4 => 45,
        6 => 46,
        8 => 47,
        _ => 50,
    };
    let roof: Vec<usize> = cells.iter().copied().filter(|&cell| board.cells[cell] != digits).collect();
    let others = roof.iter().fold(0, |all, &cell| all | board.cells[cell]) & !digits;
    let mut add = |difficulty, kind, found| uses.push(Use { difficulty, kind, found });
    match roof[..] {
        [] => {}
        [cell] => {
            let found = Found::new(Technique::UniqueRectangle1);
            add(base, 1, digits_in(digits).fold(found, |found, digit| found.strikes(1 << cell, digit)));
        }
        _ if others.count_ones() == 1 => {
            let digit = others.trailing_zeros() as usize;
            let of_roof = roof.iter().fold(0, |all, &cell| all | 1 << cell);
            let seen = seen_by_all(of_roof) & !of_roof & board.digits[digit];
            add(base, 2, Found::new(Technique::UniqueRectangle2).strikes(seen, digit));
        }
        _ => {}
    }
    let [one, other] = roof[..] else { return };
    if others.count_ones() > 1 {
        sets(board, [one, other], digits, others, &mut |added, found| add(base + added, 3, found));
    }
    // Of several units that both cells share the last one counts; the smaller digit comes first.
    for digit in digits_in(digits) {
        let both: Cells = 1 << one | 1 << other;
        let is_confined = |unit: &usize| both & !UNITS[*unit] == 0 && board.places(*unit, digit) == both;
        if units_in_order(one).iter().any(is_confined) {
            let second = (digits & !(1 << digit)).trailing_zeros() as usize;
            add(base, 4, Found::new(Technique::UniqueRectangle4).strikes(both, second));
            break;
        }
    }
}

/// Naked and hidden sets of a unit, in which two cells with other digits stand for one.
fn sets(board: &Board, [one, other]: [usize; 2], digits: Digits, others: Digits, add: &mut dyn FnMut(u32, Found)) {
    let both: Cells = 1 << one | 1 << other;
    let common = others & board.cells[one] & board.cells[other];
    for size in 2..=7_usize {
        for unit in units_in_order(one).into_iter().filter(|&unit| both & !UNITS[unit] == 0) {
            let open = (board.open & UNITS[unit]).count_ones() as usize;
            if size * 2 <= open && size >= others.count_ones() as usize {
                let rest: Vec<usize> = members(board.open & UNITS[unit] & !both).collect();
                for chosen in combinations(size - 1, rest.len()) {
                    let chosen = members(chosen.into()).fold(0, |set: Cells, at| set | 1 << rest[at]);
                    let union = members(chosen).fold(0, |all, cell| all | board.cells[cell]);
                    let is_single = members(chosen).any(|cell| board.cells[cell].count_ones() < 2);
                    let is_set = (union | others).count_ones() as usize == size
                        && (union | common).count_ones() as usize == size;
                    if is_set && !is_single {
                        let struck = UNITS[unit] & !both & !chosen;
                        let found = digits_in(union | others)
                            .fold(Found::new(Technique::UniqueRectangle3), |found, digit| {
                                found.strikes(struck & board.digits[digit], digit)
                            });
                        add(size as u32 - 1, found);
                    }
                }
            }
            if size * 2 < open {
                let free: Vec<usize> = digits_in(!(digits | others) & 0x1ff).collect();
                if size - 2 > free.len() {
                    continue;
                }
                for chosen in combinations(size - 2, free.len()) {
                    let hidden = members(chosen.into()).fold(digits, |set, at| set | 1 << free[at]);
                    let mut places = digits_in(hidden).map(|digit| board.places(unit, digit) & !(1 << other));
                    if places.clone().all(|places| places != 0)
                        && places.clone().fold(0, |all, places| all | places).count_ones() as usize == size
                    {
                        let cells = places.by_ref().fold(0, |all, places| all | places) & !both;
                        let found = digits_in(!hidden & 0x1ff)
                            .fold(Found::new(Technique::UniqueRectangle3), |found, digit| {
                                found.strikes(cells & board.digits[digit], digit)
                            });
                        add(cells.count_ones() - 1, found);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_passes_every_unit_twice() {
        let at = |cells: &[(usize, usize)]| cells.iter().map(|&(row, column)| row * 9 + column).collect::<Vec<_>>();
        // Two boxes, two rows, two columns.
        assert!(is_even(&at(&[(0, 0), (0, 3), (1, 3), (1, 0)])));
        // Four boxes: each has one cell only.
        assert!(!is_even(&at(&[(0, 0), (0, 3), (3, 3), (3, 0)])));
        // Six cells in three boxes.
        assert!(is_even(&at(&[(0, 0), (0, 3), (1, 3), (1, 6), (2, 6), (2, 0)])));
    }
}
