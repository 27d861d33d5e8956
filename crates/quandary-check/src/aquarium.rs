//! Aquarium, as a rule book states it.
//!
//! The grid is divided into tanks: cells with the same number are one tank. Walls may also stand inside a tank, between
//! two neighbouring cells. Each cell holds water or air. Two cells are *joined* when they are neighbours, left and
//! right or above and below, in one tank and without a wall between them.
//!
//! 1. The number beside a row, where there is one, is how many of its cells hold water.
//! 2. The number above a column, where there is one, is how many of its cells hold water.
//! 3. Water is level. Three rules for this are played, and the puzzle names one:
//!    * `region` (also when it names none): the level is the same across the whole tank. Where a cell holds water, so does
//!      every cell of its tank in the same row or below.
//!    * `pool`: water flows where it can. Where a cell holds water, so does every cell that can be reached from it
//!      through joined cells without ever going above its row.
//!    * `adjacent`: where a cell holds water, so do the joined cells to its left, to its right and below it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::{Failure, Name, picture};

#[derive(Deserialize)]
pub(crate) struct Puzzle {
    pub(crate) columns: Vec<Option<usize>>,
    pub(crate) rows: Vec<Option<usize>>,
    /// Each cell's tank, by number or name.
    pub(crate) tanks: Vec<Vec<Name>>,
    #[serde(default)]
    rule: Rule,
    /// Pairs of neighbouring cells with a wall between them; rows and columns count from 1.
    #[serde(default)]
    walls: BTreeSet<[[usize; 2]; 2]>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Rule {
    #[default]
    Region,
    Pool,
    Adjacent,
}

/// Row and column, counted from 0.
type Cell = (usize, usize);

pub(crate) fn check(puzzle: &Puzzle, solution: &[String]) -> Result<(), Failure> {
    let (height, width) = (puzzle.rows.len(), puzzle.columns.len());
    if !puzzle.is_whole() {
        return Err(Failure::Puzzle(format!("the tanks do not fill {height} rows and {width} columns")));
    }
    let picture = picture(solution, height, width, &['1', '0'])?;
    let is_water = |(row, column): Cell| picture[row][column] == '1';

    for (row, &clue) in puzzle.rows.iter().enumerate() {
        let count = (0..width).filter(|&column| is_water((row, column))).count();
        counts_are(clue, count, "row", row)?;
    }
    for (column, &clue) in puzzle.columns.iter().enumerate() {
        let count = (0..height).filter(|&row| is_water((row, column))).count();
        counts_are(clue, count, "column", column)?;
    }
    match puzzle.rule {
        Rule::Region => region(puzzle, is_water),
        Rule::Pool => pool(puzzle, is_water),
        Rule::Adjacent => adjacent(puzzle, is_water),
    }
}

fn counts_are(clue: Option<usize>, count: usize, kind: &'static str, index: usize) -> Result<(), Failure> {
    match clue {
        Some(clue) if clue != count => {
            Err(Failure::rule(kind, format!("{kind} {} has {count} water cells, its clue is {clue}", index + 1)))
        }
        _ => Ok(()),
    }
}

/// Every cell of a tank is wet from the row of its highest water down.
fn region(puzzle: &Puzzle, is_water: impl Fn(Cell) -> bool) -> Result<(), Failure> {
    let name = |(row, column): Cell| &puzzle.tanks[row][column];
    let mut highest_water: BTreeMap<&Name, Cell> = BTreeMap::new();
    // Cells come from the top down, so the first water of a tank is its highest.
    for cell in puzzle.cells() {
        if is_water(cell) {
            highest_water.entry(name(cell)).or_insert(cell);
        }
    }
    for cell in puzzle.cells() {
        if let Some(&wet) = highest_water.get(name(cell))
            && cell.0 >= wet.0
            && !is_water(cell)
        {
            return Err(not_level(wet, cell));
        }
    }
    Ok(())
}

/// What the water of a row reaches without rising above that row is wet, for every row.
fn pool(puzzle: &Puzzle, is_water: impl Fn(Cell) -> bool) -> Result<(), Failure> {
    let (height, width) = (puzzle.rows.len(), puzzle.columns.len());
    // From the bottom up: the sets of cells that reach each other in this row and below, and a dry cell of each.
    let mut sets = Sets((0..height * width).collect());
    let mut dry: Vec<Option<Cell>> = puzzle.cells().map(|cell| (!is_water(cell)).then_some(cell)).collect();
    for row in (0..height).rev() {
        for column in 0..width {
            for next in puzzle.joined((row, column)).into_iter().filter(|next| next.0 >= row) {
                let (here, there) = (sets.find(row * width + column), sets.find(next.0 * width + next.1));
                sets.unite(here, there);
                dry[there] = dry[there].or(dry[here]);
            }
        }
        for cell in (0..width).map(|column| (row, column)).filter(|&cell| is_water(cell)) {
            if let Some(other) = dry[sets.find(row * width + cell.1)] {
                return Err(not_level(cell, other));
            }
        }
    }
    Ok(())
}

/// What is joined to water at its sides and below is wet.
fn adjacent(puzzle: &Puzzle, is_water: impl Fn(Cell) -> bool) -> Result<(), Failure> {
    for cell in puzzle.cells() {
        for next in puzzle.joined(cell) {
            let is_above = next.0 < cell.0;
            if is_water(cell) && !is_above && !is_water(next) {
                return Err(not_level(cell, next));
            }
        }
    }
    Ok(())
}

fn not_level(wet: Cell, dry: Cell) -> Failure {
    let show = |(row, column): Cell| format!("row {} column {}", row + 1, column + 1);
    Failure::rule("level", format!("{} holds water, and {} does not, though it must then", show(wet), show(dry)))
}

impl Puzzle {
    /// All cells, row by row from the top.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (height, width) = (self.rows.len(), self.columns.len());
        (0..height).flat_map(move |row| (0..width).map(move |column| (row, column)))
    }

