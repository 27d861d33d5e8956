//! Aquarium by hand: one touch fills a tank up to a row, or empties it from a row up.
//!
//! Water in a cell floods other cells, according to the rule and the walls; air in a cell dries whatever would flood it.
//! Both are the same relation, [`Flow`], read in one direction or the other. Wiping a cell opens just the cells that were there
//! because of it.

use quandary_core::grid::Grid;
use quandary_core::play::{Brush, Change, ClueState, Controls, Play};
use quandary_core::puzzle::Cell;

use super::{Aquarium, Flow};

const AIR: u8 = 0;
const WATER: u8 = 1;

impl Play for Aquarium {
    fn controls(&self, general: Controls) -> Controls {
        let Controls::Paint { brushes, joined } = general else { return general };
        let brush = |brush: Brush| match brush.is_second {
            false => Brush { hint: "fill the tank up to this row".to_owned(), ..brush },
            true => Brush { hint: "let air in: this row of the tank and above".to_owned(), ..brush },
        };
        Controls::Paint { brushes: brushes.into_iter().map(brush).collect(), joined }
    }

    fn row_clue(&self, row: usize) -> Option<String> {
        self.rows[row].map(amount)
    }

    fn column_clue(&self, column: usize) -> Option<String> {
        self.columns[column].map(amount)
    }

    fn cell_notes(&self) -> Option<Grid<String>> {
        let first = self.first_cells();
        Some(self.tanks.map(|&tank| format!("tank of {}", first[usize::from(tank)])))
    }

    fn consequences(&self, values: &Grid<Option<u8>>, change: Change) -> Option<Vec<(Cell, Option<u8>)>> {
        let flow = Flow::new(self);
        let (Some(kind), downwards) = (change.after.or(change.before), is_downwards(change)) else {
            return Some(Vec::new());
        };
        let cells = flow.reach(change.cell, downwards).into_iter().filter(|&cell| cell != change.cell);
        Some(match change.after {
            Some(value) => cells.map(|cell| (cell, Some(value))).collect(),
            // What was not there because of this cell stays.
            None => cells.filter(|&cell| values[cell] == Some(kind)).map(|cell| (cell, None)).collect(),
        })
    }

    fn clues(&self, values: &Grid<Option<u8>>) -> Option<Vec<ClueState>> {
        let state = |(name, clue, cells): (String, Option<u32>, Vec<Cell>)| {
            let clue = clue? as usize;
            let count = |value: u8| cells.iter().filter(|&&cell| values[cell] == Some(value)).count();
            let (wet, room) = (count(WATER), cells.len() - count(AIR));
            Some(ClueState::single(name.replace(' ', ""), wet == clue, wet > clue || room < clue))
        };
        Some(self.lines().filter_map(state).collect())
    }

    fn finished(&self, values: &Grid<Option<u8>>) -> Option<Option<Grid<u8>>> {
        let is_wet = |cell: &&Cell| values[**cell] == Some(WATER);
        let is_right = |(_, clue, cells): (_, Option<u32>, Vec<Cell>)| {
            clue.is_none_or(|clue| cells.iter().filter(is_wet).count() == clue as usize)
        };
        // Where no line has a clue, counting says nothing: then everything has to be decided.
        let is_counted = self.lines().any(|(_, clue, _)| clue.is_some());
        let is_decided = || values.values().iter().all(Option::is_some);
        let is_finished = self.lines().all(is_right) && (is_counted || is_decided());
        Some(is_finished.then(|| values.map(|value| value.unwrap_or(AIR))))
    }
}

/// What a clue says.
fn amount(clue: u32) -> String {
    format!("clue {clue}")
}