    /// Whether the tanks fill the board.
    pub(crate) fn is_whole(&self) -> bool {
        self.tanks.len() == self.rows.len() && self.tanks.iter().all(|row| row.len() == self.columns.len())
    }

    /// Every cell that must hold water when this one does.
    pub(crate) fn floods(&self, from: Cell) -> BTreeSet<Cell> {
        let tank = &self.tanks[from.0][from.1];
        if let Rule::Region = self.rule {
            return self.cells().filter(|&(row, column)| row >= from.0 && &self.tanks[row][column] == tank).collect();
        }
        let mut reached = BTreeSet::from([from]);
        let mut to_visit = vec![from];
        while let Some(cell) = to_visit.pop() {
            // Water never rises: above where it started under `pool`, above where it is under `adjacent`.
            let highest = if let Rule::Pool = self.rule { from.0 } else { cell.0 };
            for next in self.joined(cell) {
                if next.0 >= highest && reached.insert(next) {
                    to_visit.push(next);
                }
            }
        }
        reached
    }

    /// For each cell, row by row, the number of its *part*: the cells of a row that are always wet or dry together. And the
    /// pairs of parts of which the first, if it is wet, floods the second; all that is flooded follows from these.
    pub(crate) fn parts(&self) -> (Vec<usize>, BTreeSet<(usize, usize)>) {
        let width = self.columns.len();
        let mut sets = Sets((0..self.rows.len() * width).collect());
        let mut floods = BTreeSet::new();
        // The row of each tank that was seen last, from the bottom up, by one of its cells.
        let mut below: BTreeMap<&Name, usize> = BTreeMap::new();
        let mut part_of = vec![0; self.rows.len() * width];
        for row in (0..self.rows.len()).rev() {
            let mut here: BTreeMap<&Name, usize> = BTreeMap::new();
            for column in 0..width {
                let cell = row * width + column;
                let name = &self.tanks[row][column];
                match self.rule {
                    Rule::Region => sets.unite(cell, *here.entry(name).or_insert(cell)),
                    Rule::Pool => self.joined((row, column)).iter().filter(|next| next.0 >= row).for_each(|next| {
                        sets.unite(cell, next.0 * width + next.1);
                    }),
                    Rule::Adjacent => self.joined((row, column)).iter().filter(|next| next.0 == row).for_each(|next| {
                        sets.unite(cell, next.0 * width + next.1);
                    }),
                }
            }
            // The first cell of a set in this row stands for it.
            let mut first: BTreeMap<usize, usize> = BTreeMap::new();
            for (cell, part) in part_of.iter_mut().enumerate().skip(row * width).take(width) {
                *part = *first.entry(sets.find(cell)).or_insert(cell);
            }
            for (name, cell) in here {
                if let Some(lower) = below.insert(name, cell) {
                    floods.insert((part_of[cell], part_of[lower]));
                }
            }
            if !matches!(self.rule, Rule::Region) {
                for column in 0..width {
                    if self.joined((row, column)).contains(&(row + 1, column)) {
                        let cell = row * width + column;
                        floods.insert((part_of[cell], part_of[cell + width]));
                    }
                }
            }
        }
        (part_of, floods)
    }