/// Whether a change spreads with the water; otherwise it spreads against it. Air that is wiped may be water again, and so may
/// everything that it would flood.
fn is_downwards(change: Change) -> bool {
    match change.after {
        Some(value) => value == WATER,
        None => change.before == Some(AIR),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WaterRule;
    use quandary_core::game::Game;
    use quandary_core::play::{Done, Touch};

    /// A board without clues; walls stand between the cells named.
    fn board(tanks: &[&str], walls: &[(Cell, Cell)], rule: WaterRule) -> Aquarium {
        let cells = tanks.iter().flat_map(|row| row.bytes().map(|letter| u16::from(letter - b'a' + 1))).collect();
        let (rows, columns) = (tanks.len(), tanks[0].len());
        let grid = Grid::from_values(rows, columns, cells).unwrap();
        let board = Aquarium::new(vec![None; columns], vec![None; rows], &grid, rule).unwrap();
        Aquarium { walls: walls.iter().copied().collect(), ..board }
    }

    fn at(row: usize, column: usize) -> Cell {
        Cell { row: row - 1, column: column - 1 }
    }

    /// The board after some touches, as rows: `1` water, `.` air, `?` open.
    fn after(board: &Aquarium, touches: &[(Cell, &str)]) -> Vec<String> {
        let game = Game::of(board).unwrap();
        let write =
            |&(cell, value): &(Cell, &str)| Touch::Write { place: board.tanks.index_of(cell), value: value.to_owned() };
        let touches: Vec<Touch> = touches.iter().map(write).collect();
        let Done::Values(values) = game.play(None, &touches, true).unwrap().done else { panic!("values") };
        let symbols: Vec<&str> =
            values.iter().map(|value| if value.is_empty() { "?" } else { value.as_str() }).collect();
        symbols.chunks(board.columns.len()).map(|row| row.concat()).collect()
    }

    const U: [&str; 3] = ["aba", "aba", "aaa"];

    #[test]
    fn water_fills_the_tank_up_to_the_touched_row_by_the_rule_in_force() {
        for (rule, expected) in [
            (WaterRule::Region, ["???", "1?1", "111"]),
            (WaterRule::Pool, ["???", "1?1", "111"]),
            (WaterRule::Adjacent, ["???", "1??", "111"]),
        ] {
            assert_eq!(after(&board(&U, &[], rule), &[(at(2, 1), "1")]), expected, "{rule:?}");
        }
    }

    #[test]
    fn an_arch_has_two_levels_under_pool_and_one_under_region() {
        let arch = ["aaa", "aba", "aba"];
        assert_eq!(after(&board(&arch, &[], WaterRule::Pool), &[(at(2, 1), "1")]), ["???", "1??", "1??"]);
        assert_eq!(after(&board(&arch, &[], WaterRule::Region), &[(at(2, 1), "1")]), ["???", "1?1", "1?1"]);
    }

    #[test]
    fn walls_hold_the_water_back_except_under_region() {
        let walls = [(at(2, 1), at(2, 2))];
        let tub = ["aa", "aa"];
        for rule in [WaterRule::Pool, WaterRule::Adjacent] {
            assert_eq!(after(&board(&tub, &walls, rule), &[(at(2, 1), "1")]), ["??", "1?"], "{rule:?}");
            assert_eq!(after(&board(&tub, &walls, rule), &[(at(1, 1), "1")]), ["11", "11"], "{rule:?}");
        }
        assert_eq!(after(&board(&tub, &walls, WaterRule::Region), &[(at(2, 1), "1")]), ["??", "11"]);
        let shelf = [(at(1, 1), at(2, 1)), (at(1, 2), at(2, 2))];
        assert_eq!(after(&board(&tub, &shelf, WaterRule::Region), &[(at(1, 1), "1")]), ["11", "11"]);
    }

    #[test]
    fn air_empties_the_tank_from_the_touched_row_up() {
        let region = board(&U, &[], WaterRule::Region);
        assert_eq!(after(&region, &[(at(2, 3), ".")]), [".?.", ".?.", "???"]);
        let adjacent = board(&U, &[], WaterRule::Adjacent);
        assert_eq!(after(&adjacent, &[(at(2, 3), ".")]), ["??.", "??.", "???"]);
    }

    #[test]
    fn wiping_opens_what_the_touch_had_filled_and_nothing_else() {
        let region = board(&U, &[], WaterRule::Region);
        let poured = [(at(1, 1), "1"), (at(2, 1), "")];
        assert_eq!(after(&region, &poured), ["???", "???", "111"]);
        let aired = [(at(3, 1), "."), (at(2, 1), "")];
        assert_eq!(after(&region, &aired), [".?.", "???", "???"]);
    }
}