    /// Whether the water of a tank has one level, wherever it is.
    pub(crate) fn has_one_level_per_tank(&self) -> bool {
        matches!(self.rule, Rule::Region)
    }

    /// For each cell, row by row, the *ladder* that it is part of, which fills up from the bottom: under the rule `region` its
    /// tank, under the others the joined cells above and below it in its column. A ladder is named by one of its cells.
    pub(crate) fn ladders(&self) -> Vec<usize> {
        let width = self.columns.len();
        let mut ladders: Vec<usize> = (0..self.rows.len() * width).collect();
        let mut tanks: BTreeMap<&Name, usize> = BTreeMap::new();
        for (row, column) in self.cells().collect::<Vec<_>>().into_iter().rev() {
            let cell = row * width + column;
            if self.has_one_level_per_tank() {
                ladders[cell] = *tanks.entry(&self.tanks[row][column]).or_insert(cell);
            } else if self.joined((row, column)).contains(&(row + 1, column)) {
                ladders[cell] = ladders[cell + width];
            }
        }
        ladders
    }

    /// The cells that a cell is joined to.
    fn joined(&self, (row, column): Cell) -> Vec<Cell> {
        let mut neighbours = vec![(row + 1, column), (row, column + 1)];
        if row > 0 {
            neighbours.push((row - 1, column));
        }
        if column > 0 {
            neighbours.push((row, column - 1));
        }
        neighbours.retain(|&other| {
            other.0 < self.rows.len()
                && other.1 < self.columns.len()
                && self.tanks[other.0][other.1] == self.tanks[row][column]
                && !self.is_wall((row, column), other)
        });
        neighbours
    }

    fn is_wall(&self, (row, column): Cell, (other_row, other_column): Cell) -> bool {
        let (here, there) = ([row + 1, column + 1], [other_row + 1, other_column + 1]);
        self.walls.contains(&[here, there]) || self.walls.contains(&[there, here])
    }
}

/// Disjoint sets of cells: each cell names another one of its set, or itself.
struct Sets(Vec<usize>);

impl Sets {
    fn find(&mut self, mut cell: usize) -> usize {
        while self.0[cell] != cell {
            self.0[cell] = self.0[self.0[cell]];
            cell = self.0[cell];
        }
        cell
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a] = b;
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::broken;

    /// Which rule a solution breaks under each of the three water rules: region, pool, adjacent.
    fn under_each(puzzle: &str, solution: &str) -> [Option<&'static str>; 3] {
        ["region", "pool", "adjacent"]
            .map(|rule| broken(&format!(r#"{{"family":"aquarium",{puzzle},"rule":"{rule}"}}"#), solution))
    }

    const LEVEL: Option<&str> = Some("level");

    #[test]
    fn level_water_is_accepted_under_every_rule() {
        let puzzle = r#""columns":[2,2,2],"rows":[1,3,2],"tanks":[["A","B","A"],["A","A","A"],["A","C","D"]]"#;
        assert_eq!(under_each(puzzle, r#"["010","111","101"]"#), [None; 3]);
    }

    #[test]
    fn the_arms_of_a_u_stand_at_one_level_but_for_the_adjacent_rule() {
        // A B A    # . .
        // A A A    # # #
        let puzzle = r#""columns":[2,1,1],"rows":[1,3],"tanks":[[1,2,1],[1,1,1]]"#;
        assert_eq!(under_each(puzzle, r#"["100","111"]"#), [LEVEL, LEVEL, None]);
    }

    #[test]
    fn the_legs_of_an_arch_stand_at_one_level_under_the_region_rule_only() {
        // A A A    . . .
        // A B A    # . .
        let puzzle = r#""columns":[1,0,0],"rows":[0,1],"tanks":[[1,1,1],[1,2,1]]"#;
        assert_eq!(under_each(puzzle, r#"["000","100"]"#), [LEVEL, None, None]);
    }

    #[test]
    fn water_does_not_hang_in_the_air_or_stand_beside_air() {
        let upright = r#""columns":[1],"rows":[1,0],"tanks":[[1],[1]]"#;
        assert_eq!(under_each(upright, r#"["1","0"]"#), [LEVEL; 3]);
        let flat = r#""columns":[1,0],"rows":[1],"tanks":[[1,1]]"#;
        assert_eq!(under_each(flat, r#"["10"]"#), [LEVEL; 3]);
    }

    #[test]
    fn a_wall_inside_a_tank_holds_water_back_but_keeps_the_level_of_the_region_rule() {
        let either_way = ["[[1,1],[1,2]]", "[[1,2],[1,1]]"];
        for wall in either_way {
            let puzzle = format!(r#""columns":[1,0],"rows":[1],"tanks":[[1,1]],"walls":[{wall}]"#);
            assert_eq!(under_each(&puzzle, r#"["10"]"#), [LEVEL, None, None]);
        }
    }

    #[test]
    fn clues_count_water_and_missing_ones_count_nothing() {
        let puzzle = |columns: &str, rows: &str| format!(r#""columns":{columns},"rows":{rows},"tanks":[[1,2],[1,1]]"#);
        let solution = r#"["01","11"]"#;
        assert_eq!(under_each(&puzzle("[1,2]", "[1,2]"), solution), [None; 3]);
        assert_eq!(under_each(&puzzle("[1,2]", "[2,2]"), solution), [Some("row"); 3]);
        assert_eq!(under_each(&puzzle("[2,2]", "[1,2]"), solution), [Some("column"); 3]);
        assert_eq!(under_each(&puzzle("[null,2]", "[1,null]"), solution), [None; 3]);
    }

    #[test]
    fn the_region_rule_holds_where_none_is_named() {
        let arch = r#"{"family":"aquarium","columns":[1,0,0],"rows":[0,1],"tanks":[[1,1,1],[1,2,1]]}"#;
        assert_eq!(broken(arch, r#"["000","100"]"#), LEVEL);
    }

    #[test]
    fn boards_that_do_not_fit_together_are_refused() {
        let puzzle = r#""columns":[1,0],"rows":[1],"tanks":[[1]]"#;
        assert_eq!(under_each(puzzle, r#"["10"]"#), [Some("puzzle"); 3]);
        let unknown_rule = r#"{"family":"aquarium","columns":[1],"rows":[1],"tanks":[[1]],"rule":"steam"}"#;
        assert_eq!(broken(unknown_rule, r#"["1"]"#), Some("puzzle"));
        let puzzle = r#""columns":[1],"rows":[1],"tanks":[[1]]"#;
        assert_eq!(under_each(puzzle, r#"["2"]"#), [Some("solution"); 3]);
    }
}
